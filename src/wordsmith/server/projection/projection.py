"""The only room that makes bytes for a page out of a table: everything leaves as ``Wire``.

What a viewer may see is decided by ``guard.viewers`` and ``rules.view``, and nowhere else.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import asdict

from wordsmith.rules.events import (
    ChallengeFailed,
    ChallengeUpheld,
    Drew,
    Event,
    Exchanged,
    Passed,
    Played,
)
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.view import Phase, bag_contents, bag_count, phase_of, tile_bag_for
from wordsmith.server.guard.viewers import Adviser, Seated
from wordsmith.server.messages import outbound, shown
from wordsmith.server.messages.letters import format_board, format_play, format_tiles
from wordsmith.server.projection.agreed import told_rules
from wordsmith.server.projection.clocks import format_clock, format_nudge
from wordsmith.server.projection.gatherings import format_gathering
from wordsmith.server.projection.rows import format_rows
from wordsmith.server.projection.viewing import hand_of, is_doubtful
from wordsmith.server.projection.wire import Wire, wire

if TYPE_CHECKING:
    from wordsmith.lexicon import Lexicon
    from wordsmith.server.guard.viewers import Viewer
    from wordsmith.server.projection.rows import Portion
    from wordsmith.server.projection.viewing import Surroundings
    from wordsmith.server.tables.ledger import Ledger


def project_gathering(ledger: Ledger, viewer: Viewer, person: str, around: Surroundings) -> Wire:
    """A table that gathers, or was cancelled then, as this person may see it."""
    gathering = format_gathering(ledger, viewer, person, around)
    return wire(outbound.GatheringNow(ledger.table, ledger.version, gathering))


class Shared(NamedTuple):
    """What is shown to everybody of a table at one version, made once for all of them."""

    common: shown.SharedView
    turns: list[shown.Turn]


def project_shared(
    ledger: Ledger, around: Surroundings, portion: Portion, lexicon: Lexicon
) -> Shared:
    """What everybody sees. Where turns are doubted the sheet has no dots."""
    turns = format_rows(ledger, portion, None if is_doubtful(ledger) else lexicon)
    return Shared(format_shared(ledger, around), turns)


def project_state(
    ledger: Ledger,
    viewer: Viewer,
    around: Surroundings,
    portion: Portion,
    shared: Shared,
) -> Wire:
    """A table with a game as this viewer may see it, with a portion of its sheet."""
    view = format_view(ledger, viewer, around, shared.common)
    return wire(
        outbound.TableState(ledger.table, portion.version, view, shared.turns, portion.start)
    )


def format_view(
    ledger: Ledger, viewer: Viewer, around: Surroundings, common: shown.SharedView | None = None
) -> shown.View:
    """The table without its sheet; ``common`` is what of it is known already."""
    variant, state = ledger.variant, ledger.game.state
    alphabet = variant.alphabet
    hand = hand_of(ledger, viewer)
    tile_bag = tile_bag_for(variant, state, hand)
    unseen = bag_contents(state, hand) if tile_bag == "open" else None
    beside = state.on_turn if hand is None else hand
    plays = isinstance(viewer, Seated)
    return shown.View(
        **asdict(common or format_shared(ledger, around)),
        seats=_seats(ledger, viewer),
        viewer=hand,
        rack=None if hand is None else format_tiles(alphabet, state.racks[hand]),
        fresh="" if hand is None else format_tiles(alphabet, fresh_tiles(ledger, hand)),
        tile_bag=tile_bag,
        unseen=None if unseen is None else format_tiles(alphabet, unseen),
        unseen_count=bag_count(state, beside),
        group=ledger.group if plays else None,
        watcher=not plays,
        advises=viewer.seat if isinstance(viewer, Adviser) else None,
        host=isinstance(viewer, Seated) and viewer.host,
    )


def format_shared(ledger: Ledger, around: Surroundings) -> shown.SharedView:
    """What of a view is the same for everybody; no hand of a game that goes on is looked at."""
    variant, state, settings = ledger.variant, ledger.game.state, ledger.settings
    rules, differences = told_rules(variant)
    return shown.SharedView(
        table=ledger.table,
        variant=variant.id,
        rules=rules,
        differences=differences,
        on_turn=state.on_turn,
        turn=state.turn,
        phase=Phase.ENDED if ledger.phase == "cancelled" else phase_of(variant, state),
        board=format_board(variant.alphabet, state.board),
        bag=len(state.bag),
        scoreless=state.scoreless,
        proposal=_proposal(ledger),
        ended=_ended(ledger),
        start=format_board(variant.alphabet, ledger.game.start.board),
        pace=settings.pace,
        clock=format_clock(ledger, around),
        rated=settings.rated,
        talk=settings.talk,
        watching=settings.watching,
        advisers=settings.advisers,
        delayed_s=math.ceil(around.delay_ms / 1000),
        cancel_agreed=sorted(ledger.cancel_agreed),
        pause_agreed=sorted(ledger.pause_agreed),
        nudge=format_nudge(ledger, around),
        seal="" if ledger.seal is None else ledger.seal.hash,
        rematch=_rematch(ledger, around),
        cancelled=ledger.phase == "cancelled",
    )


def _seats(ledger: Ledger, viewer: Viewer) -> list[shown.ViewSeat]:
    state = ledger.game.state
    mine = viewer.mine if isinstance(viewer, Seated) else frozenset()
    return [
        shown.ViewSeat(
            name=held.name,
            kind=held.kind,
            level=held.level,
            mine=seat in mine,
            score=state.scores[seat],
            hand=len(state.racks[seat]),
            resigned=seat in state.out,
            agreed=seat in state.agreed,
        )
        for seat, held in enumerate(ledger.seats)
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


def _rematch(ledger: Ledger, around: Surroundings) -> shown.Rematch | None:
    if ledger.rematch is None:
        return None
    return shown.Rematch(ledger.rematch, around.rematch_sat)


def fresh_tiles(ledger: Ledger, seat: int) -> Tiles:
    """The tiles of a hand that were drawn in its last turn; none before the first."""
    drawn = _last_draw(ledger.game.events, seat)
    rack = ledger.game.state.racks[seat]
    return drawn - drawn.missing_from(rack)


def _last_draw(events: tuple[Event, ...], seat: int) -> Tiles:
    """What a seat drew after its last play, or just before the tiles of its last exchange."""
    drawn, exchanged = Tiles(), False
    for event in reversed(events):
        if getattr(event, "mover" if isinstance(event, ChallengeUpheld) else "seat", -1) != seat:
            continue
        match event:
            case Drew(_, tiles):
                if exchanged:
                    return tiles
                drawn = tiles
            case Exchanged():
                exchanged = True
            case Played():
                return drawn
            case Passed() | ChallengeUpheld() | ChallengeFailed(loses_turn=True):
                return Tiles()
            case _:
                pass
    return Tiles()
