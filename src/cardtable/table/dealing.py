"""Functions that create sessions from command-line flags, deal lines, records and positions."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted, format_range
from cardtable.formats.computers import Computers, Levels, names_for
from cardtable.formats.deal_line import Deal, has_separator, parse_deal, parse_deal_line, unresolve_defaults
from cardtable.formats.opening import StartPosition
from cardtable.formats.options import fields_of, files_of, parse_options, preset_word
from cardtable.formats.text import player_names, safe_text
from cardtable.store.powers import may_open
from cardtable.store.settings import load_settings
from cardtable.table.command_lines import deal_of, seat_names
from cardtable.table.request_error import RequestError, suggestion
from cardtable.table.session import Session, fresh_code

_RESULT = re.compile(r"(?<=\b[0-9A-Z]{4}-[0-9A-Z]{4}):.*", re.DOTALL)
"""A pattern for the result that follows the deal line in text that players share."""
OPEN_HANDS = "open_hands"
"""The name of the option that lets everybody see every hand. Not every game has it."""

SeatComputers: TypeAlias = Callable[[AnyGame, Levels], Computers]
"""A function that returns a computer player for each level, and None for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRequest:
    """The flags for a new game, before validation."""

    players: str | None = None
    names: Sequence[str] = ()
    deal_code: str | None = None
    deal: str | None = None
    """A deal line, with the number of players, the options and the deal code. None if no line was given."""
    preset: str | None = None
    one_person: bool = False
    """Whether one player has every seat that has no computer player."""
    levels: Levels = ()
    """The level of the computer player at each seat, or None for a person. The tuple is empty if only people play."""
    options: Mapping[str, str]
    """The typed options, by name."""
    base: Any = None
    """The options that apply unless a preset or `options` overrides them, or None for the defaults."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The paths of option files, by option name."""


def new_session(game: AnyGame, request: DealRequest, seat: SeatComputers) -> Session:
    """Deal the requested game, with computer players from `seat`. Raise RequestError if the game can't be dealt."""
    try:
        deal = _by_flags(game, request) if request.deal is None else _by_line(game, request, request.deal)
        levels = request.levels or deal.computers
        computers = seat(game, levels) if any(levels) else ()
        names = _names(game, request.names, deal.seats, computers)
    except ValueError as error:
        raise RequestError(str(error)) from None
    persons = _persons(deal.seats, computers) if request.one_person else None
    return Session(game, deal.options, names, deal.deal_code, persons, computers)


def _persons(seats: int, computers: Computers) -> tuple[int, ...]:
    """Return the number of the player at each seat. One person plays every seat that has no computer player."""
    person = computers.index(None) if None in computers else 0
    return tuple(seat if computer else person for seat, computer in enumerate(computers or (None,) * seats))


def is_likely_alone(game: AnyGame, names: Sequence[str]) -> bool:
    """Return whether one person is likely to play every seat of a game. `names` lists the people who usually play."""
    return sum(map(bool, names)) < 2 <= game.seats[0]


def can_open_hands(game: AnyGame) -> bool:
    """Return whether the lobby opens the hands when one player has every seat of this game."""
    return game.together and any(field.name == OPEN_HANDS for field in fields_of(game))


def open_hands(options: Any) -> Any:
    """Return the options with open hands."""
    return replace(options, **{OPEN_HANDS: True})


def set_up_options(session: Session) -> Any:
    """Return a game's options as they were set up, before their defaults are resolved.

    None if the game started from a position.
    """
    if (deal := deal_of(session)) is None:
        return None
    options, game = unresolve_defaults(deal), session.game
    has_opened = session.has_one_player and can_open_hands(game)
    return replace(options, **{OPEN_HANDS: getattr(game.options(), OPEN_HANDS)}) if has_opened else options


def session_from_deal_line(line: str, seat: SeatComputers) -> Session:
    """Deal the game that a deal line describes. Raise RequestError if the line is invalid."""
    try:
        game = parse_deal_line(line).game
    except ValueError as error:
        raise RequestError(str(error)) from None
    return new_session(game, DealRequest(deal=line, options={}), seat)


def requested_options(game: AnyGame, request: DealRequest) -> Any:
    """Return the options of a request, before their defaults are resolved. Raise ValueError for an invalid option."""
    options = parse_options(game, request.options, _preset(game, request.preset) or request.base)
    return replace(options, **_from_files(game, request.files))


def _by_flags(game: AnyGame, request: DealRequest) -> Deal:
    seats = _seats(game, request)
    options = game.resolve_defaults(requested_options(game, request), seats)
    code = fresh_code() if request.deal_code is None else DealCode.parse(request.deal_code)
    if faults := game.validate_options(options, seats):
        raise ValueError(faults[0])
    return Deal(game, seats, options, code)


def _by_line(game: AnyGame, request: DealRequest, line: str) -> Deal:
    if request != DealRequest(deal=line, names=request.names, one_person=request.one_person, options={}):
        raise ValueError("A deal line already sets the players, options and deal code: use --deal without them.")
    deal = parse_deal(line, game)
    if isinstance(deal, DealCode):
        raise RequestError("--deal needs a whole deal line, starting with the game. For a deal code alone, use --seed.")
    return deal


def _from_files(game: AnyGame, paths: Mapping[str, str]) -> dict[str, Any]:
    """Return the options loaded from files, by option name."""
    if not paths:
        return {}
    from cardtable.formats.option_files import load_option

    return {
        option.name: load_option(option, Path(paths[option.name])) for option in files_of(game) if option.name in paths
    }


def session_from_record(path: str) -> Session:
    """Continue the recorded game in a file. Raise RequestError if the file contains no valid game."""
    from cardtable.formats.notation import read_record_file
    from cardtable.formats.strict_json import BadFile
    from cardtable.table.recording import open_session

    try:
        return open_session(read_record_file(Path(path)))
    except BadFile as error:
        raise RequestError(str(error)) from None


def session_from_position(path: str, names: Sequence[str] = (), one_person: bool = False) -> Session:
    """Start a game from the position in a file. Raise RequestError if that isn't possible."""
    from cardtable.formats.notation import read_position_file

    try:
        game, state = read_position_file(Path(path))
        seats = game.seat_count(state)
        players = _names(game, names, seats)
    except ValueError as error:
        raise RequestError(str(error)) from None
    if game.turn(state) is None:
        raise RequestError("The game is already over in this position.")
    return Session(game, state.options, players, StartPosition(state), _persons(seats, ()) if one_person else None)


def session_from_text(text: str, seat: SeatComputers) -> Session:
    """Start the game in a deal line, a position file or a record file. Raise RequestError if that can't be done."""
    from cardtable.formats.notation import is_record
    from cardtable.formats.strict_json import BadFile, read_text

    may_read = may_open("files")
    if has_separator(text) and not (may_read and Path(text).exists()):
        return session_from_deal_line(_RESULT.sub("", text), seat)
    if not may_read:
        raise RequestError("Guests can open deal lines, but no files.")
    try:
        content = read_text(Path(text), "file")
    except BadFile as error:
        raise RequestError(str(error)) from None
    return (session_from_record if is_record(content) else session_from_position)(text)


def _seats(game: AnyGame, request: DealRequest) -> int:
    """Return the requested number of players. Raise ValueError if the game isn't for that number of players.

    Without a requested number, return the number of names or the game's minimum, whichever is greater.
    """
    text = request.players
    if text is None:
        seats = max(len(request.names), game.seats[0])
    else:
        seats = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1
    if seats not in game.seats:
        wrong = f"'{safe_text(text)}'" if text is not None else f"{seats} (the number of names)"
        raise ValueError(f"{game.title} is for {format_range(game.seats)} players, not {wrong}.")
    return seats


def _names(game: AnyGame, typed: Sequence[str], seats: int, computers: Computers = ()) -> tuple[str, ...]:
    """Return the name at each seat: the typed name, a name from the settings, or a default name."""
    for name in typed:
        if safe_text(name) != " ".join(unicodedata.normalize("NFC", name).split()):
            shown = safe_text(name, fallback="another")
            raise ValueError(f"A name can have up to 20 visible characters. Try {shown}.")
    if len(typed) > seats:
        raise ValueError(f"You gave {len(typed)} names for {counted(seats, 'player')}.")
    holders = computers or (None,) * seats
    if any(typed):
        names = [*typed, *[""] * (seats - len(typed))]
    else:
        saved = iter(load_settings().names)
        names = ["" if computer else next(saved, "") for computer in holders]
    return player_names(names_for(holders, names, seat_names(game, seats)), seats)


def _preset(game: AnyGame, name: str | None) -> Any:
    if name is None:
        return None
    wanted = preset_word(name)
    for preset in game.presets:
        if preset_word(preset.name) == wanted:
            return preset.options
    words = [preset_word(preset.name) for preset in game.presets]
    hint = suggestion(wanted, words, f". Its presets are {' and '.join(words)}.")
    raise ValueError(f"{game.title} has no preset '{safe_text(name)}'{hint}")
