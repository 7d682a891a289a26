"""A table for several machines that is open at once, always with the same words, and at which nobody else arrives."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from skill.net.door import WATCHER
from skill.net.invitation import Invitation
from skill.net.joined import State

CODES = ("babab-babab-babab-babab-babab", "lusab-babad-gutih-tugad-babab", "zuzuz-zuzuz-zuzuz-zuzuz-zuzuz")


class Laid:
    """In place of a `HostedHere` of two players, which opens no port."""

    def __init__(self, *_: Any, **_named: Any) -> None:
        self.invitations = {
            seat: Invitation("192.168.178.123", 7340, code, CODES[1])
            for seat, code in zip((WATCHER, 1, 2), CODES, strict=True)
        }
        self.own, self.is_open, self.why = 1, True, None
        self.guests, self.here = (2,), ()

    @property
    def invitation_of_own(self) -> Invitation:
        return self.invitations[self.own]

    def close(self) -> None:
        """There is nothing to close."""


class Silent:
    """In place of a `Messenger`, which never hears of its host."""

    def __init__(self, *_: Any) -> None:
        self.state, self.why, self.news = State.COMING, None, deque[Any]()

    def close(self) -> None:
        """There is nothing to close."""


def lay(patch: pytest.MonkeyPatch) -> None:
    """Has the screens open no other table, and join none."""
    patch.setattr("skill.app.screens.invite.screen.HostedHere", Laid)
    for screen in ("invite", "join"):
        patch.setattr(f"skill.app.screens.{screen}.screen.Messenger", Silent)
