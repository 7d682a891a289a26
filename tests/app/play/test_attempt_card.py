"""What is said when an attempt or a match has come to its end."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from skill.app.play.attempts.runner import AttemptEnd, Purpose
from skill.app.play.match.broken_record import Broken, broken_record
from skill.app.play.said.card import attempt_card, has_card
from skill.app.play.said.result import margin_text, ranking_html, record_text, result_title, why_text
from skill.lattice.notation import ATTEMPT, Action, parse_position
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import Result
from skill.rules.shared.attempts import BY_TIME, AttemptGame
from skill.table.match import Match
from skill.table.store import Store


def report(
    outcome: str, seconds: float = 4.25, position: str = "R800 G080 K332", off: tuple[tuple[str, int], ...] = ()
) -> Action:
    return ATTEMPT(outcome, seconds, parse_position(position), (), off, "-")


def faraday(*seats: str, attempts: int = 2) -> Match:
    game = find_game("faraday")
    given = {"attempts": attempts} | ({"first_player": 1} if len(seats) > 1 else {})
    return Match(game, len(seats), game.options_from(given), seats)


def after(match: Match, said: Action, best_s: float | None = None, lasted_s: float = 4.25):
    end = AttemptEnd(match.seat, Purpose.MATCH, said, lasted_s)
    match.play(said)
    return attempt_card(match, end, best_s)


def test_a_lost_attempt_says_why_how_far_and_who_is_next() -> None:
    card = after(faraday("human", "human"), report("failure", position="R800 G080", off=(("K", 1),)))
    assert card.title == "Player 1 has lost the attempt"
    assert card.lines == (
        "A die fell off the plate.",
        "It lasted 4.2 seconds.",
        "2 of the three corners had their dice.",
        "Next is Player 2, attempt 1 of 2.",
    )
    assert (card.next_seat, card.is_same_seat, card.is_practice) == (2, False, False)


def test_a_success_is_compared_with_the_best_time() -> None:
    said = report("success", position="R800 G080 K008")
    card = after(faraday("human"), said, best_s=9.0)
    assert card.title == "Player 1 has done it in 4.2 seconds"
    assert card.lines == (
        "A new best time: the one before was 9.0 seconds.",
        "Next is Player 1, attempt 2 of 2.",
    )
    assert card.is_same_seat
    assert after(faraday("human"), said, best_s=3.0).lines[0] == "The best time is 3.0 seconds."
    assert after(faraday("human"), said, best_s=59.94).lines[0].endswith(" 59.9 seconds.")
    assert after(faraday("human"), said, best_s=59.96).lines[0].endswith(" 1:00.0 minutes.")


def test_nobody_is_next_where_a_bot_is_or_the_match_is_over() -> None:
    said = report("gave_up", position="R800 G323 K332")
    for match in (faraday("human", "random"), faraday("human", attempts=1)):
        card = after(match, said)
        assert card.next_seat is None
        assert card.title == "Player 1 has given up"
        assert card.lines[-1] == "One of the three corners had its die."


def test_what_counts_is_said_of_an_attempt_for_points() -> None:
    game = find_game("dice-mikado")
    match = Match(game, 1, game.options_from({"attempts": 2}), ("human",))
    left = " ".join(str(game.start_position).split()[:-7])
    card = after(match, report("failure", position=left), lasted_s=9.5)
    assert card.title == "The attempt of Player 1 is over"
    assert card.lines[-2] == "7 dice were taken."
    assert card.lines[:2] == ("The top die gave way.", "It lasted 9.5 seconds.")  # as its clock showed


def test_where_the_quicker_of_equals_wins_the_time_of_the_best_moment_is_told_beside_how_long_it_lasted() -> None:
    game = find_game("emag")
    match = Match(game, 1, game.options_from({"attempts": 2}), ("human",))
    said = ATTEMPT("gave_up", 4.25, parse_position("-"), (("R", 3, (8.0, 0.0, 0.0)),), (), "-")
    assert after(match, said, lasted_s=30.0).lines[:-1] == (
        "It lasted 30.0 seconds.",
        "One die stood still for as long as it takes to count.",
        "It stood so after 4.2 seconds, which decides between equals.",
    )


def given_up(slug: str, players: int, **given: object) -> Match:
    """A match in which all give up where they began."""
    game = find_game(slug)
    match = Match(game, players, game.options_from({"attempts": 1, **given}), ("human",) * players)
    while match.turn is not None:
        if match.seat is None:
            match.step()
            continue
        spec = match.turn
        loose = tuple((colour, top, at) for colour, top, at, *_ in spec.loose)
        match.play(ATTEMPT("gave_up", 4.25, spec.start, loose, (), "-"))
    return match


@pytest.mark.parametrize("game", [g for g in all_games() if isinstance(g, AttemptGame)], ids=lambda g: g.slug)
def test_nobody_wins_where_all_give_up_at_the_start(game, tmp_path) -> None:
    match = given_up(game.slug, 2)
    assert match.result.winners == ()
    assert result_title(match) == "Nobody has won"
    assert "nobody came further than the start" in why_text(match)
    store = Store(tmp_path)
    store.finish(store.new_journal(game), match.record, ("Ann", "Ben"))
    assert {row.player: (row.played, row.won) for row in store.standings()} == {"Ann": (1, 0), "Ben": (1, 0)}
    alone = given_up(game.slug, 1)
    assert (alone.result.winners, result_title(alone)) == ((), "The game is over")


def test_whoever_came_further_than_the_start_wins_where_nobody_succeeds() -> None:
    match = faraday("human", "human", attempts=1)
    match.play(report("gave_up", position="R800 G323 K332"))
    match.play(report("gave_up", position="R233 G323 K332"))
    assert match.result.winners == (1,)
    assert why_text(match).endswith("whoever came furthest wins. " + match.game.what_counts)


def test_times_of_a_result_are_seconds_and_who_never_did_it_is_named() -> None:
    match = faraday("human", "human", attempts=1)
    match.play(report("success", 8.25, "R800 G080 K008"))
    match.play(report("gave_up", 4.25))
    text = ranking_html(match)
    assert "1. Player 1: 8.2 seconds" in text
    assert "2. Player 2: no success" in text


def test_a_throw_among_many_has_no_card_but_practice_has() -> None:
    game = find_game("malicious-pleasure")
    match = Match(game, 2, game.options_from({"first_player": 1}), ("human", "human"))
    assert not has_card(match, AttemptEnd(1, Purpose.MATCH, report("success"), 4.25))
    assert has_card(match, AttemptEnd(1, Purpose.PRACTICE, report("success"), 4.25))
    assert has_card(faraday("human"), AttemptEnd(1, Purpose.MATCH, report("success"), 4.25))


@pytest.mark.parametrize("game", [g for g in all_games() if isinstance(g, AttemptGame)], ids=lambda g: g.slug)
def test_every_game_of_attempts_says_how_far_one_came(game) -> None:
    for text in (*game.reached, game.lost):
        assert text.endswith(".")
    assert "{count}" in game.reached[1]


class Over:
    """A match with a result."""

    def __init__(self, winners: tuple[int, ...], *scores: float, game: str = "rasanto") -> None:
        self.game = find_game(game)
        self.result = Result(winners, scores, BY_TIME if game == "faraday" else "Points count; the most win.")
        self.seats = ("human",) * len(scores)
        self.record = SimpleNamespace(game=self.game, options=self.game.options_from({}), players=len(scores))

    def player(self, seat: int) -> str:
        return "human"


def test_who_is_alone_at_the_screen_without_a_name_is_you() -> None:
    assert result_title(Over((1,), 8, 5), (1,)) == "You have won"
    assert margin_text(Over((2,), 5, 8), (1,)) == "8 outside faces, against 5 outside faces of yours."
    assert margin_text(Over((2,), 12.5, 8.25, game="faraday"), (1,)) == "You were slower by 4.2 seconds."
    assert result_title(Over((1, 2), 8, 8), (1,)) == "Player 2 and you share the win"
    assert result_title(Over((1,), 8, 5), (1, 2)) == "Player 1 has won"  # two people: whose "you" would it be


@pytest.mark.parametrize(
    ("over", "title", "margin"),
    [
        (Over((2,), 3, 8, 5), "Player 2 has won", "8 outside faces, against 5 outside faces of Player 3."),
        (Over((1,), 4, 4), "Player 1 has won", ""),
        (Over((1, 3), 8, 5, 8), "Player 1 and Player 3 share the win", ""),
        (Over((1, 2, 3), 8, 8, 8), "Player 1, Player 2 and Player 3 share the win", ""),
        (Over((), 0, 0), "Nobody has won", ""),
        (
            Over((2,), 12.5, 8.25, game="faraday"),
            "Player 2 has won",
            "The lead over Player 1 is 4.2 seconds.",
        ),  # seconds: fewer are better
        (Over((1,), 8.25, 0, game="faraday"), "Player 1 has won", ""),  # and 0 means that it was never done
        (Over((), 17), "The game is over", ""),
        (Over((1,), 17), "Player 1 has won", ""),
    ],
)
def test_the_result_names_winner_and_margin(over, title: str, margin: str) -> None:
    assert result_title(over) == title
    assert margin_text(over) == margin


def test_a_record_that_was_broken_is_named() -> None:
    over = Over((1,), 73)
    assert record_text(over, None) == ""
    told = record_text(over, Broken(73, 61, is_time=False))
    assert told == "A new record: 73 outside faces. The one before was 61 outside faces."
    told = record_text(over, Broken(7.31, 8.0, is_time=True))
    assert told == "A new best time: 7.3 seconds. The one before was 8.0 seconds."


def test_a_score_is_a_record_if_no_person_had_a_better_one(tmp_path) -> None:
    store, game = Store(tmp_path), find_game("rasanto")
    so_far, broken_so_far = None, 0
    for seed in range(8):
        seats = ("random", "random") if seed == 5 else ("human", "random")
        match = Match(game, 2, game.options_from({"first_player": 1}), ("random",) * 2, seed)
        match.advance()
        match = Match.resumed(match.record._replace(seats=seats))
        score = match.result.scores[0] if seats[0] == "human" else None
        expected = None
        if score is not None and so_far is not None and score > so_far:
            expected = Broken(score, so_far, is_time=False)
            broken_so_far += 1
        assert broken_record(match, store) == expected
        store.finish(store.new_journal(game), match.record, ("Ann", ""))
        so_far = max(filter(None, (so_far, score)), default=None)
    assert broken_so_far
    [ann] = [row for row in store.standings() if row.player == "Ann"]
    assert (ann.game, ann.is_person, ann.played, ann.best) == ("rasanto", True, 7, so_far)
    assert {row.player for row in store.standings()} == {"Ann", "random"}


def test_practice_says_what_would_have_counted() -> None:
    match = faraday("human")
    failed = attempt_card(
        match, AttemptEnd(1, Purpose.PRACTICE, report("gave_up", position="R800 G323 K332"), 4.0), None
    )
    assert failed.lines[-1] == "It would have counted as 1 of 3 corners filled."
    done = attempt_card(match, AttemptEnd(1, Purpose.PRACTICE, report("success", 8.25, "R800 G080 K008"), 8.25), None)
    assert done.lines[-1] == "It would have counted as a success in 8.2 seconds."
    scored = attempt_card(match, AttemptEnd(1, Purpose.MATCH, report("gave_up"), 4.0), None)
    assert not any("would have" in line for line in scored.lines)
