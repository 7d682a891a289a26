"""The matches of an analysis: the same wherever they are played, kept in a journal, within a time."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from skill.analyse.measures import measures
from skill.analyse.run import Asked, play
from skill.analyse.watch import PLAYOUTS, Piece, watch
from skill.errors import FileError, UnknownName
from skill.rules.catalogue import find_game
from skill.table.match import Match

EL_DADO, SMUGGLING = find_game("el-dado"), find_game("smuggling")


def asked(name: str = "smuggling", **changes: object) -> Asked:
    game = find_game(name)
    return Asked(game, game.players[0], game.options_from({}), "random", 2, ladder=("random", "greedy"))._replace(
        **changes
    )


def test_what_is_seen_of_a_match_is_what_was_played() -> None:
    piece = Piece(("random", "random"), 4)
    _, seen = watch(EL_DADO, EL_DADO.options_from({}), 3000, None, piece)
    match = Match(EL_DADO, 2, seats=piece.seats, seed=4)
    match.advance()
    assert seen is not None and match.result is not None
    assert (seen["has_ended"], tuple(seen["winners"])) == (True, match.result.winners)
    assert seen["first"] == match.played[1].action[1]
    assert len(seen["branching"]) == sum(line.by is not None for line in match.played) == sum(seen["chosen"].values())
    assert seen["halfway"] == list(EL_DADO.scores(match.state_at(len(match.played) // 2)))


def test_playouts_begin_at_moments_apart_and_none_is_drawn_as_another(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, places = set(), []

    def chances(match: Match, played: int, seed: int, *_: object) -> list[float]:
        places.append((played, len(match.played)))
        drawn.update(range(seed, seed + PLAYOUTS))
        return [0.5, 0.5]

    monkeypatch.setattr("skill.analyse.watch._chances", chances)
    for seed in range(5):
        watch(SMUGGLING, SMUGGLING.options_from({}), 3000, None, Piece(("random", "random"), seed, moments=3))
    assert len(drawn) == 5 * 3 * PLAYOUTS
    assert [played for played, _ in places] == [whole * (n % 3 + 1) // 4 for n, (_, whole) in enumerate(places)]


def test_a_match_without_end_is_given_up_and_one_out_of_time_is_not_counted() -> None:
    key, seen = watch(EL_DADO, EL_DADO.options_from({}), 10, None, Piece(("random", "random"), 4))
    assert seen is not None and (seen["has_ended"], seen["winners"]) == (False, [])
    assert watch(EL_DADO, EL_DADO.options_from({}), 10, 0.0, Piece(("random", "random"), 4)) == (key, None)


def test_a_seat_that_is_barred_from_a_kind_of_action_takes_it_only_where_there_is_no_other() -> None:
    free, barred = (
        watch(SMUGGLING, SMUGGLING.options_from({}), 3000, None, Piece(("random", "random"), 2, barred=who))[1]
        for who in (None, (2, "stop"))
    )
    assert free is not None and barred is not None
    assert free["chosen"]["stop"] > 0 and "stop" not in barred["chosen"] and barred["open"]["stop"] > 0


def test_chances_are_of_the_moments_of_the_match() -> None:
    _, seen = watch(EL_DADO, EL_DADO.options_from({}), 3000, None, Piece(("greedy", "random"), 1, moments=2))
    assert seen is not None and seen["winners"] == [1]
    assert [sum(chances) for chances in seen["course"]] == pytest.approx([1, 1]) and seen["course"][1][0] > 0.9


@pytest.mark.filterwarnings("ignore:.*tasks have been successfully executed")
def test_two_processes_and_a_journal_give_what_one_process_gives(tmp_path: Path) -> None:
    journal, played = tmp_path / "mine.journal", []
    one = measures(play(asked(), journal, on_done=lambda: played.append(1)))
    assert measures(play(asked(), jobs=2)) == one
    count, lines = len(played), journal.read_text().splitlines(keepends=True)
    assert count == len(lines) > 5
    journal.write_text("".join(lines[:-4]) + lines[-4][:20])
    assert measures(play(asked(), journal, on_done=lambda: played.append(1))) == one
    assert len(played) == count + 4


@pytest.mark.slow
def test_a_cluster_gives_what_one_process_gives() -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        there = measures(play(asked(), cluster=cluster.scheduler_address))
    assert there == measures(play(asked()))


def test_answers_of_other_options_or_rules_are_not_used(tmp_path: Path) -> None:
    played: list[int] = []
    journal = tmp_path / "mine.journal"
    for changed in (asked(), asked(options=SMUGGLING.options_from({"quiet_cap": 9}))):
        before = len(played)
        play(changed._replace(matches=1), journal, on_done=lambda: played.append(1))
        assert len(played) > before + 2


def test_of_a_range_values_half_the_way_to_its_ends_are_tried() -> None:
    (option,) = (option for option in SMUGGLING.options if option.name == "quiet_cap")
    tried = [series.about[1] for series in play(asked(seconds=0.0)).of("options") if series.about[0] == option.name]
    assert tried == [(end + option.default) // 2 for end in option.choices]


def test_each_rung_of_the_ladder_has_more_of_the_time_than_the_one_below() -> None:
    given: dict[str, list[float]] = {}
    for series in play(asked(seconds=0.0, ladder=("random", "easy", "medium", "expert"))).series:
        given.setdefault(series.kind, []).append(series.share)
    assert given["ladder"] == [2, 4, 6]
    assert {kind: pytest.approx(sum(shares)) for kind, shares in given.items() if kind not in ("ladder", "kinds")} == {
        "play": 3,
        "course": 3,
        "options": 2,
    }


def test_what_is_not_finished_in_time_is_told() -> None:
    found = measures(play(asked(seconds=0.0)))
    assert "matches" not in found and found["series"][0] == {"name": "matches", "played": 0, "asked": 2}


def test_wrong_input_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="clever"):
        play(asked(bot="clever"))
    with pytest.raises(UnknownName, match="at least 1"):
        play(asked(matches=0))
    play(asked()._replace(matches=1), journal := tmp_path / "altered.journal")
    journal.write_text(journal.read_text().replace('"winners"', '"winers"'))
    with pytest.raises(FileError, match=r"altered.journal: line 1: expected the journal of an analysis"):
        play(asked()._replace(matches=1), journal)
    (tmp_path / "notes.journal").write_text("[1]\n")
    with pytest.raises(FileError, match="the journal of an analysis"):
        play(asked(), tmp_path / "notes.journal")


@pytest.mark.parametrize(("name", "players"), [("roll-to-the-top", 1), ("spotted-cow", 2)])
def test_games_of_one_seat_and_races_are_analysed(name: str, players: int) -> None:
    found = measures(play(asked(name, players=players, matches=1, most_actions=40)))
    assert found["matches"] == 1 and len(found["seats"]) == players and bool(found["ladder"]) == (players > 1)
    assert found["never_ended"]["share"] == 1.0


def test_of_the_kinds_of_series_only_those_are_played_that_are_asked_for() -> None:
    analysis = play(asked(kinds=("ladder",)))
    assert {series.kind for series in analysis.series if series.watched} == {"ladder"}
    found, whole = measures(analysis), measures(play(asked()))
    assert "matches" not in found and len(found["ladder"]) == 1
    assert (found["ladder"], found["elo"]) == (whole["ladder"], whole["elo"])


def test_a_clock_that_is_set_back_lengthens_no_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    hours = count(2e9, -3600)
    monkeypatch.setattr("time.time", lambda: next(hours))
    found = play(asked(seconds=0.1, matches=2000, kinds=("play",)))
    assert sum(len(series.watched) for series in found.series) < 2000


def test_kinds_of_which_never_two_are_legal_at_once_are_not_avoided() -> None:
    """In Triangle one passes only where no row can be set."""
    tried = {
        name: [series.about for series in play(asked(name, kinds=("play", "kinds"))).of("kinds")]
        for name in ("triangle", "steps-to-the-throne")
    }
    assert tried["triangle"] == [] and ("move",) in tried["steps-to-the-throne"]
