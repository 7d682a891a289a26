"""What games tell people: a goal in a line, and sentences about what was done, without notation."""

from __future__ import annotations

import re
from itertools import islice, pairwise

import pytest

from skill.app.play.said.words import Looker, place_words, said
from skill.lattice.cells import CELLS, parse_cell
from skill.lattice.dice import GREEN, RED, Die
from skill.rules.catalogue import all_games, find_game
from skill.rules.fact import At, Player, Side, fact
from skill.rules.game import AnyGame
from skill.rules.telling import MOST_GOAL
from tests.rules.playouts import playout

NOTATION = re.compile(
    r"\b[A-Z]?\d{3}\b(?! dice| points|\.\d seconds)|\d>\d|:\d{3}|\b[ijkIJK] ?=|\b[Ss]ides? [IJK]\b|"
    r"\b[RGKBOYPTW]\d\b|[{}_@]|\bd\d"
)
"""What is written so is for records, not for people."""
GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
ACTIONS = 400  # of one random game that are read


def looker(game: AnyGame, players: int, you: int | None = None) -> Looker:
    return Looker(tuple(f"Player {seat}" for seat in range(1, players + 1)), you)


@GAMES
def test_every_game_has_a_goal_in_one_short_line(game: AnyGame) -> None:
    assert game.goal
    state = game.begin(game.players[1], game.options_from({}))
    for seat in range(1, game.players[1] + 1):
        line = said(game.goal_line(game.view(state, seat), seat), looker(game, game.players[1], seat))
        assert "\n" not in line and line.endswith(".")
        assert len(line) <= MOST_GOAL and not NOTATION.search(line), line


@GAMES
def test_rules_name_sides_by_the_marks_of_the_rim(game: AnyGame) -> None:
    texts = [*game.text.told, *(option.help for option in game.all_options)]
    assert not [text for text in texts if re.search(r"\b(sides?|opposite|towards|on) [IJK]\b", text)]
    assert game.has_sides or not [text for text in texts if "the orange side" in text]


@GAMES
def test_what_was_done_is_told_in_sentences(game: AnyGame) -> None:
    """Everything that a random game's actions say: to each player, as he may see it."""
    steps = list(islice(playout(game, 1), ACTIONS))
    players, told = game.players[1], 0
    for (before, by, action), (after, _, _) in pairwise(steps):
        seats = len(game.scores(before))
        for you in range(1, min(seats, 3) + 1):
            views = game.view(before, you), game.view(after, you)
            actor = by if isinstance(by, int) else None
            facts = game.told(views[0], action, actor, views[1])
            for sentence in (said(f, looker(game, players, you)) for f in facts):
                told += 1
                assert not sentence[:1].islower() and sentence[-1:] in ".!?", sentence
                assert not NOTATION.search(sentence), sentence
            is_part = game.block(before) is not None and game.to_move(after) == actor  # its piece is told as a whole
            is_told = facts or actor is None or is_part or action.verb in game.secrets(before.options)
            assert is_told, f"{action} is not told"
    assert told


@GAMES
def test_what_is_drawn_lies_on_the_plate_and_what_follows_ends_where_it_should(game: AnyGame) -> None:
    steps = list(islice(playout(game, 2), 60))
    for (before, by, action), (after, _, _) in pairwise(steps):
        assert game.stages(before, action, after)[-1] == game.pyramid(after)
        for note in game.notes(before, action, by if isinstance(by, int) else None, after):
            assert set(note.cells) <= set(CELLS)
        seat = by if isinstance(by, int) else 1
        view = game.view(before, seat)
        cells = {*game.labels(view, seat), *game.owned_cells(view), *game.goal_cells(view, seat)}
        assert cells <= set(CELLS)
        assert all(1 <= owner <= len(game.scores(before)) for owner in game.owned_cells(view).values())


@GAMES
def test_what_chance_does_in_secret_is_told_without_what_it_was(game: AnyGame) -> None:
    assert not any("{" in verb.drawn for verb in game.verbs if verb.name in game.secret_verbs)


def test_who_reads_is_spoken_to() -> None:
    took = fact("{player} took {count} dice.", one="{player} took a die.", player=Player(2), count=1)
    names = ("Red", "Green")
    assert said(took, Looker(names)) == "Green took a die."
    assert said(took, Looker(names, you=2)) == "You took a die."
    gave = fact("{player} gave {dice} to {other}.", player=Player(1), other=Player(2), dice=(Die(RED), Die(GREEN)))
    assert said(gave, Looker(names, you=2)) == "Red gave a red die, a green die to you."
    assert said(fact("{player} begins.", you="You begin.", player=Player(1)), Looker(names, you=1)) == "You begin."


@pytest.mark.parametrize(
    ("cell", "side", "words"),
    [
        ("800", 0, "in the far corner"),
        ("080", 0, "in the right corner"),
        ("008", 0, "in the left corner"),
        ("080", 1, "in the far corner"),
        ("044", 0, "at the near edge, place 5"),
        ("404", 0, "at the left edge, row 5"),
        ("404", 1, "at the near edge, place 5"),
        ("440", 0, "at the right edge, row 5"),
        ("233", 0, "in row 3, place 4"),
        ("000", 2, "on top"),
        ("111", 0, "on level 5, row 2, place 2"),
        ("233", 1, "in row 4, place 4"),
    ],
)
def test_places_are_named_for_who_sits_on_a_side(cell: str, side: int, words: str) -> None:
    assert place_words(parse_cell(cell), side, 0) == words
    assert said(fact("There: {cell}.", cell=At(parse_cell(cell))), Looker((), side=side)) == f"There: {words}."


def test_every_cell_has_a_name_of_its_own_for_each_way() -> None:
    for side in range(3):
        assert len({place_words(cell, side, way) for cell in CELLS for way in range(3)}) == 3 * len(CELLS)


def test_sides_are_called_after_their_marks() -> None:
    assert said(fact("{player} looks at {side}.", player=Player(1), side=Side(1)), Looker(("Ann",))) == (
        "Ann looks at the violet side."
    )


def test_a_game_of_one_tells_what_filled_itself() -> None:
    game = find_game("rasanto")
    state = game.begin(2, game.options_from({"first_player": 1}))
    for text in ("place R323", "place G233"):
        state = game.play(state, game.parse(text))
    after = game.play(state, game.parse("place R224"))
    sentences = [said(f, Looker(("Red", "Green"), 1)) for f in game.told(state, game.parse("place R224"), 1, after)]
    assert sentences == ["You put a red die in row 3, place 3.", "A funnel over two and one got the colour of the two."]
    first, last = game.stages(state, game.parse("place R224"), after)
    assert len(first) == 3 and last == after.pyramid
