"""What games tell of attempts: why they ended and how far they came, and the count while they run."""

from __future__ import annotations

from typing import Any

import pytest

from skill.app.play.said.words import Looker, said
from skill.lattice.notation import ATTEMPT, Action, parse_position
from skill.lattice.reading import Reading
from skill.rules.catalogue import find_game
from skill.rules.shared.attempts import COMPLETE
from tests.rules.readings import fallen, lying, reading, report, standing

NAMES = Looker(tuple(f"Player {seat}" for seat in range(1, 7)))


def begun(slug: str, players: int = 2, **given: Any) -> Any:
    """The first state, seat 1 to move."""
    game = find_game(slug)
    return game.begin(players, game.options_from({"first_player": 1, **given}))


def told(slug: str, before: Any, action: Action, you: int | None = None) -> list[str]:
    """The sentences about what seat 1 did."""
    game = find_game(slug)
    after = game.play(before, action, before.seat)
    return [said(fact, NAMES._replace(you=you)) for fact in game.told(before, action, before.seat, after)]


@pytest.mark.parametrize(
    ("slug", "action", "sentences"),
    [
        ("faraday", report("R800 G080 K008", outcome="success", time_s=12.34), ["Player 1 did it in 12.3 seconds."]),
        ("faraday", report("R800 G080 K008", outcome="success", time_s=148.2), ["Player 1 did it in 2:28.2 minutes."]),
        (
            "faraday",
            report("R800 G080", off=1, outcome="failure", time_s=31.0),
            [
                "Player 1 failed after 31.0 seconds.",
                "A die fell off the plate.",
                "2 of the three corners had their dice.",
            ],
        ),
        ("dune", report("R800 R233"), ["Player 1 ran out of time.", "No two dice came together."]),
        ("coulomb", report("R422 R332", outcome="gave_up"), ["Player 1 gave up.", "2 of the four dice came together."]),
        (
            "dice-mikado",
            report("R800", outcome="failure"),
            ["Player 1's attempt is over.", "The top die gave way.", "164 dice were taken."],
        ),
        ("dice-mikado", report(str(COMPLETE), outcome="gave_up"), ["Player 1 stopped.", "0 dice were taken."]),
        (
            "captain-flint",
            report("R800"),
            ["Player 1 ran out of time.", "It is worth 1 point: dice of the skeleton, less all others."],
        ),
        (
            "emag",
            report("-", "R1@2.88/2.88/2.88", outcome="gave_up"),
            ["Player 1 stopped.", "One die stood still for as long as it takes to count."],
        ),
        (
            "mountaing",
            report(str(COMPLETE), "R1@0.00/0.00/-1.00", outcome="failure"),
            ["Player 1's attempt is over.", "A die fell off the pyramid.", "One die was mounted."],
        ),
    ],
)
def test_an_attempt_ends_with_the_reason_and_what_was_reached(slug: str, action: Action, sentences: list[str]) -> None:
    assert told(slug, begun(slug), action) == sentences


def test_whoever_tried_is_spoken_to() -> None:
    assert told("dice-mikado", begun("dice-mikado"), report("R800", outcome="failure"), you=1)[0] == (
        "Your attempt is over."
    )


def test_struts_that_were_not_held_are_named() -> None:
    sentences = told("captain-flint", begun("captain-flint", trick="strut"), report("-", outcome="gave_up"))
    assert sentences[-1] == "The skeleton was not held upright and level for 3 seconds."


@pytest.mark.parametrize(
    ("slug", "given", "seen", "line"),
    [
        ("faraday", {}, reading(standing("800 080 233")), "Dice in corners: 2 of 3."),
        ("dune", {}, reading(standing("422 332 323 800")), "Dice of one small pyramid: 3 of 4."),
        ("coulomb", {}, reading(standing("422 080 008 800")), "Dice of one small pyramid: 1 of 4."),
        ("dice-mikado", {}, reading(standing("800"), taken=12), "Dice taken: 12."),
        (
            "emag",
            {},
            reading(lying((2.88, 2.88, 2.88)), lying((0, 0, 0), held=True)),
            "Dice standing: 1. They count once all have been still for 3 seconds.",
        ),
        (
            "trulla",
            {},
            reading(standing("800"), lying((4, 4, 0)), lying((0, 0, -9), held=True)),
            "Dice poured: 2 of 3.",
        ),
        ("mountaing", {}, reading(standing("800"), fallen(1)), "Dice mounted: 0."),
        ("captain-flint", {}, reading(standing("800 233")), "Dice of the skeleton: 1 of 25. Others: 1."),
    ],
)
def test_what_counts_is_told_while_an_attempt_runs(slug: str, given: dict[str, Any], seen: Reading, line: str) -> None:
    state = begun(slug, **given)
    fact = find_game(slug).progress(state._replace(ladle=3) if slug == "trulla" else state, seen)
    assert fact is not None and said(fact, NAMES) == line


# -- one throw or pour in a longer match


def ladled(*dice: str) -> Any:
    """Trulla with three dice in the ladle of seat 1 and these on the plate."""
    game = find_game("trulla")
    state = game.start(2, game.options_from({"first_player": 1}), parse_position(" ".join(dice) or "-"))
    return state._replace(ladle=3)


@pytest.mark.parametrize(
    ("action", "sentences"),
    [
        (report("G800", outcome="success"), ["Player 1's ladle touched the heap: 0 of 3 dice poured."]),
        (
            report("G800 R233 R323 R332", outcome="success"),
            ["Player 1 emptied the ladle: 3 of 3 dice poured."],
        ),
        (
            report("G800 R233", off=1, outcome="success"),
            ["Player 1's pour ended when a die fell off: 2 of 3 dice poured.", "One die went back to its owner."],
        ),
        (report("G800", "R1@4.00/4.00/0.00", outcome="gave_up"), ["Player 1 stopped: 1 of 3 dice poured."]),
        (report("G800", outcome="time"), ["Player 1 ran out of time: 0 of 3 dice poured."]),
    ],
)
def test_a_pour_ends_with_the_reason_and_the_dice_poured(action: Action, sentences: list[str]) -> None:
    assert told("trulla", ladled("G800"), action) == sentences


def test_flicked_dice_go_back_to_their_owners() -> None:
    game = find_game("flickers")
    before = game.start(2, game.options_from({"first_player": 1}), parse_position("R800 G080"))
    action = ATTEMPT("success", 1.0, parse_position("R800 W233"), (), (("G", 1),), "-")
    assert told("flickers", before, action, you=2) == [
        "Player 1: the die lies in row 3, place 4.",
        "A green die fell off and went back to you.",
        "Player 1 has 2 of 5 dice on the plate.",
    ]


def test_the_number_of_a_fallen_die_names_the_next_thrower() -> None:
    before = begun("dishing-up", players=3)
    heap = find_game("dishing-up").pyramid(before)
    assert told("dishing-up", before, ATTEMPT("failure", 1.0, heap, (), (("W", 5),), "-")) == [
        "Player 1's die fell off and shows 5.",
        "Player 1 got one die back.",
        "Next to throw: Player 2.",
    ]
    assert told("dishing-up", before, ATTEMPT("gave_up", 1.0, heap, (), (), "-"))[0] == (
        "Player 1 did not throw, which counts as a miss."
    )


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (report("W233:321", outcome="success"), "Player 1 threw a die."),
        (report("-", outcome="gave_up"), "Player 1 did not throw."),
        (
            report("-", "W1@4.00/4.00/0.00"),
            "Player 1: the die lies in no funnel and does not count.",
        ),
        (
            report("-", "W1@2.00/2.00/2.00"),
            "Player 1: the die lies on other dice and does not count.",
        ),
        (report("W233:321", outcome="failure"), "Player 1: the die moved another one and does not count."),
    ],
)
@pytest.mark.parametrize("slug", ["dora", "mucho"])
def test_a_throw_that_turns_a_die_counts_or_not(slug: str, action: Action, sentence: str) -> None:
    assert told(slug, begun(slug, players=3), action) == [sentence]


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ((4.0, 4.0, 0.0), "Player 1: the die lies in no funnel."),
        ((2.0, 2.0, 2.0), "Player 1: the die lies on other dice."),
    ],
)
def test_a_throw_that_hides_nothing_says_how_many_faces_are_still_needed(place, sentence: str) -> None:
    before = begun("hide-away", players=2)
    heap = find_game("hide-away").pyramid(before)
    action = ATTEMPT("success", 1.0, heap, (("W", 1, place),), (), "-")
    assert told("hide-away", before, action) == [sentence, "Hidden faces of Player 1's pyramid: still 0 of 9."]
