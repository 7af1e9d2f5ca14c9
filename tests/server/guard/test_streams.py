"""Security rules 4 and 5, below messages: what one connection may send, and leave unread.

Found with raw sockets: 45 MB of headers took 600 MiB, 24 MB of requests sent ahead took 900 MiB,
and 13 MB of empty pieces of a frame stopped all games for 14 s.
"""

import base64
import os
import socket
import struct
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.server.site import PATIENCE_S, LiveServer, Visitor
from wordsmith.server.guard import streams
from wordsmith.server.live import connection

TEXT, PIECE, PING, PONG = 1, 0, 9, 10


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("streams") / "site.sqlite3") as live:
        yield live


@pytest.fixture
def line(site: LiveServer) -> Iterator[socket.socket]:
    with opened(site) as one:
        yield one


@pytest.fixture
def anna(site: LiveServer) -> Iterator[Visitor]:
    somebody = Visitor(site.address)
    yield somebody
    somebody.close()


def address_of(site: LiveServer) -> tuple[str, int]:
    host, _, port = site.address.removeprefix("http://").partition(":")
    return host, int(port)


def opened(site: LiveServer) -> socket.socket:
    one = socket.create_connection(address_of(site), timeout=PATIENCE_S)
    one.settimeout(PATIENCE_S)
    return one


def head(site: LiveServer, first: str = "GET /api/health", *more: str) -> bytes:
    host = site.address.removeprefix("http://")
    return "\r\n".join([f"{first} HTTP/1.1", f"Host: {host}", *more, ""]).encode()


def frame(kind: int, content: bytes = b"", *, last: bool = True) -> bytes:
    """As a page sends it, under a mask that changes nothing."""
    length = bytes([0x80 | len(content)])
    if len(content) > 125:
        length = bytes([0x80 | 126]) + struct.pack("!H", len(content))
    return bytes([(0x80 if last else 0) | kind]) + length + bytes(4) + content


def send_until_closed(line: socket.socket, chunk: bytes, most: int) -> bool:
    """Whether the other side ends it before ``most`` bytes were sent."""
    sent = 0
    try:
        while sent < most:
            line.sendall(chunk)
            sent += len(chunk)
    except OSError:
        return True
    return False


def answer_of(line: socket.socket) -> bytes:
    """Everything that comes until the other side closes."""
    got = bytearray()
    try:
        while chunk := line.recv(65536):
            got += chunk
    except ConnectionResetError:
        pass
    return bytes(got)


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize(
    "chunk",
    [b"x" * 4096, b"X: y\r\n" * 700],
    ids=["one header without end", "headers without number"],
)
def test_a_head_without_end_is_refused(site: LiveServer, line: socket.socket, chunk: bytes) -> None:
    """Security rule 4: sizes."""
    line.sendall(head(site) + b"X-A: ")
    assert send_until_closed(line, chunk, 10_000_000)
    assert httpx.get(f"{site.address}/api/health").json()["version"]


def test_an_address_without_end_is_refused(line: socket.socket) -> None:
    """Security rule 4: sizes."""
    line.sendall(b"GET /")
    assert send_until_closed(line, b"a" * 4096, 10_000_000)


@pytest.mark.parametrize(
    "more",
    [("X-A: " + "x" * streams.LONGEST_HEAD,), ("X-A: y",) * (streams.MOST_HEADERS + 1)],
    ids=["long", "many"],
)
def test_a_head_that_is_too_much_is_answered_in_words(
    site: LiveServer, line: socket.socket, more: tuple[str, ...]
) -> None:
    """Security rule 4: sizes."""
    line.sendall(head(site, "GET /api/health", *more) + b"\r\n")
    assert answer_of(line).startswith(b"HTTP/1.1 400 ")


def test_a_usual_head_in_crumbs_is_no_trouble(site: LiveServer, line: socket.socket) -> None:
    told = head(site, "GET /api/health", "Connection: close", "X-A: " + "x" * 20_000) + b"\r\n"
    for start in range(0, len(told), 1000):
        line.sendall(told[start : start + 1000])
    assert answer_of(line).startswith(b"HTTP/1.1 200 ")


def test_one_connection_serves_many_requests_one_after_the_other(
    site: LiveServer, line: socket.socket
) -> None:
    """The bound of a head counts anew with every request, also after a body."""
    origin = f"Origin: {site.address}"
    asked = head(site, "POST /api/me", origin, "Content-Length: 5000", "X-A: " + "x" * 9_000)
    for _ in range(8):
        line.sendall(asked + b"\r\n" + b" " * 5000)
        got = b""
        while b"bad_request" not in got:
            got += line.recv(65536)
        assert got.startswith(b"HTTP/1.1 400 ")


def test_requests_sent_ahead_are_few(site: LiveServer, line: socket.socket) -> None:
    """Security rule 4: what waits for an answer has a bound."""
    asked = head(site) + b"\r\n"
    line.sendall(asked * 3)
    got = b""
    while got.count(b"HTTP/1.1 200 ") < 3:
        got += line.recv(65536)
    assert send_until_closed(line, asked * 500, 10_000_000)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /api/he",
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx",
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_a_request_that_stands_still_is_let_go(
    site: LiveServer, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    """Security rule 5: whoever is slow on purpose holds no connection."""
    monkeypatch.setattr(streams, "STILL_S", 0.1)
    with opened(site) as line:
        line.sendall(sent)
        assert b" 200 " not in answer_of(line)


def test_an_answer_that_nobody_takes_is_let_go(
    site: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Security rule 5, public bug group 34: a slow reader of files."""
    monkeypatch.setattr(streams, "STILL_S", 0.1)
    connections = site._server.server_state.connections
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(address_of(site))
        until(lambda: len(connections) == 1)
        held = next(iter(connections)).transport
        held.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)
        line.sendall(head(site, "GET /api/catalogue") + b"\r\n")
        until(lambda: bool(held.get_write_buffer_size()))
        until(lambda: not connections)


def as_a_page(site: LiveServer, line: socket.socket, visitor: Visitor) -> None:
    visitor.get("/api/me")
    key = base64.b64encode(os.urandom(16)).decode()
    upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    own = (f"Origin: {site.address}", f"Cookie: sid={visitor.http.cookies['sid']}")
    line.sendall(head(site, "GET /ws", *upgrade, f"Sec-WebSocket-Key: {key}", *own) + b"\r\n")
    got = b""
    while b"\r\n\r\n" not in got:
        got += line.recv(4096)
    assert b" 101 " in got


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"", frame(PING, b"x" * 125)),
        (b"", frame(PONG)),
        (frame(TEXT, b"{", last=False), frame(PIECE, last=False)),
        (frame(TEXT, last=False), frame(PING) + frame(PIECE, last=False)),
        (b"", frame(TEXT, b'{"type":"ping","id":1}')),
    ],
    ids=["pings", "answers to nothing", "empty pieces", "both by turns", "messages"],
)
def test_frames_of_every_kind_are_counted(
    site: LiveServer, line: socket.socket, anna: Visitor, first: bytes, again: bytes
) -> None:
    """Security rule 5, public bug group 34: he who sends them reads nothing, either."""
    as_a_page(site, line, anna)
    line.sendall(first)
    assert send_until_closed(line, again * 1000, 50_000_000)
    assert httpx.get(f"{site.address}/api/health").json()["version"]


def test_a_page_that_pings_now_and_then_is_answered(
    site: LiveServer, line: socket.socket, anna: Visitor
) -> None:
    as_a_page(site, line, anna)
    for number in range(40):
        line.sendall(frame(PING, bytes([number])))
    got = b""
    while got.count(b"\x8a\x01") < 40:
        got += line.recv(4096)


def test_a_page_that_takes_nothing_holds_nothing_up(
    site: LiveServer, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Security rule 5, public bug group 34: let go for being slow, it does not stay half closed."""
    monkeypatch.setattr(streams, "CLOSING_S", 0.2)
    monkeypatch.setattr(connection, "_CLOSING_S", 0.2)
    table = anna.front("classic")
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect(address_of(site))
        as_a_page(site, line, anna)
        until(lambda: bool(pages(site)))
        held = pages(site)[0].transport
        held.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2048)
        join = f'{{"type":"join","table":"{table}"}}'.encode()
        send_until_closed(line, frame(TEXT, join) * 30, 1)
        until(lambda: bool(held.get_write_buffer_size()))
        send_until_closed(line, frame(TEXT, join) * 100, 1)  # too fast, and let go
        until(lambda: not pages(site))


def pages(site: LiveServer) -> list[Any]:
    connections = tuple(site._server.server_state.connections)
    return [one for one in connections if isinstance(one, streams.BoundedSocket)]
