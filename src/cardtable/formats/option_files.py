"""Options that are read from files of one's own: JSON, just as the option's type says.  No game is known here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cardtable.formats.codec import load
from cardtable.formats.options import OptionFile
from cardtable.formats.strict_json import read_json, read_text


def read_option(option: OptionFile, path: Path) -> Any:
    """The value that the file holds; BadFile, naming the line or the field, where it holds none.

    Whether a game can be played with it, the game's own check says.
    """
    what = f"{option.name.replace('_', ' ')} file"
    return load(option.hint, read_json(read_text(path, what), what), what, option.name)
