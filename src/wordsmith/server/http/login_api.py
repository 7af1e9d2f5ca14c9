"""Coming in over HTTP: log-ins, passwords, passkeys, links that were sent by mail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wordsmith.server.http.asking import Asked, Operation
from wordsmith.server.http.renewing import as_forgotten, as_renewed, visit_of
from wordsmith.server.messages.people import (
    ChangePassword,
    Confirm,
    Forgot,
    LogIn,
    MadePasskey,
    Me,
    Nothing,
    PasskeyWish,
    RemovePasskey,
    Reset,
    UsedPasskey,
)

if TYPE_CHECKING:
    from starlette.responses import Response

    from wordsmith.server.house import House
    from wordsmith.server.people.visitors import Visit

_WEAK = ("weak_password", "busy", "too_fast")
_NAMED = ("bad_name", "taken", "has_login")


class LoginApi:
    """``/api/login``, ``/api/logout``, ``/api/passkeys`` and how one gets an account."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._people = house.people

    def operations(self) -> tuple[Operation, ...]:
        """What may be asked here.

        A banned one may come in, to see that he is, make his account safe, and go.
        """
        return (
            _post(
                "/api/me/register",
                self.register,
                LogIn,
                Me,
                (*_NAMED, *_WEAK),
                even_banned=False,
            ),
            _post("/api/login", self.log_in, LogIn, Me, ("bad_login", "busy", "too_fast")),
            _post("/api/logout", self.log_out, None, Nothing, ("no_login",)),
            _post(
                "/api/me/password",
                self.change_password,
                ChangePassword,
                Me,
                ("bad_login", "no_login", "stale", *_WEAK),
            ),
            _post("/api/me/email/confirm", self.confirm, Confirm, Nothing, ("bad_link",)),
            _post("/api/login/forgot", self.forgot, Forgot, Nothing, ("no_mail", "too_fast")),
            _post("/api/login/reset", self.reset, Reset, Me, ("bad_link", "stale", *_WEAK)),
            *self._passkey_operations(),
        )

    def _passkey_operations(self) -> tuple[Operation, ...]:
        return (
            _post(
                "/api/passkeys/options",
                self.passkey_options,
                PasskeyWish,
                dict[str, Any],
                ("no_login", "too_many", "too_fast", *_NAMED),
                even_banned=False,
            ),
            _post(
                "/api/passkeys",
                self.add_passkey,
                MadePasskey,
                Me,
                ("bad_passkey", "taken", "too_fast"),
                even_banned=False,
            ),
            _post("/api/passkeys/remove", self.remove_passkey, RemovePasskey, Me, ("last_way_in",)),
            _post(
                "/api/login/passkey/options",
                self.login_options,
                None,
                dict[str, Any],
                ("too_fast",),
            ),
            _post(
                "/api/login/passkey",
                self.passkey_log_in,
                UsedPasskey,
                Me,
                ("bad_login", "bad_passkey", "too_fast"),
            ),
        )

    async def register(self, asked: Asked) -> Response:
        """A log-in for a guest, who keeps everything."""
        wanted, visit = await asked.body(LogIn), visit_of(asked)
        origin = await self._house.visitors.origin(asked.request)
        now = await self._people.accounts.register(visit, wanted.login, wanted.password, origin)
        return await self._renewed(visit, now)

    async def log_in(self, asked: Asked) -> Response:
        """Be whoever has this log-in; what the guest had here goes to him."""
        given, visit = await asked.body(LogIn), visit_of(asked)
        origin = await self._house.visitors.origin(asked.request)
        now = await self._people.accounts.log_in(visit, given.login, given.password, origin)
        return await self._renewed(visit, now)

    async def log_out(self, asked: Asked) -> Response:
        """Be nobody here any more."""
        await self._people.accounts.log_out(visit_of(asked))
        return as_forgotten(self._house, Nothing())

    async def change_password(self, asked: Asked) -> Response:
        """Another password; every other session ends."""
        given, visit = await asked.body(ChangePassword), visit_of(asked)
        origin = await self._house.visitors.origin(asked.request)
        now = await self._people.accounts.change_password(visit, given.old, given.new, origin)
        return await self._renewed(visit, now)

    async def confirm(self, asked: Asked) -> Nothing:
        """The address is mine: the link that was sent there says so."""
        await self._people.mail.confirm((await asked.body(Confirm)).token)
        return Nothing()

    async def forgot(self, asked: Asked) -> Nothing:
        """Send a link for another password. The answer is the same whether there is a log-in."""
        wanted = await asked.body(Forgot)
        origin = await self._house.visitors.origin(asked.request)
        await self._people.mail.forgot(wanted.login, _site(asked), origin)
        return Nothing()

    async def reset(self, asked: Asked) -> Response:
        """Another password by such a link; every other session ends."""
        given, visit = await asked.body(Reset), visit_of(asked)
        origin = await self._house.visitors.origin(asked.request)
        now = await self._people.mail.reset(given.token, given.password, visit, origin)
        return await self._renewed(visit, now)

    async def passkey_options(self, asked: Asked) -> dict[str, Any]:
        """What the browser makes a passkey from; a guest names the log-in he wants."""
        wish, visit = await asked.body(PasskeyWish), visit_of(asked)
        origin = await self._house.visitors.origin(asked.request)
        return await self._people.passkeys.wanted(visit, wish.login, _site(asked), origin)

    async def add_passkey(self, asked: Asked) -> Response:
        """Keep the passkey that was made."""
        made, visit = await asked.body(MadePasskey), visit_of(asked)
        origin = await self._house.visitors.origin(asked.request)
        now = await self._people.passkeys.add(visit, made, _site(asked), origin)
        return await self._renewed(visit, now)

    async def remove_passkey(self, asked: Asked) -> Me:
        """Forget a passkey."""
        visit = visit_of(asked)
        await self._people.passkeys.remove(visit, (await asked.body(RemovePasskey)).id)
        return await self._people.portraits.me(visit)

    async def login_options(self, asked: Asked) -> dict[str, Any]:
        """What the browser signs with a passkey."""
        visit = visit_of(asked)
        origin = await self._house.visitors.origin(asked.request)
        return await self._people.passkeys.asked(visit, _site(asked), origin)

    async def passkey_log_in(self, asked: Asked) -> Response:
        """Be whoever has this passkey."""
        used, visit = await asked.body(UsedPasskey), visit_of(asked)
        origin = await self._house.visitors.origin(asked.request)
        now = await self._people.passkeys.log_in(visit, used, _site(asked), origin)
        return await self._renewed(visit, now)

    async def _renewed(self, was: Visit, now: Visit) -> Response:
        if was.person != now.person:  # his seats are at hand as soon as he has the answer
            await self._house.tables.look_again(was.person)
        return as_renewed(self._house, await self._people.portraits.me(now), was, now)


def _post(
    path: str,
    endpoint: Any,
    body: Any,
    answer: Any,
    refusals: tuple[str, ...],
    *,
    even_banned: bool = True,
) -> Operation:
    return Operation(
        method="POST",
        path=path,
        endpoint=endpoint,
        body=body,
        answer=answer,
        refusals=refusals,
        even_banned=even_banned,
    )


def _site(asked: Asked) -> str:
    """The address of the page that asks; ``Origins`` has seen that it is our own."""
    return asked.request.headers["origin"]
