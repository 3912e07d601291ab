"""The page of a report: its numbers in sentences, figures and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from grognard.bots.levels import ABOUT
from grognard.kernel.content.wording import capitalized, listed
from grognard.lab.estimates import ALPHA, Estimate, holm
from grognard.lab.house_rules import Rule
from grognard.lab.report.answers import answers, chance_from, other_side, sides_of, sure_cards
from grognard.lab.report.building import FEW, GROUPS, CardUse, Finished, LevelGames, Report
from grognard.lab.report.owners import ONLY_FOR
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

MOST_PHASES: Final = 3  # in a sentence
SHORT: Final = 10  # rows of a table of phases that need not be folded
DRAWN_CARDS: Final = 20  # at most, of those that surely stand out
BARS: Final = 16


def page_of(game: Game, report: Report) -> Page:
    """Returns the report as sections."""
    report = with_titles(game, report)
    brackets = " Brackets show 95 % intervals." if report.levels else ""
    about = [f"{_counts(report)}.{brackets} Rules version {report.rules}."]
    if report.finished is None:
        about += _bots(report)
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
        return f"{report.games:,} games between bots of each level"
    told = [f"{level.games:,} finished games of {level.players}" for level in report.levels]
    return listed(told) if told else "Finished games"


def _bots(report: Report) -> list[str]:
    """Describes the bots that are levels of the game, and chance."""
    about = {"random": "picks any legal move", **ABOUT}
    told = [f"the {level.level} bot {about[level.level]}" for level in report.levels if level.level in about]
    return [f"{capitalized('; '.join(told))}."] if told else []


def _apart(finished: Finished) -> list[str]:
    """Names the games that are not shown."""
    told = [f"There are {FEW} games of {group}, so they are not shown." for group in finished.hidden]
    return [*told, finished.left_out] if finished.left_out else told


def _fairness(game: Game, report: Report) -> Section:
    """Returns the points by side, and by going first if that is not always the same side, for every level."""
    side, name = sides_of(game)[0], game.side_name(0)
    sentences = []
    points = []
    if game.spec.meta.opening.first(game.options) is None:
        for level in report.levels:
            sentences.append(
                f"Between {level.players}, the first player takes {percent(level.first)} of the points and "
                f"{side:takes} {percent(level.side)}."
            )
        points = [point(f"{level.level}, first player", level.first, 100) for level in report.levels]
    else:
        sentences = [
            f"Between {level.players}, {side:takes} {percent(level.side)} of the points." for level in report.levels
        ]
    points += [point(f"{level.level}, {name}", level.side, 100) for level in report.levels]
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
            f"A game between {level.players} has {number(level.turns)} turns{minutes}. "
            f"It has {number(level.decisions)} decisions, not counting forced moves."
        )
        points.append(point(level.level, level.turns, 1))
    return Section("How long is it?", sentences, Figure("intervals", "turns", points) if points else None)


def _ends(game: Game, report: Report) -> Section:
    sentences = []
    for level in report.levels:
        drawn = f"{percent(level.draws)} of the games are drawn" if level.draws.total else "no game is drawn"
        sentence = f"Between {level.players}, {drawn}."
        if level.leads is not None and level.comebacks is not None:
            sentence += (
                f" The lead changes {number(level.leads)} times. In {percent(level.comebacks)} of the games the winner "
                "once had less than 1 chance in 4."
            )
        sentences.append(sentence)
    if game.outlook is None:
        sentences.append("Lead changes and comebacks are unknown, since no odds are estimated in this game.")
    reasons = sorted({reason for level in report.levels for reason in level.reasons})
    never = 0 if report.finished is None else None
    rows = [
        [
            capitalized(reason),
            *(_part(level.reasons.get(reason, never), level.games) for level in report.levels),
            *([report.endings.get(reason, "")] if report.endings else []),
        ]
        for reason in reasons
    ]
    example = ["for example"] if report.endings else []
    table = Table(["ending", *(one.level for one in report.levels), *example], rows)
    return Section("How does it end?", sentences, None, table)


def _part(count: int | None, games: int) -> str:
    if count is None:
        return FEW
    return "under 0.1 %" if 0 < count / games < 0.001 else f"{100 * count / games:.1f} %"


def _skill(report: Report) -> Section:
    sentences = []
    for duel in report.duels:
        skill = "skill matters" if duel.points.low > 0.5 or duel.points.high < 0.5 else "no clear difference"
        share = percent(other_side(duel.points))
        sentences.append(f"{duel.b.capitalize()} bots take {share} of the points from {duel.a} bots: {skill}.")
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
    # With two levels, the sentence says it all.
    table = Table(["points of", *(f"against {name}" for name in names)], rows) if len(names) > 2 else None
    return Section("Does skill matter?", sentences, Figure("intervals", "percent of the points", points, 50), table)


def _card_section(level: LevelGames) -> Section:
    judged = [
        (card, card.worth, card.beyond) for card in level.cards if card.worth is not None and card.beyond is not None
    ]
    told = _judged(level, judged)
    told.append(
        f"The table shows how often a card is drawn, played with an effect and given up in a game between "
        f"{level.players}. Don't judge a card by the points of the sides with and without it: they also depend on who "
        "is ahead and how long the game is. Its worth is how many percentage points a side gains by drawing it, which "
        "is pure chance."
    )
    if any(card.owner.startswith(ONLY_FOR) for card in level.cards):
        told.append("Both sides draw the cards that are only for one of them. The other side can't use them.")
    points = [point(card.listed, beyond, 100) for card, beyond in sure_cards(level)[:DRAWN_CARDS]]
    finished = level.level in GROUPS
    rows = [
        [
            card.listed + (" *" if card.chance < ALPHA else ""),
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
        f"{odd.called} stands out most clearly from its kind ({odd.kind}): drawing it is worth {_worth(beyond)} "
        "percentage points compared with drawing the others.",
        f"{marked} of {len(judged)} cards surely stand out from their kind (marked *)."
        if marked
        else f"That may be chance among {len(judged)} cards.",
        f"{best.called} is most surely worth drawing: {_worth(worth)} percentage points compared with any other card "
        "of its pile.",
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
    most = sorted(
        ((window.asked * window.choice, window.name) for window in level.windows if window.asked and window.choice),
        reverse=True,
    )
    named = [f"“{name}” ({often:.1f} times a game)" for often, name in most[:MOST_PHASES]]
    sentences = [f"{level.players.capitalize()} have most of their choices in {listed(named)}."] if named else []
    sentences.append(
        "The table shows how often each phase asks for a decision in a game, and how often two or more moves are legal "
        "there. The last column shows how often the choice is then not the most common kind of move."
    )
    idle = [window.name for window in level.windows if window.choice == 0]
    if idle:
        sentences.append(f"Never a choice: {listed([f'“{name}”' for name in idle])}.")
    rows = [
        [
            window.name,
            FEW if window.asked is None else f"{window.asked:.1f}",
            FEW if window.choice is None else f"{100 * window.choice:.0f} %",
            FEW if window.unusual is None else f"{100 * window.unusual:.0f} %",
        ]
        for window in level.windows
        if window.choice != 0
    ]
    points = [
        FigurePoint(one.name, often, often, often)
        for one in level.windows
        if one.asked is not None and one.choice is not None
        for often in [one.asked * one.choice]
    ]
    table = Table(
        ["phase", "asked in a game", "a choice", "unusual"],
        rows,
        f"All {len(rows)} phases" if len(rows) > SHORT else "",
    )
    return Section(
        _heading("Which decisions matter", level), sentences, Figure("bars", "choices in a game", points[:BARS]), table
    )


def _restricted_section(report: Report) -> Section:
    sentences = [
        "On the same deals, nobody may choose the card from a hand while another move is legal. A bot that wants to "
        "choose it passes, if it can, or makes the first other move."
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
    chances = holm([chance_from(0, change) for rule in rules for change in (rule.turns, rule.first)])
    sure = [chance < ALPHA for chance in chances]
    shown = [
        (rule, turns, first)
        for rule, turns, first in zip(rules, sure[::2], sure[1::2], strict=True)
        if rule.parted.total
    ]
    idle = [_rule(game, rule.key, rule.value) for rule in rules if not rule.parted.total]
    sentences = [
        f"{report.levels[-1].players.capitalize()} played {rules[0].parted.count} deals again under each house rule, "
        "with everything else unchanged. Only one value of each rule was tried.",
        *_sure_rules(game, shown, report.levels[-1].first.value),
        "The table shows in how many games any move differs and how many end differently, and the changes in turns and "
        "in the points of the first player (* if sure).",
    ]
    if idle:
        sentences.append(f"No move differs under {listed([f'“{rule}”' for rule in idle])}.")
    rows: list[list[Cell]] = [
        [
            _rule(game, rule.key, rule.value)
            + "".join(f" (with {_rule(game, key, value)})" for key, value in rule.needs.items()),
            percent(rule.parted),
            percent(rule.result),
            change_text(rule.turns, turns, 1),
            change_text(rule.first, first, 100),
        ]
        for rule, turns, first in shown
    ]
    points = [point(_rule(game, rule.key, rule.value), rule.result, 100) for rule in rules]
    columns = ["house rule", "moves differ", "ends differently", "turns", "points of the first player"]
    figure = Figure("intervals", "percent of the games that end differently", points)
    return Section("Which house rules matter?", sentences, figure, Table(columns, rows))


def _sure_rules(game: Game, rules: Sequence[tuple[Rule, bool, bool]], usual: float) -> list[str]:
    """Names the house rules that surely change the length or the points of the first player, largest change first.

    `usual` is the first player's share without them.
    """
    turns = [(rule, rule.turns.value, f"{rule.turns.value:+.1f} turns") for rule, sure, _ in rules if sure]
    first = [
        (rule, rule.first.value, f"{100 * rule.first.value:+.1f}{to}")
        for rule, _, sure in rules
        if sure
        for to in ["" if rule.needs else f", to about {100 * (usual + rule.first.value):.0f} %"]
    ]
    told = []
    for text, found, sign in (
        ("Games are surely shorter under", turns, -1),
        ("Games are surely longer under", turns, 1),
        ("The first player surely gains percentage points under", first, 1),
        ("The first player surely loses percentage points under", first, -1),
    ):
        changes = sorted((one for one in found if one[1] * sign > 0), key=lambda one: -abs(one[1]))
        if changes:
            named = [f"“{_rule(game, rule.key, rule.value)}” ({change})" for rule, _, change in changes]
            told.append(f"{text} {listed(named)}.")
    if not told:
        told.append("No change in length or in the points of the first player is sure.")
    return told


def _rule(game: Game, key: str, value: str | int) -> str:
    """Returns a house rule with one of its values in words."""
    option = next(option for option in game.spec.meta.options if option.key == key)
    return f"{option.label}: {option.told(value)}"
