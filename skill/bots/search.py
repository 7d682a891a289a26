"""Thinks ahead: a tree search over the contract of games, for any number of seats, chance and hidden things.

- **max^n** (Luckhardt and Irani, 1986): a node holds a mean value for every seat, and the seat that moves there
  maximises its own.
- **PUCT** (Rosin, 2011; in the form of Silver et al., 2017): among actions the one with the best mean so far and a
  bonus that falls with its visits. The prior is the rank of the game's own `worth`.
- **Determinization in an open loop** (Cowling, Powley and Whitehouse, 2012, information set Monte Carlo tree search):
  where a view hides something each simulation begins from a whole state drawn to agree with it, and nodes stand for
  sequences of actions, not for states. Where nothing is hidden states are kept in the tree.

A simulation ends with a playout: at random to the end of the game, or, in games with a `horizon`, up to there, with the
best of a few random actions by `worth` each time. A budget is a number of calls of the rules, so the same seed leads to
the same action on any machine. The action that `worth` values most is kept unless another one is surely better; if that
cannot be told yet, the last part of the budget goes to these two.

Proven results go up the tree, for any number of seats and as bounds (MCTS-Solver: M. Winands, Y. Björnsson and J.-T.
Saito, 2008; T. Cazenave and A. Saffidine, "Score bounded Monte-Carlo tree search", 2010): an action that another one
surely matches is not tried again, and thought ends where the best action is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, inf, sqrt, tanh
from typing import TYPE_CHECKING, Any, NamedTuple

from skill.bots.greedy import GreedyBot
from skill.bots.solver import ROUNDING, Proven, shares_of
from skill.rules.game import ANYONE, CHANCE, Game, offered
from skill.rules.race import Race, as_race

if TYPE_CHECKING:
    from random import Random

    from skill.bots.bot import Claim
    from skill.lattice.notation import Action
    from skill.rules.game import AnyGame, Seat, Turn

REVISION = 3  # grows when the same seed leads to other actions than before
EXPLORATION = 0.8  # weight of the bonus for actions that were tried little
TASTED = 2  # actions among which a playout to a horizon takes the one of most worth
WORLDS = 64  # whole states that are drawn where something is hidden; then they come again in turn
LONGEST = 400  # actions of a playout
SAMPLES = 12  # playouts from which it is measured how far outlooks lie apart
MARGIN = 0.1  # part of a value that goes by outlook where the game is over, and that is never reached where it is not
UNSURE = 0.25  # variance of values before any is known, which counts as one visit
SURE = 1.0  # standard errors by which an action must be better than that of most worth
DOUBTED = 0.1  # part of the budget that is for those two where this is not clear

Values = tuple[float, ...]
"""One a seat, from 0, lost, to 1, won."""


class Candidate(NamedTuple):
    """What was found out about one legal action."""

    action: Action
    prior: float
    """How much of the attention it had from the start; all add up to 1."""
    visits: int
    values: Values
    """The mean value of each seat after it: about its chance to win. Empty without visits."""
    error: float
    """The standard error of the value of the seat that thinks; infinite without visits, 0 where it is proven."""
    is_mean: bool = False
    """Whether what is proven is the mean of ends between which chance decides, or what is hidden."""

    @property
    def is_proven(self) -> bool:
        """Whether its values are the shares of the win with best play, by the rules alone."""
        return self.error == 0.0


class Thought(NamedTuple):
    """What a seat thought about its next action."""

    action: Action
    """What it does."""
    usual: Action
    """The action of most worth, one move deep."""
    candidates: tuple[Candidate, ...]
    """All legal actions, the most visited first."""
    calls: int
    """How many calls of the rules it took."""

    def of(self, action: Action) -> Candidate:
        """What was found out about a legal action."""
        return next(candidate for candidate in self.candidates if candidate.action == action)


class SearchBot(GreedyBot):
    """Plays what it found by a search of `budget` calls of the rules; its hands follow a plan."""

    def __init__(self, name: str, strength: int, budget: int) -> None:
        self.name, self.strength, self.budget = name, strength, budget

    def budget_in(self, game: AnyGame) -> int:
        """How many calls of the rules it makes at most in a game."""
        return self.budget

    def choose(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Action:
        return self.think(game, view, seat, rng, self.budget).action

    def claim(self, game: AnyGame, view: Any, seat: Seat, rng: Random) -> Claim | None:
        """As the greedy bot in races of looking and reaching; in races of thought what it thinks."""
        claim = super().claim(game, view, seat, rng)
        if claim is None or not isinstance(game, Race) or type(game).guess is not Race.guess:
            return claim
        return claim[0], self.choose(game, view, seat, rng)

    def think(self, game: AnyGame, view: Any, seat: Seat, rng: Random, budget: int) -> Thought:
        """Searches for the best action of `seat`, which is to move, for about `budget` calls of the rules."""
        return Search(game, game.view(view, seat), seat, rng, budget).thought()


class Node(Proven):
    """What is known about the situation after some actions; nothing is proven where something is hidden."""

    __slots__ = ("children", "priors", "square", "state", "totals", "turn", "visits")

    def __init__(self, players: int) -> None:
        super().__init__(shares_of((), players))
        self.visits = 0
        self.totals = [0.0] * players
        self.square = 0.0
        """Sum of the squared values of the seat that thinks."""
        self.state: Any = None
        """Kept where nothing is hidden, with whose turn it is."""
        self.turn: Turn = None
        self.priors: dict[Action, float] = {}
        """The legal actions, the most worthy first; those of all states that were met where something is hidden."""
        self.children: dict[Action, Node] = {}

    def prove(self) -> bool:
        """Takes what follows from what is proven of its children; whether that is new."""
        before, seat = (self.low, self.high), self.turn
        if not isinstance(seat, int):
            return False
        own, known = seat - 1, self.children.values()
        self.choose(own, known, unseen=len(known) < len(self.priors))
        if self.is_exact:
            ways = [child.length for child in known if child.is_exact and child.low[own] == self.low[own]]
            self.length = 1 + (min if self.low[own] == 1.0 else max)(ways, default=0)
        return (self.low, self.high) != before


class Search:
    """One search, from the view of the seat that is to move."""

    def __init__(
        self, game: AnyGame, view: Any, seat: Seat, rng: Random, budget: int, only: Sequence[Action] | None = None
    ) -> None:
        """`only`: the actions that come into question where others are surely no better; by default all."""
        self.game, self.seat, self.rng, self.budget = game, seat, rng, budget
        self.calls = 0
        self.view = game.without_hands(view)
        self.players = len(game.scores(view))
        self.tasted = 1 if game.horizon is None else TASTED
        self.worlds = [game.determinized(self.view, seat, rng)]
        self.is_open = self.worlds[0] is not self.view
        self.root = Node(self.players)
        moves = offered(game, view, seat)
        self.priors = self._ranked(view, moves, seat) if len(moves) > 1 else dict.fromkeys(moves, 1.0)
        self.root.priors = {move: prior for move, prior in self.priors.items() if only is None or move in only}
        self.root.state, self.root.turn = self.view, seat
        self.leads, self.scale = _leads(game.outlook(self.worlds[0])), 1.0

    def thought(self) -> Thought:
        """Thinks, until the budget is spent; not at all where a game hides things and does not say what they may be."""
        root, kind = self.root, type(self.game)
        usual = next(iter(root.priors))
        if len(root.priors) > 1 and (kind.view is Game.view or kind.determinized is not Game.determinized):
            self._measure()
            while self.calls < (1 - DOUBTED) * self.budget and not root.is_exact:
                self._simulate()
            while self.calls < self.budget and not root.is_exact:
                best = max(root.children, key=lambda action: root.children[action].visits, default=usual)
                is_in_doubt = self._is_in_doubt(best, usual)
                self._simulate(
                    min(best, usual, key=lambda action: root.children[action].visits) if is_in_doubt else None
                )
        candidates = [self._found(action) for action in self.priors]
        candidates.sort(key=lambda candidate: -candidate.visits)
        thought = Thought(usual, usual, tuple(candidates), self.calls)
        best = self._best(candidates[0].action)
        if root.is_exact or self._is_out(usual) or self._is_better(self._found(best), self._found(usual)):
            thought = thought._replace(action=best)
        return thought

    def _best(self, most_visited: Action) -> Action:
        """The best action by what is proven, in the fewest actions where it wins; else the one that was tried most."""
        root, own = self.root, self.seat - 1
        if root.is_exact:
            surest = max(child.low[own] for child in root.children.values())
            pick = min if surest >= 1.0 - ROUNDING else max
            known = [action for action, child in root.children.items() if child.low[own] >= surest - ROUNDING]
            return pick(known, key=lambda action: root.children[action].length)
        hopeful = {action: child for action, child in root.children.items() if not self._is_out(action)}
        if most_visited in hopeful or not root.children:
            return most_visited
        if not hopeful:
            return next(action for action in root.priors if action not in root.children)
        return max(hopeful, key=lambda action: hopeful[action].visits)

    def _is_out(self, action: Action) -> bool:
        """Whether another action is surely better, or it is surely lost and not all others are."""
        root, own = self.root, self.seat - 1
        child = root.children.get(action)
        if child is None:
            return False
        return child.is_worse(root.low[own], own) or (child.high[own] == 0.0 and root.high[own] > 0.0)

    def _is_in_doubt(self, best: Action, usual: Action) -> bool:
        """Whether the action that was tried most seems better than the usual one, and it is not clear yet."""
        one, other = self._found(best), self._found(usual)
        return self._lead(one, other) > 0 and not self._is_out(usual) and not self._is_better(one, other)

    def _is_better(self, one: Candidate, other: Candidate) -> bool:
        return bool(one.visits) and self._lead(one, other) > SURE * sqrt(one.error**2 + other.error**2)

    def _lead(self, one: Candidate, other: Candidate) -> float:
        return one.values[self.seat - 1] - other.values[self.seat - 1] if other.visits else 0.0

    def _found(self, action: Action) -> Candidate:
        node, prior = self.root.children.get(action), self.priors[action]
        if node is None or not node.visits:
            return Candidate(action, prior, 0, (), inf)
        n = node.visits
        if node.is_exact:
            return Candidate(action, prior, n, node.low[: self.players], 0.0, node.is_mean)
        values = tuple(total / n for total in node.totals)
        spread = (
            self._variance(node) + (self.root.visits * self._variance(self.root) + UNSURE) / (self.root.visits + 1) / n
        )
        return Candidate(action, prior, n, values, sqrt(spread / n))

    def _variance(self, node: Node) -> float:
        """Of the values of the seat that thinks there."""
        return max(node.square / node.visits - (node.totals[self.seat - 1] / node.visits) ** 2, 0.0)

    def _measure(self) -> None:
        """How far outlooks change in a playout, with which they are compared from then on."""
        squares = []
        for _ in range(SAMPLES):
            end = self._played_out(self._whole())
            leads = _leads(self.game.outlook(end))
            squares += [(lead - before) ** 2 for lead, before in zip(leads, self.leads, strict=True)]
            if self.calls > self.budget / 4:
                break
        self.scale = sqrt(fsum(squares) / len(squares)) or 1.0

    def _whole(self) -> Any:
        if not self.is_open:
            return self.view
        if len(self.worlds) < WORLDS:
            self.calls += 1
            self.worlds.append(self.game.determinized(self.view, self.seat, self.rng))
        else:
            self.worlds.append(self.worlds.pop(0))
        return self.worlds[-1]

    # -- a simulation

    def _simulate(self, first: Action | None = None) -> None:
        """Goes down the tree, adds a node to it, plays out from there, and notes the values on the way back.

        `first`: the action with which it begins, where it is not to choose.
        """
        self.calls += 1  # also where it asks the rules nothing: a tree may be known to its ends
        node, state = self.root, self._whole()
        turn: Turn = self.seat
        by: Turn
        path = [node]
        while True:
            if first is not None:
                by, action, first = turn, first, None
            elif isinstance(turn, int):
                by, action = turn, self._selected(node, state, turn)
            else:
                by, action = self._drawn(state, turn)
            child = node.children.get(action)
            if child is None:
                child = node.children[action] = Node(self.players)
            if self.is_open or not child.visits:
                state = self._after(state, action, by)
                turn = self.game.to_move(state)
                if not self.is_open:
                    child.state, child.turn = state, turn
                    if turn is None:
                        winners = self.game.result(state).winners  # type: ignore[union-attr]
                        child.low = child.high = shares_of(winners, self.players)
                        self._prove(path)
            else:
                state, turn = child.state, child.turn
            path.append(child)
            node = child
            if (
                not node.visits
                or node.is_exact
                or turn is None
                or not (isinstance(turn, int) or turn in (CHANCE, ANYONE))
            ):
                break
        if node.is_exact and turn is not None:
            values: Values = tuple(_proven(share) for share in node.low[: self.players])
        else:
            values = self._values(self._played_out(state))
        for node in path:
            node.visits += 1
            for n, value in enumerate(values):
                node.totals[n] += value
        for node in path[:2]:
            node.square += values[self.seat - 1] ** 2

    def _prove(self, path: Sequence[Node]) -> None:
        """Brings what is proven up the tree from the end of the path."""
        for node in reversed(path):
            if node.turn is CHANCE:
                self.calls += 1
                moves = self.game.moves(node.state)
                if not moves or any(move not in node.children for move in moves):
                    return
                node.expect([node.children[move] for move in moves], self.game.weights(node.state))
                node.length = 1 + max(child.length for child in node.children.values())
            elif not node.prove():
                return

    def _after(self, state: Any, action: Action, by: Turn) -> Any:
        self.calls += 1
        return self.game.play(state, action, by)

    def _drawn(self, state: Any, turn: Turn) -> tuple[Turn, Action]:
        """What happens where no single seat is to move: chance, or in a race anyone, each seat as likely."""
        self.calls += 1
        if turn is CHANCE:
            return CHANCE, self.game.draw(state, self.rng)
        order = as_race(self.game).race_order(state)
        open_to = {seat: moves for seat in order if (moves := self.game.moves(state, seat))}
        if not open_to:
            return CHANCE, self.game.moves(state)[0]
        by = self.rng.choice(list(open_to))
        return by, self._tasted(state, open_to[by], by)

    def _selected(self, node: Node, state: Any, seat: Seat) -> Action:
        """The action that PUCT tries next. Those that were not tried yet differ in their prior alone."""
        legal: set[Action] | None = None
        if not node.priors or (self.is_open and node is not self.root):
            self.calls += 1
            moves = offered(self.game, state, seat)
            if any(move not in node.priors for move in moves):
                node.priors = {**self._ranked(state, moves, seat), **node.priors}
            legal = set(moves) if self.is_open else None
        own = seat - 1
        bonus = EXPLORATION * sqrt(node.visits)
        untried = node.totals[own] / node.visits if node.visits else 0.5
        best, most, is_first = None, -inf, True
        for action, prior in node.priors.items():
            if legal is not None and action not in legal:
                continue
            child = node.children.get(action)
            if child is None:
                if not is_first:
                    continue
                is_first, value = False, untried + bonus * prior
            elif child.is_exact or child.is_worse(node.low[own], own):
                value = _proven(child.high[own])  # there is nothing to find out
            else:
                value = child.totals[own] / child.visits + bonus * prior / (1 + child.visits)
            if value > most:
                best, most = action, value
            if child is None and legal is None:
                break
        assert best is not None
        return best

    def _ranked(self, state: Any, moves: Sequence[Action], seat: Seat) -> dict[Action, float]:
        """The actions with their priors, of most worth first; equals are shuffled and share alike."""
        self.calls += len(moves)
        worth = {move: self.game.worth(state, move, seat) for move in self.rng.sample(moves, len(moves))}
        ranked = sorted(worth, key=lambda move: -worth[move])
        shares: dict[float, list[float]] = {}
        for rank, move in enumerate(ranked, 1):
            shares.setdefault(worth[move], []).append(1 / rank)
        total = fsum(part for of in shares.values() for part in of)
        means = {value: fsum(of) / len(of) / total for value, of in shares.items()}
        return {move: means[worth[move]] for move in ranked}

    # -- a playout

    def _played_out(self, state: Any) -> Any:
        """The state at the horizon, or where the game or what can be thought of it ends."""
        last, changes = None, 0
        horizon = self.game.horizon
        for _ in range(LONGEST):
            turn = self.game.to_move(state)
            by: Turn
            if isinstance(turn, int):
                if turn != last:
                    changes += last is not None
                    last = turn
                    if horizon is not None and changes >= horizon and turn == self.seat:
                        break  # always before the same seat's turn, or depths of the tree could not be compared
                self.calls += 1
                by, action = turn, self._tasted(state, offered(self.game, state, turn), turn)
            elif turn is CHANCE or turn is ANYONE:
                by, action = self._drawn(state, turn)
            else:
                break
            state = self._after(state, action, by)
        return state

    def _tasted(self, state: Any, moves: Sequence[Action], seat: Seat) -> Action:
        """Of a few actions drawn at random the one of most worth."""
        if len(moves) == 1:
            return moves[0]
        few = {moves[int(self.rng.random() * len(moves))]: None for _ in range(self.tasted)}
        if len(few) == 1:
            return next(iter(few))
        self.calls += len(few)
        return max(few, key=lambda move: self.game.worth(state, move, seat))

    def _values(self, state: Any) -> Values:
        """What the end of a playout is worth to each seat: whether it won, and a little by how much; or its outlook."""
        leads = _leads(self.game.outlook(state))
        better = [(1 + tanh((lead - b) / self.scale)) / 2 for lead, b in zip(leads, self.leads, strict=True)]
        result = self.game.result(state)
        if result is None:
            return tuple(MARGIN + (1 - 2 * MARGIN) * part for part in better)
        share = 1 / len(result.winners) if result.winners else 0.0
        won = [share if n in result.winners else 0.0 for n in range(1, self.players + 1)]
        return tuple((1 - MARGIN) * w + MARGIN * part for w, part in zip(won, better, strict=True))


def _proven(share: float) -> float:
    """The value of a share of the win that is known."""
    return (1 - MARGIN) * share + MARGIN / 2


def _leads(outlook: Sequence[float]) -> list[float]:
    """By how much each seat is ahead of the best of the others."""
    return [
        own - max((other for m, other in enumerate(outlook) if m != n), default=0.0) for n, own in enumerate(outlook)
    ]
