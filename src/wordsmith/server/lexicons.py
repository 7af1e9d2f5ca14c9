"""The word lists of tables, loaded once each and away from the event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from wordsmith.lexicon import Lexicon, load_lexicon

if TYPE_CHECKING:
    from wordsmith.rules.variant import Variant

_Key = tuple[str, str, tuple[str, ...]]


class Lexicons:
    """Word lists by variant and groups. A list is complete when it is given out: nothing waits."""

    def __init__(self) -> None:
        self._loading: dict[_Key, asyncio.Task[Lexicon]] = {}

    async def of(self, variant: Variant) -> Lexicon:
        """The words that count under these rules. ParseError if a group of them is unknown."""
        key = (variant.lexicon, variant.alphabet.id, variant.rules.word_groups)
        loading = self._loading.get(key)
        if loading is None or (loading.done() and loading.exception()):
            loading = asyncio.create_task(asyncio.to_thread(load_complete, variant))
            self._loading[key] = loading
        return await asyncio.shield(loading)


def load_complete(variant: Variant) -> Lexicon:
    """The words of a variant with their graph, which may have to be built: a second or two."""
    groups = frozenset(variant.rules.word_groups)
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, groups)
    len(lexicon.graph)
    return lexicon
