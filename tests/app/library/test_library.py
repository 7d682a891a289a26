"""Games searched, filtered and chosen; their profiles, their points in the triangle, files of a user's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from skill.app.library.game_browser import GameBrowser
from skill.app.library.game_preview import game_preview
from skill.app.library.game_search import ANY, EXACT, REAL, Search, about, shares_text
from skill.app.library.own_games import load_own_game, own_game_files
from skill.app.library.profiles import BY_KIND, profile_of
from skill.app.library.triangle import APART, CORNERS, nearest, neighbour, place_of, spread
from skill.cli.new import write_game
from skill.draw.scene_view import pyramid_view
from skill.errors import FileError
from skill.lattice.pyramid import EMPTY
from skill.programs import read_program
from skill.rules.catalogue import all_games, find_game, load_game_file
from skill.rules.game import KINDS
from skill.rules.profile import ESTIMATED, MEASURED, Profile


def slugs(search: Search) -> list[str]:
    return [game.slug for game in search.found(all_games())]


def test_games_are_found_by_number_title_and_word() -> None:
    search = Search()
    assert slugs(search) == [game.slug for game in all_games()]
    for words, slug in (("39", "el-dado"), ("a4", "cui-bono-abacus"), ("3", "faraday"), ("rasan", "rasanto")):
        search.text = words
        assert search.best(search.found(all_games())).slug == slug
    search.text = "BLOW four"
    assert slugs(search) == ["dune"]
    search.text = "no such game"
    assert slugs(search) == []
    assert search.best([]) is None


def test_filters_leave_what_answers_them() -> None:
    search = Search()
    search.answers["kind"] = REAL
    assert {game.kind for game in search.found(all_games())} == {"physics", "hybrid"}
    search.answers["kind"] = EXACT
    assert {game.kind for game in search.found(all_games())} == {"turns", "race"}
    search.answers["players"] = "7"
    assert all(game.players[1] >= 7 or game.players_with for game in search.found(all_games()))
    search.answers["minutes"] = "15"
    assert set(slugs(search)) <= {game.slug for game in all_games() if profile_of(game).minutes}
    search.clear()
    search.step("family", -1)
    assert search.answers["family"] == "own"
    search.step("family", 1)
    assert search.answers["family"] == ANY


def test_shares_are_told_with_who_says_so() -> None:
    assert shares_text(find_game("A1")) == "chance 8, skill 0, tactics 2 of 10: as its rules say"
    assert shares_text(find_game("spotted-cow")).endswith("estimated, as the rules of Sums say")
    assert "an estimate of ours" in shares_text(find_game("faraday"))
    assert "its rules leave nothing to chance" in shares_text(find_game("rasanto"))
    simple = find_game("most-simple-game")
    assert shares_text(simple).endswith(" of 10: from matches of bots")
    assert (profile_of(find_game("faraday")).source, profile_of(simple).source) == (ESTIMATED, MEASURED)


def test_the_most_simple_game_is_one_of_chance() -> None:
    """As the booklet puts it: every turn of it is a roll."""
    profile = profile_of(find_game("most-simple-game"))
    assert profile.chance > profile.tactics and profile.chance_between is not None
    assert profile.chance_between[0] <= profile.chance <= profile.chance_between[1]


def test_a_game_without_chance_has_none() -> None:
    for game in all_games():
        if game.profile is not None and not game.profile.chance:
            assert profile_of(game).chance == 0, game.slug


def test_a_game_that_nobody_has_judged_has_the_profile_of_its_kind(monkeypatch) -> None:
    game = find_game("faraday")
    monkeypatch.setattr(type(game), "profile", None)
    assert profile_of(game) == BY_KIND["physics"]
    assert set(BY_KIND) == set(KINDS)


def test_points_of_the_triangle_lie_inside_apart_and_near_their_place() -> None:
    found = [profile_of(game) for game in all_games()]
    points = np.array(spread(found))
    exact = np.array([place_of(profile) for profile in found])
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(distances, 1)
    assert distances.min() > 0.99 * APART
    assert np.linalg.norm(points - exact, axis=1).max() < 0.26
    assert (points[:, 1] > -1e-9).all()
    assert spread([Profile(10, 0, 0)])[0] == pytest.approx(CORNERS["chance"])
    assert place_of(Profile(0, 5, 5)) == pytest.approx((0.5, 0))
    assert spread([]) == []


def test_the_nearest_point_and_the_neighbour() -> None:
    points = spread([Profile(10, 0, 0), Profile(0, 10, 0), Profile(0, 0, 10)])
    assert nearest(points, 0.02, 0.01, 0.05) == 1
    assert nearest(points, 0.5, 0.3, 0.05) is None
    assert nearest([], 0, 0, 1) is None
    assert neighbour(points, 1, (1.0, 0.0)) == 2
    assert neighbour(points, 2, (1.0, 0.0)) == 2


def test_files_that_define_a_game_are_found_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "tower.py").write_text("raise SystemExit\nGAME = 1\n")
    (tmp_path / "other.py").write_text("x = 1\n")
    assert own_game_files([tmp_path, tmp_path / "missing"]) == [tmp_path / "tower.py"]


def test_a_file_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere.py")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "tower.py").write_text("GAME = 1\n")
    assert own_game_files([tmp_path]) == [tmp_path / "tower.py"]


def test_own_games_are_loaded_unless_an_installed_game_has_their_name(tmp_path: Path) -> None:
    write_game("tower", tmp_path)
    assert load_own_game(read_program(tmp_path / "tower.py")).slug == "tower"
    text = (tmp_path / "tower.py").read_text().replace('"X1", "tower"', '"X1", "faraday"')
    (tmp_path / "tower.py").write_text(text)
    with pytest.raises(FileError, match="'faraday', as of an installed game"):
        load_own_game(read_program(tmp_path / "tower.py"))


def test_a_search_chooses_what_was_most_likely_meant() -> None:
    browser = GameBrowser(all_games())
    first = browser.game
    assert not browser.is_filtered
    browser.search_for("rasanto")
    assert browser.is_filtered
    assert browser.game is find_game("rasanto")
    browser.search_for("no such game")
    assert not browser.found
    assert browser.game is find_game("rasanto")  # nothing better is known
    browser.clear_search()
    assert browser.found == list(all_games())
    assert browser.game is find_game("rasanto")
    browser.step_filter("players", 1)
    assert browser.is_filtered
    assert browser.game in browser.found
    assert browser.game is not find_game("rasanto")  # which is for two
    assert browser.game is first


def test_a_browser_knows_its_games_by_their_points() -> None:
    browser = GameBrowser(all_games(), find_game("A6"))
    assert browser.game is find_game("A6")
    for game in all_games():
        assert browser.game_near(*browser.point_of(game)) is game
    assert browser.game_near(0.5, 0.4) is None
    x, _ = browser.point_of(browser.game)
    browser.select(browser.neighbour((1.0, 0.0)))
    assert browser.point_of(browser.game).x > x
    assert browser.preview == game_preview(browser.game)


def test_previews_show_no_empty_plate() -> None:
    for slug in ("rasanto", "faraday", "el-dado"):
        assert game_preview(find_game(slug)).dice != pyramid_view(EMPTY).dice


def test_what_is_said_of_a_game_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("rasanto")
    monkeypatch.setattr(game, "summary", "dice < 7")
    assert about(game)[1] == "dice &lt; 7"


def test_a_game_that_nobody_has_judged_is_not_said_to_be_estimated(tmp_path: Path) -> None:
    write_game("tower", tmp_path)
    game = load_game_file(tmp_path / "tower.py")
    assert shares_text(game).endswith(": as most games of its kind have it")
    type(game).profile = Profile(chance=1, skill=2, tactics=7)
    assert shares_text(game) == "chance 1, skill 2, tactics 7 of 10: an estimate of ours"
