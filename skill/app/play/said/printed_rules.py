"""Rules as pages to print: one of each game with a picture of its start, and one of the words that they explain."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from skill.app.i18n import ENGLISH, asked, tr
from skill.app.play.match.start_picture import Start
from skill.app.play.said.word_pictures import Picture, word_picture
from skill.draw.camera import Size
from skill.draw.export import render_image
from skill.draw.renderer import software
from skill.errors import FileError, Words
from skill.files import form, place_of, write_text
from skill.plots import PRINTED, generator, html
from skill.plots import page as page_of
from skill.rules.game import AnyGame
from skill.rules.options import Options
from skill.rules.page import WIDTH, Square
from skill.rules.rules_page import WORDS_COMMAND, page_texts, seats_text
from skill.rules.words import WORDS

COMMAND = "rules"
FORM = form(
    Words("a page of rules"),
    f'<!doctype html><html lang="[^"]+"><head><meta charset="utf-8">{generator(COMMAND)}',
)
START_SIZE, WORD_SIZE = (1200, 840), (440, 300)
SQUARE = 34  # side of a square of a sheet, pixels
LARGEST_PT, SMALLEST_PT, FULL = 10.5, 7.0, 527.0
"""Of the letters on paper: the more of them a page has, the smaller they are; n fill it at `FULL / sqrt(n)`."""


def check_page(path: Path) -> None:
    """Raises `FileError` where no page can be written: for a name that is none of one, or in place of another file."""
    if path.suffix != ".html":
        raise FileError("{path}: expected a name that ends in .html", path=path)
    place_of(path, FORM)


def write_page(path: Path, text: str) -> Path:
    """Writes a page. Raises `FileError` like `check_page`."""
    check_page(path)
    return write_text(path, text, FORM)


def game_page(game: AnyGame, players: int, options: Options) -> str:
    """The rules of a game for the table, as agreed, with a picture of its start for so many players: a page of A4."""
    title = f"{game.number} {tr(game.title)}"
    start = Start(game, players, options)
    sheet = start.sheet()
    picture = _sheet(sheet) if sheet else _picture(start.picture(), START_SIZE)
    caption = tr("The sheet") if sheet else tr("The start, for {count} players", one="The start", count=players)
    parts = [
        f"<h1>{html(title)}</h1><p>{html(seats_text(game, tr))}</p>",
        f"<figure>{picture}<figcaption>{html(caption)}</figcaption></figure>",
    ]
    for heading, told in page_texts(game, tr, options):
        parts.append(f"<h2>{html(heading)}</h2>")
        if isinstance(told, str):
            parts.append(f"<p>{html(told)}</p>")
        else:
            parts.append(f"<ul>{''.join(f'<li>{html(text)}</li>' for text in told)}</ul>")
    parts.append(f"<p>{html(tr('Words of the rules, with pictures'))}: <code>{WORDS_COMMAND}</code></p>")
    return _page(title, parts)


def words_page() -> str:
    """The words that rules explain, each with its picture."""
    title = tr("Words of the rules")
    figures = []
    for word in WORDS:
        picture = _picture(word_picture(word.picture), WORD_SIZE)
        figures.append(f"<figure>{picture}<figcaption>{html(tr(word.meaning))}</figcaption></figure>")
    return _page(title, [f"<h1>{html(title)}</h1>", f'<div class="words">{"".join(figures)}</div>'], 8.0)


def _page(title: str, parts: Sequence[str], size_pt: float | None = None) -> str:
    letters = sum(len(part) for part in parts if not part.startswith("<figure>"))
    size = size_pt or max(SMALLEST_PT, min(LARGEST_PT, round(FULL / max(letters, 1) ** 0.5, 1)))
    style = f"<style>{PRINTED.format(size=size)}</style>"
    return page_of(title, [style, *parts], asked() or ENGLISH, COMMAND)


def _picture(seen: Picture, size: Size) -> str:
    """A picture as the text of an element that holds it, drawn the same on every machine."""
    file = BytesIO()
    render_image(*seen, size, renderer=software()).save(file, "JPEG", quality=85)
    return f'<img alt="" src="data:image/jpeg;base64,{b64encode(file.getvalue()).decode()}">'


def _sheet(squares: Sequence[Square]) -> str:
    """A sheet as a drawing to print or to copy."""
    step, top = SQUARE // WIDTH, max(square.y for square in squares)
    width = max(square.x for square in squares) * step + SQUARE
    drawn = [
        f'<rect x="{square.x * step + 1}" y="{(top - square.y) * SQUARE + 1}" width="{SQUARE}" height="{SQUARE}" '
        'fill="#fff" stroke="#222" stroke-width="1.5"/>'
        for square in squares
    ]
    return f'<svg viewBox="0 0 {width + 2} {(top + 1) * SQUARE + 2}">{"".join(drawn)}</svg>'
