"""Adds the choices that guests made in puzzles: only these get a verdict."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Adds an empty list of choices. Earlier choices are unknown; those attempts still count."""
    op.add_column("puzzles", sa.Column("choices", sa.JSON, nullable=False, server_default="[]"))
