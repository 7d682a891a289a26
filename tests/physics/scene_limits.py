"""Between which limits every number of a scene lies, kept in `scene_limits.txt`.

`python -m tests.physics.scene_limits --write` after a change that is meant.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from skill.physics.scene import Scene

KEPT = Path(__file__).with_name("scene_limits.txt")
LIMITS = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")


def limits() -> list[str]:
    """A line for each number with limits: its table, key and limits."""
    schema = Scene.model_json_schema()
    return sorted(
        f"{name}.{line}"
        for name, table in {"Scene": schema, **schema["$defs"]}.items()
        for key, value in table.get("properties", {}).items()
        for line in _of(key, value)
    )


def _of(key: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if has := [f"{limit} {value[limit]:g}" for limit in LIMITS if limit in value]:
            yield f"{key}: {', '.join(has)}"
        for name in ("items", "additionalProperties"):
            yield from _of(f"{key}.{name}", value.get(name))
        for name in ("anyOf", "prefixItems"):
            for n, each in enumerate(value.get(name, ())):
                yield from _of(f"{key}.{n}", each)


if __name__ == "__main__" and "--write" in sys.argv:
    KEPT.write_text("\n".join(limits()) + "\n", encoding="utf-8")
