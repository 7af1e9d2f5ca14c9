"""What ``bench/fuzz_files.py`` tries: files of every kind that we read, damaged or drawn at random.

A trial is known by its number alone. It says whether the input was taken or refused, and raises
where something is wrong: an answer that differs from the right one, or an error that is none of
ours. What crashes is seen by the process that waits for this one.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

from bench.damage import damage, damage_numbers, damage_text
from wordsmith.engine import best_turn, generate
from wordsmith.engine.lanes import has_lanes, lanes_of
from wordsmith.errors import WordsmithError
from wordsmith.lexicon import (
    Lexicon,
    build_anagrams,
    build_graph,
    load_lexicon,
    load_word_file,
)
from wordsmith.lexicon.anagrams import AnagramTable, table_of_bytes
from wordsmith.lexicon.cache import cache_folder, load_cached, load_checked
from wordsmith.lexicon.lines import SortedLines, compile_lines
from wordsmith.lexicon.wordgraph import WordGraph, graph_of_bytes
from wordsmith.notation.cgp import format_cgp, parse_cgp, state_of
from wordsmith.notation.gcg_reader import parse_gcg
from wordsmith.rules.alphabet import ALPHABETS
from wordsmith.rules.game import Game
from wordsmith.rules.variant import load_variant, variant_ids
from wordsmith.rules.view import View

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.variant import Variant

_T = TypeVar("_T")

TAKEN, REFUSED = "taken", "refused"
ROOT = Path(__file__).parent.parent
LARGEST_HAND = 30
"""Tiles that the engine's kernel takes in one hand."""
SMALL_HAND = 7
"""Larger ones find millions of plays, and their lanes are not asked."""


@dataclass(frozen=True)
class Words:
    """A graph and a table that need not agree, as the engine asks for them."""

    graph: WordGraph
    anagrams: AnagramTable


def refuse() -> bytes:
    """What is asked for content when a file is not sound."""
    raise WordsmithError("not sound")


class Trials:
    """Sound files of every kind, and what may happen to them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.own_list = folder / "own.txt"
        chosen = {name: some_words(alphabet) for name, alphabet in ALPHABETS.items()}
        self.own_list.write_text("\n".join(chosen["en"]))
        self.spoken = {name: spoken(ALPHABETS[name], words) for name, words in chosen.items()}
        os.environ["WORDSMITH_CACHE"] = str(folder / "cache")  # from here on: one that nobody has
        self.lexicon = self.load_own()
        self.words, self.table = self.lexicon.words, bytes(self.lexicon.anagrams.to_bytes())
        self.graph = self.lexicon.graph
        self.kept = {path: path.read_bytes() for path in cache_folder().glob("en-[ag]*.cache")}
        self.lines = compile_lines(b"".join(b"%d\ta,b\t%d\n" % (n, n) for n in range(1000, 1400)))
        rows = (ROOT / "tests" / "engine" / "classic-enable-40.tsv").read_text().splitlines()
        rows += (ROOT / "bench" / "wordsmith-40.tsv").read_text().splitlines()
        golden = ROOT / "tests" / "golden"
        rows += (golden / "cgp" / "examples.cgp").read_text().splitlines()
        cut = [row.split("\t")[0] for row in rows if not row.startswith("#")]
        self.positions = [row if len(row.split()) > 3 else f"{row} 0/0 0" for row in cut]
        self.variants = [load_variant(name) for name in variant_ids()]
        self.games = [path.read_bytes() for path in sorted((golden / "gcg").glob("*.gcg"))]
        self.kinds: Sequence[Callable[[Random], str]] = (
            self.cache_file,
            self.graph_inside,
            self.table_inside,
            self.lines_inside,
            self.position,
            self.word_file,
            self.game,
        )

    def run(self, number: int) -> str:
        """The trial of this number: its kind and whether the input was taken."""
        kind = self.kinds[number % len(self.kinds)]
        try:
            said = kind(Random(number))
        except WordsmithError:
            said = REFUSED
        return f"{kind.__name__} {said}"

    def load_own(self) -> Lexicon:
        """The sound list as a new lexicon."""
        return load_word_file(self.own_list, ALPHABETS["en"])

    # -- the cache ------------------------------------------------------------------------------
    def cache_file(self, random: Random) -> str:
        """A damaged file is made again, and the words are right."""
        path, sound = random.choice(list(self.kept.items()))
        damaged = damage(random, sound, list(self.kept.values()))
        put_in_place(path, damaged)
        again = self.load_own()
        if again.words != self.words or again.anagrams.to_bytes() != self.table:
            raise AssertionError("a damaged cache file gave other words")
        if path.read_bytes() != sound:
            raise AssertionError("a damaged cache file was not made again")
        return TAKEN if damaged == sound else REFUSED

    def graph_inside(self, random: Random) -> str:
        """A graph whose checksum is right: refused, or every walk through it ends."""
        damaged = damage_numbers(random, self.graph.to_bytes())
        letters = len(self.lexicon.alphabet)
        graph = load_sealed(damaged, lambda kept: graph_of_bytes(kept, letters))
        found = list(graph)
        if len(found) != len(graph) or any(word not in graph for word in found):
            raise AssertionError("a graph does not hold its own words")
        self.think(random, Words(graph, self.lexicon.anagrams))
        return TAKEN

    def table_inside(self, random: Random) -> str:
        """The same of a table of anagrams."""
        damaged = damage_numbers(random, self.table)
        letters = len(self.lexicon.alphabet)
        table = load_sealed(damaged, lambda kept: table_of_bytes(kept, letters))
        for word in islice(self.lexicon.graph, random.randrange(200), None, 50):
            table.words_of(word)
        self.think(random, Words(self.graph, table))
        return TAKEN

    def lines_inside(self, random: Random) -> str:
        """The same of lines that are looked up."""
        lines = load_sealed(damage_numbers(random, self.lines), SortedLines)
        for key in ("1000", "1399", "1200\t", "", "9", "12000\n", "\ud800"):
            lines.find(key)
        list(lines)
        return TAKEN

    def think(self, random: Random, words: Words) -> None:
        """Let the kernels walk through words."""
        variant = load_variant("classic")
        position = parse_cgp(random.choice(self.positions[:40]), variant)
        state = state_of(position, variant)
        generate(View.of(Game(variant, state, (), state), 0), words)
        lanes = lanes_of(variant, words)
        lanes.set_up(state.board.cells)
        lanes.set_hand(position.racks[0].codes, 0, 0, 0, 0)
        lanes.search(-(1 << 29))

    # -- what people bring ----------------------------------------------------------------------
    def position(self, random: Random) -> str:
        """A line of CGP: refused, or written and read back, and thought about."""
        line = random.choice(self.positions)
        text = damage_text(random, line)
        fitting = [variant for variant in self.variants if fits(line, variant)]
        variant = random.choice(fitting if random.random() < 0.8 else self.variants)
        position = parse_cgp(text, variant)
        if parse_cgp(format_cgp(position, variant), variant) != position:
            raise AssertionError("a position is not read back")
        state = state_of(position, variant)
        if len(state.racks[0]) > LARGEST_HAND:
            return REFUSED
        view = View.of(Game(variant, state, (), state), 0)
        words = self.spoken[variant.alphabet.id]
        best_turn(view, words, nodes=50)
        if len(view.rack) <= SMALL_HAND:
            generate(view, words)
            if has_lanes(variant):
                lanes = lanes_of(variant, words)
                lanes.set_up(state.board.cells)
                lanes.set_hand(view.rack.codes, 0, 0, 0, 0)
                lanes.search(-(1 << 29))
        return TAKEN

    def word_file(self, random: Random) -> str:
        """Somebody's own list: refused, or every word of it counts."""
        sound = "\n".join(random.sample(self.words, random.choice((0, 1, 9, 80))))
        text = damage_text(random, sound + random.choice(("", "\n# ёлка\nЁЛКА", "\n\tcat # x")))
        damaged = text.encode("utf-8", "surrogatepass")
        if random.random() < 0.5:
            damaged = damage(random, damaged, [b"\xff\xfe", b"\xef\xbb\xbf", bytes(9)])
        path = self.folder / "brought.txt"
        path.write_bytes(damaged)
        lexicon = load_word_file(path, random.choice(list(ALPHABETS.values())))
        for word in lexicon.words:
            codes = lexicon.alphabet.encode(word)
            if word not in lexicon or codes not in lexicon.anagrams.words_of(codes):
                raise AssertionError(f"{word!r} is in the list and does not count")
            lexicon.why_not(word), lexicon.zipf(word), lexicon.gloss(word)
        lexicon.why_not(text), lexicon.zipf(text), lexicon.shown(text), lexicon.gloss(text)
        return TAKEN

    def game(self, random: Random) -> str:
        """The file of a game."""
        sound = random.choice(self.games)
        if random.random() < 0.5:
            parse_gcg(damage(random, sound, self.games))
        else:
            parse_gcg(damage_text(random, sound.decode("utf-8", "replace")))
        return TAKEN


def some_words(alphabet: Alphabet) -> list[str]:
    """Many short words of a language and a few long ones."""
    every = load_lexicon(alphabet.id.partition("-")[0], alphabet).words
    return [word for word in every if len(word) < 4][::3] + list(every[::1500])


def spoken(alphabet: Alphabet, words: Sequence[str]) -> Words:
    """Words as the engine asks for them."""
    codes = [alphabet.encode(word) for word in words]
    return Words(build_graph(codes), build_anagrams(codes))


def fits(line: str, variant: Variant) -> bool:
    """Whether a position can be one of a variant."""
    with contextlib.suppress(WordsmithError):
        parse_cgp(line, variant)
        return True
    return False


def put_in_place(path: Path, content: bytes) -> None:
    """Replace a file, as those who share a folder must: whoever has the old one mapped keeps it."""
    beside = path.with_suffix(".damaged")
    beside.write_bytes(content)
    beside.replace(path)


def load_sealed(content: bytes, read: Callable[[memoryview], _T]) -> _T:
    """What ``read`` makes of content that lies in a sound file of the cache."""
    (cache_folder() / "sealed.cache").unlink(missing_ok=True)
    load_cached("sealed", lambda: content)
    return load_checked("sealed", refuse, read)
