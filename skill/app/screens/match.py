"""The table: a match on screen. Actions are chosen with pointer or keys; attempts are left to `attempting`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path

import numpy as np
import pygame
import pygame_gui

from skill.app.draw.camera import Camera, home
from skill.app.draw.scene_view import SceneView, funnel_marker
from skill.app.i18n import tr
from skill.app.input import actions
from skill.app.input.actions import Act, Actions
from skill.app.input.view_ray import InView
from skill.app.play.attempt_control import Attempting
from skill.app.play.board import Board
from skill.app.play.choices import Pixel, Place
from skill.app.play.match_setup import Setup, begin, finish_attempt, put_away, take_up
from skill.app.play.panel_text import (
    CHOOSING_HELP,
    attempt_end,
    has_attempts,
    help_html,
    panel_text,
    player_name,
    ranking,
    ranking_html,
)
from skill.app.play.runtime import Happening, Phase, Physics, Runtime
from skill.app.play.turn import Turn
from skill.app.screens import destinations
from skill.app.screens.base import Screen
from skill.app.screens.host import Host
from skill.app.settings.sound import Rattle
from skill.app.widgets.match_panel import Panel
from skill.app.widgets.score_sheet import Paper
from skill.errors import SkillboxError
from skill.lattice.cells import AXES
from skill.lattice.notation import Action
from skill.rules.page import Page
from skill.table.attempts import last_trace
from skill.table.match import Match
from skill.table.record import OPEN, Record

MOST_KNOCKS = 2  # that are heard of dice that touch down in one frame
MOST_SAVED = 8  # matches that are offered
WITH_BLOCK = 1.35  # how much farther the view is where dice lie beside the plate


class MatchScreen(Screen):
    """One match."""

    def __init__(self, host: Host, setup: Setup) -> None:
        super().__init__(host)
        self._setup = setup
        self._journal: Path | None = None
        traces = host.store.folder / "journals"
        finish = partial(finish_attempt, store=host.store)
        self.runtime = Runtime(self._new_match, Physics(finish=finish, kept=partial(last_trace, folder=traces)))
        self.turn = Turn(self.runtime)
        self.board = Board(self.runtime, self.turn)
        self.attempting = Attempting(self.runtime)
        trying = actions.TRYING if has_attempts(self.runtime.match.game) else {}
        self._choosing = Actions(actions.EVERYWHERE, actions.CHOOSING, trying)
        self._racing = Actions(actions.EVERYWHERE, actions.CHOOSING, actions.RACING)
        self._entered: object = None
        match = self.runtime.match
        self._message = escape(" ".join(match.game.cautions(match.record.options)))
        self._ear = Rattle()
        self._pointer_at: tuple[int, int] | None = None
        """Where the mouse was when it last moved the hands."""
        self._panel: Panel | None = None
        self._paper: Paper | None = None
        self._is_over = False
        self._warned: Match | None = None
        """The match of which it was said that it is not kept."""
        self._best_s = self._best_time()
        self._home = home()
        self._enter_turn()
        self.camera, self._glide = self._home, None

    def _new_match(self) -> Match:
        match, self._journal = begin(self._setup, self.host.store)
        self._setup = self._setup._replace(seed=None, resume=None)  # begun anew it is another match
        return match

    def _put_away(self) -> None:
        """Leaves the match that is shown; says what cannot be kept."""
        try:
            put_away(self.runtime.match, self._journal, self.host.store)
        except SkillboxError as error:
            self._message = escape(str(error))

    def _warn(self) -> None:
        """Says once of a match that it cannot be written down, or not all of it."""
        match = self.runtime.match
        if match.not_kept and match is not self._warned and not self.dialog:
            self._warned = match
            text = f"{escape(match.not_kept)}<br><br>{tr('The match goes on all the same.')}"
            self.open_dialog(tr("Not kept"), text)

    def _best_time(self) -> float | None:
        best = self.host.store.best_time(self.runtime.match.game, self.runtime.match.record.options)
        return best.seconds if best else None

    # -- the panel

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        match = self.runtime.match
        game = match.game
        self._panel = Panel(
            ui, area, scale, tr(game.title), len(match.seats), has_attempts(game), is_race=game.kind == "race"
        )
        self._paper = Paper(ui, self.scene_rect, scale) if self._page() else None
        self._say()

    def _page(self) -> Page | None:
        """The sheet of whoever has the screen; nothing while it is handed over."""
        match, seat = self.runtime.match, self.runtime.looker
        page = match.game.page(match.view(seat), seat)
        if page and self.runtime.is_veiled:
            return page._replace(squares=tuple((square, 0) for square, _ in page.squares), others=())
        return page

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*([self._paper.area] if self._paper else []), *super().panel_rects]

    def paint_under(self, surface: pygame.Surface) -> None:
        if self._paper:
            self._paper.paint(surface)

    def paint(self, surface: pygame.Surface) -> None:
        if self._panel:
            self._panel.paint(surface)

    def _say(self) -> None:
        gauge = self.attempting.gauge(self.camera.azimuth_deg)
        message = self._message or escape(self.attempting.hint())
        text = panel_text(self.runtime, self._best_s, message, gauge, self.turn)
        if self._panel and self._panel.show(text):
            self.panel_changed = True
        if self._paper and self._paper.show(self._page(), self.turn.chooser):
            self.panel_changed = True

    def help_text(self) -> str:
        match = self.runtime.match
        hands = self.attempting.help if self.attempting.is_shown else CHOOSING_HELP
        return help_html(match.game, self.actions, len(match.seats), hands, self.host.pads.is_there)

    # -- the scene

    def home_camera(self) -> Camera:
        if self.attempting.is_shown:
            return self.attempting.camera()
        match, sides = self.runtime.match, self.runtime.sides
        if len(sides) == 1:
            return home(sides[0])
        return home() if match.game.block(match.state) is None else home().zoomed(WITH_BLOCK)

    def own_camera(self) -> Camera:
        """The same from the side of whoever looks, where seats have sides."""
        camera, seats = self.home_camera(), len(self.runtime.match.seats)
        if self.attempting.is_shown or not 1 < seats <= len(AXES):
            return camera
        return replace(camera, azimuth_deg=home(AXES[self.runtime.looker - 1]).azimuth_deg)

    def scene(self) -> SceneView:
        if self.attempting.is_shown:
            view = self.attempting.view()
            return view._replace(markers=self._goal_markers(view))
        view = self.board.view()
        return view._replace(markers=(*view.markers, *self._goal_markers(view)))

    def _goal_markers(self, view: SceneView) -> tuple:  # type: ignore[type-arg]
        match = self.runtime.match
        cells = () if match.seat is None else match.game.goal_cells(match.state, match.seat)
        marks = [funnel_marker(cell, "goal") for cell in cells]
        return tuple(mark._replace(position=view.plate.apply(mark.position)) for mark in marks)

    # -- time

    @property
    def moves_by_itself(self) -> bool:
        board = self.board
        return super().moves_by_itself or board.is_moving or board.is_lifting or self.runtime.needs_time

    def advance(self, elapsed_s: float) -> None:
        try:
            self._follow_pointer()
            # What happens next waits until the last thing has been seen, and hands wait while something is read.
            if not (self._is_held_up or (self.board.is_moving and not self.turn.is_race)):
                self.runtime.advance(elapsed_s, self._sample)
        except SkillboxError as error:
            self._message = escape(str(error))
        self.attempting.look()
        self._show_happenings()
        for _ in range(min(MOST_KNOCKS, self.board.advance(elapsed_s))):
            self.host.sounds.play("place")
        self._rattle()
        self._enter_turn()
        self._warn()
        self._pass_on()
        self._say()

    @property
    def _is_held_up(self) -> bool:
        """Whether a dialog is in the way of hands, whose time does not run meanwhile."""
        return self.dialog is not None and self.runtime.phase in (Phase.HANDS, Phase.RACE)

    def leave_alone(self) -> None:
        super().leave_alone()
        runtime = self.runtime
        if runtime.phase is Phase.HANDS and not runtime.is_bot_turn and not runtime.paused:
            self.perform(Act.PAUSE)

    def _sample(self) -> tuple[float, ...]:
        return self.attempting.sample(self.actions.held, self.host.pads.stick, self.camera, self.scene_rect.size)

    def _rattle(self) -> None:
        """Lets the dice of an attempt be heard."""
        if self.runtime.running is None or self.runtime.paused:
            self._ear = Rattle()
            return
        view, time_s = self.attempting.view(), self.runtime.running.time_s
        places = np.array([die.position for die in view.dice]).reshape(-1, 3)
        loudness = self._ear.loudness((places - view.plate.shift) @ np.array(view.plate.rotation), time_s)
        if loudness > 0:
            self.host.sounds.play("knock", loudness)

    def _show_happenings(self) -> None:
        for happening in self.runtime.happenings:
            self._show_happening(happening)
        self.board.show([h for h in self.runtime.happenings if h.action.verb != "attempt"])  # which has been seen
        self.runtime.happenings.clear()

    def _show_happening(self, happening: Happening) -> None:
        self._message = ""
        if happening.action.verb == "attempt":
            outcome = happening.action[1]
            begun = tr("Practice: ") if happening.is_practice else ""
            self._message = begun + escape(attempt_end(self.runtime.match, happening.action))
            self.host.sounds.play("done" if outcome == "success" else "refuse")
        elif len(happening.after) < len(happening.before):
            self.host.sounds.play("take")

    def _enter_turn(self) -> None:
        """Takes on what the turn asks for: choices, keys, the end."""
        runtime = self.runtime
        phase = runtime.phase
        self.turn.renew()
        key = (runtime.match, len(runtime.match.played), phase, runtime.paused, runtime.running)
        if key == self._entered:
            return
        self._entered, self._pointer_at = key, None
        self.attempting.enter()
        if phase is Phase.RACE and self.actions is self._racing:
            return  # keys that are held stay held: others act meanwhile
        self.actions.release_all()
        self._bind_keys()
        self._look()
        if phase is Phase.OVER and not self._is_over:
            self._show_result()
        self._is_over = phase is Phase.OVER

    def _look(self) -> None:
        """Glides to the view that suits what is to be seen, whenever that becomes another one."""
        if (seen := self.home_camera()) != self._home:
            self._home, self._glide = seen, (self.camera, seen, 0.0)

    def _bind_keys(self) -> None:
        """The keys of the tool in use while an attempt is asked for or runs, else those of choosing."""
        if self.runtime.phase in (Phase.READY, Phase.HANDS):
            self.actions = Actions({**actions.EVERYWHERE, **actions.TRYING, **self.attempting.keys})
        else:
            self.actions = self._racing if self.runtime.phase is Phase.RACE else self._choosing

    def _pass_on(self) -> None:
        """Where a game hides something: asks one person to give the screen to another, and shows nothing till then."""
        seat = self.runtime.passes_to
        if seat is None or self.dialog or self.board.is_moving:
            return
        who = player_name(self.runtime.match, seat)
        text = tr("What comes is for {player} alone. Pass the screen on; the others look away.", player=who)
        buttons = {tr("I am {player}", player=who): self._take_screen, tr("All games"): self._go_home}
        self.open_dialog(escape(tr("Pass the screen to {player}", player=who)), escape(text), buttons)

    def _go_home(self) -> None:
        self.host.go_to(destinations.Home(self._setup.game))

    def _take_screen(self) -> None:
        self.close_dialog()
        self.runtime.hand_over()
        if len(self.runtime.sides) == 1:
            self.perform(Act.HOME_VIEW)  # to the side that this player looks at
        self._message = ""
        self._enter_turn()
        self._say()

    def _show_result(self) -> None:
        match = self.runtime.match
        self.board.counted_for = None
        self._count_next(1)
        self.host.sounds.play("done")
        self._put_away()
        self._best_s = self._best_time()
        buttons = {tr("Play again"): self._restart, tr("Look at it"): self.close_dialog, tr("All games"): self._go_home}
        self.open_dialog(tr("The game is over"), ranking_html(match), buttons)

    def _count_next(self, way: int) -> None:
        """Shows on the heap what made the score of the next seat, the winner's first."""
        match = self.runtime.match
        assert match.result is not None
        seats = [seat for _, seat, _ in ranking(match.result) if match.game.counted(match.state, seat)]
        if not seats:
            return
        at = seats.index(self.board.counted_for) + way if self.board.counted_for in seats else 0
        self.board.counted_for = seat = seats[at % len(seats)]
        who = player_name(match, seat)
        self._message = escape(tr("Lit is what counts for {player}. Tab shows the next.", player=who))

    # -- acts

    def act(self, act: Act) -> None:
        runtime = self.runtime
        if act is Act.LEAVE or (act is Act.BACK and not self.turn.back()):
            self._go_home()
        elif act is Act.STEP_BACK:
            self.turn.back()
        elif act is Act.PAUSE:
            runtime.toggle_pause()
        elif act is Act.RESTART:
            self._restart()
        elif act in (Act.UNDO, Act.REDO):
            self._take_back(again=act is Act.REDO)
        elif act in actions.TRYING.values():
            self._try(act)
        elif act is Act.SWITCH_TOOL:
            if self.attempting.switch():
                self._bind_keys()
            else:
                self.host.sounds.play("refuse")
        elif act is Act.ACCEPT:
            self._accept()
        elif act is Act.SAVE:
            self._save()
        elif act is Act.LOAD:
            self._offer_saved()
        elif act is Act.HINT:
            self._message = escape(self.turn.suggest())
        elif runtime.phase is Phase.OVER and act in (Act.NEXT, Act.PREVIOUS):
            self._count_next(1 if act is Act.NEXT else -1)
        elif runtime.phase is Phase.READY and act in self.attempting.keys.values():
            self._begin_attempt(runtime.begin_attempt)
        elif act not in (Act.BACK, Act.MUTE):
            self._play(self.turn.perform(act, self._seen))
        self._enter_turn()
        self._say()

    def _take_back(self, again: bool) -> None:
        """Takes the last action back, or plays it again; the dice go the way they came."""
        runtime = self.runtime
        before, record = runtime.pyramid(), runtime.match.record
        if not (runtime.redo() if again else runtime.undo()):
            self.host.sounds.play("refuse")
            return
        runtime.happenings.clear()
        self._message = ""
        if runtime.match.result is None and record.result != OPEN:
            take_up(runtime.match, self._journal, record, self.host.store)
            self._best_s = self._best_time()
        if runtime.passes_to is not None:
            return
        longer, shorter = (runtime.match.played, record.played) if again else (record.played, runtime.match.played)
        only = longer[-1].action if len(longer) == len(shorter) + 1 else None
        self.board.show_change(before, only, backwards=not again)

    def _save(self) -> None:
        try:
            path = self.host.store.save(self.runtime.match.record)
            self._message = escape(tr("Saved as {file}.", file=path.name))
        except SkillboxError as error:
            self._message = escape(str(error))

    def _offer_saved(self) -> None:
        """The matches that have been saved, the newest first, to go on with one of them."""
        found = self.host.store.saved()[:MOST_SAVED]
        if not found:
            self._message = tr("Nothing has been saved yet.")
            return
        buttons: dict[str, Callable[[], None]] = {}
        for n, (path, record) in enumerate(found, 1):
            when = f"{path.name[6:8]}.{path.name[4:6]}. {path.name[9:11]}:{path.name[11:13]}:{path.name[13:15]}"
            said = tr("{game}, action {count}", game=tr(record.game.title), count=len(record.played) + 1)
            buttons[f"{n}  {said}  ({when})"] = partial(self._load, path, record)
        self.open_dialog(tr("Go on with"), "", buttons | {tr("Close"): self.close_dialog})

    def _load(self, path: Path, record: Record) -> None:
        self.close_dialog()
        setup = Setup(record.game, record.players, record.options, record.seats, resume=path)
        try:
            self.host.go_to(destinations.Match(setup))
        except SkillboxError as error:
            self._message = escape(str(error))

    def _restart(self) -> None:
        self.close_dialog()
        self.runtime.close()  # an attempt that is done belongs to the match that is left
        self._message = ""
        self._put_away()
        self.runtime.restart()
        self.board.rest()
        self.host.rebuild()

    def _accept(self) -> None:
        if self.runtime.paused:
            self.runtime.toggle_pause()
        elif self.runtime.phase is Phase.READY:
            self._begin_attempt(self.runtime.begin_attempt)
        else:
            self._play(self.turn.perform(Act.ACCEPT, self._seen))

    def _play(self, action: Action | None) -> None:
        """Plays an action that has been chosen; None: a step has been made towards one, or nothing was meant."""
        if action is None:
            return
        if self.board.is_moving and not self.turn.is_race:
            self.host.sounds.play("refuse")
            return
        try:
            if not self.turn.play(action):
                self.host.sounds.play("refuse")
            self._show_happenings()
        except SkillboxError as error:
            self._message = escape(str(error))

    def _try(self, act: Act) -> None:
        """What has to do with attempts but is no use of a tool."""
        runtime = self.runtime
        if act is Act.GIVE_UP:
            runtime.give_up()
        elif act is Act.SLOW:
            runtime.is_slow = not runtime.is_slow
        elif act is Act.PRACTISE and runtime.can_practise:
            self._begin_attempt(runtime.practise)
        elif act is Act.REPLAY and runtime.can_replay:
            self._begin_attempt(runtime.replay)
        else:
            self.host.sounds.play("refuse")

    def _begin_attempt(self, begin: Callable[[], None]) -> None:
        """Begins an attempt for the match, for practice or to be seen again."""
        if self.runtime.is_bot_turn or self.runtime.paused:
            return
        self._message = ""
        try:
            begin()
        except SkillboxError as error:
            self._message = escape(str(error))

    # -- pointer and panel

    def on_gui(self, event: pygame.event.Event) -> None:
        if self._panel is None or self.dialog:
            return
        if event.type == pygame_gui.UI_BUTTON_ON_HOVERED:
            if action := self._panel.actions.buttons.get(event.ui_element):
                self.turn.chooser.look_at(action)
                self._say()
        elif event.type == pygame_gui.UI_BUTTON_PRESSED:
            if act := self._panel.buttons.get(event.ui_element):
                self.perform(act)
            elif action := self._panel.actions.buttons.get(event.ui_element):
                self._play(action)
                self._enter_turn()
                self._say()
            elif seat := self._panel.seat_buttons.get(event.ui_element):
                self.turn.sit(seat)
                self._say()
            else:
                self._panel.actions.press(event.ui_element)

    def on_pointer(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL:
            if self.runtime.phase is Phase.HANDS:
                self.attempting.wheel(event.y)
            else:
                self._wheel(event.y)
            return
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.attempting.press(False, self._in_view(event.pos))
        if not self.scene_rect.collidepoint(event.pos):
            if event.type == pygame.MOUSEMOTION and event.rel != (0, 0) and self.turn.chooser.focused is not None:
                self.turn.chooser.look_at(None)
            return
        if event.type == pygame.MOUSEMOTION or (event.type == pygame.MOUSEBUTTONDOWN and event.button == 1):
            before, under = self.turn.chooser.focused, self._under(event.pos)
            self.turn.chooser.look_at(under)
            if under not in (before, None):
                self.host.sounds.play("hover")
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if self.runtime.phase is Phase.READY:
                self._begin_attempt(self.runtime.begin_attempt)
            elif self.runtime.phase is Phase.HANDS:
                self.attempting.press(True, self._in_view(event.pos))
            elif self.turn.chooser.focused is not None:
                self._play(self.turn.perform(Act.ACCEPT, self._seen))
            self._enter_turn()
            self._say()

    def _wheel(self, notches: int) -> None:
        at = pygame.mouse.get_pos()
        if self._panel and self._panel.actions.rect.collidepoint(at):
            self._panel.actions.scroll(-notches)
        elif self.scene_rect.collidepoint(at) and self.turn.turn(notches):
            self._say()
        else:
            self.perform(Act.ZOOM_IN if notches > 0 else Act.ZOOM_OUT)

    def _under(self, at: tuple[int, int]) -> Place | None:
        """What can be pointed at and lies under a pixel of the window."""
        if self._paper:
            square = self._paper.at(at)
            return square if square in self.turn.places else None
        return self.board.under(self.camera, self.in_scene(at), self.scene_rect.size)

    def _seen(self) -> dict[Place, Pixel]:
        """Where everything that can be pointed at is on screen."""
        return self._paper.centres() if self._paper else self.board.seen(self.camera, self.scene_rect.size)

    def _follow_pointer(self) -> None:
        """While an attempt runs its tool follows the pointer, which need not move for that."""
        if self.runtime.phase is not Phase.HANDS or self._orbiting:
            return
        at = pygame.mouse.get_pos()
        if at == self._pointer_at:
            return  # keys may have moved it since
        self._pointer_at = at
        inside = pygame.mouse.get_focused() and self.scene_rect.collidepoint(at)
        if not inside and not self.attempting.is_pressed:
            self.attempting.point(None)
            return
        self.attempting.point(self._in_view(at))

    def _in_view(self, at: tuple[int, int]) -> InView:
        """A window position as hands take it: from the middle of the scene, right and up, 1 at its nearer edge."""
        reach, (x, y) = min(self.scene_rect.size) / 2, self.scene_rect.center
        return ((at[0] - x) / reach, (y - at[1]) / reach)

    def closed(self) -> None:
        self.runtime.close()
        self._put_away()
