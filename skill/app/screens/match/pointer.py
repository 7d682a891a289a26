"""The mouse in a match: pointing, choosing, pressing and turning, in the scene and in the panel."""

from __future__ import annotations

from collections import deque

import pygame
import pygame_gui

from skill.app.input.actions import Act
from skill.app.input.device import Device
from skill.app.input.viewport import InView
from skill.app.play.control import MatchControl
from skill.app.play.match.choices import Pixel, Place
from skill.app.play.match.phase import Phase
from skill.app.screens.base import Screen
from skill.app.screens.match.overlay import OverlayPaint
from skill.app.screens.match.panel import MatchPanel
from skill.app.screens.match.score_sheet import ScoreSheet
from skill.lattice.notation import Action

SLIP = 12  # pixels within which the pointer has not been drawn anywhere between a press and its end


class MatchPointer:
    """Turns events of the mouse and of the panel's elements into calls of the match's control."""

    def __init__(self, screen: Screen, control: MatchControl) -> None:
        self._screen, self._control = screen, control
        self._panel: MatchPanel | None = None
        self._score_sheet: ScoreSheet | None = None
        self._overlay: OverlayPaint | None = None
        self._followed: tuple[int, int] | None = None
        """Where the mouse was when a tool followed it last."""
        self._path: deque[InView | None] = deque()
        """Where it has been since, which no sample has had yet."""
        self._acts_on_lifting = False
        """Whether a finger is down whose press counts when it ends."""
        self._is_lifted = False
        """Whether it was a finger that pointed last, and it is up."""
        self.rolls_on = False
        """Whether the pointer is held down after a roll, so that further rolls follow until it is let go."""
        self._drawn_from: tuple[Place, tuple[int, int]] | None = None
        """The place at which the pointer went down, and where in the window, while it is drawn from there."""

    def use(self, panel: MatchPanel, score_sheet: ScoreSheet | None) -> None:
        """Takes on the widgets of a new layout."""
        self._panel, self._score_sheet = panel, score_sheet

    def use_overlay(self, overlay: OverlayPaint) -> None:
        """Takes on what is written over the scene, where dice may lie that are clicked."""
        self._overlay = overlay

    # -- where things are

    def places_seen(self) -> dict[Place, Pixel]:
        """Where everything that can be pointed at is on screen."""
        if self._score_sheet:
            return self._score_sheet.centres()
        return self._control.board.seen(self._screen.camera, self._screen.scene_rect.size)

    def _place_at(self, at: tuple[int, int]) -> Place | None:
        """What can be pointed at and lies under a pixel of the window."""
        control, screen = self._control, self._screen
        if self._score_sheet:
            square = self._score_sheet.at(at)
            return square if square in control.turn.places else None
        return control.board.under(screen.camera, screen.in_scene(at), screen.scene_rect.size)

    def _taken_at(self, at: tuple[int, int]) -> Action | None:
        """What takes the die beside the plate that lies under a pixel of the window."""
        screen, taken = self._screen, self._overlay.taken_up_at(at) if self._overlay else None
        if taken is not None or self._score_sheet or not screen.scene_rect.collidepoint(at):
            return taken
        return self._control.board.way_at(screen.camera, screen.in_scene(at), screen.scene_rect.size)

    def _in_view(self, at: tuple[int, int]) -> InView:
        """A window position as tools take it: from the middle of the scene, right and up, 1 at its nearer edge."""
        scene = self._screen.scene_rect
        reach, (x, y) = min(scene.size) / 2, scene.center
        return ((at[0] - x) / reach, (y - at[1]) / reach)

    # -- what the mouse does

    def follow(self) -> None:
        """While an attempt runs its tool follows the mouse, which need not move for that; held down, it rolls on."""
        runtime = self._control.runtime
        may_roll = runtime.waits_for_roll and not (runtime.is_stopped or self._control.board.is_moving)
        if self.rolls_on and may_roll:
            self._control.go_on()
        if runtime.phase is not Phase.HANDS or runtime.paused or self._screen.view.is_dragged:
            self.forget()
            return
        at = pygame.mouse.get_pos()
        if self._followed is None and self._screen.host.last_used.device is not Device.POINTER:
            self._followed = at  # whoever begins by keys does not mean where the mouse happens to lie
        if at == self._followed or self._is_lifted:
            return  # keys may have moved the pointer since
        self._followed = at
        self._path.append(self._pointed(at))

    def _pointed(self, at: tuple[int, int]) -> InView | None:
        """Where a tool points when the mouse is there; None where it points at nothing."""
        is_inside = pygame.mouse.get_focused() and self._screen.scene_rect.collidepoint(at)
        return self._in_view(at) if is_inside or self._control.attempt.input.is_pressed else None

    def move_on(self, due: int) -> None:
        """Before the next of `due` samples: the tool goes its share of the way that the mouse has gone.

        So however long a picture takes to draw, the samples of that time follow the mouse as it went, one by one.
        """
        for _ in range(-(-len(self._path) // due)):
            self._control.attempt.input.point(self._path.popleft())

    def forget(self) -> None:
        """Has the next tool follow the mouse even if that has not moved."""
        self._followed = None
        self._path.clear()

    def break_off(self) -> None:
        """What is pressed counts no longer."""
        self._acts_on_lifting = self.rolls_on = False
        self._draw_from(None)
        self.forget()

    def lift(self) -> None:
        """No finger points any longer, though the mouse stays where it was."""
        self._is_lifted = True
        self._path.clear()
        self._acts_on_lifting = False
        self._control.attempt.input.point(None)

    def on_gui(self, event: pygame.event.Event) -> bool:
        """Takes an event of one of the panel's elements; whether it has to do with the choice."""
        panel, control = self._panel, self._control
        if panel is None:
            return False
        if event.type == pygame_gui.UI_BUTTON_ON_HOVERED:
            if action := panel.actions.buttons.get(event.ui_element):
                control.turn.chooser.look_at(action)
                return True
        elif event.type == pygame_gui.UI_BUTTON_PRESSED:
            if act := panel.buttons.get(event.ui_element):
                self._screen.perform(act)
            elif action := panel.actions.buttons.get(event.ui_element):
                if not control.is_early(event.ui_element.rect.center):
                    control.choose(action)
                if event.ui_element.alive():
                    event.ui_element.select()  # it is kept, and its list need not be made anew
                return True
            elif seat := panel.seat_buttons.get(event.ui_element):
                return control.turn.sit(seat)
            else:
                panel.actions.press(event.ui_element)
        return False

    def on_mouse(self, event: pygame.event.Event) -> bool:
        """Takes an event of the mouse that is no drag of the view; whether something was pressed or turned."""
        if event.type == pygame.MOUSEWHEEL:
            return self._on_wheel(event.y)
        is_finger, self._is_lifted = getattr(event, "touch", False), False
        is_main = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1
        is_up = event.type == pygame.MOUSEBUTTONUP
        if is_main and is_up:
            self.rolls_on = False
            self._control.attempt.input.press(False, self._in_view(event.pos))
            acts = self._acts_on_lifting and is_finger
            self._acts_on_lifting = False
        else:  # a finger shows first what it points at; tools need the whole press
            self._acts_on_lifting |= is_main and is_finger and self._control.runtime.phase is not Phase.HANDS
            acts = is_main and not self._acts_on_lifting
        if is_main and is_up and is_finger:
            self.lift()
        elif is_main:  # a press has samples of its own, at its own place
            self._path = deque([self._pointed(event.pos)])
        elif event.type == pygame.MOUSEMOTION and self._control.runtime.phase is Phase.HANDS:
            self._path.append(self._pointed(event.pos))
            self._followed = event.pos
        chooser = self._control.turn.chooser
        if event.type == pygame.MOUSEMOTION:
            self._light(event.pos)
            self._control.label_told = self._overlay.meaning_at(event.pos) if self._overlay else ""
        if acts or event.type == pygame.MOUSEMOTION:
            taken = self._taken_at(event.pos)
            if taken is not None:
                chooser.look_at(taken)
                if acts and not self._control.is_early(event.pos):
                    self._control.choose(taken)
                return acts
        if not self._screen.scene_rect.collidepoint(event.pos):
            if event.type == pygame.MOUSEMOTION and event.rel != (0, 0) and chooser.focused is not None:
                chooser.look_at(None)
            return False
        if event.type == pygame.MOUSEMOTION or (is_main and (acts or not is_up)):
            self._point(event.pos)
        if is_main and is_up and self._draw_to(event.pos, is_finger=is_finger):
            return True
        under = self._place_at(event.pos) if is_main and not is_up else None
        if acts:
            self._press(event.pos, is_held=not is_up)
        if is_main and not is_up:
            self._draw_from(under, event.pos)
        return acts

    # -- drawing from one end of a row to the other

    def _draw_from(self, place: Place | None, at: tuple[int, int] = (0, 0)) -> None:
        """From now on the pointer is drawn from there; None: no longer."""
        self._drawn_from = None if place is None else (place, at)
        self._control.board.drawn_from = place if isinstance(place, int) else None

    def _draw_to(self, at: tuple[int, int], *, is_finger: bool) -> bool:
        """The pointer is let go: whether that was at the other end of what it was drawn over, which chooses it."""
        drawn, turn = self._drawn_from, self._control.turn
        self._draw_from(None)
        if drawn is None or turn.is_race or max(abs(at[n] - drawn[1][n]) for n in (0, 1)) < SLIP:
            return False
        begun, place, chooser = drawn[0], self._place_at(at), turn.chooser
        if is_finger and begun in chooser.choice.targets and place not in chooser.choice.targets:
            if chooser.choice.at(begun).settled:
                return False
            chooser.point(begun)  # a finger chooses when it is lifted
        if place is None or not chooser.can_draw(begun, place):
            return False
        if not self._control.is_early(at, place):
            self._control.choose(chooser.draw_to(place))
        return True

    def _light(self, at: tuple[int, int]) -> None:
        """Lights the places of the action that a sentence of the log under a pixel of the window is about."""
        told, control = self._panel.told_at(at) if self._panel else None, self._control
        runtime = control.runtime
        touched = control.log.touched(runtime.match, runtime.viewpoint, told) if told is not None else frozenset()
        control.board.lit = touched

    def _point(self, at: tuple[int, int]) -> None:
        chooser = self._control.turn.chooser
        before, under = chooser.focused, self._place_at(at)
        begun = self._drawn_from and self._drawn_from[0]
        rows = chooser.rows_to(under) if under is not None and begun in chooser.again else ()
        chooser.look_at(rows[0] if rows else under)
        if under not in (before, None):
            self._screen.host.sounds.play("hover")
            self._control.put_refusal_away()

    def _press(self, at: tuple[int, int], *, is_held: bool) -> None:
        control = self._control
        if control.runtime.is_stopped:
            control.runtime.toggle_pause()  # by that nothing is chosen
        elif control.runtime.phase is Phase.READY:
            if control.is_early(at):
                return
            control.begin_attempt()
            if is_held:
                control.attempt.begin_pressed(self._in_view(at))
        elif control.runtime.phase is Phase.HANDS:
            control.attempt.input.press(True, self._in_view(at))
        elif control.runtime.waits_for_roll and control.go_on():
            self.rolls_on = is_held and control.runtime.dice_decide
        elif control.go_on() or control.look_at_now():
            pass
        elif control.board.follows and not control.turn.is_race:
            control.skip()
        elif control.is_early(at, control.turn.chooser.focused):
            pass
        elif control.turn.chooser.focused is not None:
            control.turn.cursor = None  # the pointer shows where it is by itself
            control.choose(control.turn.perform(Act.ACCEPT, self.places_seen))
        elif is_held and self._score_sheet is None:
            self._screen.view.begin_drag(may_choose=True)  # whether it is a click is seen when it ends
        else:
            self.refuse(at)

    def refuse(self, at: tuple[int, int]) -> None:
        """A click there in the window was in vain."""
        screen, control = self._screen, self._control
        on_sheet = self._score_sheet is not None
        place = control.board.shown_at(screen.camera, screen.in_scene(at), screen.scene_rect.size)
        control.refuse(at, None if on_sheet else place)

    def _on_wheel(self, notches: int) -> bool:
        """Turns the tool in use, scrolls the list, shows another way or zooms; whether it showed another way."""
        control, at = self._control, pygame.mouse.get_pos()
        if control.runtime.phase is Phase.HANDS:
            control.attempt.input.wheel(notches)
        elif self._panel and self._panel.actions.rect.collidepoint(at):
            self._panel.actions.scroll(-notches)
        elif self._screen.scene_rect.collidepoint(at) and control.turn.turn(notches):
            return True
        else:
            self._screen.perform(Act.ZOOM_IN if notches > 0 else Act.ZOOM_OUT)
        return False
