"""U+0000 is in no text: PostgreSQL cannot keep it, and whoever sends it must not look like a fault.

Found by asking a site over PostgreSQL for ``/api/players/%00``: 503, and an alarm for whoever runs
the site.
"""

from typing import Any

import pytest

from tests.server.site import LiveServer, Talk, Visitor
from wordsmith.errors import ParseError
from wordsmith.server.http.api import operations
from wordsmith.server.messages.frames import Say, parse_message

BROWSER = {"p256dh": "B" * 87, "auth": "A" * 22}
BODIES: list[tuple[str, dict[str, Any]]] = [
    ("/api/login", {"login": "a\0b", "password": "a long one"}),
    ("/api/login", {"login": "anna", "password": "a\0long one"}),
    ("/api/login/forgot", {"login": "a\0b"}),
    ("/api/me", {"email": "a\0b@example.org"}),
    ("/api/me", {"name": "\0"}),
    ("/api/me/notices", {"endpoint": "https://push.example.org/\0", "keys": BROWSER}),
    ("/api/me/notices", {"endpoint": "\0", "remove": True}),
    ("/api/passkeys/remove", {"id": "\0"}),
    ("/api/tables", {"variant": "friends", "seats": [{"kind": "human"}], "overrides": {"\0": ""}}),
    ("/api/groups/g1/words", {"word": "\0\0", "language": "en"}),
]


@pytest.mark.parametrize(("path", "body"), BODIES, ids=lambda told: str(told)[:24])
def test_no_body_holds_it(visitor: Visitor, path: str, body: dict[str, Any]) -> None:
    response = visitor.http.post(path, json=body)
    assert (response.status_code, response.json()["error"]) == (400, "bad_request")
    assert response.json()["detail"]["message"] == "U+0000 is in no text"


def test_no_address_holds_it(server: LiveServer, visitor: Visitor) -> None:
    asked = 0
    for operation in operations(server.house, server.hall):
        if operation.method == "GET" and "{" in operation.path:
            filled = operation.path.replace("{variant}", "friends")
            for name in ("table", "invite", "login", "group", "word"):
                filled = filled.replace(f"{{{name}}}", "x%00")
            response = visitor.http.get(filled)
            assert (response.status_code, response.json()["error"]) == (400, "bad_request"), filled
            asked += 1
    assert asked > 7
    for query in ("/api/lobby?variant=%00", "/api/next?after=%00"):
        assert visitor.http.get(query).status_code == 400


def test_no_message_holds_it(visitor: Visitor, talk: Talk) -> None:
    table = visitor.front("classic")
    talk.send(type="say", table=table, key="0" * 32, channel="table", text="a\0b")
    told = talk.receive()
    assert (told["type"], told["code"]) == ("error", "bad_message")


def test_a_backslash_before_it_is_one_that_was_written() -> None:
    written = '{"type":"say","table":"t","key":"%s","channel":"table","text":"%s"}'
    said = parse_message(written % ("0" * 32, r"\\u0000"))
    assert isinstance(said, Say)
    assert said.text == r"\u0000"
    for text in (r"\u0000", r"\\\u0000", r"x\\\\\u0000"):
        with pytest.raises(ParseError, match=r"U\+0000"):
            parse_message(written % ("0" * 32, text))
