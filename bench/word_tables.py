"""How long the compiled forms of a word list take: made, and read from the cache with every check.

    python bench/word_tables.py
    python bench/word_tables.py --lexicon ru --rounds 9

Prints one line of JSON: medians in milliseconds of one processor, the sizes, and how often each
filter of the table of anagrams says yes to letters drawn at random that it should have denied.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from dataclasses import replace
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from wordsmith.lexicon import Lexicon, build_anagrams, build_graph, load_lexicon
from wordsmith.lexicon.anagrams import hash_of
from wordsmith.lexicon.groups import GROUPS
from wordsmith.rules.alphabet import ALPHABETS

if TYPE_CHECKING:
    from collections.abc import Callable

GOAL_MS = 3000
"""What both forms of a list of 170,000 words may take together."""


def main() -> int:
    """Measure; 1 if making takes longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lexicon", choices=tuple(GROUPS), default="en")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    groups = frozenset(GROUPS[asked.lexicon]) - {"modern"}  # of English: ENABLE
    lexicon = load_lexicon(asked.lexicon, ALPHABETS[asked.lexicon], groups)
    words = [lexicon.alphabet.encode(word) for word in lexicon.spelt(None)]
    graph_ms = timed(lambda: build_graph(words), asked.rounds)
    table_ms = timed(lambda: build_anagrams(words), asked.rounds)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WORDSMITH_CACHE"] = folder
        before = len(lexicon.graph), len(lexicon.anagrams.classes)
        assert all(before)
        graph_read_ms = timed(lambda: replace(lexicon).graph, asked.rounds)
        table_read_ms = timed(lambda: replace(lexicon).anagrams, asked.rounds)
    report = {
        "bench": "word_tables",
        "command": " ".join(["python", *sys.argv]),
        "words": len(words),
        "graph": {"made_ms": graph_ms, "read_ms": graph_read_ms},
        "anagrams": {"made_ms": table_ms, "read_ms": table_read_ms},
        "made_ms": round(graph_ms + table_ms, 1),
        "nodes": len(lexicon.graph.nodes),
        "bytes": {"graph": len(lexicon.graph.to_bytes()), "anagrams": table_size(lexicon)},
        "false_yes": false_yes(lexicon, words),
    }
    print(json.dumps(report))
    return 1 if graph_ms + table_ms > GOAL_MS else 0


def timed(make: Callable[[], object], rounds: int) -> float:
    """The median milliseconds of a call, of the processor: others may be at work."""
    spent = []
    for _ in range(rounds):
        before = time.process_time()
        make()
        spent.append(1000 * (time.process_time() - before))
    return round(median(spent), 1)


def table_size(lexicon: Lexicon) -> int:
    """Bytes of the table of anagrams."""
    return len(lexicon.anagrams.to_bytes())


def false_yes(lexicon: Lexicon, words: list[bytes], tries: int = 100_000) -> dict[str, float]:
    """The share of wrong answers of both filters, of letters for which no is right."""
    random, letters = Random(1), range(1, len(lexicon.alphabet) + 1)
    whole = {bytes(sorted(word)) for word in words}
    lacking = {word[:at] + word[at + 1 :] for word in whole for at in range(len(word))}
    table = lexicon.anagrams
    wrong = dict.fromkeys(("whole", "lacking"), 0)
    asked = dict.fromkeys(wrong, 0)
    for _ in range(tries):
        drawn = bytes(sorted(random.choices(letters, k=random.randint(2, 9))))
        if drawn not in whole:
            asked["whole"] += 1
            wrong["whole"] += table.may_be_word(hash_of(drawn))
        if drawn not in lacking:
            asked["lacking"] += 1
            wrong["lacking"] += table.may_lack_one(hash_of(drawn))
    return {name: round(wrong[name] / asked[name], 4) for name in wrong}


if __name__ == "__main__":
    sys.exit(main())
