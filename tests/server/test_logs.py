"""The log is for the host: faults, in lines or in JSON, and nothing about those who play."""

from __future__ import annotations

import io
import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from grognard.kernel.errors import IllegalAction
from grognard.server.net.logs import REQUEST, Folding, JsonLines, PlainLines
from tests.server.support import Json, Whim, running, seated
from tests.server.test_seats import own_link
from tests.server.test_secrecy import Names


def written(formatter: logging.Formatter, *records: logging.LogRecord) -> list[str]:
    """The lines that a log of this form has in the end."""
    folding, told = Folding(), io.StringIO()
    folding.setStream(told)
    folding.setFormatter(formatter)
    for record in records:
        folding.handle(record)
    folding.close()
    return told.getvalue().splitlines()


def fault() -> logging.LogRecord:
    """What a library writes when something that names a card falls through to it."""
    try:
        raise IllegalAction("You do not hold Old Guard.")
    except IllegalAction as error:
        caught = (type(error), error, error.__traceback__)
        return logging.LogRecord("x", logging.ERROR, "x.py", 1, "Exception in %s", ("ASGI",), caught)


def test_a_line_of_json_tells_time_level_message_request_and_where_but_not_what() -> None:
    before = REQUEST.set("0123456789abcdef")
    try:
        lines = written(JsonLines(), fault(), fault())
    finally:
        REQUEST.reset(before)
    first, again = (json.loads(line) for line in lines)
    assert sorted(first) == ["error", "level", "message", "request", "time"]
    assert (first["level"], first["message"], first["request"]) == ("error", "Exception in ASGI", "0123456789abcdef")
    assert first["error"].startswith("IllegalAction in fault (test_logs.py:")
    assert again["message"].startswith("1 more like this: Exception in ASGI")
    assert "request" not in again, "it is of many"
    assert "Old Guard" not in "".join(lines)


def test_a_plain_line_does_not_tell_what_either() -> None:
    first, *more = written(PlainLines(), fault())
    assert first == "ERROR: Exception in ASGI"
    assert more[0].startswith("Traceback: IllegalAction in fault (test_logs.py:")
    assert "Old Guard" not in "".join(more)


def test_the_log_of_a_played_game_names_nobody_and_no_card(tmp_path: Path) -> None:
    with running(tmp_path, {"GROGNARD_LOG": "json"}) as server:
        table, host, friend = seated(server.url)
        whim, secrets = Whim(4), [own_link(guest, table).rpartition("/")[2] for guest in (host, friend)]
        for _ in range(12):
            seen: Json = host.look(table)
            mover = (host, friend)[seen["view"]["to_move"]]
            seen = mover.look(table)
            mover.play(table, whim(seen["view"]["actions"])["notation"], seen["at"])
            assert host.play(table, "NOTHING", "old").status_code in (400, 409)
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            refused = host.api(f"/tables/{table}/resign", {"at": host.look(table)["at"]})
            connection.rollback()
        assert refused.status_code == 503
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
            spoilt = "INSERT INTO deeds SELECT table_id, max(ply) + 1, '{', done FROM deeds WHERE table_id = ?"
            connection.execute(spoilt, (table,))
        broken = friend.page(f"/tables/{table}").answer
        assert broken.status_code == 503
        output = server.log()
    first, *lines = output.splitlines()
    assert first.startswith("Grognard is at")
    cookies = [guest.http.cookies["grognard_guest"] for guest in (host, friend)]
    secrets += [table, *cookies, *(part for cookie in cookies for part in cookie.partition(".")[0].split(":"))]
    assert not [secret for secret in secrets if secret in output]
    assert not Names("fusillade")(output)
    requests = {json.loads(line).get("request") for line in lines}
    assert {answer.headers["x-request-id"] for answer in (refused, broken)} <= requests
