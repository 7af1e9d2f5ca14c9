"""A forgotten password, from the page over a real mail server and back."""

import re
import time
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from tests.server.notices.mail_server import MailServerHere
from tests.server.people.town import BETTER, GOOD
from tests.server.site import PATIENCE_S, LiveServer, Visitor, quick
from wordsmith.server import Settings

SITE = "https://play.example.org"


def with_mail(mail: MailServerHere, **changes: Any) -> Settings:
    """A site that has a public address and a mail server."""
    changes = {"origins": frozenset({SITE}), **changes}
    sender = "Wordsmith <play@example.org>"
    return quick(smtp_url=f"smtp://127.0.0.1:{mail.port}", mail_from=sender, **changes)


def of_site(live: LiveServer) -> Visitor:
    """Somebody whose page came from the public address."""
    visitor = Visitor(live.address)
    visitor.http.headers["origin"] = SITE
    return visitor


def next_letter(mail: MailServerHere, before: int) -> EmailMessage:
    deadline = time.monotonic() + PATIENCE_S
    while len(mail.inbox.letters) == before:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return mail.inbox.letters[before]


def link_in(letter: EmailMessage) -> tuple[str, str]:
    found = re.search(r"(http\S+)#\w+=(\S+)", letter.get_content())
    assert found
    return found[1], found[2]


def test_a_password_is_set_anew_by_letter(tmp_path: Path) -> None:
    with (
        MailServerHere() as mail,
        LiveServer(tmp_path / "site.sqlite3", with_mail(mail)) as live,
    ):
        anna, elsewhere = of_site(live), of_site(live)
        anna.post("/api/me/register", {"login": "anna", "password": GOOD})
        me = anna.post("/api/me", {"language": "ru", "email": "anna@example.org"})
        assert (me["mail"], me["email"], me["email_confirmed"]) == (
            *(True, "anna@example.org", False),
        )
        asked = next_letter(mail, 0)
        assert (asked["To"], asked["Subject"]) == ("anna@example.org", "Ваш адрес в Словоделе")
        page, token = link_in(asked)
        assert page == f"{SITE}/me"
        assert elsewhere.post("/api/me/email/confirm", {"token": token}) == {}
        assert anna.get("/api/me")["email_confirmed"]

        assert elsewhere.post("/api/login/forgot", {"login": "Anna"}) == {}
        page, token = link_in(next_letter(mail, 1))
        assert page == f"{SITE}/login"
        body = {"token": token, "password": BETTER}
        assert elsewhere.post("/api/login/reset", body)["login"] == "anna"
        assert anna.get("/api/me")["login"] is None
        again = elsewhere.http.post("/api/login/reset", json=body)
        assert (again.status_code, again.json()["error"]) == (410, "bad_link")
        anna.close()
        elsewhere.close()


def test_no_letter_leads_where_its_asker_says_that_the_site_is(tmp_path: Path) -> None:
    """Security rule 7: a link that opens an account leads to this site, or is not sent.

    Without a public address any name of this machine would do, also one that another has made up.
    """
    with MailServerHere() as mail:
        settings = with_mail(mail, origins=frozenset())
        with LiveServer(tmp_path / "site.sqlite3", settings) as live:
            anna = Visitor(live.address)
            anna.post("/api/me/register", {"login": "anna", "password": GOOD})
            foreign = {"host": "198.51.100.66", "origin": "http://198.51.100.66"}
            for path, body in (
                ("/api/me", {"email": "anna@example.org"}),
                ("/api/login/forgot", {"login": "anna"}),
            ):
                for headers in ({}, foreign):
                    response = anna.http.post(path, json=body, headers=headers)
                    assert (response.status_code, response.json()["error"]) == (409, "no_mail")
            assert anna.get("/api/me")["mail"] is False
            assert mail.inbox.letters == []
            anna.close()


def test_a_site_without_mail_says_so(tmp_path: Path) -> None:
    with LiveServer(tmp_path / "site.sqlite3") as live:
        anna = Visitor(live.address)
        assert anna.get("/api/me")["mail"] is False
        for path, body in (
            ("/api/me", {"email": "anna@example.org"}),
            ("/api/login/forgot", {"login": "anna"}),
        ):
            response = anna.http.post(path, json=body)
            assert (response.status_code, response.json()["error"]) == (409, "no_mail")
        anna.close()
