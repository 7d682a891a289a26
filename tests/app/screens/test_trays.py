"""What lies before the players on screen: all that the state says they hold, whole in the scene and numbered, at the
least size of window with the largest texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from skill.draw.scene_view import PITCH
from skill.lattice.cells import CELLS, LEVEL
from skill.lattice.frame import centre
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from tests.rules.playouts import random_action

pygame = pytest.importorskip("pygame")
from skill.app.application import Application  # noqa: E402  (needs pygame)
from skill.app.main import close_application  # noqa: E402
from skill.app.play.match.trays import heaps_of, tray_view  # noqa: E402
from skill.app.screens import destinations  # noqa: E402
from skill.draw.animation import TRAVEL_S  # noqa: E402
from tests.walk import opened, setup_of, speak  # noqa: E402

SIZE, TEXT = (1024, 700), 1.5
ACTIONS = 30


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    with pytest.MonkeyPatch.context() as environment:
        for name, value in (("VIDEODRIVER", "dummy"), ("AUDIODRIVER", "dummy")):
            environment.setenv(f"SDL_{name}", value)
        environment.setenv("SKILLBOX_RENDERER", "software")
        app = opened(SIZE, tmp_path_factory.mktemp("data"))
        speak(app, TEXT, "de")
        yield app
        speak(app, 1.0, "en")
        app.screen.closed()
        close_application()


def shown(app: Application, game: AnyGame, players: int, actions: int = ACTIONS) -> Any:
    """The screen of a match of that many in which so much has been done at random."""
    setup = setup_of(game)._replace(players=players, seats=("human",) * players)
    app.go_to(destinations.Match(setup))
    screen: Any = app.screen
    match, rng = screen.control.runtime.match, Random(7)
    for _ in range(actions):
        if match.turn is None:
            break
        by, action = random_action(game, match.state, match.turn, rng)
        match.play(action, by)
    screen.control.runtime.viewpoint.settle()
    screen.control.board.rest()
    screen.control.follow()
    screen._show_texts()
    return screen


def most_players(game: AnyGame) -> int:
    return game.seats(game.options_from({}))[1]


HOLDING = [game for game in all_games() if game.trays(game.begin(*((most_players(game), game.options_from({})))))]


@pytest.mark.parametrize("game", HOLDING, ids=lambda game: str(game.slug))
def test_all_that_players_hold_lies_before_them_whole_and_numbered(app: Application, game: AnyGame) -> None:
    screen = shown(app, game, most_players(game))
    control = screen.control
    match, board = control.runtime.match, control.board
    if control.attempt.is_shown or match.game.block(match.state) is not None:
        pytest.skip("what is asked for now takes the place of what lies there")
    held = [Counter(tray) for tray in game.trays(match.view(control.runtime.viewpoint.seat))]
    drawn = Counter(die.colour for die in tray_view(board.heaps()))
    if not control.runtime.viewpoint.is_veiled:
        assert drawn == sum(held, Counter())
    assert drawn.total() == sum(tray.total() for tray in held)
    heaps = heaps_of(board.trays)
    assert {(heap.seat, heap.colour): len(heap.places) for heap in heaps} == {
        (seat, colour): count for seat, tray in enumerate(board.trays, 1) for colour, count in tray.items() if count
    }
    camera, size = screen.home_camera(), screen.scene_rect.size
    corners = np.array([(x, y, z) for heap in heaps for x, y, z in heap.places]).reshape(-1, 3)
    pixels = camera.project(corners, size) if len(corners) else np.zeros((0, 2))
    half = camera.pixels_per_edge(np.zeros((1, 3)), size)[0] / 2
    assert (pixels > half / 2).all() and (pixels < np.array(size) - half / 2).all()
    numbers = [rect for rect, written in screen.overlay._labels if written.is_number]
    assert len(numbers) == len(heaps)
    overlay = screen.overlay
    others = [place[0] for place in (*overlay._held, *overlay._values, *overlay._cards)]
    for n, rect in enumerate(numbers):
        assert rect.collidelist(others + numbers[:n] + numbers[n + 1 :]) == -1


@pytest.mark.parametrize("slug", ["lookout", "race", "trulla", "sandwich"])
def test_what_lies_in_front_hides_no_funnel(app: Application, slug: str) -> None:
    game = find_game(slug)
    screen = shown(app, game, game.players[0], 0)
    heaps = heaps_of([game.trays(screen.control.runtime.match.view(1))[0], *[{}] * (game.players[0] - 1)])
    camera, size = screen.home_camera(), screen.scene_rect.size
    tops = np.array([(x, y + 0.5, z + 0.5) for heap in heaps for x, y, z in heap.places])
    funnels = np.array([centre(cell, pitch=PITCH) for cell in CELLS if LEVEL[cell] == 0]) - (0.0, 0.8, 0.0)
    assert len(tops) and camera.project(tops, size)[:, 1].min() > camera.project(funnels, size)[:, 1].max()


def test_a_die_that_is_taken_travels_to_its_place_and_back(app: Application) -> None:
    screen = shown(app, find_game("el-dado"), 2, 2)
    control, board = screen.control, screen.control.board
    action = control.runtime.match.moves()[0]
    cell = action[1]
    colour = control.runtime.match.pyramid.at(cell).colour
    control.play(action)
    control._show_happenings()
    assert board.is_moving
    assert tray_view(board.heaps()) == []
    assert [len(heap.places) for heap in heaps_of(board.trays)] == [1]
    board.advance(TRAVEL_S / 2)
    (flying,) = [die for die in board.view().dice if die.cell is None]
    assert flying.colour == colour
    while board.is_moving:
        board.advance(0.05)
    (lying,) = tray_view(board.heaps())
    assert lying.position == heaps_of(board.trays)[0].places[0]
    assert lying.colour == colour
