import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.site import LiveServer, Visitor, quick
from wordsmith.server import default_database
from wordsmith.store import StoreUnavailable

SCRIPT = "console.log('привет');" * 100


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Wordsmith</title>")
    (folder / "assets" / "index-B4x9.js").write_text(SCRIPT)
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "sw.js").write_text("addEventListener('push', () => {});")
    (folder / "manifest.json").write_text("{}")
    (folder / "stamp.txt").write_text("0123")
    (folder.parent / "secret.txt").write_text("not for you")
    return folder


@pytest.fixture(scope="module")
def site(static: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    database = tmp_path_factory.mktemp("site") / "games.sqlite3"
    with LiveServer(database, quick(static=static)) as live:
        yield live


@pytest.fixture
def client(site: LiveServer) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.address) as opened:
        yield opened


@pytest.mark.parametrize("path", ["/", "/t/AbC_-9", "/new", "/rules", "/rules/wordsmith"])
def test_every_address_of_the_page_is_the_page(client: httpx.Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>Wordsmith</title>" in response.text
    assert response.headers["cache-control"] == "private, no-cache"  # it bears a cookie


def test_the_worker_of_notices_stands_at_the_root_and_is_asked_for_anew(
    client: httpx.Client,
) -> None:
    """So its scope is the whole site, and another one takes its place with the next page."""
    worker = client.get("/sw.js")
    assert worker.status_code == 200
    assert worker.headers["content-type"].partition(";")[0].endswith("javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert "'unsafe" not in worker.headers["content-security-policy"]
    manifest = client.get("/manifest.json")
    assert manifest.headers["content-type"].partition(";")[0] == "application/json"


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/rules", "/assets/index-B4x9.js", "/nothing", "/api/health", "/api/tables"),
        *("/api/tables/x/game.json", "/api/none", "/..%2fsecret.txt"),
    ],
)
def test_every_answer_bears_the_shield(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    for name in ("default-src", "script-src", "style-src", "connect-src"):
        assert policy[name] == "'self'"
    for name in ("object-src", "base-uri", "frame-ancestors"):
        assert policy[name] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in headers


def test_a_fault_of_ours_is_told_without_a_word_of_the_inside_and_behind_the_shield(
    site: LiveServer, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.house.tables, "lines", lambda _guest: 1 / 0)
    response = client.get("/api/tables")
    assert (response.status_code, response.json()) == (500, {"error": "fault", "detail": {}})
    assert "default-src 'self'" in response.headers["content-security-policy"]


def test_while_the_store_is_away_the_answer_is_unavailable(
    site: LiveServer, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_guest: str) -> None:
        raise StoreUnavailable("nothing was stored: the disk is full")

    monkeypatch.setattr(site.house.tables, "lines", away)
    response = client.get("/api/tables")
    assert (response.status_code, response.json()) == (503, {"error": "unavailable", "detail": {}})
    assert "default-src 'self'" in response.headers["content-security-policy"]


def test_what_is_named_by_its_content_is_kept_for_good(client: httpx.Client) -> None:
    response = client.get("/assets/index-B4x9.js")
    assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.text == SCRIPT
    assert "set-cookie" not in response.headers


def test_other_files_are_asked_for_again_and_not_sent_twice(client: httpx.Client) -> None:
    first = client.get("/icon.svg")
    assert first.headers["cache-control"] == "no-cache"
    again = client.get("/icon.svg", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_text_is_packed_for_who_can_unpack_it(client: httpx.Client) -> None:
    path = "/assets/index-B4x9.js"
    with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as response:
        raw = b"".join(response.iter_raw())
        assert response.headers["content-encoding"] == "gzip"
    assert len(raw) < len(SCRIPT.encode()) / 4
    assert gzip.decompress(raw).decode() == SCRIPT
    plain = client.get(path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers


@pytest.mark.parametrize(
    "path",
    [
        *("/nothing", "/stamp.txt", "/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt"),
        *("/assets/../../secret.txt", "/assets", "/assets/", "//etc/passwd", "/%00", "/t/a/b"),
    ],
)
def test_what_is_not_of_the_page_is_not_found(client: httpx.Client, path: str) -> None:
    request = httpx.Request("GET", str(client.base_url).rstrip("/") + path)
    request.url = request.url.copy_with(raw_path=path.encode())
    response = client.send(request)
    assert response.status_code == 404
    assert "not for you" not in response.text


def test_a_lost_address_gets_the_page_which_says_so_in_words(client: httpx.Client) -> None:
    lost = client.get("/nowhere/at/all", headers={"if-none-match": client.get("/").headers["etag"]})
    assert lost.status_code == 404
    assert lost.text == client.get("/").text
    assert "content-security-policy" in lost.headers
    assert client.get("/assets/gone.js").text == "There is nothing here.\n"


def test_a_page_built_anew_is_served_without_a_restart(client: httpx.Client, static: Path) -> None:
    icon = static / "new.svg"
    icon.write_text("<svg>old</svg>")
    assert client.get("/new.svg").text == "<svg>old</svg>"
    icon.write_text("<svg>young</svg>")
    assert client.get("/new.svg").text == "<svg>young</svg>"


def test_a_page_that_was_never_built_says_how(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "g.sqlite3", quick(static=tmp_path / "nowhere")) as live:
        response = httpx.get(live.address)
    assert response.status_code == 503
    assert "dev.py" in response.text


def test_the_cookie_is_random_long_and_not_for_scripts(client: httpx.Client) -> None:
    cookie = client.get("/").headers["set-cookie"]
    name, _, rest = cookie.partition("=")
    token, *flags = rest.split("; ")
    assert name == "sid"
    assert len(token) == 43
    assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(flags)
    assert "Secure" not in flags


def test_a_visitor_keeps_his_cookie(client: httpx.Client) -> None:
    first = client.get("/").cookies["sid"]
    assert client.get("/rules").cookies["sid"] == first
    assert "set-cookie" not in client.get("/api/tables").headers


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "А" * 43])
def test_a_cookie_that_we_did_not_give_is_replaced(site: LiveServer, token: str) -> None:
    for name in ("sid", "wordsmith_guest"):  # the second is that of earlier versions
        headers = {b"cookie": f"{name}={token}".encode()}
        given = httpx.get(site.address + "/api/tables", headers=headers).cookies["sid"]
        assert given != token
        assert len(given) == 43


def test_the_cookie_itself_is_not_in_the_file(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    with LiveServer(database) as live:
        visitor = Visitor(live.address)
        visitor.front("friends")
        token = visitor.http.cookies["sid"]
        visitor.close()
    for file in tmp_path.iterdir():
        assert token.encode() not in file.read_bytes()


def test_behind_https_the_cookie_goes_nowhere_else(tmp_path: Path) -> None:
    settings = quick(secure=True, origins=frozenset({"https://play.example"}))
    body = {"variant": "friends"}
    with LiveServer(tmp_path / "games.sqlite3", settings) as live:
        front = live.address + "/api/front"
        response = httpx.post(front, json=body, headers={"origin": "https://play.example"})
        refused = httpx.post(front, json=body, headers={"origin": live.address})
    assert response.status_code == 200
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("__Host-sid=")
    assert "Secure" in cookie
    assert refused.status_code == 403


def test_games_are_kept_in_the_users_own_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == tmp_path / "wordsmith" / "games.sqlite3"
    monkeypatch.setattr("sys.platform", "darwin")
    assert "Library" in str(default_database())
