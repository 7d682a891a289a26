"""`python -m bundle`: builds `dist/skillbox`, for the kind of machine on which it is run.

It is built from the wheel in a fresh environment, so that nothing else that happens to be installed gets in, and tried:
it lists the games, plays matches in two processes of its own, and opens its window.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bundle.window import try_window

HERE = Path(__file__).resolve().parent


def main() -> None:
    """Builds it, tries it, and says how large it is."""
    parser = argparse.ArgumentParser(prog="python -m bundle", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("dist"), help="the folder in which the bundle is put")
    out = parser.parse_args().out.resolve()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        run(sys.executable, "-m", "venv", work / "venv")
        python = work / "venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        run(python, "-m", "pip", "install", "--quiet", HERE.parent, "pyinstaller>=6.10")
        if sys.platform == "linux" and shutil.which("strip"):  # 125 MB of Bullet's are for its debugger
            for library in (work / "venv").rglob("pybullet.*.so"):
                run("strip", "--strip-debug", library)
        places = ["--distpath", out, "--workpath", work / "build"]
        run(python, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", *places, HERE / "skillbox.spec")
        made = out / "skillbox"
        run(made / "skillbox", "list", "--players", "5")
        run(made / "skillbox", "simulate", "rasanto", "-n", "4", "--jobs", "2")
        (home := work / "home").mkdir()
        print(try_window([str(made / "skillbox"), "play", "rasanto"], python, home))
    size = sum(path.stat().st_size for path in made.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"{made}: {size / 1e6:.0f} MB")


def run(*command: str | Path) -> None:
    """Runs a command away from the checkout, in which modules would be found that are not installed."""
    subprocess.run([str(word) for word in command], check=True, cwd=tempfile.gettempdir())  # noqa: S603 (our own words, and no shell)


if __name__ == "__main__":
    main()
