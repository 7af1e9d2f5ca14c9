"""What browsers and sticks sign, made and checked by the library for WebAuthn.

It is a module of its own because the library takes 0.2 s to load: ``passkeys`` reads it when it is
needed first. Bytes come and go as base64url text.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from wordsmith.server.messages.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from webauthn.authentication.verify_authentication_response import VerifiedAuthentication

    from wordsmith.server.messages.people import MadePasskey, UsedPasskey

_SITE = "Wordsmith"
_PREFERRED = UserVerificationRequirement.PREFERRED


@dataclass(frozen=True, slots=True)
class Signature:
    """What a browser is to do: ``told`` is for it, ``challenge`` is kept."""

    challenge: str
    told: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Key:
    """A passkey that was made here."""

    id: str
    public_key: str
    sign_count: int


def to_be_made(site: str, name: str, mark: str, held: Iterable[str]) -> Signature:
    """A passkey for a log-in ``name``, other than those he has; ``mark`` tells him from others."""
    options = webauthn.generate_registration_options(
        rp_id=_host(site),
        rp_name=_SITE,
        user_name=name,
        user_id=mark.encode(),
        exclude_credentials=[_descriptor(passkey) for passkey in held],
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_PREFERRED
        ),
    )
    return _signature(options.challenge, webauthn.options_to_json(options))


def to_be_used(site: str) -> Signature:
    """Any passkey that the browser has of this site."""
    options = webauthn.generate_authentication_options(
        rp_id=_host(site), user_verification=_PREFERRED
    )
    return _signature(options.challenge, webauthn.options_to_json(options))


def made_key(made: MadePasskey, challenge: str, site: str) -> Key:
    """What a new passkey is. Refusal if it was not made here and for this challenge."""
    try:
        verified = webauthn.verify_registration_response(
            credential=_credential(made),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=_host(site),
            expected_origin=site,
        )
    except Exception as error:  # the parsers of a stranger's bytes fail in many ways
        raise Refusal(422, "bad_passkey", message="not made here") from error
    return Key(
        bytes_to_base64url(verified.credential_id),
        bytes_to_base64url(verified.credential_public_key),
        verified.sign_count,
    )


def counted_use(
    used: UsedPasskey, challenge: str, site: str, public_key: str, sign_count: int
) -> int:
    """How often it has signed by now. Refusal if it did not sign this challenge, or is a copy."""
    try:
        verified: VerifiedAuthentication = webauthn.verify_authentication_response(
            credential=_credential(used),
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=_host(site),
            expected_origin=site,
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=sign_count,
        )
    except Exception as error:  # likewise
        raise Refusal(401, "bad_login") from error
    return verified.new_sign_count


def _signature(challenge: bytes, told: str) -> Signature:
    return Signature(bytes_to_base64url(challenge), json.loads(told))


def _host(site: str) -> str:
    return urlsplit(site).hostname or ""


def _descriptor(passkey: str) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(id=base64url_to_bytes(passkey))


def _credential(given: MadePasskey | UsedPasskey) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(given)
    told.pop("name", None)
    return told
