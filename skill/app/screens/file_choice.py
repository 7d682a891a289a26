"""Screens on which a file is chosen in a dialog, or dropped."""

from __future__ import annotations

from pathlib import Path

import pygame
import pygame_gui
from pygame_gui.windows import UIFileDialog

from skill.app.i18n import language
from skill.app.input.actions import Act
from skill.app.screens.base import Screen
from skill.app.widgets.kept import kept
from skill.draw.camera import Size


class FileChoice(Screen):
    """Subclasses say which files, and take the one that is chosen or dropped."""

    file_dialog: UIFileDialog | None = None
    """The dialog in which a file is chosen, while it is open."""
    suffixes: frozenset[str] = frozenset()
    """Of the files that can be chosen."""

    @property
    def file_title(self) -> str:
        """What the dialog is called."""
        raise NotImplementedError

    def open_file(self, path: Path) -> None:
        """Takes a file."""
        raise NotImplementedError

    def build(self, ui: pygame_gui.UIManager, size: Size, scale: float) -> None:
        before, self.file_dialog = self.file_dialog, None  # no element outlives a new layout
        super().build(ui, size, scale)
        if before is not None:
            self._open_file_dialog(Path(before.current_file_path or before.current_directory_path))

    @property
    def panel_rects(self) -> list[pygame.Rect]:
        return super().panel_rects + ([] if self.file_dialog is None else [self.file_dialog.rect])

    def _open_file_dialog(self, path: Path) -> None:
        """Lets somebody choose a file in that folder, or first of all that file."""
        window = pygame.Rect(0, 0, *self.host.window.size)
        self.host.ui.set_locale(language())  # of the dialog's own texts
        self.file_dialog = UIFileDialog(
            window.inflate(-window.w // 4, -window.h // 5),
            self.host.ui,
            window_title=self.file_title,
            allowed_suffixes=set(self.suffixes),
            initial_file_path=str(path),
            allow_existing_files_only=True,
        )
        self.file_dialog.delete_button.hide()  # type: ignore[no-untyped-call]  # one comes to look
        kept(self.file_dialog.file_path_text_line, "path")
        kept(self.file_dialog.file_selection_list, "files")
        self.panel_changed = True

    def _close_file_dialog(self) -> None:
        if self.file_dialog is not None:
            self.file_dialog.kill()  # type: ignore[no-untyped-call]
        self.file_dialog = None
        self.host.rebuild()

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self.open_file(Path(event.file))
        elif event.type == pygame_gui.UI_FILE_DIALOG_PATH_PICKED:
            self.file_dialog = None
            self.open_file(Path(event.text))
        elif event.type == pygame_gui.UI_WINDOW_CLOSE and event.ui_element is self.file_dialog:
            self.file_dialog = None
            self.host.rebuild()
        else:
            super().handle(event)

    def perform(self, act: Act) -> None:
        files = self.file_dialog
        if files is None or act in (Act.MUTE, Act.FULL_SCREEN):
            super().perform(act)
        elif act is Act.BACK:
            self._close_file_dialog()
        elif act is Act.ACCEPT and (path := Path(str(files.current_file_path))).is_file():
            self._close_file_dialog()
            self.open_file(path)
