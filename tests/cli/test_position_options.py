"""Commands that ask about one position take the same arguments, and their own beside them."""

import pytest
from typer.main import get_command

from tests.cli.conftest import Command
from wordsmith.cli.app import app
from wordsmith.cli.options import Asked, about_position

CAT = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 S/ 0/0 0"
OWN = {
    "judge": ["play"],
    "moves": ["everything"],
    "best": [],
    "hints": [],
}
COMMON = {
    "cgp": ["cgp"],
    "variant": ["--variant"],
    "words": ["--words"],
    "settings": ["--set"],
    "language": ["--language"],
    "as_json": ["--json"],
}


@pytest.mark.parametrize("name", OWN)
def test_they_have_the_common_arguments_and_their_own(name: str) -> None:
    parameters = get_command(app).commands[name].params  # type: ignore[attr-defined]
    taken = {one.name: one.opts for one in parameters}
    assert taken.items() >= COMMON.items()
    assert [each for each in taken if each not in COMMON and each != "help"] == OWN[name]
    required = {one.name for one in parameters if one.required}
    assert required == {"cgp", "variant"} | ({"play"} & set(OWN[name]))


@pytest.mark.parametrize("name", OWN)
def test_what_cannot_be_used_is_refused_by_each_in_the_same_words(
    command: Command, name: str
) -> None:
    more = ["8H ...S"] if name == "judge" else []
    for wrong, said in (
        (["--variant", "chess"], "chess"),
        (["--variant", "friends", "--set", "seats"], "--set 'seats': write KEY=VALUE"),
        (["--variant", "friends", "--words", "nowhere"], "words nowhere: there is no such file"),
    ):
        outcome = command(name, CAT, *more, *wrong)
        assert (outcome.status, outcome.out) == (2, "")
        assert said in outcome.err


def test_a_command_keeps_its_name_and_what_it_says_of_itself() -> None:
    def ask(asked: Asked, *, loudly: bool = False) -> None:
        """Ask."""

    command = about_position(ask)
    assert (command.__name__, command.__doc__) == ("ask", "Ask.")
