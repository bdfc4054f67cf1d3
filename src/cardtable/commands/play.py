"""`cardtable play`: open the lobby, a game from a file, a deal, or a new game with chosen options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from inspect import Parameter as Argument
from inspect import Signature
from typing import Annotated, Any, cast

from cyclopts import App, Group

from cardtable.commands.flags import (
    Ascii,
    DealLine,
    Plain,
    PositionFile,
    RecordFile,
    list_flag,
    suggested,
    switch,
    text_flag,
)
from cardtable.commands.launch import open_lobby, play_and_save
from cardtable.commands.line_ups import SeatRequest, allow_programs, parse_seats
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import format_range, join_words
from cardtable.formats.computers import (
    LEVELS,
    MAX_SIMULATIONS,
    Computers,
    Levels,
    check_simulations,
)
from cardtable.formats.options import OptionField, OptionFile, OptionValue, fields_of, files_of, preset_word
from cardtable.formats.text import safe_text
from cardtable.games import GAMES
from cardtable.table.dealing import (
    DealRequest,
    SeatComputers,
    new_session,
    session_from_deal_line,
    session_from_position,
    session_from_record,
)
from cardtable.table.request_error import RequestError
from cardtable.table.session import Session

POSITION_CONFLICT = "--position can't be combined with a record, a deal or options: a position contains all of these."
_MAX_NUMBER = 9
"""The maximum number of digits in a number. A longer number is rejected."""
Names = Annotated[
    list[str] | None, list_flag("--name", "NAME", "A player's name. Repeat the flag for each seat, in order.")
]
SeatPlayers = Annotated[
    list[str] | None,
    list_flag(
        "--seat",
        "N=WHO",
        'Who plays seat N: me, a level, or a program, as in 2="program ./mybot". Repeat the flag for more seats. '
        "A program is started in this folder, and sees only what its seat may see.",
    ),
]
OnePerson = Annotated[
    bool,
    switch(
        "--one-person",
        "One person plays every seat that has no computer player, so you never have to pass the keyboard.",
    ),
]
app = App(name="play", usage="cardtable play [GAME] [OPTIONS]", group_commands="Games", group_parameters="Options")


@app.default
def lobby(
    *,
    record: RecordFile = None,
    deal: DealLine = None,
    position: PositionFile = None,
    name: Names = None,
    one_person: OnePerson = False,
    plain: Plain = False,
    ascii: Ascii = False,  # noqa: A002  a flag's name
) -> int:
    """Start the game you name, or open the lobby if you don't name one. Each game has its own `--help`."""
    if record is not None and deal is not None:
        raise RequestError("Use either --record or --deal, not both.")
    if position is not None:
        if record is not None or deal is not None:
            raise RequestError(POSITION_CONFLICT)
        session = session_from_position(position, name or (), one_person)
        return play_and_save(session, plain=plain, ascii_only=ascii)
    if name or one_person:
        raise RequestError("--name and --one-person need a game's id or --position.")
    if record is not None:
        return play_and_save(session_from_record(record), plain=plain, ascii_only=ascii)
    if deal is not None:
        return play_and_save(session_from_deal_line(deal, _seat_computers), plain=plain, ascii_only=ascii)
    return open_lobby(plain=plain, ascii_only=ascii)


def _game_command(game: AnyGame) -> Callable[..., int]:
    """Return a function that plays this game and takes the game's flags as its parameters."""
    flags = flags_of(game)

    def play(**arguments: Any) -> int:
        return _play(game, arguments)

    command = cast(Any, play)
    command.__signature__ = Signature(flags)
    command.__annotations__ = {flag.name: flag.annotation for flag in flags}
    return play


def _play(game: AnyGame, arguments: dict[str, Any]) -> int:
    """Play a game. `arguments` holds only the flags that were used."""
    session = session_from_flags(game, arguments)
    return play_and_save(session, plain=arguments.get("plain", False), ascii_only=arguments.get("ascii", False))


def session_from_flags(game: AnyGame, arguments: dict[str, Any]) -> Session:
    """Return the game that the flags of `cardtable play` ask for. `arguments` holds only the flags that were used."""
    names = arguments.get("name") or ()
    line_up = parse_seats(game, arguments.get("players"), arguments.get("seat") or (), len(names))
    simulations = _parse_simulations(arguments.get("simulations"))
    if simulations is not None and not line_up.uses_simulations:
        raise RequestError("--simulations is for hard computer players, as in: --players me,hard --simulations 500.")
    request = DealRequest(
        players=line_up.players,
        levels=line_up.levels,
        names=names,
        deal_code=arguments.get("seed"),
        deal=arguments.get("deal"),
        preset=arguments.get("preset"),
        one_person=arguments.get("one_person", False),
        options={field.name: arguments[field.name] for field in fields_of(game) if field.name in arguments},
        files={file.name: arguments[file.name] for file in files_of(game) if file.name in arguments},
    )
    seat = partial(_seat_computers, simulations=simulations, line_up=line_up)
    return _open_session(game, request, seat, arguments.get("record"), arguments.get("position"))


def _seat_computers(
    game: AnyGame, levels: Levels, simulations: int | None = None, line_up: SeatRequest | None = None
) -> Computers:
    from cardtable.players.at_table import seat_computers

    computers = seat_computers(game, levels, simulations)
    if line_up is not None:
        computers = line_up.with_special(computers, simulations)
        allow_programs(computers)
    return computers


def _parse_simulations(text: str | None) -> int | None:
    """Return the number of simulations, or None for the default. Raise RequestError for an invalid number."""
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= _MAX_NUMBER):
        raise RequestError(f"The number of simulations must be from 1 to {MAX_SIMULATIONS:,}, not '{safe_text(text)}'.")
    try:
        check_simulations(int(text))
    except ValueError as error:
        raise RequestError(str(error)) from None
    return int(text)


def _open_session(
    game: AnyGame, request: DealRequest, seat: SeatComputers, record: str | None, position: str | None
) -> Session:
    """Return the game from a record or position file. If neither is given, return a new game."""
    if position is not None:
        if record is not None or request != DealRequest(names=request.names, one_person=request.one_person, options={}):
            raise RequestError(POSITION_CONFLICT)
        session = session_from_position(position, request.names, request.one_person)
    elif record is None:
        return new_session(game, request, seat)
    elif request != DealRequest(options={}):
        raise RequestError("--record can't be combined with players, names, a deal or options: a record contains them.")
    else:
        session = session_from_record(record)
    if session.game is not game:
        source = "record" if position is None else "position"
        raise RequestError(f"This {source} is for {session.game.title}, so leave out {game.id}.")
    return session


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
            f"The number of simulations per move for `hard` computer players: 1 to {MAX_SIMULATIONS:,}. "
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
    """Return the help for `--players`, with an example for the fewest players in a game with a computer player."""
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
    """Return a flag that takes any text. The choices are only for shell completion. Our own code checks the value."""
    hint: Any = suggested(choices) if choices else str
    parameter = text_flag(f"--{name.replace('_', '-')}", metavar, text, allow_leading_hyphen=True, **more)
    return Argument(name, Argument.KEYWORD_ONLY, default=None, annotation=Annotated[hint | None, parameter])


for _game in GAMES.values():
    app.command(_game_command(_game), name=_game.id, help=_game.summary)
