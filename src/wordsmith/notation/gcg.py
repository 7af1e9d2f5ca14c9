"""GCG from games: everything that the format can say, and notes for what it cannot."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from wordsmith.notation.gcg_notes import UNSUCCESSFUL, Told, format_note
from wordsmith.notation.gcg_writer import format_transcript, tiles_of_hand
from wordsmith.notation.letters import format_rack
from wordsmith.notation.plays import format_play
from wordsmith.notation.transcripts import Entry, Kind, Player, Transcript
from wordsmith.rules.events import (
    Accepted,
    Agreed,
    BagOpened,
    ChallengeFailed,
    ChallengeUpheld,
    Drew,
    Ended,
    Event,
    Exchanged,
    Passed,
    Played,
    Proposed,
    Rejected,
    Resigned,
    TimedOut,
    Voted,
)
from wordsmith.rules.state import State, apply
from wordsmith.rules.variant import differences

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from wordsmith.rules.actions import Play
    from wordsmith.rules.game import Game
    from wordsmith.rules.tiles import Tiles
    from wordsmith.rules.variant import Variant

HOUSE_RULES = "house rules: "
"""How the description of our files begins where a table has rules of its own."""

BOARDS_ELSEWHERE = {"classic15": "CrosswordGame"}
"""What other programs call our layouts."""

TILES_ELSEWHERE = {"classic100": "english"}
"""What other programs call our sets of tiles."""

_TOLD_OF_SEAT: dict[type[Event], Told] = {
    Resigned: Told.RESIGNED,
    TimedOut: Told.TIMED_OUT,
    Agreed: Told.AGREED,
    BagOpened: Told.BAG_OPENED,
    Rejected: Told.REJECTED,
    Accepted: Told.ACCEPTED,
}


def format_gcg(game: Game, names: Sequence[str], *, shown: Collection[int] | None = None) -> str:
    """The GCG file of a game; ``parse_gcg`` and ``game_of`` read it back.

    ``shown``: the seats whose hands may be seen; without it, all. ValueError unless there is a name
    for each seat.
    """
    return format_transcript(transcript_of(game, names, shown=shown))


def transcript_of(
    game: Game, names: Sequence[str], *, shown: Collection[int] | None = None
) -> Transcript:
    """A game as GCG tells it."""
    seats = range(len(game.start.racks))
    if len(names) != len(seats):
        raise ValueError(f"{len(names)} names for {len(seats)} seats")
    telling = _Telling(
        game.variant, players_of(names), frozenset(seats if shown is None else shown)
    )
    state, before = game.start, None
    for event in game.events:
        telling.tell(state, event, before)
        state, before = apply(state, event), event
    racks = tuple(telling.rack(state, seat) for seat in seats) if not state.ended else ()
    return Transcript(
        telling.players,
        tuple(telling.entries),
        tuple(_pragmata(game.variant)),
        racks if any(racks) else (),
        incomplete=state.ended is None,
        preface=tuple(telling.preface),
    )


def players_of(names: Sequence[str]) -> tuple[Player, ...]:
    """Players with nicks that have no blanks or colons and differ."""
    players: list[Player] = []
    for number, name in enumerate(names, start=1):
        full = " ".join(name.split()) or f"player{number}"
        nick = re.sub(r"[\s:]+", "_", full)
        taken = {player.nick for player in players}
        while nick in taken:
            nick += str(number)
        players.append(Player(nick, full))
    return tuple(players)


def _pragmata(variant: Variant) -> Iterator[tuple[str, str]]:
    rules = differences(variant)
    if rules:
        yield "description", HOUSE_RULES + " ".join(f"{key}={rules[key]}" for key in rules)
    yield "lexicon", variant.lexicon
    tiles = f"{variant.id}{len(variant.tiles)}"
    yield "game-type", variant.id
    yield "board-layout", BOARDS_ELSEWHERE.get(variant.layout.id, variant.layout.id)
    yield "tile-distribution", TILES_ELSEWHERE.get(tiles, tiles)


class _Telling:
    """What has been told so far."""

    def __init__(
        self, variant: Variant, players: tuple[Player, ...], shown: frozenset[int]
    ) -> None:
        self.variant = variant
        self.players = players
        self.shown = shown
        self.entries: list[Entry] = []
        self.preface: list[str] = []

    def tell(self, state: State, event: Event, before: Event | None) -> None:
        """Add an event; ``state`` is the position it happened in, ``before`` the event before."""
        match event:
            case Played(seat, play):
                self._move(state, event, play)
            case Exchanged(seat, tiles):
                drawn = None  # not always known in a game that was read from a file
                if isinstance(before, Drew) and before.seat == seat:
                    drawn = before.tiles
                self._exchange(state, seat, tiles, drawn)
            case Passed(seat):
                self._add(state, Entry(seat, Kind.PASS, 0, 0, self.rack(state, seat)))
            case ChallengeUpheld() | ChallengeFailed():
                self._challenge(state, event)
            case Ended():
                self._end(state, event)
            case Proposed(seat, play):
                self._note(Told.PROPOSED, seat, format_play(play, self.variant, state.board))
            case Voted(seat, accept):
                self._note(Told.VOTED_YES if accept else Told.VOTED_NO, seat)
            case Drew():
                pass
            case _:
                self._note(_TOLD_OF_SEAT[type(event)], event.seat)

    def rack(self, state: State, seat: int) -> str:
        """A hand as text; empty where it may not be seen."""
        return self._text(state.racks[seat]) if seat in self.shown else ""

    def _text(self, tiles: Tiles) -> str:
        return format_rack(tiles, self.variant.alphabet)

    def _add(self, state: State, entry: Entry) -> None:
        total = state.scores[entry.seat] + entry.score
        self.entries.append(replace(entry, total=total))

    def _note(self, told: Told, seat: int, rest: str = "") -> None:
        self._say(format_note(told, self.players[seat].nick, rest))

    def _say(self, note: str) -> None:
        if self.entries:
            last = self.entries[-1]
            self.entries[-1] = replace(last, notes=(*last.notes, note))
        else:
            self.preface.append(note)

    def _move(self, state: State, event: Played, play: Play) -> None:
        place, tiles = format_play(play, self.variant, state.board).split()
        rack = self.rack(state, event.seat) or tiles_of_hand(tiles)
        self._add(state, Entry(event.seat, Kind.MOVE, event.points, 0, rack, place, tiles))

    def _exchange(self, state: State, seat: int, tiles: Tiles, drawn: Tiles | None) -> None:
        """The new tiles are drawn first, but the rack of the line is the one before."""
        if seat not in self.shown:
            self._add(state, Entry(seat, Kind.EXCHANGE, 0, 0, count=len(tiles)))
            return
        hand = state.racks[seat] - drawn if drawn else state.racks[seat]
        given, rack = self._text(tiles), self._text(hand)
        self._add(state, Entry(seat, Kind.EXCHANGE, 0, 0, rack, tiles=given))

    def _challenge(self, state: State, event: ChallengeUpheld | ChallengeFailed) -> None:
        mover = event.mover
        if isinstance(event, ChallengeUpheld):
            assert state.before_play is not None
            back = state.before_play
            lost = back.scores[mover] - state.scores[mover]
            rack = self.rack(back, mover) or self.entries[-1].rack
            self._add(state, Entry(mover, Kind.WITHDRAWN, lost, 0, rack))
        elif event.loses_turn:
            self._add(state, Entry(event.seat, Kind.PASS, 0, 0, self.rack(state, event.seat)))
            self._say(UNSUCCESSFUL)
        elif event.bonus:
            rack = self.rack(state, mover)
            self._add(state, Entry(mover, Kind.CHALLENGE_BONUS, event.bonus, 0, rack))
        else:
            self._note(Told.CHALLENGE_FAILED, event.seat)

    def _end(self, state: State, event: Ended) -> None:
        """The reckoning: first what is lost, then what is won, each line with its tiles."""
        scores = list(state.scores)
        for entry in self._reckoned(state, event):
            scores[entry.seat] += entry.score
            self.entries.append(replace(entry, total=scores[entry.seat]))
        self._say(format_note(Told.ENDED, event.reason))
        told = {entry.seat for entry in self.entries if entry.kind is Kind.RACK_LOSS}
        for seat, rack in enumerate(state.racks):
            if rack and seat not in told:
                self._note(Told.LEFT, seat, self._text(rack))

    def _reckoned(self, state: State, event: Ended) -> Iterator[Entry]:
        losses, gains = [], []
        for seat, points in enumerate(event.reckoning):
            rack = state.racks[seat]
            tiles, value = self._text(rack), rack.value(self.variant.values)
            if points > 0:
                others = [other for n, other in enumerate(state.racks) if n != seat]
                left = "".join(map(self._text, others)) or "?"
                gains.append(Entry(seat, Kind.RACK_POINTS, points, 0, tiles=left))
                continue
            own = min(value, -points)
            if own:
                losses.append(Entry(seat, Kind.RACK_LOSS, -own, 0, tiles, tiles=tiles))
            if own < -points:  # more than the tiles are worth: a penalty for time
                losses.append(Entry(seat, Kind.TIME, points + own, 0, tiles))
        yield from losses
        yield from gains
