"""Adds the passkeys of guests."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Adds them. Nobody has any yet."""
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1364), primary_key=True),
        sa.Column("guest", sa.String(64), nullable=False, index=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("added", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True)),
    )
