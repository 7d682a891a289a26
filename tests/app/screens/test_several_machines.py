"""Invite and Join: a table is hosted by one window and joined by others, and nothing waits for the wire."""

from __future__ import annotations

import os
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from random import Random

import pygame
import pytest

from skill.app.i18n import ENGLISH, use_language
from skill.app.input.actions import Act
from skill.app.play.match.phase import Phase
from skill.app.play.match.turn import idle_acts
from skill.app.screens import destinations
from skill.app.screens.home.saved_matches import SavedMatch
from skill.app.screens.invite.screen import InviteScreen
from skill.app.screens.join.screen import JoinScreen
from skill.app.screens.match.screen import MatchScreen
from skill.app.screens.viewer.screen import ViewerScreen
from skill.bots.hint import hint_for, hint_question
from skill.net import hosting
from skill.net.door import WATCHER
from skill.net.guest import GuestSeat
from skill.net.invitation import Invitation, parse_invitation
from skill.net.joined import JoinedMatch, News
from skill.net.views import packed
from skill.rules.catalogue import find_game
from skill.table.match import Match
from skill.table.record import read_record
from tests.app.conftest import UNDRAWN
from tests.app.driver import Driver
from tests.net import waiting
from tests.net.proxy import through
from tests.net.test_host import begun, free_port, guest_of, served
from tests.net.waiting import unhurried

__all__ = ["unhurried"]

TEN = "babab-" * 9 + "babab"


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, unhurried: None) -> None:
    """Tables of this machine alone, at ports of their own."""
    monkeypatch.setattr("skill.net.wire.address_here", lambda: "127.0.0.1")
    monkeypatch.setattr("skill.app.screens.invite.screen.free_port", free_port)
    monkeypatch.setattr("skill.app.play.match.runtime.BOT_PAUSE_S", 0.0)


@pytest.fixture
def driver(open_app: Callable) -> Driver:
    return Driver(open_app(UNDRAWN))


def until(driver: Driver, holds: Callable[[], bool]) -> None:
    """Until it holds; the wire takes its time, whatever the frames do."""

    def meanwhile() -> None:
        driver.frames()
        time.sleep(0.005)

    waiting.until(holds, meanwhile)


def match_of(driver: Driver) -> Match:
    assert isinstance(driver.app.screen, MatchScreen)
    return driver.app.screen.control.runtime.match


@contextmanager
def guest_that_plays(invitation: Invitation) -> Iterator[GuestSeat]:
    """Another machine, which plays at random as soon as it may."""
    guest, rng, ended = guest_of(invitation), Random(1), threading.Event()

    def play() -> None:
        while not (ended.is_set() or guest.seen["is_over"]):
            if guest.seen["legal"]:
                guest.play(rng.choice(guest.seen["legal"]))
            else:
                guest.wait(0.02)

    with waiting.beside(play, ended.set):
        yield guest
    guest.close()


def play_first(driver: Driver) -> None:
    """Plays the first of what the window may do, dice that are still on their way or not."""
    assert isinstance(driver.app.screen, MatchScreen)
    control = driver.app.screen.control
    control.board.rest()
    control.play(control.runtime.match.moves()[0])


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

    until(driver, over)


def invited(driver: Driver, game: str = "rasanto") -> InviteScreen:
    driver.app.go_to(destinations.Invite(find_game(game)))
    screen = driver.app.screen
    assert isinstance(screen, InviteScreen)
    until(driver, lambda: screen.invitation is not None)
    return screen


def test_a_table_is_hosted_and_played_to_its_end(driver: Driver, monkeypatch) -> None:
    monkeypatch.setattr("skill.app.screens.invite.screen.given_name_of", lambda seat: "Ada")
    screen = invited(driver)
    assert screen.table.own == 1 and screen.chosen == 2
    assert screen.status == "Not here yet: Player 2. This machine is in no network: nobody else can join."
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
        [finished] = driver.app.store.history()  # before the table is closed
        assert guest.ask(do="record")["record"] == finished.file.read_text()  # whose guests may still ask
    driver.press("Review")
    assert isinstance(driver.app.screen, ViewerScreen) and driver.app.screen.review
    assert driver.app.screen.path == finished.file
    driver.app.go_to(destinations.Home())
    assert driver.app.store.history() == [finished]
    assert {row.player for row in driver.app.store.standings()} == {"Ada", ""}
    assert [str(line) for line in read_record(finished.file).played] == played
    assert not list(driver.app.store.folder.glob("journals/*"))


@pytest.mark.parametrize(
    "game",
    [
        "rasanto",
        "el-dado",
        "wolf",
        "storing-scores",
        "slipped",
        "pack-rat",
        pytest.param("hide-away", marks=pytest.mark.slow),
    ],
)
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
            rng, match, seated = Random(3), match_of(driver), driver.app.screen
            assert isinstance(seated, MatchScreen)
            control = seated.control

            def played() -> bool:
                control.board.rest()
                if seated.dialog:
                    seated.cards.close()
                if legal := control.turn.chooser.choice.legal:
                    control.play(rng.choice(legal))
                elif control.runtime.phase is Phase.READY:
                    control.begin_attempt()
                elif control.runtime.phase is Phase.HANDS:
                    control.perform(Act.GIVE_UP, dict)
                return sum(line.by == 1 for line in match.played) >= 4 or match.result is not None

            until(driver, played)
        assert match.state == find_game(game).view(match.state, 1)
    driver.frames(5)


def joining(driver: Driver, text: str) -> JoinScreen:
    driver.app.go_to(destinations.Join())
    screen = driver.app.screen
    assert isinstance(screen, JoinScreen)
    screen.text = text
    screen.join()
    return screen


def joined(driver: Driver, invitation: Invitation) -> None:
    """Joins, and waits until the match is seen; where nothing comes of it, the test fails with the reason."""
    screen = joining(driver, str(invitation))
    until(driver, lambda: screen.messenger is None)
    assert isinstance(driver.app.screen, MatchScreen), screen.status


def test_what_is_wrong_with_the_words_is_said_below_them(driver: Driver) -> None:
    for text, fault in {
        "": "expected the address of the host first",
        "192.168.1.5 babab": "1 words: expected 10",
        f"192.168.1.5 {TEN}x": "word 10, bababx",
    }.items():
        screen = joining(driver, text)
        assert fault in screen.status and screen.messenger is None and screen.text == text


def test_a_host_that_is_not_there_is_told_and_joining_can_be_cancelled(driver: Driver) -> None:
    screen = joining(driver, f"127.0.0.1:{free_port()} {TEN}")
    assert "Asking 127.0.0.1" in screen.status
    until(driver, lambda: screen.messenger is None)
    assert "127.0.0.1" in screen.status and driver.app.screen is screen
    with socket.create_server(("127.0.0.1", 0)) as silent:
        screen = joining(driver, f"127.0.0.1:{silent.getsockname()[1]} {TEN}")
        driver.press("Cancel")
        assert screen.messenger is None and screen.status == "" and driver.app.screen is screen


def test_whoever_has_left_comes_back_without_typing_until_the_match_is_over(driver: Driver, tmp_path) -> None:
    hosted = begun(tmp_path / "host")
    last = driver.app.store.folder / "last-table.txt"
    with served(hosted):
        joined(driver, hosted.kept.invitations[1])
        driver.app.go_to(destinations.Home())
        if os.name == "posix":
            assert last.stat().st_mode & 0o777 == 0o600
        driver.app.go_to(destinations.Join())
        driver.press("To the last table")
        until(driver, lambda: isinstance(driver.app.screen, MatchScreen))
        match = match_of(driver)
        control = driver.app.screen.control  # type: ignore[union-attr]

        def is_over() -> bool:
            control.board.rest()
            if legal := control.turn.chooser.choice.legal:
                control.play(legal[0])
            return match.result is not None

        with guest_that_plays(hosted.kept.invitations[2]):
            until(driver, is_over)
        driver.app.screen.cards.close()  # type: ignore[union-attr]
        driver.app.screen.perform(Act.LEAVE)  # type: ignore[union-attr]
        driver.frames(3)
    assert not last.exists()
    driver.app.go_to(destinations.Join())
    assert driver.app.screen.last is None  # type: ignore[union-attr]


def test_a_wrong_code_is_told(driver: Driver, tmp_path) -> None:
    hosted = begun(tmp_path / "host")
    with served(hosted):
        screen = joining(driver, str(hosted.kept.invitations[1]._replace(code=TEN[:29])))
        until(driver, lambda: screen.messenger is None)
    assert "the first five words open no seat here" in screen.status


def test_a_host_that_goes_away_is_told_and_found_again(driver: Driver, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("skill.net.guest.AGAIN_S", 0.05)
    hosted = begun(tmp_path / "host", seats=("human", "greedy"))
    with served(hosted):
        joined(driver, hosted.kept.invitations[1])
        match = match_of(driver)
        until(driver, lambda: match.needs_hands())
    said = driver.app.screen.control.panel_text  # type: ignore[union-attr]
    until(driver, lambda: "The wire to the host is broken." in said(0.0).message)
    hosted.match.close_journal()
    with served(hosting.resume(hosted.journal)):
        until(driver, lambda: not match.wire and match.needs_hands())
        before = len(match.played)
        play_first(driver)
        until(driver, lambda: len(match.played) > before)
        driver.app.go_to(destinations.Home())


def test_others_are_asked_before_anything_is_taken_back(driver: Driver, tmp_path) -> None:
    hosted = begun(tmp_path / "host")
    invitations = hosted.kept.invitations
    with served(hosted):
        joined(driver, invitations[1])
        match, screen = match_of(driver), driver.app.screen
        assert isinstance(screen, MatchScreen)
        guest = guest_of(invitations[2])
        while hosted.match.turn != 1:
            guest.wait_for_turn()
            guest.play(guest.seen["legal"][0])
        until(driver, match.needs_hands)
        before = len(match.played)
        play_first(driver)
        until(driver, lambda: len(match.played) == before + 1)
        guest.wait_for_turn()
        assert guest.undo()["ok"]
        until(driver, lambda: screen.dialog is not None)
        assert screen.dialog and screen.dialog.title == "Take it back?"
        guest.refuse()  # its own wish
        until(driver, lambda: screen.dialog is None)
        guest.undo()
        until(driver, lambda: screen.dialog is not None)
        driver.key(pygame.K_ESCAPE)
        until(driver, lambda: bool(guest.wait(0.01)) and guest.seen["undo"] is None)
        assert screen.dialog is None
        until(driver, lambda: match.can_undo)  # the host has answered the refusal
        screen.perform(Act.UNDO)
        asked, stays = "The others are asked whether it may be taken back.", "It was not taken back."
        until(driver, lambda: asked in screen.control.panel_text(0.0).message)
        while guest.seen["undo"] is None:
            guest.wait()
        guest.refuse()
        until(driver, lambda: stays in screen.control.panel_text(0.0).message)
        assert asked not in screen.control.panel_text(0.0).message
        guest.undo()
        until(driver, lambda: screen.dialog is not None)
        driver.press("Allow it")
        until(driver, lambda: len(match.played) == before)
        assert screen.dialog is None
        guest.ask(do="pause")
        until(driver, lambda: match.paused_by == 2)
        assert "has paused" in screen.control.panel_text(0.0).message
        screen.perform(Act.PAUSE)
        until(driver, lambda: match.paused_by is None and match.needs_hands())
        guest.close()


def test_a_table_that_is_left_waits_and_is_a_table_again(driver: Driver) -> None:
    words = str(invited(driver).invitation)
    guest = guest_of(parse_invitation(words))
    until(driver, lambda: isinstance(driver.app.screen, MatchScreen))
    match = match_of(driver)
    acted: list[int] = []

    def act() -> bool:
        guest.wait(0.01)
        if guest.seen["legal"]:
            guest.play(guest.seen["legal"][0])
        if match.needs_hands() and not acted:
            play_first(driver)
            acted.append(1)
        return bool(acted) and any(line.by == 1 for line in match.played)

    until(driver, act)
    driver.app.screen.perform(Act.LEAVE)  # type: ignore[union-attr]
    assert driver.app.screen.dialog.title == "Close the table?"  # type: ignore[union-attr]
    driver.press("Show the words")
    shown = driver.app.screen.dialog.text  # type: ignore[union-attr]
    assert str(parse_invitation(re.sub("<.*?>", " ", shown.partition("<b>To watch")[0].partition("</b>")[2]))) == words
    driver.press("Close")
    driver.app.screen.perform(Act.LEAVE)  # type: ignore[union-attr]
    driver.press("Close it")
    home = driver.app.screen
    guest.close()
    [(journal, record)] = driver.app.store.open_matches()
    home._open_saved(SavedMatch(journal, record))  # type: ignore[union-attr]
    screen = driver.app.screen
    assert isinstance(screen, InviteScreen)
    until(driver, lambda: screen.invitation is not None)
    assert str(screen.invitation) == words
    driver.app.go_to(destinations.Home())


def test_whoever_has_the_words_for_it_watches(driver: Driver, open_app: Callable, tmp_path) -> None:
    hosted = begun(tmp_path / "host")
    invitations = hosted.kept.invitations
    with served(hosted):
        joined(driver, invitations[WATCHER])
        match, screen = match_of(driver), driver.app.screen
        assert isinstance(screen, MatchScreen) and match.seats == ("elsewhere", "elsewhere")
        with closing(guest_of(invitations[1])) as one, closing(guest_of(invitations[2])) as other:
            actor = one if one.seen["legal"] else other
            actor.play(actor.seen["legal"][0])
            actor.undo()
            until(driver, lambda: match._wish is not None)
            assert match.wants_back is None and screen.dialog is None  # whoever watches is not asked
            assert Act.PAUSE in idle_acts(screen.control.runtime, screen.control.turn, can_switch=False)
            actor.refuse()
        with guest_that_plays(invitations[1]), guest_that_plays(invitations[2]):
            until(driver, lambda: "You watch this match" in screen.control.panel_text(0.0).message)
            until(driver, lambda: len(match.played) > 3)
            assert not screen.control.turn.chooser.choice.legal and not match.can_undo
            until(driver, lambda: (screen.control.board.rest(), match.result is not None)[1])
        assert match.state == hosted.match.state
        assert driver.app.store.history() == []  # it was no match of this machine


def test_the_words_to_watch_are_shown_where_nothing_is_hidden(driver: Driver) -> None:
    screen = invited(driver)
    driver.press("To watch")
    assert screen.chosen == WATCHER and screen.invitation == screen.table.invitations[WATCHER]
    assert "they see what all may see" in screen._explained()
    screen = invited(driver, "slipped")
    assert WATCHER not in screen.table.invitations


def test_a_race_shows_how_late_each_seat_is(driver: Driver, tmp_path) -> None:
    hosted = begun(tmp_path / "host", "clever-mole")
    with served(hosted), through(hosted.kept.port, 0.1, 0.0) as proxy:
        guest = guest_of(hosted.kept.invitations[2]._replace(port=proxy.port))
        joined(driver, hosted.kept.invitations[1])
        match, screen = match_of(driver), driver.app.screen
        assert isinstance(screen, MatchScreen)
        until(driver, lambda: (guest.wait(0.01), match.delays_s.get(2, 0) > 0.09)[1])
        said = screen.control.panel_text(0.0).message
        shown = re.search(r"makes up for: Player 1 (\d+) ms, Player 2 \(elsewhere\) (\d+) ms", said)
        assert shown and int(shown[2]) > 90, said
        guest.close()


@pytest.mark.parametrize("gives_hints", [True, False])
def test_hints_are_those_of_the_host_if_the_table_gives_any(driver: Driver, tmp_path, gives_hints: bool) -> None:
    hosted = begun(tmp_path / "host", "rasanto", hints=gives_hints, first_player=1)
    with served(hosted):
        joined(driver, hosted.kept.invitations[1])
        screen = driver.app.screen
        assert isinstance(screen, MatchScreen)
        control = screen.control
        until(driver, lambda: bool(control.turn.chooser.choice.legal))
        assert (Act.HINT in control.panel_text(0.0).idle) is not gives_hints
        control.perform(Act.HINT, dict)
        if not gives_hints:
            assert "No hints are given at this table" in control.message
            return
        assert control.turn.is_looking
        until(driver, lambda: "A good move" in control.message)
        match = hosted.match
        question = hint_question(match.game, match.view(1), 1, match.seed_of("hint"))
        assert control.turn.chooser.hint == hint_for(question).action


def test_what_the_host_refuses_is_told_in_ones_own_language(driver: Driver, tmp_path) -> None:
    hosted = begun(tmp_path / "host", first_player=1)
    with served(hosted):
        joined(driver, hosted.kept.invitations[1])
        match, screen = match_of(driver), driver.app.screen
        assert isinstance(screen, MatchScreen)
        until(driver, match.needs_hands)
        hosted.door.agreed.pause(2)  # of which the window has not heard yet
        use_language("de")
        try:
            play_first(driver)
            until(driver, lambda: "2 hat angehalten" in screen.control.message)
        finally:
            use_language(ENGLISH)


SENSELESS: dict[str, Callable] = {
    "a view of another game": lambda seen, view: {**seen, "view": packed(find_game("wolf").begin(2, OF_WOLF))},
    "a view with too few players": lambda seen, view: {**seen, "view": {**view, "is": [[] for _ in view["is"]]}},
    "a view that is a number": lambda seen, view: {**seen, "view": 7},
    "no view": lambda seen, view: {"by": "seat 2"},
    "more taken back than was done": lambda seen, view: {"undone": 99},
}
OF_WOLF = find_game("wolf").options_from({})


@pytest.mark.parametrize("kind", SENSELESS)
def test_what_makes_no_sense_is_told_where_the_match_is_seen(driver: Driver, tmp_path, kind: str) -> None:
    hosted = begun(tmp_path / "host", first_player=1)
    with served(hosted):
        joined(driver, hosted.kept.invitations[1])
        match, screen = match_of(driver), driver.app.screen
        assert isinstance(screen, MatchScreen) and isinstance(match, JoinedMatch)
        until(driver, match.needs_hands)
        told = SENSELESS[kind]({"by": "seat 2", "told": [], "action": "stop"}, packed(match.state))
        match.messenger.news.append(News([], [told], {**match._seen, "played": 1}))
        driver.frames(30)
        assert driver.app.screen is screen and screen.control.panel_text(0.0).message
        assert "the host" in screen.control.panel_text(0.0).message and not match.moves()


def test_a_view_of_which_no_screen_can_be_made_is_left_behind(driver: Driver, tmp_path, monkeypatch, capsys) -> None:
    hosted = begun(tmp_path / "host", first_player=1)
    with served(hosted):
        joined(driver, hosted.kept.invitations[1])
        match, screen = match_of(driver), driver.app.screen
        assert isinstance(screen, MatchScreen)
        until(driver, match.needs_hands)
        real = screen.control.panel_text

        def text(*given: object) -> object:
            return real(*given) if not match.played else {}["of no such thing"]  # type: ignore[arg-type]

        monkeypatch.setattr(screen.control, "panel_text", text)
        play_first(driver)
        until(driver, lambda: bool(match.wire))
        driver.frames(3)
        assert driver.app.screen is screen and match.played == ()
        assert "what is no position of Rasanto" in real(0.0).message
        assert "of no such thing" in capsys.readouterr().err  # whose fault it was can be found out
