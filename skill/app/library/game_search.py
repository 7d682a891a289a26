"""The search for games by text and filters, and the description of a game. No pygame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from skill.app.cycle import cycled
from skill.app.i18n import tr
from skill.app.library.profiles import BY_KIND, profile_of
from skill.rules.catalogue import all_games
from skill.rules.game import FAMILIES, AnyGame
from skill.rules.profile import ESTIMATED, GIVEN, MEASURED

ANY = "any"
REAL, EXACT = "real dice", "without physics"
MINUTES = ("15", "30", "60")
MOST_PLAYERS = 8


class Filter(NamedTuple):
    """One question about games and the answers to choose from, `any` first."""

    name: str
    label: str
    values: tuple[str, ...]

    def shown(self, value: str) -> str:
        """The question with its answer, for a button."""
        answer = FAMILIES.get(value, value)
        if self.name == "minutes" and value != ANY:
            return tr("{label}: up to {value}", label=tr(self.label), value=value)
        return tr("{question}: {answer}", question=tr(self.label), answer=tr(answer))


FILTERS = (
    Filter("players", "Players", (ANY, *(str(n) for n in range(1, MOST_PLAYERS + 1)))),
    Filter("kind", "Played with", (ANY, REAL, EXACT)),
    Filter("family", "Family", (ANY, *FAMILIES)),
    Filter("minutes", "Minutes", (ANY, *MINUTES)),
)


class Search:
    """What games are searched for: a text, and an answer to each filter."""

    def __init__(self) -> None:
        self.text = ""
        self.answers = {question.name: ANY for question in FILTERS}

    def step(self, name: str, way: int) -> None:
        """Takes the next answer (`way` 1) or the one before (-1), round and round."""
        values = next(question.values for question in FILTERS if question.name == name)
        self.answers[name] = cycled(values, self.answers[name], way)

    def clear(self) -> None:
        """Searches for nothing in particular."""
        self.__init__()  # type: ignore[misc]

    def found(self, games: Sequence[AnyGame]) -> list[AnyGame]:
        """Those of `games` that have every word of the text and every answer, in their order."""
        return [game for game in games if self._answers(game) and self._has_words(game)]

    def best(self, games: Sequence[AnyGame]) -> AnyGame | None:
        """The game among those found that was most likely meant: by its number, by its title, else the first."""
        wanted = self.text.strip().casefold()
        if wanted:
            for game in games:
                if wanted.lstrip("0") == game.number.casefold().lstrip("0"):
                    return game
            for game in games:
                if tr(game.title).casefold().startswith(wanted):
                    return game
        return games[0] if games else None

    def _has_words(self, game: AnyGame) -> bool:
        texts = (
            game.number,
            game.slug,
            tr(game.title),
            tr(game.summary),
            tr(game.text.goal),
            tr(FAMILIES[game.family]),
        )
        text = " ".join(texts).casefold()
        return all(word in text for word in self.text.casefold().split())

    def _answers(self, game: AnyGame) -> bool:
        players, kind, family, minutes = (self.answers[question.name] for question in FILTERS)
        ranges = (game.players, *game.players_with.values())
        lasts = profile_of(game).minutes
        return (
            (players == ANY or any(low <= int(players) <= high for low, high in ranges))
            and (kind == ANY or is_real(game) is (kind == REAL))
            and family in (ANY, game.family)
            and (minutes == ANY or (lasts is not None and lasts <= int(minutes)))
        )


def is_real(game: AnyGame) -> bool:
    """Whether physical dice decide something in it."""
    return game.kind in ("physics", "hybrid")


def players_text(game: AnyGame) -> str:
    """The number of seats, `3` or `2-8`."""
    low, high = game.players
    return str(low) if low == high else f"{low}-{high}"


def by_family(games: Sequence[AnyGame]) -> Iterator[tuple[str, list[AnyGame]]]:
    """Families in their order with those of `games` that belong to them; empty ones are left out."""
    for family in FAMILIES:
        if members := [game for game in games if game.family == family]:
            yield family, members


def facts(game: AnyGame) -> str:
    """Players, kind, time and family of a game, in one line."""
    low, high = game.players
    count = low if low == high else players_text(game)
    parts = [tr("{count} players", one="One player", count=count), tr("real dice") if is_real(game) else tr(game.kind)]
    profile = profile_of(game)
    if profile.minutes:
        parts.append(tr("up to {minutes} min", minutes=profile.minutes))
    return ", ".join([*parts, tr(FAMILIES[game.family])])


def shares_text(game: AnyGame) -> str:
    """The shares of chance, skill and tactics, and whether they are given, measured or estimated."""
    profile = profile_of(game)
    text = "chance {chance}, skill {skill}, tactics {tactics} of 10"
    (low, high), (least, most) = profile.chance_between or (0, 0), profile.tactics_between or (0, 0)
    if low != high:
        text = "chance {chance} ({low} to {high}), skill {skill}, tactics {tactics} ({least} to {most}) of 10"
    shares = tr(
        text,
        chance=profile.chance,
        low=low,
        high=high,
        skill=profile.skill,
        tactics=profile.tactics,
        least=least,
        most=most,
    )
    if profile.source == GIVEN:
        return tr("{shares}: as its rules say", shares=shares)
    if profile.source == MEASURED:
        text = "{shares}: from matches of bots" if high else "{shares}: its rules leave nothing to chance"
        return tr(text, shares=shares)
    if profile is BY_KIND.get(game.kind):  # nobody has judged this one
        return tr("{shares}: as most games of its kind have it", shares=shares)
    if profile.source == ESTIMATED:
        return tr("{shares}: an estimate of ours", shares=shares)
    titles = {game.slug: game.title for game in all_games()}
    game_title = tr(titles.get(profile.source, profile.source))
    return tr("{shares}: estimated, as the rules of {game} say", shares=shares, game=game_title)


def about(game: AnyGame) -> tuple[str, ...]:
    """What the home screen says of a game, in paragraphs of pygame_gui's HTML: title, summary, goal, facts, shares."""
    title = f"<b>{escape(game.number)} {escape(tr(game.title))}</b>"
    return title, *map(escape, (tr(game.summary), tr(game.text.goal), facts(game), shares_text(game)))
