"""Load options from a player's own JSON file, using only the option's type: this module knows nothing of any game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardtable.formats.codec import load
from cardtable.formats.options import OptionFile
from cardtable.formats.strict_json import parse_json, read_text


def load_option(option: OptionFile, path: Path) -> Any:
    """Return the value in a file; raise BadFile, naming the line or the field, if the value has the wrong form.

    The value must still be validated by the game's own check.
    """
    what = f"{option.name.replace('_', ' ')} file"
    return load(option.hint, parse_json(read_text(path, what), what), what, option.name)
