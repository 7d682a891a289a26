"""Plots without a display."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

from skill.errors import Unavailable
from skill.files import MARK, PICTURE, whole_write


def pyplot() -> Any:
    """matplotlib's pyplot, drawing into files. Raises `Unavailable`."""
    try:
        import matplotlib
    except ImportError:
        raise Unavailable("plots need matplotlib: pip install matplotlib") from None
    matplotlib.use("Agg")
    matplotlib.rcParams["text.parse_math"] = False  # a name with a dollar sign is no formula
    from matplotlib import pyplot as found

    return found


def save(figure: Any, path: Path) -> Path:
    """Write a figure as a PNG picture, and forget it. Raises `FileError` like `whole_write`."""
    try:
        with whole_write(path, PICTURE) as file:
            figure.savefig(file, dpi=110, format="png", metadata={"Software": MARK})
    finally:
        pyplot().close(figure)
    return path


def svg(figure: Any) -> str:
    """A figure as the text of an SVG element, for a page; the figure is forgotten."""
    file = StringIO()
    try:
        figure.savefig(file, format="svg", metadata={"Date": None})
    finally:
        pyplot().close(figure)
    text = file.getvalue()
    return text[text.index("<svg") :]
