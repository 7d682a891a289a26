"""The readings that are in a time series.

A series begins once the die is let go. What the readings are:

- `slide-distance`, from the place along the slide: the speed v at the start and the even deceleration a that fit best,
  and v^2 / (2 a), how far it then slides; it must be seen to lie still.
- `spin-time`, from the rate of turning: likewise the rate at the start and the time after which it is 0.
- `slide-place` and `spin-rate`, from the same: where it is, or how fast it turns, at quarters of that time, each the
  mean of what was seen within an eighth of it.
- `bounce-height`, from the height, of either sign: the fall and the first bounce are parabolas with one acceleration,
  which has to be g. They cross where the die hits the table; above that are the tops of both. Nothing after the first
  bounce is used.
- `slide-acceleration` and `groove-acceleration`, from the place: that of the parabola that fits best.
- leans, from an angle: its median over the last half second, while the board is held where the die slipped. An
  acceleration along the board is g times the sine of that angle. If the file has all three axes, they give the
  direction along the board, so a phone may lie on it in any direction; together they have to come to g.

The residuals are checked, since a push, a wait or an end stop in a series would change the reading unnoticed: a
deceleration has to be the same when the series begins later, two parabolas must not tell of another acceleration than
one (Chow, Tests of equality between sets of coefficients in two linear regressions, Econometrica 28, 1960, 591), and a
board has to be held still as high as it ever was.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isnan, nan, sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np

from skill.errors import FileError, Unavailable, Words
from skill.tune.series import G_M_S2, UNITS, Array, Series, other_axes, read_series

FEWEST = 5  # samples from which anything is read
HELD_S = 0.5  # for which a board is held at the end
HELD_WITHIN_DEG = 1.0  # of its median, for half of that time, and of the highest that it was before
BEYOND_G = 1.02  # of g, an acceleration at rest that is more is none of a lean
JOLT_S = 0.2  # for which an angle is beyond what counts
TRIED = 200  # times until rest up to the end of the series, between which the search begins
SLIDE_MISFIT, SPIN_MISFIT = 0.02, 0.1  # rms of what fits best, as shares of the distance and of the rate at the start
FALL_MISFIT = 0.1  # of the acceleration of a fall, as a share of g
EVENLY = 0.1  # of a deceleration, by which it may differ when the series begins later, as a share of it
LATER = (0.125, 0.25, 0.5)  # shares of the time until rest from which it is looked at again
SURE = 5.0  # standard errors of a difference that is not chance
ONE_MOTION = 0.02  # of an acceleration, by which that of the longer of two parabolas may differ from that of one
CHANCE = 1e-8  # the probability of so large a gain by two parabolas
BREAKS = 64  # places at most at which one motion is looked for that ends in another
TINY = np.finfo(float).tiny
LONGEST_S = 5.0  # that a die gets faster
LEAP = 0.02  # of a sample from what fits best, as a share of the whole way,
LEAP_SPREADS = 8.0  # and in spreads of all samples: farther off by both, it is none of the die
SEEN_RISE = 0.02  # of the fall, by which a die has risen from the table or fallen from the top of its bounce
FREELY = Words("expected a series that begins once the die is let go")
QUARTERS = (0.25, 0.5, 0.75, 1.0)  # of the time until rest, at which a motion is read


def readings(path: Path, column: str, experiment: str) -> list[dict[str, float]]:
    """The values of the experiment that are in a column, in the experiment's unit, with the conditions that are in it.

    Without a name it is the only column beside the time. Raises `FileError` naming file, line and column, `Unavailable`
    without scipy.
    """
    if experiment not in READINGS:
        raise FileError(
            "{path}: {experiment} cannot be read from a series; expected one of {known}",
            path=path,
            experiment=experiment,
            known=", ".join(READINGS),
        )
    quantities, read = READINGS[experiment]
    series = read_series(path, column)
    known = ", ".join(unit for unit, (quantity, _) in UNITS.items() if quantity in quantities)
    quantity = series.quantity or quantities[0]
    if not series.quantity and quantity != "length":
        raise FileError(
            "{name}: its header says no unit; expected one of {known}, in brackets behind the name",
            name=series.name,
            known=known,
        )
    if quantity not in quantities:
        raise FileError(
            "{name}: {experiment} is not read from {quantity}; expected a unit of {known}",
            name=series.name,
            experiment=experiment,
            quantity=quantity,
            known=known,
        )
    if len(series.values) < FEWEST:
        raise FileError(
            "{name}: {count} samples; expected at least {fewest}",
            name=series.name,
            count=len(series.values),
            fewest=FEWEST,
        )
    if quantity == "acceleration":  # jolts are beyond g
        series = series._replace(values=np.arcsin(np.clip(_along_the_board(path, column, series), -1, 1)))
    return read(series)


def _along_the_board(path: Path, column: str, series: Series) -> Array:
    """The acceleration along the board in shares of g: that of the column; with three axes, whichever the column is,
    that of the way to which the board leans at the end."""
    others = [read_series(path, header) for header in other_axes(path, column)]

    def held(values: Array) -> float:
        return float(np.median(_held(series._replace(values=values))))

    if not others or not all(len(other.values) for other in others):
        pull = held(np.abs(series.values))
        if pull > BEYOND_G * G_M_S2:
            text = "{name}: {pull} m/s2 while it is held still; expected at most {g}: is that the unit, and the axis?"
            raise FileError(text, name=series.name, pull=f"{pull:.3g}", g=G_M_S2)
        return series.values / G_M_S2
    sideways, normal = sorted(
        (np.interp(series.time_s, other.time_s, other.values) for other in others), key=lambda axis: abs(held(axis))
    )
    pulls = np.sqrt(series.values**2 + sideways**2 + normal**2)
    if abs(held(pulls) / G_M_S2 - 1) > FALL_MISFIT:
        text = (
            "{name}: {pull} m/s2 with the other axes while it is held still; expected {g} within 10 %: is that the "
            "unit, and is gravity in it?"
        )
        raise FileError(text, name=series.name, pull=f"{held(pulls):.3g}", g=G_M_S2)
    first, second = held(series.values), held(sideways)
    along: Array = (first * series.values + second * sideways) / np.maximum(np.hypot(first, second) * pulls, TINY)
    return along


class Slowed(NamedTuple):
    """A motion that is slowed evenly until it rests."""

    start: float
    """Its speed at the start."""
    rest_s: float
    """The time after which that is 0."""
    time_s: Array
    """Of the samples, from the start of the series."""
    apart: Array
    """How far each sample is above what fits best."""
    slowing_error: float = 0.0
    """The standard error of `start` over `rest_s`."""

    def beyond(self, time_s: float) -> float:
        """The mean of that within an eighth of the time until rest; NaN where nothing was seen."""
        near = self.apart[np.abs(self.time_s - time_s) <= self.rest_s / 8]
        return float(near.mean()) if len(near) else nan


def _until_rest(
    series: Series, model: Callable[[Array, Array], Array], misfit: float, *, is_whole: bool = True
) -> Slowed:
    """The motion that fits best.

    `model` gives the columns (samples, 1 or 2) of which the values are a sum, the first one times the speed, from the
    times and from the shares of the time until rest that are over, at most 1.
    """
    try:
        import scipy.optimize  # noqa: F401
    except ImportError:
        raise Unavailable("a time series needs scipy: pip install '.[tune]' in Skillbox's checkout") from None
    time = series.time_s - series.time_s[0]

    def solved(rest_s: float) -> tuple[float, Array]:
        columns = model(np.minimum(time, rest_s), np.minimum(time / rest_s, 1.0))
        factors = np.linalg.lstsq(columns, series.values, rcond=None)[0]
        return float(factors[0]), series.values - columns @ factors

    def misses(rest_s: float) -> float:
        return float(np.linalg.norm(solved(rest_s)[1]))

    rest_s = _least(misses, time[-1])
    speed, apart = solved(rest_s)
    if rest_s > time[-1]:
        raise FileError(
            "{name}: it does not come to rest; expected a series that goes on until it lies still", name=series.name
        )
    reach = float(np.ptp(series.values))
    if np.sqrt(np.mean(apart**2)) > misfit * reach:
        raise _uneven(series, float(series.time_s[np.abs(apart).argmax()]))
    for begun in LATER if is_whole else ():
        late = time >= begun * rest_s
        if (late & (time < rest_s)).sum() < FEWEST:
            break
        rest = series._replace(time_s=series.time_s[late], values=series.values[late])
        try:
            later = _until_rest(rest, model, misfit, is_whole=False)
        except FileError:
            continue
        slowing, then = speed / rest_s, later.start * np.sign(speed) / later.rest_s
        if abs(then - slowing) > max(EVENLY * abs(slowing), SURE * later.slowing_error):
            raise _uneven(series, float(rest.time_s[0]))
    if is_whole:
        _check_leaps(series, apart)
    step = 0.01 * rest_s
    around = [rest_s - step, rest_s, rest_s + step]
    squares = [misses(at) ** 2 for at in around]
    bent = (squares[0] - 2 * squares[1] + squares[2]) / step**2
    rest_error = sqrt(2 * squares[1] / max(1, len(time) - 3) / bent) if bent > 0 else rest_s
    before, after = (solved(at)[0] / at for at in (around[0], around[2]))
    slowing_error = abs(after - before) / (2 * step) * rest_error
    return Slowed(abs(speed), rest_s, time, apart if speed > 0 else -apart, slowing_error)


def _least(misses: Callable[[float], float], length_s: float) -> float:
    """The time until rest, up to twice the length of the series, that misses least."""
    from scipy.optimize import minimize_scalar

    tried = np.linspace(length_s / TRIED, 2 * length_s, 2 * TRIED)
    near = min(tried, key=misses)
    return float(minimize_scalar(misses, bounds=(near - tried[0] / 2, near + tried[0]), method="bounded").x)


def _uneven(series: Series, time_s: float) -> FileError:
    text = "{name}: it does not slow down evenly, worst at {worst} s; {freely}"
    return FileError(text, name=series.name, worst=f"{time_s:g}", freely=FREELY)


def _slid(series: Series) -> Slowed:
    return _until_rest(
        series, lambda time, share: np.stack([time * (1 - share / 2), np.ones(len(time))], axis=1), SLIDE_MISFIT
    )


def _spun(series: Series) -> Slowed:
    return _until_rest(series, lambda time, share: (1 - share)[:, None], SPIN_MISFIT)


def _slide_distance(series: Series) -> list[dict[str, float]]:
    slid = _slid(series)
    return [{"value": 1000 * slid.start * slid.rest_s / 2, "speed_m_s": slid.start}]


def _slide_places(series: Series) -> list[dict[str, float]]:
    slid = _slid(series)
    found = []
    for share in QUARTERS:
        time_s = share * slid.rest_s
        place = slid.start * time_s * (1 - share / 2) + slid.beyond(time_s)
        found.append({"value": 1000 * place, "speed_m_s": slid.start, "time_s": time_s})
    return [place for place in found if not isnan(place["value"])]


def _spin_time(series: Series) -> list[dict[str, float]]:
    spun = _spun(series)
    return [{"value": spun.rest_s, "spin_rad_s": spun.start}]


def _spin_rates(series: Series) -> list[dict[str, float]]:
    spun = _spun(series)
    found = []
    for share in QUARTERS[:-1]:  # at the last it stands still
        time_s = share * spun.rest_s
        rate = spun.start * (1 - share) + spun.beyond(time_s)
        found.append({"value": rate, "spin_rad_s": spun.start, "time_s": time_s})
    return [rate for rate in found if not isnan(rate["value"])]


def _bounce(series: Series) -> list[dict[str, float]]:
    time = series.time_s - series.time_s[0]
    down = 1.0 if series.values[len(time) // 2] < series.values[0] else -1.0
    first, last = _bounces(series, down * series.values)
    time, height = time[:last], down * series.values[:last]
    falls, rises = time < time[first], time > time[first]
    if min(falls.sum(), rises.sum()) < FEWEST - 2:
        raise FileError(
            "{name}: too few samples before and after it hits; expected {fewest} of each",
            name=series.name,
            fewest=FEWEST - 2,
        )
    kept = falls | rises  # at the lowest sample it may be on either way
    columns = np.stack([time**2, falls, falls * time, rises, rises * time], axis=1)[kept]
    factors, *_ = np.linalg.lstsq(columns, height[kept], rcond=None)
    bend, high, speed, low, back = (float(factor) for factor in factors)
    reach, apart = float(np.ptp(height)), height[kept] - columns @ factors
    if np.sqrt(np.mean(apart**2)) > SLIDE_MISFIT * reach:
        raise FileError("{name}: it does not fall and rise freely; {freely}", name=series.name, freely=FREELY)
    _check_leaps(series._replace(time_s=series.time_s[:last][kept], values=height[kept]), apart)
    if abs(-2 * bend / G_M_S2 - 1) > FALL_MISFIT:
        text = "{name}: it falls with {fall} m/s2; expected {g} within {most} %: are length and time of the film right?"
        most = f"{100 * FALL_MISFIT:.0f}"
        raise FileError(text, name=series.name, fall=f"{-2 * bend:.3g}", g=G_M_S2, most=most)
    hit = (low - high) / (speed - back)
    table = bend * hit**2 + high + speed * hit
    drop, rise = (at - way**2 / (4 * bend) - table for at, way in ((high, speed), (low, back)))
    return [{"value": 1000 * rise, "drop_mm": 1000 * drop}]


def _bounces(series: Series, height: Array) -> tuple[int, int]:
    """The sample at which a height is first least, and the first one that is after the top of the bounce."""
    lowest = np.minimum.accumulate(height)
    reach = float(height[0] - lowest[-1])
    up = np.flatnonzero(height > lowest + SEEN_RISE * reach)
    if not len(up):
        raise FileError(
            "{name}: no bounce is seen; expected a series that goes on beyond the top of the first", name=series.name
        )
    first = int(height[: up[0]].argmin())
    after = height[first:]
    highest = np.maximum.accumulate(after)
    fallen = np.flatnonzero(after < highest - SEEN_RISE * reach)
    if not len(fallen):
        raise FileError("{name}: the bounce has no top; expected a series that goes on beyond it", name=series.name)
    return first, first + int(fallen[0])


def _acceleration(series: Series) -> list[dict[str, float]]:
    from scipy.stats import f as fisher

    time, place = series.time_s - series.time_s[0], series.values
    count = len(time)
    if time[-1] > LONGEST_S:
        text = "{name}: it gets faster for {length} s; expected at most {longest}: is that the unit of the time?"
        raise FileError(text, name=series.name, length=f"{time[-1]:.3g}", longest=f"{LONGEST_S:g}")
    (bend, speed, _), left = _parabola(time, place)
    fewest = max(FEWEST, count // BREAKS)
    splits: list[tuple[float, int, float, float]] = []
    far: dict[int, Array] = {}
    for at in range(fewest, count - fewest + 1, max(1, count // BREAKS)):
        (early, before), (late, after) = _parabola(time[:at], place[:at]), _parabola(time[at:], place[at:])
        far[at] = np.concatenate([before, after])
        splits.append((float(far[at] @ far[at]), at, early[0], late[0]))
    if splits and count > 6:
        least, at, one, other = min(splits)
        longer = one if time[at] > time[-1] / 2 else other
        # a tracker that smooths leaves errors that are alike from one picture to the next, so there are fewer of them
        alike = float(np.clip(far[at][1:] @ far[at][:-1] / max(least, TINY), 0.0, 0.95))
        gain = (left @ left - least) / 3 / max(least / (count - 6), TINY) * (1 - alike) / (1 + alike)
        if gain > fisher.isf(CHANCE, 3, count - 6) and abs(longer - bend) > ONE_MOTION * abs(bend):
            text = (
                "{name}: it does not get faster evenly, but by {before} m/s2 before {time} s and by {after} after it; "
                "expected a series that begins once the die is let go and ends before anything stops it"
            )
            told = {"before": f"{2 * abs(one):.3g}", "after": f"{2 * abs(other):.3g}"}
            raise FileError(text, name=series.name, time=f"{series.time_s[at]:.3g}", **told)
    _check_leaps(series, left)
    if bend * (speed + 2 * bend * time[-1]) < 0:
        raise FileError("{name}: it gets slower; expected a die that gets faster down the board", name=series.name)
    return [{"value": 2 * abs(bend)}]


def _parabola(time: Array, place: Array) -> tuple[tuple[float, float, float], Array]:
    """The factors of the squared time, of the time and of 1 that fit best, and what is left over."""
    columns = np.stack([time**2, time, np.ones(len(time))], axis=1)
    factors = np.linalg.lstsq(columns, place, rcond=None)[0]
    bend, speed, start = factors.tolist()
    return (bend, speed, start), place - columns @ factors


def _check_leaps(series: Series, apart: Array) -> None:
    """Refuses a series with a sample that is farther from what fits best than the noise of the others explains."""
    far = np.abs(apart)
    spread = 1.4826 * float(np.median(far))  # of a normal distribution, by its median
    worst = int(far.argmax())
    share = far[worst] / float(np.ptp(series.values))
    if share > LEAP and far[worst] > LEAP_SPREADS * spread:
        text = (
            "{name}: at {time} s it is off by {share} % of its way; expected samples that follow the die: leave it out"
        )
        raise FileError(text, name=series.name, time=f"{series.time_s[worst]:.4g}", share=f"{100 * share:.2g}")


def _held(series: Series) -> Array:
    """What was seen while the board was held at the end."""
    held: Array = series.values[series.time_s > series.time_s[-1] - HELD_S]
    return held


def _lean(series: Series) -> list[dict[str, float]]:
    angles = np.degrees(np.abs(series.values))
    held = np.degrees(np.abs(_held(series)))
    value = float(np.median(held))
    wanders = float(np.median(np.abs(held - value)))
    step_s = float(np.median(np.diff(series.time_s)))
    width = max(1, round(JOLT_S / step_s)) | 1
    calm = np.median(np.lib.stride_tricks.sliding_window_view(angles, min(width, len(angles))), axis=1)
    highest = float(calm.max())
    if wanders > HELD_WITHIN_DEG or highest > value + 2 * HELD_WITHIN_DEG:
        text = (
            "{name}: the board is not held still at the end: {value} deg within {wanders}, after up to {highest}; "
            "expected a series that ends where the die went"
        )
        told = {"value": f"{value:.3g}", "wanders": f"{wanders:.2g}", "highest": f"{highest:.3g}"}
        raise FileError(text, name=series.name, **told)
    return [{"value": value}]


READINGS: dict[str, tuple[tuple[str, ...], Callable[[Series], list[dict[str, float]]]]] = {
    "slide-distance": (("length",), _slide_distance),
    "slide-place": (("length",), _slide_places),
    "spin-time": (("rate",), _spin_time),
    "spin-rate": (("rate",), _spin_rates),
    "bounce-height": (("length",), _bounce),
    "slide-acceleration": (("length",), _acceleration),
    "groove-acceleration": (("length",), _acceleration),
    "slip-angle": (("angle", "acceleration"), _lean),
    "slip-on-die": (("angle", "acceleration"), _lean),
    "topple-angle": (("angle", "acceleration"), _lean),
    "out-over-saddle": (("angle", "acceleration"), _lean),
    "out-over-point": (("angle", "acceleration"), _lean),
}
"""Of what quantities an experiment is read, the first where the header does not say, and how."""
