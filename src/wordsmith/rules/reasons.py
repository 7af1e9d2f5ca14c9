"""Why an action is refused, as codes with their particulars; sentences are made elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Code(StrEnum):
    """What may be wrong. The first block is the contract of the machine-readable commands."""

    BAD_NOTATION = "bad_notation"
    OFF_BOARD = "off_board"
    OCCUPIED = "occupied"
    GAP = "gap"
    NOT_ONE_LINE = "not_one_line"
    NO_TILES = "no_tiles"
    NOT_IN_RACK = "not_in_rack"
    START_CELL = "start_cell"
    TOO_SHORT = "too_short"
    NOT_JOINED = "not_joined"
    NOT_A_WORD = "not_a_word"
    REPEATED_WORD = "repeated_word"
    SWAP_NOT_ALLOWED = "swap_not_allowed"
    SWAP_NO_WILD = "swap_no_wild"
    SWAP_WRONG_LETTER = "swap_wrong_letter"
    SWAP_NOT_LAID = "swap_not_laid"
    BAG_TOO_SMALL = "bag_too_small"
    EXCHANGE_TOO_MANY = "exchange_too_many"
    NOT_ON_TURN = "not_on_turn"
    GAME_OVER = "game_over"
    RESIGNED = "resigned"
    BAG_CLOSED = "bag_closed"

    NOTHING_TO_VOTE_ON = "nothing_to_vote_on"
    VOTE_PENDING = "vote_pending"
    ALREADY_VOTED = "already_voted"
    NOTHING_TO_CHALLENGE = "nothing_to_challenge"
    CHALLENGE_OR_PASS = "challenge_or_pass"  # noqa: S105 - no password


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a string of letters is no word at this table."""

    code: str  # "unknown", "plural", "diminutive", ...: those of the lexicon
    lemma: str = ""  # the word it belongs to, in capitals
    detail: str = ""  # the case, the group that is off, ...


class Words(Protocol):
    """The words that count: what the rules ask of a lexicon."""

    def __contains__(self, word: str, /) -> bool:
        """Whether ``word``, in capitals as the tiles spell it, counts."""

    def why_not(self, word: str, /) -> WhyNot:
        """Why ``word`` does not count."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong with an action."""

    code: Code
    squares: tuple[int, ...] = ()  # where, if it has a place
    word: str = ""  # the bad or repeated word, in capitals
    square: int | None = None  # its first square
    across: bool | None = None  # its direction
    why: WhyNot | None = None  # why it is no word

    def __str__(self) -> str:
        return f"{self.code} {self.word}".rstrip()
