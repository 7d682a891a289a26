"""What commands print: JSON, remarks and progress on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import isfinite
from typing import TYPE_CHECKING, Any

import typer

from skill.errors import printable

if TYPE_CHECKING:
    from rich.text import Text


def say(text: object, *, nl: bool = True, err: bool = False) -> None:
    """Prints a text, on standard error if `err`: what others have written in it is printable then."""
    typer.echo(printable(str(text)), nl=nl, err=err)


def plain(text: str) -> Text:
    """A text that a table or a bar shows as it is, whatever looks like markup in it."""
    from rich.text import Text

    return Text(printable(text))


def print_json(data: Any, indent: int | None = 2) -> None:
    """Prints data as JSON, with null for every number that is infinite or none at all: JSON has no word for those."""
    typer.echo(json.dumps(finite(data), indent=indent))


def finite(data: Any) -> Any:
    """The same data with None for every number that is infinite or none at all."""
    if isinstance(data, dict):
        return {key: finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [finite(value) for value in data]
    return data if not isinstance(data, float) or isfinite(data) else None


def remark(text: str) -> None:
    """Prints a line beside the data, on standard error."""
    say(text, err=True)


def tell_engine(name: str) -> None:
    """Says which engine steps the dice, unless it is the usual one."""
    from skill.app.i18n import tr
    from skill.physics.scene import usual_engine

    if name != usual_engine():
        remark(tr("Engine: {name}", name=tr(name)))


def tell_written(file: object, err: bool = True) -> None:
    """Says that a file is written, on standard error unless that is all there is to say."""
    from skill.app.i18n import tr

    say(tr("{file}: written", file=file), err=err)


def result_text(result: str, reason: str, actions: int) -> str:
    """How a match has ended, and after how many actions."""
    from skill.app.i18n import tr

    text = "result {result} ({reason}), {count} actions"
    one = "result {result} ({reason}), one action"
    return tr(text, one=one, result=result, reason=tr(reason), count=actions)


def progress(title: str, total: int, quiet: bool) -> AbstractContextManager[Callable[[], Any]]:
    """A progress bar on standard error, as a context that gives a function to advance it; nothing without a terminal
    or if `quiet`.
    """
    return nullcontext(_nothing) if quiet or not sys.stderr.isatty() else _bar(title, total)


@contextmanager
def _bar(title: str, total: int) -> Iterator[Callable[[], Any]]:
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    columns = (TextColumn("{task.description}", markup=False), *Progress.get_default_columns()[1:])
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(printable(title), total=total)
        yield lambda: shown.advance(task)


Rounds = tuple[Callable[[str], Any], Callable[[int], Any], Callable[[], Any]]
"""Functions to begin a round by its name, to say how much there is to do in it, and to advance."""


def rounds(quiet: bool) -> AbstractContextManager[Rounds]:
    """Progress of work that comes in rounds, on standard error, as a context; without a terminal a line for each round,
    nothing if `quiet`.
    """
    if quiet or not sys.stderr.isatty():
        return nullcontext((_nothing if quiet else remark, _nothing, _nothing))
    return _bar_of_rounds()


@contextmanager
def _bar_of_rounds() -> Iterator[Rounds]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as shown:
        task = shown.add_task("", total=0)
        yield (
            lambda text: shown.update(task, description=printable(text)),
            lambda count: shown.reset(task, total=count),
            lambda: shown.advance(task),
        )


def _nothing(*_: Any) -> None:
    pass
