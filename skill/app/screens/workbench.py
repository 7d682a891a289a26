"""The workbench: a world that runs while its numbers are changed, two materials side by side, experiments as plots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UIPanel, UITextEntryLine

from skill.app.draw.camera import Camera
from skill.app.draw.scene_view import SceneView, attempt_view
from skill.app.i18n import tr
from skill.app.input.actions import Act
from skill.app.lab.live_world import SHOWS, Bench, alternatives, material_names, parts_of, save_material, save_scene
from skill.app.lab.sweep import Answers, Sweep, Task, axes_of, in_background
from skill.app.play.panel_text import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.base import Screen
from skill.app.screens.host import Host
from skill.app.widgets.form import Change, Controls, Line
from skill.app.widgets.plot import COLOURS, Series, paint_plot
from skill.app.widgets.row_list import Pen
from skill.app.widgets.theme import SMALL_TEXT
from skill.errors import SkillboxError
from skill.physics.lab import EXPERIMENTS, Experiment
from skill.physics.scene import Scene, scene_names

if TYPE_CHECKING:
    from skill.app.draw.renderer import Renderer

FIRST_SCENE, FIRST_EXPERIMENT = "pour", "slide-distance"
SIDES = ("one", "two")
CALM_S = 0.6  # without a change, before an experiment is asked anew
ROW = 32


class WorkbenchScreen(Screen):
    """One bench, or two that differ in their numbers. Sliders change the one that is chosen."""

    panel_width = 500

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.benches = [Bench(FIRST_SCENE)]
        self.side = 0
        """The bench that the sliders change."""
        self.part = "material"
        self.paused = False
        self.numbers, self.lab = Controls(), Controls()
        self.in_lab = False
        """Whether the keys change the experiment."""
        self.experiment: Experiment = EXPERIMENTS[FIRST_EXPERIMENT]
        self.axis = axes_of(self.experiment)[-1]
        self.sweep: Sweep | None = None
        self._asked: object = None
        self._calm_s = CALM_S
        self._second: Renderer | None = None
        self._second_rect = pygame.Rect(0, 0, 0, 0)
        self._pen: Pen | None = None
        self._plot = pygame.Rect(0, 0, 1, 1)
        self._buttons: dict[Any, Callable[[], None]] = {}
        self._name: UITextEntryLine | None = None
        self.camera = self.home_camera()

    @property
    def bench(self) -> Bench:
        """The bench whose numbers are shown."""
        return self.benches[self.side]

    def home_camera(self) -> Camera:
        return _camera_of(self.benches[0].scene)

    def scene(self) -> SceneView:
        return attempt_view(self.benches[0].attempt)

    # -- layout: worlds at the left, one over the other; numbers, plot and buttons at the right

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        super().lay_out(ui, window, scale)
        if len(self.benches) > 1:
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
        lab = pygame.Rect(area.x, 0, area.w, round(92 * scale))
        height = round((bottom - area.y) * 0.36)
        self._plot = pygame.Rect(area.x, bottom - height, area.w, height)
        lab.bottom = self._plot.top
        self.lab.place(ui, lab, scale, self._lab_lines())
        self.numbers.place(ui, pygame.Rect(area.x, area.y, area.w, lab.top - area.y), scale, self._number_lines())

    def _build_buttons(self, ui: pygame_gui.UIManager, area: pygame.Rect, row: int, gap: int) -> int:
        """The buttons at the bottom; the height at which they begin."""
        entry = pygame.Rect(area.x, area.bottom - 2 * row - gap, area.w * 34 // 100, row)
        self._name = UITextEntryLine(entry, ui, placeholder_text=tr("name of a new file"))
        rest = area.right - entry.right - 2 * gap
        commands: tuple[tuple[str, Callable[[], None]], ...] = (
            (tr("Save material"), partial(self._save, is_scene=False)),
            (tr("Save scene"), partial(self._save, is_scene=True)),
        )
        self._buttons = {}
        for n, (text, command) in enumerate(commands):
            place = pygame.Rect(entry.right + gap + n * (rest // 2 + gap), entry.y, rest // 2, row)
            self._buttons[UIButton(place, text, ui)] = command
        low: tuple[tuple[str, Callable[[], None]], ...] = (
            (tr("Begin anew"), self._restart),
            (tr("Go on") if self.paused else tr("Pause"), partial(self.act, Act.PAUSE)),
            (tr("All games"), partial(self.act, Act.BACK)),
        )
        width = (area.w - 2 * gap) // 3
        for n, (text, command) in enumerate(low):
            place = pygame.Rect(area.x + n * (width + gap), area.bottom - row, width, row)
            self._buttons[UIButton(place, text, ui)] = command
        return entry.top - gap

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*super().panel_rects, *([self._second_rect] if self._second_rect.w else [])]

    # -- the lines

    def _number_lines(self) -> list[Line]:
        bench = self.bench
        two = len(self.benches) > 1
        lines = [
            Line("scene", tr("Scene"), bench.scene_name, tr("What everything is taken from at first.")),
            Line("show", tr("Dice are"), tr(_SHOWN[bench.show]), tr("What happens by itself.")),
            Line("sides", tr("Worlds"), tr(SIDES[two]), tr("Two: the same dice with other numbers, one below.")),
        ]
        if two:
            which = (tr("upper"), tr("lower"))[self.side]
            lines.append(Line("side", tr("Change the"), which, tr("The world that the sliders change.")))
        lines.append(Line("material", tr("Material"), _material_of(bench), tr("Taken whole.")))
        lines.append(Line("part", tr("Numbers of"), tr(self.part), tr("The part of the scene below.")))
        for choice in alternatives(bench.scene, self.part):
            label = tr(_words(choice.key.split(".")[-1]))
            lines.append(Line(choice.key, label, tr(choice.value), tr(choice.help)))
        for number in bench.parameters(self.part):
            said = f"{number.value:.0f}" if number.is_whole else f"{number.value:.3g}"
            span = (number.low, number.high)
            line = Line(number.key, tr(number.label), said, tr(number.help), number.value, span, number.is_whole)
            lines.append(line)
        return lines

    def _lab_lines(self) -> list[Line]:
        theory = tr("Theory: {theory}", theory=self.experiment.theory)
        about = tr("The curves are theory, the dots what the simulation does.")
        return [
            Line("experiment", tr("Experiment"), self.experiment.name, theory),
            Line("axis", tr("Along"), tr(_words(self.axis.name)), about),
        ]

    def _show(self) -> None:
        """Shows the lines as they are now; where lines come or go everything is laid out anew."""
        lines = self._number_lines()
        if [line.name for line in lines] == [line.name for line in self.numbers.lines]:
            self.numbers.show(lines)
            self.lab.show(self._lab_lines())
            self.panel_changed = True
        else:
            self.host.rebuild()

    # -- changes

    def _change(self, change: Change) -> None:
        name, way = change.name, change.way
        try:
            if change.number is not None:
                self.bench.set(name, change.number)
                if name.startswith("camera."):
                    self.camera = _camera_of(self.bench.scene)
            elif "." in name:
                choice = next(c for c in alternatives(self.bench.scene, self.part) if c.key == name)
                self.bench.set(name, _after(list(choice.values), choice.value, way))
            elif name == "scene":
                found = _after(scene_names(), self.bench.scene_name, way)
                for bench in self.benches:
                    bench.change_scene(found)
                self.part = self.part if self.part in parts_of(self.bench.scene) else "material"
                self.camera = self.home_camera()
            elif name == "show":
                show = _after(list(SHOWS), self.bench.show, way)
                for bench in self.benches:
                    bench.change_show(show)
            elif name == "sides":
                self._change_sides()
            elif name == "side":
                self.side = 1 - self.side
            elif name == "material":
                self.bench.change_material(_after(material_names(), self.bench.material_name, way))
            elif name == "part":
                self.part = _after(parts_of(self.bench.scene), self.part, way)
            elif name == "experiment":
                self.experiment = EXPERIMENTS[_after(list(EXPERIMENTS), self.experiment.name, way)]
                self.axis = axes_of(self.experiment)[-1]
            elif name == "axis":
                self.axis = _after(axes_of(self.experiment), self.axis, way)
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(str(error)))
        self._calm_s = 0.0
        self._show()

    def _change_sides(self) -> None:
        """A second world like the first, or the first alone."""
        if len(self.benches) > 1:
            self.benches.pop().close()
            self.side = 0
            return
        first = self.benches[0]
        second = Bench(first.scene_name, first.show)
        second.take(first.scene, first.material_name)
        self.benches.append(second)
        self.side = 1
        self._restart()

    def _restart(self) -> None:
        for bench in self.benches:
            bench.restart()

    def _save(self, is_scene: bool) -> None:
        assert self._name is not None
        name, scene = self._name.get_text().strip(), self.bench.scene
        try:
            if is_scene:
                path = save_scene(scene, name)
            else:
                source = tr("set on the workbench, from {name}", name=self.bench.scene_name)
                told = {"source": source, "margins": {}}  # nobody has measured what is set by hand
                path = save_material(scene.material.model_copy(update=told), name)
        except SkillboxError as error:
            self.open_dialog(tr("It is not saved"), escape(str(error)))
            return
        self.open_dialog(tr("It is saved"), escape(str(path)))

    # -- time

    @property
    def moves_by_itself(self) -> bool:
        waits = self._is_stale() or (self.sweep is not None and not self.sweep.is_done)
        return super().moves_by_itself or not self.paused or waits

    def advance(self, elapsed_s: float) -> None:
        if not self.paused:
            try:
                for bench in self.benches:
                    bench.advance(elapsed_s)
            except SkillboxError as error:
                self.paused = True
                self.open_dialog(tr("The world has stopped"), escape(str(error)))
            self.panel_changed |= len(self.benches) > 1
        self._calm_s += elapsed_s
        if self._is_stale() and self._calm_s >= CALM_S:
            self._ask()
        if self.sweep and self.sweep.poll():
            self.panel_changed = True

    def _is_stale(self) -> bool:
        """Whether the plot is of other numbers than those that hold now."""
        scenes = [bench.scene for bench in self.benches]
        return self._asked != (self.experiment.name, self.axis, scenes)

    def _ask(self) -> None:
        """Begins the experiment anew; what was not answered yet is forgotten."""
        if self.sweep:
            self.sweep.stop()
        scenes = [bench.scene for bench in self.benches]
        self._asked = (self.experiment.name, self.axis, scenes)
        self.sweep = Sweep(self.experiment, self.axis, scenes, ask)
        self.panel_changed = True

    def closed(self) -> None:
        if self.sweep:
            self.sweep.stop()
        for bench in self.benches:
            bench.close()

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.dialog:
            return
        for controls in (self.numbers, self.lab):
            if change := controls.take(event):
                self.in_lab = controls is self.lab
                self._change(change)
                return
        if event.type == pygame_gui.UI_BUTTON_PRESSED and (command := self._buttons.get(event.ui_element)):
            command()

    def act(self, act: Act) -> None:
        controls = self.lab if self.in_lab else self.numbers
        if act in (Act.NEXT, Act.PREVIOUS):
            self.in_lab = not self.in_lab
        elif act in (Act.UP, Act.DOWN):
            controls.move(1 if act is Act.DOWN else -1)
        elif act in (Act.LEFT, Act.RIGHT):
            if change := controls.step(1 if act is Act.RIGHT else -1):
                self._change(change)
        elif act is Act.PAUSE:
            self.paused = not self.paused
            self.host.rebuild()
        elif act in (Act.RESTART, Act.ACCEPT):
            self._restart()
        elif act is Act.BACK:
            self.host.go_to(destinations.Home())
        self.panel_changed = True

    def on_pointer(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL and pygame.mouse.get_pos()[0] < self.panel_rect.x:
            self.perform(Act.ZOOM_IN if event.y > 0 else Act.ZOOM_OUT)

    def help_text(self) -> str:
        lines = (
            (tr("Numbers, or the experiment"), (Act.NEXT,)),
            (tr("Choose a line"), (Act.UP, Act.DOWN)),
            (tr("Change it"), (Act.LEFT, Act.RIGHT)),
            (tr("Pause"), (Act.PAUSE,)),
            (tr("Begin anew"), (Act.RESTART,)),
        )
        return self.keys_text(lines, COMMON_HELP)

    # -- drawing

    def paint(self, surface: pygame.Surface) -> None:
        assert self._pen is not None
        if self._second_rect.w:
            self._paint_second(surface)
        if self.sweep:
            self._paint_sweep(surface, self.sweep)

    def _paint_second(self, surface: pygame.Surface) -> None:
        """The second world as a picture, and which is which."""
        assert self._pen is not None
        if self._second is None:
            self._second = self.host.window.another_renderer()
        rect, detail = self._second_rect, self.host.pace.detail
        size = (max(1, round(rect.w * detail.scale)), max(1, round(rect.h * detail.scale)))
        self._second.draw(attempt_view(self.benches[1].attempt), self.camera, size, detail.quality)
        picture = pygame.image.frombuffer(self._second.pixels().tobytes(), size, "RGB")
        surface.blit(pygame.transform.scale(picture, rect.size), rect)
        pygame.draw.line(surface, "#f6f2ea", rect.topleft, rect.topright, 3)
        row = round(24 * self._pen.scale)
        for n, colour in enumerate(COLOURS):
            place = pygame.Rect(rect.x + 8, rect.y + 8 + n * row, rect.w // 2, row)
            name = _material_of(self.benches[n])
            text = (tr("above: {name}", name=name), tr("below: {name}", name=name))[n]
            self._pen.write(surface, text, place, colour, SMALL_TEXT, bold=True)

    def _paint_sweep(self, surface: pygame.Surface, sweep: Sweep) -> None:
        assert self._pen is not None
        series = [
            Series(curve, [(sweep.xs[n], y) for n, y in sorted(dots.items())], place)
            for curve, dots, place in zip(sweep.curves, sweep.dots, sweep.here, strict=True)
        ]
        up = f"{sweep.experiment.title}, {sweep.experiment.unit}"
        spans = (sweep.axis.low, sweep.axis.high), (sweep.lowest(), sweep.highest())
        paint_plot(surface, self._pen, self._plot, series, *spans, (_words(sweep.axis.name), up))


_SHOWN = {"pour": "poured", "tilt": "on a rocking plate", "heap": "in a heap"}


ask: Callable[[Sequence[Task]], Answers] = in_background
"""Who answers experiments; tests put somebody else in its place."""


def _material_of(bench: Bench) -> str:
    """The name of a bench's material, or how it came about."""
    return bench.material_name or (tr("the scene's own") if bench.has_own_material else tr("changed"))


def _camera_of(scene: Scene) -> Camera:
    """The first look that a scene asks for; its bearing counts from +x, ours from side I, the other way round."""
    camera = scene.camera
    return Camera((-90.0 - camera.bearing_deg) % 360, camera.elevation_deg, camera.distance_edges)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _after(values: list[Any], now: Any, way: int) -> Any:
    """The value after `now` in a list (`way` 1) or before it (-1), round and round."""
    return values[(values.index(now) + way) % len(values)] if now in values else values[0]
