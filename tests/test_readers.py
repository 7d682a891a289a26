"""Every reader of what users write: encodings, line ends, and files that are none or too large."""

from __future__ import annotations

import codecs
import gzip
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from skill.app.i18n import add_texts_of
from skill.app.library.own_games import own_game_files
from skill.app.play.guides.place import kept_place
from skill.app.settings.preferences import load_preferences, read_preferences
from skill.cli import app
from skill.env.protocol import Server
from skill.env.tasks.evaluation import Asked, _kept
from skill.env.tasks.scores import read_scores
from skill.errors import FileError
from skill.files import MOST_DATA, MOST_TOML, parse_json, read_text
from skill.physics.scene import load_material, load_scene
from skill.physics.trace import Trace
from skill.rules.shared.sheets import read_sheet
from skill.table.journal import read_journal
from skill.table.record import parse_record, read_record
from skill.table.store import Store
from skill.tune.measurements import load_measurements
from skill.tune.series import read_series

ROOT = Path(__file__).parents[1]
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="pipes and devices as POSIX has them")

RECORD = '[Game "23 rasanto"]\n[Players "2"]\n\n1: place R440  # Wörter\n'
EPISODE = (
    '{"task": "jolt", "policy": "random", "level": "book", "varied": false, "seed": 1, "outcome": "time",'
    ' "time_s": 1.0, "distance": 1.0, "actions": 1, "spent_s": 1.0}\n'
)


def _text(*parts: str) -> str:
    return ROOT.joinpath(*parts).read_text(encoding="utf-8")


def _texts_of_a_game(path: Path) -> int:
    faults = add_texts_of(path.with_name("tower.py"))
    if faults:
        raise faults[0]
    return len(faults)


READERS: dict[str, tuple[str, str, Callable[[Path], Any]]] = {
    "record": ("a.txt", RECORD, read_record),
    "journal": ("a.txt", RECORD, read_journal),
    "scene": ("a.toml", "# ö\n" + _text("scenes", "dora.toml"), load_scene),
    "material": ("a.toml", "# ö\n" + _text("scenes", "materials", "wood.toml"), load_material),
    "measurements": ("a.toml", "# ö\n" + _text("scenes", "measurements", "phone-and-ruler.toml"), load_measurements),
    "preferences": ("preferences.toml", '# ö\nlanguage = "fr"\n', read_preferences),
    "sheet": ("castle.toml", "# ö\n" + _text("scenes", "challenges", "castle.toml"), read_sheet),
    "series": ("a.csv", "t (s),x (°)\n0,1\n1,2\n", lambda p: [list(column) for column in read_series(p)[2:]]),
    "trace": ("a.trace", _text("tests", "records", "faraday-61fa49e6c518f91b.trace"), Trace.read),
    "scores": ("a.csv", _text("benchmarks", "results", "tasks.csv"), read_scores),
    "episodes": ("a.txt", EPISODE, lambda p: _kept(p, Asked("jolt", "random"))),
    "texts of a game": ("tower.fr.po", 'msgid "Tower"\nmsgstr "Étage"\n', _texts_of_a_game),
}
"""Name, text and reader of a file of each kind."""


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("kind", READERS)
def test_a_byte_order_mark_other_line_ends_and_the_end_sign_of_old_programs_change_nothing(
    kind: str, tmp_path: Path
) -> None:
    name, text, read = READERS[kind]
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    found = read(path)
    path.write_bytes(codecs.BOM_UTF8 + text.replace("\n", "\r\n").encode() + b"\x1a")
    assert read(path) == found


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32", "latin-1"])
@pytest.mark.parametrize("kind", READERS)
def test_another_encoding_is_named(kind: str, encoding: str, tmp_path: Path) -> None:
    name, text, read = READERS[kind]
    path = tmp_path / name
    path.write_bytes(text.encode(encoding, "replace"))
    named = {"latin-1": "likely Latin-1", "utf-16-be": "UTF-16"}.get(encoding, encoding.upper())
    if encoding == "latin-1" and text.isascii():
        return
    with pytest.raises(FileError, match=rf"{name}: cannot be read: .*{named}.* save it as UTF-8"):
        read(path)


@pytest.mark.usefixtures("french")
@posix_only
@pytest.mark.parametrize("kind", READERS)
def test_pipes_devices_and_what_is_too_large_are_not_opened(kind: str, tmp_path: Path) -> None:
    name, _, read = READERS[kind]
    path, most = tmp_path / name, MOST_DATA
    if kind in ("scores", "texts of a game"):  # none of these there is the same as no file
        path.mkdir()
        assert not read(path)
    else:
        os.mkfifo(path)
        with pytest.raises(FileError, match=f"{name}: .*(pipe|no such)"):
            read(path)
        path.unlink()
        path.symlink_to("/dev/zero")
        with pytest.raises(FileError, match=f"{name}: .*(device|no such)"):
            read(path)
        path.unlink()
        path.mkdir()
        with pytest.raises(FileError, match=f"{name}: .*(Is a directory|no such)"):
            read(path)
    path.rmdir()
    with path.open("wb") as file:
        file.truncate(most + 1)
    with pytest.raises(FileError, match=f"{name}: cannot be read: larger than [0-9]+ MiB"):
        read(path)


def test_what_grows_while_it_is_read_is_not_read_without_end(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text("x" * 100)
    told = path.stat()
    path.write_text("x" * (MOST_TOML + 1))
    monkeypatch.setattr(os, "fstat", lambda _: told)
    with pytest.raises(FileError, match="larger than 1 MiB"):
        read_text(path, MOST_TOML)


def test_a_name_with_a_null_character_is_told() -> None:
    with pytest.raises(FileError, match="no null character"):
        read_text(Path("a\0b"))


@posix_only
def test_a_pipe_beside_what_is_looked_through_is_passed_over(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for kind in ("journals", "records", "saved"):
        (tmp_path / kind).mkdir()
        os.mkfifo(tmp_path / kind / "a.txt")
    assert (store.open_matches(), store.saved(), store.mend()) == ([], [], "")
    os.mkfifo(tmp_path / "a.py")
    (tmp_path / "b.py").write_bytes(codecs.BOM_UTF8 + b"GAME = 1\n")
    assert own_game_files([tmp_path]) == [tmp_path / "b.py"]
    os.mkfifo(tmp_path / "a.guide")
    assert kept_place(tmp_path / "a.txt") is None


def test_preferences_that_are_too_large_are_kept_aside(tmp_path: Path) -> None:
    with (tmp_path / "preferences.toml").open("wb") as file:
        file.truncate(MOST_DATA + 1)
    _, said = load_preferences(tmp_path)
    assert "larger than" in said
    assert (tmp_path / "preferences-broken-1.toml").stat().st_size == MOST_DATA + 1


@pytest.mark.parametrize("value", ["[]", "3", '"x"', "[[]]"])
@pytest.mark.parametrize("table", ["dice", "plate", "material", "engine", "camera", "flick", "easy"])
def test_a_table_of_a_scene_that_is_none_is_told(table: str, value: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(f"{table} = {value}\n")
    for level in ("book", "easy"):
        with pytest.raises(FileError, match=rf"a\.toml.*{table}"):
            load_scene(tmp_path / "a.toml", level=level)


NAMING: dict[str, tuple[str, Callable[[Path], Any]]] = {
    "a scene's material": ("material = {}\n", load_scene),
    "a base": ("[material]\nbase = {}\n", load_scene),
    "of measurements": ("material = {}\n[vary]\nfriction_table = {{ low = 0.1, high = 0.6 }}\n", load_measurements),
    "series": (
        "[vary]\nfriction_table = {{ low = 0.1, high = 0.6 }}\n[[measurement]]\n"
        'experiment = "slip-angle"\nunit = "deg"\ncolumn = "x"\nspread = 1.0\nseries = [{}]\n',
        load_measurements,
    ),
}
"""Files that name others, and their readers."""


@pytest.mark.parametrize("kind", NAMING)
def test_a_file_names_no_other_than_those_beside_it(kind: str, tmp_path: Path) -> None:
    text, read = NAMING[kind]
    (tmp_path / "secret.toml").write_text('password = "hunter2"\nfriction = 1\nrestitution = 1\n')
    (here := tmp_path / "here").mkdir()
    names = ["../secret.toml", str(tmp_path / "secret.toml"), "../here/../secret.toml"]
    if sys.platform != "win32":
        (here / "link.toml").symlink_to("../secret.toml")
        (here / "out").symlink_to("..")
        names += ["link.toml", "out/secret.toml", "/etc/passwd.toml"]
    for name in (*names, *(["../secret"] if kind != "series" else [])):
        (here / "a.toml").write_text(text.format(json.dumps(name)))
        with pytest.raises(FileError, match=r"lies elsewhere; expected a file beside") as told:
            read(here / "a.toml")
        assert "hunter2" not in str(told.value) and str(here / "a.toml") in str(told.value)
    (here / "inner").mkdir()
    (tmp_path / "secret.toml").rename(here / "inner" / "mine.toml")
    (here / "a.toml").write_text(text.format('"inner/mine.toml"'))
    with pytest.raises(FileError) as found:
        read(here / "a.toml")
    assert "elsewhere" not in str(found.value), "what lies below it is read"


@posix_only
def test_links_among_the_user_s_own_scenes_lead_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKILLBOX_HOME", str(tmp_path / "home"))
    (own := tmp_path / "home" / "scenes").mkdir(parents=True)
    (tmp_path / "kept.toml").write_text(_text("scenes", "materials", "wood.toml"))
    (own / "my-wood.toml").symlink_to(tmp_path / "kept.toml")
    (own / "mine.toml").write_text('material = "my-wood.toml"\n')
    assert load_scene("mine").material == load_material("wood")


def test_what_gzip_has_packed_becomes_no_more_than_columns_of_numbers_can(tmp_path: Path) -> None:
    (path := tmp_path / "a.csv").write_bytes(gzip.compress(b"t (s),x (m)\n" + b"\n" * 2**23))
    with pytest.raises(FileError, match=r"a\.csv: cannot be read: larger than 1 MiB"):
        read_series(path)
    rows = b"".join(b"%d,%d\n" % (n, n % 7) for n in range(200_000))
    path.write_bytes(gzip.compress(b"t (s),x (m)\n" + rows))
    assert len(list(read_series(path))[-1]) == 200_000


TWICE = '[Game "rasanto"]\n[Players "2"]\n[Options "first_player=1 first_player=2"]\n[Result "*"]\n\n'


def test_what_is_named_twice_is_refused_wherever_it_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"a\.txt: header Options: first_player comes twice"):
        parse_record(TWICE, "a.txt")
    for text in ("m(friction=0.1,friction=0.2)", "wood(restitution=0.1,density_kg_m3=1,restitution=0.1)"):
        with pytest.raises(FileError, match="comes twice; expected it once"):
            load_scene("faraday", material=text)
    with pytest.raises(FileError, match=r"scene m: dice\.edge_m comes twice"):
        load_scene("faraday", other="m(dice.edge_m=0.01,dice.edge_m=0.02)")
    with pytest.raises(FileError, match="b comes twice"):
        parse_json('{"a": {"b": 1, "b": 2}}', "a.json")
    told = json.loads(Server().answer('{"do": "new", "game": "rasanto", "players": 2, "players": 3}'))
    assert "players comes twice" in told["error"]["text"]
    for words in (("--set", "level=easy", "--set", "level=book"), ("--set", "material=wood", "--material", "resin")):
        done = CliRunner().invoke(app, ["demo", "faraday", *words, "--out", str(tmp_path / "a.gif")])
        assert "comes twice; expected it once" in str(done.exception)
