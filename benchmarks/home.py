"""How soon does the home screen stand? From the command to the first picture, in a window that nobody sees.

Each start is a new process; the best of several, after one that fills the caches. `clock` is what a person waits,
`processor` what one core has to do, which other work on the machine does not lengthen.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from benchmarks.harness import Plot, Row
from skill.jobs import environment

PLOT = Plot("clock, s")

WINDOWS = {"OpenGL": ("offscreen", "opengl"), "software": ("dummy", "software")}
STARTS = 6
QUICK = 2
CHILD = """
import json, time
from skill.app.main import open_application
app = open_application()
app.frame(0.0)
print(json.dumps([time.time(), time.process_time(), type(app.window).__name__]))
"""


def start(driver: str, renderer: str, folder: str) -> tuple[float, float, str]:
    """Seconds on the clock and of the processor until the first picture, and what kind of window it is in."""
    chosen = {"SDL_VIDEODRIVER": driver, "SDL_AUDIODRIVER": "dummy", "SKILLBOX_RENDERER": renderer}
    begin = time.time()
    done = subprocess.run(  # noqa: S603 (our own words, and no shell)
        [sys.executable, "-c", CHILD],
        env={**environment(), **chosen, "SKILLBOX_HOME": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    end, processor, window = json.loads(done.stdout.splitlines()[-1])
    return end - begin, processor, window


def measure(quick: bool, only: str) -> Iterator[Row]:
    """One row for each kind of window."""
    for name, (driver, renderer) in WINDOWS.items():
        if only not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            *_, window = start(driver, renderer, folder)
            found = [start(driver, renderer, folder) for _ in range(QUICK if quick else STARTS)]
        figures = {"clock, s": min(f[0] for f in found), "processor, s": min(f[1] for f in found)}
        yield Row("home", name, figures, f"in a {window}")
