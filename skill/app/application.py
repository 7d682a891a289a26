"""The application: one window, one screen at a time, and the loop that draws only what has changed."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from html import escape
from math import dist

import pygame
import pygame_gui

from skill.app.i18n import add_texts_of, asked, told, tr, use_language
from skill.app.input.actions import Key, use_keys, use_layout
from skill.app.input.device import Device, LastUsed
from skill.app.input.gamepad import Gamepads
from skill.app.input.keyboard import key_of, layout, with_latin_letter
from skill.app.input.touch import EVENTS, Fingers
from skill.app.play.match.setup import Settings
from skill.app.screens.base import OUT_OF_SIGHT, Screen
from skill.app.screens.destinations import Destination, Home
from skill.app.screens.error_text import error_message
from skill.app.settings.bot_pace import use_pace
from skill.app.settings.engine import USUAL, asked_engine, use_engine
from skill.app.settings.own_rolls import use_rolls
from skill.app.settings.players import use_players
from skill.app.settings.preferences import LARGEST_TEXT, USUAL_TEXT, Preferences, load_preferences, save_preferences
from skill.app.settings.sound import Sounds
from skill.app.widgets.elements import Elements
from skill.app.widgets.focus import paint_focus
from skill.app.widgets.fonts import can_be_read, use_wide_fonts
from skill.app.widgets.kept import restore, states
from skill.app.widgets.panel import use_quick_panels
from skill.app.widgets.theme import scale_for
from skill.app.window import Window
from skill.draw.detail import STILL_S, Detail, DetailControl
from skill.draw.die_look import use_palette
from skill.draw.plate_look import use_plate
from skill.errors import FileError, SkillboxError, Words, listed, words_of
from skill.programs import program_of
from skill.rules.catalogue import fault_of, kept_games, use_own_games
from skill.rules.game import AnyGame
from skill.table.store import Store

FRAME_S = 1 / 60
DOUBLE_S, AGAIN_S = 0.5, 0.3  # within which a second click, and a second press of a key, belong to the first one
NEAR, NEAR_FINGER = 8, 30  # pixels within which two clicks are at one place
LONGEST_SLEEP_S = 0.5
LONGEST_PAUSE_S = max(DOUBLE_S, AGAIN_S)  # between presses of which the second may be meant for the screen before
LONGEST_FRAME_S, STANDS_OUT = 0.5, 4.0
"""Of a frame that is longer, and so many times as long as the one before, nobody can have seen what went on: its time
is lost. Where all are long the machine is slow, and time goes on."""
ASLEEP_S = 10.0  # of a frame that is longer: the machine was suspended, and nobody may be there yet
IN_SIGHT = (
    pygame.WINDOWFOCUSGAINED,
    pygame.KEYDOWN,
    pygame.MOUSEBUTTONDOWN,
    pygame.FINGERDOWN,
    pygame.JOYBUTTONDOWN,
    pygame.CONTROLLERBUTTONDOWN,
)
"""After any of these somebody looks at the window again."""


class Application:
    """Everything that screens share. The caller goes to the first screen and calls `run`."""

    def __init__(
        self, window: Window, sounds: Sounds, store: Store, screen_for: Callable[[Application, Destination], Screen]
    ) -> None:
        self.window, self.sounds, self.store = window, sounds, store
        self._screen_for = screen_for
        self.gamepads = Gamepads()
        self.fingers = Fingers()
        self.last_used = LastUsed()
        self.is_open = True
        self.preferences, warning = load_preferences(store.folder)
        self.notice: tuple[str, str] | None = None
        """What the home screen has to say when it is opened next: a title, and a text as pygame_gui's HTML."""
        self._warned_of: set[str] = set()
        use_wide_fonts()
        use_quick_panels()
        use_layout(layout())
        if code := asked():
            self.preferences = self.preferences.changed(language=code)
        if engine := asked_engine():
            self.preferences = self.preferences.changed(engine=engine)
        self._engine = engine or USUAL
        """The engine in use."""
        self._kept = self.preferences
        """The preferences when they were read or written last: only what has changed since is written."""
        self._apply()
        if warning:  # said in the language that is preferred
            self.note(warning)
        for seat, who in enumerate(self.preferences.seated_players, 1):
            if not can_be_read(who.name):
                self.note(Words("The name of player {seat} cannot be shown here: no font has its letters.", seat=seat))
        self.detail = DetailControl(self.window.is_slow, self.preferences.quality)
        self.scale = self._wanted_scale
        self.ui = self._new_ui()
        self.screen: Screen | None = None
        self.settings: dict[str, Settings] = {}
        """What was agreed last about each game, by slug."""
        self.own_games: list[AnyGame] = []
        """Games from files that the user has trusted, since the window was opened or where games are kept."""
        use_own_games(())
        for game in kept_games(self.note):
            if program := program_of(type(game).__module__):
                self.warn_of_texts(add_texts_of(program.path))
            self.trust(game)
        self.failed: Exception | None = None
        """The last error of Skillbox itself, and of no own game, that led home."""
        self._is_well = True
        """Whether the frame before went well."""
        self.frames_drawn = 0
        self._shown: Detail | None = None
        self._still_s = 0.0
        self.is_pace_told = False
        """Whether somebody has read why a world goes slowly."""
        self.is_unseen = False
        """Whether the window is hidden, or another one has the keyboard."""
        self._drawn: object = None
        """What was drawn last: a screen and its dialog."""
        self._clock_s = 0.0
        self._lasted_s = 0.0
        """How long the last frame took."""
        self._presses: dict[str | None, tuple[float, tuple[int, int], object]] = {}
        """By key, and None for the pointer: when it was pressed last, where, and what was shown then."""
        self._keys_down: set[str] = set()
        self.is_repeat = False
        """Whether the key that goes down now has been down already."""
        self._types = True
        """Whether what the key types that went down last is for a line of text, and not for a dialog over it."""
        self._commands = False
        """Whether that key writes nothing for what is held; X has Ctrl+V type its letter where that is no Latin one."""
        self._composed = ""
        """What is written so far in the system's input method, which takes keys until it is done."""
        pygame.key.set_repeat(350, 60)

    def go_to(self, destination: Destination) -> None:
        """Shows another screen. Raises `SkillboxError` where it cannot be opened; this one is then still shown."""
        screen = self._screen_for(self, destination)
        if self.screen is not None:
            self.screen.closed()
        self.screen = screen
        screen.opened()
        self.rebuild()

    def shows(self, screen: object) -> bool:
        """Whether that screen is the one that is shown."""
        return self.screen is screen

    def prefer(self, preferences: Preferences) -> None:
        """Shows everything by other preferences. They are kept when `keep_preferences` is called."""
        before, self.preferences = self.preferences, preferences
        self._apply()
        if before.quality != preferences.quality:
            self.detail = DetailControl(self.window.is_slow, preferences.quality)
        if (before.language, before.text_size) != (preferences.language, preferences.text_size):
            self.rebuild()
        elif self.screen is not None:
            self.screen.panel_changed = True

    def switch(self, name: str) -> None:
        """Turns a preference on or off, and keeps it."""
        self.prefer(self.preferences.changed(**{name: not getattr(self.preferences, name)}))
        self.keep_preferences()

    def keep_preferences(self) -> None:
        """Writes the preferences to their file; if that fails the home screen says why."""
        try:
            if said := save_preferences(self.preferences, self.store.folder, self._kept):
                self.note(said)
            self._kept = self.preferences
        except SkillboxError as error:
            self.note(error)

    def note(self, warning: SkillboxError | Words) -> None:
        """Keeps a warning for the home screen, after what is waiting there already."""
        waiting = f"{self.notice[1]}<br><br>" if self.notice else ""
        self.notice = tr("Something is to be said"), waiting + escape(told(warning))

    def warn_of_texts(self, faults: Sequence[FileError]) -> None:
        """Keeps for the home screen what is wrong with the texts of one's own games, once for each fault."""
        new = [fault for fault in faults if str(fault) not in self._warned_of]
        self._warned_of |= set(map(str, new))
        if new:
            self.note(listed([words_of(fault) for fault in new]))

    def _apply(self) -> None:
        chosen = self.preferences
        try:
            self.warn_of_texts(use_language(chosen.language))
        except SkillboxError as error:  # a catalogue that is broken: texts stay as they are
            self.note(error)
        use_palette(chosen.colours, chosen.marks, chosen.dice)
        use_plate(chosen.plate)
        use_keys(chosen.keys)
        use_pace(chosen.pace)
        use_rolls(chosen.rolls)
        use_players([who if can_be_read(who.name) else who._replace(name="") for who in chosen.seated_players])
        if chosen.engine != self._engine:
            self._engine = chosen.engine
            use_engine(chosen.engine)
        self.sounds.muted, self.sounds.volume = not chosen.sound, chosen.volume
        self.sounds.plate = chosen.plate
        if chosen.full_screen != self.window.is_full_screen:
            self.window.toggle_full_screen()
        self._seen: tuple[object, ...] | None = None

    @property
    def _wanted_scale(self) -> float:
        chosen = self.preferences.text_size
        if self.fingers.is_used and chosen == USUAL_TEXT:  # who chose a size keeps it
            chosen = LARGEST_TEXT
        return scale_for(self.window.size) * chosen

    def _new_ui(self) -> pygame_gui.UIManager:
        translations = pygame_gui.ui_manager.i18n.load_path  # type: ignore[attr-defined]
        translations.clear()  # each manager adds its folder once more, and all are searched for each text
        return Elements(self.window.size, self.scale)

    def trust(self, game: AnyGame) -> None:
        """Takes up a game from a file, in place of an older version and of what was agreed about that."""
        self.own_games[:] = [*(g for g in self.own_games if g.slug != game.slug), game]
        self.settings.pop(game.slug, None)
        use_own_games(self.own_games)

    def settings_of(self, game: AnyGame) -> Settings:
        """What is agreed about a game, at first its defaults."""
        return self.settings.setdefault(game.slug, Settings(game))

    def close(self) -> None:
        """Ends the loop."""
        self.is_open = False

    def run(self) -> None:
        """Runs until the window is closed."""
        clock = pygame.time.Clock()
        self.gamepads.start()
        last = time.perf_counter()
        while self.is_open:
            woken_by: list[pygame.event.Event] = []
            if self.is_busy:
                clock.tick(round(1 / FRAME_S))
            else:  # sleep until something happens, or until it is time for the better picture of a board at rest
                waits = STILL_S if self._shown != self.detail.at_rest else LONGEST_SLEEP_S
                event = pygame.event.wait(round(1000 * waits))
                if event.type != pygame.NOEVENT:
                    woken_by.append(event)
            now = time.perf_counter()
            self.frame(now - last, woken_by)
            last = now
        if self.screen is not None:
            self.screen.closed()

    @property
    def is_busy(self) -> bool:
        """Whether time has to pass on screen."""
        return self.screen is not None and self.screen.moves_by_itself

    def frame(self, elapsed_s: float, before: Sequence[pygame.event.Event] = ()) -> bool:
        """Takes in the events that came `before` and since, lets time pass and draws what has changed.

        Returns whether anything was drawn. An error leads home, which tells of it; one more in the frame after is
        raised.
        """
        try:
            is_drawn = self._frame(elapsed_s, before)
        except Exception as error:
            if not self._is_well:
                raise
            self._is_well = False
            if self.screen is not None and self.screen.outlives():
                traceback.print_exception(error)
            else:
                self._lead_home(error)
            return False
        self._is_well = True
        return is_drawn

    def _frame(self, elapsed_s: float, before: Sequence[pygame.event.Event]) -> bool:
        assert self.screen is not None
        self._clock_s += elapsed_s
        recent = {key: press for key, press in self._presses.items() if self._clock_s - press[0] < LONGEST_PAUSE_S}
        self._presses = recent  # an older one would keep its screen alive
        for event in (*before, *pygame.event.get()):
            self._take(event)
        if not self.is_open:
            return False
        is_missed = elapsed_s > max(LONGEST_FRAME_S, STANDS_OUT * self._lasted_s)
        self._lasted_s = elapsed_s
        if elapsed_s > ASLEEP_S:
            self.screen.miss()
        self.screen.update(FRAME_S if is_missed else min(elapsed_s, LONGEST_FRAME_S))
        if self.screen.panel_changed:
            self._redraw_buttons()
        self.ui.update(elapsed_s)
        is_drawn = self._draw(elapsed_s)
        if self._drawn != self._pressable:
            self._drawn = self._pressable
            for event in pygame.event.get(_PRESSES):  # made while it was not there yet
                self._watch_keys(event)
        return is_drawn

    @property
    def _pressable(self) -> object:
        """What presses go to: the screen and its dialog."""
        return (self.screen, self.screen and self.screen.dialog)

    def _shown_to(self, key: str | None) -> object:
        """What is shown to a press, of a key or (None) of the pointer, for which it also counts where that lies."""
        return self._pressable if key is not None else (self._pressable, self.window.size, self.scale)

    def is_early(self, key: str | None, at: tuple[int, int] = (0, 0), near: int = NEAR) -> bool:
        """Whether a press that came now, of a key or (None) of the pointer, would be meant for what was shown before.

        It is before a screen or a dialog has been drawn, and as the second of a double click on what led to it, or on
        what has had everything laid out anew.
        """
        if self._drawn != self._pressable:
            return True
        now = self._shown_to(key)
        pressed_s, there, shown = self._presses.get(key, (-DOUBLE_S, at, now))
        is_again = self._clock_s - pressed_s < (DOUBLE_S if key is None else AGAIN_S) and dist(at, there) <= near
        return is_again and shown != now

    def _is_meant(self, key: str | None, at: tuple[int, int] = (0, 0), near: int = NEAR) -> bool:
        """Notes a press; whether it is meant for what is shown."""
        is_early = self.is_early(key, at, near)
        if not is_early:
            self._presses[key] = (self._clock_s, at, self._shown_to(key))
        return not is_early

    def _redraw_buttons(self) -> None:
        """Has every button show its new text now: pygame_gui redraws one of its looks a frame."""
        for element in self.ui.get_sprite_group().sprites():
            shape = getattr(element, "drawable_shape", None)
            if shape is not None and shape.active_state.state_id in shape.states_to_redraw_queue:
                shape.states_to_redraw_queue.remove(shape.active_state.state_id)
                shape.redraw_state(shape.active_state.state_id)

    def _lead_home(self, error: Exception) -> None:
        """Goes home from a screen that has failed, its journal kept, and shows the error there."""
        traceback.print_exception(error)
        if fault_of(error) is None:
            self.failed = error
        if self.screen is not None:
            with suppress(Exception):  # what has failed may fail again while it is put away
                self.screen.closed()
        self.screen, self.notice = None, error_message(error)
        self.go_to(Home())

    def _take(self, event: pygame.event.Event) -> None:
        assert self.screen is not None
        if event.type in OUT_OF_SIGHT or event.type in IN_SIGHT:
            self.is_unseen = event.type in OUT_OF_SIGHT
        if event.type == pygame.QUIT:
            self.close()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            size = (event.w, event.h) if event.type == pygame.VIDEORESIZE else (event.x, event.y)
            if size != self.window.size:
                self.screen.break_off()  # a way that was drawn would be another one
                self.window.resize(size)
                self.rebuild()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self._seen = None
        elif event.type == pygame.KEYMAPCHANGED:
            if use_layout(layout()):
                self._apply()
                self.rebuild()
        elif event.type in (pygame.AUDIODEVICEADDED, pygame.AUDIODEVICEREMOVED):
            if not event.iscapture:
                self.sounds.follow(has_come=event.type == pygame.AUDIODEVICEADDED)
        elif event.type in EVENTS:
            self._touch(event)
        elif self.fingers.are_two and event.type in _MOUSE and event.touch:
            pass  # SDL has the first finger be the mouse; with a second one it is not meant so
        elif self._composes(event):
            pass
        else:
            self._watch_keys(event)
            if event.type == pygame.KEYDOWN and not self.is_repeat:
                key = key_of(event)
                is_meant = self._is_meant(key.identity)
                self._types, self._commands = is_meant and not self.screen.dialog, key.commands
                if not is_meant:
                    return
            is_press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
            if is_press and not self._is_meant(
                None, event.pos, NEAR_FINGER if getattr(event, "touch", False) else NEAR
            ):
                return
            if event.type in _MOUSE:
                self.last_used.pointer(event.pos, presses=event.type == pygame.MOUSEBUTTONDOWN)
            if event.type == pygame.CONTROLLERDEVICEREMOVED:
                self.screen.break_off()
            for change in self.gamepads.take(event):
                self.is_repeat = change.is_repeat
                self.last_used.key(Device.PAD)
                if change.is_down and not change.is_repeat and not self._is_meant(change.key):
                    continue
                self.screen.on_key(Key(change.key), change.is_down)
            over = event.type in _MOUSE and any(r.collidepoint(event.pos) for r in self.screen.panel_rects)
            is_typed = (
                self._types and not self.screen.dialog and not (event.type == pygame.TEXTINPUT and self._commands)
            )
            kept = (is_typed or event.type not in _TYPED) and self.ui.process_events(with_latin_letter(event))
            if over or event.type in _GUI or kept:
                self.screen.panel_changed = True
            if not (kept and event.type in _KEPT):
                self.screen.handle(event)

    def _composes(self, event: pygame.event.Event) -> bool:
        """Whether a key goes down with which a text is composed in the system's input method, to be written in a line:
        Enter takes what it offers, Esc leaves it.
        """
        assert self.screen is not None
        if event.type == pygame.TEXTEDITING:
            self._composed = event.text
        elif event.type in _COMPOSED:
            self._composed = ""
        if event.type != pygame.KEYDOWN or not (self._composed and self.screen.is_typing):
            return False
        if event.key == pygame.K_ESCAPE:
            self._composed = ""
        return True

    def _touch(self, event: pygame.event.Event) -> None:
        assert self.screen is not None
        is_first = not self.fingers.is_used
        gesture = self.fingers.take(event, self.window.size)
        if gesture is not None and gesture.begins:  # nothing comes of what the first finger holds
            self.screen.break_off()
        if gesture is not None:
            self.screen.on_gesture(gesture)
        if is_first and self._wanted_scale != self.scale:
            self.rebuild()

    def _watch_keys(self, event: pygame.event.Event) -> None:
        """Tells a key that is pressed from one that stays down: after a slow frame even a short press is repeated."""
        if event.type == pygame.KEYDOWN:
            self.is_repeat = (key := key_of(event).identity) in self._keys_down
            self.last_used.key(Device.KEYS)
            self._keys_down.add(key)
        elif event.type == pygame.KEYUP:
            self._keys_down.discard(key_of(event).identity)
            self._types, self._commands = True, False
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._keys_down.clear()
            pygame.key.set_mods(pygame.key.get_mods() & _LOCKS)  # Alt of Alt+Tab goes up where nobody sees it
            self.gamepads.release_all()
            self.fingers.release_all()

    def rebuild(self) -> None:
        """Lays the screen out anew; what was typed, scrolled to and selected stays."""
        scale, found = self._wanted_scale, states(self.ui)
        if scale != self.scale:
            self.scale = scale
            self.ui = self._new_ui()
        else:
            self.ui.clear_and_reset()  # type: ignore[no-untyped-call]
            self.ui.set_window_resolution(self.window.size)
        assert self.screen is not None
        self.screen.build(self.ui, self.window.size, scale)
        restore(self.ui, found)
        self._seen = None

    def _draw(self, elapsed_s: float) -> bool:
        screen = self.screen
        assert screen is not None
        seen = (screen.scene(), screen.camera, screen.scene_rect.size)
        self._still_s = self._still_s + elapsed_s if seen == self._seen else 0.0
        moved = seen != self._seen
        refine = not moved and self._shown != self.detail.at_rest and self._still_s >= STILL_S
        if not (moved or refine or screen.panel_changed):
            return False
        if moved or refine:
            self._draw_scene(seen, self.detail.at_rest if refine else self.detail.moving, timed=moved)
        changed: list[pygame.Rect] = []
        if screen.panel_changed:
            screen.panel_changed = False
            changed = self._panel_rects
            for rect in changed:
                self.window.panels.fill((0, 0, 0, 0), rect)
            screen.paint_under(self.window.panels)
            self.ui.draw_ui(self.window.panels)
            screen.paint(self.window.panels)
            if screen.framed:
                paint_focus(self.window.panels, screen.framed)
            if screen.noted:
                screen.noted.paint(self.window.panels)
        self.window.show(screen.scene_rect, self._panel_rects, changed)
        self.frames_drawn += 1
        return True

    @property
    def _panel_rects(self) -> list[pygame.Rect]:
        """The parts of the window that pygame draws."""
        assert self.screen is not None
        noted = self.screen.noted
        return [*self.screen.panel_rects, *([noted.rect] if noted else [])]

    def _draw_scene(self, seen: tuple[object, ...], detail: Detail, timed: bool) -> None:
        view, camera, size = seen
        begin = time.perf_counter()
        self.window.draw_scene(view, camera, size, detail)  # type: ignore[arg-type]
        if timed and detail == self._shown:  # a change of detail makes buffers and programs, which tells nothing
            self.window.wait_until_drawn()
            self.detail.drawn(time.perf_counter() - begin)
        self._seen, self._shown = seen, detail


_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_PRESSES = (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN, pygame.TEXTINPUT, pygame.CONTROLLERBUTTONDOWN)
_TYPED = (pygame.KEYDOWN, pygame.TEXTINPUT)
_COMPOSED = (pygame.TEXTINPUT, pygame.MOUSEBUTTONDOWN, pygame.WINDOWFOCUSLOST)
"""With which what was composed is written, or given up."""
_LOCKS = pygame.KMOD_NUM | pygame.KMOD_CAPS  # which stay on
_KEPT = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL, pygame.KEYDOWN)
"""What the screen does not hear of that pygame_gui has used; of what goes up it always does, wherever that is."""
_GUI = (
    pygame_gui.UI_BUTTON_PRESSED,
    pygame_gui.UI_BUTTON_ON_HOVERED,
    pygame_gui.UI_BUTTON_ON_UNHOVERED,
    pygame_gui.UI_DROP_DOWN_MENU_CHANGED,
    pygame_gui.UI_SELECTION_LIST_NEW_SELECTION,
    pygame_gui.UI_TEXT_ENTRY_CHANGED,
    pygame_gui.UI_TEXT_ENTRY_FINISHED,
)
