"""Attempts: what the rules ask of hands is carried out in the physical world, and its outcome is reported back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skill.bots.registry import HUMAN, find_bot
from skill.errors import FileError, IllegalMove, reason_of
from skill.lattice.notation import ATTEMPT
from skill.rules.game import AnyGame, AttemptSpec
from skill.rules.options import AS_THE_GAME, SCENE, Options
from skill.table.match import Match
from skill.table.record import trace_name
from skill.table.rolls import roll

if TYPE_CHECKING:
    from skill.physics.attempt import AttemptRun
    from skill.physics.trace import Trace

STEPS_TO_ATTEMPT = 300  # after which a match is not played on to find one
Watcher = Callable[["AttemptRun"], Any]


def begin_attempt(match: Match, purpose: str = "attempt") -> AttemptRun:
    """The attempt that the match asks for, ready for its first input sample; `purpose` draws its seed.

    Raises `IllegalMove` if it asks for none, `Unavailable` without pybullet, `FileError` for a broken scene.
    """
    return attempt_for(_spec(match), match.generator(purpose).getrandbits(31))


def attempt_for(spec: AttemptSpec, seed: int) -> AttemptRun:
    """That attempt, ready for its first input sample. Raises as `begin_attempt` does."""
    from skill.physics.attempt import AttemptRun

    return AttemptRun(
        world_of(spec),
        spec.start,
        spec.goal,
        spec.failed,
        spec.time_limit_s,
        seed,
        hand=spec.hand,
        loose=spec.loose,
        score=spec.score,
    )


def attempt_in(spec: AttemptSpec, trace: Trace) -> AttemptRun:
    """That attempt as another machine has begun it: in the scene of its trace, after the samples in it.

    Raises `Unavailable` without what steps that scene, `NotationError` for samples that are none of it.
    """
    from skill.physics.attempt import AttemptRun

    running = AttemptRun(
        trace.scene,
        trace.start,
        spec.goal,
        spec.failed,
        spec.time_limit_s,
        trace.seed,
        hand=trace.hand,
        loose=trace.loose,
        score=spec.score,
    )
    for sample in trace.samples:
        if not running.done:
            running.tick(sample)
    return running


def practice_attempt(match: Match, number: int) -> AttemptRun:
    """The same attempt outside the match: hands tremble otherwise, each time by a seed of its own."""
    return begin_attempt(match, f"practice {number}")


def attempt_of(trace: Trace, spec: AttemptSpec | None = None) -> AttemptRun:
    """The beginning of the attempt that a trace records; its samples lead to the same end. Goal and limit are those of
    `spec`; without it there are none.
    """
    from skill.physics.attempt import AttemptRun

    begun = partial(AttemptRun, trace.scene, trace.start, seed=trace.seed, hand=trace.hand, loose=trace.loose)
    if spec is None:
        return begun()
    return begun(spec.goal, spec.failed, spec.time_limit_s, score=spec.score)


def world_of(spec: AttemptSpec) -> Any:
    """The physical scene of an attempt, with what its level, its material and the options change.

    Raises `FileError`, also where a scene in its place does not serve.
    """
    from skill.physics.scene import load_scene

    return load_scene(spec.scene, dict(spec.adjust), spec.level, spec.material, spec.other_scene)


def elsewhere(trace: Trace, spec: AttemptSpec, material: str, scene: str) -> Trace:
    """A trace of that attempt with its hands as they were, with dice of another material, in another scene, or both.

    Raises `FileError` where the other scene does not serve, or takes another number of samples a second.
    """
    if scene != AS_THE_GAME:
        own, spec = trace.scene, spec._replace(other_scene=scene)
        other = world_of(spec)
        if other.engine.sample_hz != own.engine.sample_hz:
            key, value, needed = "engine.sample_hz", other.engine.sample_hz, own.engine.sample_hz
            wrong = "scene {name}: {key} = {value}: expected {needed}, as in the trace"
            raise FileError(wrong, name=other.title, key=key, value=value, needed=needed)
        trace = replace(trace, scene=other.stepped_by(own.engine.name))
    return replace(trace, scene=trace.scene.made_of(material))


def check_scene(game: AnyGame, players: int, options: Options) -> None:
    """Raises `FileError` if the scene that players have agreed on does not serve for the first attempt of a match."""
    if options.get(SCENE.name, AS_THE_GAME) == AS_THE_GAME:
        return
    if spec := _first_attempt(game, players, options):
        world_of(spec)


def other_scenes(game: AnyGame, players: int, options: Options) -> dict[str, Path]:
    """The files of all scenes that serve in place of the game's own, as the option `scene` has them at that level.

    A user's own scenes are among them, but for faulty ones. Raises `FileError` if there is none.
    """
    from skill.physics.scene import find_scene, scene_files, scene_text, user_folders

    spec = _first_attempt(game, players, options.but(scene=AS_THE_GAME))
    if spec is None:
        raise FileError("{game}: with these options no dice are moved by hand", game=game.slug)
    found: dict[str, Path] = {}
    own = find_scene(spec.scene)
    for file in scene_files():
        with suppress(FileError):
            text = scene_text(file, spec.level)
            world_of(spec._replace(other_scene=text))
            if file != own:
                found[text] = file
    if not found:
        tools, folder = ", ".join(world_of(spec).tools), ", ".join(map(str, user_folders())) or "-"
        wrong = "no other scene serves in place of {scene}, which has {tools}; expected one of your own in {folder}"
        raise FileError(wrong, scene=spec.scene, tools=tools, folder=folder)
    return found


def _first_attempt(game: AnyGame, players: int, options: Options) -> AttemptSpec | None:
    """The first attempt of a match at random, if there is one."""
    match = Match(game, players, options, ("random",) * players)
    while match.turn is not None and len(match.played) < STEPS_TO_ATTEMPT:
        if isinstance(match.turn, AttemptSpec):
            return match.turn
        match.step()
    return None


def finish_attempt(match: Match, running: AttemptRun, folder: Path | None = None) -> None:
    """Gives the report of a finished attempt to the match; its trace is kept in `folder`, before the report is.

    Raises `FileError` if the trace cannot be kept; the match has the report all the same, which then names no trace.
    """
    report = running.report()
    try:
        if folder is not None and (name := trace_name(report)):
            _write_trace(running.trace, folder / name)
    except FileError:
        match.play(ATTEMPT(*report[1:-1], "-"))
        raise
    match.play(report)


def _write_trace(trace: Trace, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError("{path}: cannot be written: {error}", path=path, error=reason_of(error)) from None
    trace.write(path)


def last_trace(match: Match, folder: Path) -> Trace | None:
    """What hands did in the last attempt of the match, as it was kept in `folder`; None if it was not."""
    from skill.physics.trace import Trace

    names = [trace_name(line.action) for line in match.played if line.action.verb == ATTEMPT.name]
    if not names or names[-1] is None:
        return None
    try:
        return Trace.read(folder / names[-1])
    except FileError:
        return None


def no_trace(_match: Match) -> Trace | None:
    """Nothing is kept."""
    return None


def bot_samples(match: Match, running: AttemptRun, jobs: int = 1) -> Iterator[Any]:
    """The input of the bot whose attempt it is, one sample a tick.

    It is the same on any number of processes in which the bot rehearses: 1: this one; more: so many others; -1: as many
    as cores.
    """
    spec = _spec(match)
    running.jobs = jobs
    seed = match.generator("hands").getrandbits(31)
    return find_bot(match.player(spec.seat)).samples(spec, running, seed)


def bot_attempt(match: Match, folder: Path | None = None, watch: Watcher = lambda running: None, jobs: int = 1) -> None:
    """Lets a bot carry out the whole attempt; `watch` is called at its start and every tick until all is still.

    `jobs` is that of `bot_samples`.
    """
    running = begin_attempt(match)
    running.lingers = True
    watch(running)
    for sample in bot_samples(match, running, jobs):
        running.tick(sample)
        watch(running)
        if running.done:
            break
    if not running.done:
        running.give_up()
    while running.linger():
        watch(running)
    finish_attempt(match, running, folder)


def play_out(
    match: Match,
    folder: Path | None = None,
    watch: Watcher = lambda running: None,
    *,
    real_rolls: bool = False,
    limit: int | None = None,
) -> None:
    """Plays a match of bots to its end, or to `limit` actions. Raises `IllegalMove` when it comes to a person's turn.

    With `real_rolls` single dice are rolled in the physical world wherever chance asks for one.
    """
    while match.turn is not None and (limit is None or len(match.played) < limit):
        if isinstance(match.turn, AttemptSpec) and match.player(match.turn.seat) != HUMAN:
            bot_attempt(match, folder, watch)
        elif real_rolls and (action := roll(match)):
            match.play(action)
        else:
            match.step()


def _spec(match: Match) -> AttemptSpec:
    if not isinstance(match.turn, AttemptSpec):
        raise IllegalMove(
            "{game}: no attempt is asked for in position {pyramid}", game=match.game.slug, pyramid=match.pyramid
        )
    return match.turn
