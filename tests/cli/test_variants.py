"""Values of an option side by side: each is played as it is alone, and its margins are those of its matches."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from skill.cli.arguments import MOST_VARIANTS, variants_of
from skill.errors import UnknownName
from skill.intervals import wilson
from skill.rules.catalogue import find_game
from tests.conftest import Say


def test_variants_are_all_values_of_all_options_and_a_material_is_one() -> None:
    wolf, faraday = find_game("wolf"), find_game("faraday")
    assert variants_of(wolf, ["bushes=0,9", "rounds=1", "wolf_by=random,left"]) == [
        [f"bushes={bushes}", "rounds=1", f"wolf_by={who}"] for bushes in (0, 9) for who in ("random", "left")
    ]
    assert variants_of(faraday, ["material=m(friction=0.2,restitution=0.3)"]) == [
        ["material=m(friction=0.2,restitution=0.3)"]
    ]
    assert variants_of(wolf, []) == [[]] and variants_of(wolf, ["bushes"]) == [["bushes"]]
    with pytest.raises(UnknownName, match=f"51 variants; expected at most {MOST_VARIANTS}"):
        variants_of(wolf, ["bushes=" + ",".join(["1"] * 51)])


def test_each_variant_is_what_it_is_alone(skillbox: Say) -> None:
    words = ("simulate", "steps-to-the-throne", "-n", "6", "--seed", "3", "--json")
    option = find_game("steps-to-the-throne").options[0]
    values = [str(value) for value in option.choices[:2]]
    code, both, _ = skillbox(*words, "--set", f"{option.name}={','.join(values)}")
    assert code == 0
    for value, found in zip(values, json.loads(both)["variants"], strict=True):
        alone = json.loads(skillbox(*words, "--set", f"{option.name}={value}")[1])
        assert found.pop("set") == [f"{option.name}={value}"]
        del found["wall_s"]
        assert found == {key: alone[key] for key in found}


def test_variants_are_told_with_their_margins(skillbox: Say) -> None:
    code, told, _ = skillbox("simulate", "wolf", "--players", "1", "-n", "8", "--set", "bushes=0,9")
    assert code == 0
    low, high = wilson([1.0] * 8)
    assert told.count(f"seat 1  won 100% ({low:.0%} to {high:.0%})  scores ") == 2
    assert "bushes=0\n" in told and "bushes=9\n" in told
    assert len(re.findall(r"  actions [\d.]+ \([\d.]+ to ", told)) == 2


def test_a_value_that_is_none_is_refused_before_anything_is_played(skillbox: Say) -> None:
    code, _, said = skillbox("simulate", "wolf", "-n", "2", "--set", "bushes=0,99")
    assert code == 2 and "99" in said


def test_an_analysis_has_a_column_for_each_variant_which_is_what_it_is_alone(skillbox: Say, tmp_path: Path) -> None:
    option = find_game("steps-to-the-throne").options[0]
    values = [str(value) for value in option.choices[:2]]
    both = f"{option.name}={','.join(values)}"
    words = ("analyse", "steps-to-the-throne", "-n", "4", "--seconds", "0", "--bot", "random")
    words += ("--ladder", "random,greedy")
    code, told, _ = skillbox(*words, "--set", both, "--out", "both.json", "--report", "both.html")
    assert code == 0 and told.count("Where dice lie at the end") == 2
    assert any(all(f"{option.name}={value}" in line for value in values) for line in told.splitlines())
    variants = json.loads((tmp_path / "both.json").read_text())["variants"]
    for value, found in zip(values, variants, strict=True):
        setting = f"{option.name}={value}"
        alone = json.loads(skillbox(*words, "--set", setting, "--json")[1])
        assert found.pop("set") == [setting] and found == alone
        assert f"<th>{setting}</th>" in (tmp_path / "both.html").read_text()
    journal = (tmp_path / "both.journal").read_text()
    assert skillbox(*words, "--set", both, "--out", "both.json")[0] == 0
    assert (tmp_path / "both.journal").read_text() == journal, "all of it was known"
