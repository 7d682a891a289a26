"""What a designer asks of a game, in numbers, from the matches of its analysis.

Every share comes with its standard error and its 95 % interval. The standard error is computed with one more case of
each kind, so that shares of 0 and 1 have one too. A shared win counts as a part of a win, and the variance is that of
these parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import gcd, isfinite, sqrt
from statistics import mean, median, pstdev, stdev
from typing import Any

from skill.analyse.run import Analysis, Series
from skill.analyse.watch import Watched
from skill.errors import Words
from skill.files import form
from skill.intervals import SURE as INTERVAL
from skill.intervals import mean_between, median_between, wilson
from skill.lattice.cells import CELLS
from skill.rules.game import Seat
from skill.table.ratings import ratings

TENTHS = 10
SURE = 0.8  # a match is decided when the winner's chance stays at least that high
FALSE = 0.05  # of reports in which no option changes anything tell of one that does
PARTS = 840  # in which every share of a win of up to eight seats is whole
TELLING = 0.8  # of the matches must be won by the most points, or by the fewest, if scores shall tell who leads

Share = dict[str, float]
"""A share, one standard error of it, and between what it lies with 95 %: `share`, `error`, `low`, `high`."""


FORM = form(Words("the numbers of an analysis"), r'\{\s*"game": "[^"]+",\s*"title": "')
"""Of them as JSON."""


def measures(analysis: Analysis) -> dict[str, Any]:
    """The numbers of an analysis as JSON has them; what cannot be told is None or missing."""
    (base,) = analysis.of("play")
    asked = analysis.asked
    found: dict[str, Any] = {
        "game": asked.game.slug,
        "title": asked.game.title,
        "players": asked.players,
        "options": {name: v for name, v in asked.options.items() if v != asked.game.options_from({})[name]},
        "bot": asked.bot,
        "seed": asked.seed,
        "most_actions": asked.most_actions,
        "made": analysis.made,
        "series": [{"name": s.name, "played": len(s.watched), "asked": len(s.pieces)} for s in analysis.series],
    }
    found |= _strengths(analysis.of("ladder"), asked.players)
    if not base.watched:
        return found
    found |= _of_matches(base.watched, asked.players)
    found["course"] = _course([seen for series in analysis.of("course") for seen in series.watched], asked.players)
    found["kinds"] = _kinds(base.watched, analysis.of("kinds"), asked.players)
    found["options_tried"] = _options([series for series in analysis.of("options") if series.watched], base)
    return found


def _of_matches(watched: Sequence[Watched], players: int) -> dict[str, Any]:
    lengths = [sum(seen.chosen.values()) for seen in watched]
    branching = [count for seen in watched for count in seen.branching]
    ended = [seen for seen in watched if seen.has_ended]
    return {
        "matches": len(watched),
        "never_ended": share(not seen.has_ended for seen in watched),
        "length": {
            "mean": mean(lengths),
            "error": stdev(lengths) / sqrt(len(lengths)) if len(lengths) > 1 else None,
            "between": mean_between(lengths),
            "spread": pstdev(lengths),
            "least": min(lengths),
            "median": median(lengths),
            "most": max(lengths),
            "each": lengths,
        },
        "actions_of_chance": mean(seen.draws for seen in watched),
        "attempts": mean(seen.attempts for seen in watched),
        "branching": {
            "mean": mean(branching),
            "median": median(branching),
            "most": max(branching),
            "by_tenth": _by_tenth(watched),
        }
        if branching
        else None,
        "forced": mean(count == 1 for count in branching) if branching else None,
        "seats": _seats(watched, players),
        "has_order": any(seen.first is not None for seen in watched),
        "shared": share(len(seen.winners) > 1 for seen in ended),
        "nobody": share(not seen.winners for seen in ended),
        "why_nobody": dict(Counter(seen.reason for seen in ended if not seen.winners)),
        "lead": _lead(ended),
        "scores": _scores(ended),
        "heap": _heap(ended) if ended else None,
    }


def share(cases: Iterable[bool | float]) -> Share:
    """The mean of cases that are true or false, or a part of a case, and how sure it is."""
    values = [float(case) for case in cases]
    count, total, low, high = len(values), sum(values), *wilson(values)
    squares, nearly = (sum(value * value for value in values) + 1) / (count + 2), (total + 1) / (count + 2)
    error = sqrt((squares - nearly**2) / (count + 2))
    return {"share": total / count if count else 0.0, "error": error, "low": low, "high": high}


def unequal(found: Mapping[str, Any], reports: int = 1) -> list[bool]:
    """Of each of its `seats`, whether they win otherwise than equal ones would with 95 % in all of so many reports.

    How often equal seats win so is counted, so that it holds of a few matches too; of several seats and reports each is
    judged the more carefully (Bonferroni), of two seats one says all. A shared win counts as shared by two.
    """
    import numpy as np

    seats = len(found["seats"])
    ended = found["matches"] * (1 - found["never_ended"]["share"])
    decided = round(ended * (1 - found["nobody"]["share"]))
    if decided < 1:
        return [False] * seats
    shared = min(1.0, found["shared"]["share"] * ended / decided)
    one = np.array([0.0, 2 * shared / seats, (1 - shared) / seats])  # of one match: nothing, half of the win, the win
    one[0] = max(0.0, 1 - one.sum())
    likely = np.ones(1)
    for bit in f"{decided:b}":
        likely = np.convolve(likely, likely)
        likely = np.convolve(likely, one) if bit == "1" else likely
    fair, close = 2 * decided / seats, min(0.25, 1e-3 * decided)  # kept shares are rounded
    far = np.abs(np.arange(len(likely)) - fair)
    allowed = (1 - INTERVAL) / reports / (seats if seats > 2 else 1)
    halves = [2 * decided * seat["share"] for seat in found["seats"]]
    return [bool(likely[far >= abs(each - fair) - close].sum() <= allowed) for each in halves]


def won(seen: Watched, seat: Seat) -> float:
    """The part of the win that a seat has."""
    return (seat in seen.winners) / len(seen.winners) if seen.winners else 0.0


def in_order(seen: Watched, players: int) -> list[Seat]:
    """The seats in the order of play; from 1 where nobody begins."""
    return [((seen.first or 1) - 1 + n) % players + 1 for n in range(players)]


def _seats(watched: Sequence[Watched], players: int) -> list[Share]:
    """What each seat won, in the order of play, of the matches that were won at all."""
    decided = [seen for seen in watched if seen.winners]
    return [share(won(seen, in_order(seen, players)[n]) for seen in decided) for n in range(players)]


def _by_tenth(watched: Sequence[Watched]) -> list[float | None]:
    """The mean number of legal actions in each tenth of a match."""
    found: list[list[int]] = [[] for _ in range(TENTHS)]
    for seen in watched:
        for n, count in enumerate(seen.branching):
            found[n * TENTHS // len(seen.branching)].append(count)
    return [mean(counts) if counts else None for counts in found]


def _lead(ended: Sequence[Watched]) -> dict[str, Any] | None:
    """How often the winner was behind in the scores halfway; None where scores do not tell who leads, as where all are
    nothing until the end."""
    alone = [seen for seen in ended if len(seen.winners) == 1 and len(set(seen.scores)) > 1]
    ways: dict[str, Callable[[Sequence[float]], float]] = {"most": max, "fewest": min}
    for words, best in ways.items():
        if alone and mean(seen.scores[seen.winners[0] - 1] == best(seen.scores) for seen in alone) >= TELLING:
            behind = [seen.halfway[seen.winners[0] - 1] != best(seen.halfway) for seen in alone]
            level = mean(len(set(seen.halfway)) == 1 for seen in alone)
            if level == 1:
                return None
            return {"wins": words, "behind_halfway": share(behind), "level_halfway": level}
    return None


def _scores(ended: Sequence[Watched]) -> dict[str, Any] | None:
    """How the scores of all seats are distributed, and those of winners: the least, the quarters and the most of them,
    and how often those of all come; None where there are none, as of times of attempts that failed."""
    scores = [score for seen in ended for score in seen.scores if isfinite(score)]
    winners = [seen.scores[seat - 1] for seen in ended for seat in seen.winners if isfinite(seen.scores[seat - 1])]
    if not scores:
        return None
    return {"all": quarters(scores), "winners": quarters(winners), "each": sorted(Counter(scores).items())}


def _heap(ended: Sequence[Watched]) -> dict[str, Any]:
    """How many dice lie in the heap at the end, and in which share of the matches one lies in each cell."""
    counts = [len(seen.heap) for seen in ended]
    lie = Counter(cell for seen in ended for cell in seen.heap)
    cells = [lie[cell] / len(ended) for cell in CELLS]
    return {"mean": mean(counts), "least": min(counts), "most": max(counts), "cells": cells}


def quarters(values: Sequence[float]) -> list[float]:
    """The least of some values, their quarter, middle and three quarters, and the most; nothing of none."""
    ordered = sorted(values)
    return [ordered[round(n * (len(ordered) - 1) / 4)] for n in range(5) if ordered]


def _course(watched: Sequence[Watched], players: int) -> dict[str, Any] | None:
    """The chance of whoever wins in the end, over a match; None where too few matches were won by one."""
    alone = [seen for seen in watched if len(seen.winners) == 1 and seen.course]
    if not alone:
        return None
    chances = [[moment[seen.winners[0] - 1] for moment in seen.course] for seen in alone]
    decided = []
    for curve in chances:
        late = [n for n, chance in enumerate(curve) if chance < SURE]
        decided.append((late[-1] + 2 if late else 1) / (len(curve) + 1))
    halfway = [curve[len(curve) // 2] for curve in chances]
    return {
        "matches": len(alone),
        "chance_of_winner": [1 / players, *map(mean, zip(*chances, strict=True)), 1.0],
        "decided_after": median(decided),
        "decided_between": median_between(decided, 0.0, 1.0),
        "comebacks": share(chance <= 1 / players / 2 for chance in halfway),
    }


def _kinds(watched: Sequence[Watched], tried: Sequence[Series], players: int) -> list[dict[str, Any]]:
    """Each kind of action: its share of all, how often it is chosen where it is legal, what is won without it."""
    chosen: Counter[str] = Counter()
    legal: Counter[str] = Counter()
    for seen in watched:
        chosen.update(seen.chosen)
        legal.update(seen.open)
    without = {series.about[0]: series for series in tried}
    found = []
    for verb, count in chosen.most_common():
        row = {"kind": verb, "of_all": count / chosen.total(), "where_legal": count / max(count, legal[verb])}
        row["decisions"] = legal[verb]
        if verb in without and without[verb].watched:
            series = without[verb]
            pairs = [(piece, seen) for piece, seen in zip(series.pieces, series.watched, strict=False) if seen.winners]
            row |= {"matches": len(series.watched)}
            row |= {"won_without": share(won(seen, piece.barred[0]) for piece, seen in pairs if piece.barred)}
            row |= {"fair": 1 / players}
        found.append(row)
    return found


def _options(tried: Sequence[Series], base: Series) -> list[dict[str, Any]]:
    """What other values of options change, each compared with the matches of the same seeds without it.

    Every change is tested by exchanging the two matches of pairs (exact, so that seldom events are as sure as frequent
    ones), and corrected for all that are tested, but for those that have too few pairs to be told at all (R. E. Tarone,
    *A modified Bonferroni method for discrete data*, Biometrics 46, 1990).
    """
    asked: dict[str, Callable[[Watched], float]] = {
        "length": lambda seen: sum(seen.chosen.values()),
        "first_seat": lambda seen: won(seen, seen.first or 1),
        "shared": lambda seen: len(seen.winners) > 1,
        "nobody": lambda seen: seen.has_ended and not seen.winners,
        "never_ended": lambda seen: not seen.has_ended,
    }
    rows, tests = [], []
    for series in tried:
        name, value = series.about
        pairs = list(zip(series.watched, base.watched, strict=False))
        row: dict[str, Any] = {"option": name, "value": value, "matches": len(series.watched), "differs": []}
        row["same"] = all(seen == other for seen, other in pairs)
        for what, ask in asked.items():
            row[what] = mean(float(ask(seen)) for seen in series.watched)
            apart = [round(PARTS * (ask(seen) - ask(other))) for seen, other in pairs if ask(seen) != ask(other)]
            tests.append((row, what, apart))
        rows.append(row)
    least = [2.0 ** (1 - len(apart)) for _, _, apart in tests if apart]
    counted = next(n for n in range(1, len(least) + 2) if sum(one <= FALSE / n for one in least) <= n)
    for row, what, apart in tests:
        if apart and exchanged(apart) <= FALSE / counted:
            row["differs"].append(what)
    return rows


def exchanged(apart: Sequence[int]) -> float:
    """How likely differences of pairs have a sum that is as far from nothing, if each might as well have the other
    sign; whole numbers."""
    import numpy as np

    unit = gcd(*apart)
    steps = [abs(one) // unit for one in apart]
    most = sum(steps)
    likely = np.zeros(2 * most + 1)
    likely[most] = 1.0
    for step in steps:
        likely = (np.roll(likely, step) + np.roll(likely, -step)) / 2  # nothing leaves the ends: `most` is all steps
    far = abs(sum(apart)) // unit
    return min(1.0, float(likely[: most - far + 1].sum() + likely[most + far :].sum()))


def _rung(series: Series, players: int) -> dict[str, Any]:
    """How a stronger bot did against a weaker one, and the first seat, in the matches that were won at all."""
    stronger, weaker = series.about
    pairs = [(piece, seen) for piece, seen in zip(series.pieces, series.watched, strict=False) if seen.winners]
    return {
        "stronger": stronger,
        "weaker": weaker,
        "matches": len(pairs),
        "won": share(won(seen, piece.seats.index(stronger) + 1) for piece, seen in pairs),
        "fair": 1 / players,
        "first_seat": share(won(seen, seen.first or 1) for _, seen in pairs),
    }


def _strengths(ladder: Sequence[Series], players: int) -> dict[str, Any]:
    """The rungs of the ladder, and the Elo of each bot above the weakest."""
    played = [series for series in ladder if series.watched]
    if not played:
        return {"ladder": [], "elo": []}
    names = [played[0].about[1], *(series.about[0] for series in played)]
    results = [(p.seats, s.winners) for series in played for p, s in zip(series.pieces, series.watched, strict=False)]
    rated = ratings(names, results)
    return {
        "ladder": [_rung(series, players) for series in played],
        "elo": [{"bot": name, **rated[name]._asdict()} for name in names],
    }
