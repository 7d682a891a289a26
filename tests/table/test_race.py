"""Races in real time: first come first served, one hand only, ties by the game's order, the clock, bots' reactions."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from skill.lattice.cells import parse_cell
from skill.lattice.notation import PLACE, ROLL, STOP, Action, parse_position
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import ANYONE
from skill.rules.shared.grabbing import GRAB
from skill.table.match import Match
from skill.table.race import Referee

GAME = find_game("greedy-grabber")


def at_race(number: int = 3, position: str = "R800:315 G080:132 K008:623") -> Match:
    """Seat 1 has rolled `number` over three free dice on the plate: 800 shows 3 to seat 1, 080 to 2, 008 to 3."""
    match = Match(GAME, 3, GAME.options_from({"first_player": 1}), ("human",) * 3, 1, parse_position(position))
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


def test_one_hand_takes_no_three_dice_in_one_frame() -> None:
    match = at_race(position="R800:315 R620:315 R602:315 R440:315 G080:132")
    referee = Referee(match)
    for at_s, cell in ((1.0, "800"), (1.1, "620"), (1.2, "602"), (1.5, "440")):
        assert referee.claim(1, GRAB(parse_cell(cell)), at_s)
    referee.advance(2.0)
    assert grabbed(match) == ["1 grab 800", "1 grab 440"]


def test_the_rollers_own_grab_comes_before_his_stop_of_the_same_moment() -> None:
    match = at_race()
    referee = Referee(match)
    assert referee.claim(1, STOP(), 0.5)
    assert referee.claim(1, GRAB(parse_cell("800")), 0.5)
    assert referee.claim(2, GRAB(parse_cell("080")), 0.5)
    referee.advance(0.6)
    assert grabbed(match) == ["2 grab 080", "1 grab 800", "1 stop"]


def test_a_grab_is_late_by_its_stamp_not_by_when_anybody_looked() -> None:
    match = at_race()
    referee, late_s = Referee(match), float(match.record.options["late_s"])
    referee.claim(1, STOP(), 1.0)
    referee.claim(2, GRAB(parse_cell("080")), 1.0 + late_s)
    referee.claim(3, GRAB(parse_cell("008")), 1.0 + 2 * late_s)
    referee.advance(60.0)
    assert grabbed(match)[:3] == ["1 stop", "2 grab 080", "None close"]
    assert not any(line.startswith("3 grab") for line in grabbed(match)[:3])


def test_a_claim_after_a_roll_of_the_same_look_counts() -> None:
    fowl = find_game("vain-guinea-fowl")
    match = Match(fowl, 2, fowl.options_from({"first_player": 1}), ("human",) * 2, 3)
    referee = Referee(match)
    for seat in (1, 2):
        assert referee.claim(seat, fowl.parse("toss"), 0.1 * seat)
    referee.advance(1.0)
    assert [line.by for line in match.played if line.action.verb == "toss"] == [1, 2]


def test_the_pause_of_the_vain_guinea_fowl_is_between_rolls() -> None:
    fowl = find_game("vain-guinea-fowl")
    for seed in range(20):
        match = Match(fowl, 2, fowl.options_from({"first_player": 1}), ("human",) * 2, seed)
        referee = Referee(match)
        referee.claim(1, fowl.parse("toss"), 1.0)
        referee.advance(1.0)
        fitting = [move for move in match.moves(1) if move.verb == PLACE.name]
        if not fitting:
            continue
        assert referee.claim(1, fitting[0], 1.1)
        assert not referee.claim(1, fowl.parse("toss"), 1.9)
        assert referee.claim(1, fowl.parse("toss"), 2.0)
        referee.advance(2.0)
        assert [line.action.verb for line in match.played if line.by] == ["toss", "place", "toss"]
        return
    raise AssertionError("no die fitted")


QUICKLY = {"greedy-grabber": {"dead_s": 0.6, "late_s": 0.4}}
RACES = {game.slug: QUICKLY.get(game.slug, {}) for game in all_games() if game.kind == "race"}


Said = tuple[float, int, Action]


def moments(slug: str, rng: Random, bots: bool) -> tuple[Match, list[Said]]:
    """A race in which persons claim what they may, and what they may not, each claim looked at by itself."""
    match = started(slug, bots)
    referee, claims, now_s = Referee(match), [], 0.0
    for _ in range(80):
        if match.turn is not ANYONE:
            break
        now_s = round(now_s + rng.choice((0.0, 0.0, 0.1, 0.2, 0.5)), 1)
        together, people = [], 1 if bots else 2
        for _ in range(rng.choice((1, 1, 2, 3))):
            seat = rng.randint(1, people)
            if moves := match.moves(seat):
                together.append((now_s, seat, rng.choice(moves)))
        for _, seat, action in together:
            referee.claim(seat, action, now_s)
        claims += together
        referee.advance(now_s)
        now_s = round(now_s + 0.1, 1)
    referee.advance(now_s + 3.0)
    return match, [*claims, (now_s + 3.0, 0, STOP())]


def started(slug: str, bots: bool) -> Match:
    game = find_game(slug)
    players = game.players[1] if slug != "lookout" else 3
    seats = ("human", *(("greedy",) * (players - 1) if bots else ("human",) * (players - 1)))
    match = Match(game, players, game.options_from({"first_player": 1, **RACES[slug]}), seats, 5)
    while match.turn is not ANYONE:
        match.step()
    return match


@pytest.mark.parametrize("bots", [False, True])
@pytest.mark.parametrize("slug", RACES)
def test_the_same_claims_end_the_same_however_they_are_looked_at(slug: str, bots: bool) -> None:
    for seed in range(6):
        one_by_one, claims = moments(slug, Random(seed), bots)
        *said, (end_s, _, _) = claims
        assert any(line.by for line in one_by_one.played)
        for times in ([end_s], [*sorted(Random(seed).uniform(0, end_s) for _ in range(5)), end_s]):
            match, left = started(slug, bots), sorted(said, key=lambda claim: claim[0])
            referee, looked_s = Referee(match), -inf
            for now_s in times:
                due = [claim for claim in left if looked_s < claim[0] <= now_s]
                order = Random(seed).sample(range(1, 5), 4)  # each person's own in order, persons in any
                for at_s, seat, action in sorted(due, key=lambda claim: order.index(claim[1])):
                    referee.claim(seat, action, at_s)
                referee.advance(now_s)
                looked_s = now_s
            assert match.played == one_by_one.played, (seed, times)
