"""Adds the time of each guest's first attempt at a puzzle, which puts the attempts in order for their rating."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Adds the times of first attempts. Those of earlier attempts are unknown: the last attempt takes their place."""
    op.add_column("puzzles", sa.Column("first_tried", sa.DateTime(timezone=True)))
    op.execute("UPDATE puzzles SET first_tried = tried")
    with op.batch_alter_table("puzzles") as table:
        table.alter_column("first_tried", nullable=False)
