"""A training as a value: what is to be learnt, from which games, in which chunks.

A chunk is told whole by the seed, the generation and its number. How many games make one is no
more than convenience: sums of whole numbers do not ask where they were added up.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from wordsmith.engine.leave_weights import rules_fingerprint
from wordsmith.rules.variant import differences
from wordsmith.training.chunks import Chunk, Ground
from wordsmith.training.selfplay import observer_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.variant import Variant


class What(StrEnum):
    """What may be learnt."""

    LEAVES = "leaves"
    WINNING = "winning"


@dataclass(frozen=True, slots=True)
class Plan:
    """What ``wordsmith train`` is asked for."""

    variant: Variant
    lexicon: Lexicon
    games: int  # of each generation
    generations: int
    seed: int
    command: str  # that asks for the same again
    what: What = What.LEAVES

    @property
    def ground(self) -> Ground:
        """What every chunk shares."""
        return Ground(
            self.variant.id,
            tuple(sorted(differences(self.variant).items())),
            self.lexicon.graph.to_bytes(),
            self.lexicon.anagrams.to_bytes(),
            observer_of(self.variant),
        )

    def chunks(self, generation: int, leaves: str, size: int) -> Iterator[Chunk]:
        """The chunks of a generation that plays by the file ``leaves``, ``size`` games each."""
        first = self.first_seed(generation)
        for number, done in enumerate(range(0, self.games, size)):
            yield Chunk(number, leaves, first + done, min(size, self.games - done))

    def first_seed(self, generation: int) -> int:
        """The seed of the first game of a generation; the others follow, one by one."""
        told = f"{self.seed} {generation}".encode()
        return int.from_bytes(hashlib.sha256(told).digest()[:7], "big")

    @property
    def origin(self) -> dict[str, str]:
        """What a file of leaves tells of how they were learnt."""
        return {
            "variant": self.variant.id,
            "rules": rules_fingerprint(self.variant),
            "lexicon": hashlib.sha256(self.lexicon.key.encode()).hexdigest()[:16],
            "command": self.command,
            "games": str(self.games),
            "generations": str(self.generations),
            "seed": str(self.seed),
            "observer": observer_of(self.variant),
        }
