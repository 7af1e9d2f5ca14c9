"""What the options of a site may be, and what is said of those that may not."""

import pytest

from tests.cli.conftest import Command
from wordsmith.cli.site_commands import _settings
from wordsmith.cli.site_options import parse_origins, parse_proxies
from wordsmith.errors import ParseError


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("https://play.example.org", "https://play.example.org"),
        ("https://Play.Example.org:443/", "https://play.example.org"),
        ("http://play.example.org:80", "http://play.example.org"),
        ("http://10.0.0.2:8765", "http://10.0.0.2:8765"),
        ("http://[2001:DB8::1]:8765", "http://[2001:db8::1]:8765"),
    ],
)
def test_an_origin_is_meant_as_a_browser_sends_it(said: str, meant: str) -> None:
    assert parse_origins([said]) == {meant}


@pytest.mark.parametrize(
    "said",
    [
        *("play.example.org", "ftp://play.example.org", "https://", "https://a/b", "https://a?b"),
        *("https://a:b", "https://[a", "https://anna@a", "*", "", "null"),
    ],
)
def test_what_is_no_origin_is_refused_with_an_example(said: str) -> None:
    with pytest.raises(ParseError, match=r"https://play\.example\.org"):
        parse_origins([said])


def test_proxies_are_addresses_and_networks() -> None:
    said = ["127.0.0.1", "10.1.2.3/8", "2001:DB8::1"]
    assert parse_proxies(said) == ("127.0.0.1", "10.0.0.0/8", "2001:db8::1")


@pytest.mark.parametrize("said", ["*", "nginx", "10.0.0.0/40", "", "127.0.0.1:80"])
def test_what_is_neither_is_refused(said: str) -> None:
    """Above all ``*``: then anybody could say who he is."""
    with pytest.raises(ParseError, match="give an address"):
        parse_proxies([said])


@pytest.mark.parametrize(
    ("origins", "said", "secure"),
    [
        ([], None, False),
        (["https://a.example"], None, True),
        (["https://a.example", "http://b.example"], None, False),
        (["https://a.example"], False, False),
        (["http://a.example"], True, True),
    ],
)
def test_cookies_are_secure_where_every_address_is_https_unless_it_is_said(
    origins: list[str], *, said: bool | None, secure: bool
) -> None:
    assert _settings(origins, None, secure=said).secure == secure


def test_the_environment_may_say_it_all(monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    monkeypatch.setenv("WORDSMITH_ORIGINS", "https://a.example https://b.example/path")
    assert "--origin 'https://b.example/path'" in command("serve").err
    monkeypatch.setenv("WORDSMITH_ORIGINS", "https://a.example")
    monkeypatch.setenv("WORDSMITH_PROXIES", "10.0.0.1 everybody")
    assert "--behind-proxy 'everybody'" in command("serve").err
    monkeypatch.delenv("WORDSMITH_PROXIES")
    monkeypatch.setenv("WORDSMITH_DATABASE", "oracle://x")
    monkeypatch.setenv("WORDSMITH_PORT", "0")
    assert "oracle: no such database is known" in command("serve").err
    monkeypatch.setenv("WORDSMITH_DATABASE", "/dev/null/games.sqlite3")
    assert "/dev/null" in command("serve").err
    monkeypatch.setenv("WORDSMITH_PORT", "many")
    assert "WORDSMITH_PORT" in command("serve").err


def test_a_token_for_the_numbers_comes_from_the_environment_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("WORDSMITH_METRICS_TOKEN", "s3cret")
    assert _settings(None, None, secure=None).metrics_token == "s3cret"


def test_a_bus_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, command: Command, tmp_path: object
) -> None:
    pytest.importorskip("redis")
    outcome = command(
        *("serve", "--port", "0", "--bus", "http://:secret@x", "--db", f"{tmp_path}/games.sqlite3")
    )
    assert (outcome.status, outcome.out) == (2, "")
    assert "no address of a bus" in outcome.err
    assert "secret" not in outcome.err
