"""How somebody plays rated games, as moderators are told; docs/protocol.md says the same."""

from __future__ import annotations

from msgspec import Struct

from wordsmith.server.messages.moderation import ShownPerson  # noqa: TC001 - msgspec reads it


class Accuracy(Struct):
    """Plays that were compared with the best ones, once a game of two was over."""

    plays: int
    best: int  # of these, worth as much as the best
    lost: float  # worth less than the best, in points on average


class RatedKind(Struct):
    """Somebody's rating in games of one kind, and how near he comes to the best plays."""

    variant: str
    pace: str  # "live", "slow"
    rating: int
    games: int
    accuracy: Accuracy
    usual: Accuracy  # of others whose rating is near


class MetOpponent(Struct):
    """Whom somebody has met in rated games; more than two at a table are met in pairs."""

    who: ShownPerson
    games: int
    won: int
    lost: int
    gave_up: int  # of those lost: games of two that were given up
    received: int  # of those won: games of two that the other gave up
    gained: int  # rating won in games of two with him; below 0: lost


class RingMember(Struct):
    """One of those who meet nearly only each other in rated games."""

    who: ShownPerson
    inside: int  # games with the others of them
    games: int  # with anybody


class GivingUp(Struct):
    """How often rated games of two were given up, and how early; turns are on average."""

    games: int
    given_up: int
    turns: float  # made before it was given up; 0: none was
    turns_else: float  # made in a game that was not; 0: there is none


class Conduct(Struct):
    """How somebody plays rated games: questions, and nothing more."""

    who: ShownPerson
    ratings: list[RatedKind]
    opponents: list[MetOpponent]  # the most frequent first
    ring: list[RingMember]  # himself first; empty: he is in none
    giving_up: GivingUp
