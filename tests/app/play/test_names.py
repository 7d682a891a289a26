"""Who is who: a seat has one name, wherever it is told of."""

from __future__ import annotations

import pytest

from skill.app.play.match.runtime import Runtime
from skill.app.play.match.turn import Turn
from skill.app.play.match.viewpoint import seat_colour
from skill.app.play.said.log import Log
from skill.app.play.said.panel import panel_text
from skill.app.play.said.result import ranking_html
from skill.app.play.said.words import looker_at, looker_of, player_name
from skill.app.settings.players import Person, use_players
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from skill.table.match import Match

pytest.importorskip("pygame")
from skill.app.screens.viewer.rows import seats_text

COLOURED = [game for game in all_games() if game.kind == "turns" and game.colours_of_seats(game.options_from({}))]


def test_a_seat_has_one_name_everywhere() -> None:
    game = find_game("rasanto")  # whose seats have dice of their own
    match = Match(game, 2, game.options_from({}), ("human", "medium"), seed=3)
    while match.turn is None or match.seat is None:
        match.step()
    use_players([Person("Ada", "R")])
    names = ("Ada", "Player 2 (medium)")
    assert tuple(player_name(match, seat) for seat in (1, 2)) == names
    runtime = Runtime(lambda: match)
    panel = panel_text(runtime, None, "", None, Turn(runtime), Log())
    assert tuple(line.text.rsplit(":", 1)[0] for line in panel.seats) == names
    assert looker_of(match, (), 0).names == looker_at(match.record).names == names
    assert panel.history in ("You begin.", "Player 2 (medium) begins.")
    assert seats_text(match.record) == "Ada (red), Player 2 (medium) (green). The match is not over."


@pytest.mark.parametrize("game", COLOURED[:3])
def test_a_result_names_the_colours_of_the_seats(game: AnyGame) -> None:
    match = Match(game, game.players[0], game.options_from({}), ("random",) * game.players[0], seed=2)
    match.advance()
    for seat in range(1, game.players[0] + 1):
        assert f"Player {seat} (random) (" in ranking_html(match)


def test_nobody_is_marked_with_a_colour_of_dice_that_all_have_but_by_choice() -> None:
    game = find_game("fire-and-water")  # everybody has red and green dice
    match = Match(game, 3, game.options_from({}), ("human", "medium", "medium"), seed=3)
    assert [seat_colour(match, seat) for seat in (1, 2, 3)] == ["Y", "T", "B"]
    use_players([Person("Ada", "P"), Person("", "R"), Person("", "Y")])
    assert [seat_colour(match, seat) for seat in (1, 2, 3)] == ["P", "R", "Y"]
