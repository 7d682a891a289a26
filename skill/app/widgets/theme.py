"""Colours, font sizes and the theme that pygame_gui reads, at one scale for the whole window."""

from __future__ import annotations

from typing import Any

PAPER, INK, QUIET, ACCENT = "#f6f2ea", "#2a2622", "#857a6c", "#a8641f"
BUTTON, BUTTON_HOVER, BUTTON_DOWN, BUTTON_OFF, LINE = "#e9dcc3", "#f3d698", "#d9bd86", "#efe9dd", "#d4c6ad"

BASE_WIDTH, BASE_HEIGHT = 1280.0, 800.0  # of a window in which the scale is 1
SMALLEST, LARGEST = 0.8, 1.75
FONT = "noto_sans"
LIST_ITEM = 22  # pixels of its height at scale 1
SMALL_TEXT, TEXT, DIALOG_TITLE, TITLE_TEXT, CLOCK_TEXT = 13, 14, 20, 22, 30  # font sizes at scale 1

FAMILY_COLOURS: dict[str, str] = {
    "skill": "#c8553d",
    "chance": "#4a90a4",
    "special": "#8e6bbf",
    "construction": "#5b8c3e",
    "alteration": "#b98d2f",
    "demolition": "#7d5a44",
    "board": "#3d6fb5",
    "space": "#2f8f86",
    "sheet": "#b5568a",
    "own": "#6b6f76",
}
"""Colours of the families of games, in lists and in the triangle."""


def scale_for(size: tuple[int, int]) -> float:
    """The scale for a window of that width and height, pixels; in steps, so that resizing does not flicker."""
    share = min(size[0] / BASE_WIDTH, size[1] / BASE_HEIGHT)
    return min(LARGEST, max(SMALLEST, round(share * 5) / 5))


def used_fonts(scale: float) -> list[dict[str, Any]]:
    """The bold fonts that texts use, for `preload_fonts`; the others are loaded with the theme."""
    sizes = (SMALL_TEXT, TEXT, DIALOG_TITLE)
    return [{"name": FONT, "point_size": round(n * scale), "style": "bold", "antialiased": True} for n in sizes]


def theme(scale: float) -> dict[str, Any]:
    """The theme at a scale; sizes in it are pixels."""

    def font(size: float, bold: bool = False) -> dict[str, str]:
        return {"name": FONT, "size": str(round(size * scale)), "bold": "1" if bold else "0"}

    flat = {"border_width": "0", "shadow_width": "0"}
    rounded = {"shape": "rounded_rectangle", "shape_corner_radius": str(round(6 * scale)), "shadow_width": "0"}
    button = {
        "normal_bg": BUTTON,
        "hovered_bg": BUTTON_HOVER,
        "active_bg": BUTTON_DOWN,
        "selected_bg": BUTTON_DOWN,
        "disabled_bg": BUTTON_OFF,
        "normal_text": INK,
        "hovered_text": INK,
        "active_text": INK,
        "selected_text": INK,
        "disabled_text": "#b5ab9b",
        "normal_border": LINE,
        "hovered_border": ACCENT,
        "active_border": ACCENT,
        "selected_border": ACCENT,
        "disabled_border": BUTTON_OFF,
    }
    label = {"colours": {"normal_text": INK, "dark_bg": "#00000000"}, "misc": {"text_horiz_alignment": "left"}}
    text = {"dark_bg": PAPER, "normal_text": INK, "normal_border": LINE, "link_text": ACCENT}
    item = {
        "colours": {**button, "normal_bg": "#fbf9f4"},
        "misc": {"text_horiz_alignment": "left", "shape": "rectangle"},
    }
    return {
        "defaults": {"font": font(14), "colours": {"dark_bg": PAPER, "normal_text": INK, "normal_border": LINE}},
        "button": {"font": font(14), "colours": button, "misc": {**rounded, "border_width": "1"}},
        "#main_button": {"font": font(16, bold=True), "colours": {**button, "normal_bg": BUTTON_HOVER}},
        "#game": {"misc": {**rounded, "border_width": "1", "text_horiz_alignment": "left"}},
        "label": {**label, "font": font(14)},
        "#title": {**label, "font": font(TITLE_TEXT, bold=True)},
        "#turn": {"font": font(16, bold=True), "colours": {"normal_text": ACCENT}, "misc": label["misc"]},
        "#quiet": {"font": font(SMALL_TEXT), "colours": {"normal_text": QUIET}, "misc": label["misc"]},
        "#clock": {"font": font(CLOCK_TEXT, bold=True), "colours": {"normal_text": INK}, "misc": label["misc"]},
        "panel": {"colours": {"dark_bg": PAPER, "normal_border": LINE}, "misc": flat},
        "#dialog": {"colours": {"dark_bg": PAPER, "normal_border": ACCENT}, "misc": {**rounded, "border_width": "2"}},
        "#quiet_text": {
            "font": font(SMALL_TEXT),
            "colours": {**text, "normal_text": QUIET},
            "misc": {**flat, "padding": "0,0", "shape": "rectangle"},
        },
        "text_box": {"font": font(14), "colours": text, "misc": {**flat, "padding": "4,4", "shape": "rectangle"}},
        "selection_list": {
            "colours": {**text, "dark_bg": "#fbf9f4"},
            "misc": {**flat, "border_width": "1", "list_item_height": str(round(LIST_ITEM * scale))},
        },
        "selection_list.@selection_list_item": item,
        "file_dialog.#file_display_list.#file_list_item": item,  # which pygame_gui has dark
        "drop_down_menu": {"colours": text, "misc": {"expand_direction": "down"}},
        "text_entry_line": {"font": font(14), "colours": {**text, "dark_bg": "#ffffff"}, "misc": rounded},
        "scrolling_container": {"colours": {"dark_bg": PAPER}, "misc": flat},
    }
