"""Adds alerts: the tables to check, the reasons that guests know, their ways, and messages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Adds them. Nobody has asked for alerts yet."""
    op.add_column("holders", sa.Column("looked", MOMENT))
    op.create_table(
        "outbox",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("due", MOMENT, nullable=False, index=True),
        sa.Column("entries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("asked", MOMENT),
        sa.Column("joined", MOMENT),
    )
    op.create_table(
        "alerted",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True, index=True),
        sa.Column("marks", sa.JSON, nullable=False),
    )
    op.create_table(
        "alert_ways",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False, index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("form", sa.String(16), nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("added", MOMENT, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False, server_default="0"),
        sa.Column("why", sa.Text, nullable=False, server_default=""),
        sa.Column("rests", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("session", sa.String(64), nullable=False, server_default=""),
    )
    op.create_table(
        "alerts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False, index=True),
        sa.Column("way_id", sa.String(32), nullable=False, index=True),
        sa.Column("alerts", sa.JSON, nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("due", MOMENT, index=True),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("sent", MOMENT),
        sa.Column("why", sa.Text, nullable=False, server_default=""),
    )
    op.create_table(
        "feeds",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(64), nullable=False, unique=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("made", MOMENT, nullable=False),
    )
    op.create_table(
        "mail_addresses",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("asked", MOMENT, nullable=False),
        sa.Column("blocked", sa.Boolean, nullable=False, server_default=sa.false()),
    )
