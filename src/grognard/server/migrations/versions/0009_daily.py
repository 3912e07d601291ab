"""The daily deals that guests have tried, and which tables are such tries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Nobody has tried one yet."""
    op.add_column("tables", sa.Column("daily", sa.String(10)))
    op.create_table(
        "daily",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
    )
