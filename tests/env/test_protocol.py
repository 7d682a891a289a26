"""Play by text: what is asked and answered, line by line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from skill.bots.registry import all_bots
from skill.env.protocol import Server
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame

TURNS = [game for game in all_games() if game.kind in ("turns", "hybrid")]


def asked(server: Server, **request: Any) -> dict[str, Any]:
    answer = server.answer(json.dumps(request))
    assert "\n" not in answer
    told: dict[str, Any] = json.loads(answer)
    return told


def refused(server: Server, **request: Any) -> tuple[str, str]:
    told = asked(server, **request)
    assert not told["ok"]
    return told["error"]["kind"], told["error"]["text"]


@pytest.mark.parametrize("game", [game for game in all_games() if game.endless_with], ids=lambda game: game.slug)
def test_a_match_of_bots_that_may_go_on_for_ever_is_not_begun(game: AnyGame) -> None:
    bots = ["random"] * game.players[0]
    for options in game.endless_with:
        kind, text = refused(Server(), do="new", game=game.slug, options=dict(options), seats=bots)
        assert kind == "BadRequest" and "a match of bots may go on for ever" in text
        seats = ["human", *bots[1:]]
        assert asked(Server(), do="new", game=game.slug, options=dict(options), seats=seats)["ok"]


@pytest.mark.skipif(os.name != "posix", reason="streams that a shell has closed")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_is_told(closed: str) -> None:
    for words, code in (("serve --stdio", 0 if closed == "2>&-" else 2), ("roll d7", 2), ("play x.py", 2)):
        command = f'"$0" -m skill {words} {closed}'
        done = subprocess.run(
            ["/bin/sh", "-c", command, sys.executable], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        assert done.returncode == code and b"Traceback" not in done.stderr, (words, done)


def test_a_match_against_a_bot() -> None:
    server, rng = Server(), Random(1)
    told = asked(
        server, do="new", game="rasanto", seats=["human", "greedy"], options={"fill": "deferred"}, seed=4, id=[1]
    )
    assert (told["id"], told["match"], told["seats"]) == ([1], "1", ["human", "greedy"])
    while not told["is_over"]:
        assert told["view"]["to_move"] == "seat 1"
        assert asked(server, do="state", match="1")["legal"] == told["legal"]
        told = asked(server, do="play", match="1", action=rng.choice(told["legal"]))
    assert refused(server, do="play", match="1", action="place R440")[0] == "IllegalMove"
    result = asked(server, do="result", match="1")["result"]
    assert sum(result["scores"]) == 135
    assert '[Players "2"]' in asked(server, do="record", match="1")["record"]
    assert asked(server, do="close", match="1")["ok"]
    assert refused(server, do="state", match="1") == ("UnknownName", 'match "1": expected one of none: begin with new')


@pytest.mark.parametrize("game", TURNS[::6], ids=lambda game: game.slug)
def test_some_games_by_text(game: AnyGame) -> None:
    """A while of a match with whoever reads and writes on every seat; what is told comes as it is seen."""
    server, rng = Server(), Random(3)
    told = asked(server, do="new", game=game.slug, seed=1)
    for _ in range(12):
        assert told["ok"], told
        if told["is_over"]:
            break
        told = asked(server, do="play", match="1", action=rng.choice(told["legal"]))


def test_a_race_in_its_own_time() -> None:
    server = Server()
    told = asked(server, do="new", game="clever-mole", seats=["human", "greedy"], options={"rounds": 2}, seed=2)
    assert told["view"]["to_move"] == "anyone"
    assert told["legal"] == [f"claim {cell}" for cell in ("600", "060", "006", "330", "303", "033")]
    told = asked(server, do="wait", match="1", seconds=30)
    assert 0 < told["time_s"] <= 30
    assert any(done["by"] == "seat 2" for done in told["happened"])
    assert refused(server, do="wait", match="1", seconds=-1)[0] == "BadRequest"


def test_rules_and_games() -> None:
    server = Server()
    told = asked(server, do="games")
    assert [row["slug"] for row in told["games"]] == [game.slug for game in all_games()]
    assert told["bots"] == list(all_bots())
    told = asked(server, do="rules", game="39")
    assert told["text"].startswith("39 El Dado")
    assert told["verbs"] == ["remove <cell>"]


@pytest.mark.parametrize(
    ("line", "kind", "text"),
    [
        ("", "BadRequest", "expected one JSON object a line"),
        ("[1]", "BadRequest", "expected one JSON object a line"),
        ("[" * 100_000, "BadRequest", "expected one JSON object a line"),
        (b"\xff\xfe{}", "BadRequest", "expected one JSON object a line"),
        ('{"do": "dance"}', "BadRequest", 'do is "dance"; expected one of games, rules'),
        ('{"do": ["new"]}', "BadRequest", 'do is ["new"]; expected'),
        ("{}", "BadRequest", "do is missing; expected one of games, rules"),
        ('{"do": null}', "BadRequest", "do is null; expected one of games, rules"),
        (f'{{"do": "{"a" * 900_000}"}}', "BadRequest", "...; expected one of games, rules"),
        ('{"do": "games", "id": 1e400}', "BadRequest", "1e400 is larger than a number can be"),
        ('{"do": "games", "id": [-1E+999]}', "BadRequest", "-1E+999 is larger than a number can be"),
        (f'{{"do": "games", "id": {"9" * 5000}}}', "BadRequest", "a whole number of 5000 digits; at most 1000 are"),
        ('{"do": "new", "game": "rasanto", "seats": [null, 1]}', "BadRequest", "new: seat 1 is null; expected a text"),
        (f'{{"do": "new", "game": "R1", "options": {{"sheet": "{"a" * 300}"}}}}', "UnknownName", "option sheet=aaa"),
        ('{"do": "new"}', "BadRequest", "new: game is missing"),
        ('{"do": "new", "game": 23}', "BadRequest", "new: game is 23; expected a text"),
        ('{"do": "new", "game": "rasanto", "speed": 1}', "BadRequest", "new: unknown field speed; expected game"),
        ('{"do": "new", "game": "rasanto", "players": true}', "BadRequest", "players is true; expected a whole number"),
        ('{"do": "new", "game": "rasanto", "players": 9}', "UnknownName", "players 9: rasanto is for 2"),
        ('{"do": "new", "game": "rasanto", "players": 2, "seats": ["human"]}', "UnknownName", "seats: 1 were given"),
        ('{"do": "new", "game": "rasanto", "seats": ["me", "human"]}', "UnknownName", "seat 'me': expected human"),
        ('{"do": "new", "game": "rasanto", "options": {"fill": []}}', "BadRequest", "option fill is []"),
        ('{"do": "new", "game": "rasanto", "options": {"fill": "x"}}', "UnknownName", "option fill=x"),
        ('{"do": "new", "game": "rasanto", "position": "R999"}', "NotationError", "cell '999'"),
        ('{"do": "play", "match": "1", "action": "fly"}', "UnknownName", 'match "1"'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(line: str | bytes, kind: str, text: str) -> None:
    answer = Server().answer(line)
    assert not {"NaN", "Infinity", "-Infinity"} & set(re.findall(r"-?\w+", answer)), "no words of JSON"
    told = json.loads(answer)
    assert told["error"]["kind"] == kind
    assert text in told["error"]["text"]


def test_what_is_wrong_changes_nothing() -> None:
    server = Server()
    before = asked(server, do="new", game="el-dado", seats=["human", "random"], options={"first_player": 1}, seed=3)
    buried = next(die[1:4] for die in before["view"]["position"].split() if die[0] == "?")
    kind, text = refused(server, do="play", match="1", action=f"remove {buried}")
    assert kind == "IllegalMove"
    assert f"?{buried}" in text  # it tells no more than the seat may know
    assert refused(server, do="play", match="1", action="fly")[0] == "NotationError"
    assert refused(server, do="play", match="1", seat=2, action="fly")[0] in ("NotationError", "UnknownName")
    assert refused(server, do="record", match="1")[0] == "IllegalMove"
    after = asked(server, do="state", match="1")
    assert (after["view"], after["legal"]) == (before["view"], before["legal"])


def test_secrets_are_kept() -> None:
    """The cards of others, the plate as it was filled, and what a seat does in secret."""
    server = Server()
    told = asked(server, do="new", game="slipped", options={"first_player": 1}, seed=1)
    assert all("action" not in done for done in told["happened"] if done["by"] == "chance")
    told = asked(server, do="new", game="wolf", players=2, options={"wolf_by": "left", "first_player": 1}, seed=1)
    hidden = next(action for action in told["legal"] if action.startswith("wolf"))
    assert told["seat"] == 2
    asked(server, do="play", match="2", action=hidden)
    seen = json.dumps(asked(server, do="state", match="2", seat=1))
    assert hidden not in seen
    assert find_game("wolf").secret_verbs == ("wolf",)


def test_the_command() -> None:
    lines = ['{"do": "new", "game": "rasanto", "id": 1}', "", "nonsense", '{"do": "quit"}', '{"do": "games"}']
    command = [sys.executable, "-m", "skill", "serve"]
    done = subprocess.run([*command, "--stdio"], input="\n".join(lines), capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert (done.returncode, done.stderr) == (0, "")
    without = subprocess.run(command, capture_output=True, text=True, check=False)
    assert without.returncode == 2
    assert "expected --stdio" in without.stderr


@pytest.mark.parametrize("slug", ["forced-memory", "storing-scores"])
def test_everybody_hears_each_sum_once(slug: str) -> None:
    """Who plays by text is told the numbers and the sum of every lift since it was told last, and nowhere else."""
    server, rng = Server(), Random(2)
    told = asked(server, do="new", game=slug, players=3, seed=3)
    heard: dict[int, list[str]] = {1: [], 2: [], 3: []}
    lifts = 0
    for _ in range(60):
        if told["is_over"]:
            break
        seat = int(told["view"]["to_move"].removeprefix("seat "))
        asked_of = asked(server, do="state", match="1", seat=seat)
        for answer in (told, asked_of):
            heard[answer["seat"]] += sums(answer)
            assert "in sum" not in answer["text"] + " ".join(answer["view"]["facts"])
        action = rng.choice(asked_of["legal"])
        lifts += action.startswith("lift")
        told = asked(server, do="play", match="1", seat=seat, action=action)
    for seat in (1, 2, 3):
        heard[seat] += sums(told) if told["seat"] == seat else []
        heard[seat] += sums(asked(server, do="state", match="1", seat=seat))
        assert not sums(asked(server, do="state", match="1", seat=seat))
    assert heard[1] == heard[2] == heard[3] and len(heard[1]) == lifts > 10


def sums(answer: dict[str, Any]) -> list[str]:
    return [text for line in answer["happened"] for text in line.get("told", ()) if "in sum" in text]
