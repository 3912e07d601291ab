"""What tests of the lab share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the games of a file of tests are kept: each is played once."""
    return tmp_path_factory.mktemp("games")
