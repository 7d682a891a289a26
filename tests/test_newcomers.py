"""What newcomers look for stands on a page, and is what the program has.

Commands and scripts of the pages run in `test_docs_commands.py` and `test_docs.py`.
"""

from __future__ import annotations

import re
from ast import literal_eval
from pathlib import Path
from runpy import run_path

import platformdirs
import pytest

from skill import paths
from skill.env.tasks.task import all_tasks, checked_factors
from skill.lattice.dice import COLOUR_NAMES
from skill.lattice.notation import parse_die, parse_position
from skill.lattice.pyramid import EMPTY
from skill.physics.lab import EXPERIMENTS
from skill.physics.scene import load_scene
from skill.rules.catalogue import find_game

ROOT = Path(__file__).parents[1]
REFERENCE = run_path(str(ROOT / "docs" / "build_pages.py"))["REFERENCE"]


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["README.md", "docs/index.md"])
def test_how_to_start_it_after_the_first_command_in_each_shell(name: str) -> None:
    text = page(name)
    for shell in (".venv/bin/skillbox", ".venv\\Scripts\\skillbox", "source .venv/bin/activate"):
        assert shell in text
    assert ".venv\\Scripts\\Activate.ps1" in text and "PowerShell" in text and "py -m venv .venv" in text


@pytest.mark.parametrize(
    ("system", "variables", "told"),
    [
        ("unix", {"HOME": "/home/ann"}, "~/.local/share/skillbox"),
        ("macos", {"HOME": "/home/ann"}, "~/Library/Application Support/skillbox"),
    ],
)
def test_where_data_lie(system: str, variables: dict[str, str], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("SKILLBOX_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    folders = pytest.importorskip(f"platformdirs.{system}")
    kind = {"unix": "Unix", "macos": "MacOS"}[system]
    monkeypatch.setattr(platformdirs, "PlatformDirs", getattr(folders, kind))
    assert str(paths.data_folder()).replace("/home/ann", "~") == told
    assert f"`{told}`" in page("README.md") and f"`{paths.HOME_VARIABLE}`" in page("README.md")


def test_three_people_at_one_screen() -> None:
    (line,) = re.findall(r"^skillbox play (\S+) --players 3 ((?:--seat \d=human ?)+)$", page("docs/families.md"), re.M)
    low, high = find_game(line[0]).players
    assert low <= 3 <= high and line[1].split()[1::2] == ["1=human", "2=human", "3=human"]


def test_ids_of_all_environments_and_what_is_seen_and_done_in_them() -> None:
    text = page("docs/tasks.md")
    assert [task.id for task in all_tasks().values() if f"`{task.id}`" not in text] == []
    numbers = dict(enumerate(REFERENCE.values(), 1))
    for name, module in (
        ("tasks", "env.tasks.environment"),
        ("turn-games", "env.observation"),
        ("tasks", "physics.scene"),
    ):
        led = [int(n) for n in re.findall(r"reference/(\d+)\.md", page(f"docs/{name}.md"))]
        assert any(module in numbers[n] for n in led), (name, module)


def test_keys_of_variation_are_those_that_tasks_take() -> None:
    text = page("docs/tasks.md")
    ours = all_tasks()["hop"].factors
    assert [key for key in ours if f"| `{key}` |" not in text] == []
    (example,) = re.findall(r"factors of your own .*?`(\{.*?\})`", text)
    assert checked_factors(load_scene("faraday"), literal_eval(example))


def test_notation_is_told_in_prose_with_examples_that_can_be_read() -> None:
    section = page("docs/command-line.md").partition("## Notation\n")[2].partition("\n## ")[0]
    told = dict(re.findall(r"`([A-Z])`\s+(\w+)", section))
    assert told == {letter: name for letter, name in COLOUR_NAMES.items() if letter.isalpha()}
    for text in ("R800", "R341:654"):
        assert f"`{text}`" in section and parse_die(text)
    assert "`K521 G611`" in section and len(list(parse_position("K521 G611"))) == 2
    assert "An empty plate is `-`" in section and parse_position("-") == EMPTY
    for text in ("place R341", "remove 000"):
        assert f"`{text}`" in section
    assert find_game("rasanto").parse("place R341") and find_game("el-dado").parse("remove 000")


def test_how_transcripts_are_made_and_where_an_answer_of_the_protocol_is_shown() -> None:
    assert "`python -m tests.rules.transcripts rasanto`" in page("CONTRIBUTING.md")
    assert re.search(r"^```json\n\{\"ok\": true, \"match\"", page("docs/text-protocol.md"), re.MULTILINE)


def test_counts_of_experiments_add_up() -> None:
    """Of those that there are, some are drawn as what hands can do at home, and the others are so many."""
    words = {13: "thirteen"}
    text = page("docs/tuners.md")
    (drawn,) = re.findall(r"^```\n(.*?)^```", text.partition("## How")[0], re.MULTILINE | re.DOTALL)
    named = [name for name in EXPERIMENTS if re.search(rf"(?<![\w-]){name}(?![\w-])", drawn)]
    assert f"any of the {len(EXPERIMENTS)} experiments" in text
    assert re.search(rf"The\s+{words[len(EXPERIMENTS) - len(named)]} others", text)
