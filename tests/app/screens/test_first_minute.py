"""The first minute: guided matches, favourites, the challenge of the day, how everybody has done, the game sheet."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from skill.app.input.actions import Act
from skill.app.input.device import Device
from skill.app.play.attempts.runner import Purpose
from skill.app.play.guides import all_guides
from skill.app.play.guides.guide import ACTED, ANSWERED, HAPPENED, READ
from skill.app.play.match.daily import daily_game, daily_setup, day_of, result_to_copy
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Settings
from skill.app.play.said.words import scores_text
from skill.app.screens import destinations
from skill.app.screens.home.first_rows import START_HERE
from skill.lattice.cells import CORNERS, parse_cell
from skill.lattice.dice import COLOUR_NAMES
from skill.rules.catalogue import all_games, find_game
from skill.table.match import Match

pygame = pytest.importorskip("pygame")
from pygame_gui.elements import UIButton, UITextBox  # noqa: E402  (needs pygame)

from tests.app.driver import Driver  # noqa: E402
from tests.app.screens.test_home import type_in  # noqa: E402
from tests.engines import needs_engine  # noqa: E402

pytestmark = pytest.mark.filterwarnings("error::UserWarning")


def guided(open_app, name: str, size=(1000, 640)):
    """The match of a guide, begun from home by pointer."""
    app = open_app("undrawn", size=size)
    driver = Driver(app)
    driver.frames(2)
    driver.click(app.screen.first.rect_of(START_HERE).center)
    driver.press(all_guides()[name].title)
    driver.frames(2)
    assert app.screen.strips.guide.guide is all_guides()[name]
    return driver, app.screen


def rest(driver: Driver, screen) -> None:
    driver.until(lambda: screen.control.runtime.phase is Phase.CHOICE and not screen.control.board.is_moving)


def test_the_window_takes_the_language_of_the_system_at_its_first_start(
    open_app, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "fr_CA:en")
    app = open_app("undrawn")
    Driver(app).frames(1)
    assert app.preferences.language == "system"
    shown = {element.text for element in app.ui.get_sprite_group().sprites() if isinstance(element, UIButton)}
    assert {"Préférences"} <= shown


# -- guided matches


def test_rasanto_is_taught_by_doing(open_app) -> None:
    driver, screen = guided(open_app, "rasanto")
    whole = screen.scene_rect.copy()
    assert whole.y > 0  # below the strip
    driver.click(driver.pixel_of(parse_cell("233")))
    driver.frames(2)
    assert screen.strips.guide.number == 1
    rest(driver, screen)
    driver.frames(60)
    assert screen.strips.guide.number == 1  # it can be read as long as one likes
    driver.press("Next")
    assert screen.strips.guide.number == 2
    while screen.strips.guide.number == 2:
        taken = {cell for cell, _ in screen.control.runtime.match.pyramid}
        near = [cell for cell in map(parse_cell, ("323", "332", "224", "242", "422")) if cell not in taken]
        driver.click(driver.pixel_of(near[0]))
        driver.frames(2)
        rest(driver, screen)
        driver.frames(2)
    assert len(screen.control.runtime.match.pyramid) > 2
    driver.press("Next")
    assert screen.strips.guide.number == 4
    driver.key(pygame.K_n)  # by key
    driver.frames(2)
    assert screen.strips.guide.is_over
    assert screen.scene_rect.y == 0
    assert screen.control.runtime.phase is Phase.CHOICE  # the match goes on
    driver.press("Restart")
    driver.press("Begin anew")
    assert screen.strips.guide.number == 0


def test_el_dado_is_taught_by_doing(open_app) -> None:
    driver, screen = guided(open_app, "el_dado")
    rest(driver, screen)
    for number in range(1, 6):
        if number == 4:
            driver.press("Undo")
        else:
            rest(driver, screen)
            driver.key(pygame.K_TAB)
            driver.key(pygame.K_RETURN)
        driver.frames(3)
        assert screen.strips.guide.number == number
    assert screen.strips.guide.is_over


def test_the_guide_of_rasanto_names_no_colour() -> None:
    """Which ones are shown is a preference."""
    said = " ".join(step.text + step.by_keys for step in all_guides()["rasanto"].steps)
    assert not {*COLOUR_NAMES.values()} & {*re.findall(r"[a-z]+?(?=s?\b)", said.lower())}


def test_faraday_is_taught_in_practice_and_then_for_the_clock(open_app, monkeypatch) -> None:
    needs_engine()
    driver, screen = guided(open_app, "faraday")
    runtime = screen.control.runtime
    driver.press("Practise")
    driver.frames(2)
    assert screen.strips.guide.number == 1
    assert runtime.attempts.purpose is Purpose.PRACTICE
    driver.point((screen.scene_rect.centerx + 170, screen.scene_rect.centery))
    driver.frames(30)
    assert screen.strips.guide.number == 2
    cells = screen.control.attempt.start_cells()
    assert len(cells) == 3
    assert screen.control.attempt.cells() <= cells
    monkeypatch.setattr(screen.control.attempt, "cells", lambda: frozenset({*list(cells)[:2], parse_cell("341")}))
    driver.frames(2)
    assert screen.strips.guide.number == 3
    monkeypatch.setattr(screen.control.attempt, "cells", lambda: frozenset({*list(cells)[:2], CORNERS[0]}))
    driver.frames(2)
    assert screen.strips.guide.number == 4
    driver.key(pygame.K_g)
    driver.until_card()
    driver.press("Enough practice")
    driver.frames(20)
    assert screen.strips.guide.number == 4
    driver.click(screen.scene_rect.center)
    driver.frames(2)
    assert runtime.attempts.purpose is Purpose.MATCH
    assert screen.strips.guide.is_over


def test_what_is_beyond_the_step_of_faraday_counts_as_that_step_done(open_app, monkeypatch) -> None:
    needs_engine()
    driver, screen = guided(open_app, "faraday")
    runtime = screen.control.runtime
    driver.click(screen.scene_rect.center)  # while practice is asked for
    driver.frames(2)
    assert runtime.attempts.purpose is Purpose.PRACTICE
    assert screen.strips.guide.number == 1
    cells = screen.control.attempt.start_cells()
    monkeypatch.setattr(screen.control.attempt, "cells", lambda: frozenset({*list(cells)[:2], parse_cell("341")}))
    driver.frames(2)  # a die has hopped on a plate that does not lean
    assert screen.strips.guide.number == 3
    driver.key(pygame.K_g)
    driver.until_card()
    driver.press("Enough practice")
    driver.frames(20)
    driver.key(pygame.K_RETURN)
    assert runtime.attempts.purpose is Purpose.PRACTICE
    driver.press("Leave the guide")
    driver.key(pygame.K_g)
    driver.until_card()
    driver.press("Enough practice")
    driver.frames(20)
    driver.key(pygame.K_RETURN)
    assert runtime.attempts.purpose is Purpose.MATCH


@pytest.mark.parametrize("name", sorted(all_guides()))
def test_the_plate_stays_where_it_is_from_the_first_step_of_a_guide_to_the_last(open_app, name: str) -> None:
    driver, screen = guided(open_app, name)
    scenes = []
    while not screen.strips.guide.is_over:
        scenes.append(screen.scene_rect.copy())
        driver.key(pygame.K_n)
        driver.frames(2)
    assert len(scenes) > 1
    assert scenes == scenes[:1] * len(scenes)


@pytest.mark.parametrize("name", ["rasanto", "el_dado"])
def test_an_action_makes_the_next_step_that_waits_for_one_whatever_is_shown(open_app, name: str) -> None:
    driver, screen = guided(open_app, name)
    steps = all_guides()[name].steps
    for number, step in enumerate(steps):
        screen.strips.guide.number = number
        screen.strips.guide._begin()
        waits = next((n for n, one in enumerate(steps[number:], number) if one.until in (ACTED, ANSWERED)), None)
        rest(driver, screen)
        before = screen.strips.guide.number
        screen.control.play(screen.control.turn.chooser.choice.legal[0])
        driver.frames(2)
        assert screen.strips.guide.number >= (before if waits is None else waits + 1), step
        if screen.strips.guide.is_over:
            return


def test_a_guide_is_skipped_and_left_by_keys_and_buttons(open_app) -> None:
    driver, screen = guided(open_app, "rasanto")
    driver.press("Skip")
    driver.key(pygame.K_n)
    assert screen.strips.guide.number == 2
    driver.press("Leave the guide")
    assert screen.strips.guide is None
    assert not screen.control.runtime.match.played
    driver, screen = guided(open_app, "el_dado")
    driver.key(pygame.K_n, pygame.KMOD_LCTRL)
    assert screen.strips.guide is None


@pytest.mark.parametrize("name", all_guides())
def test_the_steps_of_a_guide_are_few_known_and_read_whole(open_app, name: str) -> None:
    guide = all_guides()[name]
    assert 4 <= len(guide.steps) <= 5
    assert guide.players == len(guide.seats)
    assert all(step.until == READ or step.until in HAPPENED for step in guide.steps)
    app = open_app("undrawn", size=(1024, 700))
    app.prefer(app.preferences.changed(text_size=1.5))
    app.go_to(destinations.Match(guide.setup(), guide))
    screen = app.screen
    for number in range(len(guide.steps)):
        assert screen.strips.guide.number == number
        assert all("{" not in screen.strips.guide.text(device) for device in Device)
        strip = screen.strips.step.rect
        elements = app.ui.get_sprite_group().sprites()
        texts = [e for e in elements if isinstance(e, UITextBox) and strip.contains(e.rect)]
        buttons = [e for e in elements if isinstance(e, UIButton) and strip.contains(e.rect)]
        assert len(buttons) == 2
        assert [text.scroll_bar for text in texts] == [None]
        assert screen.scene_rect.h > 300
        screen.act(Act.NEXT_STEP)
    assert screen.strips.guide.is_over


# -- favourites


def test_favourites_are_marked_by_star_and_key_listed_first_and_kept(open_app) -> None:
    app = open_app("undrawn")
    driver, home = Driver(app), app.screen
    driver.frames(2)
    assert "Favourites" not in [row.text for row in home.list.rows]
    row = home.list.rect_of(find_game("dune"))
    driver.click((row.right - 20, row.centery))
    assert home.game is not find_game("dune")  # only its star was meant
    type_in(driver, "rasanto")
    driver.key(pygame.K_d, pygame.KMOD_LCTRL)
    driver.key(pygame.K_ESCAPE)
    assert [row.text for row in home.list.rows[:3]] == ["Favourites", " 02  Dune", " 23  Rasanto"]
    assert len(home.list.keys) == len(all_games())
    app = open_app("undrawn")
    assert app.preferences.favourites == ["dune", "rasanto"]
    driver, home = Driver(app), app.screen
    driver.frames(2)
    row = home.list.rect_of(find_game("dune"))
    driver.click((row.right - 20, row.centery))
    assert app.preferences.favourites == ["rasanto"]


# -- the challenge of the day


def test_the_challenge_is_the_same_match_all_day_and_another_tomorrow() -> None:
    today = date(2026, 11, 22)
    assert daily_setup(today) == daily_setup(today)
    assert daily_setup(today).seed == 20261122
    games = set()
    for days in range(60):
        day = today + timedelta(days)
        setup = daily_setup(day)
        match = Match(*setup[:4], setup.seed)
        assert day_of(match.record) == day
        assert day_of(match.record._replace(seats=("human", "human"))) is None
        games.add(daily_game(day))
    assert len(games) > 5
    game = find_game("rasanto")
    assert day_of(Match(game, 2, seed=3).record) is None


def test_the_result_of_a_challenge_is_copied(open_app, monkeypatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr("pygame.scrap.put_text", copied.append)
    app = open_app("undrawn")
    driver = Driver(app)
    driver.frames(2)
    driver.click(app.screen.first.rect_of(app.screen.first.keys[1]).center)
    match = app.screen.control.runtime.match
    day = day_of(match.record)
    assert day is not None
    while match.result is None:
        match.play(match.moves()[0]) if match.moves() and match.seat else match.step()
    driver.until_card()
    driver.press("Copy result")
    title = app.screen.dialog.title
    assert title == "Your result has been copied"
    [text] = copied
    assert str(day) in text
    assert match.game.title in text
    assert scores_text(match.record, match.result.scores) in text
    driver.key(pygame.K_ESCAPE)
    driver.until_card()  # the result is there again
    driver.press("Play again")
    assert day_of(app.screen.control.runtime.match.record) == day


def test_a_result_reads_as_a_sentence() -> None:
    game = find_game("rasanto")
    record = Match(game, 2).record._replace(result="73 62")
    text = result_to_copy(date(2026, 11, 22), "Ann has won", record, scores_text(record, (73, 62)))
    assert text == "Skillbox, challenge of 2026-11-22: Rasanto. Ann has won, 73 : 62 outside faces."


# -- how everybody has done


def test_how_everybody_has_done_is_listed_by_game_and_by_player(open_app) -> None:
    app = open_app("undrawn")
    game = find_game("rasanto")
    for seed in range(3):
        match = Match(game, 2, game.options_from({"first_player": 1}), ("random",) * 2, seed)
        match.advance()
        record = match.record._replace(seats=("human", "random"))
        app.store.finish(app.store.new_journal(game), record, ("Ann", ""))
    driver = Driver(app)
    driver.frames(2)
    home = app.screen
    driver.click(home.first.rect_of(home.first.keys[3]).center)
    screen = app.screen
    assert screen.games.rows[0].text == "Rasanto"
    assert sorted(row.text for row in screen.games.rows[1:]) == ["Ann", "random"]
    ann = next(row for row in screen.games.rows if row.text == "Ann")
    assert ann.right.startswith("played 3, won ")
    assert "best score" in ann.right
    assert [row.text for row in screen.players.rows] == ["People", "Ann", "Bots", "random"]
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_TAB)
    assert screen.focused is screen.players
    driver.key(pygame.K_ESCAPE)
    assert app.screen is not screen
    app.go_to(destinations.Statistics())
    driver.press("All games")
    assert app.screen.list


@pytest.mark.parametrize("where", [destinations.Statistics(), destinations.Analysis()])
def test_rows_are_walked_down_and_up_by_keys_and_round_at_the_ends(open_app, where) -> None:
    app = open_app("undrawn")
    game = find_game("rasanto")
    for name in ("Ann", "Ben", "Cid"):
        match = Match(game, 2, None, ("random",) * 2, 1)
        match.advance()
        app.store.finish(app.store.new_journal(game), match.record._replace(seats=("human",) * 2), (name, "Dan"))
    app.go_to(where)
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    lists = getattr(screen, "lists", (screen.games,))
    for rows in lists:
        keys, begun = rows.keys, rows.keys.index(rows.chosen)
        assert len(keys) > 3
        for key, steps in ((pygame.K_DOWN, (1, 2, 3)), (pygame.K_UP, (2, 1, 0, -1, -2))):
            for step in steps:
                driver.key(key)
                assert rows.chosen == keys[(begun + step) % len(keys)]
        driver.key(pygame.K_TAB)


# -- the game sheet


def test_teams_names_and_colours_are_agreed_on_the_sheet(open_app) -> None:
    app = open_app("undrawn")
    app.go_to(destinations.GameSheet(find_game("el-dado")))
    driver, sheet = Driver(app), app.screen
    driver.frames(2)
    names = [line.name for line in sheet.form.lines]
    assert {"name 1", "colour 1", "team 1", "team 2"} <= set(names)
    assert "name 2" not in names  # a bot sits there

    def step(name: str) -> None:
        sheet.form.row = [line.name for line in sheet.form.lines].index(name)
        driver.key(pygame.K_RIGHT)

    before = app.preferences.seated_players[0].colour
    step("colour 1")
    assert app.preferences.seated_players[0].colour != before
    step("team 1")
    assert sheet.settings.setup().seats == ("human+human", "medium")
    driver.press("Start")
    driver.until(lambda: app.screen.control.runtime.phase is Phase.CHOICE)
    assert app.screen.control.runtime.match.seats == ("human+human", "medium")
    app.go_to(destinations.GameSheet(find_game("rasanto")))
    names = [line.name for line in app.screen.form.lines]
    assert "colour 1" not in names  # the game gives the colours
    assert "team 2" in names
    assert Settings(find_game("race")).game.teams or "team 1" not in [
        e.name for e in Settings(find_game("race")).entries()
    ]
