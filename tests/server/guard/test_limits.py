"""Security rule 5: buckets that fill again with time."""

from wordsmith.server.guard.limits import Buckets, TokenBucket


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
