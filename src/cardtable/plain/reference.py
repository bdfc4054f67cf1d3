"""Rules and settings line by line, as the lobby of plain mode offers them."""

from __future__ import annotations

import re
from dataclasses import replace

from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import join_words, read_number
from cardtable.plain.lines import Lines
from cardtable.plain.menu import Menu
from cardtable.store.settings import Settings, load_settings, save_settings
from cardtable.table.preferences import PREFERENCES, Preference, change_names

BESIDE_DIAGRAM = "In words: "
"""How the description of a diagram begins."""
_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_CONTINUED_ROW = re.compile(r" *\|\n\| *\| *(?=[^\s|-])")
"""A pattern that matches the end of a table row that goes on in the next row, whose first cell is empty."""


# Rules


def spoken_page(markdown: str) -> list[str]:
    """Return a page without diagrams or blank lines: one line for each paragraph, list item and table row."""
    from cardtable.table.page_text import paragraphs, speak_tables
    from cardtable.table.pages import plain_text, without_diagrams

    page = _CONTINUED_ROW.sub(" ", without_diagrams(markdown))
    lines = plain_text(speak_tables(paragraphs(page))).splitlines()
    return [line.removeprefix(BESIDE_DIAGRAM) for line in lines if line]


def read_rules(lines: Lines, game: AnyGame) -> None:
    """Let the player choose parts of a game's rules page, and read them out."""
    from cardtable.table.pages import read_page

    contents = [f"{number} {heading}" for number, heading in enumerate(_HEADING.findall(read_page(game.page)), 1)]
    Menu(
        f"Type the number of a part, a ruling such as {game.prefix}-1, all or list, or press Enter to leave:",
        lambda: lines.read_out(f"{game.title}: the rules.", *contents),
        (
            f"A number from 1 to {len(contents)}: hear this part of the rules.",
            f"A ruling such as {game.prefix}-1: hear only this ruling.",
            "all: hear the whole page.",
        ),
        lambda text: lines.read_out(*rules_lines(game, text)),
    ).run(lines)


def rules_lines(game: AnyGame, text: str) -> list[str]:
    """Return a part of the rules page by its number, a ruling such as `ES-1`, or everything for `all`.

    Raises ValueError if the page has no part or ruling with this number.
    """
    from cardtable.table.pages import read_page, section

    page, number = read_page(game.page), read_number(text)
    if text.lower() == "all":
        return spoken_page(page)
    if number is None:
        return [ruling_line(text, game.prefix)]
    headings = _HEADING.findall(page)
    if not 0 < number <= len(headings):
        raise ValueError(f"The parts are numbered from 1 to {len(headings)}. Ruling numbers look like {game.prefix}-1.")
    return [headings[number - 1], *spoken_page(section(page, headings[number - 1]))]


def ruling_line(number: str, prefix: str = "ES") -> str:
    """Return a ruling with its number; raise ValueError, with an example that has this prefix, if there's none."""
    from cardtable.table.pages import ruling

    return f"{number.upper()}: {ruling(number, prefix)}"


# Settings


def change_settings(lines: Lines) -> None:
    """Let the player read and change the settings."""

    def change(text: str) -> None:
        changed, setting = _change(text)
        try:
            save_settings(changed)
        except OSError as error:
            raise ValueError(f"The settings can't be saved: {error.strerror}.") from None
        lines.say(f"Saved: {setting}.")

    Menu(
        "Type a setting and its new value, such as reading verbose, or press Enter to leave:",
        lambda: _say_settings(lines, load_settings()),
        ("A setting and a value, such as reading verbose: change it.", "A setting alone: hear its values."),
        change,
    ).run(lines)


def _say_settings(lines: Lines, settings: Settings) -> None:
    about = {each.name: _about(each, settings) for each in PREFERENCES}
    now = ", ".join(settings.names) or "nobody"
    lines.say(
        about.pop("reading"),
        about.pop("pages"),
        f"names: The people who usually play. Now {now}. Type them with commas, as in: names Ann, Ben.",
        "These settings are for the app on the screen:",
        *about.values(),
        "To change its theme and keys, quit and type a command such as:",
        "cardtable settings theme=nord",
        "To restore the default of a setting, type for example: names default.",
    )


def _about(preference: Preference, settings: Settings) -> str:
    """Return a setting's purpose, its present value, and the values it can have."""
    now = getattr(settings, preference.field)
    return f"{preference.name}: {preference.about} Now {now}; it can be {_values(preference)}."


def _values(preference: Preference) -> str:
    return join_words(preference.values(), "or")


def _change(text: str) -> tuple[Settings, str]:
    """Return the settings with the change that was typed, and the setting with its new value, such as `pace slow`.

    Raise ValueError if the text isn't a setting and a value.
    """
    typed, _, value = text.replace("=", " ", 1).partition(" ")
    name, value = typed.lower(), value.strip()
    if name == "names":
        if not value:
            raise ValueError("Type names and the names, with commas between them, as in: names Ann, Ben.")
        changed = replace(load_settings(), **change_names(value))
        return changed, f"names {', '.join(changed.names) or 'nobody'}"
    for each in PREFERENCES:
        if each.name == name and not value:
            raise ValueError(_about(each, load_settings()))
        if each.name == name or (not value and name in each.values()):
            changed = replace(load_settings(), **each.parse(value or name))
            return changed, f"{each.name} {getattr(changed, each.field)}"
    raise ValueError(f"The settings are {join_words([*(each.name for each in PREFERENCES), 'names'])}.")
