"""Rasanto: placing dice, what fills by itself, what counts."""

from skill.app.play.guides.guide import ANSWERED, Guide, Step

GUIDE = Guide(
    place=1,
    title="Rasanto: place dice",
    game="rasanto",
    players=2,
    options={"first_player": 1},
    seats=("human", "random"),
    seed=1,
    steps=(
        Step(
            "You are the first of the two players at the right, and have dice of the colour beside it. Place one: "
            "click any funnel of the plate.",
            "acted",
            by_keys="You are the first of the two players at the right, and have dice of the colour beside it. Place "
            "one: go to a funnel with {left}, {right}, {up} and {down}, and press {accept}.",
        ),
        Step(
            "Now the other player places a die: it has pink corners, as has whatever was done last. Then it is your "
            "turn again.",
            ANSWERED,
        ),
        Step(
            "A funnel between three dice fills by itself. Place your dice next to others until a die comes on top.",
            "filled",
        ),
        Step(
            "Two against one bring the colour of the two. Three of one colour bring the other colour, so three of "
            "yours make one of the other player. Such dice cost no turn."
        ),
        Step(
            "In the end the pyramid is complete, and every face on its outside counts for the colour of its die. The "
            "numbers at the right say how you stand. The button Hint shows what a bot would play, the button Undo "
            "takes a turn back. Now win.",
            by_keys="In the end the pyramid is complete, and every face on its outside counts for the colour of its "
            "die. The numbers at the right say how you stand. {hint} shows what a bot would play, {undo} takes a turn "
            "back. Now win.",
        ),
    ),
)
