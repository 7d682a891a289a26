"""Matches over a wire without sockets: the same records, nothing told that a view does not tell, and broken wires."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from skill.env.playing import LATTICE, setting
from skill.env.protocol import Table
from skill.errors import UnknownName
from skill.net.door import WATCHER, Door, Pace, WrongCodes, hides
from skill.net.guest import GuestSeat
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from skill.table.match import Match
from tests.env.test_hidden import HIDING, pairs
from tests.net.loopback import Loop, at_one_table, by_wire, codes_of

FEW = ("rasanto", "el-dado", "clever-mole", "wolf", "storing-scores", "R1")


def match_of(game: AnyGame, seed: int = 5) -> Match:
    """A match of guests and, on the last of several seats, a bot."""
    names = {option.name for option in game.options}
    wanted: dict[str, Any] = dict([LATTICE]) if LATTICE[0] in names else {}
    wanted |= {"attempts": 1} if "attempts" in names else {}
    options = game.options_from(wanted)
    count = max(game.seats(options)[0], min(2, game.seats(options)[1]))
    return Match(game, count, options, ["human"] * max(1, count - 1) + ["greedy"] * (count > 1), seed)


def same_record(game: AnyGame, most: int) -> None:
    wire, table = match_of(game), match_of(game)
    by_wire(wire, most)
    at_one_table(table, most)
    assert wire.played
    assert str(wire.record) == str(table.record)


@pytest.mark.parametrize("name", FEW)
def test_a_few_games_by_the_wire_have_the_record_of_one_table(name: str) -> None:
    same_record(find_game(name), 12)


QUICK_HANDS = ("hide-away", "trulla")
"""Games of skill whose bots think little. Others take minutes, and the host alone plays their attempts."""
BY_WIRE = [game for game in all_games() if game.kind != "physics" or game.slug in QUICK_HANDS]


@pytest.mark.slow
@pytest.mark.parametrize("game", BY_WIRE, ids=lambda game: game.slug)
def test_all_games_by_the_wire_have_the_record_of_one_table(game: AnyGame) -> None:
    same_record(game, 60)


def frames(game: AnyGame, state: Any, seat: int, played: Match) -> list[str]:
    """All that a guest of a seat is sent in a state: as it comes in, by news, and for what it asks."""
    played._states[-1] = state
    door = Door(Table(played, "greedy"), {seat: "code"})
    told, guest = door.enter(json.dumps({"do": "join", "code": "code", "heard": len(played.played) - 1}))
    assert guest, told
    legal = json.loads(told)["legal"]
    asked = [{"do": do} for do in ("state", "result", "record", "rules")]
    asked += [{"do": "play", "action": action, "act": act} for action in ("place R440", "fly") for act in (1, 2, 99)]
    sent = [told, *(door.answer(guest, json.dumps(one)) for one in asked)]
    guest.shown = None
    return [*sent, str(door.news(guest)), str(legal)]


@pytest.mark.parametrize("game", HIDING, ids=lambda game: game.slug)
def test_no_byte_to_a_seat_tells_what_its_view_does_not(game: AnyGame) -> None:
    """Where two states look the same to a seat, its guest is sent the same bytes in both."""
    made = setting(game, max(2, game.players[0]), {"view": "own"} if game.slug == "slide" else {})
    for number, (state, other, seat) in enumerate(pairs(made)):
        if number % 4:
            continue
        match = Match(game, made.players, made.options, seed=1)
        while match.turn is not None and not match.played:
            match.step()
        assert frames(game, state, seat, match) == frames(game, other, seat, match)


def test_an_act_that_is_said_again_is_done_once() -> None:
    door = Door(Table(match_of(find_game("rasanto")), "greedy"), {1: "code"})
    door.table.settle()
    told, guest = door.enter('{"do": "join", "code": "code"}')
    assert guest
    seen = json.loads(told)
    line = json.dumps({"do": "play", "action": seen["legal"][0], "act": seen["acts"] + 1})
    first, count = json.loads(door.answer(guest, line)), len(door.table.match.played)
    again = json.loads(door.answer(guest, line))
    assert first["ok"] and again["ok"] and again["acts"] == first["acts"] == 1
    assert len(door.table.match.played) == count
    other = json.dumps({"do": "play", "action": seen["legal"][1], "act": 1})
    assert "act 1 of seat 1 was" in json.loads(door.answer(guest, other))["error"]["text"]
    skipped = json.dumps({"do": "play", "action": seen["legal"][1], "act": 3})
    assert "expected 2, the next one" in json.loads(door.answer(guest, skipped))["error"]["text"]


@pytest.mark.parametrize("game", ["rasanto", "el-dado", "slipped"])
def test_broken_wires_lose_and_double_nothing(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wire that breaks at every fifth frame on its way there or back, 200 times and more."""
    monkeypatch.setattr("skill.net.guest.AGAIN_S", 0)
    rng, breaks = Random(4), [0]

    def fault() -> bool:
        breaks[0] += (is_bad := rng.random() < 0.2 and bool(acknowledged))
        return is_bad

    acknowledged: list[str] = []
    for seed in range(40):
        match = match_of(find_game(game), seed)
        table = Table(match, "greedy")
        table.settle()
        door = Door(table, codes_of(match))
        acknowledged.clear()
        guest = GuestSeat(lambda door=door: Loop(door, fault), "code 1")
        while not guest.seen["is_over"] and breaks[0] < 70 * (1 + seed % 3 + 1):
            action = guest.seen["legal"][0]
            if guest.play(action)["ok"]:
                acknowledged.append(action)
            assert [str(line.action) for line in match.played if line.by == 1] == acknowledged
        assert len(guest.happened) <= len(match.played)
        if breaks[0] >= 200:
            break
    assert breaks[0] >= 200


def test_wrong_codes_and_floods_are_told_from_others() -> None:
    door = Door(Table(match_of(find_game("rasanto")), "greedy"), {1: "right", WATCHER: "watch"})
    for line in ('{"do": "join", "code": "wrong"}', '{"do": "join"}', '{"do": "state"}', "[]", b"\xff"):
        told, guest = door.enter(line)
        assert guest is None and not json.loads(told)["ok"]
    wrong = WrongCodes()
    for n in range(5):
        assert not wrong.bars("a", n)
        wrong.note("a", n)
    assert wrong.bars("a", 5) and not wrong.bars("b", 5) and not wrong.bars("a", 60.5)
    pace = Pace(0)
    assert sum(pace.allows(0) for _ in range(100)) == 60
    assert not pace.allows(0.01) and pace.allows(10)


def test_who_watches_sees_and_does_nothing() -> None:
    table = Table(match_of(find_game("rasanto")), "greedy")
    table.settle()
    door = Door(table, {1: "right", WATCHER: "watch"})
    told, guest = door.enter('{"do": "join", "code": "watch"}')
    assert guest
    seen = json.loads(told)
    assert (seen["seat"], seen["legal"], seen["here"]) == (0, [], [])
    refused = json.loads(door.answer(guest, '{"do": "play", "action": "place R440", "act": 1}'))
    assert refused["error"] == {"kind": "IllegalMove", "text": "play: you watch; expected a seat"}
    assert {game.slug for game in HIDING} <= {game.slug for game in all_games() if hides(game, game.options_from({}))}


def hostile(rng: Random, good: list[dict[str, Any]]) -> str | bytes:
    """A frame that no honest guest sends, or one at the wrong time."""
    frame: dict[str, Any] = dict(rng.choice(good))
    odd = [None, True, -1, 2**70, 1e308, "", "\ud800", "\0", [], {}, [[[[]]]], "place R440", "a" * 3000, {"a": {}}]
    match rng.randrange(7):
        case 0:
            frame[rng.choice(["do", "act", "action", "seat", "match", "id", "heard", "\u202e"])] = rng.choice(odd)
        case 1:
            frame.pop(rng.choice([*frame]))
        case 2:
            frame["id"] = json.loads("[" * (depth := rng.randrange(1, 60)) + "]" * depth)
        case 3:
            frame |= {"do": "play", "act": rng.randrange(-2, 40), "action": rng.choice(["place R440", "roll 4", "x"])}
        case 4:
            data = bytearray(json.dumps(frame).encode())
            data[rng.randrange(len(data))] = rng.randrange(256)
            return bytes(data)
        case 5:
            return json.dumps(frame)[: rng.randrange(1, 20)]
        case _:
            return json.dumps(frame) * rng.randrange(2, 4)
    return json.dumps(frame)


def test_malformed_frames_are_answered_and_change_nothing() -> None:
    fuzz("rasanto", 500)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["rasanto", "el-dado", "wolf", "clever-mole"])
def test_20_000_malformed_frames(game: str) -> None:
    fuzz(game, 5000)


def fuzz(game: str, count: int) -> None:
    rng, match = Random(game), match_of(find_game(game))
    table = Table(match, "greedy")
    table.settle()
    door = Door(table, codes_of(match))
    _, guest = door.enter('{"do": "join", "code": "code 1"}')
    assert guest
    good: list[dict[str, Any]] = [{"do": do, "id": 1} for do in ("state", "result", "record", "rules", "join")]
    good += [{"do": "play", "action": "place R440", "act": 1, "id": "x"}, {"do": "join", "code": "code 1", "heard": 1}]
    for _ in range(count):
        line, before = hostile(rng, good), match.record
        told = json.loads(door.answer(guest, line))
        assert told["ok"] or told["error"]["kind"] in ("BadRequest", "NotationError", "IllegalMove", "FileError"), line
        assert told["ok"] or match.record == before
        told, stranger = door.enter(line)
        if stranger:
            door.leave(stranger)
    assert door.guests == [guest]
    assert match.record.played == Match.resumed(match.record).played


def test_no_other_seat_opens_with_a_guest_s_words() -> None:
    """A seat is its code: no frame names another one."""
    door = Door(Table(match_of(find_game("rasanto")), "greedy"), {1: "right"})
    _, guest = door.enter('{"do": "join", "code": "right"}')
    assert guest
    told = json.loads(door.answer(guest, '{"do": "play", "action": "place R440", "act": 1, "seat": 2}'))
    assert told["error"]["text"] == "play: unknown field seat; expected action, act"
    with pytest.raises(UnknownName, match="the code opens no seat here"):
        GuestSeat(lambda: Loop(door), "wrong")
