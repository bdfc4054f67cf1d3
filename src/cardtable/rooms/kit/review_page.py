"""The review of a game as a value for both front ends. The app draws it, and plain mode reads it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardtable.engine.game import AnyGame
from cardtable.practice import words
from cardtable.practice.decisions import Decision
from cardtable.practice.review import MoveReview, Review
from cardtable.table.command_lines import deal_caption
from cardtable.table.grades import GradedResult
from cardtable.table.session import Session

MAX_LISTED = 5
"""The maximum number of mistakes to list. The list has the mistakes that gave away the most."""


class MovePage(NamedTuple):
    """What a review says about one move."""

    blame: str
    better: str
    """The better move and its result or, if no move was better, the result of the move that was played."""
    lesson: str
    """A sentence with the lesson about the better move, or an empty string."""
    compared: str
    """A sentence with the results of the other moves, and of the move that was played if another was better."""


class ReviewPage(NamedTuple):
    """A review in words and numbers."""

    session: Session
    decisions: Sequence[Decision]
    review: Review
    graded: GradedResult | None = None

    @property
    def game(self) -> AnyGame:
        """The game's rules."""
        return self.session.game

    @property
    def heading(self) -> str:
        """Whose review this is, and of which deal."""
        deal = deal_caption(self.session, True, ", ")
        return ", ".join((f"Review{words.for_whom(self.session, self.review)}", self.game.title, deal))

    @property
    def lessons(self) -> list[int]:
        """The indices of the instructive moves in the order in which they were played."""
        numbers = {move.number for move in self.review.moves if move.is_lesson}
        return [at for at, decision in enumerate(self.decisions) if decision.number in numbers]

    @property
    def listed(self) -> list[int]:
        """The indices of the moves that gave away the most, starting with the worst."""
        return sorted(self.lessons, key=lambda at: self.reviewed(at).cost, reverse=True)[:MAX_LISTED]

    def reviewed(self, at: int) -> MoveReview:
        """Return the review of the move with this index."""
        move = self.review.of(self.decisions[at].number)
        assert move is not None, "only reviewed moves are instructive"
        return move

    def summary(self, *, is_spoken: bool = False) -> list[str]:
        """Return all sentences about the whole game, with the most important first."""
        winner = words.winner_of(self.session)
        return words.summary_lines(self.game, self.review, winner=winner, graded=self.graded, is_spoken=is_spoken)

    def about(self, decision: Decision, move: MoveReview, *, is_spoken: bool = False) -> MovePage:
        """Return what the review says about one move."""
        game, others = self.game, move.others
        better = words.better_sentence(game, self.session.names, decision, move, is_spoken=is_spoken)
        lesson = words.lesson_sentence(game, decision, move) if better else None
        if better:
            others = (move.played, *(each for each in others if each.action != move.best.action))
        compared = [
            f"{words.action_text(game, each.action)}, {words.outlook_text(game, move, each, is_spoken=is_spoken)}"
            for each in others
        ]
        return MovePage(
            words.move_sentence(game, move, is_spoken=is_spoken),
            better or f"It brought: {words.outlook_text(game, move, move.played, is_spoken=is_spoken)}.",
            "" if lesson is None else lesson[0],
            f"Also compared: {'; '.join(compared)}." if compared else "",
        )
