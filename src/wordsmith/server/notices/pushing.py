"""Web Push: encrypted for one browser, signed with the key of the site, sent to its push service.

This module brings large libraries along and is imported by ``push`` when the first notice is sent.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from py_vapid import Vapid02
from pywebpush import WebPusher

from wordsmith.server.notices.push import Outcome

if TYPE_CHECKING:
    import socket
    from collections.abc import Mapping

    from wordsmith.server.notices.subscriptions import Subscription
    from wordsmith.server.notices.vapid import VapidKey

_log = logging.getLogger(__name__)
_TIMEOUT_S = 10.0  # for everything
_THREADS = 2
_CONNECTIONS = 20
_SIGNED_S = 12 * 3600
_GONE = (404, 410)


class PublicResolver(AbstractResolver):
    """Finds addresses by names, and only such as the whole world can reach."""

    def __init__(self) -> None:
        self._all = ThreadedResolver()

    async def resolve(
        self,
        host: str,
        port: int = 0,
        family: socket.AddressFamily = 0,  # type: ignore[assignment]
    ) -> list[ResolveResult]:
        """The public addresses of a host. OSError if it has none."""
        found = await self._all.resolve(host, port, family)
        public = [one for one in found if ipaddress.ip_address(one["host"]).is_global]
        if not public:
            raise OSError(f"{host} has no public address")
        return public

    async def close(self) -> None:
        """Nothing is kept."""


class Pusher:
    """Sends. ``contact`` is whom a push service may write to, an address of mail or a page."""

    def __init__(self, key: VapidKey, contact: str, *, anywhere: bool) -> None:
        self._signer = Vapid02.from_raw(key.private.encode())
        self._contact = contact
        self._pool = ThreadPoolExecutor(_THREADS, "push")
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=_CONNECTIONS, resolver=None if anywhere else PublicResolver()
            ),
            timeout=aiohttp.ClientTimeout(total=_TIMEOUT_S),
            trust_env=True,
        )

    async def send(
        self, subscription: Subscription, content: bytes, headers: Mapping[str, str]
    ) -> Outcome:
        """Send ``content`` (at most about 3,900 bytes) to a browser. Never fails."""
        loop = asyncio.get_running_loop()
        try:
            body, signed = await loop.run_in_executor(
                self._pool, self._sealed, subscription, content
            )
            async with self._session.post(
                subscription.endpoint,
                data=body,
                headers={**headers, **signed, "content-encoding": "aes128gcm"},
                allow_redirects=False,
            ) as response:
                return _outcome(response.status)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            _log.warning("a push service does not answer: %s", type(error).__name__)
        except ValueError:  # the browser's key is no point of the curve
            return Outcome.GONE
        return Outcome.FAILED

    async def close(self) -> None:
        """Let go of the connections."""
        await self._session.close()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _sealed(self, subscription: Subscription, content: bytes) -> tuple[bytes, dict[str, str]]:
        """What is sent, and the header that says by whom."""
        keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
        pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
        encoded: Any = pusher.encode(content)
        parts = urlsplit(subscription.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + _SIGNED_S,
            "sub": self._contact,
        }
        return encoded["body"], self._signer.sign(claims)


def _outcome(status: int) -> Outcome:
    if status < 300:
        return Outcome.SENT
    if status in _GONE:
        return Outcome.GONE
    _log.warning("a push service answers %d", status)
    return Outcome.FAILED
