"""A whole training: generation after generation, each played by what the one before has learnt."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordsmith.engine.leave_weights import LeaveWeights, format_leaves
from wordsmith.training.chunks import play
from wordsmith.training.fitting import fit
from wordsmith.training.observations import Observations, observations_of_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wordsmith.training.chunks import Runner
    from wordsmith.training.folder import Folder
    from wordsmith.training.plan import Plan

_CHUNK_S = 4.0
"""What a chunk should take: long enough that handing it out costs nothing, short enough to lose."""

_MEASURED_S = 0.5


@dataclass(frozen=True, slots=True)
class Advance:
    """How far a training has come."""

    generation: int  # from 1
    chunks: int  # finished, of this generation
    of: int  # chunks that a generation has
    resumed: int  # of the finished ones: played before this start


@dataclass(frozen=True, slots=True)
class Training:
    """One training that is under way."""

    plan: Plan
    folder: Folder
    runner: Runner
    chunk_games: int
    origin: dict[str, str]  # what is written into the file, but for the hands that were seen

    def generations(self) -> Iterator[Advance | str]:
        """How far it has come, and at the end the file of leaves."""
        leaves = format_leaves(LeaveWeights(), self.plan.variant.alphabet)
        for generation in range(1, self.plan.generations + 1):
            seen = Observations.none(len(self.plan.variant.alphabet) + 1)
            yield from self._played(generation, leaves, seen)
            origin = {**self.origin, "hands": str(seen.hands)}
            weights = replace(fit(seen), origin=origin)
            leaves = format_leaves(weights, self.plan.variant.alphabet)
        yield leaves

    def _played(self, generation: int, leaves: str, seen: Observations) -> Iterator[Advance]:
        """Play what is missing of a generation, and note all that was seen in it."""
        chunks = list(self.plan.chunks(generation, leaves, self.chunk_games))
        missing = []
        for chunk in chunks:
            kept = self.folder.load(generation, chunk.number)
            if kept is None:
                missing.append(chunk)
            else:
                seen.add(kept)
        resumed = len(chunks) - len(missing)
        yield Advance(generation, resumed, len(chunks), resumed)
        for done, (number, played) in enumerate(self.runner.run(missing), start=resumed + 1):
            self.folder.save(generation, number, played)
            seen.add(observations_of_bytes(played))
            yield Advance(generation, done, len(chunks), resumed)


def train(
    plan: Plan,
    folder: Folder,
    runner: Runner,
    watch: Callable[[Advance], None],
    chunk_games: int | None = None,
) -> str:
    """The file of leaves that ``plan`` asks for; ``folder`` keeps what is played meanwhile.

    ``chunk_games``: None measures how many games take some seconds; it changes nothing in the
    result. ParseError if the folder is of another training.
    """
    origin = plan.origin
    size = folder.agree(origin, chunk_games) or _fitting_size(plan)
    folder.begin(origin, size)
    for told in Training(plan, folder, runner, size, origin).generations():
        if isinstance(told, str):
            return told
        watch(told)
    raise AssertionError("a training ends with leaves")


def _fitting_size(plan: Plan) -> int:
    """Games that take some seconds here."""
    leaves = format_leaves(LeaveWeights(), plan.variant.alphabet)
    games = 1
    while True:
        chunk = next(plan.chunks(1, leaves, games))
        play(plan.ground, replace(chunk, games=1))  # whatever is made at the first use
        before = time.perf_counter()
        play(plan.ground, chunk)
        took = time.perf_counter() - before
        if took >= _MEASURED_S or games >= plan.games:
            return max(1, round(chunk.games * _CHUNK_S / took))
        games *= 2
