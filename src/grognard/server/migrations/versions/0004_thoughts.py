"""What the computer thinks: the last advice of a seat, and the analyses of games that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Nothing was thought so far."""
    op.add_column("seats", sa.Column("hint", sa.Text))
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("wanted", sa.Boolean, nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True)),
    )
    op.create_table(
        "verdicts",
        sa.Column("analysis_id", sa.String(80), sa.ForeignKey("analyses.id"), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("verdict", sa.Text, nullable=False),
    )
