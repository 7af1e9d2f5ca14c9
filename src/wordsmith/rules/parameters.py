"""Every parameter of a variant: its type, its allowed values, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from wordsmith.errors import ParseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Seating(StrEnum):
    """Who begins."""

    AGREED = "agreed"
    RANDOM = "random"


class Opening(StrEnum):
    """What the first word must cover."""

    ONE_START_CELL = "one_start_cell"
    TWO_START_CELLS = "two_start_cells"


class Lines(StrEnum):
    """Where the tiles of one turn may lie."""

    ONE = "one"
    ANY = "any"


class PremiumWords(StrEnum):
    """In how many words of a turn a fresh premium counts."""

    EVERY = "every"
    ONE = "one"


class WordPremiums(StrEnum):
    """How several word premiums in one word combine."""

    MULTIPLY = "multiply"
    ADD = "add"


class WildValue(StrEnum):
    """What a wild tile scores once laid."""

    LETTER = "letter"
    ZERO = "zero"


class WildSwap(StrEnum):
    """Who may take a wild tile from the board by laying its letter on it."""

    ANY_PLAYER = "any_player"
    NEXT_PLAYER = "next_player"
    NO = "no"


class ExchangeNone(StrEnum):
    """What an exchange of no tiles is."""

    PASS = "pass"  # noqa: S105 - a turn let go by, not a secret
    REFUSE = "refuse"


class Check(StrEnum):
    """What an unknown word meets."""

    REFUSE = "refuse"
    VOTE = "vote"
    CHALLENGE_SINGLE = "challenge_single"
    CHALLENGE_DOUBLE = "challenge_double"
    CHALLENGE_5 = "challenge_5"
    CHALLENGE_10 = "challenge_10"

    @property
    def is_challenge(self) -> bool:
        """Whether a turn stands until it is challenged."""
        return self.startswith("challenge")

    @property
    def bonus_per_word(self) -> int:
        """Points for the mover for each word that was challenged in vain."""
        return {Check.CHALLENGE_5: 5, Check.CHALLENGE_10: 10}.get(self, 0)


class ScorelessPer(StrEnum):
    """What the scoreless limit is multiplied by."""

    SEAT = "seat"
    TABLE = "table"


class ReckoningOut(StrEnum):
    """What happens to the tiles left in hands when somebody goes out."""

    NONE = "none"
    DEDUCT = "deduct"
    AWARD = "award"


class ReckoningStall(StrEnum):
    """What happens to the tiles left in hands when the game stalls."""

    NONE = "none"
    DEDUCT = "deduct"


class Resigning(StrEnum):
    """What resigning counts as."""

    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Parameter:
    """How one parameter is read, written and offered."""

    parse: Callable[[str], Any]  # ValueError if it is none of the allowed values
    format: Callable[[Any], str]
    allowed: str  # for a refusal, in any language
    choices: tuple[str, ...] = ()  # where there is a closed list
    least: int | None = None  # where numbers are allowed
    most: int | None = None


def _choice(kind: type[StrEnum]) -> Parameter:
    choices = tuple(member.value for member in kind)
    return Parameter(kind, str, ", ".join(choices), choices)


def _whole(text: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
        raise ValueError(text)
    return int(text)


def _number(least: int, most: int, **named: int | None) -> Parameter:
    """A whole number, or one of a few names that stand for a number or for none."""
    words = {value: name for name, value in named.items()}

    def parse(text: str) -> int | None:
        return named[text] if text in named else _whole(text, least, most)

    def form(value: int | None) -> str:
        return words[value] if value in words else str(value)

    allowed = ", ".join([*named, f"{least}-{most}"])
    return Parameter(parse, form, allowed, tuple(named), least, most)


def _parse_seats(text: str) -> tuple[int, int]:
    least, dash, most = text.partition("-")
    seats = _whole(least, 2, 4), _whole(most if dash else least, 2, 4)
    if seats[0] > seats[1]:
        raise ValueError(text)
    return seats


def _format_seats(seats: tuple[int, int]) -> str:
    least, most = seats
    return str(least) if least == most else f"{least}-{most}"


def _parse_groups(text: str) -> tuple[str, ...]:
    groups = tuple(dict.fromkeys(text.split("+")))
    if not all(name.replace("_", "").isalpha() and name.isascii() for name in groups):
        raise ValueError(text)
    return groups


_SEATS = Parameter(_parse_seats, _format_seats, "2, 3, 4, 2-3, 2-4, 3-4", ("2", "3", "4", "2-4"))
_YES_NO = Parameter(
    {"yes": True, "no": False}.__getitem__,
    {True: "yes", False: "no"}.__getitem__,
    "yes, no",
    ("yes", "no"),
)
_GROUPS = Parameter(_parse_groups, "+".join, "names of groups joined by +")

PARAMETERS: dict[str, Parameter] = {
    "seats": _SEATS,
    "seating": _choice(Seating),
    "rack_size": _number(1, 16),
    "opening": _choice(Opening),
    "lines_per_turn": _choice(Lines),
    "full_rack_bonus": _number(0, 1000),
    "premium_words": _choice(PremiumWords),
    "word_premiums": _choice(WordPremiums),
    "wild_value": _choice(WildValue),
    "wild_swap": _choice(WildSwap),
    "exchange_minimum": _number(0, 1000),
    "exchange_none": _choice(ExchangeNone),
    "check": _choice(Check),
    "repeat_words": _YES_NO,
    "scoreless_limit": _number(1, 1000),
    "scoreless_per": _choice(ScorelessPer),
    "scoreless_limit_at_zero": _number(1, 1000),
    "reckoning_out": _choice(ReckoningOut),
    "reckoning_stall": _choice(ReckoningStall),
    "tile_bag_turns": _number(1, 1000, always=None, never=0),
    "resign": _choice(Resigning),
    "target_score": _number(1, 100_000, none=None),
    "word_groups": _GROUPS,
}
"""Every parameter by name, in the order of docs/rules.md; the names are the fields of ``Rules``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The parameters of one table, parsed. Their meanings: docs/rules.md."""

    seats: tuple[int, int]  # least and most
    seating: Seating
    rack_size: int  # tiles
    opening: Opening
    lines_per_turn: Lines
    full_rack_bonus: int  # points
    premium_words: PremiumWords
    word_premiums: WordPremiums
    wild_value: WildValue
    wild_swap: WildSwap
    exchange_minimum: int  # tiles in the bag
    exchange_none: ExchangeNone
    check: Check
    repeat_words: bool
    scoreless_limit: int  # turns, times the seats if per seat
    scoreless_per: ScorelessPer
    scoreless_limit_at_zero: int  # the same while all scores are 0
    reckoning_out: ReckoningOut
    reckoning_stall: ReckoningStall
    tile_bag_turns: int | None  # None: always open
    resign: Resigning
    target_score: int | None  # points
    word_groups: tuple[str, ...]


def parse_rule(key: str, text: str) -> Any:
    """The value of one parameter. ParseError if there is no such key or it allows no such value."""
    parameter = PARAMETERS.get(key)
    if parameter is None:
        raise ParseError("rule.unknown", rule=repr(key), known=", ".join(PARAMETERS))
    try:
        return parameter.parse(text)
    except (ValueError, KeyError):
        raise ParseError(
            "rule.value", rule=key, value=repr(text), allowed=parameter.allowed
        ) from None


def parse_rules(texts: Mapping[str, str]) -> Rules:
    """All rules from texts. ParseError if a key is missing, unknown or has a value not allowed."""
    missing = PARAMETERS.keys() - texts.keys()
    if missing:
        raise ParseError("rule.missing", rules=", ".join(sorted(missing)))
    return Rules(**{key: parse_rule(key, text) for key, text in texts.items()})


def format_rules(rules: Rules) -> dict[str, str]:
    """Every parameter as text; ``parse_rules`` reads it back."""
    return {key: PARAMETERS[key].format(getattr(rules, key)) for key in PARAMETERS}
