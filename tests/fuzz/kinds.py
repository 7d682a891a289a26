"""What is tried: for each kind of file and argument a function that draws a try from the real ones."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import re
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

from skill.analyse.kept import kept as kept_analyses
from skill.app.settings.preferences import Player, Preferences, save_preferences
from skill.bots.registry import HUMAN
from skill.cli.new import TEMPLATES
from skill.packed import MANIFEST, PICTURE, Packed, write_packed
from skill.physics.trace import Trace
from skill.rules.catalogue import all_games, find_game
from skill.rules.game import AnyGame
from skill.table.match import Match
from skill.table.record import read_record, trace_name
from skill.table.store import Store
from tests.fuzz.archives import Attempt, changed_attempt, changed_policy, npz, other_bytes
from tests.fuzz.mutation import NASTY, changed
from tests.fuzz.tries import PASSWORD, Try
from tests.fuzz.values import VALUES, any_of, with_any_value

ROOT = Path(__file__).parents[2]
FEW_DICE = 10  # are soon simulated
SHORT_TRACE = 8
"""Samples that are left of a trace, so that it is soon simulated."""
QUICK = ("rasanto", "el-dado", "tabula-rasa", "up-and-down", "roll-to-the-top", "wolf", "sums", "forced-memory")
"""Games of which a whole match is played in a moment."""


@cache
def texts(folder: str, pattern: str) -> tuple[tuple[str, str], ...]:
    """Names and texts of the files there."""
    return tuple((path.name, path.read_text(encoding="utf-8")) for path in sorted((ROOT / folder).glob(pattern)))


def record(rng: Random) -> Try:
    _, text = rng.choice(texts("tests/transcripts", "*.txt"))
    words = rng.choice((("replay", "a.txt"), ("replay", "a.txt", "--check"), ("replay", "a.txt", "--json")))
    if rng.random() < 0.02:
        words = ("replay", "a.txt", "--out", "a.png")
    return Try("record", words, {"a.txt": changed(text, rng)})


@cache
def attempts() -> tuple[tuple[str, str, str], ...]:
    """Records with one attempt each: their text, the name of the trace and its text."""
    found = []
    for path in sorted((ROOT / "tests/records").glob("*.txt")):
        traces = [name for line in read_record(path).played if (name := trace_name(line.action))]
        if len(traces) == 1 and len(Trace.read(path.parent / traces[0]).start) <= FEW_DICE:
            found.append((path.read_text(encoding="utf-8"), traces[0], (path.parent / traces[0]).read_text()))
    return tuple(found)


def trace(rng: Random) -> Try:
    text, name, samples = rng.choice(attempts())
    lines = samples.splitlines(keepends=True)
    first = next(n for n, line in enumerate(lines) if line.startswith("columns")) + 1
    short = "".join(lines[: first + rng.randint(0, SHORT_TRACE)])
    if rng.random() < 0.5:
        data = changed(short + f"end 3 {'0' * 64}\n", rng)
    else:  # sealed again: what it says is taken for true
        body = changed(_rewritten(short, rng), rng)
        count = max(0, body.count(b"\n") - first)
        data = body + f"end {count} {sha256(body).hexdigest()}\n".encode()
    return Try("trace", ("replay", "a.txt", "--check"), {"a.txt": text.encode(), name: data})


def _rewritten(text: str, rng: Random) -> str:
    """The trace with a number of its scene changed."""
    lines = text.split("\n")
    scene = json.loads(lines[1].removeprefix("scene "))
    tables = [scene, *(value for value in scene.values() if isinstance(value, dict))]
    table = rng.choice(tables)
    keys = [key for key, value in table.items() if isinstance(value, int | float)]
    if keys:
        key = rng.choice(keys)
        table[key] = rng.choice((0, -1, 1e9, 1e-9, table[key] * 10, table[key] / 10, 2**70, "x", None, [1]))
    lines[1] = "scene " + json.dumps(scene, sort_keys=True, separators=(",", ":"))
    return "\n".join(lines)


def scene(rng: Random) -> Try:
    _, text = rng.choice(texts("scenes", "*.toml"))
    words: tuple[str, ...] = ("scene", "check", "a.toml")
    if rng.random() < 0.1:
        text, words = dict(texts("scenes", "*.toml"))["dice-tray.toml"], ("roll", "d6", "--scene", "a.toml")
    elif rng.random() < 0.2:  # in the place of the scene of a game, of which none is played
        words = ("perft", "faraday", "--depth", "0", "--set", "scene=a.toml")
    return Try("scene", words, {"a.toml": changed(text, rng)})


def material(rng: Random) -> Try:
    _, text = rng.choice(texts("scenes/materials", "*.toml"))
    words = ("lab", "free-fall", "--material", "a.toml") if rng.random() < 0.05 else ("scene", "check", "a.toml")
    return Try("material", words, {"a.toml": changed(text, rng)})


QUICK_MEASUREMENTS = """title = "two"
[vary]
friction_table = { low = 0.1, high = 0.6 }
[[measurement]]
experiment = "slide-distance"
unit = "mm"
values = [45, 47, 44]
[[measurement]]
experiment = "slip-angle"
unit = "deg"
series = ["a.csv"]
column = "x"
spread = 1.0
"""
SERIES = "t (s),x (deg)\n" + "".join(f"{n / 10:.1f},{20 + n % 3}\n" for n in range(20))


def measurements(rng: Random) -> Try:
    files = {"a.toml": changed(texts("scenes/measurements", "*.toml")[0][1], rng)}
    if rng.random() < 0.5:
        which = rng.choice(("a.toml", "a.csv"))
        files = {"a.toml": QUICK_MEASUREMENTS.encode(), "a.csv": SERIES.encode()}
        files[which] = changed(files[which].decode(), rng)
        if rng.random() < 0.1:
            packed = gzip.compress(files["a.csv"], mtime=0)
            files["a.csv"] = packed[: rng.choice((len(packed), rng.randrange(len(packed))))]
    return Try("measurements", ("scene", "check", "a.toml"), files)


def tuner(rng: Random) -> Try:
    """The tuner goes on with a journal, most of whose lines are those that it needs."""
    text = journal()
    files = {"a.toml": QUICK_MEASUREMENTS.encode(), "a.csv": SERIES.encode(), "a.journal": changed(text, rng)}
    return Try("tuner", ("tune", "a.toml", "--grid", "2", "--out", "out.csv"), files)


@cache
def journal() -> str:
    """What the tuner writes down of those measurements."""
    from skill.tune.evaluate import Evaluator
    from skill.tune.grid import grid_search
    from skill.tune.measurements import load_measurements

    with tempfile.TemporaryDirectory() as place:
        file, kept = Path(place) / "a.toml", Path(place) / "a.journal"
        file.write_text(QUICK_MEASUREMENTS)
        file.with_name("a.csv").write_text(SERIES)
        found = load_measurements(file)
        grid_search(found, Evaluator(found.scene, kept), 2)
        return kept.read_text()


def sheet(rng: Random) -> Try:
    name, text = rng.choice(texts("scenes/challenges", "*.toml"))
    words: tuple[str, ...] = ("scene", "check", name)
    if rng.random() < 0.3:
        words = ("perft", "roll-to-the-top", "--depth", "0", "--set", f"sheet={name}")
    return Try("sheet", words, {name: changed(text, rng)})


def position(rng: Random) -> Try:
    game, depth = rng.choice(all_games()), rng.choice("001")
    _, text = rng.choice(texts("tests/transcripts", "*.txt"))
    dice = [word for word in text.split() if word[:1].isupper() and word[1:4].isdigit()]
    start = rng.randrange(len(dice) or 1)
    words = " ".join(dice[start : start + rng.randint(1, 12)]) or "R800 G080"
    given = changed(words, rng).decode("utf-8", "replace").replace("\0", "")
    return Try("position", ("perft", game.slug, "--depth", depth, f"--from={given}"), {})


def value_of(game: AnyGame, rng: Random) -> list[str]:
    """Settings of some options, most of them allowed."""
    found = []
    for option in rng.sample(game.all_options, rng.randint(0, len(game.all_options))):
        value: object = rng.choice(option.choices)
        if option.is_range and rng.random() < 0.5:
            low, high = float(option.choices[0]), float(option.choices[-1])
            value = rng.randint(int(low), int(high)) if isinstance(option.default, int) else rng.uniform(low, high)
        if rng.random() < 0.1:
            value = rng.choice(NASTY).replace("\0", "")
        name = option.name if rng.random() < 0.95 else changed(option.name, rng).decode("utf-8", "replace")
        found += ["--set", f"{name}={value}".replace("\0", "")]
    return found


def options(rng: Random) -> Try:
    game = rng.choice(all_games())
    players = rng.choice(
        ([], ["--players", str(rng.randint(0, 5))], ["--players", rng.choice(NASTY).replace("\0", "")])
    )
    return Try("options", ("perft", game.slug, "--depth", "0", *players, *value_of(game, rng)), {})


def match(rng: Random) -> Try:
    game = find_game(rng.choice(QUICK))
    bots = rng.choice(("random", "greedy", "random,greedy", "greedy,random,random"))
    words = ("simulate", game.slug, "-n", "1", "--seed", str(rng.randrange(10**6)), "--bots", bots)
    return Try("match", (*words, *value_of(game, rng)), {})


GARBAGE = ("", "a", "-", "--", "./", "/", "a.toml", "/nonexistent/a.toml", "/dev/null", "x" * 300, "x" * 300 + ".toml")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("list", "--family", "?"),
    ("list", "--players", "?"),
    ("rules", "?"),
    ("rules", "39", "--json"),
    ("perft", "?", "--depth", "0"),
    ("perft", "rasanto", "--depth", "?"),
    ("simulate", "?", "-n", "1"),
    ("simulate", "rasanto", "-n", "?", "--seed", "?"),
    ("simulate", "rasanto", "-n", "1", "--seed", "?", "--bots", "?"),
    ("simulate", "rasanto", "-n", "1", "--limit", "?"),
    ("suite", "?", "--bots", "?"),
    ("suite", "A2", "--players", "?", "--bots", "random"),
    ("replay", "?", "--check"),
    ("replay", "match.txt", "--out", "?"),
    ("new", "?"),
    ("scene", "new", "?"),
    ("scene", "check", "?"),
    ("scene", "check", "?", "?"),
    ("lab", "?", "--set", "time_s=0.2"),  # by itself `lab --` does all experiments, which takes its time
    ("lab", "free-fall", "--set", "?"),
    ("lab", "free-fall", "--material", "?"),
    ("roll", "?"),
    ("roll", "d6", "--scene", "?"),
    ("roll", "d6", "--seed", "?"),
    ("tune", "?"),
    ("tune", "a.toml", "--out", "?"),
    ("play", "?"),
    ("play", "rasanto", "--seat", "?"),
    ("play", "rasanto", "--seat", "1=?"),
    ("play", "rasanto", "--seed", "?"),
    ("play", "rasanto", "--resume", "?"),
    ("demo", "?", "--set", "time_limit=2"),
    ("?",),
)


def arguments(rng: Random) -> Try:
    def filled(word: str) -> str:
        while "?" in word:
            word = word.replace("?", rng.choice((*NASTY, *GARBAGE)).replace("\0", "").replace("?", ""), 1)
        return word

    words = tuple(map(filled, rng.choice(COMMANDS)))
    while words[:2] == ("simulate", "rasanto") and words[3].isdecimal() and int(words[3][:9]) > 20:
        words = (*words[:3], "1", *words[4:])
    if words[:2] == ("perft", "rasanto") and words[3].isdecimal():  # each action deeper takes ten times as long
        words = (*words[:3], str(int(words[3][-1]) % 4))
    match = dict(texts("tests/transcripts", "*.txt"))["rasanto.txt"].encode()
    return Try("arguments", words, {"match.txt": match})


@cache
def home() -> dict[str, bytes]:
    """A data folder in use: preferences, an open match, a saved one, finished ones with their history,
    an analysis of the game with which the list of analyses begins."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        store = Store(folder)
        for slug in ("rasanto", "faraday", "wolf"):
            game = find_game(slug)
            seats = (HUMAN,) + ("random",) * (game.players[0] - 1)
            options = game.options_from({"attempts": 1} if slug == "faraday" else {})
            played = Match(game, game.players[0], options, seats, 1, journal=store.new_journal(game))
            for _ in range(6):
                if played.turn is None or slug == "faraday":
                    break
                _one_action(played)
            store.save(played.record)
            played.close_journal()
            kept = read_record(ROOT / f"tests/{'records' if slug == 'faraday' else 'transcripts'}/{slug}.txt")
            path = store.new_journal(game)
            store.finish(path, kept._replace(seats=seats), ["Ann"])
        save_preferences(
            Preferences(
                text_size=1.2,
                players=[Player(name="Ann", colour="R"), Player(name="Bob")],
                favourites=["rasanto"],
            ),
            folder,
        )
        first = all_games()[0].slug
        (folder / "analyses").mkdir()
        (folder / "analyses" / f"{first}.json").write_text(json.dumps(next(iter(kept_analyses().values()))))
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix != ".lock"
        }


def _one_action(played: Match) -> None:
    if played.needs_hands():
        played.play(played.moves()[0])
    else:
        played.step()


def data_folder(rng: Random) -> Try:
    """The window opens on a data folder one of whose files is not as it should be."""
    files = dict(home())
    name = rng.choice(sorted(files))
    if name.endswith(".sqlite"):
        files[name] = damaged_database(files[name], rng)
    elif name.endswith(".trace"):
        files[name] = changed(files[name].decode(), rng)
    else:
        files[name] = changed(files[name].decode(), rng)
    return Try("data folder", (), {}, files)


def preferences(rng: Random) -> Try:
    files = {"preferences.toml": changed(home()["preferences.toml"].decode(), rng)}
    return Try("preferences", (), {}, files)


def damaged_database(data: bytes, rng: Random) -> bytes:
    """The history with bytes that are none of it, or with values that nobody has written."""
    if rng.random() < 0.4:
        cut = bytearray(data)
        for _ in range(rng.choice((1, 10, 1000))):
            cut[rng.randrange(len(cut))] = rng.randrange(256)
        return bytes(cut[: rng.choice((len(cut), len(cut), rng.randrange(len(cut))))])
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "a.sqlite"
        path.write_bytes(data)
        with sqlite3.connect(path) as database:
            for _ in range(rng.randint(1, 3)):
                table = rng.choice(("matches", "times", "seats"))
                columns = [row[1] for row in database.execute(f"pragma table_info({table})")]
                if not columns:
                    continue  # it has just been dropped
                column = rng.choice(columns)
                value = rng.choice((None, "text", "", -1, 2**62, 1e300, float("inf"), b"\0\xff", "9" * 5000, "../x"))
                with contextlib.suppress(sqlite3.Error):
                    database.execute(f"update or ignore {table} set {column} = ?", (value,))
                    if rng.random() < 0.1:
                        database.execute(rng.choice((f"drop table {table}", f"alter table {table} drop {column}")))
        database.close()
        return path.read_bytes()


FAULTS = (
    "raise ValueError('no')",
    "raise KeyError(3)",
    "raise SystemExit(3)",
    "1 / 0",
    "return None",
    "return 'text'",
    "return [None]",
    "return (1, 2, 3, 4, 5)",
    "return float('nan')",
    "raise Exception('x' * 100000)",
    "raise RuntimeError",
    "assert False",
    "undefined",
    "import nothing_of_that_name",
    "return self.moves(state)",
)


def own_game(rng: Random) -> Try:
    text = (TEMPLATES / "game.py.txt").read_text().replace("CLASS", "Tower").replace("SLUG", "tower")
    text = text.replace("TITLE", "Tower")
    lines = text.splitlines()
    for _ in range(rng.choice((1, 1, 2))):
        inside = [n for n, line in enumerate(lines) if line.startswith("        ") and lines[n - 1].endswith(":")]
        outside = [n for n, line in enumerate(lines) if line.startswith("    ") and " = " in line]
        if rng.random() < 0.6 and inside:
            n = rng.choice(inside)
            lines.insert(n, lines[n][: len(lines[n]) - len(lines[n].lstrip())] + rng.choice(FAULTS))
        elif outside:
            n = rng.choice(outside)
            name = lines[n].partition(" = ")[0]
            lines[n] = f"{name} = {rng.choice(('None', '3', repr('x'), '()', '[]', '(1,)', '{}', 'object()'))}"
    words = rng.choice(
        (
            ("rules", "tower.py", "--trust"),
            ("perft", "tower.py", "--trust", "--depth", "2"),
            ("simulate", "tower.py", "--trust", "-n", "1", "--limit", "2000"),
            ("simulate", "tower.py", "--trust", "-n", "1", "--bots", "greedy", "--limit", "2000"),
            ("perft", "tower.py", "--trust", "--depth", "1"),
        )
    )
    if rng.random() < 0.1:
        words = ("play", "tower.py", "--trust")
    return Try("own game", words, {"tower.py": "\n".join(lines).encode()})


TOWER = """
msgid "Tower"
msgstr "La Tour"

msgid "One pile"
msgid_plural "{count} piles"
msgstr[0] "{count} tas"
msgstr[1] "{count} tas"

# of a word that says two things
msgctxt "a heap"
msgid "Stack"
msgstr ""
"Une "
"pile"
"""
RULES = (
    *("n > 1", "n != 1", "n%0", "n/(n-5)", "n-1", "0-n", "(n", "n ? n : 1", "n**9", "x", "", "1", "n==1 ? 0 : n/0"),
    *("n" + "+n" * 2000, "(" * 500 + "n" + ")" * 500),
)
ESCAPES = (
    *(r"\ud800", r"\u0000", r"\u001b[2J", r"\x41", "\\", r"\n", '"', "\u2028", "{", "}", "{}", "{0}", "{seat}"),
    *("{count!z}", "{count:>999999999}", "{count.__class__}", "%s", "\ufeff", "\U0001f3b2"),
)


def catalogue(rng: Random) -> Try:
    """A game of one's own that brings its texts, in which something is wrong."""
    game = (TEMPLATES / "game.py.txt").read_text().replace("CLASS", "Tower").replace("SLUG", "tower")
    game = game.replace("TITLE", "Tower")
    said = [option.help for option in find_game("rasanto").all_options] + re.findall(r'"([A-Z][^"\\]{8,})"', game)
    head = f'msgid ""\nmsgstr "Plural-Forms: nplurals={rng.choice("12234")}; plural=({rng.choice(RULES[:2])});\\n"\n'
    if rng.random() < 0.3:
        head = head.replace("(n", f"({rng.choice(RULES)}", 1)
    text = head + TOWER + "".join(f"\nmsgid {json.dumps(each)}\nmsgstr {json.dumps(each[::-1])}\n" for each in said)
    for _ in range(rng.choice((0, 1, 2))):
        at = rng.choice([found.end() for found in re.finditer('msg[a-z]+ "', text)])
        text = text[:at] + rng.choice(ESCAPES) + text[at:]
    data = changed(text, rng) if rng.random() < 0.8 else text.encode("utf-8", "surrogatepass")
    code = rng.choice(("fr", "fr", "de", "en"))
    command = rng.choice(
        (
            ("rules", "tower.py", "--trust"),
            ("list", "--players", "2"),
            ("perft", "tower.py", "--trust", "--depth", "1"),
            ("simulate", "tower.py", "--trust", "-n", "1", "--limit", "2000"),
        )
    )
    if rng.random() < 0.2:
        command = ("play", "tower.py", "--trust")
    return Try(
        "catalogue",
        ("--language", code, *command),
        {"tower.py": game.encode(), f"tower.{code}.po": data},
        does_well=True,
    )


def values(rng: Random) -> Try:
    """A real file in which any value stands, or an option that is anything."""
    kind = rng.choice(("scene", "material", "measurements", "preferences", "options"))
    if kind == "options":
        game = rng.choice(all_games())
        said = any_of(VALUES, rng)
        option = rng.choice(game.all_options).name
        written = json.dumps(said) if rng.random() < 0.5 else str(said)
        return Try("values", ("perft", game.slug, "--depth", "0", "--set", f"{option}={written}".replace("\0", "")), {})
    if kind == "preferences":
        return Try("values", (), {}, {"preferences.toml": with_any_value(home()["preferences.toml"].decode(), rng)})
    folder = {"scene": "scenes", "material": "scenes/materials", "measurements": "scenes/measurements"}[kind]
    _, text = rng.choice(texts(folder, "*.toml"))
    return Try("values", ("scene", "check", "a.toml"), {"a.toml": with_any_value(text, rng)})


SECRETS = ("../secret.toml", "../../secret.toml", "/etc/passwd", "/dev/zero", "~/.bashrc", "..", "link.toml")
"""What records and requests have no business with."""
REQUESTS: tuple[dict[str, object], ...] = (
    {"id": 1, "do": "games"},
    {"do": "rules", "game": "rasanto"},
    {"do": "new", "game": "rasanto", "players": 2, "seats": ["human", "greedy"], "seed": 3},
    {"do": "new", "game": "roll-to-the-top", "options": {"sheet": "stairs"}},
    {"do": "new", "game": "wolf", "position": "R800 G080"},
    {"do": "state", "match": "1", "seat": 1},
    {"do": "play", "match": "1", "action": "place R341"},
    {"do": "wait", "match": "1", "seconds": 1},
    {"do": "result", "match": "1"},
    {"do": "record", "match": "1"},
    {"do": "close", "match": "1"},
    {"do": "quit"},
)


def request(rng: Random) -> Try:
    """Some requests of a conversation, one of whose values or bytes is not as it should be; most have a match."""
    lines = [json.dumps(REQUESTS[2]).encode()] * (rng.random() < 0.7)
    for asked in rng.choices(REQUESTS, k=rng.randint(1, 5)):
        given = json.loads(json.dumps(asked))
        if rng.random() < 0.6:
            with_any_place(given, rng)
        line = json.dumps(given)
        lines.append(changed(line, rng) if rng.random() < 0.3 else line.encode())
    return Try("request", ("serve", "--stdio"), {}, given=b"\n".join(lines) + b"\n")


def with_any_place(table: dict[str, object], rng: Random) -> None:
    """Puts something else in the place of one value: any, or the name of a file that is no business of the request."""
    key = rng.choice(list(table))
    inner = table[key]
    if isinstance(inner, dict) and inner:
        with_any_place(inner, rng)
    else:
        table[key] = rng.choice(SECRETS) if rng.random() < 0.4 else any_of(VALUES, rng)
        try:
            json.dumps(table)
        except (TypeError, ValueError):
            table[key] = "x" * rng.choice((1, 1000, 100_000))


def secret(rng: Random) -> Try:
    """A file that names a file elsewhere: a record in its options, a scene or measurements as others do beside them."""
    named = rng.choice(SECRETS)
    if rng.random() < 0.6:
        base = rng.choice((named, named.removesuffix(".toml")))
        told = rng.choice((f"material = {json.dumps(base)}\n", f"[material]\nbase = {json.dumps(base)}\n"))
        series = QUICK_MEASUREMENTS.replace('"a.csv"', json.dumps(named))
        given = rng.choice((told, f"material = {json.dumps(base)}\n{QUICK_MEASUREMENTS}", series))
        data = given.encode() if rng.random() < 0.7 else changed(given, rng)
        return Try("secret", ("scene", "check", "a.toml"), {"a.toml": data, "a.csv": SERIES.encode()})
    text = dict(texts("tests/transcripts", "*.txt"))["roll-to-the-top.txt"]
    head = f'[Options "{rng.choice(("sheet", "material", "scene"))}={named}"]\n'
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("[Options")]
    words = rng.choice((("replay", "a.txt"), ("replay", "a.txt", "--check"), ("replay", "a.txt", "--json")))
    given = "".join([*lines[:2], head, *lines[2:]])
    return Try("secret", words, {"a.txt": given.encode() if rng.random() < 0.7 else changed(given, rng)})


TASK = "flick-to-once"
EPISODES = "".join(
    json.dumps(
        {"task": TASK, "policy": "random", "level": "book", "varied": False, "seed": seed}
        | {"outcome": "failure", "time_s": 1.0, "distance": 2.0, "actions": 3, "spent_s": 0.1}
    )
    + "\n"
    for seed in range(3)
)


def kept(rng: Random) -> Try:
    """What runs have kept, and tables, some of it broken."""
    table = (ROOT / "benchmarks/results/tasks.csv").read_text(encoding="utf-8")
    which, text = rng.choice((("a.jsonl", EPISODES), ("a.csv", table)))
    option = {"a.jsonl": "--keep", "a.csv": "--table"}[which]
    files = {"a.jsonl": EPISODES.encode(), which: changed(text, rng)}
    keep = () if which == "a.jsonl" else ("--keep", "a.jsonl")
    return Try(
        "kept", ("tasks", TASK, "--seeds", "1", option, which, *keep), files, rewrites=("a.csv", "a.jsonl")
    )  # a last line that was cut goes


@cache
def attempt() -> tuple[str, Attempt]:
    """A real attempt at a task as `tasks export --keep` keeps it: the name of its file, and its arrays."""
    from skill.env.tasks.dataset import NESTED, Piece, Source, _file
    from skill.env.tasks.dataset import attempt as played
    from skill.env.tasks.scores import FIRST_ENGINE

    source, piece = Source(TASK, "random", None, engine=FIRST_ENGINE), Piece(0, 0)
    _, buffer = played(source, piece)
    file = _file(Path(), source, piece)
    assert file is not None
    arrays = {key: value for key, value in buffer.items() if key not in NESTED}
    return file.name, arrays | {f"{key}/{name}": value for key in NESTED for name, value in buffer[key].items()}


def kept_attempt(rng: Random) -> Try:
    """A data set is made of an attempt that a run has kept, in which something is wrong."""
    name, good = attempt()
    data = npz(**good) if rng.random() < 0.1 else changed_attempt(good, rng)
    words = ("tasks", "export", TASK, "skillbox/fuzz/random-v0", "--policy", "random", "--seeds", "1", "--keep", ".")
    return Try("kept attempt", words, {name: data}, environment={"MINARI_DATASETS_PATH": "{here}/sets"})


def policy(rng: Random) -> Try:
    """A policy of a file, most of them none."""
    words = ("tasks", TASK, "--seeds", "1", "--trust")
    if rng.random() < 0.6:
        return Try("policy", (*words, "--policy", "a.zip"), {"a.zip": changed_policy(rng)})
    given = rng.choice(
        (
            f"def begin(env, seed):\n    {rng.choice(FAULTS)}\n",
            f"def policy(observation):\n    {rng.choice((*FAULTS, 'return [0.0] * 6', 'return [9e99] * 6'))}\n",
            f"def wrap(env):\n    {rng.choice((*FAULTS, 'return env'))}\n",
        )
    )
    option = "--wrap" if "wrap" in given else "--policy"
    data = changed(given, rng) if rng.random() < 0.3 else given.encode()
    return Try("policy", (*words, option, "a.py"), {"a.py": data})


LINES = (
    "skillbox sim",
    "skillbox simulate ras",
    "skillbox simulate rasanto --bots greedy,",
    "skillbox simulate rasanto --set tur",
    "skillbox play rasanto --seat 1 = hum",
    "skillbox lab free-fall --material wo",
    "skillbox roll d6 --scene ",
    "skillbox tasks ho",
    "skillbox perft tower.py --set ",
    "skillbox",
)


def completion(rng: Random) -> Try:
    """What a shell asks in the environment, where it may count wrong or ask about what nobody can know."""
    line = rng.choice(LINES)
    if rng.random() < 0.5:
        line = changed(line, rng).decode("utf-8", "replace").replace("\0", "")[:100_000]
    shell = rng.choice(("bash", "bash", "bash", "zsh", "fish", "powershell", "x"))
    count = rng.choice((str(line.count(" ")), str(rng.randrange(12)), *NASTY)).replace("\0", "")[:100_000]
    asked = {"_SKILLBOX_COMPLETE": f"{rng.choice(('complete', 'complete', 'complete', 'source', 'x'))}_{shell}"}
    asked |= {"COMP_WORDS": line.replace(" ", "\n"), "COMP_CWORD": count, "_TYPER_COMPLETE_ARGS": line}
    asked |= rng.choice(({}, {"_TYPER_COMPLETE_FISH_ACTION": rng.choice(("get-args", "is-args", "x"))}))
    asked |= rng.choice(({}, {"_TYPER_COMPLETE_WORD_TO_COMPLETE": line.rpartition(" ")[2]}))
    return Try("completion", (), {"tower.py": f"print({PASSWORD!r})".encode()}, environment=asked)


def games_kept(rng: Random) -> Try:
    """A game where games are kept, and the digests of those that are trusted, which are not always those of its bytes.

    It says what nobody may read where it was not trusted.
    """
    text = (TEMPLATES / "game.py.txt").read_text().replace("CLASS", "Tower").replace("SLUG", "tower")
    text = text.replace("TITLE", "Tower")
    trusted = f"{sha256(text.encode()).hexdigest()} tower.py\n"
    if rng.random() < 0.5:
        text += f"\nprint({PASSWORD!r})\n"
    if rng.random() < 0.7:
        trusted = changed(trusted * rng.choice((1, 3)), rng).decode("utf-8", "surrogateescape")
    words = rng.choice((("list",), ("rules", "tower"), ("perft", "tower", "--depth", "1"), ("list", "--json")))
    home = {"games/tower.py": text.encode(), "games/trusted.txt": trusted.encode("utf-8", "surrogateescape")}
    return Try("games kept", words, {}, home, does_well=words[0] == "list")


def own_scenes(rng: Random) -> Try:
    """A faulty scene, material or sheet among the user's own fails no command that does not name it."""
    if rng.random() < 0.2:
        _, text = rng.choice(texts("scenes/challenges", "*.toml"))
        words = rng.choice((("perft", "R1", "--depth", "0"), ("perft", "R1", "--depth", "0", "--set", "sheet=mine")))
        return Try("own scenes", words, {}, {"sheets/mine.toml": changed(text, rng)}, does_well="--set" not in words)
    folder = rng.choice(("scenes", "scenes/materials"))
    name, text = rng.choice(texts(folder, "*.toml"))
    name = rng.choice((name, "mine.toml"))
    words = rng.choice(
        (("scene", "list"), ("scene", "check", "faraday"), ("rules", "faraday"), ("perft", "faraday", "--depth", "0"))
    )
    stem = Path(name).stem
    named = (("scene", "check", stem), ("lab", "free-fall", "--set", "time_s=0.2", "--material", stem))
    words = rng.choice((words, rng.choice(named)))
    return Try("own scenes", words, {}, {f"{folder}/{name}": changed(text, rng)}, does_well=words == ("scene", "list"))


OUTPUTS = (
    ("tune a.toml --grid 2 --out {}", "a.toml", ".csv"),
    ("tune {0}.toml --grid 2", "", ".journal"),
    ("analyse smuggling -n 1 --bot random --seconds 1 --out {}", "", ".json"),
    ("replay a.txt --out {}", "a.txt", ".png"),
    (f"tasks {TASK} --seeds 1 --keep {{}}", "", ".jsonl"),
    (f"tasks {TASK} --seeds 1 --keep a.jsonl --table {{}}", "a.jsonl", ".csv"),
    ("demo el-dado --out {}", "", ".gif"),
    ("new {1}", "", ".py"),
    ("scene new {1}", "", ".toml"),
)


def written_over(rng: Random) -> Try:
    """A command that writes where a file is that somebody else has written."""
    words, needed, suffix = rng.choice(OUTPUTS)
    have = {
        "a.toml": QUICK_MEASUREMENTS.encode(),
        "a.csv": SERIES.encode(),
        "a.txt": dict(texts("tests/transcripts", "*.txt"))["rasanto.txt"].encode(),
        "a.jsonl": EPISODES.encode(),
    }
    stem = "a" if suffix == ".journal" else "mine"
    name = f"{stem}{suffix}"
    foreign = (b"x", b"mine\n", b"{}", b"[]", b"GIF89a", b"\x89PNG", b"\xff\xfe", b'{"ask": 1}', b"title = 1\n")
    files = {key: have[key] for key in ("a.toml", "a.csv", needed) if key} | {name: rng.choice(foreign)}
    filled = words.format(*((name, stem) if "{}" in words else ("a", stem)))
    return Try("written over", tuple(filled.split()), files, keeps=(name,))


@cache
def packed() -> bytes:
    """A game as `skillbox pack` writes it, with texts, a scene and a picture."""
    game = (TEMPLATES / "game.py.txt").read_text().replace("CLASS", "Tower").replace("SLUG", "tower")
    files = {"tower.py": game.replace("TITLE", "Tower").encode(), "tower.fr.po": TOWER.encode(), PICTURE: b"\x89PNG"}
    files["tower.toml"] = dict(texts("scenes", "*.toml"))["dice-tray.toml"].encode()
    with tempfile.TemporaryDirectory() as place:
        path = write_packed(Path(place) / "tower.skillbox", Packed("Tower", "tower", "A pile.", "tower.py", files))
        return path.read_bytes()


def packed_game(rng: Random) -> Try:
    """A packed game, in which something is wrong that its manifest tells of or does not."""
    with zipfile.ZipFile(io.BytesIO(packed())) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files.pop(MANIFEST))
    if rng.random() < 0.5:
        name = rng.choice(sorted(files))
        files[name] = changed(files[name].decode("latin-1"), rng)
    if rng.random() < 0.3:
        other = rng.choice(("../x.py", "/x.toml", "x/y.po", "CON.py", "x" * 300 + ".py", "x\n.py", "tower.PY"))
        files[other] = files.pop(rng.choice(sorted(files)))
    manifest["files"] = {name: sha256(data).hexdigest() for name, data in files.items()}
    if rng.random() < 0.4:
        with_any_place(manifest, rng)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2))) as new:
        for name, data in {MANIFEST: json.dumps(manifest).encode(), **files}.items():
            new.writestr(name, data)
    data = made.getvalue() if rng.random() < 0.8 else packed()
    data = other_bytes(data, rng) if rng.random() < 0.4 else data
    words = rng.choice((("rules", "?"), ("perft", "?", "--depth", "1"), ("simulate", "?", "-n", "1", "--limit", "200")))
    words = tuple(word.replace("?", "tower.skillbox") for word in words)
    return Try("packed game", words if rng.random() < 0.3 else (*words, "--trust"), {"tower.skillbox": data})


ANALYSED = ("analyse", "smuggling", "-n", "1", "--bot", "random", "--ladder", "random", "--seconds", "1")


@cache
def analysis() -> dict[str, bytes]:
    """What `analyse --out` writes: the numbers and the journal."""
    from skill.analyse.measures import measures
    from skill.analyse.run import Asked, play

    game = find_game("smuggling")
    with tempfile.TemporaryDirectory() as place:
        kept = Path(place) / "a.journal"
        asked = Asked(game, 2, game.options_from({}), "random", 1, seconds=1, ladder=("random",), kinds=("play",))
        found = measures(play(asked, kept))
        return {"a.json": (json.dumps(found, indent=1) + "\n").encode(), "a.journal": kept.read_bytes()}


def analysed(rng: Random) -> Try:
    """An analysis goes on from what was kept of it, in which something is wrong."""
    files = dict(analysis())
    which = rng.choice(sorted(files))
    files[which] = changed(files[which].decode(), rng)
    return Try("analysis", (*ANALYSED, "--out", "a.json"), files, rewrites=("a.json",))


KINDS: dict[str, tuple[int, Callable[[Random], Try]]] = {
    "record": (14, record),
    "trace": (8, trace),
    "scene": (12, scene),
    "material": (8, material),
    "measurements": (10, measurements),
    "tuner": (2, tuner),
    "sheet": (10, sheet),
    "position": (8, position),
    "options": (8, options),
    "match": (3, match),
    "arguments": (8, arguments),
    "preferences": (2, preferences),
    "data folder": (2, data_folder),
    "own game": (6, own_game),
    "catalogue": (6, catalogue),
    "values": (6, values),
    "request": (10, request),
    "secret": (3, secret),
    "kept": (4, kept),
    "written over": (4, written_over),
    "kept attempt": (4, kept_attempt),
    "policy": (4, policy),
    "completion": (4, completion),
    "games kept": (3, games_kept),
    "own scenes": (3, own_scenes),
    "packed game": (4, packed_game),
    "analysis": (1, analysed),
}
"""How often each kind is drawn, and how."""


def drawn(seed: int, number: int, kinds: Sequence[str] = ()) -> Try:
    """The try with that number of a run with that seed, of one of these kinds if any are named."""
    rng = Random(f"{seed}:{number}")
    names = list(kinds or KINDS)
    name = rng.choices(names, [KINDS[name][0] for name in names])[0]
    return KINDS[name][1](rng)
