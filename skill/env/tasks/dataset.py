"""What planners and people did in a task, as a data set of Minari, and read back.

Actions are kept as the environment takes them, so playing them again from the same beginning leads to the same end.
Attempts are the same on any number of processes and on a cluster. With a folder to keep them in, each is a file there
as soon as it is done, and what is found there is not done again.
"""

from __future__ import annotations

import io
import os
import warnings
import zipfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np

from skill.env.tasks.environment import SkillTask
from skill.env.tasks.policies import Act, Learned, find_policy, read_policy, repeat_of
from skill.env.tasks.task import find_task
from skill.errors import FileError, Unavailable, Words, quoted
from skill.files import form, read_bytes, whole_write
from skill.jobs import spread
from skill.lattice.notation import FIRST_ENGINE
from skill.physics.scene import AS_THE_GAME, AS_THE_SCENE, material_text, scene_text
from skill.physics.trace import Trace
from skill.programs import Program

Done = Callable[[str], Any]
Buffer = dict[str, Any]
"""An attempt as Minari takes it; arrays are by the names of `EpisodeBuffer`, those of dictionaries one level below."""
FORM = form(Words("an attempt that was kept"), r"PK\x03\x04.{26}[a-z/_]+\.npy")
FOLDER = "MINARI_DATASETS_PATH"
"""The environment variable with the folder in which Minari keeps data sets."""
MOST_ATTEMPT = 2**26  # bytes: two minutes of 45 dice at 60 Hz, the longest attempt there is, have some 20 MB
LONGEST_NAME = 200  # of a data set, whose name is that of folders
NESTED = ("observations", "infos")
INFOS = ("is_success", "distance", "outcome")
"""What an environment tells after each step."""


class Source(NamedTuple):
    """Whose attempts are taken, and at what."""

    task: str
    policy: str
    repeat: int | None
    """Input samples an action; None for the task's own."""
    program: Program | None = None
    """The policy, if it is one of a file."""
    material: str = AS_THE_SCENE
    engine: str | None = None
    """None for that of `SKILLBOX_ENGINE` or the usual one."""
    scene: str = AS_THE_GAME


class Piece(NamedTuple):
    """One attempt to be taken: its number, and the seed with which it begins, or the text of a trace."""

    number: int
    seed: int
    trace: str = ""


class Kept(NamedTuple):
    """One episode of a data set: how it was kept to end, and how it ends when it is played again."""

    outcome: str
    again: str


def _minari() -> Any:
    try:
        import minari
    except ImportError:
        raise Unavailable("data sets need minari: pip install '.[env]' in Skillbox's checkout") from None
    return minari


def check_dataset_name(asked: str) -> None:
    """Raises `FileError` for a name under which no data set can be written: none of Minari's, or one that is taken.

    Others are not looked at, since one of them may be broken.
    """
    _minari()
    name = asked
    if (folder := os.environ.get(FOLDER)) is not None and not os.path.isabs(folder):  # Minari loses itself  # noqa: PTH117
        raise FileError("{name} = {folder}: expected an absolute path", name=FOLDER, folder=quoted(folder))
    if folder is None and not os.path.isabs(os.path.expanduser("~")):  # noqa: PTH111, PTH117
        raise Unavailable(f"you have no home folder in which to keep data sets: let {FOLDER} name a folder")
    from minari.dataset.minari_dataset import parse_dataset_id
    from minari.storage.datasets_root_dir import get_dataset_path

    try:
        parse_dataset_id(name)
    except (ValueError, TypeError):  # the latter without a version
        name = ""
    if not name or len(name) > LONGEST_NAME:
        raise FileError("data set {name}: expected a name such as skillbox/hop/planner-v0", name=quoted(asked))
    if get_dataset_path(name).exists():
        raise FileError(
            "data set {name}: there is one; expected a new name, or delete it: minari delete {name}", name=name
        )


def export(
    task: str,
    name: str,
    policy: str = "planner",
    seeds: Sequence[int] = (),
    traces: Iterable[Path] = (),
    on_done: Done = lambda outcome: None,
    jobs: int = 1,
    cluster: str | None = None,
    keep: Path | None = None,
    program: Program | None = None,
    material: str = AS_THE_SCENE,
    scene: str = AS_THE_GAME,
) -> Any:
    """A new data set of that name, `skillbox/hop/planner-v0`: attempts of a policy, and those that traces hold.

    A person's trace is one of an attempt at the task's game; its actions last one sample. Attempts of a policy that the
    folder `keep` holds are not done again. Raises `FileError`, `UnknownName`, and what `spread` raises.
    """
    minari = _minari()
    check_dataset_name(name)
    read = [Trace.read(path) for path in traces]
    found = find_task(task)
    if not read:
        program = program or read_policy(policy)
    each = 1 if read else None if found.once else repeat_of(policy)
    source = Source(found.name, policy, each, program, material_text(material), scene=scene_text(scene))
    source = source._replace(engine=_made(source).engine)  # as here, on other machines and when played again
    if not read and isinstance(acting := find_policy(policy, program), Learned):
        acting.check(_made(source))
    pieces = [Piece(n, seed) for n, seed in enumerate(seeds)]
    pieces += [Piece(len(pieces) + n, 0, trace.text) for n, trace in enumerate(read)]
    buffers: dict[int, Buffer] = {}
    for piece in pieces:
        file = _file(keep, source, piece)
        if file is not None and file.is_file():
            buffers[piece.number] = _read(file, _made(source))
            on_done(_outcome(buffers[piece.number]))
    left = [piece for piece in pieces if piece.number not in buffers]
    with closing(spread(partial(attempt, source), left, jobs, cluster, in_order=False)) as done:
        for number, buffer in done:
            buffers[number] = buffer
            file = _file(keep, source, pieces[number])
            if file is not None:
                _write(file, buffer)
            on_done(_outcome(buffer))
    by = "a person" if read and not seeds else Path(policy).stem
    env: Any = gymnasium.make(
        f"skill.env:{found.id}",
        repeat=source.repeat,
        material=source.material,
        scene=source.scene,
        engine=source.engine,
    )
    with warnings.catch_warnings():
        # It warns of an author and of versioned code that it is not told: these are the user's to give, not ours.
        warnings.filterwarnings("ignore", category=UserWarning, module=r"minari\.")
        made = minari.create_dataset_from_buffers(
            name,
            [
                minari.data_collector.EpisodeBuffer(**_listed(buffers[piece.number]), **_begun(piece))
                for piece in pieces
            ],
            env=env,
            eval_env=env,
            algorithm_name=by,
            description=f"{found.title}: {found.id}, by {by}.",
        )
    env.close()
    return made


def attempt(source: Source, piece: Piece) -> tuple[int, Buffer]:
    """The number of a piece, and what is kept of the attempt, played to its end."""
    env = _made(source)
    seen, info = env.reset(**_begun(piece))
    act = (
        _repeated(env, Trace.parse(piece.trace))
        if piece.trace
        else find_policy(source.policy, source.program)(env, piece.seed)
    )
    seens, infos = [seen], [info]
    rows: list[tuple[Any, float, bool, bool]] = []
    while not rows or not (rows[-1][2] or rows[-1][3]):
        action = act(seens[-1])
        seen, reward, terminated, truncated, info = env.step(action)
        rows.append((action, float(reward), terminated, truncated))
        seens.append(seen)
        infos.append(info)
    actions, rewards, terminations, truncations = map(np.array, zip(*rows, strict=True))
    return piece.number, {
        "observations": {key: np.array([each[key] for each in seens]) for key in seens[0]},
        "actions": actions,
        "rewards": rewards,
        "terminations": terminations,
        "truncations": truncations,
        "infos": {key: np.array([each[key] for each in infos]) for key in infos[0]},
    }


@lru_cache(maxsize=1)
def _made(source: Source) -> SkillTask:
    return SkillTask(
        source.task, repeat=source.repeat, material=source.material, scene=source.scene, engine=source.engine
    )


def _begun(piece: Piece) -> dict[str, Any]:
    """With what the environment is reset."""
    if not piece.trace:
        return {"seed": piece.seed}
    return {"seed": piece.seed, "options": {"trace": replace(Trace.parse(piece.trace), samples=[]).text}}


def _listed(buffer: Buffer) -> Buffer:
    """The same with lists of what is told, as Minari wants texts."""
    return {**buffer, "infos": {key: value.tolist() for key, value in buffer["infos"].items()}}


def _outcome(buffer: Buffer) -> str:
    return str(buffer["infos"]["outcome"][-1])


def _file(keep: Path | None, source: Source, piece: Piece) -> Path | None:
    """Where an attempt of a policy is kept, if it is."""
    if keep is None or piece.trace:
        return None
    each = "" if source.repeat is None else f"-{source.repeat}"
    of = ""
    for chosen, usual in ((source.material, AS_THE_SCENE), (source.scene, AS_THE_GAME)):
        name, has_numbers, _ = chosen.partition("(")
        of += "" if name == usual else f"-{name}"
        if has_numbers:
            of += f"-{sha256(chosen.encode()).hexdigest()[:8]}"
    if source.engine != FIRST_ENGINE:
        of += f"-{source.engine}"
    return keep / f"{source.task}-{Path(source.policy).stem}{each}{of}-{piece.seed}.npz"


def _write(path: Path, buffer: Buffer) -> None:
    arrays = {key: value for key, value in buffer.items() if key not in NESTED}
    arrays |= {f"{key}/{inner}": value for key in NESTED for inner, value in buffer[key].items()}
    with whole_write(path, FORM) as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)


def _read(path: Path, env: SkillTask) -> Buffer:
    buffer: Buffer = {key: {} for key in NESTED}
    try:
        data = io.BytesIO(read_bytes(path, MOST_ATTEMPT))
        with zipfile.ZipFile(data) as file:
            if sum(one.file_size for one in file.infolist()) > MOST_ATTEMPT:
                raise ValueError
        with np.load(data) as arrays:
            for name in arrays.files:
                key, _, inner = name.partition("/")
                if inner:
                    buffer[key][inner] = arrays[name]
                else:
                    buffer[key] = arrays[name]
        if _forms(buffer) != _forms_of(env, len(buffer["actions"])):
            raise ValueError
    except FileError:
        raise
    except Exception:  # whatever archives and arrays hold that are none
        raise FileError("{path}: expected an attempt that was kept", path=path) from None
    return buffer


Forms = dict[str, tuple[bool, tuple[int, ...]]]
"""Of each array whether it holds texts, and its shape."""


def _forms(buffer: Buffer) -> Forms:
    """Those of an attempt. Raises `ValueError` where something else stands than numbers and texts."""
    arrays = {key: value for key, value in buffer.items() if key not in NESTED}
    arrays |= {f"{key}/{name}": value for key in NESTED for name, value in buffer[key].items()}
    if any(value.dtype.kind not in "biufU" for value in arrays.values()):
        raise ValueError
    return {key: (value.dtype.kind == "U", value.shape) for key, value in arrays.items()}


def _forms_of(env: Any, steps: int) -> Forms:
    """Those of an attempt of so many steps, at least one."""
    n = max(1, steps)
    forms = {f"observations/{key}": (False, (n + 1, *box.shape)) for key, box in env.observation_space.items()}
    forms |= dict.fromkeys(("rewards", "terminations", "truncations"), (False, (n,)))
    forms |= {f"infos/{key}": (key == "outcome", (n + 1,)) for key in INFOS}
    return {**forms, "actions": (False, (n, *env.action_space.shape))}


def _repeated(env: SkillTask, trace: Trace) -> Act:
    """What a trace has, and rest after its end."""
    samples = iter(trace.samples)
    rest = env.running.toolset.rest
    return lambda _seen: env.action_of(next(samples, rest))


def replay(name: str) -> list[Kept]:
    """Plays all episodes of a data set again, in the environment that it says it is of. Raises `FileError`."""
    minari = _minari()
    try:
        data = minari.load_dataset(name)
    except (FileNotFoundError, ValueError) as error:
        raise FileError("data set {name}: cannot be read: {error}", name=name, error=error) from None
    env = data.recover_environment()
    kept = []
    for episode, about in zip(
        data.iterate_episodes(), data.storage.get_episode_metadata(range(len(data))), strict=True
    ):
        env.reset(seed=int(about["seed"]), options=about.get("options"))
        again = "running"
        for action in episode.actions:
            *_, info = env.step(action)
            again = info["outcome"]
        kept.append(Kept(_text(episode.infos["outcome"][-1]), again))
    env.close()
    return kept


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
