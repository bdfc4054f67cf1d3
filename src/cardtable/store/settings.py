"""The player's settings, in one small file; without it every setting has its default."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from cardtable.formats.strict_json import BadFile, parse_json, read_text
from cardtable.store.paths import data_folder, make_private, write_private

Cards = Literal["auto", "blocks", "ascii"]
Speed = Literal["off", "fast", "normal", "slow"]
Reading = Literal["terse", "verbose"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings that the app and plain mode remember."""

    theme: str = "felt"
    cards: Cards = "auto"
    """`auto` draws with blocks, or with ASCII if the terminal would draw blocks two cells wide."""
    speed: Speed = "normal"
    """The speed of animations."""
    reading: Reading = "terse"
    """Whether plain mode reads out the whole table every turn, or only what has changed."""


def settings_file() -> Path:
    """Return the path of the settings file."""
    return data_folder() / "settings.json"


def load_settings() -> Settings:
    """Return the saved settings; any that are missing, unreadable or invalid have their defaults."""
    try:
        found: Any = parse_json(read_text(settings_file(), "settings"), "settings")
    except BadFile:
        return Settings()
    types = get_type_hints(Settings)
    known = {each.name: found[each.name] for each in fields(Settings) if isinstance(found, dict) and each.name in found}
    good = {name: value for name, value in known.items() if _is_valid(value, types[name])}
    return replace(Settings(), **good)


def _is_valid(value: object, kind: Any) -> bool:
    return value in get_args(kind) if get_args(kind) else isinstance(value, kind)


def save_settings(settings: Settings) -> None:
    """Save the settings; raise OSError, leaving the old file as it is, if that fails."""
    path = settings_file()
    make_private(path.parent)
    write_private(path, json.dumps(asdict(settings), indent=1) + "\n")
