"""Security rule 7: which passwords are taken, and how many are thought over at once."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from zxcvbn.matching import L33T_TABLE, enumerate_l33t_subs, relevant_l33t_subtable

from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.people import passwords as room
from wordsmith.server.people.passwords import Passwords, is_outdated, judged_part, weakness

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("real_hasher")]


@pytest.fixture
def passwords() -> Iterator[Passwords]:
    opened = Passwords()
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("password1", "common"),
        ("12345678", "common"),
        ("qwertyuiop", "common"),
        ("QWERTYUIOP", "common"),
        ("p@ssw0rd", "common"),
        ("йцукенгш", "common"),
        ("пароль123", "common"),
        ("солнышко", "common"),
        ("anna1953", "known"),
        ("petrova", "known"),
        ("abababababab", "guessable"),
        ("лодка у причала 7", None),
        ("correct horse battery staple", None),
        ("Zm9-vq4!tt", None),
    ],
)
def test_stolen_common_and_guessable_passwords_are_weak(password: str, why: str | None) -> None:
    """Security rule 7: a check against breached and common ones, offline, in both keyboards."""
    assert weakness(password, ["anna1953", "Anna Petrova", "petrova"]) == why


@pytest.mark.parametrize("password", ["", "a", "sevenxx", "x" * 129])
async def test_a_password_has_eight_to_a_hundred_and_twenty_eight_signs(
    passwords: Passwords, password: str
) -> None:
    """Security rule 7: min 8, max 128."""
    with pytest.raises(Refusal) as refused:
        await passwords.check(password, [])
    assert refused.value.detail == {"why": "length", "least": 8, "most": 128}


@pytest.mark.parametrize(
    "password",
    [
        "4@8({[<6931!|70$5+%2" * 6,
        "4@8({[<6931!|70$5+%2passwordqwertylovemonkeydragon",
        "1|!7" * 20,
        "p@$$w0rd" * 9,
    ],
)
def test_no_password_makes_the_judge_think_for_seconds(password: str) -> None:
    """Security rule 7: zxcvbn tries every reading of every sign, on as many signs as it is given.

    A password of 67 signs took it 11 s of a processor, and a guest may try ten a minute.
    """
    judged = judged_part(password)
    readings = enumerate_l33t_subs(relevant_l33t_subtable(judged, L33T_TABLE))
    assert len(judged) <= 40
    assert len(readings) <= 8
    assert len(enumerate_l33t_subs(relevant_l33t_subtable("4@8({[<6931!|70$5+%2", L33T_TABLE))) > 50


async def test_a_long_sentence_is_taken_and_all_of_it_counts(passwords: Passwords) -> None:
    sentence = "шли сорок мышей несли сорок грошей " * 3 + "две мыши поплоше"
    await passwords.check(sentence, [])
    hashed = await passwords.hashed(sentence)
    assert await passwords.fits(hashed, sentence)
    assert not await passwords.fits(hashed, sentence[:-1])


async def test_what_is_no_hash_fits_no_password(passwords: Passwords) -> None:
    for hashed in (None, "", "rubbish", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$"):
        assert not await passwords.fits(hashed, "\0")


async def test_a_hash_of_less_work_is_outdated(passwords: Passwords) -> None:
    assert not is_outdated(await passwords.hashed("лодка у причала"))
    assert is_outdated("$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$MDAwMDAwMDAwMDAwMDAwMA")


async def test_two_are_thought_over_and_sixteen_wait_then_the_site_is_busy(
    passwords: Passwords, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Security rule 7: a bounded pool, a queue of 16, then 503."""
    gate, running, most = threading.Event(), [0], [0]
    lock = threading.Lock()

    def slow(_hashed: str | None, _password: str) -> bool:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        gate.wait(10)
        with lock:
            running[0] -= 1
        return True

    monkeypatch.setattr(room, "_fits", slow)
    waiting = [asyncio.create_task(passwords.fits(None, "x")) for _ in range(18)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refused:
        await passwords.fits(None, "x")
    assert (refused.value.status, refused.value.code) == (503, "busy")
    gate.set()
    assert await asyncio.gather(*waiting) == [True] * 18
    assert most[0] == 2
    assert await passwords.fits(None, "x")
