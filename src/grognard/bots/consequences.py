"""Explains a choice by its consequences: what comes after it that does not come after another, in the log's words.

Both choices are played on in the same worlds, none of which the deciding seat could distinguish from the true one. The
greedy bot makes all later choices, or a search where the greedy bot misses what the better choice is good for. An event
of the log explains the better choice by how much it changes the chance of winning when it comes, and by how much more
often, or how much more favorably, it comes than after the other choice.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from statistics import StatisticsError, correlation, median
from typing import Final, NamedTuple

from grognard.bots.base import Bot
from grognard.bots.greedy import Greedy, Judge
from grognard.bots.levels import bot
from grognard.bots.reasons import (
    HAND,
    Counted,
    NumberContrast,
    Numbers,
    called,
    common,
    contrast,
    means,
    numbers,
    reported,
)
from grognard.bots.workers import SearchTask, known_of
from grognard.kernel.content.wording import capitalized, in_words, listed, uncapitalized
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.information import Information
from grognard.kernel.game import Game
from grognard.kernel.views.view import ActionView, EventView, View, is_with

WORLDS: Final = 200
FEWER: Final = 30  # worlds, where a search makes all later choices
FITS: Final = 1 / 3  # the greedy bot explains a puzzle if it gains at least this part of what the solution should gain
SEARCH: Final = "ismcts:effort=32"  # makes them where the greedy bot misses what the better choice is good for
TURNS: Final = 2  # the rest of this turn and the next, at least
LONGER: Final = (1, 2)  # times as many turns, until the better choice is better there too
AHEAD: Final = 0.02  # by at least this chance of winning,
SURE: Final = 2.0  # and by this many standard errors
ENDED: Final = 0.15  # the end of the game comes after one choice in this many more of all worlds
TOLD: Final = 2  # events, at most
LESS: Final = 0.4  # the second explains at least this part of what the first does
LEAST: Final = 0.01  # and the first changes the chance of winning by this much on average
SMALL_CHANGE: Final = 0.06  # a number that differs by less than this part of it is left out
NO_CHANGE: Final = 0.5  # a number that differs by only this much more than right after the choice restates the choice
NEARLY: Final = 0.8  # a win or a loss with a sentence that says how is preferred if it explains at least this part
SAME: Final = 0.9  # only one of two events is told if they come together this often in one action
ALWAYS, MOSTLY, HALF, SELDOM = 0.95, 0.6, 0.4, 0.05  # how often something comes
WON: Final = 0.75  # the chance of winning in a game that ended with at least this is a win; a draw is half
# What an event counts that is no headline: one that befalls somebody, such as a loss; what you do; what others do.
BEFALLS, DONE, ROUTINE = 0.5, 0.05, 0.001
OBJECT: Final = "\N{OBJECT REPLACEMENT CHARACTER}"  # stands for the object of the choice
NUMBER: Final = r"\d+(?: \+ \d+)*"
VALUE: Final = "#"  # stands for a number
DETAIL: Final = re.compile(r"(?:[:,] | \()[^:,(]*\d.*$")  # the end of a sentence that gives a number
NOTE: Final = re.compile(r" \([^()]*\)$")  # at the end of the name of a choice
# The first words of sentences that are written small within another.
SMALL_WORDS: Final = frozenset({"You", "Your", "The", "No", "Nobody", "Neither", "Both"})


class Bar(NamedTuple):
    """How often an event has to come after one choice to be reported, and how much oftener than after the other."""

    often: float
    oftener: float


USUAL: Final = Bar(HALF, 0.25)
LOWER: Final = Bar(0.3, 0.15)  # where no event passes the usual bar, and there are enough worlds to be sure
ROUTINE_BAR: Final = Bar(MOSTLY, MOSTLY)  # for events of every turn, such as the other side's deployment


class Told(NamedTuple):
    """An event of the log in one world: the number of the action, its place, and what such an event counts.

    `change` is how the action changed the seat's chance of winning. The event is `expected` if the label of the choice
    says as much, and `over` if it is the end of the game. It `befalls` the seat (1), the other side (-1) or nobody (0).
    It is the `play` of a card if it is only what the seat does.
    """

    action: int
    place: int
    weight: float
    text: str
    change: float
    expected: bool = False
    over: bool = False
    befalls: int = 0
    play: bool = False


class Played(NamedTuple):
    """A choice played on in one world: its events, and the chance of winning in the end.

    The key of an event is its text with VALUE for each number and OBJECT for the object of the choice: what two choices
    do alike has the same key.
    """

    told: dict[str, Told]
    chance: float
    ending: str  # the last sentence of the log if the game ended; or else empty
    last: int  # the number of the last action
    numbers: Numbers  # on the table, in the end
    at_once: Numbers  # right after the choice
    deciding: int | None = None  # the seat that decides then, if the game has not ended


Line = Sequence[Played]
Chances = tuple[float, float]  # of winning, after the better choice and after the other


class Consequence(NamedTuple):
    """An event that comes after a choice, and how often. It `follows` if it nearly always comes with the one before."""

    text: str
    often: float
    follows: bool = False


class Ends(NamedTuple):
    """How often each choice soon ends the game with a win (or a loss), and the sentence that says how, if it is one."""

    won: bool
    better: float
    other: float
    how: str


class Consequences(NamedTuple):
    """What comes after the better choice, and what after the other, in the order of the game, and the numbers then.

    `when` says how far both were played on. If events come after one choice only, `otherwise` is how often the last of
    them comes after the other. `gain` is what the better choice gains on average of this many `worlds`.
    """

    when: str
    ends: Ends | None
    better: tuple[Consequence, ...] = ()
    other: tuple[Consequence, ...] = ()
    otherwise: float = 0.0
    numbers: tuple[NumberContrast, ...] = ()
    gain: float = 0.0
    worlds: int = WORLDS

    @property
    def worth_telling(self) -> bool:
        """Whether there is anything to say; that a hand is larger is too little."""
        return bool(self.ends or self.better or self.other or any(one.speaks and not one.hand for one in self.numbers))


def explained(asked: SearchTask, better: str, other: str, chances: Chances) -> str:
    """Returns why the first of two choices, given by their notations, is better, in up to three sentences.

    Their chances of winning are known from a longer search. Empty if neither the greedy bot nor a search shows a reason
    by playing on.
    """
    found = consequences(asked, better, other, Greedy(worlds=1), WORLDS, chances)
    if found is None or found.gain < FITS * (chances[0] - chances[1]):
        found = consequences(asked, better, other, bot(SEARCH), FEWER, chances) or found
    if found is None:
        return ""
    view = known_of(asked).view()
    names = [_name(view, do) for do in (better, other)]
    return f"{_kept(view, better, other)} {_told(found, names, asked.seat)}".strip()


def consequences(
    asked: SearchTask, better: str, other: str, player: Bot, worlds: int, chances: Chances | None = None
) -> Consequences | None:
    """Returns the consequences of two choices, given by their notations, of which the first is better.

    The player makes all later choices. Returns None if the first choice is not better then, if what follows contradicts
    the `chances`, or if there is nothing to say.
    """
    known = known_of(asked)
    for times in LONGER:
        turns = times * max(TURNS, known.game.measure.horizon)
        first, second = (_played(known, do, player, worlds, turns) for do in (better, other))
        gains = [a.chance - b.chance for a, b in zip(first, second, strict=True)]
        mean = _mean(gains)
        error = math.sqrt(math.fsum((each - mean) ** 2 for each in gains)) / worlds
        if mean >= max(AHEAD, SURE * error):
            if chances is not None and _contradict(first, second, chances):
                return None
            ends = _ends(first, second)
            found = _events(first, second, ends)._replace(
                when=_when(turns, [*first, *second], asked.seat), ends=ends, gain=mean, worlds=worlds,
                numbers=_numbers((first, second), known.game, asked.seat),
            )  # fmt: skip
            return found if found.worth_telling else None
    return None


# -- playing on --------------------------------------------------------------------------------------------------------


def _played(known: Information, do: str, player: Bot, worlds: int, turns: int) -> list[Played]:
    """Plays a choice on in this many worlds, for this many turns or to the end of the game."""
    choice = _action(known.view(), do)
    seeds = [stream(known.seed, f"consequence {number}")[0] for number in range(worlds)]
    return [_line(known, choice, player, seed, turns) for seed in seeds]


def _line(known: Information, choice: ActionView, player: Bot, seed: int, turns: int) -> Played:
    """Plays a choice on in the world dealt from this seed."""
    world, told, text = known.resample(seed), dict[str, Told](), ""
    action, seat = choice.action, known.seat
    stated = choice.label != choice.short  # The label states the effect.
    until, number, chance = int(world.turn) + turns, 0, Judge(world.clone()).chance(world, seat)
    at_once: Numbers = {}
    while True:
        world.record()
        world.apply_action(action)
        before, chance = chance, Judge(world.clone()).chance(world, seat)
        at_once = at_once or numbers(world)
        for event in world.recorder.events:
            seen = known.game.event_view(event.seen_by(seat), seat)
            weight, text = _weight(seen, seat), seen.text
            if weight:
                key, terminal = _key(seen, choice.object, known.game), world.is_terminal()
                told.setdefault(key, Told(
                    number, len(told), weight, text, chance - before,
                    # The first event restates the choice.
                    expected=not number and (stated or OBJECT in key or (not told and seen.seat == seat)),
                    over=terminal and event is world.recorder.events[-1],
                    befalls=0 if seen.against is None else 1 if seen.against == seat else -1,
                    play=weight == DONE and seen.weight != "headline",
                ))  # fmt: skip
        if world.is_terminal() or int(world.turn) >= until:
            over = world.is_terminal()
            deciding = None if over else int(world.current_player())
            return Played(told, chance, text if over else "", number, numbers(world), at_once, deciding)
        number += 1
        deciding, legal = int(world.current_player()), world.legal_actions()
        asked = world.information(deciding, stream(seed, f"decision {number}")[0])
        action = legal[0] if len(legal) == 1 else int(player.choose(asked))


def _weight(event: EventView, seat: int) -> float:
    """Returns what an event counts: 0 for rolls, bookkeeping, and what the seat itself does without a target."""
    if event.weight == "bookkeeping" or event.line == "detail":
        return 0.0
    if event.weight == "headline":
        return 1.0 if event.against is not None or event.whom else DONE
    if not event.who and event.against is not None and not event.dice:
        return BEFALLS
    if event.seat == seat:
        return DONE if event.who and event.whom else 0.0
    return 0.0 if event.dice else ROUTINE


def _key(event: EventView, object: str, game: Game) -> str:
    """Returns the same key for events that differ in numbers only. A number in a name (“Infantry 2”) is no number."""
    called = dict(zip(game.pieces, game.names, strict=True))
    object = called.get(object, object)
    others = {called.get(name, name) for name in (*event.who, *event.whom, *event.cards)}
    names = sorted({*others, object} - {""}, key=len, reverse=True)
    pattern = "|".join([*(f"({re.escape(name)})" for name in names), NUMBER])
    text = re.sub(pattern, lambda found: found[0] if found.lastindex else VALUE, event.text)
    return text.replace(object, OBJECT) if object else text


# -- what explains the better choice -----------------------------------------------------------------------------------


def _ended(line: Line, won: bool) -> list[Played]:
    """Returns the games that ended with a win, or those that ended with a loss."""
    return [one for one in line if one.ending and (one.chance >= WON if won else one.chance <= 1.0 - WON)]


def _contradict(first: Line, second: Line, chances: Chances) -> bool:
    """Returns whether one choice wins (or loses) clearly more often than the other, and too often for its chances."""
    for won in (True, False):
        shares = [len(_ended(line, won)) / len(line) for line in (first, second)]
        most = [chance if won else 1.0 - chance for chance in chances]
        if abs(shares[0] - shares[1]) >= ENDED and any(a > b + ENDED for a, b in zip(shares, most, strict=True)):
            return True
    return False


def _ends(first: Line, second: Line) -> Ends | None:
    """Returns the end of the game that explains most, if one choice ends it clearly more often."""
    found = []
    for won in (True, False):
        better, other = (len(_ended(line, won)) / len(line) for line in (first, second))
        ahead = better - other if won else other - better
        if ahead >= ENDED:
            found.append((ahead, Ends(won, better, other, _how(_ended(first if won else second, won), won))))
    highest = max((ahead for ahead, _ in found), default=0.0)
    known = [(ahead, ends) for ahead, ends in found if ends.how and ahead >= NEARLY * highest]
    return max(known or found)[1] if found else None


def _how(ended: Line, won: bool) -> str:
    """Returns the sentence that says how these games ended; empty if they ended in many ways."""
    wins = "you win" if won else "you lose"
    endings = Counter(one.ending for one in ended)
    text, times = endings.most_common(1)[0]
    if times >= SAME * endings.total() and wins in _clause(text):
        return _clause(text)
    blows = Counter(
        told.text.removesuffix(".")
        for one in ended
        for told in one.told.values()
        if told.action == one.last and not told.over and told.befalls == (-1 if won else 1) and told.weight >= BEFALLS
    )
    text, times = blows.most_common(1)[0] if blows else ("", 0)
    return f"{_clause(text)}: {wins}" if times >= MOSTLY * len(ended) else ""


def _events(first: Line, second: Line, ends: Ends | None = None) -> Consequences:
    """Returns the events that explain most of what the better choice gains."""
    bars = [(BEFALLS, USUAL), (BEFALLS, LOWER), (ROUTINE, ROUTINE_BAR)]
    if len(first) < WORLDS or ends is not None:
        bars = bars[:1]
    for least, bar in bars:
        keys = _picked(first, second, _explaining(first, second, ends, least, bar), bar)
        if keys:
            break
    better = [key for key in keys if _tells(first, second, key, 1, bar)]
    other = [key for key in keys if _tells(second, first, key, -1, bar)]
    otherwise = 0.0
    if better and not other:
        otherwise = _often(second, _in_order(first, better)[-1])
    elif other and not better:
        otherwise = _often(first, _in_order(second, other)[-1])
    return Consequences("", None, _in_words(first, better), _in_words(second, other), otherwise)


def _explaining(first: Line, second: Line, ends: Ends | None, least: float, bar: Bar) -> list[tuple[float, float, str]]:
    """Returns the events that count at least this much and pass this bar: what each explains, and its place.

    If none explains enough, the events by which the two choices differ most.
    """
    explaining, striking = list[tuple[float, float, str]](), list[tuple[float, float, str]]()
    for key in dict.fromkeys(key for one in [*first, *second] for key in one.told):
        told = [one.told[key] for one in [*first, *second] if key in one.told]
        if told[0].weight < least or any(one.over for one in told) or not _differs(first, second, key, bar):
            continue
        if ends is not None and _is_the_end(*((first, second) if ends.won else (second, first)), key):
            continue
        place = median(one.place for one in told)
        weight = max(told[0].weight, BEFALLS)
        explains = weight * (_change(first, key) - _change(second, key))
        if explains >= LEAST * BEFALLS:
            explaining.append((explains, place, key))
        more = weight * (_often(first, key) - _often(second, key)) * (-1 if told[0].befalls > 0 else 1)
        if more >= bar.oftener and explains >= 0.0 and least == BEFALLS:
            striking.append((more, -place, key))
    return explaining or striking


def _picked(first: Line, second: Line, found: Sequence[tuple[float, float, str]], bar: Bar) -> list[str]:
    """Picks the events to report among those that explain something, each with its place."""
    if not found:
        return []
    # Of what explains about as much, the last is the result, and the first is how it came about.
    most = max((one for one in found if one[0] >= SAME * max(found)[0]), key=lambda one: (one[1], one[2]))[2]
    rest = [
        key
        for explains, _, key in sorted(found, key=lambda one: (-one[0], one[1]))
        if explains >= LESS * max(found)[0]
        and not any(_together(line, key, most, in_one_action=True) for line in (first, second))
    ]
    objects = {key for one in first for key in one.told if _gains_object(first, second, key, bar)}
    rest += reversed(_in_order(first, sorted(objects)))
    return list(dict.fromkeys([most, *rest]))[:TOLD]


def _gains_object(first: Line, second: Line, key: str, bar: Bar) -> bool:
    """Returns whether an event befalls the object of the better choice, as in “Red's Hussars fall to you”."""
    return (
        OBJECT in key and _often(first, key) >= HALF and _change(first, key) > 0.0 and _differs(first, second, key, bar)
        and all(one.told[key].weight > DONE for one in first if key in one.told)
    )  # fmt: skip


def _is_the_end(line: Line, other: Line, key: str) -> bool:
    """Returns whether an event seldom comes after the other choice, and here nearly always as the game ends."""
    has = [one for one in line if key in one.told]
    last = [one for one in has if one.ending and one.told[key].action == one.last]
    return _often(other, key) < HALF and bool(has) and len(last) >= SAME * len(has)


def _change(line: Line, key: str) -> float:
    """Returns how much an event changes the chance of winning, on average of all worlds."""
    return math.fsum(one.told[key].change for one in line if key in one.told) / len(line)


def _differs(first: Line, second: Line, key: str, bar: Bar) -> bool:
    """Returns whether an event is worth telling of at least one choice."""
    return _tells(first, second, key, 1, bar) or _tells(second, first, key, -1, bar)


def _tells(line: Line, other: Line, key: str, sign: int, bar: Bar) -> bool:
    """Returns whether to report an event of the better choice (sign 1) or the worse (-1).

    It comes clearly more often there, and does not befall the side that it would be good for; or it comes with both,
    but differently.
    """
    often, otherwise = _often(line, key), _often(other, key)
    told = [one.told[key] for one in line if key in one.told]
    if told and told[0].expected and often >= ALWAYS:
        return False
    if min(often, otherwise) >= HALF and abs(often - otherwise) < bar.oftener:
        here, there = (DETAIL.sub("", _text(each, key)[0]) for each in (line, other))
        return _change(line, key) > 0.0 and here != there
    fits = told and told[0].befalls != sign and sign * _change(line, key) >= -LEAST
    return bool(fits) and often >= max(bar.often, otherwise + bar.oftener)


def _in_order(line: Line, keys: Sequence[str]) -> list[str]:
    def place(key: str) -> float:
        return median(one.told[key].place for one in line if key in one.told)

    return sorted(keys, key=place)


def _in_words(line: Line, keys: Sequence[str]) -> tuple[Consequence, ...]:
    """Returns the consequences in the order of the game."""
    ordered = _in_order(line, keys)
    found = [Consequence(_with_play(line, key), _often(line, key) * _text(line, key)[1]) for key in ordered]
    if len(found) > 1 and _together(line, ordered[0], ordered[1]):
        found[1] = found[1]._replace(follows=True)
    return tuple(found)


def _with_play(line: Line, key: str) -> str:
    """Returns the sentence of an event, after the later play of the seat that nearly always brings it about."""
    text, _part = _text(line, key)
    plays = Counter(
        other.text
        for one in line
        if key in one.told
        for other in one.told.values()
        if other.play and 0 < other.action == one.told[key].action and other.place < one.told[key].place
    )
    play, times = plays.most_common(1)[0] if plays else ("", 0)
    often = times >= SAME * sum(key in one.told for one in line)
    return f"{_clause(play)}, and {_clause(text)}" if often else text


def _text(line: Line, key: str) -> tuple[str, float]:
    """Returns the sentence of an event, and the part of its occurrences of which it is true.

    A detail that differs from world to world is left out.
    """
    texts = Counter(one.told[key].text for one in line if key in one.told)
    short = Counter(DETAIL.sub("", each.removesuffix(".")) for each in texts.elements())
    for each in (texts, short):
        text, times = each.most_common(1)[0]
        if times >= SAME * each.total():
            return text, times / each.total()
    return _with_mean(text, short), 1.0


def _with_mean(text: str, texts: Counter[str]) -> str:
    """Returns the sentence with the mean of each number that differs: “Red loses about 5 troops”."""
    values = [[int(number) for number in re.findall(r"\d+", each)] for each in texts.elements()]
    parts = re.split(r"\d+", text)
    alike = [each for each in values if len(each) == len(parts) - 1]
    told = parts[0]
    for number, part in enumerate(parts[1:]):
        here = [each[number] for each in alike]
        told += (f"{here[0]}" if len(set(here)) == 1 else f"about {_mean(here):.0f}") + part
    return told


def _when(turns: int, lines: Line, seat: int) -> str:
    """Says how far both choices were played on, for the reader who holds this seat."""
    if turns != TURNS:
        return f"within {in_words(turns)} turns"
    deciding = [one.deciding for one in lines if one.deciding is not None]
    return "by your next turn" if deciding.count(seat) > len(deciding) / 2 else "by the end of your next turn"


def _numbers(lines: Sequence[Line], game: Game, seat: int) -> tuple[NumberContrast, ...]:
    """Returns the numbers of the table that differ, those first that go most with the chance of winning.

    A number that differs no less right after the choice would only restate it, and a small difference explains nothing.
    """
    first, second = ([one.numbers for one in line] for line in lines)
    side, chances = game.sides[seat], [one.chance for line in lines for one in line]
    found = []
    for what in common(first, second):
        differs = contrast(what, first, second, side)
        if differs is not None and not _restates(lines, what):
            found.append((_correlation([float(one[what]) for one in [*first, *second]], chances), differs))
    ordered = [reason for _, reason in sorted(found, key=lambda one: (one[1].hand, -abs(one[0])))]
    return tuple(one for one in reported(ordered, game, side) if _is_large(one))


def _restates(lines: Sequence[Line], what: Counted) -> bool:
    """Returns whether a number differs as much right after the choice as it does later."""
    first, second = lines
    once = _mean([one.at_once.get(what, 0) for one in first]) - _mean([one.at_once.get(what, 0) for one in second])
    later = _mean([one.numbers[what] for one in first]) - _mean([one.numbers[what] for one in second])
    return once * later > 0.0 and abs(once) >= abs(later) - NO_CHANGE


def _is_large(differs: NumberContrast) -> bool:
    return abs(differs.better - differs.other) >= SMALL_CHANGE * max(differs.better, differs.other)


def _correlation(values: Sequence[float], chances: Sequence[float]) -> float:
    try:
        return correlation(values, chances)
    except StatisticsError:  # all are the same
        return 0.0


def _together(line: Line, one: str, other: str, in_one_action: bool = False) -> bool:
    """Returns whether two events nearly always come together."""
    has = [each.told for each in line if one in each.told or other in each.told]
    both = [told for told in has if one in told and other in told]
    if in_one_action:
        both = [told for told in both if told[one].action == told[other].action]
    return bool(has) and len(both) >= SAME * len(has)


def _often(line: Line, key: str) -> float:
    return sum(key in one.told for one in line) / len(line)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


# -- in words ----------------------------------------------------------------------------------------------------------


def _kept(view: View, better: str, other: str) -> str:
    """Says which card you keep if the better choice is to pass, and the other to play a card from your hand."""
    played = _action(view, other)
    hand = (one for zone in view.zones if zone.key == HAND and zone.owner == view.seat for one in zone.cards)
    card = next((one.name for one in hand if is_with(played, one)), "")
    return f"You keep {card}." if _action(view, better).passes and card else ""


def _action(view: View, do: str) -> ActionView:
    return next(one for one in view.actions if one.notation == do)


def _name(view: View, do: str) -> str:
    """Returns what a choice is called in a sentence: without its effect, unless that says what passing means.

    A note in brackets is left out if no other choice has the same name without it.
    """
    action = _action(view, do)
    if action.passes:
        return action.label
    names = Counter(NOTE.sub("", one.short) for one in view.actions)
    name = NOTE.sub("", action.short)
    return name if names[name] == 1 else action.short


def _told(found: Consequences, names: Sequence[str], seat: int) -> str:
    """Returns the consequences in words; `names` are the two choices, for the reader who holds this seat."""
    lines, sure = (found.better, found.other), found.worlds >= WORLDS
    told = [_sentence(one, name, sure) for one, name in zip(lines, names, strict=True) if one]
    if found.ends is not None:
        after = not lines[found.ends.won] and any(lines)
        told.append(_how_it_ends(found.ends, names, found.when, sure, after=after))
    elif len(told) == 1 and found.otherwise >= SELDOM:
        often, otherwise = (_how_often(one, sure) for one in ((found.better or found.other)[-1].often, found.otherwise))
        less = "less often" if often == otherwise else otherwise
        told.append(f"After “{names[bool(found.better)]}”, that happens {less}.")
    if found.ends is None and not all(lines):
        told += _counted(found, names, seat, " ".join(told))
    return " ".join(told)


def _counted(found: Consequences, names: Sequence[str], seat: int, told: str) -> list[str]:
    """Says what the numbers are that differ: “By your next turn, “A” leaves your hand at about 6, “B” at about 5.”

    Nothing is said if the explanation has `told` of a number already, and of no price if it has told anything.
    """
    facts = [(one, *means(one)) for one in found.numbers]
    speaking = [fact for fact in facts if fact[0].speaks]
    if not speaking or any(re.search(rf"\b(?:{a} to {b}|{b} to {a})\b", told) for _, a, b in speaking):
        return []
    sentences = []
    price = [] if told else [fact for fact in facts if not fact[0].speaks]
    for start, reasons in ((f"{capitalized(found.when)},", speaking), ("But", price)):
        if reasons:
            better = listed([f"{called(one, seat)} at about {value}" for one, value, _ in reasons])
            other = listed([value for _, _, value in reasons])
            sentences.append(f"{start} “{names[0]}” leaves {better}, “{names[1]}” at about {other}.")
    return sentences


def _how_it_ends(ends: Ends, names: Sequence[str], when: str, sure: bool, after: bool) -> str:
    """Says how often each choice soon wins the game, or loses it, beginning with the choice that does so more often.

    `after` is whether the sentence comes right after another about that choice.
    """
    more, less = (ends.better, ends.other) if ends.won else (ends.other, ends.better)
    first, second = names if ends.won else reversed(names)
    how = ends.how or f"you {'win' if ends.won else 'lose'} the game {when}"
    often = _how_often(more, sure)
    begun = (f"{capitalized(often)}," if often else "Then") if after else f"After “{first}”, {often}".strip()
    return f"{begun} {how}; after “{second}”, {_how_often(less, sure)}."


def _sentence(found: Sequence[Consequence], name: str, sure: bool = True) -> str:
    """Returns what comes after a choice: “After “Attack”, about 7 times in 10 Blue loses 5 troops: 18 to 13.”"""
    told, said = "", ""
    for one in found:
        how_often = _how_often(one.often, sure)
        if told:
            told += "; then" if one.follows else "; and as often" if how_often == said else f"; and {how_often}"
        else:
            told = how_often
        told += f" {_clause(one.text)}"
        said = how_often
    return " ".join(f"After “{name}”, {told}.".split())


def _how_often(share: float, sure: bool = True) -> str:
    """Says how often something comes. It says “always” or “never” only if there are enough worlds to be `sure`."""
    if share == 1.0 and sure:
        return ""
    if share >= ALWAYS:
        return "nearly always"
    if share == 0.0:
        return "never" if sure else "hardly ever"
    tenths = round(10 * share)
    if tenths == 5:
        return "about half the time"
    return f"about {tenths} times in 10" if tenths > 1 else f"about 1 time in {round(1 / share)}"


def _clause(text: str) -> str:
    """Returns one or two sentences of the log as a part of another."""
    parts = [
        uncapitalized(one) if one.split(" ", 1)[0] in SMALL_WORDS else one for one in text.removesuffix(".").split(". ")
    ]
    return ": ".join(parts)
