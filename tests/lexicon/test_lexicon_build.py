"""The builder on tiny sources: every kind of word once."""

import gzip
import hashlib
import lzma
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from wordsmith.errors import ParseError
from wordsmith.lexicon.build import Sources, build_tables
from wordsmith.lexicon.build.frequency import read_zipf
from wordsmith.lexicon.build.opencorpora import read_nouns
from wordsmith.lexicon.build.wiktionary import labels_of, plain, read_senses

DictionaryWriter = Callable[[Path, list[list[tuple[str, str]]]], None]

LEXEMES = [
    [("хвост", "NOUN,inan,masc sing,nomn"), ("хвосты", "NOUN,inan,masc plur,nomn")],
    [("хвостик", "NOUN,inan,masc sing,nomn"), ("хвостики", "NOUN,inan,masc plur,nomn")],
    [("мостик", "NOUN,inan,masc sing,nomn"), ("мостика", "NOUN,inan,masc sing,gent")],
    [("ёлка", "NOUN,inan,femn sing,nomn"), ("ёлки", "NOUN,inan,femn plur,nomn")],
    [("небо", "NOUN,inan,neut sing,nomn")],
    [("нёбо", "NOUN,inan,neut sing,nomn")],
    [("ножницы", "NOUN,inan,GNdr,Pltm plur,nomn")],
    [("час", "NOUN,inan,masc sing,nomn"), ("часы", "NOUN,inan,masc plur,nomn")],
    [("москва", "NOUN,inan,femn,Sgtm,Geox sing,nomn")],
    [("иванов", "NOUN,anim,masc,Sgtm,Surn sing,nomn")],
    [("нло", "NOUN,inan,neut,Fixd,Abbr sing,nomn")],
    [("пение", "NOUN,inan,neut sing,nomn"), ("пенье", "NOUN,inan,neut sing,nomn,V-be")],
    [("ашыбка", "NOUN,inan,femn,Erro sing,nomn")],
    [("чатик", "NOUN,inan,masc,Slng sing,nomn")],
    [("перед", "PREP")],
    [("перёд", "NOUN,inan,masc sing,nomn")],
    [("аз", "NOUN,inan,masc sing,nomn")],
    [("бежать", "INFN")],
]

CURATED = {
    "ru/curated/diminutives.txt": "# a comment\nхвостик хвост\n",
    "ru/curated/diminutives_of_own_meaning.txt": "мостик\n",
    "ru/curated/plurals_of_own_meaning.txt": "часы\n",
    "ru/curated/plurals_only.txt": "клещи\n",
    "ru/curated/substantivised.txt": "больной\n",
    "ru/curated/modern.txt": "смузи\n",
    "ru/curated/offensive.txt": "фу\n",
    "ru/curated/changes.tsv": "аз\tdrop\tno word\nхаб\tadd +modern\tyoung\nклизма\t+rude\trude\n",
    "ru/curated/glosses.tsv": "хаб\tузел сети\n",
    "en/curated/modern.txt": "qi\n",
    "en/curated/offensive.txt": "damn\n",
    "en/curated/glosses.tsv": "qi\t(n) life force\n",
}

WORDNET = {
    "data.noun": '  1 a licence\n00000001 05 n 01 cat 0 000 | a feline; "she has a cat"  \n'
    "00000002 05 n 01 mouse 0 000 | a rodent\n",
    "data.verb": "00000003 29 v 01 run 0 000 | move fast\n",
    "data.adj": "",
    "data.adv": "",
    "index.noun": "  1 a licence\ncat n 1 0 1 1 00000001  \nmouse n 1 0 1 1 00000002  \n",
    "index.verb": "run v 1 0 1 1 00000003  \n",
    "index.adj": "",
    "index.adv": "",
    "noun.exc": "mice mouse\n",
    "verb.exc": "ran run\n",
    "adj.exc": "",
    "adv.exc": "",
}


def write_wiktionary(path: Path) -> None:
    senses = [
        ("хвост", "{{пример|старое {{выдел|слово}}}}[[часть|часть]] тела {{пример|как {{в|а}}}}"),
        ("чатик", "разговор"),
        ("пение", "{{муз.|ru}} {{действие|петь}}"),
        ("клизма", "{{мед.|ru}} прибор"),
        ("клизма", "{{мед.}} ещё прибор"),
        ("Час", "{{рег.|ru}} фамилия"),
    ]
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE synsets (synset_id, lemma, definition)")
        database.executemany(
            "INSERT INTO synsets VALUES (?, ?, ?)",
            [
                (number, lemma, f"{lemma}~ru~{lemma}~ru~{sense}~{number}~7")
                for number, (lemma, sense) in enumerate(senses)
            ],
        )


def write_frequencies(path: Path, zipf: dict[str, int]) -> None:
    lists: list[list[str]] = [[] for _ in range(901)]
    for word, hundredths in zipf.items():
        lists[900 - hundredths].append(word)
    content = [{"format": "cB", "version": 1}, *lists]
    path.write_bytes(gzip.compress(msgspec.msgpack.encode(content)))


def write_texts(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


@pytest.fixture
def sources(tmp_path: Path, write_dictionary: DictionaryWriter) -> Sources:
    write_dictionary(tmp_path / "opencorpora", LEXEMES)
    write_wiktionary(tmp_path / "wiki.db")
    write_frequencies(
        tmp_path / "ru.gz", {"хвост": 300, "ёлка": 512, "перед": 560, "иванов": 400, "пение": 250}
    )
    write_frequencies(tmp_path / "en.gz", {"cat": 500, "zebra": 100})
    hunspell = (
        "5\nМосква/H\nклизма/I\nклещи/O\nщипцы/O\nгрыжей/H\nбарсучий/O\nковёр/K\nковер/K\nфу/K\n"
    )
    write_texts(
        tmp_path,
        {
            "ru_RU.dic": hunspell,
            "enable.txt": "cat\ncats\nmice\nran\ndamn\nantidisestablishmentarian\na\n",
            "scowl/english-words.10": "cat\nblog\nkb\n",
            "scowl/american-words.60": "emoji\n",
            "scowl/english-words.70": "quux\n",
            "scowl/british-words.10": "colour\n",
        },
    )
    write_texts(tmp_path / "wordnet", WORDNET)
    write_texts(tmp_path / "curated", CURATED)
    return Sources(
        opencorpora=tmp_path / "opencorpora",
        hunspell=tmp_path / "ru_RU.dic",
        wiktionary=tmp_path / "wiki.db",
        frequency_ru=tmp_path / "ru.gz",
        frequency_en=tmp_path / "en.gz",
        enable=tmp_path / "enable.txt",
        scowl=tmp_path / "scowl",
        wordnet=tmp_path / "wordnet",
        curated=tmp_path / "curated",
    )


def lines(path: Path) -> list[str]:
    return lzma.decompress(path.read_bytes()).decode().splitlines()


def test_the_russian_table_has_every_kind_of_word_with_its_groups(
    sources: Sources, tmp_path: Path
) -> None:
    build_tables(sources, tmp_path / "out")
    assert lines(tmp_path / "out" / "ru" / "words.tsv.xz") == [
        "больной\trare,substantivised",
        "елка\t\t512\t\tёлка",
        "клещи\tplural_only,rare",
        "клизма\trude,terms",
        "ковер\trare\t\t\tковёр",
        "москва\tproper",
        "мостик\tdiminutive_own_meaning,rare",
        "небо\trare\t\t\tнебо,нёбо",
        "нло\tabbreviations",
        "ножницы\tplural_only,rare",
        "пение\tterms\t250",
        "пенье\trare,spelling_variants\t\tпение",
        "перед\t\t260\t\tперёд",  # 5.60 as a preposition; as a noun, a thousandth of it
        "смузи\tmodern,rare",
        "фу\toffensive,rare",
        "хаб\tmodern",
        "хвост\t\t300",
        "хвостик\tdiminutive,rare\t\tхвост",
        "час\trare",
        "часы\tplural_own_meaning,rare",
        "чатик\tslang",
    ]


def test_the_english_table_has_enable_and_the_modern_words(
    sources: Sources, tmp_path: Path
) -> None:
    build_tables(sources, tmp_path / "out")
    assert lines(tmp_path / "out" / "en" / "words.tsv.xz") == [
        "blog\tmodern",
        "cat",
        "cats",
        "damn\toffensive",
        "emoji\tmodern",
        "mice",
        "qi\tmodern",
        "ran",
    ]
    assert lines(tmp_path / "out" / "frequency" / "en.tsv.xz") == ["cat\t500"]


def test_glosses_are_plain_text_and_forms_lead_to_their_base(
    sources: Sources, tmp_path: Path
) -> None:
    build_tables(sources, tmp_path / "out")
    assert lines(tmp_path / "out" / "ru" / "glosses.tsv.xz") == [
        "клизма\tприбор\tещё прибор",
        "пение\tпо значению петь",
        "хаб\tузел сети",
        "хвост\tчасть тела",
        "чатик\tразговор",
    ]
    assert lines(tmp_path / "out" / "en" / "glosses.tsv.xz") == [
        "cat\t(n) a feline",
        "cats\t=cat",
        "mice\t=mouse",
        "mouse\t(n) a rodent",
        "qi\t(n) life force",
        "ran\t=run",
        "run\t(v) move fast",
    ]


def test_the_same_sources_give_the_same_bytes_and_right_checksums(
    sources: Sources, tmp_path: Path
) -> None:
    first = build_tables(sources, tmp_path / "one")
    second = build_tables(sources, tmp_path / "two")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    listed = (tmp_path / "one" / "SHA256SUMS").read_text().splitlines()
    assert sorted(listed) == sorted(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  "
        f"{path.relative_to(tmp_path / 'one').as_posix()}"
        for path in first
    )


def test_missing_sources_are_all_named(sources: Sources, tmp_path: Path) -> None:
    lacking = replace(sources, enable=tmp_path / "nowhere", wordnet=tmp_path / "lost")
    with pytest.raises(ParseError, match=r"enable: .*nowhere; wordnet: .*lost"):
        build_tables(lacking, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("хвост\tdrop", "line 1: not three fields"),
        ("хвост\tburn\twhy", "line 1: no such change: burn"),
        ("нетслова\tdrop\twhy", "нетслова, which no source has"),
        ("хвостик\t+diminutive\twhy", "хвостик what the sources say too"),
    ],
)
def test_a_change_that_cannot_be_made_is_refused(
    sources: Sources, tmp_path: Path, line: str, complaint: str
) -> None:
    write_texts(tmp_path / "curated", {"ru/curated/changes.tsv": line + "\n"})
    with pytest.raises(ParseError, match=complaint):
        build_tables(sources, tmp_path / "out")


def test_a_list_of_pairs_with_a_lone_word_is_refused(sources: Sources, tmp_path: Path) -> None:
    write_texts(tmp_path / "curated", {"ru/curated/diminutives.txt": "хвостик хвост\nлапка\n"})
    with pytest.raises(ParseError, match=r"diminutives.txt, line 2: not two words: лапка"):
        build_tables(sources, tmp_path / "out")


def test_nouns_are_read_out_of_the_trie_with_lemma_and_tags(
    tmp_path: Path, write_dictionary: DictionaryWriter
) -> None:
    write_dictionary(tmp_path, LEXEMES)
    found = {(n.form, n.lemma, n.is_lemma) for n in read_nouns(tmp_path) if "Geox" not in n.tags}
    assert ("часы", "час", False) in found
    assert ("нёбо", "нёбо", True) in found
    assert {form for form, _, _ in found} == {
        form
        for lexeme in LEXEMES
        for form, tag in lexeme
        if tag.startswith("NOUN") and "nomn" in tag and "Geox" not in tag
    }


def test_what_is_no_frequency_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.gz").write_bytes(gzip.compress(msgspec.msgpack.encode({"a": 1})))
    with pytest.raises(ParseError, match=r"x\.gz: no frequency table"):
        read_zipf(tmp_path / "x.gz")


def test_a_label_counts_only_if_every_sense_has_it() -> None:
    assert labels_of(["{{мед.|ru}} а", "{{мед.|ru}} {{разг.}} б"]) == {"terms"}
    assert labels_of(["{{мед.|ru}} а", "б"]) == set()
    assert labels_of([]) == set()


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("[[кот|коту]] {{помета|зоол.}} '''и''' {{=|пёс|друг}};", "коту зоол. и то же, что пёс"),
        ("{{умласк|ru|хвост}}", "уменьш./оценочн. к «хвост»"),
        ("{{свойство|состояние=1|тихий|покой}}", "по значению тихий; покой"),
        ("{{разг.|ru}} плод {{=|[[яблоко]]|{{помета|а}}}} [1, 2]", "плод то же, что яблоко"),
        ("[[Файл:a.jpg|мини|[[кот]] на окне]]зверь&#160;<ref>[x]</ref>({{устар.|ru}})", "зверь"),
        ("главарь || вожак <!-- так --> {{семантика|", "главарь; вожак"),
    ],
)
def test_wiki_markup_is_taken_off(raw: str, text: str) -> None:
    assert plain(raw) == text


def test_examples_are_cut_out_with_the_templates_inside_them(tmp_path: Path) -> None:
    write_wiktionary(tmp_path / "w.db")
    assert read_senses(tmp_path / "w.db")["хвост"] == ["[[часть|часть]] тела "]
