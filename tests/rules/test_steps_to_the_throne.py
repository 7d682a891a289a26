"""Worked examples of game 51, and its rulings."""

from __future__ import annotations

from typing import Any

import pytest

from skill.errors import IllegalMove
from skill.lattice.cells import parse_cell
from skill.rules.games.steps_to_the_throne import GAME, Run
from tests.rules.scenes import begun, legal, played

REDS = "R800 R710 R701"


def runner_at(cell: str, *blacks: str, **given: Any) -> Any:
    return begun(GAME, " ".join([REDS, "G" + cell, *("K" + black for black in blacks)]), **given)


def test_example_1_exact_steps_not_over_black_but_onto_it() -> None:
    state = played(GAME, runner_at("242", "251", "224"), "show 236")
    assert legal(GAME, state) == ["move 242>224", "pass"]
    state = played(GAME, state, "move 242>224")
    assert (state.captured, state.run.captures, state.supply) == (1, 1, 39)


@pytest.mark.parametrize(("cell", "enters"), [("620", True), ("602", False), ("611", True)])
def test_example_2_entering_on_236(cell: str, enters: bool) -> None:
    state = played(GAME, runner_at(cell), "show 236")
    assert (f"move {cell}>700" in legal(GAME, state)) == enters


@pytest.mark.parametrize(("cell", "roll", "enters"), [("620", "451", 0), ("602", "241", 1), ("611", "264", 0)])
def test_parity_is_read_on_the_numbers_that_point_at_red(cell: str, roll: str, enters: int) -> None:
    assert legal(GAME, played(GAME, runner_at(cell), f"show {roll}")).count(f"move {cell}>700") == enters


def test_no_ordinary_move_ends_on_red() -> None:
    assert legal(GAME, played(GAME, runner_at("620"), "show 531")) == ["move 620>323", "move 620>530", "pass"]


def test_set_up_and_compulsory_block() -> None:
    state = begun(GAME)
    assert str(GAME.pyramid(state)) == "G044 R701 R710 R800"
    assert state.supply == 41
    state = played(GAME, state, "show 321", "pass")
    assert (GAME.to_move(state), legal(GAME, state)) == (2, [f"place K{c}" for c in ("035", "053", "134", "143")])


def test_surrounded_runner_without_a_move_gives_a_captured_die_back() -> None:
    ring = ("053", "143", "134", "035")
    state = played(GAME, runner_at("044", *ring)._replace(captured=1), "show 236", "pass")
    assert legal(GAME, state) == ["recover"]
    state = played(GAME, state, "recover")
    assert (state.captured, state.supply) == (0, 37)


def test_surrounded_runner_who_could_move_gives_nothing_back() -> None:
    state = played(GAME, runner_at("044", "053", "143", "134", "035")._replace(captured=1), "show 153", "pass")
    assert legal(GAME, state) == ["pass"]


def test_blocker_without_dice_passes() -> None:
    state = played(GAME, runner_at("044")._replace(captured=41), "show 236", "pass")
    assert (state.supply, legal(GAME, state)) == (0, ["pass"])


def test_it_is_said_which_of_two_reasons_keeps_the_blocker_from_placing() -> None:
    surrounded = played(GAME, runner_at("044", "053", "143", "134", "035"), "show 153", "pass")
    without_dice = played(GAME, runner_at("044")._replace(captured=41), "show 236", "pass")
    for state, rule, told in (
        (surrounded, "No funnel beside the green die is empty", "could put no black die"),
        (without_dice, "No black die is left", "had no black die left"),
    ):
        said = GAME.deciding_rule(state, {"pass"})
        assert said and said.text.startswith(rule)
        (action,) = GAME.moves(state)
        assert told in GAME.told(state, action, 2, GAME.play(state, action))[0].text


def test_who_has_not_run_yet_has_no_score_and_hears_that_roles_change() -> None:
    state = played(GAME, begun(GAME), "show 321")
    assert (GAME.standing(state, 1).one, GAME.standing(state, 1).values["rows"]) == ("1 roll, rows to go: {rows}", 6)
    assert GAME.standing(state, 2).text == "has not run yet"
    assert [fact.text for fact in GAME.facts(state, 1)][1:] == ["After this run you change roles."]
    alone = begun(GAME, match="single")
    assert GAME.standing(alone, 2).text == "blocks the way" and len(GAME.facts(alone, 1)) == 1


def test_in_the_second_run_both_hear_what_there_is_to_beat() -> None:
    state = begun(GAME)._replace(done=(Run(2, rolls=9, has_arrived=True),))
    goals = [GAME.goal_line(state, seat) for seat in (1, 2)]
    assert [goal.values.get("count") for goal in goals] == [9, 9]
    assert "in fewer than {count} rolls" in goals[0].text and "for {count} rolls" in goals[1].text
    captures = begun(GAME, score="captures")._replace(done=(Run(2, rolls=9, has_arrived=True),))
    assert not GAME.goal_line(captures, 1).values


def test_a_move_says_where_it_leads_and_what_it_captures() -> None:
    state = played(GAME, runner_at("242", "251", "224"), "show 236")
    offers = {str(move): GAME.offered(state, move).text for move in GAME.moves(state)}
    assert offers == {"move 242>224": "Capture the black die, no nearer to the throne", "pass": "Stay here"}
    state = played(GAME, runner_at("620"), "show 132")
    assert GAME.offered(state, GAME.parse("move 620>700")).text == "Step onto the throne"


def test_single_number_is_the_only_way_in_when_agreed() -> None:
    state = runner_at("611", enter="single", match="single")
    assert legal(GAME, state) == ["numbers 1", "numbers 3"]
    for action in GAME.moves(state):
        word = "one number" if action[1] == 1 else "three numbers"
        assert word in GAME.told(state, action, 1, GAME.play(state, action))[0].text
    assert "move 611>700" not in legal(GAME, played(GAME, state, "numbers 3", "show 153"))
    assert legal(GAME, played(GAME, state, "numbers 1", "roll 4")) == ["pass"]
    state = played(GAME, state, "numbers 1", "roll 3", "move 611>700")
    result = GAME.result(state)
    assert result.winners == (1,)
    assert str(GAME.pyramid(state)[parse_cell("700")]) == "G"
    assert legal(GAME, played(GAME, runner_at("620", enter="single"), "numbers 1", "roll 4")) == [
        "move 620>700",
        "pass",
    ]


def test_swap_compares_two_runs_from_the_same_position() -> None:
    state = played(GAME, runner_at("620"), "show 132", "move 620>700")
    assert (GAME.result(state), state.run.runner, str(GAME.pyramid(state))) == (None, 2, "G620 R701 R710 R800")
    slow = played(GAME, state, "show 321", "pass", "place K611", "show 132", "move 620>700")
    assert (GAME.result(slow).winners, GAME.result(slow).scores) == ((1,), (1, 2))  # type: ignore[union-attr]
    equal = played(GAME, state, "show 132", "move 620>700")
    assert GAME.result(equal).winners == (1, 2)  # type: ignore[union-attr]


def test_failed_run_loses_whatever_the_measure() -> None:
    state = runner_at("620", "521", turn_cap=1, score="captures")
    state = played(GAME, state, "show 213", "pass", "show 132", "move 620>700")
    assert GAME.result(state).winners == (2,)  # type: ignore[union-attr]


def test_cap_in_a_single_run_is_the_blockers_win() -> None:
    state = played(GAME, begun(GAME, match="single", turn_cap=1), "show 321", "pass")
    assert GAME.result(state).winners == (2,)  # type: ignore[union-attr]


def test_outlook_is_better_nearer_to_the_throne_with_more_ways_on_and_with_more_of_what_counts() -> None:
    def lead(state: Any) -> float:
        own, other = GAME.outlook(state)
        return own - other

    far, near, walled = runner_at("044"), runner_at("422"), runner_at("422", "521", "512", "413")
    assert lead(far) < lead(walled) < lead(near) < lead(runner_at("620"))
    captured = played(GAME, runner_at("242", "251", "224", score="captures"), "show 236", "move 242>224")
    assert lead(captured) > lead(captured._replace(run=captured.run._replace(captures=0)))
    failed = played(GAME, runner_at("620", turn_cap=1), "show 321", "pass")
    assert lead(failed) < lead(played(GAME, runner_at("620", turn_cap=1), "show 132", "move 620>700"))


def test_each_funnel_that_a_number_leads_to_bears_it() -> None:
    state = played(GAME, runner_at("242", "251", "224"), "show 236")
    numbers = {cell: label.text for cell, label in GAME.labels(state, 1).items() if str(label.text).isdecimal()}
    assert numbers == {parse_cell("224"): "2"}


@pytest.mark.parametrize("position", ["G044", f"{REDS}", f"{REDS} G044:321", f"{REDS} G044 G035", f"{REDS} B044 G035"])
def test_wrong_positions_are_refused(position: str) -> None:
    with pytest.raises(IllegalMove):
        begun(GAME, position)


def test_illegal_actions_are_refused() -> None:
    state = played(GAME, runner_at("242", "251"), "show 236")
    for line in ("move 242>260", "move 242>233", "place K233"):
        with pytest.raises(IllegalMove):
            played(GAME, state, line)


def test_at_a_die_past_which_a_number_would_lead_it_is_written_that_it_is_blocked() -> None:
    state = played(GAME, runner_at("242", "251", "224"), "show 236")
    labels = GAME.labels(state, 1)
    assert labels[parse_cell("224")].text == "2"
    assert labels[parse_cell("251")].text.values["number"] == 2 and parse_cell("260") not in labels
    assert [fact.text for fact in GAME.facts(state, 1)][:2] == [
        "The other player's black dice stand in your way; land on one exactly and you capture it.",
        "Numbers that lead off the plate: {numbers}.",
    ]
    assert GAME.facts(state, 1)[1].values["numbers"] == (3, 6)


def test_a_second_run_that_can_win_no_more_is_called_decided() -> None:
    state = begun(GAME, match="swap")
    first = state.run._replace(rolls=5, has_arrived=True)
    for rolls, said in ((4, "fewer than"), (5, "a draw"), (6, "It is decided")):
        second = state._replace(done=(first,), run=state.run._replace(runner=2, rolls=rolls))
        assert all(said in GAME.goal_line(second, seat).text for seat in ((2,) if rolls == 4 else (1, 2)))
