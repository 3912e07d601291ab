"""The command `game check`: what a game of your own still lacks."""

from __future__ import annotations

import grognard.cli.arguments as shared


def game_check(game: shared.Slug) -> int:
    """List what is missing or wrong in a game, in the order in which one writes a game.

    Each line names the file and, if there is one, the command that makes it. The exit status is 1 while something is
    missing or wrong. “You can add” marks what the game works without.
    """
    from grognard.game_check.folders import find
    from grognard.game_check.report import check

    report = check(find(game))
    for line in report.lines():
        print(line)
    return 1 if report.needed else 0
