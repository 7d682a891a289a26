"""Games as text, for programs that read and write: rules, what a seat sees, and what it may do.

Cells, dice and actions are in notation: see `skill.lattice.notation`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from skill.lattice.cells import AXES, AXIS_NAMES, NAMES, Axis
from skill.lattice.dice import COLOUR_NAMES, UNKNOWN, Die, faces_text
from skill.lattice.notation import hand_text
from skill.lattice.pyramid import Pyramid, die_text
from skill.rules.fact import At, Fact, From, Player, Side, To
from skill.rules.game import ANYONE, CHANCE, AnyGame, AttemptSpec, Seat, Turn
from skill.rules.telling import Held


def view_data(game: AnyGame, view: Any, seat: Seat) -> dict[str, Any]:
    """What `seat` sees in its view, as plain data for JSON. What is shown for a moment only is announced instead."""
    turn, scores = game.to_move(view), game.scores(view)
    seats = range(1, len(scores) + 1)
    data: dict[str, Any] = {
        "you": seat,
        "to_move": turn_word(turn),
        "position": position_text(game.pyramid(view), game.sides_seen(view, seat)),
        "goal": sentence(game.goal_line(view, seat), seat),
        "facts": [sentence(fact, seat) for fact in game.facts(view, seat) if not fact.fades],
        "in_turn": [other for other in seats if game.turn_of(view, other) is not None],
        "scores": list(scores),
        "unplaced": None if (unplaced := game.unplaced(view)) is None else unplaced.total(),
        "held": [held_text(die) for die in game.held(view, seat)],
        "goal_cells": [NAMES[cell] for cell in game.goal_cells(view, seat)],
        "owned_cells": {NAMES[cell]: owner for cell, owner in game.owned_cells(view).items()},
        "labels": {NAMES[cell]: _label(label.text, seat) for cell, label in game.labels(view, seat).items()},
        "colour_values": dict(game.colour_values(view)),
    }
    if isinstance(turn, AttemptSpec):
        loose = ("; loose " + hand_text(Die(die[0]) for die in turn.loose)) if turn.loose else ""
        data["attempt"] = f"scene {turn.scene}; in hand {hand_text(turn.hand)}{loose}"
    if block := game.block(view):
        data["block"] = [",".join(map(str, spot)) for spot in sorted(block.dice)]
    if page := game.page(view, seat):
        data["page"] = {
            "squares": {square.id: number for square, number in page.squares},
            "dice": [die._asdict() for die in page.dice],
            "others": {str(other): list(row) for other, row in page.others},
        }
    return data


def view_text(game: AnyGame, view: Any, seat: Seat, *, announced: bool = True) -> str:
    """What `seat` sees in its view, a line each; what there is nothing of is left out.

    With `announced` what it has heard since it acted last, for whoever does not keep what happened.
    """
    data = view_data(game, view, seat)
    heard = [sentence(fact, seat) for fact in game.announced(view, seat)] if announced else []
    facts = [*data.pop("facts"), *heard]
    lines = [f"{name.replace('_', ' ')}: {_line(value)}" for name, value in data.items() if value not in ([], {}, None)]
    return "\n".join([*lines, *facts])


def turn_word(turn: Turn) -> str:
    """Who moves: `seat 2`, `attempt of seat 2`, `chance`, `anyone` or `nobody`."""
    if isinstance(turn, AttemptSpec):
        return f"attempt of seat {turn.seat}"
    return {CHANCE: "chance", ANYONE: "anyone", None: "nobody"}.get(turn) or f"seat {turn}"  # type: ignore[arg-type]


def position_text(pyramid: Pyramid, sides: Iterable[Axis] = AXES) -> str:
    """The position, with a point for each face that cannot be seen from `sides`."""
    seen = set(sides)
    if len(seen) == len(AXES):
        return str(pyramid)
    dice = []
    for cell, die in pyramid:
        name, colon, faces = die_text(cell, die).partition(":")
        dice.append(name + colon + "".join(face if axis in seen else "." for axis, face in enumerate(faces)))
    return " ".join(dice) or "-"


def held_text(die: Held) -> str:
    """A die in hand or rolled: `R`, `R4`, `R:321`."""
    if die.faces:
        return f"{die.colour}:{faces_text(die.faces)}"
    return die.colour if die.number is None else f"{die.colour}{die.number}"


def sentence(fact: Fact, seat: Seat) -> str:
    """A fact in English as told to `seat`, with cells in notation."""
    text = fact.one if fact.one and fact.values.get("count") == 1 else fact.text
    if fact.values.get("player") == Player(seat):
        text = fact.you or text.replace("{player}", "You", 1)
    words = text.format(**{name: _word(value, seat) for name, value in fact.values.items()})
    return words[:1].upper() + words[1:]


def _word(value: object, seat: Seat) -> str:
    match value:
        case Player(other):
            return "you" if other == seat else f"seat {other}"
        case At(cell):
            return f"at {NAMES[cell]}"
        case From(cell):
            return f"from {NAMES[cell]}"
        case To(cell):
            return f"to {NAMES[cell]}"
        case Side(axis):
            return f"side {AXIS_NAMES[axis]}"
        case Die(colour):
            return "a die" if colour == UNKNOWN else f"a {COLOUR_NAMES[colour]} die"
        case Held():
            return held_text(value)
        case tuple():
            return ", ".join(_word(one, seat) for one in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _label(text: str | Fact, seat: Seat) -> str:
    return sentence(text, seat) if isinstance(text, Fact) else text


def _line(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_line(one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(map(_line, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
