"""A game that shows itself: an example on a time line at reading pace, each act with its sentence, the line of the
rules that it follows, and what it touches. No pygame.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from skill.app.i18n import tr
from skill.app.play.attempts.view import with_goal
from skill.app.play.match.block import WITH_BLOCK, block_view
from skill.app.play.match.choices import Chooser
from skill.app.play.match.recent import tells_of_sides
from skill.app.play.match.setup import Setup, usual_players, usual_seats
from skill.app.play.match.trays import Heap, farther, heaps_of, tray_view
from skill.app.play.replay.timeline import Moment, ReplayTimeline
from skill.app.play.said.actions import sentence
from skill.app.play.said.words import Looker, said, scored
from skill.bots.registry import HUMAN
from skill.draw.camera import Camera, Size, home
from skill.draw.marks import LAST
from skill.draw.scene_view import SceneView, funnel_marker, side_markers
from skill.files import OF_OUR_FOLDER, write_text
from skill.lattice.cells import CELLS, Cell
from skill.lattice.notation import ATTEMPT, PASS
from skill.rules.game import AnyGame, AttemptSpec
from skill.rules.shared.attempts import AttemptGame
from skill.rules.telling import cells_of
from skill.table.record import OPEN, Played, Record
from skill.table.shipped_examples import ABLE, is_kept

LOOKER = 1  # the seat that looks, and is taken over where it is nobody's turn
LONGEST_S = 80.0  # of a showing: what comes later is left out, unless no act before is of its kind
RESTS_S, LETTER_S = 1.4, 0.045  # for which an act stands still, and longer by each letter of what is said of it
MOST_LIT = 20  # cells: where more change, as in a set-up, the heap is what is seen
FILE = "shown.txt"
COMES_OFF, MISTAKE = "This is how it goes.", "This is a mistake."
_ENDS = re.compile(r"(?<=[.!?])\s+")
_WORDS = re.compile(r"[a-z]{3,}")
_STEM = 4  # letters by which words are told to be the same: placed and place, dice and die are not worth more
_LIKE = {"set": "place", "put": "place", "took": "remove", "take": "remove", "takes": "remove", "keep": "remove"}
"""Words that rules and verbs have for the same thing."""
_EMPTY = {"the", "and", "you", "your", "player", "with", "this", "that", "here", "one", "its", "from", "die", "dice"}


class Rule(NamedTuple):
    """A line of the rules."""

    heading: str
    """Of the part of the rules page in which it stands."""
    text: str


class Shown(NamedTuple):
    """What is said and lit of one act."""

    sentences: tuple[str, ...]
    rule: Rule | None
    touched: frozenset[Cell]
    scores: str
    """How everybody stands after it; empty where nobody has anything."""
    meanwhile: tuple[str, ...]
    """The sentences for as long as hands move: what they come to is not said before it is seen."""


class Showing:
    """An example and what is said of it. Raises what `ReplayTimeline` does."""

    def __init__(self, record: Record, folder: Path) -> None:
        self._folder = folder
        states = list(record.states())
        shown = [_shown(record, states, number) for number in range(len(record.played))]
        game = record.game
        self._goals = [
            game.goal_cells(state, line.by or LOOKER) for state, line in zip(states, record.played, strict=False)
        ]
        self._heaps = [_heaps(game, state) for state in states]
        blocks = [game.block(state) for state in states]
        self._blocks = [block_view(block, Chooser()) if block else [] for block in blocks]
        self._has_trays = bool(game.trays(game.view(states[0], LOOKER)))
        told = any(tells_of_sides(game, game.view(state, LOOKER), LOOKER) for state in states)
        self._sides = side_markers() if told else ()
        rests = self._rests = [_rest_s(said) for said in shown]
        timeline = ReplayTimeline(record, folder, rests, LOOKER, shows_hands=True)
        count = len(shown) if is_kept(record.game) else _long_enough(timeline)
        if count < len(shown):
            timeline.close()
            record = record._replace(played=record.played[:count], result=OPEN)
            timeline = ReplayTimeline(record, folder, rests[:count], LOOKER, shows_hands=True)
        self.record, self.timeline, self.shown = record, timeline, tuple(shown[:count])

    def view(self, time_s: float) -> SceneView:
        """What is seen at a time: what an act touches is lit, and what was won lies before its owner; where hands move
        dice their goal is marked."""
        view, moment = self.timeline.view(time_s), self.timeline.moment_at(time_s)
        if moment is None:
            return view._replace(dice=(*view.dice, *self._blocks[0]))
        if moment.trace is not None:
            if not self.timeline.hands_move(time_s):
                view = view._replace(strokes=(), dice=tuple(die for die in view.dice if not die.ghost))  # they are gone
            return with_goal(view, self._goals[moment.number - 1])
        touched = self.shown[moment.number - 1].touched
        gone = [funnel_marker(c, LAST) for c in touched if c not in moment.after and moment.after.is_funnel(c)]
        dice = tuple(die._replace(marks=LAST) if die.cell in touched else die for die in view.dice)
        is_moving = time_s < moment.ends_s - self._rests[moment.number - 1]
        won = tray_view(self._heaps[moment.number - is_moving])
        beside = self._blocks[moment.number - is_moving]
        return view._replace(dice=(*dice, *won, *beside), markers=(*view.markers, *gone, *self._sides))

    def camera(self, time_s: float, size: Size) -> Camera:
        """From where what is seen at a time is seen best, in a scene of that size."""
        if suits := self.timeline.camera(time_s):
            return suits
        if any(self._blocks):
            return home().zoomed(WITH_BLOCK)
        return farther(home(), self.record.players, size) if self._has_trays else home()

    def last_told(self, number: int) -> int | None:
        """The last act up to that number of which there is anything to say; None before the first."""
        return next((n for n in range(number, 0, -1) if self.shown[n - 1].sentences), None)

    def taken_over(self, moment: Moment | None) -> Setup:
        """The match as it stands after an act, for a person on the seat that is to move then, others at the rest; in
        the middle of what players do in one go, before that.

        Nothing of it is kept. Raises `FileError`.
        """
        game, played = self.record.game, self.record.played[: moment.number if moment else 0]
        record = self.record._replace(played=_to_whole(self.record, len(played)), result=OPEN)
        *_, state = record.states()
        turn = game.to_move(state)
        seat = turn.seat if isinstance(turn, AttemptSpec) else turn if isinstance(turn, int) else LOOKER
        person, *others = usual_seats(game, record.players)
        seats = (*others[: seat - 1], person, *others[seat - 1 :])
        path = write_text(self._folder / FILE, str(record._replace(seats=seats)), OF_OUR_FOLDER)
        return Setup(game, record.players, record.options, seats, resume=path, is_kept=False)


def _to_whole(record: Record, number: int) -> tuple[Played, ...]:
    """The first so many acts, without those of the last seat if it is in the middle of what is done in one go."""
    *before, now = islice(record.states(), number + 1)
    game, begun = record.game, number
    for n in range(number - 1, -1, -1):
        line = record.played[n]
        if line.by is None or line.by != game.to_move(now):
            break
        if game.rest_of(before[n], line.action):
            begun = n
    return record.played[:begun]


def can_show(game: AnyGame) -> bool:
    """Whether a game shows itself: not one in which hands must reach a goal, for which bots take too long to be waited
    for, unless an example of it is kept. Throws are made at once."""
    return not isinstance(game, AttemptGame) or is_kept(game)


def is_offered(setup: Setup, shown: Collection[str]) -> bool:
    """Whether at the beginning of a match it is offered to show the game first: to people who begin one of their own,
    unless it is among those of which nobody needs to be `shown` anything any more."""
    is_own = setup.resume is None and setup.match is None and setup.is_kept
    is_own &= not (setup.words_again or setup.is_of_evening)  # for which others wait
    has_people = any(HUMAN in seat.split("+") for seat in setup.seats)
    return is_own and has_people and setup.game.slug not in shown and can_show(setup.game)


def showing_players(game: AnyGame) -> int:
    """How many take part in what a game shows of itself."""
    return usual_players(game, game.options_from({}))


def _heaps(game: AnyGame, state: Any) -> tuple[Heap, ...]:
    """What lies before the players; nothing while a block lies beside the plate, in its place."""
    return heaps_of(game.trays(game.view(state, LOOKER))) if game.block(state) is None else ()


def _long_enough(timeline: ReplayTimeline) -> int:
    """How many acts are shown: as many as there is time for, and all up to the last one of a kind of its own."""
    first: dict[str, int] = {}
    for moment in timeline.moments:
        if moment.line.by is not None:
            first.setdefault(moment.line.action.verb, moment.number)
    timely = sum(moment.ends_s <= LONGEST_S for moment in timeline.moments)
    return max(timely, *first.values(), 0) if first else timely


def _rest_s(shown: Shown) -> float:
    """For how long an act stands still, so that what is said of it can be read; no time where nothing is."""
    letters = len(" ".join(shown.sentences))
    return RESTS_S + LETTER_S * letters if letters else 0.0


def _shown(record: Record, states: list[Any], number: int) -> Shown:
    game, line = record.game, record.played[number]
    looker = Looker(tuple(tr("Player {seat}", seat=seat) for seat in range(1, record.players + 1)))
    before, after = (game.view(state, LOOKER) for state in states[number : number + 2])
    is_over = game.result(states[number + 1]) is not None
    if line.action.verb in game.secrets(record.options) and line.by not in (None, LOOKER) and not is_over:
        sentences: tuple[str, ...] = (tr("{player} chose in secret.", player=looker.names[(line.by or 1) - 1]),)
    else:
        sentences = tuple(said(fact, looker) for fact in game.told(before, line.action, line.by, after))
    if not sentences and line.by is not None:  # an act of which the log tells only what comes of it
        act = sentence(game, line.action)
        sentences = (tr("{player}: {score}", player=looker.names[line.by - 1], score=act),)
    meanwhile = sentences
    if line.by is not None and is_kept(game):
        meanwhile = (tr(COMES_OFF if record.seats[line.by - 1] == ABLE else MISTAKE),)
        sentences = (*meanwhile, *sentences)
    elif line.by is not None and line.action.verb == ATTEMPT.name:
        meanwhile = (looker.names[line.by - 1],)
    first, then = game.pyramid(before), game.pyramid(after)
    touched = frozenset({*cells_of(line.action), *(cell for cell in CELLS if first[cell] != then[cell])})
    has_begun = any(other.by is not None for other in record.played[: number + 1])
    has_scored = game.scores(states[number]) != game.scores(states[number + 1])
    decides = game.deciding_rule(before, {line.action.verb}) if line.by is not None else None
    if not sentences:
        rule = None
    elif decides and not is_over and (line.action.verb == ATTEMPT.name or not (has_scored and game.text.counts)):
        rule = Rule(tr("A turn"), said(decides, looker))
    else:
        rule = rule_of(game, line, has_begun=has_begun, has_scored=has_scored, is_over=is_over)
    scores = game.scores(states[number + 1])
    stand = ", ".join(
        tr("{player}: {score}", player=name, score=scored(record, seat, score))
        for seat, (name, score) in enumerate(zip(looker.names, scores, strict=True), 1)
    )
    return Shown(
        sentences, rule, touched if len(touched) <= MOST_LIT else frozenset(), stand if any(scores) else "", meanwhile
    )


def rule_of(game: AnyGame, line: Played, *, has_begun: bool, has_scored: bool, is_over: bool) -> Rule | None:
    """The line of the rules that an act follows: of the part that is about such acts the sentence which has most words
    in common with what the act is called, or all of it. In another language it is the sentence in its place."""
    text = game.text
    if not has_begun:
        heading, part = "Set-up", text.setup
    elif is_over:
        heading, part = "End", text.end
    elif line.action.verb == PASS.name and text.stuck:
        heading, part = "If nothing can be done", text.stuck[0]
    elif has_scored and text.counts:
        heading, part = "What counts", text.counts
    else:
        heading, part = "A turn", text.turn
    if not part:
        return None
    verb = game.verb_of(line.action)
    words = _stems(f"{verb.name} {verb.reads} {verb.told} {verb.drawn}")
    sentences, translated = _ENDS.split(part), _ENDS.split(tr(part))
    if len(sentences) != len(translated):
        return Rule(tr(heading), tr(part))
    in_common = [len(_stems(sentence) & words) for sentence in sentences]
    if not any(in_common):
        return Rule(tr(heading), tr(part))
    return Rule(tr(heading), translated[in_common.index(max(in_common))])


def _stems(text: str) -> set[str]:
    words = (word for word in _WORDS.findall(text.lower()) if word not in _EMPTY)
    return {_LIKE.get(word, word)[:_STEM] for word in words}
