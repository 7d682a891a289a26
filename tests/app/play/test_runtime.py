"""The pure part of a match on screen: phases, fixed steps, pause, undo, what is said, what is agreed and kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from threading import Event
from types import SimpleNamespace

import pytest

from skill.app.input.actions import EVERYWHERE, TILTING, Act, Actions
from skill.app.input.tools.tilt import Tilt
from skill.app.play.attempts import runner as attempt_runner
from skill.app.play.attempts.runner import LONGEST_S, MOST_S, AttemptEnd, Physics, Purpose
from skill.app.play.match.board import Board
from skill.app.play.match.phase import Phase
from skill.app.play.match.recent import rolled
from skill.app.play.match.runtime import BETWEEN_ROUNDS_S, BOT_PAUSE_S, LOOK_S, READ_S, Happening, Runtime
from skill.app.play.match.setup import PLAYERS, Settings, Setup, begin, put_away
from skill.app.play.match.turn import Turn, idle_acts
from skill.app.play.said.card import attempt_card, attempt_end
from skill.app.play.said.help import help_html
from skill.app.play.said.log import Log, sentences
from skill.app.play.said.overlay import overlay
from skill.app.play.said.panel import called, clock_s, fact_lines, hint, panel_text, progress_line, turn_text
from skill.app.play.said.refusal import refusal_line
from skill.app.play.said.result import ranking, ranking_html, why_text
from skill.app.play.said.words import Looker, looker_of, said
from skill.app.settings.players import Person, use_players
from skill.errors import IllegalMove, Unavailable
from skill.lattice.cells import parse_cell
from skill.lattice.dice import RED, Die
from skill.lattice.notation import ATTEMPT, PLACE, Action, parse_position
from skill.lattice.reading import Reading
from skill.physics.scene import scenes_folder
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AttemptSpec, Result
from skill.rules.shared.attempts import AttemptGame
from skill.rules.shared.sheets import sheet_of_file
from skill.rules.telling import Held
from skill.rules.texts import option_name
from skill.table.match import Match
from skill.table.store import Store
from tests.rules.playouts import random_report
from tests.rules.readings import reading, standing

RASANTO, FARADAY, EL_DADO = find_game("rasanto"), find_game("faraday"), find_game("el-dado")


class FakeAttempt:
    """Ends with success after a number of samples."""

    sample_s = 1 / 60

    def __init__(self, length: int) -> None:
        self.length = length
        self.samples: list[object] = []
        self.trace = SimpleNamespace(samples=self.samples)
        self.outcome = ""
        self.lingers = False
        self.moving = 0  # steps after the end until all is still
        self.closed = False

    @property
    def done(self) -> bool:
        return bool(self.outcome)

    @property
    def time_s(self) -> float:
        return len(self.samples) * self.sample_s

    left = "R800 G080 K008"

    def tick(self, sample: object) -> None:
        self.samples.append(sample)
        if len(self.samples) == self.length:
            self.outcome = "success"

    def reading(self) -> Reading:
        return reading(standing("800 080"), time_s=self.time_s)

    def give_up(self) -> None:
        self.outcome = "gave_up"

    def linger(self) -> bool:
        self.moving -= 1
        return self.moving >= 0

    def report(self) -> Action:
        return ATTEMPT(self.outcome, round(self.time_s, 3), parse_position(self.left), (), (), "-")

    def close(self) -> None:
        self.closed = True


def physics(length: int = 10, bot_samples: list[object] | None = None) -> tuple[Physics, list[FakeAttempt]]:
    made: list[FakeAttempt] = []

    def start(match: Match) -> FakeAttempt:
        made.append(FakeAttempt(length))
        return made[-1]

    def finish(match: Match, running: FakeAttempt) -> None:
        match.play(running.report())

    def samples(match: Match, running: FakeAttempt) -> Iterator[object]:
        yield from bot_samples or []

    def practise(match: Match, number: int) -> FakeAttempt:
        return start(match)

    def again(trace: object) -> FakeAttempt:
        made.append(FakeAttempt(10_000))
        return made[-1]

    return Physics(start, finish, samples, practise, again, left=lambda _, lying: lying), made


def rasanto(*seats: str) -> Runtime:
    options = RASANTO.options_from({"first_player": 1})
    return Runtime(lambda: Match(RASANTO, 2, options, seats or ("human", "human")))


def test_people_choose_in_turn_and_take_back() -> None:
    runtime = rasanto()
    assert runtime.phase is Phase.CHOICE
    assert not runtime.needs_time
    runtime.choose(PLACE("R", parse_cell("800"), None))
    assert [(h.seat, len(h.before), len(h.after)) for h in runtime.happenings] == [(1, 0, 1)]
    assert runtime.match.seat == 2
    with pytest.raises(IllegalMove):
        runtime.choose(PLACE("R", parse_cell("080"), None))
    assert len(runtime.match.played) == 1
    assert runtime.undo()
    assert len(runtime.viewpoint.pyramid()) == 0
    assert not runtime.undo()
    assert runtime.redo()
    assert len(runtime.viewpoint.pyramid()) == 1
    runtime.restart()
    assert not runtime.match.played


def test_a_turn_is_another_after_an_undo_and_another_action() -> None:
    runtime = rasanto()
    turn = Turn(runtime)
    runtime.choose(PLACE("R", parse_cell("800"), None))
    assert turn.follow()
    assert not turn.follow()
    runtime.undo()
    runtime.choose(PLACE("R", parse_cell("440"), None))
    assert turn.follow()  # as many actions have been played as before
    assert parse_cell("440") not in turn.places


def test_bots_wait_a_moment_and_stand_still_while_paused() -> None:
    runtime = rasanto("human", "random")
    runtime.choose(PLACE("R", parse_cell("800"), None))
    assert runtime.phase is Phase.ITSELF
    assert runtime.is_bot_turn
    runtime.advance(BOT_PAUSE_S / 2, tuple)
    assert len(runtime.match.played) == 1
    runtime.toggle_pause()
    assert not runtime.needs_time
    runtime.advance(100, tuple)
    assert len(runtime.match.played) == 1
    assert turn_text(runtime) == "Paused"
    runtime.toggle_pause()
    runtime.advance(BOT_PAUSE_S, tuple)
    assert len(runtime.match.played) == 2
    assert runtime.phase is Phase.CHOICE


def test_a_bot_that_begins_waits_after_a_restart_as_long_as_before_it() -> None:
    runtime = rasanto("random", "human")
    runtime.advance(0.6 * BOT_PAUSE_S, tuple)
    runtime.restart()
    runtime.advance(0.6 * BOT_PAUSE_S, tuple)
    assert not runtime.match.played
    runtime.advance(0.6 * BOT_PAUSE_S, tuple)
    assert len(runtime.match.played) == 1


def test_chance_does_not_wait() -> None:
    runtime = Runtime(lambda: Match(EL_DADO, 2))
    assert runtime.phase is Phase.ITSELF
    while runtime.phase is Phase.ITSELF:
        runtime.advance(0.001, tuple)
    assert runtime.viewpoint.pyramid().is_complete


def test_an_attempt_takes_fixed_steps_however_frames_come() -> None:
    made_of = physics(length=1000)
    runtime = Runtime(lambda: Match(FARADAY, 1), made_of[0])
    assert runtime.phase is Phase.READY
    assert runtime.viewpoint.pyramid() == FARADAY.start_position
    runtime.begin_attempt()
    assert runtime.phase is Phase.HANDS
    for elapsed in (0.001, 0.016, 0.018, 0.05, 0.015):
        runtime.advance(elapsed, lambda: "sample")
    assert len(made_of[1][0].samples) == 6  # a tenth of a second
    assert runtime.advance(5.0, lambda: "sample") <= MOST_S * 60
    runtime.toggle_pause()
    assert runtime.advance(1.0, lambda: "sample") == 0
    runtime.begin_attempt()  # means nothing while one runs
    assert len(made_of[1]) == 1


def test_a_world_that_is_slower_than_time_loses_it_and_a_quick_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempt_runner, "LONGEST_S", LONGEST_S)
    steps = []
    for step_s in (0.001, 0.04):
        runtime = Runtime(lambda: Match(FARADAY, 1), physics(length=1000)[0])
        runtime.begin_attempt()
        clock = count(0.0, step_s)
        monkeypatch.setattr(attempt_runner, "perf_counter", lambda clock=clock: next(clock))
        steps.append(runtime.advance(MOST_S, lambda: "sample"))
    assert steps == [round(MOST_S * 60), 2]


def test_an_attempt_ends_by_itself_by_giving_up_or_is_dropped() -> None:
    made_of, made = physics(length=3)
    runtime = Runtime(lambda: Match(FARADAY, 1), made_of)
    runtime.begin_attempt()
    runtime.advance(0.1, lambda: "sample")
    assert [line.action[1] for line in runtime.match.played] == ["success"]
    runtime.begin_attempt()
    runtime.attempts.give_up()
    assert [line.action[1] for line in runtime.match.played] == ["success", "gave_up"]
    runtime.begin_attempt()
    assert runtime.undo()
    assert len(runtime.match.played) == 2
    assert runtime.phase is Phase.READY
    assert [attempt.closed for attempt in made] == [True] * 3


def test_dice_that_still_move_at_the_end_are_waited_for() -> None:
    made_of, made = physics(length=3)
    runtime = Runtime(lambda: Match(FARADAY, 1), made_of)
    runtime.begin_attempt()
    assert made[0].lingers
    made[0].moving = 5
    runtime.advance(0.1, lambda: "sample")
    assert (runtime.phase, len(runtime.match.played)) == (Phase.HANDS, 0)
    runtime.attempts.give_up()  # it is over already
    runtime.advance(0.1, lambda: "sample")
    assert [line.action[1] for line in runtime.match.played] == ["success"]
    assert made[0].samples == ["sample"] * 3
    runtime.begin_attempt()
    made[1].moving = 100
    runtime.advance(0.1, lambda: "sample")
    runtime.close()
    assert len(runtime.match.played) == 2  # what is done is done


def test_a_bots_hands_think_beside_the_screen() -> None:
    made_of, made = physics(length=1000, bot_samples=["a", "b", "c"])
    runtime = Runtime(lambda: Match(FARADAY, 1, seats=("random",)), made_of)
    assert runtime.is_bot_turn
    runtime.advance(BOT_PAUSE_S, tuple)
    assert runtime.phase is Phase.HANDS
    until = time.monotonic() + 10
    while not runtime.match.played and time.monotonic() < until:
        runtime.advance(0.05, tuple)
    assert made[0].samples == ["a", "b", "c"]
    assert runtime.match.played[0].action[1] == "gave_up"  # it had nothing more to try


def test_what_came_of_a_bots_attempt_is_seen_before_the_next_one_begins() -> None:
    made_of, _ = physics(length=3, bot_samples=["a", "b", "c", "d"])
    runtime = Runtime(lambda: Match(FARADAY, 1, seats=("random",)), made_of)
    runtime.advance(BOT_PAUSE_S, tuple)
    until = time.monotonic() + 10
    while not runtime.match.played and time.monotonic() < until:
        runtime.advance(0.05, tuple)
    assert runtime.match.played and runtime.phase is Phase.READY
    runtime.advance(LOOK_S - 0.1, tuple)
    assert runtime.phase is Phase.READY
    runtime.advance(0.2, tuple)
    assert runtime.phase is Phase.HANDS


def test_nobody_waits_for_a_bots_thought_and_its_attempt_is_closed_after_it() -> None:
    thinks, is_thought = Event(), Event()
    made_of, made = physics()

    def samples(match: Match, running: FakeAttempt) -> Iterator[object]:
        thinks.set()
        is_thought.wait(5)
        yield "sample"

    runtime = Runtime(lambda: Match(FARADAY, 1, seats=("random",)), made_of._replace(bot_samples=samples))
    runtime.advance(BOT_PAUSE_S, tuple)
    assert thinks.wait(10)
    closed = Event()
    made[0].close = closed.set  # type: ignore[method-assign]
    assert runtime.undo()
    assert runtime.attempts.running is None
    assert not closed.is_set(), "the thought uses it"
    is_thought.set()
    assert closed.wait(10)


def test_attempts_are_practised_outside_the_match_as_often_as_one_likes() -> None:
    made_of, made = physics(length=3)
    runtime = Runtime(lambda: Match(FARADAY, 1), made_of)
    for _ in range(2):
        runtime.practise()
        assert turn_text(runtime) == "Practice"
        runtime.advance(0.1, lambda: "sample")
    runtime.practise()
    runtime.practise()  # begins anew
    runtime.attempts.give_up()
    assert [(h.action[1], h.is_practice) for h in runtime.happenings] == [
        ("success", True),
        ("success", True),
        ("gave_up", True),
    ]
    assert not runtime.match.played
    assert runtime.phase is Phase.READY
    assert [attempt.closed for attempt in made] == [True] * 4
    runtime.begin_attempt()
    assert not runtime.can_practise


def test_the_last_attempt_is_seen_again_and_changes_nothing() -> None:
    made_of, made = physics(length=3)
    runtime = Runtime(lambda: Match(FARADAY, 1, FARADAY.options_from({"attempts": 1})), made_of)
    runtime.replay()
    assert runtime.phase is Phase.READY  # there is none yet
    given = iter("abc")
    runtime.begin_attempt()
    runtime.advance(0.1, lambda: next(given))
    assert runtime.phase is Phase.OVER
    for _ in range(2):
        runtime.replay()
        assert runtime.phase is Phase.HANDS
        assert turn_text(runtime) == "Replay"
        while runtime.phase is Phase.HANDS:
            runtime.advance(0.1, tuple)
        assert made[-1].samples == ["a", "b", "c"]
        assert made[-1].closed
    assert len(runtime.match.played) == 1


def test_slow_motion_passes_a_quarter_of_the_time() -> None:
    made_of, made = physics(length=1000)
    runtime = Runtime(lambda: Match(FARADAY, 1), made_of)
    runtime.attempts.is_slow = True
    runtime.begin_attempt()
    for _ in range(24):
        runtime.advance(1 / 60, lambda: "sample")
    assert len(made[0].samples) == 6
    assert turn_text(runtime) == "Your turn (slow motion)"


def test_a_person_tries_for_a_bot_that_does_not_know_how() -> None:
    made_of, made = physics(length=3)

    def nobody(match: Match, running: object) -> Iterator[object]:
        raise Unavailable("scene faraday: no bot knows how to use tilt; a person can")

    runtime = Runtime(lambda: Match(FARADAY, 1, seats=("random",)), made_of._replace(bot_samples=nobody))
    with pytest.raises(Unavailable, match="no bot knows"):
        runtime.advance(BOT_PAUSE_S, tuple)
    assert (runtime.phase, runtime.stands_in, made[0].closed) == (Phase.READY, True, True)
    assert runtime.advance(BOT_PAUSE_S, tuple) == 0
    runtime.begin_attempt()
    runtime.advance(0.1, lambda: "sample")
    assert [line.action[1] for line in runtime.match.played] == ["success"]
    assert not runtime.stands_in


def test_only_seats_that_own_the_dice_of_a_colour_are_marked_like_dice() -> None:
    def marks(slug: str) -> list[tuple[str, bool]]:
        runtime = Runtime(lambda: Match(find_game(slug), 2))
        seats = panel_text(runtime, None, "", None, Turn(runtime), Log()).seats
        return [(seat.colour, seat.has_dice) for seat in seats]

    for slug in ("vain-guinea-fowl", "spotted-cow"):  # their dice are nobody's
        assert not any(has_dice for _, has_dice in marks(slug)), slug
    for slug in ("flickers", "malicious-pleasure"):
        game = find_game(slug)
        assert marks(slug) == [(colour, True) for colour in game.colours_of_seats(game.options_from({}))[:2]]


def test_the_panel_tells_turn_scores_clock_and_last_actions() -> None:
    runtime = rasanto("human", "greedy")
    runtime.choose(PLACE("R", parse_cell("800"), None))
    text = panel_text(runtime, None, "", None, Turn(runtime), Log())
    assert text.turn == "Player 2 (greedy)"
    assert [(seat.colour, seat.text) for seat in text.seats] == [
        ("R", "You: 2 outside faces"),
        ("G", "Player 2 (greedy): 0 outside faces"),
    ]
    assert [seat.rank for seat in text.seats] == ["leads", ""]
    assert text.history == "You put a red die in the far corner."
    assert text.clock == ""
    made_of, _ = physics()
    tilting = Runtime(lambda: Match(FARADAY, 1), made_of)
    assert panel_text(tilting, 12.34, "", None, Turn(tilting), Log()).best == "Best time: 0:12.3"
    assert panel_text(tilting, None, "Look!", None, Turn(tilting), Log()).message.startswith("Look!<br>")
    assert panel_text(tilting, None, "", None, Turn(tilting), Log()).clock == "0:00.0"


def test_the_panel_tells_each_seat_its_own_score() -> None:
    game = find_game("el-dado")
    runtime = Runtime(lambda: Match(game, 4, game.options_from({}), ("human",) * 4, seed=1))
    while len(set(scores := game.scores(runtime.match.state))) < 4:
        runtime.advance(0.01, tuple) if runtime.phase is Phase.ITSELF else runtime.choose(runtime.match.moves()[0])
    told = [seat.text for seat in panel_text(runtime, None, "", None, Turn(runtime), Log()).seats]
    assert told == [f"Player {seat}: {score:.0f} point{'s' * (score != 1)}" for seat, score in enumerate(scores, 1)]


def test_whoever_asked_for_a_hint_is_told_that_it_is_looked_for() -> None:
    runtime = rasanto()
    turn = Turn(runtime)
    turn.follow()
    looking = "Looking for a good move"
    assert looking not in panel_text(runtime, None, "", None, turn, Log()).message
    turn.suggest()
    assert looking in panel_text(runtime, None, "", None, turn, Log()).message


def test_the_panel_counts_while_an_attempt_runs() -> None:
    made_of, _ = physics()
    runtime = Runtime(lambda: Match(FARADAY, 1), made_of)
    assert progress_line(runtime) == ""
    runtime.begin_attempt()
    assert progress_line(runtime) == "Dice in corners: 2 of 3."
    assert progress_line(runtime) in panel_text(runtime, None, "", None, Turn(runtime), Log()).message
    runtime.attempts.purpose = Purpose.REPLAY
    assert progress_line(runtime) == ""


@pytest.mark.parametrize("people", [(), (1,)], ids=["nobody is spoken to", "one is"])
@pytest.mark.parametrize("is_practice", [False, True])
@pytest.mark.parametrize("slug", ["dishing-up", "flickers", "hide-away", "malicious-pleasure", "trulla"])
def test_how_a_throw_ended_is_told_by_its_game(slug: str, is_practice: bool, people: tuple[int, ...]) -> None:
    game, rng = find_game(slug), Random(2)
    match = Match(game, game.players[0], None, ("human",) * game.players[0], seed=1)
    for _ in range(6):
        while not isinstance(match.turn, AttemptSpec):
            match.play(rng.choice(list(match.moves()))) if match.seat else match.step()
        report, seat, before = random_report(match.turn, rng), match.turn.seat, match.state
        after = game.play(before, report, seat)
        told = [said(fact, looker_of(match, people, 0)) for fact in game.told(before, report, seat, after)]
        if is_practice:
            end = AttemptEnd(seat, Purpose.PRACTICE, report, 1.0)
            card = attempt_card(match, end, None, people)
            assert "done" not in card.title and card.lines[-1].endswith(" ".join(told))
        sentence = attempt_end(match, report, people, is_practice=True) if is_practice else ""
        match.play(report)
        assert (sentence or attempt_end(match, report, people)) == " ".join(told)
        assert not people or "Player 1" not in " ".join(told)


def test_a_launch_that_misses_is_told_as_one() -> None:
    match = Match(find_game("flickers"), 2, None, ("human",) * 2, seed=1)
    report = ATTEMPT("success", 2.5, parse_position("-"), (), (("W", 3),), "-")
    told = "Player 1: the die fell off. Player 1 has 0 of 5 dice on the plate."
    assert attempt_end(match, report, is_practice=True) == told


@pytest.mark.parametrize(
    ("game", "outcome", "said"),
    [
        (FARADAY, "success", "Done, in 12.5 seconds."),
        (FARADAY, "failure", "Failed after 12.5 seconds. A die fell off the plate."),
        (FARADAY, "gave_up", "Given up."),
        (
            find_game("emag"),
            "gave_up",
            "One die stood still for as long as it takes to count. "
            "It stood so after 12.5 seconds, which decides between equals.",
        ),
    ],
)
def test_how_an_attempt_ended_is_told(game, outcome: str, said: str) -> None:
    report = ATTEMPT(outcome, 12.5, parse_position("-"), (("R", 3, (8.0, 0.0, 0.0)),), (), "-")
    assert attempt_end(Match(game, 1), report) == said


def test_help_names_rules_and_keys() -> None:
    text = help_html(FARADAY, Actions({**EVERYWHERE, **TILTING}), hands=Tilt.help)
    assert "<b>Space</b>" in text
    assert "<b>1 2 3</b>" in text
    assert FARADAY.text.goal in text
    assert Act.UNDO.value not in text


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Result((1,), (73, 62), ""), [(1, 1, 73), (2, 2, 62)]),
        (Result((2, 3), (1, 5, 5), ""), [(1, 2, 5), (1, 3, 5), (3, 1, 1)]),
        (Result((2,), (30.5, 12.1, 0), "The fastest success wins."), [(1, 2, 12.1), (2, 1, 30.5), (3, 3, 0)]),
        (Result((), (2,), "No attempt succeeded."), [(1, 1, 2)]),
    ],
)
def test_ranking_has_winners_first_and_shares_places(result: Result, expected: list) -> None:
    assert ranking(result) == expected


def test_the_result_is_told_with_colours() -> None:
    runtime = rasanto("random", "random")
    while runtime.phase is not Phase.OVER:
        runtime.advance(BOT_PAUSE_S, tuple)
    text = ranking_html(runtime.match)
    assert text.startswith("<b>1. Player")
    assert why_text(runtime.match) == "Outside faces count; the most win."
    assert "(red)" in text


def test_who_begins_is_not_asked_where_one_plays_alone() -> None:
    settings = Settings(find_game("roll-to-the-top"))
    asked = {}
    for _ in range(2):
        asked[settings.players] = "first_player" in [setting.name for setting in settings.entries()]
        settings.step(PLAYERS, -1)
    assert asked == {settings.game.players[0] + 1: True, 1: False}


def test_settings_step_through_every_value() -> None:
    settings = Settings(EL_DADO)
    names = [setting.name for setting in settings.entries()]
    assert names[:3] == [PLAYERS, "seat 1", "seat 2"]
    settings.step(PLAYERS, 1)
    assert settings.players == 3
    settings.step("fill", 1)
    settings.step("seat 1", -1)
    settings.step("gold", 1)
    settings.step("first_player", -1)  # seat 8, which three players do not have
    agreed = settings.setup()
    assert agreed.options["fill"] == "rich"
    assert agreed.options["gold"] == 11
    assert agreed.options["first_player"] == "random"
    assert agreed.seats[0] == "greedy"
    time_limit = Settings(FARADAY)
    time_limit.step("time_limit", 1)
    assert time_limit.setup().options["time_limit"] == 190.0
    assert time_limit.setup().players == 1


def test_a_value_written_freely_is_left_by_a_step() -> None:
    sheet = Settings(find_game("roll-to-the-top"))
    own = sheet_of_file(scenes_folder() / "challenges" / "tower.toml")
    sheet.set("sheet", own)
    sheet.step("sheet", 1)
    listed = find_game("roll-to-the-top").options[0].choices
    assert sheet.setup().options["sheet"] == listed[0]
    sheet.set("sheet", own)
    sheet.step("sheet", -1)
    assert sheet.setup().options["sheet"] == listed[-1]


def test_every_game_has_settings_that_begin_a_match() -> None:

    for game in all_games():
        agreed = Settings(game).setup()
        assert Match(game, agreed.players, agreed.options, agreed.seats).result is None


def test_matches_are_kept_forgotten_or_gone_on_with(tmp_path: Path) -> None:
    store = Store(tmp_path)
    setup = Setup(RASANTO, 2, RASANTO.options_from({"first_player": 1}), ("human", "human"), seed=5)
    match, journal = begin(setup, store)
    put_away(match, journal, store)
    assert not store.open_matches()  # nobody has done anything
    match, journal = begin(setup, store)
    match.play(PLACE("R", parse_cell("800"), None))
    put_away(match, journal, store)
    [(waiting, record)] = store.open_matches()
    again, same = begin(setup._replace(resume=waiting), store)
    assert same == waiting
    assert str(again.record) == str(record)
    while again.result is None:
        again.play(again.moves()[0])
    put_away(again, same, store)
    assert not store.open_matches()
    assert len(list((tmp_path / "records").glob("*.txt"))) == 1


def test_a_saved_match_brings_its_traces_along(tmp_path: Path) -> None:
    store, name = Store(tmp_path), "faraday-0123456789abcdef.trace"
    setup = Setup(FARADAY, 1, FARADAY.options_from({"attempts": 2}), ("human",))
    match, journal = begin(setup, store)
    (tmp_path / "journals" / name).write_text("what hands did")
    report = ATTEMPT("time", 9.0, parse_position("R800 G323 K332"), (), (), "faraday@0123456789abcdef")
    match.play(report)
    saved = store.save(match.record)
    match.play(report)
    put_away(match, journal, store)
    assert not (tmp_path / "journals" / name).exists()
    again, journal = begin(setup._replace(resume=saved), store)
    assert (tmp_path / "journals" / name).read_text() == "what hands did"
    again.play(report)
    put_away(again, journal, store)
    assert (tmp_path / "records" / name).exists()
    assert (tmp_path / "saved" / name).exists()


def test_a_folder_that_cannot_be_written_does_not_stop_play(tmp_path: Path) -> None:
    (tmp_path / "journals").write_text("a file in the way")
    match, journal = begin(Setup(RASANTO, 2, RASANTO.options_from({}), ("human", "human")), Store(tmp_path))
    assert journal is None
    assert "cannot keep a journal there" in match.not_kept
    assert match.turn is not None
    put_away(match, journal, Store(tmp_path))


# -- races


def race(*seats: str, **options) -> Runtime:
    cow = find_game("spotted-cow")
    given = cow.options_from({"first_player": 1, **options})
    runtime = Runtime(lambda: Match(cow, len(seats), given, seats, seed=2))
    while runtime.phase is Phase.ITSELF:
        runtime.advance(0.01, tuple)
    return runtime


def wrong_and_right(runtime: Runtime, seat: int = 1) -> tuple[Action, Action]:
    """A claim or call that is wrong and one that is right."""
    match = runtime.match
    worth = {action: match.game.worth(match.state, action, seat) for action in match.moves(seat)}
    return min(worth, key=worth.get), max(worth, key=worth.get)  # type: ignore[arg-type]


def test_in_a_race_the_quicker_claim_counts() -> None:
    runtime = race("human", "human")
    assert runtime.phase is Phase.RACE
    assert runtime.needs_time
    assert turn_text(runtime) == "All at once"
    assert "go to it with the arrow keys" in hint(runtime)  # somebody may have no pointer
    _, right = wrong_and_right(runtime)
    assert runtime.claim(2, right)
    runtime.advance(0.1, tuple)
    [line] = [line for line in runtime.match.played if line.action == right]
    assert line.by == 2
    assert runtime.happenings
    assert runtime.match.seat == 2  # who sets the die
    assert not runtime.claim(1, right)


def test_one_person_in_a_race_sees_his_own_side_and_two_share_the_screen() -> None:
    game = find_game("greedy-grabber")
    for people, sides in ((1, (0,)), (2, (0, 1))):
        seats = ("human",) * people + ("greedy",) * (3 - people)
        runtime = Runtime(lambda seats=seats: Match(game, 3, game.options_from({"first_player": 1}), seats, 1))
        while runtime.phase is not Phase.RACE:
            runtime.advance(0.5, tuple)
        assert runtime.viewpoint.sides == sides
        views = [game.pyramid(runtime.match.view(seat)) for seat in range(1, people + 1)]
        known = {cell for view in views for cell, die in view if die.colour != "?"}
        assert known == {cell for cell, die in runtime.viewpoint.pyramid() if die.colour != "?"} < set(range(165))


def test_in_a_race_for_dice_every_free_die_can_be_pointed_at() -> None:
    game = find_game("greedy-grabber")
    runtime = Runtime(lambda: Match(game, 3, game.options_from({"first_player": 1}), seed=1))
    turn = Turn(runtime)
    for _ in range(1000):
        if runtime.phase is Phase.RACE and any(a.verb == "grab" for s in (1, 2, 3) for a in runtime.match.moves(s)):
            break
        runtime.advance(0.5, tuple)
    turn.follow()
    turn.perform(Act.SEAT_1, dict)
    assert set(turn.places) == set(runtime.match.pyramid.free())


def test_bots_race_against_a_person_in_the_apps_time() -> None:
    runtime = race("human", "greedy", bot_read=0.2, bot_error=0.0)
    before = len(runtime.match.played)
    runtime.toggle_pause()
    for _ in range(400):
        runtime.advance(0.1, tuple)
    assert len(runtime.match.played) == before
    runtime.toggle_pause()
    for _ in range(400):
        runtime.advance(0.1, tuple)
        if len(runtime.match.played) > before:
            break
    assert runtime.match.played[before].by == 2


def test_what_was_found_is_seen_before_the_next_round_of_a_race_begins() -> None:
    game = find_game("clever-mole")
    given = game.options_from({"bot_read": 0.2, "bot_error": 0.0})
    runtime = Runtime(lambda: Match(game, 2, given, ("human", "greedy"), seed=2))
    while runtime.phase is Phase.ITSELF:
        runtime.advance(0.01, tuple)
    apex = next(a for a in runtime.match.moves(1) if game.worth(runtime.match.state, a, 1) > 0)
    assert runtime.claim(1, apex)
    runtime.advance(0.05, tuple)
    found = runtime.match.played[-1]
    assert (found.action, found.by) == (apex, 1)
    heap, raced_s = runtime.match.pyramid, runtime._raced_s
    for _ in range(round(BETWEEN_ROUNDS_S / 0.05) - 1):
        runtime.advance(0.05, tuple)
    assert runtime.match.played[-1] == found and runtime.match.pyramid == heap and runtime.needs_time
    while runtime.phase is not Phase.RACE:
        runtime.advance(0.05, tuple)
    assert runtime.match.pyramid != heap and runtime._raced_s == raced_s
    assert all(line.by is None for line in runtime.match.played[-2:])


def test_no_call_of_a_race_can_be_taken_back_but_what_follows_a_right_one() -> None:
    runtime = race("human", "human", penalty="blank_only")
    wrong = wrong_funnel(runtime, 1)
    runtime.claim(1, wrong)
    runtime.advance(0.1, tuple)
    count = len(runtime.match.played)
    assert runtime.match.played[-1].action == wrong and runtime.phase is Phase.RACE
    assert not runtime.match.can_undo and not runtime.undo()
    assert len(runtime.match.played) == count
    _, right = wrong_and_right(runtime, 2)
    runtime.claim(2, right)
    runtime.advance(0.1, tuple)
    assert runtime.phase is Phase.CHOICE and not runtime.match.can_undo
    first = runtime.match.moves()[0]
    if first.verb == "place":
        runtime.choose(first)
        assert runtime.undo() and runtime.match.played[-1].action == right
    runtime.choose(runtime.match.moves()[0])
    while runtime.phase is not Phase.RACE:
        if runtime.phase is Phase.CHOICE:
            runtime.choose(runtime.match.moves()[0])
        runtime.advance(0.5, tuple)
    assert not runtime.match.can_undo  # what was rolled has been seen


def test_the_log_tells_last_first_also_what_one_action_brought_about() -> None:
    runtime = race("human", "human")
    wrong, _ = wrong_and_right(runtime)
    runtime.claim(1, wrong)
    runtime.advance(0.1, tuple)
    called, paid = sentences(runtime.match, len(runtime.match.played) - 1, runtime.viewpoint)
    lines = panel_text(runtime, None, "", None, Turn(runtime), Log()).history.split("<br>")
    assert lines[:2] == [paid, called]


def wrong_funnel(runtime: Runtime, seat: int) -> Action:
    match = runtime.match
    claims = (action for action in match.moves(seat) if action.verb == "claim")
    return next(action for action in claims if match.game.worth(match.state, action, seat) < 0)


@pytest.mark.parametrize("others", ["human", "greedy"])
def test_whoever_has_called_wrongly_is_told_to_wait_and_points_at_nothing(others: str) -> None:
    runtime = race("human", others, penalty="blank_only", bot_read=30)
    turn, wrong = Turn(runtime), wrong_funnel(runtime, 1)
    turn.follow()
    turn.chooser.look_at(wrong[1])
    assert "Point at it" in panel_text(runtime, None, "", None, turn, Log()).message
    runtime.claim(1, wrong)
    runtime.advance(0.1, tuple)
    turn.follow()
    told = panel_text(runtime, None, "", None, turn, Log())
    assert [seat.rank for seat in told.seats] == ["out", ""]
    assert "Point at it" not in told.message
    if others == "human":
        assert told.message.startswith("Out until the next round: Player 1.")
        assert turn.seat == 2 and turn.places  # the other one still looks
    else:
        assert told.message.startswith("You are out until the next round.")
        assert turn.chooser.focus is None and not turn.places and turn.is_out
        assert refusal_line(turn) == "You are out until the next round."


@pytest.mark.parametrize("looks", [False, True])
def test_a_race_stops_when_nobody_has_done_anything_for_two_rounds(looks: bool) -> None:
    runtime = race("human", "greedy", bot_read=0.2)
    for _ in range(3000):
        if looks:
            runtime.attend()
        runtime.advance(0.05, tuple)
        if runtime.paused or runtime.match.state.supplies[1] < 50:
            break
    rolls = [line for line in runtime.match.played if line.action.verb == "rolls"]
    if looks:
        assert not runtime.paused and len(rolls) > 4
        return
    assert runtime.paused and runtime.was_unattended and len(rolls) == 2
    assert hint(runtime).startswith("Nobody has done anything")
    runtime.toggle_pause()
    while len(rolls) < 3:
        runtime.advance(0.05, tuple)
        assert not runtime.paused
        rolls = [line for line in runtime.match.played if line.action.verb == "rolls"]


def test_while_a_race_stands_still_nobody_sees_what_is_to_be_found() -> None:
    runtime = race("human", "greedy")
    seen = runtime.viewpoint.pyramid()
    runtime.toggle_pause()
    assert {die.colour for _, die in runtime.viewpoint.pyramid()} == {"?"}
    board = Board(runtime, turn := Turn(runtime))
    cell = seen.funnels()[0]
    board.show([Happening(PLACE(RED, cell), 1, seen, seen.put(cell, Die(RED)))])
    turn.follow()
    assert {die.colour for die in board.view().dice if die.cell is not None} == {"?"}
    assert not overlay(runtime, board, Log(), turn).written
    runtime.toggle_pause()
    assert runtime.viewpoint.pyramid() == seen


@pytest.mark.parametrize("second", ["human", "greedy"])
def test_a_turn_that_is_timed_is_the_turn_of_whoever_has_it(second: str) -> None:
    cui_bono = find_game("cui-bono")
    options = cui_bono.options_from({"think_time_s": 60, "first_player": 1})
    runtime = Runtime(lambda: Match(cui_bono, 2, options, ("human", second), seed=4))
    turn = Turn(runtime)
    while runtime.phase is Phase.ITSELF:
        runtime.advance(0.01, tuple)
    turn.follow()
    assert turn.seat == 1
    while runtime.match.state.seat == 1:
        turn.play(turn.chooser.choice.legal[0])
        runtime.advance(0.1, tuple)
        turn.follow()
    said = panel_text(runtime, None, "", None, turn, Log())
    assert [seat.is_on_turn for seat in said.seats] == [False, True]
    if second == "human":
        assert turn.seat == 2
        assert said.turn == "Player 2"
        assert "name" not in said.message, "no key is needed"
        assert set(turn.places) == {place for action in runtime.match.moves(2) for place in action[1:]}
    else:
        assert said.turn == "Player 2 (greedy)"
        assert "no key" not in said.message and "name" not in said.message


def test_a_seats_own_keys_claim_and_call() -> None:
    runtime = race("human", "human")
    turn = Turn(runtime)
    turn.follow()
    assert turn.seat == 1
    _, right = wrong_and_right(runtime)
    turn.chooser.look_at(right[1] if len(right) > 1 else right)
    assert turn.perform(Act.SEAT_2, dict) == right
    assert turn.seat == 2
    assert turn.perform(Act.SEAT_3, dict) is None
    assert turn.seat == 2  # there is no third player
    assert str(turn.perform(Act.CALL_1, dict)) == "blank"
    assert turn.play(right)
    assert set(turn.places) == set(runtime.match.pyramid.funnels())  # nothing tells which one is right
    assert turn.suggest().startswith("In a race")


# -- what is hidden


def test_what_is_to_be_remembered_is_shown_until_somebody_acts_and_for_as_long_as_agreed() -> None:
    game = find_game("storing-scores")
    given = game.options_from({"first_player": 1, "show_time": 3.0})
    runtime = Runtime(lambda: Match(game, 2, given, seed=2))
    while runtime.phase is Phase.ITSELF:
        runtime.advance(1.0, tuple)
    lift = runtime.match.moves()[0]
    numbers = runtime.match.state.under(lift[1])
    runtime.choose(lift)
    seen = f"Under the die just lifted: {' + '.join(map(str, numbers))} = {sum(numbers)}."
    runtime.advance(2.0, tuple)
    runtime.choose(game.parse("keep"))
    runtime.advance(0.9, tuple)
    runtime.toggle_pause()
    runtime.advance(9.0, tuple)
    runtime.toggle_pause()
    assert seen in fact_lines(runtime)
    runtime.advance(0.2, tuple)
    assert seen not in fact_lines(runtime)
    state = runtime.match.state
    other = next(move for move in runtime.match.moves() if sum(state.under(move[1])) != sum(state.rolled))
    runtime.choose(other)
    runtime.advance(60.0, tuple)
    assert any(line.startswith("Under the die just lifted") for line in fact_lines(runtime))


def test_bots_leave_what_is_to_be_remembered_to_be_read() -> None:
    game = find_game("storing-scores")
    given = game.options_from({"first_player": 2})
    runtime = Runtime(lambda: Match(game, 2, given, ("human", "greedy"), seed=2))
    while not runtime.is_to_be_remembered:
        runtime.advance(0.1, tuple)
    before = len(runtime.match.played)
    runtime.advance(READ_S - 0.1, tuple)
    assert runtime.hurry == 1.0 and len(runtime.match.played) == before


def told(runtime: Runtime) -> str:
    """Everything that the log says to whoever has the screen."""
    return " ".join(sentence for action in Log().lines(runtime.match, runtime.viewpoint) for sentence in action)


def hiding(slug: str, *seats: str, **options: object) -> Runtime:
    """At the first action that is not chance's."""
    game = find_game(slug)
    given = game.options_from({"first_player": 1, **options})
    runtime = Runtime(lambda: Match(game, len(seats), given, seats, seed=2))
    while runtime.match.seat is None:
        runtime.advance(1.0, tuple)
    return runtime


def slipped(*seats: str) -> Runtime:
    return hiding("slipped", *seats)


def test_what_a_bot_knows_is_shown_to_nobody() -> None:
    one = hiding("slipped", "human", "greedy", first_player=2)
    assert (one.match.seat, one.viewpoint.seat) == (2, 1)
    assert fact_lines(one) == [f"Your card: {one.match.state.aims[0]}."]
    two = hiding("slipped", "greedy", "human", "human")
    assert two.viewpoint.is_veiled and not fact_lines(two)  # neither person has the screen yet
    own = hiding("slide", "human", "greedy", first_player=2, view="own")
    assert own.viewpoint.sides == own.match.game.sides_seen(own.match.state, 1)


@pytest.mark.parametrize(("slug", "options"), [("wolf", {"wolf_by": "left"}), ("roll-to-the-top", {})])
def test_whoever_chooses_in_secret_has_the_screen_for_himself(slug: str, options: dict[str, object]) -> None:
    runtime = hiding(slug, "human", "human", **options)
    first = runtime.match.seat
    assert runtime.viewpoint.passes_to == first
    runtime.viewpoint.hand_over()
    secret = next(a for a in runtime.match.moves() if a.verb in runtime.match.game.secret_verbs)
    runtime.choose(secret)
    while runtime.match.seat == first:
        assert "in secret" not in told(runtime)
        runtime.choose(runtime.match.moves()[-1])
    assert runtime.viewpoint.is_veiled and "in secret" in told(runtime)


def test_scores_tell_nothing_that_is_hidden() -> None:
    runtime = hiding("roll-to-the-top", "human", "human")
    before = panel_text(runtime, None, "", None, Turn(runtime), Log()).seats
    runtime.viewpoint.hand_over()
    write = next(a for a in runtime.match.moves() if a.verb == "write")
    runtime.choose(write)
    while runtime.match.seat == 1:
        runtime.choose(runtime.match.moves()[-1])
    assert [line.text for line in panel_text(runtime, None, "", None, Turn(runtime), Log()).seats] == [
        line.text for line in before
    ]


def test_in_a_race_each_is_told_what_is_his() -> None:
    game = find_game("vain-guinea-fowl")
    runtime = Runtime(lambda: Match(game, 3, game.options_from({}), seed=2))
    while runtime.phase is not Phase.RACE or len(set(runtime.match.state.rolled)) < 2:
        toss = [(seat, a) for seat in (1, 2, 3) for a in runtime.match.moves(seat) if a.verb == "toss"]
        if toss and runtime.phase is Phase.RACE:
            runtime.claim(*toss[0])
        runtime.advance(1.0, tuple)
    turn = Turn(runtime)
    turn.follow()
    for seat, act in ((2, Act.SEAT_2), (3, Act.SEAT_3)):
        turn.perform(act, dict)
        _, own = (said(fact, Looker(())) for fact in game.facts(runtime.match.view(seat), seat))
        assert own in panel_text(runtime, None, "", None, turn, Log()).message


def test_the_screen_is_handed_over_where_a_game_hides_something() -> None:
    runtime = slipped("human", "human")
    turn = Turn(runtime)
    assert runtime.viewpoint.passes_to == 1
    assert {die.colour for _, die in runtime.viewpoint.pyramid()} == {"?"}
    turn.follow()
    assert not turn.chooser.choice.legal
    assert not fact_lines(runtime)
    runtime.viewpoint.hand_over()
    turn.follow()
    assert turn.chooser.choice.legal
    assert runtime.viewpoint.passes_to is None
    mine, other = runtime.match.state.aims
    assert fact_lines(runtime) == [f"Your card: {mine}."]
    assert other not in " ".join(fact_lines(runtime))
    assert mine not in told(runtime)
    runtime.choose(runtime.match.moves()[0])
    while runtime.match.seat == 1:
        runtime.choose(runtime.match.moves()[0])
    assert runtime.viewpoint.passes_to == 2
    assert runtime.viewpoint.seat == 1
    runtime.viewpoint.hand_over()
    assert fact_lines(runtime) == [f"Your card: {other}."]


def test_one_person_among_bots_keeps_the_screen() -> None:
    runtime = slipped("human", "random")
    assert runtime.viewpoint.passes_to is None
    runtime.choose(runtime.match.moves()[0])
    while runtime.match.seat == 1:
        runtime.choose(runtime.match.moves()[0])
    assert runtime.viewpoint.seat == 1  # while the bot plays
    assert fact_lines(runtime) == [f"Your card: {runtime.match.state.aims[0]}."]


def test_after_a_pour_the_screen_goes_on_by_itself_where_nothing_is_hidden() -> None:
    game, (tools, _) = find_game("trulla"), physics(2)
    poured = ATTEMPT("gave_up", 1.0, parse_position("-"), (), (), "-")
    tools = tools._replace(finish=lambda match, running: match.play(poured))
    options = game.options_from({"first_player": 1})
    runtime = Runtime(lambda: Match(game, 3, options, ("human",) * 3), tools)
    for seat in (1, 2, 3, 1):
        assert runtime.match.seat == seat
        assert runtime.viewpoint.passes_to is None
        runtime.choose(runtime.match.moves()[0])
        runtime.begin_attempt()
        runtime.advance(0.1, tuple)


def test_nothing_is_handed_over_where_nothing_is_hidden() -> None:
    runtime = rasanto()
    assert runtime.viewpoint.passes_to is None
    runtime.choose(PLACE("R", parse_cell("800"), None))
    assert runtime.viewpoint.passes_to is None
    assert runtime.viewpoint.seat == 2


def test_what_was_rolled_is_told() -> None:
    game = find_game("squeezing")
    runtime = Runtime(lambda: Match(game, 3, game.options_from({"first_player": 1}), seed=1))
    while runtime.phase is Phase.ITSELF:
        runtime.advance(1.0, tuple)
    number = runtime.match.played[-1].action[1]
    assert told(runtime).startswith(f"Player 3 rolled {number}")
    assert rolled(runtime.match) == [Held("K", number)]


def test_the_clock_shows_nobody_elses_time() -> None:
    tools, _ = physics(6)
    options = FARADAY.options_from({"first_player": 1})
    alone = Runtime(lambda: Match(FARADAY, 1, FARADAY.options_from({})), tools)
    two = Runtime(lambda: Match(FARADAY, 2, options), tools)
    for runtime, shown in ((alone, "0:00.1"), (two, "0:00.0")):
        runtime.begin_attempt()
        while runtime.phase is Phase.HANDS:
            runtime.advance(0.1, tuple)
        assert panel_text(runtime, None, "", None, Turn(runtime), Log()).clock == shown


def test_after_an_attempt_for_points_the_clock_stays_where_it_was() -> None:
    class BestBefore(FakeAttempt):
        def report(self) -> Action:
            return ATTEMPT("gave_up", 0.05, parse_position("-"), (("R", 3, (8.0, 0.0, 0.0)),), (), "-")

    tools, made = physics(6)

    def start(match: Match) -> FakeAttempt:
        made.append(BestBefore(6))
        return made[-1]

    game = find_game("emag")
    runtime = Runtime(lambda: Match(game, 1, game.options_from({"attempts": 2})), tools._replace(begin=start))
    runtime.begin_attempt()
    while runtime.phase is Phase.HANDS:
        runtime.advance(0.1, tuple)
    assert runtime.ended is not None
    ended_s = runtime.ended.lasted_s
    assert clock_s(runtime) == made[0].time_s == ended_s > runtime.match.played[-1].action[2]
    runtime.match.undo()
    runtime.match.redo()
    assert clock_s(runtime) == 0.0  # how long it went on is not in the record


def test_what_a_score_counts_and_how_long_an_attempt_may_last_is_told_before_it() -> None:
    def message(slug: str, **given: object) -> str:
        game = find_game(slug)
        runtime = Runtime(lambda: Match(game, 1, game.options_from(given)))
        return panel_text(runtime, None, "", None, Turn(runtime), Log()).message

    assert "An attempt may last 3 minutes." in message("faraday")
    assert "An attempt may last a minute." in message("faraday", time_limit=60.0)
    assert "An attempt may last 1:30 minutes." in message("faraday", time_limit=90.0)
    assert "An attempt may last 7.5 seconds." in message("faraday", time_limit=7.5)
    assert "may last" not in message("dice-mikado")  # no limit unless one is set
    assert "a die alone is 1" in message("dune")
    for game in (g for g in all_games() if isinstance(g, AttemptGame)):
        assert game.what_counts in message(game.slug)


def test_buttons_that_can_do_nothing_are_named() -> None:
    def idle(runtime: Runtime) -> frozenset[Act]:
        turn = Turn(runtime)
        turn.follow()
        return idle_acts(runtime, turn, can_switch=False)

    tools, _ = physics(6)
    trying = Runtime(lambda: Match(FARADAY, 1, FARADAY.options_from({})), tools)
    assert idle(trying) == {Act.UNDO, Act.REDO, Act.HINT, Act.REPLAY, Act.GIVE_UP, Act.SWITCH_TOOL}
    trying.begin_attempt()
    assert idle(trying) == {Act.REDO, Act.HINT, Act.PRACTISE, Act.REPLAY, Act.SWITCH_TOOL}
    while trying.phase is Phase.HANDS:
        trying.advance(0.1, tuple)
    assert idle(trying) == {Act.REDO, Act.HINT, Act.GIVE_UP, Act.SWITCH_TOOL}
    choosing = rasanto()
    hands = {Act.PRACTISE, Act.REPLAY, Act.GIVE_UP, Act.SLOW, Act.SWITCH_TOOL}
    assert idle(choosing) == {Act.UNDO, Act.REDO, *hands}
    choosing.choose(choosing.match.moves()[0])
    choosing.undo()
    assert idle(choosing) == {Act.UNDO, *hands}


def test_a_clock_stands_only_where_time_counts() -> None:
    shown = {}
    for slug in ("faraday", "emag", "flickers", "trulla", "dishing-up", "rasanto"):
        game = find_game(slug)
        runtime = Runtime(lambda game=game: Match(game, game.players[0], game.options_from({}), seed=1))
        text = panel_text(runtime, None, "", None, Turn(runtime), Log())
        shown[slug] = (bool(text.clock), bool(text.best))
    assert shown.pop("faraday") == (True, True)
    assert shown.pop("emag") == (True, False)  # of equal towers the quicker wins; no best time is kept
    assert set(shown.values()) == {(False, False)}


def test_every_option_has_a_name_of_words() -> None:
    names = {option_name(option.name) for game in all_games() for option in game.all_options}
    assert not {name for name in names if name.endswith((" s", " cap", " add", "off s")) or name == "Gm"}


def test_the_only_person_without_a_name_is_you() -> None:
    alone, two = rasanto("human", "greedy"), rasanto("human", "human")
    assert alone.match.seat == two.match.seat == 1
    assert [turn_text(each) for each in (alone, two)] == ["Your turn", "Player 1"]
    assert (called(alone, 1), called(alone, 2)) == ("You", "Player 2 (greedy)")
    assert called(two, 1) == "Player 1"
    use_players([Person("Ann", "R")])
    try:
        assert called(alone, 1) == "Ann"
    finally:
        use_players(())
