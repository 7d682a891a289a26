"""Random matches through the real screen: at each turn of a person it answers what a player asks of it.

`python -m tests.walk [game ...]` walks every game, or those named, at all sizes, text sizes and languages, and prints
what it finds. `tests/app/screens/test_walk.py` walks each game at one of them.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from skill.app.application import Application
from skill.app.play.choices import Place, places
from skill.app.play.log import changed_last
from skill.app.play.match_setup import Setup
from skill.app.play.phase import Phase
from skill.app.screens import destinations
from skill.lattice.cells import LEVEL
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from tests.app.play.test_words import NOTATION

SIZES = ((1024, 700), (1280, 800), (1920, 1080))
TEXT_SIZES = (1.0, 1.5)
LANGUAGES = ("en", "de", "fr")
TURNS = 6  # of people in each match
CHANCE_FOR_HANDS = {"throw_model": "lattice", "choose": "manual"}
CUT = "…"


def setup_of(game: AnyGame) -> Setup:
    """People at every seat, and chance for their hands wherever a game has that option."""
    low, high = game.players
    players = max(low, min(3, high))
    options = {o.name: CHANCE_FOR_HANDS[o.name] for o in game.all_options if CHANCE_FOR_HANDS.get(o.name) in o.choices}
    return Setup(game, players, game.options_from(options), ("human",) * players, seed=4)


def walk(app: Application, game: AnyGame, turns: int = TURNS) -> Iterator[str]:
    """What is wrong at some turn of a random match, in the window and language that `app` has."""
    app.go_to(destinations.Match(setup_of(game)))
    screen: Any = app.screen
    rng = Random(5)
    for turn in range(turns):
        if not _until_asked(screen):
            return
        yield from (f"turn {turn}: {wrong}" for wrong in _wrong(app, screen))
        if screen.control.runtime.phase is Phase.READY:  # hands are walked by tests/app/persons
            return
        _act(screen, rng)


def _until_asked(screen: Any) -> bool:
    """Lets chance act and hands the screen over until a person is asked; whether one is."""
    for _ in range(200):
        screen.update(0.5)
        control = screen.control
        if screen.dialog and control.runtime.phase is not Phase.OVER:
            next(iter(screen.dialog.commands.values()))()
        if control.runtime.phase in (Phase.READY, Phase.OVER):
            return control.runtime.phase is Phase.READY
        if control.turn.chooser.choice.legal and not control.board.is_moving:
            screen.update(0.05)
            return True
        if control.runtime.phase is Phase.RACE and not control.turn.chooser.choice.legal:
            _sit(screen)
    raise AssertionError("nobody is asked")


def _sit(screen: Any) -> None:
    """In a race: the first person who can do anything acts from now on."""
    runtime = screen.control.runtime
    able = [seat for seat in runtime.viewpoint.people if runtime.match.moves(seat)]
    if able:
        screen.control.turn.sit(able[0])


def _act(screen: Any, rng: Random) -> None:
    """Plays a random action of a random kind, so that rare kinds come about as well."""
    control = screen.control
    legal = control.turn.chooser.choice.legal
    verb = rng.choice(sorted({action.verb for action in legal}))
    control.play(rng.choice([action for action in legal if action.verb == verb]))
    screen.update(0.05)


def _wrong(app: Application, screen: Any) -> Iterator[str]:
    control = screen.control
    runtime, shown = control.runtime, control.overlay()
    if not shown.goal:
        yield "no goal line"
    if runtime.phase is not Phase.READY:
        yield from _untouchable(screen)
        yield from _unmarked(screen)
    if not (control.turn.line or screen.panel.shown.message or screen.panel.shown.listed):
        yield "nothing says what to do"
    panel = screen.panel
    texts = [card[1] for card in screen.overlay._cards] + [written.text for written in shown.written]
    elements = [e for e in app.ui.get_sprite_group().sprites() if getattr(e, "text", None) and e.visible]
    texts += [element.text for element in elements]
    texts += [panel.shown.message, panel.shown.history]
    for text in texts:
        if CUT in text:
            yield f"cut: {text!r}"
        if found := NOTATION.search(re.sub("<[^>]*>", " ", text)):
            yield f"notation {found[0]!r} in {text!r}"
    for element in elements:
        if (font := getattr(element, "font", None)) and font.size(element.text)[0] > element.rect.w:
            yield f"wider than its place: {element.text!r}"
    if panel._message.scroll_bar is not None:
        yield f"not seen as a whole: {panel.shown.message!r}"


def _untouchable(screen: Any) -> Iterator[str]:
    """Kinds of legal actions that can neither be pointed at, where something is outlined, nor chosen from the list."""
    control = screen.control
    scene, choice = control.view.scene(), control.turn.chooser.choice
    outlined: set[Place] = {die.cell for die in scene.dice if die.rim.startswith("legal") or die.highlight or die.ghost}
    outlined |= {die.spot for die in scene.dice if die.spot is not None}
    outlined |= {mark.cell for mark in scene.markers if mark.kind in ("legal", "focus", "hint")}
    if screen.score_sheet:
        outlined |= {*choice.targets, *choice.pointed}
    listed = {action.verb for action in control.turn.chooser.listed if not places(action)}
    listed |= {action.verb for action in screen.panel.actions._actions}
    for verb in sorted({action.verb for action in choice.legal} - listed):
        firsts = [places(action)[0] for action in choice.legal if action.verb == verb and places(action)]
        if not any(first & outlined for first in firsts):
            yield f"nothing is outlined for {verb}"


def _unmarked(screen: Any) -> Iterator[str]:
    """Cells that the last turn changed and that have no mark."""
    control = screen.control
    scene, heap = control.view.scene(), control.runtime.viewpoint.pyramid()
    marked = {die.cell for die in scene.dice if die.rim.endswith("last")}
    marked |= {mark.cell for mark in scene.markers if mark.kind == "last"}
    for cell in changed_last(control.runtime.match, control.runtime.viewpoint):
        if cell not in marked and (cell in heap or heap.is_funnel(cell) or not LEVEL[cell]):
            yield f"the last move is not marked at {cell}"
    if control.runtime.match.played and not control.runtime.viewpoint.is_veiled and not control.overlay().last:
        yield "nothing says what was done last"


def opened(size: tuple[int, int], folder: Path) -> Application:
    """The application in a window of that size that nobody sees."""
    from skill.app.main import open_application
    from skill.table.store import Store

    return open_application(None, size, Store(folder))


def speak(app: Application, text_size: float, language: str) -> None:
    """Has all texts in that size and language from now on."""
    app.prefer(app.preferences.changed(text_size=text_size, language=language))


def main(slugs: list[str]) -> int:
    """Walks the games, or all; how much was found."""
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "SKILLBOX_RENDERER": "software"}
    from skill.app.main import close_application

    games = [find_game(slug) for slug in slugs] or all_games()
    count = 0
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            app = opened(size, Path(folder))
            for text_size, language in product(TEXT_SIZES, LANGUAGES):
                speak(app, text_size, language)
                for game in games:
                    for wrong in walk(app, game):
                        count += 1
                        sys.stdout.write(f"{size[0]}x{size[1]} {text_size:.0%} {language} {game.slug}, {wrong}\n")
            close_application()
    return count


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
