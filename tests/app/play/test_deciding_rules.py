"""The rule that decides now is said to whoever chooses, and said again where a click was in vain."""

from __future__ import annotations

import numpy as np
import pytest

from skill.app.input.actions import Act
from skill.app.play.control import MatchControl
from skill.app.play.match.choices import Choice
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.play.match.turn import Turn
from skill.app.play.said.actions import request, request_line, rule_line
from skill.app.play.said.overlay import spoken_of
from skill.app.play.said.panel import NEW_RULE, hint
from skill.app.play.said.refusal import refusal_line
from skill.lattice.cells import parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import ATTEMPT, ROLL, STOP
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import ANYONE, AnyGame, AttemptSpec
from skill.rules.telling import Telling
from skill.table.match import Match
from skill.table.store import Store
from tests.app.play.test_runtime import Runtime

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

MOST = 112  # characters: two or three lines in the panel
ACTS = 90  # of each match


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_a_game_of_choice_has_a_rule_for_what_is_chosen(game: AnyGame) -> None:
    by_seat = {verb.name for verb in game.verbs if verb.by_seat} | {ATTEMPT.name, ROLL.name}
    assert game.deciding_rules and set(game.deciding_rules) <= by_seat
    for rule in game.deciding_rules.values():
        assert len(rule) <= MOST and rule.endswith(".") and rule[0].isupper()


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_each_phase_has_a_sentence_of_its_own(game: AnyGame) -> None:
    """In random play: whatever a seat may do, the game says what decides it, and another sentence for other acts."""
    match = Match(game, game.players[1], game.options_from({}), ("random",) * game.players[1], seed=1)
    for _ in range(ACTS):
        if match.turn is None or isinstance(match.turn, AttemptSpec):
            break
        for seat in range(1, len(match.seats) + 1) if match.turn is ANYONE else [match.seat] if match.seat else []:
            moves = game.moves(match.view(seat), seat) if match.turn is ANYONE else match.moves()
            verbs = {action.verb for action in moves}
            if verbs:
                rule = game.deciding_rule(match.view(seat), verbs)
                assert rule is not None, verbs
                if type(game).deciding_rule is Telling.deciding_rule:  # else more than the verbs decides
                    assert rule.text == next(text for verb, text in game.deciding_rules.items() if verb in verbs)
        match.step()
    if isinstance(match.turn, AttemptSpec):
        assert game.deciding_rule(match.state, {ATTEMPT.name}) is not None
    texts = [text for verb, text in game.deciding_rules.items() if verb != "throw"]  # thrown by hand or not
    assert len(set(texts)) == len(texts)


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
    assert not rule_line(turn) and request_line(turn).startswith("Click one")  # all may be chosen
    assert refusal_line(turn) == "Not there. Any free funnel may be chosen."


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
    assert not any(rect.collidepoint(clear) for rect in lines for clear in (at, *map(driver.pixel_of, targets)))
    assert min(abs(y - at[1]) for rect in lines for y in (rect.top, rect.bottom)) < 150
    driver.frames(50, 0.1)
    assert control.overlay().refused is None
    driver.click(at := (screen.scene_rect.left + 4, screen.scene_rect.centery))  # at nothing at all
    assert control.overlay().refused == (at, text)


def test_a_click_at_a_die_where_one_is_to_be_placed_says_so(open_app) -> None:
    game = find_game("rasanto")
    app = open_app("undrawn", Setup(game, 2, game.options_from({}), ("human", "human"), seed=5), (1280, 800))
    driver, control = Driver(app), app.screen.control
    driver.until(lambda: bool(control.turn.places) and not control.board.is_moving)
    control.play(control.runtime.match.moves()[0])
    control.follow()
    driver.until(lambda: bool(control.turn.places) and not control.board.is_moving)
    [cell] = [cell for cell, _ in control.runtime.viewpoint.pyramid()]
    driver.click(driver.pixel_of(cell))
    refused = control.overlay().refused
    assert refused and refused[1] == "There is a die already."
    driver.frames(20, 0.1)
    assert control.overlay().refused == refused
    driver.point(driver.pixel_of(control.turn.places[0]))
    assert control.overlay().refused is None  # it would cover what is pointed at


def test_dice_before_oneself_are_clicked_for_their_colour_and_a_cross_says_why(open_app) -> None:
    game = find_game("fire-and-water")
    app = open_app("undrawn", Setup(game, 2, game.options_from({"first_player": "1"}), ("human",) * 2, 5), (1280, 800))
    driver, screen, control = Driver(app), app.screen, app.screen.control
    match = control.runtime.match

    def settled() -> None:
        driver.until(lambda: bool(control.turn.places) and not control.board.is_moving)

    def heap(seat: int, colour: str) -> tuple[int, int]:
        [place] = [h.places[-1] for h in control.board.heaps() if (h.seat, h.colour) == (seat, colour)]
        x, y = screen.camera.project(np.array([place]), screen.scene_rect.size)[0]
        return (round(x) + screen.scene_rect.x, round(y) + screen.scene_rect.y)

    settled()
    driver.click(driver.pixel_of(funnel := parse_cell("233")))
    driver.click(heap(2, "G"))  # another's: nothing is chosen by that
    assert not match.pyramid
    driver.click(heap(1, "G"))
    settled()
    assert match.pyramid[funnel] == Die("G")
    control.play(next(action for action in match.moves() if str(action) == "place R431"))
    settled()
    driver.click(driver.pixel_of(parse_cell("332")))
    refused = control.overlay().refused
    assert refused and refused[1] == "Not there. None of your dice may stand here: red would touch green."


def test_a_change_of_phase_stands_out_for_a_moment_and_in_the_log_the_first_time(tmp_path) -> None:
    game = find_game("cui-bono-abacus")
    setup = Setup(game, 2, game.options_from({"first_player": "1"}), ("human", "human"), seed=5)
    control = MatchControl(setup, Store(tmp_path), lambda *args, **options: None)

    def settle() -> None:
        for _ in range(200):
            control.advance(0.02, tuple)
            control.follow()

    settle()
    pull, put = game.deciding_rules["slide"], game.deciding_rules["keep"]
    text = control.panel_text(0.0)
    assert pull in text.message and NEW_RULE.format(pull) not in text.message and "Now: " not in text.history
    control.play(next(action for action in control.runtime.match.moves() if action.verb == "slide"))
    control.follow()
    assert control.needs_time and NEW_RULE.format(put) in control.panel_text(0.0).message
    settle()
    text = control.panel_text(0.0)
    assert put in text.message and NEW_RULE.format(put) not in text.message
    assert text.history.startswith(f"Now: {put}<br>")
    assert control.runtime.undo()
    control.follow()
    assert NEW_RULE.format(pull) in control.panel_text(0.0).message  # another phase again


def test_a_rule_is_not_told_any_more_once_what_led_to_it_is_taken_back(tmp_path) -> None:
    game = find_game("quadrula-rasa")
    setup = Setup(game, 2, game.options_from({"first_player": "1"}), ("human", "human"), seed=5)
    control = MatchControl(setup, Store(tmp_path), lambda *args, **options: None)

    def settle() -> None:
        for _ in range(50):
            control.advance(0.1, tuple)
            control.follow()

    settle()
    for _ in range(2):
        control.play(control.turn.chooser.choice.legal[0])
        settle()
        assert control.panel_text(0.0).history == "Now: You may turn your cube as you like."
        control.perform(Act.UNDO, dict)
        settle()
        assert "Now: " not in control.panel_text(0.0).history


def test_the_die_a_rule_speaks_of_is_drawn_large() -> None:
    game = find_game("reducto")
    runtime = Runtime(lambda: Match(game, 2, game.options_from({"first_player": "1"}), ("human", "human"), seed=8))
    while runtime.phase is Phase.ITSELF:
        runtime.advance(1.0, tuple)
    turn = Turn(runtime)
    turn.follow()
    heap, sides, cell = runtime.viewpoint.pyramid(), runtime.viewpoint.sides, turn.chooser.choice.targets[0]
    turn.chooser.look_at(cell)
    assert [held.faces for held in spoken_of(turn, heap, sides)] == [heap[cell].faces]
    turn.chooser.look_at(None)
    assert spoken_of(turn, heap, sides) == ()


def test_keys_are_named_only_to_who_plays_by_keys() -> None:
    for slug in ("rasanto", "trulla", "el-dado", "squeezing", "quadrula-rasa", "golden-centre", "faraday"):
        game = find_game(slug)
        players = game.players[0]
        runtime = Runtime(lambda game=game, n=players: Match(game, n, game.options_from({}), ("human",) * n, seed=5))
        for _ in range(30):
            if runtime.phase is not Phase.ITSELF or runtime.waits_for_key:
                break
            runtime.advance(1.0, tuple)
        turn = Turn(runtime)
        turn.follow()
        by_pointer = hint(runtime, by_keys=False), request_line(turn, by_keys=False)
        for name in ("Return", "Space", "arrow", "press ", "Press "):
            assert not any(name in line for line in by_pointer), (slug, by_pointer)
    game = find_game("rasanto")
    choice = Choice([STOP(), *game.moves(game.start(2, game.options_from({"first_player": "1"})))])
    assert "arrow keys" in request(choice) and request(choice, by_keys=False).startswith("Click what is marked, or")


def test_before_a_person_rolls_the_rule_of_the_roll_is_said(tmp_path) -> None:
    game = find_game("golden-centre")
    seats = ("human", "random", "random")
    control = MatchControl(Setup(game, 3, game.options_from({}), seats, seed=5), Store(tmp_path), lambda *_, **__: None)
    control.follow()
    assert control.runtime.waits_for_roll
    assert "The middle number sets a die" in control.panel_text(0.0).message


def test_whoever_holds_the_pointer_down_rolls_on_until_it_is_let_go(open_app) -> None:
    game = find_game("golden-centre")
    app = open_app("undrawn", Setup(game, 3, game.options_from({}), ("human",) * 3, seed=5), (1280, 800))
    driver, control = Driver(app), app.screen.control
    match, at = control.runtime.match, app.screen.scene_rect.center

    def rolls() -> int:
        return sum(line.action.verb == "rolls" for line in match.played)

    driver.until(lambda: control.runtime.waits_for_roll and not control.is_settling)
    driver.click(at)
    driver.until(lambda: rolls() == 1)
    driver.frames(100, 0.1)
    assert rolls() == 1  # one press, one roll
    driver.look(None, at)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False)
    driver.until(lambda: rolls() == 4)
    driver.post(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False)
    driver.frames(100, 0.1)
    assert rolls() <= 5
