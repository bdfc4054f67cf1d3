"""Messages for invalid command lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args, get_origin

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)

from cardtable.commands.root import NEEDS_FOLDER, app, flag_names
from cardtable.engine.phrases import join_words
from cardtable.formats.text import safe_text
from cardtable.table.request_error import suggestion

MAX_COMMAND = 2
"""The maximum number of words in a command, such as `play clash`."""


def usage_sentence(error: CycloptsError) -> str:
    """Return a sentence that explains what is wrong in a command line and how to fix it."""
    chain = tuple(error.command_chain or ()) or _command_with(error)
    match error:
        case MissingArgumentError(keyword="--data"):
            return NEEDS_FOLDER
        case UnknownOptionError():
            return _unknown_option(error, chain)
        case UnusedCliTokensError(unused_tokens=[word, *_]) | UnknownCommandError(unused_tokens=[word, *_]):
            return _unknown_word(word, chain)
        case MissingArgumentError(argument=argument) if argument is not None:
            return f"{error.keyword or argument.name} needs a value; see {_help_command(chain)}."
        case RepeatArgumentError(token=token):
            return f"You can use {_quote(token.keyword)} only once."
        case CoercionError(token=token) if token is not None:
            return _bad_value(error, chain)
        case _:
            return f"Can't understand this command line; see {_help_command(chain)}."


def _command_with(error: CycloptsError) -> tuple[str, ...]:
    """Return the words of the command with the invalid flag, or () if no command has such a flag."""
    words, apps, _ = app.parse_commands(error.root_input_tokens or [])
    return words if error.argument is not None and error.argument.name in flag_names(apps[-1]) else ()


def _bad_value(error: CoercionError, chain: tuple[str, ...]) -> str:
    assert error.token is not None
    name = error.token.keyword or (error.argument.name if error.argument else "The argument")
    value = _quote(error.token.value)
    if get_origin(error.target_type) is Literal:
        return f"{name} must be {join_words(map(str, get_args(error.target_type)), 'or')}, not {value}."
    return f"{name} can't be {value}; see {_help_command(chain)}."


def _unknown_option(error: UnknownOptionError, chain: tuple[str, ...]) -> str:
    option = error.token.keyword or error.token.value
    if command := _later_command(option, chain, error.root_input_tokens or []):
        return f"Put {_quote(option)} after the command; see {_help_command(command)}."
    known = [name for argument in error.argument_collection for name in argument.names]
    return f"There's no option {_quote(option)}{suggestion(option, known, f'; see {_help_command(chain)}.')}"


def _later_command(option: str, chain: tuple[str, ...], args: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a command that takes the option and comes later in the line, or () if there is none."""
    for at in range(1, len(args)):
        words, apps, _ = app.parse_commands([*chain, *args[at : at + MAX_COMMAND]], include_parent_meta=False)
        if len(words) > len(chain) and option in flag_names(apps[-1]):
            return words
    return ()


def _unknown_word(word: str, chain: tuple[str, ...]) -> str:
    from cardtable.games import GAMES

    if chain == ("play",):
        return f"There's no game {_quote(word)}{suggestion(word, GAMES, f'. The games are {join_words(GAMES)}.')}"
    if chain:
        return f"{_quote(word)} isn't expected here; see {_help_command(chain)}."
    if word.lower() in GAMES:
        return f"There's no command {_quote(word)}; did you mean play {word.lower()}?"
    commands = _commands()
    return (
        f"There's no command {_quote(word)}{suggestion(word, commands, f'. The commands are {join_words(commands)}.')}"
    )


def _commands() -> tuple[str, ...]:
    names = [name for name in app if not name.startswith("-")]
    in_help = sorted(names, key=lambda name: (app[name].sort_key or 0, name))
    return (*in_help, "--help", "--version")


def _help_command(chain: tuple[str, ...]) -> str:
    return " ".join(["cardtable", *chain, "--help"])


def _quote(word: str | None) -> str:
    """Return a word made safe and short enough to print, in quotation marks unless it is an option."""
    safe = safe_text(word, 40)
    return safe if safe.startswith("-") else f"'{safe}'"
