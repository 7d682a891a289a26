"""The screen of preferences: whatever is changed is seen at once on a few dice."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel

from skill.app.i18n import told, tr
from skill.app.input.actions import Act, Actions, Key, is_of_gamepad, taken_by
from skill.app.input.key_names import printed
from skill.app.input.keyboard import is_modifier, key_of
from skill.app.play.said.help import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.base import MARGIN, Screen, three_parts
from skill.app.screens.host import Host
from skill.app.screens.preferences.lines import Binding, general_lines, key_rows, player_lines, readable
from skill.app.settings.changes import stepped, with_key
from skill.app.settings.preferences import Preferences
from skill.app.widgets.form import Change, Form
from skill.app.widgets.pen import Pen
from skill.app.widgets.row_list import RowList
from skill.app.widgets.stops import Stops
from skill.app.widgets.theme import PAPER
from skill.draw.camera import Camera
from skill.draw.scene_view import SceneView, pyramid_view
from skill.errors import SkillboxError
from skill.lattice.notation import parse_position

SAMPLE = parse_position("R332 G323 K233 B242 G422 Y341 P314 T143 W413 O322")
GENERAL, PLAYERS, KEYS, USUAL_KEYS, USUAL, BACK = "general", "players", "keys", "usual_keys", "usual", "back"
BUTTONS = (USUAL_KEYS, USUAL, BACK)
LAYING_OUT = ("language", "text_size")
"""What lays the screen out anew."""


class PreferencesScreen(Screen):
    """Changes hold at once and are kept when the screen is left."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.general, self.players, self.keys = Form(), Form(), RowList()
        self.focused = self.stops = Stops(GENERAL)
        self.awaited: Binding | None = None
        """The act for which a key is awaited."""
        self.camera = self.home_camera()
        self._pen: Pen | None = None
        self._later: Preferences | None = None
        """What is chosen and does not hold yet, as it lays everything out anew."""
        self._list_keys()

    @property
    def chosen(self) -> Preferences:
        """The preferences that are shown."""
        return self._later or self.host.preferences

    def home_camera(self) -> Camera:
        return Camera(elevation_deg=62.0, distance=16.0, target=(0.0, 0.2, 0.6))

    def scene(self) -> SceneView:
        return pyramid_view(SAMPLE)

    # -- layout: dice over what is general at the left, players over keys at the right, or below

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        margin, gap, row = round(MARGIN * scale), round(6 * scale), round(34 * scale)
        self.scene_rect, self._general_rect, self.panel_rect = three_parts(window, (0.14, 0.3), window.w // 2, 0.36)
        self._pen = Pen(ui, scale)
        area = self._general_rect.inflate(-2 * margin, -2 * margin)
        self.general.place(ui, area, scale, general_lines(self.chosen))
        right = self.panel_rect.inflate(-2 * margin, -2 * margin)
        UILabel(pygame.Rect(right.x, right.y, right.w, row), tr("Players"), ui, object_id="#turn")
        players = pygame.Rect(right.x, right.y + row, right.w, round(right.h * 0.36))
        self.players.place(ui, players, scale, player_lines(self.chosen))
        UILabel(pygame.Rect(right.x, players.bottom, right.w, row), tr("Keys"), ui, object_id="#turn")
        top = players.bottom + row
        self.keys.place(pygame.Rect(right.x, top, right.w, right.bottom - row - gap - top), scale)
        third = (right.w - 2 * gap) // 3
        buttons = {}
        texts = (tr("Default keys"), tr("Reset all"), tr("All games"))
        for n, (part, text) in enumerate(zip(BUTTONS, texts, strict=True)):
            place = pygame.Rect(right.x + n * (third + gap), right.bottom - row, third, row)
            buttons[part] = UIButton(place, text, ui, object_id="#main_button" if part == BACK else None)
        self.stops.place(ui, {GENERAL: self.general, PLAYERS: self.players, KEYS: self.keys, **buttons})
        self._show_stop()

    def _show_stop(self) -> None:
        """Shows where keys go."""
        self.stops.show()
        self.panel_changed = True

    def advance(self, elapsed_s: float) -> None:
        self.panel_changed |= self.stops.follow()

    def _prefer_later(self) -> None:
        """What was chosen holds now."""
        if self._later:
            self._prefer(self._later)

    def _prefer(self, preferences: Preferences) -> None:
        """Has these hold, with what had not held yet: they were made from it."""
        self._later = None
        self.host.prefer(preferences)

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*super().panel_rects, self._general_rect]

    @property
    def dialog_area(self) -> pygame.Rect:
        return pygame.Rect(0, 0, *self.host.window.size)

    # -- changes

    def _list_keys(self) -> None:
        self.keys.show(key_rows(self.awaited))
        self.panel_changed = True

    def _show(self) -> None:
        self.general.show(general_lines(self.chosen))
        self.players.show(player_lines(self.chosen))
        self._list_keys()

    def _change(self, change: Change) -> None:
        """Carries out what a form asks for."""
        try:
            wanted = self._changed(change)
            if change.name in LAYING_OUT:
                self._later = wanted
                self.postpone(self.general, self._prefer_later)
            else:
                self._prefer(wanted)
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))
        self._show()
        if change.name in ("volume", "plate"):
            self.host.sounds.play("place")

    def _changed(self, change: Change) -> Preferences:
        if change.number is not None:
            return self.chosen.changed(**{change.name: round(change.number, 2)})
        if change.text is not None:
            return self.chosen.with_player(int(change.name.split()[1]), name=change.text.strip())
        return stepped(self.chosen, change.name, change.way)

    def _use_keys(self, preferences: Preferences) -> None:
        """Takes preferences with other keys."""
        self._prefer(preferences)
        self.actions = Actions(*self.bindings)
        self._show()

    def _bind(self, binding: Binding, key: str) -> None:
        """Gives an act another key, or another button of a controller.

        A key that is for an act of another group in use at the same time is refused. A button, of which there are few,
        is shared, with a word about it.
        """
        group, act = binding
        if others := taken_by(key, group, act):
            acts = ", ".join(f"{tr(readable(other.value))} ({tr(readable(name))})" for name, other in others)
            if not is_of_gamepad(key):
                text = tr("{key} is the key for: {acts}. Give that another key first.", key=printed(key), acts=acts)
                self.open_dialog(tr("That key is taken"), escape(text))
                return
            text = tr("{key} is also for: {acts}. At one time it serves only one of them.", key=printed(key), acts=acts)
            self.open_dialog(tr("That button is shared"), escape(text))
        self._use_keys(with_key(self.chosen, group, act, key))

    # -- events

    def handle(self, event: pygame.event.Event) -> None:
        if self.awaited and event.type == pygame.KEYDOWN:
            if not self.host.is_repeat:  # of the key that has asked for it
                self._take_key(event)
        else:
            super().handle(event)

    def on_key(self, key: Key, is_down: bool) -> None:
        if self.awaited and is_of_gamepad(key.name) and is_down and not self.host.is_repeat:
            binding, self.awaited = self.awaited, None
            self._bind(binding, key.name)
            self._list_keys()
        else:
            super().on_key(key, is_down)

    def _take_key(self, event: pygame.event.Event) -> None:
        if is_modifier(event):
            return  # more is to come
        assert self.awaited is not None
        binding, self.awaited = self.awaited, None
        if event.key != pygame.K_ESCAPE:
            self._bind(binding, key_of(event).bound_as(binding[0]))
        self._list_keys()

    def await_key(self, binding: Binding) -> None:
        """Takes the next key or button for an act."""
        self.keys.chosen, self.awaited = binding, binding
        self.stops.go(KEYS)
        self.host.ui.set_focus_set(None)
        self._list_keys()

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.dialog:
            return
        for part, form in ((GENERAL, self.general), (PLAYERS, self.players)):
            if change := form.take(event):
                self.stops.go(part)
                self.panel_changed = True
                self._change(change)
                return
        if event.type == pygame_gui.UI_BUTTON_PRESSED and (name := self.stops.name_of(event.ui_element)):
            self._press(name)

    def _press(self, part: str) -> None:
        """Does what a button says."""
        if part == USUAL_KEYS:
            self._ask(tr("Default keys"), tr("Every key goes back to what it was at first."), self._reset_keys)
        elif part == USUAL:
            text = tr("Every preference goes back to what it was at first, names, favourites and keys too.")
            self._ask(tr("Reset all"), text, self._reset)
        else:
            self.host.go_to(destinations.Home())

    def _ask(self, title: str, text: str, command: Callable[[], None]) -> None:
        """Does what cannot be undone, after a question."""
        self.open_dialog(escape(title), escape(text), {tr("Leave it as it is"): self.close_dialog, title: command})

    def _reset_keys(self) -> None:
        self.close_dialog()
        self._use_keys(self.chosen.changed(keys={}))

    def _reset(self) -> None:
        self.close_dialog()
        self._use_keys(Preferences())
        self.host.rebuild()

    def perform(self, act: Act) -> None:
        self.do_postponed()
        super().perform(act)
        if act in (Act.MUTE, Act.FULL_SCREEN):
            self._show()

    def act(self, act: Act) -> None:
        stop, part = self.stops.now, self.stops.at
        if act in (Act.NEXT, Act.PREVIOUS):
            self.stops.step(1 if act is Act.NEXT else -1)
        elif act is Act.ACCEPT and part in BUTTONS:
            self._press(part)
        elif act in (Act.UP, Act.DOWN):
            way = 1 if act is Act.DOWN else -1
            if isinstance(stop, Form):
                stop.move(way)
            elif stop is self.keys:
                self.keys.chosen = self.keys.neighbour(way)
                self.keys.reveal(self.keys.chosen)
        elif act in (Act.LEFT, Act.RIGHT) and isinstance(stop, Form):
            if change := stop.step(1 if act is Act.RIGHT else -1):
                self._change(change)
        elif act is Act.ACCEPT and stop is self.keys and self.keys.chosen:
            self.await_key(self.keys.chosen)
        elif act is Act.BACK:
            self.host.go_to(destinations.Home())
        self.panel_changed = True

    def on_pointer(self, event: pygame.event.Event) -> None:
        at = pygame.mouse.get_pos() if event.type == pygame.MOUSEWHEEL else event.pos
        if event.type == pygame.MOUSEWHEEL and self.keys.rect.collidepoint(at):
            self.keys.wheel(event.y)
            self.panel_changed = True
        elif event.type == pygame.MOUSEMOTION:
            self.panel_changed |= self.keys.hover(at)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and (binding := self.keys.at(at)):
            self.await_key(binding)

    def help_text(self) -> str:
        lines = (
            (tr("The next part or button"), (Act.NEXT,)),
            (tr("Choose a line"), (Act.UP, Act.DOWN)),
            (tr("Change it"), (Act.LEFT, Act.RIGHT)),
            (tr("Another key for an act, or press the button"), (Act.ACCEPT,)),
        )
        return self.keys_text(lines, COMMON_HELP)

    def closed(self) -> None:
        self.do_postponed()
        self.host.keep_preferences()

    # -- painting

    def paint_under(self, surface: pygame.Surface) -> None:
        assert self._pen is not None
        for rect in (self.panel_rect, self._general_rect):
            surface.fill(PAPER, rect)
        self.keys.paint(surface, self._pen, focused=self.stops.now is self.keys)
