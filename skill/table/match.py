"""A match: one game being played, with its seats, undo and redo, and a journal that survives a kill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count, pairwise
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from skill.bots.bot import Bot
from skill.bots.decision import Decision, decided
from skill.bots.registry import HUMAN, check_seats, find_bot
from skill.errors import FileError, IllegalMove, Words, reason_of, words_of
from skill.files import lock, unlock
from skill.lattice.notation import Action
from skill.lattice.pyramid import Pyramid
from skill.rules.game import ANYONE, CHANCE, AnyGame, AttemptSpec, Result, Seat, Turn, offered
from skill.rules.options import Options
from skill.rules.race import as_race
from skill.table.journal import Journal, read_journal
from skill.table.record import OPEN, UNDO, Played, Record

_REVISIONS = count(1)


class Match:
    """One game in progress. Everything that happens goes through `play`, which checks it.

    Chance and bots draw from generators made of the seed and the number of actions played, so the same seed and the
    same human actions give the same match, and taking a roll back and rolling again gives the same roll.
    """

    is_elsewhere = False
    """Whether another machine decides what happens in it: see `skill.net.joined`."""

    def __init__(
        self,
        game: AnyGame,
        players: int,
        options: Options | None = None,
        seats: Sequence[str] = (),
        seed: int = 0,
        position: Pyramid | None = None,
        journal: Path | None = None,
    ) -> None:
        """Raises `UnknownName` for a wrong seat or number of players, `IllegalMove` for an impossible position."""
        options = game.options_from({}) if options is None else options
        self._states = [game.begin(players, options, position)]
        seats = tuple(seats) or (HUMAN,) * players
        check_seats(seats)
        self._revision = next(_REVISIONS)
        self._undone: list[tuple[Played, Any]] = []
        self._record = Record(game, players, options, seats, seed, position)
        self._journal: Journal | None = None
        self._waited_s = 0.0
        """In a race of bots, for how long its clock has run since it began."""
        self.not_kept = Words("")
        """Why something of it could not be written down, if that was wanted."""
        if journal:
            self.keep_journal(journal)

    @classmethod
    def resumed(cls, record: Record) -> Match:
        """The match that a record describes, ready to go on without a journal. Raises `IllegalMove`."""
        match = cls(record.game, record.players, record.options, record.seats, record.seed, record.position)
        match._states = list(record.states())
        match._record = record._replace(result=OPEN, made_with="")  # all of it has just been checked with this game
        match._note_result()
        return match

    @classmethod
    def from_journal(cls, path: Path) -> Match:
        """The match in a journal, ready to go on there. The journal is locked before it is read.

        Raises `FileError` for one that cannot be read or another process has locked, `IllegalMove` for an illegal line.
        """
        try:
            lock(path)
        except OSError as error:
            raise FileError("{path}: cannot keep a journal there: {error}", path=path, error=reason_of(error)) from None
        try:
            match = cls.resumed(read_journal(path))
            match.keep_journal(path)
        except BaseException:
            unlock(path)
            raise
        return match

    def branch(self, played: int, seed: int) -> Match:
        """The match as it was after that many actions, to go on otherwise: by another seed, and without a journal."""
        record = self._record
        match = Match(self.game, record.players, record.options, self.seats, seed, record.position)
        match._states = self._states[: played + 1]
        match._record = record._replace(seed=seed, played=self.played[:played])
        match._note_result()
        return match

    def keep_journal(self, path: Path) -> None:
        """Writes a journal from now on, which begins with all that was played. Raises `FileError`, and keeps none."""
        if self._journal and self._journal.path != path:
            self._journal.close()
        self._journal = None
        self._journal = Journal(path, self._record)

    def close_journal(self) -> None:
        """Unlocks the journal: what is played from now on is not written down."""
        if self._journal:
            self._journal.close()
            self._journal = None

    # -- looking

    @property
    def game(self) -> AnyGame:
        """The game that is played."""
        return self._record.game

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits at each seat."""
        return self._record.seats

    @property
    def state(self) -> Any:
        """The state now, with everything in it; screens and bots ask for `view`."""
        return self._states[-1]

    @property
    def turn(self) -> Turn:
        """Who moves next, as the game's `to_move` says."""
        return self.game.to_move(self.state)

    @property
    def seat(self) -> Seat | None:
        """The seat to move, at an attempt too; None at chance, in a race and after the end."""
        turn = self.turn
        return turn.seat if isinstance(turn, AttemptSpec) else turn if isinstance(turn, int) else None

    @property
    def pyramid(self) -> Pyramid:
        """The dice on the plate, whole; see `view`."""
        return self.game.pyramid(self.state)

    @property
    def revision(self) -> int:
        """A number that grows with every change: an action played, taken back or played again.

        No two matches of a process have one in common, so that two equal numbers always mean the same state.
        """
        return self._revision

    @property
    def played(self) -> tuple[Played, ...]:
        """Every action so far."""
        return self._record.played

    def is_secret(self, number: int, seat: Seat) -> bool:
        """Whether the action of that number, from 1, is told to others than `seat` alone."""
        by, action = self.played[number - 1]
        return self.result is None and by != seat and action.verb in self.game.secrets(self._record.options)

    @property
    def result(self) -> Result | None:
        """How the match ended, or None."""
        return self.game.result(self.state)

    @property
    def record(self) -> Record:
        """The match so far as a record."""
        return self._record

    def view(self, seat: Seat) -> Any:
        """The state as `seat` may know it."""
        return self.game.view(self.state, seat)

    def state_at(self, played: int) -> Any:
        """The state after that many actions; 0 is the first."""
        return self._states[played]

    def moves(self, seat: Seat | None = None) -> Sequence[Action]:
        """The legal actions of whoever is to move. Raises `IllegalMove` where the game offers a seat none."""
        turn = self.turn
        return offered(self.game, self.state, turn) if isinstance(turn, int) else self.game.moves(self.state, seat)

    def player(self, seat: Seat) -> str:
        """Who acts for `seat` now: in a team its members take turns."""
        members = self.seats[seat - 1].split("+")
        if len(members) == 1:
            return members[0]
        turns = [self.game.turn_of(state, seat) for state in self._states]
        begun = sum(turn is not None and turn != before for before, turn in pairwise([None, *turns]))
        return members[(begun - (turns[-1] is not None)) % len(members)]

    # -- playing

    def play(self, action: Action, by: Turn = None) -> None:
        """Carries out a legal action of `by`, by default whoever is to move, and writes it to the journal.

        Raises `IllegalMove`, and nothing has changed.
        """
        if by is None:
            by = CHANCE if self.turn is CHANCE else self.seat
        self.game.check(self.state, action, by)
        self._append(Played(by if isinstance(by, int) else None, action), self.game.play(self.state, action, by))
        self._undone.clear()

    def _append(self, line: Played, state: Any) -> None:
        self._states.append(state)
        self._revision = next(_REVISIONS)
        self._record = self._record._replace(played=(*self.played, line))
        self._note_result()
        self._write_down(str(line))

    def _write_down(self, line: str) -> None:
        """Adds a line to the journal; where that fails the match goes on without one."""
        try:
            if self._journal:
                self._journal.add(line)
        except FileError as error:
            self.not_kept = words_of(error)

    def _note_result(self) -> None:
        result = self.result
        self._record = self._record._replace(result=OPEN if result is None else str(result))

    def generator(self, purpose: str) -> Random:
        """A generator for one decision now: seeded by the match's seed, the action count and `purpose`."""
        return Random(self.seed_of(purpose))

    def seed_of(self, purpose: str, later: int = 0) -> str:
        """The seed of that generator, or what it will be so many actions later."""
        return f"{self._record.seed}:{len(self.played) + later}:{purpose}"

    def seeds_after(self, purpose: str, count: int) -> tuple[str, ...]:
        """What that seed will be after each of the next actions."""
        return tuple(self.seed_of(purpose, n) for n in range(1, count + 1))

    def decision(self) -> Decision:
        """What the bot whose turn it is has to decide. Raises `UnknownName` at a person's turn."""
        seat = self.turn
        assert isinstance(seat, int)
        return Decision(self.game, self._bot(seat), self.view(seat), seat, self.seed_of(f"seat {seat}"))

    @property
    def has_news(self) -> bool:
        """Whether another machine has told of an action that `step` has not shown yet."""
        return False

    @property
    def next_by(self) -> Seat | None:
        """The seat that made that action; None for chance."""
        return None

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats of people at other machines who are not here."""
        return ()

    attempt: Any = None
    """Of a match at another machine what hands try now, here or elsewhere: `number`, `seat` and the `trace` so far."""

    @property
    def may_try(self) -> bool:
        """Whether the attempt that is asked for can be begun here."""
        return True

    def drop_last(self) -> bool:
        """Leaves what another machine has shown last, of which no screen can be made, and that machine with it; whether
        there was anything of the kind."""
        return False

    def try_by(self, running: Any) -> None:
        """Has another machine follow an attempt that was begun here, sample by sample."""

    def end_attempt(self, running: Any) -> bool:
        """Tells another machine that an attempt here has come to rest; whether it has told what came of it."""
        return True

    def ask_trace(self, number: int) -> bool:
        """Asks another machine what hands did in the attempt after so many actions; whether that may be asked yet."""
        return False

    def take_traces(self) -> Sequence[Any]:
        """The traces that it has sent, once."""
        return ()

    whole: Record | None = None
    """Of a match at another machine the record as that has it, once the match is over."""

    @property
    def gives_hints(self) -> bool:
        """Whether people may ask for hints."""
        return True

    @property
    def is_asking_hint(self) -> bool:
        """Whether another machine thinks about one."""
        return False

    def ask_hint(self) -> None:
        """Has another machine think about a hint."""

    def take_hint(self) -> Any:
        """What that machine advises, once; None if it has not yet."""

    @property
    def paused_by(self) -> Seat | None:
        """Who at another machine, or here, has everybody pause there; None while it goes on."""
        return None

    @property
    def wants_back(self) -> Seat | None:
        """Who at another machine wants to take the last action back, unless this seat has agreed to it."""
        return None

    @property
    def asks_back(self) -> bool:
        """Whether others at another machine are asked if the last action may be taken back, as this seat wants."""
        return False

    def agree_on(self, what: str) -> None:
        """Says to the others `agree` or `refuse`, or `pause` or `resume`."""

    @property
    def delays_s(self) -> Mapping[Seat, float]:
        """In a race that is decided at another machine, how late what each seat does arrives there, in seconds."""
        return {}

    @property
    def wire(self) -> Words:
        """What is wrong with the wire to the other machine; empty if nothing is."""
        return Words("")

    def take_in(self) -> Words:
        """Takes on what another machine has told; what is to be said of it, as why it did not do what was asked."""
        return Words("")

    def needs_hands(self) -> bool:
        """Whether nothing goes on by itself: a person is to move, hands must try, people race, or it is over."""
        turn = self.turn
        if isinstance(turn, int):
            return self.player(turn) == HUMAN
        if turn is ANYONE:
            return any(HUMAN in seat.split("+") for seat in self.seats)
        return turn is not CHANCE

    def step(self) -> Played:
        """Lets chance or the bot to move make one action. Raises `IllegalMove` if `needs_hands`."""
        turn = self.turn
        if self.needs_hands():
            raise IllegalMove(
                "{game}: nobody to move by itself in position {pyramid}", game=self.game.slug, pyramid=self.pyramid
            )
        if isinstance(turn, int):
            action = decided(self.decision())
        elif turn is ANYONE:
            turn, action = self._claimed()
        else:
            action = self.game.draw(self.state, self.generator("chance"))
            self._waited_s = 0.0
        self.play(action, turn)
        return self.played[-1]

    def _bot(self, seat: Seat) -> Bot:
        return find_bot(self.player(seat))

    def _claimed(self) -> tuple[Turn, Action]:
        """Who in a race of bots acts next and how: the quickest, unless the table's clock runs out before."""
        race = as_race(self.game)
        claims = self.bot_claims(race.race_order(self.state))
        quickest = min(claims, key=lambda claim: claim[0], default=None)
        table, limit_s = self.moves(), race.clock_s(self.state)
        left_s = inf if limit_s is None else limit_s - self._waited_s
        if table and (quickest is None or left_s <= quickest[0]):
            return CHANCE, table[0]
        if quickest is None:
            return self.forced_claim()
        after_s, seat, action = quickest
        runs_on = race.clock_runs_on(self.state, race.play(self.state, action, seat))
        self._waited_s = self._waited_s + after_s if runs_on else 0.0
        return seat, action

    def bot_claims(self, seats: Sequence[Seat]) -> list[tuple[float, Seat, Action]]:
        """In a race, what the bots at `seats` will do if nobody acts before, and in how many seconds."""
        claims = []
        for seat in seats:
            rng = self.generator(f"claim {seat}")
            if claim := self._bot(seat).claim(self.game, self.view(seat), seat, rng):
                claims.append((claim[0], seat, claim[1]))
        return claims

    def forced_claim(self) -> tuple[Seat, Action]:
        """In a race in which every bot waits and no clock runs: one of them must act."""
        rng = self.generator("forced")
        seat = rng.choice([seat for seat in as_race(self.game).race_order(self.state) if self.moves(seat)])
        return seat, self._bot(seat).choose(self.game, self.view(seat), seat, rng)

    def advance(self) -> None:
        """Lets chance and bots act until hands are needed or the match is over."""
        while not self.needs_hands():
            self.step()

    @property
    def can_undo(self) -> bool:
        """Whether a person has acted, and nothing since then is final: in a race nothing is that all saw at once."""
        return self._last_of_a_person is not None

    @property
    def _last_of_a_person(self) -> int | None:
        """The number of the action that `undo` goes back to, from 0; None where nothing can be taken back."""
        is_race = self.game.kind == "race"
        if is_race and self.turn is ANYONE:
            return None
        for number in reversed(range(len(self.played))):
            by, action = self.played[number]
            is_called = is_race and self.game.to_move(self._states[number]) is ANYONE  # all saw it
            if is_called or action.verb in self.game.final_verbs:
                return None
            if by and HUMAN in self.seats[by - 1].split("+"):
                return number
        return None

    @property
    def can_redo(self) -> bool:
        """Whether anything was taken back and can be played again."""
        return bool(self._undone)

    def undo(self) -> bool:
        """Takes actions back up to the last one of a person; whether there was one, and nothing is final since."""
        last = self._last_of_a_person
        if last is None:
            return False
        while len(self.played) > last:
            self._undone.append((self.played[-1], self._states.pop()))
            self._revision = next(_REVISIONS)
            self._record = self._record._replace(played=self.played[:-1])
            self._write_down(f"*: {UNDO}")
        self._note_result()
        return True

    def redo(self) -> bool:
        """Plays again what the last `undo` took back; whether there was anything."""
        redone = False
        while self._undone and not (redone and self.needs_hands()):
            self._append(*self._undone.pop())
            redone = True
        return redone
