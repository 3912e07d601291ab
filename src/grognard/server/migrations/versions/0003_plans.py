"""What a seat decides ahead of its turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nobody has planned anything yet."""
    op.add_column("seats", sa.Column("plan", sa.JSON, nullable=False, server_default="[]"))
