"""Turns the rows of games into the numbers of a report, and these into its sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from grognard.bots.review import DECREED
from grognard.kernel.content.wording import listed
from grognard.kernel.game import SECONDS_A_DECISION
from grognard.lab.card_value import card_values
from grognard.lab.compare import Difference, differences
from grognard.lab.estimates import ALPHA, Estimate, holm, mean, share, student
from grognard.lab.house_rules import Rule, Tried, rules_of
from grognard.lab.parameters import setting_text
from grognard.lab.recording import GameRow, by_card
from grognard.lab.report.sections import TUNED, Cell, Figure, FigurePoint, Page, Ranged, Section, Table
from grognard.lab.subject import Subject, differing, subject

if TYPE_CHECKING:
    from grognard.kernel.game import Game

DRAWN_CARDS: Final = 20  # cards in the figure, from the top of the card table
BARS: Final = 16
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
    is that far beyond its kind, after Holm's correction for the number of cards. In reports on finished games, None
    means hidden.
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


class Report(Subject, frozen=True):
    """All numbers of a report; cards, windows and restrictions are those of the last level.

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
    return not game.new_numbers and not game.changed_rules


# -- sections ----------------------------------------------------------------------------------------------------


def percent(estimate: Estimate) -> Ranged:
    """Formats a share as `52.1 % (51.2 to 53.0)`."""
    return Ranged(f"{100 * estimate.value:.1f} %", f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}")


def number(estimate: Estimate, digits: int = 1) -> Ranged:
    """Formats a number as `31.2 (30.9 to 31.5)`."""
    return Ranged(f"{estimate.value:.{digits}f}", f"{estimate.low:.{digits}f} to {estimate.high:.{digits}f}")


def page_of(game: Game, report: Report) -> Page:
    """Returns the report as sections."""
    about = [f"{_counts(report)}, rules version {report.rules}, with 95 % intervals."]
    if not report.standard:
        about.append(f"Not the standard rules: {setting_text(differing(game))}.")
    if report.finished is not None:
        about += _apart(report.finished)
    elif not report.standard:
        about.append(TUNED)
    if not report.levels:
        return Page(f"A report on {report.title}", about, [], report.command)
    sections = [_fairness(game, report), _length(report), _ends(game, report)]
    if report.duels:
        sections.append(_skill(report))
    for level in report.levels[-1:] if report.finished is None else report.levels:
        sections += [_card_section(level), _window_section(level)]
    if report.restricted:
        sections.append(_restricted_section(report))
    if report.house_rules:
        sections.append(_rules_section(report))
    return Page(f"A report on {report.title}", about, sections, report.command)


def _counts(report: Report) -> str:
    if report.finished is None:
        return f"{report.games:,} games for each level"
    told = [f"{level.games:,} finished games of {level.players}" for level in report.levels]
    return listed(told) if told else "Finished games"


def _apart(finished: Finished) -> list[str]:
    """Names the games that are not shown."""
    told = [f"There are {FEW} games of {group}, so they are not shown." for group in finished.hidden]
    return [*told, finished.left_out] if finished.left_out else told


def _fairness(game: Game, report: Report) -> Section:
    sentences = []
    own = [seat for seat, side in zip(game.seats, game.sides, strict=True) if side == 0]
    side = own[0] if len(own) == 1 else f"the side of {listed(own)}"
    for level in report.levels:
        fair = "which may be chance" if level.first.low <= 0.5 <= level.first.high else "more than chance explains"
        sentences.append(
            f"The first player takes {percent(level.first)} of the points between {level.players}, {fair}; "
            f"{side} takes {percent(level.side)}."
        )
    points = [point(f"{level.level}, first player", level.first, 100) for level in report.levels]
    points += [point(f"{level.level}, {own[0]}", level.side, 100) for level in report.levels]
    return Section("Is it fair?", sentences, Figure("intervals", "percent of the points", points, 50))


def _lasting(minutes: float) -> str:
    told = round(minutes)
    return "less than a minute" if told < 1 else f"about {told} minute{'' if told == 1 else 's'}"


def _length(report: Report) -> Section:
    sentences = []
    points = []
    for level in report.levels:
        if level.turns is None or level.decisions is None:
            sentences.append(f"There are {FEW} games of {level.players} played to the end: their length is hidden.")
            continue
        minutes = f", {_lasting(level.minutes)} at the table" if level.minutes else ""
        sentences.append(
            f"A game between {level.players} has {number(level.turns)} turns and {number(level.decisions)} decisions "
            f"among two or more actions{minutes}."
        )
        points.append(point(level.level, level.turns, 1))
    return Section("How long is it?", sentences, Figure("intervals", "turns", points) if points else None)


def _ends(game: Game, report: Report) -> Section:
    sentences = []
    for level in report.levels:
        sentence = f"Between {level.players} {percent(level.draws)} of the games are drawn"
        if level.leads is not None and level.comebacks is not None:
            sentence += (
                f"; the lead changes {number(level.leads)} times, and in {percent(level.comebacks)} of the games the "
                "winner once had less than one chance in four"
            )
        sentences.append(f"{sentence}.")
    if game.outlook is None:
        sentences.append("Lead changes and comebacks are unknown: this game does not estimate the odds as turns begin.")
    reasons = sorted({reason for level in report.levels for reason in level.reasons})
    never = 0 if report.finished is None else None
    rows = [
        [reason, *(_part(level.reasons.get(reason, never), level.games) for level in report.levels)]
        for reason in reasons
    ]
    return Section("How does it end?", sentences, None, Table(["reason", *(one.level for one in report.levels)], rows))


def _part(count: int | None, games: int) -> str:
    return FEW if count is None else f"{100 * count / games:.1f} %"


def _skill(report: Report) -> Section:
    sentences = []
    for duel in report.duels:
        skill = "skill matters" if duel.points.low > 0.5 or duel.points.high < 0.5 else "no clear difference"
        sentences.append(f"{duel.b} takes {percent(_reversed(duel.points))} of the points from {duel.a}: {skill}.")
    points = [point(f"{duel.b} against {duel.a}", _reversed(duel.points), 100) for duel in report.duels]
    shares = {(duel.a, duel.b): duel.points for duel in report.duels}
    names = [level.level for level in report.levels]
    rows = []
    for a in names:
        cells = []
        for b in names:
            if a == b:
                cells.append("–")
            else:
                found = shares[a, b] if (a, b) in shares else _reversed(shares[b, a])
                cells.append(f"{100 * found.value:.1f} %")
        rows.append([a, *cells])
    table = Table(["points of", *(f"against {name}" for name in names)], rows)
    return Section("Does skill matter?", sentences, Figure("intervals", "percent of the points", points, 50), table)


def _reversed(points: Estimate) -> Estimate:
    """Returns the points of the other side, with their interval."""
    return msgspec.structs.replace(points, value=1 - points.value, low=1 - points.high, high=1 - points.low)


def _card_section(level: LevelGames) -> Section:
    judged = [
        (card, card.worth, card.beyond) for card in level.cards if card.worth is not None and card.beyond is not None
    ]
    told = _judged(level, judged)
    told.append(
        f"The columns show how often a card is drawn unseen, played with an effect, and given up in a game between "
        f"{level.players}. The points of the sides with and without it need not be the card's doing. Its worth when "
        "drawn is, since only chance deals it."
    )
    points = [point(f"{card.name} ({card.kind})", beyond, 100) for card, _, beyond in judged[:DRAWN_CARDS]]
    finished = level.level in GROUPS
    rows = [
        [
            f"{card.name} ({card.kind})" + (" *" if card.chance < ALPHA else ""),
            *(FEW if one is None else f"{one.value:.2f}" for one in (card.drawn, card.played, card.given_up)),
            *(_points(one) for one in (card.having, card.lacking)),
            *(_worth(one, FEW if finished else "–") for one in (card.worth, card.beyond)),
        ]
        for card in level.cards
    ]
    columns = [
        "card",
        "drawn",
        "played",
        "given up",
        "points with",
        "points without",
        "worth",
        "beyond its kind",
    ]
    figure = Figure("intervals", "percentage points beyond its kind", points, 0) if points else None
    return Section(_heading("Which cards are strong", level), told, figure, Table(columns, rows))


def _judged(level: LevelGames, judged: Sequence[tuple[CardUse, Estimate, Estimate]]) -> list[str]:
    """Returns sentences on the cards with a known worth, which come with the surest first."""
    if not judged:
        return []
    odd, _, beyond = judged[0]
    best, worth, _ = max(judged, key=lambda one: one[1].low)
    marked = sum(card.chance < ALPHA for card, _, _ in judged)
    return [
        f"{odd.name} stands out most surely from its kind ({odd.kind}): drawing it is worth {_worth(beyond)} "
        "percentage points compared with drawing the others.",
        f"{marked} of {len(judged)} cards stand out from their kind, after Holm's correction (marked *)."
        if marked
        else f"That may be chance among {len(judged)} cards, after Holm's correction.",
        f"{best.name} is the card most surely worth drawing: {_worth(worth)} percentage points compared with any "
        "other card of its pile.",
    ]


def _heading(question: str, level: LevelGames) -> str:
    """Returns a heading; in reports on finished games it names the group."""
    return f"{question}, between {level.players}?" if level.level in GROUPS else f"{question}?"


def _points(estimate: Estimate | None) -> str:
    """Formats the points of some sides, if there are any."""
    if estimate is None:
        return FEW
    return f"{100 * estimate.value:.1f} %" if estimate.count else "never"


def _worth(estimate: Estimate | None, missing: str = "–") -> Cell:
    """Formats percentage points as `+5.1 (+2.3 to +7.9)`."""
    return missing if estimate is None else change_text(estimate, False, 100)


def _window_section(level: LevelGames) -> Section:
    idle = [window.name for window in level.windows if window.choice == 0]
    sentences = [
        f"The columns show how often each phase asks for a decision in a game of {level.players}, and how often two or "
        "more actions are legal there. The last one shows how often the choice is then not the most common kind of "
        "action."
    ]
    if idle:
        sentences.append(f"Never a choice: {', '.join(idle)}.")
    rows = [
        [
            window.name,
            FEW if window.asked is None else f"{window.asked:.1f}",
            FEW if window.choice is None else f"{100 * window.choice:.0f} %",
            FEW if window.unusual is None else f"{100 * window.unusual:.0f} %",
        ]
        for window in level.windows
    ]
    points = [
        FigurePoint(one.name, often, often, often)
        for one in level.windows
        if one.asked is not None and one.choice is not None
        for often in [one.asked * one.choice]
    ]
    table = Table(["phase", "asked in a game", "a choice", "unusual"], rows)
    return Section(
        _heading("Which decisions matter", level), sentences, Figure("bars", "choices in a game", points[:BARS]), table
    )


def _restricted_section(report: Report) -> Section:
    sentences = [
        "On the same deals, nobody may choose the card from a hand while another action is legal. A bot that wants to "
        "choose it passes, if it can, or takes the first other action."
    ]
    rows: list[list[Cell]] = []
    for one in report.restricted:
        by_name = {difference.measure: difference for difference in one.differences}
        first, turns = by_name["points of the first player"], by_name["turns"]
        rows.append(
            [one.card, change_text(first.change, first.marked, 100), change_text(turns.change, turns.marked, 1)]
        )
        marked = [told for told in (first, turns) if told.marked]
        if marked:
            sentences.append(
                f"Without {one.card} there is a change in {' and '.join(told.measure for told in marked)}."
            )
    return Section(
        "If nobody may play it", sentences, None, Table(["card", "points of the first player", "turns"], rows)
    )


def _rules_section(report: Report) -> Section:
    rules = report.house_rules
    idle = [f"{rule.key}={rule.value}" for rule in rules if not rule.parted.total]
    sentences = [
        f"{rules[0].parted.count} deals were played again by {report.levels[-1].players} under each house rule, with "
        "everything else unchanged. The columns show in how many games any move differs, how many end differently, and "
        "the changes in turns and in the points of the first player. Only one value of each rule was tried."
    ]
    if idle:
        sentences.append(f"No move differs under {', '.join(idle)}.")
    rows: list[list[Cell]] = [
        [
            f"{rule.key}={rule.value}" + "".join(f" (with {key}={value})" for key, value in rule.needs.items()),
            percent(rule.parted),
            percent(rule.result),
            change_text(rule.turns, False, 1),
            change_text(rule.first, False, 100),
        ]
        for rule in rules
    ]
    points = [point(f"{rule.key}={rule.value}", rule.result, 100) for rule in rules]
    columns = ["house rule", "moves differ", "ends differently", "turns", "points of the first player"]
    figure = Figure("intervals", "percent of the games that end differently", points)
    return Section("Which house rules matter?", sentences, figure, Table(columns, rows))


def change_text(change: Estimate, marked: bool, scale: float, digits: int = 1) -> Ranged:
    """Formats a change as `+2.1 (+0.4 to +3.8) *`, with the asterisk if it is marked."""
    value, low, high = (f"{scale * one:+.{digits}f}" for one in (change.value, change.low, change.high))
    return Ranged(value, f"{low} to {high}", " *" if marked else "")


def point(label: str, estimate: Estimate, scale: float, group: str = "", marked: bool = False) -> FigurePoint:
    """Returns an estimate as a point of a figure, in the units that people read."""
    return FigurePoint(label, scale * estimate.value, scale * estimate.low, scale * estimate.high, group, marked)


Recorded = Callable[[str, str, str], list[GameRow]]  # takes the bots of both sides, and the banned card


def build(
    game: Game,
    levels: Sequence[str],
    recorded: Recorded,
    restrict: Sequence[str],
    tried: Tried | None,
    command: str,
    games: int,
    seed: int,
) -> Report:
    """Builds the report of these levels; `recorded` plays each plan of games, and `tried`, if any, each house rule."""
    rows: Mapping[str, list[GameRow]] = {level: recorded(level, level, "") for level in levels}
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
    )
