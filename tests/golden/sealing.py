"""Makes ``sealed_bags.json``: games from sealed bags, sound ones and spoilt ones.

The rules and the page read it alike, so that what a page says of a bag is what the rules say.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from tests.generators import RandomGame, SealedGame, table
from wordsmith.notation.records import format_record
from wordsmith.rules.sealed_bag import Seal, check_seal, format_order, seal_bag, seal_hash

if TYPE_CHECKING:
    from wordsmith.rules.game import Game
    from wordsmith.rules.variant import Variant

_GAMES = (
    ("stars and exchanges, three seats", "wordsmith", 3, "refuse"),
    ("turns challenged off", "friends", 2, "challenge_single"),
    ("Е and Ё are two letters", "classic-ru", 2, "challenge_double"),
)
_MOST_EVENTS = 80
_OTHER_SALT = "f" * 64


def sealed_bags_text() -> str:
    """What ``sealed_bags.json`` must say: a game or a case on one line."""
    records, cases = {}, []
    for name, variant_id, seats, check in _GAMES:
        variant = table(variant_id, seats, {"check": check})
        game, seal = _short_game(variant, seats)
        records[name] = format_record(game, tuple(f"{seat}" for seat in range(seats)))
        cases += [
            {"game": name, "what": what, **_told(game, changed)}
            for what, changed in _changes(variant, seal)
        ]
    shown = [f'    "{name}": {_line(record)}' for name, record in records.items()]
    told = [f"    {_line(case)}" for case in cases]
    return (
        '{\n  "games": {\n' + ",\n".join(shown) + "\n  },\n"
        '  "cases": [\n' + ",\n".join(told) + "\n  ]\n}\n"
    )


def _short_game(variant: Variant, seats: int) -> SealedGame:
    """The beginning of a game in which tiles came back, and one of them was drawn again."""
    for seed in range(200):
        seal = seal_bag(variant, Random(seed))
        for game in RandomGame(variant, seats, seed, leaving=0.0, seal=seal):
            if len(game.events) > _MOST_EVENTS or game.state.ended:
                break
            if check_seal(game, _sealed(variant, seal.order, _OTHER_SALT)) is not None:
                return SealedGame(game, seal)
    raise AssertionError("no short game of this kind")


def _changes(variant: Variant, seal: Seal) -> list[tuple[str, Seal]]:
    """Seals that the game may be held against."""
    order = seal.order
    swapped = bytes([order[7], *order[1:7], order[0], *order[8:]])
    assert order[0] != order[7]
    among = bytes([order[1], order[0], *order[2:]])
    return [
        ("as it was sealed", seal),
        ("within one draw there is no order", _sealed(variant, among, seal.salt)),
        (
            "another order under the same hash",
            Seal(swapped, seal.salt, seal.hash),
        ),
        ("another salt under the same hash", Seal(order, _OTHER_SALT, seal.hash)),
        ("two tiles of two hands changed", _sealed(variant, swapped, seal.salt)),
        (
            "another salt: tiles come back elsewhere",
            _sealed(variant, order, _OTHER_SALT),
        ),
        ("a tile too few", _sealed(variant, order[:-1], seal.salt)),
        ("a star too many", _sealed(variant, bytes([0, *order]), seal.salt)),
    ]


def _sealed(variant: Variant, order: bytes, salt: str) -> Seal:
    return Seal(order, salt, seal_hash(format_order(order, variant.alphabet), salt))


def _told(game: Game, seal: Seal) -> dict[str, Any]:
    """A seal, and what is to be said of the game by it."""
    order = format_order(seal.order, game.variant.alphabet)
    flaw = check_seal(game, seal)
    return {
        "seal": {"hash": seal.hash, "salt": seal.salt, "order": order},
        "flaw": flaw and str(flaw.code),
        "event": flaw and flaw.event,
    }


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
