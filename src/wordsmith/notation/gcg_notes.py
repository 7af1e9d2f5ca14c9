"""What GCG cannot say, as notes that we read again: ``resigned: ann``, ``ended: out``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Told(StrEnum):
    """What a note of ours tells."""

    RESIGNED = "resigned"
    TIMED_OUT = "timed out"
    AGREED = "agreed to end"
    BAG_OPENED = "opened the bag"
    PROPOSED = "proposed"
    VOTED_YES = "voted yes"
    VOTED_NO = "voted no"
    REJECTED = "voted down"
    ACCEPTED = "let it stand"
    CHALLENGE_FAILED = "challenged in vain"
    LEFT = "left in hand"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class OwnNote:
    """A note of ours, taken apart."""

    told: Told
    who: str  # a nick, or how the game ended
    rest: str = ""


UNSUCCESSFUL = "#unsuccessful-challenge"
"""The note of other programs that a pass is a challenge that cost the turn."""

_OWN = re.compile(rf"({'|'.join(Told)}): (\S+)(?: (.+))?")


def format_note(told: Told, who: str, rest: str = "") -> str:
    """The note; ``parse_note`` reads it back."""
    return f"{told}: {who} {rest}".rstrip()


def parse_note(text: str) -> OwnNote | None:
    """A note of ours; None if it is somebody's own words."""
    found = _OWN.fullmatch(text)
    return OwnNote(Told(found[1]), found[2], found[3] or "") if found else None
