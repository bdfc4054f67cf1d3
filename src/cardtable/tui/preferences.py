"""The settings as players read and type them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardtable.formats.text import safe_text
from cardtable.rooms.keys import CHANGEABLE
from cardtable.store.settings import Settings
from cardtable.table import preferences as table_preferences
from cardtable.table.preferences import DEFAULT, Preference, change_names
from cardtable.table.request_error import suggestion
from cardtable.tui.key_changes import change_key
from cardtable.tui.keys import key_label, key_name, valid_keys

KEY_PREFIX = "key."


def theme_names() -> list[str]:
    """Return the names of all themes."""
    from textual.theme import BUILTIN_THEMES

    from cardtable.tui.colours import OWN_THEMES

    return [*(theme.name for theme in OWN_THEMES), *sorted(BUILTIN_THEMES)]


PREFERENCES = (
    Preference("theme", "theme", "Theme", "The colours. Changes show at once.", theme_names),
    *table_preferences.PREFERENCES,
)


def values_of(name: str) -> Sequence[str]:
    """Return the values of a setting with a fixed list of values, or none."""
    return next((each.values() for each in PREFERENCES if each.name == name.strip().lower()), ())


def apply_change(settings: Settings, text: str) -> Settings:
    """Return the settings after a change such as `theme=nord`; raise ValueError with a sentence if it isn't valid."""
    name, equals, value = text.partition("=")
    name = name.strip().lower()
    if not equals:
        raise ValueError(f"'{safe_text(text)}' isn't a change; write it like theme=nord.")
    if name.startswith(KEY_PREFIX) and name.removeprefix(KEY_PREFIX) in CHANGEABLE:
        command = CHANGEABLE[name.removeprefix(KEY_PREFIX)]
        key = command.key if value.strip() == DEFAULT else key_name(value.strip())
        return replace(settings, keys=change_key(settings.keys, command, key))
    if name == "keys" and value.strip() == DEFAULT:
        return replace(settings, keys={})
    if name == "names":
        return replace(settings, **change_names(value))
    for each in PREFERENCES:
        if each.name == name:
            return replace(settings, **each.parse(value))
    known = [each.name for each in PREFERENCES]
    known += ["names", *(f"{KEY_PREFIX}{command.id}" for command in CHANGEABLE.values())]
    raise ValueError(
        f"There's no setting '{safe_text(name)}'{suggestion(name, known, '; `cardtable settings` lists them.')}"
    )


def setting_lines(settings: Settings) -> Iterator[str]:
    """Yield each setting in the form in which it can be changed."""
    for each in PREFERENCES:
        yield f"{each.name}={getattr(settings, each.field)}"
    yield f"names={', '.join(settings.names)}"
    keys = valid_keys(settings.keys)
    for command in CHANGEABLE.values():
        yield f"{KEY_PREFIX}{command.id}={key_label(keys.get(command.id, command.key))}"
