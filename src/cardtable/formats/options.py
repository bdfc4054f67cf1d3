"""Set-up forms and command-line flags, made from a game's Options alone.

Nothing slow is imported here, because the lobby and `--help` show before pydantic is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, fields, replace
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cardtable.engine.game import AnyGame, OptionText
from cardtable.formats.text import safe_text

DEFAULT = "default"
"""What is typed for an option's default."""
MOST_CHOICES = 12
"""A number with more values than this is typed, not chosen."""
_SYNONYMS = {"y": "yes", "true": "yes", "on": "yes", "n": "no", "false": "no", "off": "no"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, and how a player reads it."""

    value: Any
    label: str

    @property
    def text(self) -> str:
        """What is typed for it."""
        return "" if self.value is None else _text(self.value)


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option of a game: all that a line of a form or a flag needs."""

    name: str
    title: str
    help: str
    ruling: str
    default: Any
    choices: tuple[Choice, ...]
    """None first, where the option may be left open."""
    low: int | None
    high: int | None
    """Of a number, both included."""
    counts: str = ""
    """What a number counts, in the plural."""

    @property
    def flag(self) -> str:
        """As on the command line: `--hand-size`."""
        return "--" + self.name.replace("_", "-")

    @property
    def is_typed(self) -> bool:
        """Whether a number from `low` to `high` is typed, because there are too many to choose from."""
        return _is_wide(self.low, self.high)

    @property
    def allowed(self) -> str:
        """What may be typed, in words."""
        texts = [choice.text for choice in self.choices if choice.text]
        return _either([f"a number from {self.low} to {self.high}" if self.is_typed else "", *texts, DEFAULT])

    def label(self, value: Any) -> str:
        """How a player reads a value."""
        return next((choice.label for choice in self.choices if _same(choice.value, value)), _text(value))

    def typed(self, value: Any) -> str:
        """What somebody types for a value; empty where it can only be left to us."""
        label = self.label(value)
        return next((choice.text for choice in self.choices if choice.label == label), str(value))

    def read(self, text: str) -> Any:
        """The value that somebody typed; ValueError with a sentence."""
        typed = text.strip().lower()
        if typed == DEFAULT:
            return self.default
        values = {choice.text.lower(): choice.value for choice in self.choices if choice.text}
        for spelling in (typed, _SYNONYMS.get(typed, typed)):
            if spelling in values:
                return values[spelling]
        if self.is_typed and re.fullmatch(r"-?[0-9]{1,9}", typed) and self.holds(int(typed)):
            return int(typed)
        raise ValueError(f"{self.flag} takes {self.allowed}, not '{safe_text(text)}'.")

    def holds(self, number: int) -> bool:
        """Whether a number lies within the bounds."""
        return self.low is not None and self.high is not None and self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class OptionFile:
    """An option that is too rich for a flag: its value is read from a file, by its type."""

    name: str
    title: str
    help: str
    ruling: str
    hint: Any

    @property
    def flag(self) -> str:
        """As on the command line: `--board`."""
        return "--" + self.name.replace("_", "-")


def files_of(game: AnyGame) -> tuple[OptionFile, ...]:
    """The options of a game that come from a file, in the game's order."""
    hints = get_type_hints(game.options)
    return tuple(
        OptionFile(each.name, text.title, text.help, each.metadata["ruling"], hints[each.name])
        for each, text in _texts(game)
        if not _is_simple(hints[each.name])
    )


@cache
def fields_of(game: AnyGame) -> tuple[OptionField, ...]:
    """The options that a player may set, in the game's order; those that only a file can hold are not among them."""
    hints = get_type_hints(game.options)
    return tuple(
        OptionField(
            name=each.name,
            title=text.title,
            help=text.help,
            ruling=each.metadata["ruling"],
            default=each.default,
            choices=_choices(hints[each.name], each.metadata, text),
            low=each.metadata["low"],
            high=each.metadata["high"],
            counts=text.counts,
        )
        for each, text in _texts(game)
        if _is_simple(hints[each.name])
    )


def read_options(game: AnyGame, texts: Mapping[str, str], base: Any = None) -> Any:
    """The options that the texts of flags ask for; the others are as in `base`, a preset's, or else the defaults.

    ValueError with a sentence for an unknown option and for a value that it does not take.
    """
    known = {field.name: field for field in fields_of(game)}
    values = {}
    for given, text in texts.items():
        name = given.removeprefix("--").replace("-", "_")
        if name not in known:
            flags = _either([field.flag for field in known.values()])
            raise ValueError(f"{game.title} has no option '{safe_text(given)}': it takes {flags}.")
        values[name] = known[name].read(text)
    return replace(game.options() if base is None else base, **values)


def unusual(game: AnyGame, options: Any, seats: int) -> tuple[tuple[OptionField, str], ...] | None:
    """What to type, option by option, where these are not as usual with so many seats; None where typing cannot do it.

    `read_options` makes the same of it, once it is settled.
    """
    told: list[tuple[OptionField, str]] = []
    usual = game.resolve_defaults(game.options(), seats)
    for each in fields_of(game):
        value = getattr(options, each.name)
        if value != getattr(usual, each.name):
            told.append((each, each.typed(value)))
            usual = replace(usual, **{each.name: value})
    return tuple(told) if usual == options else None


def describe(game: AnyGame, options: Any, seats: int) -> tuple[tuple[str, str], ...]:
    """Title and label of each option that is not as by default with so many seats, for headers and results."""
    usual, chosen = game.resolve_defaults(game.options(), seats), game.resolve_defaults(options, seats)
    known = {field.name: field for field in fields_of(game)}
    return tuple(
        (text.title, known[each.name].label(value) if each.name in known else "of your own")
        for each, text in _texts(game)
        if (value := getattr(chosen, each.name)) != getattr(usual, each.name)
    )


def _texts(game: AnyGame) -> Iterable[tuple[Field[Any], OptionText]]:
    """Each option of a game and what is said of it."""
    return [(each, game.option_texts[each.name]) for each in fields(game.options) if each.name in game.option_texts]


def _parts(hint: Any) -> tuple[Any, ...]:
    """The alternatives of a type: int and None of `int | None`."""
    return (hint,) if get_origin(hint) in (None, Literal) else get_args(hint)


def _is_simple(hint: Any) -> bool:
    return all(part in (bool, int, NoneType) or get_origin(part) is Literal for part in _parts(hint))


def _choices(hint: Any, bounds: Mapping[str, Any], text: OptionText) -> tuple[Choice, ...]:
    parts = _parts(hint)
    values = [value for part in parts if part is not NoneType for value in _values(part, bounds["low"], bounds["high"])]
    unset = (Choice(None, text.unset),) if NoneType in parts else ()
    return (*unset, *(Choice(value, text.labels.get(value, _text(value))) for value in values))


def _values(part: Any, low: int | None, high: int | None) -> Iterable[Any]:
    if part is bool:
        return (True, False)
    if get_origin(part) is Literal:
        return get_args(part)
    if low is None or high is None:
        raise TypeError("A number among a game's options has no bounds.")
    return () if _is_wide(low, high) else range(low, high + 1)


def _is_wide(low: int | None, high: int | None) -> bool:
    return low is not None and high is not None and high - low >= MOST_CHOICES


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal, and True is not 1."""
    return type(one) is type(other) and bool(one == other)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _either(texts: Iterable[str]) -> str:
    """The texts as alternatives: `a, b or c`; empty ones count for nothing."""
    *first, last = [text for text in texts if text]
    return f"{', '.join(first)} or {last}" if first else last
