"""How Hypothesis searches: without a clock, since machines are shared, and on the build machine always the same.

The language is English, whatever the system's."""

from __future__ import annotations

import os

from hypothesis import settings

os.environ["LANGUAGE"] = "en"
os.environ.pop("SKILLBOX_LANGUAGE", None)
settings.register_profile("here", deadline=None)
settings.register_profile("build", deadline=None, derandomize=True)
settings.load_profile("build" if os.environ.get("CI") == "true" else "here")
