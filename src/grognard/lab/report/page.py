"""The page of a report: its numbers in sentences, figures and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from grognard.kernel.content.wording import listed
from grognard.lab.estimates import ALPHA, Estimate
from grognard.lab.report.answers import answers, other_side, sure_cards
from grognard.lab.report.building import FEW, GROUPS, CardUse, Finished, LevelGames, Report
from grognard.lab.report.sections import (
    TUNED,
    Cell,
    Figure,
    FigurePoint,
    Page,
    Section,
    Table,
    change_text,
    number,
    percent,
    point,
)
from grognard.lab.report.titles import with_titles
from grognard.play.differences import differences

if TYPE_CHECKING:
    from grognard.kernel.game import Game

DRAWN_CARDS: Final = 20  # at most, of those that surely stand out
BARS: Final = 16


def page_of(game: Game, report: Report) -> Page:
    """Returns the report as sections."""
    report = with_titles(game, report)
    about = [f"{_counts(report)}, rules version {report.rules}, with 95 % intervals."]
    if not report.standard:
        about.append(" ".join(["These are not the standard rules.", *differences(game)]))
    if report.finished is not None:
        about += _apart(report.finished)
    elif not report.standard:
        about.append(TUNED)
    if not report.levels:
        return Page(f"A report on {report.title}", about, [], report.command)
    sections = [answers(game, report), _fairness(game, report), _length(report), _ends(game, report)]
    if report.duels:
        sections.append(_skill(report))
    for level in report.levels[-1:] if report.finished is None else report.levels:
        sections += [_card_section(level), _window_section(level)]
    if report.restricted:
        sections.append(_restricted_section(report))
    if report.house_rules:
        sections.append(_rules_section(game, report))
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
        sentences.append(f"{duel.b} takes {percent(other_side(duel.points))} of the points from {duel.a}: {skill}.")
    points = [point(f"{duel.b} against {duel.a}", other_side(duel.points), 100) for duel in report.duels]
    shares = {(duel.a, duel.b): duel.points for duel in report.duels}
    names = [level.level for level in report.levels]
    rows = []
    for a in names:
        cells = []
        for b in names:
            if a == b:
                cells.append("–")
            else:
                found = shares[a, b] if (a, b) in shares else other_side(shares[b, a])
                cells.append(f"{100 * found.value:.1f} %")
        rows.append([a, *cells])
    table = Table(["points of", *(f"against {name}" for name in names)], rows)
    return Section("Does skill matter?", sentences, Figure("intervals", "percent of the points", points, 50), table)


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
    points = [point(f"{card.name} ({card.kind})", beyond, 100) for card, beyond in sure_cards(level)[:DRAWN_CARDS]]
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
    table = Table(columns, rows, f"All {len(rows)} cards")
    return Section(_heading("Which cards are strong", level), told, figure, table)


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


def _rules_section(game: Game, report: Report) -> Section:
    rules = report.house_rules
    idle = [_rule(game, rule.key, rule.value) for rule in rules if not rule.parted.total]
    sentences = [
        f"{rules[0].parted.count} deals were played again by {report.levels[-1].players} under each house rule, with "
        "everything else unchanged. The columns show in how many games any move differs, how many end differently, and "
        "the changes in turns and in the points of the first player. Only one value of each rule was tried."
    ]
    if idle:
        sentences.append(f"No move differs under {'; '.join(idle)}.")
    rows: list[list[Cell]] = [
        [
            _rule(game, rule.key, rule.value)
            + "".join(f" (with {_rule(game, key, value)})" for key, value in rule.needs.items()),
            percent(rule.parted),
            percent(rule.result),
            change_text(rule.turns, False, 1),
            change_text(rule.first, False, 100),
        ]
        for rule in rules
    ]
    points = [point(_rule(game, rule.key, rule.value), rule.result, 100) for rule in rules]
    columns = ["house rule", "moves differ", "ends differently", "turns", "points of the first player"]
    figure = Figure("intervals", "percent of the games that end differently", points)
    return Section("Which house rules matter?", sentences, figure, Table(columns, rows))


def _rule(game: Game, key: str, value: str | int) -> str:
    """Returns a house rule with one of its values in words."""
    option = next(option for option in game.spec.meta.options if option.key == key)
    return f"{option.label}: {option.told(value)}"
