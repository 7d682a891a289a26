"""Two real windows under Xvfb, each a program of its own on a screen of its own, play against each other with keys."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from bundle.window import x_server
from skill.net.wire import kept
from skill.table.journal import read_journal
from skill.table.match import Match
from tests.app.desktop import Player

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

TO_INVITE, TO_JOIN = 7, 6
"""Of the home screen: how far back from the search line the buttons are."""
LONGEST_S = 400.0


def to_button(player: Player, steps: int) -> None:
    player.key(*["shift+Tab"] * steps, "Return")


def keep(player: Player, name: str) -> None:
    """A picture in the folder that SKILLBOX_PICTURES names, if it names one."""
    if folder := os.environ.get("SKILLBOX_PICTURES"):
        player.screenshot().save(Path(folder) / f"{name}.png")


def test_two_windows_play_rasanto_to_its_end(display: str, tmp_path: Path) -> None:
    with x_server() as other:
        host, guest = Player(display, tmp_path / "host", "software"), Player(other, tmp_path / "guest", "software")
        try:
            for player in (host, guest):
                player.until_open()
            host.xdotool("type", "--delay", "50", "rasanto")
            to_button(host, TO_INVITE)
            journals = tmp_path / "host" / "home" / "journals"
            host.until(lambda: bool([*journals.glob("*.table")]), "a table")
            time.sleep(2)
            keep(host, "invite")
            invitation = kept(next(journals.glob("*.table"))).invitations[2]
            to_button(guest, TO_JOIN)
            time.sleep(1)
            said = f"{invitation.address}:{invitation.port} {invitation.code} {invitation.print}".replace("-", " ")
            guest.xdotool("type", "--delay", "30", said)
            keep(guest, "join")
            guest.key("Return")
            time.sleep(3)
            records, end_s = tmp_path / "host" / "home" / "records", time.monotonic() + LONGEST_S
            while not is_over(journals):
                assert time.monotonic() < end_s, f"it did not come to its end: {host.lines()[-3:]}"
                for player in (host, guest):
                    player.key("Tab", "Return")
                    assert player.process.poll() is None
            time.sleep(2)
            keep(host, "host-over")
            keep(guest, "guest-over")
            seats = {line[0] for line in host.lines()}
            assert {"1", "2"} <= seats
            host.key("Escape", "Escape")  # the card, and the match
            host.until(lambda: bool([*records.glob("*.txt")]), "the record of a match that is over")
        finally:
            host.close()
            guest.close()


def is_over(journals: Path) -> bool:
    """Whether the match in the only journal has come to its end."""
    found = [*journals.glob("*.txt")]
    return not found or Match.resumed(read_journal(found[0])).result is not None
