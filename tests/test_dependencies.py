"""What Skillbox depends on, and what pages and messages say is to be installed.

Bullet comes from one of two distributions, chosen by markers: never both, and none where neither has a wheel.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
WANTED = {Requirement(text).name for texts in (PROJECT["dependencies"], *EXTRAS.values()) for text in texts}
"""The distributions that Skillbox depends on, itself among them for the extras that contain others."""
WANTED |= {"sb3-contrib"}  # for policies that users bring
SAYING = ("*.md", "*.yml", "docs/*.md", "skill/**/*.py", "skill/**/*.po", "skill/**/*.pot", "scenes/*.toml")
SAYING += ("tests/**/*.py", "benchmarks/**/*.py", "bundle/*", ".ci/run")
"""The files in which something to be installed may be named."""
INSTALLED = re.compile(r"\bpip install (?:-\S+ )*['\"]?(\.?(?:[\w-]+)?(?:\[[\w,]+\])?)")
HERE = re.compile(r"\.(?:\[([\w,]+)\])?")
BULLET = [r for r in map(Requirement, PROJECT["dependencies"]) if r.name.startswith("pybullet")]


@pytest.mark.parametrize(
    ("system", "machine", "pythons", "expected"),
    [
        ("linux", "x86_64", ["3.11"], ["pybullet"]),
        ("linux", "x86_64", ["3.12", "3.13"], ["pybullet-arm64"]),
        ("linux", "x86_64", ["3.14"], []),
        ("linux", "aarch64", ["3.11", "3.12", "3.13"], []),
        ("darwin", "arm64", ["3.11", "3.12", "3.13"], ["pybullet-arm64"]),
        ("darwin", "x86_64", ["3.11", "3.12"], ["pybullet-arm64"]),
        ("darwin", "x86_64", ["3.13"], []),  # as the message of skill/physics/world/bullet.py tells too
        ("win32", "AMD64", ["3.11", "3.12", "3.13"], ["pybullet-arm64"]),
        ("win32", "ARM64", ["3.11", "3.12", "3.13"], []),
    ],
)
def test_which_bullet_is_installed(system: str, machine: str, pythons: list[str], expected: list[str]) -> None:
    for python in pythons:
        where = {"sys_platform": system, "platform_machine": machine, "python_version": python}
        assert [r.name for r in BULLET if r.marker is None or r.marker.evaluate(where)] == expected


def faults(text: str) -> list[str]:
    """What a text says is to be installed, or run by itself, that is neither this checkout nor what we depend on."""
    wrong = re.findall(r"\bskillbox\[\w+", text)  # another author's distribution
    wrong += re.findall(r"\b(?:uvx|pipx run|pipx install|uv tool install) skillbox", text)
    for word in filter(None, INSTALLED.findall(re.sub(r'\\|"\n"', "", text))):  # none where a name is filled in
        here = HERE.fullmatch(word)
        if (set((here[1] or "").split(",")) - {"", *EXTRAS}) if here else word not in WANTED:
            wrong.append(word)
    return wrong


def test_no_page_and_no_message_names_a_distribution_that_is_not_ours() -> None:
    files = {path for pattern in SAYING for path in ROOT.glob(pattern) if path.is_file()} - {Path(__file__)}
    told = {str(path.relative_to(ROOT)): faults(path.read_text(encoding="utf-8")) for path in files}
    assert {path: wrong for path, wrong in told.items() if wrong} == {}
    assert Requirement(f"{PROJECT['name']}[env]").name in WANTED and "skillbox" not in WANTED


@pytest.mark.parametrize(
    "text",
    [
        *("pip install 'skillbox[env]'", "pip install skillbox", "pip install -e 'skillbox[a]'", "uvx skillbox"),
        *("pip install '.[environments]'", "pip install '.[env,no]'", "pip install -U gym", "`skillbox[train]`"),
    ],
)
def test_a_distribution_of_another_author_is_noticed(text: str) -> None:
    assert faults(text) != []


@pytest.mark.parametrize(
    ("system", "machine", "expected"),
    [
        ("linux", "x86_64", True),
        ("linux", "aarch64", True),
        ("darwin", "arm64", True),
        ("darwin", "x86_64", False),  # it has no wheel there
        ("win32", "AMD64", True),
    ],
)
def test_where_rapier_is_installed(system: str, machine: str, expected: bool) -> None:
    (rapier,) = [r for r in map(Requirement, PROJECT["dependencies"]) if r.name == "rapier3d"]
    for python in ("3.11", "3.14", "3.15"):
        where = {"sys_platform": system, "platform_machine": machine, "python_version": python}
        assert rapier.marker is not None and rapier.marker.evaluate(where) is expected
