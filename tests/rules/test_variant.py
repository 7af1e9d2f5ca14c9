from collections import Counter
from dataclasses import replace

import pytest

from wordsmith.errors import ParseError
from wordsmith.rules.alphabet import WILD
from wordsmith.rules.parameters import PARAMETERS, format_rules
from wordsmith.rules.tiles import Tiles
from wordsmith.rules.variant import differences, load_variant, variant_ids, with_house_rules

# name = wordsmith / erudit / friends / classic / classic-ru, as the page of rules has them
PRESETS = {
    "seats": ("2-4", "2-4", "2", "2-4", "2-4"),
    "seating": ("agreed", "agreed", "random", "random", "random"),
    "rack_size": ("7", "7", "7", "7", "7"),
    "opening": ("two_start_cells",) + ("one_start_cell",) * 4,
    "lines_per_turn": ("any", "any", "one", "one", "one"),
    "full_rack_bonus": ("25", "15", "35", "50", "50"),
    "premium_words": ("every",) * 5,
    "word_premiums": ("multiply",) * 5,
    "wild_value": ("letter", "letter", "zero", "zero", "zero"),
    "wild_swap": ("any_player", "any_player", "no", "no", "no"),
    "exchange_minimum": ("1", "1", "1", "7", "7"),
    "exchange_none": ("pass", "pass", "refuse", "refuse", "refuse"),
    "check": ("refuse",) * 5,
    "repeat_words": ("yes",) * 5,
    "scoreless_limit": ("2", "2", "3", "6", "6"),
    "scoreless_per": ("seat", "seat", "table", "table", "table"),
    "scoreless_limit_at_zero": ("2", "2", "12", "6", "6"),
    "reckoning_out": ("none", "none", "award", "award", "award"),
    "reckoning_stall": ("none", "none", "deduct", "deduct", "deduct"),
    "tile_bag_turns": ("always", "always", "1", "always", "always"),
    "resign": ("loss",) * 5,
    "target_score": ("none",) * 5,
}
SHIPPED = ("wordsmith", "erudit", "friends", "classic", "classic-ru")


def test_five_variants_ship_in_the_order_they_are_offered() -> None:
    assert variant_ids() == SHIPPED


@pytest.mark.parametrize("key", PRESETS)
def test_the_presets_are_those_of_the_page_of_rules(key: str) -> None:
    written = tuple(format_rules(load_variant(variant_id).rules)[key] for variant_id in SHIPPED)
    assert written == PRESETS[key]


def test_every_parameter_is_checked_against_the_page_of_rules() -> None:
    assert PARAMETERS.keys() - PRESETS.keys() == {"word_groups"}  # the matter of the lexicon


@pytest.mark.parametrize(
    ("variant_id", "tiles", "wild", "values", "side"),
    [
        ("wordsmith", 120, 3, 298, 16),
        ("erudit", 131, 3, 315, 15),
        ("friends", 104, 2, 220, 15),
        ("classic", 100, 2, 187, 15),
        ("classic-ru", 104, 2, 224, 15),
    ],
)
def test_the_boxes_hold_their_tiles(
    variant_id: str, tiles: int, wild: int, values: int, side: int
) -> None:
    variant = load_variant(variant_id)
    assert len(variant.tiles) == tiles
    assert variant.tiles.count(WILD) == wild
    assert variant.tiles.value(variant.values) == values
    assert (variant.layout.width, variant.layout.height) == (side, side)


@pytest.mark.parametrize(
    ("variant_id", "written"),
    [
        (
            "wordsmith",
            (
                "А9x1 Б3x3 В5x2 Г3x3 Д5x2 Е8x1 Ж2x5 З2x5 И7x1 Й4x2 К5x2 Л4x2 М4x2 Н7x1 О9x1 П5x2"
                " Р5x2 С5x2 Т4x2 У3x3 Ф1x10 Х2x5 Ц1x10 Ч2x5 Ш1x10 Щ1x10 Ъ1x10 Ы2x5 Ь2x5 Э1x10 Ю1x10"
                " Я3x3"
            ),
        ),
        (
            "erudit",
            (
                "А10x1 Б3x3 В5x2 Г3x3 Д5x2 Е9x1 Ж2x5 З2x5 И8x1 Й4x2 К6x2 Л4x2 М5x2 Н8x1 О10x1 П6x2"
                " Р6x2 С6x2 Т5x2 У3x3 Ф1x10 Х2x5 Ц1x10 Ч2x5 Ш1x10 Щ1x10 Ъ1x10 Ы2x5 Ь2x5 Э1x10 Ю1x10"
                " Я3x3"
            ),
        ),
        (
            "friends",
            (
                "A9x1 B2x4 C2x4 D5x2 E13x1 F2x4 G3x3 H4x3 I8x1 J1x10 K1x5 L4x2 M2x4 N5x2 O8x1 P2x4"
                " Q1x10 R6x1 S5x1 T7x1 U4x2 V2x5 W2x4 X1x8 Y2x3 Z1x10"
            ),
        ),
        (
            "classic",
            (
                "A9x1 B2x3 C2x3 D4x2 E12x1 F2x4 G3x2 H2x4 I9x1 J1x8 K1x5 L4x1 M2x3 N6x1 O8x1 P2x3"
                " Q1x10 R6x1 S4x1 T6x1 U4x1 V2x4 W2x4 X1x8 Y2x4 Z1x10"
            ),
        ),
        (
            "classic-ru",
            (
                "А8x1 Б2x3 В4x1 Г2x3 Д4x2 Е8x1 Ё1x3 Ж1x5 З2x5 И5x1 Й1x4 К4x2 Л4x2 М3x2 Н5x1 О10x1"
                " П4x2 Р5x1 С5x1 Т5x1 У4x2 Ф1x10 Х1x5 Ц1x5 Ч1x5 Ш1x8 Щ1x10 Ъ1x10 Ы2x4 Ь2x3 Э1x8"
                " Ю1x8 Я2x3"
            ),
        ),
    ],
)
def test_each_letter_is_there_as_often_and_worth_as_much_as_the_page_of_rules_says(
    variant_id: str, written: str
) -> None:
    variant = load_variant(variant_id)
    counts = Counter(variant.tiles)
    letters = [
        f"{letter}{counts[code]}x{variant.values[code]}"
        for code, letter in enumerate(variant.alphabet.letters, start=1)
    ]
    assert letters == written.split()


def test_an_unknown_variant_is_refused_with_the_list_of_all() -> None:
    with pytest.raises(ParseError, match="unknown variant 'chess'; there are wordsmith, erudit"):
        load_variant("chess")


@pytest.mark.parametrize("variant_id", ["../variants/classic", "", "classic.toml", "Classic"])
def test_a_name_of_a_file_is_no_variant(variant_id: str) -> None:
    with pytest.raises(ParseError, match="unknown variant"):
        load_variant(variant_id)


@pytest.mark.parametrize("variant_id", variant_ids())
def test_a_preset_differs_from_itself_in_nothing(variant_id: str) -> None:
    variant = load_variant(variant_id)
    assert differences(variant) == {}
    assert differences(with_house_rules(variant, format_rules(variant.rules))) == {}


def test_house_rules_are_shown_as_the_differences_from_the_preset() -> None:
    overrides = {"target_score": "50", "wild_swap": "next_player", "rack_size": "7"}
    table = with_house_rules(load_variant("wordsmith"), overrides)
    assert differences(table) == {"wild_swap": "next_player", "target_score": "50"}
    assert load_variant("wordsmith").rules.target_score is None


def test_house_rules_make_another_variant_of_the_same_name() -> None:
    classic = load_variant("classic")
    table = with_house_rules(classic, {"full_rack_bonus": "35"})
    assert table != classic
    assert table.id == classic.id
    assert len({table, classic, with_house_rules(classic, {})}) == 2


def test_an_opening_on_two_brown_cells_needs_a_board_that_has_them() -> None:
    with pytest.raises(ParseError, match="classic15 has none"):
        with_house_rules(load_variant("classic"), {"opening": "two_start_cells"})
    one = with_house_rules(load_variant("wordsmith"), {"opening": "one_start_cell"})
    assert differences(one) == {"opening": "one_start_cell"}


def test_the_full_hands_of_all_seats_cannot_be_more_than_the_box() -> None:
    small = replace(load_variant("classic"), tiles=Tiles(bytes(40)))  # 2 to 4 seats
    assert with_house_rules(small, {"rack_size": "10"}).rules.rack_size == 10
    with pytest.raises(ParseError, match="rule rack_size: 11 tiles for each of 4 seats"):
        with_house_rules(small, {"rack_size": "11"})
    assert with_house_rules(small, {"rack_size": "16", "seats": "2"}).rules.rack_size == 16


def test_a_bad_house_rule_is_refused_by_its_name() -> None:
    with pytest.raises(ParseError, match="rule check: 'maybe' is not one of: refuse, vote"):
        with_house_rules(load_variant("friends"), {"check": "maybe"})


@pytest.mark.parametrize(
    ("variant_id", "real", "wild"), [("wordsmith", 10, 10), ("friends", 10, 0)]
)
def test_a_laid_wild_tile_is_worth_what_the_rules_say(
    variant_id: str, real: int, wild: int
) -> None:
    variant = load_variant(variant_id)
    code = next(code for code, value in enumerate(variant.values) if value == 10)
    assert variant.letter_value(code) == real
    assert variant.letter_value(code | 0x80) == wild
