"""A bag one can check: the order of every tile is fixed and sealed before the first is drawn.

The hash of the order is shown at the start, the order and its salt at the end; whoever has them
can follow every draw. What the hash is of, and where tiles go that come back: docs/rules.md.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError
from wordsmith.rules.alphabet import WILD, WILD_SIGNS
from wordsmith.rules.events import ChallengeUpheld, Drew, Event, Exchanged, Played
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.game import Game
    from wordsmith.rules.variant import Variant

SALT_BYTES = 32


@dataclass(frozen=True, slots=True)
class Seal:
    """The order of a bag, and what was shown of it at the start."""

    order: bytes  # codes of all tiles; the first is drawn first
    salt: str  # 64 hexadecimal digits
    hash: str  # the same: of order and salt, by ``seal_hash``


def seal_bag(variant: Variant, random: random.Random) -> Seal:
    """The tiles of a variant in an order that chance alone has made, and its seal."""
    order = bytes(random.sample(variant.tiles.codes, len(variant.tiles)))
    salt = random.randbytes(SALT_BYTES).hex()
    return Seal(order, salt, seal_hash(format_order(order, variant.alphabet), salt))


def seal_hash(order: str, salt: str) -> str:
    """SHA-256 of the text ``wordsmith:1:SALT:ORDER`` in UTF-8, in hexadecimal digits."""
    return hashlib.sha256(f"wordsmith:1:{salt}:{order}".encode()).hexdigest()


def format_order(order: bytes, alphabet: Alphabet) -> str:
    """The tiles of an order as letters, ``?`` for a wild tile."""
    return "".join([alphabet.letter(code) for code in order])


def parse_order(text: str, alphabet: Alphabet) -> bytes:
    """The tiles of an order. ParseError names the sign that is no tile."""
    codes = []
    for sign in text:
        code = WILD if sign == WILD_SIGNS[0] else alphabet.code(sign)
        if code is None:
            raise ParseError("no_sealed_tile", sign=repr(sign), alphabet=alphabet.id)
        codes.append(code)
    return bytes(codes)


_NOTHING = Tiles()


@dataclass(frozen=True, slots=True)
class SealedBag:
    """What is left of a sealed order after some events; it is the ``Chance`` of the next ones."""

    salt: str
    line: bytes  # the tiles in the bag, the next one first
    returned: int = 0  # tiles that have come back so far
    drawn: Tiles = _NOTHING  # since the last play: goes back with it

    @classmethod
    def of(cls, seal: Seal) -> SealedBag:
        """The full bag."""
        return cls(seal.salt, seal.order)

    @classmethod
    def after(cls, seal: Seal, events: Iterable[Event]) -> SealedBag:
        """The bag after the events of a game from its deal on. ValueError as ``followed_by``."""
        return cls.of(seal).followed_by(events)

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """The next ``count`` tiles, when ``bag`` is left of the line.

        ValueError if the end of the line is not ``bag``: this is another game's.
        """
        left = self.line[len(self.line) - len(bag) :]
        if Tiles.of(left) != bag:
            raise ValueError("this bag was not sealed so")
        return Tiles.of(left[:count])

    def followed_by(self, events: Iterable[Event]) -> SealedBag:
        """The bag after more events. ValueError if a draw does not follow the order."""
        return reduce(SealedBag._after_event, events, self)

    def _after_event(self, event: Event) -> SealedBag:
        match event:
            case Drew(_, tiles):
                return self._drawn(tiles)
            case Played():
                return SealedBag(self.salt, self.line, self.returned)
            case Exchanged(_, tiles):
                return self._put_back(tiles)
            case ChallengeUpheld():  # nothing but the play itself has drawn since it was laid
                return self._put_back(self.drawn)
            case _:
                return self

    def _drawn(self, tiles: Tiles) -> SealedBag:
        count = len(tiles)
        if Tiles.of(self.line[:count]) != tiles:
            raise ValueError("other tiles were drawn than were next")
        return SealedBag(self.salt, self.line[count:], self.returned, tiles)

    def _put_back(self, tiles: Tiles) -> SealedBag:
        """Each tile goes to a place that only the salt and the count of returns decide."""
        line, returned = bytearray(self.line), self.returned
        for code in tiles:
            returned += 1
            line.insert(_place(self.salt, returned, len(line)), code)
        return SealedBag(self.salt, bytes(line), returned, self.drawn)


class FlawCode(StrEnum):
    """What does not fit."""

    HASH = "hash"  # order and salt are not those whose hash was shown
    TILES = "tiles"  # the order is not of the tiles of this game, or it did not begin with them
    DRAW = "draw"  # other tiles were drawn than were next


@dataclass(frozen=True, slots=True)
class Flaw:
    """The first thing in a game that does not follow from its seal."""

    code: FlawCode
    event: int | None = None  # the number of the draw among the events, from 1


def check_seal(game: Game, seal: Seal) -> Flaw | None:
    """What in a game does not follow from its seal; None: every draw does."""
    if seal_hash(format_order(seal.order, game.variant.alphabet), seal.salt) != seal.hash:
        return Flaw(FlawCode.HASH)
    if not Tiles.of(seal.order) == game.variant.tiles == game.start.bag:
        return Flaw(FlawCode.TILES)
    sealed = SealedBag.of(seal)
    for number, event in enumerate(game.events, start=1):
        try:
            sealed = sealed.followed_by([event])
        except ValueError:
            return Flaw(FlawCode.DRAW, number)
    return None


def _place(salt: str, returned: int, length: int) -> int:
    """The place of a tile that comes back to ``length`` others: 0 is drawn next."""
    digest = hashlib.sha256(f"wordsmith:1:{salt}:{returned}".encode()).digest()
    return int.from_bytes(digest) % (length + 1)
