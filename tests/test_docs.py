"""The docs: every `python` block runs, links lead somewhere, the site builds. Commands: `test_docs_commands.py`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from skill.cli.new import write_game
from skill.jobs import environment
from skill.rules.catalogue import all_games
from skill.rules.game import FAMILIES

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^```python\n(.*?)^```\n\nIt prints\n\n```text\n(.*?)^```", re.MULTILINE | re.DOTALL)
WRITTEN = re.compile(r"# writes (\S+)")
LINK = re.compile(r"\]\((?!http)([^)#]+)")


def named(page: Path) -> str:
    return page.stem


@pytest.mark.parametrize("page", [page for page in PAGES if BLOCK.search(page.read_text())], ids=named)
def test_the_python_that_a_page_shows_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    """The blocks of a page one after the other, in a folder of its own; they print what the page says."""
    monkeypatch.chdir(tmp_path)
    write_game("tower", tmp_path)  # as the page for designers has it
    printed = dict(PRINTED.findall(page.read_text()))
    assert page.read_text().count("\nIt prints\n") == len(printed)
    for block in BLOCK.findall(page.read_text()):
        if "RecordVideo" in block and not find_spec("moviepy") and "CI" not in os.environ:
            continue
        if "stable_baselines3" in block and not find_spec("stable_baselines3"):
            continue
        exec(compile(block, page.name, "exec"), {"__name__": "__main__"})
        out = capsys.readouterr().out
        assert out == printed.get(block, out)
        made = [tmp_path / name for name in WRITTEN.findall(block)]
        assert [path for path in made if not path.is_file() or not path.stat().st_size] == []


@pytest.mark.slow  # the test of all pages runs it too, but not as a file
def test_the_script_for_a_cluster_runs_as_a_file(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    (block,) = BLOCK.findall((ROOT / "docs" / "cluster.md").read_text(encoding="utf-8"))
    (tmp_path / "spread.py").write_text(block)
    told = subprocess.run(
        [sys.executable, "spread.py"], cwd=tmp_path, env=environment(), capture_output=True, text=True
    )
    assert told.stdout == "True\n", told.stderr


@pytest.mark.parametrize("page", [*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"], ids=named)
def test_links_lead_to_files(page: Path) -> None:
    links = LINK.findall(page.read_text())
    made = [link for link in links if link.startswith(("rules/", "reference/"))]  # by docs/build_pages.py
    assert [link for link in links if link not in made and not (page.parent / link).exists()] == []


def test_one_page_says_where_the_same_bytes_come_out() -> None:
    """Whoever says that they do elsewhere leads there, and no other page names Pythons for it."""
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    assert "## The same bytes\n" in page and "tests.figures --write`: pythons -->" in page
    for path in (*PAGES, ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        for part in re.split(r"\n\n|\n(?=(?:[-|]|\d+\.) )", path.read_text(encoding="utf-8")):
            claims = re.search(r"same\s+bytes|byte for byte|bit for bit", part)
            elsewhere = re.search(r"version|machine|processor|another process|Python 3\.\d", part)
            if claims and elsewhere and path.name != "command-line.md":
                assert "command-line.md#the-same-bytes" in part, (path.name, part)


@pytest.mark.parametrize("page", ["families", "designers", "researchers", "tuners", "house"])
def test_there_is_a_picture_for_each_kind_of_reader(page: str) -> None:
    assert "](pictures/" in (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")


def test_each_family_of_games_has_a_picture() -> None:
    page = (ROOT / "docs" / "families.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^\*\*(.+?)\.\*\*(.*?)(?=^\*\*|\Z)", page, re.MULTILINE | re.DOTALL))
    names = [FAMILIES[game.family].removesuffix(" games") for game in all_games()]
    without = {name for name in names if "](pictures/" not in sections.get(name, sections.get(f"{name} games", ""))}
    assert without == set()


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", "-d", tmp_path / "site"], cwd=ROOT, check=True)
    rules = (tmp_path / "site/rules/rasanto/index.html").read_text()
    assert "Rasanto" in rules and "Options" in rules
