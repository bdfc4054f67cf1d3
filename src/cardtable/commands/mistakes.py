"""What cyclopts objects to, in one sentence of ours."""

from __future__ import annotations

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

from cardtable.engine.phrases import join_words
from cardtable.formats.text import safe_text
from cardtable.table.request_error import suggestion


def sentence(error: CycloptsError) -> str:
    """What is wrong with a command line, and what to do."""
    chain = tuple(error.command_chain or ())
    match error:
        case UnknownOptionError():
            return _unknown_option(error, chain)
        case UnusedCliTokensError(unused_tokens=[word, *_]) | UnknownCommandError(unused_tokens=[word, *_]):
            return _unknown_word(word, chain)
        case MissingArgumentError(argument=argument) if argument is not None:
            return f"{error.keyword or argument.name} needs a value; {_help(chain)} says which."
        case RepeatArgumentError(token=token):
            return f"{_shown(token.keyword)} can be given only once."
        case CoercionError(token=token) if token is not None:
            return _bad_value(error, chain)
        case _:
            return f"That command line cannot be read; {_help(chain)} says how it is written."


def _bad_value(error: CoercionError, chain: tuple[str, ...]) -> str:
    assert error.token is not None
    name = error.token.keyword or (error.argument.name if error.argument else "That")
    if get_origin(error.target_type) is Literal:
        return f"{name} is one of {', '.join(map(str, get_args(error.target_type)))}, not {_shown(error.token.value)}."
    return f"{name} does not take {_shown(error.token.value)}; {_help(chain)} says what it takes."


def _unknown_option(error: UnknownOptionError, chain: tuple[str, ...]) -> str:
    option = error.token.keyword or error.token.value
    known = [name for argument in error.argument_collection for name in argument.names]
    return f"There is no option {_shown(option)}{suggestion(option, known, f'; {_help(chain)} lists them.')}"


def _unknown_word(word: str, chain: tuple[str, ...]) -> str:
    from cardtable.games import GAMES

    if chain == ("play",):
        return f"There is no game {_shown(word)}{suggestion(word, GAMES, f': there is {join_words(GAMES)}.')}"
    if chain:
        return f"{_shown(word)} has no place there; {_help(chain)} says how it is written."
    if word.lower() in GAMES:
        return f"There is no command {_shown(word)}; did you mean play {word.lower()}?"
    commands = _commands()
    return f"There is no command {_shown(word)}{suggestion(word, commands, f': there is {join_words(commands)}.')}"


def _commands() -> tuple[str, ...]:
    from cardtable.commands.root import app

    names = [name for name in app if not name.startswith("-")]
    return (*names, "--help", "--version")


def _help(chain: tuple[str, ...]) -> str:
    return " ".join(["cardtable", *chain, "--help"])


def _shown(word: str | None) -> str:
    shown = safe_text(word, 40)
    return shown if shown.startswith("-") else f"'{shown}'"
