"""Statements of the rules pages that once were false: what the page says now, and what the game does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from skill.lattice.cells import AXES, CELLS, COORDS, LEVEL, NAMES, cells, corner_pyramid, parse_cell
from skill.lattice.dice import GOLD, KOSMOS, Die
from skill.lattice.notation import SLIDE, STOP, TURN
from skill.lattice.pyramid import Pyramid
from skill.physics.scene import load_scene
from skill.rules.catalogue import find_game
from skill.rules.game import CHANCE, AnyGame, Result
from skill.rules.games import captain_flint, diebylon, mountaing, mucho, quadrula_rasa, triangle
from skill.rules.rules_page import page_texts
from skill.rules.shared import slides
from skill.rules.shared.attempts import AttemptGame
from tests.rules.great_pyramids import great
from tests.rules.readings import asked, carried_out, lying, partial, reading, report, standing
from tests.rules.scenes import begun, legal, played


def page(slug: str) -> str:
    """All that the rules page of a game says."""
    parts = page_texts(find_game(slug))
    return " ".join(" ".join(told) if isinstance(told, tuple) else told for _, told in parts)


def attempted(slug: str) -> AttemptGame:
    game = find_game(slug)
    assert isinstance(game, AttemptGame)
    return game


def ended(game: AnyGame, state: Any) -> Result:
    result = game.result(state)
    assert result is not None
    return result


# -- games of skill

NOWHERE = {
    "captain-flint": report(" ".join(f"R{NAMES[cell]}" for cell in CELLS)),
    "dune": report("R800"),
    "faraday": report("-"),
    "coulomb": report("R800"),
    "emag": report("-"),
    "dice-mikado": report(" ".join(f"R{NAMES[cell]}" for cell in CELLS)),
    "mountaing": report(" ".join(f"R{NAMES[cell]}" for cell in CELLS)),
}
"""Attempts that brought nobody further than the start: nothing left the pyramid, no die came to another, no corner
was filled, no die stood long enough, none was taken, none mounted."""


@pytest.mark.parametrize("slug", NOWHERE)
def test_if_nobody_got_further_than_the_start_nobody_wins(slug: str) -> None:
    assert "Whoever gets no further than the start has reached nothing; if that is everybody, nobody wins." in page(
        slug
    )
    game = attempted(slug)
    state = begun(game, players=2, attempts=1)
    for _ in (1, 2):
        state = game.play(state, NOWHERE[slug])
    result = ended(game, state)
    assert result.winners == () and len(set(result.scores)) == 1


def test_flint_the_die_that_is_pressed_is_the_corner_of_the_l() -> None:
    assert "press the die in the corner of the L towards the plate" in page("captain-flint")
    places = [place for _, _, place, _ in captain_flint.STRUTS]
    corner = min(places, key=sum)
    lines = [[p for p in places if p != corner and p[axis] != corner[axis]] for axis in AXES]
    assert corner == (0, 0, 0) and list(map(len, lines)) == [8, 8, 8], "eight in line on each side and eight stacked"
    assert load_scene("captain-flint-strut").press is not None


@pytest.mark.parametrize(("trick", "pressed"), [("shake", True), ("strut", True), ("bare_hands", False)])
def test_flint_with_bare_hands_no_finger_presses(trick: str, pressed: bool) -> None:
    assert "(with bare hands: when you say that you are done)" in page("captain-flint")
    scene = load_scene(asked(captain_flint.GAME, trick=trick).scene)
    assert (scene.press is not None) == pressed


def test_dune_is_blown_at_from_three_dice_away() -> None:
    assert "from no nearer than the width of three dice" in page("dune")
    breath = load_scene("dune").breath
    assert breath is not None and breath.mouth_gap_edges == 3


def test_mikado_taking_the_top_die_ends_the_attempt_and_what_was_taken_counts() -> None:
    assert "your attempt is over as well; what you took before counts" in page("dice-mikado")
    attempt = asked(attempted("dice-mikado"))
    names = " ".join([NAMES[cell] for cell in CELLS if NAMES[cell] != "000"][:-4])
    assert attempt.score is not None
    before = reading(standing(names), lying((0.0, 0.0, 0.0), colour=GOLD), taken=4)
    after = reading(standing(names), taken=5)
    assert (attempt.score(before), attempt.failed(before), attempt.failed(after)) == (4, False, True)
    assert partial(attempted("dice-mikado"), carried_out(attempt, [before, after])) == 4


def test_mountaing_with_the_coat_108_dice_hang_on_the_faces_and_8_are_left() -> None:
    said = page("mountaing")
    bare, coated = asked(mountaing.GAME), asked(mountaing.GAME, coat_start="on")
    assert f"the other {len(bare.hand)} dice as your stock" in said
    assert f"{len(mountaing.COAT)} of them hang on the faces, {len(mountaing.COAT) // 3} on each, and only" in said
    assert f"only {len(coated.hand)} are your stock" in said


# -- who has which corner, whoever begins

CORNERS = ["green-amoeba", "golden-centre", "mucho", "mound-mover", "diebylon", "falling-rocks", "finish"]


@pytest.mark.parametrize("first", [1, 2, 3])
@pytest.mark.parametrize("slug", CORNERS)
def test_a_corner_goes_with_the_seat_and_not_with_who_begins(slug: str, first: int) -> None:
    game = find_game(slug)
    assert "Player 1 " in page(slug) and "corner opposite the orange side" in page(slug)
    given = {"first_player": first} if "first_player" in game.options_from({}) else {}
    state = game.begin(3, game.options_from(given))
    assert own_corners(game, state) == list(AXES)


def own_corners(game: AnyGame, state: Any) -> list[int]:
    """On whose axis what each player has lies farthest: where he may build, what he owns, or his dice."""
    if game.slug in ("golden-centre", "mucho"):
        sides = [corner_pyramid(axis, 4) for axis in AXES]
        if game.slug == "mucho":
            assert [set(side) for side in sides] == [set(home) for home in mucho.HOMES]
            return [max(AXES, key=lambda axis: sum(COORDS[c][axis] for c in home)) for home in mucho.HOMES]
        builders = []
        for rolled in ("R2,G1,K3", "R1,G2,K3", "R1,G3,K2"):
            after = game.play(state, game.parse(f"rolls {rolled}"), CHANCE)
            [(cell, _)] = list(game.pyramid(after))
            builders.append(max(AXES, key=lambda axis: COORDS[cell][axis]))
        return builders
    if game.slug == "green-amoeba":
        owned = game.owned_cells(state)
        own = [[cell for cell, owner in owned.items() if owner == seat] for seat in (1, 2, 3)]
    else:
        own = [game.pyramid(state).cells_of(colour) for colour in game.seat_colours[:3]]
    return [max(AXES, key=lambda axis: sum(COORDS[cell][axis] for cell in mine)) for mine in own]


@pytest.mark.parametrize(
    ("slug", "side"),
    [("slide", "looks at"), ("pack-rat", "looks at"), ("dice-march", "sits at")],
)
@pytest.mark.parametrize("first", [1, 3])
def test_a_side_goes_with_the_seat_and_not_with_who_begins(slug: str, side: str, first: int) -> None:
    assert f"Player 1 {side} the orange side, player 2 at the violet one, player 3 at the white one." in page(slug)
    game = find_game(slug)
    state = game.begin(3, game.options_from({"first_player": first} | ({"view": "own"} if slug == "slide" else {})))
    if slug == "dice-march":
        mine = [list(game.pyramid(state).cells_of(colour)) for colour in game.seat_colours[:3]]
        assert [min(AXES, key=lambda axis: sum(COORDS[c][axis] for c in dice)) for dice in mine] == list(AXES)
    else:
        while game.to_move(state) is CHANCE:
            state = game.play(state, game.draw(state, Random(1)), CHANCE)
        assert [game.sides_seen(state, seat) for seat in (1, 2, 3)] == [(axis,) for axis in AXES]


@pytest.mark.parametrize("first", [1, 2])
def test_the_start_die_is_placed_by_whoever_begins(first: int) -> None:
    assert "Whoever begins places one die in any funnel of the plate, the start die." in page("triops")
    game = find_game("triops")
    state = begun(game, first_player=first)
    assert game.to_move(state) == first and len(legal(game, state)) == 45
    state = played(game, state, legal(game, state)[0])
    assert game.to_move(state) == 3 - first


def test_the_game_master_is_whom_the_lot_names() -> None:
    assert "If one player is game master, it is whoever the lot names, unless you agree on somebody." in page(
        "clever-mole"
    )
    game = find_game("clever-mole")
    for first in (1, 2, 3):
        state = begun(game, players=3, gm="fixed", first_player=first)
        state = game.play(state, game.draw(state, Random(1)), CHANCE)
        assert game.to_move(state) == first


@pytest.mark.parametrize(
    ("slug", "said"),
    [("wolf", "The shepherd acts"), ("steps-to-the-throne", "Whoever begins is the runner")],
)
@pytest.mark.parametrize("first", [1, 2])
def test_roles_go_with_who_begins_where_the_page_says_so(slug: str, said: str, first: int) -> None:
    assert said in page(slug)
    game = find_game(slug)
    state = begun(game, players=2, first_player=first)
    while game.to_move(state) is CHANCE:
        state = game.play(state, game.draw(state, Random(1)), CHANCE)
    assert game.to_move(state) == first
    if slug == "steps-to-the-throne":
        assert all(line.startswith(("move 044>", "pass")) for line in legal(game, state)), "he moves the green die"
        assert game.to_move(played(game, state, "pass")) == 3 - first


# -- 13 to 30


def test_fewer_dice_may_be_placed_in_version_a_alone() -> None:
    game = find_game("up-and-down")
    [said] = [text for option, _, text in game.text.variants if option == "placing"]
    assert said == "You may place fewer dice than you rolled, but one at least."
    [placing] = [option for option in game.options if option.name == "placing"]
    assert placing.help.startswith("Version A: ")
    full = str(Pyramid((cell, Die(colour)) for cell, colour in zip(CELLS, "RGK" * 55, strict=True)))
    for version, position, roll in (("A", "", 4), ("B", full, 1), ("C", full, 2)):
        may_stop = {}
        for value in ("exact", "up_to"):
            state = played(game, begun(game, position, 3, version=version, placing=value), f"roll {roll}")
            if version == "A":
                assert STOP() not in game.moves(state), "one die at least"
                state = played(game, state, "place R800")
            may_stop[value] = game.to_move(state) is not CHANCE and STOP() in game.moves(state)
        assert may_stop["exact"] == may_stop["up_to"] or (version, may_stop) == ("A", {"exact": False, "up_to": True})


@pytest.mark.parametrize(("penalty", "ends"), [("all_wrong", True), ("blank_only", False)])
def test_the_first_call_ends_the_round_but_with_the_milder_rule(penalty: str, ends: bool) -> None:
    said = page("spotted-cow")
    assert "The first call ends the round, unless you agree on the milder rule." in said
    assert "A wrong funnel costs nothing, but you may not call again in this round, and the round goes on" in said
    game = find_game("spotted-cow")
    plate = " ".join(f"K{NAMES[cell]}:321" for cell in CELLS if LEVEL[cell] == 0)
    state = begun(game, plate, players=3, penalty=penalty)
    state = game.play(state, game.parse("rolls G6,G6,G6"), CHANCE)
    state = game.play(state, game.parse("claim 700"), 1)
    assert (game.to_move(state) is CHANCE) == ends
    assert state.supplies == ((42, 39, 39) if ends else (40, 40, 40))
    if not ends:
        assert not game.moves(state, 1) and game.moves(state, 2)


@pytest.mark.parametrize(("choose", "chooses"), [("auto", False), ("manual", True)])
def test_each_player_chooses_his_place_only_where_agreed(choose: str, chooses: bool) -> None:
    said = page("golden-centre")
    assert "All roll together, so it does not matter who begins." in said
    assert "If you agree so, each player chooses himself." in said
    game = find_game("golden-centre")
    state = game.begin(3, game.options_from({"choose": choose}))
    state = game.play(state, game.parse("rolls R2,G1,K3"), CHANCE)
    assert (game.to_move(state) == 1) == chooses and len(game.pyramid(state)) == (0 if chooses else 1)


@pytest.mark.parametrize("extra", [0, 5, 100])
def test_mucho_stops_after_round_50_whatever_was_agreed_while_nobody_is_complete(extra: int) -> None:
    assert f"stops after round {mucho.LAST_ROUND} if nobody has completed a pyramid by then" in page("mucho")
    state = begun(mucho.GAME, players=3, rule="domino", throw_model="lattice", extra_cap=extra)
    state = waited(state)
    assert state.round == mucho.LAST_ROUND + 1


@pytest.mark.parametrize("extra", [0, 3])
def test_mucho_goes_on_for_as_many_rounds_as_agreed(extra: int) -> None:
    assert "After the agreed number of such rounds the game stops, and open pyramids count what they show." in page(
        "mucho"
    )
    dice = [(cell, Die(colour, (3, 2, 1))) for colour, home in zip("RGK", mucho.HOMES, strict=True) for cell in home]
    heap = str(Pyramid(dice[:19] + dice[20:39] + dice[40:59]))
    state = begun(mucho.GAME, heap, players=3, rule="domino", throw_model="lattice", extra_cap=extra)
    state = played(mucho.GAME, state, "show 654", "place R500:654")
    assert waited(state).round == 1 + extra + 1


def waited(state: mucho.State) -> mucho.State:
    while mucho.GAME.result(state) is None:
        state = played(mucho.GAME, state, "show 321", "pass")
    return state


def test_of_125_dice_as_many_are_black_as_the_box_has_too_few_of_a_colour() -> None:
    most = KOSMOS["R"]
    told = f"Of your 125 dice {125 - most} are black, no matter which, since the box has only {most} of a colour."
    assert told in page("quadrula-rasa")
    state = begun(quadrula_rasa.GAME, cube=125)
    counts = quadrula_rasa.GAME.unplaced(state)
    assert counts is not None and counts.total() == 250
    assert KOSMOS["R"] == KOSMOS["G"] == 90


@pytest.mark.parametrize(("left", "won"), [((1, 1), False), ((1, 0), True), ((0, 1), True)])
def test_fire_and_water_is_won_without_red_and_without_green_dice(left: tuple[int, int], won: bool) -> None:
    assert "Whoever has placed all his red and all his green dice wins at once." in page("fire-and-water")
    game = find_game("fire-and-water")
    state = begun(game, players=3)
    state = state._replace(stocks=(left, *state.stocks[1:]))
    state = played(game, state, legal(game, state)[0])
    result = game.result(state)
    assert (result is not None) == won and (result is None or result.winners == (1,))


# -- 35 to 56


@pytest.mark.parametrize("slug", ["slide", "slipped"])
@pytest.mark.parametrize("take", ["any", "bottom"])
def test_the_top_die_may_be_taken_unless_only_bottom_dice_may(slug: str, take: str) -> None:
    said = "the top die itself may be taken if it is turned, unless only bottom dice may be taken"
    assert said in page(slug)
    game = find_game(slug)
    state = begun(game, str(great({"IJ": "425136621"})), players=2, turn="free", take=take)
    while game.to_move(state) is CHANCE:
        state = game.play(state, game.draw(state, Random(1)), CHANCE)
    assert (SLIDE(slides.APEX) in game.moves(state)) == (take == "any")
    if take == "any":
        turned = game.play(state, SLIDE(slides.APEX))
        was = game.pyramid(state).faces_at(slides.APEX)
        assert TURN(slides.APEX, was) not in game.moves(turned)


@pytest.mark.parametrize(
    ("given", "digits"), [({}, 6), ({"deck": "numbers"}, 6), ({"deck": "numbers", "digits": 9}, 9)]
)
def test_numbers_of_a_deck_have_as_many_digits_as_agreed(given: dict[str, Any], digits: int) -> None:
    said = page("slipped")
    assert "five numbers of six digits" in said and "twelve numbers, drawn at random, of six to nine digits" in said
    game = find_game("slipped")
    [option] = [option for option in game.options if option.name == "digits"]
    assert (option.choices[0], option.choices[-1]) == (6, 9)
    state = begun(game, str(great({"IJ": "425136621"})), players=3, **given)
    numbers = []
    for seed in range(20):
        [action] = [game.draw(state, Random(seed))]
        numbers += [card for card in str(action).split()[1].split(",") if card.isdigit() and card != "123456"]
    assert numbers and {len(card) for card in numbers} == {digits}


def test_a_five_leads_one_layer_up_or_down_but_not_always() -> None:
    """From the fourth layer it may lead one up and four down."""
    assert "3 and 5 usually lead one layer up or down, 4 and 6 also two." in page("diebylon")
    under = cells("314 323 332 341 413 422 431 512 521 611 701 313 322 331 412 421 511 312 321 411")
    heap = " ".join(f"{'GK'[n % 2]}{NAMES[cell]}" for n, cell in enumerate(under))
    state = played(diebylon.GAME, begun(diebylon.GAME, f"R311 {heap}", players=3), "roll 5")
    assert "move 311>251" in legal(diebylon.GAME, state)
    assert (LEVEL[parse_cell("311")], LEVEL[parse_cell("251")]) == (3, 0)


@pytest.mark.parametrize(
    ("position", "players", "winners"),
    [
        ("R800 R620 R440 G080 G062 G260 K008 K206", 3, (1, 2)),
        ("R800 R620 R440 G080 G062 G260", 2, (1, 2)),
        ("R800 R620 R440 G080 G062 K008 K206", 3, (1,)),
    ],
)
def test_of_three_those_who_are_equal_at_the_top_share_the_win(
    position: str, players: int, winners: tuple[int, ...]
) -> None:
    said = page("sandwich")
    assert "If two players are equal it is a draw; of three players, those who are equal at the top share" in said
    game = find_game("sandwich")
    state = begun(game, position, players, quiet_cap=2)
    while game.result(state) is None:
        state = played(game, state, legal(game, state)[0])
    assert ended(game, state).winners == winners


def test_a_dog_sits_on_three_dice_that_make_a_funnel_and_they_may_be_bushes() -> None:
    said = page("wolf")
    assert "Place a red dog on any three dice that touch and make a funnel." in said
    assert "they may sit on bushes" in said
    game = find_game("wolf")
    state = begun(game, bushes=9)
    while game.to_move(state) is CHANCE:
        state = game.play(state, game.draw(state, Random(1)), CHANCE)
    heap = game.pyramid(state)
    places = {line[-3:] for line in legal(game, state) if line.startswith("place")}
    assert places == {NAMES[cell] for cell in heap.funnels()} and {LEVEL[parse_cell(name)] for name in places} == {1}
    colours = {die.colour for name in places for die in heap.supports(parse_cell(name))}
    assert colours == {"K", "G"}


@pytest.mark.parametrize("first", [1, 2])
def test_player_1_has_the_smugglers_also_if_player_2_begins(first: int) -> None:
    assert "Player 1, who has the smugglers, begins unless you agree on player 2." in page("smuggling")
    game = find_game("smuggling")
    state = begun(game, first_player=first)
    movers = {game.pyramid(state).at(parse_cell(line[5:8])).colour for line in legal(game, state)}
    assert (game.to_move(state), movers) == (first, {"K" if first == 1 else "R"})
    assert game.begin(2, game.options_from({})).seat == 1


def test_smugglers_stand_in_the_middle_of_the_plate() -> None:
    said = page("smuggling")
    assert "Then come rows of 4, 3, 2 and 1 black smugglers, with an empty funnel on either side; the last two" in said
    game = find_game("smuggling")
    heap = game.pyramid(begun(game))
    rows = [[die.colour if (die := heap[cell]) else "." for cell in row] for row in rows_from_the_border()]
    shown = ["".join(row) for row in rows]
    assert shown[0] == ".GGGGGGG." and "R" in shown[1] and set(shown[2]) == {"."}
    assert shown[1].index("R") == shown[1][::-1].index("R") == 2, "the third funnel from either end"
    assert shown[3:] == [".KKKK.", ".KKK.", ".KK.", ".K.", "..", "."]


def rows_from_the_border() -> list[list[int]]:
    plate = [cell for cell in CELLS if LEVEL[cell] == 0]
    return [[cell for cell in plate if COORDS[cell][0] == n] for n in range(9)]


def landings(row: str, *rows_of_seats: str) -> set[str]:
    """Where a row of player 1 may go; each player's single, pair and triple, divided by commas."""
    pieces = tuple(tuple(tuple(sorted(cells(part))) for part in rows.split(",")) for rows in rows_of_seats)
    state = triangle.State(pieces, 1, triangle.GAME.options_from({}))
    lines = legal(triangle.GAME, state)
    return {line.split(">")[1] for line in lines if line.startswith(f"row {row}>")}


@pytest.mark.parametrize("swept", ["521", "080"])
def test_where_a_row_turns_only_the_end_must_be_empty(swept: str) -> None:
    assert "Turn: by 60 degrees about one of its end dice; only the place where it ends must be empty." in page(
        "triangle"
    )
    others = "008 017,044 053 062", "800,170 161,107 206 305"
    assert "422 512 602" in landings("602 611 620", "206,026 035,602 611 620", f"{swept},{others[0]}", others[1])


@pytest.mark.parametrize(("crossed", "over"), [("332", {"242"}), ("332 242", {"152"})])
def test_a_jump_crosses_one_row_to_the_first_place_where_it_fits(crossed: str, over: set[str]) -> None:
    said = page("triangle")
    assert (
        "Jump: straight over the dice of one single row, yours or another's, to the first place where it fits." in said
    )
    beyond = {"242", "152", "062"}
    first = "422,080 071,008 017 026"
    if len(crossed) == 3:
        assert landings("422", first, f"{crossed},800 710,044 053 035", "440,170 161,107 206 305") & beyond == over
        two = landings("422", first, f"{crossed},800 710,044 053 035", "242,170 161,107 206 305")
        assert not two & beyond, "not over two rows"
    else:
        assert landings("422", first, f"440,{crossed},044 053 035", "800,170 161,107 206 305") & beyond == over


@pytest.mark.parametrize(
    ("held", "movers"),
    [("R800 G710 G701 G700", {"700"}), ("R710 G800 G701 G620 G611 G700 G610", {"700", "610"})],
)
@pytest.mark.parametrize(
    ("slug", "said", "at_home"),
    [
        ("flea-chase", "a die of the other lies on one of your dice outside the target", "R008 G017 G107 G007 G080"),
        ("finish", "a die of yours lies on one of his dice off his line", "R044 K134 K035 G034 K008"),
    ],
)
def test_a_covered_die_that_has_arrived_gives_no_right_to_be_freed(
    slug: str, said: str, at_home: str, held: str, movers: set[str]
) -> None:
    """Green holds red fast and lies on a red die that has arrived, too: it must move where it helps, or lift there."""
    assert said in page(slug)
    game = find_game(slug)
    state = played(game, begun(game, f"{held} {at_home}"), "pass")
    assert {line[5:8] for line in legal(game, state)} == movers
