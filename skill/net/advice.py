"""Hints and judgements as the host tells them, and hints as a guest reads them."""

from __future__ import annotations

from math import isnan
from typing import Any

from skill.bots.chance import Chance
from skill.bots.ends import End
from skill.bots.hint import Hint, Prospect
from skill.errors import SkillboxError, UnknownName
from skill.lattice.notation import Action
from skill.rules.game import AnyGame


def plain(value: Any) -> Any:
    """A value of named tuples as JSON has it, actions in notation."""
    if isinstance(value, Action):
        return str(value)
    if isinstance(value, End):
        return value.value
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: plain(part) for key, part in value._asdict().items()}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return value


def read_hint(game: AnyGame, told: Any) -> Hint:
    """The hint that `plain` has made plain. Raises `UnknownName` for what is none."""
    try:
        other = told["other"]
        return Hint(
            game.parse(told["action"]),
            _number(told["score"]),
            _prospect(told["best"]),
            None if other is None else _prospect(other),
        )
    except (SkillboxError, KeyError, TypeError, ValueError, OverflowError):
        raise UnknownName("the host gives a hint that cannot be read") from None


def _prospect(told: Any) -> Prospect:
    others, chance, end, freed = told["others"], told["chance"], told["end"], told["freed"]
    return Prospect(
        _number(told["score"]),
        None if others is None else _number(others),
        int(_number(told["ahead"])),
        None if chance is None else _chance(chance),
        None if end is None else End(end),
        bool(told["is_over"]),
        None if freed is None else int(_number(freed)),
    )


def _chance(told: Any) -> Chance:
    wins, games, draws = (int(_number(told[name])) for name in ("wins", "games", "draws"))
    parts = _number(told["parts"])
    if not (0 <= wins <= games and 0 <= draws <= games - wins and 0 <= parts <= draws):
        raise ValueError
    return Chance(wins, games, draws, parts)


def _number(value: Any) -> float:
    if not isinstance(value, int | float) or isnan(value):
        raise ValueError
    return value
