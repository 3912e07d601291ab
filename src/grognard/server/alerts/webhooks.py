"""Sends alerts to webhooks: as JSON with a signature, or in the forms that Discord and ntfy take."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec

from grognard.kernel.errors import BadInput
from grognard.server.alerts.messages import Alert, Message
from grognard.server.alerts.outcomes import Outcome
from grognard.server.alerts.outgoing import Outgoing

SIGNATURE: Final = "X-Grognard-Signature"
MOST_AT_DISCORD: Final = 2000  # characters
MOST_SHOWN: Final = 6  # letters of a secret address
MARKDOWN: Final = re.compile(r"([\\`*_~|<>\[\]#:@])")
DISCORD: Final = re.compile(
    r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks/(?P<id>\d+)/[-\w]+/?", re.ASCII
)
TOPIC: Final = re.compile(r"/([-_A-Za-z0-9]{1,64})/?")

Form = Literal["json", "discord", "ntfy"]


class Webhook(NamedTuple):
    """An address to post alerts to, the form it takes, and the key that signs them."""

    address: str
    form: Form
    key: str


def read_webhook(outgoing: Outgoing, address: str, form: str, key: str) -> Webhook:
    """Returns a webhook as a user gave it; an empty form is guessed from the address. Raises BadInput."""
    outgoing.refuse_private(outgoing.target(address).host)
    try:
        chosen = msgspec.convert(form, Form) if form else guessed_form(address)
    except msgspec.ValidationError as error:
        raise BadInput(f"“{form}” is not a form of webhooks. Choose json, discord or ntfy.") from error
    if chosen == "ntfy" and not TOPIC.fullmatch(urlsplit(address).path):
        raise BadInput("An ntfy address ends with its topic, such as https://ntfy.sh/my-games.")
    if chosen == "discord" and not DISCORD.fullmatch(urlsplit(address)._replace(query="").geturl()):
        raise BadInput("A Discord address looks like https://discord.com/api/webhooks/…. Copy it from Discord again.")
    return Webhook(address, chosen, key)


def short_address(address: str) -> str:
    """Returns the host of a webhook and the first letters after it: enough to recognize it, not to use it.

    For Discord, that is the start of the webhook's number.
    """
    parts, found = urlsplit(address), DISCORD.match(address)
    rest = found["id"] if found else parts.path.strip("/")
    start = rest[: min(MOST_SHOWN, len(rest) // 2)]
    return f"{parts.hostname}/{start}…" if start else parts.hostname or ""


def guessed_form(address: str) -> Form:
    """Returns the form that a webhook's address is likely to take."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    if host.removeprefix("ptb.").removeprefix("canary.") in ("discord.com", "discordapp.com"):
        return "discord"
    is_ntfy = host == "ntfy.sh" or (host.startswith("ntfy.") and TOPIC.fullmatch(parts.path))
    return "ntfy" if is_ntfy else "json"


async def send(
    outgoing: Outgoing, webhook: Webhook, id: str, message: Message, alerts: Sequence[Alert], now: datetime
) -> Outcome:
    """Sends a message to a webhook. `id` stays the same when a message is sent again."""
    address, content = webhook.address, _content(webhook, id, message, alerts, now)
    headers = {"Content-Type": "application/json"}
    if webhook.form == "json":
        headers[SIGNATURE] = signature(webhook.key, content)
    if webhook.form == "ntfy":  # takes JSON at its root only
        parts = urlsplit(address)
        address = parts._replace(path="/").geturl()
    return await outgoing.deliver(address, content, headers)


def signature(key: str, content: bytes) -> str:
    """Returns the signature of a message's body, by which a receiver knows who sent it.

    The body has its own id and time, so a receiver can refuse a message that was recorded and sent again.
    """
    return f"sha256={hmac.new(key.encode(), content, hashlib.sha256).hexdigest()}"


def _content(webhook: Webhook, id: str, message: Message, alerts: Sequence[Alert], now: datetime) -> bytes:
    match webhook.form:
        case "discord":
            return msgspec.json.encode(_for_discord(message))
        case "ntfy":
            found = TOPIC.fullmatch(urlsplit(webhook.address).path)
            topic = found[1] if found else ""
            given = {"topic": topic, "title": message.title, "message": message.text, "click": message.url}
            return msgspec.json.encode(given | {"tags": ["crossed_swords"]})
        case "json":
            given = {"id": id, "sent": int(now.timestamp()), **message._asdict(), "alerts": list(alerts)}
            return msgspec.json.encode(given)


def _for_discord(message: Message) -> dict[str, Any]:
    """Returns a message as Discord takes it: names in it are no formatting, no links, and ping nobody."""
    title, text = (MARKDOWN.sub(r"\\\1", each) for each in message[:2])
    link = f"\n<{message.url}>"  # without a preview
    return {"content": f"**{title}**\n{text}"[: MOST_AT_DISCORD - len(link)] + link, "allowed_mentions": {"parse": []}}
