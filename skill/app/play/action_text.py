"""What actions mean, in a word or two for people. Text only."""

from __future__ import annotations

from collections.abc import Sequence

from skill.app.i18n import tr
from skill.app.play.choices import Choice, places
from skill.lattice.dice import COLOUR_NAMES
from skill.lattice.notation import Action
from skill.rules.game import AnyGame


def sentence(game: AnyGame, action: Action) -> str:
    """The notation of one of the game's actions and, where its verb says so, how it reads."""
    verb = game.verb_of(action)
    if not verb.reads:
        return str(action)
    values = {
        name: tr(COLOUR_NAMES[text]) if kind == "colour" else text
        for (kind, _), (name, text) in zip(action.arguments, verb.values(action).items(), strict=True)
    }
    return f"{action}: {tr(verb.reads, **values)}"


def prospect(game: AnyGame, actions: Sequence[Action]) -> str:
    """What would come of a click, in one line: the action, or how many are left to choose among."""
    if not actions:
        return ""
    if len(actions) == 1:
        return sentence(game, actions[0])
    verbs = ", ".join(sorted({tr(action.verb) for action in actions}))
    return tr("{count} ways to go on: {verbs}", count=len(actions), verbs=verbs)


def request(choice: Choice) -> str:
    """What the player is asked for now."""
    if choice.ways and choice.targets:
        return tr("Click where to, or click again to do what is shown.")
    if choice.ways:
        return tr("Turn the wheel or press , and . for another way; click again or press Enter to play it.")
    if choice.pointed:
        return tr("Now click where to. A right click or Backspace goes back.")
    steps = max((len(places(action)) for action in choice.legal), default=0)
    if steps == 0:
        return tr("Choose from the list: click, or press its number.")
    if choice.calls:
        return tr("Click what is lit, or choose from the list.")
    return tr("Click what is lit, or choose with the arrow keys and Enter.")
