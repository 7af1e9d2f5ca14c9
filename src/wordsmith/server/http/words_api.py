"""Words over HTTP: whether one counts, what it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.http.tables_api import held_table
from wordsmith.server.messages.outbound import WordEntry
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.tables.seating import ask_for_variant
from wordsmith.server.words.entries import LONGEST, word_entry

if TYPE_CHECKING:
    from wordsmith.server.house import House


class WordsApi:
    """``/api/words``."""

    def __init__(self, house: House) -> None:
        self._house = house

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
        )

    async def word(self, asked: Asked) -> WordEntry:
        """What is known of a word, at a table or by the preset."""
        variant = ask_for_variant(asked.place("variant"))
        name = asked.query("table")
        if name is not None:
            table = await held_table(self._house, asked, name)
            variant = table.ledger.variant
        text = asked.place("word")
        if len(text) > LONGEST:
            raise Refusal(400, "bad_request", path="word", message=f"longer than {LONGEST} letters")
        lexicon = await self._house.lexicons.of(variant)
        return word_entry(variant, lexicon, text)
