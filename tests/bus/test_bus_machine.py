"""The bus of one process against a model, in any order of coming, going and telling."""

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

from wordsmith.bus import MemoryBus

if TYPE_CHECKING:
    from collections.abc import Callable

TOPICS = st.sampled_from(["table", "presence"])


class BusMachine(RuleBasedStateMachine):
    """``expected``: what each listener was promised; a message is promised when it is published,
    and the promise is void if the listener stops before the loop has run.
    """

    listeners = Bundle("listeners")

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.bus = MemoryBus()
        self.heard: dict[int, list[bytes]] = defaultdict(list)
        self.expected: dict[int, list[bytes]] = defaultdict(list)
        self.under_way: dict[int, list[bytes]] = defaultdict(list)
        self.topics: dict[int, str] = {}
        self.stops: dict[int, Callable[[], None]] = {}
        self.number = 0

    @rule(topic=TOPICS, target=listeners)
    def subscribe(self, topic: str) -> int:
        self.number += 1
        listener = self.number
        self.topics[listener] = topic
        self.stops[listener] = self.bus.subscribe(topic, self.heard[listener].append)
        return listener

    @rule(topic=TOPICS)
    def publish(self, topic: str) -> None:
        self.number += 1
        message = b"%d" % self.number

        async def tell() -> None:
            self.bus.publish(topic, message)
            for listener, wanted in self.topics.items():
                if wanted == topic:
                    self.under_way[listener].append(message)

        self.loop.run_until_complete(tell())

    @rule(topic=TOPICS, listener=consumes(listeners))
    def publish_and_stop(self, topic: str, listener: int) -> None:
        async def tell() -> None:
            self.bus.publish(topic, b"too late")
            self.stops[listener]()
            del self.topics[listener]
            for other, wanted in self.topics.items():
                if wanted == topic:
                    self.under_way[other].append(b"too late")

        self.loop.run_until_complete(tell())

    @rule(listener=consumes(listeners))
    def stop(self, listener: int) -> None:
        self.settle()
        self.stops[listener]()
        del self.topics[listener]

    @rule()
    def settle(self) -> None:
        self.loop.run_until_complete(asyncio.sleep(0))
        for listener, messages in self.under_way.items():
            self.expected[listener] += messages
        self.under_way.clear()

    @invariant()
    def everybody_has_heard_what_was_promised_in_order_and_no_more(self) -> None:
        self.settle()
        for listener in self.stops:
            assert self.heard[listener] == self.expected[listener]

    def teardown(self) -> None:
        self.loop.close()


TestBusMachine = BusMachine.TestCase
