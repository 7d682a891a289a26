"""Where things are kept."""

from __future__ import annotations

import os
from pathlib import Path

from skill.errors import Unavailable

HOME_VARIABLE = "SKILLBOX_HOME"


def data_folder() -> Path:
    """The user's folder for journals, records, best times and own scenes. `SKILLBOX_HOME` names another one.

    Raises `Unavailable` for a user without a home, where none is named.
    """
    if named := os.environ.get(HOME_VARIABLE):
        return Path(named)
    from platformdirs import user_data_path

    try:
        folder = user_data_path("skillbox", appauthor=False)
    except RuntimeError:  # some versions of platformdirs leave the sign for a home where there is none
        folder = Path("~")
    if not folder.is_absolute():
        raise Unavailable(f"you have no home folder in which to keep anything: let {HOME_VARIABLE} name a folder")
    return folder


def home_folder() -> Path:
    """The user's home, where files are looked for first; the current folder for one who has none."""
    try:
        return Path.home()
    except RuntimeError:
        return Path()
