"""Servers for the tests: one for all that need nothing special."""

from __future__ import annotations

import asyncio
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from sqlalchemy import create_engine

from grognard.server.app import create_app
from grognard.server.config import Config
from grognard.server.storage.database import Database
from grognard.server.storage.house_time import HouseTime
from grognard.server.storage.migrate import migrate
from grognard.server.storage.schema import METADATA
from grognard.server.storage.tables import TableStore
from grognard.server.tables.table_registry import TableRegistry
from tests.server.postgres import postgres
from tests.server.support import METRICS_TOKEN, OPENED, Guest, Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with room for everybody, where a game can be claimed after a second."""
    settings = {"GROGNARD_CLAIM_AFTER": "1", "GROGNARD_METRICS_TOKEN": METRICS_TOKEN}
    with running(tmp_path_factory.mktemp("server"), settings) as found:
        yield found


@pytest.fixture
def guest(server: Server) -> Guest:
    """Somebody new."""
    return Guest(server.url)


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[TableRegistry]:
    """The tables of a new database, without a server: nobody is told of anything, and no bot thinks."""
    config = Config(data_dir=str(tmp_path))
    migrate(config.url)
    database = Database(config.url)
    yield TableRegistry(config, TableStore(database), cast(Any, None), cast(Any, None), HouseTime(database))
    asyncio.run(database.close())


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """The address of a database in PostgreSQL, up to date."""
    with postgres() as found:
        migrate(Config(database=found.address).url)
        yield found.address


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "postgres":
        found = str(request.getfixturevalue("postgres_address"))
        engine = create_engine(Config(database=found).url)
        with engine.begin() as connection:
            for table in reversed(METADATA.sorted_tables):
                connection.execute(table.delete())
        engine.dispose()
        return found
    found = f"sqlite:///{tmp_path}/tables.sqlite"
    migrate(Config(database=found).url)
    return found


def addresses(app: Litestar) -> list[tuple[str, str]]:
    """Every method and path of a table."""
    return sorted(
        (method, route.path_format)
        for route in app.routes
        if isinstance(route, HTTPRoute) and re.match(r"(/api/v1)?/tables/\{id\}", route.path_format)
        for method in route.methods
        if method != "OPTIONS"
    )


@pytest.fixture(scope="session")
def routes(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """Every method and path of a table."""
    file = tmp_path_factory.mktemp("routes") / "unused.sqlite"
    file.touch()
    with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
        return addresses(create_app(Config(secret="x" * 32, database=f"sqlite:///{file}")))


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    """Closes what a test has opened."""
    yield
    while OPENED:
        OPENED.pop().close()
