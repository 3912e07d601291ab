"""The report on games that were played at tables: people and bots apart, and nothing that fewer than 20 games tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from grognard.lab.estimates import Estimate
from grognard.lab.recording import GameRow
from grognard.lab.report.building import (
    BOTS_ALONE,
    GROUPS,
    LEAST,
    MIXED,
    PEOPLE,
    Card,
    Finished,
    Level,
    Report,
    Window,
    is_standard,
    level_of,
    surest_first,
)
from grognard.play.players import PERSON

if TYPE_CHECKING:
    from grognard.kernel.game import Game


def group_of(seats: Sequence[str]) -> str:
    """Which of the groups a game belongs to, by who sat in each seat: `PERSON` or the name of a bot."""
    people = [who == PERSON for who in seats]
    return PEOPLE if all(people) else MIXED if any(people) else BOTS_ALONE


def report_of(game: Game, groups: Mapping[str, Sequence[GameRow]], left_out: str = "", command: str = "") -> Report:
    """The report on finished games by group; `left_out` tells of others that were not counted.

    A group with too few games is said to be hidden, one that is not among `groups` is not mentioned.
    """
    counts = {group: len(groups.get(group, ())) for group in GROUPS}
    shown = [group for group in GROUPS if counts[group] >= LEAST]
    return Report(
        game.slug,
        game.title,
        game.spec.meta.rules,
        game.options,
        game.overrides,
        is_standard(game),
        sum(counts[group] for group in shown),
        0,
        [_hidden(level_of(game, group, groups[group]), groups[group]) for group in shown],
        [],
        [],
        command,
        Finished([group for group in GROUPS if group in groups and counts[group] < LEAST], left_out),
    )


def _hidden(level: Level, rows: Sequence[GameRow]) -> Level:
    """The level without what is told by few of its games. There is an entry for all that is hidden, and no number."""
    return msgspec.structs.replace(
        level,
        turns=_enough(level.turns),
        decisions=_enough(level.decisions),
        minutes=level.minutes if _enough(level.turns) is not None else 0,
        reasons=_reasons(Counter(row.reason for row in rows)),
        leads=_enough(level.leads),
        comebacks=_enough(level.comebacks),
        cards=surest_first([_card(card, rows) for card in level.cards]),
        windows=[_window(window, rows) for window in level.windows],
    )


def _reasons(counts: Counter[str]) -> dict[str, int | None]:
    """How games ended. What is hidden adds up to enough: or one could take the rest from all, and knew."""
    found: dict[str, int | None] = dict(sorted(counts.items()))
    hidden = 0
    for reason, count in reversed(counts.most_common()):
        if count < LEAST or 0 < hidden < LEAST:
            found[reason] = None
            hidden += count
    return found


def _enough(estimate: Estimate | None) -> Estimate | None:
    return estimate if estimate is not None and estimate.count >= LEAST else None


def _card(card: Card, rows: Sequence[GameRow]) -> Card:
    """How often a card was held or chosen counts the games in which it was."""
    held = sum(any(card.name in side for side in row.held) for row in rows)
    chosen = sum(any(card.name in side for side in row.chosen) for row in rows)
    return Card(
        card.name,
        card.held if held >= LEAST else None,
        card.chosen if chosen >= LEAST else None,
        _enough(card.alone),
        _enough(card.more),
    )


def _window(window: Window, rows: Sequence[GameRow]) -> Window:
    """A phase counts the games in which it asked, and what was chosen there those in which there was a choice."""
    asked = sum(window.name in row.windows for row in rows)
    chosen = sum(window.name in row.choices for row in rows)
    if asked < LEAST:
        return Window(window.name, None, None, None)
    return msgspec.structs.replace(window, unusual=window.unusual if chosen >= LEAST or not chosen else None)
