"""The film of an attempt: its pictures, kept so that it can be shown without simulating it, alike on every machine.

A JSON text in which each picture has what has changed since the one before it. Dice are in the frame of the plate, so
that dice that it carries do not change. The position of a die and the first two rows of its rotation are stored as
whole numbers, in fractions of an edge and of 1; each number is the change since the picture before.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from skill.draw.camera import Camera
from skill.draw.scene_view import DieView, PlatePose, SceneView, Stroke
from skill.errors import FileError
from skill.files import parse_json

SHARES = 400  # less than a pixel
SEEN = 1  # shares: what moves by no more stands still
NUMBERS = 9  # of shares, for each body
_FIXED = ("pitch", "side", "table_z")
"""What no picture of a scene changes."""
Array = NDArray[np.float64]


class Film(NamedTuple):
    """What was seen of an attempt every few samples, and from where."""

    views: Sequence[SceneView]
    cameras: Sequence[Camera]

    @property
    def text(self) -> str:
        """The whole file."""
        pictures = []
        last: dict[str, Any] = {}
        places: list[list[int]] = []
        for view, camera in zip(self.views, self.cameras, strict=True):
            now = {
                "plate": [round(x, 6) for row in (view.plate.shift, *view.plate.rotation[:2]) for x in row],
                "camera": [camera.azimuth_deg, camera.elevation_deg, camera.distance, list(camera.target)],
                "strokes": [[_shares(s.begin), _shares(s.end), s.kind, list(s.widths)] for s in view.strokes],
                "looks": [[die.colour, die.pips, die.ghost] for die in view.dice],
            }
            moved = {}
            del places[len(view.dice) :]
            for n, die in enumerate(view.dice):
                if n == len(places):
                    places.append([0] * NUMBERS)
                place = _place(view.plate, die.position, die.rotation)
                by = [new - old for new, old in zip(place, places[n], strict=True)]
                if max(map(abs, by)) > SEEN:
                    places[n], moved[str(n)] = place, by
            pictures.append({key: value for key, value in now.items() if last.get(key) != value} | {"dice": moved})
            last = now
        fixed = {key: getattr(self.views[0], key) for key in _FIXED}
        return json.dumps({**fixed, "pictures": pictures}, separators=(",", ":"))


def parse_film(text: str, source: str) -> Film:
    """The film that `text` is. Raises `FileError` naming `source`."""
    data = parse_json(text, source)
    try:
        pictures, cameras = list[_Picture](), list[Camera]()
        now: dict[str, Any] = {}
        places = np.zeros((0, NUMBERS))
        for changed in data["pictures"]:
            now.update(changed)
            more = len(now["looks"]) - len(places)
            places = np.concatenate([places[: len(now["looks"])], np.zeros((max(0, more), NUMBERS))])
            for n, by in changed["dice"].items():
                places[int(n)] += by
            looks = tuple((str(colour), int(pips), bool(ghost)) for colour, pips, ghost in now["looks"])
            strokes = tuple(Stroke(_of(a), _of(b), str(kind), (v, w)) for a, b, kind, (v, w) in now["strokes"])
            pictures.append(_Picture(SHARES * np.array([now["plate"]]), places, looks, strokes))
            azimuth, elevation, distance, (x, y, z) = now["camera"]
            cameras.append(Camera(azimuth, elevation, distance, (x, y, z)))
        empty = SceneView(pitch=float(data["pitch"]), side=str(data["side"]), table_z=float(data["table_z"]))
        if not pictures:
            raise ValueError("no pictures")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise FileError("{path}: cannot be read: {error}", path=source, error=repr(error)) from None
    return Film(_Views(empty, pictures), cameras)


class _Picture(NamedTuple):
    """One picture, `NUMBERS` for each body, in shares."""

    plate: Array
    dice: Array
    looks: tuple[tuple[str, int, bool], ...]
    """Colour and pips of each die, and whether it is a ghost."""
    strokes: tuple[Stroke, ...]


class _Views(Sequence[SceneView]):
    """The pictures as they are seen; each is made when it is asked for."""

    def __init__(self, empty: SceneView, pictures: Sequence[_Picture]) -> None:
        self._empty, self._pictures = empty, pictures

    def __len__(self) -> int:
        return len(self._pictures)

    @overload
    def __getitem__(self, number: int) -> SceneView: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[SceneView]: ...
    def __getitem__(self, number: int | slice) -> SceneView | Sequence[SceneView]:
        if isinstance(number, slice):
            return _Views(self._empty, self._pictures[number])
        plate_place, dice_places, looks, strokes = self._pictures[number]
        ([shift], [rotation]), (at, turned) = _placed(plate_place), _placed(dice_places)
        places = zip((at @ rotation.T + shift).tolist(), (rotation @ turned).tolist(), looks, strict=True)
        dice = (
            DieView((x, y, z), (tuple(a), tuple(b), tuple(c)), colour, pips=pips, ghost=is_ghost)
            for (x, y, z), (a, b, c), (colour, pips, is_ghost) in places
        )
        (x, y, z), (a, b, c) = shift.tolist(), rotation.tolist()
        plate = PlatePose((tuple(a), tuple(b), tuple(c)), (x, y, z))
        return self._empty._replace(dice=tuple(dice), plate=plate, strokes=strokes)


def _place(plate: PlatePose, position: Sequence[float], rotation: Sequence[Sequence[float]]) -> list[int]:
    """A position and a rotation in the frame of the plate, in shares."""
    back = np.array(plate.rotation).T
    return _shares([*(back @ (np.array(position) - plate.shift)), *(back @ np.array(rotation))[:2].ravel()])


def _placed(places: Array) -> tuple[Array, Array]:
    """The positions and the rotations that `_place` wrote."""
    rows = places[:, 3:].reshape(-1, 2, 3) / SHARES
    return places[:, :3] / SHARES, np.concatenate([rows, np.cross(rows[:, :1], rows[:, 1:])], axis=1)


def _shares(numbers: Sequence[float]) -> list[int]:
    return [round(SHARES * number) for number in numbers]


def _of(shares: Sequence[int]) -> tuple[Any, ...]:
    return tuple(share / SHARES for share in shares)
