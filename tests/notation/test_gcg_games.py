"""Games to GCG and back."""

import re
from pathlib import Path

import pytest

from tests.generators import SEATED, random_game, table
from tests.positions import house
from wordsmith.errors import ParseError
from wordsmith.notation.gcg import format_gcg, players_of
from wordsmith.notation.gcg_games import game_of, variant_of
from wordsmith.notation.gcg_reader import parse_gcg
from wordsmith.rules.events import ChallengeFailed, ChallengeUpheld, Ended, EndReason, Played
from wordsmith.rules.game import Game
from wordsmith.rules.state import apply
from wordsmith.rules.variant import load_variant

GOLDEN = Path(__file__).parents[1] / "golden" / "gcg"
PLAYERS = "#player1 ann Ann\n#player2 bob Bob\n"
NAMES = ("Анна Петрова", "bob", "bob", "d:e f")

RACK, SCORE, TOTAL = r"\S+", r"\+\d+", r"\d+"
KNOWN_TO_OTHERS = re.compile(
    "|".join(
        [
            r"#character-encoding UTF-8",
            r"#player[12] \S+ .+",
            r"#(?:description|lexicon|game-type|board-layout|tile-distribution|note) .+",
            r"#rack[12] \S+",
            r"#incomplete",
            rf">\S+: {RACK} \w+ \S+ {SCORE} {TOTAL}",
            rf">\S+: {RACK} - \+0 {TOTAL}",
            rf">\S+: {RACK} -\S+ \+0 {TOTAL}",
            rf">\S+: {RACK} -- +-\d+ {TOTAL}",
            rf">\S+: \S* \(challenge\) {SCORE} {TOTAL}",
            rf">\S+:  \(\S+\) {SCORE} -?{TOTAL}",
            rf">\S+: {RACK} \(\S+\) -\d+ -?{TOTAL}",
        ]
    )
)
"""The lines that the usual readers of GCG know."""


def golden(name: str) -> bytes:
    return (GOLDEN / name).read_bytes()


@pytest.mark.parametrize(
    ("name", "variant_id", "scores"),
    [
        ("ex1_english_2p.gcg", "classic", (71, 15)),
        ("ex2_endgame.gcg", "classic", (23, -2)),
        ("ex3_wordsmith_3p.gcg", "wordsmith", (15, 11, 5)),
    ],
)
def test_an_example_becomes_a_game_of_the_same_scores(
    name: str, variant_id: str, scores: tuple[int, ...]
) -> None:
    told = game_of(parse_gcg(golden(name)))
    assert told.game.variant.id == variant_id
    assert told.game.state.scores == scores
    assert Game.replay(told.game.variant, told.game.start, told.game.events) == told.game
    again = game_of(parse_gcg(format_gcg(told.game, told.names)))
    assert again.game == told.game
    assert again.names == told.names


def test_scores_that_the_rules_do_not_give_are_kept_with_a_warning() -> None:
    told = game_of(parse_gcg(golden("ex1_english_2p.gcg")))
    assert told.warnings[0] == "line 10: 8 points, and classic counts 16"
    first = next(event for event in told.game.events if isinstance(event, Played))
    assert (first.points, first.bonus) == (8, -8)


def test_a_phony_taken_back_and_a_failed_challenge_are_events() -> None:
    told = game_of(parse_gcg(golden("ex1_english_2p.gcg")))
    upheld = next(event for event in told.game.events if isinstance(event, ChallengeUpheld))
    assert (upheld.seat, upheld.mover) == (0, 1)
    failed = next(event for event in told.game.events if isinstance(event, ChallengeFailed))
    assert (failed.seat, failed.mover, failed.bonus) == (1, 0, 5)


def test_the_end_of_a_game_is_reckoned_as_the_file_says() -> None:
    told = game_of(parse_gcg(golden("ex2_endgame.gcg")))
    assert told.game.state.ended == Ended(EndReason.OUT, (0,), (1, -11))


def test_an_unfinished_game_stays_unfinished_with_the_hands_it_names() -> None:
    told = game_of(parse_gcg(golden("ex3_wordsmith_3p.gcg")))
    state = told.game.state
    assert state.ended is None
    assert told.game.variant.alphabet.decode(state.racks[2].codes) == "АДЛНЬ"
    assert state.on_turn == 2


def test_the_cells_of_a_line_of_many_words_and_a_star_are_right() -> None:
    told = game_of(parse_gcg(golden("ex3_wordsmith_3p.gcg")))
    last = [event for event in told.game.events if isinstance(event, Played)][-1]
    assert [word.word for word in last.words] == ["ТОНИК"]
    assert len(last.play.swapped) == 1
    assert told.game.state.board.is_wild(11 * 16 + 9)


@pytest.mark.parametrize(("variant_id", "seats"), SEATED)
def test_a_finished_game_reads_back_to_the_same_scores(variant_id: str, seats: int) -> None:
    game = random_game(table(variant_id, seats), seats, seed=21, leaving=0.01)
    told = game_of(parse_gcg(format_gcg(game, NAMES[:seats]).encode()))
    assert told.game.state.scores == game.state.scores
    assert told.game.state.board == game.state.board
    assert told.game.state.ended == game.state.ended
    assert told.game.state.racks == game.state.racks
    assert told.game.variant == game.variant
    assert told.warnings == ()
    assert told.names == NAMES[:seats]


@pytest.mark.parametrize("check", ["vote", "challenge_single", "challenge_double", "challenge_5"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_games_with_votes_and_challenges_read_back(check: str, seed: int) -> None:
    rules = {"check": check, "full_rack_bonus": "40"}
    game = random_game(table("erudit", 3, rules), 3, seed)
    told = game_of(parse_gcg(format_gcg(game, NAMES[:3])))
    assert told.game.variant == game.variant
    assert told.game.state.scores == game.state.scores
    assert told.game.state.board == game.state.board
    assert told.game.state.ended == game.state.ended


@pytest.mark.parametrize(("variant_id", "seats"), SEATED)
def test_a_game_reads_back_at_every_moment(variant_id: str, seats: int) -> None:
    game = random_game(table(variant_id, seats), seats, seed=8, leaving=0.0)
    for length in range(seats, len(game.events), 17):
        part = Game.replay(game.variant, game.start, game.events[:length])
        told = game_of(parse_gcg(format_gcg(part, NAMES[:seats])))
        assert told.game.state.scores == part.state.scores
        assert told.game.state.board == part.state.board


@pytest.mark.parametrize("variant_id", ["friends", "classic"])
@pytest.mark.parametrize("seed", range(6))
def test_other_programs_know_every_line_of_a_game_of_two(variant_id: str, seed: int) -> None:
    game = random_game(table(variant_id, 2, {"check": "challenge_5"}), 2, seed)
    for line in format_gcg(game, ("Ann", "Bob")).splitlines():
        assert KNOWN_TO_OTHERS.fullmatch(line), line


def test_the_first_line_names_the_encoding_and_players_come_before_events() -> None:
    lines = format_gcg(random_game(load_variant("friends"), 2, 1), ("Ann", "Bob")).splitlines()
    assert lines[0] == "#character-encoding UTF-8"
    events = [n for n, line in enumerate(lines) if line.startswith(">")]
    pragmata = [n for n, line in enumerate(lines) if re.match("#(?!note|rack|incomplete)", line)]
    assert max(pragmata) < min(events)


def test_nicks_have_no_blanks_or_colons_and_differ() -> None:
    players = players_of(("Ann A", "Ann A", "x:y", " "))
    assert [player.nick for player in players] == ["Ann_A", "Ann_A2", "x_y", "player4"]
    assert [player.name for player in players] == ["Ann A", "Ann A", "x:y", "player4"]


def test_a_hand_that_may_not_be_seen_shows_only_what_was_played() -> None:
    game = random_game(load_variant("friends"), 2, seed=4, leaving=0.0)
    part = Game.replay(game.variant, game.start, game.events[:40])
    text = format_gcg(part, ("Ann", "Bob"), shown=(0,))
    state, alphabet = part.start, part.variant.alphabet
    for event in part.events:
        after = apply(state, event)
        hidden = alphabet.decode(after.racks[1].codes)
        assert not re.search(rf">Bob: \S*{re.escape(hidden)}", text) or len(hidden) < 4
        state = after
    for line in text.splitlines():
        moved = re.fullmatch(r">Bob: (\S+) \w+ (\S+) \+\d+ \d+", line)
        if moved:
            fresh = re.sub("[a-z]", "?", moved[2].replace(".", ""))
            assert moved[1] == fresh
        assert not line.startswith("#rack2")
        assert not re.fullmatch(r">Bob: \S+ -[A-Z?]+ .*", line)


def test_house_rules_stand_in_the_description_and_are_read_again() -> None:
    variant = house("friends", full_rack_bonus="0", wild_swap="any_player")
    game = random_game(variant, 2, seed=2)
    text = format_gcg(game, ("Ann", "Bob"))
    assert "#description house rules: full_rack_bonus=0 wild_swap=any_player" in text
    assert variant_of(parse_gcg(text)) == variant


@pytest.mark.parametrize(
    ("pragmata", "variant_id"),
    [
        ("", "classic"),
        ("#game-type wordsmith\n", "wordsmith"),
        ("#board-layout friends15\n", "friends"),
        ("#board-layout CrosswordGame\n", "classic"),
        ("#tile-distribution erudit131\n", "erudit"),
        ("#tile-distribution english\n", "classic"),
        (">ann: ТОН 8G ТОН +6 6\n", "classic-ru"),
    ],
)
def test_the_variant_is_the_one_named_or_the_likeliest(pragmata: str, variant_id: str) -> None:
    assert variant_of(parse_gcg(PLAYERS + pragmata)).id == variant_id


def test_a_variant_may_be_asked_for() -> None:
    transcript = parse_gcg(f"{PLAYERS}>ann: ABC 8G CAB +9 9\n#incomplete\n")
    assert game_of(transcript, load_variant("friends")).game.variant.id == "friends"


def test_an_unknown_exchange_gives_back_what_the_next_rack_lacks() -> None:
    text = f"{PLAYERS}>ann: ABCDEFG -2 +0 0\n>bob: XYZ - +0 0\n>ann: ABCDEHI - +0 0\n#incomplete\n"
    told = game_of(parse_gcg(text))
    assert told.game.variant.alphabet.decode(told.game.state.racks[0].codes) == "ABCDEHI"
    assert told.warnings == ()


def test_a_challenge_that_cost_the_turn_is_told_by_the_note_of_other_programs() -> None:
    text = f"{PLAYERS}>ann: ABC 8G CAB +14 14\n>bob: XYZ - +0 0\n#note #unsuccessful-challenge\n"
    failed = game_of(parse_gcg(text)).game.events[-1]
    assert failed == ChallengeFailed(1, 0, ("CAB",), 0, loses_turn=True)


def test_a_box_that_is_not_the_variants_is_warned_of() -> None:
    told = game_of(parse_gcg(f"{PLAYERS}>ann: ZZZ 8G ZAZZ +1 1\n#incomplete\n"))
    assert "the tiles are not those of classic" in told.warnings


def test_a_move_of_tiles_that_the_rack_lacks_is_warned_of() -> None:
    told = game_of(parse_gcg(f"{PLAYERS}>ann: ABC 8G CABS +16 16\n#incomplete\n"))
    assert told.warnings == ("line 3: the move lays tiles that the rack lacks",)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (">ann: ABC 8G C.B +9 9", "line 3: 8G C.B cannot lie there: an empty cell between"),
        (">ann: ABC 8N CAB +9 9", "line 3: 8N CAB cannot lie there: a tile lies off the board"),
        (">ann: ABC 8G C[AB] +9 9", "line 3: 8G .* cannot lie there: the move cannot be read"),
        (">ann: ABC --  -9 0", "line 3: there is no move before this that could be taken back"),
        (">ann: ABC (challenge) +5 5", "line 3: there is no move before this"),
    ],
)
def test_what_cannot_have_happened_is_refused_with_its_line(event: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        game_of(parse_gcg(f"{PLAYERS}{event}\n"))


def test_a_file_that_does_not_say_how_it_ended_ends_as_the_rules_say() -> None:
    passes = "".join(f">{who}: A - +0 0\n" for who in ("ann", "bob") * 3)
    ended = game_of(parse_gcg(PLAYERS + passes)).game.state.ended
    assert ended == Ended(EndReason.STALL, (0, 1), (0, 0))
    assert game_of(parse_gcg(f"{PLAYERS}{passes}#incomplete\n")).game.state.ended is None


def test_a_name_is_needed_for_each_seat() -> None:
    with pytest.raises(ValueError, match="1 names for 2 seats"):
        format_gcg(random_game(load_variant("friends"), 2, 1), ("Ann",))
