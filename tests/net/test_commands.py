"""`skillbox host` and `skillbox join` with what strangers say, type and name."""

from __future__ import annotations

import io
import json
import sys
from collections import deque
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from skill.env.protocol import Table
from skill.errors import FileError, UnknownName
from skill.net.door import Door
from skill.net.host import Host
from skill.net.invitation import Invitation, check_address, spoken
from skill.net.wire import Kept
from skill.rules.catalogue import find_game
from skill.table.journal import Journal
from skill.table.match import Match
from tests.conftest import Say
from tests.net.loopback import Loop, joined
from tests.net.waiting import until

INVITATION = str(Invitation("127.0.0.1", 7340, spoken(bytes(10)), spoken(bytes(10))))


class Says:
    """A wire to a host that answers always the same."""

    def __init__(self, answer: dict[str, Any]) -> None:
        self.answer, self.frames = answer, deque[str]()

    def send(self, line: str) -> None:
        self.frames.append(json.dumps({**self.answer, "id": json.loads(line)["id"]}))

    def receive(self, timeout_s: float | None) -> str | None:
        return self.frames.popleft() if self.frames else None

    def close(self) -> None:
        pass


class Once(Loop):
    """A wire that breaks after the first answer."""

    def receive(self, timeout_s: float | None) -> str | None:
        line = super().receive(timeout_s)
        self.is_open = False
        return line


def rasanto(*seats: str) -> Door:
    table = Table(Match(find_game("rasanto"), 2, None, seats or ["human", "greedy"], 5), "greedy")
    table.settle()
    return Door(table, {1: "code", 2: "code 2"} if seats else {1: "code"})


def typed(data: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), "utf-8")


@pytest.mark.parametrize("how", [(), ("--stdio",)], ids=["by hand", "by program"])
@pytest.mark.parametrize("answer", [{}, {"ok": True, "view": {}}, {"ok": True, "view": {}, "happened": 3}], ids=str)
def test_a_host_of_another_kind_is_told_in_a_sentence(
    answer: dict[str, Any], how: tuple[str, ...], skillbox: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skill.net.guest.connected", lambda _: Says(answer))
    monkeypatch.setattr(sys, "stdin", typed(b""))
    code, printed, wrong = skillbox("join", INVITATION, *how)
    assert (code, printed) == (2, "") and wrong == "skillbox: the host says what cannot be read\n"


def test_a_wire_that_breaks_is_told_and_then_why_there_is_no_other(
    skillbox: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    wires = [Once(rasanto())]

    def connected(_: object) -> Once:
        if wires:
            return wires.pop()
        raise UnknownName("the host has closed the door")

    monkeypatch.setattr("skill.net.guest.AGAIN_S", 0)
    monkeypatch.setattr("skill.net.guest.connected", connected)
    monkeypatch.setattr("skill.net.invitation.Invitation.code", "code")
    monkeypatch.setattr(sys, "stdin", typed(b"undo\n"))
    code, _, wrong = skillbox("join", INVITATION)
    assert code == 2
    broken, why = wrong.splitlines()
    assert broken == "The wire to the host is broken. For a minute it is tried again."
    assert why == "skillbox: the host has closed the door"


def test_who_wants_to_take_something_back_is_told_what_comes_of_it(
    skillbox: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = rasanto("human", "human")
    guests = joined(door, {1: "code", 2: "code 2"})
    seat = int(door.table.match.turn)  # type: ignore[call-overload]
    act, other = guests[seat].seen["legal"][0], guests[3 - seat]
    guests[seat].close()

    class Typed:
        def __iter__(self) -> Iterator[bytes]:
            yield f"{act}\n".encode()
            yield b"undo\n"
            until(lambda: other.wait(0) and bool(other.seen["undo"]))
            other.refuse()
            until(lambda: "It was not taken back." in said)
            other.close()
            until(lambda: f"Seat {3 - seat} is away." in said)

    said = list[str]()
    monkeypatch.setattr("skill.cli.net.say", said.append)
    monkeypatch.setattr("skill.net.guest.connected", lambda _: Loop(door))
    monkeypatch.setattr("skill.net.invitation.Invitation.code", {1: "code", 2: "code 2"}[seat])
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Typed()))
    assert skillbox("join", INVITATION)[0] == 0
    asked = said.index("The others are asked whether it may be taken back.")
    assert "It was not taken back." in said[asked:]


@pytest.mark.parametrize("how", [(), ("--stdio",)], ids=["by hand", "by program"])
def test_what_is_no_text_is_refused_and_the_guest_goes_on(
    how: tuple[str, ...], skillbox: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = rasanto()
    monkeypatch.setattr("skill.net.guest.connected", lambda _: Loop(door))
    monkeypatch.setattr("skill.net.invitation.Invitation.code", "code")
    monkeypatch.setattr(sys, "stdin", typed(b"\xff\n" + (b'{"do": "rules"}\n' if how else b"fly\n")))
    code, printed, wrong = skillbox("join", INVITATION, *how)
    assert code == 0
    if how:
        seen, refused, rules = map(json.loads, printed.splitlines())
        assert seen["ok"] and refused["error"]["kind"] == "BadRequest" and rules["ok"]
    else:
        assert wrong.count("action") == 2 and "'fly'" in wrong


def test_a_guest_whose_input_is_closed_leaves_and_a_program_is_told_why(
    skillbox: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    door = rasanto()
    monkeypatch.setattr("skill.net.guest.connected", lambda _: Loop(door))
    monkeypatch.setattr("skill.net.invitation.Invitation.code", "code")
    monkeypatch.setattr(sys, "stdin", None)
    assert skillbox("join", INVITATION)[0] == 0
    assert skillbox("join", INVITATION, "--stdio") == (
        2,
        "",
        "skillbox: join: standard input or output is closed; expected both\n",
    )


@pytest.mark.parametrize("address", ["192.168.1.5", "Table.example", "[fe80::1]"])
def test_an_address_that_guests_can_type_is_taken(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize("address", ["a b", "t\u00fcr", "fe80::1", "a:7340", "a/b", "x" * 300])
def test_an_address_that_guests_cannot_type_is_refused(address: str) -> None:
    with pytest.raises(UnknownName, match=r"--address .*: expected a name without spaces"):
        check_address(address)


def test_a_host_names_the_option_that_is_wrong(skillbox: Say) -> None:
    pytest.importorskip("websockets")
    pytest.importorskip("cryptography")
    for words, fault in {
        ("--address", "a b"): "--address 'a b': expected",
        ("--bind", "192.0.2.1"): "--bind '192.0.2.1': ",  # of documentation, which no machine has
        ("--bind", "no such machine"): "--bind 'no such machine': ",
    }.items():
        code, printed, wrong = skillbox("host", "rasanto", *words)
        assert (code, printed) == (2, "") and fault in wrong, wrong


def test_a_host_that_cannot_write_down_what_is_done_says_so_once(
    skillbox: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add(journal: Journal, line: str) -> None:
        raise FileError("{path}: cannot be written: {error}", path=journal.path, error="no space left")

    async def serve(host: Host, kept: Kept, bind: str, ready: Callable[[], None]) -> None:
        match = host.door.table.match
        host._on_change()
        monkeypatch.setattr(Journal, "add", add)
        for _ in range(2):
            match.play(match.moves()[0])
            host._on_change()

    monkeypatch.setattr(Host, "serve", serve)
    _, _, wrong = skillbox("host", "rasanto", "--players", "2")
    assert wrong.count("cannot be written: no space left") == wrong.count("is lost if this host ends") == 1
