"""Environments for learners: batches of games as arrays, and the APIs of PettingZoo, Gymnasium and OpenSpiel.

Needs the extra `envs`. Libraries other than NumPy are imported only when their API is used. See docs/research.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.envs.arrays import unpack_masks
from grognard.envs.batch import Batch
from grognard.envs.identity import actions, environment_id, info
from grognard.envs.parallel import ParallelBatch

if TYPE_CHECKING:
    from grognard.envs.gymnasium_env import vector
    from grognard.envs.pettingzoo_env import aec

__all__ = ["Batch", "ParallelBatch", "actions", "aec", "environment_id", "info", "unpack_masks", "vector"]


def __getattr__(name: str) -> Any:
    """Imports the environments of other libraries when they are first used."""
    if name == "aec":
        from grognard.envs.pettingzoo_env import aec

        return aec
    if name == "vector":
        from grognard.envs.gymnasium_env import vector

        return vector
    raise AttributeError(f"grognard.envs has no {name}.")
