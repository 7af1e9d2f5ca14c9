"""Words that groups of people have agreed on: a list for each group and language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.rules.alphabet import ALPHABETS, Alphabet
from wordsmith.server.messages.refusal import Refusal
from wordsmith.store import Statement

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordsmith.store import Database

MOST_WORDS = 2000
"""On one list, in all languages."""

_WORDS = """
SELECT word, language, at_ms, table_id FROM group_words WHERE group_id = $1 ORDER BY language, word
"""
_OF_LANGUAGE = "SELECT word FROM group_words WHERE group_id = $1 AND language = $2 ORDER BY word"
_COUNT = "SELECT COUNT(*) FROM group_words WHERE group_id = $1"
_TABLES = "SELECT COUNT(*) FROM tables WHERE group_id = $1"
_MEMBER = """
SELECT 1 FROM tables AS t JOIN seats AS s ON s.table_id = t.id
WHERE t.group_id = $1 AND s.person = $2 LIMIT 1
"""
_ADD = """
INSERT INTO group_words (group_id, word, language, at_ms, table_id) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING
"""
_REMOVE = "DELETE FROM group_words WHERE group_id = $1 AND language = $2 AND word = $3"


@dataclass(frozen=True, slots=True)
class GroupWord:
    """A word that a group has let in."""

    word: str  # capitals
    language: str
    at_ms: int
    table: str | None  # where a vote did it; None: added by hand


@dataclass(frozen=True, slots=True)
class GroupList:
    """Everything a group has let in."""

    words: tuple[GroupWord, ...]
    tables: int  # of this group


class Groups:
    """The lists. Whoever has had a seat at one of a group's tables may see and change its own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_member(self, group: str, person: str) -> bool:
        """Whether a person has had a seat at one of its tables."""
        return bool(await self._database.rows(_MEMBER, group, person))

    async def words(self, group: str, language: str) -> tuple[str, ...]:
        """The words of one language, in capitals and in order."""
        return tuple([row[0] for row in await self._database.rows(_OF_LANGUAGE, group, language)])

    async def listed(self, group: str, person: str) -> GroupList:
        """The whole list. Refusal if it is not this person's to see."""
        await self.demand_member(group, person)
        words = [GroupWord(*row) for row in await self._database.rows(_WORDS, group)]
        ((tables,),) = await self._database.rows(_TABLES, group)
        return GroupList(tuple(words), int(tables))

    async def add(self, group: str, person: str, word: str, language: str, at_ms: int) -> None:
        """Let a word in. Refusal if it is none, or the list is full or not this person's."""
        await self.demand_member(group, person)
        written = _fit_word(word, language)
        ((count,),) = await self._database.rows(_COUNT, group)
        if count >= MOST_WORDS:
            raise Refusal(409, "too_many", most=MOST_WORDS)
        await self._database.write(letting_in(group, [written], language, None, at_ms)[0])

    async def remove(self, group: str, person: str, word: str, language: str) -> None:
        """Take a word off the list; games that go on keep it. Refusal if that is not his."""
        await self.demand_member(group, person)
        written = _fit_word(word, language)
        await self._database.write(Statement(_REMOVE, (group, language, written)))

    async def demand_member(self, group: str, person: str) -> None:
        """Refusal unless the list is this person's, too."""
        if not await self.is_member(group, person):
            raise Refusal(403, "forbidden", group=group)


def letting_in(
    group: str, words: Iterable[str], language: str, table: str | None, at_ms: int
) -> Sequence[Statement]:
    """What puts words on the list of a group; those that are there already stay as they are."""
    return [Statement(_ADD, (group, word, language, at_ms, table)) for word in words]


def _fit_word(word: str, language: str) -> str:
    """A word as tiles spell it. Refusal if tiles cannot, or it is too short to be laid."""
    alphabet: Alphabet | None = ALPHABETS.get(language)
    if alphabet is None:
        raise Refusal(422, "bad_request", path="language", message="no such language")
    written = alphabet.fold(word.strip())
    if len(written) < 2 or not alphabet.spells(written):
        raise Refusal(422, "bad_request", path="word", message="not two letters or more")
    return written
