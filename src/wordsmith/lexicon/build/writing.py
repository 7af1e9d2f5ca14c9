"""Writes the shipped tables: compressed text, the same bytes for the same sources."""

from __future__ import annotations

import hashlib
import lzma
from typing import TYPE_CHECKING

from wordsmith.lexicon.build import wiktionary
from wordsmith.lexicon.build.curated import read_lines
from wordsmith.lexicon.build.english import english_entries
from wordsmith.lexicon.build.frequency import read_zipf
from wordsmith.lexicon.build.russian import russian_entries
from wordsmith.lexicon.build.wordnet import read_wordnet
from wordsmith.lexicon.tables import folded, format_entry

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from wordsmith.lexicon.build.sources import Sources
    from wordsmith.lexicon.tables import Entry

CHECKSUMS = "SHA256SUMS"
_LONGEST_GLOSS, _SENSES = 240, 4


def build_tables(sources: Sources, out: Path) -> list[Path]:
    """Make every shipped table anew in ``out``, with checksums; the files written.

    ParseError if a source is missing or is not what it should be. Half a minute, half a gigabyte.
    """
    sources.check()
    senses = wiktionary.read_senses(sources.wiktionary)
    russian, english = russian_entries(sources, senses), english_entries(sources)
    written = [
        _write_words(out / "ru" / "words.tsv.xz", "ru", russian),
        _write_glosses(
            out / "ru" / "glosses.tsv.xz", russian_glosses(russian, senses, sources.curated)
        ),
        _write_words(out / "en" / "words.tsv.xz", "en", english),
        _write_glosses(out / "en" / "glosses.tsv.xz", english_glosses(english, sources)),
        _write_frequencies(out / "frequency" / "en.tsv.xz", english, sources.frequency_en),
    ]
    write_checksums(out, written)
    return written


def russian_glosses(
    entries: Iterable[Entry], senses: wiktionary.Senses, curated: Path
) -> dict[str, list[str]]:
    """What Wiktionary says of the words, and our own glosses of short words where it is silent."""
    glosses = _own_glosses(curated / "ru" / "curated" / "glosses.tsv")
    for entry in entries:
        texts = [wiktionary.plain(sense) for sense in senses.get(entry.word, ())]
        found = list(dict.fromkeys(_shortened(text) for text in texts if len(text) > 3))[:_SENSES]
        if found:
            glosses[entry.word] = found
    return glosses


def english_glosses(entries: Iterable[Entry], sources: Sources) -> dict[str, list[str]]:
    """What WordNet says of the words and of their bases; our own glosses go before."""
    wordnet = read_wordnet(sources.wordnet)
    words = {entry.word for entry in entries}
    glosses = {}
    for word in words | wordnet.bases(words):
        found = [_shortened(line) for line in wordnet.lines(word)]
        if found:
            glosses[word] = found
    return glosses | _own_glosses(sources.curated / "en" / "curated" / "glosses.tsv")


def write_checksums(folder: Path, files: Iterable[Path]) -> None:
    """Write SHA256SUMS of the files, for ``sha256sum --check``."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in sorted(files)
    ]
    (folder / CHECKSUMS).write_text("".join(lines), encoding="utf-8")


def _write_words(path: Path, name: str, entries: Iterable[Entry]) -> Path:
    return _write(path, [format_entry(name, entry) for entry in entries])


def _write_glosses(path: Path, glosses: dict[str, list[str]]) -> Path:
    return _write(path, ["\t".join([word, *glosses[word]]) for word in sorted(glosses)])


def _write_frequencies(path: Path, entries: Iterable[Entry], table: Path) -> Path:
    zipf = read_zipf(table)
    return _write(path, [f"{e.word}\t{zipf[e.word]}" for e in entries if e.word in zipf])


def _write(path: Path, lines: Iterable[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(f"{line}\n" for line in lines)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    return path


def _own_glosses(path: Path) -> dict[str, list[str]]:
    lines = (line.split("\t") for _, line in read_lines(path))
    return {folded(word): senses for word, *senses in lines}


def _shortened(text: str) -> str:
    """``text`` within a length fit for a note, cut between words."""
    text = text.replace("\t", " ")
    if len(text) <= _LONGEST_GLOSS:
        return text
    return text[:_LONGEST_GLOSS].rpartition(" ")[0].rstrip(" ,;:") + "…"
