"""These tests run by `make foreign`, in an environment with PettingZoo, Gymnasium, OpenSpiel and PyTorch."""

from __future__ import annotations

from importlib.util import find_spec

# The others have not these libraries, and do not see these tests.
collect_ignore_glob = [] if find_spec("pyspiel") else ["test_*.py"]
