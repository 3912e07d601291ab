"""Adds recovery codes and the links that add a device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Adds both tables, empty."""
    op.create_table(
        "recovery_codes",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("code", sa.String(64), nullable=False, unique=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.String(64), index=True),
        sa.Column("used_by", sa.String(64)),
    )
    op.create_table(
        "device_links",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False, unique=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("waiting", sa.String(64)),
        sa.Column("wrong", sa.Integer, nullable=False, server_default="0"),
        sa.Column("approved", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("used", sa.Boolean, nullable=False, server_default=sa.false()),
    )
