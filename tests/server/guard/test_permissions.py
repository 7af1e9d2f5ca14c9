"""Who may do what: every viewer, every right, every phase, against a table written by hand.

Public bug groups 30 (an unauthenticated page is shown the player's state), 31 (who looks on is
declared by the page itself) and 35 (what only some may do).
"""

import base64
import itertools
from functools import reduce
from operator import and_, or_
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from wordsmith.rules.variant import load_variant
from wordsmith.server.guard.permissions import Phase, Right, Scene, can
from wordsmith.server.guard.viewers import (
    Adviser,
    Invited,
    Moderator,
    Public,
    Seated,
    Spectator,
    Viewer,
    hand_shown,
)
from wordsmith.server.people.persons import fresh_person
from wordsmith.server.tables.agreement import SeatSettings
from wordsmith.server.tables.seating import Making, deal_table
from wordsmith.store import Place

ANNA = "anna"

VIEWERS: dict[str, Viewer] = {
    "host": Seated(frozenset({0}), host=True),
    "seat": Seated(frozenset({1})),
    "invited": Invited(),
    "adviser": Adviser(0),
    "watcher": Spectator(),
    "delayed": Spectator(delayed=True),
    "moderator": Moderator(),
    "public": Public(),
}
PHASES: tuple[Phase, ...] = get_args(Phase)
LETTER = dict(zip("gpec", PHASES, strict=True))

# For each right and viewer the phases in which he may: gathering, playing, ended, cancelled.
# Everything is agreed on: the table is listed, may be watched, has talk and advisers.
BY_HAND = """
                 host  seat  invited adviser watcher delayed moderator public
see              gpec  gpec  gc      pec     gpec    gpec    gpec      g
sit              g     g     g       -       g       g       g         g
rise             g     g     -       -       -       -       -         -
kick             g     -     -       -       -       -       -         -
begin            g     -     -       -       -       -       -         -
move             pec   pec   -       -       -       -       -         -
cancel           gpec  pec   -       -       -       -       -         -
pause            pec   pec   -       -       -       -       -         -
nudge            pec   pec   -       -       -       -       -         -
admit            p     p     -       -       -       -       -         -
advise           -     -     -       -       p       p       -         -
try              pec   pec   -       p       -       -       -         -
hint             pec   pec   -       -       -       -       -         -
look_up          gpec  gpec  -       pec     gpec    gpec    gpec      -
export           pec   pec   -       pec     pec     pec     pec       -
bag              pec   pec   -       pec     pec     pec     pec       -
rematch          pec   pec   -       -       -       -       -         -
say              gpec  gpec  -       -       -       -       -         -
say_watching     -     -     -       -       pec     pec     -         -
whisper          p     p     -       p       -       -       -         -
read             gpec  gpec  -       ec      ec      ec      gpec      -
read_watching    ec    ec    -       ec      pec     pec     gpec      -
read_whispers    pec   pec   -       pec     -       -       gpec      -
"""
AGREED = Scene(
    phase="playing", begun=True, listed=True, advisers=True, one_person=True, one_seat=True
)


def by_hand() -> dict[tuple[str, str], str]:
    heading, *lines = [line.split() for line in BY_HAND.strip().splitlines()]
    return {
        (right, viewer): phases
        for right, *cells in lines
        for viewer, phases in zip(heading, cells, strict=True)
    }


@pytest.mark.parametrize("right", Right)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_viewer_may_in_every_phase_what_the_table_says(right: Right, viewer: str) -> None:
    allowed = by_hand()[right, viewer]
    for letter, phase in LETTER.items():
        scene = replace(AGREED, phase=phase, begun=phase != "gathering")
        assert can(VIEWERS[viewer], right, scene) == (letter in allowed), (right, viewer, phase)


def test_the_table_written_by_hand_has_every_right_and_every_viewer() -> None:
    assert set(by_hand()) == set(itertools.product(Right, VIEWERS))


TAKEN_AWAY: list[tuple[dict[str, bool], dict[str, set[str]]]] = [
    (
        {"watching": False},
        {right: {"watcher", "delayed"} for right in Right},
    ),
    ({"listed": False}, {"see": {"public"}, "sit": {"watcher", "delayed", "moderator", "public"}}),
    (
        {"talk": False},
        {
            "say": {"host", "seat"},
            "say_watching": {"watcher", "delayed"},
            "whisper": {"host", "seat", "adviser"},
        },
    ),
    (
        {"advisers": False},
        {
            "admit": {"host", "seat"},
            "advise": {"watcher", "delayed"},
            "whisper": {"host", "seat", "adviser"},
        },
    ),
    ({"one_seat": False}, {"hint": {"host", "seat"}}),
    ({"begun": False}, {right: set(VIEWERS) for right in ("export", "bag", "rematch")}),
]


@pytest.mark.parametrize(("without", "lost"), TAKEN_AWAY)
@pytest.mark.parametrize("phase", PHASES)
def test_what_was_not_agreed_takes_away_that_and_nothing_else(
    without: dict[str, Any], lost: dict[str, set[str]], phase: Phase
) -> None:
    before = replace(AGREED, phase=phase)
    after = replace(before, **without)
    for right, (name, viewer) in itertools.product(Right, VIEWERS.items()):
        expected = can(viewer, right, before) and name not in lost.get(right, ())
        assert can(viewer, right, after) == expected, (right, name)


def test_while_a_turn_may_be_doubted_nobody_is_told_here_which_words_count() -> None:
    doubtful = replace(AGREED, doubtful=True)
    assert not any(can(viewer, Right.LOOK_UP, doubtful) for viewer in VIEWERS.values())
    over = replace(doubtful, phase="ended")
    assert can(VIEWERS["seat"], Right.LOOK_UP, over)


def test_people_play_again_when_they_have_done_and_one_alone_whenever_he_likes() -> None:
    together = replace(AGREED, one_person=False)
    assert not can(VIEWERS["seat"], Right.REMATCH, together)
    assert can(VIEWERS["seat"], Right.REMATCH, replace(together, phase="ended"))
    assert can(VIEWERS["seat"], Right.REMATCH, replace(together, phase="cancelled"))


@pytest.mark.parametrize(
    ("viewer", "on_turn", "hand"),
    [
        (Seated(frozenset({2})), 0, 2),
        (Seated(frozenset({2})), None, 2),
        (Seated(frozenset({2}), asked=1), 1, 2),
        (Seated(frozenset({0, 1})), 0, None),
        (Seated(frozenset({0, 1}), asked=0), 0, 0),
        (Seated(frozenset({0, 1}), asked=1), 0, None),
        (Seated(frozenset({0, 1}), asked=2), 2, None),
        (Seated(frozenset({0, 1}), asked=0), None, None),
        (Adviser(3), 0, 3),
        (Invited(), 0, None),
        (Spectator(), 0, None),
        (Moderator(), 0, None),
        (Public(), 0, None),
    ],
)
def test_a_hand_is_shown_to_its_seat_and_its_adviser_alone(
    viewer: Viewer, on_turn: int | None, hand: int | None
) -> None:
    assert hand_shown(viewer, on_turn) == hand


def test_names_of_tables_people_and_invitations_are_guessed_by_nobody() -> None:
    """Security rule 8: 64 bits of chance at least."""
    seats = (SeatSettings("human"), SeatSettings("open"))
    making = Making(load_variant("friends"), seats, ANNA, places=(Place(ANNA), Place(None)))
    made = [deal_table(making) for _ in range(200)]
    assert bits_of_chance([unpacked(table.table) for table in made]) >= 64
    assert bits_of_chance([unpacked(table.invite or "") for table in made]) >= 64
    assert bits_of_chance([bytes.fromhex(fresh_person()) for _ in range(200)]) >= 64


def unpacked(name: str) -> bytes:
    return base64.urlsafe_b64decode(name + "=" * (-len(name) % 4))


def bits_of_chance(names: list[bytes]) -> int:
    """How many bits are not the same in all names; of so many names, those that are random."""
    numbers = [int.from_bytes(name) for name in names]
    assert len(set(numbers)) == len(numbers)
    return (reduce(or_, numbers) & ~reduce(and_, numbers)).bit_count()
