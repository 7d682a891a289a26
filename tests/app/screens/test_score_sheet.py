"""The sheet of a roll-and-write game."""

from __future__ import annotations

from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("pygame")
import pygame

from skill.app.screens.match.score_sheet import HINTED, ScoreSheet
from skill.rules.catalogue import find_game
from tests.app.painted import noted
from tests.rules.playouts import playout


@pytest.mark.filterwarnings("ignore:Finding font with id")
def test_the_square_of_a_hint_stands_out_and_it_alone(open_app) -> None:
    game = find_game("R1")
    state, seat, hint = next(
        (state, by, action)
        for state, by, action in islice(playout(game, 3, 2), 200)
        if action is not None and action.verb == "write"
    )
    sheet = ScoreSheet(open_app("undrawn").ui, pygame.Rect(0, 0, 800, 600), 1.0)
    chooser: Any = SimpleNamespace(choice=SimpleNamespace(targets=(), pointed=(), shown=None), focus=None, hint=hint)
    painted: list[Any] = []
    assert sheet.show(game.page(game.view(state, seat), seat), chooser, ["Ann", "Ben", "Cid", "Dan"])
    with noted(painted):
        sheet.paint(pygame.Surface((800, 600)))
    hinted = [given for shape, given, _ in painted if shape == "rect" and HINTED in given]
    assert [given[2] for given in hinted] == [list(map(str, sheet.places()[hint[1]]))]
