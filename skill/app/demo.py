"""Matches of bots in a window or as an animation with its record beside it; animations of records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, pairwise
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from skill.app.i18n import number_text, tr
from skill.app.play.attempts.view import AttemptView
from skill.draw.animation import Motion
from skill.draw.camera import Camera, home
from skill.draw.export import (
    ANIMATION_SIZE,
    ANIMATIONS,
    FRAMES_PER_SECOND,
    PICTURES,
    check_name,
    render_image,
    write_animation,
    write_image,
)
from skill.draw.scene_view import SceneView, pyramid_view
from skill.errors import FileError, reason_of
from skill.files import PICTURE, place_of, read_text, write_text
from skill.lattice.notation import ATTEMPT
from skill.lattice.pyramid import Pyramid
from skill.rules.game import AnyGame, AttemptSpec
from skill.rules.options import AS_THE_GAME, AS_THE_SCENE, Options
from skill.table.attempts import attempt_of, bot_attempt, elsewhere
from skill.table.match import Match
from skill.table.record import FORM, Record, read_record, trace_name
from skill.table.simulate import refuse_endless

if TYPE_CHECKING:
    from PIL import Image

    from skill.physics.attempt import AttemptRun
    from skill.physics.trace import Trace

T = TypeVar("T")
MOST_FRAMES = 200  # of an animation: longer matches and attempts are shown faster
ATTEMPT_SAMPLES = 6  # of input from one picture of an attempt to the next
SAID_SAMPLES = 300  # of input from one line about progress to the next
BOT = "greedy"


def run_demo(
    game: AnyGame,
    players: int,
    options: Options,
    seed: int,
    out: Path | None = None,
    record: Path | None = None,
    say: Callable[[str], None] = lambda text: None,
) -> dict[str, Any]:
    """Plays one match of bots: in a window, where there is a display and no `out`, else into the animation `out`.

    By default `out` is `skillbox-SLUG.gif` here; record and traces are written beside it. Returns a report by key, or
    game and seed alone after a match in a window.

    Raises `Unavailable` where there is neither a display nor pygame, and `FileError`, before anything is played, where
    the files cannot be written or a record that no demo wrote would be replaced.
    """
    from skill.app.main import has_display, run

    seats = (BOT,) * players
    if out is None and has_display():
        run(game=game, players=players, options=options, seats=seats, seed=seed)
        return {"game": game.slug, "seed": seed}
    out = out or Path(f"skillbox-{game.slug}.gif")
    check_name(out, ANIMATIONS | PICTURES)
    record = record or out.with_suffix(".txt")
    _check_places(out, record)
    refuse_endless(game, options)
    match = Match(game, players, options, seats, seed)
    film = Film(match.pyramid)
    say(tr("{game}: bots play (seed {seed})", game=tr(game.title), seed=seed))
    _play(match, film, record.parent, say)
    write_text(record, str(match.record), FORM)
    say(tr("drawing {file}", file=out))
    frames = film.write(out)
    result = match.result
    assert result is not None
    return {
        "game": game.slug,
        "seed": seed,
        "attempts": [str(line.action) for line in match.played if line.action.verb == ATTEMPT.name],
        "result": str(result),
        "winners": result.winners,
        "reason": result.reason,
        "actions": len(match.played),
        "engines": sorted(match.record.engines),
        "record": str(record),
        "animation": str(out),
        "frames": frames,
    }


def _check_places(out: Path, record: Path) -> None:
    """Raises `FileError` unless both files can be written without replacing a record that no demo wrote."""
    if out.resolve() == record.resolve():
        raise FileError("{record}: is both animation and record; expected two names", record=record)
    for path in (out, record):
        if path.is_dir():
            raise FileError("{path}: is a folder; expected the name of a file", path=path)
        try:
            TemporaryFile(dir=next(folder for folder in path.resolve().parents if folder.exists())).close()
        except OSError as error:
            raise FileError("{path}: cannot be written: {error}", path=path, error=reason_of(error)) from None
    place_of(out, PICTURE)
    place_of(record, FORM)
    if record.exists():
        try:
            found = read_record(record)
            # Somebody may have written into it since: a header, a remark.
            is_ours = set(found.seats) == {BOT} and not found.other_headers and str(found) == read_text(record)
        except FileError:
            is_ours = False
        if not is_ours:
            raise FileError(
                "{record}: exists already and no demo wrote it; expected another name for the record", record=record
            )


def _play(match: Match, film: Film, folder: Path, say: Callable[[str], None]) -> None:
    """Plays the match to its end, with pictures of every move and ten a second of attempts."""

    seen = count()

    def watch(running: AttemptRun) -> None:
        samples = len(running.trace.samples)
        if next(seen) % ATTEMPT_SAMPLES == 0:
            film.watch(running)
        if samples and samples % SAID_SAMPLES == 0 and not running.done:
            say(tr("  {time} simulated seconds", time=number_text(running.time_s, ".0f")))

    while match.turn is not None:
        if isinstance(match.turn, AttemptSpec):
            bot_attempt(match, folder, watch, jobs=-1)
            film.stand(match.pyramid)
        else:
            match.step()
            film.move_to(match.pyramid)


def render_record(
    record: Record, folder: Path, out: Path, material: str = AS_THE_SCENE, scene: str = AS_THE_GAME
) -> int:
    """Draws a record into an animation, or its end into a picture; the traces of its attempts lie in `folder`.

    With another `material` or `scene` hands do in the animation what they did, with dice and plate of that, or there.

    Returns the number of frames. Raises `FileError`, `IllegalMove`.
    """
    from skill.physics.trace import Trace

    states = list(record.states())
    film = Film(record.game.pyramid(states[0]))
    for line, (before, after) in zip(record.played, pairwise(states), strict=True):
        name = trace_name(line.action)
        if name is None:
            film.move_to(record.game.pyramid(after))
            continue
        trace, spec = Trace.read(folder / name), record.game.to_move(before)
        assert isinstance(spec, AttemptSpec)
        for running in stepped(elsewhere(trace, spec, material, scene)):
            film.watch(running)
        film.stand(record.game.pyramid(after))
    return film.write(out)


def stepped(trace: Trace) -> Iterator[AttemptRun]:
    """Steps the attempt of a trace, and yields it at its start and every few samples until all is still."""
    running = attempt_of(trace)
    running.lingers = True
    yield running
    for number, sample in enumerate(trace.samples, 1):
        running.tick(sample)
        if number % ATTEMPT_SAMPLES == 0:
            yield running
    running.give_up()
    for number in count():
        if number % ATTEMPT_SAMPLES == 0:
            yield running
        if not running.linger():
            return


class Picture(NamedTuple):
    """A view and the camera that looks at it."""

    view: SceneView
    camera: Camera


class Film:
    """The pictures of a match in order. Only when all are there is it known which are drawn: of moves is kept how they
    are made, since the views of a long match would fill the memory.
    """

    def __init__(self, pyramid: Pyramid) -> None:
        self._pyramid = pyramid
        self._pictures: list[Callable[[], Picture]] = []
        self._watched: AttemptView | None = None

    def watch(self, running: AttemptRun) -> None:
        """Adds an attempt as it is now, with its tools."""
        if self._watched is None or self._watched.running is not running:
            self._watched = AttemptView(running)
        picture = Picture(self._watched.view(), self._watched.camera())
        self._pictures.append(lambda: picture)

    def stand(self, pyramid: Pyramid) -> None:
        """Goes on from `pyramid`, after an attempt whose pictures have led there."""
        self._pyramid = pyramid

    def move_to(self, pyramid: Pyramid) -> None:
        """Adds the pictures of a move that leads to `pyramid`."""
        if pyramid == self._pyramid:
            return
        self._begin()
        motion = Motion(self._pyramid, pyramid)
        for n in range(1, max(2, round(motion.length_s * FRAMES_PER_SECOND))):
            self._pictures.append(partial(_moving, motion, n / FRAMES_PER_SECOND))
        self._pyramid = pyramid
        self._pictures.append(partial(_standing, pyramid))

    def _begin(self) -> None:
        if not self._pictures:
            self._pictures.append(partial(_standing, self._pyramid))

    def write(self, out: Path) -> int:
        """Draws the animation, or the last picture alone if `out` is a picture, and returns the number of frames."""
        self._begin()
        if out.suffix.lower() in PICTURES:
            view, camera = self._pictures[-1]()
            write_image(render_image(view, camera), out)
            return 1
        return write_animation(self._frames(), out)

    def _frames(self) -> Iterator[Image.Image]:
        for made in thinned(self._pictures, MOST_FRAMES):
            view, camera = made()
            yield render_image(view, camera, ANIMATION_SIZE)


def _standing(pyramid: Pyramid) -> Picture:
    """The heap as side I sees it."""
    return Picture(pyramid_view(pyramid), home())


def _moving(motion: Motion, time_s: float) -> Picture:
    """The same while it becomes another one."""
    return Picture(pyramid_view(motion.after, hidden=motion.hidden(time_s), extra=motion.on_the_way(time_s)), home())


def thinned(pictures: Sequence[T], most: int) -> list[T]:
    """At most `most` of the pictures, evenly spread, first and last among them."""
    if len(pictures) <= most:
        return list(pictures)
    return [pictures[round(n * (len(pictures) - 1) / (most - 1))] for n in range(most)]
