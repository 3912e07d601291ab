"""Sends messages by the ways that guests have chosen, as far as this server can."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Final, Literal

import msgspec

from grognard.server.alerts import mail, missing, web_push, webhooks
from grognard.server.alerts.mail_settings import MailSettings
from grognard.server.alerts.messages import Alert, message
from grognard.server.alerts.outcomes import Outcome
from grognard.server.alerts.outgoing import Outgoing
from grognard.server.alerts.web_push import PushSender, Subscription
from grognard.server.alerts.webhooks import Webhook
from grognard.server.config import Config
from grognard.server.storage.alert_ways import Way

HOME: Final = "/"  # where a message about several games leads
KEPT_FOR: Final = 24 * 3600  # seconds, by push services
TOKEN_LETTERS: Final = 32
NO_PUSH: Final = "This server can't send push messages anymore."
NO_MAIL: Final = "This server can't send mail anymore."


class Senders:
    """Sends messages. A server without a library, or without settings for mail, leaves out that way."""

    def __init__(self, config: Config) -> None:
        self.outgoing = Outgoing(config.alert_network_list)
        self._config = config

    @property
    def mail_settings(self) -> MailSettings | None:
        """The host's mail server; None if this server cannot send mail."""
        return None if missing("mail") else self._config.mail

    @cached_property
    def push(self) -> PushSender | None:
        """What sends push messages; None if this server cannot. Raises BadInput or OSError if its key is damaged."""
        if missing("push"):
            return None
        settings = self._config.mail
        contact = web_push.contact(self._config.address, settings.sender if settings else "")
        return PushSender(self._config.vapid_file, contact)

    async def send(self, way: Way, id: str, alerts: Sequence[Alert], when: datetime) -> Outcome:
        """Sends a message about these alerts, whose addresses are paths here. A repeated message has the same `id`."""
        origin = self._origin(way)
        topic = web_push.topic(_subject(alerts))
        whole = [msgspec.structs.replace(one, url=origin + one.url) for one in alerts]
        text = message(whole, origin + HOME, when)
        match way.kind:
            case "webhook":
                hook = Webhook(way.address, msgspec.convert(way.form, webhooks.Form), way.keys)
                return await webhooks.send(self.outgoing, hook, id, text, whole, when)
            case "push":
                if self.push is None:
                    return Outcome("failed", NO_PUSH)
                hurry: web_push.Urgency = "high" if any(one.kind in ("time", "test") for one in alerts) else "normal"
                keys = msgspec.json.decode(way.keys, type=Subscription)
                return await self.push.push(self.outgoing, keys, text, topic, KEPT_FOR, hurry)
            case "mail":
                if self.mail_settings is None:
                    return Outcome("failed", NO_MAIL)
                stop = origin + self.stop_path(way)
                letter = mail.alert_mail(self.mail_settings, way.address, id, text, stop, when)
                return await mail.send(self.mail_settings, way.address, letter)

    async def ask_to_confirm(self, way: Way, when: datetime) -> Outcome:
        """Sends the one mail that asks the owner of a mail address to confirm it."""
        if self.mail_settings is None:
            return Outcome("failed", NO_MAIL)
        confirm, stop = (self._origin(way) + path for path in (self.confirm_path(way), self.stop_path(way)))
        letter = mail.confirmation_mail(self.mail_settings, way.address, confirm, stop, when)
        return await mail.send(self.mail_settings, way.address, letter)

    def _origin(self, way: Way) -> str:
        return (self._config.address or way.origin).rstrip("/")

    def stop_path(self, way: Way) -> str:
        """Returns the path that ends a way by mail: one click there is enough."""
        return f"/alerts/stop/{way.id}/{self.token('stop', way.id)}"

    def confirm_path(self, way: Way) -> str:
        """Returns the path at which the owner of a mail address confirms it."""
        return f"/alerts/confirm/{way.id}/{self.token('confirm', way.id)}"

    def token(self, purpose: Literal["stop", "confirm"], way: str) -> str:
        """Returns the secret part of a link in a mail, which nobody can guess."""
        text = f"alert {purpose}\n{way}"
        return hmac.new(self._config.secret.encode(), text.encode(), hashlib.sha256).hexdigest()[:TOKEN_LETTERS]


def _subject(alerts: Sequence[Alert]) -> str:
    """Returns what a message is about: one table, or several. A later message about the same replaces it."""
    paths = {one.url for one in alerts}
    return paths.pop() if len(paths) == 1 else HOME
