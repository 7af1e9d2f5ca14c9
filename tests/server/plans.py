"""What kinds of games are played before everybody."""

import random
from dataclasses import dataclass

from tests.server.inside import Json

VARIANTS = ("wordsmith", "erudit", "friends", "classic", "classic-ru")
CHECKS = ("refuse", "vote", "challenge_double", "challenge_single", "challenge_5")
TILE_BAGS = ("never", "1", "always")
NAMES = ("Анна", "Boris", "Вера", "George")


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of game it is to be."""

    variant: str
    seats: int
    sofa: bool  # the host plays two seats
    check: str
    tile_bag: str
    rated: bool
    watching: bool
    advisers: bool
    commands: int  # after so many it is left
    chance: random.Random

    @classmethod
    def drawn(cls, chance: random.Random) -> "Plan":
        variant = chance.choice(VARIANTS)
        seats = 2 if variant == "friends" else chance.choice((2, 3, 4))
        rated = chance.random() < 0.25
        return cls(
            variant=variant,
            seats=seats,
            sofa=not rated and seats > 2 and chance.random() < 0.4,
            check=chance.choice(CHECKS),
            tile_bag=chance.choice(TILE_BAGS),
            rated=rated,
            watching=rated or chance.random() < 0.8,
            advisers=not rated and chance.random() < 0.6,
            commands=chance.choice((6, 12, 20, 40)),
            chance=chance,
        )

    @property
    def asked(self) -> Json:
        own: list[Json] = [{"kind": "human", "name": NAMES[n]} for n in range(1 + self.sofa)]
        return {
            "variant": self.variant,
            "seats": own + [{"kind": "open"}] * (self.seats - len(own)),
            "overrides": {"check": self.check, "tile_bag_turns": self.tile_bag},
            "rated": self.rated,
            "watching": self.watching,
            "advisers": self.advisers,
            "pace": {"kind": "bank", "bank_s": 7200, "increment_s": 0}
            if self.rated
            else {"kind": "none"},
        }
