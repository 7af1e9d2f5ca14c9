"""Doubtful words: the vote of the other seats, and the challenge of the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.errors import IllegalAction
from wordsmith.rules.ending import ending_due
from wordsmith.rules.events import (
    ChallengeFailed,
    ChallengeUpheld,
    Event,
    Played,
    Rejected,
    Voted,
)
from wordsmith.rules.parameters import Check
from wordsmith.rules.reasons import Code, Reason
from wordsmith.rules.state import apply

if TYPE_CHECKING:
    from wordsmith.rules.reasons import Words
    from wordsmith.rules.state import State
    from wordsmith.rules.variant import Variant


def vote_events(state: State, seat: int, *, accept: bool) -> tuple[Event, ...]:
    """A vote, and what it settles. IllegalAction if this seat has nothing to vote on."""
    proposal = state.proposal
    if not proposal or proposal.seat == seat:
        raise IllegalAction(Reason(Code.NOTHING_TO_VOTE_ON))
    if seat in dict(state.votes):
        raise IllegalAction(Reason(Code.ALREADY_VOTED))
    voted = Voted(seat, accept)
    return (voted, *settle_vote(apply(state, voted)))


def settle_vote(state: State) -> tuple[Event, ...]:
    """The end of a vote in which every other seat has spoken; more must accept than reject."""
    proposal = state.proposal
    if not proposal:
        return ()
    voters = [seat for seat in state.playing if seat != proposal.seat]
    votes = dict(state.votes)
    if any(seat not in votes for seat in voters):
        return ()
    accepted = sum(votes[seat] for seat in voters)
    if accepted * 2 > len(voters):
        return (Played(proposal.seat, proposal.play, proposal.words, proposal.bonus),)
    return (Rejected(proposal.seat, proposal.unknown),)


def challenge_events(variant: Variant, state: State, seat: int, words: Words) -> tuple[Event, ...]:
    """What a challenge of the turn before comes to. IllegalAction if there is nothing to doubt."""
    rule, played = variant.rules.check, state.last_played
    if not rule.is_challenge or not played or not state.before_play:
        raise IllegalAction(Reason(Code.NOTHING_TO_CHALLENGE))
    made = tuple(word.word for word in played.words)
    bad = tuple(dict.fromkeys(w for w in made if w not in words and w not in state.accepted))
    if bad:
        return (ChallengeUpheld(seat, played.seat, bad),)
    bonus = rule.bonus_per_word * len(made)
    # a challenge of the turn that ends the game leaves no turn to lose
    loses_turn = rule is Check.CHALLENGE_DOUBLE and not ending_due(variant, state)
    return (ChallengeFailed(seat, played.seat, made, bonus, loses_turn),)
