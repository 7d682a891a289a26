"""Hints: the search's own action, and what speaks for it."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from skill.app.play.match.choices import places
from skill.app.play.said.actions import place_text
from skill.app.play.said.hint import hint_text, why
from skill.bots.hint import HINT_BOT, Hint, Prospect, hint_for, hint_question
from skill.bots.registry import find_bot
from skill.lattice.notation import STOP
from skill.rules.catalogue import all_games, find_game
from skill.table.match import Match

RASANTO = find_game("rasanto")
FEWEST = SimpleNamespace(score_order="fewest")


@pytest.mark.parametrize(("slug", "played"), [("smuggling", 4), ("wolf", 3), ("el-dado", 5), ("forced-memory", 6)])
def test_a_hint_is_what_the_search_does_in_games_of_each_kind(slug: str, played: int) -> None:
    game = find_game(slug)
    match = Match(game, 2, None, ("greedy", "greedy"), seed=3)
    while len(match.played) < played or match.seat is None:
        match.step()
    seat, seed = match.seat, match.seed_of("hint")
    hint = hint_for(hint_question(game, match.view(seat), seat, seed))
    assert hint.action in game.moves(match.state, seat)
    assert hint.action == find_bot(HINT_BOT).choose(game, match.view(seat), seat, Random(seed))


def test_a_hint_is_what_the_search_does() -> None:
    match = Match(RASANTO, 2, None, ("greedy", "greedy"), seed=3)
    for _ in range(20):
        match.step()
    seat, seed = match.seat, match.seed_of("hint")
    assert seat is not None
    hint = hint_for(hint_question(RASANTO, match.view(seat), seat, seed))
    bot = find_bot(HINT_BOT)
    thought = bot.think(RASANTO, match.view(seat), seat, Random(seed), bot.budget)  # type: ignore[attr-defined]
    assert hint.action == thought.action == bot.choose(RASANTO, match.view(seat), seat, Random(seed))
    after = RASANTO.play(match.state, hint.action, seat)
    assert hint.score == RASANTO.scores(match.state)[seat - 1]
    assert hint.best.score == RASANTO.scores(after)[seat - 1]
    assert hint_text(RASANTO, hint).startswith("A good move: Set a ")


@pytest.mark.parametrize(
    ("game", "best", "other", "said"),
    [
        (RASANTO, Prospect(16, 0.4, False), Prospect(12, 0.6, False), "from 4 to 16; the next best move leads to 12."),
        (FEWEST, Prospect(2, 0.6, False), Prospect(3, 0.4, False), "from 4 to 2; the next best move leads to 3."),
        (RASANTO, Prospect(12, 0.62, False), Prospect(16, 0.5, False), "about 62 of 100 times, the next best move 50."),
        (RASANTO, Prospect(12, 0.5, False), Prospect(12, 0.6, False), "Other moves are about as good."),
        (RASANTO, Prospect(12, None, False), Prospect(12, 0.6, False), "It looks best at first sight."),
        (RASANTO, Prospect(12, 1.0, True), Prospect(12, 0.6, False), "It wins."),
        (RASANTO, Prospect(12, 1.0, True), None, "There is no other choice."),
    ],
)
def test_what_speaks_for_an_action_is_said_in_a_sentence(
    game: object, best: Prospect, other: Prospect | None, said: str
) -> None:
    assert why(game, Hint(STOP(), 4, best, other)).endswith(said)  # type: ignore[arg-type]


def test_a_hint_and_a_review_name_the_place() -> None:
    def read(slug: str, action: str, side: int = 0) -> str:
        game = find_game(slug)
        return hint_text(game, Hint(game.parse(action), 0, Prospect(0, None, True), Prospect(0, None, False)), side)

    assert read("rasanto", "place R800") == "A good move: Set a red die here (in the far corner, marked). It wins."
    assert read("rasanto", "place R800", side=1).startswith("A good move: Set a red die here (in the left corner, ")
    said = read("smuggling", "move 314>215")
    assert said == "A good move: Move there (from the middle to the middle, marked). It wins."
    assert "(on level 6, marked)" in read("el-dado", "remove 002")
    assert "(beside the plate, marked)" in read("tabula-rasa", "break 0,0")
    assert "(in square a1, marked)" in read("roll-to-the-top", "write a1 d12")
    assert read("sandwich", "stop") == "A good move: That is all. It wins."


@pytest.mark.parametrize("game", all_games(), ids=lambda g: g.slug)
def test_whatever_may_be_advised_and_has_a_place_names_it(game) -> None:
    one_of_each = {action.verb: action for action in game.all_actions(game.options_from({}))}
    for action in one_of_each.values():
        assert bool(place_text(action)) == bool(places(action)), action
