"""The sheet of one game: its rules, its options and seats, and the start of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import pygame
import pygame_gui
from pygame_gui.elements import UIButton, UIPanel

from skill.app.i18n import number_text, told, tr
from skill.app.input.actions import Act
from skill.app.library.findings import about_chance, about_hands, about_seats
from skill.app.library.game_preview import game_preview
from skill.app.play.match.setup import Setting, Settings
from skill.app.play.replay.showing import can_show
from skill.app.play.said.help import COMMON_HELP
from skill.app.play.said.word_pictures import word_picture
from skill.app.screens import destinations
from skill.app.screens.base import MARGIN, Screen, three_parts
from skill.app.screens.host import Host
from skill.app.settings.changes import stepped
from skill.app.settings.players import MOST
from skill.app.settings.preferences import LONGEST_NAME
from skill.app.widgets.form import Change, Form, Line
from skill.app.widgets.kept import kept
from skill.app.widgets.stops import Stops
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.theme import DIALOG_TITLE
from skill.draw.camera import Camera, above, home
from skill.draw.scene_view import SceneView
from skill.errors import SkillboxError
from skill.lattice.dice import COLOUR_NAMES
from skill.rules.game import AnyGame
from skill.rules.options import Caution, Value
from skill.rules.rules_page import rules_page, value_text
from skill.rules.words import WORDS, Word

FORM = "form"
WORDS_SHARE = 0.56  # of a line for the button of the words
SHARE = 0.46  # of the window for picture and form; the rest is for the rules


class GameSheetScreen(Screen):
    """Rules, options and seats of a game, before a match of it."""

    def __init__(self, host: Host, game: AnyGame) -> None:
        super().__init__(host)
        self.game = game
        self.settings: Settings = host.settings_of(game)
        self.form = Form()
        self.focused = self.stops = Stops(FORM)
        self._cautions: Sequence[Caution] = ()
        self._remedies: dict[UIButton, tuple[str, Value]] = {}
        self._before = host.preferences
        self._preview = game_preview(game)
        self._word: Word | None = None
        """The word of the rules whose picture is shown in place of the game's."""
        self.camera = self.home_camera()

    def home_camera(self) -> Camera:
        if self._word:
            return word_picture(self._word.picture)[1]
        return above() if self.game.kind == "physics" else home()

    def scene(self) -> SceneView:
        return word_picture(self._word.picture)[0] if self._word else self._preview

    def show_word(self, word: Word | None) -> None:
        """Shows what a word means and its picture beside the rules, or the game again."""
        self._word = word
        self.camera = self.home_camera()
        self.host.rebuild()

    def start(self) -> None:
        """Begins a match with these settings."""
        self._try(lambda: self.host.go_to(destinations.Match(self.settings.setup())))

    def _go_to(self, destination: destinations.Destination) -> None:
        self._try(lambda: self.host.go_to(destination))

    def _try(self, command: Callable[[], None]) -> None:
        try:
            command()
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))

    # -- layout: picture over form at the left, rules at the right, or below

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        margin = round(MARGIN * scale)
        self.scene_rect, self._form_rect, self.panel_rect = three_parts(
            window, (0.18, 0.34), round(window.w * SHARE), 0.42
        )
        none = {"left": 0, "right": 0, "top": 0, "bottom": 0}
        for rect in (self._form_rect, self.panel_rect):
            UIPanel(rect, starting_height=0, manager=ui, margins=none)
        self.form.place(ui, self._form_rect.inflate(-2 * margin, -2 * margin), scale, self._lines())
        self._build_rules(ui, self.panel_rect.inflate(-2 * margin, -2 * margin), scale)

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return [*super().panel_rects, self._form_rect]

    @property
    def dialog_area(self) -> pygame.Rect:
        return pygame.Rect(0, 0, *self.host.window.size)

    def _build_rules(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> None:
        gap, tall = round(6 * scale), round(44 * scale)
        top = self._build_cautions(ui, area, scale)
        if self._word:
            said = kept(TextBox(escape(tr(self._word.meaning)), pygame.Rect(area.x, top, area.w, -1), ui), "word")
            top = said.rect.bottom + gap
        place = pygame.Rect(area.x, top, area.w, area.bottom - 2 * tall - 3 * gap - top)
        kept(TextBox(rules_html(self.game, scale), place, ui), "rules")
        place = pygame.Rect(area.x, place.bottom + gap, area.w, tall)
        self._invite: UIButton | None = None
        if self.game.players[1] > 1:
            place.w = round(area.w * WORDS_SHARE)
            rest = pygame.Rect(place.right + gap, place.y, area.right - place.right - gap, tall)
            self._invite = UIButton(rest, tr("On several machines"), ui)
        self._words = UIButton(place, tr("Words of the rules, with pictures"), ui)
        third = (area.w - 2 * gap) // 4
        top = area.bottom - tall
        place = pygame.Rect(area.x, top, 2 * third, tall)
        self._show: UIButton | None = None
        if can_show(self.game):
            place.w = third - gap // 2
            self._show = UIButton(place.move(place.w + gap, 0), tr("Show me"), ui)
        self._start = UIButton(place, tr("Start", context="a match"), ui, object_id="#main_button")
        place.w = 2 * third
        self._defaults = UIButton(pygame.Rect(place.right + gap, top, third, tall), tr("Reset all"), ui)
        left = place.right + third + 2 * gap
        self._back = UIButton(pygame.Rect(left, top, area.right - left, tall), tr("All games"), ui)
        shows = [self._show] if self._show else []
        invite = [self._invite] if self._invite else []
        buttons = [*self._remedies, self._words, *invite, self._start, *shows, self._defaults, self._back]
        self.stops.place(ui, {FORM: self.form, **{f"button {n}": button for n, button in enumerate(buttons)}})
        self.stops.show()

    def _step(self, way: int) -> None:
        """Takes keys to the next line or button, or the one before, round and round."""
        line, last = self.form.row + way, len(self.form.lines) - 1
        if self.stops.now is self.form and 0 <= line <= last:
            self.form.choose(line)
        else:
            self.stops.step(way)
            if self.stops.now is self.form:
                self.form.choose(0 if way > 0 else last)
        self.panel_changed = True

    def advance(self, elapsed_s: float) -> None:
        self.panel_changed |= self.stops.follow()

    def _build_cautions(self, ui: pygame_gui.UIManager, area: pygame.Rect, scale: float) -> int:
        """What to warn of, each over a button that mends it if anything does; the height at which they end."""
        self._cautions, self._remedies = self.settings.cautions(), {}
        gap, tall, top = round(6 * scale), round(36 * scale), area.y
        for caution in self._cautions:
            box = kept(TextBox(escape(tr(caution.text)), pygame.Rect(area.x, top, area.w, -1), ui), caution)
            top = box.rect.bottom + gap
            if caution.remedy:
                name, value = caution.remedy
                entry = next(entry for entry in self.settings.entries() if entry.name == name)
                text = tr("Play with {option}: {value}", option=entry.label, value=value_text(value, tr, entry.option))
                self._remedies[UIButton(pygame.Rect(area.x, top, area.w, tall), text, ui)] = caution.remedy
                top += tall + gap
        return top

    def _lines(self) -> list[Line]:
        lines = []
        players = self.host.preferences.seated_players
        for setting in self.settings.entries():
            lines.append(_line(setting))
            seat = self.settings.person_at(setting.name)
            if seat and seat <= MOST:
                about = tr("What the person on this seat is called.")
                name = players[seat - 1].name
                lines.append(
                    Line(f"name {seat}", tr("Name"), name, about, is_written=True, is_live=True, longest=LONGEST_NAME)
                )
                if not self.game.seat_colours:
                    about = tr("The colour beside the name, since this game gives players none.")
                    colour = tr(COLOUR_NAMES[players[seat - 1].colour])
                    lines.append(Line(f"colour {seat}", tr("Colour"), colour, about))
        return lines

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.dialog:
            return
        if change := self.form.take(event):
            self.stops.go(FORM)
            self.panel_changed = True
            self._change(change)
        elif event.type == pygame_gui.UI_BUTTON_PRESSED:
            self._press(event.ui_element)

    def _press(self, button: object) -> None:
        """Does what a button says that is none of the form."""
        if button is self._start:
            self.start()
        elif button is self._defaults and self.settings.entries() != Settings(self.game).entries():
            text = tr("All options and seats of this game go back to what they were at first.")
            buttons = {tr("Leave it as it is"): self.close_dialog, tr("Reset all"): self._reset}
            self.open_dialog(tr("Reset all"), escape(text), buttons)
        elif button is self._back:
            self._leave()
        elif self._show and button is self._show:
            self._show_game()
        elif self._invite and button is self._invite:
            self._go_to(destinations.Invite(self.game))
        elif button is self._words:
            after = WORDS.index(self._word) + 1 if self._word else 0
            self.show_word(WORDS[after] if after < len(WORDS) else None)
        elif remedy := self._remedies.get(button):  # type: ignore[call-overload]
            self.settings.set(remedy[0], str(remedy[1]))
            self.host.rebuild()

    def _reset(self) -> None:
        self.close_dialog()
        self.settings = self.host.settings[self.game.slug] = Settings(self.game)
        self.host.rebuild()

    def act(self, act: Act) -> None:
        if act in (Act.UP, Act.DOWN, Act.NEXT, Act.PREVIOUS):
            self._step(1 if act in (Act.DOWN, Act.NEXT) else -1)
        elif act in (Act.LEFT, Act.RIGHT) and self.stops.now is not self.form:
            self._step(1 if act is Act.RIGHT else -1)
        elif act in (Act.LEFT, Act.RIGHT):
            if change := self.form.step(1 if act is Act.RIGHT else -1):
                self._change(change)
        elif act is Act.ACCEPT and self.stops.now is not self.form:
            self._press(self.stops.now)
        elif act is Act.ACCEPT:
            self.start()
        elif act is Act.BACK:
            self._leave()
        elif act is Act.SHOW_ME and can_show(self.game):
            self._show_game()

    def _show_game(self) -> None:
        self.host.go_to(destinations.Showing(self.game))

    def _leave(self) -> None:
        self.host.go_to(destinations.Home(self.game))

    def _change(self, change: Change) -> None:
        """Carries out what the form asks for; where lines or cautions come or go everything is laid out anew."""
        try:
            if change.name.startswith("name "):
                seat = int(change.name.split()[1])
                self.host.prefer(self.host.preferences.with_player(seat, name=(change.text or "").strip()))
            elif change.name.startswith("colour "):
                self.host.prefer(stepped(self.host.preferences, change.name, change.way))
            elif change.way:
                self.settings.step(change.name, change.way)
            elif change.number is not None:
                whole = isinstance(change.number, int)
                self.settings.set(change.name, f"{change.number}" if whole else f"{change.number:.3g}")
            elif change.text is not None:
                self.settings.set(change.name, change.text.strip())
                self.host.ui.set_focus_set(None)
        except SkillboxError as error:
            self.open_dialog(tr("That does not work"), escape(told(error)))
        lines = self._lines()
        same_lines = [line.name for line in lines] == [line.name for line in self.form.lines]
        if same_lines and self.settings.cautions() == self._cautions:
            self.form.show(lines)
            self.panel_changed = True
        else:
            self.host.rebuild()

    def closed(self) -> None:
        if self.host.preferences != self._before:
            self.host.keep_preferences()

    def on_pointer(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEWHEEL and self.scene_rect.collidepoint(pygame.mouse.get_pos()):
            self.perform(Act.ZOOM_IN if event.y > 0 else Act.ZOOM_OUT)

    def help_text(self) -> str:
        lines = (
            (tr("Choose a line"), (Act.UP, Act.DOWN)),
            (tr("Change it"), (Act.LEFT, Act.RIGHT)),
            (tr("The next line or button"), (Act.NEXT,)),
            (tr("Start, or press the button that is framed"), (Act.ACCEPT,)),
            *([(tr("Show me how it is played"), (Act.SHOW_ME,))] if can_show(self.game) else []),
        )
        return self.keys_text(lines, COMMON_HELP)


def _line(setting: Setting) -> Line:
    """The line of a setting: with a slider where its option has a range, written where it has a pattern."""
    option = setting.option
    if option is None or not (option.is_range or option.pattern):
        return Line(setting.name, setting.label, setting.value, setting.help)
    if option.pattern:
        return Line(setting.name, setting.label, setting.value, setting.help, is_written=True)
    low, high = float(option.choices[0]), float(option.choices[-1])
    whole, value = isinstance(option.default, int), float(setting.value)
    shown = setting.value if whole else number_text(value, "g")
    return Line(setting.name, setting.label, shown, setting.help, value, (low, high), whole)


def rules_html(game: AnyGame, scale: float = 1.0) -> str:
    """The rules page of a game as pygame_gui's HTML: every line that `skillbox rules` prints, headings in bold; and,
    where it is so, why hands have no level, that chance decides or that the seats are not equal."""
    first, kind, *lines = rules_page(game, tr).splitlines()
    lines = [kind, *filter(None, [about_hands(game), about_chance(game), about_seats(game)]), *lines]
    parts = [f"<font pixel_size={round(DIALOG_TITLE * scale)}><b>{escape(first)}</b></font>"]
    for line in lines:
        text = escape(line.strip())
        if not line.startswith(" ") and line and line is not lines[0]:
            parts.append(f"<br><b>{text}</b>")
        else:
            parts.append(text)
    return "<br>".join(parts)
