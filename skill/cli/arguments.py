"""Arguments that several commands share, and what they name. What is not understood raises `UnknownName`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from math import inf, prod
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from skill.cli import completion
from skill.cli.output import remark
from skill.errors import FileError, UnknownName, Words, printable, shortened
from skill.packed import SUFFIX

if TYPE_CHECKING:
    from skill.programs import Program
    from skill.rules.game import AnyGame
    from skill.rules.options import Options

JOURNAL = Words("its journal")
MOST_VARIANTS = 50
MOST_SEATS = 99  # more than any game has; a list of them is made before the game is asked
EVERY_CORE = -1  # in the place of a number of processes
MOST_JOBS = 1000  # more than a machine starts
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Number, slug, beginning of a slug, or a .py or .skillbox file.",
        autocompletion=completion.games,
    ),
]
Settings = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="An option of the game; repeatable.",
        autocompletion=completion.settings,
    ),
]
Bots = Annotated[
    str,
    typer.Option(
        metavar="A,B", help="A bot for each seat; the last one sits on the rest.", autocompletion=completion.bots
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print data as JSON.")]
Seed = Annotated[int, typer.Option(help="Seed of everything that is drawn.")]
Jobs = Annotated[int, typer.Option(help=f"Processes at once; {EVERY_CORE} for every core.")]
Cluster = Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler to use instead.")]
Material = Annotated[
    str | None,
    typer.Option(
        "--material",
        metavar="NAME|FILE",
        help="Dice and plate of another material: its name, or a file as `skillbox tune` writes it.",
        autocompletion=completion.materials,
    ),
]


SceneOf = Annotated[
    str | None,
    typer.Option(
        "--scene",
        metavar="NAME|FILE",
        help="Another scene in place of the game's, with the same tools: a scene's name or file.",
        autocompletion=completion.scenes,
    ),
]


def use_engine(context: typer.Context, name: str | None) -> str | None:
    """Has all scenes that this command loads, in further processes too, stepped by an engine."""
    if name is not None:
        from skill.physics.scene import ENGINE_VARIABLE, checked_engine

        before = os.environ.get(ENGINE_VARIABLE, "")
        os.environ[ENGINE_VARIABLE] = checked_engine("--engine", name)
        context.call_on_close(lambda: os.environ.update({ENGINE_VARIABLE: before}))
    return name


Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="bullet|rapier",
        help="The engine of rigid bodies; by default bullet where it is installed.",
        callback=use_engine,
        autocompletion=completion.engines,
    ),
]


def use_look(context: typer.Context, option: typer.CallbackParam, name: str | None) -> str | None:
    """Has this command draw plate or dice, as the option is called, with a look; it draws where there is an `--out`."""
    if name is not None:
        from skill.app.settings import looks

        context.call_on_close(looks.use_look(str(option.name), name))
    return name


PlateLook = Annotated[
    str | None,
    typer.Option(
        "--plate",
        metavar="wood|walnut|slate|felt",
        help="What the plate is made of in the picture.",
        callback=use_look,
        autocompletion=completion.plates,
    ),
]
DiceLook = Annotated[
    str | None,
    typer.Option(
        "--dice",
        metavar="classic|worn|ivory|contrast",
        help="How dice look in the picture, whatever their colours.",
        callback=use_look,
        autocompletion=completion.dice,
    ),
]


def check_looks(out: Path | None, plate: str | None, dice: str | None) -> None:
    """Raises `UnknownName` for a look where no picture is written: a window has those of the preferences."""
    for option, look in (("--plate", plate), ("--dice", dice)):
        if look is not None and out is None:
            raise UnknownName("{option} {value}: expected --out with it", option=option, value=look)


OwnGames = Annotated[
    list[str], typer.Option("--game", metavar="FILE.py", help="A game of your own that may be named; repeatable.")
]
Trust = Annotated[bool, typer.Option("--trust", help="Run a .py, .skillbox or .zip file that is named without asking.")]


def few_seats(players: int | None) -> int | None:
    """The number of seats asked for. Raises `UnknownName` if no game can have so many or so few."""
    if players is not None and not 1 <= players <= MOST_SEATS:
        raise UnknownName(
            "--players {players}: expected {low} to {high}", players=shortened(str(players)), low=1, high=MOST_SEATS
        )
    return players


def time_limit(seconds: float) -> float:
    """Seconds that something may take. Raises `UnknownName` where they are no number that a clock can come to."""
    if not 0 <= seconds < inf:  # not a number is neither
        raise UnknownName("--seconds {seconds}: expected a finite number that is 0 or more", seconds=f"{seconds:g}")
    return seconds


Players = Annotated[
    int | None, typer.Option(callback=few_seats, help="Number of seats; by default the fewest the game allows.")
]


def game_named(name: str, trust: bool = False) -> AnyGame:
    """The game of that name, or the one in a `.py` file that the user trusts."""
    from skill.app.i18n import add_texts_of, language, told, tr
    from skill.programs import program_of
    from skill.rules.catalogue import find_game, load_game

    if name.endswith((".py", SUFFIX)):
        file = trusted(name, trust)
        game = load_game(file)
        file.remember()
    else:
        game = find_game(name)
    if program := program_of(type(game).__module__):
        from skill.app.library.own_texts import strange_texts

        for fault in (*add_texts_of(program.path), *strange_texts(game, language())):
            remark(tr("warning: {text}", text=told(fault)))
    return game


def take_up(files: list[str], trust: bool) -> list[AnyGame]:
    """The games of `.py` files that the user trusts, which are found by their names from now on."""
    from skill.rules.catalogue import use_own_games

    if strange := [name for name in files if not name.endswith((".py", SUFFIX))]:
        raise UnknownName("--game {file}: expected a .py file", file=shortened(strange[0]))
    games = [game_named(name, trust) for name in files]
    use_own_games(games)
    return games


def own_or_named(name: str, own: list[str], trust: bool) -> AnyGame:
    """The game of that name, or in that file, once those in the files of one's own may be named; so may it itself."""
    is_file = name.endswith((".py", SUFFIX))
    games = take_up([*own, name] if is_file else own, trust)
    return games[-1] if is_file else game_named(name, trust)


def trusted(name: str, trust: bool) -> Program:
    """The program in a file that is to be run, once the user has said that it may be.

    Raises `FileError` for a file that cannot be read, `UnknownName` if it may not, or if nobody can be asked.
    """
    from skill.programs import read_program

    program = read_program(Path(name))
    if trust or program.is_trusted:
        return program
    if packed := program.packed:
        remark(packed.told)
    if not sys.stdin or not sys.stdin.isatty():
        raise UnknownName("{file} is a program and runs with your rights; expected --trust", file=shortened(name))
    from skill.app.i18n import tr

    asked = tr("{file} is a program and runs with your rights. Run it?", file=printable(shortened(name), "line"))
    if not typer.confirm(asked, err=True):
        raise UnknownName("{file}: was not run", file=shortened(name))
    return program


def options_of(
    game: AnyGame,
    settings: list[str],
    material: str | None = None,
    scene: str | None = None,
    players: int | None = None,
) -> Options:
    """The game's options with these `name=value` settings, another material and another scene; warns of what is hardly
    meant. Raises `FileError` for a scene that does not serve the game.
    """
    from skill.app.i18n import tr
    from skill.rules.options import MATERIAL, SCENE, SKILL_LEVEL

    named = {MATERIAL.name: material, SCENE.name: scene}
    beside = [f"{name}={value}" for name, value in named.items() if value is not None]
    given = pairs_of([*settings, *beside], "OPTION")
    if MATERIAL.name in given and MATERIAL in game.all_options:
        given[MATERIAL.name] = material_named(given[MATERIAL.name])
    if SCENE.name in given and SCENE in game.all_options:
        given[SCENE.name] = scene_named(given[SCENE.name], str(given.get(SKILL_LEVEL.name, SKILL_LEVEL.default)))
    for option in game.all_options:
        if option.of_file and (value := given.get(option.name, "")).endswith(".toml"):
            given[option.name] = option.of_file(Path(value))
    options = game.options_from(given)
    if SCENE.name in given:
        from skill.table.attempts import check_scene

        check_scene(game, seat_count(game, options, players), options)
    for caution in game.cautions(options):
        remark(tr("warning: {text}", text=tr(caution.text)))
        if caution.remedy is not None:
            remark(tr("Mended by --set {option}={value}.", option=caution.remedy[0], value=caution.remedy[1]))
    return options


def material_named(name: str | None) -> str:
    """A material by its name or file, as the option `material` has it. Raises `FileError`."""
    from skill.physics.scene import AS_THE_SCENE, material_text

    return AS_THE_SCENE if name is None else material_text(name)


def scene_named(name: str | None, level: str = "book") -> str:
    """A scene by its name or file, as the option `scene` has it at that level. Raises `FileError`."""
    from skill.physics.scene import AS_THE_GAME, scene_text

    return AS_THE_GAME if name is None else scene_text(name, level)


def variants_of(game: AnyGame, settings: list[str]) -> list[list[str]]:
    """The settings of each variant, where options are given several values: `turns=3,6`; the settings as they are
    where none is. What is written freely, such as a material, has one value, whatever stands in it.

    Raises `UnknownName` for more than `MOST_VARIANTS`.
    """
    free = {option.name for option in game.all_options if option.pattern or option.of_file}
    values = []
    for setting in settings:
        name, is_given, value = setting.partition("=")
        several = value.split(",") if is_given and name not in free else [value]
        values.append([f"{name}={each}" for each in several] if is_given else [setting])
    count = prod(map(len, values))
    if count > MOST_VARIANTS:
        raise UnknownName("--set: {count} variants; expected at most {most}", count=count, most=MOST_VARIANTS)
    return [[*each] for each in product(*values)]


def pairs_of(settings: list[str], what: str) -> dict[str, str]:
    """Values by name from `name=value` settings. Raises `UnknownName`, or `FileError` for a name that comes twice."""
    for setting in settings:
        if "=" not in setting:
            raise UnknownName("--set {setting}: expected {what}=VALUE", setting=shortened(setting), what=what)
    from skill.files import each_once

    return each_once(((name, value) for name, _, value in (each.partition("=") for each in settings)), "--set")


def seat_count(game: AnyGame, options: Options, players: int | None) -> int:
    """The number of seats asked for, by default the fewest."""
    return game.seats(options)[0] if players is None else players


def two_seats(game: AnyGame, options: Options) -> int:
    """Two seats, or the nearest number that the game allows."""
    low, high = game.seats(options)
    return min(max(2, low), high)


def none_with(context: typer.Context, mode: str, *options: str) -> None:
    """Raises `UnknownName` if one of these options was given, which mean nothing with `mode`, another option."""
    for option in _given(context, options):
        raise UnknownName("{option}: means nothing with {mode}; expected one of the two", option=option, mode=mode)


def only_with(context: typer.Context, mode: str, *options: str) -> None:
    """Raises `UnknownName` if one of these options was given, which mean nothing without `mode`, another option."""
    for option in _given(context, options):
        raise UnknownName("{option}: expected {mode} with it", option=option, mode=mode)


def _given(context: typer.Context, options: Sequence[str]) -> Iterator[str]:
    """Those of these options that stand on the command line, in the order of the command's."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is not None and source.name == "COMMANDLINE":  # typer brings a Click of its own
            yield from (option for option in parameter.opts if option in options)


def check_jobs(jobs: int) -> None:
    """Raises `UnknownName` unless so many processes can be started."""
    if not 1 <= jobs <= MOST_JOBS and jobs != EVERY_CORE:
        raise UnknownName(
            "--jobs {jobs}: expected {low} to {high}, or {every} for every core",
            jobs=shortened(str(jobs)),
            low=1,
            high=MOST_JOBS,
            every=EVERY_CORE,
        )


def refuse_same(what: str, path: Path, *read: Path) -> None:
    """Raises `FileError` if `what`, which is written at `path`, would replace one of the files that are read."""
    for other in read:
        if path.resolve() == other.resolve() or (path.exists() and other.exists() and path.samefile(other)):
            raise FileError(
                "{what} {path}: would be written over {other}; expected another name", what=what, path=path, other=other
            )
