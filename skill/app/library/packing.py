"""A game of one's own as one file to share: what belongs to it, and its picture. No window."""

from __future__ import annotations

import ast
import io
from pathlib import Path

from skill.app.library.game_preview import game_preview
from skill.app.library.own_texts import own_catalogues
from skill.draw.camera import Camera
from skill.draw.renderer import headless
from skill.errors import FileError
from skill.files import MOST_TOML, read_bytes, read_toml
from skill.packed import PICTURE, Packed
from skill.programs import program_of
from skill.rules.game import AnyGame

SIZE = (640, 480)
MOST_PIXELS = 1280 * 960


def packed_game(game: AnyGame) -> Packed:
    """The game of a file with the catalogues and the scenes beside it that it names, and a picture of it.

    Raises `FileError` for a game that is from no file, or where one of the files cannot be read.
    """
    if (program := program_of(type(game).__module__)) is None:
        raise FileError("{game}: is installed; expected a game of a file of your own", game=game.slug)
    beside = [*own_catalogues(game).values(), *_scenes(program.source, program.path.parent)]
    files = {path.name: read_bytes(path, MOST_TOML) for path in beside}
    files |= {program.path.name: program.source, PICTURE: _picture(game)}
    return Packed(game.title, game.slug, game.summary, program.path.name, files)


def _scenes(source: bytes, folder: Path) -> list[Path]:
    """The scenes beside a game whose names stand in it, and the materials beside them that they are made of."""
    names = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    scenes = [path for path in sorted(folder.glob("*.toml")) if path.stem in names]
    matter = [read_toml(scene).get("material") for scene in scenes]
    bases = {str(each.get("base") if isinstance(each, dict) else each) for each in matter}
    return scenes + [path for path in sorted(folder.glob("*.toml")) if path.stem in bases and path not in scenes]


def picture_of(packed: Packed) -> tuple[tuple[int, int], bytes] | None:
    """The size of the picture in a packed game, and its pixels as RGB; None where there is none that can be shown.

    It is a stranger's: no other format than PNG is tried, and none that is larger than `MOST_PIXELS`.
    """
    from PIL import Image

    try:
        with Image.open(io.BytesIO(packed.files[PICTURE]), formats=["PNG"]) as picture:
            if min(picture.size) < 1 or picture.width * picture.height > MOST_PIXELS:
                return None
            return picture.size, picture.convert("RGB").tobytes()
    except (KeyError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):  # as Pillow says that it is none
        return None


def _picture(game: AnyGame) -> bytes:
    """The game as lists show it, as PNG."""
    from PIL import Image

    renderer, picture = headless(), io.BytesIO()
    renderer.draw(game_preview(game), Camera(), SIZE)
    Image.fromarray(renderer.pixels()).save(picture, "PNG")
    return picture.getvalue()
