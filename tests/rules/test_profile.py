"""The profiles of the games: shares that add up, and where they come from."""

from __future__ import annotations

import pytest

from skill.errors import FileError
from skill.rules.catalogue import all_games, find_game
from skill.rules.profile import ESTIMATED, GIVEN, Profile

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


@GAMES
def test_every_game_has_a_profile_of_its_own(game) -> None:
    profile = vars(type(game))["profile"]
    assert profile.chance + profile.skill + profile.tactics == 10
    assert profile.minutes is None or 0 < profile.minutes <= 60


@GAMES
def test_an_estimate_after_another_game_is_what_the_rules_of_that_give(game) -> None:
    profile = game.profile
    if profile.source not in (GIVEN, ESTIMATED):
        model = find_game(profile.source)
        assert model.slug == profile.source
        assert model.profile == Profile(profile.chance, profile.skill, profile.tactics, profile.minutes, GIVEN)


def test_the_rules_of_the_abacus_games_give_their_shares() -> None:
    given = {game.number for game in all_games() if game.profile and game.profile.source == GIVEN}
    assert given == {"A1", "A2", "A3", "A4", "A5", "A6"}
    assert find_game("A6").profile == Profile(tactics=10, minutes=20, source=GIVEN)
    after = {game.number: game.profile.source for game in all_games() if game.profile}
    assert after["44"] == find_game("A4").slug


@pytest.mark.parametrize("shares", [(5, 5, 5), (5, 4, 0), (11, -1, 0), ()])
def test_shares_that_do_not_add_up_are_refused(shares: tuple[int, ...]) -> None:
    with pytest.raises(FileError, match="add up to 10"):
        Profile(*shares)
