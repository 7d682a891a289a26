"""The games of the home screen: the results of a search, the chosen game, and the point of each in the triangle.

No pygame.
"""

from __future__ import annotations

from collections.abc import Sequence

from skill.app.library import triangle
from skill.app.library.game_preview import game_preview
from skill.app.library.game_search import Search
from skill.app.library.profiles import profile_of
from skill.rules.game import AnyGame


class GameBrowser:
    """A search through `games`, and the game that is chosen."""

    def __init__(self, games: Sequence[AnyGame], chosen: AnyGame | None = None) -> None:
        self.games = list(games)
        self.search = Search()
        self.found = list(games)
        self.points = triangle.spread([profile_of(game) for game in games])
        """Where each game is drawn in the unit triangle, in the order of `games`."""
        self.select(chosen or self.games[0])

    def select(self, game: AnyGame) -> None:
        """Chooses a game."""
        self.game = game
        self.preview = game_preview(game)

    @property
    def is_filtered(self) -> bool:
        """Whether something is searched for, or games are left out."""
        return bool(self.search.text) or len(self.found) < len(self.games)

    def search_for(self, text: str) -> None:
        """Finds the games that have every word of `text`, and chooses the one that was most likely meant."""
        self.search.text = text
        self._find()

    def step_filter(self, name: str, way: int) -> None:
        """Takes the next answer of a filter (`way` 1) or the one before (-1)."""
        self.search.step(name, way)
        self._find()

    def clear_search(self) -> None:
        """Finds all games again."""
        self.search.clear()
        self._find()

    def _find(self) -> None:
        self.found = self.search.found(self.games)
        best = self.search.best(self.found)
        if best is not None and (self.search.text.strip() or self.game not in self.found):
            self.select(best)

    # -- the triangle

    def point_of(self, game: AnyGame) -> triangle.Point:
        """The point of a game in the unit triangle."""
        return self.points[self.games.index(game)]

    def game_near(self, x: float, y: float) -> AnyGame | None:
        """The game whose point is nearest to a place of the unit triangle, if one is near enough to be meant."""
        number = triangle.nearest(self.points, x, y, triangle.APART / 2)
        return None if number is None else self.games[number]

    def neighbour(self, way: tuple[float, float]) -> AnyGame:
        """The game nearest to the chosen one in a direction of the triangle, x to the right and y upwards."""
        return self.games[triangle.neighbour(self.points, self.games.index(self.game), way)]
