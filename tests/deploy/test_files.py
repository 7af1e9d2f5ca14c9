"""What lies in ``deploy/`` names commands, options and settings that there are."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer.main

from wordsmith.cli.app import app
from wordsmith.cli.running import run

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = ("app1", "app2", "worker", "migrate")
SETTING = re.compile(r"\bWORDSMITH_[A-Z_]+\b")
MENTIONED = re.compile(r"\$\{([A-Z_]+)(?::[?-][^}]*)?\}")


def known_settings() -> set[str]:
    """Every name of the environment that the program reads, as its source has them."""
    sources = [path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")]
    return set(SETTING.findall("\n".join(sources)))


def refusal(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the command line says against a command; "" if it would do it."""
    status = run([*words, "--help"])
    err = capsys.readouterr().err
    return err if status else ""


def options_of(words: list[str]) -> set[str]:
    group: Any = typer.main.get_command(app)
    command = group.commands[words[0]]
    return {name for option in command.params for name in (*option.opts, *option.secondary_opts)}


def check_command(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(words[:1], capsys) == ""
    asked = {word for word in words[1:] if word.startswith("-")}
    assert asked <= options_of(words)


@pytest.mark.parametrize("name", OURS)
def test_services_run_commands_that_there_are(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_command(SERVICES[name]["command"], capsys)


@pytest.mark.parametrize("name", OURS)
def test_services_are_set_up_by_names_that_the_program_reads(name: str) -> None:
    set_up = set(SERVICES[name]["environment"])
    assert {"WORDSMITH_DATABASE", "WORDSMITH_BUS"} <= set_up <= known_settings()


def test_whatever_compose_asks_for_is_in_the_example() -> None:
    asked = set(MENTIONED.findall((DEPLOY / "compose.yaml").read_text("utf-8")))
    written = (DEPLOY / "site.env.example").read_text("utf-8")
    assert asked == set(re.findall(r"^([A-Z_]+)=", written, re.MULTILINE))


def test_what_services_wait_for_is_there_and_says_when_it_is_ready() -> None:
    for name, service in SERVICES.items():
        for other, how in service.get("depends_on", {}).items():
            assert other in SERVICES, name
            if how["condition"] == "service_healthy":
                assert "healthcheck" in SERVICES[other], (name, other)


def test_the_files_that_compose_brings_in_are_there() -> None:
    build = SERVICES["app1"]["build"]
    assert (DEPLOY / build["context"]).resolve() == ROOT
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    brought = [volume.partition(":")[0] for volume in SERVICES["nginx"]["volumes"]]
    assert all((DEPLOY / file).is_file() for file in brought if file.startswith("."))


def test_the_proxies_that_are_believed_are_those_of_the_network_inside() -> None:
    [network] = COMPOSE["networks"]["inside"]["ipam"]["config"]
    assert SERVICES["app1"]["environment"]["WORDSMITH_PROXIES"] == network["subnet"]
    assert SERVICES["nginx"]["networks"] == SERVICES["app1"]["networks"] == ["inside"]
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["nginx"]


def test_the_lines_that_compose_changes_in_the_file_of_nginx_are_there() -> None:
    written = (DEPLOY / "nginx" / "wordsmith.conf").read_text("utf-8")
    changed = re.findall(r"s/([^/]+)/", " ".join(SERVICES["nginx"]["command"]))
    assert len(changed) == 3
    for pattern in changed:
        assert re.search(pattern, written), pattern


@pytest.mark.parametrize("path", sorted((DEPLOY / "systemd").iterdir()), ids=lambda path: path.name)
def test_units_start_commands_that_there_are(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = path.read_text("utf-8")
    [line] = re.findall(r"^ExecStart=(.*)$", written, re.MULTILINE)
    program, *words = shlex.split(line)
    assert program.endswith("/wordsmith")
    check_command(words, capsys)
    assert set(SETTING.findall(written)) <= known_settings()


def test_the_image_starts_commands_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    written = (DEPLOY / "Dockerfile").read_text("utf-8")
    [line] = re.findall(r"^CMD (\[.*\])$", written, re.MULTILINE)
    check_command(yaml.safe_load(line), capsys)
    for played in re.findall(r"wordsmith (play[^>]*)>", written):
        check_command(shlex.split(played), capsys)
    assert re.search(r"^ENTRYPOINT \[\"wordsmith\"\]$", written, re.MULTILINE)
    assert re.search(r"^USER wordsmith$", written, re.MULTILINE)  # not root


def test_every_setting_of_the_environment_is_documented() -> None:
    written = (ROOT / "docs" / "server.md").read_text("utf-8")
    of_builds = {"WORDSMITH_BUILD"}
    assert {name for name in known_settings() - of_builds if name not in written} == set()


def pinned(path: Path) -> dict[str, str]:
    """Versions by name. Each has the hashes of its files, or the file is no lock."""
    found = {}
    for entry in re.split(r"\n(?=\S)", path.read_text("utf-8").strip()):
        name, version = re.match(r"([\w.-]+)==([^ ;\\]+)", entry).groups()  # type: ignore[union-attr]
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry), name
        found[name] = version
    return found


def test_what_a_site_is_built_of_is_pinned_with_its_hash() -> None:
    """Security rule 11: dependency hashes; what is tested here is what is built there."""
    site, ours = pinned(DEPLOY / "requirements.lock"), pinned(ROOT / "requirements.lock")
    assert {name: ours.get(name) for name in site} == site
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["scaled"]]
    named = {re.split(r"[\[<>=;~ ]", one)[0].lower() for one in wanted}
    assert named - site.keys() == set()
    built = (DEPLOY / "Dockerfile").read_text("utf-8")
    assert "--require-hashes --requirement deploy/requirements.lock" in built
    assert "--no-index" in built
