"""Tables, seats, holders, deeds, records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """The first schema."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("numbers", sa.JSON, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("one_screen", sa.Boolean, nullable=False),
        sa.Column("open_hands", sa.Boolean, nullable=False),
        sa.Column("at_screen", sa.Integer),
        sa.Column("undo_seat", sa.Integer),
        sa.Column("undo_at", sa.Integer),
        sa.Column("undo_agreed", sa.JSON, nullable=False),
        sa.Column("rematch", sa.String(32)),
        sa.Column("ended", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("bot", sa.String(64)),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("ask", sa.String(16), nullable=False),
        sa.Column("ask_turn", sa.Integer, nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "holders",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True, index=True),
    )
    op.create_table(
        "deeds",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("done", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("journal", sa.Text, nullable=False),
        sa.Column("brought", sa.DateTime(timezone=True), nullable=False),
    )
