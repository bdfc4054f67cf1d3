"""The settings: their descriptions, their values, and the changes that a player types."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from cardtable.engine.phrases import join_words
from cardtable.formats.text import safe_text
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.key_changes import change_key
from cardtable.rooms.kit.keys import CHANGEABLE, ChangeableKey, key_label, key_name, valid_keys
from cardtable.rooms.kit.response import Leave, Response, Say
from cardtable.store.settings import Settings, load_settings, save_settings
from cardtable.table.preferences import DEFAULT, PREFERENCES, Preference, change_names
from cardtable.table.request_error import suggestion

KEY_PREFIX = "key."
ABOUT_NAMES = "Names for every new game; names from recent games are offered anyway."
NO_NAMES = "Type names and the names, with commas between them, as in: names Ann, Ben."
NO_KEY = "Type key, a command and its new key, as in: key undo f5."


def all_preferences(themes: Sequence[str]) -> tuple[Preference, ...]:
    """Return the settings with a fixed list of values. If there are themes, the theme comes first."""
    theme = Preference("theme", "theme", "Theme", "The colours. Changes take effect at once.", lambda: themes)
    return (theme, *PREFERENCES) if themes else PREFERENCES


def apply_change(settings: Settings, text: str, themes: Sequence[str]) -> Settings:
    """Return the settings after a change such as `theme=nord`. Raise ValueError with a sentence for invalid changes."""
    name, equals, value = text.partition("=")
    name = name.strip().lower()
    if not equals:
        raise ValueError(f"'{safe_text(text)}' isn't a change; write it like theme=nord.")
    return replace(settings, **_fields(settings, name, value.strip(), themes))


def _fields(settings: Settings, name: str, value: str, themes: Sequence[str]) -> dict[str, Any]:
    """Return the fields of `Settings` that change when a setting with this name receives this value."""
    if name.startswith(KEY_PREFIX) and (command := CHANGEABLE.get(name.removeprefix(KEY_PREFIX))) is not None:
        key = command.key if value == DEFAULT else key_name(value)
        return {"keys": change_key(settings.keys, command, key)}
    if name == "keys" and value == DEFAULT:
        return {"keys": {}}
    if name == "names":
        return change_names(value)
    preferences = all_preferences(themes)
    for each in preferences:
        if each.name == name:
            return each.parse(value)
    known = [*(each.name for each in preferences), "names", *(f"{KEY_PREFIX}{each}" for each in CHANGEABLE)]
    raise ValueError(
        f"There's no setting '{safe_text(name)}'{suggestion(name, known, '; `cardtable settings` lists them.')}"
    )


def setting_lines(settings: Settings, themes: Sequence[str]) -> Iterator[str]:
    """Yield each setting in the form that changes it, such as `theme=nord`."""
    for each in all_preferences(themes):
        yield f"{each.name}={getattr(settings, each.field)}"
    yield f"names={', '.join(settings.names)}"
    keys = valid_keys(settings.keys)
    for command in CHANGEABLE.values():
        yield f"{KEY_PREFIX}{command.id}={key_label(keys.get(command.id, command.key))}"


def save_change(**fields: Any) -> None:
    """Change fields of the saved settings. Raise ValueError with a sentence if they can't be saved."""
    save(replace(load_settings(), **fields))


def save(settings: Settings) -> None:
    """Save the settings. Raise ValueError with a sentence if they can't be saved."""
    try:
        save_settings(settings)
    except OSError as error:
        raise ValueError(f"The settings can't be saved: {error.strerror or 'the disk failed'}.") from None


class KeyRow(NamedTuple):
    """A command with a changeable key, and its current key."""

    command: ChangeableKey
    key: str


class SettingsRoom(Room):
    """The settings of the player."""

    def __init__(self, load: Callable[[], Settings], change: Callable[..., object], themes: Sequence[str] = ()) -> None:
        """Show the settings that `load` returns. `change` receives the changed fields of `Settings` and saves them.

        `change` raises ValueError with a sentence if the settings can't be saved.
        """
        self._load, self._change = load, change
        self._themes = themes

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._load()

    @property
    def preferences(self) -> tuple[Preference, ...]:
        """The settings with a fixed list of values."""
        return all_preferences(self._themes)

    @property
    def keys(self) -> list[KeyRow]:
        """The keys that players can change."""
        changed = valid_keys(self.settings.keys)
        return [KeyRow(each, changed.get(each.id, each.key)) for each in CHANGEABLE.values()]

    def change(self, **fields: Any) -> None:
        """Change fields of the settings."""
        self._change(**fields)

    def with_key(self, command: ChangeableKey, key: str) -> dict[str, str]:
        """Return the changed keys with one more change. Raise ValueError if the key is already taken."""
        return change_key(valid_keys(self.settings.keys), command, key)

    def type(self, text: str) -> Response:
        """Apply a typed change: a setting with its value, or only a value. Raise ValueError if no setting matches."""
        typed, _, value = text.replace("=", " ", 1).partition(" ")
        name, value = typed.lower(), value.strip()
        if name == "names" and not value:
            raise ValueError(NO_NAMES)
        if not value:
            name, value = self._named_or_valued(name)
        if not any(name in (each.name, "names") for each in self.preferences) and not name.startswith(KEY_PREFIX):
            known = join_words([*(each.name for each in self.preferences), "names", "key"])
            raise ValueError(f"The settings are {known}.")
        fields = _fields(self.settings, name, value, self._themes)
        self.change(**fields)
        ((field, now),) = fields.items()
        if field == "keys":
            return Say(f"Saved: {value} is the key for {name.removeprefix(KEY_PREFIX)}.")
        shown = ", ".join(now) or "nobody" if field == "names" else now
        return Say(f"Saved: {name} {shown}.")

    def _named_or_valued(self, word: str) -> tuple[str, str]:
        """Return the setting and the new value. If the word names a setting, raise ValueError with its description."""
        for each in self.preferences:
            if each.name == word:
                raise ValueError(self.about(each))
            if word in each.values():
                return each.name, word
        return word, ""

    def about(self, preference: Preference) -> str:
        """Return a setting's purpose, its current value and its possible values."""
        now, values = getattr(self.settings, preference.field), join_words(preference.values(), "or")
        return f"{preference.name}: {preference.about} Now {now}; it can be {values}."

    @Command("restore every default key", keys=("d",), label="Default keys", words=("default keys",))
    def default_keys(self) -> Response:
        self.change(keys={})
        return Say("Every key has its default.")

    @Command("change the app's key for a command, as in: key undo f5; key alone reads them all", words=("key",),
             takes="COMMAND KEY", no_key="Enter on its row asks for the new key.")  # fmt: skip
    def key(self, text: str) -> Response:
        name, _, key = text.rpartition(" ")
        name = name.strip().lower().replace(" ", "-")
        if not text:
            return Say("\n".join(f"{each.command.id}: {key_label(each.key)}" for each in self.keys))
        if name not in CHANGEABLE:
            raise ValueError(f"{NO_KEY} The commands are {join_words(CHANGEABLE)}.")
        return self.type(f"{KEY_PREFIX}{name} {key}")

    @Command("hear the list again", words=("list",), no_key="The screen shows the list.")
    def list(self) -> None:
        """Show the room again."""

    @Command("leave the settings", keys=("q",), also=("escape",), label="Back", words=("quit", "q", "back", ""),
             typing="Enter does the same")  # fmt: skip
    def leave(self) -> Response:
        return Leave()
