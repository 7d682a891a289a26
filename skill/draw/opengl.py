"""The OpenGL renderer: 3.3 core, instanced dice, a shadow map, a framebuffer of its own. Takes any context."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import moderngl
import numpy as np
from numpy.typing import NDArray

from skill.draw import shaders
from skill.draw.camera import Camera, Size
from skill.draw.die_look import PAINT, DieMake, die_mesh, make_in_use, own_colour, palette_in_use
from skill.draw.geometry import plate_mesh
from skill.draw.marks import marked, radius_of
from skill.draw.palette import LIGHT_DIRECTION
from skill.draw.plate_look import TILE, plate_in_use, plate_name, stroke_light, texture
from skill.draw.scene_view import PITCH, DieView, Marker, PlatePose, SceneView, Stroke
from skill.draw.shaders import SHADOW_REACH
from skill.errors import Unavailable

_INSTANCE = "3f 3f 3f 3f 3f 3f 3f 3f/i"
_INSTANCE_NAMES = ("i_position", "i_x", "i_y", "i_z", "i_body", "i_pips", "i_rim", "i_style")
_SHADOW_SKIPS = "3f 3f 3f 3f 48x/i"
GHOST_OPACITY = 0.55
TABLE_SIZE = 90.0  # half the side of the table, edges: beyond the far end of any view
MOST_DICE = 400  # more than any set has; also the most markers or strokes
SHADED_TABLE = 1.3 * SHADOW_REACH  # half the side of what may lie in shadow: the lamp looks down at a slant
SHADOWS = {"low": "HARD", "high": "SOFT"}
SHADOW_PIXELS = {"low": 512, "high": 2048}
SAMPLES = {"low": 0, "high": 4}
ARCS = {"low": 0, "high": 2}
CASTING_ARCS = {"low": 0, "high": 1}  # of dice as they cast shadows: hardly to be told from the better mesh


def instances(dice: Sequence[DieView]) -> NDArray[np.float32]:
    """One row of 24 numbers a die: centre, rotation by rows, body, pips, the colour of the seat that owns it, and
    (code of its marks, opacity, numbers + 64 x mark of its colour)."""
    rows = []
    for die in dice:
        (x, y, z), (body, pips, mark) = die.rotation, PAINT[die.colour]
        opacity = GHOST_OPACITY if die.ghost else 1.0
        marks = marked(die.marks)
        style = (marks.code, opacity, die.pips + 64.0 * mark)
        rows.append((*die.position, *x, *y, *z, *body, *pips, *own_colour(marks), *style))
    return np.array(rows, np.float32).reshape(-1, 24)


def light_matrix() -> NDArray[np.float64]:
    """World to the lamp's clip space: parallel light on the plate and what stands on it."""
    towards = np.array(LIGHT_DIRECTION) / np.linalg.norm(LIGHT_DIRECTION)
    right = np.cross((0.0, 1.0, 0.0), towards)
    right /= np.linalg.norm(right)
    matrix = np.eye(4)
    matrix[0, :3] = right / SHADOW_REACH
    matrix[1, :3] = np.cross(towards, right) / SHADOW_REACH
    matrix[2, :3] = -towards / (2 * SHADOW_REACH)
    matrix[2, 3] = 0.2  # the heap stands above the origin: keep its apex before the near plane
    return matrix


def _write(buffer: moderngl.Buffer, rows: NDArray[np.float32]) -> None:
    if rows.nbytes > buffer.size:
        raise Unavailable(f"cannot draw {len(rows)} dice, markers or strokes at once: expected at most {MOST_DICE}")
    if rows.size:
        buffer.write(rows.tobytes())


def _pose_matrix(pose: PlatePose) -> NDArray[np.float64]:
    matrix = np.eye(4)
    matrix[:3, :3] = pose.rotation
    matrix[:3, 3] = pose.shift
    return matrix


def _columns(matrix: NDArray[np.float64]) -> bytes:
    return bytes(matrix.T.astype(np.float32))


class _Target:
    """A framebuffer of one size and quality, and the texture it ends up in."""

    def __init__(self, context: moderngl.Context, size: Size, samples: int) -> None:
        self.size, self.samples = size, samples
        self.texture = context.texture(size, 4)
        self.texture.repeat_x = self.texture.repeat_y = False  # nothing of one border is mixed into the other
        self.final = context.framebuffer([self.texture])
        depth = context.depth_renderbuffer(size, samples=samples)
        colour = context.renderbuffer(size, 4, samples=samples) if samples else self.texture
        self.drawn = context.framebuffer([colour], depth)
        self._owned = (self.drawn, depth, self.final, self.texture, *([colour] if samples else []))

    def release(self) -> None:
        for part in self._owned:
            part.release()


class _Buffers(NamedTuple):
    """What is drawn, as rows on the graphics card; written anew when it changes."""

    dice: moderngl.Buffer
    ghosts: moderngl.Buffer
    markers: moderngl.Buffer
    strokes: moderngl.Buffer
    plate: moderngl.Buffer


class _Pipeline:
    """Programs, vertex arrays and the shadow map of one quality."""

    die: moderngl.Program
    dice: moderngl.VertexArray
    ghosts: moderngl.VertexArray

    def __init__(self, context: moderngl.Context, quality: str, buffers: _Buffers) -> None:
        make = context.program
        lit, shadows = shaders.with_shadows, SHADOWS[quality]
        self.plate = make(shaders.PLATE_VERTEX, lit(shaders.PLATE_FRAGMENT, shadows))
        self.table = make(shaders.TABLE_VERTEX, lit(shaders.TABLE_FRAGMENT, shadows))
        self.far_table = make(shaders.TABLE_VERTEX, lit(shaders.TABLE_FRAGMENT, "NO"))
        self.marker = make(shaders.MARKER_VERTEX, shaders.MARKER_FRAGMENT)
        self.stroke = make(shaders.STROKE_VERTEX, shaders.STROKE_FRAGMENT)
        self.die_shadow = make(shaders.SHADOW_DIE_VERTEX, shaders.SHADOW_FRAGMENT)
        self.plate_shadow = make(shaders.SHADOW_PLATE_VERTEX, shaders.SHADOW_FRAGMENT)
        self.plate["grain"] = 1

        array = context.vertex_array
        mesh, index = self._mesh(context, ARCS[quality])
        shape, outline = self._mesh(context, CASTING_ARCS[quality])
        self._context, self._shadows, self._die_mesh, self._index = context, shadows, mesh, index
        self._rows = (buffers.dice, buffers.ghosts)
        self._make: DieMake | None = None
        self.use_make(make_in_use())
        self.dice_casting = array(
            self.die_shadow, [shape, (buffers.dice, _SHADOW_SKIPS, *_INSTANCE_NAMES[:4])], outline
        )
        self.plate_array = array(self.plate, [(buffers.plate, "3f 3f 2f", "at", "in_normal", "in_uv")])
        self.plate_casting = array(self.plate_shadow, [(buffers.plate, "3f 20x", "at")])
        square = np.array(((-1, -1), (1, -1), (-1, 1), (1, 1)), np.float32)
        self.table_array = array(self.table, [(context.buffer((square * SHADED_TABLE).tobytes()), "2f", "at")])
        corners = square[[0, 1, 3, 2, 0]]
        ring = np.stack((corners * SHADED_TABLE, corners * TABLE_SIZE), axis=1)
        self.far_table_array = array(self.far_table, [(context.buffer(ring.tobytes()), "2f", "at")])
        marks = (buffers.markers, "3f 3f 2f/i", "i_position", "i_colour", "i_look")
        self.markers = array(self.marker, [(context.buffer(square.tobytes()), "2f", "at"), marks])
        bands = (buffers.strokes, "3f 3f 2f 4f/i", "i_begin", "i_end", "i_widths", "i_colour")
        self.strokes = array(self.stroke, [(context.buffer(square.tobytes()), "2f", "at"), bands])

        side = SHADOW_PIXELS[quality]
        self.shadow = context.depth_texture((side, side))
        self.shadow.compare_func = "<="
        self.shadow.filter = (moderngl.LINEAR, moderngl.LINEAR)
        self.shadow.repeat_x = self.shadow.repeat_y = False
        self.shadow_buffer = context.framebuffer(depth_attachment=self.shadow)
        self.shadow_of: tuple[object, ...] | None = None

    def use_make(self, make: DieMake) -> None:
        """Draws dice that are made so from now on."""
        if make == self._make:
            return
        if self._make is not None:
            for old in (self.dice, self.ghosts, self.die):
                old.release()
        self._make = make
        fragment = shaders.with_shadows(shaders.die_fragment(make), self._shadows)
        self.die = self._context.program(shaders.DIE_VERTEX, fragment)
        self.dice, self.ghosts = (
            self._context.vertex_array(self.die, [self._die_mesh, (rows, _INSTANCE, *_INSTANCE_NAMES)], self._index)
            for rows in self._rows
        )

    @staticmethod
    def _mesh(context: moderngl.Context, arcs: int) -> tuple[tuple[moderngl.Buffer, str, str], moderngl.Buffer]:
        points, triangles = die_mesh(arcs)
        return (context.buffer(points.tobytes()), "3f", "at"), context.buffer(triangles.tobytes())

    def set_uniforms(
        self, matrix: bytes, light: bytes, pose: bytes, eye: tuple[float, ...], table_z: float, last_share: float
    ) -> None:
        values = {"view_projection": matrix, "light_matrix": light, "pose": pose}
        shown = (self.die, self.plate, self.table, self.far_table, self.marker, self.stroke)
        for program in (*shown, self.die_shadow, self.plate_shadow):
            for name, value in values.items():
                if name in program:
                    program[name].write(value)  # type: ignore[union-attr]
            if "table_z" in program:
                program["table_z"].value = table_z  # type: ignore[union-attr]
            if "eye" in program:
                program["eye"].value = eye  # type: ignore[union-attr]
        look = plate_in_use()
        given = {"light": look.light, "dark": look.dark, "weave": look.weave, "shine": look.gloss}
        for name, number in given.items():
            self.plate[name].value = number  # type: ignore[union-attr]
        self.marker["OUTLINE"].value = look.around  # type: ignore[union-attr]
        for program in (self.die, self.marker):
            program["last_share"].value = last_share  # type: ignore[union-attr]


class GlRenderer:
    """Draws a `SceneView`; the picture stays in `texture` until the next call. The caller owns the context."""

    name = "OpenGL"

    def __init__(self, context: moderngl.Context) -> None:
        self.context = context
        self._target: _Target | None = None
        self._pipelines: dict[str, _Pipeline] = {}
        self._light = _columns(light_matrix())
        self._textures: dict[str, moderngl.Texture] = {}
        """Of plates, by the names of their looks."""
        self._plate: NDArray[np.float32] | None = None
        self._dice_seen: tuple[object, ...] | None = None
        self._buffers = _Buffers(
            context.buffer(reserve=MOST_DICE * 24 * 4, dynamic=True),
            context.buffer(reserve=MOST_DICE * 24 * 4, dynamic=True),
            context.buffer(reserve=MOST_DICE * 8 * 4, dynamic=True),
            context.buffer(reserve=MOST_DICE * 12 * 4, dynamic=True),
            context.buffer(plate_mesh(PITCH).tobytes()),
        )

    def draw(self, view: SceneView, camera: Camera, size: Size, quality: str = "high") -> None:
        """Draws the scene into a framebuffer of `size` pixels; `quality` is `low` or `high`."""
        pipeline = self._pipelines.get(quality)
        if pipeline is None:
            pipeline = self._pipelines[quality] = _Pipeline(self.context, quality, self._buffers)
        target = self._target
        if target is None or target.size != size or target.samples != SAMPLES[quality]:
            if target:
                target.release()
            target = self._target = _Target(self.context, size, SAMPLES[quality])
        pipeline.use_make(make_in_use())
        solid = [die for die in view.dice if not die.ghost]
        ghosts = [die for die in view.dice if die.ghost]
        mesh = plate_mesh(view.pitch, view.side)
        if mesh is not self._plate:
            self._plate = mesh
            if mesh.size:
                self._buffers.plate.write(mesh.tobytes())
        if (seen := (solid, camera, size, palette_in_use())) != self._dice_seen:
            self._dice_seen = seen
            rows = instances(solid)
            nearest = np.argsort(((rows[:, :3] - camera.eye(size)) ** 2).sum(axis=1))
            _write(self._buffers.dice, rows[nearest])  # front to back: what is hidden is never shaded
        matrix = _columns(camera.projection(size) @ camera.view_matrix(size))
        pose = _columns(_pose_matrix(view.plate))
        eye = tuple(camera.eye(size))
        pipeline.set_uniforms(matrix, self._light, pose, eye, view.table_z, view.last_share)
        self._cast_shadows(pipeline, solid, view.plate, mesh)
        target.drawn.use()
        self.context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        target.drawn.clear(0.6, 0.65, 0.7, 1.0)
        pipeline.shadow.use(0)
        self._texture().use(1)
        if solid:
            pipeline.dice.render(instances=len(solid))
        if mesh.size:
            pipeline.plate_array.render(vertices=len(mesh))
        for table in (pipeline.table_array, pipeline.far_table_array):
            table.render(moderngl.TRIANGLE_STRIP)
        self._draw_strokes(pipeline, view.lines, moderngl.DEPTH_TEST | moderngl.BLEND)
        self._draw_translucent(pipeline, view.markers, ghosts)
        self._draw_strokes(pipeline, view.strokes, moderngl.BLEND)
        if target.samples:
            self.context.copy_framebuffer(target.final, target.drawn)

    def _texture(self) -> moderngl.Texture:
        """The texture of the plate in use."""
        name = plate_name()
        if name not in self._textures:
            made = self._textures[name] = self.context.texture((TILE, TILE), 1, texture(name).tobytes())
            made.build_mipmaps()
        return self._textures[name]

    def _cast_shadows(
        self, pipeline: _Pipeline, solid: list[DieView], plate: PlatePose, mesh: NDArray[np.float32]
    ) -> None:
        casting = ([(die.position, die.rotation) for die in solid], plate, id(mesh))
        if pipeline.shadow_of == casting:
            return
        pipeline.shadow_of = casting
        pipeline.shadow_buffer.use()
        pipeline.shadow_buffer.clear()
        self.context.polygon_offset = 1.5, 2.0
        if solid:
            self.context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
            pipeline.dice_casting.render(instances=len(solid))
        if mesh.size:
            self.context.enable_only(moderngl.DEPTH_TEST)  # its back is open
            pipeline.plate_casting.render(vertices=len(mesh))
        self.context.polygon_offset = 0.0, 0.0

    def _draw_translucent(self, pipeline: _Pipeline, markers: Sequence[Marker], ghosts: list[DieView]) -> None:
        self.context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND | moderngl.CULL_FACE)
        self.context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        if markers:
            looks = [(m.position, marked(m.kind)) for m in markers]
            rows = [(*position, *own_colour(marks), radius_of(marks), marks.code) for position, marks in looks]
            _write(self._buffers.markers, np.array(rows, np.float32))
            pipeline.markers.render(moderngl.TRIANGLE_STRIP, instances=len(markers))
        if ghosts:
            _write(self._buffers.ghosts, instances(ghosts))
            pipeline.ghosts.render(instances=len(ghosts))

    def _draw_strokes(self, pipeline: _Pipeline, strokes: Sequence[Stroke], flags: int) -> None:
        if not strokes:
            return
        self.context.enable_only(flags)
        self.context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        lights = [(stroke, stroke_light(stroke.kind)) for stroke in strokes]
        rows = [(*stroke.begin, *stroke.end, *stroke.widths, *light.colour, light.opacity) for stroke, light in lights]
        _write(self._buffers.strokes, np.array(rows, np.float32))
        pipeline.strokes.render(moderngl.TRIANGLE_STRIP, instances=len(strokes))

    # -- the result

    @property
    def texture(self) -> moderngl.Texture:
        """The last picture, bottom row first. Raises `Unavailable` before the first `draw`."""
        if self._target is None:
            raise Unavailable("no picture has been drawn yet")
        return self._target.texture

    def pixels(self) -> NDArray[np.uint8]:
        """The last picture as (height, width, 3), top row first."""
        width, height = self.texture.size
        assert self._target is not None
        data = np.frombuffer(self._target.final.read(components=3, alignment=1), np.uint8)
        return np.ascontiguousarray(data.reshape(height, width, 3)[::-1])


class _Standalone(GlRenderer):
    """A renderer that shares its thread with other contexts, such as that of a window."""

    name = "OpenGL without a window"

    def draw(self, view: SceneView, camera: Camera, size: Size, quality: str = "high") -> None:
        with self.context:
            super().draw(view, camera, size, quality)

    def pixels(self) -> NDArray[np.uint8]:
        with self.context:
            return super().pixels()


LIBRARIES = {"libgl": "libGL.so.1", "libegl": "libEGL.so.1", "libx11": "libX11.so.6"}
"""Of Linux, by the names that glcontext has for them; it passes over what a backend does not need."""


def standalone() -> _Standalone:
    """A renderer with a context of its own and no window. Raises `Unavailable`."""
    backends: list[dict[str, Any]] = [{"backend": "egl"}, {}]
    if sys.platform.startswith("linux"):  # else glcontext has other programs look for them: ldconfig, gcc, ld
        backends = [dict(backend, **LIBRARIES) for backend in backends]
    reasons = []
    for backend in backends:
        try:
            return _Standalone(moderngl.create_context(standalone=True, require=330, **backend))
        except Exception as error:  # moderngl, glcontext and the loader raise a type of their own each
            reasons.append(str(error))
    text = "no OpenGL 3.3 without a window ({reasons}); the software renderer still works"
    raise Unavailable(text, reasons="; ".join(reasons))
