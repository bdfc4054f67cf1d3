"""The views of the games. A game without its own view is described by the fields of its state."""

from __future__ import annotations

from cardtable.engine.game import AnyGame
from cardtable.plain.views import clash, exit_stage_right, rummy_like, tradewinds, wind_city
from cardtable.plain.views.view import View, generic_view

VIEWS: dict[str, View] = {
    view.game_id: view for view in (tradewinds.VIEW, rummy_like.VIEW, wind_city.VIEW, clash.VIEW, exit_stage_right.VIEW)
}


def view_of(game: AnyGame) -> View:
    """Return the view of a game."""
    return VIEWS.get(game.id) or generic_view(game)
