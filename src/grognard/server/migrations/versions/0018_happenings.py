"""Adds what the players of a table have done about time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Adds it, empty for earlier tables."""
    op.add_column("tables", sa.Column("happenings", sa.JSON, nullable=False, server_default="[]"))
