"""Pointing at what lies on a board: the signs that say "look here", and a cursor that goes from thing to thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from cardtable.engine.game import Place
from cardtable.tui.canvas import Box, Canvas

CORNER = "*"
"""On the corners of what is pointed at, besides the inverted frame."""
Lying = Sequence[tuple[Box, Place]]


class Aim:
    """The cursor of somebody who is asked to point at something."""

    def __init__(self, name: Callable[[Place], str]) -> None:
        self._name = name
        self.box: Box | None = None
        self.place: Place | None = None
        self._is_moved = False
        """Whether it stands where somebody has put it."""

    @property
    def words(self) -> str:
        """What it stands on."""
        return "" if self.place is None else self._name(self.place)

    def keep_to(self, lying: Lying) -> None:
        """Stand on something that is there: on the same as before if it still is, else where there is most to see."""
        here = next((each for each in lying if self._is_moved and each[1] == self.place), None)
        many = Counter(place.zone for _, place in lying)
        self._stand(here or min(lying, key=lambda each: (-many[each[1].zone], each[0].y, each[0].x), default=None))

    def go(self, lying: Lying, *, right: int = 0, down: int = 0) -> None:
        """Go to the nearest thing on that side; beyond the last, to the next in the order of reading."""
        if self.box is None:
            return
        self._is_moved = True
        here = _middle(self.box)
        found = []
        for box, place in lying:
            there = _middle(box)
            ahead = (there[0] - here[0]) * right + 2 * (there[1] - here[1]) * down
            aside = abs(there[1] - here[1]) * 4 if right else abs(there[0] - here[0])
            if ahead > 0:
                found.append((ahead + aside, box, place))
        if found:
            self._stand(min(found)[1:])
            return
        boxes = sorted(dict(reversed(lying)).items(), key=lambda each: (each[0].y, each[0].x))
        at = next((at for at, (box, _) in enumerate(boxes) if box == self.box), 0)
        self._stand(boxes[(at + (right or down)) % len(boxes)])

    def take(self, lying: Lying, x: int, y: int) -> bool:
        """Go to what lies on this cell, the smallest of it; whether there is anything."""
        found = [(box.width * box.height, box, place) for box, place in lying if box.holds(x, y)]
        if found:
            self._is_moved = True
            self._stand(min(found)[1:])
        return bool(found)

    def _stand(self, here: tuple[Box, Place] | None) -> None:
        self.box, self.place = here or (None, None)


def mark(canvas: Canvas, pointed: Collection[Place], aim: Aim | None) -> None:
    """Frame what is pointed at, and invert the whole of what the cursor stands on."""
    for box in {box for box, place in canvas.lying if place in pointed}:
        canvas.frame(box, "point", CORNER)
    if aim is not None and aim.box is not None:
        canvas.ink(aim.box, "cursor")
        canvas.put(_beside(canvas, aim.box), aim.box.y, ">", "cursor")


def _beside(canvas: Canvas, box: Box) -> int:
    """Where the sign of the cursor hides no letter: before the first one of a single row, if that is empty."""
    begins = box.height == 1 and canvas.letter(box.x, box.y) != " "
    return box.x - (begins and canvas.letter(box.x - 1, box.y) == " ")


def unseen(canvas: Canvas, pointed: Collection[Place]) -> list[str]:
    """The zones that are pointed at, and of which nothing of what is meant is on the canvas."""
    seen = {place.zone for _, place in canvas.lying if place in pointed}
    return sorted({place.zone.replace("_", " ") for place in pointed if place.zone not in seen})


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2
