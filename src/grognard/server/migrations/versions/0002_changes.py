"""A counter of changes to a table, so that a look at a table that stands as before costs one query."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Counting begins at zero."""
    op.add_column("tables", sa.Column("changes", sa.Integer, nullable=False, server_default="0"))
