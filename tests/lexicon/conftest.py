"""Word lists for the tests, with a cache folder of their own."""

import binascii
import json
import os
import shutil
import struct
from array import array
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pymorphy3_dicts_ru
import pytest

from wordsmith.lexicon import Lexicon, load_lexicon
from wordsmith.rules.alphabet import ALPHABETS


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    before = os.environ.get("WORDSMITH_CACHE")
    os.environ["WORDSMITH_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["WORDSMITH_CACHE"]
    else:
        os.environ["WORDSMITH_CACHE"] = before


@pytest.fixture(scope="session")
def russian(_own_cache: None) -> Lexicon:
    return load_lexicon("ru", ALPHABETS["ru"])


@pytest.fixture(scope="session")
def russian_with_yo(_own_cache: None) -> Lexicon:
    return load_lexicon("ru", ALPHABETS["ru-yo"])


@pytest.fixture(scope="session")
def english(_own_cache: None) -> Lexicon:
    return load_lexicon("en", ALPHABETS["en"])


@pytest.fixture
def write_dictionary() -> Callable[[Path, list[list[tuple[str, str]]]], None]:
    """Writes a dictionary in the format of pymorphy3, from lexemes of (form, tag), lemma first."""
    return _write_dictionary


def _write_dictionary(folder: Path, lexemes: list[list[tuple[str, str]]]) -> None:
    folder.mkdir(exist_ok=True)
    tags = sorted({tag for lexeme in lexemes for _, tag in lexeme})
    forms = sorted({form for lexeme in lexemes for form, _ in lexeme})
    paradigms = struct.pack("<H", len(lexemes))
    keys = []
    for paradigm, lexeme in enumerate(lexemes):  # each its own paradigm, the forms its suffixes
        row = [forms.index(form) for form, _ in lexeme] + [tags.index(tag) for _, tag in lexeme]
        row += [0] * len(lexeme)
        paradigms += struct.pack(f"<H{len(row)}H", len(row), *row)
        for place, (form, _) in enumerate(lexeme):
            payload = binascii.b2a_base64(struct.pack(">HH", paradigm, place))
            keys.append(form.encode() + b"\1" + payload)
    meta = {
        "language_code": "ru",
        "format_version": "2.4",
        "gramtab_formats": {"opencorpora-int": "gramtab-opencorpora-int.json"},
        "compile_options": {"paradigm_prefixes": [""]},
        "P(t|w)": False,
    }
    (folder / "paradigms.array").write_bytes(paradigms)
    (folder / "words.dawg").write_bytes(_double_array(keys))
    (folder / "prediction-suffixes-0.dawg").write_bytes(_double_array([]))
    content = {
        "suffixes": forms,
        "gramtab-opencorpora-int": tags,
        "meta": list(meta.items()),
    }
    # pymorphy3 knows one set of grammemes at a time: the real one, or other tests would lose it.
    shutil.copy(Path(pymorphy3_dicts_ru.get_path()) / "grammemes.json", folder)
    for name, value in content.items():
        (folder / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")


def _double_array(keys: list[bytes]) -> bytes:
    """A trie of the keys, as libdawg keeps it: units, then the guide of children and siblings."""
    trie: dict[int, Any] = {}
    for key in keys:
        node = trie
        for label in key:
            node = node.setdefault(label, {})
        node[0] = {}
    units, guide = {0: 0}, {0: [0, 0]}
    rest = [(0, trie)]
    while rest:
        place, node = rest.pop()
        block = next(
            block for block in count(1) if all(block ^ label not in units for label in node)
        )
        units[place] |= (place ^ block) << 10 | (256 if 0 in node else 0)
        labels = sorted(node)
        for label, sibling in zip(labels, [*labels[1:], 0], strict=False):
            units[block ^ label], guide[block ^ label] = label, [0, sibling]
            rest.append((block ^ label, node[label]))
        guide[place][0] = next((label for label in labels if label), 0)
    size = max(units) + 256
    numbers = array("I", [units.get(place, 0) for place in range(size)])
    pairs = bytes(byte for place in range(size) for byte in guide.get(place, [0, 0]))
    length = struct.pack("=I", size)
    return length + numbers.tobytes() + length + pairs
