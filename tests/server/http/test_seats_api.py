"""Tables with people over HTTP. Public bug groups 7, 9, 13 (paired with oneself) and 36."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import pytest
from starlette.requests import Request

from tests.server.site import Json, LiveServer, Talk, Visitor
from wordsmith.rules.sealed_bag import seal_hash
from wordsmith.server.http.codes import qr_code, site_address

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx


@pytest.fixture
def guest(server: LiveServer) -> Iterator[Visitor]:
    somebody = Visitor(server.address)
    yield somebody
    somebody.close()


def refused(response: httpx.Response, status: int, code: str) -> Json:
    assert response.status_code == status, response.text
    told: Json = response.json()
    assert told["error"] == code, told
    detail: Json = told["detail"]
    return detail


def gathering_of(talk: Talk, table: str) -> Json:
    told = talk.join(table)
    assert told["type"] == "gathering", told
    gathering: Json = told["gathering"]
    return gathering


def claim(gathering: Json, **more: Any) -> Json:
    return {
        "name": "Boris",
        "key": secrets.token_hex(16),
        "sheet": gathering["sheet"],
        **more,
    }


def begun(visitor: Visitor, talk: Talk, guest: Visitor, **terms: Any) -> str:
    """A game of two people; seat 0 begins."""
    table = visitor.new_table(
        "classic", "Anna", "?", terms={"listed": True, **terms}, seating="agreed"
    )
    guest.sit(table, "Boris", gathering_of(talk, table))
    return table


def act(who: Visitor, table: str, seat: int, after: int, action: Json, key: str = "") -> Any:
    body = {"seat": seat, "after": after, "key": key or secrets.token_hex(16), "action": action}
    return who.http.post(f"/api/tables/{table}/act", json=body)


# -- the lobby and invitations --


def test_the_lobby_has_listed_tables_that_gather_and_no_others(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    listed = visitor.new_table("friends", "Anna", "?", terms={"listed": True})
    hidden = visitor.new_table("friends", "Anna", "?")
    playing = begun(visitor, talk, guest)
    lines = {line["table"]: line for line in guest.get("/api/lobby")["tables"]}
    assert listed in lines
    assert not {hidden, playing} & set(lines)
    line = lines[listed]
    assert [(seat["kind"], seat["name"]) for seat in line["seats"]] == [
        ("human", "Anna"),
        ("open", ""),
    ]
    assert (line["variant"], line["pace"], line["rated"]) == ("friends", {"kind": "none"}, False)
    assert listed not in [line["table"] for line in visitor.get("/api/lobby")["tables"]]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", True),
        ("variant=erudit", True),
        ("variant=friends", False),
        ("pace=turn", True),
        ("pace=bank", False),
        ("seats=3", True),
        ("seats=2", False),
        ("variant=erudit&pace=turn&seats=3", True),
    ],
)
def test_the_lobby_shows_what_is_looked_for(
    visitor: Visitor, guest: Visitor, query: str, found: bool
) -> None:
    terms = {"listed": True, "pace": {"kind": "turn", "turn_s": 30}}
    table = visitor.new_table("erudit", "Анна", "?", "easy", terms=terms, full_rack_bonus="20")
    lines = {line["table"]: line for line in guest.get(f"/api/lobby?{query}")["tables"]}
    assert (table in lines) == found
    if found:
        assert lines[table]["differences"] == {"full_rack_bonus": "20"}


def test_a_lobby_that_is_asked_for_nonsense_says_so(visitor: Visitor) -> None:
    assert refused(visitor.http.get("/api/lobby?seats=two"), 400, "bad_request")["path"] == "seats"
    assert visitor.get("/api/lobby?variant=chess") == {"tables": []}


def test_an_invitation_shows_what_one_would_agree_to(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = visitor.new_table("friends", "Anna", "?", full_rack_bonus="50")
    invite = gathering_of(talk, table)["invite"]
    told = guest.get(f"/api/invitations/{invite}")
    assert told["table"] == table
    assert told["gathering"]["differences"] == {"full_rack_bonus": "50"}
    assert told["gathering"]["invite"] is None
    refused(guest.http.get(f"/api/invitations/{invite[:-1]}"), 404, "unknown_invitation")


def test_the_code_of_an_invitation_leads_to_it(
    server: LiveServer, visitor: Visitor, talk: Talk
) -> None:
    table = visitor.new_table("friends", "Anna", "?")
    invite = gathering_of(talk, table)["invite"]
    response = visitor.http.get(f"/api/invitations/{invite}/qr.svg")
    assert response.headers["content-type"].startswith("image/svg+xml")
    assert response.content == qr_code(f"{server.address}/i/{invite}")
    assert b"<script" not in response.content
    refused(visitor.http.get("/api/invitations/no/qr.svg"), 404, "unknown_invitation")


@pytest.mark.parametrize(
    ("host", "public", "address"),
    [
        ("127.0.0.1:8000", [], "http://127.0.0.1:8000"),
        ("play.example.org", ["https://play.example.org"], "https://play.example.org"),
        ("evil.example", ["https://play.example.org"], "https://play.example.org"),
        ("b.example", ["https://a.example", "https://b.example"], "https://b.example"),
    ],
)
def test_a_code_leads_to_the_public_address_of_the_site(
    host: str, public: list[str], address: str
) -> None:
    scope = {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": "/",
        "query_string": b"",
        "headers": [(b"host", host.encode())],
        "server": ("127.0.0.1", 80),
    }
    assert site_address(Request(scope), public) == address


# -- seats --


def test_a_seat_is_claimed_once_however_often_it_is_asked_for(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = visitor.new_table("wordsmith", "Анна", "?", "?", terms={"listed": True})
    body = claim(gathering_of(talk, table))
    answers = [guest.post(f"/api/tables/{table}/sit", body) for _ in range(3)]
    assert answers == [{"table": table, "seat": 1}] * 3
    assert [line["mine"] for line in guest.get("/api/tables")["tables"]] == [[1]]


def test_the_claim_that_began_the_game_is_answered_again_when_it_has_begun(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = visitor.new_table("classic", "Anna", "?", terms={"listed": True}, seating="agreed")
    body = claim(gathering_of(talk, table))
    assert guest.post(f"/api/tables/{table}/sit", body) == {"table": table, "seat": 1}
    assert guest.post(f"/api/tables/{table}/sit", body) == {"table": table, "seat": 1}


def test_what_somebody_has_not_read_he_does_not_agree_to(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = visitor.new_table("friends", "Anna", "?", terms={"listed": True})
    gathering = gathering_of(talk, table)
    body = claim({"sheet": "another"})
    detail = refused(guest.http.post(f"/api/tables/{table}/sit", json=body), 409, "sheet_changed")
    assert detail["sheet"] == gathering["sheet"]


def test_where_one_is_asked_in_one_needs_the_invitation(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = visitor.new_table("friends", "Anna", "?")
    gathering = gathering_of(talk, table)
    path = f"/api/tables/{table}/sit"
    refused(guest.http.post(path, json=claim(gathering)), 403, "needs_invitation")
    wrong = claim(gathering, invite="A" * 22)
    refused(guest.http.post(path, json=wrong), 403, "needs_invitation")
    right = claim(gathering, invite=gathering["invite"])
    assert guest.post(path, right)["table"] == table


def test_who_comes_too_late_is_told_that_it_has_started(
    server: LiveServer, visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = begun(visitor, talk, guest)
    late = Visitor(server.address)
    body = claim({"sheet": "x"})
    refused(late.http.post(f"/api/tables/{table}/sit", json=body), 409, "started")
    late.close()


def test_a_rated_table_is_for_accounts(visitor: Visitor) -> None:
    body = {
        "variant": "friends",
        "seats": [{"kind": "human", "name": "Anna"}, {"kind": "open"}],
        "rated": True,
        "pace": {"kind": "days", "days": 2},
    }
    refused(visitor.http.post("/api/tables", json=body), 403, "needs_account")


@pytest.mark.parametrize(
    "pace",
    [
        {"kind": "bank", "bank_s": 59, "increment_s": 0},
        {"kind": "bank", "bank_s": 7201, "increment_s": 0},
        {"kind": "bank", "bank_s": 60, "increment_s": 61},
        {"kind": "bank", "bank_s": 60, "increment_s": -1},
        {"kind": "bank", "bank_s": 60.5, "increment_s": 0},
        {"kind": "bank", "bank_s": 60},
        {"kind": "turn", "turn_s": 14},
        {"kind": "turn", "turn_s": 601},
        {"kind": "turn", "turn_s": 10**30},
        {"kind": "days", "days": 0},
        {"kind": "days", "days": 15},
        {"kind": "days", "days": 1, "more": 1},
        {"kind": "never"},
        {"kind": "none", "turn_s": 1},
        "fast",
        None,
    ],
)
def test_no_page_gets_a_pace_that_is_not_offered(visitor: Visitor, pace: Any) -> None:
    """Public bug group 36: forbidden time controls, made by editing the page."""
    body = {
        "variant": "friends",
        "seats": [{"kind": "human", "name": "Anna"}, {"kind": "open"}],
        "pace": pace,
    }
    detail = refused(visitor.http.post("/api/tables", json=body), 400, "bad_request")
    assert detail["path"].startswith("$.pace")


# -- acts of correspondence --


def test_an_action_over_http_is_answered_as_over_the_socket(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = begun(visitor, talk, guest, pace={"kind": "days", "days": 3})
    version = visitor.get("/api/tables")["tables"][0]["version"]
    key = secrets.token_hex(16)
    for _ in range(2):
        told = act(visitor, table, 0, version, {"type": "pass"}, key).json()
        assert told == {"type": "ack", "table": table, "key": key, "version": version + 1}
    told = act(visitor, table, 0, version, {"type": "pass"}).json()
    assert (told["type"], told["version"]) == ("stale", version + 1)
    told = act(visitor, table, 0, version + 1, {"type": "pass"}).json()
    assert [reason["code"] for reason in told["reasons"]] == ["not_on_turn"]
    other = {"type": "exchange", "tiles": "A"}
    detail = refused(act(visitor, table, 0, version, other, key), 409, "key_reused")
    assert detail["key"] == key


def test_nobody_acts_for_a_seat_that_is_not_his(
    server: LiveServer, visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = begun(visitor, talk, guest)
    stranger = Visitor(server.address)
    for who, seat in ((guest, 0), (stranger, 0), (stranger, 1)):
        refused(act(who, table, seat, 2, {"type": "resign"}), 403, "forbidden")
    refused(act(stranger, "nowhere", 0, 2, {"type": "pass"}), 404, "unknown_table")
    stranger.close()


def test_acts_of_a_table_say_why_they_are_not_done_now(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = begun(visitor, talk, guest)
    refused(act(visitor, table, 0, 2, {"type": "resume"}), 409, "not_now")
    refused(act(visitor, table, 0, 2, {"type": "pause", "agree": True}), 409, "not_now")
    assert refused(act(guest, table, 1, 2, {"type": "nudge"}), 409, "too_early")["after"]
    refused(act(visitor, table, 0, 2, {"type": "begin"}), 403, "forbidden")


def test_when_all_agree_nobody_wins(visitor: Visitor, talk: Talk, guest: Visitor) -> None:
    table = begun(visitor, talk, guest)
    for who, seat in ((visitor, 0), (guest, 1)):
        assert act(who, table, seat, 2, {"type": "cancel", "agree": True}).json()["type"] == "ack"
    with visitor.talk() as page:
        view = page.join(table)["view"]
    assert (view["cancelled"], view["phase"], view["ended"]) == (True, "ended", None)


def test_the_next_table_is_the_one_that_has_waited_longest(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    assert visitor.get("/api/next") == {"table": None}
    first = begun(visitor, talk, guest)
    second = begun(visitor, talk, guest)
    assert visitor.get("/api/next") == {"table": first}
    assert visitor.get(f"/api/next?after={first}") == {"table": second}
    assert guest.get("/api/next") == {"table": None}
    act(visitor, first, 0, 2, {"type": "pass"})
    assert visitor.get("/api/next") == {"table": second}
    assert guest.get("/api/next") == {"table": first}


def test_the_game_of_the_front_page_is_no_next_one(visitor: Visitor) -> None:
    visitor.post("/api/front", {"variant": "friends"})
    assert visitor.get("/api/next") == {"table": None}


# -- the bag, the record, the words of a group --


def test_a_bag_is_sealed_until_the_end_and_then_anybody_can_check_it(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = begun(visitor, talk, guest)
    path = f"/api/tables/{table}/bag"
    sealed = visitor.get(path)
    assert (sealed["salt"], sealed["order"], sealed["ok"]) == (None, None, None)
    assert talk.join(table)["view"]["seal"] == sealed["hash"]
    act(guest, table, 1, 2, {"type": "resign"})
    opened = guest.get(path)
    assert opened["hash"] == sealed["hash"] == seal_hash(opened["order"], opened["salt"])
    assert opened["ok"] is True


def test_a_spectator_gets_the_record_without_what_is_hidden(
    server: LiveServer, visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = begun(visitor, talk, guest)
    stranger = Visitor(server.address)
    record = stranger.get(f"/api/tables/{table}/game.json")
    assert [event for event in record["events"] if "tiles" in event] == []
    assert "seal" not in record
    act(guest, table, 1, 2, {"type": "resign"})
    record = stranger.get(f"/api/tables/{table}/game.json")
    assert record["seal"]["order"]
    stranger.close()


def test_a_group_has_words_of_its_own_and_only_its_people_see_them(
    server: LiveServer, visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = begun(visitor, talk, guest)
    group = talk.join(table)["view"]["group"]
    path = f"/api/groups/{group}/words"
    assert visitor.get(path) == {"words": [], "tables": 1}
    told = guest.post(path, {"word": "qzzq", "language": "en"})
    assert [(word["word"], word["language"]) for word in told["words"]] == [("QZZQ", "en")]
    assert visitor.get(path) == told
    assert guest.post(path, {"word": "QZZQ", "language": "en", "remove": True})["words"] == []
    stranger = Visitor(server.address)
    refused(stranger.http.get(path), 403, "forbidden")
    refused(stranger.http.post(path, json={"word": "qz", "language": "en"}), 403, "forbidden")
    stranger.close()


def test_a_word_the_group_has_let_in_counts_at_its_next_table(
    visitor: Visitor, talk: Talk, guest: Visitor
) -> None:
    table = begun(visitor, talk, guest)
    group = talk.join(table)["view"]["group"]
    visitor.post(f"/api/groups/{group}/words", {"word": "qzzq", "language": "en"})
    assert not visitor.get(f"/api/words/classic/qzzq?table={table}")["legal"]
    following = visitor.new_table("classic", "Anna", "easy", terms={"group": group})
    assert visitor.get(f"/api/words/classic/qzzq?table={following}")["legal"]
