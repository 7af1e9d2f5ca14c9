"""A push service on this machine, and browsers that subscribe to it and read what they are sent."""

from __future__ import annotations

import base64
import json
import secrets
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from wordsmith.server.notices.subscriptions import Subscription

if TYPE_CHECKING:
    from types import TracebackType


def encoded(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Delivery:
    """One POST to the service."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Browser:
    """A subscription, and the private key that goes with it."""

    service: PushService
    path: str = field(default_factory=lambda: f"/push/{secrets.token_hex(8)}")
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def subscription(self) -> Subscription:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Subscription(self.service.address + self.path, encoded(point), encoded(self.auth))

    @property
    def deliveries(self) -> list[Delivery]:
        return [one for one in self.service.deliveries if one.path == self.path]

    @property
    def shown(self) -> list[dict[str, Any]]:
        return [json.loads(self._opened(one)) for one in self.deliveries]

    def _opened(self, delivery: Delivery) -> bytes:
        assert delivery.headers["content-encoding"] == "aes128gcm"
        opened: bytes = http_ece.decrypt(
            delivery.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return opened


class PushService:
    """Takes every POST, and answers ``status``, or what ``answers`` has for its path."""

    def __init__(self) -> None:
        self.deliveries: list[Delivery] = []
        self.answers: dict[str, int] = {}
        self.headers: dict[str, str] = {}
        service = self

        class Taking(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.deliveries.append(Delivery(self.path, headers, body))
                self.send_response(service.answers.get(self.path, 201))
                for name, value in service.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
