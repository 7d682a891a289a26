"""The finger that presses the top die while the plate is tilted: the wheel says how hard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from skill.app.i18n import number_text, tr
from skill.app.input import actions
from skill.app.input.actions import Act
from skill.app.input.tools.binding import Bar, Binding, Gauge, Sample, arrow, share_of
from skill.app.input.tools.tool_input import ToolInput
from skill.draw.scene_view import Stroke

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.scene import Scene

NOTCH = 0.05  # share of the greatest force that a notch of the wheel adds
RATE_PER_S = 0.4  # share by which a key changes it in a second
LONG = 2.6  # length of the finger that is drawn, edges
TOP = 0.7  # how far the fingertip is above the middle of its die, edges


class Press(Binding):
    """One finger beside the hands on the plate."""

    tool = "press"
    title = "Finger"
    points = False
    keys = actions.PRESSING
    ready = "The finger is put on the top die."
    ready_by_keys = ready
    hint = "Wheel or {less} {more}: press less or harder, down to not at all."
    hint_by_keys = "{less} {more}: press less or harder, down to not at all."
    help = (("Press the top die less, harder (or the mouse wheel)", (Act.LESS, Act.MORE)),)

    def __init__(self, scene: Scene) -> None:
        super().__init__(scene)
        assert scene.press is not None
        self._limits = scene.press
        self._share = 0.0

    def sample(self, given: ToolInput, running: AttemptRun) -> Sample:
        more = NOTCH * given.notches + given.towards(Act.LESS, Act.MORE, RATE_PER_S)
        self._share = max(0.0, min(1.0, self._share + more))
        return (self._share * self._limits.force_max_weights,)

    def gauge(self, running: AttemptRun, sample: Sample, azimuth_deg: float) -> Gauge:
        force, most = running.toolset.find("press").force_weights, self._limits.force_max_weights
        return Gauge(
            bars=(
                Bar(
                    "Finger",
                    share_of(force, most),
                    tr("{value} of {most}", value=f"{force:.0f}", most=number_text(most, "g")),
                ),
            )
        )

    def strokes(self, running: AttemptRun, sample: Sample) -> Iterator[Stroke]:
        tool = running.toolset.find("press")
        if tool.die is None:
            return
        x, y, z = running.world.body(tool.die).position
        tip, above = (x, y, z + TOP), (x, y, z + TOP + LONG)
        yield Stroke(above, tip, "grip", (0.9, 0.6))
        share = share_of(tool.force_weights, self._limits.force_max_weights)
        yield from arrow((x, y, z + TOP + LONG * share), tip, "aim", 0.12)
