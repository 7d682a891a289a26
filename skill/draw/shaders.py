"""GLSL 3.30 of the OpenGL renderer. World frame, edges of a die; colours are linear until the last line."""

from __future__ import annotations

from math import cos, sin, sqrt

from skill.draw.die_look import DieMake, die_glsl
from skill.draw.marks import DIE_GLSL as MARKS_ON_DICE
from skill.draw.marks import FUNNEL_GLSL
from skill.draw.palette import (
    LIGHT_DIRECTION,
    TABLE,
    TABLE_FAR,
    vec3,
)


def _disk(taps: int) -> str:
    """A sunflower of points in the unit disk."""
    spiral = [(sqrt((n + 0.5) / taps), n * 2.39996) for n in range(taps)]
    points = ", ".join(f"vec2({r * cos(a):.4f}, {r * sin(a):.4f})" for r, a in spiral)
    return f"vec2[{taps}]({points})"


SHADOW_REACH = 13.0  # half the side of the square that the lamp lights, edges
SOFT_TAPS = 12
SOFTNESS = 0.2  # radius of the disk over which a soft shadow is averaged, edges

# Software OpenGL shades a million pixels a frame with this: hence no branch on a uniform (it runs both sides), and
# square roots and products instead of powers.
_LIGHTING = f"""
uniform sampler2DShadow shadow_map;
uniform mat4 light_matrix;
uniform vec3 eye;

const vec3 LIGHT = normalize({vec3(LIGHT_DIRECTION)});
const vec2 DISK[{SOFT_TAPS}] = {_disk(SOFT_TAPS)};

float lit(vec3 world, vec3 normal) {{
    vec3 p = (light_matrix * vec4(world + normal * 0.035, 1.0)).xyz * 0.5 + 0.5;
    p.z = min(p.z, 1.0);  // the far table is lit
#if defined(NO_SHADOWS)
    return 1.0;
#elif defined(SOFT_SHADOWS)
    float sum = 0.0;
    for (int n = 0; n < {SOFT_TAPS}; n++) {{
        sum += texture(shadow_map, vec3(p.xy + {SOFTNESS / SHADOW_REACH:.5f} * DISK[n], p.z));
    }}
    return sum / {SOFT_TAPS}.0;
#else
    return texture(shadow_map, p);
#endif
}}

// A matt or shiny surface under one lamp, a bright ceiling and a warm table.
vec3 shade(vec3 colour, vec3 world, vec3 normal, float gloss, float open) {{
    vec3 view = normalize(eye - world);
    float shadow = lit(world, normal);
    float facing = max(dot(normal, LIGHT), 0.0);
    vec3 sky = mix(vec3(0.30, 0.27, 0.24), vec3(0.62, 0.66, 0.72), normal.z * 0.5 + 0.5) * open;
    vec3 halfway = normalize(view + LIGHT);
    float shine = max(dot(normal, halfway), 0.0);
    for (int n = 0; n < 6; n++) shine *= shine;
    shine *= gloss * shadow;
    float rim = 1.0 - max(dot(normal, view), 0.0);
    rim *= rim;
    rim *= rim * gloss * 0.22 * open;
    return colour * (sky + vec3(1.12, 1.06, 0.98) * facing * shadow) + vec3(shine) + vec3(0.9, 0.95, 1.0) * rim;
}}

vec3 screen(vec3 colour) {{
    colour = colour / (1.0 + max(colour - 0.75, 0.0) * 0.8);  // highlights roll off softly
    return sqrt(clamp(colour, 0.0, 1.0));
}}
"""


def with_shadows(source: str, kind: str) -> str:
    """The same shader with shadows of a kind: `HARD` or `SOFT`, or `NO` where none reaches."""
    return source.replace("#version 330", f"#version 330\n#define {kind}_SHADOWS", 1)


DIE_VERTEX = """#version 330
uniform mat4 view_projection;
in vec3 at;
in vec3 i_position;
in vec3 i_x;
in vec3 i_y;
in vec3 i_z;
in vec3 i_body;
in vec3 i_pips;
in vec3 i_rim;             // the colour of the seat that owns it
in vec3 i_style;           // code of its marks, opacity, pips: a bit for each number + 64 x the mark
out vec3 local;
out vec3 world;
flat out mat3 turn;
flat out vec3 body;
flat out vec3 pips;
flat out vec3 paint;
flat out vec3 style;
void main() {
    turn = transpose(mat3(i_x, i_y, i_z));
    local = at;
    world = turn * at + i_position;
    body = i_body; pips = i_pips; paint = i_rim; style = i_style;
    gl_Position = view_projection * vec4(world, 1.0);
}
"""

_DIE_HEAD = (
    "#version 330\n"
    + _LIGHTING
    + """
in vec3 local;
in vec3 world;
flat in mat3 turn;
flat in vec3 body;
flat in vec3 pips;
flat in vec3 paint;
flat in vec3 style;
out vec4 pixel;
"""
)
_DIE_MAIN = (
    MARKS_ON_DICE
    + """
void main() {
    float mark = floor((style.z + 0.5) / 64.0);
    vec3 size = abs(local);
    vec3 bent = local - clamp(local, ROUND - 0.5, 0.5 - ROUND);
    vec3 normal = normalize(bent);
    bool x = size.x >= size.y && size.x >= size.z, y = !x && size.y >= size.z;
    vec2 p = x ? local.yz : y ? local.zx : local.xy;
    float number = x ? 1.0 : y ? 2.0 : 3.0;
    float side = x ? local.x : y ? local.y : local.z;
    if (side < 0.0) number = 7.0 - number;
    float drawn = float((int(style.z + 0.5) >> int(number - 0.5)) & 1);
    vec2 off = pip(number, p);
    float distance = length(off), blur = clamp(length(fwidth(local)) * 0.45, 0.004, 0.08);
    float inside = drawn * (1.0 - smoothstep(RADIUS - blur, RADIUS + blur, distance));
    float wall = smoothstep(RADIUS * 0.5, RADIUS, distance) * (1.0 - smoothstep(RADIUS, RADIUS * 1.12, distance));
    wall *= drawn * (1.0 - smoothstep(0.02, 0.06, blur));   // too small to see from afar
    float inked = 1.0 - smoothstep(-blur, blur, beyond_mark(mark, p));
    vec2 hollow = off / max(distance, 1e-4) * wall * -0.55;   // a pip is a shallow bowl
    normal += x ? vec3(0.0, hollow) : y ? vec3(hollow.y, 0.0, hollow.x) : vec3(hollow, 0.0);
    normal = turn * normalize(normal);
    float edge = max(abs(p.x), abs(p.y));
    float open = 1.0 - 0.28 * smoothstep(0.30, 0.5, edge);
    vec3 paint_here = painted(body, pips, local, p, blur, inside, inked);
    vec3 colour = shade(paint_here, world, normal, GLOSS * (1.0 - 0.636 * max(inside, inked)), open);
    pixel = vec4(screen(die_marks(vec4(colour, 1.0), paint, style.x, p, blur).rgb), style.y);
}
"""
)


def die_fragment(make: DieMake) -> str:
    """The fragment shader of dice that are made so."""
    return _DIE_HEAD + die_glsl(make) + _DIE_MAIN


PLATE_VERTEX = """#version 330
uniform mat4 view_projection;
uniform mat4 pose;
in vec3 at;
in vec3 in_normal;
in vec2 in_uv;
out vec3 world;
out vec3 own;
out vec3 normal;
out vec2 uv;
void main() {
    own = at; uv = in_uv;
    normal = mat3(pose) * in_normal;
    world = (pose * vec4(at, 1.0)).xyz;
    gl_Position = view_projection * vec4(world, 1.0);
}
"""

PLATE_FRAGMENT = (
    "#version 330\n"
    + _LIGHTING
    + """
uniform sampler2D grain;
uniform vec3 light;        // see `skill.draw.plate_look`
uniform vec3 dark;
uniform vec3 weave;
uniform float shine;
uniform mat4 pose;
in vec3 world;
in vec3 own;
in vec3 normal;
in vec2 uv;
out vec4 pixel;
void main() {
    float vein = texture(grain, vec2(own.x * weave.x + own.z * weave.y, own.y * weave.z)).r;
    bool field = own.z > 0.001;
    float deep = field ? mix(0.42, 1.0, smoothstep(0.0, 1.0, own.z)) : 1.0;
    // The two upper edges of a face, u = 0 and v = 0, are ridges: bend the normal over them as sanding would.
    vec2 ridge = field ? 1.0 - smoothstep(0.0, 0.09, uv) : vec2(0.0);
    vec3 up = mat3(pose) * vec3(0.0, 0.0, 1.0);
    vec3 bent = normalize(normal + up * 0.7 * max(ridge.x, ridge.y));
    pixel = vec4(screen(shade(mix(dark, light, vein), world, bent, shine, deep)), 1.0);
}
"""
)

TABLE_VERTEX = """#version 330
uniform mat4 view_projection;
uniform float table_z;
in vec2 at;
out vec3 world;
void main() {
    world = vec3(at, table_z - 0.001);
    gl_Position = view_projection * vec4(world, 1.0);
}
"""

TABLE_FRAGMENT = (
    "#version 330\n"
    + _LIGHTING
    + f"""
in vec3 world;
out vec4 pixel;
void main() {{
    float far = length(world.xy);
    vec3 colour = mix({vec3(TABLE)}, {vec3(TABLE_FAR)}, smoothstep(4.0, 42.0, far));
    float near_board = mix(0.74, 1.0, smoothstep(5.0, 12.0, far));
    float shadow = lit(world, vec3(0.0, 0.0, 1.0));
    pixel = vec4(screen(colour * mix(0.55, 1.0, shadow) * near_board), 1.0);
}}
"""
)

MARKER_VERTEX = """#version 330
uniform mat4 view_projection;
uniform mat4 pose;
in vec2 at;
in vec3 i_position;
in vec3 i_colour;          // of the seat that owns the funnel
in vec2 i_look;            // radius, code of its marks
out vec2 p;
flat out vec3 colour;
flat out float code;
void main() {
    p = at; colour = i_colour; code = i_look.y;
    vec3 up = vec3(at * i_look.x, i_look.x * 1.4142 + 0.02);  // where the funnel is that wide
    vec3 world = i_position + mat3(pose) * up;
    gl_Position = view_projection * vec4(world, 1.0);
}
"""

MARKER_FRAGMENT = (
    """#version 330
in vec2 p;
flat in vec3 colour;
flat in float code;
out vec4 pixel;
"""
    + FUNNEL_GLSL
    + """
void main() {
    vec4 seen = funnel_marks(vec4(OUTLINE, 0.0), colour, code, p, clamp(length(fwidth(p)) * 0.5, 0.01, 0.2));
    if (seen.a < 0.02) discard;
    pixel = vec4(sqrt(seen.rgb), seen.a);
}
"""
)

STROKE_VERTEX = """#version 330
uniform mat4 view_projection;
uniform vec3 eye;
in vec2 at;
in vec3 i_begin;
in vec3 i_end;
in vec2 i_widths;
in vec4 i_colour;
out float across;
flat out vec4 colour;
void main() {
    across = at.x; colour = i_colour;
    float along = at.y * 0.5 + 0.5;
    vec3 world = mix(i_begin, i_end, along);
    vec3 aside = cross(i_end - i_begin, eye - world);
    world += aside / max(length(aside), 1e-6) * at.x * 0.5 * mix(i_widths.x, i_widths.y, along);
    gl_Position = view_projection * vec4(world, 1.0);
}
"""

STROKE_FRAGMENT = """#version 330
in float across;
flat in vec4 colour;
out vec4 pixel;
void main() {
    float r = abs(across), blur = max(fwidth(across), 0.01);
    pixel = vec4(sqrt(colour.rgb), colour.a * (1.0 - smoothstep(1.0 - blur, 1.0, r)));
}
"""

SHADOW_DIE_VERTEX = """#version 330
uniform mat4 light_matrix;
in vec3 at;
in vec3 i_position;
in vec3 i_x;
in vec3 i_y;
in vec3 i_z;
void main() {
    gl_Position = light_matrix * vec4(transpose(mat3(i_x, i_y, i_z)) * at + i_position, 1.0);
}
"""

SHADOW_PLATE_VERTEX = """#version 330
uniform mat4 light_matrix;
uniform mat4 pose;
in vec3 at;
void main() { gl_Position = light_matrix * pose * vec4(at, 1.0); }
"""

SHADOW_FRAGMENT = """#version 330
void main() {}
"""

COPY_VERTEX = """#version 330
uniform vec4 place;        // left, bottom, width, height in clip space
in vec2 at;                // 0 to 1
out vec2 uv;
void main() { uv = at; gl_Position = vec4(place.xy + at * place.zw, 0.0, 1.0); }
"""

COPY_FRAGMENT = """#version 330
uniform sampler2D image;
in vec2 uv;
out vec4 pixel;
void main() { pixel = texture(image, uv); }
"""
