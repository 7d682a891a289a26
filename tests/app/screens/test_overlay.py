"""What is written over the scene: in it, and no two things in one place."""

from __future__ import annotations

import numpy as np
import pytest

from skill.app.play.match.setup import Setup
from skill.app.play.said.overlay import Overlay, Written
from skill.app.settings.preferences import LARGEST_TEXT
from skill.draw.camera import Camera
from skill.rules.catalogue import find_game
from skill.rules.telling import Held

pygame = pytest.importorskip("pygame")
import pygame_gui  # noqa: E402

from skill.app.screens.match.overlay import LEFT_OF_TRAY, OverlayPaint  # noqa: E402
from tests.app.driver import Driver  # noqa: E402


@pytest.mark.filterwarnings("ignore:Finding font")
@pytest.mark.parametrize("held", [0, 2])
@pytest.mark.parametrize("values", [0, 1, 3])
def test_what_is_written_over_the_scene_lies_in_it_and_apart(held: int, values: int) -> None:
    pygame.font.init()
    scene = pygame.Rect(40, 30, 640, 420)
    painted = OverlayPaint(pygame_gui.UIManager((800, 600)), scene, 1.0)
    worth = (("R", 3.0), ("G", -1.0), ("K", 0.5))[:values]
    valued = ("3 points", "-1 point", "0.5 points")[:values]
    told = Overlay("goal", ("once", "twice"), (), (Held("R", 4),) * held, worth, valued)
    assert painted.show(told, Camera()) and not painted.show(told, Camera())
    rects = painted.rects
    assert len(rects) == 3 + held + values
    for n, rect in enumerate(rects):
        assert scene.inflate(-8, -8).contains(rect) and min(rect.size) > 8
        assert rect.collidelist(rects[:n]) == -1
    above, below = max(rect.bottom for rect in rects[:3]), min((rect.top for rect in rects[3:]), default=scene.bottom)
    assert above < scene.centery < below


@pytest.mark.filterwarnings("ignore:Finding font")
def test_a_label_lies_beside_the_lines_of_text_that_it_would_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.font.init()
    painted = OverlayPaint(pygame_gui.UIManager((800, 600)), pygame.Rect(0, 0, 640, 420), 1.0)
    monkeypatch.setattr(Camera, "project", lambda *_: np.array([[60.0, 40.0], [300.0, 300.0]]))
    labels = tuple(Written((0.0, 0.0, 0.0), "2 faces", "plain") for _ in range(2))
    painted.show(Overlay("A goal as long as this", ("once", "twice"), labels), Camera())
    cards, (moved, stays) = painted.rects[:3], painted.rects[3:]
    assert moved.collidelist(cards) == -1 and np.hypot(moved.centerx - 60, moved.centery - 40) < 48
    assert stays.center == (300, 300)


@pytest.mark.filterwarnings("ignore:Finding font")
def test_what_would_come_of_a_click_hides_no_label(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.font.init()
    scene = pygame.Rect(0, 0, 640, 420)
    painted = OverlayPaint(pygame_gui.UIManager((800, 600)), scene, 1.0)
    monkeypatch.setattr(Camera, "project", lambda *_: np.array([[320.0, 395.0]]))
    told = Overlay("goal", (), (Written((0.0, 0.0, 0.0), "The orange side", "plain"),))
    painted.show(told, Camera())
    before = painted.rects[-1]
    painted.show(told._replace(pointed="6 ways to go on."), Camera())
    _, label, pointed = painted.rects
    assert before.colliderect(pointed) and not label.colliderect(pointed) and scene.contains(label)
    painted.show(told, Camera())
    assert painted.rects[-1] == before


@pytest.mark.filterwarnings("ignore:Finding font")
def test_labels_lie_apart_and_whole_in_the_scene_and_what_fades_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.font.init()
    scene = pygame.Rect(0, 0, 640, 420)
    painted = OverlayPaint(pygame_gui.UIManager((800, 600)), scene, 1.0)
    places = [(300.0, 300.0), (310.0, 305.0), (320.0, 296.0), (5.0, 200.0), (300.0, 418.0)]
    places += [(100.0, 300.0), (100.0, 301.0), (700.0, 9.0)]
    monkeypatch.setattr(Camera, "project", lambda *_: np.array(places))
    labels = [Written((0.0, 0.0, 0.0), "on even", "plain") for _ in places]
    labels[5] = labels[5]._replace(share=0.5)
    painted.show(Overlay("goal", (), tuple(labels)), Camera())
    rects = painted.rects[1:]
    assert len(rects) == len(places) - 1  # the last is not seen
    assert all(scene.contains(rect) and rect.collidelist(rects[:n]) == -1 for n, rect in enumerate(rects))
    fading, stays = rects[-1], next(rect for rect in rects if rect.center == (100, 301))
    assert fading.h > stays.h and abs(fading.centerx - 100) <= 1 and fading.bottom == stays.top


@pytest.mark.filterwarnings("ignore:Finding font")
def test_a_label_leaves_the_middle_of_a_mark_free_as_far_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.font.init()
    painted = OverlayPaint(pygame_gui.UIManager((800, 600)), pygame.Rect(0, 0, 640, 420), 1.0)
    label = Written((0.0, 0.0, 0.0), "2 faces", "plain")
    for apart, clear in ((400, 18), (37, 8), (22, 0)):  # pixels between rows of marks
        marks = [(float(x), float(y)) for x in range(0, 640, 40) for y in range(200 % apart, 420, apart)]
        monkeypatch.setattr(Camera, "project", lambda *_, marks=marks: np.array([(300.0, 203.0), *marks]))
        painted.show(Overlay("goal", (), (label,), middles=((0.0, 0.0, 0.0),) * len(marks)), Camera())
        rect = painted.rects[-1]
        assert not any(rect.inflate(2 * clear - 2, 2 * clear - 2).collidepoint(mark) for mark in marks)
        assert abs(rect.centery - 203) < 60


def test_labels_of_a_game_lie_apart_in_the_narrowest_window_with_the_largest_text(open_app) -> None:
    game = find_game("race")
    app = open_app("undrawn", Setup(game, 3, game.options_from({}), ("human",) * 3, seed=4), (600, 900))
    app.prefer(app.preferences.changed(text_size=LARGEST_TEXT))
    Driver(app).frames(3)
    told = app.screen.control.overlay()
    assert len([written for written in told.written if not written.is_number]) == 12
    rects = app.screen.overlay.rects
    assert len(rects) >= 12
    assert all(rect.collidelist(rects[:n]) == -1 for n, rect in enumerate(rects))


@pytest.mark.filterwarnings("ignore:Finding font")
def test_the_button_stays_where_it_is_when_what_was_rolled_comes_beside_it() -> None:
    pygame.font.init()
    scene = pygame.Rect(0, 0, 960, 800)
    painted = OverlayPaint(pygame_gui.UIManager((1280, 800)), scene, 1.0)
    told, found = Overlay("goal", button="Roll"), []
    for held in (0, 1, 3, 40):
        painted.show(told._replace(held=(Held("R", 4),) * held, values=(("R", 3.0),) * (held > 0)), Camera())
        found.append(painted.rects[-1])
        assert found[-1].collidelist(painted.rects[:-1]) == -1 and scene.contains(found[-1])
    assert found[0] == found[1] == found[2] and found[0].centerx == scene.centerx


@pytest.mark.filterwarnings("ignore:Finding font")
@pytest.mark.parametrize("held", [0, 3])
def test_what_is_pointed_at_is_told_beside_the_own_dice(held: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.font.init()
    scene = pygame.Rect(0, 0, 960, 800)
    painted = OverlayPaint(pygame_gui.UIManager((1280, 800)), scene, 1.0)
    monkeypatch.setattr(Camera, "project", lambda *_: np.array([[480.0, 650.0]]))
    number = Written((0.0, 0.0, 0.0), "17", "plain", is_number=True)
    pointed = "None of your dice may stand here: red would touch green."
    painted.show(Overlay("goal", (), (number,), (Held("R", 4),) * held, pointed=pointed), Camera())
    lines = [rect for rect, _ in painted._pointed]
    assert len(lines) > 1 and all(scene.contains(rect) and rect.right <= LEFT_OF_TRAY * scene.w for rect in lines)
    assert all(rect.collidelist([other for other, _ in painted._held]) == -1 for rect in lines)


def test_text_and_its_box_fade_together_over_whatever_the_scene_shows(open_app) -> None:
    painted = OverlayPaint(open_app("undrawn").ui, pygame.Rect(0, 0, 640, 420), 1.0)

    def seen(share: float) -> np.ndarray:
        panels, window = (pygame.Surface((640, 420), pygame.SRCALPHA) for _ in range(2))
        window.fill("#405060")
        painted.show(Overlay("goal", ("What was done last",), last_share=share), Camera())
        painted.paint(panels)
        window.blit(panels, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
        return pygame.surfarray.array3d(window).astype(float)[painted.rects[1].x :, painted.rects[1].y :]

    gone, whole = seen(0.0), seen(1.0)
    assert np.ptp(whole) > 150  # dark letters on a light box
    for share in (0.1, 0.5, 0.9):
        assert np.abs(seen(share) - (gone + share * (whole - gone))).max() <= 4


@pytest.mark.parametrize(
    ("slug", "told"),
    [
        ("rasanto", "2 faces of a die that stands here can be seen once the pyramid is complete."),
        ("slide", "This side of the plate is called so, after the disc on its rim."),
    ],
)
def test_a_label_that_is_pointed_at_says_what_it_tells(open_app, slug: str, told: str) -> None:
    game = find_game(slug)
    app = open_app("undrawn", Setup(game, game.players[0], game.options_from({}), ("human",) * game.players[0]))
    driver, screen = Driver(app), app.screen
    driver.until(lambda: any(written.means == told for _, written in screen.overlay._labels))
    rect = next(rect for rect, written in screen.overlay._labels if written.means == told)
    driver.point(rect.center)
    assert screen.control.overlay().pointed.endswith(told)
    assert any(told.split()[0] in line for _, line in screen.overlay._pointed)
    driver.point((screen.scene_rect.x + 2, screen.scene_rect.y + 2))
    assert told not in screen.control.overlay().pointed
