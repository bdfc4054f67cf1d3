"""What a Complete is certain to do, as data. Every interface, hint and exercise puts these data into words."""

from __future__ import annotations

from cardtable.engine.game import events_of
from cardtable.engine.games.tradewinds.model import Blew, Blow, State
from cardtable.engine.games.tradewinds.rules import advance


def foresee(state: State, action: Blow) -> Blew:
    """Return what the wind of a Complete would move. None of this is hidden."""
    wind = events_of(advance, state, action)[0]
    assert isinstance(wind, Blew), "a turn begins with the wind"
    return wind
