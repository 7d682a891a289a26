"""Pictures and animations, drawn without a window and written to files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any

from PIL import ExifTags, Image
from PIL.PngImagePlugin import PngInfo

from skill.draw.camera import Camera, Size, home
from skill.draw.die_look import PAINT
from skill.draw.palette import STROKES
from skill.draw.renderer import Renderer, headless
from skill.draw.scene_view import SceneView
from skill.errors import FileError
from skill.files import MARK, PICTURE, whole_write

PICTURES = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
ANIMATIONS = {".gif": "GIF", ".png": "PNG", ".webp": "WEBP"}
PICTURE_SIZE: Size = (1280, 800)
ANIMATION_SIZE: Size = (640, 400)
FRAMES_PER_SECOND = 25  # a whole number of hundredths of a second, as GIF counts
PALETTE_FRAMES = 8  # of an animation, from which most of its colours are taken
SHADES = (0.35, 0.65, 1.0, 1.4)  # of each paint that are in every palette


def render_image(
    view: SceneView,
    camera: Camera | None = None,
    size: Size = PICTURE_SIZE,
    quality: str = "high",
    renderer: Renderer | None = None,
) -> Image.Image:
    """A picture of the scene, RGB of `size`; by default seen from side I, in the best quality."""
    renderer = renderer or headless()
    renderer.draw(view, camera or home(), size, quality)
    return Image.fromarray(renderer.pixels())


def write_image(image: Image.Image, path: Path) -> None:
    """Writes a picture as PNG or JPEG, by the file's name, in place of a file that was there. Raises `FileError`."""
    _write(image, path, PICTURES)


def write_animation(
    frames: Iterable[Image.Image], path: Path, frames_per_second: int = FRAMES_PER_SECOND, hold_s: float = 2.0
) -> int:
    """Writes frames as an animated GIF, PNG or WebP, by the file's name, and returns how many.

    The last frame stays for `hold_s` seconds. A file that was there is replaced whole. Raises `FileError`.
    """
    check_name(path, ANIMATIONS)
    source = iter(frames)
    sample = list(islice(source, PALETTE_FRAMES))
    if not sample:
        raise FileError("{path}: there is nothing to show, the animation has no frames", path=path)
    reduce = _to_palette(sample) if path.suffix.lower() == ".gif" else Image.Image.copy
    count = 0

    def pictures() -> Iterator[Image.Image]:
        nonlocal count
        for frame in chain(sample, source):
            count += 1
            last = reduce(frame)
            yield last
        yield from repeat(last, round(hold_s * frames_per_second))  # equal frames are stored once

    film = pictures()
    _write(next(film), path, ANIMATIONS, save_all=True, append_images=film, duration=1000 // frames_per_second, loop=0)
    return count


def check_name(path: Path, kinds: Mapping[str, str]) -> str:
    """The format that a file's name asks for, one of `PICTURES` or `ANIMATIONS`. Raises `FileError`."""
    kind = kinds.get(path.suffix.lower())
    if kind is None:
        raise FileError("{path}: expected a name that ends in {kinds}", path=path, kinds=", ".join(kinds))
    return kind


def _to_palette(sample: list[Image.Image]) -> Callable[[Image.Image], Image.Image]:
    """Returns what reduces a frame to one palette for all frames, since with a palette each they would flicker.

    Its colours are those of the sample, shades of every paint, for dice that come later, and those of tools.
    """
    paints = [(paint.body, s) for paint in PAINT.values() for s in SHADES] + [(s.colour, 1) for s in STROKES.values()]
    shades = [tuple(int(255 * min(1, c * shade) ** 0.5) for c in colour) for colour, shade in paints]
    width, height = sample[0].size
    strip = Image.new("RGB", (width, height * len(sample)))
    for n, frame in enumerate(sample):
        strip.paste(frame, (0, n * height))
    common = strip.quantize(256 - len(shades), Image.Quantize.MEDIANCUT).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([*common[: 3 * (256 - len(shades))], *chain.from_iterable(shades)])
    return lambda frame: frame.quantize(palette=palette, dither=Image.Dither.NONE)


def _write(image: Image.Image, path: Path, kinds: Mapping[str, str], **options: object) -> None:
    kind = check_name(path, kinds)
    with whole_write(path, PICTURE) as file:
        image.save(file, kind, **options, **_mark(kind))


def _mark(kind: str) -> dict[str, Any]:
    """What has a picture say who made it."""
    if kind == "PNG":
        text = PngInfo()
        text.add_text("Software", MARK)
        return {"pnginfo": text}
    if kind == "WEBP":
        exif = Image.Exif()
        exif[ExifTags.Base.Software] = MARK
        return {"exif": exif}
    return {"comment": MARK}
