"""`ParallelBatch`: a batch whose games are played by several processes, in two halves."""

from __future__ import annotations

import contextlib
import math
import multiprocessing
import os
import pickle
import signal
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple, Self, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from grognard.envs.arrays import Arrays, AutoReset, Kind, Seeds, Shapes, kind_of
from grognard.envs.batch import Batch
from grognard.envs.identity import whole
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game

HALVES: Final = 2
_BOTH: Final = HALVES  # in place of the number of a half
_ALIGNED: Final = 64  # bytes: each array begins at a cache line
_ACTIONS: Final = "actions"
_START: Final = "spawn"  # the threads of PyTorch and others do not survive a fork
_IN_MEMORY: Final = "/dev/shm"


class _Part(NamedTuple):
    """The games that a process plays in one half: from `first` up to `last`."""

    first: int
    last: int


class _Task(NamedTuple):
    """What a process needs to begin. `batches` continues its two batches, pickled."""

    kind: Kind
    parts: tuple[_Part, ...]
    file: str
    batches: tuple[bytes, ...]


class ParallelBatch(Arrays):
    """Games like those of `Batch`, played by `processes` processes. The arrays are in shared memory.

    The games, deals and arrays are those of a `Batch` with the same settings, whatever the number of processes. You can
    step all games at once, or step one half while you choose for the other:

        first, second = batch.halves
        first.send(choose(first))
        while learning:
            second.send(choose(second))
            first.receive()
            first.send(choose(first))
            second.receive()

    You may change the arrays; the next step overwrites them. Close the batch when you are done, or use it in a `with`.
    It can be copied and pickled; the copy has processes of its own. Its processes import the main module, so a script
    needs `if __name__ == "__main__":`.
    """

    def __init__(
        self,
        game: Game | str,
        size: SupportsIndex,
        seed: Seeds = 0,
        options: Mapping[str, str | int] | None = None,
        autoreset: AutoReset = "next_step",
        full_state: bool = False,
        skip_forced: bool = False,
        packed: bool = False,
        events: SupportsIndex = 0,
        processes: SupportsIndex = 2,
    ) -> None:
        """Raises BadInput as `Batch` does, and for more processes than there are pairs of games."""
        kind = kind_of(game, size, options, autoreset, full_state, skip_forced, packed, events)
        self._open(kind, whole("The number of processes", processes), ())
        self.reset(seed)

    def _open(self, kind: Kind, processes: int, batches: Sequence[tuple[bytes, ...]]) -> None:
        if processes < 1:
            raise BadInput("A parallel batch needs at least one process.")
        if kind.size < HALVES * processes:
            raise BadInput(f"{processes} processes need at least {HALVES * processes} games.")
        self.kind, self.game, self.size, self.processes = kind, kind.game, kind.size, processes
        self._bounds = [half * kind.size // HALVES for half in range(HALVES + 1)]
        handle, file = tempfile.mkstemp(prefix="grognard-", dir=_IN_MEMORY if os.path.isdir(_IN_MEMORY) else None)
        os.truncate(handle, _room(kind))
        os.close(handle)
        shared = _arrays(kind, file)
        self._actions = shared.pop(_ACTIONS)
        self.show(shared)
        self.halves = tuple(Half(self, half) for half in range(HALVES))
        parts = [tuple(self._part(half, number) for half in range(HALVES)) for number in range(processes)]
        kept = batches or [()] * processes
        self._crew = _Crew([_Task(kind, own, file, known) for own, known in zip(parts, kept, strict=True)])
        self._close = weakref.finalize(self, _end, self._crew, file)
        self._crew.ask("open")
        with contextlib.suppress(OSError):  # Windows keeps open files; `_end` removes it there
            os.unlink(file)

    def _part(self, half: int, number: int) -> _Part:
        begin, end = self._bounds[half], self._bounds[half + 1]
        first, last = (begin + n * (end - begin) // self.processes for n in (number, number + 1))
        return _Part(first, last)

    def __getstate__(self) -> dict[str, Any]:
        self._all_here()
        return {"kind": self.kind, "processes": self.processes, "batches": self._crew.ask("dump")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self._open(kept["kind"], kept["processes"], kept["batches"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the processes. The arrays keep their last contents."""
        self._close()

    @property
    def plies(self) -> int:
        """The number of actions played since the last `reset`."""
        self._all_here()
        return sum(plies for plies, _decisions in self._crew.ask("count"))

    @property
    def decisions(self) -> int:
        """The number of those actions that had an alternative."""
        self._all_here()
        return sum(decisions for _plies, decisions in self._crew.ask("count"))

    def reset(self, seed: Seeds = 0) -> None:
        """Deals all games again, from the seeds that `Batch.reset` would take."""
        self._all_here()
        self._crew.ask("deal", *self.dealing(seed))

    def step(self, actions: ArrayLike) -> None:
        """Plays one action in each game. Raises BadInput and IllegalAction as `Batch.step` does; then it plays none."""
        given = self.checked(actions)
        self._all_here()
        self.must_be_legal(given, 0)
        self._actions[:] = self.encoded(given)
        self._crew.step(_BOTH)
        self._crew.wait(_BOTH)

    def state(self, game: SupportsIndex) -> State:
        """Returns a copy of one game's position."""
        number = self.numbered(game)
        half = int(number >= self._bounds[1])
        if self.halves[half].waiting:
            raise BadInput("That half of the batch is being stepped. Call its `receive()` first.")
        parts = [self._part(half, process) for process in range(self.processes)]
        process = next(n for n, part in enumerate(parts) if part.first <= number < part.last)
        found: State = self._crew.ask_one(process, "state", half, number - parts[process].first)
        return found

    def must_be_legal(self, given: NDArray[Any], first: int) -> None:
        """Raises IllegalAction for the first illegal one of these actions, which are for the games from `first` on."""
        half = self if len(given) == self.size else self.halves[int(first > 0)]
        over = half.done if self.kind.autoreset != "same_step" else np.zeros(len(given), np.bool_)
        for game in np.flatnonzero(~half.legal(given) & ~over):
            number = first + int(game)
            self.refuse(self.state(number), number, int(given[game]))

    def begin(self, half: Half, given: NDArray[Any]) -> None:
        """Sends legal actions of a half to the processes."""
        self._actions[half.first : half.last] = half.encoded(given)
        self._crew.step(half.number)

    def finish(self, half: Half) -> None:
        """Waits until all processes have stepped one half."""
        self._crew.wait(half.number)

    def _all_here(self) -> None:
        if any(half.waiting for half in self.halves):
            raise BadInput("A half of the batch is being stepped. Call its `receive()` first.")


class Half(Arrays):
    """One half of the games of a `ParallelBatch`: its arrays, and its steps."""

    def __init__(self, whole_batch: ParallelBatch, number: int) -> None:
        self._batch: ParallelBatch = weakref.proxy(whole_batch)
        self.number = number
        self.kind, self.game = whole_batch.kind, whole_batch.game
        self.first, self.last = whole_batch._bounds[number], whole_batch._bounds[number + 1]
        self.size = self.last - self.first
        self.waiting = False
        self.show({name: array[self.first : self.last] for name, array in whole_batch.shown.items()})

    def send(self, actions: ArrayLike) -> None:
        """Begins a step of this half. Raises BadInput and IllegalAction as `Batch.step` does, and begins nothing."""
        if self.waiting:
            raise BadInput("This half is already being stepped. Call `receive()` first.")
        given = self.checked(actions)
        self._batch.must_be_legal(given, self.first)
        self.begin(given)

    def begin(self, given: NDArray[Any]) -> None:
        """Begins a step with actions that are known to be legal."""
        self._batch.begin(self, given)
        self.waiting = True

    def receive(self) -> None:
        """Waits until the step has been played. The arrays then show its result."""
        if not self.waiting:
            raise BadInput("This half is not being stepped. Call `send(actions)` first.")
        self._batch.finish(self)
        self.waiting = False


class _Crew:
    """The processes of a batch, and their answers so far."""

    def __init__(self, tasks: Sequence[_Task]) -> None:
        context = multiprocessing.get_context(_START)
        self.pipes: list[Connection] = []
        self.workers = []
        for task in tasks:
            mine, theirs = context.Pipe()
            worker = context.Process(target=_work, args=(theirs, task), daemon=True)
            worker.start()
            theirs.close()
            self.pipes.append(mine)
            self.workers.append(worker)
        # The steps of each half, and of both, that each process has played unnoticed.
        self._stepped = [[0] * (HALVES + 1) for _task in tasks]

    def step(self, half: int) -> None:
        """Tells every process to step this half, or both. The message is a single byte, because time counts here."""
        self._send(bytes([half]))

    def send(self, *question: Any) -> None:
        """Sends a question to every process."""
        self._send(pickle.dumps(question))

    def _send(self, message: bytes) -> None:
        for pipe in self.pipes:
            try:
                pipe.send_bytes(message)
            except OSError:
                raise _ended() from None

    def ask(self, *question: Any) -> list[Any]:
        """Asks every process, and returns their answers."""
        self.send(*question)
        return [self._answer(process, question[0]) for process in range(len(self.pipes))]

    def ask_one(self, process: int, *question: Any) -> Any:
        """Asks one process, and returns its answer."""
        self.pipes[process].send_bytes(pickle.dumps(question))
        return self._answer(process, question[0])

    def wait(self, half: int) -> None:
        """Waits until every process has stepped this half, or both."""
        for process, stepped in enumerate(self._stepped):
            while not stepped[half]:
                self._read(process)
            stepped[half] -= 1

    def _answer(self, process: int, question: str) -> Any:
        while True:
            asked, answer = self._read(process)
            if asked == question:
                return answer

    def _read(self, process: int) -> tuple[str, Any]:
        """Returns the next answer of a process. Steps are noted on the way."""
        try:
            message = self.pipes[process].recv_bytes()
        except (EOFError, OSError):
            raise _ended() from None
        if len(message) == 1:
            self._stepped[process][message[0]] += 1
            return "step", message[0]
        asked, answer = pickle.loads(message)
        return asked, answer


def _ended() -> RuntimeError:
    return RuntimeError("A process of the batch has ended, so its games are lost. Make the batch again.")


def _end(crew: _Crew, file: str) -> None:
    """Ends the processes, and removes the shared file where it is still there."""
    for pipe in crew.pipes:
        with contextlib.suppress(OSError):
            pipe.close()
    for worker in crew.workers:
        worker.join(5)
        if worker.is_alive():
            worker.kill()
    with contextlib.suppress(OSError):
        os.unlink(file)


def _shapes(kind: Kind) -> Shapes:
    return {**kind.shapes(), _ACTIONS: ((kind.size,), "<u2")}


def _bytes_of(shape: tuple[int, ...], dtype: Any) -> int:
    """Returns the room that an array takes in the shared file."""
    length: int = math.prod(shape) * np.dtype(dtype).itemsize
    return -(-length // _ALIGNED) * _ALIGNED


def _room(kind: Kind) -> int:
    return sum([_bytes_of(shape, dtype) for shape, dtype in _shapes(kind).values()])


def _arrays(kind: Kind, file: str) -> dict[str, NDArray[Any]]:
    """Returns the arrays in the shared file, one behind the other."""
    memory, at = np.memmap(file, np.uint8, "r+"), 0
    found: dict[str, NDArray[Any]] = {}
    for name, (shape, dtype) in _shapes(kind).items():
        length = math.prod(shape) * np.dtype(dtype).itemsize
        found[name] = np.asarray(memory[at : at + length]).view(dtype).reshape(shape)
        at += _bytes_of(shape, dtype)
    return found


# -- in the processes ----------------------------------------------------------------------------------------------


def _work(pipe: Connection, task: _Task) -> None:
    """Answers questions until the batch is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process, which then closes the pipe
    _let_others_finish()
    shared = _arrays(task.kind, task.file)
    actions = shared.pop(_ACTIONS)
    batches = [pickle.loads(kept) for kept in task.batches]
    batches = batches or [Batch.undealt(task.kind._replace(size=last - first)) for first, last in task.parts]
    for batch, (first, last) in zip(batches, task.parts, strict=True):
        batch.show_in({name: array[first:last] for name, array in shared.items()})
    with contextlib.suppress(EOFError, OSError):
        while True:
            message = pipe.recv_bytes()
            if len(message) == 1:
                for half in range(HALVES) if message[0] == _BOTH else message:
                    first, last = task.parts[half]
                    batches[half].step_legal(actions[first:last].tobytes())
                pipe.send_bytes(message)
            else:
                asked, *given = pickle.loads(message)
                pipe.send_bytes(pickle.dumps((asked, _answer(asked, given, batches, task.parts))))


def _let_others_finish() -> None:
    """Asks Linux not to interrupt the main process for this one while it still sends messages to the others."""
    if hasattr(os, "sched_setscheduler") and hasattr(os, "SCHED_BATCH") and hasattr(os, "sched_param"):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _answer(asked: str, given: list[Any], batches: list[Batch], parts: tuple[_Part, ...]) -> Any:
    """Does what the main process asks for, and returns the answer."""
    if asked == "deal":
        seeds, stride = given
        for batch, (first, last) in zip(batches, parts, strict=True):
            batch.reset(seeds[first:last], stride)
    elif asked == "state":
        half, number = given
        return batches[half].state(number)
    elif asked == "dump":
        return tuple(map(pickle.dumps, batches))
    elif asked == "count":
        return sum(batch.plies for batch in batches), sum(batch.decisions for batch in batches)
    return None
