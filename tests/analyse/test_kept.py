"""The analyses that come with the project: how they are kept, and the profile that they give a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from skill.analyse import kept
from skill.analyse.kept import keep, keep_ladder, measured_profile
from skill.analyse.run import Analysis, Asked
from skill.app.library.game_search import shares_text
from skill.cli import app
from skill.rules.catalogue import all_games, find_game
from skill.rules.profile import GIVEN, MEASURED, TENTHS


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Another file than that of the project."""
    path = tmp_path / "catalogue.json"
    monkeypatch.setattr(kept, "FILE", path)
    kept.kept.cache_clear()
    yield path
    kept.kept.cache_clear()


def of(slug: str, elo: float, matches: int = 10) -> dict[str, object]:
    rated = [
        {"bot": "easy", "elo": 50.0, "error": 0.0},
        {"bot": "expert", "elo": 50.0 + elo, "error": 1 / 3},
    ]
    seldom = {"share": 0.2, "error": 0.1}
    return {
        "game": slug,
        "length": {"mean": 1.0, "each": [1]},
        "elo": rated,
        "ladder": [{"stronger": "expert", "weaker": "easy", "matches": matches}],
        "nobody": seldom,
        "never_ended": seldom,
    }


def test_a_game_takes_the_place_that_it_had_and_others_keep_theirs(file: Path) -> None:
    for slug, elo in (("rasanto", 100.0), ("doubles", 50.0), ("rasanto", 200.0)):
        keep(of(slug, elo))
    assert list(kept.kept()) == ["doubles", "rasanto"]
    assert kept.kept()["rasanto"]["elo"][1] == {"bot": "expert", "elo": 250.0, "error": 0.3333}
    assert "each" not in kept.kept()["doubles"]["length"] and len(file.read_text().splitlines()) == 4


def test_another_ladder_takes_the_place_of_the_old_one_and_the_rest_stays(file: Path) -> None:
    def ladder(stronger: str, weaker: str) -> dict[str, object]:
        name = f"{stronger} against {weaker}"
        rung = {"stronger": stronger, "weaker": weaker}
        elo = [{"bot": weaker, "elo": 0.0}, {"bot": stronger, "elo": 80.0}]
        return {"ladder": [rung], "elo": elo, "steps_of_skill": 0.42, "series": [{"name": "matches"}, {"name": name}]}

    old, new = ladder("greedy", "random"), ladder("medium", "easy")
    keep({**of("rasanto", 100.0), **old})
    keep_ladder({"game": "rasanto", **new})
    assert kept.kept()["rasanto"] == {**of("rasanto", 100.0), **new, "length": {"mean": 1.0}}


def test_chance_is_what_the_better_player_does_not_decide(file: Path) -> None:
    game = find_game("slipped")  # of which one tenth is skill
    assert game.profile is not None and measured_profile(game) is None
    for elo, tactics in ((0.0, 0), (400.0, 7), (2000.0, 9)):  # 400 points are ten wins of eleven
        keep(of("slipped", elo))
        found = measured_profile(game)
        assert found is not None and (found.chance, found.skill, found.tactics) == (9 - tactics, 1, tactics)
        assert (found.source, found.minutes) == (MEASURED, game.profile.minutes)
    assert shares_text(game).endswith("from matches of bots")
    keep({**of("slipped", 400.0), "elo": [{"bot": "easy", "elo": 0.0}, {"bot": "medium", "elo": 2000.0}]})
    found = measured_profile(game)  # of the strongest level that was tried
    assert found is not None and found.tactics == 9
    keep({**of("slipped", 400.0), "elo": [{"bot": "random", "elo": 0.0}, {"bot": "greedy", "elo": 400.0}]})
    assert measured_profile(game) is None
    keep({**of("slipped", 400.0), "nobody": {"share": 0.4, "error": 0.1}})
    assert measured_profile(game) is None
    keep(of("slipped", 400.0, matches=9))
    assert measured_profile(game) is None
    keep(of("masquerade", 400.0))
    assert measured_profile(find_game("masquerade")) is None  # without any chance, however seldom the better wins
    given = next(game for game in all_games() if game.profile and game.profile.source == GIVEN)
    keep(of(given.slug, 400.0))
    assert measured_profile(given) is None


def test_the_file_of_the_project_is_of_games_that_there_are() -> None:
    for slug, found in kept.kept().items():
        game = find_game(slug)
        assert (game.slug, found["title"]) == (slug, game.title) and found["matches"] > 0
        assert set(found["made"]) == {"skillbox", "python", "date"}
        profile = measured_profile(game) or game.profile
        assert profile is not None and profile.chance + profile.skill + profile.tactics == TENTHS


@pytest.mark.parametrize(
    ("words", "analysed"),
    [
        (["--missing"], ["sums"]),
        (["--ladder-only", "--ladder", "random,easy"], ["rasanto"]),
        (["--missing", "--ladder-only"], []),
        ([], ["rasanto", "sums"]),
    ],
)
def test_only_games_that_are_asked_for_are_analysed(
    words: list[str], analysed: list[str], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(of("rasanto", 100.0))
    played: list[str] = []

    def no_match(asked: Asked, *_: object) -> Analysis:
        played.append(asked.game.slug)
        return Analysis(asked, [], {})

    monkeypatch.setattr("skill.analyse.run.play", no_match)
    monkeypatch.setattr("skill.analyse.measures.measures", lambda _: {"ladder": []})
    done = CliRunner().invoke(app, ["analyse-catalogue", "rasanto", "sums", *words])
    assert (done.exit_code, played) == (0, analysed), done.output
