"""Exports a guest's stored data as a zip of JSON files. A running game is exported as the guest's seat saw it."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from grognard.play.journal import Deed, SeatEntry
from grognard.server.errors import is_of_one_table, traced
from grognard.server.guests import preferences
from grognard.server.guests.cookies import COOKIE
from grognard.server.guests.device_links import DeviceLinks
from grognard.server.guests.recovery_codes import RecoveryCodes
from grognard.server.jobs.analysis import Analyses, name_of
from grognard.server.storage.alert_ways import AlertStore, StoredAlert, Way
from grognard.server.storage.daily import DailyStore
from grognard.server.storage.passkeys import Passkey, PasskeyStore
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.puzzles import PuzzleStore
from grognard.server.storage.rows import DailyTry, Happening, TableRecord, TriedPuzzle, now, zoned
from grognard.server.storage.sessions import TOKEN, SessionStore, StoredSession
from grognard.server.storage.vacations import Vacation, VacationStore
from grognard.server.tables.clocks import time_left
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.tables.viewpoint import record_seats, record_text

LOGGER: Final = logging.getLogger("grognard")

Json = dict[str, Any]

MEANINGS: Final = {
    "seats": "who sits where, with the names of others if they have chosen one, and whether a program plays for them",
    "unlisted": "whether you have removed the finished game from your list",
    "looked": "when you last looked at the table, if others play there too",
    "alerted": "the kinds of news about the table that you got alerts for",
    "result": "the result of the game, as lists show it",
    "yours": "your seats: on how many devices you hold them, when they were last seen, when you want to be asked, "
    "when you acted, the actions you have planned ahead, the last advice you asked for, how many seconds you have "
    "left, and whether the computer plays on for you because your time ran out",
    "question": "the question that one player asks the others: for a pause, or for a rematch",
    "dealing": "the steps of the deal so far, if the cards are not dealt yet",
    "happenings": "who gave whom time, let the computer play for whom, took their seat back, or paused or resumed the "
    "game; in a finished game also after how many entries of the journal",
    "journal": "the whole journal of a finished game, or your seat's view of a game in progress",
    "analysis": "the computer's analysis of a finished game, if anyone asked for it",
    "why": "why this server can no longer open the table; `deeds` then lists the actions of a finished game",
}


async def zip_stream(
    tables: TableRegistry,
    analyses: Analyses,
    people: PeopleStore,
    puzzles: PuzzleStore,
    daily: DailyStore,
    vacations: VacationStore,
    sessions: SessionStore,
    recovery_codes: RecoveryCodes,
    device_links: DeviceLinks,
    passkeys: PasskeyStore,
    alerts: AlertStore,
    guest: str,
    hides_scores: bool,
) -> AsyncIterator[bytes]:
    """Yields the zip in pieces."""
    pieces = _Pieces()
    records = await tables.store.all_of(guest)
    with ZipFile(pieces, "w", ZIP_DEFLATED) as file:  # type: ignore[call-overload]
        tried = list((await puzzles.tried(guest)).values())
        taken = await vacations.of_guest(guest)
        index = _index(guest, await people.name(guest), records, tried, await daily.tries(guest))
        index["vacations"] = _vacations(taken, tables.house.now())
        index["devices"] = [_device(session) for session in await sessions.of_guest(guest)]
        code, link = (await recovery_codes.of_guest(guest)).made, await device_links.of_guest(guest)
        index["recovery_code"] = None if code is None else {"made": _told(code)}
        index["device_link"] = None if link is None else {"expires": _told(link.expires)}
        index["passkeys"] = [_passkey(one) for one in await passkeys.of_guest(guest)]
        index["tokens"] = [_token(session) for session in await sessions.of_guest(guest, TOKEN)]
        index["alerts"] = await _alerts(alerts, guest)
        _add(file, "index.json", index | {"hides_scores": hides_scores})
        for record in records:
            await tables.work.room()
            content = await _table(tables, analyses, people, record, guest)
            looked, reasons = await alerts.at_table(guest, record.id)
            content |= {"looked": looked and _told(looked), "alerted": reasons}
            await tables.work.finish_aside(_add, file, _name(record), content)
            yield pieces.taken()
    yield pieces.taken()


class _Pieces:
    """A buffer that a zip is written to piece by piece, so that it is never in memory as a whole."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, data: bytes) -> int:
        self._written += data
        return len(data)

    def flush(self) -> None:
        """Does nothing: there is nowhere to flush to."""

    def taken(self) -> bytes:
        """Returns and forgets the bytes written since the last call."""
        found = bytes(self._written)
        self._written.clear()
        return found


def _add(file: ZipFile, name: str, content: Json) -> None:
    """Adds a file. Parses a journal's text here, since that takes as long as compressing it."""
    if isinstance(text := content.get("journal"), str):
        content["journal"] = [json.loads(line) for line in text.splitlines()]
    entry = ZipInfo(name, now().timetuple()[:6])
    entry.compress_type = ZIP_DEFLATED
    try:
        file.writestr(entry, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    except ValueError:
        if file.fp is not None:  # otherwise the guest has left, and the file is closed
            raise


def _name(record: TableRecord) -> str:
    return f"tables/{record.id}.json"


def _index(
    guest: str, name: str, records: Sequence[TableRecord], tried: Sequence[TriedPuzzle], daily: Sequence[DailyTry]
) -> Json:
    return {
        "what": "Everything this Grognard server stores about one guest: an entry and a file for each of their tables, "
        "their attempts at puzzles and daily deals, their vacations, devices, passkeys and tokens of programs, when "
        "they made their recovery code, until when a link for a new device works, and where they get alerts. The "
        "server knows only hashes of the code, the cookies and the tokens.",
        "made": _told(now()),
        "guest": guest,
        "name": name or None,
        "cookies": {
            COOKIE: "a random name of the browser with a signature; the server stores only a hash of it",
            preferences.COOKIE: "whether pages hide runs and ratings, shown here as `hides_scores`",
        },
        "tables": [
            {"file": _name(record), "game": record.game, "set_up": _told(record.created), "over": bool(record.ended)}
            for record in records
        ],
        "puzzles": [_tried(one) for one in tried],
        "daily": [{"game": one.game, "day": one.day, "table": one.table, "late": one.late} for one in daily],
        "in_each_file": MEANINGS,
    }


def _tried(one: TriedPuzzle) -> Json:
    times = {"solved": one.solved and _told(one.solved), "tried": _told(one.tried)}
    return one._asdict() | times | {"first_tried": _told(one.first_tried)}


def _device(session: StoredSession) -> Json:
    return {"device": session.device, "began": _told(session.began), "used": _told(session.used)}


def _passkey(one: Passkey) -> Json:
    return {"device": one.device, "added": _told(one.added), "used": one.used and _told(one.used)}


def _token(session: StoredSession) -> Json:
    return {"name": session.device, "scope": session.scope} | {
        name: _told(moment) for name, moment in (("began", session.began), ("used", session.used))
    }


async def _alerts(store: AlertStore, guest: str) -> Json:
    feed = await store.feed_of(guest)
    return {
        "what": "Where you get alerts, your last messages, and since when you have a calendar feed. Addresses that let "
        "anyone write to you or read your feed are left out.",
        "ways": [_way(one) for one in await store.of_guest(guest)],
        "messages": [_message(one) for one in await store.messages(guest)],
        "calendar_feed": None if feed is None else {"made": _told(feed.made)},
    }


def _way(one: Way) -> Json:
    """Returns a way without its secrets: the address of a webhook or a subscription lets anyone send messages there."""
    where = {"mail": one.address, "webhook": urlsplit(one.address).hostname, "push": one.device}[one.kind]
    told: Json = {"kind": one.kind, "where": where, "added": _told(one.added), "confirmed": one.confirmed}
    return told | ({"form": one.form} if one.kind == "webhook" else {}) | {"rests": one.rests, "why": one.why or None}


def _message(one: StoredAlert) -> Json:
    about = [{"kind": alert["kind"], "game": alert.get("game", "")} for alert in one.alerts]
    return {"about": about, "made": _told(one.made), "sent": one.sent and _told(one.sent), "why": one.why or None}


def _vacations(taken: Sequence[Vacation], moment: float) -> Json:
    return {
        "what": "When you were on vacation, and the year that each vacation counts for. Times are seconds for which "
        "this server had been up.",
        "now": moment,
        "taken": [one._asdict() for one in taken],
    }


def _told(moment: datetime) -> str:
    """Returns a time as text."""
    return zoned(moment).isoformat(timespec="seconds")


async def _table(
    tables: TableRegistry, analyses: Analyses, people: PeopleStore, record: TableRecord, guest: str
) -> Json:
    seats = await tables.store.seats_of(record.id, guest)
    dated: Sequence[tuple[Deed, datetime]] = ()
    unlisted = {"unlisted": await people.has_unlisted(guest, record.id)}
    found, verdicts = await analyses.found(name_of("table", record.id))
    try:
        dated = await tables.store.dated(record.id)
        live = await tables.looked_at(record.id)
    except Exception as error:  # played under older rules, or a deed is broken
        if not is_of_one_table(error):
            raise
        LOGGER.warning("a table cannot be opened: %s", traced(error))
        return _closed(record, seats, dated) | unlisted
    content = _facts(record) | unlisted | _shown(live, guest, dated, tables.house.now())
    if live.over:
        analysis = {"ended": found and found.ended and _told(found.ended), "verdicts": msgspec.to_builtins(verdicts)}
        content["analysis"] = analysis if found else None
    return content


def _facts(record: TableRecord) -> Json:
    """Returns the facts that everyone at a table may know about it."""
    return {
        "table": record.id,
        "game": record.game,
        "rules": record.rules,
        "options": record.options,
        "numbers": record.numbers,
        "set_up": _told(record.created),
        "ended": record.ended and _told(record.ended),
        "one_screen": record.one_screen,
        "open_hands": record.open_hands,
        "spectators": record.spectators,
        "pace": msgspec.to_builtins(record.pace),
        "rematch": record.rematch,
        "result": msgspec.to_builtins(record.result),
    }


def _shown(live: LiveTable, guest: str, dated: Sequence[tuple[Deed, datetime]], moment: float) -> Json:
    """Returns the parts of an open table that the guest may see at a moment of house time."""
    _seat, also = record_seats(live, guest)
    text = record_text(live, guest) if live.dealt else ""
    return {
        "match": msgspec.to_builtins(live.match),
        "happenings": [_happened(one, live.over) for one in live.table.happenings],
        "seats": [_who(live, number, guest) for number in range(len(live.seats))],
        # A guest who holds both sides of a game in progress shares a screen with their opponent.
        "yours": [_yours(live, n, dated if live.over or n in also else None, moment) for n in live.seats_of(guest)],
        "question": msgspec.to_builtins(live.table.question),
        "dealing": [] if live.dealt else msgspec.to_builtins([one.step for one in live.dealing]),
        "journal": text,
    }


def _happened(one: Happening, over: bool) -> Json:
    """Returns a happening. While the game runs, the number of deeds would say how often others have picked a card."""
    told: Json = msgspec.to_builtins(one)
    return told if over else {key: value for key, value in told.items() if key != "deeds"}


def _who(live: LiveTable, number: int, guest: str) -> Json:
    seat = live.seats[number]
    if seat.bot is not None:
        who = f"{seat.bot} (computer)"
    elif guest in seat.guests:
        who = "you"
    else:
        who = "nobody" if seat.open else seat.name or "another guest"
    return {"seat": number, "name": live.game.seats[number], "who": who, "program": seat.program}


def _yours(live: LiveTable, number: int, dated: Sequence[tuple[Deed, datetime]] | None, moment: float) -> Json:
    """Returns a seat of the guest; without deeds, leaves out everything the seat did or decided."""
    seat = live.seats[number]
    told: Json = {"seat": number, "devices": len(seat.guests), "seen": seat.seen and _told(seat.seen)}
    if dated is None:
        return told
    return told | {
        "ask": seat.ask,
        "acted": [_told(done) for deed, done in dated if isinstance(deed, SeatEntry) and deed.seat == number],
        "plan": seat.plan,
        "advice": None if seat.hint is None else msgspec.to_builtins(seat.hint.found),
        "time_left": time_left(live, number, moment),
        "computer_plays_on": number in live.table.stand_ins,
    }


def _closed(record: TableRecord, seats: Sequence[int], dated: Sequence[tuple[Deed, datetime]]) -> Json:
    """Returns a table that cannot be opened, without its deeds unless the game is over (they might be secret)."""
    content = _facts(record) | {"yours": [{"seat": seat} for seat in seats]}
    content["why"] = "This table was played under other rules, or its record is damaged."
    if record.ended:
        content["deeds"] = [msgspec.to_builtins(deed) | {"done": _told(done)} for deed, done in dated]
    return content
