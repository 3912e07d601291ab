"""How much of the server one guest may use, so that there is enough for the others."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final

from grognard.server.errors import TooMuch

HOUR: Final = 3600  # seconds


class Hourly:
    """What each guest has used within the hour. For all it begins anew at once: nobody is remembered for longer."""

    def __init__(self, most: int, sentence: str) -> None:
        self._most = most
        self._sentence = sentence
        self._hour = 0
        self._used: Counter[str] = Counter()

    def use(self, guest: str, amount: int = 1) -> None:
        """A guest uses so much; raises TooMuch, and then he has used nothing."""
        hour = int(time.monotonic() // HOUR)
        if hour != self._hour:
            self._hour = hour
            self._used.clear()
        if self._used[guest] + amount > self._most:
            raise TooMuch(self._sentence)
        self._used[guest] += amount

    def forget(self, guest: str) -> None:
        """A guest has gone."""
        del self._used[guest]
