"""A match as it runs on screen: phases, pauses, bots, races, attempts, undo. No pygame: the screen asks and tells it.

`paused` stops time in any phase. `viewpoint` says what may be seen and to whom the screen must be handed first. Besides
the match an attempt can be practised any number of times, and the last one shown again; neither changes the match.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from itertools import takewhile
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.app.play.attempts.runner import AttemptEnd, AttemptRunner, Physics, Purpose
from skill.app.play.match.phase import TIMED, Phase, phase_of
from skill.app.play.match.viewpoint import Viewpoint
from skill.app.settings.bot_pace import AT_ONCE, QUICK, WAIT, pace_now
from skill.app.settings.own_rolls import BY_YOU, rolls_now
from skill.bots.decision import Decision, Thinker, decided_in_turn
from skill.bots.registry import HUMAN, takes_time
from skill.draw.plain_dice import AS_USUAL, Lying
from skill.errors import SkillboxError, Unavailable
from skill.lattice.notation import ATTEMPT, PLACE, REMOVE, REROLL, ROLL, ROLLS, Action
from skill.lattice.pyramid import Pyramid
from skill.rules.game import ANYONE, CHANCE, AttemptSpec, Seat
from skill.rules.race import as_race
from skill.rules.shared.throws import SHOW
from skill.rules.telling import Note
from skill.table.match import Match
from skill.table.race import Referee

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun

BOT_PAUSE_S = 0.55  # so that eyes can follow
BETWEEN_ROUNDS_S = 2.5  # of a race, to see what was found
MOST_OF_ROLL = 6  # dice that a bot decides about at one go
LOOK_S = 1.8  # before a bot's hands begin, to see what came of the attempt before
READ_S = 2.5  # before anybody acts after a roll of a person's own that left nothing to do, or what is to be remembered
ROUND_S = 4.0  # for all that bots and chance do from one act of a person to the next, thinking not counted
MOST_HURRY = 40.0  # how much faster than at a walk
HURRY = {QUICK: 3.0, AT_ONCE: MOST_HURRY}
MOST_ALONE = 40  # acts of bots and chance from one act of a person to the next, before they wait for one
MOST_UNATTENDED, MOST_UNATTENDED_S = 2, 150.0  # rounds of a race, and seconds, in which no person does anything
MOST_RACED_S = 0.1  # of a frame that count in a race, for all seats: people see nothing of it before it is drawn
DOT_S = 0.35  # from one dot to the next while somebody thinks
ROLLED = frozenset({ROLL.name, ROLLS.name, SHOW.name})
"""What dice come to that are rolled."""


class Happening(NamedTuple):
    """Something for eyes and ears: the heap before and after an action, and who did it."""

    action: Action
    seat: Seat | None
    before: Pyramid
    after: Pyramid
    is_practice: bool = False
    """An attempt that was no part of the match."""
    stages: tuple[Pyramid, ...] = ()
    """The heaps between, one after another, the last of them `after`; empty where nothing follows by itself."""
    is_seen: bool = False
    """An attempt that was seen as it was made."""
    notes: tuple[Note, ...] = ()
    """What is told over the heap for a moment."""


class Runtime:
    """Runs one match. `new_match` makes it, and makes it again at a restart."""

    def __init__(self, new_match: Callable[[], Match], physics: Physics = Physics()) -> None:  # noqa: B008 (frozen)
        self._new_match = new_match
        self.match = new_match()
        self.thinker = Thinker()
        """Who thinks for bots, and for people who want a hint."""
        self.rehearser = Thinker()
        """Who rehearses what people's hands are about to do."""
        self.paused = False
        self.was_unseen = False
        """Whether time stopped by itself, since nobody could see it pass."""
        self.was_unattended = False
        """Whether it did since nobody has done anything in a race."""
        self.is_to_begin = False
        """Whether it has not begun yet, since nobody has said that he is ready."""
        self.attempts = AttemptRunner(physics, self._note_attempt)
        self.happenings: list[Happening] = []
        """What the screen has not shown yet; the screen empties it."""
        self._waited_s = 0.0
        self._clock_s = 0.0
        self._acted_s: dict[str, float] = {}
        self._without_bot = 0
        """The revision of the match at which a bot did not know how to try."""
        self._round_s = 0.0
        """For how long bots and chance have acted since a person did."""
        self.is_round = False
        """Whether it was one of them that acted last."""
        self._alone = 0
        """How many acts of them that is."""
        self._all_rolled: tuple[Match, bool] | None = None
        """Of a match whether dice decide all in it."""
        self._drawn_next: tuple[int, str, Seat | None] = (-1, "", None)
        """At a revision of the match what chance does next, and whose dice it rolls."""
        self._rolled_away: tuple[int, bool | None] = (-1, None)
        """At a revision of the match whether a roll that has ended a turn was a person's; None where none has."""
        self._to_remember: tuple[Match | None, int, bool] = (None, -1, False)
        """Of a match at a revision whether what was done last is to be remembered."""
        self._may_go_on = False
        """Whether a person has had the next act of a bot come."""
        self._raced_s = 0.0
        self._unattended, self._unattended_s = 0, 0.0
        """How many rounds of a race have ended, and how long it went on, since a person did anything."""
        self._rests_s = 0.0
        """For how long the next round of a race does not begin."""
        self._referee: Referee | None = None
        self._refereed = 0
        """The revision of the match that the referee knows."""
        self.ended: AttemptEnd | None = None
        """A person's attempt that has come to its end, until the screen takes it from here."""
        self._lasted = (-1, 0.0)
        """The revision of the match right after the last attempt, and how long that went on."""
        self._tried: Any = None
        """Of a match at another machine the attempt that was begun or shown last."""
        self.viewpoint = Viewpoint(self)
        self._left: dict[int, tuple[Action, Lying]] = {}
        """By the number of actions up to them: reports of attempts, and how dice lay after these."""

    # -- looking

    @property
    def lasted_s(self) -> float | None:
        """How long the attempt went on that was made last; None if anything was done in the match since."""
        revision, seconds = self._lasted
        return seconds if revision == self.match.revision else None

    @property
    def phase(self) -> Phase:
        """What the match waits for now."""
        return phase_of(self.match, attempt_runs=self.attempts.running is not None)

    @property
    def lying(self) -> Lying:
        """How dice lie whose orientation the rules leave open: as the last attempt of this sitting left them."""
        played = self.match.played
        for number in sorted(self._left, reverse=True):
            report, lying = self._left[number]
            if number <= len(played) and played[number - 1].action == report:  # and not taken back since
                return lying
        return AS_USUAL

    @property
    def is_bot_turn(self) -> bool:
        """Whether a bot is to move or to try, and knows how."""
        seat = self.match.seat
        return seat is not None and self.match.player(seat) != HUMAN and not self.stands_in

    @property
    def is_bot_thinking(self) -> bool:
        """Whether a bot is thinking about the action that it chooses next."""
        return self.thinker.is_thinking and self.is_bot_turn

    @property
    def dots(self) -> str:
        """One to three, as time goes by: whoever sees them sees that something is being worked out."""
        return "." * (1 + int(self._clock_s / DOT_S) % 3)

    @property
    def stands_in(self) -> bool:
        """Whether a person has to try for a bot that does not know how."""
        return self._without_bot == self.match.revision

    @property
    def can_drop(self) -> bool:
        """Whether an attempt runs that can be dropped: at the table of another machine there is one try."""
        is_there_for_good = self.match.is_elsewhere and self.attempts.purpose is Purpose.MATCH
        return self.attempts.running is not None and not is_there_for_good

    @property
    def can_practise(self) -> bool:
        """Whether the attempt that is asked for can be practised now."""
        if self.attempts.running is not None:
            return self.attempts.purpose is Purpose.PRACTICE
        return self.phase is Phase.READY and not self.is_bot_turn

    @property
    def can_replay(self) -> bool:
        """Whether there is an attempt to be shown again, and time for it."""
        free = self.attempts.running is None and not self.is_bot_turn and self.phase is not Phase.ITSELF
        return free and self.attempts.last_trace(self.match) is not None

    @property
    def needs_time(self) -> bool:
        """Whether anything happens by itself: if not, nobody needs to call `advance`."""
        happens = self.phase in (Phase.ITSELF, Phase.HANDS, Phase.RACE) or self.is_bot_turn
        if self.match.is_elsewhere:
            attempts = self.attempts
            tries = attempts.running is not None and not (attempts.is_waiting or self._is_held_elsewhere)
            happens = tries or self._is_to_be_watched or self.match.has_news or self.phase is Phase.RACE
        happens = happens and not self.waits_for_key
        return not self.paused and (happens or self.thinker.is_thinking)

    @property
    def waits_for_key(self) -> bool:
        """Whether the next act of a bot, or a roll, waits until a person has it come."""
        if self.phase is not Phase.ITSELF or self._may_go_on or not self.viewpoint.people or self.match.is_elsewhere:
            return False
        if self.match.seat is None:
            return self.waits_for_roll
        return pace_now() == WAIT or self._alone >= MOST_ALONE

    @property
    def waits_for_roll(self) -> bool:
        """Whether dice are to be rolled by a person: those of his own turn, unless he prefers that they roll by
        themselves; and in a match in which dice decide all any, so that he does anything in it."""
        match = self.match
        if match.is_elsewhere or self.phase is not Phase.ITSELF:
            return False
        verb, seat = self._chance_next
        if verb not in ROLLED:
            return False
        if self.dice_decide:
            return bool(self.viewpoint.people)
        return rolls_now() == BY_YOU and seat is not None and match.player(seat) == HUMAN

    @property
    def dice_decide(self) -> bool:
        """Whether dice decide all in the match, whoever rolls them."""
        match = self.match
        if self._all_rolled is None or self._all_rolled[0] is not match:
            game = match.game
            self._all_rolled = match, game.kind == "turns" and not game.all_actions(match.record.options)
        return self._all_rolled[1]

    @property
    def drawn_next(self) -> str:
        """The verb of what chance does next; empty where it has no turn, or more outcomes than can be listed."""
        return self._chance_next[0]

    @property
    def _chance_next(self) -> tuple[str, Seat | None]:
        """That verb, and the seat whose dice chance rolls for its turn."""
        match = self.match
        if self._drawn_next[0] != match.revision:
            verb, seat = "", None
            if match.turn is CHANCE and (moves := match.moves()):
                verb = moves[0].verb
                is_asked_for = bool(match.played) and match.played[-1].action.verb == REROLL.name
                seat = None if is_asked_for or match.game.kind == "race" else match.game.doer(match.state, None)
            self._drawn_next = match.revision, verb, seat
        return self._drawn_next[1:]

    @property
    def hurry(self) -> float:
        """How much faster than at a walk bots act, and what they do is seen: as preferred, and the faster the longer
        their round has gone on, so that it ends in time."""
        if not (self.is_round and self.viewpoint.people) or self.is_own_roll_to_be_seen:
            return 1.0
        left = 1.0 if self.is_to_be_remembered else max(1.0 / MOST_HURRY, 1.0 - self._round_s / ROUND_S)
        return min(MOST_HURRY, HURRY.get(pace_now(), 1.0) / left)

    @property
    def rests(self) -> bool:
        """Whether a round of a race is over and the next one has not begun."""
        return self._rests_s > 0

    @property
    def is_stopped(self) -> bool:
        """Whether time stands still until a person here has it go on."""
        return self.paused or (self.match.paused_by is not None and bool(self.viewpoint.people))

    @property
    def out(self) -> frozenset[Seat]:
        """Who must wait for the next round of the race because of a mistake."""
        match = self.match
        if match.turn is not ANYONE:
            return frozenset()
        seats = range(1, len(match.seats) + 1)
        return frozenset(seat for seat in seats if as_race(match.game).is_out(match.state, seat))

    @property
    def is_timed(self) -> bool:
        """Whether time counts for or against a person now."""
        return not self.paused and self.phase in TIMED and not self.is_bot_turn

    # -- time

    def pass_round(self, elapsed_s: float) -> None:
        """So much time has passed in which what bots did was to be seen."""
        is_passing = self.is_round and not self.paused and not self.thinker.is_thinking
        if is_passing and not (self.is_own_roll_to_be_seen or self.is_to_be_remembered):
            self._round_s += elapsed_s

    def go_on(self) -> bool:
        """A person has the next act of a bot come; whether one waited for that."""
        if not self.waits_for_key:
            return False
        self._may_go_on, self._round_s, self._alone = True, 0.0, 0
        return True

    def attend(self) -> None:
        """A person does something, be it only looking."""
        self._unattended, self._unattended_s = 0, 0.0

    def _person_acts(self) -> None:
        self.attend()
        self._round_s, self.is_round, self._alone, self._may_go_on = 0.0, False, 0, False

    def _others_act(self) -> None:
        self._may_go_on, self.is_round, self._alone = False, True, self._alone + 1

    def advance(self, elapsed_s: float, sample: Callable[[], Any]) -> int:
        """Lets `elapsed_s` seconds pass; `sample` gives a person's input for one step. Returns the number of steps."""
        if self.paused or self.waits_for_key:
            return 0
        if self.phase is Phase.RACE:
            elapsed_s = min(elapsed_s, MOST_RACED_S)
        self._clock_s += elapsed_s
        if self.match.is_elsewhere:
            return self._advance_elsewhere(elapsed_s, sample)
        if self.phase is Phase.HANDS:
            return self.attempts.advance(elapsed_s, sample)
        if self.phase is Phase.RACE:
            self._raced_s += elapsed_s
            self._unattended_s += elapsed_s
            self._note(lambda: self._race().advance(self._raced_s))
            self._refereed = self.match.revision
            if self.match.turn is CHANCE:  # what was found is seen, and the next round begins once its dice lie still
                self._rests_s, self._round_s, self.is_round = BETWEEN_ROUNDS_S, 0.0, False
            self._unattended += self.match.turn is not ANYONE
            if self._unattended >= MOST_UNATTENDED or self._unattended_s >= MOST_UNATTENDED_S:
                self.paused = self.was_unattended = self.match.game.kind == "race" and self.match.turn is not None
            return 0
        if self.rests:
            self._rests_s -= elapsed_s
            return 0
        if self.phase is Phase.ITSELF or (self.phase is Phase.READY and self.is_bot_turn):
            self._waited_s += elapsed_s
            is_at_once = self.match.seat is None and self._is_own_roll_away is None and not self.is_to_be_remembered
            if is_at_once or self._waited_s >= self._bot_pause_s:
                self._waited_s = 0.0
                if self.phase is Phase.READY:
                    self.begin_attempt()
                elif self.match.seat is None:
                    self.is_round = True
                    self._may_go_on = self._may_go_on and not self.waits_for_roll
                    self._note(self.match.step)
                else:
                    self._step_bot()
        return 0

    @property
    def _is_own_roll_away(self) -> bool | None:
        """Of a roll after which it is another player's turn, and which is to be seen, whether it was a person's. None
        after any other act, and after a bot's roll that has changed the plate."""
        match, game = self.match, self.match.game
        if self._rolled_away[0] != match.revision:
            is_own = None
            if match.played and not match.played[-1].by and match.played[-1].action.verb in (ROLL.name, ROLLS.name):
                before, now = match.state_at(len(match.played) - 1), match.state
                if (seat := game.doer(before, None)) != game.doer(now, None):
                    is_person = seat is not None and seat in self.viewpoint.people
                    is_own = is_person if is_person or game.pyramid(before) == game.pyramid(now) else None
            self._rolled_away = match.revision, is_own
        return self._rolled_away[1]

    @property
    def is_own_roll_to_be_seen(self) -> bool:
        """Whether a person's roll that ended the turn is to be read: at leisure, whatever the pace of bots."""
        return self._is_own_roll_away is True

    @property
    def is_to_be_remembered(self) -> bool:
        """Whether what was done last has shown something that all have to remember, and that is seen until the next
        act: each time it can be read, however many bots act."""
        match = self.match
        if self._to_remember[:2] != (match, match.revision):
            seat, last = self.viewpoint.seat, match.played[-1].action.verb if match.played else ""
            facts = match.game.facts(match.view(seat), seat) if match.turn is not None else ()
            self._to_remember = match, match.revision, any(f.fades and f.fades[0] == last for f in facts)
        return self._to_remember[2]

    @property
    def _bot_pause_s(self) -> float:
        """How long whoever acts next by itself waits: what came of an attempt is to be seen before another begins."""
        match = self.match
        is_next_attempt = self.phase is Phase.READY and match.played and match.played[-1].action.verb == ATTEMPT.name
        if self.is_own_roll_to_be_seen or self.is_to_be_remembered:
            return READ_S
        is_to_be_seen = is_next_attempt or self._is_own_roll_away is not None
        return max(BOT_PAUSE_S, LOOK_S / HURRY.get(pace_now(), 1.0)) if is_to_be_seen else BOT_PAUSE_S

    def _advance_elsewhere(self, elapsed_s: float, sample: Callable[[], Any]) -> int:
        """The same where another machine decides: hands here try, those of others are seen, or news are shown."""
        match, attempts = self.match, self.attempts
        if self._is_to_be_watched:
            self._tried = match.attempt  # before: what cannot be shown here is tried once
            attempts.watch(match)
        if attempts.running is None:
            self._show_news(elapsed_s)
            return 0
        if attempts.purpose is not Purpose.MATCH:
            return attempts.advance(elapsed_s, sample)
        is_own_cut_off = match.has_news and not (attempts.running.done or self.is_bot_turn)
        if match.attempt is not self._tried or is_own_cut_off:
            attempts.drop()  # it is not asked for any more
            return 0
        if self._is_held_elsewhere:
            return 0
        try:
            return attempts.advance(elapsed_s, sample)
        except SkillboxError:
            attempts.drop()
            raise

    @property
    def _is_to_be_watched(self) -> bool:
        """Whether others have begun to try something that is not shown yet."""
        attempt = self.match.attempt
        is_new = attempt is not None and attempt is not self._tried
        return is_new and self.attempts.running is None and self.is_bot_turn and self.phase is Phase.ITSELF

    @property
    def _is_held_elsewhere(self) -> bool:
        """Whether all at the tables of other machines stand still, and what counts here with them."""
        return self.match.paused_by is not None and self.attempts.purpose is Purpose.MATCH

    def _show_news(self, elapsed_s: float) -> None:
        """Shows the next action of which another machine has told; in a race all of them."""
        match = self.match
        self._waited_s = self._waited_s + elapsed_s if match.has_news else 0.0
        while match.has_news:
            by = match.next_by
            is_by_person = by in self.viewpoint.people
            if not (by is None or is_by_person or self.phase is Phase.RACE or self._waited_s >= BOT_PAUSE_S):
                return
            self._waited_s, self.is_round = 0.0, not is_by_person
            self._note(match.step)
            if self.phase is not Phase.RACE:
                return

    def think(self) -> None:
        """Has the bot whose turn it is begin to think, if it takes its time; meanwhile anything may be seen."""
        seat = self.match.seat
        if self.phase is not Phase.ITSELF or seat is None or self.paused or self.match.is_elsewhere:
            return
        if takes_time(self.match.player(seat)):
            self.thinker.ask(self._thought, decided_in_turn, lambda: self._asked(seat))

    def _asked(self, seat: Seat) -> tuple[Decision, tuple[str, ...]]:
        """What the bot at the seat is to decide, and the seeds of what it decides along with it: its other dice."""
        match = self.match
        is_roll = match.view(seat) is match.state and self._goes_on_with_roll(seat)
        return match.decision(), match.seeds_after(f"seat {seat}", MOST_OF_ROLL - 1) if is_roll else ()

    @property
    def _thought(self) -> Hashable:
        """What the bot whose turn it is thinks about."""
        return (self.match.revision, "move")

    def _step_bot(self) -> None:
        """The bot whose turn it is acts, unless it is still thinking."""
        seat = self.match.seat
        assert seat is not None
        if not self._acted(seat):
            self._waited_s = BOT_PAUSE_S
            return
        while self._goes_on_with_roll(seat) and self._acted(seat):
            pass

    def _acted(self, seat: Seat) -> bool:
        """Has the bot at the seat act; whether it was not still thinking."""
        match = self.match
        if not takes_time(match.player(seat)):
            self._others_act()
            self._note(match.step)
            return True
        self.think()
        if (actions := self.thinker.answer(self._thought)) is None:
            return False
        for action in actions:
            self._others_act()
            self._note(partial(match.play, action, seat))
        return True

    def _goes_on_with_roll(self, seat: Seat) -> bool:
        """Whether a bot has dice to place or take for its roll, which are seen together."""
        match = self.match
        if match.seat != seat or self.phase is not Phase.ITSELF or pace_now() == WAIT:
            return False
        own = list(takewhile(lambda line: line.by == seat, reversed(match.played)))
        before = match.played[-1 - len(own)] if len(own) < len(match.played) else None
        if before is None or before.by is not None or before.action.verb not in (ROLL.name, ROLLS.name):
            return False
        verbs = {line.action.verb for line in own[:1]} or {action.verb for action in match.moves()}
        return verbs <= {PLACE.name, REMOVE.name}

    def since_s(self, verb: str) -> float:
        """Seconds since the last action with a verb, pauses not counted; endless if it was before this sitting."""
        return self._clock_s - self._acted_s.get(verb, -inf)

    # -- what people do

    def choose(self, action: Action) -> None:
        """Plays a person's action. Raises `IllegalMove`, and nothing has changed."""
        self._person_acts()
        self._note(lambda: self.match.play(action))

    def claim(self, seat: Seat, action: Action) -> bool:
        """In a race: a person at `seat` acts now. Whether the hand was free to; who was first is judged in time."""
        self._person_acts()
        if self.match.is_elsewhere:
            self.match.play(action, seat)
            return True
        return self.phase is Phase.RACE and not self.paused and self._race().claim(seat, action, self._raced_s)

    def _race(self) -> Referee:
        """The referee of the race; another one once anybody else has changed the match."""
        revision = self.match.revision
        if self._referee is None or self._refereed != revision:
            self._referee, self._refereed = Referee(self.match, self._raced_s, deals=False), revision
        return self._referee

    def begin_attempt(self) -> None:
        """Begins the attempt that the match asks for.

        Raises `Unavailable` where there is no physics, or no bot that knows how: then a person `stands_in`.
        """
        if self.phase is not Phase.READY:
            return
        self._tried = self.match.attempt
        self.attempts.begin(self.match)
        if self.is_bot_turn:
            self._round_s = 0.0  # hands take the time that they need, and what follows is seen as ever
            try:
                self.attempts.give_to_bot(self.match)
            except Unavailable:
                self._without_bot = self.match.revision
                raise

    @property
    def can_leave_to_chance(self) -> bool:
        """Whether chance may do what a person's attempt is asked for, after one in vain."""
        turn, is_mine = self.match.turn, self.phase is Phase.READY and not (self.is_bot_turn or self.match.is_elsewhere)
        return is_mine and not self.paused and isinstance(turn, AttemptSpec) and turn.to_chance > 0

    def leave_to_chance(self) -> None:
        """Has chance do what the attempt is for, by giving up as often as that needs. Raises `Unavailable`."""
        told = len(self.happenings)
        while self.can_leave_to_chance:
            self.begin_attempt()
            self.attempts.give_up()
            self.attempts.close()
        del self.happenings[told:]
        self.ended = None

    def practise(self) -> None:
        """Begins the attempt that is asked for, or begins it anew, outside the match. Raises `Unavailable`."""
        if self.can_practise:
            self.attempts.practise(self.match)

    def replay(self) -> None:
        """Shows the last attempt again, in a new world. Raises `Unavailable`."""
        if self.can_replay:
            self.attempts.replay(self.match)

    def toggle_pause(self) -> None:
        """Stops or starts time. What was being thought is thought again from the beginning, and comes out the same."""
        if self.match.is_elsewhere:  # time is the host's
            self.match.agree_on("pause" if self.match.paused_by is None else "resume")
            return
        self.paused, self.was_unseen, self.was_unattended, self.is_to_begin = not self.paused, False, False, False
        self.attend()
        self.thinker.drop()

    def wait_until_ready(self) -> None:
        """In a race that counts from its first moment: time stands still until a person has it go on."""
        match = self.match
        if match.game.kind == "race" and match.turn in (CHANCE, ANYONE) and self.viewpoint.people:
            self.paused = self.is_to_begin = not match.is_elsewhere

    def stop_unseen(self) -> None:
        """Stops time if it counts now: nobody can see it pass."""
        if self.match.is_elsewhere:
            counts = self.phase is Phase.HANDS and self.attempts.purpose is Purpose.MATCH
            if counts and self.is_timed and self.match.paused_by is None:
                self.toggle_pause()  # a race goes by the clock of the other machine
        elif self.is_timed:
            self.toggle_pause()
            self.was_unseen = True

    def undo(self) -> bool:
        """Takes back the last action of a person, or drops an attempt that runs; whether anything changed."""
        if self.can_drop:
            self.attempts.drop()
            return True
        if self.attempts.running is not None:
            return False
        self._acted_s.clear()
        self._rests_s = 0.0
        self._person_acts()
        return self._note(self.match.undo)

    def redo(self) -> bool:
        """Plays again what was taken back; whether there was anything."""
        return self.attempts.running is None and self._note(self.match.redo)

    def restart(self) -> None:
        """Begins a new match of the same game with the same seats."""
        self.close()
        self.match = self._new_match()
        self.paused, self.was_unseen, self.was_unattended, self.is_to_begin = False, False, False, False
        self._waited_s = 0.0
        self._rests_s = 0.0
        self._person_acts()
        self.attempts.forget()
        self.happenings.clear()
        self._left.clear()
        self.ended, self._lasted = None, (-1, 0.0)
        self._acted_s.clear()
        self.viewpoint.reset()

    def close(self) -> None:
        """Lets go of an attempt and of a bot that thinks; an attempt that is done is finished first."""
        self.thinker.close()
        self.rehearser.close()
        self.attempts.close()

    # -- noting

    def _note_attempt(self, running: AttemptRun, purpose: Purpose) -> None:
        """Takes on the report of an attempt that has ended."""
        if purpose is not Purpose.REPLAY and self.match.seat is not None and not self.is_bot_turn:
            self.ended = AttemptEnd(self.match.seat, purpose, running.report(), running.time_s)
        if purpose is Purpose.PRACTICE:
            heap = self.viewpoint.pyramid()
            self.happenings.append(Happening(running.report(), self.match.seat, heap, heap, is_practice=True))
        elif purpose is Purpose.MATCH:
            if not self.is_bot_turn:
                self._person_acts()
            left = self.attempts.physics.left(running, self.lying)
            number = len(self.match.played) + 1
            self._note(lambda: self.attempts.physics.finish(self.match, running))
            report = self.match.played[number - 1].action
            self._left[number] = (report, left)
            if self.ended:
                self.ended = self.ended._replace(report=report)
            self.happenings = [
                told._replace(is_seen=True) if told.action == report else told for told in self.happenings
            ]
        if purpose is not Purpose.REPLAY:
            self._lasted = (self.match.revision, running.time_s)

    def _note(self, change: Callable[[], Any]) -> bool:
        """Carries out a change and notes what there is to see of it; the change's own answer."""
        self.thinker.drop()  # whatever is thought about is no more, or has been answered
        before, count = self.viewpoint.unveiled(), len(self.match.played)
        answer = change()
        after = self.viewpoint.unveiled()
        self.viewpoint.settle()
        for number, line in enumerate(self.match.played[count:], count + 1):
            self._acted_s[line.action.verb] = self._clock_s
            is_last = number == len(self.match.played)  # what several actions in one moment do is seen at once
            happening = Happening(line.action, line.by, before, after if is_last else before)
            is_told = not (self.viewpoint.is_veiled or self.match.is_secret(number, self.viewpoint.seat))
            self.happenings.append(self._told(happening, number) if is_told else happening)
        return bool(answer)

    def _told(self, happening: Happening, number: int) -> Happening:
        """The same with what the game tells of it to whoever looks; `number` counts the actions up to it."""
        match, seat, action = self.match, self.viewpoint.seat, happening.action
        before, after = (match.game.view(match.state_at(n), seat) for n in (number - 1, number))
        stages = tuple(match.game.stages(before, action, after))
        if len(stages) < 2 or stages[-1] != happening.after:
            stages = ()
        return happening._replace(stages=stages, notes=tuple(match.game.notes(before, action, happening.seat, after)))
