"""The truth of a table from its stored rows, and histories that differ only in what is hidden.

A page must not be able to tell a game from one in which two tiles that it has not seen had changed
places in the sealed bag: then no byte that it was sent depends on either.
"""

import contextlib
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from wordsmith.rules.events import (
    ChallengeUpheld,
    Drew,
    Ended,
    Event,
    Exchanged,
    Played,
    Proposed,
    Resigned,
    TimedOut,
)
from wordsmith.rules.sealed_bag import SealedBag, _place, parse_order
from wordsmith.rules.state import State, apply, hand_after, initial_state, tiles_used
from wordsmith.rules.tiles import Tiles
from wordsmith.server.tables.happenings import Began, Happened, Happening, format_row, parse_row
from wordsmith.server.tables.ledger import Ledger, TableSettings
from wordsmith.store import Command, Place


class Truth:
    """All rows of a table."""

    def __init__(
        self,
        table: str,
        settings: TableSettings,
        commands: Sequence[Command],
        places: Sequence[Place] = (),
        invite: str | None = None,
    ) -> None:
        self.table = table
        self.settings = settings
        self.commands = list(commands)
        self.places = tuple(places)
        self.invite = invite
        self.variant = settings.load_variant()
        self.rows = [parse_row(row.events, self.variant.alphabet) for row in commands]
        self.began = next(event for row in self.rows for event in row if isinstance(event, Began))

    def at(self, version: int) -> Ledger:
        """The table as it was."""
        return self._ledger(self.commands[:version])

    def _ledger(self, commands: Sequence[Command]) -> Ledger:
        return Ledger(self.table, self.settings, commands, self.places, self.invite)

    def others(
        self, version: int, hidden: Iterable[int], most: int, chance: random.Random
    ) -> list[Ledger]:
        """Tables that somebody who does not see the hands ``hidden`` cannot tell from this one.

        For each kind of tile in each hidden hand: one where it has changed places with a tile of
        the bag, one with a tile of another hidden hand; and one where two of the bag have. Where
        that cannot be (it was given back in between, and seen since) there is no such game. Of
        all these ``most`` are drawn by ``chance``.
        """
        unseen = frozenset(hidden)
        exchanges = list(self._exchanges(version, unseen))
        chance.shuffle(exchanges)
        found: list[Ledger] = []
        for places in exchanges:
            if len(found) == most:
                break
            with contextlib.suppress(ValueError):
                found.append(self._changed(version, places, unseen))
        return found

    def _exchanges(self, version: int, hidden: frozenset[int]) -> Iterator[tuple[int, int]]:
        """Places in the sealed order that are worth changing."""
        order = parse_order(self.began.bag, self.variant.alphabet)
        traced = reduce(_Traced.after, self._events(version), _Traced.of(order, self.began, self))
        bag = list(traced.line)
        for seat in sorted(hidden):
            for held in _one_of_each(traced.hands[seat], order):
                for other in _one_of_each(bag, order, order[held])[:2]:
                    yield held, other
                for neighbour in sorted(hidden - {seat}):
                    for other in _one_of_each(traced.hands[neighbour], order, order[held])[:1]:
                        yield held, other
        for first in bag[:1]:
            for other in _one_of_each(bag, order, order[first])[:2]:
                yield first, other

    def _events(self, version: int) -> Iterator[Event]:
        for row in self.rows[:version]:
            for event in row:
                if not isinstance(event, Happening):
                    yield event

    def _changed(self, version: int, places: tuple[int, int], hidden: frozenset[int]) -> Ledger:
        alphabet, (one, other) = self.variant.alphabet, places
        signs = list(self.began.bag)
        signs[one], signs[other] = signs[other], signs[one]
        order = parse_order("".join(signs), alphabet)
        swapped = (order[one], order[other])
        telling = _Telling(self, order, hidden, swapped)
        commands = []
        for command, row in zip(self.commands[:version], self.rows, strict=False):
            told = [telling.of(event, "".join(signs)) for event in row]
            commands.append(replace(command, events=format_row(told, alphabet)))
        return self._ledger(commands)

    def start(self) -> State:
        """The position before the deal."""
        start = initial_state(self.variant, len(self.began.order))
        return start._replace(accepted=frozenset(self.began.words))


class _Telling:
    """The same game with another order of the bag, event by event. ValueError: there is none."""

    def __init__(
        self, truth: Truth, order: bytes, hidden: frozenset[int], swapped: tuple[int, int]
    ) -> None:
        self._state = self._true = truth.start()
        self._bag = SealedBag(truth.began.salt, order)
        self._hidden = hidden
        self._swapped = swapped

    def of(self, event: Happened, bag: str) -> Happened:
        if isinstance(event, Began):
            return replace_struct(event, bag)
        if isinstance(event, Happening):
            return event
        told = self._told(event)
        self._true = apply(self._true, event)
        self._bag = self._bag.followed_by([told])
        self._state = apply(self._state, told)
        return told

    def _told(self, event: Event) -> Event:
        match event:
            case Drew(seat, tiles):
                drawn = Tiles.of(self._bag.line[: len(tiles)])
                if seat not in self._hidden and drawn != tiles:
                    raise ValueError("somebody who looks would see another tile")
                return replace(event, tiles=drawn)
            case Exchanged(seat, tiles) if seat in self._hidden:
                return replace(event, tiles=self._given_back(tiles, self._state.racks[seat]))
            case Proposed(seat, play) | Played(seat, play):
                hand_after(self._state.racks[seat], play)
                return event
            case Resigned(seat) | TimedOut(seat):
                if self._state.racks[seat] != self._true.racks[seat]:
                    raise ValueError("the Tile bag shows what has not gone with him")
                return event
            case Ended():
                raise ValueError("all hands are open")
            case _:
                return event

    def _given_back(self, tiles: Tiles, hand: Tiles) -> Tiles:
        """The same tiles; for one that is not there its partner in the exchange."""
        left, back = list(hand), []
        for code in tiles:
            there = [one for one in (code, *self._swapped) if one in left]
            if not there:
                raise ValueError("it was given back")
            left.remove(there[0])
            back.append(there[0])
        return Tiles.of(back)


def replace_struct(began: Began, bag: str) -> Began:
    """Its hash stays: nobody can find the salt that would make it of the other order."""
    return Began(began.order, bag, began.salt, began.hash, began.words)


@dataclass(frozen=True, slots=True)
class _Traced:
    """Where each tile of the sealed order is now, by its place in that order."""

    salt: str
    order: bytes
    line: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    returned: int = 0
    last_draw: tuple[int, tuple[int, ...]] | None = None  # after the last play: seat, tiles
    last_play: tuple[int, tuple[int, ...]] | None = None  # seat, tiles that it laid

    @classmethod
    def of(cls, order: bytes, began: Began, truth: Truth) -> "_Traced":
        seats = len(began.order)
        return cls(began.salt, order, tuple(range(len(order))), ((),) * seats)

    def after(self, event: Event) -> "_Traced":
        match event:
            case Drew(seat, tiles):
                drawn, line = self.line[: len(tiles)], self.line[len(tiles) :]
                told = replace(self, line=line).with_hand(seat, (*self.hands[seat], *drawn))
                mine = self.last_play is not None and self.last_play[0] == seat
                return replace(told, last_draw=(seat, drawn) if mine else self.last_draw)
            case Played(seat, play):
                laid = self._of(seat, tiles_used(play))
                left = tuple([one for one in self.hands[seat] if one not in laid])
                return replace(
                    self.with_hand(seat, left), last_play=(seat, laid), last_draw=(seat, ())
                )
            case Exchanged(seat, tiles):
                back = self._of(seat, tiles)
                left = tuple([one for one in self.hands[seat] if one not in back])
                return self.with_hand(seat, left)._put_back(back)
            case ChallengeUpheld():
                return self._withdrawn()
            case Resigned(seat) | TimedOut(seat):
                return self.with_hand(seat, ())
            case _:
                return self

    def with_hand(self, seat: int, hand: tuple[int, ...]) -> "_Traced":
        hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])
        return replace(self, hands=hands)

    def _of(self, seat: int, tiles: Tiles) -> tuple[int, ...]:
        """Tiles of a hand by their codes; a wild one that was taken from the board has no place."""
        found: list[int] = []
        for code in tiles:
            there = [
                one for one in self.hands[seat] if self.order[one] == code and one not in found
            ]
            found += there[:1]
        return tuple(found)

    def _withdrawn(self) -> "_Traced":
        assert self.last_play is not None
        assert self.last_draw is not None
        seat, laid = self.last_play
        drawn = self.last_draw[1]
        hand = tuple([one for one in self.hands[seat] if one not in drawn])
        return self.with_hand(seat, (*hand, *laid))._put_back(drawn)

    def _put_back(self, back: tuple[int, ...]) -> "_Traced":
        line, returned = list(self.line), self.returned
        for one in sorted(back, key=lambda one: self.order[one]):
            returned += 1
            line.insert(_place(self.salt, returned, len(line)), one)
        return replace(self, line=tuple(line), returned=returned, last_play=None, last_draw=None)


def _one_of_each(places: Iterable[int], order: bytes, but: int | None = None) -> list[int]:
    """One place for each kind of tile, without one kind."""
    kinds: dict[int, int] = {}
    for place in places:
        if order[place] != but:
            kinds.setdefault(order[place], place)
    return list(kinds.values())


def hidden_texts(truth: Truth) -> list[str]:
    """What may be in no output before the end: the salt, the order, and any long piece of it."""
    bag = truth.began.bag
    pieces = [bag[at : at + 12] for at in range(0, len(bag) - 12, 6)]
    return [truth.began.salt, json.dumps(bag, ensure_ascii=False)[1:-1], *pieces]
