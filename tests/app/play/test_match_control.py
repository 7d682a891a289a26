"""A match on screen without its window: what acts do, what is said and heard, how the match is kept."""

from __future__ import annotations

from math import dist
from pathlib import Path
from random import Random

import pytest

from skill.app.input.actions import Act
from skill.app.play.control import REFUSED_S, REST_S, MatchControl
from skill.app.play.match.phase import Phase
from skill.app.play.match.recent import changed_last
from skill.app.play.match.runtime import BOT_PAUSE_S
from skill.app.play.match.setup import Setup
from skill.app.play.match.turn import Final
from skill.app.play.match.viewpoint import Viewpoint
from skill.app.settings.knocks import Contact
from skill.lattice.cells import COORDS, parse_cell
from skill.lattice.notation import REMOVE
from skill.rules.catalogue import find_game
from skill.table.store import Store
from tests.engines import needs_engine


class Heard(list[str]):
    """The names of the sounds that were played, and what struck what."""

    contact = Contact()

    def play(self, name: str, volume: float = 1.0, contact: Contact = Contact()) -> None:  # noqa: B008 (a tuple)
        self.append(name)
        self.contact = contact


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def control_of(store: Store, heard: Heard, slug: str, *seats: str, **options: object) -> MatchControl:
    game = find_game(slug)
    given = game.options_from({"first_player": 1, **options})
    control = MatchControl(Setup(game, len(seats), given, seats, seed=3), store, heard.play)
    control.follow()
    return control


def rest(control: MatchControl) -> None:
    """Lets time pass until nothing moves any more."""
    for _ in range(200):
        control.advance(0.1, tuple)
        control.follow()
        if not control.needs_time:
            return
    raise AssertionError("it does not come to rest")


def place(control: MatchControl, cell: str) -> None:
    """Chooses a funnel and accepts it."""
    control.turn.chooser.look_at(parse_cell(cell))
    control.perform(Act.ACCEPT, dict)
    control.follow()


def test_actions_are_taken_back_and_played_again_and_heard(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "rasanto", "human", "human")
    control.perform(Act.UNDO, dict)
    assert heard == ["refuse"]  # there is nothing to take back
    place(control, "233")
    assert [str(line) for line in control.runtime.match.played] == ["1: place R233"]
    place(control, "332")  # while the die is still on its way
    assert len(control.runtime.match.played) == 1
    rest(control)
    assert heard == ["refuse", "place"]  # it lies there at once
    assert heard.contact.struck == "plate"
    control.perform(Act.UNDO, dict)
    assert control.follow()
    assert not control.runtime.match.played
    control.perform(Act.REDO, dict)
    assert control.follow()
    assert not control.follow()
    assert len(control.runtime.match.played) == 1


def test_an_illegal_action_is_refused_in_a_sentence(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "rasanto", "human", "human")
    control.play(REMOVE(parse_cell("000")))
    assert "remove 000" in control.message
    assert not control.runtime.match.played
    assert control.panel_text(0.0).message.startswith(control.message)


def test_a_match_is_saved_and_listed(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "rasanto", "human", "human")
    assert control.saved() == []
    place(control, "233")
    control.perform(Act.SAVE, dict)
    [(path, record)] = control.saved()
    assert control.message == f"Saved as {path.name}."
    assert record.played == control.runtime.match.played


def test_the_end_is_found_once_counted_and_kept(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "rasanto", "greedy", "human")
    match = control.runtime.match
    ends = 0
    while match.result is None:
        match.step() if match.seat == 1 else control.runtime.choose(match.moves()[0])
        ends += control.follow() and control.has_just_ended
    assert ends == 1
    assert not control.follow()
    assert heard[-1] == "done"
    [finished] = store.history()
    assert finished.result == str(match.result)
    for seat in (1, 2, 1):
        assert control.message.startswith(f"Lit is what counts for {'you' if seat == 2 else 'Player 1'}")
        assert control.board.counted_for == seat
        control.perform(Act.NEXT, dict)
    control.board.rest()
    assert any("pointed" in die.marks for die in control.view.scene().dice)
    control.perform(Act.UNDO, dict)  # it waits again
    assert control.follow()
    assert not any("pointed" in die.marks for die in control.view.scene().dice)  # it is not over
    assert not control.has_just_ended
    assert not store.history()


def test_a_sheet_that_is_handed_over_is_empty(store: Store, heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    control = control_of(store, heard, "roll-to-the-top", "human", "human")
    match = control.runtime.match
    while not any(number for _, number in match.game.page(match.state, 1).squares):
        match.play(match.moves()[0]) if match.seat else match.step()
    monkeypatch.setattr(Viewpoint, "is_veiled", True)
    page = control.page()
    assert page is not None and {number for _, number in page.squares} == {0} and page.others == ()


def test_what_counts_is_gone_through_both_ways(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "most-simple-game", "greedy", "greedy", "greedy")
    match = control.runtime.match
    while match.result is None:
        match.step()
    control.follow()
    first, *others = control.counted_seats
    assert control.board.counted_for == first
    for act, seat in ((Act.NEXT, others[0]), (Act.NEXT, others[1]), (Act.PREVIOUS, others[0]), (Act.NEXT, others[1])):
        control.perform(act, dict)
        assert control.board.counted_for == seat


def test_a_restart_puts_the_match_away_and_begins_another(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "rasanto", "human", "human")
    place(control, "233")
    left = control.runtime.match
    control.restart()
    assert control.follow()
    assert control.runtime.match is not left
    assert len(store.open_matches()) == 2
    control.close()
    assert [record for _, record in store.open_matches()] == [left.record]  # nobody has acted in the other one


def test_nothing_of_the_match_before_is_pointed_at_in_the_one_that_is_begun_anew(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "rasanto", "human", "human")
    place(control, "233")
    control.turn.chooser.look_at(control.turn.chooser.choice.targets[0])
    assert control.turn.chooser.would
    control.restart()
    assert control.turn.chooser.focus is None
    assert control.overlay().pointed == ""


def test_what_cannot_be_kept_is_warned_of_once(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "journals").write_text("a file in the way")
    control = control_of(Store(tmp_path), heard, "rasanto", "human", "human")
    assert "cannot keep a journal there" in control.take_warning()
    assert control.take_warning() == ""


def test_the_screen_is_taken_and_what_is_hidden_is_shown_then(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "slide", "human", "human", view="own")
    while control.runtime.phase is Phase.ITSELF:
        control.advance(BOT_PAUSE_S, tuple)
    rest(control)
    assert control.runtime.viewpoint.passes_to == 1
    assert {die.colour for die in control.view.scene().dice} == {"?"}
    control.say("Before")
    control.take_screen()
    assert control.follow() or control.turn.chooser.choice.legal
    assert control.runtime.viewpoint.passes_to is None
    assert control.message == ""
    assert {die.colour for die in control.view.scene().dice} > {"?"}


def test_after_keys_have_chosen_the_focus_goes_to_what_is_nearest(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "rasanto", "human", "human")
    turn = control.turn
    cells = [cell for cell in turn.chooser.choice.targets if isinstance(cell, int)]
    chosen = cells[len(cells) // 2]
    turn.chooser.look_at(chosen)
    control.perform(Act.ACCEPT, dict)
    rest(control)
    assert len(control.runtime.match.played) == 1 and turn.chooser.focus in turn.chooser.choice.targets
    away = {cell: dist(COORDS[cell], COORDS[chosen]) for cell in turn.chooser.choice.targets}
    assert away[turn.chooser.focus] == min(away.values())
    assert not turn.chooser.has_begun  # what was done last is still told
    turn.cursor = None  # as by pointer
    turn.chooser.look_at(cells[0])
    control.choose(turn.perform(Act.ACCEPT, dict))
    rest(control)
    assert len(control.runtime.match.played) == 2 and turn.chooser.focus is None


def test_an_attempt_is_begun_given_up_and_practised(store: Store, heard: Heard) -> None:
    needs_engine()
    control = control_of(store, heard, "faraday", "human", attempts=2)
    control.perform(Act.REPLAY, dict)
    assert heard == ["refuse"]  # there is none yet
    control.perform(Act.PRACTISE, dict)
    assert control.follow()
    assert control.runtime.phase is Phase.HANDS
    control.perform(Act.GIVE_UP, dict)
    rest_of_attempt(control)
    assert control.message == "Practice: Given up."
    assert control.card.is_practice
    assert control.card.lines[-2] == "This was practice and does not count."
    assert not control.runtime.match.played
    control.perform(Act.ACCEPT, dict)
    assert control.runtime.phase is Phase.READY  # a press too early begins nothing
    control.close_card()
    control.advance(REST_S, tuple)
    for act in (Act.SHAKE, Act.HEAVE, Act.LIFT_I):  # nor does any key of the tool
        control.perform(act, dict)
        assert control.runtime.phase is Phase.READY
    control.perform(Act.ACCEPT, dict)
    control.follow()
    assert control.card is None
    asked = "This ends the attempt as it stands now, and it counts. Choose it again if you mean it."
    control.perform(Act.GIVE_UP, dict)
    assert control.overlay().refused == (None, asked) and not control.runtime.attempts.running.done
    control.advance(REFUSED_S, tuple)
    assert control.overlay().refused is None
    control.perform(Act.GIVE_UP, dict)  # too late for the first one
    assert control.overlay().refused == (None, asked) and not control.runtime.attempts.running.done
    control.perform(Act.GIVE_UP, dict)
    rest_of_attempt(control)
    assert control.message == "Given up."
    assert [line.action[1] for line in control.runtime.match.played] == ["gave_up"]
    assert control.card.lines[-1] == "You are next, attempt 2 of 2."
    assert not control.switch_tool()  # there is but one


def test_a_capture_is_named_and_a_move_that_wins_is_done_at_once(store: Store, heard: Heard) -> None:
    control, rng = control_of(store, heard, "smuggling", "human", "human"), Random(1)
    turn, match, named = control.turn, control.runtime.match, 0
    while match.result is None:
        control.board.rest()
        control.follow()
        action = rng.choice(turn.chooser.choice.legal)
        turn.chooser.look_at(action)
        if turn.foreseen(action).lost:
            assert "leaves the plate" in control.overlay().pointed
            named += 1
        control.choose(action)
        assert match.played[-1].action == action
    assert match.result.winners == (match.played[-1].by,) and named


def test_a_move_that_ends_the_match_and_does_not_win_is_chosen_twice(store: Store, heard: Heard) -> None:
    control, rng = control_of(store, heard, "witches-dance", "human", "human"), Random(0)
    turn, match = control.turn, control.runtime.match
    while True:
        control.board.rest()
        control.advance(1.0, tuple)
        control.follow()
        legal = turn.chooser.choice.legal
        if final := [action for action in legal if turn.final(action) is Final.DRAW]:
            break
        if legal and not control.board.is_moving:
            control.choose(rng.choice(legal))
    action, count = final[0], len(match.played)
    control.board.rest()
    turn.chooser.look_at(action)
    control.choose(action)
    assert len(match.played) == count and match.result is None
    assert "ends the match in a draw" in control.message and "ends the match" in control.overlay().pointed
    turn.chooser.look_at(next(other for other in turn.chooser.choice.legal if other != action))
    assert "ends the match" not in control.overlay().pointed
    control.choose(action)
    assert match.result is not None
    control.perform(Act.UNDO, dict)
    control.board.rest()
    control.follow()
    assert match.result is None and turn.final(action)
    turn.chooser.hint = action
    control.choose(action)  # a hint has just said to
    assert match.result is not None


def test_a_pass_that_the_game_offers_by_name_is_done_at_once(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "steps-to-the-throne", "human", "human")
    match = control.runtime.match
    while not (legal := control.turn.chooser.choice.legal) or match.state.phase != "run":
        if legal:
            control.choose(legal[0])
        control.advance(1.0, tuple)
        control.board.rest()
        control.follow()
    stay = next(action for action in legal if action.verb == "pass")
    assert len(legal) > 1
    control.choose(stay)
    assert match.played[-1].action == stay


def test_a_key_in_vain_is_told_why(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "rasanto", "human", "human")
    control.perform(Act.NUMBER_9, dict)
    refused = control.overlay().refused
    assert refused is not None and refused[1].startswith("Not there. ") and heard == ["refuse"]


def rest_of_attempt(control: MatchControl) -> None:
    """Lets time pass until the attempt has ended and is told."""
    for _ in range(400):
        control.advance(0.1, lambda: control.runtime.attempts.running.toolset.rest)
        control.follow()
        if control.runtime.attempts.running is None and control.message:
            return
    raise AssertionError("the attempt does not end")


def test_a_die_in_the_hand_has_the_colour_it_will_have(store: Store, heard: Heard) -> None:
    needs_engine()
    for slug, colour in (("flickers", "R"), ("malicious-pleasure", "R"), ("hide-away", "K")):
        control = control_of(store, heard, slug, "human", "human")
        while control.runtime.phase is Phase.CHOICE:
            control.play(control.runtime.match.moves()[0])
            control.follow()
        control.begin_attempt()
        control.follow()
        colours = {die.colour for die in control.view.scene().dice}
        assert colour in colours
        assert "W" not in colours
        control.close()


def test_what_comes_free_is_shown_and_told_while_a_die_is_pointed_at(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "favourite", "human", "human")
    turn, match, told = control.turn, control.runtime.match, 0
    for _ in range(12):
        control.advance(1.0, tuple)
        control.board.rest()
        control.follow()
        for action in turn.chooser.choice.legal:
            turn.chooser.look_at(action[1])
            heap = control.runtime.viewpoint.pyramid()
            freed = turn.freed(action)
            assert freed == {*heap.remove(action[1]).free()} - {*heap.free()}
            assert ("that frees" in control.overlay().pointed) == bool(freed)
            marks = {die.cell: die.marks for die in control.board.view().dice if not die.ghost}
            assert all("pointed" in marks[cell] for cell in freed)
            told += bool(freed)
        if turn.chooser.choice.legal:
            control.choose(turn.chooser.choice.legal[0])
    assert match.played and told


def test_the_moves_of_all_others_since_ones_own_are_marked(store: Store, heard: Heard) -> None:
    control = control_of(store, heard, "finish", "human", "random", "random")
    match = control.runtime.match
    control.choose(control.turn.chooser.choice.legal[0])
    for _ in range(100):
        control.advance(0.5, tuple)
        control.follow()
        if match.seat == 1 and len(match.played) > 2:
            break
    moved = {cell for line in match.played[1:] for cell in line.action[1:]}
    assert len(match.played) == 3 and moved == changed_last(match, control.runtime.viewpoint)


def test_at_the_places_for_a_chosen_die_it_is_written_how_high_they_lie_and_what_they_bring(
    store: Store, heard: Heard
) -> None:
    control = control_of(store, heard, "flea-chase", "human", "human")
    turn, match, found, pointed = control.turn, control.runtime.match, set(), set()
    for _ in range(40):
        action = max(turn.chooser.choice.legal, key=lambda a: match.game.worth(match.state, a, match.seat))
        turn.chooser.point(action[1])
        found |= {written.text for written in control.overlay().written}
        turn.chooser.focus = action[2]
        pointed |= {written.text for written in control.overlay().written}
        control.choose(action)
        control.board.rest()
        control.follow()
    assert {"+3", "+4"} <= found and "level 1" not in found and "level 1" in {*", ".join(pointed).split(", ")}


def test_after_a_throw_in_vain_chance_may_turn_the_die(store: Store, heard: Heard) -> None:
    needs_engine()
    control = control_of(store, heard, "dora", "human", "human")
    runtime = control.runtime
    assert not runtime.can_leave_to_chance
    runtime.begin_attempt()
    runtime.attempts.give_up()
    runtime.attempts.close()
    control.follow()
    assert runtime.can_leave_to_chance
    control.perform(Act.GIVE_UP, dict)
    assert (runtime.phase, runtime.drawn_next, len(runtime.match.played)) == (Phase.ITSELF, "show", 6)
