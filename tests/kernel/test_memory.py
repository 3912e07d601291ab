"""Compiled objects are freed without harm, however deep they lie in each other."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import grognard

DEEP = """
import grognard
state = grognard.load({slug!r}).new_initial_state(1)
for _ in range(20):
    nest = None
    for _ in range(300):
        nest = nest, state.clone()
    del nest
print("freed")
"""


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_states_deep_within_each_other_are_freed(slug: str) -> None:
    command = [sys.executable, "-c", DEEP.format(slug=slug)]
    # The debugging allocator notices what was written outside an object.
    done = subprocess.run(command, env=os.environ | {"PYTHONMALLOC": "debug"}, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "freed\n"), done.stderr[-500:]
