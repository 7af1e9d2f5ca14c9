"""Tables as they are asked for: checked, seated, and dealt if nobody is waited for."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from wordsmith.errors import ParseError
from wordsmith.lexicon import GROUPS
from wordsmith.rules.parameters import PARAMETERS, Seating, format_rules, parse_rule
from wordsmith.rules.variant import Variant, load_variant, variant_ids, with_house_rules
from wordsmith.server.messages.protocol import NewBot, NewHuman, NewTable, NoPace, Pace
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people.names import apart, fit_name
from wordsmith.server.tables.agreement import FORMAT, SeatSettings, TableSettings
from wordsmith.server.tables.duties import standing_of
from wordsmith.server.tables.gathering import beginning
from wordsmith.server.tables.happenings import Happened, Made, format_row
from wordsmith.server.tables.ledger import MAKING
from wordsmith.server.tables.moment import first_moment
from wordsmith.server.tables.pacing import clock_after
from wordsmith.server.tables.timekeeping import Timekeeper
from wordsmith.store import Command, Place
from wordsmith.store import NewTable as StoredTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_random = random.SystemRandom()


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is agreed at a table besides its rules."""

    pace: Pace = field(default_factory=NoPace)
    listed: bool = False
    rated: bool = False
    talk: bool = True
    watching: bool = True
    advisers: bool = False
    group: str | None = None
    words: tuple[str, ...] = ()  # that the group has let in
    rematch_of: str | None = None


_USUAL = Terms()


@dataclass(frozen=True, slots=True)
class Making:
    """A table to be made."""

    variant: Variant
    seats: tuple[SeatSettings, ...]  # seat 0 begins
    guest: str  # who makes it, and holds every seat of a person unless ``places`` says otherwise
    key: str | None = None  # the same key makes one table
    front: bool = False
    terms: Terms = _USUAL
    places: tuple[Place, ...] | None = None

    @property
    def gathers(self) -> bool:
        """Whether somebody is still to come."""
        return any(seat.is_open for seat in self.seats)


def ask_for_variant(name: str) -> Variant:
    """A variant that ships. Refusal if there is none of that name."""
    if name not in variant_ids():
        raise Refusal(404, "unknown_variant", variant=name, known=variant_ids())
    return load_variant(name)


def ask_for_rules(preset: Variant, overrides: Mapping[str, str]) -> Variant:
    """A variant with house rules. Refusal names the rule, its value and what is allowed."""
    for key, text in overrides.items():
        if key not in PARAMETERS:
            raise _bad_rule(key, text, ", ".join(PARAMETERS))
        try:
            parse_rule(key, text)
        except ParseError as error:
            raise _bad_rule(key, text, PARAMETERS[key].allowed) from error
    _check_groups(preset.lexicon, overrides.get("word_groups"))
    try:
        return with_house_rules(preset, overrides)
    except ParseError as error:  # rules that contradict each other, the board or the tiles
        key = str(error.args[0]).removeprefix("rule.")
        allowed = str(error.particulars["allowed"])
        raise _bad_rule(key, overrides.get(key, ""), allowed) from error


def _check_groups(lexicon: str, text: str | None) -> None:
    known = GROUPS[lexicon]
    if text is not None and not set(text.split("+")) <= set(known):
        raise _bad_rule("word_groups", text, ", ".join(known))


def _bad_rule(key: str, value: str, allowed: str) -> Refusal:
    return Refusal(422, "bad_rule", key=key, value=value, allowed=allowed)


def ask_for_table(asked: NewTable, guest: str, levels: Sequence[str]) -> Making:
    """A table as a visitor wants it. Refusal says what cannot be."""
    variant = ask_for_rules(ask_for_variant(asked.variant), asked.overrides)
    seats = _asked_seats(asked, levels)
    least, most = variant.rules.seats
    if not least <= len(seats) <= most:
        raise Refusal(422, "bad_seats", seats=len(seats), least=least, most=most)
    if not any(seat.kind == "human" for seat in seats):
        raise Refusal(422, "bad_seats", message="nobody of flesh and blood")
    gathers = any(seat.is_open for seat in seats)
    if variant.rules.seating is Seating.RANDOM and not gathers:
        _random.shuffle(seats)
    terms = Terms(
        pace=asked.pace,
        listed=asked.listed and gathers,
        rated=asked.rated,
        talk=asked.talk,
        watching=asked.watching,
        advisers=asked.advisers,
        group=asked.group,
    )
    if terms.rated:
        _demand_ratable(seats, terms)
    key = None if asked.key is None else f"new {guest} {asked.key}"
    return Making(variant, tuple(seats), guest, key, terms=terms)


def _asked_seats(asked: NewTable, levels: Sequence[str]) -> list[SeatSettings]:
    seats: list[SeatSettings] = []
    for seat in asked.seats:
        if isinstance(seat, NewBot):
            if seat.level not in levels:
                raise Refusal(422, "bad_seats", level=seat.level, levels=levels)
            seats.append(SeatSettings("bot", level=seat.level))
        elif isinstance(seat, NewHuman):
            own = "" if any(held.kind == "human" for held in seats) else asked.name
            name = apart(fit_name(seat.name or own), [held.name for held in seats])
            seats.append(SeatSettings("human", name))
        else:
            seats.append(SeatSettings("open"))
    return seats


def _demand_ratable(seats: Sequence[SeatSettings], terms: Terms) -> None:
    """Refusal unless it is a game of people, each for himself, against the clock."""
    kinds = [seat.kind for seat in seats]
    if "bot" in kinds or kinds.count("human") != 1:
        raise Refusal(422, "bad_seats", message="a rated game is among people, one seat each")
    if isinstance(terms.pace, NoPace):
        raise Refusal(422, "bad_pace", message="a rated game has a clock")
    if terms.advisers:
        raise Refusal(422, "bad_rule", key="advisers", value="yes", allowed="no")


def places_of(seats: Sequence[SeatSettings], guest: str) -> tuple[Place, ...]:
    """The seats as the store has them, those of people all held by ``guest``."""
    return tuple([Place(guest if seat.kind == "human" else None, seat.name) for seat in seats])


def deal_table(making: Making, time: Timekeeper | None = None) -> StoredTable:
    """A new table as the store takes it: gathering, or with the first hands dealt."""
    variant, terms = making.variant, making.terms
    time = time or Timekeeper()
    places = making.places or places_of(making.seats, making.guest)
    settings = TableSettings(
        variant.id,
        format_rules(variant.rules),
        tuple([SeatSettings(seat.kind, level=seat.level) for seat in making.seats]),
        FORMAT,
        **{name: getattr(terms, name) for name in Terms.__slots__},
    )
    before = first_moment(settings, variant)
    happened = _first_row(making, settings, places)
    after = before.after(happened, 1, time.wall_ms())
    clock = clock_after(before, after, happened, time.now_ms(settings.pace_class))
    if clock is not None:
        happened, after = (*happened, clock), after.at_table(clock)
    table = secrets.token_urlsafe(9)
    events = format_row(happened, variant.alphabet)
    return StoredTable(
        table=table,
        key=making.key,
        variant=variant.id,
        front=making.front,
        settings=msgspec.json.encode(settings).decode(),
        first=Command(table, 1, after.at_ms, None, MAKING, '{"type":"deal"}', events),
        standing=standing_of(after, places, moved=True),
        pace=settings.pace_class,
        rated=terms.rated,
        invite=secrets.token_urlsafe(16) if making.gathers else None,
        group=terms.group,
    )


def _first_row(
    making: Making, settings: TableSettings, places: Sequence[Place]
) -> tuple[Happened, ...]:
    """The host is the first seat of whoever makes the table."""
    seats = enumerate(zip(making.seats, places, strict=True))
    host = next(
        n for n, (seat, place) in seats if seat.kind == "human" and place.person == making.guest
    )
    made = Made(host)
    if making.gathers:
        return (made,)
    moment = first_moment(settings, making.variant).at_table(made)
    return (made, *beginning(moment, tuple(range(len(making.seats)))))
