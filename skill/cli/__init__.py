"""The command line: `skillbox`. A module for each group of commands; a command loads what it needs when it runs.

Exit codes: 0 done, 1 a check failed, 2 bad input, 130 interrupted, 141 nobody read the output to its end.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.main import get_command_from_info, get_command_name, get_group

from skill import __version__
from skill.cli import analysis, bench, completion, games, laboratory, matches, net, new, scenes, serve, tasks
from skill.cli.help_pages import LANGUAGE, Translated
from skill.errors import SkillboxError, shortened

READER_GONE = 141  # what a shell says of a program that ends for want of a reader


class Commands(Mapping[str, Any]):
    """All commands by their names, each made when it is asked for: to make all of them takes a third of a start."""

    def __init__(self) -> None:
        self._made: dict[str, Callable[[], Any]] = {}
        for group in (games, matches, analysis, new, laboratory, bench, serve, net):
            for info in group.commands.registered_commands:
                assert info.callback is not None
                made = partial(get_command_from_info, info, pretty_exceptions_short=False, rich_markup_mode=None)
                self._made[info.name or get_command_name(info.callback.__name__)] = cache(made)
        for name, group in (("scene", scenes), ("tasks", tasks)):
            self._made[name] = cache(partial(get_group, group.commands))

    def __getitem__(self, name: str) -> Any:
        return self._made[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class Whole(Translated):
    """The command line with all its commands."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.commands = Commands()  # type: ignore[assignment]

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.commands)


app = typer.Typer(
    cls=Whole,
    help="The sandbox for Reinhold Wittig's dice-pyramid games. Without a command it opens the front end.",
    epilog="Example: skillbox demo faraday --seed 3",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback(invoke_without_command=True)
def front(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    language: Annotated[
        str,
        typer.Option(metavar="CODE", envvar=LANGUAGE, help="Show games in this language; the window opens in it."),
    ] = "",
) -> None:
    """Opens the front end if no command is given."""
    if version:
        typer.echo(f"skillbox {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from skill.app.main import run

        run()


def main() -> None:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without a sign shows another one
    try:
        try:
            _run()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # what cannot be written is told here, and not by Python after the end
    except SkillboxError as error:
        from skill.app.i18n import told

        typer.echo(f"skillbox: {told(error)}", err=True)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        _drop_output()
        raise SystemExit(READER_GONE) from None
    except OSError as error:  # a full disk, a folder that is gone, a name that is too long
        from skill.app.i18n import told
        from skill.errors import Words, reason_of

        reason = reason_of(error)
        if error.filename is not None:
            reason = Words("{file}: {reason}", file=shortened(str(error.filename)), reason=reason)
        elif isinstance(error, FileNotFoundError):  # `os.getcwd` tells no name
            reason = Words("the current folder: {reason}", reason=reason)
        typer.echo(f"skillbox: {told(reason)}", err=True)
        _drop_output()
        raise SystemExit(2) from None


def _run() -> None:
    """Runs the command; what goes wrong in a game from a file is told as a fault of that file."""
    completion.join_words_of_bash()
    try:
        app()
    except (Exception, SystemExit) as error:
        if isinstance(error.__context__, BrokenPipeError):  # of which Click makes the code of a check that failed
            raise error.__context__ from None
        if "skill.rules.catalogue" not in sys.modules:
            raise
        from skill.rules.catalogue import naming_own_faults

        with naming_own_faults():
            raise


def _drop_output() -> None:
    """Has Python throw away what is left of the output, which it would try to write once more at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
