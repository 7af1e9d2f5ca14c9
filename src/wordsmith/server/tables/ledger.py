"""A table as the fold of its stored commands: rebuilt after a restart, the same as live."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from wordsmith.server.tables.agreement import SeatSettings, TableSettings, sheet_hash
from wordsmith.server.tables.happenings import Happened, parse_row
from wordsmith.server.tables.moment import Moment, first_moment
from wordsmith.server.tables.sitting import Sitting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordsmith.rules.clock import Clock
    from wordsmith.rules.game import Game
    from wordsmith.rules.sealed_bag import Seal
    from wordsmith.server.tables.sheet import Sheet
    from wordsmith.store import Command, Phase, Place

__all__ = ["MAKING", "Ledger", "NotBegun", "SeatSettings", "TableSettings"]

MAKING = "table"
"""The key of row 1; no page can send it."""


class NotBegun(LookupError):  # noqa: N818 - a question that comes too early
    """There is no game at a table that gathers."""


class Known(Struct, frozen=True, gc=False):
    """What is kept in memory of a command that was accepted: there are many."""

    seq: int
    seat: int | None
    action: bytes  # as JSON

    @classmethod
    def of(cls, command: Command) -> Known:
        """Of a stored command."""
        return cls(command.seq, command.seat, command.action.encode())


class Ledger:
    """Everything that is known of a table; ``moment`` is the fold, the rest reads it.

    ``places`` come from the store's own table of seats, not from the rows: a person may change
    his name and his account, and rows are never changed. What is asked most often lies beside
    the moment; only ``_stand`` writes it.
    """

    moment: Moment
    phase: Phase  # whether it gathers, is played, is over, or was cancelled
    has_begun: bool  # there is, or was, a game
    sheet: Sheet  # empty before the game
    sitting: Sitting  # who sits where: the same object as long as that does not change
    places: tuple[Place, ...]  # who holds each seat, or for whom an open seat is reserved
    seats: tuple[SeatSettings, ...]  # in their present numbering, with names

    def __init__(
        self,
        table: str,
        settings: TableSettings,
        commands: Iterable[Command],
        places: Sequence[Place] = (),
        invite: str | None = None,
    ) -> None:
        self.table = table
        self.invite = invite  # secret of the invitation
        self.settings = settings
        self.variant = settings.load_variant()
        self.version = 0
        moment = first_moment(settings, self.variant)
        self.sitting = Sitting.of(moment.seats, tuple(places))
        self._stand(moment, self.sitting.given)
        self._by_key: dict[str, Known] = {}
        for command in commands:
            self.take(command)

    def take(self, command: Command, places: tuple[Place, ...] | None = None) -> None:
        """Go on by one stored command; ``places`` are those after it, where they changed."""
        happened = parse_row(command.events, self.variant.alphabet)
        after = self.moment.after(happened, command.seq, command.at_ms)
        self.go_on(command, after, places)

    def go_on(
        self, command: Command, after: Moment, places: tuple[Place, ...] | None = None
    ) -> None:
        """Take a stored command that leads to ``after``."""
        assert command.seq == self.version + 1
        self.version = command.seq
        self._stand(after, self.sitting.given if places is None else places)
        self._by_key[command.key] = Known.of(command)

    def replace_places(self, places: Sequence[Place]) -> None:
        """The places as the store has them at this version."""
        if tuple(places) != self.sitting.given:
            self._stand(self.moment, tuple(places))

    def _stand(self, moment: Moment, places: tuple[Place, ...]) -> None:
        """The table is at this moment, and these are the places that the store has."""
        self.moment, self.phase, self.sheet = moment, moment.phase, moment.sheet
        self.has_begun = moment.game is not None
        if not self.sitting.is_of(moment.seats, places):
            self.sitting = Sitting.of(moment.seats, places)
        self.places, self.seats = self.sitting.places, self.sitting.seats

    def accepted(self, key: str) -> Known | None:
        """What was stored with this key."""
        return self._by_key.get(key)

    def happened_in(self, command: Command) -> tuple[Happened, ...]:
        """The events of a row."""
        return parse_row(command.events, self.variant.alphabet)

    @property
    def at_ms(self) -> int:
        """When the last command was accepted."""
        return self.moment.at_ms

    @property
    def game(self) -> Game:
        """The game. NotBegun if there is none yet; ask ``has_begun``."""
        if self.moment.game is None:
            raise NotBegun(self.table)
        return self.moment.game

    def seats_of(self, person: str) -> frozenset[int]:
        """The seats that a person holds; one that is reserved for him he does not hold yet."""
        return self.sitting.seats_of(person)

    def reserved_for(self, person: str) -> frozenset[int]:
        """The open seats that are kept for a person."""
        held = zip(self.moment.seats, self.places, strict=True)
        return frozenset(
            [n for n, (seat, place) in enumerate(held) if seat.is_open and place.person == person]
        )

    @property
    def host(self) -> str | None:
        """The person who is the host; None for tables of the first format."""
        seat = self.moment.host
        return None if seat is None else self.places[seat].person

    @property
    def clock(self) -> Clock | None:
        """The clocks as they were last set; None at a table without."""
        return self.moment.clock

    @property
    def due_at_ms(self) -> int | None:
        """When somebody's time is up, or that of a vote; None: never, as things are."""
        return self.moment.due_at_ms

    @property
    def vote_by_ms(self) -> int | None:
        """Until when an open vote waits for the silent; None: no vote, or for ever."""
        return self.moment.vote_by_ms

    @property
    def paused(self) -> bool:
        """Whether the clocks rest by consent."""
        return self.moment.paused

    @property
    def seal(self) -> Seal | None:
        """Of the bag, order and salt included: only the hash may be shown before the end."""
        return self.moment.seal

    @property
    def cancel_agreed(self) -> frozenset[int]:
        """The seats that would have it that nobody wins."""
        return self.moment.cancel_agreed

    @property
    def pause_agreed(self) -> frozenset[int]:
        """The seats that would have the clocks rest."""
        return self.moment.pause_agreed

    @property
    def nudged(self) -> bool:
        """Whether whoever is waited for was reminded already."""
        return self.moment.nudged

    @property
    def nudge_after_ms(self) -> int | None:
        """From when on he may be reminded; None: nobody is waited for."""
        return self.moment.nudge_after_ms

    @property
    def admitted(self) -> dict[int, tuple[str, str]]:
        """The adviser of each seat that has one: person and name."""
        return dict(self.moment.admitted)

    @property
    def rematch(self) -> str | None:
        """The table where the same people play again."""
        return self.moment.rematch

    @property
    def group(self) -> str | None:
        """Whose list of words this table shares."""
        return self.settings.group

    @property
    def sheet_hash(self) -> str:
        """Of all that is agreed: what ``sit`` must send back."""
        return sheet_hash(self.settings, self.moment.seats)

    @property
    def accepted_words(self) -> frozenset[str]:
        """Words beyond the lists that count here: the group's, and those a vote let in."""
        if self.moment.game is None:
            return frozenset(self.settings.words)
        return self.moment.game.state.accepted
