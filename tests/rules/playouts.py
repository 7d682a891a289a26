"""Random games of anything in the catalogue, for tests, transcripts and counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from skill.lattice.cells import BASE
from skill.lattice.dice import ORIENTATIONS, Die
from skill.lattice.notation import ATTEMPT, Action
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.rules.game import ANYONE, CHANCE, AnyGame, Attempt, Seat, Turn

SELDOM = 0.05  # how often the clock of a race runs out although somebody could act
MOST_THROWN = 20  # dice of one hand in one attempt
MOST_ACTIONS = 20_000  # no game is longer; a random game that is has no end


def random_report(attempt: Attempt, rng: Random) -> Action:
    """What hands without a plan might bring about: some dice of the start anywhere on the base, the others off."""
    if not attempt.hand and attempt.goal(Reading((), True, 0.0, 1.0)):  # only dice that come to rest
        loose = tuple(rng.sample(attempt.loose, rng.randint(0, len(attempt.loose))))
        off = tuple(die[:2] for die in attempt.loose if die not in loose)
        return ATTEMPT("success", 1.0, attempt.start, loose, off, "-")
    if attempt.hand or attempt.loose:
        return random_throw(attempt, rng)
    dice = [die for _, die in attempt.start]
    kept = rng.sample(dice, rng.randint(0, len(dice)))
    cells = rng.sample(BASE, min(len(kept), len(BASE)))
    heap = Pyramid((c, Die(d.colour, rng.choice(ORIENTATIONS))) for c, d in zip(cells, kept, strict=False))
    off = tuple((die.colour, rng.randint(1, 6)) for die in dice if die not in kept)
    outcome = rng.choice(["success", "failure", "time", "gave_up"])
    return ATTEMPT(outcome, round(rng.uniform(1, 60), 3), heap, (), off, "-")


def random_throw(attempt: Attempt, rng: Random) -> Action:
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
    if isinstance(turn, Attempt):
        return turn.seat, random_report(turn, rng)
    if turn is CHANCE:
        return CHANCE, game.draw(state, rng)
    if turn is ANYONE:
        seats: list[Seat | None] = [s for s in game.race_order(state) if game.moves(state, s)]
        who = rng.choice(seats) if seats and (rng.random() > SELDOM or not game.moves(state)) else None
        return (CHANCE if who is None else who), rng.choice(game.moves(state, who))
    return turn, rng.choice(game.moves(state, turn if isinstance(turn, int) else None))


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
