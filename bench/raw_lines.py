"""Connections written by hand, as no client would: for scripts that mean no good."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import socket
import struct
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]

TEXT, PIECE, BINARY, CLOSE, PING = 1, 0, 2, 8, 9
LINES = 12  # at once
AWAY_S = 0.03  # before a line that was closed is opened anew: as long as the way to a server is


@dataclass(slots=True)
class Target:
    """A server, and what an attacker has there."""

    port: int
    cookies: list[str]
    tables: list[str]
    secs: float
    began: float = field(default_factory=time.monotonic)
    told: Counter[str] = field(default_factory=Counter)

    @property
    def is_over(self) -> bool:
        """Whether it was enough."""
        return time.monotonic() - self.began > self.secs

    def head(self, first: str, *more: str) -> bytes:
        """The beginning of a request as a page of the site sends it."""
        origin = f"http://127.0.0.1:{self.port}"
        lines = [f"{first} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Origin: {origin}", *more]
        return ("\r\n".join(lines) + "\r\n").encode()


def frame(
    kind: int, content: bytes = b"", *, last: bool = True, flags: int = 0, length: int | None = None
) -> bytes:
    """A frame under a mask that changes nothing; ``length`` may be another than is true."""
    size = len(content) if length is None else length
    if size < 126:
        told = bytes([0x80 | size])
    elif size < 65536:
        told = bytes([0x80 | 126]) + struct.pack("!H", size)
    else:
        told = bytes([0x80 | 127]) + struct.pack("!Q", size)
    return bytes([(0x80 if last else 0) | flags | kind]) + told + bytes(4) + content


async def open_stream(target: Target, *, reads: bool = True) -> Stream:
    """A connection; one that does not read takes next to nothing in."""
    opened = socket.socket()
    if not reads:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    opened.setblocking(False)  # noqa: FBT003 - the method's own way
    await asyncio.get_running_loop().sock_connect(opened, ("127.0.0.1", target.port))
    limit = 2**16 if reads else 2048
    return await asyncio.open_connection(sock=opened, limit=limit)


async def open_line(target: Target, cookie: str, *more: str, reads: bool = True) -> Stream:
    """A WebSocket. ConnectionError if there is none to be had."""
    reader, writer = await open_stream(target, reads=reads)
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    own = (f"Sec-WebSocket-Key: {key}", f"Cookie: sid={cookie}")
    writer.write(target.head("GET /ws", *upgrade, *own, *more) + b"\r\n")
    head = await reader.readuntil(b"\r\n\r\n")
    target.told["extensions"] += b"sec-websocket-extensions" in head.lower()
    if b" 101 " not in head:
        writer.close()
        raise ConnectionRefusedError(head[:40])
    return reader, writer


async def pour(target: Target, cookie: str, frames: Iterator[bytes], *more: str) -> None:
    """Send frames over line after line, as each is closed, until it is enough."""
    while not target.is_over:
        writer = None
        try:
            _, writer = await open_line(target, cookie, *more)
            target.told["lines"] += 1
            async with asyncio.timeout(5):
                while not target.is_over:
                    chunk = next(frames)
                    writer.write(chunk)
                    await writer.drain()
                    target.told["bytes"] += len(chunk)
                    target.told["frames"] += 1
        except StopIteration:
            return
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            target.told["closed"] += 1
            await asyncio.sleep(AWAY_S)
        finally:
            if writer is not None:
                writer.transport.abort()


async def everywhere(target: Target, frames: Iterable[bytes], *more: str) -> None:
    """The same over many lines at once."""
    shared = iter(frames)
    cookies = cycle(target.cookies)
    await asyncio.gather(*[pour(target, next(cookies), shared, *more) for _ in range(LINES)])


async def ask(target: Target, contents: Iterable[bytes], *more: str) -> None:
    """Send bodies over HTTP, one connection after the other."""
    for content in contents:
        if target.is_over:
            return
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            reader, writer = await open_stream(target)
            own = (f"Cookie: sid={target.cookies[0]}", f"Content-Length: {len(content)}", *more)
            writer.write(target.head("POST /api/me", *own) + b"\r\n" + content)
            async with asyncio.timeout(5):
                status = (await reader.readline()).split()[1].decode()
            target.told[f"status {status}"] += 1
            target.told["bytes"] += len(content)
            writer.transport.abort()
