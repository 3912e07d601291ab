"""The random bot: every legal action as likely."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from grognard.bots.base import Bot
from grognard.kernel.engine.information import Information


@final
class Random(Bot):
    """Chooses uniformly among the legal actions."""

    def choose(self, information: Information) -> i64:
        return information.random_action()
