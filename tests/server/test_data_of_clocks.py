"""The download has everything that clocks, pauses, deals and vacations keep about a guest, and deleting removes it."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from grognard.play.clock import DAY
from grognard.server.storage.rows import GONE
from grognard.server.storage.schema import METADATA
from tests.server.inside import Inside, Time, Visitor, inside, sat_down
from tests.server.support import Json
from tests.server.test_your_data import everything

SHARED: Final = "is about no guest"
INSIDE: Final = "is only for the server"
# For each column: where the download has it, or why it does not.
PUZZLE: Final = ("game", "puzzle", "tries", "shown", "solved", "tried", "first_tried", "choices")
COLUMNS: Final[dict[str, dict[str, str]]] = {
    "tables": {
        "id": "table", "game": "game", "rules": "rules", "options": "options", "numbers": "numbers", "seed": "journal",
        "created": "set_up", "one_screen": "one_screen", "open_hands": "open_hands", "spectators": "spectators",
        "pace": "pace", "clock": "yours.time_left", "clock_changes": INSIDE, "stand_ins": "yours.computer_plays_on",
        "question": "question", "happenings": "happenings",
        "at_screen": INSIDE, "undo_seat": INSIDE, "undo_at": INSIDE, "undo_agreed": INSIDE,
        "rematch": "rematch", "match": "match", "ended": "ended", "result": "result", "daily": "index.daily",
        "changes": INSIDE, "checksum": INSIDE,
    },
    "seats": {
        "table_id": "table", "seat": "yours.seat", "bot": "seats", "key": INSIDE, "ask": "yours.ask",
        "ask_turn": INSIDE, "seen": "yours.seen", "plan": "yours.plan", "hint": "yours.advice",
    },
    "holders": {
        "table_id": "table", "seat": "yours.seat", "guest": "index.guest", "unlisted": "unlisted", "program": "seats",
        "looked": "looked",
    },
    "guests": {"guest": "index.guest", "name": "index.name", "named": INSIDE},
    "puzzles": {"guest": "index.guest", **dict.fromkeys(PUZZLE, "index.puzzles")},
    "daily": {"guest": "index.guest", **dict.fromkeys(("game", "day", "table_id", "late"), "index.daily")},
    "daily_secret": {"secret": SHARED, "since": SHARED},
    "deeds": {"table_id": "table", "ply": "journal", "deed": "journal", "done": "yours.acted"},
    "dealing": {
        "table_id": "table", "number": "dealing", "step": "dealing", "secret": INSIDE, "done": INSIDE, "house": INSIDE,
    },
    "house_time": {"id": SHARED, "seconds": SHARED},
    "sessions": {
        "id": INSIDE, "guest": "index.guest", "ended": INSIDE, "kind": INSIDE, "replaces": INSIDE,
        "scope": "index.tokens",
        **dict.fromkeys(("device", "began", "used"), "index.devices"),
    },
    "recovery_codes": {
        "guest": "index.guest", "made": "index.recovery_code",
        **dict.fromkeys(("code", "number", "used", "used_by"), INSIDE),
    },
    "device_links": {
        "guest": "index.guest", "expires": "index.device_link",
        **dict.fromkeys(("id", "seed", "waiting", "wrong", "approved", "used"), INSIDE),
    },
    "passkeys": {
        "id": INSIDE, "guest": "index.guest", "key": INSIDE, "sign_count": INSIDE,
        **dict.fromkeys(("device", "added", "used"), "index.passkeys"),
    },
    "vacations": {"guest": "index.guest", **dict.fromkeys(("begins", "until", "year"), "index.vacations")},
    "outbox": dict.fromkeys(("table_id", "due", "entries", "asked", "joined"), SHARED),
    "alerted": {"table_id": "table", "guest": "index.guest", "marks": "alerted"},
    "alert_ways": {
        "guest": "index.guest", **dict.fromkeys(("id", "keys", "origin", "failures", "session"), INSIDE),
        **dict.fromkeys(("kind", "address", "form", "device", "added", "confirmed", "why", "rests"), "index.alerts"),
    },
    "alerts": {
        "guest": "index.guest", **dict.fromkeys(("id", "way_id", "due", "tries"), INSIDE),
        **dict.fromkeys(("alerts", "made", "sent", "why"), "index.alerts"),
    },
    "feeds": {"guest": "index.guest", "id": INSIDE, "seed": INSIDE, "made": "index.alerts"},
    "mail_addresses": dict.fromkeys(("id", "asked", "blocked"), INSIDE),
    "records": {"id": SHARED, "journal": SHARED, "brought": SHARED},
    "analyses": dict.fromkeys(("id", "total", "wanted", "ended"), "analysis"),
    "verdicts": dict.fromkeys(("analysis_id", "step", "verdict"), "analysis"),
}  # fmt: skip


def downloaded(guest: Visitor, table: str) -> tuple[Json, Json]:
    """The list in the guest's download, and its file on a table."""
    with ZipFile(BytesIO(guest.post("/your-data/download").content)) as file:
        return json.loads(file.read("index.json")), json.loads(file.read(f"tables/{table}.json"))


def test_each_column_of_the_database_is_in_the_download_or_says_why_not() -> None:
    assert {name: {*table.columns.keys()} for name, table in METADATA.tables.items()} == {
        name: {*columns} for name, columns in COLUMNS.items()
    }


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_clocks_and_pauses_keep_is_downloaded_and_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    with inside(tmp_path, time, monkeypatch) as server:
        undealt = Visitor(server)
        waiting = undealt.api("/tables", {"game": "fusillade", "seats": ["you", "open"]})["id"]
        undealt.api(f"/tables/{waiting}/deal/commit", {"seat": 0, "hash": "ab" * 32})
        assert [step["is"] for step in downloaded(undealt, waiting)[1]["dealing"]] == ["promise", "commit"]

        table, *guests = sat_down(server, pace="slow", stand_in=True)
        mover = guests[guests[0].api(f"/tables/{table}")["view"]["to_move"]]
        other = next(guest for guest in guests if guest is not mover)
        assert other.do(table, "pause")
        time.seconds += DAY
        _index, found = downloaded(mover, table)
        seat = found["yours"][0]["seat"]
        assert found["pace"]["kind"] == "days"
        assert found["question"] == {"kind": "pause", "seat": 1 - seat, "agreed": [1 - seat], **unsettled()}
        assert (found["yours"][0]["time_left"], found["yours"][0]["computer_plays_on"]) == (2 * DAY, False)
        assert mover.do(table, "pause-answer", answer="no")
        time.seconds += 3 * DAY
        assert other.do(table, "stand-in")
        assert mover.post("/vacation", days="3").status_code == 303
        index, found = downloaded(mover, table)
        assert found["yours"][0]["computer_plays_on"]
        assert len(index["vacations"]["taken"]) == 1
        # Every place that the table above names is there.
        for columns in COLUMNS.values():
            for place in columns.values():
                if place not in (SHARED, INSIDE, "analysis"):
                    assert is_there(index, found, place), place
        deletes(server, mover, other, table, f"sqlite:///{tmp_path}/tables.sqlite")


def unsettled() -> Json:
    """The rest of a question that nobody has answered."""
    return {"settled": False, "refused": False, "at": 0}


def is_there(index: Json, found: Json, place: str) -> bool:
    """Whether the download has something at a place."""
    where, _dot, key = place.rpartition(".")
    return key in {"": found, "yours": found["yours"][0], "index": index}[where]


def deletes(server: Inside, guest: Visitor, other: Visitor, table: str, database: str) -> None:
    """Deletes a guest's data, also while the computer plays on: nothing names them, and the other keeps the game."""
    assert guest.name in everything(database)
    assert guest.post("/your-data/delete").status_code == 303
    text = everything(database)
    assert guest.name not in text
    assert GONE in text
    assert other.name in text
    kept = server.client.blocking_portal.call(server.tables.follow, table)
    assert kept.over
    assert not any(seat.vacations for seat in kept.seats)
    assert downloaded(other, table)[1]["result"]
