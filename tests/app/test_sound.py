"""Sounds: clicks and tones, knocks by speed and by what strikes what, and when there is silence."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import numpy as np
import pytest

from skill.app.settings.knocks import DICE, GROUNDS, LOUDEST, STRENGTHS, STRUCK, Contact, Wave, knock, stuff_of
from skill.app.settings.sound import KNOCKS, RATE, SOUNDS, Heard, Rattle, Sounds, click, struck_at
from skill.draw.plate_look import PLATES
from skill.physics.scene import load_material

OTHERWISE = 1.15  # the ratio of brightness or of ringing in which two sounds differ at least


def brightness(wave: Wave) -> float:
    """The mean frequency of its energy, hertz."""
    power = np.abs(np.fft.rfft(wave.astype(float))) ** 2
    return float((np.fft.rfftfreq(len(wave), 1 / RATE) * power).sum() / power.sum())


def ringing(wave: Wave) -> float:
    """The time until all but a hundredth of its energy is gone, seconds."""
    left = np.cumsum(wave[::-1].astype(float) ** 2)[::-1]
    return int(np.argmax(left < left[0] / 100)) / RATE


def test_clicks_are_short_loud_enough_and_die_away() -> None:
    for name, (pitch, length, loudness) in SOUNDS.items():
        wave = click(pitch, length, loudness)
        assert len(wave) == int(RATE * length), name
        assert np.abs(wave).max() == pytest.approx(loudness * 32767, rel=0.01)
        assert np.abs(wave[-len(wave) // 10 :]).max() < np.abs(wave).max() / 10


@pytest.mark.parametrize("dice", DICE)
@pytest.mark.parametrize("plate", PLATES)
@pytest.mark.parametrize("struck", STRUCK)
def test_the_harder_a_die_strikes_the_louder_and_the_brighter_it_sounds(dice: str, plate: str, struck: str) -> None:
    waves = [knock(Contact(dice, struck), plate, strength) for strength in STRENGTHS]
    for softer, harder in pairwise(waves):
        assert 0 < np.abs(softer).max() < np.abs(harder).max() <= LOUDEST * 32767 + 1
        assert brightness(softer) < brightness(harder)
    assert brightness(waves[-1]) > 1.03 * brightness(waves[0])  # small soft bodies have few modes


def test_what_is_struck_and_what_strikes_it_are_told_apart_by_ear() -> None:
    """By pitch or by how long it rings, at every strength."""
    for strength in STRENGTHS:
        plates = {plate: knock(Contact(), plate, strength) for plate in PLATES}
        kinds = {struck: knock(Contact(struck=struck), "wood", strength) for struck in STRUCK}
        made = {dice: knock(Contact(dice, "dice"), "wood", strength) for dice in DICE}
        for heard in (plates, kinds, made):
            for one, other in combinations(heard, 2):
                pitches, times = ([measure(heard[of]) for of in (one, other)] for measure in (brightness, ringing))
                ratio = max(max(pair) / min(pair) for pair in (pitches, times))
                assert ratio > OTHERWISE, (strength, one, other)
        assert ringing(plates["slate"]) > 2 * ringing(plates["wood"]) > 3 * ringing(plates["felt"])
        assert np.abs(plates["felt"]).max() < 0.7 * np.abs(plates["wood"]).max()


def test_a_knock_begins_and_ends_in_silence_and_is_made_alike_from_its_seed() -> None:
    for struck, plate in product(STRUCK, PLATES):
        wave = knock(Contact(struck=struck), plate, 1.0, 1)
        assert (wave == knock(Contact(struck=struck), plate, 1.0, 1)).all()
        assert len(other := knock(Contact(struck=struck), plate, 1.0, 2)) == len(wave) and (other != wave).any()
        assert np.abs(wave[-20:]).max() < 300 and ringing(wave) < len(wave) / RATE


def test_every_plate_that_is_drawn_is_heard_and_materials_sound_like_what_they_are_of() -> None:
    assert set(PLATES) == set(GROUNDS) - {"table"}
    names = ("plastic", "acrylic", "resin", "wood", "rubber")
    heard = {name: stuff_of(load_material(name)) for name in names}
    assert heard == {name: name if name in DICE else "plastic" for name in names}
    assert stuff_of(load_material("plastic").model_copy(update={"density_kg_m3": 7800.0})) == "metal"


def test_a_die_that_stops_suddenly_is_heard_and_one_that_rests_or_slides_is_not() -> None:
    ear = Rattle()
    heights = [5.0, 4.7, 4.4, 4.1, 4.1, 4.1]  # falls with 18 edges a second, then stops
    heard = [ear.hear(np.array([[0.0, 0.0, z], [1.0, 1.0, 1.0]]), n / 60) for n, z in enumerate(heights)]
    assert heard[:4] == [None] * 4 and heard[5] is None
    assert heard[4] is not None and heard[4].strength > 0.2 and heard[4].struck == "dice"
    assert ear.hear(np.zeros((2, 3)), 5 / 60) is None  # no time has passed
    assert [ear.hear(np.full((3, 3), z), n / 60) for n, z in enumerate((0.0, 0.5, 1.0), 6)] == [None] * 3
    assert ear.hear(np.full((3, 3), 1.0), 9 / 60) is not None
    third = ear.hear(np.zeros((3, 3)), 10 / 60)  # a third die has come, and is heard
    assert third is not None and third == Heard(third.strength, "table") and third.strength > 0.2


def test_what_a_die_strikes_depends_on_how_high_it_is() -> None:
    assert [struck_at(z) for z in (-3.0, -0.4, 0.87, 1.2, 1.44, 6.0)] == ["table"] * 2 + ["plate"] * 2 + ["dice"] * 2
    assert [struck_at(z, bare_table=-0.9) for z in (-0.4, 0.0, 0.6)] == ["table", "table", "dice"]


def test_without_a_sound_card_there_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    sounds = Sounds()
    assert sounds.why_silent
    assert not sounds.play("place")


def test_sound_can_be_muted_and_knocks_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sounds = Sounds()
    made: list[tuple[object, ...]] = []
    monkeypatch.setattr("skill.app.settings.sound.knock", lambda *of: made.append(of) or knock(*of))
    sounds.muted = True
    assert not any(sounds.play(name) for name in (*SOUNDS, *KNOCKS)) and not made
    sounds.muted = False
    sounds.plate = "slate"
    for _ in range(3):
        for name, volume in product(KNOCKS, (0.01, 0.5, 1.0)):
            pygame.mixer.stop()
            assert sounds.play(name, volume, Contact("wood", "plate"))
    assert len(made) == len(set(made)) <= 3 * len(STRENGTHS)
    assert {of[:2] for of in made} == {(Contact("wood", "plate"), "slate")}
    pygame.mixer.quit()
