"""The sheet of one game: its rules, what players agree on, who sits where, and the start."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import pygame
import pygame_gui
from pygame_gui.elements import (
    UIButton,
    UIHorizontalSlider,
    UILabel,
    UIPanel,
    UIScrollingContainer,
    UITextBox,
    UITextEntryLine,
)

from skill.app import doors
from skill.app.actions import Act
from skill.app.camera import Camera, above, home
from skill.app.home import preview
from skill.app.report import COMMON_HELP, keys_text
from skill.app.screen import MARGIN, Screen
from skill.app.setup import Row, Settings
from skill.app.text import tr
from skill.app.theme import DIALOG_TITLE
from skill.app.view import SceneView
from skill.errors import SkillboxError, UnknownName
from skill.rules.game import AnyGame, rules_page

if TYPE_CHECKING:
    from skill.app.application import Application

ROW = 32
SHARE = 0.46  # of the window that picture and controls take; the rest is for the rules
FINEST = 100  # steps of a slider over numbers that need not be whole


class SheetScreen(Screen):
    """What there is to know and to agree before a match of `game`."""

    def __init__(self, app: Application, game: AnyGame) -> None:
        super().__init__(app)
        self.game = game
        self.settings: Settings = app.settings_of(game)
        self.row = 0
        """The line that the keys change."""
        self._preview = preview(game)
        self.camera = self.home_camera()
        self._lines: list[Any] = []
        """What shows the value of each line."""
        self._steps: dict[Any, tuple[int, int]] = {}
        self._sliders: dict[Any, int] = {}
        self._entries: dict[Any, int] = {}
        self._help: UILabel | None = None
        self._box: UIScrollingContainer | None = None

    def home_camera(self) -> Camera:
        return above() if self.game.kind == "physics" else home()

    def scene(self) -> SceneView:
        return self._preview

    @property
    def rows(self) -> list[Row]:
        """What there is to agree on."""
        return self.settings.rows()

    def start(self) -> None:
        """Begins the match that is agreed."""
        try:
            doors.open_table(self.app, self.settings.setup())
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(str(error)))

    # -- layout: picture over controls at the left, rules at the right

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        margin = round(MARGIN * scale)
        left = round(window.w * SHARE)
        self.scene_rect = pygame.Rect(0, 0, left, round(window.h * 0.42))
        self._controls = pygame.Rect(0, self.scene_rect.bottom, left, window.h - self.scene_rect.bottom)
        self.panel_rect = pygame.Rect(left, 0, window.w - left, window.h)
        none = {"left": 0, "right": 0, "top": 0, "bottom": 0}
        for rect in (self._controls, self.panel_rect):
            UIPanel(rect, starting_height=0, manager=ui, margins=none)
        self._build_controls(ui, self._controls.inflate(-2 * margin, -2 * margin), scale)
        self._build_rules(ui, self.panel_rect.inflate(-2 * margin, -2 * margin), scale)

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*super().panel_rects, self._controls]

    @property
    def dialog_area(self) -> pygame.Rect:
        return pygame.Rect(0, 0, *self.app.window.size)

    def _build_rules(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        gap, tall = round(6 * scale), round(44 * scale)
        UITextBox(rules_html(self.game, scale), pygame.Rect(area.x, area.y, area.w, area.h - tall - 2 * gap), ui)
        third = (area.w - 2 * gap) // 4
        top = area.bottom - tall
        place = pygame.Rect(area.x, top, 2 * third, tall)
        self._start = UIButton(place, tr("Start"), ui, object_id="#main_button")
        self._defaults = UIButton(pygame.Rect(place.right + gap, top, third, tall), tr("As usual"), ui)
        left = place.right + third + 2 * gap
        self._back = UIButton(pygame.Rect(left, top, area.right - left, tall), tr("All games"), ui)

    def _build_controls(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        row = round(ROW * scale)
        rows = self.rows
        self.row %= len(rows)
        help_height = round(24 * scale)
        inner = pygame.Rect(area.x, area.y, area.w, area.h - help_height)
        box = UIScrollingContainer(inner, ui, allow_scroll_x=False)
        box.set_scrollable_area_dimensions((inner.w - 20, row * len(rows)))
        self._steps, self._sliders, self._entries, self._lines = {}, {}, {}, []
        for n, line in enumerate(rows):
            place = pygame.Rect(0, n * row, inner.w - 24, row - 3)
            self._build_line(ui, box, place, n, line)
        if box.vert_scroll_bar and len(rows) * row > inner.h:
            box.vert_scroll_bar.set_scroll_from_start_percentage(max(0, self.row - 2) / len(rows))
        place = pygame.Rect(area.x, area.bottom - help_height, area.w, help_height)
        self._help = UILabel(place, rows[self.row].help, ui, object_id="#quiet")

    def _build_line(self, ui: pygame_gui.UIManager, box: Any, place: pygame.Rect, n: int, line: Row) -> None:
        left, arrow = place.w * 38 // 100, place.h
        UILabel(pygame.Rect(0, place.y, left, place.h), line.label, ui, container=box)
        rest = pygame.Rect(left, place.y, place.w - left, place.h)
        option = line.option
        if option and option.pattern:
            entry = UITextEntryLine(rest, ui, container=box, initial_text=line.value)
            self._entries[entry] = n
            self._lines.append(entry)
            return
        if option and option.is_range:
            said = rest.w * 30 // 100
            low, high = float(option.choices[0]), float(option.choices[-1])
            slider = UIHorizontalSlider(
                pygame.Rect(rest.x, rest.y, rest.w - said - 6, rest.h),
                float(line.value),
                (low, high),
                ui,
                container=box,
                click_increment=1 if isinstance(option.default, int) else (high - low) / FINEST,
            )
            self._sliders[slider] = n
            value = pygame.Rect(rest.right - said, rest.y, said, rest.h)
        else:
            value = pygame.Rect(rest.x + arrow + 2, rest.y, rest.w - 2 * arrow - 4, rest.h)
            back = UIButton(pygame.Rect(rest.x, rest.y, arrow, rest.h), "<", ui, container=box)
            forth = UIButton(pygame.Rect(rest.right - arrow, rest.y, arrow, rest.h), ">", ui, container=box)
            self._steps[back], self._steps[forth] = (n, -1), (n, 1)
        button = UIButton(value, line.value, ui, container=box, tool_tip_text=line.help or None)
        self._steps[button] = (n, 1)
        self._lines.append(button)
        if n == self.row:
            button.select()  # type: ignore[no-untyped-call]

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.dialog:
            return
        element = event.ui_element if hasattr(event, "ui_element") else None
        if event.type == pygame_gui.UI_BUTTON_PRESSED:
            if element in self._steps:
                self.row, way = self._steps[element]
                self._step(way)
            elif element is self._start:
                self.start()
            elif element is self._defaults:
                self.settings = self.app.settings[self.game.slug] = Settings(self.game)
                self.app.rebuild()
            elif element is self._back:
                self._leave()
        elif event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED and element in self._sliders:
            self.row = self._sliders[element]
            self._slide(float(event.value))
        elif event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and element in self._entries:
            self.row = self._entries[element]
            self._write(event.text)

    def act(self, act: Act) -> None:
        if act in (Act.UP, Act.DOWN, Act.NEXT, Act.PREVIOUS):
            self.row = (self.row + (1 if act in (Act.DOWN, Act.NEXT) else -1)) % len(self.rows)
            self.app.rebuild()
        elif act in (Act.LEFT, Act.RIGHT):
            self._step(1 if act is Act.RIGHT else -1)
        elif act is Act.ACCEPT:
            self.start()
        elif act is Act.BACK:
            self._leave()

    def _leave(self) -> None:
        doors.open_home(self.app, self.game)

    def _step(self, way: int) -> None:
        self.settings.step(self.rows[self.row].name, way)
        self.app.rebuild()

    def _slide(self, value: float) -> None:
        """Takes the value of a slider that moves, which must not be built anew meanwhile."""
        line = self.rows[self.row]
        assert line.option is not None
        whole = isinstance(line.option.default, int)
        self.settings.set(line.name, str(round(value)) if whole else f"{value:.1f}")
        self._lines[self.row].set_text(self.rows[self.row].value)
        if self._help:
            self._help.set_text(line.help)
        self.panel_changed = True

    def _write(self, text: str) -> None:
        try:
            self.settings.set(self.rows[self.row].name, text.strip())
        except UnknownName as error:
            self.open_dialog(tr("That does not work"), escape(str(error)))
        self.app.ui.set_focus_set(None)

    def on_pointer(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL and self.scene_rect.collidepoint(pygame.mouse.get_pos()):
            self.perform(Act.ZOOM_IN if event.y > 0 else Act.ZOOM_OUT)

    def help_text(self) -> str:
        lines = (
            (tr("Choose a line"), (Act.UP, Act.DOWN)),
            (tr("Change it"), (Act.LEFT, Act.RIGHT)),
            (tr("Start"), (Act.ACCEPT,)),
        )
        return keys_text(self.actions, (*lines, *COMMON_HELP))


def rules_html(game: AnyGame, scale: float = 1.0) -> str:
    """A game's rules for reading: every line that the command line prints of them, headings in bold."""
    first, *lines = rules_page(game).splitlines()
    parts = [f"<font pixel_size={round(DIALOG_TITLE * scale)}><b>{escape(first)}</b></font>"]
    for line in lines:
        text = escape(tr(line.strip()))
        if not line.startswith(" ") and line and line is not lines[0]:
            parts.append(f"<br><b>{text}</b>")
        else:
            parts.append(text)
    return "<br>".join(parts)
