"""The word lists of tables, loaded once each and away from the event loop."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError
from wordsmith.lexicon import Lexicon, load_lexicon

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordsmith.rules.variant import Variant

_log = logging.getLogger(__name__)
_Key = tuple[str, str, tuple[str, ...]]


class Lexicons:
    """Word lists by variant and groups. A list is complete when it is given out: nothing waits.

    ``prepare`` builds one that this machine has not seen yet, in another process: even in a thread
    that would stop the event loop for tenths of a second.
    """

    def __init__(self, prepare: Callable[[Variant], Awaitable[None]] | None = None) -> None:
        self._prepare = prepare
        self._loading: dict[_Key, asyncio.Task[Lexicon]] = {}

    async def of(self, variant: Variant) -> Lexicon:
        """The words that count under these rules. ParseError if a group of them is unknown."""
        key = (variant.lexicon, variant.alphabet.id, variant.rules.word_groups)
        loading = self._loading.get(key)
        if loading is None or (loading.done() and loading.exception()):
            loading = asyncio.create_task(self._load(variant))
            self._loading[key] = loading
        return await asyncio.shield(loading)

    async def _load(self, variant: Variant) -> Lexicon:
        lexicon = await asyncio.to_thread(load_named, variant)
        if self._prepare and not lexicon.is_built:
            try:
                await self._prepare(variant)
            except WordsmithError as error:  # then here, and it takes as long as it takes
                _log.warning("the words of %s: %s", variant.id, error)
        return await asyncio.to_thread(load_complete, variant)


def load_named(variant: Variant) -> Lexicon:
    """The words of a variant, perhaps not yet built."""
    groups = frozenset(variant.rules.word_groups)
    return load_lexicon(variant.lexicon, variant.alphabet, groups)


def load_complete(variant: Variant) -> Lexicon:
    """The words of a variant with their graph, which may have to be built: a second or two."""
    lexicon = load_named(variant)
    len(lexicon.graph)
    return lexicon
