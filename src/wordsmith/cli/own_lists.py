"""Word lists that this user has brought: text files kept beside the games, each under a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError
from wordsmith.rules.alphabet import ALPHABETS, Alphabet
from wordsmith.server.settings import default_database

if TYPE_CHECKING:
    from pathlib import Path

_NAME = re.compile(r"[\w-]{1,40}")


def own_folder() -> Path:
    """Where this user's word lists are kept."""
    return default_database().parent / "lexicons"


def own_list(name: str) -> Path | None:
    """The file of a list that was imported under this name; None if there is none."""
    path = own_folder() / f"{name}.txt"
    return path if _NAME.fullmatch(name) and path.is_file() else None


def own_names() -> list[str]:
    """The names of the lists that were imported."""
    return sorted(path.stem for path in own_folder().glob("*.txt"))


def import_list(file: Path, name: str | None) -> tuple[str, int]:
    """Keep the words of a text file under a name; the name, and how many words there are.

    ParseError if the file has no words, or letters of no alphabet, or the name will not do.
    """
    from wordsmith.lexicon import SHIPPED, load_word_file

    chosen = name or file.stem
    if not _NAME.fullmatch(chosen) or chosen in SHIPPED:
        raise ParseError("list.name", name=repr(chosen))
    words = load_word_file(file, _alphabet_of(file)).words
    if not words:
        raise ParseError("list.empty", file=file)
    own_folder().mkdir(parents=True, exist_ok=True)
    kept = own_folder() / f"{chosen}.txt"
    kept.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
    return chosen, len(words)


def _alphabet_of(file: Path) -> Alphabet:
    """That of the letters of a file; of Russian the one that keeps Ё, so that none is lost."""
    try:
        text = file.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise ParseError("cannot_read", path=file, why=error) from None
    cyrillic = re.search("[А-Яа-яЁё]", re.sub("#.*", "", text))
    return ALPHABETS["ru-yo" if cyrillic else "en"]
