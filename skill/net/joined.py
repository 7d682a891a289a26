"""A match at another's table as a window has it: the host decides, and the match here holds nothing but views.

A `Messenger` talks to the host in a thread of its own, so that nobody waits for the wire. A `JoinedMatch` is a match to
all who look at it; what is played in it is asked of the host, and comes about when the host tells of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from itertools import count
from threading import Event, Thread
from typing import Any, NamedTuple

from skill.bots.registry import ELSEWHERE, HUMAN
from skill.errors import SkillboxError, UnknownName, Words, printable, words_of
from skill.lattice.dice import ORIENTATIONS, UNKNOWN
from skill.lattice.notation import FILL, Action
from skill.net import guest as guests
from skill.net.guest import GuestSeat, Lost, Wire
from skill.net.views import UnreadableView, unpacked
from skill.rules.catalogue import find_game
from skill.rules.game import ANYONE, Seat, Turn
from skill.table.match import Match
from skill.table.record import Played, Record, parse_record

TICK_S = 0.03
"""How long news are waited for before it is looked whether the seat wants to act."""
BLANK = {
    **dict.fromkeys(("cell", "number"), 0),
    **dict.fromkeys(("cells", "dice", "loose"), ()),
    **{"colour": UNKNOWN, "faces": ORIENTATIONS[0], ":faces": None, "square": "0", "word": "-", "spot": (0, 0)},
}
"""By field, what stands in an action of which the seat may know nothing but that it was done."""
_REVISIONS = count(-1, -1)


class State(Enum):
    """How a guest stands with its host."""

    COMING = "asks to be let in"
    HERE = "sits at the table"
    LOST = "looks for the host"
    GONE = "has left, or was sent away"


class News(NamedTuple):
    """What the host has told at once."""

    happened: Sequence[Mapping[str, Any]]
    seen: Mapping[str, Any]


class Messenger:
    """A guest in a thread of its own. It looks for a host that is gone until it is closed."""

    def __init__(self, connect: Callable[[], Wire], code: str) -> None:
        self.state = State.COMING
        self.why: SkillboxError | None = None
        """Why the host is lost, or the guest gone."""
        self.refused: str | None = None
        """Why the host did not do what the seat wanted, until somebody takes it from here."""
        self.news: deque[News] = deque()
        """What the match has not taken on yet."""
        self.wake: Callable[[], object] = lambda: None
        """Called in the thread of the messenger when there is anything new."""
        self._connect, self._code = connect, code
        self._said: dict[str, Any] | None = None
        """A request that was not answered yet."""
        self._handed_on: Mapping[str, Any] = {}
        self._closed = Event()
        self._guest: GuestSeat | None = None
        self._thread = Thread(target=self._run, name="guest", daemon=True)
        self._thread.start()

    @property
    def is_asking(self) -> bool:
        """Whether a request was not answered yet."""
        return self._said is not None

    def play(self, action: str) -> bool:
        """Has the seat act, unless it waits for an answer; whether it was free to."""
        return self._guest is not None and self._say(do="play", action=action, act=self._guest.seen["acts"] + 1)

    def agree_on(self, what: str) -> bool:
        """Says `undo`, `agree`, `refuse`, `pause` or `resume`; whether it was free to."""
        at = {} if what in ("pause", "resume") or self._guest is None else {"at": self._guest.seen["played"]}
        return self._say(do=what, **at)

    def _say(self, **request: Any) -> bool:
        if self._said is not None or self._guest is None:
            return False
        self._said = request
        return True

    def close(self) -> None:
        """Leaves the table; the seat can be taken again."""
        self._closed.set()

    def _run(self) -> None:
        try:
            while not self._closed.is_set():
                try:
                    self._talk()
                except Lost as lost:
                    if self._guest is None:
                        raise
                    self._becomes(State.LOST, lost)
                    self._closed.wait(guests.AGAIN_S)
            self._becomes(State.GONE)
        except SkillboxError as error:
            self._becomes(State.GONE, error)
        except (KeyError, TypeError, AttributeError, ValueError):  # of a host that says something else than it should
            self._becomes(State.GONE, UnknownName("the host says what cannot be read"))
        finally:
            if self._guest:
                self._guest.close()

    def _talk(self) -> None:
        """Says what the seat wants to do, or listens for a moment."""
        if self._guest is None:
            self._guest = GuestSeat(self._connect, self._code, 0, draws=True)
        elif self._said:
            told = self._guest.ask(**self._said)
            self._hand_on()
            if not told["ok"]:
                self.refused = printable(str(told["error"]["text"]), "line")
            self._said = None
            self.wake()
        else:
            self._guest.wait(TICK_S)
        self._hand_on()
        self._becomes(State.HERE)

    def _hand_on(self) -> None:
        assert self._guest
        happened, self._guest.happened = self._guest.happened, []
        if self._guest.seen is not self._handed_on:
            self._handed_on = self._guest.seen  # of which the guest makes another one whenever it is told anything
            self.news.append(News(happened, self._handed_on))
            self.wake()

    def _becomes(self, state: State, why: SkillboxError | None = None) -> None:
        is_new = state is not self.state
        self.state, self.why = state, why
        if is_new:
            self.wake()


class JoinedMatch(Match):
    """What a seat sees of a match at another's table. Its states are views of the seat."""

    is_elsewhere = True

    def __init__(self, messenger: Messenger) -> None:
        """Begins with the first news. Raises `UnknownName` for a game that is not known here, `UnreadableView`."""
        self.messenger = messenger
        seen = messenger.news[0].seen
        game = find_game(str(seen["game"]))
        self.own: Seat = seen["seat"]
        """The seat that is played here; 0 for whoever watches."""
        people = {seat for seat, who in enumerate(seen["seats"], 1) if who == HUMAN}
        seats = tuple(
            HUMAN if seat == self.own else ELSEWHERE if seat in people else str(who)
            for seat, who in enumerate(seen["seats"], 1)
        )
        self._states = [unpacked(seen["began"], game)]
        self._record = Record(game, len(seats), game.options_from(seen["options"]), seats, 0, None)
        self._revision = next(_REVISIONS)
        self._undone, self._journal, self._waited_s, self.not_kept = [], None, 0.0, Words("")
        self._people = tuple(sorted(people))
        self._coming: deque[tuple[Played, Any] | int] = deque()
        """Actions that nobody has been shown yet, with the views after them, and how many were taken back."""
        self._legal: tuple[Action, ...] = ()
        self._paused: Seat | None = None
        self._wish: Mapping[str, Any] | None = None
        self.here: tuple[Seat, ...] = ()
        """The seats of people who are here."""
        self.whole: Record | None = None
        """The record as the host has it, once the match is over."""
        self.take_in()

    # -- what comes from the host

    def take_in(self) -> str:
        while self.messenger.news:
            happened, seen = self.messenger.news.popleft()
            self._coming += [self._read(told) for told in happened]
            self._legal = tuple(map(self.game.parse, seen["legal"]))
            self.here = tuple(seen["here"])
            self._paused, self._wish = seen["paused"], seen["undo"]
            self._revision = next(_REVISIONS)
            if "record" in seen:
                self._take_record(seen["record"])
        refused, self.messenger.refused = self.messenger.refused, None
        return refused or ""

    @property
    def wire(self) -> Words:
        if self.messenger.state is State.LOST:
            return Words("The wire to the host is broken. It is tried again until it holds.")
        why = self.messenger.why if self.messenger.state is State.GONE else None
        return words_of(why) if why else Words("")

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats of people who are not here."""
        return tuple(seat for seat in self._people if seat not in self.here)

    @property
    def has_news(self) -> bool:
        return bool(self._coming)

    @property
    def next_by(self) -> Seat | None:
        following = self._coming[0] if self._coming else 0
        return None if isinstance(following, int) else following[0].by

    def step(self) -> Played:
        """Shows the next action of which the host has told, or that some were taken back: the first of those then."""
        following = self._coming.popleft()
        if isinstance(following, int):
            return self._take_back(following)
        line, view = following
        self._states.append(view)
        self._revision = next(_REVISIONS)
        self._record = self._record._replace(played=(*self.played, line))
        self._note_result()
        if self.whole and not self._coming and len(self.whole.played) == len(self.played):
            self._record = self._record._replace(played=self.whole.played)  # nothing is secret any more
        return line

    def is_secret(self, number: int, seat: Seat) -> bool:
        is_known = self.whole is not None and self.played == self.whole.played
        by, action = self.played[number - 1]
        return by != seat and not is_known and action.verb in self.game.secrets(self._record.options)

    def _take_back(self, number: int) -> Played:
        if not 0 < number <= len(self.played):
            raise UnreadableView("the host takes back what was not done")
        first = self.played[-number]
        del self._states[-number:]
        self._revision = next(_REVISIONS)
        self._record = self._record._replace(played=self.played[:-number])
        self._note_result()
        return first

    def _read(self, told: Mapping[str, Any]) -> tuple[Played, Any] | int:
        """An action as far as this seat may know it, and the view after it; or how many were taken back."""
        if "undone" in told:
            return int(told["undone"])
        view, by = unpacked(told["view"], self.game), _seat_of(told["by"])
        if "action" in told:
            return Played(by, self.game.parse(told["action"])), view
        if "told" in told:  # all may know that it was done, and the view shows what of it may be seen
            return Played(by, FILL(self.game.pyramid(view))), view
        secret = self.game.secrets(self._record.options)
        verb = next(verb for verb in self.game.verbs if verb.name in secret)
        return Played(by, Action((verb.name, *map(BLANK.get, verb.fields)))), view

    def _take_record(self, text: str) -> None:
        try:
            self.whole = parse_record(text, "")
        except SkillboxError:
            self.whole = None  # of another version; the match can be seen all the same

    # -- looking

    def view(self, seat: Seat) -> Any:
        """The state as it is known here, whoever asks."""
        return self.state

    def moves(self, seat: Seat | None = None) -> Sequence[Action]:
        if (seat or self.seat) == self.own:
            return () if self._is_behind else self._legal
        return super().moves(seat)

    def player(self, seat: Seat) -> str:
        return self.seats[seat - 1]

    def needs_hands(self) -> bool:
        """Whether somebody at this window can act, or the match is over."""
        turn = self.turn
        return turn is None or turn is ANYONE or (turn == self.own and not self._is_behind)

    @property
    def _is_behind(self) -> bool:
        """Whether the host knows of more than is shown here, or is being asked."""
        return self.messenger.is_asking or bool(self.messenger.news) or self.has_news

    @property
    def paused_by(self) -> Seat | None:
        return self._paused

    @property
    def wants_back(self) -> Seat | None:
        return self._wish["by"] if self._wish and self.own not in self._wish["agreed"] else None

    def agree_on(self, what: str) -> None:
        self.messenger.agree_on(what)

    @property
    def can_undo(self) -> bool:
        return bool(self.own) and self.turn is not None and super().can_undo

    @property
    def can_redo(self) -> bool:
        return False

    # -- playing

    def play(self, action: Action, by: Turn = None) -> None:
        """Asks the host to do it; it comes about when the host tells of it."""
        if self.messenger.play(str(action)):
            self._revision = next(_REVISIONS)

    def undo(self) -> bool:
        """Asks the others; it comes about when all agree."""
        if self.can_undo:
            self.agree_on("undo")
        return False

    def redo(self) -> bool:
        return False

    def leave(self) -> None:
        """Leaves the table."""
        self.messenger.close()


def _seat_of(by: str) -> Seat | None:
    word, _, number = by.partition(" ")
    return int(number) if word == "seat" else None
