"""The rooms: who may import whom, and what may be imported where. Walks every import statement of the package."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.rooms import (
    APP_ROOMS,
    APP_SHARED,
    BEGIN_LINES,
    CONTRACT,
    DRAWING,
    END,
    MODULES,
    PAGE,
    ROOMS,
    ROOT,
    SHARED,
    TESTS,
    app_room,
    drawing,
    files,
    imports,
    lines_table,
    modules_imported,
    with_table,
)

KNOWS_ALL_SCREENS = "skill.app.screens.navigation"
NO_PYGAME = ("play", "lab", "library", "input/tools")
"""Rooms of the front end that can be tested without a window."""
ONLY_IN = {
    "pybullet": {"physics/world/bullet.py"},
    "rapier3d": {"physics/world/rapier.py"},
    "pygame": {"app", "draw"},
    "pygame_gui": {"app"},
    "moderngl": {"app", "draw"},
    "PIL": {"app", "draw"},
    "scipy": {"tune"},
    "matplotlib": {"plots.py"},
    "joblib": {"jobs.py"},
    "distributed": {"jobs.py"},
    "subprocess": {"jobs.py"},
    "multiprocessing": {"jobs.py"},
    "gymnasium": {"env"},
    "pettingzoo": {"env"},
    "pyspiel": {"env"},
    "open_spiel": {"env"},
    "minari": {"env"},
    "stable_baselines3": {"env"},
    "websockets": {"net"},
    "cryptography": {"net"},
    "filelock": {"files.py"},
    "tomlkit": {"files.py"},
}
STANDARD_LIBRARY_ONLY = ("lattice", "rules")
MOST_FILES = 20


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_stay_within_the_rooms(path: Path) -> None:
    relative = path.relative_to(ROOT)
    room = relative.parts[0] if len(relative.parts) > 1 else None
    for name in imports(path):
        top, _, rest = name.partition(".")
        target = rest.split(".")[0]
        if top == "skill" and room in ROOMS and target not in SHARED | {"", "__version__"}:
            assert target in ROOMS[room] | {room}, f"{relative} imports {name}"
        if top in ONLY_IN:
            assert str(relative) in ONLY_IN[top] or room in ONLY_IN[top], f"{relative} imports {name}"
        if room in STANDARD_LIBRARY_ONLY and top != "skill":
            assert top in sys.stdlib_module_names, f"{relative} imports {name}"


def test_every_room_is_named() -> None:
    inside = {path.relative_to(ROOT).parts for path in files()}
    assert {parts[0] for parts in inside if len(parts) > 1} == set(ROOMS)
    app = {parts[1] for parts in inside if parts[0] == "app" and len(parts) > 2}
    play = {f"play/{parts[2]}" for parts in inside if parts[:2] == ("app", "play") and len(parts) > 3}
    assert app | play == set(APP_ROOMS)


def test_no_folder_has_more_files_than_can_be_looked_over() -> None:
    """The games are one file each, and looked for by their names."""
    count = Counter(path.parent.relative_to(ROOT) for path in files())
    del count[Path("rules/games")]
    assert [str(folder) for folder, number in count.items() if number > MOST_FILES] == []


def test_contract_stands_alone_and_what_games_share_knows_no_game() -> None:
    """Games may use the contract and what is shared, and each other for variants of one rule; nothing runs back."""
    assert {path.stem for path in (ROOT / "rules").glob("*.py")} == CONTRACT | {"__init__"}
    for module, path in MODULES.items():
        room = module.split(".")[1:3]
        barred = {"games"} if room == ["rules", "shared"] else set()
        if room[:1] == ["rules"] and room[1:] and room[1] in CONTRACT:
            barred = {"games", "shared"}
        for name in imports(path) if barred else ():
            top = name.split(".")
            assert top[:2] != ["skill", "rules"] or not barred.intersection(top[2:3]), f"{module} imports {name}"


@pytest.mark.parametrize("room", APP_ROOMS)
def test_rooms_of_the_front_end_import_one_way(room: str) -> None:
    for module in (module for module in MODULES if app_room(module) == room):
        for name in modules_imported(MODULES[module]):
            if name.startswith("skill.app."):
                beside = app_room(name) or name.split(".")[2]
                assert beside in APP_SHARED | APP_ROOMS[room] | {room}, f"{module} imports {name}"


def test_navigation_alone_knows_all_screens() -> None:
    """Other screens do not know each other, so that nothing runs in a circle; the starting point alone names it."""
    users = {module for module, path in MODULES.items() if KNOWS_ALL_SCREENS in modules_imported(path)}
    assert users == {"skill.app.main"}


def test_screens_do_not_know_each_other() -> None:
    """What lies in the folder of a screen is imported there alone; what screens share lies beside the folders."""
    folders = {path.parent for path in (ROOT / "app" / "screens").glob("*/screen.py")}
    assert len(folders) > 1
    inside = {module: path.parent for module, path in MODULES.items() if path.parent in folders}
    for module, path in MODULES.items():
        for name in modules_imported(path) & inside.keys():
            assert inside[name] == path.parent, f"{module} imports {name}"


@pytest.mark.parametrize("room", NO_PYGAME)
def test_rooms_without_pygame(room: str) -> None:
    for path in (ROOT / "app" / room).rglob("*.py"):
        for name in imports(path):
            assert name.partition(".")[0] not in ("pygame", "pygame_gui", "moderngl"), f"{path.name} imports {name}"


def test_the_world_knows_no_tools_and_nothing_that_is_built_on_it() -> None:
    for path in (ROOT / "physics" / "world").rglob("*.py"):
        for name in modules_imported(path):
            above = ("tools", "lab", "attempt", "trace", "tray", "rolls")
            assert not name.startswith(tuple(f"skill.physics.{part}" for part in above)), f"{path.name} imports {name}"


def test_no_circle() -> None:
    """Among modules none imports itself by way of others, imports for types and inside functions counted."""
    ahead = {module: modules_imported(path) for module, path in MODULES.items()}
    while leaves := {module for module, others in ahead.items() if not others & ahead.keys()}:
        ahead = {module: others for module, others in ahead.items() if module not in leaves}
    while tops := ahead.keys() - set().union(*ahead.values()):
        ahead = {module: others for module, others in ahead.items() if module not in tops}
    assert not ahead, f"in a circle: {sorted(ahead)}"


def test_the_table_of_rooms_in_the_docs_is_made_from_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_table(page), "python -m tests.rooms --write"
    assert DRAWING.read_text(encoding="utf-8") == drawing(), "python -m tests.rooms --write"


def test_the_lines_in_the_docs_are_about_right() -> None:
    """They change with every commit, so they need not be the last ones."""
    page = PAGE.read_text(encoding="utf-8").partition(BEGIN_LINES)[2].partition(END)[0]
    told, now = ([row.split(" | ") for row in text.splitlines()] for text in (page, lines_table()))
    assert [row[0] for row in told] == [row[0] for row in now], "python -m tests.rooms --write"
    for row, current in list(zip(told, now, strict=True))[2:]:
        for figure, lines in zip(row[1:], current[1:], strict=True):
            there, here = (0 if "-" in cell else int(cell.strip(" |")) for cell in (figure, lines))
            assert abs(there - here) <= 10 + 0.1 * here, f"{row[0]}: {there}, now {here}: python -m tests.rooms --write"


BLOCKED = """
import sys
for name in "pybullet rapier3d pygame pygame_gui moderngl numpy PIL joblib filelock tomlkit".split():
    sys.modules[name] = None
sys.argv = ["skillbox", *{arguments!r}]
from skill.cli import main
main()
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["rules", "faraday"],
        ["perft", "rasanto", "--depth", "1"],
        ["simulate", "el-dado", "-n", "2"],
        ["replay", f"{TESTS}/transcripts/rasanto.txt", "--check"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_games_without_physics_need_no_heavy_library(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED.format(arguments=arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "arguments",
    [["simulate", "faraday", "-n", "1", "--bots", "random"], ["replay", f"{TESTS}/records/faraday.txt", "--check"]],
    ids=lambda arguments: arguments[0],
)
def test_missing_engines_are_one_sentence_that_says_what_works(arguments: list[str]) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            BLOCKED.format(arguments=arguments).replace("numpy ", ""),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    missing = "pybullet" if "replay" in arguments else "rapier3d"  # the record's traces are Bullet's
    assert f"{missing} is not installed" in done.stderr
    assert "The other engine is not there either" in done.stderr
    assert "every game without physics still works" in done.stderr and f"pip install '{missing}" in done.stderr.replace(
        "pip install pybullet", "pip install 'pybullet"
    )
    assert "Traceback" not in done.stderr
