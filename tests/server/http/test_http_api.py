import json
import time
from typing import Any

import httpx
import pytest

import wordsmith
from tests.server.site import LiveServer, Talk, Visitor
from wordsmith.rules.parameters import PARAMETERS
from wordsmith.rules.variant import variant_ids


def refused(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status, response.text
    told = response.json()
    assert set(told) == {"error", "detail"}
    assert told["error"] == code
    detail: dict[str, Any] = told["detail"]
    return detail


def test_health_tells_version_and_whether_the_kernels_are_compiled(visitor: Visitor) -> None:
    health = visitor.get("/api/health")
    assert health["version"] == wordsmith.__version__
    assert isinstance(health["compiled"], bool)


def test_the_catalogue_lists_every_variant_with_its_board_tiles_and_rules(visitor: Visitor) -> None:
    catalogue = visitor.get("/api/catalogue")
    assert [variant["id"] for variant in catalogue["variants"]] == list(variant_ids())
    assert catalogue["levels"] == ["child", "easy", "fair", "good", "all", "best"]
    for variant in catalogue["variants"]:
        assert len(variant["premiums"]) == variant["width"] * variant["height"]
        assert set(variant["defaults"]) == set(PARAMETERS)
        assert variant["tiles"][-1][0] == "?"
    friends = {v["id"]: v for v in catalogue["variants"]}["friends"]
    assert sum(count for _, count, _ in friends["tiles"]) == 104
    assert ["Q", 1, 10] in friends["tiles"]
    assert friends["seats"] == [2, 2]


def test_the_catalogue_says_what_each_rule_allows(visitor: Visitor) -> None:
    parameters = {p["name"]: p for p in visitor.get("/api/catalogue")["parameters"]}
    assert list(parameters) == list(PARAMETERS)
    assert parameters["lines_per_turn"] == {
        "name": "lines_per_turn",
        "kind": "choice",
        "choices": ["one", "any"],
    }
    assert parameters["full_rack_bonus"] == {
        "name": "full_rack_bonus",
        "kind": "number",
        "least": 0,
        "most": 1000,
    }


def test_the_front_page_game_is_the_same_until_it_is_over_or_a_fresh_one_is_wanted(
    visitor: Visitor, talk: Talk
) -> None:
    first = visitor.front("friends")
    assert visitor.front("friends") == first
    if talk.join(first)["view"]["on_turn"] == 0:
        talk.expect("state")  # the game that was played last counts: its bot has begun
    time.sleep(0.002)  # the clock of the rows counts milliseconds
    assert visitor.front("wordsmith") != first
    fresh = visitor.front("friends", fresh=True)
    assert fresh != first
    assert visitor.front("friends") == fresh


def test_an_old_front_page_game_played_on_is_no_bar_to_a_fresh_one(
    visitor: Visitor, talk: Talk
) -> None:
    old = visitor.front("classic")
    young = visitor.front("classic", fresh=True)
    for table in (young, old):
        state = talk.join(table)
        if state["view"]["on_turn"] == 0:
            state = talk.expect("state")
    time.sleep(0.002)  # the clock of the rows counts milliseconds
    talk.act(state, 1, {"type": "pass"})
    talk.expect("ack")
    assert visitor.front("classic") == old
    youngest = visitor.front("classic", fresh=True)
    assert youngest not in (old, young)


def test_a_finished_front_page_game_makes_room_for_another(visitor: Visitor, talk: Talk) -> None:
    table = visitor.front("friends")
    state = talk.join(table)
    talk.act(state, 1, {"type": "resign"})
    talk.until(lambda got: got["type"] == "state" and got["view"]["phase"] == "ended")
    assert visitor.front("friends") != table


def test_every_visitor_has_a_front_page_game_of_his_own(server: LiveServer) -> None:
    tables = set()
    for _ in range(2):
        somebody = Visitor(server.address)
        tables.add(somebody.front("friends"))
        somebody.close()
    assert len(tables) == 2


def test_on_the_front_page_the_easy_bot_begins(visitor: Visitor, talk: Talk) -> None:
    view = talk.join(visitor.front("friends"))["view"]
    assert [(seat["kind"], seat["level"], seat["mine"]) for seat in view["seats"]] == [
        ("bot", "easy", False),
        ("human", None, True),
    ]
    assert view["viewer"] == 1


def test_ones_tables_are_listed_the_last_played_first(visitor: Visitor, talk: Talk) -> None:
    first = visitor.new_table("classic", "Анна", "Борис", seating="agreed")
    second = visitor.front("friends")
    lines = visitor.get("/api/tables")["tables"]
    assert {line["table"] for line in lines} == {first, second}
    state = talk.join(first)
    talk.act(state, 0, {"type": "pass"})
    talk.until(lambda got: got["type"] == "state" and got["version"] == 2)
    line = next(row for row in visitor.get("/api/tables")["tables"] if row["table"] == first)
    assert line["variant"] == "classic"
    assert line["mine"] == [0, 1]
    assert (line["version"], line["on_turn"], line["ended"], line["front"]) == (2, 1, False, False)
    assert [(seat["name"], seat["kind"], seat["score"]) for seat in line["seats"]] == [
        ("Анна", "human", 0),
        ("Борис", "human", 0),
    ]


def test_a_random_seating_gives_everybody_every_seat(visitor: Visitor, talk: Talk) -> None:
    firsts = set()
    for _ in range(20):
        table = visitor.new_table("friends", "Anna", "Boris")
        firsts.add(talk.join(table)["view"]["seats"][0]["name"])
        talk.send(type="leave", table=table)
    assert firsts == {"Anna", "Boris"}


def test_an_agreed_seating_is_kept(visitor: Visitor, talk: Talk) -> None:
    names = ["A", "B", "C", "D"]
    for _ in range(5):
        view = talk.join(visitor.new_table("wordsmith", *names))["view"]
        assert [seat["name"] for seat in view["seats"]] == names


def test_house_rules_are_shown_as_differences_from_the_preset(visitor: Visitor, talk: Talk) -> None:
    table = visitor.new_table("friends", "Anna", "Boris", full_rack_bonus="50", seats="2-4")
    view = talk.join(table)["view"]
    assert view["differences"] == {"full_rack_bonus": "50", "seats": "2-4"}
    assert view["rules"]["full_rack_bonus"] == "50"
    assert view["rules"]["check"] == "refuse"


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("full_rack_bonus", "plenty", "0-1000"),
        ("lines_per_turn", "two", "one, any"),
        ("no_such_rule", "1", "rack_size"),
        ("word_groups", "words+swearing", "offensive"),
        ("opening", "two_start_cells", "one_start_cell"),
        ("rack_size", "99", "1-16"),
    ],
)
def test_a_bad_house_rule_is_named_with_what_is_allowed(
    visitor: Visitor, key: str, value: str, allowed: str
) -> None:
    body = {
        "variant": "friends",
        "overrides": {key: value},
        "seats": [{"kind": "human", "name": ""}, {"kind": "bot", "level": "easy"}],
    }
    detail = refused(visitor.http.post("/api/tables", json=body), 422, "bad_rule")
    assert (detail["key"], detail["value"]) == (key, value)
    assert allowed in detail["allowed"]


HUMAN, BOT = {"kind": "human", "name": "Anna"}, {"kind": "bot", "level": "easy"}


@pytest.mark.parametrize(
    "seats",
    [
        [],
        [HUMAN],
        [HUMAN, BOT, BOT],
        [BOT, BOT],
        [HUMAN, {"kind": "bot", "level": "divine"}],
    ],
)
def test_seats_that_cannot_be_are_refused(visitor: Visitor, seats: list[dict[str, str]]) -> None:
    body = {"variant": "friends", "overrides": {}, "seats": seats}
    refused(visitor.http.post("/api/tables", json=body), 422, "bad_seats")


@pytest.mark.parametrize("path", ["/api/front", "/api/tables"])
def test_an_unknown_variant_is_refused(visitor: Visitor, path: str) -> None:
    body: dict[str, Any] = {"variant": "chess"}
    if path == "/api/tables":
        body["seats"] = [HUMAN, BOT]
    detail = refused(visitor.http.post(path, json=body), 404, "unknown_variant")
    assert detail["variant"] == "chess"
    assert "friends" in detail["known"]


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (b"", ""),
        (b"{", ""),
        (b"[1]", ""),
        (b'{"variant": 5}', "$.variant"),
        (b'{"variant": "friends", "colour": "red"}', ""),
        (b'{"variant": "friends", "fresh": "yes"}', "$.fresh"),
        (b"\xff\xfe", ""),
        (b"[" * 60_000, ""),
    ],
)
def test_a_body_that_is_no_request_is_refused_with_the_place(
    visitor: Visitor, body: bytes, path: str
) -> None:
    response = visitor.http.post("/api/front", content=body)
    detail = refused(response, 400, "bad_request")
    assert detail["path"] == path
    assert detail["message"]
    assert "Traceback" not in response.text


def test_a_large_body_is_refused_whatever_it_says_of_its_length(visitor: Visitor) -> None:
    large = b" " * (64 * 1024 + 1)
    refused(visitor.http.post("/api/front", content=large), 413, "too_large")
    refused(visitor.http.post("/api/front", content=iter([large])), 413, "too_large")


@pytest.mark.parametrize("path", ["/api/front", "/api/tables", "/api/tables/x/rematch"])
@pytest.mark.parametrize("origin", [None, "null", "https://evil.example", "http://127.0.0.1:1"])
def test_what_changes_something_is_asked_by_our_own_page_only(
    server: LiveServer, path: str, origin: str | None
) -> None:
    headers = {} if origin is None else {"origin": origin}
    response = httpx.post(server.address + path, json={"variant": "friends"}, headers=headers)
    refused(response, 403, "bad_origin")
    assert "set-cookie" not in response.headers


def test_a_name_that_leads_here_from_elsewhere_is_refused(server: LiveServer) -> None:
    headers = {"origin": "http://rebound.example", "host": "rebound.example"}
    response = httpx.post(server.address + "/api/front", json={}, headers=headers)
    refused(response, 403, "bad_origin")


def test_a_table_of_somebody_else_is_forbidden(server: LiveServer, visitor: Visitor) -> None:
    table = visitor.new_table("friends", "A", "B", terms={"watching": False})
    other = Visitor(server.address)
    for path in ("game.json", "game.gcg", "bag"):
        refused(other.http.get(f"/api/tables/{table}/{path}"), 403, "forbidden")
    refused(other.http.post(f"/api/tables/{table}/rematch"), 403, "forbidden")
    refused(other.http.get(f"/api/words/friends/cat?table={table}"), 403, "forbidden")
    assert other.get("/api/tables") == {"tables": []}
    other.close()


def test_a_table_that_is_not_there_is_unknown(visitor: Visitor) -> None:
    for path in ("game.json", "game.gcg"):
        refused(visitor.http.get(f"/api/tables/nowhere/{path}"), 404, "unknown_table")
    refused(visitor.http.post("/api/tables/nowhere/rematch"), 404, "unknown_table")


def test_a_rematch_has_the_same_seats_and_rules_and_the_next_seat_begins(
    visitor: Visitor, talk: Talk
) -> None:
    names = ["A", "B", "C"]
    table = visitor.new_table("erudit", *names, full_rack_bonus="20")
    again = visitor.post(f"/api/tables/{table}/rematch")["table"]
    view = talk.join(again)["view"]
    assert [seat["name"] for seat in view["seats"]] == ["B", "C", "A"]
    assert view["differences"] == {"full_rack_bonus": "20"}
    assert view["on_turn"] == 0


def test_a_rematch_asked_for_twice_is_one_table(visitor: Visitor) -> None:
    table = visitor.front("friends")
    path = f"/api/tables/{table}/rematch"
    assert visitor.post(path) == visitor.post(path)


def test_a_word_is_told_with_what_it_means_and_is_worth(visitor: Visitor) -> None:
    entry = visitor.get("/api/words/friends/quiz")
    assert (entry["word"], entry["shown"], entry["legal"], entry["why"]) == (
        "QUIZ",
        "QUIZ",
        True,
        None,
    )
    assert entry["points"] == 10 + 2 + 1 + 10
    assert entry["gloss"]


def test_a_word_that_does_not_count_is_told_with_the_reason(visitor: Visitor) -> None:
    entry = visitor.get("/api/words/wordsmith/хвостик")
    assert not entry["legal"]
    assert entry["why"]["code"] == "diminutive"
    assert entry["why"]["lemma"] == "ХВОСТ"


def test_a_word_is_shown_with_its_dots(visitor: Visitor) -> None:
    entry = visitor.get("/api/words/wordsmith/ёлка")
    assert (entry["word"], entry["shown"], entry["legal"]) == ("ЕЛКА", "ЁЛКА", True)


def test_a_word_is_asked_by_the_rules_of_the_table(visitor: Visitor) -> None:
    groups = visitor.get("/api/catalogue")["variants"][0]["defaults"]["word_groups"]
    table = visitor.new_table("wordsmith", "A", "B", word_groups=groups + "+diminutive")
    assert visitor.get(f"/api/words/wordsmith/хвостик?table={table}")["legal"]
    assert not visitor.get("/api/words/wordsmith/хвостик")["legal"]


@pytest.mark.parametrize("word", ["!", "ц%20ц", "a" * 64, "%F0%9F%98%80", "ǅ"])
def test_what_is_no_word_at_all_is_no_fault(visitor: Visitor, word: str) -> None:
    entry = visitor.get(f"/api/words/friends/{word}")
    assert not entry["legal"]


def test_an_endless_word_is_refused(visitor: Visitor) -> None:
    detail = refused(visitor.http.get(f"/api/words/friends/{'a' * 65}"), 400, "bad_request")
    assert detail["path"] == "word"


def test_a_route_that_is_not_there_is_told_in_json(visitor: Visitor) -> None:
    response = visitor.http.post("/api/front/more")
    assert response.status_code in (404, 405)
    assert "error" in json.loads(response.text)
    assert visitor.http.delete("/api/tables").status_code == 405


def test_an_address_that_wants_too_many_tables_is_told_so(server: LiveServer) -> None:
    buckets = server.house.new_tables
    spent = type(buckets)(burst=1, per_s=3600)
    assert spent.take("127.0.0.1")
    server.house.new_tables = spent
    try:
        body = {"variant": "friends"}
        headers = {"origin": server.address}
        response = httpx.post(server.address + "/api/front", json=body, headers=headers)
        refused(response, 429, "too_fast")
    finally:
        server.house.new_tables = buckets
