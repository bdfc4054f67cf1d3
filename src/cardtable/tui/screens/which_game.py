"""The choice of a game for a newcomer who wants to play alone or with others."""

from __future__ import annotations

from cardtable.engine.games.info import GameInfo
from cardtable.engine.phrases import counted, format_range
from cardtable.games import GAMES
from cardtable.rooms.lobby import Company
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.lobby import ALL_SEATS
from cardtable.tui.widgets.menu import Item


def which_game(company: Company) -> ChoiceDialog:
    """Return a dialog with the games to play alone or together, which returns the id of the chosen one."""
    infos = [info for info in GAMES.infos() if company == "alone" or info.seats[-1] > 1]
    describe = _alone if company == "alone" else _together
    return ChoiceDialog(
        f"Play {company}. Which game?", [Item(each.id, each.title, detail=describe(each)) for each in infos]
    )


def _alone(game: GameInfo) -> str:
    """Return how one person plays a game."""
    seats = game.seats[0]
    if seats == 1:
        return "for one player"
    if game.together:
        return f"you play {ALL_SEATS.get(seats, f'all {seats}')}"
    return "against the computer" if seats == 2 else f"against {counted(seats - 1, 'computer player')}"


def _together(game: GameInfo) -> str:
    """Return how many people can play a game, and whether they play against each other."""
    several = range(max(2, game.seats[0]), game.seats[-1] + 1)
    return f"{format_range(several)} players, {'together' if game.together else 'against each other'}"
