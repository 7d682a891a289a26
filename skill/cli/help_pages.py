"""Help pages in the language that was asked for. Without one nothing here is used, and nothing is loaded."""

from __future__ import annotations

import os
from typing import Any

from typer.core import TyperGroup

LANGUAGE = "SKILLBOX_LANGUAGE"
EXAMPLE = "Example: "
MARKS = ("default: ", "env var: ", "required")
"""What stands in square brackets after the help of an argument."""


class Translated(TyperGroup):
    """The group of all commands, which asks for its language before any help page is made."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Takes the language from the arguments, or else from the environment."""
        given, _, _ = self.make_parser(ctx).parse_args(args=[*args])
        if code := given.get("language") or os.environ.get(LANGUAGE):
            from skill.app.i18n import ask_for

            ask_for(code)
            ctx.formatter_class = _formatter(ctx.formatter_class)
            _translate(self, type("Context", (type(ctx),), {"formatter_class": ctx.formatter_class}))
        return super().parse_args(ctx, args)


def paragraphs(text: str | None) -> list[str]:
    """The paragraphs of a help text, each in one line."""
    return [" ".join(part.split()) for part in (text or "").split("\n\n")]


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
