"""Descriptions of a game's options for set-up forms and command-line flags, derived from the game's `Options`.

This module imports nothing slow, because the lobby and `--help` mustn't wait for pydantic.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import Field, asdict, dataclass, fields, replace
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cardtable.engine.game import AnyGame, OptionText, Preset
from cardtable.engine.phrases import join_words
from cardtable.formats.text import safe_text

DEFAULT = "default"
"""The word that players type for the default value of an option."""
MAX_CHOICES = 12
"""The maximum number of values in a list of choices. A numeric option with more values is typed instead."""
_SYNONYMS = {"y": "yes", "true": "yes", "on": "yes", "n": "no", "false": "no", "off": "no"}


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One value of an option, with its label."""

    value: Any
    label: str

    @property
    def text(self) -> str:
        """The text to type for the value, or an empty string for None, which can't be typed."""
        return "" if self.value is None else _text_of(self.value)


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option of a game, with all the data that a form or a flag needs."""

    name: str
    title: str
    help: str
    ruling: str
    default: Any
    choices: tuple[OptionValue, ...]
    """The values to choose from. The first value is None if the option can be left unset."""
    low: int | None
    high: int | None
    """The largest number allowed, or None if the value isn't a number."""
    counts: str = ""
    """The unit of a number, in the plural, such as `cards`."""

    @property
    def flag(self) -> str:
        """The command-line flag, such as `--hand-size`."""
        return "--" + self.name.replace("_", "-")

    @property
    def is_typed(self) -> bool:
        """Whether the value is typed, because there are too many numbers for a list of choices."""
        return _is_wide(self.low, self.high)

    @property
    def allowed_values(self) -> str:
        """The values that can be typed, in words."""
        texts = [choice.text for choice in self.choices if choice.text]
        numbers = [f"a number from {self.low} to {self.high}"] if self.is_typed else []
        return join_words([*numbers, *texts, DEFAULT], "or")

    def label(self, value: Any) -> str:
        """Return the label of a value."""
        return next((choice.label for choice in self.choices if _is_same(choice.value, value)), _text_of(value))

    def text_for(self, value: Any) -> str:
        """Return the text to type for a value, or an empty string if the value can't be typed."""
        label = self.label(value)
        return next((choice.text for choice in self.choices if choice.label == label), str(value))

    def parse(self, text: str, called: str = "") -> Any:
        """Return the value that the player typed.

        Raise ValueError with a message for the player if the value is invalid. The message names the option as
        `called`. If `called` is empty, the message uses the option's flag.
        """
        typed = text.strip().lower()
        if typed == DEFAULT:
            return self.default
        values = {choice.text.lower(): choice.value for choice in self.choices if choice.text}
        for spelling in (typed, _SYNONYMS.get(typed, typed)):
            if spelling in values:
                return values[spelling]
        if self.is_typed and re.fullmatch(r"-?[0-9]{1,9}", typed) and self.is_in_range(int(typed)):
            return int(typed)
        raise ValueError(f"{called or self.flag} must be {self.allowed_values}, not '{safe_text(text)}'.")

    def is_in_range(self, number: int) -> bool:
        """Return whether a number is within the option's bounds."""
        return self.low is not None and self.high is not None and self.low <= number <= self.high


@dataclass(frozen=True, slots=True)
class OptionFile:
    """An option that is too complex for a flag and therefore gets its value from a file."""

    name: str
    title: str
    help: str
    ruling: str
    hint: Any

    @property
    def flag(self) -> str:
        """The command-line flag, such as `--board`."""
        return "--" + self.name.replace("_", "-")


def files_of(game: AnyGame) -> tuple[OptionFile, ...]:
    """Return the options of a game whose values come from files, in the game's order."""
    hints = get_type_hints(game.options)
    return tuple(
        OptionFile(each.name, text.title, text.help, each.metadata["ruling"], hints[each.name])
        for each, text in _texts(game)
        if not _is_simple(hints[each.name])
    )


@cache
def fields_of(game: AnyGame) -> tuple[OptionField, ...]:
    """Return the options that a player can set without a file, in the game's order."""
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


def parse_options(game: AnyGame, texts: Mapping[str, str], base: Any = None) -> Any:
    """Return the options with the values that `texts` gives by name or flag.

    Other options come from `base`. Without `base`, they have their defaults. Raise ValueError with a message
    for an unknown option or an invalid value.
    """
    known = {field.name: field for field in fields_of(game)}
    values = {}
    for flag, text in texts.items():
        name = flag.removeprefix("--").replace("-", "_")
        if name not in known:
            flags = join_words(field.flag for field in known.values())
            raise ValueError(f"{game.title} has no option '{safe_text(flag)}'; it has {flags}.")
        values[name] = known[name].parse(text)
    return replace(game.options() if base is None else base, **values)


def non_default(game: AnyGame, options: Any, seats: int) -> tuple[tuple[OptionField, str], ...] | None:
    """Return the options that differ from their defaults for this number of seats, each with the text to type.

    `parse_options` turns what is typed back into the same options, but leaves the defaults unresolved. Return None if
    an option can't be typed.
    """
    different: list[tuple[OptionField, str]] = []
    rebuilt = game.resolve_defaults(game.options(), seats)
    for field in fields_of(game):
        value = getattr(options, field.name)
        if value != getattr(rebuilt, field.name):
            different.append((field, field.text_for(value)))
            rebuilt = replace(rebuilt, **{field.name: value})
    return tuple(different) if rebuilt == options else None


def preset_word(name: str) -> str:
    """Return the name of a preset in the form that players type, such as `by-the-book`."""
    return "-".join(name.lower().split())


def followed_preset(game: AnyGame, options: Any, seats: int) -> Preset[Any] | None:
    """Return the preset that these options follow, or None.

    The preset with the usual rules is never returned. Options that a preset doesn't set, such as the number of cards,
    make no difference.
    """
    usual, *others = (asdict(game.resolve_defaults(preset.options, seats)) for preset in game.presets)
    chosen = asdict(game.resolve_defaults(options, seats))
    for preset, values in zip(game.presets[1:], others, strict=True):
        if all(chosen[name] == value for name, value in values.items() if value != usual[name]):
            return preset
    return None


def preset_and_others(
    game: AnyGame, options: Any, seats: int
) -> tuple[Preset[Any] | None, tuple[tuple[OptionField, str], ...]] | None:
    """Return the preset that these options follow (or None) and the other options that differ from their defaults.

    The whole result is None if one of these options can't be typed.
    """
    different, preset = non_default(game, options, seats), followed_preset(game, options, seats)
    if different is None or preset is None:
        return None if different is None else (None, different)
    set_by_it = non_default(game, game.resolve_defaults(preset.options, seats), seats) or ()
    others = tuple(each for each in different if each not in set_by_it)
    return (preset, others) if set_by_it else (None, different)


def describe_options(game: AnyGame, options: Any, seats: int) -> tuple[tuple[str, str], ...]:
    """Return the title and label of each option that differs from its default for this number of seats."""
    default, chosen = game.resolve_defaults(game.options(), seats), game.resolve_defaults(options, seats)
    known = {field.name: field for field in fields_of(game)}
    return tuple(
        (text.title, known[each.name].label(value) if each.name in known else "custom")
        for each, text in _texts(game)
        if (value := getattr(chosen, each.name)) != getattr(default, each.name)
    )


def _texts(game: AnyGame) -> Iterable[tuple[Field[Any], OptionText]]:
    return [(each, game.option_texts[each.name]) for each in fields(game.options) if each.name in game.option_texts]


def _parts(hint: Any) -> tuple[Any, ...]:
    """Return the alternatives in a type, such as int and None in `int | None`."""
    return (hint,) if get_origin(hint) in (None, Literal) else get_args(hint)


def _is_simple(hint: Any) -> bool:
    return all(part in (bool, int, NoneType) or get_origin(part) is Literal for part in _parts(hint))


def _choices(hint: Any, bounds: Mapping[str, Any], text: OptionText) -> tuple[OptionValue, ...]:
    parts = _parts(hint)
    values = [value for part in parts if part is not NoneType for value in _values(part, bounds["low"], bounds["high"])]
    unset = (OptionValue(None, text.unset),) if NoneType in parts else ()
    return (*unset, *(OptionValue(value, text.labels.get(value, _text_of(value))) for value in values))


def _values(part: Any, low: int | None, high: int | None) -> Iterable[Any]:
    if part is bool:
        return (True, False)
    if get_origin(part) is Literal:
        return get_args(part)
    if low is None or high is None:
        raise TypeError("A number in a game's options needs bounds.")
    return () if _is_wide(low, high) else range(low, high + 1)


def _is_wide(low: int | None, high: int | None) -> bool:
    return low is not None and high is not None and high - low >= MAX_CHOICES


def _is_same(one: Any, other: Any) -> bool:
    """Return whether two values are equal, treating True and 1 as different."""
    return type(one) is type(other) and bool(one == other)


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
