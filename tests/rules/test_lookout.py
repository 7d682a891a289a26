"""Worked example of game 33, in both modes, and its referee."""

from __future__ import annotations

from random import Random

import pytest

from skill.errors import IllegalMove, UnknownName
from skill.lattice.cells import BASE, NAMES
from skill.lattice.dice import Die
from skill.lattice.notation import CLOSE, STOP
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.game import ANYONE, CHANCE
from skill.rules.games.lookout import GAME, PICK, State, good_numbers, handful, usable
from skill.table.match import Match
from skill.table.race import Referee

THROWS = (
    "rolls R4,R4,R1,R2,R6,R3,R4,R5,R2,R1,K2,O2",
    "rolls G5,G2,G2,G1,G3,G3,G6,G2,G4,G1,R4",
    "rolls K2,K2,K1,K1,K4,K5,K6,K3,K3,K3,G5",
)


def begin(players: int = 3, **given: object) -> State:
    return GAME.begin(players, GAME.options_from({"first_player": 1, **given}))  # type: ignore[dict-item]


def thrown(state: State, *throws: str) -> State:
    for text in throws or THROWS:
        action = GAME.parse(text)
        GAME.check(state, action, CHANCE)
        state = GAME.play(state, action, CHANCE)
    return state


def played(state: State, *lines: str) -> State:
    """Lines such as `1: pick R4`; `1: R4 800` picks and places."""
    for line in lines:
        who, text = line.split(": ")
        die, *cell = text.split()
        texts = [f"pick {die}", f"place {die[0]}{cell[0]}"] if cell and die not in ("pick", "place") else [text]
        for words in texts:
            action = GAME.parse(words)
            GAME.check(state, action, int(who))
            state = GAME.play(state, action, int(who))
    return state


def test_example_usable_dice() -> None:
    state = thrown(begin())
    assert [good_numbers(state, seat) for seat in (1, 2, 3)] == [(4,), (5, 2), (2, 2)]
    assert [len(usable(state, seat)) for seat in (1, 2, 3)] == [3, 4, 2]
    assert GAME.to_move(state) is ANYONE


def test_example_paced() -> None:
    state, order = thrown(begin(mode="paced")), []
    while all(state.throws):
        order.append(GAME.to_move(state))
        state = GAME.play(state, GAME.moves(state)[0], GAME.to_move(state))
    assert order == [1, 2, 3, 1, 2, 3, 1, 2]
    assert state.stocks == (52, 52, 53)
    assert state.holder == 2


def test_example_stop_after_one_die() -> None:
    state = played(thrown(begin()), "1: R4 800", "2: G2 080", "1: stop")
    assert state.allowance == (0, 2, 2)
    state = played(state, "2: G5 008", "3: K2 440", "2: G2 044")
    assert not GAME.moves(state, 2)
    state = played(state, "3: K2 404")
    assert state.stocks == (54, 52, 53)
    assert (state.holder, state.throws) == (2, ((), (), ()))


def test_round_ends_when_nobody_has_a_usable_die() -> None:
    state = played(thrown(begin()), "1: R4 800", "1: R4 080", "1: R4 008", "2: G5 440", "2: G2 404")
    state = played(state, "2: G2 044", "3: K2 701", "3: K2 710", "2: G2 170")
    assert state.holder == 2
    assert state.stocks == (52, 51, 53)


def test_stop_with_nothing_left_ends_the_round_at_once() -> None:
    state = played(thrown(begin()), "1: R4 800", "1: R4 080", "1: R4 008", "1: stop")
    assert state.holder == 2
    assert state.stocks == (52, 55, 55)


def test_only_the_holder_stops_and_the_table_closes() -> None:
    state = thrown(begin())
    assert STOP() in GAME.moves(state, 1)
    assert STOP() not in GAME.moves(state, 2)
    assert GAME.moves(state) == [CLOSE()]
    assert GAME.clock_s(state) == 60
    picked = GAME.play(state, next(move for move in GAME.moves(state, 1) if move.verb == "pick"), 1)
    assert GAME.clock_runs_on(state, picked)  # the time is that of the building, not since the last action
    assert not GAME.clock_runs_on(state, GAME.play(state, GAME.moves(state)[0], CHANCE))
    assert GAME.play(state, CLOSE(), CHANCE).holder == 2


def test_wrong_pick_costs_time_only() -> None:
    state = thrown(begin())
    assert PICK("R", 2) in GAME.moves(state, 1)  # the holder may not use the golden number
    missed = played(state, "1: pick R2")
    assert missed._replace(missed=frozenset()) == state
    assert GAME.pause_of_s(missed, 1) == 1.0
    assert GAME.pause_of_s(missed, 2) == 0.5
    assert GAME.pause_of_s(played(missed, "1: pick R4"), 1) == 0.5
    with pytest.raises(IllegalMove, match="not legal"):
        played(state, "2: pick R4")


def test_lockout_at_the_table() -> None:
    match = Match(GAME, 3, GAME.options_from({"first_player": 1}))
    match.step()
    match.step()
    match.step()
    referee = Referee(match)
    wrong = next(m for m in match.moves(2) if m.verb == "pick" and GAME.worth(match.state, m, 2) < 0)
    assert referee.claim(2, wrong, 1.0)
    referee.advance(1.0)
    assert not referee.claim(2, wrong, 1.9)
    assert referee.claim(2, wrong, 2.1)


@pytest.mark.parametrize(
    ("stock", "own", "blue"), [(30, 10, 0), (10, 10, 0), (9, 9, 0), (5, 5, 0), (4, 4, 1), (1, 1, 4)]
)
def test_handful(stock: int, own: int, blue: int) -> None:
    state = begin()._replace(stocks=(stock, stock, stock))
    assert handful(state, 1) == ("R",) * own + ("B",) * blue + ("K", "O")
    assert handful(state, 2) == ("G",) * own + ("B",) * blue + ("R",)


def test_blue_dice_count_and_are_exchanged() -> None:
    state = begin()._replace(stocks=(2, 55, 55))
    state = thrown(state, "rolls R1,R4,B4,B4,B2,K6,O6", "rolls " + "G1," * 10 + "R4", "rolls " + "K1," * 10 + "G3")
    assert usable(state, 1) == [("R", 4), ("B", 4)]
    state = played(state, "1: B4 800")
    assert state.stocks[0] == 1
    assert state.pyramid[BASE[-1]] == Die("B")
    after = played(state, "1: stop")
    assert after.pyramid == Pyramid([(BASE[-1], Die("R"))])
    won = played(state, "1: B4 080")
    result = GAME.result(won)
    assert (result.winners, result.scores) == ((1,), (0, 55, 55))
    assert {die.colour for _, die in won.pyramid} == {"R"}


def test_players_who_run_out_in_one_beat_share() -> None:
    state = begin(mode="paced")._replace(stocks=(1, 1, 55))
    state = thrown(state, "rolls R4,B1,B1,B1,B1,K2,O2", "rolls G2,B1,B1,B1,B1,R4", "rolls " + "K2," * 10 + "G5")
    state = GAME.play(state, GAME.moves(state)[0], 1)
    assert GAME.result(state) is None
    for seat in (2, 3):
        assert GAME.to_move(state) == seat
        state = GAME.play(state, GAME.moves(state)[0], seat)
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1, 2), (0, 0, 54))


def test_paced_round_is_over_at_once_if_the_holder_has_no_usable_die() -> None:
    state = thrown(begin(mode="paced"), THROWS[0].replace("R4", "R3"), *THROWS[1:])
    assert (state.holder, state.stocks) == (2, (55, 55, 55))


def test_teams() -> None:
    two, three = begin(4, teams="two"), begin(6, teams="three")
    assert two.colours == ("R", "G", "R", "G")
    assert two.stocks == (41,) * 4
    assert three.colours == ("R", "G", "K") * 2
    assert three.stocks == (28,) * 3 + (27,) * 3
    won = two._replace(stocks=(41, 41, 0, 41))
    result = GAME.result(won)
    assert result.winners == (1, 3)
    with pytest.raises(UnknownName, match="players 3"):
        begin(3, teams="two")


def test_throw_of_other_dice_is_refused() -> None:
    with pytest.raises(IllegalMove, match="expected a throw"):
        thrown(begin(), THROWS[1])


def test_position_takes_from_the_stocks() -> None:
    options = GAME.options_from({"first_player": 1})
    assert GAME.begin(3, options, Pyramid((c, Die("G")) for c in BASE[:5])).stocks == (55, 50, 55)
    with pytest.raises(IllegalMove, match="55 dice of each"):
        GAME.begin(3, options, Pyramid([(BASE[0], Die("B"))]))
    assert GAME.begin(3, options, EMPTY).stocks == (55, 55, 55)


@pytest.mark.parametrize("players", [2, 3])
def test_bots_race_to_the_end(players: int) -> None:
    match = Match(GAME, players, None, ("greedy",) * players, seed=1)
    match.advance()
    assert match.result is not None
    assert 0 in match.result.scores
    wrong = [line for line in match.played if line.action.verb == "close"]
    assert not wrong


def test_rounds_of_paced_games() -> None:
    """About 56 rounds with two players and 39 with three."""
    for players, expected in ((2, 56), (3, 39)):
        rng, rounds = Random(1), 0
        for _ in range(30):
            state = GAME.begin(players, GAME.options_from({"mode": "paced"}))
            while (turn := GAME.to_move(state)) is not None:
                action = GAME.draw(state, rng) if turn is CHANCE else GAME.moves(state)[0]
                rounds += action.verb == "rolls" and not any(state.throws)
                state = GAME.play(state, action, turn)
        assert rounds / 30 == pytest.approx(expected, abs=4)


def test_lowest_funnels_first() -> None:
    state = played(thrown(begin()), "1: R4 800", "1: pick R4")
    best = max(GAME.moves(state, 1), key=lambda move: GAME.worth(state, move, 1))
    assert NAMES[best[2]] in {NAMES[c] for c in BASE}
