"""Turns the rows of games into the numbers of a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

import msgspec

from grognard.bots.review import DECREED
from grognard.kernel.game import SECONDS_A_DECISION
from grognard.lab.card_value import card_values
from grognard.lab.compare import Difference, differences, parting
from grognard.lab.estimates import Estimate, holm, mean, share, student
from grognard.lab.house_rules import Rule, Tried, rules_of
from grognard.lab.recording import GameRow, by_card
from grognard.lab.report.owners import owners
from grognard.lab.simulate import game_seed
from grognard.lab.subject import Subject, subject

if TYPE_CHECKING:
    from grognard.kernel.game import Game

# The groups of finished games, by who played; and the text that replaces a number based on too few games.
PEOPLE: Final = "people"
MIXED: Final = "people and bots"
BOTS_ALONE: Final = "bots"
GROUPS: Final = (PEOPLE, MIXED, BOTS_ALONE)
LEAST: Final = 20
FEW: Final = f"fewer than {LEAST}"


class CardUse(msgspec.Struct, frozen=True):
    """A card: how often per game it is drawn, played and given up, by both sides together.

    `having` are the points of the sides that played it, `lacking` the points of those that did not. `worth` is how many
    more points a side gets for drawing it instead of another card from the pile, `beyond` how far that is above the
    others of its kind; both are None if chance never deals the card. `chance` is the probability that an ordinary card
    is that far beyond its kind, after Holm's correction for the number of cards. `owner` says to which side the card
    belongs, if it does not serve both alike. In reports on finished games, None means hidden.
    """

    name: str
    kind: str
    drawn: Estimate | None
    played: Estimate | None
    given_up: Estimate | None
    having: Estimate | None
    lacking: Estimate | None
    worth: Estimate | None
    beyond: Estimate | None
    chance: float = 1.0
    owner: str = ""

    @property
    def called(self) -> str:
        """The card's name in sentences, with the side that it belongs to."""
        return f"{self.name} ({self.owner})" if self.owner else self.name

    @property
    def listed(self) -> str:
        """The card's name in tables, with its kind and the side that it belongs to."""
        return f"{self.name} ({self.kind}, {self.owner})" if self.owner else f"{self.name} ({self.kind})"


class PhaseUse(msgspec.Struct, frozen=True):
    """A phase with decisions: how often a game has them, the share with two or more legal actions, and the share of
    those where the choice was not the most common kind of action. None is hidden."""

    name: str
    asked: float | None
    choice: float | None
    unusual: float | None


class LevelGames(msgspec.Struct, frozen=True):
    """The results of games of one level against itself, or of one of the GROUPS.

    Lengths and lead changes leave out games that were resigned or claimed. None means hidden or unknown.
    """

    level: str
    games: int
    first: Estimate
    side: Estimate
    turns: Estimate | None
    decisions: Estimate | None
    minutes: float
    draws: Estimate
    reasons: dict[str, int | None]
    leads: Estimate | None
    comebacks: Estimate | None
    cards: list[CardUse]
    windows: list[PhaseUse]

    @property
    def players(self) -> str:
        """The players' name in sentences."""
        return self.level if self.level in GROUPS else f"{self.level} bots"


class LevelDuel(msgspec.Struct, frozen=True):
    """The points of level `a` against level `b`, by pairs of games with the sides swapped."""

    a: str
    b: str
    points: Estimate


class Restricted(msgspec.Struct, frozen=True):
    """The changes when nobody may choose a card from a hand."""

    card: str
    differences: list[Difference]


class Finished(msgspec.Struct, frozen=True):
    """The extra facts of a report on finished games: groups too small to be shown, and a note on games left out."""

    hidden: list[str]
    left_out: str


class Beside(msgspec.Struct, frozen=True):
    """The differences from the standard game on the same deals; in `parted` of the `games` any move differs."""

    games: int
    parted: int
    differences: list[Difference]


class Report(Subject, frozen=True):
    """All numbers of a report; cards, windows and restrictions are those of the last level.

    Without standard rules, `beside` says what differs from the standard game, as the last level plays it. `endings` has
    the ending of one game for each reason, in words.

    In a report on finished games (`finished`) the levels are the groups that are shown, each with its own cards and
    windows, and `games` counts the games of all groups.
    """

    standard: bool
    games: int
    seed: int
    levels: list[LevelGames]
    duels: list[LevelDuel]
    restricted: list[Restricted]
    house_rules: list[Rule]
    command: str
    finished: Finished | None = None
    beside: Beside | None = None
    endings: dict[str, str] = msgspec.field(default_factory=dict)


def level_of(game: Game, name: str, rows: Sequence[GameRow]) -> LevelGames:
    """Returns the results of one level's games against itself."""
    whole = [row for row in rows if row.reason not in DECREED]
    turns = mean([row.turns for row in whole]) if whole else None
    judged = [row for row in whole if row.leads is not None and row.comeback is not None]
    return LevelGames(
        name,
        len(rows),
        share([row.first_points for row in rows]),
        share([row.points for row in rows]),
        turns,
        mean([row.decisions for row in whole]) if whole else None,
        turns.value * game.spec.meta.decisions * SECONDS_A_DECISION / 60 if turns is not None else 0,
        share([float(row.points == 0.5) for row in rows]),
        dict(sorted(Counter(row.reason for row in rows).items())),
        mean([row.leads or 0 for row in judged]) if judged else None,
        share([float(bool(row.comeback)) for row in judged]) if judged else None,
        _cards(game, rows),
        _windows(rows),
    )


def _cards(game: Game, rows: Sequence[GameRow]) -> list[CardUse]:
    """Returns all cards, those most surely out of line with their kind first."""
    types = {game.fact(piece).name: view.type for piece, view in reversed(list(enumerate(game.card_views)))}
    worth = card_values(rows, types)
    owner = owners(game)
    found = []
    for name in by_card(rows):
        drawn, chosen, played = (
            [(sides[0].get(name, 0), sides[1].get(name, 0)) for sides in counts]
            for counts in ([row.drawn for row in rows], [row.chosen for row in rows], [row.played for row in rows])
        )
        points = [
            (one, row.points if side == 0 else 1 - row.points)
            for row, both in zip(rows, played, strict=True)
            for side, one in enumerate(both)
        ]
        known = worth.get(name)
        found.append(
            CardUse(
                name,
                game.spec.types[types[name]],
                mean([sum(both) for both in drawn]),
                mean([sum(both) for both in played]),
                mean([sum(all_) - sum(both) for all_, both in zip(chosen, played, strict=True)]),
                share([won for times, won in points if times]),
                share([won for times, won in points if not times]),
                known.draw if known else None,
                known.beyond if known else None,
                owner=owner.get(name, ""),
            )
        )
    return surest_first(found)


def surest_first(cards: Sequence[CardUse]) -> list[CardUse]:
    """Sorts cards by how surely they are out of line, with Holm's correction; cards that cannot be judged come last."""
    raw = [_chance(card.beyond) for card in cards]
    found = [msgspec.structs.replace(card, chance=one) for card, one in zip(cards, holm(raw), strict=True)]
    # With many games the chances all round to 0; the standard errors still show which card is surer.
    return sorted(found, key=lambda card: (card.beyond is None, -abs(_errors(card.beyond)), card.name))


def _errors(estimate: Estimate | None) -> float:
    """Returns how many standard errors a value is from 0, or 0 if that is unknown."""
    return estimate.value / estimate.squares**0.5 if estimate is not None and estimate.squares > 0 else 0.0


def _chance(estimate: Estimate | None) -> float:
    """Returns the probability of a value this far from 0 if the true value is 0."""
    if estimate is None or estimate.count < 2:
        return 1.0
    return student(_errors(estimate), estimate.count - 1)


def _windows(rows: Sequence[GameRow]) -> list[PhaseUse]:
    asked: Counter[str] = Counter()
    verbs: dict[str, Counter[str]] = {}
    for row in rows:
        asked.update(row.windows)
        for window, choices in row.choices.items():
            verbs.setdefault(window, Counter()).update(choices)
    found = []
    for window, times in sorted(asked.items(), key=lambda item: (-item[1], item[0])):
        counts = verbs.get(window, Counter())
        free = counts.total()
        usual = max(counts.values(), default=0)
        found.append(PhaseUse(window, times / len(rows), free / times, 1 - usual / free if free else 0.0))
    return found


def duel_of(a: str, b: str, rows: Sequence[GameRow], swapped: Sequence[GameRow]) -> LevelDuel:
    """Compares two levels on the same deals; in `swapped` level `b` has side 0."""
    return LevelDuel(a, b, share([(one.points + 1 - two.points) / 2 for one, two in zip(rows, swapped, strict=True)]))


def is_standard(game: Game) -> bool:
    """Says whether every house rule and number is that of the printed game."""
    return not game.card_changes and not game.changed_rules


Recorded = Callable[[str, str, str], list[GameRow]]  # takes the bots of both sides, and the banned card


def build(
    game: Game,
    levels: Sequence[str],
    recorded: Recorded,
    restrict: Sequence[str],
    tried: Tried | None,
    standard: Callable[[], list[GameRow]],
    command: str,
    games: int,
    seed: int,
) -> Report:
    """Builds the report of these levels. `recorded` plays each plan of games, `tried`, if any, each house rule, and
    `standard` the standard game."""
    rows: dict[str, list[GameRow]] = {level: recorded(level, level, "") for level in levels}
    duels = [
        duel_of(a, b, recorded(a, b, ""), recorded(b, a, ""))
        for number, a in enumerate(levels)
        for b in levels[number + 1 :]
    ]
    last = levels[-1]
    restricted = [Restricted(card, differences(rows[last], recorded(last, last, card))) for card in restrict]
    return Report(
        *subject(game),
        is_standard(game),
        games,
        seed,
        [level_of(game, level, rows[level]) for level in levels],
        duels,
        restricted,
        rules_of(game, tried) if tried is not None else [],
        command,
        beside=None if is_standard(game) else _beside(game, standard(), rows[last]),
        endings=_endings(game, seed, chain(*reversed(rows.values()))),
    )


def _endings(game: Game, seed: int, rows: Iterable[GameRow]) -> dict[str, str]:
    """Returns how the first game with each reason ended, in words."""
    found: dict[str, str] = {}
    for row in rows:
        if row.reason not in found:
            state = game.new_initial_state(game_seed(seed, row.number))
            for action in row.actions:
                state.apply_action(action)
            outcome = game.outcome(state)
            found[row.reason] = outcome.text if outcome is not None else ""
    return found


def _beside(game: Game, base: Sequence[GameRow], rows: Sequence[GameRow]) -> Beside:
    return Beside(len(rows), parting(game, base, rows).parted, differences(base, rows, cards_apart=True))
