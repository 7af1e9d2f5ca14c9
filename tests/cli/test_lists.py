"""``lexicon``: lists shipped and one's own."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command

CAT = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15"


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


def test_the_shipped_lists_are_named_with_their_groups(command: Command) -> None:
    answer = command("lexicon", "list", "--json").answer
    assert list(answer["shipped"]) == ["ru", "en"]
    assert "diminutive" in answer["shipped"]["ru"]["groups"]
    assert answer["own"] == {}
    out = command("lexicon", "list", "--language", "ru").out
    assert "  - diminutive: все уменьшительные" in out.splitlines()


def test_a_list_of_ones_own_is_kept_under_its_name(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("# ours\ncat\ncats\ncats\n", encoding="utf-8")
    assert command("lexicon", "import", str(path), "--json").answer == {"name": "mine", "words": 2}
    path.unlink()
    assert "mine" in command("lexicon", "list", "--json").answer["own"]
    given = ("judge", f"{CAT} S/ 0/0 0", "8H ...S", "--variant", "friends", "--words", "mine")
    assert command(*given, "--json").answer["legal"]


def test_a_russian_list_keeps_its_yo(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "наши.txt"
    path.write_text("ёлка\n", encoding="utf-8")
    out = command("lexicon", "import", str(path), "--name", "our-own", "--language", "ru").out
    assert out == "Список our-own: 1 слово. Им можно играть: --words our-own\n"
    for variant in ("wordsmith", "classic-ru"):
        assert command("word", "ёлка", "--variant", variant, "--words", "our-own").status == 0


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("", "mine", "there is no word in it"),
        ("cat", "ru", "'ru' cannot be the name of a list"),
        ("cat", "../up", "'../up' cannot be the name"),
        ("cat\nкот", "mine", "'C' (LATIN CAPITAL LETTER C) is no letter"),
    ],
)
def test_a_list_that_will_not_do_is_refused(
    command: Command, tmp_path: Path, text: str, name: str, said: str
) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text, encoding="utf-8")
    outcome = command("lexicon", "import", str(path), "--name", name)
    assert (outcome.status, outcome.out) == (2, "")
    assert said in outcome.err


def test_the_builder_names_every_source_that_is_missing(command: Command, tmp_path: Path) -> None:
    sources = ("opencorpora", "hunspell", "wiktionary", "frequency-ru", "frequency-en")
    given = [f"--{name}={tmp_path / name}" for name in (*sources, "enable", "scowl", "wordnet")]
    outcome = command("lexicon", "build", *given, f"--out={tmp_path}")
    assert (outcome.status, outcome.out) == (2, "")
    assert "no such file or folder: opencorpora: " in outcome.err
    assert "wordnet: " in outcome.err
