"""A table's moment is the same whether positions are told with the events or worked out anew."""

from itertools import accumulate

import pytest

from tests.generators import RandomGame, table
from wordsmith.rules.state import apply
from wordsmith.server.tables.agreement import SeatSettings, TableSettings
from wordsmith.server.tables.moment import first_moment


@pytest.mark.parametrize(("variant_id", "seats"), [("friends", 2), ("wordsmith", 3), ("erudit", 4)])
@pytest.mark.parametrize("seed", range(4))
def test_positions_that_are_told_are_those_worked_out(
    variant_id: str, seats: int, seed: int
) -> None:
    variant = table(variant_id, seats)
    agreed = TableSettings(variant_id, {}, tuple([SeatSettings("human")] * seats))
    moment = told = first_moment(agreed, variant)
    known = 0
    for version, game in enumerate(RandomGame(variant, seats, seed), start=1):
        happened, known = game.events[known:], len(game.events)
        assert told.game is not None
        _, *states = accumulate(happened, apply, initial=told.game.state)
        told = told.after(happened, version, 7 * version, states)
        moment = moment.after(happened, version, 7 * version)
        assert told == moment
    assert moment.phase == "ended"
