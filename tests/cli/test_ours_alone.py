"""What somebody has already is not written over: every command that writes, over every kind of file that is not its
own, and through links; nothing is changed, and the sentence says why.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from skill.cli.new import TEMPLATES
from skill.env.tasks.scores import Score
from skill.errors import FileError
from skill.files import NEW, OF_OUR_FOLDER, PICTURE, append_line, growing, lock, place_of, unlock, write_bytes
from tests.conftest import Say

posix_only = pytest.mark.skipif(os.name != "posix", reason="links")
Run = Callable[..., tuple[int, str]]

MEASUREMENTS = """title = "one"
[vary]
friction_table = { low = 0.1, high = 0.6 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
values = [45, 47, 44]
"""
POLICY = "def policy(seen):\n    return [0.0, 0.0, 0.0]"  # no final newline, as an editor may leave it
DIARY = "today it rained\nand tomorrow"
ROW = "flick-to-once"
WRITERS = {
    "tune's journal": ("tune a.toml --grid 2", "a.journal"),
    "tune --grid --out": ("tune a.toml --grid 2 --out x.csv", "x.csv"),
    "tune --out": ("tune a.toml --out x.toml", "x.toml"),
    "tune --report": ("tune a.toml --report .", "report.html"),
    "tune's plot": ("tune a.toml --grid 2 --report .", "sweep.png"),
    "analyse --out": ("analyse smuggling -n 1 --bot random --out x.json", "x.json"),
    "analyse's journal": ("analyse smuggling -n 1 --bot random --out x.json", "x.journal"),
    "analyse --report": ("analyse smuggling -n 1 --bot random --report x.html", "x.html"),
    "demo --out": ("demo el-dado --out x.gif", "x.gif"),
    "demo's record": ("demo el-dado --out x.gif", "x.txt"),
    "replay --out": ("replay m.txt --out x.png", "x.png"),
    "tasks --keep": (f"tasks {ROW} --seeds 1 --keep x.jsonl", "x.jsonl"),
    "tasks --table": (f"tasks {ROW} --seeds 1 --table x.csv", "x.csv"),
    "tasks export --keep": (
        f"tasks export {ROW} skillbox/a/b-v0 --seeds 1 --policy random --keep .",
        f"{ROW}-random-0.npz",
    ),
    "rules --html": ("rules rasanto --html", "rasanto.html"),
    "rules --html --out": ("rules rasanto --html --out x.html", "x.html"),
    "pack": ("pack own.py --trust", "own.skillbox"),
    "pack --out": ("pack own.py --trust --out x.skillbox", "x.skillbox"),
    "new": ("new x", "x.py"),
    "new's test": ("new x", "test_x.py"),
    "new --scene": ("new x --scene", "x.toml"),
    "scene new": ("scene new x", "x.toml"),
    "analyse-catalogue --journals": (
        "analyse-catalogue smuggling --shares --seconds 1 --journals .",
        "smuggling.journal",
    ),
    "bench --plots": ("bench startup --quick --only --version --plots .", "startup.png"),
    "bench --csv": ("bench startup --quick --only --version --csv x.csv", "x.csv"),
}


@pytest.fixture
def run(skillbox: Say, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """The console script in this process and a folder with what it may read: exit code and what it said of errors."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "sets"))
    game = (TEMPLATES / "game.py.txt").read_text()
    Path("own.py").write_text(game.replace("CLASS", "Own").replace("SLUG", "own").replace("TITLE", "Own"))
    Path("a.toml").write_text(MEASUREMENTS)
    Path("m.txt").write_text((Path(__file__).parents[1] / "transcripts/rasanto.txt").read_text())
    return lambda *words: skillbox(*words)[::2]


@pytest.mark.parametrize("case", WRITERS)
def test_what_is_there_and_is_not_ours_stays(case: str, run: Run) -> None:
    words, name = WRITERS[case]
    pytest.importorskip("gymnasium") if words.startswith("tasks") else None
    Path(name).write_text(DIARY)
    before = sorted(path.name for path in Path().iterdir())
    code, said = run(*words.split())
    assert code == 2 and re.search(rf"{name}: (exists already; )?expected a", said), said
    assert Path(name).read_text() == DIARY
    assert sorted(path.name for path in Path().iterdir()) == before, "something else was written"


@posix_only
@pytest.mark.parametrize("case", WRITERS)
def test_no_link_leads_out_of_the_folder(case: str, run: Run, tmp_path: Path) -> None:
    words, name = WRITERS[case]
    pytest.importorskip("gymnasium") if words.startswith("tasks") else None
    target = tmp_path / "somewhere.else"
    Path(name).symlink_to(target)
    code, said = run(*words.split())
    assert code == 2 and name in said, said
    assert not target.exists() and Path(name).is_symlink()


@posix_only
@pytest.mark.parametrize("kind", [os.mkfifo, Path.mkdir])
@pytest.mark.parametrize("case", ["tune's journal", "analyse's journal", "tasks --keep"])
def test_nothing_is_added_to_a_pipe_or_a_folder(case: str, kind: Callable[[Path], None], run: Run) -> None:
    words, name = WRITERS[case]
    pytest.importorskip("gymnasium") if words.startswith("tasks") else None
    kind(Path(name))
    code, said = run(*words.split())
    assert code == 2 and f"{name}: is no plain file; expected one, or a new name" in said, said


def test_a_table_is_not_written_where_attempts_are_kept(run: Run) -> None:
    pytest.importorskip("gymnasium")
    code, said = run("tasks", ROW, "--seeds", "1", "--keep", "x", "--table", "x")
    assert code == 2 and "--table x: would be written over x" in said and not Path("x").exists()


@pytest.mark.parametrize("option", ["--keep", "--table"])
def test_a_policy_is_not_its_own_result(option: str, run: Run) -> None:
    pytest.importorskip("gymnasium")
    Path("one.py").write_text(POLICY)
    code, said = run("tasks", ROW, "--trust", "--seeds", "1", "--policy", "one.py", option, "one.py")
    assert code == 2 and "one.py: exists already" in said, said
    assert Path("one.py").read_text() == POLICY


EPISODE = {
    **{"task": ROW, "policy": "random", "level": "book", "varied": False},
    **{"seed": 0, "outcome": "failure", "time_s": 1.0, "distance": 2.0, "actions": 3, "spent_s": 0.1},
}


def test_what_was_kept_before_is_gone_on_with(run: Run) -> None:
    pytest.importorskip("gymnasium")
    line = json.dumps(EPISODE)
    for text in (f"{line}\n", line, f'{line}\n{{"task": "{ROW}", "po'):  # whole, without its newline, cut by a kill
        Path("x.jsonl").write_text(text)
        assert run("tasks", ROW, "--seeds", "1", "--keep", "x.jsonl", "--json") == (0, "")
        assert Path("x.jsonl").read_text() == f"{line}\n"
    text = f'{line}\n{{"task": "milk"}}\n{{"task": "{ROW}", "po'
    Path("x.jsonl").write_text(text)
    code, said = run("tasks", ROW, "--seeds", "1", "--keep", "x.jsonl")
    assert code == 2 and "x.jsonl, line 2" in said
    assert Path("x.jsonl").read_text() == text


def test_a_user_s_column_is_not_dropped(run: Run) -> None:
    pytest.importorskip("gymnasium")
    text = f"{','.join(Score._fields)},mine\n"
    Path("x.csv").write_text(text)
    code, said = run("tasks", ROW, "--seeds", "1", "--table", "x.csv")
    assert code == 2 and "a table of scores" in said
    assert Path("x.csv").read_text() == text


def test_our_own_files_are_replaced(run: Run) -> None:
    for words, name in (WRITERS["tune --grid --out"], WRITERS["replay --out"]):
        assert run(*words.split())[0] == 0
        first = Path(name).stat()
        code, said = run(*words.split())
        assert code == 0, said
        assert Path(name).stat().st_ino != first.st_ino or Path(name).stat().st_mtime_ns != first.st_mtime_ns


@pytest.mark.parametrize("kind", ["GIF", "PNG", "JPEG", "WEBP"])
def test_pictures_of_all_kinds_say_who_made_them(kind: str, tmp_path: Path) -> None:
    from PIL import Image

    from skill.draw.export import ANIMATIONS, write_animation, write_image

    frames = [Image.new("RGB", (32, 32), colour) for colour in ("red", "blue", "green")]
    path = tmp_path / f"x.{kind.lower()}"
    foreign = io.BytesIO()
    frames[0].save(foreign, kind)
    for _ in range(2):
        write_animation(iter(frames), path) if path.suffix in ANIMATIONS else write_image(frames[0], path)
    assert place_of(path, PICTURE) == path
    path.write_bytes(foreign.getvalue())
    with pytest.raises(FileError, match="expected another name, or a picture that Skillbox has written"):
        place_of(path, PICTURE)


@posix_only
def test_links_within_a_folder_and_those_of_the_data_folder_lead_on(tmp_path: Path) -> None:
    real = write_bytes(tmp_path / "real", b"", NEW)
    (tmp_path / "link").symlink_to("real")
    assert place_of(tmp_path / "link", PICTURE) == real.resolve()
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "link").symlink_to(real)
    assert place_of(tmp_path / "inner" / "link", OF_OUR_FOLDER) == real.resolve()
    with pytest.raises(FileError, match=r"is a link to .*real; expected a file, or a link within its folder"):
        place_of(tmp_path / "inner" / "link", PICTURE)
    with pytest.raises(FileError, match="exists already"):
        place_of(real, NEW)


@posix_only
def test_a_line_is_added_to_no_other_file(tmp_path: Path) -> None:
    other = write_bytes(tmp_path / "inner" / "text.txt", b"mine", NEW)
    link = tmp_path / "link.txt"
    link.symlink_to(other)
    for path in (other, link):
        with pytest.raises(FileError):
            append_line(path, "ours", PICTURE)
        with pytest.raises(FileError), growing(path, PICTURE):
            pass
    assert other.read_bytes() == b"mine"


def test_a_file_with_the_name_of_a_lock_is_not_emptied(tmp_path: Path) -> None:
    other = write_bytes(tmp_path / "x.txt.lock", b"mine", NEW)
    with pytest.raises(FileError, match=r"x\.txt\.lock: exists already"):
        lock(tmp_path / "x.txt")
    unlock(tmp_path / "x.txt")
    assert other.read_bytes() == b"mine"
