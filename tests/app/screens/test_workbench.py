"""The workbench: the world that runs while its numbers are changed, sweeps of experiments, what is saved."""

from __future__ import annotations

import re
from functools import partial
from itertools import combinations
from math import inf
from multiprocessing import active_children

import numpy as np
import pytest

from skill.app.lab import sweep as sweeps
from skill.app.lab.labels import label_of
from skill.app.lab.live_world import (
    HEAP,
    POUR,
    SCENARIOS,
    TILT,
    LiveWorld,
    alternatives,
    heap,
    limits,
    parameters,
    parts_of,
    save_material,
    save_scene,
)
from skill.app.lab.sweep import Axis, Sweep, axes_of
from skill.app.lab.workbench import CALM_S, WorkbenchController
from skill.app.screens import destinations
from skill.app.screens.workbench.lines import experiment_lines, number_lines
from skill.app.screens.workbench.plot import ticks
from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import SMALL_TEXT
from skill.draw.camera import above
from skill.errors import FileError
from skill.paths import HOME_VARIABLE
from skill.physics.lab import EXPERIMENTS
from skill.physics.scene import Material, load_material, load_scene, scene_names
from tests.app.conftest import WINDOWS
from tests.engines import of_any_engine

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)
from tests.app.screens.test_home import type_in  # noqa: E402

pytestmark = of_any_engine

both_windows = pytest.mark.parametrize("kind", WINDOWS)


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    return tmp_path


class OneByOne:
    """Answers experiments here, one at each look."""

    def __init__(self, tasks) -> None:
        self.tasks = list(tasks)
        self.is_stopped = False

    def take(self):
        if not self.tasks:
            return []
        task = self.tasks.pop(0)
        return [(task, sweeps.simulated(*task[1:]))]

    def stop(self) -> None:
        self.is_stopped = True


class Never(OneByOne):
    def take(self):
        return []


def finished(sweep: Sweep) -> Sweep:
    while not sweep.is_done:
        sweep.poll()
    return sweep


def played(live: LiveWorld, samples: int) -> None:
    while live.steps < samples:
        live.advance(live.sample_s * 1.01)


# -- the world


def test_every_number_of_every_scene_has_a_range_that_holds_it() -> None:
    for name in scene_names():
        scene = load_scene(name)
        for part in parts_of(scene):
            for number in parameters(scene, part):
                assert number.low <= number.value <= number.high, (name, number)
                assert number.low < number.high < inf, (name, number)
    keys = {number.key for number in parameters(load_scene("pour"), "material")}
    numbers = Material.model_fields.keys() - {"source", "margins"}
    assert keys == {f"material.{name}" for name in numbers}


def test_ranges_come_from_the_limits_of_the_fields() -> None:
    fields = Material.model_fields
    assert limits(fields["friction"]) == (0.0, 1.5)
    assert limits(fields["rounding_edges"]) == (0.02, 0.3)
    assert limits(fields["density_kg_m3"])[0] > 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_scenario_does_what_it_says(scenario: str) -> None:
    live = LiveWorld("pour", scenario)
    played(live, 90)
    world = live.attempt.world
    if scenario == POUR:
        assert 10 < len(world.colours) < 30
    else:
        assert len(world.numbers) == len(heap()) == 20
    tilted = max(abs(x) for x in world.plate.pose.quaternion[:3])
    assert tilted > 0.05 if scenario == TILT else tilted < 0.001
    if scenario == HEAP:
        assert np.abs(world.drift()).max() < 0.05
    live.close()


def test_a_number_changes_while_the_dice_go_on() -> None:
    live = LiveWorld("pour", POUR)
    played(live, 60)
    on_plate = live.attempt.world.numbers  # dice that fell off are not taken on
    before = live.attempt.poses().positions[on_plate]
    live.set("material.friction", 0.05)
    after = live.attempt.poses().positions[on_plate]
    assert after == pytest.approx(before, abs=1e-6)
    assert live.attempt.scene.material.friction == 0.05
    played(live, 61)
    live.set("plate.pitch", 1.05)  # another plate: everything begins anew
    assert live.steps == 0
    live.set("engine.solver_iterations", 40)
    assert live.scene.engine.solver_iterations == 40
    with pytest.raises(FileError, match="friction = 7"):
        live.set("material.friction", 7.0)
    assert live.scene.material.friction == 0.05
    live.close()


def test_slippery_dice_leave_a_rocking_plate_and_rough_ones_stay() -> None:
    left = {}
    for friction in (0.02, 0.9):
        live = LiveWorld("faraday", TILT)
        live.set("material.friction", friction)
        played(live, 150)
        left[friction] = live.attempt.world.drift().max()
        live.close()
    assert left[0.02] > 5 * left[0.9]


def test_the_side_of_the_plate_is_one_of_the_alternatives() -> None:
    live = LiveWorld("faraday", TILT)
    [side] = alternatives(live.scene, "plate")
    assert (side.key, side.value, side.values) == ("plate.side", "top", ("top", "underside", "none"))
    live.set("plate.side", "none")  # nothing can stand in funnels that are not there: dice are poured
    assert not len(live.attempt.trace.start)
    played(live, 30)
    assert live.attempt.world.numbers
    live.close()


def test_a_scene_without_the_tool_borrows_it() -> None:
    live = LiveWorld("faraday", TILT)
    assert live.scene.pour is None
    live.change_scenario(POUR)
    assert live.scene.pour == load_scene("pour").pour
    assert live.scene.tilt == load_scene("faraday").tilt
    live.change_scene("dice-tray")
    played(live, 5)
    live.close()


# -- what is kept


def test_materials_and_scenes_are_saved_and_load_again(own_folder) -> None:
    live = LiveWorld("faraday", TILT)
    live.set("material.friction", 0.22)
    path = save_material(live.scene.material, "ice")
    assert path == own_folder / "scenes" / "materials" / "ice.toml"
    assert load_material("ice") == live.scene.material
    save_scene(live.scene, "my-table")
    assert load_scene("my-table").model_dump(exclude={"name"}) == live.scene.model_dump(exclude={"name"})
    live.change_scenario(POUR)
    assert (live.scene.tools, live.own_scene.tools) == (("tilt", "pour"), ("tilt",)), "a tool that is lent is not kept"
    live.change_scenario(TILT)
    for name in ("ice", "Ice Cream", ""):
        with pytest.raises(FileError, match="expected"):
            save_material(live.scene.material, name)
    with pytest.raises(FileError, match="already"):
        save_scene(live.scene, "faraday")
    live.change_material("ice")
    assert live.material_name == "ice"
    live.set("material.friction", 0.3)
    assert live.material_name == ""
    live.close()


# -- the workbench without its screen


@pytest.fixture
def bench():
    controller = WorkbenchController(OneByOne)
    yield controller
    controller.close()


def test_a_second_world_is_like_the_first_and_goes_again(bench: WorkbenchController) -> None:
    bench.set_number("material.friction", 0.33)
    played(bench.world, 10)
    bench.step("sides", 1)
    first, second = bench.worlds
    assert bench.world is second
    assert second.scene == first.scene
    assert first.steps == 0  # both begin anew
    bench.set_number("material.friction", 0.5)
    assert (first.scene.material.friction, second.scene.material.friction) == (0.33, 0.5)
    bench.step("scene", 1)
    assert first.scene == second.scene
    bench.step("side", 1)
    assert bench.world is first
    bench.step("side", 1)
    bench.step("sides", 1)
    assert bench.worlds == [first]
    assert bench.world is first


def test_an_experiment_is_run_when_numbers_have_come_to_rest() -> None:
    asked = []

    def ask(tasks) -> OneByOne:
        asked.append(OneByOne(tasks))
        return asked[-1]

    bench = WorkbenchController(ask)
    bench.paused = True
    assert bench.is_busy  # there is no plot yet
    assert bench.advance(0.1)
    first = bench.sweep
    finished(first)
    bench.advance(0.1)
    assert bench.sweep is first
    assert not bench.is_busy
    bench.set_number("material.friction", 0.33)
    bench.advance(CALM_S / 2)
    bench.step("material", 1)
    assert not bench.advance(CALM_S * 0.9)
    assert bench.sweep is first
    assert bench.advance(CALM_S * 0.2)
    assert bench.sweep is not first
    assert [answers.is_stopped for answers in asked] == [True, False]
    bench.step("axis", 1)
    assert bench.is_busy
    bench.close()
    assert asked[1].is_stopped


def test_what_no_scene_allows_is_refused(bench: WorkbenchController) -> None:
    with pytest.raises(FileError, match="friction = 7"):
        bench.set_number("material.friction", 7.0)
    bench.step("part", 1)
    bench.step("scenario", 1)
    bench.step("experiment", -1)
    assert bench.experiment.name == list(EXPERIMENTS)[list(EXPERIMENTS).index("slide-distance") - 1]


# -- sweeps and plots


def test_a_sweep_meets_theory_and_compares_two_materials() -> None:
    scene = load_scene("pour")
    smooth = scene.model_copy(update={"material": scene.material.model_copy(update={"friction": 0.1})})
    slide = EXPERIMENTS["slide-acceleration"]
    along = next(axis for axis in axes_of(slide) if not axis.is_material)
    sweep = finished(Sweep(slide, along, [scene, smooth], OneByOne))
    for dots, at in zip(sweep.dots, sweep.scenes, strict=True):
        assert len(dots) == len(sweep.xs)
        for n, y in dots.items():
            predicted = slide.predict(*sweeps.placed(at, along, sweep.xs[n]))
            if predicted == 0 or predicted > 0.5:  # between, a die hardly starts
                assert y == pytest.approx(predicted, rel=0.06, abs=0.06)
    assert sweep.curves[1][-1][1] > 2 * sweep.curves[0][-1][1]
    assert sweep.highest() >= sweep.curves[1][-1][1]
    assert sweep.lowest() <= 0.0


def test_a_curve_ends_where_its_theory_does(bench: WorkbenchController) -> None:
    scene = load_scene("pour")
    for name in ("slide-distance", "slide-place", "slide-heading", "flick-distance", "slip-angle"):
        experiment = EXPERIMENTS[name]
        along = next(axis for axis in axes_of(experiment) if axis.name == "friction_table")
        sweep = Sweep(experiment, along, [scene], Never)
        ends = max((x for x, _ in sweep.curves[0]), default=0.0)
        if experiment.beyond:
            tumbles = 1 - 2 * scene.material.rounding_edges
            assert tumbles - 0.03 < ends <= tumbles < along.high
        else:
            assert ends == along.high
        bench.experiment = experiment
        said = next(line.help for line in experiment_lines(bench) if line.name == "experiment")
        assert ("tumbles instead" in said) == bool(experiment.beyond)


def test_every_experiment_can_be_swept() -> None:
    for experiment in EXPERIMENTS.values():
        for axis in axes_of(experiment):
            assert axis.low < axis.high
            sweep = Sweep(experiment, axis, [load_scene("pour")], Never)
            assert axis.low <= sweep.here[0] <= axis.high or axis.is_material
            assert not sweep.poll()
            assert (len(sweep.curves[0]) > 1) is (experiment.predict is not None)
    assert axes_of(EXPERIMENTS["slip-angle"]) == [Axis("friction_table", 0.1, 1.5, True)]


def test_points_are_asked_coarse_to_fine() -> None:
    assert sweeps.coarse_to_fine(9) == [0, 8, 4, 2, 6, 1, 3, 5, 7]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 1.5, [0, 0.5, 1.0, 1.5]), (0.1, 0.9, [0.2, 0.4, 0.6, 0.8]), (0, 0, [0]), (-100, 100, [-100, -50, 0, 50, 100])],
)
def test_axes_have_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(expected)


# -- the screen


@pytest.mark.parametrize("size", [(1024, 700), (1920, 1080)])
def test_no_button_lies_on_another(open_app, size: tuple[int, int]) -> None:
    app = open_app("undrawn", size=size)
    app.go_to(destinations.Workbench())
    Driver(app).frames(2)
    names = {"Save material", "Save scene", "Begin anew", "Pause", "Measure", "Analysis", "All games"}
    buttons = [e.rect for e in app.ui.get_sprite_group().sprites() if getattr(e, "text", None) in names]
    assert len(buttons) == len(names)
    assert not [(a, b) for a, b in combinations(buttons, 2) if a.colliderect(b)]
    assert all(pygame.Rect(0, 0, *size).contains(button) for button in buttons)


@both_windows
def test_the_workbench_by_mouse_and_by_keys(open_app, kind: str, monkeypatch, own_folder) -> None:
    from skill.app.screens.workbench import screen as workbench

    monkeypatch.setattr(workbench, "WorkbenchController", partial(WorkbenchController, OneByOne))
    app = open_app(kind)
    driver = Driver(app)
    driver.frames(2)
    driver.press("Workbench")
    screen = app.screen
    driver.frames(3)
    grip = screen.numbers.slider_rects["material.friction"].center
    driver.point(grip)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=grip, button=1, touch=False)
    driver.frames()
    driver.point((grip[0] + 30, grip[1]))
    driver.frames(2)
    driver.post(pygame.MOUSEBUTTONUP, pos=(grip[0] + 30, grip[1]), button=1, touch=False)
    driver.frames(2)
    assert screen.workbench.world.scene.material.friction > 0.5
    assert screen.workbench.world.attempt.scene.material.friction == screen.workbench.world.scene.material.friction
    driver.until(lambda: screen.workbench.sweep is not None and bool(screen.workbench.sweep.dots[0]))
    screen.numbers.row = [line.name for line in screen.numbers.lines].index("sides")
    driver.key(pygame.K_RIGHT)
    assert len(screen.workbench.worlds) == 2
    driver.frames(5)
    upper, lower = (len(live.attempt.world.colours) for live in screen.workbench.worlds)
    assert upper == lower > 0
    driver.press("Pause")
    assert screen.workbench.paused
    steps = screen.workbench.worlds[0].steps
    driver.frames(3)
    assert screen.workbench.worlds[0].steps == steps
    driver.press("Begin anew")
    assert screen.workbench.worlds[0].steps == 0
    driver.click(screen.name_entry.rect.center)
    type_in(driver, "glass")
    driver.press("Save material")
    assert "glass.toml" in screen.dialog.text
    assert load_material("glass").friction == screen.workbench.world.scene.material.friction
    driver.key(pygame.K_ESCAPE)
    driver.press("Save scene")
    assert load_scene("glass").material.friction == screen.workbench.world.scene.material.friction
    driver.key(pygame.K_ESCAPE)
    while screen.focus_rect != screen.experiment.focus_rect:
        driver.key(pygame.K_TAB)
    driver.key(pygame.K_RIGHT)
    assert screen.workbench.experiment.name != "slide-distance"
    driver.key(pygame.K_ESCAPE)
    assert app.screen is not screen


def test_the_view_stays_as_it_was_turned_until_another_scene_is_chosen(open_app, monkeypatch) -> None:
    from skill.app.screens.workbench import screen as workbench

    monkeypatch.setattr(workbench, "WorkbenchController", partial(WorkbenchController, Never))
    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.Workbench())
    screen = app.screen
    screen.workbench.paused = True
    screen.camera = turned = above()
    for name in ("material", "scene"):
        assert screen.camera == turned
        screen.numbers.row = [line.name for line in screen.numbers.lines].index(name)
        driver.key(pygame.K_RIGHT)
    assert screen.camera == screen.home_camera() != turned


def test_experiments_run_in_another_process_that_can_be_stopped_at_any_time() -> None:
    fall = EXPERIMENTS["free-fall"]
    sweep = Sweep(fall, axes_of(fall)[0], [load_scene("pour")])
    sweep.stop()  # while it starts
    sweep = finished(Sweep(fall, axes_of(fall)[0], [load_scene("pour")]))
    assert len(sweep.dots[0]) == len(sweep.xs)
    sweep.stop()  # when it is done


def test_a_process_that_dies_leaves_nobody_waiting() -> None:
    fall = EXPERIMENTS["free-fall"]
    sweep = Sweep(fall, axes_of(fall)[0], [load_scene("pour")])
    for process in active_children():
        process.kill()
    assert finished(sweep).is_done
    assert not sweep.poll()


@pytest.mark.parametrize(("size", "text_size"), [((1280, 800), 1.0), ((1024, 700), 1.5)])
def test_titles_are_read_whole(open_app, size, text_size: float) -> None:
    app = open_app("undrawn", size=size)
    app.prefer(app.preferences.changed(text_size=text_size))
    app.go_to(destinations.Workbench())
    screen = app.screen
    pen = Pen(app.ui, app.scale)
    for experiment in EXPERIMENTS.values():
        title = f"{experiment.title}, {experiment.unit}"
        lines = pen.wrapped(title, screen._plot.w, SMALL_TEXT, bold=True)
        assert " ".join(lines) == title
        assert len(lines) <= 2
        assert all(pen.font(SMALL_TEXT, bold=True).size(line)[0] <= screen._plot.w for line in lines)


@pytest.mark.parametrize(("text_size", "size"), [(1.0, (1280, 800)), (1.5, (1000, 640)), (1.5, (600, 900))])
def test_every_theory_is_seen_as_a_whole(open_app, text_size: float, size: tuple[int, int]) -> None:
    app = open_app("undrawn", size=size)
    app.prefer(app.preferences.changed(text_size=text_size))
    app.go_to(destinations.Workbench())
    screen = app.screen
    longest = sorted(EXPERIMENTS.values(), key=lambda experiment: -len(experiment.theory + experiment.beyond))
    for experiment in longest[:6]:
        screen.workbench.experiment = experiment
        app.rebuild()
        assert experiment.theory in screen.experiment.lines[0].help
        assert screen.experiment.help.scroll_bar is None, experiment.name


def test_names_are_words_with_their_units() -> None:
    assert label_of("rounding_edges") == "rounding (edges)"
    assert label_of("table_drop_m") == "table drop (m)"
    for experiment in EXPERIMENTS.values():
        for axis in axes_of(experiment):
            assert "_" not in label_of(axis.name)
    controller = WorkbenchController()
    for line in (*number_lines(controller), *experiment_lines(controller)):
        assert not re.search("[_-]", line.label + line.value), line
    controller.close()


@pytest.mark.parametrize(("name", "folder"), [("scene", "scenes"), ("material", "scenes/materials")])
def test_a_faulty_file_is_told_and_passed_over(name: str, folder: str, own_folder) -> None:
    (own_folder / folder).mkdir(parents=True)
    (own_folder / folder / "a.toml").write_text("no TOML")
    bench = WorkbenchController()
    now = {"scene": lambda: bench.world.scene_name, "material": lambda: bench.world.material_name}[name]
    if name == "scene":
        bench.world.change_scene(scene_names()[-1])
    before = now()
    with pytest.raises(FileError, match=r"a\.toml: cannot be read"):
        bench.step(name, 1)
    assert now() == before, "it still tells what it has"
    bench.step(name, 1)
    assert now() not in ("a", before)
