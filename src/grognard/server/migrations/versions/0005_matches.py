"""The match that the game of a table is part of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """What was played so far were single games."""
    op.add_column("tables", sa.Column("match", sa.JSON, nullable=False, server_default='{"games": 1}'))
