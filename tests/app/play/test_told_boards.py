"""What games on the plate tell of what happens seldom, and where it is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import pytest

from skill.app.play.said.words import Looker, said
from skill.lattice.cells import BASE, NAMES
from skill.lattice.notation import parse_position
from skill.rules.catalogue import find_game
from skill.rules.game import AnyGame, Seat
from skill.rules.games.slipped import AIMS
from skill.rules.shared.slides import SPARS
from skill.rules.telling import Note
from tests.rules.great_pyramids import great

NAMES_OF_SEATS = ("Red", "Green", "Black", "Blue")
YOU = 1
SUMS = "P800:531 P710:642 P701:145 P620:426 P611:236 P602:654 P530:362 P521:514 P512:124 P503:465"
FUNNELS = SUMS + "".join(f" P{NAMES[cell]}:321" for cell in BASE if NAMES[cell] not in SUMS)
SMUGGLERS = "K071 K062 K053 G044 G035 K143 K521 R602 R620"
THRONE = "R800 R710 R701"

Case = tuple[str, str | None, Mapping[str, Any], Sequence[str], Sequence[str]]
"""Game, position, options, what is done, and what the first seat is told of the last of it."""
CASES: Mapping[str, Case] = {
    "a funnel with another sum": (
        "sums",
        FUNNELS,
        {},
        ["rolls P6,P5,P3", "2: claim 601"],
        [
            "Green claimed a funnel on level 1, row 7, place 1: its sum is 8, not 14.",
            "Green got a die from each other player.",
        ],
    ),
    "the right funnel": (
        "sums",
        FUNNELS,
        {},
        ["rolls P6,P5,P3", "1: claim 700"],
        ["You found the sum of 14 on level 1, row 8, place 1."],
    ),
    "a call that no funnel has the sum": (
        "sums",
        FUNNELS,
        {},
        ["rolls P4,P4,P1", "2: blank"],
        ["Green said, rightly, that no funnel has the sum of 9."],
    ),
    "the same call when one has it": (
        "sums",
        FUNNELS,
        {},
        ["rolls P4,P3,P1", "1: blank"],
        [
            "You said that no funnel has the sum of 8, but there is one on level 1, row 5, place 3.",
            "You got a die from each other player.",
        ],
    ),
    "who may not call again": (
        "spotted-cow",
        FUNNELS.replace("P", "K"),
        {"penalty": "blank_only"},
        ["rolls G6,G5,G3", "1: claim 601"],
        [
            "You claimed a funnel on level 1, row 7, place 1: its sum is 8, not 14.",
            "You may not call again in this round.",
        ],
    ),
    "dice that are enclosed": (
        "sandwich",
        "R422 G332 R143 R224 G233 R080 G800 G602 G026",
        {"players": 2},
        ["move 143>242"],
        [
            "You moved a red die to row 3, place 5.",
            "Green lost the die in row 3, place 4.",
            "Green lost the die in row 4, place 4.",
        ],
    ),
    "who is down to two": (
        "sandwich",
        "R422 G332 R143 R080 G800 G602",
        {"players": 2},
        ["move 143>242"],
        [
            "You moved a red die to row 3, place 5.",
            "Green lost the die in row 4, place 4.",
            "Somebody has only two dice left: one more move each, then two moves a turn.",
        ],
    ),
    "a smuggler on the border": (
        "smuggling",
        SMUGGLERS,
        {"match": "swap"},
        ["move 143>044"],
        [
            "You brought a smuggler onto the border.",
            "The first game is over with 4 smugglers through; now the roles are changed.",
        ],
    ),
    "a smuggler who is caught": (
        "smuggling",
        "R152 K242 K323 K611 K521 K512 K413",
        {"first_player": 2},
        ["move 152>332"],
        ["Green caught a smuggler in row 3, place 5."],
    ),
    "a side that cannot move": (
        "smuggling",
        "R800 K710 K701 K620 K602",
        {"first_player": 2},
        ["pass"],
        ["Green could not move."],
    ),
    "a captured die": (
        "steps-to-the-throne",
        f"{THRONE} G242 K251 K224",
        {},
        ["show 236", "move 242>224"],
        ["You captured the black die in row 3, place 3."],
    ),
    "a runner without a move, whose rolls are used up": (
        "steps-to-the-throne",
        f"{THRONE} G044 K053 K143 K134 K035",
        {"turn_cap": 1},
        ["show 236", "pass"],
        ["You could not move.", "The run failed: its one roll is used up.", "Green may run now."],
    ),
    "a runner on the throne": (
        "steps-to-the-throne",
        f"{THRONE} G620",
        {"match": "single"},
        ["show 132", "move 620>700"],
        ["You reached the throne with the first roll."],
    ),
    "an explorer at its goal": (
        "pharaohs-curse",
        "R710:132 G800:321 B404:321 K440:321",
        {},
        ["swap 710>800"],
        ["You changed places with a green die in the far corner.", "You reached the goal."],
    ),
    "a rolled die that cannot jump": (
        "reducto",
        "G422:153 R251:132 K017:514 K152:451 K332:654 K710:241",
        {"players": 2},
        ["throw 017", "turn 017:514"],
        ["You rolled a black die at the near edge, place 2: it cannot be won now."],
    ),
    "rounds without a die won": (
        "reducto",
        "G800:132 R080:132",
        {"players": 2, "stall_rounds": 1},
        ["throw 800", "turn 800:132", "throw 800", "turn 800:132"],
        [
            "Green rolled a green die in the far corner: it cannot be won now.",
            "Nothing was won for a round: what is left counts for nobody.",
        ],
    ),
    "turns without a capture": (
        "sandwich",
        "R422 R080 R008 G800 G602 G026",
        {"players": 2, "quiet_cap": 2},
        ["move 422>323", "move 800>701"],
        [
            "Green moved a green die to the left edge, row 8.",
            "Nothing was captured for 2 turns: the dice are counted as they stand.",
        ],
    ),
    "smugglers who do nothing": (
        "smuggling",
        "R152 K422 K323 K611 K521",
        {"quiet_cap": 1},
        ["move 422>413", "move 152>161"],
        ["Green moved a red die to row 2, place 7.", "The smugglers have made no progress for too long."],
    ),
    "rounds that are played": (
        "mound-mover",
        None,
        {"round_cap": 1},
        ["move 500>440", "move 050>044", "move 005>404"],
        [
            "Black moved a black die to the left edge, row 5.",
            "The last round is played: the dice in place are counted.",
        ],
    ),
    "rounds that take nothing off": (
        "up-and-down",
        "R800 G080 K008",
        {"version": "B", "round_cap": 1},
        ["roll 2", "stop", "roll 2", "stop", "roll 2", "stop"],
        ["Black ended the turn.", "The last round is played: the dice on the plate are counted."],
    ),
    "a jump": (
        "reducto",
        "G422:153 R332:321",
        {"players": 2},
        ["jump 422>152"],
        ["You won a green die: it jumped to row 2, place 6."],
    ),
    "funnels that others fill": (
        "ruins",
        "R422 R332",
        {"first_player": 2},
        ["place G323"],
        ["Green put a green die in row 4, place 3.", "Black filled a funnel."],
    ),
    "a funnel that stays open": (
        "ruins",
        "R422 G332",
        {"first_player": 3},
        ["place K323"],
        ["Black put a black die in row 4, place 3.", "A funnel of three colours stays open."],
    ),
    "a dice-off without a winner": (
        "summit-storm",
        "R422 G332 K323",
        {},
        ["rolls R6,G3,K6"],
        [
            "The dice show red 6, green 3, black 6.",
            "The highest number is shared. Those who roll again: you, Black.",
        ],
    ),
    "a dice-off": (
        "summit-storm",
        "R422 G332 K323",
        {},
        ["rolls R6,G3,K5"],
        [
            "The dice show red 6, green 3, black 5.",
            "You rolled highest and filled the funnel on level 1, row 4, place 3.",
        ],
    ),
    "a straight row": (
        "triops",
        "R800 R710 R701 R620 R611 R700 R610",
        {"players": 2},
        ["place R602", "place R601", "place R600"],
        [
            "You put a red die on level 2, row 7, place 1.",
            "You earned a bonus die: three dice stand in a straight row.",
        ],
    ),
    "a free die that is wanting": (
        "up-and-down",
        "R422 R332 G323 R322 R800",
        {"version": "A"},
        ["roll 5", "remove 800", "remove 322", "remove 332", "remove 422"],
        ["You took a red die from row 5, place 3.", "You had no more free die to take."],
    ),
    "a roll for nothing": (
        "up-and-down",
        "R422 R332 G323 G322",
        {"version": "A"},
        ["roll 3"],
        ["You rolled 3: there is nothing to do."],
    ),
    "a row that jumps": (
        "triangle",
        None,
        {},
        ["row 017 107>035 125"],
        ["You jumped with a row of 2 dice."],
    ),
    "who can move no more": (
        "witches-dance",
        "R116 G008 K107 K206 K026",
        {},
        ["move 116>017"],
        ["You moved a red die to the near edge, place 2.", "Green can move no more."],
    ),
}


def done(slug: str, position: str | None, lines: Sequence[str], **given: Any) -> tuple[AnyGame, list[Any]]:
    """The game, and the last state but one, the last action, who did it, and the state after it."""
    game = find_game(slug)
    players = given.pop("players", 0)
    options = game.options_from({"first_player": 1, **given})
    state = game.begin(
        players or min(3, game.seats(options)[1]), options, parse_position(position) if position else None
    )
    return game, played(game, state, lines)


def played(game: AnyGame, state: Any, lines: Sequence[str]) -> list[Any]:
    before, action, by = state, None, None
    for line in lines:
        who, _, text = line.rpartition(": ")
        action, turn = game.parse(text), game.to_move(state)
        by = int(who) if who else turn
        game.check(state, action, by)
        before, state = state, game.play(state, action, by)
    return [before, action, by if isinstance(by, int) else None, state]


def sentences(game: AnyGame, before: Any, action: Any, by: Seat | None, after: Any, you: Seat = YOU) -> list[str]:
    facts = game.told(game.view(before, you), action, by, game.view(after, you))
    return [said(fact, Looker(NAMES_OF_SEATS, you)) for fact in facts]


def noted(notes: Sequence[Note]) -> list[tuple[str, list[str]]]:
    return [(said(note.text, Looker(NAMES_OF_SEATS)), [NAMES[cell] for cell in note.cells]) for note in notes]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_happens_seldom_is_told(case: Case) -> None:
    slug, position, given, lines, told = case
    game, happened = done(slug, position, lines, **given)
    assert sentences(game, *happened) == told


def test_wrong_calls_show_where_they_are_wrong() -> None:
    game, happened = done("sums", FUNNELS, ["rolls P6,P5,P3", "2: claim 601"])
    assert noted(game.notes(*happened)) == [("8, not 14", ["601"])]
    game, happened = done("sums", FUNNELS, ["rolls P4,P3,P1", "2: blank"])
    assert noted(game.notes(*happened)) == [("8 is here", ["421"])]
    game, happened = done("sums", FUNNELS, ["rolls P6,P5,P3", "2: claim 700"])
    assert game.notes(*happened) == ()


def test_a_lost_die_is_marked_where_it_stood() -> None:
    game, happened = done("sandwich", "R422 G332 R143 R080 R008 G800 G602 G026", ["move 143>242"], players=2)
    assert noted(game.notes(*happened)) == [("-1", ["332"])]


@pytest.mark.parametrize("you", [1, 2, 3])
def test_a_card_is_shown_by_the_call(you: Seat) -> None:
    """Taking the 3 out of 333313... leaves five alike; the second seat holds that card."""
    game = find_game("slipped")
    options = game.options_from({"first_player": 1})
    state = game.play(game.begin(3, options, great({"IJ": "333313242"})), AIMS("123456,aaaaa,ababab"))
    *_, state = played(game, state, ["slide 040", "pass"])
    right = played(game, state, ["slipped"])
    who = "You" if you == 2 else "Green"
    assert sentences(game, *right, you) == [f"{who} called Slipped, and rightly: the card says aaaaa."]
    assert [NAMES[cell] for cell in game.goal_cells(right[-1], you)] == ["010", "020", "030", "040", "050"]
    wrong = played(game, state, ["pass", "slipped"])
    who = "You" if you == 3 else "Black"
    assert sentences(game, *wrong, you) == [f"{who} called Slipped wrongly and dropped out: the card says ababab."]
    assert list(game.goal_cells(wrong[-1], you)) == list(chain(*SPARS))  # nobody has won: the columns are shown


@pytest.mark.parametrize(
    ("slug", "position", "lines", "moved"),
    [
        ("smuggling", SMUGGLERS, ["move 143>044"], "K044 G035 K053 K062 K071 K521 R602 R620"),
        ("steps-to-the-throne", f"{THRONE} G620", ["show 132", "move 620>700"], f"{THRONE} G700"),
    ],
)
def test_the_last_move_is_seen_before_the_plate_is_set_up_again(
    slug: str, position: str, lines: Sequence[str], moved: str
) -> None:
    game, (before, action, _, after) = done(slug, position, lines, match="swap")
    assert list(game.stages(before, action, after)) == [parse_position(moved), parse_position(position)]
    assert game.pyramid(after) == parse_position(position)


def test_goals_differ_by_role_and_version() -> None:
    game, (*_, state) = done("smuggling", SMUGGLERS, ["move 143>044"], match="swap")
    assert [said(game.goal_line(state, seat), Looker(NAMES_OF_SEATS)) for seat in (2, 1)] == [
        "Bring four of your black dice, the smugglers, onto the green border.",
        "Jump over black dice, the smugglers, until fewer than four of them are left.",
    ]
    game, (*_, state) = done("up-and-down", "R800 G080 K008", ["roll 1"], version="B")
    assert said(game.goal_line(state, 1), Looker(())) == "Be the first with no die of your colour on the plate."
