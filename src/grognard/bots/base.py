"""What a bot is, and the simplest of them."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.information import Information


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Chooses one of the legal actions from what its seat knows. It keeps nothing from one decision to the next."""

    def choose(self, information: Information) -> i64:
        """The chosen action: a function of the information and its generator, of nothing else."""
        raise NotImplementedError

    @property
    def searches(self) -> bool:
        """Does it take its time to think? Then it needs a process of its own."""
        return False

    @property
    def remembers(self) -> bool:
        """Does it go by all that its seat has seen? Then its information must hold the history."""
        return False


@final
class Random(Bot):
    """Chooses uniformly among the legal actions."""

    def choose(self, information: Information) -> i64:
        return information.random_action()
