"""Alembic's entry: migrations run at start, over the same address as the server."""

from __future__ import annotations

from alembic import context
from sqlalchemy import create_engine, pool, text
from sqlalchemy.engine import make_url

# Any number: of several processes that start at once, one migrates while the others wait.
LOCK = 7_150_214


def run() -> None:
    """Brings the database up to date in one transaction."""
    url = make_url(context.config.get_main_option("sqlalchemy.url") or "")
    engine = create_engine(url, poolclass=pool.NullPool)
    with engine.begin() as connection:
        if url.get_backend_name() == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        context.configure(connection=connection)
        with context.begin_transaction():
            context.run_migrations()


run()
