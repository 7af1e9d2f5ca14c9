"""Who may ask, and how much: origins, limits, names."""

import pytest
from starlette.requests import HTTPConnection

from wordsmith.server.guard.limits import Buckets, TokenBucket
from wordsmith.server.guard.origins import Origins
from wordsmith.server.live.outbox import MOST_BYTES, MOST_FRAMES, Outbox
from wordsmith.server.projection.projection import Wire
from wordsmith.server.tables.seating import fit_name


def asking(origin: str | None, host: str, scheme: str = "http") -> HTTPConnection:
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    return HTTPConnection(
        {
            "type": "http",
            "scheme": scheme,
            "path": "/",
            "query_string": b"",
            "headers": headers,
            "server": ("127.0.0.1", 8000),
        }
    )


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://192.168.1.7", "192.168.1.7", True),
        ("http://localhost:8001", "localhost:8000", False),
        ("https://localhost:8000", "localhost:8000", False),
        ("http://evil.example", "evil.example", False),
        ("http://localhost.evil.example", "localhost.evil.example", False),
        ("http://evil.example", "localhost:8000", False),
        ("null", "localhost:8000", False),
        ("", "", False),
        (None, "localhost:8000", False),
        ("http://[", "[", False),
    ],
)
def test_without_a_public_address_only_this_machine_speaks_to_itself(
    origin: str | None, host: str, *, allowed: bool
) -> None:
    assert Origins().allow(asking(origin, host)) == allowed


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://play.example.org", True),
        ("http://play.example.org", False),
        ("https://play.example.org:444", False),
        ("https://play.example.org.evil.example", False),
        ("http://localhost:8000", False),
    ],
)
def test_with_a_public_address_only_that_is_allowed(origin: str, *, allowed: bool) -> None:
    origins = Origins(frozenset({"https://play.example.org"}))
    assert origins.allow(asking(origin, "localhost:8000")) == allowed


class Clock:
    """Time that passes when a test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_then_one_for_each_share_of_time() -> None:
    clock = Clock()
    bucket = TokenBucket(burst=4, per_s=20.0, clock=clock)
    assert [bucket.take() for _ in range(6)] == [True] * 4 + [False] * 2
    clock.now += 4.9
    assert not bucket.take()
    clock.now += 0.2
    assert [bucket.take(), bucket.take()] == [True, False]
    clock.now += 1000
    assert [bucket.take() for _ in range(6)] == [True] * 4 + [False] * 2


def test_every_name_has_a_bucket_of_its_own_and_the_oldest_are_forgotten() -> None:
    buckets = Buckets(burst=1, per_s=1000, most=2)
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")
    assert buckets.take("c")
    assert not buckets.take("c")
    assert buckets.take("a")


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


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Анна  Петровна ", "Анна Петровна"),
        ("A\nB\tC", "A B C"),
        ("Bo\u202eris\u200b\x00", "Boris"),
        ("e\u0301", "é"),
        ("<b>", "<b>"),
        ("", ""),
    ],
)
def test_a_name_is_one_line_of_signs_that_can_be_seen(given: str, shown: str) -> None:
    assert fit_name(given) == shown
