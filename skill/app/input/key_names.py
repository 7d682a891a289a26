"""How keys are named to people. Text only, no pygame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from skill.app.i18n import tr
from skill.app.input.actions import Act, is_of_gamepad, parts_of
from skill.app.input.device import Device


def printed(key: str) -> str:
    """A key as it is named to people."""
    parts = parts_of(key)
    return "+".join(tr(part.capitalize(), context="key") if len(part) > 1 else part.upper() for part in parts)


def key_names(groups: Iterable[Mapping[str, Act]], device: Device = Device.KEYS) -> dict[str, str]:
    """The key of each act as texts name it, of several groups that of the last; a button of a pad only where there is
    no key, or to somebody who plays with one; a dash where there is neither."""
    keys = [pair for group in groups for pair in reversed([*group.items()])]
    keys.sort(key=lambda pair: is_of_gamepad(pair[0]) is (device is Device.PAD))  # what comes later holds
    return {act.value: "–" for act in Act} | {act.value: printed(key) for key, act in keys}
