"""Builds the report on games played at tables: people and bots separately, and no number from fewer than 20 games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from grognard.lab.estimates import Estimate
from grognard.lab.recording import GameRow
from grognard.lab.report.building import (
    BOTS_ALONE,
    GROUPS,
    LEAST,
    MIXED,
    PEOPLE,
    CardUse,
    Finished,
    LevelGames,
    PhaseUse,
    Report,
    is_standard,
    level_of,
    surest_first,
)
from grognard.lab.subject import subject
from grognard.play.players import PERSON

if TYPE_CHECKING:
    from grognard.kernel.game import Game


def group_of(seats: Sequence[str]) -> str:
    """Returns the group of a game, from the player in each seat: `PERSON` or the name of a bot."""
    people = [who == PERSON for who in seats]
    return PEOPLE if all(people) else MIXED if any(people) else BOTS_ALONE


def report_of(game: Game, groups: Mapping[str, Sequence[GameRow]], left_out: str = "", command: str = "") -> Report:
    """Builds the report on finished games by group; `left_out` mentions games that were not counted.

    A group with too few games is reported as hidden; one that is not in `groups` is not mentioned.
    """
    counts = {group: len(groups.get(group, ())) for group in GROUPS}
    shown = [group for group in GROUPS if counts[group] >= LEAST]
    return Report(
        *subject(game),
        is_standard(game),
        sum(counts[group] for group in shown),
        0,
        [_hidden(level_of(game, group, groups[group]), groups[group]) for group in shown],
        [],
        [],
        [],
        command,
        Finished([group for group in GROUPS if group in groups and counts[group] < LEAST], left_out),
    )


def _hidden(level: LevelGames, rows: Sequence[GameRow]) -> LevelGames:
    """Returns the level with every number removed that too few games support; the entries stay."""
    return msgspec.structs.replace(
        level,
        turns=_enough(level.turns),
        decisions=_enough(level.decisions),
        minutes=level.minutes if _enough(level.turns) is not None else 0,
        reasons=_reasons(Counter(row.reason for row in rows)),
        leads=_enough(level.leads),
        comebacks=_enough(level.comebacks),
        cards=_cards(level.cards, rows),
        windows=[_window(window, rows) for window in level.windows],
    )


def _reasons(counts: Counter[str]) -> dict[str, int | None]:
    """Counts how games ended. Hidden counts add up to enough games, or a reader could work them out from the total."""
    found: dict[str, int | None] = dict(sorted(counts.items()))
    hidden = 0
    for reason, count in reversed(counts.most_common()):
        if count < LEAST or 0 < hidden < LEAST:
            found[reason] = None
            hidden += count
    return found


def _enough(estimate: Estimate | None) -> Estimate | None:
    return estimate if estimate is not None and estimate.count >= LEAST else None


def _cards(cards: Sequence[CardUse], rows: Sequence[GameRow]) -> list[CardUse]:
    """Returns the cards sorted again. How far a card is beyond its kind reveals something about the others of the kind,
    so it is hidden if the worth of any of them is."""
    found = [_card(card, rows) for card in cards]
    hidden = {card.kind for card, now in zip(cards, found, strict=True) if card.worth is not None and now.worth is None}
    return surest_first([msgspec.structs.replace(now, beyond=None) if now.kind in hidden else now for now in found])


def _card(card: CardUse, rows: Sequence[GameRow]) -> CardUse:
    """Hides each number of a card that too few games support. For its use, only games with that use count; for its
    worth, games that draw it, and games where chance could have dealt one side more of it."""
    name = card.name
    drawn = sum(any(name in side for side in row.drawn) for row in rows)
    told = sum(name in row.luck for row in rows)
    played = sum(any(name in side for side in row.played) for row in rows)
    without = sum(any(name not in side for side in row.played) for row in rows)
    given_up = sum(
        any(chosen.get(name, 0) > done.get(name, 0) for chosen, done in zip(row.chosen, row.played, strict=True))
        for row in rows
    )
    # The points of both sides of all games are known, so the points with the card give away those without it.
    both = min(played, without) >= LEAST
    known = min(drawn, told) >= LEAST
    return msgspec.structs.replace(
        card,
        drawn=card.drawn if drawn >= LEAST else None,
        played=card.played if played >= LEAST else None,
        given_up=card.given_up if given_up >= LEAST else None,
        having=card.having if both else None,
        lacking=card.lacking if both else None,
        worth=card.worth if known else None,
        beyond=card.beyond if known else None,
    )


def _window(window: PhaseUse, rows: Sequence[GameRow]) -> PhaseUse:
    """Hides the numbers of a phase with decisions in too few games, and the choices there if too few games had any."""
    asked = sum(window.name in row.windows for row in rows)
    chosen = sum(window.name in row.choices for row in rows)
    if asked < LEAST:
        return PhaseUse(window.name, None, None, None)
    return msgspec.structs.replace(window, unusual=window.unusual if chosen >= LEAST or not chosen else None)
