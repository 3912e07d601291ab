"""Device links: a guest adds a device by opening a link there, and typing its six digits on a device they have."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from datetime import datetime
from typing import Final, NamedTuple

from grognard.kernel.errors import BadInput
from grognard.server.config import Config
from grognard.server.errors import Forbidden
from grognard.server.storage.device_links import MOST_WRONG, DeviceLink, DeviceLinkStore

DIGITS: Final = 6
KEY_BYTES: Final = 18
GONE: Final = "This link no longer works. Make a new one on your other device."
TAKEN: Final = (
    "Another browser has opened this link and waits for approval. If it isn't yours, don't type its digits. Make a new "
    "link on your other device."
)
OVER: Final = "This link no longer works. Make a new one."


class OwnLink(NamedTuple):
    """A link as the guest who made it sees it: the secret part of its address, and how far things are."""

    key: str
    expires: datetime
    waits: bool
    approved: bool
    used: bool


class DeviceLinks:
    """The links of all guests that add a device."""

    def __init__(self, config: Config, store: DeviceLinkStore) -> None:
        self._secret = config.secret.encode()
        self._store = store

    async def make(self, guest: str) -> None:
        """Makes a guest's link. The one before stops working."""
        seed = secrets.token_urlsafe(16)
        await self._store.put(_id(self._key(guest, seed)), guest, seed)

    async def remove(self, guest: str) -> None:
        """Removes a guest's link, so that no browser can use it anymore."""
        await self._store.remove(guest)

    async def of_guest(self, guest: str) -> OwnLink | None:
        """Returns a guest's link, if they have one that works."""
        link = await self._store.of_guest(guest)
        if link is None:
            return None
        return OwnLink(self._key(guest, link.seed), link.expires, link.waiting is not None, link.approved, link.used)

    async def opened(self, key: str, session: str, guest: str) -> DeviceLink:
        """Returns the link that a guest's browser has opened: their own, or one that it can use. Raises Forbidden."""
        link = await self._store.find(_id(key))
        if link is not None and link.guest == guest:
            return link
        if link is None or (link.used and link.waiting != session):
            raise Forbidden(GONE)
        if link.waiting not in (None, session):
            raise Forbidden(TAKEN)
        return link

    def digits(self, link: DeviceLink) -> str:
        """Returns the digits that the browser that waits has to show."""
        text = f"device digits\n{link.id}\n{link.waiting}"
        number = int.from_bytes(hmac.new(self._secret, text.encode(), hashlib.sha256).digest())
        return f"{number % 10**DIGITS:0{DIGITS}}"

    async def wait(self, key: str, session: str, guest: str) -> None:
        """Makes a guest's browser the one that waits for approval, unless the link is their own. Raises Forbidden."""
        link = await self.opened(key, session, guest)
        if link.guest != guest and not await self._store.wait(link.id, session):
            raise Forbidden(TAKEN)

    async def approve(self, guest: str, typed: str) -> None:
        """Approves the browser that shows these digits. Raises BadInput."""
        link = await self._store.of_guest(guest)
        if link is None:
            raise BadInput(OVER)
        if link.approved:
            return
        if link.waiting is None:
            raise BadInput("No device shows digits yet. Open the link on the new device first.")
        digits = "".join(typed[:100].split())
        if not (len(digits) == DIGITS and digits.isascii() and digits.isdecimal()):
            raise BadInput("Type the six digits that the new device shows.")
        right = hmac.compare_digest(digits, self.digits(link))
        if not await self._store.answer(link, right):
            raise BadInput(OVER)
        left = MOST_WRONG - link.wrong - 1
        if not right and left < 1:
            raise BadInput("Too many wrong digits, so this link no longer works. Make a new one.")
        if not right:
            tries = "try" if left == 1 else "tries"
            raise BadInput(f"Those aren't the digits on the new device. You have {left} more {tries}.")

    async def cancel(self, key: str, session: str) -> None:
        """Removes a link at the wish of the browser that waits; anyone else changes nothing."""
        await self._store.cancel(_id(key), session)

    async def use(self, key: str, session: str) -> str:
        """Uses up the link, and returns the guest that the browser now belongs to. Raises Forbidden."""
        guest = await self._store.use(_id(key), session)
        if guest is None:
            raise Forbidden(GONE)
        return guest

    def _key(self, guest: str, seed: str) -> str:
        text = f"device link\n{guest}\n{seed}"
        return urlsafe_b64encode(hmac.new(self._secret, text.encode(), hashlib.sha256).digest()[:KEY_BYTES]).decode()


def _id(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()
