"""What a table page loads before the first tile can be laid: ``python bench/page_size.py``.

The page must have been built. Counts the entry and everything it imports statically, as gzip sends
it; the catalogue of texts apart, of which a visitor loads one. Wanted: 40 kB or less.
"""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path

STATIC = Path(__file__).resolve().parents[1] / "src" / "wordsmith" / "static"
WANTED_BYTES = 40_000

_ENTRY = re.compile(r'<script type="module"[^>]* src="/(assets/index-[^"]+\.js)"')
_IMPORTED = re.compile(r'(?:from|import)\s*["`\']\./([\w.-]+\.js)["`\']')
_LANGUAGE = re.compile(r"(?:ru|en)-[\w-]+\.js")


def packed(file: Path) -> int:
    """Bytes on the line."""
    return len(gzip.compress(file.read_bytes(), mtime=0))


def closure(static: Path, first: Path) -> list[Path]:
    """A piece and all it imports statically."""
    found = [first]
    for piece in found:
        for name in _IMPORTED.findall(piece.read_text("utf-8")):
            imported = static / "assets" / name
            if imported not in found:
                found.append(imported)
    return found


def pieces(static: Path) -> list[Path]:
    """The entry of the page and that of the table, with all they need."""
    entry = _ENTRY.search((static / "index.html").read_text("utf-8"))
    if entry is None:
        sys.exit(f"{static / 'index.html'} names no entry")
    table = next((static / "assets").glob("TablePage-*.js"))
    return list(dict.fromkeys(closure(static, static / entry[1]) + closure(static, table)))


def main() -> None:
    """Print each piece and the sum; status 1 if it is too much."""
    static = Path(sys.argv[1]) if len(sys.argv) > 1 else STATIC
    if not (static / "index.html").is_file():
        sys.exit(f"There is no page in {static}; python3 dev.py play builds it.")
    total = 0
    for piece in pieces(static):
        total += packed(piece)
        print(f"{packed(piece):7d}  {piece.name}")
    print(f"{total:7d}  bytes of {WANTED_BYTES}")
    for texts in sorted((static / "assets").iterdir()):
        if _LANGUAGE.fullmatch(texts.name):
            print(f"{packed(texts):7d}  {texts.name} (one of the two)")
    sys.exit(total > WANTED_BYTES)


if __name__ == "__main__":
    main()
