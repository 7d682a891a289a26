"""Keeps text, scroll position and selection of elements when a new layout makes these anew."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple, TypeVar

import pygame_gui
from pygame_gui.elements import UISelectionList, UITextEntryLine

Element = TypeVar("Element")
_NAME, _BEFORE, _LINE = "kept_as", "text_at_first", "line_height"  # attributes that elements get here


class State(NamedTuple):
    """Of one element."""

    scrolled: float = 0.0
    """How much of what is in it lies above what is seen, 0 to 1; in lines, where it has some of one height."""
    text: str = ""
    text_before: str | None = ""
    """What was in a line of text at first; None where others keep what is typed, letter by letter."""
    cursor: int = 0
    selected: Any = None
    """Where the selected part of a text begins and ends, or the text of the selected line of a list."""
    has_keys: bool = False
    """Whether letters go there."""


def kept(element: Element, name: Hashable, *, is_live: bool = False, line_height: int = 0) -> Element:
    """The element, whose state goes over to the one of that name in the next layout. What is typed into a line whose
    value was changed meanwhile does not, nor what is typed where it `is_live`: that is its value already.

    Of a container whose lines have a height, pixels, the same line stays at the top, also where lines come or go.
    """
    setattr(element, _NAME, name)
    setattr(element, _LINE, line_height)
    setattr(element, _BEFORE, element.get_text() if isinstance(element, UITextEntryLine) and not is_live else None)
    return element


def states(ui: pygame_gui.UIManager) -> dict[Hashable, State]:
    """The states of all elements that have a name, by that."""
    focused = ui.get_focus_set() or ()  # type: ignore[no-untyped-call]
    named = [element for element in ui.get_sprite_group().sprites() if hasattr(element, _NAME)]
    return {getattr(element, _NAME): _state(element, element in focused) for element in named}


def restore(ui: pygame_gui.UIManager, found: Mapping[Hashable, State]) -> None:
    """Gives elements the states that those of their names had in the layout before."""
    elements: list[Any] = ui.get_sprite_group().sprites()
    for element in elements:
        if (state := found.get(getattr(element, _NAME, None))) is not None:
            _give(element, state)
            if state.has_keys:
                ui.set_focus_set(element)
                _give(element, state)  # again: whoever gets the keys loses what was selected


def _bar(element: Any) -> Any:
    return getattr(element, "vert_scroll_bar", None) or getattr(element, "scroll_bar", None)


def _whole(element: Any) -> float:
    """How much `scrolled` is for all that is in an element."""
    line: int = getattr(element, _LINE)
    return element.scrollable_container.rect.h / line if line else 1.0


def _state(element: Any, has_keys: bool) -> State:
    bar = _bar(element)
    scrolled = float(bar.start_percentage) * _whole(element) if bar else 0.0
    if isinstance(element, UITextEntryLine):
        text, before = element.get_text(), getattr(element, _BEFORE)
        return State(scrolled, text, before, element.edit_position, tuple(element.select_range), has_keys)
    if isinstance(element, UISelectionList):
        return State(scrolled, selected=element.get_single_selection())
    return State(scrolled)


def _give(element: Any, state: State) -> None:
    if isinstance(element, UITextEntryLine):
        if state.text_before is not None and state.text_before == element.get_text() != state.text:
            element.set_text(state.text)
        if element.get_text() == state.text:
            element.edit_position, element.select_range = state.cursor, list(state.selected)
            element.cursor_has_moved_recently = True
    elif isinstance(element, UISelectionList) and state.selected:
        for item in element.item_list:
            item["selected"] = item["text"] == state.selected
            if item["selected"] and item["button_element"] is not None:
                item["button_element"].select()
    bar = _bar(element)
    if bar:
        bar.set_scroll_from_start_percentage(state.scrolled / _whole(element))
