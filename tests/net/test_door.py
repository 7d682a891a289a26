"""Matches over a wire without sockets: the same records, nothing told that a view does not tell, and broken wires."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import Any

import pytest

from skill.bots.hint import Prospect
from skill.env.playing import LATTICE, setting
from skill.env.protocol import TICK_S, Table
from skill.errors import UnknownName
from skill.net.door import WATCHER, Door, WrongCodes, hides
from skill.net.guest import GuestSeat
from skill.net.hands import fingerprint
from skill.net.wire import Pace
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from skill.table.match import Match
from skill.table.record import parse_record
from skill.table.review import Judgement, Question, questions
from tests.env.test_hidden import HIDING, pairs
from tests.net.loopback import Loop, at_one_table, by_wire, codes_of, joined

FEW = ("rasanto", "el-dado", "clever-mole", "wolf", "storing-scores", "R1")


SHORT: dict[str, Any] = {"attempts": 1, "round_cap": 1}
"""Options with which a game of skill soon ends."""


def match_of(game: AnyGame, seed: int = 5) -> Match:
    """A match of guests and, on the last of several seats, a bot; where hands decide, of guests alone."""
    names = {option.name for option in game.options}
    wanted: dict[str, Any] = dict([LATTICE]) if LATTICE[0] in names else {}
    wanted |= {name: value for name, value in SHORT.items() if name in names and (name == "attempts" or by_hand(game))}
    options = game.options_from(wanted)
    count = max(game.seats(options)[0], min(2, game.seats(options)[1]))
    bots = 0 if by_hand(game) else min(1, count - 1)
    return Match(game, count, options, ["human"] * (count - bots) + ["greedy"] * bots, seed)


def by_hand(game: AnyGame) -> bool:
    """Whether dice are always moved by hand in it."""
    return game.kind == "physics" and LATTICE[0] not in (option.name for option in game.options)


def same_record(game: AnyGame, most: int) -> None:
    wire, table = match_of(game), match_of(game)
    hands = fingerprint() if by_hand(game) else ""
    by_wire(wire, most, hands)
    at_one_table(table, most, hands)
    assert wire.played and (wire.turn is None or not hands)
    assert str(wire.record) == str(table.record)


@pytest.mark.parametrize("name", FEW)
def test_a_few_games_by_the_wire_have_the_record_of_one_table(name: str) -> None:
    same_record(find_game(name), 12)


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
def test_all_games_by_the_wire_have_the_record_of_one_table(game: AnyGame) -> None:
    same_record(game, 60)


def frames(game: AnyGame, state: Any, seat: int, played: Match) -> list[str]:
    """All that a guest of a seat is sent in a state: as it comes in, by news, and for what it asks."""
    played._states[-1] = state
    door = Door(Table(played, "greedy"), {seat: "code"}, secret=b"same")
    told, guest = door.enter(json.dumps({"do": "join", "code": "code", "heard": len(played.played) - 1}))
    assert guest, told
    legal = json.loads(told)["legal"]
    asked = [{"do": do} for do in ("state", "result", "record", "rules", "review", "pause", "resume")]
    asked += [{"do": "begin", "from": 0}, *({"do": "trace", "attempt": n} for n in range(3))]
    asked += [{"do": do, "at": at} for do in ("refuse", "agree") for at in (0, 1)]
    asked += [{"do": "play", "action": action, "act": act} for action in ("place R440", "fly") for act in (1, 2, 99)]
    drawn, drawer = door.enter(json.dumps({"do": "join", "code": "code", "views": 1}))
    assert drawer and "view" in json.loads(drawn)["happened"][-1]
    sent = [told, drawn, *(door.answer(guest, json.dumps(one)) for one in asked)]
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
    pace = Pace(0, 60, 30)
    assert sum(pace.allows(0) for _ in range(100)) == 60
    assert not pace.allows(0.01) and pace.allows(10)
    pace = Pace(0, 2, 10)
    assert [round(pace.wait_s(0), 6) for _ in range(4)] == [0, 0, 0.1, 0.2]


def test_who_watches_sees_and_does_nothing() -> None:
    table = Table(match_of(find_game("rasanto")), "greedy")
    table.settle()
    door = Door(table, {1: "right", WATCHER: "watch"})
    told, guest = door.enter('{"do": "join", "code": "watch"}')
    assert guest
    seen = json.loads(told)
    assert (seen["seat"], seen["legal"], seen["here"]) == (0, [], [])
    refused = json.loads(door.answer(guest, '{"do": "play", "action": "place R440", "act": 1}'))
    assert refused["error"] == {"kind": "IllegalMove", "text": "you watch; expected a seat"}
    assert {game.slug for game in HIDING} <= {game.slug for game in all_games() if hides(game, game.options_from({}))}


def hostile(rng: Random, good: list[dict[str, Any]], said: list[str | bytes]) -> str | bytes:
    """A frame that no honest guest sends, or one at the wrong time; `said` are those of before."""
    frame: dict[str, Any] = dict(rng.choice(good))
    odd = [None, True, -1, 2**70, 1e308, "", "\ud800", "\0", [], {}, [[[[]]]], "place R440", "a" * 3000, {"a": {}}]
    match rng.randrange(12):
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
        case 6:  # by its own schema, each field of any value
            frame |= {key: rng.choice([*odd, *range(-1, 3)]) for key in frame if key not in ("do", "id")}
        case 7:  # of another seat, of the host, of a guest that is not here
            frame |= rng.choice(
                [{"seat": 2}, {"by": 2}, {"code": "code 2"}, {"hands": "x"}, {"mark": "x"}, {"told": 0}]
            )
        case 8 if said:  # once more, and late
            return rng.choice(said)
        case 9:
            return '{"do": "state", "id": ' + "[" * 5000 + "]" * 5000 + "}"
        case 10:
            return json.dumps({**frame, "id": "x" * 2 ** rng.randrange(8, 15)})
        case _:
            return json.dumps(frame) * rng.randrange(2, 4)
    return json.dumps(frame)


def test_malformed_frames_are_answered_and_change_nothing() -> None:
    fuzz("rasanto", 500)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["rasanto", "el-dado", "wolf", "clever-mole"])
def test_20_000_malformed_frames(game: str) -> None:
    fuzz(game, 5000)


KINDS = ("BadRequest", "NotationError", "IllegalMove", "FileError")


def fuzz(game: str, count: int) -> None:
    """Every frame is answered without a traceback, one that is refused changes nothing, and nothing piles up."""
    rng, match = Random(game), match_of(find_game(game))
    table = Table(match, "greedy")
    table.settle()
    door = Door(table, codes_of(match))
    _, guest = door.enter('{"do": "join", "code": "code 1"}')
    assert guest
    plain = ("state", "result", "record", "rules", "join", "pause", "resume")
    good: list[dict[str, Any]] = [{"do": do, "id": 1} for do in plain]
    good += [{"do": do, "at": 1} for do in ("undo", "agree", "refuse")] + [{"do": "review", "decision": 1}]
    good += [{"do": "begin", "from": 0}, {"do": "samples", "attempt": 0, "from": 0, "samples": [[0.0] * 8]}]
    good += [{"do": "trace", "attempt": 0, "from": 0}, {"do": "hint"}]
    good += [{"do": "end", "attempt": 0, "samples": 1, "report": "attempt success 1 - loose - off - trace -"}]
    good += [{"do": "play", "action": "place R440", "act": 1, "id": "x"}]
    good += [{"do": "join", "code": "code 1", "heard": 1, "mark": "x", "hands": ""}]
    said: list[str | bytes] = []
    held = 0
    for number in range(count):
        line, before = hostile(rng, good, said), match.record
        said.append(line)
        del said[:-50]
        told = json.loads(door.answer(guest, line))
        assert told["ok"] or told["error"]["kind"] in KINDS, (line, told)
        assert told["ok"] or match.record == before
        told, stranger = door.enter(line)
        if stranger:
            door.leave(stranger)
        if number == count // 2:
            held = size_of(door)
    assert door.guests == [guest]
    assert size_of(door) < held + 2**12  # half of all frames came after it was measured
    assert match.record.played == Match.resumed(match.record).played


def size_of(door: Door) -> int:
    """Bytes of what a door holds beside its match, as pickle has it."""
    table = door.table
    held = [(guest.seat, guest.told, guest.taken_back, len(guest.hands)) for guest in door.guests]
    return len(pickle.dumps((held, door.race.pending, door.agreed.seen, table.told, door._codes, door._marked)))


def test_no_other_seat_opens_with_a_guest_s_words() -> None:
    """A seat is its code: no frame names another one."""
    door = Door(Table(match_of(find_game("rasanto")), "greedy"), {1: "right"})
    _, guest = door.enter('{"do": "join", "code": "right"}')
    assert guest
    told = json.loads(door.answer(guest, '{"do": "play", "action": "place R440", "act": 1, "seat": 2}'))
    assert told["error"]["text"] == "play: unknown field seat; expected action, act"
    with pytest.raises(UnknownName, match="the first five words open no seat here"):
        GuestSeat(lambda: Loop(door), "wrong")


def table_of(game: str, seats: list[str], seed: int = 5) -> tuple[Match, Door]:
    found = find_game(game)
    match = Match(found, len(seats), found.options_from({}), seats, seed)
    table = Table(match, "greedy")
    table.settle()
    return match, Door(table, codes_of(match))


def at_turn(guests: dict[int, GuestSeat]) -> tuple[int, GuestSeat]:
    for seat, guest in guests.items():
        guest.wait(0)
        if guest.seen["legal"]:
            return seat, guest
    raise AssertionError("nobody may act")


def test_what_was_done_is_taken_back_once_all_others_allow_it() -> None:
    match, door = table_of("ruins", ["human", "human", "human"])
    guests = joined(door, codes_of(match))
    seat, guest = at_turn(guests)
    one, other = (other for number, other in guests.items() if number != seat)
    one.happened.clear()
    before = match.record.played
    assert guest.play(guest.seen["legal"][0])["ok"]
    assert guest.undo()["undo"] == {"by": seat, "agreed": [seat]}
    one.wait(0)
    assert one.seen["undo"]["by"] == seat
    assert one.refuse()["undo"] is None and match.record.played != before
    assert guest.undo()["ok"] and one.agree()["undo"]["by"] == seat
    assert match.record.played != before
    other.wait(0)
    last = json.dumps({"do": "agree", "at": other.seen["played"]})
    assert other.ask(**json.loads(last))["undo"] is None and match.record.played == before
    one.wait(0)
    assert [item for item in one.happened if "undone" in item] == [{"undone": 1}] and len(one.happened) == 2
    assert other.ask(**json.loads(last))["ok"] and match.record.played == before  # said once more
    guest.wait(0)
    assert guest.seen["acts"] == 0 and guest.play(guest.seen["legal"][1])["acts"] == 1


def test_a_guest_that_was_away_is_told_that_what_it_knows_was_taken_back() -> None:
    match, door = table_of("rasanto", ["human", "greedy"])
    wires: list[Loop] = []

    def connect() -> Loop:
        wires.append(Loop(door))
        return wires[-1]

    guest = GuestSeat(connect, "code 1")
    guest.play(guest.seen["legal"][0])
    guest.happened.clear()
    known = guest.seen["played"]
    wires[-1].close()
    match.undo()
    door.table.play(match.moves()[3], 1)
    guest.wait(0)
    assert guest.happened[0] == {"undone": known} and len(guest.happened) == 1 + len(match.played)
    wires[-1].close()
    guest.wait(0)
    assert len(guest.happened) == 1 + len(match.played)  # nothing is told twice


def test_nobody_acts_in_a_pause_and_anybody_ends_it() -> None:
    match, door = table_of("clever-mole", ["human", "human"])
    guests = joined(door, codes_of(match))
    assert guests[1].ask(do="pause")["paused"] == 1
    door.pass_time(5)
    assert door.table.now_s == 0
    told = guests[2].ask(do="play", action=str(match.moves(2)[0]), act=1)
    words = {"text": "seat {seat} has paused; expected resume", "values": {"seat": 1}}
    assert told["error"] == {"kind": "IllegalMove", "text": "seat 1 has paused; expected resume", "words": words}
    guests[2].wait(0)
    assert guests[2].seen["legal"] == []
    assert guests[2].ask(do="resume")["paused"] is None
    door.pass_time(1)
    assert door.table.now_s == pytest.approx(1) and guests[2].ask(do="state")["legal"]


def test_nobody_acts_in_a_race_while_a_seat_is_empty() -> None:
    match, door = table_of("clever-mole", ["human", "human"])
    guests = joined(door, codes_of(match))
    assert guests[2].ask(do="state")["legal"]
    guests[1].close()
    guests[2].wait(0)
    assert guests[2].seen["legal"] == []
    told = guests[2].ask(do="play", action=str(match.moves(2)[0]), act=1)
    assert told["error"]["text"] == "a race stands still until seat 1 is here" and not match.played[-1].by
    joined(door, {1: codes_of(match)[1]})
    assert guests[2].ask(do="state")["legal"]


def test_a_hint_is_for_whose_turn_it_is_unless_the_table_gives_none() -> None:
    match, door = table_of("rasanto", ["human", "human"])
    guests = joined(door, codes_of(match))
    seat, guest = at_turn(guests)
    hint = guest.ask(do="hint")["hint"]
    assert hint["action"] in guest.seen["legal"] and set(hint["best"]) == set(Prospect._fields)
    assert f"expected the turn of seat {3 - seat}" in guests[3 - seat].ask(do="hint")["error"]["text"]
    without = Door(door.table, codes_of(match), hints=False)
    told = joined(without, codes_of(match))[seat].ask(do="hint")
    assert told["error"]["text"] == "hint: none are given at this table"


def test_a_match_that_is_over_can_be_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def agrees(question: Question) -> Judgement:
        return Judgement(question.number, question.decision.seat, question.played, question.played, 0.0, 0.0, 0.0)

    monkeypatch.setattr("skill.net.door.judged", agrees)  # which thinks for long
    match, door = table_of("rasanto", ["human", "greedy"])
    (guest,) = joined(door, codes_of(match)).values()
    assert guest.ask(do="review")["error"]["text"] == "review: the match is not over"
    while not guest.seen["is_over"]:
        guest.play(guest.seen["legal"][-1])
    record = guest.ask(do="record")["record"]
    asked = questions(parse_record(record))
    told = guest.ask(do="review", decision=len(asked))
    assert told["decisions"] == len(asked) and told["judgement"]["number"] == asked[-1].number
    assert told["judgement"]["played"] == str(asked[-1].played) and told["judgement"]["drop"] >= 0
    assert "expected 1 to" in guest.ask(do="review", decision=0)["error"]["text"]


def test_a_clock_is_told_with_each_answer() -> None:
    match, door = table_of("clever-mole", ["human", "human"])
    guests = joined(door, codes_of(match))
    first = guests[1].seen
    assert first["time_s"] == 0 and first["left_s"] > 1
    door.pass_time(1)
    again = guests[1].ask(do="state")
    assert again["time_s"] == pytest.approx(1)
    assert again["left_s"] == pytest.approx(first["left_s"] - 1, abs=1.5 * TICK_S)  # it begins with the first tick
