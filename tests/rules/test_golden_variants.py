import json

import pytest

from tests.golden.regenerate import VARIANTS, variants_text
from wordsmith.rules.variant import variant_ids


def test_the_page_tests_with_the_variants_of_the_code() -> None:
    assert VARIANTS.read_text("utf-8") == variants_text(), "python -m tests.golden.regenerate"


@pytest.mark.parametrize("index", range(len(variant_ids())))
def test_every_picture_of_the_golden_file_fills_its_board(index: int) -> None:
    variant = json.loads(VARIANTS.read_text("utf-8"))[index]
    assert len(variant["premiums"]) == variant["width"] * variant["height"]
