"""The command by which programs play: text in, text out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import IO, Annotated

import typer

from skill.cli.arguments import OwnGames, Trust, take_up
from skill.errors import Unavailable, UnknownName

commands = typer.Typer()


@commands.command(epilog="""Example: echo '{"do": "new", "game": "rasanto"}' | skillbox serve --stdio""")
def serve(
    stdio: Annotated[bool, typer.Option("--stdio", help="Read requests from standard input.")] = False,
    own: OwnGames = [],  # noqa: B006
    trust: Trust = False,
) -> None:
    """Plays with other programs: one JSON object a line in, one a line out; docs/text-protocol.md describes them."""
    if not stdio:
        raise UnknownName("serve: expected --stdio, the only way in: nothing goes over a network")
    if sys.stdin is None or sys.stdout is None:
        raise Unavailable("serve: standard input or output is closed; expected both")
    from skill.env.protocol import Server

    take_up(own, trust)
    server = Server()
    for line in request_lines(sys.stdin.buffer):
        if line.strip():
            sys.stdout.buffer.write(server.answer(line).encode() + b"\n")
            sys.stdout.buffer.flush()
        if server.is_done:
            break


def request_lines(source: IO[bytes]) -> Iterator[bytes]:
    """The lines of a request each; of one that is too long only the beginning, which is too long still."""
    from skill.env.protocol import MOST_BYTES

    while line := source.readline(MOST_BYTES + 1):
        rest = line
        while not rest.endswith(b"\n") and (rest := source.readline(MOST_BYTES)):
            pass
        yield line
