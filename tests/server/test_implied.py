"""One click says what goes without saying too: laying a unit attacks. Nobody sees it before it is whole."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Sequence
from typing import Final

import pytest

from grognard.kernel.errors import CannotUndo
from grognard.kernel.views.shortcuts import preview, shortcuts
from grognard.play.journal import Action
from grognard.play.session import replayed
from grognard.registry import load
from grognard.server.tables import plans, undo
from grognard.server.tables import play as playing
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Server, seated, sorted_by_turn

GAME = "fusillade"
FIRST = 1  # who begins with this seed


def said(slug: str, actions: Sequence[str]) -> list[str]:
    """What can be said beside the legal actions, after these."""
    game = load(slug)
    state = game.new_initial_state(3)
    for action in actions:
        state.apply_action(game.string_to_action(action))
    return [choice.notation for choice in shortcuts(state, state.current_player())]


def test_what_can_be_said_at_once_is_what_the_rules_would_ask_later() -> None:
    units = ["UNIT Sappers", "UNIT Grognards", "UNIT Jagers", "UNIT 6-Pounders", "UNIT Carronade"]
    assert said(GAME, []) == said(GAME, ["END_DEPLOY"]) == units
    assert said(GAME, ["END_DEPLOY", "ATTACK"]) == [], "a window answers, and no more"
    laying = ["END_DEPLOY", "ATTACK", "PASS_BLUNDER"]
    assert said(GAME, laying) == [], "no line can be closed yet"
    assert "SUPPORT Quartermaster" in said(GAME, [*laying, "UNIT Grognards"])
    assert said("outpost", []) == []


def test_what_can_be_said_is_a_matter_of_what_the_seat_knows() -> None:
    """However the other's cards lie, it is offered the same: a window is foreseen by what all can see."""
    state = load(GAME).new_initial_state(3)
    for seed in range(5):
        other = state.resample_from_infostate(FIRST, seed)
        assert list(shortcuts(other, FIRST)) == list(shortcuts(state, FIRST))


def test_what_is_foreseen_reveals_nothing() -> None:
    game = load(GAME)
    state = game.new_initial_state(3)
    draws = ["END_DEPLOY", "HOLD", "END_EXCHANGE"]
    assert preview(state, FIRST, [game.string_to_action(action) for action in draws]) is None


def after(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch, *done: str, seed: int = 3) -> LiveTable:
    """A table where the first did this by clicks, or stepped back ("BACK"); "-" begins what the computer answers."""
    for room in (playing, undo):
        monkeypatch.setattr(room, "go_on", lambda *_of: None)
    monkeypatch.setattr(tables, "notify", lambda *_of: None)

    async def do(live: LiveTable, deed: str) -> None:
        at = tables.token(live, "me")
        if deed == "BACK":
            await undo.step_back(tables, live, "me", at)
        elif deed.startswith("PUT BACK "):
            await undo.put_back(tables, live, "me", deed.removeprefix("PUT BACK "), at)
        elif deed.startswith("-"):
            await tables.keep(live, live.play(1 - FIRST, live.game.string_to_action(deed[1:])))
            if live.due(live.session.state.current_player()):
                await plans.play_due_plan(tables, live)
        else:
            await playing.play(tables, live, "me", live.game.string_to_action(deed), at, True)

    async def all_done() -> LiveTable:
        id = await create(tables, Setup(game=GAME, options={}, seats=["greedy", "you"], seed=seed), "me")
        live = await tables.follow(id)
        for deed in done:
            await do(live, deed)
        return live

    return asyncio.run(all_done())


def deeds(live: LiveTable) -> list[str]:
    """What stands in the journal."""
    return [entry.do for entry in live.session.journal.entries if isinstance(entry, Action)]


def picked(live: LiveTable) -> list[str]:
    """What its player sees picked."""
    zones = [zone for zone in live.view(FIRST).zones if zone.key == "picked"]
    return [card.name for zone in zones for card in zone.cards]


def test_a_unit_is_laid_and_nobody_sees_the_attack_before_the_line_is_closed(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = after(tables, monkeypatch, "UNIT Sappers", "UNIT Grognards")
    assert deeds(live) == []
    assert picked(live) == ["Sappers", "Grognards"]
    assert live.view(FIRST).phase == "units"
    assert live.view(1 - FIRST).phase == live.view(None).phase == "deploy"
    live = after(tables, monkeypatch, "UNIT Sappers", "UNIT Grognards", "END_UNITS")
    assert deeds(live) == ["END_DEPLOY", "ATTACK"], "what is laid is shown when nothing has forbidden it"
    live = after(tables, monkeypatch, "UNIT Sappers", "UNIT Grognards", "END_UNITS", "-PASS_BLUNDER")
    assert deeds(live)[2:] == ["PASS_BLUNDER", "UNIT Sappers", "UNIT Grognards", "END_UNITS"]


def test_a_whole_attack_is_five_clicks(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    clicks = ["UNIT Sappers", "UNIT Grognards", "SUPPORT Quartermaster", "SUPPORT High Morale", "END_SUPPORT"]
    live = after(tables, monkeypatch, *clicks, "-PASS_BLUNDER", "-PASS_COUNTER")
    assert [deed for deed in deeds(live) if deed in clicks] == clicks
    assert {"END_DEPLOY", "ATTACK", "END_UNITS"} < set(deeds(live))
    assert live.plans == [(), ()]


def test_every_step_of_it_can_be_taken_back(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    laid = ["UNIT Sappers", "SUPPORT Quartermaster"]
    phases = [live.view(FIRST).phase for n in range(6) for live in [after(tables, monkeypatch, *laid, *["BACK"] * n)]]
    assert phases == ["support", "support", "units", "units", "declare", "deploy"]
    assert deeds(after(tables, monkeypatch, *laid, *["BACK"] * 5, "END_DEPLOY")) == ["END_DEPLOY"]


PLANNED: Final = ["UNIT Sappers"]
DECLARED: Final = ["END_DEPLOY", "ATTACK", "-PASS_BLUNDER", "UNIT Sappers"]


@pytest.mark.parametrize("begun", [PLANNED, DECLARED])
def test_any_picked_card_can_be_put_back(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch, begun: list[str]
) -> None:
    """What was picked after it stays picked."""
    live = after(tables, monkeypatch, *begun, "UNIT Grognards", "PUT BACK Sappers")
    assert picked(live) == ["Grognards"]
    live = after(tables, monkeypatch, *begun, "UNIT Grognards", "PUT BACK Sappers", "PUT BACK Grognards")
    assert picked(live) == []
    assert live.view(FIRST).phase == "units"
    assert replayed(live.session.journal, load).state.serialize() == live.session.state.serialize()
    with pytest.raises(CannotUndo, match="You have not picked that card"):
        after(tables, monkeypatch, *begun, "PUT BACK Grognards")


def test_support_does_not_outlast_the_unit_that_it_was_for(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = after(tables, monkeypatch, *PLANNED, "SUPPORT Quartermaster", "PUT BACK Sappers")
    assert (picked(live), live.view(FIRST).phase) == ([], "units")


def test_what_others_answer_ends_what_was_said(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Support was meant for the line that was laid: whoever loses a unit is asked again."""
    clicks = ["UNIT Young Guard", "UNIT Gendarmes", "SUPPORT Quartermaster", "END_SUPPORT"]
    answers = ["-PASS_BLUNDER", "-COUNTER Howitzers", "-TARGET Gendarmes", "-PASS_COUNTER"]
    live = after(tables, monkeypatch, *clicks, *answers, seed=1)
    assert live.view(FIRST).phase == "support"
    assert picked(live) == []
    assert live.plans == [(), ()]


def test_the_page_offers_it_and_the_api_does_not(server: Server) -> None:
    table, *both = seated(server.url)
    mover, other = sorted_by_turn(table, (both[0], both[1]))
    mover.play(table, "END_DEPLOY", mover.look(table)["at"])
    page, seen = mover.page(f"/tables/{table}"), mover.look(table)
    units = [html.unescape(found) for found in re.findall(r'data-say="([^"]*)"', page.text)]
    assert {*page.actions} == {action["notation"] for action in seen["view"]["actions"]} == {"ATTACK", "HOLD"}
    hidden = other.page(f"/tables/{table}").text
    assert mover.play(table, units[0], seen["at"]).status_code == 409
    planning = mover.do(table, "play", do=units[0]).text
    assert "Nobody can see this yet" in planning
    assert f'name="back" value="{units[0].removeprefix("UNIT ")}"' in html.unescape(planning)
    assert other.page(f"/tables/{table}").text == hidden
