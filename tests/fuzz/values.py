"""Any value in the place of a real one: what Hypothesis draws, always the same for the same generator."""

from __future__ import annotations

import tomllib
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from skill.files import toml_text

DRAWN = 8
"""Hypothesis begins with the simplest values: the last of so many is taken."""
PLAIN = (
    st.booleans()
    | st.integers()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.floats(-1e3, 1e3)
    | st.text(max_size=40)
    | st.sampled_from(("automatic", "plastic", "fr", "top", "R", "ctrl+u", "dune"))
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
"""Whatever TOML can say."""


def any_of(strategy: st.SearchStrategy[Any], rng: Random) -> Any:
    """A value of a strategy."""
    found: list[Any] = []

    @seed(rng.randrange(2**32))
    @settings(max_examples=DRAWN, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(strategy)
    def take(value: Any) -> None:
        found.append(value)

    take()
    return found[-1]


def with_any_value(text: str, rng: Random) -> bytes:
    """TOML with one or two of its values replaced, or with keys that it did not have."""
    table = tomllib.loads(text)
    for _ in range(rng.choice((1, 1, 2))):
        inner, key = rng.choice(list(_places(table)))
        inner[key] = any_of(VALUES, rng)
        if rng.random() < 0.1:
            table[any_of(st.text(max_size=12), rng)] = any_of(VALUES, rng)
    return toml_text(table).encode()


def _places(table: dict[str, Any] | list[Any]) -> Any:
    """Every table or list with each of its keys."""
    for key, value in list(table.items() if isinstance(table, dict) else enumerate(table)):
        yield table, key
        if isinstance(value, dict | list):
            yield from _places(value)
