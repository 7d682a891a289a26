"""Checks the answers of a game from a file. A wrong answer would fail far from that file, in a bot or on the screen;
here it is reported as a fault of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from itertools import islice
from types import FrameType, TracebackType
from typing import Any, NamedTuple

from skill.errors import Words, shortened
from skill.lattice.cells import CELLS
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Fact
from skill.rules.game import AnyGame, AttemptSpec, Game, Result
from skill.rules.telling import Held, Label, Note
from skill.rules.turn import Node

_FEW = 20
"""Elements of an answer that are looked at."""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _several(of: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda answer: isinstance(answer, Sequence) and all(map(of, islice(answer, _FEW)))


def _mapped(key: Callable[[Any], bool], value: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda answer: isinstance(answer, Mapping) and all(key(k) and value(v) for k, v in answer.items())


def _of(*kinds: type) -> Callable[[Any], bool]:
    return lambda answer: isinstance(answer, kinds) and not isinstance(answer, bool)


def _is_cell(value: Any) -> bool:
    return _of(int)(value) and value in CELLS


def _is_result(answer: Any) -> bool:
    return answer is None or (
        isinstance(answer, Result)
        and _several(_of(int))(answer.winners)
        and _several(_is_number)(answer.scores)
        and isinstance(answer.reason, str)
    )


_ACTIONS = Words("a list of actions, each made by a verb: `PLACE(RED, cell, None)`")
_FACTS = Words("a tuple of `Fact`")
_NUMBERS = Words("a tuple of numbers")
_CELL_LIST = Words("a list of cells, each a number from 0 to {last}", last=len(CELLS) - 1)
_STATE = Words("a state")
ANSWERS: dict[str, tuple[Callable[[Any], bool], Words]] = {
    "start": (lambda answer: answer is not None, _STATE),
    "play": (lambda answer: answer is not None, _STATE),
    "view": (lambda answer: answer is not None, _STATE),
    "determinized": (lambda answer: answer is not None, _STATE),
    "to_move": (
        lambda answer: answer is None or _of(int, Node, AttemptSpec)(answer),
        Words("a seat, CHANCE, ANYONE, an `AttemptSpec` or None"),
    ),
    "moves": (_several(_of(Action)), _ACTIONS),
    "draw": (_of(Action), Words("an action, made by a verb")),
    "weights": (_several(_is_number), _NUMBERS),
    "result": (_is_result, Words("a `Result` of winners, scores and a reason, or None")),
    "pyramid": (_of(Pyramid), Words("a `Pyramid`")),
    "scores": (_several(_is_number), _NUMBERS),
    "outlook": (_several(_is_number), _NUMBERS),
    "counted": (_several(_is_cell), _CELL_LIST),
    "goal_cells": (_several(_is_cell), _CELL_LIST),
    "owned_cells": (_mapped(_is_cell, _of(int)), Words("cells and the seats that own them")),
    "labels": (_mapped(_is_cell, _of(Label)), Words("cells and their `Label`")),
    "colour_values": (_mapped(_of(str), _is_number), Words("letters of colours and numbers")),
    "facts": (_several(_of(Fact)), _FACTS),
    "told": (_several(_of(Fact)), _FACTS),
    "goal_line": (_of(Fact), Words("a `Fact`")),
    "deciding_rule": (lambda answer: answer is None or _of(Fact)(answer), Words("a `Fact`")),
    "standing": (lambda answer: answer is None or _of(Fact)(answer), Words("a `Fact`")),
    "held": (_several(_of(Held)), Words("a list of `Held`")),
    "notes": (_several(_of(Note)), Words("a list of `Note`")),
    "captured_by": (_several(_is_cell), _CELL_LIST),
}
"""What each question of the contract is answered by: whether something is such an answer, and what is expected."""


class Asked(NamedTuple):
    """A question and its answer."""

    what: str
    arguments: tuple[Any, ...]
    answer: Any

    @property
    def fault(self) -> Words | None:
        """What is wrong with the answer; None if it is of the kind that is expected."""
        is_answer, expected = ANSWERS[self.what]
        if is_answer(self.answer):
            return None
        text = "`{what}` answered {answer}; expected {expected}"
        return Words(text, what=self.what, answer=_short(self.answer), expected=expected)


def watch(game: AnyGame) -> None:
    """Has a game keep what it was asked last: each question once."""
    for name in ANSWERS:
        setattr(game, name, _keeping(getattr(game, name), name, vars(game).setdefault(_KEPT, {})))


_KEPT = "_asked"


def _keeping(ask: Callable[..., Any], name: str, kept: dict[str, Asked]) -> Callable[..., Any]:
    @wraps(ask)
    def asked(*arguments: Any, **named: Any) -> Any:
        answer = ask(*arguments, **named)
        kept.pop(name, None)  # so that the last of them is the one that was asked last
        kept[name] = Asked(name, (*arguments, *named.values()), answer)
        return answer

    return asked


def answered(error: BaseException) -> tuple[AnyGame, Words] | None:
    """The watched game that an error arose with, and what that game had been asked; None where there was none.

    A wrong answer is told before the question that was asked last.
    """
    if (game := _game_in(error.__traceback__)) is None or not (kept := vars(game)[_KEPT]):
        return None
    for asked in reversed([*kept.values()]):
        if fault := asked.fault:
            return game, fault
    last = [*kept.values()][-1]
    text = "the last question was `{what}` of {arguments}, and the answer {answer}"
    return game, Words(text, what=last.what, arguments=_short(last.arguments), answer=_short(last.answer))


def _game_in(trace: TracebackType | None) -> AnyGame | None:
    """The watched game that the innermost function of a traceback works with which works with any game."""
    found = None
    while trace is not None:
        found = _game_of(trace.tb_frame) or found
        trace = trace.tb_next
    return found if found is not None and _KEPT in vars(found) else None


def _game_of(frame: FrameType) -> AnyGame | None:
    """The game among the variables of a function, or of what has one: a match, a control of a match."""
    for value in frame.f_locals.values():
        match = getattr(value, "match", None) if hasattr(value, "__dict__") else None
        for thing in (value, getattr(value, "game", None), getattr(match, "game", None)):
            if isinstance(thing, Game):
                return thing
    return None


def _short(value: Any) -> str:
    try:
        return shortened(repr(value))
    except Exception as error:  # what a file defines may fail even where it is shown
        return f"<{type(error).__name__}>"
