"""What is chosen by hand instead of from a long list, drawn over the scene: a large die to turn, a slider."""

from __future__ import annotations

import numpy as np
import pygame
import pygame_gui

from skill.app.play.match.choices import Pixel
from skill.app.play.match.gestures import Amounts, Gesture, Orientations
from skill.app.play.match.turn import Turn
from skill.app.screens.match.overlay import paint_turned
from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import ACCENT, BUTTON, BUTTON_HOVER, INK, LINE, PAPER, TEXT
from skill.draw.camera import Array, Camera
from skill.draw.scene_view import about
from skill.lattice.dice import WHITE, Colour
from skill.lattice.frame import rotation
from skill.lattice.notation import Action

MARGIN, PAD = 10, 8  # at scale 1, as all lengths here
DIE, DIE_SHARE = 190, 0.34  # how large the die is, and its share of the scene at most
SLIDER, BUTTON_HEIGHT, TRACK, KNOB = 360, 34, 36, 11
CLICK = 4  # pixels within which a press is a click and turns nothing
TURNED_BY = 300.0  # degrees, when the pointer goes as far as the die is wide
FROM_ABOVE_DEG = 56.0


class GestureCard:
    """Shows the gesture of a turn within the scene, and takes the pointer over it. `area` is what it covers."""

    def __init__(self, ui: pygame_gui.UIManager, scene: pygame.Rect, scale: float, turn: Turn) -> None:
        self._scene, self._scale, self._pen, self._turn = scene, scale, Pen(ui, scale), turn
        self.area: pygame.Rect | None = None
        self._gesture: Gesture | None = None
        self._shown: tuple[object, ...] = ()
        self._eye = Camera()
        self._colour: Colour = WHITE
        self._text = ""
        self._free: Array | None = None
        """How the die is turned while it is held, from its own frame to the world."""
        self._pressed: tuple[int, int] | None = None
        self._has_moved = self._slides = False

    def show(self, camera: Camera, clear: Pixel | None, colour: Colour, text: str) -> bool:
        """Shows the turn's gesture from now on, if any: a die of that colour as the camera sees it, away from what is
        at `clear` in the window; a slider for the amount that reads so. Whether anything differs."""
        gesture, chooser = self._turn.gesture, self._turn.chooser
        free = None if self._free is None else self._free.tobytes()
        shown = (gesture, chooser.choice.shown, chooser.focus, camera.azimuth_deg, colour, text, free, self._slides)
        if shown == self._shown:
            return False
        self._shown, self._colour, self._text = shown, colour, text
        self._eye = Camera(azimuth_deg=camera.azimuth_deg, elevation_deg=FROM_ABOVE_DEG)
        if type(gesture) is not type(self._gesture) or (gesture and self.area is None):
            self.area = self._placed(gesture, clear)
        if gesture is None:
            self.break_off()
        self._gesture = gesture
        return True

    def break_off(self) -> None:
        """What is held is let go, and nothing comes of it."""
        self._free = self._pressed = None
        self._has_moved = self._slides = False

    def _length(self, length: float) -> int:
        return round(length * self._scale)

    def _placed(self, gesture: Gesture | None, clear: Pixel | None) -> pygame.Rect | None:
        scene, margin = self._scene, self._length(MARGIN)
        if isinstance(gesture, Orientations):
            size = min(self._length(DIE), round(DIE_SHARE * min(scene.size)))
            area = pygame.Rect(0, 0, size, size)
            area.bottomright = (scene.right - margin, scene.bottom - margin)
            if clear and area.inflate(size // 2, size // 2).collidepoint(clear):
                area.top = scene.centery - size  # whatever is chosen is seen beside it
                area.right = scene.right - margin
            return area
        if isinstance(gesture, Amounts):
            area = pygame.Rect(0, 0, 0, self._length(BUTTON_HEIGHT + TRACK + 3 * PAD))
            area.w = min(self._length(SLIDER), scene.w - 2 * margin)
            area.midbottom = (scene.centerx, scene.bottom - margin)
            return area
        return None

    @property
    def button(self) -> pygame.Rect:
        """Where a click takes the amount that is shown."""
        assert self.area
        inner = self.area.inflate(-2 * self._length(PAD), -2 * self._length(PAD))
        return pygame.Rect(inner.x, inner.y, inner.w, self._length(BUTTON_HEIGHT))

    @property
    def track(self) -> pygame.Rect:
        """Where the knob of the slider may be: the numbers at its ends stand beside it."""
        assert self.area
        button, side = self.button, self._length(34)
        return pygame.Rect(button.x + side, button.bottom + self._length(PAD), button.w - 2 * side, self._length(TRACK))

    # -- the pointer

    def on_mouse(self, event: pygame.event.Event) -> tuple[bool, Action | None]:
        """Takes an event of the mouse; whether it was meant for this, and the action that it has chosen."""
        area, gesture = self.area, self._gesture
        if area is None or gesture is None or event.type == pygame.MOUSEWHEEL:
            return False, None
        is_main = getattr(event, "button", 1) == 1
        if event.type == pygame.MOUSEBUTTONDOWN and is_main and area.collidepoint(event.pos):
            self._pressed, self._has_moved = event.pos, False
            if isinstance(gesture, Amounts) and not self.button.collidepoint(event.pos):
                self._slides = True
                self._slide(gesture, event.pos)
            return True, None
        if self._pressed is None:
            return area.collidepoint(event.pos), None
        if event.type == pygame.MOUSEMOTION:
            off = max(abs(event.pos[n] - self._pressed[n]) for n in (0, 1))
            self._has_moved |= off > self._length(CLICK)
            if self._slides and isinstance(gesture, Amounts):
                self._slide(gesture, event.pos)
            elif self._has_moved and isinstance(gesture, Orientations):
                self._turn_by(gesture, event.rel)
        elif event.type == pygame.MOUSEBUTTONUP and is_main:
            chosen = None if self._has_moved or self._slides else self._chosen(gesture, event.pos)
            self.break_off()
            return True, chosen
        return True, None

    def _chosen(self, gesture: Gesture, at: tuple[int, int]) -> Action | None:
        chooser = self._turn.chooser
        if isinstance(gesture, Orientations):
            return chooser.choice.shown
        return gesture.shown(chooser.focus) if self.button.collidepoint(at) else None

    def _slide(self, gesture: Amounts, at: tuple[int, int]) -> None:
        track = self.track
        self._turn.chooser.look_at(gesture.at((at[0] - track.x) / track.w))

    def _turn_by(self, gesture: Orientations, way: tuple[int, int]) -> None:
        assert self.area
        if self._free is None:
            self._free = np.array(self._standing(gesture))
        right, up, _ = self._eye.frame
        for axis, pixels in ((up, way[0]), (right, way[1])):
            x, y, z = axis.tolist()
            self._free = np.array(about((x, y, z), TURNED_BY * pixels / self.area.w)) @ self._free
        self._turn.chooser.look_at(gesture.nearest(self._free))

    def _standing(self, gesture: Orientations) -> Array:
        shown = self._turn.chooser.choice.shown
        faces = next(faces for faces, way in gesture.ways.items() if way == shown)
        return np.array(rotation(faces))

    # -- painting

    def paint(self, surface: pygame.Surface) -> None:
        """Paints the die or the slider."""
        if self.area is None:
            return
        pygame.draw.rect(surface, PAPER, self.area, border_radius=self._length(PAD))
        pygame.draw.rect(surface, LINE, self.area, max(1, self._length(1)), border_radius=self._length(PAD))
        if isinstance(self._gesture, Orientations):
            turned = self._standing(self._gesture) if self._free is None else self._free
            inner = self.area.inflate(-2 * self._length(PAD), -2 * self._length(PAD))
            paint_turned(surface, inner, self._colour, turned, self._eye)
        elif isinstance(self._gesture, Amounts):
            self._paint_slider(surface, self._gesture)

    def _paint_slider(self, surface: pygame.Surface, gesture: Amounts) -> None:
        button, track, knob = self.button, self.track, self._length(KNOB)
        pygame.draw.rect(surface, BUTTON_HOVER if self._slides else BUTTON, button, border_radius=self._length(4))
        pygame.draw.rect(surface, ACCENT, button, max(1, self._length(1)), border_radius=self._length(4))
        self._pen.write(surface, self._text, button, INK, TEXT, bold=True, align="centre")
        line = pygame.Rect(track.x, track.centery - self._length(2), track.w, self._length(4))
        at = (track.x + round(track.w * gesture.share(gesture.shown(self._turn.chooser.focus))), track.centery)
        pygame.draw.rect(surface, LINE, line, border_radius=line.h // 2)
        pygame.draw.rect(surface, ACCENT, pygame.Rect(line.x, line.y, at[0] - line.x, line.h))
        pygame.draw.circle(surface, ACCENT, at, knob)
        pygame.draw.circle(surface, INK, at, knob, 1)
        left = pygame.Rect(button.x, track.y, track.x - button.x - knob, track.h)
        right = pygame.Rect(track.right + knob, track.y, left.w, track.h)
        for number, place in ((gesture.numbers[0], left), (gesture.numbers[-1], right)):
            self._pen.write(surface, str(number), place, INK, TEXT, align="centre")
