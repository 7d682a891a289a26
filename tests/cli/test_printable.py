"""What others have written is printed as text: it sends no codes to a terminal, has no markup, and breaks no file."""

from __future__ import annotations

import io
import os
import sys
import tomllib
from pathlib import Path

import pytest

from skill.app.i18n import tr
from skill.cli.new import write_game
from skill.errors import printable
from tests.conftest import Say

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\0\u202etxt.exe"
MARKUP = "Tower [/] x [beta] $\\frac{"


@pytest.fixture
def run(skillbox: Say, monkeypatch: pytest.MonkeyPatch) -> Say:
    monkeypatch.setenv("COLUMNS", "200")
    return skillbox


def is_text(said: str) -> bool:
    return not any(sign in said for sign in "\x1b\x07\x9b\r\0\u202e")


def test_one_function_for_every_place() -> None:
    for where in ("text", "line", "html"):
        assert is_text(printable(EVIL, where))
        assert printable("Grüße, žluťoučký, 日本", where) == "Grüße, žluťoučký, 日本"
    assert printable("a\nb\tc") == "a\nb\tc" and printable("a\nb", "line") == "a\\nb"
    assert printable('<b>"&', "html") == "&lt;b&gt;&quot;&amp;"
    assert tr("{path}: a", path=Path("a\nskillbox: all agree")) == "a\\nskillbox: all agree: a"


def tower(folder: Path, title: str) -> None:
    write_game("tower", folder)
    file = folder / "tower.py"
    text = file.read_text()
    assert '"Tower"' in text
    file.write_text(text.replace('"Tower"', repr(title)))


@pytest.mark.parametrize("title", [EVIL, MARKUP], ids=["codes", "markup"])
def test_the_title_of_a_game(title: str, run, tmp_path: Path) -> None:
    tower(tmp_path, title)
    shown = printable(title)
    for words in ("rules tower.py", "simulate tower.py -n 1"):
        code, out, said = run(*words.split(), "--trust")
        assert code == 0 and shown in out and is_text(out + said), (out, said)
    few = ("-n", "1", "--bot", "random", "--ladder", "random,random", "--seconds", "2", "--report", "x.html")
    code, out, said = run("analyse", "tower.py", "--trust", *few)
    assert code == 0 and shown in out and is_text(out + said), (out, said)
    assert is_text(Path("x.html").read_text())


def test_a_bar_shows_markup_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from skill.cli import output

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for shown in (output.progress, None):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setenv("TERM", "xterm")
        if shown:
            with shown(f"{MARKUP}\x07", 2, False) as advance:
                advance()
        else:
            with output.rounds(quiet=False) as (on_round, on_start, on_done):
                on_round(f"{MARKUP}\x07"), on_start(1), on_done()
        assert "[/] x [beta]" in terminal.getvalue() and "\x07" not in terminal.getvalue()


MEASUREMENTS = """title = "a\\u0000\\u001b[2J <img> | [x](y) $\\\\frac{"
[vary]
friction_table = { low = 0.1, high = 0.6 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
values = [45, 47, 44]
"""


def test_the_title_of_measurements(run) -> None:
    Path("a.toml").write_text(MEASUREMENTS)
    pytest.importorskip("matplotlib")
    code, out, said = run("tune", "a.toml", "--out", "x.toml", "--report", "report")
    assert code == 0 and is_text(out + said), said
    material = Path("x.toml").read_text()
    assert is_text(material) and "\\x00" in tomllib.loads(material)["source"] + material
    page = Path("report/report.html").read_text(encoding="utf-8")
    assert is_text(page) and page.count("&lt;img&gt; | [x](y)") == 2 and "<img" not in page
    assert run("scene", "check", "x.toml")[0] == 0, "a material of ours can be read"


def test_the_title_of_a_scene(run, tmp_path: Path) -> None:
    scenes = tmp_path / "home" / "scenes"
    scenes.mkdir(parents=True)
    text = (Path(__file__).parents[2] / "scenes/faraday.toml").read_text()
    first = next(line for line in text.splitlines() if line.startswith("title"))
    (scenes / "mine.toml").write_text(text.replace(first, 'title = "mine \\u001b[2J\\u202e"'))
    code, out, said = run("scene", "list")
    assert code == 0 and "mine" in out and is_text(out + said)


@pytest.mark.skipif(sys.platform != "linux", reason="names of files")
def test_the_name_of_a_file(run, tmp_path: Path) -> None:
    for name in (f"{EVIL}.toml".replace("\0", ""), "a\nskillbox: all good.toml", "\udcff.toml"):
        text = (Path(__file__).parents[2] / "scenes/faraday.toml").read_text()
        Path(name).write_text(text)
        code, out, said = run("scene", "check", name)
        assert code == 0 and is_text(out + said), out
        assert len(out.splitlines()) == 1


FEW = ("-n", "1", "--bot", "random", "--ladder", "random,random", "--seconds", "1")


@pytest.mark.skipif(sys.platform != "linux", reason="names of files")
@pytest.mark.parametrize("name", ["\udcff", "a\nb"])
@pytest.mark.parametrize(
    "words",
    [
        ("tune", "{}.toml", "--grid", "2", "--out", "x.csv"),
        ("tune", "{}.toml", "--out", "x.toml", "--report", "report"),
        ("tasks", "flick-to-once", "--trust", "--seeds", "1", "--policy", "{}.py", "--table", "x.csv", "--keep", "x"),
        ("analyse", "{}.py", "--trust", *FEW, "--out", "x.json", "--report", "x.html"),
        ("rules", "{}.py", "--trust", "--html", "--out", "x.html"),
        ("simulate", "{}.py", "--trust", "-n", "1"),
        ("check", "{}.py", "--trust", "-n", "1"),
    ],
    ids=lambda words: f"{words[0]} {words[-1]}",
)
def test_a_name_that_no_text_has_is_in_files_as_it_is_told(
    words: tuple[str, ...], name: str, run, tmp_path: Path
) -> None:
    pytest.importorskip("gymnasium") if words[0] == "tasks" else None
    if words[0] == "tasks":
        Path(f"{name}.py").write_text("def policy(seen):\n    return [0.0] * 6\n")
    else:
        write_game("tower", tmp_path)
        Path("tower.py").rename(f"{name}.py")
    Path(f"{name}.toml").write_text(MEASUREMENTS.partition("\n")[2])
    code, out, said = run(*(word.format(name) for word in words))
    assert code == 0 and is_text(out + said) and "Traceback" not in said, said
    for path in tmp_path.glob("x*"):
        path.read_text(encoding="utf-8")
    if "x.toml" in words:
        assert run("scene", "check", "x.toml")[0] == 0


@pytest.mark.skipif(os.name != "posix", reason="names of files")
def test_a_name_of_two_lines_says_nothing_for_us(run, tmp_path: Path) -> None:
    forged = "m.txt\nskillbox: a.txt: all agree"
    good = (Path(__file__).parents[1] / "transcripts/rasanto.txt").read_text()
    for text in (None, good, "", f"{good}\n{good}", "[Game"):
        if text is not None:
            Path(forged).write_text(text)
        for words in (("replay", forged, "--check"), ("replay", forged, "--number", "9"), ("scene", "check", forged)):
            _, out, said = run(*words)
            told = [line for line in (out + said).splitlines() if line.startswith("skillbox: a.txt")]
            assert not told, (text, words, told)


@pytest.mark.parametrize("language", [(), ("--language", "de")])
def test_what_is_typed_wrongly(language: tuple[str, ...], run) -> None:
    evil = EVIL.replace("\0", "")
    for words in ((f"--{evil}",), (evil,), ("roll", "d6", f"--{evil}"), ("roll", "d6", "--seed", evil), ("list", evil)):
        code, out, said = run(*language, *words)
        assert code == 2 and is_text(out + said), (words, out, said)
    code, out, said = run(*language, "roll", "--a\nskillbox: all agree")
    assert not [line for line in (out + said).splitlines() if line.startswith("skillbox: all")]


def test_no_command_prints_past_it() -> None:
    """Every command says what it says by `say` and its fellows, never by `typer.echo` or `print`."""
    cli = Path(__file__).parents[2] / "skill" / "cli"
    allowed = {"output.py": 2, "__init__.py": 3, "help_pages.py": 3}  # errors are printable, and so is `tr`
    for path in cli.glob("*.py"):
        text = path.read_text()
        assert text.count("typer.echo(") == allowed.get(path.name, 0), path.name
        assert " print(" not in text, path.name
