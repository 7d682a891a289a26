"""`python -m tests.kills -n 200 --seed 7`: matches in the window, tune, analyse and tasks are killed at random moments.

Afterwards all that was kept before is still there and readable, and the run goes on to the answer of one that nobody
killed; exit code 1 if not. `--only` kills after the same share of a run's time as before; what is done by then depends
on the machine too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from skill.errors import SkillboxError
from skill.table.match import Match
from skill.table.record import read_record
from skill.table.store import Store

ROOT = Path(__file__).parents[2]
MEASUREMENTS = """
title = "a board"
[vary]
friction_table = { low = 0.05, high = 0.7 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
values = [52, 57, 55, 58, 54]
"""
WINDOW = """
import sys
from pathlib import Path
from random import Random
from skill.app.main import open_application
from skill.app.play.match.setup import Setup
from skill.app.screens.destinations import Match
from skill.rules.catalogue import find_game
from skill.table.store import Store

app, rng = open_application(store=Store(Path("home"))), Random(int(sys.argv[1]))
while True:
    game = find_game(rng.choice(("rasanto", "coulomb", "mound-mover", "flickers")))
    seats = ("random",) * game.players[0]
    app.go_to(Match(Setup(game, len(seats), game.options_from({}), seats, rng.getrandbits(31))))
    match = app.screen.control.runtime.match
    while match.result is None:
        app.frame(0.5)
        if app.failed is not None:
            raise app.failed
"""
WINDOW_S = 5.0
"""In which the window, which never ends, is killed."""
OF_A_RUN = "spent_s", "simulated", "played", "date"
"""Keys of an answer that tell of the run and not of what it found."""
UNSEEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "SKILLBOX_RENDERER": "software"}


class Command(NamedTuple):
    """A command that goes on where it was stopped, in a folder with a `mine.toml`; it prints its answer as JSON."""

    words: str
    journal: str


COMMANDS = {
    "tune": Command("tune mine.toml --json", "mine.journal"),
    "analyse": Command(
        "analyse rasanto -n 60 --bot random --ladder random,greedy --seconds 0 --out a.json --json", "a.journal"
    ),
    "tasks": Command("tasks evaluate flick-to-once --seeds 30 --keep a.jsonl --json", "a.jsonl"),
}
KINDS = ("window", *COMMANDS)


class Whole(NamedTuple):
    """What a command does that nobody kills."""

    answer: Any
    seconds: float


def started(folder: Path, words: list[str]) -> subprocess.Popen[str]:
    """Python with these arguments in a folder that is its data folder as well."""
    environment = {**os.environ, **UNSEEN, "PYTHONPATH": str(ROOT), "SKILLBOX_HOME": str(folder / "home")}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, *words], cwd=folder, env=environment, **pipes)


def run_whole(command: Command, folder: Path) -> Whole:
    """Runs a command to its end. Raises `AssertionError` with what it told if that is no answer."""
    (folder / "mine.toml").write_text(MEASUREMENTS)
    begun = time.monotonic()
    said, errors = (run := started(folder, ["-m", "skill", *command.words.split()])).communicate()
    assert run.returncode == 0, f"exit code {run.returncode}: {errors}"
    return Whole(_found(json.loads(said)), time.monotonic() - begun)


def _found(answer: Any) -> Any:
    """An answer without what tells of its run."""
    if isinstance(answer, list):
        return [_found(one) for one in answer]
    if isinstance(answer, dict):
        return {key: _found(value) for key, value in answer.items() if key not in OF_A_RUN}
    return answer


def killed(run: subprocess.Popen[str], seconds: float, kept: Path) -> Mapping[Path, bytes]:
    """Kills a process that time after something is kept; what was in the files of `kept`, a file or a folder.

    Nothing if the process had ended. Raises `AssertionError` if it failed by itself.
    """
    while run.poll() is None and not (kept.is_file() or any(kept.rglob("*.txt"))):
        time.sleep(0.01)
    try:
        _, errors = run.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        pass
    else:
        assert run.returncode == 0, f"exit code {run.returncode}: {errors}"
        return {}
    before = {}
    for path in [kept] if kept.is_file() else kept.rglob("*.txt"):
        try:
            before[path] = path.read_bytes()
        except FileNotFoundError:  # a match that has just ended goes to the records
            continue
    run.kill()
    run.communicate()
    return before


def try_command(command: Command, share: float, whole: Whole, folder: Path) -> bool:
    """Kills a command, has it go on and tells whether anything was kept by then; about half its time is its start.

    Raises `AssertionError`.
    """
    (folder / "mine.toml").write_text(MEASUREMENTS)
    run = started(folder, ["-m", "skill", *command.words.split()])
    before = killed(run, share * whole.seconds / 2, folder / command.journal)
    again = run_whole(command, folder)
    for path, text in before.items():
        lines = text[: text.rfind(b"\n") + 1]  # the last one may be half written
        assert path.read_bytes().startswith(lines), f"{path.name}: lines are lost"
    assert again.answer == whole.answer, "another answer than that of a run that was not killed"
    return any(before.values())


def try_window(share: float, seed: int, folder: Path) -> bool:
    """Kills the window while bots play; every match is there and goes on. Whether anything was kept by then.

    Raises `AssertionError`.
    """
    home = folder / "home"
    before = killed(started(folder, ["-c", WINDOW, str(seed)]), share * WINDOW_S, home)
    store = Store(home)
    for path, text in before.items():
        at = path if path.exists() else home / "records" / path.name
        assert at.exists(), f"{path.name}: a match is lost"
        played = text[: text.rfind(b"\n") + 1].splitlines()
        assert at.read_bytes().splitlines()[: len(played)] == played, f"{at}: actions are lost"
    if warning := store.mend():
        raise AssertionError(f"the history was broken: {warning}")
    records = list((home / "records").glob("*.txt"))
    assert len(store.history(10_000)) == len(records), "a record is not in the history"
    for path in records:
        assert read_record(path).result, f"{path}: without a result"
    journals = [path for path in (home / "journals").glob("*.txt") if path.read_bytes().count(b"\n")]
    for path in journals:
        match = Match.from_journal(path)
        if match.turn is not None and not match.needs_hands:
            match.step()
        match.close_journal()
    assert len(store.open_matches()) == len(journals), "a match is not offered to be gone on with"
    return any(before.values())


class Done(NamedTuple):
    """What came of a try."""

    kind: str
    was_kept: bool
    """Whether the kill came when something had been kept."""
    wrong: str


def tries(seed: int, numbers: Iterable[int]) -> Iterator[Done]:
    """Kills with these numbers, each kind in its turn."""
    wholes: dict[str, Whole] = {}
    for number in numbers:
        rng = Random(f"{seed}:{number}")
        kind, share = KINDS[number % len(KINDS)], rng.random()
        with tempfile.TemporaryDirectory() as name:
            whole, here = Path(name, "whole"), Path(name, "here")
            whole.mkdir()
            here.mkdir()
            if kind in COMMANDS and kind not in wholes:
                wholes[kind] = run_whole(COMMANDS[kind], whole)
            was_kept, wrong = False, ""
            try:
                if kind in COMMANDS:
                    was_kept = try_command(COMMANDS[kind], share, wholes[kind], here)
                else:
                    was_kept = try_window(share, rng.getrandbits(31), here)
            except (AssertionError, SkillboxError, ValueError) as error:
                wrong = f"--only {number} --seed {seed}: {kind} killed after {share:.3f} of its time: {error!r}"
        yield Done(kind, was_kept, wrong)


def main() -> int:
    """Kills, and tells what went wrong and how to have it again."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("-n", type=int, default=20, help="how many kills")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="the one kill with that number")
    given = parser.parse_args()
    count, kept, wrong = Counter[str](), Counter[str](), Counter[str]()
    numbers = range(given.n) if given.only is None else [given.only]
    for number, done in zip(numbers, tries(given.seed, numbers), strict=True):
        count[done.kind] += 1
        kept[done.kind] += done.was_kept
        wrong[done.kind] += bool(done.wrong)
        print(f"{number:5}  {done.kind}  {done.wrong}", flush=True)
    for kind, number in count.items():
        print(f"{number:5}  {kind}, {kept[kind]} of them when something had been kept")
    print(f"{sum(count.values())} kills with seed {given.seed}: {sum(wrong.values())} went wrong")
    return 1 if wrong.total() else 0


if __name__ == "__main__":
    sys.exit(main())
