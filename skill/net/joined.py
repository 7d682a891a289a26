"""A match at another's table as a window has it: the host decides, and the match here holds nothing but views.

A `Messenger` talks to the host in a thread of its own, so that nobody waits for the wire. A `JoinedMatch` is a match to
all who look at it; what is played in it is asked of the host, and comes about when the host tells of it. What hands try
goes over the wire sample by sample, as they do it: `DistantAttempt`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from itertools import count
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.bots.registry import ELSEWHERE, HUMAN
from skill.errors import FileError, IllegalMove, SkillboxError, UnknownName, Words, words_of
from skill.lattice.dice import ORIENTATIONS, UNKNOWN
from skill.lattice.notation import FILL, Action
from skill.net import guest as guests
from skill.net.advice import read_hint
from skill.net.delays import MOST_S
from skill.net.door import hides
from skill.net.guest import NONSENSE, GuestSeat, Lost, Wire
from skill.net.hands import hands_here
from skill.net.views import UnreadableView, unpacked
from skill.net.words import words_of_host
from skill.rules.catalogue import find_game
from skill.rules.game import ANYONE, AttemptSpec, Seat, Turn
from skill.table.match import Match
from skill.table.record import Played, Record, parse_record

if TYPE_CHECKING:
    from skill.bots.hint import Hint
    from skill.physics.attempt import AttemptRun
    from skill.physics.trace import Trace

TICK_S = 0.03
"""How long news are waited for before it is looked whether the seat wants to act."""
ACT, HINT, TRACE = "act", "hint", "trace"
"""What the host is asked for."""
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


class DistantAttempt:
    """An attempt that is told sample by sample: one of this window's own hands, or of another's."""

    def __init__(self, number: int, seat: Seat, trace: Trace, head: str = "") -> None:
        self.number = number
        """How many actions had been played before it."""
        self.seat, self.trace = seat, trace
        """The trace so far: of another's attempt it grows by what comes in."""
        self.head = head
        """The text with which the trace began."""


class News(NamedTuple):
    """What the host has told at once."""

    watched: Sequence[Mapping[str, Any]]
    """Of what others try, before all else."""
    happened: Sequence[Mapping[str, Any]]
    seen: Mapping[str, Any]


class Messenger:
    """A guest in a thread of its own. It looks for a host that is gone until it is closed."""

    def __init__(self, connect: Callable[[], Wire], code: str) -> None:
        self.state = State.COMING
        self.why: SkillboxError | None = None
        """Why the host is lost, or the guest gone."""
        self.remark: Words | None = None
        """Why the host did not do what the seat wanted, or what else is to be said, until somebody takes it."""
        self.begun: DistantAttempt | None = None
        """The attempt that the hands of this seat are to make, once the host has begun it."""
        self.hint: Any = None
        """What the host advises, until somebody takes it from here."""
        self.traces: deque[Trace] = deque()
        """Those that the host has sent when it was asked, until somebody takes them."""
        self.news: deque[News] = deque()
        """What the match has not taken on yet."""
        self.wake: Callable[[], object] = lambda: None
        """Called in the thread of the messenger when there is anything new."""
        self._connect, self._code = connect, code
        self._errands = deque[_Errand]()
        """What is to be asked, one thing after another; the first one until it was answered."""
        self._prepared: object = None
        """What is known of the attempt that was begun last."""
        self._feed = _Feed([], 0)
        self._handed_on: Mapping[str, Any] = {}
        self._closed = Event()
        self._guest: GuestSeat | None = None
        self._thread = Thread(target=self._run, name="guest", daemon=True)
        self._thread.start()

    @property
    def is_asking(self) -> bool:
        """Whether a request was not answered yet."""
        return any(errand.what == ACT for errand in [*self._errands])

    @property
    def is_asking_hint(self) -> bool:
        """Whether the host thinks about a hint."""
        return any(errand.what == HINT for errand in [*self._errands])

    def play(self, action: str) -> bool:
        """Has the seat act, unless it waits for an answer; whether it was free to."""
        return self._guest is not None and self._say(do="play", action=action, act=self._guest.seen["acts"] + 1)

    def agree_on(self, what: str) -> bool:
        """Says `undo`, `agree`, `refuse`, `pause` or `resume`; whether it was free to."""
        at = {} if what in ("pause", "resume") or self._guest is None else {"at": self._guest.seen["played"]}
        return self._say(do=what, **at)

    def ask_hint(self) -> None:
        """Has the host think about a hint, which is in `hint` then."""
        if not self.is_asking_hint:
            self._errands.append(_Errand(self._ask_hint, HINT))

    def ask_trace(self, number: int) -> None:
        """Asks what hands did in the attempt after so many actions; it is among `traces` then, if the host has it."""
        self._errands.append(_Errand(lambda guest: self._ask_trace(guest, number), TRACE))

    def try_by(self, samples: list[Any]) -> None:
        """Gives the host what hands do in the attempt that was begun: `samples`, to which more are added meanwhile."""
        self._feed = _Feed(samples, len(samples))

    def end(self, report: str) -> None:
        """Ends that attempt with the report of the world here; what counts is told as news."""
        self._errands.append(_Errand(lambda guest: self._end(guest, report)))

    def _say(self, **request: Any) -> bool:
        if self.is_asking or self._guest is None:
            return False
        self._errands.append(_Errand(lambda guest: self._ask(guest, request)))
        return True

    def _ask(self, guest: GuestSeat, request: Mapping[str, Any]) -> Mapping[str, Any]:
        """The host's answer, and why it refuses for whoever looks."""
        told = guest.ask(**request)
        self._hand_on()
        if not told["ok"]:
            self.remark = words_of_host(told["error"])
        return told

    def _ask_hint(self, guest: GuestSeat) -> None:
        if (told := self._ask(guest, {"do": "hint"}))["ok"]:
            self.hint = told["hint"]

    def _ask_trace(self, guest: GuestSeat, number: int) -> None:
        from skill.physics.trace import Trace

        with suppress(IllegalMove, FileError):  # it is no more to be had, and the match goes on without
            self.traces.append(Trace.parse(guest.trace(number)))

    def _begin(self, guest: GuestSeat) -> None:
        """Begins the attempt that the host asks of this seat, if it does; one that was begun is begun no more."""
        asked, seat = guest.seen["attempt"], guest.seen["seat"]
        if not (self._hands and asked and asked["seat"] == seat):
            return
        if self._prepared == (prepared := (asked["number"], guest.seen["mark"])):
            return
        self._prepared, self._feed = prepared, _Feed([], 0)
        try:
            self.begun = DistantAttempt(int(asked["number"]), seat, guest.begin_attempt())
        except IllegalMove as refused:
            self.remark = words_of(refused)
        self.wake()

    def _give_samples(self, guest: GuestSeat) -> None:
        feed = self._feed
        new = feed.samples[feed.given :]
        feed.given += len(new)
        guest.add_samples(new)

    def _end(self, guest: GuestSeat, report: str) -> None:
        self._give_samples(guest)
        self._feed = _Feed([], 0)
        try:
            try:
                same = guest.end_attempt(report)["same"]
            except IllegalMove:  # the host does not find what was found here
                same = guest.end_attempt()["same"] or False
        except IllegalMove as refused:  # it is not asked for any more
            self.remark, self.begun, self._prepared = words_of(refused), None, None
            return
        if same is False:
            self.remark = Words("By what your hands did the host finds another end, and that one counts.")

    def close(self) -> None:
        """Leaves the table; the seat can be taken again."""
        self._closed.set()

    def _run(self) -> None:
        try:
            self._hands = hands_here()
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
        except NONSENSE:
            self._becomes(State.GONE, UnknownName("the host says what cannot be read"))
        finally:
            if self._guest:
                self._guest.close()

    def _talk(self) -> None:
        """Says what the seat wants to do, or listens for a moment."""
        if self._guest is None:
            self._guest = GuestSeat(self._connect, self._code, 0, hands=self._hands, draws=True)
        elif self._errands:
            self._errands[0].carry_out(self._guest)
            self._hand_on()  # before it is known that it was answered
            self._errands.popleft()
            self.wake()
        else:
            self._begin(self._guest)
            self._give_samples(self._guest)
            self._guest.wait(TICK_S)
        self._hand_on()
        self._becomes(State.HERE)

    def _hand_on(self) -> None:
        assert self._guest
        happened, self._guest.happened = self._guest.happened, []
        watched, self._guest.watched = self._guest.watched, []
        if any("undone" in told for told in happened):
            self.begun = self._prepared = None
        if watched or self._guest.seen is not self._handed_on:
            self._handed_on = self._guest.seen  # of which the guest makes another one whenever it is told anything
            self.news.append(News(watched, happened, self._handed_on))
            self.wake()

    def _becomes(self, state: State, why: SkillboxError | None = None) -> None:
        if self.state is State.GONE:
            return  # for good, and it is known why
        is_new = state is not self.state
        self.state, self.why = state, why
        if is_new:
            self.wake()


class _Feed:
    """What hands do in an attempt here, and how much of it the guest has."""

    def __init__(self, samples: list[Any], given: int) -> None:
        self.samples, self.given = samples, given


class _Errand(NamedTuple):
    """Something that the host is asked."""

    carry_out: Callable[[GuestSeat], object]
    what: str = ACT
    """For an act the seat waits."""


class JoinedMatch(Match):
    """What a seat sees of a match at another's table. Its states are views of the seat."""

    is_elsewhere = True

    def __init__(self, messenger: Messenger) -> None:
        """Begins with the first news. Raises `UnknownName` for a game that is not known here, `UnreadableView`."""
        self.messenger = messenger
        try:
            self._begin(messenger.news[0].seen)
        except SkillboxError:
            raise
        except NONSENSE:
            raise UnreadableView("the host says what cannot be read") from None
        self._take_news()

    def _begin(self, seen: Mapping[str, Any]) -> None:
        game = find_game(str(seen["game"]))
        self.own: Seat = int(seen["seat"])
        """The seat that is played here; 0 for whoever watches."""
        people = {seat for seat, who in enumerate(seen["seats"], 1) if who == HUMAN}
        seats = tuple(
            HUMAN if seat == self.own else ELSEWHERE if seat in people else str(who)
            for seat, who in enumerate(seen["seats"], 1)
        )
        self._record = Record(game, len(seats), game.options_from(seen["options"]), seats, 0, None)
        self._states = [self._readable(seen["began"])]
        self._revision = next(_REVISIONS)
        self._undone, self._journal, self._waited_s, self.not_kept = [], None, 0.0, Words("")
        self._people = tuple(sorted(people))
        self._coming: deque[tuple[Played, Any] | int] = deque()
        """Actions that nobody has been shown yet, with the views after them, and how many were taken back."""
        self._legal: tuple[Action, ...] = ()
        self._paused: Seat | None = None
        self._wish: tuple[Seat, list[Seat]] | None = None
        """Who wants to take something back, and who has agreed."""
        self._delays_s: Mapping[Seat, float] = {}
        self._watched: DistantAttempt | None = None
        self._seen: Mapping[str, Any] = {}
        """What the host has told last."""
        self._is_ending = False
        """Whether the host was told that the attempt here is over."""
        self.here: tuple[Seat, ...] = ()
        """The seats of people who are here."""
        self.apart: tuple[Seat, ...] = ()
        """The seats in whose attempts what the host finds counts, since their machines may compute otherwise."""

    # -- what comes from the host

    def take_in(self) -> Words:
        self._take_news()
        remark, self.messenger.remark = self.messenger.remark, None
        return remark or Words("")

    def _take_news(self) -> None:
        try:
            while self.messenger.news:
                self._take(self.messenger.news.popleft())
        except SkillboxError as error:
            self._give_up(error)
        except NONSENSE:
            self._give_up(UnreadableView("the host says what cannot be read"))

    def _take(self, news: News) -> None:
        for told in news.watched:
            self._watch(told)
        if news.seen is self._seen:
            return
        seen = news.seen
        coming = [self._read(told) for told in news.happened]
        if any(isinstance(each, int) for each in coming):
            self._watched = None
        self._coming += coming
        self._legal = tuple(map(self.game.parse, seen["legal"]))
        self.here, apart = (tuple(map(self._sat, seen[key])) for key in ("here", "apart"))
        if (new := set(apart) - set(self.apart)) and self.game.kind in ("physics", "hybrid"):
            text = "The machine of player {seat} may compute attempts otherwise than the host; its result counts."
            self.messenger.remark = Words(text, seat=min(new))
        self.apart = apart
        asked_back, wish = self.asks_back, seen["undo"]
        self._paused = None if seen["paused"] is None else self._sat(seen["paused"])
        self._wish = None if wish is None else (self._sat(wish["by"]), [*map(self._sat, wish["agreed"])])
        if asked_back and not self.asks_back and not coming:
            self.messenger.remark = Words("It was not taken back.")
        late = seen["delays_s"].items()
        self._delays_s = {self._sat(int(seat)): max(0.0, min(MOST_S, float(late_s))) for seat, late_s in late}
        self._seen, self._revision = seen, next(_REVISIONS)
        if "record" in seen:
            self._take_record(seen["record"])

    def _sat(self, seat: Any) -> Seat:
        """A seat of which the host tells. Raises `ValueError`."""
        if type(seat) is not int or not 0 < seat <= len(self.seats):
            raise ValueError
        return seat

    def _give_up(self, why: SkillboxError) -> None:
        """Leaves a host that says what is no match: what was seen before stays to be seen, and why it ended."""
        self.messenger.close()
        self.messenger.state, self.messenger.why = State.GONE, why
        self.messenger.news.clear()
        self._coming.clear()
        self._legal, self._watched, self._revision = (), None, next(_REVISIONS)

    def _watch(self, told: Mapping[str, Any]) -> None:
        """Takes on what another one's hands have done, as far as all before it is known."""
        number, first, watched = int(told["attempt"]), int(told["from"]), self._watched
        samples = [tuple(map(float, sample)) for sample in told["samples"]]
        if "trace" in told and not (watched and (watched.number, watched.head) == (number, told["trace"])):
            from skill.physics.trace import Trace

            head = str(told["trace"])
            self._watched = watched = DistantAttempt(number, int(told["seat"]), Trace.parse(head), head)
        if watched and watched.number == number and 0 <= first <= len(watched.trace.samples):
            watched.trace.samples += samples[len(watched.trace.samples) - first :]

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
        self._is_ending, self._watched = False, None if self._is_of_now(self._watched) else self._watched
        if isinstance(following, int):
            return self._take_back(following)
        line, view = following
        self._check_told(line, view)
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
            self._give_up(UnreadableView("the host takes back what was not done"))
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
        view, by = self._readable(told["view"]), _seat_of(told["by"])
        if "action" in told:
            return Played(by, self.game.parse(told["action"])), view
        if "told" in told:  # all may know that it was done, and the view shows what of it may be seen
            return Played(by, FILL(self.game.pyramid(view))), view
        secret = self.game.secrets(self._record.options)
        verb = next(verb for verb in self.game.verbs if verb.name in secret)
        return Played(by, Action((verb.name, *map(BLANK.get, verb.fields)))), view

    def _readable(self, data: Any) -> Any:
        """The view that this is, of which the rules can be asked all that a screen asks. Raises `UnreadableView`."""
        game, view = self.game, unpacked(data, self.game)
        try:
            if getattr(view, "players", self._record.players) != self._record.players:  # to which rules count
                raise ValueError
            turn, scores = game.to_move(view), game.scores(view)
            seat = turn.seat if isinstance(turn, AttemptSpec) else turn
            if len(scores) != self._record.players or (isinstance(seat, int) and not 0 < seat <= len(scores)):
                raise ValueError
            own = self.own or 1
            for ask in (game.result, game.block, game.pyramid):
                ask(view)
            asks = (game.sides_seen, game.facts, game.goal_cells, game.page)
            for ask_for in (*asks, game.goal_line, game.labels, game.announced, game.held):
                ask_for(view, own)
            for each in range(1, len(scores) + 1):
                game.standing(view, each)
        except Exception:
            raise self._no_position() from None
        return view

    def _no_position(self) -> UnreadableView:
        return UnreadableView("the host shows what is no position of {game}", game=Words(self.game.title))

    def _check_told(self, line: Played, after: Any) -> None:
        """Gives the host up if the rules cannot tell what came of an action. Raises `UnreadableView`."""
        game, before, (by, action) = self.game, self.state, line
        if action.verb in game.secrets(self._record.options) and by != self.own:
            return
        try:
            game.told(before, action, by, after)
            game.notes(before, action, by, after)
            game.stages(before, action, after)
        except Exception:
            self._give_up(self._no_position())
            raise self._no_position() from None

    def _take_record(self, text: str) -> None:
        try:
            self.whole = parse_record(text, "")
        except SkillboxError:
            self.whole = None  # of another version; the match can be seen all the same

    def drop_last(self) -> bool:
        if not self.played or self.messenger.state is State.GONE:
            return False
        self._take_back(1)
        self._give_up(self._no_position())
        return True

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

    # -- attempts

    @property
    def attempt(self) -> DistantAttempt | None:
        for attempt in (self.messenger.begun, self._watched):
            if self._is_of_now(attempt):
                return attempt
        return None

    def _is_of_now(self, attempt: DistantAttempt | None) -> bool:
        turn = self.turn
        return (
            attempt is not None
            and attempt.number == len(self.played)
            and isinstance(turn, AttemptSpec)
            and turn.seat == attempt.seat
        )

    @property
    def may_try(self) -> bool:
        attempt = self.attempt
        is_own = attempt is not None and attempt.seat == self.own
        return is_own and not (self._is_behind or self._is_ending or self._paused)

    def try_by(self, running: AttemptRun) -> None:
        self.messenger.try_by(running.trace.samples)

    def end_attempt(self, running: AttemptRun) -> bool:
        attempt = self.attempt
        if attempt is not None and attempt.seat == self.own and not self._is_ending:
            self._is_ending = True
            self.messenger.end(str(running.report()))
        return self.has_news

    def ask_trace(self, number: int) -> bool:
        if self.result is None and hides(self.game, self._record.options):
            return False
        self.messenger.ask_trace(number)
        return True

    def take_traces(self) -> Sequence[Trace]:
        traces = self.messenger.traces
        return [traces.popleft() for _ in range(len(traces))]

    # -- hints

    @property
    def gives_hints(self) -> bool:
        return bool(self.own) and bool(self._seen.get("hints"))

    @property
    def is_asking_hint(self) -> bool:
        return self.messenger.is_asking_hint

    def ask_hint(self) -> None:
        self.messenger.ask_hint()

    def take_hint(self) -> Hint | None:
        told, self.messenger.hint = self.messenger.hint, None
        return None if told is None else read_hint(self.game, told)

    @property
    def _is_behind(self) -> bool:
        """Whether the host knows of more than is shown here, or is being asked."""
        return self.messenger.is_asking or bool(self.messenger.news) or self.has_news

    @property
    def paused_by(self) -> Seat | None:
        return self._paused

    @property
    def delays_s(self) -> Mapping[Seat, float]:
        return self._delays_s if self.turn is ANYONE else {}

    @property
    def wants_back(self) -> Seat | None:
        return self._wish[0] if self._wish and self.own and self.own not in self._wish[1] else None

    @property
    def asks_back(self) -> bool:
        return self._wish is not None and self._wish[0] == self.own

    def agree_on(self, what: str) -> None:
        self.messenger.agree_on(what)

    @property
    def can_undo(self) -> bool:
        return bool(self.own) and self.turn is not None and not self._is_behind and super().can_undo

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
