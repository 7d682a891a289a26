"""Two real windows under Xvfb, each a program of its own on a screen of its own, play against each other with keys."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bundle.window import x_server
from skill.net.wire import kept
from skill.table.journal import read_journal
from skill.table.match import Match
from skill.table.record import Record, read_record
from skill.table.replay import check_record
from tests.app.desktop import PATIENCE_S, Player
from tests.engines import needs_engine

pytestmark = pytest.mark.slow

TO_INVITE, TO_JOIN = 7, 6
"""Of the home screen: how far back from the search line the buttons are."""
GIVE_UP = "g"


def to_button(player: Player, steps: int) -> None:
    player.key(*["shift+Tab"] * steps, "Return")


def keep(player: Player, name: str) -> None:
    """A picture in the folder that SKILLBOX_PICTURES names, if it names one."""
    if folder := os.environ.get("SKILLBOX_PICTURES"):
        player.screenshot().save(Path(folder) / f"{name}.png")


def lay(host: Player, guest: Player, game: str) -> Path:
    """Opens a table of that game in one window, and joins it in the other; the folder of its journal."""
    for player in (host, guest):
        player.until_open()
    host.xdotool("type", "--delay", "50", game)
    to_button(host, TO_INVITE)
    journals = host.folder / "home" / "journals"
    host.until(lambda: bool([*journals.glob("*.table")]), "a table")
    invitation = kept(next(journals.glob("*.table"))).invitations[2]
    home = guest.screenshot()
    to_button(guest, TO_JOIN)
    guest.until_another(home, "the line for the words")
    said = f"{invitation.address}:{invitation.port} {invitation.code} {invitation.print}".replace("-", " ")
    guest.xdotool("type", "--delay", "30", said)
    keep(host, "invite")
    keep(guest, "join")
    waiting = [player.screenshot() for player in (host, guest)]
    guest.key("Return")
    for player, was in zip((host, guest), waiting, strict=True):
        player.until_another(was, "the table")
    return journals


def test_two_windows_play_rasanto_to_its_end(display: str, tmp_path: Path) -> None:
    with x_server() as other:
        host, guest = Player(display, tmp_path / "host", "software"), Player(other, tmp_path / "guest", "software")
        try:
            journals = lay(host, guest, "rasanto")
            play(host, guest, journals, lambda player: player.key("Tab", "Return"))
            keep(host, "host-over")
            keep(guest, "guest-over")
            seats = {line[0] for line in host.lines()}
            assert {"1", "2"} <= seats
            both_keep(host, guest)
        finally:
            host.close()
            guest.close()


def test_two_windows_play_faraday_with_their_own_hands(display: str, tmp_path: Path) -> None:
    needs_engine()
    with x_server() as other:
        host, guest = Player(display, tmp_path / "host", "software"), Player(other, tmp_path / "guest", "software")
        try:
            journals = lay(host, guest, "faraday")
            play(host, guest, journals, tilt)
            keep(host, "host-faraday")
            keep(guest, "guest-faraday")
            record = both_keep(host, guest)
        finally:
            host.close()
            guest.close()
    attempts = [line for line in record.played if line.action.verb == "attempt"]
    assert {line.by for line in attempts} == {1, 2} and all("@" in line.action[-1] for line in attempts)
    for player in (host, guest):
        assert check_record(record, player.folder / "home" / "records") == []  # the traces of both are with both


def tilt(player: Player) -> None:
    """Begins an attempt, if it is this one's, tilts for a moment, and gives up; others' go on."""
    player.key("Return")
    time.sleep(0.5)
    player.xdotool("keydown", "Left")
    time.sleep(0.5)
    player.xdotool("keyup", "Left")
    player.key(GIVE_UP)
    player.key(GIVE_UP)
    time.sleep(0.5)


def play(host: Player, guest: Player, journals: Path, act: Callable[[Player], None]) -> None:
    """Has both act again and again until the match is over."""
    done, end_s = -1, 0.0
    while not is_over(journals):
        if len(lines := host.lines()) != done:
            done, end_s = len(lines), time.monotonic() + PATIENCE_S
        assert time.monotonic() < end_s, f"it does not go on: {lines[-3:]}"
        for player in (host, guest):
            act(player)
            assert player.process.poll() is None


def both_keep(host: Player, guest: Player) -> Record:
    """The record of the match that is over: it is with both before the host leaves, and still one when it has."""
    found = []
    for player in (host, guest):
        what = f"the record of a match that is over, of the {player.folder.name},"
        player.until(lambda player=player: bool(records(player)), what)
        found.append(read_record(*records(player)))
    assert str(found[0]) == str(found[1])
    at_the_end = host.screenshot()
    host.key("Escape")  # the card
    time.sleep(1)
    host.key("ctrl+q")
    host.until_another(at_the_end, "the home screen")
    assert len(records(host)) == len(records(guest)) == 1
    return found[0]


def records(player: Player) -> list[Path]:
    return [*(player.folder / "home" / "records").glob("*.txt")]


def is_over(journals: Path) -> bool:
    """Whether the match in the only journal has come to its end."""
    found = [*journals.glob("*.txt")]
    return not found or Match.resumed(read_journal(found[0])).result is not None
