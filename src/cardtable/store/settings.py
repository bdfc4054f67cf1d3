"""The player's settings, stored in one small file. Without the file, every setting has its default."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args

from cardtable.formats.strict_json import BadFile, parse_json, read_text
from cardtable.formats.text import safe_text
from cardtable.store.paths import data_folder, make_private, write_private

Cards = Literal["auto", "blocks", "ascii"]
Speed = Literal["off", "fast", "normal", "slow"]
Reading = Literal["terse", "verbose"]
Pages = Literal["on", "off"]
Scale = Literal["auto", "large"]
Pace = Literal["slow", "normal", "fast", "enter"]
Chains = Literal["shown", "hidden"]
Bell = Literal["on", "off"]
MAX_NAMES = 12
MAX_KEYS = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that the app and plain mode remember."""

    theme: str = "felt"
    cards: Cards = "auto"
    """The style of cards. `auto` uses block characters, or ASCII if the terminal draws blocks two cells wide."""
    speed: Speed = "normal"
    """The speed of animations."""
    names: tuple[str, ...] = ()
    """The names of the usual players, in the order of the seats in a new game."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """The keys that the player has changed: the new key of each command, by the command's id."""
    reading: Reading = "terse"
    """Whether plain mode reads out the whole table every turn or only the changes."""
    pages: Pages = "on"
    """Whether plain mode pauses after each page of a long text."""
    pace: Pace = "normal"
    """How long each move of a computer player is shown. `enter` waits for the Enter key."""
    scale: Scale = "auto"
    """The size of the table in lessons. `large` makes it as large as possible, for a projector."""
    bell: Bell = "on"
    """Whether the terminal rings when it's a person's turn at a shared table."""
    chains: Chains = "shown"
    """Whether the table shows the playable cards in games where finding these cards is part of the challenge."""


_CHOICES = {
    "cards": Cards, "speed": Speed, "reading": Reading, "pages": Pages, "scale": Scale, "pace": Pace, "chains": Chains,
    "bell": Bell,
}  # fmt: skip
"""The allowed values of each setting with a fixed list."""


def settings_file() -> Path:
    """Return the path of the settings file."""
    return data_folder() / "settings.json"


def load_settings() -> Settings:
    """Return the saved settings. A missing, unreadable or invalid setting gets its default."""
    try:
        found: Any = parse_json(read_text(settings_file(), "settings"), "settings")
    except BadFile:
        return Settings()
    known = {each.name: found[each.name] for each in fields(Settings) if isinstance(found, dict) and each.name in found}
    read = {name: _read(name, value) for name, value in known.items()}
    return replace(Settings(), **{name: value for name, value in read.items() if value is not None})


def _read(name: str, value: Any) -> Any:
    """Return a setting's value from the file, or None if the value is invalid."""
    match name, value:
        case "theme", str():
            return value
        case _, str() if name in _CHOICES:
            return value if value in get_args(_CHOICES[name]) else None
        case "names", list():
            return tuple(name for name in map(safe_text, value[:MAX_NAMES]) if name)
        case "keys", dict() if len(value) <= MAX_KEYS:
            return {name: key for name, key in value.items() if isinstance(key, str) and (name + key).isprintable()}
        case _:
            return None


def save_settings(settings: Settings) -> None:
    """Save the settings. If the file can't be written, raise OSError and keep the old file."""
    path = settings_file()
    make_private(path.parent)
    write_private(path, json.dumps(asdict(settings), indent=1) + "\n")


_for_this_run: dict[str, Any] = {}


@contextmanager
def override(choices: Mapping[str, Any]) -> Iterator[None]:
    """Use these settings, keyed by field name, in place of the saved settings, without saving them."""
    before = dict(_for_this_run)
    _for_this_run.update(choices)
    try:
        yield
    finally:
        _for_this_run.clear()
        _for_this_run.update(before)


def with_overrides(settings: Settings) -> Settings:
    """Return the settings with any values that apply only to this run."""
    return replace(settings, **_for_this_run)
