"""What every screen has: a scene on the left, a panel on the right, a camera that can be moved, and dialogs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain

import pygame
import pygame_gui
from pygame_gui.elements import UIPanel, UITextEntryLine

from skill.app.i18n import tr
from skill.app.input import actions
from skill.app.input.actions import Act, Actions, Key, Lines
from skill.app.input.device import Device
from skill.app.input.keyboard import key_of
from skill.app.input.touch import NOWHERE, Gesture
from skill.app.play.said.help import COMMON_HELP, TOUCH_HELP, keys_text
from skill.app.screens.dialog import Card, Dialog, HelpDialog
from skill.app.screens.host import Host
from skill.app.screens.view_control import ViewControl
from skill.app.widgets.form import Form
from skill.app.widgets.note import Note
from skill.app.widgets.row_list import RowList
from skill.app.widgets.stops import Stops
from skill.app.widgets.text_line import LEFT_OUT
from skill.draw.camera import Camera, Size, home
from skill.draw.scene_view import SceneView

PANEL_WIDTH = 320  # at scale 1
MARGIN = 12
PAGES = (Act.RAISE_VIEW, Act.LOWER_VIEW)  # of the keys page up and page down, which go through a dialog
OUT_OF_SIGHT = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
SCENE_SHARE = 0.4  # of the height of an upright window
AGAIN_S = 0.5  # within which a finger comes down again
NOTCH_PIXELS = 40  # that two fingers go over a list, for a notch of a wheel


def is_upright(window: pygame.Rect) -> bool:
    """Whether a window is higher than wide, so that what stands side by side elsewhere stands one below the other."""
    return window.h > window.w


def three_parts(
    window: pygame.Rect, upright: tuple[float, float], left: int, picture: float
) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """A picture, what stands below it, and the rest of a window.

    Of an upright window the first two have the shares `upright` of its height. Of another one they have `left` pixels
    of its width, where the picture has the share `picture` of the height, and the rest is beside them.
    """
    if is_upright(window):
        first = pygame.Rect(0, 0, window.w, round(window.h * upright[0]))
        second = pygame.Rect(0, first.bottom, window.w, round(window.h * upright[1]))
        return first, second, pygame.Rect(0, second.bottom, window.w, window.h - second.bottom)
    first = pygame.Rect(0, 0, left, round(window.h * picture))
    second = pygame.Rect(0, first.bottom, left, window.h - first.bottom)
    return first, second, pygame.Rect(left, 0, window.w - left, window.h)


class Screen:
    """One screen of the application. Subclasses build the panel, give the scene and answer to acts."""

    panel_width = PANEL_WIDTH
    bindings: tuple[Mapping[str, Act], ...] = (actions.EVERYWHERE, actions.CHOOSING)
    focused: Stops | RowList | None = None
    """What keys go to in the panel, if they do not go to the scene."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.actions = Actions(*self.bindings)
        self._dialog_actions = Actions(actions.EVERYWHERE, actions.CHOOSING)
        """The keys of every dialog, whatever those of the screen under it are."""
        self.view = ViewControl()
        self.scene_rect = pygame.Rect(0, 0, 1, 1)
        self.panel_rect = pygame.Rect(0, 0, 1, 1)
        self._whole_scene = self.scene_rect
        """The place of the scene while no card takes a part of it."""
        self.dialog: Dialog | None = None
        self.panel_changed = True
        self._note: Note | None = None
        """What is said for a moment, if anything is."""
        self._is_pressed = False
        """Whether the main button of the mouse has gone down over the screen and not up again."""
        self._postponed: tuple[Form, Callable[[], None]] | None = None
        """What is done when the pointer has left the line of a form."""
        self._calm_s = 0.0
        """Since something was postponed."""

    # -- what subclasses give

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        """Makes the panel's elements within `area`."""
        raise NotImplementedError

    def scene(self) -> SceneView:
        """What there is to draw now."""
        raise NotImplementedError

    def act(self, act: Act) -> None:
        """A named action, pressed once."""

    def on_gui(self, event: pygame.event.Event) -> None:
        """An event of a panel's element."""

    def on_pointer(self, event: pygame.event.Event) -> None:
        """A mouse event over the scene."""

    def on_vain_click(self, at: tuple[int, int]) -> None:
        """A click that was begun where nothing may be chosen has turned the view no further."""

    def advance(self, elapsed_s: float) -> None:
        """Lets time pass."""

    def paint_under(self, surface: pygame.Surface) -> None:
        """Draws below the panel's elements, so that menus and dialogs lie over it."""

    def paint(self, surface: pygame.Surface) -> None:
        """Draws over the panel what pygame_gui has no element for."""

    def opened(self) -> None:
        """The screen is the one that is shown from now on, and that before it has put away what was its own."""

    def closed(self) -> None:
        """The screen gives way to another one."""

    @property
    def moves_by_itself(self) -> bool:
        """Whether time has to pass for it: otherwise the application sleeps until something happens."""
        is_waiting = self.dialog is not None and self.dialog.is_waiting
        return self.view.is_gliding or self._note is not None or is_waiting or self._postponed is not None

    @property
    def camera(self) -> Camera:
        """From where the scene is seen."""
        return self.view.camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self.view.camera = camera

    # -- layout

    def build(self, ui: pygame_gui.UIManager, size: Size, scale: float) -> None:
        """Lays the screen out in a window of that size."""
        self.lay_out(ui, pygame.Rect(0, 0, *size), scale)
        self._whole_scene = self.scene_rect.copy()
        self._note = None
        if self.dialog:
            self.dialog.build(ui, self.dialog_area, scale)
        self.make_room()
        self.panel_changed = True

    def make_room(self) -> None:
        """Gives the scene all of its place but for that of a card, so that it is seen whole."""
        self.scene_rect = self._whole_scene.copy()
        if isinstance(self.dialog, Card):
            self.scene_rect.h = self.dialog.rect.y - self.scene_rect.y

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        """Gives scene and panel their places: by default the panel is a strip at the right, in an upright window below
        the scene.
        """
        if is_upright(window):
            self.scene_rect = pygame.Rect(0, 0, window.w, round(window.h * SCENE_SHARE))
            self.panel_rect = pygame.Rect(0, self.scene_rect.h, window.w, window.h - self.scene_rect.h)
        else:
            width = min(round(self.panel_width * scale), window.w * 3 // 5)
            self.scene_rect = pygame.Rect(0, 0, window.w - width, window.h)
            self.panel_rect = pygame.Rect(window.w - width, 0, width, window.h)
        UIPanel(self.panel_rect, starting_height=0, manager=ui, margins={"left": 0, "right": 0, "top": 0, "bottom": 0})
        margin = round(MARGIN * scale)
        self.build_panel(ui, self.panel_rect.inflate(-2 * margin, -2 * margin), scale)

    @property
    def dialog_area(self) -> pygame.Rect:
        """In the middle of what dialogs open."""
        window = pygame.Rect(0, 0, *self.host.window.size)
        return window if is_upright(window) and not isinstance(self.dialog, Card) else self._whole_scene

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        """The parts of the window that pygame draws."""
        return [self.panel_rect, *([self.dialog.rect] if self.dialog else [])]

    # -- where keys go

    @property
    def focus_rect(self) -> pygame.Rect | None:
        """Where that is in the window to which keys go; None where the scene shows it."""
        return self.focused.focus_rect if self.focused else None

    @property
    def framed(self) -> pygame.Rect | None:
        """What is framed now: where keys go, for somebody who uses them."""
        if self.host.last_used.device is Device.POINTER:
            return None
        return self.dialog.focus_rect if self.dialog else self.focus_rect

    # -- what waits until the pointer has left

    def postpone(self, form: Form, command: Callable[[], None]) -> None:
        """Does what lays the screen out anew when the pointer has left the form's chosen line, so that this does not
        move away from under it; at once for somebody who uses keys.
        """
        self._postponed, self._calm_s = (form, command), 0.0
        if self.host.last_used.device is not Device.POINTER:
            self.do_postponed()

    def do_postponed(self) -> None:
        """Does now what was postponed, if anything was."""
        if self._postponed:
            (_, command), self._postponed = self._postponed, None
            command()

    def _may_press_again(self, form: Form) -> bool:
        """Whether the pointer is on the form's line still; a finger that is lifted is nowhere, but may come back."""
        if self.host.last_used.device is not Device.POINTER or self.host.fingers.is_used:
            return self._calm_s < AGAIN_S
        return form.chosen_rect.collidepoint(pygame.mouse.get_pos())

    # -- what is said for a moment

    def note(self, text: str) -> None:
        """Says this over everything, for a moment."""
        area = self.scene_rect if self.scene_rect.w > 1 else self.dialog_area
        self._note = Note(self.host.ui, area, self.host.scale, text)
        self.panel_changed = True

    @property
    def noted(self) -> Note | None:
        """What is said for a moment now, if anything is."""
        return self._note

    # -- dialogs

    def open_dialog(self, title: str, text: str, buttons: Mapping[str, Callable[[], None]] | None = None) -> None:
        """Shows a text over the scene until it is closed; without `buttons` there is one to close it."""
        self.show_dialog(Dialog(title, text, buttons or {tr("Close"): self.close_dialog}))

    def show_dialog(self, dialog: Dialog) -> None:
        """Shows a dialog in place of the one that is open, if any."""
        self.close_dialog()
        self.dialog = dialog
        self._dialog_actions = Actions(actions.EVERYWHERE, actions.CHOOSING)
        self.dialog.build(self.host.ui, self.dialog_area, self.host.scale)
        self.make_room()
        self.break_off()
        self.panel_changed = True

    def close_dialog(self) -> None:
        """Closes the dialog, if one is open."""
        if self.dialog:
            self.dialog.kill()
            self.dialog = None
            self.make_room()
            self.panel_changed = True

    def dismiss(self) -> None:
        """The dialog is closed without an answer, by Esc."""
        self.close_dialog()

    # -- events

    def handle(self, event: pygame.event.Event) -> None:
        """Any event that pygame_gui has not kept for itself."""
        if event.type == pygame_gui.UI_BUTTON_PRESSED and self.dialog and self.dialog.press(event.ui_element):
            return
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self.on_key(key_of(event), event.type == pygame.KEYDOWN)
        elif event.type == pygame.MOUSEWHEEL and not event.y:
            pass  # sideways, or less than a notch by a pad on which two fingers go: no notch up or down
        elif event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL):
            self._on_mouse(event)
        elif event.type in OUT_OF_SIGHT:
            self.leave_alone()
        elif event.type == LEFT_OUT:
            self.note(tr("Some of these letters cannot be written here, and are left out."))
        elif event.type == pygame.WINDOWENTER:
            pressed = pygame.mouse.get_pressed(desktop=not self.host.fingers.is_used)  # the system knows no fingers
            if (self._is_pressed or self.view.is_dragged) and not any(pressed):
                self.break_off()  # it went up where this window was not told
        else:
            self.on_gui(event)

    def break_off(self) -> None:
        """Nothing is held any longer, whatever keys and buttons are down, and nothing comes of what was held.

        Where they go up will not be seen, or is not meant for this: the window has lost them to another one, a dialog
        is open, or a second button or finger has come down.
        """
        self.actions.release_all()
        self._dialog_actions.release_all()
        self.view.end_drag()
        self._is_pressed = False
        self.host.ui.process_events(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=NOWHERE, touch=False))

    def on_gesture(self, gesture: Gesture) -> None:
        """Two fingers turn and zoom the view; over a list they scroll it."""
        if self.dialog:
            return
        if self.scene_rect.collidepoint(gesture.middle):
            self.view.pinch(gesture.moved, gesture.turned_deg, gesture.spread)
        elif notches := gesture.notches(NOTCH_PIXELS):
            self.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches))

    def leave_alone(self) -> None:
        """The window has lost keyboard and mouse to another one."""
        self.break_off()

    def outlives(self) -> bool:
        """An error was raised: whether the screen can go on, since it has left behind what it came of."""
        return False

    def miss(self) -> None:
        """A frame has taken so long that the machine must have been suspended."""

    def on_key(self, key: Key, is_down: bool) -> None:
        """A key, or a button of a controller, goes down or up."""
        if not is_down:
            self.actions.release(key)
            return
        if self.is_typing and key.writes:
            return
        act = (self._dialog_actions if self.dialog else self.actions).press(key)
        if act is None or (self.host.is_repeat and act not in actions.REPEATED):
            return
        if self.dialog:
            if self.dialog.is_waiting or key.name in self.dialog.ignored_keys:
                return
            if self.act_beside(act):
                return
            if act in (Act.BACK, Act.HELP):
                self.dismiss()
            elif act is Act.ACCEPT:
                self.dialog.press_chosen()
            elif act in actions.NUMBERS:
                self.dialog.press_number(actions.NUMBERS.index(act) + 1)
            elif act in PAGES or (act in (Act.UP, Act.DOWN) and len(self.dialog.commands) == 1):
                self.dialog.scroll(1 if act in (Act.LOWER_VIEW, Act.DOWN) else -1)
                self.panel_changed = True
            elif act in (Act.NEXT, Act.RIGHT, Act.PREVIOUS, Act.LEFT):
                self.dialog.move(1 if act in (Act.NEXT, Act.RIGHT) else -1)
                self.panel_changed = True
            elif act in (Act.DOWN, Act.UP):
                self.dialog.move_row(1 if act is Act.DOWN else -1)
                self.panel_changed = True
            return
        self.perform(act)

    def act_beside(self, act: Act) -> bool:
        """Carries out an act that is meant for something beside the dialog; whether it was such an act."""
        return False

    @property
    def is_typing(self) -> bool:
        """Whether keys go into a line of text, and to no dialog over it."""
        focused = self.host.ui.get_focus_set() or ()  # type: ignore[no-untyped-call]
        return not self.dialog and any(isinstance(element, UITextEntryLine) for element in focused)

    def perform(self, act: Act) -> None:
        """Carries out an act: the camera's here, the application's there, all others in the subclass."""
        if self.view.perform(act):
            return
        if act is Act.HOME_VIEW:
            self.view.glide_to(self.own_camera())
        elif act is Act.FULL_SCREEN:
            self.host.switch("full_screen")
        elif act is Act.MUTE:
            self.host.switch("sound")
            self.note(tr("Sound is on.") if self.host.preferences.sound else tr("Sound is off."))
            self.act(act)
        elif act is Act.HELP:
            touched = [tr(TOUCH_HELP)] if self.host.fingers.is_used else []
            text = "<br><br>".join([self.help_text(), *touched])
            self.show_dialog(HelpDialog(tr("Help"), text, {tr("Close"): self.close_dialog}, self.help_picture()))
        else:
            self.act(act)

    def home_camera(self) -> Camera:
        """The view from which everything is seen best."""
        return home()

    def own_camera(self) -> Camera:
        """The view to which the home key leads."""
        return self.home_camera()

    def help_picture(self) -> pygame.Surface | None:
        """What the help shows above its text."""
        return None

    def help_text(self) -> str:
        """What the help shows, as pygame_gui's HTML."""
        return self.keys_text(COMMON_HELP)

    def keys_text(self, *lines: Lines) -> str:
        """What acts do and the keys for it, with their buttons if there is a controller."""
        return keys_text(self.actions, tuple(chain(*lines)), self.host.gamepads.is_there)

    def _on_mouse(self, event: pygame.event.Event) -> None:
        at = pygame.mouse.get_pos() if event.type == pygame.MOUSEWHEEL else event.pos
        if self.dialog and self.dialog.rect.collidepoint(at) and event.type != pygame.MOUSEBUTTONUP:
            return
        is_main = event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button == 1
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (2, 3) and self.scene_rect.collidepoint(at):
            if self._is_pressed:
                self.break_off()
            else:
                self.view.begin_drag()
        elif event.type == pygame.MOUSEBUTTONUP and is_main and self.view.is_dragged and self.view.may_choose:
            self._is_pressed = False
            if self.view.end_drag() and not self.dialog:
                self.on_vain_click(at)
        elif is_main and (self.view.is_dragged or (event.type == pygame.MOUSEBUTTONUP and not self._is_pressed)):
            pass  # one button at a time; and what goes up went down before a dialog, or somewhere else
        elif event.type == pygame.MOUSEBUTTONUP and event.button in (2, 3):
            if self.view.end_drag() and event.button == 3 and not self.dialog:
                self.perform(Act.STEP_BACK)
        elif event.type == pygame.MOUSEMOTION and self.view.is_dragged:
            self.view.drag(*event.rel)
        elif not self.dialog:
            self.on_pointer(event)
            if is_main:
                self._is_pressed = event.type == pygame.MOUSEBUTTONDOWN and not self.dialog

    def in_scene(self, at: tuple[int, int]) -> tuple[float, float]:
        """A window position as a pixel of the scene."""
        return (at[0] - self.scene_rect.x, at[1] - self.scene_rect.y)

    def update(self, elapsed_s: float) -> None:
        """Lets time pass for the camera and for the screen itself."""
        self.view.advance(elapsed_s)
        if self._note and self._note.advance(elapsed_s):
            self._note, self.panel_changed = None, True
        if self.dialog and self.dialog.advance(elapsed_s):
            self.panel_changed = True
        self._calm_s += elapsed_s
        if self._postponed and not self._may_press_again(self._postponed[0]):
            self.do_postponed()
        self.advance(elapsed_s)
