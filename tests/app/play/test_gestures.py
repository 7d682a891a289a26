"""What would be a long list is chosen by hand: which phases that is, and what the keys do."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from skill.app.input.actions import Act
from skill.app.play.match.choices import Chooser
from skill.app.play.match.gestures import Amounts, Orientations, gesture_of
from skill.draw.scene_view import about
from skill.lattice.cells import AXES, cells
from skill.lattice.dice import ORIENTATIONS
from skill.lattice.frame import rotation
from skill.lattice.notation import PASS, PLACE, TURN, Verb
from skill.rules.catalogue import find_game
from skill.rules.game import ANYONE, CHANCE
from skill.table.match import Match
from tests.walk import CHANCE_FOR_HANDS

A, B = cells("800 512")
LONG = 12
LADLE = Verb("ladle <number>", "dice: {number}")
ARROWS = (Act.LEFT, Act.RIGHT, Act.UP, Act.DOWN)
LISTS = {
    "dice-march": Orientations,
    "quadrula-rasa": Orientations,
    "race": Orientations,
    "spotted-cow": Orientations,
    "sums": Orientations,
    "trulla": Amounts,
}
"""The games that were found to ask for more than a dozen of the same sort, but for those that take too long here."""


@pytest.mark.parametrize("slug", LISTS)
def test_a_long_list_has_a_gesture(slug: str) -> None:
    game, rng = find_game(slug), Random(1)
    options = {o.name: CHANCE_FOR_HANDS[o.name] for o in game.all_options if CHANCE_FOR_HANDS.get(o.name) in o.choices}
    players = game.players[0]
    match = Match(game, players, game.options_from(options), ("human",) * players, seed=1)
    for _ in range(30):
        if match.turn is CHANCE:
            match.step()
            continue
        seat = 1 if match.turn is ANYONE else match.seat
        chooser = Chooser(match.moves(seat))
        while True:
            if len(chooser.choice.ways) > LONG or len(chooser.choice.calls) > LONG:
                assert isinstance(gesture_of(chooser.choice), LISTS[slug])
                return
            if not chooser.choice.targets:
                break
            chooser.point(rng.choice(chooser.choice.targets))
        match.play(rng.choice(list(match.moves(seat))), seat)
    pytest.fail("no long list came up")


def orientations(faces=ORIENTATIONS) -> Orientations:
    gesture = gesture_of(Chooser([TURN(A, f) for f in faces]).choice)
    assert isinstance(gesture, Orientations)
    return gesture


@pytest.mark.parametrize("side", AXES)
def test_arrow_keys_lead_to_every_orientation(side: int) -> None:
    gesture = orientations()
    found, left = {ORIENTATIONS[0]}, [ORIENTATIONS[0]]
    while left:
        faces = left.pop()
        new = {gesture.turned(faces, act, side)[2] for act in ARROWS} - found
        found |= new
        left += new
    assert found == {*ORIENTATIONS}


@pytest.mark.parametrize("faces", ORIENTATIONS[::5])
def test_arrow_keys_turn_the_die_that_way(faces) -> None:
    gesture, way = orientations(), np.array(rotation(faces))
    for act, axis, angle in ((Act.RIGHT, (0.0, 0.0, 1.0), 120.0), (Act.LEFT, (0.0, 0.0, 1.0), -120.0)):
        turned = np.array(rotation(gesture.turned(faces, act, 0)[2]))
        assert np.allclose(turned, np.array(about(axis, angle)) @ way)
    up = np.array(rotation(gesture.turned(faces, Act.UP, 0)[2])) @ way.T
    front = np.array((0.0, -1.0, 0.0))  # what looks at whoever sits on side I goes up
    assert (up @ front)[2] > 0.4
    assert gesture.turned(gesture.turned(faces, Act.UP, 0)[2], Act.DOWN, 0)[2] == faces


def test_of_some_orientations_those_are_left_out_that_are_not_legal() -> None:
    some = ORIENTATIONS[::2]
    gesture = orientations(some)
    for faces in some:
        for act in ARROWS:
            assert gesture.turned(faces, act, 0)[2] in some


def test_a_die_that_is_let_go_comes_to_stand_as_it_nearly_does() -> None:
    gesture = orientations()
    for faces in ORIENTATIONS:
        nearly = np.array(about((1.0, 2.0, 0.5), 25.0)) @ np.array(rotation(faces))
        assert gesture.nearest(nearly) == TURN(A, faces)


def test_few_ways_ways_that_differ_in_more_and_ways_without_faces_have_no_gesture() -> None:
    assert gesture_of(Chooser([TURN(A, f) for f in ORIENTATIONS[:2]]).choice) is None
    two_colours = [PLACE(colour, A, f) for colour in "RG" for f in ORIENTATIONS]
    assert gesture_of(_at(two_colours)) is None
    assert gesture_of(_at([PLACE(c, A, None) for c in "RGB"])) is None
    assert gesture_of(Chooser([PASS()]).choice) is None


def _at(actions):
    chooser = Chooser([*actions, PLACE("R", B, None)])
    chooser.point(A)
    return chooser.choice


def test_an_amount_goes_up_and_down_and_stays_in_its_range() -> None:
    gesture = gesture_of(Chooser([PASS(), *(LADLE(n) for n in range(1, 21))]).choice)
    assert isinstance(gesture, Amounts) and gesture.numbers == [*range(1, 21)]
    assert gesture.changed(None, Act.RIGHT) == LADLE(1)
    assert gesture.changed(LADLE(3), Act.RIGHT) == LADLE(4)
    assert gesture.changed(LADLE(3), Act.DOWN) == LADLE(1)
    assert gesture.changed(LADLE(18), Act.UP) == LADLE(20)
    assert gesture.at(0.5) == LADLE(10) or gesture.at(0.5) == LADLE(11)
    assert [gesture.at(gesture.share(LADLE(n))) for n in range(1, 21)] == [LADLE(n) for n in range(1, 21)]
    assert gesture_of(Chooser([LADLE(n) for n in (1, 2, 3, 5, 8)]).choice) is None  # no slider has gaps
