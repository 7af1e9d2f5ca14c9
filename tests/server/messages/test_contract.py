"""The contract says what the types say: every message, every field, every code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from wordsmith.errors import ParseError
from wordsmith.server.messages import outbound, people, protocol, shown
from wordsmith.server.messages.frames import FromPage, parse_message
from wordsmith.server.messages.refusal import STATUSES

CONTRACT = (Path(__file__).parents[3] / "docs" / "protocol.md").read_text("utf-8")
FROM_PAGE, FROM_SERVER = re.split("### From the server", CONTRACT.partition("### From the page")[2])


def tags(union: object) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


def test_every_message_of_a_page_is_in_the_contract_and_no_other() -> None:
    told = set(re.findall(r'^{ type: "(\w+)"', FROM_PAGE, re.MULTILINE))
    assert told == tags(FromPage)


def test_every_action_is_in_the_contract_and_no_other() -> None:
    told = set(re.findall(r'[(|] *\(?{ type: "(\w+)"', FROM_PAGE))
    assert told | {"play"} == tags(protocol.Action)


def test_every_message_of_the_server_is_in_the_contract_and_no_other() -> None:
    told = set(re.findall(r'^{ type: "(\w+)"', FROM_SERVER, re.MULTILINE))
    assert told == tags(outbound.FromServer)


@pytest.mark.parametrize(
    "kind",
    [
        shown.View,
        shown.ViewSeat,
        shown.Clock,
        shown.Turn,
        shown.Proposal,
        shown.Ended,
        shown.EndRow,
        shown.Gathering,
        shown.GatheringSeat,
        outbound.Message,
        outbound.Presence,
        outbound.AdviserHere,
        outbound.Pulse,
        outbound.Seal,
        outbound.GroupWord,
        outbound.LobbyLine,
        outbound.TableLine,
        outbound.Tried,
        outbound.HintedTurn,
        outbound.Why,
        outbound.Hinted,
        protocol.NewTable,
        protocol.Sit,
        protocol.Bank,
        protocol.PerTurn,
        protocol.Days,
        people.Me,
    ],
)
def test_every_field_is_in_the_contract(kind: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(kind):
        assert re.search(rf"\b{field.encode_name}\b", CONTRACT), field.encode_name


@pytest.mark.parametrize("code", STATUSES)
def test_every_code_is_in_the_contract(code: str) -> None:
    assert f"`{code}`" in CONTRACT or f'"{code}"' in CONTRACT


def test_bounds_of_paces_are_those_of_the_contract() -> None:
    """Public bug group 36."""
    for kind, field in ((protocol.Bank, "bank_s"), (protocol.Bank, "increment_s")):
        assert bounds(kind, field) == told_bounds(field)
    assert bounds(protocol.PerTurn, "turn_s") == told_bounds("turn_s")
    assert bounds(protocol.Days, "days") == told_bounds("days")


def bounds(kind: type, field: str) -> tuple[int, int]:
    described = msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"][field]
    return described["minimum"], described["maximum"]


def told_bounds(field: str) -> tuple[int, int]:
    found = re.search(rf"\b{field}: number /\* (\d+)\.\.(\d+) \*/", CONTRACT)
    assert found is not None
    return int(found[1]), int(found[2])


@pytest.mark.parametrize(
    "text",
    ['{"type":"say"}', '{"type":"beat"}', '{"type":"advise","table":""}', '{"type":"decline"}'],
)
def test_half_a_message_is_none(text: str) -> None:
    with pytest.raises(ParseError, match=r"required|Expected"):
        parse_message(text)
