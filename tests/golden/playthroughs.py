"""Whole games of bots, printed turn by turn: ``python -m tests.golden.playthroughs``.

What a file says besides moves and draws is worked out by the rules again when a test reads it. So
bots may come to play otherwise without any harm; the files are written anew only when the rules
have changed, and the diff is looked at as at code.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from wordsmith.bots.arena import Order, play_game
from wordsmith.bots.levels import make_bot
from wordsmith.lexicon.catalogue import load_lexicon
from wordsmith.notation.diagram import format_diagram
from wordsmith.notation.letters import format_rack, parse_rack
from wordsmith.notation.plays import format_play, parse_play
from wordsmith.rules.actions import Exchange, Pass
from wordsmith.rules.events import Drew, Ended, Event, Exchanged, Passed, Played
from wordsmith.rules.game import Game
from wordsmith.rules.state import State, apply
from wordsmith.rules.variant import Variant, load_variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordsmith.rules.actions import Action
    from wordsmith.rules.reasons import Words
    from wordsmith.rules.referee import Chance

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 4
SEATS = {
    "wordsmith": ("good", "easy", "good", "easy"),
    "erudit": ("good", "good", "easy"),
    "friends": ("good", "easy"),
    "classic": ("all", "good"),
    "classic-ru": ("good", "easy"),
}
"""Who plays the game of each variant."""

_BOARD_EVERY = 5  # turns


@dataclass(frozen=True)
class Playthrough:
    """What a file says that the rules cannot work out."""

    variant: Variant
    seats: int
    moves: tuple[str, ...]  # "play 8H CAT", "exchange AB", "pass"
    draws: tuple[str, ...]  # in the order of the game, the deal first


def play_through(variant_id: str) -> Game:
    """A game of bots from the fixed seed."""
    variant, levels = load_variant(variant_id), SEATS[variant_id]
    lexicon = load_lexicon(variant.lexicon, variant.alphabet, frozenset(variant.rules.word_groups))
    bots = [make_bot(level, lexicon, SEED * 10 + seat) for seat, level in enumerate(levels)]
    order = Order(variant.tiles, str(SEED))
    return play_game(variant, lexicon, bots, tuple(range(len(levels))), order).game


def format_playthrough(game: Game) -> str:
    """The game as text."""
    lines = [f"variant {game.variant.id}", f"seats {len(game.start.racks)}"]
    state = game.start
    for number, event in enumerate(game.events):
        after = apply(state, event)
        following = game.events[number + 1 : number + 2]
        lines += _told(game.variant, state, event, following)
        if after.turn > state.turn and not state.turn % _BOARD_EVERY:
            lines += ["", format_diagram(after.board, game.variant)]
        state = after
    lines += ["", format_diagram(state.board, game.variant), ""]
    return "\n".join(lines)


def _told(
    variant: Variant, state: State, event: Event, following: tuple[Event, ...]
) -> Iterator[str]:
    alphabet = variant.alphabet
    match event:
        case Drew(seat, tiles):
            if following and isinstance(following[0], Exchanged):  # drawn first, told after it
                yield from _turn(variant, state, seat)
                yield f"exchange {format_rack(following[0].tiles, alphabet)}"
            yield f"draws {format_rack(tiles, alphabet)}"
        case Played(seat, play, words, bonus):
            yield from _turn(variant, state, seat)
            yield f"play {format_play(play, variant, state.board)}"
            made = ", ".join(f"{word.word} {word.points}" for word in words)
            yield f"words {made}" + (f", full hand {bonus}" if bonus else "")
        case Passed(seat):
            yield from _turn(variant, state, seat)
            yield "pass"
        case Ended(reason, winners, reckoning):
            yield ""
            yield f"ended {reason}, won by {_numbers(winners)}, reckoned {_numbers(reckoning)}"
            yield f"scores {_numbers(apply(state, event).scores)}"


def _turn(variant: Variant, state: State, seat: int) -> Iterator[str]:
    yield ""
    yield f"turn {state.turn}: scores {_numbers(state.scores)}, bag {len(state.bag)}"
    yield f"seat {seat} holds {format_rack(state.racks[seat], variant.alphabet)}"


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def parse_playthrough(text: str) -> Playthrough:
    """The moves and draws of a file."""
    said = [line.partition(" ")[::2] for line in text.splitlines()]
    first = dict(reversed(said))
    return Playthrough(
        load_variant(first["variant"]),
        int(first["seats"]),
        tuple(
            f"{verb} {rest}".strip() for verb, rest in said if verb in ("play", "exchange", "pass")
        ),
        tuple(rest for verb, rest in said if verb == "draws"),
    )


def replayed(told: Playthrough, words: Words, chance: Chance) -> Game:
    """The game of a file, played again by the rules."""
    game = Game.begin(told.variant, told.seats, chance)
    for move in told.moves:
        action = _action(told.variant, game.state, move)
        game = game.act(game.state.on_turn, action, words, chance)
    return game


def _action(variant: Variant, state: State, move: str) -> Action:
    verb, _, rest = move.partition(" ")
    if verb == "play":
        return parse_play(rest, variant, state.board)
    if verb == "exchange":
        return Exchange(parse_rack(rest, variant.alphabet))
    return Pass()


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True)
    for variant_id in SEATS:
        text = format_playthrough(play_through(variant_id))
        (FOLDER / f"{variant_id}.txt").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
