"""What is at hand of games and bots without loading them: `python -m tests.at_hand --write` after a change of one."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from skill import bots
from skill.at_hand import FILE
from skill.rules import games
from skill.rules.catalogue import all_games, listed


def made() -> dict[Path, str]:
    """The files, each with what belongs in it."""
    ours = [game for game in all_games() if type(game).__module__.startswith(f"{games.__name__}.")]
    rows = map(listed, ours)
    modules = {module.name: import_module(f"{bots.__name__}.{module.name}") for module in iter_modules(bots.__path__)}
    found = {name: getattr(module, "BOT", None) for name, module in modules.items()}
    return {
        _file(games): _text({row.module: row[1:] for row in rows}),
        _file(bots): _text({name: bot and (bot.strength, bot.name) for name, bot in found.items()}),
    }


def _file(package: object) -> Path:
    return Path(package.__path__[0], FILE)  # type: ignore[attr-defined]


def _text(noted: dict[str, object]) -> str:
    """An entry a line, so that changes can be read."""
    lines = (f"{json.dumps(name)}: {json.dumps(entry, ensure_ascii=False)}" for name, entry in noted.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    for file, text in made().items():
        if "--write" in sys.argv:
            file.write_text(text, encoding="utf-8")
        else:
            sys.stdout.write(text)
