"""Lines that die, servers that fall, tabs too many: a page at a table with others heals by itself.

Public bug groups 2 (a move that only the page knows of), 3 (a line that seems to stand, and an old
board), 7 (what is refused is not said), 25 (the end of an old line marks a person as away), 27 (a
kept move is played in another position) and 28 (what comes late sweeps laid tiles away).
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.company import (
    acts,
    lose_the_line_while_sending,
    program_of,
    sheet_by_names,
)
from tests.browser.laying_out import Setting
from tests.browser.screen import Screen
from tests.browser.situations import RU_HANDS, RU_MOVES
from tests.positions import house
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site
    from tests.fault_proxy import FaultyLine

SON = [(136, "О"), (152, "Н")]  # СОН, four points
SONO = [*SON, (168, "О")]
AWAY = say("ru", "line.away")
LONG = 200  # turns


@dataclass
class Pair:
    """Anna, who comes by a line that fails and is to move, and Peter, who sits across."""

    anna: Screen
    peter: Screen
    table: str


@pytest.fixture
def pair(visit: Visit, site: Site, line: FaultyLine) -> Pair:
    long = {"scoreless_limit": "1000", "scoreless_limit_at_zero": "1000"}
    variant = house("wordsmith", scoreless_per="table", **long)
    anna, peter = visit(language="ru", port=line.port), visit(language="ru")
    setting = Setting(variant, ("Аня", "Пётр"), RU_HANDS, RU_MOVES)
    table = site.lay_out([anna.guest, peter.guest], setting)
    anna.lose_the_line()
    return Pair(Screen(anna).open(table), Screen(peter).open(table), table)


def pass_turns(pair: Pair, count: int) -> None:
    """Both go on elsewhere, and only pass."""
    people = [program_of(screen.visitor) for screen in (pair.anna, pair.peter)]
    for after in range(3, 3 + count):
        seat = (after + 1) % 2
        act = {"seat": seat, "after": after, "key": secrets.token_hex(16)}
        people[seat].post(f"/api/tables/{pair.table}/act", {**act, "action": {"type": "pass"}})
    for person in people:
        person.close()


def test_a_line_that_only_seems_to_stand_is_noticed_and_another_taken(
    pair: Pair, site: Site, line: FaultyLine
) -> None:
    anna, loads = pair.anna, pair.anna.visitor.loads
    anna.lay_one(136, "О")
    line.strand()
    pass_turns(pair, 2)
    anna.until(lambda: len(anna.turns) == 4, "what happened meanwhile")
    anna.settle()
    assert anna.drafts() == {136: "О"}
    assert anna.visitor.loads == loads
    anna.lay_one(152, "Н")
    anna.wait_for_verdicts()
    anna.play()
    assert anna.turns[5]["points"] == 4


@pytest.mark.parametrize("cut", [True, False], ids=["cut", "silent"])
def test_a_move_into_a_dead_line_is_sent_again_and_lands_once(
    pair: Pair, site: Site, line: FaultyLine, *, cut: bool
) -> None:
    anna = pair.anna
    anna.lay(SON)
    anna.wait_for_verdicts()

    def play() -> None:
        anna.tap(anna.play_button)
        expect(anna.play_button).to_have_text(say("ru", "move.sending_short"))
        expect(anna.play_button).to_have_attribute("aria-disabled", "true")

    seat = pair.peter.page.locator(".seat").first
    expect(seat).to_contain_text(say("ru", "seat.here"))
    lose_the_line_while_sending(anna, line, play, cut=cut)
    anna.settle()
    assert anna.drafts() == {}
    for screen in (anna, pair.peter):
        screen.until(lambda screen=screen: 3 in screen.turns, "the move")  # type: ignore[misc]
        assert [turn["points"] for turn in screen.turns.values()] == [10, 7, 4]
    assert site.stored(pair.table).version == 4


def test_a_gap_of_hundreds_of_turns_heals_in_the_page(
    pair: Pair, site: Site, line: FaultyLine
) -> None:
    anna, loads = pair.anna, pair.anna.visitor.loads
    line.cut()
    pass_turns(pair, LONG)
    line.heal()
    anna.until(lambda: anna.told["version"] == LONG + 3, "the last of many turns")
    anna.tap(anna.button(say("ru", "log.all")))
    shown = [int(row[0].split()[-1]) for row in anna.sheet()]
    assert shown == list(range(LONG + 2, 0, -1))
    assert anna.visitor.loads == loads
    anna.lay(SON)
    anna.wait_for_verdicts()
    anna.play()
    pair.peter.until(lambda: LONG + 3 in pair.peter.turns, "the next move")


def test_the_server_is_started_anew_in_the_middle_of_a_move(pair: Pair, site: Site) -> None:
    anna, peter = pair.anna, pair.peter
    peter.visitor.lose_the_line()
    anna.lay(SON)
    anna.wait_for_verdicts()
    site.stop()
    anna.tap(anna.play_button)
    expect(anna.play_button).to_have_text(say("ru", "move.sending_short"))
    expect(peter.page.get_by_text(AWAY)).to_be_visible()
    site.start()
    for screen in (anna, peter):
        screen.until(lambda screen=screen: 3 in screen.turns, "the move")  # type: ignore[misc]
        screen.settle()
        expect(screen.page.get_by_text(AWAY)).to_be_hidden()
    assert anna.board() == peter.board()
    assert sheet_by_names(anna) == sheet_by_names(peter)
    assert peter.turns[3]["points"] == 4
    assert site.stored(pair.table).version == 4


def test_a_second_tab_shows_what_the_first_does_and_counts_as_the_same_person(pair: Pair) -> None:
    anna, peter = pair.anna, pair.peter
    second = Screen(anna.visitor, anna.visitor.context.new_page()).open(pair.table)
    second.lay(SON)
    anna.until(lambda: anna.drafts() == dict(SON), "the draft")
    anna.page.close()
    second.wait_for_verdicts()
    second.play()
    peter.until(lambda: 3 in peter.turns, "the move")
    expect(peter.page.locator(".seat").first).to_contain_text(say("ru", "seat.here"))
    second.page.close()
    expect(peter.page.locator(".seat").first).to_contain_text(say("ru", "seat.away"))


def test_a_page_that_gave_way_to_others_says_so_and_one_tap_brings_it_back(pair: Pair) -> None:
    anna, context = pair.anna, pair.anna.visitor.context
    others = [Screen(anna.visitor, context.new_page()).open(pair.table) for _ in range(5)]
    strip = anna.page.get_by_text(say("ru", "line.replaced"))
    expect(strip).to_be_visible()
    others[-1].lay(SON)
    others[-1].wait_for_verdicts()
    others[-1].play()
    assert 3 not in anna.turns
    anna.tap(anna.button(say("ru", "line.replaced.go")))
    expect(strip).to_be_hidden()
    anna.until(lambda: 3 in anna.turns, "what happened meanwhile")
    expect(others[0].page.get_by_text(say("ru", "line.replaced"))).to_be_visible()


def test_a_move_that_is_refused_after_the_line_came_back_is_said(
    pair: Pair, line: FaultyLine
) -> None:
    anna = pair.anna
    line.cut()
    anna.lay(SONO)  # nobody is there to say that it is no word
    anna.tap(anna.play_button)
    expect(anna.play_button).to_have_text(say("ru", "move.sending_short"))
    line.heal()
    expect(anna.turn).to_contain_text("СОНО:")
    expect(anna.turn.locator(".words li.no")).to_have_count(1)
    assert anna.drafts() == dict(SONO)
    assert anna.told["version"] == pair.peter.told["version"] == 3
    assert not anna.page.evaluate(
        "Object.keys(localStorage).some((key) => key.includes('pending'))"
    )
    anna.tap(anna.cell(168))
    anna.wait_for_verdicts()
    anna.play()
    assert anna.turns[3]["points"] == 4


def test_a_move_that_comes_too_late_is_said_and_its_tiles_are_back(
    pair: Pair, site: Site, line: FaultyLine
) -> None:
    anna = pair.anna
    anna.lay(SON)
    anna.wait_for_verdicts()
    line.cut()
    anna.tap(anna.play_button)
    pass_turns(pair, 1)
    line.heal()
    expect(anna.turn).to_contain_text(say("ru", "move.stale"))
    assert anna.drafts() == dict(SON)
    assert len({act["key"] for act in acts(anna)}) == 1
    assert [turn["kind"] for turn in anna.turns.values()] == ["play", "play", "pass"]
