"""What rules pages say of every game, beside the game itself, and how they say it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from skill.lattice.dice import COLOUR_NAMES, KOSMOS
from skill.lattice.notation import PASS
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import ANYONE, CHANCE, LOT_THEN_CLOCKWISE, AnyGame, AttemptSpec
from skill.rules.games.roll_to_the_top import SHEETS
from skill.rules.options import Options
from skill.rules.rules_page import (
    HEADINGS,
    ON_SCREEN,
    agreed,
    needs,
    option_name,
    page_texts,
    rules_page,
    value_text,
)
from skill.rules.shared.kit import next_seat
from skill.rules.shared.sheets import load_sheet, sheet_names
from skill.rules.texts import readable
from tests.rules.playouts import playout
from tests.rules.scenes import begun, legal

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: game.slug)
NOT_SAID = {
    r"\b[Tt]he (first|second|third) player\b": "a player by number is player 1, whoever begins is whoever begins",
    r"\w=\w|\b\w+_\w+\b": "options are agreed on in words",
    r"\b(dice|faces|points|numbers?|throws|supply|score) win\b": "players win",
    r"(^|[.;:] )Who (has|is|can|alone|cannot|rolls)\b": "whoever",
    r"\bby agreement\b": "if you agree so",
    r"\blevel and\b|\bis level\b": "a level is a layer: horizontal",
    r"\bapex\b": "the top die",
    r"\bcells?\b": "funnels and places",
    r"\d\.\d": "no decimals",
}
"""What no rules page says, and what is said instead."""


def texts(game: AnyGame) -> Iterator[str]:
    yield from (game.goal, game.summary, *game.text.told)


@GAMES
def test_rules_are_told_in_words_for_a_table(game: AnyGame) -> None:
    assert not [(text, said) for text in texts(game) for said in NOT_SAID if re.search(said, text)]


ONE_AFTER_ANOTHER = [
    pytest.param(game, id=game.slug)
    for game in all_games()
    if game.turn_order == LOT_THEN_CLOCKWISE and game.has_lot and game.players[1] > 1
]


@pytest.mark.parametrize("game", ONE_AFTER_ANOTHER)
def test_turns_go_clockwise_where_the_page_says_so(game: AnyGame) -> None:
    players = game.players[1]
    for first in (
        1,
        players,
    ):  # a turn in which chance leaves nothing to do is nobody's: not so in all of these matches
        orders = [seats_in_order(game, players, first, seed) for seed in range(8)]
        assert any((next(seats), next(seats)) == (first, next_seat(first, players)) for seats in orders)


def seats_in_order(game: AnyGame, players: int, first: int, seed: int) -> Iterator[int]:
    """Whose turn it is in a random match, each named once until somebody else has his turn."""
    before = None
    for _, turn, _ in playout(game, seed, players, {"first_player": first}):
        seat = turn.seat if isinstance(turn, AttemptSpec) else turn
        if isinstance(seat, int) and seat not in (before, CHANCE, ANYONE):
            yield seat
            before = seat


@GAMES
def test_words_that_need_it_are_explained_on_the_page(game: AnyGame) -> None:
    told = dict(page_texts(game)).get("Words", ())
    rules = " ".join(game.text.told).lower()
    for word in ("funnel", "outside face", "loose", "right-angle move", "free dice", "free die"):
        if re.search(rf"\b{word}", rules):
            assert any(meaning.lower().startswith(word.split()[0]) for meaning in told), word


ASKED = ("Goal", "What you need", "Set-up", "A turn", "End", "Ties")
"""What every page answers. Who begins does not matter everywhere; what counts and who wins may be told with the end."""


@GAMES
def test_every_page_answers_the_same_questions_in_the_same_order(game: AnyGame) -> None:
    headings = [heading for heading, _ in page_texts(game) if not heading.startswith(VARIANT)]
    assert headings == [heading for heading in HEADINGS if heading in headings]
    assert set(ASKED) <= set(headings)
    assert "Who wins" in headings or re.search(r"\bw[io]ns?\b|winner", game.text.end)


VARIANT = "If you agreed on "


@GAMES
def test_ties_are_told_under_their_heading_alone(game: AnyGame) -> None:
    assert re.search(r"share|\btie\b|draw|equal|just moved wins|left neighbour of each", game.text.ties)
    assert not re.search(r"share the win", " ".join((game.text.end, game.text.counts, game.text.wins)))


@GAMES
def test_page_tells_variants_in_blocks_and_as_agreed_only_those_that_were(game: AnyGame) -> None:
    def blocks(options: Options | None) -> dict[str, str | tuple[str, ...]]:
        return {heading: told for heading, told in page_texts(game, options=options) if heading.startswith(VARIANT)}

    variants = {(name, value) for name, value, _ in game.text.variants}
    assert len(blocks(None)) == len(variants)
    for name, value in variants:
        told = blocks(game.options_from({name: value}))
        chosen = [text for option, given, text in game.text.variants if (option, given) == (name, value)]
        option = next(option for option in game.all_options if option.name == name)
        assert told[f"{VARIANT}{option_name(name)}: {value_text(value, option=option)}"] == tuple(chosen)
        assert sum(heading.startswith(f"{VARIANT}{option_name(name)}: ") for heading in told) == 1
    assert not [text for text in game.text.readings if re.match(r"If you agree (that|to|so)\b|Version ", text)]


NO_PASSES = {"slipped"}
"""Where one passes who does not want to call."""


@pytest.mark.parametrize(
    "game",
    [pytest.param(g, id=g.slug) for g in all_games() if PASS in g.verbs and g.slug not in NO_PASSES],
)
def test_page_says_what_happens_if_nothing_can_be_done(game: AnyGame) -> None:
    assert dict(page_texts(game))["If nothing can be done"] == game.text.stuck


def test_whoever_cannot_move_passes() -> None:
    """Red is in a corner behind green."""
    game = find_game("sandwich")
    assert "Whoever cannot move passes." in game.text.stuck
    held = "R008 R017 G107 G026 G116 G206 G035 G215"
    assert legal(game, begun(game, held)) == ["pass"]


@GAMES
def test_page_as_agreed_tells_every_option_that_means_something_at_a_table(game: AnyGame) -> None:
    *_, (heading, told) = page_texts(game, options=game.options_from({}))
    names = [option.name for option in game.all_options if option.name not in ON_SCREEN]
    assert heading == "You have agreed" and len(told) == len(names)
    for line, name in zip(told, names, strict=True):
        assert line.startswith(f"{option_name(name)}: ") and "_" not in line


@GAMES
def test_options_of_the_table_stand_apart_from_those_of_the_screen(game: AnyGame) -> None:
    _, _, listed = rules_page(game).partition("\nOptions\n")
    table, _, screen = listed.partition("\nOptions for playing on the screen\n")
    for text, on_screen in ((table, False), (screen, True)):
        names = [line.split()[0] for line in text.splitlines() if line[2:3] != " "]
        assert names == [option.name for option in game.all_options if (option.name in ON_SCREEN) == on_screen]


EXPLAIN_THEMSELVES = ("off", "on")
"""The values of an option whose help asks whether something is so."""


@GAMES
def test_every_value_that_is_a_word_is_explained(game: AnyGame) -> None:
    """By a meaning of its own, or by the sentence about its option; and the page says it below that sentence."""
    page = rules_page(game)
    for option in game.all_options:
        words = [value for value in option.choices if isinstance(value, str) and not option.pattern]
        if set(words) == set(EXPLAIN_THEMSELVES) and option.help.startswith("Whether "):
            continue
        meanings = dict(option.meanings)
        assert set(meanings) <= set(option.choices) and len(set(meanings.values())) == len(meanings)
        for word in words:
            said = re.search(rf"\b{re.escape(readable(word))}\b", option.help, re.IGNORECASE)
            assert word in meanings or said, (option.name, word)
        told = "".join(f"\n      {value}: {meaning}" for value, meaning in meanings.items())
        assert f"{option.help}{told}\n" in f"{page}\n"


def test_page_as_agreed_says_what_the_agreed_value_means() -> None:
    game = find_game("mucho")
    domino = agreed(game, game.options_from({"rule": "domino"}))
    assert any(re.match(r"Rule: domino \(a die above the plate must match .*\)\. ", line) for line in domino)
    assert not any("domino" in line for line in agreed(game, game.options_from({})) if line.startswith("Rule"))


def test_dice_that_one_needs_are_those_of_the_game_as_agreed() -> None:
    def needed(slug: str, **agreed: str) -> str:
        game = find_game(slug)
        return " ".join(needs(game, options=game.options_from(agreed)))

    assert "red 20, green 20, black 20" in needed("golden-centre")
    assert "red 4, green 4, black 4" in needed("golden-centre", size="4")
    assert "red 82, green 82 for 2 players" in needed("malicious-pleasure")
    assert "bare table" in needed("emag") and "The plate" not in needed("emag") + needed("roll-to-the-top")
    assert "12 and 20 sides" in needed("roll-to-the-top") and needed("trulla").endswith("A ladle.")
    assert "golden die" in needed("lookout") and needed("lookout").endswith("Dice to roll.")
    assert "Dice to roll" not in needed("mound-mover") and needed("mound-mover", moves="roll").endswith("Dice to roll.")
    assert needs(find_game("mound-mover"))[-1] == "Dice to roll, if you agree on Moves: roll."
    assert "165 of any colour" in needed("el-dado") and "dice of the box" in needed("witches-dance")


def test_page_asks_for_dice_by_number_and_for_no_more_of_a_colour_than_the_box_has() -> None:
    for game in all_games():
        for size in ({}, *({"cube": 125} for option in game.options if option.name == "cube")):
            lines = " ".join(needs(game, options=game.options_from(size)))
            for name, count in re.findall(r"\b(red|green|black|blue|gold) (\d+)", lines):
                assert int(count) <= KOSMOS[next(c for c in KOSMOS if COLOUR_NAMES[c] == name)], (game, lines)
        assert "as many as needed" not in " ".join(game.text.told)
        if game.seat_colours and not game.text.needs:
            assert re.search(r"\d", " ".join(needs(game))), game
    game = find_game("quadrula-rasa")
    assert needs(game, options=game.options_from({"cube": 125}))[0].endswith("red 90, green 90, black 70.")
    assert needs(find_game("triops"))[0].endswith("red 90, green 90, black 90.")


@pytest.mark.parametrize("game", [pytest.param(g, id=g.slug) for g in all_games() if g.seat_colours])
def test_page_says_which_player_has_which_colour(game: AnyGame) -> None:
    said = [told for told in needs(game) if told.startswith("Colours of the players")]
    colours = game.seat_colours[: game.seats(game.options_from({}))[1]]
    assert said == [f"Colours of the players, from player 1 on: {', '.join(COLOUR_NAMES[c] for c in colours)}."]


def test_every_sheet_is_told_as_it_is() -> None:
    """How many squares each sheet has from the bottom up, and how many of them hang."""
    for name in sheet_names():
        squares = load_sheet(name).squares
        lines = Counter(square.y for square in squares)
        hanging = sum(not square.is_bottom and not square.on for square in squares)
        numbers = re.findall(r"\d+", SHEETS[name].partition("From the bottom up: ")[2])
        assert [int(number) for number in numbers] == [
            *(lines[y] for y in sorted(lines)),
            *([hanging] if hanging else ()),
        ]
