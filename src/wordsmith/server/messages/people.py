"""What is asked and told of the visitor himself, as types; docs/protocol.md says the same."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from wordsmith.server.messages.protocol import Name  # noqa: TC001 - msgspec reads it

Secret = Annotated[str, Meta(max_length=1024)]
Login = Annotated[str, Meta(max_length=64)]
Email = Annotated[str, Meta(max_length=254)]
CredentialId = Annotated[str, Meta(min_length=1, max_length=2048)]
Token = Annotated[str, Meta(max_length=2048)]


class Rating(Struct):
    """How strong a player is thought to be, at one variant and one kind of pace."""

    variant: str
    pace: str
    rating: float
    deviation: float
    games: int
    provisional: bool


class BestWord(Struct):
    """The dearest word somebody ever laid."""

    word: str
    points: int
    table: str


class BestTurn(Struct):
    """The dearest turn somebody ever made."""

    points: int
    table: str
    n: int


class VariantStats(Struct):
    """Games of one variant that are over."""

    games: int
    won: int
    average: float  # points a game


class Stats(Struct):
    """Games that are over."""

    games: int
    won: int
    average: float
    best_word: BestWord | None
    best_turn: BestTurn | None
    full_racks: int
    by_variant: dict[str, VariantStats]


class Passkey(Struct):
    """A passkey as its owner sees it."""

    id: str
    name: str
    at: str


class Me(Struct):
    """The visitor himself."""

    name: str
    language: str
    login: str | None
    email: str | None
    email_confirmed: bool
    has_password: bool
    passkeys: list[Passkey]
    wants_rating: bool
    role: str
    strong: bool
    muted_until: str | None
    ratings: list[Rating]
    stats: Stats
    notices: bool
    mail: bool
    reminders: bool  # by mail, where he has an address


class Profile(Struct):
    """A player as everybody sees him."""

    name: str
    login: str
    since: str
    ratings: list[Rating]
    stats: Stats


class ShownSession(Struct):
    """A session as its owner sees it."""

    id: str
    agent: str
    since: str
    seen: str
    here: bool


class ShownSessions(Struct):
    """All of them."""

    sessions: list[ShownSession]


class Nothing(Struct):
    """Done."""


class ChangeMe(Struct, forbid_unknown_fields=True):
    """What the visitor wants to be otherwise."""

    name: Name | None = None
    language: Literal["ru", "en"] | None = None
    email: Email | None = None  # "": none any more
    wants_rating: bool | None = None


class LogIn(Struct, forbid_unknown_fields=True):
    """A log-in and its password: to have one from now on, or to come in."""

    login: Login
    password: Secret


class ChangePassword(Struct, forbid_unknown_fields=True):
    """Another password; whoever has none yet (a passkey instead) gives no old one."""

    new: Secret
    old: Secret = ""


class Forgot(Struct, forbid_unknown_fields=True):
    """Send a link to the address of this log-in."""

    login: Login


class Reset(Struct, forbid_unknown_fields=True):
    """A password by such a link."""

    token: Token
    password: Secret


class Confirm(Struct, forbid_unknown_fields=True):
    """The link that was sent to an address."""

    token: Token


class Revoke(Struct, forbid_unknown_fields=True):
    """End one session, or all but this one."""

    session: Annotated[str, Meta(max_length=64)] | None = None
    others: bool = False


class Delete(Struct, forbid_unknown_fields=True):
    """Be forgotten."""

    really: Literal[True]
    password: Secret = ""


class PasskeyWish(Struct, forbid_unknown_fields=True):
    """What a passkey is made for: a guest names the log-in he wants."""

    login: Login | None = None


class MadePasskey(Struct, rename="camel"):
    """A passkey as the browser made it (RegistrationResponseJSON), and what to call it."""

    id: CredentialId
    raw_id: CredentialId
    response: dict[str, Any]
    type: Literal["public-key"]
    name: Name = ""


class UsedPasskey(Struct, rename="camel"):
    """A passkey as the browser used it (AuthenticationResponseJSON)."""

    id: CredentialId
    raw_id: CredentialId
    response: dict[str, Any]
    type: Literal["public-key"]


class RemovePasskey(Struct, forbid_unknown_fields=True):
    """A passkey that is no more."""

    id: CredentialId
