"""Who aims a throw well succeeds in about six of ten, and who does not in clearly fewer."""

from __future__ import annotations

import pytest

from tests.app.input.thrown import CARELESS, STARTS, counted
from tests.engines import of_any_engine

pytestmark = [of_any_engine, pytest.mark.slow]


@pytest.mark.parametrize("game", STARTS)
@pytest.mark.parametrize("engine", ["bullet", "rapier"])
def test_well_aimed_throws_come_to_rest_in_a_funnel_six_times_of_ten(game: str, engine: str) -> None:
    well, careless = counted(game, engine, throws=60), counted(game, engine, CARELESS, throws=60)
    assert 0.45 < (well["there"] + well["other"]) / 60 < 0.8
    assert well["there"] > 3 * careless["there"]
    assert careless["off"] > well["off"]
