"""What single games tell of what happens seldom, and what they write on the plate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from skill.app.play.said.words import Looker, said
from skill.lattice.cells import BASE, BASE_MASK, cells
from skill.lattice.dice import Die
from skill.lattice.notation import parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.catalogue import find_game
from skill.rules.game import AnyGame

NAMES = ("Red", "Green", "Black", "Blue")
YOU = 1
HELD = "R800 G710 G701 G700"
"""A red die that cannot move."""
MEMORY = "Y800:531 Y710:642 Y701:145 R700"


Case = tuple[str, str | None, Mapping[str, Any], Sequence[str], Sequence[str]]
"""Game, position, options and perhaps `players`, actions, and what is told of the last of them."""


def begun(slug: str, position: str | None = None, players: int = 0, **given: Any) -> tuple[AnyGame, Any]:
    game = find_game(slug)
    options = game.options_from({"first_player": 1, **given})
    heap = parse_position(position) if position else None
    return game, game.begin(players or min(3, game.seats(options)[1]), options, heap)


def done(game: AnyGame, state: Any, lines: Sequence[str]) -> tuple[Any, list[str]]:
    """The state after lines such as `pass` or, in a race, `2: grab 000`, and what seat 1 is told of the last."""
    sentences: list[str] = []
    for line in lines:
        who, _, text = line.rpartition(": ")
        action, turn = game.parse(text), game.to_move(state)
        by = int(who) if who else turn
        game.check(state, action, by)
        after = game.play(state, action, by)
        seat = by if isinstance(by, int) else None
        facts = game.told(game.view(state, YOU), action, seat, game.view(after, YOU))
        sentences, state = [said(fact, Looker(NAMES, YOU)) for fact in facts], after
    return state, sentences


CASES: Mapping[str, Case] = {
    "a column is told as one": (
        "asparagus",
        "R700 R800 G710 R701",
        {},
        ["column 700>800"],
        ["You pulled a column of 2 red dice from level 1, row 8, place 1."],
    ),
    "a die that cannot go back": (
        "cui-bono",
        "R700 R800 G710 K701",
        {},
        ["slide 800", "keep"],
        ["You had to keep a red die: penalty 3."],
    ),
    "a die that need not be kept": (
        "cui-bono",
        "G700 R800 G710 G701",
        {"red": 5},
        ["slide 800", "keep"],
        ["You kept a red die: penalty 5."],
    ),
    "who is out keeps what is in the hand": (
        "cui-bono",
        "R700 R800 G710 K701",
        {"think_time_s": 10},
        ["1: slide 800", "overrun"],
        ["You ran out of time and are out.", "You had to keep a red die: penalty 3."],
    ),
    "a double": (
        "doubles",
        "R700:321 R800:315 R710:132 R701:145",
        {},
        ["remove 700"],
        ["You took a red die from level 1, row 8, place 1.", "The funnel shows 3, 3, 5: a double, one more die."],
    ),
    "a triple": (
        "doubles",
        "R700:321 R800:315 R710:132 R701:213",
        {},
        ["remove 700"],
        ["You took a red die from level 1, row 8, place 1.", "The funnel shows 3, 3, 3: a triple, two more dice."],
    ),
    "a roll without use": ("diebylon", None, {}, ["roll 5", "pass"], ["You could not use the 5."]),
    "a capture": (
        "falling-rocks",
        "R611 G422 G080 G170 K008",
        {},
        ["move 611>422"],
        ["You captured a green die from Green in row 5, place 3: it goes back to its corner."],
    ),
    "a captured die": (
        "falling-rocks",
        "R611 G422 G080 G170 K008",
        {},
        ["move 611>422", "place G071"],
        ["You sent a green die back to the near edge, place 8."],
    ),
    "a pass of a stuck player": ("finish", HELD + " K008", {}, ["pass"], ["You were stuck and passed."]),
    "a die on the line": ("finish", "R116 G080 K008", {}, ["move 116>017"], ["You brought a red die home."]),
    "a pass in a chase": ("flea-chase", HELD, {}, ["pass"], ["You were stuck and passed."]),
    "the first who is finished": (
        "flea-chase",
        "R404 G080",
        {},
        ["move 404>305"],
        ["You moved a red die to the left edge, row 4.", "You brought all dice into the pyramid."],
    ),
    "who cannot finish": (
        "flea-chase",
        "R404 G080",
        {"finish_cap": 1},
        ["move 404>305", "move 080>170", "move 170>080"],
        ["Green moved a green die to the right corner.", "Green could not finish: one point less."],
    ),
    "the middle number": (
        "golden-centre",
        None,
        {},
        ["rolls R2,G5,K3"],
        ["The dice show red 2, green 5, black 3.", "Black had the middle number: one die more."],
    ),
    "the single number": (
        "golden-centre",
        None,
        {},
        ["rolls R1,G4,K4"],
        ["The dice show red 1, green 4, black 4.", "You had the number that differs: one die more."],
    ),
    "three alike, for one die": (
        "golden-centre",
        None,
        {"triple": "one"},
        ["rolls R4,G4,K4"],
        ["The dice show red 4, green 4, black 4.", "Three alike: everybody takes off one die."],
    ),
    "an amoeba that is brought to another": (
        "green-amoeba",
        "G071 G161 G251 G341 G431 G170",
        {},
        ["roll 1", "move 170>080"],
        ["You moved a green die to the right corner.", "Green has the amoeba at home."],
    ),
    "an aim reached": (
        "masquerade",
        None,
        {"goal": "main", "players": 2},
        [f"slide {cell}" for mine in ("800", "800", "503", "800", "530", "503") for cell in (mine, "080")]
        + ["slide 800"],
        ["You pulled a black die out from the far corner and put it on top.", "You reached the aim."],
    ),
    "the forbidden number": (
        "forbidden-number",
        "R422 R332 G323 R322 R800",
        {"forbidden": 2},
        ["roll 2"],
        ["You rolled the forbidden 2: 2 free dice came off."],
    ),
    "the forbidden number for nothing": (
        "forbidden-number",
        None,
        {"forbidden": 2},
        ["roll 2"],
        ["You rolled the forbidden 2; no free die was there to come off."],
    ),
    "a sum that is not there": (
        "forced-memory",
        MEMORY,
        {},
        ["rolls P5,P2,P1", "lift 700"],
        ["You lifted a die with another sum."],
    ),
    "a sum that is there": (
        "forced-memory",
        MEMORY,
        {},
        ["rolls P5,P5,P4", "lift 700"],
        ["You found the sum and kept the die."],
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_it_is_told(case: Case) -> None:
    slug, position, given, lines, expected = case
    assert done(*begun(slug, position, **given), lines)[1] == expected


def test_who_pays_and_who_is_out_and_what_funnels_cost() -> None:
    base = {cell: Die("GK"[cell % 2]) for cell in BASE} | dict.fromkeys(cells("107 017"), Die("R"))
    game = find_game("acquire")
    begun = game.begin(3, game.options_from({"first_player": 1}), Pyramid((base | {cells("008")[0]: Die("G")}).items()))
    state = begun._replace(stocks=((4, 0, 0), (0, 30, 0), (0, 0, 2)))
    (cell,) = cells("007")
    assert [game.labels(state, seat)[cell].text for seat in (1, 2, 3)] == ["-3", "-2", "+6"]
    assert done(game, state, ["place R007"])[1] == [
        "You put a red die on level 1, row 1, place 1.",
        "You paid Green 3 dice.",
        "You have no dice left and are out.",
    ]
    (note,) = game.notes(state, game.parse("place R007"), 1, game.play(state, game.parse("place R007"), 1))
    assert (note.text, note.cells, note.seat) == ("-3", (cell,), 1)


def test_black_is_told_to_be_forced_and_so_is_a_pass() -> None:
    game, state = begun("fire-and-water", "R800")
    barred = state._replace(barred=(BASE_MASK, BASE_MASK))
    assert done(game, barred, ["place K404"])[1] == [
        "You had no place for red or green and put a black die at the left edge, row 5."
    ]
    assert done(game, barred._replace(black=0), ["pass"])[1] == ["You could place no die and passed."]


def test_who_has_no_dice_is_passed_over() -> None:
    game, state = begun("most-simple-game", "R800")
    state = state._replace(supplies=(5, 0, 9))
    assert done(game, state, ["roll 1", "place R080"])[1] == [
        "You put a red die in the right corner.",
        "Green has no dice left and is passed over.",
    ]
    game, state = begun("forbidden-number", "R800", forbidden=6)
    assert done(game, state._replace(supplies=(0, 9, 9)), ["roll 1"])[1] == [
        "You rolled 1, but no dice are left to place."
    ]


def test_the_sum_under_a_die_is_shown_until_somebody_acts() -> None:
    game, state = begun("forced-memory", MEMORY)
    before, _ = done(game, state, ["rolls P5,P2,P1"])
    after, told = done(game, before, ["lift 700"])
    views = game.view(before, YOU), game.view(after, YOU)
    (note,) = game.notes(views[0], game.parse("lift 700"), 1, views[1])
    assert said(note.text, Looker(NAMES)) == "14, not 8"
    assert "14" not in " ".join(told)
    labels = game.labels(views[1], 2)
    assert {cell: label.text for cell, label in labels.items()} == {cells("700")[0]: "5 + 4 + 5"}
    after, _ = done(game, after, ["keep"])
    assert game.labels(game.view(after, YOU), 2) == {}
    assert game.goal_line(state, 1).values == {"count": 8}
    assert [(die.colour, die.number) for die in game.held(after, 2)] == [("P", 5), ("P", 2), ("P", 1)]


def test_a_hit_shows_its_numbers_as_a_miss_does() -> None:
    game, state = begun("forced-memory", MEMORY)
    before, _ = done(game, state, ["rolls P5,P5,P4"])
    after, _ = done(game, before, ["lift 700"])
    (note,) = game.notes(game.view(before, YOU), game.parse("lift 700"), 1, game.view(after, YOU))
    assert (note.text, note.kind) == ("5 + 4 + 5 = 14", "good")


def test_a_late_grab_is_told_with_its_price() -> None:
    heap = "R700:132 R800:315 R710:145 R701:623"
    game, state = begun("greedy-grabber", heap)
    lines = ["roll 3", "2: grab 700", "1: stop", "1: grab 800"]
    assert done(game, state, lines)[1] == ["You grabbed too late and put it back."]
    after, told = done(game, state._replace(piles=(2, 0, 0)), lines)
    assert told == ["You grabbed too late, put it back and gave each other player a die."]
    assert [(die.colour, die.number) for die in game.held(after, 1)] == [("B", 3)]


def test_a_wrong_die_and_a_stop_are_told_in_lookout() -> None:
    game, state = begun("lookout", None, 3)
    own = "R4,R4,R1,R2,R6,R3,R4,R5,R2,R1"
    throws = [f"rolls {own},K2,O2", "rolls G5,G2,G2,G1,G3,G3,G6,G2,G4,G1,R4", "rolls K2,K2,K1,K1,K4,K5,K6,K3,K3,K3,G5"]
    state, told = done(game, state, throws)
    assert told == [
        "Black threw black 2, black 2, black 1, black 1, black 4, black 5, black 6, black 3, black 3, black 3, green 5."
    ]
    assert [said(fact, Looker(NAMES)) for seat in (1, 2) for fact in game.facts(state, seat)] == [
        "Green threw 4 with a die of your colour.",
        "Black threw 5 with a die of your colour.",
        "The golden die shows 2.",
    ]
    assert [f"{die.colour}{die.number}" for die in game.held(state, 1)] == own.split(",")
    assert done(game, state, ["1: pick R2"])[1] == ["You tried a red die that shows 2 and may not be used."]
    assert done(game, state, ["1: pick R4", "1: place R800", "1: stop"])[1] == [
        "You called stop and left 2 dice; the others may place as many."
    ]
