"""The base class of bots, and the simplest bot."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.engine.information import Information


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Chooses one of the legal actions from its seat's knowledge. It keeps nothing from one decision to the next."""

    def choose(self, information: Information) -> i64:
        """Returns the chosen action, which depends only on the information and its generator."""
        raise NotImplementedError

    @property
    def searches(self) -> bool:
        """Whether it takes time to think, and so needs a separate process."""
        return False

    @property
    def remembers(self) -> bool:
        """Whether it uses everything that its seat has seen, so that its information must include the history."""
        return False

    def __getstate__(self) -> dict[str, object]:
        """Returns the attributes, for copies and pickles; mypyc would leave out those of an interpreted subclass."""
        names: tuple[str, ...] = (*getattr(type(self), "__mypyc_attrs__", ()), "__dict__")
        return {name: getattr(self, name) for name in names if hasattr(self, name)}

    def __setstate__(self, state: dict[str, object]) -> None:
        for name, value in state.items():
            setattr(self, name, value)


@final
class Random(Bot):
    """Chooses uniformly among the legal actions."""

    def choose(self, information: Information) -> i64:
        return information.random_action()
