"""Letters as tile codes: 1..n in the order of the alphabet, 0 for the wild tile."""

from __future__ import annotations

import codecs
import unicodedata
from dataclasses import dataclass, field

WILD = 0
"""The code of a wild tile in a hand or in the bag."""

LAID_WILD = 0x80
"""The bit that marks a wild tile laid as a letter: ``code | LAID_WILD``."""

WILD_SIGNS = "?*"
"""How a wild tile is written in a hand; the first is the one we write."""

_NO_TILE = "\ufffe"  # what codecs take for nothing


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The letters a set of tiles is made of, and how other spellings fold into them."""

    id: str
    letters: str  # capitals; the letter with code n is letters[n - 1]
    folds: tuple[tuple[str, str], ...] = ()  # (spelt, tile): Ё to Е where Ё has no tile
    _codes: dict[str, int] = field(init=False, repr=False, compare=False)
    _read: str = field(init=False, repr=False, compare=False)  # by tile, as it reads
    _seen: str = field(init=False, repr=False, compare=False)  # by tile, as it lies on a board

    def __post_init__(self) -> None:
        codes = {letter: code for code, letter in enumerate(self.letters, start=1)}
        object.__setattr__(self, "_codes", codes)
        none = _NO_TILE * (LAID_WILD - len(self) - 1)
        read, small = WILD_SIGNS[0] + self.letters + none, self.letters.lower()
        object.__setattr__(self, "_read", read + read)
        object.__setattr__(self, "_seen", f".{self.letters}{none}{WILD_SIGNS[0]}{small}{none}")

    def __len__(self) -> int:
        return len(self.letters)

    def __hash__(self) -> int:
        return hash((self.id, self.letters))

    def code(self, letter: str) -> int | None:
        """The code of a capital letter; None if it is no letter of this alphabet."""
        return self._codes.get(letter)

    def letter(self, tile: int) -> str:
        """The capital a laid tile reads as, wild or not; ``?`` for an unlaid wild tile."""
        code = tile & ~LAID_WILD
        return self.letters[code - 1] if code else WILD_SIGNS[0]

    def sign(self, tile: int) -> str:
        """How a tile on the board is written: a small letter for a wild tile."""
        letter = self.letter(tile)
        return letter.lower() if tile & LAID_WILD else letter

    def fold(self, text: str) -> str:
        """``text`` in NFC and capitals; letters that have no tile are folded into those that do."""
        folded = unicodedata.normalize("NFC", text).upper()
        for spelt, tile in self.folds:
            folded = folded.replace(spelt, tile)
        return folded

    def encode(self, word: str) -> bytes:
        """The codes of a word in capitals. KeyError if a letter is foreign."""
        return bytes([self._codes[letter] for letter in word])

    def decode(self, codes: bytes) -> str:
        """The word in capitals that these tiles read as, wild ones too."""
        return codecs.charmap_decode(codes, "strict", self._read)[0]

    def draw(self, cells: bytes) -> str:
        """The cells of a board, each as its ``sign``; ``.`` where no tile lies."""
        return codecs.charmap_decode(cells, "strict", self._seen)[0]

    def spells(self, word: str) -> bool:
        """Whether every letter of a word in capitals is of this alphabet."""
        return all(letter in self._codes for letter in word)


ALPHABETS = {
    alphabet.id: alphabet
    for alphabet in (
        Alphabet("ru", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ", folds=(("Ё", "Е"),)),
        Alphabet("ru-yo", "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"),
        Alphabet("en", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    )
}
"""Every alphabet a variant may name."""
