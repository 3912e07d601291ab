"""The end of a game as its page shows it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Final

from grognard.art.faces import changed_faces, looks
from grognard.kernel.content.wording import capitalized
from grognard.kernel.game import Game
from grognard.kernel.views.labels import number_label
from grognard.kernel.views.view import NumberView, View
from grognard.play.summary import GameSummary, Highlight, verdict
from grognard.web.chart import Chart, course

FIGURES: Final = 2  # one at each side of the headline


@dataclass(frozen=True)
class EndingModel:
    """The end of a game as one viewer sees it."""

    own: Collection[int]  # the viewer's seats, if they are all on one side
    reader: int | None  # the viewer's seat, if there is only one
    headline: str  # "You win", "Blue wins"
    why: str  # "You have no troops left."
    tone: str  # won, lost, drawn; "seen" for a viewer without a side
    label: str  # the name of the deciding number; empty if the game names none
    decisive: Sequence[NumberView]
    others: Sequence[NumberView]  # the other numbers of the seats
    counts: Sequence[str]  # the names of the deciding number of each side: "Your troops", "Red's troops"
    chart: Chart | None
    highlights: Sequence[Highlight]
    figures: Sequence[str]  # by the keys of their faces, those of the winning side first
    replay: str  # the address of the replay
    result: str  # in a sentence or two, to share

    def text(self, one: Highlight) -> str:
        """The sentence that tells the reader about a moment."""
        return one.read_by(self.reader)

    def label_of(self, number: NumberView) -> str:
        """The name of a number: “Red's troops”, “Your troops”."""
        return number_label(number, number.owner in self.own)

    def link(self, one: Highlight) -> str:
        """The address of a moment: one step earlier, so that the script plays it. Afterwards its field may be empty."""
        return f"{self.replay}?step={max(one.moment - 1, 0)}&play=1"

    @property
    def links(self) -> list[str]:
        """The addresses of all the moments."""
        return [self.link(one) for one in self.highlights]

    def change(self, one: Highlight) -> str:
        """The changes at a moment: “Red's troops: 45 → 27; your troops: 30 → 28”; empty if there is none to add."""
        told = self.text(one)
        pairs = zip(self.counts, one.before, one.after, strict=False)
        changed = [(side, before, after) for side, before, after in pairs if before != after]
        if all(f"{before} to {after}" in told for _side, before, after in changed):
            return ""
        changes = "; ".join(f"{side}: {before} → {after}" for side, before, after in changed)
        return changes.replace("; Your ", "; your ")


def ending_model(game: Game, view: View, summary: GameSummary | None, own: Collection[int], replay: str) -> EndingModel:
    """Returns the end of the game of a view, for the holder of the seats `own`."""
    outcome = view.outcome
    assert outcome is not None
    sides = {game.sides[seat] for seat in own}
    won = {game.sides[winner] for winner in outcome.winners}
    decisive = game.spec.decisive
    key, label = decisive if decisive is not None else ("", "")
    numbers = list(_of_seats(game, view))
    counted = [number for number in numbers if number.key == key]
    reader = next(iter(own)) if len(own) == 1 else None
    mine = tuple(own) if len(sides) == 1 else ()
    names = summary.sides if summary is not None else ()
    called = ["You" if sides == {side} else name for side, name in enumerate(names)]
    drawn = course(summary._replace(sides=called), label) if summary is not None else None
    return EndingModel(
        own=mine,
        reader=reader,
        headline=verdict(game, outcome, own),
        why=outcome.why(reader),
        tone="seen" if len(sides) != 1 else "drawn" if not won else "won" if sides == won else "lost",
        label=label,
        decisive=counted,
        others=[number for number in numbers if number.key != key],
        counts=[_count_name(game, side, label, counted, mine) for side in (0, 1)],
        chart=drawn,
        highlights=summary.highlights if summary is not None else (),
        figures=_figures(game, view),
        replay=replay,
        result=_result(game, view, label, counted),
    )


def _count_name(game: Game, side: int, label: str, counted: Sequence[NumberView], own: Collection[int]) -> str:
    """Returns the name of a side's number: that of its only seat, or else “Units left, Blue's side”."""
    numbers = [number for number in counted if number.owner is not None and game.sides[number.owner] == side]
    if len(numbers) != 1:
        return f"{label}, {'your side' if side in {game.sides[seat] for seat in own} else game.side_name(side)}"
    [number] = numbers
    return capitalized(number.yours if number.owner in own else number.name)


def _of_seats(game: Game, view: View) -> Iterator[NumberView]:
    """The numbers that every seat has. A key with a hyphen belongs to a place on the field."""
    own = [number for number in view.numbers if number.owner is not None and "-" not in number.key]
    for number in own:
        if sum(other.key == number.key for other in own) == len(game.seats):
            yield number


def _result(game: Game, view: View, label: str, numbers: Sequence[NumberView]) -> str:
    assert view.outcome is not None
    score = ", ".join(f"{game.seats[number.owner or 0]} {number.value}" for number in numbers)
    after = f" {label}: {score}." if score else ""
    return f"{view.title}, turn {view.turn}. {view.outcome.text}{after}"


def _figures(game: Game, view: View) -> list[str]:
    """Returns two figures that the winner still has, on the field if possible; in a draw, one from each side."""
    assert view.outcome is not None
    winners = view.outcome.winners
    armies = [_faces(game, view, [seat]) for seat in (0, 1)] if not winners else [_faces(game, view, winners)]
    in_turns = [face for faces in zip_longest(*armies) for face in faces if face is not None]
    return list(dict.fromkeys(chain(in_turns, looks(game.slug))))[:FIGURES]


def _faces(game: Game, view: View, seats: Collection[int]) -> list[str]:
    zones = [zone for zone in view.zones if zone.owner in seats and not zone.folded]
    zones.sort(key=lambda zone: zone.key == "hand")
    drawn = {**looks(game.slug), **changed_faces(game)}
    return [drawn[card.face].drawn for zone in zones for card in zone.cards if card.face in drawn]
