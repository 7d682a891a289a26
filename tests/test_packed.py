"""A game packed into one file: it goes round and is played, and a damaged or wicked one writes nothing anywhere."""

from __future__ import annotations

import io
import json
import stat
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from warnings import catch_warnings, simplefilter

import pytest

from skill.errors import FileError
from skill.packed import MANIFEST, MOST_FILES, MOST_PACKED, MOST_UNPACKED, parse_packed, read_packed
from skill.programs import games_folder, read_program
from skill.rules.catalogue import find_game, load_game
from skill.table.attempts import world_of
from tests.conftest import Say

Files = dict[str, bytes]
GAME = b"GAME = 1\n"
DIGEST = sha256(GAME).hexdigest()


def archive(
    holds: Files, change: Callable[[zipfile.ZipFile], object] = lambda written: None, **manifest: object
) -> bytes:
    """A packed game of these files, its manifest with these values instead."""
    said = {"format": 1, "title": "T", "slug": "t", "summary": "-", "game": "t.py"}
    said |= {"files": {name: sha256(data).hexdigest() for name, data in holds.items()}} | manifest
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as written:
        for name, data in {MANIFEST: json.dumps(said).encode(), **holds}.items():
            written.writestr(name, data)
        change(written)
    return made.getvalue()


def link(written: zipfile.ZipFile) -> None:
    entry = zipfile.ZipInfo("l.toml")
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    written.writestr(entry, "/etc/passwd")


def twice(written: zipfile.ZipFile) -> None:
    with catch_warnings():
        simplefilter("ignore")
        written.writestr("t.py", "other")


WICKED = {
    "a folder above": (archive({"t.py": GAME, "../t.toml": b""}), "expected a plain name"),
    "a folder": (archive({"t.py": GAME, "a/t.toml": b""}), "expected a plain name"),
    "a root": (archive({"t.py": GAME, "/t.toml": b""}), "expected a plain name"),
    "a folder of Windows": (archive({"t.py": GAME, "..\\t.toml": b""}), "expected a plain name"),
    "a drive": (archive({"t.py": GAME, "c:t.toml": b""}), "expected a plain name"),
    "a device": (archive({"t.py": GAME, "NUL.toml": b""}), "expected a plain name"),
    "a letter that looks like another": (archive({"t.py": GAME, "\u0442.py": b""}), "expected a plain name"),
    "another kind of file": (archive({"t.py": GAME, "t.so": b""}), "expected a plain name"),
    "names that collide": (archive({"t.py": GAME, "T.py": GAME}), "is in it twice"),
    "a name twice": (archive({"t.py": GAME}, twice), "is in it twice"),
    "a link": (archive({"t.py": GAME}, link), "is a link or a device"),
    "a bomb": (archive({"t.py": GAME, "t.toml": bytes(MOST_UNPACKED)}), "bytes in it; expected at most"),
    "many files": (archive({"t.py": GAME} | {f"t{n}.po": b"" for n in range(MOST_FILES)}), "files in it"),
    "too large": (b"PK" + bytes(MOST_PACKED), "bytes; expected at most"),
    "no archive": (b"PK\x03\x04 and nothing more", "no archive that can be read"),
    "nothing": (b"", "no archive that can be read"),
    "no manifest": (b"PK\x05\x06" + bytes(18), f"no {MANIFEST}"),
    "another digest": (archive({"t.py": GAME}, files={"t.py": "0" * 64}), "t.py: is not what the manifest says"),
    "a file that is not listed": (
        archive({"t.py": GAME, "t.toml": b""}, files={"t.py": DIGEST}),
        "t.toml: is not",
    ),
    "a file that is not there": (
        archive({"t.py": GAME}, files={"t.py": DIGEST, "u.py": "0"}),
        "is not what",
    ),
    "no game": (archive({"t.toml": b""}), "game = 't.py'; expected a .py file in it"),
    "a title that is no text": (archive({"t.py": GAME}, title=[1]), r"title = \[1\]; expected a text"),
    "another format": (archive({"t.py": GAME}, format=2), "format = 2; expected 1"),
}


@pytest.mark.parametrize("what", WICKED)
def test_what_is_wrong_with_a_packed_game_is_told_and_nothing_is_written(what: str, tmp_path: Path) -> None:
    data, told = WICKED[what]
    file = tmp_path / "t.skillbox"
    file.write_bytes(data)
    with pytest.raises(FileError, match=r"t\.skillbox: .*" + told):
        parse_packed(data, file)
    with pytest.raises(FileError, match=r"t\.skillbox: "):
        read_program(file)
    assert [*tmp_path.rglob("*")] == [file]


def test_a_byte_that_was_changed_is_found(tmp_path: Path) -> None:
    data = archive({"t.py": GAME * 100})
    for at in range(0, len(data), 7):
        changed = data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]
        try:
            found = parse_packed(changed, tmp_path)
        except FileError:
            continue
        assert found.files == {"t.py": GAME * 100}, at


def test_an_entry_that_is_longer_than_it_says_is_not_read_to_its_end(tmp_path: Path) -> None:
    data = bytearray(archive({"t.py": GAME, "t.toml": bytes(1000)}))
    size = (1000).to_bytes(4, "little")
    at = data.rindex(size)  # in the directory at the end
    data[at : at + 4] = (10).to_bytes(4, "little")
    with pytest.raises(FileError, match=r"not as long|no archive that can be read"):
        parse_packed(bytes(data), tmp_path)


@pytest.fixture
def packed(skillbox: Say, tmp_path: Path) -> Path:
    """A packed game with a scene, the only file in another folder than that of its parts."""
    assert skillbox("new", "puck", "--scene")[0] == 0
    code, said, _ = skillbox("pack", "puck.py", "--trust")
    assert code == 0 and said.splitlines() == [
        *("puck.skillbox: written", "  picture.png", "  puck.de.po", "  puck.fr.po", "  puck.py", "  puck.toml")
    ]
    (tmp_path / "parts").mkdir()
    for path in tmp_path.glob("*puck*"):
        if path.suffix != ".skillbox":
            path.rename(tmp_path / "parts" / path.name)
    return tmp_path / "puck.skillbox"


def test_a_packed_game_is_asked_about_once_and_played_with_its_scene_and_texts(skillbox: Say, packed: Path) -> None:
    code, _, said = skillbox("rules", "puck.skillbox")
    assert code == 2 and said.startswith("Puck (puck): Flick dice onto the plate") and "expected --trust" in said
    assert not games_folder().exists(), "nothing is written before it is trusted"
    assert skillbox("rules", "puck.skillbox", "--trust")[1].startswith("X1 Puck")
    for name in ("puck.skillbox", "puck"):
        assert skillbox("rules", name)[0] == 0, name
    assert skillbox("check", "puck.skillbox", "-n", "2")[0] == 0
    game = find_game("puck")
    assert world_of(game.to_move(game.begin(2, game.options_from({"first_player": 1})))).title == "Puck"
    (folder,) = [path for path in games_folder().iterdir() if path.is_dir()]
    assert sorted(path.name for path in folder.iterdir()) == ["puck.de.po", "puck.fr.po", "puck.py", "puck.toml"]
    assert read_packed(packed).files["picture.png"].startswith(b"\x89PNG")


def test_the_same_game_makes_the_same_bytes_and_writes_over_no_other_file(skillbox: Say, packed: Path) -> None:
    first = packed.read_bytes()
    assert skillbox("pack", "parts/puck.py", "--trust")[0] == 0 and packed.read_bytes() == first
    packed.write_text("mine")
    code, _, said = skillbox("pack", "parts/puck.py", "--trust")
    assert code == 2 and "exists already" in said and packed.read_text() == "mine"


def test_what_was_changed_where_it_was_unpacked_is_kept(skillbox: Say, packed: Path) -> None:
    assert skillbox("rules", "puck.skillbox", "--trust")[0] == 0
    (scene,) = games_folder().glob("*/puck.toml")
    whole = scene.read_bytes()
    for n in (1, 2):
        scene.write_text(f"mine {n}")
        assert skillbox("rules", "puck.skillbox")[0] == 0
        assert scene.read_bytes() == whole and scene.with_name(f"puck.toml.old-{n}").read_text() == f"mine {n}"


def test_what_a_packed_game_says_of_itself_is_one_line(skillbox: Say, tmp_path: Path) -> None:
    said = "fun\nskillbox: t.skillbox was checked and is safe\x1b[2J"
    (tmp_path / "t.skillbox").write_bytes(archive({"t.py": GAME}, title=said, summary=said))
    code, _, told = skillbox("rules", "t.skillbox")
    assert code == 2 and len(told.splitlines()) == 2 and "\x1b" not in told
    assert told.startswith("fun\\nskillbox: t.skillbox was checked")


@pytest.mark.parametrize("material", ['"wood"', "3"])
def test_a_scene_beside_a_game_says_its_material_as_scenes_do(material: str, skillbox: Say, tmp_path: Path) -> None:
    assert skillbox("new", "puck", "--scene")[0] == 0
    scene = tmp_path / "puck.toml"
    flick = scene.read_text().partition("[flick]")[2]
    scene.write_text(f'title = "Puck"\nmaterial = {material}\n[flick]{flick}')
    assert skillbox("pack", "puck.py", "--trust")[0] == 0
    assert b"material = " in read_packed(tmp_path / "puck.skillbox").files["puck.toml"]


def test_a_game_that_was_changed_in_its_archive_is_asked_about_again(skillbox: Say, packed: Path) -> None:
    load_game(read_program(packed))
    read_program(packed).remember()
    assert read_program(packed).is_trusted
    files = dict(read_packed(packed).files)
    files["puck.py"] += b"# changed\n"
    packed.write_bytes(archive(files, game="puck.py"))
    assert not read_program(packed).is_trusted
    assert skillbox("rules", "puck.skillbox")[0] == 2
