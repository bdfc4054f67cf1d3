"""The colours of Cardtable: the themes Felt and Felt Light, and the colours that its widgets add to any Textual theme.

An *ink* is a text colour with its background and style. Boards draw with the names of inks, and each theme gives every
name a colour. Cards have separate inks, so that they look like cards on a table.

The three card colours differ more in lightness than in hue: green is the lightest colour on dark themes, and red and
blue are the darkest on light themes. Players with any kind of colour blindness can therefore tell the colours apart.
Letters show the colour too.
"""

from __future__ import annotations

from typing import NamedTuple

from textual.color import Color
from textual.theme import Theme

DARK = {"red": "#E2451F", "green": "#B3FBCB", "blue": "#6471FE"}
LIGHT = {"red": "#630504", "green": "#2B7E55", "blue": "#2C287A"}
ANSI_DARK = {"red": "ansi_bright_red", "green": "ansi_bright_green", "blue": "ansi_bright_blue"}
ANSI_LIGHT = {"red": "ansi_red", "green": "ansi_green", "blue": "ansi_blue"}
COLOURLESS = dict.fromkeys(DARK, "ansi_default")
DIM_BLEND = 0.7
"""The strength of dim text, as a blend of the background (0) and the foreground (1)."""
MIN_CONTRAST = 4.6
"""The minimum contrast of text, with a margin for rounding."""

FELT = Theme(
    name="felt",
    primary="#FFD166",
    secondary="#9BE7B4",
    accent="#FFD166",
    warning="#FFD166",
    error="#FF9B85",
    success="#9BE7B4",
    foreground="#EEF5F0",
    background="#1F5C46",
    surface="#194B39",
    panel="#123629",
    dark=True,
)
"""The theme Felt, with cream cards on green felt and a gold cursor."""

FELT_LIGHT = Theme(
    name="felt-light",
    primary="#14503A",
    secondary="#0B5A36",
    accent="#14503A",
    warning="#6B4300",
    error="#8E1B12",
    success="#0B5A36",
    foreground="#10271C",
    background="#C9DED1",
    surface="#B9D2C3",
    panel="#AAC6B5",
    dark=False,
)
"""Cream cards on light felt, and a green and amber cursor, for bright rooms, projectors and light terminals."""
OWN_THEMES = (FELT, FELT_LIGHT)

_CREAM, _EDGE, _GOLD, _NIGHT, _SLOT = "#F4EFE0", "#D6CBAA", "#FFD166", "#12281F", "#194B39"
_WHITE, _GREEN = "#FFFEF8", "#14503A"
_PRINTED = {"": "#3A3A3A", "red": "#700B05", "green": "#157931", "blue": "#212D9B"}


class Ink(NamedTuple):
    """A text colour with its background and its style, in Textual's CSS syntax."""

    front: str
    back: str
    style: str = "none"


_AMBER = Ink(_NIGHT, "#FFB627", "bold")
"""The ink for the frames of highlighted places, which differs from the inks of the table and the cards."""
_KINDS = ("", "-red", "-green", "-blue")
CARD_INKS = tuple(f"{part}{kind}" for part in ("face", "edge", "chosen") for kind in _KINDS)
"""The inks of cards: the face, the border, and the border of a chosen card."""
OWNERS = ("#D0342C", "#0B6FA4", "#111111", "#112299", "#8A1538")
"""The colours of up to five players' pieces. White text is readable on each colour."""
GROUNDS = ("sea", "sea-2", "beach", "beach-2", "land", "land-2", "some-cards", "most-cards")
"""The inks for a city's ground, each with a faint sign. The last two are for spaces that the hurricane may reach."""
OWNER_INKS, TURN_INKS, ROOF_INKS = (
    tuple(f"{part}-{seat}" for seat in range(1, len(OWNERS) + 1)) for part in ("owner", "turn", "roof")
)  # fmt: skip
MARKED_ROOFS = ("roof-insured", "roof-danger")
"""The inks for the roofs of insured houses and of houses in danger."""
CITY_INKS = (
    *("way", "way-sea", "goal", "wreck", "station", "insured", "danger", "storm", "arm"),
    *(*GROUNDS, *OWNER_INKS, *TURN_INKS, *ROOF_INKS, *MARKED_ROOFS),
)
"""The inks of the city: the ground, the hurricane's route over land and sea, and everything on the ground."""
COMMON_INKS = (
    "plain", "dim", "strong", "title", "cursor", "point", "mark", "gold", "gain", "loss", "won", "lost", "error",
    "dusk", "red", "green", "blue", "slot", "rim", "back", "pattern", *CARD_INKS,
)  # fmt: skip
INKS = (*COMMON_INKS, *CITY_INKS)


def variables_for(theme: Theme, *, colourless: bool) -> dict[str, str]:
    """Return the theme variables for our widgets: `ink-dim`, `ink-dim-background` and so on."""
    found: dict[str, str] = {}
    for name, ink in inks_for(theme, colourless=colourless).items():
        found |= {f"ink-{name}": ink.front, f"ink-{name}-background": ink.back, f"ink-{name}-style": ink.style}
    return found | {"ink-key": _GOLD if theme.name == FELT.name and not colourless else found["ink-title"]}


def inks_for(theme: Theme, *, colourless: bool) -> dict[str, Ink]:
    """Return every ink by its name, for any Textual theme."""
    if colourless:
        return _terminal(COLOURLESS)
    if theme.name.startswith("ansi") or theme.name.endswith("ansi"):
        return _terminal(ANSI_DARK if theme.dark else ANSI_LIGHT)
    own = {FELT.name: _felt, FELT_LIGHT.name: _felt_light}.get(theme.name, dict)
    return _themed(theme) | own()


def _terminal(colours: dict[str, str]) -> dict[str, Ink]:
    """Return inks in the terminal's own colours."""
    default = "ansi_default"
    plain, strong, cursor = (Ink(default, default, style) for style in ("none", "bold", "bold reverse"))
    found = dict.fromkeys(INKS, plain) | dict.fromkeys(("strong", "title", "mark"), strong)
    found |= dict.fromkeys(("cursor", "point", "won", "lost"), cursor)
    found["error"] = Ink(colours["red"], default, "bold")
    for name, colour in colours.items():
        found |= dict.fromkeys((name, f"face-{name}", f"edge-{name}", f"chosen-{name}"), Ink(colour, default))
    for seat, name in enumerate(colours, 1):
        found |= dict.fromkeys((f"owner-{seat}", f"roof-{seat}"), Ink(colours[name], default))
    for owner, turn in zip(OWNER_INKS, TURN_INKS, strict=True):
        found[turn] = found[owner]._replace(style="bold underline")  # with few colours, the digits alone look alike
    found |= dict.fromkeys(("sea", "sea-2"), found["blue"])
    return (
        found
        | dict.fromkeys(("gold", "gain", "loss", "way", "way-sea", "goal", "wreck", "station", "danger", "arm"), strong)
        | {"storm": cursor}
    )


def _themed(theme: Theme) -> dict[str, Ink]:
    """Return inks with the theme's own foreground and background. The colours are adjusted until they are readable."""
    own = theme.to_color_system().generate()
    front, back, panel, surface = (Color.parse(own[name]) for name in ("foreground", "background", "panel", "surface"))
    card = back.blend(surface, 0.5)  # the whole surface would bring the card colours of some themes too close together
    dim = _legible(back.blend(front, DIM_BLEND), back).hex
    cursor = Ink(back.hex, _legible(front, back).hex, "bold")
    strong = Ink(front.hex, back.hex, "bold")
    found = {
        "plain": Ink(front.hex, back.hex),
        "dim": Ink(dim, back.hex),
        **dict.fromkeys(("slot", "rim"), Ink(dim, back.hex)),
        "title": Ink(_legible(front, panel).hex, panel.hex, "bold"),
        **dict.fromkeys(("back", "pattern"), Ink(_legible(front, card).hex, card.hex)),
        "cursor": cursor,
        **dict.fromkeys(("point", "mark"), _AMBER),
        **dict.fromkeys(("strong", "gold", "gain", "loss"), strong),
        **dict.fromkeys(("won", "lost"), cursor),
        "dusk": Ink(front.hex, back.hex),
        "error": Ink(_legible(Color.parse(own["error"]), back).hex, back.hex, "bold"),
    }
    cards = {"": front.hex} | (DARK if theme.dark else LIGHT)
    for name, colour in cards.items():
        end = f"-{name}" if name else ""
        found[name or "plain"] = Ink(_legible(Color.parse(colour), back).hex, back.hex)
        face = Ink(_legible(Color.parse(colour), card).hex, card.hex)
        found |= {f"face{end}": face, f"edge{end}": face, f"chosen{end}": face._replace(style="bold")}
    return found | _city()


def _city() -> dict[str, Ink]:
    """Return the inks of a map with houses and their owners. The inks are the same in every theme with colours."""
    found = {
        "sea": Ink("#4A84B5", "#1D4F7A"),
        "sea-2": Ink("#447CAB", "#1A4670"),
        "beach": Ink("#B9A56C", "#E6D8A8"),
        "beach-2": Ink("#B29E66", "#DECE9A"),
        "land": Ink("#9C8852", "#CDBB8A"),
        "land-2": Ink("#917D49", "#C2AE79"),
        "way": Ink("#2B1055", "#CDBB8A", "bold"),
        "way-sea": Ink("#F0E8FF", "#1D4F7A", "bold"),
        "some-cards": Ink("#C48F35", "#E0B465"),
        "most-cards": Ink("#CC6A1E", "#EB9A4B"),
        "goal": Ink("#5B0FA8", "#F4F1FF", "bold"),
        "wreck": Ink("#FFE3DC", "#5A0F0F", "bold"),
        "station": Ink("#2A2413", "#FFF3C4", "bold"),
        "insured": Ink("#2A2413", "#FFE7A3", "bold"),
        "roof-insured": Ink("#FFE7A3", "#CDBB8A"),
        "danger": Ink("#A80016", "#FFFFFF", "bold"),
        "roof-danger": Ink("#FFFFFF", "#CDBB8A"),
        "storm": Ink("#FFFFFF", "#5B0FA8", "bold"),
        "arm": Ink("#5B0FA8", "#F4F1FF", "bold"),
    }
    for seat, colour in enumerate(OWNERS, 1):
        found |= dict.fromkeys((f"owner-{seat}", f"turn-{seat}"), Ink("#FFFFFF", colour, "bold"))
        found[f"roof-{seat}"] = Ink(colour, "#CDBB8A")
    return found


def _felt() -> dict[str, Ink]:
    """Return the inks that differ between the theme Felt and Textual's themes."""
    felt = FELT.background or ""
    gold = Ink(_NIGHT, _GOLD, "bold")
    found = _cards(_CREAM, _EDGE, gold) | {
        "cursor": gold,
        "gold": Ink(_GOLD, felt, "bold"),
        "gain": Ink("#9BE7B4", felt),
        "loss": Ink("#FFB8A8", felt),
        "won": Ink(_NIGHT, "#9BE7B4", "bold"),
        "lost": Ink("#4A0F08", "#FFB09E", "bold"),
        "dusk": Ink("#EEF5F0", "#33343F"),
        "error": Ink("#FFB8A8", felt, "bold"),
        "slot": Ink("#A9C9BB", _SLOT),
        "rim": Ink("#2C6A53", _SLOT),
    }
    # On the table, they are as on cards, because no three colours differ enough on felt.
    return found | {name: found[f"face-{name}"] for name in _PRINTED if name}


def _felt_light() -> dict[str, Ink]:
    """Return the inks that differ between the theme Felt Light and Textual's themes."""
    felt, slot = FELT_LIGHT.background or "", FELT_LIGHT.surface or ""
    return _cards(_WHITE, "#8FA398", _AMBER) | {
        "cursor": Ink(_WHITE, _GREEN, "bold"),
        "gold": Ink(_GREEN, felt, "bold"),
        "gain": Ink("#0B5A36", felt),
        "loss": Ink("#8E1B12", felt),
        "won": Ink(_WHITE, "#0B5A36", "bold"),
        "lost": Ink(_WHITE, "#8E1B12", "bold"),
        "dusk": Ink("#10271C", "#E0D0C8"),
        "error": Ink("#8E1B12", felt, "bold"),
        "slot": Ink("#33513F", slot),
        "rim": Ink("#93B3A1", slot),
    }


def _cards(paper: str, edge: str, chosen: Ink) -> dict[str, Ink]:
    """Return the inks of cards that look printed."""
    found = {"back": Ink("#F6E3E6", "#7A2E3A"), "pattern": Ink("#A8606C", "#7A2E3A")}
    for name, colour in _PRINTED.items():
        end = f"-{name}" if name else ""
        found |= {f"face{end}": Ink(colour, paper), f"edge{end}": Ink(edge, paper), f"chosen{end}": chosen}
    return found


def _legible(colour: Color, background: Color) -> Color:
    """Return the colour, moved towards white or black until its contrast is at least 4.5 (WCAG 2.2, 1.4.3)."""
    extreme = Color(255, 255, 255) if background.brightness < 0.5 else Color(0, 0, 0)
    for step in range(101):
        moved = colour.blend(extreme, step / 100)
        if contrast(moved, background) >= MIN_CONTRAST:
            return moved
    return extreme


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of two colours, from 1 to 21, as WCAG 2.2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Color) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def theme_names() -> list[str]:
    """Return the names of all themes."""
    from textual.theme import BUILTIN_THEMES

    return [*(theme.name for theme in OWN_THEMES), *sorted(BUILTIN_THEMES)]
