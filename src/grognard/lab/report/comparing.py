"""Shows a comparison of two sets of rules as sentences, tables and a figure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from grognard.lab.compare import Comparison, Difference, Parting
from grognard.lab.measures import MEASURES
from grognard.lab.parameters import setting_text
from grognard.lab.report.building import is_standard
from grognard.lab.report.sections import TUNED, Cell, Figure, Page, Section, Table, change_text, point
from grognard.lab.report.titles import titled
from grognard.lab.subject import differing

if TYPE_CHECKING:
    from grognard.kernel.game import Game

CARDS: Final = 20  # the surest
DIGITS: Final = 2
SHARES: Final = {measure.label for measure in MEASURES if measure.is_share}


def page_of(base: Game, other: Game, found: Comparison) -> Page:
    """Returns the comparison as sections: measures of whole games, then how often cards are played."""
    about = [
        f"{found.games:,} deals between {found.level} bots, {_called(base)} against {_called(other)}, "
        f"with 95 % intervals; side 1 is that of {base.seats[0]}.",
        _parted(found.parting),
        *([] if is_standard(base) and is_standard(other) else [TUNED]),
    ]
    cards = titled(other, [one for one in found.differences if one.card])
    games = [one for one in found.differences if not one.card]
    sections = [Section("What changes", [_marked(found.differences)], None, _table("measure", games))]
    if cards:
        sections.append(_cards(cards[:CARDS], len(cards)))
    return Page(f"Two sets of rules for {base.spec.meta.title}", about, sections, found.command)


def _called(game: Game) -> str:
    """Lists the rules that are not standard, after the title of a variant."""
    rules = setting_text(differing(game))
    if game.title == game.spec.meta.title:
        return rules or "the standard rules"
    return f"{game.title} ({rules})"


def _parted(parting: Parting) -> str:
    if not parting.parted:
        return "All games are identical to the last action."
    first, times = parting.windows[0]
    return (
        f"{parting.parted:,} of {parting.games:,} games differ, half of them by decision {parting.decision:.0f}; most "
        f"often ({times:,}) the first difference is at {first} under the first rules."
    )


def _marked(found: Sequence[Difference]) -> str:
    marked = sum(one.marked for one in found)
    if not marked:
        return "No measure changed more than chance explains, after Holm's correction."
    return f"{marked} of {len(found)} measures changed, after Holm's correction (marked *)."


def _cards(surest: Sequence[Difference], all_: int) -> Section:
    sentence = f"How often both sides together play a card in a game: the surest changes, {len(surest)} of {all_}."
    points = [point(one.card, one.change, 1) for one in surest]
    figure = Figure("intervals", "change in how often a card is played in a game", points, 0)
    return Section("Which cards are played", [sentence], figure, _table("card", surest))


def _table(about: str, found: Sequence[Difference]) -> Table:
    rows: list[list[Cell]] = []
    for one in found:
        scale, digits = (100, 1) if one.measure in SHARES else (1, DIGITS)
        sides = [f"{scale * value:.{digits}f}{' %' if scale == 100 else ''}" for value in (one.base, one.other)]
        rows.append([one.card or one.measure, *sides, change_text(one.change, one.marked, scale, digits)])
    return Table([about, "before", "after", "change"], rows)
