"""Films of attempts: what was seen of them, kept and seen again."""

from __future__ import annotations

from pathlib import Path

import pytest

from skill.app.play.replay.film import SHARES, Film, parse_film
from skill.app.play.replay.showing import Showing, showing_players
from skill.draw.camera import Camera, above
from skill.draw.scene_view import DieView, PlatePose, SceneView, Stroke, about
from skill.errors import FileError
from skill.rules.catalogue import all_games
from skill.table.example import Asked, example
from skill.table.shipped_examples import is_kept

KEPT = [pytest.param(game, id=game.slug) for game in all_games() if is_kept(game)]


def pictures() -> Film:
    """A die that lies on a plate while that is tilted, one that falls, and one that is there at first alone."""
    views = []
    for n in range(5):
        tilt = about((0.0, 1.0, 0.0), 3.0 * n)
        plate = PlatePose(tilt, (0.1 * n, 0.0, 0.5))
        lies = DieView(plate.apply((1.0, 2.0, 0.5)), tilt, "r")
        falls = DieView((3.0, -4.0, 5.0 - n * n), about((1.0, 1.0, 0.0), 40.0 * n), "g", ghost=n == 4, pips=n)
        gone = [DieView((0.0, 0.0, 1.0), about((0.0, 0.0, 1.0), 30.0), "k")] if n < 2 else []
        strokes = tuple(Stroke((0.0, 0.0, 4.0), (float(n), 0.0, 1.0), "tool", (0.2, 0.0)) for _ in range(n))
        views.append(SceneView((lies, falls, *gone), plate=plate, pitch=1.0, table_z=-9.0, strokes=strokes))
    cameras = [above(), above(), Camera(10.0, 40.0, 33.5, (0.0, 1.0, 2.0)), above(), above()]
    return Film(views, cameras)


def test_what_was_seen_is_seen_again() -> None:
    film = pictures()
    again = parse_film(film.text, "film")
    assert len(again.views) == len(film.views)
    assert again.cameras == film.cameras
    for old, new in zip(film.views, again.views, strict=True):
        assert new.strokes == old.strokes
        assert (new.pitch, new.side, new.table_z) == (old.pitch, old.side, old.table_z)
        assert [die[2:] for die in new.dice] == [die[2:] for die in old.dice]
        for die, other in zip((*old.dice, old.plate), (*new.dice, new.plate), strict=True):
            assert _numbers(other) == pytest.approx(_numbers(die), abs=2.0 / SHARES)
    assert again.text == parse_film(again.text, "film").text


def _numbers(body: DieView | PlatePose) -> list[float]:
    at = body.position if isinstance(body, DieView) else body.shift
    return [*at, *(x for row in body.rotation for x in row)]


def test_a_die_that_stays_on_a_plate_that_moves_is_written_once() -> None:
    film = pictures()
    alone = Film([view._replace(dice=view.dice[:1]) for view in film.views], film.cameras)
    assert alone.text.count('"dice":{}') == len(film.views) - 1


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[]", '{"pitch":1,"side":"top","table_z":0,"pictures":[]}', pictures().text.replace("looks", "x")],
)
def test_a_film_that_cannot_be_read_is_told(text: str) -> None:
    with pytest.raises(FileError, match=r"a\.film"):
        parse_film(text, "a.film")


@pytest.mark.parametrize("game", KEPT)
def test_hands_are_seen_where_no_engine_is_installed(game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill.app.play.replay.timeline.attempt_of", None)  # no world is made
    showing = Showing(example(Asked(game, showing_players(game), tmp_path)).record, tmp_path)
    assert not showing.timeline.prepare(0.0, 1)
    for moment in showing.timeline.moments:
        seen = [showing.view(moment.begins_s + share * moment.length_s) for share in (0.0, 0.3, 0.6, 0.9)]
        assert showing.timeline.is_ready(moment.ends_s - 0.1)
        assert len({tuple(die.position for die in view.dice) for view in seen}) > 1
        assert any(view.strokes for view in seen) or seen[0].plate != seen[1].plate
