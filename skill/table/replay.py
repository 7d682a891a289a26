"""Records played again: told line by line and checked, with attempts re-simulated from their traces."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from skill.errors import FileError, SkillboxError, Unavailable, Words
from skill.lattice.notation import ATTEMPT
from skill.rules.game import CHANCE, AttemptSpec, Turn
from skill.rules.options import AS_THE_GAME, AS_THE_SCENE
from skill.table.attempts import elsewhere, world_of
from skill.table.record import OPEN, Played, Record, trace_name

if TYPE_CHECKING:
    from skill.physics.versions import Versions

OF_ACTION = "action {number}: {error}"


def described(record: Record) -> Iterator[str]:
    """Each action with what every seat has after it, then the result. Raises `IllegalMove` for an illegal line."""
    game, states = record.game, record.states()
    next(states)
    for line, state in zip(record.played, states, strict=True):
        scores = " ".join(f"{score:g}" for score in game.scores(state))
        text = str(line)
        yield f"{text if len(text) < 100 else text[:97] + '...'}  [{scores}]"
    yield Words("result {result}", result=record.result)


def check_record(record: Record, folder: Path, material: str = AS_THE_SCENE, scene: str = AS_THE_GAME) -> list[Words]:
    """What is wrong with a record whose traces lie in `folder`: illegal lines, attempts that come out otherwise, a
    false result. Nothing if all is as written. With another `material` or `scene` what the same hands would have come
    to with dice and plate of that, or there. Raises `Unavailable` for an attempt without pybullet.
    """
    faults: list[Words] = []
    state = record.game.begin(record.players, record.options, record.position)
    for number, line in enumerate(record.played, 1):
        by: Turn = CHANCE if line.by is None else line.by
        spec = record.game.to_move(state)
        try:
            record.game.check(state, line.action, by)
            if isinstance(spec, AttemptSpec):
                faults += (
                    Words(OF_ACTION, number=number, error=fault)
                    for fault in _attempt_faults(spec, line, folder, material, scene)
                )
            state = record.game.play(state, line.action, by)
        except Unavailable:
            raise
        except SkillboxError as error:
            return [*faults, Words(OF_ACTION, number=number, error=error)]
    result = record.game.result(state)
    actual = OPEN if result is None else str(result)
    if record.result not in (actual, actual.replace("inf", "0")):  # as times without success were once written
        text = "header Result is {result}; the actions lead to {actual}"
        faults.append(Words(text, result=repr(record.result), actual=repr(actual)))
    return faults


def made_with(record: Record, folder: Path) -> list[Versions]:
    """The versions with which the traces of a record were made that lie in `folder`: each set of them once, an empty
    one for traces that do not say. What cannot be read as a trace is left out.
    """
    found: list[Versions] = []
    for name in filter(None, (trace_name(line.action) for line in record.played)):
        from skill.physics.trace import Trace

        with suppress(FileError):
            versions = Trace.read(folder / name).versions
            if versions not in found:
                found.append(versions)
    return found


def _attempt_faults(spec: AttemptSpec, line: Played, folder: Path, material: str, scene: str) -> Iterator[Words]:
    name = trace_name(line.action)
    if name is None:
        return
    from skill.physics.attempt import replay
    from skill.physics.trace import Trace

    trace = Trace.read(folder / name)
    if not trace.scene.is_world_of(world_of(spec).stepped_by(trace.scene.engine.name)):
        yield Words("{name} was recorded in another scene than {scene} is now", name=name, scene=spec.scene)
    for what in ("start", "hand", "loose"):
        recorded, expected = getattr(trace, what), getattr(spec, what)
        if recorded != expected:
            text = "{name}: {what} is {recorded}; expected {expected}"
            yield Words(text, name=name, what=what, recorded=recorded, expected=expected)
    trace = elsewhere(trace, spec, material, scene)
    again = replay(trace, spec.goal, spec.failed, spec.time_limit_s, score=spec.score).report()
    if (material, scene) != (AS_THE_SCENE, AS_THE_GAME):  # the name of a trace says of what its dice were
        again = ATTEMPT(*again[1:-1], line.action[-1])
    if again != line.action:
        yield Words("{action}: simulated again it is {again}", action=line.action, again=again)
