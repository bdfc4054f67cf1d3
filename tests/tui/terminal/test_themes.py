"""Tests of colours: readable in every theme, distinct with colour blindness, and none with NO_COLOR."""

from __future__ import annotations

import json
import math
import re
from itertools import combinations

import pytest
from textual.color import Color
from textual.geometry import Region
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES, Theme

from cardtable.store.settings import Settings, load_settings, save_settings, settings_file
from cardtable.tui.app import CardTable
from cardtable.tui.drawing.canvas import TABLE_INKS
from cardtable.tui.drawing.colours import (
    ANSI_DARK,
    ANSI_LIGHT,
    DARK,
    FELT,
    FELT_LIGHT,
    GROUNDS,
    INKS,
    LIGHT,
    MARKED_ROOFS,
    OWNER_INKS,
    ROOF_INKS,
    inks_for,
    variables_for,
)  # fmt: skip
from cardtable.tui.screens.dialogs import Dialog
from tests.tui.screens import MOVES, press, rest, run, screen_text, sit, strips, wait_for

COLOUR_THEMES = [FELT, FELT_LIGHT, *(theme for name, theme in BUILTIN_THEMES.items() if "ansi" not in name)]
MIN_CONTRAST = 4.5
"""The minimum contrast of text (WCAG AA)."""
MIN_DISTANCE = 0.14
"""The minimum distance of two card colours in OKLab, in which black and white are 1 apart."""
MIN_FRAME_DISTANCE = 0.12
"""The minimum distance of a highlighted card's frame from what is next to it; lines on the frame help as well."""

PICTURES = ("rim", "pattern", *GROUNDS, *ROOF_INKS, *MARKED_ROOFS)
TEXT_INKS = [ink for ink in INKS if ink not in PICTURES and not ink.startswith("edge")]
"""The inks of text; the others draw borders, the backs of cards and a landscape."""
CARDS = ("red", "green", "blue")

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]
SIGHT: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    # Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "none at all": ((0.2126, 0.7152, 0.0722),) * 3,
}
LMS: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
LAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def times(matrix: Matrix, vector: Vector) -> Vector:
    one, two, three = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return one, two, three


def light(colour: Color) -> Vector:
    """Return linear light, from 0 to 1."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (colour.r / 255, colour.g / 255, colour.b / 255)
    )
    return red, green, blue


def contrast(one: Color, other: Color) -> float:
    """Return the contrast by WCAG, from 1 to 21."""
    darker, lighter = sorted(times(SIGHT["none at all"], light(each))[0] for each in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def distance(one: Color, other: Color, sight: Matrix) -> float:
    """Return how different two colours look with this kind of sight (OKLab)."""
    labs = []
    for each in (one, other):
        seen = times(sight, light(each))
        long, middle, short = (max(0.0, value) ** (1 / 3) for value in times(LMS, seen))
        labs.append(times(LAB, (long, middle, short)))
    return math.dist(*labs)


def inks(theme: Theme) -> dict[str, tuple[Color, Color]]:
    """Return the colour and the background of each ink in a theme."""
    found = inks_for(theme, colourless=False)
    return {name: (Color.parse(ink.front), Color.parse(ink.back)) for name, ink in found.items()}


def test_contrast_and_distance_of_known_colours() -> None:
    black, white = Color.parse("#000000"), Color.parse("#FFFFFF")
    assert contrast(black, white) == pytest.approx(21)
    assert distance(black, white, SIGHT["normal"]) == pytest.approx(1, abs=1e-3)
    assert distance(Color.parse("#FF0000"), Color.parse("#00FF00"), SIGHT["normal"]) == pytest.approx(0.52, abs=0.01)


def test_every_ink_can_be_read_in_every_theme() -> None:
    faint = {
        (theme.name, name)
        for theme in COLOUR_THEMES
        for name, (front, back) in inks(theme).items()
        if name in TEXT_INKS and contrast(front, back) < MIN_CONTRAST
    }
    assert faint == set()


def test_every_ink_of_the_table_can_be_read_on_the_ground_of_a_lost_game() -> None:
    faint = {
        (theme.name, name)
        for theme in COLOUR_THEMES
        for name in TABLE_INKS
        if contrast(inks(theme)[name][0], inks(theme)["dusk"][1]) < MIN_CONTRAST
    }
    assert faint == set()
    for theme in (FELT, FELT_LIGHT):
        assert distance(inks(theme)["dusk"][1], inks(theme)["plain"][1], SIGHT["normal"]) > 0.04


def test_the_cursor_stands_out_from_the_table() -> None:
    for theme in COLOUR_THEMES:
        by_name = inks(theme)
        assert contrast(by_name["cursor"][1], by_name["plain"][1]) >= MIN_CONTRAST, theme.name


def test_the_frame_of_a_highlighted_card_differs_from_the_table_the_card_and_what_is_printed_on_it() -> None:
    """A Filled card is a block of colour, which would merge with a frame of a similar colour."""
    alike = []
    for theme in COLOUR_THEMES:
        found = inks(theme)
        others = {name: found[name][0] for name in ("face", *(f"face-{colour}" for colour in CARDS))}
        others |= {"table": found["plain"][1], "card": found["face"][1]}
        for frame in ("mark", "chosen") if theme in (FELT, FELT_LIGHT) else ("mark",):
            for name, other in others.items():
                apart = distance(found[frame][1], other, SIGHT["normal"])
                if apart < MIN_FRAME_DISTANCE:
                    alike.append((theme.name, frame, name, round(apart, 3)))
    assert alike == []


def test_without_colours_the_frame_of_a_highlighted_card_is_not_inverted() -> None:
    """An inverted frame would merge with the block of a Filled card."""
    for theme in (FELT, FELT_LIGHT):
        assert inks_for(theme, colourless=True)["mark"].style == "bold"
        assert inks_for(theme, colourless=True)["point"].style == "bold reverse"


@pytest.mark.parametrize("where", ["", "face-"], ids=["on the table", "on cards"])
def test_the_three_card_colours_can_be_told_apart(where: str) -> None:
    alike = []
    for theme in COLOUR_THEMES:
        found = inks(theme)
        for sight in SIGHT.keys() - {"none at all"}:
            for one, other in combinations(CARDS, 2):
                apart = distance(found[f"{where}{one}"][0], found[f"{where}{other}"][0], SIGHT[sight])
                if apart < MIN_DISTANCE:
                    alike.append((theme.name, sight, one, other, round(apart, 3)))
    assert alike == []


def test_a_storm_can_be_followed_and_the_owners_of_houses_told_apart() -> None:
    found = inks(FELT)
    for ground in GROUNDS:
        way = found["way-sea" if ground.startswith("sea") else "way"][0]
        assert contrast(way, found[ground][1]) >= MIN_CONTRAST, ground
        if not ground.startswith("sea"):
            assert all(contrast(found[roof][0], found[ground][1]) > 2 for roof in ROOF_INKS), ground
    for one, other in combinations(OWNER_INKS, 2):
        for sight in SIGHT.keys() - {"none at all"}:
            assert distance(found[one][1], found[other][1], SIGHT[sight]) >= MIN_DISTANCE, (one, other, sight)


def faint(pilot: Pilot[int], region: Region) -> list[str]:
    """Return the texts in a part of the screen that can't be read well."""
    found = []
    for strip in strips(pilot)[region.y : region.bottom]:
        for segment in strip.crop(region.x, region.right):
            style = segment.style
            if re.search(r"\w", segment.text) and style and style.color and style.bgcolor:
                fore, back = (Color.from_rich_color(each) for each in (style.color, style.bgcolor))
                found += [segment.text] if contrast(fore, back) < MIN_CONTRAST else []
    return found


@pytest.mark.parametrize(
    ("keys", "part"),
    [
        ((), "BoardWidget"),
        (("question_mark",), "ChoiceDialog > Vertical"),
        (("slash",), "ActionDialog Menu"),
        (("r",), "Reader > *"),
    ],
    ids=["table", "dialog", "typed", "reader"],
)
def test_the_screen_can_be_read_in_every_theme(keys: tuple[str, ...], part: str) -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *keys)
        bad = {}
        for theme in COLOUR_THEMES if part == "BoardWidget" else COLOUR_THEMES[::4]:
            pilot.app.theme = theme.name
            await rest(pilot)
            region = Region.from_union([widget.region for widget in pilot.app.screen.query(part)])
            bad[theme.name] = faint(pilot, region)
        assert not {theme: texts for theme, texts in bad.items() if texts}

    run(play, sit(moves=MOVES))


def test_dark_and_light_themes_have_different_card_colours() -> None:
    assert all(DARK[name] != LIGHT[name] for name in DARK)
    dark, light = (inks(BUILTIN_THEMES[name]) for name in ("textual-dark", "textual-light"))
    assert dark["red"] != light["red"]


@pytest.mark.parametrize(("name", "expected"), [("ansi-dark", ANSI_DARK), ("ansi-light", ANSI_LIGHT)])
def test_ansi_themes_use_the_sixteen_colours_of_the_terminal(name: str, expected: dict[str, str]) -> None:
    found = inks_for(BUILTIN_THEMES[name], colourless=False)
    assert {name: found[name].front for name in expected} == expected
    assert all(each.startswith("ansi_") for ink in found.values() for each in (ink.front, ink.back))


@pytest.mark.parametrize(("own", "instead"), [("felt", "textual-dark"), ("felt-light", "textual-light")])
def test_our_themes_need_more_than_sixteen_colours(own: str, instead: str, monkeypatch: pytest.MonkeyPatch) -> None:
    save_settings(Settings(theme=own))
    for kind, expected in (("xterm", instead), ("xterm-256color", own)):
        monkeypatch.setenv("TERM", kind)
        assert CardTable().theme == expected


def test_without_colours_only_the_terminal_default_is_used() -> None:
    for theme in BUILTIN_THEMES.values():
        found = variables_for(theme, colourless=True)
        assert set(found.values()) - {"none", "bold", "bold reverse", "bold underline"} == {"ansi_default"}


@pytest.mark.parametrize("keys", [(), ("q",), ("ctrl+p",), ("r",), ("slash",), ("question_mark",)], ids=str)
def test_no_color_leaves_only_the_default_colours(keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *keys)
        found = {str(each) for strip in strips(pilot) for segment in strip if segment.style
                 for each in (segment.style.color, segment.style.bgcolor) if each is not None}  # fmt: skip
        assert all("ColorType.DEFAULT" in each for each in found), found

    run(play, sit(moves=MOVES), settings=Settings(theme="nord", speed="off"))


@pytest.mark.parametrize("keys", [("right",), ("q",), ("ctrl+p",), ("slash",)], ids=str)
def test_without_colours_the_cursor_is_marked(keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(pilot: Pilot[int]) -> None:
        def is_marked() -> bool:
            styled = [segment for strip in strips(pilot) for segment in strip if re.search(r"\w\w", segment.text)]
            return any(segment.style and (segment.style.reverse or segment.style.underline) for segment in styled)

        await press(pilot, *keys)
        await wait_for(pilot, is_marked)

    run(play, sit(moves=MOVES))


@pytest.mark.parametrize("keys", [("question_mark",), ("h",), ("slash",)], ids=str)
def test_without_colours_a_dialog_leaves_the_board_in_sight(
    keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, *keys)
        await wait_for(pilot, lambda: isinstance(pilot.app.screen, Dialog))
        await rest(pilot)
        assert "LOST" in screen_text(pilot)

    run(play, sit(moves=MOVES))


def test_ansi_themes_use_only_terminal_colours_on_the_table() -> None:
    async def play(pilot: Pilot[int]) -> None:
        found = {segment.style.color for strip in strips(pilot) for segment in strip if segment.style}
        assert not [colour for colour in found if colour is not None and colour.triplet is not None]

    run(play, sit(moves=MOVES), settings=Settings(theme="ansi-dark", speed="off"))


def test_the_choice_is_marked_without_colour() -> None:
    async def play(pilot: Pilot[int]) -> None:
        for theme in ("textual-dark", "textual-light"):
            pilot.app.theme = theme
            await rest(pilot)
            rows = ["".join(segment.text for segment in strip) for strip in strips(pilot)]
            assert any("> face up" in row for row in rows)

    run(play, sit(moves=MOVES))


# The theme of the app


def colours_of(pilot: Pilot[int], text: str) -> set[str]:
    """Return the colours of a text on the screen."""
    segments = [segment for strip in strips(pilot) for segment in strip]
    return {str(segment.style.color.triplet) for segment in segments if text in segment.text and segment.style
            and segment.style.color}  # fmt: skip


def test_a_light_theme_changes_the_card_colours() -> None:
    async def play(pilot: Pilot[int]) -> None:
        dark = colours_of(pilot, "Green")
        pilot.app.theme = "textual-light"
        await wait_for(pilot, lambda: colours_of(pilot, "Green") != dark)
        assert load_settings().theme == "textual-light"
        assert "theme" in json.loads(settings_file().read_text("utf-8"))

    run(play, sit(moves=MOVES))


def test_the_theme_is_remembered() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert pilot.app.theme == "nord"

    run(play, settings=Settings(theme="nord", speed="off"))


def test_an_unknown_theme_is_ignored() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert pilot.app.theme == "textual-dark"

    run(play, settings=Settings(theme="[/]", speed="off"))
