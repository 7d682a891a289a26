"""47 Wolf in a Sheep's Coat. Find the hidden wolf with as few dogs as possible.

Source: game 47 of the Kosmos edition, both versions: without bushes and with them (`bushes` above 0). Dogs sit on the
flock, on level 1 only, and see six rays of the base layer. A sheep about which the answer was no is not asked about
again. Alone, one plays against a wolf drawn at random. Each round begins with a new flock and a new wolf.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import BASE, BELOW, LEVEL_STEPS, LEVELS, Cell, in_mask, mask_of, ray
from skill.lattice.dice import BLACK, GREEN, RED, Die
from skill.lattice.notation import FILL, PLACE, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.actions import every
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit
from skill.rules.telling import BAD, GOOD, Label

WOLF = Verb(  # the flock does, or chance
    "wolf <cell>", "hide the wolf here", told="{player} hid the wolf.", drawn="The wolf has hidden in the flock."
)
ASK = Verb("ask <cell>", "is this the wolf?")
ASKS = {cell: ASK(cell) for cell in BASE}
YES = Label(fact("yes"), GOOD, fact("The answer here: a dog sees the wolf, or this sheep is the wolf."))
NO = Label(fact("no"), BAD, fact("The answer here: a dog does not see the wolf, or this sheep is not the wolf."))
SHEEP, BUSH, DOG = Die(BLACK), Die(GREEN), Die(RED)
PLACES = LEVELS[1]
PLACE_MASK = mask_of(PLACES)
NOWHERE: Cell = -1  # the wolf before it is hidden, and for the shepherd
DIRECT = 0.5  # worth of asking about a suspect: more than a dog that tells nothing, less than one that does

USUAL = 7.0  # dice that a shepherd needs for a round


class State(NamedTuple):
    flock: Pyramid
    """Sheep, bushes and dogs; the wolf looks like any sheep. Empty before it is set up."""
    shepherd: Seat
    round: int
    """Rounds that are over."""
    wolf: Cell
    is_hidden: bool
    """Whether the wolf has been hidden; then the shepherd is to act."""
    answers: tuple[tuple[Cell, bool], ...]
    """What each dog and each direct question of this round was answered, in order: cell, and yes or no."""
    suspects: int
    """Mask of the sheep that agree with all answers."""
    costs: tuple[int, ...]
    """Dice that each seat has used, over all rounds."""
    options: Options


class Wolf(Game[State]):
    number, slug, title = "47", "wolf", "Wolf in a Sheep's Coat"
    family, players = "board", (1, 8)
    goal = "Find out which sheep is the wolf, with as few dogs and questions as you can."
    deciding_rules = {
        "place": "A dog stands on three sheep and sees them, and all of the rows of any two of them.",
    }
    summary = "Find the hidden wolf with as few dogs as possible; versions without and with bushes."
    score_unit = ("1 die used", "{count} dice used")
    profile = Profile(chance=1, skill=1, tactics=8)
    options = (
        in_range("bushes", 0, 0, 20, help="Sheep replaced by bushes that block the view; 9 is a good number."),
        one_of(
            "wolf_by",
            "random",
            "left",
            help="Who hides the wolf.",
            meanings={"random": "chance", "left": "the shepherd's left neighbour"},
        ),
        in_range("rounds", 1, 1, 10, help="How often each player is shepherd."),
    )
    verbs = (FILL, WOLF, PLACE, ASK)
    secret_verbs = (WOLF.name,)
    final_verbs = (PLACE.name, ASK.name)
    score_order = "fewest"
    horizon = 0
    text = RulesText(
        goal="As shepherd, find the wolf with as few dice as you can.",
        setup="45 black dice fill the plate: sheep, and one of them, you do not know which, is the wolf. If you agree "
        "on bushes, some sheep, at random, are green bushes.",
        turn="The shepherd acts until the wolf is found. Place a red dog on any three dice that touch and make a "
        "funnel. It sees the three dice under it, and the whole of the three rows in which two of these dice lie, to "
        "both ends: 17 dice in all, if nothing is in the way. The other players say truly whether the dog sees the "
        "wolf. Another dog on a row hides what lies beyond it, and so does a bush. Or ask whether a certain sheep is "
        "the wolf. Each dog and each such question costs one die.",
        end="A round ends when a question is answered yes. Then the next player is shepherd.",
        wins="When everybody has been shepherd, once or as often as agreed, whoever needed the fewest dice wins.",
        ties="Equal numbers share the win.",
        readings=(
            "Every round has a new flock and a new wolf.",
            "Chance hides the wolf or, if you agree so, the shepherd's left neighbour. If you play alone, chance "
            "hides it.",
            "You have to ask about the wolf even when you are sure, and pay for it.",
            "Dogs sit on the flock only, not on dogs; they may sit on bushes.",
            "The dog still sees the bush itself. Of the two dice of the row that are under another dog, it sees the "
            "nearer one.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        state = State(EMPTY, kit.first_seat(options), 0, NOWHERE, False, (), 0, (0,) * players, options)
        if position is not None:
            self._check_flock(state, position)
            return gathered(state, position)
        return state if options["bushes"] else gathered(state, Pyramid((cell, SHEEP) for cell in BASE))

    def _check_flock(self, state: State, flock: Pyramid) -> None:
        bushes = state.options.whole("bushes")
        dice = [die for _, die in flock]
        if flock.mask != mask_of(BASE) or (dice.count(BUSH), dice.count(SHEEP)) != (bushes, len(BASE) - bushes):
            raise IllegalMove(
                "position {flock}: wolf is played with {bushes} green and {others} black base dice",
                flock=flock,
                bushes=bushes,
                others=45 - bushes,
            )

    def to_move(self, state: State) -> Turn:
        if self._is_over(state):
            return None
        if not state.flock.mask:
            return CHANCE
        if state.is_hidden:
            return state.shepherd
        chooser = kit.next_seat(state.shepherd, len(state.costs))
        return chooser if state.options["wolf_by"] == "left" and chooser != state.shepherd else CHANCE

    def _is_over(self, state: State) -> bool:
        return state.round == state.options.whole("rounds") * len(state.costs)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if self._is_over(state):
            return []
        sheep = state.flock.cells_of(BLACK)
        if not state.is_hidden:
            return [WOLF(cell) for cell in sheep]
        asked, dogs = dict(state.answers), kit.PLACEMENTS[RED]
        placings = [dogs[cell] for cell in state.flock.funnels(PLACE_MASK)]
        return placings + [ASKS[cell] for cell in sheep if cell not in asked]

    def draw(self, state: State, rng: Random) -> Action:
        if state.flock.mask:
            return super().draw(state, rng)
        bushes = rng.sample(BASE, state.options.whole("bushes"))
        return FILL(Pyramid((cell, BUSH if cell in bushes else SHEEP) for cell in BASE))

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", flock):
                self._check_flock(state, flock)
            case _:
                raise IllegalMove("{action}: wolf begins with fill and dice in all 45 funnels", action=action)

    def all_actions(self, options: Options) -> Sequence[Action]:
        hiding = every(WOLF, BASE) if options["wolf_by"] == "left" else []
        return (*hiding, *kit.placements(RED, PLACES), *ASKS.values())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("place", _, cell, _):
                seen = sight(state.flock, cell)
                sees_wolf = bool(seen >> state.wolf & 1)
                left = state.suspects & (seen if sees_wolf else ~seen)
                return answered(state, cell, sees_wolf, left, state.flock.put(cell, DOG))
            case ("ask", cell):
                is_wolf = cell == state.wolf
                left = 1 << cell if is_wolf else state.suspects & ~(1 << cell)
                after = answered(state, cell, is_wolf, left, state.flock)
                return self._next_round(after) if is_wolf else after
            case ("wolf", cell):
                return state._replace(wolf=cell, is_hidden=True)
            case ("fill", flock):
                return gathered(state, flock)
        raise IllegalMove(f"{action}: not an action of wolf")

    def _next_round(self, state: State) -> State:
        """The state after a round; the flock of the last one stays to be seen."""
        after = state._replace(round=state.round + 1)
        if self._is_over(after):
            return after
        after = after._replace(shepherd=kit.next_seat(after.shepherd, len(after.costs)))
        return gathered(after, EMPTY if after.options["bushes"] else Pyramid((cell, SHEEP) for cell in BASE))

    def result(self, state: State) -> Result | None:
        if not self._is_over(state):
            return None
        alone = "The wolf was found; the fewer dice that took, the better."
        reason = alone if len(state.costs) == 1 else "Everybody has found the wolf; the fewest dice used win."
        return Result(kit.fewest(state.costs), state.costs, reason)

    def leading(self, state: State, options: Options) -> Sequence[Seat]:
        return ()  # who has not been shepherd yet has used nothing

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        which = kit.round_facts(state.round, state.options.whole("rounds") * len(state.costs))
        if not state.is_hidden or seat != state.shepherd:
            return which
        return (Fact("Set a dog between three sheep, and hear whether it sees the wolf; or ask about a sheep."), *which)

    def view(self, state: State, seat: Seat) -> State:
        """The shepherd does not know the wolf until it is found."""
        return state if seat != state.shepherd or self._is_over(state) else state._replace(wolf=NOWHERE)

    def determinized(self, view: State, seat: Seat, rng: Random) -> State:
        if not view.is_hidden or view.wolf != NOWHERE:
            return view
        return view._replace(wolf=rng.choice(in_mask(view.suspects)))

    def goal_line(self, state: State, seat: Seat) -> Fact:
        if seat == state.shepherd:
            return super().goal_line(state, seat)
        return fact("{shepherd} looks for the wolf; your turn as shepherd comes.", shepherd=Player(state.shepherd))

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        return {cell: YES if answer else NO for cell, answer in state.answers}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("place", _, cell, _):
                sees_wolf = after.answers[-1][1]
                text = (
                    "{player} set a dog {cell}: it sees the wolf."
                    if sees_wolf
                    else "{player} set a dog {cell}: no wolf."
                )
            case ("ask", cell):
                found, missed = "{player} found the wolf {cell}.", "{player} asked about a sheep {cell}: not the wolf."
                text = found if after.round > before.round else missed
            case _:
                return super().told(before, action, by, after)
        return (fact(text, player=Player(by or before.shepherd), cell=At(cell)),)

    def pyramid(self, state: State) -> Pyramid:
        return state.flock

    def scores(self, state: State) -> tuple[float, ...]:
        return state.costs

    def outlook(self, state: State) -> tuple[float, ...]:
        """Dice used and still needed: a dog halves the suspects at best, and one has to ask."""
        players, rounds = len(state.costs), state.options.whole("rounds") * len(state.costs)
        needed = [0.0] * players
        for later in range(state.round, rounds):
            is_begun = later == state.round and state.suspects
            seat = (state.shepherd - 1 + later - state.round) % players
            needed[seat] += 1 + log2(state.suspects.bit_count()) if is_begun else USUAL
        return tuple(-cost - more for cost, more in zip(state.costs, needed, strict=True))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """For the shepherd: how many suspects a dog rules out at least; a direct question when no dog tells more."""
        match action:
            case ("place", _, cell, _):
                seen = sight(state.flock, cell)
                return min((state.suspects & seen).bit_count(), (state.suspects & ~seen).bit_count())
            case ("ask", cell):
                return DIRECT if state.suspects >> cell & 1 else -1
        return 0


def gathered(state: State, flock: Pyramid) -> State:
    """The state with this flock at the start of a round, its wolf still to be hidden."""
    suspects = mask_of(flock.cells_of(BLACK))
    return state._replace(flock=flock, wolf=NOWHERE, is_hidden=False, answers=(), suspects=suspects)


def answered(state: State, cell: Cell, answer: bool, suspects: int, flock: Pyramid) -> State:
    """The state after an answer, which has cost the shepherd a die, with the suspects left and the flock as it is."""
    costs = kit.replaced(state.costs, state.shepherd, state.costs[state.shepherd - 1] + 1)
    return state._replace(answers=(*state.answers, (cell, answer)), suspects=suspects, costs=costs, flock=flock)


def _rays(place: Cell) -> list[list[tuple[Cell, Cell]]]:
    """The six rays of a dog, nearest cell first, each cell with the place of the dog that would hide it and the rest.

    Along +Y -Z the ray begins under the dog's +Y face; the first place is its own.
    """
    under = BELOW[place]
    starts = ((under[step.index(1)], step) for step in LEVEL_STEPS)
    return [list(zip(ray(start, step), ray(place, step), strict=True)) for start, step in starts if start is not None]


RAYS = {place: _rays(place) for place in PLACES}


def sight(flock: Pyramid, place: Cell) -> int:
    """The mask of what a new dog at `place` sees: along each ray up to another dog, and up to and with a bush."""
    standing, bushes = flock.mask, mask_of(flock.cells_of(GREEN))
    seen = 0
    for line in RAYS[place]:
        for cell, dog in line:
            if standing >> dog & 1:
                break
            seen |= 1 << cell
            if bushes >> cell & 1:
                break
    return seen


GAME = Wolf()
