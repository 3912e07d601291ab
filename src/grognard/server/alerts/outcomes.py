"""How an attempt to send an alert ended."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple


class Outcome(NamedTuple):
    """How an attempt to send an alert ended, and for people, why it failed."""

    # Sent; try again in `wait` seconds, which is no failure; the receiver is gone for good; failed.
    state: Literal["sent", "later", "gone", "failed"]
    why: str = ""
    wait: float = 0.0


SENT: Final = Outcome("sent")
