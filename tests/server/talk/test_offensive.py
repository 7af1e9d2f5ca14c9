"""Security rule 9: words that offend are masked, however they are written; others never are."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bus.buses import until
from wordsmith.bus import MemoryBus
from wordsmith.lexicon import GROUPS, load_lexicon
from wordsmith.rules.variant import load_variant
from wordsmith.server.talk.offensive import Offensive, OwnWord, fold_word
from wordsmith.server.talk.word_lists import WordLists
from wordsmith.store import Store

SHIPPED = Offensive()
KNOWN = Path(__file__).parent / "masked.txt"


@pytest.mark.parametrize(
    "written",
    [
        "хуйня",
        "ХУЙНЯ",
        "Ёбнулся",
        "х у й",
        "х.у.й",
        "б - л - я - д - ь",
        "xyй",
        "ХYЙ",
        "хууууй",
        "пизд3ц",
        "сyка",
        "cyka",
        "blyat",
        "заебали",
        "fuck",
        "FUCKED",
        "f u c k",
        "fuuuuck",
        "fuсk",  # the с is Cyrillic
        "ｆｕｃｋ",
        "fück",
        "sh1t",
        "$hit",
        "b1tch",
    ],
)
def test_a_word_is_masked_however_it_is_written(written: str) -> None:
    assert SHIPPED.mask(f"oh, {written}!") == "oh, ***!"


@pytest.mark.parametrize(
    "innocent",
    [
        "хлеб, небо, себе, мебель, вебинар, учебник, Екатеринебург",
        "подстрахуй меня, не психуй, плохую и глухую, сухую, в тихую",
        "оскорблять, употреблять, рубля, сабля, корабля",
        "сук на дереве, рассудок, мудрый, мандат, гондола, мандарин, педикюр, Ебург",
        "Scunthorpe, classic, assess, cocktail, Dickens, shiitake, therapist, peacock",
        "я и ты и он, а у вас? в 4 6 8, 1 2 3",
        "Хохлов, Жидов, Дрочнев",
        "",
    ],
)
def test_innocent_words_stay(innocent: str) -> None:
    assert SHIPPED.mask(innocent) == innocent


@pytest.mark.parametrize(("language", "variant"), [("ru", "wordsmith"), ("en", "classic")])
def test_of_all_words_that_can_be_played_only_known_ones_would_be_masked(
    language: str, variant: str
) -> None:
    """``masked.txt`` is to be read by a person whenever it changes."""
    words = load_lexicon(language, load_variant(variant).alphabet, GROUPS[language]).words
    masked = [word.lower() for word in words if SHIPPED.is_in(word)]
    known = KNOWN.read_text("utf-8").splitlines()
    assert sorted(masked) == [
        line.removeprefix(language + " ") for line in known if line.startswith(language)
    ]


@given(st.text(max_size=60))
def test_what_is_masked_once_is_masked(text: str) -> None:
    masked = SHIPPED.mask(text)
    assert not SHIPPED.is_in(masked)
    assert SHIPPED.is_in(text) == (masked != text)


def test_moderators_add_words_in_all_their_forms_and_except_others() -> None:
    lists = Offensive(
        (
            OwnWord("ru", "редиска"),
            OwnWord("ru", "бяк*"),
            OwnWord("en", "noodle"),
            OwnWord("en", "shit", allowed=True),
        )
    )
    assert lists.mask("редиска, редиской, бякостный, редис") == "***, ***, ***, редис"
    assert lists.mask("noodles, noodle, nood") == "***, ***, nood"
    assert lists.mask("shit, bullshit") == "shit, ***"


@pytest.mark.parametrize(
    ("language", "word", "folded"),
    [
        ("ru", " ЁЖИК ", "ежик"),
        ("ru", "бяк*", "бяк*"),
        ("en", "Noodle", "noodle"),
        ("en", "nооdle", ""),
        ("en", "ж", ""),
    ],
)
def test_a_listed_word_is_kept_as_it_reads(language: str, word: str, folded: str) -> None:
    assert fold_word(language, word) == folded


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_a_change_of_the_lists_holds_in_every_process_at_once(store: Store) -> None:
    bus = MemoryBus()
    here, there = WordLists(store, bus), WordLists(store, bus)
    assert not (await there.current()).is_in("редиска")
    await store.write(here.setting(OwnWord("ru", "РЕДИСКА")))
    here.tell()
    assert (await here.current()).is_in("редиска")
    await until(lambda: there._read_at is None)
    assert (await there.current()).is_in("редиской")
    await store.write(here.removing(OwnWord("ru", "редиска")))
    here.tell()
    assert await here.own() == []
    assert not (await here.current()).is_in("редиска")
    here.close()
    there.close()


@pytest.mark.anyio
async def test_without_a_hint_the_lists_are_read_again_after_a_while(store: Store) -> None:
    now = [0.0]
    lists = WordLists(store, MemoryBus(), lambda: now[0])
    await lists.current()
    await store.write(lists.setting(OwnWord("en", "noodle")))
    assert not (await lists.current()).is_in("noodle")
    now[0] = 61.0
    assert (await lists.current()).is_in("noodle")
    lists.close()


@pytest.mark.anyio
@pytest.mark.parametrize("own", [OwnWord("en", "ж"), OwnWord("ru", "🙂"), OwnWord("fr", "zut")])
async def test_what_is_no_word_cannot_be_listed(store: Store, own: OwnWord) -> None:
    lists = WordLists(store, MemoryBus())
    with pytest.raises(ValueError, match="no word"):
        lists.setting(own)
    lists.close()
