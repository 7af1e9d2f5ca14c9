"""Where somebody comes from, as limits count him."""

import pytest
from starlette.requests import HTTPConnection

from wordsmith.server.guard.addresses import address_of


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix socket", "unix socket"),
        (None, ""),
    ],
)
def test_a_household_is_one_address_however_many_it_could_choose_from(
    host: str | None, counted: str
) -> None:
    """Security rule 7: limits by address cannot be walked around within one network."""
    client = (host, 1) if host is not None else None
    assert address_of(HTTPConnection({"type": "http", "client": client, "headers": []})) == counted


def test_what_a_request_says_of_its_own_address_is_not_believed() -> None:
    headers = [(b"x-forwarded-for", b"198.51.100.1"), (b"forwarded", b"for=198.51.100.1")]
    scope = {"type": "http", "client": ("192.0.2.7", 1), "headers": headers}
    assert address_of(HTTPConnection(scope)) == "192.0.2.7"
