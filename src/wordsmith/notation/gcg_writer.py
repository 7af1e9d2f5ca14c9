"""GCG, written strictly, as the programs that read it expect.

Racks are never empty; the first line names the encoding; what GCG cannot say becomes a note.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordsmith.notation.transcripts import Entry, Kind, Transcript

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_UNKNOWN_RACK = "?"  # readers of other programs demand some rack


def format_transcript(transcript: Transcript) -> str:
    """The text of a GCG file in UTF-8; ``parse_gcg`` reads it back."""
    return "".join(f"{line}\n" for line in _lines(transcript))


def _lines(transcript: Transcript) -> Iterator[str]:
    yield "#character-encoding UTF-8"
    for name, text in transcript.pragmata:
        yield f"#{name} {text}".rstrip()
    for number, player in enumerate(transcript.players, start=1):
        yield f"#player{number} {player.nick} {player.name}"
    yield from _note_lines(transcript.preface)
    for index, entry in enumerate(transcript.entries):
        nick = transcript.players[entry.seat].nick
        yield f">{nick}: {_event(entry, _rack(transcript.entries, index))}"
        yield from _note_lines(entry.notes)
    for number, rack in enumerate(transcript.racks, start=1):
        if rack:
            yield f"#rack{number} {rack}"
    if transcript.incomplete:
        yield "#incomplete"


def _note_lines(notes: tuple[str, ...]) -> Iterator[str]:
    return (f"#note {' '.join(note.split())}" for note in notes if note.strip())


def _event(entry: Entry, rack: str) -> str:
    """What follows the player on an event line."""
    score, total = f"{entry.score:+d}", entry.total
    match entry.kind:
        case Kind.MOVE:
            return f"{rack} {entry.place} {entry.tiles} {score} {total}"
        case Kind.PASS:
            return f"{rack} - +0 {total}"
        case Kind.EXCHANGE:
            return f"{rack} -{entry.tiles or entry.count} +0 {total}"
        case Kind.WITHDRAWN:
            return f"{rack} --  -{-entry.score} {total}"
        case Kind.CHALLENGE_BONUS:
            return f"{entry.rack} (challenge) {score} {total}"
        case Kind.RACK_POINTS:
            return f" ({entry.tiles}) {score} {total}"
        case Kind.RACK_LOSS:
            return f"{rack} ({entry.tiles}) -{-entry.score} {total}"
        case Kind.TIME:
            return f"{entry.rack} (time) -{-entry.score} {total}"


def _rack(entries: Sequence[Entry], index: int) -> str:
    """The rack of an event, never empty: else the next one known, at least the tiles played."""
    seat = entries[index].seat
    following = [entry for entry in entries[index:] if entry.seat == seat]
    for entry in following:
        if entry.rack:
            return entry.rack
        if entry.kind is Kind.RACK_LOSS or (entry.kind is Kind.EXCHANGE and entry.tiles):
            return entry.tiles
        if entry.kind is Kind.MOVE and (played := tiles_of_hand(entry.tiles)):
            return played
    return _UNKNOWN_RACK


def tiles_of_hand(tiles: str) -> str:
    """The tiles that the text of a move takes from the hand; letters written out are among them."""
    letters = re.sub(r"\([^)]*\)|[.;]", "", tiles)
    return "".join("?" if letter.islower() else letter for letter in letters)
