"""``verify``: whether a game went by the rules, its tiles by the seal, its words by the list."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from wordsmith.cli.arguments import chosen_words
from wordsmith.cli.files import load_json
from wordsmith.cli.speech import reason_sentence
from wordsmith.errors import ParseError
from wordsmith.notation.records import GameRecord, format_events, parse_record
from wordsmith.rules.audit import Departure, audit
from wordsmith.rules.events import ChallengeFailed, ChallengeUpheld, Event, Played
from wordsmith.rules.reasons import Reason
from wordsmith.rules.sealed_bag import Flaw, FlawCode, check_seal
from wordsmith.rules.state import apply
from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator
    from pathlib import Path

    from wordsmith.rules.game import Game
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant


class WordCode(StrEnum):
    """What is to be said of a word of a game."""

    UNKNOWN = "unknown"  # it stands, and is not in the list
    OFF_THOUGH_KNOWN = "off_though_known"  # challenged off, and in the list
    KEPT_THOUGH_UNKNOWN = "kept_though_unknown"  # challenged in vain, and not in the list
    UNCHALLENGED = "unchallenged"  # not in the list, and nobody doubted it: that is the game
    VOTED_IN = "voted_in"  # not in the list, and the table let it in


_AS_AGREED = frozenset((WordCode.UNCHALLENGED, WordCode.VOTED_IN))


@dataclass(frozen=True, slots=True)
class WordFound:
    """A word of which there is something to be said."""

    word: str
    code: WordCode
    event: int  # from 1


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was found out about a record."""

    record: GameRecord
    departure: Departure | None
    flaw: Flaw | None
    words: tuple[WordFound, ...]

    @property
    def words_follow(self) -> bool:
        """Whether no word stands or fell against the list."""
        return all(found.code in _AS_AGREED for found in self.words)

    @property
    def all_follows(self) -> bool:
        """Whether nothing is wrong that could be asked; a bag without a seal cannot."""
        return self.departure is None and self.flaw is None and self.words_follow


def verify_file(path: Path, words: str | None, shown_hash: str | None) -> Findings:
    """What there is to find in a record; ``shown_hash``: what somebody noted at the start.

    ParseError if the file is no record.
    """
    if path.suffix.lower() == ".gcg":
        raise ParseError("verify.gcg", path=path)
    value = load_json(path)
    try:
        record = parse_record(value)
    except ParseError as error:
        raise ParseError("in", where=path, why=error) from None
    lexicon = chosen_words(words, record.game.variant)
    return Findings(
        record, audit(record.game), _flaw(record, shown_hash), tuple(_words(record.game, lexicon))
    )


def _flaw(record: GameRecord, shown_hash: str | None) -> Flaw | None:
    seal = record.seal
    if shown_hash is None:
        return check_seal(record.game, seal) if seal else None
    shown = shown_hash.strip().lower()
    return check_seal(record.game, replace(seal, hash=shown)) if seal else Flaw(FlawCode.HASH)


def _words(game: Game, lexicon: Container[str]) -> Iterator[WordFound]:
    state = game.start
    for number, event in enumerate(game.events, start=1):
        for word, code in _said_of(game.variant, state, event, lexicon):
            yield WordFound(word, code, number)
        state = apply(state, event)


def _said_of(
    variant: Variant, state: State, event: Event, lexicon: Container[str]
) -> list[tuple[str, WordCode]]:
    """What is to be said of the words of an event; ``state``: before it."""
    match event:
        case Played(words=words):
            unknown = _unknown([made.word for made in words], state, lexicon)
            return [(word, _standing(variant, state, word)) for word in unknown]
        case ChallengeUpheld(words=words):
            unknown = _unknown(words, state, lexicon)
            return [(word, WordCode.OFF_THOUGH_KNOWN) for word in words if word not in unknown]
        case ChallengeFailed(words=words):
            unknown = _unknown(words, state, lexicon)
            return [(word, WordCode.KEPT_THOUGH_UNKNOWN) for word in unknown]
        case _:
            return []


def _unknown(words: Iterable[str], state: State, lexicon: Container[str]) -> list[str]:
    """The words that neither the list nor the table knows, each once."""
    return [
        word for word in dict.fromkeys(words) if word not in lexicon and word not in state.accepted
    ]


def _standing(variant: Variant, state: State, word: str) -> WordCode:
    """Why an unknown word was laid all the same."""
    if state.proposal and word in state.proposal.unknown:
        return WordCode.VOTED_IN
    return WordCode.UNCHALLENGED if variant.rules.check.is_challenge else WordCode.UNKNOWN


def findings_answer(findings: Findings) -> dict[str, Any]:
    """What was found out, for programs."""
    state, seal = findings.record.game.state, findings.record.seal
    return {
        "ok": findings.all_follows,
        "names": list(findings.record.names),
        "scores": list(state.scores),
        "ended": state.ended is not None,
        "rules": _rules_answer(findings),
        "bag": {
            "ok": findings.flaw is None,
            "sealed": seal is not None,
            "hash": seal.hash if seal else None,
            "flaw": str(findings.flaw.code) if findings.flaw else None,
            "event": findings.flaw.event if findings.flaw else None,
        },
        "words": {
            "ok": findings.words_follow,
            "found": [
                {"word": found.word, "code": str(found.code), "event": found.event}
                for found in findings.words
            ],
        },
    }


def _rules_answer(findings: Findings) -> dict[str, Any]:
    departure = findings.departure
    return {
        "ok": departure is None,
        "events": len(findings.record.game.events),
        "event": departure.number if departure else None,
        "found": _told(findings, departure.found if departure else None),
        "due": _told(findings, departure.due if departure else None),
        "reasons": [str(reason.code) for reason in _reasons(departure)],
    }


def _told(findings: Findings, event: Event | None) -> dict[str, Any] | None:
    """An event as the record would tell it."""
    alphabet = findings.record.game.variant.alphabet
    return format_events([event], alphabet)[0] if event else None


def _reasons(departure: Departure | None) -> list[Reason]:
    reasons = departure.reasons if departure else ()
    return [reason for reason in reasons if isinstance(reason, Reason)]


def findings_sentences(findings: Findings, language: str) -> Iterator[str]:
    """What was found out, in words."""
    record = findings.record
    scores = zip(record.names, record.game.state.scores, strict=True)
    totals = ", ".join(f"{name} {score}".strip() for name, score in scores)
    yield say(language, "cli.replay.scores", scores=totals)
    yield from _rules_sentences(findings, language)
    yield from _bag_sentences(findings, language)
    yield from _word_sentences(findings, language)


def _rules_sentences(findings: Findings, language: str) -> Iterator[str]:
    answer = _rules_answer(findings)
    if answer["ok"]:
        yield say(language, "cli.verify.rules", n=answer["events"])
        return
    kind = answer["found"]["event"] if answer["found"] else "-"
    yield say(language, "cli.verify.departure", event=answer["event"], kind=kind)
    if answer["due"]:
        due = json.dumps(answer["due"], ensure_ascii=False)
        yield f"  {say(language, 'cli.verify.due', due=due)}"
    board = findings.record.game.state.board
    for reason in _reasons(findings.departure):
        yield f"  {reason_sentence(reason, board, language)}"


def _bag_sentences(findings: Findings, language: str) -> Iterator[str]:
    flaw, seal = findings.flaw, findings.record.seal
    if flaw:
        yield say(language, f"cli.verify.bag.{flaw.code}", event=flaw.event or 0)
    elif seal:
        yield say(language, "cli.verify.bag.sealed")
    else:
        yield say(language, "cli.verify.bag.open")
    if seal:
        yield f"  {say(language, 'cli.verify.bag.shown', hash=seal.hash)}"


def _word_sentences(findings: Findings, language: str) -> Iterator[str]:
    if findings.words_follow:
        yield say(language, "cli.verify.words")
    for found in findings.words:
        said = say(language, f"cli.verify.word.{found.code}", word=found.word, event=found.event)
        yield f"  {said}" if findings.words_follow else said
