"""Figures in the docs come from files of results: nothing in a table is typed, and no sentence quotes a measurement."""

from __future__ import annotations

import csv
import re
from itertools import pairwise
from math import hypot
from pathlib import Path
from statistics import median

import pytest

from benchmarks.harness import MEASURES, Row, code_digest, csv_text, laid_into, names, ours
from benchmarks.opponents import ODDS, USUAL, games, neighbours, read
from benchmarks.physics import same_work
from skill.bots.search import REVISION
from skill.physics.scene import ENGINE_VARIABLE
from skill.rules.catalogue import find_game
from tests.figures import (
    LEVELS,
    PAGES,
    PLACE,
    RESULTS,
    ROOT,
    STALE,
    TABLES,
    Measured,
    lines,
    measured,
    number,
    of_bullet,
    when,
    with_tables,
    without_marks,
)

FIGURE = re.compile(
    r"\d\.\d|\d %|\d,\d{3}|±|\d (?:ms|us|MB|kB)\b|\d times as|\d+ of \d+|(?:milli|micro)seconds?\b"
    r"|twice as (?:long|fast|much|many)|about (?:half|a third|a quarter)"
    r"|\b(?:a|an|one|two|three|nine|some)(?: few)? (?:\w+-)?(?:fifth|sixth|eighth|tenth|twentieth|thousandth)s?\b"
    r"|\bhundredths?\b"
)
"""What looks like a measurement, in digits or in words."""
CHOSEN = {"tuners.md"}
"""A page about what was typed into an example, and about numbers of materials."""
GIVEN = (
    *("OpenGL 3.3", "OpenSpiel 2.0.2"),
    *("does 2,000", "10,000 records", "worker 0.2 s", "grow to 0.2 s", "ticks of 0.1 s", "4,096 equally likely seeds"),
    *("1 MB for TOML, 16 MB for records and texts, 64 MB for attempts,", "256 MB for programs", "or to 1 MB."),
    *("10 s of processor time", "400 MB of memory", "16 MB in all", "in 200 MB, which Rapier alone has to hold"),
    *("0.01 of an edge", "2 to 8 times as many", "0.25 m", "from 0.4 up", "95 %", "to 12,211", "1,000 digits"),
    *("at most 0.3 s", "a tenth of the scene", "a tenth of a second", "a fifth of a second late"),
)
"""What looks like a measurement and is a version, a limit, a setting, or counted by the program itself."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_table_of_figures_is_made_from_the_files(page: Path) -> None:
    """To the last digit; how old rows are is held by the slow test."""
    text = page.read_text(encoding="utf-8")
    assert without_marks(text) == without_marks(with_tables(text)), "python -m tests.figures --write"


@pytest.mark.slow
def test_rows_older_than_what_they_measure_are_marked() -> None:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert text == with_tables(text), "python -m tests.figures --write"


def test_every_table_stands_somewhere_and_every_file_has_one() -> None:
    placed = [name for page in PAGES for _, name, _ in PLACE.findall(page.read_text(encoding="utf-8"))]
    assert sorted(placed) == sorted(TABLES)
    files = [path.stem for path in RESULTS.glob("*.csv")]
    assert {line.get("benchmark", name) for name in files for line in lines(name)} <= MEASURES.keys()
    assert all((ROOT / part).exists() for parts in MEASURES.values() for part in parts)


def test_a_digit_that_is_typed_is_noticed() -> None:
    page = next(page for page in PAGES if page.stem == "laboratory")
    text = page.read_text(encoding="utf-8")
    table = PLACE.search(text)
    assert table
    typed = text.replace(table[0], re.sub(r"\+1\.\d", "+1.0", table[0], count=1))
    assert typed != text and without_marks(with_tables(typed)) != without_marks(typed)


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in CHOSEN], ids=lambda page: page.stem)
def test_no_sentence_and_no_other_table_quotes_a_measurement(page: Path) -> None:
    text = PLACE.sub("", page.read_text(encoding="utf-8"))
    text = re.sub(r"^ *```.*?^ *```|`[^`]+`|\]\([^)]*\)", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"Python 3\.\d+((, | or | and )3\.\d+)*", "", text)
    text = " ".join(text.split())
    for given in GIVEN:
        text = text.replace(given, "")
    said = re.compile(rf".{{0,40}}(?:{FIGURE.pattern}).{{0,40}}")
    assert said.findall(text) == []


def prose(page: str, heading: str) -> str:
    """What a page says under a heading, without its tables of figures."""
    text = PLACE.sub("", (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"))
    (section,) = re.findall(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    return str(section)


def parts_of(name: str, whole: Measured, ended: str) -> list[Measured]:
    """The rows of the same file and engine that are a part of what a row with `all` sums up."""
    begun = whole.case.removesuffix("all")
    rows = [row for row in measured(name) if row.engine == whole.engine and row.case.startswith(begun)]
    return [row for row in rows if re.fullmatch(ended, row.case.removeprefix(begun))]


def test_parts_add_up_to_the_whole() -> None:
    """Wins of planners, pulled columns, changes of mutants, what seeds reached, successes in tasks."""
    for whole in (row for row in measured("plans") if row.case.endswith(", all")):
        seeds = parts_of("plans", whole, r"seed \d+")
        won = [row for row in seeds if row.figures["won %"] == 100]
        assert whole.remark == f"{len(won)} of {len(seeds)}, medians"
        for figure in ("simulated s", "processor s"):
            assert whole.figures[figure] == pytest.approx(median(row.figures[figure] for row in seeds), rel=1e-4)
    for whole in (row for row in measured("slides") if row.case.endswith(", all")):
        for kind in (r"\d+ sliding", r"level \d"):
            for figure in ("agree", "of"):
                assert sum(row.figures[figure] for row in parts_of("slides", whole, kind)) == whole.figures[figure]
    for line in lines("mutants"):
        kinds = ("noticed", "no_difference", "noticed_since", "not_noticed")
        assert sum(int(line[kind]) for kind in kinds) == int(line["tried"]), line
    for row in (row for row in measured("hands") if "wanted" in row.figures):
        each = [float(reached) for reached in row.remark.split()]
        assert len(each) == row.figures["of"] and row.figures["mean"] == pytest.approx(sum(each) / len(each), abs=0.01)
        enough = sum(reached >= row.figures["wanted"] for reached in each)
        assert row.figures["reached %"] == pytest.approx(100 * enough / len(each))
    for line in lines("tasks"):
        share, seeds = float(line["success"]), int(line["seeds"])
        assert share * seeds == pytest.approx(round(share * seeds), abs=seeds / 1000)
        assert float(line["low"]) <= share <= float(line["high"])


def test_a_level_that_is_no_steadier_than_the_one_below_is_named() -> None:
    """And nowhere is it worse by more than chance makes of it."""
    rows = {row.case: row.figures for row in of_bullet("levels")}
    said = prose("researchers", "Levels of bots")
    for slug in {case.rpartition(", ")[0] for case in rows}:
        for lower, higher in pairwise(rows[f"{slug}, {level}"] for level in LEVELS):
            gained = higher["mean"] - lower["mean"]
            assert gained > -2 * hypot(lower["standard error"], higher["standard error"])
            assert gained > 0 or find_game(slug).title in said


def test_no_level_is_surely_weaker_than_the_one_below() -> None:
    """Of the search as it is; and medium surely beats easy, and hard by odds of four to one greedy, where they did."""
    kept = [line for line in read() if line.settings.endswith(f"search {REVISION}")]
    of = {pair: [line for line in kept if (line.bot, line.against) == pair] for pair in neighbours()}
    assert [line for lines in of.values() for line in lines if line.verdict == "worse"] == []
    medium = of["medium", "easy"]
    assert {line.game for line in medium} == {game.slug for game in games()}
    assert all(line.share >= 1 / line.players for line in medium)
    assert sum(line.verdict == "better" for line in medium) >= 38
    beaten = {
        line.game
        for line in read()
        if (line.bot, line.against) == ("hard", USUAL) and line.share >= ODDS / (ODDS + line.players - 1)
    }
    assert len(beaten) >= 20


def test_each_large_error_of_the_laboratory_has_its_reason() -> None:
    said = prose("laboratory", "How far it is right")
    large = {row.case.split(", ")[0] for row in of_bullet("laboratory") if max(map(abs, row.figures.values())) > 2}
    assert len(large) > 3 and [name for name in sorted(large) if f"`{name}`" not in said] == []


@pytest.mark.parametrize(
    "said", ["takes about a millisecond", "about half of them", "a twenty-fifth of", "0.3 of", "3 ms"]
)
def test_a_measurement_in_words_is_noticed(said: str) -> None:
    assert FIGURE.search(said)


def test_a_peer_that_did_less_is_not_compared() -> None:
    ours = {"drift": 0.003, "depth, 95 %": 0.02, "slid": 1.0, "sliding, %": 3.0}
    assert same_work(ours, {**ours, "drift": 0.002, "depth, 95 %": 0.09})
    assert not same_work(ours, {**ours, "slid": 0.0})
    assert not same_work(ours, {**ours, "drift": 0.06})
    assert not same_work(ours, {**ours, "sliding, %": 5.0})
    falling = {"depth, 95 %": 0.02, "sliding, %": 0.1}
    assert not same_work(falling, {**falling, "depth, 95 %": 0.03})
    assert same_work({**ours, "drift": 0.0001}, {**ours, "drift": 0.0009})  # both count as none
    assert same_work(falling, {**falling, "sliding, %": 1.9})


def test_a_row_keeps_a_digest_of_what_was_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is another one after a change of code, and the same after one of a comment or a docstring."""
    assert set(names()) - {"fairness", "scaling", "tasks"} <= MEASURES.keys()
    monkeypatch.setattr("benchmarks.harness.ROOT", tmp_path)
    monkeypatch.setitem(MEASURES, "trial", ("code",))  # type: ignore[index]
    (tmp_path / "code").mkdir()
    found = []
    for text in ("x = 1", '"""Says."""\nx = 1  # one', "x = 2"):
        code_digest.cache_clear()
        (tmp_path / "code" / "a.py").write_text(text)
        found.append(csv_text({"trial": [Row("a", "ours", {"s": 1})]}).splitlines()[1].rsplit(",", 1)[1])
    code_digest.cache_clear()
    assert found[0] == found[1] != found[2]


def test_a_row_measured_just_now_has_no_mark_in_whatever_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The speed of tasks is kept under another name than its benchmark, which the scores of tasks have."""
    monkeypatch.setattr("benchmarks.harness.code_digest", lambda name: f"code of {name}")
    monkeypatch.setattr("tests.figures.code_digest", lambda name: f"code of {name}")
    (row,) = csv.DictReader(csv_text({"tasks": [Row("hop", "ours", {"actions a second": 400.0})]}).splitlines())
    assert when("tasks-speed", row) == row["date"]
    assert when("tasks-speed", {**row, "code": "code of before"}) == row["date"] + STALE


def test_new_rows_take_the_place_of_those_of_the_same_case() -> None:
    """As far as they are of the same engine, whatever its settings."""
    kept = "benchmark,case,engine,figure,value\nb,one,ours,s,1\nb,one,peer 1,s,2\nb,one,peer 2,s,5\nb,two,ours,s,3\n"
    new = "benchmark,case,engine,figure,value,code\nb,one,rapier,s,9,x\nb,one,peer 3,s,6,x\nb,two,ours,s,4,x\n"
    laid = laid_into(kept, new).splitlines()[1:]
    assert laid == ["b,one,ours,s,1,", "b,one,peer 3,s,6,x", "b,two,ours,s,4,x", "b,one,rapier,s,9,x"]


def test_rows_say_in_which_engine_our_world_was(monkeypatch: pytest.MonkeyPatch) -> None:
    for engine, told in (("bullet", "ours"), ("rapier", "rapier")):
        monkeypatch.setenv(ENGINE_VARIABLE, engine)
        assert (ours(), ours("watched")) == (told, f"{told}, watched")


def test_figures_are_shown_with_three_digits() -> None:
    assert [number(value) for value in (None, 0.0123456, 12345.6, 3.0, 97.96)] == ["-", "0.0123", "12,346", "3", "98"]
