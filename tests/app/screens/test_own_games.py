"""Games of a user's own on screen: trusted, failing, changed, put away and gone on with."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from skill.app.i18n import tr
from skill.app.screens import destinations
from skill.cli.new import write_game
from skill.errors import FileError
from skill.packed import PICTURE, Packed, write_packed
from skill.programs import games_folder
from skill.table.match import Match
from skill.table.record import read_record

pygame = pytest.importorskip("pygame")
from pygame_gui.elements import UIImage  # noqa: E402  (needs pygame)

from tests.app.driver import Driver  # noqa: E402  (needs pygame)

pytestmark = pytest.mark.filterwarnings("error::UserWarning")

SET = "return state._replace(pyramid=state.pyramid.place(cell, Die(colour)), seat=seat)"

MOVES = "return [PLACE(COLOURS[state.seat - 1], cell, None) for cell in state.pyramid.funnels()]"
BEFORE = "(state.height < 8 or len(state.pyramid) < 2)"


@pytest.fixture
def tower(tmp_path: Path, monkeypatch) -> Path:
    """The file of a game that works, in the folder one is in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path / "home"))
    write_game("tower", tmp_path)
    return tmp_path / "tower.py"


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def trust(driver: Driver, file: Path) -> None:
    """Chooses the file at home and says that it is trusted."""
    saved = driver.app.screen.saved_matches
    key = next(row.key for row in saved.rows if row.text == file.stem)
    saved.reveal(key)
    driver.click(saved.rect_of(key).center)
    driver.press("I trust it")
    driver.frames(2)


def agree(app) -> None:
    """Both seats are people, the first begins, and the level is as high as can be."""
    settings = app.settings_of(app.screen.game)
    settings.set("first_player", "1")
    settings.set("height", "8")
    while settings.setup().seats != ("human", "human"):
        settings.step("seat 2", 1)


def trusting(open_app, tower: Path):
    """The application at home, whose user has trusted that game, and its driver."""
    app = open_app("undrawn")
    driver = Driver(app)
    driver.frames(2)
    trust(driver, tower)
    return app, driver


def set_a_die(driver: Driver) -> None:
    """Whoever is to move sets a die by keys."""
    driver.frames(4, 0.5)
    driver.key(pygame.K_TAB)
    driver.key(pygame.K_RETURN)


def line_of(file: Path, text: str) -> int:
    return next(n for n, line in enumerate(file.read_text().splitlines(), 1) if text in line)


def test_what_is_wrong_with_a_games_texts_is_told_once_and_it_is_played_in_english(open_app, tower) -> None:
    rule = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n%0);\\n"\n\n'
    tower.with_suffix(".fr.po").write_text(f'{rule}msgid "Tower"\nmsgstr "La Tour"\n', encoding="utf-8")
    app, driver = trusting(open_app, tower)
    app.go_to(destinations.Preferences())
    app.prefer(app.preferences.changed(language="fr"))
    app.prefer(app.preferences.changed(volume=0.5))
    assert app.notice is not None and app.notice[1].count("tower.fr.po") == 1 and "(n%0)" in app.notice[1]
    app.go_to(destinations.Home())
    assert "(n%0)" in app.screen.dialog.text
    app.screen.close_dialog()
    app.go_to(destinations.GameSheet(app.own_games[-1]))
    driver.frames(2)
    assert tr("Tower") == "La Tour"


def test_an_error_in_a_match_leads_home_and_names_the_line_and_the_journal_stays(open_app, tower, capsys) -> None:
    change(tower, SET, SET.replace("seat=seat", "seat=seat if state.height < 8 or len(state.pyramid) < 2 else {}[7]"))
    app, driver = trusting(open_app, tower)
    agree(app)
    app.screen.play()
    table = app.screen
    for _ in range(2):
        set_a_die(driver)
    driver.frames(4, 0.5)
    driver.key(pygame.K_TAB)  # what the act would bring is asked of the game as it is pointed at
    home = app.screen
    assert home is not table
    assert home.dialog.title == "A game of your own has failed"
    assert f"{tower}, line {line_of(tower, '[7]')}: KeyError: 7" in home.dialog.text
    assert "Traceback" in capsys.readouterr().err
    assert app.failed is None
    [journal] = (app.store.folder / "journals").glob("*.txt")
    assert journal.read_text().count("place") == 2
    driver.key(pygame.K_RETURN)
    assert not home.dialog
    driver.frames(2)


def test_an_error_while_a_bot_thinks_leads_home_too(open_app, tower) -> None:
    change(tower, SET, SET.replace("seat=seat", "seat=seat if state.height < 8 or len(state.pyramid) < 1 else {}[7]"))
    app, driver = trusting(open_app, tower)
    agree(app)
    while app.settings_of(app.screen.game).setup().seats[1] != "greedy":
        app.settings_of(app.screen.game).step("seat 2", 1)
    app.screen.play()
    table = app.screen
    set_a_die(driver)
    driver.until(lambda: app.screen is not table, seconds=0.3)
    assert f"{tower}, line {line_of(tower, '[7]')}: KeyError: 7" in app.screen.dialog.text
    driver.press("Close")
    take(driver, "Go on with")
    assert len(app.screen.control.runtime.match.played) == 1


def test_a_result_that_fails_leads_home_and_the_match_waits(open_app, tower) -> None:
    loop = "        for cell, die in state.pyramid:"
    change(tower, loop, f"        if state.height == 8 and len(state.pyramid) == 2:\n            {{}}[7]\n{loop}")
    app, driver = trusting(open_app, tower)
    agree(app)
    app.screen.play()
    set_a_die(driver)
    set_a_die(driver)
    assert "KeyError: 7" in app.screen.dialog.text
    driver.press("Close")
    take(driver, "Go on with")
    assert len(app.screen.control.runtime.match.played) == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (MOVES, f"{MOVES} if {BEFORE} else 5", "`moves` answered 5; expected a list of actions"),
        ("return None\n\n", f"return None if {BEFORE} else 7\n\n", "`result` answered 7; expected a `Result`"),
    ],
)
def test_a_wrong_answer_is_told_as_the_games_and_the_match_waits_and_can_be_left(
    open_app, tower, old: str, new: str, said: str
) -> None:
    change(tower, old, new)
    app, driver = trusting(open_app, tower)
    agree(app)
    app.screen.play()
    table = app.screen
    for _ in range(6):
        if app.screen is table:
            set_a_die(driver)
    assert app.screen.dialog.title == "A game of your own has failed"
    assert str(tower) in app.screen.dialog.text and said in app.screen.dialog.text
    assert app.failed is None and [*(app.store.folder / "journals").glob("*.txt")]
    driver.press("Close")
    driver.frames(2)
    assert not app.screen.dialog


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("return State(position or EMPTY", "return State(position or [][4]", "line {line}: IndexError"),
        ('family, players = "own"', 'family, players = "puzzle"', "GAME.family is 'puzzle'; expected one of skill"),
        ("    summary =", "    sumary =", "AttributeError"),
        ("return state.pyramid\n", "return 4\n", "Error"),
        ("GAME = Tower()", "GAME = Tower(4)", "line {line}: TypeError"),
        ("GAME = Tower()", "GAME = exit()", "SystemExit"),
    ],
)
def test_a_game_that_cannot_be_shown_is_not_taken_up(open_app, tower, old: str, new: str, said: str) -> None:
    change(tower, old, new)
    app = open_app("undrawn")
    driver, home = Driver(app), app.screen
    driver.frames(2)
    trust(driver, tower)
    assert app.screen is home
    assert str(tower) in home.dialog.text
    assert said.format(line=line_of(tower, new.strip())).replace("'", "&#x27;") in home.dialog.text
    assert not app.own_games


def png(width: int, height: int) -> bytes:
    Image.new("RGB", (width, height), "#2040c0").save(file := io.BytesIO(), "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("picture", "is_shown"),
    [(png(640, 480), True), (png(30, 900), True), (png(2000, 1000), False), (png(640, 480)[:60], False), (b"", False)],
    ids=["usual", "narrow", "too large", "cut off", "empty"],
)
def test_a_packed_game_is_shown_asked_about_and_known(open_app, tower, picture: bytes, is_shown: bool) -> None:
    packed = tower.with_suffix(".skillbox")
    files = {tower.name: tower.read_bytes(), PICTURE: picture}
    write_packed(packed, Packed("Tower", "tower", "A summary <b>.", tower.name, files))
    tower.unlink()
    app = open_app("undrawn")
    driver = Driver(app)
    driver.frames(2)
    app.screen._ask_for_trust(packed)
    assert "Tower (tower): A summary &lt;b&gt;." in app.screen.dialog.text
    shown = [one for one in app.ui.get_sprite_group().sprites() if isinstance(one, UIImage)]
    assert [app.screen.dialog.rect.contains(one.rect) for one in shown] == [True] * is_shown
    for one in shown:
        seen = one.image.get_at(one.image.get_rect().center)
        assert one.rect.h <= 200 and seen[:3] == pytest.approx((32, 64, 192), abs=3)
    assert not games_folder().exists()
    driver.press("I trust it")
    assert [game.slug for game in app.own_games] == ["tower"]
    assert app.screen.game.slug == "tower"


def test_an_error_when_a_match_begins_leads_home(open_app, tower) -> None:
    change(tower, "return State(position or EMPTY", "return State(position or {2: EMPTY}[players]")
    app, driver = trusting(open_app, tower)
    app.settings_of(app.screen.game).step("players", 1)
    driver.press("Play")
    assert f"{tower}, line {line_of(tower, '{2: EMPTY}')}: KeyError: 3" in app.screen.dialog.text
    assert app.is_open


def test_an_error_of_skillbox_itself_is_told_once_and_raised_if_home_fails_too(open_app, monkeypatch, capsys) -> None:
    app = open_app("undrawn")
    app.frame(0.03)
    broken = {}

    def scene():
        return broken["scene"]

    monkeypatch.setattr(app.screen, "scene", scene)
    app.frame(0.03)
    assert app.screen.dialog.title == "Skillbox itself has failed"
    assert "KeyError: &#x27;scene&#x27;" in app.screen.dialog.text
    assert isinstance(app.failed, KeyError)
    assert "Traceback" in capsys.readouterr().err
    monkeypatch.setattr(type(app.screen), "scene", lambda self: scene())
    with pytest.raises(KeyError):
        app.frame(0.03)


def leave_after_two_dice(driver: Driver) -> None:
    """Plays two actions of the game chosen at home, and leaves."""
    agree(driver.app)
    driver.app.screen.play()
    set_a_die(driver)
    set_a_die(driver)
    assert len(driver.app.screen.control.runtime.match.played) == 2


def saved_texts(app) -> list[str]:
    return [row.text for row in app.screen.saved_matches.rows]


def take(driver: Driver, heading: str) -> None:
    """Clicks the first row below a heading of what is saved at home."""
    rows = driver.app.screen.saved_matches.rows
    row = rows[[row.text for row in rows].index(heading) + 1]
    driver.app.screen.saved_matches.reveal(row.key)
    driver.click(driver.app.screen.saved_matches.rect_of(row.key).center)


def test_matches_of_a_trusted_game_are_saved_left_gone_on_with_and_shown(open_app, tower) -> None:
    app, driver = trusting(open_app, tower)
    leave_after_two_dice(driver)
    played = app.screen.control.runtime.match.played
    driver.key(pygame.K_s, pygame.KMOD_LCTRL)
    driver.key(pygame.K_o, pygame.KMOD_LCTRL)
    assert app.screen.dialog.title == "Go on with"
    driver.key(pygame.K_RETURN)
    assert app.screen.control.runtime.match.played == played
    driver.key(pygame.K_ESCAPE)
    assert saved_texts(app)[:3] == ["Go on with", "Tower", "Tower"]
    take(driver, "Go on with")
    assert app.screen.control.runtime.match.played == played
    match = app.screen.control.runtime.match
    while match.result is None:
        match.play(match.moves()[0])
    driver.until_card()
    driver.press("Look at it")
    driver.press("All games")
    take(driver, "Played last")
    assert not app.screen.dialog
    assert app.screen.player.timeline.record.played == match.played


def test_matches_of_a_game_wait_until_it_is_trusted_again(open_app, tower, tmp_path) -> None:
    app, driver = trusting(open_app, tower)
    leave_after_two_dice(driver)
    driver.key(pygame.K_ESCAPE)
    app = open_app("undrawn")  # another sitting: nothing is run before it is trusted
    driver = Driver(app)
    driver.frames(2)
    assert "Go on with" not in saved_texts(app)
    [journal] = (app.store.folder / "journals").glob("*.txt")
    with pytest.raises(
        FileError, match=r"the game of 'tower.py [0-9a-f]{64}': name that file with --game, or trust it"
    ):
        read_record(journal)
    trust(driver, tower)
    take(driver, "Go on with")
    assert len(app.screen.control.runtime.match.played) == 2


def test_a_waiting_match_that_a_changed_game_cannot_read_does_no_harm(open_app, tower) -> None:
    app, driver = trusting(open_app, tower)
    leave_after_two_dice(driver)
    driver.key(pygame.K_ESCAPE)
    change(tower, "return State(position or EMPTY", "return State(position or {3: EMPTY}[options.whole('height')]")
    trust(driver, tower)
    assert "Go on with" not in saved_texts(app)
    assert app.screen.game is app.own_games[0]


def test_a_game_that_is_played_from_the_command_line_is_known_too(open_app, tower) -> None:
    from skill.app.play.match.setup import Settings
    from skill.rules.catalogue import load_game_file

    game = load_game_file(tower)
    app = open_app("undrawn", Settings(game).setup())
    app.frame(0.03)
    app.go_to(destinations.Home(game))
    app.frame(0.03)
    assert game in app.screen.list.keys
    journal = app.store.new_journal(game)
    Match(game, 2, journal=journal).close_journal()
    assert journal in [path for path, _ in app.store.open_matches()]


def test_a_game_that_is_changed_and_trusted_again_is_played_as_it_is_now(open_app, tower) -> None:
    app, driver = trusting(open_app, tower)
    driver.press("Play")
    driver.key(pygame.K_ESCAPE)
    change(tower, '"Tower"', '"Higher tower"')
    change(tower, 'in_range("height", 3', 'in_range("height", 5')
    trust(driver, tower)
    assert app.screen.game.title == "Higher tower"
    driver.press("Rules and options")
    assert app.screen.settings.setup().options["height"] == 5
    driver.press("Start")
    assert app.screen.control.runtime.match.game.title == "Higher tower"


def test_a_slug_of_an_installed_game_is_refused(open_app, tower) -> None:
    change(tower, '"tower"', '"rasanto"')
    app, _driver = trusting(open_app, tower)
    assert "GAME.slug" in app.screen.dialog.text
    assert not app.own_games


def test_a_game_that_is_kept_is_asked_about_once(open_app, tower) -> None:
    games_folder().mkdir(parents=True)
    file = tower.rename(games_folder() / "tower.py")
    app, driver = trusting(open_app, file)
    leave_after_two_dice(driver)
    driver.key(pygame.K_ESCAPE)
    app = open_app("undrawn")  # another sitting
    driver = Driver(app)
    driver.frames(2)
    assert [game.slug for game in app.own_games] == ["tower"] and app.own_games[0] in app.screen.list.keys
    take(driver, "Go on with")
    assert len(app.screen.control.runtime.match.played) == 2
    change(file, '"Tower"', '"Higher tower"')
    app = open_app("undrawn")
    driver = Driver(app)
    driver.frames(2)
    assert not app.own_games
    saved = app.screen.saved_matches
    key = next(row.key for row in saved.rows if row.text == "tower")
    saved.reveal(key)
    driver.click(saved.rect_of(key).center)
    assert app.screen.dialog.title == "A game of your own"
