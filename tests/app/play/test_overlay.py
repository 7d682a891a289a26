"""What the table shows of a match: what was done last, what may be touched, what follows by itself, what is written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skill.app.input.actions import EVERYWHERE, Actions
from skill.app.play.control import MatchControl
from skill.app.play.match.board import FADES_S, MOST_STAGES, _fewer
from skill.app.play.match.phase import Phase
from skill.app.play.match.recent import rolled
from skill.app.play.match.runtime import BOT_PAUSE_S, READ_S
from skill.app.play.match.setup import Setup
from skill.app.play.said.help import help_html
from skill.draw.camera import home
from skill.draw.scene_view import funnel_outline
from skill.lattice.cells import CELLS, LEVEL, NAMES, parse_cell
from skill.lattice.dice import BLACK, BLUE, GREEN, TURQUOISE
from skill.lattice.notation import ORIENT, ROLL, parse_position
from skill.rules.catalogue import all_games, find_game
from skill.rules.fact import fact
from skill.rules.game import CHANCE
from skill.rules.games.race import RIM
from skill.rules.telling import BAD, GOOD, Held
from skill.table.match import Match
from skill.table.store import Store


def opened(folder: Path, slug: str, players: int = 2, seed: int = 3, **options: object) -> MatchControl:
    game = find_game(slug)
    given = game.options_from({"first_player": 1, **options})
    control = MatchControl(
        Setup(game, players, given, ("human",) * players, seed=seed), Store(folder), lambda *_, **__: None
    )
    control.follow()
    for _ in range(200):
        if control.runtime.phase in (Phase.CHOICE, Phase.RACE, Phase.OVER) and not control.needs_time:
            break
        control.advance(0.1, tuple)
        control.follow()
    return control


def play(control: MatchControl, *actions: str) -> None:
    for text in actions:
        control.board.rest()
        control.play(control.runtime.match.game.parse(text))
        control.follow()


def marks(control: MatchControl) -> dict[int, str]:
    return {die.cell: die.marks for die in control.view.scene().dice if die.cell is not None and die.marks}


def test_what_fills_itself_comes_after_what_was_placed_and_can_be_skipped(tmp_path: Path) -> None:
    control = opened(tmp_path, "rasanto")
    play(control, "place R323", "place G233", "place R224")
    above = parse_cell("223")
    assert control.board.is_moving and control.board.follows
    seen_at_s: dict[int, float] = {}
    for n in range(200):
        control.advance(0.02, tuple)
        for die in control.view.scene().dice:
            if die.cell is not None:
                seen_at_s.setdefault(die.cell, n * 0.02)
        if not control.board.is_moving:
            break
    assert seen_at_s[above] > seen_at_s[parse_cell("224")] + 0.3
    play(control, "place G332", "place R242")
    assert control.board.follows and control.skip()
    assert not control.board.is_moving
    assert {die.cell for die in control.view.scene().dice} == {cell for cell, _ in control.runtime.match.pyramid}


def test_a_die_that_was_taken_is_marked_by_its_empty_place(tmp_path: Path) -> None:
    control = opened(tmp_path, "el-dado", seed=1, fill="rich")
    play(control, "remove 000", "remove 100")
    control.board.rest()
    assert "last" not in marks(control).values()  # the dice below have only come to light
    assert [mark.cell for mark in control.view.scene().markers if mark.kind == "last"] == [parse_cell("100")]


def test_what_was_done_last_fades_little_by_little_once_one_begins_to_choose(tmp_path: Path) -> None:
    control = opened(tmp_path, "finish", players=3)
    play(control, str(control.runtime.match.moves()[0]))
    control.board.rest()

    def lasting() -> set[int]:
        scene = control.view.scene()
        return {part.cell for part in scene.dice if "last" in part.marks} | {
            part.cell for part in scene.markers if "last" in part.kind.split()
        }

    chooser = control.turn.chooser
    chooser.look_at(None)
    for _ in range(60):
        control.advance(FADES_S, tuple)
    assert lasting() and control.overlay().last and control.view.scene().last_share == 1.0
    chooser.look_at(chooser.choice.targets[0])
    shares = []
    for _ in range(4):
        shares += [control.view.scene().last_share]
        assert control.needs_time and lasting() and control.overlay().last_share == shares[-1]
        control.advance(FADES_S / 4, tuple)
        chooser.look_at(None)
    assert shares == pytest.approx([1.0, 0.75, 0.5, 0.25])
    assert not lasting() and not control.overlay().last
    play(control, str(control.runtime.match.moves()[0]))
    assert lasting() and control.overlay().last and control.overlay().last_share == 1.0


def test_a_roll_that_moves_dice_by_itself_is_an_act_of_its_own(tmp_path: Path) -> None:
    """In a game in which people only roll: the die before is no longer marked."""
    control = opened(tmp_path, "golden-centre", players=3)
    for numbers in ("124", "142", "421"):
        before = control.runtime.viewpoint.pyramid()
        play(control, "rolls " + ",".join(f"{colour}{number}" for colour, number in zip("RGK", numbers, strict=True)))
        control.board.rest()
        after = control.runtime.viewpoint.pyramid()
        [changed] = [place for place in CELLS if before[place] != after[place]]
        scene = control.view.scene()
        assert {part.cell for part in scene.dice if "last" in part.marks} == {changed}


def test_a_sentence_stands_for_the_marks_where_everything_may_be_chosen(tmp_path: Path) -> None:
    control = opened(tmp_path, "tabula-rasa", players=3)
    said = control.panel_text(0.0).message
    assert "Any free funnel may be chosen." in said
    assert not any("legal" in mark.kind for mark in control.view.scene().markers)
    cell = control.turn.chooser.choice.targets[0]
    control.turn.chooser.look_at(cell)
    assert any(die.cell == cell and die.ghost for die in control.view.scene().dice)


def test_where_most_funnels_may_be_chosen_the_others_have_a_cross(tmp_path: Path) -> None:
    control = opened(tmp_path, "fire-and-water", players=3)
    for move in ("place R800", "place G080"):
        play(control, move)
    assert "Any free funnel may be chosen." in control.panel_text(0.0).message and not control.turn.barred
    play(control, "place G620")  # the funnel between them is closed to both
    control.board.rest()
    barred = parse_cell("710")
    assert control.turn.barred == (barred,) and barred not in control.turn.chooser.choice.targets
    assert "but those with a cross" in control.panel_text(0.0).message
    assert not any("legal" in mark.kind for mark in control.view.scene().markers)
    assert {w.text for w in control.overlay().written if w.kind == "bad"} == {"\N{MULTIPLICATION SIGN}"}


def test_funnels_on_dice_are_marked_where_any_funnel_may_be_chosen(tmp_path: Path) -> None:
    control = opened(tmp_path, "fire-and-water", players=3)
    for move in ("place R800", "place R710", "place R701"):
        play(control, move)
    control.board.rest()
    marks = {mark.cell: mark.kind.split() for mark in control.view.scene().markers}
    assert "R" in marks[parse_cell("700")] and "legal" not in marks[parse_cell("700")]  # a triangle, for red alone
    assert "on the plate and on three dice" in control.panel_text(0.0).message
    dots = {mark.cell for mark in control.view.scene().markers if mark.kind == "any"}
    free = {*control.turn.chooser.choice.targets} & {*control.runtime.match.pyramid.funnels()}
    assert dots < free and free <= {mark.cell for mark in control.view.scene().markers}


def test_a_funnel_for_one_colour_alone_bears_that_colour_and_no_mark_of_what_may_be_chosen(tmp_path: Path) -> None:
    control = opened(tmp_path, "fire-and-water", players=2)
    for move in ("place R800", "place G440", "place R080", "place G008", "place R404", "place G044"):
        play(control, move)
    control.board.rest()
    match = control.runtime.match
    legal = {str(move) for move in match.moves()}
    only = match.game.only_for(match.state, control.runtime.viewpoint.seat)
    marks = {mark.cell: mark.kind for mark in control.view.scene().markers}
    assert only and {*only.values()} == {"R", "G"}
    for cell, colour in only.items():
        other = "G" if colour == "R" else "R"
        assert f"place {colour}{NAMES[cell]}" in legal and f"place {other}{NAMES[cell]}" not in legal
        assert marks[cell].split()[0] == colour and "legal" not in marks[cell]
    assert {w.text for w in control.overlay().written if not w.is_number} <= {"\N{MULTIPLICATION SIGN}"}


def test_the_mark_of_a_hint_is_beside_what_is_written_there(tmp_path: Path) -> None:
    control = opened(tmp_path, "rasanto")
    control.turn.chooser.hint = control.runtime.match.game.parse("place R800")
    [mark] = [marker for marker in control.view.scene().markers if "hint" in marker.kind]
    seen, *labels = home().project(np.array([mark.position, *(w.at for w in control.overlay().written)]), (960, 800))
    nearest = min(labels, key=lambda at: np.linalg.norm(at - seen))
    assert 30 < seen[1] - nearest[1] < 80  # pixels: its label is above it


def test_a_hinted_die_has_the_rim_of_hints(tmp_path: Path) -> None:
    control = opened(tmp_path, "el-dado", seed=1)
    control.turn.chooser.hint = control.runtime.match.game.parse("remove 000")
    assert marks(control)[parse_cell("000")] == "legal hint"


def test_what_follows_is_told_in_few_enough_steps() -> None:
    heaps = [parse_position("R800")] * 100
    assert len(_fewer(heaps)) == MOST_STAGES
    assert _fewer(heaps[:3]) == heaps[:3]


def test_the_last_turn_is_marked_and_what_may_be_touched_is_rimmed(tmp_path: Path) -> None:
    control = opened(tmp_path, "rasanto")
    play(control, "place R800", "place G080")
    control.board.rest()
    assert marks(control) == {parse_cell("080"): "last"}
    control = opened(tmp_path, "el-dado")
    assert marks(control) == {parse_cell("000"): "legal"}
    play(control, "remove 000", "remove 100")
    control.board.rest()
    pyramid = control.runtime.match.pyramid
    assert marks(control) == dict.fromkeys(pyramid.free(), "legal")
    assert [mark.cell for mark in control.view.scene().markers if mark.kind == "last"] == [parse_cell("100")]


def test_the_goal_is_outlined_on_the_plate_and_seen_where_dice_may_be_touched(tmp_path: Path) -> None:
    assert opened(tmp_path, "race", players=3).view.scene().lines == funnel_outline(RIM, "goal")
    assert opened(tmp_path, "rasanto").view.scene().lines == ()
    control = opened(tmp_path, "slide")
    assert {"legal goal", "goal"} >= set(marks(control).values()) > {"goal"}


def test_a_real_die_in_a_cell_of_the_goal_is_rimmed_instead_of_marked_below(tmp_path: Path) -> None:
    mikado, faraday = (opened(tmp_path, slug, 1).view.scene() for slug in ("dice-mikado", "faraday"))
    assert [die.colour for die in mikado.dice if die.marks == "goal"] == ["O"]
    assert not mikado.markers
    assert not any(die.marks for die in faraday.dice)
    assert [mark.kind for mark in faraday.markers] == ["goal"] * 3


def test_dice_have_the_colour_of_who_owns_their_cell(tmp_path: Path) -> None:
    control = opened(tmp_path, "finish", players=3)
    assert [marks(control)[parse_cell(name)] for name in ("602", "071", "026")] == ["legal G", "R goal", "R goal"]
    owned = [mark.kind[0] for mark in control.view.scene().markers if mark.kind[0] in "Rgk"]
    assert [owned.count(colour) for colour in "Rgk"] == [3, 3, 3]  # small letters: of others


def test_a_race_outlines_all_that_a_claim_may_mean(tmp_path: Path) -> None:
    control = opened(tmp_path, "spotted-cow")
    assert {*control.turn.places} == {*control.runtime.match.pyramid.funnels()}
    assert not any(mark.kind == "legal" for mark in control.view.scene().markers)  # since they are all the funnels
    control = opened(tmp_path, "clever-mole", players=3)
    assert marks(control) == dict.fromkeys(control.runtime.match.pyramid.free(), "legal")


def test_sides_are_marked_only_where_a_text_names_one(tmp_path: Path) -> None:
    kinds = [mark.kind for mark in opened(tmp_path, "slide").view.scene().markers]
    assert [kinds.count(f"side {axis}") for axis in "IJK"] == [1, 2, 3]
    for slug, options in (("rasanto", {}), ("golden-centre", {}), ("clever-mole", {"kinds": "most"})):
        control = opened(tmp_path, slug, players=3 if slug == "golden-centre" else 2, **options)
        assert not any("side" in mark.kind for mark in control.view.scene().markers), slug
        assert not [written for written in control.overlay().written if written.text.endswith("side")], slug


@pytest.mark.parametrize("slug", ["slide", "rasanto"])
def test_discs_on_the_rim_are_named_beside_them_and_explained_in_the_help(tmp_path: Path, slug: str) -> None:
    control, game = opened(tmp_path, slug), find_game(slug)
    discs = [np.array(mark.position) for mark in control.view.scene().markers if mark.kind.startswith("side")]
    named = [w for w in control.overlay().written if w.text.endswith("side")]
    told = help_html(game, Actions(EVERYWHERE))
    assert len(named) == (3 if game.has_sides else 0)
    assert ("Discs on the rim" in told) == game.has_sides
    near = [min(named, key=lambda w: float(np.linalg.norm(np.array(w.at) - disc))).text for disc in discs]
    assert near == ["The orange side", *["The violet side"] * 2, *["The white side"] * 3][: len(discs)]


def test_points_show_where_they_were_made_and_go(tmp_path: Path) -> None:
    control = opened(tmp_path, "el-dado")
    colour = control.runtime.match.pyramid.at(parse_cell("000")).colour
    play(control, "remove 000")
    assert not control.overlay().written  # the die is on its way
    control.skip()
    control.advance(0.1, tuple)
    number, note = control.overlay().written
    assert (number.text, number.is_number) == ("1", True)
    values = dict(control.overlay().values)
    assert (note.text, note.colour) == (f"+{values[colour]} points", "R")
    for _ in range(40):
        control.advance(0.1, tuple)
    assert control.overlay().written == (number,) and not control.needs_time


def test_answers_stand_at_the_dice_that_were_asked_about(tmp_path: Path) -> None:
    control = opened(tmp_path, "wolf", players=1)
    match = control.runtime.match
    wolf = match.state.wolf
    other = next(a for a in match.moves() if a.verb == "ask" and a[1] != wolf)
    sees = next(a for a in match.moves() if a.verb == "place" and _sees(match, a))
    for action in (other, sees):
        control.board.rest()
        control.play(action)
    control.skip()
    written = [(w.text, w.kind) for w in control.overlay().written if w.share is None]
    assert sorted(written) == [("no", BAD), ("yes", GOOD)]


def _sees(match, action) -> bool:
    return match.game.play(match.state, action, 1).answers[-1][1]


@pytest.mark.parametrize("slug", ["squeeze-play", "squeezing"])
def test_a_rolled_die_is_in_hand_until_the_turn_is_over(tmp_path: Path, slug: str) -> None:
    control = opened(tmp_path, slug, players=3)
    match = control.runtime.match
    colour = TURQUOISE if slug == "squeeze-play" else match.game.seat_colours[match.seat - 1]
    seat, held = match.seat, (Held(colour, match.played[-1].action[1]),)
    while match.seat == seat:
        assert control.overlay().held == held
        control.board.rest()
        control.play(match.moves()[0])
    assert control.overlay().held == ()


OF_ITS_OWN = {
    "green-amoeba": BLACK,
    "greedy-grabber": BLUE,
    "pack-rat": TURQUOISE,
    "squeeze-play": TURQUOISE,
    "vain-guinea-fowl": BLACK,
}
"""The colour of the die that is rolled, where the rules have one for it whoever rolls."""


def test_no_rolled_die_is_white_where_the_rules_say_what_it_is() -> None:
    """All others are in the colour of whoever rolls, or the action says of each what it is."""
    rolling = set()
    for game in (game for game in all_games() if game.kind != "physics"):
        players = game.players[0]
        match = Match(game, players, game.options_from({}), ("random",) * players, seed=1)
        for _ in range(12):
            if match.turn is None or match.needs_hands():
                break
            if match.step().action.verb in (ROLL.name, ORIENT.name):
                rolling.add(game.slug)
                own = OF_ITS_OWN.get(game.slug)
                expected = {own} if own else {*game.colours_of_seats(match.record.options)}
                assert {held.colour for held in rolled(match)} <= expected, game.slug
    assert OF_ITS_OWN.keys() < rolling


def test_a_log_tells_secrets_to_nobody(tmp_path: Path) -> None:
    control = opened(tmp_path, "roll-to-the-top")
    control.take_screen()
    write = next(a for a in control.runtime.match.moves() if a.verb == "write")
    play(control, str(write), "pass")
    control.take_screen()
    assert "chose in secret" in control.panel_text(0.0).history


def test_row_and_place_are_written_into_each_empty_funnel_of_the_plate(tmp_path: Path) -> None:
    control = opened(tmp_path, "finish", players=3)
    names = [w.text for w in control.overlay(names_places=True).written if w not in control.overlay().written]
    heap = control.runtime.match.pyramid
    assert len({*names}) == len(names) == sum(LEVEL[cell] == 0 for cell in heap.funnels()) > 0


def test_the_roll_of_the_forbidden_number_is_seen_before_the_next_one(tmp_path: Path) -> None:
    """Also where it takes no die off."""
    control = opened(tmp_path, "forbidden-number", players=3, forbidden=4)
    runtime = control.runtime
    match = runtime.match
    assert control.overlay().goal.endswith("4 is the forbidden number.")
    while match.turn is not CHANCE:
        match.play(match.moves()[0], match.turn)
    assert match.state.seat == 2 and not match.state.pyramid.cells_of(GREEN)
    runtime._note(lambda: match.play(ROLL(4), CHANCE))
    control._show_happenings()
    count = len(match.played)
    assert [note.text for note, _ in control.board.floating] == [fact("{number} is forbidden!", number=4)]
    assert [die.number for die in control.overlay().held] == [4]
    runtime.advance(BOT_PAUSE_S, tuple)
    assert len(match.played) == count
    runtime.advance(READ_S, tuple)
    assert len(match.played) > count


def test_it_is_written_where_a_die_was_captured_until_somebody_chooses(tmp_path: Path) -> None:
    control = opened(tmp_path, "sandwich", first_player=1)
    play(control, "place R800", "place G332", "place R080", "place G152", "place R242")

    def captured() -> list[str]:
        return [written.means for written in control.overlay().written if written.text == "captured"]

    control.board.rest()
    assert captured() == ["The die that stood here was captured in the last turn."]
    control.turn.chooser.step()
    control.advance(FADES_S, tuple)
    assert not captured()
    play(control, "place G008")
    control.board.rest()
    assert not captured()


def test_what_was_found_in_a_race_stays_marked_until_the_next_round(tmp_path: Path) -> None:
    control = opened(tmp_path, "clever-mole")
    match = control.runtime.match
    right = next(action for action in match.moves(1) if match.game.worth(match.state, action, 1) > 0)
    control.play(right)
    while not control.runtime.rests:
        control.advance(0.1, tuple)
        control.follow()
    assert match.played[-1].action == right and "chosen" in marks(control)[right[1]]
    while control.runtime.rests or control.runtime.phase is not Phase.RACE:
        control.advance(0.1, tuple)
        control.follow()
    assert not any("chosen" in kinds for kinds in marks(control).values())


def test_funnels_on_dice_bear_no_cross_where_all_dice_go_onto_the_plate(tmp_path: Path) -> None:
    control = opened(tmp_path, "sandwich", players=2)
    for move in ("place R800", "place G440", "place R710", "place G008", "place R701"):
        play(control, move)
    control.board.rest()
    assert control.runtime.match.pyramid.is_funnel(parse_cell("700"))
    assert not control.turn.barred and "with a cross" not in control.panel_text(0.0).message
