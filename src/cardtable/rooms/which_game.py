"""The choice of a game to play alone or together."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cardtable.engine.phrases import counted, format_range, plural
from cardtable.games import GAMES
from cardtable.rooms.kit.goto import Company, ToSetUp
from cardtable.rooms.kit.response import Answer, Ask

if TYPE_CHECKING:
    from cardtable.engine.games.info import GameInfo

ALL_SEATS = {2: "both", 3: "all three", 4: "all four"}


def which_game(company: Company) -> Ask:
    """Ask which game to play alone or together."""
    infos = [info for info in GAMES.infos() if company == "alone" or info.seats[-1] > 1]
    describe = _alone if company == "alone" else _together
    choices = [
        Answer(info.title, partial(ToSetUp, info.id, company), words=(info.id,), detail=describe(info))
        for info in infos
    ]
    return Ask(f"Play {company}. Which game?", choices)


def who_can_play(game: GameInfo) -> str:
    """Return who can play, such as `2 to 5 players, together`. The part before the comma makes sense on its own."""
    players = f"{format_range(game.seats)} {plural(game.seats[-1], 'player')}"
    if not game.together:
        return f"{players}, against each other"
    if 1 in game.seats:
        return f"{players}, together"
    seats = game.seats[0]
    return f"{players}, together; one player can play {ALL_SEATS.get(seats, f'all {seats}')}"


def _alone(game: GameInfo) -> str:
    """Return text about how one person plays a game."""
    seats = game.seats[0]
    if seats == 1:
        return "for one player"
    if game.together:
        return f"you play {ALL_SEATS.get(seats, f'all {seats}')}"
    return "against the computer" if seats == 2 else f"against {counted(seats - 1, 'computer player')}"


def _together(game: GameInfo) -> str:
    """Return the number of people who can play a game, and whether they are opponents."""
    several = range(max(2, game.seats[0]), game.seats[-1] + 1)
    return f"{format_range(several)} players, {'together' if game.together else 'against each other'}"
