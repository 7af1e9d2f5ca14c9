"""Who asks about a table over HTTP, and whether he may: the same as over the socket."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordsmith.server.guard.permissions import Right, can
from wordsmith.server.messages.refusal import Refusal
from wordsmith.server.projection.viewing import scene_of, viewer_of

if TYPE_CHECKING:
    from wordsmith.server.guard.viewers import Viewer
    from wordsmith.server.house import House
    from wordsmith.server.http.asking import Asked
    from wordsmith.server.live.delayed import Sight
    from wordsmith.server.live.hall import Hall
    from wordsmith.server.tables.table import Table


class Looking:
    """Tables as somebody may see them who asks once."""

    def __init__(self, house: House, hall: Hall) -> None:
        self._house = house
        self._hall = hall

    async def table(self, name: str) -> Table:
        """A table. Refusal if there is none of that name."""
        table = await self._house.tables.get(name)
        if table is None:
            raise Refusal(404, "unknown_table", table=name)
        return table

    async def at(self, asked: Asked, right: Right, name: str | None = None) -> tuple[Table, Viewer]:
        """A table, and how the visitor looks at it. Refusal unless he may."""
        table = await self.table(asked.place("table") if name is None else name)
        viewer = self.viewer(asked, table)
        if not can(viewer, right, scene_of(table.ledger)):
            raise Refusal(403, "forbidden", table=table.id)
        return table, viewer

    def viewer(self, asked: Asked, table: Table, *, invited: bool = False) -> Viewer:
        """How the visitor looks at a table."""
        return viewer_of(
            table.ledger, asked.person, moderator=self.is_moderator(asked), invited=invited
        )

    def is_moderator(self, asked: Asked) -> bool:
        """Whether the visitor keeps the peace here, and has shown the second factor."""
        assert asked.visit is not None
        session = asked.visit.session
        return session.role == "moderator" and session.strong_until_ms > self._house.time.wall_ms()

    async def sight(self, table: Table, viewer: Viewer) -> Sight:
        """The table as it is, or as it was some time ago."""
        return await self._hall.sight(table, viewer)
