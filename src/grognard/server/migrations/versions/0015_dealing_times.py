"""Adds the time of each step of a deal: after waiting for days, a seat may ask to start over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Adds the times of steps. Those of earlier steps are unknown."""
    op.add_column("dealing", sa.Column("done", sa.DateTime(timezone=True)))
