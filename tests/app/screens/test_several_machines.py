"""Invite and Join: a table is hosted by one window and joined by others, and nothing waits for the wire."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest

from skill.app.screens import destinations
from skill.app.screens.invite.screen import InviteScreen
from skill.app.screens.join.screen import JoinScreen
from skill.app.screens.match.screen import MatchScreen
from skill.net.guest import GuestSeat, connected
from skill.net.invitation import Invitation
from skill.rules.catalogue import find_game
from skill.table.match import Match
from skill.table.record import read_record
from tests.app.conftest import UNDRAWN
from tests.app.driver import Driver
from tests.net.test_host import begun, free_port, served

WORD = "babab"


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of this machine alone, at ports of their own."""
    monkeypatch.setattr("skill.app.screens.invite.screen.address_here", lambda: "127.0.0.1")
    monkeypatch.setattr("skill.app.screens.invite.screen.free_port", free_port)
    monkeypatch.setattr("skill.app.play.match.runtime.BOT_PAUSE_S", 0.0)


@pytest.fixture
def driver(open_app: Callable) -> Driver:
    return Driver(open_app(UNDRAWN))


def until(driver: Driver, holds: Callable[[], bool], most_s: float = 30) -> None:
    """Until it holds; the wire takes its time, whatever the frames do."""
    end_s = time.monotonic() + most_s
    while not holds():
        assert time.monotonic() < end_s, "it did not come about"
        driver.frames()
        time.sleep(0.005)


def match_of(driver: Driver) -> Match:
    assert isinstance(driver.app.screen, MatchScreen)
    return driver.app.screen.control.runtime.match


@contextmanager
def guest_that_plays(invitation: Invitation) -> Iterator[GuestSeat]:
    """Another machine, which plays at random as soon as it may."""
    guest = GuestSeat(lambda: connected(invitation), invitation.code, 20)
    rng, ended = Random(1), threading.Event()

    def play() -> None:
        while not (ended.is_set() or guest.seen["is_over"]):
            if guest.seen["legal"]:
                guest.play(rng.choice(guest.seen["legal"]))
            else:
                guest.wait(0.02)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield guest
    finally:
        ended.set()
        thread.join(20)
        guest.close()


def play_to_the_end(driver: Driver, seed: int = 2) -> None:
    """Plays the seat of a window at random until the match is over."""
    rng, screen = Random(seed), driver.app.screen
    assert isinstance(screen, MatchScreen)
    control = screen.control

    def over() -> bool:
        legal = control.turn.chooser.choice.legal
        if legal:
            control.board.rest()
            control.play(rng.choice(legal))
        control.board.rest()
        return control.runtime.match.result is not None

    until(driver, over, 60)


def invited(driver: Driver, game: str = "rasanto") -> InviteScreen:
    driver.app.go_to(destinations.Invite(find_game(game)))
    screen = driver.app.screen
    assert isinstance(screen, InviteScreen)
    until(driver, lambda: screen.invitation is not None)
    return screen


@pytest.mark.timeout(120)
def test_a_table_is_hosted_and_played_to_its_end(driver: Driver) -> None:
    screen = invited(driver)
    assert screen.table.own == 1 and screen.chosen == 2
    assert "Not here yet: Player 2." in screen.status
    assert screen.invitation
    with guest_that_plays(screen.invitation) as guest:
        until(driver, lambda: isinstance(driver.app.screen, MatchScreen))
        play_to_the_end(driver)
        match = match_of(driver)
        assert match.seats == ("human", "elsewhere")
        until(driver, lambda: bool(guest.seen["is_over"]))
        assert guest.seen["view"]["position"] == str(match.pyramid)
        driver.until_card()
        assert "Play again" not in driver.app.screen.dialog.commands  # type: ignore[union-attr]
        played = [str(line) for line in match.played]
    driver.app.go_to(destinations.Home())
    [finished] = driver.app.store.history()
    assert [str(line) for line in read_record(finished.file).played] == played
    assert not list(driver.app.store.folder.glob("journals/*"))


@pytest.mark.timeout(120)
@pytest.mark.parametrize("game", ["rasanto", "el-dado", "wolf", "storing-scores", "slipped", "pack-rat"])
def test_a_match_is_joined_and_played(driver: Driver, tmp_path, game: str) -> None:
    count = find_game(game).players[0]
    hosted = begun(tmp_path / "host", game, ("human", "human", *["greedy"] * (count - 2)))
    seats = hosted.kept.invitations
    with served(hosted):
        driver.app.go_to(destinations.Join())
        screen = driver.app.screen
        assert isinstance(screen, JoinScreen)
        screen.text = f"  {seats[1]} ".upper().replace("-", " ").replace("/", "\n")
        screen.join()
        until(driver, lambda: isinstance(driver.app.screen, MatchScreen))
        with guest_that_plays(seats[2]):
            rng, done, match = Random(3), 0, match_of(driver)
            control = driver.app.screen.control  # type: ignore[union-attr]

            def played() -> bool:
                nonlocal done
                if legal := control.turn.chooser.choice.legal:
                    before = len(match.played)
                    control.play(rng.choice(legal))
                    done += before == len(match.played)  # it comes about when the host tells of it
                control.board.rest()
                return done >= 4 or match.result is not None

            until(driver, played, 60)
        assert match.state == find_game(game).view(match.state, 1)
    driver.frames(5)
