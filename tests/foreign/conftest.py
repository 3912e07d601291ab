"""These tests run by `make foreign`, in an environment with PettingZoo, Gymnasium, OpenSpiel, PyTorch and Ray."""

from __future__ import annotations

from importlib.util import find_spec

# The others have not these libraries, and do not see these tests.
collect_ignore = (
    [] if find_spec("pyspiel") else ["test_bench.py", "test_examples.py", "test_forms.py", "test_suites.py"]
)
if not find_spec("gymnasium"):
    collect_ignore.append("test_vector.py")
if not find_spec("torch"):
    collect_ignore += ["test_best_response.py", "test_selfplay.py"]
if not find_spec("ray"):
    collect_ignore.append("test_cluster.py")
if not find_spec("scipy"):
    collect_ignore.append("test_intervals.py")
