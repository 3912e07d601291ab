"""Metrics for Prometheus besides the requests: only totals, never who or at which table."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge

STREAMS: Final = Gauge("grognard_streams", "Open streams of events.")
CONNECTIONS: Final = Gauge("grognard_connections", "Open connections.")
BOT_CHOICES: Final = Gauge("grognard_bot_choices", "Choices that bots are working on.")
REFUSED: Final = Counter("grognard_refused", "Refused requests, by reason.", ["reason"])

# Why a request was refused, by its status; other statuses are mistakes of the client, not refusals.
REASONS: Final = {403: "form", 413: "size", 429: "rate", 503: "database"}
QUOTA: Final = "quota"  # a guest has used up their share
FULL: Final = "connections"

for _reason in (*REASONS.values(), QUOTA, FULL):
    REFUSED.labels(_reason)  # starts at zero: a collector cannot watch a counter that does not exist yet
