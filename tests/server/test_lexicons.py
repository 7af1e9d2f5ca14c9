"""Word lists come once, complete, and are built where nobody waits for it."""

import asyncio
from pathlib import Path

import pytest

from wordsmith.errors import ParseError
from wordsmith.rules.variant import Variant, load_variant, with_house_rules
from wordsmith.server.bots.thinkers import NoThought
from wordsmith.server.bots.thinking import PipedThinkers
from wordsmith.server.words import lexicons as room
from wordsmith.server.words.lexicons import Lexicons, load_complete, load_named

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def with_groups(groups: str) -> Variant:
    return with_house_rules(load_variant("wordsmith"), {"word_groups": groups})


async def test_a_list_is_loaded_once_and_complete_however_many_ask() -> None:
    lexicons = Lexicons()
    variant = load_variant("friends")
    first, second = await asyncio.gather(lexicons.of(variant), lexicons.of(variant))
    assert first is second
    assert first.is_built
    assert "CAT" in first


async def test_tables_of_other_groups_have_other_words() -> None:
    lexicons = Lexicons()
    less = await lexicons.of(with_groups("nouns"))
    more = await lexicons.of(with_groups("nouns+plural_only"))
    assert "НОЖНИЦЫ" not in less
    assert "НОЖНИЦЫ" in more


async def test_unknown_groups_are_refused_also_the_second_time() -> None:
    lexicons = Lexicons()
    for _ in range(2):
        with pytest.raises(ParseError, match="swearing"):
            await lexicons.of(with_groups("nouns+swearing"))


async def test_a_list_this_machine_has_not_seen_is_built_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORDSMITH_CACHE", str(tmp_path))
    variant = with_groups("proper")
    thinkers = PipedThinkers(processes=1)
    assert not load_named(variant).is_built
    await thinkers.prepare(variant)
    assert load_named(variant).is_built
    lexicon = await Lexicons(thinkers.prepare).of(variant)
    assert "МОСКВА" in lexicon
    await thinkers.close()


async def test_if_the_other_process_fails_the_list_is_built_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("WORDSMITH_CACHE", str(tmp_path))
    hasty = PipedThinkers(processes=1, most_s=0.0)
    variant = with_groups("proper+regional")
    lexicon = await Lexicons(hasty.prepare).of(variant)
    assert len(lexicon) == len(load_complete(variant)) > 0
    assert "no answer within" in caplog.text
    with pytest.raises(NoThought):
        await hasty.prepare(variant)
    await hasty.close()


async def test_of_all_lists_those_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Security rule 4: what is kept in memory has a bound; the order of groups makes no list."""
    monkeypatch.setattr(room, "_MOST", 2)
    lexicons = Lexicons()
    words, modern = with_groups("nouns"), with_groups("nouns+plural_only")
    assert await lexicons.of(modern) is await lexicons.of(with_groups("plural_only+nouns"))
    await lexicons.of(words)
    await lexicons.of(modern)
    await lexicons.of(with_groups("proper"))
    assert len(lexicons._loading) == 2
    assert room._key(modern) in lexicons._loading
    assert room._key(words) not in lexicons._loading
    assert await lexicons.is_at_hand(words)  # on disk
    assert "ДОМ" in await lexicons.of(words)
