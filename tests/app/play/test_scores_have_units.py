"""Every score is told with its unit and says which way is better, in every language, from the rules of its game."""

from __future__ import annotations

from math import inf
from types import SimpleNamespace

import pytest

from skill.app.i18n import use_language
from skill.app.play.match.turn import Turn
from skill.app.play.said.log import Log
from skill.app.play.said.panel import panel_text
from skill.app.play.said.result import ranking_html
from skill.app.play.said.words import Looker, better_text, note_text, reached, said, scored
from skill.app.screens.statistics.screen import _game_text
from skill.lattice.notation import ATTEMPT
from skill.lattice.pyramid import EMPTY
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame, Result
from skill.rules.telling import FEWER, MORE, REACHED, Note
from skill.table.match import Match
from skill.table.standings import Standing
from tests.app.play.test_runtime import Runtime

NUMBERS = (0, 1, 2, 5, 41, 2.5, -3)


def _record(game: AnyGame, **options: str) -> SimpleNamespace:
    return SimpleNamespace(game=game, options=game.options_from(options), players=game.players[1], played=())


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_score_has_a_unit_and_a_direction(language: str) -> None:
    use_language(language)
    for game in all_games():
        record = _record(game)
        for seat in range(1, record.players + 1):
            texts = [scored(record, seat, number) for number in NUMBERS]
            assert all(text[-1].isalpha() and " " in text for text in texts)
            if game.score_unit == REACHED:
                assert texts[0] != texts[1] and not better_text(record)
            else:
                assert better_text(record) and len(set(texts)) == len(texts)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_what_floats_up_of_a_score_has_a_unit(language: str) -> None:
    use_language(language)
    for game in all_games():
        record = _record(game)
        texts = [note_text(record, Note(text, (), 1), Looker(())) for text in ("+1", "+3", "-2", "+2.5")]
        assert all(text[0] in "+\N{MINUS SIGN}" and text[-1].isalpha() for text in texts)
        assert note_text(record, Note("12, not 13", (), 1), Looker(())) == "12, not 13"
    left = _record(find_game("acquire"))
    if language == "en":  # what is paid is not what is left
        assert note_text(left, Note("-4", (), 1), Looker(())) == "\N{MINUS SIGN}4 dice"
        assert note_text(_record(find_game("golden-centre")), Note("+1", (), 1), Looker(())) == "+1 die"
        assert note_text(_record(find_game("pharaohs-curse")), Note("-2", (), 1), Looker(())) == "\N{MINUS SIGN}2 rows"
        assert note_text(_record(find_game("rasanto")), Note("+3", (), 1), Looker(())) == "+3 outside faces"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_panel_end_card_and_statistics_say_the_same(game: AnyGame) -> None:
    runtime = Runtime(lambda: Match(game, game.players[1], game.options_from({}), seed=1))
    match = runtime.match
    lines = panel_text(runtime, None, "", None, Turn(runtime), Log()).seats
    stand = [
        said(standing, Looker(()))
        if (standing := game.standing(match.state, seat))
        else scored(match.record, seat, score)
        for seat, score in enumerate(game.scores(match.state), 1)
    ]
    assert [line.end.split(": ", 1)[1] for line in lines] == stand
    has_number = [any(map(str.isdigit, text)) for text in stand]  # else there is nothing to be better
    assert [line.better for line in lines] == [better_text(match.record) * shown for shown in has_number]
    if game.kind == "physics" and not getattr(game, "is_scored", True):
        return  # the fastest wins: its end is told as a time
    told = _game_text(Standing(game.slug, "", True, 3, 1.0, 5.0, ""), game)
    unit = game.score_fact(5, match.record.options, game.players[1], 1).text.replace("{count}", "5")
    assert unit in told and game.better_score(match.record.options, game.players[1]) in told


def test_what_options_decide_is_told() -> None:
    def told(slug: str, seat: int = 1, **options: str) -> tuple[str, str]:
        record = _record(find_game(slug), **options)
        return scored(record, seat, 4), better_text(record)

    assert told("hide-away") == ("4 of 9 faces hidden", MORE)
    assert told("hide-away", target="other") == ("4 of 9 faces hidden", FEWER)
    assert told("up-and-down", version="B") == ("4 dice left on the plate", FEWER)
    assert told("up-and-down", version="C") == ("4 points", MORE)
    assert told("steps-to-the-throne", score="captures") == ("4 dice captured", MORE)
    assert told("steps-to-the-throne", score="blacks") == ("4 black dice", FEWER)
    assert told("golden-centre", size="10") == ("4 of 10 dice in place", MORE)
    assert told("smuggling", seat=2, match="single") == ("4 smugglers caught", MORE)
    alone = SimpleNamespace(game=(game := find_game("roll-to-the-top")), options=game.options_from({}), players=1)
    assert (scored(alone, 1, 1), better_text(alone)) == ("1 roll", FEWER)
    assert told("favourite")[1] != MORE  # most points lose to the left neighbour


def test_a_time_is_told_as_a_time() -> None:
    record = _record(find_game("faraday"))
    assert reached(record, 1, 2) == "2 of 3 corners filled"
    success = SimpleNamespace(action=ATTEMPT("success", 12.3, EMPTY, (), (), ""))
    record.played = (success,)
    assert reached(record, 1, 12.3) == "12.3 seconds" and reached(record, 2, inf) == "no success"


def test_the_first_line_of_the_end_says_which_way_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("mucho")
    match = Match(game, 3, game.options_from({}), seed=1)
    monkeypatch.setattr(type(match), "result", Result((2,), (30.0, 41.0, 38.0), "Pips outside count; the most win."))
    first, second, *_ = ranking_html(match).split("<br>")
    assert first.removesuffix("</b>").endswith("41 pips, more is better") and second.endswith("38 pips")


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_nobody_leads_whose_score_another_seat_has_as_well(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    players, options = game.players[1], game.options_from({})
    state = Match(game, players, options, seed=1).state
    for scores in ([5.0] * players, [9.0, 9.0, *[1.0] * players][:players], [1.0, 1.0, *[9.0] * players][:players]):
        monkeypatch.setattr(type(game), "scores", lambda *_, scores=scores: tuple(scores))
        leaders = game.leading(state, options)
        assert all(scores.count(scores[seat - 1]) == 1 for seat in leaders), scores
