"""The line between a page and the server: what is said, what is answered, and when it is closed.

Public bug groups 9 (a click twice is two moves), 27 (a move made for another position is played
after a reconnect), 33 and 35 besides those named at single tests.
"""

import contextlib
import functools
import json
import secrets
import socket as plain
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.site import PATIENCE_S, Json, LiveServer, Talk, Visitor, quick
from wordsmith.server.live import connection
from wordsmith.server.live.outbox import MOST_FRAMES
from wordsmith.server.messages.protocol import LARGEST_FRAME
from wordsmith.store import StoreError


def websocket_address(server: LiveServer) -> str:
    return server.address.replace("http", "ws") + "/ws"


@pytest.mark.parametrize("origin", [None, "null", "https://evil.example", "http://127.0.0.1:1"])
def test_a_foreign_page_is_turned_away_before_it_is_accepted(
    server: LiveServer, visitor: Visitor, origin: str | None
) -> None:
    visitor.front("friends")
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    with pytest.raises(InvalidStatus) as refusal:
        connect(
            websocket_address(server),
            origin=None if origin is None else Origin(origin),
            additional_headers={"cookie": cookie},
        )
    assert refusal.value.response.status_code == 403


@pytest.mark.parametrize("cookie", ["", "sid=x", f"sid={'A' * 43}"])
def test_a_stranger_is_let_go_with_the_code_for_it(server: LiveServer, cookie: str) -> None:
    with connect(
        websocket_address(server),
        origin=Origin(server.address),
        additional_headers={"cookie": cookie},
    ) as socket:
        with pytest.raises(ConnectionClosed):
            socket.recv(PATIENCE_S)
        assert socket.close_code == 4003


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        '{"type": "dance"}',
        '{"type": "join"}',
        '{"type": "join", "table": "../../etc/passwd"}',
        '{"type": "join", "table": "a", "since": -1}',
        '{"type": "join", "table": "a", "since": 1e300}',
        '{"type": "act", "table": "a", "seat": 9, "after": 1, "action": {"type": "pass"}}',
        '{"type": "try", "table": "a", "seat": 0, "id": 1, "play": {"laid": [[0, "ABC"]]}}',
        '{"type": "ping", "id": "one"}',
        '{"type": "ping", "id": 1, "more": 2}',
        "[" * 8000,
        '"' + "\\ud800" + '"',
    ],
)
def test_what_is_no_message_gets_a_typed_error_and_the_line_stays(talk: Talk, text: str) -> None:
    talk.socket.send(text)
    error = talk.receive()
    assert (error["type"], error["code"]) == ("error", "bad_message")
    assert error["detail"]
    talk.send(type="ping", id=7)
    assert talk.receive() == {"type": "pong", "id": 7}


def test_bytes_that_are_no_text_get_a_typed_error_too(talk: Talk) -> None:
    talk.socket.send(b"\xff\x00\xfe")
    assert talk.receive()["code"] == "bad_message"


def test_a_frame_that_is_too_large_closes_the_line_with_1009(talk: Talk) -> None:
    talk.socket.send(" " * (LARGEST_FRAME + 1))
    with pytest.raises(ConnectionClosed):
        talk.receive()
    assert talk.socket.close_code == 1009


def test_a_page_that_says_too_much_is_warned_and_then_let_go(
    server: LiveServer, talk: Talk
) -> None:
    messages = server.house.settings.messages
    for number in range(messages + 10):
        talk.send(type="ping", id=number)
    with pytest.raises(ConnectionClosed):
        talk.until(lambda _got: False)
    assert talk.socket.close_code == 1008
    warnings = [frame for frame in talk.heard if "too_fast" in frame]
    assert 0 < len(warnings) <= 3


def test_who_looks_on_may_say_half_as_much_as_who_plays(server: LiveServer, talk: Talk) -> None:
    """Security rule 5: 50 messages in 20 s, and a player 100."""
    other = Visitor(server.address)
    table = other.new_table("friends", "Anna", "Boris")
    half = server.house.settings.messages // 2
    for number in range(half + 10):
        talk.send(type="try", table=table, seat=0, id=number, play={"laid": [], "swapped": []})
    with pytest.raises(ConnectionClosed):
        talk.until(lambda _got: False)
    assert talk.socket.close_code == 1008
    told = [json.loads(frame)["code"] for frame in talk.heard if '"error"' in frame]
    assert told[:half] == ["forbidden"] * half
    assert set(told[half:]) == {"too_fast"}
    with other.talk() as player:
        for number in range(half + 10):
            player.send(
                type="try", table=table, seat=0, id=number, play={"laid": [], "swapped": []}
            )
        assert player.until(lambda got: got.get("id") == half + 9)["type"] == "tried"
    other.close()


@pytest.mark.parametrize("kind", ["join", "act", "try", "hint"])
def test_a_table_that_is_not_there_is_unknown(talk: Talk, kind: str) -> None:
    kinds: dict[str, Json] = {
        "join": {"since": 0, "seat": None},
        "act": {"seat": 0, "after": 1, "key": "0" * 32, "action": {"type": "pass"}},
        "try": {"seat": 0, "id": 1, "play": {"laid": [], "swapped": []}},
        "hint": {"seat": 0, "id": 1},
    }
    talk.send(type=kind, table="nowhere", **kinds[kind])
    assert talk.receive() == {"type": "error", "code": "unknown_table", "table": "nowhere"}


@pytest.mark.parametrize("kind", ["join", "act", "try", "hint"])
def test_who_holds_no_seat_is_refused(server: LiveServer, talk: Talk, kind: str) -> None:
    other = Visitor(server.address)
    table = other.new_table("friends", "Anna", "Boris", terms={"watching": False})
    kinds: dict[str, Json] = {
        "join": {"since": 0, "seat": 0},
        "act": {"seat": 0, "after": 1, "key": "0" * 32, "action": {"type": "resign"}},
        "try": {"seat": 0, "id": 1, "play": {"laid": [[112, "A"]], "swapped": []}},
        "hint": {"seat": 0, "id": 1},
    }
    talk.send(type=kind, table=table, **kinds[kind])
    error = talk.receive()
    assert (error["type"], error["code"], error["table"]) == ("error", "forbidden", table)
    assert error.get("detail") == ({"key": "0" * 32} if kind == "act" else None)
    assert other.get("/api/tables")["tables"][0]["version"] == 1
    other.close()


def test_the_seat_of_a_bot_is_nobodys_to_play(visitor: Visitor, talk: Talk) -> None:
    """Public bug group 16: a bot's seat was played by hand as well, and the bot lost its way."""
    table = visitor.new_table("wordsmith", "Anna", "easy")
    state = talk.join(table)
    key = talk.act(state, 1, {"type": "resign"})
    assert talk.receive() == {
        "type": "error",
        "code": "forbidden",
        "table": table,
        "detail": {"key": key},
    }


def test_an_action_is_acknowledged_and_then_shown(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"))
    key = talk.act(state, 0, {"type": "pass"})
    ack, shown = talk.receive(), talk.receive()
    assert ack == {"type": "ack", "table": state["table"], "key": key, "version": 2}
    assert (shown["type"], shown["version"]) == ("state", 2)
    assert [turn["kind"] for turn in shown["turns"]] == ["pass"]


def test_the_same_key_again_gets_the_same_ack_and_changes_nothing(
    visitor: Visitor, talk: Talk
) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"))
    keys = {talk.act(state, 0, {"type": "pass"}, key="ab" * 16) for _ in range(10)}
    assert len(keys) == 1
    acks = [talk.expect("ack") for _ in range(10)]
    assert {ack["version"] for ack in acks} == {2}
    assert talk.join(state["table"])["version"] == 2


def test_a_key_with_another_content_is_told_apart(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"))
    key = talk.act(state, 0, {"type": "pass"})
    talk.expect("ack")
    talk.act(state, 0, {"type": "exchange", "tiles": state["view"]["rack"] or "?"}, key=key)
    error = talk.until(lambda got: got["type"] == "error")
    assert (error["code"], error["table"], error["detail"]) == (
        "key_reused",
        state["table"],
        {"key": key},
    )


def test_a_late_action_is_stale_and_the_state_follows(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"))
    talk.act(state, 0, {"type": "pass"})
    talk.until(lambda got: got["type"] == "state")
    key = talk.act(state, 0, {"type": "pass"})
    assert talk.receive() == {
        "type": "stale",
        "table": state["table"],
        "key": key,
        "version": 2,
    }
    assert talk.receive()["version"] == 2


def test_an_action_from_the_future_is_stale(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"))
    talk.act({**state, "version": 99}, 0, {"type": "resign"})
    assert talk.receive()["type"] == "stale"


def test_resigning_is_taken_at_any_earlier_version(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"))
    talk.act(state, 0, {"type": "pass"})
    talk.act(state, 0, {"type": "resign"})
    ended = talk.until(lambda got: got["type"] == "state" and got["view"]["ended"])
    assert ended["view"]["ended"]["winners"] == [1]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"type": "play", "laid": [], "swapped": []}, "no_tiles"),
        ({"type": "play", "laid": [[0, "*"]], "swapped": []}, "bad_notation"),
        ({"type": "play", "laid": [[0, "Ж"]], "swapped": []}, "bad_notation"),
        ({"type": "play", "laid": [[999, "A"]], "swapped": []}, "off_board"),
        ({"type": "play", "laid": [[-1, "A"]], "swapped": []}, "off_board"),
        ({"type": "play", "laid": [[n, "A"] for n in range(60)], "swapped": []}, "not_in_rack"),
        ({"type": "exchange", "tiles": ""}, "no_tiles"),
        ({"type": "exchange", "tiles": "Ж"}, "bad_notation"),
        ({"type": "exchange", "tiles": "Q" * 9}, "not_in_rack"),
        ({"type": "challenge"}, "nothing_to_challenge"),
        ({"type": "vote", "accept": True}, "nothing_to_vote_on"),
    ],
)
def test_what_the_rules_refuse_changes_nothing(
    visitor: Visitor, talk: Talk, action: dict[str, object], code: str
) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"))
    key = talk.act(state, 0, action)
    refused = talk.expect("refused")
    assert refused["key"] == key
    assert code in [reason["code"] for reason in refused["reasons"]]
    assert talk.join(state["table"])["version"] == 1


def test_who_is_not_on_turn_is_refused(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"))
    talk.act(state, 1, {"type": "pass"})
    assert [r["code"] for r in talk.expect("refused")["reasons"]] == ["not_on_turn"]


def test_rows_are_sent_from_any_version(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"))
    for seat in (0, 1, 0):
        talk.act(state, seat, {"type": "pass"})
        state = talk.until(lambda got: got["type"] == "state")
    assert state["version"] == 4
    for since, rows in [(0, [1, 2, 3]), (1, [1, 2, 3]), (2, [2, 3]), (4, []), (77, [1, 2, 3])]:
        again = talk.join(state["table"], since=since)
        assert [turn["n"] for turn in again["turns"]] == rows
        assert again["from"] == 3 - len(rows)


def test_two_pages_of_one_visitor_see_the_same(visitor: Visitor, talk: Talk) -> None:
    table = visitor.new_table("classic", "Anna", "Boris")
    state = talk.join(table)
    with visitor.talk() as second:
        second.join(table)
        talk.act(state, 0, {"type": "pass"})
        mine = talk.until(lambda got: got["type"] == "state")
        assert second.until(lambda got: got["type"] == "state") == mine


def test_a_table_that_was_left_is_heard_no_more(visitor: Visitor, talk: Talk) -> None:
    table = visitor.new_table("classic", "Anna", "Boris")
    state = talk.join(table)
    with visitor.talk() as second:
        second.join(table)
        second.send(type="leave", table=table)
        second.send(type="ping", id=1)
        assert second.receive()["type"] == "pong"
        talk.act(state, 0, {"type": "pass"})
        talk.until(lambda got: got["type"] == "state")
        second.send(type="ping", id=2)
        assert second.receive() == {"type": "pong", "id": 2}


def test_several_tables_live_on_one_line(visitor: Visitor, talk: Talk) -> None:
    states = [talk.join(visitor.new_table("classic", "A", "B")) for _ in range(3)]
    for state in states:
        talk.act(state, 0, {"type": "pass"})
        shown = talk.until(lambda got: got["type"] == "state")
        assert (shown["table"], shown["version"]) == (state["table"], 2)


def test_no_more_tables_than_sixteen_on_one_line(visitor: Visitor, talk: Talk) -> None:
    tables = [visitor.new_table("classic", "A", "B") for _ in range(17)]
    answers = [talk.join(table)["type"] for table in tables]
    assert answers == ["state"] * 16 + ["error"]
    assert talk.join(tables[0])["type"] == "state"


def test_with_a_sixth_page_of_one_browser_the_oldest_is_replaced(server: LiveServer) -> None:
    somebody = Visitor(server.address)
    with contextlib.ExitStack() as lines:
        talks = [lines.enter_context(somebody.talk()) for _ in range(6)]
        with pytest.raises(ConnectionClosed):
            talks[0].receive()
        assert talks[0].socket.close_code == 4009
        for talk in talks[1:]:
            talk.send(type="ping", id=1)
            assert talk.receive()["type"] == "pong"
    somebody.close()


def test_guests_of_one_address_have_so_many_lines_and_no_more(tmp_path: Path) -> None:
    with (
        LiveServer(tmp_path / "games.sqlite3", quick(guest_sockets=3)) as live,
        contextlib.ExitStack() as lines,
    ):
        guests = [Visitor(live.address) for _ in range(4)]
        talks = [lines.enter_context(guest.talk()) for guest in guests]
        with pytest.raises(ConnectionClosed):
            talks[3].receive()
        assert talks[3].socket.close_code == 1008
        talks[0].socket.close()
        back = lines.enter_context(guests[3].talk())
        back.send(type="ping", id=1)
        assert back.receive()["type"] == "pong"
        for guest in guests:
            guest.close()


def test_a_page_that_does_not_read_is_let_go_and_holds_nobody_up(
    server: LiveServer, visitor: Visitor, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Public bug group 34: a slow reader makes the server keep everything for him."""
    monkeypatch.setattr(connection, "_CLOSING_S", 0.2)  # frames are made as long as it is waited
    table = visitor.new_table("classic", "Anna", "Boris")
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    deaf = plain.create_connection(("127.0.0.1", int(server.address.rpartition(":")[2])))
    deaf.setsockopt(plain.SOL_SOCKET, plain.SO_RCVBUF, 4096)
    with connect(
        websocket_address(server),
        sock=deaf,
        origin=Origin(server.address),
        additional_headers={"cookie": cookie},
        max_queue=1,
        close_timeout=0,
    ) as socket:
        talk.join(table)
        socket.send(f'{{"type": "join", "table": "{table}", "since": 0, "seat": null}}')
        room = server.hall._rooms[table]
        deadline = time.monotonic() + PATIENCE_S
        while len(room.pages) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        pulsing = server.hall._pulse._beating
        assert pulsing is not None
        loop, frames = pulsing.get_loop(), 0
        while len(room.pages) > 1:
            assert time.monotonic() < deadline
            loop.call_soon_threadsafe(functools.partial(room.show_all, again=True))
            frames += 1
            talk.expect("state")
        talk.send(type="ping", id=0)
        assert talk.expect("pong")
        assert frames > MOST_FRAMES


def test_a_play_is_tried_word_by_word_and_nothing_changes(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.front("friends"))
    if state["view"]["on_turn"] == 0:
        state = talk.until(lambda got: got["type"] == "state" and got["view"]["on_turn"] == 1)
    hint = talk.ask("hint", state["table"], 1)
    assert hint["play"]["laid"]
    tried = talk.ask("try", state["table"], 1, play=hint["play"])
    assert (tried["legal"], tried["score"], tried["reasons"]) == (True, hint["score"], [])
    assert [word["shown"] for word in tried["words"]] == hint["words"]
    assert all(word["ok"] and word["why"] is None for word in tried["words"])
    assert tried["score"] == sum(word["points"] for word in tried["words"]) + tried["bonus"]
    assert talk.join(state["table"])["version"] == state["version"]


def test_a_bad_word_is_named_with_why_while_it_is_tried(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.front("friends", fresh=True))
    rack = state["view"]["rack"].replace("?", "")
    letters = (rack * 7)[:2]
    play = {"laid": [[0, letters[0]], [1, letters[1]]], "swapped": []}
    tried = talk.ask("try", state["table"], 1, play=play)
    assert not tried["legal"]
    assert [word["word"] for word in tried["words"]] == [letters]
    codes = [reason["code"] for reason in tried["reasons"]]
    assert set(codes) & {"not_joined", "start_cell"}
    [word] = tried["words"]
    assert word["ok"] == ("not_a_word" not in codes)
    assert (word["why"] is None) == word["ok"]


def test_no_hint_where_other_people_play(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"), seat=0)
    hint = talk.ask("hint", state["table"], 0)
    assert (hint["play"], hint["score"], hint["words"]) == (None, 0, [])


def test_while_the_store_is_away_a_page_is_told_and_the_line_stays(
    server: LiveServer, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_table: str) -> None:
        raise StoreError("cannot be read")

    monkeypatch.setattr(server.house.tables, "get", away)
    talk.send(type="join", table="a", since=0, seat=None)
    assert talk.receive() == {"type": "error", "code": "unavailable", "table": "a"}
    talk.send(type="ping", id=1)
    assert talk.receive()["type"] == "pong"


def test_while_nobody_can_be_known_a_page_is_asked_to_come_again(
    server: LiveServer, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_socket: object) -> None:
        raise StoreError("cannot be read")

    visitor.get("/api/tables")
    monkeypatch.setattr(server.house.visitors, "known", away)
    with visitor.talk() as talk:
        with pytest.raises(ConnectionClosed):
            talk.receive()
        assert talk.socket.close_code == 1012


def test_a_fault_of_ours_closes_that_line_with_1011(
    server: LiveServer, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.house.tables, "get", lambda _table: 1 / 0)
    talk.send(type="join", table="a", since=0, seat=None)
    with pytest.raises(ConnectionClosed):
        talk.receive()
    assert talk.socket.close_code == 1011


def test_keys_are_thirty_two_hexadecimal_digits(visitor: Visitor, talk: Talk) -> None:
    state = talk.join(visitor.new_table("classic", "Anna", "Boris"))
    for key in ("", "table", "bot-1-0", "AB" * 16, secrets.token_hex(17)):
        talk.act(state, 0, {"type": "pass"}, key=key or " ")
        assert talk.receive()["code"] == "bad_message"
