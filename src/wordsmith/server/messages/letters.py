"""Plays, hands and boards between the letters of the protocol and the codes of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from wordsmith.errors import IllegalAction
from wordsmith.notation.letters import format_placed
from wordsmith.rules import actions
from wordsmith.rules.alphabet import LAID_WILD, WILD, WILD_SIGNS
from wordsmith.rules.reasons import Code, Reason
from wordsmith.rules.tiles import Tiles
from wordsmith.server.messages import protocol, shown

if TYPE_CHECKING:
    from wordsmith.rules.alphabet import Alphabet
    from wordsmith.rules.board import Board
    from wordsmith.rules.variant import Variant


def parse_action(variant: Variant, action: protocol.Move) -> actions.Action:
    """What a page asks for. IllegalAction if it is written in letters that are no tiles here."""
    match action:
        case protocol.PlayAction():
            return parse_play(variant, action)
        case protocol.ExchangeAction(tiles):
            return actions.Exchange(parse_tiles(variant.alphabet, tiles))
        case protocol.PassAction():
            return actions.Pass()
        case protocol.ResignAction():
            return actions.Resign()
        case protocol.OpenBagAction():
            return actions.OpenBag()
        case protocol.AgreeAction():
            return actions.Agree()
        case protocol.VoteAction(accept):
            return actions.Vote(accept)
        case protocol.ChallengeAction():
            return actions.Challenge()
        case _:
            assert_never(action)


def format_action(alphabet: Alphabet, action: actions.Action) -> protocol.Move:
    """An action as a page would ask for it; ``parse_action`` reads it back."""
    match action:
        case actions.Play():
            play = format_play(alphabet, action)
            return protocol.PlayAction(play.laid, play.swapped)
        case actions.Exchange(tiles):
            return protocol.ExchangeAction(format_tiles(alphabet, tiles))
        case actions.Pass():
            return protocol.PassAction()
        case actions.Resign():
            return protocol.ResignAction()
        case actions.OpenBag():
            return protocol.OpenBagAction()
        case actions.Agree():
            return protocol.AgreeAction()
        case actions.Vote(accept):
            return protocol.VoteAction(accept)
        case actions.Challenge():
            return protocol.ChallengeAction()
        case _:
            assert_never(action)


def parse_play(variant: Variant, play: protocol.Play) -> actions.Play:
    """A play from its letters. IllegalAction if some are no tiles, or more than a hand can hold."""
    alphabet, most = variant.alphabet, variant.rules.rack_size
    taken = min(len(play.swapped), variant.tiles.count(WILD))
    if len(play.swapped) > most or len(play.laid) > most + taken:
        squares = tuple(sorted({square for square, _ in play.laid}))
        raise IllegalAction(Reason(Code.NOT_IN_RACK, squares))
    return actions.Play(
        frozenset([(square, _laid(alphabet, square, letter)) for square, letter in play.laid]),
        frozenset([(square, _laid(alphabet, square, letter)) for square, letter in play.swapped]),
    )


def _laid(alphabet: Alphabet, square: int, letter: str) -> int:
    code = alphabet.code(letter) or alphabet.code(alphabet.fold(letter))
    if code is None:
        raise IllegalAction(Reason(Code.BAD_NOTATION, (square,)))
    return code | LAID_WILD if letter.islower() else code


def format_play(alphabet: Alphabet, play: actions.Play) -> shown.ShownPlay:
    """A play in letters, square by square."""
    laid, swapped = format_placed(play.laid, alphabet), format_placed(play.swapped, alphabet)
    return shown.ShownPlay(laid, swapped)


def parse_tiles(alphabet: Alphabet, letters: str) -> Tiles:
    """A multiset of tiles from its letters. IllegalAction if one is no tile of the alphabet."""
    codes = [WILD if letter in WILD_SIGNS else alphabet.code(letter) for letter in letters]
    if None in codes:
        raise IllegalAction(Reason(Code.BAD_NOTATION))
    return Tiles.of([code for code in codes if code is not None])


def format_tiles(alphabet: Alphabet, tiles: Tiles) -> str:
    """Tiles as letters in order, wild ones as ``?``."""
    return alphabet.decode(tiles.codes)


def format_board(alphabet: Alphabet, board: Board) -> str:
    """The cells row by row; ``.`` is empty, a small letter a wild tile."""
    return alphabet.draw(board.cells)
