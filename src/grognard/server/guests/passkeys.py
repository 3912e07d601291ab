"""Passkeys: a guest's browser or phone signs a challenge, and so gets back to every seat from anywhere.

The library webauthn checks the signatures. It is an extra: without it, a server has no passkeys.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from itsdangerous import BadSignature, TimestampSigner

from grognard.server.config import Config
from grognard.server.errors import Forbidden
from grognard.server.net.addresses import host_name, lone_host
from grognard.server.storage.passkeys import Passkey, PasskeyStore
from grognard.server.storage.rows import now

if TYPE_CHECKING:
    from webauthn.helpers.structs import AuthenticationCredential, RegistrationCredential

LIBRARY: Final = "webauthn"
MISSING: Final = "Passkeys are off, because they need webauthn (pip install 'grognard[passkeys]')."
GOOD_FOR: Final = 300  # seconds from a challenge to its answer
SITE: Final = "Grognard"
NAMELESS: Final = "Grognard player"
ADD: Final = "add"
SIGN_IN: Final = "sign in"
OFF: Final = "This server has no passkeys."
NOT_HERE: Final = "Passkeys don't work at this address."
REFUSED: Final = "This passkey could not be checked. Try again."
STALE: Final = "That took too long, or you began in another browser. Try again."
REMOVED: Final = "This passkey no longer works here: it was removed. Use another one, or your recovery code."

Found = TypeVar("Found")


def are_available() -> bool:
    """Returns whether this server has the library that passkeys need."""
    return find_spec(LIBRARY) is not None


class Place(NamedTuple):
    """Where passkeys work: the host they belong to, and the origin that browsers sign."""

    host: str
    origin: str


def place_at(address: str) -> Place | None:
    """Returns the place at an address; None if browsers have no passkeys there: it has no name, or no TLS."""
    address, host = address.lower(), host_name(address)
    if not host or not (address.startswith("https://") or lone_host(address)):
        return None
    return Place(host, address.removesuffix(":443" if address.startswith("https://") else ":80"))


class Signed(NamedTuple):
    """A passkey that has signed a challenge, and its new sign count."""

    passkey: Passkey
    sign_count: int


class Passkeys:
    """The passkeys of all guests.

    A challenge is signed, not stored. It says when it was made, for what, and for which session. It can be answered for
    five minutes, as is usual, but only once: adding the same passkey again is refused, and signing in ends the session.
    """

    def __init__(self, config: Config, store: PasskeyStore) -> None:
        self.store = store
        self._secret = config.secret

    # -- adding one ------------------------------------------------------------------------------------------------

    async def options_to_add(self, place: Place, session: str, guest: str, name: str) -> str:
        """Returns what a browser needs to make a passkey, as JSON."""
        from webauthn import base64url_to_bytes, generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
        )

        known = [PublicKeyCredentialDescriptor(base64url_to_bytes(one.id)) for one in await self.store.of_guest(guest)]
        options = generate_registration_options(
            rp_id=place.host,
            rp_name=SITE,
            user_name=name or NAMELESS,
            # The same for all passkeys of a guest, so that a device keeps one of them. It does not say who they are.
            user_id=hmac.digest(self._secret.encode(), f"passkey of {guest}".encode(), "sha256"),
            challenge=self._signer(ADD, session).sign(secrets.token_urlsafe(16)),
            timeout=GOOD_FOR * 1000,
            # The passkey itself has to say whose it is: who uses it may have nothing else left.
            authenticator_selection=AuthenticatorSelectionCriteria(resident_key=ResidentKeyRequirement.REQUIRED),
            exclude_credentials=known,
        )
        return options_to_json(options)

    async def add(self, place: Place, session: str, guest: str, device: str, answer: str) -> None:
        """Adds the passkey that a browser has made. Raises Forbidden or BadInput."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url, parse_registration_credential_json

        made = _checked(lambda: parse_registration_credential_json(answer))
        challenge = self._challenge(ADD, session, made)
        found = _checked(
            lambda: verify_registration_response(
                credential=made,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origin,
            )
        )
        id, key = bytes_to_base64url(found.credential_id), bytes_to_base64url(found.credential_public_key)
        await self.store.add(Passkey(id, guest, key, found.sign_count, device, added=now(), used=None))

    # -- signing in ------------------------------------------------------------------------------------------------

    def options_to_sign_in(self, place: Place, session: str) -> str:
        """Returns what a browser needs to sign in with any passkey that it has for this place, as JSON."""
        from webauthn import generate_authentication_options, options_to_json

        challenge = self._signer(SIGN_IN, session).sign(secrets.token_urlsafe(16))
        return options_to_json(
            generate_authentication_options(rp_id=place.host, challenge=challenge, timeout=GOOD_FOR * 1000)
        )

    async def signed(self, place: Place, session: str, answer: str) -> Signed:
        """Returns the passkey that has signed this answer. Raises Forbidden."""
        from webauthn import base64url_to_bytes, verify_authentication_response
        from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json

        given = _checked(lambda: parse_authentication_credential_json(answer))
        challenge = self._challenge(SIGN_IN, session, given)
        # `given.id` could be any text.
        passkey = await self.store.find(bytes_to_base64url(given.raw_id))
        if passkey is None:
            raise Forbidden(REMOVED)
        found = _checked(
            lambda: verify_authentication_response(
                credential=given,
                expected_challenge=challenge,
                expected_rp_id=place.host,
                expected_origin=place.origin,
                credential_public_key=base64url_to_bytes(passkey.key),
                credential_current_sign_count=passkey.sign_count,
            )
        )
        return Signed(passkey, found.new_sign_count)

    async def note_use(self, signed: Signed) -> None:
        """Notes that a passkey has signed in. Raises Forbidden if it was used or removed since it was checked."""
        if not await self.store.note_use(signed.passkey, signed.sign_count):
            raise Forbidden(REFUSED)

    # -- challenges ------------------------------------------------------------------------------------------------

    def _signer(self, purpose: str, session: str) -> TimestampSigner:
        return TimestampSigner(self._secret, salt=f"passkey {purpose} {session}")

    def _challenge(
        self, purpose: str, session: str, answer: RegistrationCredential | AuthenticationCredential
    ) -> bytes:
        """Returns the challenge that an answer names, if it is one of ours for this session. Raises Forbidden."""
        from webauthn.helpers import parse_client_data_json

        challenge = _checked(lambda: parse_client_data_json(answer.response.client_data_json)).challenge
        try:
            self._signer(purpose, session).unsign(challenge, max_age=GOOD_FOR)
        except BadSignature as error:
            raise Forbidden(STALE) from error
        return challenge


def _checked(check: Callable[[], Found]) -> Found:
    """Returns what the library says about an answer. It has many errors for one that is malformed or forged."""
    try:
        return check()
    except Exception as error:
        raise Forbidden(REFUSED) from error
