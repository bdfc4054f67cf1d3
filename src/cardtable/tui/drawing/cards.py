"""Cards drawn on a canvas with their inks: a face, the back of a card, or an empty place on the table."""

from __future__ import annotations

from functools import lru_cache

from cardtable.engine.cards import FACE_DOWN, Card
from cardtable.tui.drawing.canvas import Canvas
from cardtable.tui.drawing.faces import CardSet, Size, face


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
    """Draw a card face, or an empty place if the card is None. See `face` for the parameters."""
    canvas.paste(_picture(card, size, signs, chosen, head, foot), *at)


@lru_cache(maxsize=512)
def _picture(card: Card | None, size: Size, signs: CardSet, chosen: bool, head: str, foot: str) -> Canvas:
    """Return a card face on its own canvas. Canvases are cached, because redraws mostly repeat the same faces."""
    lines = face(card, size, signs, chosen=chosen, head=head, foot=foot)
    picture = Canvas(max(map(len, lines)), len(lines))  # a tiny face is as wide as its code
    colour = ink_of(card)
    kind = "" if colour in ("plain", "dim") else f"-{colour}"
    if size.height == 1:
        picture.put(0, 0, lines[0], _surface(card, f"{'chosen' if chosen else 'face'}{kind}"))
        if size is Size.SMALL:
            picture.put(0, 0, lines[0][0])  # the gap to the card before it
        return picture
    border = f"chosen{kind}" if chosen else _surface(card, f"edge{kind}", "rim", "pattern")
    picture.block(0, 0, lines, border)
    inside = [line[1:-1] for line in lines[1:-1]]
    picture.block(1, 1, inside, _surface(card, f"face{kind}", "slot", "pattern"))
    for row in () if chosen else (0, -1):
        for along, each in enumerate(lines[row]):
            if each.isalnum() or each == signs.times:
                picture.put(along, row % size.height, each, _surface(card, f"face{kind}", "slot", "back"))
    return picture


def _surface(card: Card | None, ink: str, slot: str = "slot", back: str = "pattern") -> str:
    """Return the ink for an empty place, for the back of a card, or for a card's face."""
    return slot if card is None else back if card is FACE_DOWN else ink


def ink_on_card(card: Card) -> str:
    """Return the ink that a card is printed in."""
    colour = ink_of(card)
    return "face" if colour in ("plain", "dim") else f"face-{colour}"


def ink_of(card: Card | None) -> str:
    """Return the ink of a card's name on the table. The name of a card with a colour has the ink of that colour."""
    if card is None:
        return "dim"
    return next((each.name.lower() for each in card.characteristics if each.category == "colour"), "plain")
