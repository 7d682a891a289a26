"""Whether the contract is kept: each mistake of a designer, made on purpose, is found and told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.cli.new import write_game
from skill.rules.catalogue import find_game, load_game_file
from skill.table.contract import check_game, faults_of
from tests.conftest import Say

PLAY = "return state._replace(pyramid=state.pyramid.place(cell, Die(colour)), seat=seat)"
MOVES = "return [PLACE(COLOURS[state.seat - 1], cell, None) for cell in state.pyramid.funnels()]"
STATE = "class State(NamedTuple):"
MISTAKES = {
    "a move that cannot be played": (MOVES, MOVES.replace("state.pyramid.funnels()", "range(165)"), "`play` fails: "),
    "a covered die is taken": (
        PLAY,
        PLAY.replace("state.pyramid.place(cell, Die(colour))", 'Pyramid([(parse_cell("700"), Die(colour))])'),
        "no die can stand at 700, its three supports are not all there",
    ),
    "a state that changes": (
        PLAY,
        "state.log.append(1); " + PLAY,
        "`play` has changed the state that it was given",
    ),
    "no move though the game goes on": (MOVES, MOVES[:-1] + " if len(state.pyramid) < 3]", "offers no action"),
    "no end": (PLAY, "return state._replace(seat=seat)", "no end after 200 actions"),
    "a result without a reason": ('"Outside faces; whoever reached the level first wins."', '""', "without a reason"),
    "a text that names no value": (
        "    def pyramid(self",
        '    def facts(self, state, seat): return (Fact("{player} has {dice} dice."),)\n\n    def pyramid(self',
        "names dice, which it has no value for",
    ),
    "chance in play": (
        '            case ("place", colour, cell, _):\n',
        '            case ("place", colour, cell, _):\n                colour = choice(COLOURS)\n',
        "another state the second time",
    ),
    "a result before the end": (
        "return None if self.result(state) else state.seat",
        "return state.seat",
        "offers no action",
    ),
    "an end without a result": (
        "return None if self.result(state) else state.seat",
        "return None if len(state.pyramid) > 5 else state.seat",
        "`result` gives none",
    ),
}


@pytest.fixture
def tower(tmp_path: Path) -> Path:
    write_game("tower", tmp_path)
    file = tmp_path / "tower.py"
    head = "from skill.lattice.cells import parse_cell\nfrom skill.rules.fact import Fact\nfrom random import choice\n"
    text = file.read_text().replace("from typing import", head + "from typing import", 1)
    log = "class Log(list):\n    def __hash__(self): return len(self)\n\n\n"
    text = text.replace(STATE, log + STATE).replace("    height: int\n", "    height: int\n    log: Log = None\n", 1)
    text = text.replace('options.whole("height"))', 'options.whole("height"), Log())')
    file.write_text(text)
    return file


def test_a_game_that_keeps_the_contract_has_no_faults(tower: Path) -> None:
    found = check_game(load_game_file(tower), 8)
    assert found.faults == [] and found.matches == 8 and found.actions > 100
    assert "Outside faces; whoever reached the level first wins." in found.texts


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_is_found(mistake: str, tower: Path) -> None:
    old, new, told = MISTAKES[mistake]
    text = tower.read_text()
    assert old in text
    tower.write_text(text.replace(old, new))
    faults = [str(fault) for fault in faults_of(load_game_file(tower), 4, 200)]
    assert any(told in fault for fault in faults), faults
    assert all(fault.startswith("match ") for fault in faults)


def test_an_error_names_file_line_action_and_seat(tower: Path) -> None:
    old, new, _ = MISTAKES["a move that cannot be played"]
    tower.write_text(tower.read_text().replace(old, new))
    fault = str(faults_of(load_game_file(tower), 1)[0])
    line = next(n for n, text in enumerate(tower.read_text().splitlines(), 1) if PLAY in text)
    assert f"{tower}, line {line}: IllegalMove" in fault and "(place " in fault and ", seat " in fault


class Telltale(type(find_game("wolf"))):
    """A game whose view hides nothing, though its `determinized` draws what is hidden anew."""

    def view(self, state, seat):
        return state

    def determinized(self, view, seat, rng):
        return super().determinized(super().view(view, seat), seat, rng)


def test_a_view_that_tells_what_is_hidden_is_found_by_exchange() -> None:
    assert faults_of(find_game("wolf"), 6) == []
    assert any("tells what is hidden" in str(fault) for fault in faults_of(Telltale(), 6))


@pytest.mark.parametrize("slug", ["rasanto", "masquerade", "greedy-grabber", "slipped", "cui-bono"])
def test_games_of_the_catalogue_keep_it(slug: str) -> None:
    assert faults_of(find_game(slug), 2) == []


def test_the_command_tells_faults_with_exit_code_1(skillbox: Say, tower: Path) -> None:
    code, told, _ = skillbox("check", str(tower), "--trust", "-n", "3")
    assert code == 0 and "Tower: 3 matches with " in told and ", 0 faults" in told
    tower.write_text(tower.read_text().replace(PLAY, "return state._replace(seat=seat)"))
    code, told, _ = skillbox("check", str(tower), "--trust", "-n", "3", "--limit", "50")
    assert code == 1 and "no end after 50 actions" in told
