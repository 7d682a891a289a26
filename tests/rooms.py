"""The rooms of the package, what each may import, and the table of them in `docs/house.md`.

python -m tests.rooms           prints that table, made from the packages' docstrings and from this file
python -m tests.rooms --write   puts it in its place
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import skill

ROOT = Path(skill.__file__).parent
SHARED = {"answers", "errors", "files", "jobs", "paths", "plots"}
"""Files beside the rooms, which every room may use."""
ROOMS = {
    "lattice": set(),
    "rules": {"lattice"},
    "physics": {"lattice"},
    "bots": {"lattice", "rules", "physics"},
    "table": {"lattice", "rules", "physics", "bots"},
    "tune": {"lattice", "physics"},
    "analyse": {"lattice", "rules", "bots", "table"},
    "app": {"lattice", "rules", "physics", "bots", "table", "analyse"},
    "env": {"lattice", "rules", "physics", "bots", "table", "app"},
    "cli": {"lattice", "rules", "physics", "bots", "table", "tune", "analyse", "app", "env"},
}
"""The rooms, and what each may import besides itself."""
CONTRACT = {
    *("actions", "catalogue", "fact", "game", "lot", "options", "page", "perft", "profile", "race", "telling"),
    *("thinking", "turn"),
}
"""Files of `rules` beside its two folders: the contract, and what asks any game by it. They know no game."""
APP_SHARED = {"cycle", "i18n"}
APP_ROOMS = {
    "draw": set(),
    "input": {"draw"},
    "settings": {"input"},
    "play": {"draw", "input", "settings"},
    "lab": set(),
    "library": {"draw"},
    "widgets": {"draw", "input", "library", "play", "settings"},
    "screens": {"draw", "input", "settings", "play", "lab", "library", "widgets"},
}
"""The same for the rooms of the front end; what lies beside them, the application above all, may use all of them."""
PAGE = Path(__file__).parents[1] / "docs" / "house.md"
BEGIN, END = "<!-- made by `python -m tests.rooms --write` -->\n", "<!-- end -->\n"


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


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
    return re.sub(f"(?s)(?<={re.escape(BEGIN)}).*(?={re.escape(END)})", lambda _: table(), page)


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    else:
        sys.stdout.write(table())
