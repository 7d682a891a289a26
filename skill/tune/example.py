"""The measurements file that ships with Skillbox. It is read without physics."""

from __future__ import annotations

from skill.physics.scene import scenes_folder

EXAMPLE = "phone-and-ruler"


def example() -> str:
    """Its text."""
    return (scenes_folder() / "measurements" / f"{EXAMPLE}.toml").read_text(encoding="utf-8")
