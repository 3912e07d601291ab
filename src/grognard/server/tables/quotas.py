"""Hourly quotas: limits how much of the server one guest may use, so that there is enough for others."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

from grognard.server.errors import TooMuch

HOUR: Final = 3600  # seconds


class Hourly:
    """An hourly quota. All guests' counts start over together, so nobody is remembered for longer than an hour."""

    def __init__(self, most: int, sentence: str) -> None:
        self._most = most
        self._sentence = sentence
        self._hour = 0
        self._used: Counter[str] = Counter()

    def use(self, guest: str, amount: int = 1) -> None:
        """Counts an amount that a guest uses; raises TooMuch, and counts nothing, if that exceeds the quota."""
        hour = int(time.monotonic() // HOUR)
        if hour != self._hour:
            self._hour = hour
            self._used.clear()
        if self._used[guest] + amount > self._most:
            raise TooMuch(self._sentence)
        self._used[guest] += amount

    def forget(self, guest: str) -> None:
        """Forgets a guest whose data is deleted."""
        del self._used[guest]
