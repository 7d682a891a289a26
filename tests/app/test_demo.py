"""Attempts as animations show them: replayed from their traces with all that they began with."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("pybullet")
from skill.app.demo import stepped
from skill.app.view import attempt_view
from skill.lattice.dice import Die
from skill.lattice.notation import FIELDS
from skill.lattice.pyramid import Pyramid
from skill.physics.attempt import Attempt
from skill.physics.scene import load_scene


def test_a_trace_is_shown_with_its_loose_dice_and_those_from_the_hand(tmp_path: Path) -> None:
    loose = FIELDS["loose"].parse("R4@3.00/3.00/2.00")
    thrown = Attempt(load_scene("dishing-up"), Pyramid(), hand=[Die("B")], loose=loose, seed=4)
    resting = thrown.hands.rest
    thrown.tick((*resting[:3], 0.0, 0.9, 0.9, *resting[6:9], 1.0))
    for _ in range(20):
        thrown.tick(resting)
    thrown.trace.write(tmp_path / "throw.trace")
    seen = [[die.colour for die in attempt_view(running).dice] for running in stepped(tmp_path / "throw.trace")]
    assert seen == [["R", "B"]] * 5
    again = list(stepped(tmp_path / "throw.trace"))[-1]
    assert attempt_view(again) == attempt_view(thrown)
