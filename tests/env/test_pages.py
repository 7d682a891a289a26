"""The examples in the pages on tasks run as they stand there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")

PAGE = Path(__file__).parents[2] / "docs" / "tasks.md"


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S))
def test_examples_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, str(PAGE), "exec"), {})
    assert "roll_deg" in capsys.readouterr().out


def test_commands_in_the_page_are_commands() -> None:
    import click
    import typer

    from skill.cli import app

    tasks = typer.main.get_command(app).commands["tasks"]  # type: ignore[attr-defined]
    lines = re.findall(r"^skillbox tasks (.+?)(?:  +#|$)", PAGE.read_text(encoding="utf-8"), re.M)
    assert len(lines) >= 3
    for line in lines:
        name, command, rest = tasks.resolve_command(click.Context(tasks), line.split())
        command.make_context(name, rest)
