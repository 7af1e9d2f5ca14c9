"""What a bot does about the turns of others, from its view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.rules.actions import Vote
from wordsmith.rules.ending import ending_due
from wordsmith.rules.state import State
from wordsmith.rules.tiles import Tiles

if TYPE_CHECKING:
    from wordsmith.lexicon.lexicon import Lexicon
    from wordsmith.rules.view import View


def vote_of(view: View, lexicon: Lexicon) -> Vote:
    """For the proposed play if every word of it is known. ValueError if this seat has no vote."""
    proposal = view.proposal
    if proposal is None or view.seat in (proposal.seat, None) or view.seat in dict(view.votes):
        raise ValueError("this seat has no vote to cast now")
    return Vote(all(word in lexicon for word in proposal.unknown))


def doubts_last_turn(view: View, lexicon: Lexicon) -> bool:
    """Whether a word of the turn before is neither in the lexicon nor let in by a vote."""
    played = view.last_played
    return played is not None and any(
        word.word not in lexicon and word.word not in view.accepted for word in played.words
    )


def must_let_stand(view: View) -> bool:
    """Whether the turn before has ended the game, unless it is challenged."""
    played = view.last_played
    if played is None:
        return False
    # what the hands hold plays no part in whether the end has come
    state = State(
        board=view.board,
        bag=Tiles(bytes(view.bag)),
        racks=tuple(Tiles(bytes(count)) for count in view.hands),
        scores=view.scores,
        scoreless=view.scoreless,
        out=view.out,
        last_mover=played.seat,
        round_over=view.on_turn <= played.seat,
    )
    return ending_due(view.variant, state) is not None
