"""Games of chance that every kind of viewer looks at; every byte that leaves the server is kept."""

import contextlib
import json
import logging
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import msgspec

from tests.server.inside import Heard, Inside, Json, Page, Visitor
from tests.server.oracle import Truth
from tests.server.plans import NAMES, Plan
from wordsmith.bots.levels import make_bot
from wordsmith.rules.view import View
from wordsmith.server.messages.letters import format_action
from wordsmith.server.notices.due import GRACE_MS
from wordsmith.server.notices.push import Outcome
from wordsmith.server.notices.wording import Wording
from wordsmith.server.tables.ledger import Ledger
from wordsmith.server.words.lexicons import load_complete


@dataclass(frozen=True, slots=True)
class Answer:
    """Something that was asked once, and what was answered."""

    kind: str  # "json", "gcg", "try"
    version: int
    heard: Heard
    asked: Json = field(default_factory=dict)


@dataclass(slots=True)
class Onlooker:
    """Somebody who looks at the game, from wherever."""

    visitor: Visitor
    page: Page
    answers: list[Answer] = field(default_factory=list)

    @property
    def heard(self) -> list[Heard]:
        return [*self.page.heard, *self.visitor.answers]


@dataclass(slots=True)
class Watched:
    """A game, and everything that left the server while it was played."""

    plan: Plan
    truth: Truth
    cast: dict[str, Onlooker]
    secrets_of: dict[str, set[str]]  # by text: those who may hear it
    log: list[str]
    reminders: list[str]  # as browsers would be pushed them, and letters say the same
    delay_ms: int

    @property
    def ended_at(self) -> int | None:
        last = self.truth.at(len(self.truth.commands))
        return last.at_ms if last.phase in ("ended", "cancelled") else None


SUBSCRIBE = """
INSERT INTO subscriptions (endpoint, person, p256dh, auth, since_ms) VALUES ($1, $2, '', '', 0)
ON CONFLICT DO NOTHING
"""


class Keeping(logging.Handler):
    """Everything that is logged."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.startswith("http"):  # our own clients say what they ask for
            return
        with contextlib.suppress(Exception):
            self.lines.append(self.format(record))


async def watch_game(site: Inside, plan: Plan) -> Watched:
    """Play one game before everybody."""
    keeping = Keeping()
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(keeping)
    root.setLevel(logging.DEBUG)
    async with _cast(site, plan) as (cast, table, invite):
        game = _Game(site, plan, cast, table)
        await game.play()
        store = site.house.store
        row = await store.table(table)
        assert row is not None
        live = await site.house.tables.get(table)
        assert live is not None
        commands = await store.read(table)
        truth = Truth(table, live.ledger.settings, commands, live.ledger.places, invite)
        told = game.whispers | {invite: {name for name in cast if name.startswith("seat")}}
    root.removeHandler(keeping)
    root.setLevel(level)
    delay_ms = round(site.house.settings.spectator_delay_s * 1000)
    return Watched(plan, truth, cast, told, keeping.lines, game.reminders, delay_ms)


@contextlib.asynccontextmanager
async def _cast(site: Inside, plan: Plan) -> AsyncIterator[tuple[dict[str, Onlooker], str, str]]:
    """Everybody with a page of his own, the game about to begin."""
    people = plan.seats - plan.sofa
    host, *guests = [await site.visitor(name, account=plan.rated) for name in NAMES[:people]]
    others = {
        "spectator": await site.visitor("Зритель"),
        "adviser": await site.visitor("Советчик"),
        "moderator": await site.moderator("Судья"),
    }
    table = (await host.post("/api/tables", plan.asked))["table"]
    cast = {"seat 0": await _onlooker(host)}
    gathering = (await cast["seat 0"].page.join(table))["gathering"]
    for number, guest in enumerate(guests, start=1):
        path = f"/api/invitations/{gathering['invite']}"
        told = await guest.get(path)
        assert (await guest.ask("GET", f"{path}/qr.svg")).status_code == 200
        key = secrets.token_hex(16)
        body = {
            "name": guest.name,
            "key": key,
            "sheet": told["gathering"]["sheet"],
            "invite": gathering["invite"],
        }
        await guest.post(f"/api/tables/{table}/sit", body)
        cast[f"seat {number}"] = await _onlooker(guest)
        await cast[f"seat {number}"].page.join(table)
    for name, visitor in others.items():
        cast[name] = await _onlooker(visitor)
        told = await cast[name].page.join(table)
        assert (told["type"] == "error") == (not plan.watching and name != "moderator")
    try:
        yield cast, table, gathering["invite"]
    finally:
        for one in cast.values():
            await one.page.close()
            await one.visitor.close()


async def _onlooker(visitor: Visitor) -> Onlooker:
    return Onlooker(visitor, await visitor.open_page())


class _Game:
    """Plays by chance, and asks on the way for everything that can be asked."""

    def __init__(self, site: Inside, plan: Plan, cast: dict[str, Onlooker], table: str) -> None:
        self._site = site
        self._plan = plan
        self._cast = cast
        self._table = table
        self._chance = plan.chance
        self.whispers: dict[str, set[str]] = {}
        self.reminders: list[str] = []

    async def play(self) -> None:
        if self._plan.advisers and self._plan.watching:
            await self._admit()
        for number in range(self._plan.commands):
            ledger = await self._ledger()
            if ledger.phase != "playing":
                break
            if number % 5 == 0:
                await self._ask_everything(ledger)
                await self._talk()
                await self._remind()
            await self._step(ledger)
            await self._settle()
        await self._ask_everything(await self._ledger())
        await self._remind()

    async def _ledger(self) -> Ledger:
        live = await self._site.house.tables.get(self._table)
        assert live is not None
        return live.ledger

    async def _settle(self) -> None:
        """Until everybody has been told everything."""
        for one in self._cast.values():
            one.page.send(type="ping", id=1)
        for one in self._cast.values():
            await one.page.expect("pong", "error")

    async def _admit(self) -> None:
        """The first player takes an adviser; everybody may see that he has one."""
        adviser, host = self._cast["adviser"].page, self._cast["seat 0"]
        adviser.send(type="advise", table=self._table, seat=await self._seat_of(host))
        here = await host.page.until(lambda got: bool(got.get("advisers")))
        watcher = here["advisers"][0]["watcher"]
        ledger = await self._ledger()
        action = {"type": "admit", "watcher": watcher, "admit": True}
        host.page.act(self._table, await self._seat_of(host), ledger.version, action)
        await host.page.expect("ack")

    async def _seat_of(self, player: Onlooker) -> int:
        return min((await self._ledger()).seats_of(player.visitor.person))

    def _player(self, ledger: Ledger, seat: int) -> Onlooker:
        return next(
            one for one in self._cast.values() if seat in ledger.seats_of(one.visitor.person)
        )

    async def _step(self, ledger: Ledger) -> None:
        """One action, by whoever is waited for."""
        state = ledger.game.state
        voted = {seat for seat, _ in state.votes}
        if state.proposal is not None:
            seats = [s for s in state.playing if s not in voted and s != state.proposal.seat]
            action: Json = {"type": "vote", "accept": self._chance.random() < 0.5}
            await self._act(ledger, self._chance.choice(seats), action)
            return
        await self._act(ledger, state.on_turn, await self._choice(ledger))

    async def _act(self, ledger: Ledger, seat: int, action: Json) -> None:
        player = self._player(ledger, seat)
        if len(ledger.seats_of(player.visitor.person)) > 1:
            await player.page.join(self._table, ledger.version, seat)
        if action["type"] == "play":
            await self._try(ledger, player, seat, action)
        player.page.act(self._table, seat, ledger.version, action)
        told = await player.page.expect("ack", "refused")
        if told["type"] == "refused":
            player.page.act(self._table, seat, ledger.version, {"type": "pass"})
            await player.page.expect("ack", "refused")

    async def _choice(self, ledger: Ledger) -> Json:
        """Mostly a move, now and then something else."""
        state, chance = ledger.game.state, self._chance.random()
        if chance < 0.04:
            return {"type": "resign"}
        if chance < 0.12 and state.before_play is not None:
            return {"type": "challenge"}
        if chance < 0.18:
            return {"type": "open_bag"}
        hand = state.racks[state.on_turn]
        alphabet = ledger.variant.alphabet
        if chance < 0.3 and len(hand) and len(state.bag) > 7:
            some = self._chance.sample(list(hand), self._chance.randint(1, len(hand)))
            return {"type": "exchange", "tiles": alphabet.decode(bytes(some))}
        if chance < 0.45 and self._plan.check != "refuse":
            return self._made_up(ledger)
        lexicon = load_complete(ledger.variant)
        bot = make_bot("easy", lexicon, seed=self._chance.randrange(1 << 30))
        move = bot.choose(View.of(ledger.game, state.on_turn))
        told: Json = msgspec.to_builtins(format_action(alphabet, move))
        return told

    def _made_up(self, ledger: Ledger) -> Json:
        """Two letters of the hand beside the middle: now and then they can lie there."""
        state, alphabet = ledger.game.state, ledger.variant.alphabet
        width = ledger.variant.layout.width
        start = self._chance.randrange(width * width - width)
        letters = [alphabet.letter(code) for code in state.racks[state.on_turn] if code][:2]
        squares = (start, start + self._chance.choice((1, width)))
        laid = [[square, letter] for square, letter in zip(squares, letters, strict=False)]
        return {"type": "play", "laid": laid, "swapped": []}

    async def _try(self, ledger: Ledger, player: Onlooker, seat: int, action: Json) -> None:
        play = {"laid": action["laid"], "swapped": action["swapped"]}
        told = await player.page.ask("try", self._table, seat, play=play)
        asked = {"type": "try", "table": self._table, "seat": seat, "id": told["id"], "play": play}
        heard = Heard(0, json.dumps(told))
        player.answers.append(Answer("try", ledger.version, heard, asked))

    async def _ask_everything(self, ledger: Ledger) -> None:
        for one in self._cast.values():
            for kind in ("json", "gcg"):
                response = await one.visitor.ask("GET", f"/api/tables/{self._table}/game.{kind}")
                if response.status_code == 200:
                    heard = one.visitor.answers[-1]
                    one.answers.append(Answer(kind, ledger.version, heard))
            for path in ("bag", "talk"):
                await one.visitor.ask("GET", f"/api/tables/{self._table}/{path}")
            word = f"/api/words/{ledger.variant.id}/xyz?table={self._table}"
            for path in (word, "/api/lobby", "/api/tables", "/api/next"):
                await one.visitor.ask("GET", path)

    async def _remind(self) -> None:
        """Everybody who is due is reminded now, though he has a page open."""
        notices = self._site.house.notices

        async def tell(_person: str, wording: Wording) -> Outcome:
            self.reminders.append(msgspec.json.encode(wording.shown).decode())
            return Outcome.SENT

        notices.push.tell = tell  # type: ignore[method-assign, assignment]
        notices._is_here = lambda _table, _person: False
        notices._clock = lambda: time.time_ns() // 1_000_000 + 2 * GRACE_MS
        for one in self._cast.values():
            person = one.visitor.person
            await self._site.change(SUBSCRIBE, f"https://push.example/{person}", person)
        await notices.sweep()

    async def _talk(self) -> None:
        """Something said in every corner, each with a mark of its own."""
        players = {name for name in self._cast if name.startswith("seat")}
        corners = [("seat 0", "table", players | {"moderator"})]
        if self._plan.watching:
            corners.append(("spectator", "watchers", {"spectator", "moderator"}))
        if self._plan.watching and self._plan.advisers:
            corners.append(("adviser", "whisper", {"adviser", "seat 0", "moderator"}))
            corners.append(("seat 0", "whisper", {"adviser", "seat 0", "moderator"}))
        for name, channel, hearers in corners:
            mark, key = secrets.token_hex(12), secrets.token_hex(16)
            self.whispers[mark] = hearers | ({"adviser"} if self._is_spectator(channel) else set())
            page = self._cast[name].page
            page.send(type="say", table=self._table, key=key, channel=channel, to=None, text=mark)
            await page.until(lambda got: got["type"] in ("said", "error"))

    def _is_spectator(self, channel: str) -> bool:
        """Whether the adviser hears it as one who looks on: nobody has taken him."""
        return channel == "watchers" and not self._plan.advisers
