"""Commands for the dexterity tasks: their list with reference scores, policies over fixed seeds, data sets."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from skill.cli.arguments import (
    Cluster,
    Engine,
    Jobs,
    Json,
    Material,
    SceneOf,
    Trust,
    check_jobs,
    material_named,
    none_with,
    refuse_same,
    scene_named,
    trusted,
)
from skill.cli.output import print_json, progress, say, tell_engine
from skill.errors import Unavailable, UnknownName

if TYPE_CHECKING:
    from skill.env.tasks.scores import Score

EVALUATE = "evaluate"


class _Tasks(TyperGroup):
    """A group in which the name of a task stands for its evaluation: `tasks hop`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands:
            args = [EVALUATE, *args]
        return super().resolve_command(ctx, args)


commands = typer.Typer(name="tasks", cls=_Tasks, no_args_is_help=False, rich_markup_mode=None)

Policy = Annotated[str, typer.Option(help="random, planner, FILE.py, or FILE.zip of stable-baselines3.")]
Seeds = Annotated[int, typer.Option(help="Number of attempts, with the seeds 0, 1, ...")]
TaskName = Annotated[str, typer.Argument(metavar="TASK", help="A name from the list of `skillbox tasks`.")]


def _need_gymnasium() -> None:
    from importlib.util import find_spec

    if not find_spec("gymnasium"):
        raise Unavailable(
            "tasks need gymnasium: pip install '.[env]' in Skillbox's checkout; every other command works without it"
        )


@commands.callback(invoke_without_command=True, epilog="Example: skillbox tasks hop --policy planner --seeds 20")
def tasks(context: typer.Context, as_json: Json = False) -> None:
    """Lists the dexterity tasks with reference scores; `skillbox tasks TASK` evaluates a policy in one."""
    if context.invoked_subcommand is not None:
        return
    from skill.env.tasks.scores import read_scores, scores_file
    from skill.env.tasks.task import all_tasks
    from skill.lattice.notation import FIRST_ENGINE

    scores: dict[str, list[Score]] = {}
    for row in read_scores(scores_file()):
        if (row.level, row.varied, row.material, row.engine, row.scene) == (
            "book",
            False,
            "scene",
            FIRST_ENGINE,
            "game",
        ):
            scores.setdefault(row.task, []).append(row)
    if as_json:
        return print_json(
            [
                {
                    **task.model_dump(include={"name", "title", "level", "horizon_s"}),
                    "id": task.id,
                    "scores": [row._asdict() for row in scores.get(task.name, [])],
                }
                for task in all_tasks().values()
            ]
        )
    from skill.app.i18n import number_text, tr

    width = max(map(len, all_tasks()))
    wide = max(len(tr(task.title)) for task in all_tasks().values())
    for task in all_tasks().values():
        told = ", ".join(
            tr("{policy} {share} of {count}", policy=row.policy, share=number_text(row.success, ".0%"), count=row.seeds)
            for row in scores.get(task.name, [])
        )
        title = f"{tr(task.title):<{wide}}"
        say(f"{task.name:<{width}}  {task.level}  {task.horizon_s:4.0f} s  {title}  {told}".rstrip())


@commands.command(EVALUATE, epilog="Example: skillbox tasks flick-to-once --policy planner --seeds 100 --jobs 2")
def evaluate(
    task: TaskName,
    policy: Policy = "random",
    seeds: Seeds = 100,
    level: Annotated[str, typer.Option(help="How able the hands are: book or easy.")] = "book",
    varied: Annotated[
        bool, typer.Option("--varied", help="Draw friction, tremor and the like anew for each attempt.")
    ] = False,
    material: Material = None,
    scene: SceneOf = None,
    engine: Engine = None,
    repeat: Annotated[
        int | None, typer.Option(min=1, help="Input samples that an action lasts; as the policy was trained.")
    ] = None,
    wrap: Annotated[
        str, typer.Option(metavar="FILE.py", help="A function wrap(env): the wrappers in which the policy was trained.")
    ] = "",
    jobs: Jobs = 1,
    cluster: Cluster = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl", help="Keep every attempt there; those found are not repeated.")
    ] = None,
    table: Annotated[Path | None, typer.Option(metavar="FILE.csv", help="Write the score as a row there.")] = None,
    trust: Trust = False,
    as_json: Json = False,
) -> None:
    """Lets a policy try a task with fixed seeds; prints how often it succeeds and how long it takes."""
    _need_gymnasium()
    from skill.app.i18n import number_text, tr
    from skill.env.tasks.evaluation import Asked, score
    from skill.env.tasks.evaluation import evaluate as run
    from skill.env.tasks.policies import NAMED, check_name
    from skill.env.tasks.scores import FORM, put_score
    from skill.env.tasks.task import find_task
    from skill.files import place_of
    from skill.intervals import decimals

    check_jobs(jobs)
    if seeds < 1:
        raise UnknownName("--seeds {seeds}: expected at least 1", seeds=seeds)
    found = find_task(task)
    program = None if policy in NAMED else trusted(policy, trust)
    around = trusted(wrap, trust) if wrap else None
    if table is not None:
        place_of(table, FORM)
        refuse_same("--table", table, *filter(None, [keep]))
    asked = Asked(
        found.name, policy, level, varied, material_named(material), repeat, wrap, scene=scene_named(scene, level)
    )
    check_name(policy)
    with progress(found.name, seeds, quiet=as_json) as advance:
        episodes = run(asked, range(seeds), jobs, cluster, keep, lambda _: advance(), program, around)
    row = score(asked, episodes)
    if table is not None:
        put_score(table, row)
    if as_json:
        return print_json({**row._asdict(), "episodes": [episode._asdict() for episode in episodes]})
    form = f".{decimals(50 / sqrt(seeds), 1)}%"  # as many digits as so many attempts bear
    shares = {name: number_text(getattr(row, name), form) for name in ("success", "low", "high")}
    text = "{task}: {policy} succeeded in {success} of {count} attempts (95 %: {low} to {high})"
    tell_engine(row.engine)
    say(tr(text, task=tr(found.title), policy=row.policy, count=seeds, **shares))
    if row.time_s is not None:
        say(tr("  on average after {time} s", time=number_text(row.time_s)))
    text = "  distance at the end {distance}, processor time {time} s an attempt"
    say(tr(text, distance=number_text(row.distance, ".2f"), time=number_text(row.spent_s, ".2f")))


@commands.command(epilog="Example: skillbox tasks export set skillbox/set/planner-v0 --seeds 20")
def export(
    context: typer.Context,
    task: TaskName,
    dataset: Annotated[str, typer.Argument(metavar="DATASET", help="The data set's name in Minari, with its version.")],
    policy: Policy = "planner",
    seeds: Annotated[int, typer.Option(help="Number of attempts of the policy, with the seeds 0, 1, ...")] = 20,
    trace: Annotated[
        list[Path],
        typer.Option(metavar="FILE.trace", help="Take instead what a person did in the task's game; repeatable."),
    ] = [],  # noqa: B006
    material: Material = None,
    scene: SceneOf = None,
    engine: Engine = None,
    jobs: Jobs = 1,
    cluster: Cluster = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Keep every attempt there; those found are not repeated.")
    ] = None,
    trust: Trust = False,
) -> None:
    """Writes attempts of a planner, another policy or a person as a Minari data set, and plays it again to check it."""
    _need_gymnasium()
    from skill.app.i18n import tr
    from skill.env.tasks.dataset import export as write
    from skill.env.tasks.dataset import replay
    from skill.env.tasks.policies import NAMED, check_name

    check_jobs(jobs)
    if trace:
        none_with(context, "--trace", "--policy", "--seeds", "--keep")
    check_name(policy)
    program = None if trace or policy in NAMED else trusted(policy, trust)
    count = len(trace) or seeds
    with progress(task, count, quiet=False) as advance:
        write(
            task,
            dataset,
            policy,
            () if trace else range(seeds),
            trace,
            lambda _: advance(),
            jobs,
            cluster,
            keep,
            program,
            material_named(material),
            scene_named(scene),
        )
    kept = replay(dataset)
    same = sum(one.outcome == one.again for one in kept)
    won = sum(one.outcome == "success" for one in kept)
    text = "{dataset}: {attempts} attempts, {won} of them successes; {same} end the same when played again"
    say(tr(text, dataset=dataset, attempts=len(kept), won=won, same=same))
    if same < len(kept):
        raise typer.Exit(1)
