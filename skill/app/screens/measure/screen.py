"""Measure: experiments that a hand can do, their readings, and the material that fits them, worked out meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel

from skill.app.i18n import told, tr
from skill.app.input.actions import Act
from skill.app.lab.measure import RANGES, TABLE, Measuring
from skill.app.play.said.help import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.base import MARGIN, is_upright
from skill.app.screens.file_choice import FileChoice
from skill.app.screens.host import Host
from skill.app.screens.measure.bars import Bars
from skill.app.screens.measure.drawings import DRAWINGS, paint_drawing
from skill.app.screens.measure.texts import RESULT, about, faults_told, lines, result, row_texts, title_of
from skill.app.screens.panel_screen import ROW, PanelScreen
from skill.app.widgets.form import HELP, Change, Form
from skill.app.widgets.kept import kept
from skill.app.widgets.row_list import RowList
from skill.app.widgets.stops import Stops
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.text_line import TextLine
from skill.errors import SkillboxError
from skill.paths import home_folder
from skill.physics.scene import material_text
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.rules.options import MATERIAL

LIST, FORM, ABOUT, BARS, NAME = "list", "form", "about", "bars", "name"
HELP_LINES = 3
WRONG = "#b5382a"
TOLD_S = 0.2  # from one time to the next that progress is told
PAGE = 0.5  # of what is seen of a text, by which keys scroll
DIGITS = "1234567890"
BACK = "<<"


class MeasureScreen(PanelScreen, FileChoice):
    """At the left what there is to measure; at the right how, and what was read, or what came of it."""

    suffixes = frozenset({".toml", ".csv", ".txt", ".tsv", ".dat", ".gz"})

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.measuring = Measuring()
        self.rows, self.form, self.bars = RowList(), Form(), Bars()
        self.rows.chosen = self.measuring.row
        self.lists = (self.rows,)
        self.focused = self.stops = Stops(LIST)
        self.name_entry: TextLine | None = None
        """Where the name of the material is written."""
        self.saved: Path | None = None
        """The material that was written of what was found."""
        self._about: TextBox | None = None
        self._drawing = self._form_area = pygame.Rect(0, 0, 1, 1)
        self._buttons: dict[Any, Callable[[], None]] = {}
        self._keypad: dict[Any, str] = {}
        self._since_s = 0.0

    def opened(self) -> None:
        if self.measuring.unread is not None:
            self.open_dialog(tr("That does not work"), escape(told(self.measuring.unread)))

    @property
    def row(self) -> str:
        """The row that is shown."""
        row: str = self.rows.chosen
        return row

    # -- layout: rows at the left, what is chosen of them at the right, or below

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        margin, row = round(MARGIN * scale), round(ROW * scale)
        self._buttons, self._keypad, self._about, self.name_entry = {}, {}, None, None
        left = pygame.Rect(area.x, area.y, area.w * 31 // 100 - margin, row)
        right = pygame.Rect(left.right + margin, area.y, area.right - left.right - margin, area.h)
        height = area.h - row
        if is_upright(self.panel_rect):
            height = area.h * 26 // 100
            left.w = area.w
            right = pygame.Rect(area.x, area.y + row + height, area.w, area.h - row - height)
        UILabel(left, tr("Measure"), ui, object_id="#title")
        self.rows.show(row_texts(self.measuring))
        self.rows.place(pygame.Rect(left.x, left.bottom, left.w, height), scale)
        UILabel(pygame.Rect(right.topleft, (right.w, row)), title_of(self.row), ui, object_id="#title")
        inner = pygame.Rect(right.x, right.y + row, right.w, right.h - 2 * row - margin // 2)
        ring: dict[str, Any] = {LIST: self.rows}
        ring |= self._lay_out_result(ui, inner, scale) if self.row == RESULT else self._lay_out_fields(ui, inner, scale)
        self._lay_out_buttons(ui, pygame.Rect(right.x, right.bottom - row, right.w, row), margin)
        last = len(self._buttons)  # counted from there, since others come before them once there is a result
        ring |= {f"button {n - last}": button for n, button in enumerate(self._buttons)}
        if self.stops.at not in ring:  # such as a field's, where no fields are shown now
            self.stops.at = LIST
        self.stops.place(ui, ring)
        self.stops.show()

    def _lay_out_fields(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> dict[str, Any]:
        """How it is done, the fields, and keys for who has none; the stops among them."""
        row, gap = round(ROW * scale), round(6 * scale)
        shown = lines(self.measuring)
        self._choose_faulty()
        form_h = min((len(shown) + 1) * row, area.h * 52 // 100) + HELP_LINES * round(HELP * scale)
        keys = pygame.Rect(area.x, area.bottom - row, area.w, row)
        self._form_area = pygame.Rect(area.x, 0, area.w, min(form_h, area.h * 70 // 100 - row))
        self._form_area.bottom = keys.y - gap
        how = pygame.Rect(area.x, area.y, area.w, self._form_area.y - area.y - gap)
        self._drawing = pygame.Rect(how.x, how.y, 0, how.h)
        if self.row in DRAWINGS:
            self._drawing.w = min(how.w * 45 // 100, how.h * 5 // 3)
        place = pygame.Rect(self._drawing.right + gap, how.y, how.right - self._drawing.right - gap, how.h)
        self._about = kept(TextBox(about(self.measuring), place, ui), (self.row, ABOUT))
        self.form.place(ui, self._form_area, scale, shown, help_height=HELP_LINES * round(HELP * scale))
        signs = [*DIGITS, tr(".", context="decimal mark"), ";", "@", BACK]
        width = keys.w // len(signs)
        for n, sign in enumerate(signs):
            button = UIButton(pygame.Rect(keys.x + n * width, keys.y, width - 2, keys.h - 2), sign, ui)
            self._keypad[button] = sign
        return {FORM: self.form, **self._about_stop()}

    def _lay_out_result(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> dict[str, Any]:
        """What came of the fit: bars, words, and a name for the material; the stops among them."""
        row, gap = round(ROW * scale), round(6 * scale)
        found = self.measuring.found
        text = area.copy()
        ring: dict[str, Any] = {}
        if found is not None:
            place = pygame.Rect(area.x, area.y, area.w, min(Bars.height(len(found.bars), scale), area.h * 45 // 100))
            self.bars.place(place, scale, found.bars)
            text = pygame.Rect(area.x, place.bottom + gap, area.w, area.bottom - row - 2 * gap - place.bottom - gap)
            entry = pygame.Rect(area.x, area.bottom - row, area.w * 40 // 100, row)
            self.name_entry = kept(
                TextLine(entry, ui, initial_text=self.measuring.free_name, placeholder_text=tr("its name")),
                NAME,
            )
            width = (area.right - entry.right - 2 * gap) // 2
            low: tuple[tuple[str, Callable[[], object]], ...] = (
                (tr("Save material"), self.save_material),
                (tr("Play with it"), self.ask_for_game),
            )
            for n, (said, command) in enumerate(low):
                button = pygame.Rect(entry.right + gap + n * (width + gap), entry.y, width, row)
                self._buttons[UIButton(button, said, ui)] = command  # type: ignore[assignment]
        self._about = kept(TextBox(result(self.measuring), text, ui), RESULT)
        if found is not None and self.bars.is_cut:
            ring[BARS] = self.bars
        return {**ring, **self._about_stop(), **({NAME: self.name_entry} if self.name_entry else {})}

    def _about_stop(self) -> dict[str, Any]:
        """The text as a stop, if there is more of it than can be seen."""
        return {ABOUT: self._about} if self._about is not None and self._about.scroll_bar is not None else {}

    def _lay_out_buttons(self, ui: pygame_gui.UIManager, area: pygame.Rect, margin: int) -> None:
        is_running = self.measuring.process is not None
        low: list[tuple[str, Callable[[], None]]] = [
            (tr("Stop") if is_running else tr("Fit"), self.stop if is_running else self.fit),
            (tr("Open a file"), self.ask_file),
            (tr("Workbench"), self._leave),
        ]
        width = (area.w - 2 * margin) // 3
        for n, (text, command) in enumerate(low):
            place = pygame.Rect(area.x + n * (width + margin), area.y, width, area.h)
            button = UIButton(place, text, ui, object_id="#main_button" if n == 0 else None)
            self._buttons[button] = command

    # -- rows and fields

    def choose(self, row: str) -> None:
        """Shows another row."""
        if row != RESULT:
            self.measuring.choose(row)
            self.form.row = 0
            fields = self.measuring.fields()
            self.form.row = next((n for n, field in enumerate(fields) if not field.is_chosen), 0)
        self.rows.chosen = row
        self.rows.reveal(row)
        self.host.rebuild()

    def _choose_faulty(self) -> None:
        """Chooses the field in which something is wrong, if that is not the one in which somebody types."""
        fields = self.measuring.fields()
        if self.stops.at != FORM and (wrong := [n for n, field in enumerate(fields) if field.fault]):
            self.form.row = wrong[0]

    def _change(self, change: Change) -> None:
        """Carries out what the form asks for."""
        try:
            if change.text is not None:
                self.measuring.write(change.name, change.text)
            elif change.name == "series" and change.way > 0:
                self.ask_file()
                return
            else:
                self.measuring.step(change.name, change.way)
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))
        if change.name == "file":
            self.saved = None
        if change.name in ("file", "number"):
            self.host.rebuild()
        else:
            self._show()

    def _show(self) -> None:
        """Shows everything as it is now; where lines come or go it is laid out anew."""
        self.rows.show(row_texts(self.measuring))
        self.panel_changed = True
        if self.row == RESULT:
            assert self._about is not None
            self._about.set_text(result(self.measuring))
            return
        shown = lines(self.measuring)
        if [line.name for line in shown] == [line.name for line in self.form.lines]:
            self.form.show(shown)
        else:
            self.host.rebuild()

    def _press_key(self, sign: str) -> None:
        """What a key on the screen adds to the field that is chosen, or takes away."""
        field = self.measuring.fields()[self.form.row]
        if field.is_chosen:
            return
        self.stops.go(FORM)
        text = field.text[:-1] if sign == BACK else f"{field.text}{'; ' if sign == ';' else sign}"
        self._change(Change(field.name, text=text))

    # -- files

    @property
    def file_title(self) -> str:
        return tr("Measurements, or a series")

    def ask_file(self) -> None:
        """Lets somebody choose a file."""
        if self.file_dialog is None:
            self._open_file_dialog(home_folder())

    def open_file(self, path: Path) -> None:
        """Takes whole measurements, or a series of the experiment that is shown."""
        if self.row == RESULT:
            self.rows.chosen = self.measuring.row
        try:
            self.measuring.take(path)
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))
        else:
            self.measuring.check()
        self.saved = None
        self.stops.at = LIST
        if self.measuring.row not in self.measuring.rows and self.measuring.row not in (TABLE, RANGES):
            self.measuring.choose(TABLE)
        self.rows.chosen = self.measuring.row
        self.host.rebuild()

    # -- the fit

    def fit(self) -> None:
        """Begins the fit, or shows what has to be mended first."""
        if not self.measuring.can_fit:
            text = tr("Choose an experiment, do it, and type what you read, or drop a file on the window.")
            self.open_dialog(tr("Nothing has been read yet"), escape(text))
            return
        self.saved = None
        wrong = self.measuring.first_fault()
        if wrong is not None:
            row, number, error = wrong
            if row:
                self.measuring.choose(row)
                self.measuring.number = number
                self.rows.chosen = row
            self.stops.at = LIST
            self.host.rebuild()
            text = "\n".join(faults_told(self.measuring)) if row else told(error)
            self.open_dialog(tr("That is to be mended first"), escape(text))
            return
        try:
            self.measuring.fit()
        except SkillboxError as error:
            self.open_dialog(tr("It is not saved"), escape(told(error)))
            return
        self.rows.chosen = RESULT
        self.host.rebuild()

    def stop(self) -> None:
        """Ends the fit."""
        self.measuring.stop()
        self.host.rebuild()

    def save_material(self) -> Path | None:
        """Writes what was found under the name that was written, and says where or why not."""
        assert self.name_entry is not None
        try:
            self.saved = self.measuring.save_material(self.name_entry.get_text().strip())
        except SkillboxError as error:
            self.open_dialog(tr("It is not saved"), escape(told(error)))
            return None
        text = escape(str(self.saved))
        assert self.measuring.found is not None
        if self.measuring.found.fit.unexplained:
            warning = tr("It does not explain the readings: it has no margins, and its file says so.")
            text += f"<br><br><b>{escape(warning)}</b>"
        self.open_dialog(tr("It is saved"), text)
        return self.saved

    def ask_for_game(self) -> None:
        """Lets somebody choose a game of skill that is played with the material, which is saved first."""
        if self.saved is None and self.save_material() is None:
            return
        games = [game for game in all_games() if game.kind == "physics"]
        buttons = {tr(game.title): partial(self.play, game) for game in games}
        text = escape(tr("The game is played with dice and plate of {name}.", name=self.saved and self.saved.stem))
        self.open_dialog(tr("Which game?"), text, {**buttons, tr("Close"): self.close_dialog})

    def play(self, game: AnyGame) -> None:
        """Leads to the sheet of a game on which the material is chosen."""
        assert self.saved is not None
        try:
            self.host.settings_of(game).set(MATERIAL.name, material_text(self.saved))
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))
            return
        self.host.go_to(destinations.GameSheet(game))

    # -- time

    @property
    def moves_by_itself(self) -> bool:
        return super().moves_by_itself or self.measuring.is_busy

    def advance(self, elapsed_s: float) -> None:
        self.panel_changed |= self.stops.follow()
        self._since_s += elapsed_s
        was_running = self.measuring.process is not None
        try:
            has_changed = self.measuring.advance(elapsed_s)
        except SkillboxError as error:
            self.open_dialog(tr("It is not saved"), escape(told(error)))
            has_changed = True
        if was_running and self.measuring.process is None:
            self.host.rebuild()
        elif has_changed and (not was_running or self._since_s >= TOLD_S):
            self._since_s = 0.0
            self._show()

    def closed(self) -> None:
        try:
            self.measuring.close()
        except SkillboxError as error:
            self.host.note(error)

    def _leave(self) -> None:
        """Goes back, once what was typed is kept or somebody does without."""
        try:
            self.measuring.keep()
        except SkillboxError as error:
            text = f"{escape(told(error))}<br><br>{escape(tr('What was typed since is lost when you leave.'))}"
            leave = partial(self.host.go_to, destinations.Workbench())
            self.open_dialog(tr("It is not saved"), text, {tr("Stay"): self.close_dialog, tr("Leave"): leave})
            return
        self.host.go_to(destinations.Workbench())

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.dialog or self.file_dialog is not None:
            return
        if self.row != RESULT and (change := self.form.take(event)):
            self.stops.go(FORM)
            self._change(change)
        elif event.type == pygame_gui.UI_BUTTON_PRESSED:
            if event.ui_element in self._keypad:
                self._press_key(self._keypad[event.ui_element])
            elif command := self._buttons.get(event.ui_element):
                command()

    def act(self, act: Act) -> None:
        way = 1 if act in (Act.NEXT, Act.DOWN, Act.RIGHT) else -1
        now = self.stops.now
        if act in (Act.NEXT, Act.PREVIOUS):
            self.stops.step(way)
        elif act is Act.BACK:
            self._leave()
        elif act is Act.LOAD:
            self.ask_file()
        elif act is Act.SAVE and self.name_entry is not None:
            self.save_material()
        elif act in (Act.UP, Act.DOWN) and now is self.rows:
            self.choose(self.rows.neighbour(way))
        elif act in (Act.ACCEPT, Act.RIGHT) and now is self.rows:
            self.stops.step(1)
        elif act in (Act.UP, Act.DOWN) and now is self.form:
            self.form.move(way)
        elif act in (Act.LEFT, Act.RIGHT) and now is self.form:
            if change := self.form.step(way):
                self._change(change)
        elif act in (Act.UP, Act.DOWN) and isinstance(now, TextBox):
            if now.scroll_bar is not None:
                now.scroll_bar.set_scroll_from_start_percentage(
                    now.scroll_bar.start_percentage + way * PAGE * now.scroll_bar.visible_percentage
                )
        elif act in (Act.UP, Act.DOWN) and now is self.bars:
            self.bars.scroll(way)
        elif act is Act.ACCEPT and (command := self._buttons.get(now)):
            command()
        elif act in (Act.LEFT, Act.RIGHT, Act.UP, Act.DOWN):
            self.stops.step(way)
        self.panel_changed = True

    def on_pointer(self, event: pygame.event.Event) -> None:
        at = pygame.mouse.get_pos() if event.type == pygame.MOUSEWHEEL else event.pos
        if event.type == pygame.MOUSEWHEEL and self.row == RESULT and self.bars.rect.collidepoint(at):
            self.bars.scroll(-event.y)
            self.panel_changed = True
        else:
            super().on_pointer(event)

    def choose_row(self, rows: RowList, key: str) -> None:
        self.stops.at = LIST
        self.choose(key)

    def help_text(self) -> str:
        own = (
            (tr("The rows, the fields, the text, a button"), (Act.NEXT,)),
            (tr("Choose a row or a field"), (Act.UP, Act.DOWN)),
            (tr("Change what is not typed"), (Act.LEFT, Act.RIGHT)),
            (tr("Open a file"), (Act.LOAD,)),
            (tr("Save the material"), (Act.SAVE,)),
        )
        return self.keys_text(own, COMMON_HELP)

    # -- painting

    def paint_under(self, surface: pygame.Surface) -> None:
        super().paint_under(surface)
        if self.row == RESULT:
            if self.measuring.found is not None:
                self.bars.paint(surface, self.pen)
        elif self.row in DRAWINGS:
            paint_drawing(surface, self.pen, self._drawing, self.row)

    def paint(self, surface: pygame.Surface) -> None:
        """Frames the fields in which something is wrong."""
        if self.row == RESULT or self.dialog or self.file_dialog is not None:
            return
        wrong = {field.name for field in self.measuring.fields() if field.fault}
        for name, rect in self.form.entry_rects.items():
            if name in wrong and self._form_area.contains(rect):
                pygame.draw.rect(surface, WRONG, rect.inflate(4, 4), 2, border_radius=6)
