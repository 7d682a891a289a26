"""A match on screen: its layout, its dialogs, and the keys in force. What acts do is `MatchControl`'s affair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path

import pygame
import pygame_gui

from skill.app.i18n import told, tr
from skill.app.input import actions
from skill.app.input.actions import Act, Actions
from skill.app.input.device import Device
from skill.app.input.touch import LEAN_REACH, Gesture, leaning
from skill.app.play.attempts.runner import Purpose
from skill.app.play.control import MatchControl
from skill.app.play.guides.guide import Guide
from skill.app.play.guides.place import kept_place
from skill.app.play.match.gestures import Orientations
from skill.app.play.match.phase import TIMED, Phase
from skill.app.play.match.setup import Setup, has_acts
from skill.app.play.replay import showing
from skill.app.play.said.help import CHOOSING_HELP, help_html, key_of
from skill.app.play.said.log import saved_match_text
from skill.app.play.said.panel import has_attempts, time_counts
from skill.app.play.said.words import player_name
from skill.app.play.view import SQUARE
from skill.app.screens import destinations
from skill.app.screens.base import Screen
from skill.app.screens.dialog import MARGIN, WIDTH, Card, Dialog
from skill.app.screens.host import Host
from skill.app.screens.match.cards import MatchCards
from skill.app.screens.match.gesture_card import GestureCard
from skill.app.screens.match.legend import legend
from skill.app.screens.match.overlay import OverlayPaint
from skill.app.screens.match.panel import MatchPanel
from skill.app.screens.match.pointer import MatchPointer
from skill.app.screens.match.scene_strips import MatchStrips
from skill.app.screens.match.score_sheet import ScoreSheet
from skill.app.settings.changes import stepped
from skill.draw.camera import Camera, Size, home
from skill.draw.scene_view import SceneView
from skill.errors import SkillboxError
from skill.lattice.dice import WHITE
from skill.table.record import Record

BESIDE_CARDS = (Act.NEXT_STEP, Act.LEAVE_GUIDE)
"""What a guide's strip does, also while a card is open."""


class MatchScreen(Screen):
    """One match."""

    def __init__(self, host: Host, setup: Setup, guide: Guide | None = None) -> None:
        super().__init__(host)
        self.control = MatchControl(setup, host.store, host.sounds.play)
        self.pointer = MatchPointer(self, self.control)
        self.cards = MatchCards(self, self.control, self._restart, self._go_home)
        self.panel: MatchPanel | None = None
        self.score_sheet: ScoreSheet | None = None
        self.overlay: OverlayPaint | None = None
        self.gesture_card: GestureCard | None = None
        self._game, self._words_again = setup.game, setup.words_again
        self._wish: tuple[int | None, int] = (None, 0)
        """Whose wish to take something back was answered last, and the revision of the match then."""
        self._asks_back: Dialog | None = None
        """The dialog that asks about it, or did last."""
        trying = actions.TRYING if has_attempts(self._game) else {}
        self._choosing = Actions(actions.EVERYWHERE, actions.CHOOSING, trying)
        self._racing = Actions(actions.EVERYWHERE, actions.CHOOSING, actions.RACING)
        self._named_for: tuple[object, ...] = ()
        """The panel whose buttons name keys, and which keys they name."""
        self._timed_frames = 0
        """For how many frames time has counted."""
        self._home = home()
        """The view that suited what was to be seen last."""
        self._is_trying = False
        """Whether an attempt ran then."""
        number = 0
        if guide is None and setup.resume and (kept := kept_place(setup.resume)):
            guide, number = kept
        offers = guide is None and showing.is_offered(setup, host.preferences.shown)
        self.strips = MatchStrips(self, self.control, self.cards, guide, number, offers=offers)
        self.control.runtime.wait_until_ready()
        self._follow()
        self.view.show(self._home)

    # -- layout

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        super().lay_out(ui, window, scale)
        self.scene_rect = self.strips.build(ui, self.scene_rect, scale)
        was_home, self._whole_scene = self.camera == self._home, self.scene_rect.copy()
        self._home = self.home_camera()
        if was_home:
            self.view.show(self._home)

    def make_room(self) -> None:
        super().make_room()
        if self.panel:
            self.overlay = OverlayPaint(self.host.ui, self.scene_rect, self.host.scale)
            self.pointer.use_overlay(self.overlay)
            self.gesture_card = GestureCard(self.host.ui, self.scene_rect, self.host.scale, self.control.turn)
            self._show_texts()

    def build_panel(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        game, seats, before = self._game, len(self.control.runtime.match.seats), self.panel
        has_clock = time_counts(self.control.runtime.match)
        self.panel = MatchPanel(
            ui, area, scale, tr(game.title), seats, has_attempts(game), has_clock=has_clock, is_race=game.kind == "race"
        )
        self.score_sheet = ScoreSheet(ui, self.scene_rect, scale) if self.control.page() else None
        self.pointer.use(self.panel, self.score_sheet)
        self._show_texts()
        if before:
            self.panel.actions.take_over(before.actions)

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        sheet = [self.score_sheet.area] if self.score_sheet else []
        written = self.overlay.rects if self.overlay else []
        by_hand = [self.gesture_card.area] if self.gesture_card and self.gesture_card.area else []
        return [*sheet, *written, *by_hand, *self.strips.rects, *super().panel_rects]

    def paint_under(self, surface: pygame.Surface) -> None:
        if self.score_sheet:
            self.score_sheet.paint(surface)
        if self.overlay:
            self.overlay.paint(surface)
        if self.gesture_card:
            self.gesture_card.paint(surface)

    def paint(self, surface: pygame.Surface) -> None:
        if self.panel:
            self.panel.paint(surface)

    def _show_texts(self) -> None:
        """Shows what the panel and the score sheet say now."""
        if self.panel:
            device = self.host.last_used.device
            if (named_for := (self.panel, self.actions, device)) != self._named_for:
                acts = self.panel.buttons.values() if device is not Device.POINTER else ()
                self.panel.name_keys({act: key_of(act, self.actions, device) for act in acts})
                self._named_for, self.panel_changed = named_for, True
            self.panel_changed |= self.panel.show(self.control.panel_text(self.camera.azimuth_deg, device))
        if self.overlay and self.overlay.show(
            self.control.overlay(names_places=self.host.preferences.places), self.camera
        ):
            self.panel_changed = True
        self._show_gesture()
        match, chooser = self.control.runtime.match, self.control.turn.chooser
        names = [player_name(match, seat) for seat in range(1, len(match.seats) + 1)]
        if self.score_sheet and self.score_sheet.show(self.control.page(), chooser, names):
            self.panel_changed = True

    def _show_gesture(self) -> None:
        """Shows what is chosen by hand instead of from a long list."""
        if not self.gesture_card or not self.panel or self.panel.shown is None:
            return
        turn, shown = self.control.turn, self.panel.shown
        gesture, clear, colour, text = turn.gesture, None, WHITE, ""
        if isinstance(gesture, Orientations):
            colour = gesture.colour(self.control.runtime.viewpoint.pyramid())
            if at := self.pointer.places_seen().get(gesture.place):
                clear = (at[0] + self.scene_rect.x, at[1] + self.scene_rect.y)
        elif gesture:
            amount = gesture.shown(turn.chooser.focus)
            text = shown.listed_texts[shown.listed.index(amount)] if amount in shown.listed else ""
        self.panel_changed |= self.gesture_card.show(self.camera, clear, colour, text)

    def help_picture(self) -> pygame.Surface:
        width = min(round((WIDTH - 2 * MARGIN) * self.host.scale), self.scene_rect.w - 4 * MARGIN)
        return legend(self.host.ui, self.host.scale, width)

    def help_text(self) -> str:
        match, attempt = self.control.runtime.match, self.control.attempt
        lines = attempt.help if attempt.is_shown else CHOOSING_HELP
        lines = (*self.strips.help, *lines)
        return help_html(match.game, self.actions, len(match.seats), lines, self.host.gamepads.is_there)

    # -- the scene

    def home_camera(self) -> Camera:
        return self.control.view.home_camera(self._scene_size)

    def own_camera(self) -> Camera:
        return self.control.view.own_camera(self._scene_size)

    @property
    def _scene_size(self) -> Size:
        """Of the scene without a card; square before there is a layout."""
        size = self._whole_scene.size
        return size if min(size) > 1 else SQUARE

    def scene(self) -> SceneView:
        return self.control.view.scene()

    # -- time

    @property
    def moves_by_itself(self) -> bool:
        moves = self.control.needs_time or self.pointer.rolls_on
        return super().moves_by_itself or moves or self.cards.is_result_due or self.cards.is_looking

    def advance(self, elapsed_s: float) -> None:
        runtime = self.control.runtime
        self.pointer.follow()
        if self.host.is_unseen:
            runtime.stop_unseen()
        self._timed_frames = self._timed_frames + 1 if runtime.is_timed else 0
        is_held_up = self.dialog is not None and runtime.phase in TIMED  # nobody can act meanwhile
        self.control.advance(elapsed_s, self._sample, is_held_up=is_held_up)
        self._follow()
        self._warn()
        self.strips.follow()
        self.cards.follow(elapsed_s)
        self._pass_on()
        self._ask_to_take_back()
        self._show_texts()

    def _sample(self) -> tuple[float, ...]:
        size = self.scene_rect.size
        self.pointer.move_on(self.control.runtime.attempts.due)
        return self.control.attempt.sample(self.actions.take(), self.host.gamepads.stick, self.camera, size)

    def break_off(self) -> None:
        super().break_off()
        self.control.attempt.input.break_off()
        self.pointer.break_off()
        if self.gesture_card:
            self.gesture_card.break_off()

    def on_vain_click(self, at: tuple[int, int]) -> None:
        self.pointer.refuse(at)

    def on_gesture(self, gesture: Gesture) -> None:
        if gesture.begins:
            self.pointer.lift()
        attempt, scene = self.control.attempt, self.scene_rect
        if self.control.runtime.phase is not Phase.HANDS or not attempt.leans or self.dialog:
            super().on_gesture(gesture)
            return
        attempt.input.lean = (0.0, 0.0) if gesture.ends else leaning(gesture.way, min(scene.size) * LEAN_REACH)
        attempt.input.twist(gesture.turned_deg)
        self.pointer.lift()

    def outlives(self) -> bool:
        return self.control.runtime.match.drop_last()

    def miss(self) -> None:
        runtime = self.control.runtime
        # In its first frame a world is made, or a race prepared; and others are not stopped by a jerk here.
        if self._timed_frames > 1 and not runtime.match.is_elsewhere:
            runtime.stop_unseen()

    def _follow(self) -> None:
        """Takes on what the match asks for: keys, view, and at its end the result."""
        if not self.control.follow():
            return
        self.pointer.forget()
        if self.control.runtime.phase is Phase.RACE and self.actions is self._racing:
            return  # keys that are held stay held: others act meanwhile
        self.actions.release_all()
        self._bind_keys()
        self._look()
        if self.control.has_just_ended:
            self.cards.show_result()

    def _look(self) -> None:
        """Has the camera show what is asked for now: at once while the table is laid, and not while a bot tries, so
        that it holds still between the acts of people. An attempt of theirs is seen whole, from the side they chose.
        """
        runtime, now, seen = self.control.runtime, self.camera, self.home_camera()
        is_trying = runtime.attempts.running is not None
        has_begun, self._is_trying = is_trying and not self._is_trying, is_trying
        if not any(line.by for line in runtime.match.played) and not is_trying:
            self._home = seen
            self.view.show(seen)
        elif runtime.is_bot_turn and self.control.attempt.is_shown and runtime.viewpoint.people:
            pass
        elif seen != self._home:
            self._home = seen
            self.view.glide_to(seen)
        elif has_begun and (now.distance, now.target) != (seen.distance, seen.target) and not self.view.is_gliding:
            self.view.glide_to(replace(seen, azimuth_deg=now.azimuth_deg, elevation_deg=now.elevation_deg))

    def _bind_keys(self) -> None:
        """The keys of the tool in use while an attempt is asked for or runs, else those of choosing."""
        phase = self.control.runtime.phase
        if phase in (Phase.READY, Phase.HANDS):
            begin = actions.BEGINNING if phase is Phase.READY else {}
            self.actions = Actions({**actions.EVERYWHERE, **actions.TRYING, **self.control.attempt.keys, **begin})
        else:
            self.actions = self._racing if phase is Phase.RACE else self._choosing

    # -- dialogs

    def _warn(self) -> None:
        """Says once of a match that it cannot be written down, or not all of it."""
        if not self.dialog and (why := self.control.take_warning()):
            self.open_dialog(tr("Not kept"), f"{escape(why)}<br><br>{tr('The match goes on all the same.')}")

    def _ask_to_take_back(self) -> None:
        """Asks whether somebody at another machine may take the last action back, as long as that is wanted."""
        match = self.control.runtime.match
        wish = (match.wants_back, match.revision)
        if wish[0] is None and self.dialog and self.dialog is self._asks_back:
            self.close_dialog()
        if wish[0] is None or self.dialog or wish == self._wish:
            return

        def answer(what: str) -> None:
            self._wish = (match.wants_back, match.revision)
            self.close_dialog()
            match.agree_on(what)

        buttons = {tr("Leave it as it is"): partial(answer, "refuse"), tr("Allow it"): partial(answer, "agree")}
        text = tr("{player} wants to take the last move back.", player=player_name(match, wish[0]))
        self.open_dialog(tr("Take it back?"), escape(text), buttons)
        self._asks_back = self.dialog

    def _pass_on(self) -> None:
        """Where a game hides something: asks one person to give the screen to another, and shows nothing till then."""
        control = self.control
        seat = control.runtime.viewpoint.passes_to
        if seat is None or self.dialog or control.board.is_moving:
            return
        who = player_name(control.runtime.match, seat)
        text = tr("What comes is for {player} alone. Pass the screen on; the others look away.", player=who)
        buttons = {tr("I am {player}", player=who): self._take_screen, tr("All games"): self._go_home}
        self.open_dialog(escape(tr("Pass the screen to {player}", player=who)), escape(text), buttons)

    def _take_screen(self) -> None:
        self.close_dialog()
        self.control.take_screen()
        if len(self.control.runtime.viewpoint.sides) == 1:
            self.perform(Act.HOME_VIEW)  # to the side that this player looks at
        self._follow()
        self._show_texts()

    def dismiss(self) -> None:
        if isinstance(self.dialog, Card):
            self.cards.close()
            self._follow()
        elif self.dialog and self.dialog is self._asks_back:
            self.dialog.press_number(1)  # others wait for an answer
        else:
            super().dismiss()

    def _offer_saved(self) -> None:
        """Lists the matches that have been saved, to go on with one of them."""
        found = self.control.saved()
        if not found:
            self.control.say(tr("Nothing has been saved yet."))
            return
        buttons: dict[str, Callable[[], None]] = {
            f"{n}  {saved_match_text(path, record)}": partial(self._load, path, record)
            for n, (path, record) in enumerate(found, 1)
        }
        self.open_dialog(tr("Go on with"), "", buttons | {tr("Close"): self.close_dialog})

    def _load(self, path: Path, record: Record) -> None:
        self.close_dialog()
        setup = Setup(record.game, record.players, record.options, record.seats, resume=path)
        try:
            self.host.go_to(destinations.Match(setup))
        except SkillboxError as error:
            self.control.say(told(error))

    # -- acts and events

    def act(self, act: Act) -> None:
        self.control.runtime.attend()
        if act is Act.BACK and self.control.end_replay():
            pass  # what was seen before it is seen again
        elif act is Act.LEAVE or (act is Act.BACK and not self.control.turn.back()):
            (self._ask_to_leave if self._words_again else partial(self._unless_trying, self._go_home))()
        elif act is Act.RESTART and self.control.runtime.match.is_elsewhere:
            self.control.say(tr("Whoever has opened the table opens another one for the next match."))
        elif act is Act.RESTART:
            self._unless_trying(self._ask_to_restart)
        elif act is Act.LOAD:
            self._offer_saved()
        elif act is Act.PACE_OF_BOTS:
            self.host.prefer(stepped(self.host.preferences, "pace", 1))
            self.host.keep_preferences()
            self.control.say(tr("Bots act: {pace}.", pace=tr(self.host.preferences.pace)))
        elif act is Act.SWITCH_TOOL:
            if self.control.switch_tool():
                self.break_off()
                self._bind_keys()
        elif act is Act.PAUSE:
            self.break_off()
            self.control.perform(act, self.pointer.places_seen)
        elif act is Act.SHOW_ME and self.strips.offer:
            self._unless_trying(self._show_game)
        elif act is Act.ACCEPT and self.cards.show_result_again():
            pass  # it opens with the next frame
        elif not self.strips.perform(act):
            self.control.perform(act, self.pointer.places_seen)
        self._follow()
        self._show_texts()

    def _unless_trying(self, command: Callable[[], None]) -> None:
        """Does it, after a question if an attempt would be dropped that counts."""
        attempts = self.control.runtime.attempts
        running = attempts.running
        if running is None or running.done or attempts.purpose is not Purpose.MATCH or self.control.runtime.is_bot_turn:
            command()
            return
        if self.control.runtime.match.is_elsewhere:
            text = tr(
                "What your hands have done stays as it is. Whoever comes back with the same words goes on with it."
            )
            buttons = {tr("Go on with it"): self.close_dialog, tr("Leave it"): command}
            self.open_dialog(tr("Leave this attempt?"), text, buttons)
            return
        buttons = {tr("Go on with it"): self.close_dialog, tr("Drop it"): command}
        self.open_dialog(
            tr("Drop this attempt?"), tr("It has begun, and it counts. If you drop it, it does not."), buttons
        )

    def _ask_to_leave(self) -> None:
        """Goes home, after a question if others cannot go on without this window."""
        if not self._words_again or self.control.runtime.match.result is not None:
            self._go_home()
            return
        text = tr(
            "Nobody can go on without this machine. The match waits among all games, and the words of the others "
            "stay as they are."
        )
        buttons = {
            tr("Go on with it"): self.close_dialog,
            tr("Show the words"): self._show_words,
            tr("Close it"): self._go_home,
        }
        self.open_dialog(tr("Close the table?"), text, buttons)

    def _show_words(self) -> None:
        """Tells once more how others come in, for who has lost it."""
        self.open_dialog(tr("How others come in"), self._words_again)

    def _ask_to_restart(self) -> None:
        """Begins the match anew, after a question if somebody has acted in it and it is not over."""
        match = self.control.runtime.match
        if match.result is not None or not has_acts(match):
            self._restart()
            return
        buttons = {tr("Go on with it"): self.close_dialog, tr("Begin anew"): self._restart}
        self.open_dialog(
            tr("Begin this match anew?"), tr("It is not over. Begun anew it waits for you among all games."), buttons
        )

    def _go_home(self) -> None:
        self.host.go_to(destinations.Home(self._game))

    def _show_game(self) -> None:
        self.strips.remember()
        self.host.go_to(destinations.Showing(self._game))

    def _restart(self) -> None:
        self.close_dialog()
        self.cards.forget()
        self.control.restart()
        self.control.runtime.wait_until_ready()
        self.strips.restart()
        self.host.rebuild()

    def on_gui(self, event: pygame.event.Event) -> None:
        pressed = event.ui_element if event.type == pygame_gui.UI_BUTTON_PRESSED else None
        act = self.strips.acts.get(pressed)
        if act in BESIDE_CARDS and isinstance(self.dialog, Card):
            self.act(act)  # the card has not been read by that
            return
        is_button = act or pressed in (self.panel.buttons if self.panel else ())
        if isinstance(self.dialog, Card) and is_button and not self.dialog.is_waiting:
            self.dismiss()  # what was pressed beside a card is done at once
        if self.dialog:
            return
        if act:
            self.act(act)
        elif self.pointer.on_gui(event):
            self._follow()
            self._show_texts()

    def act_beside(self, act: Act) -> bool:
        if act not in BESIDE_CARDS or not isinstance(self.dialog, Card):
            return super().act_beside(act)
        self.act(act)
        return True

    def on_pointer(self, event: pygame.event.Event) -> None:
        self.control.runtime.attend()
        if self.gesture_card:
            is_taken, action = self.gesture_card.on_mouse(event)
            if is_taken:
                if action is not None and not self.control.is_early(event.pos):
                    self.control.choose(action)
                self._follow()
                self._show_texts()
                return
        if self.pointer.on_mouse(event):
            self._follow()
            self._show_texts()

    def closed(self) -> None:
        self.cards.stop_looking()
        if why := self.control.close():
            self.host.note(why)
        self.strips.closed()
