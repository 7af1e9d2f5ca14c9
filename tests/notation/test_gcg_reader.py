"""GCG read tolerantly."""

from pathlib import Path

import pytest

from wordsmith.errors import ParseError
from wordsmith.notation.gcg_reader import parse_gcg
from wordsmith.notation.gcg_writer import format_transcript
from wordsmith.notation.transcripts import Entry, Kind, Player

GOLDEN = Path(__file__).parents[1] / "golden" / "gcg"
FILES = sorted(GOLDEN.glob("*.gcg"))
PLAYERS = "#player1 ann Ann A\n#player2 bob Bob B\n"


def only_entry(line: str) -> Entry:
    (entry,) = parse_gcg(f"{PLAYERS}{line}\n").entries
    return entry


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_examples_write_back_to_the_same_meaning(path: Path) -> None:
    transcript = parse_gcg(path.read_bytes())
    assert transcript.warnings == ()
    assert parse_gcg(format_transcript(transcript)) == transcript


def test_there_are_three_examples() -> None:
    assert len(FILES) == 3


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_line_of_an_example_is_written_again_as_it_was(path: Path) -> None:
    written = format_transcript(parse_gcg(path.read_bytes())).splitlines()
    assert sorted(written) == sorted(path.read_text("utf-8").splitlines())


def test_the_first_example_says_what_it_says() -> None:
    transcript = parse_gcg((GOLDEN / "ex1_english_2p.gcg").read_bytes())
    assert transcript.players == (Player("ann", "Ann Example"), Player("bob", "Bob Example"))
    assert transcript.pragma("lexicon") == "none"
    assert transcript.racks == ("GOUV", "")
    assert transcript.incomplete
    kinds = [entry.kind for entry in transcript.entries]
    assert kinds[2:7] == [
        Kind.EXCHANGE,
        Kind.MOVE,
        Kind.WITHDRAWN,
        Kind.MOVE,
        Kind.CHALLENGE_BONUS,
    ]
    assert transcript.entries[4].score == -9
    assert transcript.entries[2].notes[0].startswith("exchange of two known tiles")


@pytest.mark.parametrize(
    ("line", "kind", "facts"),
    [
        (">ann: AEHRTW? 8G WATER +8 8", Kind.MOVE, {"rack": "AEHRTW?", "place": "8G"}),
        (">ann: AEHRTW? 8g WATER +8 8", Kind.MOVE, {"place": "8g", "tiles": "WATER"}),
        (">ann:  8G WATER +8 8", Kind.MOVE, {"rack": "", "tiles": "WATER"}),
        (">ann:AEHRTW? 8G WATER 8 8", Kind.MOVE, {"rack": "AEHRTW?", "score": 8}),
        (">ann: AB 8G (W)AT +26 66 BE, ET, DO", Kind.MOVE, {"total": 66, "tiles": "(W)AT"}),
        (">ann: АБ *I5;J8 К;.ОНИк +7 15", Kind.MOVE, {"place": "*I5;J8", "tiles": "К;.ОНИк"}),
        (">ann: AEHIQU? - +0 8", Kind.PASS, {"rack": "AEHIQU?"}),
        (">ann: AEHIQU? -  +0 8", Kind.PASS, {"rack": "AEHIQU?"}),
        (">ann: AEHIQU? -0 +0 8", Kind.PASS, {"count": 0}),
        (">ann: - +0 8", Kind.PASS, {"rack": ""}),
        (">ann: AEHIQU? -QU +0 8", Kind.EXCHANGE, {"tiles": "QU", "count": 0}),
        (">ann: AEHIQU? -2 +0 8", Kind.EXCHANGE, {"tiles": "", "count": 2}),
        (">ann: DEGKMNZ --  -9 6", Kind.WITHDRAWN, {"score": -9, "total": 6}),
        (">ann: NEXTRAK (challenge) +5 64", Kind.CHALLENGE_BONUS, {"score": 5}),
        (">ann:  (challenge) +5 64", Kind.CHALLENGE_BONUS, {"rack": ""}),
        (">ann:  (AEGO) +14 345", Kind.RACK_POINTS, {"tiles": "AEGO", "rack": ""}),
        (">ann: I (I) -1 8", Kind.RACK_LOSS, {"tiles": "I", "score": -1}),
        (">ann: I (time) -10 -2", Kind.TIME, {"score": -10, "total": -2}),
        (">ann: (time) +-10 -2", Kind.TIME, {"score": -10, "rack": ""}),
    ],
)
def test_each_kind_of_event_is_read(line: str, kind: Kind, facts: dict[str, object]) -> None:
    entry = only_entry(line)
    assert entry.kind is kind
    assert {name: getattr(entry, name) for name in facts} == facts


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_any_line_end_will_do(end: str) -> None:
    text = (GOLDEN / "ex1_english_2p.gcg").read_text("utf-8")
    assert parse_gcg(text.replace("\n", end).encode()) == parse_gcg(text)


def test_without_a_label_a_file_is_iso_8859_1() -> None:
    transcript = parse_gcg("#player1 j José\n#player2 b Bob\n".encode("iso-8859-1"))
    assert transcript.players[0].name == "José"
    assert transcript.warnings == ()


def test_without_a_label_what_is_plainly_utf_8_is_read_so_with_a_warning() -> None:
    transcript = parse_gcg("#player1 a Анна\n#player2 b Борис\n".encode())
    assert transcript.players[0].name == "Анна"
    assert transcript.warnings == ("no #character-encoding: read as UTF-8",)


def test_a_label_is_obeyed() -> None:
    text = "#character-encoding ISO-8859-1\n#player1 j José\n#player2 b Bob\n"
    assert parse_gcg(text.encode("iso-8859-1")).players[0].name == "José"


def test_a_label_in_another_line_is_obeyed_with_a_warning() -> None:
    text = "#title Ж\n#character-encoding UTF-8\n#player1 j José\n#player2 b Bob\n"
    transcript = parse_gcg(text.encode())
    assert transcript.players[0].name == "José"
    assert transcript.warnings == ("#character-encoding is not in the first line",)


def test_a_byte_order_mark_is_no_letter() -> None:
    text = (GOLDEN / "ex1_english_2p.gcg").read_bytes()
    assert parse_gcg(b"\xef\xbb\xbf" + text) == parse_gcg(text)


def test_decomposed_letters_are_composed() -> None:
    entry = only_entry(">ann: И\u0306ОД 8H И\u0306ОД +4 4")
    assert (entry.rack, entry.tiles) == ("ЙОД", "ЙОД")


def test_a_note_goes_on_over_lines_and_belongs_to_the_event_before() -> None:
    text = f"#note early\n{PLAYERS}>ann: ABC 8H AB +4 4\n#note one\n  two\nthree\n#note four\n"
    transcript = parse_gcg(text)
    assert transcript.preface == ("early",)
    assert transcript.entries[0].notes == ("one two three", "four")


def test_a_rack_after_incomplete_is_that_of_the_player_on_turn() -> None:
    transcript = parse_gcg(f"{PLAYERS}>ann: ABC 8H AB +4 4\n#incomplete XYZ\n")
    assert transcript.racks == ("", "XYZ")


def test_three_and_four_may_play() -> None:
    more = "#player4 dan Dan\n#player3 eve Eve\n>dan: A - +0 0\n#rack3 ЖЖ\n"
    transcript = parse_gcg(PLAYERS + more)
    assert [player.nick for player in transcript.players] == ["ann", "bob", "eve", "dan"]
    assert transcript.entries[0].seat == 3
    assert transcript.racks == ("", "", "ЖЖ", "")


def test_a_full_name_may_be_missing() -> None:
    assert parse_gcg("#player1 ann\n#player2 bob\n").players[0] == Player("ann", "ann")


def test_players_without_a_line_are_taken_in_their_order_with_a_warning() -> None:
    transcript = parse_gcg(">zoe: AB 8H AB +4 4\n>adam: CD - +0 0\n>zoe: C - +0 4\n")
    assert [player.nick for player in transcript.players] == ["zoe", "adam"]
    assert transcript.warnings == ("no #player line for zoe", "no #player line for adam")


def test_unknown_pragmata_are_kept() -> None:
    transcript = parse_gcg(f"{PLAYERS}#tile CH ch\n#board-layout Big\n")
    assert transcript.pragma("tile") == "CH ch"
    assert transcript.pragma("board-layout") == "Big"
    assert transcript.pragma("nothing") == ""


def test_a_total_that_does_not_add_up_is_warned_of() -> None:
    transcript = parse_gcg(f"{PLAYERS}>ann: AB 8H AB +4 5\n")
    assert transcript.warnings == ("line 3: the total is 5, and the scores add up to 4",)


def test_stray_lines_are_warned_of() -> None:
    assert "neither an event nor a pragma" in parse_gcg(f"{PLAYERS}hello\n").warnings[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "0 players"),
        ("#player1 ann Ann\n", "1 players"),
        ("#player1\n#player2 b B\n", "line 1: #player1 has no name"),
        ("#player1 a A\n#player2 a B\n", "line 2: two players are called a"),
        (f"{PLAYERS}>eve: A 8H AB +4 4\n", "line 3: there is no player eve; there are ann, bob"),
        (f"{PLAYERS}>ann\n", "line 3: an event begins with the player"),
        (f"{PLAYERS}>ann: AB\n", "line 3: an event needs"),
        (f"{PLAYERS}>ann: AB 8H AB +4\n", "line 3: an event needs"),
        (f"{PLAYERS}>ann: AB 8H AB four 4\n", "line 3: 'four' is no score"),
        (f"{PLAYERS}>ann: A - +0 0\n#player3 c C\n", "line 4: #player3 comes after"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        parse_gcg(text)


def test_an_encoding_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ParseError, match="'EBCDIC' is not known"):
        parse_gcg(b"#character-encoding EBCDIC\n")


def test_text_that_is_not_of_its_encoding_is_refused() -> None:
    with pytest.raises(ParseError, match="byte 36 is no UTF-8 text"):
        parse_gcg(b"#character-encoding UTF-8\n#title \xff\xfe\n".replace(b"#title ", b"#title x "))
