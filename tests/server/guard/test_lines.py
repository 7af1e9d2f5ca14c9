"""Security rules 3 and 4 of a line: by what its visitor is known, what it may not ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from tests.server.site import PATIENCE_S, LiveServer, Visitor, quick
from wordsmith.server.live.pulse import CHECK_S

if TYPE_CHECKING:
    from pathlib import Path

FORBIDDEN = 4003


def line(
    server: LiveServer, path: str, headers: dict[str, str], *, packs: bool = False
) -> ClientConnection:
    """A line from a page of the site, with these headers."""
    told = dict(headers)
    protocol = told.pop("protocol", None)
    return connect(
        server.address.replace("http", "ws") + path,
        origin=Origin(server.address),
        additional_headers=told,
        subprotocols=[Subprotocol(protocol)] if protocol else None,
        compression="deflate" if packs else None,
        open_timeout=PATIENCE_S,
    )


@pytest.mark.parametrize(
    ("path", "name", "value"),
    [
        ("/ws?sid={token}", "", ""),
        ("/ws?token={token}&session={token}", "", ""),
        ("/ws", "authorization", "Bearer {token}"),
        ("/ws", "x-session", "{token}"),
        ("/ws", "protocol", "{token}"),
    ],
)
def test_nobody_is_known_on_a_line_but_by_his_cookie(
    server: LiveServer, visitor: Visitor, path: str, name: str, value: str
) -> None:
    """Security rule 3: a session is in no address, where logs and other sites would read it."""
    visitor.front("friends")
    (token,) = visitor.http.cookies.values()
    headers = {name: value.format(token=token)} if name else {}
    with line(server, path.format(token=token), headers) as opened:
        with pytest.raises(ConnectionClosed):
            opened.recv(PATIENCE_S)
        assert opened.close_code == FORBIDDEN
    with line(server, "/ws", {"cookie": f"sid={token}"}) as opened:
        opened.send('{"type": "ping", "id": 1}')
        while '"pong"' not in str(opened.recv(PATIENCE_S)):
            pass


@pytest.mark.parametrize("name", ["sid", "token", "session", "key"])
def test_nobody_is_known_by_an_address(server: LiveServer, visitor: Visitor, name: str) -> None:
    """Security rule 3: no token in addresses, over HTTP neither."""
    visitor.post("/api/me", {"name": "Anna"})
    (token,) = visitor.http.cookies.values()
    stranger = httpx.get(f"{server.address}/api/me", params={name: token})
    assert stranger.json()["name"] != "Anna"
    assert visitor.get("/api/me")["name"] == "Anna"


def test_a_session_is_looked_at_again_every_minute() -> None:
    """Security rule 3; that the look finds what has ended is proven in live/test_pulse.py."""
    assert CHECK_S <= 60


def test_what_is_said_is_not_packed(server: LiveServer, visitor: Visitor) -> None:
    """Security rule 4: a few packed bytes would become megabytes here."""
    visitor.get("/api/me")
    (token,) = visitor.http.cookies.values()
    with line(server, "/ws", {"cookie": f"sid={token}"}, packs=True) as opened:
        assert opened.response is not None
        assert "sec-websocket-extensions" not in opened.response.headers
        assert opened.protocol.extensions == []


def test_more_connections_than_there_is_room_for_are_told_so(tmp_path: Path) -> None:
    """Security rule 4: a bound on all connections together."""
    with LiveServer(tmp_path / "site.sqlite3", quick(connections=2)) as site:
        visitor = Visitor(site.address)
        visitor.get("/api/me")
        with visitor.talk(), visitor.talk():
            refused = httpx.get(f"{site.address}/api/health")
        assert refused.status_code == 503
        visitor.close()
