"""The flags of `cardtable play`, and of each game: those of its options are made from its Options alone."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import Parameter as Argument
from typing import Annotated, Any, Literal

from cyclopts import Group, Parameter

from cardtable.commands.common import Ascii, File, FromPosition, Line, Names, OnePerson, Plain, as_typed
from cardtable.engine.game import AnyGame, format_range
from cardtable.formats.options import Choice, OptionField, OptionFile, fields_of, files_of
from cardtable.table.dealing import preset_word


def flags_of(game: AnyGame) -> tuple[Argument, ...]:
    """All flags of `cardtable play` with this game, as the parameters of a function."""
    seats = [str(seats) for seats in game.seats]
    presets = [preset_word(preset.name) for preset in game.presets]
    about = [f"{word}: {preset.help}" for word, preset in zip(presets, game.presets, strict=True)]
    table = (
        _flag("players", "N", f"How many play: {format_range(game.seats)}.", seats),
        Argument("name", Argument.KEYWORD_ONLY, default=None, annotation=Names),
        _flag("seed", "CODE", "The deal, as in K7QF-2M9X; who has the code can lay out every card."),
        _flag("preset", "NAME", "\n".join(["A set of options.", *about]), presets),
        Argument("one_person", Argument.KEYWORD_ONLY, default=False, annotation=OnePerson),
        Argument("deal", Argument.KEYWORD_ONLY, default=None, annotation=Line),
        Argument("record", Argument.KEYWORD_ONLY, default=None, annotation=File),
        Argument("position", Argument.KEYWORD_ONLY, default=None, annotation=FromPosition),
        Argument("plain", Argument.KEYWORD_ONLY, default=False, annotation=Plain),
        Argument("ascii", Argument.KEYWORD_ONLY, default=False, annotation=Ascii),
    )
    group = Group(f"Options of {game.title}")
    files = (_file(file, group) for file in files_of(game))
    return (*table, *(_option(field, group) for field in fields_of(game)), *files)


def _option(field: OptionField, group: Group) -> Argument:
    number = field.low is not None
    usual = field.typed(field.default) or field.label(field.default)
    lines = [f"{field.help} ({field.ruling})"]
    lines += [f"A number from {field.low} to {field.high}."] if number else map(_explained, _typed(field))
    texts = [choice.text for choice in _typed(field)]
    return _flag(field.name, "N" if number else "CHOICE", "\n".join([*lines, f"Usually: {usual}."]), texts, group=group)


def _file(file: OptionFile, group: Group) -> Argument:
    about = f"{file.help} ({file.ruling})\nOf your own, from this file. Usually those of the game."
    return _flag(file.name, "FILE", about, group=group)


def _typed(field: OptionField) -> list[Choice]:
    return [choice for choice in field.choices if choice.text]


def _explained(choice: Choice) -> str:
    return f"{choice.label}." if choice.label.startswith(choice.text) else f"{choice.text}: {choice.label}."


def _flag(name: str, metavar: str, about: str, choices: Sequence[str] = (), **more: Any) -> Argument:
    """A flag that takes a text; the choices are for the shell to offer, and nothing is checked yet."""
    hint: Any = Literal[tuple(choices)] if choices else str
    parameter = Parameter(
        name=f"--{name.replace('_', '-')}",
        metavar=metavar,
        help=about,
        converter=as_typed,
        show_choices=False,
        show_default=False,
        allow_leading_hyphen=True,
        **more,
    )
    return Argument(name, Argument.KEYWORD_ONLY, default=None, annotation=Annotated[hint | None, parameter])
