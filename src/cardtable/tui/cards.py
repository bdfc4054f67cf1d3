"""Cards drawn on a canvas with their inks: a face, a back, or an empty place on the table."""

from __future__ import annotations

from cardtable.engine.cards import FACE_DOWN, Card
from cardtable.tui.canvas import Canvas
from cardtable.tui.faces import CardSet, Size, face


def draw_face(
    canvas: Canvas,
    at: tuple[int, int],
    card: Card | None,
    size: Size,
    signs: CardSet,
    *,
    chosen: bool = False,
    head: str = "",
    foot: str = "",
) -> None:
    """Draw a card face, or an empty place if the card is None; see `face`."""
    x, y = at
    lines = face(card, size, signs, chosen=chosen, head=head, foot=foot)
    colour = ink_of(card)
    kind = "" if colour in ("plain", "dim") else f"-{colour}"
    if size.height == 1:
        canvas.put(x, y, lines[0], _surface(card, f"{'chosen' if chosen else 'face'}{kind}"))
        if size is Size.SMALL:
            canvas.put(x, y, lines[0][0])  # the gap to the card before it
        return
    border = f"chosen{kind}" if chosen else _surface(card, f"edge{kind}", "rim", "pattern")
    canvas.block(x, y, lines, border)
    inside = [line[1:-1] for line in lines[1:-1]]
    canvas.block(x + 1, y + 1, inside, _surface(card, f"face{kind}", "slot", "pattern"))
    for row in () if chosen else (0, -1):
        for along, each in enumerate(lines[row]):
            if each.isalnum() or each == signs.times:
                canvas.put(x + along, y + row % size.height, each, _surface(card, f"face{kind}", "slot", "back"))


def _surface(card: Card | None, ink: str, slot: str = "slot", back: str = "pattern") -> str:
    """Return the ink for an empty place, for the back of a card, or for its face."""
    return slot if card is None else back if card is FACE_DOWN else ink


def ink_on_card(card: Card) -> str:
    """Return the ink in which a card is printed."""
    colour = ink_of(card)
    return "face" if colour in ("plain", "dim") else f"face-{colour}"


def ink_of(card: Card | None) -> str:
    """Return the ink of a card's name on the table: its colour if it has one."""
    if card is None:
        return "dim"
    return next((each.name.lower() for each in card.characteristics if each.category == "colour"), "plain")
