"""The answers at the head of a report: is it fair, which cards matter, what differs from the standard game."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import NormalDist, median
from typing import TYPE_CHECKING, Final

from grognard.kernel.content.grammar import Party
from grognard.kernel.content.wording import counted, listed
from grognard.lab.compare import Difference
from grognard.lab.estimates import ALPHA, Estimate, holm, student
from grognard.lab.measures import MEASURES
from grognard.lab.report.owners import owners
from grognard.lab.report.sections import Section, percent
from grognard.lab.report.titles import title

if TYPE_CHECKING:
    from grognard.kernel.game import Game
    from grognard.lab.report.building import Beside, CardUse, LevelGames, Report

EVEN: Final = 0.03  # a share this close to one half is fair
RARELY: Final = 0.2  # of the draws: a card that is played less often is hardly ever played
DRAWN: Final = 0.05  # a share of drawn games that a reader has to know
SHOWN: Final = 0.02  # the worth of a card that more games would show, as a share of the points
POWER: Final = 0.8  # how likely those games would show it
MOST_NAMES: Final = 6  # in a sentence
MEASURED: Final = {measure.label: measure for measure in MEASURES}
FIRST, SIDE_1, LENGTH, _DECISIONS, DRAWS = MEASURES


def answers(game: Game, report: Report) -> Section:
    """Returns the section that a reader in a hurry reads: the answers for the strongest level, or for each group."""
    sentences = []
    for level in report.levels[-1:] if report.finished is None else report.levels:
        sentences += [_fairness(game, level), *_draws(level), *_cards(level)]
        if report.beside is not None:
            sentences += _changes(game, report.beside)
        if report.finished is None:
            sentences += _unknown(level)
    return Section("In short", sentences)


# -- is it fair? -------------------------------------------------------------------------------------------------------


def _fairness(game: Game, level: LevelGames) -> str:
    """Says whether a side has an advantage, after a correction for the two questions."""
    questions = _questions(game, level)
    chances = holm([chance_from(0.5, share) for _favored, share in questions])
    unfair = [(*question, chance) for question, chance in zip(questions, chances, strict=True) if chance < ALPHA]
    even = all(share.low >= 0.5 - EVEN and share.high <= 0.5 + EVEN for _favored, share in questions)
    told = listed([_share(level, *question) for question in questions])
    if unfair and even:
        return f"Almost fair: between {level.players}, {told}. {_how_sure(min(one[2] for one in unfair))}"
    if unfair:
        told = listed([_share(level, *one[:2]) for one in unfair])
        return f"Not fair: between {level.players}, {told}. {_how_sure(min(one[2] for one in unfair))}"
    if even:
        return f"Fair: between {level.players}, {told}."
    games = counted(level.games, "game")
    return f"{games} can't tell whether it is fair: between {level.players}, {told}, which may be chance."


def _draws(level: LevelGames) -> list[str]:
    """Says how many games are drawn, if that is more than a few."""
    return [f"{percent(level.draws)} of the games are drawn."] if level.draws.low > DRAWN else []


def _share(level: LevelGames, favored: Party, share: Estimate) -> str:
    """Says who wins how many games; if some are drawn, who takes how many of the points."""
    value, interval, _mark = percent(share)
    takes = f"takes {value} of the points" if level.draws.total else f"wins {value} of the games"
    return f"{favored} {favored.does(takes)} ({interval})"


def _questions(game: Game, level: LevelGames) -> list[tuple[Party, Estimate]]:
    """Returns who is ahead by side, and by going first if that is not always the same side."""
    found = [_ahead(*sides_of(game), level.side)]
    if game.spec.meta.opening.first(game.options) is None:
        found.append(_ahead(Party(0, "the first player"), Party(0, "the second player"), level.first))
    return found


def sides_of(game: Game) -> tuple[Party, Party]:
    """Returns both sides by name, and which goes first if that is always the same one."""
    one, other = game.party(0), game.party(1)
    first = game.spec.meta.opening.first(game.options)
    if first is None:
        return one, other
    order = ("first", "second") if game.sides[first] == 0 else ("second", "first")
    return replace(one, name=f"{one}, going {order[0]},"), replace(other, name=f"{other}, going {order[1]},")


def _ahead(one: Party, other: Party, share: Estimate) -> tuple[Party, Estimate]:
    """Returns who has more of the points, and their share."""
    return (one, share) if share.value >= 0.5 else (other, other_side(share))


def other_side(share: Estimate) -> Estimate:
    """Returns the share of the other side, with its interval."""
    count, total = share.count, share.count - share.total
    squares = count - 2 * share.total + share.squares
    return Estimate(share.kind, count, total, squares, 1 - share.value, 1 - share.high, 1 - share.low)


def chance_from(middle: float, found: Estimate) -> float:
    """Returns the probability of a share or mean this far from `middle` if that is the true one."""
    if found.count < 2:
        return 1.0
    variance = (found.squares - found.total**2 / found.count) / (found.count - 1)
    if variance <= 0:
        return 1.0 if found.value == middle else 0.0
    return student((found.value - middle) / math.sqrt(variance / found.count), found.count - 1)


def _how_sure(chance: float) -> str:
    """Says how often reports on a fair game would look like this."""
    if chance < 1 / 10_000:
        return "If the game were fair, fewer than 1 report in 10,000 would look like this."
    digits = -math.floor(math.log10(1 / chance))
    return f"If the game were fair, about 1 report in {round(1 / chance, digits):,.0f} would look like this."


# -- which cards? ------------------------------------------------------------------------------------------------------


def _cards(level: LevelGames) -> list[str]:
    """Names the cards that hardly anybody plays, and those that are surely better or worse than their kind."""
    used = [
        (card.called, card.played.total, most)
        for card in level.cards
        if card.drawn is not None and card.played is not None and card.drawn.total
        for most in [_most_played(card.played.total, card.drawn.total, len(level.cards))]
    ]
    never = [name for name, played, most in used if not played and most < RARELY]
    rarely = [name for name, played, most in used if played and most < RARELY]
    told = []
    if never:
        told.append(f"{level.players.capitalize()} never play {_names(never)}.")
    if rarely:
        told.append(f"{level.players.capitalize()} hardly ever play {_names(rarely)}: fewer than 1 in 5 drawn.")
    for word, sign in (("stronger", 1), ("weaker", -1)):
        names = [f"{card.called} {100 * worth.value:+.1f}" for card, worth in _extreme(level, sign)]
        if names:
            told.append(
                f"Surely {word} than the average card and others of the same kind, in percentage points for drawing "
                f"one: {_names(names, ' by less')}."
            )
    if not any(_extreme(level, sign) for sign in (1, -1)) and any(card.beyond is not None for card in level.cards):
        told.append("No card is surely stronger or weaker than the average card and others of the same kind.")
    return told


def _extreme(level: LevelGames, sign: int) -> list[tuple[CardUse, Estimate]]:
    """Returns the cards that are surely better or worse than others of their kind and than the average card.

    A card that is only weaker than a strong kind is not a weak card. The largest worth comes first.
    """
    found = [
        (card, card.worth)
        for card, beyond in sure_cards(level)
        if beyond.value * sign > 0 and card.worth is not None and min(card.worth.low * sign, card.worth.high * sign) > 0
    ]
    return sorted(found, key=lambda one: -abs(one[1].value))


def _most_played(played: float, drawn: float, cards: int) -> float:
    """Returns the highest share of the draws after which the card may be played, corrected for the number of cards."""
    z = NormalDist().inv_cdf(1 - ALPHA / (2 * cards))
    count = drawn + z * z
    share = min(1.0, (played + z * z / 2) / count)
    return share + z * math.sqrt(share * (1 - share) / count)


def _names(names: Sequence[str], rest: str = "") -> str:
    """Lists names, but not too many; `rest` describes the others."""
    more = len(names) - MOST_NAMES
    return listed(names if more <= 1 else [*names[:MOST_NAMES], f"{more} other cards{rest}"])


def _unknown(level: LevelGames) -> list[str]:
    """Says how many more games would show a card that is worth a little more or less than its kind."""
    more = more_games(level)
    if more is None:
        return []
    points = f"{100 * SHOWN:.0f} percentage points more or less than others of its kind"
    if more == 0:
        return [f"If another card were worth {points}, these games would most likely have shown it."]
    return [f"If a card is worth {points}, {more:,} more games would most likely show it."]


def more_games(level: LevelGames) -> int | None:
    """Returns how many more games would most likely show a card worth a little; None if no card is in question."""
    judged = [card.beyond for card in level.cards if card.beyond is not None]
    unsure = [card.beyond for card in level.cards if card.beyond is not None and card.chance >= ALPHA]
    if not unsure:
        return None
    error = SHOWN / (NormalDist().inv_cdf(1 - ALPHA / (2 * len(judged))) + NormalDist().inv_cdf(POWER))
    return _rounded(level.games * median(one.squares for one in unsure) / error**2 - level.games)


def _rounded(number: float) -> int:
    """Rounds a number up to two digits."""
    if number <= 0:
        return 0
    unit = 10 ** max(0, math.floor(math.log10(number)) - 1)
    return int(math.ceil(number / unit) * unit)


# -- what differs? -----------------------------------------------------------------------------------------------------


def _changes(game: Game, beside: Beside) -> list[str]:
    """Describes the standard game on the same deals, sure differences, and how often changed cards are played."""
    if not beside.parted:
        return [f"On the same {beside.games:,} deals, every game is the same as under the standard rules."]
    cards = [one for one in beside.differences if one.card]
    changed = {change.title for change in game.card_changes if change.plays}
    owner = {title(game, name): told for name, told in owners(game).items()}
    return [
        _standard(game, beside),
        *_sure_changes(cards, owner),
        *_changed_cards([one for one in cards if one.card in changed], owner),
    ]


def _standard(game: Game, beside: Beside) -> str:
    """Returns the main measures of the standard game, and which of them surely differ."""
    by_name = {one.measure: one for one in beside.differences if not one.card}
    side, first, turns, draws = (by_name[one.label] for one in (SIDE_1, FIRST, LENGTH, DRAWS))
    told = {side.measure: f"{game.party(0):takes} {MEASURED[side.measure].written(side.base)} of the points"}
    if game.spec.meta.opening.first(game.options) is None:
        told[first.measure] = f"the first player takes {MEASURED[first.measure].written(first.base)}"
    told[turns.measure] = f"a game has {turns.base:.1f} turns"
    if draws.base or draws.other:
        told[draws.measure] = f"{MEASURED[draws.measure].written(draws.base)} of the games are drawn"
    text = f"In the standard game, on the same {beside.games:,} deals, {listed(list(told.values()))}."
    names = {side.measure: f"the points of {game.party(0)}"}
    sure = [f"{names.get(name, f'the {name}')} ({_now(by_name[name])})" for name in told if by_name[name].marked]
    return f"{text} Surely different here: {listed(sure)}." if sure else f"{text} No difference from that is sure."


def _now(one: Difference) -> str:
    """Returns a measure of whole games in both games."""
    measure = MEASURED[one.measure]
    return f"{measure.written(one.other)} instead of {measure.written(one.base)}"


def _sure_changes(cards: Sequence[Difference], owner: Mapping[str, str]) -> list[str]:
    """Names the cards that are surely played more or less often than in the standard game."""
    sure = [one for one in cards if one.marked]
    if not sure:
        return []
    told = [_played(one, owner) for one in sure[:MOST_NAMES]]
    if len(sure) > MOST_NAMES:
        told.append(counted(len(sure) - MOST_NAMES, "other card"))
    return [f"Surely played more or less often than there: {listed(told)}."]


def _changed_cards(cards: Sequence[Difference], owner: Mapping[str, str]) -> list[str]:
    """Says how often the changed cards are played, unless that is a sure difference and named already."""
    told = [_played(one, owner) for one in cards if not one.marked]
    if not told:
        return []
    return [f"For these changed cards, no difference is sure: {listed(told[:MOST_NAMES])}."]


def _played(one: Difference, owner: Mapping[str, str]) -> str:
    """Names a card, with its owner if it has one, and says how often it is played in both games."""
    whose = f"{owner[one.card]}, " if one.card in owner else ""
    return f"{one.card} ({whose}{one.other:.2f} instead of {one.base:.2f} times a game)"


def sure_cards(level: LevelGames) -> list[tuple[CardUse, Estimate]]:
    """Returns the cards that are surely better or worse than others of their kind, with how much."""
    return [(card, card.beyond) for card in level.cards if card.chance < ALPHA and card.beyond is not None]
