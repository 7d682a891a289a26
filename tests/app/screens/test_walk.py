"""A random match of every game through the real screen: what each turn of a person shows. See `tests.walk`.

Each game is walked in one window, size of text and language, which change from game to game, and slowly in all
windows. `python -m tests.walk` walks all of them with all sizes of text in all languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from skill.rules.catalogue import all_games
from skill.rules.game import AnyGame

pygame = pytest.importorskip("pygame")
from skill.app.application import Application  # noqa: E402  (needs pygame)
from skill.app.main import close_application  # noqa: E402
from tests.walk import LANGUAGES, SIZES, TEXT_SIZES, opened, speak, walk  # noqa: E402

FEW = 2  # turns of people in each match of the fast walk
GAMES = list(enumerate(all_games()))
TEXTS = list(product(TEXT_SIZES, LANGUAGES))


@pytest.fixture(scope="module", params=SIZES, ids=lambda size: "x".join(map(str, size)))
def app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """One window of each size for all games."""
    with pytest.MonkeyPatch.context() as environment:
        for name, value in (("VIDEODRIVER", "dummy"), ("AUDIODRIVER", "dummy")):
            environment.setenv(f"SDL_{name}", value)
        environment.setenv("SKILLBOX_RENDERER", "software")
        app = opened(request.param, tmp_path_factory.mktemp("data"))
        yield app
        speak(app, 1.0, "en")
        app.screen.closed()
        close_application()


def walked(app: Application, game: AnyGame, text: tuple[float, str], turns: int) -> list[str]:
    if (app.preferences.text_size, app.preferences.language) != text:
        speak(app, *text)
    return list(walk(app, game, turns))


def test_a_turn_shows_what_a_player_asks_of_it(app: Application) -> None:
    number = SIZES.index(app.window.size)
    mine = sorted(GAMES[number :: len(SIZES)], key=lambda numbered: numbered[0] // len(SIZES) % len(TEXTS))
    assert len(mine) >= len(TEXTS)
    for n, game in mine:
        text = TEXTS[n // len(SIZES) % len(TEXTS)]
        assert walked(app, game, text, FEW) == [], (game.slug, *text)


@pytest.mark.slow
def test_so_does_every_turn_at_any_size(app: Application) -> None:
    speak(app, 1.0, "en")  # the language was put back after the other test, the preferences were not
    for text in TEXTS:  # which all games have one after the other: a change of it takes longest
        for n, game in GAMES:
            if TEXTS[(n + SIZES.index(app.window.size)) % len(TEXTS)] == text:
                assert walked(app, game, text, FEW) == [], (game.slug, *text)
