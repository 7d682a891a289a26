"""Where everything on screen is and what is painted there stays as it is."""

from __future__ import annotations

import sys

import pytest

from tests.engines import of_bullet

pytest.importorskip("pygame")
from tests.app.drawn import KEPT, THEME, WALK, pictures, screens, themes
from tests.app.shown import walks
from tests.processes import printed

pytestmark = of_bullet

SCREENS = screens()


@pytest.mark.parametrize("name", SCREENS)
def test_screens_are_painted_as_they_were(name: str) -> None:
    assert pictures(SCREENS[name]) == KEPT.kept(name), "if it is meant: python -m tests.app.drawn --write"


def test_the_theme_is_as_it_was() -> None:
    assert themes() == KEPT.kept(THEME), "if it is meant: python -m tests.app.drawn --write"


def test_nothing_is_kept_that_nobody_looks_at() -> None:
    assert KEPT.names() == [*SCREENS, THEME, *map(WALK.format, walks())]


@pytest.mark.slow
def test_another_processor_paints_the_same() -> None:
    """As far as one can be had: the BLAS of numpy adds as it does on an old one."""
    program = "import runpy; runpy.run_module('tests.app.drawn', run_name='__main__')"
    lines = printed(sys.executable, program, OPENBLAS_CORETYPE="Prescott")
    digests = dict(line.split(": ", 1) for line in lines if ": " in line)
    assert digests == {name: KEPT.kept(name) for name in KEPT.names()}
