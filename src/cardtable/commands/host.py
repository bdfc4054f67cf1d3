"""`cardtable host`: open a shared table, where each person plays in their own terminal."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter as Argument
from inspect import Signature
from typing import Annotated, Any, cast

from cyclopts import App

from cardtable.commands.flags import list_flag, text_flag
from cardtable.commands.launch import go
from cardtable.commands.play import flags_of, session_from_flags
from cardtable.commands.saved_games import open_saved_games
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import format_range, join_words
from cardtable.formats.computers import LEVELS
from cardtable.games import GAMES
from cardtable.rooms.kit.goto import ToTable
from cardtable.table import shared_game
from cardtable.table.request_error import RequestError

NOT_SHARED = ("seat", "one_person", "seed", "deal", "record", "position")
"""Flags of `cardtable play` that a shared table doesn't have. With the deal code, the host would know every card."""
Name = Annotated[list[str] | None, list_flag("--name", "NAME", "Your name. The others give theirs when they join.")]
app = App(name="host", usage="cardtable host GAME [OPTIONS]", group_commands="Games", group_parameters="Options")


@app.default
def choose() -> int:
    """Open a shared table and show its code. Other people join it from their own terminals: `cardtable join CODE`."""
    raise RequestError(f"Which game? Name one, as in `cardtable host {next(iter(GAMES))}`.")


def _game_command(game: AnyGame) -> Callable[..., int]:
    """Return a function that opens a table for this game and takes the game's flags as its parameters."""
    flags = [_for_host(game, flag) for flag in flags_of(game) if flag.name not in NOT_SHARED]

    def host(**arguments: Any) -> int:
        return _host(game, arguments)

    command = cast(Any, host)
    command.__signature__ = Signature(flags)
    command.__annotations__ = {flag.name: flag.annotation for flag in flags}
    return host


def fewest_players(game: AnyGame) -> int:
    """Return the smallest number of players at a shared table."""
    return next(seats for seats in game.seats if seats > 1)


def _for_host(game: AnyGame, flag: Argument) -> Argument:
    """Return a flag of `cardtable play`, changed to suit a shared table."""
    if flag.name == "name":
        return flag.replace(annotation=Name)
    if flag.name != "players":
        return flag
    fewest = fewest_players(game)
    example = ",".join(("me", "person", *["medium"] * (fewest - 2)))
    text = (
        f"The number of players: {format_range(range(fewest, game.seats[-1] + 1))}. Or a list of who plays each seat: "
        f"me, person, or the level of a computer player, which is {join_words(LEVELS, 'or')}. For example: {example}."
    )
    return flag.replace(annotation=Annotated[str | None, text_flag("--players", "WHO", text)])


def _host(game: AnyGame, arguments: dict[str, Any]) -> int:
    """Open a table for a game. `arguments` holds only the flags that were used."""
    if len(arguments.get("name") or ()) > 1:
        raise RequestError("Give only your own name. The others give theirs when they join.")
    session = session_from_flags(game, {"players": str(fewest_players(game)), **arguments})
    with open_saved_games() as saved_games:
        shared = shared_game.host(saved_games, session)
        plain, ascii_only = arguments.get("plain", False), arguments.get("ascii", False)
        return go(ToTable(shared), plain=plain, ascii_only=ascii_only, saved_games=saved_games)


for _game in GAMES.values():
    if _game.seats[-1] > 1:
        app.command(_game_command(_game), name=_game.id, help=_game.summary)
