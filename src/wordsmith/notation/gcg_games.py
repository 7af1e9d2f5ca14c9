"""Games from GCG: a transcript played again by the rules of a variant, its own scores kept.

The hands are those that the file names, as far as it does. Where a score is not what the rules
count, the file is right: the difference is added to the turn, and a warning says so.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordsmith.errors import IllegalAction, ParseError
from wordsmith.notation.gcg import BOARDS_ELSEWHERE, HOUSE_RULES, TILES_ELSEWHERE
from wordsmith.notation.gcg_notes import UNSUCCESSFUL, Told, parse_note
from wordsmith.notation.letters import parse_rack
from wordsmith.notation.plays import parse_play
from wordsmith.notation.transcripts import Entry, Kind, Transcript
from wordsmith.rules.ending import conclude
from wordsmith.rules.events import (
    Accepted,
    Agreed,
    BagOpened,
    ChallengeFailed,
    ChallengeUpheld,
    Drew,
    Ended,
    EndReason,
    Event,
    Exchanged,
    Passed,
    Played,
    Resigned,
    TimedOut,
)
from wordsmith.rules.game import Game
from wordsmith.rules.scoring import score_play
from wordsmith.rules.state import State, apply, initial_state, tiles_used
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import Variant, load_variant, variant_ids, with_house_rules

if TYPE_CHECKING:
    from wordsmith.rules.actions import Play

_EVENTS_TOLD: dict[Told, type[Resigned | TimedOut | Agreed | BagOpened | Accepted]] = {
    Told.RESIGNED: Resigned,
    Told.TIMED_OUT: TimedOut,
    Told.AGREED: Agreed,
    Told.BAG_OPENED: BagOpened,
    Told.ACCEPTED: Accepted,
}
_RECKONED = frozenset((Kind.RACK_POINTS, Kind.RACK_LOSS, Kind.TIME))


@dataclass(frozen=True, slots=True)
class GcgGame:
    """What a GCG file comes to."""

    game: Game
    names: tuple[str, ...]  # by seat
    warnings: tuple[str, ...]


def game_of(transcript: Transcript, variant: Variant | None = None) -> GcgGame:
    """The game of a transcript, by the rules of ``variant`` or of the one that it names.

    ParseError where a move cannot lie on the board.
    """
    chosen = variant or variant_of(transcript)
    bag = chosen.tiles
    while True:
        start = initial_state(chosen, len(transcript.players))._replace(bag=bag)
        retelling = _Retelling(chosen, transcript, start)
        retelling.tell_all()
        if not retelling.lacking:
            break
        bag += retelling.lacking  # the box holds more tiles than the variant's: begin again
    warnings = [*transcript.warnings, *retelling.warnings]
    if bag != chosen.tiles:
        warnings.append(f"the tiles are not those of {chosen.id}")
    game = Game.replay(chosen, start, retelling.events)
    return GcgGame(game, tuple(player.name for player in transcript.players), tuple(warnings))


def variant_of(transcript: Transcript) -> Variant:
    """The variant that a transcript names, or the likeliest; house rules as our files tell them."""
    preset = load_variant(_variant_id(transcript))
    description = transcript.pragma("description")
    if not description.startswith(HOUSE_RULES):
        return preset
    written = [rule.partition("=") for rule in description.removeprefix(HOUSE_RULES).split()]
    return with_house_rules(preset, {key: value for key, _, value in written})


def _variant_id(transcript: Transcript) -> str:
    named = transcript.pragma("game-type")
    if named in variant_ids():
        return named
    board, tiles = transcript.pragma("board-layout"), transcript.pragma("tile-distribution")
    for variant in map(load_variant, variant_ids()):
        layout, box = variant.layout.id, f"{variant.id}{len(variant.tiles)}"
        if tiles and tiles in (box, TILES_ELSEWHERE.get(box)):
            return variant.id
        if board and board == layout and layout not in BOARDS_ELSEWHERE:
            return variant.id
    cyrillic = any("А" <= sign <= "Я" for entry in transcript.entries for sign in entry.tiles)
    return "classic-ru" if cyrillic else "classic"


class _Retelling:
    """The game as far as it has been told again."""

    def __init__(self, variant: Variant, transcript: Transcript, start: State) -> None:
        self.variant = variant
        self.transcript = transcript
        self.seats = {player.nick: seat for seat, player in enumerate(transcript.players)}
        self.state = start
        self.events: list[Event] = []
        self.warnings: list[str] = []
        self.lacking = Tiles()  # drawn, and not in the bag
        self.reckoning = [0] * len(transcript.players)
        self.reason: EndReason | None = None

    def tell_all(self) -> None:
        """Tell the whole transcript."""
        for seat in range(len(self.seats)):
            self._refill(seat, -1)
        self._tell_notes(self.transcript.preface)
        for index, entry in enumerate(self.transcript.entries):
            try:
                self._tell(entry, index)
                self._tell_notes(entry.notes)
            except ParseError as error:
                raise ParseError("gcg.line", line=entry.line, why=error) from None
        self._end()

    def _tell(self, entry: Entry, index: int) -> None:
        seat = entry.seat
        if entry.kind in _RECKONED:
            self.reckoning[seat] += entry.score
            return
        if entry.kind is not Kind.WITHDRAWN:
            self._top_up(entry)
        match entry.kind:
            case Kind.MOVE:
                self._move(entry)
                self._refill(seat, index)
            case Kind.EXCHANGE:
                self._exchange(entry, index)
            case Kind.PASS if any(UNSUCCESSFUL in note for note in entry.notes):
                self._challenge_failed(seat, 0, loses_turn=True)
            case Kind.PASS:
                self._happen(Passed(seat))
            case Kind.WITHDRAWN:
                self._withdraw(entry)
                self._top_up(entry)
            case Kind.CHALLENGE_BONUS:
                self._challenge_failed(self.state.on_turn, entry.score, loses_turn=False)

    def _happen(self, event: Event) -> None:
        self.state = apply(self.state, event)
        self.events.append(event)

    def _draw(self, seat: int, tiles: Tiles) -> None:
        if not tiles or seat in self.state.out:
            return
        lacking = tiles.missing_from(self.state.bag)
        if lacking:
            self.lacking += lacking
            self.state = self.state._replace(bag=self.state.bag + lacking)
        self._happen(Drew(seat, tiles))

    def _top_up(self, entry: Entry) -> None:
        """Draw what the rack of an event has more than is known of the hand."""
        if entry.rack:
            hand = self.state.racks[entry.seat]
            self._draw(entry.seat, self._tiles(entry.rack).missing_from(hand))

    def _refill(self, seat: int, index: int) -> None:
        """Draw what the next hand of ``seat`` that the file names has more."""
        if self._is_withdrawn(seat, index):
            return
        known = self._next_hand(seat, index)
        if known is not None:
            self._draw(seat, known.missing_from(self.state.racks[seat]))

    def _is_withdrawn(self, seat: int, index: int) -> bool:
        following = self.transcript.entries[index + 1 : index + 2]
        return any(entry.kind is Kind.WITHDRAWN and entry.seat == seat for entry in following)

    def _next_hand(self, seat: int, index: int) -> Tiles | None:
        """The next hand of ``seat`` that the file names after an event."""
        for number, entry in enumerate(self.transcript.entries[max(index, 0) :], max(index, 0)):
            if number > index and (hand := self._hand_told(seat, entry)):
                return self._tiles(hand)
            left = self._left_in_hand(seat, entry.notes)
            if left is not None:
                return left
        racks = self.transcript.racks
        if racks and racks[seat]:
            return self._tiles(racks[seat])
        return self._left_in_hand(seat, self.transcript.preface)  # ended before the first turn

    def _hand_told(self, seat: int, entry: Entry) -> str:
        """The hand of ``seat`` that an event line names; empty if it names none."""
        if entry.seat == seat:
            return entry.rack
        gain_of_two = len(self.seats) == 2 and entry.kind is Kind.RACK_POINTS
        return entry.tiles if gain_of_two else ""

    def _left_in_hand(self, seat: int, notes: tuple[str, ...]) -> Tiles | None:
        for note in map(parse_note, notes):
            if note and note.told is Told.LEFT and self.seats.get(note.who) == seat:
                return self._tiles(note.rest)
        return None

    def _tiles(self, text: str) -> Tiles:
        return parse_rack(text, self.variant.alphabet)

    def _move(self, entry: Entry) -> None:
        seat, board = entry.seat, self.state.board
        try:
            play = parse_play(f"{entry.place} {entry.tiles}", self.variant, board)
        except IllegalAction as refusal:
            raise ParseError(
                "gcg.cannot_lie", place=entry.place, tiles=entry.tiles, why=refusal
            ) from None
        if not play.laid:
            raise ParseError("gcg.no_tile", place=entry.place, tiles=entry.tiles)
        self._demand_in_hand(entry, play)
        hand = min(len(self.state.racks[seat]), self.variant.rules.rack_size)  # or it is misheard
        score = score_play(self.variant, board, play, hand)
        more = entry.score - score.points
        if more:
            said = f"{entry.score} points, and {self.variant.id} counts {score.points}"
            self.warnings.append(f"line {entry.line}: {said}")
        self._happen(Played(seat, play, score.words, score.bonus + more))

    def _demand_in_hand(self, entry: Entry, play: Play) -> None:
        """Let the hand hold what is laid; a rack that is only known in part may lack it."""
        hand = self.state.racks[entry.seat] + Tiles(bytes(len(play.swapped)))
        lacking = tiles_used(play).missing_from(hand)
        if lacking and entry.rack:
            self.warnings.append(f"line {entry.line}: the move lays tiles that the rack lacks")
        self._draw(entry.seat, lacking)

    def _exchange(self, entry: Entry, index: int) -> None:
        seat, hand = entry.seat, self.state.racks[entry.seat]
        coming = self._next_hand(seat, index)
        if entry.tiles:
            given = self._tiles(entry.tiles)
            self._draw(seat, given.missing_from(hand))
            hand = self.state.racks[seat]
        else:
            gone = hand.missing_from(coming) if coming is not None else hand
            kept = hand - gone
            given = Tiles((gone.codes + kept.codes)[: entry.count])
            given = Tiles.of(given)
        if coming is not None:
            drawn = coming.missing_from(hand - given)
            self._draw(seat, Tiles(drawn.codes[: len(given)]))
        self._happen(Exchanged(seat, given))

    def _withdraw(self, entry: Entry) -> None:
        played = self.state.last_played
        if played is None or played.seat != entry.seat or self.state.before_play is None:
            raise ParseError("gcg.nothing_back")
        if entry.score != -played.points:
            said = f"{-entry.score} points are taken back, and the move had {played.points}"
            self.warnings.append(f"line {entry.line}: {said}")
        self._happen(ChallengeUpheld(self.state.on_turn, entry.seat, ()))

    def _challenge_failed(self, seat: int, bonus: int, *, loses_turn: bool) -> None:
        played = self.state.last_played
        if played is None:
            raise ParseError("gcg.nothing_doubted")
        words = tuple(made.word for made in played.words)
        self._happen(ChallengeFailed(seat, played.seat, words, bonus, loses_turn))

    def _tell_notes(self, notes: tuple[str, ...]) -> None:
        for note in map(parse_note, notes):
            if note is None:
                continue
            kind, seat = _EVENTS_TOLD.get(note.told), self.seats.get(note.who)
            if kind is not None and seat is not None:
                self._happen(kind(seat))
            elif note.told is Told.CHALLENGE_FAILED and seat is not None:
                self._challenge_failed(seat, 0, loses_turn=False)
            elif note.told is Told.ENDED and note.who in list(EndReason):
                self.reason = EndReason(note.who)

    def _end(self) -> None:
        reason = self.reason or self._likely_reason()
        if reason is None:
            return
        totals = {s: self.state.scores[s] + self.reckoning[s] for s in self.state.playing}
        best = max(totals.values(), default=0)
        winners = tuple(seat for seat, total in totals.items() if total == best)
        self._happen(Ended(reason, winners, tuple(self.reckoning)))

    def _likely_reason(self) -> EndReason | None:
        """How a game ended that does not say so; None where it goes on."""
        kinds = Counter(entry.kind for entry in self.transcript.entries)
        if kinds[Kind.RACK_POINTS]:
            return EndReason.OUT
        if kinds[Kind.RACK_LOSS] or kinds[Kind.TIME]:
            return EndReason.STALL
        ended = None if self.transcript.incomplete else conclude(self.variant, self.state)
        return ended.reason if ended else None
