"""What an action is certain to do, as data. Every interface, hint and exercise puts these data into words."""

from __future__ import annotations

from cardtable.engine.game import events_of
from cardtable.engine.games.exit_stage_right.model import Action, Shifted, State
from cardtable.engine.games.exit_stage_right.rules import advance


def foresee(state: State, action: Action) -> Shifted:
    """Return the shift after a legal action. In a view, a refill's new Completes are face down."""
    _, shifted, *_ = events_of(advance, state, action)
    assert isinstance(shifted, Shifted), "a move shifts the stage"
    return shifted
