"""What the panel of a match says: turn, scores, clock, help, ranking. Text only, no pygame."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import inf
from pathlib import Path
from typing import NamedTuple

from skill.app.i18n import clock_text, number_text, time_text, tr
from skill.app.input.actions import (
    CALLS,
    CHOOSING,
    EVERYWHERE,
    RACING,
    SEAT_KEYS,
    SEATS,
    Act,
    Actions,
    Lines,
    is_of_gamepad,
)
from skill.app.input.device import Device
from skill.app.input.tools.binding import Gauge
from skill.app.play.action_text import listed_texts
from skill.app.play.attempt_runner import Purpose
from skill.app.play.key_text import key_names, printed
from skill.app.play.log import Log, reader
from skill.app.play.phase import Phase
from skill.app.play.runtime import Runtime
from skill.app.play.turn import Turn
from skill.app.play.words import looker_of, player_name, said, with_colour
from skill.app.settings.players import colour_of
from skill.bots.registry import HUMAN
from skill.lattice.cells import AXES, I
from skill.lattice.notation import ATTEMPT, Action
from skill.physics.scene import usual_engine
from skill.rules.game import AnyGame, Fact, Result, Seat
from skill.rules.options import AS_THE_SCENE, MATERIAL, material_name
from skill.rules.shared.attempts import ALONE, BY_PARTIAL, BY_TIME, NOTHING, AttemptGame
from skill.table.match import Match
from skill.table.record import Record


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
    listed_texts: tuple[str, ...] = ()
    """How they read."""
    idle: frozenset[Act] = frozenset()
    """Acts that can do nothing now; see `idle_acts`."""
    brief: str = ""
    """The message without what the sheet of the game, the result or help tell as well; empty where that is nothing."""


COMMON_HELP: Lines = (
    ("Turn the view (or drag with the right mouse button)", (Act.TURN_LEFT, Act.TURN_RIGHT)),
    ("Look from higher or lower", (Act.RAISE_VIEW, Act.LOWER_VIEW)),
    ("Nearer or farther (or the mouse wheel)", (Act.ZOOM_IN, Act.ZOOM_OUT)),
    ("The view from your side again", (Act.HOME_VIEW,)),
    ("Sound on or off", (Act.MUTE,)),
    ("Full screen", (Act.FULL_SCREEN,)),
    ("This help", (Act.HELP,)),
    ("Back", (Act.BACK,)),
)

TOUCH_HELP = (
    "With fingers: one points, and chooses when it is lifted. Two lean the plate and turn it; elsewhere they turn the "
    "view, bring it nearer, and scroll lists. A second finger draws back what the first one has begun."
)
CHOOSING_HELP: Lines = (
    ("The next and the one before", (Act.NEXT, Act.PREVIOUS)),
    ("The one beside", (Act.LEFT, Act.RIGHT, Act.UP, Act.DOWN)),
    ("Choose it (or click it)", (Act.ACCEPT,)),
    ("A step back (or a right click)", (Act.STEP_BACK,)),
    ("Another way to do it (or the mouse wheel)", (Act.OTHER_WAY_BACK, Act.OTHER_WAY)),
    ("Choose from the list", (Act.NUMBER_1, Act.NUMBER_9)),
    ("A hint: what a bot would play", (Act.HINT,)),
)
MATCH_HELP: Lines = (
    ("Take back, play again", (Act.UNDO, Act.REDO)),
    ("Pause", (Act.PAUSE,)),
    ("Begin anew", (Act.RESTART,)),
    ("Save the match, load one", (Act.SAVE, Act.LOAD)),
    ("All games", (Act.LEAVE,)),
)
RACING_HELP: Lines = (
    ("Claim what is lit (or click it)", SEATS),
    ("Call what needs no place", CALLS),
)
"""A key for each seat."""


def keys_text(bound: Actions, lines: Lines, with_gamepad: bool = False) -> str:
    """What can be done without keys, and each act that has one: its keys, `with_gamepad` its buttons as well."""
    rows = []
    for text, acts in lines:
        keys = [[key for key in bound.keys_of(act) if not is_of_gamepad(key)][:1] for act in acts]
        if with_gamepad:
            keys += [[key for key in bound.keys_of(act) if is_of_gamepad(key)][:1] for act in acts]
        names = [printed(key) for first in keys for key in first]
        if names or not acts:
            rows.append(f"<b>{' '.join(names)}</b>  {tr(text)}" if names else tr(text))
    return "<br>".join(rows)


def keyed(text: str, act: Act, bound: Actions, device: Device = Device.KEYS) -> str:
    """The text of a button with the key that does the same: `Next (N)`."""
    key = key_of(act, bound, device)
    return f"{text} ({key})" if key else text


def key_of(act: Act, bound: Actions, device: Device = Device.KEYS) -> str:
    """The key of an act as texts name it; nothing if it has none."""
    keys = bound.keys_of(act)
    return key_names([dict.fromkeys(keys, act)], device)[act.value] if keys else ""


def score_text(score: float) -> str:
    """A score without needless zeros."""
    return number_text(score, ".0f" if float(round(score, 1)).is_integer() else ".1f")


def panel_text(
    runtime: Runtime,
    best_time_s: float | None,
    message: str,
    gauge: Gauge | None,
    turn: Turn,
    log: Log,
    engine: str = "",
) -> PanelText:
    """Everything the panel says now; `engine` is what steps the attempt that runs or is asked for."""
    match = runtime.match
    scores = match.game.scores(match.view(runtime.viewpoint.passes_to or runtime.viewpoint.seat))
    colours = match.game.colours_of_seats(match.record.options)
    seats = tuple(
        SeatLine(
            colours[seat - 1] if seat <= len(colours) else colour_of(seat),
            seat_key(runtime, seat)
            + tr("{player}: {score}", player=player_name(match, seat), score=score_text(scores[seat - 1])),
            seat == (turn.alone or turn.seat if runtime.phase is Phase.RACE else match.seat),
            seat <= len(colours),
            tr("{player}: {score}", player="", score=score_text(scores[seat - 1])),
        )
        for seat in range(1, len(match.seats) + 1)
    )
    clock = best = ""
    if has_attempts(match.game):
        time_s = clock_s(runtime)
        clock = clock_text(time_s)
    if match.game.kind == "physics":
        best = tr("No best time yet")
        if best_time_s is not None:
            best = tr("Best time: {time}", time=clock_text(best_time_s))
    chooser = turn.chooser
    listed = chooser.listed
    focus = listed.index(chooser.focus) if chooser.focus in listed else None
    if focus is None and chooser.choice.shown in listed:
        focus = listed.index(chooser.choice.shown)
    looker = turn.seat if runtime.phase is Phase.RACE else None
    if turn.is_looking:
        message = escape(tr("Looking for a good move {dots}", dots=runtime.dots))
    facts = [escape(line) for line in fact_lines(runtime, looker, engine)]
    lines = [escape(progress_line(runtime)), message, *facts, escape(turn.line)]
    if runtime.paused:
        lines.insert(0, escape(hint(runtime)))  # whatever else there is to say: nothing goes on without it
    elif turn.is_race or not any(lines):
        lines.append(escape(hint(runtime, turn.alone)))
    message_text = "<br>".join(filter(None, lines))
    is_brief = facts and message and isinstance(match.game, AttemptGame)
    brief = "<br>".join(line for line in lines if line and line not in facts) if is_brief else ""
    if turn.is_race and not runtime.paused:
        brief = "<br>".join(filter(None, lines[:-1]))  # help tells how to claim
    texts: tuple[str, ...] = ()
    if listed:
        state = match.view(runtime.viewpoint.seat)
        texts = listed_texts(match.game, state, listed, reader(match, runtime.viewpoint))
    told = history(log.lines(match, runtime.viewpoint))
    return PanelText(
        turn_text(runtime, turn.alone),
        seats,
        message_text,
        clock,
        best,
        told,
        gauge,
        listed,
        focus,
        texts,
        brief=brief,
    )


def seat_key(runtime: Runtime, seat: Seat) -> str:
    """The key with which a person claims in a race, before the name."""
    is_person = runtime.match.game.kind == "race" and seat in runtime.viewpoint.people and seat <= len(SEAT_KEYS)
    return f"{key_names([RACING])[SEATS[seat - 1].value]}  " if is_person else ""


def has_attempts(game: AnyGame) -> bool:
    """Whether hands are ever asked for in it."""
    return game.kind in ("physics", "hybrid")


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
        return tr("Paused")
    if runtime.attempts.running is not None:
        who = {Purpose.PRACTICE: tr("Practice"), Purpose.REPLAY: tr("Replay")}.get(runtime.attempts.purpose)
        who = who or player_name(match, match.seat or 1)
        if share := runtime.attempts.pace.slow_share:
            return tr("{who}: runs at {percent} %", who=who, percent=round(100 * share))
        return tr("{who} (slow motion)", who=who) if runtime.attempts.is_slow else who
    if runtime.phase is Phase.OVER:
        return tr("The game is over")
    if runtime.phase is Phase.RACE and alone is None:
        return tr("All at once")
    seat = alone or match.seat
    if seat is not None and runtime.is_bot_thinking:
        return tr("{player} is thinking {dots}", player=player_name(match, seat), dots=runtime.dots)
    return tr("Chance") if seat is None else player_name(match, seat)


def hint(runtime: Runtime, alone: Seat | None = None) -> str:
    """What the player to move can do; `alone` is the seat whose turn is timed."""
    keys = key_names([CHOOSING, EVERYWHERE])
    if runtime.paused and runtime.was_unseen:
        return tr("Nobody could see time pass, so it stopped. Press {pause}, or the button Pause, to go on.", **keys)
    if runtime.paused and runtime.phase is Phase.HANDS:
        return tr(
            "The dice, your tools and the clock stand still. Press {pause}, or the button Pause, to go on.", **keys
        )
    if runtime.paused:
        return tr("Press {pause}, or the button Pause, to go on.", **keys)
    if runtime.phase is Phase.OVER:
        return tr("Press {restart} to play again, {back} for all games.", **keys)
    if runtime.is_bot_thinking:
        return tr("The computer is thinking.")
    if runtime.is_bot_turn or (alone is not None and alone not in runtime.viewpoint.people):
        return tr("The computer plays.")
    if runtime.phase is Phase.READY:
        return tr("Click or press {accept} to begin.", **keys)
    if runtime.phase is Phase.RACE and alone is None:
        return tr(
            "Point at it and click, or go to it with the arrow keys and press the key before your name; with Shift it "
            "calls what needs no place."
        )
    return ""


def fact_lines(runtime: Runtime, looker: Seat | None = None, engine: str = "") -> list[str]:
    """What whoever looks must know besides the heap: what the game tells that seat. What was told of an attempt before
    it makes room for its progress while it runs."""
    match, seat = runtime.match, looker or runtime.viewpoint.seat
    if runtime.paused or runtime.viewpoint.is_veiled or runtime.phase is Phase.OVER:
        return []
    material = match.record.options.get(MATERIAL.name, AS_THE_SCENE)
    other = [] if material == AS_THE_SCENE else [tr("Material: {name}", name=material_name(material))]
    if engine and engine != usual_engine():
        other.append(tr("Engine: {name}", name=tr(engine)))
    if runtime.phase is Phase.HANDS and isinstance(match.game, AttemptGame):
        return other
    who = reader(match, runtime.viewpoint)
    return other + [said(fact, who) for fact in match.game.facts(match.view(seat), seat) if _is_fresh(fact, runtime)]


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
    return runtime.since_s(verb) < seconds


def history(lines: Sequence[Sequence[str]]) -> str:
    """What was done, a line for each sentence, what was done last first."""
    return "<br>".join(escape(sentence) for sentences in lines for sentence in sentences)


def attempt_end(match: Match, report: Action) -> str:
    """How an attempt ended, in a sentence; where it is for points, what was reached."""
    _, outcome, time_s, _, _, off, _ = report
    game, time = match.game, time_text(time_s)
    if isinstance(game, AttemptGame) and game.is_scored:
        reached = said(game.reached_fact(report, match.record.options), looker_of(match, (), I))
        return " ".join(filter(None, (reached, best_moment(game, report))))
    if outcome == "success" and not isinstance(game, AttemptGame):  # dice were brought to the plate, and lie still
        if not off:
            return tr("All dice are on the plate.")
        return tr("{count} dice are off the plate.", one="One die is off the plate.", count=len(off))
    return {
        "success": tr("Done, in {time}.", time=time),
        "failure": tr("Failed after {time}.", time=time),
        "time": tr("The time is up."),
        "gave_up": tr("Given up."),
    }[outcome]


def best_moment(game: AttemptGame, report: Action) -> str:
    """When an attempt for points was worth what it is worth, where of equals the quicker wins; else nothing."""
    if not game.is_scored or not game.time_breaks_ties:
        return ""
    return tr("It stood so after {time}, which decides between equals.", time=time_text(report[2]))


def help_html(
    game: AnyGame, bound: Actions, seats: int = 1, hands: Lines = CHOOSING_HELP, with_gamepad: bool = False
) -> str:
    """The rules in short, the marks, and every key: what `hands` can do now; in a race the keys of so many seats."""
    text = game.text
    parts = [f"{escape(tr(text.goal))} {escape(tr(text.turn))}"]
    if game.kind == "race":
        parts.append(keys_text(bound, tuple((line, acts[:seats]) for line, acts in RACING_HELP)))
    parts.append(" ".join(map(escape, marks_lines(game))))
    parts += [keys_text(bound, (*hands, *MATCH_HELP), with_gamepad), keys_text(bound, COMMON_HELP, with_gamepad)]
    return "<br><br>".join(parts)


def marks_lines(game: AnyGame) -> list[str]:
    """What the marks mean that a game may have on the plate and on its rim, a sentence each."""
    lines = [
        tr("Marked yellow is what you may choose, blue the goal, pink what was done last, violet a hint."),
        tr("What is marked in the colour of a player belongs to that player."),
    ]
    if game.has_sides:
        lines.append(tr("Discs on the rim name the sides of the plate: one orange, two violet, three white."))
        if game.kind != "race" and game.players[1] <= len(AXES):
            lines.append(tr("The first player sits at the orange side, the others follow clockwise."))
    return lines


def saved_match_text(path: Path, record: Record) -> str:
    """Game, position in it and date of a saved match; its file is named for the time, `YYYYMMDD-hhmmss...`."""
    name = path.name
    when = f"{name[6:8]}.{name[4:6]}. {name[9:11]}:{name[11:13]}:{name[13:15]}"
    return tr("{game}, {progress}", game=tr(record.game.title), progress=moves_made(record)) + f"  ({when})"


def moves_made(record: Record) -> str:
    """How far a match has come: how often people have acted in it, or where none sits, anybody."""
    people = {seat for seat, who in enumerate(record.seats, 1) if HUMAN in who.split("+")}
    count = sum(line.by in people if people else line.by is not None for line in record.played)
    return tr("{count} moves", one="1 move", count=count) if count else tr("just begun")


def ranking(result: Result) -> list[tuple[int, Seat, float]]:
    """Place, seat and score, best first. The winners come first; what order is good among the rest follows from them.

    A score of 0 beside a lower-is-better winner means that nothing was reached.
    """
    scores = dict(enumerate(result.scores, 1))
    best = [scores[seat] for seat in result.winners]
    low_is_good = bool(best) and any(score > max(best) for score in scores.values())

    def worse(seat: Seat) -> float:
        score = scores[seat]
        if low_is_good:
            return score if score > 0 else float("inf")
        return -score

    order = sorted(scores, key=lambda seat: (seat not in result.winners, worse(seat), seat))
    places: list[tuple[int, Seat, float]] = []
    last: tuple[bool, float] | None = None
    for n, seat in enumerate(order):
        rank = (seat not in result.winners, worse(seat) if seat not in result.winners else 0)
        place = places[-1][0] if rank == last else n + 1
        places.append((place, seat, scores[seat]))
        last = rank
    return places


def ranking_html(match: Match) -> str:
    """The result for people: every seat with place and score, and what the score counts."""
    result = match.result
    if result is None:
        return tr("The game goes on.")
    lines, game = [], match.game
    is_timed = result.reason == BY_TIME
    for place, seat, score in ranking(result):
        player = escape(with_colour(player_name(match, seat), match.record, seat))
        if is_timed and score == inf:
            said_of = tr("{player}: no success", player=player)
        elif is_timed:
            said_of = tr("{player}: {time}", player=player, time=time_text(score))
        else:
            said_of = tr("{player}: {score}", player=player, score=score_text(score))
        line = f"{place}. {said_of}"
        lines.append(f"<b>{line}</b>" if seat in result.winners else line)
    reasons = [tr(result.reason)]
    if isinstance(game, AttemptGame) and result.reason in (BY_PARTIAL, NOTHING, ALONE):
        reasons.append(tr(game.what_counts))
    return "<br>".join([*lines, "", escape(" ".join(reasons))])
