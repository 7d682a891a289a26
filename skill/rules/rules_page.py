"""The rules page of a game, as plain text: the same questions in the same order for every game.

`said(text, **values)` is a text in the language of whoever reads; `skill.app.i18n.tr` is one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random

from skill.lattice.dice import BLACK, COLOUR_NAMES, KOSMOS, UNKNOWN, Colour
from skill.rules import texts
from skill.rules.game import CHANCE, FAMILIES, AnyGame, AttemptSpec
from skill.rules.options import Option, Options, Value
from skill.rules.words import WORDS

HEADINGS = (
    "Goal",
    "What you need",
    "Set-up",
    "Who begins",
    "A turn",
    "End",
    "What counts",
    "Who wins",
    "Ties",
    "If nothing can be done",
    "Details",
    "Words",
)
"""What stands on a rules page, in this order; after the ties come the variants, at the end what was agreed on."""
AGREED = "If you agreed on {option}: {value}"
"""The heading of a variant."""
TEAMS = (
    "Instead of single players as many teams may play. The members of a team share colour, dice and result and have "
    "their turns one after another: A1, B1, A2, B2 and so on."
)
ON_SCREEN = frozenset(
    {
        *("level", "material", "scene", "throw_model", "p_off", "spread"),
        *("bot_read", "bot_spread", "bot_error", "lockout", "hand_s", "roll_time"),
    }
)
"""Options that mean nothing at a real table: hands, dice and computer players of the program."""
ROLLS = ("roll", "rolls")
"""The names of verbs by which a die beside the plate is rolled."""
WORDS_COMMAND = "skillbox rules words --html"
"""What prints the words with their pictures."""
NAME = "name that is chosen"
"""The context of the names in `Option.titles`: a game of one's own may be called Tower too."""
SEEDS = (1, 2)
"""Of two set-ups: what differs between them is up to chance."""

Said = Callable[..., str]
Part = tuple[str, str | tuple[str, ...]]


def in_english(text: str, **values: object) -> str:
    """The text itself."""
    return text.format(**values) if values else text


def rules_page(game: AnyGame, said: Said = in_english) -> str:
    """The rules of a game as players read them, with its options and what they may be."""
    lines = [f"{game.number} {said(game.title)}", seats_text(game, said), ""]
    for heading, told in page_texts(game, said):
        lines.append(heading)
        lines += [f"  - {part}" for part in told] if isinstance(told, tuple) else [f"  {told}"]
    for heading, on_screen in ((said("Options"), False), (said("Options for playing on the screen"), True)):
        options = [option for option in game.all_options if (option.name in ON_SCREEN) == on_screen]
        lines += [heading] if options else []
        for option in options:
            lines.append(f"  {option.name} = {option.default}  ({_expected(option, said)})  {said(option.help)}")
            lines += [f"      {line}" for line in meanings_told(option, said)]
    return "\n".join(lines)


def seats_text(game: AnyGame, said: Said = in_english) -> str:
    """The family of a game and how many can play it."""
    seats = [_seats(game.players, said)]
    for (name, value), players in game.players_with.items():
        text = "{players} with {option}: {value}"
        label, chosen = option_name(name, said), _value_of(game, name, value, said)
        seats.append(said(text, players=_seats(players, said), option=label, value=chosen))
    kind = "{family}; players: {players}, or as many teams" if game.teams else "{family}; players: {players}"
    return said(kind, family=said(FAMILIES[game.family]), players=", ".join(seats))


def page_texts(game: AnyGame, said: Said = in_english, options: Options | None = None) -> list[Part]:
    """The headings of a rules page and what stands under them, a text or a list of texts: the rules, and what follows
    from the data of the game.

    With `options` as they were agreed on the page tells no other variants, and ends with what was agreed.
    """
    text = game.text
    begins = game.turn_order if game.has_lot and game.players[1] > 1 else ""
    order = tuple(filter(None, (begins, TEAMS if game.teams else "")))
    own = " ".join(text.told)
    words = tuple(word.meaning for word in WORDS if re.search(word.pattern, own))
    told: dict[str, str | tuple[str, ...]] = {
        "Goal": text.goal,
        "Set-up": text.setup,
        "Who begins": order,
        "A turn": text.turn,
        "End": text.end,
        "What counts": text.counts,
        "Who wins": text.wins,
        "Ties": text.ties,
        "If nothing can be done": text.stuck,
        "Details": text.readings,
        "Words": words,
    }
    parts: list[Part] = []
    for heading in HEADINGS:
        if heading == "Details":
            parts += _variants(game, said, options)
        if heading == "What you need":
            parts.append((said(heading), needs(game, said, options)))
        elif content := told.get(heading):
            texts = tuple(map(said, content)) if isinstance(content, tuple) else said(content)
            parts.append((said(heading), texts))
    if options is not None:
        parts.append((said("You have agreed"), agreed(game, options, said)))
    return parts


def _variants(game: AnyGame, said: Said, options: Options | None) -> list[Part]:
    """What holds for some values of options, under a heading for each; of an agreed game for its own values alone."""
    told: dict[tuple[str, Value], list[str]] = {}
    for name, value, text in game.text.variants:
        if options is None or options[name] == value:
            told.setdefault((name, value), []).append(said(text))
    return [
        (said(AGREED, option=option_name(name, said), value=_value_of(game, name, value, said)), tuple(texts))
        for (name, value), texts in told.items()
    ]


def agreed(game: AnyGame, options: Options, said: Said = in_english) -> tuple[str, ...]:
    """What was agreed on, a line for each option that means something at a table, with what its value means."""
    return tuple(
        said("{option}: {value}. {help}", option=option_name(option.name, said), value=value, help=said(option.help))
        for option in game.all_options
        if option.name not in ON_SCREEN
        for value in [_explained(option, options[option.name], said)]
    )


def _explained(option: Option, value: Value, said: Said) -> str:
    """The value of an option as players read it, and in brackets what it means."""
    meaning = dict(option.meanings).get(value)
    text = value_text(value, said, option)
    return f"{text} ({said(meaning)})" if meaning else text


def meanings_told(option: Option, said: Said = in_english, *, as_typed: bool = True) -> list[str]:
    """What the values of an option mean, a line for each that needs it; the values as they are typed or as read."""
    return [
        said("{label}: {value}", label=value if as_typed else value_text(value, said, option), value=said(meaning))
        for value, meaning in option.meanings
    ]


def option_name(name: str, said: Said = in_english) -> str:
    """The name of an option as players read it."""
    return said(texts.option_name(name))


def value_text(value: Value, said: Said = in_english, option: Option | None = None) -> str:
    """The value of an option as players read it; what somebody has written freely as it is."""
    if option is not None and option.pattern:
        return said(option.titles[value], context=NAME) if value in option.titles else str(value)
    words = str(value).replace("_", " ")
    if isinstance(value, float):
        return f"{value:g}".replace(".", said(".", context="decimal mark"))
    return said(words) if isinstance(value, str) and len(words) > 1 and not words.isdigit() else words


def _value_of(game: AnyGame, name: str, value: Value, said: Said) -> str:
    """The value of a game's option with this name, as players read it."""
    return value_text(value, said, next(option for option in game.all_options if option.name == name))


def needs(game: AnyGame, said: Said = in_english, options: Options | None = None) -> tuple[str, ...]:
    """What has to lie ready: plate, dice by colour for each number of players, and a die to roll."""
    also = (*_to_roll(game, said, options), *map(said, game.text.also))
    options = options or game.options_from({})
    also = (*_colours(game, said, options), *also)
    if game.text.needs:
        return (*map(said, game.text.needs), *also)
    low, high = game.seats(options)
    dice = {players: _dice(game, players, options) for players in range(low, high + 1)}
    lines = []
    if dice[low] and all(counts == dice[low] for counts in dice.values()):
        text = "The plate, and dice: {dice}."
        if game.unplaced(game.begin(low, options)) is None:  # how many lie beside the plate is not limited
            text = "The plate and the dice of the box. At the start these stand on the plate: {dice}."
        lines.append(said(text, dice=_counted(dice[low], said)))
    elif any(dice.values()):
        lines.append(said("The plate, and dice:"))
        text = "{dice} for {count} players."
        lines += [said(text, dice=_counted(counts, said), count=players) for players, counts in dice.items()]
    else:
        own = Counter({colour: KOSMOS.get(colour, 0) for colour in game.colours_of_seats(options)})
        text = "The plate, and dice: {dice}." if own.total() else "The plate and the dice of the box."
        lines.append(said(text, dice=_counted(own, said)))
    return (*lines, *also)


def _colours(game: AnyGame, said: Said, options: Options) -> tuple[str, ...]:
    """Which player has which colour, where players have colours."""
    names = [said(COLOUR_NAMES[colour]) for colour in game.colours_of_seats(options)[: game.seats(options)[1]]]
    return (said("Colours of the players, from player 1 on: {colours}.", colours=", ".join(names)),) if names else ()


def _to_roll(game: AnyGame, said: Said, options: Options | None) -> tuple[str, ...]:
    if not any(verb.name in ROLLS for verb in game.verbs):
        return ()
    if game.text.rolled is None:
        return (said("Dice to roll."),)
    name, value = game.text.rolled
    if options is not None:
        return (said("Dice to roll."),) if options[name] == value else ()
    text = "Dice to roll, if you agree on {option}: {value}."
    return (said(text, option=option_name(name, said), value=_value_of(game, name, value, said)),)


def _dice(game: AnyGame, players: int, options: Options) -> Counter[Colour]:
    """The dice on the plate and beside it at the start; those whose colours are up to chance count as unknown, and
    black ones stand in for those that the box has not.
    """
    first, second = (_dice_of(game, players, options, seed) for seed in SEEDS)
    lacking = Counter({colour: first[colour] - most for colour, most in KOSMOS.items() if first[colour] > most})
    first, second = (counts - lacking + Counter({BLACK: lacking.total()}) for counts in (first, second))
    return first if first == second else Counter({UNKNOWN: first.total()})


def _dice_of(game: AnyGame, players: int, options: Options, seed: int) -> Counter[Colour]:
    rng = Random(seed)
    state = game.begin(players, options)
    before = [state]
    while game.to_move(state) is CHANCE and len(before) < 400:
        state = game.play(state, game.draw(state, rng), CHANCE)
        before.append(state)
    turn = game.to_move(state)
    if turn is None or turn is CHANCE:  # a game in which chance alone acts
        state = before[0]
    counts = Counter(die.colour for _, die in game.pyramid(state)) + (game.unplaced(state) or Counter())
    if isinstance(turn, AttemptSpec) and not counts:
        counts = Counter(die.colour for _, die in turn.start) + Counter(die.colour for die in turn.hand)
        counts += Counter(die[0] for die in turn.loose)
    return counts


def _counted(counts: Counter[Colour], said: Said) -> str:
    """Dice by colour, in a fixed order."""
    return ", ".join(
        said("{count} of any colour", count=counts[colour])
        if colour == UNKNOWN
        else said("{colour} {count}", colour=said(name), count=counts[colour])
        for colour, name in COLOUR_NAMES.items()
        if counts[colour]
    )


def _seats(players: tuple[int, int], said: Said) -> str:
    low, high = players
    return str(low) if low == high else said("{low} to {high}", low=low, high=high)


def _expected(option: Option, said: Said) -> str:
    """What may be given for an option, in words; listed values as they are typed."""
    if option.pattern:
        return said(option.words)
    if not option.is_range:
        return option.expected
    low, high = option.choices[0], option.choices[-1]
    if isinstance(option.default, int):
        return said("a whole number from {low} to {high}", low=low, high=high)
    return said("a number from {low} to {high}", low=low, high=high)
