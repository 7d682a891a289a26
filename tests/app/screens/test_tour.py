"""A tour: from home into a game of every family by mouse and keys alone, some turns of it, and back home.

It is made in windows that nobody sees and in a real one. A picture of each match is compared with the one in
`references/`, which has been looked at. With SKILLBOX_PICTURES the tour's own pictures go to that folder as well; to
take one for a reference copy it from there.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from skill.app.main import close_application, open_application
from skill.app.play.match.phase import Phase
from skill.app.settings.preferences import NAME
from skill.rules.catalogue import all_games
from skill.table.store import Store
from tests.conftest import missing
from tests.draw.pictures import SAME, difference
from tests.engines import of_any_engine

pygame = pytest.importorskip("pygame")
from skill.app.application import Application  # noqa: E402  (needs pygame)
from skill.app.window import GlWindow  # noqa: E402
from tests.app.play.test_play import Player  # noqa: E402
from tests.app.screens.test_home import type_in  # noqa: E402

pytestmark = of_any_engine

REFERENCES = Path(__file__).parent / "references"
SIZE, KEPT = (1000, 640), (500, 320)
TURNS = 4  # actions of a person in each match
CHOICES = {
    "placing": "rasanto",
    "connected sets": "tabula-rasa",
    "demolition with pips": "doubles",
    "sliding": "slide",
    "tipping": "race",
    "a board game": "triangle",
    "in space": "mound-mover",
    "a race": "spotted-cow",
    "memory": "storing-scores",
    "roll and write": "roll-to-the-top",
}
"""Games in which people choose, by what is peculiar to them."""
HANDS = {
    "tilt": "faraday",
    "breath": "dune",
    "flick": "flickers",
    "throw": "malicious-pleasure",
    "ladle": "trulla",
    "hand": "emag",
}
"""Games in which hands act, by their tool."""


class Guest(Player):
    """Somebody who finds a game, plays it, and leaves."""

    def go_in(self, slug: str) -> None:
        """From home: the game is searched for, its sheet opened, the match begun."""
        if len(self.app.screen.browser.found) < len(all_games()):
            self.key(pygame.K_ESCAPE)  # what was searched before
        type_in(self, slug.replace("-", " "))
        assert self.app.screen.game.slug == slug
        self.key(pygame.K_RETURN)
        self.frames(2)
        self._begin_first()
        self.key(pygame.K_RETURN)
        self.frames(2)
        assert self.screen.control.runtime.match.game.slug == slug

    def _begin_first(self) -> None:
        """On the sheet: seat 1 is to begin, where that can be agreed."""
        form = self.app.screen.form
        names = [line.name for line in form.lines]
        if "first_player" in names:
            self.key(pygame.K_TAB)
            for _ in range((names.index("first_player") - form.row) % len(names)):
                self.key(pygame.K_DOWN)
            self.key(pygame.K_RIGHT)
            assert self.app.screen.settings.setup().options["first_player"] == 1

    def play(self) -> None:
        """Some turns, by pointer and by keys in turn, or until the match is over."""
        for turn in range(TURNS):
            if self.screen.control.runtime.phase is Phase.OVER:
                return
            (self.by_pointer, self.by_keys)[turn % 2]()
        self.rest()

    def use_hands(self, drawn: int) -> None:
        """One attempt: begun, the tool pressed over the middle of the plate and drawn as far down, let go, given up."""
        self.until(lambda: self.screen.control.runtime.phase in (Phase.READY, Phase.CHOICE))
        if self.screen.control.runtime.phase is Phase.CHOICE:  # such as how many dice to take
            self.by_keys()
            self.until(lambda: self.screen.control.runtime.phase is Phase.READY)
        x, y = self.screen.scene_rect.center
        self.click((x, y))
        assert self.screen.control.runtime.phase is Phase.HANDS, self.screen.control.message
        self.hold((x + 40, y - 60))
        self.frames(20, 0.05)
        self.hold((x + 40, y + drawn))
        self.let_go((x + 40, y + drawn))
        self.frames(6, 0.05)  # what is thrown is in the air

    def hold(self, at: tuple[int, int]) -> None:
        self.point(at)
        self.post(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False)
        self.frames()

    def let_go(self, at: tuple[int, int]) -> None:
        self.post(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False)
        self.frames()

    def rest(self) -> None:
        """Until nothing moves, the pointer off the scene."""
        self.point((self.screen.panel_rect.right - 2, self.screen.panel_rect.bottom - 2))
        self.until(
            lambda: not self.screen.control.board.is_moving and not self.screen.control.board.is_lifting, most=1000
        )
        self.frames(3)

    def leave(self) -> None:
        """Back home, however many dialogs are open."""
        for _ in range(3):
            if getattr(self.app.screen, "control", None) is not None:
                self.key(pygame.K_ESCAPE)
                self.frames(2)
            if self.app.screen.dialog and self.app.screen.dialog.title == "Drop this attempt?":
                self.press("Drop it")
        assert getattr(self.app.screen, "control", None) is None

    @property
    def scene_width(self) -> int:
        """Of the picture: what is left of the panel, pixels."""
        return self.screen.panel_rect.x * KEPT[0] // SIZE[0]

    def picture(self) -> Image.Image:
        """What the window shows."""
        self.app.window.wait_until_drawn()
        if isinstance(self.app.window, GlWindow):
            screen, size = self.app.window.context.screen, self.app.window.size
            pixels = Image.frombytes("RGB", size, screen.read(components=3, alignment=1))
            return pixels.transpose(Image.Transpose.FLIP_TOP_BOTTOM).resize(KEPT)
        pixels = pygame.image.tobytes(pygame.display.get_surface(), "RGB")
        return Image.frombytes("RGB", self.app.window.size, pixels).resize(KEPT)


KINDS = {"offscreen": "opengl", "dummy": "software", "x11": "opengl"}
"""By video driver, the renderer: windows that nobody sees, and a real one under Xvfb."""


@pytest.fixture(
    scope="module", params=["offscreen", *(pytest.param(d, marks=pytest.mark.slow) for d in ("dummy", "x11"))]
)
def guest(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """One window of each kind for the whole tour."""
    driver = request.param
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("SDL_VIDEODRIVER", driver)
        environment.setenv("SDL_AUDIODRIVER", "dummy")
        environment.setenv("SKILLBOX_RENDERER", KINDS[driver])
        if driver == "x11":
            environment.setenv("DISPLAY", request.getfixturevalue("display"))
        folder = tmp_path_factory.mktemp("data")
        (folder / NAME).write_text('quality = "fast"')  # of pictures that do not depend on how fast the machine is
        app: Application = open_application(None, SIZE, Store(folder))
        if KINDS[driver] == "opengl" and not isinstance(app.window, GlWindow):
            missing(f"no OpenGL 3.3 window can be opened with the driver {driver}")
        guest = Guest(app)
        guest.frames(2)
        yield guest
        app.screen.closed()
        close_application()


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match of the tour begins with the same seed, against bots that do not act while a picture is taken."""
    monkeypatch.setattr("skill.app.play.match.setup.random", random.Random(5))
    monkeypatch.setattr("skill.app.play.match.setup.OPPONENT", "greedy")


def compare(guest: Guest, picture: Image.Image, scene_width: int, name: str) -> None:
    """The scene in the picture is that of its reference, die by die; what the panel says is for other tests."""
    name = f"{name}-{'opengl' if isinstance(guest.app.window, GlWindow) else 'software'}.png"
    if folder := os.environ.get("SKILLBOX_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        picture.save(Path(folder) / name)
    reference = Image.open(REFERENCES / name).convert("RGB")
    scene = (0, 0, scene_width, KEPT[1])
    off = difference(picture.crop(scene), reference.crop(scene))
    assert off < SAME, f"{name}: {off:.1f} of 255 from its reference"


@pytest.mark.parametrize("slug", CHOICES.values(), ids=CHOICES)
def test_people_choose(guest: Guest, slug: str) -> None:
    guest.go_in(slug)
    try:
        guest.play()
        picture, width, acted = guest.picture(), guest.scene_width, len(guest.played)
    finally:
        guest.leave()
    folder = guest.app.store.folder
    assert acted, "nobody acted"
    assert [*(folder / "journals").glob(f"*{slug}*"), *(folder / "records").glob(f"*{slug}*")], "nothing is kept of it"
    compare(guest, picture, width, slug)


@pytest.mark.parametrize("slug", HANDS.values(), ids=HANDS)
def test_hands_act(guest: Guest, slug: str) -> None:
    guest.go_in(slug)
    try:
        guest.use_hands(-40 if slug == HANDS["tilt"] else 90)
        picture, width = guest.picture(), guest.scene_width
    finally:
        guest.leave()
    compare(guest, picture, width, slug)
