"""Every text that is shown, for catalogues: `python -m tests.languages --write` writes the template of all languages
and brings each language in step with it. Babel writes; the program itself needs none of this.

Texts come from two places: what games, guides, scenes and bots declare as data, asked of the objects themselves, and
the literals in the code. In the rooms of `SENTENCES` every literal of several words counts as shown unless it is part
of an error, a docstring or a pattern: a text too many harms nobody, a text too few is never translated.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

import skill
from skill.app.i18n import CATALOGUES
from skill.rules.texts import YOU, declared_texts, readable, you_form

ROOT = Path(skill.__file__).parent
TEMPLATE = CATALOGUES / "skillbox.pot"
SENTENCES = ("rules", "app/play", "app/input/tools", "app/library", "app/screens", "app/settings", "analyse/report.py")
"""Where a literal of several words is a text. Elsewhere in `app` and `cli` only what is given to `tr` is."""
BROKEN = (
    *("Address already in use", "Connection refused", "Connection reset by peer", "Name or service not known"),
    *("Network is unreachable", "No route to host", "Temporary failure in name resolution", "timed out"),
)
REASONS = (
    *("File exists", "File name too long", "Is a directory", "No space left on device", "No such file or directory"),
    *("Not a directory", "Permission denied", "Read-only file system"),
)
"""Why a system refuses a file, in its words."""
ERRORS = {
    *("NotationError", "IllegalMove", "UnknownName", "FileError", "Unavailable", "EngineError"),
    *("Lost", "UnreadableView", "WrongCode"),
}
"""What a person may be told: the text of each is one, unless it is made of pieces, as those for programmers may be."""
SHOWN = {
    *("Words", "Bar", "tr", "fact", "Fact", "Label", "Note", "Caution", "Result"),
    *("_said", "_told", "said", "Step", "Guide"),
}
"""Calls whose literals are texts however short."""
PLAIN = (
    (re.compile(r" (?=[;:!?»%])|(?<=«) |(?<=\d) (?=(?:mm|cm|m|s)\b)"), "\N{NO-BREAK SPACE}"),
    (re.compile(r"(?<=\w)'(?=\w)"), "’"),
)
"""What French sets otherwise than a keyboard has it: the space before a high sign or a unit, where no line may break,
and the apostrophe."""
Key = tuple[str, ...]
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in the template, always the same, so that it changes only where texts do."""
NO_TEXT = re.compile(r"\(\?|^<font |\\|\^|<:?[a-z]+>|^pad |^[a-z]+ $|^skillbox [a-z]|^GAME =$|^\W*$|\b[A-Z]\d{3}\b")
"""Patterns, the text forms of verbs, positions, and keys."""
NAMES = {
    *("taken back", "no star", "start here", "the match", "to be shown again", "Value error, ", ", or "),
    *("chance or a bot", "a person's choice", "whoever is first", "whoever is to try to begin", "an attempt that runs"),
    *("name of an option", "what an action does, in a list and at a die", "to whoever looks", "part of a sentence"),
    *("log, to whoever looks", "name that is chosen"),
    *("far corner", "right corner", "left corner", "near edge", "left edge", "right edge"),
    *("a text", "a list", "true or false", "a number", "a whole number"),
}
"""Literals of several words that nobody is shown, or only in errors."""
ONLY_VALUES = {
    *(
        "{colour} {number}",
        "{colour} {count}",
        "{option}: {value}. {help}",
        "{player}: {score}",
        "{question}: {answer}",
        "{label}: {value}",
    ),
    *("{share} +- {error} %", "{elo} +- {error}", "{first}; {next}"),
}
"""Texts without a word whose order another language may change."""
PROGRAMS = ("openspiel.py", "pettingzoo.py", "playing.py", "environment.py")
"""Modules whose errors programs and programmers get."""


class Found(NamedTuple):
    """A text, and what translators must know of it."""

    text: str
    file: str
    note: str = ""
    one: str = ""
    """The text for 1, where there is one."""
    context: str = ""


def literals(path: Path) -> Iterator[Found]:
    """The texts among the literals of a module."""
    tree = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    name = path.relative_to(ROOT).as_posix()
    takes_all = name.startswith(SENTENCES)
    skipped: set[int] = set()
    given: set[int] = set()
    many: dict[int, str] = {}  # the texts for 1, by the literal for other numbers
    context: dict[int, str] = {}
    has_you: set[int] = set()
    for node in tree:
        match node:
            case ast.Call(func=ast.Name(id=called), args=[wrong], keywords=values) if called in ERRORS and (
                values or isinstance(wrong, ast.Constant)
            ):
                skipped |= set(map(id, ast.walk(node)))
                for text in every_assigned(tree, wrong):
                    given |= set(map(id, texts_in(text)))
            case ast.Expr(value=ast.Constant()) | ast.Raise() | ast.Assert():
                skipped |= set(map(id, ast.walk(node)))
            case ast.JoinedStr():
                skipped |= {id(part) for part in node.values}
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation) if annotation:
                skipped |= set(map(id, ast.walk(annotation)))
            case ast.Call(func=ast.Name(id=called) | ast.Attribute(attr=called)) if called in SHOWN:
                shown = node.args[:1] if called != "Result" else node.args[2:]
                shown += [k.value for k in node.keywords if k.arg in ("you", "one", "reason", "text")]
                for part in shown:
                    for text in every_assigned(tree, part):
                        given |= set(map(id, texts_in(text)))
                for keyword in node.keywords:
                    match keyword.value:
                        case ast.Constant(value=str(value)) if keyword.arg == "context":
                            context |= {id(part): value for first in shown[:1] for part in texts_in(first)}
                            skipped.add(id(keyword.value))
                        case ast.Constant(value=str(value)) if keyword.arg == "one":
                            many[id(assigned(tree, node.args[0]))] = value
                            skipped.add(id(keyword.value))
                            given.discard(id(keyword.value))
                if any(keyword.arg == "you" for keyword in node.keywords):
                    has_you |= {id(part) for part in ast.walk(node)}
            case ast.Tuple(elts=[ast.Constant(value=str()) as one, ast.Constant(value=str()) as other]) if (
                one.value and other.value and ("{count}" in one.value) != ("{count}" in other.value)
            ):
                one, other = (other, one) if "{count}" in one.value else (one, other)
                many[id(other)] = one.value
                skipped.add(id(one))
            case ast.Assign(targets=[ast.Name(id="one")], value=ast.Constant(value=str(value))):
                many[id(assigned(tree, ast.Name("text", lineno=node.lineno)))] = value
                skipped.add(id(node.value))
            case ast.Tuple(elts=[*parts]):
                texts = [part.value for part in parts if isinstance(part, ast.Constant)]
                if any(isinstance(text, str) and text.startswith("You") for text in texts):
                    has_you |= set(map(id, parts))
    for node in tree:
        if not isinstance(node, ast.Constant) or not isinstance(text := node.value, str) or not text.strip():
            continue
        is_sentence = (
            takes_all
            and " " in text.strip()
            and id(node) not in skipped
            and text not in NAMES
            and not NO_TEXT.search(text)
        )
        if id(node) in given or is_sentence:
            one = many.get(id(node), "")
            yield Found(text, f"skill/{name}", "", one, context.get(id(node), ""))
            if name.startswith("rules") and text.startswith(YOU) and id(node) not in has_you:
                yield Found(you_form(text), f"skill/{name}", "to whoever looks", you_form(one))


def assigned(tree: Sequence[ast.AST], node: ast.expr) -> ast.expr:
    """The literal that a name was given last before, or the expression itself."""
    if not isinstance(node, ast.Name):
        return node
    found = [
        part
        for part in tree
        if isinstance(part, ast.Assign) and part.lineno < node.lineno and isinstance(part.targets[0], ast.Name)
    ]
    return max((part for part in found if part.targets[0].id == node.id), key=lambda part: part.lineno).value


def every_assigned(tree: Sequence[ast.AST], node: ast.expr) -> Iterator[ast.expr]:
    """The literals that a name is given in the function of an expression, or the expression itself."""
    if not isinstance(node, ast.Name):
        yield node
        return
    functions = (part for part in tree if isinstance(part, ast.FunctionDef))
    inside = [part for part in functions if part.lineno <= node.lineno <= (part.end_lineno or 0)]
    if not inside:
        return
    for part in ast.walk(max(inside, key=lambda function: function.lineno)):
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and part.targets[0].id == node.id:
            yield part.value


def texts_in(node: ast.AST) -> Iterator[ast.AST]:
    """The literals that an expression may be, without conditions and keys."""
    match node:
        case ast.Constant():
            yield node
        case ast.IfExp(body=one, orelse=other):
            yield from texts_in(one)
            yield from texts_in(other)
        case ast.Subscript(value=of):
            yield from texts_in(of)
        case ast.Tuple(elts=parts) | ast.Dict(values=parts) | ast.BoolOp(values=parts):
            for part in parts:
                yield from texts_in(part)


def declared() -> Iterator[tuple[str, ...]]:
    """What games, guides, bots, scenes and tools declare: each text, the file it stands in, and a remark."""
    yield from of_games()
    yield from of_app()
    yield from of_scenes()
    yield from of_commands()


def of_games() -> Iterator[tuple[str, ...]]:
    from skill.rules.catalogue import all_games
    from skill.rules.game import FAMILIES, KINDS
    from skill.rules.rules_page import HEADINGS, NAME
    from skill.rules.shared.attempts import AttemptGame
    from skill.rules.words import WORDS

    for game in all_games():
        file = type(game).__module__.replace(".", "/") + ".py"
        for text, note in declared_texts(game):
            yield text, file, note
        for option in game.all_options:
            for title in option.titles.values():
                yield title, file, f"of option {option.name}", "", NAME
        if isinstance(game, AttemptGame):
            yield game.what_counts, file, "what the result counts"
            yield game.lost, file, ""
    for text in FAMILIES.values():
        yield text, "skill/rules/game.py", "family of games"
    for text in KINDS:
        yield text, "skill/rules/game.py", "kind of game"
    for word in WORDS:
        yield word.meaning, "skill/rules/words.py", "a word of the rules, and what it means"
    for text in HEADINGS:
        yield text, "skill/rules/game.py", "heading of a rules page"


def of_app() -> Iterator[tuple[str, ...]]:
    from skill.analyse import report
    from skill.app.input import tools
    from skill.app.input.actions import GROUPS, Act, parts_of, usual_keys
    from skill.app.library.game_search import FILTERS
    from skill.app.library.triangle import CORNERS
    from skill.app.play.guides import all_guides
    from skill.app.play.said.words import DICE, PLACES, SIDES
    from skill.app.screens.home import panel as home_panel
    from skill.app.screens.workbench import lines as workbench_lines
    from skill.app.settings.changes import CHOICES
    from skill.bots.registry import ELSEWHERE, sitters
    from skill.lattice.dice import COLOUR_NAMES

    words = "skill/app/play/said/words.py"
    for text in COLOUR_NAMES.values():
        yield text, "skill/lattice/dice.py", "colour of a die"
    for text in (*DICE.values(), *SIDES, *(text for ways in PLACES.values() for text in ways)):
        yield text, words, "part of sentences, as it is"
    for text in (*report.PLACES, *report.CHANGES.values()):
        yield text, "skill/analyse/report.py", "part of sentences, as it is"
    for text in (*sitters(), ELSEWHERE):
        yield text, "skill/bots/registry.py", "who sits on a seat"
    for guide in all_guides().values():
        yield guide.title, "skill/app/play/guides", "title of a guide"
        for step in guide.steps:
            yield step.text, "skill/app/play/guides", ""
    for module in iter_modules(tools.__path__):
        for binding in vars(import_module(f"{tools.__name__}.{module.name}")).values():
            if isinstance(title := getattr(binding, "title", None), str):
                yield title, "skill/app/input/tools", "tool"
    for question in FILTERS:
        yield question.label, "skill/app/library/game_search.py", "filter of games"
        for value in question.values:
            if question.name != "family" and not value.isdigit():
                yield value, "skill/app/library/game_search.py", f"answer to {question.label}"
    for text in CORNERS:
        yield text.capitalize(), "skill/app/library/triangle.py", "what decides a game"
    for name, group in GROUPS.items():
        yield readable(name).capitalize(), "skill/app/input/actions.py", "group of keys"
        for act in group.values():
            yield readable(act.value).capitalize(), "skill/app/input/actions.py", "what a key does"
    for values in CHOICES.values():
        for value in values:
            if isinstance(value, str):
                yield value, "skill/app/settings/changes.py", "value of a preference"
    for text in home_panel.BUTTONS.values():
        yield text, "skill/app/screens/home/panel.py", "button"
    for text in workbench_lines.SIDES:
        yield text, "skill/app/screens/workbench/lines.py", "how many worlds there are", "", "worlds"
    for name in sorted(
        {part for group in GROUPS for act in Act for key in usual_keys(group, act) for part in parts_of(key)}
    ):
        if len(name) > 1:
            yield name.capitalize(), "skill/app/input/actions.py", "name of a key", "", "key"
    for text in workbench_lines.SCENARIO_TEXTS.values():
        yield text, "skill/app/screens/workbench/lines.py", "value of a line"


def of_scenes() -> Iterator[tuple[str, str, str]]:
    """What the workbench shows of scenes and experiments."""
    from skill.app.lab.labels import label_of as label
    from skill.app.lab.labels import spelt
    from skill.app.lab.live_world import alternatives, parameters, parts_of
    from skill.app.lab.sweep import axes_of
    from skill.env.tasks.task import all_tasks
    from skill.physics.lab import EXPERIMENTS
    from skill.physics.scene import load_scene, scene_names

    for task in all_tasks().values():
        yield task.title, "skill/env/tasks/tasks.toml", "title of a task"
    file = "skill/physics/scene.py"
    for name in scene_names():
        scene = load_scene(name)
        yield scene.title, "scenes", "title of a scene"
        for part in parts_of(scene):
            yield part, file, "table of a scene"
            for choice in alternatives(scene, part):
                yield label(choice.key.split(".")[-1]), file, "name of a choice in a scene"
                yield choice.help, file, ""
                for value in choice.values:
                    yield value, file, f"value of {choice.key}"
            for number in parameters(scene, part):
                yield number.label, file, "name of a number of a scene"
                yield number.help, file, ""
    for experiment in EXPERIMENTS.values():
        yield spelt(experiment.name), "skill/physics/lab", "name of an experiment"
        yield experiment.title, "skill/physics/lab", "title of a plot"
        yield experiment.theory, "skill/physics/lab", "what theory says of a plot"
        yield experiment.unit, "skill/physics/lab", "unit of a plot"
        for axis in axes_of(experiment):
            yield label(axis.name), "skill/physics/lab", "axis of a plot"


def of_commands() -> Iterator[tuple[str, str, str]]:
    """The help of every command, and of the arguments of those that players use."""
    from typer.main import get_command

    from skill.cli import app
    from skill.cli.help_pages import FAULTS as OF_ARGUMENTS
    from skill.cli.help_pages import MARKS, paragraphs
    from skill.files import FAULTS, UNKNOWN_KEY
    from skill.physics.lab import EXPERIMENTS
    from skill.tune.example import remarks

    for text in remarks():
        yield text, "scenes/measurements", "remark in the example of measurements; TOML in it stays"
    file = "skill/cli"
    for text in ("Usage:", "Options", "Commands", "Arguments", "Show this message and exit.", *MARKS):
        yield text, file, "help page"
    for text in REASONS:
        yield text, "skill/errors.py", "why a file is refused"
    for text in BROKEN:
        yield text, "skill/errors.py", "why there is no wire to another machine"
    for text in OF_ARGUMENTS:
        yield text, file, "fault in arguments"
    for text in (UNKNOWN_KEY, *FAULTS.values()):
        yield text, "skill/files.py", "fault in a file"
    for experiment in EXPERIMENTS.values():
        if experiment.caveat:
            yield experiment.theory, "skill/physics/lab", "a closed form"
            yield experiment.caveat, "skill/physics/lab", "what to know of its answer"
        if experiment.beyond:
            yield experiment.beyond, "skill/physics/lab", "what happens where a closed form does not hold"
    whole = get_command(app)
    inner = [("", whole), *whole.commands.items()]
    inner += [
        (f"{name} {below}", c) for name, group in inner[1:] for below, c in getattr(group, "commands", {}).items()
    ]
    for name, command in inner:
        for text in paragraphs(command.help):
            yield text, file, f"help of skillbox {name}"
        for argument in command.params:
            if text := getattr(argument, "help", None):
                yield " ".join(text.split()), file, f"help of skillbox {name}, {argument.name}"


def modules() -> list[Path]:
    """Where texts are shown or come from."""
    return sorted(path for path in ROOT.rglob("*.py") if path.name not in PROGRAMS)


def template() -> Catalog:
    """Every text that is shown, as a catalogue without translations."""
    catalogue = Catalog(project="Skillbox", charset="utf-8", fuzzy=False, creation_date=EPOCH, revision_date=EPOCH)
    catalogue.header_comment = "# Texts of Skillbox. Made by `python -m tests.languages --write`.\n#"
    said = [found for path in modules() for found in literals(path)]
    for text, file, note, one, context in [*(Found(*text) for text in declared()), *said]:
        if re.search(r"[A-Za-z]{2}", re.sub(r"\{\w+\}", "", text)) or text in ONLY_VALUES or context:
            key, notes = (one, text) if one else text, [note] if note else []
            catalogue.add(key, locations=[(file, None)], auto_comments=notes, context=context or None)
    return catalogue


def languages() -> list[Path]:
    """The catalogues there are."""
    return sorted(CATALOGUES.glob("*.po"))


def messages(path: Path) -> dict[Key, tuple[str, ...]]:
    """What a catalogue has for each text in all plural forms, empty where it has nothing."""
    with path.open("rb") as file:
        return {key_of(message): forms_of(message.string) for message in read_po(file) if message.id}


def key_of(message: Message) -> Key:
    """The context of a text, the text, or that for 1, and the text for other numbers."""
    return (message.context or "", *forms_of(message.id))


def forms_of(text: str | Sequence[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def set_in_french(text: str) -> str:
    """A French text as it is set; what stands between back ticks is typed, and stays."""
    parts = text.split("`")
    for sign, instead in PLAIN:
        parts[::2] = [sign.sub(instead, part) for part in parts[::2]]
    return "`".join(parts)


def in_step(path: Path, texts: Catalog) -> Catalog:
    """A catalogue with the texts of the template and the translations that it has of them; others are dropped."""
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.stem)
    for message in catalogue:
        message.locations, message.auto_comments = [], []
        if path.stem == "fr" and message.id:
            forms = tuple(map(set_in_french, forms_of(message.string)))
            message.string = forms[0] if isinstance(message.string, str) else forms
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def write(path: Path, catalogue: Catalog) -> None:
    with path.open("wb") as file:
        write_po(file, catalogue, width=120, include_lineno=False, sort_output=False, ignore_obsolete=True)


if __name__ == "__main__":
    texts = template()
    if "--write" in sys.argv:
        CATALOGUES.mkdir(exist_ok=True)
        write(TEMPLATE, texts)
        for path in languages():
            write(path, in_step(path, texts))
    words = sum(len(" ".join(forms_of(message.id)).split()) for message in texts if message.id)
    sys.stdout.write(f"{len(texts)} texts, {words} words\n")
    for path in languages():
        lacking = [key[-1] for key, forms in messages(path).items() if not all(forms)]
        sys.stdout.write("\n  ".join([f"{path.stem}: {len(lacking)} without a translation", *lacking]) + "\n")
