"""How far the world with a given material is from measurements; nothing is fitted."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from skill.errors import Words
from skill.jobs import spread
from skill.physics.lab.tosses import Track
from skill.physics.scene import Material, Scene
from skill.tune.evaluate import Question, ask
from skill.tune.measurements import Measured, Measurements, Tosses
from skill.tune.tosses import Told, Toss, compared, counted


class Answered(NamedTuple):
    """A measurement with what the world answers to it."""

    row: Measured
    simulated: float

    @property
    def off(self) -> float:
        """How far the answer is above what was measured, in standard errors."""
        return (self.simulated - self.row.value) / self.row.error


class Followed(NamedTuple):
    """Tosses of a measurement with the tracks that the world gives them."""

    tosses: Tosses
    tracks: tuple[Track, ...]
    width_m: float

    @property
    def told(self) -> Told:
        """How far the world is from them."""
        return compared(self.pairs, self.width_m)

    @property
    def pairs(self) -> list[tuple[Track, Track]]:
        """Each simulated track with the one that was seen."""
        return [(track, toss.track) for track, toss in zip(self.tracks, self.tosses.tosses, strict=True)]


class Check(NamedTuple):
    """A material beside measurements."""

    measurements: Measurements
    """With that material."""
    answered: tuple[Answered, ...]
    followed: tuple[Followed, ...]

    @property
    def told(self) -> Told | None:
        """How far the world is from all tosses together, if there are any."""
        pairs = [pair for each in self.followed for pair in each.pairs]
        return compared(pairs, self.followed[0].width_m) if pairs else None


def check(
    measurements: Measurements,
    material: Material | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    on_start: Callable[[int], Any] = lambda count: None,
    on_done: Callable[[], Any] = lambda: None,
) -> Check:
    """The answers of the world with that material, by default the measurements' own. Raises as `spread` does."""
    if material is not None:
        scene = measurements.scene.model_copy(update={"material": material})
        measurements = measurements._replace(scene=scene)
    pieces = [*measurements.rows, *measurements.all_tosses]
    on_start(len(pieces))
    found: list[float | Track] = []
    for answer in spread(partial(_answer, measurements.scene), pieces, jobs, cluster):
        found.append(answer)
        on_done()
    answers = iter(found)
    rows = [Answered(row, float(next(answers))) for row in measurements.rows]  # type: ignore[arg-type]
    tosses = [
        Followed(each, tuple(next(answers) for _ in each.tosses), measurements.scene.dice.edge_m)  # type: ignore[misc]
        for each in measurements.tosses
    ]
    return Check(measurements, tuple(rows), tuple(tosses))


def _answer(scene: Scene, piece: Measured | Toss) -> float | Track:
    if isinstance(piece, Toss):
        return piece.simulated(scene)
    return ask(scene, Question(piece.experiment, tuple(piece.conditions.items()), ()))


def check_lines(found: Check) -> list[Words]:
    """How far the world is from each measurement, a line each."""
    lines = []
    for one in found.answered:
        text = "{measurement}: measured {value} +- {error} {unit}, simulated {simulated}, {off} standard errors off"
        row, simulated, off = one.row, f"{one.simulated:.4g}", f"{one.off:+.1f}"
        at = {"value": f"{row.value:.4g}", "error": f"{row.error:.2g}", "simulated": simulated, "off": off}
        lines.append(Words(text, measurement=row.label, unit=row.unit, **at))
    for each in found.followed:
        lines.append(toss_line(each.tosses.measurement, each.told))
    if len(found.followed) > 1 and found.told:
        lines.append(toss_line(Words("all tosses"), found.told))
    return lines


def toss_line(name: str, told: Told) -> Words:
    """How far a world is from tosses."""
    text = (
        "{name}: {tosses}, place {place} % of the width off in the mean ({place_median} in the median), attitude "
        "{turn} degrees ({turn_median}), face foretold in {face} %; {apart} widths apart: {verdict}"
    )
    return Words(
        text,
        name=name,
        tosses=counted(told.tosses),
        place=f"{told.place_percent_mean:.1f}",
        place_median=f"{told.place_percent_median:.1f}",
        turn=f"{told.attitude_deg_mean:.1f}",
        turn_median=f"{told.attitude_deg_median:.1f}",
        face=f"{100 * told.face_up_share:.0f}",
        apart=f"{told.apart_widths:.2f}",
        verdict=told.verdict,
    )


def check_data(found: Check) -> dict[str, Any]:
    """The same for programs: all tosses together, and each measurement."""
    rows: list[dict[str, Any]] = [
        {
            "measurement": one.row.label,
            "experiment": one.row.experiment,
            "conditions": one.row.conditions,
            "unit": one.row.unit,
            "measured": one.row.value,
            "standard_error": one.row.error,
            "simulated": one.simulated,
            "standard_errors_off": one.off,
        }
        for one in found.answered
    ]
    rows += [
        {"measurement": each.tosses.measurement, "experiment": "toss", **each.told.data} for each in found.followed
    ]
    told = found.told.data if found.told else {}
    of = found.measurements
    return {**told, "engine": of.scene.engine.name, "warnings": list(of.remarks), "measurements": rows}
