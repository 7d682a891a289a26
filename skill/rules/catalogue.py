"""The catalogue: every game that is installed, found by number, slug or unique prefix. Nothing is listed by hand.

A single file may hold a game too. It is found by those who have run that file, see `use_own_games`, and by everybody
once it was trusted where games are kept, see `skill.programs`.
"""

from __future__ import annotations

import copyreg
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from skill.errors import FileError, SkillboxError, UnknownName, Words, quoted, shortened
from skill.programs import Program, kept_programs, program_of, read_program, run_program
from skill.rules.asked import answered, watch
from skill.rules.game import FAMILIES, KINDS, AnyGame, Game
from skill.rules.listing import GAMES, Listed, games_at_hand, games_elsewhere
from skill.rules.options import Option
from skill.rules.profile import Profile
from skill.rules.race import Race
from skill.rules.turn import AttemptSpec, Turn

OWN = "skillbox_own_"
"""How the module of a single file is called, before the name of the file and the digest of what is in it."""
CONTRACT: tuple[tuple[str, Callable[[Any], bool], Words], ...] = (
    ("slug", lambda slug: bool(re.fullmatch(r"[\w-]+", str(slug))), Words("letters, digits, - and _")),
    ("family", lambda family: family in FAMILIES, Words("one of {known}", known=", ".join(FAMILIES))),
    ("kind", lambda kind: kind in KINDS, Words("one of {known}", known=", ".join(KINDS))),
    ("players", lambda players: _is_range(players), Words("the fewest and the most, such as (1, 4)")),
    ("options", lambda options: _are(Option, options), Words("a tuple of skill.rules.options.Option")),
    ("profile", lambda profile: isinstance(profile, Profile | None), Words("a skill.rules.profile.Profile or None")),
)
"""What is asked of a game from a file before it is used: an attribute, whether a value will do, what is expected. The
slug names files and stands in records."""


@cache
def all_games() -> tuple[AnyGame, ...]:
    """Every game: our own by number, then those of other packages (entry point group `skillbox.games`)."""
    own = [_own_game(file.name) for file in iter_modules(import_module(GAMES).__path__)]
    return (*sorted(own, key=_order), *_others())


def _own_game(module: str) -> AnyGame:
    game: AnyGame = import_module(f"{GAMES}.{module}").GAME
    return game


@cache
def _others() -> tuple[AnyGame, ...]:
    return tuple(_loaded(entry.load(), f"entry point {entry.name}") for entry in games_elsewhere())


def listed(game: AnyGame) -> Listed:
    """What a list tells of a game."""
    texts = (game.number, game.slug, game.title, game.family, game.kind, game.summary)
    module = type(game).__module__.rpartition(".")[2]
    return Listed(module, *texts, game.players, (game.players, *game.players_with.values()))


def _known() -> Iterator[Listed | AnyGame]:
    """Every game there is to be found, our own without being loaded where they are at hand."""
    yield from games_at_hand() or all_games()
    yield from _others()
    yield from _own_games


_own_games: tuple[AnyGame, ...] = ()


def use_own_games(own: Iterable[AnyGame]) -> None:
    """Registers games from files: from now on they are found by slugs and numbers that no installed game has."""
    global _own_games
    _own_games = tuple(own)


def kept_games(on_fault: Callable[[FileError], object] = lambda fault: None) -> list[AnyGame]:
    """The games that are kept and were trusted once, under slugs that no other has. Each is run once in a process.

    What is wrong with one is told `on_fault`, and it is left out.
    """
    if not (programs := kept_programs()):
        return []
    found, taken = list[AnyGame](), {game.slug for game in _known()}
    for program in programs:
        try:
            game = _loaded_once(program)
        except FileError as fault:
            on_fault(fault)
            continue
        if game.slug not in taken:
            found.append(game)
            taken.add(game.slug)
    return found


def known_games() -> tuple[AnyGame, ...]:
    """Every game: those installed, those from files that are in use, and those that are kept."""
    return (*all_games(), *_own_games, *kept_games())


def find_game(name: str) -> AnyGame:
    """The game with this number, slug or unique beginning of a slug. Raises `UnknownName` with the nearest names."""
    wanted = _plain(name)
    known = list[Listed | AnyGame]()
    for games in (_known, kept_games):  # none that is kept is run for the name of another
        found = [*games()]
        for game in found:
            if wanted == _plain(game.slug) or _digits(wanted) == _digits(game.number.lower()):
                return _game(game)
        known += found
    by_slug = {_plain(game.slug): game for game in known}
    starting = [slug for slug in by_slug if slug.startswith(wanted)] if wanted else []
    if len(starting) == 1:
        return _game(by_slug[starting[0]])
    if starting:
        raise UnknownName("game {name}: could be {games}", name=quoted(name), games=", ".join(starting))
    from difflib import get_close_matches

    if near := get_close_matches(wanted, by_slug, 3, 0.4):
        text = "game {name}: no such number, slug or beginning of a slug; did you mean {games}?"
        raise UnknownName(text, name=quoted(name), games=", ".join(near))
    text = "game {name}: no such number, slug or beginning of a slug; `skillbox list` shows all games"
    raise UnknownName(text, name=quoted(name))


def _game(found: Listed | AnyGame) -> AnyGame:
    return _own_game(found.module) if isinstance(found, Listed) else found


def load_game_file(path: Path) -> AnyGame:
    """The `GAME` of a single Python file. It runs that file: ask the user first. Raises `FileError`."""
    return load_game(read_program(path))


def load_game(program: Program) -> AnyGame:
    """The `GAME` of a program, which is run. Raises `FileError`."""
    path, name = program.path, _module_of(program)
    program.write_packed()
    try:
        module = run_program(program, name)
    except (Exception, SystemExit) as error:
        fault = fault_of(error) or f"{path}: {type(error).__name__}: {error}"
        raise FileError("{fault}", fault=fault) from error
    game = _loaded(getattr(module, "GAME", None), str(path))
    if type(game).__module__ == name:  # parallel workers cannot import it: for them the program is what is pickled
        copyreg.pickle(type(game), lambda _: (_loaded_once, (program,)))
        watch(game)
        _take_scenes_beside(game, path.parent)
    return game


def _take_scenes_beside(game: AnyGame, folder: Path) -> None:
    """Has the attempts of a game take the scene that lies beside its file, if there is one of that name."""
    to_move = game.to_move

    def moves_next(state: Any) -> Turn:
        turn = to_move(state)
        return scene_beside(turn, folder) if isinstance(turn, AttemptSpec) else turn

    vars(game)["to_move"] = moves_next


def scene_beside(attempt: AttemptSpec, folder: Path) -> AttemptSpec:
    """The attempt in the scene of that name that lies in the folder, if there is one."""
    scene = folder / f"{attempt.scene}.toml"
    return attempt._replace(scene=str(scene)) if scene.is_file() else attempt


def _loaded_once(program: Program) -> AnyGame:
    """The game of a program that may have run in this process already."""
    name = _module_of(program)
    if program_of(name) == program and isinstance(game := getattr(sys.modules.get(name), "GAME", None), Game):
        return game
    return load_game(program)


def _module_of(program: Program) -> str:
    """The name of a program's module, which no other program of that name and no earlier version of it has."""
    return f"{OWN}{program.path.stem}_{program.digest[:12]}"


def name_of(game: AnyGame) -> str:
    """What the command line finds a game by: its slug, or the file that it is from."""
    program = program_of(type(game).__module__)
    return game.slug if program is None else str(program.path)


def fault_of(error: BaseException) -> Words | None:
    """What is wrong with the game from a file that an error arose in; None for any other error.

    It names file and line where the error passed through that file, otherwise what the game was asked and answered.
    """
    from traceback import walk_tb

    found = None
    for frame, line in walk_tb(error.__traceback__):
        if frame.f_globals.get("__name__", "").startswith(OWN):
            at = {"file": frame.f_code.co_filename, "line": line, "kind": type(error).__name__, "error": str(error)}
            found = Words("{file}, line {line}: {kind}: {error}", **at)
    if found is None and not isinstance(error, SkillboxError | OSError | SystemExit) and (asked := answered(error)):
        game, said = asked
        *_, (frame, line) = walk_tb(error.__traceback__)
        at = {"module": Path(frame.f_code.co_filename).name, "line": line}
        text = "{file}: {said}: {kind}: {error} ({module}, line {line})"
        return Words(text, file=name_of(game), said=said, kind=type(error).__name__, error=str(error), **at)
    return found


@contextmanager
def naming_own_faults() -> Iterator[None]:
    """Turns an error that a game from a file has caused into a `FileError` that names it; all others go on as they
    are."""
    try:
        yield
    except SkillboxError:
        raise
    except (Exception, SystemExit) as error:
        if (fault := fault_of(error)) is None:
            raise
        raise FileError("{fault}", fault=fault) from error


def _loaded(thing: object, source: str) -> AnyGame:
    if not isinstance(thing, Game):
        raise FileError("{source}: GAME is {thing}; expected a skill.rules.game.Game", source=source, thing=repr(thing))
    for name, fits, expected in CONTRACT:
        if not fits(value := getattr(thing, name, None)):
            text = "{source}: GAME.{name} is {value}; expected {expected}"
            raise FileError(text, source=source, name=name, value=shortened(repr(value)), expected=expected)
    if thing.kind == "race" and not isinstance(thing, Race):
        raise FileError(
            "{source}: GAME.kind is 'race' and GAME is {thing}; expected a skill.rules.race.Race",
            source=source,
            thing=repr(thing),
        )
    return thing


def _is_range(players: Any) -> bool:
    return _are(int, players) and len(players) == 2 and 1 <= players[0] <= players[1]


def _are(kind: type, things: Any) -> bool:
    return isinstance(things, tuple) and all(isinstance(thing, kind) for thing in things)


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-")


def _digits(number: str) -> str:
    return number.lstrip("0")


def _order(game: AnyGame) -> tuple[bool, str, int]:
    letter = game.number.rstrip("0123456789")
    return (bool(letter), letter, int(game.number[len(letter) :]))
