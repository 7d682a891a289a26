"""What is made from the code and kept in a file, made anew: `python -m tests.regenerate` after adding a game.

Each module beside such a file makes it with `--write`; here they are run one after the other, the quick ones first.
`python -m tests.regenerate said options` makes those that are named, `--list` says which there are. Look at what has
changed before you commit it: what was there before should be as it was.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

ROOT = Path(__file__).parents[1]
QUICK = (
    "tests.at_hand",
    "tests.languages",
    "tests.rules.options",
    "tests.rules.transcripts",
    "tests.rooms",
    "tests.cli.printed",
    "tests.env.seen",
    "tests.rules.said",
    "tests.bots.chosen",
    "tests.figures",
)
"""Modules that take a minute at most."""
LONG = (
    "tests.physics.moved",
    "tests.bots.planners.planned",
    "tests.app.input.aimed",
    "tests.app.shown",
    "tests.app.drawn",
)
"""Modules that take some minutes, as hands move dice and screens play all games."""


def main(words: Sequence[str] = ()) -> int:
    """Makes everything, or what is named; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.regenerate", description=__doc__)
    known = {module.rsplit(".", 1)[-1]: module for module in (*QUICK, *LONG)}
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(known)}")
    parser.add_argument("--list", action="store_true", help="list the modules and run none")
    parser.add_argument("--quick", action="store_true", help="leave out what takes some minutes")
    asked = parser.parse_args(words)
    if unknown := [name for name in asked.names if name not in known]:
        parser.error(f"{', '.join(unknown)}: expected some of {', '.join(known)}")
    for name, module in known.items():
        if (asked.names and name not in asked.names) or (asked.quick and module in LONG):
            continue
        begun = monotonic()
        if not asked.list:
            subprocess.run([sys.executable, "-m", module, "--write"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        sys.stdout.write(f"{module}{'' if asked.list else f': {monotonic() - begun:.0f} s'}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
