"""Draws the full-screen table of the terminal, in the middle of a game of Fusillade, as SVG.

python tools/screenshots_terminal.py OUTDIR
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Final

import grognard
from grognard.bots import bot
from grognard.play.session import Session
from grognard.tui.screen import ScreenTable

# A position that uses most of the table: an attack to counter, a hand, and cards known from an earlier look.
SEED: Final = 41
DECISIONS: Final = 98
SIZES: Final = {"terminal": (120, 40), "terminal-small": (80, 24)}


def mid_game(seed: int = SEED, decisions: int = DECISIONS) -> Session:
    """Returns a game that two bots have played for a while, at a decision of Blue's."""
    session = Session(grognard.load("fusillade"), seed, ["human", "greedy"])
    # The greedy bot never looks at a hand.
    players = bot("random"), bot("greedy")
    while len(session.told) <= decisions or session.view(None).to_move != 0:
        seat = session.view(None).to_move
        assert seat is not None
        session.play(seat, int(players[seat].choose(session.information(seat))))
    return session


def write_screenshot(path: Path, size: tuple[int, int] = SIZES["terminal"]) -> None:
    """Writes the table as an SVG file."""
    asyncio.run(_write(path, size))


async def _write(path: Path, size: tuple[int, int]) -> None:
    table = ScreenTable(mid_game(), [None, bot("greedy")], pace=0)
    async with table.run_test(size=size) as pilot:
        await pilot.pause()
        path.write_text(table.export_screenshot(), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Writes every size into a folder."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name, size in SIZES.items():
        write_screenshot(folder / f"{name}.svg", size)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
