"""The command that compiles your own games."""

from __future__ import annotations

import sys
import time
from typing import Annotated, Final

import typer

from grognard.compiling import compile_games
from grognard.kernel.content.wording import counted, duration, listed

SHOWN: Final = 20  # faults
FAULTY: Final = 1


def compile_own(
    slug: Annotated[
        str | None, typer.Argument(metavar="[SLUG]", help="One of your games; all of them are compiled anyway.")
    ] = None,
) -> int:
    """Compile your own games, to make them as fast as ours.

    All games in GROGNARD_GAMES and Grognard itself become one build in your cache, which every command uses from then
    on. After a change in a Python file, games run in plain Python again until you renew the build.
    """
    begun = time.monotonic()
    done = compile_games(lambda sentence: print(sentence, flush=True), slug)
    if done.faults:
        for fault in done.faults[:SHOWN]:
            print(fault, file=sys.stderr)
        if len(done.faults) > SHOWN:
            print(f"And {counted(len(done.faults) - SHOWN, 'more fault')}.", file=sys.stderr)
        return FAULTY
    if done.is_new:
        print(f"Compiled {listed(done.slugs)} in {duration(time.monotonic() - begun)}.")
    else:
        print(f"The build of {listed(done.slugs)} is up to date.")
    return 0
