"""Environments for learners: batches of games as arrays, and the forms of PettingZoo, Gymnasium and OpenSpiel.

Needs the extra `envs`; what a form needs beside NumPy is imported when it is asked for. See docs/research.md.
"""

from __future__ import annotations

from grognard.envs.batch import Batch
from grognard.envs.identity import actions, environment_id, info

__all__ = ["Batch", "actions", "environment_id", "info"]
