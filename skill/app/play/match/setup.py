"""The settings of a match, changed line by line on the sheet of a game, and the match that is begun with them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from skill.app.i18n import tr
from skill.app.play.match import under_way
from skill.app.settings.players import given_name_of
from skill.bots.registry import HUMAN, bot_names, sitters
from skill.errors import FileError, UnknownName, Words, reason_of, words_of
from skill.files import locked
from skill.rules.game import AnyGame
from skill.rules.options import (
    MATERIAL,
    REAL_DICE,
    SCENE,
    SKILL_LEVEL,
    Caution,
    Option,
    Options,
    Value,
    name_alone,
)
from skill.rules.rules_page import meanings_told
from skill.rules.texts import option_name
from skill.table import attempts
from skill.table.journal import read_journal
from skill.table.match import Match
from skill.table.record import Record
from skill.table.store import Store

PLAYERS = "players"
OPPONENT = "medium"
LARGEST_TEAM = 4
WHOLE_STEP, WIDE_STEP = 1, 10  # of numbers, by the width of their range
WIDE = 100


class Setup(NamedTuple):
    """How a match begins."""

    game: AnyGame
    players: int
    options: Options
    seats: tuple[str, ...]
    seed: int | None = None
    """None draws a new one for each match."""
    resume: Path | None = None
    """A journal or record to go on with."""
    is_kept: bool = True
    """Whether there is a journal of it, and in the end a record."""
    match: Match | None = None
    """One at another's table that was joined already."""
    leave: Callable[[], object] = lambda: None
    """Called when the match is left."""
    words_again: str = ""
    """How others come in at the table of this window, as HTML; empty where it hosts none."""
    is_of_evening: bool = False
    """Whether it is the next match of the evening that is kept."""


class Setting(NamedTuple):
    """One value that players agree on."""

    name: str
    label: str
    value: str
    help: str
    option: Option | None = None
    """The option of the game that it is, if it is one."""


def usual_players(game: AnyGame, options: Options) -> int:
    """How many seats there are unless somebody says otherwise: two, or one where people try for themselves."""
    low, high = game.seats(options)
    return low if game.kind == "physics" else min(max(2, low), high)


def usual_seats(game: AnyGame, players: int) -> tuple[str, ...]:
    """Who sits where unless somebody says otherwise: one person against bots; where one may be alone, people."""
    is_alone = usual_players(game, game.options_from({})) == 1
    return (HUMAN, *[HUMAN if is_alone else OPPONENT] * (players - 1))


def about_levels(game: AnyGame) -> str:
    """Who may sit on a seat, and what is better from level to level."""
    if game.kind == "physics":
        return tr("A person, or a bot: the higher its level, the steadier its hands.")
    if game.kind == "race":
        return tr("A person, or a bot: the higher its level, the quicker it is and the less it errs.")
    return tr("A person, or a bot: the higher its level, the farther it thinks ahead.")


class Settings:
    """What is agreed about one game, to be changed one step at a time."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._options: dict[str, Value] = {option.name: option.default for option in game.all_options}
        self.players = usual_players(game, Options(self._options))
        most = max(most for _, most in (game.players, *game.players_with.values()))
        self._seats = list(usual_seats(game, most))
        self._members = [1] * most
        """How many take turns on each seat."""
        self._scenes: dict[str, Path] = {}
        """The files of the scenes that were offered, by what the option has them as."""

    @property
    def _range(self) -> tuple[int, int]:
        """The fewest and the most seats with these options."""
        return self.game.seats(Options(self._options))

    def entries(self) -> list[Setting]:
        """Every line there is to agree on, with its value now."""
        entries = [Setting(PLAYERS, tr("Players"), str(self.players), tr("How many seats."))]
        for seat in range(1, self.players + 1):
            label = tr("Player {seat}", seat=seat)
            entries.append(Setting(f"seat {seat}", label, tr(self._seats[seat - 1]), about_levels(self.game)))
        for seat in range(1, self.players + 1) if self.game.teams else ():
            label, about = tr("Team {seat}", seat=seat), tr("How many take turns on this side, one after the other.")
            entries.append(Setting(f"team {seat}", label, str(self._members[seat - 1]), about))
        for option in self.game.all_options:
            if option.name == "first_player" and self.players == 1:
                continue
            label = tr(option_name(option.name))
            value = str(self._options[option.name])
            if option in REAL_DICE:
                shown = tr("as in the game") if value == option.default else name_alone(value)
                entries.append(Setting(option.name, label, shown, tr(option.help)))
                continue
            if not (option.is_range or option.pattern):
                value = tr(value.replace("_", " "))
            about = "\n".join((tr(option.help), *meanings_told(option, tr, as_typed=False)))
            entries.append(Setting(option.name, label, value, about, option))
        return entries

    def cautions(self) -> Sequence[Caution]:
        """What to warn of in the options as they are."""
        return self.game.cautions(Options(self._options))

    def person_at(self, name: str) -> int | None:
        """The seat that a line is about, if a person sits there."""
        seat = int(name.split()[1]) if name.startswith("seat ") else 0
        return seat if seat and self._seats[seat - 1] == HUMAN else None

    def step(self, name: str, way: int) -> None:
        """Takes the next value of a line (`way` 1) or the one before (-1), round and round.

        Raises `FileError`, and nothing has changed, where there is no other, or the file of a chosen scene is broken.
        """
        if name == PLAYERS:
            low, high = self._range
            self.players = low + (self.players - low + way) % (high - low + 1)
        elif name.startswith("seat "):
            seat = int(name.split()[1]) - 1
            self._seats[seat] = str(_after(sitters(), self._seats[seat], way))
        elif name.startswith("team "):
            seat = int(name.split()[1]) - 1
            self._members[seat] = int(_after(range(1, LARGEST_TEAM + 1), self._members[seat], way))
        else:
            option, now = self._option(name), self._options[name]
            if option in REAL_DICE:
                self._options[name] = _after((option.default, *self._others(option)), now, way)
            else:
                self._agree(name, _stepped(option, now, way))
        self._fit()

    def set(self, name: str, text: str) -> None:
        """Gives an option the value that `text` names. Raises `UnknownName`, and nothing has changed."""
        self._agree(name, self._option(name).parse(text))
        self._fit()

    def _agree(self, name: str, value: Value) -> None:
        """Gives an option a value; what a scene says depends on the level."""
        if name == SKILL_LEVEL.name and (file := self._scenes.get(str(self._options.get(SCENE.name)))):
            from skill.physics.scene import scene_text

            text = scene_text(file, str(value))
            self._scenes[text], self._options[SCENE.name] = file, text
        self._options[name] = value

    def _others(self, option: Option) -> Sequence[str]:
        """What may take the place of the game's own material or scene. Raises `FileError` where there is nothing."""
        if option is MATERIAL:
            from skill.physics.scene import material_texts

            return material_texts()
        try:
            found = attempts.other_scenes(self.game, self.players, Options(self._options))
        except FileError:
            if self._options[option.name] == option.default:
                raise
            found = {}  # one that was chosen for other options is given back
        self._scenes |= found
        return list(found)

    def _option(self, name: str) -> Option:
        return next(option for option in self.game.all_options if option.name == name)

    def _fit(self) -> None:
        """Makes the number of players, and who is first, what the options allow."""
        low, high = self._range
        self.players = min(max(low, self.players), high)
        first = self._options.get("first_player", "random")
        if first != "random" and int(first) > self.players:
            self._options["first_player"] = "random"

    def setup(self) -> Setup:
        """The match that is agreed. Raises `FileError` where the scene that was chosen does not serve for it."""
        options = self.game.options_from(self._options)
        attempts.check_scene(self.game, self.players, options)
        teams = zip(self._seats[: self.players], self._members, strict=False)
        return Setup(self.game, self.players, options, tuple("+".join([who] * count) for who, count in teams))


def setup_of(match: Match) -> Setup:
    """How the screen of a match begins with one that was joined at another's table."""
    return Setup(match.game, len(match.seats), match.record.options, match.seats, match=match)


def with_guests(setup: Setup) -> Setup:
    """The same for several machines: with people on all seats, if only one person has a seat.

    Raises `UnknownName` for a game for one alone.
    """
    if sum(who == HUMAN for who in setup.seats) > 1:
        return setup
    _, most = setup.game.seats(setup.options)
    if most < 2:
        raise UnknownName("{game} is for one player alone", game=Words(setup.game.title))
    players = max(2, setup.players)
    return setup._replace(players=players, seats=(HUMAN,) * players)


def _after(values: Sequence[Value], now: Value, way: int) -> Value:
    if now not in values:  # written freely, and so on none of the steps
        return values[0 if way > 0 else -1]
    return values[(values.index(now) + way) % len(values)]


def _stepped(option: Option, now: Value, way: int) -> Value:
    if not option.is_range:
        return _after(option.choices, now, way)
    low, high = float(option.choices[0]), float(option.choices[-1])
    step = WIDE_STEP if high - low > WIDE else WHOLE_STEP
    value = float(now) + way * step
    value = high if value < low else low if value > high else value
    return int(value) if isinstance(option.default, int) else value


def begin(setup: Setup, store: Store) -> tuple[Match, Path | None]:
    """A new match and its journal; without a journal where the folder cannot be written, as `not_kept` tells, and where
    none is wanted.

    Raises `FileError` for a broken record to go on with, or a journal that cannot be gone on with.
    """
    if setup.match:
        return setup.match, None
    if setup.resume:
        if setup.resume.resolve().parent == (store.folder / "journals").resolve():
            return Match.from_journal(setup.resume), setup.resume
        match = Match.resumed(read_journal(setup.resume))
    else:
        seed = random.randrange(2**31) if setup.seed is None else setup.seed
        match = Match(setup.game, setup.players, setup.options, setup.seats, seed)
    if not setup.is_kept:
        return match, None
    journal = None
    try:
        journal = store.new_journal(match.game)
        match.keep_journal(journal)
        if setup.resume:
            store.fetch_traces(match.record, setup.resume.parent)
    except FileError as error:
        match.not_kept = words_of(error)
    return match, journal


def has_acts(match: Match | Record) -> bool:
    """Whether a person has acted in it; who is no bot is taken for a person, so that nothing is lost."""
    bots = bot_names()
    return any(line.by and set(match.seats[line.by - 1].split("+")).difference(bots) for line in match.played)


def put_away(match: Match, journal: Path | None, store: Store, *, is_under_way: bool = False) -> Path | None:
    """Leaves a match: a finished one goes to the records, one in which no person acted is forgotten, others wait.

    One in which an attempt is under way waits too.

    Returns the record of a finished one. Raises `FileError` where it cannot be kept.
    """
    try:
        if journal is None or not journal.exists():
            return None
        with locked(journal):  # to the end, so that nobody goes on with it meanwhile
            if match.not_kept:  # it may be that it can be now
                match.keep_journal(journal)
            if match.result is not None:
                return store.finish(
                    journal, match.record, [given_name_of(seat) for seat in range(1, len(match.seats) + 1)]
                )
            if not (has_acts(match) or is_under_way):
                with suppress(OSError):  # where nothing can be written it waits, and harms nobody
                    journal.unlink(missing_ok=True)
    except OSError as error:
        raise FileError("{journal}: cannot be kept: {error}", journal=journal, error=reason_of(error)) from None
    finally:
        match.close_journal()
    return None


def forget_untouched(store: Store) -> None:
    """Forgets matches in which no person acted before the program was killed, as `put_away` would have."""
    for journal, record in store.open_matches():
        if has_acts(record) or under_way.is_marked(journal):
            continue
        with suppress(FileError, OSError), locked(journal):
            if not has_acts(read_journal(journal)):  # still: nobody has gone on with it meanwhile
                journal.unlink(missing_ok=True)


def take_up(match: Match, journal: Path | None, finished: Record, store: Store) -> None:
    """Keeps a journal again of a match that was over until an action was taken back; `finished` is its old record."""
    if journal is None:
        return
    try:
        match.keep_journal(journal)
        store.reopen(journal, finished)
    except FileError as error:
        match.not_kept = words_of(error)


def finish_attempt(match: Match, running: Any, store: Store) -> None:
    """Gives the report of a finished attempt to the match, with its trace among the journals if that can be kept."""
    try:
        attempts.finish_attempt(match, running, store.folder / "journals")
    except FileError as error:
        match.not_kept = words_of(error)
