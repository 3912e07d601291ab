"""The puzzles that guests have tried."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Nobody has tried one yet."""
    op.create_table(
        "puzzles",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(16), primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("solved", sa.DateTime(timezone=True)),
        sa.Column("tried", sa.DateTime(timezone=True), nullable=False),
    )
