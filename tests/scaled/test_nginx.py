"""The file of nginx that is shipped, in front of two real processes, at ports of its own."""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.bus.buses import redis_url
from tests.databases import empty_schema
from tests.scaled.processes import Process
from tests.server.site import PATIENCE_S, Talk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from websockets.sync.client import ClientConnection

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
SHIPPED = Path(__file__).parents[2] / "deploy" / "nginx" / "wordsmith.conf"
NAME = "play.example.org"
AROUND = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log stderr warn;
events {{ worker_connections 256; }}
http {{
    include /etc/nginx/mime.types;
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/wordsmith.conf;
}}
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def certificate(folder: Path) -> None:
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    named = ["-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(["openssl", "req", *made, *named, *files], check=True, capture_output=True)


class Site:
    """nginx in front of two processes; ``http`` trusts its certificate."""

    def __init__(self, folder: Path, database: str, stack: contextlib.ExitStack) -> None:
        self.port = free_port()
        self.origin = f"https://{NAME}:{self.port}"
        settings = {
            "WORDSMITH_DATABASE": database,
            "WORDSMITH_BUS": redis_url(),
            "WORDSMITH_ORIGINS": self.origin,
            "WORDSMITH_PROXIES": "127.0.0.1",
        }
        self._settings, self._stack = settings, stack
        self.processes = [self._process("0") for _ in range(2)]
        certificate(folder)
        self.trust = ssl.create_default_context(cafile=folder / "fullchain.pem")
        self._trust_of_lines = ssl.create_default_context(cafile=folder / "fullchain.pem")
        # this client reads and writes in two threads, which Python before 3.13 does not keep apart:
        # the tickets that TLS 1.3 sends after its handshake made some lines wait for ever
        self._trust_of_lines.maximum_version = ssl.TLSVersion.TLSv1_2
        stack.enter_context(self._nginx(folder))
        self.http = stack.enter_context(closing(self.visitor()))

    def _process(self, port: str) -> Process:
        line = ("serve", "--port", port, "--no-open")
        return self._stack.enter_context(Process(*line, **self._settings))

    def restart(self, number: int) -> None:
        """Bring a process back where it was."""
        port = self.processes[number].address.rpartition(":")[2]
        self.processes[number] = self._process(port)

    def line(self, cookie: str) -> ClientConnection:
        """A line of a page. InvalidStatus if it is not let in."""
        return connect(
            f"wss://{NAME}:{self.port}/ws",
            sock=socket.create_connection(("127.0.0.1", self.port)),
            ssl=self._trust_of_lines,
            origin=Origin(self.origin),
            additional_headers={"cookie": cookie},
        )

    def visitor(self) -> httpx.Client:
        """A browser that finds the name at this machine."""
        transport = httpx.HTTPTransport(verify=self.trust)
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}",
            headers={"host": f"{NAME}:{self.port}", "origin": self.origin},
            transport=transport,
            timeout=PATIENCE_S,
        )

    @contextlib.contextmanager
    def _nginx(self, folder: Path) -> Iterator[None]:
        written = SHIPPED.read_text("utf-8")
        ports = [process.address.rpartition(":")[2] for process in self.processes]
        for old, new in (
            ("127.0.0.1:8765", f"127.0.0.1:{ports[0]}"),
            ("127.0.0.1:8766", f"127.0.0.1:{ports[1]}"),
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
            (f"/etc/letsencrypt/live/{NAME}", str(folder)),
        ):
            assert old in written
            written = written.replace(old, new)
        (folder / "wordsmith.conf").write_text(written)
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder))
        line = [str(NGINX), "-c", str(folder / "nginx.conf"), "-p", str(folder)]
        subprocess.run([*line, "-t"], check=True, capture_output=True)
        with subprocess.Popen(line, stderr=subprocess.PIPE) as nginx:
            self._wait_for_port()
            try:
                yield
            finally:
                nginx.send_signal(signal.SIGQUIT)

    def _wait_for_port(self) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            assert time.monotonic() < deadline
            time.sleep(0.05)


@pytest.fixture(scope="module")
def site(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if NGINX is None or shutil.which("openssl") is None:
        pytest.skip("nginx or openssl is not installed")
    folder = tmp_path_factory.mktemp("nginx")
    with empty_schema(postgres_server) as database, contextlib.ExitStack() as stack:
        yield Site(folder, database, stack)


def test_the_page_comes_by_https_with_its_headers(site: Site) -> None:
    answer = site.http.get("/")
    assert answer.status_code == 200
    assert answer.headers["strict-transport-security"].startswith("max-age=")
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_a_visitor_is_known_by_a_cookie_that_goes_by_https_alone(site: Site) -> None:
    with closing(site.visitor()) as visitor:
        cookie = visitor.post("/api/front", json={"variant": "friends"}).headers["set-cookie"]
    assert cookie.startswith("__Host-")
    assert "Secure" in cookie


def test_one_plays_over_it(site: Site) -> None:
    table = site.http.post("/api/front", json={"variant": "friends"}).json()["table"]
    cookie = "; ".join(f"{name}={value}" for name, value in site.http.cookies.items())
    with site.line(cookie) as line:
        talk = Talk(line)
        talk.join(table)
        state = talk.until(lambda got: got["type"] == "state" and got["version"] > 1)
        key = talk.act(state, 1, {"type": "pass"})
        assert talk.expect("ack")["key"] == key


def test_the_same_table_goes_to_the_same_process_and_tables_to_both(site: Site) -> None:
    """As the processes count what they have loaded."""
    tables = [
        site.http.post("/api/front", json={"variant": "friends", "fresh": True}).json()["table"]
        for _ in range(12)
    ]
    for table in tables:
        for _ in range(3):
            assert site.http.get(f"/api/tables/{table}/game.json").status_code == 200
    loaded = [_number(process, "wordsmith_tables_loaded") for process in site.processes]
    assert min(loaded) > 0


def test_the_numbers_are_not_for_visitors(site: Site) -> None:
    for path in ("/metrics", "/metrics/", "/metrics?x"):
        assert site.http.get(path).status_code == 404
    # and where somebody sets nginx up without that line, the program refuses
    address = site.processes[0].address
    headers = {"x-forwarded-for": "198.51.100.7", "host": "localhost"}
    assert httpx.get(address + "/metrics", headers=headers).status_code == 403


def test_nobody_can_say_that_he_is_somebody_else(site: Site) -> None:
    """Otherwise he could read the numbers from afar, and every limit by address would be none."""
    headers = {"x-forwarded-for": "198.51.100.7", "forwarded": "for=198.51.100.7"}
    statuses = []
    for number in range(150):  # each process allows 60 new tables a minute
        asked = {**headers, "x-forwarded-for": f"198.51.100.{number}"}
        body = {"variant": "friends", "fresh": True}
        statuses.append(site.http.post("/api/front", json=body, headers=asked).status_code)
        if statuses[-1] == 429:
            break
    assert 429 in statuses


def test_files_of_the_page_are_packed_and_what_holds_secrets_is_not(site: Site) -> None:
    page = site.http.get("/").text
    script = re.search(r'src="(/assets/[^"]+\.js)"', page)
    assert script is not None
    packed = {"accept-encoding": "gzip"}
    assert site.http.get(script[1], headers=packed).headers["content-encoding"] == "gzip"
    assert site.http.get("/api/catalogue", headers=packed).headers["content-encoding"] == "gzip"
    assert "content-encoding" not in site.http.get("/api/tables", headers=packed).headers


def test_after_each_process_was_away_every_line_is_let_in_at_once(site: Site) -> None:
    """nginx forgets that one did not answer when a request has ended; a line does not end."""
    site.http.post("/api/front", json={"variant": "friends"})
    cookie = "; ".join(f"{name}={value}" for name, value in site.http.cookies.items())
    with contextlib.ExitStack() as lines:
        for number in range(2):
            site.processes[number].kill()
            for _ in range(2):
                lines.enter_context(site.line(cookie))
            site.restart(number)
        for _ in range(8):
            lines.enter_context(site.line(cookie))


def test_while_one_process_is_away_the_other_answers(site: Site) -> None:
    site.processes[0].kill()
    for _ in range(20):
        assert site.http.get("/api/health").status_code == 200


def _number(process: Process, name: str) -> float:
    text = httpx.get(process.address + "/metrics").text
    found = re.search(rf"^{name} (\S+)$", text, re.MULTILINE)
    assert found is not None
    return float(found[1])
