"""Which words go with which game.  A game without a line here is said by the names of its state's fields."""

from __future__ import annotations

from cardtable.engine.game import AnyGame
from cardtable.plain.views import clash, exit_stage_right, rummy_like, tradewinds, wind_city
from cardtable.plain.views.view import View, generic_view

VIEWS: dict[str, View] = {
    view.game_id: view for view in (tradewinds.VIEW, rummy_like.VIEW, wind_city.VIEW, clash.VIEW, exit_stage_right.VIEW)
}


def view_of(game: AnyGame) -> View:
    """How this game is put into words."""
    return VIEWS.get(game.id) or generic_view(game)
