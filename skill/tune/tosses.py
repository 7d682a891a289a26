"""Tosses of a cube as a camera saw them, frame by frame: how they are read, and how far a simulated one is from them.

A table with a line for each frame: the columns `toss` and `frame`, the place of the cube's middle `x`, `y`, `z` over a
table whose top is z = 0, its attitude `qw`, `qx`, `qy`, `qz` (a quaternion from the cube's axes to the table's), its
velocity `vx`, `vy`, `vz` and its spin `wx`, `wy`, `wz`, both in the table's axes. Of velocities only those of the first
frame are used for simulating; the others tell whether rate of frames and axes are right.

The distance between a toss and a simulated one is a mean over its frames. For each frame it is the distance between the
corners, root mean square over the eight, but at most one width: a tumbling cube is chaotic, and once two tracks have
gone so far apart, the rest tells nothing about the material.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

import numpy as np

from skill.errors import FileError, Words
from skill.physics.attitude import Array, matrices
from skill.physics.lab.tosses import Start, Track, apart, corners_apart, face_up, lowest, tossed
from skill.physics.pose import turn
from skill.physics.scene import Scene
from skill.tune.series import G_M_S2, read_columns

PLACE, ATTITUDE = ("x", "y", "z"), ("qx", "qy", "qz", "qw")
VELOCITY, SPIN = ("vx", "vy", "vz"), ("wx", "wy", "wz")
COLUMNS = {
    **dict.fromkeys(("toss", "frame", *ATTITUDE), ""),
    **dict.fromkeys(PLACE, "length"),
    **dict.fromkeys(VELOCITY, "speed"),
    **dict.fromkeys(SPIN, "rate"),
}
"""The columns, each with its quantity."""
FRAMES_HZ = 148.0
"""Frames a second where a file does not say."""
FEWEST = 20  # frames of a toss
WITHIN = 0.12  # of a width, by which a rounded corner may be in the table
FLIES = 0.05  # of a width above the table, from which on a cube that is seen last was in flight
UNIT_WITHIN = 0.01  # of 1, by which the length of a quaternion may be off
RATE_WITHIN = 0.05  # of the rate of frames, by which places and velocities may tell another one
SPIN_WITHIN = 0.3  # of a turn from frame to frame, by which the spin may tell another one (the median)
FARTHEST = 1.0  # widths that corners are apart at most
MOST = 1e9  # m, m/s, rad/s and numbers
STARTS_WITHIN = 0.25  # of a width, and of an attitude's matrix, by which a first frame may lead elsewhere
STARTS_S = 0.05  # from the first frame, up to which that is looked at
RESTS_S = 0.05  # at the end, over which a middle that comes to rest rises and sinks
RESTS_WITHIN = 0.005  # of how far the toss goes, less than this
FLAT = 0.99  # of 1, by which one of its faces then looks up
DOUBTED, REFUSED = 0.04, 0.1
"""By how much of half an edge it is then off: from the first on the edge is doubted, from the second on refused.
Of the tosses that ship it is 2 % too low in the median."""
JUMPS, STAYS = 1.5, 0.5  # from frame to frame, of what free flight and the velocities tell: 0.97 to 1.15 of those
MOVES = 0.02  # of a width from frame to frame, at which that is looked at
UNLIKE = 0.4
"""Widths that tosses are apart in the mean, of at most 1, from which on a world is unlike them. Forty real ones are
0.26 apart from one with their friction and bounce; 0.43 to 0.58 if one axis is mirrored or attitudes are of others."""
TELLING = 9  # tosses, from which on that tells something: one of them may go another way by chance
NAMED = 5  # tosses that are named in a remark


class Toss(NamedTuple):
    """One toss."""

    number: int
    """In its file."""
    frame_s: float
    start: Start
    track: Track

    @property
    def digest(self) -> str:
        """What names it in a journal."""
        told = np.concatenate([self.track.places, self.track.attitudes], axis=1)
        start = np.array([self.frame_s, *self.start.velocity, *self.start.spin])
        return sha256(told.tobytes() + start.tobytes()).hexdigest()[:16]

    def simulated(self, scene: Scene) -> Track:
        """The track of a cube of that scene that starts like this one."""
        return tossed(scene, self.start, len(self.track.places), self.frame_s)

    def apart(self, scene: Scene) -> float:
        """How far that is from what was seen, 0 to 1, in widths."""
        return _apart(self.simulated(scene), self.track, scene.dice.edge_m)


class Told(NamedTuple):
    """How far a world is from tosses."""

    tosses: int
    place_percent_mean: float
    """Of the cube's width: the mean over the frames of a toss, then over tosses."""
    place_percent_median: float
    """The median over tosses of those means."""
    attitude_deg_mean: float
    attitude_deg_median: float
    face_up_share: float
    """In how many of the tosses the face that ends up is foretold."""
    apart_widths: float
    """Of the corners, at most `FARTHEST` in each frame: what a fit makes small."""

    @property
    def is_like(self) -> bool | None:
        """Whether the world is like them; None where there are too few to tell."""
        return self.apart_widths < UNLIKE if self.tosses >= TELLING else None

    @property
    def verdict(self) -> Words:
        """The same in words."""
        if self.is_like is None:
            return Words("too few to tell whether this world is like them")
        if self.is_like:
            return Words("this world is like them")
        return Words("this world is unlike them: the material is another one, or axes or rows are mixed up")

    @property
    def data(self) -> dict[str, Any]:
        """All of it for programs."""
        return {**self._asdict(), "is_like": self.is_like}


def compared(pairs: Sequence[tuple[Track, Track]], width_m: float) -> Told:
    """How far simulated tracks are from those that were seen."""
    found = [apart(simulated, seen, width_m) for simulated, seen in pairs]
    places = [float(each.place_percent.mean()) for each in found]
    turns = [float(each.attitude_deg.mean()) for each in found]
    faces = fmean(face_up(simulated) == face_up(seen) for simulated, seen in pairs)
    widths = fmean(_apart(simulated, seen, width_m) for simulated, seen in pairs)
    return Told(len(pairs), fmean(places), median(places), fmean(turns), median(turns), faces, widths)


def counted(tosses: int) -> Words:
    """So many tosses."""
    return Words("{count} tosses", one="one toss", count=tosses)


def _apart(simulated: Track, seen: Track, width_m: float) -> float:
    return float(np.minimum(corners_apart(simulated, seen, width_m), FARTHEST).mean())


def read_tosses(path: Path, frame_hz: float, width_m: float) -> tuple[list[Toss], list[Words]]:
    """The tosses in a table, and why some are left out. Raises `FileError`, also where none is left."""
    lines, columns = read_columns(path, COLUMNS)
    for name, column in columns.items():
        if (beyond := np.flatnonzero(np.abs(column) > MOST)).size:
            text = "{path}: line {number}, column {header} = {value}: expected at most {most}"
            at = {"header": repr(name), "value": f"{column[beyond[0]]:g}", "most": f"{MOST:g}"}
            raise FileError(text, path=path, number=lines[int(beyond[0])], **at)
    numbers = columns["toss"]
    begins = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(numbers)]
    left_out: dict[Words, list[int]] = {}
    seen: dict[float, int] = {}
    whole: list[tuple[Toss, Array, Array]] = []
    for begin, end in pairwise(begins):
        number = float(numbers[begin])
        if not number.is_integer() or number in seen:
            text = "{path}: line {number}: toss {toss} again; expected all its frames one below the other"
            if not number.is_integer():
                text = "{path}: line {number}: toss {toss}: expected a whole number"
            raise FileError(text, path=path, number=lines[begin], toss=f"{number:g}")
        seen[number] = begin
        part = {name: column[begin:end] for name, column in columns.items()}
        if fault := _lacks(part):
            left_out.setdefault(fault, []).append(int(number))
            continue
        whole.append(_toss(path, lines[begin], part, frame_hz))
    doubt = _doubt_of_edge(path, [each[0] for each in whole], width_m)
    tosses, velocities, rates, turns = [], [], [], []
    for toss, moves, spins in whole:
        if fault := _starts_or_ends(toss, width_m):
            left_out.setdefault(fault, []).append(toss.number)
            continue
        tosses.append(toss)
        velocities.append(moves)
        rates.append(_rate(toss, moves))
        if (otherwise := _turns_otherwise(toss, spins, width_m)) is not None:
            turns.append(otherwise)
    if tosses:
        _check_all(path, rates, turns, frame_hz)
    starts: set[Start] = set()
    kept = []
    for toss, moves, rate in zip(tosses, velocities, rates, strict=True):
        if fault := _contradicts(toss, moves, rate, width_m, starts):
            left_out.setdefault(fault, []).append(toss.number)
            continue
        starts.add(toss.start)
        kept.append(toss)
    told = [*doubt, *(_told(fault, found) for fault, found in left_out.items())]
    if not kept:
        reasons = "; ".join(told) or Words("it has no lines")
        raise FileError("{path}: no toss is left: {reasons}", path=path, reasons=reasons)
    return kept, told


def _rest(toss: Toss) -> float | None:
    """How high its middle is at the end, in metres; None if it has not come to rest on a face."""
    frames = max(3, round(RESTS_S / toss.frame_s) + 1)
    extent = float(np.linalg.norm(np.ptp(toss.track.places, axis=0)))
    if np.ptp(toss.track.places[-frames:, 2]) > RESTS_WITHIN * extent:
        return None
    if np.abs(matrices(toss.track.attitudes[-1:])[0, 2]).max() < FLAT:
        return None
    return float(np.median(toss.track.places[-frames:, 2]))


def _doubt_of_edge(path: Path, tosses: Sequence[Toss], width_m: float) -> list[Words]:
    """What is to be doubted if cubes do not rest half an edge high. Raises `FileError` where that cannot be."""
    heights = [rest for toss in tosses if (rest := _rest(toss)) is not None]
    height = median(heights) if heights else width_m / 2
    if (off := abs(2 * height / width_m - 1)) <= DOUBTED:
        return []
    doubt = Words(
        "cubes at rest have their middles {height} mm above z = 0, and half of edge_mm is {half}: check edge_mm, the "
        "units of x, y, z and whether z = 0 is the table's top",
        height=f"{1000 * height:.1f}",
        half=f"{500 * width_m:.1f}",
    )
    if off > REFUSED:
        raise FileError("{path}: {fault}", path=path, fault=doubt)
    return [doubt]


def _check_all(path: Path, rates: Sequence[float], turns: Sequence[float], frame_hz: float) -> None:
    """Raises `FileError` where most of the tosses contradict the rate of frames or the axes."""
    if abs((rate := median(rates)) / frame_hz - 1) > RATE_WITHIN:
        text = "{path}: places and velocities tell of {rate} frames a second; expected conditions.frame_hz = {given}"
        raise FileError(text, path=path, rate=f"{rate:.0f}", given=f"{frame_hz:g}")
    if turns and median(turns) > SPIN_WITHIN:
        text = "{path}: wx, wy, wz are not how the attitude turns; expected the spin in the table's axes"
        raise FileError(text, path=path)


def _contradicts(toss: Toss, velocities: Array, rate: float, width_m: float, starts: Container[Start]) -> Words | None:
    """Why one toss is left out of others that are right."""
    if toss.start in starts:
        return Words("it begins exactly like another toss")
    if lowest(toss.track, width_m).min() < -WITHIN:
        return Words("it goes into the table, whose top is z = 0")
    if fault := _jumps(toss, velocities, width_m):
        return fault
    if _leads_off(toss, width_m) > STARTS_WITHIN:
        return Words("its first velocity and spin do not lead to the frames after it")
    if abs(rate * toss.frame_s - 1) > 2 * RATE_WITHIN:
        return Words("its places and velocities tell of another rate of frames")
    return None


def _jumps(toss: Toss, velocities: Array, width_m: float) -> Words | None:
    """What is wrong with its frames where it goes too far from one to the next, or does not move."""
    moved = np.diff(toss.track.places, axis=0)
    shares = _shares(moved, toss.frame_s * (velocities[1:] + velocities[:-1]) / 2, width_m)
    lands = np.flatnonzero(lowest(toss.track, width_m) < FLIES)
    flown = max(0, (int(lands[0]) if len(lands) else len(moved) + 1) - 1)
    fell = np.outer(np.arange(flown), [0.0, 0.0, G_M_S2 * toss.frame_s**2])
    in_flight = _shares(moved[:flown], np.median(moved[:flown] + fell, axis=0) - fell, width_m) if flown else shares[:0]
    if (shares > JUMPS).any() or (in_flight > JUMPS).any():
        return Words("it jumps between two frames, as if others were missing there")
    if (in_flight < STAYS).any() or (shares == 0).any():
        return Words("it stays where it was a frame before, as if one were there twice")
    return None


def _shares(moved: Array, expected: Array, width_m: float) -> Array:
    """How far it goes from frame to frame (frames,), as a share of what is expected; 1 where that is too little."""
    squares = (expected**2).sum(axis=1)
    found: Array = np.where(squares > (MOVES * width_m) ** 2, (moved * expected).sum(axis=1) / squares, 1.0)
    return found


def _leads_off(toss: Toss, width_m: float) -> float:
    """How far its first frame leads from what was seen a moment later in flight, in widths, or entries of the
    attitude's matrix if these are more."""
    lands = np.flatnonzero(lowest(toss.track, width_m) < FLIES)
    frame = min(int(lands[0]) if len(lands) else FEWEST, round(STARTS_S / toss.frame_s), FEWEST)
    if frame < 2:
        return 0.0
    frame -= 1
    later = frame * toss.frame_s
    fell = np.array([0.0, 0.0, G_M_S2 * later**2 / 2])
    place = np.array(toss.start.place) + later * np.array(toss.start.velocity) - fell
    x, y, z = (later * np.array(toss.start.spin)).tolist()
    spun = matrices(np.array([turn((x, y, z))]))[0]
    one, other = matrices(toss.track.attitudes[[0, frame]])
    off = float(np.abs(np.einsum("ij,jk->ik", spun, one) - other).max())
    return max(float(np.linalg.norm(place - toss.track.places[frame])) / width_m, off)


def _told(fault: Words, numbers: Sequence[int]) -> Words:
    names = ", ".join(map(str, numbers[:NAMED])) + ", ..." * (len(numbers) > NAMED)
    text = "left out, {count} in all: toss {names}: {fault}"
    one = "left out: toss {names}: {fault}"
    return Words(text, one=one, count=len(numbers), names=names, fault=fault)


def _lacks(part: dict[str, Array]) -> Words | None:
    if len(part["frame"]) < FEWEST:
        return Words("fewer than {fewest} frames", fewest=FEWEST)
    if any(np.isnan(column).any() for column in part.values()):
        return Words("a number is missing")
    steps = np.diff(part["frame"])
    if (part["frame"] % 1 != 0).any():
        return Words("its frames are not whole numbers")
    if (steps == 0).any():
        return Words("a frame is there twice")
    if (steps < 0).any():
        return Words("its frames are not in their order")
    if (steps > 1).any():
        return Words("frames are missing")
    return None


def _toss(path: Path, line: int, part: dict[str, Array], frame_hz: float) -> tuple[Toss, Array, Array]:
    """A toss, and its velocities and spins (frames, 3)."""
    places, attitudes, velocities, spins = (
        np.stack([part[name] for name in names], axis=1) for names in (PLACE, ATTITUDE, VELOCITY, SPIN)
    )
    lengths = np.sqrt((attitudes**2).sum(axis=1))
    worst = int(np.abs(lengths - 1).argmax())
    if abs(lengths[worst] - 1) > UNIT_WITHIN:
        text = "{path}: line {number}: qw, qx, qy, qz have the length {length}; expected 1"
        raise FileError(text, path=path, number=line + worst, length=f"{lengths[worst]:.3g}")
    track = Track(places, attitudes / lengths[:, None])
    first = (places[0], track.attitudes[0], velocities[0], spins[0])
    start = Start(*(tuple(each.tolist()) for each in first))
    return Toss(int(part["toss"][0]), 1 / frame_hz, start, track), velocities, spins


def _starts_or_ends(toss: Toss, width_m: float) -> Words | None:
    heights = lowest(toss.track, width_m)
    if heights[0] < -WITHIN:
        return Words("it begins in the table, whose top is z = 0")
    if heights[-1] > FLIES:
        if _rest(toss) is not None:
            return Words("it comes to rest above the table, whose top is z = 0")
        return Words("it ends in flight")
    return None


def _rate(toss: Toss, velocities: Array) -> float:
    """The rate of frames that places and velocities tell."""
    moved = np.diff(toss.track.places, axis=0)
    between = (velocities[1:] + velocities[:-1]) / 2
    return float((moved * between).sum() / max(float((moved**2).sum()), 1e-12))


def _turns_otherwise(toss: Toss, spins: Array, width_m: float) -> float | None:
    """How much its turn in flight is another one than the spin tells, as a share of it; None where it is not seen."""
    lands = np.flatnonzero(lowest(toss.track, width_m) < FLIES)
    few = int(lands[0]) if len(lands) else len(spins)
    if few < 2:
        return None
    turns = matrices(toss.track.attitudes[:few])
    steps = np.einsum("nij,nkj->nik", turns[1:], turns[:-1])
    vectors = np.stack(
        [steps[:, 2, 1] - steps[:, 1, 2], steps[:, 0, 2] - steps[:, 2, 0], steps[:, 1, 0] - steps[:, 0, 1]]
    )
    expected = toss.frame_s * (spins[1:few] + spins[: few - 1]) / 2
    return float(np.abs(vectors.T / 2 - expected).sum() / max(float(np.abs(expected).sum()), 1e-9))
