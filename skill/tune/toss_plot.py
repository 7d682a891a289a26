"""Tosses as pictures: measured and simulated, side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from skill.errors import Words
from skill.physics.attitude import Array, matrices
from skill.physics.lab.tosses import Track
from skill.plots import pyplot
from skill.tune.compare import Followed

DRAWN = 10  # tosses
ACROSS = 2  # of them in a row
MOMENTS = 7  # of each
CORNERS: Array = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2
EDGES = [(a, b) for a in range(8) for b in range(a) if abs(CORNERS[a] - CORNERS[b]).sum() == 1]
MEASURED, SIMULATED = "#5a5a5a", "#b5382a"


def toss_plot(followed: Followed, say: Callable[[Words], str] = str) -> Any:
    """Up to ten tosses, evenly taken from all, seen from the side on which they go: the cube at some moments."""
    count = len(followed.tracks)
    shown = sorted({round(n) for n in np.linspace(0, count - 1, min(DRAWN, count))})
    rows = -(-len(shown) // ACROSS)
    figure, axes = pyplot().subplots(
        rows, 2 * ACROSS, figsize=(10, 0.6 + 1.35 * rows), layout="constrained", squeeze=False
    )
    for ax in axes.flat:
        ax.set_axis_off()
    for n, toss in enumerate(shown):
        seen = followed.tosses.tosses[toss]
        way = seen.track.places[-1, :2] - seen.track.places[0, :2]
        way = way / max(float(np.hypot(*way)), 1e-9)
        sides = axes[n // ACROSS][2 * (n % ACROSS) :][:2]
        kinds = (Words("measured"), MEASURED, seen.track), (Words("simulated"), SIMULATED, followed.tracks[toss])
        drawn = [_outlines(track, followed.width_m, way) for _, _, track in kinds]
        low, high = (
            ends(np.concatenate([lines.reshape(-1, 2) for lines in drawn]), axis=0) for ends in (np.min, np.max)
        )
        for ax, (what, colour, _), cubes in zip(sides, kinds, drawn, strict=True):
            for moment, cube in enumerate(cubes):
                lines = np.concatenate([cube, np.full((len(cube), 1, 2), np.nan)], axis=1).reshape(-1, 2)
                ax.plot(*lines.T, color=colour, lw=0.8, alpha=0.25 + 0.75 * moment / (MOMENTS - 1))
            ax.axhline(0, color="#b0b0b0", lw=0.8, zorder=0)
            ax.set_xlim(low[0], high[0])
            ax.set_ylim(min(low[1], -0.1), high[1])
            ax.set_aspect("equal")
            ax.set_title(f"{seen.number}: {say(what)}", fontsize=8, color=colour)
    return figure


def _outlines(track: Track, width_m: float, way: Array) -> Array:
    """The edges (moments, 12, 2, 2) of the cube at some moments, seen from the side, in widths."""
    moments = np.linspace(0, len(track.places) - 1, MOMENTS).round().astype(int)
    corners = np.einsum("mij,cj->mci", matrices(track.attitudes[moments]), CORNERS)
    corners += track.places[moments, None, :] / width_m
    seen = np.stack([np.einsum("mci,i->mc", corners[..., :2], way), corners[..., 2]], axis=-1)
    found: Array = seen[:, np.array(EDGES)]
    return found
