"""The only place that makes bytes for a page out of a game: everything leaves as ``Wire``.

What a viewer may see is decided in ``Viewer`` and in ``rules.view``, and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NewType

import msgspec

from wordsmith.rules.events import (
    ChallengeFailed,
    ChallengeUpheld,
    Drew,
    Event,
    Exchanged,
    Passed,
    Played,
)
from wordsmith.rules.parameters import format_rules
from wordsmith.rules.reasons import Reason, WhyNot
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import differences
from wordsmith.rules.view import bag_contents, phase_of, tile_bag_for
from wordsmith.server.messages import outbound, shown
from wordsmith.server.messages.letters import format_board, format_play, format_tiles

if TYPE_CHECKING:
    from wordsmith.lexicon import Lexicon
    from wordsmith.rules.events import WordMade
    from wordsmith.rules.judging import Verdict
    from wordsmith.rules.state import State
    from wordsmith.server.bots.hints import Found
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.tables.sheet import Row

Wire = NewType("Wire", bytes)
"""Bytes that may leave the program."""

_encode = msgspec.json.Encoder().encode


def wire(message: outbound.FromServer) -> Wire:
    """A message as bytes."""
    return Wire(_encode(message))


@dataclass(frozen=True, slots=True)
class Viewer:
    """A guest at a table: the seats that are his, and the hand he asked to see."""

    mine: frozenset[int]
    asked: int | None = None

    def hand(self, state: State) -> int | None:
        """The seat whose hand is shown: of several on one sofa, only that on turn, if asked for."""
        if len(self.mine) == 1:
            return min(self.mine)
        if self.asked in self.mine and self.asked == state.on_turn and not state.ended:
            return self.asked
        return None


def project_state(ledger: Ledger, viewer: Viewer, since: int, lexicon: Lexicon) -> Wire:
    """A table as this viewer may see it, with the rows of the sheet that ``since`` lacks."""
    start = ledger.sheet.first_changed(since)
    turns = [
        _turn(number, row, lexicon)
        for number, row in enumerate(ledger.sheet.rows[start:], start=start + 1)
    ]
    view = _view(ledger, viewer)
    return wire(outbound.TableState(ledger.table, ledger.version, view, turns, start))


def project_verdict(
    table: str, number: int, verdict: Verdict, lexicon: Lexicon, accepted: frozenset[str]
) -> Wire:
    """What a play would make; ``accepted`` are words that a vote let in."""
    words = []
    for word in verdict.score.words:
        made = _made(word, lexicon)
        ok = word.word in lexicon or word.word in accepted
        why = None if ok else _why(lexicon.why_not(word.word))
        told = msgspec.structs.asdict(made)
        words.append(outbound.TriedWord(**told, ok=ok, why=why))
    reasons = [format_reason(reason) for reason in verdict.reasons]
    score = verdict.score
    tried = outbound.Tried(
        table, number, verdict.is_legal, score.points, score.bonus, words, reasons
    )
    return wire(tried)


def format_reason(reason: Any) -> outbound.Reason:
    """A reason of the rules as the page gets it."""
    assert isinstance(reason, Reason)
    why = _why(reason.why) if reason.why else None
    return outbound.Reason(
        reason.code, reason.squares, reason.word, reason.square, reason.across, why
    )


def _why(why: WhyNot) -> shown.WhyNot:
    return shown.WhyNot(why.code, why.lemma, why.detail)


def _view(ledger: Ledger, viewer: Viewer) -> shown.View:
    variant, state = ledger.variant, ledger.game.state
    alphabet = variant.alphabet
    hand = viewer.hand(state)
    tile_bag = tile_bag_for(variant, state, hand)
    unseen = bag_contents(state, hand) if tile_bag == "open" else None
    beside = state.on_turn if hand is None else hand
    return shown.View(
        table=ledger.table,
        variant=variant.id,
        rules=format_rules(variant.rules),
        differences=differences(variant),
        seats=_seats(ledger, viewer),
        viewer=hand,
        on_turn=state.on_turn,
        turn=state.turn,
        phase=phase_of(variant, state),
        board=format_board(alphabet, state.board),
        rack=None if hand is None else format_tiles(alphabet, state.racks[hand]),
        fresh="" if hand is None else format_tiles(alphabet, fresh_tiles(ledger, hand)),
        bag=len(state.bag),
        tile_bag=tile_bag,
        unseen=None if unseen is None else format_tiles(alphabet, unseen),
        unseen_count=len(bag_contents(state, beside)),
        scoreless=state.scoreless,
        proposal=_proposal(ledger),
        ended=_ended(ledger),
        start=format_board(alphabet, ledger.game.start.board),
    )


def _seats(ledger: Ledger, viewer: Viewer) -> list[shown.ViewSeat]:
    state = ledger.game.state
    return [
        shown.ViewSeat(
            name=held.name,
            kind=held.kind,
            level=held.level,
            mine=seat in viewer.mine,
            score=state.scores[seat],
            hand=len(state.racks[seat]),
            resigned=seat in state.out,
            agreed=seat in state.agreed,
        )
        for seat, held in enumerate(ledger.settings.seats)
    ]


def _proposal(ledger: Ledger) -> shown.Proposal | None:
    state = ledger.game.state
    proposed = state.proposal
    if proposed is None:
        return None
    play = format_play(ledger.variant.alphabet, proposed.play)
    votes = {str(seat): accept for seat, accept in state.votes}
    return shown.Proposal(proposed.seat, play, proposed.unknown, votes)


def _ended(ledger: Ledger) -> shown.Ended | None:
    state = ledger.game.state
    ended = state.ended
    if ended is None:
        return None
    rows = [
        shown.EndRow(
            seat,
            state.scores[seat] - reckoned,
            reckoned,
            state.scores[seat],
            format_tiles(ledger.variant.alphabet, state.racks[seat]),
        )
        for seat, reckoned in enumerate(ended.reckoning)
    ]
    return shown.Ended(ended.reason, ended.winners, rows)


def fresh_tiles(ledger: Ledger, seat: int) -> Tiles:
    """The tiles of a hand that were drawn in its last turn; none before the first."""
    drawn = _last_draw(ledger.game.events, seat)
    rack = ledger.game.state.racks[seat]
    return drawn - drawn.missing_from(rack)


def _last_draw(events: tuple[Event, ...], seat: int) -> Tiles:
    """What a seat drew after its last play, or just before the tiles of its last exchange."""
    drawn, exchanged = Tiles(), False
    for event in reversed(events):
        match event:
            case Drew(who, tiles) if who == seat:
                if exchanged:
                    return tiles
                drawn = tiles
            case Exchanged(who) if who == seat:
                exchanged = True
            case Played(who) if who == seat:
                return drawn
            case Passed(who) | ChallengeUpheld(mover=who) if who == seat:
                return Tiles()
            case ChallengeFailed(who, loses_turn=True) if who == seat:
                return Tiles()
            case _:
                pass
    return Tiles()


def _turn(number: int, row: Row, lexicon: Lexicon) -> shown.Turn:
    play = format_play(lexicon.alphabet, row.play)
    return shown.Turn(
        n=number,
        seat=row.seat,
        kind=row.kind,
        laid=play.laid,
        swapped=play.swapped,
        words=[_made(word, lexicon) for word in row.words],
        points=row.points,
        bonus=row.bonus,
        total=row.total,
        count=row.count,
        bag_opened=row.bag_opened,
    )


def _made(word: WordMade, lexicon: Lexicon) -> shown.MadeWord:
    return shown.MadeWord(
        word.word, lexicon.shown(word.word), word.square, word.across, word.points
    )


def project_hint(table: str, number: int, found: Found | None) -> Wire:
    """A turn that could be made; None: there is none."""
    if found is None:
        return wire(outbound.Hinted(table, number, None, 0, []))
    lexicon, score = found.lexicon, found.score
    play = format_play(lexicon.alphabet, found.play)
    words = [lexicon.shown(word.word) for word in score.words]
    return wire(outbound.Hinted(table, number, play, score.points, words))
