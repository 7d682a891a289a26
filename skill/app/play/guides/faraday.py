"""Faraday: the plate in two hands, first in practice and then for the clock."""

from skill.app.play.guides.guide import Guide, Step

GUIDE = Guide(
    place=3,
    title="Faraday: tilt and shake the plate",
    game="faraday",
    players=1,
    options={"attempts": 3},
    seats=("human",),
    seed=1,
    steps=(
        Step(
            "Bring the three dice into the three marked corners. You hold the plate, the dice you may not touch. "
            "Begin with practice, which does not count: press the button Practise.",
            "tries",
            by_keys="Bring the three dice into the three marked corners. You hold the plate, the dice you may not "
            "touch. Begin with practice, which does not count: press {practise}.",
        ),
        Step(
            "Move the pointer from the middle towards a corner: the plate leans that way.",
            "leans",
            by_keys="Lean the plate: hold {tilt_left}, {tilt_right}, {tilt_away} or {tilt_towards}.",
        ),
        Step(
            "Press the mouse button at a die, draw the way it is to hop, and let go: it goes one funnel on. "
            "Arrows show which dice will hop.",
            "hopped",
            by_keys="Lean the plate the way the dice are to hop, and press {shake} briefly: that is one jolt. The "
            "further the plate leans, the harder it is.",
        ),
        Step(
            "All dice together are easily moved, one alone is the art. Bring one of them into a corner. If a die falls "
            "off, practise again.",
            "home",
            by_keys="All dice together are easily moved, one alone is the art: hold {lift_i}, {lift_j} or {lift_k} to "
            "mean the die next to that corner, lean the plate and press {shake} briefly. Bring one of them into a "
            "corner. If a die falls off, practise again.",
        ),
        Step(
            "Now for the clock. End the practice with the button Give up, then press Enough practice, and click the "
            "plate to begin an attempt that counts. You have three.",
            "counts",
            by_keys="Now for the clock. End the practice with {give_up}, close its card, and press {accept} to begin "
            "an attempt that counts. You have three.",
        ),
    ),
)
