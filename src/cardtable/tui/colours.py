"""The colours of ours: two sets for the cards, one for dark and one for light tables.

Lightness tells the three apart more than hue does (green is the lightest on a dark table, red and blue the darkest on
a light one), so that they stay apart in every kind of colour blindness; letters say the colour besides.
"""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

DARK = {"card-red": "#E2451F", "card-green": "#B3FBCB", "card-blue": "#6471FE"}
LIGHT = {"card-red": "#630504", "card-green": "#2B7E55", "card-blue": "#2C287A"}
ANSI_DARK = {"card-red": "ansi_bright_red", "card-green": "ansi_bright_green", "card-blue": "ansi_bright_blue"}
ANSI_LIGHT = {"card-red": "ansi_red", "card-green": "ansi_green", "card-blue": "ansi_blue"}
DIM = 0.7
"""How far the ink of what matters less lies from the background towards the foreground."""
COLOURLESS = dict.fromkeys(DARK, "ansi_default")

_OF_THE_TERMINAL = {
    "ink-dim": "ansi_default",
    "ink-title": "ansi_default",
    "ink-title-background": "ansi_default",
    "ink-cursor": "ansi_default",
    "ink-cursor-background": "ansi_default",
    "ink-cursor-style": "bold reverse",
}


def variables_for(theme: Theme, *, colourless: bool) -> dict[str, str]:
    """The theme variables that our widgets use, for a theme of Textual's or of somebody else's."""
    if colourless:
        return COLOURLESS | _OF_THE_TERMINAL
    if theme.name.startswith("ansi") or theme.name.endswith("ansi"):
        return (ANSI_DARK if theme.dark else ANSI_LIGHT) | _OF_THE_TERMINAL
    return (DARK if theme.dark else LIGHT) | _painted(theme)


def _painted(theme: Theme) -> dict[str, str]:
    """Inks from the theme's own foreground and background."""
    own = theme.to_color_system().generate()
    front, back = Color.parse(own["foreground"]), Color.parse(own["background"])
    return {
        "ink-dim": back.blend(front, DIM).hex,
        "ink-title": front.hex,
        "ink-title-background": own["panel"],
        "ink-cursor": back.hex,
        "ink-cursor-background": front.hex,
        "ink-cursor-style": "bold",
    }
