"""The die or funnel under a pixel, found by a ray through oriented boxes. numpy only; needs no renderer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from skill.draw.camera import Camera, Size
from skill.draw.geometry import AXES_XYZ, PLATE_CUBES, plate_cubes
from skill.draw.marks import DARK_IN_FUNNEL, DISC_RADIUS, RADIUS
from skill.draw.scene_view import SceneView
from skill.lattice.cells import AXES, COORDS, LEVEL, NUMBER_OF, Cell, Vector
from skill.lattice.frame import HALF_DIAGONAL, centre

Array = NDArray[np.float64]

MARK_Z = RADIUS * 2**0.5  # of a mark above the bottom of its funnel, which is so wide there, edges
MARK_REACH = RADIUS * (DISC_RADIUS + DARK_IN_FUNNEL)  # of the disc of what may be chosen, with the line round it, edges
FORGIVENESS = 0.45  # how far from the middle of a funnel or die a click may miss it, edges on screen
BESIDE = 0.28  # how far a click may miss what is seen of a die or funnel if it is near one alone, edges on screen
ROUND = 12  # directions in which that is looked for
AT_THE_RIM = 0.95  # the same where the rim of the plate is clicked, whose slopes look like more funnels


class Hit(NamedTuple):
    """The first solid thing that a ray meets."""

    distance: float
    """From the eye, edges."""
    die: int | None
    """Its place in the view's dice, or None for the plate."""
    cell: Cell | None
    """The cell of that die, or None."""
    faces: Cell | None
    """The cell that the face looks into, if it is in range: pointing at a funnel's wall means the funnel."""


def cast(view: SceneView, eye: Array, direction: Array) -> Hit | None:
    """The first die or cube of the plate along a ray, or None. Ghosts let rays through."""
    solid = [n for n, die in enumerate(view.dice) if not die.ghost]
    turn = np.array(view.plate.rotation)
    plate = plate_cubes(view.pitch) @ turn.T + np.array(view.plate.shift)
    places = np.concatenate([np.array([view.dice[n].position for n in solid]).reshape(-1, 3), plate])
    turns = np.empty((len(places), 3, 3))
    turns[: len(solid)] = np.array([view.dice[n].rotation for n in solid]).reshape(-1, 3, 3)
    turns[len(solid) :] = turn @ AXES_XYZ.T
    distance, axis = first_faces(places, turns, eye, direction)
    nearest = int(np.argmin(distance))
    if not np.isfinite(distance[nearest]):
        return None
    point = eye + direction * distance[nearest] - places[nearest]
    side = turns[nearest][:, axis[nearest]]
    outwards = side if side @ point > 0 else -side
    if nearest < len(solid):
        cell = view.dice[solid[nearest]].cell
        into = None if cell is None else _beyond(COORDS[cell], outwards)
        return Hit(float(distance[nearest]), solid[nearest], cell, into)
    return Hit(float(distance[nearest]), None, None, _beyond(PLATE_CUBES[nearest - len(solid)], turn.T @ outwards))


def first_faces(centres: Array, turns: Array, eye: Array, direction: Array) -> tuple[Array, NDArray[np.intp]]:
    """For boxes of edge 1: the distance at which a ray enters each (infinity if it does not), and across which axis.

    `turns` are rotations, rows first, from a box's own frame to the world.
    """
    start = np.einsum("nij,ni->nj", turns, eye - centres)
    way = np.einsum("nij,i->nj", turns, direction)
    with np.errstate(divide="ignore", invalid="ignore"):
        near, far = (-0.5 - start) / way, (0.5 - start) / way
    low, high = np.fmin(near, far), np.fmax(near, far)
    axis = np.argmax(low, axis=1)
    enter, leave = low.max(axis=1), high.min(axis=1)
    return np.where((enter <= leave) & (enter > 0), enter, np.inf), axis


def _beyond(coords: Vector, outwards: Array) -> Cell | None:
    """The cell across the face of a cube at `coords` whose normal, in the plate's frame, is nearest to `outwards`."""
    along = AXES_XYZ @ outwards
    axis = int(np.argmax(np.abs(along)))
    step = 1 if along[axis] > 0 else -1
    i, j, k = (c + step * (a == axis) for a, c in zip(AXES, coords, strict=True))
    return NUMBER_OF.get((i, j, k))


def pick(
    view: SceneView,
    camera: Camera,
    pixel: tuple[float, float],
    size: Size,
    *,
    dice: Collection[Cell],
    funnels: Collection[Cell],
    spots: Collection[tuple[int, ...]] = (),
) -> Cell | tuple[int, ...] | None:
    """The die or funnel, among those that may be chosen, that a player means by pointing at `pixel`.

    What is seen at the pixel decides. A free die is meant by any of its faces, a funnel by any of its walls, and by the
    disc of its mark also where the dice around it may be chosen. A near miss takes the nearest of them that no die
    hides, beside all funnels also one of the plate that is farther away; or the only one of which anything is seen
    close by. A die beside the plate must be hit: in a block it is meant by its spot, elsewhere it means nothing.
    """
    eye, direction = camera.ray(pixel, size)
    hit = cast(view, eye, direction)
    die = None if hit is None or hit.die is None else view.dice[hit.die]
    if die is not None and die.cell is None:
        return die.spot if die.spot in spots else None
    meant = _meant_by(hit, view, eye, direction, dice, funnels)
    if meant is not None:
        return meant
    before = np.inf if hit is None or die is None else hit.distance
    near = _nearest([*dice, *funnels], before, FORGIVENESS, view, camera, pixel, size)
    if near is None:
        near = _only_one_beside(view, camera, pixel, size, dice, funnels)
    if near is not None or hit is not None:
        return near
    return _nearest([cell for cell in funnels if LEVEL[cell] == 0], np.inf, AT_THE_RIM, view, camera, pixel, size)


def _meant_by(
    hit: Hit | None, view: SceneView, eye: Array, direction: Array, dice: Collection[Cell], funnels: Collection[Cell]
) -> Cell | None:
    """What a ray that meets this means exactly."""
    marked = _on_mark([*funnels], np.inf if hit is None else hit.distance, view, eye, direction)
    if marked is not None or hit is None:
        return marked
    return hit.cell if hit.cell in dice else hit.faces if hit.faces in funnels else None


def _only_one_beside(
    view: SceneView,
    camera: Camera,
    pixel: tuple[float, float],
    size: Size,
    dice: Collection[Cell],
    funnels: Collection[Cell],
) -> Cell | None:
    """The only die or funnel of which anything is seen within `BESIDE` of a pixel, the closer the better: of dice that
    others hide nearly whole a narrow strip is seen, which is hard to hit."""
    places = np.array([view.plate.apply(centre(cell, pitch=view.pitch)) for cell in (*dice, *funnels)]).reshape(-1, 3)
    if not len(places) or _missed_by(places, camera, pixel, size).min() > 1 + BESIDE:
        return None
    edge = float(camera.pixels_per_edge(places, size).mean())
    for far in (BESIDE / 2, BESIDE):
        found = set()
        for turn in np.arange(ROUND) * 2 * np.pi / ROUND:
            at = (pixel[0] + far * edge * np.cos(turn), pixel[1] + far * edge * np.sin(turn))
            eye, direction = camera.ray(at, size)
            found.add(_meant_by(cast(view, eye, direction), view, eye, direction, dice, funnels))
        found.discard(None)
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def _on_mark(funnels: Sequence[Cell], before: float, view: SceneView, eye: Array, direction: Array) -> Cell | None:
    """The nearest funnel whose disc a ray crosses before it has gone so far, edges."""
    if not funnels:
        return None
    discs = [(x, y, z - HALF_DIAGONAL + MARK_Z) for x, y, z in (centre(cell, pitch=view.pitch) for cell in funnels)]
    places = np.array([view.plate.apply(place) for place in discs])
    upwards = np.array(view.plate.rotation)[:, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = (places - eye) @ upwards / (direction @ upwards)
        off = np.linalg.norm(eye + distance[:, None] * direction - places, axis=1)
    distance[~((off < MARK_REACH) & (distance > 0) & (distance < before))] = np.inf
    best = int(np.argmin(distance))
    return funnels[best] if np.isfinite(distance[best]) else None


def _nearest(
    cells: Sequence[Cell],
    before: float,
    far: float,
    view: SceneView,
    camera: Camera,
    pixel: tuple[float, float],
    size: Size,
) -> Cell | None:
    """The cell whose middle is seen nearest to a pixel, if nearer than `far`, and to the eye than `before`, edges."""
    if not cells:
        return None
    centres = np.array([view.plate.apply(centre(cell, pitch=view.pitch)) for cell in cells])
    miss = _missed_by(centres, camera, pixel, size)
    miss[np.linalg.norm(centres - camera.ray(pixel, size)[0], axis=1) >= before] = np.inf
    best = int(np.argmin(miss))
    return cells[best] if miss[best] < far else None


def _missed_by(places: Array, camera: Camera, pixel: tuple[float, float], size: Size) -> Array:
    """How far from a pixel each place of the world is seen, edges on screen."""
    off = camera.project(places, size) - np.array(pixel)
    missed: Array = np.hypot(off[:, 0], off[:, 1]) / camera.pixels_per_edge(places, size)
    return missed
