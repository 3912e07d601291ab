"""Alerts as Web Push: encrypted for one browser (RFC 8291) and signed by this server (VAPID, RFC 8292)."""

from __future__ import annotations

import hashlib
import time
from base64 import b64decode, urlsafe_b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import urlsplit

import msgspec

from grognard.kernel.errors import BadInput
from grognard.server.alerts.messages import Message
from grognard.server.alerts.outcomes import Outcome
from grognard.server.alerts.outgoing import Outgoing
from grognard.server.config import kept_secret

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

KEY_BYTES: Final = 65  # a point of P-256, uncompressed
NUMBER_BYTES: Final = 32  # of a private key
AUTH_BYTES: Final = 16
MOST_BYTES: Final = 3993  # of a message, before it is encrypted
TOPIC_LETTERS: Final = 32
SIGNED_FOR: Final = 12 * 3600  # seconds; more than a day is not allowed
GONE: Final = (404, 410)  # statuses by which a push service says that a subscription has ended
UNREADABLE: Final = "Your browser gave a push subscription that cannot be used. Turn push messages off and on again."

Urgency = Literal["very-low", "low", "normal", "high"]


class Subscription(msgspec.Struct, frozen=True):
    """Where and with which keys one browser receives messages. Keys are in base64url, as browsers give them."""

    endpoint: str
    p256dh: str
    auth: str


class _Keys(msgspec.Struct):
    p256dh: str
    auth: str


class _Given(msgspec.Struct):
    """A subscription in the form in which a browser gives it."""

    endpoint: str
    keys: _Keys


def read_subscription(outgoing: Outgoing, text: bytes | str) -> Subscription:
    """Returns the subscription in a browser's JSON; raises BadInput if no message can be sent to it."""
    try:
        given = msgspec.json.decode(text, type=_Given)
        key, auth = _bytes(given.keys.p256dh), _bytes(given.keys.auth)
        _point(key)
    except (ValueError, RecursionError) as error:
        raise BadInput(UNREADABLE) from error
    target = outgoing.target(given.endpoint)
    if len(auth) != AUTH_BYTES or ":" in target.host or target.scheme != "https":
        raise BadInput(UNREADABLE)
    return Subscription(given.endpoint, _text(key), _text(auth))


def topic(text: str) -> str:
    """Returns the topic of messages about something. A later message replaces an earlier one with the same topic."""
    return _text(hashlib.sha256(text.encode()).digest())[:TOPIC_LETTERS]


def contact(address: str, mail: str = "") -> str:
    """Returns where a push service can reach the host: a mail address, or this server's own address."""
    return f"mailto:{mail}" if mail else f"https://{urlsplit(address).hostname or 'localhost'}"


class PushSender:
    """Encrypts and signs messages with this server's key."""

    def __init__(self, file: Path, contact: str) -> None:
        """Reads the key from its file, which is created if there is none. Raises BadInput or OSError."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from py_vapid import Vapid02

        try:
            number = int.from_bytes(_bytes(kept_secret(file, _fresh_key)), "big")
            self._vapid = Vapid02(ec.derive_private_key(number, ec.SECP256R1()))
        except ValueError as error:
            raise BadInput(f"The key in {file} is damaged. Restore a backup.") from error
        self._contact = contact

    @property
    def public_key(self) -> str:
        """The public key that browsers need to subscribe."""
        return _text(_encoded(self._vapid.public_key))

    async def push(
        self,
        outgoing: Outgoing,
        subscription: Subscription,
        message: Message,
        topic: str,
        seconds: int,
        urgency: Urgency = "normal",
    ) -> Outcome:
        """Sends a message. If the browser is not running, its push service keeps the message for this many seconds.

        The topic is also the notification's tag, because a push service replaces only messages it has not delivered.
        """
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(max(0, seconds)),
            "Urgency": urgency,
            "Topic": topic,
            "Authorization": self._authorization(outgoing.target(subscription.endpoint).origin),
        }
        content = encrypted(subscription, msgspec.json.encode(message._asdict() | {"tag": topic}))
        return await outgoing.deliver(subscription.endpoint, content, headers, GONE)

    def _authorization(self, origin: str) -> str:
        claims = {"aud": origin, "exp": int(time.time()) + SIGNED_FOR, "sub": self._contact}
        return str(self._vapid.sign(claims)["Authorization"])


def encrypted(subscription: Subscription, content: bytes) -> bytes:
    """Returns a message that only the subscription's browser can read."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(content) > MOST_BYTES:
        raise BadInput(f"A push message can have at most {MOST_BYTES:,} bytes, not {len(content):,}.")
    return bytes(
        http_ece.encrypt(
            content,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_bytes(subscription.p256dh),
            auth_secret=_bytes(subscription.auth),
            version="aes128gcm",
        )
    )


def _fresh_key() -> str:
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _text(number.to_bytes(NUMBER_BYTES, "big"))


def _point(content: bytes) -> None:
    """Raises ValueError if this is not a public key of P-256 in its long form."""
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(content) != KEY_BYTES:
        raise ValueError(len(content))
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), content)


def _encoded(key: ec.EllipticCurvePublicKey) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _bytes(text: str) -> bytes:
    """Returns the bytes that a text in base64url stands for; raises ValueError."""
    text = text.rstrip("=")
    return b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode("ascii")
