"""Text for positions and actions, written and read by the same code.

An action is a verb and its arguments. Its text form, how it reads to people and which dice go from cell to cell by it
are declared once, as a `Verb`; a game lists the verbs it uses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from string import Formatter
from typing import Any

from skill.errors import IllegalMove, NotationError, quoted
from skill.lattice.cells import NAMES, Cell, parse_cell
from skill.lattice.dice import Die, Faces, faces_text, parse_colour, parse_faces
from skill.lattice.pyramid import Pyramid
from skill.lattice.ways import Ways, carried, none, slid, swapped, tipped

Loose = tuple[Any, ...]
"""A die that lies loose: colour, top face, where it was measured the lattice coordinates of its centre, and, where it
stands as dice in cells do, its orientation."""


class Action(tuple[Any, ...]):
    """A verb and its arguments as one tuple, `("place", "R", cell, faces)`, so that games match on its shape.

    Equal to the same plain tuple; its `str` is the notation.
    """

    __slots__ = ()
    _verbs: dict[str, Verb] = {}

    @property
    def verb(self) -> str:
        """The first word of its text."""
        return str(self[0])

    @property
    def arguments(self) -> tuple[tuple[str, Any], ...]:
        """Each argument with the name of its kind, as in `FIELDS`."""
        return tuple(zip(self._verbs[self[0]].fields, self[1:], strict=True))

    def __str__(self) -> str:
        return self._verbs[self[0]].text(self)

    def __repr__(self) -> str:
        return f"<{self}>"

    def __getnewargs__(self) -> tuple[tuple[Any, ...]]:
        return (tuple(self),)


class Field:
    """One kind of argument: the pattern of its text, and how it is read and written."""

    def __init__(self, pattern: str, read: Callable[[str], Any], write: Callable[[Any], str] = str) -> None:
        self.pattern, self.read, self.write = pattern, read, write

    def parse(self, text: str) -> Any:
        """The value that the whole of `text` names. Raises `NotationError`."""
        if not re.fullmatch(self.pattern, text, re.ASCII):
            raise NotationError("{text}: expected the pattern {pattern}", text=quoted(text), pattern=self.pattern)
        return self.read(text)


def _optional_faces(faces: Faces | None) -> str:
    return "" if faces is None else ":" + faces_text(faces)


def _read_tops(text: str) -> tuple[tuple[str, int], ...]:
    return () if text == "-" else tuple((parse_colour(word[0]), int(word[1])) for word in text.split(","))


_WHOLE = r"\d{1,9}"  # no number of a game has more digits
_LOOSE = rf"[A-Z?][1-6](?:@-?{_WHOLE}\.\d\d(?:/-?{_WHOLE}\.\d\d){{2}}(?::\d\d\d)?)?"


def _read_loose(text: str) -> tuple[Loose, ...]:
    return () if text == "-" else tuple(map(_read_loose_die, text.split(",")))


def _read_loose_die(text: str) -> Loose:
    die, _, place = text.partition("@")
    place, _, faces = place.partition(":")
    known: tuple[Any, ...] = (tuple(map(float, place.split("/"))),) if place else ()
    return (parse_colour(die[0]), int(die[1]), *known, *((parse_faces(faces),) if faces else ()))


def _loose_text(loose: Iterable[Loose]) -> str:
    return ",".join(map(_loose_die_text, loose)) or "-"


def _loose_die_text(die: Loose) -> str:
    colour, top, *known = die
    place = "@" + "/".join(f"{x:.2f}" for x in known[0]) if known else ""
    return f"{colour}{top}{place}{_optional_faces(known[1] if known[1:] else None)}"


FIELDS: dict[str, Field] = {
    "cell": Field(r"\d\d\d", parse_cell, NAMES.__getitem__),
    "colour": Field(r"[A-Z?]", parse_colour),
    "faces": Field(r"\d\d\d", parse_faces, faces_text),
    ":faces": Field(r"(?::\d\d\d)?", lambda text: parse_faces(text[1:]) if text else None, _optional_faces),
    "number": Field(rf"-?{_WHOLE}", int),
    "word": Field(r"\S+", str),
    "cells": Field(
        r"\d\d\d(?: \d\d\d)*",
        lambda text: tuple(map(parse_cell, text.split())),
        lambda cells: " ".join(NAMES[c] for c in cells),
    ),
    "position": Field(r"-|[A-Z?]\d\d\d(?::\d\d\d)?(?: [A-Z?]\d\d\d(?::\d\d\d)?)*", lambda text: parse_position(text)),
    "trace": Field(r"-|[a-z0-9_-]+(?:\+[a-z]+)?@[0-9a-f]{16}", str),
    "seconds": Field(rf"{_WHOLE}\.\d{{3}}", float, "{:.3f}".format),
    "dice": Field(
        r"-|[A-Z?][1-6](?:,[A-Z?][1-6])*", _read_tops, lambda tops: ",".join(f"{c}{n}" for c, n in tops) or "-"
    ),
    "spot": Field(
        rf"{_WHOLE}(?:,{_WHOLE})+", lambda text: tuple(map(int, text.split(","))), lambda spot: ",".join(map(str, spot))
    ),
    "square": Field(r"[a-z0-9]{1,8}", str),
    "loose": Field(rf"-|{_LOOSE}(?:,{_LOOSE})*", _read_loose, _loose_text),
}
"""The kinds of argument, by the name they have in a verb's form."""
TOLD = ("player", "die", "from", "to")
"""What the sentence of a verb may name besides its fields."""
FEW = {"cell", "colour", "faces", ":faces", "number"}  # kinds of which there are so few that actions of them are kept


class Verb:
    """A kind of action and its text form, such as `Verb("tip <cell>><cell>")`; calling it makes an `Action`.

    The form is the verb, then literal text and `<field>`s named in `FIELDS`. Two verbs of one name must have one form.
    `reads` is what an action means to people, in a few English words with fields in braces, `set a {colour} die here`;
    a second field of a kind is named `{cell2}`. Without it an action is shown as its notation. `ways` are the dice that
    go from cell to cell by it.

    `told` is the sentence about it once it is done, in the past: `{player} took {die} {from}.` Besides the fields it
    may name `{player}`, who did it; `{die}`, the die that is placed or that stood in the first cell; `{from}` and
    `{to}`, the first and the last cell. `drawn` is the sentence where chance did it in nobody's turn. A verb of which
    nobody need read has neither. `by_seat` is False for what no seat chooses: chance draws it, the table does it, or
    hands have tried it. Raises `NotationError`.
    """

    def __init__(
        self, form: str, reads: str = "", ways: Ways = none, *, told: str = "", drawn: str = "", by_seat: bool = True
    ) -> None:
        self.form, self.reads, self.ways, self.told, self.drawn = form, reads, ways, told, drawn
        self.by_seat = by_seat
        self.name = form.split()[0]
        pieces = re.split(r"<(:?[a-z]+)>", form)
        self.fields = tuple(pieces[1::2])
        self.names = tuple(map(self._name, range(len(self.fields))))
        """What its fields are called in texts."""
        self._check_names(reads, ())
        for sentence in (told, drawn):
            self._check_names(sentence, TOLD)
        self._fields = [FIELDS[name] for name in self.fields]
        self._literals = pieces[::2]
        # Rules list the same few actions again and again: to find one takes half the time of making it.
        self._made = cache(self._new) if FEW.issuperset(self.fields) else self._new
        pattern = "".join(
            re.escape(literal) + (f"({field.pattern})" if field else "")
            for literal, field in zip(self._literals, [*self._fields, None], strict=True)
        )
        self._pattern = re.compile(pattern, re.ASCII)
        known = Action._verbs.setdefault(self.name, self)
        if known.form != form:
            raise NotationError(
                "verb {name}: the form {form} differs from {known}, which another game uses",
                name=repr(self.name),
                form=repr(form),
                known=repr(known.form),
            )

    def __call__(self, *arguments: Any) -> Action:
        return self._made(*arguments)

    def _new(self, *arguments: Any) -> Action:
        return Action((self.name, *arguments))

    def _check_names(self, text: str, others: tuple[str, ...]) -> None:
        """Raises `NotationError` if a text names anything but fields of the verb and `others`."""
        known = (*self.names, *others)
        for _, field, _, _ in Formatter().parse(text):
            if field is not None and field not in known:
                expected = ", ".join(f"{{{name}}}" for name in known) or "none"
                raise NotationError(
                    "verb {name}: {text} names {{{field}}}; expected of its fields {expected}",
                    name=repr(self.name),
                    text=repr(text),
                    field=field,
                    expected=expected,
                )

    def _name(self, n: int) -> str:
        """What field `n` is called in texts."""
        kind = self.fields[n]
        before = self.fields[:n].count(kind)
        return kind.lstrip(":") + (str(before + 1) if before else "")

    def __repr__(self) -> str:
        return f"Verb({self.form!r})"

    def text(self, action: Action) -> str:
        """The notation of an action of this verb."""
        return "".join(a + b for a, b in zip(self._literals, [*self._written(action), ""], strict=True))

    def values(self, action: Action) -> dict[str, str]:
        """The text of each argument by its name in `reads`."""
        return dict(zip(self.names, self._written(action), strict=True))

    def _written(self, action: Action) -> list[str]:
        return [field.write(argument) for field, argument in zip(self._fields, action[1:], strict=True)]

    def parse(self, text: str) -> Action:
        """The action of this verb that `text` names. Raises `NotationError`."""
        match = self._pattern.fullmatch(text)
        if not match:
            raise NotationError("action {text}: expected the form {form}", text=quoted(text), form=repr(self.form))
        try:
            return self(*(field.read(group) for field, group in zip(self._fields, match.groups(), strict=True)))
        except NotationError as error:
            raise NotationError("action {text}: {error}", text=quoted(text), error=error) from None


def verb_of(text: str, verbs: Iterable[Verb]) -> Verb:
    """The one of these verbs with which the text of an action begins. Raises `NotationError`."""
    by_name = {verb.name: verb for verb in verbs}
    name = text.split(" ", 1)[0]
    if name not in by_name:
        forms = ", ".join(verb.form for verb in by_name.values())
        raise NotationError("action {text}: expected one of {forms}", text=quoted(text), forms=forms)
    return by_name[name]


def parse_action(text: str, verbs: Iterable[Verb]) -> Action:
    """The action that `text` names, among these verbs. Raises `NotationError`."""
    return verb_of(text, verbs).parse(text)


PLACE = Verb("place <colour><cell><:faces>", "set a {colour} die here", told="{player} put {die} {cell}.")
REMOVE = Verb("remove <cell>", "take it", told="{player} took {die} {from}.")
SLIDE = Verb("slide <cell>", "pull it out", slid, told="{player} pulled {die} out {from}.")
TIP = Verb("tip <cell>><cell>", "tip it over there", tipped, told="{player} tipped {die}.")
TURN = Verb("turn <cell>:<faces>", "turn it to show {faces}", told="{player} turned {die} {cell}.")
MOVE = Verb("move <cell>><cell>", "move there", carried, told="{player} moved {die} {to}.")
SWAP = Verb("swap <cell>><cell>", "change places", swapped, told="{player} had two dice change places.")
ROLL = Verb(
    "roll <number>",
    "a {number} is rolled",
    told="{player} rolled {number}.",
    drawn="A {number} was rolled.",
    by_seat=False,
)
ROLLS = Verb(  # several dice at once, each with the colour of its owner
    "rolls <dice>", "{dice} are rolled", told="{player} rolled {dice}.", drawn="The dice show {dice}.", by_seat=False
)
ORIENT = Verb("orient <faces>", "the rolled die comes to show {faces}", told="{player} rolled a die.", by_seat=False)
PASS = Verb("pass", "do nothing", told="{player} passed.")
KEEP = Verb("keep", "keep it", told="{player} kept it.")  # what was taken or rolled is kept as it is
STOP = Verb("stop", "that is all", told="{player} ended the turn.")  # ends a turn or a common phase that could go on
CLOSE = Verb("close", "the round ends", drawn="The round ended.", by_seat=False)  # the table ends a round of a race
REROLL = Verb(  # a seat has dice rolled again that lie rolled already
    "reroll", "roll again", told="{player} had the dice rolled again."
)
FIRST = Verb("first <number>", "seat {number} begins", by_seat=False)  # drawn by chance or named by the table
FILL = Verb("fill <position>", "the plate is filled", drawn="The plate was filled.", by_seat=False)  # by chance
ATTEMPT = Verb(
    "attempt <word> <seconds> <position> loose <loose> off <dice> trace <trace>",
    "the attempt ends after {seconds} seconds: {word}",
    by_seat=False,
)
"""A physical attempt and its report: outcome, simulated seconds, the heap that stands, what lies loose (each die with
its top face, its place in lattice coordinates, and its orientation if it stands as dice in cells do:
`R4@3.12/4.50/0.38`, `R4@3.00/0.00/0.00:321`), what fell off (first fallen first, each
with its top face), and the input trace as `name@checksum`, or `-` for none. What another engine than Bullet has stepped
names it: `name+rapier@checksum`."""

FIRST_ENGINE = "bullet"
"""The engine that is not named, since there was none but it at first."""

_DIE = re.compile(r"([A-Z?])(\d\d\d)(?::(\d\d\d))?", re.ASCII)


def parse_die(text: str) -> tuple[Cell, Die]:
    """A die on the plate, `R341` or `R341:654`. Raises `NotationError`."""
    match = _DIE.fullmatch(text)
    if not match:
        raise NotationError(
            "die {text}: expected colour, cell and perhaps an orientation, such as R341 or R341:654", text=quoted(text)
        )
    colour, cell, faces = match.groups()
    return parse_cell(cell), Die(parse_colour(colour), parse_faces(faces) if faces else None)


_HELD = re.compile(r"([A-Z?])(?::(\d\d\d))?", re.ASCII)


def parse_hand(text: str) -> tuple[Die, ...]:
    """Dice in hand, `R:321 G`, or `-` for none. Raises `NotationError`."""
    matches = [_HELD.fullmatch(word) for word in ([] if text == "-" else text.split(" "))]
    if not all(matches):
        raise NotationError(
            "dice {text}: expected colours, perhaps with an orientation, such as R:321 G, or -", text=quoted(text)
        )
    parts = [match.groups() for match in matches if match]
    return tuple(Die(parse_colour(colour), parse_faces(faces) if faces else None) for colour, faces in parts)


def hand_text(dice: Iterable[Die]) -> str:
    """The notation of dice in hand."""
    return " ".join(die.colour + _optional_faces(die.faces) for die in dice) or "-"


def parse_position(text: str) -> Pyramid:
    """The position: dice separated by spaces in any order, `-` for the empty plate.

    Raises `NotationError`, also for two dice in one cell or a die with nothing under it.
    """
    words = text.split()
    if not words:
        raise NotationError("position '': expected dice such as R341, or - for the empty plate")
    if words == ["-"]:
        return Pyramid()
    dice: dict[Cell, Die] = {}
    for word in words:
        cell, die = parse_die(word)
        if cell in dice:
            raise NotationError("position {text}: two dice at {cell}", text=quoted(text), cell=NAMES[cell])
        dice[cell] = die
    try:
        return Pyramid(dice.items())
    except IllegalMove as error:
        raise NotationError(str(error)) from None
