"""A person with the engine in his head: turns chosen from what the page shows and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.positions import read_tile, read_tiles
from wordsmith.engine import Candidate, generate, turns_by_words
from wordsmith.rules.board import Board
from wordsmith.rules.game import Game
from wordsmith.rules.parameters import Lines
from wordsmith.rules.referee import Shuffle
from wordsmith.rules.view import View
from wordsmith.server.messages.letters import format_play
from wordsmith.server.words.lexicons import load_complete

if TYPE_CHECKING:
    from tests.browser.screen import Placed, Screen
    from wordsmith.rules.variant import Variant

Taste = Callable[[Candidate], float]


def view_of(variant: Variant, screen: Screen) -> View:
    """What lies on the page, as the engine takes it: board and hand from the cells themselves."""
    alphabet, layout = variant.alphabet, variant.layout
    game = Game.begin(variant, variant.rules.seats[0], Shuffle(random.Random(0)))
    cells = bytes(0 if sign == "." else read_tile(alphabet, sign) for sign in screen.board())
    seat = screen.view["viewer"]
    return replace(
        View.of(game, 0),
        board=Board(layout.width, layout.height, cells),
        rack=read_tiles(alphabet, "".join(screen.hand())),
        bag=screen.view["bag"],
        seat=seat,
        on_turn=seat,
    )


def turns(variant: Variant, screen: Screen) -> list[Candidate]:
    """Turns that this hand can make here, best points first; not all where lines are free."""
    words = load_complete(variant)
    view = view_of(variant, screen)
    if variant.rules.lines_per_turn is Lines.ANY:
        return turns_by_words(view, words)
    return generate(view, words)


def tiles_of(variant: Variant, turn: Candidate) -> tuple[list[Placed], list[Placed]]:
    """Laid and swapped, as the page writes them."""
    shown = format_play(variant.alphabet, turn.play)
    return shown.laid, shown.swapped
