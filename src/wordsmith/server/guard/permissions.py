"""Who may do what at a table: one table, asked by the socket and over HTTP alike.

It says who may ask at all. Whether it makes sense just now (whose turn it is, whether the seat is
still free) is for the table itself to say. An action that is stored already is answered again
without asking here: who rose from his seat is told so again.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from wordsmith.server.guard.viewers import (
    Adviser,
    Invited,
    Moderator,
    Public,
    Seated,
    Spectator,
    Viewer,
)

Phase = Literal["gathering", "playing", "ended", "cancelled"]


class Scene(Struct, frozen=True, kw_only=True):
    """What about a table decides who may do what."""

    phase: Phase
    begun: bool  # there is, or was, a game: one that was cancelled may have had none
    listed: bool = False  # in the lobby while it gathers
    watching: bool = True
    talk: bool = True
    advisers: bool = False
    doubtful: bool = False  # a turn stands until it is challenged: nobody is told before
    one_person: bool = False  # only one person plays, be it on a sofa
    one_seat: bool = False  # every other seat is a bot's


class Right(StrEnum):
    """What somebody may want."""

    SEE = "see"  # the table as it is shown to him
    SIT = "sit"
    RISE = "rise"
    KICK = "kick"
    BEGIN = "begin"
    MOVE = "move"  # whatever the rules know
    CANCEL = "cancel"
    PAUSE = "pause"  # and resume
    NUDGE = "nudge"
    ADMIT = "admit"
    ADVISE = "advise"  # ask to
    TRY = "try"
    HINT = "hint"
    LOOK_UP = "look_up"  # whether a word counts here
    EXPORT = "export"
    BAG = "bag"
    REMATCH = "rematch"
    SAY = "say"  # among the players
    SAY_WATCHING = "say_watching"  # among those who look on
    WHISPER = "whisper"  # between a player and his adviser
    READ = "read"
    READ_WATCHING = "read_watching"
    READ_WHISPERS = "read_whispers"


class _Kind(StrEnum):
    HOST = "host"
    SEATED = "seated"
    INVITED = "invited"
    ADVISER = "adviser"
    SPECTATOR = "spectator"
    MODERATOR = "moderator"
    PUBLIC = "public"


_LETTERS: dict[Phase, str] = {"gathering": "g", "playing": "p", "ended": "e", "cancelled": "c"}
_PLAYERS = (_Kind.HOST, _Kind.SEATED)
_ONLOOKERS = (_Kind.SPECTATOR, _Kind.MODERATOR)


def _who(*given: tuple[tuple[_Kind, ...] | _Kind, str]) -> dict[_Kind, str]:
    """Phases by kind of viewer: "gpec", or some of them."""
    phases: dict[_Kind, str] = {}
    for kinds, letters in given:
        for kind in (kinds,) if isinstance(kinds, _Kind) else kinds:
            phases[kind] = letters
    return phases


_ALLOWED: dict[Right, dict[_Kind, str]] = {
    Right.SEE: _who(
        (_PLAYERS, "gpec"),
        (_Kind.INVITED, "gc"),
        (_Kind.ADVISER, "pec"),
        (_ONLOOKERS, "gpec"),
        (_Kind.PUBLIC, "g"),
    ),
    Right.SIT: _who(
        (_PLAYERS, "g"),
        (_Kind.INVITED, "g"),
        (_ONLOOKERS, "g"),
        (_Kind.PUBLIC, "g"),
    ),
    Right.RISE: _who((_PLAYERS, "g")),
    Right.KICK: _who((_Kind.HOST, "g")),
    Right.BEGIN: _who((_Kind.HOST, "g")),
    Right.MOVE: _who((_PLAYERS, "pec")),  # after the end the table itself says so
    Right.CANCEL: _who((_Kind.HOST, "gpec"), (_Kind.SEATED, "pec")),
    Right.PAUSE: _who((_PLAYERS, "pec")),
    Right.NUDGE: _who((_PLAYERS, "pec")),
    Right.ADMIT: _who((_PLAYERS, "p")),
    Right.ADVISE: _who((_Kind.SPECTATOR, "p")),
    Right.TRY: _who((_PLAYERS, "pec"), (_Kind.ADVISER, "p")),
    Right.HINT: _who((_PLAYERS, "pec")),
    Right.LOOK_UP: _who((_PLAYERS, "gpec"), (_Kind.ADVISER, "pec"), (_ONLOOKERS, "gpec")),
    Right.EXPORT: _who((_PLAYERS, "pec"), (_Kind.ADVISER, "pec"), (_ONLOOKERS, "pec")),
    Right.BAG: _who((_PLAYERS, "pec"), (_Kind.ADVISER, "pec"), (_ONLOOKERS, "pec")),
    Right.REMATCH: _who((_PLAYERS, "pec")),
    Right.SAY: _who((_PLAYERS, "gpec")),
    Right.SAY_WATCHING: _who((_Kind.SPECTATOR, "pec")),
    Right.WHISPER: _who((_PLAYERS, "p"), (_Kind.ADVISER, "p")),
    Right.READ: _who(
        (_PLAYERS, "gpec"),
        (_Kind.ADVISER, "ec"),
        (_Kind.SPECTATOR, "ec"),
        (_Kind.MODERATOR, "gpec"),
    ),
    Right.READ_WATCHING: _who(
        (_PLAYERS, "ec"), (_Kind.ADVISER, "ec"), (_Kind.SPECTATOR, "pec"), (_Kind.MODERATOR, "gpec")
    ),
    Right.READ_WHISPERS: _who((_PLAYERS, "pec"), (_Kind.ADVISER, "pec"), (_Kind.MODERATOR, "gpec")),
}


def can(viewer: Viewer, right: Right, scene: Scene) -> bool:
    """Whether ``viewer`` may. Whatever is not named here, nobody may."""
    kind = _kind_of(viewer)
    letters = _ALLOWED[right].get(kind, "")
    return _LETTERS[scene.phase] in letters and _agreed(kind, right, scene)


def _agreed(kind: _Kind, right: Right, scene: Scene) -> bool:
    """Whether what was agreed at this table lets this kind of viewer have what the phase does."""
    if kind is _Kind.SPECTATOR and not scene.watching:
        return False
    match right:
        case Right.SEE:
            return kind is not _Kind.PUBLIC or scene.listed
        case Right.SIT:
            return kind in (*_PLAYERS, _Kind.INVITED) or scene.listed
        case Right.ADMIT | Right.ADVISE | Right.WHISPER:
            return scene.advisers and (scene.talk or right is not Right.WHISPER)
        case Right.HINT:
            return scene.one_seat
        case Right.LOOK_UP:
            return not (scene.doubtful and scene.phase == "playing")
        case Right.EXPORT | Right.BAG:
            return scene.begun
        case Right.REMATCH:
            return scene.begun and (scene.one_person or scene.phase != "playing")
        case Right.SAY | Right.SAY_WATCHING:
            return scene.talk
        case _:
            return True


def _kind_of(viewer: Viewer) -> _Kind:
    match viewer:
        case Seated(host=True):
            return _Kind.HOST
        case Seated():
            return _Kind.SEATED
        case Invited():
            return _Kind.INVITED
        case Adviser():
            return _Kind.ADVISER
        case Spectator():
            return _Kind.SPECTATOR
        case Moderator():
            return _Kind.MODERATOR
        case Public():
            return _Kind.PUBLIC
