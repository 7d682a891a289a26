"""Preferences with one value changed, as steppers and keys change them. No pygame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from skill.app.cycle import cycled
from skill.app.i18n import SYSTEM, languages
from skill.app.input.actions import GROUPS, Act, is_of_gamepad, parts_of
from skill.app.settings.bot_pace import PACES
from skill.app.settings.engine import USUAL
from skill.app.settings.looks import LOOKS
from skill.app.settings.own_rolls import ROLLS
from skill.app.settings.players import COLOURS
from skill.app.settings.preferences import Preferences
from skill.physics.scene import installed_engines

CHOICES: dict[str, Sequence[Any]] = {
    "text_size": (0.8, 1.0, 1.2, 1.5),
    "colours": ("usual", "safe"),
    "quality": ("automatic", "fast", "best"),
    "marks": (False, True),
    **LOOKS,
    "places": (False, True),
    "sound": (False, True),
    "full_screen": (False, True),
    "pace": PACES,
    "rolls": ROLLS,
    "engine": (USUAL, *installed_engines()),
}
"""By preference, the values to choose from; the languages depend on the catalogues there are."""


def stepped(preferences: Preferences, name: str, way: int) -> Preferences:
    """The same with the next value (`way` 1) of a preference or the one before (-1).

    `name` is `language`, one of `CHOICES`, or the colour of a player on a seat, `colour 3`.
    """
    if name.startswith("colour "):
        seat = int(name.split()[1])
        now = preferences.seated_players[seat - 1].colour
        return preferences.with_player(seat, colour=cycled(COLOURS, now, way))
    values = (SYSTEM, *languages()) if name == "language" else CHOICES[name]
    return preferences.changed(**{name: cycled(values, getattr(preferences, name), way)})


def with_key(preferences: Preferences, group: str, act: Act, key: str) -> Preferences:
    """The same with one key for an act, which every other act of the group loses.

    A key leaves the act its buttons of a controller, and a button its keys.
    """
    keys = {name: {a: list(bound) for a, bound in acts.items()} for name, acts in preferences.keys.items()}
    for other in {*GROUPS[group].values()} - {act}:
        bound_to_other = [k for k, bound in GROUPS[group].items() if bound is other]
        left = [k for k in bound_to_other if parts_of(k) != parts_of(key)]
        if left != bound_to_other:
            keys.setdefault(group, {})[other.value] = left
    kept = [k for k in keys.get(group, {}).get(act.value, ()) if is_of_gamepad(k) != is_of_gamepad(key)]
    keys.setdefault(group, {})[act.value] = [key, *kept]
    return preferences.changed(keys=keys)
