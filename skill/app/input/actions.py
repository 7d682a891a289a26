"""Named actions: the one layer between devices and the game. Keys, mouse and controllers all end here; no pygame.

A key has the name that the keyboard's layout gives it, as in `pygame.key.name`, or the character that it types. With
`@` a key is named by its place, after the American key there: `@w` is the key above `@s` in every layout. `ctrl+`,
`alt+`, `shift+` and `meta+` stand before the name. The names of a controller's buttons and sticks begin with `pad`; see
`skill/app/input/gamepad.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from skill.errors import UnknownName, can_be_shown, written


class Act(Enum):
    """Everything that a player can ask of the screen."""

    NEXT = "next"
    PREVIOUS = "previous"
    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    ACCEPT = "accept"
    BACK = "back"
    LEAVE = "leave"
    UNDO = "undo"
    REDO = "redo"
    RESTART = "restart"
    PAUSE = "pause"
    HELP = "help"
    MUTE = "mute"
    FULL_SCREEN = "full_screen"
    TURN_LEFT = "turn_left"
    TURN_RIGHT = "turn_right"
    RAISE_VIEW = "raise_view"
    LOWER_VIEW = "lower_view"
    ZOOM_IN = "zoom_in"
    ZOOM_OUT = "zoom_out"
    HOME_VIEW = "home_view"
    STEP_BACK = "step_back"
    OTHER_WAY = "other_way"
    OTHER_WAY_BACK = "other_way_back"
    NUMBER_1 = "number_1"
    NUMBER_2 = "number_2"
    NUMBER_3 = "number_3"
    NUMBER_4 = "number_4"
    NUMBER_5 = "number_5"
    NUMBER_6 = "number_6"
    NUMBER_7 = "number_7"
    NUMBER_8 = "number_8"
    NUMBER_9 = "number_9"
    HINT = "hint"
    PACE_OF_BOTS = "pace_of_bots"
    LOOK_BACK = "look_back"
    LOOK_ON = "look_on"
    FAVOURITE = "favourite"
    NEXT_STEP = "next_step"
    LEAVE_GUIDE = "leave_guide"
    SHOW_ME = "show_me"
    DECLINE_OFFER = "decline_offer"
    DRAW_LESS = "draw_less"
    CLOSE_NOTICE = "close_notice"
    SAVE = "save"
    LOAD = "load"
    # one for each seat of a race
    SEAT_1 = "seat_1"
    SEAT_2 = "seat_2"
    SEAT_3 = "seat_3"
    SEAT_4 = "seat_4"
    SEAT_5 = "seat_5"
    SEAT_6 = "seat_6"
    SEAT_7 = "seat_7"
    SEAT_8 = "seat_8"
    CALL_1 = "call_1"
    CALL_2 = "call_2"
    CALL_3 = "call_3"
    CALL_4 = "call_4"
    CALL_5 = "call_5"
    CALL_6 = "call_6"
    CALL_7 = "call_7"
    CALL_8 = "call_8"
    GIVE_UP = "give_up"
    SLOW = "slow"
    PRACTISE = "practise"
    REPLAY = "replay"
    SWITCH_TOOL = "switch_tool"
    # of a record that is looked at
    TO_THE_END = "to_the_end"
    OTHER_SPEED = "other_speed"
    ANIMATE = "animate"
    REVIEW = "review"
    TAKE_OVER = "take_over"
    # held down while a tool is in the hands
    PRESS = "press"
    RAISE = "raise"
    LOWER = "lower"
    TWIST_LEFT = "twist_left"
    TWIST_RIGHT = "twist_right"
    LESS = "less"
    MORE = "more"
    POINT_LEFT = "point_left"
    POINT_RIGHT = "point_right"
    POINT_UP = "point_up"
    POINT_DOWN = "point_down"
    # held down while the plate is in the hands
    SHAKE = "shake"
    YAW_LEFT = "yaw_left"
    YAW_RIGHT = "yaw_right"
    HEAVE = "heave"
    LIFT_I = "lift_i"
    LIFT_J = "lift_j"
    LIFT_K = "lift_k"
    TILT_LEFT = "tilt_left"
    TILT_RIGHT = "tilt_right"
    TILT_AWAY = "tilt_away"
    TILT_TOWARDS = "tilt_towards"


NUMBERS = tuple(act for act in Act if act.value.startswith("number_"))
"""Choose from the list."""
SEATS = tuple(act for act in Act if act.value.startswith("seat_"))
"""In a race: the player at that seat claims what has the focus."""
CALLS = tuple(act for act in Act if act.value.startswith("call_"))
"""In a race: the player at that seat calls, which needs no place."""
SEAT_KEYS = "asdfgjkl"

REPEATED = frozenset(
    {
        *(Act.NEXT, Act.PREVIOUS, Act.LEFT, Act.RIGHT, Act.UP, Act.DOWN, Act.UNDO, Act.REDO),
        *(Act.TURN_LEFT, Act.TURN_RIGHT, Act.RAISE_VIEW, Act.LOWER_VIEW, Act.ZOOM_IN, Act.ZOOM_OUT),
    }
)
"""Acts that come again and again while their key stays down; any other comes once, however long a key is held."""

EVERYWHERE: dict[str, Act] = {
    "escape": Act.BACK,
    "ctrl+q": Act.LEAVE,
    "ctrl+s": Act.SAVE,
    "ctrl+o": Act.LOAD,
    "f1": Act.HELP,
    "h": Act.HELP,
    "m": Act.MUTE,
    "f11": Act.FULL_SCREEN,
    "p": Act.PAUSE,
    "r": Act.RESTART,
    "ctrl+z": Act.UNDO,
    "ctrl+y": Act.REDO,
    "ctrl+shift+z": Act.REDO,
    "home": Act.HOME_VIEW,
    "n": Act.NEXT_STEP,
    "ctrl+n": Act.LEAVE_GUIDE,
    "f2": Act.SHOW_ME,
    "ctrl+f2": Act.DECLINE_OFFER,
    "[": Act.TURN_LEFT,
    "]": Act.TURN_RIGHT,
    "page up": Act.RAISE_VIEW,
    "page down": Act.LOWER_VIEW,
    "+": Act.ZOOM_IN,
    "=": Act.ZOOM_IN,
    "-": Act.ZOOM_OUT,
    "pad b": Act.BACK,
    "pad back": Act.HELP,
    "pad start": Act.PAUSE,
    "pad r3": Act.HOME_VIEW,
    "pad right stick left": Act.TURN_LEFT,
    "pad right stick right": Act.TURN_RIGHT,
    "pad right stick up": Act.RAISE_VIEW,
    "pad right stick down": Act.LOWER_VIEW,
}
CHOOSING: dict[str, Act] = {
    "tab": Act.NEXT,
    "shift+tab": Act.PREVIOUS,
    "left": Act.LEFT,
    "right": Act.RIGHT,
    "up": Act.UP,
    "down": Act.DOWN,
    "return": Act.ACCEPT,
    "enter": Act.ACCEPT,
    "space": Act.ACCEPT,
    "backspace": Act.STEP_BACK,
    ".": Act.OTHER_WAY,
    ",": Act.OTHER_WAY_BACK,
    "i": Act.HINT,
    "b": Act.PACE_OF_BOTS,
    "q": Act.LOOK_BACK,
    "e": Act.LOOK_ON,
    "ctrl+d": Act.FAVOURITE,
    **{str(n): act for n, act in enumerate(NUMBERS, 1)},
    **{f"pad {way}": Act(way) for way in ("left", "right", "up", "down")},
    **{f"pad left stick {way}": Act(way) for way in ("left", "right", "up", "down")},
    "pad l1": Act.PREVIOUS,
    "pad r1": Act.NEXT,
    "pad l2": Act.OTHER_WAY_BACK,
    "pad r2": Act.OTHER_WAY,
    "pad a": Act.ACCEPT,
    "pad x": Act.UNDO,
    "pad y": Act.HINT,
}
"""While a die or funnel is to be chosen."""
RACING: dict[str, Act] = {
    **{f"@{key}": act for key, act in zip(SEAT_KEYS, SEATS, strict=True)},
    **{f"shift+@{key}": act for key, act in zip(SEAT_KEYS, CALLS, strict=True)},
}
"""While all choose at once: a key for each seat."""
TRYING: dict[str, Act] = {
    "g": Act.GIVE_UP,
    "o": Act.SLOW,
    "t": Act.PRACTISE,
    "v": Act.REPLAY,
    "f": Act.DRAW_LESS,
    "c": Act.CLOSE_NOTICE,
    "pad back": Act.GIVE_UP,
    "pad x": Act.SLOW,
    "pad l3": Act.PRACTISE,
    "pad r3": Act.REPLAY,
}
"""Wherever there are attempts."""
VIEWING: dict[str, Act] = {
    "end": Act.TO_THE_END,
    "x": Act.OTHER_SPEED,
    "a": Act.ANIMATE,
    "v": Act.REVIEW,
    "y": Act.TAKE_OVER,
}
"""While a record is looked at."""
POINTING: dict[str, Act] = {
    "return": Act.ACCEPT,
    "tab": Act.SWITCH_TOOL,
    "space": Act.PRESS,
    "@w": Act.RAISE,
    "@s": Act.LOWER,
    "@q": Act.TWIST_LEFT,
    "@e": Act.TWIST_RIGHT,
    "@a": Act.LESS,
    "@d": Act.MORE,
    "left": Act.POINT_LEFT,
    "right": Act.POINT_RIGHT,
    "up": Act.POINT_UP,
    "down": Act.POINT_DOWN,
    "pad a": Act.PRESS,
    "pad up": Act.SWITCH_TOOL,
    "pad left": Act.LESS,
    "pad right": Act.MORE,
    "pad l1": Act.TWIST_LEFT,
    "pad r1": Act.TWIST_RIGHT,
    "pad l2": Act.LOWER,
    "pad r2": Act.RAISE,
}
"""While a tool that is pointed with is in the hands; the left stick of a controller points."""
BEGINNING: dict[str, Act] = {"pad a": Act.ACCEPT}
"""Before an attempt, beside the keys of its tools: none of these begins it."""
PRESSING: dict[str, Act] = {"@a": Act.LESS, "@d": Act.MORE, "pad l2": Act.LESS, "pad r2": Act.MORE}
"""While a finger presses beside it."""
TILTING: dict[str, Act] = {
    "space": Act.SHAKE,
    "@q": Act.YAW_LEFT,
    "@e": Act.YAW_RIGHT,
    "@w": Act.HEAVE,
    "@1": Act.LIFT_I,
    "@2": Act.LIFT_J,
    "@3": Act.LIFT_K,
    "left": Act.TILT_LEFT,
    "right": Act.TILT_RIGHT,
    "up": Act.TILT_AWAY,
    "down": Act.TILT_TOWARDS,
    "return": Act.ACCEPT,
    "pad a": Act.SHAKE,
    "pad y": Act.HEAVE,
    "pad l1": Act.YAW_LEFT,
    "pad r1": Act.YAW_RIGHT,
    "pad up": Act.LIFT_I,
    "pad left": Act.LIFT_K,
    "pad right": Act.LIFT_J,
}
"""While the plate is in the hands; the left stick of a controller tilts it."""

Lines = tuple[tuple[str, tuple[Act, ...]], ...]
"""What acts do, a line each: the text and the acts whose keys stand before it."""
GROUPS: dict[str, dict[str, Act]] = {
    "everywhere": EVERYWHERE,
    "choosing": CHOOSING,
    "racing": RACING,
    "trying": TRYING,
    "viewing": VIEWING,
    "pointing": POINTING,
    "pressing": PRESSING,
    "tilting": TILTING,
}
"""Every set of keys that a user may change, by its name."""
PLACED = frozenset({"racing", "pointing", "pressing", "tilting"})
"""The groups whose keys are meant by where they lie, side by side for a hand or a player; all others by their names."""
TOGETHER: tuple[frozenset[str], ...] = (
    frozenset({"everywhere", "choosing", "trying"}),
    frozenset({"everywhere", "choosing", "racing"}),
    frozenset({"everywhere", "choosing", "viewing"}),
    frozenset({"everywhere", "trying", "pointing"}),
    frozenset({"everywhere", "trying", "pressing", "tilting"}),
)
"""The groups that are in use at the same time."""
_USUAL = {name: dict(group) for name, group in GROUPS.items()}

MODIFIERS = ("ctrl", "alt", "shift", "meta")
_layout: dict[str, str] = {}
"""What keys are called in the layout in use, by their places; a place that is not there is called as in America."""


class Key(NamedTuple):
    """A key that goes down or up, or a button of a controller, with the modifiers that are held."""

    name: str
    """What the layout calls it."""
    place: str = ""
    """What an American keyboard calls the key that lies there; empty where it types nothing."""
    text: str = ""
    """What it types, with its modifiers."""
    held: tuple[str, ...] = ()

    @property
    def sign(self) -> str:
        """What it types, if that is a sign or a digit: modifiers that make it are none of a chord."""
        return self.text if self.text.strip() and not self.text.isalpha() else ""

    @property
    def writes(self) -> bool:
        """Whether it goes into a line of text."""
        is_chord = bool({"ctrl", "alt", "meta"} & {*self.held})
        return bool(self.text) or (not is_chord and (len(self.name) == 1 or self.name == "space"))

    @property
    def commands(self) -> bool:
        """Whether it writes nothing for what is held; AltGr, which Windows tells as Ctrl with Alt, makes signs."""
        return bool({"ctrl", "meta"} & {*self.held}) and "alt" not in self.held

    @property
    def names(self) -> Iterable[str]:
        """All that it may be bound as, what holds first at first.

        Where a layout has no Latin letters its keys are also called as in America.
        """
        if self.place:
            yield key_name(f"@{self.place}", self.held)
        if self.sign:
            yield self.sign
        yield key_name(self.name, self.held)
        if self.place and not self.name.isascii() and not _layout.get("a", "a").isascii():
            yield key_name(self.place, self.held)

    @property
    def identity(self) -> str:
        """What is the same when it goes down and up, whatever is held then."""
        return self.place or self.name.lower()

    def bound_as(self, group: str) -> str:
        """The name that is kept of it for an act of a group."""
        if self.place and group in PLACED:
            return key_name(f"@{self.place}", self.held)
        return self.sign or key_name(self.name, self.held)


def use_layout(names: Mapping[str, str]) -> bool:
    """Calls keys as a layout does from now on, by their places; whether that is another one than before."""
    is_other = _layout != names
    _layout.clear()
    _layout.update(names)
    parts_of.cache_clear()
    return is_other


@lru_cache(1024)
def parts_of(key: str) -> tuple[str, ...]:
    """The modifiers of a key's name, and the key itself as the layout in use calls it."""
    parts = []
    while modifier := next((m for m in MODIFIERS if key.startswith(f"{m}+") and key != f"{m}+"), ""):
        parts.append(modifier)
        key = key[len(modifier) + 1 :]
    is_placed = len(key) == 2 and key[0] == "@"
    return (*parts, _layout.get(key[1], key[1]) if is_placed else key)


def check_keys(changes: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
    """Raises `UnknownName` for a group that there is not, an act that is none of its group, or a key whose name nobody
    can show.
    """
    for name, acts in changes.items():
        if name not in GROUPS:
            raise UnknownName("keys {name}: expected one of {known}", name=written(name), known=", ".join(GROUPS))
        known = {act.value for act in _USUAL[name].values()}
        for act, keys in acts.items():
            if act not in known:
                raise UnknownName(
                    "keys {name}.{act}: expected one of {known}", name=name, act=act, known=", ".join(sorted(known))
                )
            if not all(map(can_be_shown, keys)):
                raise UnknownName("keys {name}.{act}: expected characters that can be shown", name=name, act=act)


def use_keys(changes: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
    """Binds other keys than the usual ones from now on: by group and act, the keys that call it.

    A key that is given to one act is taken from any other of its group; an act that gets other keys keeps its buttons
    of a controller, and the other way round. Raises `UnknownName`.
    """
    check_keys(changes)
    for name, group in GROUPS.items():
        changed = changes.get(name, {})
        devices = {act: {is_of_gamepad(key) for key in keys} or {False, True} for act, keys in changed.items()}
        bound = {k: act for k, act in _USUAL[name].items() if is_of_gamepad(k) not in devices.get(act.value, ())}
        for act, keys in changed.items():
            for key in filter(None, keys):  # earlier versions kept keys without a name
                bound = {k: other for k, other in bound.items() if parts_of(k) != parts_of(key)}
                bound[key.lower()] = Act(act)
        group.clear()
        group.update(bound)


def usual_keys(group: str, act: Act) -> list[str]:
    """The keys that call an act unless a user has changed them."""
    return [key for key, bound in _USUAL[group].items() if bound is act]


def taken_by(key: str, group: str, act: Act) -> list[tuple[str, Act]]:
    """What a key is for already while the keys of a group are in use: the other groups and their acts.

    What usual keys share on purpose, as buttons of a controller do, is not among them.
    """
    together = frozenset().union(*(names for names in TOGETHER if group in names)) - {group}
    found = [
        (n, bound) for n in GROUPS if n in together for k, bound in GROUPS[n].items() if parts_of(k) == parts_of(key)
    ]
    is_usual = key in usual_keys(group, act)
    return [(n, other) for n, other in found if other is not act and not (is_usual and key in usual_keys(n, other))]


def is_of_gamepad(key: str) -> bool:
    """Whether that is a button, trigger or stick of a controller."""
    return key.startswith("pad ")


def key_name(key: str, held: Iterable[str] = ()) -> str:
    """The full name of a key with the modifiers that are held, in their fixed order."""
    down = set(held)
    return "".join(f"{m}+" for m in MODIFIERS if m in down) + key.lower()


class Actions:
    """Turns key presses into acts, and remembers which acts are held down."""

    def __init__(self, *bindings: Mapping[str, Act]) -> None:
        self._acts = {key: act for group in bindings for key, act in group.items()}
        self._keys_down: dict[str, Act] = {}
        self._pressed: set[Act] = set()
        """Acts whose keys have gone down since `take` was asked."""

    def press(self, key: Key) -> Act | None:
        """The act of a key that goes down, if it has one with the modifiers that are held."""
        act = next((self._acts[name] for name in key.names if name in self._acts), None)
        if act is not None:
            self._keys_down[key.identity] = act
            self._pressed.add(act)
        return act

    def release(self, key: Key) -> Act | None:
        """The act that ends because its key goes up."""
        return self._keys_down.pop(key.identity, None)

    def release_all(self) -> None:
        """Lets go of everything: the window has lost the keyboard."""
        self._keys_down.clear()
        self._pressed.clear()

    @property
    def held(self) -> frozenset[Act]:
        """The acts whose keys are down."""
        return frozenset(self._keys_down.values())

    def take(self) -> frozenset[Act]:
        """The acts whose keys are down, or went down and up since this was asked last, as they may in a slow frame."""
        taken = self.held | self._pressed
        self._pressed.clear()
        return taken

    def keys_of(self, act: Act) -> list[str]:
        """The keys bound to an act, for the help screen."""
        return [key for key, bound in self._acts.items() if bound is act]
