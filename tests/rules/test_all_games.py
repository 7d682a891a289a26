"""What holds for every game of the catalogue."""

from __future__ import annotations

import pickle
from itertools import islice
from pathlib import Path

import pytest

from skill.app.play.said.words import Looker, said
from skill.errors import IllegalMove, UnknownName
from skill.lattice.dice import COLOUR_NAMES, Die
from skill.lattice.notation import FIRST, parse_position
from skill.lattice.pyramid import Pyramid
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import CHANCE, FAMILIES, KINDS, AnyGame, AttemptSpec
from skill.rules.options import SKILL_LEVEL
from skill.rules.perft import perft
from skill.rules.rules_page import rules_page
from skill.rules.shared.attempts import AttemptGame
from tests.rules.playouts import lost_dice, playout
from tests.rules.transcripts import TRANSCRIPTS, checked_text

ENOUGH = 25_000  # actions in the random games of one game, where single ones are long; of one option value a tenth
TRY = 20  # actions for which an attempt counts at which dice are moved up to forty times
SELDOM = 199  # states from one that is looked at closely to the next, where very many games are played
COUNTS = Path(__file__).with_name("counts")
GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)


def option_values(game: AnyGame) -> list[tuple[str, object]]:
    """Every value of a listed option, both ends of a range, but for its default: that is the game as it is."""
    return [(o.name, value) for o in game.options for value in dict.fromkeys(o.choices) if value != o.default]


@GAMES
def test_data_block(game: AnyGame) -> None:
    assert game.family in FAMILIES
    assert game.kind in KINDS
    assert 1 <= game.players[0] <= game.players[1]
    assert all(text.strip() for text in game.text[:4])
    for option in game.all_options:
        assert option.help.endswith("."), option
        assert option.parse(str(option.default)) == option.default
    with pytest.raises(UnknownName, match="players"):
        game.begin(game.players[1] + 1, game.options_from({}))


@pytest.mark.parametrize("level", SKILL_LEVEL.choices)
@pytest.mark.parametrize("game", [game for game in all_games() if game.family == "skill"], ids=lambda game: game.slug)
def test_games_of_skill_have_levels(game: AnyGame, level: str) -> None:
    turn = game.to_move(game.begin(game.players[0], game.options_from({"level": level, "first_player": 1})))
    assert isinstance(turn, AttemptSpec)
    assert turn.level == level


@GAMES
def test_rules_page_names_every_option(game: AnyGame) -> None:
    page = rules_page(game)
    for option in game.all_options:
        assert f"{option.name} = {option.default}" in page
    for text in game.text.told:
        assert text in page


def check_game(game: AnyGame, seed: int, given: dict[str, object] | None = None, every: int = 7) -> int:
    """One random game: it ends with a result; in every so many states texts read back, illegal actions are refused,
    and a seat's view allows what the state allows. Where options let it go on for ever, its first 500 actions. Returns
    how many it had: `TRY` for each attempt of a game of skill.
    """
    is_endless = game.endless_by(game.options_from(given or {}))
    whole, weight, n = playout(game, seed, given=given), TRY if isinstance(game, AttemptGame) else 1, 0
    for n, (state, by, action) in enumerate(islice(whole, 500 if is_endless else None)):
        turn = game.to_move(state)
        if action is None:
            result = game.result(state)
            assert result is not None
            players = len(game.scores(state))
            assert list(result.winners) == [seat for seat in range(1, players + 1) if seat in result.winners]
            assert result.winners or players == 1 or "nobody" in result.reason.lower()
            assert result.reason[0].isupper() and result.reason.endswith(".")
            assert not game.moves(state)
            return weight * n
        if n % every == seed % every:
            assert game.result(state) is None
            moves = game.moves(state)
            assert len(set(moves)) == len(moves)
            game.check(state, action, by)
            assert game.parse(str(action)) == action
            assert hash(state) == hash(pickle.loads(pickle.dumps(state)))
            with pytest.raises(IllegalMove):
                game.check(state, FIRST(99), by)
            for seat in range(1, len(game.scores(state)) + 1):
                view = game.view(state, seat)
                assert game.view(view, seat) == view
                if turn == seat:
                    assert list(game.moves(view)) == list(moves) != []
                    assert isinstance(game.worth(view, action, seat), float | int)
    return weight * n


def check_games(game: AnyGame, most: int, enough: int, given: dict[str, object] | None = None) -> None:
    """So many random games, or as many as have enough actions."""
    seed = actions = 0
    while seed < most and actions < enough:
        actions += check_game(game, seed, given, every=SELDOM)
        seed += 1


@GAMES
def test_random_games(game: AnyGame) -> None:
    for seed in range(5):
        check_game(game, seed)


@pytest.mark.slow
@GAMES
def test_thousand_random_games(game: AnyGame) -> None:
    check_games(game, 1000, ENOUGH)


@GAMES
def test_random_games_of_every_option_value(game: AnyGame) -> None:
    for name, value in option_values(game):
        if needs_position(game, name, value):
            continue
        check_game(game, 1, {name: value})


@pytest.mark.slow
@GAMES
def test_hundred_random_games_of_every_option_value(game: AnyGame) -> None:
    for name, value in option_values(game):
        if not needs_position(game, name, value):
            check_games(game, 100, ENOUGH // 10, {name: value})


def needs_position(game: AnyGame, name: str, value: object) -> bool:
    """Whether the option asks for the pyramid of an earlier game; such a start without one must be refused."""
    if (name, value) != ("fill", "keep"):
        return False
    with pytest.raises(IllegalMove, match="keep"):
        game.begin(game.players[0], game.options_from({name: value}))
    return True


@pytest.mark.parametrize(("slug", "position", "named"), [("rasanto", "-", 12), ("el-dado", "R800 G080", 2)])
def test_whoever_is_refused_is_told_some_legal_actions_and_how_many_more_there_are(
    slug: str, position: str, named: int
) -> None:
    game = find_game(slug)
    state = game.begin(2, game.options_from({"first_player": 1}), parse_position(position))
    legal = game.moves(state)
    with pytest.raises(IllegalMove) as error:
        game.check(state, FIRST(99), 1)
    more = f" and {len(legal) - named} more" if len(legal) > named else ""
    assert str(error.value).endswith(f"expected one of {', '.join(map(str, legal[:named]))}{more}")


@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_dice_are_conserved(game: AnyGame, seed: int) -> None:
    """No die hangs in the air, and where dice are counted none comes, goes or changes colour after the set-up."""
    states = []
    for state, by, action in playout(game, seed):
        assert not game.pyramid(state).hanging()
        states += [state] if isinstance(by, int) or action is None else []
    assert lost_dice(game, states) == []


def test_a_die_that_changes_colour_or_is_lost_is_found() -> None:
    game = find_game("mound-mover")
    state = next(state for state, by, _ in playout(game, 1) if isinstance(by, int))
    (cell, die), plate = next(iter(state.pyramid)), state.pyramid
    other = next(colour for colour in COLOUR_NAMES if colour != die.colour)
    assert lost_dice(game, [state, state]) == []
    (changed,) = lost_dice(game, [state, state._replace(pyramid=Pyramid([*plate.remove(cell), (cell, Die(other))]))])
    assert changed == f"gained {{{other!r}: 1}}, lost {{{die.colour!r}: 1}}"
    free = plate.free()[0]
    assert len(lost_dice(game, [state, state._replace(pyramid=plate.remove(free))])) == 1


@GAMES
def test_a_third_of_a_turn_of_the_plate_keeps_the_counts(game: AnyGame) -> None:
    """From positions of a random game, turned and not turned, where the game can begin from them."""
    compared = 0
    for n, (state, _, _) in enumerate(playout(game, 5)):
        if not game.is_symmetric or n % 12 != 10 or compared == 3:
            continue
        here = game.pyramid(state)
        try:
            starts = [
                game.begin(game.players[1], game.options_from({"first_player": 1}), p) for p in (here, here.turned())
            ]
        except IllegalMove:
            continue
        assert perft(game, starts[0], 1) == perft(game, starts[1], 1)
        compared += 1


@GAMES
def test_transcript(game: AnyGame) -> None:
    path = TRANSCRIPTS / f"{game.slug}.txt"
    assert path.exists(), f"write it with: python -m tests.rules.transcripts {game.slug}"
    text = path.read_text()
    assert checked_text(text, str(path)) == text


def counts() -> list[list[str]]:
    """The rows of `counts/SLUG.txt`: slug, then players, depth, count and the options that differ from the default.

    A set-up too large to list is drawn with seed 0.
    """
    lines = [(path.stem, line) for path in sorted(COUNTS.glob("*.txt")) for line in path.read_text().splitlines()]
    return [[slug, *line.split("#")[0].split()] for slug, line in lines if line.split("#")[0].split()]


@pytest.mark.parametrize("row", counts(), ids=" ".join)
def test_counts(row: list[str]) -> None:
    slug, players, depth, count, *given = row
    game = next(game for game in all_games() if game.slug == slug)
    options = game.options_from(dict(word.split("=") for word in given))  # type: ignore[arg-type]
    assert perft(game, game.begin(int(players), options), int(depth)) == int(count)


@GAMES
def test_every_game_has_counts(game: AnyGame) -> None:
    """A count for the default and, where the game has options, for one variant; attempts have nothing to count."""
    if isinstance(game.to_move(game.begin(game.players[0], game.options_from({"first_player": 1}))), AttemptSpec):
        return
    rows = [row for row in counts() if row[0] == game.slug]
    variants = [[word for word in row[4:] if not word.startswith("first_player=")] for row in rows]
    assert [] in variants
    assert not game.options or any(variants)


@GAMES
def test_lot_for_the_first_player_is_a_listed_outcome(game: AnyGame) -> None:
    most = game.players[1]
    for state, by, action in playout(game, 0, players=most):
        if action is not None and action.verb == "first":
            assert by is CHANCE
            assert len(game.moves(state)) == most
            assert list(game.weights(state)) == [1] * most


def test_what_a_game_warns_of_by_default_is_mended_by_one_option() -> None:
    warned = [(game, caution) for game in all_games() for caution in game.cautions(game.options_from({}))]
    assert {game.slug for game, _ in warned} == {"masquerade", "smuggling"}
    for game, caution in warned:
        assert caution.remedy is not None
        name, value = caution.remedy
        assert caution not in game.cautions(game.options_from({name: value}))


@pytest.mark.parametrize(
    ("slug", "options", "told"),
    [
        ("clever-mole", {}, "Round 1 of 10."),
        ("mucho", {"rule": "basic"}, "Round 1 of 20."),
        ("roll-to-the-top", {"series": 3}, "Game 1 of 3."),
        ("wolf", {"rounds": 2}, "Round 1 of 16."),
    ],
)
def test_a_fixed_number_of_rounds_is_told(slug: str, options: dict[str, object], told: str) -> None:
    game = find_game(slug)
    state = game.start(game.players[1], game.options_from({"first_player": "1", **options}))
    assert told in [said(each, Looker(())) for each in game.facts(state, 1)]
