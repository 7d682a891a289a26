"""The OpenGL renderer: 3.3 core, instanced dice, a shadow map, drawn into a framebuffer of its own. Takes any context."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from skill.app import shaders
from skill.app.camera import Camera, Size
from skill.app.geometry import die_mesh, plate_mesh
from skill.app.palette import LIGHT_DIRECTION, MARKERS, PAINT
from skill.app.view import DieView, Marker, PlatePose, SceneView
from skill.errors import Unavailable

_INSTANCE = "3f 3f 3f 3f 3f 3f 3f/i"
_INSTANCE_NAMES = ("i_position", "i_x", "i_y", "i_z", "i_body", "i_pips", "i_style")
_SHADOW_SKIPS = "3f 3f 3f 3f 36x/i"
GHOST_OPACITY = 0.55
SHADOW_REACH = 13.0  # half the side of the square that the lamp lights, edges
SHADOW_PIXELS = {"low": 1024, "high": 2048}
SAMPLES = {"low": 0, "high": 4}
ARCS = {"low": 0, "high": 2}


def instances(dice: Sequence[DieView]) -> NDArray[np.float32]:
    """One row of 21 numbers a die: centre, rotation by rows, body, pips, (highlight, opacity, has pips)."""
    rows = [
        (*d.position, *d.rotation[0], *d.rotation[1], *d.rotation[2], *PAINT[d.colour].body, *PAINT[d.colour].pips)
        + (d.highlight, GHOST_OPACITY if d.ghost else 1.0, float(d.pips))
        for d in dice
    ]
    return np.array(rows, np.float32).reshape(-1, 21)


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


def wood_grain(pixels: int = 256) -> NDArray[np.uint8]:
    """A tile of wood, bright where it is light: rings seen lengthwise, a little warped."""
    y, x = np.mgrid[0:pixels, 0:pixels] / pixels * 2 * np.pi
    warp = 0.8 * np.sin(x + 0.6 * np.sin(y)) + 0.35 * np.sin(2 * x + 3 * y)
    rings = np.sin(6 * y + warp) * 0.5 + np.sin(17 * y + 2 * warp) * 0.3 + np.sin(43 * y + 3 * warp) * 0.2
    return np.asarray(np.clip(150 + 75 * rings, 0, 255), np.uint8)


def _pose_matrix(pose: PlatePose) -> NDArray[np.float64]:
    matrix = np.eye(4)
    matrix[:3, :3] = pose.rotation
    matrix[:3, 3] = pose.shift
    return matrix


def _columns(matrix: NDArray[np.float64]) -> bytes:
    return matrix.T.astype(np.float32).tobytes()


class _Target:
    """A framebuffer of one size and quality, and the texture it ends up in."""

    def __init__(self, context: moderngl.Context, size: Size, samples: int) -> None:
        self.size, self.samples = size, samples
        self.texture = context.texture(size, 4)
        self.final = context.framebuffer([self.texture])
        colour = context.renderbuffer(size, 4, samples=samples)
        depth = context.depth_renderbuffer(size, samples=samples)
        self.drawn = context.framebuffer([colour], depth)
        self._owned = (self.drawn, colour, depth, self.final, self.texture)

    def release(self) -> None:
        for part in self._owned:
            part.release()


class GlRenderer:
    """Draws a `SceneView`; the picture stays in `texture` until the next call. The caller owns the context."""

    name = "OpenGL"

    def __init__(self, context: moderngl.Context) -> None:
        self.context = context
        self._target: _Target | None = None
        self._dice_buffer = context.buffer(reserve=400 * 21 * 4, dynamic=True)
        self._ghost_buffer = context.buffer(reserve=64 * 21 * 4, dynamic=True)
        self._marker_buffer = context.buffer(reserve=200 * 8 * 4, dynamic=True)
        self._light = light_matrix()
        self._grain = context.texture((256, 256), 1, wood_grain().tobytes())
        self._grain.build_mipmaps()
        self._plate_pitch: float | None = None
        self._dice_seen: tuple[list[DieView], Camera] | None = None
        self._shadow_seen: tuple[object, ...] | None = None
        self._make_programs()
        self._make_dice()
        self._shadow: dict[str, tuple[moderngl.Texture, moderngl.Framebuffer]] = {}

    # -- set-up

    def _make_programs(self) -> None:
        program = self.context.program
        self._die = program(shaders.DIE_VERTEX, shaders.DIE_FRAGMENT)
        self._plate = program(shaders.PLATE_VERTEX, shaders.PLATE_FRAGMENT)
        self._table = program(shaders.TABLE_VERTEX, shaders.TABLE_FRAGMENT)
        self._marker = program(shaders.MARKER_VERTEX, shaders.MARKER_FRAGMENT)
        self._die_shadow = program(shaders.SHADOW_DIE_VERTEX, shaders.SHADOW_FRAGMENT)
        self._plate_shadow = program(shaders.SHADOW_PLATE_VERTEX, shaders.SHADOW_FRAGMENT)
        self._plate["grain"] = 1
        for lit in (self._die, self._plate, self._table):
            lit["shadow_map"] = 0

    def _make_dice(self) -> None:
        make = self.context
        self._dice: dict[str, moderngl.VertexArray] = {}
        self._ghosts: dict[str, moderngl.VertexArray] = {}
        self._dice_casting: dict[str, moderngl.VertexArray] = {}
        for quality, arcs in ARCS.items():
            points, triangles = die_mesh(arcs)
            mesh = (make.buffer(points.tobytes()), "3f", "at")
            index = make.buffer(triangles.tobytes())
            for arrays, buffer in ((self._dice, self._dice_buffer), (self._ghosts, self._ghost_buffer)):
                arrays[quality] = make.vertex_array(self._die, [mesh, (buffer, _INSTANCE, *_INSTANCE_NAMES)], index)
            casting = [mesh, (self._dice_buffer, _SHADOW_SKIPS, *_INSTANCE_NAMES[:4])]
            self._dice_casting[quality] = make.vertex_array(self._die_shadow, casting, index)
        square = np.array(((-1, -1), (1, -1), (-1, 1), (1, 1)), np.float32)
        table = make.buffer((square * 90).tobytes())
        self._table_array = make.vertex_array(self._table, [(table, "2f", "at")])
        disc = (make.buffer(square.tobytes()), "2f", "at")
        marks = (self._marker_buffer, "3f 4f 1f/i", "i_position", "i_colour", "i_radius")
        self._markers = make.vertex_array(self._marker, [disc, marks])

    def _fit_plate(self, pitch: float) -> None:
        if pitch == self._plate_pitch:
            return
        self._plate_pitch = pitch
        mesh = self.context.buffer(plate_mesh(pitch).tobytes())
        self._plate_array = self.context.vertex_array(self._plate, [(mesh, "3f 3f 2f", "at", "in_normal", "in_uv")])
        self._plate_casting = self.context.vertex_array(self._plate_shadow, [(mesh, "3f 20x", "at")])

    def _shadow_for(self, quality: str) -> tuple[moderngl.Texture, moderngl.Framebuffer]:
        if quality not in self._shadow:
            side = SHADOW_PIXELS[quality]
            depth = self.context.depth_texture((side, side))
            depth.compare_func = "<="
            depth.filter = (moderngl.LINEAR, moderngl.LINEAR)
            depth.repeat_x = depth.repeat_y = False
            self._shadow[quality] = (depth, self.context.framebuffer(depth_attachment=depth))
        return self._shadow[quality]

    # -- drawing

    def draw(self, view: SceneView, camera: Camera, size: Size, quality: str = "high") -> None:
        """Draws the scene into a framebuffer of `size` pixels; `quality` is `low` or `high`."""
        target = self._target
        if target is None or target.size != size or target.samples != SAMPLES[quality]:
            if target:
                target.release()
            target = self._target = _Target(self.context, size, SAMPLES[quality])
        solid = [die for die in view.dice if not die.ghost]
        ghosts = [die for die in view.dice if die.ghost][:64]
        self._fit_plate(view.pitch)
        if (solid, camera) != self._dice_seen:
            self._dice_seen = (solid, camera)
            rows = instances(solid)
            nearest = np.argsort(((rows[:, :3] - camera.eye(size)) ** 2).sum(axis=1))
            self._write(self._dice_buffer, rows[nearest])  # front to back: what is hidden is never shaded
        pose = _columns(_pose_matrix(view.plate))
        depth = self._cast_shadows(solid, view.plate, pose, quality)
        self._set_uniforms(camera, size, pose, quality)
        target.drawn.use()
        self.context.enable_only(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        target.drawn.clear(0.6, 0.65, 0.7, 1.0)
        depth.use(0)
        self._grain.use(1)
        if solid:
            self._dice[quality].render(instances=len(solid))
        self._plate_array.render()
        self._table_array.render(moderngl.TRIANGLE_STRIP)
        self._draw_translucent(view.markers, ghosts, quality)
        self.context.copy_framebuffer(target.final, target.drawn)

    def _write(self, buffer: moderngl.Buffer, rows: NDArray[np.float32]) -> None:
        if rows.nbytes > buffer.size:
            raise Unavailable(f"cannot draw {len(rows)} dice or markers: expected at most {buffer.size // rows[0].nbytes}")
        if rows.size:
            buffer.write(rows.tobytes())

    def _cast_shadows(self, solid: list[DieView], plate: PlatePose, pose: bytes, quality: str) -> moderngl.Texture:
        depth, framebuffer = self._shadow_for(quality)
        seen = (quality, plate, solid)
        if seen != self._shadow_seen:
            self._shadow_seen = seen
            framebuffer.use()
            framebuffer.clear()
            self.context.enable_only(moderngl.DEPTH_TEST)
            self.context.polygon_offset = 1.5, 2.0
            for program in (self._die_shadow, self._plate_shadow):
                self._uniform(program, "light_matrix").write(_columns(self._light))
            self._uniform(self._plate_shadow, "pose").write(pose)
            if solid:
                self._dice_casting[quality].render(instances=len(solid))
            self._plate_casting.render()
            self.context.polygon_offset = 0.0, 0.0
        return depth

    def _set_uniforms(self, camera: Camera, size: Size, pose: bytes, quality: str) -> None:
        matrix = _columns(camera.projection(size) @ camera.view_matrix(size))
        for program in (self._die, self._plate, self._table, self._marker):
            self._uniform(program, "view_projection").write(matrix)
        for program in (self._die, self._plate, self._table):
            self._uniform(program, "light_matrix").write(_columns(self._light))
            self._uniform(program, "soft").value = quality == "high"
            self._uniform(program, "softness").value = 0.2 / SHADOW_REACH
            if "eye" in program:
                self._uniform(program, "eye").value = tuple(camera.eye(size))
        self._uniform(self._plate, "pose").write(pose)

    def _draw_translucent(self, markers: Sequence[Marker], ghosts: list[DieView], quality: str) -> None:
        self.context.enable_only(moderngl.DEPTH_TEST | moderngl.BLEND | moderngl.CULL_FACE)
        self.context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        if markers:
            looks = {"legal": (0.9, 0.15), "focus": (0.95, 0.24), "goal": (0.9, 0.26)}
            rows = [(*m.position, *MARKERS[m.kind], *looks[m.kind]) for m in markers]
            self._write(self._marker_buffer, np.array(rows, np.float32))
            self._markers.render(moderngl.TRIANGLE_STRIP, instances=len(markers))
        if ghosts:
            self._write(self._ghost_buffer, instances(ghosts))
            self._ghosts[quality].render(instances=len(ghosts))

    @staticmethod
    def _uniform(program: moderngl.Program, name: str) -> Any:
        return program[name]

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
        return data.reshape(height, width, 3)[::-1].copy()


def standalone() -> GlRenderer:
    """A renderer with a context of its own and no window. Raises `Unavailable`."""
    backends: list[dict[str, Any]] = [{"backend": "egl"}, {}]
    reasons = []
    for backend in backends:
        try:
            return GlRenderer(moderngl.create_context(standalone=True, require=330, **backend))
        except Exception as error:  # moderngl, glcontext and the loader raise a type of their own each
            reasons.append(str(error))
    raise Unavailable(f"no OpenGL 3.3 without a window ({'; '.join(reasons)}); the software renderer still works")
