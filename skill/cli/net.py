"""Commands for a table that several machines share."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing, suppress
from errno import EADDRNOTAVAIL
from pathlib import Path
from socket import gaierror
from typing import TYPE_CHECKING, Annotated, Any

import typer

from skill.cli import completion
from skill.cli.arguments import (
    Settings,
    Trust,
    few_seats,
    game_named,
    none_with,
    only_with,
    options_of,
    seat_count,
)
from skill.cli.matches import seats_from
from skill.cli.output import remark, say, tell_written
from skill.cli.serve import request_lines
from skill.errors import SkillboxError, Unavailable, UnknownName, quoted, reason_of

if TYPE_CHECKING:
    from skill.net.guest import GuestSeat
    from skill.rules.game import Seat

commands = typer.Typer()
WORDS = ("undo", "agree", "refuse", "pause", "resume", "hint")
"""What a guest may type beside actions."""
NEWS_S = 0.05
"""A change of a delay by more is told."""
END, LOOK_S = "\0", 0.1
"""Stands for the end of what is typed; how long the wire is listened to between two looks at the keyboard."""


@commands.command(epilog="Example: skillbox host rasanto --players 2")
def host(
    context: typer.Context,
    game_name: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="Number, slug, beginning of a slug, or a .py or .skillbox file.",
            autocompletion=completion.games,
        ),
    ] = "",
    players: Annotated[
        int | None, typer.Option(callback=few_seats, help="Number of seats; by default the fewest the game allows.")
    ] = None,
    seat: Annotated[
        list[str], typer.Option("--seat", metavar="N=WHO", help="A bot that sits there; by default guests.")
    ] = [],  # noqa: B006
    settings: Settings = [],  # noqa: B006
    seed: Annotated[int | None, typer.Option(help="Seed of everything that is drawn; by default a new one.")] = None,
    port: Annotated[int, typer.Option(help="Where guests come in, 1 to 65535.")] = 7340,
    address: Annotated[str, typer.Option(help="Name or number of this machine in the invitations.")] = "",
    bind: Annotated[str, typer.Option(help="The only address at which guests are let in.")] = "",
    hints: Annotated[bool, typer.Option(help="Whether guests may ask for hints.")] = True,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with the journal of a table; its invitations hold.")
    ] = None,
    trust: Trust = False,
) -> None:
    """Opens a table for several machines and prints an invitation for each seat that is not a bot's."""
    import asyncio

    from skill.app.i18n import told, tr
    from skill.net import hosting
    from skill.net.host import Host
    from skill.net.invitation import check_address
    from skill.net.wire import is_alone
    from skill.table.store import Store

    if bool(game_name) == (resume is not None):
        raise UnknownName("host: expected a game, or --resume with a journal")
    if resume:
        none_with(context, "--resume", "--players", "--seat", "--set", "--seed", "--port", "--address", "--hints")
    if not 1 <= port <= 65535:
        raise UnknownName("--port {port}: expected {low} to {high}", port=port, low=1, high=65535)
    if address:
        check_address(address)
    store = Store()
    if resume:
        hosted = hosting.resume(resume)
    else:
        game = game_named(game_name, trust)
        options = options_of(game, settings, players=players)
        count = seat_count(game, options, players)
        seats = seats_from(seat, ("human",) * count)
        hosted = hosting.begin(store, game, count, options, seats, seed, address, port, hints=hints)
    door, match, here, apart, faults = hosted.door, hosted.match, set[int](), set[int](), set[str]()
    is_open = False

    def ready() -> None:
        nonlocal is_open
        is_open = True
        say(
            tr(
                "{game} is open; to go on with it later: skillbox host --resume {journal}",
                game=tr(match.game.title),
                journal=hosted.journal,
            )
        )
        for number, invitation in hosted.kept.invitations.items():
            who = tr("Seat {seat}", seat=number) if number else tr("To watch")
            say(f"{who}: skillbox join {invitation}")

        if not hosted.kept.address and is_alone():
            remark(tr("This machine is in no network: nobody else can join."))

    def tell() -> None:
        for text in _come_and_gone(here, door.here):
            remark(text)
        here.clear()
        here.update(door.here)
        for number in sorted({*door.apart} - apart):
            remark(
                tr("Seat {seat} may compute attempts otherwise than this machine, whose results count.", seat=number)
            )
        apart.clear()
        apart.update(door.apart)
        if match.not_kept and match.not_kept not in faults:
            faults.add(match.not_kept)
            remark(tr("warning: {text}", text=told(match.not_kept)))
            remark(tr("What is done from now on is not written down: it is lost if this host ends."))

    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(Host(door, tell).serve(hosted.kept, bind, ready))
    except OSError as error:
        if not (resume or is_open):
            hosted.discard()
        if bind and (isinstance(error, gaierror) or error.errno == EADDRNOTAVAIL):
            raise UnknownName("--bind {address}: {error}", address=quoted(bind), error=reason_of(error)) from None
        raise UnknownName("--port {port}: {error}", port=hosted.kept.port, error=reason_of(error)) from None
    finally:
        record = hosted.put_away(store)
    if record:
        tell_written(record)


@commands.command(epilog="Example: skillbox join INVITATION")
def join(
    context: typer.Context,
    invitation: Annotated[
        list[str],
        typer.Argument(metavar="INVITATION", help="What the host prints or shows for a seat, dashes or not."),
    ],
    stdio: Annotated[
        bool, typer.Option("--stdio", help="For programs: JSON lines in and out, as docs/text-protocol.md has them.")
    ] = False,
    hands: Annotated[
        bool, typer.Option("--hands", help="With --stdio: the program makes the attempts of its seat.")
    ] = False,
) -> None:
    """Takes a seat at a table on another machine, or watches; you type what you do."""
    from skill.net.guest import NONSENSE, GuestSeat, connected
    from skill.net.hands import fingerprint
    from skill.net.invitation import parse_invitation

    if not stdio:
        only_with(context, "--stdio", "--hands")
    elif sys.stdin is None or sys.stdout is None:
        raise Unavailable("join: standard input or output is closed; expected both")
    invited = parse_invitation(" ".join(invitation))
    own = fingerprint() if stdio and hands else ""
    try:
        with closing(GuestSeat(lambda: connected(invited), invited.code, hands=own)) as guest:
            (_by_program if stdio else _by_hand)(guest)
    except SkillboxError:
        raise
    except NONSENSE:
        raise UnknownName("the host says what cannot be read") from None


def _by_program(guest: GuestSeat) -> None:
    """Gives requests on, one a line, and prints the answers. Acts get their numbers here."""
    print_line({"ok": True, **guest.seen, "happened": _taken(guest)})
    for line in request_lines(sys.stdin.buffer):
        if not line.strip():
            continue
        try:
            asked = json.loads(line)
        except (ValueError, RecursionError):
            asked = None
        if not isinstance(asked, dict):
            print_line({"ok": False, "error": {"kind": "BadRequest", "text": "expected one JSON object a line"}})
        elif asked.get("do") == "quit":
            return
        elif asked.get("do") == "wait":
            guest.wait_for_turn()
            print_line({"ok": True, **guest.seen, "happened": _taken(guest)})
        else:
            if asked.get("do") == "play":
                asked.setdefault("act", guest.seen["acts"] + 1)
            elif asked.get("do") in ("undo", "agree", "refuse"):
                asked.setdefault("at", guest.seen["played"])
            own = {"id": asked.pop("id")} if "id" in asked else {}
            told = {key: value for key, value in guest.ask(**asked).items() if key != "id"} | own
            print_line({**told, "happened": _taken(guest)} if "view" in told else told)


def print_line(told: dict[str, Any]) -> None:
    """One answer on one line."""
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def _taken(guest: GuestSeat) -> list[dict[str, Any]]:
    taken, guest.happened = guest.happened, []
    return taken


def _by_hand(guest: GuestSeat) -> None:
    """Shows what the seat sees, and asks for its actions in notation, or for one of a few words."""
    from queue import Empty, Queue
    from threading import Thread

    from skill.app.i18n import tr
    from skill.app.play.said.words import delays_text

    typed, shown = Queue[str](), dict[str, Any]()

    def read() -> None:
        # Without the buffer, whose lock nobody may hold when Python ends.
        for line in getattr(sys.stdin.buffer, "raw", sys.stdin.buffer) if sys.stdin else ():
            typed.put(line.decode(errors="replace").strip())
        typed.put(END)

    guest.on_lost = lambda: remark(tr("The wire to the host is broken. For a minute it is tried again."))
    Thread(target=read, daemon=True).start()
    said, late_s = "", dict[str, float]()
    while True:
        for done in _taken(guest):
            if count := done.get("undone"):
                say("- " + tr("Taken back, number of actions: {count}", count=count))
            for text in done.get("told", ()):
                say(f"- {text}")
        seen = guest.seen
        if seen["is_over"]:
            result = guest.ask(do="result")["result"]
            say(seen["text"])
            return say(result["reason"])
        if seen["paused"] != shown.get("paused") and seen["paused"]:
            say(tr("Seat {seat} has paused. To go on: resume", seat=seen["paused"]))
        for text in _come_and_gone(shown.get("here", seen["here"]), seen["here"]):
            say(text)
        wish, wished = seen["undo"], shown.get("undo")
        if wished and not wish and wished["by"] == seen["seat"] and seen["mark"] == shown["mark"]:
            say(tr("It was not taken back."))
        if wish != wished and wish and seen["seat"] and seen["seat"] not in wish["agreed"]:
            say(tr("Seat {seat} wants to take back the last action. You may: agree, refuse", seat=wish["by"]))
        if seen["left_s"] is not None and _are_others(late_s, seen["delays_s"]):
            late_s = seen["delays_s"]
            seats = {int(seat): delay_s for seat, delay_s in late_s.items()}
            say(delays_text(seats, lambda seat: tr("Seat {seat}", seat=seat)))
        if seen["legal"] and (seen["legal"], seen["played"]) != (shown.get("legal"), shown.get("played")):
            say(seen["text"])
            say(tr("You may: {actions}", actions=", ".join(seen["legal"])))
        shown = seen
        with suppress(Empty):
            said = said or typed.get_nowait()
        if said == END:
            return None
        if said in WORDS or (said and seen["legal"]):
            _act(guest, said)
            said = ""
        else:
            guest.wait(LOOK_S)


def _come_and_gone(before: Iterable[Seat], now: Collection[Seat]) -> list[str]:
    """Who is here now and was not before, and who is away."""
    from skill.app.i18n import tr

    others = sorted({*before} ^ {*now})
    return [tr("Seat {seat} is here." if seat in now else "Seat {seat} is away.", seat=seat) for seat in others]


def _are_others(known_s: Mapping[str, float], now_s: Mapping[str, float]) -> bool:
    """Whether delays are told anew: of another seat, or clearly longer or shorter."""
    return known_s.keys() != now_s.keys() or any(abs(now_s[seat] - known_s[seat]) > NEWS_S for seat in now_s)


def _act(guest: GuestSeat, typed: str) -> None:
    """Does what a guest has typed, and tells what went wrong."""
    from skill.app.i18n import told as as_told
    from skill.app.i18n import tr
    from skill.net.words import words_of_host

    if typed in ("undo", "agree", "refuse"):
        told = guest.ask(do=typed, at=guest.seen["played"])
    else:
        told = guest.ask(do=typed) if typed in WORDS else guest.play(typed)
    if not told["ok"]:
        remark(as_told(words_of_host(told["error"])))
    elif typed == "hint":
        say(told["hint"]["action"])
    elif typed == "undo" and guest.seen["undo"]:
        say(tr("The others are asked whether it may be taken back."))
