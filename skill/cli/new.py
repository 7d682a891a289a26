"""The command that writes a game to start from, with its test and its scene; also what `scene new` writes."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

import skill
from skill.cli.arguments import Trust, game_named
from skill.cli.output import say, tell_written
from skill.errors import FileError, UnknownName, shortened
from skill.files import NEW, place_of, read_text, write_text
from skill.packed import DEVICES

commands = typer.Typer()

TEMPLATES = Path(__file__).parent / "templates"
SCENE = {"scene.toml.txt": "{}.toml"}


def _game(name: str) -> dict[str, str]:
    """The templates of a game, its test and its texts in other languages, with the names of what they make."""
    texts = sorted(path.name for path in TEMPLATES.glob(f"{name}.*.po.txt"))
    files = {f"{name}.py.txt": "{}.py", f"test_{name}.py.txt": "test_{}.py"}
    return files | {text: f"{{}}{text[len(name) : -len('.txt')]}" for text in texts}


GAME = _game("game")
GAME_OF_SKILL = {**_game("flick_game"), "flick_scene.toml.txt": "{}.toml"}


@commands.command(epilog="Example: skillbox new tower")
def new(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What the game is called: small letters, digits, - and _.")
    ],
    scene: Annotated[
        bool, typer.Option("--scene", help="A game with real dice instead, and its physical scene.")
    ] = False,
) -> None:
    """Writes a small working game of your own with its test and its texts in other languages, into this folder."""
    from skill.app.i18n import tr

    written = write_game(name, Path(), scene)
    for path in written:
        tell_written(path, err=False)
    test, play = f"pytest {written[1]}", f"skillbox play {written[0]}"
    say(tr("Next: {test}, then {play}", test=test, play=play))


@commands.command(epilog="Example: skillbox pack tower.py --trust")
def pack(
    file: Annotated[str, typer.Argument(metavar="FILE.py", help="The file of a game of your own.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.skillbox", help="Where to; by default named as the game.")
    ] = None,
    trust: Trust = False,
) -> None:
    """Makes one file of a game of your own to share: the game, its scenes, its translations and a picture."""
    from skill.app.library.packing import packed_game
    from skill.packed import PACKED, SUFFIX, write_packed

    if not file.endswith(".py"):
        raise UnknownName("{file}: expected the .py file of a game", file=shortened(file))
    game = game_named(file, trust)
    target = out or Path(f"{game.slug}{SUFFIX}")
    if target.suffix != SUFFIX:
        raise UnknownName("--out {file}: expected a name that ends in {suffix}", file=target, suffix=SUFFIX)
    place_of(target, PACKED)
    packed = packed_game(game)
    tell_written(write_packed(target, packed), err=False)
    for name in sorted(packed.files):
        say(f"  {name}")


def write_game(name: str, folder: Path, with_scene: bool = False) -> list[Path]:
    """Writes `NAME.py`, `test_NAME.py`, `NAME.de.po` and so on, with `_` for `-`; their paths.

    With a scene it is a game with real dice, and `NAME.toml` its scene.

    Raises `UnknownName` for a name that cannot be a module, `FileError` rather than write over a file.
    """
    module = name.replace("-", "_")
    taken = iskeyword(module) or module in sys.stdlib_module_names or module == skill.__name__
    if taken or not re.fullmatch(r"[a-z][a-z0-9_]*", module):
        raise UnknownName(
            "name {name}: expected small letters, digits, - and _, and no module of Python: tower", name=repr(name)
        )
    return _write(GAME_OF_SKILL if with_scene else GAME, name, module, folder)


def write_scene(name: str, folder: Path, like: str = "") -> Path:
    """Writes `NAME.toml`, as the scene `like` if it is named; returns its path.

    Raises `UnknownName` for a name that is none of a scene, `FileError` rather than write over a file, or where `like`
    is no good scene.
    """
    from skill.physics.scene import find_scene, load_scene

    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        raise UnknownName("name {name}: expected small letters, digits, - and _: tower", name=repr(name))
    if like:
        _refuse_device(name)
        load_scene(like)
        path = folder / f"{name}.toml"
        place_of(path, NEW)
        return write_text(path, read_text(find_scene(like)), NEW)
    (path,) = _write(SCENE, name, name, folder)
    return path


def _refuse_device(name: str) -> None:
    if DEVICES.fullmatch(name):
        raise UnknownName("name {name}: is a device of Windows; expected another", name=repr(name))


def _write(files: Mapping[str, str], name: str, file_name: str, folder: Path) -> list[Path]:
    _refuse_device(file_name)
    title = re.sub("[-_]", " ", name).title()
    words = {"CLASS": title.replace(" ", ""), "TITLE": title, "SLUG": name, "FILE": file_name}
    paths = {template: folder / file.format(file_name) for template, file in files.items()}
    for path in paths.values():
        place_of(path, NEW)
    written: list[Path] = []
    try:
        for template, path in paths.items():
            text = (TEMPLATES / template).read_text(encoding="utf-8")
            for word, replacement in words.items():
                text = text.replace(word, replacement)
            written.append(write_text(path, text, NEW))
    except FileError:  # all of them or none
        for path in written:
            path.unlink(missing_ok=True)
        raise
    return written
