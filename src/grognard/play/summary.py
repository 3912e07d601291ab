"""The summary of a finished game: who won, the deciding number turn by turn, and the biggest moments."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.kernel.views.view import EventView, Outcome, View
from grognard.play.journal import Action, Deed, Resign, Undo
from grognard.play.session import Session

MOMENTS: Final = 3
SENTENCES: Final = 2  # of a moment
SIDES: Final = (0, 1)
GONE: Final = "rout"  # the sound of what leaves the field


class SummaryStep(NamedTuple):
    """The result of an action that was not undone: its moment and turn, the number of each side, and the headlines.

    The numbers are left out if nothing depends on them or the game does not show them yet.
    """

    moment: int
    turn: int
    numbers: tuple[int, ...]
    headlines: tuple[EventView, ...] = ()


class Highlight(NamedTuple):
    """A moment to see again: its sentence and seat, and the numbers before and after if they changed.

    `by_seat` is the sentence as each seat reads it.
    """

    moment: int
    turn: int
    text: str
    seat: int | None
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    by_seat: tuple[str, ...] = ()

    def read_by(self, seat: int | None) -> str:
        """The sentence for a seat; None for anyone else."""
        return self.text if seat is None or not self.by_seat else self.by_seat[seat]


class GameSummary(NamedTuple):
    """How a game went. `turns` has the numbers of both sides after each turn; turn 0 has the first numbers.

    `most` is the highest value of the number, if it has one.
    """

    sides: Sequence[str]
    turns: Sequence[tuple[int, tuple[int, ...]]]
    most: int | None
    highlights: Sequence[Highlight]


def verdict(game: Game, outcome: Outcome, own: Collection[int]) -> str:
    """Returns the result for the holder of the seats `own`. Spectators and holders of both sides read who won."""
    if not outcome.winners:
        return "A draw"
    won = game.sides[outcome.winners[0]]
    mine = {game.sides[seat] for seat in own}
    if len(mine) != 1:
        return game.victory(won)
    return "You win" if won in mine else "You lose"


def standing(deeds: Sequence[Deed]) -> list[int]:
    """Returns the places of the entries that were played and not undone."""
    found: list[int] = []
    for place, deed in enumerate(deeds):
        if isinstance(deed, Undo):
            del found[deed.kept :]
        elif isinstance(deed, Action | Resign):
            found.append(place)
    return found


def summarize(session: Session, states: Sequence[State], told: Sequence[int]) -> GameSummary:
    """Summarizes a finished game from the position at each moment and the length of the log by then."""
    outcome = session.outcome()
    assert outcome is not None
    steps = list(_steps(session, states, told))
    turns = _turns(steps)
    last = Highlight(len(states) - 1, int(states[-1].turn), outcome.text, next(iter(outcome.winners), None))
    ended = steps[-1].moment == last.moment and bool(steps[-1].headlines)
    given_up = any(isinstance(entry, Resign) for entry in session.journal.entries[-2:])  # nothing to see
    found = [
        _as_each_reads(session, told, one, last)
        for one in highlights(steps, None if ended or given_up else last) or [last]
    ]
    view = session.view(None)
    most = max((number.of or 0 for number in view.numbers if number.key == decisive_key(session.game)), default=0)
    return GameSummary((session.game.side_name(0), session.game.side_name(1)), turns, most or None, found)


def _as_each_reads(session: Session, told: Sequence[int], one: Highlight, last: Highlight) -> Highlight:
    """Returns a moment with its sentence for each seat: of what helped the side that gained; or the result."""
    seats = range(session.game.num_players())
    outcome = session.outcome()
    if one == last and outcome is not None:
        return one._replace(by_seat=tuple(outcome.why(seat) for seat in seats))
    gainer = _gainer(session, one)

    def said(reader: int | None) -> str:
        news = _headlines(session, told, one.moment, reader)
        good = [each for each in news if not speaks_against(session.game, each, gainer)]
        return headlines_told(good or news)

    return one._replace(text=said(None), by_seat=tuple(said(seat) for seat in seats))


def _gainer(session: Session, one: Highlight) -> int | None:
    """Returns the side that gained on the other by the number that decides the game; None if neither did."""
    changes = [now - then for then, now in zip(one.before, one.after, strict=True)]
    if len(changes) != len(SIDES) or changes[0] == changes[1]:
        return None
    key = decisive_key(session.game)
    harms = any(number.key == key and number.harms for number in session.view(None).numbers)
    return changes.index(min(changes) if harms else max(changes))


def speaks_against(game: Game, event: EventView, side: int | None) -> bool:
    """Returns whether an event is bad for a side: it loses something, or is attacked."""
    return side is not None and event.against is not None and game.sides[event.against] == side


def headlines_told(news: Sequence[EventView]) -> str:
    """Returns at most `SENTENCES` headlines in their order: of what leaves the field first, then the last."""
    ranked = sorted(range(len(news)), key=lambda place: (news[place].sound == GONE, place))
    return " ".join(news[place].text for place in sorted(ranked[-SENTENCES:]))


def decisive_key(game: Game) -> str:
    """Returns the key of the number that decides a game; empty if the game names none."""
    return game.spec.decisive.key if game.spec.decisive is not None else ""


def numbers(game: Game, view: View) -> tuple[int, ...]:
    """Returns the deciding number, added up for each side; empty if the view does not show it."""
    own = [number for number in view.numbers if number.key == decisive_key(game) and number.owner is not None]
    sides = (0, 1) if own else ()
    return tuple(sum(number.value for number in own if game.sides[number.owner or 0] == side) for side in sides)


def _steps(session: Session, states: Sequence[State], told: Sequence[int]) -> Iterator[SummaryStep]:
    """Yields the start and the step of each entry that was not undone. Draws a view only if its numbers are needed."""
    deeds = [entry for entry in session.journal.entries if isinstance(entry, Deed)]
    moments = [0, *(place + 1 for place in standing(deeds))]
    # An action belongs to the turn in which it is played, and may begin the next. The last may end the game.
    turns = [int(states[moment].turn) for moment in [0, *moments[:-2], moments[-1]]][: len(moments)]
    news = [_headlines(session, told, moment) for moment in moments]
    for place, moment in enumerate(moments):
        following = place + 1
        is_last = following == len(moments)
        needed = news[place] or is_last or news[following] or turns[following] != turns[place]
        found = numbers(session.game, states[moment].view(None)) if needed else ()
        yield SummaryStep(moment, turns[place], found, news[place])


def _headlines(session: Session, told: Sequence[int], moment: int, reader: int | None = None) -> tuple[EventView, ...]:
    if moment == 0:
        return ()
    brought = session.open_events(told[moment - 1], told[moment], reader)
    return tuple(event for event in brought if event.weight == "headline")


def _turns(steps: Sequence[SummaryStep]) -> list[tuple[int, tuple[int, ...]]]:
    """Returns the first numbers, and those after each turn."""
    shown = [step for step in steps if step.numbers]
    start = [(0, step.numbers) for step in shown[:1]]
    return start + list({step.turn: step.numbers for step in shown[1:]}.items())


def highlights(steps: Sequence[SummaryStep], last: Highlight | None = None, most: int = MOMENTS) -> list[Highlight]:
    """Returns the steps to see again, in order: the biggest step of each of the turns that changed most.

    A rout is many small steps and no big one, so turns are compared as a whole. Several steps of one turn are taken
    only if too few turns have any. The last one decided the game: it is the final step, unless `last` is given.
    """
    ranked = []
    for place, (before, step) in enumerate(pairwise(steps)):
        if step.headlines:
            ranked.append((_swing(before, step), len(step.headlines), place, _highlight(before, step)))
    ranked.sort(key=lambda one: one[:3], reverse=True)
    ways = [way for *_, way in ranked]
    if last is None and steps:
        last = next((way for way in ways if way.moment == steps[-1].moment), None)
    found = [] if last is None else [last]
    swings = _swings(steps)
    for way in sorted(ways, key=lambda way: swings.get(way.turn, 0), reverse=True):
        if len(found) < most and way.turn not in {other.turn for other in found}:
            found.append(way)
    for way in ways:
        if len(found) < most and way.moment not in {other.moment for other in found}:
            found.append(way)
    return sorted(found)


def _swings(steps: Sequence[SummaryStep]) -> dict[int, int]:
    """Returns how much the numbers changed in each turn."""
    shown = [step for step in steps if step.numbers]
    last = {step.turn: step for step in shown}
    ends = [*shown[:1], *last.values()]
    return {after.turn: _swing(before, after) for before, after in pairwise(ends)}


def _swing(before: SummaryStep, after: SummaryStep) -> int:
    if not (before.numbers and after.numbers):
        return 0
    return sum(abs(now - then) for then, now in zip(before.numbers, after.numbers, strict=True))


def _highlight(before: SummaryStep, step: SummaryStep) -> Highlight:
    changed = (before.numbers, step.numbers) if _swing(before, step) else ((), ())
    return Highlight(step.moment, step.turn, headlines_told(step.headlines), step.headlines[-1].seat, *changed)
