"""A match that is left while dice roll: as after a crash, and it is said at the next start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup, forget_untouched
from skill.app.play.match.under_way import SUFFIX
from skill.app.screens.home.saved_matches import SavedMatch, discard
from skill.rules.catalogue import find_game
from skill.table.store import Store
from tests.engines import of_any_engine

pygame = pytest.importorskip("pygame")
from skill.app.main import close_application, open_application  # noqa: E402
from tests.app.driver import Driver  # noqa: E402

pytestmark = of_any_engine

FARADAY = find_game("faraday")
SAID = "When Faraday was left an attempt was under way. It does not count, and waits to be made anew."


def under_way(open_app: Callable, acts: int = 0) -> Driver:
    """Somebody in the midst of an attempt that counts, after so many others."""
    setup = Setup(FARADAY, 1, FARADAY.options_from({"attempts": acts + 2}), ("human",), seed=3)
    driver = Driver(open_app("undrawn", setup))
    screen = driver.app.screen
    for number in range(acts + 1):
        driver.frames(20)
        driver.key(pygame.K_RETURN)
        if number:
            driver.frames(30)
            driver.key(pygame.K_RETURN)
        driver.until(lambda: screen.control.runtime.phase is Phase.HANDS)
        driver.frames(3)
        if number < acts:
            driver.key(pygame.K_g)
            driver.key(pygame.K_g)
            driver.until_card()
    return driver


def closed(driver: Driver) -> None:
    driver.post(pygame.QUIT)
    driver.frames()
    assert not driver.app.is_open
    driver.app.screen.closed()


def dropped(driver: Driver) -> None:
    driver.key(pygame.K_ESCAPE)
    driver.press("Drop it")


def killed(driver: Driver) -> None:
    journal = driver.app.screen.control.journal
    driver.app.screen.control.runtime.match.close_journal()  # as the system does
    driver.app.screen.control._journal = None
    assert journal.exists()


@pytest.mark.parametrize("leave", [closed, dropped, killed])
@pytest.mark.parametrize("acts", [0, 1])
def test_however_it_is_left_it_waits_and_the_next_start_says_so(
    open_app, tmp_path: Path, leave: Callable, acts: int
) -> None:
    driver = under_way(open_app, acts)
    leave(driver)
    (journal, record), *others = Store(tmp_path).open_matches()
    assert not others and len(record.played) == acts
    assert journal.with_suffix(SUFFIX).exists()
    again = open_application(None, (1000, 640), Store(tmp_path))
    assert again.screen.dialog is not None and SAID in again.screen.dialog.text
    assert Store(tmp_path).open_matches()[0][0] == journal
    again.screen.closed()
    again = open_application(None, (1000, 640), Store(tmp_path))
    assert again.screen.dialog is None  # it has been said, and waits all the same
    assert Store(tmp_path).open_matches()[0][0] == journal
    again.screen.closed()
    again = open_application(
        Setup(FARADAY, 1, record.options, ("human",), resume=journal), (1000, 640), Store(tmp_path)
    )
    assert SAID not in again.screen.control.message
    again.screen.closed()  # and nothing has been done in it
    assert len(Store(tmp_path).open_matches()) == min(acts, 1)


def test_a_match_in_which_nothing_was_done_does_not_wait_after_a_kill(open_app, tmp_path: Path) -> None:
    for acts in (0, 1):
        game = find_game("rasanto")
        options = game.options_from({"first_player": 1})
        driver = Driver(open_app("undrawn", Setup(game, 2, options, ("human", "human"), seed=3)))
        driver.frames(3)
        control = driver.app.screen.control
        if acts:
            control.runtime.choose(control.turn.chooser.choice.legal[0])
        journal = control.journal
        killed(driver)
        again = open_application(None, (1000, 640), Store(tmp_path))
        assert journal.exists() == bool(acts)
        assert [row.key.path for row in again.screen.saved_matches.rows if isinstance(row.key, SavedMatch)] == (
            [journal] * acts
        )
        again.screen.closed()


def test_whoever_goes_on_with_it_is_told(open_app, tmp_path: Path) -> None:
    driver = under_way(open_app)
    dropped(driver)
    app = driver.app
    row = next(row.key for row in app.screen.saved_matches.rows if isinstance(row.key, SavedMatch))
    app.screen._open_saved(row)
    driver.frames(2)
    assert SAID in app.screen.control.message and app.screen.control.runtime.phase is Phase.READY


def test_an_attempt_that_ends_or_is_taken_back_is_not_under_way(open_app, tmp_path: Path) -> None:
    for ends in (pygame.K_g, pygame.K_z):
        driver = under_way(open_app)
        journal = driver.app.screen.control.journal
        assert journal.with_suffix(SUFFIX).exists()
        for _ in range(1 if ends == pygame.K_z else 2):  # to give up is chosen twice
            driver.key(ends, pygame.KMOD_LCTRL if ends == pygame.K_z else 0)
        driver.frames(40)
        assert not journal.with_suffix(SUFFIX).exists()
        driver.app.screen.closed()
        close_application()


def test_what_is_discarded_leaves_nothing(open_app, tmp_path: Path) -> None:
    dropped(under_way(open_app))
    ((journal, record),) = Store(tmp_path).open_matches()
    discard(SavedMatch(journal, record))
    assert not list((tmp_path / "journals").glob("*.txt")) and not list((tmp_path / "journals").glob(f"*{SUFFIX}"))


@pytest.mark.parametrize(("who", "is_kept"), [("human", True), ("humn", True), ("easy+human", True), ("easy", False)])
def test_a_match_in_which_bots_alone_acted_is_forgotten(tmp_path: Path, who: str, is_kept: bool) -> None:
    journal = tmp_path / "journals/20260102-030405-rasanto.txt"
    journal.parent.mkdir()
    headers = f'[Game "23 rasanto"]\n[Players "2"]\n[Seats "{who} random"]\n[Seed "1"]\n[Result "*"]\n'
    journal.write_text(f"{headers}\n*: first 1\n1: place R008\n2: place G053\n")
    forget_untouched(Store(tmp_path))
    assert journal.exists() == is_kept
