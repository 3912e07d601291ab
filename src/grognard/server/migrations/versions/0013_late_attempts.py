"""Adds whether an attempt at a daily deal began after its day: then it counts for nothing."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Adds the column. Earlier attempts all began on their day, as past days could not be played."""
    op.add_column("daily", sa.Column("late", sa.Boolean, nullable=False, server_default=sa.false()))
