"""The viewer: a finished match or any record file on a time line, played, sought in, and exported."""

from __future__ import annotations

from functools import partial
from html import escape
from pathlib import Path

import pygame
import pygame_gui
from pygame_gui.elements import UILabel

from skill.app.i18n import told, tr
from skill.app.input.actions import Act
from skill.app.play.replay.reviewer import Reviewer, review_html, with_better
from skill.app.play.replay.timeline import Moment, ReplayTimeline
from skill.app.play.said.actions import sentence_with_place
from skill.app.play.said.help import COMMON_HELP
from skill.app.screens import destinations
from skill.app.screens.file_choice import FileChoice
from skill.app.screens.host import Host
from skill.app.screens.replay_layout import viewer_layout
from skill.app.screens.replay_screen import Button, ReplayScreen
from skill.app.screens.viewer.rows import about, clock, moment_rows, record_rows
from skill.app.widgets.kept import kept
from skill.app.widgets.pen import Pen
from skill.app.widgets.row_list import RowList
from skill.app.widgets.text_box import TextBox
from skill.app.widgets.theme import ACCENT, QUIET, SMALL_TEXT, TEXT
from skill.draw.camera import Camera, above, home
from skill.draw.export import PICTURE_SIZE, render_image, write_image
from skill.draw.scene_view import SceneView
from skill.errors import SkillboxError
from skill.jobs import Process, start_skillbox
from skill.paths import home_folder
from skill.rules.catalogue import all_games
from skill.table.record import read_record
from skill.table.review import Judgement, can_review
from skill.table.store import Finished

STEP_S = 0.5  # of an arrow key
RECENT = 40  # matches in the list
_SAME = {Act.PAUSE: Act.ACCEPT, Act.NEXT: Act.DOWN, Act.PREVIOUS: Act.UP}
"""Acts that do what others do."""


class ViewerScreen(FileChoice, ReplayScreen):
    """One record, or the list of finished matches."""

    suffixes = frozenset({".txt"})

    def __init__(self, host: Host, path: Path | None = None, reviews: bool = False, number: int | None = None) -> None:
        super().__init__(host)
        self.path: Path | None = None
        self.number: int | None = None
        """Which record of several in that file is shown."""
        self.list = RowList()
        self._status = self._review_line = pygame.Rect(0, 0, 1, 1)
        self._export: tuple[Process, Path] | None = None
        self.review: Reviewer | None = None
        """The review of the match that is shown, under way or done."""
        self._list_records()
        if path is not None:
            self.open_file(path, number)
        if reviews and self.can_review:
            self._begin_review()

    # -- what is seen

    def open_file(self, path: Path, number: int | None = None) -> None:
        """Shows a record, of several in a file that of this number; says why if it cannot be shown."""
        try:
            timeline = ReplayTimeline(read_record(path, number), path.parent)
        except SkillboxError as error:
            self.open_dialog(tr("It cannot be shown"), escape(told(error)))
            return
        self._end_review()
        self.player.load(timeline)
        self.path, self.number = path, number
        self.camera = self.home_camera()
        self.list.show(moment_rows(timeline))
        self._follow()
        if self.host.shows(self):
            self.host.rebuild()

    def _close_file(self) -> None:
        """Goes back from a record to the list of finished matches."""
        self._end_review()
        self.player.load(None)
        self.path = None
        self._list_records()
        self.host.rebuild()

    def _go_home(self) -> None:
        self.host.go_to(destinations.Home())

    def _list_records(self) -> None:
        self.list.show(record_rows(self.host.store.history(RECENT), [*all_games(), *self.host.own_games]))
        self.list.chosen = next(iter(self.list.keys), None)  # the latest, which Enter opens

    def home_camera(self) -> Camera:
        timeline = self.player.timeline
        return above() if timeline and timeline.record.game.kind == "physics" else home()

    def scene(self) -> SceneView:
        view, moment = self.player.view, self.player.moment
        point = self._point
        return with_better(view, point, moment.before) if point and moment else view

    @property
    def _point(self) -> Judgement | None:
        """What the review found about the action that is to be seen next, if it was dear."""
        moment = self.player.moment
        if self.review is None or moment is None or self.player.time_s > moment.begins_s:
            return None
        return next((point for point in self.review.points if point.number == moment.number), None)

    # -- layout

    def lay_out(self, ui: pygame_gui.UIManager, window: pygame.Rect, scale: float) -> None:
        self._pen = Pen(ui, scale)
        player = self.player
        transport = self._transport(tr("Stop"), [(">|", Act.TO_THE_END, partial(self._seek, float("inf")))])
        commands: list[list[Button]] = [
            [(tr("Open a file"), Act.LOAD, self._ask_file), (tr("All games"), Act.LEAVE, self._go_home)]
        ]
        if player.timeline:
            writing: list[Button] = [
                (tr("Picture"), Act.SAVE, self.export_picture),
                (tr("Animation"), Act.ANIMATE, self.export_animation),
            ]
            commands.insert(0, writing)
            commands.insert(1, [(tr("Other matches"), Act.BACK, self._close_file)])
            if self.can_review:
                commands[1].append((self._review_button, Act.REVIEW, self._toggle_review))
        has_review = self.review is not None
        layout = viewer_layout(window, scale, len(transport), [len(row) for row in commands], has_review=has_review)
        self._status = layout.status
        title = tr(player.timeline.record.game.title) if player.timeline else tr("Viewer")
        UILabel(layout.title, title, ui, object_id="#title")
        kept(TextBox(about(player.timeline, self.path), layout.about, ui), self.path)
        self._review_line = layout.review.move(8, 0)
        self.list.place(layout.rows, scale)
        self._place(ui, layout, transport, commands, [] if player.timeline else [act for _, act, _ in transport])

    @property
    def focus_rect(self) -> pygame.Rect | None:
        return self.list.focus_rect if self.list.chosen is not None else None

    # -- time

    @property
    def moves_by_itself(self) -> bool:
        is_busy = self.player.playing or not self.player.is_ready or self._export is not None or self._is_reviewing
        return super().moves_by_itself or is_busy

    def advance(self, elapsed_s: float) -> None:
        if self._export:
            self._look_after_export()
        if self._is_reviewing:
            self._look_after_review()
        was_playing = self.player.playing
        try:
            if self.player.advance(elapsed_s):
                self.panel_changed = True
                self._follow()
        except SkillboxError as error:
            self.open_dialog(tr("It cannot be shown"), escape(told(error)))
        if was_playing and not self.player.playing:
            self.host.rebuild()

    def _follow(self) -> None:
        """Chooses the action that is seen in the list."""
        moment = self.player.moment
        if moment is not None and moment is not self.list.chosen:
            self.list.chosen = moment
            self.list.reveal(moment)
            self.panel_changed = True

    # -- files

    def _ask_file(self) -> None:
        if self.file_dialog is None:
            self._open_file_dialog(self.host.store.folder if self.host.store.folder.is_dir() else home_folder())

    @property
    def file_title(self) -> str:
        return tr("Open a record")

    def _picture_file(self, suffix: str) -> Path:
        assert self.path is not None
        return self.host.store.folder / "pictures" / f"{self.path.stem}{suffix}"

    def export_picture(self) -> None:
        """Writes a picture of what is seen now, large and in the best quality."""
        moment = self.player.moment
        target = self._picture_file(f"-{moment.number if moment else 0}-{self.player.time_s:.1f}s.png")
        try:
            renderer = self.host.window.another_renderer()
            write_image(render_image(self.scene(), self.camera, PICTURE_SIZE, "high", renderer), target)
        except SkillboxError as error:
            self.open_dialog(tr("It is not written"), escape(told(error)))
            return
        self.open_dialog(tr("Written"), escape(str(target)))

    def export_animation(self) -> None:
        """Has an animation of the whole record drawn in another process, by `skillbox replay`."""
        if self._export or self.path is None:
            return
        target = self._picture_file(".gif")
        which = () if self.number is None else ("--number", str(self.number))
        self._export = (start_skillbox("replay", str(self.path), *which, "--out", str(target)), target)
        self.panel_changed = True

    def _look_after_export(self) -> None:
        assert self._export is not None
        process, target = self._export
        if process.poll() is None:
            return
        self._export = None
        said = process.stderr.read().strip() if process.stderr else ""
        if process.returncode == 0:
            self.open_dialog(tr("Written"), escape(str(target)))
        else:
            self.open_dialog(tr("It is not written"), escape(said))

    # -- the review

    @property
    def can_review(self) -> bool:
        """Whether a match is shown in which anybody had anything to decide by thought."""
        timeline = self.player.timeline
        return timeline is not None and can_review(timeline.record)

    @property
    def _is_reviewing(self) -> bool:
        return self.review is not None and not self.review.is_done

    @property
    def _review_button(self) -> str:
        if self.review is None:
            return tr("Review")
        return tr("Stop the review") if self._is_reviewing else tr("Show the review")

    def _toggle_review(self) -> None:
        """Begins the review, ends it while it goes on, or shows once more what it found."""
        if self.review is None:
            self._begin_review()
        elif self._is_reviewing:
            self._end_review()
        else:
            self._show_review()
        self.host.rebuild()

    def _begin_review(self) -> None:
        assert self.player.timeline is not None
        self.review = Reviewer(self.player.timeline.record)

    def _end_review(self) -> None:
        if self.review is not None:
            self.review.close()
            self.review = None

    def _look_after_review(self) -> None:
        assert self.review is not None
        before = self.review.progress
        self.review.advance()
        if self.review.is_done:
            self.review.close()
            self._show_review()
            self.host.rebuild()
        self.panel_changed |= self.review.progress != before

    def _show_review(self) -> None:
        """Says where the match turned, and leads there."""
        assert self.review is not None
        points = self.review.points
        buttons = {
            f"{n}  {tr('Look at action {number}', number=point.number)}": partial(self._look_at, point.number)
            for n, point in enumerate(points, 1)
        }  # with the digits that press them
        title = tr("Where the match turned") if points else tr("The match is reviewed")
        text = review_html(self.review.record, points)
        self.open_dialog(title, text, {**buttons, tr("Close"): self.close_dialog})

    def _look_at(self, number: int) -> None:
        """Shows an action before it is made."""
        assert self.player.timeline is not None
        self.close_dialog()
        self.player.playing = False
        self._seek(self.player.timeline.moments[number - 1].begins_s)
        self.host.rebuild()

    def closed(self) -> None:
        self._end_review()
        if self._export:
            self._export[0].terminate()
            self._export[0].wait()
        self.player.load(None)

    # -- events

    def on_gui(self, event: pygame.event.Event) -> None:
        if self.file_dialog is None:
            super().on_gui(event)

    def act(self, act: Act) -> None:
        is_list = self.player.timeline is None
        if act is Act.BACK and is_list:
            self._go_home()
        elif is_list and act not in (Act.LEAVE, Act.LOAD):
            self._act_on_list(act)
        elif act in (Act.LEFT, Act.RIGHT):
            self._seek(self.player.time_s + (STEP_S if act is Act.RIGHT else -STEP_S))
        elif command := self._by_key.get(_SAME.get(act, act)):
            command()

    def _act_on_list(self, act: Act) -> None:
        if act in (Act.UP, Act.DOWN, Act.NEXT, Act.PREVIOUS):
            self.list.chosen = self.list.neighbour(1 if act in (Act.DOWN, Act.NEXT) else -1)
            self.list.reveal(self.list.chosen)
            self.panel_changed = True
        elif act is Act.ACCEPT and self.list.chosen is not None:
            self._take(self.list.chosen)

    def _take(self, key: Finished | Moment) -> None:
        """Shows what was chosen in the list: a match, or an action of it."""
        if isinstance(key, Finished):
            self.open_file(key.file)
        else:
            self._seek(key.begins_s)

    def on_pointer(self, event: pygame.event.Event) -> None:
        if self.file_dialog is not None:
            return
        at = pygame.mouse.get_pos() if event.type == pygame.MOUSEWHEEL else event.pos
        if event.type == pygame.MOUSEWHEEL and self.list.rect.collidepoint(at):
            self.list.wheel(event.y)
            self.panel_changed = True
            return
        super().on_pointer(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not self._is_seeking:
            if (key := self.list.at(at)) is not None:
                self._take(key)
        elif event.type == pygame.MOUSEMOTION:
            self.panel_changed |= self.list.hover(at)

    def help_text(self) -> str:
        lines = (
            (tr("Play, stop"), (Act.ACCEPT,)),
            (tr("Back and forth in time (or drag on the time line)"), (Act.LEFT, Act.RIGHT)),
            (tr("The action before, the next one"), (Act.UP, Act.DOWN)),
            (tr("To the beginning, to the end"), (Act.RESTART, Act.TO_THE_END)),
            (tr("Faster or slower"), (Act.OTHER_SPEED,)),
            (tr("A picture of what is seen, an animation of all"), (Act.SAVE, Act.ANIMATE)),
            (tr("The review: begin it, stop it, show it again"), (Act.REVIEW,)),
            (tr("Open a file"), (Act.LOAD,)),
            (tr("All games"), (Act.LEAVE,)),
        )
        return self.keys_text(lines, COMMON_HELP)

    # -- painting

    def paint(self, surface: pygame.Surface) -> None:
        if self._pen is not None and (text := self._review_text()):
            self._pen.write(surface, text, self._review_line, ACCENT, TEXT, bold=True)

    def _review_text(self) -> str:
        """How far the review has come, or what was better than the action that is to be seen next."""
        if self.review is not None and self._is_reviewing:
            return self.review.progress
        if self.review is not None and (point := self._point):
            action = sentence_with_place(self.review.record.game, point.better)
            return tr("Better, and marked: {action}", action=action)
        return ""

    def paint_under(self, surface: pygame.Surface) -> None:
        super().paint_under(surface)
        assert self._pen is not None
        has_timeline = self.player.timeline is not None
        self.list.paint(surface, self._pen, focused=not has_timeline)
        if has_timeline:
            self._pen.write(surface, self._status_text(), self._status, QUIET, SMALL_TEXT, align="right")

    def _status_text(self) -> str:
        if self._export:
            return tr("the animation is being drawn")
        if not self.player.is_ready:
            return tr("stepping the attempt")
        return f"{clock(self.player.time_s)} / {clock(self.player.length_s)}"
