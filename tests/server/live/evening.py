"""A table with people, each with a browser and a page, inside one application."""

from __future__ import annotations

import contextlib
import secrets
from typing import TYPE_CHECKING, Any

from tests.server.inside import Inside, Json, Page, Visitor
from tests.server.site import QUICK

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from wordsmith.server import Settings
    from wordsmith.server.tables.ledger import Ledger
    from wordsmith.server.tables.table import Table

PASS: Json = {"type": "pass"}


class Evening:
    """Visitors by name, and one page of each."""

    def __init__(self, site: Inside) -> None:
        self.site = site
        self.table = ""
        self.visitors: dict[str, Visitor] = {}
        self.pages: dict[str, Page] = {}

    async def comes(self, name: str, *, account: bool = False, moderates: bool = False) -> Page:
        """Somebody opens the site."""
        make = self.site.moderator(name) if moderates else self.site.visitor(name, account=account)
        self.visitors[name] = await make
        return await self.opens(name)

    async def opens(self, name: str) -> Page:
        """The same visitor opens a page, one more if he has one."""
        self.pages[name] = await self.visitors[name].open_page()
        return self.pages[name]

    async def opens_again(self, name: str) -> None:
        """He goes and comes back, and everybody at the table hears of both."""
        await self.pages[name].close()
        await (await self.opens(name)).join(self.table)
        await self.presence(name, here=[0])

    async def made_by(
        self, name: str, *seats: Json, variant: str = "classic", **terms: Any
    ) -> Json:
        """A table with the visitor on its first seat, shown to him: its gathering, or state."""
        own = {"kind": "human", "name": name}
        rules = {"seating": "agreed"} | terms.pop("overrides", {})
        body = {"variant": variant, "seats": [own, *seats], "overrides": rules, **terms}
        self.table = (await self.visitors[name].post("/api/tables", body))["table"]
        return await self.pages[name].join(self.table)

    async def sits(self, name: str, gathering: Json, **more: Any) -> Json:
        """A visitor claims a seat as he was shown it, and joins the table."""
        body = {"name": name, "key": secrets.token_hex(16), "sheet": gathering["sheet"], **more}
        told: Json = await self.visitors[name].post(f"/api/tables/{self.table}/sit", body)
        await self.pages[name].join(self.table)
        return told

    async def game(self, *names: str, variant: str = "classic", **terms: Any) -> list[Page]:
        """A game of these people, who have all found the table."""
        for name in names:
            await self.comes(name, account=bool(terms.get("rated")))
        open_seats = [{"kind": "open"}] * (len(names) - 1)
        told = await self.made_by(names[0], *open_seats, variant=variant, **terms)
        for name in names[1:]:
            await self.sits(name, told["gathering"], invite=told["gathering"]["invite"])
        await self.pages[names[0]].until(lambda got: got["type"] == "state")
        return [self.pages[name] for name in names]

    async def live(self) -> Table:
        live = await self.site.house.tables.get(self.table)
        assert live is not None
        return live

    async def ledger(self) -> Ledger:
        return (await self.live()).ledger

    async def act(self, name: str, seat: int, action: Json) -> Json:
        """Ask for an action, and wait for what comes of it."""
        version = (await self.ledger()).version
        key = self.pages[name].act(self.table, seat, version, action)

        def answers(got: Json) -> bool:
            return key in (got.get("key"), (got.get("detail") or {}).get("key"))

        return await self.pages[name].until(answers)

    async def shown(self, name: str, version: int) -> Json:
        """The state of this version, as somebody is shown it."""
        return await self.pages[name].until(
            lambda got: got["type"] == "state" and got["version"] == version
        )

    async def presence(self, name: str, **wanted: Any) -> Json:
        """The next word of who is here that says this."""
        return await self.pages[name].until(
            lambda got: (
                got["type"] == "presence"
                and all(got[key] == value for key, value in wanted.items())
            )
        )


@contextlib.asynccontextmanager
async def evening(folder: Path, settings: Settings = QUICK) -> AsyncIterator[Evening]:
    """A site with nobody there yet."""
    site = Inside(folder / "games.sqlite3", settings)
    async with site.opened():
        one = Evening(site)
        yield one
        for page in one.pages.values():
            await page.close()
        for visitor in one.visitors.values():
            await visitor.close()
