"""What a play would make, and why an action is refused, as a page may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from wordsmith.rules.reasons import Code, Reason, WhyNot
from wordsmith.server.messages import outbound, shown
from wordsmith.server.messages.letters import format_play
from wordsmith.server.projection.rows import format_word
from wordsmith.server.projection.viewing import is_doubtful
from wordsmith.server.projection.wire import Wire, wire

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordsmith.bots.hints import Hint
    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.events import WordMade
    from wordsmith.rules.judging import Verdict
    from wordsmith.server.bots.hints import Found
    from wordsmith.server.tables.ledger import Ledger


def project_verdict(ledger: Ledger, number: int, verdict: Verdict, lexicon: Lexicon) -> Wire:
    """What a play would make; where turns are doubted nobody is told which words count."""
    accepted = ledger.accepted_words
    doubtful = is_doubtful(ledger)
    words = [_tried(word, None if doubtful else lexicon, accepted) for word in verdict.score.words]
    reasons = format_reasons(ledger, verdict.reasons)
    score = verdict.score
    return wire(
        outbound.Tried(ledger.table, number, not reasons, score.points, score.bonus, words, reasons)
    )


def _tried(word: WordMade, lexicon: Lexicon | None, accepted: frozenset[str]) -> outbound.TriedWord:
    made = format_word(word, lexicon, accepted)
    ok = lexicon is None or word.word in lexicon or word.word in accepted
    why = None if ok or lexicon is None else _why(lexicon.why_not(word.word))
    return outbound.TriedWord(**asdict(made), ok=ok, why=why)


def format_reasons(ledger: Ledger, reasons: Iterable[Any]) -> list[outbound.Reason]:
    """Reasons of the rules as the page gets them."""
    doubtful = is_doubtful(ledger)
    told = []
    for reason in reasons:
        assert isinstance(reason, Reason)
        if not (doubtful and reason.code is Code.NOT_A_WORD):
            told.append(_reason(reason))
    return told


def _reason(reason: Reason) -> outbound.Reason:
    why = _why(reason.why) if reason.why else None
    return outbound.Reason(
        reason.code, reason.squares, reason.word, reason.square, reason.across, why
    )


def _why(why: WhyNot) -> shown.WhyNot:
    return shown.WhyNot(why.code, why.lemma, why.detail)


def project_hint(table: str, number: int, found: Found | None) -> Wire:
    """Turns that could be made; None: there is none."""
    if found is None:
        return wire(outbound.Hinted(table, number, None, 0, [], None, []))
    first, *others = [_hinted(hint, found) for hint in found.hints]
    return wire(
        outbound.Hinted(table, number, first.play, first.score, first.words, first.why, others)
    )


def _hinted(hint: Hint, found: Found) -> outbound.HintedTurn:
    shown_word = found.lexicon.shown
    why = outbound.Why(hint.why.code, [shown_word(word) for word in hint.why.words], hint.why.n)
    return outbound.HintedTurn(
        format_play(found.lexicon.alphabet, hint.play),
        hint.score.points,
        [shown_word(word.word) for word in hint.score.words],
        why,
    )
