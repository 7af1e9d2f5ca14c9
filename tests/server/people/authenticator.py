"""A passkey in software: makes keys, signs challenges, counts, as a phone or a stick does.

Source: WebAuthn Level 3, sections 6.1 (authenticator data), 6.5 (attestation), 5.8.1 (client data)
"""

import hashlib
import json
import secrets
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

_PRESENT, _VERIFIED, _ATTESTED = 0x01, 0x04, 0x40
_ES256 = -7


@dataclass
class Authenticator:
    """One passkey, for the page at ``site``."""

    site: str
    counts: bool = True  # many count nothing, and say 0 for ever
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    count: int = 0

    def register(self, options: dict[str, Any]) -> dict[str, Any]:
        """RegistrationResponseJSON for PublicKeyCredentialCreationOptionsJSON."""
        assert any(offered["alg"] == _ES256 for offered in options["pubKeyCredParams"])
        held = {descriptor["id"] for descriptor in options["excludeCredentials"]}
        assert bytes_to_base64url(self.id) not in held
        numbers = self.key.public_key().public_numbers()
        public_key = {
            1: 2,
            3: _ES256,
            -1: 1,
            -2: numbers.x.to_bytes(32),
            -3: numbers.y.to_bytes(32),
        }
        attested = b"\0" * 16 + len(self.id).to_bytes(2) + self.id + cbor2.dumps(public_key)
        told = self._data(options["rp"]["id"], _ATTESTED) + attested
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": told})
        return self._credential(
            clientDataJSON=self._client("webauthn.create", options["challenge"]),
            attestationObject=attestation,
        )

    def log_in(self, options: dict[str, Any]) -> dict[str, Any]:
        """AuthenticationResponseJSON for PublicKeyCredentialRequestOptionsJSON."""
        self.count += self.counts
        told = self._data(options["rpId"], 0)
        client = self._client("webauthn.get", options["challenge"])
        signed = told + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._credential(clientDataJSON=client, authenticatorData=told, signature=signature)

    def _data(self, host: str, flags: int) -> bytes:
        flags |= _PRESENT | _VERIFIED
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, challenge: str) -> bytes:
        assert base64url_to_bytes(challenge)
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.site}).encode()

    def _credential(self, **response: bytes) -> dict[str, Any]:
        name = bytes_to_base64url(self.id)
        told = {key: bytes_to_base64url(value) for key, value in response.items()}
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": told,
            "clientExtensionResults": {},
            "authenticatorAttachment": "platform",
        }
