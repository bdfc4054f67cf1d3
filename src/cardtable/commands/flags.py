"""The options of `cardtable play GAME`, some of which are generated from the game's own `Options`."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import Parameter as Argument
from typing import Annotated, Any

from cyclopts import Group, Parameter

from cardtable.commands.common import (
    Ascii,
    DealLine,
    Names,
    OnePerson,
    Plain,
    PositionFile,
    RecordFile,
    SeatPlayers,
    raw_text,
    suggested,
)
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import format_range, join_words
from cardtable.formats.computers import LEVELS, MAX_SIMULATIONS
from cardtable.formats.options import OptionField, OptionFile, OptionValue, fields_of, files_of, preset_word


def flags_of(game: AnyGame) -> tuple[Argument, ...]:
    """Return all the options of `cardtable play` for this game, as parameters of a function."""
    seats = [str(seats) for seats in game.seats]
    presets = [preset_word(preset.name) for preset in game.presets]
    preset_help = [f"{word}: {preset.help}" for word, preset in zip(presets, game.presets, strict=True)]
    general = (
        _text_flag("players", "WHO", _players_help(game), [*seats, "me", *LEVELS]),
        Argument("seat", Argument.KEYWORD_ONLY, default=None, annotation=SeatPlayers),
        Argument("name", Argument.KEYWORD_ONLY, default=None, annotation=Names),
        _text_flag(
            "seed", "CODE", "The deal code, for example K7QF-2M9X. Anyone with the code can see every hidden card."
        ),
        _text_flag("preset", "NAME", "\n".join(["A set of options.", *preset_help]), presets),
        Argument("one_person", Argument.KEYWORD_ONLY, default=False, annotation=OnePerson),
        _text_flag(
            "simulations",
            "N",
            f"How many simulations hard computer players use for a move: 1 to {MAX_SIMULATIONS:,}. "
            "By default, they think for a second at most.",
        ),
        Argument("deal", Argument.KEYWORD_ONLY, default=None, annotation=DealLine),
        Argument("record", Argument.KEYWORD_ONLY, default=None, annotation=RecordFile),
        Argument("position", Argument.KEYWORD_ONLY, default=None, annotation=PositionFile),
        Argument("plain", Argument.KEYWORD_ONLY, default=False, annotation=Plain),
        Argument("ascii", Argument.KEYWORD_ONLY, default=False, annotation=Ascii),
    )
    group = Group(f"Options of {game.title}")
    files = (_file_flag(file, group) for file in files_of(game))
    return (*general, *(_option_flag(field, group) for field in fields_of(game)), *files)


def _players_help(game: AnyGame) -> str:
    """Return the help for `--players`, with a list for the fewest players who can play with a computer player."""
    seats = max(2, game.seats[0])
    example = ",".join(("me", "medium", *["easy"] * (seats - 2)))
    return (
        f"The number of players: {format_range(game.seats)}. Or a list of who plays each seat: me, or the level of a "
        f"computer player, which is {join_words(LEVELS, 'or')}. For example: {example}."
    )


def _option_flag(field: OptionField, group: Group) -> Argument:
    is_number = field.low is not None
    default = field.text_for(field.default) or field.label(field.default)
    choices = [choice for choice in field.choices if choice.text]
    lines = [f"{field.help} ({field.ruling})"]
    lines += [f"A number from {field.low} to {field.high}."] if is_number else map(_choice_help, choices)
    text, texts = "\n".join([*lines, f"Default: {default}."]), [choice.text for choice in choices]
    return _text_flag(field.name, "N" if is_number else "CHOICE", text, texts, group=group)


def _file_flag(file: OptionFile, group: Group) -> Argument:
    text = f"{file.help} ({file.ruling})\nUse your own version from this JSON file. Default: the game's own version."
    return _text_flag(file.name, "FILE", text, group=group)


def _choice_help(choice: OptionValue) -> str:
    return f"{choice.label}." if choice.label.startswith(choice.text) else f"{choice.text}: {choice.label}."


def _text_flag(name: str, metavar: str, text: str, choices: Sequence[str] = (), **more: Any) -> Argument:
    """Return a flag that takes any text; the choices are for shell completion, and our own code checks the value."""
    hint: Any = suggested(choices) if choices else str
    parameter = Parameter(
        name=f"--{name.replace('_', '-')}",
        metavar=metavar,
        help=text,
        converter=raw_text,
        show_choices=False,
        show_default=False,
        allow_leading_hyphen=True,
        **more,
    )
    return Argument(name, Argument.KEYWORD_ONLY, default=None, annotation=Annotated[hint | None, parameter])
