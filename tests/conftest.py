"""How Hypothesis searches: without a clock, since machines are shared, and on the build machine always the same.

The language is English, whatever the system's. No test waits for the disk: what `os.fsync` adds is seen only where the
power is cut.
"""

from __future__ import annotations

import os

from hypothesis import settings

os.environ["LANGUAGE"] = "en"
os.environ.pop("SKILLBOX_LANGUAGE", None)
os.fsync = lambda fd: None
settings.register_profile("here", deadline=None)
settings.register_profile("build", deadline=None, derandomize=True)
settings.load_profile("build" if os.environ.get("CI") == "true" else "here")
