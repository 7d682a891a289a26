"""The picture of how a game is laid out, for its printed rules. No pygame."""

from __future__ import annotations

from collections.abc import Sequence

from skill.app.play.match.block import WITH_BLOCK, block_view
from skill.app.play.match.choices import Chooser
from skill.draw.camera import Camera, home
from skill.draw.scene_view import (
    SceneView,
    asked_view,
    funnel_marker,
    funnel_outline,
    pyramid_view,
    side_markers,
)
from skill.lattice.cells import LEVEL
from skill.lattice.pyramid import Pyramid
from skill.rules.game import CHANCE, AnyGame, AttemptSpec
from skill.rules.options import Options
from skill.rules.page import Square
from skill.table.attempts import world_of
from skill.table.match import Match

SEED = 7
FROM_ABOVE = Camera(elevation_deg=74.0, distance=33.0, target=(0.0, 0.5, 0.0))


class Start:
    """A match of a game as it is when nobody has done anything yet."""

    def __init__(self, game: AnyGame, players: int, options: Options) -> None:
        self.game, self.options = game, options
        self.match = Match(game, players, options, ("random",) * players, SEED)
        begun = self.match.state
        while self.match.turn is CHANCE:
            self.match.step()
        self.state = self.match.state if self.match.turn is not None else begun
        """Where chance alone acts in the whole game, what it begins with."""

    def sheet(self) -> Sequence[Square]:
        """The squares before each player in a game that is played on paper, else none."""
        page = self.game.page(self.state, 1)
        return [square for square, _ in page.squares] if page else ()

    def picture(self) -> tuple[SceneView, Camera]:
        """What stands on the plate and lies beside it, goals and corners of players marked, and a camera for it."""
        game, state = self.game, self.state
        turn, pyramid = game.to_move(state), game.pyramid(state)
        if isinstance(turn, AttemptSpec) and (turn.loose or turn.start != pyramid):
            asked = asked_view(world_of(turn), turn.start, turn.loose, turn.hand)
            return asked, _camera(turn.start)
        block = game.block(state)
        colours = game.colours_of_seats(self.options)
        owned = {cell: colours[seat - 1] for cell, seat in game.owned_cells(state).items() if colours}
        goal = game.goal_cells(state, 1) if not colours else ()
        view = pyramid_view(
            pyramid,
            markers=(
                *side_markers(),
                *(funnel_marker(cell, colour) for cell, colour in owned.items() if cell not in pyramid),
            ),
            lines=funnel_outline((cell for cell in goal if cell not in pyramid), "goal"),
            extra=block_view(block, Chooser()) if block else (),
        )
        return view, home().zoomed(WITH_BLOCK) if block else _camera(pyramid)


def _camera(pyramid: Pyramid) -> Camera:
    """From high above where all dice stand on the plate, so that funnels can be counted; else from a seat."""
    return FROM_ABOVE if all(LEVEL[cell] == 0 for cell, _ in pyramid) else home()
