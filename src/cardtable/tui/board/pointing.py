"""Highlighted places on a board, and the cursor for pointing at places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from cardtable.engine.zones import Place
from cardtable.tui.drawing.canvas import Box, Canvas

CORNER = "*"
"""The sign on the corners of a highlighted place, in addition to its coloured frame."""
POINTER_HELP = (
    ("arrows", "go to another card or place"),
    ("enter", "point at it"),
    ("mouse", "click a card or place to point at it"),
)
"""The keys for pointing, for the help screen."""
PlaceBoxes = Sequence[tuple[Box, Place]]


class Pointer:
    """A cursor that moves between the places on the board, for questions that are answered by pointing.

    If a box shows several places, such as a space and the house on it, the cursor is on the place that was marked
    first.
    """

    def __init__(
        self,
        name: Callable[[Place], str],
        rank: Callable[[Place], int] = lambda place: 0,
        accepts: Callable[[Place], bool] = lambda place: True,
    ) -> None:
        """Create a cursor. `name` returns the name of a place.

        The first arrow key moves the cursor to a place with the lowest rank. If the board shows places that `accepts`
        allows, the arrow keys visit only those places. A click can choose any place.
        """
        self._name, self._rank, self._accepts = name, rank, accepts
        self.box: Box | None = None
        self.place: Place | None = None
        self._start: tuple[Box, Place] | None = None

    @property
    def label(self) -> str:
        """The name of the place under the cursor, or an empty string if the cursor isn't on a place."""
        return "" if self.place is None else self._name(self.place)

    def update(self, places: PlaceBoxes) -> None:
        """Update the cursor for the places that are now on the board.

        If the cursor's place is gone, the cursor isn't on any place. The next arrow key then goes to a place with the
        lowest rank. If several places have this rank, the key goes to the zone with the most places.
        """
        self._set(next((each for each in places if each[1] == self.place), None))
        places = self._offered(places)
        sizes = Counter(place.zone for _, place in places)
        keys = (((self._rank(place), -sizes[place.zone], box.y, box.x), (box, place)) for box, place in places)
        _, self._start = min(keys, key=lambda each: each[0], default=(None, None))

    def move(self, places: PlaceBoxes, *, right: int = 0, down: int = 0) -> None:
        """Move to the nearest place in a direction.

        Beyond the last place, the cursor continues at the other end. Left and right stay in the row, and up and down
        leave the row, unless there is no other place to go.
        """
        if self.box is None:
            self._set(self._start)
            return
        here = _middle(self.box)
        found = []
        for order, (box, _) in enumerate(offered := self._offered(places)):
            there = _middle(box)
            ahead = (there[0] - here[0]) * right + 2 * (there[1] - here[1]) * down
            aside = abs(there[1] - here[1]) * 4 if right else abs(there[0] - here[0])
            is_level = share_row(box, self.box)
            if ahead > 0 or (ahead and is_level == bool(right)):
                found.append((is_level != bool(right), ahead < 0, ahead + aside, order))
        if found:
            self._set(offered[min(found)[-1]])

    def move_to(self, places: PlaceBoxes, x: int, y: int) -> bool:
        """Move to the smallest place that includes this cell, and return whether there is such a place."""
        found = [(box.width * box.height, order) for order, (box, _) in enumerate(places) if box.contains(x, y)]
        if found:
            self._set(places[min(found)[1]])
        return bool(found)

    def _offered(self, places: PlaceBoxes) -> PlaceBoxes:
        """Return the places that the arrow keys can visit."""
        return [each for each in places if self._accepts(each[1])] or places

    def _set(self, here: tuple[Box, Place] | None) -> None:
        self.box, self.place = here or (None, None)


def draw_highlights(
    canvas: Canvas,
    highlighted: Collection[Place],
    pointer: Pointer | None,
    answers: Collection[Place] = (),
    tick: str = CORNER,
) -> None:
    """Frame the highlighted places, tick those in `answers`, and invert the place under the cursor."""
    boxes = {box: CORNER for box, place in canvas.places if place in highlighted}
    boxes |= {box: tick for box, place in canvas.places if place in answers}
    for box, corner in boxes.items():
        canvas.frame(box, "point" if box.height < 3 else "mark", corner)
        if box.height < 3 and corner != CORNER:
            canvas.put(_sign_x(canvas, box), box.y, corner, "point")
    if pointer is not None and pointer.box is not None:
        canvas.restyle(pointer.box, "cursor")
        canvas.put(_sign_x(canvas, pointer.box), pointer.box.y, ">", "cursor")


def _sign_x(canvas: Canvas, box: Box) -> int:
    """Return the column of the cursor sign. In a one-row box, the sign moves left so as not to hide a character."""
    hides_text = box.height == 1 and canvas.char_at(box.x, box.y) != " "
    return box.x - (hides_text and canvas.char_at(box.x - 1, box.y) == " ")


def zones_not_shown(canvas: Canvas, highlighted: Collection[Place]) -> list[str]:
    """Return the names of the zones whose highlighted places are all missing from the canvas."""
    shown = {place.zone for _, place in canvas.places if place in highlighted}
    return sorted({place.zone.replace("_", " ") for place in highlighted if place.zone not in shown})


def share_row(one: Box, other: Box) -> bool:
    """Return whether the middle of one box is level with some part of the other."""
    return 2 * abs(_middle(one)[1] - _middle(other)[1]) < max(one.height, other.height)


def _middle(box: Box) -> tuple[float, float]:
    return box.x + box.width / 2, box.y + box.height / 2
