"""Every command line of the README, of CONTRIBUTING and of the docs runs, as it stands or in the smaller form below."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from skill.app import i18n
from skill.cli import app
from skill.errors import SkillboxError
from skill.jobs import environment

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
COMMAND = re.compile(r"(?:\.venv\S*[/\\])?((?:skillbox|python|pipx|uvx)(?: .*)?)")


class Instead(NamedTuple):
    """What is run in place of a command line, or nothing, and why."""

    run: str | None
    why: str


NAMED = "the sentence is about the command, not about a call of it"
ASKED = "there is nobody who could be asked"
LONG = "minutes: this is the same with less to do"
MINUTES = "minutes: only whether there is such a benchmark"
WRITES = "it would write into the checkout: this prints what it would write"
SERVES = "it serves until it is stopped: tests/net/test_host.py has it"
INSTEAD = {
    "skillbox host rasanto": Instead("skillbox host --help", SERVES),
    "skillbox host rasanto --seat 2=greedy": Instead("skillbox host --help", SERVES),
    "skillbox host rasanto --address relay.example --bind 127.0.0.1": Instead("skillbox host --help", SERVES),
    "skillbox host --resume": Instead("skillbox host --help", NAMED),
    "skillbox join": Instead("skillbox join --help", NAMED),
    "skillbox join INVITATION": Instead("skillbox join --help", SERVES),
    "skillbox join INVITATION --stdio": Instead("skillbox join --help", NAMED),
    "skillbox analyse": Instead("skillbox analyse --help", NAMED),
    "skillbox check": Instead("skillbox check --help", NAMED),
    "skillbox new": Instead("skillbox new --help", NAMED),
    "skillbox replay": Instead("skillbox replay --help", NAMED),
    "skillbox replay --check": Instead("skillbox replay f.txt --check", NAMED),
    "skillbox simulate": Instead("skillbox simulate --help", NAMED),
    "skillbox tasks TASK --policy planner --seeds 100 --table FILE.csv": Instead(
        "skillbox tasks set --policy planner --seeds 1 --table FILE.csv", LONG
    ),
    "skillbox tasks TASK": Instead("skillbox tasks set --policy random --seeds 1", NAMED),
    "skillbox tasks export": Instead("skillbox tasks export --help", NAMED),
    "skillbox tune": Instead("skillbox tune --help", NAMED),
    "skillbox rules tower.py": Instead("skillbox rules tower.py --trust", ASKED),
    "skillbox --language fr rules tower.py": Instead("skillbox --language fr rules tower.py --trust", ASKED),
    "python -P -m skill": Instead("python -P -m skill --version", "without arguments it opens the window"),
    "python -m tests.env.resets -n 10000": Instead("python -m tests.env.resets -n 10 set", LONG),
    "python -m tests.kills -n 200 --seed 7": Instead("python -m tests.kills -n 1 --seed 7", LONG),
    "python -m benchmarks.opponents --levels": Instead("python -m benchmarks.opponents --help", WRITES),
    "python -m tests.fuzz": Instead("python -m tests.fuzz --help", NAMED),
    "python -m tests.fuzz -n 20000 --seed 7": Instead("python -m tests.fuzz -n 5 --seed 7", LONG),
    "python -m tests.soak --minutes 60 --seed 7": Instead("python -m tests.soak --minutes 0.02 --seed 7", LONG),
    "python -m tests.mutants skill/lattice -n 60 --seed 7": Instead("python -m tests.mutants --help", LONG),
    "python -m tests.tune.mujoco_draws": Instead("python -m tests.tune.mujoco_draws --draws 0", LONG),
    "python -m tests.walk": Instead(None, "minutes: the next one walks one game, tests/app/screens/test_walk.py all"),
    "python -m tests.table.examples SLUG": Instead("python -m tests.table.examples --help", WRITES),
    "python -m tests.docs_pictures": Instead("python -m tests.docs_pictures --help", WRITES),
    "python -m tests.languages --write": Instead("python -m tests.languages", WRITES),
    "python -m tests.physics.experiments --write": Instead("python -m tests.physics.experiments", WRITES),
    "python -m tests.physics.scene_limits --write": Instead("python -m tests.physics.scene_limits", WRITES),
    "python -m tests.physics.pythons --write PYTHON ...": Instead(None, "it wants other interpreters with libraries"),
    "python -m tests.regenerate": Instead("python -m tests.regenerate --list", WRITES),
    "python -m tests.rules.transcripts rasanto": Instead(None, "it writes into the checkout what is there"),
    "skillbox analyse-catalogue": Instead("skillbox analyse-catalogue --help", NAMED),
    "skillbox analyse-catalogue --shares --seconds 900 --journals FOLDER": Instead(
        "skillbox analyse-catalogue --help", WRITES
    ),
    "skillbox replay FILE": Instead("skillbox replay f.txt", NAMED),
    "skillbox play tower.py": Instead("skillbox play tower.py --trust", ASKED),
    "python -m tests.mutants": Instead("python -m tests.mutants --help", LONG),
    "skillbox rules GAME": Instead("skillbox rules 39", NAMED),
    "python -m tests.rules.options --write": Instead("python -m tests.rules.options", WRITES),
    "python -m tests.figures --write": Instead("python -m tests.figures", WRITES),
    "python -m tests.rooms --write": Instead("python -m tests.rooms", WRITES),
    "python -m tests.rules.said --write": Instead(None, "it writes into the checkout: test_said.py makes the same"),
    "python -m tests.wheels --write": Instead(None, "minutes, and it asks an index"),
    "python -m bundle": Instead(None, "minutes: tests/test_bundle.py makes one"),
    "pipx run --spec . skillbox": Instead(None, "it fetches all packages into an environment of its own"),
    "uvx --from . skillbox": Instead(None, "it fetches all packages into an environment of its own"),
    "skillbox --install-completion": Instead(
        None, "it would write into the shell's files: tests/cli does so elsewhere"
    ),
    "skillbox demo": Instead("skillbox demo flickers --out f.gif", "half a minute: a shorter game"),
    "skillbox demo faraday --seed 3 --out f.gif": Instead(
        "skillbox demo wolf --seed 3 --out f.gif", "half a minute: a short game"
    ),
    "skillbox simulate rasanto -n 200 --bots greedy,random --jobs 2": Instead(
        "skillbox simulate rasanto -n 4 --bots greedy,random --jobs 2", LONG
    ),
    "skillbox analyse rasanto --seconds 300 --out rasanto.json --report rasanto.html": Instead(
        "skillbox analyse rasanto --seconds 1 --out rasanto.json --report rasanto.html", LONG
    ),
    "skillbox analyse tower.py": Instead("skillbox analyse tower.py --trust --seconds 1", LONG),
    "skillbox analyse tower.py --trust --seconds 2": Instead("skillbox analyse tower.py --trust --seconds 1", LONG),
    "skillbox analyse tower.py --trust --set height=2,3 --seconds 4": Instead(
        "skillbox analyse tower.py --trust --set height=2,3 --seconds 1", LONG
    ),
    "skillbox analyse rasanto --set fill=immediate,deferred": Instead(
        "skillbox analyse rasanto --set fill=immediate,deferred --seconds 1", LONG
    ),
    "skillbox lab": Instead("skillbox lab slip-angle", "half a minute: one experiment of all"),
    "skillbox lab --both": Instead("skillbox lab free-fall --both", LONG),
    "skillbox lab --material NAME": Instead("skillbox lab slip-angle --material wood", "half a minute: one of all"),
    "skillbox tasks export set skillbox/set/planner-v0": Instead(
        "skillbox tasks export set skillbox/set/planner-v0 --seeds 2", LONG
    ),
    "skillbox bench NAME --csv benchmarks/results/NAME.csv": Instead("skillbox bench costs --list", NAMED),
    "skillbox bench laboratory": Instead("skillbox bench laboratory --quick --only bounce", LONG),
    "skillbox bench costs": Instead("skillbox bench costs --quick --only rehearsal", LONG),
    "skillbox bench circle": Instead("skillbox bench circle --list", MINUTES),
    "skillbox bench endgames": Instead("skillbox bench endgames --quick --only finish", LONG),
    "skillbox bench thoughts": Instead("skillbox bench thoughts --quick --only finish", LONG),
    "skillbox bench watchers": Instead('skillbox bench watchers --quick --only ", 0 watchers"', LONG),
    "skillbox bench startup": Instead("skillbox bench startup --quick --only --version", LONG),
    "skillbox bench parallel": Instead("skillbox bench parallel --list", MINUTES),
    "skillbox bench slides": Instead("skillbox bench slides --list", MINUTES),
    "skillbox bench answering": Instead("skillbox bench answering --list", MINUTES),
    "skillbox bench frames": Instead("skillbox bench frames --list", MINUTES),
    "skillbox bench hands": Instead('skillbox bench hands --quick --only "Flickers, easy"', LONG),
    "skillbox bench hands --engine rapier": Instead("skillbox bench hands --engine rapier --list", MINUTES),
    "skillbox bench plans --engine rapier": Instead("skillbox bench plans --engine rapier --list", MINUTES),
    "skillbox tasks evaluate TASK --policy planner --engine rapier --table FILE.csv": Instead(
        "skillbox tasks evaluate set --policy planner --seeds 1 --engine rapier --table FILE.csv", LONG
    ),
    "skillbox bench home": Instead("skillbox bench home --quick --only software", LONG),
    "skillbox bench opponents --only rasanto": Instead("skillbox bench opponents --quick --only rasanto", LONG),
    "skillbox bench tosses": Instead("skillbox bench tosses --list", MINUTES),
    "skillbox bench physics": Instead("skillbox bench physics --quick --only tilted", LONG),
    "skillbox bench pieces": Instead("skillbox bench pieces --quick --only keeping", LONG),
    "skillbox bench plans": Instead("skillbox bench plans --list", MINUTES),
    "skillbox bench playouts": Instead("skillbox bench playouts --quick --only rasanto", LONG),
    "skillbox bench levels": Instead("skillbox bench levels --quick --only flickers", LONG),
    "skillbox bench solved": Instead("skillbox bench solved --quick --only smuggling", LONG),
    "skillbox bench promises --plots .": Instead("skillbox bench promises --quick --only witches", LONG),
    "skillbox bench tasks": Instead("skillbox bench tasks --quick --only pusher", LONG),
    "skillbox tasks throw-once --policy thrower.zip --trust --seeds 3 --material mine-material.toml": Instead(
        "skillbox tasks throw-once --policy random --seeds 3 --material wood", "a policy that learned takes torch"
    ),
    "skillbox bench train": Instead("skillbox bench train --list", MINUTES),
    "skillbox bench train --only hop-far": Instead("skillbox bench train --only hop-far --list", MINUTES),
    "python -m benchmarks.train policies": Instead(None, MINUTES),
    "skillbox tasks hop-far --policy policies/sac-hop-far.zip --wrap benchmarks/wrappers/plate.py --trust": Instead(
        "skillbox tasks hop-far --policy random --seeds 1",
        "a policy that learned takes torch",
    ),
}
"""Command lines that are too long for a test, or do what a test must not do, and those that are only named."""
SLOW = {
    "skillbox analyse rasanto --seconds 300 --out rasanto.json --report rasanto.html",
    "skillbox analyse tower.py",
    "skillbox analyse tower.py --trust --seconds 2",
    "skillbox analyse tower.py --trust --set height=2,3 --seconds 4",
    "skillbox analyse rasanto --set fill=immediate,deferred",
    "skillbox bench endgames",
    "skillbox bench hands",
    "skillbox bench home",
    "skillbox bench levels",
    "skillbox bench opponents --only rasanto",
    "skillbox bench physics",
    "skillbox bench playouts",
    "skillbox bench promises --plots .",
    "skillbox bench startup",
    "skillbox bench thoughts",
    "skillbox bench watchers",
    "skillbox demo",
    "skillbox demo faraday --seed 3 --out f.gif",
    "skillbox simulate rasanto -n 200 --bots greedy,random --jobs 2",
    "skillbox tasks export set skillbox/set/planner-v0",
    "skillbox tune mine.toml --out mine-material.toml --report report --jobs 2",
    "python -m tests.env.resets -n 10000",
    "python -m tests.figures --write",
    "python -m tests.fuzz -n 20000 --seed 7",
    "python -m tests.kills -n 200 --seed 7",
    "python -m tests.languages --write",
    "python -m tests.rooms --write",
    "python -m tests.soak --minutes 60 --seed 7",
    "python -m tests.walk race --pictures /tmp/walk",
}
MEASURED = """
[vary]
friction_table = { low = 0.1, high = 0.6 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
values = [45, 47, 44, 46]
"""
"""With one number to be found, since the example takes some minutes."""
FRAMES = 3  # of a window before it is closed


def command_lines(page: Path) -> list[str]:
    """The command lines of a page, in its blocks and in its sentences."""
    text = page.read_text(encoding="utf-8")
    found = []
    for language, block in BLOCK.findall(text):
        if language in ("", "sh", "console"):
            lines = [line.split(" #")[0].removeprefix("$ ") for line in block.splitlines()]
            found += [part for line in lines for part in line.split("&&")]
    found += SPAN.findall(BLOCK.sub("", text))
    lines = (COMMAND.fullmatch(" ".join(line.split())) for line in found)
    return [line[1] for line in lines if line]


ALL = sorted({line for page in PAGES for line in command_lines(page)})


def test_there_is_no_other_place_for_a_command_line() -> None:
    """Nothing in the tables is said by no page, and no line of a block is left out that has a command in it."""
    assert [line for line in [*INSTEAD, *SLOW] if line not in ALL] == []
    for page in PAGES:
        for _, block in BLOCK.findall(page.read_text(encoding="utf-8")):
            begun = [line for line in block.splitlines() if re.match(r"\W*skillbox ", line)]
            plain = [line.split(" #")[0].strip().removeprefix("$ ") for line in begun]
            assert [line for line in plain if line not in ALL] == [], page


def test_every_command_is_on_the_page_of_the_command_line() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert [name for name in get_command(app).commands if f"skillbox {name}" not in page] == []


def quoted() -> list[tuple[str, list[str]]]:
    """What pages say that commands print: in blocks of a console, below each command that begins with `$`."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    blocks = [block for text in texts for language, block in BLOCK.findall(text) if language == "console"]
    parts = [part.splitlines() for block in blocks for part in block.removeprefix("$ ").split("\n$ ")]
    return [(part[0], [line for line in part[1:] if line != "..."]) for part in parts]


@pytest.mark.parametrize(("line", "expected"), quoted(), ids=lambda value: value if isinstance(value, str) else "")
def test_a_command_prints_what_a_page_says(
    line: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it stands, line by line and in this order; where the page has dots there is more."""
    monkeypatch.chdir(tmp_path)
    _, *arguments = shlex.split(line)
    if arguments[:2] != ["scene", "new"]:
        make_files(arguments)
    answered = CliRunner().invoke(app, arguments)
    failed = [f"skillbox: {answered.exception}"] if isinstance(answered.exception, SkillboxError) else []
    assert failed or answered.exit_code == 0, (answered.output, answered.exception)
    told = iter([*answered.output.splitlines(), *failed])
    assert expected and [wanted for wanted in expected if wanted not in told] == []


def test_an_answer_is_what_the_page_of_the_protocol_says() -> None:
    page = (ROOT / "docs" / "text-protocol.md").read_text(encoding="utf-8")
    (answer,) = (block for language, block in BLOCK.findall(page) if language == "json")
    asked = {"do": "new", "game": "ruins", "players": 3, "seats": ["human", "greedy", "greedy"], "seed": 7}
    told = CliRunner().invoke(app, ["serve", "--stdio"], input=f"{json.dumps(asked)}\n").output
    parts = [" ".join(part.split()) for part in answer.split("...")]
    assert len(parts) > 3
    for part in parts:
        found = told.find(part.strip(", "))
        assert found >= 0, part
        told = told[found + 1 :]


def marked(line: str) -> object:
    return pytest.param(line, marks=pytest.mark.slow) if line in SLOW else line


PRINTING = {line for line, _ in quoted()}
"""Which run in the test above."""
RUN = [line for line in ALL if line not in PRINTING and INSTEAD.get(line, Instead(line, "")).run]


@pytest.mark.parametrize("line", [*map(marked, RUN)])
def test_a_command_line_runs(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder of its own, with the files that a page made before; a window is closed after some frames."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    for name, value in (("SDL_VIDEODRIVER", "dummy"), ("SDL_AUDIODRIVER", "dummy"), ("SKILLBOX_RENDERER", "software")):
        monkeypatch.setenv(name, value)
    program, *arguments = shlex.split(INSTEAD.get(line, Instead(line, "")).run or "")
    make_files(arguments)
    if program == "python":
        command = [sys.executable, *arguments]
        where = ROOT if "tests" in " ".join(arguments) else None
        told = subprocess.run(command, cwd=where, env=environment(), capture_output=True, text=True, check=False)
        assert told.returncode == 0, (line, told.stdout, told.stderr)
        return
    close_windows(monkeypatch)
    for name in ("_code", "_catalogue", "_asked"):  # a language that a line asks for is its own
        monkeypatch.setattr(i18n, name, getattr(i18n, name))
    answered = CliRunner().invoke(app, arguments, input="" if "serve" in arguments else "y\n")
    assert answered.exit_code == 0, (line, answered.output, answered.exception)


def make_files(arguments: list[str]) -> None:
    """Puts into the current folder what a command line reads."""
    for name in arguments:
        if name == "tower.py":
            CliRunner().invoke(app, ["new", "tower"])
        elif name == "mine.toml":
            Path(name).write_text(MEASURED)
        elif name == "mine-material.toml" and "--out" not in arguments:
            shutil.copy(ROOT / "scenes" / "materials" / "wood.toml", name)
        elif name in ("f.txt", "match.txt"):
            for path in (ROOT / "tests" / "records").glob("faraday*"):
                shutil.copy(path, name if path.suffix == ".txt" else path.name)
        elif name == "dance.txt":
            shutil.copy(ROOT / "tests" / "transcripts" / "witches-dance.txt", name)
        elif name in ("my-plate.toml", "my-scene.toml"):
            CliRunner().invoke(app, ["scene", "new", Path(name).stem])


def close_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closes every window after some frames, and has it wait for nothing."""
    from skill.app.application import Application

    drawn = Application.frame
    left = [FRAMES]

    def frame(self: Application, elapsed_s: float, before: tuple[object, ...] = ()) -> bool:
        left[0] -= 1
        if not left[0]:
            self.close()
        return drawn(self, elapsed_s, before)  # type: ignore[arg-type]

    monkeypatch.setattr(Application, "frame", frame)
    monkeypatch.setattr(Application, "is_busy", True)
