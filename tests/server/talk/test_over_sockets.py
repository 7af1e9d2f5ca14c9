"""Security rule 9, over real sockets: no frame of a player holds what a spectator has said."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.site import Talk, Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.site import LiveServer

Json = dict[str, Any]


class Room:
    """Anna and Boris play at a table, Dora looks on; each has a page open."""

    def __init__(self, server: LiveServer, stack: ExitStack, **terms: Any) -> None:
        self.visitors = {name: Visitor(server.address) for name in ("anna", "boris", "dora")}
        for visitor in self.visitors.values():
            stack.callback(visitor.close)
        self.pages = {
            name: stack.enter_context(visitor.talk()) for name, visitor in self.visitors.items()
        }
        anna, boris = self.visitors["anna"], self.visitors["boris"]
        self.table = anna.new_table(
            "friends", "Anna", "?", terms={"advisers": True, "listed": True, **terms}
        )
        gathering = self.pages["boris"].join(self.table)["gathering"]
        boris.sit(self.table, "Boris", gathering)
        for page in self.pages.values():
            assert page.join(self.table)["type"] == "state"

    def say(self, name: str, text: str, channel: str = "table", **more: Any) -> Json:
        """Say it, and wait for what comes of it."""
        key = secrets.token_hex(16)
        self.pages[name].send(
            type="say", table=self.table, key=key, channel=channel, to=None, text=text, **more
        )
        return self.pages[name].until(lambda got: _key(got) == key)

    def history(self, name: str) -> list[Json]:
        told: list[Json] = self.visitors[name].get(f"/api/tables/{self.table}/talk")["messages"]
        return told

    def act(self, name: str, action: Json) -> Json:
        page = self.pages[name]
        state = page.join(self.table)
        (seat,) = [seat for seat, one in enumerate(state["view"]["seats"]) if one["mine"]]
        key = page.act(state, seat, action)
        return page.until(lambda got: got.get("key") == key or got["type"] == "error")


def _key(got: Json) -> str | None:
    if got["type"] == "error":
        return (got.get("detail") or {}).get("key")
    return got.get("key")


def heard_until(page: Talk, text: str) -> list[str]:
    """Everything a page was told, up to the message with this text."""
    page.until(lambda got: got["type"] == "said" and got["message"]["text"] == text)
    return page.heard


@pytest.fixture
def room(server: LiveServer) -> Iterator[Room]:
    with ExitStack() as stack:
        yield Room(server, stack)


def test_what_a_spectator_says_never_reaches_a_player_of_a_live_game(room: Room) -> None:
    """Bug groups 29 to 31."""
    said = room.say("dora", "Boris holds the queen", "watchers")
    assert said["message"]["mine"]
    room.say("anna", "your turn")
    for name in ("anna", "boris"):
        assert "queen" not in "".join(heard_until(room.pages[name], "your turn"))
        assert [message["text"] for message in room.history(name)] == ["your turn"]
    assert [message["text"] for message in room.history("dora")] == ["Boris holds the queen"]


def test_after_the_end_everybody_reads_everything(room: Room) -> None:
    room.say("dora", "well played", "watchers")
    room.say("anna", "thank you")
    assert room.act("boris", {"type": "resign"})["type"] == "ack"
    for name in ("anna", "boris", "dora"):
        texts = [message["text"] for message in room.history(name)]
        assert texts == ["well played", "thank you"]


def test_an_adviser_whispers_and_the_others_only_see_that_he_did(room: Room) -> None:
    anna, dora = room.pages["anna"], room.pages["dora"]
    view = anna.join(room.table)["view"]
    (seat,) = [seat for seat, one in enumerate(view["seats"]) if one["mine"]]
    dora.send(type="advise", table=room.table, seat=seat)
    asks = anna.until(lambda got: got["type"] == "presence" and got["advisers"])
    watcher = asks["advisers"][0]["watcher"]
    assert room.act("anna", {"type": "admit", "watcher": watcher, "admit": True})["type"] == "ack"
    dora.until(lambda got: got["type"] == "state" and got["view"]["advises"] == seat)
    refused = room.say("dora", "I know a hand", "watchers")
    assert (refused["type"], refused["code"]) == ("error", "forbidden")
    room.say("dora", "lay the queen", "whisper")
    anna.until(lambda got: got["type"] == "said" and got["message"]["text"] == "lay the queen")
    bare = room.pages["boris"].until(lambda got: got["type"] == "said")["message"]
    assert (bare["channel"], bare["to"], bare["text"]) == ("whisper", seat, "")
    assert "queen" not in "".join(room.pages["boris"].heard)


def test_who_mutes_another_hears_him_no_more(room: Room) -> None:
    first = room.say("boris", "hello")
    room.visitors["anna"].post(
        "/api/mutes", {"table": room.table, "message": first["message"]["n"]}
    )
    room.say("boris", "are you there?")
    room.say("anna", "good night")
    assert "there?" not in "".join(heard_until(room.pages["anna"], "good night"))
    assert [message["text"] for message in room.history("anna")] == ["good night"]


def test_at_a_table_without_talk_it_is_said_that_there_is_none(server: LiveServer) -> None:
    with ExitStack() as stack:
        room = Room(server, stack, talk=False)
        refused = room.say("anna", "hello")
        assert (refused["type"], refused["code"]) == ("error", "talk_off")


def test_the_same_key_again_over_another_line_is_the_same_message(room: Room) -> None:
    key = "ab" * 16
    message = {
        "type": "say",
        "table": room.table,
        "key": key,
        "channel": "table",
        "to": None,
        "text": "once",
    }
    room.pages["anna"].send(**message)
    first = room.pages["anna"].until(lambda got: got.get("key") == key)
    with room.visitors["anna"].talk() as page:
        page.send(**message)
        assert page.until(lambda got: got.get("key") == key) == first
    assert len(room.history("boris")) == 1


def test_what_is_said_is_no_part_of_the_game(room: Room, server: LiveServer) -> None:
    """Security rule 9: talk is not in the table's log, nor in what is taken home of the game."""
    before = room.pages["anna"].join(room.table)["version"]
    assert room.say("anna", "xyzzy at the table")["type"] == "said"
    assert room.say("dora", "xyzzy among those who look on", "watchers")["type"] == "said"
    assert room.pages["anna"].join(room.table)["version"] == before
    room.act("anna", {"type": "resign"})

    async def stored() -> list[str]:
        return [f"{row.action} {row.events!r}" for row in await server.house.store.read(room.table)]

    log = asyncio.run(stored())
    assert len(log) == before + 1
    for ending in ("gcg", "json"):
        response = room.visitors["anna"].http.get(f"/api/tables/{room.table}/game.{ending}")
        log.append(response.text)
        assert response.status_code == 200
    assert not [row for row in log if "xyzzy" in row]


def test_played_words_are_never_masked(visitor: Visitor) -> None:
    """The lexicon alone judges what is played. That no room of the game could ask talk for its
    words is held by the floors (``lint-imports``).
    """
    entry = visitor.get("/api/words/classic/BITCH")
    assert (entry["word"], entry["shown"], entry["legal"]) == ("BITCH", "BITCH", True)


def test_a_report_is_taken_over_http(room: Room) -> None:
    said = room.say("boris", "rude")
    body = {"table": room.table, "message": said["message"]["n"], "reason": "rude"}
    assert room.visitors["anna"].post("/api/reports", body) == {}
    refused = room.visitors["boris"].http.post("/api/reports", json=body)
    assert (refused.status_code, refused.json()["error"]) == (422, "yourself")
