"""The schema that later migrations start from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = None


def upgrade() -> None:
    """Creates all tables."""
    _create_tables()
    _create_guests()
    op.create_table(
        "records",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("journal", sa.Text, nullable=False),
        sa.Column("brought", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("wanted", sa.Boolean, nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "verdicts",
        sa.Column("analysis_id", sa.String(80), sa.ForeignKey("analyses.id"), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("verdict", sa.Text, nullable=False),
    )


def _create_tables() -> None:
    """Creates the parts of a table: its seats, their holders, its deal and its deeds."""
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
        sa.Column("changes", sa.Integer, nullable=False, server_default="0"),
        sa.Column("match", sa.JSON, nullable=False, server_default='{"games": 1}'),
        sa.Column("result", sa.JSON),
        sa.Column("daily", sa.String(10)),
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
        sa.Column("plan", sa.JSON, nullable=False, server_default="[]"),
        sa.Column("hint", sa.Text),
    )
    op.create_table(
        "holders",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True, index=True),
        sa.Column("unlisted", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "dealing",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64)),
    )
    op.create_table(
        "deeds",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("deed", sa.Text, nullable=False),
        sa.Column("done", sa.DateTime(timezone=True), nullable=False),
    )


def _create_guests() -> None:
    """Creates the data of guests: names, puzzles and daily deals."""
    op.create_table(
        "guests",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("named", sa.DateTime(timezone=True), nullable=False),
    )
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
    op.create_table(
        "daily",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
    )
