"""Races in real time: first come first served, one hand only, ties by the game's order, the clock, bots' reactions."""

from __future__ import annotations

import pytest

from skill.lattice.cells import parse_cell
from skill.lattice.notation import ROLL, STOP, parse_position
from skill.rules.catalogue import find_game
from skill.rules.game import ANYONE
from skill.rules.shared.grabbing import GRAB
from skill.table.match import Match
from skill.table.race import Referee

GAME = find_game("greedy-grabber")


def at_race(seats: tuple[str, ...] = ("human",) * 3, number: int = 3) -> Match:
    """Seat 1 has rolled `number` over three free dice on the plate: 800 shows 3 to seat 1, 080 to 2, 008 to 3."""
    position = parse_position("R800:315 G080:132 K008:623")
    match = Match(GAME, 3, GAME.options_from({"first_player": 1}), seats, 1, position)
    match.play(ROLL(number))
    assert match.turn is ANYONE
    return match


def grabbed(match: Match) -> list[str]:
    return [f"{line.by} {line.action}" for line in match.played if line.action.verb in ("grab", "stop", "close")]


def test_claims_are_judged_by_their_time_not_by_their_arrival() -> None:
    match = at_race()
    referee = Referee(match)
    assert referee.claim(1, STOP(), 0.9)
    assert referee.claim(2, GRAB(parse_cell("080")), 0.8)
    referee.advance(1.0)
    assert grabbed(match)[:2] == ["2 grab 080", "1 stop"]


def test_equal_times_go_by_the_order_of_the_game() -> None:
    match = at_race()
    referee = Referee(match)
    for seat, cell in ((3, "008"), (1, "800"), (2, "080")):
        referee.claim(seat, GRAB(parse_cell(cell)), 0.5)
    referee.advance(0.5)
    order = [int(line[0]) for line in grabbed(match)[:3]]
    assert order == [seat for seat in GAME.race_order(at_race().state) if seat in (1, 2, 3)]


def test_a_hand_needs_its_time() -> None:
    match = at_race()
    referee = Referee(match)
    assert referee.claim(1, GRAB(parse_cell("800")), 1.0)
    referee.advance(1.0)
    assert not referee.claim(1, GRAB(parse_cell("080")), 1.0 + GAME.pause_s(match.state) - 0.01)
    assert referee.claim(1, GRAB(parse_cell("080")), 1.0 + GAME.pause_s(match.state))


def test_a_call_needs_no_hand() -> None:
    match = at_race()
    referee = Referee(match)
    referee.claim(1, GRAB(parse_cell("800")), 1.0)
    referee.advance(1.0)
    assert referee.claim(1, STOP(), 1.1)
    referee.advance(1.1)
    assert grabbed(match) == ["1 grab 800", "1 stop"]


def test_late_grabs_do_not_make_the_time_for_them_longer() -> None:
    match = at_race()
    referee, late_s = Referee(match), float(match.record.options["late_s"])
    referee.claim(1, STOP(), 1.0)
    referee.advance(1.0)
    assert referee.claim(2, GRAB(parse_cell("080")), 1.0 + 0.9 * late_s)
    referee.advance(1.0 + 0.9 * late_s)
    assert match.turn is ANYONE
    referee.advance(1.0 + late_s)
    assert grabbed(match) == ["1 stop", "2 grab 080", "None close"]


def test_who_has_no_part_in_a_race_claims_nothing() -> None:
    mole = find_game("clever-mole")
    match = Match(mole, 2, mole.options_from({"gm": "fixed", "first_player": 2}), ("human",) * 2, 3)
    while match.turn is not ANYONE:
        match.play(match.moves()[0]) if match.seat else match.step()
    claim = match.moves(1)[0]
    referee = Referee(match)
    assert not referee.claim(2, claim, 1.0)
    assert referee.claim(1, claim, 1.0)
    assert referee.advance(1.0)


def test_a_claim_that_is_no_longer_legal_is_dropped() -> None:
    match = at_race()
    referee = Referee(match)
    referee.claim(1, GRAB(parse_cell("080")), 0.5)
    assert referee.advance(0.6) == []
    assert grabbed(match) == []


def test_the_clock_closes_a_dead_round_and_chance_rolls_anew() -> None:
    match = at_race(number=4)
    referee = Referee(match)
    assert not any(match.moves(seat) for seat in (2, 3))
    limit_s = GAME.clock_s(match.state)
    assert limit_s is not None
    assert referee.advance(limit_s - 0.01) == []
    played = referee.advance(limit_s)
    assert [line.action.verb for line in played] == ["close", "roll"]


@pytest.mark.parametrize("seed", range(3))
def test_bots_race_to_the_end_with_human_reactions(seed: int) -> None:
    match = Match(GAME, 3, None, ("greedy", "greedy", "random"), seed)
    while match.turn is not ANYONE:
        match.step()
    referee, now_s, rolled_s = Referee(match), 0.0, 0.0
    acted_s: dict[int, float] = {}
    while match.result is None:
        now_s += 0.05
        assert now_s < rolled_s + 60
        for line in referee.advance(now_s):
            if line.by is None:
                rolled_s = now_s
            else:
                assert now_s - max(rolled_s, acted_s.get(line.by, 0.0)) > 0.2, "no bot is quicker than a person"
                acted_s[line.by] = now_s
    again = Match.resumed(match.record)
    assert again.state == match.state
