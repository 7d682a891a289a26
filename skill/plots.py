"""Plots without a display, and pages that hold them: one HTML file, which opens by a click."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from skill.errors import Unavailable, printable
from skill.files import MARK, PICTURE, whole_write

STYLE = """
body { font: 14px/1.35 system-ui, sans-serif; max-width: 60rem; margin: 1.5rem auto; padding: 0 1rem; color: #222 }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.05rem; margin: 1.1rem 0 .2rem } p { margin: .2rem 0 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .1rem .8rem .1rem 0;
vertical-align: top; border-bottom: 1px solid #e4e0d8 } svg { width: 100%; height: auto }
@media print { body { font-size: 10px; margin: 0; max-width: none } }
"""
PRINTED = """
@page {{ size: A4; margin: 11mm }}
body {{ font-family: Georgia, "DejaVu Serif", serif }} h1, h2 {{ font-family: system-ui, sans-serif }}
h2 {{ break-after: avoid }} ul {{ margin: .1rem 0; padding-left: 1.1em }} li {{ margin: .1rem 0 }}
figure {{ margin: .4rem 0 .4rem 1rem; float: right; width: 46% }} figure img, figure svg {{ width: 100% }}
figcaption {{ font-size: .9em; color: #555 }}
.words {{ display: grid; grid-template-columns: repeat(4, 1fr); gap: .6rem 1rem }}
.words figure {{ float: none; width: auto; margin: 0; break-inside: avoid }}
@media print {{ body {{ font-size: {size}pt; line-height: 1.25 }} h1 {{ font-size: 1.6em }}
h2 {{ font-size: 1.1em; margin: .5em 0 .1em }} p {{ margin: .1em 0 }} }}
"""
"""What a page has besides that is to fill a sheet of A4, with the size of its letters on paper, points."""


def page(title: str, parts: Iterable[str], language: str, command: str = "") -> str:
    """A whole page of these parts, which are HTML; the title and what is in cells is text. `command` has made it."""
    head = f'<meta charset="utf-8">{generator(command)}<title>{html(title)}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="{language}"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def html(text: str) -> str:
    """A text whose signs are signs in the page."""
    return printable(text, "html")


def generator(command: str = "") -> str:
    """What tells in the head of a page that Skillbox has made it."""
    return f'<meta name="generator" content="{" ".join([MARK, command]).strip()}">'


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table for a page, without a head if that is empty."""
    lines = [f"<tr>{''.join(f'<th>{html(cell)}</th>' for cell in head)}</tr>"] if head else []
    lines += [f"<tr>{''.join(f'<td>{html(cell)}</td>' for cell in row)}</tr>" for row in rows]
    return f"<table>{''.join(lines)}</table>"


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
