"""The cards of a match: the end of an attempt, and the result. A card waits until everything that led to it has been
seen."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import pygame

from skill.app.i18n import tr
from skill.app.play.control import MatchControl
from skill.app.play.match.daily import day_of, result_to_copy
from skill.app.play.match.evening import next_setup
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.play.replay.turning import TurningPoint
from skill.app.play.said.card import card_html
from skill.app.play.said.evening import evening_text
from skill.app.play.said.result import result_html, result_title
from skill.app.play.said.words import called, is_you, player_name, scores_text
from skill.app.screens import destinations
from skill.app.screens.base import Screen
from skill.app.screens.dialog import RESULT_S, ROLLED_ON_S, Card
from skill.draw.camera import Camera
from skill.draw.scene_view import SceneView
from skill.errors import SkillboxError
from skill.table.evening import alike, next_first
from skill.table.review import can_review

Command = Callable[[], None]

LOOKS_AFTER_S = 3.0  # for which the result has been read, before the machine is busied with where the match turned
PICTURE_SIZE = (320, 240)


class MatchCards:
    """Opens the cards of a match over its screen, and carries out what their buttons say."""

    def __init__(self, screen: Screen, control: MatchControl, again: Command, leave: Command) -> None:
        self._screen, self._control, self._again, self._leave = screen, control, again, leave
        self._has_result = False
        """Whether the result is to be shown, or is."""
        self._read_s = 0.0
        """For how long the result has been read."""
        self._turning: TurningPoint | None = None
        """Where the match turned, while that is looked for and once it is found."""

    @property
    def is_result_due(self) -> bool:
        """Whether the result is to be shown as soon as all has been seen."""
        return self._has_result and self._screen.dialog is None

    @property
    def is_looking(self) -> bool:
        """Whether it is looked for, or soon will be, where the match turned."""
        is_read = self._has_result and self._screen.dialog is not None
        return is_read and self._can_review and (self._turning is None or not self._turning.is_done)

    @property
    def _can_review(self) -> bool:
        return self._control.kept is not None and can_review(self._control.runtime.match.record)

    @property
    def is_result_put_away(self) -> bool:
        """Whether the match is over and its result was closed, to look at the heap."""
        return self._control.runtime.phase is Phase.OVER and not self._has_result

    def show_result_again(self) -> bool:
        """Brings the result back that was closed; whether there is one."""
        was_put_away = self.is_result_put_away
        self._has_result |= was_put_away
        return was_put_away

    def show_result(self) -> None:
        """The match has come to its end: its result follows the last animation."""
        self._has_result = True

    def follow(self, elapsed_s: float = 0.0) -> None:
        """Opens what there is to be shown now; while the result is read, it is looked for where the match turned."""
        control = self._control
        if self.is_looking:
            self._look(elapsed_s)
        self._has_result &= control.runtime.phase is Phase.OVER  # it may have been taken back meanwhile
        if self._screen.dialog or control.runtime.attempts.running or control.board.is_moving:
            return
        if self._has_result:
            self._open_result(ROLLED_ON_S if control.runtime.dice_decide else RESULT_S)
        elif control.card is not None:
            self._open_attempt()

    def _look(self, elapsed_s: float) -> None:
        self._read_s += elapsed_s
        if self._turning is None and self._read_s > LOOKS_AFTER_S:
            self._turning = TurningPoint(self._control.runtime.match.record)
        if self._turning is None:
            return
        try:
            self._turning.advance(elapsed_s)
        except SkillboxError:  # of a game of the user's own, which the review would tell
            self._turning.close()
        if self._turning.is_done and self._turning.point:
            self._open_result(0.0)

    def _open_attempt(self) -> None:
        card = self._control.card
        assert card is not None
        replay, practise = tr("Replay"), tr("Practise")
        buttons: dict[str, Command]
        if card.is_practice:
            buttons = {tr("Practise again"): self._practise, replay: self._replay, tr("Enough practice"): self._go_on}
        elif card.next_seat is None:
            buttons = {tr("Go on"): self._go_on, replay: self._replay}
        else:
            match, people = self._control.runtime.match, self._control.runtime.viewpoint.people
            onward = {tr("Try again"): self._try_again}
            if not card.is_same_seat:
                onward = {tr("Next: {player}", player=called(match, people, card.next_seat)): self._go_on}
            buttons = {**onward, practise: self._practise, replay: self._replay}
        self._screen.show_dialog(Card(escape(card.title), card_html(card), buttons))

    def _open_result(self, wait_s: float) -> None:
        control = self._control
        match, people = control.runtime.match, control.runtime.viewpoint.people
        evening = control.evening
        if evening:
            following = evening.next_game
            name = tr("Next: {game}", game=tr(following.title)) if following else tr("The evening")
            buttons: dict[str, Command] = {name: self._go_on_with_evening, tr("Look at it"): self.close}
        else:
            again = {} if match.is_elsewhere else {tr("Play again"): self._again}
            buttons = {**again, tr("Look at it"): self.close}
            if again and match.game.turn_order and (first := next_first(match)) is not None:
                rematch = tr("Rematch: {player} begins", player=player_name(match, first))
                buttons[tr("Rematch: you begin") if is_you(match, people, first) else rematch] = self._rematch
            if alike(match.game, len(match.seats)):
                buttons[tr("Another like this")] = self._another
        if control.card is not None:
            buttons[tr("Replay")] = self._replay
        if day_of(control.runtime.match.record):
            buttons[tr("Copy result")] = self._copy
        if self._can_review:
            buttons[tr("Review")] = self._review
        buttons[tr("All games")] = self._leave
        text = result_html(match, control.record_broken, people)
        if control.card is not None:
            text = f"{escape(control.card.title)}. {' '.join(map(escape, control.card.lines))}<br>{text}"
        if evening:
            text = f"{escape(evening_text(evening))}<br>{text}"
        picture = None
        if self._turning and self._turning.point:
            text = f"{text}<br><br><b>{tr('Where the match turned')}</b><br>{self._turning.text}"
            picture = _drawn(*self._turning.scene())
        self._screen.show_dialog(Card(escape(result_title(match, people)), text, buttons, wait_s, picture))

    def _go_on_with_evening(self) -> None:
        """Begins the next match of the evening, or shows how it ended."""
        evening, host = self._control.evening, self._screen.host
        assert evening is not None
        if evening.next_game:
            host.go_to(destinations.Match(next_setup(evening, host.store)))
        else:
            host.go_to(destinations.Evening())

    def _rematch(self) -> None:
        """Begins another match of the same players, in which whoever sits to the left of who began before begins."""
        match = self._control.runtime.match
        options = match.record.options.but(first_player=next_first(match) or 1)
        setup = Setup(match.game, len(match.seats), options, match.record.seats)
        self._screen.host.go_to(destinations.Match(setup))

    def _another(self) -> None:
        """Leads to the sheet of the game that is most like this one."""
        match = self._control.runtime.match
        found = alike(match.game, len(match.seats))
        self._screen.host.go_to(destinations.GameSheet(found[0]))

    def _review(self) -> None:
        """Leads to the viewer, where the match is reviewed."""
        self._screen.host.go_to(destinations.Viewer(self._control.kept, True))

    def _copy(self) -> None:
        """Copies the result of a challenge, or shows it where nothing can be copied."""
        match = self._control.runtime.match
        day = day_of(match.record)
        assert day is not None and match.result is not None
        scores = scores_text(match.record, match.result.scores)
        text = result_to_copy(day, result_title(match), match.record, scores)
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            self._screen.open_dialog(tr("This is your result"), escape(text))
        else:
            self._screen.open_dialog(tr("Your result has been copied"), escape(text))

    def close(self) -> None:
        """Closes the card; what is under it goes on."""
        self._has_result = False
        self.stop_looking()
        self._screen.close_dialog()
        self._control.close_card()

    def stop_looking(self) -> None:
        """Looks no further where the match turned."""
        self._read_s = 0.0
        if self._turning:
            self._turning.close()

    def forget(self) -> None:
        """Begins again for another match."""
        self._has_result = False
        self.stop_looking()
        self._turning = None

    def _go_on(self) -> None:
        self.close()

    def _try_again(self) -> None:
        self.close()
        self._control.try_again()

    def _practise(self) -> None:
        self.close()
        self._control.practise()

    def _replay(self) -> None:
        """Shows the attempt again; the card comes back after it."""
        self._screen.close_dialog()
        self._control.replay_from_card()


def _drawn(view: SceneView, camera: Camera) -> pygame.Surface:
    """A small picture of a scene."""
    from skill.draw.software import SoftwareRenderer

    renderer = SoftwareRenderer()
    renderer.draw(view, camera, PICTURE_SIZE)
    return renderer.surface.copy()
