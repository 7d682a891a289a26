"""El Dado: taking dice that are free, and what they are worth."""

from skill.app.play.guides.guide import ANSWERED, Guide, Step

GUIDE = Guide(
    place=2,
    title="El Dado: take dice",
    game="el-dado",
    players=2,
    options={"first_player": 1, "fill": "rich"},
    seats=("human", "random"),
    seed=1,
    steps=(
        Step(
            "You may take a die on which nothing lies. Now that is only the one on top: click it.",
            "acted",
            by_keys="You may take a die on which nothing lies. Now that is only the one on top: go to it "
            "with {next} and press {accept}.",
        ),
        Step(
            "It is yours, and your points are at the right. The other player takes a die too, and then it is your turn "
            "again.",
            ANSWERED,
        ),
        Step(
            "Gold is worth 10 points, blue 5, green 3, black 2, red 1. A die that you take sets others free, for you "
            "and for the other player. Point at a die: if it is free it rises. Take one.",
            "acted",
            by_keys="Gold is worth 10 points, blue 5, green 3, black 2, red 1. A die that you take sets others free, "
            "for you and for the other player. {next} leads from one free die to the next. Take one with {accept}.",
        ),
        Step(
            "Was there a better one? Take your turn back: press the button Undo.",
            "taken back",
            by_keys="Was there a better one? Take your turn back: press {undo}.",
        ),
        Step(
            "Take whichever you like. The button Hint shows what a bot would take. Whoever has most points when the "
            "last die is gone has won.",
            "acted",
            by_keys="Take whichever you like. {hint} shows what a bot would take. Whoever has most points when the "
            "last die is gone has won.",
        ),
    ),
)
