"""Webhooks get alerts in the form they take: signed JSON, Discord's or ntfy's."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from grognard.kernel.errors import BadInput
from grognard.server.alerts.messages import Alert, Message, message
from grognard.server.alerts.outgoing import Outgoing
from grognard.server.alerts.webhooks import Form, Webhook, guessed_form, read_webhook, send, short_address
from grognard.server.net.addresses import read_networks
from tests.server.receiver import Received, answer, receiving, to_here, trust

NOW: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
TABLE: Final = "https://play.example/tables/abc"
ALERT: Final = Alert("turn", "Three Emperors", "Anna", TABLE, datetime(2026, 12, 1, tzinfo=UTC))


def sent(folder: Path, form: Form, path: str, given: Message) -> Received:
    """What a webhook gets."""

    async def body() -> Received:
        trusted = trust(folder)
        async with receiving(trusted.server, answer(204)) as receiver:
            hook = Webhook(receiver.url(path), form, "the key")
            assert (await send(to_here(trusted), hook, "17", given, [ALERT], NOW)).state == "sent"
        [got] = receiver.received
        return got

    return asyncio.run(body())


def test_json_is_signed_and_has_its_id_and_time(tmp_path: Path) -> None:
    got = sent(tmp_path, "json", "/hook?of=me", message([ALERT], TABLE, NOW))
    assert got.line == "POST /hook?of=me HTTP/1.1"
    assert got.headers["content-type"] == "application/json"
    expected = hmac.new(b"the key", got.body, hashlib.sha256).hexdigest()
    assert got.headers["x-grognard-signature"] == f"sha256={expected}"
    assert json.loads(got.body) == {
        "id": "17",
        "sent": 1796040000,
        "title": "Three Emperors: your turn",
        "text": "Anna is waiting for you. You have 12 hours left.",
        "url": TABLE,
        "alerts": [
            {
                "kind": "turn",
                "game": "Three Emperors",
                "opponent": "Anna",
                "url": TABLE,
                "deadline": "2026-12-01T00:00:00Z",
            }
        ],
    }


def test_discord_pings_nobody_and_formats_nothing(tmp_path: Path) -> None:
    name = "@everyone **A** [x](http://y.z) <@1> `b` ||c|| # d"
    got = sent(tmp_path, "discord", "/api/webhooks/1/x", Message(f"{name} asks to undo", "One\nTwo", TABLE))
    found: dict[str, Any] = json.loads(got.body)
    assert found["allowed_mentions"] == {"parse": []}
    shown, text, more, link = found["content"].split("\n")
    assert (text, more, link) == ("One", "Two", f"<{TABLE}>")
    inside = shown.removeprefix("**").removesuffix("**")
    assert inside.replace("\\", "") == f"{name} asks to undo"
    assert not any(inside.count(sign) - inside.count("\\" + sign) for sign in "@*[]<>`|#:")
    assert "x-grognard-signature" not in got.headers


def test_a_long_message_at_discord_keeps_its_link(tmp_path: Path) -> None:
    got = sent(tmp_path, "discord", "/api/webhooks/1/x", Message("Title", "*" * 3000, TABLE))
    content = json.loads(got.body)["content"]
    assert len(content) == 2000
    assert content.endswith(f"\n<{TABLE}>")


def test_ntfy_gets_json_at_its_root(tmp_path: Path) -> None:
    got = sent(tmp_path, "ntfy", "/my-games?auth=abc", Message("Title", "Text – “ü”", TABLE))
    assert got.line == "POST /?auth=abc HTTP/1.1"
    assert json.loads(got.body) == {
        "topic": "my-games",
        "title": "Title",
        "message": "Text – “ü”",
        "click": TABLE,
        "tags": ["crossed_swords"],
    }


def test_a_webhook_that_asks_to_wait_is_waited_for(tmp_path: Path) -> None:
    async def body() -> None:
        trusted = trust(tmp_path)
        async with receiving(trusted.server, answer(429, "", b'{"message": "slow", "retry_after": 2.5}')) as receiver:
            hook = Webhook(receiver.url("/api/webhooks/1/x"), "discord", "")
            found = await send(to_here(trusted), hook, "1", Message("a", "b", TABLE), [ALERT], NOW)
        assert (found.state, found.wait) == ("later", 2.5)

    asyncio.run(body())


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("https://discord.com/api/webhooks/1/x", "discord"),
        ("https://ptb.discord.com/api/webhooks/1/x", "discord"),
        ("https://discordapp.com/api/webhooks/1/x", "discord"),
        ("https://discord.com.evil.example/api/webhooks/1/x", "json"),
        ("https://ntfy.sh/my-games", "ntfy"),
        ("https://ntfy.example.org/my-games", "ntfy"),
        ("https://ntfy.example.org/", "json"),
        ("https://example.org/hook", "json"),
    ],
)
def test_the_form_is_guessed_from_the_address(address: str, form: Form) -> None:
    assert guessed_form(address) == form
    assert read_webhook(Outgoing(), address, "", "k") == (address, form, "k")


def test_a_form_can_be_chosen_and_must_fit() -> None:
    assert read_webhook(Outgoing(), "https://push.example.org/mine", "ntfy", "k").form == "ntfy"
    for address in ("https://ntfy.sh/", "https://ntfy.sh/a/b", "https://ntfy.sh/a%20b", f"https://ntfy.sh/{'a' * 65}"):
        with pytest.raises(BadInput, match="ends with its topic"):
            read_webhook(Outgoing(), address, "ntfy", "k")
    with pytest.raises(BadInput, match="“slack” is not a form of webhooks"):
        read_webhook(Outgoing(), "https://example.org/", "slack", "k")
    with pytest.raises(BadInput, match="https://"):
        read_webhook(Outgoing(), "http://example.org/", "json", "k")


@pytest.mark.parametrize(
    "host", ["localhost", "home.localhost", "127.0.0.1", "192.168.1.2", "10.0.0.1", "[::1]", "[::ffff:127.0.0.1]"]
)
def test_a_private_address_is_refused_at_once_unless_the_host_allows_it(host: str) -> None:
    address = f"https://{host}/hook"
    with pytest.raises(BadInput, match=r"in a private network\. Only the person who runs this server can allow that"):
        read_webhook(Outgoing(), address, "", "k")
    allowed = Outgoing(read_networks("127.0.0.0/8, ::1, 192.168.0.0/16, 10.0.0.0/8"))
    assert read_webhook(allowed, address, "", "k").address == address


@pytest.mark.parametrize("path", ["", "api/webhooks", "api/webhooks/1", "channels/1/2", "api/webhooks/x/y"])
def test_an_address_at_discord_must_be_one_of_a_webhook(path: str) -> None:
    with pytest.raises(BadInput, match="A Discord address looks like"):
        read_webhook(Outgoing(), f"https://discord.com/{path}", "", "k")
    with pytest.raises(BadInput, match="A Discord address looks like"):
        read_webhook(Outgoing(), "https://hooks.example/api/webhooks/1/x", "discord", "k")


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://discord.com/api/webhooks/123456789012/token", "discord.com/123456…"),
        ("https://ntfy.sh/my-games", "ntfy.sh/my-g…"),
        ("https://ntfy.sh/a", "ntfy.sh"),
        ("https://hooks.example/services/T00/secret", "hooks.example/servic…"),
        ("https://hooks.example/", "hooks.example"),
    ],
)
def test_an_address_is_shown_without_its_secret(address: str, shown: str) -> None:
    assert short_address(address) == shown
