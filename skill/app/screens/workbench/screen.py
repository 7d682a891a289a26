"""The workbench: a world that runs while its numbers are changed, two worlds side by side, experiments as plots."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UIPanel

from skill.app.i18n import told, tr
from skill.app.input.actions import Act
from skill.app.input.tools.binding import scene_camera
from skill.app.lab.labels import label_of
from skill.app.lab.sweep import Sweep
from skill.app.lab.workbench import WorkbenchController
from skill.app.play.said.help import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.base import Screen
from skill.app.screens.host import Host
from skill.app.screens.workbench.lines import experiment_lines, material_text, number_lines
from skill.app.screens.workbench.plot import COLOURS, Series, paint_plot
from skill.app.widgets.form import HELP, Change, Form
from skill.app.widgets.kept import kept
from skill.app.widgets.pen import Pen
from skill.app.widgets.stops import Stops
from skill.app.widgets.text_height import text_height
from skill.app.widgets.text_line import TextLine
from skill.app.widgets.theme import SMALL_TEXT
from skill.draw.camera import Camera
from skill.draw.scene_view import SceneView, attempt_view
from skill.errors import SkillboxError

if TYPE_CHECKING:
    from skill.draw.renderer import Renderer

ROW = 32  # height of a button at scale 1
THEORY_LINES = 2


class WorkbenchScreen(Screen):
    """One world, or two that differ in their numbers. Sliders change the one that is chosen."""

    panel_width = 500

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.workbench = WorkbenchController()
        self.numbers, self.experiment = Form(), Form()
        self.focused = self.stops = Stops("numbers")
        self.name_entry: TextLine | None = None
        """Where the name of a new file is written."""
        self._second: Renderer | None = None
        self._second_rect = pygame.Rect(0, 0, 0, 0)
        self._pen: Pen | None = None
        self._plot = pygame.Rect(0, 0, 1, 1)
        self._buttons: dict[Any, Callable[[], None]] = {}
        self.camera = self.home_camera()

    def home_camera(self) -> Camera:
        return scene_camera(self.workbench.worlds[0].scene)

    def scene(self) -> SceneView:
        return attempt_view(self.workbench.worlds[0].attempt)

    # -- layout: worlds at the left, one over the other; numbers, plot and buttons at the right

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        super().lay_out(ui, window, scale)
        if self.workbench.has_two:
            whole = self.scene_rect.copy()
            self.scene_rect.h = whole.h // 2
            self._second_rect = pygame.Rect(0, self.scene_rect.h, whole.w, whole.h - self.scene_rect.h)
            none = {"left": 0, "right": 0, "top": 0, "bottom": 0}
            UIPanel(self._second_rect, starting_height=0, manager=ui, margins=none, object_id="#clear")
        else:
            self._second_rect = pygame.Rect(0, 0, 0, 0)

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        self._pen = Pen(ui, scale)
        row, gap = round(ROW * scale), round(6 * scale)
        bottom = self._build_buttons(ui, area, row, gap)
        lines = experiment_lines(self.workbench)
        theory = max(text_height(escape(line.help), area.w, ui, "#quiet_text") for line in lines)
        theory = max(theory, THEORY_LINES * round(HELP * scale))
        experiment = pygame.Rect(area.x, 0, area.w, len(lines) * row + theory + gap)
        height = round((bottom - area.y) * 0.36)
        self._plot = pygame.Rect(area.x, bottom - height, area.w, height)
        experiment.bottom = self._plot.top
        self.experiment.place(ui, experiment, scale, lines, help_height=theory)
        numbers = pygame.Rect(area.x, area.y, area.w, experiment.top - area.y)
        self.numbers.place(ui, numbers, scale, number_lines(self.workbench))
        buttons = {f"button {n}": button for n, button in enumerate(self._buttons)}
        forms = {"numbers": self.numbers, "experiment": self.experiment}
        self.stops.place(ui, {**forms, "name": self.name_entry, **buttons})
        self.stops.show()

    @property
    def form(self) -> Form:
        """The form that keys change, or would."""
        return self.stops.now if isinstance(self.stops.now, Form) else self.numbers

    def _build_buttons(self, ui: pygame_gui.UIManager, area: pygame.Rect, row: int, gap: int) -> int:
        """The buttons at the bottom; the height at which they begin."""
        entry = pygame.Rect(area.x, area.bottom - 2 * row - gap, area.w * 34 // 100, row)
        self.name_entry = kept(TextLine(entry, ui, placeholder_text=tr("name of a new file")), "name")
        rest = area.right - entry.right - 2 * gap
        commands: tuple[tuple[str, Callable[[], None]], ...] = (
            (tr("Save material"), partial(self._save, self.workbench.save_material)),
            (tr("Save scene"), partial(self._save, self.workbench.save_scene)),
        )
        self._buttons = {}
        for n, (text, command) in enumerate(commands):
            place = pygame.Rect(entry.right + gap + n * (rest // 2 + gap), entry.y, rest // 2, row)
            self._buttons[UIButton(place, text, ui)] = command
        low: tuple[tuple[str, Callable[[], None]], ...] = (
            (tr("Begin anew"), self.workbench.restart),
            (tr("Go on") if self.workbench.paused else tr("Pause"), partial(self.act, Act.PAUSE)),
            (tr("Measure"), partial(self._go_to, destinations.Measure())),
            (tr("Analysis"), partial(self._go_to, destinations.Analysis())),
            (tr("All games"), partial(self.act, Act.BACK)),
        )
        assert self._pen is not None
        font = self._pen.font()
        needs = [font.size(text)[0] for text, _ in low]
        spare = (area.w - (len(low) - 1) * gap - sum(needs)) // len(low)
        left = area.x
        for (text, command), need in zip(low, needs, strict=True):
            place = pygame.Rect(left, area.bottom - row, need + spare, row)
            self._buttons[UIButton(place, text, ui)] = command
            left = place.right + gap
        return entry.top - gap

    def _go_to(self, destination: destinations.Destination) -> None:
        """Shows another screen, or says why it cannot be opened."""
        try:
            self.host.go_to(destination)
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*super().panel_rects, *([self._second_rect] if self._second_rect.w else [])]

    # -- changes

    def _show(self) -> None:
        """Shows the lines as they are now; where lines come or go everything is laid out anew."""
        lines = number_lines(self.workbench)
        if [line.name for line in lines] == [line.name for line in self.numbers.lines]:
            self.numbers.show(lines)
            self.experiment.show(experiment_lines(self.workbench))
            self.panel_changed = True
        else:
            self.host.rebuild()

    def _change(self, change: Change) -> None:
        """Carries out what a form asks for."""
        workbench = self.workbench
        try:
            if change.number is None:
                workbench.step(change.name, change.way)
            else:
                workbench.set_number(change.name, change.number)
            if change.name == "scene":
                self.camera = self.home_camera()
            elif change.name.startswith("camera."):
                self.camera = scene_camera(workbench.world.scene)
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))
        if change.name == "experiment":
            self.postpone(self.experiment, self.host.rebuild)  # there is room for the whole of its theory
        self._show()

    def _save(self, save: Callable[[str], Path]) -> None:
        """Saves under the name that was written, and says where or why not."""
        assert self.name_entry is not None
        try:
            path = save(self.name_entry.get_text().strip())
        except SkillboxError as error:
            self.open_dialog(tr("It is not saved"), escape(told(error)))
            return
        self.open_dialog(tr("It is saved"), escape(str(path)))

    # -- time

    @property
    def moves_by_itself(self) -> bool:
        return super().moves_by_itself or self.workbench.is_busy

    def advance(self, elapsed_s: float) -> None:
        self.panel_changed |= self.stops.follow()
        try:
            self.panel_changed |= self.workbench.advance(elapsed_s)
        except SkillboxError as error:
            self.open_dialog(tr("The world has stopped"), escape(told(error)))

    def closed(self) -> None:
        self.workbench.close()

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.dialog:
            return
        for form in (self.numbers, self.experiment):
            if change := form.take(event):
                self.stops.go("numbers" if form is self.numbers else "experiment")
                self._change(change)
                return
        if event.type == pygame_gui.UI_BUTTON_PRESSED and (command := self._buttons.get(event.ui_element)):
            command()

    def act(self, act: Act) -> None:
        if act in (Act.NEXT, Act.PREVIOUS):
            self.stops.step(1 if act is Act.NEXT else -1)
        elif act is Act.ACCEPT and (command := self._buttons.get(self.stops.now)):
            command()
        elif not isinstance(self.stops.now, Form) and act in (Act.UP, Act.DOWN, Act.LEFT, Act.RIGHT):
            self.stops.step(1 if act in (Act.DOWN, Act.RIGHT) else -1)
        elif act in (Act.UP, Act.DOWN):
            self.form.move(1 if act is Act.DOWN else -1)
        elif act in (Act.LEFT, Act.RIGHT):
            if change := self.form.step(1 if act is Act.RIGHT else -1):
                self._change(change)
        elif act is Act.PAUSE:
            self.workbench.paused = not self.workbench.paused
            self.host.rebuild()
        elif act in (Act.RESTART, Act.ACCEPT):
            self.workbench.restart()
        elif act is Act.BACK:
            self.host.go_to(destinations.Home())
        self.panel_changed = True

    def on_pointer(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL and pygame.mouse.get_pos()[0] < self.panel_rect.x:
            self.perform(Act.ZOOM_IN if event.y > 0 else Act.ZOOM_OUT)

    def help_text(self) -> str:
        lines = (
            (tr("Numbers, the experiment, the name of a file, a button"), (Act.NEXT,)),
            (tr("Choose a line"), (Act.UP, Act.DOWN)),
            (tr("Change it"), (Act.LEFT, Act.RIGHT)),
            (tr("Pause"), (Act.PAUSE,)),
            (tr("Begin anew"), (Act.RESTART,)),
        )
        return self.keys_text(lines, COMMON_HELP)

    # -- painting

    def paint(self, surface: pygame.Surface) -> None:
        assert self._pen is not None
        if self._second_rect.w:
            self._paint_second(surface)
        if self.workbench.sweep:
            self._paint_sweep(surface, self.workbench.sweep)

    def _paint_second(self, surface: pygame.Surface) -> None:
        """The second world as a picture, and which is which."""
        assert self._pen is not None
        if self._second is None:
            self._second = self.host.window.another_renderer()
        rect, detail = self._second_rect, self.host.detail.moving
        size = (max(1, round(rect.w * detail.scale)), max(1, round(rect.h * detail.scale)))
        self._second.draw(attempt_view(self.workbench.worlds[1].attempt), self.camera, size, detail.quality)
        picture = pygame.image.frombuffer(self._second.pixels().tobytes(), size, "RGB")
        surface.blit(pygame.transform.scale(picture, rect.size), rect)
        pygame.draw.line(surface, "#f6f2ea", rect.topleft, rect.topright, 3)
        row = round(24 * self._pen.scale)
        for n, colour in enumerate(COLOURS):
            place = pygame.Rect(rect.x + 8, rect.y + 8 + n * row, rect.w // 2, row)
            name = material_text(self.workbench.worlds[n])
            text = (tr("above: {name}", name=name), tr("below: {name}", name=name))[n]
            self._pen.write(surface, text, place, colour, SMALL_TEXT, bold=True)

    def _paint_sweep(self, surface: pygame.Surface, sweep: Sweep) -> None:
        assert self._pen is not None
        series = [
            Series(curve, [(sweep.xs[n], y) for n, y in sorted(dots.items())], place)
            for curve, dots, place in zip(sweep.curves, sweep.dots, sweep.here, strict=True)
        ]
        up = f"{tr(sweep.experiment.title)}, {tr(sweep.experiment.unit)}"
        spans = (sweep.axis.low, sweep.axis.high), (sweep.lowest(), sweep.highest())
        paint_plot(surface, self._pen, self._plot, series, *spans, (tr(label_of(sweep.axis.name)), up))
