"""Every state of the page that other people bring with them, for whoever wants to look at them all.

The others are played by a program, as they would be from other places.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.company import program_of
from tests.browser.laying_out import Setting
from tests.browser.screen import Screen
from tests.browser.situations import NAMES, VARIANTS, State, good_and_bad, middle_of_a_game
from tests.positions import house
from tests.server.site import Visitor as Program
from wordsmith.rules.actions import Resign
from wordsmith.server.messages.protocol import Bank, Days
from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.hosting import Site
    from tests.browser.visiting import Json, Visitor

MORE_NAMES = {"ru": ("Константин", "Бабушка Вера"), "en": ("Constantine", "Grandma Vera")}
BANK = Bank(1200, 10)
ANY_SEATS = {"seats": "2-4"}


@dataclass
class Company:
    """The visitor whose page is looked at, and three others who are elsewhere."""

    site: Site
    visitor: Visitor
    own: Program
    others: list[Program]

    @property
    def screen(self) -> Screen:
        """The page."""
        return Screen(self.visitor)

    @property
    def language(self) -> str:
        """Of the page."""
        return self.visitor.look.language

    def say(self, key: str, **particulars: str | int) -> str:
        """A text as the page says it."""
        return say(self.language, key, **particulars)

    @property
    def names(self) -> tuple[str, ...]:
        """Four names in the language of the page, short and long."""
        return (*NAMES[self.language], *MORE_NAMES[self.language])

    def table(self, setting: Setting) -> str:
        """A table whose seats are the visitor's and the others', in turn."""
        people = [self.visitor.guest, *[person_of(self.site, other) for other in self.others]]
        return self.site.lay_out(people, setting)

    def gathering(self, host: Program, *seats: str, **terms: object) -> tuple[str, str]:
        """A table that gathers; its name and its invitation."""
        table = host.new_table(VARIANTS[self.language], *seats, terms=dict(terms), **ANY_SEATS)
        return table, str(self.site.stored(table).invite)

    def sit(self, person: Program, invite: str, name: str) -> None:
        """Somebody accepts what is agreed."""
        told = person.get(f"/api/invitations/{invite}")
        person.sit(told["table"], name, told["gathering"], invite=invite)

    def act(self, person: Program, table: str, seat: int, **action: object) -> None:
        """Somebody does something at the table as it stands."""
        after = self.site.stored(table).version
        wish: Json = {"seat": seat, "after": after, "key": secrets.token_hex(16), "action": action}
        person.post(f"/api/tables/{table}/act", wish)


def person_of(site: Site, program: Program) -> str:
    """Whom the server knows a program as."""
    if not program.http.cookies:
        program.get("/api/tables")
    return site.person_of(program.http.cookies["sid"])


@contextlib.contextmanager
def in_company(site: Site, visitor: Visitor) -> Iterator[Company]:
    """The visitor among three others."""
    others = [Program(site.address) for _ in range(3)]
    own = program_of(visitor)
    try:
        for other in others:
            person_of(site, other)
        yield Company(site, visitor, own, others)
    finally:
        for program in (own, *others):
            program.close()


def walk_among_people(site: Site, visitor: Visitor) -> Iterator[State]:
    """The states by name; whoever asks looks while the page stands still."""
    with in_company(site, visitor) as company:
        yield from _agreeing(company)
        yield from _gathering(company)
        yield from _invited(company)
        yield from _lobby(company)
        yield from _clocks(company)
        yield from _asked(company)
        yield from _talk(company)
        yield from _looking_on(company)
        yield from _ended(company)


def walk_to_accounts(site: Site, visitor: Visitor) -> Iterator[State]:
    """The pages of one's own, and those of whoever keeps order."""
    with in_company(site, visitor) as company:
        yield from _account(company)


def _agreeing(company: Company) -> Iterator[State]:
    page = company.visitor.page
    page.goto(f"/new?variant={VARIANTS[company.language]}&with=friends")
    expect(page.locator("form.deal")).to_be_visible()
    page.get_by_role("radio", name=company.say("pace.kind.bank")).check()
    page.get_by_text(company.say("agree_sheet.more_choices")).click()
    page.evaluate("scrollTo(0, 0)")
    yield State("agreement with friends", page)
    page.goto("/")
    company.screen.settle()
    company.screen.tap(page.locator("[data-settings]"))
    expect(company.screen.paper).to_be_visible()
    yield State("settings", page, ".settings")


def _gathering(company: Company) -> Iterator[State]:
    page, (first, second, _) = company.visitor.page, company.others
    table, invite = company.gathering(company.own, "", "?", "?")
    page.goto(f"/t/{table}")
    expect(page.get_by_label(company.say("gather.link"), exact=True)).to_be_visible()
    yield State("gathering, nobody has come", page)
    company.sit(first, invite, company.names[2])
    free = page.get_by_role("button", name=company.say("gather.kick_who", name=company.names[2]))
    expect(free).to_be_visible()
    yield State("gathering, a guest is away", page, ".gathering")
    table, invite = company.gathering(first, company.names[2], "?", "?")
    company.sit(company.own, invite, company.names[0])
    with first.talk() as talk:
        talk.join(table)
        page.goto(f"/t/{table}")
        expect(page.locator("main")).to_contain_text(company.say("seat.here"))
        yield State("gathering, as a guest", page)
    table, _ = company.gathering(second, company.names[3], "?")
    page.goto(f"/t/{table}")
    expect(page.locator("main")).to_contain_text(company.say("gather.only_invited"))
    yield State("gathering, not invited", page)
    table, _ = company.gathering(company.own, company.names[0], "?")
    company.act(company.own, table, 0, type="cancel", agree=True)
    page.goto(f"/t/{table}")
    expect(page.locator("main")).to_contain_text(company.say("gather.was_cancelled"))
    yield State("gathering, cancelled", page)


def _invited(company: Company) -> Iterator[State]:
    page, (host, guest, _) = company.visitor.page, company.others
    pace = {"kind": "bank", "bank_s": 1200, "increment_s": 10}
    table = host.new_table(
        VARIANTS[company.language],
        company.names[2],
        "?",
        terms={"pace": pace, "talk": False, "watching": False},
        wild_swap="no",
        check="vote",
        full_rack_bonus="50",
    )
    invite = company.site.stored(table).invite
    page.goto(f"/i/{invite}")
    expect(page.locator("#sit-name")).to_be_visible()
    yield State("invitation", page)
    _, invite = company.gathering(host, company.names[2], "?")
    company.sit(guest, invite, company.names[3])
    page.goto(f"/i/{invite}")
    expect(page.locator("main")).to_contain_text(company.say("invitation.started"))
    yield State("invitation, begun", page)
    company.visitor.forgiven.append("404")
    page.goto("/i/there-is-no-such-one")
    expect(page.locator("main")).to_contain_text(company.say("invitation.unknown"))
    yield State("invitation, unknown", page)


def _lobby(company: Company) -> Iterator[State]:
    page, (first, second, _) = company.visitor.page, company.others
    page.goto("/lobby")
    page.get_by_role("combobox", name=company.say("lobby.seats")).select_option("4")
    expect(page.locator("main")).to_contain_text(company.say("lobby.none_such"))
    yield State("lobby, nothing such", page)
    by_days = {"kind": "days", "days": 3}
    mine, _ = company.gathering(first, company.names[2], "?", "?", listed=True, pace=by_days)
    hers = second.new_table(
        VARIANTS[company.language],
        company.names[3],
        "good",
        "?",
        terms={"listed": True},
        check="vote",
        **ANY_SEATS,
    )
    page.goto("/lobby")
    expect(page.locator("main ol a")).not_to_have_count(0)
    yield State("lobby", page)
    for host, table in ((first, mine), (second, hers)):
        company.act(host, table, 0, type="cancel", agree=True)


def _clocks(company: Company) -> Iterator[State]:
    page, language = company.visitor.page, company.language
    for seats, left_s in ((2, (1190, 640)), (3, (45, 700, 640)), (4, (3700, 95, 640, 1200))):
        setting = middle_of_a_game(language, **ANY_SEATS)
        moves = setting.moves if seats == 2 else setting.moves[:1]
        clocked = replace(setting, seats=company.names[:seats], moves=moves)
        company.screen.open(company.table(replace(clocked, pace=BANK, left_s=left_s)))
        expect(page.locator(".seat .time")).to_have_count(seats)
        yield State(f"{seats} clocks", page, "main")
    setting = middle_of_a_game(language, *company.names[:3], **ANY_SEATS)
    out = (*setting.moves, (Resign(), ""))
    company.screen.open(company.table(replace(setting, moves=out, pace=Days(3))))
    expect(page.locator(".seat.out")).to_have_count(1)
    yield State("by correspondence, one is out", page, "main")


def _asked(company: Company) -> Iterator[State]:
    page, screen, (other, *_) = company.visitor.page, company.screen, company.others
    setting = middle_of_a_game(company.language, *company.names[:2], check="vote")
    table = company.table(setting)
    screen.open(table)
    screen.lay(good_and_bad(company.language))
    screen.wait_until_judged()
    screen.play()
    expect(page.locator(".vote")).to_contain_text(
        company.say("vote.waiting", names=company.names[1])
    )
    yield State("vote, waiting for another", page, "main")
    company.act(other, table, 1, type="vote", accept=False)
    screen.until(lambda: screen.view["phase"] == "playing", "the vote")
    yield State("voted down", page, ".turn")
    yield from _voting(company)
    setting = middle_of_a_game(company.language, *company.names[:2])
    table = company.table(
        Setting(setting.variant, setting.seats, setting.hands, setting.moves, pace=Days(3))
    )
    screen.open(table)
    company.act(other, table, 1, type="pause", agree=True)
    company.act(other, table, 1, type="cancel", agree=True)
    expect(screen.button(company.say("ask.cancel.go"))).to_be_visible()
    yield State("asked for a pause and to cancel", page, "main")
    screen.tap(screen.button(company.say("ask.pause.go")))
    expect(page.locator("main")).to_contain_text(company.say("ask.paused"))
    yield State("paused", page, "main")
    screen.open(company.table(replace(setting, moves=setting.moves[:1], ago_s=700)))
    expect(screen.button(company.say("ask.nudge.go"))).to_be_visible()
    yield State("the other is late", page, "main")
    doubted = middle_of_a_game(company.language, *company.names[:2], check="challenge_double")
    screen.open(company.table(doubted))
    expect(screen.button(company.say("challenge.button"))).to_be_visible()
    yield State("may be challenged", page, "main")


def _voting(company: Company) -> Iterator[State]:
    """Somebody else's word is put to the vote."""
    variant = house(VARIANTS[company.language], check="vote")
    hands, laid = ("", "ЪЫЬАОЕИ"), "9H ЪЫ"
    if company.language == "en":
        hands, laid = ("", "QXZAEIO"), "8H QX"
    setting = Setting(variant, company.names[1::-1], hands[::-1], [(laid, "")], pace=BANK)
    people = [person_of(company.site, company.others[0]), company.visitor.guest]
    company.screen.open(company.site.lay_out(people, setting))
    expect(company.screen.button(company.say("vote.accept"))).to_be_visible()
    expect(company.visitor.page.locator(".vote dt")).not_to_have_count(0)
    yield State("a vote", company.visitor.page, "main", board=True)


def _talk(company: Company) -> Iterator[State]:
    page, screen, (other, *_) = company.visitor.page, company.screen, company.others
    table = company.table(middle_of_a_game(company.language, *company.names[:2]))
    screen.open(table)
    with other.talk() as talk:
        talk.join(table)
        texts = {"ru": "Давай быстрее, чай стынет", "en": "Come on, the tea is getting cold"}
        key = secrets.token_hex(16)
        talk.send(
            type="say", table=table, key=key, channel="table", to=None, text=texts[company.language]
        )
        talk.expect("said")
        expect(page.locator(".top .talk")).to_have_accessible_name(
            company.say("talk.open_unread", n=1)
        )
        yield State("somebody has said something", page, ".top")
        screen.tap(page.locator(".top .talk"))
        expect(page.get_by_role("log")).to_contain_text(texts[company.language])
        page.get_by_label(company.say("talk.field"), exact=True).fill("42!")
        screen.tap(screen.button(company.say("talk.send")))
        expect(page.get_by_role("log").get_by_role("listitem")).to_have_count(2)
        yield State("talk", page)
        what = company.say("talk.what_to_do", name=company.names[1])
        screen.tap(page.get_by_role("button", name=what))
        yield State("talk, what to do about it", page, ".paper")


def _looking_on(company: Company) -> Iterator[State]:
    page, screen, (first, second, _) = company.visitor.page, company.screen, company.others
    people = [person_of(company.site, each) for each in (first, second)]
    setting = middle_of_a_game(company.language, *company.names[1:3])
    screen.open(company.site.lay_out(people, replace(setting, advisers=True)))
    expect(page.locator("main")).to_contain_text(company.say("advise.may"))
    yield State("looking on", page, "main", board=True)


def _ended(company: Company) -> Iterator[State]:
    page, screen, (other, *_) = company.visitor.page, company.screen, company.others
    setting = middle_of_a_game(company.language, *company.names[:2])
    screen.open(company.table(setting))
    screen.tap(screen.button(company.say("seal.open")))
    expect(screen.paper).to_contain_text(company.say("seal.print"))
    yield State("the bag is sealed", page, ".paper")
    table = company.table(replace(setting, moves=(*setting.moves, (Resign(), ""))))
    screen.open(table)
    screen.tap(page.locator(".game-over").get_by_role("button", name=company.say("seal.check")))
    expect(page.locator(".game-over")).to_contain_text(company.say("seal.fair"))
    other.post(f"/api/tables/{table}/rematch")
    expect(page.locator(".game-over .invited")).to_be_visible()
    yield State("over, the bag checked, a rematch waits", page, board=True)
    table = company.table(setting)
    screen.open(table)
    company.act(company.own, table, 0, type="cancel", agree=True)
    company.act(other, table, 1, type="cancel", agree=True)
    expect(page.locator(".game-over")).to_contain_text(company.say("over.cancelled"))
    yield State("over, cancelled", page, ".game-over")
    page.goto("/")
    expect(page.get_by_role("region", name=company.say("front.mine"))).to_be_visible()
    yield State("front, with games of one's own", page)


def _account(company: Company) -> Iterator[State]:
    page = company.visitor.page
    page.goto("/me")
    expect(page.get_by_role("button", name=company.say("register.go"))).to_be_visible()
    yield State("me, a guest", page)
    page.goto("/login")
    expect(page.get_by_role("heading", level=1)).to_have_text(company.say("login.heading"))
    yield State("login", page)
    page.goto("/moderation")
    expect(page.locator("main")).to_contain_text(company.say("order.stranger"))
    yield State("moderation, a stranger", page)
    login = f"{'аня' if company.language == 'ru' else 'ann'}{secrets.randbelow(10**6)}"
    page.goto("/me")
    page.get_by_label(company.say("account.login"), exact=True).fill(login)
    page.get_by_label(company.say("account.password"), exact=True).fill("four quiet words here")
    company.screen.tap(page.get_by_role("button", name=company.say("register.go")))
    expect(page.locator("main")).to_contain_text(company.say("me.with_login", login=login))
    yield State("me, with a log-in", page)
    page.goto(f"/p/{login}")
    expect(page.locator("main")).to_contain_text(login)
    yield State("player", page)
    group = company.site.stored(company.table(middle_of_a_game(company.language))).group
    page.goto(f"/words/{group}")
    expect(page.get_by_role("heading", level=1)).to_have_text(company.say("group.heading"))
    yield State("words of the company", page)
