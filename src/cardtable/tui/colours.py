"""Our own colours: two sets of card colours, one for dark and one for light themes.

The three colours differ more in lightness than in hue (green is the lightest on dark themes, red and blue the darkest
on light ones), so players with any kind of colour blindness can tell them apart. Letters show the colour too.
"""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

DARK = {"card-red": "#E2451F", "card-green": "#B3FBCB", "card-blue": "#6471FE"}
LIGHT = {"card-red": "#630504", "card-green": "#2B7E55", "card-blue": "#2C287A"}
ANSI_DARK = {"card-red": "ansi_bright_red", "card-green": "ansi_bright_green", "card-blue": "ansi_bright_blue"}
ANSI_LIGHT = {"card-red": "ansi_red", "card-green": "ansi_green", "card-blue": "ansi_blue"}
DIM_BLEND = 0.7
"""The dim text colour, as a blend from the background (0) to the foreground (1)."""
MIN_CONTRAST = 4.6
"""The minimum contrast of text, with a margin for rounding."""
COLOURLESS = dict.fromkeys(DARK, "ansi_default")

_TERMINAL_COLOURS = {
    "ink-dim": "ansi_default",
    "ink-title": "ansi_default",
    "ink-title-background": "ansi_default",
    "ink-cursor": "ansi_default",
    "ink-cursor-background": "ansi_default",
    "ink-cursor-style": "bold reverse",
}


def variables_for(theme: Theme, *, colourless: bool) -> dict[str, str]:
    """Return the theme variables that our widgets use, for any Textual theme."""
    if colourless:
        return COLOURLESS | _TERMINAL_COLOURS
    if theme.name.startswith("ansi") or theme.name.endswith("ansi"):
        return (ANSI_DARK if theme.dark else ANSI_LIGHT) | _TERMINAL_COLOURS
    return _themed(theme)


def _themed(theme: Theme) -> dict[str, str]:
    """Return text colours from the theme's own foreground and background, adjusted until they are readable."""
    own = theme.to_color_system().generate()
    front, back, panel = (Color.parse(own[name]) for name in ("foreground", "background", "panel"))
    cards = {name: _legible(Color.parse(colour), back).hex for name, colour in (DARK if theme.dark else LIGHT).items()}
    return cards | {
        "ink-dim": _legible(back.blend(front, DIM_BLEND), back).hex,
        "ink-title": _legible(front, panel).hex,
        "ink-title-background": panel.hex,
        "ink-cursor": back.hex,
        "ink-cursor-background": _legible(front, back).hex,
        "ink-cursor-style": "bold",
    }


def _legible(colour: Color, background: Color) -> Color:
    """Return the colour, moved towards white or black until its contrast is 4.5 or more (WCAG 2.2, 1.4.3)."""
    extreme = Color(255, 255, 255) if background.brightness < 0.5 else Color(0, 0, 0)
    for step in range(101):
        moved = colour.blend(extreme, step / 100)
        if contrast(moved, background) >= MIN_CONTRAST:
            return moved
    return extreme


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of WCAG 2.2, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
