"""GCG, read tolerantly: UTF-8 or ISO-8859-1, any line ends, old styles, the dialect of many words.

ParseError only where a line cannot be understood at all; what is merely odd becomes a warning.
Source: the GCG description of poslfit 1.2, and what other programs write.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from wordsmith.errors import ParseError
from wordsmith.notation.coordinates import parse_place
from wordsmith.notation.transcripts import Entry, Kind, Player, Transcript

_ENCODINGS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "iso-8859-1": "iso-8859-1",
    "iso8859-1": "iso-8859-1",
    "latin1": "iso-8859-1",
    "us-ascii": "iso-8859-1",
    "windows-1252": "cp1252",
    "windows-1251": "cp1251",
    "koi8-r": "koi8-r",
}
_ENCODING = re.compile(rb"^#character-encoding\s+(\S+)", re.MULTILINE | re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|\r|\n")
_PRAGMA = re.compile(r"#(\S+)\s*(.*)")
_NUMBERED = re.compile(r"(player|rack)([1-4])")
_EVENT = re.compile(r">\s*(\S+?):\s*(.*)")
_SCORE = re.compile(r"([+-]{0,2})([0-9]{1,6})")
_MOST_SEATS = 4


def parse_gcg(file: bytes | str) -> Transcript:
    """What a GCG file says. ParseError names the line that cannot be understood."""
    text, warnings = _decoded(file) if isinstance(file, bytes) else (file, [])
    reading = _Reading(warnings)
    lines = _LINE_END.split(unicodedata.normalize("NFC", text.removeprefix("\ufeff")))
    for number, line in enumerate(lines, start=1):
        try:
            reading.read(line.strip(), number)
        except ParseError as error:
            raise ParseError("gcg.line", line=number, why=error) from None
    return reading.transcript()


def _decoded(file: bytes) -> tuple[str, list[str]]:
    """The text of a file, and what there is to warn of."""
    found = _ENCODING.search(file.removeprefix(b"\xef\xbb\xbf").replace(b"\r", b"\n"))
    if found is None:
        return _decoded_unlabelled(file)
    name = found[1].decode("ascii", "replace")
    encoding = _ENCODINGS.get(name.lower())
    if encoding is None:
        raise ParseError("gcg.encoding", name=repr(name))
    try:
        text = file.decode(encoding)
    except UnicodeDecodeError as error:
        raise ParseError("gcg.bytes", byte=error.start + 1, name=name) from None
    late = found.start() > 0
    return text, ["#character-encoding is not in the first line"] if late else []


def _decoded_unlabelled(file: bytes) -> tuple[str, list[str]]:
    """By the description a file without a label is ISO-8859-1, but many are UTF-8."""
    try:
        text = file.decode("utf-8")
    except UnicodeDecodeError:
        return file.decode("iso-8859-1"), []
    unlabelled = not text.isascii()
    return text, ["no #character-encoding: read as UTF-8"] if unlabelled else []


class _Reading:
    """What has been read so far."""

    def __init__(self, warnings: list[str]) -> None:
        self.warnings = warnings
        self.declared: dict[int, Player] = {}
        self.seats: dict[str, int] = {}  # by nick, once the first event is there
        self.pragmata: list[tuple[str, str]] = []
        self.entries: list[Entry] = []
        self.racks: dict[int, str] = {}
        self.incomplete = False
        self.incomplete_rack = ""
        self.preface: list[str] = []
        self.in_note = False

    def read(self, line: str, number: int) -> None:
        """Take in one line."""
        if not line:
            return
        if line.startswith(">"):
            self.in_note = False
            self._seat_players()
            self.entries.append(self._entry(line, number))
        elif line.startswith("#"):
            self._pragma(line)
        elif self.in_note:
            self._continue_note(line)
        else:
            self.warnings.append(f"line {number} is neither an event nor a pragma: {line[:40]!r}")

    def transcript(self) -> Transcript:
        """All of it. ParseError if fewer than two play."""
        self._seat_players()
        if len(self.declared) < 2:
            raise ParseError("gcg.players", count=len(self.declared))
        numbers = sorted(self.declared)
        racks = tuple(self.racks.get(number, "") for number in numbers)
        if self.incomplete_rack and not any(racks):
            racks = self._rack_on_turn(len(numbers))
        return Transcript(
            tuple(self.declared[number] for number in numbers),
            tuple(self.entries),
            tuple(self.pragmata),
            racks if any(racks) else (),
            self.incomplete,
            tuple(self.preface),
            tuple(self.warnings),
        )

    def _rack_on_turn(self, seats: int) -> tuple[str, ...]:
        """The rack after ``#incomplete`` is that of the player on turn."""
        on_turn = (self.entries[-1].seat + 1) % seats if self.entries else 0
        return tuple(self.incomplete_rack if seat == on_turn else "" for seat in range(seats))

    def _pragma(self, line: str) -> None:
        found = _PRAGMA.fullmatch(line)
        name, text = (found[1].lower(), found[2].strip()) if found else ("", "")
        self.in_note = name == "note"
        numbered = _NUMBERED.fullmatch(name)
        if name == "note":
            self._note(" ".join(text.split()))
        elif name == "incomplete":
            self.incomplete, self.incomplete_rack = True, text
        elif numbered and numbered[1] == "rack":
            self.racks[int(numbered[2])] = text.partition(" ")[0]
        elif numbered:
            self._player(int(numbered[2]), text)
        elif name not in ("character-encoding", "-", ""):
            self.pragmata.append((name, text))

    def _player(self, number: int, text: str) -> None:
        nick, _, name = text.partition(" ")
        if not nick:
            raise ParseError("gcg.nameless", number=number)
        if nick in {player.nick for player in self.declared.values()}:
            raise ParseError("gcg.same_name", nick=nick)
        if self.entries:
            raise ParseError("gcg.late_player", number=number)
        self.declared[number] = Player(nick, name.strip() or nick)

    def _seat_players(self) -> None:
        if not self.seats:
            ordered = sorted(self.declared)
            self.seats = {self.declared[n].nick: seat for seat, n in enumerate(ordered)}

    def _note(self, text: str) -> None:
        if self.entries:
            last = self.entries[-1]
            self.entries[-1] = replace(last, notes=(*last.notes, text))
        else:
            self.preface.append(text)

    def _continue_note(self, line: str) -> None:
        if self.entries:
            last = self.entries[-1]
            *before, note = last.notes
            self.entries[-1] = replace(
                last, notes=(*before, f"{note} {' '.join(line.split())}".strip())
            )
        else:
            self.preface[-1] = f"{self.preface[-1]} {' '.join(line.split())}".strip()

    def _entry(self, line: str, number: int) -> Entry:
        found = _EVENT.fullmatch(line)
        if not found:
            raise ParseError("gcg.begins", line=repr(line[:40]))
        entry = _parse_event(found[2].split(), self._seat(found[1]))
        before = [e.total for e in self.entries if e.seat == entry.seat]
        running = (before[-1] if before else 0) + entry.score
        if entry.total != running:
            self.warnings.append(
                f"line {number}: the total is {entry.total}, and the scores add up to {running}"
            )
        return replace(entry, line=number)

    def _seat(self, nick: str) -> int:
        if nick in self.seats:
            return self.seats[nick]
        added = len(self.seats)
        # undeclared players are kept under numbers below zero
        if added == _MOST_SEATS or any(number > 0 for number in self.declared):
            raise ParseError("gcg.no_player", nick=nick, known=", ".join(self.seats))
        self.warnings.append(f"no #player line for {nick}")
        self.declared[-_MOST_SEATS + added] = Player(nick, nick)
        self.seats[nick] = added
        return added


def _parse_event(tokens: list[str], seat: int) -> Entry:
    """The event of the tokens after the player. ParseError if it is none that we know."""
    has_rack = bool(tokens) and not _is_action(tokens[0])
    rack, fields = (tokens[0], tokens[1:]) if has_rack else ("", tokens)
    action = fields[0] if fields else ""
    numbers = fields[2:] if _is_place(action) else fields[1:]
    if len(numbers) < 2:
        raise ParseError("gcg.event")
    score, total = _parse_score(numbers[0]), _parse_score(numbers[1])
    entry = Entry(seat, Kind.PASS, score, total, rack)
    if _is_place(action):
        return replace(entry, kind=Kind.MOVE, place=action, tiles=fields[1])
    if action == "(challenge)":
        return replace(entry, kind=Kind.CHALLENGE_BONUS)
    if action == "(time)":
        return replace(entry, kind=Kind.TIME)
    if action.startswith("("):
        lost = numbers[0].startswith("-")
        kind = Kind.RACK_LOSS if lost else Kind.RACK_POINTS
        return replace(entry, kind=kind, tiles=action.strip("()"))
    if action == "--":
        return replace(entry, kind=Kind.WITHDRAWN)
    if action in ("-", "-0"):
        return entry
    return _exchange(entry, action.removeprefix("-"))


def _exchange(entry: Entry, given: str) -> Entry:
    if given.isascii() and given.isdigit():
        return replace(entry, kind=Kind.EXCHANGE, count=int(given[:3]))
    return replace(entry, kind=Kind.EXCHANGE, tiles=given)


def _is_action(token: str) -> bool:
    return token.startswith(("(", "-")) or _is_place(token)


def _is_place(token: str) -> bool:
    """Whether a token says where a move lies: ``8H``, ``h8``, ``G6;K5``, ``*I5;J8``."""
    try:
        for part in token.split(";"):
            parse_place(part.removeprefix("*"))
    except ParseError:
        return False
    return True


def _parse_score(text: str) -> int:
    found = _SCORE.fullmatch(text)
    if not found:
        raise ParseError("gcg.score", text=repr(text))
    return -int(found[2]) if "-" in found[1] else int(found[2])
