"""The bot of docs/api.md plays a whole game against another copy of itself, on a real server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.server.support import Guest, Server
from tests.server.test_tokens import token_of

DOCS: Final = Path(__file__).parents[2] / "docs"
BOT: Final = DOCS / "bot.py"
SECONDS: Final = 120


def start(server: Server, guest: Guest, link: str) -> subprocess.Popen[str]:
    """Starts the bot for a guest."""
    command = [sys.executable, str(BOT), server.url, link, "0.02"]
    environment = {**os.environ, "GROGNARD_TOKEN": token_of(guest)}
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    )


def said(bot: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code of a bot, and all that it printed."""
    try:
        output, _ = bot.communicate(timeout=SECONDS)
    finally:
        bot.kill()
    return bot.returncode, output.strip()


def test_two_bots_play_a_whole_game_of_outpost(server: Server, guest: Guest) -> None:
    created = guest.api("/tables", {"game": "outpost", "seats": ["you", "open"]}).json()
    link = f"{server.url}{created['invitations'][0]['path']}"
    friend = Guest(server.url)
    bots = [start(server, one, link) for one in (guest, friend)]
    results = [said(bot) for bot in bots]
    seen = guest.look(created["id"])
    assert seen["over"]
    assert results == [(0, seen["view"]["outcome"]["text"])] * 2
    assert friend.sits(created["id"]) == [1]
    assert said(start(server, friend, link)) == results[0], "started again, it finds its table"


def test_a_link_that_no_longer_works_stops_the_bot_with_a_sentence(server: Server, guest: Guest) -> None:
    created = guest.create("you", "open")
    code, output = said(start(server, Guest(server.url), f"/tables/{created['id']}/join/nothing"))
    assert (code, output.startswith("This link no longer works.")) == (1, True)


def test_the_page_shows_the_bot_as_it_is() -> None:
    assert f"```python\n{BOT.read_text(encoding='utf-8')}```\n" in (DOCS / "api.md").read_text(encoding="utf-8")
