"""A host can take a backup at any time, and a restore brings back all that was in it, or changes nothing."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from grognard import cli
from tests.server.old_database import FILE, HEAD, Rows, revision, rows
from tests.server.support import Guest, running, seated, sorted_by_turn, until
from tests.server.test_disk import opened
from tests.server.test_durability import Match, deeds

Said = pytest.CaptureFixture[str]


def old_database(file: Path, *also: str) -> Path:
    """A database with tables of all games, and what is changed about it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(FILE.read_text(encoding="utf-8"))
        for statement in also:
            connection.execute(statement)
        connection.commit()
    return file


def done(*arguments: object) -> None:
    """Runs a command that must succeed."""
    assert cli.main([str(argument) for argument in arguments]) == 0


def without_secret(found: Rows) -> Rows:
    """The content of a backup without the secret."""
    return {name: kept for name, kept in found.items() if name != "secret"}


def refused(said: Said, *arguments: object) -> str:
    """The one sentence with which a command is refused."""
    said.readouterr()
    assert cli.main([str(argument) for argument in arguments]) == 2
    out, err = said.readouterr()
    assert out == ""
    (sentence,) = err.strip().splitlines()
    assert len(sentence) < 500
    return sentence


def test_the_drill_load_backup_kill_restore_compare(tmp_path: Path, capsys: Said) -> None:
    data, copy = tmp_path / "data", tmp_path / "copies" / "one.sqlite"
    copy.parent.mkdir()
    with running(data) as server:
        matches = [Match(server.url, number) for number in range(4)]
        for match in matches:
            match.start()
        until(lambda: all(len(match.acknowledged) >= 8 for match in matches), 30)
        before = [len(match.acknowledged) for match in matches]
        done("backup", copy, "--data-dir", data)
        until(
            lambda: all(len(match.acknowledged) > least + 4 for match, least in zip(matches, before, strict=True)), 30
        )
        assert "is in use. Stop the server first" in refused(capsys, "restore", copy, "--data-dir", data)
        server.kill()
        for match in matches:
            match.join(10)
        assert (data / "tables.sqlite-wal").stat().st_size > 0, "or nothing is proved of a log that is left behind"
        done("restore", copy, "--data-dir", data)
        assert not (data / "tables.sqlite-wal").exists()
        assert rows(data / "tables.sqlite") == without_secret(rows(copy))
        (kept,) = data.glob("tables.sqlite.before-*")
        for match in matches:
            found = [row for row in rows(kept)["deeds"] if row["table_id"] == match.table]
            assert len(found) >= len(match.acknowledged), "the log went into the file that was there"
        server.start()
        for match, least in zip(matches, before, strict=True):
            assert match.both[0].do(match.table, "resign").status == 200
            played = [deed["do"] for deed in deeds(match.both[0], match.table)[:-1]]
            assert least <= len(played) < len(match.acknowledged)
            assert played == match.acknowledged[: len(played)]
    said = capsys.readouterr().out
    assert "Restored 4 tables with " in said
    assert f"kept in {kept}" in said


def test_a_server_that_nobody_has_used_yet_is_in_use(tmp_path: Path, capsys: Said) -> None:
    backup = old_database(tmp_path / "backup.sqlite")
    database = opened(tmp_path)
    assert "it is in use" in refused(capsys, "restore", backup, "--data-dir", tmp_path)
    asyncio.run(database.close())
    done("restore", backup, "--data-dir", tmp_path)


def test_a_backup_of_an_earlier_program_is_brought_up_to_date(tmp_path: Path, capsys: Said) -> None:
    backup = old_database(tmp_path / "backup.sqlite")
    before = rows(backup)
    done("restore", backup, "--data-dir", tmp_path / "data")
    after = rows(tmp_path / "data" / "tables.sqlite")
    assert revision(after) == HEAD
    assert after["deeds"] == before["deeds"]
    assert rows(backup) == before
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == ["tables.sqlite", "tables.sqlite.lock"]
    assert (tmp_path / "data" / "tables.sqlite").stat().st_mode & 0o777 == 0o600
    number, all_deeds = len(before["tables"]), len(before["deeds"])
    assert capsys.readouterr().out == (
        f"Restored {number:,} tables with {all_deeds:,} actions; {number:,} were replayed without an error.\n"
        "The backup has no secret. Guests keep their seats only if this server has the same secret as before.\n"
    )


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ('UPDATE deeds SET deed = replace(deed, \'"do":"\', \'"do":"no \') WHERE ply = 3', "cannot be replayed"),
        ("DELETE FROM deeds WHERE ply = 1", "cannot be replayed"),
        ("UPDATE deeds SET deed = substr(deed, 1, 9) WHERE ply = 2", "cannot be replayed"),
        ("UPDATE tables SET options = '{'", "cannot be replayed"),
        ("DELETE FROM tables WHERE ended IS NULL", "it is damaged"),
        ("UPDATE alembic_version SET version_num = '9999'", "it is from a later version of Grognard"),
        ("UPDATE alembic_version SET version_num = '0008'", "it is too old: it has revision 0008"),
        ("DROP TABLE alembic_version", "it is not a Grognard database"),
    ],
)
def test_a_backup_that_cannot_be_played_is_refused_and_nothing_changes(
    tmp_path: Path, capsys: Said, damage: str, why: str
) -> None:
    data = tmp_path / "data"
    old_database(data / "tables.sqlite")
    before = rows(data / "tables.sqlite")
    backup = old_database(tmp_path / "backup.sqlite", damage)
    sentence = refused(capsys, "restore", backup, "--data-dir", data)
    assert sentence.startswith(f"{backup} cannot be restored: ")
    assert why in sentence
    assert rows(data / "tables.sqlite") == before
    assert sorted(path.name for path in data.iterdir()) == ["tables.sqlite", "tables.sqlite.lock"]


def test_a_database_of_a_later_program_is_not_replaced(tmp_path: Path, capsys: Said) -> None:
    file = old_database(tmp_path / "tables.sqlite", "UPDATE alembic_version SET version_num = '9999'")
    backup, before = old_database(tmp_path / "backup.sqlite"), rows(file)
    assert "it is from a later version of Grognard; move it away first" in refused(
        capsys, "restore", backup, "--data-dir", tmp_path
    )
    assert rows(file) == before


def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, capsys: Said) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear host, " * 500)
    assert "file is not a database" in refused(capsys, "restore", letter, "--data-dir", tmp_path)
    letter.write_bytes(b"")
    assert "it is not a Grognard database" in refused(capsys, "restore", letter, "--data-dir", tmp_path)
    assert "There is no backup at" in refused(capsys, "restore", tmp_path / "none", "--data-dir", tmp_path)
    itself = old_database(tmp_path / "tables.sqlite")
    assert "is the database itself" in refused(capsys, "restore", itself, "--data-dir", tmp_path)


def test_a_table_of_other_rules_comes_back_unplayed(tmp_path: Path, capsys: Said) -> None:
    backup = old_database(tmp_path / "backup.sqlite", "UPDATE tables SET rules = 99 WHERE game = 'fusillade'")
    done("restore", backup, "--data-dir", tmp_path)
    number = sum(row["game"] == "fusillade" for row in rows(backup)["tables"])
    assert f"Not replayed: {number} tables with games or rules" in capsys.readouterr().out


@pytest.mark.parametrize("there", ["damaged", "nothing"])
def test_a_log_that_was_left_behind_brings_nothing_into_what_is_restored(tmp_path: Path, there: str) -> None:
    backup, data = old_database(tmp_path / "backup.sqlite"), tmp_path / "data"
    done("restore", backup, "--data-dir", data)
    file = data / "tables.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("DELETE FROM deeds")
        connection.commit()
        log = Path(f"{file}-wal").read_bytes()
    Path(f"{file}-wal").write_bytes(log)
    file.unlink()
    if there == "damaged":
        file.write_bytes(b"damaged " * 999)
    done("restore", backup, "--data-dir", data)
    assert rows(file)["deeds"] == rows(backup)["deeds"] != []
    if there == "damaged":
        (kept,) = data.glob("*.before-*Z")
        assert kept.read_bytes() == b"damaged " * 999
        assert Path(f"{kept}-wal").read_bytes() == log


def test_a_restore_killed_anywhere_leaves_the_one_or_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, left = tmp_path / "data", tmp_path / "left"
    old_database(data / "tables.sqlite", "DELETE FROM deeds")
    backup = old_database(tmp_path / "backup.sqlite")
    left.mkdir()

    def killed_before(name: str) -> None:
        step = getattr(Path, name)

        def copied(path: Path, *values: Any, **more: Any) -> Any:
            shutil.copytree(data, left / str(len(list(left.iterdir()))))
            return step(path, *values, **more)

        monkeypatch.setattr(Path, name, copied)

    for name in ("replace", "hardlink_to", "unlink", "rename"):
        killed_before(name)
    done("restore", backup, "--data-dir", data)
    monkeypatch.undo()
    found = [rows(each / "tables.sqlite")["deeds"] for each in left.iterdir()]
    assert len(found) > 5
    wanted = rows(data / "tables.sqlite")["deeds"]
    assert wanted == rows(backup)["deeds"]
    assert all(each in ([], wanted) for each in found)
    for each in left.iterdir():
        done("restore", backup, "--data-dir", each)
        assert rows(each / "tables.sqlite")["deeds"] == wanted
        assert not list(each.glob("*.restoring*"))


def test_only_the_newest_backups_are_kept(tmp_path: Path, capsys: Said) -> None:
    old_database(tmp_path / "tables.sqlite")
    folder = tmp_path / "copies"
    for _ in range(5):
        done("backup", folder, "--keep", 3, "--data-dir", tmp_path)
    mine = folder / "tables-mine.sqlite"
    mine.touch()
    for ending in (".part", ".part-journal"):
        (folder / f"tables-20200101T000000.000000Z.sqlite{ending}").touch()
    made = [Path(line) for line in capsys.readouterr().out.splitlines()]
    done("backup", folder, "--keep", 3, "--data-dir", tmp_path)
    made.append(Path(capsys.readouterr().out.strip()))
    assert sorted(folder.iterdir()) == sorted([*made[-3:], mine])
    assert without_secret(rows(made[-1])) == rows(tmp_path / "tables.sqlite")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in made[-3:]} == {0o600}


def test_a_backup_overwrites_nothing(tmp_path: Path, capsys: Said) -> None:
    file = old_database(tmp_path / "tables.sqlite")
    before = rows(file)
    assert "already exists" in refused(capsys, "backup", file, "--data-dir", tmp_path)
    assert rows(file) == before
    assert "PATH must be a folder" in refused(capsys, "backup", file, "--keep", 1, "--data-dir", tmp_path)
    assert "1 or more, not 0" in refused(capsys, "backup", tmp_path, "--keep", 0, "--data-dir", tmp_path)
    missing = tmp_path / "none" / "copy"
    assert "No such file or directory" in refused(capsys, "backup", missing, "--data-dir", tmp_path)
    assert "There is no database" in refused(capsys, "backup", tmp_path / "x", "--data-dir", tmp_path / "other")


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_for_postgresql_its_own_programs_are_named(tmp_path: Path, capsys: Said, command: str) -> None:
    given = ["--database", "postgresql://me@host/name", "--data-dir", tmp_path]
    assert refused(capsys, command, tmp_path / "copy", *given) == (
        "Use pg_dump to back up a PostgreSQL database, and pg_restore to restore it."
    )


def test_after_a_restore_onto_an_empty_folder_old_cookies_still_sit_at_their_tables(
    tmp_path: Path, capsys: Said
) -> None:
    data, copy, fresh = tmp_path / "data", tmp_path / "copy.sqlite", tmp_path / "fresh"
    with running(data) as server:
        table, *both = seated(server.url)
        mover, other = sorted_by_turn(table, (both[0], both[1]))
        before = mover.look(table)
        cookies = [dict(guest.http.cookies) for guest in (mover, other)]
        done("backup", copy, "--data-dir", data)
        assert copy.stat().st_mode & 0o777 == 0o600
        server.kill()
    secret = (data / "secret").read_text()
    shutil.rmtree(data)
    capsys.readouterr()
    done("restore", copy, "--data-dir", fresh)
    assert "The secret is restored: guests keep their seats.\n" in capsys.readouterr().out
    assert (fresh / "secret").read_text() == secret
    assert (fresh / "secret").stat().st_mode & 0o777 == 0o600
    assert "secret" not in rows(fresh / "tables.sqlite")
    assert secret.encode() not in (fresh / "tables.sqlite").read_bytes()
    with running(fresh) as server:
        again, friend = (Guest(server.url, kept) for kept in cookies)
        assert again.look(table) == before
        assert again.play(table, before["view"]["actions"][0]["notation"], before["at"]).status_code == 200
        assert friend.look(table)["view"]["seat"] == 1 - before["view"]["seat"]


def test_a_restore_keeps_the_secret_that_was_there(tmp_path: Path, capsys: Said) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    old_database(data / "tables.sqlite")
    for secret in ("first" * 10, "second" * 10):
        (data / "secret").write_text(f"{secret}\n")
        if not copy.exists():
            done("backup", copy, "--data-dir", data)
    capsys.readouterr()
    done("restore", copy, "--data-dir", data)
    (kept,) = data.glob("secret.before-*")
    assert kept.read_text().strip() == "second" * 10
    assert f"The previous secret is kept in {kept}.\n" in capsys.readouterr().out
    assert (data / "secret").read_text() == "first" * 10
    done("restore", copy, "--data-dir", data)
    assert len(list(data.glob("secret.before-*"))) == 1, "the same secret needs no copy"


@pytest.mark.parametrize("given", [True, False])
def test_a_backup_without_the_secret_says_so(
    tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch, given: bool
) -> None:
    old_database(tmp_path / "tables.sqlite")
    if given:
        (tmp_path / "secret").write_text("of the folder " * 9)
        monkeypatch.setenv("GROGNARD_SECRET", "of the settings " * 9)
    done("backup", tmp_path / "copy", "--data-dir", tmp_path)
    assert "secret" not in rows(tmp_path / "copy")
    out, err = capsys.readouterr()
    assert out == f"{tmp_path / 'copy'}\n"
    assert (err == "GROGNARD_SECRET is not in the backup. Keep a copy of it yourself.\n") is given
    assert "eep a copy of it yourself" in err
    assert (tmp_path / "secret").exists() is given, "a backup makes no secret"
    (tmp_path / "secret").unlink(missing_ok=True)
    done("restore", tmp_path / "copy", "--data-dir", tmp_path)
    assert "secret" in capsys.readouterr().out
    assert not (tmp_path / "secret").exists()


@pytest.mark.parametrize("given", [True, False])
def test_the_key_of_push_messages_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: bool) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    old_database(data / "tables.sqlite")
    if given:
        monkeypatch.setenv("GROGNARD_SECRET", "of the settings " * 9)
    (data / "vapid").write_text("k" * 43)
    done("backup", copy, "--data-dir", data)
    assert "secret" not in rows(copy)
    (data / "vapid").write_text("other" * 9)
    done("restore", copy, "--data-dir", data)
    assert (data / "vapid").read_text() == "k" * 43
    assert (data / "vapid").stat().st_mode & 0o777 == 0o600
    (kept,) = data.glob("vapid.before-*")
    assert kept.read_text() == "other" * 9
    assert "vapid" not in rows(data / "tables.sqlite")
    assert b"k" * 43 not in (data / "tables.sqlite").read_bytes()
    (data / "vapid").unlink()
    done("backup", tmp_path / "later.sqlite", "--data-dir", data)
    assert "vapid" not in rows(tmp_path / "later.sqlite")


def test_a_damaged_key_of_push_messages_is_a_sentence(tmp_path: Path, capsys: Said) -> None:
    old_database(tmp_path / "tables.sqlite")
    (tmp_path / "vapid").write_text("short")
    sentence = refused(capsys, "backup", tmp_path / "copy", "--data-dir", tmp_path)
    assert "guests must turn push messages on again" in sentence
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize("damaged", [b"", b"short", b"\xff" * 64])
def test_a_damaged_secret_is_a_sentence(tmp_path: Path, capsys: Said, damaged: bytes) -> None:
    old_database(tmp_path / "tables.sqlite")
    (tmp_path / "secret").write_bytes(damaged)
    for command in (["backup", tmp_path / "copy"], ["serve"]):
        assert f"The secret in {tmp_path / 'secret'} is damaged" in refused(capsys, *command, "--data-dir", tmp_path)
    assert not (tmp_path / "copy").exists()
