"""Whether the contract is kept: each mistake of a designer, made on purpose, is found and told with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skill.cli.new import write_game
from skill.rules.catalogue import find_game, load_game_file
from skill.rules.game import Game
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
    "moves that are no list": (MOVES, "return 5", "`moves` answered 5; expected a list of actions"),
    "a winner in place of winners": ("Result((winner,)", "Result(winner", "expected a `Result` of winners"),
    "a state that is forgotten": (PLAY, "return None", "`play` answered None; expected a state"),
    "a text in place of a fact": (
        "    def pyramid(self",
        '    def facts(self, state, seat): return ("Dice.",)\n\n    def pyramid(self',
        "`facts` answered ('Dice.',); expected a tuple of `Fact`",
    ),
    "moves in another order each time": (
        MOVES,
        MOVES.replace("return [", "return sorted([") + ", key=lambda action: choice(range(9)))",
        "the same match with the same seed went another way",
    ),
    "a secret that everybody sees": (
        "    seat_colours = COLOURS",
        '    seat_colours, secret_verbs = COLOURS, ("place",)',
        "tells a secret action of another",
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


OWN_GAMES = Path(__file__).parents[2] / "docs" / "own-games.md"
PYTHON_BLOCK = re.compile(r"```python\n(.*?)```", re.S)
HIDDEN_MISTAKES = {
    "a view that hides nothing": (
        "if n == seat else UNKNOWN",
        "if n else UNKNOWN",
        "tells a secret action of another",
    ),
    "scores that need what is hidden": (
        "return self.outlook(state) if not state.left else (0,) * state.players",
        "return (*map(COLOURS.index, state.secrets), 0, 0, 0)[: state.players]",
        "`scores` fails",
    ),
}


@pytest.mark.parametrize("mistake", HIDDEN_MISTAKES)
def test_mistakes_about_hidden_colours_are_found_in_a_game_that_says_what_may_be_hidden(
    mistake: str, tmp_path: Path
) -> None:
    old, new, told = HIDDEN_MISTAKES[mistake]
    text = next(block for block in PYTHON_BLOCK.findall(OWN_GAMES.read_text()) if block.startswith('"""Masks'))
    assert old in text
    (file := tmp_path / "masks.py").write_text(text)
    assert faults_of(load_game_file(file), 4) == []
    file.write_text(text.replace(old, new))
    assert any(told in str(fault) for fault in faults_of(load_game_file(file), 4))


class Untold(type(find_game("cui-bono"))):
    """A game that hides something and does not say what may be hidden."""


Untold.determinized = Game.determinized


def test_it_is_told_where_it_cannot_be_tested_what_a_view_tells() -> None:
    (told,) = check_game(Untold(), 1).untested
    assert str(told).startswith("not tested: whether a view tells what is hidden")
    assert check_game(find_game("cui-bono"), 1).untested == []


def test_single_matches_without_an_end_are_no_fault_but_told() -> None:
    few = check_game(find_game("slipped"), 6, longest=15)  # half of these are over by then
    (told,) = few.untested
    assert few.faults == [] and str(told).startswith("not tested: how "), few
    most = check_game(find_game("slipped"), 6, longest=3)
    (fault,) = most.faults
    assert str(fault).endswith("no end after 3 actions") and most.untested == []


def test_the_other_seats_may_see_the_wolf_and_the_shepherd_may_not() -> None:
    game = find_game("wolf")
    state = game.begin(3, game.options_from({"wolf_by": "left", "first_player": 1}))
    hidden = [game.play(state, game.parse(f"wolf {cell}"), 2) for cell in ("530", "233")]
    seen = [[game.view(end, seat) for end in hidden] for seat in (1, 2, 3)]
    assert [one == other for one, other in seen] == [True, False, False]


def test_texts_without_translation_and_misspelt_ones_are_told(skillbox: Say, tower: Path) -> None:
    assert skillbox("check", str(tower), "--trust", "-n", "2")[0] == 0, "what `skillbox new` writes is all translated"
    texts = tower.with_suffix(".fr.po")
    reason = "Outside faces; whoever reached the level first wins."
    texts.write_text(
        texts.read_text().replace(f'msgid "{reason}"', 'msgid "Outside faces; who reached it first wins."')
    )
    line = texts.read_text().splitlines().index('msgid "Outside faces; who reached it first wins."') + 1
    code, told, _ = skillbox("check", str(tower), "--trust", "-n", "2")
    assert code == 1 and f'tower.fr.po: no translation of "{reason}"' in told
    strange = f'tower.fr.po: line {line}: the game has no text "Outside faces; who reached it first wins."'
    assert f'{strange}; did you mean "{reason}"?' in told
    assert strange not in skillbox("rules", str(tower), "--trust")[2]
    said = skillbox("--language", "fr", "rules", str(tower), "--trust")[2]
    assert "tower.fr.po" in said and "Outside faces; who reached it first wins." in said


def test_what_a_catalogue_lacks_is_printed_as_entries_to_be_filled_in(skillbox: Say, tower: Path) -> None:
    facts = """    def facts(self, state, seat):
        return (Fact("{count} dice stand.", {"count": len(state.pyramid)}, one="One die stands."),)

    def pyramid(self"""
    tower.write_text(tower.read_text().replace("    def pyramid(self", facts, 1))
    lacking = {"fr": ["One die stands."], "it": ["One die stands.", "Tower", "seat {number} begins"]}
    for code, texts in lacking.items():
        file = tower.with_suffix(f".{code}.po")
        said = skillbox("check", str(tower), "--trust", "-n", "2", "--texts", code)[1]
        assert all(f'msgid "{text}"\n' in said for text in texts) and (said.count("msgid ") == 1) == (code == "fr")
        assert 'msgid "One die stands."\nmsgid_plural "{count} dice stand."\nmsgstr[0] ""\nmsgstr[1] ""\n' in said
        head, content, entries = said.rpartition("Plural-Forms") if code == "it" else ("", "", said)
        filled = head + content + re.sub(r'^(msgstr\S*) ""$', r'\1 "x"', entries, flags=re.MULTILINE)
        with file.open("a", encoding="utf-8") as catalogue:
            catalogue.write(filled)
    told = skillbox("check", str(tower), "--trust", "-n", "2")[1]
    assert ".de.po: no translation" in told and ".fr.po" not in told and ".it.po" not in told


@pytest.mark.parametrize("slug", ["rasanto", "masquerade", "greedy-grabber", "slipped", "cui-bono"])
def test_games_of_the_catalogue_keep_it(slug: str) -> None:
    assert faults_of(find_game(slug), 2) == []


def test_the_command_tells_faults_with_exit_code_1(skillbox: Say, tower: Path) -> None:
    code, told, _ = skillbox("check", str(tower), "--trust", "-n", "3")
    assert code == 0 and "Tower: 3 matches with " in told and ", 0 faults" in told
    tower.write_text(tower.read_text().replace(PLAY, "return state._replace(seat=seat)"))
    code, told, _ = skillbox("check", str(tower), "--trust", "-n", "3", "--limit", "50")
    assert code == 1 and "no end after 50 actions" in told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"puck",  # the scene', '"pukc",  # the scene', "hands cannot try this: "),
        ('("flick.side", state.seat)', '("flick.side", state.seat + 5)', "flick.side = 6"),
        ("[easy.flick]", "[nothing]", "hands cannot try this: "),
        ("noise_dir_deg = 1.5\nnoise_speed = 0.04", "", "puck.toml has no table [easy] that says what is easier"),
    ],
)
def test_a_scene_that_is_missing_or_faulty_or_no_easier_is_found(old: str, new: str, told: str, tmp_path: Path) -> None:
    written = write_game("puck", tmp_path, with_scene=True)
    game = load_game_file(written[0])
    assert faults_of(game, 4) == []
    for path in written:
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    faults = [str(fault) for fault in faults_of(load_game_file(written[0]), 4)]
    assert any(told in fault for fault in faults), faults


def test_texts_are_looked_for_until_matches_say_nothing_new(
    skillbox: Say, tower: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skill.table.contract.QUIET", 3)
    code, said, remark = skillbox("check", str(tower), "--trust", "--texts", "it")
    assert code == 0 and 'msgid "Tower"\n' in said and "the last 3 of them said nothing new" in remark
    assert int(remark.split()[1]) < 30
    assert "nothing new" not in skillbox("check", str(tower), "--trust", "-n", "2", "--texts", "it")[2]
