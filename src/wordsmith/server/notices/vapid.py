"""The key by which push services know this site: made once, kept in the store, the same for all."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from wordsmith.store.database import Database

_NAME = "vapid key"
_MAKE = "INSERT INTO facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"


@dataclass(frozen=True, slots=True)
class VapidKey:
    """A key pair of the curve P-256, each half in base64url without padding."""

    private: str = field(repr=False)  # the number, 32 bytes
    public: str  # the point, uncompressed, 65 bytes: what a browser subscribes with


async def load_vapid_key(database: Database) -> VapidKey:
    """The key of this site, made if there is none yet; whoever is first makes it for all."""
    await database.write(Statement(_MAKE, (_NAME, _random_private())))
    ((private,),) = await database.rows("SELECT value FROM facts WHERE name = $1", _NAME)
    return VapidKey(private, _public(private))


def _random_private() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _encoded(number.to_bytes(32))


def _public(private: str) -> str:
    number = int.from_bytes(base64.urlsafe_b64decode(private + "="))
    point = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    return _encoded(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _encoded(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()
