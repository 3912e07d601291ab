"""Alerts of a server inside the test's process: sends them to servers on this machine, and reads what arrived."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final, NamedTuple, cast
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import update

from grognard.server.alerts.senders import Senders
from grognard.server.alerts.web_push import Subscription
from grognard.server.alerts.webhooks import SIGNATURE, signature
from grognard.server.config import Config
from grognard.server.jobs.alerts import AlertJob
from grognard.server.storage.alert_ways import AlertStore, Kind, StoredAlert, Way, new_id
from grognard.server.storage.outbox import OutboxStore
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.rows import now
from grognard.server.storage.schema import ALERT_WAYS
from tests.server.inside import Inside, Visitor
from tests.server.receiver import MailServer, Receiver, answer, mail_server, receiving, to_here, trust
from tests.server.support import Json
from tests.server.test_alerts_push import AUTH, base64

KEY: Final = "the key of a webhook"
PLAY: Final = "https://play.example"
BROWSER: Final = ec.generate_private_key(ec.SECP256R1())  # the key of a browser that gets push messages


class Arrived(NamedTuple):
    """A message that arrived: for whom, by which way, its id or topic, and its content."""

    whom: str
    kind: Kind
    id: str
    content: Json


class PostOffice:
    """Runs the alert job of a server, whose messages go to servers on this machine."""

    def __init__(self, server: Inside, senders: Senders, hooks: Receiver, mails: MailServer) -> None:
        database = server.client.app.state.database
        self.server, self.senders = server, senders
        self.store, self.outbox = AlertStore(database), OutboxStore(database)
        self.job = AlertJob(server.tables, PeopleStore(database), self.outbox, self.store, senders)
        self._hooks, self._mails = hooks, mails
        self._read = (0, 0)

    def add(self, whom: str, guest: Visitor, kind: Kind = "webhook", **values: Any) -> Way:
        """Gives a guest a way to get alerts; `whom` is in its address."""
        address = f"{whom}@home.example" if kind == "mail" else self._hooks.url(f"/{kind}/{whom}")
        form = "json" if kind == "webhook" else ""
        way = Way(
            new_id(), guest.name, kind, address, form, _keys(kind, address), device="", origin=PLAY, added=now(),
            confirmed=True, failures=0, why="", rests=False,
        )._replace(**values)  # fmt: skip
        self.call(self.store.add, way)
        self.call(self.outbox.watch, guest.name)
        return way

    def call(self, function: Any, *values: Any) -> Any:
        """Calls an asynchronous function in the server's own loop."""
        return self.server.client.blocking_portal.call(function, *values)

    def forward(self, guest: str) -> None:
        """Brings here all messages to a guest from before a restart, when the receivers had another port."""
        self.call(self._forwarded, guest)

    async def _forwarded(self, guest: str) -> None:
        for way in await self.store.of_guest(guest):
            if way.kind == "mail":
                continue
            address = self._hooks.url(urlsplit(way.address).path)
            moved = update(ALERT_WAYS).where(ALERT_WAYS.c.id == way.id)
            async with self.store._database.writing() as connection:
                await connection.execute(moved.values(address=address, keys=_keys(way.kind, address)))

    def check(self) -> None:
        """Lets the job check all tables that are due."""
        while self.call(self.job.check):
            pass

    def run(self) -> list[Arrived]:
        """Lets the job do all that is due; returns the messages since the last time."""
        self.check()
        while self.call(self.job.send):
            pass
        return self.arrived()

    def arrived(self) -> list[Arrived]:
        """Returns the messages since the last time, with each signature checked and each push decrypted."""
        hooks, mails = self._read
        found = [self._of_hook(one) for one in self._hooks.received[hooks:]]
        found += [_of_mail(one) for one in self._mails.mails[mails:]]
        self._read = len(self._hooks.received), len(self._mails.mails)
        return sorted(found, key=lambda one: (one.whom, one.kind))

    def _of_hook(self, one: Any) -> Arrived:
        _, kind, whom = one.line.split()[1].split("/")
        if kind == "push":
            plain = http_ece.decrypt(one.body, private_key=BROWSER, auth_secret=AUTH, version="aes128gcm")
            return Arrived(whom, "push", one.headers["topic"], json.loads(plain))
        assert one.headers[SIGNATURE.lower()] == signature(KEY, one.body)
        content = json.loads(one.body)
        return Arrived(whom, "webhook", content["id"], content)

    def messages(self, guest: Visitor) -> list[StoredAlert]:
        """The messages to a guest, as the server has stored them."""
        return cast("list[StoredAlert]", self.call(self.store.messages, guest.name))


def _keys(kind: Kind, address: str) -> str:
    """The keys of a way with this address."""
    if kind != "push":
        return KEY
    point = BROWSER.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return msgspec.json.encode(Subscription(address, base64(point), base64(AUTH))).decode()


def _of_mail(text: bytes) -> Arrived:
    mail = message_from_bytes(text, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    whom = str(mail["To"]).partition("@")[0]
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    return Arrived(whom, "mail", mail["Message-ID"], {"title": mail["Subject"], "text": mail.get_content()})


def kinds(found: Sequence[Arrived]) -> list[tuple[str, str, str]]:
    """For each message: for whom, by which way, and its title."""
    return [(one.whom, one.kind, one.content["title"]) for one in found]


@contextmanager
def post_office(server: Inside, folder: Path, status: int = 201) -> Iterator[PostOffice]:
    """A post office, as long as the block lasts. The receivers of webhooks and push answer with this status."""
    trusted, portal = trust(folder), server.client.blocking_portal
    with ExitStack() as stack:
        hooks = stack.enter_context(portal.wrap_async_context_manager(receiving(trusted.server, answer(status))))
        mails = stack.enter_context(portal.wrap_async_context_manager(mail_server()))
        mail: Mapping[str, Any] = {"smtp_host": "127.0.0.1", "smtp_port": mails.port, "smtp_security": "none"}
        config = Config(data_dir=str(folder), secret="s" * 32, mail_from="alerts@play.example", **mail)
        senders = Senders(config)
        senders.outgoing = to_here(trusted)
        yield PostOffice(server, senders, hooks, mails)
