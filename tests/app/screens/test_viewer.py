"""The viewer: records on a time line, attempts stepped from their traces, pictures and animations of them."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image

from skill.app.demo import stepped
from skill.app.input.actions import Act
from skill.app.play.replay.player import BACK_S, ReplayPlayer
from skill.app.play.replay.timeline import EACH, REST_S, ReplayTimeline
from skill.app.screens import destinations
from skill.draw.scene_view import attempt_view, pyramid_view
from skill.lattice.pyramid import EMPTY
from skill.physics.trace import Trace
from skill.rules.catalogue import find_game
from skill.table.attempts import begin_attempt, finish_attempt
from skill.table.match import Match
from skill.table.record import read_record
from skill.table.review import Judgement, Question
from tests.app.conftest import WINDOWS

pygame = pytest.importorskip("pygame")
from skill.app.screens.home.screen import HomeScreen  # noqa: E402  (needs pygame)
from skill.app.screens.viewer.rows import about, moment_rows, seats_text  # noqa: E402  (needs pygame)
from tests.app.driver import Driver  # noqa: E402  (needs pygame)
from tests.app.screens.test_focus import finish_some  # noqa: E402
from tests.engines import needs_engine  # noqa: E402

both_windows = pytest.mark.parametrize("kind", WINDOWS)
SAMPLES = 36


CTRL = pygame.KMOD_LCTRL


@pytest.fixture
def rasanto(tmp_path: Path) -> Path:
    """A record of twelve placements."""
    game = find_game("rasanto")
    match = Match(game, 2, game.options_from({"first_player": 1}), ("random", "random"), seed=2)
    for _ in range(12):
        match.step()
    path = tmp_path / "rasanto.txt"
    path.write_text(str(match.record))
    return path


@pytest.fixture
def faraday(tmp_path: Path) -> Path:
    """A record of one attempt that was given up, its trace beside it."""
    needs_engine()
    game = find_game("faraday")
    match = Match(game, 1, game.options_from({"attempts": 1}))
    running = begin_attempt(match)
    for _ in range(SAMPLES):
        running.tick((20.0, 0.0, *[0.0] * 6))
    running.give_up()
    finish_attempt(match, running, tmp_path)
    running.close()
    path = tmp_path / "faraday.txt"
    path.write_text(str(match.record))
    return path


# -- the timeline


def test_every_moment_of_a_record_can_be_looked_at_in_any_order(rasanto: Path) -> None:
    record = read_record(rasanto)
    timeline = ReplayTimeline(record, rasanto.parent)
    heaps = [record.game.pyramid(state) for state in record.states()]
    assert [moment.after for moment in timeline.moments] == heaps[1:]
    for moment in reversed(timeline.moments):
        assert timeline.view(moment.ends_s - REST_S / 2) == pyramid_view(moment.after)
        assert timeline.moment_at(moment.begins_s) is moment
        assert any(die.cell is None for die in timeline.view(moment.begins_s + 0.05).dice)  # one is on its way
    assert timeline.view(0.0).dice[0].position[2] > pyramid_view(heaps[1]).dice[0].position[2]
    assert timeline.view(timeline.length_s + 9) == pyramid_view(heaps[-1])
    assert timeline.is_ready(0.0)
    assert not timeline.prepare(0.0, 10)
    assert timeline.length_s == pytest.approx(sum(moment.length_s for moment in timeline.moments))


def test_a_record_without_actions_is_its_beginning(rasanto: Path) -> None:
    timeline = ReplayTimeline(read_record(rasanto)._replace(played=()), rasanto.parent)
    assert timeline.moment_at(0.0) is None
    assert timeline.length_s == 0
    assert timeline.view(3.0) == pyramid_view(timeline.start)


def test_an_attempt_is_seen_as_its_trace_has_it(faraday: Path) -> None:
    timeline = ReplayTimeline(read_record(faraday), faraday.parent)
    [moment] = timeline.moments
    assert moment.length_s == pytest.approx(SAMPLES / 60 + REST_S)
    assert not timeline.is_ready(0.5)
    early = timeline.view(0.5)
    steps = 0
    while timeline.prepare(0.0, 5):
        steps += 1
    assert steps == -(-SAMPLES // 5)
    assert timeline.is_ready(timeline.length_s)
    assert timeline.view(0.5) != early
    *_, last = (attempt_view(running) for running in stepped(Trace.read(moment.trace)))
    for seen, right in zip(timeline.view(SAMPLES / 60).dice, last.dice, strict=True):
        assert seen.position == pytest.approx(right.position)  # the same steps, hence the same places
    tilted = timeline.view(20 / 60).plate
    assert abs(np.array(tilted.rotation)[1, 2]) > 0.05
    pictures = {id(timeline.view(n / 60)) for n in range(SAMPLES + 5)}
    assert len(pictures) == 1 + SAMPLES // EACH
    timeline.close()


def test_an_attempt_is_listed_in_words(faraday: Path) -> None:
    _, row = moment_rows(ReplayTimeline(read_record(faraday), faraday.parent))
    assert row.text == "1. Player 1 gave up."


def test_without_its_trace_only_the_end_of_an_attempt_is_seen(faraday: Path) -> None:
    for trace in faraday.parent.glob("*.trace"):
        trace.unlink()
    timeline = ReplayTimeline(read_record(faraday), faraday.parent)
    assert timeline.moments[0].is_missing
    assert timeline.view(timeline.length_s) == pyramid_view(timeline.moments[0].after)


# -- the player


def player_of(path: Path) -> ReplayPlayer:
    player = ReplayPlayer()
    player.load(ReplayTimeline(read_record(path), path.parent))
    return player


def test_a_player_plays_to_the_end_and_then_from_the_beginning(rasanto: Path) -> None:
    player = player_of(rasanto)
    assert not player.advance(1.0)  # it does not play yet
    player.toggle()
    assert player.advance(1.0)
    assert player.time_s == 1.0
    player.change_speed()
    player.advance(1.0)
    assert player.time_s == 1.0 + player.speed == 3.0
    player.advance(99.0)
    assert (player.time_s, player.playing) == (player.length_s, False)
    player.toggle()
    assert (player.time_s, player.playing) == (0.0, True)


def test_a_player_goes_to_times_and_from_action_to_action(rasanto: Path) -> None:
    player = player_of(rasanto)
    first, second, *_ = player.timeline.moments
    player.step(1)
    assert player.moment is second
    player.step(-1)
    assert player.moment is first
    player.seek(second.begins_s + BACK_S + 0.01)
    player.step(-1)
    assert player.time_s == second.begins_s
    player.seek(-3.0)
    assert player.time_s == 0.0
    player.seek(float("inf"))
    assert player.time_s == player.length_s


def test_a_player_waits_for_an_attempt_to_be_stepped(faraday: Path) -> None:
    player = player_of(faraday)
    player.toggle()
    player.seek(0.5)
    assert not player.is_ready
    assert player.advance(0.01)
    assert player.time_s == 0.5
    while not player.is_ready:
        player.advance(0.01)
    player.advance(0.1)
    assert player.time_s == pytest.approx(0.6)
    player.load(None)


def test_a_player_without_a_record_shows_an_empty_plate() -> None:
    player = ReplayPlayer()
    player.toggle()
    player.step(1)
    assert not player.advance(1.0)
    assert (player.playing, player.moment, player.time_s) == (False, None, 0.0)
    assert player.view == pyramid_view(EMPTY)


# -- the screen


@both_windows
def test_a_record_is_played_scrubbed_and_stepped_by_mouse_and_keys(open_app, kind: str, rasanto: Path) -> None:
    app = open_app(kind)
    driver = Driver(app)
    driver.frames(2)
    driver.press("Viewer")
    viewer = app.screen
    driver.frames(2)
    driver.post(pygame.DROPFILE, file=str(rasanto))
    driver.frames(2)
    timeline = viewer.player.timeline
    assert len(viewer.list.keys) == 12
    drawn = app.frames_drawn
    driver.frames(20)
    assert app.frames_drawn - drawn <= 1  # at rest nothing is drawn, but for the better picture
    driver.key(pygame.K_SPACE)
    driver.until(lambda: viewer.player.time_s > timeline.moments[1].begins_s)
    driver.key(pygame.K_SPACE)
    assert not viewer.player.playing
    assert viewer.list.chosen in timeline.moments[1:3]
    driver.key(pygame.K_DOWN)
    assert viewer.player.time_s == pytest.approx(viewer.list.chosen.begins_s)
    before = viewer.player.time_s
    driver.key(pygame.K_RIGHT)
    driver.key(pygame.K_LEFT)
    assert viewer.player.time_s == pytest.approx(before)
    x = viewer.seek_bar.x_of(timeline.length_s / 2)
    at = (x, viewer.seek_bar.rect.centery)
    driver.point(at)
    driver.post(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=False)
    driver.frames()
    assert viewer.player.time_s == pytest.approx(timeline.length_s / 2, rel=0.02)
    driver.point((viewer.seek_bar.rect.right, at[1]))
    driver.post(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=False)
    driver.frames()
    assert viewer.player.time_s == pytest.approx(timeline.length_s, rel=0.02)
    driver.click(viewer.list.rect_of(timeline.moments[-1]).center)
    assert viewer.player.time_s == timeline.moments[-1].begins_s
    driver.press("x 1")
    assert viewer.player.speed == 2
    driver.press("|<")
    assert viewer.player.time_s == 0
    driver.key(pygame.K_ESCAPE)
    assert viewer.player.timeline is None
    driver.key(pygame.K_ESCAPE)
    assert app.screen is not viewer


@both_windows
def test_an_attempt_is_stepped_while_it_plays(open_app, kind: str, faraday: Path) -> None:
    from skill.app.screens import destinations

    app = open_app(kind)
    driver = Driver(app)
    app.go_to(destinations.Viewer(faraday))
    viewer = app.screen
    driver.frames(2)
    driver.key(pygame.K_SPACE)
    driver.until(lambda: viewer.player.time_s >= viewer.player.timeline.length_s)
    assert not viewer.player.playing
    assert viewer.player.timeline.is_ready(viewer.player.time_s)
    driver.press("<")
    assert viewer.player.time_s == 0.0


@both_windows
def test_what_is_seen_is_written_as_a_picture(open_app, kind: str, rasanto: Path) -> None:
    from skill.app.screens import destinations

    app = open_app(kind)
    driver = Driver(app)
    app.go_to(destinations.Viewer(rasanto))
    driver.frames(2)
    driver.press(">|")
    driver.press("Picture")
    [picture] = (app.store.folder / "pictures").glob("*.png")
    assert str(picture) in app.screen.dialog.text
    colours = np.asarray(Image.open(picture)).reshape(-1, 3).astype(int)
    red = (colours[:, 0] > 150) & (colours[:, 1] < 80)
    assert red.sum() > 500  # of red dice
    driver.key(pygame.K_RETURN)


@pytest.mark.slow
def test_an_animation_is_drawn_beside(open_app, rasanto: Path) -> None:
    from skill.app.screens import destinations

    rasanto.write_text("".join(rasanto.read_text().splitlines(keepends=True)[:-9]))
    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.Viewer(rasanto))
    driver.frames(2)
    driver.press("Animation")
    driver.until(lambda: app.screen.dialog is not None, most=10**6)
    [film] = (app.store.folder / "pictures").glob("*.gif")
    assert Image.open(film).n_frames > 10


@both_windows
def test_a_broken_file_is_told_and_a_finished_match_found(open_app, kind: str, rasanto: Path, tmp_path: Path) -> None:
    from skill.app.screens import destinations

    app = open_app(kind)
    driver = Driver(app)
    (tmp_path / "broken.txt").write_text("hello\n")
    app.go_to(destinations.Viewer(tmp_path / "broken.txt"))
    driver.frames(2)
    assert "expected" in app.screen.dialog.text
    driver.key(pygame.K_RETURN)
    game = find_game("el-dado")
    match = Match(game, 2, None, ("random", "random"), seed=1)
    match.advance()
    app.store.finish(app.store.new_journal(game), match.record)
    app.go_to(destinations.Viewer())
    driver.frames(2)
    assert app.screen.list.rows[1].text == f"El Dado ({match.record.result.replace(' ', ', ')})"
    driver.key(pygame.K_DOWN)
    driver.key(pygame.K_RETURN)
    assert app.screen.player.timeline.record.game is game
    driver.press("Open a file")
    assert app.screen.file_dialog is not None
    driver.frames(3)
    driver.post(pygame.VIDEORESIZE, w=900, h=600, size=(900, 600))
    driver.frames(2)
    assert app.screen.file_dialog is not None and app.screen.file_dialog.alive()
    driver.key(pygame.K_ESCAPE)
    assert app.screen.file_dialog is None


def test_the_latest_match_is_opened_at_once_and_before_that_nothing_can_be_played(open_app) -> None:
    app = open_app("undrawn")
    for slug in ("rasanto", "el-dado"):
        match = Match(find_game(slug), 2, None, ("random", "random"), seed=1)
        match.advance()
        app.store.finish(app.store.new_journal(match.game), match.record)
    app.go_to(destinations.Viewer())
    driver, viewer = Driver(app), app.screen
    driver.frames(2)
    assert viewer.list.chosen is viewer.list.rows[1].key

    def usable() -> list[str]:
        return [button.text for button in viewer._buttons if button.is_enabled]

    assert "Play" not in usable() and "Open a file (Ctrl+O)" in usable()
    driver.key(pygame.K_RETURN)
    driver.frames(2)
    assert viewer.player.timeline.record.game is find_game("el-dado")
    assert {"|<", "<", "Play", ">", ">|"} <= {*usable()}


# -- the review


def blunder(question: Question) -> Judgement:
    """The third decision cost half a match, all others nothing."""
    number, seat, played = question.number, question.decision.seat, question.played
    if number != 3:
        return Judgement(number, seat, played, played, 0.0, 0.0, 0.0)
    moves = question.decision.game.moves(question.decision.view, seat)
    return Judgement(number, seat, played, next(move for move in moves if move != played), 0.2, 0.7, 0.01)


def test_a_review_tells_where_the_match_turned_and_leads_there(open_app, monkeypatch, rasanto: Path) -> None:
    monkeypatch.setattr("skill.app.play.replay.reviewer.judged", blunder)
    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.Viewer(rasanto))
    driver.frames(2)
    driver.press("Review")
    assert app.screen.moves_by_itself
    driver.until(lambda: app.screen.dialog is not None)
    assert re.search(r"Action 3: Player 1 \(random\) chose: Set a red die here \(.+\)\. ", app.screen.dialog.text)
    said = "about 70 of 100 matches that go on from here, and not 20; the difference is right to within 2."
    assert said in app.screen.dialog.text
    driver.press("1  Look at action 3")
    moment = app.screen.player.moment
    assert moment.number == 3 and app.screen.player.time_s == moment.begins_s
    [better] = [marker.cell for marker in app.screen.scene().markers if marker.kind == "hint"]
    assert better == app.screen.review.points[0].better[2] and better not in moment.before
    driver.press(">")
    assert not any(marker.kind == "hint" for marker in app.screen.scene().markers)
    driver.press("Show the review")  # is not made again
    assert app.screen.dialog is not None and not app.screen.moves_by_itself


def test_a_review_can_be_left_at_any_time(open_app, monkeypatch, rasanto: Path) -> None:
    monkeypatch.setattr("skill.app.play.replay.reviewer.judged", blunder)
    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.Viewer(rasanto, reviews=True))
    driver.frames(3)
    review = app.screen.review
    assert not review.is_done and review.progress.startswith("Review: decision ")
    driver.press("Stop the review")
    assert app.screen.review is None and not app.screen.moves_by_itself
    driver.press("Review")
    driver.press("Other matches")
    assert app.screen.review is None and app.screen.dialog is None and not app.screen.moves_by_itself


def test_every_button_of_the_viewer_has_a_key_that_is_said(open_app, monkeypatch, rasanto: Path) -> None:
    monkeypatch.setattr("skill.app.play.replay.reviewer.judged", blunder)
    app = open_app("undrawn")
    app.go_to(destinations.Viewer(rasanto))
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    captions = {button.text for button in screen._buttons}
    assert {"Picture (Ctrl+S)", "Animation (A)", "Other matches (Escape)", "Review (V)"} <= captions
    assert {"Open a file (Ctrl+O)", "All games (Ctrl+Q)"} <= captions
    assert [name for name, _ in screen._keys] == ["R", "Up", "Return", "Down", "End", "X"]
    assert all(screen._bar.contains(place) for _, place in screen._keys)
    pressed: list[Act] = []
    for act in screen._by_key:
        screen._by_key[act] = partial(pressed.append, act)
    keys = (pygame.K_r, pygame.K_UP, pygame.K_RETURN, pygame.K_DOWN, pygame.K_END, pygame.K_x)
    for key, mod in (
        *((key, 0) for key in keys),
        *((pygame.K_s, CTRL), (pygame.K_a, 0), (pygame.K_v, 0), (pygame.K_o, CTRL), (pygame.K_q, CTRL)),
    ):
        driver.key(key, mod)
    assert len(pressed) == len(keys) + 5
    assert {*pressed, Act.BACK} == set(screen._by_key)
    said = screen.help_text()
    assert all(f"<b>{key}" in said or f" {key}</b>" in said for key in ("End", "X", "Ctrl+S", "A", "V", "Ctrl+O"))


def test_escape_leads_from_a_record_to_the_list_and_all_games_home(open_app, rasanto: Path) -> None:
    app = open_app("undrawn")
    app.go_to(destinations.Viewer(rasanto))
    driver, viewer = Driver(app), app.screen
    driver.frames(2)
    driver.key(pygame.K_o, CTRL)
    assert viewer.file_dialog is not None
    driver.key(pygame.K_ESCAPE)  # closes the dialog alone
    driver.frames(2)
    assert viewer.file_dialog is None and viewer.path == rasanto
    driver.key(pygame.K_ESCAPE)
    assert app.screen is viewer and viewer.path is None
    viewer.open_file(rasanto)
    driver.frames(2)
    driver.press("All games")
    assert isinstance(app.screen, HomeScreen)


def test_the_dialog_of_files_is_modal_can_be_read_and_deletes_nothing(open_app, rasanto: Path) -> None:
    app = open_app("undrawn")
    finish_some(app)
    app.go_to(destinations.Viewer())
    driver, screen = Driver(app), app.screen
    driver.frames(2)
    screen._open_file_dialog(rasanto.parent)
    driver.frames(2)
    assert screen.list.chosen is not None
    for key in (pygame.K_RETURN, pygame.K_UP, pygame.K_F1):
        driver.key(key)
        driver.frames(20)
    driver.press("All games (Ctrl+Q)")
    driver.click(screen.list.rect.move(0, 20).midtop)
    driver.frames(2)
    assert app.screen is screen and screen.dialog is None and screen.player.timeline is None
    files = screen.file_dialog
    assert not files.delete_button.visible
    row = next(item for item in files.file_selection_list.item_list if item["text"] == rasanto.name)
    shown = row["button_element"]
    look = shown.colours
    assert abs(look["normal_bg"].hsla[2] - look["normal_text"].hsla[2]) > 50  # of 100, of lightness
    driver.click(shown.rect.center)
    driver.frames(20)
    driver.key(pygame.K_RETURN)
    driver.frames(2)
    assert screen.file_dialog is None and screen.path == rasanto


def test_a_review_that_was_closed_is_opened_again_by_key(open_app, monkeypatch, rasanto: Path) -> None:
    monkeypatch.setattr("skill.app.play.replay.reviewer.judged", blunder)
    app = open_app("undrawn")
    app.go_to(destinations.Viewer(rasanto, reviews=True))
    driver, viewer = Driver(app), app.screen
    driver.until(lambda: viewer.dialog is not None)
    for _ in range(2):
        assert list(viewer.dialog.commands) == ["1  Look at action 3", "Close"]
        driver.key(pygame.K_1)
        assert viewer.dialog is None and viewer.player.moment.number == 3
        driver.frames(2)
        driver.key(pygame.K_v)
    assert viewer.dialog is not None


def test_who_played_what_was_reached_and_agreed_is_said_in_words() -> None:
    record = read_record(Path(__file__).parents[2] / "transcripts/rasanto.txt")
    deferred = record.game.options_from({"fill": "deferred"})
    told = record._replace(seats=("human", "random"), players=2, result="69 66", options=deferred)
    timeline = SimpleNamespace(record=told, moments=())
    said = about(timeline, Path("match.txt")).split("<br>")
    assert said[0] == "Player 1 (red): 69 outside faces, Player 2 (random) (green): 66 outside faces"
    assert said[1] == "Fill: deferred"
    assert seats_text(told._replace(result="*")) == "Player 1 (red), Player 2 (random) (green). The match is not over."
