"""Passwords: argon2id, thought over by two threads, with a short queue before them.

A hash costs 20 ms of a processor and 19 MiB; without a bound a few log-ins at once would stand in
the way of every game. Whoever comes when the queue is full is told to come again.
"""

from __future__ import annotations

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from wordsmith.server.messages.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

SHORTEST, LONGEST = 8, 128  # signs
_THREADS = 2
_QUEUE = 16  # that may wait for them
_JUDGED = 40  # signs that zxcvbn looks at, at most: its work grows with their square
_FIRM = 2  # of its scores, 0 to 4: more than a million guesses
_PARTS = re.compile(r"[^\W_]{3,}")
_STAND_INS = frozenset("4@8({[<3691!|70$5+%2")  # that zxcvbn reads as letters
_FEW_STAND_INS = 3
_FEWER = str.maketrans("@{[<!|$+", "4(((1157")

# What OWASP's Password Storage Cheat Sheet asks for with one lane.
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

_T = TypeVar("_T")


class Passwords:
    """The threads and the queue."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_THREADS, "password")
        self._asked = 0

    async def hashed(self, password: str) -> str:
        """The hash to be kept. Refusal if there are too many before."""
        return await self._thought(lambda: _hasher.hash(password))

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Whether it is this password. None is nobody's hash: the same work, and never right."""
        return await self._thought(lambda: _fits(hashed, password))

    async def check(self, password: str, about: Iterable[str]) -> None:
        """Refusal if it is a weak one; ``about`` is what everybody knows of the person."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise Refusal(422, "weak_password", why="length", least=SHORTEST, most=LONGEST)
        known = [part for text in about for part in (text, *_PARTS.findall(text)) if len(part) > 2]
        why = await self._thought(lambda: weakness(password, known))
        if why:
            raise Refusal(422, "weak_password", why=why)

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def _thought(self, think: Callable[[], _T]) -> _T:
        if self._asked >= _THREADS + _QUEUE:
            raise Refusal(503, "busy")
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, think)
        finally:
            self._asked -= 1


def is_outdated(hashed: str) -> bool:
    """Whether it was made with less work than we ask for now."""
    return _hasher.check_needs_rehash(hashed)


def weakness(password: str, known: Iterable[str]) -> str | None:
    """Why a password is weak: it stands on a list of common and stolen ones, or is easily guessed.

    What is typed on Russian keys is judged as the Latin signs on them as well.
    """
    # large, and not needed by a site that starts
    from zxcvbn import zxcvbn  # noqa: PLC0415

    known = [*known]
    for typed in {password, password.lower().translate(_keys())}:
        judged = zxcvbn(judged_part(typed), user_inputs=known)
        if judged["score"] < _FIRM:
            lists = {match.get("dictionary_name") for match in judged["sequence"]}
            if "user_inputs" in lists:
                return "known"
            return "common" if "passwords" in lists else "guessable"
    return None


def judged_part(password: str) -> str:
    """What of a password zxcvbn is to look at, so that nobody can make it think for seconds.

    It reads signs as letters (4 and @ as a) in every way there is: many such signs mean hundreds of
    ways. Where there are many, those that look alike become one.
    """
    part = password[:_JUDGED]
    many = len(_STAND_INS.intersection(part)) > _FEW_STAND_INS
    return part.translate(_FEWER) if many else part


def _fits(hashed: str | None, password: str) -> bool:
    try:
        return _hasher.verify(hashed or _nobodys(), password) and bool(hashed)
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobodys() -> str:
    """A hash that costs as much as any, of a password that nobody has."""
    return _hasher.hash("\0")


@cache
def _keys() -> dict[int, int]:
    """From the letters of the Russian keyboard to what the same keys mean on the Latin one."""
    russian = "ёйцукенгшщзхъфывапролджэячсмитьбю"
    latin = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
    return str.maketrans(russian, latin)
