"""The settings in plain mode."""

from __future__ import annotations

from dataclasses import replace

from cardtable.engine.phrases import join_words
from cardtable.plain.lines import Lines
from cardtable.plain.menu import Menu
from cardtable.store.settings import Settings, load_settings, save_settings
from cardtable.table.preferences import PREFERENCES, Preference, change_names


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
