"""Whether anything that left the server in a game tells somebody what he may not know.

It is held against games that differ only in what is hidden (``oracle``), and against marks that may
never be seen: ids of persons and sessions, salt and order of the bag, invitations, whispers.
"""

import asyncio
import json
import random
from collections.abc import Iterable, Iterator
from functools import cached_property

import msgspec

from tests.server.inside import Inside, Json
from tests.server.leaking import Answer, Onlooker, Watched, watch_game
from tests.server.oracle import hidden_texts
from tests.server.plans import Plan
from wordsmith.server.guard.viewers import Adviser, Moderator, Seated, Spectator, Viewer
from wordsmith.server.live.conversation import verdict_of
from wordsmith.server.messages.frames import Try
from wordsmith.server.projection.exports import export_gcg, export_json
from wordsmith.server.projection.projection import format_view
from wordsmith.server.projection.rows import Portion, format_rows
from wordsmith.server.projection.verdicts import project_verdict
from wordsmith.server.projection.viewing import Surroundings, hand_of, is_doubtful, viewer_of
from wordsmith.server.tables.ledger import Ledger
from wordsmith.server.words.lexicons import load_complete

_VERSIONS = 3
"""Of each game that are looked at closely."""

_OTHERS = 6
"""Other games with which each is compared, for each set of hands that somebody does not see."""


class Judge:
    """One game, judged."""

    def __init__(self, watched: Watched, chance: random.Random) -> None:
        self._watched = watched
        self._truth = watched.truth
        self._chance = chance
        self._lexicon = load_complete(watched.truth.variant)
        self._worlds: dict[tuple[int, frozenset[int]], list[Ledger]] = {}
        self._ledgers: dict[int, Ledger] = {}
        self.compared = 0

    def leaks(self) -> list[str]:
        """What should not have been told."""
        found = [*self._marks(), *self._too_early()]
        for name, one in self._watched.cast.items():
            found += [f"{name}: {what}" for what in self._differences(one)]
        return found

    def _at(self, version: int) -> Ledger:
        if version not in self._ledgers:
            self._ledgers[version] = self._truth.at(version)
        return self._ledgers[version]

    @cached_property
    def _versions(self) -> frozenset[int]:
        """Those that are looked at closely: some of those at which everything was asked for."""
        asked = {one.version for who in self._watched.cast.values() for one in who.answers}
        lasting = sorted([version for version in asked if self._at(version).phase == "playing"])
        return frozenset(self._chance.sample(lasting, min(_VERSIONS, len(lasting))))

    def _marks(self) -> Iterator[str]:
        """Texts that are where they may not be."""
        cast, ended = self._watched.cast, self._watched.ended_at
        ids = [text for one in cast.values() for text in (one.visitor.person, one.visitor.session)]
        bag = hidden_texts(self._truth)
        for name, one in cast.items():
            for heard in one.heard:
                hidden = list(ids)
                if ended is None or heard.at_ms < ended:
                    hidden += bag
                    told = self._watched.secrets_of.items()
                    hidden += [mark for mark, hearers in told if name not in hearers]
                for mark in hidden:
                    if mark in heard.text:
                        yield f"{name}: {mark[:16]} in {heard.text[:200]}"
        for line in (*self._watched.log, *self._watched.reminders):
            for mark in (*ids, *bag, *self._watched.secrets_of):
                if mark in line:
                    yield f"a log or a reminder: {line[:200]}"

    def _too_early(self) -> Iterator[str]:
        """States of a rated game that somebody who looks on was shown too early."""
        if not self._watched.plan.rated:
            return
        commands, ended = self._truth.commands, self._watched.ended_at
        began = next(command.seq for command in commands if self._at(command.seq).has_begun)
        for name in ("spectator", "adviser"):
            for heard in self._watched.cast[name].page.heard:
                frame = json.loads(heard.text)
                over = ended is not None and heard.at_ms >= ended
                if frame["type"] not in ("state", "pulse") or over:
                    continue
                version = frame.get("version") or max(frame["tables"].values(), default=0)
                due = commands[version - 1].at_ms + self._watched.delay_ms
                if version > began and due > heard.at_ms:
                    yield f"{name} saw version {version} too early"

    def _differences(self, one: Onlooker) -> Iterator[str]:
        """Frames and answers that are not the same in another game."""
        for heard in one.page.heard:
            frame = json.loads(heard.text)
            if frame["type"] == "state" and frame["version"] in self._versions:
                yield from self._state_differs(one, frame)
        for answer in one.answers:
            if answer.version in self._versions:
                yield from self._answer_differs(one, answer)

    def _state_differs(self, one: Onlooker, state: Json) -> Iterator[str]:
        ledger = self._at(state["version"])
        viewer = self._viewer(one, ledger, state["view"]["viewer"])
        assert_hand(ledger, viewer, state["view"])
        late = isinstance(viewer, Spectator) and viewer.delayed
        around = Surroundings(0, self._watched.delay_ms if late else 0)
        for other in self._others(ledger, viewer):
            if self._told(other, viewer, around, state) != _as_told(state):
                yield f"version {ledger.version} tells what is hidden"

    def _viewer(self, one: Onlooker, ledger: Ledger, asked: int | None) -> Viewer:
        moderator = one is self._watched.cast["moderator"]
        return viewer_of(ledger, one.visitor.person, asked=asked, moderator=moderator)

    def _others(self, ledger: Ledger, viewer: Viewer) -> list[Ledger]:
        """The other games, the same for all who do not see the same hands."""
        hands = range(len(ledger.seats))
        hidden = frozenset(hands) - {hand_of(ledger, viewer)}
        key = (ledger.version, hidden)
        if key not in self._worlds:
            self._worlds[key] = self._truth.others(ledger.version, hidden, _OTHERS, self._chance)
        self.compared += len(self._worlds[key])
        return self._worlds[key]

    def _told(self, other: Ledger, viewer: Viewer, around: Surroundings, state: Json) -> Json:
        """The same state as the projection makes it of another game."""
        stop = state["from"] + len(state["turns"])
        portion = Portion(state["from"], stop, state["version"], is_last=True)
        dots = None if is_doubtful(other) else self._lexicon
        view = msgspec.to_builtins(format_view(other, viewer, around))
        turns = msgspec.to_builtins(format_rows(other, portion, dots))
        return _as_told({"view": view, "turns": turns})

    def _answer_differs(self, one: Onlooker, answer: Answer) -> Iterator[str]:
        ledger = self._at(answer.version)
        viewer = self._viewer(one, ledger, answer.asked.get("seat"))
        if isinstance(viewer, Spectator) and viewer.delayed:
            yield from self._late_answer_differs(viewer, answer)
            return
        for other in self._others(ledger, viewer):
            if self._answered(other, viewer, answer) != answer.heard.text:
                yield f"{answer.kind} at version {ledger.version} tells what is hidden"

    def _late_answer_differs(self, viewer: Viewer, answer: Answer) -> Iterator[str]:
        """A file of a rated game must be that of some time ago."""
        latest = answer.heard.at_ms - self._watched.delay_ms
        for version in range(answer.version, 0, -1):
            ledger = self._at(version)
            if not ledger.has_begun:
                break
            if self._answered(ledger, viewer, answer) == answer.heard.text:
                begins = not self._at(version - 1).has_begun
                if not begins and self._truth.commands[version - 1].at_ms > latest:
                    yield f"game.{answer.kind} of version {version} too early"
                return
        yield f"game.{answer.kind} is none of this game"

    def _answered(self, ledger: Ledger, viewer: Viewer, answer: Answer) -> str:
        if answer.kind == "json":
            return export_json(ledger, viewer).decode()
        if answer.kind == "gcg":
            return export_gcg(ledger, viewer).decode()
        asked = msgspec.convert(answer.asked, Try)
        verdict = verdict_of(ledger, asked, self._lexicon)
        return json.dumps(json.loads(project_verdict(ledger, asked.id, verdict, self._lexicon)))


def assert_hand(ledger: Ledger, viewer: Viewer, view: Json) -> None:
    """A hand is shown to its own seat, to its adviser, and on one sofa only in its turn."""
    shown = view["viewer"]
    match viewer:
        case Seated(mine) if len(mine) == 1:
            assert shown == min(mine)
        case Seated():
            assert shown in (None, ledger.game.state.on_turn)
        case Adviser(seat):
            assert shown == seat
        case Spectator() | Moderator():
            assert shown is None
        case _:
            raise AssertionError(viewer)
    assert (view["rack"] is None) == (shown is None)


def _as_told(state: Json) -> Json:
    """What is compared: all but the time of telling."""
    view = json.loads(json.dumps(state["view"]))
    if view["clock"] is not None:
        del view["clock"]["now"]
    return {"view": view, "turns": json.loads(json.dumps(state["turns"]))}


async def watch_games(site: Inside, seeds: Iterable[int]) -> tuple[list[str], int]:
    """Several games, one after the other: what was told, and how many were compared."""
    found: list[str] = []
    compared = 0
    for seed in seeds:
        chance = random.Random(seed)
        watched = await watch_game(site, Plan.drawn(chance))
        judge = Judge(watched, chance)
        wrong = await asyncio.to_thread(judge.leaks)
        found += [f"game {seed}: {what}" for what in wrong]
        compared += judge.compared
    return found, compared
