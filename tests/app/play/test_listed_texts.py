"""Entries of a list that differ read differently, in every game and every language."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from skill.app import i18n
from skill.app.play.match.choices import Chooser
from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import Runtime
from skill.app.play.match.turn import Turn
from skill.app.play.said.actions import effects, listed_texts, pointed_line
from skill.app.play.said.words import Looker, note_text, said
from skill.lattice.cells import CORNERS
from skill.lattice.notation import Action, parse_position
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from skill.table.match import Match
from tests.app.play.test_overlay import opened
from tests.engines import of_any_engine

pytestmark = of_any_engine
GAMES = [game for game in all_games() if game.kind != "physics"]
TURNS = 6
POSITIONS, EVERY, STEPS = 5, 4, 3
"""How many positions of a match, so many acts apart, and how many steps of a choice in each."""
NUMBERED = re.compile(r"\(\d+\)$")


def lists(game: AnyGame) -> Iterator[tuple[Any, Sequence[Action]]]:
    """The lists of a person at random choices of a match of bots, each with what the person sees."""
    rng, players = random.Random(7), game.players[0]
    match = Match(game, players, game.options_from({}), ("random",) * players, seed=3)
    for n in range(POSITIONS * EVERY):
        if match.turn is None or match.needs_hands():
            return
        if match.seat is not None and n % EVERY == 0:
            chooser = Chooser(match.moves())
            for _ in range(STEPS):
                if len(chooser.listed) > 1:
                    yield match.view(match.seat), chooser.listed
                if not chooser.choice.targets:
                    break
                chooser.point(rng.choice(chooser.choice.targets))
        match.step()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_entries_that_differ_read_differently(game: AnyGame) -> None:
    looker = Looker(tuple(f"Player {seat}" for seat in range(1, game.players[1] + 1)), 1)
    found = list(lists(game))
    for code in ("en", "de", "fr"):
        i18n.use_language(code)
        for view, actions in found:
            texts = listed_texts(game, view, actions, looker)
            assert len({*texts}) == len(actions)
            assert not [text for text in texts if NUMBERED.search(text)], code


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_an_act_brings_is_foreseen_where_nothing_is_hidden(game: AnyGame, tmp_path: Path) -> None:
    control, rng = opened(tmp_path, game.slug, game.players[0]), random.Random(1)
    match = control.runtime.match
    for _ in range(TURNS):
        if control.runtime.phase is not Phase.CHOICE or not control.turn.chooser.choice.legal:
            break
        seat, action = control.turn.seat, rng.choice(control.turn.chooser.choice.legal)
        foreseen, before, count = control.turn.foreseen(action).notes, match.view(seat), len(match.played)
        control.turn.chooser.look_at(action)
        assert all(note_text(match.record, note, Looker(("A",) * 8)) in effects(control.turn) for note in foreseen)
        control.play(action)
        if foreseen and len(match.played) == count + 1:
            assert foreseen == tuple(game.foreseen(before, action, seat, match.view(seat)))
        for _ in range(40):
            control.follow()
            if not control.needs_time:
                break
            control.advance(0.5, tuple)


def test_what_a_square_would_take_and_what_a_chunk_costs_are_told_when_pointed_at(tmp_path: Path) -> None:
    control, told = opened(tmp_path, "roll-to-the-top", 1), set[str]()
    for _ in range(200):
        control.follow()
        chooser = control.turn.chooser
        if control.runtime.phase is Phase.CHOICE and chooser.choice.targets:
            for square in chooser.choice.targets:
                chooser.look_at(square)
                if len(chooser.would) == 1:
                    told.add(pointed_line(control.turn))
            if told:
                break
            control.play(random.Random(1).choice(chooser.choice.legal))
        elif not control.go_on():
            control.advance(0.5, tuple)
    assert told and all(re.fullmatch(r"Write [\d += ]+ here\. \d+ squares are empty then", text) for text in told)

    match = Match(game := find_game("quadrula-rasa"), 2, None, ("human",) * 2, seed=1)
    while match.moves()[0].verb != "break":
        match.play(match.moves()[0])
    before, action = match.state, match.moves()[0]
    note = game.foreseen(before, action, match.seat, game.play(before, action, match.seat))[0]
    assert said(note.text, Looker(())) == "One die comes off, 63 stay in the cube"


@pytest.mark.parametrize("slug", ["green-amoeba", "mound-mover"])
def test_where_players_have_corners_a_move_is_told_by_them(slug: str, tmp_path: Path) -> None:
    control = opened(tmp_path, slug, 3)
    turn, found = control.turn, set[str]()
    for _ in range(40):
        control.follow()
        if turn.chooser.choice.legal and control.runtime.phase is Phase.CHOICE:
            break
        if not control.go_on():
            control.advance(0.5, tuple)
    match = control.runtime.match
    (home,) = (c for c, owner in match.game.owned_cells(match.state).items() if owner == turn.seat and c in CORNERS)
    for action in turn.chooser.choice.legal:
        ends = [value for kind, value in action.arguments if kind == "cell"]
        turn.chooser.look_at(action)
        told = pointed_line(turn)
        if len(ends) == 2 and ends[1] == home:
            assert "towards your corner" in told
        if len(ends) == 2 and ends[0] == home:
            assert "away from your corner" in told
        found |= {words for words in ("towards your corner", "away from your corner") if words in told}
    assert found


def test_columns_under_one_die_tell_the_way_down_that_they_lead() -> None:
    game = find_game("asparagus")
    state = game.begin(2, game.options_from({"first_player": 1}), parse_position("R422 R332 R323 R322"))
    columns = [action for action in game.moves(state, 1) if action.verb == "column"]
    assert len(columns) == 3
    texts = listed_texts(game, state, columns, Looker(("A", "B")))
    assert sorted(texts) == sorted(f"Pull 2 dice: 2 points (down to the {way})" for way in ("back", "left", "right"))
    assert len({*texts}) == len(columns)


def test_what_brings_most_points_is_the_first_on_the_list_and_what_a_second_click_takes() -> None:
    game = find_game("asparagus")
    options = game.options_from({"first_player": "1"})
    match = Match(game, 2, options, ("human", "human"), seed=3)
    runtime = Runtime(lambda: match)
    while runtime.phase is Phase.ITSELF:
        runtime.advance(1.0, tuple)
    turn = Turn(runtime)
    turn.follow()
    assert match.view(1) != match.state  # what lies inside is hidden
    [top] = turn.chooser.choice.targets
    turn.chooser.point(top)
    assert [action.verb for action in turn.chooser.listed] == ["column", "remove"]
    turn.chooser.look_at(top)
    assert turn.chooser.accept() == turn.chooser.listed[0]
