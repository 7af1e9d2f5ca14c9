"""How to think fast: every legal play of a view, and its best turn.

Everything here takes a ``View`` and a source of words, and gives values; the mutable position
lives in the compiled kernel ``_movegen`` and never leaves it. ``reference`` is the same, slow and
obviously right.
"""

from __future__ import annotations

from wordsmith.engine.movegen import Candidate, Vocabulary, generate
from wordsmith.engine.turns import Best, best_turn, turns_by_words

__all__ = ["Best", "Candidate", "Vocabulary", "best_turn", "generate", "turns_by_words"]
