"""Whoever is too fast does not become slower by coming again (security rule 5)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.site import LiveServer, Visitor, quick
from wordsmith.server.live import sockets

FOR_EVER_S = 1e9


@pytest.fixture
def site(tmp_path: Path) -> Iterator[LiveServer]:
    """A line may say ten things, all lines of a session thirty, those of an address forty."""
    settings = quick(messages=10, messages_per_s=FOR_EVER_S, guest_sockets=4)
    with LiveServer(tmp_path / "site.sqlite3", settings) as live:
        yield live


@pytest.fixture
def anna(site: LiveServer) -> Iterator[Visitor]:
    somebody = Visitor(site.address)
    yield somebody
    somebody.close()


def answered(visitor: Visitor, messages: int) -> int:
    """How many of so many pings are answered on a line of its own; 0 as well: it was refused."""
    heard: list[str] = []
    with pytest.raises((ConnectionClosed, InvalidStatus)) as ended:
        ping(visitor, messages, heard)
    if isinstance(ended.value, InvalidStatus):
        assert ended.value.response.status_code == 403
    else:
        assert isinstance(ended.value, ConnectionClosed)
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == 1008
    return heard.count("pong")


def ping(visitor: Visitor, messages: int, heard: list[str]) -> None:
    with visitor.talk() as talk:
        for number in range(messages):
            talk.send(type="ping", id=number)
            heard.append(talk.receive()["type"])  # what still waits at the end is not sent


def test_a_session_is_as_slow_on_a_new_line(anna: Visitor) -> None:
    """Security rule 5: who is closed for being too fast goes on no faster on another line."""
    told = [answered(anna, 20) for _ in range(5)]
    assert told[:2] == [10, 10]
    assert 0 < told[2] < 10  # a line counts as well
    assert told[3:] == [0, 0]


def test_guests_of_one_address_are_not_faster_by_being_many(site: LiveServer) -> None:
    """Security rule 5: who comes as somebody else every time has what his address has."""
    told = []
    for _ in range(6):
        guest = Visitor(site.address)
        told.append(answered(guest, 20))
        guest.close()
    assert told[:3] == [10, 10, 10]
    assert 0 < told[3] < 10
    assert told[4:] == [0, 0]


def test_an_account_is_not_held_up_by_guests_of_its_address(
    site: LiveServer, anna: Visitor
) -> None:
    anna.post("/api/me/register", {"login": "anna", "password": "лодка у причала 7"})
    for _ in range(5):
        guest = Visitor(site.address)
        answered(guest, 20)
        guest.close()
    assert answered(anna, 20) == 10


def test_new_lines_of_an_address_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Security rule 5: to come and go costs something, too."""
    monkeypatch.setattr(sockets, "_NEW_LINES", 3)
    monkeypatch.setattr(sockets, "_NEW_LINES_PER_S", FOR_EVER_S)
    with LiveServer(tmp_path / "site.sqlite3", quick(quota_factor=1)) as live:
        anna = Visitor(live.address)
        for _ in range(3):
            with anna.talk() as talk:
                talk.send(type="ping", id=1)
                assert talk.receive()["type"] == "pong"
        with pytest.raises(InvalidStatus) as refused, anna.talk():
            pass
        assert refused.value.response.status_code == 403
        anna.close()
