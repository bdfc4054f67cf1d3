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
READABLE = 4.6
"""The least contrast of an ink, with something to spare for rounding."""
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
    return _painted(theme)


def _painted(theme: Theme) -> dict[str, str]:
    """Inks from the theme's own foreground and background, each moved as far as it takes to be read."""
    own = theme.to_color_system().generate()
    front, back, panel = (Color.parse(own[name]) for name in ("foreground", "background", "panel"))
    cards = {name: _legible(Color.parse(ink), back).hex for name, ink in (DARK if theme.dark else LIGHT).items()}
    return cards | {
        "ink-dim": _legible(back.blend(front, DIM), back).hex,
        "ink-title": _legible(front, panel).hex,
        "ink-title-background": panel.hex,
        "ink-cursor": back.hex,
        "ink-cursor-background": _legible(front, back).hex,
        "ink-cursor-style": "bold",
    }


def _legible(ink: Color, paper: Color) -> Color:
    """The ink, moved towards white or black until it has a contrast of 4.5 to its paper (WCAG 2.2, 1.4.3)."""
    edge = Color(255, 255, 255) if paper.brightness < 0.5 else Color(0, 0, 0)
    for step in range(101):
        moved = ink.blend(edge, step / 100)
        if contrast(moved, paper) >= READABLE:
            return moved
    return edge


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio of WCAG 2.2, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
