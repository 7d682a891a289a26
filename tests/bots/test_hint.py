"""Hints: the search's own action, and what speaks for it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from skill.app.play.match.choices import places
from skill.app.play.said.actions import place_text
from skill.app.play.said.hint import hint_text, why
from skill.bots.chance import LEAST, MOST, Chance, chance_of
from skill.bots.ends import End, end_of
from skill.bots.hint import (
    Hint,
    Prospect,
    at_once_best,
    freed_by,
    hint_for,
    hint_question,
    next_best,
    prospect_of,
)
from skill.bots.registry import find_bot
from skill.bots.search import Candidate, SearchBot, Thought
from skill.bots.worlds import MOST_WORLDS, holds_in_all
from skill.lattice.cells import BASE, CELLS, mask_of, parse_cell
from skill.lattice.dice import Die
from skill.lattice.notation import ROLL, STOP, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import CHANCE, AnyGame, Result, Turn
from skill.rules.games.wolf import ASKS
from skill.rules.telling import FEWER
from skill.table.match import Match
from tests.bots.test_search import Heap, Nim
from tests.rules.playouts import playout

RASANTO = find_game("rasanto")
SHORT = SearchBot("short", 3, 2000)
FEWEST = find_game("lookout")


@pytest.mark.parametrize(("slug", "played"), [("smuggling", 4), ("wolf", 3), ("el-dado", 5), ("forced-memory", 6)])
def test_a_hint_is_what_the_search_does_in_games_of_each_kind(slug: str, played: int) -> None:
    game = find_game(slug)
    match = Match(game, 2, None, ("greedy", "greedy"), seed=3)
    while len(match.played) < played or match.seat is None:
        match.step()
    seat, seed = match.seat, match.seed_of("hint")
    hint = hint_for(hint_question(game, match.view(seat), seat, seed)._replace(bot=SHORT))
    assert hint.action in game.moves(match.state, seat)
    assert hint.action == SHORT.choose(game, match.view(seat), seat, Random(seed))


def test_a_hint_is_what_the_search_does() -> None:
    match = Match(RASANTO, 2, None, ("greedy", "greedy"), seed=3)
    for _ in range(20):
        match.step()
    seat, seed = match.seat, match.seed_of("hint")
    assert seat is not None
    question = hint_question(RASANTO, match.view(seat), seat, seed)
    assert question.bot is find_bot("hard")
    hint = hint_for(question._replace(bot=SHORT))
    thought = SHORT.think(RASANTO, match.view(seat), seat, Random(seed), SHORT.budget)
    assert hint.action == thought.action == SHORT.choose(RASANTO, match.view(seat), seat, Random(seed))
    after = RASANTO.play(match.state, hint.action, seat)
    assert hint.score == RASANTO.scores(match.state)[seat - 1]
    assert hint.best.score == RASANTO.scores(after)[seat - 1]
    assert hint_text(match.record, hint, seat).startswith("A good move: Set a ")


def prospect(
    score: float = 12,
    chance: Chance | None = None,
    end: End | None = None,
    others: float | None = 12,
    ahead: int = 0,
    is_over: bool = False,
    freed: int | None = None,
) -> Prospect:
    return Prospect(score, others, ahead, chance, end, is_over, freed)


@pytest.mark.parametrize(
    ("game", "best", "other", "said"),
    [
        (
            RASANTO,
            prospect(16),
            prospect(),
            "from 4 to 16 outside faces; the next best move leads to 12 outside faces.",
        ),
        (FEWEST, prospect(2), prospect(3), "from 4 to 2 dice left; the next best move leads to 3 dice left."),
        (
            RASANTO,
            prospect(chance=Chance(40, 60)),
            prospect(16, Chance(20, 60)),
            "Played on to the end it wins about 66 of 100 times, give or take 12, the next best move 34.",
        ),
        (
            RASANTO,
            prospect(chance=Chance(6, 12)),
            prospect(chance=Chance(5, 12)),
            "the next best move is about as good.",
        ),
        (RASANTO, prospect(chance=Chance(6, 12)), prospect(), "about 50 of 100 times, give or take 27."),
        (
            RASANTO,
            prospect(16, others=12),
            prospect(16, others=16),
            "You are ahead then; after the next best move you would not be. You then have 16, the best of the others "
            "12 outside faces.",
        ),
        (
            FEWEST,
            prospect(16, others=12),
            prospect(16, others=12),
            "The computer found none better when it thought ahead. You then have 16, the best of the others 12 dice "
            "left.",
        ),
        (RASANTO, prospect(ahead=1), prospect(), "You are ahead then; after the next best move you would not be."),
        (RASANTO, prospect(), prospect(ahead=-1), "After the next best move you would be behind."),
        (RASANTO, prospect(ahead=-1), prospect(), "The computer found none better when it thought ahead."),
        (
            RASANTO,
            prospect(4, others=4, freed=0),
            prospect(4, others=4),
            "The computer found none better when it thought ahead. It frees no other die.",
        ),
        (RASANTO, prospect(others=None), prospect(), "It looks best at first sight."),
        (
            RASANTO,
            prospect(chance=Chance(10, 60, 40, 20.0)),
            prospect(16, Chance(2, 60, 20, 10.0)),
            "Played on to the end it wins about 17 of 100 times and draws or shares the win 66 times, give or take 12; "
            "the next best move wins 4 and draws 34 times.",
        ),
        (
            RASANTO,
            prospect(chance=Chance(0, 60, 60, 30.0)),
            prospect(16, Chance(0, 60, 60, 30.0)),
            "wins about 1 of 100 times and draws or shares the win 99 times, give or take 2; the next best move is "
            "about as good.",
        ),
        (RASANTO, prospect(chance=Chance(0, 60, 60, 30.0)), prospect(), "shares the win 99 times, give or take 2."),
        (RASANTO, prospect(end=End.WIN, is_over=True), prospect(), "It wins."),
        (RASANTO, prospect(end=End.WIN), prospect(), "It wins with best play."),
        (RASANTO, prospect(end=End.SHARE), prospect(), "It wins at least a share."),
        (RASANTO, prospect(end=End.DRAW, is_over=True), prospect(), "It ends in a draw."),
        (
            RASANTO,
            prospect(end=End.DRAW),
            prospect(end=End.LOSS),
            "It is a draw with best play. With best play every other move loses.",
        ),
        (RASANTO, prospect(16), prospect(end=End.LOSS), "With best play every other move loses."),
        (RASANTO, prospect(16, end=End.LOSS), prospect(end=End.LOSS), "With best play every move loses."),
        (
            RASANTO,
            prospect(16, end=End.LOSS),
            prospect(),
            "from 4 to 16 outside faces; the next best move leads to 12 outside faces.",
        ),
        (RASANTO, prospect(end=End.WIN), None, "There is no other choice."),
    ],
)
def test_what_speaks_for_an_action_is_said_in_a_sentence(
    game: object, best: Prospect, other: Prospect | None, said: str
) -> None:
    record = Match(game, 2).record  # type: ignore[arg-type]
    assert why(record, Hint(STOP(), 4, best, other), 1).endswith(said)


def test_a_hint_and_a_review_name_the_place() -> None:
    def read(slug: str, action: str, side: int = 0) -> str:
        game = find_game(slug)
        record = Match(game, game.players[0]).record
        hint = Hint(game.parse(action), 0, prospect(end=End.WIN, is_over=True), prospect())
        return hint_text(record, hint, 1, side)

    assert read("rasanto", "place R800") == "A good move: Set a red die here (in the far corner, marked). It wins."
    assert read("rasanto", "place R800", side=1).startswith("A good move: Set a red die here (in the left corner, ")
    said = read("smuggling", "move 314>215")
    assert said == "A good move: Move there (from row 4, place 2 to row 3, place 2, marked). It wins."
    assert "(on level 6, row 1, place 1, marked)" in read("el-dado", "remove 002")
    assert "(beside the plate, marked)" in read("tabula-rasa", "break 0,0")
    assert "(in square a1, marked)" in read("roll-to-the-top", "write a1 d12")
    assert read("sandwich", "stop") == "A good move: That is all. It wins."


@pytest.mark.parametrize("game", all_games(), ids=lambda g: g.slug)
def test_whatever_may_be_advised_and_has_a_place_names_it(game: AnyGame) -> None:
    one_of_each = {action.verb: action for action in game.all_actions(game.options_from({}))}
    for action in one_of_each.values():
        assert bool(place_text(action)) == bool(places(action)), action


def all_worlds(game: AnyGame, view: Any, seat: int, most: int = MOST_WORLDS) -> list[Any] | None:
    """Every whole state that agrees with the view, some perhaps twice; None where they are too many."""
    worlds: list[Any] = []
    return worlds if holds_in_all(game, view, seat, lambda world: worlds.append(world) is None, most) else None


@pytest.mark.parametrize(("suspects", "is_won"), [(1, True), (3, False)])
def test_a_win_is_said_only_if_there_is_one_in_every_world_that_agrees(suspects: int, is_won: bool) -> None:
    """The last shepherd asks about a sheep, and wins if that is the wolf: for sure only where no other can be."""
    game = find_game("wolf")
    state = game.begin(2, game.options_from({"first_player": 1}))
    state = game.play(state, game.moves(state)[0], CHANCE)
    left = mask_of(BASE[:suspects])
    state = state._replace(shepherd=2, round=1, costs=(9, 0), suspects=left, wolf=BASE[0])
    view = game.view(state, 2)
    assert len(all_worlds(game, view, 2) or ()) == suspects
    ask = ASKS[BASE[0]]
    assert end_of(game.result(game.play(state, ask, 2)), 2, 2) is End.WIN  # it is that one
    assert prospect_of(game, view, state, 2, ask, Random(1), 0).end is (End.WIN if is_won else None)


@pytest.mark.parametrize(
    ("winners", "players", "expected"),
    [
        ((1,), 2, End.WIN),
        ((2,), 2, End.LOSS),
        ((1, 2), 2, End.DRAW),
        ((), 2, End.DRAW),
        ((1, 3), 3, End.SHARE),
        ((1,), 1, End.WIN),
        ((), 1, End.LOSS),
    ],
)
def test_a_win_is_that_of_one_seat_alone(winners: tuple[int, ...], players: int, expected: End) -> None:
    assert end_of(Result(winners, (0,) * players, "chance"), players, 1) is expected


class Drawn(Nim):
    """Both share the win, whatever they do."""

    def result(self, state: Heap) -> Result | None:
        return None if state.left else Result((1, 2), (0, 0), "chance")


class Tossed(Nim):
    """Once the heap is gone chance says who wins, one as likely as the other."""

    def to_move(self, state: Heap) -> Turn:
        return state.seat if state.left > 0 else None if state.left else CHANCE

    def moves(self, state: Heap, seat: int | None = None) -> Sequence[Action]:
        return super().moves(state) if state.left else [ROLL(1), ROLL(2)]

    def weights(self, state: Heap) -> Sequence[float]:
        return (1, 1)

    def result(self, state: Heap) -> Result | None:
        return Result((-state.left,), (0, 0), "chance") if state.left < 0 else None


def hinted(game: Nim, left: int) -> Hint:
    return hint_for(hint_question(game, Heap(left, 1, 2), 1, "seed"))


def reason(game: Nim, hint: Hint) -> str:
    record: Any = SimpleNamespace(game=game, options=None, players=2)
    return why(record, hint, 1)


def test_a_draw_and_an_even_chance_are_not_called_a_win_nor_one_the_other() -> None:
    for left in (2, 5):
        assert reason(Drawn(), hinted(Drawn(), left)).startswith("It is a draw with best play." if left > 3 else "It ")
        assert hinted(Drawn(), left).best.end is End.DRAW
    tossed = hinted(Tossed(), 5)
    assert tossed.best.end is None and tossed.best.chance is not None and not tossed.best.chance.draws
    assert "wins about " in reason(Tossed(), tossed)


@pytest.mark.parametrize(("left", "said"), [(3, "It wins."), (7, "It wins with best play.")])
def test_a_win_that_is_proven_is_said_whether_it_is_there_or_far_off(left: int, said: str) -> None:
    assert reason(Nim(), hinted(Nim(), left)) == said


def test_a_lost_heap_is_said_to_be_lost() -> None:
    assert reason(Nim(), hinted(Nim(), 8)) == "With best play every move loses."


def test_what_is_surely_lost_is_the_next_best_only_if_all_else_is() -> None:
    """Of 3 left, 1 and 2 leave the last ones to the other seat; of the third nothing is known."""
    lost = Candidate(ROLL(2), 0.3, 5, (0.0, 1.0), 0.0)
    open_ = Candidate(ROLL(1), 0.3, 0, (), float("inf"))
    thought = Thought(ROLL(3), ROLL(3), (Candidate(ROLL(3), 0.4, 5, (1.0, 0.0), 0.0), lost, open_), 9)
    assert next_best(Nim(), Heap(7, 1, 2), thought, ROLL(3), 1) == open_
    without = thought._replace(candidates=(thought.candidates[0], lost))
    assert next_best(Nim(), Heap(7, 1, 2), without, ROLL(3), 1) == lost


def test_draws_are_counted_apart_from_wins() -> None:
    chance = chance_of(Drawn(), Heap(5, 1, 2), 1, ROLL(1), Random(1), 24_000)
    assert chance is not None and chance.wins == 0 and chance.draws == chance.games and chance.share == 0.5


def test_what_may_be_hidden_is_listed_whole_or_nothing_is_proven() -> None:
    game = find_game("slipped")
    view = game.view(next(state for state, turn, _ in playout(game, 3, 3) if turn == 1), 1)
    worlds = all_worlds(game, view, 1)
    drawn = {game.determinized(view, 1, Random(seed)) for seed in range(200)}
    assert worlds is None or drawn <= set(worlds)
    assert all_worlds(game, view, 1, most=1) is None and len(drawn) > 1
    assert all_worlds(RASANTO, "open", 1) == ["open"]


def test_a_chance_is_counted_in_games_to_their_end() -> None:
    """Of 5 left whoever takes 1 wins against all that medium does, and of 6 nobody can."""
    chances = {left: chance_of(Nim(), Heap(left, 1, 2), 1, ROLL(1), Random(1), 24_000) for left in (5, 6)}
    assert chances[5] is not None and chances[6] is not None
    assert LEAST <= chances[5].wins == chances[5].games <= MOST and 0.9 < chances[5].share < 1
    assert chances[6].share < 0.2
    assert chances[5].is_surely_better_than(chances[6]) and not chances[6].is_surely_better_than(chances[6])
    assert chance_of(Nim(), Heap(6, 1, 2), 1, ROLL(1), Random(1), 300) is None  # not even a dozen games


def test_of_moves_that_a_thought_cannot_tell_apart_the_one_that_brings_more_is_advised() -> None:
    game = find_game("el-dado")
    match = Match(game, 2, game.options_from({"first_player": "1"}), ("random", "random"), seed=4)
    while match.seat != 1 or len(match.moves()) < 2:
        match.step()
    worth = {action: game.scores(game.play(match.state, action, 1))[0] for action in match.moves()}
    less, *_, more = sorted(worth, key=worth.__getitem__)
    assert worth[less] < worth[more]
    level = (Candidate(less, 0.5, 50, (0.52, 0.48), 0.05), Candidate(more, 0.5, 50, (0.5, 0.5), 0.05))
    thought = Thought(less, less, level, 100)
    assert at_once_best(game, thought, match.view(1), 1) == more
    apart = (level[0]._replace(error=0.001), level[1]._replace(error=0.001))
    assert at_once_best(game, thought._replace(candidates=apart), match.view(1), 1) == less


class Greed(Nim):
    """What is taken brings points."""

    def scores(self, state: Heap) -> tuple[float, ...]:
        return 9 - state.left, 0


@pytest.mark.parametrize("is_proven", [False, True])
def test_of_moves_that_a_thought_cannot_tell_apart_none_is_advised_that_is_lost(is_proven: bool) -> None:
    """Of 6 left 3 are most points and leave the last ones to the other seat, and 2 leave it nothing that wins."""
    best, lost = Candidate(ROLL(2), 0.3, 9, (0.1, 0.9), 0.1), Candidate(ROLL(3), 0.3, 9, (0.1, 0.9), 0.1)
    if is_proven:
        lost = lost._replace(values=(0.0, 1.0), error=0.0)
    thought = Thought(ROLL(2), ROLL(2), (best, lost), 20)
    assert at_once_best(Greed(), thought, Heap(6, 1, 2), 1) == ROLL(2)
    assert at_once_best(Greed(), thought, Heap(9, 1, 2), 1) == (ROLL(2) if is_proven else ROLL(3))


def test_a_hint_says_what_a_die_brings_and_what_it_opens() -> None:
    game = find_game("el-dado")
    record, action = Match(game, 2).record, game.parse("remove 000")
    for freed, told in ((0, "It frees no other die."), (1, "It frees one other die."), (3, "It frees 3 other dice.")):
        best, other = prospect(score=3.0)._replace(freed=freed), prospect(score=2.0)
        said = why(record, Hint(action, 0, best, other), 1)
        assert said == f"Your score goes from 0 to 3 points; the next best move leads to 2 points. {told}"
        said = why(record, Hint(action, 0, best, best), 1)
        assert said == f"Your score goes from 0 to 3 points. {told}" and "about as good" not in said


def test_what_a_move_frees_is_counted_where_dice_are_only_taken_off() -> None:
    heap = Pyramid((cell, Die("R")) for cell in CELLS)
    assert freed_by(heap, heap) is None and freed_by(heap.remove(CELLS[-1]), heap) is None
    assert freed_by(heap, heap.remove(parse_cell("000"))) == 3


def test_options_decide_whether_fewer_is_better() -> None:
    """Not the game alone: of *Up and Down* version B counts what is left."""
    game = find_game("up-and-down")
    match = Match(game, 3, game.options_from({"version": "B"}))
    fewer, more = prospect(score=30), prospect(score=31)
    assert "goes from 32 to 30 dice left" in why(match.record, Hint(STOP(), 32, fewer, more), 1)
    assert "goes from" not in why(match.record, Hint(STOP(), 32, more, fewer), 1)
    behind, ahead = prospect(score=30, others=29), prospect(score=30, others=31)
    assert why(match.record, Hint(STOP(), 32, ahead, behind), 1).startswith("You are ahead then")


def test_a_score_that_the_action_leaves_as_it_is_is_no_reason() -> None:
    said = why(Match(RASANTO, 2).record, Hint(STOP(), 16, prospect(16, others=12), prospect(16, others=12)), 1)
    assert said == "The computer found none better when it thought ahead."


@pytest.mark.parametrize(
    ("slug", "players", "name", "values"),
    [
        ("up-and-down", 3, "version", "ABC"),
        ("hide-away", 3, "target", ("own", "other")),
        ("steps-to-the-throne", 2, "score", ("captures", "turns")),
        ("roll-to-the-top", 1, "", ("",)),
        ("roll-to-the-top", 2, "", ("",)),
    ],
)
def test_what_is_better_is_the_same_for_bots_and_people(
    slug: str, players: int, name: str, values: Sequence[str]
) -> None:
    game = find_game(slug)
    for value in values:
        first = {"first_player": 1} if "first_player" in game.options_from({}) else {}
        options = game.options_from({name: value, **first} if name else first)
        state = game.start(players, options)
        assert game.fewer_wins(state) == (game.better_score(options, players) == FEWER)
