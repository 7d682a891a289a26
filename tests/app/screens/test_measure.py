"""The page *Measure*: readings typed and dropped, what is wrong told at its field, the fit and its material."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from skill.app.i18n import language
from skill.app.lab.labels import spelt
from skill.app.lab.measure import RANGES, TABLE, by_hand, readings, readings_text
from skill.app.screens import destinations
from skill.errors import FileError, SkillboxError, Words, words_of
from skill.jobs import Done
from skill.paths import HOME_VARIABLE
from skill.physics.lab import EXPERIMENTS
from skill.physics.scene import load_material, material_of, scenes_folder
from skill.rules.catalogue import find_game
from skill.tune.evaluate import ClosedForms
from skill.tune.found import Progress
from skill.tune.measurements import TOSS, load_measurements

pygame = pytest.importorskip("pygame")
pytest.importorskip("scipy")
from pygame_gui.elements import UIButton, UILabel  # noqa: E402  (needs pygame)

from skill.app.screens.measure.drawings import DRAWINGS, paint_drawing  # noqa: E402  (needs pygame)
from skill.app.screens.measure.texts import RESULT  # noqa: E402
from skill.app.widgets import pen  # noqa: E402
from skill.app.widgets.pen import Pen  # noqa: E402
from skill.app.widgets.stops import Stops  # noqa: E402
from tests.app.driver import Driver  # noqa: E402

ROOT = Path(__file__).parents[3]
EXAMPLE = scenes_folder() / "measurements" / "phone-and-ruler.toml"
LEANS = "16; 16; 13; 15; 15.5; 15.5; 14; 14.5"


@pytest.fixture
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "own"))
    return tmp_path / "own"


class Here:
    """Works in this process, at the second look; until then it has told of the beginning."""

    def __init__(self, function: Callable[..., Any], piece: Any) -> None:
        self.function, self.piece, self.looks, self.is_stopped = function, piece, 0, False
        self.done: Done | None = None

    def take(self) -> list[Any]:
        self.looks += 1
        said: list[Any] = []
        if self.looks > 1:
            try:
                self.done = Done(self.function(self.piece, said.append), True)
            except SkillboxError as error:
                self.done = Done(words_of(error), False)
        return said

    def stop(self) -> None:
        self.is_stopped = True


class ByTheory(ClosedForms):
    """Answers by closed forms in place of the simulated world, at once."""

    found, simulated = 3, 0

    def __init__(self, scene: Any, journal: Path, on_start: Callable[[int], Any], on_done: Callable[[], Any]) -> None:
        super().__init__(scene)
        self._tell = on_start, on_done

    def answers(self, questions: Any) -> list[float]:
        on_start, on_done = self._tell
        on_start(len(questions))
        on_done()
        return super().answers(questions)


@pytest.fixture
def opened(open_app, own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Driver]:
    """Somebody before the page, in a world that answers by theory."""
    monkeypatch.setattr("skill.app.lab.measure.Telling", Here)
    monkeypatch.setattr("skill.tune.found.Evaluator", ByTheory)

    def opener(size: tuple[int, int] = (1024, 700)) -> Driver:
        driver = Driver(open_app("undrawn", size=size))
        driver.app.go_to(destinations.Measure())
        driver.frames(2)
        return driver

    return opener


def type_in(driver: Driver, text: str) -> None:
    for letter in text:
        key = pygame.key.key_code(letter) if letter.isalnum() else pygame.K_SPACE if letter == " " else 0
        driver.post(pygame.KEYDOWN, key=key, mod=0, unicode=letter, scancode=0)
        driver.post(pygame.TEXTINPUT, text=letter)
        driver.post(pygame.KEYUP, key=key, mod=0, unicode=letter, scancode=0)
    driver.frames(2)


def say(driver: Driver, name: str, text: str) -> None:
    """Types into a field of the row that is shown, and waits until it is looked at."""
    screen = driver.app.screen
    driver.click(screen.form.entry_rects[name].center)
    driver.frames(2)
    driver.key(pygame.K_END)
    for _ in range(len(screen.form.lines[screen.form.row].value)):
        driver.key(pygame.K_BACKSPACE)
    type_in(driver, text)
    driver.frames(2, 0.4)


def drop(driver: Driver, path: Path) -> None:
    driver.post(pygame.DROPFILE, file=str(path))
    driver.frames(3)


def told_at(driver: Driver, name: str) -> str:
    """What is said of a field when it is chosen."""
    form = driver.app.screen.form
    form.choose([line.name for line in form.lines].index(name))
    text = str(form.help.html_text)
    return text


# -- the experiments


def test_every_experiment_that_a_hand_can_do_has_a_drawing_and_its_procedure() -> None:
    assert set(DRAWINGS) == set(by_hand()) and set(by_hand()) <= set(EXPERIMENTS)
    docs = (ROOT / "docs/tuners.md").read_text().split("## How")[0]
    drawn = {name for name in EXPERIMENTS if re.search(rf"^ .*\b{name}\b", docs, re.MULTILINE)}
    assert set(by_hand()) - {TOSS} == drawn
    assert len(set(by_hand().values())) >= len(by_hand()) - 1, "two spins are told of together, all else by itself"


def test_no_drawing_leaves_its_place(opened) -> None:
    app = opened().app
    for name in DRAWINGS:
        surface = pygame.Surface((400, 300))
        area = pygame.Rect(60, 50, 260, 160)
        paint_drawing(surface, Pen(app.ui, app.scale), area, name)
        inner = surface.subsurface(area.inflate(-12, -12)).copy()
        assert (
            len(
                {
                    tuple(inner.get_at((x, y)))
                    for x in range(0, inner.get_width(), 2)
                    for y in range(0, inner.get_height(), 2)
                }
            )
            > 3
        )
        for side in ((0, 0, 400, 50), (0, 210, 400, 90), (0, 0, 60, 300), (320, 0, 80, 300)):
            assert pygame.transform.average_color(surface, side)[:3] == (0, 0, 0), name


# -- readings


def test_readings_are_typed_with_points_or_commas_and_with_conditions_of_their_own() -> None:
    assert readings("16,5; 15 14.5, 13", []) == [16.5, 15.0, 14.5, 13.0]
    own = readings("66@0.57 70@@0.2", ["speed_m_s", "time_s"])
    assert own == [{"value": 66.0, "speed_m_s": 0.57}, {"value": 70.0, "time_s": 0.2}]
    for values in (own, [16.5, 13], [{"value": 1.0, "speed_m_s": 0.6, "time_s": 0.1}]):
        assert readings(readings_text(values, ["speed_m_s", "time_s"]), ["speed_m_s", "time_s"]) == values
    for text in ("1.2.3", "16,14,15", "12deg", "nan", "1_0", "@3", "5@1@2", "1e999", "--1"):
        with pytest.raises(FileError, match=r"reading 2 = .*: expected"):
            readings(f"1 {text}", ["drop_mm"])


def test_what_is_typed_by_keys_is_what_the_command_reads(opened, own_folder: Path) -> None:
    driver = opened()
    screen = driver.app.screen
    assert screen.stops.at == "list" and screen.row == "slip-on-die"
    driver.key(pygame.K_DOWN)
    assert screen.row == "slip-angle"
    driver.key(pygame.K_RETURN)
    type_in(driver, LEANS)
    driver.frames(3, 0.4)
    file = own_folder / "scenes/measurements/mine/mine.toml"
    measurements = load_measurements(file)
    (row,) = measurements.rows
    assert (row.experiment, row.readings) == ("slip-angle", (16, 16, 13, 15, 15.5, 15.5, 14, 14.5))
    assert list(measurements.vary) == ["friction_table"]
    driver.key(pygame.K_ESCAPE)
    driver.frames(2)
    assert isinstance(driver.app.screen, object) and driver.app.screen is not screen
    driver.app.go_to(destinations.Measure())
    assert driver.app.screen.measuring.count("slip-angle") == 8, "it is there when one comes back"


def test_by_pointer_alone(opened) -> None:
    driver = opened()
    screen = driver.app.screen
    driver.click(screen.rows.rect_of("slip-angle").center)
    driver.frames(2)
    for sign in "14;14.5;16":
        driver.press(sign)
    driver.press("<<")
    driver.press("5")
    assert screen.measuring.entry.own["values"] == [14.0, 14.5, 15.0]
    driver.frames(3, 0.4)
    driver.press("Fit")
    driver.until(lambda: screen.measuring.found is not None)
    driver.frames(2)
    driver.press("Play with it")
    assert load_material("mine-material").margins
    driver.press("Faraday")
    chosen = driver.app.settings_of(find_game("faraday")).setup().options["material"]
    found = material_of(chosen)
    assert found is not None and found.friction_table == load_material("mine-material").friction_table


# -- what is wrong with them


@pytest.mark.parametrize(
    ("row", "field", "text", "at", "words"),
    [
        ("slip-angle", "values", "14 1x.5 15", "values", "reading 2 = &#x27;1x.5&#x27;: expected a number"),
        ("slip-angle", "values", "14 200 15", "values", "Readings (deg): 200 deg: cannot be; expected 0 to 45"),
        (
            "slip-angle",
            "values",
            "14 15",
            "spread",
            "One reading is off by (deg): missing, and 2 of 3 values cannot tell it",
        ),
        ("slide-distance", "speed_m_s", "9", "speed_m_s", "condition speed_m_s = 9: expected 0.1 to 2"),
        ("slip-angle", "resolution", "-1", "resolution", "Smallest step (deg) = -1"),
        (RANGES, "friction_table", "0.1", "friction_table", "expected two numbers"),
        (RANGES, "friction_table", "0.1 3", "friction_table", "high = 3: expected at most 1.5"),
        (TABLE, "edge_mm", "1", "edge_mm", "Edge of the dice (mm) = 1"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(opened, row: str, field: str, text: str, at: str, words: str) -> None:
    driver = opened()
    screen = driver.app.screen
    for name in ("slip-angle", "slide-distance"):
        screen.choose(name)
        say(driver, "values", LEANS)
    assert not screen.measuring.faulty_rows()
    screen.choose(row)
    driver.frames(2)
    say(driver, field, text)
    assert words in told_at(driver, at), told_at(driver, at)
    assert screen.measuring.faulty_rows() == {row}
    assert next(each for each in screen.rows.rows if each.key == row).right == "!"
    rect = screen.form.entry_rects[at]
    assert driver.app.window.panels.get_at((rect.x + 20, rect.y - 2))[:3] == (0xB5, 0x38, 0x2A)
    screen.choose(RESULT)
    screen.fit()
    assert screen.row == row and screen.dialog is not None and screen.measuring.process is None
    assert words in screen.dialog.text and "mine.toml" not in screen.dialog.text


def test_the_readings_field_tells_what_an_empty_field_beside_it_needs(opened) -> None:
    driver = opened()
    say(driver, "values", "14 15")
    assert "One reading is off by (deg): missing" in told_at(driver, "values")


def test_without_readings_there_is_said_what_to_do_first(opened) -> None:
    driver = opened()
    driver.press("Fit")
    assert "type what you read" in driver.app.screen.dialog.text and driver.app.screen.measuring.process is None


def test_keys_go_to_the_rows_once_a_fit_was_begun_from_a_field_and_no_row_is_lit_without_the_pointer(opened) -> None:
    driver = opened()
    screen = driver.app.screen
    say(driver, "values", LEANS)
    assert screen.stops.at == "form"
    screen.on_pointer(pygame.event.Event(pygame.MOUSEMOTION, pos=screen.rows.rect_of("toss").center))
    assert screen.rows.hovered == "toss"
    driver.press("Fit")
    assert screen.stops.at == "list"
    screen.on_pointer(pygame.event.Event(pygame.MOUSEMOTION, pos=screen._about.rect.center))
    assert screen.rows.hovered is None


def test_a_table_of_whole_measurements_is_taken_with_what_lies_beside_it(opened, own_folder: Path) -> None:
    driver = opened()
    screen = driver.app.screen

    drop(driver, EXAMPLE)
    assert screen.measuring.name == "phone-and-ruler" and screen.measuring.count("slip-angle") == 8
    assert screen.measuring.first_fault() is None
    mine = load_measurements(screen.measuring.file)
    theirs = load_measurements(EXAMPLE)
    assert mine._replace(inputs=(), rows=()) == theirs._replace(inputs=(), rows=())
    assert [row._replace(measurement="") for row in mine.rows] == [row._replace(measurement="") for row in theirs.rows]
    before = EXAMPLE.read_bytes()
    screen.choose("slip-angle")
    say(driver, "values", "14 15 16")
    assert EXAMPLE.read_bytes() == before, "what was dropped stays as it was"
    read = {row.experiment: row.readings for row in load_measurements(screen.measuring.file).rows}
    assert read["slip-angle"] == (14, 15, 16) and len(read) == len(theirs.rows)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("broken.toml", "vary = [", "broken.toml"),
        ("other.toml", 'title = "x"', "vary: missing"),
        ("half.toml", "[vary]\nfriction = {low = 0.1, high = 0.5}\n", "measurement: missing"),
        ("gone.toml", None, "No such file"),
        ("gone.csv", None, "No such file"),
        ("picture.csv", "\x00\x01", "picture.csv"),
        ("empty.csv", "", "there is nothing in it"),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing(opened, tmp_path: Path, name: str, text: str, words: str) -> None:
    driver = opened()
    screen = driver.app.screen
    screen.choose("slip-angle")
    say(driver, "values", LEANS)
    before = screen.measuring.file, str(screen.measuring.data)
    if text is not None:
        (tmp_path / name).write_text(text)
    drop(driver, tmp_path / name)
    assert screen.dialog is not None and words in screen.dialog.text and name in screen.dialog.text
    assert (screen.measuring.file, str(screen.measuring.data)) == before
    assert not (screen.measuring.file.parent / name).exists()


def push(path: Path, column: str = "x (m)") -> Path:
    """A die that slides until it lies still, filmed: at first 0.6 m/s, with a friction of 0.27."""
    lines, brake = [f"t (s),{column},y (m)"], 0.27 * 9.81
    for n in range(120):
        time = min(n / 240, 0.6 / brake)
        lines.append(f"{n / 240:.5f},{0.6 * time - brake * time**2 / 2:.6f},{0.0:.6f}")
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_series_is_dropped_on_its_experiment_and_one_of_the_wrong_kind_is_told(opened, tmp_path: Path) -> None:
    driver = opened()
    screen = driver.app.screen
    screen.choose(RANGES)
    drop(driver, push(tmp_path / "push.csv"))
    assert screen.dialog is not None and "choose one first" in screen.dialog.text
    driver.key(pygame.K_ESCAPE)
    screen.choose("slide-distance")
    drop(driver, tmp_path / "push.csv")
    assert "column: missing, expected one of" in told_at(driver, "series")
    screen.form.choose([line.name for line in screen.form.lines].index("column"))
    screen.stops.go("form")
    driver.key(pygame.K_RIGHT)
    assert screen.measuring.entry.own["column"] == "x (m)"
    say(driver, "spread", "2")
    assert screen.measuring.first_fault() is None, screen.measuring.first_fault()
    (row,) = load_measurements(screen.measuring.file).rows
    assert row.readings[0] == pytest.approx(1000 * 0.6**2 / (2 * 0.27 * 9.81), rel=0.02)
    assert (screen.measuring.file.parent / "push.csv").read_bytes() == (tmp_path / "push.csv").read_bytes()
    screen.choose(TOSS)
    drop(driver, tmp_path / "push.csv")
    assert "no column" in told_at(driver, "series") and screen.measuring.faulty_rows() == {TOSS}
    screen.stops.go("form")
    driver.key(pygame.K_LEFT)  # takes it away again
    assert screen.measuring.first_fault() is None


def test_whole_tosses_are_read(opened) -> None:
    driver = opened()
    screen = driver.app.screen
    screen.choose(TABLE)
    say(driver, "edge_mm", "104.8")
    screen.choose(TOSS)
    drop(driver, scenes_folder() / "measurements/contact-nets/tosses.csv.gz")
    assert screen.measuring.first_fault() is None
    driver.frames(2, 0.4)
    assert len(load_measurements(screen.measuring.file).all_tosses) > 100


def test_a_full_disk_is_told_and_what_was_typed_stays(opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise FileError("{path}: cannot be written: {error}", path="mine.toml", error=OSError(errno.ENOSPC, "No space"))

    driver = opened()
    screen = driver.app.screen
    with monkeypatch.context() as patch:
        patch.setattr("skill.app.lab.measure.write_toml", full)
        say(driver, "values", LEANS)
        assert screen.dialog is not None and "mine.toml: cannot be written" in screen.dialog.text
        driver.key(pygame.K_ESCAPE)
        driver.frames(4, 0.4)
        assert screen.dialog is None, "it is told once"
        driver.press("Fit")
        assert screen.dialog is not None and screen.measuring.process is None
        driver.key(pygame.K_ESCAPE)
        driver.press("Workbench")
        assert driver.app.screen is screen and "Stay" in screen.dialog.commands
        driver.key(pygame.K_ESCAPE)
    assert len(screen.measuring.entry.own["values"]) == 8
    driver.press("Workbench")
    assert driver.app.screen is not screen
    assert len(load_measurements(screen.measuring.file).rows[0].readings) == 8


def test_a_file_of_ones_own_that_is_broken_is_told_and_left_alone(opened, own_folder: Path) -> None:
    file = own_folder / "scenes/measurements/mine/mine.toml"
    file.parent.mkdir(parents=True)
    file.write_text("vary = 3")
    screen = opened().app.screen
    assert screen.dialog is not None and "vary = 3" in screen.dialog.text
    assert screen.measuring.file != file and file.read_text() == "vary = 3"


# -- the fit


def fitted(driver: Driver) -> Any:
    screen = driver.app.screen
    drop(driver, EXAMPLE)
    driver.press("Fit")
    assert screen.row == RESULT and "begins" in screen._about.html_text
    screen.measuring.progress = Progress(Words("looking round"), 0, 0, 7)
    screen._show()
    assert "7 answers" in screen._about.html_text and " of 0" not in screen._about.html_text
    driver.until(lambda: screen.measuring.found is not None)
    driver.frames(2)
    return screen


def test_what_came_of_a_fit_is_shown_saved_and_told_to_be_old(opened) -> None:
    driver = opened()
    screen = fitted(driver)
    found = screen.measuring.found
    text = screen._about.html_text
    for name, value, margin, _ in found.parameters:
        assert f"{value} ± {margin}" in text, name
    assert f"as many readings of {spelt(found.next.measurement)} again" in text
    assert f"without {spelt(found.wholes['friction'].name)} " in text
    assert [bar.row for bar in screen.bars.bars] == list(found.fit.rows)
    assert len(screen.bars.bars) == 5 and all(abs(bar.off) <= 2 * bar.half for bar in screen.bars.bars)
    screen.stops.go("name")
    for _ in range(len("phone-and-ruler-material")):
        driver.key(pygame.K_BACKSPACE)
    type_in(driver, "my wood")
    driver.press("Save material")
    assert "expected small letters" in screen.dialog.text and screen.saved is None
    driver.key(pygame.K_ESCAPE)
    screen.name_entry.set_text("my-wood")
    driver.key(pygame.K_s, pygame.KMOD_CTRL)
    assert "does not explain" not in screen.dialog.text
    assert load_material("my-wood").friction == pytest.approx(found.fit.values["friction"], abs=0.01)
    driver.key(pygame.K_ESCAPE)
    assert screen.measuring.free_name == "phone-and-ruler-material"
    screen.measuring.save_material(screen.measuring.free_name)
    assert screen.measuring.free_name == "phone-and-ruler-material-2"
    screen.choose("slip-angle")
    say(driver, "values", "14 15 16 17")
    screen.choose(RESULT)
    assert "have changed since" in screen._about.html_text


def test_a_material_that_explains_nothing_is_saved_with_a_warning(opened) -> None:
    driver = opened()
    screen = fitted(driver)
    found = screen.measuring.found
    screen.measuring.found = found._replace(fit=found.fit._replace(unexplained=True))
    driver.press("Save material")
    assert "It does not explain the readings" in screen.dialog.text
    assert load_material(screen.saved.stem).margins == {}


def test_a_fit_is_stopped_by_its_button_and_by_leaving(opened) -> None:
    driver = opened()
    screen = driver.app.screen
    drop(driver, EXAMPLE)
    screen.fit()
    process = screen.measuring.process
    driver.app.frame(0.0)
    driver.press("Stop") if screen.measuring.process else None
    assert process.is_stopped
    screen.fit()
    process = screen.measuring.process
    driver.app.go_to(destinations.Home())
    assert process.is_stopped


def test_keys_on_stop_are_on_fit_and_on_nothing_else_once_it_has_ended(opened) -> None:
    driver = opened()
    screen = driver.app.screen
    drop(driver, EXAMPLE)
    screen.fit()
    stop = next(button for button in screen._buttons if button.text == "Stop")
    screen.stops.go(screen.stops.name_of(stop))
    driver.until(lambda: screen.measuring.found is not None)
    driver.frames(2)
    assert screen.stops.now.text == "Fit"


def test_a_fit_that_fails_says_why(opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise FileError("{path}: cannot be written: {error}", path="mine.journal", error="No space left on device")

    monkeypatch.setattr("skill.tune.found.Evaluator", full)
    driver = opened()
    screen = driver.app.screen
    drop(driver, EXAMPLE)
    screen.fit()
    driver.until(lambda: screen.measuring.failure is not None)
    driver.frames(2)
    assert "mine.journal: cannot be written" in screen._about.html_text


@pytest.mark.parametrize("size", [(1024, 700), (600, 900), (1280, 800)])
def test_everything_has_its_place(opened, size: tuple[int, int]) -> None:
    driver = opened(size)
    driver.app.prefer(driver.app.preferences.changed(text_size=1.5))
    screen = fitted(driver)
    window = pygame.Rect(0, 0, *size)
    for row in (*screen.measuring.rows, TABLE, RANGES, RESULT):
        screen.choose(row)
        driver.frames(1)
        rects = [screen.rows.rect, *(button.rect for button in (*screen._buttons, *screen._keypad)), screen._about.rect]
        rects += [screen.bars.rect, screen.name_entry.rect] if row == RESULT else [screen._form_area]
        rects += [screen._drawing] if row in DRAWINGS else []
        for n, rect in enumerate(rects):
            assert window.contains(rect) and rect.w > 12 and rect.h > 30, (row, rect)
            assert rect.collidelist(rects[:n]) < 0, (row, rect)


@pytest.mark.parametrize(
    ("code", "size", "window"), [("fr", 1.5, (1000, 640)), ("de", 1.5, (600, 900)), ("de", 1.5, (1000, 640))]
)
def test_no_text_of_any_row_is_cut(
    opened, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str, size: float, window: tuple[int, int]
) -> None:
    real, cut = pen.fitting, []

    def fitting(text: str, *room: Any) -> str:
        shown = real(text, *room)
        if shown != text:
            cut.append((screen.row, text))
        return shown

    driver = opened(window)
    screen = driver.app.screen
    drop(driver, EXAMPLE)
    screen.fit()
    driver.until(lambda: screen.measuring.found is not None)
    monkeypatch.setattr(pen, "fitting", fitting)
    try:
        driver.app.prefer(driver.app.preferences.changed(text_size=size, language=code))
        assert language() == code
        for row in (*screen.measuring.rows, TABLE, RANGES, RESULT):
            screen.choose(row)
            driver.frames(2)
            labels = [
                e for e in driver.app.ui.get_sprite_group().sprites() if isinstance(e, UILabel | UIButton) and e.text
            ]
            cut += [(row, e.text) for e in labels if e.font.size(e.text)[0] > e.rect.w]
    finally:
        driver.app.prefer(driver.app.preferences.changed(text_size=1.0, language="en"))
    assert cut == []


def test_tab_leads_to_all_that_keys_can_use(opened) -> None:
    driver = opened()
    screen = driver.app.screen
    stops: Stops = screen.stops
    assert stops.names[:2] == ["list", "form"]
    driver.app.prefer(driver.app.preferences.changed(text_size=1.5))
    screen.choose("slide-distance")
    assert "about" in stops.names, "what is longer than its place is scrolled by keys"
    stops.go("about")
    driver.key(pygame.K_DOWN)
    assert screen._about.scroll_bar.start_percentage > 0
