"""A browser test that fails is run once more, alone, and named; nothing else is repeated."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TESTS = {
    "passes": "pass",
    "fails": "raise AssertionError('always')",
    "flaky": "assert len(tries) > 1, 'the first time'",
}
GROUPS = """import pytest
def pytest_collection_modifyitems(items):
    for item in items:
        item.add_marker(pytest.mark.xdist_group(item.path.name))
"""


def run(folder: Path, tests: Mapping[str, str], *options: str) -> tuple[int, str]:
    """Runs tests of these kinds, by file; returns the exit status and the output."""
    folder.joinpath("conftest.py").write_text(GROUPS)
    # Otherwise pytest looks for its root in the folders above, and a setup.py there changes the names of the tests.
    folder.joinpath("pytest.ini").write_text("[pytest]\n")
    for name, kinds in tests.items():
        file = folder / "tests" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        lines = ["from pathlib import Path"]
        for number, kind in enumerate(kinds.split()):
            lines += [
                f"def test_{kind}_{number}():",
                f"    tries = Path(__file__).with_suffix('.{number}')",
                "    with tries.open('a') as file: file.write('x')",
                "    tries = tries.read_text()",
                f"    {TESTS[kind]}",
            ]
        file.write_text("\n".join(lines))
    command = [sys.executable, str(ROOT / "tools/run_tests.py"), "-q", "-p", "no:cacheprovider", *options]
    # No plugins but xdist: loading the others takes longer than these tests.
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def tries(folder: Path) -> list[int]:
    """How often each test ran, by file and number."""
    return [len(file.read_text()) for file in sorted(folder.rglob("*.[0-9]"))]


@pytest.mark.parametrize("options", [[], ["-n", "2", "--dist", "loadgroup"]])
def test_a_flaky_browser_test_is_named_with_its_first_failure(tmp_path: Path, options: list[str]) -> None:
    code, output = run(tmp_path, {"web/test_a.py": "passes flaky passes", "test_b.py": "passes"}, *options)
    assert code == 0, output
    assert "FLAKY tests/web/test_a.py::test_flaky_1:" in output
    assert "the first time" in output.partition("FLAKY")[2]
    assert tries(tmp_path) == [1, 1, 2, 1]


def test_what_passes_is_run_once(tmp_path: Path) -> None:
    code, output = run(tmp_path, {"web/test_a.py": "passes"})
    assert (code, tries(tmp_path)) == (0, [1])
    assert "FLAKY" not in output


@pytest.mark.parametrize(
    ("tests", "expected"),
    [
        ({"web/test_a.py": "fails flaky"}, [2, 2]),
        ({"web/test_a.py": "flaky flaky flaky"}, [1, 1, 1]),
        ({"test_b.py": "flaky"}, [1]),
        ({"test_b.py": "flaky", "web/test_a.py": "flaky"}, [1, 1]),
        ({"webs/test_a.py": "flaky"}, [1]),
    ],
    ids=["still fails", "three of them", "no browser test", "a browser test and another", "another folder"],
)
def test_what_fails_the_run(tmp_path: Path, tests: dict[str, str], expected: list[int]) -> None:
    code, output = run(tmp_path, tests)
    assert code == 1
    assert "FLAKY" not in output
    assert tries(tmp_path) == expected


def test_a_run_without_tests_fails(tmp_path: Path) -> None:
    code, _ = run(tmp_path, {"web/test_a.py": ""})
    assert code == pytest.ExitCode.NO_TESTS_COLLECTED
