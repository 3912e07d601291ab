"""Environments for learners: batches of games as arrays, and the forms of PettingZoo, Gymnasium and OpenSpiel.

Needs the extra `envs`; what a form needs beside NumPy is imported when it is asked for. See docs/research.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.envs.batch import Batch
from grognard.envs.identity import actions, environment_id, info

if TYPE_CHECKING:
    from grognard.envs.gymnasium_env import vector
    from grognard.envs.pettingzoo_env import aec

__all__ = ["Batch", "actions", "aec", "environment_id", "info", "vector"]


def __getattr__(name: str) -> Any:
    """The forms of other libraries, which are imported only when they are asked for."""
    if name == "aec":
        from grognard.envs.pettingzoo_env import aec

        return aec
    if name == "vector":
        from grognard.envs.gymnasium_env import vector

        return vector
    raise AttributeError(f"grognard.envs has no {name}.")
