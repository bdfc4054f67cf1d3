"""A game as the flags ask for it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cardtable.engine.chance import DealCode
from cardtable.engine.game import AnyGame, format_range
from cardtable.formats.deal_line import Deal, parse_deal, parse_deal_line
from cardtable.formats.opening import StartPosition
from cardtable.formats.options import files_of, parse_options
from cardtable.formats.text import player_names, safe_text
from cardtable.table.command_lines import seat_names
from cardtable.table.request_error import RequestError, meant
from cardtable.table.session import Session, fresh_code


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRequest:
    """What was typed, nothing of it checked."""

    players: str | None = None
    names: Sequence[str] = ()
    seed: str | None = None
    deal: str | None = None
    """A whole deal in one line, which says players, options and code."""
    preset: str | None = None
    one_person: bool = False
    options: Mapping[str, str]
    """By the option's name; only those that were given."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The path of a file by the name of the option that it holds."""


def new_session(game: AnyGame, asked: DealRequest) -> Session:
    """The game that was asked for, dealt; Refused where it cannot be."""
    try:
        deal = _by_flags(game, asked) if asked.deal is None else _by_line(game, asked, asked.deal)
        names = _names(game, asked.names, deal.seats)
    except ValueError as error:
        raise RequestError(str(error)) from None
    return Session(game, deal.options, names, deal.code, (0,) * deal.seats if asked.one_person else None)


def dealt_session(line: str) -> Session:
    """The game that a line asks for, dealt; Refused where it asks for none."""
    try:
        game = parse_deal_line(line).game
    except ValueError as error:
        raise RequestError(str(error)) from None
    return new_session(game, DealRequest(deal=line, options={}))


def _by_flags(game: AnyGame, asked: DealRequest) -> Deal:
    seats = _seats(game, asked)
    options = parse_options(game, asked.options, _preset(game, asked.preset))
    options = game.resolve_defaults(replace(options, **_from_files(game, asked.files)), seats)
    code = fresh_code() if asked.seed is None else DealCode.read(asked.seed)
    if faults := game.validate_options(options, seats):
        raise ValueError(faults[0])
    return Deal(game, seats, options, code)


def _by_line(game: AnyGame, asked: DealRequest, line: str) -> Deal:
    if asked != DealRequest(deal=line, names=asked.names, one_person=asked.one_person, options={}):
        raise ValueError("The deal says itself what is dealt: give --deal without players, seed, preset or options.")
    deal = parse_deal(line, game)
    if isinstance(deal, DealCode):
        raise RequestError("--deal takes a whole line, with the game first; a code alone goes with --seed.")
    return deal


def _from_files(game: AnyGame, paths: Mapping[str, str]) -> dict[str, Any]:
    """The options that files hold, by their names."""
    if not paths:
        return {}
    from cardtable.formats.option_files import load_option

    return {
        option.name: load_option(option, Path(paths[option.name])) for option in files_of(game) if option.name in paths
    }


def recorded_session(path: str) -> Session:
    """The game that a file holds, as it stood; Refused where it holds none."""
    from cardtable.formats.notation import read_record_file
    from cardtable.formats.strict_json import BadFile
    from cardtable.table.recording import open_session

    try:
        return open_session(read_record_file(Path(path)))
    except BadFile as error:
        raise RequestError(str(error)) from None


def positioned_session(path: str, names: Sequence[str] = (), one_person: bool = False) -> Session:
    """A game that begins at the position in a file; Refused where none can be played from there."""
    from cardtable.formats.notation import read_position_file

    try:
        game, state = read_position_file(Path(path))
        seats = game.seat_count(state)
        seated = _names(game, names, seats)
    except ValueError as error:
        raise RequestError(str(error)) from None
    if game.turn(state) is None:
        raise RequestError("The game is over in this position, so nothing can be played from it.")
    return Session(game, state.options, seated, StartPosition(state), (0,) * seats if one_person else None)


def _seats(game: AnyGame, asked: DealRequest) -> int:
    """How many were asked for; else as many as there are names, or as few as can play."""
    text = asked.players
    if text is None:
        seats = max(len(asked.names), game.seats[0])
    else:
        seats = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1
    if seats not in game.seats:
        given = f"'{safe_text(text)}'" if text is not None else f"{seats}, for whom there are names"
        raise ValueError(f"{game.title} is for {format_range(game.seats)} players, not {given}.")
    return seats


def _names(game: AnyGame, given: Sequence[str], seats: int) -> tuple[str, ...]:
    for name in given:
        if safe_text(name) != " ".join(unicodedata.normalize("NFC", name).split()):
            shown = safe_text(name, fallback="another")
            raise ValueError(f"A name has at most 20 letters, none of them invisible: try {shown}.")
    if len(given) > seats:
        raise ValueError(f"There are {len(given)} names for {seats} players.")
    padded = [*given, *[""] * (seats - len(given))]
    return player_names([name or usual for name, usual in zip(padded, seat_names(game, seats), strict=True)], seats)


def preset_word(name: str) -> str:
    """A preset as it is typed: `by-the-book`."""
    return "-".join(name.lower().split())


def _preset(game: AnyGame, name: str | None) -> Any:
    if name is None:
        return None
    wanted = preset_word(name)
    for preset in game.presets:
        if preset_word(preset.name) == wanted:
            return preset.options
    words = [preset_word(preset.name) for preset in game.presets]
    guess = meant(wanted, words, f": there is {' and '.join(words)}.")
    raise ValueError(f"{game.title} has no preset '{safe_text(name)}'{guess}")
