"""A large die that one turns, a slider, and rows drawn from end to end, by pointer and by keys."""

from __future__ import annotations

import pytest

from skill.app.input.actions import Act
from skill.app.play.match.gestures import Amounts, Orientations
from skill.app.play.match.setup import Setup
from skill.lattice.notation import parse_position
from skill.rules.catalogue import find_game
from skill.table.match import Match

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)
from tests.walk import setup_of  # noqa: E402


def drag(driver: Driver, start: tuple[int, int], end: tuple[int, int], steps: int = 4) -> None:
    """The main button goes down, the pointer is drawn to another place, and it goes up there."""
    driver.point(start)
    driver.look(None, start)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1, touch=False)
    driver.frames()
    last = start
    for n in range(1, steps + 1):
        at = (start[0] + (end[0] - start[0]) * n // steps, start[1] + (end[1] - start[1]) * n // steps)
        pygame.mouse.set_pos(at)
        rel = (at[0] - last[0], at[1] - last[1])
        driver.post(pygame.MOUSEMOTION, pos=at, rel=rel, buttons=(1, 0, 0), touch=False)
        driver.frames()
        last = at
    driver.post(pygame.MOUSEBUTTONUP, pos=end, button=1, touch=False)
    driver.frames(2)


def until_gesture(app, driver: Driver, kind: type) -> None:
    """Plays what comes until something is chosen by hand."""
    control = app.screen.control
    for _ in range(60):
        if isinstance(control.turn.gesture, kind):
            return
        if app.screen.dialog:
            app.screen.dismiss()
        chooser = control.turn.chooser
        if chooser.choice.legal and not control.board.is_moving:
            target = next((t for t in chooser.choice.targets), None)
            action = chooser.point(target) if target is not None else chooser.choice.legal[0]
            if isinstance(control.turn.gesture, kind):
                driver.frames(2)
                return
            if action is not None:
                control.play(action)
        driver.frames(2)
        control.skip()
    raise AssertionError("nothing was chosen by hand")


def test_a_die_is_turned_by_dragging_and_by_arrow_keys_and_set_by_a_click(open_app) -> None:
    app = open_app("undrawn", setup_of(find_game("quadrula-rasa")), (1280, 800))
    driver, screen = Driver(app), app.screen
    until_gesture(app, driver, Orientations)
    driver.frames(2)
    turn, card = screen.control.turn, screen.gesture_card
    match, before = screen.control.runtime.match, turn.chooser.choice.shown
    assert card.area and card.area.w > 120 and screen.scene_rect.contains(card.area)
    x, y = card.area.center
    played = len(match.played)
    drag(driver, (x, y), (x + card.area.w // 2, y))
    dragged = turn.chooser.choice.shown
    assert dragged != before and len(match.played) == played
    driver.key(pygame.K_UP)
    keyed = turn.chooser.choice.shown
    assert keyed not in (before, dragged) and len(match.played) == played
    assert card.area.center == (x, y)
    driver.click((x, y))
    assert len(match.played) == played  # its piece is kept until it is clicked again
    driver.click((x, y))
    assert match.played[played].action == keyed


def test_an_amount_is_drawn_on_a_slider_and_taken_by_its_button_or_by_return(open_app) -> None:
    app = open_app("undrawn", setup_of(find_game("trulla")), (1280, 800))
    driver, screen = Driver(app), app.screen
    until_gesture(app, driver, Amounts)
    driver.frames(2)
    turn, card, match = screen.control.turn, screen.gesture_card, screen.control.runtime.match
    track, gesture, played = card.track, turn.gesture, len(match.played)
    drag(driver, track.midleft, (track.x + track.w * 3 // 4, track.centery))
    assert turn.chooser.focus == gesture.at(0.75) and len(match.played) == played
    driver.key(pygame.K_RIGHT)
    more = gesture.changed(gesture.at(0.75), Act.RIGHT)
    assert turn.chooser.focus == more
    driver.click(card.button.center)
    assert match.played[played].action == more


def test_dice_beside_the_plate_are_clicked_and_not_listed(open_app) -> None:
    app = open_app("undrawn", Setup(game := find_game("lookout"), 2, game.options_from({}), ("human", "greedy"), 3))
    driver, screen = Driver(app), app.screen
    turn, match = screen.control.turn, screen.control.runtime.match
    driver.key(pygame.K_SPACE)  # ready

    def may_pick() -> bool:
        if screen.control.runtime.waits_for_key:
            screen.control.go_on()
        return bool(turn.beside)

    driver.until(may_pick)
    driver.frames(2)
    assert turn.gesture is None  # numbers of dice are no amounts
    taken = {found for found in screen.overlay._overlay.taken_up if found}
    assert taken == {*turn.beside.values()}
    assert not any(action in screen.panel.shown.listed for action in taken)
    assert [turn.chooser.number(n) for n in screen.panel.shown.numbers] == [*screen.panel.shown.listed]
    rect = next(rect for rect, die in screen.overlay._held if die in turn.beside)
    wanted = screen.overlay.taken_up_at(rect.center)
    driver.point(rect.center)
    assert turn.chooser.focus == wanted
    driver.click(rect.center)
    assert any(line.by == 1 and line.action == wanted for line in match.played)


def test_a_column_is_drawn_from_its_head_to_its_foot(open_app) -> None:
    game = find_game("asparagus")
    start = parse_position("R800 R008 R107 R206 R017 R116 R026 R007 R106 R016 R006")
    options, seats = game.options_from({"first_player": 1}), ("human",) * 2
    match = Match(game, 2, options, seats, seed=1, position=start)
    app = open_app("undrawn", Setup(game, 2, options, seats, match=match), (1280, 800))
    driver, screen = Driver(app), app.screen
    driver.frames(3)
    columns = [a for a in match.moves() if a.verb == "column"]
    head, foot = columns[0][1], columns[0][2]
    played, (x, y) = len(match.played), driver.pixel_of(foot)
    board, scene = screen.control.board, screen.scene_rect
    driver.click(driver.pixel_of(head))
    ways = [(x + dx, y + dy) for dy in range(-30, 31, 5) for dx in range(-30, 31, 5)]
    seen = [at for at in ways if board.under(screen.camera, screen.in_scene(at), scene.size) == foot]
    assert screen.control.turn.back() and len(match.played) == played
    drag(driver, driver.pixel_of(head), seen[len(seen) // 2])
    assert match.played[played].action == columns[0]
