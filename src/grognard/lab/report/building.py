"""From the rows of games to the numbers of a report, and from these to its sections."""

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

DRAWN_CARDS: Final = 20  # of the card table those that move results most
BARS: Final = 16
# Of finished games, who sat at the table; and what stands for a number that so few games would tell.
PEOPLE: Final = "people"
MIXED: Final = "people and bots"
BOTS_ALONE: Final = "bots"
GROUPS: Final = (PEOPLE, MIXED, BOTS_ALONE)
LEAST: Final = 20
FEW: Final = f"fewer than {LEAST}"


class CardUse(msgspec.Struct, frozen=True):
    """A card: how often in a game it is drawn, played and given up, by both sides together.

    `having` are the points of the sides that played it, `lacking` of those that did not. `worth` are the points of
    who draws it instead of any other of the pile, `beyond` what that is above the others of its kind; None where no
    chance brings it. `chance` is how likely a card in line is so far beyond its kind, corrected by Holm for the number
    of cards. In reports on finished games None is hidden.
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
    """A phase that asks: how often in a game, the share of these with two or more legal actions, and of those in which
    something else than the usual kind of action was chosen. None is hidden."""

    name: str
    asked: float | None
    choice: float | None
    unusual: float | None


class LevelGames(msgspec.Struct, frozen=True):
    """What came of games of one level against itself, or of one of the GROUPS.

    How long games are, and how the lead changes, is told by those that nobody gave up. None is hidden, or unknown.
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
        """Who plays, as sentences say it."""
        return self.level if self.level in GROUPS else f"{self.level} bots"


class LevelDuel(msgspec.Struct, frozen=True):
    """The points of level `a` against level `b`, by pairs of games with the sides swapped."""

    a: str
    b: str
    points: Estimate


class Restricted(msgspec.Struct, frozen=True):
    """What is different where nobody may choose a card from the hand."""

    card: str
    differences: list[Difference]


class Finished(msgspec.Struct, frozen=True):
    """Of a report on finished games: the groups that have too few to be shown, and a sentence on what was left out."""

    hidden: list[str]
    left_out: str


class Report(Subject, frozen=True):
    """All numbers of a report; the last level is the one that cards, windows and restrictions speak of.

    Of finished games (`finished`) the levels are the groups that are shown, cards and windows speak of each, and
    `games` counts those of all.
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
    """What the games of one level against itself say."""
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
    """All cards, first those that are most surely out of line with their kind."""
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
    """Sorts the cards most surely out of line first, those that cannot be judged last; Holm corrects their chances."""
    raw = [_chance(card.beyond) for card in cards]
    found = [msgspec.structs.replace(card, chance=one) for card, one in zip(cards, holm(raw), strict=True)]
    # Of many games chances come to 0 alike: the errors tell which card is surer.
    return sorted(found, key=lambda card: (card.beyond is None, -abs(_errors(card.beyond)), card.name))


def _errors(estimate: Estimate | None) -> float:
    """How many standard errors a value is from 0; 0 where that is unknown."""
    return estimate.value / estimate.squares**0.5 if estimate is not None and estimate.squares > 0 else 0.0


def _chance(estimate: Estimate | None) -> float:
    """How likely a value so far from 0 is where the true one is 0."""
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
    """Two levels on the same deals; in `swapped` level `b` has side 0."""
    return LevelDuel(a, b, share([(one.points + 1 - two.points) / 2 for one, two in zip(rows, swapped, strict=True)]))


def is_standard(game: Game) -> bool:
    """No house rule and no number differs from the printed game."""
    return not game.new_numbers and not game.changed_rules


# -- sections ----------------------------------------------------------------------------------------------------


def percent(estimate: Estimate) -> Ranged:
    """`52.1 % (51.2 to 53.0)`."""
    return Ranged(f"{100 * estimate.value:.1f} %", f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f}")


def number(estimate: Estimate, digits: int = 1) -> Ranged:
    """`31.2 (30.9 to 31.5)`."""
    return Ranged(f"{estimate.value:.{digits}f}", f"{estimate.low:.{digits}f} to {estimate.high:.{digits}f}")


def page_of(game: Game, report: Report) -> Page:
    """The report as sections."""
    about = [f"{_counts(report)}, rules version {report.rules}; intervals are of 95 %."]
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
    """What of the games is not shown."""
    told = [f"There are {FEW} games of {group}: they are not shown." for group in finished.hidden]
    return [*told, finished.left_out] if finished.left_out else told


def _fairness(game: Game, report: Report) -> Section:
    sentences = []
    own = [seat for seat, side in zip(game.seats, game.sides, strict=True) if side == 0]
    side = own[0] if len(own) == 1 else f"the side of {listed(own)}"
    for level in report.levels:
        fair = "which may be chance" if level.first.low <= 0.5 <= level.first.high else "more than chance explains"
        sentences.append(
            f"Who begins takes {percent(level.first)} of the points between {level.players}, {fair}; "
            f"{side} takes {percent(level.side)}."
        )
    points = [point(f"{level.level}, who begins", level.first, 100) for level in report.levels]
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
            sentences.append(f"There are {FEW} games of {level.players} that nobody gave up: their length is hidden.")
            continue
        minutes = f", {_lasting(level.minutes)} at the table" if level.minutes else ""
        sentences.append(
            f"A game of {level.players} has {number(level.turns)} turns and {number(level.decisions)} decisions "
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
        sentences.append("Lead changes and comebacks are unknown: this game does not judge the odds where turns begin.")
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
        skill = "skill shows" if duel.points.low > 0.5 or duel.points.high < 0.5 else "no difference shows"
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
    """The points of the other side, with their interval."""
    return msgspec.structs.replace(points, value=1 - points.value, low=1 - points.high, high=1 - points.low)


def _card_section(level: LevelGames) -> Section:
    judged = [
        (card, card.worth, card.beyond) for card in level.cards if card.worth is not None and card.beyond is not None
    ]
    told = _judged(level, judged)
    told.append(
        f"Between {level.players}, in a game: how often a card is drawn unseen, how often played, so that it did "
        "something, and how often given up; the points of the sides that played it and of those that did not, which "
        "need not be its work; and what drawing it is worth, which is, since chance alone brings it."
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
    figure = Figure("intervals", "points of a hundred, beyond its kind", points, 0) if points else None
    return Section(_heading("Which cards are strong", level), told, figure, Table(columns, rows))


def _judged(level: LevelGames, judged: Sequence[tuple[CardUse, Estimate, Estimate]]) -> list[str]:
    """What is said of the cards that are judged, of which the surest stand first."""
    if not judged:
        return []
    odd, _, beyond = judged[0]
    best, worth, _ = max(judged, key=lambda one: one[1].low)
    marked = sum(card.chance < ALPHA for card, _, _ in judged)
    return [
        f"{odd.name} is most surely out of line with its kind ({odd.kind}): a draw of it is worth "
        f"{_worth(beyond)} points of a hundred against a draw of the others.",
        f"Out of line with their kinds, after Holm's correction (marked *): {marked} of {len(judged)} cards."
        if marked
        else f"That may be chance among {len(judged)} cards, after Holm's correction.",
        f"{best.name} is most surely worth drawing: {_worth(worth)} points of a hundred against any other "
        "card of the pile.",
    ]


def _heading(question: str, level: LevelGames) -> str:
    """Of finished games each group has a section of its own."""
    return f"{question}, between {level.players}?" if level.level in GROUPS else f"{question}?"


def _points(estimate: Estimate | None) -> str:
    """The points of some sides; there may be no such side."""
    if estimate is None:
        return FEW
    return f"{100 * estimate.value:.1f} %" if estimate.count else "never"


def _worth(estimate: Estimate | None, missing: str = "–") -> Cell:
    """`+5.1 (+2.3 to +7.9)`, points of a hundred."""
    return missing if estimate is None else change_text(estimate, False, 100)


def _window_section(level: LevelGames) -> Section:
    idle = [window.name for window in level.windows if window.choice == 0]
    sentences = [
        f"How often each phase asks in a game of {level.players}, how often there are two legal actions or more, "
        "and how often the kind of action chosen is then not the usual one."
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
        "On the same deals nobody may choose the card from the hand while there is another legal action; a bot that "
        "wants to passes, if it can, or takes the first of the others."
    ]
    rows: list[list[Cell]] = []
    for one in report.restricted:
        by_name = {difference.measure: difference for difference in one.differences}
        first, turns = by_name["points of who begins"], by_name["turns"]
        rows.append(
            [one.card, change_text(first.change, first.marked, 100), change_text(turns.change, turns.marked, 1)]
        )
        marked = [told for told in (first, turns) if told.marked]
        if marked:
            sentences.append(
                f"Without {one.card} there is a change in {' and '.join(told.measure for told in marked)}."
            )
    return Section("If nobody may play it", sentences, None, Table(["card", "points of who begins", "turns"], rows))


def _rules_section(report: Report) -> Section:
    rules = report.house_rules
    idle = [f"{rule.key}={rule.value}" for rule in rules if not rule.parted.total]
    sentences = [
        f"{rules[0].parted.count} deals were played once more by {report.levels[-1].players} under each house rule, "
        "all else as it is: in how many of them anything is done otherwise, how many end otherwise, and the changes "
        "in turns and in the points of who begins. Of several values of a rule one was tried."
    ]
    if idle:
        sentences.append(f"Nothing was done otherwise under {', '.join(idle)}.")
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
    columns = ["house rule", "done otherwise", "end otherwise", "turns", "points of who begins"]
    figure = Figure("intervals", "percent of the games that end otherwise", points)
    return Section("Which house rules matter?", sentences, figure, Table(columns, rows))


def change_text(change: Estimate, marked: bool, scale: float, digits: int = 1) -> Ranged:
    """`+2.1 (+0.4 to +3.8) *`; what is marked has the asterisk."""
    value, low, high = (f"{scale * one:+.{digits}f}" for one in (change.value, change.low, change.high))
    return Ranged(value, f"{low} to {high}", " *" if marked else "")


def point(label: str, estimate: Estimate, scale: float, group: str = "", marked: bool = False) -> FigurePoint:
    """An estimate as it is drawn, in what people read."""
    return FigurePoint(label, scale * estimate.value, scale * estimate.low, scale * estimate.high, group, marked)


Recorded = Callable[[str, str, str], list[GameRow]]  # by the bots of both sides, and the banned card


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
    """The report of these levels; each plan of games is asked of `recorded`, and each house rule of `tried`, if any."""
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
