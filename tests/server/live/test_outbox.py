"""Security rule 5: what waits to be sent is bounded."""

import pytest

from wordsmith.server.live.outbox import MOST_BYTES, MOST_FRAMES, Outbox
from wordsmith.server.projection.wire import Wire


@pytest.mark.parametrize(
    ("frames", "size"), [(MOST_FRAMES + 1, 1), (2, MOST_BYTES)], ids=["many", "large"]
)
def test_an_outbox_that_is_not_emptied_is_full_for_good(frames: int, size: int) -> None:
    outbox = Outbox()
    for _ in range(frames):
        assert not outbox.full.is_set()
        outbox.put(Wire(b"x" * size))
    assert outbox.full.is_set()
    outbox.put(Wire(b"y"))
    assert not outbox._frames
