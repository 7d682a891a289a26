"""Bullet comes from one of two distributions, chosen by markers: never both, and none where neither has a wheel."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
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
