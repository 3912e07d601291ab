"""A device with passkeys, as servers see it: it makes keys and signs challenges."""

from __future__ import annotations

import hashlib
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any, Final

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT: Final = 0b0000_0001
WITH_KEY: Final = 0b0100_0000


def encoded(data: bytes) -> str:
    """Base64url, as browsers write it."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of such a text."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """A device with one passkey. If it counts, it says how often it has signed."""

    origin: str
    host: str
    counts: bool = True
    signs: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def _data(self, flags: int) -> bytes:
        self.signs += self.counts
        return hashlib.sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.signs)

    def _told(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": f"webauthn.{kind}", "challenge": challenge, "origin": self.origin}).encode()

    def _answer(self, **response: bytes) -> dict[str, Any]:
        parts = {name: encoded(data) for name, data in response.items()}
        return {"id": encoded(self.id), "rawId": encoded(self.id), "type": "public-key", "response": parts}

    def made(self, options: dict[str, Any]) -> dict[str, Any]:
        """Makes the passkey; what the browser sends."""
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        data = self._data(PRESENT | WITH_KEY) + bytes(16) + struct.pack(">H", len(self.id)) + self.id
        attested = {"fmt": "none", "attStmt": {}, "authData": data + cbor2.dumps(public)}
        return self._answer(
            clientDataJSON=self._told("create", options["challenge"]), attestationObject=cbor2.dumps(attested)
        )

    def signed(self, options: dict[str, Any]) -> dict[str, Any]:
        """Signs a challenge; what the browser sends."""
        told, data = self._told("get", options["challenge"]), self._data(PRESENT)
        signature = self.key.sign(data + hashlib.sha256(told).digest(), ec.ECDSA(SHA256()))
        return self._answer(clientDataJSON=told, authenticatorData=data, signature=signature)
