"""Random games of anything in the catalogue, for tests, transcripts and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from math import sqrt
from random import Random
from typing import Any

from skill.lattice.cells import COORDS, NUMBER_OF, Cell
from skill.lattice.dice import COLOUR_NAMES, ORIENTATIONS, UNKNOWN, Colour, Die, Faces
from skill.lattice.notation import ATTEMPT, Action
from skill.lattice.reading import DieReading, Reading
from skill.rules.game import ANYONE, CHANCE, AnyGame, AttemptSpec, Turn
from skill.rules.race import as_race
from skill.rules.shared.attempts import AttemptGame
from tests.rules.readings import carried_out

SELDOM = 0.05  # how often the clock of a race runs out although somebody could act
PLANNERS = 0.1  # how often hands have a plan
THOUGHTS = 20  # changes that such hands think of before each moment
MOST_MOMENTS = 40  # of one attempt
HEAP = 30  # of more dice than that none is put into a funnel
BARE_TABLE = {"emag"}  # scenes without a plate
UNDER_THE_TABLE = (3.45, 3.45, 3.45)  # lattice coordinates of what half an edge below a bare table is
MOST_THROWN = 20  # dice of one hand in one attempt
MOST_ACTIONS = 20_000  # no game is longer; a random game that is has no end


def random_try(attempt: AttemptSpec, rng: Random) -> Action:
    """What a player's hands might bring about in a game of skill, some of them with a plan; see `random_moments`."""
    return carried_out(attempt, islice(random_moments(attempt, rng), rng.randint(1, MOST_MOMENTS)))


def random_moments(attempt: AttemptSpec, rng: Random) -> Iterator[Reading]:
    """Dice that hop, come to lie loose, fall off, or are placed from the hand, or taken, one or several at a time.

    Hands with a plan do only what neither fails nor brings them further from the goal.
    """
    dice = [_die(die.colour, cell, ORIENTATIONS[0], COORDS[cell]) for cell, die in attempt.start]
    dice += [_die(colour, NUMBER_OF.get(at), faces, at) for colour, _, at, faces in attempt.loose]
    stock, taken, has_plan = list(attempt.hand[:MOST_THROWN]), 0, rng.random() < PLANNERS
    seen = Reading(tuple(dice), True, 0.0, 0.0)
    while True:
        for _ in range(THOUGHTS if has_plan else rng.randint(1, 1 + len(seen.dice) // 8)):
            after = _changed(attempt, seen, stock, rng)
            if has_plan and (attempt.failed(after) or attempt.distance(after) > attempt.distance(seen)):
                continue
            placed = len(after.dice) - len(seen.dice)
            del stock[: max(0, placed)]
            taken += max(0, -placed)
            seen = after
        settled, still_s = (True, rng.uniform(0.5, 10.0)) if rng.random() < 0.7 else (False, 0.0)
        tilt_deg = rng.choice([0.0, 3.0, 90.0])
        seen = Reading(seen.dice, settled, tilt_deg, seen.time_s + rng.uniform(1.0, 8.0), still_s, taken)
        yield seen


def _with(seen: Reading, dice: list[DieReading]) -> Reading:
    """The same moment with these dice."""
    return Reading(tuple(dice), seen.settled, seen.tilt_deg, seen.time_s, seen.still_s, seen.taken)


def _changed(attempt: AttemptSpec, seen: Reading, stock: list[Die], rng: Random) -> Reading:
    """The same dice but for one."""
    dice, chance = list(seen.dice), rng.random()
    if stock and (not dice or chance < 0.6):
        dice.append(_placed(attempt, seen, stock[0], rng))
        return _with(seen, dice)
    there = [n for n, die in enumerate(dice) if not die.off]
    if not there:
        return seen
    n = rng.choice([there[-1], *there])  # the last is the top one, or what was placed last
    old = dice.pop(n)
    if attempt.score is not None and not attempt.hand and chance < 0.8:  # an empty hand that plays for points takes
        return _with(seen, dice)
    near = (old.at[0] + rng.gauss(0, 0.5), old.at[1] + rng.gauss(0, 0.5), old.at[2] + rng.gauss(0, 0.5))
    if chance < 0.7 and (funnels := _funnels(attempt, dice)):
        cell = rng.choice(funnels)
        new = _die(old.colour, cell, rng.choice(ORIENTATIONS), COORDS[cell])
    elif chance < 0.85 or attempt.scene in BARE_TABLE:
        new = _die(old.colour, None, None, near)._replace(top=rng.randint(1, 6), turned_deg=rng.uniform(0, 90))
    else:
        new = DieReading(old.colour, None, None, near, off=True, top=rng.randint(1, 6))
    dice.insert(n, new)
    return _with(seen, dice)


def _placed(attempt: AttemptSpec, seen: Reading, die: Die, rng: Random) -> DieReading:
    """A die from the hand: in a funnel, or loose on another die or on the table."""
    if rng.random() < 0.5 and (funnels := _funnels(attempt, seen.dice)):
        cell = rng.choice(funnels)
        return _die(die.colour, cell, rng.choice(ORIENTATIONS), COORDS[cell])
    below = rng.choice([seen.dice[-1], *seen.dice]).at if seen.dice else UNDER_THE_TABLE
    up = -1 / sqrt(3)  # of each coordinate, to the next die upwards
    x, y, z = (c + up + rng.gauss(0, 0.03) for c in below)
    return _die(die.colour, None, None, (x, y, z))._replace(top=rng.randint(1, 6))


def _funnels(attempt: AttemptSpec, dice: Sequence[DieReading]) -> list[Cell]:
    return [] if attempt.scene in BARE_TABLE or len(dice) > HEAP else Reading(tuple(dice), True, 0, 0).pyramid.funnels()


def _die(colour: Colour, cell: Cell | None, faces: Faces | None, at: tuple[float, float, float]) -> DieReading:
    return DieReading(colour, cell, faces, at, top=faces[0] if faces else 0)


def random_report(attempt: AttemptSpec, rng: Random) -> Action:
    """What throws without an aim might bring about."""
    if not attempt.hand:  # nothing is to be done but to let dice come to rest
        loose = tuple(rng.sample(attempt.loose, rng.randint(0, len(attempt.loose))))
        off = tuple(die[:2] for die in attempt.loose if die not in loose)
        return ATTEMPT("success", 1.0, attempt.start, loose, off, "-")
    return random_throw(attempt, rng)


def random_throw(attempt: AttemptSpec, rng: Random) -> Action:
    """Some dice of the hand, each in a funnel, loose or off; now and then one pushes a free die of the start off."""
    heap, loose, off = attempt.start, list(attempt.loose), []
    used = rng.randint(1, min(len(attempt.hand), MOST_THROWN)) if attempt.hand else 0
    for die in attempt.hand[:used]:
        free, funnels, chance = heap.free(), heap.funnels(), rng.random()
        if free and chance < 0.1:
            pushed = rng.choice(free)
            off.append((heap.at(pushed).colour, rng.randint(1, 6)))
            heap = heap.remove(pushed)
        if chance < 0.2 or not funnels:
            off.append((die.colour, rng.randint(1, 6)))
        elif chance < 0.3:
            place = tuple(round(rng.uniform(0, 4), 2) for _ in range(3))
            loose.append((die.colour, rng.randint(1, 6), place))
        else:
            heap = heap.place(rng.choice(funnels), Die(die.colour, die.faces and rng.choice(ORIENTATIONS)))
    return ATTEMPT("failure" if off else "success", 1.0, heap, tuple(loose), tuple(off), "-")


def random_action(game: AnyGame, state: Any, turn: Turn, rng: Random) -> tuple[Turn, Action]:
    """Who acts where it is `turn`'s turn, and how, drawn at random; at an attempt a random report."""
    if isinstance(turn, int):
        return turn, rng.choice(game.moves(state, turn))
    if isinstance(turn, AttemptSpec):
        report = random_try if isinstance(game, AttemptGame) else random_report
        return turn.seat, report(turn, rng)
    if turn is CHANCE:
        return CHANCE, game.draw(state, rng)
    if turn is ANYONE:
        open_to = {seat: moves for seat in as_race(game).race_order(state) if (moves := game.moves(state, seat))}
        who = rng.choice(list(open_to)) if open_to and (rng.random() > SELDOM or not game.moves(state)) else None
        return (CHANCE, rng.choice(game.moves(state))) if who is None else (who, rng.choice(open_to[who]))
    raise AssertionError(f"{game.slug}: nobody knows what {turn} asks for")


def playout(
    game: AnyGame, seed: int, players: int | None = None, given: Mapping[str, Any] | None = None
) -> Iterator[tuple[Any, Turn, Action | None]]:
    """Each state of a random game with who acts there and how; the last with nobody and None."""
    rng = Random(f"{game.slug}:{seed}")
    options = game.options_from(given or {})
    players = rng.randint(*game.seats(options)) if players is None else players
    state = game.begin(players, options)
    for _ in range(MOST_ACTIONS):
        turn = game.to_move(state)
        if turn is None:
            yield state, None, None
            return
        by, action = random_action(game, state, turn, rng)
        yield state, by, action
        state = game.play(state, action, by)
    raise AssertionError(f"{game.slug}: no end after {MOST_ACTIONS} actions (seed {seed})")


def all_dice(game: AnyGame, state: Any) -> Counter[Colour] | None:
    """The dice on the plate and beside it by colour; None where the game does not limit them."""
    if (beside := game.unplaced(state)) is None:
        return None
    return Counter({colour: beside[colour] + game.pyramid(state).count_of(colour) for colour in COLOUR_NAMES})


def lost_dice(game: AnyGame, states: Iterable[Any]) -> list[str]:
    """Where dice come, go or change colour between two of these states that follow each other.

    Those of no known colour may become some of a known one, or the other way round, but never both at once.
    """
    counted = [found for state in states if (found := all_dice(game, state)) is not None]
    wrong = [f"fewer than none: {dict(dice)}" for dice in counted if min(dice.values()) < 0]
    for before, after in pairwise(counted):
        gained, lost = after - before, before - after
        known = [change.total() - change[UNKNOWN] for change in (gained, lost)]
        if after.total() != before.total() or all(known):
            wrong.append(f"gained {dict(gained)}, lost {dict(lost)}")
    return wrong
