"""Actions in a few words, and the line that tells a player what to do. Text only."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import Any

from skill.app.i18n import tr
from skill.app.input.actions import CHOOSING
from skill.app.input.key_names import key_names
from skill.app.play.match.choices import Choice, places
from skill.app.play.match.gestures import Gesture, Orientations
from skill.app.play.match.phase import Phase
from skill.app.play.match.turn import Final, Sort, Turn
from skill.app.play.said.log import reader
from skill.app.play.said.words import Looker, note_text, place_words, said
from skill.lattice.cells import COORDS, CORNERS, LEVEL, Axis, I
from skill.lattice.dice import COLOUR_NAMES
from skill.lattice.frame import centre
from skill.lattice.notation import ATTEMPT, ROLL, Action
from skill.rules.fact import Fact, fact
from skill.rules.game import AnyGame
from skill.rules.telling import cells_of

SAME = 0.05  # edges by which a move must lead nearer to a corner to count as leading there
DOWN = ("down to the back", "down to the right", "down to the left")
"""Where the columns of a die lead, in the order of the axes, for who sits on side I."""
FEW = 3  # actions that a click may lead to, so few that each is told


def sentence(game: AnyGame, action: Action) -> str:
    """How one of the game's actions reads; its notation where its verb does not say."""
    verb = game.verb_of(action)
    if not verb.reads:
        return str(action)
    values = {
        name: tr(COLOUR_NAMES[text]) if kind == "colour" else ", ".join(text) if kind == "faces" else text
        for (kind, _), (name, text) in zip(action.arguments, verb.values(action).items(), strict=True)
    }
    read = tr(verb.reads, **values)
    return read[:1].upper() + read[1:]


def sentence_with_place(game: AnyGame, action: Action, side: Axis = I) -> str:
    """How an action reads, and where it is, seen from a side: for what is read away from the plate."""
    text = sentence(game, action)
    where = place_text(action, side)
    return tr("{action} ({place})", action=text, place=where) if where else text


def place_text(action: Action, side: Axis = I) -> str:
    """Where an action is: a place, from one to another, beside the plate or on a sheet; nothing where it has none."""
    cells = [(kind, value) for kind, value in action.arguments if kind in ("cell", "cells")]
    if len(cells) == 2 and cells[0][0] == cells[1][0]:  # the end of a row that moves along is what it had not had
        start, end = ({value} if kind == "cell" else {*value} for kind, value in cells)
        ways = ((1, start - end), (2, end - start))
        left, reached = (", ".join(place_words(cell, side, way) for cell in sorted(at)) for way, at in ways)
        return tr("{start} {end}", start=left, end=reached)
    if cells:
        return ", ".join(dict.fromkeys(place_words(cell, side, 0) for cell in cells_of(action)))
    for kind, value in action.arguments:
        if kind == "spot":
            return tr("beside the plate")
        if kind == "square":
            return tr("in square {square}", square=value)
    return ""


def down_text(action: Action, side: Axis = I) -> str:
    """Where an action leads that goes down a column, seen from a side; nothing for others."""
    cells = [value for kind, value in action.arguments if kind == "cell"]
    if len(cells) != 2 or LEVEL[cells[0]] <= LEVEL[cells[1]]:
        return ""
    steps = [end - start for start, end in zip(*(COORDS[cell] for cell in cells), strict=True)]
    axes = [axis for axis, step in enumerate(steps) if step]
    return tr(DOWN[(axes[0] - side) % len(steps)]) if len(axes) == 1 else ""


def listed_texts(game: AnyGame, state: Any, actions: Sequence[Action], looker: Looker) -> tuple[str, ...]:
    """How actions read in a list; those that read alike name their places, or where these are alike as well, or begin
    with the same one, the way down that they lead, or are numbered, since what they do is shown on the plate."""
    offers = [game.offered(state, action) for action in actions]
    texts = [
        said(offer, looker) if offer else sentence(game, action) for action, offer in zip(actions, offers, strict=True)
    ]
    begun: dict[str, set[Any]] = {}
    for text, action in zip(texts, actions, strict=True):
        begun.setdefault(text, set()).add((places(action) or (action,))[0])
    texts = [
        tr("{action} ({place})", action=text, place=place)
        if len(begun[text]) > 1 and (place := place_text(action, looker.side))
        else text
        for text, action in zip(texts, actions, strict=True)
    ]
    downs = [down_text(action, looker.side) for action in actions]
    said_down = [(text, down) for text, down in zip(texts, downs, strict=True) if down]
    texts = [
        tr("{action} ({place})", action=text, place=down)
        if texts.count(text) > 1 and texts.count(text) == len({d for t, d in said_down if t == text})
        else text
        for text, down in zip(texts, downs, strict=True)
    ]
    return tuple(
        tr("{action} ({number})", action=text, number=texts[: n + 1].count(text)) if texts.count(text) > 1 else text
        for n, text in enumerate(texts)
    )


def prospect(game: AnyGame, actions: Sequence[Action]) -> str:
    """What would come of a click, in one line: the action, or how many are left to choose among."""
    if not actions:
        return ""
    if len(actions) == 1:
        return sentence(game, actions[0])
    return tr("{count} ways to go on.", count=len(actions))


def request(choice: Choice, is_marked: bool = True, *, by_keys: bool = True) -> str:
    """What the player is asked for now, with the keys that are in use for whoever plays by them; in general terms where
    nothing is marked."""
    if not by_keys:
        return _request_of_pointer(choice, is_marked)
    keys = key_names([CHOOSING])
    if choice.ways and choice.targets:
        return _onwards(choice)
    if _is_one(choice):
        return tr("Click again or press {accept} to do what is shown.", **keys)
    if choice.ways and not _is_clicked(choice):
        return tr(
            "Turn the wheel or press {other_way_back} and {other_way} for another way; click or press {accept} to play "
            "it.",
            **keys,
        )
    if choice.ways:
        return tr(
            "Turn the wheel or press {other_way_back} and {other_way} for another way; click again or press {accept} "
            "to play it.",
            **keys,
        )
    if choice.pointed and not _is_clicked(choice):
        return tr("Click where to, or choose with the arrow keys and {accept}.", **keys)
    if choice.pointed:
        return tr(
            "Now click where to, or choose with the arrow keys and {accept}. A right click or {step_back} goes back.",
            **keys,
        )
    steps = max((len(places(action)) for action in choice.legal), default=0)
    if steps == 0:
        return tr("Choose from the list: click, or press its number.")
    if not is_marked and not choice.calls:
        return tr("Click one, or choose with the arrow keys and {accept}.", **keys)
    if not is_marked:
        return tr("Click one, or choose with the arrow keys and {accept}, or from the list.", **keys)
    if choice.calls:
        return tr("Click what is marked, or choose with the arrow keys and {accept}, or from the list.", **keys)
    return tr("Click what is marked, or choose with the arrow keys and {accept}.", **keys)


def request_by_hand(gesture: Gesture, *, by_keys: bool = True) -> str:
    """What the player is asked for where something is chosen by hand instead of from a long list."""
    keys = key_names([CHOOSING])
    if isinstance(gesture, Orientations) and by_keys:
        return tr(
            "Turn the large die with the arrow keys or by dragging it; {accept} or a click at it sets it.", **keys
        )
    if isinstance(gesture, Orientations):
        return tr("Drag the large die to turn it; click it to set it so.")
    if by_keys:
        return tr("More or less with the arrow keys or the slider; {accept} takes it.", **keys)
    return tr("Move the slider, then click what stands above it.")


def request_piece(gesture: Gesture | None, *, by_keys: bool = True) -> str:
    """What the player is asked for where a piece of a block is shown that may be built in as a whole."""
    keys = key_names([CHOOSING])
    if gesture is None:
        return tr("Click the piece that is shown to build it in.")
    if by_keys:
        return tr(
            "{accept} or a click builds the piece in. The arrow keys turn the large die for another piece; click the "
            "die twice to choose dice one by one.",
            **keys,
        )
    return tr(
        "Click the piece to build it in. The large die and the list have others; click one twice to choose dice one by "
        "one."
    )


def _onwards(choice: Choice) -> str:
    """What is asked for where an action is complete, and more may be pointed at for another one."""
    if len(choice.ways) == 1:  # the others are listed as well
        return tr("Click it again for the first on the list, or choose another from the list.")
    return tr("Click where to, or click again to do what is shown.")


def _is_one(choice: Choice) -> bool:
    """Whether a click has left one way alone, that is shown since another place may have been meant, and no list."""
    return _is_clicked(choice) and len(choice.ways) == 1 and not choice.targets and not choice.calls


def _is_clicked(choice: Choice) -> bool:
    """Whether somebody has pointed at what the choice points at, and not all that is legal begins with it."""
    return choice.back is not None


def _request_of_pointer(choice: Choice, is_marked: bool) -> str:
    if choice.ways and choice.targets:
        return _onwards(choice)
    if _is_one(choice):
        return tr("Click again to do what is shown.")
    if choice.ways and not _is_clicked(choice):
        return tr("Click to play what is shown, or choose from the list. The wheel shows one after another.")
    if choice.ways:
        return tr("Click again to play what is shown, or choose from the list. The wheel shows one after another.")
    if choice.pointed and not _is_clicked(choice):
        return tr("Click where to.")
    if choice.pointed:
        return tr("Now click where to. A right click goes back.")
    if not any(map(places, choice.legal)):
        return tr("Choose from the list.")
    if choice.calls and is_marked:
        return tr("Click what is marked, or choose from the list.")
    if choice.calls:
        return tr("Click one, or choose from the list.")
    return tr("Click what is marked.") if is_marked else tr("Click one.")


def effects(turn: Turn) -> str:
    """What the action that is pointed at would cost and bring each player at once; nothing where it is open which one
    it is, or where it changes nothing."""
    if len(turn.chooser.would) != 1:
        return ""
    who = reader(turn.runtime.match, turn.runtime.viewpoint)
    found = []
    for note in turn.foreseen(turn.chooser.would[0]).notes:
        text = note_text(turn.runtime.match.record, note, who)
        if note.seat is not None:
            name = tr("You") if note.seat == who.you else who.names[note.seat - 1]
            text = tr("{player}: {score}", player=name, score=text)
        found.append(text)
    return f". {', '.join(found)}" if found else ""


def pointed_line(turn: Turn) -> str:
    """What would come of a click now; nothing where nothing is pointed at."""
    chooser = turn.chooser
    if not chooser.choice.legal or chooser.focus is None:
        return ""
    if turn.is_race and not isinstance(chooser.focus, Action):
        return ""  # to say more would tell which is right
    if turn.connected_set and turn.only_set:
        return tr(
            "Build in this piece of {count} dice.", one="Build in this single die.", count=len(turn.connected_set)
        )
    if turn.connected_set:
        text, one = (
            "Set this piece of {count} dice. The wheel shows another.",
            "Set this single die. The wheel shows another.",
        )
        return tr(text, one=one, count=len(turn.connected_set))
    if turn.shown_piece.dice and not isinstance(chooser.focus, Action):
        text, one = "Build in this piece of {count} dice.", "Build in this single die."
        return tr(text, one=one, count=len(turn.shown_piece.dice))
    told = _offers(turn) or prospect(turn.runtime.match.game, chooser.would) + captures(turn)
    return told + direction(turn) + frees(turn) + effects(turn)


def frees(turn: Turn) -> str:
    """Which dice the action that is pointed at would leave free, which bear a ring meanwhile."""
    would = turn.chooser.would
    freed = sorted(turn.freed(would[0])) if len(would) == 1 else []
    if not freed:
        return ""
    if len(freed) > 1:
        return ", " + tr("that frees {count} dice", count=len(freed))
    who, heap = reader(turn.runtime.match, turn.runtime.viewpoint), turn.runtime.viewpoint.pyramid()
    return ", " + said(fact("that frees {die}", die=heap.at(freed[0])), who)


def captures(turn: Turn) -> str:
    """Which dice the move that is pointed at would take off the plate."""
    would = turn.chooser.would
    lost = turn.foreseen(would[0]).lost if len(would) == 1 else ()
    if not lost:
        return ""
    if len(lost) > 1:
        return ", " + tr("{count} dice leave the plate", count=len(lost))
    who = reader(turn.runtime.match, turn.runtime.viewpoint)
    return ", " + said(fact("{die} leaves the plate", die=lost[0]), who)


FINAL: dict[Final, str] = {
    Final.LOSS: "{action}: that ends the match, and you lose. Choose it again to do it.",
    Final.DRAW: "{action}: that ends the match in a draw. Choose it again to do it.",
    Final.PASS: "{action}: there is something else to do. Choose this again if you mean it.",
}


def asked_again(turn: Turn, action: Action, final: Final) -> str:
    """Why an action that decides so much is to be chosen once more."""
    return tr(FINAL[final], action=sentence(turn.runtime.match.game, action))


def direction(turn: Turn) -> str:
    """Whether the move that is pointed at leads nearer to the corner of whoever chooses, where each has one."""
    would, seat, match = turn.chooser.would, turn.seat, turn.runtime.match
    if len(would) != 1 or seat is None:
        return ""
    owned = match.game.owned_cells(match.view(turn.runtime.viewpoint.seat))
    home = [centre(cell) for cell, owner in owned.items() if cell in CORNERS and owner == seat]
    cells = [centre(value) for kind, value in would[0].arguments if kind == "cell"]
    if len(home) != 1 or len(cells) != 2:
        return ""
    was, will_be = (dist(home[0], at) for at in cells)
    if abs(was - will_be) < SAME:
        return ""
    return ", " + (tr("towards your corner") if will_be < was else tr("away from your corner"))


def _offers(turn: Turn) -> str:
    """What each of the few actions would do that are left if the focus is accepted, where the game says that."""
    match, would = turn.runtime.match, turn.chooser.would
    view = match.view(turn.runtime.viewpoint.seat)
    if not 0 < len(would) <= FEW or not all(match.game.offered(view, action) for action in would):
        return ""
    return "; ".join(listed_texts(match.game, view, would, reader(match, turn.runtime.viewpoint)))


def rule_now(turn: Turn) -> Fact | None:
    """The rule that decides what a person may do now, or try; None where the game has none to say."""
    runtime, verbs = turn.runtime, turn.chooser.choice.verbs
    if runtime.phase is Phase.READY and not runtime.is_bot_turn:
        verbs = frozenset((ATTEMPT.name,))
    if runtime.waits_for_roll:
        verbs = frozenset((ROLL.name,))
    if not verbs:
        return None
    return runtime.match.game.deciding_rule(runtime.match.view(runtime.viewpoint.seat), verbs)


EVERYTHING: dict[Sort, str] = {
    Sort.DICE: "Any die may be chosen.",
    Sort.FREE_DICE: "Any free die may be chosen.",
    Sort.DICE_ON_OTHERS: "Any die that stands on others may be chosen.",
    Sort.FUNNELS: "Any free funnel may be chosen.",
    Sort.MOST_FUNNELS: "Any free funnel may be chosen but those with a cross.",
    Sort.DICE_OF_THE_BLOCK: "Any die of the block may be chosen.",
}
"""What is said instead of marks, by what may all be chosen."""
ON_DICE_TOO = "Any free funnel may be chosen, on the plate and on three dice."


def everything_line(turn: Turn) -> str:
    """What may be chosen, where that is everything of a sort and so is not marked; else nothing, and in a race nothing
    either, where it would tell what is right."""
    if turn.is_race or not turn.chooser.choice.legal:
        return ""
    told = {**EVERYTHING, Sort.FUNNELS: ON_DICE_TOO} if turn.upper else EVERYTHING
    return " ".join(tr(told[sort]) for sort in turn.everything)


def rule_line(turn: Turn) -> str:
    """That rule in a sentence."""
    rule = rule_now(turn)
    return said(rule, reader(turn.runtime.match, turn.runtime.viewpoint)) if rule else ""


def request_line(turn: Turn, *, by_keys: bool = True) -> str:
    """What the player is asked for at this step, whatever is pointed at; nothing in a race, where it would tell which
    is right, and nothing at a first step of which a rule has told enough."""
    choice = turn.chooser.choice
    if not choice.legal or turn.is_race:
        return ""
    if turn.shown_piece.dice:
        return request_piece(turn.gesture, by_keys=by_keys)
    if turn.gesture is not None and not choice.targets:
        return request_by_hand(turn.gesture, by_keys=by_keys)
    is_told = not choice.ways and not _is_clicked(choice) and rule_line(turn)
    if is_told and not turn.has_connected_sets:
        return ""
    keys, more = key_names([CHOOSING]), ""
    if turn.has_connected_sets and by_keys:
        more = tr("The wheel over a funnel, or {other_way} and {other_way_back}, show whole pieces.", **keys)
    elif turn.has_connected_sets:
        more = tr("The wheel over a funnel shows whole pieces.")
    return more if is_told else f"{request(choice, not turn.everything, by_keys=by_keys)} {more}".rstrip()
