"""Mail says how to end it, holds no header that a name has smuggled in, and arrives at the host's mail server."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final

import aiosmtplib
import pytest

from grognard.kernel.errors import BadInput
from grognard.server.alerts import mail as mail_module
from grognard.server.alerts.mail import alert_mail, confirmation_mail, send
from grognard.server.alerts.mail_settings import MailSettings, mailbox, read_address
from grognard.server.alerts.messages import Message
from tests.server.receiver import NAME, mail_server, trust

NOW: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
STOP: Final = f"https://play.example/alerts/stop/{'x' * 100}"
CONFIRM: Final = "https://play.example/alerts/confirm/abc"
SETTINGS: Final = MailSettings("127.0.0.1", "alerts@play.example")
TO: Final = "anna@home.example"


def parsed(mail: bytes) -> EmailMessage:
    found = message_from_bytes(mail, policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def alert(title: str = "Three Emperors: your turn", text: str = "Ben is waiting for you.") -> EmailMessage:
    mail = alert_mail(SETTINGS, TO, "abc", Message(title, text, "https://play.example/tables/a"), STOP, NOW)
    assert all(len(line) <= 998 for line in mail.split(b"\r\n"))
    assert mail.count(b"\n") == mail.count(b"\r\n")
    return parsed(mail)


# -- what is in a mail ---------------------------------------------------------------------------------------------


def test_every_mail_ends_mail_with_one_click() -> None:
    for found in (alert(), parsed(confirmation_mail(SETTINGS, TO, CONFIRM, STOP, NOW))):
        assert found["List-Unsubscribe"] == f"<{STOP}>"
        assert found["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert found["Auto-Submitted"] == "auto-generated"
        assert STOP in found.get_content()


def test_an_alert_is_plain_text() -> None:
    found = alert(text="Zoë is waiting – for you.")
    assert (found["From"], found["To"]) == ("Grognard <alerts@play.example>", TO)
    assert found["Subject"] == "Three Emperors: your turn"
    assert found["Date"] == "Mon, 30 Nov 2026 12:00:00 +0000"
    assert found["Message-ID"] == "<abc@play.example>"
    assert found.get_content_type() == "text/plain"
    assert found.get_content().splitlines()[:3] == ["Zoë is waiting – for you.", "", "https://play.example/tables/a"]


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", "\r\n\r\n", "\x00", "\u2028", "\x85", "\x0b"])
def test_no_name_becomes_a_header(end: str) -> None:
    usual = alert()
    found = alert(f"Ben{end}Bcc: all@home.example{end} asks to undo", f"Ben{end}Bcc: all@home.example")
    assert sorted(found.keys()) == sorted(usual.keys())
    assert found["Subject"] == "Ben Bcc: all@home.example asks to undo"
    assert found["To"] == TO


def test_a_long_subject_with_other_letters_survives() -> None:
    title = "Żółć " * 15 + "asks to undo"
    assert alert(title)["Subject"] == title


def test_a_confirmation_repeats_nothing_that_a_user_typed() -> None:
    found = parsed(confirmation_mail(SETTINGS, TO, CONFIRM, STOP, NOW))
    text = found.get_content()
    assert CONFIRM in text
    assert "asked play.example to mail you" in text
    assert TO not in text


@pytest.mark.parametrize("stop", ["", "mailto:a@b.example", "https://a.example/>\r\nBcc: b", "https://a b.example/"])
def test_a_link_that_ends_mail_must_be_one(stop: str) -> None:
    with pytest.raises(BadInput, match="is not a link"):
        alert_mail(SETTINGS, TO, "abc", Message("a", "b", "c"), stop, NOW)


# -- addresses -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["a@b.example", " a.b+c@x-y.example ", "O'Hara_1@home.xn--p1ai", "a@1.2.example"])
def test_a_mail_address_is_read(text: str) -> None:
    assert read_address(text) == text.strip()


@pytest.mark.parametrize(
    "text",
    [
        "", "a", "a@", "@b.example", "a@b", "a b@c.example", "a@b.example, c@d.example", "a@b.example\nBcc: c@d.e",
        "<a@b.example>", "Anna <a@b.example>", '"a b"@c.example', ".a@b.example", "a.@b.example", "a..b@c.example",
        "a@-b.example", "a@b-.example", "a@b..example", "a@[127.0.0.1]", "ä@b.example", "a@bä.example",
        f"{'a' * 65}@b.example", f"a@{'b.' * 130}example", "a@b@c.example", "a@b.example;c", "a(x)@b.example",
    ],
)  # fmt: skip
def test_what_is_no_plain_address_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not a mail address"):
        read_address(text)
    with pytest.raises(BadInput):
        confirmation_mail(SETTINGS, text, CONFIRM, STOP, NOW)


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("Anna@Home.example", "anna@home.example"),
        ("an.na+games+1@home.example", "an.na@home.example"),
        ("+anna@home.example", "+anna@home.example"),
        ("An.Na+games@GoogleMail.com", "anna@gmail.com"),
    ],
)
def test_all_spellings_lead_to_one_mailbox(address: str, found: str) -> None:
    assert mailbox(address) == found


# -- sending -------------------------------------------------------------------------------------------------------


def settings(port: int, **values: Any) -> MailSettings:
    given: dict[str, Any] = {"host": "127.0.0.1", "sender": SETTINGS.sender, "port": port, "security": "none"}
    return MailSettings(**given | values)


def test_a_mail_arrives() -> None:
    async def body() -> None:
        mail = alert_mail(SETTINGS, TO, "abc", Message("Title", "..Text", "https://play.example/"), STOP, NOW)
        async with mail_server() as server:
            assert await send(settings(server.port), TO, mail) == ("sent", "", 0)
        assert "EHLO play.example" in server.commands
        assert [each.split()[1] for each in server.commands if each.startswith(("MAIL", "RCPT"))] == [
            "FROM:<alerts@play.example>",
            f"TO:<{TO}>",
        ]
        assert server.mails[0].removesuffix(b".\r\n").replace(b"\r\n...", b"\r\n..") == mail

    asyncio.run(body())


def test_a_password_is_sent_only_over_tls(tmp_path: Path) -> None:
    async def body() -> None:
        trusted = trust(tmp_path)
        trusted.client.check_hostname = False  # the certificate is for another name
        secure = {"security": "starttls", "user": "me", "password": "secret"}
        async with mail_server(trusted.server) as server:
            assert (await send(settings(server.port, **secure), TO, b"x", trusted.client)).state == "sent"
        assert server.commands.index("STARTTLS") < next(
            at for at, line in enumerate(server.commands) if line.startswith("AUTH")
        )
        async with mail_server(None) as server:  # it has no STARTTLS
            assert (await send(settings(server.port, **secure), TO, b"x", trusted.client)).state == "failed"
        assert not any(line.startswith(("AUTH", "MAIL")) for line in server.commands)

    asyncio.run(body())


@pytest.mark.parametrize(
    ("command", "said", "state"),
    [
        ("RCPT", "550 no such person", "failed"),
        ("RCPT", "450 later", "later"),
        ("DATA", "554 spam", "failed"),
        ("DATA", "451 later", "later"),
        ("MAIL", "501 no", "failed"),
    ],
)
def test_a_refused_mail_says_whether_to_try_again(command: str, said: str, state: str) -> None:
    async def body() -> None:
        async with mail_server(answers={command: said}) as server:
            found = await send(settings(server.port), TO, b"Subject: x\r\n\r\ny\r\n")
        assert found.state == state
        assert (found.wait > 0) is (state == "later")
        assert "person" not in found.why

    asyncio.run(body())


def test_a_mail_server_that_is_away_is_a_failure() -> None:
    async def body() -> None:
        async with mail_server() as server:
            pass
        found = await send(settings(server.port), TO, b"x")
        assert found == ("failed", "The mail server of this site could not be reached.", 0)

    asyncio.run(body())


def test_a_mail_server_that_is_slow_at_every_step_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*_given: object, **_named: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(aiosmtplib, "send", slow)
    monkeypatch.setattr(mail_module, "SECONDS_IN_ALL", 0.01)
    found = asyncio.run(send(SETTINGS, TO, b"x"))
    assert found == ("failed", "The mail server of this site could not be reached.", 0)


def test_the_certificate_of_a_mail_server_is_checked(tmp_path: Path) -> None:
    async def body() -> None:
        trusted = trust(tmp_path)
        async with mail_server(trusted.server) as server:
            found = await send(settings(server.port, security="starttls"), TO, b"x", trusted.client)
        assert found.state == "failed", f"the certificate is for {NAME}"
        assert server.mails == []

    asyncio.run(body())
