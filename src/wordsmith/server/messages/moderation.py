"""What moderators ask and are told, as types; docs/protocol.md says the same."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from wordsmith.server.messages.protocol import (  # noqa: TC001 - msgspec reads them
    Count,
    Name,
    Seat,
    TableId,
    Text,
)

Code = Annotated[str, Meta(pattern="^[0-9]{6}$")]
Id = Annotated[str, Meta(max_length=64)]
Login = Annotated[str, Meta(max_length=64)]
Word = Annotated[str, Meta(min_length=1, max_length=64)]
LanguageName = Annotated[str, Meta(max_length=8)]
Hours = Annotated[int, Meta(ge=1, le=24 * 366)]


class Factor(Struct, forbid_unknown_fields=True):
    """The code that the second factor shows now."""

    code: Code


class ShownPerson(Struct):
    """Somebody, as moderators see him."""

    name: str
    login: str | None  # None: a guest


class ContextLine(Struct):
    """A message as it was written, near one that was reported."""

    n: int
    at: str
    seat: int | None
    name: str
    channel: str
    text: str
    hidden: bool
    about: bool  # it is this one
    accused: bool  # whoever was reported has said it


class ShownReport(Struct):
    """Somebody was reported."""

    id: str
    at: str
    by: ShownPerson
    whom: ShownPerson
    table: str
    message: int | None
    reason: str
    others: int  # other reports of the same person, also those that are closed
    context: list[ContextLine]


class Sanction(Struct):
    """Somebody may not speak, or not come in."""

    id: str
    whom: ShownPerson
    kind: str  # "mute", "ban"
    since: str
    until: str | None  # None: for good
    by: ShownPerson
    reason: str


class OffensiveWord(Struct):
    """A word that this site masks besides those that ship, or does not mask though it ships."""

    language: str
    word: str
    allowed: bool


class ShownAct(Struct):
    """What a moderator did."""

    at: str
    by: ShownPerson
    act: str
    whom: ShownPerson | None
    table: str | None


class MeetingSeat(Struct):
    """A player of a game whose opponents came from one address, and how he made his moves."""

    seat: int
    who: ShownPerson
    turns: int
    think_ms: int  # on average
    blurs: int  # times his page lost the focus


class ShownMeeting(Struct):
    """A rated game whose opponents came from one address: a question, and nothing more."""

    table: str
    at: str
    seats: list[MeetingSeat]


class Moderation(Struct):
    """Everything that waits for moderators, and what they have done."""

    reports: list[ShownReport]  # open, the oldest first
    waiting: int  # how many are open
    sanctions: list[Sanction]  # in force
    words: list[OffensiveWord]
    acts: list[ShownAct]  # the last ones
    meetings: list[ShownMeeting]  # of the last month


class CloseReport(Struct, tag_field="act", tag="close_report", forbid_unknown_fields=True):
    """A report has been looked at."""

    report: Id
    upheld: bool


class Whom(Struct, forbid_unknown_fields=True, kw_only=True):
    """Whoever was reported, or has said that, or sits there, or has this log-in."""

    report: Id | None = None
    table: TableId | None = None
    message: Count | None = None
    seat: Seat | None = None
    login: Login | None = None


class MutePerson(Whom, tag_field="act", tag="mute", forbid_unknown_fields=True, kw_only=True):
    """He says nothing more at any table."""

    reason: Text
    hours: Hours | None = None  # None: for good


class BanPerson(Whom, tag_field="act", tag="ban", forbid_unknown_fields=True, kw_only=True):
    """He does not come in any more; his pages are closed."""

    reason: Text
    hours: Hours | None = None  # None: for good


class Rename(Whom, tag_field="act", tag="rename", forbid_unknown_fields=True, kw_only=True):
    """He is called otherwise, everywhere."""

    name: Name = ""


class Lift(Struct, tag_field="act", tag="lift", forbid_unknown_fields=True):
    """A sanction ends."""

    sanction: Id


class HideMessage(Struct, tag_field="act", tag="hide_message", forbid_unknown_fields=True):
    """Nobody reads a message any more, or it is read again."""

    table: TableId
    message: Count
    show: bool = False


class AddWord(Struct, tag_field="act", tag="add_word", forbid_unknown_fields=True):
    """A word is masked, in all its forms."""

    language: LanguageName
    word: Word


class AllowWord(Struct, tag_field="act", tag="allow_word", forbid_unknown_fields=True):
    """A word is not masked, though it is on a list that ships."""

    language: LanguageName
    word: Word


class RemoveWord(Struct, tag_field="act", tag="remove_word", forbid_unknown_fields=True):
    """Neither of both any more."""

    language: LanguageName
    word: Word


class CancelTable(Struct, tag_field="act", tag="cancel_table", forbid_unknown_fields=True):
    """A table is called off; nobody wins."""

    table: TableId
    reason: Text = ""


ModeratorAct = (
    CloseReport
    | MutePerson
    | BanPerson
    | Rename
    | Lift
    | HideMessage
    | AddWord
    | AllowWord
    | RemoveWord
    | CancelTable
)
"""What a moderator may do."""
