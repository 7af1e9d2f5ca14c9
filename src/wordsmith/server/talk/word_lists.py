"""The words a site's moderators have added to the shipped lists, or excepted.

Another process may change them: it says so on the bus, and what is lost there is found by age.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from wordsmith.server.talk.offensive import LANGUAGES, Offensive, OwnWord, fold_word
from wordsmith.store.database import Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wordsmith.bus import Bus
    from wordsmith.store.database import Database

TOPIC = "offensive"
_FRESH_S = 60.0
_SET = """
INSERT INTO offensive (language, word, allowed) VALUES ($1, $2, $3)
ON CONFLICT (language, word) DO UPDATE SET allowed = excluded.allowed
"""
_REMOVE = "DELETE FROM offensive WHERE language = $1 AND word = $2"


class WordLists:
    """What is masked at this site."""

    def __init__(
        self, database: Database, bus: Bus, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._database = database
        self._bus = bus
        self._clock = clock
        self._own: tuple[OwnWord, ...] = ()
        self._offensive = Offensive()
        self._read_at: float | None = None
        self._stop = bus.subscribe(TOPIC, self._hear)

    def close(self) -> None:
        """Listen no longer."""
        self._stop()

    async def current(self) -> Offensive:
        """As the store has it, or had it a minute ago."""
        now = self._clock()
        if self._read_at is None or now - self._read_at > _FRESH_S:
            own = tuple(await self.own())
            if own != self._own:
                self._own, self._offensive = own, Offensive(own)
            self._read_at = now
        return self._offensive

    def is_in(self, text: str) -> bool:
        """Whether a word of the text offends, by the lists as they were read last."""
        return self._offensive.is_in(text)

    async def own(self) -> Sequence[OwnWord]:
        """The site's own words, by language."""
        rows = await self._database.rows(
            "SELECT language, word, allowed FROM offensive ORDER BY language, word"
        )
        return [OwnWord(language, word, bool(allowed)) for language, word, allowed in rows]

    def setting(self, word: OwnWord) -> Statement:
        """Write down a word, masked or excepted. ValueError if it is none of its language."""
        return Statement(_SET, (word.language, _folded(word), int(word.allowed)))

    def removing(self, word: OwnWord) -> Statement:
        """Strike out a word of the site's own. ValueError if it is none of its language."""
        return Statement(_REMOVE, (word.language, _folded(word)))

    def tell(self) -> None:
        """The lists have changed: every process reads them again."""
        self._read_at = None
        self._bus.publish(TOPIC, b"")

    def _hear(self, _message: bytes) -> None:
        self._read_at = None


def _folded(word: OwnWord) -> str:
    folded = fold_word(word.language, word.word) if word.language in LANGUAGES else ""
    if not folded:
        raise ValueError(f"{word.word!r} is no word in the letters of {word.language!r}")
    return folded
