"""The cards of a match: the end of an attempt, and the result. They wait until all has been seen that belongs to it."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import pygame

from skill.app.i18n import tr
from skill.app.play.control import MatchControl
from skill.app.play.match.daily import day_of, result_to_copy
from skill.app.play.match.phase import Phase
from skill.app.play.said.card import card_html
from skill.app.play.said.result import result_html, result_title
from skill.app.play.said.words import player_name
from skill.app.screens import destinations
from skill.app.screens.base import Screen
from skill.app.screens.dialog import RESULT_S, Card
from skill.table.review import can_review

Command = Callable[[], None]


class MatchCards:
    """Opens the cards of a match over its screen, and carries out what their buttons say."""

    def __init__(self, screen: Screen, control: MatchControl, again: Command, leave: Command) -> None:
        self._screen, self._control, self._again, self._leave = screen, control, again, leave
        self._has_result = False
        """Whether the result is to be shown, or is."""

    @property
    def is_result_due(self) -> bool:
        """Whether the result is to be shown as soon as all has been seen."""
        return self._has_result and self._screen.dialog is None

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

    def follow(self) -> None:
        """Opens what there is to be shown now."""
        control = self._control
        self._has_result &= control.runtime.phase is Phase.OVER  # it may have been taken back meanwhile
        if self._screen.dialog or control.runtime.attempts.running or control.board.is_moving:
            return
        if self._has_result:
            self._open_result()
        elif control.card is not None:
            self._open_attempt()

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
            match = self._control.runtime.match
            onward = {tr("Try again"): self._try_again}
            if not card.is_same_seat:
                onward = {tr("Next: {player}", player=player_name(match, card.next_seat)): self._go_on}
            buttons = {**onward, practise: self._practise, replay: self._replay}
        self._screen.show_dialog(Card(escape(card.title), card_html(card), buttons))

    def _open_result(self) -> None:
        control = self._control
        again = {} if control.runtime.match.is_elsewhere else {tr("Play again"): self._again}
        buttons: dict[str, Command] = {**again, tr("Look at it"): self.close}
        if control.card is not None:
            buttons[tr("Replay")] = self._replay
        if day_of(control.runtime.match.record):
            buttons[tr("Copy result")] = self._copy
        if control.kept is not None and can_review(control.runtime.match.record):
            buttons[tr("Review")] = self._review
        buttons[tr("All games")] = self._leave
        text = result_html(control.runtime.match, control.record_broken)
        if control.card is not None:
            text = f"{escape(control.card.title)}. {' '.join(map(escape, control.card.lines))}<br>{text}"
        self._screen.show_dialog(Card(escape(result_title(control.runtime.match)), text, buttons, RESULT_S))

    def _review(self) -> None:
        """Leads to the viewer, where the match is reviewed."""
        self._screen.host.go_to(destinations.Viewer(self._control.kept, True))

    def _copy(self) -> None:
        """Copies the result of a challenge, or shows it where nothing can be copied."""
        match = self._control.runtime.match
        day = day_of(match.record)
        assert day is not None
        text = result_to_copy(day, result_title(match), match.record)
        try:
            pygame.scrap.put_text(text)
        except pygame.error:
            self._screen.open_dialog(tr("This is your result"), escape(text))
        else:
            self._screen.open_dialog(tr("Your result has been copied"), escape(text))

    def close(self) -> None:
        """Closes the card; what is under it goes on."""
        self._has_result = False
        self._screen.close_dialog()
        self._control.close_card()

    def forget(self) -> None:
        """Begins again for another match."""
        self._has_result = False

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
