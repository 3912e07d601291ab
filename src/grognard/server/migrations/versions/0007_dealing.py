"""What was done before a deal that people have a part in. Tables of before have their seed already."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Nothing was dealt so yet."""
    op.create_table(
        "dealing",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("step", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64)),
    )
