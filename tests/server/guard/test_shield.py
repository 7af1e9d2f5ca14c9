"""Security rules 4 and 6: headers on every answer, and bounds on what comes in."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.site import LiveServer, Visitor, quick

PAGE = Path(__file__).parents[3] / "web" / "src"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("guard") / "site.sqlite3") as live:
        yield live


@pytest.fixture
def anna(site: LiveServer) -> Iterator[Visitor]:
    somebody = Visitor(site.address)
    yield somebody
    somebody.close()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/me"),
        ("GET", "/nowhere.html"),
        ("GET", "/api/catalogue"),
        ("GET", "/api/nowhere"),
        ("GET", "/api/me/export.json"),
        ("POST", "/api/login"),
        ("PUT", "/api/me"),
    ],
)
def test_every_answer_says_what_a_page_of_ours_may(anna: Visitor, method: str, path: str) -> None:
    """Security rule 6: content security policy, nosniff, referrer, opener."""
    headers = anna.http.request(method, path).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'self'"
    assert policy["script-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    for nothing in ("object-src", "base-uri", "frame-ancestors"):
        assert policy[nothing] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "strict-transport-security" not in headers  # this site is reached by HTTP


def test_the_page_has_no_script_or_style_of_its_own_in_it(anna: Visitor) -> None:
    """Security rule 6: no inline script, so no nonce is needed."""
    page = anna.http.get("/").text
    for tag in page.split("<script")[1:]:
        assert "src=" in tag.partition(">")[0]
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick=" not in page


_AS_MARKUP = re.compile(
    r"\{@html|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|DOMParser|srcdoc"
    r"|createContextualFragment|\beval\(|new Function\("
)


def test_whatever_people_write_is_shown_as_text() -> None:
    """Security rule 6: nothing in the page's source makes elements of a text."""
    sources = [path for path in PAGE.rglob("*") if path.suffix in (".svelte", ".ts", ".html")]
    assert len(sources) > 100
    shown = [
        f"{path.name}: {found[0]}"
        for path in sources
        if not path.name.endswith(".test.ts")
        for found in _AS_MARKUP.finditer(path.read_text("utf-8"))
    ]
    assert shown == []
    assert _AS_MARKUP.search("<p>{@html message.text}</p>")


def test_a_site_behind_https_asks_for_it_always(tmp_path: Path) -> None:
    """Security rule 6."""
    with LiveServer(tmp_path / "site.sqlite3", quick(secure=True)) as live:
        response = httpx.get(f"{live.address}/api/catalogue")
        assert response.headers["strict-transport-security"] == "max-age=31536000"


def test_a_body_that_is_too_large_is_not_read_to_its_end(anna: Visitor) -> None:
    """Security rule 4: a body has 64 KiB at most, whatever it says of its length."""

    def endless() -> Iterator[bytes]:
        for _ in range(70):
            yield b" " * 1024

    for content in (b'{"name": "' + b"x" * 66_000 + b'"}', endless()):
        response = anna.http.post("/api/me", content=content)
        assert (response.status_code, response.json()["error"]) == (413, "too_large")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"null",
        b'{"name": 1}',
        b'{"name": "\xff"}',
        b"[" * 50_000,
        b'{"name":' * 8_000,
        b'{"name": "\\ud800"}',
        json.dumps({"name": "x" * 1000}).encode(),
    ],
    ids=lambda body: repr(body[:12]),
)
def test_json_that_is_deep_long_or_no_json_is_refused_in_words(anna: Visitor, body: bytes) -> None:
    """Security rule 4: depth and size are bounded by the types."""
    response = anna.http.post("/api/me", content=body)
    assert (response.status_code, response.json()["error"]) == (400, "bad_request")


def test_an_address_may_not_change_things_without_end(tmp_path: Path) -> None:
    """Security rule 5: limits for each action, and public bug group 35."""
    settings = quick(changes=5, changes_per_s=3600.0)
    with LiveServer(tmp_path / "site.sqlite3", settings) as live:
        anna = Visitor(live.address)
        codes = [anna.http.post("/api/me", json={}).status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        assert anna.http.get("/api/me").status_code == 200
        anna.close()


def test_one_visitor_does_not_change_more_by_coming_from_everywhere(tmp_path: Path) -> None:
    """Security rule 5: limits for each address and for each visitor."""
    settings = quick(changes=5, changes_per_s=3600.0, trusted_proxies=("127.0.0.1",))
    with LiveServer(tmp_path / "site.sqlite3", settings) as live:
        anna, boris = Visitor(live.address), Visitor(live.address)
        anna.get("/api/me")

        def change(visitor: Visitor, address: str) -> int:
            headers = {"x-forwarded-for": address}
            return visitor.http.post("/api/me", json={}, headers=headers).status_code

        codes = [change(anna, f"198.51.100.{number}") for number in range(7)]
        assert codes == [200] * 5 + [429] * 2
        assert change(boris, "198.51.100.9") == 200
        anna.close()
        boris.close()


@pytest.mark.usefixtures("still_windows")
def test_newcomers_without_number_do_not_fill_the_site(tmp_path: Path) -> None:
    """Security rule 4: who comes without a cookie again and again is asked to wait."""
    with (
        LiveServer(tmp_path / "site.sqlite3", quick(quota_factor=1)) as live,
        httpx.Client(base_url=live.address) as stranger,
    ):

        def come(path: str) -> int:
            stranger.cookies.clear()
            return stranger.get(path).status_code

        codes = [come("/api/me") for _ in range(125)]
        assert codes == [200] * 120 + [429] * 5
        assert come("/") in (200, 503)  # 503: not built
