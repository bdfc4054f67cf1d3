"""What a player likes, kept between evenings in one small file; without it everything has its default."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_type_hints

from cardtable.formats.strict_json import BadFile, parse_json, read_text
from cardtable.store.places import data_folder, make_private, write_privately

Cards = Literal["auto", "blocks", "ascii"]
Speed = Literal["off", "fast", "normal", "slow"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices that the app offers and remembers."""

    theme: str = "textual-dark"
    cards: Cards = "auto"
    """`auto` draws with blocks, or with ASCII where the terminal would draw blocks two cells wide."""
    speed: Speed = "normal"
    """Of the film of a move."""


def settings_file() -> Path:
    """Where they are kept."""
    return data_folder() / "settings.json"


def load_settings() -> Settings:
    """The settings as they were last saved; what cannot be read or is unknown has its default."""
    try:
        found: Any = parse_json(read_text(settings_file(), "settings"), "settings")
    except BadFile:
        return Settings()
    hints = get_type_hints(Settings)
    known = {each.name: found[each.name] for each in fields(Settings) if isinstance(found, dict) and each.name in found}
    good = {name: value for name, value in known.items() if _fits(value, hints[name])}
    return replace(Settings(), **good)


def _fits(value: object, hint: Any) -> bool:
    return value in get_args(hint) if get_args(hint) else isinstance(value, hint)


def save_settings(settings: Settings) -> None:
    """Keep them; OSError, and those kept before are still there, where they cannot be written."""
    path = settings_file()
    make_private(path.parent)
    write_privately(path, json.dumps(asdict(settings), indent=1) + "\n")
