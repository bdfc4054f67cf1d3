"""Positions in which the player looks for a good move, such as positions from earlier mistakes.

An answer is judged like a move in a review. An answer is right if a review wouldn't mark it. Several answers can be
right.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from cardtable.engine.game import AnyGame, Seat
from cardtable.formats.opening import StartPosition
from cardtable.practice.decisions import Decision, fingerprint
from cardtable.practice.judge import STAGES
from cardtable.practice.review import Interval, MoveReview, Review, Verdict
from cardtable.practice.run import MoveQuestion
from cardtable.practice.saved_names import MISTAKE
from cardtable.table.seen import Seen, unnamed_seat
from cardtable.table.session import Session

SIMULATIONS = STAGES[1]
"""The number of simulations used to judge an answer."""


@dataclass(frozen=True, slots=True)
class PracticeExercise:
    """A position in which the player looks for a good move."""

    name: str
    """The key under which the repetition is saved. The key is an empty string for a generated position."""
    title: str
    """A title, such as `Move 12 again` or `When to refill`."""
    game: AnyGame
    state: Any = field(repr=False)
    """The full state, including hidden cards."""
    seat: Seat
    names: tuple[str, ...]
    played: str
    """The player's move in the original game, in notation. The string is empty for a generated position."""
    review: MoveReview | None = None
    """The review of the player's move, or None for a generated position."""
    theme: str = ""
    """The name of the theme, or an empty string if the position comes from a game."""

    def session(self) -> Session:
        """Return a session that starts from this position. One player has every seat."""
        opening, seats = StartPosition(self.state), len(self.names)
        session = Session(self.game, self.state.options, self.names, opening, (0,) * seats)
        if not self.game.together:  # partners need the names of their seats
            session.you = unnamed_seat(self.game, self.names, [self.seat])
        return session

    @property
    def seen(self) -> Seen:
        """The table as the player sees it, including the legal actions."""
        return self.session().look(self.seat)

    def decision(self, action: Any) -> Decision:
        """Return the decision for an action. Raise ValueError with a message for the player if it isn't legal."""
        view = self.game.view(self.state, self.seat)
        legal = self.game.legal(view)
        if action not in legal:
            raise ValueError(self.game.explain(view, action, self.names))
        return Decision(0 if self.review is None else self.review.number, self.seat, view, legal, action)

    def question(self, action: Any) -> MoveQuestion:
        """Return a request for another process to judge an answer. Raise ValueError if the answer isn't legal."""
        return MoveQuestion(self.game, self.decision(action), SIMULATIONS)

    @property
    def decided(self) -> MoveReview:
        """The review of the move that was played in the game. Every saved exercise has such a review."""
        assert self.review is not None, "this isn't a generated position"
        return self.review

    def known(self, action: Any) -> MoveReview | None:
        """Return the saved review of an action if it's the game's move or the best move, otherwise None."""
        known = self.review
        if known is not None and str(action) == known.played.action:
            return known
        return _best_in(known) if known is not None and str(action) == known.best.action else None

    def agreeing(self, answer: MoveReview) -> MoveReview:
        """Return the review of an answer, made consistent with the saved review.

        The result has the saved best move and the saved numbers where there are any. Both reviews are estimates, so the
        same move would otherwise get slightly different numbers.
        """
        known = self.review
        if known is None:
            return answer
        saved = {each.action: each for each in (*known.others, known.played, known.best)}
        played, *others = (saved.get(each.action, each) for each in (answer.played, *answer.others))
        best = played if answer.best.action == answer.played.action else known.best
        return replace(answer, played=played, best=best, others=tuple(others))


def is_right(review: MoveReview) -> bool:
    """Return whether a move is right, which means that a review wouldn't mark it."""
    return not review.is_lesson


def exercises_of(session: Session, review: Review) -> list[PracticeExercise]:
    """Return an exercise for each instructive move of a finished game."""
    return list(_exercises(session, review))


def _exercises(session: Session, review: Review) -> Iterator[PracticeExercise]:
    for move in review.moves:
        if move.is_lesson:
            state = session.look_at(None, move.number - 1, all_open=True).state
            seat = session.game.turn(state)
            assert seat is not None, "a move was played here"
            yield PracticeExercise(
                name=name_of(fingerprint(session), move.number),
                title=f"Move {move.number} again",
                game=session.game,
                state=state,
                seat=seat,
                names=session.names,
                played=move.played.action,
                review=move,
            )


def name_of(game: str, number: int) -> str:
    """Return the key of the exercise about one move of a game. `game` is the game's fingerprint."""
    return f"{MISTAKE}{game} {number}"


_NOTHING = Interval(0.0, 0.0, 0.0)


def _best_in(review: MoveReview) -> MoveReview:
    """Return the review of the best move, based on the review of another move."""
    others = (*review.others, review.played)
    loss = None if review.loss is None else _NOTHING
    return replace(review, verdict=Verdict.BEST, played=review.best, others=others, loss=loss, margin_loss=_NOTHING)
