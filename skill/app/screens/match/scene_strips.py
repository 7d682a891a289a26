"""Strips over the scene of a match: the step of a guide, the offer to show a game that is new, what can be done after
the match, and a warning where the machine is too slow.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import pygame
import pygame_gui

from skill.app.i18n import tr
from skill.app.input.actions import Act, Actions, Lines
from skill.app.input.device import Device
from skill.app.play.attempts.pace import Pace
from skill.app.play.control import MatchControl
from skill.app.play.guides.guide import ANSWERED, READ, Guide, GuideRun
from skill.app.play.guides.place import keep_place
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import has_acts
from skill.app.play.said.help import keyed
from skill.app.screens.base import Screen
from skill.app.screens.match.cards import MatchCards
from skill.app.screens.match.strip import Said, Strip

GUIDE_HELP: Lines = (
    ("The next step of the guide", (Act.NEXT_STEP,)),
    ("Leave the guide", (Act.LEAVE_GUIDE,)),
)
OFFER_HELP: Lines = (
    ("See how it goes", (Act.SHOW_ME,)),
    ("Do not offer it again", (Act.DECLINE_OFFER,)),
)
NOTICE_HELP: Lines = (("Close the notice below", (Act.CLOSE_NOTICE,)),)
SIMPLER_HELP: Lines = (("Simpler pictures", (Act.DRAW_LESS,)),)


class MatchStrips:
    """The strips of one match. Those of a guide, of an offer and of a heap that is looked at after the match have
    places of their own above and below the scene, the notice lies at its foot."""

    def __init__(
        self,
        screen: Screen,
        control: MatchControl,
        cards: MatchCards,
        guide: Guide | None,
        number: int = 0,
        *,
        offers: bool = False,
    ) -> None:
        """With a guide from the step with that number on; it `offers` to show the game until that is declined."""
        self._screen, self._control, self._cards = screen, control, cards
        self.guide = GuideRun(guide, control, number) if guide else None
        """The guide that is followed, if any."""
        self._offers = offers
        self.step: Strip | None = None
        self.offer: Strip | None = None
        """What offers to show the game first."""
        self.about: Strip | None = None
        """What says what the game is about in the place of an offer that was declined, so that nothing moves."""
        self.end: Strip | None = None
        """What leads on from a heap that is looked at after its match."""
        self.notice: Strip | None = None
        """What is said of a world that cannot keep up."""
        self.luck: Strip | None = None
        """What offers that chance does what was tried in vain."""

    def build(self, ui: pygame_gui.UIManager, scene: pygame.Rect, scale: float) -> pygame.Rect:
        """Makes the strips above and below the scene; what is left of that."""
        self.step = self.offer = self.about = self.end = self.notice = self.luck = None
        bound, device = self._screen.actions, self._screen.host.last_used.device
        if self.guide and not self.guide.is_over:
            steps = range(len(self.guide.guide.steps))  # room for each, so that the plate stays where it is
            others = [guide_said(self.guide, bound, each, number) for each in Device for number in steps]
            self.step = Strip(ui, scene, scale, guide_said(self.guide, bound, device), or_else=others)
            scene = pygame.Rect(scene.x, self.step.rect.bottom, scene.w, scene.bottom - self.step.rect.bottom)
        if self._cards.is_result_put_away:
            self.end = end_strip(ui, scene, scale, bound, device, can_count=len(self._control.counted_seats) > 1)
            scene = pygame.Rect(scene.x, scene.y, scene.w, self.end.rect.y - scene.y)
        elif self._offers:
            self.offer = offer_strip(ui, scene, scale, self._summary, bound, device)
            scene = pygame.Rect(scene.x, scene.y, scene.w, self.offer.rect.y - scene.y)
        return scene

    @property
    def _summary(self) -> str:
        return escape(tr(self._control.runtime.match.game.summary))

    @property
    def _shown(self) -> list[Strip]:
        return [strip for strip in (self.step, self.offer, self.about, self.end, self.notice, self.luck) if strip]

    @property
    def help(self) -> Lines:
        """What their keys do."""
        notice = self.notice.buttons.values() if self.notice else ()
        simpler = SIMPLER_HELP if Act.DRAW_LESS in notice else ()
        offer = OFFER_HELP if self.offer else ()
        return (*(GUIDE_HELP if self.step else ()), *offer, *simpler, *(NOTICE_HELP if self.notice else ()))

    @property
    def rects(self) -> list[pygame.Rect]:
        """Where they are."""
        return [strip.rect for strip in self._shown]

    @property
    def acts(self) -> Mapping[Any, Act]:
        """What each of their buttons is for."""
        return {button: act for strip in self._shown for button, act in strip.buttons.items()}

    def follow(self) -> None:
        """Goes on to the next step if this one was made; says once, over the scene, why the world is slow."""
        host, guide = self._screen.host, self.guide
        if self._offers and has_acts(self._control.runtime.match):  # whoever has played needs no offer, but the plate
            self.remember()  # stays where it is under the pointer: the strip keeps its place until the next layout
        if self.offer and self._control.runtime.phase is Phase.OVER:
            self._decline()
        self._control.is_practice = guide is not None and guide.is_practice
        if guide and guide.follow():
            self._keep()
            host.rebuild()
        elif guide and self.step and not guide.is_over:
            said = guide_said(guide, self._screen.actions, host.last_used.device)
            if said != self.step.said:
                self.step.show(said)
                self._screen.panel_changed = True
        if self._cards.is_result_put_away is not (self.end is not None):
            host.rebuild()
        self._follow_luck()
        attempts = self._control.runtime.attempts
        if self.notice and attempts.running is None:  # what one looks at next is not covered
            self._close_notice(draw_less=False)
        is_slow = attempts.running is not None and attempts.pace.slow_share is not None
        is_free = not (self.notice or self.offer or self.about or self.luck)  # one lies over the other
        if is_slow and is_free and not host.is_pace_told:
            can_draw_less = host.preferences.quality != "fast"
            area, bound = self._screen.scene_rect, self._screen.actions
            device = host.last_used.device
            self.notice = pace_strip(
                host.ui, area, host.scale, attempts.pace, bound, device, can_draw_less=can_draw_less
            )
            self._screen.panel_changed = True

    def _follow_luck(self) -> None:
        """Offers chance where a person has tried in vain what it can do as well."""
        screen, can = self._screen, self._control.runtime.can_leave_to_chance
        if can and self.luck is None:
            self.luck = luck_strip(
                screen.host.ui, screen.scene_rect, screen.host.scale, screen.actions, screen.host.last_used.device
            )
            screen.panel_changed = True
        elif self.luck and not can:
            self.luck.kill()
            self.luck, screen.panel_changed = None, True

    def perform(self, act: Act) -> bool:
        """Carries out what a button or a key of a strip is for; whether it was such an act."""
        if act in (Act.NEXT_STEP, Act.LEAVE_GUIDE):
            self._step(leave=act is Act.LEAVE_GUIDE)
        elif act in (Act.DRAW_LESS, Act.CLOSE_NOTICE):
            self._close_notice(draw_less=act is Act.DRAW_LESS)
        elif act is Act.DECLINE_OFFER:
            self._decline()
        else:
            return False
        return True

    def restart(self) -> None:
        """The guide begins again with another match."""
        if self.guide:
            self.guide = GuideRun(self.guide.guide, self._control)

    def closed(self) -> None:
        """Keeps the step of the guide for when the match goes on, if it can; whoever has played needs no offer."""
        self._keep()
        if self._offers and has_acts(self._control.runtime.match):
            self.remember()

    def _keep(self) -> None:
        keep_place(self._control.journal, self.guide)

    def _step(self, *, leave: bool) -> None:
        """The next step of the guide, or the match goes on without it."""
        if self.guide and not self.guide.is_over:
            if leave:
                self.guide = None
            else:
                self.guide.go_on()
            self._keep()
            self._screen.host.rebuild()

    def remember(self) -> None:
        """That nobody needs to be shown this game any more, or has just been."""
        host = self._screen.host
        self._offers = False
        host.prefer(host.preferences.with_shown(self._control.runtime.match.game.slug))
        host.keep_preferences()

    def _decline(self) -> None:
        if self.offer:
            self.remember()
            self.offer.say_only(self._summary)
            self.offer, self.about, self._screen.panel_changed = None, self.offer, True

    def _close_notice(self, *, draw_less: bool) -> None:
        """What was said of the pace has been read, and is not said again; simpler pictures may be wanted."""
        if self.notice:
            host = self._screen.host
            self.notice.kill()
            self.notice, host.is_pace_told, self._screen.panel_changed = None, True, True
            if draw_less:
                host.prefer(host.preferences.changed(quality="fast"))
                host.keep_preferences()


def guide_said(run: GuideRun, bound: Actions, device: Device, number: int | None = None) -> Said:
    """The step of a guide with a number, by default that which is shown, to somebody who plays with that."""
    count, n = len(run.guide.steps), run.number if number is None else number
    step = run.guide.steps[n]
    onward = tr("Play") if n + 1 == count else tr("Next") if step.until in (READ, ANSWERED) else tr("Skip")
    position = tr("Step {number} of {count}", number=n + 1, count=count)
    labels = _keyed({onward: Act.NEXT_STEP, tr("Leave the guide"): Act.LEAVE_GUIDE}, bound, device)
    return Said(f"<b>{position}</b><br>{run.text(device, step)}", labels)


def offer_strip(
    ui: pygame_gui.UIManager, area: pygame.Rect, scale: float, summary: str, bound: Actions, device: Device
) -> Strip:
    """At the beginning of the first match of a game: what it is about, and that it can show itself."""
    text = f"{summary}<br>{tr('Is this game new to you? It shows itself, in about a minute.')}"
    labels = {tr("See how it goes"): Act.SHOW_ME, tr("No, thank you"): Act.DECLINE_OFFER}
    return Strip(ui, area, scale, Said(text, _keyed(labels, bound, device)), at_foot=True)


def end_strip(
    ui: pygame_gui.UIManager, area: pygame.Rect, scale: float, bound: Actions, device: Device, *, can_count: bool
) -> Strip:
    """After a match whose result was put away: leads back to it, and to what counts for the next player."""
    text = tr("The game is over: look at it as long as you like.")
    labels = {tr("What counts for the next"): Act.NEXT} if can_count else {}
    labels[tr("Show the result")] = Act.ACCEPT
    return Strip(ui, area, scale, Said(text, _keyed(labels, bound, device)), at_foot=True)


def pace_strip(
    ui: pygame_gui.UIManager,
    area: pygame.Rect,
    scale: float,
    pace: Pace,
    bound: Actions,
    device: Device,
    *,
    can_draw_less: bool,
) -> Strip:
    """Why everything goes slowly, and what helps."""
    text = tr("This machine cannot keep up, so everything goes slowly. The clock counts the time of the dice alone.")
    labels = {}
    if pace.is_world_too_much:
        text += " " + tr("The dice take all of its time: close other programs.")
    elif can_draw_less:
        text += " " + tr("Simpler pictures leave more time to the dice.")
        labels[tr("Simpler pictures")] = Act.DRAW_LESS
    else:
        text += " " + tr("A smaller window leaves more time to the dice.")
    labels[tr("All right")] = Act.CLOSE_NOTICE
    return Strip(ui, area, scale, Said(text, _keyed(labels, bound, device)), at_foot=True)


def luck_strip(ui: pygame_gui.UIManager, area: pygame.Rect, scale: float, bound: Actions, device: Device) -> Strip:
    """What offers chance instead of another attempt."""
    labels = {tr("Let chance turn the die"): Act.GIVE_UP}
    said = Said(tr("Your throw does not count. Throw again, or leave it to chance."), _keyed(labels, bound, device))
    return Strip(ui, area, scale, said, at_foot=True)


def _keyed(labels: Mapping[str, Act], bound: Actions, device: Device) -> dict[str, Act]:
    """The labels with the keys of their acts."""
    return {keyed(text, act, bound, device): act for text, act in labels.items()}
