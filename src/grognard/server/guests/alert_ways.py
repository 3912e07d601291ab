"""The ways by which guests get alerts: adding, confirming, testing and removing them, and the calendar feed."""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Coroutine
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

import msgspec

from grognard.kernel.errors import BadInput, NotFound
from grognard.server.alerts.mail_settings import mailbox, read_address
from grognard.server.alerts.messages import Alert, message
from grognard.server.alerts.senders import HOME, Senders
from grognard.server.alerts.web_push import read_subscription
from grognard.server.alerts.webhooks import read_webhook, short_address
from grognard.server.config import Config
from grognard.server.errors import Forbidden, traced
from grognard.server.storage.alert_ways import MOST_WAYS, AlertStore, Kind, StoredAlert, TooManyWays, Way, new_id
from grognard.server.storage.outbox import OutboxStore
from grognard.server.storage.rows import now
from grognard.server.tables.quotas import Hourly

LOGGER: Final = logging.getLogger("grognard")
PAGE: Final = "/your-data/alerts"
ADDED_PER_HOUR: Final = 20
MAIL_PER_HOUR: Final = 5
# A newcomer costs nothing, so there are limits for all guests of a network, of a domain, and of this process.
MAIL_OF_NETWORK: Final = 5
MAIL_TO_DOMAIN: Final = 20
MAIL_IN_ALL: Final = 60
TESTS_PER_HOUR: Final = 5
KEY_BYTES: Final = 18
ID_LETTERS: Final = 32
ID: Final = re.compile(r"[-\w]{1,32}", re.ASCII)
KINDS: Final = {"push": "Browser", "mail": "Mail", "json": "Webhook", "discord": "Discord", "ntfy": "ntfy"}
NO_PUSH: Final = "This server can't send alerts to browsers."
NO_MAIL: Final = "This server sends no mail."
WRONG_LINK: Final = "This link is incomplete. Copy it from the mail again."
OLD_LINK: Final = "This link no longer works. Add your mail address again."
GONE: Final = "Alerts no longer go there. Reload the page to see your list."
UNCONFIRMED: Final = "Open the link in the mail first. Then you can test the address."


class ListedWay(NamedTuple):
    """A way as its guest's page lists it."""

    id: str
    kind: str  # in words
    name: str  # the browser, the start of a webhook's address, the rest of which is secret, or the mail address
    endpoint: str  # a hash, by which a browser finds its own entry
    key: str  # that signs the messages to a webhook
    confirmed: bool
    rests: bool
    why: str  # the last message failed


class ListedAlert(NamedTuple):
    """A message as its guest's page lists it."""

    made: datetime
    title: str
    name: str  # of its way
    state: Literal["sent", "waiting", "unsent"]
    why: str
    is_test: bool


class AlertWays:
    """The ways of all guests."""

    def __init__(
        self,
        config: Config,
        store: AlertStore,
        outbox: OutboxStore,
        senders: Senders,
        begin: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        """`begin` starts a background task."""
        self._secret = config.secret.encode()
        self.store = store
        self._outbox = outbox
        self._senders = senders
        self._begin = begin
        self._added = Hourly(ADDED_PER_HOUR, "You have added too many places for alerts. Wait an hour and try again.")
        self._asked = Hourly(MAIL_PER_HOUR, "You have added too many mail addresses. Wait an hour and try again.")
        much = "Too many mail addresses were added {}. Wait an hour and try again."
        self._asked_from = Hourly(MAIL_OF_NETWORK, much.format("from your network"))
        self._asked_at = Hourly(MAIL_TO_DOMAIN, much.format("at this mail provider"))
        self._asked_in_all = Hourly(MAIL_IN_ALL, much.format("here"))
        self._tests = Hourly(TESTS_PER_HOUR, f"You can send {TESTS_PER_HOUR} tests an hour. Wait an hour.")

    # -- what a guest sees -------------------------------------------------------------------------------------------

    @property
    def sends_mail(self) -> bool:
        """Whether this server can send mail."""
        return self._senders.mail_settings is not None

    @property
    def push_key(self) -> str:
        """The key that browsers need to receive messages; empty if this server cannot send any."""
        try:
            sender = self._senders.push
        except (BadInput, OSError) as error:
            LOGGER.error("push messages cannot be sent: %s", traced(error))
            return ""
        return "" if sender is None else sender.public_key

    async def listed(self, guest: str) -> tuple[list[ListedWay], list[ListedAlert]]:
        """Returns a guest's ways, oldest first, and their last messages, newest first."""
        ways = {way.id: way for way in await self.store.of_guest(guest)}
        sent = [one for one in await self.store.messages(guest) if one.way_id in ways]
        return [_listed(way) for way in ways.values()], [_listed_alert(one, ways[one.way_id]) for one in sent]

    async def stopped(self, guest: str) -> list[ListedWay]:
        """Returns a guest's ways that rest, since they failed too often."""
        return [_listed(way) for way in await self.store.rests(guest)]

    # -- adding ------------------------------------------------------------------------------------------------------

    async def add_webhook(self, guest: str, address: str, form: str, origin: str) -> None:
        """Adds a webhook; an empty form is guessed. `origin` is this server's address. Raises BadInput and TooMuch."""
        hook = read_webhook(self._senders.outgoing, address.strip(), form, secrets.token_urlsafe(KEY_BYTES))
        way = _new(guest, "webhook", hook.address, origin)
        await self._add(way._replace(form=hook.form, keys=hook.key))

    async def add_push(self, guest: str, subscription: str, device: str, session: str, origin: str) -> None:
        """Adds a browser by its subscription. When its session ends, so does this. Raises BadInput and TooMuch."""
        if not self.push_key:
            raise BadInput(NO_PUSH)
        keys = read_subscription(self._senders.outgoing, subscription)
        way = _new(guest, "push", keys.endpoint, origin)
        await self._add(way._replace(keys=msgspec.json.encode(keys).decode(), device=device, session=session))

    async def add_mail(self, guest: str, address: str, origin: str, network: str) -> None:
        """Adds a mail address and asks its owner to confirm it, unless it was asked before. Raises BadInput, TooMuch.

        `network` is where the request came from. The guest must not learn whether the address is known here, so the
        limits count each request, and the rest happens in the background.
        """
        if not self.sends_mail:
            raise BadInput(NO_MAIL)
        address = read_address(address)
        mine = [way for way in await self.store.of_guest(guest) if way.kind == "mail" and way.address == address]
        if mine and mine[0].confirmed:
            await self.store.wake(guest, mine[0].id)
            return
        self._asked.use(guest)
        self._asked_from.use(network)
        self._asked_at.use(mailbox(address).rpartition("@")[2])
        self._asked_in_all.use("")
        way = mine[0] if mine else await self._new_mail(guest, address, origin)
        if not mine:
            await self._add(way)
        self._begin(self._ask(way))

    async def _new_mail(self, guest: str, address: str, origin: str) -> Way:
        """Returns a way to a mail address. If the guest has had the same one before, the links in its mail work again.

        So it need not be asked a second time.
        """
        way = _new(guest, "mail", address, origin)._replace(confirmed=False)
        id = self._hashed(f"mail of a guest\n{guest}\n{address}")[:ID_LETTERS]
        is_free = await self.store.way(id) is None  # the guest may have joined another, who has it now
        return way._replace(id=id) if is_free else way

    async def _add(self, way: Way) -> None:
        self._added.use(way.guest)
        try:
            is_new = await self.store.add(way)
        except TooManyWays as error:
            raise BadInput(f"Your alerts go to {MOST_WAYS} places. Remove one that you don't need.") from error
        if is_new and way.confirmed:
            await self._outbox.watch(way.guest)

    async def _ask(self, way: Way) -> None:
        """Asks the owner of a mail address to confirm it, if it may be asked."""
        id = self._address_id(way.address)
        if await self.store.ask(id) != "may":
            return
        outcome = await self._senders.ask_to_confirm(way, now())
        await (self.store.asked(id) if outcome.state == "sent" else self.store.forget_asking(id))
        await self.store.note_why(way.id, outcome.why)

    # -- by the links in mail ----------------------------------------------------------------------------------------

    async def mailed(self, purpose: Literal["stop", "confirm"], id: str, token: str) -> Way | None:
        """Returns the way whose link in a mail someone has opened; None if it was removed. Raises Forbidden."""
        right = self._senders.token(purpose, id) if ID.fullmatch(id) else ""
        if not right or not hmac.compare_digest(token.encode(errors="replace"), right.encode()):
            raise Forbidden(WRONG_LINK)
        return await self.store.way(id)

    async def to_confirm(self, id: str, token: str) -> Way:
        """Returns the mail address of a link that confirms it. Raises Forbidden and NotFound."""
        way = await self.mailed("confirm", id, token)
        if way is None:
            raise NotFound(OLD_LINK)
        return way

    async def confirm(self, id: str, token: str) -> Way:
        """Confirms a mail address by the link in the mail, and returns it. Raises Forbidden and NotFound."""
        way = await self.to_confirm(id, token)
        if not way.confirmed:
            await self.store.confirm(id)
            await self._outbox.watch(way.guest)
        return way

    async def stop(self, id: str, token: str) -> None:
        """Ends mail to an address by the link in any mail. If it was never confirmed, it is never asked again."""
        way = await self.mailed("stop", id, token)
        if way is None:
            return
        if way.confirmed:  # so that the owner can add it again
            await self.store.forget_asking(self._address_id(way.address))
        else:
            await self.store.block(self._address_id(way.address))
        await self.store.remove(id)

    def _address_id(self, address: str) -> str:
        """Returns the stored id of an address that was asked to confirm: the same for all spellings of a mailbox."""
        return self._hashed(f"mail address\n{mailbox(address)}")

    def _hashed(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()

    # -- by the guest ------------------------------------------------------------------------------------------------

    async def remove(self, guest: str, id: str) -> None:
        """Removes a guest's way. If it is gone already, nothing changes."""
        way = await self._own(guest, id)
        if way is None:
            return
        if way.kind == "mail" and way.confirmed:  # so that the owner can add it again
            await self.store.forget_asking(self._address_id(way.address))
        await self.store.remove(id, guest)

    async def wake(self, guest: str, id: str) -> None:
        """Lets a guest's way that rests try again."""
        if await self._own(guest, id) is not None:
            await self.store.wake(guest, id)

    async def test(self, guest: str, id: str) -> None:
        """Has a test sent by a guest's way. Raises NotFound, BadInput and TooMuch."""
        way = await self._own(guest, id)
        if way is None:
            raise NotFound(GONE)
        if not way.confirmed:
            raise BadInput(UNCONFIRMED)
        self._tests.use(guest)
        await self.store.wake(guest, id)
        await self.store.put(way, [msgspec.to_builtins(Alert(kind="test", url=PAGE))])

    async def _own(self, guest: str, id: str) -> Way | None:
        way = await self.store.way(id) if ID.fullmatch(id) else None
        return way if way is not None and way.guest == guest else None

    # -- the calendar feed -------------------------------------------------------------------------------------------

    async def feed_key(self, guest: str) -> str:
        """Returns the secret part of the address of a guest's feed; empty if they have none."""
        feed = await self.store.feed_of(guest)
        return "" if feed is None else self._key(feed.seed)

    async def guest_of_feed(self, key: str) -> str | None:
        """Returns the guest whose feed has this key; None if there is none."""
        feed = await self.store.feed(_feed_id(key))
        return None if feed is None else feed.guest

    async def make_feed(self, guest: str) -> None:
        """Makes a guest's feed. Its address before stops working."""
        seed = secrets.token_urlsafe(16)
        await self.store.put_feed(guest, _feed_id(self._key(seed)), seed)

    async def remove_feed(self, guest: str) -> None:
        """Removes a guest's feed."""
        await self.store.remove_feed(guest)

    def _key(self, seed: str) -> str:
        text = f"calendar feed\n{seed}"  # without the guest, so that it still works once they join another
        return urlsafe_b64encode(hmac.new(self._secret, text.encode(), hashlib.sha256).digest()[:KEY_BYTES]).decode()


def way_name(way: Way) -> str:
    """Returns what a guest calls a way: the browser, the start of a webhook's address, or the mail address."""
    match way.kind:
        case "push":
            return way.device
        case "webhook":
            return short_address(way.address)
        case "mail":
            return way.address


def _new(guest: str, kind: Kind, address: str, origin: str) -> Way:
    return Way(
        id=new_id(), guest=guest, kind=kind, address=address, form="", keys="", device="", origin=origin, added=now(),
        confirmed=True, failures=0, why="", rests=False,
    )  # fmt: skip


def _listed(way: Way) -> ListedWay:
    endpoint = hashlib.sha256(way.address.encode()).hexdigest() if way.kind == "push" else ""
    key = way.keys if way.form == "json" else ""
    kind = KINDS[way.form or way.kind]
    return ListedWay(way.id, kind, way_name(way), endpoint, key, way.confirmed, way.rests, way.why)


def _listed_alert(stored: StoredAlert, way: Way) -> ListedAlert:
    alerts = msgspec.convert(stored.alerts, list[Alert])
    title = message(alerts, HOME, stored.made).title
    state: Literal["sent", "waiting", "unsent"] = "unsent"
    if stored.sent is not None:
        state = "sent"
    elif stored.due is not None:
        state = "waiting"
    is_test = any(alert.kind == "test" for alert in alerts)
    return ListedAlert(stored.made, title, way_name(way), state, stored.why, is_test)


def _feed_id(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()
