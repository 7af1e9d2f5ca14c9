"""A process of a site that listens at a table, and prints what it is told.

python talker.py DATABASE BUS TABLE PERSON
"""

import asyncio
import sys

from tests.bus.buses import until
from tests.server.talk.tables import ANNA, BORIS, Ear, as_table, playing
from wordsmith.bus import RedisBus
from wordsmith.server.guard.quotas import Quotas
from wordsmith.server.messages.outbound import Message
from wordsmith.server.talk.talk import Talk
from wordsmith.store import open_store


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


class Printing(Ear):
    def said(self, table: str, message: Message) -> None:
        tell(f"{message.n} {message.text}")


async def main(database: str, bus_url: str, table: str, person: str) -> None:
    store = open_store(database)
    await store.open()
    bus = RedisBus(bus_url)
    await bus.open()
    talk = Talk(store, bus, Quotas())
    seen = playing(ANNA, BORIS)
    seen.ledger.table = table
    await talk.listen(as_table(seen), person, Printing())
    await until(lambda: bus.healthy)
    tell("ready")
    await asyncio.to_thread(sys.stdin.readline)
    await talk.close()
    await bus.close()
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
