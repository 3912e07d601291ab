"""A push message can be read by its browser alone, and its push service knows which server sent it."""

from __future__ import annotations

import asyncio
import json
import re
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from grognard.kernel.errors import BadInput
from grognard.server.alerts.messages import Message
from grognard.server.alerts.outcomes import Outcome
from grognard.server.alerts.outgoing import Outgoing
from grognard.server.alerts.web_push import (
    MOST_BYTES,
    PushSender,
    Subscription,
    contact,
    encrypted,
    read_subscription,
    topic,
)
from tests.server.receiver import Received, answer, receiving, to_here, trust

MESSAGE: Final = Message("Three Emperors: your turn", "Anna is waiting for you – “ü”.", "https://play.example/tables/a")
AUTH: Final = bytes(range(16))


def base64(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser(NamedTuple):
    """The keys of a browser that subscribes."""

    key: ec.EllipticCurvePrivateKey
    point: bytes

    def subscription(self, endpoint: str) -> Subscription:
        return Subscription(endpoint, base64(self.point), base64(AUTH))

    def read(self, content: bytes) -> bytes:
        return bytes(http_ece.decrypt(content, private_key=self.key, auth_secret=AUTH, version="aes128gcm"))


@pytest.fixture
def browser() -> Browser:
    key = ec.generate_private_key(ec.SECP256R1())
    return Browser(key, key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def given(endpoint: str = "https://push.example/abc", **keys: str) -> str:
    """A subscription as a browser gives it."""
    return json.dumps({"endpoint": endpoint, "expirationTime": None, "keys": keys})


# -- sending -------------------------------------------------------------------------------------------------------


def pushed(folder: Path, browser: Browser, status: int = 201) -> tuple[PushSender, Outcome, Received, str]:
    """Sends a message to a push service that answers with this status."""

    async def body() -> tuple[PushSender, Outcome, Received, str]:
        trusted, sender = trust(folder), PushSender(folder / "vapid", "mailto:host@play.example")
        async with receiving(trusted.server, answer(status)) as receiver:
            to = browser.subscription(receiver.url("/push/abc"))
            done = await sender.push(to_here(trusted), to, MESSAGE, topic("games"), 3600, "high")
            origin = receiver.url("")
        [got] = receiver.received
        return sender, done, got, origin

    return asyncio.run(body())


def test_only_the_browser_reads_a_message(tmp_path: Path, browser: Browser) -> None:
    _, done, got, _ = pushed(tmp_path, browser)
    assert done.state == "sent"
    assert got.line == "POST /push/abc HTTP/1.1"
    expected = {"content-encoding": "aes128gcm", "ttl": "3600", "urgency": "high", "topic": topic("games")}
    assert {name: got.headers[name] for name in expected} == expected
    assert json.loads(browser.read(got.body)) == MESSAGE._asdict() | {"tag": topic("games")}
    assert b"Anna" not in got.body
    other = Browser(ec.generate_private_key(ec.SECP256R1()), b"")
    with pytest.raises(http_ece.ECEException):
        other.read(got.body)


def test_a_message_is_signed_for_its_push_service(tmp_path: Path, browser: Browser) -> None:
    sender, _, got, origin = pushed(tmp_path, browser)
    authorization = got.headers["authorization"]
    assert Vapid02.verify(authorization)
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+),k=([\w-]+)", authorization)
    assert found is not None
    assert json.loads(decoded(found[1])) == {"typ": "JWT", "alg": "ES256"}
    claims = json.loads(decoded(found[2]))
    assert (claims["aud"], claims["sub"]) == (origin, "mailto:host@play.example")
    assert time.time() < claims["exp"] < time.time() + 86_400
    assert found[4] == sender.public_key
    assert len(decoded(sender.public_key)) == 65
    forged = authorization.replace(found[2], base64(json.dumps(claims | {"aud": "https://other.example"}).encode()))
    assert not Vapid02.verify(forged)


@pytest.mark.parametrize(("status", "state"), [(201, "sent"), (404, "gone"), (410, "gone"), (403, "failed")])
def test_a_subscription_that_has_ended_is_known(tmp_path: Path, browser: Browser, status: int, state: str) -> None:
    assert pushed(tmp_path, browser, status)[1].state == state


def test_a_message_has_a_largest_size(browser: Browser) -> None:
    to = browser.subscription("https://push.example/")
    content = encrypted(to, b"x" * MOST_BYTES)
    assert len(content) <= 4096, "push services need take no more"
    assert browser.read(content) == b"x" * MOST_BYTES
    with pytest.raises(BadInput, match="at most 3,993 bytes"):
        encrypted(to, b"x" * (MOST_BYTES + 1))


def test_a_topic_is_short_and_says_nothing() -> None:
    assert re.fullmatch(r"[\w-]{32}", topic("table abc"))
    assert topic("table abc") == topic("table abc") != topic("table abd")


def test_a_push_service_learns_whom_to_write_to() -> None:
    assert contact("https://play.example:8443/x") == "https://play.example"
    assert contact("https://play.example", "host@play.example") == "mailto:host@play.example"


# -- subscriptions -------------------------------------------------------------------------------------------------


def test_a_browsers_subscription_is_read(browser: Browser) -> None:
    text = given(p256dh=base64(browser.point), auth=base64(AUTH) + "==")
    assert read_subscription(Outgoing(), text) == browser.subscription("https://push.example/abc")


@pytest.mark.parametrize(
    "change",
    [
        {"auth": base64(AUTH[:15])},
        {"auth": base64(AUTH + b"x")},
        {"auth": "*" * 22},
        {"p256dh": base64(b"\4" + bytes(64))},  # not on the curve
        {"p256dh": base64(b"\4" * 64)},
        {"p256dh": ""},
        {"endpoint": "http://push.example/"},
        {"endpoint": "https://[2606:4700::1]/"},  # py_vapid cannot sign for it
        {"endpoint": "https://"},
        {"endpoint": "https://push.example/\nTopic: x"},
    ],
)
def test_a_subscription_nothing_can_be_sent_to_is_refused(browser: Browser, change: dict[str, str]) -> None:
    usual = {"p256dh": base64(browser.point), "auth": base64(AUTH)}
    with pytest.raises(BadInput):
        read_subscription(Outgoing(), given(**cast(Any, usual | change)))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"endpoint": 1}', "[" * 100_000, '{"endpoint": "x", "keys": {}}'])
def test_what_is_no_subscription_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="push subscription that cannot be used"):
        read_subscription(Outgoing(), text)


def test_a_compressed_point_is_refused(browser: Browser) -> None:
    short = browser.key.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
    with pytest.raises(BadInput):
        read_subscription(Outgoing(), given(p256dh=base64(short), auth=base64(AUTH)))


# -- the key -------------------------------------------------------------------------------------------------------


def test_the_key_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "vapid"
    first = PushSender(file, "mailto:a@b.example").public_key
    assert file.stat().st_mode & 0o777 == 0o600
    assert PushSender(file, "mailto:a@b.example").public_key == first
    file.unlink()
    assert PushSender(file, "mailto:a@b.example").public_key != first


@pytest.mark.parametrize("content", ["", "short", "*" * 43, "A" * 43, "_" * 43, "A" * 60 + "B"])
def test_a_damaged_key_is_a_sentence(tmp_path: Path, content: str) -> None:
    file = tmp_path / "vapid"
    file.write_text(content)
    with pytest.raises(BadInput, match="damaged"):
        PushSender(file, "mailto:a@b.example")
