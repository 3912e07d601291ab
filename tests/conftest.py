"""Says which Grognard is tested, and refuses the wrong one.

The Makefile sets GROGNARD_EXPECT: `compiled` or `installed` for the package in .venv, `plain` for src/
uncompiled.
"""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"


def tested() -> tuple[Path, bool]:
    """Where the package that the tests import lies, and whether its core is compiled."""
    package = find_spec("grognard")
    if package is None or package.origin is None:
        raise pytest.UsageError("grognard is not installed: make install")
    cards = find_spec("grognard.kernel.sets.cards")
    compiled = cards is not None and cards.origin is not None and not cards.origin.endswith(".py")
    return Path(package.origin).resolve().parent, compiled


def pytest_configure() -> None:
    expect = os.environ.get("GROGNARD_EXPECT", "")
    if not expect:
        return
    place, compiled = tested()
    from_source = place.is_relative_to(SOURCE)
    met = {
        "compiled": compiled and not from_source,
        "installed": not from_source,
        "plain": from_source and not compiled,
    }
    if not met.get(expect, False):
        raise pytest.UsageError(f"GROGNARD_EXPECT={expect}, but {place} is {'' if compiled else 'not '}compiled")


def pytest_report_header() -> str:
    place, compiled = tested()
    return f"grognard: {place} ({'compiled' if compiled else 'plain Python'})"
