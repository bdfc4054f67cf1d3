"""The flags of `cardtable play`, and of each game: those of its options are made from its Options alone."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import Parameter as Argument
from typing import Annotated, Any, Literal

from cyclopts import Group, Parameter, Token

from cardtable.commands.deal import preset_word
from cardtable.engine.game import spread
from cardtable.table.options import OptionField, fields_of
from cardtable.table.session import AnyGame

Plain = Annotated[bool, Parameter(name="--plain", negative="", show_default=False, help="Line by line: for screen readers, pipes, scripts.")]
Ascii = Annotated[bool, Parameter(name="--ascii", negative="", show_default=False, help="Draw with ASCII signs only.")]
File = Annotated[
    str | None, Parameter(name="--record", metavar="FILE", help="Go on with a game that was saved in this file.")
]


def as_typed(kind: Any, tokens: Sequence[Token]) -> str:
    """The text as it stands: whoever reads the option says what is wrong with it."""
    return tokens[0].value


def flags_of(game: AnyGame) -> tuple[Argument, ...]:
    """All flags of `cardtable play` with this game, as the parameters of a function."""
    seats = [str(seats) for seats in game.seats]
    presets = [preset_word(preset.name) for preset in game.presets]
    told = " ".join(f"{word}: {preset.help}" for word, preset in zip(presets, game.presets, strict=True))
    table = (
        _flag("players", "N", f"How many play: {spread(game.seats)}.", seats),
        _names("The name at a seat; once for each seat, in turn."),
        _flag("seed", "CODE", "The deal, as in K7QF-2M9X; who has the code can lay out every card."),
        _flag("preset", "NAME", f"A set of options. {told}", presets),
        _switch("one-person", "One person plays every seat, and no keyboard is handed over."),
        Argument("record", Argument.KEYWORD_ONLY, default=None, annotation=File),
        Argument("plain", Argument.KEYWORD_ONLY, default=False, annotation=Plain),
        Argument("ascii", Argument.KEYWORD_ONLY, default=False, annotation=Ascii),
    )
    group = Group(f"Options of {game.title}")
    return (*table, *(_option(field, group) for field in fields_of(game)))


def _option(field: OptionField, group: Group) -> Argument:
    texts = [choice.text for choice in field.choices if choice.text]
    words = [
        choice.text if choice.label in ("", choice.text) else f"{choice.text} ({choice.label})"
        for choice in field.choices
        if choice.text
    ]
    taken = f"from {field.low} to {field.high}" if field.is_typed or field.low is not None else ", ".join(words)
    about = f"{field.help.rstrip('.')} ({field.ruling}): {taken}. Unless given: {_usual(field)}."
    return _flag(field.name, "N" if field.low is not None else "CHOICE", about, texts, group)


def _usual(field: OptionField) -> str:
    typed = next((choice.text for choice in field.choices if choice.value is field.default), "")
    return typed or field.label(field.default)


def _flag(name: str, metavar: str, about: str, choices: Sequence[str] = (), group: Group | None = None) -> Argument:
    """A flag that takes a text; the choices are for the shell to offer, and nothing is checked yet."""
    hint: Any = Literal[tuple(choices)] if choices else str  # type: ignore[valid-type]
    parameter = Parameter(
        name=f"--{name.replace('_', '-')}",
        metavar=metavar,
        help=about,
        group=group,
        converter=as_typed,
        show_choices=False,
        show_default=False,
        allow_leading_hyphen=True,
    )
    annotation = Annotated[hint | None, parameter]
    return Argument(name.replace("-", "_"), Argument.KEYWORD_ONLY, default=None, annotation=annotation)


def _names(about: str) -> Argument:
    parameter = Parameter(name="--name", metavar="NAME", help=about, negative="", negative_iterable="", show_default=False)
    return Argument("name", Argument.KEYWORD_ONLY, default=None, annotation=Annotated[list[str] | None, parameter])


def _switch(name: str, about: str) -> Argument:
    parameter = Parameter(name=f"--{name}", negative="", help=about, show_default=False)
    return Argument(
        name.replace("-", "_"), Argument.KEYWORD_ONLY, default=False, annotation=Annotated[bool, parameter]
    )
