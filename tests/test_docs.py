"""The docs: every command of their `sh` blocks and every `python` block runs, links lead somewhere, the site builds."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from skill.cli import app

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!http)([^)#]+)")


def named(page: Path) -> str:
    return page.stem


@pytest.mark.parametrize("page", [page for page in PAGES if BLOCK.search(page.read_text())], ids=named)
def test_everything_that_a_page_shows_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page one after the other, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    for language, block in BLOCK.findall(page.read_text()):
        if language == "python":
            exec(compile(block, page.name, "exec"), {"__name__": "__main__"})
            continue
        for line in block.splitlines():
            program, *arguments = shlex.split(line, comments=True) or [""]
            if program == "skillbox":
                told = CliRunner().invoke(app, arguments)
                assert told.exit_code == 0, (line, told.output)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md"], ids=named)
def test_links_lead_to_files(page: Path) -> None:
    links = LINK.findall(page.read_text())
    made = [link for link in links if link.startswith(("rules/", "reference/"))]  # by docs/build_pages.py
    assert [link for link in links if link not in made and not (page.parent / link).exists()] == []


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "-d", tmp_path / "site"], cwd=ROOT, check=True)
    rules = (tmp_path / "site/rules/rasanto/index.html").read_text()
    assert "Rasanto" in rules and "Options" in rules
