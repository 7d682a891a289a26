"""Commands that look after scene files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from skill.cli import completion
from skill.cli.arguments import Json
from skill.cli.output import print_json, remark, say, tell_written
from skill.errors import FileError, Words, printable

commands = typer.Typer(name="scene", help="Looks after scene files.", no_args_is_help=True, rich_markup_mode=None)


@commands.command(name="list", epilog="Example: skillbox scene list")
def list_scenes(as_json: Json = False) -> None:
    """Lists the scenes that can be played."""
    from skill.app.i18n import told, tr
    from skill.physics.scene import load_scene, scene_names

    scenes = {}
    for name in scene_names():
        try:
            scenes[name] = load_scene(name).title
        except FileError as error:  # one of the user's own: the others are there all the same
            remark(tr("warning: {text}", text=told(error)))
    if as_json:
        return print_json(scenes)
    say("\n".join(f"{n:<16} {printable(tr(t), 'line')}" for n, t in scenes.items()))


@commands.command(name="new", epilog="Example: skillbox scene new tower")
def new_scene(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called: small letters, digits, - and _.")],
    like: Annotated[
        str,
        typer.Option(
            metavar="SCENE",
            help="A scene to begin from instead of a plate in two hands.",
            autocompletion=completion.scenes,
        ),
    ] = "",
) -> None:
    """Writes a scene to start from into this folder: a plate in two hands. Missing keys have the usual values."""
    from skill.app.i18n import tr
    from skill.cli.new import write_scene

    path = write_scene(name, Path(), like)
    tell_written(path, err=False)
    say(tr("Next: edit it, then {command}", command=f"skillbox scene check {path}"))


@commands.command(epilog="Example: skillbox scene check my-plate.toml faraday")
def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE|NAME...", help="Scenes, materials, measurements, sheets of Roll to the Top."),
    ],
) -> None:
    """Checks scene, material, measurements and sheet files and says what is wrong where."""
    from skill.app.i18n import told, tr
    from skill.physics.scene import check as check_scene
    from skill.physics.scene import own_scene
    from skill.rules.shared.sheets import read_sheet, warnings

    for given in files:
        file = given if given.is_file() else own_scene(str(given))
        found: list[Words] = []
        keys = keys_of(file)
        if keys & {"vary", "measurement"}:
            from skill.tune.measurements import load_measurements

            load_measurements(file)
        elif keys & {"slug", "squares"}:
            found = warnings(read_sheet(file))
        else:
            check_scene(file)
        say(tr("{file}: good", file=file))
        for warning in found:
            say(tr("  but {warning}", warning=told(warning)))


def keys_of(file: Path) -> set[str]:
    """The keys of a TOML file; none if it cannot be read, of which its loader will say more."""
    from skill.files import read_toml

    try:
        return set(read_toml(file))
    except FileError:
        return set()
