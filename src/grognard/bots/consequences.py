"""Explains a choice by its consequences: what comes after it that does not come after another, in the log's words.

Both choices are played on in the same worlds, none of which the deciding seat could distinguish from the true one. The
greedy bot makes all later choices. A sentence of the log counts as a consequence if it comes clearly more often after
one of the two choices, and if the better choice gains more in worlds in which it comes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import StatisticsError, correlation, median
from typing import Final, NamedTuple

from grognard.bots.base import Bot
from grognard.bots.greedy import Greedy, Judge
from grognard.bots.levels import bot
from grognard.bots.reasons import Numbers, Reasons, common, contrast, numbers, reasons, reported, why_told
from grognard.bots.workers import SearchTask, known_of
from grognard.kernel.content.wording import uncapitalized
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.information import Information
from grognard.kernel.game import Game
from grognard.kernel.views.view import ActionView, EventView, View

WORLDS: Final = 60
FEWER: Final = 20  # worlds, where a search makes all later choices
SEARCH: Final = "ismcts:effort=32"  # makes them where greedy misses what the better choice is good for
TURNS: Final = 2  # the rest of this turn and the next, at least
LONGER: Final = (1, 2)  # times as many turns, until the better choice is better there too
AHEAD: Final = 0.02  # by at least this chance of winning,
SURE: Final = 2.0  # and by this many standard errors
OFTENER: Final = 0.25  # a consequence comes after one choice in this many more of all worlds
TOLD: Final = 2  # sentences for each choice, at most
LESS: Final = 0.4  # the second sentence explains at least this part of what the first does
SAME: Final = 0.9  # only one of two events is told if they come together this often in one action
ALWAYS, MOSTLY, HALF = 0.95, 0.6, 0.4  # how often something has to come to be told in these words
SELDOM: Final = 0.05
# What an event counts that is no headline: one that befalls somebody, such as a loss, and any other.
BEFALLS, DONE = 0.5, 0.05
AT_ONCE: Final = 0.3  # times this, as part of the choice itself
FEW: Final = 5  # worlds with an event, and as many without it, from which its effect is known
OBJECT: Final = "\N{OBJECT REPLACEMENT CHARACTER}"  # stands for the object of the choice
# The first words of sentences that are written small within another.
SMALL: Final = frozenset({"You", "Your", "The", "No", "Nobody", "Neither", "Both"})


class Told(NamedTuple):
    """A sentence of the log in one world: the number of the action, its place, and what such an event counts.

    It is `own` if it befalls the seat, and `expected` if the label of the choice says as much.
    """

    action: int
    place: int
    weight: float
    text: str
    own: bool = False
    expected: bool = False


class Played(NamedTuple):
    """A choice played on in one world: its sentences, and the chance of winning in the end.

    The key of a sentence has OBJECT in place of the object of the choice: what two choices do alike has the same key.
    """

    told: dict[str, Told]
    chance: float
    end: int | None  # the number of the action that ended the game, if it ended
    numbers: Numbers  # on the table, in the end


class Consequence(NamedTuple):
    """A sentence of the log, how often it comes after the choice, and how often after the other.

    It `follows` if it nearly always comes with the sentence before, and `ends` the game if it comes in the last action.
    """

    text: str
    often: float
    otherwise: float
    ends: bool
    own: bool  # it befalls the seat
    done: bool  # it is only what a seat does, no result
    follows: bool = False


class Consequences(NamedTuple):
    """What comes after the better choice, and what after the other, in the order of the game, and the numbers then."""

    better: tuple[Consequence, ...] = ()
    other: tuple[Consequence, ...] = ()
    numbers: Reasons | None = None

    @property
    def usual(self) -> tuple[tuple[Consequence, ...], tuple[Consequence, ...]]:
        """The results that come at least about half the time."""
        found = (tuple(one for one in each if one.often >= HALF and not one.done) for each in (self.better, self.other))
        better, other = found
        return better, other

    @property
    def worth_telling(self) -> bool:
        """Whether there is a usual result, or a number that differs."""
        return any(self.usual) or bool(self.numbers and self.numbers.told)


def explained(asked: SearchTask, better: str, other: str) -> str:
    """Returns why the first of two choices, given by their notations, is better, in up to three sentences."""
    view = known_of(asked).view()
    names = [_name(view, do) for do in (better, other)]
    found = consequences(asked, better, other)
    if found is None or not found.worth_telling:
        counted = reasons(asked, better, other)
        if counted.told and all(one.speaks or one.hand for one in counted.told):
            return why_told(counted, names[1], asked.seat)
        found = consequences(asked, better, other, bot(SEARCH), FEWER) or found
    return _told(found, names, asked.seat) if found is not None else ""


def consequences(
    asked: SearchTask, better: str, other: str, player: Bot | None = None, worlds: int = WORLDS
) -> Consequences | None:
    """Returns the consequences of two choices, given by their notations, of which the first is better.

    The player, usually the greedy bot, makes all later choices. Returns None if the first choice is not better then.
    """
    known = known_of(asked)
    turns = max(TURNS, known.game.measure.horizon)
    for times in LONGER:
        lines = [_played(known, do, player or Greedy(worlds=1), worlds, turns * times) for do in (better, other)]
        gains = [a.chance - b.chance for a, b in zip(*lines, strict=True)]
        mean = _mean(gains)
        error = math.sqrt(math.fsum((each - mean) ** 2 for each in gains)) / worlds
        if mean >= max(AHEAD, SURE * error):
            counted = _numbers(lines, known.game, asked.seat, turns * times)
            return Consequences(
                _telling(lines[0], lines[1], gains, 1), _telling(lines[1], lines[0], gains, -1), counted
            )
    return None


def _numbers(lines: Sequence[Sequence[Played]], game: Game, seat: int, turns: int) -> Reasons:
    """Returns the numbers of the table that differ, those first that go most with the chance of winning."""
    first, second = ([one.numbers for one in line] for line in lines)
    side, chances = game.sides[seat], [one.chance for line in lines for one in line]
    found = []
    for what in common(first, second):
        differs = contrast(what, first, second, side)
        if differs is not None:
            found.append((_correlation([float(one[what]) for one in [*first, *second]], chances), differs))
    return reported(
        [reason for _, reason in sorted(found, key=lambda one: (one[1].hand, -abs(one[0])))], game, side, turns
    )


def _correlation(values: Sequence[float], chances: Sequence[float]) -> float:
    try:
        return correlation(values, chances)
    except StatisticsError:  # all are the same
        return 0.0


def _played(known: Information, do: str, player: Bot, worlds: int, turns: int) -> list[Played]:
    """Plays a choice on in this many worlds, for this many turns or to the end of the game."""
    choice = next(one for one in known.view().actions if one.notation == do)
    found = []
    for number in range(worlds):
        seed = stream(known.seed, f"consequence {number}")[0]
        found.append(_line(known, choice, player, seed, turns))
    return found


def _line(known: Information, choice: ActionView, player: Bot, seed: int, turns: int) -> Played:
    """Plays a choice on in the world dealt from this seed."""
    world, told = known.resample(seed), dict[str, Told]()
    action, object = choice.action, choice.object
    stated = choice.label != choice.short  # The label states the effect.
    until, number = int(world.turn) + turns, 0
    while True:
        world.record()
        world.apply_action(action)
        for event in world.recorder.events:
            seen = known.game.event_view(event.seen_by(known.seat), known.seat)
            weight = _weight(seen, known.seat, world.is_terminal()) * (1.0 if number else AT_ONCE)
            if weight > 0.0:
                key = seen.text.replace(object, OBJECT) if object else seen.text
                own, expected = seen.against == known.seat, not number and (stated or weight < AT_ONCE)
                told[key] = Told(number, len(told), weight, seen.text, own, expected)
        if world.is_terminal() or int(world.turn) >= until:
            chance = Judge(world.clone()).chance(world, known.seat)
            return Played(told, chance, number if world.is_terminal() else None, numbers(world))
        number += 1
        seat, legal = int(world.current_player()), world.legal_actions()
        asked = world.information(seat, stream(seed, f"decision {number}")[0])
        action = legal[0] if len(legal) == 1 else int(player.choose(asked))


def _weight(event: EventView, seat: int, over: bool) -> float:
    """Returns what an event counts: 0 for rolls, bookkeeping, and what others only begin to do."""
    if event.weight == "bookkeeping" or event.line == "detail":
        return 0.0
    if event.weight == "headline":
        return 1.0 if event.against is not None or event.whom or over else DONE
    if not event.who:
        return BEFALLS if event.against is not None and not event.dice else 0.0
    return DONE if event.seat == seat and event.whom else 0.0


def _telling(
    line: Sequence[Played], other: Sequence[Played], gains: Sequence[float], sign: int
) -> tuple[Consequence, ...]:
    """Returns what best explains the gains of the better choice, of all that comes in one line and not in the other."""
    found: list[tuple[float, float, str]] = []
    for key in dict.fromkeys(key for one in line for key in one.told):
        one = _consequence(line, other, key)
        if one.often - one.otherwise >= OFTENER:
            told = [each.told[key] for each in line if key in each.told]
            explains = told[0].weight * (one.often - one.otherwise) * _effect(line, key, gains)
            always = one.often >= ALWAYS
            price = told[0].expected or (sign > 0 and one.own)  # of the better choice, if it always comes
            if explains > 0.0 and (not price if always else _fits(line, key, sign)):
                found.append((round(explains, 6), median(each.place for each in told), key))
    if not found:
        return ()
    most = max(found)
    # Of what explains as much, the last is the result, and the first is how it came about.
    rest = [
        each
        for each in found
        if each[0] >= LESS * most[0] and not _together(line, each[2], most[2], in_one_action=True)
    ]
    picked = [most, *sorted(rest, key=lambda each: (-each[0], each[1]))[: TOLD - 1]]
    picked.sort(key=lambda each: each[1])
    best = [_consequence(line, other, key) for _, _, key in picked]
    if len(picked) > 1 and _together(line, picked[0][2], picked[1][2]):
        best[1] = best[1]._replace(follows=True)
    return tuple(best)


def _consequence(line: Sequence[Played], other: Sequence[Played], key: str) -> Consequence:
    texts = Counter(one.told[key].text for one in line if key in one.told)
    text, _times = texts.most_common(1)[0]
    same = sum(any(told.text == text for told in one.told.values()) for one in other) / len(other)
    ends = all(one.told[key].action == one.end for one in line if key in one.told)
    own = any(one.told[key].own for one in line if key in one.told)
    done = all(one.told[key].weight <= DONE for one in line if key in one.told)
    return Consequence(text, _often(line, key), max(_often(other, key), same), ends, own, done)


def _together(line: Sequence[Played], one: str, other: str, in_one_action: bool = False) -> bool:
    """Returns whether two sentences nearly always come together."""
    has = [each.told for each in line if one in each.told or other in each.told]
    both = [told for told in has if one in told and other in told]
    if in_one_action:
        both = [told for told in both if told[one].action == told[other].action]
    return len(both) >= SAME * len(has)


def _often(line: Sequence[Played], key: str) -> float:
    return sum(key in one.told for one in line) / len(line)


def _effect(line: Sequence[Played], key: str, gains: Sequence[float]) -> float:
    """Returns how much more the better choice gains in worlds in which this comes; all it gains if it always comes.

    What comes after both choices, and merely differs in its numbers, thus counts for the choice that it helps more.
    """
    here, not_here = (
        [gain for one, gain in zip(line, gains, strict=True) if (key in one.told) == comes] for comes in (True, False)
    )
    return _mean(here) - _mean(not_here) if min(len(here), len(not_here)) >= FEW else _mean(gains)


def _fits(line: Sequence[Played], key: str, sign: int) -> bool:
    """Returns whether the seat has better chances (sign 1), or worse (-1), where this comes after the same choice."""
    here, not_here = ([one.chance for one in line if (key in one.told) == comes] for comes in (True, False))
    return sign * (_mean(here) - _mean(not_here)) >= 0.0


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


# -- in words ----------------------------------------------------------------------------------------------------------


def _name(view: View, do: str) -> str:
    """Returns what a choice is called in a sentence: without its effect, unless that says what passing means."""
    action = next(one for one in view.actions if one.notation == do)
    return action.label if action.passes else action.short


def _told(found: Consequences, names: Sequence[str], seat: int) -> str:
    """Returns the consequences in words; `names` are the two choices, for the reader who holds this seat."""
    lines, counted = found.usual, why_told(found.numbers, names[1], seat) if found.numbers else ""
    if not any(lines) and not counted:
        lines = (found.better, found.other)
    better, other = lines
    if not better:  # What is good after the worse choice is worth telling only next to something better.
        lines = better, other = better, tuple(one for one in other if one.own or one.often < ALWAYS)
    told = [_sentence(one, name) for one, name in zip(lines, names, strict=True) if one]
    if better and not other and better[-1].otherwise >= SELDOM:
        told.append(f"After “{names[1]}”, that happens {_how_often(better[-1].otherwise)}.")
    decided = any(one.ends and one.often >= MOSTLY for each in lines for one in each)
    if not (better and other) and not decided:
        told.append(counted)
    return " ".join(filter(None, told))


def _sentence(found: Sequence[Consequence], name: str) -> str:
    """Returns what comes after a choice: “After “Attack”, in most cases Blue loses 5 troops: 18 to 13.”"""
    told, said = "", ""
    for one in found:
        how_often = _how_often(one.often)
        if told:
            again = "as often" if one.often < MOSTLY else ""
            how_often = "then" if one.follows else f"and {again if how_often == said else how_often}"
            told += ";"
        told += f" {how_often} {_clause(one.text)}"
        said = _how_often(one.often)
    return " ".join(f"After “{name}”,{told}.".split())


def _how_often(share: float) -> str:
    if share >= ALWAYS:
        return ""
    if share >= MOSTLY:
        return "in most cases"
    return "about half the time" if share >= HALF else f"about 1 time in {round(1 / share)}"


def _clause(text: str) -> str:
    """Returns a sentence of the log as a part of another."""
    start = text.split(" ", 1)[0]
    return (uncapitalized(text) if start in SMALL else text).removesuffix(".")
