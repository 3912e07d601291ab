"""Alerts tell players who are away that a game waits for them. Each module sends them in a different way.

Webhooks and the calendar need nothing else. Mail and Web Push need the libraries of the extra `alerts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Final

# The libraries that each way needs, by module.
LIBRARIES: Final[Mapping[str, Sequence[str]]] = {
    "mail": ("aiosmtplib",),
    "push": ("cryptography", "http_ece", "py_vapid"),
}


def missing(way: str) -> list[str]:
    """Returns the libraries that a way to send alerts needs and that are not installed."""
    return [name for name in LIBRARIES.get(way, ()) if find_spec(name) is None]


def missing_told() -> str:
    """Returns a sentence for the host about the libraries that are not installed; empty if all are."""
    found = {way: missing(way) for way in LIBRARIES}
    if not any(found.values()):
        return ""
    ways = " and ".join(way for way, names in found.items() if names)
    names = ", ".join(sorted(name for names in found.values() for name in names))
    return f"Alerts by {ways} are off, because they need {names} (pip install 'grognard[alerts]')."
