"""Senses of the Russian Wiktionary of 2017, out of the database of wiki-ru-wordnet."""

from __future__ import annotations

import html
import re
import sqlite3
from collections import Counter
from contextlib import closing
from typing import TYPE_CHECKING

from wordsmith.lexicon.tables import folded

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Senses = dict[str, list[str]]
"""The raw wiki text of each sense of a word."""

_WORD = re.compile("[а-яё]{2,}").fullmatch  # a capital would be a proper name
_REFERENCES = re.compile(r"~\d+~\d+$")
_TEMPLATE = re.compile(r"\{\{([^{}|]+)")
_LABELS_WITHIN = 160
"""Labels stand at the head of a sense."""

LABELS = {
    "colloquial": "разг прост сниж фам обиходн детск шутл",
    "slang": "жарг сленг крим мол комп.жарг студ арго школьн геймерск",
    "offensive": "вульг обсц мат табу неценз",
    "rude": "груб бранн",
    "archaic": "устар старин ист истор архаич стар",
    "regional": "рег обл диал местн",
    "terms": "мед хим физ биол матем минер техн спец лингв ботан бот зоол анат геол геогр морск"
    " военн воен юр экон фин муз филос психол физиол астрон архит полигр биохим авиац строит"
    " орнит орнитол ихтиол энтомол палеонт металл горн генет геометр информ картогр текст"
    " текстол филол церк религ с-х сельск вет фарм электр радио эл.-техн комп прогр кулин театр"
    " спорт шахм карт искусств этногр мифол полит",
}
"""The groups, and the labels of Wiktionary that put a word in them."""

_GROUP_OF = {label: group for group, labels in LABELS.items() for label in labels.split()}

_PICTURE = re.compile(
    r"\[\[(?:Файл|Изображение|File|Image):(?:[^\[\]]|\[\[[^\]]*\]\])*\]\]", re.IGNORECASE
)
_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]")
_INNERMOST_TEMPLATE = re.compile(r"\{\{([^{}]*)\}\}")
_LEFTOVERS = (  # in this order
    (re.compile(r"\{\{.*", re.DOTALL), ""),  # a template that is never closed
    (re.compile(r"<ref.*?</ref>|<!--.*?(?:-->|$)", re.DOTALL), ""),
    (re.compile(r"'{2,}|<[^>]+>|[#*{}\t]"), ""),
    (re.compile(r" ?\[\d+\.?(?:[,;–-] ?\d+\.?)*\]"), ""),  # the number of a sense
    (re.compile(r"\|+"), ";"),
    (re.compile(r"\([\s,;]*\)"), ""),
    (re.compile(r"\s+([,;.)]|$)"), r"\1"),
    (re.compile(r"\s+"), " "),
)
_DIMINUTIVES = {"умласк", "уменьш", "увелич", "ласк", "унич", "уничиж", "пренебр"}
_MEANINGS = {"действие", "свойство", "состояние"}


def read_senses(path: Path) -> Senses:
    """The senses of every word, in the order of the dictionary."""
    senses: Senses = {}
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
        rows = database.execute("SELECT lemma, definition FROM synsets ORDER BY synset_id")
        for lemma, definition in rows:
            if _WORD(lemma):
                raw = _REFERENCES.sub("", definition.split("~", 4)[-1])
                senses.setdefault(folded(lemma), []).append(_without_examples(raw))
    return senses


def labels_of(senses: Iterable[str]) -> set[str]:
    """The groups that every one of the senses is labelled with."""
    found = [
        {
            _GROUP_OF[name]
            for name in (m.strip().lower().rstrip(".") for m in _TEMPLATE.findall(head))
            if name in _GROUP_OF
        }
        for head in (sense[:_LABELS_WITHIN] for sense in senses)
    ]
    return set.intersection(*found) if found else set()


def defining_words(senses: Senses) -> Counter[str]:
    """How many words each word form helps to define: those that many need are no terms."""
    uses: Counter[str] = Counter()
    for texts in senses.values():
        uses.update({word for text in texts for word in re.findall("[а-я]+", folded(plain(text)))})
    return uses


def plain(sense: str) -> str:
    """The text of a sense without markup."""
    text = _LINK.sub(r"\1", _PICTURE.sub("", html.unescape(sense)))
    while _INNERMOST_TEMPLATE.search(text):
        text = _INNERMOST_TEMPLATE.sub(_template_text, text)
    for pattern, replacement in _LEFTOVERS:
        text = pattern.sub(replacement, text)
    return text.strip(" ,;:.-–—")


def _template_text(template: re.Match[str]) -> str:
    """What a reader sees of a template, as far as it belongs to the sense."""
    name, *fields = (field.strip() for field in template[1].split("|"))
    name = name.lower().rstrip(".")
    given = [field for field in fields if field and "=" not in field]
    if name == "-":
        return " "
    if not given:
        return ""
    if name in {"помета", "выдел"}:
        return given[0]
    if name == "=":
        return f"то же, что {given[0]}"
    if name in _MEANINGS:
        return "по значению " + "; ".join(given[:2])
    if name in _DIMINUTIVES and given[-1] != "ru":
        return f"уменьш./оценочн. к «{given[-1]}»"
    return ""


def _without_examples(text: str) -> str:
    """``text`` without the templates ``{{пример|...}}``, which may hold others."""
    kept, at = [], 0
    for begins in re.finditer(r"\{\{[пП]ример", text):
        if begins.start() < at:
            continue
        kept.append(text[at : begins.start()])
        at = _end_of_template(text, begins.start())
    kept.append(text[at:])
    return "".join(kept)


def _end_of_template(text: str, start: int) -> int:
    depth = 0
    for brace in re.compile(r"\{\{|\}\}").finditer(text, start):
        depth += 1 if brace.group() == "{{" else -1
        if depth == 0:
            return brace.end()
    return len(text)
