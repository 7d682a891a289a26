"""Where Skillbox can be installed from wheels alone: `python -m tests.wheels --write`, by hand, since it asks an index.

For each Python and system pip downloads what `pyproject.toml` asks for there, built distributions only. Of dependencies
of dependencies it takes what this machine would need.
"""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from datetime import date
from tempfile import TemporaryDirectory
from typing import Any

from packaging.requirements import Requirement

from benchmarks.harness import ROOT, code_digest

PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
MANYLINUX = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_26", "manylinux_2_24", "manylinux_2_17", "manylinux2014")
SYSTEMS = {
    "Linux, x86-64": ("linux", "x86_64", [f"{tag}_x86_64" for tag in MANYLINUX]),
    "Linux, ARM": ("linux", "aarch64", [f"{tag}_aarch64" for tag in MANYLINUX]),
    "macOS, Apple processors": ("darwin", "arm64", ["macosx_14_0_arm64"]),
    "macOS, Intel processors": ("darwin", "x86_64", ["macosx_14_0_x86_64"]),
    "Windows, x86-64": ("win32", "AMD64", ["win_amd64"]),
}
"""By their names: `sys_platform`, `platform_machine` and the tags of wheels, best first."""
ENGINES = {"pybullet": "Bullet", "rapier3d": "Rapier"}
TABLE = ROOT / "benchmarks" / "results" / "wheels.csv"
NONE_FOR = re.compile(r"No matching distribution found for ([\w.-]+)")


def wanted(system: str, python: str) -> list[str]:
    """What `pyproject.toml` asks for there, without its markers."""
    platform, machine, _ = SYSTEMS[system]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    there = {
        "sys_platform": platform,
        "platform_machine": machine,
        "python_version": python,
        "python_full_version": f"{python}.0",
    }
    every = map(Requirement, project["dependencies"])
    return [f"{each.name}{each.specifier}" for each in every if each.marker is None or each.marker.evaluate(there)]


def missing(system: str, python: str) -> list[str]:
    """The packages for which there is no wheel there, in the order in which pip comes upon them."""
    asked, found = wanted(system, python), []
    while True:
        told = resolved(asked, SYSTEMS[system][2], python)
        if told.returncode == 0:
            return found
        none = NONE_FOR.search(told.stderr)
        if none is None or none[1] in found:
            raise SystemExit(told.stderr)
        found.append(none[1])
        left = [text for text in asked if Requirement(text).name != none[1]]
        if left == asked:  # something of which another one depends
            return found
        asked = left


def resolved(asked: Sequence[str], tags: Sequence[str], python: str) -> subprocess.CompletedProcess[str]:
    """What pip says to these requirements."""
    with TemporaryDirectory() as folder:
        options = [f"--python-version={python}", "--only-binary=:all:", *(f"--platform={tag}" for tag in tags)]
        # To install would check `requires-python` against the Python that runs.
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        command += [f"--dest={folder}", *options, *asked]
        return subprocess.run(command, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    file = io.StringIO()
    writer: Any = csv.writer(file, lineterminator="\n")
    writer.writerow(["system", "python", "engines", "missing", "date", "code"])
    for system in SYSTEMS:
        for python in PYTHONS:
            lacking = missing(system, python)
            asked = " ".join(wanted(system, python))
            engines = [name for package, name in ENGINES.items() if package in asked]
            row = [
                system,
                python,
                " ".join(engines),
                " ".join(lacking),
                date.today().isoformat(),
                code_digest("wheels"),
            ]
            writer.writerow(row)
            sys.stdout.write(f"{system}, Python {python}: {', '.join(lacking) or 'wheels alone'}\n")
            sys.stdout.flush()
    if "--write" in sys.argv:
        TABLE.write_text(file.getvalue(), encoding="utf-8")
