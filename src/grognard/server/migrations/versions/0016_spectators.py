"""Adds who may watch a table without a seat. At earlier tables, anyone with the address may."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Adds the setting."""
    op.add_column("tables", sa.Column("spectators", sa.String(16), nullable=False, server_default="anyone"))
