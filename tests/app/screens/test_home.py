"""The home screen and the sheet of a game: search, filters, the triangle, what waits, options; by mouse and by keys."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path

import numpy as np
import pytest

from skill.analyse.kept import kept
from skill.app.library.findings import about_chance, about_seats
from skill.app.library.profiles import profile_of
from skill.app.play.guides import all_guides
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Settings, Setup, about_levels
from skill.app.screens.home.saved_matches import SavedMatch, discard
from skill.errors import FileError
from skill.lattice.notation import ATTEMPT, parse_position
from skill.rules.catalogue import all_games, find_game
from skill.rules.rules_page import rules_page
from skill.rules.words import WORDS
from skill.table.match import Match
from skill.table.record import trace_name
from skill.table.store import Store
from tests.app.conftest import WINDOWS

pygame = pytest.importorskip("pygame")
from skill.app.screens import destinations  # noqa: E402
from skill.app.screens.game_sheet.screen import rules_html  # noqa: E402  (needs pygame)
from skill.app.screens.home.panel import PLAY, SAVED  # noqa: E402
from skill.app.widgets.form import Change  # noqa: E402
from tests.app.driver import Driver  # noqa: E402

pytestmark = pytest.mark.filterwarnings("error::UserWarning")
both_windows = pytest.mark.parametrize("kind", WINDOWS)


def test_players_follow_options_that_change_their_number() -> None:
    game = find_game("up-and-down")
    settings = Settings(game)
    option = next(name for name, _ in game.players_with)
    value = next(value for _, value in game.players_with)
    settings.set(option, str(value))
    low, high = game.players_with[option, value]
    for _ in range(high):
        settings.step("players", 1)
        assert low <= settings.setup().players <= high
        game.begin(settings.setup().players, settings.setup().options)


def test_opponents_have_levels_and_experiments_come_after_them() -> None:
    settings = Settings(find_game("rasanto"))
    seen = [settings.setup().seats[1]]
    for _ in range(6):
        settings.step("seat 2", 1)
        seen.append(settings.setup().seats[1])
    assert seen == ["medium", "hard", "expert", "random", "greedy", "human", "easy"]


def test_the_sheet_says_where_thought_hardly_helps() -> None:
    sentence = "Chance decides most of this game"
    assert sentence in rules_html(find_game("roll-to-the-top"))
    assert sentence not in rules_html(find_game("rasanto"))
    assert sentence not in rules_html(find_game("squeezing"))  # perhaps: half lies within its bounds
    abouts = {about_levels(find_game(slug)) for slug in ("rasanto", "sums", "dune")}
    assert len(abouts) == 3


@pytest.mark.parametrize("given", [(), ("--players", "3"), ("--seat", "1=hard")])
def test_the_command_line_seats_the_same_people_and_bots(monkeypatch, given: tuple[str, ...]) -> None:
    from typer.testing import CliRunner

    from skill.cli import app

    opened: list[dict[str, object]] = []
    monkeypatch.setattr("skill.app.main.run", lambda **values: opened.append(values))
    one_of_each = {(game.family, game.kind, game.players): game for game in all_games()}
    for game in one_of_each.values():
        settings = Settings(game)
        if "--players" in given:
            if 3 not in range(game.players[0], game.players[1] + 1):
                continue
            while settings.players != 3:
                settings.step("players", 1)
        agreed = settings.setup()
        done = CliRunner().invoke(app, ["play", game.slug, *given])
        assert done.exit_code == 0, done.output
        assert opened[-1]["players"] == agreed.players
        seats = ("hard", *agreed.seats[1:]) if "--seat" in given else agreed.seats
        assert opened[-1]["seats"] == seats


def type_in(driver: Driver, text: str) -> None:
    for letter in text:
        key = pygame.key.key_code(letter) if letter != " " else pygame.K_SPACE
        driver.post(pygame.KEYDOWN, key=key, mod=0, unicode=letter, scancode=0)
        driver.post(pygame.TEXTINPUT, text=letter)
        driver.post(pygame.KEYUP, key=key, mod=0, unicode=letter, scancode=0)
    driver.frames(2)


@both_windows
def test_home_by_keys_search_sheet_and_start(open_app, kind: str) -> None:
    app = open_app(kind)
    driver, home = Driver(app), app.screen
    driver.frames(2)
    assert set(home.list.keys) == set(all_games())
    type_in(driver, "rhm rasanto")  # letters are no commands while one types
    assert not home.dialog
    assert home.browser.found == []
    driver.key(pygame.K_ESCAPE)
    assert len(home.browser.found) == len(all_games())
    type_in(driver, "rasanto")
    assert home.game.slug == "rasanto"
    driver.key(pygame.K_RETURN)
    driver.frames(2)
    sheet = app.screen
    assert sheet.game.slug == "rasanto"
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RIGHT)  # the first seat becomes a bot
    assert sheet.settings.setup().seats[0] != "human"
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_RETURN)
    assert app.screen.control.runtime.match.game.slug == "rasanto"
    driver.press("All games")
    assert app.screen.game.slug == "rasanto"


@both_windows
def test_a_key_that_stays_down_leaves_one_screen_only(open_app, kind: str) -> None:
    from skill.app.screens import destinations

    app = open_app(kind)
    driver = Driver(app)
    app.go_to(destinations.GameSheet(find_game("rasanto")))
    driver.frames(2)
    driver.key_down(pygame.K_ESCAPE)
    driver.key_down(pygame.K_ESCAPE)  # as the system repeats it
    driver.key_up(pygame.K_ESCAPE)
    home = app.screen
    assert app.is_open
    assert home.game.slug == "rasanto"
    driver.key_down(pygame.K_DOWN)
    driver.key_down(pygame.K_DOWN)  # but lists go on
    driver.key_up(pygame.K_DOWN)
    titles = [game.slug for game in home.list.keys]
    assert titles.index(home.game.slug) == titles.index("rasanto") + 2


def test_a_filter_says_at_once_what_is_listed(open_app) -> None:
    app = open_app("undrawn")
    driver, home = Driver(app), app.screen
    driver.frames(40)
    [button] = [e for e in app.ui.get_sprite_group().sprites() if getattr(e, "text", "") == "Players: any"]
    seen = []
    for _ in range(3):
        driver.click(button.rect.center)
        driver.frames()  # pygame_gui tells of the click
        seen.append(pygame.image.tobytes(pygame.display.get_surface().subsurface(button.rect), "RGB"))
        driver.frames(30)
        home.panel_changed = True
        driver.frames()
        assert pygame.image.tobytes(pygame.display.get_surface().subsurface(button.rect), "RGB") == seen[-1]
    assert len(set(seen)) == 3


def test_escape_at_home_asks_before_it_quits(open_app) -> None:
    app = open_app("undrawn")
    driver, home = Driver(app), app.screen
    driver.frames(2)
    for _ in range(2):  # twice in a row it does nothing
        driver.key(pygame.K_ESCAPE)
        assert home.dialog.title == "Quit Skillbox?"
        driver.key(pygame.K_ESCAPE)
        assert not home.dialog
    driver.press("Quit")
    driver.press("Stay")
    assert app.is_open
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_RETURN)
    assert not app.is_open


def test_the_list_of_saved_matches_is_read_whole(open_app) -> None:
    from pygame_gui.elements import UITextBox

    from skill.app.screens import destinations

    for size, text_size in (((1280, 800), 1.0), ((1024, 700), 1.5)):
        app = open_app("undrawn", size=size)
        app.prefer(app.preferences.changed(text_size=text_size))
        app.go_to(destinations.Match(Settings(find_game("rasanto")).setup()))
        driver = Driver(app)
        driver.frames(2)
        for _ in range(8):
            app.store.save(app.screen.control.runtime.match.record)
        driver.press("Load")
        dialog = app.screen.dialog
        [text] = [
            e for e in app.ui.get_sprite_group().sprites() if isinstance(e, UITextBox) and dialog.rect.contains(e.rect)
        ]
        assert text.scroll_bar is None
        assert text.rect.h < dialog.rect.h / 3  # and nothing is empty
        assert len(dialog.commands) == 9


def test_a_window_of_another_size_is_drawn_whole_at_once(open_app) -> None:
    def seen() -> np.ndarray:
        driver.frames()
        return pygame.surfarray.array3d(pygame.display.get_surface()).astype(int)

    app = open_app("undrawn")
    driver = Driver(app)
    driver.frames(2)
    driver.post(pygame.VIDEORESIZE, w=900, h=600, size=(900, 600))
    at_once = seen()
    app.screen.panel_changed = True  # it is drawn once more
    assert np.abs(seen() - at_once).max() <= 2


@both_windows
def test_home_by_mouse_list_triangle_filters_and_sheet(open_app, kind: str) -> None:
    app = open_app(kind)
    driver, home = Driver(app), app.screen
    driver.frames(2)
    driver.click(home.list.rect_of(find_game("dune")).center)
    assert home.game.slug == "dune"
    driver.point(home.triangle.point_of(find_game("A6")))
    assert home.triangle.hovered is find_game("A6")
    driver.click(home.triangle.point_of(find_game("A6")))
    assert home.game.slug == "dice-march"
    row = home.list.rect_of(home.game)
    assert home.list.rect.contains(row)  # the list has scrolled there
    pygame.mouse.set_pos(home.list.rect.center)
    driver.frames()
    driver.post(pygame.MOUSEWHEEL, x=0, y=9, flipped=False)
    driver.frames()
    assert not home.list.rect.contains(home.list.rect_of(home.game))
    driver.press("Players: any")
    assert home.browser.search.answers["players"] == "1"
    assert all(game.players[0] == 1 for game in home.browser.found if not game.players_with)
    driver.press("Rules and options")
    driver.press(">")  # of the first line, the players
    assert app.screen.settings.players == 2
    driver.press("Reset all")
    assert app.screen.settings.players == 2  # after a question
    driver.press("Reset all")
    assert app.screen.settings.players == app.screen.game.players[0]
    driver.press("Start")
    assert app.screen.control.runtime.match.game is home.game


@both_windows
def test_tab_goes_round_everything_at_home(open_app, kind: str) -> None:
    app = open_app(kind)
    driver, home = Driver(app), app.screen
    driver.frames(2)
    stops = home.panel.stops.names
    seen = [home.panel.stops.at]
    for _ in stops[1:]:
        driver.key(pygame.K_TAB)
        seen.append(home.panel.stops.at)
    assert seen == stops
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RIGHT)
    assert home.browser.search.answers["players"] == "1"
    driver.key(pygame.K_LEFT)
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_UP)
    driver.key(pygame.K_ESCAPE)
    assert home.dialog.title == "Quit Skillbox?"


@both_windows
def test_a_broken_history_is_told_of_at_home(open_app, kind: str, tmp_path: Path) -> None:
    (tmp_path / "matches.sqlite").write_bytes(b"garbage " * 1000)
    app = open_app(kind)
    driver = Driver(app)
    driver.frames(2)
    assert "the file is no database" in app.screen.dialog.text
    driver.key(pygame.K_RETURN)
    assert not app.screen.dialog
    assert [row.text for row in app.screen.saved_matches.rows] == ["Nothing was played yet."]


@both_windows
def test_what_waits_and_what_was_played_is_listed_at_home(open_app, kind: str) -> None:
    app = open_app(kind)
    store, rasanto, faraday = app.store, find_game("rasanto"), find_game("faraday")
    open_match = Match(rasanto, 2, rasanto.options_from({"first_player": 1}), journal=store.new_journal(rasanto))
    open_match.play(open_match.moves()[0])
    path = store.new_journal(faraday)
    done = Match(faraday, 1, faraday.options_from({"attempts": 1}), journal=path)
    done.play(ATTEMPT("success", 12.5, parse_position("R800 G080 K008"), (), (), "-"))
    store.finish(path, done.record)
    from skill.app.screens import destinations

    app.go_to(destinations.Home())
    driver, home = Driver(app), app.screen
    driver.frames(2)
    texts = [row.text for row in home.saved_matches.rows]
    assert texts[:5] == ["Go on with", "Rasanto", "Played last", "Faraday", "Best times"]
    assert home.saved_matches.rows[5].right == "12.5 seconds"
    driver.click(home.saved_matches.rect_of(home.saved_matches.rows[5].key).center)
    assert home.game is faraday
    driver.click(home.saved_matches.rect_of(home.saved_matches.rows[1].key).center)
    assert app.screen.control.runtime.match.record.played == open_match.played
    app.store.save(open_match.record)
    driver.key(pygame.K_ESCAPE)
    home = app.screen
    assert [row.text for row in home.saved_matches.rows][:4] == ["Go on with", "Rasanto", "Saved", "Rasanto"]
    driver.click(home.saved_matches.rect_of(home.saved_matches.rows[3].key).center)
    assert app.screen.control.runtime.match.record.played == open_match.played


def test_by_keys_the_list_of_what_was_played_begins_with_its_first_match(open_app) -> None:
    from skill.app.screens import destinations

    app = open_app("undrawn")
    app.store.save(Match(find_game("rasanto"), 2).record)
    app.go_to(destinations.Home())
    driver, home = Driver(app), app.screen
    driver.frames(2)
    assert home.saved_matches.chosen is None
    while home.panel.stops.at != SAVED:
        driver.key(pygame.K_TAB)
    assert isinstance(home.saved_matches.chosen, SavedMatch)
    assert home.first.chosen is None  # the row that keys have left looks chosen no longer
    driver.key(pygame.K_TAB)
    assert home.panel.stops.at != SAVED and home.saved_matches.chosen is None


def test_of_a_guide_that_was_left_several_times_only_the_last_match_is_listed(open_app) -> None:
    from skill.app.screens import destinations

    app, folder = open_app("undrawn"), None
    driver = Driver(app)
    for name in ("rasanto", "el_dado", "rasanto", "rasanto"):
        guide = all_guides()[name]
        app.go_to(destinations.Match(guide.setup(), guide))
        driver.frames(2)
        driver.until(lambda: app.screen.control.runtime.phase is Phase.CHOICE and not app.screen.control.needs_time)
        driver.key(pygame.K_TAB)
        driver.key(pygame.K_RETURN)
        driver.frames(2)
        folder = app.screen.control.journal.parent
        driver.key(pygame.K_ESCAPE)
        driver.frames(2)
    home = app.screen
    waiting = [key for key in home.saved_matches.keys if isinstance(key, SavedMatch)]
    assert [match.record.game.slug for match in waiting] == ["rasanto", "el-dado"]
    assert [match.progress for match in waiting] == ["1 move", "1 move"]  # what fills or answers is no move of a person
    assert len(list(folder.glob("*.txt"))) == 4
    home._discard(waiting[0])
    assert [match.path for match in home.saved_matches.keys if isinstance(match, SavedMatch)] == [waiting[1].path]
    assert len(list(folder.glob("*.txt"))) == 1


@both_windows
def test_every_match_that_waits_is_listed_and_can_be_discarded(open_app, kind: str) -> None:
    from skill.app.screens import destinations

    app = open_app(kind)
    rasanto, folder = find_game("rasanto"), app.store.folder / "journals"
    folder.mkdir()
    for n in range(12):
        Match(rasanto, 2, journal=folder / f"20261101-1000{n:02d}-rasanto.txt").close_journal()
    app.store.save(Match(rasanto, 2).record)
    app.go_to(destinations.Home())
    driver, home = Driver(app), app.screen
    driver.frames(2)
    waiting = [key for key in home.saved_matches.keys if isinstance(key, SavedMatch) and key.path.parent == folder]
    assert [match.path.name for match in waiting] == sorted((p.name for p in folder.glob("*.txt")), reverse=True)
    assert home.saved_matches.rows[1].right == "01.11. 10:00  just begun"
    row = home.saved_matches.rect_of(waiting[1])
    mark = (row.right - 20, row.centery)
    driver.click(mark)
    assert "cannot be brought back" in home.dialog.text
    driver.key(pygame.K_RETURN)  # the first button is to cancel
    assert not home.dialog
    assert len(list(folder.glob("*.txt"))) == 12
    driver.click(mark)
    driver.press("Discard")
    assert not home.dialog
    assert not waiting[1].path.exists()
    assert waiting[1] not in home.saved_matches.keys
    assert home.saved_matches.chosen == waiting[2]
    for _ in range(9):
        driver.key(pygame.K_DOWN)
    assert home.saved_matches.chosen == waiting[-1]
    assert home.saved_matches.rect.contains(home.saved_matches.rect_of(waiting[-1]))  # the list has scrolled there
    driver.key(pygame.K_BACKSPACE)
    driver.key(pygame.K_2)
    assert not waiting[-1].path.exists()
    assert home.saved_matches.chosen.path.parent.name == "saved"
    driver.key(pygame.K_UP)
    driver.key(pygame.K_RETURN)
    assert app.screen.control.runtime.match.game is rasanto


def test_a_discarded_match_takes_its_traces_along_unless_another_has_them(tmp_path: Path) -> None:
    faraday, store = find_game("faraday"), Store(tmp_path)
    end, traces = parse_position("R800 G080 K008"), [f"faraday@{n:016x}" for n in (1, 2)]
    attempts = [ATTEMPT("gave_up", 3.0, end, (), (), trace) for trace in traces]
    for number, played in enumerate((attempts, attempts[1:])):
        path = tmp_path / "journals" / f"2026110{number}-100000-faraday.txt"
        match = Match(faraday, 1, faraday.options_from({"attempts": 3}), journal=path)
        for attempt in played:
            match.play(attempt)
        match.close_journal()
    for attempt in attempts:
        (tmp_path / "journals" / trace_name(attempt)).write_text("trace")
    later, first = (SavedMatch(*found) for found in store.open_matches())
    discard(first)
    assert sorted(path.name for path in later.path.parent.iterdir()) == [later.path.name, trace_name(attempts[1])]
    unread = later.path.with_name("unread.txt")  # which may have the other trace
    unread.write_text("mine", "utf-16")
    text = later.path.read_text()
    discard(later)
    assert sorted(path.name for path in later.path.parent.iterdir()) == [trace_name(attempts[1]), unread.name]
    unread.unlink()
    later.path.write_text(text)
    discard(later)
    assert not list(later.path.parent.iterdir())


@both_windows
def test_an_own_game_is_run_only_after_it_is_trusted(open_app, kind: str, tmp_path: Path, monkeypatch) -> None:
    from skill.cli.new import write_game

    monkeypatch.chdir(tmp_path)
    write_game("tower", tmp_path)
    app = open_app(kind)
    driver, home = Driver(app), app.screen
    driver.frames(2)
    row = next(row for row in home.saved_matches.rows if row.text == "tower")
    driver.click(home.saved_matches.rect_of(row.key).center)
    assert "will run with your rights" in home.dialog.text
    driver.press("Cancel")
    assert not app.own_games
    driver.click(home.saved_matches.rect_of(row.key).center)
    driver.press("I trust it")
    assert app.screen.game.slug == "tower"
    assert app.screen.game in app.screen.list.keys


def test_the_sheet_says_where_seats_are_not_equal_or_nobody_wins() -> None:
    said = about_seats(find_game("race"))
    shares = [round(100 * seat["share"]) for seat in kept()["race"]["seats"]]
    assert f"the first to play won {shares[0]}%, the third {shares[2]}%" in said and "another player begin" in said
    assert escape(said) in rules_html(find_game("race"))
    assert "ended without a winner" in about_seats(find_game("slide"))
    assert about_seats(find_game("wolf")) == ""  # nearly equal
    assert about_seats(find_game("masquerade")) == ""  # its own caution says more
    assert about_seats(find_game("dune")) == ""  # nothing is known of it


def test_where_no_lot_decides_who_begins_seats_are_told_by_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    of_one = kept()["golden-centre"] | {"seats": [{"share": share} for share in (0.1, 0.8, 0.1)]}
    monkeypatch.setattr("skill.app.library.findings.kept", lambda: {"golden-centre": of_one})
    said = about_seats(find_game("golden-centre"))
    assert "player 2 won 80%" in said and "Change seats" in said


@both_windows
def test_the_sheet_shows_the_rules_that_the_command_line_prints(open_app, kind: str) -> None:
    from skill.app.screens import destinations
    from skill.app.screens.game_sheet.screen import rules_html

    app = open_app(kind)
    for slug in ("rasanto", "clever-mole"):
        game = find_game(slug)
        read = unescape(re.sub("<[^>]*>", " ", rules_html(game)))
        assert read.replace(about_chance(game), "", 1).split() == rules_page(game).split()
    app.go_to(destinations.GameSheet(find_game("clever-mole")))
    Driver(app).frames(2)


def test_the_rules_and_the_buttons_of_the_sheet_lie_in_their_panel_with_equal_margins(open_app) -> None:
    from pygame_gui.elements import UIButton, UITextBox

    from skill.app.screens import destinations

    app = open_app("undrawn")
    app.go_to(destinations.GameSheet(find_game("rasanto")))
    panel = app.screen.panel_rect
    elements = [e for e in app.ui.get_sprite_group().sprites() if isinstance(e, UIButton | UITextBox)]
    first, *others = [e.rect for e in elements if e.rect.centerx > panel.x]
    around = first.unionall(others)
    assert panel.contains(around)
    assert around.x - panel.x == panel.right - around.right > 0
    assert around.y - panel.y == panel.bottom - around.bottom > 0


@both_windows
def test_options_have_controls_of_their_kind(open_app, kind: str) -> None:
    from skill.app.screens import destinations

    app = open_app(kind)
    driver = Driver(app)
    app.go_to(destinations.GameSheet(find_game("dune")))
    driver.frames(2)
    sheet = app.screen
    grip = sheet.form.slider_rects["attempts"].center
    driver.point(grip)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=grip, button=1, touch=False)
    driver.frames()
    driver.point((grip[0] + 60, grip[1]))
    driver.frames(2)
    driver.post(pygame.MOUSEBUTTONUP, pos=(grip[0] + 60, grip[1]), button=1, touch=False)
    driver.frames(2)
    assert int(sheet.settings.setup().options["attempts"]) > 3
    app.go_to(destinations.GameSheet(find_game("slipped")))
    driver.frames(2)
    sheet = app.screen
    written = {line.name for line in sheet.form.lines if line.is_written}
    [name] = [option.name for option in sheet.game.all_options if option.name in written]
    before = sheet.settings.setup().options[name]
    driver.click(sheet.form.entry_rects[name].center)
    type_in(driver, "certainly not")
    driver.key(pygame.K_RETURN)
    driver.frames(2)
    assert "expected" in sheet.dialog.text
    assert sheet.settings.setup().options[name] == before
    driver.key(pygame.K_ESCAPE)
    assert not sheet.dialog


def test_the_sheet_says_what_is_not_fair_and_mends_it_by_one_click(open_app) -> None:
    from skill.app.screens import destinations

    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.GameSheet(find_game("masquerade")))
    driver.frames(2)
    [(button, remedy)] = app.screen._remedies.items()
    assert remedy == ("equal_turns", "on") and button.text == "Play with Equal turns: on"
    driver.click(button.rect.center)
    driver.frames(2)
    assert app.screen.settings.setup().options["equal_turns"] == "on" and not app.screen._remedies
    app.screen._change(Change("equal_turns", 1))
    driver.frames(2)
    assert app.screen._remedies


def test_what_the_screen_before_puts_away_is_seen_at_home_at_once(open_app, monkeypatch) -> None:
    from skill.app.screens import destinations

    game = find_game("rasanto")
    setup = Setup(game, 2, game.options_from({"first_player": 1}), ("human", "human"), seed=4)
    app = open_app("undrawn", setup)
    driver = Driver(app)
    driver.frames(2)
    assert app.screen.control.journal.exists()
    driver.key(pygame.K_ESCAPE)  # with nothing done
    assert not app.store.open_matches()
    assert "Go on with" not in [row.text for row in app.screen.saved_matches.rows]

    def full(*_: object, **__: object) -> None:
        raise FileError("the disk is full")

    monkeypatch.setattr("skill.app.application.save_preferences", full)
    app.go_to(destinations.Preferences())
    app.prefer(app.preferences.changed(marks=True))
    driver.frames(2)
    driver.key(pygame.K_ESCAPE)
    assert "the disk is full" in app.screen.dialog.text
    monkeypatch.setattr("skill.app.play.control.put_away", full)
    app.go_to(destinations.Match(setup))
    driver.frames(2)
    driver.key(pygame.K_ESCAPE)
    assert "the disk is full" in app.screen.dialog.text


def test_words_of_the_rules_are_shown_one_after_another_beside_them(open_app) -> None:
    from pygame_gui.elements import UITextBox

    from skill.app.screens import destinations

    app = open_app("undrawn")
    app.go_to(destinations.GameSheet(find_game("rasanto")))
    driver = Driver(app)
    driver.frames(2)
    own, seen = app.screen.scene(), []
    for word in WORDS:
        app.screen._press(app.screen._words)
        driver.frames(1)
        texts = [element.html_text for element in app.ui.get_sprite_group().sprites() if isinstance(element, UITextBox)]
        assert any(text == escape(word.meaning) for text in texts)
        assert any("Rasanto" in text for text in texts)  # the rules stay beside it
        seen.append(app.screen.scene())
    assert len({id(view) for view in (own, *seen)}) == len(WORDS) + 1
    app.screen._press(app.screen._words)
    assert app.screen.scene() is own


def test_at_a_first_start_the_large_button_is_start_here_and_begins_the_easiest_guide(open_app) -> None:
    app = open_app("undrawn")
    driver = Driver(app)
    driver.frames(2)
    home = app.screen
    button = home.panel._elements[PLAY]
    assert button.text == "Start here"
    home.select(find_game("triangle"))
    assert button.text == "Play"  # that game
    app.go_to(destinations.Home())
    driver.frames(2)
    driver.press("Start here")
    guide = app.screen.strips.guide.guide
    assert guide.place == min(other.place for other in all_guides().values()) and guide.game == "rasanto"
    app.screen.control.play(app.screen.control.runtime.match.moves()[0])
    app.go_to(destinations.Home())
    driver.frames(2)
    assert app.screen.panel._elements[PLAY].text == "Play"  # a match waits


def test_games_of_the_family_of_chance_have_most_of_chance() -> None:
    for game in all_games():
        if game.family == "chance":
            shares = profile_of(game)
            assert shares.chance > max(shares.skill, shares.tactics), game.slug
