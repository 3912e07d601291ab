"""The database schema: tables, who sits at them, and every deed, append-only and numbered. A table is its journal.

A change here needs a migration too.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

METADATA: Final = MetaData()

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("options", JSON, nullable=False),
    Column("numbers", JSON, nullable=False),
    # Empty until the table is dealt.
    Column("seed", Text, nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("one_screen", Boolean, nullable=False, default=False),
    Column("open_hands", Boolean, nullable=False, default=False),
    # Who may watch without a seat: "anyone" who has the address, such people 2 turns late ("late:2"), or "nobody".
    Column("spectators", String(16), nullable=False, server_default="anyone"),
    # How fast people want to play (a `Pace`), and the time that each seat has left (a `Clock`), once it is measured.
    Column("pace", JSON, nullable=False, server_default='{"kind": "live"}'),
    Column("clock", JSON(none_as_null=True)),
    # Counts the changes to the clock that came with no deed, so that a deed elsewhere does not undo them.
    Column("clock_changes", Integer, nullable=False, server_default="0"),
    # The seats for which the computer plays on, because their time ran out.
    Column("stand_ins", JSON, nullable=False, server_default="[]"),
    # What one player asks the others (a `Question`).
    Column("question", JSON(none_as_null=True)),
    # What the players have done about time, in order (a list of `Happening`).
    Column("happenings", JSON, nullable=False, server_default="[]"),
    # On a shared screen: the seat whose hand is shown.
    Column("at_screen", Integer),
    # A request to undo: who asked, how much others had seen then, and who has agreed. Void once they see more.
    Column("undo_seat", Integer),
    Column("undo_at", Integer),
    Column("undo_agreed", JSON, nullable=False),
    Column("rematch", String(32)),
    # The match that the game is part of, as of the start of the game (a `Match`).
    Column("match", JSON, nullable=False, server_default='{"games": 1}'),
    Column("ended", DateTime(timezone=True)),
    # How it ended (a `StoredResult`).
    Column("result", JSON(none_as_null=True)),
    # For an attempt at a daily deal: its day, as YYYY-MM-DD.
    Column("daily", String(10)),
    # Counts the changes to the table or its seats, except deeds: while it stays the same, there is nothing to read.
    Column("changes", Integer, nullable=False, server_default="0"),
    # Covers the fields that never change, the steps of the deal and the deeds (see `checksums`).
    Column("checksum", String(32), nullable=False, server_default=""),
)
SEATS: Final = Table(
    "seats",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("bot", String(64)),
    # The key in an invitation to the seat. It changes when a guest takes the seat, so an invitation works once.
    Column("key", String(64), nullable=False, unique=True),
    Column("ask", String(16), nullable=False),
    Column("ask_turn", Integer, nullable=False, default=0),
    Column("seen", DateTime(timezone=True)),
    # Actions planned ahead, which are played when it is the seat's turn.
    Column("plan", JSON, nullable=False, server_default="[]"),
    # The last advice that the seat asked for (a `Hint`).
    Column("hint", Text),
)
# The guests that hold a seat: one person, perhaps on several devices.
HOLDERS: Final = Table(
    "holders",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(64), primary_key=True, index=True),
    # Whether the guest has removed the finished game from their list.
    Column("unlisted", Boolean, nullable=False, server_default=false()),
    # Whether a program with a token has acted for the guest here.
    Column("program", Boolean, nullable=False, server_default=false()),
    # When the guest last looked at the table, rather than only having its page open.
    Column("looked", DateTime(timezone=True)),
)
# The names of guests.
GUESTS: Final = Table(
    "guests",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("named", DateTime(timezone=True), nullable=False),
)
# The browsers of guests, and the tokens of their programs. A cookie holds a secret, and the id here is a hash of that.
SESSIONS: Final = Table(
    "sessions",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("guest", String(64), nullable=False, index=True),
    Column("kind", String(16), nullable=False),  # "browser" or "token"; or "all" (see `sessions.ALL`)
    # For the guest to recognize it by: “Firefox on Windows”, or the name they gave a token.
    Column("device", String(64), nullable=False),
    Column("scope", String(16), nullable=False),  # what a token may do; or `sessions.ENDED_ELSEWHERE`
    Column("began", DateTime(timezone=True), nullable=False),
    Column("used", DateTime(timezone=True), nullable=False),  # to within a day
    Column("ended", DateTime(timezone=True)),
    # The session that ends with the first use of this one.
    Column("replaces", String(64), index=True),
)
# The passkeys of guests. A browser or phone keeps the private key, and signs in with it from anywhere.
PASSKEYS: Final = Table(
    "passkeys",
    METADATA,
    # The credential id and the public key, in base64url without padding.
    Column("id", String(1364), primary_key=True),
    Column("guest", String(64), nullable=False, index=True),
    Column("key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),  # of signatures so far; stays 0 where the passkey does not count
    Column("device", String(64), nullable=False),  # on which it was made: “Firefox on Windows”
    Column("added", DateTime(timezone=True), nullable=False),
    Column("used", DateTime(timezone=True)),  # to sign in
)
# The puzzles that guests have tried: how often, whether they saw the solution, when they solved it, when they tried it
# last and first, and their choices. A page shows the verdict only on these choices.
PUZZLES: Final = Table(
    "puzzles",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("shown", Boolean, nullable=False),
    Column("solved", DateTime(timezone=True)),
    Column("tried", DateTime(timezone=True), nullable=False),
    Column("first_tried", DateTime(timezone=True), nullable=False),
    Column("choices", JSON, nullable=False, server_default="[]"),
)
# The table of a guest's one attempt at a daily deal. The attempt still counts when the table is gone.
DAILY: Final = Table(
    "daily",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("table_id", String(32), nullable=False),
    Column("late", Boolean, nullable=False, server_default=false()),  # began after its day, so it does not count
)
# The one secret that daily deals are derived from, in hexadecimal digits, and the first day with such a deal.
DAILY_SECRET: Final = Table(
    "daily_secret",
    METADATA,
    Column("secret", String(64), primary_key=True),
    Column("since", String(10), nullable=False),
)
DEEDS: Final = Table(
    "deeds",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("deed", Text, nullable=False),
    Column("done", DateTime(timezone=True), nullable=False),
)
# The steps before a deal that people take part in, append-only and numbered.
DEALING: Final = Table(
    "dealing",
    METADATA,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("step", Text, nullable=False),
    # For a promise: the server's secret. For a typed commitment: its bytes, which the server reveals automatically.
    Column("secret", String(64)),
    # When the step was taken; empty for steps before revision 0015.
    Column("done", DateTime(timezone=True)),
    # The same in house time; 0 for steps before revision 0017.
    Column("house", Float, nullable=False, server_default="0"),
)
# House time: the seconds during which the server was up. One row.
HOUSE_TIME: Final = Table(
    "house_time",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seconds", Float, nullable=False),
)
# When a guest is on vacation, in house time. The year is that in which the vacation begins.
VACATIONS: Final = Table(
    "vacations",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("begins", Float, primary_key=True),
    Column("until", Float, nullable=False),
    Column("year", Integer, nullable=False),
)
# The recovery codes of guests, each as its HMAC under the server's secret. `number` counts a guest's codes.
RECOVERY_CODES: Final = Table(
    "recovery_codes",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("code", String(64), nullable=False, unique=True),
    Column("number", Integer, nullable=False),
    Column("made", DateTime(timezone=True), nullable=False),
    # The code that a browser used to get this one, and its session: it may send that code again for a while.
    Column("used", String(64), index=True),
    Column("used_by", String(64)),
)
# The links that add a device: at most one for each guest. `id` is the hash of the secret part of its address, which is
# derived from the server's secret and `seed`.
DEVICE_LINKS: Final = Table(
    "device_links",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("guest", String(64), nullable=False, unique=True),
    Column("seed", String(64), nullable=False),
    Column("expires", DateTime(timezone=True), nullable=False),
    # The session of the browser that shows the digits. No other browser can use the link.
    Column("waiting", String(64)),
    Column("wrong", Integer, nullable=False, server_default="0"),  # digits typed
    Column("approved", Boolean, nullable=False, server_default=false()),
    Column("used", Boolean, nullable=False, server_default=false()),
)
# The tables where someone may have to be alerted. Written in the same transaction as the change that is the reason.
OUTBOX: Final = Table(
    "outbox",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    # When to check the table. A process that does so puts this off, so that another can take over if it dies.
    Column("due", DateTime(timezone=True), nullable=False, index=True),
    Column("entries", Integer, nullable=False, server_default="0"),  # so that no change during a check is lost
    # When the last question was asked, or the deal went on; and when someone last joined. Everyone sees these.
    Column("asked", DateTime(timezone=True)),
    Column("joined", DateTime(timezone=True)),
)
# The reasons for which guests have been alerted, by table: for each kind, a text that differs from time to time.
ALERTED: Final = Table(
    "alerted",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("guest", String(64), primary_key=True, index=True),
    Column("marks", JSON, nullable=False),
)
# The ways by which guests want to get alerts.
ALERT_WAYS: Final = Table(
    "alert_ways",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("guest", String(64), nullable=False, index=True),
    Column("kind", String(16), nullable=False),  # "push", "webhook" or "mail"
    Column("address", Text, nullable=False),
    Column("form", String(16), nullable=False),  # of a webhook
    Column("keys", Text, nullable=False),  # that sign or encrypt messages
    Column("device", String(64), nullable=False),  # for push: “Firefox on Windows”
    Column("origin", Text, nullable=False),  # the address of this server where it was added, for links
    Column("added", DateTime(timezone=True), nullable=False),
    Column("confirmed", Boolean, nullable=False),  # a mail address gets nothing until then
    # The failures since the last message that arrived, why the last one failed, and whether the way rests for that.
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("why", Text, nullable=False, server_default=""),
    Column("rests", Boolean, nullable=False, server_default=false()),
    # For push: the session of the browser, which ends the alerts there when it ends.
    Column("session", String(64), nullable=False, server_default=""),
)
# Messages to guests: those to be sent, and the last ones that were sent or that failed.
ALERTS: Final = Table(
    "alerts",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("guest", String(64), nullable=False, index=True),
    Column("way_id", String(32), nullable=False, index=True),
    Column("alerts", JSON, nullable=False),  # a list of `Alert`
    Column("made", DateTime(timezone=True), nullable=False),
    # When to try next; empty once there is nothing left to do. A process that sends it puts this off, as above.
    Column("due", DateTime(timezone=True), index=True),
    Column("tries", Integer, nullable=False, server_default="0"),
    Column("sent", DateTime(timezone=True)),
    Column("why", Text, nullable=False, server_default=""),  # it failed or was not needed anymore
)
# The calendar feeds of guests. `id` is the hash of the secret part of the address, which is derived from the server's
# secret and `seed`.
FEEDS: Final = Table(
    "feeds",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("id", String(64), nullable=False, unique=True),
    Column("seed", String(64), nullable=False),
    Column("made", DateTime(timezone=True), nullable=False),
)
# The mail addresses that were asked to confirm, as HMACs, and whether their owner wants no mail from here at all.
MAIL_ADDRESSES: Final = Table(
    "mail_addresses",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("asked", DateTime(timezone=True), nullable=False),
    Column("blocked", Boolean, nullable=False, server_default=false()),
)
# Uploaded journals.
RECORDS: Final = Table(
    "records",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("journal", Text, nullable=False),
    Column("brought", DateTime(timezone=True), nullable=False),
)
# The computer's analyses of finished games: whether each should continue, and a `Verdict` on each decision.
ANALYSES: Final = Table(
    "analyses",
    METADATA,
    Column("id", String(80), primary_key=True),
    Column("total", Integer, nullable=False),
    Column("wanted", Boolean, nullable=False),
    Column("ended", DateTime(timezone=True)),
)
VERDICTS: Final = Table(
    "verdicts",
    METADATA,
    Column("analysis_id", ForeignKey("analyses.id"), primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("verdict", Text, nullable=False),
)
