"""The visitor over real HTTP, and his sockets."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.bus.buses import redis_url
from tests.server.people.authenticator import Authenticator
from tests.server.people.town import BETTER, GOOD
from tests.server.site import LiveServer, Visitor, quick
from wordsmith.bus import RedisBus
from wordsmith.server.http.api import operations
from wordsmith.store import SqliteStore, Statement

LOGGED_OUT, REVOKED, FORBIDDEN = 4001, 4002, 4003


@pytest.fixture(scope="module")
def database_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("people") / "site.sqlite3"


@pytest.fixture(scope="module")
def site(database_path: Path) -> Iterator[LiveServer]:
    with LiveServer(database_path) as live:
        yield live


@pytest.fixture
def anna(site: LiveServer) -> Iterator[Visitor]:
    somebody = Visitor(site.address)
    yield somebody
    somebody.close()


@pytest.fixture
def boris(site: LiveServer) -> Iterator[Visitor]:
    somebody = Visitor(site.address)
    yield somebody
    somebody.close()


_numbers = iter(range(1000))


def fresh_login() -> str:
    return f"login{next(_numbers)}x"


def register(visitor: Visitor, password: str = GOOD) -> str:
    login = fresh_login()
    visitor.post("/api/me/register", {"login": login, "password": password})
    return login


def refused(response: httpx.Response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]


def test_a_guest_is_nobody_in_particular_and_has_nothing_yet(anna: Visitor) -> None:
    me = anna.get("/api/me")
    assert (me["login"], me["name"], me["has_password"], me["passkeys"]) == (None, "", False, [])
    assert me["stats"]["games"] == 0


def test_a_visitor_says_what_he_is_called_and_in_which_language(anna: Visitor) -> None:
    me = anna.post("/api/me", {"name": " Анна ", "language": "ru", "wants_rating": True})
    assert (me["name"], me["language"], me["wants_rating"]) == ("Анна", "ru", True)
    assert anna.get("/api/me") == me
    assert anna.post("/api/me", {})["name"] == "Анна"


def test_an_offensive_name_is_refused_in_any_spelling(anna: Visitor) -> None:
    """Security rule 9: the lists of the site."""
    for name in ("Сука", "с у к а", "cука"):
        response = anna.http.post("/api/me", json={"name": name})
        assert refused(response) == (422, "bad_name")
        assert response.json()["detail"] == {"why": "offensive"}


def test_registering_answers_with_one_new_cookie_that_holds(anna: Visitor) -> None:
    """Security rule 1: rotation; also for a visitor who comes with his first request."""
    response = anna.http.post("/api/me/register", json={"login": fresh_login(), "password": GOOD})
    assert response.status_code == 200
    assert len(response.headers.get_list("set-cookie")) == 1
    assert anna.get("/api/me")["login"] == response.json()["login"]


def test_a_log_in_from_elsewhere_finds_the_games(anna: Visitor, boris: Visitor) -> None:
    login = register(anna)
    table = anna.front("friends")
    boris.post("/api/login", {"login": login.upper(), "password": GOOD})
    assert [line["table"] for line in boris.get("/api/tables")["tables"]] == [table]
    with boris.talk() as talk:
        assert talk.join(table)["view"]["viewer"] == 1


def test_a_game_begun_as_a_guest_is_played_on_after_logging_in(
    anna: Visitor, boris: Visitor
) -> None:
    login = register(anna)
    table = boris.front("friends")
    with boris.talk() as talk:
        talk.join(table)
    boris.post("/api/login", {"login": login, "password": GOOD})
    with boris.talk() as talk:
        state = talk.join(table)
        assert state["view"]["viewer"] == 1
        if state["view"]["on_turn"] == 0:  # the bot begins
            state = talk.expect("state")
        talk.act(state, 1, {"type": "pass"})
        talk.expect("ack")


def test_logging_out_takes_the_cookie_back(anna: Visitor) -> None:
    login = register(anna)
    before = dict(anna.http.cookies)
    assert anna.post("/api/logout") == {}
    assert not anna.http.cookies
    assert anna.get("/api/me")["login"] is None
    anna.http.cookies.clear()
    again = anna.http.get("/api/me", headers={"cookie": f"sid={before['sid']}"})
    assert again.json()["login"] is None
    anna.http.cookies.clear()
    assert anna.post("/api/login", {"login": login, "password": GOOD})["login"] == login


def test_a_guest_is_not_logged_out(anna: Visitor) -> None:
    assert refused(anna.http.post("/api/logout")) == (409, "no_login")


def closes(visitor: Visitor, act: Any) -> int:
    """The code with which an open socket closes when something is done."""
    with visitor.talk() as talk:
        talk.send(type="ping", id=1)
        talk.expect("pong")
        act()
        with pytest.raises(ConnectionClosed) as closed:
            talk.until(lambda _: False)
        assert closed.value.rcvd is not None
        return int(closed.value.rcvd.code)


def test_a_revoked_session_loses_its_sockets(anna: Visitor, boris: Visitor) -> None:
    """Security rule 1, public bug group 33 (nakama#2506): revoking closes what is open."""
    login = register(anna)
    boris.post("/api/login", {"login": login, "password": GOOD})
    sessions = anna.get("/api/me/sessions")["sessions"]
    (there,) = [session["id"] for session in sessions if not session["here"]]

    def revoke() -> None:
        left = anna.post("/api/me/sessions/revoke", {"session": there})["sessions"]
        assert [session["here"] for session in left] == [True]

    assert closes(boris, revoke) == REVOKED
    assert boris.get("/api/me")["login"] is None
    assert anna.get("/api/me")["login"] == login


def test_all_others_are_revoked_at_once(anna: Visitor, boris: Visitor) -> None:
    """Security rule 1: list, revoke one, revoke the others."""
    login = register(anna)
    boris.post("/api/login", {"login": login, "password": GOOD})

    def revoke() -> None:
        anna.post("/api/me/sessions/revoke", {"others": True})

    assert closes(boris, revoke) == REVOKED
    assert anna.get("/api/me")["login"] == login


def test_ones_own_session_is_not_revoked_by_mistake(anna: Visitor) -> None:
    register(anna)
    (here,) = anna.get("/api/me/sessions")["sessions"]
    left = anna.post("/api/me/sessions/revoke", {"session": here["id"]})["sessions"]
    assert [session["id"] for session in left] == [here["id"]]


def test_another_password_closes_the_sockets_of_the_others(anna: Visitor, boris: Visitor) -> None:
    """Public bug group 33 (nakama#2555): nobody stays in with the old password."""
    login = register(anna)
    boris.post("/api/login", {"login": login, "password": GOOD})

    def change() -> None:
        anna.post("/api/me/password", {"old": GOOD, "new": BETTER})

    assert closes(boris, change) == REVOKED
    assert anna.get("/api/me")["login"] == login


def test_logging_out_closes_ones_own_sockets(anna: Visitor) -> None:
    """Public bug group 33: the socket of a logged-out page is closed."""
    register(anna)
    assert closes(anna, lambda: anna.post("/api/logout")) == LOGGED_OUT


def test_a_passkey_over_http(site: LiveServer, anna: Visitor, boris: Visitor) -> None:
    key = Authenticator(site.address)
    login = fresh_login()
    options = anna.post("/api/passkeys/options", {"login": login})
    me = anna.post("/api/passkeys", {**key.register(options), "name": "Телефон"})
    assert (me["login"], me["has_password"]) == (login, False)
    used = key.log_in(boris.post("/api/login/passkey/options"))
    assert boris.post("/api/login/passkey", used)["login"] == login
    (passkey,) = boris.get("/api/me")["passkeys"]
    assert refused(boris.http.post("/api/passkeys/remove", json={"id": passkey["id"]})) == (
        409,
        "last_way_in",
    )


def test_a_player_has_a_page_that_tells_no_secret(anna: Visitor, boris: Visitor) -> None:
    login = register(anna)
    anna.post("/api/me", {"name": "Анна"})
    profile = boris.get(f"/api/players/{login}")
    assert (profile["name"], profile["login"], profile["ratings"]) == ("Анна", login, [])
    assert set(profile) == {"name", "login", "since", "ratings", "stats"}
    assert refused(boris.http.get("/api/players/nobody_here")) == (404, "unknown_player")


def test_all_games_come_in_one_file(anna: Visitor) -> None:
    tables = {anna.front("friends"), anna.new_table("classic", "Анна", "easy")}
    games = anna.http.get("/api/me/games.json")
    assert games.headers["content-disposition"].startswith("attachment")
    told = json.loads(games.content)["games"]
    assert len(told) == len(tables)
    assert all(game["unfinished"] for game in told)
    gcg = anna.http.get("/api/me/games.gcg").text
    assert gcg.count("#player1") == len(tables)


def test_an_export_of_a_game_that_goes_on_hides_what_the_table_hides(anna: Visitor) -> None:
    """Public bug group 31: an export is an output like any other."""
    table = anna.front("friends")
    address, before, after = f"/api/tables/{table}/game.json", b"", b" "
    while before != after:  # a bot may move in between
        before = anna.http.get(address).content
        games = json.loads(anna.http.get("/api/me/games.json").content)["games"]
        after = anna.http.get(address).content
    assert json.loads(before) in games


def test_everything_kept_is_told_as_a_file(anna: Visitor) -> None:
    login = register(anna)
    anna.front("friends")
    response = anna.http.get("/api/me/export.json")
    told = response.json()
    assert told["person"][0]["login"] == login
    assert len(told["seats"]) == 1
    assert response.headers["cache-control"] == "no-store"


def test_whoever_wants_to_be_forgotten_says_so_with_his_password(anna: Visitor) -> None:
    login = register(anna)
    for body, code in (
        ({}, "bad_request"),
        ({"really": False}, "bad_request"),
        ({"really": True}, "bad_login"),
        ({"really": True, "password": "not it"}, "bad_login"),
    ):
        assert refused(anna.http.post("/api/me/delete", json=body))[1] == code
    assert anna.post("/api/me/delete", {"really": True, "password": GOOD}) == {}
    assert anna.get("/api/me")["login"] is None
    response = anna.http.post("/api/login", json={"login": login, "password": GOOD})
    assert refused(response) == (401, "bad_login")


def beside(path: Path, sql: str) -> list[Any]:
    """Ask or write by another program on the same file."""

    async def ask() -> list[Any]:
        store = SqliteStore(path)
        given = await store.write(Statement(sql))
        await store.close()
        assert given is not None
        return list(given[0])

    return asyncio.run(ask())


def test_nobody_waits_for_whoever_was_forgotten(
    site: LiveServer, anna: Visitor, database_path: Path
) -> None:
    table = anna.front("friends")
    assert anna.post("/api/me/delete", {"really": True}) == {}
    phases = dict(beside(database_path, "SELECT id, phase FROM tables"))
    assert phases[table] == "ended"


EVEN_BANNED = {
    *("/api/me/sessions/revoke", "/api/me/delete", "/api/me/password", "/api/passkeys/remove"),
    *("/api/login", "/api/logout", "/api/login/forgot", "/api/login/reset"),
    *("/api/login/passkey", "/api/login/passkey/options", "/api/me/email/confirm"),
}
"""What whoever is banned may change: who gets in as him, and that he is gone."""


def test_whoever_is_banned_reads_his_own_and_nothing_else(tmp_path: Path) -> None:
    """Public bug group 33: a ban holds at once, for HTTP and for sockets, at every address."""
    with LiveServer(tmp_path / "site.sqlite3") as own:
        banned = Visitor(own.address)
        banned.get("/api/me")
        beside(
            tmp_path / "site.sqlite3",
            "INSERT INTO sanctions (id, person, kind, since_ms, by_person, reason)"
            " SELECT id, id, 'ban', 1, '', '' FROM persons",
        )
        assert refused(banned.http.get("/api/tables")) == (403, "banned")
        response = banned.http.post("/api/front", json={"variant": "friends"})
        assert refused(response) == (403, "banned")
        for operation in operations(own.house, own.hall):
            if operation.method == "POST":
                path = operation.path.replace("{table}", "t1").replace("{group}", "g1")
                answered = banned.http.post(path, json={}).json()
                lets = answered.get("error") != "banned"
                assert lets == (operation.path in EVEN_BANNED), operation.path
        with pytest.raises(ConnectionClosed) as closed, banned.talk() as talk:
            talk.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == FORBIDDEN
        assert banned.get("/api/me")["login"] is None
        assert banned.http.get("/api/me/export.json").status_code == 200
        banned.close()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/me", {"language": "xx"}),
        ("/api/me", {"name": "x" * 41}),
        ("/api/me", {"role": "moderator"}),
        ("/api/me/register", {"login": "anna"}),
        ("/api/login", {"login": "x" * 65, "password": "x"}),
        ("/api/login", {"login": "anna", "password": "x" * 1025}),
        ("/api/passkeys", {"id": "x"}),
        ("/api/me/sessions/revoke", {"session": 7}),
        ("/api/login/reset", {"token": "x" * 2049, "password": GOOD}),
    ],
)
def test_what_is_no_request_is_refused_with_the_place_of_the_fault(
    anna: Visitor, path: str, body: Any
) -> None:
    """Public bug group 36: the server checks everything."""
    assert refused(anna.http.post(path, json=body)) == (400, "bad_request")


def test_behind_https_the_cookie_goes_nowhere_else(tmp_path: Path) -> None:
    """Security rule 1: ``__Host-sid``."""
    settings = quick(secure=True, origins=frozenset({"https://play.example.org"}))
    with LiveServer(tmp_path / "site.sqlite3", settings) as live:
        response = httpx.get(f"{live.address}/api/me")
        told = response.headers["set-cookie"].lower()
        assert told.startswith("__host-sid=")
        assert "; secure" in told
        assert "httponly" in told
        assert "samesite=lax" in told
        assert response.headers["strict-transport-security"]


def test_a_session_revoked_at_one_process_loses_its_sockets_at_the_other(tmp_path: Path) -> None:
    """Security rule 1, public bug group 33: on all nodes (nakama#2506)."""
    url, path = redis_url(), tmp_path / "site.sqlite3"
    with (
        LiveServer(path, bus=RedisBus(url)) as one,
        LiveServer(path, bus=RedisBus(url)) as other,
    ):
        here, there = Visitor(one.address), Visitor(other.address)
        login = register(here)
        there.post("/api/login", {"login": login, "password": GOOD})

        def revoke() -> None:
            here.post("/api/me/sessions/revoke", {"others": True})

        assert closes(there, revoke) == REVOKED
        assert there.get("/api/me")["login"] is None
        here.close()
        there.close()


def test_what_a_guest_brings_along_is_his_at_the_other_process_too(tmp_path: Path) -> None:
    url, path = redis_url(), tmp_path / "site.sqlite3"
    with (
        LiveServer(path, bus=RedisBus(url)) as one,
        LiveServer(path, bus=RedisBus(url)) as other,
    ):
        member, guest = Visitor(one.address), Visitor(one.address)
        login = register(member)
        table = guest.new_table("classic", "Анна", "Борис", seating="agreed")
        elsewhere = Visitor(other.address)
        elsewhere.http.cookies = guest.http.cookies
        with elsewhere.talk() as talk:
            talk.join(table)  # the other process holds the table now
            guest.post("/api/login", {"login": login, "password": GOOD})
            at_other = Visitor(other.address)
            at_other.post("/api/login", {"login": login, "password": GOOD})
            with at_other.talk() as mine:
                state = mine.join(table, seat=0)
                mine.act(state, 0, {"type": "pass"})
                mine.expect("ack")
            at_other.close()
        for visitor in (member, guest, elsewhere):
            visitor.close()
