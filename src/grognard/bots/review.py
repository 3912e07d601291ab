"""A game that is over, reckoned up: what each choice cost, what chance gave, and what is left.

A choice is judged by what its seat knew, in many worlds that it could not tell from the true one (`thinking.judge`).
Chance is judged in the true position: the chance to win after a draw or a roll, against its mean over other draws
(`luck`). Chance to win, choices and chance are three estimates, so that their sum misses the result by a remainder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from grognard.bots.luck_counter import LuckCounter
from grognard.bots.workers import Judged, SearchTask, Weighed, search_task
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.state import State
from grognard.play.players import BOTS
from grognard.play.summary import standing
from grognard.play.timeline import Timeline

SECONDS: Final = 0.04  # for each decision
LONGER: Final = 10  # times that, for those that seem to have cost most
DOUBTED: Final = 5  # of each seat
REVISIONS: Final = 2  # a longer look may acquit one and let another come forward
# Ends that no estimate can foresee.
DECREED: Final = ("resigned", "claimed")
BEST: Final = 3  # choices that are kept of each decision
COSTLY: Final = 3  # decisions that are shown of each seat
LEAST: Final = 0.02  # a cost below it is not worth a look
SURE: Final = 2.0  # standard errors of a cost that is told


class Decision(NamedTuple):
    """What a seat chose among two or more actions, at which step: by number."""

    step: int
    seat: int
    turn: int
    action: int


class Verdict(msgspec.Struct, frozen=True):
    """What the computer makes of a decision: what it would have done, the best first, what was done, and its cost.

    A cost is in chances to win, and may lie below 0 where the choice was among the best; `error` is its standard error.
    """

    step: int  # the deed, as the replay counts them
    seat: int
    turn: int
    best: tuple[Weighed, ...]
    played: Weighed
    seconds: float  # how long it thought
    cost: float
    error: float
    # The cost by the first look: a longer one corrects those alone that seemed to cost much, which would spoil a sum.
    first: float
    bots: int  # the version of its bots


class GameBalance(NamedTuple):
    """How a result came about for a side, in chances to win: all but the result add up to it."""

    start: float  # at the first decision, from what the seat that made it knew
    own: float  # what its own choices cost, mostly below 0
    others: float  # what the other side's choices gave it, mostly above 0
    chance: float
    remainder: float
    result: float

    def rounded(self) -> GameBalance:
        """Rounded to the percent; the remainder takes what rounding leaves, so that they still add up."""
        start, own, others, chance, _remainder, result = (round(one, 2) for one in self)
        return GameBalance(start, own, others, chance, result - start - own - others - chance, result)


def decisions(timeline: Timeline) -> list[Decision]:
    """Every choice among two or more actions that was not taken back."""
    found = []
    for step, action in _played(timeline):
        state = timeline.moments[step].state
        if len(state.legal_actions()) > 1:
            found.append(Decision(step, int(state.current_player()), int(state.turn), action))
    return found


def _played(timeline: Timeline) -> Iterator[tuple[int, int]]:
    """The steps of actions that were not taken back, each with its action."""
    for step in standing(timeline.deeds):
        action = timeline.moments[step + 1].action
        if action is not None:
            yield step, action


def verdict(decision: Decision, judged: Judged, seconds: float, before: Verdict | None = None) -> Verdict:
    """What is kept of what was made of a decision; `before` is what a shorter look made of it."""
    first = judged.cost if before is None else before.first
    best, known = tuple(judged.found[:BEST]), (judged.cost, judged.error, first, BOTS)
    return Verdict(decision.step, decision.seat, decision.turn, best, judged.played, seconds, *known)


def biggest_mistakes(verdicts: Sequence[Verdict], seat: int, most: int = COSTLY) -> list[Verdict]:
    """The decisions of a seat that surely cost it something, the costliest first."""
    told = [one for one in verdicts if one.seat == seat and one.cost >= max(LEAST, SURE * one.error)]
    return sorted(told, key=lambda one: -one.cost)[:most]


def better_actions(verdict: Verdict) -> list[Weighed]:
    """The choices that seemed better than what was played, the best first."""
    return [one for one in verdict.best if one.chance > verdict.played.chance]


def steps_to_search_longer(verdicts: Sequence[Verdict]) -> list[int]:
    """The steps of each seat's decisions that may be its costliest, for a look `LONGER` times as long."""
    found = []
    for seat in sorted({one.seat for one in verdicts}):
        own = [one for one in verdicts if one.seat == seat and one.cost + one.error >= LEAST]
        found += [one.step for one in sorted(own, key=lambda one: -one.cost - one.error)[:DOUBTED]]
    return sorted(found)


def task_about(state: State, decision: Decision, longer: bool) -> SearchTask:
    """What to ask about a decision. A longer look has deals of its own: those that raised a doubt cannot settle it."""
    return search_task(state.game, state, decision.seat, int(longer))


def luck_by_step(timeline: Timeline) -> dict[int, float]:
    """What chance gave side 0 at each step at which something was drawn or rolled, in chances to win."""
    states = timeline.states
    weight = states[0].game.measure.luck[0]
    luck = LuckCounter(states[0], stream(int(states[0].chance[0]), "reckoning")[0])
    found: dict[int, float] = {}
    for step, action in _played(timeline):
        before = luck.given
        luck.note(states[step])
        luck.add(action, states[step + 1])
        if luck.given != before:
            found[step] = weight * (luck.given - before)
    return found


def balance_of(timeline: Timeline, verdicts: Sequence[Verdict], seat: int, result: float) -> GameBalance:
    """How the result of a game came about for the side of a seat, once all its decisions were judged."""
    sides = timeline.session.game.sides
    if not verdicts:
        raise ValueError("without a decision there is nothing to reckon from")
    first = min(verdicts, key=lambda one: one.step)
    hope = first.best[0].chance
    start = hope if sides[first.seat] == sides[seat] else 1 - hope
    chances = (chance for step, chance in luck_by_step(timeline).items() if step >= first.step)
    chance = sum(chances) * (1 if sides[seat] == 0 else -1)
    own = -sum(one.first for one in verdicts if sides[one.seat] == sides[seat])
    others = sum(one.first for one in verdicts if sides[one.seat] != sides[seat])
    return GameBalance(start, own, others, chance, result - start - own - others - chance, result)
