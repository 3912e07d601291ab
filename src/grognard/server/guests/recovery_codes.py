"""Recovery codes: a guest who has lost all devices gets back to their games with one."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import timedelta
from typing import Final

from grognard.kernel.errors import BadInput
from grognard.server.config import Config
from grognard.server.errors import Stale
from grognard.server.storage.recovery_codes import CodeMade, RecoveryCodeStore
from grognard.server.storage.rows import now
from grognard.server.tables.quotas import Hourly

# Crockford's: without I, L, O and U.
ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LETTERS: Final = 16  # of 5 bits each
GROUP: Final = 4
TYPED: Final = str.maketrans("OIL", "011", " \t\r\n\N{NO-BREAK SPACE}-\N{HYPHEN}\N{EN DASH}.")
MOST_TYPED: Final = 100
# Only for each address: no guess of anyone else keeps a guest from using their own code, and against 80 bits even all
# addresses of the world together get nowhere.
WRONG_PER_HOUR: Final = 10
SHOWN_FOR: Final = timedelta(minutes=10)  # so that the page with a new code can be reloaded
TOO_MANY: Final = "Too many wrong codes came from your network. Wait an hour, or try again from another network."
UNKNOWN: Final = "This recovery code is unknown. It may be a typo, or the code has been used or replaced."


class RecoveryCodes:
    """The recovery codes of all guests."""

    def __init__(self, config: Config, store: RecoveryCodeStore) -> None:
        self._secret = config.secret.encode()
        self._store = store
        self._guesses = Hourly(WRONG_PER_HOUR, TOO_MANY)

    async def of_guest(self, guest: str) -> CodeMade:
        """Returns which code a guest has, but not the code itself."""
        return await self._store.of_guest(guest)

    @staticmethod
    def form_seed() -> str:
        """Returns random text for the form that makes a code: sent twice, the form makes the same code."""
        return secrets.token_urlsafe(16)

    async def make(self, guest: str, number: int, seed: str) -> str:
        """Returns a guest's new code, which replaces the one before; raises Stale if there is a newer one by now.

        `number` is how many codes they had when the form was made.
        """
        # The server forgets the seed, so it cannot derive the code later.
        code = self._derived("make", guest, str(number), seed)
        if not await self._store.put(guest, number, self._stored(code)):
            raise Stale("Your recovery code has changed since you opened that page. Nothing was done.")
        return spaced(code)

    async def find(self, typed: str, session: str, address: str) -> str:
        """Returns the guest whom a typed code signs in. Raises BadInput, and TooMuch after too many wrong codes."""
        code = read_code(typed)
        self._guesses.use(address)
        guest = await self._store.find(self._stored(code), session)
        if guest is None:
            raise BadInput(UNKNOWN)
        self._guesses.use(address, -1)
        return guest

    async def use(self, typed: str, session: str, secret: str) -> None:
        """Uses up a code for a browser, and replaces it by one made from its next session's secret. Raises BadInput.

        If the answer is lost, the same browser can send the code again, and gets the same new one.
        """
        following = self._stored(self._derived("use", secret))
        if await self._store.use(self._stored(read_code(typed)), session, following) is None:
            raise BadInput(UNKNOWN)

    async def following(self, guest: str, secret: str) -> str:
        """Returns the code that a session has just got for a used one; empty if there is none, or time has passed."""
        code, made = self._derived("use", secret), (await self._store.of_guest(guest)).made
        is_new = made is not None and now() - made < SHOWN_FOR
        return spaced(code) if is_new and await self._store.find(self._stored(code), "") == guest else ""

    def _stored(self, code: str) -> str:
        return hmac.new(self._secret, b"recovery code " + code.encode(), hashlib.sha256).hexdigest()

    def _derived(self, *parts: str) -> str:
        text = "new recovery code\n" + "\n".join(parts)
        number = int.from_bytes(hmac.new(self._secret, text.encode(errors="replace"), hashlib.sha256).digest())
        return "".join(ALPHABET[number >> 5 * place & 31] for place in range(LETTERS))


def read_code(typed: str) -> str:
    """Returns a typed code as it was made: in any case, with or without spaces, with O for 0 and I or L for 1."""
    code = typed[:MOST_TYPED].upper().translate(TYPED)
    if len(code) != LETTERS or not {*code} <= {*ALPHABET}:
        raise BadInput(f"A recovery code has {LETTERS} letters and digits. Check what you typed.")
    return code


def spaced(code: str) -> str:
    """Returns a code in groups, as it is shown."""
    return " ".join(code[at : at + GROUP] for at in range(0, LETTERS, GROUP))
