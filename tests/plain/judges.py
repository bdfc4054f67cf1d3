"""A judge who knows each answer at once, in place of the processes that judge the moves of a review.

`python -m tests.plain.judges NUMBER MOVES` reviews a saved game and is killed as soon as so many moves are saved.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from dataclasses import replace
from typing import Any

import pytest

from cardtable.practice.review import MoveReview, Review, Usual
from cardtable.practice.run import HindsightQuestion, MoveQuestion
from cardtable.practice.saved_reviews import save_review
from tests.practice.move_reviews import as_good_as_any, worse

BLUNDER = 3
"""The number of the move that the judge blames."""


class Judge:
    """A judge who blames one move."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []
        """The number of the move and of the simulations in each question."""
        self.most = sys.maxsize
        """How many questions are answered; at the next one, the judge thinks until the review is stopped."""
        self.is_interrupted = True
        """Whether the player then presses Ctrl+C."""
        self.fails_at = 0
        """The number of the move at which the process always fails."""
        self._is_stopped = threading.Event()

    def start(self) -> Judge:
        """Pretend to start a process."""
        return self

    def stop(self) -> None:
        """Pretend to end the process."""
        self._is_stopped.set()

    def answer(self, process: object, question: MoveQuestion | HindsightQuestion) -> MoveReview | int:
        """Return the review of a move, or par."""
        if isinstance(question, HindsightQuestion):
            return question.played
        decision, simulations = question.decision, question.simulations
        self.asked.append((decision.number, simulations))
        if len(self.asked) > self.most:
            if self.is_interrupted:
                os.kill(os.getpid(), signal.SIGINT)
            self._is_stopped.wait()
            raise EOFError
        if decision.number == self.fails_at:
            raise RuntimeError
        if decision.number != BLUNDER:
            return replace(as_good_as_any(decision), simulations=simulations, usual=Usual(0.0, 0.0))
        better = next(each for each in decision.legal if each != decision.played)
        return replace(worse(decision, better, (0.62, 0.4)), simulations=simulations, usual=Usual(0.0, 0.0))


def seat(judge: Judge, patch: pytest.MonkeyPatch) -> Judge:
    """Let a judge answer all questions of the reviews in this process."""
    patch.setattr("cardtable.practice.run.ThinkingProcess", lambda *_: judge)
    patch.setattr("cardtable.practice.run.exchange", judge.answer)
    patch.setattr("os.cpu_count", lambda: 1)
    return judge


def _review_and_die(number: str, moves: int) -> None:
    from cardtable import cli

    def save_and_die(archive: Any, number: int, review: Review) -> Review:
        if len(review.moves) == moves:
            save_review(archive, number, review)
            os.kill(os.getpid(), signal.SIGKILL)
        return review

    with pytest.MonkeyPatch.context() as patch:
        judge = seat(Judge(), patch)
        judge.most, judge.is_interrupted = moves, False
        patch.setattr("cardtable.plain.review_report.SAVE_SECONDS", 0.01)
        patch.setattr("cardtable.rooms.kit.review_work.save_review", save_and_die)
        cli.main(["review", number, "--plain"])


if __name__ == "__main__":
    _review_and_die(sys.argv[1], int(sys.argv[2]))
