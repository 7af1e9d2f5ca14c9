"""What no log may hold (rule 11 of the server's security: no rack, session or mail in logs)."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from wordsmith.rules.tiles import Tiles
from wordsmith.server.observing.logs import LineFormatter, begin
from wordsmith.server.observing.secrecy import WITHHELD, clean, plain, without_secrets

COOKIE = "Zm9vYmFyYmF6cXV4MDEyMzQ1Njc4OWFiY2RlZmdoaWo"
SECRETS = {
    "rack": "СЛОВОД?",
    "racks_before": ["АБВ"],
    "hand": "СЛО",
    "bag": "ЪЫЬ",
    "session": "s1",
    "session-id": "s1",
    "Cookie": f"__Host-sid={COOKIE}",
    "key": "k1",
    "password": "p1",
    "e_mail": "anna at home",
    "client": ["198.51.100.7", 1234],
    "person": "person 17",
    "invite": "i1",
    "new_token": "t1",
}


@pytest.mark.parametrize("name", SECRETS)
def test_a_field_that_is_called_like_a_secret_loses_its_value(name: str) -> None:
    assert without_secrets({name: SECRETS[name]}) == {name: WITHHELD}
    assert plain({"inner": [{name: SECRETS[name]}]}) == {"inner": [{name: WITHHELD}]}


@pytest.mark.parametrize("name", ["table", "version", "turn", "keyboard", "racket", "sessionless"])
def test_a_field_that_only_sounds_like_one_keeps_it(name: str) -> None:
    assert without_secrets({name: 7}) == {name: 7}


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("no such person: anna.b+c@example.org", "anna.b+c@example.org"),
        ("Key (email)=(анна@почта.рф) already exists.", "анна@почта.рф"),
        (f"bad cookie {COOKIE}!", COOKIE),
        ("session " + "0af" * 21 + "0", "0af" * 21 + "0"),
        ("key 0123456789abcdef0123456789abcdef used twice", "0123456789abcdef0123456789abcdef"),
        ("refused 198.51.100.7:3345", "198.51.100.7"),
        ("refused ('2001:db8::17', 1)", "2001:db8::17"),
        ("refused [fe80::1%eth0]:80", "fe80::1"),
    ],
)
def test_what_looks_like_a_secret_is_taken_out_of_a_text(text: str, secret: str) -> None:
    assert secret not in clean(text)
    assert WITHHELD in clean(text)


@pytest.mark.parametrize(
    "text",
    [
        "table x7Kq2-aB9_c at version 12, 3 of 4 seats, since 2026-11-30T01:02:03.456Z",
        "Error 111 connecting to 127.0.0.1:6379. and [::1]:6379",
        "PostgreSQL 15.18, SQLite 3.54.1, 12:30",
        "wordsmith.server.tables.table::act",
    ],
)
def test_what_does_not_is_left_alone(text: str) -> None:
    assert clean(text) == text


@pytest.fixture
def log() -> Iterator[tuple[logging.Logger, io.StringIO, LineFormatter]]:
    """The log of a program, in JSON; what pytest has set up comes back."""
    root, own = logging.getLogger(), logging.getLogger("wordsmith")
    before = (list(root.handlers), root.level, own.level)
    stream = io.StringIO()
    formatter = begin(as_json=True, stream=stream)
    root.handlers[:] = [root.handlers[-1]]
    yield logging.getLogger("wordsmith.server.somewhere"), stream, formatter
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    own.setLevel(before[2])


def test_no_line_holds_a_secret_however_it_came_in(
    log: tuple[logging.Logger, io.StringIO, LineFormatter],
) -> None:
    logger, stream, _ = log
    rack = Tiles.of((3, 1, 2))
    logger.info("a %s and %s", rack, {"hand": "СЛОВО"}, extra={**SECRETS, "view": rack})
    logger.warning("of %(person)s and %(table)s", {"person": "person 17", "table": "t1"})
    nobody: dict[str, str] = {}
    try:
        logger.info(nobody["anna@example.org"])
    except KeyError:
        logger.exception("failed")
    written = stream.getvalue()
    for secret in ("СЛОВО", "x01", "person 17", "198.51", COOKIE, "anna@", "p1", "k1"):
        assert secret not in written
    first, second, third = [json.loads(line) for line in written.splitlines()]
    assert first["event"] == "a <Tiles> and {'hand': '[withheld]'}"
    assert (first["view"], first["rack"]) == ("<Tiles>", WITHHELD)
    assert second["event"] == "of [withheld] and t1"
    assert third["exception"].startswith("Traceback")


def test_a_line_says_when_where_and_how_bad(
    log: tuple[logging.Logger, io.StringIO, LineFormatter],
) -> None:
    logger, stream, _ = log
    logger.info("%d moves in %.1f s", 12, 1.25, extra={"table": "t1", "version": 7})
    line = json.loads(stream.getvalue())
    assert line.pop("timestamp").endswith("Z")
    assert line == {
        "event": "12 moves in 1.2 s",
        "level": "info",
        "logger": "wordsmith.server.somewhere",
        "table": "t1",
        "version": 7,
    }


def test_for_people_a_line_is_words_and_fields(
    log: tuple[logging.Logger, io.StringIO, LineFormatter],
) -> None:
    logger, stream, formatter = log
    for writing in logging.getLogger().handlers:
        if writing.formatter is formatter:
            writing.setFormatter(LineFormatter(as_json=False))
    logger.info("a table was made", extra={"table": "t1", "rack": "СЛОВО"})
    assert "a table was made" in stream.getvalue()
    assert "table=t1" in stream.getvalue()
    assert "rack=[withheld]" in stream.getvalue()
    assert stream.getvalue().count("\n") == 1
    assert "\x1b" not in stream.getvalue()


@pytest.mark.parametrize("as_json", [True, False])
def test_what_somebody_has_sent_makes_no_line_of_its_own(
    log: tuple[logging.Logger, io.StringIO, LineFormatter],
    *,
    as_json: bool,
) -> None:
    """Security rule 11: whoever sends a line's end forges no entry, and colours no terminal."""
    logger, stream, formatter = log
    for writing in logging.getLogger().handlers:
        if writing.formatter is formatter:
            writing.setFormatter(LineFormatter(as_json=as_json))
    sent = "x\r\n2026-01-01T00:00:00Z [error] forged\x1b[31m\x85\u2028y"
    logger.warning("no such table: %s", sent, extra={"table": sent})
    written = stream.getvalue()
    assert written.count("\n") == 1
    assert written.endswith("\n")
    for sign in "\r\x1b\x85\u2028":
        assert sign not in written
    assert "forged" in written


def test_libraries_speak_only_when_it_is_serious(
    log: tuple[logging.Logger, io.StringIO, LineFormatter],
) -> None:
    _, stream, _ = log
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.info('%s - "WebSocket %s" [accepted]', "198.51.100.7:1", "/ws")
    assert stream.getvalue() == ""
    uvicorn.error("serious")
    assert json.loads(stream.getvalue())["event"] == "serious"
