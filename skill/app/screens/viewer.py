"""The viewer: a finished match or any record file on a time line, played, scrubbed, and exported."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UILabel, UITextBox
from pygame_gui.windows import UIFileDialog

from skill.app.draw.camera import Camera, above, home
from skill.app.draw.export import PICTURE_SIZE, render_image, write_image
from skill.app.draw.scene_view import SceneView, pyramid_view
from skill.app.i18n import tr
from skill.app.input.actions import Act
from skill.app.play.panel_text import COMMON_HELP
from skill.app.play.replay_timeline import Moment, Reel
from skill.app.screens import destinations
from skill.app.screens.base import MARGIN, Screen
from skill.app.screens.host import Host
from skill.app.widgets.row_list import Pen, Row, RowList
from skill.app.widgets.theme import ACCENT, BUTTON_DOWN, LINE, PAPER, QUIET, SMALL_TEXT
from skill.errors import SkillboxError
from skill.jobs import Process, start_skillbox
from skill.lattice.notation import ATTEMPT
from skill.lattice.pyramid import EMPTY
from skill.table.record import OPEN, read_record
from skill.table.store import Finished

BAR, ROW = 74, 34  # heights of time line and buttons at scale 1
STEP_S = 0.5  # of an arrow key
SAMPLES = 20  # of an attempt that are stepped in each frame, at most
SPEEDS = (0.5, 1.0, 2.0, 4.0)
RECENT = 40
LONGEST_LINE = 80  # of an action in the list: a whole heap may stand in one


class ViewerScreen(Screen):
    """One record, or the list of what there is to see."""

    panel_width = 380

    def __init__(self, host: Host, path: Path | None = None) -> None:
        super().__init__(host)
        self.path: Path | None = None
        self.reel: Reel | None = None
        self.time_s = 0.0
        self.playing = False
        self.speed = 1.0
        self.list = RowList()
        self._pen: Pen | None = None
        self._line = pygame.Rect(0, 0, 1, 1)
        self._bar_rect = pygame.Rect(0, 0, 1, 1)
        self._dragged = False
        self._buttons: dict[Any, Callable[[], None]] = {}
        self._files: UIFileDialog | None = None
        self._export: tuple[Process, Path] | None = None
        self._list_records()
        if path is not None:
            self.open_file(path)

    # -- what is seen

    def open_file(self, path: Path) -> None:
        """Shows a record; says why if it cannot be shown."""
        try:
            reel = Reel(read_record(path), path.parent)
        except SkillboxError as error:
            self.open_dialog(tr("It cannot be shown"), escape(str(error)))
            return
        if self.reel:
            self.reel.close()
        self.path, self.reel, self.time_s, self.playing = path, reel, 0.0, False
        self.camera = self.home_camera()
        self._list_moments()
        if self.host.shows(self):
            self.host.rebuild()

    def _list_records(self) -> None:
        found = self.host.store.history(RECENT)
        rows = [Row(tr("Finished matches"))]
        rows += [Row(f"{f.game}  {f.result}", f, _day(f.finished_at)) for f in found if f.file.is_file()]
        if len(rows) == 1:
            rows = [Row(tr("No finished match yet."))]
        self.list.show(rows)

    def _list_moments(self) -> None:
        assert self.reel is not None
        rows = [Row(tr("Actions"))]
        for moment in self.reel.moments:
            rows.append(Row(f"{moment.number}. {_said(moment)}", moment, _clock(moment.begins_s)))
        self.list.show(rows)
        self._follow()

    def _show_list(self) -> None:
        """Goes back from a record to the list of what there is."""
        if self.reel:
            self.reel.close()
        self.path, self.reel, self.playing = None, None, False
        self._list_records()
        self.list.chosen = None
        self.host.rebuild()

    def home_camera(self) -> Camera:
        is_real = self.reel is not None and self.reel.record.game.kind == "physics"
        return above() if is_real else home()

    def scene(self) -> SceneView:
        return self.reel.view(self.time_s) if self.reel else pyramid_view(EMPTY)

    # -- layout: the scene over a time line at the left, the list and buttons at the right

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        self._files = None  # nothing outlives a new layout
        bar, margin = round(BAR * scale), round(MARGIN * scale)
        width = min(round(self.panel_width * scale), window.w * 3 // 5)
        self.panel_rect = pygame.Rect(window.w - width, 0, width, window.h)
        self.scene_rect = pygame.Rect(0, 0, window.w - width, window.h - bar)
        self.build_panel(ui, self.panel_rect.inflate(-2 * margin, -2 * margin), scale)
        self._bar_rect = pygame.Rect(0, self.scene_rect.bottom, self.scene_rect.w, bar)
        self._build_bar(ui, self._bar_rect.inflate(-2 * margin, -8), scale)

    def _build_bar(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        row, gap = round(30 * scale), round(6 * scale)
        self._line = pygame.Rect(area.x, area.y, area.w, area.h - row - gap)
        commands: tuple[tuple[str, Callable[[], None]], ...] = (
            ("|<", partial(self._go, 0.0)),
            ("<", partial(self._next, -1)),
            (tr("Stop") if self.playing else tr("Play"), self._toggle),
            (">", partial(self._next, 1)),
            (">|", partial(self._go, float("inf"))),
            (f"x {self.speed:g}", self._faster),
        )
        width = round(64 * scale)
        for n, (text, command) in enumerate(commands):
            place = pygame.Rect(area.x + n * (width + gap), area.bottom - row, width, row)
            self._buttons[UIButton(place, text, ui)] = command

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        self._pen = Pen(ui, scale)
        self._buttons = {}
        row, gap = round(ROW * scale), round(6 * scale)
        UILabel(pygame.Rect(area.x, area.y, area.w, row), self._title(), ui, object_id="#title")
        about = pygame.Rect(area.x, area.y + row, area.w, round(86 * scale))
        UITextBox(self._about(), about, ui)
        rows: list[tuple[tuple[str, Callable[[], None]], ...]] = [
            ((tr("Open a file"), self._ask_file), (tr("All games"), partial(self.act, Act.BACK)))
        ]
        if self.reel:
            rows.insert(0, ((tr("Picture"), self.export_picture), (tr("Animation"), self.export_animation)))
            rows.insert(1, ((tr("Other matches"), self._show_list),))
        top = area.bottom - len(rows) * (row + gap) + gap
        for n, commands in enumerate(rows):
            width = (area.w - gap * (len(commands) - 1)) // len(commands)
            for m, (text, command) in enumerate(commands):
                place = pygame.Rect(area.x + m * (width + gap), top + n * (row + gap), width, row)
                self._buttons[UIButton(place, text, ui)] = command
        self.list.place(pygame.Rect(area.x, about.bottom + gap, area.w, top - about.bottom - 2 * gap), scale)

    def _title(self) -> str:
        return tr(self.reel.record.game.title) if self.reel else tr("Viewer")

    def _about(self) -> str:
        if self.reel is None or self.path is None:
            return escape(tr("Choose a match, open the file of a record, or drop one on the window."))
        record = self.reel.record
        result = record.result if record.result != OPEN else tr("not over")
        lines = [tr("{seats}; result {result}", seats=", ".join(record.seats), result=result), self.path.name]
        if any(moment.is_missing for moment in self.reel.moments):
            lines.append(tr("Traces are missing: of those attempts only the end is seen."))
        return "<br>".join(map(escape, lines))

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        rects = [*super().panel_rects, self._bar_rect]
        if self._files is not None:
            rects.append(self._files.rect)
        return rects

    # -- time

    @property
    def moves_by_itself(self) -> bool:
        waits = self.reel is not None and not self.reel.is_ready(self.time_s)
        return super().moves_by_itself or self.playing or waits or self._export is not None

    def advance(self, elapsed_s: float) -> None:
        if self._export:
            self._look_after_export()
        reel = self.reel
        if reel is None:
            return
        if self.playing and reel.is_ready(self.time_s):
            self.time_s = min(reel.length_s, self.time_s + elapsed_s * self.speed)
            self.panel_changed = True
            if self.time_s >= reel.length_s:
                self._stop()
            self._follow()
        if self.playing or not reel.is_ready(self.time_s):
            try:
                if reel.prepare(self.time_s, SAMPLES):
                    self.panel_changed = True
            except SkillboxError as error:
                self._stop()
                self.open_dialog(tr("It cannot be shown"), escape(str(error)))

    def _follow(self) -> None:
        """Chooses the action that is seen in the list."""
        moment = self.reel.moment_at(self.time_s) if self.reel else None
        if moment is not None and moment is not self.list.chosen:
            self.list.chosen = moment
            self.list.reveal(moment)
            self.panel_changed = True

    def _go(self, time_s: float) -> None:
        """To a time of the record."""
        if self.reel:
            self.time_s = min(self.reel.length_s, max(0.0, time_s))
            self._follow()
            self.panel_changed = True

    def _next(self, way: int) -> None:
        """To the beginning of the next action (`way` 1), or of this one or the one before (-1)."""
        moment = self.reel.moment_at(self.time_s) if self.reel else None
        if self.reel is None or moment is None:
            return
        if way > 0:
            self._go(moment.ends_s)
        elif self.time_s > moment.begins_s + 0.3 or moment.number == 1:
            self._go(moment.begins_s)
        else:
            self._go(self.reel.moments[moment.number - 2].begins_s)

    def _toggle(self) -> None:
        if self.reel is None:
            return
        if self.time_s >= self.reel.length_s:
            self.time_s = 0.0
        self.playing = not self.playing
        self.host.rebuild()

    def _stop(self) -> None:
        if self.playing:
            self.playing = False
            self.host.rebuild()

    def _faster(self) -> None:
        self.speed = SPEEDS[(SPEEDS.index(self.speed) + 1) % len(SPEEDS)]
        self.host.rebuild()

    # -- files

    def _ask_file(self) -> None:
        window = pygame.Rect(0, 0, *self.host.window.size)
        self._files = UIFileDialog(
            window.inflate(-window.w // 4, -window.h // 5),
            self.host.ui,
            window_title=tr("Open a record"),
            allowed_suffixes={".txt"},
            initial_file_path=str(self.host.store.folder if self.host.store.folder.is_dir() else Path.home()),
            allow_existing_files_only=True,
        )
        self.panel_changed = True

    def _picture_file(self, suffix: str) -> Path:
        assert self.path is not None
        return self.host.store.folder / "pictures" / f"{self.path.stem}{suffix}"

    def export_picture(self) -> None:
        """Writes what is seen now, large and in the best quality."""
        moment = self.reel.moment_at(self.time_s) if self.reel else None
        target = self._picture_file(f"-{moment.number if moment else 0}-{self.time_s:.1f}s.png")
        try:
            renderer = self.host.window.another_renderer()
            write_image(render_image(self.scene(), self.camera, PICTURE_SIZE, "high", renderer), target)
        except SkillboxError as error:
            self.open_dialog(tr("It is not written"), escape(str(error)))
            return
        self.open_dialog(tr("Written"), escape(str(target)))

    def export_animation(self) -> None:
        """Has an animation of all of it drawn beside, by the command that does so without a window."""
        if self._export or self.path is None:
            return
        target = self._picture_file(".gif")
        self._export = (start_skillbox("replay", str(self.path), "--out", str(target)), target)
        self.panel_changed = True

    def _look_after_export(self) -> None:
        assert self._export is not None
        process, target = self._export
        if process.poll() is None:
            return
        self._export = None
        said = process.stderr.read().strip() if process.stderr else ""
        if process.returncode == 0:
            self.open_dialog(tr("Written"), escape(str(target)))
        else:
            self.open_dialog(tr("It is not written"), escape(said))

    def closed(self) -> None:
        if self._export:
            self._export[0].terminate()
            self._export[0].wait()
        if self.reel:
            self.reel.close()

    # -- events

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self.open_file(Path(event.file))
        elif event.type == pygame_gui.UI_FILE_DIALOG_PATH_PICKED:
            self._files = None
            self.open_file(Path(event.text))
        else:
            super().handle(event)

    def on_gui(self, event: pygame.event.Event) -> None:
        if event.type == pygame_gui.UI_WINDOW_CLOSE:
            self._files = None
            self.host.rebuild()
        elif event.type == pygame_gui.UI_BUTTON_PRESSED and not self.dialog and event.ui_element in self._buttons:
            self._buttons[event.ui_element]()

    def act(self, act: Act) -> None:
        if act is Act.BACK:
            if self.reel:
                self._show_list()
            else:
                self.host.go_to(destinations.Home())
        elif self.reel is None:
            self._act_on_list(act)
        elif act in (Act.ACCEPT, Act.PAUSE):
            self._toggle()
        elif act in (Act.LEFT, Act.RIGHT):
            self._go(self.time_s + (STEP_S if act is Act.RIGHT else -STEP_S))
        elif act in (Act.UP, Act.DOWN, Act.NEXT, Act.PREVIOUS):
            self._next(1 if act in (Act.DOWN, Act.NEXT) else -1)
        elif act is Act.RESTART:
            self._go(0.0)

    def _act_on_list(self, act: Act) -> None:
        if act in (Act.UP, Act.DOWN, Act.NEXT, Act.PREVIOUS):
            self.list.chosen = self.list.beside(1 if act in (Act.DOWN, Act.NEXT) else -1)
            self.list.reveal(self.list.chosen)
            self.panel_changed = True
        elif act is Act.ACCEPT and self.list.chosen is not None:
            self._take(self.list.chosen)

    def _take(self, key: Any) -> None:
        """Takes what was chosen in the list: a match, or an action of it."""
        if isinstance(key, Finished):
            self.open_file(key.file)
        elif isinstance(key, Moment):
            self._go(key.begins_s)

    def on_pointer(self, event: pygame.event.Event) -> None:
        at = pygame.mouse.get_pos() if event.type == pygame.MOUSEWHEEL else event.pos
        if event.type == pygame.MOUSEWHEEL:
            if self.list.rect.collidepoint(at):
                self.list.wheel(event.y)
                self.panel_changed = True
            elif self.scene_rect.collidepoint(at):
                self.perform(Act.ZOOM_IN if event.y > 0 else Act.ZOOM_OUT)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._dragged = self._line.collidepoint(at)
            if self._dragged:
                self._scrub(at[0])
            elif (key := self.list.at(at)) is not None:
                self._take(key)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._dragged = False
        elif event.type == pygame.MOUSEMOTION:
            if self._dragged:
                self._scrub(at[0])
            self.panel_changed |= self.list.hover(at)

    def _scrub(self, x: int) -> None:
        if self.reel:
            self._go((x - self._line.x) / self._line.w * self.reel.length_s)

    def x_of(self, time_s: float) -> int:
        """Where a time is on the time line."""
        length_s = self.reel.length_s if self.reel else 0.0
        return round(self._line.x + (time_s / length_s if length_s else 0.0) * self._line.w)

    def help_text(self) -> str:
        lines = (
            (tr("Play, stop"), (Act.ACCEPT,)),
            (tr("Back and forth in time (or drag on the time line)"), (Act.LEFT, Act.RIGHT)),
            (tr("The action before, the next one"), (Act.UP, Act.DOWN)),
            (tr("To the beginning"), (Act.RESTART,)),
        )
        return self.keys_text(lines, COMMON_HELP)

    # -- drawing

    def paint_under(self, surface: pygame.Surface) -> None:
        assert self._pen is not None
        for rect in (self.panel_rect, self._bar_rect):
            surface.fill(PAPER, rect)
        self.list.paint(surface, self._pen, focused=self.reel is None)
        if self.reel:
            self._paint_line(surface, self.reel, self._pen)

    def _paint_line(self, surface: pygame.Surface, reel: Reel, pen: Pen) -> None:
        """The time line: actions as ticks, attempts as blocks, where we are, and what is still to be stepped."""
        line = self._line
        track = pygame.Rect(line.x, line.centery - 4, line.w, 8)
        pygame.draw.rect(surface, LINE, track, border_radius=4)
        for moment in reel.moments:
            x = self.x_of(moment.begins_s)
            if moment.trace is not None:
                block = pygame.Rect(x, track.y, max(3, self.x_of(moment.ends_s) - x), track.h)
                pygame.draw.rect(surface, BUTTON_DOWN, block, border_radius=3)
            pygame.draw.line(surface, QUIET, (x, track.y - 2), (x, track.bottom + 1))
        pygame.draw.rect(
            surface, ACCENT, (track.x, track.y, self.x_of(self.time_s) - track.x, track.h), border_radius=4
        )
        pygame.draw.aacircle(surface, ACCENT, (self.x_of(self.time_s), line.centery), 9 * pen.scale)
        said = f"{_clock(self.time_s)} / {_clock(reel.length_s)}"
        if self._export:
            said = tr("the animation is being drawn")
        elif not reel.is_ready(self.time_s):
            said = tr("stepping the attempt")
        row = round(30 * pen.scale)
        place = pygame.Rect(line.centerx, self._bar_rect.bottom - row - 4, line.w // 2, row)
        pen.write(surface, said, place, QUIET, SMALL_TEXT, align="right")


def _said(moment: Moment) -> str:
    """An action for the list, an attempt without its heap."""
    text = str(moment.line)
    return " ".join(text.split()[:4]) if moment.line.action.verb == ATTEMPT.name else text[:LONGEST_LINE]


def _clock(time_s: float) -> str:
    return f"{int(time_s // 60)}:{time_s % 60:04.1f}"


def _day(stamp: str) -> str:
    return stamp[:16].replace("T", " ")
