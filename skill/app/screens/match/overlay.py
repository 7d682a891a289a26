"""What is written over the scene of a match, painted: cards at its edges, labels at cells, dice drawn large."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import cos, sin

import numpy as np
import pygame
import pygame_gui

from skill.app.play.match.choices import Pixel
from skill.app.play.said.overlay import Overlay, Written
from skill.app.widgets.pen import Pen
from skill.app.widgets.theme import ACCENT, DIALOG_TITLE, INK, LINE, PAPER, QUIET, SMALL_TEXT, TEXT
from skill.draw.camera import Array, Camera
from skill.draw.die_look import FACE_CORNERS, FACE_NORMALS, FACE_OCTAGONS, PAINT, make_in_use, pip_outlines
from skill.draw.palette import GLOW, LIGHT_DIRECTION, Rgb
from skill.draw.scene_view import TOP_UP
from skill.lattice.dice import Colour
from skill.lattice.frame import rotation
from skill.lattice.notation import Action
from skill.rules.telling import BAD, GOOD, Held

MARGIN, PAD, GAP = 10, 8, 8  # at scale 1, as all lengths here
PAD_OF_BUTTON = 18
REFUSED_SHARE = 0.4  # of the width of the scene, at most, for why a click was in vain
LEFT_OF_TRAY = 0.29  # of the width of the scene, which the dice before whoever sits in front leave free
LARGE, LEAST, SMALL = 64, 36, 26  # of a die in hand where there is room and where not, and of one beside its value
GOOD_INK, BAD_INK = "#1f6b3a", "#a3202a"
TOP_EYE = Camera(azimuth_deg=20.0, elevation_deg=58.0)  # on a die that shows its number on top
CORNER_EYE = Camera(elevation_deg=70.0)  # on a die that stands as in the plate
MAY_BE_CLICKED, FOCUSED = 3, 6  # of a frame round a die, how broad
ACROSS = 1.75  # edges that a picture of a die is wide
DIMMED = 0.55  # of a die's colour in the shade
LIGHT = np.array(LIGHT_DIRECTION) / np.linalg.norm(LIGHT_DIRECTION)
PIP_SIDES = 16
TUMBLED = 7.0  # how far a die turns about two axes until it lies, radians
FADES_FOR = 0.4  # the last share of its time, in which a note fades
CLEAR_OF_MARKS = ((18, 2.0), (8, 2.5), (0, 6.0))
"""How far from the middle of a mark a label stays as long as it has to go no farther for that: the latter is a share of
the label's height."""


class OverlayPaint:
    """Paints an `Overlay` within the scene. `show` takes it on, `rects` are the parts of the window it covers."""

    def __init__(self, ui: pygame_gui.UIManager, scene: pygame.Rect, scale: float) -> None:
        self._scene, self._scale, self._pen = scene, scale, Pen(ui, scale)
        self._overlay = Overlay("")
        self._labels: list[tuple[pygame.Rect, Written]] = []
        self._seen_by: Camera | None = None
        self._cards: list[tuple[pygame.Rect, str, str, bool]] = []
        self._held: list[tuple[pygame.Rect, Held]] = []
        self._values: list[tuple[pygame.Rect, str, str]] = []
        self._pointed: list[tuple[pygame.Rect, str]] = []
        self._button: list[tuple[pygame.Rect, str]] = []
        self._refused: list[tuple[pygame.Rect, str]] = []

    @property
    def rects(self) -> list[pygame.Rect]:
        """The parts of the window that are painted."""
        found = [card[0] for card in self._cards] + [value[0] for value in self._values]
        found += [label[0] for label in self._labels] + [held[0] for held in self._held]
        found += [line[0] for line in (*self._pointed, *self._button, *self._refused)]
        return [rect.clip(self._scene) for rect in found]

    def show(self, overlay: Overlay, camera: Camera) -> bool:
        """Shows this from now on, seen by the camera; whether anything differs."""
        if is_other := overlay != self._overlay or not self._cards:
            self._overlay = overlay
            self._lay_out(overlay)
            self._refused = self._beside_click(*overlay.refused, overlay, camera) if overlay.refused else []
        elif camera == self._seen_by:
            return False
        before, self._labels, self._seen_by = self._labels, self._placed(overlay, camera), camera
        return is_other or self._labels != before

    # -- where things are

    def taken_up_at(self, at: tuple[int, int]) -> Action | None:
        """What takes up the die beside the plate that is under a pixel of the window; None where nothing does."""
        for (rect, _), taken in zip(self._held, self._overlay.taken_up, strict=False):
            if taken and rect.collidepoint(at):
                return taken
        return None

    def meaning_at(self, at: tuple[int, int]) -> str:
        """What the label under a pixel of the window tells; nothing where none needs that."""
        return next((written.means for rect, written in self._labels if rect.collidepoint(at)), "")

    def _length(self, length: float) -> int:
        return round(length * self._scale)

    def _placed(self, overlay: Overlay, camera: Camera) -> list[tuple[pygame.Rect, Written]]:
        """The labels of what is seen, where they are in the window: in the scene, and each as near to its place as it
        lies over no line of text, no other label and, where there is room for that, no mark of what may be chosen.
        Numbers have their places first and what fades has its own last.
        """
        if not overlay.written:
            return []
        points = np.array([*(written.at for written in overlay.written), *overlay.middles])
        seen = (camera.project(points, self._scene.size) + self._scene.topleft).round(1).tolist()  # on any processor
        number = len(overlay.written)
        marks = [(round(x), round(y)) for x, y in seen[number:] if np.isfinite((x, y)).all()]
        taken = self._written
        found: list[tuple[pygame.Rect, Written]] = []
        placed = zip(overlay.written, seen[:number], strict=True)
        for written, (x, y) in sorted(placed, key=lambda it: (it[0].share is not None, not it[0].is_number, it[1][1])):
            if not (np.isfinite((x, y)).all() and self._scene.collidepoint(x, y)):
                continue
            size = TEXT if written.share is None else DIALOG_TITLE
            width, height = self._pen.font(size, bold=True).size(written.text)
            rect = pygame.Rect(0, 0, width + self._length(PAD), height)
            rect.center = (round(x), round(y))
            rect.clamp_ip(self._scene)
            if self._scene.contains(rect) and (free := self._freed(rect, taken, marks)):
                found.append((free, written))
                taken.append(free)
        return found

    def _freed(self, rect: pygame.Rect, taken: list[pygame.Rect], marks: list[tuple[int, int]]) -> pygame.Rect | None:
        """A label where it lies over nothing that is taken and off the middles of marks, the farther from them the
        less it has to go for that; over marks for want of room, None if there is none at all."""
        for clear, far in CLEAR_OF_MARKS:
            side = max(1, self._length(2 * clear))
            kept = [pygame.Rect(x - side // 2, y - side // 2, side, side) for x, y in marks]
            if found := _nearest(rect, [*taken, *kept], self._scene, round(far * rect.h)):
                return found
        return _nearest(rect, taken, self._scene, self._scene.h)

    @property
    def _written(self) -> list[pygame.Rect]:
        """Where text stands whatever is seen, and dice are drawn large."""
        found = [card[0] for card in self._cards] + [value[0] for value in self._values]
        return found + [held[0] for held in self._held] + [line[0] for line in (*self._pointed, *self._button)]

    @property
    def _has_trays(self) -> bool:
        """Whether dice lie before players, with their numbers."""
        return any(written.is_number for written in self._overlay.written)

    def _lay_out(self, overlay: Overlay) -> None:
        margin, pad, x = self._length(MARGIN), self._length(PAD), self._scene.x
        self._cards, y = [], self._scene.y + margin
        for text, look, bold in ((overlay.goal, INK, True), *((told, QUIET, False) for told in overlay.last)):
            size = TEXT if bold else SMALL_TEXT
            for line in self._pen.wrapped(text, self._scene.w - 2 * margin - 2 * pad, size, bold=bold):
                width, height = self._pen.font(size, bold=bold).size(line)
                rect = pygame.Rect(x + margin, y, width + 2 * pad, height + (pad if bold else pad // 2))
                self._cards.append((rect, line, look, bold))
                y = rect.bottom
            y += self._length(3)
        large, gap, across = self._length(LARGE), self._length(GAP), max(1, len(overlay.held))
        if self._has_trays:  # dice that lie before a player are not covered
            room = round(LEFT_OF_TRAY * self._scene.w) - margin
            large = max(min(large, room // across - gap), self._length(LEAST))
            across = max(1, room // (large + gap))
        small, bottom = self._length(SMALL), self._scene.bottom - margin
        rows = -(-len(overlay.held) // across)
        top = bottom - len(overlay.values) * (small + gap // 2)
        shown = overlay.values if top - rows * (large + gap) >= y else ()  # above a card there may be no room
        if shown:
            bottom = top - gap // 2  # values stay where they are while dice come and go
        self._held = []
        for n, die in enumerate(overlay.held):
            up, along = divmod(n, across)
            at = (x + margin + along * (large + gap), bottom - large - up * (large + gap))
            self._held.append((pygame.Rect(at, (large, large)), die))
        self._values = []
        for n, ((colour, _), text) in enumerate(zip(shown, overlay.valued, strict=False)):
            width = small + gap + self._pen.font(TEXT, bold=True).size(text)[0] + gap
            rect = pygame.Rect(x + margin, top + n * (small + gap // 2), width, small)
            self._values.append((rect, colour, text))
        self._pointed = self._lines_at_foot(overlay.pointed)
        if self._has_trays and self._pointed:
            self._pointed = self._lines_beside_tray(overlay.pointed)
        self._button = self._button_of(overlay.button)

    def _lines_at_foot(self, text: str, size: int = TEXT, pad: float = PAD) -> list[tuple[pygame.Rect, str]]:
        """A text in the middle of the foot of the scene."""
        area, pad = self._free_at_foot, self._length(pad)
        return self._lines(text, area.w - 2 * pad, area.midbottom, size, pad) if text else []

    def _lines_beside_tray(self, text: str) -> list[tuple[pygame.Rect, str]]:
        """A text at the left of the foot of the scene and over what is there, where it covers none of the own dice."""
        pad, margin = self._length(PAD), self._length(MARGIN)
        width, left = round(LEFT_OF_TRAY * self._scene.w) - margin, self._scene.x + margin
        there = [held[0] for held in self._held] + [value[0] for value in self._values]
        foot = min([place.top for place in there], default=self._scene.bottom)
        lines = self._lines(text, width - 2 * pad, (left + width // 2, foot - margin), TEXT, pad)
        return [(rect.move(left - rect.x, 0), line) for rect, line in lines]

    @property
    def _free_at_foot(self) -> pygame.Rect:
        """Where a text may stand: beside what is at the foot already, or above it for want of room."""
        margin = self._length(MARGIN)
        there = [held[0] for held in self._held] + [value[0] for value in self._values]
        area = self._scene.inflate(-2 * margin, -2 * margin)
        taken = area.x if not there else max(place.right for place in there) + margin
        if there and area.right - taken < area.w // 2:
            area.h = min(place.top for place in there) - margin - area.y
        else:
            area.x, area.w = taken, area.right - taken
        return area

    def _button_of(self, text: str) -> list[tuple[pygame.Rect, str]]:
        """The button, in the same place whatever lies beside it, unless that reaches so far: at the right where dice
        lie before players, and else in the middle."""
        pad, margin = self._length(PAD_OF_BUTTON), self._length(MARGIN)
        x, bottom = self._scene.centerx, self._scene.bottom - margin
        lines = self._lines(text, self._scene.w - 2 * (margin + pad), (x, bottom), DIALOG_TITLE, pad) if text else []
        if self._has_trays:
            right = self._scene.right - margin
            lines = [(rect.move(right - max(r.right for r, _ in lines), 0), line) for rect, line in lines]
        there = [held[0] for held in self._held] + [value[0] for value in self._values]
        is_free = all(rect.collidelist(there) == -1 for rect, _ in lines)
        return lines if is_free else self._lines_at_foot(text, DIALOG_TITLE, PAD_OF_BUTTON)

    def _beside_click(
        self, at: Pixel | None, text: str, overlay: Overlay, camera: Camera
    ) -> list[tuple[pygame.Rect, str]]:
        """A text as near to a pixel of the window as it hides neither what was clicked nor what may be chosen, nor
        lies over other text; at the foot of the scene without a pixel, or for want of room."""
        if at is None:
            return self._lines_at_foot(text)
        width = round(REFUSED_SHARE * self._scene.w)
        found = self._lines(text, width, (round(at[0]), round(at[1])), TEXT, self._length(PAD))
        whole = found[0][0].unionall([rect for rect, _ in found])
        points = np.array(overlay.middles).reshape(-1, 3)
        edges = camera.pixels_per_edge(points, self._scene.size) if len(points) else np.array([])
        edge = float(edges.max()) if len(edges) else float(self._length(LARGE))
        seen = (camera.project(points, self._scene.size) + self._scene.topleft).tolist() if len(points) else []
        kept = [
            pygame.Rect(x - edge / 2, y - edge / 2, edge, edge) for x, y in (at, *seen) if np.isfinite((x, y)).all()
        ]
        free = _nearest(whole.clamp(self._scene), [*kept, *self._written], self._scene, self._scene.h)
        if free is None:
            return self._lines_at_foot(text)
        return [(rect.move(free.x - whole.x, free.y - whole.y), line) for rect, line in found]

    def _lines(
        self, text: str, width: int, foot: tuple[int, int], size: int, pad: int
    ) -> list[tuple[pygame.Rect, str]]:
        """A text in lines of at most that width; `foot` is the middle of its lower edge."""
        font = self._pen.font(size, bold=True)
        lines = self._pen.wrapped(text, width, size, bold=True)
        height = font.size("X")[1] + pad
        found = []
        for n, line in enumerate(lines):
            rect = pygame.Rect(0, 0, font.size(line)[0] + 2 * pad, height)
            rect.midtop = (foot[0], foot[1] - (len(lines) - n) * height)
            found.append((rect, line))
        return found

    # -- painting

    def paint(self, surface: pygame.Surface) -> None:
        """Paints everything."""
        for rect, text, look, bold in self._cards:
            with _fading(surface, rect, 1.0 if bold else self._overlay.last_share) as (sheet, at):
                self._card(sheet, at)
                inner = at.inflate(-2 * self._length(PAD), 0)
                self._pen.write(sheet, text, inner, look, TEXT if bold else SMALL_TEXT, bold=bold)
        for rect, colour, text in self._values:
            self._card(surface, rect)
            die = pygame.Rect(rect.x, rect.y, rect.h, rect.h)
            paint_die(surface, die.inflate(-4, -4), Held(colour), has_pips=False)
            self._pen.write(surface, text, rect.move(die.w + self._length(GAP) // 2, 0), INK, TEXT, bold=True)
        for n, (rect, held) in enumerate(self._held):
            paint_die(surface, rect, held, tumbling=self._overlay.tumbling)
            if n < len(self._overlay.taken_up) and (taken := self._overlay.taken_up[n]):
                width = self._length(FOCUSED if taken == self._overlay.focus else MAY_BE_CLICKED)
                pygame.draw.rect(surface, _on_screen(GLOW), rect, max(1, width), border_radius=self._length(PAD))
        for rect, written in self._labels:
            ink = {GOOD: GOOD_INK, BAD: BAD_INK}.get(written.kind, INK)
            size = TEXT if written.share is None else DIALOG_TITLE
            with _fading(surface, rect, min(1.0, (1.0 - (written.share or 0.0)) / FADES_FOR)) as (sheet, at):
                self._card(sheet, at)
                if written.colour:
                    pygame.draw.rect(sheet, _on_screen(PAINT[written.colour].body), at, 2, border_radius=at.h // 4)
                self._pen.write(sheet, written.text, at, ink, size, bold=True, align="centre")
        for lines, ink in ((self._pointed, INK), (self._refused, BAD_INK)):
            for rect, line in lines:
                self._card(surface, rect)
                self._pen.write(surface, line, rect, ink, TEXT, bold=True, align="centre")

        for rect, line in self._button:
            pygame.draw.rect(surface, ACCENT, rect, border_radius=rect.h // 4)
            pygame.draw.rect(surface, INK, rect, 2, border_radius=rect.h // 4)
            self._pen.write(surface, line, rect, PAPER, DIALOG_TITLE, bold=True, align="centre")

    def _card(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        pygame.draw.rect(surface, PAPER, rect, border_radius=rect.h // 4)
        pygame.draw.rect(surface, LINE, rect, 1, border_radius=rect.h // 4)


def _nearest(rect: pygame.Rect, taken: list[pygame.Rect], area: pygame.Rect, far: int) -> pygame.Rect | None:
    """The rectangle moved as little as may be, and `far` pixels at most, to where it lies in an area and over nothing
    that is taken; None if it cannot."""
    near = [other for other in taken if other.colliderect(rect.inflate(2 * far, 2 * far))]
    ups = {0, *(other.bottom - rect.top for other in near), *(other.top - rect.bottom for other in near)}
    moves = ((across * rect.w // 4, up) for across in (0, -1, 1, -2, 2, -4, 4) for up in ups)
    ways = sorted((abs(across) + abs(up), up, across) for across, up in moves)
    at = (rect.move(across, up) for way, up, across in ways if way <= far)
    return next((moved for moved in at if area.contains(moved) and moved.collidelist(near) == -1), None)


@contextmanager
def _fading(surface: pygame.Surface, rect: pygame.Rect, share: float) -> Iterator[tuple[pygame.Surface, pygame.Rect]]:
    """Where to paint what lies in a rectangle, of which only a share is seen, 0 to 1."""
    if share >= 1:
        yield surface, rect
        return
    sheet = pygame.Surface(rect.size, pygame.SRCALPHA)
    yield sheet, sheet.get_rect()
    sheet.fill((round(255 * share),) * 4, special_flags=pygame.BLEND_RGBA_MULT)  # pixels are premultiplied
    surface.blit(sheet, rect, special_flags=pygame.BLEND_PREMULTIPLIED)


def paint_die(
    surface: pygame.Surface, rect: pygame.Rect, held: Held, has_pips: bool = True, *, tumbling: float = 0.0
) -> None:
    """Draws a die as large as `rect`: its number on top, or corner on with its three upper faces; on its way there
    where it still has a share of that to tumble."""
    turned = np.array(rotation(held.faces) if held.faces else TOP_UP[held.number or 1])
    if tumbling:
        c, s = cos(TUMBLED * tumbling**2), sin(TUMBLED * tumbling**2)
        turned = np.array([(c, 0, s), (0, 1, 0), (-s, 0, c)]) @ np.array([(1, 0, 0), (0, c, -s), (0, s, c)]) @ turned
    has_pips &= bool(held.number or held.faces)
    paint_turned(surface, rect, held.colour, turned, CORNER_EYE if held.faces else TOP_EYE, has_pips=has_pips)


def paint_turned(
    surface: pygame.Surface, rect: pygame.Rect, colour: Colour, turned: Array, seen_by: Camera, *, has_pips: bool = True
) -> None:
    """Draws a die as large as `rect`, turned from its own frame to the world, as a camera has it before it."""
    eye, paint, scale = seen_by.frame, PAINT[colour], rect.w / ACROSS
    pips = pip_outlines(PIP_SIDES, make_in_use().pip_radius)
    flat = eye[:2] * ((scale,), (-scale,)) @ turned
    for face in range(6):
        normal = turned @ FACE_NORMALS[face]
        if eye[2] @ normal <= 0:
            continue
        body = np.array(_on_screen(paint.body)) * (DIMMED + (1 - DIMMED) * max(0.0, float(normal @ LIGHT)))
        for pattern, share in ((FACE_CORNERS, 0.72), (FACE_OCTAGONS, 1.0)):
            points = (flat @ pattern[face].T).T + rect.center
            pygame.draw.polygon(surface, (body * share).astype(int).tolist(), points.tolist())
        for pip in pips[face] if has_pips else ():
            points = (flat @ pip.T).T + rect.center
            pygame.draw.polygon(surface, _on_screen(paint.pips), points.tolist())


def _on_screen(rgb: Rgb) -> tuple[int, int, int]:
    r, g, b = (int(255 * c**0.5) for c in rgb)
    return (r, g, b)
