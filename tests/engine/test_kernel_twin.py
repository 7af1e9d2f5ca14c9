"""The kernel compiled and the same file as plain Python give the same answers."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.engine.situations import small_view
from wordsmith.engine import _movegen, best_turn, generate, turns_by_words

if TYPE_CHECKING:
    from types import ModuleType

SOURCE = Path(_movegen.__file__ or "").with_name("_movegen.py")


@pytest.fixture(scope="module")
def twin() -> ModuleType:
    """The kernel uncompiled, also where there is a compiled one."""
    spec = spec_from_loader("twin", SourceFileLoader("twin", str(SOURCE)))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("seed", range(25))
def test_compiled_and_uncompiled_kernels_agree(
    seed: int, twin: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    rules = {
        "lines_per_turn": "any",
        "wild_swap": random.choice(("no", "any_player")),
        "opening": random.choice(("one_start_cell", "two_start_cells")),
        "repeat_words": random.choice(("yes", "no")),
    }
    view, words = small_view(random, rules, tiles=random.randint(1, 5), wild=0.2)
    compiled = (
        generate(view, words),
        turns_by_words(view, words),
        best_turn(view, words, nodes=60),
    )
    monkeypatch.setattr(_movegen, "Position", twin.Position)
    plain = (generate(view, words), turns_by_words(view, words), best_turn(view, words, nodes=60))
    assert compiled == plain


def test_the_kernel_is_compiled_where_it_must_be() -> None:
    assert SOURCE.is_file()
    assert (_movegen.__file__ or "").endswith((".py", ".so", ".pyd"))
