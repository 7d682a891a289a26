"""Choosing in steps: the pure part of a turn."""

from __future__ import annotations

import re
from random import Random

import numpy as np
import pytest

from skill.app.input.actions import NUMBERS, Act, use_keys
from skill.app.play.match.choices import Choice, Chooser, next_in_direction, next_of, places, variant
from skill.app.play.match.connected_sets import ConnectedSets, continuations, in_order, shape_of
from skill.app.play.match.phase import Phase
from skill.app.play.match.preview import preview
from skill.app.play.match.runtime import Runtime
from skill.app.play.match.turn import Turn
from skill.app.play.said.actions import listed_texts, pointed_line, prospect, request, sentence
from skill.app.play.said.log import Log
from skill.app.play.said.panel import panel_text
from skill.app.play.said.words import Looker
from skill.draw.animation import Motion, ways_of
from skill.draw.camera import home
from skill.draw.marks import POINTED
from skill.draw.scene_view import PITCH
from skill.lattice.cells import BASE, CELLS, COORDS, CORNERS, NAMES, Cell, cells, in_mask, mask_of, parse_cell
from skill.lattice.dice import ORIENTATIONS, Die
from skill.lattice.frame import centre
from skill.lattice.notation import FIRST, MOVE, PASS, PLACE, REMOVE, STOP, TIP, TURN, Action, Verb, parse_position
from skill.lattice.pyramid import Pyramid
from skill.lattice.ways import carried
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import ANYONE
from skill.rules.shared.connected_sets import BREAK
from skill.table.match import Match

A, B, C, D = cells("800 080 008 710")
RACE = find_game("race")  # has dice to tip and to turn


@pytest.mark.parametrize("by_keys", [True, False])
def test_nothing_is_to_be_clicked_again_before_anything_was_clicked(by_keys: bool) -> None:
    """Where all that is legal begins with one die, that one is pointed at from the beginning: not where it may be all.

    A click at the only place where it may go plays it.
    """
    first, only = [TIP(A, B), TIP(A, C)], [TIP(A, B), PASS()]
    column = [REMOVE(A), TIP(A, B)]
    begun: list[list[Action]] = [first, only, [TURN(A, faces) for faces in ORIENTATIONS]]
    for legal in (*begun, column, [*column, TIP(A, C)], [REMOVE(A)]):
        choice = Chooser(legal).choice
        assert choice.pointed == ((A,) if legal in begun else ())
        assert choice.back is None
        told = request(choice, by_keys=by_keys)
        assert not re.search("again|right click|Now", told), told
    assert Chooser(only).point(B) == TIP(A, B)
    for legal in (column, [*column, REMOVE(B)]):
        clicked = Choice(legal).at(A)
        assert "again" in request(clicked, by_keys=by_keys)
        assert clicked.back is not None and clicked.back.pointed == ()


@pytest.mark.parametrize("by_keys", [True, False])
def test_where_one_way_alone_is_left_no_other_and_no_list_is_named(by_keys: bool) -> None:
    for legal, is_alone in (([REMOVE(A), REMOVE(B)], True), ([REMOVE(A), REMOVE(B), PASS()], False)):
        told = request(Choice(legal).at(A), by_keys=by_keys)
        assert told.endswith("to do what is shown.") == is_alone and bool(re.search("list|wheel", told)) != is_alone, (
            told
        )


def test_places_are_read_off_the_form_of_the_verb() -> None:
    row = find_game("triangle").parse("row 008 107>206 305")
    assert places(MOVE(A, B)) == ({A}, {B})
    assert places(PLACE("R", A, (3, 2, 1))) == ({A},)
    assert places(row) == (set(cells("008 107")), set(cells("206 305")))
    assert places(BREAK((1, 2))) == ({(1, 2)},)
    assert places(find_game("roll-to-the-top").parse("write a1 d4+d6")) == ({"a1"},)
    assert places(PASS()) == ()
    assert variant(PLACE("R", A, (3, 2, 1))) == ("place", "R", (3, 2, 1))


def test_a_move_takes_two_steps_and_each_can_be_taken_back() -> None:
    moves = [MOVE(A, C), MOVE(A, D), MOVE(B, C), PASS()]
    choice = Choice(moves)
    assert choice.targets == tuple(sorted((A, B)))
    assert choice.calls == (PASS(),)
    assert choice.settled is None
    further = choice.at(A)
    assert further.targets == tuple(sorted((C, D)))
    assert further.shown is None
    assert further.at(C).settled == MOVE(A, C)
    assert further.back is not None
    assert further.back.pointed == ()
    assert choice.back is None


def test_enter_without_a_focus_takes_it_to_the_first_place() -> None:
    chooser = Chooser([MOVE(A, C), MOVE(B, D)])
    assert chooser.focus is None
    assert chooser.accept() is None and chooser.focus == min(A, B)
    assert chooser.accept() is None and chooser.choice.pointed == (min(A, B),)


def test_a_list_says_what_differs_between_actions_that_read_alike() -> None:
    game = find_game("roll-to-the-top")
    options = game.options_from({"first_player": 1})
    state = game.begin(1, options)
    state = state._replace(phase="fill", numbers=(1, 5, 8, 0, 0), in_set=7, unused=7)
    texts = listed_texts(game, state, [*map(game.parse, ("write a1 d8", "write a1 d4+d8", "pass"))], Looker(()))
    assert texts == ("Write 8 here", "Write 1 + 8 = 9 here", "Write no more")


def test_ways_turn_and_the_favourite_comes_first() -> None:
    turns = [TURN(A, faces) for faces in ORIENTATIONS]
    chooser = Chooser(turns, preferred=variant(turns[5]))
    assert chooser.choice.pointed == (A,)  # the one die there is to turn
    assert chooser.choice.shown == turns[5]
    assert chooser.listed == tuple(turns)
    assert chooser.turn(-7)
    assert chooser.choice.shown == turns[-2]
    assert chooser.point(A) == turns[-2]
    assert chooser.accept() == turns[-2]
    assert chooser.number(3) == turns[2]
    assert chooser.number(25) is None
    assert not chooser.back()
    assert not Chooser([PASS()]).turn(1)


def test_a_die_that_may_be_tipped_or_turned() -> None:
    moves = [TIP(A, D), *(TURN(A, faces) for faces in ORIENTATIONS[:3]), TIP(B, C)]
    chooser = Chooser(moves)
    assert chooser.point(A) is None
    assert chooser.choice.targets == (D,)
    assert len(chooser.listed) == 3
    assert set(chooser.places) == {A, B, D}
    chooser.look_at(D)
    assert chooser.would == (TIP(A, D),)
    assert chooser.point(B) is None  # another die instead
    assert chooser.choice.pointed == (B,)
    assert chooser.point(C) == TIP(B, C)
    assert chooser.back()
    assert chooser.focus == B
    assert chooser.point(D) is None  # means nothing now
    assert chooser.choice.pointed == ()


def test_tab_goes_through_places_ways_and_calls() -> None:
    chooser = Chooser([REMOVE(A), REMOVE(B), STOP(), PASS()])
    seen = []
    for _ in range(5):
        chooser.step()
        seen.append(chooser.focus)
    assert seen == [*sorted((A, B)), STOP(), PASS(), min(A, B)]
    chooser.step(back=True)
    assert chooser.accept() == PASS()
    assert Chooser().accept() is None
    Chooser().step()
    assert next_of((), None) is None
    assert next_of(BASE, BASE[0], back=True) == BASE[-1]


def test_in_a_race_the_choice_goes_on_though_others_act() -> None:
    before = Chooser([MOVE(A, C), MOVE(A, D), MOVE(B, C)])
    before.point(A)
    before.look_at(D)
    after = Chooser([MOVE(A, D), MOVE(A, B), MOVE(B, D)])
    after.resume(before)
    assert after.accept() == MOVE(A, D)
    other = Chooser([MOVE(B, D), MOVE(B, A)])
    other.choice = Choice(other.choice.legal)
    other.resume(before)
    assert other.choice.pointed == ()


def seen_from_home(among: tuple[Cell, ...]) -> dict:
    points = home().project(np.array([centre(cell, pitch=PITCH) for cell in among]), (1000, 1000))
    return {cell: tuple(point) for cell, point in zip(among, points, strict=True)}


def test_arrows_go_where_they_point() -> None:
    seen, middle = seen_from_home(BASE), parse_cell("233")
    assert NAMES[next_in_direction(seen, middle, Act.RIGHT)] == "242"
    assert NAMES[next_in_direction(seen, middle, Act.LEFT)] == "224"
    assert next_in_direction(seen, CORNERS[1], Act.RIGHT) == CORNERS[1]
    assert next_in_direction(seen, None, Act.UP) == BASE[0]
    reached, here = {CORNERS[2]}, CORNERS[2]
    for act in (Act.UP, Act.RIGHT, Act.DOWN, Act.LEFT):
        here = next_in_direction(seen, here, act)
        reached.add(here)
    assert len(reached) > 2


def test_the_preview_shows_the_die_as_it_would_come_to_lie() -> None:
    heap = parse_position("R314:623")
    at, to = cells("314 413")
    chooser = Chooser([TIP(at, to), TIP(at, parse_cell("215"))])
    shown = preview(RACE, chooser, heap)
    assert not shown.extra
    chooser.point(at)
    shown = preview(RACE, chooser, heap)
    assert "chosen" in shown.marks[at]
    assert shown.lifted == {at}
    assert {cell for cell, kind in shown.marks.items() if kind == "legal"} == {to, parse_cell("215")}
    chooser.look_at(to)
    [ghost] = preview(RACE, chooser, heap).extra
    assert ghost.ghost
    assert ghost.cell == to
    turned = Chooser([TURN(at, faces) for faces in ORIENTATIONS])
    shown = preview(RACE, turned, heap)
    assert shown.hidden == {at}
    assert not shown.extra[0].ghost
    race = preview(RACE, Chooser([REMOVE(at)]), heap, shows_targets=False)
    assert not race.marks


def test_a_verb_of_ones_own_is_foreseen_and_seen_by_the_ways_it_declares() -> None:
    leap = Verb("leap <cell>><cell>", "leap there", carried)

    class Own(type(RACE)):
        verbs = (leap,)

    heap, (at, to) = parse_position("R314:623"), cells("314 800")
    chooser = Chooser([leap(at, to)])
    assert preview(Own(), chooser, heap).extra == ()  # nobody has pointed at anything yet
    chooser.look_at(to)
    [ghost] = preview(Own(), chooser, heap).extra
    assert (ghost.cell, ghost.ghost) == (to, True)
    motion = Motion(heap, heap.move(at, to), ways_of(leap, leap(at, to), heap, heap.move(at, to)))
    assert len(motion.on_the_way(motion.length_s / 2)) == 1  # one die goes; else one would come and one would go
    assert motion.hidden(0.0) == {to}


def test_what_is_asked_for_names_the_keys_that_are_in_use() -> None:
    choice = Choice([MOVE(A, C), MOVE(A, D), MOVE(B, C)])
    assert "Return" in request(choice)
    assert all(key in request(choice.at(A)) for key in ("arrow keys", "Return", "Backspace"))
    try:
        use_keys({"choosing": {"accept": ["k"], "step_back": ["u"]}})
        assert "Return" not in request(choice) and request(choice).endswith(" K.")
        assert "U goes back" in request(choice.at(A))
    finally:
        use_keys({})


def test_what_is_said_is_in_words() -> None:
    assert sentence(RACE, PLACE("R", A, None)) == "Set a red die here"
    assert sentence(RACE, PASS()) == "Do nothing"
    assert prospect(RACE, []) == ""
    assert prospect(RACE, [TIP(A, D)]) == "Tip it over there"
    assert prospect(RACE, [REMOVE(A), TURN(A, ORIENTATIONS[0])]).startswith("2 ways")
    asked = [request(Choice(moves)) for moves in ([PASS()], [REMOVE(A), PASS()], [REMOVE(A), REMOVE(B)])]
    assert len(set(asked)) == 3


EXAMPLES = {
    "cell": "800",
    "cells": "800 701",
    "colour": "R",
    "faces": "654",
    ":faces": ":654",
    "number": "4",
    "word": "success",
    "position": "R800",
    "trace": "-",
    "seconds": "1.500",
    "dice": "R4,G6",
    "spot": "1,2",
    "square": "b2",
    "loose": "-",
}
"""An argument of each kind."""


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_verb_of_every_game_reads_as_a_sentence(game) -> None:
    for verb in (*game.verbs, FIRST):
        action = game.parse(re.sub(r"<(:?[a-z]+)>", lambda field: EXAMPLES[field[1]], verb.form))
        meaning = sentence(game, action)
        assert len(meaning.split()) > 1 or verb.name == "slipped"
        assert not re.search(r"[{}<>]", meaning)


def test_a_verb_of_ones_own_reads_as_its_game_says_or_as_its_notation() -> None:
    """Two games may have one verb and mean different things by it."""

    class Own(type(RACE)):
        verbs = (
            Verb("remove <cell>", "throw {cell} away"),
            Verb("cast d<number> <number>", "a {number2} of {number}"),
            Verb("paint <colour>", "make it {colour}"),
            Verb("fidget"),
        )

    game = Own()
    assert sentence(game, game.parse("remove 800")) == "Throw 800 away"
    assert sentence(game, game.parse("cast d6 3")) == "A 3 of 6"
    assert sentence(game, game.parse("paint K")) == "Make it black"
    assert sentence(game, game.parse("fidget")) == "fidget"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_every_legal_action_can_be_reached(game) -> None:
    """By pointing, turning and the list, in the first actions of a match."""
    players = min(3, game.players[1]) if game.players[0] <= 3 <= game.players[1] else game.players[0]
    match = Match(game, players, seats=("random",) * players, seed=1)
    for _ in range(12):
        if match.turn is None or (match.seat is not None and not match.moves()):
            return  # over, or hands must try
        if match.turn is ANYONE or match.seat is not None:
            legal = list(match.moves(match.seat or 1))
            assert reached(legal) == set(legal)
        match.step()


def reached(legal: list[Action]) -> set[Action]:
    """Every action to which some clicks, turns and list entries lead."""
    found: set[Action] = set(Choice(legal).calls)
    open_choices = [Choice(legal)]
    while open_choices:
        choice = open_choices.pop()
        found.update(choice.ways)
        open_choices += [choice.at(place) for place in choice.targets]
    return found


# -- connected sets


def triops(dice: str = "152 161 251 151") -> tuple[Turn, Runtime]:
    game = find_game("triops")
    options = game.options_from({"first_player": 1})
    heap = parse_position(" ".join(f"R{NAMES[cell]}" for cell in cells(dice)))
    runtime = Runtime(lambda: Match(game, 3, options, position=heap))
    while runtime.phase is Phase.ITSELF:
        runtime.advance(1.0, tuple)
    turn = Turn(runtime)
    turn.follow()
    return turn, runtime


def test_a_connected_set_follows_the_pointer_turns_and_is_set_whole() -> None:
    turn, runtime = triops()
    connected = runtime.match.game.connected_sets(runtime.match.state)
    cell = next(cell for cell in turn.chooser.choice.targets if len(ConnectedSets(connected).with_cell(cell)) > 1)
    turn.chooser.look_at(cell)
    assert turn.connected_set == ()
    assert turn.turn(1)
    assert len(turn.connected_set) == 3
    assert cell in turn.connected_set
    assert "3 dice" in pointed_line(turn)
    shown = preview(runtime.match.game, turn.chooser, runtime.viewpoint.pyramid(), connected_set=turn.connected_set)
    assert {die.cell for die in shown.extra if die.ghost} == set(turn.connected_set)
    seen = set()
    for _ in ConnectedSets(connected).with_cell(cell):
        seen.add(turn.connected_set)
        turn.turn(1)
    assert len(seen) == len(ConnectedSets(connected).with_cell(cell))
    assert turn.connected_set == ()  # round to no set
    turn.turn(-1)
    placed = turn.connected_set
    before = runtime.match.pyramid
    action = turn.perform(Act.ACCEPT, dict)
    assert turn.play(action)
    assert [c for c, _ in runtime.match.pyramid if c not in before] == sorted(placed)
    assert [line.action[2] for line in runtime.match.played[-3:]] == list(placed)


def test_the_only_connected_set_of_a_cell_is_shown_and_set_whole_at_once() -> None:
    turn, runtime = triops()
    connected = ConnectedSets(runtime.match.game.connected_sets(runtime.match.state))
    turn.chooser.look_at(next(c for c in turn.chooser.choice.targets if len(connected.with_cell(c)) == 1))
    placed = turn.connected_set
    assert len(placed) == 3
    assert "wheel" not in pointed_line(turn)
    assert turn.play(turn.perform(Act.ACCEPT, dict))
    assert [line.action[2] for line in runtime.match.played[-3:]] == list(placed)


def test_a_connected_set_that_could_go_on_is_ended_as_shown() -> None:
    game = find_game("tabula-rasa")
    heap = Pyramid((cell, Die("R")) for cell in CELLS if COORDS[cell][0] > 0)  # side I is open, in a plane
    options = game.options_from({"first_player": 1})
    runtime = Runtime(lambda: Match(game, 3, options, position=heap))
    turn = Turn(runtime)
    turn.follow()
    connected = game.connected_sets(runtime.match.state)
    three, cell = next(
        (c, cell)
        for c in sorted(connected)
        for cell in turn.chooser.choice.targets
        if c.bit_count() == 3 and c >> cell & 1 and any(continuations(connected, c))
    )
    turn.chooser.look_at(cell)
    while mask_of(turn.connected_set) != three:
        assert turn.turn(1)
    turn.play(turn.perform(Act.ACCEPT, dict))
    assert str(runtime.match.played[-1].action) == "stop"
    assert {action.verb for action in runtime.match.moves()} == {"break"}


def test_the_shape_goes_along_to_another_cell_or_is_not_there() -> None:
    connected = ConnectedSets([mask_of(cells("800 710")), mask_of(cells("710 620")), mask_of(cells("008 017 107"))])
    shape = connected.next_shape(None, A, 1)
    assert connected.placed(shape, A) == mask_of(cells("800 710"))
    assert connected.placed(shape, D) == mask_of(cells("710 620"))
    assert connected.placed(shape, C) == 0
    assert connected.next_shape(shape, A, 1) is None
    assert not ConnectedSets([1, 2])
    pyramid = parse_position("R800 R710 R701")
    assert in_order(mask_of(cells("700 620 611")), pyramid)[-1] == parse_cell("700")


def test_a_shape_is_placed_where_that_set_may_be_and_nowhere_else() -> None:
    _, runtime = triops()
    masks = runtime.match.game.connected_sets(runtime.match.state)
    connected = ConnectedSets(masks)
    shapes = {shape_of(mask, cell) for mask in masks for cell in in_mask(mask)}
    for cell in CELLS:
        found = [mask for shape in shapes if (mask := connected.placed(shape, cell))]
        assert sorted(found) == sorted(connected.with_cell(cell))


def test_a_step_back_lays_the_connected_set_aside() -> None:
    turn, runtime = triops()
    connected = ConnectedSets(runtime.match.game.connected_sets(runtime.match.state))
    turn.chooser.look_at(next(c for c in turn.chooser.choice.targets if len(connected.with_cell(c)) > 1))
    turn.turn(1)
    assert turn.back()
    assert turn.connected_set == ()
    assert not turn.back()


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_matches_go_on_whatever_one_points_at(game) -> None:
    """Somebody who points, turns, goes back and takes back at random plays many actions, or to the end."""
    wanted = {"throw_model": "lattice", "choose": "manual", "view": "own", "wolf_by": "left", "fill_order": "active"}
    options = {o.name: wanted[o.name] for o in game.all_options if wanted.get(o.name) in o.choices}
    players = max(game.players[0], min(3, game.players[1]))
    runtime = Runtime(lambda: Match(game, players, game.options_from(options), seed=5))
    turn, rng = Turn(runtime), Random(3)
    for _ in range(400):
        if runtime.phase in (Phase.OVER, Phase.READY):
            return  # over, or hands must try
        if runtime.viewpoint.passes_to is not None:
            runtime.viewpoint.hand_over()
        if runtime.phase in (Phase.ITSELF, Phase.RACE):
            runtime.advance(0.3, tuple)
        turn.follow()
        if turn.is_race and not turn.chooser.choice.legal:
            turn.sit(rng.randint(1, players))
        action = something(turn, runtime, rng)
        shown = preview(
            runtime.match.game,
            turn.chooser,
            runtime.viewpoint.pyramid(),
            connected_set=turn.connected_set,
            piece=lambda action: turn.piece(action).dice,
            gone=turn.gone,
        )
        assert all(die.ghost != (die.cell in shown.hidden) for die in shown.extra)  # else it would seem to be there
        assert panel_text(runtime, None, "", None, turn, Log()).seats
        for happening in runtime.happenings:
            verb = game.verb_of(happening.action)
            ways = ways_of(verb, happening.action, happening.before, happening.after)
            motion = Motion(happening.before, happening.after, ways, sides=runtime.viewpoint.sides)
            assert not motion.hidden(motion.length_s)
        runtime.happenings.clear()
        if action is not None:
            turn.play(action)
    assert len(runtime.match.played) > 20


def something(turn: Turn, runtime: Runtime, rng: Random) -> Action | None:
    """Anything that can be done at a turn; the action if that settles one."""
    chooser = turn.chooser
    ring = (*chooser.choice.targets, *chooser.again, *chooser.listed)
    if not ring:
        return None
    match rng.choices(("point", "tab", "number", "turn", "back", "undo", "hint"), (80, 5, 5, 5, 3, 1, 1))[0]:
        case "point":
            chooser.look_at(rng.choice(ring))
            return turn.perform(Act.ACCEPT, dict)
        case "tab":
            turn.perform(Act.NEXT, dict)
        case "number":
            return turn.perform(rng.choice(NUMBERS), dict)
        case "turn":
            turn.turn(1)
        case "back":
            turn.back()
        case "undo":
            runtime.undo()
            turn.follow()
        case "hint":
            chooser.hint = rng.choice(chooser.choice.legal)
    return None


def test_what_goes_on_from_one_way_is_listed_too_since_dice_may_hide_it() -> None:
    game = find_game("asparagus")
    match = Match(game, 2, None, ("random", "random"), seed=7)
    longest = []
    while len(longest) < 3:
        match.step()
        for action in match.moves() if match.seat else ():
            chooser = Chooser(match.moves())
            if chooser.point(action[1]) is None:
                longest = max(longest, [*chooser.listed], key=len)
    assert str(longest[0]).startswith("remove ") and all(str(way).startswith("column ") for way in longest[1:])


@pytest.mark.parametrize(
    ("slug", "position", "action", "gone"),
    [
        ("asparagus", "R600 R700 R800 K610 K601 K620 K611 K602 K710 K701", "column 600>800", "600 700 800"),
        ("sandwich", "R422 R143 R224 G332 G233 G008 G026", "move 143>242", "332 233"),
    ],
)
def test_all_dice_are_lit_that_an_action_takes_beyond_those_that_it_names(slug, position, action, gone) -> None:
    game = find_game(slug)
    options = game.options_from({"first_player": 1})
    runtime = Runtime(lambda: Match(game, 2, options, position=parse_position(position)))
    while runtime.phase is Phase.ITSELF:
        runtime.advance(1.0, tuple)
    turn = Turn(runtime)
    turn.follow()
    meant = game.parse(action)
    assert meant in runtime.match.moves()
    assert turn.gone(meant) == set(cells(gone))
    turn.chooser.point(meant[1])
    turn.chooser.look_at(meant if meant in turn.chooser.listed else meant[2])
    shown = preview(game, turn.chooser, runtime.viewpoint.pyramid(), gone=turn.gone)
    assert all(
        POINTED in shown.marks[cell] and cell in shown.lifted for cell in turn.gone(meant) - {meant[1], meant[2]}
    )
