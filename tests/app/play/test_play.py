"""Every discrete game in the window: one action by the pointer alone, one by the keys alone, each taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from skill.app.input.actions import SEAT_KEYS
from skill.app.main import close_application, open_application
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.lattice.notation import Action
from skill.rules.catalogue import all_games
from skill.rules.game import ANYONE, CHANCE, AnyGame, AttemptSpec
from skill.table.match import Match
from skill.table.store import Store
from tests.app.conftest import UNDRAWN
from tests.conftest import missing

pygame = pytest.importorskip("pygame")
from skill.app.application import Application  # noqa: E402  (needs pygame)
from skill.app.window import GlWindow  # noqa: E402
from tests.app.driver import Driver  # noqa: E402  (needs pygame)

SIZE = (720, 480)
OPTIONS = {"throw_model": "lattice", "choose": "manual"}
"""Chance in place of hands, and people in place of the program, wherever a game has that option."""
KINDS = [UNDRAWN, pytest.param("opengl", marks=pytest.mark.slow)]


def agreed(game: AnyGame) -> Setup:
    """People at every seat."""
    low, high = game.players
    players = max(low, min(3, high))
    options = {o.name: OPTIONS[o.name] for o in game.all_options if OPTIONS.get(o.name) in o.choices}
    return Setup(game, players, game.options_from(options), ("human",) * players, seed=4)


def is_discrete(game: AnyGame) -> bool:
    """Whether people choose among listed actions at once, and not only hands try."""
    setup = agreed(game)
    match = Match(game, setup.players, setup.options, seed=4)
    while match.turn is CHANCE:
        match.step()
    return not isinstance(match.turn, AttemptSpec)


GAMES = [game for game in all_games() if is_discrete(game)]


class Player(Driver):
    """Somebody who has either a pointer or keys."""

    @property
    def screen(self):
        return self.app.screen

    @property
    def chooser(self):
        return self.screen.control.turn.chooser

    @property
    def played(self) -> tuple:
        return self.screen.control.runtime.match.played

    def until_asked(self, take_screen) -> None:
        """Lets chance act, takes the screen over, and waits for a choice."""

        for _ in range(100):
            self.screen.update(0.25)
            if self.screen.dialog:
                take_screen()
            if self.screen.control.runtime.is_to_begin:
                self.screen.control.runtime.toggle_pause()
            if self.screen.control.runtime.phase is Phase.RACE:
                self._choose_a_seat()
            if self.chooser.choice.legal and not self.screen.control.board.is_moving:
                self.frames()
                return
        raise AssertionError("nobody is asked")

    def _choose_a_seat(self) -> None:
        """In a race, one that can do anything."""
        match = self.screen.control.runtime.match
        able = [seat for seat in self.screen.control.runtime.viewpoint.people if match.moves(seat)]
        if able and self.screen.control.turn.seat not in able:
            self.screen.control.turn.chooser.look_at(None)
            self.key(getattr(pygame, f"K_{SEAT_KEYS[able[0] - 1]}"))

    def by_pointer(self) -> Action:
        self.until_asked(lambda: self.press(next(iter(self.screen.dialog.commands))))
        count = len(self.played)
        for _ in range(8):
            if not self._point_at_something():
                self.click(next(iter(self.screen.panel.actions.buttons)).rect.center)
                self.frames()
            if len(self.played) > count:
                return self.played[count].action
        raise AssertionError("pointing led to nothing")

    def _point_at_something(self) -> bool:
        """Clicks the first thing that it hits, once more if that has ways; whether there was any."""
        choice, before = self.chooser.choice, len(self.played)
        seen = self.screen.pointer.places_seen()
        for place in (*choice.targets, *self.chooser.again):
            at = seen[place]
            pixel = (round(at[0]) + self.screen.scene_rect.x, round(at[1]) + self.screen.scene_rect.y)
            self.point(pixel)
            if self.chooser.focus != place:
                continue  # something stands before it
            if len(choice.ways) > 1:
                pygame.mouse.set_pos(pixel)
                self.post(pygame.MOUSEWHEEL, x=0, y=1, flipped=False)
                self.frames()
                assert self.chooser.choice.way != choice.way
            self.click(pixel)
            self.frames()
            assert len(self.played) > before or self.chooser.choice.pointed != choice.pointed
            return True
        return False

    def by_keys(self) -> Action:
        self.until_asked(lambda: self.key(pygame.K_RETURN))
        count, race = len(self.played), self.screen.control.runtime.phase is Phase.RACE
        for _ in range(8):
            legal = {*self.chooser.choice.targets, *self.chooser.again, *self.chooser.listed}
            if len(self.chooser.choice.ways) > 1:
                self.key(pygame.K_PERIOD)
            for _ in range(200):
                if self.chooser.focus in legal:
                    break
                self.key_down(pygame.K_TAB)
            seat = self.screen.control.turn.seat
            self.key(getattr(pygame, f"K_{SEAT_KEYS[seat - 1]}") if race else pygame.K_RETURN)
            self.frames()
            if len(self.played) > count:
                return self.played[count].action
        raise AssertionError("keys led to nothing")

    def take_back(self, to: int) -> bool:
        """Whether there are so many actions again: not where the last one is final, or was called in a race, which
        stays then."""
        played, match = self.played, self.screen.control.runtime.match
        is_final = played[-1].action.verb in match.game.final_verbs
        is_final |= match.game.kind == "race" and ANYONE in (match.game.to_move(match.state_at(to)), match.turn)
        self.key(pygame.K_z, pygame.KMOD_LCTRL)
        assert (self.played[: len(played)] if is_final else self.played) == (played if is_final else played[:to])
        return not is_final


@pytest.fixture(scope="module", params=KINDS)
def app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """One window for all games: to open one takes longer than a test."""
    kind = request.param
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("SDL_VIDEODRIVER", "offscreen" if kind == "opengl" else "dummy")
        environment.setenv("SDL_AUDIODRIVER", "dummy")
        environment.setenv("SKILLBOX_RENDERER", "opengl" if kind == "opengl" else "software")
        app = open_application(None, SIZE, Store(tmp_path_factory.mktemp("data")))
        if kind == "opengl" and not isinstance(app.window, GlWindow):
            missing("no OpenGL 3.3 window can be opened without a screen")
        if kind == UNDRAWN:
            environment.setattr(app.window, "draw_scene", lambda *_: None)
        yield app
        app.screen.closed()
        close_application()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_an_action_by_pointer_and_one_by_keys_each_taken_back(app: Application, game: AnyGame) -> None:
    app.go_to(destinations.Match(agreed(game)))
    player, screen = Player(app), app.screen
    drawn = app.frames_drawn
    player.frames()
    player.until_asked(lambda: player.key(pygame.K_RETURN))
    assert app.frames_drawn > drawn
    for way in (player.by_pointer, player.by_keys):
        player.until_asked(lambda: player.key(pygame.K_RETURN))
        before, heap = len(player.played), screen.control.runtime.match.pyramid
        way()
        if player.take_back(before):
            assert screen.control.runtime.match.pyramid == heap


def test_nearly_all_games_are_discrete() -> None:
    assert len(GAMES) >= 50
