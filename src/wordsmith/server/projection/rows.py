"""Rows of the score sheet, and in what portions they are sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from wordsmith.server.messages import shown
from wordsmith.server.messages.letters import format_play
from wordsmith.server.tables.sheet import Kind

if TYPE_CHECKING:
    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.events import WordMade
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.tables.sheet import Row

ROWS = 64
"""The most that go in one message: what waits to be sent to a page has its limits."""


class Portion(Struct, frozen=True):
    """Rows ``start`` to ``stop`` (from 0); with them a page has all up to ``version``."""

    start: int
    stop: int
    version: int
    is_last: bool


def portion_of(ledger: Ledger, known: int, at: int | None = None) -> Portion:
    """The next rows for a page that has version ``known``; ``at``: those from there are missing.

    A portion that is not the last bears the version that the page can vouch for with it: if it
    is let go in between and comes back with that, it gets the rest.
    """
    rows = ledger.sheet.rows
    changed = ledger.sheet.first_changed(known)
    start = changed if at is None else min(at, changed)
    stop = min(len(rows), start + ROWS)
    if stop == len(rows):
        return Portion(start, stop, ledger.version, is_last=True)
    missing = [row.changed for row in rows[stop:] if row.changed > known]
    if not missing:
        return Portion(start, stop, ledger.version, is_last=True)
    return Portion(start, stop, max(known, min(missing) - 1), is_last=False)


def format_rows(ledger: Ledger, portion: Portion, lexicon: Lexicon | None) -> list[shown.Turn]:
    """These rows as the page gets them."""
    rows = ledger.sheet.rows[portion.start : portion.stop]
    first, accepted = portion.start + 1, ledger.accepted_words
    alphabet = ledger.variant.alphabet
    return [_turn(n, row, alphabet, lexicon, accepted) for n, row in enumerate(rows, start=first)]


def _turn(
    number: int, row: Row, alphabet: Alphabet, lexicon: Lexicon | None, accepted: frozenset[str]
) -> shown.Turn:
    play = format_play(alphabet, row.play)
    let_in = accepted if row.kind is Kind.PLAY else frozenset()  # others do not stand
    return shown.Turn(
        n=number,
        seat=row.seat,
        kind=row.kind,
        laid=play.laid,
        swapped=play.swapped,
        words=[format_word(word, lexicon, let_in) for word in row.words],
        points=row.points,
        bonus=row.bonus,
        total=row.total,
        count=row.count,
        bag_opened=row.bag_opened,
    )


def format_word(
    word: WordMade, lexicon: Lexicon | None, accepted: frozenset[str]
) -> shown.MadeWord:
    """A word of a turn; ``accepted``: those that count though the list has them not.

    Without a lexicon it is shown as it lies, for its dots would tell, and so would who let it in.
    """
    dotted, voted = word.word, False
    if lexicon is not None:
        dotted = lexicon.shown(word.word)
        voted = word.word in accepted and word.word not in lexicon
    return shown.MadeWord(word.word, dotted, word.square, word.across, word.points, voted)
