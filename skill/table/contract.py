"""Whether a game keeps the contract of `skill.rules.game`: random matches in which all that it answers is checked.

Hands are not carried out: an attempt is reported as failed or done, with the dice as they lay.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, NamedTuple

from skill.errors import SkillboxError, Words, words_of
from skill.lattice.notation import ATTEMPT, Action
from skill.rules.asked import ANSWERS, Asked
from skill.rules.catalogue import fault_of, scene_beside
from skill.rules.fact import Fact
from skill.rules.game import ANYONE, CHANCE, AnyGame, AttemptSpec, Game, Seat, Turn
from skill.rules.lot import Lot
from skill.rules.options import Options
from skill.rules.race import as_race
from skill.rules.texts import fact_texts
from skill.rules.turn import turn_name
from skill.table.attempts import world_of

MATCHES = 1000
LONGEST = 5000
"""Actions after which a match is broken off."""
CLOSELY = 7
"""From one state that is looked at closely to the next."""
MOST_TRIED = 30
"""Moves of a state of which each is played."""
MOST_FAULTS = 20
QUIET = 50
"""Matches in a row without a new text, after which whoever asks for texts alone has nearly all."""


class Checked(NamedTuple):
    """What came of it."""

    matches: int
    actions: int
    faults: list[Words]
    """Each kind once, with the first place where it was found."""
    texts: set[str]
    """All that the game said."""
    plurals: dict[str, str]
    """Of sentences about a number, by the one for 1, that for others."""
    untested: list[Words]
    """What could not be tested."""


def faults_of(game: AnyGame, matches: int = MATCHES, longest: int = LONGEST) -> list[Words]:
    """What in so many random matches was against the contract; nothing if all is well. For tests:

    `assert faults_of(GAME) == []`.
    """
    return check_game(game, matches, longest).faults


def check_game(
    game: AnyGame,
    matches: int = MATCHES,
    longest: int = LONGEST,
    on_done: Callable[[], object] = lambda: None,
    quiet: int | None = None,
) -> Checked:
    """Plays so many random matches, every other one with options drawn at random, and tells what was wrong.

    It ends early once there are `MOST_FAULTS` kinds of faults, or so many matches in a row said no new text as `quiet`.
    """
    watched = _Watched(game, longest)
    last = 0  # match that said something new
    for seed in range(matches):
        texts = len(watched.texts)
        watched.match(seed)
        on_done()
        last = seed if len(watched.texts) > texts else last
        if len(watched.faults) >= MOST_FAULTS or (quiet and seed - last >= quiet):
            break
    watched.judge_unended()
    return Checked(
        watched.played,
        watched.actions,
        list(watched.faults.values()),
        watched.texts,
        watched.plurals,
        [*watched.untested()],
    )


class _Broken(Exception):
    """The match cannot go on."""


class _Watched:
    """A game under watch."""

    def __init__(self, game: AnyGame, longest: int) -> None:
        self.game, self.longest = game, longest
        self.played = self.actions = 0
        self.faults: dict[tuple[object, ...], Words] = {}
        self.unended: dict[object, Words] = {}
        """Of each match that was broken off the place, by its seed: some are played twice."""
        self.texts: set[str] = set()
        self.plurals: dict[str, str] = {}
        self._is_exchanged = False
        """Whether a secret action has been exchanged for another."""
        self._scenes: set[tuple[object, ...]] = set()
        """What was asked of scenes."""
        self._at: dict[str, object] = {}

    def match(self, seed: int) -> None:
        """One match; two of the first ones must be the same."""
        rng = Random(f"{self.game.slug}:{seed}")
        self.played += 1
        self._at = {"seed": seed, "number": 0, "action": "-", "seat": Words("nobody")}
        try:
            done = [*self._played(seed, rng)]
            if seed < 3 and [*self._played(seed, Random(f"{self.game.slug}:{seed}"))] != done:
                self._note(Words("the same match with the same seed went another way"))
        except _Broken:
            pass

    def _note(self, fault: Words, *key: object) -> None:
        self.faults.setdefault((fault.text, *key), self._placed(fault))

    def _placed(self, fault: Words) -> Words:
        return Words("match {seed}, action {number} ({action}, {seat}): {fault}", **self._at, fault=fault)

    def judge_unended(self) -> None:
        """It is a fault if most matches had no end; a single one may be long where nobody plays for an end."""
        if 2 * len(self.unended) > self.played:
            _, self.faults["unended",] = self.unended.popitem()
            self.unended.clear()

    def _ask(self, what: str, ask: Callable[..., Any], *arguments: Any) -> Any:
        """The answer of the game. Raises `_Broken` if it fails, or is none."""
        try:
            answer = ask(*arguments)
        except Exception as error:  # a file may do anything
            text = words_of(error) if isinstance(error, SkillboxError) else f"{type(error).__name__}: {error}"
            said = fault_of(error) or text
            self._note(Words("`{what}` fails: {said}", what=what, said=said), what, type(error))
            raise _Broken from None
        if what in ANSWERS and (fault := Asked(what, arguments, answer).fault):
            self._note(fault, what)
            raise _Broken
        return answer

    def _options(self, seed: int, rng: Random) -> Options:
        game = self.game
        if seed % 2:
            given = {o.name: rng.choice(o.choices) for o in game.options if o.choices}
            try:
                options = game.options_from(given)
                if not game.endless_by(options):
                    game.begin(game.seats(options)[0], options)
                    return options
            except Exception:  # noqa: S110 (options that do not go together are refused; what else fails fails below)
                pass
        return game.options_from({})

    def _played(self, seed: int, rng: Random) -> Iterator[str]:
        """The texts of the actions of a match."""
        game, options = self.game, self._options(seed, rng)
        low, high = game.seats(options)
        players = low + seed % (high - low + 1)
        state = self._ask("begin", game.begin, players, options)
        for number in range(1, self.longest + 1):
            turn = self._ask("to_move", game.to_move, state)
            self._at |= {"number": number, "action": "-", "seat": turn_name(turn)}
            if turn is None:
                return self._check_end(state, players)
            is_close = number % CLOSELY == seed % CLOSELY
            by, action = self._chosen(state, turn, rng, is_close)
            self._at["action"] = action
            before = self._fingerprint(state)
            after = self._ask("play", game.play, state, action, by)
            if self._fingerprint(state) != before:
                self._note(Words("`play` has changed the state that it was given; expected a new one"))
                raise _Broken
            heap = self._ask("pyramid", game.pyramid, after)
            if heap.hanging():
                self._note(
                    Words("dice hang in the air: a die was taken that others lie on, or set where nothing carries it")
                )
                raise _Broken
            if action.verb in game.secrets(options):
                self._exchange_action(state, by, action, after, players, rng)
            if is_close:
                self._look(state, turn, by, action, after, players, rng)
            yield str(action)
            self.actions += 1
            state = after
        fault = Words("no end after {longest} actions", longest=self.longest)
        self.unended[self._at["seed"]] = self._placed(fault)

    def _fingerprint(self, state: Any) -> object:
        try:
            return hash(state)
        except TypeError as error:
            self._note(Words("a state cannot be hashed: {error}; expected tuples and the like", error=str(error)))
            return repr(state)

    def _chosen(self, state: Any, turn: Turn, rng: Random, is_close: bool) -> tuple[Turn, Action]:
        game = self.game
        if isinstance(turn, AttemptSpec):
            self._check_scene(turn)
            verdict = rng.choice(("success", "failure"))
            return turn.seat, ATTEMPT(verdict, 1.0, turn.start, turn.loose, (), "-")
        if turn is ANYONE:
            who = [(seat, self._ask("moves", game.moves, state, seat)) for seat in as_race(game).race_order(state)]
            table = self._ask("moves", game.moves, state)
            open_to: list[tuple[Turn, Sequence[Action]]] = [(seat, moves) for seat, moves in who if moves]
            if table and (not open_to or rng.random() < 0.05):
                return CHANCE, table[0]
            if not open_to:
                self._note(Words("`moves` offers nobody an action, though the game goes on"))
                raise _Broken
            by, moves = rng.choice(open_to)
            return by, rng.choice(moves)
        moves = self._ask("moves", game.moves, state, turn if isinstance(turn, int) else None)
        if turn is CHANCE and not moves:
            return CHANCE, self._ask("draw", game.draw, state, rng)
        if not moves:
            self._note(Words("`moves` offers no action to the seat whose turn it is; expected one, or another turn"))
            raise _Broken
        if is_close:
            self._try_all(state, turn, moves)
        return turn, rng.choice(moves)

    def _check_scene(self, attempt: AttemptSpec) -> None:
        """Whether the scene of an attempt can be used, and differs at the level easy."""
        if (file := sys.modules[type(self.game).__module__].__file__) is not None:
            attempt = scene_beside(attempt, Path(file).parent)  # of a game that a test has imported
        asked = (attempt.scene, tuple(attempt.adjust), attempt.level, attempt.material, attempt.other_scene)
        if asked in self._scenes:
            return
        self._scenes.add(asked)
        try:
            scene = world_of(attempt)
            if attempt.level == "easy" and scene == world_of(attempt._replace(level="book")):
                text = "the level easy is as book: scene {scene} has no table [easy] that says what is easier"
                self._note(Words(text, scene=attempt.scene))
        except SkillboxError as error:
            self._note(Words("hands cannot try this: {said}", said=words_of(error)), attempt.scene)

    def _try_all(self, state: Any, turn: Turn, moves: Sequence[Action]) -> None:
        """Plays each of some moves that are offered."""
        if len(set(moves)) < len(moves):
            self._note(Words("`moves` offers an action twice"))
        for action in moves[:MOST_TRIED]:
            self._at["action"] = action
            after = self._ask("play", self.game.play, state, action, turn)
            if self._ask("play", self.game.play, state, action, turn) != after:
                self._note(Words("`play` gives another state the second time; expected chance in `draw` alone"))
            if self._ask("parse", self.game.parse, str(action)) != action:
                self._note(Words("{action} is read as another action: its verb has other fields", action=str(action)))

    def _look(
        self,
        state: Any,
        turn: Turn,
        by: Turn,
        action: Action,
        after: Any,
        players: int,
        rng: Random,
    ) -> None:
        """Looks closely at a state, at what each seat sees of it and at what is told."""
        game = self.game
        if self._ask("result", game.result, state) is not None:
            self._note(Words("`result` says that the game is over, and `to_move` that it is not"))
        if len(self._ask("scores", game.scores, state)) != players:
            self._note(Words("`scores` has not a score for each of {players} seats", players=players))
        for seat in range(1, players + 1):
            view = self._ask("view", game.view, state, seat)
            seen = self._ask("view", game.view, after, seat)
            if self._ask("view", game.view, view, seat) != view:
                self._note(Words("the view of a view is another one"))
            if turn == seat and list(game.moves(view, seat)) != list(game.moves(state, seat)):
                self._note(Words("`moves` of the view of whoever is to move are others: they need what is hidden"))
            self._exchange(view, seat, rng)
            told = self._ask("told", game.told, view, action, by if isinstance(by, int) else None, seen)
            line = self._ask("goal_line", game.goal_line, view, seat)
            facts = [*told, line, *self._ask("facts", game.facts, view, seat)]
            standings = (self._ask("standing", game.standing, view, each) for each in range(1, players + 1))
            facts += filter(None, standings)
            facts += [label.text for label in self._ask("labels", game.labels, view, seat).values()]
            for what in ("counted", "goal_cells", "held", "page"):
                self._ask(what, getattr(game, what), view, seat)
            for what in ("scores", "pyramid", "to_move", "result"):  # screens and bots ask them of a view
                self._ask(what, getattr(game, what), view)
            for said in facts:
                self._say(said)

    def _say(self, said: str | Fact) -> None:
        """Takes a text, and whether it names values that it has not."""
        if not isinstance(said, Fact):
            self.texts.add(str(said))
            return
        self.texts |= {text for text, _ in fact_texts(said)}
        if said.one:
            self.plurals[said.one] = said.text
        for text in filter(None, (said.text, said.you, said.one)):
            names = {name.partition(".")[0] for _, name, _, _ in Formatter().parse(text) if name is not None}
            if missing := names - {*said.values}:
                told = Words("the text {said} names {name}, which it has no value for", said=text, name=min(missing))
                self._note(told, text)

    def _exchange(self, view: Any, seat: Seat, rng: Random) -> None:
        """Exchanges what `seat` may not know: its view must stay the same."""
        game = self.game
        if self._says_what_is_hidden and not isinstance(view, Lot):
            other = self._ask("determinized", game.determinized, view, seat, rng)
            if self._ask("view", game.view, other, seat) != view:
                told = Words("the view of seat {seen} tells what is hidden: `determinized` changes it", seen=seat)
                self._note(told)

    @property
    def _says_what_is_hidden(self) -> bool:
        return type(self.game).determinized is not Game.determinized

    def _exchange_action(self, state: Any, by: Turn, action: Action, after: Any, players: int, rng: Random) -> None:
        """Exchanges a secret action for another one of its kind: the views of others must stay the same; of what chance
        did one of them, since somebody may know it. A game in which others may know a part says it by `determinized`;
        there each of them must not know the whole.
        """
        game = self.game
        moves = self._ask("moves", game.moves, state, by if isinstance(by, int) else None)
        others = [other for other in moves if other.verb == action.verb and other != action]
        watching = [seat for seat in range(1, players + 1) if seat != by]
        if not others or not watching:
            return
        others = [rng.choice(others)]
        instead = self._ask("play", game.play, state, others[0], by)
        if self._ask("result", game.result, after) or self._ask("result", game.result, instead):
            return  # then all is open
        self._is_exchanged = True
        views = [[self._ask("view", game.view, end, seat) for end in (after, instead)] for seat in watching]
        if self._says_what_is_hidden and any(one != after for one, _ in views):
            return
        telling = [seat for seat, (one, other) in zip(watching, views, strict=True) if one != other]
        if telling and (isinstance(by, int) or telling == watching):
            text = "the view of seat {seen} tells a secret action of another: with {other} it would be another view"
            self._note(Words(text, seen=telling[0], other=str(others[0])))

    def untested(self) -> Iterator[Words]:
        """What could not be tested."""
        hides = type(self.game).view is not Game.view or self.game.secret_verbs
        if hides and not self._says_what_is_hidden and not self._is_exchanged:
            text = "not tested: whether a view tells what is hidden; that needs `determinized`, or secret verbs"
            yield Words(text)
        if self.unended:
            text = "not tested: how {count} of {matches} matches end, which went on after {longest} actions"
            one = "not tested: how one of {matches} matches ends, which went on after {longest} actions"
            yield Words(text, one=one, count=len(self.unended), matches=self.played, longest=self.longest)

    def _check_end(self, state: Any, players: int) -> None:
        """Looks at the result."""
        game = self.game
        result = self._ask("result", game.result, state)
        if result is None:
            self._note(Words("`to_move` says that the game is over, and `result` gives none"))
            return
        if list(result.winners) != sorted({*result.winners} & {*range(1, players + 1)}):
            told = Words(
                "winners {winners}: expected seats from 1 to {players}, in order",
                winners=str(result.winners),
                players=players,
            )
            self._note(told)
        if len(result.scores) != players:
            self._note(Words("the result has not a score for each of {players} seats", players=players))
        if not result.reason.strip():
            self._note(Words("a result without a reason; expected what decided, as a sentence"))
        elif not result.winners and players > 1 and "nobody" not in result.reason.lower():
            self._note(Words("nobody won, and the reason does not say why: expected a sentence with `nobody`"))
        self.texts.add(result.reason)
        if self._ask("moves", game.moves, state):
            self._note(Words("`moves` offers actions, though the game is over"))
