"""What commands print, in full, in `printed.txt`: so that no line, number, column or error of theirs changes unnoticed.
`python -m tests.cli.printed --write` after a change that is meant.

Measured seconds and what the machine is called are left out of it.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

from typer.testing import CliRunner

from skill.app import i18n
from skill.app.i18n import ENGLISH, told, use_language
from skill.cli import app
from skill.errors import SkillboxError

KEPT = Path(__file__).with_name("printed.txt")
ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "transcripts"
COMMANDS = """
list
list --family demolition
list --kind race
list --kind physics --players 3
list --players 7
list --family space --json
list --family nothing
list --kind nothing
--language fr list --family board
rules 33
rules finish
rules words
rules 11 --json
rules nothing
rules elda
--language de rules 36
--language fr rules R1
perft rasanto --depth 2 --set first_player=1
perft el-dado --depth 2 --set first_player=1 --divide
perft el-dado --depth 2 --set first_player=1 --from "R800 G080" --divide --json
perft reducto --depth 1 --seed 3 --players 3 --json
perft reducto --depth 1 --players 9
perft rasanto --depth 2 --from R999
perft rasanto --depth 2 --set nothing=1
perft rasanto --depth 2 --set first_player
perft rasanto --depth 2 --set first_player=5
simulate reducto -n 4 --bots greedy,random --seed 3
simulate reducto -n 4 --bots greedy,random --seed 3 --fixed
simulate reducto -n 3 --bots random --players 3 --limit 7
simulate rasanto -n 3 --bots random,greedy --json
simulate clever-mole -n 2 --bots greedy --players 3
simulate flea-chase -n 1 --bots random
simulate el-dado -n 4 --bots greedy,random,random --seed 2 --set fill=rich
simulate finish -n 2 --bots random --limit 20
simulate wolf -n 3 --bots greedy,random --set bushes=9
simulate reducto -n 0
simulate reducto -n 2 --bots nobody
simulate reducto -n 2 --players 9
simulate reducto -n 2 --jobs 0
simulate lookout -n 1 --set phase_limit=0
simulate mound-mover -n 1 --set round_cap=0 --limit 9
--language de simulate dice-march -n 3 --bots greedy,random
--language fr simulate race -n 2 --bots random,greedy --seed 5
suite --seed 2
suite rasanto --players 2
suite A1 A2 --players 3 --bots greedy,random --json
suite A1 A4 --keep --seed 4
suite nothing
replay {records}/wolf.txt
replay {records}/reducto.txt --check
replay {records}/wolf.txt --check
replay {records}/clever-mole.txt
replay {records}/faraday.txt
replay {records}/faraday.txt --json
replay changed.txt --check
replay nothing.txt
replay {records}/reducto.txt --out reducto.txt
--language de replay {records}/slipped.txt
scene list
scene list --json
scene new ours
scene new ours
scene new "not this"
scene check ours.toml
scene check {root}/scenes/faraday.toml
scene check changed.txt
scene check nothing.toml
new tower
new tower
new if
new small --scene
rules tower.py --trust
rules tower.py
simulate tower.py -n 2 --trust
perft tower.py --depth 1 --trust
tune
tune nothing.toml
tune ours.toml
tune ours.toml --out ours.toml
roll 0d6
roll d7
roll six
lab nothing
lab --set angle=3
lab slide-place --set nothing=1
lab slide-place --set time_s=soon
lab slide-place --material nothing
tasks nothing
tasks hop --seeds 0
tasks hop --policy nobody --seeds 1
tasks hop --level nothing --seeds 1
analyse nothing
analyse reducto --seconds -1
analyse reducto --ladder nobody -n 2
analyse reducto --bot nobody -n 2
analyse reducto -n 2 --out a.json --report a.json
analyse steps-to-the-throne -n 4 --seconds 0 --ladder random,greedy --set match=single
analyse smuggling --solve --set match=single --set quiet_cap=1,2
analyse masquerade --solve --set round_cap=2
analyse steps-to-the-throne --solve --set match=single --set turn_cap=1 --json
analyse rasanto --solve --states 500
analyse most-simple-game --solve --states 500
analyse witches-dance --solve --record {records}/witches-dance.txt --at 20
analyse witches-dance --solve --record {records}/witches-dance.txt --at 99
analyse rasanto --solve --record {records}/witches-dance.txt
analyse slipped --solve
analyse summit-storm --solve
analyse clever-mole --solve
analyse rasanto --solve --at 3
analyse rasanto --solve --out a.json
analyse rasanto --at 3
--language de analyse masquerade --solve --set round_cap=1
play nothing
play el-dado --seat 9=easy
play el-dado --seat easy
play el-dado --seat 2=nobody
play el-dado --players 20
demo nothing
demo el-dado --players 20
demo el-dado --out el-dado.txt
--language nothing list
"""
VOLATILE = (
    (re.compile(r"(?<![\w.])\d+[.,]\d+( s\b)"), r"TIME\1"),
    (re.compile(r"\d+[.,]\d+( times as fast|-mal so schnell| fois)"), r"TIMES\1"),
    (re.compile(r'("(?:took_s|wall_s|mean_s)": )[\d.e-]+'), r"\1TIME"),
)


def commands() -> list[str]:
    """The command lines, in the order in which they are run: some find what others have written."""
    return [line for line in COMMANDS.splitlines() if line]


def printed() -> Iterator[tuple[str, str]]:
    """Each command line with all that it prints and its exit code."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        text = (RECORDS / "reducto.txt").read_text(encoding="utf-8")
        Path("changed.txt").write_text(text.replace('[Result "', '[Result "9'), encoding="utf-8")
        for line in commands():
            words = shlex.split(line.format(records=RECORDS, root=ROOT))
            done = CliRunner().invoke(app, words, env={"COLUMNS": "120", "TERM": "dumb"}, prog_name="skillbox")
            text, code = done.output, done.exit_code
            if isinstance(done.exception, SkillboxError):
                text, code = f"{text}skillbox: {told(done.exception)}\n", 2
            elif done.exception is not None and not isinstance(done.exception, SystemExit):
                raise done.exception
            i18n._asked = ""
            i18n._own.clear()
            use_language(ENGLISH)
            for said, instead in ((folder, "HERE"), (str(ROOT), "ROOT"), (os.path.realpath(folder), "HERE")):
                text = text.replace(said, instead)
            for pattern, instead in VOLATILE:
                text = pattern.sub(instead, text)
            yield line, "".join(f"    {each}".rstrip() + "\n" for each in text.splitlines()) + f"    exit code {code}\n"


def kept() -> dict[str, str]:
    """What each command printed when it was kept; of one that is run twice both, one after the other."""
    found: dict[str, str] = {}
    for part in re.split(r"^\$ ", KEPT.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        line, _, text = part.partition("\n")
        found[line] = found.get(line, "") + text
    return found


if __name__ == "__main__":
    texts = [f"$ {line}\n{text}" for line, text in printed()]
    if "--write" in sys.argv:
        KEPT.write_text("".join(texts), encoding="utf-8")
    else:
        sys.stdout.write("".join(texts))
