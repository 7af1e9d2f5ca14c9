"""Moderation over real HTTP and sockets (security rules 1, 9, 11 and 12)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pyotp
import pytest
from websockets.exceptions import ConnectionClosed

from tests.bus.buses import redis_url
from tests.databases import run_apart
from tests.server.people.town import GOOD
from tests.server.site import LiveServer, Visitor, quick
from wordsmith.bus import RedisBus
from wordsmith.server.moderation.factor import appoint
from wordsmith.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Json = dict[str, Any]
FORBIDDEN = 4003


class Court:
    """A site and its moderator; ``file`` is where it is kept."""

    def __init__(self, server: LiveServer, file: Path) -> None:
        self.server = server
        self.file = file
        self._visitors: list[Visitor] = []
        self.molly = self.member("molly")
        self.device = pyotp.TOTP(run_apart(_appointed(file, "molly")))

    def visitor(self, address: str | None = None) -> Visitor:
        made = Visitor(address or self.server.address)
        self._visitors.append(made)
        return made

    def member(self, login: str) -> Visitor:
        made = self.visitor()
        made.post("/api/me/register", {"login": login, "password": GOOD})
        return made

    def strengthen(self) -> None:
        self.molly.post("/api/moderation/factor", {"code": self.device.now()})

    def act(self, act: str, **more: Any) -> Json:
        told: Json = self.molly.post("/api/moderation/acts", {"act": act, **more})
        return told

    def close(self) -> None:
        for visitor in self._visitors:
            visitor.close()


async def _appointed(file: Path, login: str) -> str:
    store = SqliteStore(file)
    appointment = await appoint(store, login)
    await store.close()
    assert appointment is not None
    return appointment.secret


@pytest.fixture
def court(tmp_path: Path) -> Iterator[Court]:
    file = tmp_path / "site.sqlite3"
    with LiveServer(file) as server:
        made = Court(server, file)
        yield made
        made.close()


def refused(visitor: Visitor, path: str, body: Json | None = None) -> tuple[int, str]:
    response = visitor.http.post(path, json=body) if body else visitor.http.get(path)
    return response.status_code, response.json()["error"]


ACT = {"act": "add_word", "language": "en", "word": "noodle"}
LOOK = {"login": "anna"}


def test_without_role_or_second_factor_nothing_is_told_and_nothing_done(court: Court) -> None:
    """Security rule 11."""
    anna, guest = court.member("anna"), court.visitor()
    for somebody in (guest, anna, court.molly):
        assert refused(somebody, "/api/moderation") == (403, "forbidden")
        assert refused(somebody, "/api/moderation/acts", ACT) == (403, "forbidden")
        assert refused(somebody, "/api/moderation/looks", LOOK) == (403, "forbidden")
    for somebody in (guest, anna):
        code = {"code": court.device.now()}
        assert refused(somebody, "/api/moderation/factor", code) == (403, "forbidden")


def test_the_second_factor_makes_a_session_strong_under_another_cookie(court: Court) -> None:
    """Security rule 1: the session is another one when its rights change."""
    before = dict(court.molly.http.cookies)
    stolen = court.visitor()
    for name, value in before.items():
        stolen.http.cookies.set(name, value)
    assert not court.molly.get("/api/me")["strong"]
    court.strengthen()
    me = court.molly.get("/api/me")
    assert (me["role"], me["strong"]) == ("moderator", True)
    assert dict(court.molly.http.cookies) != before
    assert court.molly.get("/api/moderation")["reports"] == []
    assert refused(stolen, "/api/moderation") == (403, "forbidden")
    assert stolen.get("/api/me")["login"] is None


def test_a_code_works_once(court: Court) -> None:
    code = {"code": court.device.now()}
    court.molly.post("/api/moderation/factor", code)
    assert refused(court.molly, "/api/moderation/factor", code) == (403, "bad_code")


def test_half_an_hour_later_the_code_is_asked_for_again(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    court.strengthen()
    later = time.time_ns() // 1_000_000 + 30 * 60 * 1000 + 1
    monkeypatch.setattr("wordsmith.server.http.moderation_api.wall_ms", lambda: later)
    assert refused(court.molly, "/api/moderation") == (403, "forbidden")


def test_whoever_is_looked_at_is_told_of_and_so_is_who_has_looked(court: Court) -> None:
    """Security rule 10."""
    court.strengthen()
    court.member("anna")
    told = court.molly.post("/api/moderation/looks", {"login": "anna"})
    assert (told["who"]["login"], told["opponents"], told["ring"]) == ("anna", [], [])
    acts = court.molly.get("/api/moderation")["acts"]
    (look,) = [act for act in acts if act["act"] == "look"]
    assert (look["by"]["login"], look["whom"]["login"]) == ("molly", "anna")


def test_from_another_site_nobody_moderates(court: Court) -> None:
    """Security rule 2."""
    court.strengthen()
    response = court.molly.http.post(
        "/api/moderation/acts", json=ACT, headers={"origin": "https://evil.example"}
    )
    assert (response.status_code, response.json()["error"]) == (403, "bad_origin")


def test_bad_acts_are_named_as_what_they_are(court: Court) -> None:
    court.strengthen()
    for body in ({"act": "pardon"}, {"act": "ban"}, {"act": "lift", "sanction": 7}):
        assert refused(court.molly, "/api/moderation/acts", body) == (400, "bad_request")


def test_a_report_goes_from_a_table_to_the_desk_and_is_closed(court: Court) -> None:
    court.strengthen()
    anna, boris = court.member("anna"), court.member("boris")
    table = anna.new_table("friends", "Anna", "?", terms={"listed": True})
    with boris.talk() as page:
        gathering = page.join(table)["gathering"]
        boris.sit(table, "Boris", gathering)
        page.send(type="say", table=table, key="ab" * 16, channel="table", to=None, text="bullshit")
        said = page.expect("said")["message"]
    assert said["text"] == "***"
    anna.post("/api/reports", {"table": table, "message": said["n"], "reason": "rude"})
    (report,) = court.molly.get("/api/moderation")["reports"]
    assert report["whom"] == {"name": "Boris", "login": "boris"}
    assert [line["text"] for line in report["context"]] == ["bullshit"]
    court.act("hide_message", table=table, message=said["n"])
    desk = court.act("close_report", report=report["id"], upheld=True)
    assert desk["reports"] == []
    (message,) = anna.get(f"/api/tables/{table}/talk")["messages"]
    assert (message["hidden"], message["text"]) == (True, "")


def test_a_table_that_is_called_off_is_shown_so_at_once(court: Court) -> None:
    """Security rule 12."""
    court.strengthen()
    anna = court.member("anna")
    table = anna.new_table("friends", "Anna", "?", terms={"listed": True})
    with anna.talk() as page:
        page.join(table)
        court.act("cancel_table", table=table, reason="abuse")
        gathering = page.until(lambda got: got["type"] == "gathering")["gathering"]
        assert gathering["phase"] == "cancelled"


def test_a_banned_one_is_put_out_at_once_and_does_not_come_in_again(court: Court) -> None:
    """Security rule 1, bug group 33."""
    court.strengthen()
    boris = court.member("boris")
    with boris.talk() as page:
        page.send(type="ping", id=1)
        page.expect("pong")
        desk = court.act("ban", login="boris", reason="cheat")
        with pytest.raises(ConnectionClosed) as closed:
            page.until(lambda _got: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == FORBIDDEN
    with boris.talk() as page, pytest.raises(ConnectionClosed) as closed:
        page.until(lambda _got: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == FORBIDDEN
    assert refused(boris, "/api/tables") == (403, "banned")
    (sanction,) = desk["sanctions"]
    court.act("lift", sanction=sanction["id"])
    assert boris.get("/api/tables") == {"tables": []}


def test_a_ban_reaches_the_pages_of_another_process(tmp_path: Path) -> None:
    """The bus carries it; two servers over one file stand for two processes of a site."""
    url, file = redis_url(), tmp_path / "site.sqlite3"
    with (
        LiveServer(file, quick(), RedisBus(url)) as here,
        LiveServer(file, quick(), RedisBus(url)) as there,
    ):
        court = Court(here, file)
        court.strengthen()
        court.member("boris")
        boris = court.visitor(there.address)
        boris.post("/api/login", {"login": "boris", "password": GOOD})
        with boris.talk() as page:
            page.send(type="ping", id=1)
            page.expect("pong")
            court.act("ban", login="boris", reason="cheat", hours=1)
            with pytest.raises(ConnectionClosed) as closed:
                page.until(lambda _got: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == FORBIDDEN
        court.close()
