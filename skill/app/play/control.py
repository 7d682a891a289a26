"""A match on screen without its window: it carries out acts, collects texts and sounds, keeps the match. No pygame."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from skill.app.i18n import told, tr
from skill.app.input import actions
from skill.app.input.actions import NUMBERS, Act
from skill.app.input.device import Device
from skill.app.play.attempts.elsewhere import Elsewhere
from skill.app.play.attempts.runner import Physics, Purpose
from skill.app.play.hands import AttemptControl
from skill.app.play.match import under_way
from skill.app.play.match.board import Board
from skill.app.play.match.broken_record import Broken, broken_record
from skill.app.play.match.choices import Pixel, Place
from skill.app.play.match.daily import day_of
from skill.app.play.match.evening import note_begun, note_finished
from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import Happening, Runtime
from skill.app.play.match.setup import Setup, begin, finish_attempt, put_away, take_up
from skill.app.play.match.turn import Seen, Turn, idle_acts
from skill.app.play.said.actions import asked_again, rule_line
from skill.app.play.said.card import AttemptCard, attempt_card, attempt_end, has_card
from skill.app.play.said.hint import hint_text
from skill.app.play.said.log import Log, reader, sentences
from skill.app.play.said.overlay import Overlay, overlay
from skill.app.play.said.panel import PanelText, hands_in_brief, panel_text
from skill.app.play.said.refusal import refusal_line
from skill.app.play.said.result import ranking
from skill.app.play.said.words import said
from skill.app.play.settling import Settling
from skill.app.play.view import MatchView
from skill.app.settings.engine import engine_now
from skill.app.settings.knocks import OTHER_DICE, PLATE, TABLE, Contact, stuff_of
from skill.app.settings.players import given_name_of
from skill.app.settings.sound import Rattle
from skill.bots.registry import HUMAN, takes_time
from skill.errors import SkillboxError, Words, words_of
from skill.lattice.cells import LEVEL
from skill.lattice.notation import ATTEMPT, Action
from skill.rules.fact import Player, fact
from skill.rules.game import Seat
from skill.rules.page import Page
from skill.rules.shared.attempts import AttemptGame
from skill.table.attempts import last_trace
from skill.table.evening import Evening
from skill.table.match import Match
from skill.table.record import OPEN, Record
from skill.table.store import Store

MOST_KNOCKS = 2  # that are heard of dice that touch down in one frame
LIES_S = 1.5  # for which a die lies as it fell whose throw does not count
REST_S = 0.4  # after an attempt, and after its card, in which none begins
NEW_RULE_S = 3.0  # for which another rule stands out that decides from now on
REFUSED_S = 4.0  # for which it is told why a click was in vain
READ_S = 1.5  # after which it covers nothing any longer that is pointed at
CHOOSES = frozenset({*actions.NUMBERS, *actions.SEATS, *actions.CALLS})
MOST_SAVED = 8  # matches that are offered


class PlaySound(Protocol):
    """Starts a sound, as `skill.app.settings.sound.Sounds.play` does."""

    def __call__(self, name: str, volume: float = 1.0, contact: Contact = ...) -> object:
        """Starts the sound of that name, with a volume from 0 to 1; of a knock it is told what strikes what."""


class MatchControl:
    """One match. The screen passes acts and time on to it, and shows what it says.

    After every act `follow` takes on what the match asks for then.
    """

    def __init__(self, setup: Setup, store: Store, play_sound: PlaySound) -> None:
        """Raises `SkillboxError` where the match cannot begin."""
        self._setup, self._store, self._play_sound = setup, store, play_sound
        self._journal: Path | None = None
        self._is_kept = True
        finish = partial(finish_attempt, store=store)
        kept = partial(last_trace, folder=store.folder / "journals")
        self._elsewhere = Elsewhere(setup.match) if setup.match else None
        physics = self._elsewhere.physics if self._elsewhere else Physics(finish=finish, kept=kept)
        self.runtime = Runtime(self._new_match, physics)
        thinkers = (who for seat in setup.seats for who in seat.split("+") if who != HUMAN)
        if not setup.match and any(map(takes_time, thinkers)):
            self.runtime.thinker.warm()
        self.turn = Turn(self.runtime)
        self.board = Board(self.runtime, self.turn)
        self.attempt = AttemptControl(self.runtime, self.runtime.rehearser)
        self.log = Log()
        self.view = MatchView(self.runtime, self.board, self.attempt)
        match = self.runtime.match
        self._message = ""
        if not setup.is_kept:
            self.say(tr("Now it is your turn. This match is for trying: it is neither scored nor kept."))
        if self._journal is not None and under_way.take(self._journal):
            self.say(told(under_way.words(match.game)))
        self._is_marked = False
        """Whether it is kept that an attempt is under way."""
        self._rattle = Rattle()
        self._warned: Match | None = None
        """The match of which it was said that it is not kept."""
        self._best: tuple[str, float | None] | None = None
        """An engine and the best time with it, once they are asked for."""
        self._followed: tuple[Any, ...] = ()
        self._is_over = False
        self.card: AttemptCard | None = None
        """What is told of the last attempt, until `close_card`; meanwhile nothing goes on."""
        self.is_practice = False
        """Whether an attempt that is begun is for practice, as a guide asks."""
        self._rests_s = 0.0
        """For how long no attempt begins."""
        self._lies_s = 0.0
        """For how long it is still seen what came of an attempt in vain."""
        self._settling = Settling(self.runtime)
        self._refused: tuple[Pixel | None, float, str] | None = None
        """Where in the window the last click was in vain, None for a key, for how long that is still told, seconds, and
        why. Also that giving up is to be chosen again."""
        self.label_told = ""
        """What the label tells that is pointed at."""
        self._again: tuple[object, ...] = ()
        """What was chosen once, and is done if it is chosen again: the revision of the match, who and what."""
        self._again_text = ""
        self._rule, self._new_rule_s = "", 0.0
        """The rule told last that decides, and for how long it still stands out, seconds."""
        self.record_broken: Broken | None = None
        """The record that the match has broken, once it is over."""
        self.kept: Path | None = None
        """The record of the match that has come to its end, if it could be kept."""
        self.evening: Evening | None = None
        """The evening whose match has come to its end, if it is one of it."""
        self.has_just_ended = False
        """Whether the last `follow` that found anything found that the match had come to its end."""

    def _new_match(self) -> Match:
        match, self._journal = begin(self._setup, self._store)
        self._is_kept = self._setup.is_kept
        if self._setup.is_of_evening and self._journal:
            note_begun(self._store, self._journal, self._setup)
        seed = match.record.seed if day_of(match.record) else None
        # begun anew it is another match, or that of the day
        self._setup = self._setup._replace(seed=seed, resume=None, is_kept=True)
        return match

    @property
    def _best_s(self) -> float | None:
        """The best time with the engine of the attempt that runs, is asked for or was the last."""
        engine, match = self.attempt.engine or engine_now(), self.runtime.match
        if self._best is None or self._best[0] != engine:
            best = self._store.best_time(match.game, match.record.options, engine=engine)
            self._best = engine, best.seconds if best else None
        return self._best[1]

    # -- what is said

    @property
    def journal(self) -> Path | None:
        """Where the match is written down, if it is."""
        return self._journal

    @property
    def message(self) -> str:
        """What was said last, as pygame_gui's HTML; empty if it is out of date."""
        return self._message

    def say(self, text: str) -> None:
        """Says this from now on, and no longer why something was in vain."""
        self._message, self._refused = escape(text), None

    def panel_text(self, azimuth_deg: float, device: Device = Device.POINTER) -> PanelText:
        """Everything the panel says now to somebody who stands at `azimuth_deg` and plays with that."""
        message, chance = self._message, self.attempt.chance
        if not message or (self.runtime.phase is Phase.READY and self.card is None):
            can_do = escape(self.attempt.hint(device, chance))
            message = f"{message} {can_do}".strip()  # what was said, and what can be done next
        gauge = self.attempt.gauge(azimuth_deg)
        text = panel_text(
            self.runtime,
            self._best_s,
            message,
            gauge,
            self.turn,
            self.log,
            self.attempt.engine,
            is_new_rule=self._new_rule_s > 0,
            by_keys=device is not Device.POINTER,
        )
        if not self._message and self.runtime.phase is Phase.HANDS and not (self.runtime.paused or chance):
            text = text._replace(brief=hands_in_brief(self.runtime))
        return text._replace(idle=idle_acts(self.runtime, self.turn, can_switch=self.attempt.can_switch))

    def overlay(self, *, names_places: bool = False) -> Overlay:
        """What is written over the scene now; with row and place in each funnel if it `names_places`."""
        refused = (self._refused[0], self._refused[2]) if self._refused else None
        beside = self.view.trays_moved
        found = overlay(self.runtime, self.board, self.log, self.turn, beside, names_places)
        match, would = self.runtime.match, self.turn.chooser.would
        if len(would) == 1 and self._again == (match.revision, self.turn.seat, would[0]):
            found = found._replace(pointed=self._again_text)
        elif self.label_told:
            found = found._replace(pointed=". ".join(filter(None, (found.pointed, self.label_told))))
        return found._replace(refused=refused)

    def page(self) -> Page | None:
        """The score sheet of whoever has the screen, empty while it is handed over; None in games without one."""
        match, viewpoint = self.runtime.match, self.runtime.viewpoint
        page = match.game.page(match.view(viewpoint.seat), viewpoint.seat)
        if page and viewpoint.is_veiled:
            return page._replace(squares=tuple((square, 0) for square, _ in page.squares), others=())
        return page

    def take_warning(self) -> str:
        """Why the match cannot be written down, or not all of it; empty where it can, and when asked again."""
        match = self.runtime.match
        if not match.not_kept or match is self._warned:
            return ""
        self._warned = match
        return told(match.not_kept)

    # -- time

    @property
    def needs_time(self) -> bool:
        """Whether anything moves or happens by itself."""
        board = self.board
        moves = board.is_moving or board.is_lifting or bool(board.floating) or self._refused is not None
        moves = (
            moves
            or self._new_rule_s > 0
            or board.is_fading
            or bool(self._lies_s)
            or bool(board.tumbling)
            or (self.is_settling and self._is_asked)
        )
        return moves or (self.runtime.needs_time and not self._is_halted)

    @property
    def _is_halted(self) -> bool:
        """Whether nothing happens until the card is closed."""
        return self.card is not None and self.runtime.attempts.running is None

    def advance(self, elapsed_s: float, sample: Callable[[], Any], *, is_held_up: bool = False) -> None:
        """Lets time pass; `sample` gives a person's input for one step of an attempt.

        While it is held up, dice that are on their way go on, but nothing new happens.
        """
        self._rests_s = max(0.0, self._rests_s - elapsed_s)
        if self._lies_s:
            self._lies_s = max(0.0, self._lies_s - elapsed_s)
            if not self._lies_s and self.card is None:
                self.attempt.clear_away()
        self._new_rule_s = max(0.0, self._new_rule_s - elapsed_s)
        if self._refused:
            at, left_s, why = self._refused
            self._refused = (at, left_s - elapsed_s, why) if left_s > elapsed_s else None
        if not self.board.is_moving or self.turn.is_race:
            self._settling.advance(elapsed_s)
        self._take_in()
        hurry = self.runtime.hurry
        if self.board.is_moving or (self.runtime.phase is Phase.ITSELF and not is_held_up):
            self.runtime.pass_round(elapsed_s)
        if not is_held_up and not self._is_halted:
            self.runtime.think()  # also while dice are on their way
        try:
            # What happens next waits until the last thing has been seen.
            if not (is_held_up or self._is_halted or (self.board.is_moving and not self.turn.is_race)):
                by_itself = self.runtime.phase is Phase.ITSELF
                self.runtime.advance(elapsed_s * hurry if by_itself else elapsed_s, sample)
        except SkillboxError as error:
            self.say(told(error))
        if (hint := self.turn.take_hint()) is not None:
            match = self.runtime.match
            self.say(hint_text(match.record, hint, self.turn.seat or 1, reader(match, self.runtime.viewpoint).side))
        self.attempt.refresh()
        self._show_happenings()
        for cell in self.board.advance(elapsed_s, hurry)[:MOST_KNOCKS]:
            struck = TABLE if cell is None else OTHER_DICE if LEVEL[cell] else PLATE
            self._play_sound("place", contact=Contact(struck=struck))
        self._knock()

    def _take_in(self) -> None:
        """Takes on what another machine has told of a match that is decided there."""
        if self._elsewhere:
            self._elsewhere.follow()
        if remark := self.runtime.match.take_in():
            self.say(told(remark))
            self._play_sound("refuse")

    def _knock(self) -> None:
        """Lets the dice of an attempt be heard."""
        running = self.runtime.attempts.running
        if running is None or self.runtime.paused:
            self._rattle = Rattle()
            return
        view = self.attempt.view()
        places = np.array([die.position for die in view.dice]).reshape(-1, 3)
        seen_from_plate = (places - view.plate.shift) @ np.array(view.plate.rotation)
        bare_table = view.table_z if view.side == "none" else None
        if heard := self._rattle.hear(seen_from_plate, running.time_s, bare_table):
            contact = Contact(stuff_of(running.scene.material), heard.struck)
            self._play_sound("knock", heard.strength, contact)

    def _show_happenings(self) -> None:
        happenings = self.runtime.happenings
        for happening in happenings:
            self._tell(happening)
        self.board.show([h for h in happenings if not (h.is_seen or h.is_practice)])
        happenings.clear()

    def _tell(self, happening: Happening) -> None:
        self._message = ""
        if happening.action.verb == ATTEMPT.name:
            outcome = happening.action[1]
            practice = tr("Practice: ") if happening.is_practice else ""
            match, people = self.runtime.match, self.runtime.viewpoint.people
            is_told = not (happening.is_practice or isinstance(match.game, AttemptGame))  # in the log and on the plate
            ended = "" if is_told else attempt_end(match, happening.action, people, is_practice=happening.is_practice)
            self._message = practice + escape(" ".join(filter(None, (ended, self.attempt.ending))))
            has_ended_well = outcome == "success" and not happening.action[5]
            is_won = has_ended_well and isinstance(match.game, AttemptGame)
            self._play_sound("done" if is_won else "place" if has_ended_well else "refuse")
        elif len(happening.after) < len(happening.before):
            self._play_sound("take")

    def follow(self) -> bool:
        """Takes on what the match asks for now; whether that is something else than before."""
        runtime = self.runtime
        self._take_up_end()
        self.turn.follow()
        self.board.earlier.follow()
        running = runtime.attempts.running
        asked = None if running else runtime.match.revision  # while hands try, others may come and go
        followed = (asked, runtime.phase, runtime.paused, running, self.card)
        if followed == self._followed:
            return False
        self._followed, self._refused, self.label_told = followed, None, ""
        self._settling.follow()
        self._follow_rule()
        self.attempt.follow()
        if self.card is None and not self._lies_s:
            self.attempt.clear_away()
        self._mark()
        is_over = runtime.phase is Phase.OVER
        self.has_just_ended = is_over and not self._is_over
        self._is_over = is_over
        if self.has_just_ended:
            self._finish()
        return True

    def _follow_rule(self) -> None:
        """Has another rule stand out that decides from now on, and the log tell it the first time."""
        rule = rule_line(self.turn)
        if rule and rule != self._rule:
            if self._rule:
                self._new_rule_s = NEW_RULE_S
            self.log.tell_rule(self.runtime.match, rule)
            self._rule = rule

    def _mark(self) -> None:
        """Keeps whether a person's attempt is under way that counts, in case the match is left in the midst of it."""
        attempts = self.runtime.attempts
        counts = attempts.running is not None and attempts.purpose is Purpose.MATCH and not self.runtime.is_bot_turn
        if counts != self._is_marked:
            self._is_marked = counts
            under_way.mark(self._journal, is_under_way=counts)

    def _take_up_end(self) -> None:
        """Makes the card of an attempt that has just ended."""
        runtime = self.runtime
        end, runtime.ended = runtime.ended, None
        if end is not None:
            self._rests_s = REST_S
            self._lies_s = LIES_S if runtime.can_leave_to_chance else 0.0
        if end is not None and has_card(runtime.match, end):
            self.card = attempt_card(runtime.match, end, self._best_s, runtime.viewpoint.people)

    def close_card(self) -> None:
        """What was told of the last attempt has been read."""
        if self.card is not None:
            self._message = ""  # the card has told it
        self.card, self._rests_s = None, REST_S

    def try_again(self) -> None:
        """Begins the next attempt as soon as the card of the last one has been read, since that was asked for."""
        self._begin(self.runtime.begin_attempt)

    def practise(self) -> None:
        """Begins the attempt that is asked for, outside the match."""
        self._begin(self.runtime.practise)

    def replay_from_card(self) -> None:
        """Shows the attempt again that the card tells of, whoever is to move next."""
        try:
            self.runtime.attempts.replay(self.runtime.match)
        except SkillboxError as error:
            self.say(told(error))

    def end_replay(self) -> bool:
        """Shows an attempt no longer that is shown again; whether one was."""
        attempts = self.runtime.attempts
        if attempts.running is None or attempts.purpose is not Purpose.REPLAY:
            return False
        attempts.drop()
        return True

    def _finish(self) -> None:
        self.board.counted_for = None
        self._count_next(1)
        self._play_sound("done")
        self.record_broken = broken_record(self.runtime.match, self._store) if self._is_kept else None
        self.kept = self._put_away() or self._keep_elsewhere()
        self._best = None
        self.evening = None
        try:
            if (result := self.runtime.match.result) is not None:
                self.evening = note_finished(self._store, self._journal, result)
        except SkillboxError as error:
            self.say(told(error))

    # -- acts

    def perform(self, act: Act, seen: Seen) -> None:
        """Carries out an act; `seen` says where places are on screen."""
        runtime = self.runtime
        if act in (Act.LOOK_BACK, Act.LOOK_ON):
            self._look(back=act is Act.LOOK_BACK)
        elif self.look_at_now() and act is Act.ACCEPT:
            pass  # nothing is chosen on a heap that is past
        elif act is Act.STEP_BACK:
            self.turn.back()
        elif act is Act.PAUSE:
            runtime.toggle_pause()
        elif act in (Act.UNDO, Act.REDO):
            self._take_back(again=act is Act.REDO)
        elif act in actions.TRYING.values():
            self._try(act)
        elif act is Act.ACCEPT:
            self._accept(seen)
        elif act is Act.SAVE:
            self._save()
        elif act is Act.HINT:
            self.say(self.turn.suggest())
        elif runtime.phase is Phase.OVER and act in (Act.NEXT, Act.PREVIOUS):
            self._count_next(1 if act is Act.NEXT else -1)
        elif act not in (Act.BACK, Act.MUTE) and not (act in CHOOSES and self._is_early_key()):
            self._try_key(act, seen)

    def _try_key(self, act: Act, seen: Seen) -> None:
        """Carries out an act of choosing; one that is in vain is told why, as a click is."""
        turn, before = self.turn, (self.turn.chooser.choice, self.turn.chooser.focus)
        action = turn.perform(act, seen)
        is_in_vain = action is None and (turn.chooser.choice, turn.chooser.focus) == before
        if is_in_vain and act in (Act.ACCEPT, *NUMBERS) and not turn.is_race:
            self.refuse(None)
        if action is not None:
            focus = before[1] if not isinstance(before[1], Action) else None
            turn.cursor = focus if focus is not None else next(reversed(before[0].pointed), turn.cursor)
        self.choose(action)

    def _look(self, *, back: bool) -> None:
        """Looks at the act before or after, which stays done."""
        if not self.board.look(back=back):
            self._play_sound("refuse")
            return
        look, match = self.board.earlier.look, self.runtime.match
        if look is None:
            self._message = ""
            return
        told_of = " ".join(sentences(match, look.number, self.runtime.viewpoint))
        count = len(match.played) - look.number
        text, one = "{count} acts back: {told}", "The last act: {told}"
        self.say(tr(text, one=one, count=count, told=told_of or "-"))

    def look_at_now(self) -> bool:
        """Looks at what is now; whether it was an earlier act."""
        if self.board.earlier.look is None:
            return False
        self.board.earlier.look, self._message = None, ""
        self.board.rest()
        return True

    def switch_tool(self) -> bool:
        """Uses the next tool of the attempt; whether there is another one."""
        if self.attempt.switch():
            return True
        self._play_sound("refuse")
        return False

    def _take_back(self, *, again: bool) -> None:
        """Takes the last action back, or plays it again; the dice go the way they came."""
        runtime = self.runtime
        if runtime.match.is_elsewhere and runtime.match.can_undo and not again:
            runtime.match.undo()
            return
        before, record = runtime.viewpoint.pyramid(), runtime.match.record
        if not self.turn.take_back(again=again):
            self._play_sound("refuse")
            return
        runtime.happenings.clear()
        self._message, self.card, runtime.ended = "", None, None
        if runtime.match.result is None and record.result != OPEN:
            take_up(runtime.match, self._journal, record, self._store)
            self._best = None
        if runtime.viewpoint.passes_to is not None:
            return
        longer, shorter = (runtime.match.played, record.played) if again else (record.played, runtime.match.played)
        only = longer[-1].action if len(longer) == len(shorter) + 1 else None
        self.board.show_change(before, only, backwards=not again)

    def _accept(self, seen: Seen) -> None:
        if self.runtime.paused:
            self.runtime.toggle_pause()
        elif self.runtime.phase is Phase.READY:
            if not self._is_early_key():
                self.begin_attempt()
        elif (self.turn.is_race or not (self.go_on() or self.skip())) and not self._is_early_key():
            self._try_key(Act.ACCEPT, seen)

    def choose(self, action: Action | None) -> None:
        """Plays what a person has chosen, as `play` does; what decides too much is to be chosen twice, unless a hint
        has just said to do it, and so is what begins a piece."""
        turn = self.turn
        chosen = (self.runtime.match.revision, turn.seat, action)
        is_seen = not self.board.is_moving and self.board.earlier.look is None
        is_asked = is_seen and chosen != self._again and action != turn.chooser.hint
        if action is not None and is_asked and (final := turn.final(action)):
            self._again = chosen
            if action in turn.chooser.listed:
                turn.chooser.look_at(action)
            self._again_text = asked_again(turn, action, final)
            self.say(self._again_text)
            self._play_sound("place")
            return
        self._again = ()
        if action is not None and is_seen and turn.keeps(action):
            self._play_sound("place")
            return
        self.play(action)

    def _is_early_key(self) -> bool:
        return self.is_early(None, self.turn.chooser.focused)

    def play(self, action: Action | None) -> None:
        """Plays an action that has been chosen; None: a step has been made towards one, or nothing was meant."""
        if action is None:
            return
        if self.look_at_now():
            return
        if self.board.is_moving and not self.turn.is_race:
            self.skip()
            return
        was_looking = self.turn.is_looking
        try:
            if not self.turn.play(action):
                self._play_sound("refuse")
            self._show_happenings()
            if was_looking:
                self.say(tr("You have moved on, so no hint is looked for any more."))
        except SkillboxError as error:
            self.say(told(error))

    def go_on(self) -> bool:
        """Has the next act of a bot come, or a roll, for which dice need not have come to rest; whether one waited."""
        if (self.board.is_moving and not self.runtime.waits_for_roll) or not self.runtime.go_on():
            return False
        self.board.skip()
        self._play_sound("place")
        return True

    def refuse(self, at: Pixel | None, place: Place | None = None) -> None:
        """A click, at that place of the heap if at any, was in vain: that is told where in the window it was made.
        None: a key was."""
        if self.turn.chooser.choice.legal or self.turn.is_out:
            self._refused = at, REFUSED_S, refusal_line(self.turn, place)
            self._play_sound("refuse")

    def put_refusal_away(self) -> None:
        """Something that may be chosen is pointed at: what was refused before is told no longer, once it is read."""
        if self._refused and self._refused[0] is not None and self._refused[1] < REFUSED_S - READ_S:
            self._refused = None

    @property
    def _is_asked(self) -> bool:
        """Whether a click or a key may choose or begin anything."""
        return bool(self.turn.chooser.choice.legal) or self.runtime.phase is Phase.READY

    @property
    def is_settling(self) -> bool:
        """Whether something has only just changed."""
        return self._settling.left_s > 0

    def is_early(self, at: Pixel | None, place: Place | None = None) -> bool:
        """Whether a choice now, by a click there in the window or by a key, was meant for what was there before: that
        is told, and nothing must come of it."""
        is_seen = not self.board.is_moving or self.turn.is_race  # else it ends what moves
        if not (self._is_asked and is_seen and self._settling.is_fresh(place)):
            return False
        self._refused = at, REFUSED_S, tr("That has only just changed: look first.")
        self._play_sound("refuse")
        return True

    def skip(self) -> bool:
        """Has dice that move, and what follows by itself, lie there at once; whether anything moved."""
        if not self.board.is_moving:
            return False
        self.board.skip()
        self._play_sound("place")
        return True

    def _try(self, act: Act) -> None:
        """Carries out an act that has to do with attempts but is no use of a tool."""
        runtime = self.runtime
        if act is Act.GIVE_UP:
            self._give_up()
        elif act is Act.SLOW:
            runtime.attempts.is_slow = not runtime.attempts.is_slow
        elif act is Act.PRACTISE and runtime.can_practise:
            self.practise()
        elif act is Act.REPLAY and runtime.can_replay:
            self._begin(runtime.replay)
        else:
            self._play_sound("refuse")

    def _give_up(self) -> None:
        """Ends the attempt that runs; one that counts only if that is chosen again while it is asked about."""
        if self.runtime.can_leave_to_chance:
            self._lies_s = 0.0
            self._begin(self.runtime.leave_to_chance)
            return
        runtime = self.runtime
        asks = tr("This ends the attempt as it stands now, and it counts. Choose it again if you mean it.")
        running, told_now = runtime.attempts.running, self._refused and self._refused[2]
        counts = running is not None and runtime.attempts.purpose is Purpose.MATCH and not runtime.is_bot_turn
        if counts and told_now != asks:
            self._refused = None, REFUSED_S, asks
            self._play_sound("place")
        else:
            self._refused = None
            runtime.attempts.give_up()

    def begin_attempt(self) -> None:
        """Begins the attempt that the match asks for, or practises it where a guide asks for that; not if a bot is to
        make it or one has only just ended.
        """
        if self._rests_s > 0:
            self._play_sound("refuse")
        else:
            self._begin(self.runtime.practise if self.is_practice else self.runtime.begin_attempt)

    def _begin(self, begin_it: Callable[[], None]) -> None:
        """Begins an attempt for the match, for practice or to be shown again."""
        if self.runtime.is_bot_turn or self.runtime.paused:
            return
        self._message, self.card = "", None
        try:
            begin_it()
        except SkillboxError as error:
            self.say(told(error))

    def _count_next(self, way: int) -> None:
        """Shows on the heap what made the score of the next seat, the winner's first."""
        match, seats = self.runtime.match, self.counted_seats
        if not seats:
            return
        at = seats.index(self.board.counted_for) + way if self.board.counted_for in seats else 0
        self.board.counted_for = seat = seats[at % len(seats)]
        text = fact("Lit is what counts for {player}.", you="Lit is what counts for you.", player=Player(seat))
        self.say(said(text, reader(match, self.runtime.viewpoint)))

    @property
    def counted_seats(self) -> list[Seat]:
        """The seats for which something in the heap counts, once the match is over, the winner's first."""
        match = self.runtime.match
        if match.result is None:
            return []
        return [seat for _, seat, _ in ranking(match.result) if match.game.counted(match.state, seat)]

    def take_screen(self) -> None:
        """The person to move has the screen from now on."""
        self.runtime.viewpoint.hand_over()
        self._message = ""

    # -- keeping

    def _save(self) -> None:
        if self.runtime.match.is_elsewhere:
            self._play_sound("refuse")
            return
        try:
            path = self._store.save(self.runtime.match.record)
            self.say(tr("Saved as {file}.", file=path.name))
        except SkillboxError as error:
            self.say(told(error))

    def saved(self) -> list[tuple[Path, Record]]:
        """The matches that have been saved, the newest first, as many as are offered."""
        return self._store.saved()[:MOST_SAVED]

    def restart(self) -> None:
        """Puts this match away and begins another one of the same game with the same seats."""
        self.runtime.close()  # an attempt that is done belongs to the match that is left
        self._mark()
        self._message, self.card = "", None
        self._put_away()
        self.runtime.restart()
        self.turn.follow()  # what was pointed at is not of the match that has begun
        self.board.rest()

    def close(self) -> Words | None:
        """Puts the match away; why it cannot be kept, if it cannot. It stays known that an attempt was under way, as
        after a crash."""
        running = self.runtime.attempts.running
        is_under_way = self._is_marked and running is not None and not running.done
        self.runtime.close()
        self._setup.leave()
        if not is_under_way:
            self._mark()
        try:
            put_away(self.runtime.match, self._journal, self._store, is_under_way=is_under_way)
        except SkillboxError as error:
            return words_of(error)
        return None

    def _keep_elsewhere(self) -> Path | None:
        """Keeps the record of a match at another's table, as its host has told it."""
        match, elsewhere = self.runtime.match, self._elsewhere
        if elsewhere is None or match.whole is None or HUMAN not in match.seats:
            return None
        names = [given_name_of(n) if who == HUMAN else "" for n, who in enumerate(match.seats, 1)]
        try:
            return elsewhere.keep(self._store, match.whole, names)
        except (SkillboxError, OSError) as error:
            self.say(told(error))
            return None

    def _put_away(self) -> Path | None:
        """Leaves the match that is shown; says what cannot be kept. The record of one that is over."""
        try:
            return put_away(self.runtime.match, self._journal, self._store)
        except SkillboxError as error:
            self.say(told(error))
            return None
