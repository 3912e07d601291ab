"""Who gets tips at a table: guests in their first games of a kind against the computer."""

from __future__ import annotations

from typing import Final

from grognard.server.storage.tables import RECENT
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry

FIRST_GAMES: Final = 2


async def prepare_tips(tables: TableRegistry, live: LiveTable, guest: str) -> None:
    """Finds out once whether a guest gets tips at a table. It depends only on the table and the guest's own games."""
    if guest not in live.tipped and live.dealt and not live.over:
        live.tipped[guest] = await _is_new(tables, live, guest)


async def _is_new(tables: TableRegistry, live: LiveTable, guest: str) -> bool:
    if not live.seats_of(guest) or not live.alone or live.one_screen or live.table.daily is not None:
        return False
    if not _has_first_rules(live) or await tables.store.continues(live.id):
        return False
    past = await tables.store.past(guest, live.game.slug, RECENT)
    return sum(one.whole for one in past) < FIRST_GAMES


def _has_first_rules(live: LiveTable) -> bool:
    """Returns whether a table has the rules of a first game: under other rules, a tip might be wrong."""
    changed = {option.key: value for option, value in live.game.changed_rules}
    return not live.game.overrides and changed == live.game.spec.meta.first_options
