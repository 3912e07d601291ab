"""Reviews a finished game: what each choice cost, how much luck each side had, and the unexplained rest.

A choice is judged by its seat's knowledge, in many worlds that the seat could not tell from the true one
(`workers.judge`). Luck is judged in the true position: the chance of winning after a draw or a roll, against its mean
over other draws (`luck_counter`). Starting chance, choices and luck are three estimates, so their sum misses the result
by a remainder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from grognard.bots.luck_counter import LuckCounter
from grognard.bots.reasons import Reasons, why_told
from grognard.bots.workers import Judged, SearchTask, Weighed, search_task
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.play.players import BOTS
from grognard.play.summary import headlines_told, speaks_against, standing
from grognard.play.timeline import Timeline

SECONDS: Final = 0.04  # for each decision
LONGER: Final = 10  # times as long, for decisions that seem to have cost the most
DOUBTED: Final = 5  # decisions of each seat that are searched longer
REVISIONS: Final = 2  # rounds of longer searches, since one may clear a decision and put another among the costliest
# Ends of a game that no estimate can foresee.
DECREED: Final = ("resigned", "claimed")
BEST: Final = 3  # choices stored for each decision
COSTLY: Final = 3  # decisions shown for each seat
LEAST: Final = 0.02  # smaller costs are not worth showing
SURE: Final = 2.0  # standard errors, at least, of a cost that is shown
OVERHEAD: Final = 0.02  # seconds for each decision, besides the search
FREQUENT: Final = 5  # mistakes, at least, before the most frequent kind is named
OVER: Final = 1.5  # times as often among mistakes as among all decisions, at least, to be named
PASS: Final = "pass"  # the kind of a decision that only lets the game continue
LARGE: Final = 0.1  # a remainder that has to be mentioned next to the other parts


class Decision(NamedTuple):
    """A choice of a seat among two or more actions, by number, with its step in the game."""

    step: int
    seat: int
    turn: int
    action: int


class Verdict(msgspec.Struct, frozen=True):
    """The computer's judgment of a decision: the best choices in order, the choice made, and its cost.

    A cost is in win probability, and may be below 0 if the choice was among the best; `error` is its standard error.
    """

    step: int  # the deed, as the replay counts them
    seat: int
    turn: int
    best: tuple[Weighed, ...]
    played: Weighed
    seconds: float  # the thinking time
    cost: float
    error: float
    # The cost by the first search. Longer ones correct only decisions that seemed costly, which would bias a sum.
    first: float
    bots: int  # the version of its bots
    kind: str = ""  # the verb of the choice made, as its button says it, or PASS; empty if the button names a thing
    why: Reasons | None = None  # of a big mistake: why the better choice is better
    good_news: str = ""  # after the seat's biggest gain: the other side's losses since its decision before


class Gain(NamedTuple):
    """The largest rise of a seat's chances between two decisions of its own: it begins after `before`."""

    before: Verdict
    after: Verdict

    @property
    def start(self) -> float:
        """The chance of winning after the first decision."""
        return self.before.best[0].chance - max(0.0, self.before.cost)

    @property
    def end(self) -> float:
        """The chance of winning at the second decision."""
        return self.after.best[0].chance


class GameBalance(NamedTuple):
    """How a side's result came about, as changes in the chance of winning: all other fields add up to the result."""

    start: float  # at the first decision, from the knowledge of the seat that made it
    own: float  # the cost of its own choices, mostly below 0
    others: float  # the gain from the other side's choices, mostly above 0
    chance: float
    remainder: float
    result: float

    @property
    def has_large_remainder(self) -> bool:
        """Whether a summary has to mention the remainder: it is large, or larger than every other part."""
        parts = (self.own, self.others, self.chance)
        return abs(self.remainder) >= min(LARGE, max(0.005, *map(abs, parts)))

    def rounded(self) -> GameBalance:
        """Rounds to whole percents; the remainder absorbs the rounding errors, so that the fields still add up."""
        start, own, others, chance, _remainder, result = (round(one, 2) for one in self)
        return GameBalance(start, own, others, chance, result - start - own - others - chance, result)


def decisions(timeline: Timeline) -> list[Decision]:
    """Returns every choice among two or more actions that was not undone."""
    found = []
    for step, action in _played(timeline):
        state = timeline.moments[step].state
        if len(state.legal_actions()) > 1:
            found.append(Decision(step, int(state.current_player()), int(state.turn), action))
    return found


def _played(timeline: Timeline) -> Iterator[tuple[int, int]]:
    """Yields the steps of actions that were not undone, each with its action."""
    for step in standing(timeline.deeds):
        action = timeline.moments[step + 1].action
        if action is not None:
            yield step, action


def verdict(
    decision: Decision, judged: Judged, seconds: float, before: Verdict | None = None, kind: str = ""
) -> Verdict:
    """Returns the verdict to store; `before` is the one of a shorter search, if any."""
    first = judged.cost if before is None else before.first
    best, known = tuple(judged.found[:BEST]), (judged.cost, judged.error, first, BOTS, kind)
    return Verdict(decision.step, decision.seat, decision.turn, best, judged.played, seconds, *known)


def kind_of(state: State, action: int) -> str:
    """Returns what kind of decision an action is: the verb of its button, or PASS; empty if it only names a thing."""
    seat = int(state.current_player())
    made = next((one for one in state.view(seat).actions if one.action == action), None)
    return "" if made is None else PASS if made.passes else made.does


def biggest_mistakes(verdicts: Sequence[Verdict], seat: int, most: int = COSTLY) -> list[Verdict]:
    """Returns the decisions of a seat that surely cost it something, the costliest first."""
    told = [one for one in verdicts if one.seat == seat and one.cost >= LEAST and is_sure(one)]
    return sorted(told, key=lambda one: -one.cost)[:most]


def biggest_gain(verdicts: Sequence[Verdict], seat: int) -> Gain | None:
    """Returns the largest rise of a seat's chances between two of its decisions; None if there was no large one."""
    own = sorted((one for one in verdicts if one.seat == seat), key=lambda one: one.step)
    gains = [Gain(before, after) for before, after in pairwise(own)]
    best = max(gains, key=lambda one: one.end - one.start, default=None)
    return best if best is not None and best.end - best.start >= LARGE else None


def good_news_between(timeline: Timeline, gain: Gain) -> str:
    """Returns the other side's losses that a seat read of between two of its decisions; empty if there were none."""
    seat, first, last = gain.before.seat, gain.before.step, gain.after.step
    log = timeline.log(seat, last, (), seat)
    game = timeline.session.game
    news = [entry.event for entry in log if entry.moment > first and entry.event.weight == "headline"]
    return headlines_told([event for event in news if speaks_against(game, event, 1 - game.sides[seat])])


def why_better(verdict: Verdict, reader: int | None) -> str:
    """Returns why a mistake was one, for the holder of a seat or for anyone else; empty if nothing is known."""
    if verdict.why is None:
        return ""
    return why_told(verdict.why, verdict.played.label, reader if reader == verdict.seat else None)


def worst_mistake(verdicts: Sequence[Verdict], own: Collection[int]) -> Verdict | None:
    """Returns the biggest of the big mistakes in these seats; None if there was none."""
    found = [one for seat in own for one in biggest_mistakes(verdicts, seat, 1)]
    return max(found, key=lambda one: one.cost, default=None)


def mistake_told(game: Game, verdicts: Sequence[Verdict], own: Collection[int], won: bool = False) -> str:
    """Returns an analysis in one sentence, for the holder of the seats `own`: their biggest mistake, if any.

    `won` is whether they won in spite of it.
    """
    sides = {game.sides[seat] for seat in own}
    worst = worst_mistake(verdicts, own)
    if worst is None:
        return "You made no big mistake." if len(sides) == 1 else "Nobody made a big mistake."
    cost = f"{100 * worst.cost:.0f}\N{NO-BREAK SPACE}%"
    if len(sides) != 1:
        name = game.seats[worst.seat]
        return (
            f"The biggest mistake was {name}'s, on turn {worst.turn}: it lowered {name}'s chance of winning by {cost}."
        )
    if won:
        return f"You won despite a mistake on turn {worst.turn} that lowered your chance of winning by {cost}."
    return f"Your biggest mistake, on turn {worst.turn}, lowered your chance of winning by {cost}."


def frequent_mistake(verdicts: Iterable[Verdict]) -> str:
    """Returns the kind of choice that a player gets wrong too often, in a sentence; empty if none stands out.

    A kind stands out if its share of the mistakes is much larger than its share of all decisions.
    """
    known = [one for one in verdicts if one.kind]
    mistakes = [one for one in known if one.cost >= LEAST and is_sure(one)]
    if len(mistakes) < FREQUENT:
        return ""
    chosen, wrong = Counter(one.kind for one in known), Counter(one.kind for one in mistakes)
    often = {kind: n for kind, n in wrong.items() if n > 2 and n * len(known) >= OVER * chosen[kind] * len(mistakes)}
    if not often:
        return ""
    kind, times = max(often.items(), key=lambda one: (one[1], one[0]))
    what = "passing or holding back" if kind == PASS else f"“{kind}”"
    share = 100 * chosen[kind] / len(known)
    return (
        f"Look twice before {what}: it accounts for {times} of your {len(mistakes)} mistakes,"
        f" but only {share:.0f}\N{NO-BREAK SPACE}% of your decisions."
    )


def is_sure(verdict: Verdict) -> bool:
    """Returns whether a cost is larger than the error of its search can explain."""
    return verdict.cost >= SURE * verdict.error


def better_actions(verdict: Verdict) -> list[Weighed]:
    """Returns the choices that were better than the one played by more than the error, the best first.

    A mistake has at least one: the best of the others.
    """
    played, others = verdict.played, [one for one in verdict.best if one.do != verdict.played.do]
    least = played.chance + verdict.error
    better = [one for one in others if one.chance > least and round(one.chance, 2) > round(played.chance, 2)]
    is_mistake = verdict.cost >= LEAST and is_sure(verdict)
    return better or sorted(others, key=lambda one: -one.chance)[: int(is_mistake)]


def seconds_for(decisions: int, longer: int) -> float:
    """Returns about how long an analysis takes on an idle processor; `longer` decisions are searched longer."""
    return (decisions + longer) * OVERHEAD + (decisions + LONGER * longer) * SECONDS


def longer_searches(decisions: int, seats: int) -> int:
    """Returns how many decisions are usually searched longer, over all revisions."""
    return min(decisions, round(1.5 * DOUBTED * seats))


def steps_to_search_longer(verdicts: Sequence[Verdict]) -> list[int]:
    """Returns the steps of each seat's decisions that may be its costliest, to be searched `LONGER` times as long."""
    found = []
    for seat in sorted({one.seat for one in verdicts}):
        own = [one for one in verdicts if one.seat == seat and one.cost + one.error >= LEAST]
        found += [one.step for one in sorted(own, key=lambda one: -one.cost - one.error)[:DOUBTED]]
    return sorted(found)


def why_asked(state: State, mistake: Verdict) -> tuple[SearchTask, str, str] | None:
    """Returns what to ask `reasons` about a mistake at a position; None if its reasons are known."""
    better = better_actions(mistake)
    if mistake.why is not None or not better:
        return None
    return search_task(state.game, state, mistake.seat, 1), better[0].do, mistake.played.do


def task_about(state: State, decision: Decision, longer: bool) -> SearchTask:
    """Returns the search task for a decision. A longer search has its own deals, for an independent result."""
    return search_task(state.game, state, decision.seat, int(longer))


def luck_by_step(timeline: Timeline) -> dict[int, float]:
    """Returns side 0's luck at each step with a draw or a roll, in win probability."""
    states = timeline.states
    weight = states[0].game.measure.luck[0]
    if not weight:  # nobody has measured what luck is worth in this game
        return {}
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
    """Returns how the result of a game came about for the side of a seat, once all its decisions are judged."""
    sides = timeline.session.game.sides
    if not verdicts:
        raise ValueError("a game without decisions cannot be reviewed")
    first = min(verdicts, key=lambda one: one.step)
    hope = first.best[0].chance
    start = hope if sides[first.seat] == sides[seat] else 1 - hope
    chances = (chance for step, chance in luck_by_step(timeline).items() if step >= first.step)
    chance = sum(chances) * (1 if sides[seat] == 0 else -1)
    own = -sum(one.first for one in verdicts if sides[one.seat] == sides[seat])
    others = sum(one.first for one in verdicts if sides[one.seat] != sides[seat])
    return GameBalance(start, own, others, chance, result - start - own - others - chance, result)
