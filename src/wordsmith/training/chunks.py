"""The unit of work: some games, told so that any process on any machine can play them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from wordsmith.engine.leave_weights import parse_leaves
from wordsmith.engine.leaves import Leaves, leaves_of, most_kept
from wordsmith.errors import WordsmithError
from wordsmith.lexicon.anagrams import table_of_bytes
from wordsmith.lexicon.wordgraph import graph_of_bytes
from wordsmith.rules.variant import Variant, load_variant, with_house_rules
from wordsmith.training.selfplay import KnownWords, observe, observer_of
from wordsmith.training.standings import observe_standings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wordsmith.rules.alphabet import Alphabet


@dataclass(frozen=True, slots=True)
class Ground:
    """What all games of a training have in common."""

    variant_id: str
    house_rules: tuple[tuple[str, str], ...]
    graph: bytes
    anagrams: bytes
    observer: str  # who looks: every process is to see the same


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some games of one generation."""

    number: int  # within its generation
    leaves: str  # the file that they are played by
    first_seed: int
    games: int
    seats: int = 0  # whose standings are counted; 0: leaves are learnt, at any number of seats


class Runner(Protocol):
    """Who plays chunks."""

    def run(self, chunks: Sequence[Chunk]) -> Iterator[tuple[int, bytes]]:
        """The number and the observations of every chunk, each once, as they come.

        WordsmithError if that is beyond it. A caller who stops listening stops the work.
        """

    def close(self) -> None:
        """Let go of everything."""


def play(ground: Ground, chunk: Chunk) -> bytes:
    """What is seen in a chunk. WordsmithError if the same games would be others here."""
    variant = _variant(ground.variant_id, ground.house_rules)
    here = observer_of(variant)
    if here != ground.observer:
        raise WordsmithError(f"here is another Wordsmith: {here!r}, not {ground.observer!r}")
    leaves = _leaves(variant, chunk.leaves)
    words = _words(variant.alphabet, ground.graph, ground.anagrams)
    if chunk.seats:
        return observe_standings(
            variant, words, leaves, chunk.seats, chunk.first_seed, chunk.games
        ).to_bytes()
    return observe(variant, words, leaves, chunk.first_seed, chunk.games).to_bytes()


# A process plays many chunks on the same ground, and those of a generation by the same leaves.


@lru_cache(maxsize=2)
def _variant(variant_id: str, house_rules: tuple[tuple[str, str], ...]) -> Variant:
    return with_house_rules(load_variant(variant_id), dict(house_rules))


@lru_cache(maxsize=2)
def _words(alphabet: Alphabet, graph: bytes, anagrams: bytes) -> KnownWords:
    letters = len(alphabet)
    return KnownWords(
        graph_of_bytes(memoryview(graph), letters),
        table_of_bytes(memoryview(anagrams), letters),
        alphabet,
    )


@lru_cache(maxsize=2)
def _leaves(variant: Variant, text: str) -> Leaves:
    weights = parse_leaves(text, variant.alphabet)
    return leaves_of(weights, len(variant.alphabet) + 1, most_kept(variant))


class Alone:
    """Plays every chunk itself, one after the other."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def run(self, chunks: Sequence[Chunk]) -> Iterator[tuple[int, bytes]]:
        """As ``Runner`` has it."""
        for chunk in chunks:
            yield chunk.number, play(self._ground, chunk)

    def close(self) -> None:
        """There is nothing to let go of."""
