"""Whole games of people, a browser each, over lines that fail in the middle of a move."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.company import (
    begun,
    check_that_all_end_alike,
    gather_in_one_touch,
    go_on_elsewhere,
    invitation,
    lay_best,
    lose_the_line_while_sending,
    on_turn,
    play_best,
    sit_down,
    together,
)
from tests.browser.screen import Screen
from tests.browser.visiting import PHONE
from tests.positions import house
from wordsmith.rules.variant import load_variant
from wordsmith.server.words.lexicons import load_complete
from wordsmith.texts import say

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.hosting import Site
    from tests.browser.screen import Placed
    from tests.fault_proxy import FaultyLine

FRIENDS = load_variant("friends")
BY_VOTE = house("wordsmith", check="vote", seats="2-4")
FIRST = 135  # H9, on two of the four start cells
NAMES = ("Аня", "Борис", "Вера")


def test_a_game_of_two_is_played_from_a_link_to_its_end(
    visit: Visit, site: Site, line: FaultyLine
) -> None:
    ann = Screen(visit(language="en"))
    peter = Screen(visit(language="en", size=PHONE, port=line.port))
    peter.visitor.lose_the_line()
    sit_down(peter, gather_in_one_touch(ann, "Ann"), "Peter")
    table = begun([ann, peter])
    failures = [True, False]  # is the line cut, or does it only fall silent?
    while failures:
        moving = on_turn([ann, peter])
        assert moving is not None
        if moving is peter and len(peter.turns) > 2 and lay_best(peter, FRIENDS):
            play_into_a_dead_line(peter, line, cut=failures.pop(0))
        else:
            play_best(moving, FRIENDS)
    on_turn([ann, peter])
    go_on_elsewhere([ann, peter], table, 14)
    while moving := on_turn([ann, peter]):
        play_best(moving, FRIENDS)
    assert ann.view["ended"]["reason"] in ("out", "stall")
    check_that_all_end_alike([ann, peter], site.stored(table))


def said(key: str, **particulars: str | int) -> str:
    """A text of the three."""
    return say("ru", key, **particulars)


def play_into_a_dead_line(screen: Screen, line: FaultyLine, *, cut: bool) -> None:
    """The move that is laid lands once; meanwhile it is said that it is being sent."""
    language, number = screen.visitor.look.language, screen.view["turn"]

    def play() -> None:
        screen.tap(screen.play_button)
        expect(screen.play_button).to_have_text(say(language, "move.sending_short"))

    lose_the_line_while_sending(screen, line, play, cut=cut)
    assert screen.turns[number]["seat"] == screen.view["viewer"]
    assert screen.drafts() == {}


def test_a_game_of_three_votes_on_words_and_ends_by_agreement(
    visit: Visit, site: Site, line: FaultyLine
) -> None:
    ann = Screen(visit(language="ru"))
    boris = Screen(visit(language="ru", size=PHONE, port=line.port))
    vera = Screen(visit(language="ru"))
    boris.visitor.lose_the_line()
    path = agree_on_a_vote(ann)
    sit_down(boris, path, "Борис")
    sit_down(vera, path, "Вера")
    people = [ann, boris, vera]
    table = begun(people)
    assert [seat["name"] for seat in ann.view["seats"]] == list(NAMES)

    word = propose(ann, nonsense(ann))
    vote(vera, word, accept=True)
    together(people)
    lose_the_line_while_sending(boris, line, lambda: press_accept(boris), cut=True)
    assert all(settled(screen, "playing") and word in words_laid(screen) for screen in people)

    longer = propose(boris, longer_nonsense(boris, word))
    vote(ann, longer, accept=True)
    vote(vera, longer, accept=False)
    assert all(settled(screen, "playing") for screen in people)
    assert boris.turns[2]["kind"] == "withdrawn"
    expect(boris.turn).to_contain_text(longer)
    boris.tap(boris.button(said("act.recall")))

    assert lay_best(boris, BY_VOTE)
    play_into_a_dead_line(boris, line, cut=False)
    for screen in (vera, ann):
        assert on_turn(people) is screen
        play_best(screen, BY_VOTE)
    on_turn(people)
    for screen in people:
        agree_to_end(screen)
    ledger = site.stored(table)
    assert ledger.accepted_words == {word}
    assert ledger.group is not None
    check_that_all_end_alike(people, ledger)
    assert ann.view["ended"]["reason"] == "agreed"


def agree_on_a_vote(screen: Screen) -> str:
    """The sheet of agreement: three seats, and words outside the list are voted on; the link."""
    page = screen.page
    page.goto("/")
    page.get_by_role("link", name=said("front.agree_first")).click()
    page.get_by_label(said("agree_sheet.name_of", n=1)).fill("Аня")
    screen.tap(screen.button(said("agree_sheet.add")))
    check = said("rule.check")
    screen.tap(screen.button(said("agree_sheet.change_what", rule=check)))
    page.get_by_role("radio", name=said("rule.check.vote")).check()
    screen.tap(screen.button(said("agree_sheet.make_link")))
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("main")).to_contain_text(said("rule.check.vote"))
    return invitation(screen)


def nonsense(screen: Screen) -> list[Placed]:
    """Three tiles of the hand over the middle of the board that are no word."""
    words = load_complete(BY_VOTE)
    letters = [letter for letter in screen.hand() if letter != "?"]
    made = next(three for three in permutations(letters, 3) if "".join(three) not in words)
    return [(FIRST + place, letter) for place, letter in enumerate(made)]


def longer_nonsense(screen: Screen, word: str) -> list[Placed]:
    """One tile behind the word of before, and still no word."""
    words = load_complete(BY_VOTE)
    letters = [letter for letter in screen.hand() if letter != "?"]
    letter = next(letter for letter in letters if word + letter not in words)
    return [(FIRST + len(word), letter)]


def propose(screen: Screen, laid: list[Placed]) -> str:
    """Play a word that is not in the list; the word."""
    screen.settle()
    screen.lay(laid)
    screen.wait_until_judged()
    assert {line.verdict for line in screen.lines()} == {"no"}
    screen.play()
    assert screen.view["phase"] == "voting"
    (word,) = screen.view["proposal"]["words"]
    expect(screen.page.locator(".vote")).to_contain_text(said("vote.yours", words=word, n=1))
    return str(word)


def vote(screen: Screen, word: str, *, accept: bool) -> None:
    """One tap, beside the word and whose it is."""
    settled(screen, "voting")
    name = NAMES[int(screen.view["proposal"]["seat"])]
    asked = said("vote.asked", name=name, words=word, n=1)
    expect(screen.page.locator(".vote")).to_contain_text(asked)
    version = screen.told["version"]
    screen.tap(screen.button(said("vote.accept" if accept else "vote.reject")))
    screen.until(lambda: screen.told["version"] > version, "the vote")


def press_accept(screen: Screen) -> None:
    """The tap alone."""
    screen.tap(screen.button(said("vote.accept")))


def settled(screen: Screen, phase: str) -> bool:
    """Wait until the game is so far at a page."""
    screen.until(lambda: screen.view["phase"] == phase, phase)
    screen.settle()
    return True


def words_laid(screen: Screen) -> str:
    """The words of the sheet, all in one."""
    return " ".join(row[2] for row in screen.sheet())


def agree_to_end(screen: Screen) -> None:
    screen.open_menu(said("menu.agree"))
    version = screen.told["version"]
    screen.tap(screen.button(said("agree.go")))
    screen.until(lambda: screen.told["version"] > version, "the agreement")
