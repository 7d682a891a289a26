"""14 The Clever Mole. Six hills of ten dice and a description that fits just one: who finds it first gets a point.

Source: game 14 of the Kosmos edition. "Visible faces" of a hill are those of one side: over all 18 faces a hill shows
27 to 99, so the 20 of the rule's example cannot mean them all; `view=all18` does. "10 eyes on the top die from below"
fits its three hidden faces. A description must be true of exactly one hill; when the dealt hills allow none of the
agreed kinds they are dealt again. The hills are always dealt by the program; a person as game master describes.

The difficulty is ours: easy is what the eye sees at once (colours), medium adds sums, hard adds hidden faces. The
round's limit starts anew with each call. With `gm=program` equal time stamps go clockwise from the first seat. Who
plays alone has won with any points, and not without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from skill.errors import IllegalMove
from skill.lattice.cells import (
    AXES,
    AXIS_NAMES,
    COORDS,
    DEPTH,
    NAMES,
    NUMBER_OF,
    Axis,
    Cell,
    cells,
    mask_of,
    small_pyramid,
)
from skill.lattice.dice import BLACK, COLOUR_NAMES, GREEN, RED, Colour
from skill.lattice.notation import CLOSE, FILL, Action, Verb
from skill.lattice.pyramid import EMPTY, Pyramid
from skill.rules.fact import At, Fact, Player, Side, fact
from skill.rules.game import ANYONE, CHANCE, NOBODY_BEGINS, Result, RulesText, Seat, Turn
from skill.rules.options import Options, in_range, one_of, written
from skill.rules.profile import Profile
from skill.rules.race import Race
from skill.rules.shared import kit
from skill.rules.shared.claims import CLAIM, CLAIMS, pace_options, round_limit_s, scanned
from skill.rules.telling import BAD, GOOD, Note

COLOURS = (RED, GREEN, BLACK)
DICE_OF_A_COLOUR = 20
APEXES = cells("600 060 006 330 303 033")
HILLS: dict[Cell, tuple[Cell, ...]] = {apex: small_pyramid(apex, 3) for apex in APEXES}
HILL_CELLS = tuple(sorted(cell for hill in HILLS.values() for cell in hill))
SIDES: dict[tuple[Cell, Axis], tuple[Cell, ...]] = {
    (apex, axis): tuple(cell for cell in hill if COORDS[cell][axis] == COORDS[apex][axis])
    for apex, hill in HILLS.items()
    for axis in AXES
}
SUMS_OF_A_SIDE, SUMS_OF_ALL_FACES = range(6, 36 + 1), range(27, 99 + 1)
ALL_SIDES = "all18"

TOP_COLOUR = Verb("top_colour <colour>", "The top die of the hill is {colour}.")
MOST = Verb("most <colour>", "It has the most {colour} dice.")
FEWEST = Verb("fewest <colour>", "It has the fewest {colour} dice.")
TOTAL = Verb("total <number>", "The faces of the hill add up to {number}.")
NEAREST = Verb("nearest <number>", "The faces of the hill add up to what is nearest to {number}.")
TOP_BELOW = Verb("top_below <number>", "The three lower faces of the top die add up to {number}.")
DESCRIPTIONS = (TOP_COLOUR, MOST, FEWEST, TOTAL, NEAREST, TOP_BELOW)  # easy ones first
KINDS = tuple(verb.name for verb in DESCRIPTIONS)
ONE_SIDE = {
    TOTAL.name: "The six faces of the hill towards {side} add up to {number}.",
    NEAREST.name: "Its six faces towards {side}, added up, come nearest to {number}.",
}
ALL_FACES = {
    TOTAL.name: "All 18 outside faces of the hill add up to {number}.",
    NEAREST.name: "Its 18 outside faces, added up, come nearest to {number}.",
}
FACES_OF_A_SIDE, FACES_OF_ALL_SIDES = 6, 18  # of a hill
CORNER_SUMS = range(6, 16)  # of three faces of a die that meet
UP_TO = {"easy": 3, "medium": 5, "hard": len(KINDS)}  # how many of the kinds each difficulty has


class State(NamedTuple):
    pyramid: Pyramid
    first: Seat
    """The game master, or where that is the program the first of equal time stamps."""
    points: tuple[int, ...]
    options: Options
    is_built: bool
    """Whether the hills of this round stand."""
    description: Action | None = None
    out: frozenset[Seat] = frozenset()
    """Who has called wrongly in this round."""
    rounds: int = 0
    """Rounds that are over."""


class CleverMole(Race[State]):
    number, slug, title = "14", "clever-mole", "The Clever Mole"
    family, kind, players = "special", "race", (1, 6)
    players_with = {("gm", "rotating"): (2, 7), ("gm", "fixed"): (2, 7)}
    has_sides = True
    is_symmetric = False  # the sums are those of one side
    goal = "Be the first to find the hill that fits the description."
    turn_order = NOBODY_BEGINS
    deciding_rules = {
        "claim": "Click the marked top of the hill that fits. After a wrong one you are out of this round.",
    }
    common_colours = COLOURS
    summary = "Find the one hill of six that fits the description."
    profile = Profile(chance=1, skill=7, tactics=2)
    options = (
        one_of(
            "gm",
            "program",
            "rotating",
            "fixed",
            help="Who describes the hills.",
            meanings={
                "program": "the program",
                "rotating": "every player in turn",
                "fixed": "one player in all rounds",
            },
        ),
        in_range("rounds", 10, 1, 100, help="Rounds of a game."),
        one_of(
            "difficulty",
            "hard",
            "medium",
            "easy",
            help="Which descriptions come.",
            meanings={"hard": "all kinds", "medium": "colours and sums", "easy": "colours only"},
        ),
        written(
            "kinds",
            "all",
            rf"all|(?:{'|'.join(KINDS)})(?:\+(?:{'|'.join(KINDS)}))*",
            f"all, or some of {', '.join(KINDS)} joined by +",
            help="The kinds of description that may come.",
        ),
        one_of(
            "view",
            *AXIS_NAMES,
            ALL_SIDES,
            help="Which faces of a hill are added up.",
            meanings={
                "I": "those on the orange side",
                "J": "those on the violet side",
                "K": "those on the white side",
                "all18": "all 18 outside faces",
            },
        ),
        *pace_options(read_s=2.0, error=0.05),
    )
    verbs = (FILL, *DESCRIPTIONS, CLAIM, CLOSE)
    text = RulesText(
        goal="Score the most points by finding the mole's hill before the others.",
        setup="Six hills stand on the plate, one in each corner and one in the middle of each side: small pyramids "
        "of ten dice, six in funnels of the plate, three over these and one on top, built of 20 red, 20 green and 20 "
        "black dice mixed. They are built anew for every round.",
        turn="The game master describes one hill: that is the program or, if you agree so, a player. All look at the "
        "same time. Point at the hill that you think is meant: if you are right you score a point and the round is "
        "over, if not you are out of this round. A hill may be described by the colour of its top die, by the most or "
        "the fewest dice of a colour, by the sum of the six faces on the orange side (or on another side, or of all "
        "18 outside faces, if you agree so), by having the sum that is nearest to a number, or by the three faces of "
        "the top die that are seen only from below.",
        end="After the agreed number of rounds, by default ten, the player with the most points wins. Whoever "
        "plays alone has won with any point.",
        ties="Equal numbers share the win.",
        readings=(
            "A description is true of one hill only.",
            "A number to be near to may also lie above or below the sums of all hills.",
            "If one player is game master, it is whoever the lot names, unless you agree on somebody. If "
            "all take turns, he is the first.",
            "A game master who plays too scores nothing in his round.",
        ),
        stuck=(
            "The round ends without a point when nobody has called for a minute, or as long as agreed, or "
            "when all have called wrongly.",
        ),
    )

    def start(self, players: int, options: Options, position: Pyramid | None = None) -> State:
        if not agreed_kinds(options):
            raise IllegalMove(
                "option kinds={kinds}: none of them is {difficulty}",
                kinds=options["kinds"],
                difficulty=options["difficulty"],
            )
        if position is not None:
            check_hills(position, options)
        return State(position or EMPTY, kit.first_seat(options), (0,) * players, options, position is not None)

    def to_move(self, state: State) -> Turn:
        if state.rounds == state.options["rounds"]:
            return None
        if state.description:
            return ANYONE
        return CHANCE if not state.is_built or master(state) is None else state.first

    def moves(self, state: State, seat: Seat | None = None) -> Sequence[Action]:
        if state.rounds == state.options["rounds"] or not state.is_built:
            return []
        if state.description is None:
            return descriptions(state.pyramid, str(state.options["view"]), agreed_kinds(state.options))
        if seat is None:
            return [CLOSE()] if round_limit_s(state.options) else []
        return [] if seat in state.out or seat == master(state) else [CLAIMS[apex] for apex in APEXES]

    def weights(self, state: State) -> Sequence[float]:
        """Each kind of description that is possible comes as often as another."""
        listed = self.moves(state)
        of_a_kind = Counter(action.verb for action in listed)
        return [1 / of_a_kind[action.verb] for action in listed]

    def draw(self, state: State, rng: Random) -> Action:
        if state.is_built:
            return super().draw(state, rng)
        while True:
            order = rng.sample(COLOURS, len(HILL_CELLS), counts=[DICE_OF_A_COLOUR] * len(COLOURS))
            dice = (rng.choice(kit.TURNED[colour]) for colour in order)
            hills = Pyramid(zip(HILL_CELLS, dice, strict=True))
            if descriptions(hills, str(state.options["view"]), agreed_kinds(state.options)):
                return FILL(hills)

    def check_drawn(self, state: State, action: Action) -> None:
        match action:
            case ("fill", pyramid):
                check_hills(pyramid, state.options)
            case _:
                raise IllegalMove("{action}: a round of clever-mole begins with fill", action=action)

    def all_actions(self, options: Options) -> Sequence[Action]:
        claims = [CLAIMS[apex] for apex in APEXES]
        if options["gm"] == "program":
            return claims
        shown = FACES_OF_ALL_SIDES if options["view"] == ALL_SIDES else FACES_OF_A_SIDE
        sums = range(shown, 6 * shown + 1)
        abouts = (COLOURS, COLOURS, COLOURS, sums, sums, CORNER_SUMS)
        kinds = agreed_kinds(options)
        told = zip(DESCRIPTIONS, abouts, strict=True)
        return (*claims, *(verb(about) for verb, values in told if verb.name in kinds for about in values))

    def play(self, state: State, action: Action, by: Turn = None) -> State:
        match action:
            case ("claim", apex):
                assert isinstance(by, int)
                if apex == answer(state):
                    points = tuple(n + (s == by) for s, n in enumerate(state.points, 1))
                    return round_over(state._replace(points=points))
                out = state.out | {by}
                return state._replace(out=out) if len(out) < len(self.race_order(state)) else round_over(state)
            case ("close",):
                return round_over(state)
            case ("fill", pyramid):
                return state._replace(pyramid=pyramid, is_built=True)
            case (kind, _) if kind in KINDS:
                return state._replace(description=action)
        raise IllegalMove(f"{action}: not an action of clever-mole")

    def result(self, state: State) -> Result | None:
        if state.rounds != state.options["rounds"]:
            return None
        describer = state.first if state.options["gm"] == "fixed" else None
        most = max(n for seat, n in enumerate(state.points, 1) if seat != describer)
        winners = tuple(seat for seat, n in enumerate(state.points, 1) if n == most and seat != describer)
        if len(state.points) == 1 and not most:
            winners = ()
        return Result(winners, state.points, "Points count; the most win.")

    def facts(self, state: State, seat: Seat) -> tuple[Fact, ...]:
        described = (self._described(state, state.description)._replace(is_task=True),) if state.description else ()
        return (*described, *kit.round_facts(state.rounds, state.options.whole("rounds")))

    def _described(self, state: State, description: Action) -> Fact:
        """What the description of a hill says."""
        kind, about = description
        view = str(state.options["view"])
        text = (ALL_FACES if view == ALL_SIDES else ONE_SIDE).get(kind) or self.verb_of(description).reads
        side = "" if view == ALL_SIDES else Side(AXIS_NAMES.index(view))
        return fact(text, number=about, colour=COLOUR_NAMES.get(about, ""), side=side)

    def goal_line(self, state: State, seat: Seat) -> Fact:
        if seat == master(state):
            return Fact("Describe one of the six small pyramids; the others look for it.")
        if not (state.is_built or state.rounds):
            return Fact("Six hills will stand here: be the first to click the one that is described.")
        return super().goal_line(state, seat)

    def told(self, before: State, action: Action, by: Seat | None, after: State) -> tuple[Fact, ...]:
        match action:
            case ("fill", _):
                return (Fact("Six hills were built."),)
            case ("claim", apex) if by is not None:
                found, missed = "{player} found the hill {cell}.", "{player} called the hill {cell}, which is wrong."
                called = fact(found if apex == answer(before) else missed, player=Player(by), cell=At(foot(apex)))
                return (called, *told_unfound(before, after)) if apex != answer(before) else (called,)
            case ("close",):
                return (Fact("Nobody called in time."), *told_unfound(before, after))
            case (kind, _) if kind in KINDS:
                described = self._described(before, action)
                return (fact("{player} described a hill.", player=Player(by)), described) if by else (described,)
        return super().told(before, action, by, after)

    def notes(self, before: State, action: Action, by: Seat | None, after: State) -> Sequence[Note]:
        match action:
            case ("claim", apex) if apex == answer(before):
                return (Note("+1", (apex,), by, GOOD),)
            case ("claim", apex):
                return (Note(wrong(before, apex), (apex,), by, BAD),)
        return ()

    def pyramid(self, state: State) -> Pyramid:
        return state.pyramid

    def scores(self, state: State) -> tuple[float, ...]:
        return state.points

    def worth(self, state: State, action: Action, seat: Seat) -> float:
        """1 for the right hill, -1 for a wrong one; the master's descriptions are all the same."""
        if action.verb != CLAIM.name:
            return 0
        return 1 if action[1] == answer(state) else -1

    def race_order(self, state: State) -> tuple[Seat, ...]:
        """Clockwise from the left of the game master, who does not call."""
        seats = kit.clockwise(state.first, len(state.points))
        return seats if master(state) is None else seats[1:]

    def focus(self, state: State, seat: Seat) -> Hashable:
        return state.pyramid, state.description

    def is_out(self, state: State, seat: Seat) -> bool:
        return seat in state.out

    def clock_s(self, state: State) -> float | None:
        return round_limit_s(state.options)

    def guess(self, state: State, seat: Seat, rng: Random) -> tuple[float, Action] | None:
        """Looks at hill after hill, and at all of them again, until it believes that one fits."""
        if not self.moves(state, seat):
            return None
        right, seconds = answer(state), 0.0
        while True:
            spent, found = scanned(APEXES, lambda apex: apex == right, state.options, rng)
            seconds += spent
            if found is not None:
                return seconds, CLAIMS[found]


def foot(apex: Cell) -> Cell:
    """A cell of the plate under the hill of that apex, at the corner or edge after which people call the hill."""
    i, j, k = (c * DEPTH // sum(COORDS[apex]) for c in COORDS[apex])
    return NUMBER_OF[i, j, k]


def told_unfound(before: State, after: State) -> tuple[Fact, ...]:
    """Which hill was meant, if the round is over without anybody finding it."""
    if after.rounds == before.rounds:
        return ()
    return (fact("The hill that was meant stands {cell}.", cell=At(foot(answer(before)))),)


def wrong(state: State, apex: Cell) -> Fact:
    """What is wrong with calling that hill."""
    hills, n = facts(state.pyramid, str(state.options["view"])), APEXES.index(apex)
    match state.description:
        case ("total", number):
            return fact("{found}, not {total}", found=hills.totals[n], total=number)
        case ("top_below", number):
            return fact("{found}, not {total}", found=hills.below[n], total=number)
    return Fact("Not this one")


def master(state: State) -> Seat | None:
    """The game master of this round; None if that is the program."""
    return None if state.options["gm"] == "program" else state.first


def round_over(state: State) -> State:
    """New hills are to be built; a rotating game master hands over."""
    rotates = state.options["gm"] == "rotating"
    first = kit.next_seat(state.first, len(state.points)) if rotates else state.first
    return state._replace(first=first, is_built=False, description=None, out=frozenset(), rounds=state.rounds + 1)


def agreed_kinds(options: Options) -> tuple[str, ...]:
    """The kinds of description that options `difficulty` and `kinds` allow together."""
    wanted = KINDS if options["kinds"] == "all" else str(options["kinds"]).split("+")
    return tuple(kind for kind in KINDS[: UP_TO[str(options["difficulty"])]] if kind in wanted)


def check_hills(pyramid: Pyramid, options: Options) -> None:
    """Raises `IllegalMove` unless this is six hills of the right dice, one of which can be described."""
    if pyramid.mask != mask_of(HILL_CELLS):
        peaks = ", ".join(NAMES[apex] for apex in APEXES)
        raise IllegalMove(
            "position {pyramid}: clever-mole has six hills of ten dice, with apexes {peaks}",
            pyramid=pyramid,
            peaks=peaks,
        )
    kit.check_material(pyramid, dict.fromkeys(COLOURS, DICE_OF_A_COLOUR))
    if not descriptions(pyramid, str(options["view"]), agreed_kinds(options)):
        raise IllegalMove("position {pyramid}: no hill can be described by the agreed kinds", pyramid=pyramid)


class Facts(NamedTuple):
    """What there is to say about the hills, each in the order of `APEXES`."""

    tops: tuple[Colour, ...]
    counts: dict[Colour, tuple[int, ...]]
    totals: tuple[int, ...]
    """Sums of the faces on one side, or on all three."""
    below: tuple[int, ...]
    """Sums of the three faces of the top dice that are seen only from below."""


@lru_cache(maxsize=64)
def facts(pyramid: Pyramid, view: str) -> Facts:
    """What there is to say about these hills, sums being those of the side `view`."""
    axes = AXES if view == ALL_SIDES else (AXIS_NAMES.index(view),)
    colours = [[pyramid.at(cell).colour for cell in HILLS[apex]] for apex in APEXES]
    return Facts(
        tuple(pyramid.at(apex).colour for apex in APEXES),
        {colour: tuple(hill.count(colour) for hill in colours) for colour in COLOURS},
        tuple(sum(pyramid.faces_at(cell)[axis] for axis in axes for cell in SIDES[apex, axis]) for apex in APEXES),
        tuple(21 - sum(pyramid.faces_at(apex)) for apex in APEXES),
    )


def fitting(description: Action, hills: Facts) -> list[Cell]:
    """The apexes of the hills of which the description is true."""
    match description:
        case ("top_colour", colour):
            fits = [top == colour for top in hills.tops]
        case ("most", colour):
            fits = [count == max(hills.counts[colour]) for count in hills.counts[colour]]
        case ("fewest", colour):
            fits = [count == min(hills.counts[colour]) for count in hills.counts[colour]]
        case ("total", number):
            fits = [total == number for total in hills.totals]
        case ("nearest", number):
            off = [abs(total - number) for total in hills.totals]
            fits = [distance == min(off) for distance in off]
        case ("top_below", number):
            fits = [below == number for below in hills.below]
        case _:
            raise IllegalMove("{description}: no description of a hill", description=description)
    return [apex for apex, is_true in zip(APEXES, fits, strict=True) if is_true]


@lru_cache(maxsize=64)
def descriptions(pyramid: Pyramid, view: str, kinds: tuple[str, ...]) -> tuple[Action, ...]:
    """Every description of these kinds that fits exactly one hill; sums to be near to are those that faces can show."""
    hills = facts(pyramid, view)
    abouts: dict[Verb, Iterable[Colour | int]] = {
        **dict.fromkeys((TOP_COLOUR, MOST, FEWEST), COLOURS),
        TOTAL: sorted(set(hills.totals)),
        NEAREST: SUMS_OF_ALL_FACES if view == ALL_SIDES else SUMS_OF_A_SIDE,
        TOP_BELOW: sorted(set(hills.below)),
    }
    possible = [verb(about) for verb in DESCRIPTIONS if verb.name in kinds for about in abouts[verb]]
    return tuple(action for action in possible if len(fitting(action, hills)) == 1)


def answer(state: State) -> Cell:
    """The apex of the hill that is meant."""
    assert state.description is not None
    (apex,) = fitting(state.description, facts(state.pyramid, str(state.options["view"])))
    return apex


GAME = CleverMole()
