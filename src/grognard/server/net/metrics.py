"""What Prometheus is told beside the requests: how many, never who, nor at which table."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge

STREAMS: Final = Gauge("grognard_streams", "Streams of events that are open.")
CONNECTIONS: Final = Gauge("grognard_connections", "Connections that are open.")
BOT_CHOICES: Final = Gauge("grognard_bot_choices", "Choices that bots were asked for and have not made yet.")
REFUSED: Final = Counter("grognard_refused", "What was refused, by the reason.", ["reason"])

# Why a request was refused, by its status; the others are mistakes, and no refusals.
REASONS: Final = {403: "form", 413: "size", 429: "rate", 503: "database"}
QUOTA: Final = "quota"  # a guest has used up what he may
FULL: Final = "connections"

for _reason in (*REASONS.values(), QUOTA, FULL):
    REFUSED.labels(_reason)  # a count that is missing until the first time cannot be watched
