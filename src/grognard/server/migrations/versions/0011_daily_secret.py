"""Adds the secret from which daily deals are made."""

from __future__ import annotations

import secrets
from datetime import UTC, date, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Adds a secret for the first unplayed day and all later ones. Days already played keep their deals."""
    table = op.create_table(
        "daily_secret",
        sa.Column("secret", sa.String(64), primary_key=True),
        sa.Column("since", sa.String(10), nullable=False),
    )
    since = datetime.now(UTC).date()
    last = op.get_bind().scalar(sa.text("SELECT max(day) FROM daily"))
    if last is not None:
        since = max(since, date.fromisoformat(last) + timedelta(days=1))
    op.bulk_insert(table, [{"secret": secrets.token_hex(32), "since": since.isoformat()}])
