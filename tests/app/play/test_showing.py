"""Every game that shows itself: its example shows what its first round is about, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.app.i18n import ENGLISH, languages, use_language
from skill.app.play.replay.showing import LONGEST_S, Showing, can_show, showing_players
from skill.rules.catalogue import all_games, find_game
from skill.table.example import Asked, Example, example
from skill.table.match import Match
from tests.engines import of_any_engine

GAMES = [game for game in all_games() if can_show(game)]
QUICK = {"el-dado", "cui-bono-abacus", "spotted-cow", "steps-to-the-throne", "roll-to-the-top", "golden-centre"}
EACH = [pytest.param(game.slug, id=game.slug, marks=[] if game.slug in QUICK else pytest.mark.slow) for game in GAMES]


@pytest.fixture
def made(slug: str, tmp_path: Path) -> Example:
    game = find_game(slug)
    return example(Asked(game, showing_players(game), tmp_path))


@pytest.mark.parametrize("slug", EACH)
def test_a_game_shows_every_verb_of_its_first_round(made: Example, tmp_path: Path) -> None:
    try:
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
            for moment in showing.timeline.moments:
                for time_s in (moment.begins_s, moment.begins_s + 0.2, moment.ends_s - 0.01):
                    showing.view(time_s)
    finally:
        use_language(ENGLISH)
    assert example(Asked(made.record.game, made.record.players, tmp_path)) == made


def test_what_is_said_is_in_the_language_of_whoever_looks(tmp_path: Path) -> None:
    game = find_game("el-dado")
    record = example(Asked(game, showing_players(game), tmp_path)).record
    said = {}
    try:
        for code in languages():
            use_language(code)
            said[code] = [(shown.sentences, shown.rule) for shown in Showing(record, tmp_path).shown]
    finally:
        use_language(ENGLISH)
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
    from skill.table.journal import read_journal

    match = Match.resumed(read_journal(setup.resume))
    assert match.played == showing.record.played[:7]
    assert [seat for seat, who in enumerate(match.seats, 1) if who == "human"] == [match.turn]


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
    assert showing.shown[first.number - 1].sentences
    showing.timeline.close()


def test_games_that_hands_must_win_are_not_shown_yet() -> None:
    hidden = {game.slug for game in all_games() if not can_show(game)}
    assert hidden == {"captain-flint", "coulomb", "dice-mikado", "dune", "emag", "faraday", "mountaing"}
