"""09 Hide Away. Throw black dice until your own small pyramid is buried.

Source: game 9 of the Kosmos edition. The own pyramid is the target (English text); the French text says an opponent's,
`target = other`. The small pyramids stand nearest to the corners without touching the plate's edge, because only then
all the dice that can bury them find room. Black dice that fall off go to the thrower, since nobody owns them.

A loose die hides a face if it comes within half an edge of the line from the face's middle, one edge outward: how it is
turned is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from math import dist, hypot
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    ABOVE,
    CELLS,
    COORDS,
    LEVEL,
    SUPPORTS,
    Axis,
    Cell,
    mask_of,
    parse_cell,
    small_pyramid,
)
from skill.lattice.dice import BLACK, BLUE, GREEN, RED, Colour, Die
from skill.lattice.notation import ATTEMPT, Action, Loose
from skill.lattice.pyramid import Pyramid
from skill.lattice.reading import Reading
from skill.rules.fact import Fact, Player, fact
from skill.rules.game import CHANCE, AttemptSpec, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of
from skill.rules.profile import Profile
from skill.rules.shared import kit, throws
from skill.rules.shared.attempts import nothing
from skill.rules.telling import FEWER, MORE, Note

COLOURS = (GREEN, RED, BLUE)
PYRAMIDS: tuple[tuple[Cell, ...], ...] = tuple(small_pyramid(parse_cell(apex), 2) for apex in ("511", "151", "115"))
"""The four cells of each seat's small pyramid."""
WHOLE = tuple((mask_of(four), [colour] * len(four)) for four, colour in zip(PYRAMIDS, COLOURS, strict=True))
"""The mask of these cells and the colours in them while it stands."""
HANDFUL = {2: 45, 3: 30}  # all 90 black dice
FACES = 9  # that a small pyramid shows
NEAR = 0.5  # of an edge: how near a loose die comes to the line before a face that it hides
HAND = Die(throws.IN_HAND)
SETTLE_S = 30.0  # more than enough for a heap to come to rest


class State(NamedTuple):
    options: Options
    pyramid: Pyramid
    seat: Seat
    supplies: tuple[int, ...]
    """The black dice of each seat."""
    blacks: int
    """All black dice of the game."""
    loose: tuple[Loose, ...] = ()
    aim: Cell | None = None
    """Lattice model: the cell at which a die is on its way."""
    repaired: bool = False
    """Whether pyramids were put back and the rest is to settle."""
    throws: int = 0
    out: frozenset[Seat] = frozenset()
    """`target = other`: the seats whose pyramid was buried."""
    winners: tuple[Seat, ...] = ()


class HideAway(throws.ThrowGame[State]):
    number, slug, title = "09", "hide-away", "Hide Away"
    family, kind, players = "skill", "physics", (2, 3)
    goal = "Throw black dice until all of your own small pyramid is covered by them."
    deciding_rules = {
        "attempt": "A face is hidden by a die right in front of it; black dice that fall off come to you.",
        "throw": "A face is hidden by a die right in front of it; black dice that fall off come to you.",
    }
    summary = "Throw black dice until your own small pyramid is buried."
    score_unit = ("1 of 9 faces hidden", "{count} of 9 faces hidden")
    profile = Profile(chance=3, skill=6, tactics=1)
    options = (
        one_of(
            "target",
            "own",
            "other",
            help="Whether your own pyramid is to be hidden, or the others'.",
            meanings={
                "own": "whoever hides his own pyramid wins",
                "other": "whoever has his pyramid hidden is out, and the last one left wins",
            },
        ),
        in_range(
            "handful",
            0,
            0,
            45,
            help="Black dice of each player. 0 means 45 with two players and 30 with three, and there are never more.",
        ),
        in_range("faces_to_hide", FACES, 1, FACES, help="Hidden faces at which a pyramid counts as buried."),
        in_range("throw_cap", 300, 1, 3000, help="Throws in all after which the hidden faces are counted."),
        *throws.throw_options(distance_cm=15.0),
    )
    verbs = (ATTEMPT, throws.THROW, throws.LAND, throws.OFF)
    seat_colours = COLOURS
    text = RulesText(
        goal="Bury your own small pyramid under black dice or, if you agree so, those of the others.",
        setup="Each player has a small pyramid of four dice, green, red or blue, and his black dice: 45 each if two "
        "play, 30 if three, or fewer if you agree so. Your pyramid stands in the corner opposite the side at which you "
        "sit, as near to it as it can without touching the rim of the plate.",
        turn="Throw one of your black dice onto the plate, from no nearer than agreed, by default 15 cm. All black "
        "dice that fall off go to you. A small pyramid that is no longer whole is put back at once, and the black dice "
        "in its way go to you as well. Then the next player throws.",
        end="Whoever has all nine faces of his pyramid hidden, or as many as were agreed, wins at once, whoever "
        "threw the die. If nobody has black dice left, or after the agreed number of throws, the player with "
        "the most hidden faces wins. If you play against the pyramids of the others, the owner of a buried "
        "pyramid is out, and the last one left wins.",
        ties="Several share the win. Equal numbers share the win.",
        readings=(
            "A face is hidden if another die lies right in front of it, no further away than the width of "
            "a die. Dice of the same small pyramid do not count.",
        ),
        stuck=("Whoever has no black dice is passed over. Whoever does not throw has missed.",),
        variants=(
            (
                "target",
                "other",
                "Whoever is out throws no more, and his pyramid stays. When it comes to counting, the "
                "player with the fewest hidden faces wins. If the last ones fall out together, they share "
                "the win.",
            ),
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        heap = set_up(players) if position is None else position
        if any(not is_whole(heap, seat) for seat in range(1, players + 1)):
            raise IllegalMove(
                "position {heap}: expected the small pyramids {set_up} in it", heap=heap, set_up=set_up(players)
            )
        share = min(options.whole("handful") or HANDFUL[players], HANDFUL[players])
        blacks = players * share + heap.count_of(BLACK)
        return State(options, heap, kit.first_seat(options), (share,) * players, blacks)

    def to_move(self, state: State) -> Turn:
        if is_over(state):
            return None
        if state.repaired:
            return coming_to_rest(state.seat, self.slug, state.pyramid, state.loose).agreed(state.options)
        if state.aim is not None:
            return CHANCE
        if throws.is_lattice(state.options):
            return state.seat
        aim = partial(best_aim, state, state.seat)
        return throws.throw_at(state.seat, self.slug, state.pyramid, state.options, HAND, state.loose, aim, BLACK)

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if is_over(state) or state.repaired:
            return []
        if state.aim is not None:
            return throws.landings(state.pyramid, state.options)
        return throws.THROWS if throws.is_lattice(state.options) else []

    def all_actions(self, options: Options) -> Sequence[Action]:
        return throws.aims(options)

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("throw", aim):
                return state._replace(aim=aim)
            case ("land", cell):
                supplies = kit.replaced(state.supplies, state.seat, state.supplies[state.seat - 1] - 1)
                pyramid = state.pyramid.put(cell, Die(BLACK))
                return counted(state._replace(pyramid=pyramid, supplies=supplies, aim=None, throws=state.throws + 1))
            case ("off", _):
                return counted(state._replace(aim=None, throws=state.throws + 1))
            case ("attempt", _, _, pyramid, loose, *_) if state.repaired:
                return repaired(state, pyramid, loose)
            case ("attempt", *_):
                after = throws.thrown(action, BLACK)
                return repaired(state._replace(throws=state.throws + 1), after.pyramid, after.loose)
        raise IllegalMove(f"{action}: not an action of hide-away")

    def result(self, state: State) -> Result | None:
        if not is_over(state):
            return None
        if state.winners:
            is_own = state.options["target"] == "own"
            reason = "The pyramid of the winner is hidden." if is_own else "All other pyramids are hidden."
            return Result(state.winners, self.scores(state), reason)
        still_in = [seat for seat in range(1, len(state.supplies) + 1) if seat not in state.out]
        hidden = {seat: hidden_faces(state, seat) for seat in still_in}
        wanted = (max if state.options["target"] == "own" else min)(hidden.values())
        is_own = state.options["target"] == "own"
        reason = "Hidden faces count; the most win." if is_own else "Hidden faces count; the fewest win."
        return Result(tuple(s for s, count in hidden.items() if count == wanted), self.scores(state), reason)

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def fewer_wins(self, state: State) -> bool:
        return state.options["target"] != "own"

    def better_score(self, options: Options, players: int) -> str:
        return MORE if options["target"] == "own" else FEWER

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(hidden_faces(state, seat) for seat in range(1, len(state.supplies) + 1))

    def standing(self, state: State, seat: Seat) -> Fact | None:
        hidden, wanted = hidden_faces(state, seat), state.options.whole("faces_to_hide")
        return fact("{count} of {all} faces hidden", count=hidden, all=wanted)

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        return (kit.supply_fact(state.supplies[seat - 1]),)

    def goal_line(self, state: State, seat: Seat) -> Fact:
        wanted = state.options.whole("faces_to_hide")
        if state.options["target"] == "other":
            text = "Hide {count} faces of each other small pyramid under black dice."
            one = "Hide a face of each other small pyramid under a black die."
            return fact(text, one=one, count=wanted)
        if wanted == FACES:
            return super().goal_line(state, seat)
        text = "Hide {count} faces of your own small pyramid under black dice."
        return fact(text, one="Hide a face of your own small pyramid under a black die.", count=wanted)

    def goal_cells(self, state: State, seat: Seat) -> Sequence[Cell]:
        return [cell for target in targets(state, seat) for cell in PYRAMIDS[target - 1]]

    def owned_cells(self, state: State) -> Mapping[Cell, Seat]:
        return {cell: seat for seat in range(1, len(state.supplies) + 1) for cell in PYRAMIDS[seat - 1]}

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        sentences = super().told(before, action, by, after)
        if action.verb == ATTEMPT.name:
            throw = throws.told_throw(before.seat, throws.thrown(action, BLACK))
            sentences = (Fact("The dice came to rest."),) if before.repaired else (throw,)
        return (*sentences, *told_repair(before, after), *told_hidden(before, after))

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        """Faces that were hidden or bared, over their pyramids."""
        changes = zip(self.scores(before), self.scores(after), strict=True)
        return [
            Note(f"{has - had:+g}", PYRAMIDS[seat - 1], seat)
            for seat, (had, has) in enumerate(changes, 1)
            if had != has
        ]

    def trays(self, state: State) -> Sequence[Counter[Colour]]:
        return [Counter({BLACK: count}) for count in state.supplies]

    def unplaced(self, state: State) -> Counter[Colour]:
        return Counter({BLACK: sum(state.supplies)}) + kit.lying(state.loose)

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        (_, cell) = action
        return appeal(state, seat, cell)


def coming_to_rest(seat: Seat, scene: str, heap: Pyramid, loose: tuple[Loose, ...]) -> AttemptSpec:
    """Nothing is to be done but to wait until the dice lie still."""

    def distance(reading: Reading) -> float:
        return 0.0

    return AttemptSpec(seat, scene, heap, throws.is_still, nothing, distance, SETTLE_S, loose=loose)


def set_up(players: int) -> Pyramid:
    """The small pyramids of that many seats."""
    return Pyramid((cell, Die(COLOURS[n])) for n in range(players) for cell in PYRAMIDS[n])


def is_whole(pyramid: Pyramid, seat: Seat) -> bool:
    """Whether the small pyramid of a seat stands."""
    cells, colours = WHOLE[seat - 1]
    return not cells & ~pyramid.mask and pyramid.colours_at(PYRAMIDS[seat - 1]) == colours


# -- repair


def repaired(state: State, pyramid: Pyramid, lying: Sequence[Loose]) -> State:
    """The state after dice came to rest so, every destroyed pyramid put back, all other black dice with the thrower.

    What is left is to settle before faces are counted; if nothing was destroyed they are counted now.
    """
    broken = [seat for seat in range(1, len(state.supplies) + 1) if not is_whole(pyramid, seat)]
    heap, loose = pyramid.plain(), [die for die in lying if die[0] == BLACK]
    if broken:
        heap, loose = put_back(broken, heap, loose)
    others = sum(state.supplies) - state.supplies[state.seat - 1]
    supplies = kit.replaced(state.supplies, state.seat, state.blacks - heap.count_of(BLACK) - len(loose) - others)
    state = state._replace(pyramid=heap, loose=tuple(loose), supplies=supplies, repaired=bool(broken))
    return state if broken else counted(state)


def put_back(seats: Sequence[Seat], pyramid: Pyramid, loose: list[Loose]) -> tuple[Pyramid, list[Loose]]:
    """The heap with the pyramids of these seats put back, and the loose dice that are not in their way.

    Dice that lost what was under them are loose too.
    """
    heap: dict[Cell, Colour] = {cell: die.colour for cell, die in pyramid}
    for seat in seats:
        heap = {cell: colour for cell, colour in heap.items() if colour != COLOURS[seat - 1]}
        loose = [die for die in loose if not is_in_the_way(die, PYRAMIDS[seat - 1])]
        heap.update(dict.fromkeys(PYRAMIDS[seat - 1], COLOURS[seat - 1]))
    standing, lying = throws.after_turn(Pyramid((cell, Die(colour)) for cell, colour in heap.items()), loose)
    return standing, list(lying)


def is_in_the_way(die: Loose, cells: Sequence[Cell]) -> bool:
    """Whether a loose die blocks one of these cells."""
    return any(dist(place, COORDS[cell]) < throws.BLOCKING for place in throws.places([die]) for cell in cells)


# -- hidden faces


Face = tuple[Cell, Axis, Cell]
"""A face of a die: where the die stands, the axis, and the cell before the face."""
ACROSS = ((1, 2), (0, 2), (0, 1))
"""For each axis the other two."""


def _faces_of(four: Sequence[Cell]) -> tuple[Face, ...]:
    """The nine faces that a small pyramid shows: those that no die of it covers."""
    return tuple(
        (cell, axis, front)
        for cell in four
        for axis, front in enumerate(ABOVE[cell])
        if front is not None and front not in four
    )


SHOWN: tuple[tuple[Face, ...], ...] = tuple(map(_faces_of, PYRAMIDS))
FRONT_CELLS = tuple(mask_of(front for _, _, front in shown) for shown in SHOWN)
"""For each seat the cells before the faces: nine, since no two faces share one, nor do two seats."""


def hidden_faces(state: State, seat: Seat) -> int:
    """How many of the nine faces of a seat's small pyramid are hidden."""
    return (before_faces(state) & FRONT_CELLS[seat - 1]).bit_count()


def before_faces(state: State) -> int:
    """Where dice lie before faces: the mask of all in cells, and for each other die the cells for which it stands in.

    A die in a cell hides what that cell is before, whether the dice under it stand or lean.
    """
    mask = state.pyramid.mask
    for die in state.loose:
        cell = kit.cell_of_loose(die)
        mask |= 1 << cell if cell is not None else sum(map(stands_in_for, throws.places([die])))
    return mask


@lru_cache(maxsize=1 << 12)
def stands_in_for(place: tuple[float, float, float]) -> int:
    """The mask of the cells before the faces that a loose die at this place hides."""
    return mask_of(front for shown in SHOWN for cell, axis, front in shown if is_before(place, cell, axis))


def is_before(place: tuple[float, float, float], cell: Cell, axis: Axis) -> bool:
    """Whether a place is near the line that leads one edge outward from the middle of a face."""
    middle, (u, v) = COORDS[cell], ACROSS[axis]
    x, y, out = place[u] - middle[u], place[v] - middle[v], middle[axis] - place[axis]
    return abs(x) <= NEAR and abs(y) <= NEAR and hypot(x, y, max(0.0, 0.5 - out, out - 1.5)) <= NEAR


# -- end of a throw


def counted(state: State) -> State:
    """The state once all lies still after a throw: who is buried, and who throws next."""
    players = len(state.supplies)
    wanted = state.options.whole("faces_to_hide")
    hidden, still_in = before_faces(state), [seat for seat in range(1, players + 1) if seat not in state.out]
    if buried := [seat for seat in still_in if (hidden & FRONT_CELLS[seat - 1]).bit_count() >= wanted]:
        if state.options["target"] == "own":
            state = state._replace(winners=tuple(buried))
        else:
            left = [seat for seat in still_in if seat not in buried]
            winners = tuple(left or buried) if len(left) < 2 else ()
            state = state._replace(out=state.out.union(buried), winners=winners)
    following = kit.clockwise(kit.next_seat(state.seat, players), players)
    return state._replace(seat=next((seat for seat in following if can_throw(state, seat)), state.seat))


def can_throw(state: State, seat: Seat) -> bool:
    """Whether a seat is still in and has black dice."""
    return seat not in state.out and state.supplies[seat - 1] > 0


def is_over(state: State) -> bool:
    """Whether somebody has won, or it is time to count."""
    if state.repaired:
        return False
    if state.winners or state.throws >= state.options.whole("throw_cap"):
        return True
    return not any(can_throw(state, seat) for seat in range(1, len(state.supplies) + 1))


# -- what is told


def told_repair(before: State, after: State) -> Iterator[Fact]:
    """That pyramids were put back, and the dice that the thrower got back."""
    if after.repaired:
        yield Fact("A small pyramid was knocked about and put back.")
    back = after.supplies[before.seat - 1] - before.supplies[before.seat - 1] + (after.throws > before.throws)
    if back > 0:
        text, one = "{player} got {count} black dice back.", "{player} got one black die back."
        yield fact(text, one=one, player=Player(before.seat), count=back)


def told_hidden(before: State, after: State) -> Iterator[Fact]:
    """Whose pyramid is buried; how many faces are hidden once all lies still: the thrower's, and what changed."""
    if after.repaired or after.aim is not None:
        return
    wanted = after.options.whole("faces_to_hide")
    for seat in range(1, len(after.supplies) + 1):
        hidden = hidden_faces(after, seat)
        if hidden >= wanted and seat not in before.out:
            yield fact("{player}'s pyramid is buried.", you="Your pyramid is buried.", player=Player(seat))
        elif before.repaired or hidden != hidden_faces(before, seat):
            text, you = "Hidden faces of {player}'s pyramid: {count}.", "Hidden faces of your pyramid: {count}."
            yield fact(text, you=you, player=Player(seat), count=hidden)
        elif seat == before.seat and hidden < wanted:
            text = "Hidden faces of {player}'s pyramid: still {count} of {wanted}."
            you = "Hidden faces of your pyramid: still {count} of {wanted}."
            yield fact(text, you=you, player=Player(seat), count=hidden, wanted=wanted)
    if is_over(after) and not after.winners:
        yield Fact("The throws are over: the hidden faces are counted.")


# -- where to throw


def appeal(state: State, seat: Seat, cell: Cell) -> float:
    """How good an aim it is: a funnel that is missing before the pyramid to be buried, the highest row first."""
    needed = {c for s in targets(state, seat) for c in front_and_below(s)}
    open_cells = [c for c in needed if state.pyramid.is_funnel(c)]
    if cell in open_cells:
        return 100 + LEVEL[cell]
    return -min((throws.horizontal_squared(cell, c) for c in open_cells), default=0.0)


def targets(state: State, seat: Seat) -> list[Seat]:
    """The seats whose small pyramids a seat wants to bury."""
    return [seat] if state.options["target"] == "own" else others(state, seat)


def others(state: State, seat: Seat) -> list[Seat]:
    """The other seats that are still in."""
    return [s for s in range(1, len(state.supplies) + 1) if s not in (seat, *state.out)]


@cache
def front_and_below(seat: Seat) -> frozenset[Cell]:
    """The cells before the faces of a seat's small pyramid, and all that these stand on."""
    cells = {front for _, _, front in SHOWN[seat - 1]}
    while more := {under for cell in cells for under in SUPPORTS[cell]} - cells:
        cells |= more
    return frozenset(cells - set(PYRAMIDS[seat - 1]))


def best_aim(state: State, seat: Seat) -> Cell:
    """The most appealing cell to aim at."""
    return max(CELLS, key=partial(appeal, state, seat))


GAME = HideAway()
