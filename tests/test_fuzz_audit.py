"""The oracle of the fuzz: it hears what was opened, written and started, and how much memory it took."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the standard library has no `resource` there", allow_module_level=True)

from tests.fuzz.audit import MOST_MB, MOST_OPENED, listening


def many(here: Path) -> None:
    for n in range(MOST_OPENED + 1):
        (here / str(n)).touch()
        (here / str(n)).read_bytes()


CASES: dict[str, tuple[Callable[[Path, Path], object], str]] = {
    "another file is read": (lambda here, other: (other / "secret").read_bytes(), "read "),
    "through a link": (lambda here, other: (here / "link").read_bytes(), "read "),
    "another file is written": (lambda here, other: (other / "secret").write_bytes(b""), "wrote "),
    "another file goes": (lambda here, other: (other / "secret").unlink(), "wrote "),
    "a file leaves": (lambda here, other: (here / "mine").rename(other / "mine"), "wrote "),
    "a link is made elsewhere": (lambda here, other: (other / "y").symlink_to("x"), "wrote "),
    "a process is started": (lambda here, other: subprocess.run(["true"], check=True), "subprocess.Popen"),
    "many files": (lambda here, other: many(here), "opened "),
    "much memory": (lambda here, other: len(bytearray(b"x") * (MOST_MB + 100) * 2**20), "took "),
}


@pytest.mark.parametrize("case", CASES)
def test_what_was_not_asked_for_is_heard(case: str, tmp_path: Path) -> None:
    do, what = CASES[case]
    here, other = tmp_path / "here", tmp_path / "other"
    for folder in (here, other):
        folder.mkdir()
    (here / "mine").touch()
    (other / "secret").touch()
    (here / "link").symlink_to(other / "secret")
    faults: list[str] = []
    with listening((here,), (), faults):
        do(here, other)
    assert len(faults) >= 1 and all(fault.startswith(what) for fault in faults), faults


def test_what_was_asked_for_is_no_fault(tmp_path: Path) -> None:
    here, other = tmp_path / "here", tmp_path / "other.toml"
    here.mkdir()
    other.write_text("x")
    faults: list[str] = []
    with listening((here,), ("scene", "check", str(other)), faults):
        (here / "mine").write_text("x")
        (here / "mine").rename(here / "yours")
        other.read_text()
        Path(__file__).read_text()
    assert faults == []
    other.read_text()  # nobody listens any more
    assert faults == []
