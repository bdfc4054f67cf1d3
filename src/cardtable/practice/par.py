"""Par: the best margin that a search finds for a deal with hindsight, with all cards known."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtable.engine.games.exit_stage_right.model import State
from cardtable.formats.opening import begin
from cardtable.table.session import Session


@dataclass(frozen=True, slots=True)
class ParQuestion:
    """The question what par is for a game of Exit Stage Right alone."""

    state: State = field(repr=False)
    """The full state in which the person began to play."""
    played: int
    """The margin of the game, which par can't be below."""

    def answer(self) -> int:
        """Return par."""
        from cardtable.players.games.exit_stage_right_hindsight import best_margin  # numpy is for the other process

        return max(self.played, best_margin(self.state))


def par_question(session: Session, margin: int) -> ParQuestion | None:
    """Return the question what par is for a game that ended with this margin, or None if the game has no par."""
    game = session.game
    state = begin(game, session.options, len(session.names), session.opening).state
    if not isinstance(state, State) or len(state.hands) > 1:
        return None
    for action in session.actions[: session.inherited_actions]:
        state = game.advance(state, action, None)
    return ParQuestion(state, margin)
