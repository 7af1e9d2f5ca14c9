"""The line that fails must itself be sound, or what is proved with it is not."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest

from tests.fault_proxy import FaultProxy, faulty_line

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while chunk := await reader.read(100):
            writer.write(chunk)
    writer.close()


@contextlib.asynccontextmanager
async def _line(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def _server() -> tuple[asyncio.Server, int]:
    server = await asyncio.start_server(_echo, "127.0.0.1", 0)
    return server, server.sockets[0].getsockname()[1]


def test_a_sound_line_passes_everything_on() -> None:
    async def talk() -> bytes:
        server, port = await _server()
        async with server, FaultProxy(port) as proxy, _line(proxy.port) as (reader, writer):
            writer.write(b"hello")
            return await reader.readexactly(5)

    assert asyncio.run(talk()) == b"hello"


def test_a_silent_line_stays_open_and_passes_on_what_was_said_once_it_is_healed() -> None:
    async def talk() -> bytes:
        server, port = await _server()
        async with server, FaultProxy(port) as proxy, _line(proxy.port) as (reader, writer):
            proxy.silence()
            writer.write(b"hello")
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(reader.readexactly(1), 0.2)
            proxy.heal()
            return await reader.readexactly(5)

    assert asyncio.run(talk()) == b"hello"


def test_a_cut_line_ends_and_new_ones_are_refused_until_it_is_healed() -> None:
    async def talk() -> list[bytes]:
        heard = []
        server, port = await _server()
        async with server, FaultProxy(port) as proxy:
            async with _line(proxy.port) as (reader, writer):
                writer.write(b"a")
                heard.append(await reader.readexactly(1))
                proxy.cut()
                with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                    await reader.readexactly(1)
            async with _line(proxy.port) as (reader, writer):
                with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                    await reader.readexactly(1)
            proxy.heal()
            async with _line(proxy.port) as (reader, writer):
                writer.write(b"b")
                heard.append(await reader.readexactly(1))
        return heard

    assert asyncio.run(talk()) == [b"a", b"b"]


def test_a_line_can_be_told_from_another_thread() -> None:
    async def talk() -> bytes:
        server, port = await _server()
        async with server:
            with_line = faulty_line(port)
            line = await asyncio.to_thread(with_line.__enter__)
            async with _line(line.port) as (reader, writer):
                line.silence()
                writer.write(b"x")
                line.heal()
                heard = await reader.readexactly(1)
            await asyncio.to_thread(with_line.__exit__, None, None, None)
        return heard

    assert asyncio.run(talk()) == b"x"
