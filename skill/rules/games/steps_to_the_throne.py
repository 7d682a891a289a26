"""51 Steps to the Throne. A runner moves by the numbers rolled; the other builds a wall before it.

Source: game 51 of the Kosmos edition. The numbers of the blue die point along the rows, as in the model. Our readings:
with `enter=single` the single number is the only way in, and rolling it without success counts as a round without a
legal move; a run that fails at `turn_cap` ends before the blocker's last die; with `match=swap` both runs begin from
the same position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    AXES,
    BASE,
    COORDS,
    LEVEL_STEPS,
    NEIGHBOURS,
    Axis,
    Cell,
    I,
    J,
    K,
    cells,
    in_mask,
    mask_of,
    parse_cell,
    ray,
)
from skill.lattice.dice import BLACK, BLUE, GREEN, RED, Colour, Die
from skill.lattice.notation import MOVE, PASS, PLACE, ROLL, Action, Verb, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.actions import every, pairs
from skill.rules.fact import At, Fact, Player, fact
from skill.rules.game import CHANCE, Game, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import flat, kit
from skill.rules.shared.throws import SHOW, SHOWS
from skill.rules.telling import BAD, FEWER, GOOD, MORE, Held, Label, Note

NUMBERS = Verb("numbers <number>", "roll so many numbers")  # one to enter, or the three of the blue die
RECOVER = Verb(  # a captured die goes back into the blocker's supply
    "recover", "take the die back", told="{player} took a captured die back."
)

BLACKS = 41
THRONE, REDS = parse_cell("700"), cells("800 710 701")
RED_MASK = mask_of(REDS)
SET_UP = parse_position("R800 R710 R701 G044")
EVEN, ODD = 0, 1
ENTRIES = {parse_cell("620"): (EVEN, (K,)), parse_cell("602"): (EVEN, (J,)), parse_cell("611"): (ODD, (J, K))}
"""From where one enters the throne: on which parity, read on the numbers that point at a red die."""

ROLLS_LEFT = (18, 17, 15, 13, 11, 6.5, 1.5)
"""How many rolls a run takes on from each row, about, as measured where greedy bots run and block."""


def _paths(cell: Cell, axis: Axis, steps: int) -> tuple[tuple[Cell, int], ...]:
    """Where `steps` funnels from `cell` along the two directions of `axis` lead, and the mask of those between."""
    lines = [tuple(ray(cell, step)) for step in LEVEL_STEPS if step[axis] == 0]
    return tuple((line[steps], mask_of(line[1:steps])) for line in lines if len(line) > steps)


PATHS = {(cell, axis, n): _paths(cell, axis, n) for cell in BASE for axis in AXES for n in range(1, 7)}


EVEN_OR_ODD = {
    EVEN: Label("2 4 6", means=fact("From here green steps onto the throne with an even number.")),
    ODD: Label("1 3 5", means=fact("From here green steps onto the throne with an odd number.")),
}
ENTER = Label(fact("onto the throne!"), GOOD, fact("Click here: green steps onto the throne and the run is over."))
ON_THE_THRONE = Label(fact("throne"), means=fact("On top of the three red dice: there green is to be."))
BLACK_STANDS = Fact("The other player's black dice stand in your way; land on one exactly and you capture it.")
NEARER = {
    False: ("Go {count} rows nearer to the throne", "Go one row nearer to the throne"),
    True: (
        "Capture the black die, {count} rows nearer to the throne",
        "Capture the black die, one row nearer to the throne",
    ),
}
NO_NEARER = {
    (False, True): Fact("Go along the row, no nearer to the throne"),
    (True, True): Fact("Capture the black die, no nearer to the throne"),
    (False, False): Fact("Go away from the throne"),
    (True, False): Fact("Capture the black die, away from the throne"),
}
"""What a move would do, by whether it captures, and elsewhere by whether it stays in its row."""
BEFORE_THRONE = 6  # the row next to the red dice
GOALS = {
    "turns": "Bring the green die onto the throne in as few rolls as you can.",
    "captures": "Bring the green die onto the throne and capture many black dice on the way.",
    "blacks": "Bring the green die onto the throne before many black dice stand in its way.",
}
"""Of the runner, by what two runs are compared by."""


class Run(NamedTuple):
    """How far a run has come, for the comparison of the two."""

    runner: Seat
    rolls: int = 0
    captures: int = 0
    blacks: int = 0
    has_arrived: bool = False


class State(NamedTuple):
    pyramid: Pyramid
    options: Options
    begin: Pyramid
    run: Run
    phase: str
    """`choose`, `roll`, `single`, `run`, `block` or `over`."""
    rolled: tuple[int, ...] = ()
    """The three numbers of the blue die, or the single one."""
    could_move: bool = True
    captured: int = 0
    done: tuple[Run, ...] = ()

    @property
    def green(self) -> Cell:
        """Where the runner's die stands."""
        return self.pyramid.cells_of(GREEN)[0]

    @property
    def supply(self) -> int:
        """How many black dice the blocker has in hand."""
        on_plate = len(self.pyramid) - len(SET_UP)
        return BLACKS - on_plate - self.captured


UNITS = {
    "turns": ("1 roll", "{count} rolls"),
    "captures": ("1 die captured", "{count} dice captured"),
    "blacks": ("1 black die", "{count} black dice"),
}
"""Of the scores, by what is counted."""
NO_BLACK = "No black die is left: nothing can be put beside the green one."
NO_FUNNEL = "No funnel beside the green die is empty: no black die can be put there."
REASONS = {
    "turns": "The turns of each run count; a failed run loses to a completed one.",
    "captures": "The captures of each run count; a failed run loses to a completed one.",
    "blacks": "The black dice of each run count; a failed run loses to a completed one.",
}
"""What the scores are, by what runs are compared by."""


class StepsToTheThrone(Game[State]):
    number, slug, title = "51", "steps-to-the-throne", "Steps to the Throne"
    family, players = "board", (2, 2)
    is_symmetric = False
    goal = "Run to the throne in fewer rolls than the other player, whom you block in turn."
    deciding_rules = {
        "move": "Each of the three numbers leads along its own row, exactly so far, past no die. Click a number to go "
        "there.",
        "place": "Block the runner: click an empty funnel next to green, and a black die stands there.",
        "recover": "No place is left next to green: take a captured die back.",
        "pass": "No number leads the runner anywhere: the green die stays where it is.",
    }
    common_colours = (RED, GREEN, BLACK)
    summary = "A runner moves by the numbers rolled; the other builds a wall before it."
    profile = Profile(chance=4, tactics=6)
    options = (
        one_of(
            "match",
            "swap",
            "single",
            help="How many runs make a game.",
            meanings={"swap": "two runs with roles changed", "single": "one run"},
        ),
        one_of(
            "score",
            "turns",
            "captures",
            "blacks",
            help="What two runs are compared by.",
            meanings={
                "turns": "fewer rolls",
                "captures": "more black dice captured",
                "blacks": "fewer black dice placed against the runner",
            },
        ),
        one_of(
            "enter",
            "pointing",
            "single",
            help="Which number brings the runner onto the throne.",
            meanings={
                "pointing": "a number of the three that points at a red die",
                "single": "also a single number, if he rolls one in place of the three",
            },
        ),
        in_range("turn_cap", 60, 1, 500, help="Rolls after which a run has failed."),
    )
    verbs = (SHOW, ROLL, NUMBERS, MOVE, PLACE, RECOVER, PASS)
    score_order, horizon = "fewest", 3
    text = RulesText(
        goal="As runner, bring the green die onto the throne, on top of the three red dice, in fewer rolls than the "
        "other needs when you block.",
        setup="Three red dice stand in a corner of the plate, in the corner funnel and the two next to it; the green "
        "die stands in the middle of the side opposite. The blocker has 41 black dice. Whoever begins is the runner; "
        "after the first run you change roles, unless you agree on a single run.",
        turn="Roll the blue die. Seen from above each of its three faces is a diamond: its two sharp corners point "
        "along a row of funnels, one way and the other. The runner may move the green die exactly as many funnels as "
        "a number says, in a direction in which it points, over empty funnels only; a black die in the last one is "
        "captured. He may stay instead. The three funnels in the row next to the red dice lead to the throne. From "
        "either outer one he enters if the number that points at a red die is even. From the middle one he enters if "
        "one of the two numbers that point at red dice is odd. Entering is his move. Then the blocker puts a black "
        "die into an empty funnel next to green. If there is none, and the runner could not move in this round, the "
        "blocker takes one captured die back.",
        end="A run ends on the throne, or fails after the agreed number of rolls, by default 60.",
        wins="The run with fewer rolls wins. You may agree to compare captures (more is better) or black dice "
        "placed (fewer is better) instead; if these are equal, the run with fewer rolls wins. A failed run "
        "loses to a completed one; if both fail, the same comparison decides. In a single run the runner wins "
        "if he arrives, else the blocker.",
        ties="If the rolls are equal too, it is a draw.",
        readings=(
            "An ordinary move never ends on or crosses a red die.",
            "Captured dice stay out, except in the case above.",
        ),
        stuck=(
            "A blocker without dice places nothing.",
            "A runner who cannot move stays where he is.",
        ),
        variants=(
            (
                "enter",
                "single",
                "Beside the red dice the runner may roll one number instead of three. From an outer "
                "funnel an even number brings him onto the throne, from the middle one an odd number. If "
                "it fails, he stays where he is.",
            ),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        pyramid = SET_UP if position is None else position
        kit.check_plain(pyramid, {RED: len(REDS), GREEN: 1, BLACK: BLACKS})
        flat.check_flat(pyramid)
        if tuple(pyramid.cells_of(RED)) != tuple(sorted(REDS)) or not pyramid.cells_of(GREEN):
            raise IllegalMove(
                "position {pyramid}: expected red at 800, 710 and 701, and one green die", pyramid=pyramid
            )
        return new_round(State(pyramid, options, pyramid, Run(kit.first_seat(options)), "roll"))

    def to_move(self, state: State) -> Turn:
        if state.phase == "over":
            return None
        if state.phase in ("roll", "single"):
            return CHANCE
        return other(state.run.runner) if state.phase == "block" else state.run.runner

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        match state.phase:
            case "choose":
                return [NUMBERS(3), NUMBERS(1)]
            case "roll":
                return SHOWS
            case "single":
                return kit.DIE_ROLLS
            case "run":
                return [*runs(state), PASS()]
            case "block":
                return blocks(state)
        return []

    def all_actions(self, options: Options) -> Sequence[Action]:
        ways = [(cell, _targets(cell)) for cell in BASE]
        chosen = every(NUMBERS, (3, 1)) if options["enter"] == "single" else []
        return (*chosen, *pairs(MOVE, ways), *kit.placements(BLACK, BASE), RECOVER(), PASS())

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("numbers", count):
                return state._replace(phase="roll" if count == 3 else "single")
            case ("show", faces):
                return rolled(state, faces)
            case ("roll", single):
                return rolled(state, (single,))
            case ("move", green, target):
                return moved(state, green, target)
            case ("pass",):
                return moved(state) if state.phase == "run" else new_round(state)
            case ("place", colour, cell, _):
                run = state.run._replace(blacks=state.run.blacks + 1)
                return new_round(state._replace(pyramid=state.pyramid.put(cell, Die(colour)), run=run))
            case ("recover",):
                return new_round(state._replace(captured=state.captured - 1))
        raise IllegalMove(f"{action}: not an action of steps-to-the-throne")

    def turn_of(self, state: State, seat: Seat) -> Hashable:
        """The runner's turn lasts from before the roll."""
        if state.phase == "over":
            return None
        return True if seat == (other(state.run.runner) if state.phase == "block" else state.run.runner) else None

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        scores, measure = self.scores(state), str(state.options["score"])
        if state.options["match"] == "single":
            (run,) = state.done
            winner = run.runner if run.has_arrived else other(run.runner)
            return Result(
                (winner,),
                scores,
                "The green die reached the throne." if run.has_arrived else "The green die was kept from the throne.",
            )
        ranks = {run.runner: (not run.has_arrived, ranked(run, measure), run.rolls) for run in state.done}
        winners = tuple(sorted(seat for seat, rank in ranks.items() if rank == min(ranks.values())))
        return Result(winners, scores, REASONS[measure])

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def score_unit_of(self, options: Options, players: int, seat: Seat) -> tuple[str, str]:
        return UNITS[str(options["score"])]

    def fewer_wins(self, state: State) -> bool:
        return state.options["score"] != "captures"

    def better_score(self, options: Options, players: int) -> str:
        return MORE if options["score"] == "captures" else FEWER

    def scores(self, state: State) -> tuple[float, ...]:
        """What the runs of each seat are compared by, so far."""
        of_seat = {run.runner: run for run in (state.run, *state.done)}
        measure = str(state.options["score"])
        return tuple(abs(ranked(of_seat[seat], measure)) if seat in of_seat else 0 for seat in (1, 2))

    def leading(self, state: State, options: Options) -> Sequence[Seat]:
        return ()  # runs are compared once both are over

    def standing(self, state: State, seat: Seat) -> Fact | None:
        if state.phase != "over" and state.run.runner == seat:
            return self._way_to_go(state)
        if any(run.runner == seat for run in state.done):
            return None
        return Fact("blocks the way" if state.options["match"] == "single" else "has not run yet")

    def _way_to_go(self, state: State) -> Fact | None:
        """How far the runner is from the row before the throne, beside what runs are compared by."""
        rows = BEFORE_THRONE - COORDS[state.green][I]
        if state.options["score"] != "turns" or rows < 0:
            return None
        if not rows:
            text, one = "{count} rolls, next to the red dice", "1 roll, next to the red dice"
            return fact(text, one=one, count=state.run.rolls)
        text, one = "{count} rolls, rows to go: {rows}", "1 roll, rows to go: {rows}"
        return fact(text, one=one, count=state.run.rolls, rows=rows)

    def offered(self, state: State, action: Action) -> Fact | None:
        match action:
            case ("pass",) if state.phase == "run":
                return Fact("Stay here" if runs(state) else "No number leads anywhere: stay here")
            case ("move", _, to) if to == THRONE:
                return Fact("Step onto the throne")
            case ("move", green, to):
                rows = COORDS[to][I] - COORDS[green][I]
                captures = to in state.pyramid
                if rows > 0:
                    text, one = NEARER[captures]
                    return fact(text, one=one, count=rows)
                return NO_NEARER[captures, rows == 0]
        return super().offered(state, action)

    def deciding_rule(self, state: State, verbs: Collection[str]) -> Fact | None:
        if PASS.name in verbs and state.phase == "block":
            return Fact(NO_BLACK if empty_beside(state) else NO_FUNNEL)
        return super().deciding_rule(state, verbs)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        if state.phase == "over":
            return ()
        enters = Fact(
            "Bring green beside a red die; then a number written there that points at it leads onto the throne."
        )
        found = [enters]
        if state.phase == "run" and seat == state.run.runner:
            off = [n for axis, n in zip(AXES, state.rolled, strict=False) if not PATHS[state.green, axis, n]]
            if off and len(state.rolled) == len(AXES):
                text = "Numbers that lead off the plate: {numbers}."
                found.insert(0, fact(text, numbers=tuple(off)))
            if len(state.pyramid) > len(SET_UP):
                found.insert(0, BLACK_STANDS)
        if len(found) == 1 and state.options["match"] == "swap" and not state.done:  # else there is enough to read
            found.append(Fact("After this run you change roles."))
        return tuple(found)

    def goal_line(self, state: State, seat: Seat) -> Fact:
        to_beat = [run.rolls for run in state.done if run.has_arrived] if state.options["score"] == "turns" else []
        if to_beat and state.run.rolls >= to_beat[0]:
            if state.run.rolls > to_beat[0]:
                return Fact("It is decided: the first run took fewer rolls. This one is only run to its end.")
            return Fact("The green die on the throne with this roll makes a draw; later the first run wins.")
        if seat != state.run.runner:
            if to_beat:
                text = "Keep the green die from the throne for {count} rolls, and you win."
                return fact(text, one="Keep the green die from the throne for one roll, and you win.", count=to_beat[0])
            return Fact("Keep the green die from the throne: put black dice in its way.")
        if to_beat:
            text = "Bring the green die onto the throne in fewer than {count} rolls, and you win."
            return fact(text, one="The other run took one roll: nobody can be faster.", count=to_beat[0])
        if state.options["match"] == "single":
            text = "Bring the green die onto the throne within {count} rolls."
            one = "Bring the green die onto the throne with one roll."
            return fact(text, one=one, count=state.options["turn_cap"])
        return Fact(GOALS[str(state.options["score"])])

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return (THRONE,)

    def labels(self, state: State, seat: Seat) -> Mapping[Cell, Label]:
        """What number enters from where, the number that leads to each funnel, and at what stands in the way of one
        that it is blocked."""
        entries = {cell: EVEN_OR_ODD[parity] for cell, (parity, _) in ENTRIES.items()} | {THRONE: ON_THE_THRONE}
        if state.phase != "run" or len(state.rolled) != len(AXES):
            return entries
        if any(action.verb == MOVE.name and action[-1] == THRONE for action in self.moves(state)):
            entries[THRONE] = ENTER
        leads: dict[Cell, Label] = {}
        blocked: dict[Cell, Label] = {}
        green = COORDS[state.green]
        for axis, n in zip(AXES, state.rolled, strict=True):
            free = reached(state.pyramid, state.green, axis, n)
            leads |= {
                to: Label(str(n), means=fact("Green goes here by the {number} of the blue die.", number=n))
                for to in free
            }
            means = fact("This die stands in the way: green cannot pass it by the {number} of the blue die.", number=n)
            barred = Label(fact("{number}: blocked", number=n), BAD, means)
            for to, between in PATHS[state.green, axis, n]:
                if to not in free:
                    standing = in_mask(state.pyramid.mask & between) or (to,)
                    blocked[min(standing, key=lambda die: kit.steps(green, COORDS[die]))] = barred
        return entries | blocked | leads

    def held(self, state: State, seat: Seat) -> Sequence[Held]:
        if len(state.rolled) == 1:
            return (Held(BLUE, state.rolled[0]),)
        return (Held(BLUE, faces=(state.rolled[I], state.rolled[J], state.rolled[K])),) if state.rolled else ()

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        runner, blocker = Player(before.run.runner), Player(other(before.run.runner))
        match action:
            case ("show", faces):
                found = [fact("{player} rolled {numbers}.", player=runner, numbers=faces)]
            case ("roll", number):
                found = [fact("{player} rolled {number} to enter.", player=runner, number=number)]
            case ("numbers", 1):
                found = [fact("{player} chose to roll one number to enter.", player=runner)]
            case ("numbers", _):
                found = [fact("{player} chose to roll three numbers.", player=runner)]
            case ("move", _, to) if to == THRONE:
                text = "{player} reached the throne after {count} rolls."
                one = "{player} reached the throne with the first roll."
                found = [fact(text, one=one, player=runner, count=before.run.rolls)]
            case ("move", _, to) if to in before.pyramid:
                found = [fact("{player} captured the black die {cell}.", player=runner, cell=At(to))]
            case ("pass",) if before.phase == "block":
                text = "{player} had no black die left to put beside the green one."
                none = "{player} could put no black die: no funnel beside the green one is empty."
                found = [fact(text if empty_beside(before) else none, player=blocker)]
            case ("pass",):
                left = "{player} left the green die where it is."
                found = [fact(left if runs(before) else "{player} could not move.", player=runner)]
            case _:
                found = [*super().told(before, action, by, after)]
        if len(after.done) == len(before.done):
            return tuple(found)
        if not after.done[-1].has_arrived:
            text, one = "The run failed: {count} rolls are used up.", "The run failed: its one roll is used up."
            found.append(fact(text, one=one, count=before.run.rolls))
        if after.phase != "over":
            found.append(fact("{player} may run now.", player=Player(after.run.runner)))
        return tuple(found)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        return ()  # what is counted of a run is no points

    def stages(self, before: State, action: Action, after: State) -> Sequence[Pyramid]:
        if len(after.done) == len(before.done) or after.phase == "over":
            return super().stages(before, action, after)
        last = self.play(before._replace(done=after.done), action)  # the same without the second run
        return (last.pyramid, after.pyramid)

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        """The blocker's supply, and what the runner has captured."""
        held = {other(state.run.runner): state.supply, state.run.runner: state.captured}
        return [Counter({BLACK: held[seat]}) for seat in (1, 2)]

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter({BLACK: state.supply + state.captured})

    def outlook(self, state: State) -> tuple[float, ...]:
        """What runs are compared by, the smaller the better; to the runner the rolls before him count as well."""
        needed, measure = dict.fromkeys((1, 2), 0.0), str(state.options["score"])
        for run in state.done:
            needed[run.runner] = ranked(run, measure) + (0 if run.has_arrived else state.options.whole("turn_cap"))
        if state.phase != "over":
            needed[state.run.runner] = ranked(state.run, measure) + rolls_left(state)
        return tuple(-needed[seat] for seat in (1, 2))

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """To the runner the rows gained, then captures; to the blocker how few useful targets a roll would leave."""
        worth = 0.0
        match action:
            case ("move", green, target):
                rows = COORDS[target][I] - COORDS[green][I]
                worth = 100 if target == THRONE else rows + 0.1 * (target in state.pyramid)
            case ("place", colour, cell, _):
                after = state._replace(pyramid=state.pyramid.put(cell, Die(colour)))
                worth = 0.01 * COORDS[cell][I] - useful_targets(after)
            case ("numbers", 1):
                worth = 1
        return worth


def _targets(cell: Cell) -> list[Cell]:
    """Where the runner may ever go from a base cell."""
    there = {target for axis in AXES for n in range(1, 7) for target, _ in PATHS[cell, axis, n]} - set(REDS)
    return sorted(there | {THRONE} if cell in ENTRIES else there)


def other(seat: Seat) -> Seat:
    """The runner's or blocker's opponent."""
    return kit.next_seat(seat, 2)


def new_round(state: State) -> State:
    """Before the roll; the runner next to the throne may choose how to roll if a single number lets him in."""
    may_choose = state.options["enter"] == "single" and state.green in ENTRIES
    return state._replace(phase="choose" if may_choose else "roll", rolled=())


def rolled(state: State, numbers: tuple[int, ...]) -> State:
    """With these numbers for the runner to use."""
    run = state.run._replace(rolls=state.run.rolls + 1)
    return state._replace(phase="run", rolled=numbers, run=run)


def runs(state: State) -> list[Action]:
    """Where the runner may go with what he rolled, the throne last."""
    green, numbers = state.green, state.rolled
    if len(numbers) == 1:
        targets = []
    else:
        targets = [t for axis, n in enumerate(numbers) for t in reached(state.pyramid, green, axis, n)]
    if green in ENTRIES and (len(numbers) == 1) == (state.options["enter"] == "single"):
        parity, axes = ENTRIES[green]
        pointing = numbers if len(numbers) == 1 else [numbers[axis] for axis in axes]
        if any(n % 2 == parity for n in pointing):
            targets.append(THRONE)
    return [MOVE(green, target) for target in targets]


def reached(pyramid: Pyramid, green: Cell, axis: Axis, steps: int) -> list[Cell]:
    """The funnels exactly `steps` away along `axis` with nothing between, red dice left out."""
    return [t for t, between in PATHS[green, axis, steps] if not (pyramid.mask & between or RED_MASK >> t & 1)]


def moved(state: State, green: Cell | None = None, target: Cell | None = None) -> State:
    """After the runner has moved to `target` or stayed: on to the blocker or the end of the run."""
    state = state._replace(could_move=bool(runs(state)))
    pyramid, run = state.pyramid, state.run
    if green is not None and target is not None:
        if target in pyramid:
            run = run._replace(captures=run.captures + 1)
            state = state._replace(captured=state.captured + 1)
        pyramid = pyramid.remove(green).put(target, Die(GREEN))
    state = state._replace(pyramid=pyramid, run=run._replace(has_arrived=target == THRONE))
    if target != THRONE and run.rolls < state.options.whole("turn_cap"):
        return state._replace(phase="block")
    state = state._replace(done=(*state.done, state.run))
    if state.options["match"] == "single" or len(state.done) == 2:
        return state._replace(phase="over")
    return new_round(state._replace(pyramid=state.begin, run=Run(other(run.runner)), captured=0))


def empty_beside(state: State) -> list[Cell]:
    """The empty funnels next to green."""
    return [cell for cell in NEIGHBOURS[state.green] if cell not in state.pyramid]


def blocks(state: State) -> list[Action]:
    """What the blocker may do: one of the empty funnels next to green, or else take a captured die back, or pass."""
    open_cells = empty_beside(state)
    if open_cells and state.supply:
        return [kit.PLACEMENTS[BLACK][cell] for cell in open_cells]
    may_recover = not open_cells and not state.could_move and state.captured
    return [RECOVER() if may_recover else PASS()]


def ranked(run: Run, measure: str) -> int:
    """What a run is compared by: the smaller the better."""
    return {"turns": run.rolls, "captures": -run.captures, "blacks": run.blacks}[measure]


def useful_targets(state: State) -> int:
    """How many funnels nearer to the throne some number would bring the runner to."""
    green, row = state.green, COORDS[state.green][I]
    return sum(
        COORDS[target][I] > row
        for axis in AXES
        for n in range(1, 7)
        for target in reached(state.pyramid, green, axis, n)
    )


def rolls_left(state: State) -> float:
    """How many rolls the run still takes, about: the fewer the more of them would bring the runner on."""
    return max(1.5, ROLLS_LEFT[COORDS[state.green][I]] - 0.5 * useful_targets(state))


GAME = StepsToTheThrone()
