"""The names that guests give themselves; what came of a game; and games that a guest does not list any more."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nobody has a name yet; of what was played so far it is found out when somebody looks."""
    op.create_table(
        "guests",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("named", sa.DateTime(timezone=True), nullable=False),
    )
    op.add_column("tables", sa.Column("result", sa.JSON))
    op.add_column("holders", sa.Column("unlisted", sa.Boolean, nullable=False, server_default=sa.false()))
