"""Adds the pace of tables with its clocks and questions, house time, and vacations."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Adds them. Earlier tables stay as they were: live, without a clock."""
    op.add_column("tables", sa.Column("pace", sa.JSON, nullable=False, server_default='{"kind": "live"}'))
    op.add_column("tables", sa.Column("clock", sa.JSON))
    op.add_column("tables", sa.Column("clock_changes", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("stand_ins", sa.JSON, nullable=False, server_default="[]"))
    op.add_column("tables", sa.Column("question", sa.JSON))
    op.add_column("dealing", sa.Column("house", sa.Float, nullable=False, server_default="0"))
    house_time = op.create_table(
        "house_time",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seconds", sa.Float, nullable=False),
    )
    op.bulk_insert(house_time, [{"id": 1, "seconds": 0.0}])
    op.create_table(
        "vacations",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("begins", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
    )
