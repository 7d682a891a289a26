"""The rooms of the package, what each may import, and the tables and the drawing of them in `docs/house.md`.

python -m tests.rooms           prints those tables, made from the packages' docstrings, their lines and this file
python -m tests.rooms --write   puts them in their places, and draws the rooms anew
"""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import skill

ROOT = Path(skill.__file__).parent
SHARED = {"answers", "at_hand", "errors", "files", "intervals", "jobs", "packed", "paths", "plots", "programs"}
"""Files beside the rooms, which every room may use."""
ROOMS = {
    "lattice": set(),
    "rules": {"lattice"},
    "physics": {"lattice"},
    "draw": {"lattice", "physics"},
    "bots": {"lattice", "rules", "physics"},
    "table": {"lattice", "rules", "physics", "bots"},
    "tune": {"lattice", "physics"},
    "analyse": {"lattice", "rules", "bots", "table"},
    "env": {"lattice", "rules", "physics", "draw", "bots", "table"},
    "net": {"lattice", "rules", "physics", "bots", "table", "env"},
    "app": {"lattice", "rules", "physics", "draw", "bots", "table", "tune", "analyse", "net"},
    "cli": {"lattice", "rules", "physics", "bots", "table", "tune", "analyse", "app", "env", "net"},
}
"""The rooms, and what each may import besides itself."""
CONTRACT = {
    *(
        "actions",
        "asked",
        "catalogue",
        "fact",
        "game",
        "listing",
        "lot",
        "options",
        "page",
        "perft",
        "profile",
        "race",
        "rules_page",
        "telling",
        "texts",
    ),
    *("thinking", "turn", "words"),
}
"""Files of `rules` beside its two folders: the contract, and what asks any game by it. They know no game."""
APP_SHARED = {"cycle", "i18n", "window"}
APP_ROOMS = {
    "input": set(),
    "settings": {"input"},
    "play/attempts": {"input"},
    "play/match": {"input", "settings", "play/attempts"},
    "play/said": {"input", "settings", "play/attempts", "play/match"},
    "play/replay": {"play/attempts", "play/match", "play/said"},
    "play": {"input", "settings", "play/attempts", "play/match", "play/said"},
    "play/guides": {"input", "play/attempts", "play/match", "play"},
    "lab": set(),
    "library": set(),
    "widgets": set(),
    "screens": {
        *("input", "settings", "lab", "library", "widgets"),
        *("play", "play/attempts", "play/guides", "play/match", "play/replay", "play/said"),
    },
}
"""The same for the rooms of the front end; what lies beside them, the application above all, may use all of them."""
PARTS = ("app/input", "app/play", "app/screens", "app/widgets", "physics/lab", "physics/tools", "physics/world")
PARTS += ("rules/games", "rules/shared")
"""Large parts of rooms, whose lines are told by themselves too."""
TESTS = Path(__file__).parent
PAGE = Path(__file__).parents[1] / "docs" / "house.md"
DRAWING = PAGE.parent / "pictures" / "rooms.svg"
WIDE, HIGH, ACROSS, UP = 110, 36, 190, 70  # of a box, and from one to the next, in pixels
BEGIN, END = "<!-- made by `python -m tests.rooms --write` -->\n", "<!-- end -->\n"
BEGIN_LINES = "<!-- made by `python -m tests.rooms --write`: lines -->\n"


@cache
def imports(path: Path) -> list[str]:
    """Every module that a file imports, anywhere in it."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def files() -> list[Path]:
    return [path for path in sorted(ROOT.rglob("*.py")) if "scenes" not in path.relative_to(ROOT).parts]


def module_of(path: Path) -> str:
    return ".".join((skill.__name__, *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


MODULES = {module_of(path): path for path in files()}


def modules_imported(path: Path) -> set[str]:
    """The project's own modules that a file imports, anywhere in it; the packages they lie in are not counted."""
    found = set()
    for name in imports(path):
        while name and name not in MODULES:
            name = name.rpartition(".")[0]
        if name and name != skill.__name__:
            found.add(name)
    return found - {module_of(path)}


def app_room(module: str) -> str | None:
    """The room of the front end in which a module lies; None for what lies beside them and elsewhere."""
    if not module.startswith("skill.app."):
        return None
    path = module.removeprefix("skill.app.").replace(".", "/")
    return max((room for room in APP_ROOMS if f"{path}/".startswith(f"{room}/")), key=len, default=None)


def purpose(package: Path) -> str:
    """The first line of a package's docstring."""
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    return text.splitlines()[0]


def table() -> str:
    """The rooms, what each is for and what it may import, as Markdown."""
    lines = ["| room | is for | may import |", "| --- | --- | --- |"]
    rooms = {name: (ROOT / name, allowed) for name, allowed in ROOMS.items()}
    rooms |= {f"app/{name}": (ROOT / "app" / name, allowed) for name, allowed in APP_ROOMS.items()}
    for name, (folder, allowed) in rooms.items():
        lines.append(f"| `{name}` | {purpose(folder)} | {', '.join(sorted(allowed)) or '-'} |")
    return "\n".join(lines) + "\n"


def with_table(page: str) -> str:
    """The page with the table as it is now."""
    return _laid(page, BEGIN, table())


def _laid(page: str, begin: str, text: str) -> str:
    return re.sub(f"(?s)(?<={re.escape(begin)}).*?(?={re.escape(END)})", lambda _: text, page)


class Lines(NamedTuple):
    """How many lines of Python there are."""

    all: int
    code: int
    """Without blank lines, imports, comments and docstrings."""
    texts: int
    """Docstrings and comments."""


@cache
def lines_of(path: Path) -> Lines:
    source = path.read_text(encoding="utf-8")
    texts, imported = set[int](), set[int]()
    for node in ast.walk(ast.parse(source)):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or isinstance(node, ast.Import | ast.ImportFrom):
            (texts if is_text else imported).update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = dict(enumerate(source.splitlines(), 1))
    texts |= {number for number, line in lines.items() if line.lstrip().startswith("#")}
    return Lines(len(lines), sum(bool(lines[number].strip()) for number in lines.keys() - texts - imported), len(texts))


def lines_table() -> str:
    """How many lines each room and its tests have, in hundreds, as Markdown."""
    rows = []
    for name in (*ROOMS, *PARTS, ""):
        paths = list((ROOT / name).rglob("*.py"))
        figures = [sum(counts) for counts in zip(*map(lines_of, paths), strict=True)]
        tests = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (TESTS / name).rglob("*.py"))
        cells = [f"{number / 100:.0f}" if number else "-" for number in (*figures, tests)]
        rows.append((f"`{name}`" if name else "all, with what lies beside the rooms", str(len(paths)), *cells))
    rows.sort(key=lambda row: (not row[0].startswith("`"), row[0].strip("`")))
    head = ("room", "files", "lines, hundreds", "code", "docstrings and comments", "its tests")
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ["---"] * len(head), *rows))


def nearest(room: str) -> set[str]:
    """What a room may import and reaches by no other room."""
    return ROOMS[room] - {further for other in ROOMS[room] for further in ROOMS[other]}


def drawing() -> str:
    """The rooms as an SVG picture: each above those that it may import, with an arrow to the nearest of them."""
    height: dict[str, int] = {}
    for room, allowed in ROOMS.items():  # they stand in such an order
        height[room] = 1 + max((height[other] for other in allowed), default=-1)
    rows = [[room for room in ROOMS if height[room] == up] for up in range(max(height.values()) + 1)]
    width, tall = max(map(len, rows)) * ACROSS, len(rows) * UP
    places = {
        room: (width / 2 + (n - (len(row) - 1) / 2) * ACROSS, tall - (up + 0.5) * UP)
        for up, row in enumerate(rows)
        for n, room in enumerate(row)
    }
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {tall}" width="{width}" height="{tall}" '
        'font-family="sans-serif" font-size="15" text-anchor="middle">',
        '<defs><marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#888"/></marker></defs>',
    ]
    for room, (x, y) in places.items():
        for other in sorted(nearest(room)):
            to_x, to_y = places[other]
            way = f"M{x:g} {y + HIGH / 2:g}L"
            if height[room] - height[other] > 1:  # past the boxes between them
                way = f"M{x + (WIDE / 2 if to_x > x else -WIDE / 2):g} {y:g}Q{to_x:g} {y:g} "
            way += f"{to_x:g} {to_y - HIGH / 2:g}"
            lines.append(f'<path d="{way}" fill="none" stroke="#888" marker-end="url(#to)"/>')
    for room, (x, y) in places.items():
        corner = f'x="{x - WIDE / 2:g}" y="{y - HIGH / 2:g}" width="{WIDE}" height="{HIGH}" rx="6"'
        lines.append(f'<rect {corner} fill="#f5e6c8" stroke="#a08050"/><text x="{x:g}" y="{y + 5:g}">{room}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


if __name__ == "__main__":
    if "--write" in sys.argv:
        DRAWING.write_text(drawing(), encoding="utf-8")
        page = with_table(PAGE.read_text(encoding="utf-8"))
        PAGE.write_text(_laid(page, BEGIN_LINES, lines_table()), encoding="utf-8")
    else:
        sys.stdout.write(f"{table()}\n{lines_table()}")
