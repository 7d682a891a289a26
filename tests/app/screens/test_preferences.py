"""Preferences: the file, what it refuses, and the screen on which everything is changed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from skill.app.i18n import use_language
from skill.app.input import actions
from skill.app.input.actions import CHOOSING, EVERYWHERE, Act, Actions, Key, use_keys
from skill.app.settings import players
from skill.app.settings.changes import CHOICES, stepped, with_key
from skill.app.settings.players import Person, colour_of, name_of, use_players
from skill.app.settings.preferences import NAME, Preferences, load_preferences, read_preferences, save_preferences
from skill.draw.detail import BEST, DETAILS, DetailControl
from skill.draw.die_look import MAKES, MARKS, PAINT, PALETTES, palette_in_use, use_palette
from skill.draw.plate_look import PLATES, plate_name, use_plate
from skill.errors import FileError, UnknownName
from skill.lattice.dice import ABACUS, BLACK, GOLD, KOSMOS
from tests.app.conftest import WINDOWS

pygame = pytest.importorskip("pygame")
from skill.app.screens.preferences.lines import general_lines, key_rows  # noqa: E402  (needs pygame)
from tests.app.driver import Driver  # noqa: E402
from tests.app.screens.test_home import type_in  # noqa: E402
from tests.app.screens.test_match import no_room  # noqa: E402

pytestmark = pytest.mark.filterwarnings("error::UserWarning")
both_windows = pytest.mark.parametrize("kind", WINDOWS)


@pytest.fixture(autouse=True)
def as_usual():
    """What is global comes back after each test."""
    yield
    use_palette("usual", False)
    use_plate("wood")
    use_keys({})
    use_players(())


def test_keys_are_named_in_the_language_of_the_screen() -> None:
    use_language("fr")
    named = {row.key: row.right for row in key_rows(None)}
    assert named["everywhere", Act.REDO] == "Ctrl+Y, Ctrl+Maj+Z"
    assert named["everywhere", Act.BACK].startswith("Échap, ")


# -- the file


def test_preferences_come_back_from_their_file(tmp_path) -> None:
    chosen = Preferences(
        text_size=1.2,
        colours="safe",
        marks=True,
        volume=0.25,
        quality="fast",
        plate="slate",
        dice="ivory",
        keys={"everywhere": {"undo": ["ctrl+u", "u"]}, "choosing": {"next": []}},
    ).with_player(2, name='Ada "the \\ die"', colour="T")
    save_preferences(chosen, tmp_path)
    assert load_preferences(tmp_path) == (chosen, "")
    assert "language" not in (tmp_path / NAME).read_text()  # what is as usual is not written
    save_preferences(Preferences(), tmp_path, before=chosen)
    assert read_preferences(tmp_path / NAME) == Preferences()


def test_what_several_windows_prefer_is_merged(tmp_path) -> None:
    at_first = Preferences(keys={"choosing": {"next": ["n"]}}, favourites=["dune"]).with_player(2, "Ben")
    save_preferences(at_first, tmp_path)
    one = at_first.changed(text_size=1.2, keys={"choosing": {"next": ["n"], "undo": ["b"]}}).with_player(1, "Ada")
    other = at_first.changed(marks=True, keys={"everywhere": {"undo": ["u"]}}).with_player(1, colour="T")
    save_preferences(one.with_favourite("wolf"), tmp_path, at_first)
    save_preferences(other.with_favourite("race").with_favourite("dune"), tmp_path, at_first)
    found = read_preferences(tmp_path / NAME)
    keys = {"choosing": {"undo": ["b"]}, "everywhere": {"undo": ["u"]}}
    wanted = Preferences(text_size=1.2, marks=True, keys=keys, favourites=["wolf", "race"])
    assert found == wanted.with_player(1, "Ada", "T").with_player(2, "Ben")


@pytest.mark.parametrize("text", ["volume =", "from_a_later_version = 1\n", "\udcff"])
def test_a_file_that_became_broken_meanwhile_is_kept_aside(tmp_path, text: str) -> None:
    at_first = Preferences(text_size=1.2, favourites=["dune"])
    (tmp_path / NAME).write_bytes(text.encode(errors="surrogateescape"))
    said = save_preferences(at_first.changed(marks=True), tmp_path, at_first)
    assert (tmp_path / "preferences-broken-1.toml").read_bytes() == text.encode(errors="surrogateescape")
    assert "preferences-broken-1.toml" in said
    assert read_preferences(tmp_path / NAME).marks
    if "later" not in text:  # nothing of it can be read
        assert read_preferences(tmp_path / NAME) == at_first.changed(marks=True)


def test_a_window_does_not_overwrite_what_another_has_kept(open_app) -> None:
    app = open_app("undrawn")
    save_preferences(Preferences(text_size=1.2).with_player(1, "Ada"), app.store.folder)  # another window does
    app.prefer(app.preferences.with_favourite("wolf"))
    app.keep_preferences()
    app.switch("sound")
    found = read_preferences(app.store.folder / NAME)
    assert found == Preferences(text_size=1.2, favourites=["wolf"], sound=False).with_player(1, "Ada")


def test_what_has_no_room_on_the_disk_is_told_at_home_and_kept_with_the_next_change(open_app, monkeypatch) -> None:
    app = open_app("undrawn")
    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", no_room)
        app.switch("sound")
    assert not app.preferences.sound
    assert app.notice is not None and "No space left on device" in app.notice[1]
    app.switch("marks")
    assert read_preferences(app.store.folder / NAME) == Preferences(sound=False, marks=True)


def test_the_language_of_one_call_is_not_kept(open_app, monkeypatch) -> None:
    monkeypatch.setattr("skill.app.application.asked", lambda: "de")
    app = open_app("undrawn")
    app.switch("marks")
    assert app.preferences.language == "de"
    assert read_preferences(app.store.folder / NAME) == Preferences(marks=True)


def test_without_a_file_everything_is_as_usual(tmp_path) -> None:
    assert load_preferences(tmp_path) == (Preferences(), "")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("volume = 3", "volume = 3.*less than or equal to 1"),
        ("vollume = 0.5", "vollume = 0.5: unknown key; expected one of language"),
        ('language = "xx"', 'language = "xx": expected one of system, en'),
        ("volume =", "cannot be read"),
        ('[[players]]\ncolour = "Z"', 'players.0.colour = "Z": expected one of R'),
        ('[keys.flying]\nundo = ["u"]', 'keys.*"flying": expected one of everywhere'),
        ('[keys.everywhere]\nfly = ["u"]', "keys everywhere.fly: expected one of"),
        ('sound = "yes"', 'sound = "yes"'),
        ('plate = "oak"', 'plate = "oak".*wood.*walnut.*slate.*felt'),
        ("dice = 3", "dice = 3.*classic.*worn.*ivory.*contrast"),
        (
            r"[[players]]" + "\n" + r'name = "a\u0000"',
            r'players.0.name = "a.u0000": expected characters that can be shown',
        ),
        ('[[players]]\nname = "\ufeff"', 'players.0.name = ".*": expected characters that can be shown'),
        (r'keys.everywhere.undo = ["a\u0000"]', "keys everywhere.undo: expected characters that can be shown"),
    ],
)
def test_a_broken_file_is_told_and_kept_aside(tmp_path, text: str, told: str) -> None:
    (tmp_path / NAME).write_text(text)
    with pytest.raises(FileError, match=told):
        read_preferences(tmp_path / NAME)
    found, said = load_preferences(tmp_path)
    assert found.seated_players == Preferences().seated_players
    assert found.changed(players=[], keys={}) == Preferences()
    assert not any(found.keys.values())
    assert str(tmp_path / NAME) in said
    assert "preferences-broken-1.toml" in said
    assert (tmp_path / "preferences-broken-1.toml").read_text() == text
    load_preferences(tmp_path)
    assert not (tmp_path / "preferences-broken-2.toml").exists()  # it is kept already
    (tmp_path / NAME).write_text(f"{text}\n")
    load_preferences(tmp_path)
    assert (tmp_path / "preferences-broken-2.toml").exists()


def test_a_fault_of_any_length_opens_a_notice_that_can_be_read(open_app, tmp_path) -> None:
    (tmp_path / NAME).write_text(f'{"k" * 100_000} = 1\nlanguage = "{"x" * 100_000}"\n')
    app = open_app("undrawn")
    assert app.notice is None or len(app.notice[1]) < 5000
    assert app.screen.dialog is not None and len(app.screen.dialog.text) < 5000


def test_what_no_font_has_opens_the_window_all_the_same(open_app, tmp_path) -> None:
    (tmp_path / NAME).write_text(r'"a\u0000b" = 1')
    assert r"a\x00b = 1: unknown key" in open_app("undrawn").screen.dialog.text


def test_one_bad_value_costs_only_itself(tmp_path) -> None:
    good = {"text_size": 1.2, "marks": True}
    text = """
        text_size = 1.2
        marks = true
        volume = 7
        from_a_later_version = [1, 2]
        [[players]]
        name = "Ada"
        colour = "Z"
        [[players]]
        name = "Ben"
        [keys.everywhere]
        undo = ["u"]
        fly = ["f"]
        redo = 3
        [keys.flying]
        undo = ["v"]
        """
    (tmp_path / NAME).write_text(text)
    found, said = load_preferences(tmp_path)
    assert found == Preferences(**good, keys={"everywhere": {"undo": ["u"]}}).with_player(1, "Ada").with_player(
        2, "Ben"
    )
    for fault in ("volume = 7", "from_a_later_version", 'players.0.colour = "Z"', "everywhere.fly", "redo", "flying"):
        assert fault in said
    save_preferences(found, tmp_path)
    assert load_preferences(tmp_path) == (found, "")
    assert (tmp_path / "preferences-broken-1.toml").read_text() == text  # nothing is lost


@pytest.mark.parametrize(
    "text",
    [
        "players = 3",
        "players = [1, {name = 'Ada'}]",
        "favourites = [1, 'dune']",
        "favourites = 7",
        "keys = 3",
        "keys.choosing = 3",
        "[[players]]\n" * 10,
    ],
)
def test_what_has_the_wrong_shape_is_left_out(tmp_path, text: str) -> None:
    (tmp_path / NAME).write_text(f"volume = 0.5\n{text}")
    found, said = load_preferences(tmp_path)
    assert found.volume == 0.5
    assert said
    assert len(found.players) <= 8
    assert "Ada" not in text or found.seated_players[1].name == "Ada"


def test_a_value_that_cannot_be_is_refused() -> None:
    with pytest.raises(FileError, match="text_size = 9"):
        Preferences().changed(text_size=9.0)
    with pytest.raises(FileError, match="at most 24"):
        Preferences().with_player(3, name="x" * 25)


# -- what they change


def test_keys_are_bound_anew_and_taken_from_other_acts() -> None:
    use_keys({"everywhere": {"undo": ["r"]}, "choosing": {"accept": ["x"]}})
    assert EVERYWHERE["r"] is Act.UNDO
    assert Act.RESTART not in EVERYWHERE.values()
    assert "ctrl+z" not in EVERYWHERE
    acts = Actions(EVERYWHERE, CHOOSING)
    assert acts.press(Key("x")) is Act.ACCEPT
    assert acts.press(Key("return")) is None
    use_keys({})
    assert EVERYWHERE["ctrl+z"] is Act.UNDO
    assert actions.usual_keys("choosing", Act.ACCEPT) == ["return", "enter", "space", "pad a"]
    with pytest.raises(UnknownName, match="expected one of"):
        use_keys({"everywhere": {"nothing": []}})


def test_a_key_is_taken_by_what_is_in_use_at_the_same_time() -> None:
    assert actions.taken_by("p", "choosing", Act.HINT) == [("everywhere", Act.PAUSE)]
    space = {("choosing", Act.ACCEPT), ("pointing", Act.PRESS), ("tilting", Act.SHAKE)}
    assert set(actions.taken_by("space", "everywhere", Act.PAUSE)) == space
    assert actions.taken_by("a", "tilting", Act.SHAKE) == [("pressing", Act.LESS)]
    assert actions.taken_by("a", "choosing", Act.HINT) == [("racing", Act.SEAT_1), ("viewing", Act.ANIMATE)]
    assert actions.taken_by("q", "choosing", Act.HINT) == []  # no tool is in the hands then


@pytest.mark.parametrize("groups", actions.TOGETHER, ids=lambda groups: "+".join(sorted(groups)))
def test_usual_keys_do_not_shadow_each_other(groups: frozenset[str]) -> None:
    meant: dict[str, set[Act]] = {}
    for name in groups:
        for key, act in actions.GROUPS[name].items():
            meant.setdefault(key, set()).add(act)
    assert {key for key, acts in meant.items() if len(acts) > 1 and not actions.is_of_gamepad(key)} == set()


def test_people_have_names_and_colours() -> None:
    use_players([Person("Ada", "T")])
    assert (name_of(1), colour_of(1)) == ("Ada", "T")
    assert (name_of(2), colour_of(2)) == ("Player 2", players.COLOURS[1])
    assert colour_of(99) == ""


def test_quality_can_be_fixed() -> None:
    for quality, detail in (("fast", DETAILS[2]), ("best", BEST)):
        control = DetailControl(False, quality)
        for _ in range(100):
            control.drawn(0.1)
        assert (control.moving, control.at_rest) == (detail, detail)
    assert DetailControl(False).at_rest == BEST


def luminance(rgb) -> float:
    return float(np.dot(rgb, (0.2126, 0.7152, 0.0722)))


@pytest.mark.parametrize("dice", [KOSMOS, ABACUS])
def test_colours_of_one_set_differ_by_mark_or_strongly_by_lightness(dice) -> None:
    colours = list(dice)
    for n, a in enumerate(colours):
        for b in colours[n + 1 :]:
            contrast = sorted((luminance(PALETTES["safe"][a].body), luminance(PALETTES["safe"][b].body)))
            assert MARKS.get(a) != MARKS.get(b) or contrast[1] > 5 * contrast[0], (a, b)
    assert {c for c in KOSMOS if c not in MARKS} == {BLACK, GOLD}


# Machado, Oliveira and Fernandes 2009: what is seen without one kind of cone, linear RGB, rows first.
WITHOUT_CONES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}


@pytest.mark.parametrize("eyes", WITHOUT_CONES)
@pytest.mark.parametrize("dice", [KOSMOS, ABACUS])
def test_safe_colours_stay_further_apart_for_eyes_without_a_cone(eyes: str, dice) -> None:
    def least(palette: str) -> float:
        seen = [np.clip(np.array(WITHOUT_CONES[eyes]) @ PALETTES[palette][c].body, 0, 1) ** 0.5 for c in dice]
        return min(float(np.linalg.norm(a - b)) for n, a in enumerate(seen) for b in seen[n + 1 :])

    assert least("safe") > 0.2
    assert least("safe") > 0.8 * least("usual")


def test_values_are_stepped_round_and_round() -> None:
    chosen = Preferences()
    for name, values in (("text_size", (1.2, 1.5, 0.8, 1.0)), ("sound", (False, True)), ("quality", ("fast", "best"))):
        for value in values:
            chosen = stepped(chosen, name, 1)
            assert getattr(chosen, name) == value
    assert stepped(chosen, "quality", -1).quality == "fast"
    assert stepped(chosen, "colour 3", 1).seated_players[2] == Person("", players.COLOURS[3])
    assert stepped(chosen, "colour 1", -1).seated_players[0].colour == players.COLOURS[-1]


def test_the_file_knows_every_look_and_no_other() -> None:
    for name, looks in (("plate", PLATES), ("dice", MAKES)):
        usual, *others = looks
        assert getattr(Preferences(), name) == usual and CHOICES[name] == (usual, *others)
        for look in looks:
            assert getattr(Preferences().changed(**{name: look}), name) == look


def test_a_key_goes_to_one_act_of_its_group_and_leaves_it_its_buttons() -> None:
    chosen = with_key(Preferences(), "choosing", Act.HINT, "space")
    assert chosen.keys["choosing"] == {"hint": ["space"], "accept": ["return", "enter", "pad a"]}
    use_keys(chosen.keys)
    chosen = with_key(chosen, "choosing", Act.HINT, "pad a")
    assert chosen.keys["choosing"]["hint"] == ["pad a", "space"]
    assert chosen.keys["choosing"]["accept"] == ["return", "enter"]


# -- the screen


def test_a_name_has_no_more_letters_than_it_may(open_app) -> None:
    from skill.app.screens import destinations

    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.Preferences())
    driver.frames(2)
    driver.click(app.screen.players.entry_rects["name 1"].center)
    type_in(driver, "x" * 25)
    assert app.screen.dialog is None
    assert name_of(1) == "x" * 24


def forth(driver: Driver, form: Any, name: str) -> tuple[int, int]:
    """Where the button to the next value of a line is."""
    row = [line.name for line in form.lines].index(name)
    at: tuple[int, int] = next(e.rect.center for e, way in form._steps.items() if way == (row, 1) and e.text == ">")
    return at


@pytest.mark.parametrize("name", ["text_size", "language"])
def test_what_lays_everything_out_anew_holds_when_the_pointer_has_left_its_line(open_app, name: str) -> None:
    from skill.app.screens import destinations

    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.Preferences())
    driver.frames(2)
    at, before = forth(driver, app.screen.general, name), app.preferences
    wanted = before
    for _ in range(3):
        driver.click(at)
        driver.frames(2)
        wanted = stepped(wanted, name, 1)
        assert forth(driver, app.screen.general, name) == at and app.preferences == before
    line = next(line for line in app.screen.general.lines if line.name == name)
    assert line.value != next(line for line in general_lines(before) if line.name == name).value
    driver.point((at[0], at[1] + 200))
    driver.frames(2)
    assert app.preferences == wanted != before
    driver.key(pygame.K_RIGHT)  # by keys it holds at once
    assert app.preferences == stepped(wanted, name, 1)


def test_what_lays_everything_out_anew_holds_after_a_finger_too_and_when_the_screen_is_left(open_app) -> None:
    from skill.app.screens import destinations

    app = open_app("undrawn")
    driver = Driver(app)
    for touch in (True, False):
        app.go_to(destinations.Preferences())
        driver.frames(2)
        app.fingers.is_used = touch
        before = app.preferences.text_size
        driver.click(forth(driver, app.screen.general, "text_size"))
        driver.frames(2)
        assert app.preferences.text_size == before
        if touch:
            assert app.is_busy
            driver.frames(20)
        else:
            app.go_to(destinations.Home())
        assert app.preferences.text_size != before
    assert read_preferences(app.store.folder / NAME) == app.preferences


@both_windows
def test_everything_is_changed_on_its_screen_and_kept(open_app, kind: str) -> None:
    app = open_app(kind)
    driver = Driver(app)
    driver.frames(2)
    driver.press("Preferences")
    screen = app.screen
    driver.frames(2)
    scale = app.scale
    for name in ("text_size", "colours", "marks", "sound", "plate", "dice"):
        screen.general.row = [line.name for line in screen.general.lines].index(name)
        driver.key(pygame.K_RIGHT)
    assert app.scale > scale
    assert app.sounds.muted
    assert PAINT["R"].mark == MARKS["R"]
    assert (plate_name(), palette_in_use()) == ("walnut", ("safe", True, "worn"))
    driver.key(pygame.K_TAB)
    driver.click(screen.players.entry_rects["name 1"].center)
    type_in(driver, "Ada")
    assert name_of(1) == "Ada"
    driver.key(pygame.K_ESCAPE)
    kept = read_preferences(app.store.folder / NAME)
    assert kept == app.preferences
    assert (kept.colours, kept.marks, kept.sound, kept.players[0].name) == ("safe", True, False, "Ada")


@both_windows
def test_sound_and_full_screen_stay_as_their_keys_set_them(open_app, kind: str, monkeypatch) -> None:
    from skill.app.screens import destinations

    monkeypatch.setattr("skill.app.window.fill_screen", lambda _: None)  # there is no screen to fill
    app = open_app(kind)
    driver = Driver(app)
    app.go_to(destinations.Viewer())  # where letters are keys
    driver.frames(2)
    driver.key(pygame.K_m)
    driver.key(pygame.K_F11)
    assert app.sounds.muted
    assert app.window.is_full_screen
    app.prefer(app.preferences.with_player(1, name="Ada"))
    assert app.sounds.muted
    assert app.window.is_full_screen
    kept = read_preferences(app.store.folder / NAME)
    assert (kept.sound, kept.full_screen) == (False, True)
    app.go_to(destinations.Preferences())
    driver.frames(2)

    def shown(name: str) -> str:
        return next(line.value for line in app.screen.general.lines if line.name == name)

    assert (shown("sound"), shown("full_screen")) == ("off", "on")
    driver.key(pygame.K_m)
    driver.key(pygame.K_F11)
    assert (shown("sound"), shown("full_screen")) == ("on", "off")
    assert not app.sounds.muted
    assert not app.window.is_full_screen


@both_windows
def test_a_key_is_changed_by_mouse_and_by_keys_and_serves_at_once(open_app, kind: str) -> None:
    from skill.app.screens import destinations

    app = open_app(kind)
    driver = Driver(app)
    app.go_to(destinations.Preferences())
    screen = app.screen
    driver.frames(2)
    driver.click(screen.keys.rect_of(("everywhere", Act.HELP)).center)
    assert screen.awaited == ("everywhere", Act.HELP)
    driver.key(pygame.K_ESCAPE)
    assert screen.awaited is None
    assert app.screen is screen
    driver.key(pygame.K_RETURN)
    driver.key(pygame.K_u, pygame.KMOD_LCTRL)
    assert [key for key, act in EVERYWHERE.items() if act is Act.HELP] == ["pad back", "ctrl+u"]
    driver.key(pygame.K_F1)
    assert not screen.dialog
    driver.key(pygame.K_u, pygame.KMOD_LCTRL)
    assert screen.dialog
    driver.key(pygame.K_ESCAPE)
    driver.press("Default keys")
    assert EVERYWHERE.get("f1") is None  # after a question
    driver.press("Leave it as it is")
    assert EVERYWHERE.get("f1") is None
    driver.press("Default keys")
    driver.press("Default keys")
    assert EVERYWHERE["f1"] is Act.HELP
    driver.press("Reset all")
    driver.press("Reset all")
    assert app.preferences == Preferences()
    driver.press("All games")
    assert app.screen is not screen


def test_a_key_that_is_taken_is_refused_and_it_is_told_for_what(open_app) -> None:
    from skill.app.screens import destinations

    app = open_app("undrawn")
    driver = Driver(app)
    app.go_to(destinations.Preferences())
    driver.frames(2)
    app.screen.await_key(("choosing", Act.HINT))
    driver.key(pygame.K_p)
    assert "P is the key for: Pause (Everywhere)" in app.screen.dialog.text
    assert actions.CHOOSING["i"] is Act.HINT
    assert app.screen.actions.press(Key("p")) is Act.PAUSE
    driver.key(pygame.K_ESCAPE)
    app.screen.await_key(("choosing", Act.HINT))
    driver.post(pygame.LOCALECHANGED)  # is no key
    driver.key(pygame.K_u)
    assert not app.screen.dialog
    assert actions.CHOOSING["u"] is Act.HINT


@both_windows
def test_a_broken_file_is_told_at_home(open_app, kind: str, tmp_path) -> None:
    (tmp_path / NAME).write_text("volume = 3")
    app = open_app(kind)
    driver = Driver(app)
    driver.frames(2)
    assert "volume = 3" in app.screen.dialog.text
    driver.key(pygame.K_RETURN)
    assert not app.screen.dialog
    assert (tmp_path / "preferences-broken-1.toml").exists()
