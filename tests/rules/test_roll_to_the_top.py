"""Worked examples of game R1, and its rulings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from skill.env.protocol import Server
from skill.errors import FileError, IllegalMove
from skill.rules.games.roll_to_the_top import ALL_DICE, GAME, GROUP_OF, NOTHING, SIDES
from skill.rules.shared.sheets import sheet_from_text, sheet_of_file
from skill.table.match import Match
from skill.table.record import parse_record
from tests.rules.scenes import begun, legal, played

THREE = """slug = "three"
title = "Three"
squares = [{ id = "p", x = 0, y = 0 }, { id = "q", x = 2, y = 0 }, { id = "r", x = 1, y = 1 }]
"""
EXAMPLE = {"d4": 1, "d6": 5, "d8": 8, "d12": 12}


def filling(numbers: dict[str, int], *rows: tuple[int, ...], **given: Any) -> Any:
    """After a roll of these numbers, on the sheet of three squares, p and q at the bottom and r on both."""
    state = begun(GAME, players=len(rows), **given)
    rolled = sum(GROUP_OF[die] for die in numbers)
    return state._replace(
        sheet=sheet_from_text(THREE, Path("three.toml")),
        filled=rows,
        before=rows,
        phase="fill",
        in_set=rolled,
        unused=rolled,
        numbers=tuple(numbers.get(f"d{sides}", 0) for sides in SIDES),
    )


def changing(dice: str, duty_face: str, has_filled: bool) -> Any:
    """Before the roller changes the set, the last roll used by somebody or not."""
    state = filling(dict.fromkeys(dice.split("+"), 1), (0, 0, 0), (0, 0, 0))._replace(white=duty_face)
    first = [f"write p {dice.split('+')[0]}"] if has_filled else []
    return played(GAME, state, *first, "pass", "pass")


def sets_after(state: Any) -> set[int]:
    """Every set that the roller may come to."""
    if state.phase != "change":
        return {state.in_set}
    return {found for move in GAME.moves(state) for found in sets_after(GAME.play(state, move))}


def test_example_1_numbers_of_one_roll_build_on_each_other() -> None:
    state = filling(EXAMPLE, (11, 0, 0))
    assert not [line for line in legal(GAME, state) if line.startswith("write r")]
    state = played(GAME, state, "write q d4+d8")
    assert state.filled == ((11, 9, 0),)
    assert legal(GAME, state) == ["pass", "write r d12", "write r d6+d12"]
    assert played(GAME, state, "write r d12").filled == ((11, 9, 12),)


def test_example_1_downwards() -> None:
    state = played(GAME, filling(EXAMPLE, (11, 0, 0), direction="down"), "write q d4+d8")
    assert legal(GAME, state) == ["pass", "write r d6"]
    nine = filling({"d6": 4, "d8": 5}, (11, 9, 0), direction="down")
    assert legal(GAME, nine) == ["pass", "write r d6", "write r d6+d8", "write r d8"]


def test_example_2_swap_and_the_roll_that_nobody_used() -> None:
    swapped = sets_after(changing("d4+d8+d12", "swap", has_filled=True))
    assert swapped == {
        (GROUP_OF["d4+d8+d12"] | new) & ~old
        for new in (GROUP_OF["d6"], GROUP_OF["d20"])
        for old in (GROUP_OF["d4"], GROUP_OF["d8"], GROUP_OF["d12"])
    }
    assert len(swapped) == 6
    for face in ("add", "remove", "either", "swap"):
        added = sets_after(changing("d4+d8+d12", face, has_filled=False))
        assert added == {GROUP_OF["d4+d6+d8+d12"], GROUP_OF["d4+d8+d12+d20"]}


@pytest.mark.parametrize("has_filled", [True, False])
def test_example_3_from_five_dice_one_is_removed(has_filled: bool) -> None:
    found = sets_after(changing("d4+d6+d8+d12+d20", "add", has_filled))
    assert found == {ALL_DICE & ~GROUP_OF[die] for die in ("d4", "d6", "d8", "d12", "d20")}


@pytest.mark.parametrize(("face", "count"), [("add", 3), ("remove", 2), ("either", 5), ("swap", 6)])
def test_white_faces(face: str, count: int) -> None:
    assert len(sets_after(changing("d4+d8", face, has_filled=True))) == count


def test_to_a_single_die_one_is_added() -> None:
    assert len(sets_after(changing("d8", "remove", has_filled=True))) == 4


def test_example_4_ranks_and_points() -> None:
    rows = ((1, 1, 1), (1, 1, 1), (0, 0, 0), (1, 0, 0))
    state = played(GAME, filling({"d4": 1}, *rows)._replace(roller=1), "pass", "pass", "pass", "pass")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1, 2), (0, 0, -3, -2))


def test_first_roll_sets_odd_dice_aside_and_is_repeated_if_all_are_odd() -> None:
    odd = [f"cast d{sides} 1" for sides in SIDES]
    state = played(GAME, begun(GAME, players=2), *odd)
    assert (state.phase, state.numbers) == ("open", NOTHING)
    state = played(GAME, state, "cast d4 2", *odd[1:4], "cast d20 20")
    assert (state.phase, state.in_set) == ("roll", GROUP_OF["d4+d20"])
    state = played(GAME, state, "cast d4 3", "cast d20 7")
    assert list(GAME.weights(state)) == [2, 2, 1, 1]
    state = played(GAME, state, "white swap")
    assert (GAME.to_move(state), state.rolls) == (1, 1)


def test_white_die_goes_to_the_left() -> None:
    state = changing("d4+d8", "add", has_filled=True)
    assert (GAME.to_move(state), state.roller) == (2, 2)
    state = played(GAME, state, "add d20", "cast d4 1", "cast d8 1", "cast d20 1", "white add")
    assert GAME.to_move(state) == 2


def test_hanging_square_needs_a_filled_neighbour() -> None:
    state = begun(GAME, players=1, sheet="bridge")._replace(phase="fill", numbers=(3, 0, 0, 0, 0), unused=1)
    row = list(state.filled[0])
    assert "write d3 d4" not in legal(GAME, state)
    row[[square.id for square in state.sheet.squares].index("d2")] = 50
    assert "write d3 d4" in legal(GAME, state._replace(filled=(tuple(row),)))


def test_others_do_not_see_what_is_written_until_all_are_done() -> None:
    state = played(GAME, filling({"d4": 1, "d6": 2}, (0, 0, 0), (0, 0, 0)), "write p d4")
    assert GAME.view(state, 1).filled == ((1, 0, 0), (0, 0, 0))
    assert GAME.view(state, 2).filled == ((0, 0, 0), (0, 0, 0))
    pages = {seat: GAME.page(GAME.view(state, seat), seat) for seat in (1, 2)}
    used = {seat: [die.name for die in page.dice if die.in_set and die.is_used] for seat, page in pages.items()}
    assert used == {1: ["d4"], 2: []}  # nor which dice are used for it
    state = played(GAME, state, "pass", "write q d4", "pass")
    assert GAME.view(state, 2).filled == ((1, 0, 0), (0, 1, 0))


def test_everybody_finishes_the_roll_that_somebody_wins_with() -> None:
    state = played(GAME, filling({"d4": 1}, (1, 0, 1), (0, 1, 1)), "write q d4", "pass")
    assert GAME.result(state) is None
    state = played(GAME, state, "write p d4", "pass")
    assert GAME.result(state).winners == (1, 2)  # type: ignore[union-attr]


def test_stalled_game_is_ranked_by_empty_squares() -> None:
    state = filling({"d4": 1}, (1, 0, 0), (1, 1, 0), stall_rolls=30)._replace(stalled=29)
    result = GAME.result(played(GAME, state, "pass", "pass"))
    assert (result.winners, result.scores) == ((2,), (-2, -1))


def test_one_player_alone_counts_rolls() -> None:
    state = played(GAME, filling({"d4": 1}, (1, 0, 1))._replace(rolls=12), "write q d4", "pass")
    result = GAME.result(state)
    assert (result.winners, result.scores) == ((1,), (12,))


def test_series_adds_up_and_the_winner_rolls_first() -> None:
    state = filling({"d4": 1}, (0, 0, 0), (1, 1, 1), (1, 1, 1), series=2)._replace(roller=3, seat=3)
    state = played(GAME, state, "pass", "pass", "pass")
    assert (state.phase, state.roller, state.points) == ("open", 2, (-3, 0, 0))
    assert GAME.scores(state) == (-6, -3, -3)
    assert GAME.to_move(state) is GAME.to_move(begun(GAME))


def test_sheet_of_a_players_own(tmp_path: Path) -> None:
    path = tmp_path / "three.toml"
    path.write_text(THREE)
    from_file = begun(GAME, sheet=sheet_of_file(path))
    from_text = begun(GAME, sheet=THREE)
    assert from_file == from_text
    assert from_text.sheet.title == "Three"
    record = Match(GAME, 1, from_text.options).record
    assert parse_record(str(record)) == record  # wherever it is read
    with pytest.raises(FileError, match="did you mean castle"):
        begun(GAME, sheet="castel")


def test_a_sheet_of_ones_own_is_found_by_its_name_in_the_data_folder(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path))
    with pytest.raises(FileError, match="sheet three: no such file"):
        begun(GAME, sheet="three")
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "three.toml").write_text(THREE)
    assert begun(GAME, sheet="three").sheet.title == "Three"
    (tmp_path / "sheets" / "castle.toml").write_text(THREE.replace("three", "castle"))
    assert begun(GAME, sheet="castle").sheet.title == "Castle"  # ours keep their names


@pytest.mark.parametrize("written", ["three.toml", "../three", "/etc/passwd", "/dev/zero", "{folder}/three.toml"])
def test_no_record_and_no_request_opens_a_file(written: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path))
    (tmp_path / "three.toml").write_text(THREE)
    written = written.format(folder=tmp_path)
    opened: list[str] = []
    monkeypatch.setattr("skill.rules.shared.sheets.read_text", lambda path, most: opened.append(path))
    with pytest.raises(FileError, match="or its text; a file only on the command line"):
        parse_record(f'[Game "R1"]\n[Players "1"]\n[Options "sheet={written}"]\n')
    asked = {"do": "new", "game": "R1", "options": {"sheet": written}}
    answer = json.loads(Server().answer(json.dumps(asked)))
    assert "a file only on the command line" in answer["error"]["text"]
    assert opened == []


def test_a_request_may_have_the_text_of_a_sheet() -> None:
    asked = {"do": "new", "game": "R1", "players": 1, "options": {"sheet": THREE}}
    assert json.loads(Server().answer(json.dumps(asked)))["ok"]
    asked["options"] = {"sheet": THREE.replace("slug", "slog")}
    assert "sheet text, line 1: slog" in json.loads(Server().answer(json.dumps(asked)))["error"]["text"]
    asked["options"] = {"sheet": "x\n" * 2**16}
    assert "expected at most 65536" in json.loads(Server().answer(json.dumps(asked)))["error"]["text"]


def test_positions_and_illegal_actions_are_refused() -> None:
    with pytest.raises(IllegalMove, match="sheet"):
        begun(GAME, "R800")
    state = filling(EXAMPLE, (11, 0, 0))
    for line in ("write r d12", "write p d4", "write q d20", "cast d4 1", "add d4"):
        with pytest.raises(IllegalMove):
            played(GAME, state, line)
    used = played(GAME, state, "write q d8")
    with pytest.raises(IllegalMove):
        played(GAME, used, "write r d8+d12")
