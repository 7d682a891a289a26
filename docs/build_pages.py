"""Pages of the site that are made when it is built: the rules of every game, and the reference from the docstrings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from skill.rules.catalogue import all_games
from skill.rules.game import FAMILIES, AnyGame
from skill.rules.rules_page import page_texts

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

REFERENCE = {
    "Cells, dice, pyramid, notation": ("lattice.cells", "lattice.dice", "lattice.pyramid", "lattice.notation"),
    "The contract of a game": ("rules.game", "rules.turn", "rules.telling", "rules.thinking", "rules.race"),
    "Scenes, attempts, the world": ("physics.scene", "physics.attempt", "physics.trace", "physics.world.world"),
    "Matches and records": ("table.match", "table.record", "table.replay", "table.simulate"),
    "Bots": ("bots.bot", "bots.registry", "bots.planners"),
    "Many pieces of work": ("jobs",),
    "Environments": ("env.tasks.environment", "env.pettingzoo", "env.observation", "env.openspiel"),
}
"""A page each: its title and its modules."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages into the navigation."""
    games = all_games()
    families = [
        {name: [{f"{game.number} {game.title}": f"rules/{game.slug}.md"} for game in games if game.family == family]}
        for family, name in FAMILIES.items()
        if any(game.family == family for game in games)
    ]
    pages = [{title: f"reference/{n}.md"} for n, title in enumerate(REFERENCE, 1)]
    config.nav += [{"Rules": ["rules/index.md", *families]}, {"Reference": ["reference/index.md", *pages]}]  # type: ignore[operator]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    from mkdocs.structure.files import File

    def add(path: str, text: str) -> None:
        files.append(File.generated(config, path, content=text))

    games = all_games()
    add("rules/index.md", _catalogue(games))
    for game in games:
        add(f"rules/{game.slug}.md", _rules(game))
    for n, (title, modules) in enumerate(REFERENCE.items(), 1):
        add(f"reference/{n}.md", f"# {title}\n\n" + "\n".join(f"::: skill.{module}\n" for module in modules))
    links = "\n".join(f"- [{title}]({n}.md)" for n, title in enumerate(REFERENCE, 1))
    add("reference/index.md", f"# Reference\n\nMade from the docstrings.\n\n{links}\n")
    return files


def _catalogue(games: list[AnyGame]) -> str:
    lines = ["# Rules", "", "All games, made from the catalogue. Defaults of options are those of the booklets.", ""]
    for family, name in FAMILIES.items():
        if members := [game for game in games if game.family == family]:
            lines += [f"## {name}", ""]
            lines += [f"- [{game.number} {game.title}]({game.slug}.md): {game.summary}" for game in members] + [""]
    return "\n".join(lines)


def _rules(game: AnyGame) -> str:
    low, high = game.players
    seats = f"{low}" if low == high else f"{low} to {high}"
    lines = [f"# {game.number} {game.title}", "", f"{FAMILIES[game.family]}. Players: {seats}.", ""]
    for heading, text in page_texts(game):
        texts = [f"- {_safe(part)}" for part in text] if isinstance(text, tuple) else [_safe(text)]
        lines += [f"## {heading}", "", *texts, ""]
    lines += ["## Options", "", "| option | default | may be | what it does |", "| --- | --- | --- | --- |"]
    lines += [_row(o.name, o.default, o.expected, o.help) for o in game.all_options]
    lines += ["", f"`skillbox play {game.slug}` opens it; `skillbox demo {game.slug}` lets bots play it."]
    return "\n".join(lines)


def _row(*cells: Any) -> str:
    return "| " + " | ".join(_safe(str(cell)).replace("|", "\\|") for cell in cells) + " |"


def _safe(text: str) -> str:
    """The text without anything that Markdown would take for a sign of its own."""
    for sign in "\\*_<[`":
        text = text.replace(sign, f"\\{sign}")
    return text
