"""A process that answers spoilt inputs: `python -m tests.fuzz.child KIND FIRST COUNT` repeats those of these numbers.

It prints a line for each input that is not answered as it should be, and the number of the input that it is at dies
with it: a loop that does not end is ended with the process, for nothing else can end one that is compiled.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import grognard
from grognard.kernel.engine.state import State
from grognard.kernel.errors import GrognardError
from grognard.play.journal import read_journal
from grognard.play.session import replayed
from grognard.scenarios.runner import run_file
from tests.fuzz import inputs
from tests.fuzz.inputs import Dice

if TYPE_CHECKING:
    from tests.fuzz.served import Served

LONGEST: Final = 500  # characters of a sentence
# For one input: of processor time, which a busy machine does not take away, and of waiting.
SECONDS: Final = 20
WAIT: Final = 300
PLIES: Final = 40
CLOSING: Final = contextlib.ExitStack()  # what is opened for several inputs
IMPOSSIBLE: Final = (LookupError, ValueError, ArithmeticError, AssertionError)


def scenario(dice: Dice, folder: Path) -> None:
    """A spoilt scenario file, or guide."""
    file = folder / "spoilt.md"
    file.write_bytes(inputs.spoilt_text(dice.one_of(inputs.scenario_files()).read_text(encoding="utf-8"), dice))
    for error in run_file(file, grognard.load):
        if error is not None:
            _sentence(error)


def journal(dice: Dice, folder: Path) -> None:
    """A spoilt journal."""
    file = folder / "spoilt.jsonl"
    file.write_bytes(inputs.spoilt_lines(dice.one_of(inputs.journals()), dice))
    replayed(read_journal(file), grognard.load)


def position(dice: Dice, folder: Path) -> None:
    """A spoilt stored position; where it can be restored, it can be played."""
    stored = dice.one_of(inputs.positions())
    how = dice.below(8)
    if how > 2:
        text = json.dumps(inputs.bent(stored, dice))
    elif how == 2:
        text = inputs.spoilt_text(stored.text, dice).decode(errors="replace")
    else:
        data = json.loads(stored.text)
        for _n in range(1 + dice.below(3)):
            data = inputs.spoilt_data(data, dice)
        text = json.dumps(data)
    state = grognard.load(stored.slug, stored.options, stored.numbers).deserialize(text)
    _look_at(state)
    try:
        for _n in range(PLIES):
            if state.is_terminal():
                break
            state.apply_action(dice.one_of(state.legal_actions()))
            _look_at(state)
    except IMPOSSIBLE:
        pass  # no check finds every position that no game comes to; but play must end, and not take the process with it


def _look_at(state: State) -> None:
    """All that is asked of a position before somebody acts."""
    for seat in range(state.game.num_players()):
        state.view(seat)
    state.outcome()
    if not state.is_terminal():
        state.resample_from_infostate(state.current_player(), 5)
        assert state.legal_actions(), "nobody can act"
    json.loads(state.serialize())


def command(dice: Dice, folder: Path) -> None:
    """An odd command line."""
    from tests.fuzz import lines  # takes long to load, as what is below

    lines.command(dice, folder)


def file(dice: Dice, folder: Path) -> None:
    """A spoilt file of any kind that a command reads."""
    from tests.fuzz import lines

    lines.file(dice, folder)


@cache
def _server(folder: Path) -> Served:
    from tests.fuzz import served  # takes as long to load as all that the other kinds need

    served.without_fsync()
    return CLOSING.enter_context(served.Served(folder / "server"))


def form(dice: Dice, folder: Path) -> None:
    """A spoilt form sent to a page of the server."""
    _server(folder).take_form(dice)


def body(dice: Dice, folder: Path) -> None:
    """A spoilt body sent to the API of the server."""
    _server(folder).take_body(dice)


def address(dice: Dice, folder: Path) -> None:
    """An odd address, method, header or cookie."""
    from tests.fuzz import addresses

    addresses.take(_server(folder), dice)


KINDS: Final[dict[str, Callable[[Dice, Path], None]]] = {
    "scenario": scenario,
    "journal": journal,
    "position": position,
    "command": command,
    "file": file,
    "form": form,
    "body": body,
    "address": address,
}


def _sentence(error: GrognardError) -> None:
    told = str(error).split("\nNow ")[0].split("\nNobody has to decide")[0]
    assert len(told) < LONGEST, f"a sentence of {len(told)} characters: {told[:200]}"


def main(kind: str, first: int, count: int) -> int:
    """Answers the inputs; the number of those that are not answered as they should be."""
    wrong = 0
    # The signal also ends the process, once the places are printed.
    faulthandler.register(signal.SIGPROF, chain=True)
    with tempfile.TemporaryDirectory() as folder, CLOSING:
        for number in range(first, first + count):
            print(number, flush=True)
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            faulthandler.dump_traceback_later(WAIT, exit=True)
            try:
                KINDS[kind](Dice(kind, number), Path(folder))
            except GrognardError as error:
                try:
                    _sentence(error)
                except AssertionError as fault:
                    wrong += 1
                    print(f"{kind} {number}: {fault}", file=sys.stderr, flush=True)
            except Exception:
                wrong += 1
                print(f"{kind} {number}: {traceback.format_exc()}", file=sys.stderr, flush=True)
    faulthandler.cancel_dump_traceback_later()
    return wrong


if __name__ == "__main__":
    sys.exit(min(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])), 100))
