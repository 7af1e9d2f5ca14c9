"""Letters, handed to a real mail server."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bus.buses import until
from tests.server.notices.mail_server import HOST, MailServerHere, write_certificate
from wordsmith.server.notices.mailer import Letter, MailError, MailServer, SmtpMailer

pytestmark = pytest.mark.anyio
SENDER = "Wordsmith <play@example.org>"
VALUES = {
    "title": "Ваш ход",
    "body": "«Словодел». За столом: Борис.",
    "game": "Словодел",
    "link": "https://play.example.org/t/abc",
    "stop": "https://play.example.org/api/notices/unsubscribe/xyz",
}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def server() -> Iterator[MailServerHere]:
    with MailServerHere() as here:
        yield here


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of a mail server that this machine trusts."""
    path = tmp_path / "certificate.pem"
    write_certificate(path)
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    return path


def mailer_to(server: MailServerHere, scheme: str = "smtp", login: str = "") -> SmtpMailer:
    url = f"{scheme}://{login}{HOST}:{server.port}"
    return SmtpMailer(MailServer.parse(url, SENDER))


def letter(stop: str | None = None) -> Letter:
    return Letter("reminder", "anna@example.org", "ru", VALUES, stop)


async def test_a_letter_arrives_as_it_was_written(server: MailServerHere) -> None:
    mailer = mailer_to(server)
    assert await mailer.send(letter(VALUES["stop"]))
    (got,) = server.inbox.letters
    assert (got["from"], got["to"]) == (SENDER, "anna@example.org")
    assert got["subject"] == "Ваш ход: Словодел"
    assert got["list-unsubscribe"] == f"<{VALUES['stop']}>"
    assert got["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    assert got["auto-submitted"] == "auto-generated"
    assert got["message-id"].endswith("@example.org>")
    content = got.get_content()
    assert VALUES["body"] in content
    assert VALUES["link"] in content.splitlines()
    assert VALUES["stop"] in content
    await mailer.close()


async def test_a_letter_that_nobody_subscribed_to_has_no_way_to_unsubscribe(
    server: MailServerHere,
) -> None:
    mailer = mailer_to(server)
    await mailer.send(letter())
    assert "list-unsubscribe" not in server.inbox.letters[0]
    await mailer.close()


async def test_what_people_are_called_cannot_write_headers(server: MailServerHere) -> None:
    mailer = mailer_to(server)
    values = {**VALUES, "title": "x\r\nBcc: eve@example.org"}
    assert await mailer.send(Letter("reminder", "anna@example.org", "en", values))
    assert not await mailer.send(Letter("reminder", "a@b.org\r\nBcc: c@d.org", "en", VALUES))
    (got,) = server.inbox.letters
    assert got["subject"] == "x Bcc: eve@example.org: Словодел"
    assert "bcc" not in got
    await mailer.close()


async def test_a_server_that_can_encrypt_is_asked_to_and_then_told_the_password(
    certificate: Path,
) -> None:
    with MailServerHere(password="s3 cret", certificate=certificate) as server:
        mailer = mailer_to(server, login="anna:s3%20cret@")
        assert await mailer.send(letter())
        assert len(server.inbox.letters) == 1
        assert server.users == ["anna"]
        await mailer.close()


async def test_smtps_is_encrypted_from_the_start(certificate: Path) -> None:
    with MailServerHere(certificate=certificate, from_the_start=True) as server:
        mailer = mailer_to(server, "smtps")
        assert await mailer.send(letter())
        assert len(server.inbox.letters) == 1
        await mailer.close()


async def test_a_server_that_is_not_who_it_says_gets_nothing(tmp_path: Path) -> None:
    write_certificate(tmp_path / "other.pem")
    with MailServerHere(password="secret", certificate=tmp_path / "other.pem") as server:
        mailer = mailer_to(server, login="anna:secret@")
        assert not await mailer.send(letter())
        assert (server.users, server.inbox.letters) == ([], [])
        await mailer.close()


async def test_a_password_is_never_sent_in_the_open(server: MailServerHere) -> None:
    mailer = mailer_to(server, login="anna:secret@")
    assert not await mailer.send(letter())
    assert server.inbox.letters == []
    await mailer.close()


async def test_what_is_posted_is_tried_again(
    server: MailServerHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordsmith.server.notices.mailer._RESTS_S", (0.0, 0.0, 0.0))
    server.inbox.refusals = 2
    mailer = mailer_to(server)
    mailer.post("anna@example.org", "en", "reminder", VALUES)
    await until(lambda: len(server.inbox.letters) == 1)
    await mailer.close()


async def test_where_no_server_answers_posting_neither_waits_nor_fails() -> None:
    mailer = SmtpMailer(MailServer.parse(f"smtp://{HOST}:1", SENDER))
    mailer.post("anna@example.org", "en", "reminder", VALUES)
    assert not await mailer.send(letter())
    await mailer.close()
    await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("url", "sender", "told"),
    [
        ("http://h", SENDER, "smtp://host:port"),
        ("smtp://", SENDER, "smtp://host:port"),
        ("smtp://anna:secret@h:port", SENDER, "no address"),
        ("smtp://h", "", "MAIL_FROM"),
        ("smtp://h", "a@b.org\nBcc: c@d.org", "MAIL_FROM"),
    ],
)
async def test_settings_that_cannot_be_used_are_named_without_the_password(
    url: str, sender: str, told: str
) -> None:
    with pytest.raises(MailError, match=told) as refusal:
        MailServer.parse(url, sender)
    assert "secret" not in str(refusal.value)


async def test_ports_and_log_ins_are_read() -> None:
    assert MailServer.parse("smtps://h", SENDER) == MailServer("h", 465, SENDER, encrypted=True)
    told = MailServer.parse("smtp://a%40b:p%3Aw@h:587", SENDER)
    assert told == MailServer("h", 587, SENDER, user="a@b", password="p:w")
    assert "p:w" not in repr(told)
