"""Nothing that a person reads on the command line is outside the catalogue.

The commands run in a language whose texts have no Latin letter. Every word with Latin letters must then be a name: of a
command, an option, a key, a game, a bot, a file, or what was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from skill.app import i18n
from skill.bots.registry import sitters
from skill.cli import app
from skill.draw.die_look import MAKES
from skill.draw.plate_look import PLATES
from skill.env.tasks.scores import read_scores, scores_file
from skill.env.tasks.task import all_tasks
from skill.errors import SkillboxError
from skill.physics.lab import EXPERIMENTS
from skill.physics.scene import ENGINES, Material, Plate, Scene, scene_names
from skill.rules.catalogue import all_games
from skill.rules.game import FAMILIES, KINDS
from skill.table.record import HEADERS
from tests.languages import TEMPLATE, Key, messages
from tests.rules.transcripts import TRANSCRIPTS

GREEK = str.maketrans({**dict(zip("abcdefghijklmnopqrstuvwxyz", "αβγδεζηθικλμνξοπρστυφχψωςϑ", strict=True))})
NAMES = ("skillbox", "pytest", "Elo", "plastic", "acrylic", "resin", "rubber", "wood")
ENGLISH = {"a", "and", "are", "at", "by", "for", "in", "is", "of", "or", "the", "to", "with"}
"""Words of many sentences, which names have only inside."""
WORD = re.compile(r"[A-Za-z][a-z]+")
NO_WORD = re.compile(r"\bskillbox [a-z ]+ --\w+|<[^>]*>|'[^' ]*'|\"[^\" ]*\"|\S*[\d./_=<>{}*:-]\S*|\b[A-Z]+\b")
"""Commands with an option, kinds of values, what is quoted or has a digit or a sign in it, and places to fill in."""


def greek(text: str) -> str:
    """A text without a Latin letter, but for the names of its values."""
    return "".join(
        part if part.startswith("{") else part.lower().translate(GREEK) for part in re.split(r"({\w+})", text)
    )


class Greek(i18n.Catalogue):
    """A language that has every text of the template, and whatever else was asked for in it."""

    def __init__(self, template: set[Key]) -> None:
        super().__init__()
        self.template = template

    def find(self, text: str, one: str, count: int, context: str) -> str:
        key = (context, one, text) if one else (context, text)
        return greek(text) if key in self.template else text


@pytest.fixture(scope="module")
def catalogue() -> Greek:
    return Greek(set(messages(TEMPLATE)))


@pytest.fixture(scope="module")
def known() -> set[str]:
    """The parts of every name that stays as it is."""
    names: set[str] = {*NAMES, *sitters(), *FAMILIES, *KINDS, *EXPERIMENTS, *scene_names(), *all_tasks(), *HEADERS}
    names |= {*ENGINES, *PLATES, *MAKES, *Scene.model_fields, *Material.model_fields, *Plate.model_fields}
    for game in all_games():
        names |= {game.slug, *(verb.name for verb in game.verbs)}
        for option in game.all_options:
            names |= {option.name, *map(str, (option.default, *option.choices))}
    names |= {row.policy for row in read_scores(scores_file())}
    for experiment in EXPERIMENTS.values():
        names |= {experiment.unit, *experiment.conditions}
    for command in commands(get_command(app)):
        names |= {command.name or "", command.epilog or ""}
        names |= {text for argument in command.params for text in (str(argument.default), *argument.secondary_opts)}
    return {word for name in names for word in WORD.findall(name)} - ENGLISH


def commands(group: Any) -> Iterator[Any]:
    yield group
    for inner in getattr(group, "commands", {}).values():
        yield from commands(inner)


@pytest.fixture
def shown(catalogue: Greek, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """What a command shows in the folder of the test, its error included."""
    monkeypatch.setattr(i18n, "_catalogue", catalogue)
    monkeypatch.setattr(i18n, "ask_for", lambda code: None)
    monkeypatch.chdir(tmp_path)
    command = get_command(app)

    def run(*arguments: str) -> str:
        told = ""
        with suppress(SystemExit):
            try:
                command.main(["--language", "de", *arguments], "skillbox")
            except SkillboxError as error:
                told = i18n.told(error)
        return "".join(capsys.readouterr()) + told

    return run


def foreign(text: str, known: set[str], typed: str = "") -> list[str]:
    """The words in a text that are no name and were not typed."""
    return [word for word in WORD.findall(NO_WORD.sub(" ", text)) if word not in known.union(WORD.findall(typed))]


RIGHT = [
    "list",
    "list --players 99",
    "rules rasanto",
    "rules roll-to-the-top",
    "perft rasanto --set first_player=1 --depth 1 --divide",
    "simulate rasanto -n 2 --bots random,easy",
    "simulate rasanto -n 1 --limit 3",
    "suite A3 --bots random",
    "scene list",
    "scene new tower",
    "scene check tower.toml",
    "new tower",
    "tasks",
    "lab free-fall",
    "lab spin-time --set spin_rad_s=5,10 --converge",
    "replay match.txt",
    "replay match.txt --check",
    "replay short.txt --check",
]
WRONG = [
    "lsit",
    "--lnaguage de",
    "list extra words",
    "list --players many",
    "list --playerz 3",
    "list --kind chess",
    "perft rasanto",
    "perft rasanto --depth -1",
    "perft rasanto --depth 1 --from heap",
    "perft rasanto --depth 1 --from R999",
    "perft rasanto --depth 1 --from B000,B000",
    "rules",
    "rules rasnto",
    "rules d",
    "rules nothing.py",
    "rules broken.py --trust",
    "play rasanto --set fil=keep",
    "play rasanto --set fill=fast",
    "play rasanto --set fill",
    "play rasanto --players 9",
    "play rasanto --seat 1",
    "play rasanto --seat 1=nobody",
    "play faraday --set attempts=many",
    "simulate rasanto -n 0",
    "simulate rasanto --bots clever",
    "simulate rasanto --jobs 0",
    "simulate rasanto --first-player 1",
    "suite rasanto --players 9",
    "demo rasanto --out film.txt",
    "demo rasanto --out folder",
    "demo rasanto --out film.gif --record film.gif",
    "replay nothing.txt",
    "replay header.txt",
    "replay line.txt",
    "replay who.txt",
    "replay undo.txt",
    "replay illegal.txt",
    "replay illegal.txt --check",
    "replay unknown.txt",
    "replay match.txt --out match.txt",
    "analyse rasanto --seconds -1",
    "analyse rasanto -n 0",
    "analyse rasanto --out found.journal",
    "lab fall",
    "lab --set time_s=1",
    "lab free-fall --set colour=red",
    "lab free-fall --set colour=1",
    "lab free-fall --material cheese",
    "roll dice",
    "roll d7",
    "tune",
    "tune nothing.toml",
    "tune measured.toml",
    "tune unknown.toml",
    "scene check nothing.toml",
    "scene check key.toml",
    "scene check type.toml",
    "scene check range.toml",
    "scene check choice.toml",
    "scene check deep.toml",
    "scene check sheet.toml",
    "scene new Tower",
    "scene new there",
    "new import",
    "serve",
    "tasks nothing",
    "tasks hop --seeds 0",
    "tasks hop --policy clever",
    "tasks hop --level hard",
    "tasks hop --policy nothing.py",
]
START = '[Game "23 rasanto"]\n[Players "2"]\n'
FILES = {
    "short.txt": START + '[Result "1 2"]\n',
    "header.txt": "[Gmae 23]\n",
    "line.txt": START + "place R341\n",
    "who.txt": START + "3: place R341\n",
    "undo.txt": START + "1: undo\n",
    "illegal.txt": START + "1: place R341\n",
    "unknown.txt": '[Game "chess"]\n[Players "two"]\n',
    "broken.py": "GAME = 1\n",
    "measured.toml": "vary.friction.low = 0\nvary.friction.high = 1\n"
    "[[measurement]]\nexperiment = 'fall'\nunit = 's'\nvalues = [1]\n",
    "unknown.toml": "vary = { friction = 1 }\n",
    "key.toml": "titel = 'Tower'\n",
    "type.toml": "title = 'Tower'\nplate = 3\n",
    "range.toml": "title = 'Tower'\n[plate]\npitch = 2.0\n",
    "choice.toml": "title = 'Tower'\n[plate]\nside = 'left'\n",
    "deep.toml": f"title = {'[' * 40}{']' * 40}\n",
    "sheet.toml": "slug = 'sheet'\ntitle = 'Sheet'\nsquares = [{ id = 'a1', x = 0, y = 0 }]\n",
    "there.toml": "",
}


@pytest.fixture
def files(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "folder").mkdir()
    (tmp_path / "match.txt").write_text((TRANSCRIPTS / "rasanto.txt").read_text())


def test_every_help_page_is_in_the_language(shown: Any, known: set[str]) -> None:
    found = {}
    for command in [
        "",
        *(c.name for c in commands(get_command(app)) if c.name),
        "scene list",
        "scene new",
        "scene check",
    ]:
        if command in ("check", "evaluate", "export"):
            command = f"scene {command}" if command == "check" else f"tasks {command}"
        page = shown(*command.split(), "--help")
        assert greek("Options") in page
        found[command] = foreign(page, known)
    assert {command: words for command, words in found.items() if words} == {}


@pytest.mark.usefixtures("files")
def test_what_commands_print_is_in_the_language(shown: Any, known: set[str]) -> None:
    found = {line: foreign(shown(*line.split()), known, line) for line in RIGHT}
    assert {line: words for line, words in found.items() if words} == {}


@pytest.mark.usefixtures("files")
def test_what_is_wrong_is_told_in_the_language(shown: Any, known: set[str]) -> None:
    typed = " ".join(FILES.values())
    found = {line: (foreign(text := shown(*line.split()), known, typed + line), text) for line in WRONG}
    assert {line: told for line, told in found.items() if told[0]} == {}
    assert [line for line, (_, text) in found.items() if not re.search("[α-ω]", text)] == []
