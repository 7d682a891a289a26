"""Keys of other layouts: what a layout types is taken as text, what lies at a place as a place, a chord as no key.

Scancodes, key codes and texts are those that SDL told under X with the layouts of `setxkbmap`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from skill.app.input import actions
from skill.app.input.actions import Act, Actions, Key, use_keys, use_layout
from skill.app.input.key_names import printed
from skill.app.settings.changes import with_key
from skill.app.settings.preferences import Preferences

pygame = pytest.importorskip("pygame")
from skill.app.input.keyboard import PLACES, key_of  # noqa: E402

ALT, ALT_GR, CTRL, SHIFT, META = pygame.KMOD_LALT, pygame.KMOD_RALT, pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, 0x400
DEAD = 0x40000000
"""The code of a key that types nothing by itself; SDL has the same for all of them."""
FRENCH = {"q": "a", "w": "z", "a": "q", "z": "w", ";": "m"}
RUSSIAN = {"a": "ф", "h": "р", "z": "я", "q": "й", "w": "ц"}


@pytest.fixture(autouse=True)
def as_usual() -> Iterator[None]:
    yield
    use_layout({})
    use_keys({})


def pressed(key: int, place: str, text: str = "", mod: int = 0) -> Key:
    code = next((code for code, name in PLACES.items() if name == place), 0)
    return key_of(pygame.event.Event(pygame.KEYDOWN, key=key, scancode=code, unicode=text, mod=mod))


def choosing() -> Actions:
    return Actions(actions.EVERYWHERE, actions.CHOOSING)


@pytest.mark.parametrize(
    ("key", "act"),
    [
        (pressed(ord("8"), "8", "8"), Act.NUMBER_8),
        (pressed(ord("8"), "8", "[", ALT_GR), Act.TURN_LEFT),  # German
        (pressed(ord("8"), "8", "[", ALT_GR | CTRL), Act.TURN_LEFT),  # as Windows tells AltGr
        (pressed(ord("8"), "8", "8", ALT), None),
        (pressed(ord("8"), "8", "", META), None),
        (pressed(ord("8"), "8", "*", SHIFT), None),
        (pressed(ord("+"), "]", "+"), Act.ZOOM_IN),  # German
        (pressed(ord("="), "=", "+", SHIFT), Act.ZOOM_IN),
        (pressed(ord("+"), "]", "+", ALT), None),
        (pressed(ord("5"), "5", "[", ALT_GR), Act.TURN_LEFT),  # French
        (pressed(ord("1"), "1", "&"), Act.NUMBER_1),  # French
        (pressed(ord("1"), "1", "1", SHIFT), Act.NUMBER_1),  # French
        (pressed(ord("6"), "6", "-"), Act.ZOOM_OUT),  # French
        (pressed(pygame.K_KP1, "", "1"), Act.NUMBER_1),
        (pressed(ord("z"), "y", "\x1a", CTRL), Act.UNDO),  # German
        (pressed(ord("y"), "z", "\x19", CTRL), Act.REDO),
        (pressed(ord("ü"), "[", "ü"), None),
        (pressed(pygame.K_RETURN, "", "\r"), Act.ACCEPT),
        *((pressed(pygame.K_RETURN, "", "\r", mod), None) for mod in (ALT, CTRL, SHIFT, META)),
        (pressed(ord("h"), "h", "H", SHIFT), None),
        (pressed(ord("h"), "h", "h", ALT), None),
        (pressed(DEAD, "[", ""), None),
    ],
)
def test_a_chord_is_not_its_key_and_what_is_typed_is(key: Key, act: Act | None) -> None:
    assert choosing().press(key) is act


def test_where_there_are_no_latin_letters_keys_are_called_as_in_america() -> None:
    use_layout(RUSSIAN)
    assert choosing().press(pressed(ord("р"), "h", "р")) is Act.HELP
    assert choosing().press(pressed(ord("я"), "z", "я", CTRL)) is Act.UNDO
    assert choosing().press(pressed(ord("р"), "h", "р", ALT)) is None


def test_tools_and_seats_have_their_keys_where_hands_lie() -> None:
    use_layout(FRENCH)
    acts = Actions({**actions.EVERYWHERE, **actions.TRYING, **actions.POINTING})
    assert acts.press(pressed(ord("z"), "w", "z")) is Act.RAISE
    assert acts.press(pressed(ord("a"), "q", "a")) is Act.TWIST_LEFT
    assert acts.press(pressed(ord("q"), "a", "q")) is Act.LESS
    assert acts.press(pressed(ord("m"), ";", "m")) is Act.MUTE  # by its name
    assert acts.release(pressed(ord("z"), "w", "Z", SHIFT)) is Act.RAISE  # whatever is held when it goes up
    assert Actions(actions.RACING).press(pressed(ord("q"), "a", "Q", SHIFT)) is Act.CALL_1
    assert [printed(key) for key in ("@w", "shift+@a", "ctrl++", "w")] == ["Z", "Shift+Q", "Ctrl++", "W"]


def test_a_key_that_is_bound_comes_back_and_no_other_one_with_it() -> None:
    others = {"dead": pressed(DEAD, "`"), "ö": pressed(ord("ö"), ";", "ö"), "107": pressed(DEAD, "")}
    for name, key in others.items():
        bound = with_key(Preferences(), "everywhere", Act.RESTART, key.bound_as("everywhere"))
        use_keys(Preferences.model_validate(bound.model_dump()).keys)
        assert {n: choosing().press(k) for n, k in others.items()} == {**dict.fromkeys(others), name: Act.RESTART}
        use_keys({})
    use_keys({"everywhere": {"restart": [""]}})  # as a key without a name was kept once
    assert not any(choosing().press(key) for key in others.values())


def test_a_key_for_a_hand_is_kept_by_its_place() -> None:
    use_layout(FRENCH)
    assert pressed(ord("m"), ";", "m").bound_as("pointing") == "@;"
    assert pressed(ord("m"), ";", "m").bound_as("everywhere") == "m"
    assert pressed(ord("5"), "5", "[", ALT_GR).bound_as("everywhere") == "["
    chosen = with_key(Preferences(), "pointing", Act.RAISE, "@;")
    assert chosen.keys == {"pointing": {"raise": ["@;"]}}
    assert actions.taken_by("@;", "pointing", Act.RAISE) == [
        ("everywhere", Act.MUTE)
    ]  # which French keyboards have there
    chosen = with_key(chosen, "pointing", Act.RAISE, "@s")
    assert chosen.keys == {"pointing": {"raise": ["@s"], "lower": ["pad l2"]}}


def test_names_that_were_bound_before_places_were_known_go_on_to_hold() -> None:
    use_layout(FRENCH)
    use_keys({"pointing": {"raise": ["z"], "lower": ["x"]}})
    acts = Actions({**actions.EVERYWHERE, **actions.POINTING})
    assert acts.press(pressed(ord("z"), "w", "z")) is Act.RAISE
    assert acts.press(pressed(ord("x"), "x", "x")) is Act.LOWER
    assert acts.press(pressed(ord("s"), "s", "s")) is None
    use_keys({"pointing": {"more": ["z"]}})  # what lies at the place of another act's key: that loses it
    assert Actions(actions.POINTING).press(pressed(ord("z"), "w", "z")) is Act.MORE


def test_what_goes_into_a_line_of_text_is_no_act() -> None:
    assert pressed(ord("8"), "8", "[", ALT_GR).writes and pressed(ord("a"), "a", "ą", ALT_GR).writes
    assert pressed(ord("ö"), ";").writes and pressed(pygame.K_SPACE, "", " ").writes
    assert not pressed(ord("z"), "z", "я", CTRL).writes and not pressed(pygame.K_RETURN, "", "\r").writes


def test_a_key_that_is_held_while_another_window_comes_is_held_no_longer(open_app) -> None:
    app = open_app("undrawn")
    pygame.key.set_mods(ALT | pygame.KMOD_NUM)  # as of Alt+Tab, whose end another window sees
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    app.frame(0.03)
    assert pygame.key.get_mods() == pygame.KMOD_NUM
    pygame.key.set_mods(0)
