"""The window: OpenGL where there is 3.3, else software; it puts the scene and the panels together."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
import pygame

from skill.draw import shaders
from skill.draw.camera import Camera, Size
from skill.draw.detail import Detail
from skill.draw.renderer import Renderer
from skill.draw.scene_view import SceneView
from skill.draw.software import SoftwareRenderer
from skill.errors import Unavailable, Words

if TYPE_CHECKING:
    import moderngl

SMALLEST: Size = (480, 360)
"""Of a window, pixels: in a smaller one no screen has room for its parts."""
FRAME = 72  # pixels of the height of a desktop, for the frame of a window and a bar of tasks
WITHOUT = Words("simulate, replay, perft and demo --out work without a display")


class Window:
    """A pygame window with one scene rectangle, and panels drawn by pygame on `panels`."""

    def __init__(self, size: Size, title: str) -> None:
        self.size = size
        pygame.display.set_caption(title)
        self.is_full_screen = False
        self.panels = pygame.Surface(size, pygame.SRCALPHA)

    @property
    def renderer(self) -> Renderer:
        """What draws the scene."""
        raise NotImplementedError

    def another_renderer(self) -> Renderer:
        """A second renderer of the same kind, for a picture beside the scene."""
        raise NotImplementedError

    @property
    def is_slow(self) -> bool:
        """Whether a processor does the work of a graphics card."""
        return True

    def draw_scene(self, view: SceneView, camera: Camera, size: Size, detail: Detail) -> None:
        """Draws the scene for a rectangle of `size` pixels; it is shown by `show`."""
        scaled = (max(1, round(size[0] * detail.scale)), max(1, round(size[1] * detail.scale)))
        self.renderer.draw(view, camera, scaled, detail.quality)

    def wait_until_drawn(self) -> None:
        """Returns when the scene's picture is there, so that its time can be told."""

    def show(self, scene: pygame.Rect, panels: Sequence[pygame.Rect], changed: Sequence[pygame.Rect]) -> None:
        """Puts the last scene and these parts of the panels on screen; `changed` are those drawn anew."""
        raise NotImplementedError

    def resize(self, size: Size) -> None:
        """Takes on the size that an event has told; of a smaller window than `SMALLEST` a part is seen."""
        self.size = (max(SMALLEST[0], size[0]), max(SMALLEST[1], size[1]))
        self.panels = pygame.Surface(self.size, pygame.SRCALPHA)

    def toggle_full_screen(self) -> None:
        """Fills the screen, or goes back to the size before."""
        self.is_full_screen = not self.is_full_screen
        fill_screen(self.is_full_screen)


def fill_screen(fills: bool) -> None:
    """Has the window fill the screen, or not.

    Not by `toggle_fullscreen` of pygame's display, which makes the window anew: a window manager then leaves it as
    large as the screen, and nobody is told.
    """
    window = _system_window()
    if fills:
        window.set_fullscreen(desktop=True)
    else:
        window.set_windowed()


def _system_window() -> pygame.Window:
    """What the system has of the window; pygame's display knows only a part of that."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


class GlWindow(Window):
    """A window with an OpenGL 3.3 context. Raises `Unavailable`."""

    def __init__(self, size: Size, title: str) -> None:
        try:
            import moderngl

            from skill.draw.opengl import GlRenderer
        except ImportError as error:
            raise Unavailable("OpenGL needs moderngl ({error})", error=error) from None
        for attribute, value in (
            (pygame.GL_CONTEXT_MAJOR_VERSION, 3),
            (pygame.GL_CONTEXT_MINOR_VERSION, 3),
            (pygame.GL_CONTEXT_PROFILE_MASK, pygame.GL_CONTEXT_PROFILE_CORE),
            (pygame.GL_CONTEXT_FLAGS, pygame.GL_CONTEXT_FORWARD_COMPATIBLE_FLAG),
            (pygame.GL_DEPTH_SIZE, 24),
        ):
            pygame.display.gl_set_attribute(attribute, value)
        flags = pygame.OPENGL | pygame.DOUBLEBUF | pygame.RESIZABLE
        try:
            try:
                pygame.display.set_mode(size, flags, vsync=1)
            except pygame.error:  # no vertical sync to be had
                pygame.display.set_mode(size, flags)
            moderngl.init_context()  # attaches to this window, where create_context may find an older one
            self.context = moderngl.get_context()
            if self.context.version_code < 330:
                raise Unavailable("the driver offers OpenGL {version}", version=self.context.version_code / 100)
        except Exception as error:  # SDL, glcontext and moderngl raise a type of their own each
            raise Unavailable("no OpenGL 3.3 ({error})", error=error) from None
        super().__init__(size, title)
        self._renderer = GlRenderer(self.context)
        self._copy = self.context.program(shaders.COPY_VERTEX, shaders.COPY_FRAGMENT)
        square = np.array(((0, 0), (1, 0), (0, 1), (1, 1)), np.float32)
        self._square = self.context.vertex_array(self._copy, [(self.context.buffer(square.tobytes()), "2f", "at")])
        self._panel_texture = self._new_panel_texture()

    @property
    def renderer(self) -> Renderer:
        return self._renderer

    def another_renderer(self) -> Renderer:
        from skill.draw.opengl import GlRenderer

        return GlRenderer(self.context)

    @property
    def is_slow(self) -> bool:
        name = self.context.info["GL_RENDERER"].lower()
        return any(word in name for word in ("llvmpipe", "softpipe", "swiftshader", "software"))

    def wait_until_drawn(self) -> None:
        self.context.finish()

    def resize(self, size: Size) -> None:
        super().resize(size)
        self._panel_texture.release()
        self._panel_texture = self._new_panel_texture()

    def _new_panel_texture(self) -> moderngl.Texture:
        texture = self.context.texture(self.size, 4)
        texture.filter = (self.context.NEAREST, self.context.NEAREST)  # pixel by pixel: nothing is to be smoothed
        return texture

    def show(self, scene: pygame.Rect, panels: Sequence[pygame.Rect], changed: Sequence[pygame.Rect]) -> None:
        import moderngl

        for rect in changed:
            part = rect.clip(self.panels.get_rect())
            if part.w and part.h:  # the texture is upside down, as OpenGL counts from the bottom
                pixels = pygame.image.tobytes(self.panels.subsurface(part), "RGBA", True)
                self._panel_texture.write(pixels, (part.x, self.size[1] - part.bottom, part.w, part.h), alignment=1)
        self.context.screen.use()
        self.context.screen.viewport = (0, 0, *self.size)
        self.context.enable_only(moderngl.NOTHING)
        if scene.w and scene.h:
            self._renderer.texture.use(0)
            self.context.viewport = (scene.x, self.size[1] - scene.bottom, scene.w, scene.h)
            self._square_at(-1, -1, 2, 2)
        self._panel_texture.use(0)
        self.context.enable_only(moderngl.BLEND)
        self.context.blend_func = moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA  # pygame_gui's pixels are premultiplied
        self.context.viewport = (0, 0, *self.size)
        for rect in panels:
            self.context.scissor = (rect.x, self.size[1] - rect.bottom, rect.w, rect.h)
            self._square_at(-1, -1, 2, 2)
        self.context.scissor = None
        pygame.display.flip()

    def _square_at(self, *place: float) -> None:
        self._copy["place"].value = place  # type: ignore[union-attr]
        self._square.render(5)  # a triangle strip


class SoftwareWindow(Window):
    """A window without OpenGL. Raises `Unavailable`."""

    def __init__(self, size: Size, title: str) -> None:
        try:
            self._screen = pygame.display.set_mode(size, pygame.RESIZABLE)
        except pygame.error as error:
            raise Unavailable("no window can be opened ({error}); {without}", error=error, without=WITHOUT) from None
        super().__init__(size, title)
        self._renderer = SoftwareRenderer()

    @property
    def renderer(self) -> Renderer:
        return self._renderer

    def another_renderer(self) -> Renderer:
        return SoftwareRenderer()

    def show(self, scene: pygame.Rect, panels: Sequence[pygame.Rect], changed: Sequence[pygame.Rect]) -> None:
        screen = pygame.display.get_surface() or self._screen
        picture = self._renderer.surface
        if picture.get_size() != scene.size:
            picture = pygame.transform.scale(picture, scene.size)
        screen.blit(picture, scene)
        for rect in panels:
            screen.blit(self.panels, rect, rect, pygame.BLEND_PREMULTIPLIED)
        pygame.display.flip()


def open_window(size: Size, title: str, software: bool = False, *, is_seen: bool = False) -> Window:
    """The best window there is; where it `is_seen`, no larger than the desktop has room for.

    Raises `Unavailable` with what still works where none can be opened.
    """
    try:
        pygame.display.init()
    except pygame.error as error:
        raise Unavailable("there is no display ({error}); {without}", error=error, without=WITHOUT) from None
    if is_seen:
        desktop = pygame.display.get_desktop_sizes()[0]
        size = min(size[0], desktop[0]), min(size[1], desktop[1] - FRAME)
    window = _opened(size, title, software)
    _system_window().minimum_size = SMALLEST
    return window


def _opened(size: Size, title: str, software: bool) -> Window:
    if not software:
        try:
            return GlWindow(size, title)
        except Unavailable:
            pygame.display.quit()  # forget the OpenGL attributes that could not be had
            pygame.display.init()
    return SoftwareWindow(size, title)


def wake() -> None:
    """Has the application look what is new, from whatever thread."""
    with suppress(pygame.error):  # the window is closed already
        pygame.event.post(pygame.event.Event(_WAKES))


_WAKES = pygame.event.custom_type()
