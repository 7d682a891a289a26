"""What the faces of turn games share: the setting of a game, the moves of chance and hands in it, and the rewards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from skill.errors import UnknownName
from skill.lattice.notation import ATTEMPT, Action
from skill.rules.catalogue import find_game
from skill.rules.game import ANYONE, CHANCE, AnyGame, AttemptSpec, Game, Result, Seat
from skill.rules.options import Options, Value

Hands = Callable[[AttemptSpec, int], Action]
"""Who carries out an attempt: called with what is asked for and a seed, it gives the report."""
LATTICE = ("throw_model", "lattice")
"""The option value with which chance decides where thrown dice lie; the faces take it where nothing else is given."""


class Setting(NamedTuple):
    """A game with what was agreed on."""

    game: AnyGame
    players: int
    options: Options

    @property
    def seats(self) -> range:
        """All seats, from 1."""
        return range(1, self.players + 1)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Every action that a seat can ever have; its place in here is its index."""
        return _actions(self.game, self.options)

    @property
    def index_of(self) -> Mapping[Action, int]:
        """The index of each action."""
        return _index_of(self.game, self.options)


def setting(
    game: str | AnyGame, players: int | None = None, options: Mapping[str, str | Value] | None = None
) -> Setting:
    """A game by its name, the fewest players if none are named, and its options, by default with the lattice model of
    throws.

    Raises `UnknownName` for what does not exist, and for a game in which seats have nothing to choose.
    """
    if not isinstance(game, str | Game):
        raise UnknownName(f"game {game!r}: expected the name of one, or a game")
    if players is not None and (not isinstance(players, int) or isinstance(players, bool)):
        raise UnknownName(f"players {players!r}: expected a whole number")
    if not isinstance(options or {}, Mapping):
        raise UnknownName(f"options {options!r}: expected values by the options' names")
    found = find_game(game) if isinstance(game, str) else game
    name, value = LATTICE
    usual = {name: value} if name in (option.name for option in found.options) else {}
    agreed = found.options_from({**usual, **(options or {})})
    number = found.seats(agreed)[0] if players is None else players
    made = Setting(found, number, agreed)
    if not made.actions:
        raise UnknownName(f"{found.slug}: seats choose nothing in this game with these options; expected others")
    found.begin(number, agreed)  # refuses a wrong number of players
    return made


@lru_cache
def _actions(game: AnyGame, options: Options) -> tuple[Action, ...]:
    return tuple(game.all_actions(options))


@lru_cache
def _index_of(game: AnyGame, options: Options) -> Mapping[Action, int]:
    return {action: n for n, action in enumerate(_actions(game, options))}


def by_planner(spec: AttemptSpec, seed: int, bot: str = "greedy") -> Action:
    """The report of an attempt that a bot's hands have carried out in the physical world; its trace is not kept.

    Raises `Unavailable` without pybullet.
    """
    from skill.bots.registry import find_bot
    from skill.table.attempts import attempt_for

    running = attempt_for(spec, seed)
    for sample in find_bot(bot).samples(spec, running, seed):
        running.tick(sample)
        if running.done:
            break
    if not running.done:
        running.give_up()
    return ATTEMPT(*running.report()[1:-1], "-")


def utilities(result: Result | None, players: int) -> tuple[float, ...]:
    """What a result is worth to each seat; 0 for all while there is none.

    Alone, 1 for a win. With others -1 to 1, in sum 0: 1 for whoever wins alone, less for those who share a win, what
    they gain is lost by the others in equal parts, and nothing is won where all or nobody wins.
    """
    won = result.winners if result else ()
    if players == 1:
        return (float(1 in won),)
    lost = players - len(won)
    if not won or not lost:
        return (0.0,) * players
    gain = lost / (players - 1) / len(won)
    return tuple(gain if seat in won else -1 / (players - 1) for seat in range(1, players + 1))


def advanced(made: Setting, state: Any, rng: Random, hands: Hands) -> tuple[Any, list[Action]]:
    """The state once a seat is to move or the game is over, and what chance and hands have done until then.

    Raises `UnknownName` where anyone may act at once: in a race.
    """
    done: list[Action] = []
    game = made.game
    while not isinstance(turn := game.to_move(state), int) and turn is not None:
        if turn is ANYONE:
            raise UnknownName(f"{game.slug}: anyone may act at once with these options; expected `parallel_env`")
        if turn is CHANCE:
            action = game.draw(state, rng)
            state = game.play(state, action, CHANCE)
        else:
            assert isinstance(turn, AttemptSpec)
            action = hands(turn, rng.getrandbits(31))
            state = game.play(state, action, turn.seat)
        done.append(action)
    return state, done


def legal(made: Setting, state: Any, seat: Seat) -> Sequence[Action]:
    """What `seat` may do now; nothing while others are to move."""
    turn = made.game.to_move(state)
    return made.game.moves(state, seat) if turn == seat or turn is ANYONE else ()
