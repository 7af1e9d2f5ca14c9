"""``doctor``: what is found of a site, by looking at real files, databases and lines."""

import asyncio
import os
import socket
import sys
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.bus.buses import redis_url
from tests.cli.conftest import Command
from wordsmith.bus import RedisBus
from wordsmith.cli.machine_checks import check_file, file_system, is_plain_build
from wordsmith.cli.service_checks import _apart, check_bus, check_mail, check_openness
from wordsmith.store import SqliteStore
from wordsmith.texts import load_catalogue

MOUNTS = """\
22 27 0:21 / /proc rw shared:1 - proc proc rw
27 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 27 0:40 / /srv rw shared:5 - nfs4 server:/srv rw
41 40 8:2 / /srv/local rw - xfs /dev/sdb1 rw
42 27 0:42 / /media/my\\040stick rw - fuse.sshfs anna@host: rw
43 27 0:43 / /twice rw - nfs server:/a rw
44 27 8:3 / /twice rw - btrfs /dev/sdc rw
"""


def told(findings: Any) -> dict[str, str]:
    return {finding.told: finding.grade for finding in findings}


def test_a_new_site_is_well(command: Command, tmp_path: Path) -> None:
    answer = command(
        "doctor", "--json", "--database", str(tmp_path / "new" / "games.sqlite3")
    ).answer
    assert answer["well"]
    checks = {finding["check"]: finding["grade"] for finding in answer["findings"]}
    assert checks["file.to_be_made"] == checks["sqlite.good"] == checks["program"] == "ok"
    assert checks["origins.here"] == "ok"
    assert not (tmp_path / "new").exists()  # it only looks


def test_it_speaks_both_languages(command: Command, tmp_path: Path) -> None:
    for language, word in (("ru", "хорошо"), ("en", "ok")):
        outcome = command("doctor", "--language", language, "--db", str(tmp_path / "g"))
        assert outcome.status == 0
        assert all(line.split()[0] for line in outcome.out.splitlines())
        assert outcome.out.startswith(word)
        assert "{" not in outcome.out  # every particular was given


def test_every_sentence_is_found_and_filled_in() -> None:
    """What the checks say is in the catalogue, and nothing there is said by no check."""
    root = Path(__file__).parents[2] / "src" / "wordsmith" / "cli"
    source = "".join(
        (root / f"{name}_checks.py").read_text("utf-8") for name in ("machine", "service")
    )
    keys = {key.removeprefix("cli.doctor.") for key in load_catalogue("en") if "cli.doctor." in key}
    unsaid = {key for key in keys if f'"{key}"' not in source and not key.startswith("grade.")}
    assert unsaid == set()


def test_a_python_without_optimizations_is_told() -> None:
    assert is_plain_build("'--prefix=/here' '--enable-shared'")
    assert not is_plain_build("'--enable-optimizations' '--with-lto'")
    assert not is_plain_build(None)  # on Windows nothing is told


def test_a_file_of_games_is_looked_through(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    asyncio.run(SqliteStore(path).close())
    assert told(check_file(path))["file.sound"] == "ok"


def test_another_programs_file_and_a_newer_ones_are_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    asyncio.run(SqliteStore(path).close())
    connection = apsw.Connection(str(path))
    for version, expected in ((1, "warn"), (10_000, "fail")):
        connection.pragma("user_version", version)
        name = "schema.older" if expected == "warn" else "schema.newer"
        assert told(check_file(path))[name] == expected
    connection.close()
    path.write_text("no database " * 100)
    assert told(check_file(path))["file.unreadable"] == "fail"


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_a_file_that_others_may_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    asyncio.run(SqliteStore(path).close())
    tmp_path.chmod(0o755)
    assert told(check_file(path))["modes.private"] == "ok"  # it is made like that
    path.chmod(0o644)
    assert told(check_file(path))["modes.open"] == "warn"
    tmp_path.chmod(0o700)  # nobody else comes as far as the file
    assert told(check_file(path))["modes.private"] == "ok"


@pytest.mark.skipif(sys.platform == "win32" or os.getuid() == 0, reason="everything is root's")
def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert told(check_file(tmp_path / "games.sqlite3"))["file.unwritable"] == "fail"
    tmp_path.chmod(0o700)


@pytest.mark.parametrize(
    ("folder", "system"),
    [
        ("/home/anna", "ext4"),
        ("/srv", "nfs4"),
        ("/srv/games", "nfs4"),
        ("/srv/local/games", "xfs"),
        ("/srvlocal", "ext4"),
        ("/media/my stick", "fuse.sshfs"),
        ("/twice", "btrfs"),
    ],
)
def test_the_file_system_of_a_folder_is_that_of_the_nearest_mount(folder: str, system: str) -> None:
    assert file_system(Path(folder), MOUNTS) == system


def test_where_the_system_does_not_tell_nothing_is_made_up() -> None:
    assert file_system(Path("/home"), "") is None


def test_a_database_on_a_network_drive_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"1 0 0:1 / {tmp_path} rw - nfs4 server:/x rw\n")
    monkeypatch.setattr("wordsmith.cli.machine_checks._MOUNTS", mounts)
    assert told(check_file(tmp_path / "games.sqlite3"))["place.network"] == "fail"


def test_a_database_and_a_bus_that_do_not_answer_fail(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    outcome = command(
        *("doctor", "--json", "--database", f"postgresql://u:s3cret@127.0.0.1:{port}/x"),
        *("--bus", f"redis://:s3cret@127.0.0.1:{port}/2"),
    )
    assert outcome.status == 1
    assert '"postgres.silent"' in outcome.out
    assert '"redis.silent"' in outcome.out
    assert "s3cret" not in outcome.out + outcome.err


def test_a_bus_that_answers_and_its_workers_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordsmith.cli.service_checks._BEATS_S", 1.0)  # these beat more often
    url = redis_url()

    async def scene() -> dict[str, str]:
        site = RedisBus(url)
        await site.open()

        async def beat() -> None:
            while True:
                for name in (b"one", b"two"):
                    site.publish("workers", name)
                await asyncio.sleep(0.2)

        beating = asyncio.create_task(beat())
        findings = await check_bus(url)
        beating.cancel()
        await site.close()
        assert [found.particulars for found in findings if found.told == "workers"] == [{"n": 2}]
        return told(findings)

    assert asyncio.run(scene())["redis"] == "ok"
    assert told(asyncio.run(check_bus(redis_url())))["workers.none"] == "warn"
    assert told(asyncio.run(check_bus("http://x"))) == {"redis.unfit": "fail"}


def test_clocks_that_are_apart_are_told_and_the_way_there_is_no_difference() -> None:
    import time

    now = time.time()
    assert _apart("Redis", now - 0.05, now - 0.1).particulars["ms"] == 0
    assert _apart("Redis", now - 3, now - 0.1).grade == "warn"
    assert _apart("Redis", now + 3, now - 0.1).grade == "warn"


@pytest.mark.parametrize(
    ("origins", "secure", "several", "expected"),
    [
        ([], False, False, "origins.here"),
        ([], False, True, "origins.none"),
        (["https://a.example"], True, True, "origins"),
        (["https://a.example"], False, True, "origins.insecure"),
        (["https://a.example", "http://b.example"], False, True, "origins.plain"),
    ],
)
def test_how_a_site_is_reached_is_told(
    origins: list[str], expected: str, *, secure: bool, several: bool
) -> None:
    [found] = check_openness(frozenset(origins), secure=secure, several=several)
    assert found.told == expected


@pytest.mark.parametrize(
    ("url", "origins", "expected"),
    [
        ("", ["https://play.example.org"], "mail.none"),
        ("smtp://mail", [], "mail.nowhere"),
        ("smtp://mail", ["https://play.example.org"], "mail"),
    ],
)
def test_letters_need_a_server_and_an_address_to_lead_to(
    monkeypatch: pytest.MonkeyPatch, url: str, origins: list[str], expected: str
) -> None:
    monkeypatch.setenv("WORDSMITH_SMTP_URL", url)
    assert check_mail(frozenset(origins)).told == expected


def test_a_backup_of_postgres_is_a_matter_of_its_own_program(command: Command) -> None:
    outcome = command("backup", "copy", "--database", "postgresql://anna:s3cret@host/games")
    assert outcome.status == 2
    assert "pg_dump" in outcome.err
    assert "s3cret" not in outcome.err


def test_a_backup_is_told(command: Command, tmp_path: Path) -> None:
    asyncio.run(SqliteStore(tmp_path / "games.sqlite3").close())
    database = str(tmp_path / "games.sqlite3")
    outcome = command("backup", str(tmp_path / "copy"), "--database", database)
    assert (outcome.status, outcome.err) == (0, "")
    assert str(tmp_path / "copy") in outcome.out
    assert command("doctor", "--database", str(tmp_path / "copy")).status == 0
