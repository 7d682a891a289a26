"""The text over the scene of a match: the goal, the last action, labels at cells, dice in hand. No pygame."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from skill.app.i18n import tr
from skill.app.play.match.block import layer_position
from skill.app.play.match.board import Board
from skill.app.play.match.choices import Pixel
from skill.app.play.match.gestures import Amounts
from skill.app.play.match.phase import Phase
from skill.app.play.match.recent import rolled
from skill.app.play.match.runtime import Runtime
from skill.app.play.match.trays import shifted
from skill.app.play.match.turn import Turn
from skill.app.play.match.viewpoint import seat_colour
from skill.app.play.said.actions import pointed_line, rule_now
from skill.app.play.said.log import Log, reader
from skill.app.play.said.words import MINUS, SIDES, note_text, row_and_place, said, scored
from skill.draw.scene_view import PITCH, funnel_marker, side_names_at
from skill.lattice.cells import AXES, LEVEL, Axis, Cell
from skill.lattice.dice import Colour
from skill.lattice.frame import Point, centre
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.rules.fact import Player, fact
from skill.rules.game import Block
from skill.rules.telling import BAD, CROSS, PLAIN, Held, Label

MIDDLE: Point = (0.0, 0.0, 3.0)
"""Where notes without a cell are, in the plate's frame."""
ON_DIE, IN_FUNNEL = 0.9, 0.2  # how high above the middle of a cell its label is, edges
OVER_MARK = 1.2  # the same of a funnel whose mark must be seen, which lies at its bottom
BARRED = Label(CROSS, BAD, "This funnel may not be chosen now.")
"""Written at the funnels that may not be chosen, where most may be."""
OVER_DICE = 1.0  # how high above the middle of the highest of its cells a note is, edges


class Written(NamedTuple):
    """A text at a place of the scene."""

    at: Point
    text: str
    kind: str
    """One of `skill.rules.telling`: plain, good or bad."""
    colour: Colour = ""
    """The seat's, if it is about a seat."""
    share: float | None = None
    """For a note: the share of its time that has passed."""
    is_number: bool = False
    """Whether it is how many dice lie there: nothing lies over it."""
    means: str = ""
    """What it tells, for whoever points at it."""


class Overlay(NamedTuple):
    """All that is written over the scene."""

    goal: str
    last: tuple[str, ...] = ()
    """What was done last, in sentences."""
    written: tuple[Written, ...] = ()
    held: tuple[Held, ...] = ()
    values: tuple[tuple[Colour, float], ...] = ()
    valued: tuple[str, ...] = ()
    """Each of these values with its unit."""
    pointed: str = ""
    """What would come of a click at what is pointed at, or what a roll came to after which there is nothing to do."""
    button: str = ""
    """What any click on the plate does now, since nothing goes on without it."""
    refused: tuple[Pixel | None, str] | None = None
    """Why a click was in vain, and where in the window it was made; None for a key."""
    taken_up: tuple[Action | None, ...] = ()
    """For each die in hand what takes it up; None where nothing does."""
    focus: Action | None = None
    """What has the focus of that."""
    middles: tuple[Point, ...] = ()
    """Of what can be pointed at, and of the funnels with labels: nothing is written over them, if there is room."""
    last_share: float = 1.0
    """How much is still to be seen of what was done last, 0 to 1."""
    tumbling: float = 0.0
    """How much of their way the dice in hand still have to tumble, 0 to 1."""


def overlay(
    runtime: Runtime, board: Board, log: Log, turn: Turn, beside: Point | None = None, names_places: bool = False
) -> Overlay:
    """What is written over the scene now; `beside` is how far dice that lie before the
    players are moved since an attempt has a table of its own, None where they are not seen."""
    match, viewpoint = runtime.match, runtime.viewpoint
    game, seat = match.game, viewpoint.seat
    view, who = match.view(seat), reader(match, viewpoint)
    goal = said(game.goal_line(view, seat), who)
    numbers = () if beside is None else tuple(tray_numbers(runtime, board, beside))
    button = button_text(runtime)
    if viewpoint.is_veiled:
        return Overlay(goal, written=numbers, button=button)
    lines = log.lines(match, viewpoint)
    last = lines[0] if lines else begins(runtime)
    if runtime.phase in (Phase.READY, Phase.HANDS) or viewpoint.is_covered:
        return Overlay(goal, log.of_attempts(match, viewpoint) or last, written=numbers, button=button)
    heap = viewpoint.pyramid()
    written = []
    captured = Label(tr("captured"), BAD, tr("The die that stood here was captured in the last turn."))
    labels = {
        **dict.fromkeys(board.captured, captured),
        **dict.fromkeys(turn.barred, BARRED),
        **game.labels(view, seat),
    }
    for cell, label in labels.items():
        x, y, z = centre(cell, pitch=PITCH)
        at = (x, y, z + (ON_DIE if cell in heap else OVER_MARK if cell in board.hinted else IN_FUNNEL))
        written.append(Written(at, said(label.text, who), label.kind, means=said(label.means, who)))
    if runtime.phase is Phase.CHOICE and not board.is_moving:
        written += targets_told(turn, {*labels})
    if names_places:
        written += place_names([cell for cell in heap.funnels() if LEVEL[cell] == 0 and cell not in labels], who.side)
    written += side_names() if board.marks_sides else ()
    written += layer_numbers(game.block(view))
    written += numbers
    for note, share in board.floating:
        places = [centre(cell, pitch=PITCH) for cell in note.cells] or [MIDDLE]
        x, y = (sum(place[axis] for place in places) / len(places) for axis in (0, 1))
        at = (x, y, max(place[2] for place in places) + OVER_DICE)
        written.append(Written(at, note_text(match.record, note, who), note.kind, _colour(runtime, note.seat), share))
    on_sheet = game.page(view, seat) is not None  # with its dice beside it
    held: Sequence[Held] = (
        ()
        if on_sheet or runtime.phase is Phase.OVER
        else (game.held(view, seat) or rolled(match) or spoken_of(turn, heap, viewpoint.sides))
    )
    values, pointed = tuple(game.colour_values(view).items()), pointed_line(turn)
    if isinstance(turn.gesture, Amounts) and turn.chooser.focus in turn.gesture.ways:
        pointed = ""  # it stands above the slider
    if runtime.is_own_roll_to_be_seen:
        pointed = " ".join(last)  # large: it is over as soon as it is rolled
    taken, focus = tuple(map(turn.beside.get, held)), turn.chooser.focus
    share = board.last_share
    done = last if share else ()
    valued = tuple(scored(match.record, seat, value) for _, value in values)
    text = Overlay(goal, done, tuple(written), tuple(held), values, valued, pointed, button, last_share=share)
    named = [cell for cell, label in labels.items() if cell not in heap and label.text != CROSS]
    return text._replace(
        taken_up=taken,
        focus=focus if isinstance(focus, Action) else None,
        tumbling=board.tumbling,
        middles=(*board.middles, *(funnel_marker(cell, "").position for cell in named)),
    )


def targets_told(turn: Turn, others: Collection[Cell]) -> list[Written]:
    """At the places where a chosen die may go: how high it would lie there, if at all on level 1 only where it is
    pointed at, and by how much the own score would change; at none of the `others`."""
    found = []
    for cell, change in turn.brought().items():
        is_told = LEVEL[cell] > (0 if turn.chooser.focus == cell else 1)
        level = tr("level {level}", level=LEVEL[cell]) if is_told else ""
        text = ", ".join(filter(None, (level, f"{change:+g}".replace("-", MINUS) if change else "")))
        if text and cell not in others:
            x, y, z = centre(cell, pitch=PITCH)
            found.append(Written((x, y, z + IN_FUNNEL), text, PLAIN))
    return found


def begins(runtime: Runtime) -> tuple[str, ...]:
    """Who begins, as long as nothing has been done and no lot has told it."""
    match = runtime.match
    if match.played or match.seat is None or len(match.seats) < 2 or runtime.phase is not Phase.CHOICE:
        return ()
    opening = fact("{player} begins.", you="You begin.", player=Player(match.seat))
    return (said(opening, reader(match, runtime.viewpoint)),)


def button_text(runtime: Runtime) -> str:
    """What a click on the plate does where nothing goes on without it; empty where anything else may be done."""
    if runtime.waits_for_roll and runtime.waits_for_key and not runtime.is_stopped:
        return tr("Roll")
    if runtime.is_to_begin:
        return tr("I am ready")
    return tr("Go on") if runtime.is_stopped or runtime.waits_for_key else ""


def spoken_of(turn: Turn, heap: Pyramid, sides: Sequence[Axis]) -> Sequence[Held]:
    """The die that is lifted, since it is chosen and all of its sides may be seen; or the one that is pointed at, if
    the rule that decides speaks of its numbers."""
    rule, choice = rule_now(turn), turn.chooser.choice
    is_told = rule is not None and "number" in rule.text
    cell = choice.pointed[0] if choice.pointed else turn.chooser.focused if is_told else None
    die = heap[cell] if isinstance(cell, int) and cell in heap else None
    if die is None or die.faces is None or turn.is_race or not (is_told or len(sides) == len(AXES)):
        return ()
    return [Held(die.colour, faces=die.faces)]


def place_names(funnels: Sequence[Cell], side: Axis) -> list[Written]:
    """Row and place of each funnel, as sentences name them to whoever sits on a side."""
    named = []
    for cell in funnels:
        x, y, z = centre(cell, pitch=PITCH)
        named.append(Written((x, y, z + IN_FUNNEL), ".".join(map(str, row_and_place(cell, side))), PLAIN))
    return named


def layer_numbers(block: Block | None) -> list[Written]:
    """The numbers of the layers in which a block lies apart, in front of each, from the lowest."""
    if block is None:
        return []
    layers = sorted({spot[2] for spot in block.dice if len(spot) > 2})
    return [Written(layer_position(z, block), str(z + 1), PLAIN) for z in layers]


def side_names() -> list[Written]:
    """What sentences call each side, written beside the discs on the rim that mark it."""
    names = (tr(name) for name in SIDES)
    means = tr("This side of the plate is called so, after the disc on its rim.")
    texts = (name[:1].upper() + name[1:] for name in names)
    return [Written(at, text, PLAIN, means=means) for at, text in zip(side_names_at(), texts, strict=True)]


def tray_numbers(runtime: Runtime, board: Board, beside: Point) -> list[Written]:
    """How many dice of each colour lie before each player, in front of them."""
    return [
        Written(heap.label, str(len(heap.places)), PLAIN, _colour(runtime, heap.seat), is_number=True)
        for heap in shifted(board.heaps(), beside)
    ]


def _colour(runtime: Runtime, seat: int | None) -> Colour:
    return "" if seat is None else seat_colour(runtime.match, seat)
