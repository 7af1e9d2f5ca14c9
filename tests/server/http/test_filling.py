"""Whoever fills a site with tables, claims, word lists or complaints is asked to wait."""

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.site import LiveServer, Visitor, quick

pytestmark = pytest.mark.usefixtures("still_windows")
LISTED = {"listed": True}
OPEN = [{"kind": "human", "name": "Anna"}, {"kind": "open"}]
RUSSIAN = ["nouns", "plural_only", "diminutive", "colloquial", "rare", "archaic", "terms", "slang"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[LiveServer]:
    """As strict as a real one."""
    with LiveServer(tmp_path / "site.sqlite3", quick(quota_factor=1)) as live:
        yield live


@pytest.fixture
def anna(site: LiveServer) -> Iterator[Visitor]:
    somebody = Visitor(site.address)
    yield somebody
    somebody.close()


def code(visitor: Visitor, path: str, body: Any) -> Any:
    """What a refusal says; None if it is none."""
    response = visitor.http.post(path, json=body)
    told = response.json()
    if "error" in told:
        assert told["error"] != "too_fast" or told["detail"]["wait_s"] > 0
        return told["error"]
    return None


def test_an_address_makes_so_many_tables_and_no_more(anna: Visitor) -> None:
    """Security rule 5: limits for each action; a table is kept for good."""
    body = {"variant": "classic", "seats": [{"kind": "human"}, {"kind": "bot", "level": "easy"}]}
    told = [code(anna, "/api/tables", body) for _ in range(62)]
    assert told == [None] * 60 + ["too_fast"] * 2
    assert code(anna, "/api/front", {"variant": "classic", "fresh": True}) == "too_fast"


def test_an_address_fills_no_lobby(site: LiveServer) -> None:
    """Security rule 5, public bug group 35: whoever he says he is."""
    told = []
    for _ in range(12):
        somebody = Visitor(site.address)
        body = {"variant": "classic", "seats": OPEN, "listed": True}
        told.append(code(somebody, "/api/tables", body))
        somebody.close()
    assert told == [None] * 10 + ["too_fast"] * 2


def test_an_address_claims_no_seats_by_the_dozen(site: LiveServer, anna: Visitor) -> None:
    """Security rule 5, public bug group 35: seats are taken to spoil others' games."""
    told, tables = [], []
    with anna.talk() as talk:
        for _ in range(8):
            table = anna.new_table("classic", "Anna", "?", "?", "?", terms=LISTED, seats="2-4")
            tables.append((table, talk.join(table)["gathering"]["sheet"]))
    for number in range(22):
        table, sheet = tables[number // 3]
        stranger = Visitor(site.address)
        body = {"name": "Boris", "key": secrets.token_hex(16), "sheet": sheet}
        told.append(code(stranger, f"/api/tables/{table}/sit", body))
        if told[-1] is None:  # asked again, it is no other claim
            assert code(stranger, f"/api/tables/{table}/sit", body) is None
        stranger.close()
    assert told == [None] * 20 + ["too_fast"] * 2


def test_an_address_has_few_word_lists_built(
    anna: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Security rule 4: each choice of groups is a list of megabytes, and seconds of a processor."""
    monkeypatch.setenv("WORDSMITH_CACHE", str(tmp_path / "cache"))
    told = []
    for number in range(1, 10):
        groups = "+".join(RUSSIAN[: number % 8 + 1])
        body = {"variant": "erudit", "seats": OPEN, "overrides": {"word_groups": groups}}
        told.append(code(anna, "/api/tables", body))
    assert told == [None] * 6 + ["too_fast"] * 3
    assert code(anna, "/api/tables", {"variant": "erudit", "seats": OPEN}) is None


def test_an_address_complains_so_often_and_no_more(site: LiveServer, anna: Visitor) -> None:
    """Security rule 9: a desk that anybody can bury is no help to those who need it."""
    table = anna.new_table("classic", "Anna", "?", terms=LISTED)
    told = []
    for _ in range(22):
        somebody = Visitor(site.address)
        body = {"table": table, "seat": 0, "reason": "so rude"}
        told.append(code(somebody, "/api/reports", body))
        somebody.close()
    assert told == [None] * 20 + ["too_fast"] * 2
