"""Where things are kept."""

from __future__ import annotations

import os
from pathlib import Path

HOME_VARIABLE = "SKILLBOX_HOME"


def data_folder() -> Path:
    """The user's folder for journals, records, best times and own scenes. `SKILLBOX_HOME` names another one."""
    if named := os.environ.get(HOME_VARIABLE):
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("skillbox", appauthor=False)
