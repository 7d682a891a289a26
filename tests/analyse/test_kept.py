"""The analyses that come with the project: how they are kept, and the profile that they give a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from skill.analyse import kept
from skill.analyse.kept import MOST_OPEN, keep, keep_ladder, keep_shares, measured_profile
from skill.analyse.run import Analysis, Asked
from skill.app.library.findings import about_chance
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


def of(slug: str, elo: float) -> dict[str, object]:
    rated = [
        {"bot": "easy", "elo": 50.0, "error": 0.0},
        {"bot": "expert", "elo": 50.0 + elo, "error": 1 / 3},
    ]
    seldom = {"share": 0.2, "error": 0.1}
    return {
        "game": slug,
        "length": {"mean": 1.0, "each": [1]},
        "elo": rated,
        "ladder": [{"stronger": "expert", "weaker": "easy", "matches": 10}],
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
        return {"ladder": [rung], "elo": elo, "series": [{"name": "matches"}, {"name": name}]}

    old, new = ladder("greedy", "random"), ladder("medium", "easy")
    keep({**of("rasanto", 100.0), **old})
    keep_ladder({"game": "rasanto", **new})
    assert kept.kept()["rasanto"] == {**of("rasanto", 100.0), **new, "length": {"mean": 1.0}}


def shared(slug: str, chance: tuple[float, ...], thinking: tuple[float, ...]) -> None:
    names = ("share", "low", "high")
    parts = (dict(zip(names, part, strict=True)) for part in (chance, thinking))
    keep_shares(slug, dict(zip(("chance", "thinking"), parts, strict=True)))


def test_chance_and_tactics_are_what_chance_decides_and_thinking_wins(file: Path) -> None:
    game = find_game("slipped")  # of which one tenth is skill
    keep(of("slipped", 400.0))
    assert game.profile is not None and measured_profile(game) is None, "how often the better wins is no chance"
    for chance, thinking, shares, between in (
        ((1.0, 0.9, 1.0), (0.0, 0.0, 0.1), (9, 1, 0), (8, 9)),
        ((0.5, 0.4, 0.6), (0.5, 0.4, 0.6), (4, 1, 5), (3, 6)),
        ((0.0, 0.0, 0.4), (0.3, 0.1, 0.6), (0, 1, 9), (0, 6)),  # nothing differed yet, though chance acted
        ((0.0, 0.0, 0.0), (0.0, 0.0, 0.3), (0, 1, 9), (0, 0)),
    ):
        shared("slipped", chance, thinking)
        found = measured_profile(game)
        assert found is not None and (found.chance, found.skill, found.tactics) == shares
        assert (found.source, found.minutes, found.chance_between) == (MEASURED, game.profile.minutes, between)
    assert shares_text(game).endswith("its rules leave nothing to chance")
    shared("slipped", (1.0, 1.0, 1.0), (0.0, 0.0, 0.0))
    assert shares_text(game).endswith("from matches of bots")
    shared("slipped", (0.5, 0.4, 0.6), (0.5, 0.4, 0.6))
    assert shares_text(game) == "chance 4 (3 to 6), skill 1, tactics 5 (3 to 6) of 10: from matches of bots"
    keep({**of("slipped", 400.0), "nobody": {"share": 0.4, "error": 0.1}})
    assert "shares" in kept.kept()["slipped"] and measured_profile(game) is None
    shared("slipped", (0.0, 0.0, 0.0), (0.0, 0.0, 0.3))
    assert measured_profile(game) is not None, "that chance never acts needs no winner"
    given = next(g.slug for g in all_games() if g.profile and g.profile.source == GIVEN)
    for slug in (given, "lookout"):  # its rules give the shares; a race, in which who thinks is slower
        keep(of(slug, 400.0))
        shared(slug, (0.5, 0.4, 0.6), (0.5, 0.4, 0.6))
        assert measured_profile(find_game(slug)) is None


@pytest.mark.parametrize(
    ("chance", "thinking", "is_said"),
    [
        ((1.0, 0.9, 1.0), (0.05, 0.0, 0.2), True),
        ((1.0, 0.9, 1.0), (0.05, 0.0, 0.4), False),
        ((0.8, 0.6, 1.0), (0.05, 0.0, 0.2), False),
    ],
)
def test_that_chance_decides_most_is_said_only_beyond_its_bound(
    chance: tuple[float, ...], thinking: tuple[float, ...], is_said: bool, file: Path
) -> None:
    keep(of("slipped", 0.0))
    assert not about_chance(find_game("slipped"))
    shared("slipped", chance, thinking)
    assert ("hardly more often" in about_chance(find_game("slipped"))) == is_said
    assert f"({chance[1]:.0%} to {chance[2]:.0%})" in about_chance(find_game("slipped"))


def test_a_sheet_says_that_nothing_is_left_to_chance(file: Path) -> None:
    keep(of("rasanto", 0.0))
    shared("rasanto", (0.0, 0.0, 0.0), (0.5, 0.25, 0.75))
    assert about_chance(find_game("rasanto")) == (
        "The rules leave nothing to chance. In matches of bots thinking ahead wins 50% of what there is to win "
        "(25% to 75%)."
    )


def test_every_game_without_hands_or_hurry_was_measured() -> None:
    """Or its rules, or those of the same game under another name, give the shares; the rest are estimates and say so:
    what hands and hurry decide, bots cannot measure, nor what thinking wins where hardly anybody does."""
    for game in all_games():
        if "an estimate of ours" in shares_text(game) and game.kind == "turns":
            found = kept.kept()[game.slug]
            assert found["nobody"]["share"] + found["never_ended"]["share"] > MOST_OPEN, game.slug


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
