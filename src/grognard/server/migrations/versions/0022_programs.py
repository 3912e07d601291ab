"""Adds which seats a program has played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Adds it. Before there were tokens, no seat was a program's."""
    op.add_column("holders", sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false()))
