"""One file a game, found by the catalogue. Each defines `GAME`, a `skill.rules.game.Game`."""
