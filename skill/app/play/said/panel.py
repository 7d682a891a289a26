"""The text of the panel of a match: turn, scores, clock, message, history. Text only, no pygame."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from skill.app.i18n import clock_text, told, tr
from skill.app.input.actions import (
    CHOOSING,
    EVERYWHERE,
    RACING,
    SEAT_KEYS,
    SEATS,
    Act,
)
from skill.app.input.key_names import key_names
from skill.app.input.tools.binding import Gauge
from skill.app.play.attempts.runner import Purpose
from skill.app.play.match.choices import places
from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import Runtime
from skill.app.play.match.turn import Turn
from skill.app.play.match.viewpoint import seat_colour
from skill.app.play.said.actions import everything_line, listed_texts, request_line, rule_line
from skill.app.play.said.log import Log, reader
from skill.app.play.said.words import better_text, delays_text, is_you, player_name, said, score_text, scored
from skill.app.play.said.words import called as called_by
from skill.bots.registry import ELSEWHERE
from skill.lattice.notation import ATTEMPT, FILL, FIRST, ROLL, ROLLS, Action
from skill.physics.scene import usual_engine
from skill.rules.game import AnyGame, Fact, Seat
from skill.rules.options import AS_THE_GAME, AS_THE_SCENE, MATERIAL, SCENE, name_alone
from skill.rules.shared.attempts import AttemptGame
from skill.table.match import Match

OF_ALL = re.compile(r"\d+ \w{1,4} \d+")  # `2 of 6`: how a score begins that says of how many in one short word
NEW_RULE = '<font color="#9c3d10">{}</font>'
"""How a rule stands out that decides only since now: in another colour, so that nothing moves."""
BESIDE = '<font color="#675c50">{}</font>'
"""How what is only to be known stands behind what is to be done now: paler, so that that is read first."""

DRAWN = {
    FIRST.name: "The dice decide who begins",
    FILL.name: "The plate is filled",
    ROLL.name: "The dice are rolled",
    ROLLS.name: "The dice are rolled",
}
"""What stands for whose turn it is while chance acts for no seat, by what it does."""
OTHER_DRAWN = "Chance decides"


class SeatLine(NamedTuple):
    """What is said of one seat."""

    colour: str
    """Its colour letter, or nothing."""
    text: str
    is_on_turn: bool
    has_dice: bool = False
    """Whether the dice of that colour are the seat's own; otherwise the colour is only the player's."""
    end: str = ""
    """Of the text what is shown however long the name is: the score."""
    better: str = ""
    """Which scores are better, said after it where all seats have room for it."""
    bare: str = ""
    """Its end without the unit but with how many there are in all, for where some seat has no room for all of it."""
    rank: str = ""
    """That it is ahead, or has won; said after its end where all seats have room for it."""


class PanelText(NamedTuple):
    """Everything the panel says at one moment."""

    turn: str
    seats: tuple[SeatLine, ...]
    message: str
    clock: str
    best: str
    history: str
    gauge: Gauge | None = None
    """What the tool in use does; None where there is none."""
    listed: tuple[Action, ...] = ()
    """Actions that are chosen from a list."""
    focus: int | None = None
    """Which of them has the focus."""
    numbers: tuple[int, ...] = ()
    """Of each that by which a key chooses it."""
    listed_texts: tuple[str, ...] = ()
    """How they read."""
    idle: frozenset[Act] = frozenset()
    """Acts that can do nothing now; see `turn.idle_acts`."""
    is_by_hand: bool = False
    """Whether what is listed is chosen by hand as well, so that a short piece of the list is enough."""
    task: str = ""
    """What all look for in this round of a race, or what came of the last one: said larger than all else."""
    brief: str = ""
    """The message without what the sheet of the game, the result or help tell as well; empty where that is nothing."""


def panel_text(
    runtime: Runtime,
    best_time_s: float | None,
    message: str,
    gauge: Gauge | None,
    turn: Turn,
    log: Log,
    engine: str = "",
    *,
    is_new_rule: bool = False,
    by_keys: bool = True,
) -> PanelText:
    """Everything the panel says now; `engine` is what steps the attempt that runs or is asked for. A rule that decides
    only since now stands out; keys are named to whoever plays by them."""
    match = runtime.match
    scores = match.game.scores(match.view(runtime.viewpoint.passes_to or runtime.viewpoint.seat))
    stand = standings(runtime)
    colours, people = match.game.colours_of_seats(match.record.options), runtime.viewpoint.people
    seats = tuple(
        SeatLine(
            seat_colour(match, seat),
            (seat_key(runtime, seat) if by_keys or len(people) > 1 else "")
            + tr("{player}: {score}", player=called(runtime, seat), score=stand[seat - 1]),
            seat == (turn.alone or turn.seat if runtime.phase is Phase.RACE else match.seat),
            seat <= len(colours),
            tr("{player}: {score}", player="", score=stand[seat - 1]),
            better_text(match.record) if any(map(str.isdigit, stand[seat - 1])) else "",
            tr("{player}: {score}", player="", score=bare_text(stand[seat - 1], scores[seat - 1])),
            rank_text(runtime, seat),
        )
        for seat in range(1, len(match.seats) + 1)
    )
    clock = best = ""
    if time_counts(match):
        time_s = clock_s(runtime)
        clock = clock_text(time_s)
    if isinstance(match.game, AttemptGame) and not match.game.is_scored:
        best = tr("No best time yet")
        if best_time_s is not None:
            best = tr("Best time: {time}", time=clock_text(best_time_s))
    chooser = turn.chooser
    by_number = {action: n for n, action in enumerate(chooser.listed, 1)}
    beside = {*turn.beside.values()}
    listed = tuple(action for action in by_number if action not in beside)
    focus = listed.index(chooser.focus) if chooser.focus in listed else None
    if focus is None and chooser.choice.shown in listed:
        focus = listed.index(chooser.choice.shown)
    looker = turn.seat if runtime.phase is Phase.RACE else None
    if turn.is_looking:
        message = escape(tr("Looking for a good move {dots}", dots=runtime.dots))
    facts = [escape(line) for line in fact_lines(runtime, looker, engine)]
    # Of several ways to do the same thing each is legal: how to see them is said, and no rule that leaves out any.
    rule = "" if chooser.choice.ways or runtime.paused else escape(rule_line(turn))
    if rule and is_new_rule:
        rule = NEW_RULE.format(rule)
    request = escape(request_line(turn, by_keys=by_keys))
    everything = "" if runtime.paused else escape(everything_line(turn))
    decides = " ".join(filter(None, (rule, everything)))
    if decides or request:
        facts = [BESIDE.format(line) for line in facts]
    lines = [escape(progress_line(runtime)), message, decides, request, *facts]
    spare = facts if isinstance(match.game, AttemptGame) else []  # the sheet of the game and the result tell them
    if rule:
        spare = [*spare, decides if has_attempts(match.game) else request]  # help tells how to choose
    if runtime.match.is_elsewhere:
        lines.insert(0, escape(distance_line(runtime)))
    if runtime.paused or runtime.waits_for_key:
        lines.insert(0, escape(hint(runtime, by_keys=by_keys)))  # whatever else is said: nothing goes on without it
    elif turn.is_race and (outs := out_line(runtime)):
        lines.insert(0, escape(outs))
    elif turn.is_race or not any(lines):
        lines.append(escape(hint(runtime, turn.alone, by_keys=by_keys)))
        spare = [*spare, lines[-1]] if turn.is_race else spare  # help tells how to claim
    message_text = "<br>".join(filter(None, lines))
    brief = "<br>".join(line for line in lines if line and line not in spare) if any(spare) else ""
    texts: tuple[str, ...] = ()
    if listed:
        state = match.view(runtime.viewpoint.seat)
        texts = listed_texts(match.game, state, listed, reader(match, runtime.viewpoint))
    done = history(log.lines_with_rules(match, runtime.viewpoint))
    return PanelText(
        turn_text(runtime, turn.alone),
        seats,
        message_text,
        clock,
        best,
        done,
        gauge,
        listed,
        focus,
        tuple(by_number[action] for action in listed),
        texts,
        is_by_hand=turn.gesture is not None,
        task=escape(task_line(runtime, looker, log)),
        brief=brief,
    )


def standings(runtime: Runtime) -> list[str]:
    """How each seat stands, as far as whoever looks may know it: its score with the unit, or what the game says."""
    match = runtime.match
    view = match.view(runtime.viewpoint.passes_to or runtime.viewpoint.seat)
    found = []
    for seat, score in enumerate(match.game.scores(view), 1):
        standing = match.game.standing(view, seat)
        who = reader(match, runtime.viewpoint)
        found.append(said(standing, who) if standing else scored(match.record, seat, score))
    return found


def bare_text(stand: str, score: float) -> str:
    """A score without its unit, with how many there are in all where `stand`, which says it with both, begins so."""
    found = OF_ALL.match(stand)
    return found[0] if found else score_text(score)


def rank_text(runtime: Runtime, seat: Seat) -> str:
    """That a seat has won, is out of a round, or is ahead of others as far as whoever looks may know; else nothing."""
    match = runtime.match
    if match.result is not None:
        return tr("won") if seat in match.result.winners else ""
    if seat in runtime.out:
        return tr("out")
    view = match.view(runtime.viewpoint.passes_to or runtime.viewpoint.seat)
    return tr("leads") if seat in match.game.leading(view, match.record.options) else ""


def out_line(runtime: Runtime) -> str:
    """Which people must wait for the next round of a race because of a mistake; nothing if none must."""
    match, people = runtime.match, runtime.viewpoint.people
    out = [seat for seat in people if seat in runtime.out]
    if not out or len(people) == 1:
        return tr("You are out until the next round.") if out else ""
    players = ", ".join(player_name(match, seat) for seat in out)
    return tr("Out until the next round: {players}.", players=players)


def seat_key(runtime: Runtime, seat: Seat) -> str:
    """The key with which a person claims in a race, before the name."""
    is_person = runtime.match.game.kind == "race" and seat in runtime.viewpoint.people and seat <= len(SEAT_KEYS)
    return f"{key_names([RACING])[SEATS[seat - 1].value]}  " if is_person else ""


def has_attempts(game: AnyGame) -> bool:
    """Whether hands are ever asked for in it."""
    return game.kind in ("physics", "hybrid")


def time_counts(match: Match) -> bool:
    """Whether the time of an attempt decides anything: which success is the fastest, which of equals wins, or when it
    is over."""
    game = match.game
    if not isinstance(game, AttemptGame):
        return False
    return not game.is_scored or game.time_breaks_ties or bool(match.record.options.get("time_limit"))


def clock_s(runtime: Runtime) -> float:
    """Seconds of the attempt that runs, or else of the last one if the same player is to try again."""
    if runtime.attempts.running is not None:
        return runtime.attempts.running.time_s
    match = runtime.match
    last = match.played[-1] if match.played else None
    if last is None or last.action.verb != ATTEMPT.name or match.seat not in (last.by, None):
        return 0.0  # what somebody else has used is no time of whoever is to try
    if runtime.lasted_s is not None:
        return runtime.lasted_s
    is_scored = isinstance(match.game, AttemptGame) and match.game.is_scored
    return 0.0 if is_scored else float(last.action[2])  # of an attempt for points the report has another time


def turn_text(runtime: Runtime, alone: Seat | None = None) -> str:
    """Whose turn it is; `alone` is the seat whose turn is timed."""
    match = runtime.match
    if runtime.paused:
        return tr("Are you ready?") if runtime.is_to_begin else tr("Paused")
    if runtime.attempts.running is not None:
        who = {Purpose.PRACTICE: tr("Practice"), Purpose.REPLAY: tr("Replay")}.get(runtime.attempts.purpose)
        is_own = is_you(match, runtime.viewpoint.people, match.seat or 1)
        who = who or (tr("Your turn") if is_own else called(runtime, match.seat or 1))
        if runtime.attempts.pace.slow_share:
            return tr("{who} (slowed down)", who=who)
        return tr("{who} (slow motion)", who=who) if runtime.attempts.is_slow else who
    if runtime.phase is Phase.OVER:
        return tr("The game is over")
    if runtime.phase is Phase.RACE and alone is None:
        return tr("All at once")
    seat = alone or match.seat or match.game.doer(match.view(runtime.viewpoint.seat), None)
    if seat is not None and runtime.is_bot_thinking:
        return tr("{player} thinks {dots}", player=player_name(match, seat), dots=runtime.dots)
    if seat is not None and is_you(match, runtime.viewpoint.people, seat):
        return tr("Your turn")
    if seat is None:
        return tr("All roll") if runtime.waits_for_roll else chance_text(runtime)
    return player_name(match, seat)


def chance_text(runtime: Runtime) -> str:
    """What chance does now that acts for no seat."""
    # what a match begins with may have too many outcomes to be listed: that is a whole pyramid
    unlisted = "" if runtime.match.played else FILL.name
    return tr(DRAWN.get(runtime.drawn_next or unlisted, OTHER_DRAWN))


def called(runtime: Runtime, seat: Seat) -> str:
    """The name of a seat; of the only person at the screen, if none was given, that it is who looks."""
    return called_by(runtime.match, runtime.viewpoint.people, seat)


def hint(runtime: Runtime, alone: Seat | None = None, *, by_keys: bool = True) -> str:
    """What the player to move can do; `alone` is the seat whose turn is timed."""
    keys = key_names([CHOOSING, EVERYWHERE])
    if runtime.is_to_begin:
        return tr("Click on the plate, or press {accept}, when you are ready.", **keys)
    if runtime.paused and runtime.was_unseen:
        return tr("Nobody could see time pass, so it stopped. Click on the plate or press {pause} to go on.", **keys)
    if runtime.paused and runtime.was_unattended:
        return tr("Nobody has done anything, so it stopped. Click on the plate or press {pause} to go on.", **keys)
    if runtime.paused and runtime.phase is Phase.HANDS:
        return tr(
            "The dice, your tools and the clock stand still. Click on the plate or press {pause} to go on.", **keys
        )
    if runtime.paused:
        return tr("Click on the plate or press {pause} to go on.", **keys)
    if runtime.phase is Phase.OVER and runtime.match.is_elsewhere:
        return tr("Press {back} for all games.", **keys)
    if runtime.phase is Phase.OVER:
        return tr("Press {restart} to play again, {back} for all games.", **keys)
    if runtime.rests and not runtime.paused:
        return tr("The next round begins in a moment.")
    if not by_keys and not runtime.paused and (by_click := _hint_of_pointer(runtime)):
        return by_click
    if runtime.waits_for_key and runtime.waits_for_roll:
        return tr("Roll the dice: click on the plate, or press {accept}.", **keys)
    if runtime.waits_for_key:
        return tr("Click or press {accept} to see what the computer does.", **keys)
    seat = runtime.match.seat
    if seat is not None and runtime.match.player(seat) == ELSEWHERE:
        return tr("Waiting for {player}.", player=player_name(runtime.match, seat))
    if runtime.is_bot_thinking:
        return tr("The computer is thinking.")
    if runtime.is_bot_turn or (alone is not None and alone not in runtime.viewpoint.people):
        return tr("The computer plays.")
    if runtime.phase is Phase.READY:
        return tr("Click or press {accept} to begin.", **keys)
    if runtime.phase is Phase.RACE and alone is None:
        away = tr("With Shift that letter calls what needs no place.") if _calls_without_place(runtime) else ""
        go_to_it = tr("Point at it and click, or go to it with the arrow keys and press the letter before your name.")
        return f"{go_to_it} {away}".rstrip()
    return ""


def distance_line(runtime: Runtime) -> str:
    """What keeps a match at another machine from going on; empty if nothing does."""
    match = runtime.match
    if runtime.phase is Phase.OVER or match.wire:
        return "" if runtime.phase is Phase.OVER else told(match.wire)
    if match.paused_by is not None:
        return tr("{player} has paused. A click on the plate goes on.", player=player_name(match, match.paused_by))
    if match.missing:
        return tr("Not here: {players}.", players=", ".join(player_name(match, seat) for seat in match.missing))
    if match.asks_back:
        return tr("The others are asked whether it may be taken back.")
    if match.delays_s:
        return delays_text(match.delays_s, lambda seat: player_name(match, seat))
    return "" if runtime.viewpoint.people else tr("You watch this match, and nobody waits for you.")


def _hint_of_pointer(runtime: Runtime) -> str:
    """The same to somebody who plays by pointer, where keys would be named; nothing elsewhere."""
    if runtime.waits_for_key and runtime.waits_for_roll and not runtime.dice_decide:
        return tr("Roll the dice: click Roll.")
    if runtime.waits_for_key and runtime.waits_for_roll:
        return tr("Roll the dice: click Roll, or hold it down to roll on.")
    if runtime.waits_for_key:
        return tr("Click to see what the computer does.")
    if runtime.phase is Phase.READY and not runtime.is_bot_turn and not runtime.is_bot_thinking:
        return tr("Click to begin.")
    if runtime.phase is Phase.RACE and runtime.match.game.kind == "race":
        return tr("Click it as soon as you see it. Drag with the right button to look round.")
    return ""


def _calls_without_place(runtime: Runtime) -> bool:
    """Whether anybody at the screen may call something in a race that names no place."""
    people, moves = runtime.viewpoint.people, runtime.match.moves
    return any(not places(action) for seat in people for action in moves(seat))


def fact_lines(runtime: Runtime, looker: Seat | None = None, engine: str = "") -> list[str]:
    """What whoever looks must know besides the heap: what the game tells that seat. What was told of an attempt before
    it makes room for its progress while it runs."""
    match, seat = runtime.match, looker or runtime.viewpoint.seat
    if runtime.paused or runtime.viewpoint.is_veiled or runtime.phase is Phase.OVER:
        return []
    material = match.record.options.get(MATERIAL.name, AS_THE_SCENE)
    other = [] if material == AS_THE_SCENE else [tr("Material: {name}", name=name_alone(material))]
    scene = match.record.options.get(SCENE.name, AS_THE_GAME)
    other += [] if scene == AS_THE_GAME else [tr("Scene: {name}", name=name_alone(scene))]
    if engine and engine != usual_engine():
        other.append(tr("Engine: {name}", name=tr(engine)))
    if runtime.phase is Phase.HANDS and isinstance(match.game, AttemptGame):
        return other
    who = reader(match, runtime.viewpoint)
    told = (fact for fact in match.game.facts(match.view(seat), seat) if not fact.is_task)
    return other + [said(fact, who) for fact in told if _is_fresh(fact, runtime)]


def task_line(runtime: Runtime, looker: Seat | None, log: Log) -> str:
    """What all look for in this round of a race; between two rounds what came of the last one."""
    match, seat = runtime.match, looker or runtime.viewpoint.seat
    if runtime.paused or runtime.viewpoint.is_veiled or runtime.phase is Phase.OVER:
        return ""
    if runtime.rests:
        return " ".join(log.lines(match, runtime.viewpoint)[0])
    who = reader(match, runtime.viewpoint)
    return " ".join(said(fact, who) for fact in match.game.facts(match.view(seat), seat) if fact.is_task)


def progress_line(runtime: Runtime) -> str:
    """How far the attempt that runs has come, where the game counts it; nothing for one that is seen again."""
    match, running = runtime.match, runtime.attempts.running
    if running is None or runtime.attempts.purpose is Purpose.REPLAY:
        return ""
    fact = match.game.progress(match.state, running.reading())
    return said(fact, reader(match, runtime.viewpoint)) if fact else ""


def hands_in_brief(runtime: Runtime) -> str:
    """What is said while an attempt runs, where there is no room for all that hands can do."""
    lines = (progress_line(runtime), tr("{help} says what your hands can do.", **key_names([EVERYWHERE])))
    return "<br>".join(escape(line) for line in lines if line)


def _is_fresh(fact: Fact, runtime: Runtime) -> bool:
    if fact.fades is None:
        return True
    verb, seconds = fact.fades
    return runtime.is_to_be_remembered or runtime.since_s(verb) < seconds


def history(lines: Sequence[Sequence[str]]) -> str:
    """What was done, a line for each sentence, what was done last first."""
    return "<br>".join(escape(sentence) for sentences in lines for sentence in sentences)
