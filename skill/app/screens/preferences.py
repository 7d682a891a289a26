"""The screen of preferences: everything a user may change, seen at once on a few dice."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel

from skill.app.draw.camera import Camera
from skill.app.draw.scene_view import SceneView, pyramid_view
from skill.app.i18n import languages, tr
from skill.app.input.actions import GROUPS, Act, Actions, is_of_gamepad, key_name, taken_by, usual_keys
from skill.app.play.panel_text import COMMON_HELP, printed
from skill.app.screens import destinations
from skill.app.screens.base import MARGIN, Screen
from skill.app.screens.host import Host
from skill.app.settings.players import COLOURS, MOST, USUAL
from skill.app.settings.preferences import Preferences
from skill.app.widgets.form import Change, Controls, Line
from skill.app.widgets.row_list import Pen, Row, RowList
from skill.app.widgets.theme import PAPER
from skill.errors import SkillboxError
from skill.lattice.dice import COLOUR_NAMES
from skill.lattice.notation import parse_position

LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}
SAMPLE = parse_position("R332 G323 K233 B242 G422 Y341 P314 T143 W413 O322")
TEXT_SIZES = (0.8, 1.0, 1.2, 1.5)
LISTS: dict[str, tuple[str, ...]] = {"colours": ("usual", "safe"), "quality": ("automatic", "fast", "best")}
SWITCHES = ("marks", "sound", "full_screen")
GENERAL, PLAYERS, KEYS = range(3)
Binding = tuple[str, Act]
"""A group of keys and an act of it."""


class PreferencesScreen(Screen):
    """Changes hold at once and are kept when the screen is left."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.general, self.players, self.keys = Controls(), Controls(), RowList()
        self.part = GENERAL
        """Where the keys are."""
        self.awaited: Binding | None = None
        """The act for which the next key is taken."""
        self.camera = self.home_camera()
        self._pen: Pen | None = None
        self._list_keys()

    @property
    def chosen(self) -> Preferences:
        """The preferences that hold now."""
        return self.host.preferences

    def home_camera(self) -> Camera:
        return Camera(elevation_deg=62.0, distance=16.0, target=(0.0, 0.2, 0.6))

    def scene(self) -> SceneView:
        return pyramid_view(SAMPLE)

    # -- layout: dice over what is general at the left, players over keys at the right

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        margin, gap, row = round(MARGIN * scale), round(6 * scale), round(34 * scale)
        left = window.w // 2
        self.scene_rect = pygame.Rect(0, 0, left, round(window.h * 0.36))
        self._left = pygame.Rect(0, self.scene_rect.bottom, left, window.h - self.scene_rect.bottom)
        self.panel_rect = pygame.Rect(left, 0, window.w - left, window.h)
        self._pen = Pen(ui, scale)
        area = self._left.inflate(-2 * margin, -2 * margin)
        self.general.place(ui, area, scale, self._general_lines())
        right = self.panel_rect.inflate(-2 * margin, -2 * margin)
        UILabel(pygame.Rect(right.x, right.y, right.w, row), tr("Players"), ui, object_id="#turn")
        players = pygame.Rect(right.x, right.y + row, right.w, round(right.h * 0.36))
        self.players.place(ui, players, scale, self._player_lines())
        UILabel(pygame.Rect(right.x, players.bottom, right.w, row), tr("Keys"), ui, object_id="#turn")
        top = players.bottom + row
        self.keys.place(pygame.Rect(right.x, top, right.w, right.bottom - row - gap - top), scale)
        third = (right.w - 2 * gap) // 3
        buttons = []
        for n, text in enumerate((tr("Usual keys"), tr("All as usual"), tr("All games"))):
            place = pygame.Rect(right.x + n * (third + gap), right.bottom - row, third, row)
            buttons.append(UIButton(place, text, ui, object_id="#main_button" if n == 2 else None))
        self._usual_keys, self._usual, self._back = buttons

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*super().panel_rects, self._left]

    @property
    def dialog_area(self) -> pygame.Rect:
        return pygame.Rect(0, 0, *self.host.window.size)

    # -- what there is to change

    def _general_lines(self) -> list[Line]:
        chosen = self.chosen
        on = {True: tr("on"), False: tr("off")}
        language = LANGUAGE_NAMES.get(chosen.language, chosen.language)
        return [
            Line("language", tr("Language"), language, tr("Of all words on screen.")),
            Line("text_size", tr("Text size"), f"{chosen.text_size:.0%}", tr("Of words, buttons and panels.")),
            Line("colours", tr("Colours"), tr(chosen.colours), tr("Safe: apart for those who see colours otherwise.")),
            Line("marks", tr("Marks on dice"), on[chosen.marks], tr("A shape for each colour, on every face.")),
            Line("sound", tr("Sound"), on[chosen.sound], tr("Clicks and knocks.")),
            Line("volume", tr("Volume"), f"{chosen.volume:.0%}", "", chosen.volume, (0.0, 1.0)),
            Line("quality", tr("Quality"), tr(chosen.quality), tr("Of what moves; automatic keeps it fluent.")),
            Line("full_screen", tr("Full screen"), on[chosen.full_screen], tr("Also with F11.")),
        ]

    def _player_lines(self) -> list[Line]:
        given = self.chosen.people
        people = [*given, *USUAL[len(given) :]]
        lines = []
        for seat, person in enumerate(people[:MOST], 1):
            about = tr("Where a game gives seats no colour of its own.")
            label = tr("Player {seat}", seat=seat)
            lines.append(Line(f"name {seat}", label, person.name, tr("A name."), is_written=True, is_live=True))
            lines.append(Line(f"colour {seat}", tr("Colour"), tr(COLOUR_NAMES[person.colour]), about))
        return lines

    def _list_keys(self) -> None:
        rows: list[Row] = []
        for name, group in GROUPS.items():
            rows.append(Row(tr(_words(name))))
            acts = dict.fromkeys(act for act in Act if act in {*group.values(), *usual_acts(name)})
            for act in acts:
                keys = [key for key, bound in group.items() if bound is act]
                asked = self.awaited == (name, act)
                said = tr("press a key, Esc leaves it") if asked else ", ".join(keys) or tr("none")
                rows.append(Row(tr(_words(act.value)), (name, act), said))
        self.keys.show(rows)
        self.panel_changed = True

    def _show(self) -> None:
        self.general.show(self._general_lines())
        self.players.show(self._player_lines())
        self._list_keys()

    def _prefer(self, **values: object) -> None:
        try:
            self.host.prefer(self.chosen.changed(**values))
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(str(error)))
        self._show()

    def _change(self, change: Change) -> None:
        name, chosen = change.name, self.chosen
        if name == "language":
            self._prefer(language=_after(languages(), chosen.language, change.way))
        elif name == "text_size":
            self._prefer(text_size=_after(TEXT_SIZES, chosen.text_size, change.way))
        elif name in LISTS:
            self._prefer(**{name: _after(LISTS[name], getattr(chosen, name), change.way)})
        elif name in SWITCHES:
            self._prefer(**{name: not getattr(chosen, name)})
        elif name == "volume":
            self._prefer(volume=round(change.number or 0.0, 2))
            self.host.sounds.play("place")
        elif name.startswith("name "):
            self._prefer(players=chosen.with_player(int(name.split()[1]), name=(change.text or "").strip()).players)
        else:
            seat = int(name.split()[1])
            now = chosen.people[seat - 1].colour if seat <= len(chosen.people) else USUAL[seat - 1].colour
            self._prefer(players=chosen.with_player(seat, colour=_after(COLOURS, now, change.way)).players)

    def _bind(self, binding: Binding, key: str) -> None:
        """Gives an act one key, or one button of a controller, which any other act of the group loses.

        A key is refused that is for an act of another group in use at the same time; a button, of which there are few,
        is not, but it is told.
        """
        group, act = binding
        if others := taken_by(key, group, act):
            acts = ", ".join(f"{tr(_words(other.value))} ({tr(_words(name))})" for name, other in others)
            if not is_of_gamepad(key):
                text = tr("{key} is the key for: {acts}. Give that another key first.", key=printed(key), acts=acts)
                self.open_dialog(tr("That key is taken"), escape(text))
                return
            text = tr("{key} is also for: {acts}. At one time it serves only one of them.", key=printed(key), acts=acts)
            self.open_dialog(tr("That button is shared"), escape(text))
        changes = {name: {a: list(keys) for a, keys in acts.items()} for name, acts in self.chosen.keys.items()}
        for other in {*GROUPS[group].values()} - {act}:
            keys = [k for k, bound in GROUPS[group].items() if bound is other]
            if key in keys:
                changes.setdefault(group, {})[other.value] = [k for k in keys if k != key]
        kept = [k for k in changes.get(group, {}).get(act.value, ()) if is_of_gamepad(k) != is_of_gamepad(key)]
        changes.setdefault(group, {})[act.value] = [key, *kept]
        self._prefer(keys=changes)
        self.actions = Actions(*self.bindings)

    # -- events

    def handle(self, event: pygame.event.Event) -> None:
        if self.awaited and event.type == pygame.KEYDOWN:
            if not self.host.is_repeat:  # of the key that has asked for it
                self._take_key(event)
        else:
            super().handle(event)

    def on_key(self, key: str, is_down: bool, held: Sequence[str] = ()) -> None:
        if self.awaited and is_of_gamepad(key) and is_down and not self.host.is_repeat:
            binding, self.awaited = self.awaited, None
            self._bind(binding, key)
            self._list_keys()
        else:
            super().on_key(key, is_down, held)

    def _take_key(self, event: pygame.event.Event) -> None:
        key = pygame.key.name(event.key)
        if any(word in key for word in ("ctrl", "shift", "alt", "meta")):
            return  # more is to come
        assert self.awaited is not None
        binding, self.awaited = self.awaited, None
        if event.key != pygame.K_ESCAPE:
            bits = (("ctrl", pygame.KMOD_CTRL), ("alt", pygame.KMOD_ALT), ("shift", pygame.KMOD_SHIFT))
            self._bind(binding, key_name(key, [name for name, bit in bits if event.mod & bit]))
        self._list_keys()

    def _await(self, binding: Binding) -> None:
        self.part, self.keys.chosen, self.awaited = KEYS, binding, binding
        self.host.ui.set_focus_set(None)
        self._list_keys()

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.dialog:
            return
        for part, controls in ((GENERAL, self.general), (PLAYERS, self.players)):
            if change := controls.take(event):
                self.part = part
                self._change(change)
                return
        if event.type == pygame_gui.UI_BUTTON_PRESSED:
            if event.ui_element is self._usual_keys:
                self._prefer(keys={})
                self.actions = Actions(*self.bindings)
            elif event.ui_element is self._usual:
                self.host.prefer(Preferences())
                self.actions = Actions(*self.bindings)
                self._list_keys()
                self.host.rebuild()
            elif event.ui_element is self._back:
                self.host.go_to(destinations.Home())

    def perform(self, act: Act) -> None:
        super().perform(act)
        if act in (Act.MUTE, Act.FULL_SCREEN):
            self._show()

    def act(self, act: Act) -> None:
        controls = (self.general, self.players)[self.part] if self.part != KEYS else None
        if act in (Act.NEXT, Act.PREVIOUS):
            self.part = (self.part + (1 if act is Act.NEXT else -1)) % 3
            if self.part == KEYS and self.keys.chosen is None:
                self.keys.chosen = self.keys.beside(1)
        elif act in (Act.UP, Act.DOWN):
            way = 1 if act is Act.DOWN else -1
            if controls:
                controls.move(way)
            else:
                self.keys.chosen = self.keys.beside(way)
                self.keys.reveal(self.keys.chosen)
        elif act in (Act.LEFT, Act.RIGHT) and controls:
            if change := controls.step(1 if act is Act.RIGHT else -1):
                self._change(change)
        elif act is Act.ACCEPT and self.part == KEYS and self.keys.chosen:
            self._await(self.keys.chosen)
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
            self._await(binding)

    def help_text(self) -> str:
        lines = (
            (tr("The next part"), (Act.NEXT,)),
            (tr("Choose a line"), (Act.UP, Act.DOWN)),
            (tr("Change it"), (Act.LEFT, Act.RIGHT)),
            (tr("Another key for an act"), (Act.ACCEPT,)),
        )
        return self.keys_text(lines, COMMON_HELP)

    def closed(self) -> None:
        self.host.keep_preferences()

    # -- drawing

    def paint_under(self, surface: pygame.Surface) -> None:
        assert self._pen is not None
        for rect in (self.panel_rect, self._left):
            surface.fill(PAPER, rect)
        self.keys.paint(surface, self._pen, focused=self.part == KEYS)


def usual_acts(group: str) -> list[Act]:
    """The acts that a group of keys is for."""
    return [act for act in Act if usual_keys(group, act)]


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _after(values: Sequence[Any], now: Any, way: int) -> Any:
    """The value after `now` in a list (`way` 1) or before it (-1), round and round."""
    return values[(values.index(now) + way) % len(values)] if now in values else values[0]
