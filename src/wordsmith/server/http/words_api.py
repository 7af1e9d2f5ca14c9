"""Words over HTTP: whether one counts, what it means, and what a group has let in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from wordsmith.server.guard.permissions import Right
from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.http.looking import Looking
from wordsmith.server.messages.outbound import GroupWord, WordEntry
from wordsmith.server.messages.protocol import GroupWordChange
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables.lines import iso_time
from wordsmith.server.tables.seating import ask_for_variant
from wordsmith.server.words.entries import LONGEST, word_entry
from wordsmith.server.words.groups import Groups

if TYPE_CHECKING:
    from wordsmith.server.house import House
    from wordsmith.server.live.hall import Hall


class GroupWords(Struct):
    """Everything a group has let in, and at how many tables it has played."""

    words: list[GroupWord]
    tables: int


_GROUP = "/api/groups/{group}/words"


class WordsApi:
    """``/api/words`` and ``/api/groups``."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._groups = Groups(house.store)
        self._looking = Looking(house, hall)

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here."""
        return (
            Operation(
                method="GET",
                path="/api/words/{variant}/{word}",
                endpoint=self.word,
                query={"table": str},
                answer=WordEntry,
                refusals=("unknown_variant", "unknown_table", "forbidden", "bad_request"),
            ),
            Operation(
                method="GET",
                path=_GROUP,
                endpoint=self.group,
                answer=GroupWords,
                refusals=("forbidden",),
            ),
            Operation(
                method="POST",
                path=_GROUP,
                endpoint=self.change_group,
                body=GroupWordChange,
                answer=GroupWords,
                refusals=("forbidden", "too_many"),
            ),
        )

    async def word(self, asked: Asked) -> WordEntry:
        """What is known of a word, at a table or by the preset."""
        variant = ask_for_variant(asked.place("variant"))
        name, accepted = asked.query("table"), frozenset[str]()
        if name is not None:
            table, viewer = await self._looking.at(asked, Right.LOOK_UP, name)
            sight = await self._looking.sight(table, viewer)
            variant, accepted = sight.ledger.variant, sight.ledger.accepted_words
        text = asked.place("word")
        if len(text) > LONGEST:
            raise Refusal(400, "bad_request", path="word", message=f"longer than {LONGEST} letters")
        lexicon = await self._house.lexicons.of(variant)
        return word_entry(variant, lexicon, text, accepted)

    async def group(self, asked: Asked) -> GroupWords:
        """The words of a group."""
        listed = await self._groups.listed(asked.place("group"), asked.person)
        words = [
            GroupWord(word.word, word.language, iso_time(word.at_ms), word.table)
            for word in listed.words
        ]
        return GroupWords(words, listed.tables)

    async def change_group(self, asked: Asked) -> GroupWords:
        """A word more on the list of a group, or less."""
        wanted, group = await asked.body(GroupWordChange), asked.place("group")
        if wanted.remove:
            await self._groups.remove(group, asked.person, wanted.word, wanted.language)
        else:
            now = self._house.time.wall_ms()
            await self._groups.add(group, asked.person, wanted.word, wanted.language, now)
        return await self.group(asked)
