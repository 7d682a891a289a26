"""The tables of figures in the docs, from the files in `benchmarks/results`: `python -m tests.figures --write`.

A page says where a table stands by a line with its name; all up to the next `<!-- end -->` is made. A row that is
older than the last change of what it measures has a mark: the code differs from that whose digest the row keeps, or, of
files that keep none, git has a change of that day or later.
"""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import product
from statistics import median
from typing import NamedTuple

from benchmarks.harness import MEASURES, ROOT, code_digest
from benchmarks.opponents import USUAL, Line, games, neighbours, read
from skill.bots.search import REVISION
from skill.env.tasks.scores import FIRST_ENGINE
from skill.env.tasks.task import find_task

RESULTS = ROOT / "benchmarks" / "results"
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
PLACE = re.compile(r"(<!-- made by `python -m tests\.figures --write`: ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
STALE = " †"
NOTE = "† older than the last change of what it measures.\n"
LEVELS = ("easy", "medium", "hard", "expert")
SHOWN_TASKS = ("tilted plate", "hop", "set", "throw", "flick", "dune", "captain-flint", "mountaing")
SLOWEST, FASTEST = 5, 3
BOTH = ("Bullet", "Rapier")

Cells = Sequence[str]


class Measured(NamedTuple):
    """What one line of a file of results says."""

    case: str
    engine: str
    figures: dict[str, float]
    remark: str
    when: str
    """Its date, with the mark if it is stale."""


@cache
def last_change(name: str) -> str:
    """The day on which what the results of that name measure was changed last; later than any if git cannot say."""
    paths = [path for path in (*MEASURES[name], f"benchmarks/{name}.py") if (ROOT / path).exists()]
    command = ["git", "log", "-1", "--format=%cs", "--", *paths]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "9999"


def when(name: str, row: dict[str, str]) -> str:
    """The date of a row, with the mark if it is older than the last change of what it measures: of what its benchmark
    does, or, without one, what its file is named for."""
    code, measures = row.get("code"), row.get("benchmark", name)
    is_stale = code != code_digest(measures) if code else row["date"] <= last_change(measures)
    return row["date"] + STALE * is_stale


@cache
def lines(name: str) -> tuple[dict[str, str], ...]:
    """The lines of a file of results."""
    with (RESULTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))


@cache
def measured(name: str) -> tuple[Measured, ...]:
    """What a benchmark's file says, a row for all figures of a case, engine and remark."""
    found: dict[tuple[str, str, str], Measured] = {}
    for line in lines(name):
        key = line["case"], line["engine"], line["remark"]
        row = found.setdefault(key, Measured(*key[:2], {}, key[2], when(name, line)))
        row.figures[line["figure"]] = float(line["value"])
    return tuple(found.values())


def of_bullet(name: str) -> list[Measured]:
    """The rows of our world in Bullet."""
    return [row for row in measured(name) if row.engine == "ours"]


def in_both(name: str, only: Callable[[Measured], bool]) -> list[tuple[Measured, Measured]]:
    """The rows of cases that were measured in both engines: that of Bullet and that of Rapier."""
    of_rapier = {row.case: row for row in measured(name) if row.engine == "rapier" and only(row)}
    return [(row, of_rapier[row.case]) for row in of_bullet(name) if row.case in of_rapier and only(row)]


def number(value: float | None) -> str:
    """A figure as it is shown: three digits, or whole."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 or value == int(value) else f"{float(f'{value:.3g}'):g}"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def table(head: Cells, rows: Iterable[Cells]) -> str:
    """A table of Markdown, and what its mark means."""
    shown = [head, ["---"] * len(head), *rows]
    text = "".join(f"| {' | '.join(cells)} |\n" for cells in shown)
    return f"{text}\n{NOTE}" if STALE in text else text


def columns(name: str, head: Cells, figures: Cells, only: Callable[[Measured], bool] = lambda row: True) -> str:
    """A table of what a file says, a column for each figure, under other names."""
    rows = [row for row in measured(name) if only(row) and any(what in row.figures for what in figures)]
    named = len(head) - len(figures) - 1
    begun = [(row.case, row.engine)[:named] for row in rows]
    return table(
        head,
        [
            (*first, *(number(row.figures.get(what)) for what in figures), row.when)
            for first, row in zip(begun, rows, strict=True)
        ],
    )


def speed() -> str:
    """Our world on each engine beside the fastest setting of each peer that did the same work, what is worst first."""
    peers = ("MuJoCo", "PyBullet", "Rapier", "PhysX")
    found: list[tuple[float, Cells]] = []
    for row in measured("physics"):
        if row.engine.startswith("ours, ") and "x real time" in row.figures:
            by = "drift" if "drift" in row.figures else "depth, 95 %"
            ratios = [row.figures.get(f"x {peer}") for peer in peers]
            error = f"{row.figures[by]:.4f} ({by.split(',')[0]})"
            worst = min((ratio for ratio in ratios if ratio is not None), default=float("inf"))
            cells = (row.case, row.engine.removeprefix("ours, "), number(row.figures["x real time"]), error)
            found.append((worst, (*cells, number(row.figures["sliding, %"]), *map(number, ratios), row.when)))
    head = ("dice", "engine", "ours, times real time", "our error, edges", "error of sliding, %")
    head = (*head, *(f"our speed divided by {peer}'s" for peer in peers), "measured")
    return table(head, [cells for _, cells in sorted(found, key=lambda row: row[0])])


def beside() -> str:
    """What else a world costs, of few dice and of a full pyramid."""
    rows = [row for row in measured("physics") if row.case.endswith("beside")]
    figures = tuple(rows[0].figures) if rows else ()
    return table(
        ("dice", "engine", *figures, "measured"),
        [
            (row.case.split()[0], row.engine, *(number(row.figures.get(what)) for what in figures), row.when)
            for row in rows
        ],
    )


def hands() -> str:
    rows = [row for row in of_bullet("hands") if "wanted" in row.figures]
    reached = [round(row.figures["of"] * row.figures["reached %"] / 100) for row in rows]
    return table(
        ("what is to be reached, level", "wanted", "mean", "seeds that reach it", "measured"),
        [
            (
                row.case,
                number(row.figures["wanted"]),
                number(row.figures["mean"]),
                f"{count} of {row.figures['of']:.0f}",
                row.when,
            )
            for row, count in zip(rows, reached, strict=True)
        ],
    )


def hands_matches() -> str:
    head = ("whole match", "turns", "by accident", "measured")
    return columns("hands", head, ("turns", "by accident"), lambda row: row.engine == "ours")


def plans() -> str:
    rows = [row for row in of_bullet("plans") if row.case.endswith(", all")]
    return table(
        ("game", "won", "in the game, s (median)", "on one core, s (median)", "measured"),
        [
            (
                row.case.removesuffix(", all"),
                row.remark.removesuffix(", medians"),
                number(row.figures["simulated s"]),
                number(row.figures["processor s"]),
                row.when,
            )
            for row in rows
        ],
    )


def levels() -> str:
    rows = {row.case: row for row in of_bullet("levels")}
    games = dict.fromkeys(case.rsplit(", ", 1)[0] for case in rows)
    found = []
    for game in games:
        each = [rows[f"{game}, {level}"] for level in LEVELS]
        figures = [f"{row.figures['mean']:.2f} ± {row.figures['standard error']:.2f}" for row in each]
        found.append((game, each[0].remark, *figures, max(row.when for row in each)))
    return table(("game", "what is counted", *LEVELS, "measured"), found)


def learned() -> str:
    rows = [row for row in measured("train") if "success after" in row.figures]
    figures = [row.figures for row in rows]
    return table(
        ("task", "how", "succeeds", "own attempts", "shown attempts", "range alone", "processor, s", "measured"),
        [
            (
                row.case,
                row.engine,
                f"{percent(f['success after'])} ({100 * f['low']:.0f} to {100 * f['high']:.0f})",
                number(f["own actions"]),
                number(f["shown"]),
                percent(f["chance"]) if "chance" in f else "-",
                number(f["spent s"]),
                row.when,
            )
            for row, f in zip(rows, figures, strict=True)
        ],
    )


def engine_of(line: dict[str, str]) -> str:
    """The engine of a score; those of before there was a choice are Bullet's."""
    return line.get("engine") or FIRST_ENGINE


def success(line: dict[str, str]) -> str:
    """The share of a score and its interval."""
    low, high = (f"{100 * float(line[name]):.0f}" for name in ("low", "high"))
    return f"{percent(float(line['success']))} ({low} to {high})"


def tasks() -> str:
    found = {(line["task"], line["policy"]): line for line in lines("tasks") if engine_of(line) == "bullet"}
    rows = []
    for task in dict.fromkeys(line["task"] for line in lines("tasks")):
        at_random, planner = found[task, "random"], found[task, "planner"]
        costs = number(float(planner["spent_s"]))
        rows.append(
            (
                f"`{task}`",
                f"`{find_task(task).id}`",
                find_task(task).title,
                percent(float(at_random["success"])),
                success(planner),
                planner["seeds"],
                costs,
                when("tasks", planner),
            )
        )
    return table(("task", "id", "what is to be done", "random", "planner", "seeds", "a seed, s", "measured"), rows)


def tasks_speed() -> str:
    rows = {(row.case, row.engine): row for row in measured("tasks-speed")}
    pusher = rows["pusher", "MuJoCo"]
    shown = [(pusher, pusher, "MuJoCo")]
    for task, (whose, engine) in product(SHOWN_TASKS, zip(("ours", "rapier"), BOTH, strict=True)):
        each = rows[task, f"{whose}, a sample an action"]
        shown.append((each, rows.get((task, whose), each), engine))
    shown.sort(key=lambda one: -one[0].figures["actions a second"])
    return table(
        (
            "task",
            "engine",
            "actions a second",
            "divided by pusher's",
            "engine's share",
            "at the task's own rate",
            "engine's share",
            "measured",
        ),
        [
            (
                each.case,
                engine,
                number(each.figures["actions a second"]),
                number(each.figures["actions a second"] / pusher.figures["actions a second"]),
                engine_share(each),
                number(own.figures["actions a second"]) if own is not each else "-",
                engine_share(own) if own is not each else "-",
                each.when,
            )
            for each, own, engine in shown
        ],
    )


def engine_share(row: Measured) -> str:
    """The share of the engine's steps in the time of an action."""
    return percent(row.figures["engine"]) if "engine" in row.figures else "-"


def playouts() -> str:
    rows = [row for row in measured("playouts") if "moves a second" in row.figures or row.engine == "OpenSpiel"]
    games = [row for row in rows if row.engine == "ours" and not row.case.startswith("median")]
    games.sort(key=lambda row: row.figures["moves a second"])
    middle, peers = [row for row in rows if row.case == "median of ours"], [r for r in rows if r.engine == "OpenSpiel"]
    ways = ("moves a second", "through OpenSpiel")
    figures = [each for way in ways for each in (way, f"{way}, x python_team_dominoes", f"{way}, x median of peers")]
    beside = ("divided by python_team_dominoes", "by the median of peers")
    head = ("game", "moves a second", *beside, "through OpenSpiel's interface", *beside, "measured")
    return table(
        head,
        [
            (row.case, *(number(row.figures.get(what)) for what in figures), row.when)
            for row in (*games[:SLOWEST], *middle, *games[-FASTEST:], *peers)
        ],
    )


def thoughts() -> str:
    by_game: dict[str, dict[str, Measured]] = {}
    for row in measured("thoughts"):
        by_game.setdefault(row.case, {})[row.engine] = row
    levels = list(dict.fromkeys(row.engine for row in measured("thoughts")))
    slowest = sorted(by_game, key=lambda slug: -by_game[slug]["hard"].figures["longest, s"])
    longest = {level: [of[level].figures["longest, s"] for of in by_game.values()] for level in levels}
    return table(
        ("game", *(f"{level}, s" for level in levels), "measured"),
        [
            *(
                (slug, *(number(of[level].figures["longest, s"]) for level in levels), of["hard"].when)
                for slug, of in ((slug, by_game[slug]) for slug in slowest[: 2 * SLOWEST])
            ),
            ("median of all", *(number(median(longest[level])) for level in levels), ""),
        ],
    )


def endgames() -> str:
    """How many endgames that can be solved each bot plays without a mistake, and how many losses at once it avoids."""
    rows: dict[str, list[Measured]] = {}
    for row in measured("endgames"):
        rows.setdefault(row.engine, []).append(row)

    def of(part: list[Measured], what: str, all_: str) -> str:
        done, count = (sum(row.figures[name] for row in part) for name in (what, all_))
        return f"{done:.0f} of {count:.0f}"

    right, avoided = ("without a mistake", "endgames"), ("losses avoided", "losses at once")
    return table(
        ("bot", "without a mistake", "with two seats", "losses at once avoided", "games", "measured"),
        [
            (
                bot,
                of(part, *right),
                of([row for row in part if row.figures["seats"] == 2], *right),
                of(part, *avoided),
                str(len(part)),
                min(row.when for row in part),
            )
            for bot, part in rows.items()
        ],
    )


def strengths() -> str:
    """The share of each level against the one below it in each game, with its interval, and how often that is clear."""
    of = {(line.game, line.bot, line.against): line for line in sorted(read(), key=_newest)}
    pairs = [*neighbours(), ("hard", USUAL)]
    found, surely = [], dict.fromkeys(pairs, 0)
    for game in games():
        kept = [of.get((game.slug, *pair)) for pair in pairs]
        for pair, line in zip(pairs, kept, strict=True):
            surely[pair] += line is not None and line.verdict == "better"
        seats = max(2, game.players[0])
        found.append((game.title, f"{100 / seats:.0f}", *map(_share, kept), max(line.date for line in kept if line)))
    counts = [f"{count} of {sum((game.slug, *pair) in of for game in games())}" for pair, count in surely.items()]
    heads = [f"{bot} against {against}, %" for bot, against in pairs]
    return table(("game", "even, %", *heads, "measured"), [*found, ("surely better", "", *counts, "")])


def _newest(line: Line) -> tuple[int, str, int]:
    """Grows with the revision of the search, and with what it may look at."""
    return _revision(line), line.date, line.budget


def _revision(line: Line) -> int:
    return int(line.settings.rpartition("search ")[2])


def _share(line: Line | None) -> str:
    if line is None:
        return "-"
    low, high = (f"{100 * bound:.0f}" for bound in line.between)
    return f"{100 * line.share:.0f} ({low} to {high})" + STALE * (_revision(line) < REVISION)


def solved() -> str:
    """The value of games with best play, a fraction where chance has a part in it."""
    rows = []
    for row in measured("solved"):
        value, actions = row.figures.get("value"), row.figures.get("actions")
        said = {None: "not solved", 1: "seat 1 wins", -1: "seat 2 wins", 0: "nobody wins alone"}
        shown = said.get(value, f"{value:+.4f}" if value is not None else "")
        rows.append((row.case, shown, number(actions), f"{row.figures['states']:,.0f}", row.when))
    return table(("game", "with best play", "in actions", "states looked at", "measured"), rows)


def laboratory() -> str:
    rows = {row.case: row for row in of_bullet("laboratory")}
    materials = dict.fromkeys(case.split(", ")[1] for case in rows)
    found = []
    for name in dict.fromkeys(case.split(", ")[0] for case in rows):
        each = [rows[f"{name}, {material}"] for material in materials]
        errors = [" / ".join(f"{round(error, 1) + 0.0:+.1f}" for error in row.figures.values()) for row in each]
        unit = next(iter(each[0].figures)).removeprefix("own step, ")
        found.append((f"`{name}`{'' if unit == '%' else f', {unit}'}", *errors, max(row.when for row in each)))
    return table(("experiment", *materials, "measured"), found)


def engines() -> str:
    """The errors at the experiment's own step in both engines."""
    rows = {(row.case, row.engine): row for row in measured("laboratory")}
    materials = dict.fromkeys(case.split(", ")[1] for case, engine in rows if engine == "rapier")
    found = []
    for name in dict.fromkeys(case.split(", ")[0] for case, _ in rows):
        each = [rows[f"{name}, {m}", engine] for m in materials for engine in ("ours", "rapier")]
        errors = [f"{round(next(iter(row.figures.values())), 1) + 0.0:+.1f}" for row in each]
        unit = next(iter(each[0].figures)).removeprefix("own step, ")
        found.append((f"`{name}`{'' if unit == '%' else f', {unit}'}", *errors, max(row.when for row in each)))
    head = [f"{engine}, {material}" for material in materials for engine in BOTH]
    return table(("experiment", *head, "measured"), found)


def circle() -> str:
    """What ways to Coulomb's circle were tried, and what each costs."""
    by_case = {(row.case, row.engine): row for row in measured("circle")}
    seen = {row.engine: row for row in measured("tosses") if row.case == "296 steps a second"}
    tosses = {"Bullet, multibodies": "PyBullet as it comes", "Rapier": "ours, rapier"}
    found = []
    for way in dict.fromkeys(engine for _, engine in by_case):
        forms, few, heap = (by_case[case, way] for case in ("closed forms", "4 awake", "165 awake"))
        tossed = seen[tosses.get(way, "ours, bullet")]
        errors = [f"{round(error, 1) + 0.0:+.1f}" for error in forms.figures.values()]
        place = number(tossed.figures["place, % of the width"])
        costs = (number(few.figures["us a step"]), number(heap.figures["us a step"]), f"{heap.figures['drift']:.4f}")
        found.append((way, *errors, place, *costs, min(row.when for row in (forms, few, heap, tossed))))
    head = ("", "groove, %", "off course, degrees", "bounce, %", "spin time, %", "real tosses, % of the width")
    return table((*head, "4 dice, us a step", "165 dice, us a step", "their drift, edges", "measured"), found)


def engines_costs() -> str:
    """What a player waits for in both engines, and the memory of many worlds."""
    found = []
    for bullet, rapier in in_both("costs", lambda row: True):
        ((what, one),), ((_, other),) = bullet.figures.items(), rapier.figures.items()
        found.append((f"{bullet.case}, {what}", number(one), number(other), min(bullet.when, rapier.when)))
    return table(("", *BOTH, "measured"), found)


def engines_plans() -> str:
    """How often planners win in both engines, and what an attempt costs."""
    found = []
    for bullet, rapier in in_both("plans", lambda row: row.case.endswith(", all")):
        won = (row.remark.removesuffix(", medians") for row in (bullet, rapier))
        times = (number(row.figures["processor s"]) for row in (bullet, rapier))
        found.append((bullet.case.removesuffix(", all"), *won, *times, min(bullet.when, rapier.when)))
    return table(("game", *(f"{name}{of}" for of in ("", ", on one core, s") for name in BOTH), "measured"), found)


def engines_tasks() -> str:
    """How often planners succeed in tasks in both engines, of those that were asked in Rapier."""
    scores = {(line["task"], engine_of(line)): line for line in lines("tasks") if line["policy"] == "planner"}
    rows = []
    for task in (task for task, engine in scores if engine == "rapier"):
        each = [scores[task, engine] for engine in ("bullet", "rapier")]
        cells = (f"{success(line)} of {line['seeds']}" for line in each)
        rows.append((f"`{task}`", find_task(task).title, *cells, min(when("tasks", line) for line in each)))
    return table(("task", "what is to be done", *BOTH, "measured"), rows)


def engines_hands() -> str:
    """What persons of the tests reach in both engines."""
    found = []
    for each in in_both("hands", lambda row: "wanted" in row.figures):
        reached = (
            f"{row.figures['of'] * row.figures['reached %'] / 100:.0f} of {row.figures['of']:.0f}" for row in each
        )
        means = (number(row.figures["mean"]) for row in each)
        wanted = number(each[0].figures["wanted"])
        found.append((each[0].case, wanted, *means, *reached, min(row.when for row in each)))
    head = (*(f"mean, {name}" for name in BOTH), *(f"seeds that reach it, {name}" for name in BOTH))
    return table(("what is to be reached, level", "wanted", *head, "measured"), found)


def wheels() -> str:
    """On which Pythons and systems everything comes from wheels, and which engines."""
    rows = {(line["system"], line["python"]): line for line in lines("wheels")}
    pythons = dict.fromkeys(python for _, python in rows)
    found = []
    for system in dict.fromkeys(system for system, _ in rows):
        each = [rows[system, python] for python in pythons]
        cells = (
            " and ".join(line["engines"].split()) + f", no wheel of {line['missing']}" * bool(line["missing"])
            if line["engines"]
            else f"no engine{', nor a wheel of ' * bool(line['missing'])}{line['missing']}"
            for line in each
        )
        found.append((system, *cells, min(when("wheels", line) for line in each)))
    return table(("system", *(f"Python {python}" for python in pythons), "asked"), found)


def variation() -> str:
    """What varies in tasks, as their file has it."""
    rows = [(f"`{key}`", number(low), number(high)) for key, (low, high) in find_task("hop").factors.items()]
    return table(("key", "least factor", "greatest factor"), rows)


def pythons() -> str:
    """In how many traces which Pythons come to the same bytes."""
    return table(
        ("Python", "numpy", "engine", "traces with the same bytes", "measured"),
        [
            (
                *(line[name] for name in ("python", "numpy", "engine")),
                f"{line['alike']} of {line['of']}",
                when("pythons", line),
            )
            for line in lines("pythons")
        ],
    )


def tuner() -> str:
    rows = lines("tuner-mujoco")
    found = []
    for name in dict.fromkeys(row["parameter"] for row in rows):
        own = [row for row in rows if row["parameter"] == name]
        off = [abs(float(row["found"]) - float(row["truth"])) for row in own]
        inside = sum(error <= float(row["margin"]) for error, row in zip(off, own, strict=True))
        cells = (f"{inside} of {len(own)}", number(median(off)), number(median(float(row["margin"]) for row in own)))
        found.append((f"`{name}`", *cells, max(when("tuner-mujoco", row) for row in own)))
    return table(("number", "within its margin", "off by (median)", "margin (median)", "measured"), found)


def slides() -> str:
    rows = [row for row in measured("slides") if row.case.endswith(", all")]
    return table(
        ("columns pulled from full pyramids", "slid as the rules say", "measured"),
        [
            (row.case.removesuffix(", all"), f"{row.figures['agree']:.0f} of {row.figures['of']:.0f}", row.when)
            for row in rows
        ],
    )


def mutants() -> str:
    rows = []
    for line in lines("mutants"):
        made = int(line["tried"]) - int(line["no_difference"])
        at_once, since = int(line["noticed"]), int(line["noticed_since"])
        shares = (f"{at_once} ({percent(at_once / made)})", f"{at_once + since} ({percent((at_once + since) / made)})")
        rows.append((line["room"], line["seed"], str(made), *shares))
    return table(("changes in", "seed", "that make a difference", "noticed at once", "with tests added since"), rows)


TABLES: dict[str, Callable[[], str]] = {
    "answering": lambda: columns(
        "answering",
        ("what happens", "drawn by", "frame, ms (median)", "longest, ms", "measured"),
        ("median ms", "longest ms"),
    ),
    "frames": lambda: columns(
        "frames",
        ("picture of 165 moving dice", "drawn by", "best, ms", "median, ms", "measured"),
        ("best ms", "median ms"),
    ),
    "hands": hands,
    "hands-matches": hands_matches,
    "home": lambda: columns(
        "home", ("screen", "drawn by", "by the clock, s", "processor, s", "measured"), ("clock, s", "processor, s")
    ),
    "watchers": lambda: columns(
        "watchers",
        ("what happens", "engine", "watchers", "cores", "frames a second to each", "measured"),
        ("watchers", "cores", "frames, 1/s"),
    ),
    "circle": circle,
    "endgames": endgames,
    "engines": engines,
    "engines-costs": engines_costs,
    "engines-hands": engines_hands,
    "engines-plans": engines_plans,
    "engines-tasks": engines_tasks,
    "laboratory": laboratory,
    "learned": learned,
    "levels": levels,
    "mutants": mutants,
    "parallel": lambda: columns(
        "parallel",
        ("work", "on", "times one process", "measured"),
        ("x one process",),
    ),
    "pieces": lambda: columns(
        "pieces",
        ("", "piece", "processor, s", "bytes sent", "bytes returned", "measured"),
        ("processor s", "bytes sent", "bytes returned"),
    ),
    "plans": plans,
    "playouts": playouts,
    "promises": lambda: columns(
        "promises",
        ("promised", "mean promise", "came true", "margin", "positions", "measured"),
        ("promised", "came true", "margin", "positions"),
    ),
    "pythons": pythons,
    "slides": slides,
    "strengths": strengths,
    "startup": lambda: columns(
        "startup",
        ("what is started", "whose", "processor, ms", "times `import numpy`", "measured"),
        ("processor, ms", "share"),
    ),
    "speed": speed,
    "beside": beside,
    "spreading": lambda: columns(
        "pieces",
        ("piece", "on", "pieces a second", "sender, ms", "scheduler, ms", "workers, ms", "measured"),
        ("pieces a second", "sender, ms a piece", "scheduler, ms a piece", "workers, ms a piece"),
        lambda row: row.case.startswith("nothing"),
    ),
    "solved": solved,
    "tasks": tasks,
    "tasks-speed": tasks_speed,
    "thoughts": thoughts,
    "tosses": lambda: columns(
        "tosses",
        (
            *("", "world", "place, % of the width: mean", "median", "attitude, degrees: mean", "median"),
            *("face foretold, %", "friction found", "measured"),
        ),
        (
            *("place, % of the width", "place, median", "attitude, degrees", "attitude, median"),
            *("face foretold, %", "friction found"),
        ),
    ),
    "tuner": tuner,
    "variation": variation,
    "wheels": wheels,
    "workers": lambda: columns(
        "pieces",
        ("piece", "on", "pieces a second", "of all that were possible", "cores that were had", "measured"),
        ("pieces a second", "of all", "cores"),
        lambda row: row.case.endswith("0.1 s"),
    ),
}


def reliability() -> str:
    """The diagram of promised chances against what came, each tenth with its margin: as SVG."""
    side, low = 300, 40

    def at(share: float) -> float:
        return side * min(max(share, 0.0), 1.0)

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side + 60} {side + 60}" width="{side + 60}" '
        f'height="{side + 60}" font-family="sans-serif" font-size="12" text-anchor="middle">',
        f'<g transform="translate({low} {side + 15}) scale(1 -1)">',
        f'<path d="M0 0H{side}V{side}H0zL{side} {side}" fill="none" stroke="#888"/>',
    ]
    for row in measured("promises"):
        told, came, margin = (row.figures[name] for name in ("promised", "came true", "margin"))
        lines.append(f'<path d="M{at(told):.1f} {at(came - margin):.1f}V{at(came + margin):.1f}" stroke="#a08050"/>')
        lines.append(f'<circle cx="{at(told):.1f}" cy="{at(came):.1f}" r="4" fill="#a08050"/>')
    lines.append("</g>")
    for percent in range(0, 101, 20):
        place = side * percent / 100
        lines.append(f'<text x="{low + place:g}" y="{side + 30}">{percent}</text>')
        lines.append(f'<text x="{low - 8}" y="{side + 19 - place:g}" text-anchor="end">{percent}</text>')
    lines.append(f'<text x="{low + side / 2:g}" y="{side + 48}">promised, of 100</text>')
    lines.append(f'<text transform="translate(11 {side / 2 + 15:g}) rotate(-90)">came true, of 100</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


PICTURES = {ROOT / "docs" / "pictures" / "promises.svg": reliability}
"""What is drawn from files of results."""


def with_tables(text: str) -> str:
    """A page with its tables made anew."""
    return PLACE.sub(lambda found: f"{found[1]}{TABLES[found[2]]()}{found[3]}", text)


def without_marks(text: str) -> str:
    """The text without what says that a row is stale."""
    return text.replace(f"\n{NOTE}", "").replace(STALE, "")


if __name__ == "__main__":
    for page in PAGES:
        before = page.read_text(encoding="utf-8")
        after = with_tables(before)
        if "--write" in sys.argv:
            page.write_text(after, encoding="utf-8")
        elif after != before:
            sys.stdout.write(f"{page.relative_to(ROOT)}: a table is not as the files of results have it\n")
    if "--write" in sys.argv:
        for picture, drawn in PICTURES.items():
            picture.write_text(drawn(), encoding="utf-8")
