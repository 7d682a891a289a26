"""A host and its guests over sockets: TLS, the print, limits, and what comes back after a kill."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("websockets")
pytest.importorskip("cryptography")

from skill.env.protocol import TICK_S
from skill.errors import SkillboxError, UnknownName
from skill.net import hosting
from skill.net.door import MOST_FRAME, WATCHER
from skill.net.guest import GuestSeat, Lost, connected
from skill.net.hands import hands_here
from skill.net.host import Host
from skill.net.hosting import Hosted
from skill.net.invitation import Invitation, parse_invitation, print_of, spoken
from skill.net.wire import encrypted
from skill.rules.catalogue import find_game
from skill.table.record import read_record
from skill.table.store import Store
from tests.net.proxy import through
from tests.net.waiting import PATIENCE_S, beside, unhurried, until

__all__ = ["unhurried"]


pytestmark = pytest.mark.usefixtures("unhurried")
PORTS = range(20_000, 32_000)
"""None of those that connections get by themselves, so that a port that is free stays free."""


def free_port() -> int:
    rng = Random()
    while True:
        with socket.socket() as bound, contextlib.suppress(OSError):
            bound.bind(("127.0.0.1", port := rng.choice(PORTS)))
            return port


def begun(
    folder: Path,
    game: str = "rasanto",
    seats: tuple[str, ...] = ("human", "human"),
    seed: int = 3,
    *,
    hints: bool = True,
    **options: Any,
) -> Hosted:
    found, store = find_game(game), Store(folder)
    agreed = found.options_from(options)
    return hosting.begin(store, found, len(seats), agreed, seats, seed, "127.0.0.1", free_port(), hints=hints)


@contextmanager
def served(hosted: Hosted) -> Iterator[None]:
    """A host in a thread of its own, until the block ends."""
    ready, loop = threading.Event(), asyncio.new_event_loop()
    task = loop.create_task(Host(hosted.door).serve(hosted.kept, "127.0.0.1", ready.set))

    def run() -> None:
        asyncio.set_event_loop(loop)
        try:
            with contextlib.suppress(asyncio.CancelledError):
                loop.run_until_complete(task)
        finally:
            loop.close()

    with beside(run, lambda: loop.call_soon_threadsafe(task.cancel)):
        until(ready.is_set, what="a host")
        yield


def guest_of(invitation: Invitation, patience_s: float = PATIENCE_S) -> GuestSeat:
    return GuestSeat(lambda: connected(invitation), invitation.code, patience_s)


def test_invitations_are_words_of_eighty_bits_and_are_read_back() -> None:
    rng = Random(1)
    found = {spoken(rng.randbytes(10)) for _ in range(1000)}
    assert len(found) == 1000 and all(re.fullmatch("([a-z]{5}-){4}[a-z]{5}", words) for words in found)
    assert spoken(bytes(2)) == "babab" and spoken(b"\xff\xff") == "zuzuz"
    for address in ("192.168.1.5", "table.example", "[fe80::1]"):
        invitation = Invitation(address, 7340, *sorted(found)[:2])
        assert parse_invitation(f" {invitation} ".upper()) == invitation
        spaced = str(invitation).replace("-", "  ").replace("/", "\n")
        assert parse_invitation(f"skillbox join {spaced}") == invitation
        assert parse_invitation(spaced.replace(":7340", "")) == parse_invitation(spaced.replace(":7340", " 7340"))
    ten = f"{min(found)}/{max(found)}"
    for text, fault in {
        "": "expected the address of the host first",
        ten: "expected the address of the host first",
        "a:7340": "0 words: expected 10 after the address",
        f"a:7340/{min(found)}": "5 words: expected 10 after the address",
        f"a:0/{ten}": "port 0: expected 1 to 65535",
        f"a:70000/{ten}": "port 70000: expected 1 to 65535",
        f"a:7340/{ten}x": "word 10, .*: it cannot be one of an invitation",
        f"a b:1/{ten}": "word 1, b: it cannot be one of an invitation",
    }.items():
        with pytest.raises(UnknownName, match=fault):
            parse_invitation(text)


def test_an_invitation_is_read_from_a_mail_or_a_note() -> None:
    invitation = Invitation("192.168.1.5", 7340, spoken(bytes(range(10))), spoken(bytes(range(10, 20))))
    line, words = str(invitation), f"{invitation.code} {invitation.print}".replace("-", " ")
    for text in (
        f"{line}.",
        f"\u201c{line}\u201d",
        f"`skillbox join {line}`",
        f"Seat 2: skillbox join {line}",
        f"$ .venv/bin/skillbox join {line}",
        f"ws://{line}",
        "> " + line.replace("/", "\r\n> "),
        line.replace("-", "\u2011").replace("/", " \u2014 "),
        f"\ufeff{line[:30]}\u200b{line[30:]}",
        f"192.168.1.5, {words.replace(' ', ', ')}",
        f"192.168.1.5; 7340; {words}",
        f"192.168.1.5. {words.replace(' ', '. ')}.",
        f"(192.168.1.5:7340)\xa0{words.replace(' ', '')}",
        f"192.168.1.5 {words[:2]} {words[2:]}",
        f"192.168.1.5 {words.replace(' ', '_')}".translate({n: n + 0xFEE0 for n in range(97, 123)}),
    ):
        assert parse_invitation(text) == invitation, text


def test_two_guests_play_a_match_to_its_end(tmp_path: Path) -> None:
    hosted = begun(tmp_path)
    invitations, rng = hosted.kept.invitations, Random(2)
    assert set(invitations) == {1, 2, WATCHER}
    with served(hosted):
        guests = {seat: guest_of(invitations[seat]) for seat in (1, 2)}
        watcher = guest_of(invitations[WATCHER])
        while not guests[1].seen["is_over"]:
            for guest in guests.values():
                guest.wait_for_turn()
                if guest.seen["legal"]:
                    assert guest.play(rng.choice(guest.seen["legal"]))["ok"]
                if guest.seen["is_over"]:
                    break
                guest.wait(0.01)
        record = guests[1].ask(do="record")["record"]
        for guest in (*guests.values(), watcher):
            while not guest.seen["is_over"]:
                guest.wait(5)
        assert watcher.seen["view"]["position"] == guests[1].seen["view"]["position"]
        for guest in (*guests.values(), watcher):
            assert len(guest.happened) == len(hosted.match.played)
            guest.close()
    kept = hosted.put_away(Store(tmp_path))
    assert kept and str(read_record(kept)) == record
    assert not list(tmp_path.glob("journals/*"))


def test_another_host_is_not_told_the_code(tmp_path: Path) -> None:
    hosted = begun(tmp_path)
    right = hosted.kept.invitations[1]
    with served(hosted):
        with pytest.raises(UnknownName, match="another host is there: its own"):
            guest_of(right._replace(print=print_of(b"")))
        assert hosted.door.guests == []
        with pytest.raises(UnknownName, match="the first five words open no seat here"):
            guest_of(right._replace(code=spoken(bytes(10))))
        for _ in range(4):
            with pytest.raises(SkillboxError):
                guest_of(right._replace(code=spoken(bytes(10))))
        with pytest.raises(UnknownName, match="too many wrong codes; wait a minute"):
            guest_of(right)


def test_huge_frames_end_the_guest_alone(tmp_path: Path) -> None:
    hosted = begun(tmp_path)
    invitations = hosted.kept.invitations
    with served(hosted):
        good, bad = guest_of(invitations[1]), guest_of(invitations[2], patience_s=0)
        with pytest.raises(SkillboxError):
            bad.ask(do="play", action="x" * MOST_FRAME, act=1)
        assert good.ask(do="state")["ok"]
        good.close()


def test_a_guest_that_says_much_waits_and_is_not_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.net.host.HEARD", (6.0, 100.0))
    monkeypatch.setattr("skill.net.guest.SAID", (4.0, 60.0))
    hosted = begun(tmp_path)
    with served(hosted):
        guest = guest_of(hosted.kept.invitations[1], patience_s=0)
        assert all(guest.ask(do="state")["ok"] for _ in range(60))
        guest.close()


def test_a_guest_comes_back_with_the_same_invitation(tmp_path: Path) -> None:
    hosted = begun(tmp_path, seats=("human", "greedy"))
    invitation = hosted.kept.invitations[1]
    with served(hosted):
        first = guest_of(invitation)
        assert first.play(first.seen["legal"][0])["ok"]
        second = guest_of(invitation)
        assert second.seen["acts"] == 1 and second.seen["played"] == first.seen["played"]
        with pytest.raises(UnknownName, match="taken with its invitation elsewhere"):
            first.play(first.seen["legal"][0])
        assert second.play(second.seen["legal"][0])["ok"]
        second.close()


@pytest.mark.skipif(os.name != "posix", reason="files of one user")
def test_the_key_of_a_table_is_for_its_owner_alone(tmp_path: Path) -> None:
    hosted = begun(tmp_path)
    assert hosted.kept.path.stat().st_mode & 0o777 == 0o600
    hosted.match.close_journal()
    assert hosting.resume(hosted.journal).kept == hosted.kept


@pytest.fixture
def quick_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guests that try again at once: the hosts of these tests live for less than the usual pause."""
    monkeypatch.setattr("skill.net.guest.AGAIN_S", 0.02)


@pytest.mark.usefixtures("quick_to_come_back")
def test_a_host_that_is_killed_goes_on_and_its_guest_finds_back(tmp_path: Path) -> None:
    kills(tmp_path, 1)


@pytest.mark.usefixtures("quick_to_come_back")
def test_a_guest_that_is_killed_takes_its_seat_again(tmp_path: Path) -> None:
    crashes(tmp_path, 12)


@pytest.mark.slow
@pytest.mark.usefixtures("quick_to_come_back")
def test_hosts_and_guests_are_killed_200_times(tmp_path: Path) -> None:
    kills(tmp_path / "hosts", 15)
    crashes(tmp_path / "guests", 180)
    process_kills(tmp_path / "processes", 5)


@pytest.mark.usefixtures("quick_to_come_back")
@pytest.mark.parametrize(("delay_s", "acts"), [(0.02, 6), pytest.param(0.15, 40, marks=pytest.mark.slow)])
def test_a_match_can_be_played_by_a_wire_that_is_long_and_breaks(delay_s: float, acts: int, tmp_path: Path) -> None:
    """There and back in 300 ms, and every twentieth part of what is said is lost with its connection."""
    hosted = begun(tmp_path, seats=("human", "random"))
    with served(hosted), through(hosted.kept.port, delay_s, 0.05) as proxy:
        guest = guest_of(hosted.kept.invitations[1]._replace(port=proxy.port))
        done = list[str]()
        while len(done) < acts and not guest.seen["is_over"]:
            guest.wait_for_turn()
            action = guest.seen["legal"][0]
            assert guest.play(action)["ok"]
            done.append(action)
        assert [str(line.action) for line in hosted.match.played if line.by == 1] == done
        assert proxy.cuts or acts < 10
        assert guest.seen["delays_s"].get("1", 0) >= delay_s or acts < 10
        guest.close()


class Process:
    """A host in a process of its own, which can be killed and resumed."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._command = [sys.executable, "-m", "skill", "host"]
        self._how: Any = {"env": {**os.environ, "SKILLBOX_HOME": str(folder)}, "stdout": subprocess.PIPE, "text": True}
        self._how["stderr"] = subprocess.DEVNULL
        self.lines = self.start(*words)
        self.journal = self.lines[0].split("--resume ")[1].strip()

    def start(self, *words: str) -> list[str]:
        self.process = subprocess.Popen([*self._command, *words], **self._how)
        assert self.process.stdout
        return [self.process.stdout.readline() for _ in range(2)]

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def kills(folder: Path, count: int) -> None:
    """Kills hosts at random moments while a guest acts: each act that was acknowledged is in the journal, once."""
    rng, left = Random(7), count
    folder.mkdir(exist_ok=True)
    while left:
        port = str(free_port())
        host = Process(folder, "rasanto", "--seat", "2=random", "--port", port, "--address", "127.0.0.1")
        guest = guest_of(parse_invitation(host.lines[1].split("join ")[1]))
        done, ended = list[str](), threading.Event()

        def kill_some(host: Process = host, ended: threading.Event = ended) -> None:
            nonlocal left
            while left and not ended.wait(rng.random() * 0.3):
                left -= 1
                host.kill()
                host.start("--resume", host.journal)
            ended.set()

        with beside(kill_some, ended.set):
            while len(done) < 10:  # of some 22, so that the match is open and its journal there
                action = rng.choice(guest.seen["legal"])
                assert guest.play(action)["ok"]
                done.append(action)
        assert guest.ask(do="state")["acts"] == len(done)
        host.kill()
        assert re.findall(r"^1: (.*)$", Path(host.journal).read_text(), re.MULTILINE) == done


def crash(guest: GuestSeat) -> bool:
    """Ends the wire of a guest as the end of its process does, and it finds no other one; whether it had one."""
    guest._patience_s = 0
    wire: Any = guest._wire
    if wire is None:
        return False
    try:
        socket.socket.shutdown(wire._socket.socket, socket.SHUT_RDWR)
    except OSError:
        return False  # it had none any more
    return True


def test_who_vanishes_at_the_end_can_still_hear_of_it(tmp_path: Path) -> None:
    hosted = begun(tmp_path, seats=("human", "random"))
    invitation = hosted.kept.invitations[1]
    with served(hosted):
        guest = guest_of(invitation)
        while not guest.seen["is_over"]:
            assert guest.play(guest.seen["legal"][0])["ok"]
        assert crash(guest)
        until(lambda: not hosted.door.here)
        threading.Event().wait(3 * TICK_S)
        again = guest_of(invitation, 0)
        assert again.seen["is_over"] and again.ask(do="result")["result"]
        again.close()


def crashes(folder: Path, count: int) -> None:
    """Kills guests at random moments: another one with the same invitation and no memory goes on, and nothing that was
    acknowledged is lost or done twice."""
    rng, left = Random(8), count
    while left > 0:
        hosted = begun(folder, seats=("human", "random"), seed=left)
        invitation = hosted.kept.invitations[1]
        with served(hosted):
            guest, done, ended = guest_of(invitation), list[str](), threading.Event()

            def kill_some(ended: threading.Event = ended) -> None:
                nonlocal left
                while left > 0 and not ended.wait(rng.random() * 0.03):
                    left -= crash(guest)  # noqa: B023 (the one that is there now)
                ended.set()

            with beside(kill_some, ended.set):
                while len(done) < 20 and not guest.seen["is_over"]:
                    action = guest.seen["legal"][0]
                    try:
                        assert guest.play(action)["ok"]
                        done.append(action)
                    except Lost:
                        guest = guest_of(invitation)
                        if guest.seen["acts"] > len(done):  # done, but not acknowledged
                            done.append(action)
                    assert guest.seen["acts"] == len(done)
            assert [str(line.action) for line in hosted.match.played if line.by == 1] == done
            guest.close()
        hosted.match.close_journal()


def process_kills(folder: Path, count: int) -> None:
    """The same with processes that are killed."""
    hosted = begun(folder, seats=("human", "random"))
    invitation, rng, known = hosted.kept.invitations[1], Random(9), 0
    with served(hosted):
        for _ in range(count):
            command = [sys.executable, "-m", "skill", "join", str(invitation), "--stdio"]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            assert process.stdin and process.stdout
            told = json.loads(process.stdout.readline())
            assert known <= told["acts"] <= known + 1
            known = told["acts"]
            for _ in range(rng.randrange(3)):
                process.stdin.write(json.dumps({"do": "play", "action": told["legal"][0]}) + "\n")
                process.stdin.flush()
                told = json.loads(process.stdout.readline())
                known += 1
                assert told["acts"] == known
            process.stdin.write(json.dumps({"do": "play", "action": told["legal"][0]}) + "\n")
            process.stdin.flush()
            threading.Event().wait(rng.random() * 0.01)
            process.kill()
            process.communicate()
    hosted.match.close_journal()


def test_a_guest_by_the_command_line(tmp_path: Path) -> None:
    hosted = begun(tmp_path, seats=("human", "greedy"))
    invitation = str(hosted.kept.invitations[1])
    with served(hosted):
        words = invitation.replace("/", " ").replace("-", " ").upper().split()  # as a window shows them
        command = [sys.executable, "-m", "skill", "join", *words]
        asked = (
            '{"do": "state", "id": "a"}\nnonsense\n{"do": "play", "action": "fly"}\n{"do": "wait"}\n{"do": "quit"}\n'
        )
        done = subprocess.run(
            [*command, "--stdio"], input=asked, capture_output=True, text=True, check=True, timeout=PATIENCE_S
        )
        told = [json.loads(line) for line in done.stdout.splitlines()]
        assert [one["ok"] for one in told] == [True, True, False, False, True]
        assert told[1]["id"] == "a" and told[3]["error"]["kind"] == "NotationError"
        action = told[0]["legal"][0]
        typed = f"fly\n{action}\npause\nresume\nundo\nagree\n{action}\n"
        german = {**os.environ, "SKILLBOX_LANGUAGE": "de"}
        done = subprocess.run(
            command, input="agree\n", capture_output=True, text=True, check=True, timeout=PATIENCE_S, env=german
        )
        assert "Jetzt möchte niemand etwas zurücknehmen" in done.stderr
        done = subprocess.run(command, input=typed, capture_output=True, text=True, check=True, timeout=PATIENCE_S)
        assert "You may: " in done.stdout and "fly" in done.stderr
        assert "- Taken back, number of actions: 2" in done.stdout and "Seat 1 has paused" in done.stdout
        assert "agree: nobody wants to take anything back now" in done.stderr
    assert [str(line.action) for line in hosted.match.played if line.by == 1] == [action]


def test_nothing_is_left_of_a_table_whose_port_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "skill", "host", "rasanto", "--bind", "127.0.0.1"]
        command += ["--port", str(taken.getsockname()[1])]
        done = subprocess.run(
            command,
            env={**os.environ, "SKILLBOX_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
        )
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert re.search(r"--port \d+: [Aa]ddress already in use$", done.stderr.strip())
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and "journals" in path.parts]


def test_a_table_that_goes_on_in_another_network_is_invited_to_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("rasanto")
    for address, later in ("", "10.0.0.9"), ("table.example", "table.example"):
        monkeypatch.setattr("skill.net.wire.address_here", lambda: "192.168.1.5")
        hosted = hosting.begin(Store(tmp_path), game, 2, game.options_from({}), ("human", "human"), None, address, 7340)
        before = hosted.kept.invitations
        assert before[1].address == (address or "192.168.1.5")
        hosted.match.close_journal()
        monkeypatch.setattr("skill.net.wire.address_here", lambda: "10.0.0.9")
        again = hosting.resume(hosted.journal)
        assert again.kept.invitations == {seat: each._replace(address=later) for seat, each in before.items()}
        again.match.close_journal()


def test_a_table_keeps_that_it_gives_no_hints(tmp_path: Path) -> None:
    game = find_game("rasanto")
    seats = ("human", "greedy")
    hosted = hosting.begin(
        Store(tmp_path), game, 2, game.options_from({}), seats, 3, "127.0.0.1", free_port(), hints=False
    )
    hosted.match.close_journal()
    again = hosting.resume(hosted.journal)
    assert not again.kept.hints and again.kept.secret == hosted.kept.secret
    _, guest = again.door.enter(json.dumps({"do": "join", "code": again.kept.codes[1]}))
    assert guest and "none are given" in again.door.answer(guest, '{"do": "hint"}')
    again.match.close_journal()


def test_an_attempt_by_the_command_line_of_a_program(tmp_path: Path) -> None:
    hosted = begun(tmp_path, "faraday", ("human",))
    if not hands_here():
        pytest.skip("no engine")
    invitations = hosted.kept.invitations
    with served(hosted):
        watcher = guest_of(invitations[WATCHER])
        asked: list[dict[str, Any]] = [
            {"do": "begin"},
            {"do": "samples", "attempt": 0, "from": 0, "samples": [[0.01] * 8] * 12},
            {"do": "end", "attempt": 0, "samples": 12},
            {"do": "quit"},
        ]
        done = subprocess.run(
            [sys.executable, "-m", "skill", "join", str(invitations[1]), "--stdio", "--hands"],
            input="".join(json.dumps(one) + "\n" for one in asked),
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE_S,
        )
        told = [json.loads(line) for line in done.stdout.splitlines()]
        assert [one["ok"] for one in told] == [True] * 4, done.stdout
        assert told[0]["apart"] == [] and told[1]["taken"] == 0 and told[2]["taken"] == 12
        assert told[3]["report"] == str(hosted.match.played[0].action)
        while not (watcher.watched and watcher.seen["played"]):
            assert watcher.wait(PATIENCE_S)
        assert sum(len(one["samples"]) for one in watcher.watched) == 12
        watcher.close()


def test_why_nothing_can_be_joined_is_told_in_words(tmp_path: Path) -> None:
    invitation = begun(tmp_path).kept.invitations[1]
    with pytest.raises(Lost, match=r"127\.0\.0\.1:\d+: no table is open there; one whose match is over closes"):
        guest_of(invitation)
    with socket.create_server(("127.0.0.1", 0)) as other:

        def answer() -> None:
            visitor, _ = other.accept()
            with visitor:
                visitor.recv(1)
                visitor.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        with beside(answer), pytest.raises(Lost, match="no table answers there"):
            guest_of(invitation._replace(port=other.getsockname()[1]))


def test_there_is_room_for_so_many_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.net.host.MOST_GUESTS", 2)
    hosted = begun(tmp_path)
    invitations = hosted.kept.invitations
    with served(hosted):
        one, other = guest_of(invitations[1]), guest_of(invitations[WATCHER])
        with pytest.raises(SkillboxError, match="the house is full"):
            guest_of(invitations[2])
        other.close()
        until(lambda: len(hosted.door.guests) == 1)
        late = GuestSeat(lambda: connected(invitations[2]), invitations[2].code, 0)
        assert late.seen["here"] == [1, 2] and one.ask(do="state")["ok"]
        late.close()
        one.close()


def test_a_host_says_nothing_before_it_is_asked(tmp_path: Path) -> None:
    """Nor does its TLS, as by tickets: what a guest's other thread writes while it reads one would be lost."""
    hosted = begun(tmp_path)
    with served(hosted):
        made, _ = encrypted("127.0.0.1", hosted.kept.port, PATIENCE_S)
        with made:
            assert select.select([made], [], [], 0.3)[0] == [] and not made.pending()


def test_who_comes_and_says_nothing_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hosted = begun(tmp_path)
    with served(hosted):
        with monkeypatch.context() as patch:
            patch.setattr("skill.net.host.JOIN_S", 0.2)  # for a code; a wire may take as long as it likes
            silent = connected(hosted.kept.invitations[1])
            with pytest.raises(Lost):
                silent.receive(PATIENCE_S)
        guest = guest_of(hosted.kept.invitations[1])
        assert guest.seen["here"] == [1]
        guest.close()
