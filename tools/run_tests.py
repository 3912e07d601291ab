"""Runs pytest as CI does: a browser test that fails gets a second try, alone, at the end.

    run_tests.py [options of pytest]

A browser test that passes on its second try is printed as FLAKY, with its first failure. More than two such tests fail
the run, and no other test is ever run twice.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Final

import pytest

BROWSER_TESTS: Final = "tests/web/"
MOST_RETRIES: Final = 2


class Failures:
    """A pytest plugin that collects the first failure of each test, by node id."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Called for each phase of each test, wherever it ran."""
        if report.failed:
            # xdist adds the group of a test to its node id: `tests/web/test_a.py::test_b@group`.
            self.found.setdefault(report.nodeid.rpartition("@")[0] or report.nodeid, report.longreprtext)


def may_retry(failed: Sequence[str]) -> bool:
    """Returns whether these are a few browser tests and nothing else."""
    return 0 < len(failed) <= MOST_RETRIES and all(test.startswith(BROWSER_TESTS) for test in failed)


def passes_alone(test: str) -> bool:
    """Runs one test in a process of its own."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", test]
    return subprocess.run(command, check=False).returncode == 0


def main(options: Sequence[str]) -> int:
    failures = Failures()
    code = int(pytest.main(list(options), plugins=[failures]))
    if code != pytest.ExitCode.TESTS_FAILED or not may_retry(list(failures.found)):
        return code
    print(f"Trying again, alone: {', '.join(failures.found)}", flush=True)
    passed = [passes_alone(test) for test in failures.found]
    if not all(passed):
        return code
    for test, failure in failures.found.items():
        print(f"FLAKY {test}: it failed, then passed alone. The first failure:\n{failure}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
