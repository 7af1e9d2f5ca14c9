"""What somebody might send who means no good, one kind a run: for ``abuse.py``.

    python bench/attacks.py KIND --port N --cookies A,B --tables T,U --secs S

Prints a line of JSON: what was sent, and what became of it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import zlib
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for bench.raw_lines

from bench.raw_lines import (
    AWAY_S,
    BINARY,
    CLOSE,
    LINES,
    PIECE,
    PING,
    TEXT,
    Target,
    ask,
    everywhere,
    frame,
    open_line,
    open_stream,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator

_chance = random.Random(3)


async def flood(target: Target) -> None:
    """As many bytes as there is room for, in messages that are well formed."""
    one = frame(TEXT, b'{"type":"ping","id":1}'.ljust(8000))
    await everywhere(target, cycle([one * 8]))


async def garbage(target: Target) -> None:
    """Frames and messages that are nothing at all."""

    def rubbish() -> Iterator[bytes]:
        while True:
            content = _chance.randbytes(_chance.choice([1, 20, 125, 2000, 8000]))
            yield frame(TEXT, content.hex()[: len(content)].encode())
            yield frame(BINARY, content)
            yield frame(TEXT, content)  # no UTF-8: the line ends here
            yield frame(_chance.choice([3, 7, 11]), content[:100])  # no such kind
            yield frame(CLOSE, content[:2])
            yield content  # no frame

    await everywhere(target, rubbish())


async def deep(target: Target) -> None:
    """JSON that is deep, and numbers without end."""
    table = target.tables[0]
    join = f'{{"type":"join","table":"{table}","since":%s}}'
    texts = [
        "[" * 8000,
        '{"a":' * 1300,
        "9" * 8000,
        "-" * 8000,
        join % ("9" * 7000),
        join % "1e999999999",
        join % ("0." + "0" * 7000 + "1"),
        join % ('{"a":' * 1000),
        '{"type":"act","action":' + "[" * 7000,
        '"' + "\\ud83d\\ude00" * 650 + '"',
    ]
    over_http = [("[" * 65_000).encode(), b'{"name":' * 8000, b"9" * 65_000, b'{"a":1,' * 9000]
    await asyncio.gather(
        everywhere(target, cycle([frame(TEXT, text.encode()) for text in texts])),
        ask(target, cycle(over_http)),
    )


async def bombs(target: Target) -> None:
    """Little that would be much if it were unpacked. Nobody unpacks it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -12)
    packed = packer.compress(b"[" * 8_000_000) + packer.flush(zlib.Z_SYNC_FLUSH)
    extension = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
    zipped = zlib.compress(b" " * 50_000_000, 9)[:60_000]
    await asyncio.gather(
        everywhere(target, cycle([frame(TEXT, packed[:8000], flags=0x40)]), extension),
        ask(target, cycle([zipped]), "Content-Encoding: deflate"),
    )


async def pings(target: Target) -> None:
    """Frames that are no messages, from somebody who reads no answer."""
    piece = frame(PIECE, last=False)
    kinds = [frame(PING, b"x" * 125) * 200, frame(TEXT, b"{", last=False) + piece * 2000]
    await everywhere(target, cycle(kinds))


async def giants(target: Target) -> None:
    """Heads without end, frames of an exabyte, requests by the hundred ahead of their answers."""
    health = target.head("GET /api/health") + b"\r\n"
    starts: list[tuple[bytes, bytes]] = [
        (target.head("GET /api/health") + b"X-A: ", b"x" * 65536),
        (target.head("GET /api/health"), b"X-A: y\r\n" * 8000),
        (b"GET /", b"x" * 65536),
        (b"", health * 500),
    ]

    async def one(first: bytes, again: bytes) -> None:
        while not target.is_over:
            with contextlib.suppress(OSError, TimeoutError):
                _, writer = await open_stream(target)
                writer.write(first)
                async with asyncio.timeout(3):
                    while not target.is_over:
                        writer.write(again)
                        await writer.drain()
                        target.told["bytes"] += len(again)
            target.told["closed"] += 1
            await asyncio.sleep(AWAY_S)

    await asyncio.gather(
        *[one(first, again) for first, again in starts],
        everywhere(target, cycle([frame(TEXT, b"{", length=2**62), b"x" * 65536])),
    )


async def slow_readers(target: Target) -> None:
    """Pages that ask for their table again and again, and never read what they are shown."""

    async def one(cookie: str, table: str) -> None:
        held = []
        join = frame(TEXT, f'{{"type":"join","table":"{table}"}}'.encode())
        while not target.is_over:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                async with asyncio.timeout(3):
                    reader, writer = await open_line(target, cookie, reads=False)
                    held.append((reader, writer))  # never closed from this side
                    for _ in range(90):
                        writer.write(join)
                        await writer.drain()
                        target.told["frames"] += 1
            await asyncio.sleep(0.2)
        target.told["held"] += len(held)

    both = zip(cycle(target.cookies), cycle(target.tables), range(LINES), strict=False)
    await asyncio.gather(*[one(cookie, table) for cookie, table, _ in both])


async def joins(target: Target) -> None:
    """Tables opened and left as often as it is allowed."""

    def turns() -> Iterator[bytes]:
        for table in cycle(target.tables):
            yield frame(TEXT, f'{{"type":"join","table":"{table}","since":0}}'.encode())
            yield frame(TEXT, f'{{"type":"leave","table":"{table}"}}'.encode())
            yield frame(TEXT, b'{"type":"join","table":"nobody","since":0}')

    await everywhere(target, turns())


async def doors(target: Target) -> None:
    """Connections by the hundred that send half of something, or come from elsewhere."""
    upgrade = "Upgrade: websocket"
    firsts = [
        b"",
        b"GET / HT",
        target.head("POST /api/me", "Content-Length: 60000"),
        target.head("GET /ws", upgrade, "Connection: Upgrade") + b"\r\n",
        target.head("GET /api/catalogue") + b"\r\n",
    ]
    held = []
    for first in cycle(firsts):
        if target.is_over:
            return
        with contextlib.suppress(OSError):
            reader, writer = await open_stream(target, reads=False)
            writer.write(first)
            held.append((reader, writer))
            target.told["held"] += 1
        if len(held) > 800:
            held.pop(0)[1].transport.abort()
        await asyncio.sleep(0.001)


KINDS: dict[str, Callable[[Target], Coroutine[None, None, None]]] = {
    "slow readers": slow_readers,
    "flood": flood,
    "garbage": garbage,
    "deep JSON": deep,
    "bombs": bombs,
    "pings": pings,
    "giants": giants,
    "joins": joins,
    "doors": doors,
}


def main() -> None:
    """One kind, whenever the players do nothing: what is measured is the server, not this."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--cookies", required=True)
    parser.add_argument("--tables", required=True)
    parser.add_argument("--secs", type=float, required=True)
    wanted = parser.parse_args()
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    target = Target(wanted.port, wanted.cookies.split(","), wanted.tables.split(","), wanted.secs)
    asyncio.run(KINDS[wanted.kind](target))
    print(json.dumps(target.told))


if __name__ == "__main__":
    main()
