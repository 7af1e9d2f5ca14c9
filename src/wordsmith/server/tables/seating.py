"""Tables as they are asked for: checked, seated and dealt."""

from __future__ import annotations

import random
import re
import secrets
import time
import unicodedata
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec

from wordsmith.errors import ParseError
from wordsmith.lexicon import GROUPS
from wordsmith.notation.records import format_events
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import PARAMETERS, Seating, format_rules, parse_rule
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.variant import Variant, load_variant, variant_ids, with_house_rules
from wordsmith.server.messages.protocol import NewBot, NewTable
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables.duties import standing_of
from wordsmith.server.tables.ledger import MAKING, SeatSettings, TableSettings
from wordsmith.store import Command, Place
from wordsmith.store import NewTable as StoredTable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_random = random.SystemRandom()
_chance = Shuffle(_random)


@dataclass(frozen=True, slots=True)
class Making:
    """A table to be made."""

    variant: Variant
    seats: tuple[SeatSettings, ...]  # seat 0 begins
    guest: str  # who holds every seat of a person
    key: str | None = None  # the same key makes one table
    front: bool = False


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
        named = re.search(r"rule (\w+)", str(error))
        key = named[1] if named else ""
        raise _bad_rule(key, overrides.get(key, ""), str(error)) from error


def _check_groups(lexicon: str, text: str | None) -> None:
    known = GROUPS[lexicon]
    if text is not None and not set(text.split("+")) <= set(known):
        raise _bad_rule("word_groups", text, ", ".join(known))


def _bad_rule(key: str, value: str, allowed: str) -> Refusal:
    return Refusal(422, "bad_rule", key=key, value=value, allowed=allowed)


def ask_for_table(asked: NewTable, guest: str, levels: Sequence[str]) -> Making:
    """A table as a visitor wants it. Refusal says what cannot be."""
    variant = ask_for_rules(ask_for_variant(asked.variant), asked.overrides)
    seats = []
    for seat in asked.seats:
        if isinstance(seat, NewBot):
            if seat.level not in levels:
                raise Refusal(422, "bad_seats", level=seat.level, levels=levels)
            seats.append(SeatSettings("bot", level=seat.level))
        else:
            seats.append(SeatSettings("human", fit_name(seat.name)))
    least, most = variant.rules.seats
    if not least <= len(seats) <= most:
        raise Refusal(422, "bad_seats", seats=len(seats), least=least, most=most)
    if all(seat.is_bot for seat in seats):
        raise Refusal(422, "bad_seats", message="nobody of flesh and blood")
    if variant.rules.seating is Seating.RANDOM:
        _random.shuffle(seats)
    return Making(variant, tuple(seats), guest)


def fit_name(name: str) -> str:
    """A name as it may be shown: one line, without signs that cannot be seen."""
    composed = unicodedata.normalize("NFC", name)
    visible = [" " if sign.isspace() else sign for sign in composed]
    kept = [sign for sign in visible if unicodedata.category(sign)[0] != "C"]
    return " ".join("".join(kept).split())


def places_of(seats: Sequence[SeatSettings], guest: str) -> tuple[Place, ...]:
    """The seats as the store has them, those of people all held by ``guest``."""
    return tuple([Place(None if seat.is_bot else guest, seat.name) for seat in seats])


def deal_table(making: Making) -> StoredTable:
    """A new table with the first hands dealt, as the store takes it."""
    variant, seats = making.variant, making.seats
    table, now = secrets.token_urlsafe(9), time.time_ns() // 1_000_000
    game = Game.begin(variant, len(seats), _chance)
    settings = TableSettings(variant.id, format_rules(variant.rules), seats)
    told = format_events(game.events, variant.alphabet)
    events = msgspec.json.encode(told).decode()
    first = Command(table, 1, now, None, MAKING, '{"type":"deal"}', events)
    return StoredTable(
        table=table,
        key=making.key,
        variant=variant.id,
        front=making.front,
        settings=msgspec.json.encode(settings).decode(),
        first=first,
        standing=replace(standing_of(seats, game.state), places=places_of(seats, making.guest)),
    )
