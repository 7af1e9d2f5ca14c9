"""The least a server of moves can be: a socket, a row on disk, an answer. No rules, no views.

The scripts about load run it beside ours, in the same minute: the moods of a machine cancel.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import defaultdict
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from wordsmith.store import Command, SqliteStore, Standing, Stored

STANDING = Standing("playing", bots_due=False, summary='{"scores":[0,0],"on_turn":0}', on_turn=0)
VIEW = "." * 1500  # as long as a view of ours


class Act(msgspec.Struct):
    """What a player sends."""

    type: str
    table: str = ""
    seat: int | None = None
    after: int = 0
    key: str = ""
    action: Any = None
    id: int = 0


class Bare:
    """Stores what it is told, and tells everybody at the table."""

    def __init__(self, database: str) -> None:
        self._store = SqliteStore(database)
        self._at: defaultdict[str, set[WebSocket]] = defaultdict(set)
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._versions: dict[str, int] = {}
        self._read = msgspec.json.Decoder(Act)

    async def serve(self, socket: WebSocket) -> None:
        """One player."""
        await socket.accept()
        joined: set[str] = set()
        try:
            while True:
                said = self._read.decode(await socket.receive_text())
                if said.type == "join":
                    joined.add(said.table)
                    self._at[said.table].add(socket)
                    await self._tell(socket, "state", said.table, self._versions.get(said.table, 1))
                elif said.type == "act":
                    await self._act(socket, said)
        except WebSocketDisconnect:
            for table in joined:
                self._at[table].discard(socket)

    async def _act(self, socket: WebSocket, said: Act) -> None:
        async with self._turns[said.table]:
            seq = self._versions.get(said.table, 1) + 1
            written = msgspec.json.encode(said.action).decode()
            command = Command(said.table, seq, seq, said.seat, said.key, written, written)
            assert await self._store.append(command, STANDING) == Stored(seq)
            self._versions[said.table] = seq
        await self._tell(socket, "ack", said.table, seq, said.key)
        for each in tuple(self._at[said.table]):
            await self._tell(each, "state", said.table, seq)

    @staticmethod
    async def _tell(socket: WebSocket, kind: str, table: str, version: int, key: str = "") -> None:
        told = {"type": kind, "table": table, "version": version, "key": key}
        if kind == "state":
            told["view"] = VIEW
        await socket.send_text(msgspec.json.encode(told).decode())


def main() -> None:
    """Serve: host, port, database, -, core."""
    host, port, database, _, core = sys.argv[1:6]
    if core != "-":
        os.sched_setaffinity(0, {int(core)})
    app = Starlette(routes=[WebSocketRoute("/ws", Bare(database).serve)])
    config = uvicorn.Config(
        app,
        host=host,
        port=int(port),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
    )

    class Telling(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            print("ready", flush=True)

    Telling(config).run()


if __name__ == "__main__":
    main()
