"""Several processes that do the same at the same time."""

from __future__ import annotations

import subprocess
import sys


def together(program: str, processes: int, *arguments: object) -> list[str]:
    """What each of so many processes printed that ran a program at the same time, given its number and `arguments`."""
    words = [sys.executable, "-c", program]
    running = [
        subprocess.Popen(
            [*words, str(n), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for n in range(processes)
    ]
    ended = [process.communicate() for process in running]
    assert not any(process.returncode for process in running), "".join(errors for _, errors in ended)
    return [said for said, _ in ended]
