"""``train``: what is asked for becomes a plan, somebody plays it, and progress is shown."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from wordsmith.cli.arguments import chosen_variant, chosen_words
from wordsmith.cli.output import warn
from wordsmith.cli.progress import progress_bars
from wordsmith.engine.leave_weights import parse_leaves
from wordsmith.engine.winning import SEATS, parse_winning
from wordsmith.errors import ParseError
from wordsmith.server.kernels import uncompiled_kernels
from wordsmith.texts import say
from wordsmith.training import (
    Cluster,
    Folder,
    Plan,
    Processes,
    What,
    learn_winning,
    train,
    write_at_once,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.progress import Progress, TaskID

    from wordsmith.training import Advance, Runner


def plan_of(
    variant_id: str,
    words: str | None,
    settings: Sequence[str],
    numbers: tuple[int, int, int],
    what: str,
) -> Plan:
    """The training that the arguments mean; ``numbers``: games, generations, seed.

    ``what``: a value of ``What``. ParseError if they cannot be used.
    """
    variant = chosen_variant(variant_id, settings)
    games, generations, seed = numbers
    asked = ["wordsmith", "train", "--variant", variant_id]
    asked += ["--words", words] if words else []
    asked += [word for setting in settings for word in ("--set", setting)]
    learnt = What(what)
    asked += ["--what", learnt.value] if learnt is What.WINNING else []
    asked += ["--games", str(games)]
    asked += ["--generations", str(generations)] if learnt is What.LEAVES else []
    asked += ["--seed", str(seed)]
    lexicon = chosen_words(words, variant)
    return Plan(variant, lexicon, games, generations, seed, shlex.join(asked), learnt)


def runner_of(plan: Plan, on_ray: bool, workers: int | None, address: str) -> Runner:
    """Who plays. ParseError if there is no cluster."""
    warn([f"not compiled, games are slow: {name}" for name in uncompiled_kernels()])
    if on_ray:
        return Cluster(plan.ground, address, workers)
    return Processes(plan.ground, workers or _cores())


def trained(plan: Plan, folder: Path, runner: Runner, chunk: int | None, language: str) -> str:
    """The file that is learnt; how far it has come is shown meanwhile."""
    # Ray prints what befalls its workers
    with redirect_stdout(sys.stderr), progress_bars() as progress:
        shown = _Shown(plan, language, progress)
        learn = train if plan.what is What.LEAVES else learn_winning
        return learn(plan, Folder(folder), runner, shown.tell, chunk)


def finish(out: Path, text: str, folder: Path) -> None:
    """Save the file, and throw away what was played for it. ParseError if it cannot be saved."""
    try:
        write_at_once(out, text.encode())
    except OSError as error:
        raise ParseError("option.cannot_write", option="--out", file=out, why=error) from None
    Folder(folder).remove()


def train_answer(plan: Plan, out: Path, text: str) -> dict[str, Any]:
    """A finished training, for programs."""
    if plan.what is What.WINNING:
        return {"file": str(out), **parse_winning(text).origin}
    weights = parse_leaves(text, plan.variant.alphabet)
    return {
        "file": str(out),
        **weights.origin,
        "weights": len(weights.parts),
        "star_price": weights.star_price_mp,
    }


@dataclass(slots=True)
class _Shown:
    """The line of each generation on the terminal."""

    plan: Plan
    language: str
    progress: Progress
    lines: dict[int, TaskID] = field(default_factory=dict)

    def tell(self, advance: Advance) -> None:
        """Show how far it has come."""
        if advance.generation not in self.lines:
            self._begin(advance)
        self.progress.update(self.lines[advance.generation], completed=advance.chunks)

    def _begin(self, advance: Advance) -> None:
        generation, all_of_them = advance.generation, self.plan.generations
        if self.plan.what is What.WINNING:
            said = f"{say(self.language, 'seats.name')}: {SEATS[generation - 1]}"
        else:
            said = say(
                self.language, "cli.train.generation", generation=generation, all=all_of_them
            )
        line = self.progress.add_task(said, total=advance.of, completed=advance.chunks)
        self.lines[generation] = line
        if advance.resumed:
            self.progress.print(
                say(
                    self.language,
                    "cli.train.resumed",
                    generation=generation,
                    done=advance.resumed,
                    all=advance.of,
                )
            )


def _cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
