"""Who has a table open.

Public bug groups 25 (the late end of an old line marks the new one as gone) and 26 (what a process
that died had told stays for ever).
"""

from wordsmith.bus import MemoryBus
from wordsmith.server.live.presence import (
    DECLINED,
    DECLINED_S,
    KEPT_S,
    TOPIC,
    Decline,
    Looking,
    Presence,
)
from wordsmith.server.projection.presences import Candidate


class Site:
    """Two processes whose bus is slow: messages lie there until somebody carries them over."""

    def __init__(self) -> None:
        self.now = 0.0
        self.heard: list[str] = []
        self.declined: list[Decline] = []
        self.buses = (Carried(), Carried())
        one, two = self.buses
        self.one = Presence(one, self.heard.append, lambda: self.now, self.declined.append)
        self.two = Presence(two, lambda _table: None, lambda: self.now)

    def carry(self, *, back: bool = False) -> None:
        """Take what the first process has told to the second one; ``back``: in wrong order."""
        one, two = self.buses
        waiting, one.sent = one.sent, []
        for topic, message in reversed(waiting) if back else waiting:
            two.deliver(topic, message)


class Carried(MemoryBus):
    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, bytes]] = []

    def publish(self, topic: str, message: bytes) -> None:
        assert topic in (TOPIC, DECLINED)
        self.sent.append((topic, message))
        if topic == DECLINED:
            self.deliver(topic, message)


def test_who_plays_and_who_looks_on_is_known_in_every_process() -> None:
    site = Site()
    site.one.come("t", "page 1", Looking("anna", plays=True))
    site.one.come("t", "page 2", Looking("boris", plays=False))
    site.one.come("t", "page 3", Looking("boris", plays=False))
    site.carry()
    for presence in (site.one, site.two):
        assert presence.playing("t") == {"anna"}
        assert presence.watching("t") == 1
        assert presence.playing("another") == frozenset()


def test_the_late_end_of_an_old_line_does_not_take_away_who_has_come_back() -> None:
    site = Site()
    site.one.come("t", "old line", Looking("anna", plays=True))
    site.one.come("t", "new line", Looking("anna", plays=True))
    site.one.go("t", "old line")
    site.one.go("t", "old line")
    site.carry()
    assert site.one.playing("t") == site.two.playing("t") == {"anna"}
    site.one.go("t", "new line")
    site.carry()
    assert site.one.playing("t") == site.two.playing("t") == frozenset()


def test_who_comes_back_to_another_process_stays_when_the_old_one_notices() -> None:
    site = Site()
    site.one.come("t", "old line", Looking("anna", plays=True))
    site.carry()
    site.two.come("t", "new line", Looking("anna", plays=True))
    site.one.go("t", "old line")
    site.carry()
    assert site.two.playing("t") == {"anna"}


def test_a_message_that_was_overtaken_changes_nothing() -> None:
    site = Site()
    site.one.come("t", "page", Looking("anna", plays=True))
    site.one.go("t", "page")
    site.carry(back=True)
    assert site.two.playing("t") == frozenset()


def test_a_message_that_was_lost_is_made_good_by_the_next() -> None:
    site = Site()
    site.one.come("t", "page", Looking("anna", plays=True))
    site.buses[0].sent.clear()
    assert site.two.playing("t") == frozenset()
    site.one.repeat(site.one.tables)
    site.carry()
    assert site.two.playing("t") == {"anna"}


def test_the_pages_of_a_process_that_died_are_forgotten() -> None:
    site = Site()
    site.one.come("t", "page", Looking("anna", plays=True))
    site.carry()
    site.now += KEPT_S - 1
    assert site.two.playing("t") == {"anna"}
    site.now += 2
    assert site.two.playing("t") == frozenset()
    site.two.repeat(site.two.tables)
    assert site.two.tables == ()


def test_a_process_that_stops_says_so() -> None:
    site = Site()
    site.one.come("t", "page", Looking("anna", plays=True))
    site.carry()
    site.one.close()
    site.carry()
    assert site.two.playing("t") == frozenset()


def test_whoever_asks_to_advise_is_known_until_he_goes() -> None:
    site = Site()
    asks = Candidate("clara", "Клара", 1)
    site.one.come("t", "page", Looking("clara", plays=False, asks=asks))
    site.carry()
    assert site.one.asking("t") == site.two.asking("t") == (asks,)
    site.one.go("t", "page")
    site.carry()
    assert site.one.asking("t") == site.two.asking("t") == ()


def test_every_coming_and_going_is_heard() -> None:
    site = Site()
    site.one.come("t", "page", Looking("anna", plays=True))
    site.one.go("t", "page")
    assert site.heard == ["t", "t"]


def test_whoever_is_declined_in_another_process_asks_no_more_on_any_page() -> None:
    site = Site()
    asks = Candidate("clara", "Клара", 1)
    for page in ("page 1", "page 2"):
        site.one.come("t", page, Looking("clara", plays=False, asks=asks))
    site.carry()
    site.two.come("t", "player", Looking("anna", plays=True))
    site.two.decline("t", asks)
    for topic, message in site.buses[1].sent:
        site.buses[0].deliver(topic, message)
    site.carry()
    assert site.declined == [Decline("t", "clara", 1)]  # once for all her pages
    assert site.one.asking("t") == site.two.asking("t") == ()
    assert site.one.watching("t") == 1


def test_whoever_was_declined_is_so_for_a_while_and_by_that_seat_alone() -> None:
    site = Site()
    asks = Candidate("clara", "Клара", 1)
    site.one.come("t", "page", Looking("clara", plays=False, asks=asks))
    site.one.decline("t", asks)
    assert site.one.was_declined("t", "clara", 1)
    assert not site.one.was_declined("t", "clara", 0)
    assert not site.one.was_declined("t", "dora", 1)
    site.now += DECLINED_S
    assert not site.one.was_declined("t", "clara", 1)
