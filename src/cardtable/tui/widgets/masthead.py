"""The top part of the lobby and, on a large terminal, of the Practice room."""

from __future__ import annotations

from cardtable.engine.cards import Complete
from cardtable.games import GAMES
from cardtable.tui.drawing.canvas import Canvas, cut
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.faces import CardSet, Size
from cardtable.tui.widgets.drawn import Drawing

TITLE, SUBTITLE = "CARDTABLE", f"{len(GAMES)} games, one deck"
QUESTION = "What would you like to play?"
MASTHEAD_WIDTH = 60
"""The smallest width, in columns, at which there is room for the cards beside the title."""


class Masthead(Drawing):
    """Cards, the title and a greeting."""

    CARDS = tuple(map(Complete.parse, ("FRT", "PGC", "HBS", "FGS", "HRC")))

    def __init__(self, signs: CardSet, title: str = TITLE, subtitle: str = SUBTITLE, greeting: str = QUESTION) -> None:
        super().__init__()
        self.signs = signs
        self.title, self.subtitle, self.greeting = title, subtitle, greeting
        self.size_of_cards = Size.LARGE

    def drawn(self, width: int, height: int) -> Canvas:
        canvas, x, size = Canvas(width, height), 0, self.size_of_cards
        if width >= MASTHEAD_WIDTH:
            for card in self.CARDS[: 5 if size is Size.HUGE else 3]:
                draw_face(canvas, (x, 0), card, size, self.signs)
                x += size.width + 1
            x += 2
        y = (size.height - 4 + 1) // 2
        canvas.put(x, y, " ".join(self.title), "strong")
        canvas.put(x, y + 1, self.subtitle, "dim")
        canvas.put(x, y + 3, cut(self.greeting, width - x), "gold")
        return canvas
