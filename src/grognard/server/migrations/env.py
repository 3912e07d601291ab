"""The entry point for Alembic: runs migrations at startup, in the transaction that the server has begun."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
