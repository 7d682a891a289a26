"""What kind of game a game is: the shares of chance, skill and tactics in it, and how long it lasts.

The Abacus booklet gives the shares of A1 to A6 in its header rows. A game with the same rules as one of these has the
same numbers. All other shares are our own estimates, from what decides a game: rolls and shuffled dice count as chance
unless players can answer them; hands, hurry and memory count as skill. Minutes are given in the rules of A1 to A6, 27
and 55, and were published for Roll to the Top.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Self

from skill.errors import FileError

TENTHS = 10
GIVEN, ESTIMATED, MEASURED = "given", "estimated", "measured"


class _Shares(NamedTuple):
    chance: int = 0
    skill: int = 0
    """Of a quick eye, the hand, and memory."""
    tactics: int = 0
    minutes: int | None = None
    """How long a match lasts at the most; None where nobody tells."""
    source: str = ESTIMATED
    """`GIVEN` by the rules of the game, `ESTIMATED` by us, the slug of the game with the same rules that has it, or
    `MEASURED`: estimated, but for chance and tactics, which are from matches of bots."""
    chance_between: tuple[int, int] | None = None
    """Between how many tenths chance lies with 95 %, where it was measured; tactics then have what is left."""


class Profile(_Shares):
    """Shares in tenths, the corners of the Perlhuhn triangle. Raises `FileError` unless they add up to ten."""

    __slots__ = ()

    def __new__(cls, *shares_and_more: Any, **named: Any) -> Self:
        made = super().__new__(cls, *shares_and_more, **named)
        shares = made[:3]
        if sum(shares) != TENTHS or min(shares) < 0:
            raise FileError(
                "profile {shares}: expected shares of chance, skill and tactics that add up to {tenths}",
                shares=shares,
                tenths=TENTHS,
            )
        return made

    @property
    def tactics_between(self) -> tuple[int, int] | None:
        """The same of tactics."""
        left = TENTHS - self.skill
        return self.chance_between and (left - self.chance_between[1], left - self.chance_between[0])
