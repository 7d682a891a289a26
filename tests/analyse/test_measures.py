"""The numbers of an analysis and its report, from matches that are written down here."""

from __future__ import annotations

import sys
from math import inf
from pathlib import Path
from typing import Any

import pytest

from skill.analyse.measures import measures, share
from skill.analyse.page import page, write_page
from skill.analyse.report import heap_map, plain, score_bins, sections, side_by_side
from skill.analyse.run import Analysis, Asked, Series
from skill.analyse.watch import Piece, Watched
from skill.errors import FileError
from skill.rules.catalogue import find_game

GAME = find_game("smuggling")
FAIR = ("greedy", "greedy")
MATCH = Watched(True, [1], [3, 1], "dice", 1, [4, 1], 1, 0, {"move": 2}, {"move": 2, "stop": 1}, [0, 2], [])


def series(kind: str, about: tuple[Any, ...], matches: list[Watched], pieces: list[Piece] | None = None) -> Series:
    pieces = pieces or [Piece(FAIR, seed) for seed in range(len(matches))]
    return Series(kind, about, pieces, 1.0, matches)


def found(*others: Series, matches: list[Watched]) -> dict[str, Any]:
    asked = Asked(GAME, 2, GAME.options_from({}))
    return measures(
        Analysis(asked, [series("play", (), matches), *others], {"skillbox": "1", "python": "3", "date": "d"})
    )


SECOND = MATCH._replace(winners=[2], scores=[1, 3], first=2, halfway=[2, 0])
DRAWN = MATCH._replace(
    winners=[1, 2], scores=[2, 2], halfway=[0, 0], branching=[4, 2, 2], chosen={"move": 2, "stop": 1}
)
NOBODY = MATCH._replace(winners=[], reason="nobody got there")
ENDLESS = MATCH._replace(has_ended=False, winners=[], reason="")


def test_a_share_has_an_error_even_at_its_ends() -> None:
    half = {"share": 0.5, "error": (0.25 / 6) ** 0.5, "low": 0.15, "high": 0.85}
    assert share([1, 0, 1, 0]) == pytest.approx(half, abs=1e-3)
    never = {"share": 0.0, "error": (0.01 * 0.99 / 100) ** 0.5, "low": 0.0, "high": 0.038}
    assert share([0] * 98) == pytest.approx(never, abs=1e-3)
    assert share([])["error"] > 0.3


def test_length_choice_and_balance() -> None:
    told = found(matches=[MATCH, SECOND, DRAWN, NOBODY, ENDLESS])
    assert (told["length"]["mean"], told["length"]["least"], told["length"]["most"]) == (2.2, 2, 3)
    assert (told["branching"]["mean"], told["branching"]["most"], told["forced"]) == (28 / 11, 4, 4 / 11)
    assert told["branching"]["by_tenth"][0] == 4
    assert [seat["share"] for seat in told["seats"]] == pytest.approx([2.5 / 3, 0.5 / 3])  # whoever began won
    assert (told["shared"]["share"], told["nobody"]["share"], told["never_ended"]["share"]) == (0.25, 0.25, 0.2)
    assert told["why_nobody"] == {"nobody got there": 1}
    assert told["lead"]["wins"] == "most" and told["lead"]["behind_halfway"]["share"] == 1.0


def test_scores_that_do_not_tell_who_leads() -> None:
    assert found(matches=[MATCH, MATCH._replace(scores=[1, 3])])["lead"] is None
    assert found(matches=[MATCH._replace(halfway=[0, 0])] * 5)["lead"] is None, "nothing is counted before the end"
    fewest = found(matches=[MATCH._replace(scores=[1, 3])] * 2)["lead"]
    assert (fewest["wins"], fewest["behind_halfway"]["share"]) == ("fewest", 0.0)


def test_the_course_of_matches() -> None:
    early = MATCH._replace(course=[[0.9, 0.1], [1.0, 0.0], [1.0, 0.0]])
    late = MATCH._replace(course=[[0.9, 0.1], [0.2, 0.8], [0.5, 0.5]])
    told = found(series("course", (), [early, late, late]), matches=[MATCH])["course"]
    assert told["chance_of_winner"] == pytest.approx([0.5, 0.9, 1.4 / 3, 2 / 3, 1.0])
    assert (
        told["decided_after"] == 1.0
        and told["decided_between"] == (0.0, 1.0)
        and told["comebacks"]["share"] == pytest.approx(2 / 3)
    )
    assert found(series("course", (), [early]), matches=[MATCH])["course"]["decided_after"] == 0.25


def test_kinds_of_action_and_options() -> None:
    barred = [Piece(FAIR, seed, barred=(2, "move")) for seed in range(6)]
    tried = series("kinds", ("move",), [MATCH] * 3 + [SECOND], barred)
    longer = series("options", ("quiet_cap", 20), [MATCH._replace(chosen={"move": 9})] * 8)
    alike = series("options", ("match", "swap"), [MATCH] * 8)
    told = found(tried, longer, alike, matches=[MATCH] * 8 + [DRAWN])
    move, stop = told["kinds"]
    assert (move["kind"], move["of_all"], move["where_legal"], move["won_without"]["share"]) == (
        "move",
        18 / 19,
        1,
        0.25,
    )
    assert (stop["where_legal"], "won_without" in stop) == (1 / 9, False)
    assert [(row["option"], row["same"], row["differs"]) for row in told["options_tried"]] == [
        ("quiet_cap", False, ["length"]),
        ("match", True, []),
    ]


@pytest.mark.parametrize(
    ("other", "measured"),
    [
        (MATCH._replace(chosen={"move": 9}), (9.0, 1.0, 0.0, 0.0, 0.0)),
        (MATCH._replace(winners=[2]), (2.0, 0.0, 0.0, 0.0, 0.0)),
        (MATCH._replace(winners=[1, 2]), (2.0, 0.5, 1.0, 0.0, 0.0)),
        (NOBODY, (2.0, 0.0, 0.0, 1.0, 0.0)),
        (ENDLESS, (2.0, 0.0, 0.0, 0.0, 1.0)),
    ],
)
def test_what_another_value_of_an_option_changes(other: Watched, measured: tuple[float, ...]) -> None:
    (row,) = found(series("options", ("quiet_cap", 20), [other] * 9), matches=[MATCH] * 9)["options_tried"]
    names, usual = ("length", "first_seat", "shared", "nobody", "never_ended"), (2.0, 1.0, 0.0, 0.0, 0.0)
    assert tuple(row[name] for name in names) == measured
    differ = [name for name, here, before in zip(names, measured, usual, strict=True) if here != before]
    assert not row["same"] and row["differs"] == differ


def test_scores_and_where_dice_lie_at_the_end() -> None:
    low = MATCH._replace(heap=[0, 44])
    told = found(matches=[low, low._replace(scores=[9, 2], heap=[44]), NOBODY._replace(scores=[1, 2])])
    assert told["scores"] == {
        "all": [1, 1, 2, 3, 9],
        "winners": [3, 3, 3, 9, 9],
        "each": [(1, 2), (2, 2), (3, 1), (9, 1)],
    }
    assert told["heap"]["mean"] == 1 and told["heap"]["most"] == 2
    assert {cell: share for cell, share in enumerate(told["heap"]["cells"]) if share} == {
        0: pytest.approx(1 / 3),
        44: pytest.approx(2 / 3),
    }
    rows = {plain(row[0]): plain(row[1]) for part in sections(told) for row in part.rows}
    assert rows["Scores"] == "1 to 9, half of them 1 to 3, the middle one 2"
    assert rows["Score 1"] == "33% ##########" and rows["Level 0"] == "1.0 dice on average, 2% of its cells"
    corner, *_, last = heap_map(told)
    assert len(heap_map(told)) == 9 and (corner.strip(), last) == ("6", ". . . . . . . . 3")


def test_scores_of_many_values_are_told_in_parts() -> None:
    every = [MATCH._replace(scores=[n, n + 1]) for n in range(30)]
    assert score_bins([found(matches=every)]) == [(n, min(n + 3, 30)) for n in range(0, 31, 4)]
    seconds = [MATCH._replace(scores=[n / 7, inf]) for n in range(1, 30)]
    bins = score_bins([found(matches=seconds)])
    assert len(bins) == 8 and (bins[0][0], bins[-1][1]) == pytest.approx((1 / 7, 29 / 7))
    rows = [
        row for part in sections(found(matches=seconds)) for row in part.rows if plain(row[0]).startswith("Score 0")
    ]
    assert sum(cell.values["share"].value for _, cell in rows) > 0


def test_variants_stand_side_by_side_row_for_row() -> None:
    one, other = found(matches=[MATCH] * 4), found(matches=[SECOND._replace(scores=[0, 8])] * 4 + [DRAWN])
    both = side_by_side({"rounds=1": one, "rounds=2": other})
    for n, alone in enumerate((one, other), 1):
        for section in sections(alone, score_bins([one, other])):
            (together,) = (part for part in both if part.heading == section.heading)
            assert [plain(cell) for cell in together.head] == ["", "rounds=1", "rounds=2"]
            rows = {plain(row[0]): plain(row[n]) for row in together.rows}
            for label, *cells in section.rows:
                names = [f"{plain(label)}: {plain(name)}" for name in section.head[1:]] or [plain(label)]
                assert [rows[name] for name in names] == [plain(cell) for cell in cells]
    shown = page({"rounds=1": one, "rounds=2": other})
    assert "<th>rounds=2</th>" in shown and "Kinds of action" in shown


def test_the_ladder() -> None:
    pieces = [Piece(("greedy", "random"), 0), Piece(("random", "greedy"), 1)] * 15
    won = [MATCH, SECOND] * 10 + [NOBODY] * 10  # of which none is a loss
    told = found(series("ladder", ("greedy", "random"), won, pieces), matches=[MATCH])
    assert told["ladder"][0]["won"]["share"] == 1.0 and told["ladder"][0]["first_seat"]["share"] == 1.0
    assert [row["bot"] for row in told["elo"]] == ["random", "greedy"] and told["elo"][1]["elo"] > 400
    assert told["elo"][1]["low"] > 150 and told["elo"][1]["high"] is None
    text = [plain(cell) for part in sections(told) for row in part.rows for cell in row]
    assert f"at least {told['elo'][1]['low']:.0f}" in text and any("at least 0.8, each winning" in one for one in text)


def test_the_report_says_it_in_words_and_shows_plots(tmp_path: Path) -> None:
    pieces = [Piece(("greedy", "random"), 0)] * 3
    told = found(
        series("course", (), [MATCH._replace(course=[[0.9, 0.1]])]),
        series("ladder", ("greedy", "random"), [MATCH, MATCH], pieces),
        matches=[MATCH, SECOND] * 9,
    )
    told["length"]["each"][0] = 7
    text = "\n".join(plain(cell) for part in sections(told) for row in part.rows for cell in row)
    for words in (
        "100 % (82 to 100), fair would be 50%",
        "greedy against random",
        "2 of 3 matches",
        "all within 3000 actions",
    ):
        assert words in text
    shown = write_page(tmp_path / "mine.html", {"": told}).read_text()
    assert shown.startswith("<!doctype html>") and shown.count("<svg") == 1 and "Depth of skill" in shown
    with pytest.raises(FileError, match=r"ends in \.html"):
        write_page(tmp_path / "mine.txt", {"": told})


def test_a_page_without_matplotlib_has_no_plots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    shown = page({"": found(matches=[MATCH])})
    assert "plots need matplotlib" in shown and "<svg" not in shown and "Length and choice" in shown


def test_nothing_is_known_of_no_match() -> None:
    (part,) = sections(found(matches=[]))
    assert "Give it more time" in plain(part.rows[0][0])


def test_of_matches_that_nobody_won_the_share_of_wins_is_not_known() -> None:
    pieces = [Piece(("greedy", "random"), 0)] * 3
    told = found(series("ladder", ("greedy", "random"), [NOBODY] * 3, pieces), matches=[NOBODY] * 9)
    rows = {plain(row[0]): plain(row[1]) for part in sections(told) for row in part.rows}
    assert {rows[f"The {place} to play won"] for place in ("first", "second")} == {"not known"}
    assert rows["greedy against random"] == "not known" and rows["Matches without a winner"] == "100 % (70 to 100)"
