"""Every text form, written and read back, for whatever values it may have."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill.lattice.cells import CELLS, NAMES, parse_cell
from skill.lattice.dice import COLOUR_NAMES, ORIENTATIONS, Die, faces_text, parse_faces
from skill.lattice.notation import (
    FIELDS,
    Action,
    Verb,
    hand_text,
    parse_action,
    parse_die,
    parse_hand,
    parse_position,
)
from skill.lattice.pyramid import EMPTY, Pyramid, die_text
from skill.physics.scene import load_scene, scene_names
from skill.physics.tools import toolset_columns
from skill.physics.trace import Trace
from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame
from skill.rules.options import Option
from skill.table.match import Match
from skill.table.record import parse_record

GAMES = {game.slug: game for game in all_games()}
COLOURS = st.sampled_from([*COLOUR_NAMES])
FACES = st.sampled_from(ORIENTATIONS)
SOME_FACES = st.none() | FACES
DICE = st.builds(Die, COLOURS, SOME_FACES)
CELL = st.sampled_from(CELLS)
NUMBERS = st.integers(-(10**6), 10**6)
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


@st.composite
def heaps(draw: Callable) -> Pyramid:
    """A heap that stands, of up to 165 dice."""
    rng = Random(draw(st.integers(0, 2**32)))
    heap = EMPTY
    for _ in range(draw(st.integers(0, 165))):
        die = Die(rng.choice([*COLOUR_NAMES]), rng.choice([None, *ORIENTATIONS]))
        heap = heap.place(rng.choice(heap.funnels()), die)
    return heap


HUNDREDTHS = st.integers(-2000, 2000).map(lambda n: n / 100)
LOOSE = st.one_of(
    st.tuples(COLOURS, st.integers(1, 6)),
    st.tuples(COLOURS, st.integers(1, 6), st.tuples(HUNDREDTHS, HUNDREDTHS, HUNDREDTHS)),
    st.tuples(COLOURS, st.integers(1, 6), st.tuples(HUNDREDTHS, HUNDREDTHS, HUNDREDTHS), FACES),
)
VALUES: dict[str, st.SearchStrategy] = {
    "cell": CELL,
    "colour": COLOURS,
    "faces": FACES,
    ":faces": SOME_FACES,
    "number": NUMBERS,
    "word": st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1),
    "cells": st.lists(CELL, min_size=1, max_size=10).map(tuple),
    "position": heaps(),
    "trace": st.just("-")
    | st.tuples(st.text(LETTERS + "_-", min_size=1), st.text("0123456789abcdef", min_size=16, max_size=16)).map(
        "@".join
    ),
    "seconds": st.integers(0, 10**7).map(lambda n: n / 1000),
    "dice": st.lists(st.tuples(COLOURS, st.integers(1, 6)), max_size=8).map(tuple),
    "spot": st.lists(st.integers(0, 99), min_size=2, max_size=4).map(tuple),
    "square": st.text(LETTERS, min_size=1, max_size=8),
    "loose": st.lists(LOOSE, max_size=5).map(tuple),
}
"""What each kind of argument may be."""
VERBS = {verb.form: verb for game in GAMES.values() for verb in game.verbs}


def test_every_kind_of_argument_has_values_here() -> None:
    assert VALUES.keys() == FIELDS.keys()


@pytest.mark.parametrize("kind", VALUES)
def test_arguments_read_back(kind: str) -> None:
    field = FIELDS[kind]

    @given(VALUES[kind])
    def reads_back(value: object) -> None:
        if (kind, value) != (":faces", None):
            assert field.parse(field.write(value)) == value

    reads_back()


@pytest.mark.parametrize("form", VERBS)
def test_actions_read_back(form: str) -> None:
    verb: Verb = VERBS[form]

    @settings(max_examples=25)
    @given(st.tuples(*(VALUES[kind] for kind in verb.fields)))
    def reads_back(arguments: tuple) -> None:
        action = verb(*arguments)
        again = parse_action(str(action), [verb])
        assert (again, str(again)) == (action, str(action))
        assert isinstance(again, Action)

    reads_back()


@given(CELL, FACES, DICE, st.lists(DICE, max_size=6).map(tuple))
def test_cells_faces_and_dice_read_back(cell: int, faces: tuple, die: Die, hand: tuple[Die, ...]) -> None:
    assert parse_cell(NAMES[cell]) == cell
    assert parse_faces(faces_text(faces)) == faces
    assert parse_die(die_text(cell, die)) == (cell, die)
    assert parse_hand(hand_text(hand)) == hand


@given(heaps())
def test_positions_read_back(heap: Pyramid) -> None:
    assert parse_position(str(heap)) == heap


def values_of(option: Option) -> st.SearchStrategy:
    """Values that an option may have; of one that is written freely, values that match its pattern."""
    if option.kept_as:
        return st.sampled_from(option.choices)
    if option.pattern:
        return st.from_regex(option.pattern, fullmatch=True)
    if not option.is_range:
        return st.sampled_from(option.choices)
    low, high = option.choices
    whole = isinstance(option.default, int)
    return st.integers(low, high) if whole else st.floats(low, high)


@pytest.mark.parametrize("slug", GAMES)
def test_options_read_back(slug: str) -> None:
    options = GAMES[slug].all_options

    @settings(max_examples=10)
    @given(st.tuples(*map(values_of, options)))
    def reads_back(values: tuple) -> None:
        for option, value in zip(options, values, strict=True):
            assert option.parse(str(value)) == value

    reads_back()


TURN_GAMES = [game for game in GAMES.values() if game.kind == "turns"]


@settings(max_examples=60)
@given(st.sampled_from(TURN_GAMES), st.integers(0, 10**6), st.integers(0, 40), st.lists(st.booleans(), max_size=10))
def test_records_read_back(game: AnyGame, seed: int, actions: int, undone: list[bool]) -> None:
    match = Match(game, seed=seed, seats=("random",) * game.players[0], players=game.players[0])
    for _ in range(actions):
        if match.turn is None:
            break
        match.step()
    record = match.record
    assert parse_record(str(record)) == record
    taken_back = record.played[-1:] if undone else ()
    text = str(record) + "".join(f"*: undo\n{line}\n" for line in taken_back)
    assert parse_record(text) == record


SCENES = [name for name in scene_names() if load_scene(name).tools]


@settings(max_examples=25)
@given(st.data(), st.sampled_from(SCENES), st.integers(0, 2**31), st.lists(DICE, max_size=4), VALUES["loose"], heaps())
def test_traces_read_back(data, scene: str, seed: int, hand: list[Die], loose: tuple, start: Pyramid) -> None:
    world = load_scene(scene)
    sample = st.tuples(*(st.floats(allow_nan=False, allow_infinity=False) for _ in toolset_columns(world)))
    trace = Trace(world, seed, start, tuple(hand), loose, data.draw(st.lists(sample, max_size=5)))
    again = Trace.parse(trace.text)
    assert (again.text, again.samples, again.start, again.hand, again.loose) == (
        trace.text,
        trace.samples,
        start,
        tuple(hand),
        loose,
    )
    assert again.scene == world
