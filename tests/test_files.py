"""TOML in and out, whole writes and locks: what one process sees, and what several do to each other."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill.errors import FileError
from skill.files import (
    OF_OUR_FOLDER,
    append_line,
    is_locked_elsewhere,
    lock,
    locked,
    parse_toml,
    read_toml,
    toml_text,
    unlock,
    whole_write,
    write_bytes,
    write_text,
    write_toml,
)
from tests.processes import together

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="links, modes and devices as POSIX has them")

# -- TOML

BROKEN = {
    "no value": ("a = 1\nb =\n", "cannot be read: not TOML: .* line 2"),
    "a number of thousands of digits": ("a = 1\nb = " + "9" * 5000, "line 2: a number of thousands of digits"),
    "the same with a sign": ("a = 1\nb = [-" + "9" * 5000 + "]", "line 2: a number of thousands of digits"),
    "a number of thousands of bits": ("a.b = [1, 0x" + "f" * 5000 + "]", r"a\.b\.2: a number of 20000 bits"),
    "a number just too large": (f"a = {2**63}", "a: a number of 64 bits; expected -9223372036854775808 to 9223372036"),
    "lists in lists": ("a = " + "[" * 5000 + "]" * 5000, "at most 32 deep"),
    "tables in tables": ("a = " + "{a = " * 100 + "1" + "}" * 100, r"a\.a\..*: expected tables and lists at most 32"),
    "a long key": (".".join("a" * 5000) + " = 1", r"a\.a\..*\.\.\.: expected tables and lists at most 32 deep"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_toml_is_told_with_file_and_place(case: str, tmp_path: Path) -> None:
    text, told = BROKEN[case]
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(FileError, match=f"^{path}.*{told}"):
        read_toml(path)


@pytest.mark.parametrize("case", BROKEN)
def test_every_file_that_users_write_is_read_by_the_one_reader(case: str, tmp_path: Path) -> None:
    from skill.app.settings.preferences import read_preferences
    from skill.physics.scene import load_material, load_scene
    from skill.rules.shared.sheets import read_sheet
    from skill.tune.measurements import load_measurements

    path = tmp_path / "mine.toml"
    path.write_text(BROKEN[case][0])
    readers = (load_scene, load_material, load_measurements, read_preferences, read_sheet)
    for read in readers:
        with pytest.raises(FileError, match=BROKEN[case][1]):
            read(path)


def test_a_file_that_is_not_there_or_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"none\.toml: cannot be read: No such file"):
        read_toml(tmp_path / "none.toml")
    (tmp_path / "noise.toml").write_bytes(b"title = '\xff\xfe'")
    with pytest.raises(FileError, match=r"noise\.toml: cannot be read: not UTF-8 text: byte 9"):
        read_toml(tmp_path / "noise.toml")


texts = st.text(max_size=8)
scalars = texts | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3))
tables = st.dictionaries(texts, values, max_size=4)


@settings(deadline=None, max_examples=40)  # the first write loads tomlkit
@given(tables)
def test_toml_text_reads_back(table: dict) -> None:
    assert parse_toml(toml_text(table), "here") == table


@settings(deadline=None)  # the first write loads tomlkit
@given(tables, tables)
def test_a_file_that_is_written_anew_reads_as_what_was_written(tmp_path_factory, old: dict, new: dict) -> None:
    path = tmp_path_factory.getbasetemp() / "anew.toml"
    path.unlink(missing_ok=True)
    write_toml(path, old, OF_OUR_FOLDER)
    write_toml(path, new, OF_OUR_FOLDER)
    assert read_toml(path) == new


def test_what_toml_cannot_say() -> None:
    assert tomllib.loads(toml_text({"a": 1, "b": None, "c": {"d": None}})) == {"a": 1, "c": {}}
    with pytest.raises(TypeError):
        toml_text({"a": object()})


REMARKS = """\
# how I like it
volume = 0.5  # not too loud
sound = true # always

# of the keys
[keys.everywhere]
undo = ["u"]  # left hand
"""


def test_remarks_in_a_file_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "preferences.toml"
    path.write_text(REMARKS)
    data = tomllib.loads(REMARKS)
    write_toml(path, data, OF_OUR_FOLDER)
    assert path.read_text() == REMARKS
    write_toml(path, {**data, "volume": 0.25, "language": "de", "players": [{"name": "Ada"}]}, OF_OUR_FOLDER)
    assert read_toml(path) == {**data, "volume": 0.25, "language": "de", "players": [{"name": "Ada"}]}
    for remark in ("# how I like it\nvolume = 0.25  # not too loud\n", "# always", "# of the keys", "# left hand"):
        assert remark in path.read_text()
    write_toml(path, {"sound": True}, OF_OUR_FOLDER)
    assert read_toml(path) == {"sound": True}
    assert "true # always" in path.read_text()


@pytest.mark.parametrize("case", ["no value", "lists in lists", "a number of thousands of digits"])
def test_a_file_that_is_broken_is_written_anew(case: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(BROKEN[case][0])
    write_toml(path, {"a": 1}, OF_OUR_FOLDER)
    assert path.read_text() == "a = 1\n"


# -- whole writes


def test_a_file_is_written_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "text.txt"
    assert write_text(path, "Grüße\n", OF_OUR_FOLDER) == path
    assert path.read_bytes() == "Grüße\n".encode()
    assert write_bytes(path, b"\x00", OF_OUR_FOLDER).read_bytes() == b"\x00"
    assert list(path.parent.iterdir()) == [path]
    with (
        pytest.raises(FileError, match=r"text\.txt: cannot be written: No such file"),
        whole_write(tmp_path / "none" / "text.txt", OF_OUR_FOLDER, make_folder=False),
    ):
        pass


def test_what_cannot_be_written_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch) -> None:
    path = write_text(tmp_path / "text.txt", "old", OF_OUR_FOLDER)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        with pytest.raises(FileError, match=r"text\.txt: cannot be written: No space left on device"):
            write_text(path, "new", OF_OUR_FOLDER)
    with pytest.raises(KeyboardInterrupt), whole_write(path, OF_OUR_FOLDER) as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(FileError, match="cannot be written"):
        write_text(tmp_path, "a folder is there", OF_OUR_FOLDER)
    with pytest.raises(FileError, match="cannot be written"):
        write_text(path / "text.txt", "a file is in the way", OF_OUR_FOLDER)


@posix_only
def test_no_link_at_the_temporary_name_is_followed(tmp_path: Path, monkeypatch) -> None:
    other = write_text(tmp_path / "other", "somebody's", OF_OUR_FOLDER)
    monkeypatch.setattr("os.urandom", lambda size: bytes(size))
    trap = tmp_path / f".skillbox-{'00' * 8}"
    trap.symlink_to(other)
    with pytest.raises(FileError, match="cannot be written: File exists"):
        write_text(tmp_path / "text.txt", "ours", OF_OUR_FOLDER)
    assert other.read_text() == "somebody's"
    assert trap.is_symlink()
    assert not (tmp_path / "text.txt").exists()


@posix_only
def test_links_of_the_user_lead_on_and_those_of_others_are_replaced(tmp_path: Path, monkeypatch) -> None:
    real = write_text(tmp_path / "real" / "text.txt", "old", OF_OUR_FOLDER)
    link = tmp_path / "link.txt"
    link.symlink_to(real)
    write_text(link, "new", OF_OUR_FOLDER)
    assert link.is_symlink()
    assert real.read_text() == "new"
    monkeypatch.setattr("os.geteuid", lambda: 1)  # the link belongs to whoever runs the test
    monkeypatch.setattr(Path, "lstat", lambda path: os.stat_result((stat.S_IFLNK, 0, 0, 1, 2, 0, 0, 0, 0, 0)))
    write_text(link, "newer", OF_OUR_FOLDER)
    monkeypatch.undo()
    assert not link.is_symlink()
    assert (link.read_text(), real.read_text()) == ("newer", "new")


@posix_only
def test_modes_are_as_the_user_has_set_them(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        path = write_text(tmp_path / "text.txt", "", OF_OUR_FOLDER)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(0o604)
        write_text(path, "again", OF_OUR_FOLDER)
        assert stat.S_IMODE(path.stat().st_mode) == 0o604
    finally:
        os.umask(before)


@posix_only
def test_a_write_protected_file_stays_as_it_is(tmp_path: Path, monkeypatch) -> None:
    path = write_text(tmp_path / "text.txt", "mine", OF_OUR_FOLDER)
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everything
    with pytest.raises(FileError, match="cannot be written: Permission denied"):
        write_text(path, "yours", OF_OUR_FOLDER)
    assert path.read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
def test_a_pipe_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    os.mkfifo(path)
    with pytest.raises(FileError, match=r"x\.csv: cannot be written"):
        write_bytes(path, b"1", OF_OUR_FOLDER)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_bytes(path, b"1", OF_OUR_FOLDER)
    assert os.read(reader, 9) == b"1"
    os.close(reader)


@posix_only
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_text(Path(os.devnull), "gone", OF_OUR_FOLDER)
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


def test_a_file_that_is_in_use_is_tried_again(tmp_path: Path, monkeypatch) -> None:
    refusals, replace = [1, 2, 3], Path.replace

    def in_use(part: Path, target: Path) -> Path:
        if refusals:
            refusals.pop()
            raise PermissionError(errno.EACCES, "Permission denied")
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", in_use)
    assert write_text(tmp_path / "text.txt", "new", OF_OUR_FOLDER).read_text() == "new"
    refusals[:] = range(100)
    with pytest.raises(FileError, match="cannot be written: Permission denied"):
        write_text(tmp_path / "text.txt", "newer", OF_OUR_FOLDER)
    assert list(tmp_path.iterdir()) == [tmp_path / "text.txt"]


def test_a_line_is_added_to_a_file_that_is_there(tmp_path: Path) -> None:
    path = write_text(tmp_path / "text.txt", "one\n", OF_OUR_FOLDER)
    append_line(path, "zwölf", OF_OUR_FOLDER)
    assert path.read_bytes() == "one\nzwölf\n".encode()
    with pytest.raises(FileError, match="cannot be written: No such file"):
        append_line(tmp_path / "none.txt", "one", OF_OUR_FOLDER)
    assert list(tmp_path.iterdir()) == [path]


# -- locks

HOLDER = """
import sys
from pathlib import Path
from skill.files import lock
lock(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path: Path):
    """Another process that has locked `text.txt`."""
    arguments = [sys.executable, "-c", HOLDER, str(tmp_path / "text.txt")]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        yield process
        process.kill()


def test_a_lock_of_another_process_ends_with_it(tmp_path: Path, holder) -> None:
    path = tmp_path / "text.txt"
    assert is_locked_elsewhere(path)
    with pytest.raises(FileError, match=r"text\.txt: it is open in another window"):
        lock(path)
    unlock(path)  # it is not ours
    assert is_locked_elsewhere(path)
    holder.kill()
    holder.wait()
    assert not is_locked_elsewhere(path)
    with locked(path):
        assert not is_locked_elsewhere(path)
    assert not list(tmp_path.iterdir())  # what the other process left behind has gone too


def test_a_process_may_lock_its_own_again(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    lock(path)
    lock(path)
    lock(tmp_path / "." / "none" / ".." / "text.txt")
    assert not is_locked_elsewhere(path)
    unlock(path)
    unlock(path)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_lock_is_not_shared_with_a_fork(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    with locked(path):
        child = os.fork()
        if not child:
            refused = is_locked_elsewhere(path)
            try:
                lock(path)
            except FileError:
                os._exit(0 if refused else 1)
            os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


LOCKERS = """
import os, time
from pathlib import Path
from skill.errors import FileError
from skill.files import is_locked_elsewhere, lock, unlock

path, marker = Path(sys.argv[2]) / "text.txt", Path(sys.argv[2]) / "inside"
locked = 0
ready()
while locked < int(sys.argv[3]):
    is_locked_elsewhere(path)
    try:
        lock(path)
    except FileError:
        continue
    os.close(os.open(marker, os.O_CREAT | os.O_EXCL))  # fails if another process is inside
    locked += 1
    time.sleep(0.001)
    marker.unlink()
    unlock(path)
"""


@pytest.mark.parametrize("times", [200, pytest.param(3000, marks=pytest.mark.slow)])
def test_no_lock_is_held_twice(tmp_path: Path, times: int) -> None:
    together(LOCKERS, 4, tmp_path, times)
    assert not list(tmp_path.iterdir())


ASKERS = """
import time
from pathlib import Path
from skill.files import is_locked_elsewhere, lock, unlock

path = Path(sys.argv[2]) / "text.txt"
(Path(sys.argv[2]) / "text.txt.lock").touch()
ready()
for _ in range(int(sys.argv[3])):
    if sys.argv[1] == "0":
        lock(path)  # no other process does, so that it is never refused
        unlock(path)
        time.sleep(0.005)
    else:
        is_locked_elsewhere(path)
"""


def test_to_ask_for_a_lock_disturbs_nobody(tmp_path: Path) -> None:
    together(ASKERS, 4, tmp_path, 500)


WRITERS = """
from pathlib import Path
from skill.app.settings.preferences import NAME, Preferences, load_preferences, save_preferences
from skill.files import OF_OUR_FOLDER, write_bytes

folder, number = Path(sys.argv[2]), int(sys.argv[1])
ready()
for saved in range(int(sys.argv[3])):
    volume = (saved % 100) / 100
    save_preferences(Preferences().changed(volume=volume).with_player(1, name=str(number) * (1 + saved % 24)), folder)
    found, fault = load_preferences(folder)
    assert not fault, fault
    assert len(set(found.players[0].name)) == 1
    write_bytes(folder / "whole", bytes([number]) * (1 + saved % 7) * 10_000, OF_OUR_FOLDER)
    data = (folder / "whole").read_bytes()
    assert len(set(data)) == 1 and len(data) % 10_000 == 0
"""


@pytest.mark.parametrize(("processes", "times"), [(4, 50), pytest.param(10, 400, marks=pytest.mark.slow)])
def test_what_several_processes_write_at_once_is_never_broken(tmp_path: Path, processes: int, times: int) -> None:
    from skill.app.settings.preferences import NAME

    write_text(tmp_path / NAME, "# mine\n", OF_OUR_FOLDER)
    together(WRITERS, processes, tmp_path, times)
    assert sorted(path.name for path in tmp_path.iterdir()) == [NAME, "whole"]
    assert (tmp_path / NAME).read_text().startswith("# mine\n")


def test_reading_and_writing_load_no_library_that_only_locks_or_edits() -> None:
    program = (
        "import sys, skill.files as f, pathlib, skill.table.store\n"
        "f.parse_toml('a = 1', 'x')\n"
        "assert not {'tomlkit', 'filelock'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
