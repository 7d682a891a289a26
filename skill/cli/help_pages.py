"""Help pages and faults of the command line in the language that was asked for. Without one nothing here is used, and
nothing is loaded."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from skill.errors import LONGEST, printable

LANGUAGE = "SKILLBOX_LANGUAGE"
EXAMPLE = "Example: "
MARKS = ("default: ", "env var: ", "required")
"""What stands in square brackets after the help of an argument."""
FAULTS = (
    "Missing argument '{name}'.",
    "Missing option '{name}'.",
    "Missing command.",
    "No such option: {name} (Possible options: {near})",
    "No such option: {name}",
    "No such command '{name}'. Did you mean {near}?",
    "No such command '{name}'.",
    "Got unexpected extra argument(s) ({words})",
    "Option '{name}' requires an argument.",
    "Option '{name}' does not take a value.",
    "Invalid value for {name}: {fault}",
    "'{value}' is not a valid int.",
    "'{value}' is not a valid float.",
    "{value} is not in the range {range}.",
)
"""What Typer says of arguments; it has no catalogue, so its sentences are known by their form."""


class Translated(TyperGroup):
    """The group of all commands, which asks for its language before any help page is made."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Takes the language from the arguments, or else from the environment."""
        parser = self.make_parser(ctx)
        parser.ignore_unknown_options = True  # they are told of later, in the language
        given, _, _ = parser.parse_args(args=[*args])
        if code := given.get("language") or os.environ.get(LANGUAGE):
            from skill.app.i18n import ask_for

            ask_for(code)
            ctx.formatter_class = _formatter(ctx.formatter_class)
            _translate(self, type("Context", (type(ctx),), {"formatter_class": ctx.formatter_class}))
        with _faults_translated(bool(code)):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Runs the command."""
        with _faults_translated("skill.app.i18n" in sys.modules):
            return super().invoke(ctx)


def paragraphs(text: str | None) -> list[str]:
    """The paragraphs of a help text, each in one line."""
    return [" ".join(part.split()) for part in (text or "").split("\n\n")]


@contextmanager
def _faults_translated(has_language: bool) -> Iterator[None]:
    """Has a fault in the arguments tell of itself in the chosen language, and in letters that can be shown."""
    try:
        yield
    except Exception as error:
        if isinstance(message := getattr(error, "message", None), str):
            error.message = printable(message, "line")  # type: ignore[attr-defined]
        if has_language and hasattr(error, "format_message"):
            error.show = _shown(error)  # type: ignore[attr-defined]
        raise


def _shown(error: Any) -> Callable[..., None]:
    from skill.app.i18n import tr

    def show(file: Any = None) -> None:
        if context := getattr(error, "ctx", None):
            typer.echo(context.get_usage(), err=True)
            typer.echo(tr("Try '{command}' for help.", command=f"{context.command_path} --help") + "\n", err=True)
        typer.echo(tr("Error: {fault}", fault=fault_text(error.format_message())), err=True)

    return show


def fault_text(message: str) -> str:
    """A fault that Typer tells, in the chosen language."""
    from skill.app.i18n import tr

    for text in FAULTS if len(message) <= LONGEST else ():  # to look through a long one could take for ever
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*)", re.escape(text))
        if found := re.fullmatch(pattern, message, re.DOTALL):
            values = found.groupdict()
            return tr(text, **values | ({"fault": fault_text(values["fault"])} if "fault" in values else {}))
    return message


def _translate(command: Any, context: type) -> None:
    """Puts the help of a command, of its arguments and of the commands in it into words of the chosen language."""
    from skill.app.i18n import tr

    command.context_class = context
    command.help = "\n\n".join(map(tr, paragraphs(command.help)))
    if command.epilog and command.epilog.startswith(EXAMPLE):
        command.epilog = tr("Example: {command}", command=command.epilog.removeprefix(EXAMPLE))
    for argument in command.params:
        if getattr(argument, "help", None):
            argument.help = tr(" ".join(argument.help.split()))
    for inner in getattr(command, "commands", {}).values():
        _translate(inner, context)


def _formatter(base: Any) -> type:
    from skill.app.i18n import tr

    class Formatter(base):  # type: ignore[misc]
        """Writes the words of the frame in the chosen language."""

        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, f"{tr('Usage:')} ")

        def write_heading(self, heading: str) -> None:
            super().write_heading(tr(heading))

        def write_dl(self, rows: Any, *args: Any, **kwargs: Any) -> None:
            super().write_dl([(first, _marked(tr(second))) for first, second in rows], *args, **kwargs)

    return Formatter


def _marked(text: str) -> str:
    """The help of an argument with the words of its last brackets translated."""
    from skill.app.i18n import tr

    words, bracket, rest = text.rpartition("[")
    for mark in MARKS:
        rest = rest.replace(mark, tr(mark))
    return words + bracket + rest
