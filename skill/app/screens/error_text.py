"""The text of the dialog that reports an error. No pygame."""

from __future__ import annotations

from html import escape
from pathlib import Path
from traceback import extract_tb

from skill.app.i18n import told, tr
from skill.errors import SkillboxError
from skill.rules.catalogue import fault_of


def error_message(error: BaseException, file: Path | None = None) -> tuple[str, str]:
    """Title and text, as pygame_gui's HTML, of the dialog that reports an error.

    `file` is the game that was being loaded, if one was. An error of Skillbox itself names its file and line.
    """
    fault = fault_of(error)
    if isinstance(error, SkillboxError) and not fault:
        return tr("That does not work"), escape(told(error))
    description = f"{type(error).__name__}: {error}"
    if fault or file:
        mend = tr("Mend the file and trust it again. A match that was under way waits until then.")
        said = told(fault) if fault else f"{file}: {description}"
        return tr("A game of your own has failed"), f"{escape(said)}<br><br>{escape(mend)}"
    *_, last = extract_tb(error.__traceback__)
    lines = (
        tr("{file}, line {line}: {fault}", file=Path(last.filename).name, line=last.lineno, fault=description),
        tr("More of it is on the error output. A match that was under way waits under: Go on with."),
    )
    return tr("Skillbox itself has failed"), "<br><br>".join(map(escape, lines))
