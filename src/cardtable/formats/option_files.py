"""Options from a player's own JSON file or from a mapping in Python. Only their types are checked here."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardtable.engine.game import AnyGame, BadOptions
from cardtable.engine.phrases import join_words
from cardtable.formats.codec import dump, load
from cardtable.formats.options import OptionField, OptionFile, fields_of, files_of
from cardtable.formats.strict_json import parse_json, read_text


def load_option(option: OptionFile, path: Path) -> Any:
    """Return the value in a file.

    Raise BadFile, naming the line or the field, if the value has the wrong form. The game must still validate the
    value.
    """
    what = f"{option.name.replace('_', ' ')} file"
    return load(option.hint, parse_json(read_text(path, what), what), what, option.name)


def options_from(game: AnyGame, given: Mapping[str, Any], base: Any = None) -> Any:
    """Return options, given some values by name, such as `{"target": 0}`.

    Options without a value come from `base`. Without `base`, they have their defaults. A value may also be text that a
    player could type, such as `{"target": "0"}`, or the path of a file. Raise ValueError with a sentence for the player
    if a name or a value is wrong. The game must still validate the options.
    """
    options: tuple[OptionField | OptionFile, ...] = (*fields_of(game), *files_of(game))
    known = {option.name: option for option in options}
    values = dump(game.options() if base is None else base)
    for name, value in given.items():
        option = known.get(str(name).replace("-", "_"))
        if option is None:
            raise BadOptions(f"{game.title} has no option {name!r}; it has {join_words(known)}.")
        values[option.name] = _dump_value(game, option, value)
    return load(game.options, values, "game", "options")


def _dump_value(game: AnyGame, option: OptionField | OptionFile, value: Any) -> Any:
    """Return an option's value as a JSON value. NumPy's integers are allowed, too."""
    if isinstance(value, str):
        value = load_option(option, Path(value)) if isinstance(option, OptionFile) else option.parse(value, option.name)
    try:
        return operator.index(value) if type(value).__module__ == "numpy" else dump(value)
    except TypeError:
        raise BadOptions(f"{game.title} can't have the value {value!r} for the option {option.name!r}.") from None
