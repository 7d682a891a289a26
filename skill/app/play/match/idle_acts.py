"""Which buttons of a match can do nothing now. No pygame."""

from __future__ import annotations

from skill.app.input.actions import Act
from skill.app.play.match.phase import Phase
from skill.app.play.match.runtime import Runtime
from skill.app.play.match.turn import Turn


def idle_acts(runtime: Runtime, turn: Turn, *, can_switch: bool) -> frozenset[Act]:
    """The acts that would change nothing now; `can_switch` says whether there is another tool."""
    attempts = runtime.attempts
    is_trying = attempts.running is not None
    useful = {
        Act.UNDO: runtime.can_drop or runtime.match.can_undo,
        Act.REDO: not is_trying and runtime.match.can_redo,
        Act.HINT: bool(turn.chooser.choice.legal) and not turn.is_race and runtime.match.gives_hints,
        Act.PRACTISE: runtime.can_practise,
        Act.REPLAY: runtime.can_replay,
        Act.GIVE_UP: is_trying and not runtime.is_bot_turn,
        Act.SLOW: is_trying or runtime.phase is Phase.READY,
        Act.SWITCH_TOOL: can_switch,
        Act.PAUSE: runtime.phase is not Phase.OVER,
        Act.RESTART: not runtime.match.is_elsewhere,
        Act.SAVE: not runtime.match.is_elsewhere,
    }
    return frozenset(act for act, is_useful in useful.items() if not is_useful)
