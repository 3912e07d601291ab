"""The mutation run: every small fault in a game's rules must fail one of its scenarios.

    python -m tests.mutation.run [--games fusillade] [--only rules/attack.py] [--sample N] [--jobs N] [--resume FILE]

`--only` tries the faults of one file of a game, `--sample` so many drawn at random over all modules (or that file).
For each fault in `state.py`, `tables.py` and the chapters of `rules` a process of its own loads the faulty module, as
plain Python from src/, and plays the scenarios of the game until one fails, beginning with those that come by the
faulty line. For each fault in `cards.csv` the first case in the file of the card must fail.
`<game>-survivors.md` lists the functions that are for the conformance suite and the game's own tests to pin (copies,
sampling, storage): there a fault that no scenario notices must fail one of those. What survives all this has to be
explained in the same file, or the run fails; so does an explanation of what is killed.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import importlib
import json
import multiprocessing
import os
import re
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import pytest

from grognard.kernel.content import cardfile
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.engine.chance import Generator, stream
from grognard.scenarios.reading import Scenario, read_scenarios
from grognard.scenarios.runner import run_scenario
from tests.mutation.mutants import Mutant, Source, card_mutants

ROOT: Final = Path(__file__).resolve().parents[2]
SRC: Final = ROOT / "src"
GAMES: Final = SRC / "grognard" / "games"

# A mutant that computes longer, or needs more memory, is taken for killed: without a fault the longest scenarios take
# some 3 seconds, the longest test of a conformance suite some 20, and the longest suite some 120.
SECONDS: Final = 10
TEST_SECONDS: Final = 45
CONFORMANCE_SECONDS: Final = 250
BYTES: Final = 4 << 30

# Tries one mutant: why a test failed, or nothing if none did.
Trial = Callable[[], str]

# So many of the scenarios nearest to the fault, and of the tests that killed other mutants of the same function, are
# tried before the rest.
NEIGHBOURS: Final = 10

# What notices nothing that the rest does not, and would take two thirds of the time: more of the same pairs, and what
# tries the pair test itself.
LEFT_OUT: Final = (
    "test_mutants_are_caught",
    "test_a_sound_sampler_is_not_caught",
    *(f"{bot}-{number}" for bot in ("random", "greedy") for number in (1, 2, 3)),
)

# Of a game's own tests, those that go last.
SLOW: Final = ("test_matrices.py",)

CONFORMANCE: Final = "conformance: "
STOPPED: Final = "ended with status "


@dataclass(frozen=True)
class Result:
    """What became of a mutant; `killer` is empty if it survived."""

    mutant: Mutant
    killer: str


class Bench:
    """One game with its mutants and its scenarios."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        folder = GAMES / slug.replace("-", "_")
        self.tests = tests = ROOT / "tests" / "games" / folder.name
        self.package = f"grognard.games.{folder.name}"
        files = [read_scenarios(path) for path in sorted(tests.rglob("*.md"))]
        self.scenarios = [case for cases in files for case in cases]
        # The file of a card begins with the case that has to notice every fault in it.
        self.own = {cases[0].cards[0]: cases[0] for cases in files if cases[0].path.parent.name == "cards"}
        names = Source(folder, "names.py")
        chapters = sorted(path.name for path in (folder / "rules").glob("[a-z]*.py"))
        files_of = ["state.py", "tables.py", *(f"rules/{name}" for name in chapters)]
        self.sources = [Source(folder, file, names.refusals) for file in files_of if (folder / file).exists()]
        self.cards = card_mutants(folder / "cards.csv")
        kernel, suite = (SRC / "grognard/kernel").rglob("*.py"), (ROOT / "tests/conformance").glob("*.*")
        code = [*kernel, *folder.glob("*.*"), *folder.glob("rules/*.py"), *folder.glob("text/*.py"), *suite]
        with multiprocessing.get_context("fork").Pool(1) as other_process:
            self.lines = other_process.apply(lines_played, (self.scenarios, folder))
        # Of each function, the tests of the conformance suite that killed its mutants so far, the last one first.
        self.killers: dict[str, list[str]] = {}
        inputs = sorted([*code, *tests.rglob("*.md"), *tests.glob("*.py")])
        self.digest = hashlib.sha256(b"".join(path.read_bytes() for path in inputs)).hexdigest()[:16]

    def trials(self, for_conformance: Collection[str]) -> Iterator[tuple[Mutant, Trial]]:
        """Every mutant, and how to try it."""
        yield Mutant("", "", "as it is", "as it is"), partial(self.play, self.scenarios)
        for source in self.sources:
            for mutant in source.mutants():
                conforms = f"{mutant.file} {mutant.function}" in for_conformance
                yield mutant, partial(self.try_module, source, mutant, conforms)
        for mutant in self.cards:
            yield mutant, partial(self.try_card, mutant)

    def try_module(self, source: Source, mutant: Mutant, conforms: bool) -> str:
        """Loads the faulty module in place of the real one and plays all scenarios, then the conformance suite."""
        mutant.put()
        code = compile(ast.fix_missing_locations(source.tree), str(source.path), "exec")
        module = f"{self.package}.{source.file.removesuffix('.py').replace('/', '.')}"
        plain = SourceFileLoader.get_code

        def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
            return code if name == module else plain(loader, name)

        setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010
        scenarios = self.in_order(source, mutant)
        if not conforms:
            return self.play(scenarios)
        near, far = scenarios[:NEIGHBOURS], scenarios[NEIGHBOURS:]
        return self.play(near) or self.neighbours(mutant) or self.play(far) or self.conformance()

    def in_order(self, source: Source, mutant: Mutant) -> list[Scenario]:
        """The scenarios, those first that come nearest to the faulty line; of equals the shortest."""

        def way(index: int) -> tuple[int, int]:
            lines = self.lines[index].get(str(source.path), {0})
            return min(abs(line - mutant.line) for line in lines), sum(map(len, self.lines[index].values()))

        return [self.scenarios[index] for index in sorted(range(len(self.scenarios)), key=way)]

    def try_card(self, mutant: Mutant) -> str:
        """Changes one card and plays the first case of its file."""
        column, value = mutant.after.split()
        plain = cardfile.read_cards

        def read_cards(package: str) -> list[CardFact]:
            facts = plain(package)
            for fact in facts:
                if fact.name == mutant.place:
                    fact.columns[column] = value if column == "type" else int(value)
            return facts

        setattr(cardfile, "read_cards", read_cards)  # noqa: B010
        return self.play([self.own[mutant.place]] if mutant.place in self.own else [])

    def play(self, scenarios: Sequence[Scenario]) -> str:
        """Plays scenarios on the game as it loads now: the first failure."""
        try:
            load = importlib.import_module("grognard.registry").load
            for scenario in scenarios:
                run_scenario(scenario, load)
        except Exception as error:
            return "".join(traceback.format_exception_only(error)).split("\n")[0].replace(f"{ROOT}/", "")
        return ""

    def neighbours(self, mutant: Mutant) -> str:
        """Runs what of the conformance suite has killed mutants of the same function: the first test that fails."""
        tests = self.killers.get(mutant.function, [])[:NEIGHBOURS]
        killer = self.tested(tests) if tests else ""
        return killer if killer.startswith(f"{CONFORMANCE}tests") else ""

    def conformance(self) -> str:
        """Runs the conformance suite: the first test that fails."""
        # First the game's own tests, then the recorded games: they notice most, and soon.
        own = [str(path) for path in sorted(self.tests.glob("test_*.py")) if path.name not in SLOW]
        slow = [str(self.tests / name) for name in SLOW if (self.tests / name).exists()]
        paths = [*own, "tests/conformance/test_determinism.py", "tests/conformance", *slow]
        played = ["--ignore", "tests/conformance/test_scenarios.py"]
        # Tests of other games cannot notice, and would use up the time.
        only = ["-k", f"({self.slug} or {self.tests.name}) and not ({' or '.join(LEFT_OUT)})"]
        return self.tested([*paths, *played, *only])

    def tested(self, arguments: Sequence[str]) -> str:
        """Runs tests in this process: the first that fails."""
        failed: list[str] = []
        _give_time()

        class Watch:
            def pytest_runtest_logstart(self) -> None:
                _give_time()

            def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
                if report.failed:
                    failed.append(report.nodeid)

        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            how = ["-x", "-q", "-p", "no:cacheprovider"]
            status = pytest.main([*arguments, *how], plugins=[Watch()])
        return "" if status == pytest.ExitCode.OK else f"{CONFORMANCE}{failed[0] if failed else status}"

    def learn(self, result: Result) -> None:
        """Remembers what killed a mutant."""
        if result.killer.startswith(f"{CONFORMANCE}tests"):
            killers = self.killers.setdefault(result.mutant.function, [])
            test = result.killer.removeprefix(CONFORMANCE)
            killers[:] = [test, *(killer for killer in killers if killer != test)]


class Explanations:
    """`<game>-survivors.md`: the functions for the conformance suite, and the survivors, each with its reason."""

    def __init__(self, slug: str) -> None:
        self.path = ROOT / "tests" / "mutation" / f"{slug}-survivors.md"
        self.for_conformance: list[str] = []
        self.survivors: list[tuple[str, str, str]] = []
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        for line in lines:
            cells = [cell.strip().strip("`").replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) == 2 and line.startswith("| `"):
                self.for_conformance.append(cells[0])
            elif len(cells) == 4 and line.startswith("| `"):
                self.survivors.append((cells[0], cells[1], cells[2]))


def lines_played(scenarios: Sequence[Scenario], folder: Path) -> list[dict[str, set[int]]]:
    """The lines of each file in the folder that each scenario comes by."""
    played: list[dict[str, set[int]]] = []
    files = {str(path) for path in (*folder.glob("*.py"), *folder.glob("rules/*.py"))}

    def follow(frame: FrameType, _event: str, _argument: Any) -> Any:
        file = frame.f_code.co_filename
        if file not in files:
            return None
        played[-1].setdefault(file, set()).add(frame.f_lineno)
        return follow

    load = importlib.import_module("grognard.registry").load
    for scenario in scenarios:
        played.append({})
        sys.settrace(follow)
        try:
            run_scenario(scenario, load)
        finally:
            sys.settrace(None)
    return played


def run(
    bench: Bench, explanations: Explanations, jobs: int, done: dict[str, str], chosen: Callable[[Mutant], bool]
) -> Iterator[Result]:
    """Tries every chosen mutant that is not done yet, each in a process of its own, `jobs` at a time."""
    running: dict[int, tuple[Mutant, int]] = {}

    def reaped() -> Result:
        result = _reaped(running)
        bench.learn(result)
        return result

    for mutant, trial in bench.trials(explanations.for_conformance):
        if mutant.file and not chosen(mutant):
            continue
        if mutant.key in done:
            yield Result(mutant, done[mutant.key])
            continue
        if len(running) >= jobs:
            yield reaped()
        pid, pipe = _started(trial)
        running[pid] = (mutant, pipe)
    while running:
        yield reaped()


def _started(trial: Trial) -> tuple[int, int]:
    """A process that tries a mutant and writes the result into a pipe."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, CONFORMANCE_SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        try:
            os.write(writing, trial().encode()[:4000])
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writing)
    return pid, reading


def _give_time() -> None:
    """Lets this process compute as long as one test may take."""
    limit = min(int(time.process_time()) + TEST_SECONDS, CONFORMANCE_SECONDS)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, CONFORMANCE_SECONDS))


def _reaped(running: dict[int, tuple[Mutant, int]]) -> Result:
    """The result of the next process that ends."""
    pid, status = os.wait()
    mutant, pipe = running.pop(pid)
    with os.fdopen(pipe, "rb") as told:
        killer = told.read().decode()
    return Result(mutant, killer if status == 0 else f"{STOPPED}{status}")


def report(bench: Bench, explanations: Explanations, results: Sequence[Result], whole: bool) -> bool:
    """Prints what survived; is all of it explained, and (after a whole run) nothing explained that does not survive?"""
    for source in bench.sources:
        counted = ", ".join(f"{names[0]} to {names[-1]}" for names in source.runs)
        if whole:
            print(f"{bench.slug} {source.file}: left out are the constants {counted or '(none)'}")
    explained = Counter(explanations.survivors)
    failed = False
    for result in results:
        mutant = result.mutant
        name = (f"{mutant.file} {mutant.place}", mutant.before, mutant.after)
        if result.killer:
            continue
        if explained[name]:
            explained[name] -= 1
        else:
            failed = True
            print(f"SURVIVED {mutant.file}:{mutant.line} {mutant.place}: {mutant.before} → {mutant.after}")
    for place, before, after in explained.elements() if whole else ():
        failed = True
        print(f"EXPLAINED, but killed or gone: {place}: {before} → {after}")
    places = {f"{source.file} {place}" for source in bench.sources for place in source.places}
    for function in explanations.for_conformance:
        if function not in places:
            failed = True
            print(f"FOR CONFORMANCE, but not there: {function}")
    for file in sorted({result.mutant.file for result in results}):
        some = [result for result in results if result.mutant.file == file]
        survived = sum(not result.killer for result in some)
        conformance = sum(result.killer.startswith(CONFORMANCE) for result in some)
        stopped = sum(result.killer.startswith(STOPPED) for result in some)
        scenarios = len(some) - survived - conformance - stopped
        print(
            f"{bench.slug} {file}: {len(some)} mutants, {scenarios} killed by scenarios, "
            f"{conformance} by the conformance suite, {stopped} stopped at the limit, {survived} survived"
        )
    return not failed


def drawn(benches: Sequence[Bench], only: str, sample: int, seed: int) -> Callable[[str, Mutant], bool] | None:
    """Which mutants to try: those of one file, or so many drawn at random over all games; None: all."""
    if not only and not sample:
        return None
    keys = [
        (bench.slug, mutant.key)
        for bench in benches
        for mutant, _trial in bench.trials(())
        if (mutant.file == only if only else mutant.file.endswith(".py"))
    ]
    if not keys:
        raise SystemExit(f"No fault can be put into {only}. Name a file as rules/attack.py, state.py or cards.csv.")
    generator = Generator(stream(seed, "mutants"))
    while sample and len(keys) > sample:
        del keys[int(generator.below(len(keys)))]
    wanted = set(keys)
    return lambda slug, mutant: (slug, mutant.key) in wanted


def try_game(bench: Bench, jobs: int, record: Path | None, chosen: Callable[[str, Mutant], bool] | None) -> bool:
    """The run of one game; results go to the record, and those of the same sources are taken from it."""
    slug = bench.slug
    explanations = Explanations(slug)
    done: dict[str, str] = {}
    if record is not None and record.exists():
        for line in record.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if entry["game"] == slug and entry["digest"] == bench.digest:
                done[entry["mutant"]] = entry["killer"]
    results = []
    for result in run(bench, explanations, jobs, done, lambda mutant: chosen is None or chosen(slug, mutant)):
        if not result.mutant.file:
            if result.killer:
                print(f"{slug}: the scenarios fail without any mutant: {result.killer}")
                return False
            continue
        results.append(result)
        if record is not None and result.mutant.key not in done:
            entry = {"game": slug, "digest": bench.digest, "mutant": result.mutant.key, "killer": result.killer}
            with record.open("a", encoding="utf-8") as file:
                file.write(json.dumps(entry, ensure_ascii=False) + "\n")
        if len(results) % 100 == 0:
            print(f"{slug}: {len(results)} mutants tried", file=sys.stderr)
    return report(bench, explanations, results, whole=chosen is None)


def from_source() -> None:
    """Starts anew with src/ first on the path, unless Grognard comes from there."""
    if not str(cardfile.__file__).startswith(f"{SRC}{os.sep}") or not cardfile.__file__.endswith(".py"):
        if os.environ.get("PYTHONPATH") == str(SRC):
            raise SystemExit(f"Grognard is loaded from {cardfile.__file__}, not as plain Python from {SRC}.")
        os.environ["PYTHONPATH"] = str(SRC)
        os.execv(sys.executable, [sys.executable, "-m", "tests.mutation.run", *sys.argv[1:]])


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.run", description=__doc__.split("\n")[0])
    every = sorted(path.parent.name.replace("_", "-") for path in GAMES.glob("*/cards.csv"))
    parser.add_argument("--games", nargs="+", default=every, choices=every, help="the games to try (all)")
    parser.add_argument("--only", default="", metavar="FILE", help="one file of a game, such as rules/attack.py")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many faults drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of the draw")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--resume", type=Path, help="a file of results to go on from, and to add to")
    arguments = parser.parse_args()
    from_source()
    os.chdir(ROOT)
    # A process for each mutant loads everything anew: from compiled files that is three times as fast.
    sys.dont_write_bytecode = False
    benches = [Bench(slug) for slug in arguments.games]
    chosen = drawn(benches, arguments.only, arguments.sample, arguments.seed)
    tried = [try_game(bench, arguments.jobs, arguments.resume, chosen) for bench in benches]
    return 0 if all(tried) else 1


if __name__ == "__main__":
    sys.exit(main())
