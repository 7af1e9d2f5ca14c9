"""``replay``: what comes of a scenario, step by step, by the rules and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordsmith.cli.output import reason_answer, warn
from wordsmith.errors import IllegalAction, ParseError
from wordsmith.notation.cgp import format_board
from wordsmith.notation.gcg_games import game_of
from wordsmith.notation.gcg_reader import parse_gcg
from wordsmith.notation.letters import format_rack, parse_rack
from wordsmith.notation.plays import parse_play
from wordsmith.rules.actions import (
    Action,
    Agree,
    Challenge,
    Exchange,
    OpenBag,
    Pass,
    Resign,
    Vote,
)
from wordsmith.rules.events import BagOpened, Event, Played
from wordsmith.rules.reasons import Code, Reason
from wordsmith.rules.referee import decide, judge
from wordsmith.rules.state import State, apply_all
from wordsmith.rules.view import bag_contents
from wordsmith.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wordsmith.cli.scenarios import Scenario, Step
    from wordsmith.rules.tiles import Tiles
    from wordsmith.rules.variant import Variant

_SIGNALS: dict[str, Action] = {
    "pass": Pass(),
    "resign": Resign(),
    "open_bag": OpenBag(),
    "agree": Agree(),
    "challenge": Challenge(),
}
_OFF_TURN = frozenset(("resign", "open_bag", "agree", "vote"))
_SCORED = frozenset(("play", "exchange", "pass"))


@dataclass(slots=True)
class _Given:
    """Chance that draws what the file says. ParseError where that cannot be."""

    step: Step
    drawn: bool = False

    def draw(self, bag: Tiles, count: int) -> Tiles:
        """The tiles of the file, if they are as many as are due and in the bag."""
        given, self.drawn = self.step.draw, True
        if len(given) != count:
            raise ParseError("draw.count", action=self.step.number, count=len(given), due=count)
        if given.missing_from(bag):
            raise ParseError("draw.missing", action=self.step.number)
        return given

    def demand_drawn(self) -> None:
        """ParseError if the file has tiles for a draw that was not due."""
        if self.step.draw and not self.drawn:
            raise ParseError("draw.none_due", action=self.step.number, count=len(self.step.draw))


def replay_answer(scenario: Scenario) -> dict[str, Any]:
    """The end of a scenario, and what became of each step."""
    state, steps = scenario.start, []
    for step in scenario.steps:
        try:
            events = _events(scenario, state, step)
        except IllegalAction as refusal:
            reasons = [reason_answer(reason, state.board) for reason in refusal.reasons]  # type: ignore[arg-type]
            steps.append({"ok": False, "reasons": reasons})
            continue
        state = apply_all(state, events)
        steps.append(_step_answer(scenario, state, step, events))
    return {**_position_answer(scenario.variant, state), "steps": steps}


def gcg_answer(path: Path) -> dict[str, Any]:
    """The end of a game in GCG, and what each of its events brought; warnings go to stderr.

    ParseError if the file cannot be read or a move cannot lie on the board.
    """
    try:
        transcript = parse_gcg(path.read_bytes())
    except OSError as error:
        raise ParseError("cannot_read", path=path, why=error) from None
    told = game_of(transcript)
    warn([f"{path}: {warning}" for warning in told.warnings])
    steps = [{"ok": True, "score": entry.score} for entry in transcript.entries]
    return {**_position_answer(told.game.variant, told.game.state), "steps": steps}


def _position_answer(variant: Variant, state: State) -> dict[str, Any]:
    alphabet = variant.alphabet
    return {
        "scores": list(state.scores),
        "ended": state.ended is not None,
        "reason": str(state.ended.reason) if state.ended else None,
        "winners": list(state.ended.winners) if state.ended else [],
        "on_turn": state.on_turn,
        "scoreless": state.scoreless,
        "bag": len(state.bag),
        "racks": [format_rack(rack, alphabet) for rack in state.racks],
        "board": format_board(state.board, alphabet),
    }


def _events(scenario: Scenario, state: State, step: Step) -> tuple[Event, ...]:
    variant, words = scenario.variant, scenario.words
    if step.kind not in _OFF_TURN:
        # whose turn it is goes before whether a play can be read: passing asks nothing else
        judge(variant, state, step.seat, Pass(), words)
    chance = _Given(step)
    events = decide(variant, state, step.seat, _action(scenario, state, step), words, chance)
    chance.demand_drawn()
    return events


def _action(scenario: Scenario, state: State, step: Step) -> Action:
    if step.kind == "play":
        return parse_play(step.asked, scenario.variant, state.board)
    if step.kind == "vote":
        return Vote(step.asked)
    if step.kind != "exchange":
        return _SIGNALS[step.kind]
    try:
        return Exchange(parse_rack(step.asked, scenario.variant.alphabet))
    except ParseError:
        raise IllegalAction(Reason(Code.BAD_NOTATION)) from None


def _step_answer(
    scenario: Scenario, state: State, step: Step, events: tuple[Event, ...]
) -> dict[str, Any]:
    """What to say of a step that was allowed; ``state`` is the one after it."""
    answer: dict[str, Any] = {"ok": True}
    if step.kind in _SCORED:
        answer["score"] = sum(event.points for event in events if isinstance(event, Played))
    if any(isinstance(event, BagOpened) for event in events):
        seen = bag_contents(state, step.seat)
        answer["tiles"] = format_rack(seen, scenario.variant.alphabet)
    return answer


def replay_sentences(answer: dict[str, Any], language: str) -> Iterator[str]:
    """What came of a scenario, in words, a line a step."""
    for number, step in enumerate(answer["steps"], start=1):
        if step["ok"]:
            said = str(step.get("score", step.get("tiles", "")))
        else:
            said = "; ".join(_refusal(reason, language) for reason in step["reasons"])
        yield f"{number:3} {'+' if step['ok'] else '-'} {said}".rstrip()
    yield say(language, "cli.replay.scores", scores=" : ".join(map(str, answer["scores"])))
    if answer["ended"]:
        yield say(language, f"over.reason.{answer['reason']}")


def _refusal(reason: dict[str, Any], language: str) -> str:
    said = say(language, f"reason.{reason['code']}", squares="").rstrip(": ")
    return f"{reason['word']}: {said}" if "word" in reason else said
