"""Adds a checksum to each table, over its setup, its deal and its deeds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from grognard.server.storage import checksums

revision = "0012"
down_revision = "0011"

TABLES = sa.table(
    "tables",
    *(sa.column(name, sa.String) for name in ("id", "game", "seed", "daily", "checksum")),
    *(sa.column(name, sa.JSON) for name in ("options", "numbers", "match")),
    sa.column("one_screen", sa.Boolean),
)
DEEDS = sa.table("deeds", sa.column("table_id"), sa.column("ply"), sa.column("deed", sa.String))
DEALING = sa.table(
    "dealing", sa.column("table_id"), sa.column("number"), sa.column("step", sa.String), sa.column("secret", sa.String)
)


def upgrade() -> None:
    """Computes the checksums of all tables. A table that cannot be read keeps an empty checksum and is closed."""
    op.add_column("tables", sa.Column("checksum", sa.String(32), nullable=False, server_default=""))
    connection = op.get_bind()
    for (id,) in connection.execute(sa.select(TABLES.c.id)).all():
        try:
            found = _summed(connection, id)
        except (ValueError, TypeError):
            continue
        connection.execute(sa.update(TABLES).where(TABLES.c.id == id).values(checksum=found))


def _summed(connection: sa.Connection, id: str) -> str:
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == id)).mappings().one()
    asked = sa.select(DEALING.c.step, DEALING.c.secret).where(DEALING.c.table_id == id).order_by(DEALING.c.number)
    steps = [(step, secret) for step, secret in connection.execute(asked)]
    done = sa.select(DEEDS.c.deed).where(DEEDS.c.table_id == id).order_by(DEEDS.c.ply)
    deeds = [deed for (deed,) in connection.execute(done)]
    dealt = checksums.with_seed(checksums.with_steps(checksums.initial_checksum(dict(row)), 0, steps), row["seed"])
    return checksums.with_deeds(dealt, 0, deeds)
