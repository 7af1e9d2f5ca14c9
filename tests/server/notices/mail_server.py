"""A mail server on this machine that keeps what it is handed."""

from __future__ import annotations

import datetime as dt
import email
import email.policy
import ipaddress
import socket
import ssl
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

if TYPE_CHECKING:
    from email.message import EmailMessage
    from pathlib import Path
    from types import TracebackType

HOST = "127.0.0.1"


@dataclass
class Inbox:
    """What was handed over; so often it says no before."""

    letters: list[EmailMessage] = field(default_factory=list)
    refusals: int = 0

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refusals:
            self.refusals -= 1
            return "451 not now"
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.letters.append(letter)
        return "250 taken"


class MailServerHere:
    """Runs in a thread of its own. With a password it asks for it, once it is encrypted."""

    def __init__(
        self,
        *,
        password: str | None = None,
        certificate: Path | None = None,
        from_the_start: bool = False,
    ) -> None:
        self.inbox = Inbox()
        self.users: list[str] = []
        self.port = _free_port()

        def authenticate(_server: Any, _session: Any, _envelope: Any, _way: Any, data: Any) -> Any:
            self.users.append(data.login.decode())
            return AuthResult(success=data.password.decode() == password)

        tls = None
        if certificate is not None:
            tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            tls.load_cert_chain(certificate)
        self._controller = Controller(
            self.inbox,
            hostname=HOST,
            port=self.port,
            ssl_context=tls if from_the_start else None,
            tls_context=None if from_the_start else tls,
            authenticator=authenticate if password is not None else None,
            auth_required=password is not None,
        )

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._controller.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def write_certificate(path: Path) -> None:
    """A certificate of this machine that vouches for itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = dt.datetime.now(dt.UTC)
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HOST))])
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(here, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(secret + signed.public_bytes(Encoding.PEM))
