"""Servers for the tests: one for all that need nothing special."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.support import OPENED, Guest, Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with room for everybody, where a game can be claimed after a second."""
    with running(tmp_path_factory.mktemp("server"), {"GROGNARD_CLAIM_AFTER": "1"}) as found:
        yield found


@pytest.fixture
def guest(server: Server) -> Guest:
    """Somebody new."""
    return Guest(server.url)


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    """Closes what a test has opened."""
    yield
    while OPENED:
        OPENED.pop().close()
