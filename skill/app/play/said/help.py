"""Pages of help, and the keys that are named on buttons. Text only, no pygame."""

from __future__ import annotations

from html import escape

from skill.app.i18n import tr
from skill.app.input.actions import CALLS, SEATS, Act, Actions, Lines, is_of_gamepad
from skill.app.input.device import Device
from skill.app.input.key_names import key_names, printed
from skill.lattice.cells import AXES
from skill.rules.game import AnyGame

COMMON_HELP: Lines = (
    ("Turn the view (or drag the table; with the right mouse button from anywhere)", (Act.TURN_LEFT, Act.TURN_RIGHT)),
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
    ("From a die to where it goes, or from one end of a row to the other: with the button held as well", ()),
    ("Turn the large die, move the slider (or drag them)", (Act.LEFT, Act.RIGHT, Act.UP, Act.DOWN)),
    ("Choose from the list", (Act.NUMBER_1, Act.NUMBER_9)),
    ("A hint: what a bot would play", (Act.HINT,)),
    ("Bots act faster or slower", (Act.PACE_OF_BOTS,)),
    ("Look at what was done before, and on again; nothing is taken back", (Act.LOOK_BACK, Act.LOOK_ON)),
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
    return "<br><br>".join(filter(None, parts))


def marks_lines(game: AnyGame) -> list[str]:
    """What the marks mean that a game may have on the plate and on its rim, a sentence each."""
    lines = [
        tr(
            "What you may choose has a broad bright frame, in a funnel a disc; where any funnel may be chosen, a small "
            "pale dot; where any die may be, a sentence says so. Bars at the sides of a die, in a funnel a ring, are "
            "the goal. Angles at its corners, and in a funnel that it left, are what was done last. A diamond is a "
            "hint."
        ),
        tr("A thin frame or a triangle in the colour of a player is of what belongs to that player."),
    ]
    if game.kind != "physics":
        lines.append(tr("Rows of places are counted from your side, places in a row from the left."))
    if game.has_sides:
        lines.append(
            tr(
                "Discs on the rim mark the sides of the plate while a sentence beside it names one: one orange, two "
                "violet, three white."
            )
        )
        if game.kind != "race" and game.players[1] <= len(AXES):
            lines.append(tr("The first player sits at the orange side, the others follow clockwise."))
    return lines
