"""Ways back in a match, and what says them: strips, replays, the result that was closed, guides, pauses, notices."""

from __future__ import annotations

import re

import pytest

from skill.app.input.actions import EVERYWHERE, TRYING, Act, use_keys
from skill.app.input.device import BUMP, Device, LastUsed
from skill.app.input.key_names import printed
from skill.app.play.attempts.pace import Pace
from skill.app.play.attempts.runner import Purpose
from skill.app.play.guides import all_guides
from skill.app.play.guides.place import kept_place
from skill.app.play.match.phase import Phase
from skill.app.play.match.setup import Setup
from skill.app.screens import destinations
from skill.lattice.cells import parse_cell
from skill.rules.catalogue import find_game

pygame = pytest.importorskip("pygame")
from tests.app.driver import Driver  # noqa: E402  (needs pygame)
from tests.app.screens.test_match import setup  # noqa: E402
from tests.engines import needs_engine  # noqa: E402

pytestmark = pytest.mark.filterwarnings("error::UserWarning")


def opened(open_app, setup: Setup):
    app = open_app("undrawn", setup)
    driver = Driver(app)
    driver.frames(3)
    return driver, app.screen


def play_to_the_end(driver: Driver, screen) -> None:
    """All actions at once; then the result is closed, to look at the heap."""
    driver.until(lambda: screen.control.runtime.phase is Phase.CHOICE and not screen.moves_by_itself)
    match = screen.control.runtime.match
    while match.result is None:
        match.play(match.moves()[0])
    driver.until_card()


def captions(screen) -> list[str]:
    return [button.text for button in screen.strips.acts]


# -- keys of strips


def test_every_button_of_a_strip_names_its_key_and_so_does_the_help(open_app, monkeypatch) -> None:
    needs_engine()
    monkeypatch.setattr(Pace, "slow_share", 0.5)
    monkeypatch.setattr(Pace, "is_world_too_much", False)
    guide = all_guides()["faraday"]
    app = open_app("undrawn")
    app.go_to(destinations.Match(guide.setup(), guide))
    driver, screen = Driver(app), app.screen
    driver.key(pygame.K_t)
    driver.frames(3)
    acts = set(screen.strips.acts.values())
    assert acts == {Act.NEXT_STEP, Act.LEAVE_GUIDE, Act.DRAW_LESS, Act.CLOSE_NOTICE}
    bound = {act: key for key, act in (EVERYWHERE | TRYING).items() if not key.startswith("pad")}
    for button, act in screen.strips.acts.items():
        assert button.text.endswith(f" ({printed(bound[act])})")
    assert {"Leave the guide (Ctrl+N)", "All right (C)", "Simpler pictures (F)"} <= set(captions(screen))
    assert all(f"<b>{printed(bound[act])}</b>" in screen.help_text() for act in acts)


def test_a_strip_names_the_key_that_somebody_has_chosen(open_app) -> None:
    app = open_app("undrawn")
    app.prefer(app.preferences.changed(keys={"everywhere": {"next_step": ["f5"]}}))
    try:
        guide = all_guides()["rasanto"]
        app.go_to(destinations.Match(guide.setup(), guide))
        assert "Skip (F5)" in captions(app.screen)
    finally:
        use_keys({})


# -- what was used last


def test_a_mouse_that_is_only_bumped_is_not_used() -> None:
    used = LastUsed()
    assert used.device is Device.POINTER
    used.key(Device.KEYS)
    used.pointer((100.0, 100.0), presses=False)
    used.pointer((100.0 + BUMP / 2, 100.0), presses=False)
    assert used.device is Device.KEYS
    used.pointer((100.0 + 2 * BUMP, 100.0), presses=False)
    assert used.device is Device.POINTER
    used.key(Device.PAD)
    used.pointer((5.0, 5.0), presses=True)
    assert used.device is Device.POINTER


POINTING = re.compile(r"click|point|mouse|draw the way", re.IGNORECASE)


@pytest.mark.parametrize("name", all_guides())
def test_guides_speak_of_the_pointer_only_to_those_who_use_it(open_app, name: str) -> None:
    guide = all_guides()[name]
    app = open_app("undrawn")
    app.go_to(destinations.Match(guide.setup(), guide))
    run = app.screen.strips.guide
    spoken = 0
    while not run.is_over:
        assert not POINTING.search(run.text(Device.KEYS).replace("points", "")), run.step
        assert "–" not in run.text(Device.KEYS)
        spoken += run.text(Device.KEYS) != run.text(Device.POINTER)
        run.go_on()
    assert spoken


@pytest.mark.parametrize("name", all_guides())
def test_guides_name_buttons_to_those_who_point_and_keys_to_those_who_press_keys(name: str) -> None:
    for step in all_guides()[name].steps:
        assert "{" not in step.text, "the name of a key"
        assert "button" not in step.by_keys


def test_the_strip_changes_with_what_is_used(open_app) -> None:
    guide = all_guides()["el_dado"]
    app = open_app("undrawn")
    app.go_to(destinations.Match(guide.setup(), guide))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    assert "click it" in screen.strips.guide.text(app.last_used.device)
    driver.key(pygame.K_LEFTBRACKET)  # turns the view
    driver.frames(2)
    assert app.last_used.device is Device.KEYS
    shown = [e.html_text for e in app.ui.get_sprite_group().sprites() if "Step 1" in getattr(e, "html_text", "")]
    assert len(shown) == 1 and "with Tab and press Return" in shown[0]
    driver.click(screen.scene_rect.topleft)
    driver.frames(2)
    shown = [e.html_text for e in app.ui.get_sprite_group().sprites() if "Step 1" in getattr(e, "html_text", "")]
    assert len(shown) == 1 and "click it" in shown[0]


# -- guides that were left


def test_a_guided_match_goes_on_at_its_step(open_app) -> None:
    guide = all_guides()["rasanto"]
    app = open_app("undrawn")
    app.go_to(destinations.Match(guide.setup(), guide))
    driver = Driver(app)
    driver.frames(2)
    driver.click(driver.pixel_of(parse_cell("233")))
    driver.frames(2)
    driver.key(pygame.K_n)
    assert app.screen.strips.guide.number == 2
    driver.key(pygame.K_ESCAPE)
    driver.frames(2)
    [saved] = [key for key in app.screen.saved_matches.keys if hasattr(key, "record")]
    app.screen._open_saved(saved)
    driver.frames(2)
    guided = app.screen.strips.guide
    assert guided is not None and guided.guide is guide
    assert guided.number == 2
    assert app.screen.strips.step is not None
    driver.key(pygame.K_n, pygame.KMOD_LCTRL)  # leaves the guide for good
    driver.key(pygame.K_ESCAPE)
    driver.frames(2)
    assert kept_place(saved.path) is None
    [saved] = [key for key in app.screen.saved_matches.keys if hasattr(key, "record")]
    app.screen._open_saved(saved)
    driver.frames(2)
    assert app.screen.strips.guide is None


def test_nothing_is_kept_of_a_guide_whose_match_is_thrown_away(open_app, tmp_path) -> None:
    guide = all_guides()["rasanto"]
    app = open_app("undrawn")
    app.go_to(destinations.Match(guide.setup(), guide))
    driver = Driver(app)
    driver.key(pygame.K_n)
    driver.key(pygame.K_ESCAPE)  # nobody has played
    driver.frames(2)
    assert not list(tmp_path.rglob("*.guide"))


@pytest.mark.parametrize("text", ["", "rasanto", "rasanto 99", "rasanto -1", "nobody 1", "rasanto one", "\udcff 1"])
def test_a_broken_place_is_none(tmp_path, text: str) -> None:
    (tmp_path / "match.guide").write_bytes(text.encode(errors="surrogateescape"))
    assert kept_place(tmp_path / "match.txt") is None


def test_a_guide_is_over_with_its_match(open_app) -> None:
    guide = all_guides()["rasanto"]
    app = open_app("undrawn")
    app.go_to(destinations.Match(guide.setup(), guide))
    driver, screen = Driver(app), app.screen
    for _ in range(4):
        driver.key(pygame.K_n)
    assert screen.strips.guide.number == 4
    match = screen.control.runtime.match
    while match.result is None:
        match.play(match.moves()[0]) if match.moves() and match.seat == 1 else match.step()
    driver.until_card()
    assert screen.strips.guide.is_over
    assert screen.strips.step is None


@pytest.mark.parametrize("by_key", [True, False])
def test_a_step_that_is_skipped_beside_a_card_leaves_the_card(open_app, by_key: bool) -> None:
    needs_engine()
    guide = all_guides()["faraday"]
    app = open_app("undrawn")
    app.go_to(destinations.Match(guide.setup(), guide))
    driver, screen = Driver(app), app.screen
    driver.key(pygame.K_t)
    driver.key(pygame.K_g)
    driver.until_card()
    driver.frames(15)
    number = screen.strips.guide.number
    driver.key(pygame.K_n) if by_key else driver.press("Skip")
    driver.frames(15)
    assert screen.strips.guide.number == number + 1
    assert screen.dialog is not None and not screen.dialog.is_waiting
    driver.click(screen.scene_rect.center)
    driver.frames(2)
    assert screen.control.runtime.attempts.running is None


# -- after the match


def test_a_result_that_was_closed_is_shown_again_and_what_counts_is_gone_through_by_mouse_alone(open_app) -> None:
    driver, screen = opened(open_app, setup("rasanto"))
    play_to_the_end(driver, screen)
    whole = screen.dialog.rect.bottom
    assert "Tab" not in screen.control.message
    assert captions(screen) == []
    driver.press("Look at it")
    driver.frames(2)
    assert screen.dialog is None
    first, board = screen.control.board.counted_for, screen.control.board
    assert first is not None
    assert screen.scene_rect.bottom < whole  # the strip hides nothing
    driver.press("What counts for the next")
    assert board.counted_for not in (None, first)
    driver.press("What counts for the next")
    assert board.counted_for == first
    driver.press("Show the result")
    driver.until_card()
    assert "Play again" in screen.dialog.commands
    assert captions(screen) == []
    driver.press("Look at it")
    driver.key(pygame.K_z, pygame.KMOD_LCTRL)
    driver.frames(2)
    assert captions(screen) == []  # the match goes on


def test_a_result_that_was_closed_is_shown_again_by_key(open_app) -> None:
    driver, screen = opened(open_app, setup("rasanto"))
    play_to_the_end(driver, screen)
    driver.key(pygame.K_ESCAPE)
    driver.frames(2)
    assert captions(screen) == ["What counts for the next (Tab)", "Show the result (Return)"]
    driver.key(pygame.K_RETURN)
    driver.frames(2)
    assert screen.dialog is not None and screen.dialog.is_waiting
    driver.key(pygame.K_RETURN)  # too soon
    assert screen.control.runtime.phase is Phase.OVER


# -- replays and pauses


def in_hands(open_app, key: int):
    """Somebody alone in Faraday, whose attempt or practice has begun by that key."""
    needs_engine()
    driver, screen = opened(open_app, setup("faraday", players=1, seats=("human",)))
    driver.frames(15)
    driver.key(key)
    driver.frames(10)
    return driver, screen


def test_escape_ends_a_replay_and_stays_in_the_match(open_app) -> None:
    driver, screen = in_hands(open_app, pygame.K_t)
    driver.key(pygame.K_g)
    driver.until_card()
    driver.press("Replay")
    attempts = screen.control.runtime.attempts
    assert attempts.running is not None and attempts.purpose is Purpose.REPLAY
    assert "Escape ends it" in screen.control.attempt.hint()
    driver.key(pygame.K_ESCAPE)
    driver.frames(2)
    assert driver.app.screen is screen
    assert attempts.running is None
    assert screen.dialog is not None  # the card is back
    driver.until_card()
    driver.key(pygame.K_ESCAPE)
    driver.key(pygame.K_ESCAPE)
    driver.frames(2)
    assert driver.app.screen is not screen


def test_a_pause_says_how_to_go_on_whatever_else_is_to_be_said(open_app) -> None:
    driver, screen = in_hands(open_app, pygame.K_RETURN)
    driver.key(pygame.K_p)
    driver.frames(2)
    said = screen.panel.shown.message
    assert said.startswith("The dice, your tools and the clock stand still. Click on the plate or press P to go on.")
    driver.press("Pause")
    driver.frames(2)
    assert "stand still" not in screen.panel.shown.message
    use_keys({"everywhere": {"pause": ["f6"]}})
    try:
        driver.press("Pause")
        driver.frames(2)
        assert "press F6 to go on" in screen.panel.shown.message
    finally:
        use_keys({})


# -- notices


def test_a_slow_machine_is_told_of_once_in_a_run_of_the_program(open_app, monkeypatch) -> None:
    needs_engine()
    monkeypatch.setattr(Pace, "slow_share", 0.5)
    app = open_app("undrawn", setup("faraday", players=1, seats=("human",)))
    driver = Driver(app)
    driver.frames(15)
    driver.key(pygame.K_RETURN)
    driver.frames(3)
    assert app.screen.strips.notice is not None
    driver.key(pygame.K_c)
    for _ in range(2):
        app.go_to(destinations.Match(app.settings_of(find_game("faraday")).setup()))
        driver.frames(15)
        driver.key(pygame.K_RETURN)
        driver.frames(3)
        assert app.screen.control.runtime.attempts.running is not None
        assert app.screen.strips.notice is None


@pytest.mark.parametrize("place", ["match", "statistics", "viewer"])
def test_the_sound_key_says_for_a_moment_whether_there_is_sound(open_app, place: str) -> None:
    destination = {
        "match": destinations.Match(setup("rasanto")),
        "statistics": destinations.Statistics(),
        "viewer": destinations.Viewer(),
    }[place]
    app = open_app("undrawn")
    app.go_to(destination)
    driver, screen = Driver(app), app.screen
    driver.until(lambda: not screen.moves_by_itself)
    driver.key(pygame.K_m)
    driver.key(pygame.K_m)
    driver.until(lambda: screen.noted is None and not screen.moves_by_itself)
    driver.frames(20)  # with the frame for those who use keys, and the better picture

    def seen() -> bytes:
        return pygame.image.tobytes(pygame.display.get_surface(), "RGB")

    before = seen()
    for said in ("Sound is off.", "Sound is on."):
        driver.key(pygame.K_m)
        assert screen.noted.text == said
        assert screen.moves_by_itself  # or it would not go
        assert seen() != before
    driver.until(lambda: screen.noted is None and not screen.moves_by_itself)
    driver.frames(20)
    assert seen() == before
