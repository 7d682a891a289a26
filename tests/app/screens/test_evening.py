"""An evening in the window, and the card at the end of a match."""

from __future__ import annotations

from random import Random
from typing import Any

import pygame

from skill.app.play.match.setup import Setup
from skill.app.play.replay import reviewer
from skill.app.screens import destinations
from skill.app.screens.match import cards
from skill.rules.catalogue import find_game
from skill.table.evening import Evening, keep_evening, kept_evening
from skill.table.review import Judgement, Question
from tests.app.driver import Driver
from tests.rules.playouts import random_action

GAMES = tuple(map(find_game, ("el-dado", "asparagus", "favourite")))
SEATS = ("human", "human")


def played_out(screen: Any) -> None:
    """Goes on at random to the end of the match."""
    match, rng = screen.control.runtime.match, Random(5)
    while match.turn is not None:
        by, action = random_action(match.game, match.state, match.turn, rng)
        match.play(action, by)
    screen.control.board.rest()


def test_an_evening_goes_on_from_match_to_match_and_after_the_window_was_closed(open_app) -> None:
    app = open_app("undrawn")
    driver, folder = Driver(app), app.store.folder
    keep_evening(folder, Evening(GAMES, SEATS))
    app.go_to(destinations.Evening())
    driver.frames(2)
    driver.key(pygame.K_RETURN)
    assert app.screen.control.runtime.match.game is GAMES[0]
    played_out(app.screen)
    driver.until_card()
    match = app.screen.control.runtime.match
    won = kept_evening(folder)
    assert won is not None
    assert won.winners == (match.result.winners,)
    assert "Game 1 of 3 of the evening." in app.screen.dialog.text
    assert next(iter(app.screen.dialog.commands)) == f"Next: {GAMES[1].title}"
    driver.press(f"Next: {GAMES[1].title}")
    match = app.screen.control.runtime.match
    assert match.game is GAMES[1]
    while match.seat is None:
        match.step()
    match.play(match.moves()[0])
    app.go_to(destinations.Home())
    under_way = kept_evening(folder)
    assert under_way is not None
    assert (folder / "journals" / under_way.under_way).exists()
    app.go_to(destinations.Evening())  # as a window that is opened anew shows it, from the file alone
    driver.frames(2)
    driver.key(pygame.K_RETURN)
    assert [str(line) for line in app.screen.control.runtime.match.played] == [str(line) for line in match.played]
    for number in (2, 3):
        played_out(app.screen)
        driver.until_card()
        assert f"Game {number} of 3" in app.screen.dialog.text
        driver.key(pygame.K_RETURN)
        driver.frames(2)
    assert type(app.screen).__name__ == "EveningScreen"
    over = kept_evening(folder)
    assert over is not None
    assert over.next_game is None
    assert sum(over.points) >= 6


def test_players_and_minutes_choose_the_games(open_app) -> None:
    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.Evening())
    driver.frames(2)
    screen = app.screen
    before = screen.planned
    driver.click(screen.acts.rect_of("players").center)
    driver.click(screen.acts.rect_of("minutes").center)
    assert (screen.players, screen.minutes) == (3, 90)
    assert screen.planned.seats == ("human", "human", "medium")
    driver.click(screen.acts.rect_of("choose").center)
    assert screen.planned.games != before.games
    driver.click(screen.acts.rect_of("go").center)
    assert tuple(app.screen.control.runtime.match.seats) == ("human", "human", "medium")
    kept = kept_evening(app.store.folder)
    assert kept is not None
    assert kept.next_game is app.screen.control.runtime.match.game


def test_a_broken_evening_is_told_and_another_can_be_begun(open_app) -> None:
    app = open_app("undrawn")
    (app.store.folder / "evening.toml").write_text("games = 3", encoding="utf-8")
    app.go_to(destinations.Evening())
    assert "evening.toml: games: expected" in app.screen.dialog.text
    app.screen.close_dialog()
    assert "go" in app.screen.acts.keys


def judged_at_once(question: Question) -> Judgement:
    """The fifth action was a mistake."""
    decision, number, played = question
    better = next(move for move in decision.game.moves(decision.view, decision.seat) if move != played)
    return Judgement(number, decision.seat, played, better, 0.2, 0.7 if number == 5 else 0.2, 0.01)


def test_the_card_at_the_end_shows_where_the_match_turned_and_leads_on(open_app, monkeypatch) -> None:
    monkeypatch.setattr(reviewer, "judged", judged_at_once)
    monkeypatch.setattr(cards, "LOOKS_AFTER_S", 3.0)
    game = find_game("el-dado")
    app = open_app("undrawn", Setup(game, 2, game.options_from({"first_player": 1}), SEATS, seed=4))
    driver, screen = Driver(app), app.screen
    played_out(screen)
    driver.until_card()
    assert screen.dialog.picture is None
    buttons = list(screen.dialog.commands)
    places = {button.text: button.rect.topleft for button in screen.dialog._buttons}
    driver.until(lambda: screen.dialog.picture is not None, most=400, seconds=0.1)
    assert "Action 5:" in screen.dialog.text
    assert "70 of 100" in screen.dialog.text
    assert list(screen.dialog.commands) == buttons
    assert {button.text: button.rect.topleft for button in screen.dialog._buttons} == places
    assert not screen.cards.is_looking
    driver.press("Rematch: Player 2 begins")
    assert app.screen.control.runtime.match.seat is None or app.screen is not screen
    assert app.screen.control.runtime.match.record.options["first_player"] == 2
    played_out(app.screen)
    driver.until_card()
    driver.press("Another like this")
    assert type(app.screen).__name__ == "GameSheetScreen"
    assert app.screen.game.kind == game.kind
