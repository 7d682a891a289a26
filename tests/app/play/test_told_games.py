"""What single games tell of fights, fillings, calls and endings, and what they write at cells."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from skill.app.play.said.words import Looker, said
from skill.lattice.cells import NAMES as NAMES_OF
from skill.lattice.cells import parse_cell
from skill.lattice.dice import ORIENTATIONS
from skill.lattice.notation import parse_position
from skill.rules.catalogue import all_games, find_game
from skill.rules.fact import At, fact
from skill.rules.game import CHANCE, AnyGame
from skill.rules.games.clever_mole import APEXES, answer, foot
from skill.rules.telling import BAD, GOOD
from tests.rules.playouts import playout

NAMES = Looker(tuple(f"Player {seat}" for seat in range(1, 8)))


def begun(slug: str, players: int, position: str | None = None, **given: Any) -> Any:
    game = find_game(slug)
    start = None if position is None else parse_position(position)
    return game.begin(players, game.options_from({"first_player": 1, **given}), start)


def told(slug: str, before: Any, text: str, by: int | None = 1) -> list[str]:
    """The sentences about an action of that seat."""
    game = find_game(slug)
    action = game.parse(text)
    after = game.play(before, action, by)
    return [said(fact, NAMES) for fact in game.told(before, action, by, after)]


def test_a_march_tells_fights_losses_and_the_end() -> None:
    position = "Y233:654 Y431:213 R341:451 R422:563 P323:264"
    sentences = told("dice-march", begun("dice-march", 3, position, first_player=2), "tip 233>332", by=2)
    assert sentences == [
        "Player 2 tipped a yellow die to row 4, place 4.",
        "Player 1 lost one die in a tie.",
        "Player 2 captured one die.",
        "Player 2 lost one die in a tie.",
        "Player 3 lost one die in a tie.",
        "Player 1 has no dice left.",
        "Player 3 has no dice left.",
        "Player 2 alone has dice left.",
    ]
    home = begun("dice-march", 3, "R710:321 Y206:132 P620:213")
    assert told("dice-march", home, "tip 710>800")[-1] == "Player 1 reached the corner opposite."
    assert find_game("dice-march").owned_cells(home)[parse_cell("800")] == 1


def test_a_funnel_of_dora_says_whose_it_is_and_what_is_laid_on_its_like() -> None:
    game = find_game("dora")
    before = begun("dora", 3, "R332:321 R323:145")._replace(faces=ORIENTATIONS[0])
    assert [held.faces for held in game.held(before, 1)] == [ORIENTATIONS[0]]
    place = next(action for action in game.moves(before) if str(action).startswith("place R422"))
    sentences = told("dora", before, str(place))
    assert sentences[1] == (
        "The funnel on level 1, row 4, place 3 goes to Player 2: left neighbour of whoever owns all three dice."
    )
    (cell,) = game.labels(game.play(before, place, 1), 2)
    assert cell == parse_cell("322")


def test_a_hill_is_called_after_its_place_and_a_wrong_call_is_marked_there() -> None:
    game, rng = find_game("clever-mole"), Random(1)
    state = begun("clever-mole", 3)
    for _ in ("the hills", "the description"):
        state = game.play(state, game.draw(state, rng), CHANCE)
    right = answer(state)
    other = next(apex for apex in APEXES if apex != right)
    place = said(fact("{cell}", cell=At(foot(right))), NAMES).lower()
    assert told("clever-mole", state, f"claim {NAMES_OF[right]}") == [f"Player 1 found the hill {place}."]
    (missed,) = told("clever-mole", state, f"claim {NAMES_OF[other]}", by=2)
    assert missed.startswith("Player 2 called the hill ") and missed.endswith(", which is wrong.")
    assert told("clever-mole", state, "close", by=None) == [
        "Nobody called in time.",
        f"The hill that was meant stands {place}.",
    ]
    for apex, kind in ((right, GOOD), (other, BAD)):
        claim = game.parse(f"claim {NAMES_OF[apex]}")
        (note,) = game.notes(state, claim, 2, game.play(state, claim, 2))
        assert (note.cells, note.seat, note.kind) == ((apex,), 2, kind)


def test_the_numbers_of_which_one_is_used_are_written_at_their_dice() -> None:
    game = find_game("malicious-pleasure")
    state = begun(
        "malicious-pleasure", 2, "R422:412 G332:321 R323:132 G413:321 G512:321 G314:321", throw_model="lattice"
    )
    for text in ("throw 322", "land 322"):
        state = game.play(state, game.parse(text), 1)
    assert told("malicious-pleasure", state, "show 321") == [
        "Chance turned the die.",
        "Several dice under it have its colour: the number of one is chosen.",
    ]
    state = game.play(state, game.parse("show 321"), CHANCE)
    written = {cell: label.text for cell, label in game.labels(state, 1).items()}
    assert written == {parse_cell("422"): "4", parse_cell("323"): "2"}
    assert told("malicious-pleasure", state, "use 422") == [
        "Player 1 used the 4 of the die in row 5, place 3.",
        "3 more dice may be placed.",
    ]


def test_angel_and_devil_know_their_goals_and_how_it_ended() -> None:
    game = find_game("fire-red-devil")
    state = begun("fire-red-devil", 2, "O800 R080")
    goals = [said(game.goal_line(state, seat), NAMES) for seat in (1, 2)]
    assert [goal.split(",")[0] for goal in goals] == ["You are the angel", "You are the devil"]
    last = state._replace(turns=2 * state.options.whole("greens") - 1)
    move = str(game.moves(last)[0])
    assert told("fire-red-devil", last, move)[-1] == "The green dice are used up: the angel has escaped."


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_labels_tell_what_they_mean(game: AnyGame) -> None:
    for state, _, _ in islice(playout(game, 3), 30):
        for cell, label in game.labels(game.view(state, 1), 1).items():
            assert label.means, (cell, label.text)
