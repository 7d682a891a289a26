"""The rule that decides now is said to whoever chooses, and said again where a click was in vain."""

from __future__ import annotations

import pytest

from skill.app.play.match.setup import Setup
from skill.app.play.match.turn import Turn
from skill.app.play.said.actions import refusal_line, request_line, rule_line
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from skill.table.match import Match
from tests.app.play.test_runtime import Runtime

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

MOST = 112  # characters: two or three lines in the panel
BY_HANDS = ("physics", "hybrid")
"""Kinds of games in which most is decided by hands."""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_a_game_of_choice_has_a_rule_for_what_is_chosen(game: AnyGame) -> None:
    by_seat = {verb.name for verb in game.verbs if verb.by_seat}
    assert set(game.deciding_rules) <= by_seat
    assert game.deciding_rules or game.kind in BY_HANDS
    for rule in game.deciding_rules.values():
        assert len(rule) <= MOST and rule.endswith(".") and rule[0].isupper()


def test_the_rule_follows_what_can_be_done() -> None:
    game = find_game("reducto")
    says = {verbs: game.deciding_rule(None, verbs) for verbs in (("jump", "move"), ("throw", "move"), ("stop",))}
    jump, throw, stop = says.values()
    assert jump and "crosses a die" in jump.text
    assert throw and throw.text.startswith("No die can jump")
    assert stop is None


def test_a_game_without_a_rule_asks_for_a_click_on_what_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("rasanto")
    runtime = Runtime(lambda: Match(game, 2, game.options_from({"first_player": "1"}), ("human", "human"), seed=1))
    turn = Turn(runtime)
    turn.follow()
    assert rule_line(turn).startswith("Choose an empty funnel") and not request_line(turn)
    assert refusal_line(turn) == f"Not there. {rule_line(turn)}"
    monkeypatch.setattr(type(game), "deciding_rules", {})
    assert not rule_line(turn) and request_line(turn).startswith("Click what is marked")
    assert refusal_line(turn) == "Not there. Click what is marked."


def test_a_click_in_vain_is_answered_where_it_was_made(open_app) -> None:
    game = find_game("reducto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({}), ("human", "human"), seed=5), (1280, 800))
    driver, screen, control = Driver(app), app.screen, app.screen.control
    driver.until(lambda: bool(control.turn.places) and not control.board.is_moving)
    assert control.panel_text(0.0).message.startswith("A die goes exactly as far")
    heap, targets = control.runtime.viewpoint.pyramid(), control.turn.chooser.places
    vain = max((cell for cell, _ in heap if cell not in targets), key=lambda c: -abs(driver.pixel_of(c)[0] - 480))
    driver.click(at := driver.pixel_of(vain))
    where, text = control.overlay().refused
    assert where == at and text.startswith("Not there. A die goes exactly as far")
    lines = [rect for rect, _ in screen.overlay._refused]
    assert lines and all(screen.scene_rect.contains(rect) for rect in lines)
    assert abs(lines[-1].bottom - at[1]) < 20 and lines[-1].left < at[0] < lines[-1].right
    driver.frames(50, 0.1)
    assert control.overlay().refused is None
    driver.click((screen.scene_rect.left + 4, screen.scene_rect.centery))  # at nothing at all
    assert control.overlay().refused is None
