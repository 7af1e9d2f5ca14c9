"""A training of chances to win: games at tables of 2, 3 and 4, and the curves that explain them."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from wordsmith.engine.leave_weights import LeaveWeights, format_leaves
from wordsmith.engine.leaves import shipped_leaves
from wordsmith.engine.winning import SEATS, WinningCurves, format_winning
from wordsmith.errors import ParseError
from wordsmith.training.learning import Advance
from wordsmith.training.selfplay import knows
from wordsmith.training.standings import Standings, fit_standings, standings_of_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordsmith.engine.winning import Curves
    from wordsmith.training.chunks import Runner
    from wordsmith.training.folder import Folder
    from wordsmith.training.plan import Plan

_CHUNK_GAMES = 500
"""They take a second or two."""


def learn_winning(
    plan: Plan,
    folder: Folder,
    runner: Runner,
    watch: Callable[[Advance], None],
    chunk_games: int | None = None,
) -> str:
    """The file of chances that ``plan`` asks for; ``plan.games`` are played at 2, 3 and 4 seats.

    All play by the leaves that ship. ``folder`` keeps what is played meanwhile. ParseError if the
    folder is of another training, or if the kernel does not play by these rules.
    """
    if not knows(plan.variant):
        raise ParseError("training.rules")
    leaves = shipped_leaves(plan.variant) or format_leaves(LeaveWeights(), plan.variant.alphabet)
    lines = plan.variant.rules.lines_per_turn
    origin = {
        **plan.origin,
        "leaves": hashlib.sha256(leaves.encode()).hexdigest()[:16],
        "lines": lines.value,
    }
    del origin["generations"]
    size = folder.agree(origin, chunk_games) or _CHUNK_GAMES
    folder.begin(origin, size)
    curves: dict[tuple[int, int], Curves] = {}
    for seats in SEATS:
        seen = Standings.none(seats, len(plan.variant.tiles))
        _play(plan, seen, (leaves, size), (folder, runner, watch))
        curves |= fit_standings(seen, lines)
    return format_winning(WinningCurves(curves, origin))


def _play(
    plan: Plan,
    seen: Standings,
    how: tuple[str, int],
    where: tuple[Folder, Runner, Callable[[Advance], None]],
) -> None:
    """Play what is missing of the games at so many seats, and note all that was seen in them."""
    folder, runner, watch = where
    number = SEATS.index(seen.seats) + 1
    chunks = [replace(chunk, seats=seen.seats) for chunk in plan.chunks(number, *how)]
    missing = []
    for chunk in chunks:
        kept = folder.read(number, chunk.number, standings_of_bytes)
        if kept is None:
            missing.append(chunk)
        else:
            seen.add(kept)
    resumed = len(chunks) - len(missing)
    watch(Advance(number, resumed, len(chunks), resumed))
    for done, (which, played) in enumerate(runner.run(missing), start=resumed + 1):
        folder.save(number, which, played)
        seen.add(standings_of_bytes(played))
        watch(Advance(number, done, len(chunks), resumed))
