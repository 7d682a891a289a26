"""What strangers and guests with ill will try at a table, over sockets and at its door, and what a host tries."""

from __future__ import annotations

import json
import os
import socket
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import pytest

pytest.importorskip("websockets")
pytest.importorskip("cryptography")

from websockets.frames import Frame, Opcode

from skill.env.protocol import Table
from skill.errors import FileError, IllegalMove, SkillboxError
from skill.net import hosting
from skill.net.delays import MOST_S
from skill.net.door import WATCHER, Door
from skill.net.guest import Lost, Wire, connected
from skill.net.hands import hands_here
from skill.net.host import MOST_PASSED_S, Host
from skill.net.invitation import Invitation, spoken
from skill.net.joined import JoinedMatch, Messenger, State
from skill.net.views import UnreadableView, packed_view
from skill.rules.catalogue import find_game
from skill.table.match import Match
from tests.net.loopback import Loop, codes_of, joined
from tests.net.test_door import match_of
from tests.net.test_host import begun, guest_of, served
from tests.net.test_thinking import Slow
from tests.net.waiting import PATIENCE_S, beside, unhurried, until

__all__ = ["unhurried"]

pytestmark = pytest.mark.usefixtures("unhurried")


def heard(wire: Wire) -> Any:
    line = wire.receive(PATIENCE_S)
    assert line
    return json.loads(line)


def said_in(invitation: Invitation) -> Any:
    """A wire of a guest that has said its code, and waits for nothing more."""
    wire: Any = connected(invitation)
    wire.send(json.dumps({"do": "join", "code": invitation.code}))
    assert heard(wire)["ok"]
    return wire


def test_what_came_while_the_host_was_held_up_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host that stood still for seconds finds more than it hears at once: nobody is sent away, but some wait."""
    monkeypatch.setattr("skill.net.host.HEARD", (6.0, 40.0))
    hosted = begun(tmp_path)
    with served(hosted):
        wire, began_s = said_in(hosted.kept.invitations[1]), monotonic()
        for number in range(30):
            wire._socket.send(json.dumps({"do": "state", "id": number}))
        assert [heard(wire)["id"] for _ in range(30)] == [*range(30)]
        assert monotonic() - began_s > 24 / 40
        wire.close()


def test_who_says_no_code_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.net.host.MOST_GUESTS", 3)
    hosted = begun(tmp_path)
    invitations = hosted.kept.invitations
    with served(hosted):
        silent = [connected(invitations[1]) for _ in range(3)]
        guests = [guest_of(invitations[seat]) for seat in (1, 2, WATCHER)]
        assert guests[2].seen["here"] == [1, 2]
        for stranger in silent:
            with pytest.raises(Lost):
                stranger.receive(PATIENCE_S)
        for guest in guests:
            guest.close()


def test_watchers_leave_room_for_who_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.net.host.MOST_WATCHERS", 2)
    hosted = begun(tmp_path)
    invitations = hosted.kept.invitations
    with served(hosted):
        watchers = [guest_of(invitations[WATCHER]) for _ in range(2)]
        with pytest.raises(SkillboxError, match="the house is full"):
            guest_of(invitations[WATCHER], 0)
        guest = guest_of(invitations[1])
        for one in (*watchers, guest):
            one.close()


def test_wrong_codes_side_by_side_are_counted_too(tmp_path: Path) -> None:
    hosted = begun(tmp_path)
    right = hosted.kept.invitations[1]
    with served(hosted):
        wires = [connected(right) for _ in range(12)]
        for wire in wires:
            wire.send(json.dumps({"do": "join", "code": spoken(bytes(10))}))
        answers = 0
        for wire in wires:
            with pytest.raises(SkillboxError, match=r"opens no seat|too many wrong codes"):
                while wire.receive(PATIENCE_S):
                    answers += 1
        assert answers == 5
        with pytest.raises(SkillboxError, match="too many wrong codes"):
            guest_of(right, 0)


@pytest.mark.parametrize(
    "frames",
    [
        [Frame(Opcode.PING, b"x" * 125)] * 500,
        [Frame(Opcode.PONG, b"")] * 500,
        [Frame(Opcode.TEXT, b"{", False), *[Frame(Opcode.CONT, b"", False)] * 500],
    ],
    ids=["pings", "pongs", "pieces"],
)
def test_frames_that_say_nothing_end_their_wire(frames: list[Frame], tmp_path: Path) -> None:
    hosted = begun(tmp_path)
    with served(hosted):
        good, wire = guest_of(hosted.kept.invitations[1]), said_in(hosted.kept.invitations[2])
        raw = b"".join(frame.serialize(mask=True) for frame in frames)

        def sends() -> None:
            with suppress(OSError):  # the wire may end before all of it has gone out
                wire._socket.socket.sendall(raw)

        with beside(sends), pytest.raises(SkillboxError):
            while True:
                assert wire.receive(PATIENCE_S)
        assert good.ask(do="state")["ok"]
        good.close()


def test_thoughts_of_one_guest_keep_no_other_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for a hint, comes back and asks again has as many thought about as there are threads for it."""
    end = Event()

    def thinks(question: object) -> Any:
        end.wait()
        raise IllegalMove("hint: none")

    monkeypatch.setattr("skill.net.door.hint_for", thinks)
    hosted = begun(tmp_path, first_player=1)
    with served(hosted):
        try:
            for _ in range(40):  # more than threads for thoughts
                wire = said_in(hosted.kept.invitations[1])
                wire.send('{"do": "hint"}')
            other = guest_of(hosted.kept.invitations[2])
            assert other.ask(do="state")["here"] == [1, 2]
            other.close()
        finally:
            end.set()


def test_no_time_of_a_race_is_lost_while_the_host_is_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of(find_game("clever-mole"))
    door = Door(Table(match, "greedy"), codes_of(match))
    passed: list[float] = []
    monkeypatch.setattr(door, "pass_time", passed.append)
    host = Host(door)
    host._passed_s = monotonic() - 60
    host._now(lambda: None)
    assert passed == [MOST_PASSED_S]


def test_hands_of_guests_are_given_nothing_that_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot thinks about what hands are to try, and until it has thought the match asks for it."""
    monkeypatch.setattr("skill.net.door.hides", lambda game, options: True)
    game = find_game("faraday")
    match = Match(game, 2, game.options_from({}), ["human", "human"], 7)
    table = Table(match, "random", thinker=Slow())
    door = Door(table, codes_of(match))
    table.settle()
    guests = joined(door, codes_of(match), hands_here())
    assert table.is_thinking
    for guest in guests.values():
        assert guest.seen["attempt"] is None
        assert "no attempt of seat" in guest.ask(do="begin", **{"from": 0})["error"]["text"]
        assert not guest.wait(0) or not guest.watched
    assert door.trying is None


def test_nobody_is_told_whether_the_same_was_done_in_secret_again() -> None:
    marks = []
    for again in (0, 1):
        match = Match(find_game("roll-to-the-top"), 2, None, ["human", "human"], 5)
        table = Table(match, "greedy")
        table.settle()
        door = Door(table, codes_of(match))
        guests = joined(door, codes_of(match))
        while not [line for line in match.played if line.action.verb == "write"]:
            assert match.seat
            one, other = guests[match.seat], guests[3 - match.seat]
            one.wait(0)
            assert one.play(one.seen["legal"][0])["ok"]
        other.wait(0)
        first = other.seen["mark"]
        assert one.undo()["ok"] and other.wait(0) and other.agree()["ok"]
        one.wait(0)
        assert one.play(one.seen["legal"][again])["ok"]
        other.wait(0)
        marks.append(other.seen["mark"] == first)
    assert marks[0] == marks[1]


@pytest.mark.parametrize("left", [0.2, 0.4, 0.6, 0.9, 0.99])
def test_invitations_that_are_cut_are_told(left: float, tmp_path: Path) -> None:
    hosted = begun(tmp_path)
    hosted.match.close_journal()
    whole = hosted.kept.path.read_bytes()
    hosted.kept.path.write_bytes(whole[: int(left * len(whole))])
    with pytest.raises(FileError, match="expected the invitations of a table"):
        hosting.resume(hosted.journal)


def test_the_seed_of_a_table_cannot_be_tried_out(tmp_path: Path) -> None:
    game = find_game("rasanto")
    seeds = []
    for _ in range(8):
        store = hosting.Store(tmp_path)
        hosted = hosting.begin(store, game, 2, game.options_from({}), ("human", "human"), None, "127.0.0.1", 7340)
        seeds.append(hosted.match.record.seed)
        hosted.discard()
    assert max(seeds) > 2**48


class Lying(Loop):
    """A wire on which the host says something else than it should under one key."""

    def __init__(self, door: Door, lie: dict[str, Any]) -> None:
        super().__init__(door)
        self.lie = lie

    def receive(self, timeout_s: float | None) -> str | None:
        line = super().receive(timeout_s)
        return line and json.dumps(json.loads(line) | self.lie)


@pytest.mark.parametrize(
    "lie",
    [
        {"acts": "x"},
        {"played": None},
        {"paused": 99},
        {"paused": "x"},
        {"undo": {"by": 1}},
        {"undo": {"by": 0, "agreed": []}},
        {"undo": [1]},
        {"delays_s": {"99": 0.1}},
        {"delays_s": {"1": "x"}},
        {"here": [7]},
    ],
    ids=str,
)
def test_a_host_that_says_nonsense_of_seats_is_left(lie: dict[str, Any]) -> None:
    match = match_of(find_game("rasanto"))
    door = Door(Table(match, "greedy"), codes_of(match))
    messenger = Messenger(lambda: Lying(door, lie), "code 1")
    until(lambda: bool(messenger.news) or messenger.state is State.GONE)
    if messenger.news:
        seen = JoinedMatch(messenger)
        assert not seen.moves(seen.own) and seen.paused_by is None and seen.wants_back is None and not seen.delays_s
    assert messenger.state is State.GONE and "cannot be read" in str(messenger.why)


def test_no_delay_is_told_that_is_none() -> None:
    match = match_of(find_game("rasanto"))
    door = Door(Table(match, "greedy"), codes_of(match))
    messenger = Messenger(lambda: Lying(door, {"delays_s": {"1": 1e400, "2": float("nan")}}), "code 1")
    until(lambda: bool(messenger.news))
    seen = JoinedMatch(messenger)
    assert all(0 <= late_s <= MOST_S for late_s in seen._delays_s.values())
    messenger.close()


@pytest.mark.parametrize(("game", "place"), [("slide", ("is", 2)), ("quadrula-rasa", ("is", 2, 1, 0))])
def test_a_view_has_nobody_count_for_ever(game: str, place: tuple[str | int, ...]) -> None:
    """Whatever number a host says in a view is refused, or all that a screen asks of it is told at once."""
    match = Match(find_game(game), 2, None, ["human", "human"], 5)
    table = Table(match, "greedy")
    table.settle()
    view = packed_view(match.game, match.state, 1)
    inner: Any = view
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = 10**30
    messenger = Messenger(lambda: Lying(Door(table, codes_of(match)), {"began": view, "happened": []}), "code 1")
    until(lambda: bool(messenger.news))
    with suppress(UnreadableView):
        assert match.game.block(JoinedMatch(messenger).state)
    messenger.close()


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a connection cannot be refused by itself")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
def test_handshakes_that_stand_still_use_up_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.net.host.MOST_COMING", 4)
    hosted = begun(tmp_path)
    with served(hosted), ExitStack() as stack:
        guest = guest_of(hosted.kept.invitations[1])
        address = ("127.0.0.1", hosted.kept.port)
        silent = [stack.enter_context(socket.create_connection(address, PATIENCE_S)) for _ in range(12)]
        for number, stranger in enumerate(silent):
            stranger.settimeout(PATIENCE_S if number >= 4 else 0.0)
            if number >= 4:
                assert stranger.recv(1) == b""
            else:
                with pytest.raises(BlockingIOError):
                    stranger.recv(1)
        assert guest.ask(do="state")["ok"]
        guest.close()
