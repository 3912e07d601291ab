"""What guests chose in puzzles, so that no other choice is judged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Earlier choices are unknown; those attempts count as they did."""
    op.add_column("puzzles", sa.Column("choices", sa.JSON, nullable=False, server_default="[]"))
