"""The looks of plate and dice, by name, for whoever draws pictures without a window."""

from __future__ import annotations

from collections.abc import Callable

from skill.draw.die_look import MAKES, palette_in_use, use_palette
from skill.draw.plate_look import PLATES, plate_name, use_plate
from skill.errors import UnknownName, shortened

LOOKS = {"plate": tuple(PLATES), "dice": tuple(MAKES)}
"""By preference; the first of each is the usual one."""


def use_look(of: str, name: str) -> Callable[[], None]:
    """Draws plate or dice, one of `LOOKS`, with that look from now on; returns what draws them as before.

    Raises `UnknownName`.
    """
    if name not in LOOKS[of]:
        values = {"name": of, "value": shortened(name), "known": ", ".join(LOOKS[of])}
        raise UnknownName("--{name} {value}: expected one of {known}", **values)
    if of == "plate":
        plate = plate_name()
        use_plate(name)
        return lambda: use_plate(plate)
    palette, marks, make = palette_in_use()
    use_palette(palette, marks, name)
    return lambda: use_palette(palette, marks, make)
