"""The word lists of tables, loaded once each and away from the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import TYPE_CHECKING

from wordsmith.errors import WordsmithError
from wordsmith.lexicon import Lexicon, load_lexicon

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from wordsmith.rules.variant import Variant

_log = logging.getLogger(__name__)
_Key = tuple[str, str, frozenset[str]]
_MOST = 24
"""Lists that are kept: house rules make 2**18 of them, and each is some megabytes."""


class Lexicons:
    """Word lists by variant and groups. A list is complete when it is given out: nothing waits.

    ``prepare`` builds one that this machine has not seen yet, in another process: even in a thread
    that would stop the event loop for tenths of a second.
    """

    def __init__(self, prepare: Callable[[Variant], Awaitable[None]] | None = None) -> None:
        self._prepare = prepare
        self._loading: OrderedDict[_Key, asyncio.Task[Lexicon]] = OrderedDict()

    async def of(self, variant: Variant) -> Lexicon:
        """The words that count under these rules. ParseError if a group of them is unknown."""
        key = _key(variant)
        loading = self._loading.get(key)
        if loading is None or (loading.done() and loading.exception()):
            loading = asyncio.create_task(self._load(variant))
            self._loading[key] = loading
        self._loading.move_to_end(key)
        if len(self._loading) > _MOST:
            self._loading.popitem(last=False)
        return loading.result() if loading.done() else await asyncio.shield(loading)

    async def is_at_hand(self, variant: Variant) -> bool:
        """Whether the words of these rules are there, so that nobody has to build them."""
        if _key(variant) in self._loading:
            return True
        return (await asyncio.to_thread(load_named, variant)).is_built

    async def _load(self, variant: Variant) -> Lexicon:
        lexicon = await asyncio.to_thread(load_named, variant)
        if self._prepare and not lexicon.is_built:
            try:
                await self._prepare(variant)
            except WordsmithError as error:  # then here, and it takes as long as it takes
                _log.warning("the words of %s: %s", variant.id, error)
        return await asyncio.to_thread(load_complete, variant)


def _key(variant: Variant) -> _Key:
    return variant.lexicon, variant.alphabet.id, frozenset(variant.rules.word_groups)


def load_named(variant: Variant) -> Lexicon:
    """The words of a variant, perhaps not yet built."""
    groups = frozenset(variant.rules.word_groups)
    return load_lexicon(variant.lexicon, variant.alphabet, groups)


def load_complete(variant: Variant) -> Lexicon:
    """The words of a variant with their graph, which may have to be built: a second or two."""
    lexicon = load_named(variant)
    len(lexicon.graph)
    return lexicon
