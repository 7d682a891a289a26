"""What actions mean, in a word or two for people. Text only."""

from __future__ import annotations

from collections.abc import Sequence

from skill.app.i18n import tr
from skill.app.play.choices import Choice, places
from skill.lattice.dice import COLOUR_NAMES
from skill.lattice.notation import Action

MEANINGS: dict[str, str] = {
    "add": "take it into the set",
    "aim": "the chunk goes here",
    "ask": "is this the wolf?",
    "blank": "no funnel has the sum",
    "break": "break it off",
    "choose": "this funnel is next",
    "claim": "this is the one",
    "close": "the round ends",
    "column": "pull the whole column",
    "drop": "put it out of the set",
    "grab": "grab it",
    "jump": "jump there",
    "keep": "keep it",
    "ladle": "that many into the ladle",
    "lift": "look under it",
    "move": "move there",
    "pass": "do nothing",
    "pick": "pick up this die",
    "place": "set a die here",
    "recover": "take the die back",
    "remove": "take it",
    "reroll": "roll again",
    "row": "move the row there",
    "slide": "pull it out",
    "slipped": "call",
    "stop": "that is all",
    "swap": "change places",
    "throw": "throw this one",
    "tip": "tip it over there",
    "toss": "roll your die",
    "turn": "turn it like this",
    "use": "use its number",
    "wolf": "hide the wolf here",
    "write": "write the sum here",
}
"""What each verb means, by the verb's name; a verb that is not here speaks for itself."""


def sentence(action: Action) -> str:
    """The notation and what it means."""
    meaning = MEANINGS.get(action.verb)
    if action.verb == "place":
        return f"{action}: {tr('set a {colour} die here', colour=tr(COLOUR_NAMES[action[1]]))}"
    return f"{action}: {tr(meaning)}" if meaning else str(action)


def prospect(actions: Sequence[Action]) -> str:
    """What would come of a click, in one line: the action, or how many are left to choose among."""
    if not actions:
        return ""
    if len(actions) == 1:
        return sentence(actions[0])
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
