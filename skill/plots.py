"""Plots without a display, and files written whole with their folder. What draws and writes reports uses them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from skill.errors import FileError, Unavailable


def pyplot() -> Any:
    """matplotlib's pyplot, drawing into files. Raises `Unavailable`."""
    try:
        import matplotlib
    except ImportError:
        raise Unavailable("plots need matplotlib: pip install matplotlib") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot as found

    return found


def save(figure: Any, path: Path) -> Path:
    """Write a figure as the picture that the name of the file says, and forget it. Raises `FileError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=110)
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        pyplot().close(figure)
    return path


def write(path: Path, text: str) -> Path:
    """Write a text file. Raises `FileError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileError(f"{path}: cannot be written: {error.strerror}") from None
    return path
