"""The command line: `skillbox`. A module for each group of commands; a command loads what it needs when it runs.

Exit codes: 0 done, 1 a check failed, 2 bad input.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from skill import __version__
from skill.cli import analysis, bench, games, laboratory, matches, new, scenes, tasks
from skill.errors import SkillboxError

app = typer.Typer(
    help="The sandbox for Reinhold Wittig's dice-pyramid games. Without a command it opens the front end.",
    epilog="Example: skillbox demo faraday --seed 3",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for group in (games, matches, analysis, new, laboratory, bench):
    app.add_typer(group.commands)
app.add_typer(scenes.commands, name="scene")
app.add_typer(tasks.commands, name="tasks")


@app.callback(invoke_without_command=True)
def front(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False
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
    try:
        app()
    except SkillboxError as error:
        typer.echo(f"skillbox: {error}", err=True)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None
