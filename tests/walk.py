"""Random matches through the real screen: at each turn of a person it answers what a player asks of it.

`python -m tests.walk [game ...]` walks every game, or those named, at all sizes, text sizes and languages, and prints
what it finds, on the sheet of the game as well; `--pictures FOLDER` keeps what it looked at.
`tests/app/screens/test_walk.py` walks each game at one of them.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, product
from pathlib import Path
from random import Random
from typing import Any

import pygame
from pygame_gui.elements import UITextEntryLine

from skill.app.application import Application
from skill.app.play.control import REST_S
from skill.app.play.match.choices import Place, places
from skill.app.play.match.phase import Phase
from skill.app.play.match.recent import changed_last
from skill.app.play.match.setup import Setup
from skill.app.play.said.actions import request_line
from skill.app.screens import destinations
from skill.app.settings.own_rolls import BY_THEMSELVES
from skill.lattice.cells import LEVEL
from skill.lattice.notation import FIRST
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from skill.table.match import Match
from tests.app.play.test_words import NOTATION
from tests.rules.playouts import MOST_ACTIONS, random_action

RESTS = 100  # tenths of a second, within which somebody may act again after a round
SIZES = ((600, 900), (1024, 700), (1280, 800), (1366, 696), (1920, 1080), (3440, 1440))
TEXT_SIZES = (1.0, 1.5)
LANGUAGES = ("en", "de", "fr")
TURNS = 6  # of people in each match
TICKS = 3  # of an attempt before it is given up
CHANCE_FOR_HANDS = {"throw_model": "lattice", "choose": "manual"}
CUT = "…"
COUNT = r"[−-]\d+|: \d+( \w+ \d+)?|\b\d+ (dice|Würfel|dés)\b"  # points, dice left and the like, which are no cells
Keep = Callable[[str], object]


def nothing(name: str) -> None:
    """Keeps no picture."""


def setup_of(game: AnyGame) -> Setup:
    """People at every seat, and chance for their hands wherever a game has that option."""
    low, high = game.players
    players = max(low, min(3, high))
    options = {o.name: CHANCE_FOR_HANDS[o.name] for o in game.all_options if CHANCE_FOR_HANDS.get(o.name) in o.choices}
    return Setup(game, players, game.options_from(options), ("human",) * players, seed=4)


def walk(app: Application, game: AnyGame, turns: int = TURNS, keep: Keep = nothing) -> Iterator[str]:
    """What is wrong at some turn of a random match, in the window and language that `app` has, or in its result.

    After so many turns of people the match goes on to its end unseen; attempts are begun, and given up. `keep` is
    called with the name of what is shown wherever something is looked at.
    """
    app.go_to(destinations.Match(setup_of(game)))
    screen: Any = app.screen
    rng = Random(5)
    for turn in range(turns):
        yield from _cards(app, screen, f"turn {turn}", keep)
        if screen.control.runtime.phase is Phase.OVER:
            break
        keep(f"turn {turn}")
        yield from (f"turn {turn}: {wrong}" for wrong in _wrong(app, screen))
        if screen.control.runtime.phase is Phase.READY:
            yield from (f"attempt in turn {turn}: {wrong}" for wrong in _attempt(app, screen))
        else:
            _act(screen, rng)
    control = screen.control
    yield from _cards(app, screen, f"turn {turns}", keep)
    if control.runtime.phase is not Phase.OVER:
        _played_out(control.runtime.match, rng)
        yield from _cards(app, screen, "end", keep)
    if control.runtime.phase is not Phase.OVER:
        yield "the match has no end"


def sheet(app: Application, game: AnyGame) -> Iterator[str]:
    """What is cut on the sheet of a game: labels and values of its form, and what explains each of its lines."""
    app.go_to(destinations.GameSheet(game))
    screen: Any = app.screen
    elements = [e for e in app.ui.get_sprite_group().sprites() if getattr(e, "text", None) and e.visible]
    for element in elements:
        scrolls = isinstance(element, UITextEntryLine)
        font = getattr(element, "font", None)
        if font and not scrolls and font.size(element.text)[0] > element.rect.w:
            yield f"wider than its place: {element.text!r}"
    for line, value in zip(screen.form.lines, screen.form._values, strict=True):
        if not line.is_written and value.text != line.value:
            yield f"cut: {line.value!r}"
        shown = screen.form.help
        if line.help and line is screen.form.lines[screen.form.row] and shown.scroll_bar is not None:
            yield f"not seen as a whole: {line.help!r}"
        screen.form.move(1)


def _cards(app: Application, screen: Any, when: str, keep: Keep) -> Iterator[str]:
    """Lets chance act, hands the screen over and closes cards, until a person is asked or the result has been seen;
    what is wrong with what is shown on the way.
    """
    for _ in range(400):
        screen.update(0.5)
        control, dialog = screen.control, screen.dialog
        phase = control.runtime.phase
        if control.runtime.is_to_begin:
            control.runtime.toggle_pause()
        if dialog and not dialog.is_waiting:
            keep(f"{when}, {dialog.title}")
            yield from (f"{when}, card {dialog.title!r}: {wrong}" for wrong in _told_badly(app, screen))
            if phase is Phase.OVER:
                return
            next(iter(dialog.commands.values()))()
        elif phase is Phase.READY and not (dialog or control.card or control.board.is_moving):
            return
        elif control.turn.chooser.choice.legal and not (dialog or control.board.is_moving):
            screen.update(0.05)
            return
        elif phase is Phase.RACE and not control.turn.chooser.choice.legal:
            _sit(screen)
    raise AssertionError("nobody is asked")


def _attempt(app: Application, screen: Any) -> Iterator[str]:
    """Begins what is to be done by hands, and gives it up; what is wrong while it runs."""
    screen.update(REST_S)  # a press that comes sooner after another attempt is ignored
    screen.control.begin_attempt()
    for _ in range(TICKS):
        screen.update(0.05)
    running = screen.control.runtime.attempts.running
    assert running is not None, "no attempt has begun"
    yield from _told_badly(app, screen)
    running.give_up()
    screen.update(0.05)


def _played_out(match: Match, rng: Random) -> None:
    """Goes on at random to the end, without the screen; nobody succeeds with an attempt."""
    for _ in range(MOST_ACTIONS):
        if match.turn is None:
            return
        by, action = random_action(match.game, match.state, match.turn, rng)
        match.play(action, by)


def _sit(screen: Any) -> None:
    """In a race: the first person who can do anything acts from now on."""
    runtime = screen.control.runtime
    able = [seat for seat in runtime.viewpoint.people if runtime.match.moves(seat)]
    if able:
        screen.control.turn.sit(able[0])


def _act(screen: Any, rng: Random) -> None:
    """Plays a random action of a random kind, so that rare kinds come about as well."""
    control = screen.control
    for _ in range(RESTS):
        if legal := control.turn.chooser.choice.legal:
            break
        screen.update(0.1)
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
    if not (request_line(control.turn) or screen.panel.shown.message or screen.panel.shown.listed):
        yield "nothing says what to do"
    yield from _told_badly(app, screen)


def _told_badly(app: Application, screen: Any) -> Iterator[str]:
    """Texts that are cut, wider than their place, or notation."""
    panel, shown = screen.panel, screen.control.overlay()
    texts = [card[1] for card in screen.overlay._cards]
    texts += [written.text for written in shown.written if not written.is_number]
    elements = [e for e in app.ui.get_sprite_group().sprites() if getattr(e, "text", None) and e.visible]
    texts += [element.text for element in elements]
    texts += [panel.shown.message, panel.shown.history]
    for text in texts:
        if CUT in text:
            yield f"cut: {text!r}"
        if found := NOTATION.search(re.sub(f"<[^>]*>|{COUNT}", " ", text)):
            yield f"notation {found[0]!r} in {text!r}"
    for element in elements:
        if (font := getattr(element, "font", None)) and font.size(element.text)[0] > element.rect.w:
            yield f"wider than its place: {element.text!r}"
    if panel._message.scroll_bar is not None:
        yield f"not seen as a whole: {panel.shown.message!r}"


MARKED = {"legal", "pointed", "chosen"}
"""Marks of what may be chosen, is pointed at, or has been chosen for the action that is under way."""


def _untouchable(screen: Any) -> Iterator[str]:
    """Kinds of legal actions that can neither be pointed at, where something is outlined, nor chosen from the list."""
    control = screen.control
    scene, choice = control.view.scene(), control.turn.chooser.choice
    outlined: set[Place] = {die.cell for die in scene.dice if MARKED & {*die.marks.split()} or die.ghost}
    outlined |= {die.spot for die in scene.dice if die.spot is not None}
    outlined |= {mark.cell for mark in scene.markers if {*MARKED, "hint"} & {*mark.kind.split()}}
    outlined |= {*control.turn.places} if control.turn.everything else set()
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
    marked = {die.cell for die in scene.dice if "last" in die.marks.split()}
    marked |= {mark.cell for mark in scene.markers if "last" in mark.kind.split()}
    for cell in changed_last(control.runtime.match, control.runtime.viewpoint):
        if cell not in marked and (cell in heap or heap.is_funnel(cell) or not LEVEL[cell]):
            yield f"the last move is not marked at {cell}"
    done = [line for line in control.runtime.match.played if line.action.verb != FIRST.name]  # all begin in some games
    if done and not control.runtime.viewpoint.is_veiled and not control.overlay().last:
        yield "nothing says what was done last"


def opened(size: tuple[int, int], folder: Path) -> Application:
    """The application in a window of that size that nobody sees."""
    from skill.app.main import open_application
    from skill.table.store import Store

    app = open_application(None, size, Store(folder))
    app.prefer(app.preferences.changed(rolls=BY_THEMSELVES))
    return app


def speak(app: Application, text_size: float, language: str) -> None:
    """Has all texts in that size and language from now on."""
    app.prefer(app.preferences.changed(text_size=text_size, language=language))


def main(words: list[str]) -> int:
    """Walks the games, or all; how much was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.walk", description=__doc__)
    parser.add_argument("games", nargs="*", type=find_game, default=all_games(), help="by default all")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="where to keep pictures of what is looked at")
    parser.add_argument("--size", type=size_of, nargs="+", default=SIZES, help="of windows, as 1280x800")
    parser.add_argument("--text", type=float, nargs="+", default=TEXT_SIZES, help="sizes of texts, as 1.5")
    parser.add_argument("--languages", nargs="+", choices=LANGUAGES, default=LANGUAGES)
    given = parser.parse_args(words)
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "SKILLBOX_RENDERER": "software"}
    from skill.app.main import close_application

    count = 0
    for size in given.size:
        with tempfile.TemporaryDirectory() as folder:
            app = opened(size, Path(folder))
            for text_size, language in product(given.text, given.languages):
                speak(app, text_size, language)
                for game in given.games:
                    where = f"{size[0]}x{size[1]} {text_size:.0%} {language} {game.slug}"
                    keep = partial(_kept, app, given.pictures, where) if given.pictures else nothing
                    for wrong in chain(sheet(app, game), walk(app, game, keep=keep)):
                        count += 1
                        sys.stdout.write(f"{where}, {wrong}\n")
            close_application()
    return count


def size_of(word: str) -> tuple[int, int]:
    """The size of a window, as it is typed."""
    width, height = word.split("x")
    return int(width), int(height)


def _kept(app: Application, folder: Path, where: str, name: str) -> None:
    """Writes a picture of the window; a turn is shown once all has come to rest."""
    app.frame(0.0)
    folder.mkdir(parents=True, exist_ok=True)
    plain = re.sub("[^a-z0-9 x]+", "", f"{where} {name}".lower()).replace(" ", "-")
    screen = pygame.display.get_surface()
    assert screen is not None
    pygame.image.save(screen, folder / f"{plain}.png")


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
