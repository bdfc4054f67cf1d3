"""Which words go with which game.  A game without a line here is said by the names of its state's fields."""

from __future__ import annotations

from cardtable.engine.games import exit_stage_right
from cardtable.plain.views import exit_stage_right as exit_stage_right_view
from cardtable.plain.views.view import PLAIN, View
from cardtable.table.session import AnyGame

VIEWS = {exit_stage_right.GAME.id: exit_stage_right_view.VIEW}


def view_of(game: AnyGame) -> View:
    """How this game is put into words."""
    return VIEWS.get(game.id, PLAIN)
