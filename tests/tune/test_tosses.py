"""Tosses of a cube: read, left out, refused, fitted and compared."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from skill.cli import app
from skill.errors import FileError, SkillboxError, UnknownName
from skill.files import read_text
from skill.physics.lab import varied
from skill.physics.lab.tosses import Start, Track, apart, corners_apart, face_up, tossed
from skill.physics.scene import ENGINE_VARIABLE, load_scene, scenes_folder
from skill.tune.compare import check, check_data, check_lines
from skill.tune.evaluate import Evaluator, Question, TossQuestion
from skill.tune.fit import fit
from skill.tune.found import found_in
from skill.tune.grid import grid_search
from skill.tune.material import fitted, material_text
from skill.tune.measurements import Measurements, load_measurements, measurements_from
from skill.tune.report import parameter_lines, verdict, write_check, write_report
from skill.tune.tosses import COLUMNS, read_tosses

REAL = scenes_folder() / "measurements" / "contact-nets" / "tosses.csv.gz"
HZ, EDGE_M = 100.0, 0.05
ALL = [str(n) for n in range(1, 11)]
HEADER = "toss,frame,x_m,y_m,z_m,qw,qx,qy,qz,vx_m_s,vy_m_s,vz_m_s,wx_rad_s,wy_rad_s,wz_rad_s"
TRUE = {"friction_table": 0.24, "restitution": 0.2}
FILE = """
edge_mm = 50
[vary]
friction_table = { low = 0.05, high = 0.6 }
[[measurement]]
experiment = "toss"
conditions = { frame_hz = 100 }
series = ["tosses.csv"]
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def start(random: Random) -> Start:
    quaternion = np.array([random.gauss(0, 1) for _ in range(4)])
    x, y, z, w = (quaternion / np.sqrt((quaternion**2).sum())).tolist()
    spin = tuple(random.uniform(-8, 8) for _ in range(3))
    return Start((0.0, 0.0, 0.09), (x, y, z, w), (random.uniform(0.6, 1.2), random.uniform(-0.3, 0.3), 0.0), spin)


def table(count: int, frames: int = 60) -> str:
    """Tosses of our own world, as a camera would write them."""
    random, lines = Random(5), [HEADER]
    scene = varied(load_scene("lab", {"dice.edge_m": EDGE_M}), TRUE)
    for number in range(1, count + 1):
        begun = start(random)
        track = tossed(scene, begun, frames, 1 / HZ)
        velocities = np.gradient(track.places, 1 / HZ, axis=0)
        velocities[0] = begun.velocity
        for frame in range(frames):
            x, y, z, w = track.attitudes[frame].tolist()
            cells = (*track.places[frame].tolist(), w, x, y, z, *velocities[frame].tolist(), *begun.spin)
            lines.append(f"{number},{frame}," + ",".join(f"{cell:.6f}" for cell in cells))
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def seen() -> str:
    return table(10)


@pytest.fixture
def folder(seen: str, tmp_path: Path) -> Path:
    (tmp_path / "tosses.csv").write_text(seen)
    (tmp_path / "mine.toml").write_text(FILE)
    return tmp_path


def test_a_known_friction_is_found_again(folder: Path) -> None:
    measurements = load_measurements(folder / "mine.toml")
    assert measurements.rows == () and len(measurements.all_tosses) == 10
    known = varied(measurements.scene, {"restitution": TRUE["restitution"]})
    measurements = measurements._replace(scene=known)
    evaluator = Evaluator(known, folder / "mine.journal")
    found = fit(measurements, evaluator)
    assert found.values["friction_table"] == pytest.approx(TRUE["friction_table"], abs=0.02)
    assert abs(found.values["friction_table"] - TRUE["friction_table"]) <= found.margins["friction_table"] < 0.05
    assert "to 10 tosses:" in material_text(measurements, found)
    again = Evaluator(known, folder / "mine.journal")
    assert fit(measurements, again).values == found.values and again.simulated == 0
    told = check(measurements, fitted(measurements, found)).told
    assert told is not None and told.place_percent_mean < 15 and told.tosses == 10
    page = write_report(folder / "report", measurements, found).read_text(encoding="utf-8")
    assert page.count("<svg") == 2, "tosses and correlation: what is told of readings has no place here"
    assert f"{told.place_percent_mean:.1f} % of the width off in the mean ({told.place_percent_median:.1f} in" in page
    assert "Tosses are 0.0" in page and "Chi square" not in page and "rests on" not in page
    assert f"the table that {known.engine.name} simulates" in material_text(measurements, found)
    assert not any("nothing checks the fit" in line for line in parameter_lines(measurements, found))


class Bowls:
    """A world in which each toss is a bowl about its own values of the parameters, as shares of their ranges."""

    def __init__(self, centres: dict[str, Sequence[float]], widths: Sequence[float]) -> None:
        self.centres, self.widths = centres, np.array(widths)
        self.asked, self.least = 0, 0.1

    def answers(self, questions: Sequence[Question | TossQuestion]) -> list[float]:
        self.asked += len(questions)
        return [self._answer(question) for question in questions]

    def _answer(self, question: Question | TossQuestion) -> float:
        at = np.array([value for _, value in question.material])
        if isinstance(question, TossQuestion):
            return self.least + float(((at - self.centres[question.digest]) ** 2 * self.widths).sum())
        return 100 * float(at[0])


def bowls(measurements: Measurements, widths: Sequence[float], spread: float, seed: int) -> tuple[Bowls, np.ndarray]:
    random = Random(seed)
    names = list(measurements.vary)
    centres = {toss.digest: [random.gauss(0.3, spread) for _ in names] for toss in measurements.all_tosses}
    return Bowls(centres, widths), np.array(list(centres.values()))


TWO = FILE.replace("[vary]", "[vary]\nrestitution = { low = 0.0, high = 0.6 }")


def test_margins_are_those_of_a_mean_of_independent_tosses(folder: Path) -> None:
    (folder / "mine.toml").write_text(TWO)
    measurements = load_measurements(folder / "mine.toml")
    inside = 0
    for seed in range(20):
        world, centres = bowls(measurements, (4.0, 1.0), 0.02, seed)
        found = fit(measurements, world)
        assert list(found.values.values()) == pytest.approx(centres.mean(axis=0).tolist(), abs=0.002)
        margins = list(found.margins.values())
        errors = centres.std(axis=0, ddof=1) / np.sqrt(len(centres))
        assert margins == pytest.approx((errors * 2.75).tolist(), rel=0.25)  # Student's t of two at once, 8 degrees
        inside += all(abs(value - 0.3) <= margin for value, margin in zip(found.values.values(), margins, strict=True))
    assert inside >= 17


def test_what_tosses_do_not_tell_is_said(folder: Path) -> None:
    (folder / "mine.toml").write_text(TWO)
    measurements = load_measurements(folder / "mine.toml")
    world, _ = bowls(measurements, (0.0, 3.0), 0.02, 1)
    found = fit(measurements, world)
    assert found.undetermined == ("restitution",)


def test_tosses_that_no_world_explains_get_no_margins(folder: Path) -> None:
    measurements = load_measurements(folder / "mine.toml")
    for more, is_told in ((0.0, False), (0.5, True)):  # besides the 0.1 that all are
        world, _ = bowls(measurements, (3.0,), 0.02, 1)
        world.least = 0.1 + more
        found = fit(measurements, world)
        told = any(
            "explain them, or axes or rows are mixed up" in line for line in parameter_lines(measurements, found)
        )
        assert (
            found.unexplained == told == ("which it does not explain" in material_text(measurements, found)) == is_told
        )
        assert found.tosses_apart == pytest.approx(world.least, abs=0.01)
        assert ("it does not explain them" in verdict(found)) == is_told and "Tosses are" in verdict(found)


def test_a_value_at_the_end_of_what_it_can_be_asks_for_no_wider_range(folder: Path) -> None:
    for low, words in (("0.0", "restitution is at the end of what it can be"), ("0.35", "a wider one may fit better")):
        (folder / "mine.toml").write_text(TWO.replace("restitution = { low = 0.0", f"restitution = {{ low = {low}"))
        measurements = load_measurements(folder / "mine.toml")
        world, _ = bowls(measurements, (3.0, 3.0), 0.02, 1)
        for centre in world.centres.values():
            centre[0] -= 0.5 * (low == "0.0")
        found = fit(measurements, world)
        assert found.at_end == ("restitution",)
        assert any(words in line for line in parameter_lines(measurements, found))


def test_tosses_and_readings_are_weighed_together(folder: Path) -> None:
    row = '[[measurement]]\nexperiment = "slide-distance"\nunit = "mm"\nvalues = [32.0, 32.5, 31.5]\n'
    (folder / "mine.toml").write_text(FILE + row)
    measurements = load_measurements(folder / "mine.toml")
    world, centres = bowls(measurements, (3.0,), 0.02, 2)
    found = fit(measurements, world)
    of_tosses, error = centres.mean(), centres.std(ddof=1) / np.sqrt(len(centres))
    of_row = 0.005 / np.sqrt(3)
    expected = (of_tosses / error**2 + 0.32 / of_row**2) / (1 / error**2 + 1 / of_row**2)
    assert found.values["friction_table"] == pytest.approx(expected, abs=0.002)
    assert [row.experiment for row in found.rows] == ["slide-distance", "toss"]


def test_too_few_tosses(folder: Path, seen: str) -> None:
    few = [line for line in seen.splitlines() if line.split(",")[0] in ("toss", "1", "2")]
    (folder / "tosses.csv").write_text("\n".join(few))
    measurements = load_measurements(folder / "mine.toml")
    with pytest.raises(FileError, match=r"measurement.1: 2 tosses; expected at least 9 for one parameter"):
        fit(measurements, Bowls({}, ()))


def cells(change: Callable[[list[str]], list[str]], tosses: Sequence[str] = "123456789") -> Callable[[str], str]:
    """What makes of a table one with other cells in those tosses."""

    def changed(text: str) -> str:
        head, *lines = text.splitlines()
        rows = [line.split(",") for line in lines]
        return "\n".join([head, *(",".join(change(row) if row[0] in tosses else row) for row in rows)])

    return changed


def again(text: str, toss: str, name: str) -> str:
    """The lines of a toss under another number."""
    rows = [line.split(",", 1) for line in text.splitlines()]
    return "\n".join(f"{name},{rest}" for number, rest in rows if number == toss) + "\n"


def cut(text: str, frames: int, tosses: str = "123456789") -> str:
    """Only the first frames of those tosses."""
    rows = [line.split(",", 2) for line in text.splitlines()]
    return "\n".join(",".join(row) for row in rows if row[0] not in tosses or int(row[1]) < frames) + "\n"


def shifted(text: str, toss: str, frame: int, by: int, is_renumbered: bool = True) -> str:
    """The lines without a frame of a toss, or with one of them twice, those after it numbered on or as they were."""
    lines = []
    for line in text.splitlines():
        number, at, rest = line.split(",", 2)
        if number == toss and at == str(frame) and by > 0:
            continue
        new = int(at) - by if is_renumbered and number == toss and int(at) > frame else at
        lines.append(f"{number},{new},{rest}")
        if number == toss and at == str(frame):
            lines.append(f"{number},{int(at) + is_renumbered},{rest}")
    return "\n".join(lines) + "\n"


def by_places(change: Callable[[str], str]) -> Callable[[str], str]:
    """The same with velocities that are worked out from the places afterwards."""

    def changed(text: str) -> str:
        head, *lines = change(text).splitlines()
        rows = [line.split(",") for line in lines]
        for number in dict.fromkeys(row[0] for row in rows):
            mine = [row for row in rows if row[0] == number]
            told = np.gradient(np.array([[float(cell) for cell in row[2:5]] for row in mine]), 1 / HZ, axis=0)
            for row, velocity in zip(mine, told.tolist(), strict=True):
                row[9:12] = [f"{v:.6f}" for v in velocity]
        return "\n".join([head, *(",".join(row) for row in rows)]) + "\n"

    return changed


def in_mm(row: list[str]) -> list[str]:
    """A frame whose numbers are mm and mm/s, whatever the header says."""
    return [
        *row[:2],
        *(f"{1000 * float(v):.3f}" for v in row[2:5]),
        *row[5:9],
        *(f"{1000 * float(v)}" for v in row[9:12]),
        *row[12:],
    ]


def moved(n: int, by: float) -> Callable[[list[str]], list[str]]:
    return lambda row: [*row[:n], f"{float(row[n]) + by:.6f}", *row[n + 1 :]]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: text.replace("qw,", "q,"), "no column 'qw': expected one of toss, frame"),
        (lambda text: text.replace("x_m,", "x,", 1), ""),
        (lambda text: text.replace("vx_m_s", "vx"), "its header says no unit of m/s, cm/s, mm/s"),
        (lambda text: text.replace("wx_rad_s", "wx_furlongs"), "'wx_furlongs': its header says no unit of rad/s"),
        (lambda text: text.replace("x_m,", "x_deg,", 1), "its header says no unit of m, cm, mm"),
        (lambda text: text.replace("\n1,7,", "\n1,7,far", 1), "line 9, column 'x_m' = 'far"),
        (lambda text: text + text.split("\n", 1)[1], "toss 1 again; expected all its frames one below the other"),
        (cells(lambda row: [row[0] + ".5", *row[1:]]), "toss 1.5: expected a whole number"),
        (cells(lambda row: [*row[:2], "1e300", *row[3:]]), "line 2, column 'x' = 1e+300: expected at most 1e+09"),
        (cells(moved(5, 0.5)), "qw, qx, qy, qz have the length"),
        (
            lambda text: cut(text, 12),
            "no toss is left: left out, 9 in all: toss 1, 2, 3, 4, 5, ...: fewer than 20 frames",
        ),
        (cells(moved(4, -0.1)), "cubes at rest have their middles -75"),
        (cells(moved(4, 0.1)), "mm above z = 0, and half of edge_mm is 25.0: check edge_mm, the units of x, y, z and"),
        (cells(in_mm), "cubes at rest have their middles 249"),
        (cells(lambda row: row if row[1] != "30" else ["11", *row[1:]]), "again; expected all its frames"),
        (cells(lambda row: [*row[:9], *(f"{2 * float(v)}" for v in row[9:12]), *row[12:]]), "tell of 198 frames a"),
        (cells(lambda row: [*row[:12], "9", "-9", "9"]), "wx, wy, wz are not how the attitude turns"),
        (lambda text: "\n".join(text.splitlines()[:10]), "fewer than 20 frames"),
        (lambda text: text.splitlines()[0], "no two columns of numbers"),
    ],
)
def test_what_is_refused_or_left_out(folder: Path, seen: str, change: Callable[[str], str], words: str) -> None:
    only = [line for line in seen.splitlines() if not line.startswith("10,")]
    (folder / "tosses.csv").write_text(change("\n".join(only) + "\n"))
    if not words:
        assert len(load_measurements(folder / "mine.toml").all_tosses) == 9
        return
    with pytest.raises(FileError) as told:
        load_measurements(folder / "mine.toml")
    assert words in str(told.value) and "mine.toml: measurement.1.series.1: " in str(told.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (cells(lambda row: row if row[1] != "30" else [*row[:2], "", *row[3:]], "2"), "toss 2: a number is missing"),
        (cells(lambda row: [row[0], str(int(row[1]) * 2), *row[2:]], "34"), "2 in all: toss 3, 4: frames are missing"),
        (lambda text: shifted(text, "3", 9, 1, is_renumbered=False), "left out: toss 3: frames are missing"),
        (lambda text: shifted(text, "3", 9, -1, is_renumbered=False), "left out: toss 3: a frame is there twice"),
        (lambda text: text.replace("\n4,9,", "\n4,7.5,"), "left out: toss 4: its frames are not whole numbers"),
        (
            cells(lambda row: [row[0], str(60 - int(row[1])), *row[2:]], "4"),
            "toss 4: its frames are not in their order",
        ),
        (lambda text: shifted(text, "3", 5, 1), "left out: toss 3: it jumps between two frames, as if"),
        (lambda text: shifted(text, "3", 5, -1), "left out: toss 3: it stays where it was a frame before"),
        (lambda text: shifted(text, "3", 18, -1), "left out: toss 3: it stays where it was a frame before"),
        (by_places(lambda text: shifted(text, "3", 5, 1)), "left out: toss 3: it jumps between two frames, as if"),
        (lambda text: shifted(text, "3", 18, 1), "left out: toss 3: it jumps between two frames, as if"),
        (cells(moved(4, 0.1), "5"), "toss 5: it comes to rest above the table, whose top is z = 0"),
        (lambda text: cells(moved(4, 0.1), "5")(cut(text, 22, "5")), "toss 5: it ends in flight"),
        (cells(moved(4, -0.1), "6"), "toss 6: it begins in the table, whose top is z = 0"),
        (cells(lambda row: moved(9, 20)(row) if row[1] == "0" else row, "7"), "toss 7: its first velocity and spin"),
        (
            cells(lambda row: moved(12, 40)(row) if row[1] == "0" else row, "7"),
            "toss 7: its first velocity and spin",
        ),
        (cells(lambda row: moved(2, 5)(row) if row[1] == "30" else row, "8"), "toss 8: it jumps between two frames"),
        (
            cells(lambda row: [*row[:9], *(f"{1.3 * float(v)}" for v in row[9:12]), *row[12:]], "8"),
            "toss 8: its places and velocities tell",
        ),
        (cells(moved(4, 0.006), "8"), "toss 8: it comes to rest above the table, whose top is z = 0"),
        (cells(lambda row: moved(4, -0.02)(row) if row[1] == "50" else row, "9"), "toss 9: it goes into the table"),
        (lambda text: text + again(text, "3", "11"), "left out: toss 11: it begins exactly like another"),
    ],
)
def test_some_are_left_out_with_a_word(folder: Path, seen: str, change: Callable[[str], str], words: str) -> None:
    (folder / "tosses.csv").write_text(change(seen))
    measurements = load_measurements(folder / "mine.toml")
    (told,) = measurements.remarks
    assert words in told and len(measurements.all_tosses) in (8, 9, 10)
    result = run("tune", str(folder / "mine.toml"), "--check")
    assert result.exit_code == 0 and words in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("frame_hz = 100", "frame_hz = 3", "conditions: expected frame_hz, of 20 to 10000, and no other"),
        ("frame_hz = 100", "speed_m_s = 1", "conditions: expected frame_hz"),
        ("frame_hz = 100", "frame_hz = 148", "places and velocities tell of 99 frames a second"),
        ("edge_mm = 50", "edge_mm = 90", "mm above z = 0, and half of edge_mm is 45.0: check edge_mm, the units"),
        ("edge_mm = 50", "edge_mm = 30", "mm above z = 0, and half of edge_mm is 15.0: check"),
        ("series", "values = [3]\nseries", "values: of no use beside series of tosses; expected none"),
        ("series", "unit = 'deg'\nseries", 'unit = "deg": of no use beside series of tosses, whose columns have units'),
        ("series", "resolution = 1\nseries", "resolution: of no use beside series of tosses; expected none"),
        ("[vary]", "[dice]\nmass_kg = 0.1\ninertia_kg_m2 = 1.0\n[vary]", "dice.inertia_kg_m2 = 1: expected 5e-06 to"),
        ("[vary]", "[dice]\ninertia_kg_m2 = 1.0\n[vary]", "dice.mass_kg: missing"),
        ("[vary]", "[dice]\nmass_kg = 0.1\nweight = 1.0\n[vary]", "dice.weight = 1.0: unknown key"),
    ],
)
def test_files_that_are_refused(folder: Path, old: str, new: str, words: str) -> None:
    (folder / "mine.toml").write_text(FILE.replace(old, new))
    with pytest.raises(FileError) as told:
        load_measurements(folder / "mine.toml")
    assert words in str(told.value)


def test_mass_and_inertia_are_the_files_or_those_of_a_homogeneous_cube(folder: Path) -> None:
    assert load_measurements(folder / "mine.toml").scene.dice.inertia == 1 / 6
    (folder / "mine.toml").write_text(FILE.replace("[vary]", "[dice]\nmass_kg = 0.1\ninertia_kg_m2 = 5e-5\n[vary]"))
    scene = load_measurements(folder / "mine.toml").scene
    assert scene.dice.inertia == pytest.approx(0.2) and scene.die_kg == pytest.approx(0.1)


def test_packed_tables_are_read_like_others(folder: Path, seen: str) -> None:
    (folder / "tosses.csv").write_bytes(gzip.compress(seen.encode()))
    assert len(load_measurements(folder / "mine.toml").all_tosses) == 10
    (folder / "tosses.csv").write_bytes(gzip.compress(seen.encode())[:-99])
    with pytest.raises(FileError, match=r"tosses.csv: cannot be unpacked"):
        load_measurements(folder / "mine.toml")


def test_no_more_is_unpacked_than_may_be_read(tmp_path: Path) -> None:
    path = tmp_path / "bomb.csv"
    path.write_bytes(gzip.compress(b"a" * (2**20 + 1)))
    assert path.stat().st_size < 2000
    with pytest.raises(FileError, match=r"bomb.csv: cannot be read: larger than 1 MiB"):
        read_text(path, 2**20, packed=True)
    path.write_bytes(gzip.compress(b"a" * 2**20))
    assert len(read_text(path, 2**20, packed=True)) == 2**20


def test_a_window_shows_no_readings_where_all_are_tosses(
    folder: Path, seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "tosses.csv").write_text(shifted(seen, "3", 9, 1))
    measurements = load_measurements(folder / "mine.toml")
    world, _ = bowls(measurements, (3.0,), 0.02, 1)
    monkeypatch.setattr("skill.tune.found.Evaluator", lambda *_, **__: world)
    world.found = world.simulated = 0  # type: ignore[attr-defined]
    found = found_in(folder / "mine.toml")
    assert (found.bars, found.readings, found.wholes) == ([], {}, {})
    assert "left out: toss 3: it jumps" in found.tosses[0] and "9 tosses, place" in found.tosses[1]
    assert "Tosses are 0.1" in found.verdict
    row = '[[measurement]]\nexperiment = "slide-distance"\nunit = "mm"\nvalues = [32.0, 32.5, 31.5]\n'
    (folder / "mine.toml").write_text(FILE + row)
    found = found_in(folder / "mine.toml")
    assert [bar.row.experiment for bar in found.bars] == ["slide-distance"] and found.readings


def test_tosses_are_not_swept(folder: Path) -> None:
    measurements = load_measurements(folder / "mine.toml")
    with pytest.raises(UnknownName, match=r"--grid 3: tosses are fitted and not swept"):
        grid_search(measurements, Evaluator(measurements.scene), 3)


def test_a_real_toss_is_foretold(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, "rapier")
    lines = gzip.decompress(REAL.read_bytes()).decode().splitlines()
    (tmp_path / "one.csv").write_text("\n".join(line for line in lines if line.split(",")[0] in ("toss", "5")))
    data = {
        "edge_mm": 104.8,
        "dice": {"mass_kg": 0.37, "inertia_kg_m2": 0.00081},
        "vary": {"friction_table": {"low": 0.1, "high": 0.3}},
        "measurement": [{"experiment": "toss", "series": ["one.csv"]}],
    }
    measurements = measurements_from(data, "here", tmp_path)
    material = varied(
        measurements.scene, {"friction_table": 0.18, "restitution": 0.125, "rounding_edges": 0.06}
    ).material
    right, wrong = (check(measurements, each).told for each in (material, None))
    assert right is not None and wrong is not None
    assert right.place_percent_mean < 15 and right.attitude_deg_mean < 15 and right.face_up_share == 1.0
    assert wrong.place_percent_mean > 40


def test_what_check_says(folder: Path) -> None:
    row = '[[measurement]]\nexperiment = "slip-angle"\nunit = "deg"\nvalues = [13.0, 13.5, 13.2]\n'
    (folder / "mine.toml").write_text(FILE + row)
    (folder / "true.toml").write_text(
        "source = 'here'\nfriction = 0.4\nfriction_table = 0.24\nrestitution = 0.2\nrolling_friction = 0.0\n"
        "spinning_friction = 0.0\ndensity_kg_m3 = 1180.0\nrounding_edges = 0.15\n"
    )
    before = sorted(folder.iterdir())
    arguments = ("tune", str(folder / "mine.toml"), "--check", "--material", str(folder / "true.toml"))
    data = json.loads(run(*arguments, "--json").stdout)
    assert sorted(folder.iterdir()) == before, "it writes nothing"
    assert data["apart_widths"] < 0.05 and data["is_like"] is True and data["warnings"] == []
    assert data["place_percent_mean"] < 1 and data["attitude_deg_median"] < 1 and data["face_up_share"] == 1.0
    slip, tosses = data["measurements"]
    assert slip["experiment"] == "slip-angle" and abs(slip["simulated"] - 13.5) < 1
    assert tosses["tosses"] == 10 and tosses["place_percent_median"] == data["place_percent_median"]
    other = json.loads(run(*arguments[:3], "--json").stdout)
    assert other["place_percent_mean"] > 10 > data["place_percent_mean"]
    said = run(*arguments, "--report", str(folder / "report"), "--jobs", "2")
    assert said.exit_code == 0 and "slip-angle: measured 13.23 +- " in said.stdout and "10 tosses, place" in said.stdout
    page = (folder / "report" / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 1 and page.count(": measured") == 10 + 1 and page.count(": simulated") == 10
    assert " widths apart: this world is like them" in said.stdout and "widths apart: this world is like" in page
    for wrong, words in (
        (("--check", "--out", "x.toml"), "--check fits nothing"),
        (("--material", "wood"), "--material 'wood': expected --check beside it"),
    ):
        result = run("tune", str(folder / "mine.toml"), *wrong)
        assert isinstance(result.exception, SkillboxError) and words in str(result.exception)


def mirrored(text: str) -> str:
    """Attitudes and spins as in a mirror, places and velocities as they are."""
    return cells(lambda row: [v if n not in (7, 8, 13, 14) else f"{-float(v)}" for n, v in enumerate(row)], ALL)(text)


def turned(text: str) -> str:
    """Attitudes and spins in axes that are a quarter of a turn off: x is y of the places."""
    order = [0, 1, 3, 2, 4, 5, 6, 7, 8, 10, 9, 11, 12, 13, 14]
    return cells(lambda row: [f"{-float(row[n])}" if n in (2, 9) else row[n] for n in order], ALL)(text)


@pytest.mark.parametrize(
    ("change", "is_like", "words"),
    [
        (mirrored, False, "10 tosses, place"),
        (turned, False, "this world is unlike them: the material is another one, or axes or rows are mixed up"),
        (lambda text: text[: text.index("\n9,")] + "\n", None, "too few to tell whether this world is like them"),
        (lambda text: text[: text.index("\n2,")] + "\n", None, "measurement.1: one toss, place"),
        (lambda text: shifted(text, "3", 9, 1), True, "9 tosses, place"),
    ],
)
def test_check_tells_whether_the_world_is_like_the_tosses(
    folder: Path, seen: str, change: Callable[[str], str], is_like: bool | None, words: str
) -> None:
    (folder / "tosses.csv").write_text(change(seen))
    measurements = load_measurements(folder / "mine.toml")
    found = check(measurements, varied(measurements.scene, TRUE).material)
    data = check_data(found)
    assert data["is_like"] is is_like and data["measurements"][0]["is_like"] is is_like
    (line,) = check_lines(found)
    assert words in line and f"{data['apart_widths']:.2f} widths apart" in line
    assert data["warnings"] == list(measurements.remarks)
    page = write_check(folder / "report", found).read_text(encoding="utf-8")
    assert all(remark in page for remark in measurements.remarks)


def test_how_far_apart_two_tracks_are() -> None:
    places, level = np.zeros((2, 3)), np.array([[0.0, 0.0, 0.0, 1.0]] * 2)
    turned = np.array([[0.0, 0.0, 0.0, -1.0], [np.sin(0.5), 0.0, 0.0, np.cos(0.5)]])
    one, other = Track(places, level), Track(places + np.array([0.03, 0.0, 0.04]), turned)
    found = apart(one, other, 0.1)
    assert found.place_percent.tolist() == pytest.approx([50, 50])
    assert found.attitude_deg.tolist() == pytest.approx([0, np.degrees(1.0)])
    corners = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    sine, cosine = np.sin(1.0), np.cos(1.0)
    gaps = corners @ np.array([[1, 0, 0], [0, cosine, sine], [0, -sine, cosine]]) - corners + [0.3, 0.0, 0.4]
    assert corners_apart(one, other, 0.1)[1] == pytest.approx(np.sqrt((gaps**2).sum(axis=1).mean()))
    assert face_up(one) == 3 and face_up(Track(places, level[:, [3, 1, 2, 0]])) == 4


def test_the_data_that_ship_are_whole_and_say_whose_they_are() -> None:
    tosses, left_out = read_tosses(REAL, 148.0, 0.1048)
    assert len(tosses) == 160 and left_out == [] and REAL.stat().st_size < 700_000
    assert "2020, Dynamic Autonomy and Intelligent Robotics Lab" in (REAL.parent / "LICENSE").read_text()
    assert "arXiv 2009.11193" in (REAL.parent / "README.md").read_text(encoding="utf-8")
    assert set(COLUMNS) >= {"toss", "frame", "x", "qw", "vx", "wx"}


@pytest.mark.parametrize(("edge_mm", "is_refused"), [(98, False), (110, False), (115, True), (120, True), (80, True)])
def test_tosses_that_ship_tell_a_wrong_edge(edge_mm: float, is_refused: bool) -> None:
    words = f"cubes at rest have their middles 51.2 mm above z = 0, and half of edge_mm is {edge_mm / 2:.1f}: check"
    if is_refused:
        with pytest.raises(FileError, match=words):
            read_tosses(REAL, 148.0, edge_mm / 1000)
    else:
        assert words in read_tosses(REAL, 148.0, edge_mm / 1000)[1][0]


@pytest.mark.slow
def test_half_of_the_real_tosses_foretell_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, "rapier")
    measurements = load_measurements(REAL.with_name("tosses.toml"))
    (whole,) = measurements.tosses
    half, aside = (measurements._replace(tosses=(whole._replace(tosses=whole.tosses[n::2]),)) for n in (0, 1))
    found = fit(half, Evaluator(half.scene, jobs=2))
    assert abs(found.values["friction_table"] - 0.18) < 0.02
    told = check(aside, fitted(half, found), 2).told
    assert told is not None and told.place_percent_mean < 13.0 and told.attitude_deg_mean < 17.0
