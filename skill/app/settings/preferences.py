"""What a user prefers: language, text, colours, looks, keys, sound, players. Kept as TOML in the data folder."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from skill.app.i18n import SYSTEM, languages
from skill.app.input.actions import check_keys
from skill.app.settings.players import COLOURS, MOST, USUAL, Person
from skill.errors import (
    MOST_LISTED,
    FileError,
    UnknownName,
    Words,
    can_be_shown,
    listed,
    reason_of,
    unstacked,
    words_of,
    written,
)
from skill.files import (
    NEW,
    OF_OUR_FOLDER,
    UNKNOWN_KEY,
    fault_words,
    locked,
    read_bytes,
    read_toml,
    write_bytes,
    write_toml,
)

NAME = "preferences.toml"
SAVING_S = 10.0  # others save for milliseconds, but on a busy machine several may come first
MOST_BYTES = 2**16
"""Of the file; one in which everything is chosen has some 5,000."""
LONGEST_NAME = 24
OF_GAMES = ("favourites", "shown")  # lists of slugs, to which several windows may add
SMALLEST_TEXT, USUAL_TEXT, LARGEST_TEXT = 0.8, 1.0, 1.5

Keys = dict[str, dict[str, list[str]]]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class Player(_Part):
    """A player's name and colour letter."""

    name: str = Field(default="", max_length=LONGEST_NAME)
    colour: str = ""

    @field_validator("name")
    @classmethod
    def _shown(cls, name: str) -> str:
        if not can_be_shown(name):
            raise UnknownName("expected characters that can be shown")
        return unstacked(" ".join(name.split()))  # a label shows nothing of a text with a tab in it

    @field_validator("colour")
    @classmethod
    def _known(cls, colour: str) -> str:
        if colour and colour not in COLOURS:
            raise UnknownName("expected one of {known}", known=", ".join(COLOURS))
        return colour


class Preferences(_Part):
    """Every preference, with its usual value."""

    language: str = SYSTEM
    text_size: float = Field(default=USUAL_TEXT, ge=SMALLEST_TEXT, le=LARGEST_TEXT)
    colours: Literal["usual", "safe"] = "usual"
    marks: bool = False
    """A mark for each colour on every face, for those who cannot tell the colours apart."""
    plate: Literal["wood", "walnut", "slate", "felt"] = "wood"
    """What plates seem to be made of: one of `skill.draw.plate_look.PLATES`."""
    dice: Literal["classic", "worn", "ivory", "contrast"] = "classic"
    """How dice look, whatever their colours: one of `skill.draw.die_look.MAKES`."""
    places: bool = False
    """Row and place written into each funnel, as sentences name them."""
    sound: bool = True
    volume: float = Field(default=1.0, ge=0, le=1)
    quality: Literal["automatic", "fast", "best"] = "automatic"
    full_screen: bool = False
    pace: Literal["at a walk", "quick", "at once", "after a key"] = "at a walk"
    """How fast bots act: one of `skill.app.settings.bot_pace.PACES`."""
    rolls: Literal["by you", "by themselves"] = "by you"
    """Who rolls the dice of a person's own turn: one of `skill.app.settings.own_rolls.ROLLS`."""
    engine: Literal["usual", "bullet", "rapier"] = "usual"
    """What moves the dice: an engine of `skill.physics.scene.ENGINES`, or that which a scene names or gets."""
    players: list[Player] = Field(default=[], max_length=MOST)
    favourites: list[str] = []
    """The slugs of games, the one that was chosen last at the end."""
    shown: list[str] = []
    """The slugs of games that nobody needs to be shown any more: they were, or were played, or it was declined."""
    keys: Keys = {}
    """Keys that are not the usual ones, by group and act."""

    @field_validator("language")
    @classmethod
    def _spoken(cls, language: str) -> str:
        if language not in (known := (SYSTEM, *languages())):
            raise UnknownName("expected one of {known}", known=", ".join(known))
        return language

    @field_validator("keys")
    @classmethod
    def _bound(cls, keys: Keys) -> Keys:
        check_keys(keys)
        return keys

    @property
    def seated_players(self) -> list[Person]:
        """Who sits on each of the `MOST` seats; players without a colour of their own have the usual one."""
        chosen = [Person(p.name, p.colour or COLOURS[n]) for n, p in enumerate(self.players)]
        return [*chosen, *USUAL[len(chosen) :]]

    def with_player(self, seat: int, name: str | None = None, colour: str | None = None) -> Preferences:
        """The same with another name or colour on a seat. Raises `FileError`."""
        players = [dict(player) for player in (*self.players, *[Player()] * (seat - len(self.players)))]
        given = {"name": name, "colour": colour}
        players[seat - 1] |= {key: value for key, value in given.items() if value is not None}
        return self.changed(players=players)

    def with_favourite(self, slug: str) -> Preferences:
        """The same with that game among the favourites, or without it if it is one."""
        others = [other for other in self.favourites if other != slug]
        return self.changed(favourites=others if slug in self.favourites else [*self.favourites, slug])

    def with_shown(self, slug: str) -> Preferences:
        """The same with that game among those that nobody needs to be shown any more."""
        return self if slug in self.shown else self.changed(shown=[*self.shown, slug])

    def changed(self, **values: Any) -> Preferences:
        """The same with other values. Raises `FileError` for one that cannot be."""
        try:
            return Preferences.model_validate(
                {**{name: getattr(self, name) for name in type(self).model_fields}, **values}
            )
        except ValidationError as error:
            raise FileError("preferences: {fault}", fault=_first(error)) from None


def read_preferences(path: Path) -> Preferences:
    """The preferences in a file, the usual ones if there is none. Raises `FileError` naming file, key and value."""
    if not path.exists():
        return Preferences()
    try:
        return Preferences.model_validate(read_toml(path, MOST_BYTES))
    except ValidationError as error:
        raise FileError("{path}: {fault}", path=path, fault=_first(error)) from None


def load_preferences(folder: Path) -> tuple[Preferences, Words]:
    """The preferences of a data folder, and what there is to say of what cannot be read in their file.

    A value that cannot be has its usual one, and all others hold. The file as it was is kept aside, since the next
    change writes another.
    """
    path = folder / NAME
    found, what = _stored(path, Words("The usual preferences hold."))
    try:
        return found or Preferences(), _kept_aside(path, what) if what else what
    except FileError as fault:
        trouble = words_of(fault)
        text = "{what} The file as it is cannot be kept: {fault}."
        return found or Preferences(), Words(text, what=what, fault=trouble)


def _stored(path: Path, otherwise: Words) -> tuple[Preferences | None, Words]:
    """What can be read of the preferences in a file, and what there is to say of the rest.

    None where there is no file or none of it can be read; then `otherwise` says which preferences hold.
    """
    if not path.exists():
        return None, Words("")
    try:
        return read_preferences(path), Words("")
    except FileError as error:
        try:
            found, faults = mended(read_toml(path, MOST_BYTES))
        except FileError:
            return None, Words("{fault}. {otherwise}", fault=words_of(error), otherwise=otherwise)
        return found, Words("{path}: {faults}. Everything else holds.", path=path, faults=listed(faults))


def _kept_aside(path: Path, what: Words) -> Words:
    """Keeps the file as it is under another name; `what` is wrong with it, and that it is kept. Raises `FileError`."""
    return Words("{what} The file as it was is kept as {name}.", what=what, name=_keep_aside(path).name)


def mended(data: Mapping[str, Any]) -> tuple[Preferences, list[Words]]:
    """The preferences in a table without the values that cannot be, and what is wrong with each of those."""
    left, faults = deepcopy(dict(data)), list[Words]()
    while True:
        if len(faults) > MOST_LISTED:
            return Preferences(), faults
        try:
            return Preferences.model_validate(left), faults
        except ValidationError as error:
            faults.append(_first(error))
            _leave_out(left, error.errors()[0]["loc"])


def _leave_out(table: dict[str, Any], place: tuple[int | str, ...]) -> None:
    """Takes one value out of the table of all preferences: a key of one act, one part of one player."""
    first, *_ = place
    try:
        if place == ("keys",):
            place = ("keys", *_first_unknown(table["keys"]))
        elif place == ("players",):
            place = ("players", MOST)  # there are too many
        *path, last = place[:3]
        parent: Any = table
        for step in path:
            parent = parent[step]
        if first == "players" and isinstance(last, int) and last < MOST:
            parent[last] = {}  # whoever sits behind keeps his seat
        else:
            del parent[last]
    except (AttributeError, KeyError, IndexError, TypeError):
        table.pop(str(first))


def _first_unknown(keys: Keys) -> tuple[str, ...]:
    """The first group, or group and act, that `check_keys` refuses; nothing if it refuses none."""
    for group, acts in keys.items():
        for one in ((group,), *((group, act) for act in acts)):
            try:
                check_keys({group: {act: acts[act] for act in one[1:]}})
            except UnknownName:
                return one
    return ()


def _keep_aside(path: Path) -> Path:
    """A copy of the file under another name, if there is none yet; what is too large, or no file, is moved there.

    Raises `FileError`.
    """
    text: bytes | None = None
    with suppress(FileError):
        text = read_bytes(path)
    try:
        for n in count(1):
            aside = path.with_name(f"{path.stem}-broken-{n}{path.suffix}")
            if not aside.exists():
                return path.rename(aside) if text is None else write_bytes(aside, text, NEW)
            if aside.is_file() and read_bytes(aside) == text:
                return aside
    except OSError as error:
        raise FileError("{path}: cannot be read: {error}", path=path, error=reason_of(error)) from None
    raise AssertionError


def save_preferences(preferences: Preferences, folder: Path, before: Preferences = Preferences()) -> Words:  # noqa: B008 (frozen)
    """Writes what has changed since `before`, value by value, into what the file says now; what there is to say of it.

    So several windows keep their changes in one file. What cannot be read there is kept aside, and whoever wrote
    remarks into the file finds them again. Raises `FileError`.
    """
    path = folder / NAME
    if preferences == before:
        return Words("")
    try:
        with locked(path, SAVING_S):
            stored, what = _stored(path, Words("Those of this window are written in its place."))
            said = _kept_aside(path, what) if what else what
            tables = (_table(one) for one in (before, preferences, stored or (before if what else Preferences())))
            found, _ = mended(_listed(_merged(*tables)))
            write_toml(path, found.model_dump(mode="json", exclude_defaults=True), OF_OUR_FOLDER)
    except OSError as error:
        raise FileError("{path}: cannot be written: {error}", path=path, error=reason_of(error)) from None
    return said


def _table(preferences: Preferences) -> dict[str, Any]:
    """The preferences as tables alone, to be merged: players by their places, lists of games by their slugs."""
    data = preferences.model_dump(mode="json")
    players = {str(place): player for place, player in enumerate(data["players"])}
    return {**data, "players": players, **{name: dict.fromkeys(data[name], True) for name in OF_GAMES}}


def _listed(table: Mapping[str, Any]) -> dict[str, Any]:
    """What `_table` has made a table of."""
    places = range(1 + max(map(int, table["players"]), default=-1))
    players = [table["players"].get(str(place), {}) for place in places]
    return {**table, "players": players, **{name: list(table[name]) for name in OF_GAMES}}


def _merged(before: Mapping[str, Any], after: Mapping[str, Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    """What is stored, with all that is different `after` from `before`."""
    found = {}
    for key in dict.fromkeys((*stored, *after)):
        old, new, kept = before.get(key), after.get(key), stored.get(key)
        if isinstance(old or new or kept, Mapping):
            part = _merged(old or {}, new or {}, kept or {})
            if part or key in after:
                found[key] = part
        elif (value := kept if new == old else new) is not None:
            found[key] = value
    return found


def _first(error: ValidationError) -> Words:
    fault = error.errors()[0]
    key = ".".join(map(str, fault["loc"]))
    if fault["type"] == "extra_forbidden":
        return Words(UNKNOWN_KEY, key=key, value=written(fault["input"]), known=", ".join(Preferences.model_fields))
    return fault_words(key, fault)
