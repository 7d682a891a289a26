"""How a child pours from a ladle: over an open place of the plate, then hold until it is empty."""

from __future__ import annotations

from tests.app.persons.fingers import lying
from tests.app.persons.person import Person

PLACES = ((0.0, 0.0), (-2.5, -1.5), (2.5, -1.5), (0.0, 2.5))


def trulla(person: Person) -> None:
    """Over the place that is farthest from all dice."""
    dice = [die.position for die in lying(person.look()) if die.position[2] < 5.0]

    def room(place: tuple[float, float]) -> float:
        return min((abs(x - place[0]) + abs(y - place[1]) for x, y, _ in dice), default=0.0)

    x, y = max(PLACES, key=room)
    person.move((x, y, 0.5))
    person.wait(1.5)
    person.press()
    person.wait(8.0)
    person.release()
    person.wait(10.0)
