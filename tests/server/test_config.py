"""Settings are checked at the start, and what is wrong is one sentence."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest

from grognard import cli
from grognard.kernel.errors import BadInput
from grognard.server.alerts.mail_settings import MailSettings
from grognard.server.config import Config, read_config
from grognard.server.serve import run
from tests.server.support import PLAIN, environment, free_port, running, serve, until


def settings_printed(*arguments: str, settings: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """`grognard serve --print-config`, which needs no process of its own: it ends before anything is served."""
    command = ["serve", "--print-config", *arguments]
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(io.StringIO()) as out,
        redirect_stderr(io.StringIO()) as err,
    ):
        patch.setattr(os, "environ", environment(settings))
        code = cli.main(command)
    return subprocess.CompletedProcess(command, code, out.getvalue(), err.getvalue())


def test_an_empty_environment_is_enough(tmp_path: Path) -> None:
    empty = {name: value for name, value in environment().items() if not name.startswith("GROGNARD_")}
    port = free_port()
    command = [sys.executable, "-m", "grognard", "serve", "--port", str(port), "--data-dir", str(tmp_path)]
    with subprocess.Popen(command, env=empty, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"Grognard is at http://localhost:{port} (Ctrl-C stops it).\n"
        until(lambda: is_ready(port), 60)
        process.terminate()
        assert process.wait(20) == 0
    assert sorted(path.name for path in tmp_path.glob("*")) >= ["secret", "tables.sqlite"]


def is_ready(port: int) -> bool:
    """Does a server answer there?"""
    with suppress(httpx.TransportError):
        return httpx.get(f"http://127.0.0.1:{port}/readyz", verify=PLAIN).status_code == 200
    return False


def test_the_secret_is_for_its_owner_only_and_stays(tmp_path: Path) -> None:
    settings_printed("--data-dir", str(tmp_path))
    first = (tmp_path / "secret").read_text()
    settings_printed("--data-dir", str(tmp_path))
    assert (tmp_path / "secret").read_text() == first
    assert len(first) >= 64
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0


def test_a_new_data_directory_is_for_its_owner_only(tmp_path: Path) -> None:
    settings_printed("--data-dir", str(tmp_path / "new"))
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_printed_settings_show_no_secret_and_no_password(tmp_path: Path) -> None:
    secret = "a-secret-of-at-least-thirty-two-characters"
    shown = settings_printed(
        "--data-dir",
        str(tmp_path),
        settings={
            "GROGNARD_SECRET": secret,
            "GROGNARD_METRICS_TOKEN": secret,
            "GROGNARD_DATABASE": "postgresql://me:pass-word@host/name",
            "GROGNARD_CLAIM_AFTER": "7",
            "GROGNARD_SMTP_USER": "anna",
            "GROGNARD_SMTP_PASSWORD": "pass-word",
        },
    )
    assert shown.returncode == 0
    assert secret not in shown.stdout
    assert "pass-word" not in shown.stdout + shown.stderr
    settings = json.loads(shown.stdout)
    assert settings["claim_after"] == 7
    assert (settings["smtp_user"], settings["smtp_password"]) == ("anna", "not shown")
    assert settings["database"] == "postgresql+psycopg://me:***@host/name"


def test_options_prevail_over_the_environment(tmp_path: Path) -> None:
    shown = settings_printed("--port", "8111", "--data-dir", str(tmp_path), settings={"GROGNARD_PORT": "8222"})
    assert json.loads(shown.stdout)["port"] == 8111


@pytest.mark.parametrize(
    ("name", "value", "named"),
    [
        ("PORT", "eighty", "port"),
        ("PORT", "70000", "from 1 to 65535, not 70000"),
        ("PORT", "0", "from 1 to 65535, not 0"),
        ("CLAIM_AFTER", "0", "GROGNARD_CLAIM_AFTER must be 1 or more"),
        ("BOT_PROCESSES", "-1", "GROGNARD_BOT_PROCESSES must be 1 or more"),
        ("REQUESTS_PER_MINUTE", "many", "requests_per_minute"),
        ("TABLES_PER_HOUR", "0", "GROGNARD_TABLES_PER_HOUR must be 1 or more"),
        ("UNVISITED_DAYS", "-1", "GROGNARD_UNVISITED_DAYS must be 0 or more"),
        ("SECRET", "short", "GROGNARD_SECRET must have at least 32 characters"),
        ("METRICS_TOKEN", "short", "GROGNARD_METRICS_TOKEN must have at least 32 characters"),
        ("PROXIES", "127.0.0.1, *", "GROGNARD_PROXIES: “*” is not an address or a network such as 10.0.0.0/8."),
        (
            "ALERT_NETWORKS",
            "192.168.1.5/24",
            "GROGNARD_ALERT_NETWORKS: “192.168.1.5/24” is not an address or a network",
        ),
        ("ALERT_NETWORKS", "10.0.0.1, home", "GROGNARD_ALERT_NETWORKS: “home” is not an address or a network such as"),
        ("SMTP_PORT", "0", "GROGNARD_SMTP_PORT must be from 1 to 65535, not 0."),
        ("SMTP_SECURITY", "ssl", "GROGNARD_SMTP_SECURITY must be starttls, tls or none, not “ssl”."),
        ("SMTP_HOST", "mail.example.org", "GROGNARD_MAIL_FROM is missing: set it to the address"),
        ("SMTP_HOST", "mail.example.org:25", "GROGNARD_SMTP_HOST: “mail.example.org:25” is not a host name"),
        ("SMTP_HOST", "smtp://mail", "GROGNARD_SMTP_HOST: “smtp://mail” is not a host name"),
        ("MAIL_FROM", "Anna <a@b.example>", "GROGNARD_MAIL_FROM: “Anna <a@b.example>” is not a mail address."),
        ("SMTP_USER", "anna", "Set both GROGNARD_SMTP_USER and GROGNARD_SMTP_PASSWORD, or neither."),
        ("SMTP_PASSWORD", "pass-word", "Set both GROGNARD_SMTP_USER and GROGNARD_SMTP_PASSWORD, or neither."),
        ("LOG", "xml", "GROGNARD_LOG must be plain or json, not “xml”."),
        ("STATISTICS", "yes", "GROGNARD_STATISTICS must be off or on, not “yes”."),
        ("CONNECTIONS", "0", "GROGNARD_CONNECTIONS must be 1 or more"),
        ("DATABASE", "mysql://host/name", "must be sqlite or postgresql, not mysql"),
        ("DATABASE", "nowhere", "“nowhere” is not a database address"),
        ("DATABASE", "postgresql://host:port/name", "is not a database address"),
        ("DATABASE", "sqlite://", "A SQLite database needs a file path"),
        ("DATABASE", "sqlite:///:memory:", "A SQLite database needs a file path"),
        ("DATA_DIR", "/dev/null/here", "The data directory /dev/null/here cannot be used"),
        ("COLOUR", "blue", "There is no setting GROGNARD_COLOUR. Choose from: GROGNARD_ADDRESS, "),
    ],
)
def test_a_bad_setting_is_one_clear_line(tmp_path: Path, name: str, value: str, named: str) -> None:
    settings = {"GROGNARD_DATA_DIR": str(tmp_path)} | {f"GROGNARD_{name}": value}
    ended = settings_printed(settings=settings)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert named in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "pass-word" not in ended.stderr


def test_no_mail_is_sent_unless_the_host_names_a_server(tmp_path: Path) -> None:
    config = read_config({}, {"data_dir": str(tmp_path)})
    assert config.mail is None
    assert not config.alert_network_list


def test_alerts_have_settings(tmp_path: Path) -> None:
    given = {
        "GROGNARD_DATA_DIR": str(tmp_path),
        "GROGNARD_ALERT_NETWORKS": "192.168.1.0/24, fd00::1",
        "GROGNARD_SMTP_HOST": "::1",
        "GROGNARD_SMTP_PORT": "465",
        "GROGNARD_SMTP_USER": "anna",
        "GROGNARD_SMTP_PASSWORD": "pass-word",
        "GROGNARD_SMTP_SECURITY": "tls",
        "GROGNARD_MAIL_FROM": "games@play.example",
    }
    config = read_config(given, {})
    assert config.mail == MailSettings("::1", "games@play.example", 465, "anna", "pass-word", "tls")
    assert list(config.alert_network_list) == [ip_network("192.168.1.0/24"), ip_network("fd00::1")]


def test_mail_leads_to_no_address_that_a_request_gives(tmp_path: Path) -> None:
    config = Config(host="0.0.0.0", data_dir=str(tmp_path), smtp_host="127.0.0.1", mail_from="games@play.example")
    with pytest.raises(BadInput, match=r"^To send mail, set GROGNARD_ADDRESS to the address of your server\."):
        run(config)


def test_a_taken_port_is_a_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, said = serve(tmp_path, "--port", str(port))
    assert code == 2
    assert said.strip() == f"Port {port} on 127.0.0.1 cannot be used: Address already in use."


def test_a_database_that_does_not_answer_is_a_sentence(tmp_path: Path) -> None:
    code, said = serve(tmp_path, "--port", str(free_port()), "--database", "postgresql://nobody@127.0.0.1:1/nothing")
    assert code == 2
    assert len(said.strip().splitlines()) == 1
    assert "The database postgresql+psycopg://nobody@127.0.0.1:1/nothing cannot be used: connection" in said


def test_a_file_that_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("Not a database, but a letter of some length. " * 50)
    code, said = serve(tmp_path, "--port", str(free_port()))
    assert code == 2
    assert said.strip().endswith("is damaged: file is not a database. Restore a backup: `grognard restore PATH`.")


def test_the_start_page_tells_of_the_build_beside_the_server(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with running(tmp_path / "served", {"GROGNARD_BUILD": str(state)}) as server:

        def notes() -> list[str]:
            return [line for line in httpx.get(server.url, verify=PLAIN).text.splitlines() if "compiled build" in line]

        assert notes() == []
        state.write_text("building\n")
        (note,) = notes()
        assert (
            "running in plain Python. A faster compiled build will be ready the next time you start Grognard." in note
        )
        state.write_text("ready\n")
        (note,) = notes()
        assert "A faster compiled build is ready. Restart Grognard to use it." in note
        state.write_text("failed\n")
        assert notes() == []
