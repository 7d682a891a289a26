"""Programs in processes of their own: one, or several that do the same at the same time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

READY = """
import sys

def ready() -> None:
    print("ready", flush=True)
    sys.stdin.readline()
"""


def printed(python: str, program: str, *arguments: str, **variables: str) -> list[str]:
    """The lines that a program prints which an interpreter runs in the checkout, with these environment variables."""
    done = subprocess.run(
        [python, "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
        timeout=1500,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def together(program: str, processes: int, *arguments: object) -> list[str]:
    """What each of so many processes printed that ran a program, given its number and `arguments`.

    The program calls `ready()` after its imports, and goes on when all have done so.
    """
    words = [sys.executable, "-c", READY + program]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    running = [subprocess.Popen([*words, str(n), *map(str, arguments)], **pipes) for n in range(processes)]
    for process in running:
        process.stdout.readline()
    for process in running:
        process.stdin.write("\n")
        process.stdin.flush()
    ended = [process.communicate() for process in running]
    assert not any(process.returncode for process in running), "".join(errors for _, errors in ended)
    return [said for said, _ in ended]
