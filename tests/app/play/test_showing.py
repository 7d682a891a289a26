"""Every game that shows itself: its example shows what its first round is about, in every language."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from skill.app.i18n import ENGLISH, languages, use_language
from skill.app.play.attempts.view import AttemptView
from skill.app.play.match.setup import Settings
from skill.app.play.replay.showing import (
    COMES_OFF,
    LONGEST_S,
    MISTAKE,
    Rule,
    Showing,
    can_show,
    is_offered,
    showing_players,
)
from skill.app.play.replay.timeline import FAILS_S, SLOW_S, SLOWLY, sample_ends_s
from skill.draw.camera import home
from skill.physics.trace import Trace
from skill.rules.catalogue import all_games, find_game
from skill.table.attempts import attempt_of
from skill.table.example import Asked, Example, example
from skill.table.journal import read_journal
from skill.table.match import Match
from skill.table.record import trace_name
from tests.engines import of_any_engine

GAMES = [game for game in all_games() if can_show(game)]
QUICK = {"emag", "el-dado", "cui-bono-abacus", "spotted-cow", "steps-to-the-throne", "roll-to-the-top", "golden-centre"}
EACH = [pytest.param(game.slug, id=game.slug, marks=[] if game.slug in QUICK else pytest.mark.slow) for game in GAMES]


@pytest.fixture
def made(slug: str, tmp_path: Path) -> Example:
    return made_of(slug, tmp_path)


def made_of(slug: str, folder: Path) -> Example:
    game = find_game(slug)
    return example(Asked(game, showing_players(game), folder))


@pytest.mark.parametrize("slug", EACH)
def test_a_game_shows_every_verb_of_its_first_round(made: Example, tmp_path: Path) -> None:
    for code in languages():
        use_language(code)
        showing = Showing(made.record, tmp_path)
        acts = {line.action.verb for line in showing.record.played if line.by is not None}
        assert made.offered <= acts
        assert len(showing.shown) == len(showing.timeline.moments) == len(showing.record.played)
        assert any(shown.sentences for shown in showing.shown)
        for line, shown in zip(showing.record.played, showing.shown, strict=True):
            if line.by is not None:
                assert shown.sentences and shown.rule and shown.rule.text and shown.rule.heading
        assert 5 < showing.timeline.length_s < 2 * LONGEST_S
        while code == ENGLISH and showing.timeline.prepare(0.0, 1000):
            pass  # to the end of what hands do
        for moment in showing.timeline.moments:
            for time_s in (moment.begins_s, moment.begins_s + 0.2, moment.ends_s - 0.01):
                showing.view(time_s)
                assert showing.timeline.is_ready(time_s) or code != ENGLISH
        showing.timeline.close()
    assert example(Asked(made.record.game, made.record.players, tmp_path)) == made


def test_what_is_said_is_in_the_language_of_whoever_looks(tmp_path: Path) -> None:
    game = find_game("el-dado")
    record = example(Asked(game, showing_players(game), tmp_path)).record
    said = {}
    for code in languages():
        use_language(code)
        said[code] = [(shown.sentences, shown.rule) for shown in Showing(record, tmp_path).shown]
    assert len(said) == 3
    for n in range(1, len(record.played)):  # the first is the lot, which names nothing but a player
        assert len({lines[n] for lines in said.values()}) == 3


def test_an_example_takes_and_scores_where_one_of_the_first_seeds_does(tmp_path: Path) -> None:
    game = find_game("finish")
    made = example(Asked(game, 3, tmp_path))
    assert made.scores and made.record.seed == 2


def test_a_match_that_is_taken_over_goes_on_from_the_act_that_is_seen(tmp_path: Path) -> None:
    game = find_game("el-dado")
    showing = Showing(example(Asked(game, 2, tmp_path)).record, tmp_path)
    moment = showing.timeline.moments[6]
    setup = showing.taken_over(moment)
    assert setup.resume is not None and not setup.is_kept
    match = Match.resumed(read_journal(setup.resume))
    assert match.played == showing.record.played[:7]
    assert [seat for seat, who in enumerate(match.seats, 1) if who == "human"] == [match.turn]


def test_whoever_takes_over_begins_a_piece_and_does_not_go_on_within_one(tmp_path: Path) -> None:
    showing = Showing(example(Asked(find_game("quadrula-rasa"), 2, tmp_path)).record, tmp_path)
    verbs = [line.action.verb for line in showing.record.played]
    first, second = (n for n, verb in enumerate(verbs[: verbs.index("stop") + 2]) if verb == "aim")
    for number, left in ((first + 3, first), (second, second), (second + 1, second)):
        setup = showing.taken_over(showing.timeline.moments[number - 1])
        assert setup.resume is not None
        assert Match.resumed(read_journal(setup.resume)).played == showing.record.played[:left]


def test_what_is_hidden_stays_hidden(tmp_path: Path) -> None:
    game = find_game("el-dado")
    record = example(Asked(game, 2, tmp_path)).record
    showing = Showing(record, tmp_path)
    states = list(record.states())
    hidden = 0
    for moment, state in zip(showing.timeline.moments, states[1:], strict=False):
        assert moment.after == game.pyramid(game.view(state, 1))
        hidden += moment.after != game.pyramid(state)
    assert hidden


def test_what_is_won_lies_before_its_owner_once_it_has_been_taken(tmp_path: Path) -> None:
    showing = Showing(example(Asked(find_game("el-dado"), 2, tmp_path)).record, tmp_path)
    taken = showing.timeline.moments[2]
    assert len(taken.after) == len(taken.before) - 1
    counts = [len(showing.view(time_s).dice) for time_s in (taken.begins_s, taken.ends_s - 0.01)]
    assert counts == [len(taken.before), len(taken.after) + 1]
    assert showing.camera(0.0, (600, 600)).distance > home().distance


def test_the_goal_of_hands_is_marked(tmp_path: Path) -> None:
    showing = Showing(made_of("faraday", tmp_path).record, tmp_path)
    comes_off = showing.timeline.moments[0]
    begins, ends = (showing.view(time_s) for time_s in (comes_off.begins_s, comes_off.ends_s - 0.01))
    assert [mark.kind for mark in begins.markers] == ["goal"] * 3 and begins.lines
    assert not ends.markers and [die.marks for die in ends.dice] == ["goal"] * 3


@of_any_engine
@pytest.mark.parametrize("slug", ["mucho", "dora"])
def test_throws_are_seen_as_hands_make_them(made: Example, tmp_path: Path) -> None:
    showing = Showing(made.record, tmp_path)
    throws = [moment for moment in showing.timeline.moments if moment.line.action.verb == "attempt"]
    assert len(throws) > 1
    assert all(moment.trace for moment in throws)
    first = throws[0]
    while showing.timeline.prepare(first.begins_s, 200) and not showing.timeline.is_ready(first.ends_s - 1.0):
        pass
    times = [first.begins_s + share * (first.length_s - 2.0) for share in (0.1, 0.5, 1.0)]
    seen = [tuple(die.position for die in showing.view(time_s).dice) for time_s in times]
    assert len(set(seen)) > 1
    told = showing.shown[first.number - 1]
    assert told.sentences and told.meanwhile == (f"Player {first.line.by}",)  # what falls is not told before it is seen
    showing.timeline.close()


def test_every_game_shows_itself() -> None:
    assert len(GAMES) == len(all_games())


def test_an_act_shows_the_rule_that_decides_it(tmp_path: Path) -> None:
    showing = Showing(made_of("el-dado", tmp_path).record, tmp_path)
    rules = {shown.rule for line, shown in zip(showing.record.played, showing.shown, strict=True) if line.by}
    game = showing.record.game
    assert Rule("A turn", game.deciding_rules["remove"]) in rules


@pytest.mark.parametrize("slug", ["faraday", "emag"])
def test_able_hands_and_a_mistake_are_told_apart(slug: str, made: Example, tmp_path: Path) -> None:
    showing = Showing(made.record, tmp_path)
    comes_off, mistake = showing.shown
    assert comes_off.sentences[0] == COMES_OFF
    assert mistake.sentences[0] == MISTAKE
    assert set(mistake.sentences) >= {made.record.game.lost}
    assert {shown.rule for shown in showing.shown} == {Rule("A turn", made.record.game.deciding_rules["attempt"])}


def test_hands_are_seen_and_in_slow_motion_where_they_begin_to_touch_dice(tmp_path: Path) -> None:
    record = made_of("emag", tmp_path).record
    name = trace_name(record.played[1].action)
    assert name
    trace = Trace.read(tmp_path / name)
    at_its_pace, slowly = (sample_ends_s(trace, in_slow_motion=slow, has_failed=True) for slow in (False, True))
    lasts = [end - begin for begin, end in pairwise((0.0, *slowly))]
    slow = {n for n, seconds in enumerate(lasts) if seconds > 1.5 / trace.rate_hz}
    closes = [n for n, (a, b) in enumerate(pairwise(trace.samples), 1) if b[-1] > 0 >= a[-1]]
    touched = {n + m for n in closes for m in range(round(SLOW_S * trace.rate_hz)) if n + m < len(lasts)}
    fails = set(range(len(lasts) - round(FAILS_S * trace.rate_hz), len(lasts)))
    assert slow == touched | fails
    assert slowly[-1] == pytest.approx(at_its_pace[-1] + len(slow) * (SLOWLY - 1) / trace.rate_hz)
    showing = Showing(record, tmp_path)
    moment = showing.timeline.moments[1]
    assert moment.length_s > slowly[-1]
    try:
        while showing.timeline.prepare(moment.begins_s, 100):
            pass
        middle = moment.begins_s + slowly[closes[0]]
        assert showing.view(middle).strokes
        assert showing.timeline.camera(middle) == AttemptView(attempt_of(trace)).camera()
        ends = [showing.view(moment.begins_s + slowly[-1] + after_s) for after_s in (-0.05, 0.05, 1.0)]
        places = [[die.position for die in view.dice] for view in ends]
        assert places[0] != places[1] != places[2]  # what collapses is seen to fall
    finally:
        showing.timeline.close()


def test_a_showing_is_offered_to_people_in_their_first_match_of_a_game() -> None:
    game = find_game("rasanto")
    setup = Settings(game).setup()
    assert is_offered(setup, ["el-dado"])
    assert not is_offered(setup, ["el-dado", "rasanto"])
    assert not is_offered(setup._replace(seats=("hard", "easy")), [])
    assert is_offered(setup._replace(seats=("hard", "easy+human")), [])
    for other in ({"resume": Path("x.txt")}, {"is_kept": False}, {"words_again": "babab"}, {"is_of_evening": True}):
        assert not is_offered(setup._replace(**other), [])
