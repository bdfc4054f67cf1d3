"""The work on a review.

Another process judges each move, first quickly and then again with more simulations. The results can be saved at any
time, and a later run continues from the saved results.
"""

from __future__ import annotations

import os
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from subprocess import Popen
from typing import Any

from cardtable.engine.game import AnyGame
from cardtable.formats.opening import begin
from cardtable.players.known_games import knowledge_of
from cardtable.players.process import ThinkingProcess, exchange
from cardtable.practice.decisions import Decision, decisions_of, fingerprint, reviewed_person
from cardtable.practice.judge import STAGES, judge
from cardtable.practice.review import MoveReview, Review, Verdict
from cardtable.store.fault_log import write_fault_log
from cardtable.store.paths import log_folder
from cardtable.table.session import Session

MAX_PROCESSES = 4
METHOD = 1
"""The version of the method for games with classes by margin. Reviews by an older version begin again."""
_STAGE_FOR_LUCK = 1
"""The stage at which an older review resumes. Its simulations are enough to separate luck from skill."""
ATTEMPTS = 2
"""The number of attempts to judge a move before it is left out. An attempt fails if the process fails."""


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """A request to judge a move."""

    game: AnyGame
    decision: Decision
    simulations: int

    def answer(self) -> MoveReview:
        """Return the review of the move."""
        return judge(self.game, self.decision, self.simulations)


@dataclass(frozen=True, slots=True)
class HindsightQuestion:
    """A request for the best margin that a search finds in a one-player game if all cards are known."""

    game: AnyGame
    state: Any = field(repr=False)
    """The full state when the person began to play."""
    played: int
    """The margin that the person reached. The best margin can't be lower."""

    def answer(self) -> int:
        """Return the best margin."""
        find = knowledge_of(self.game).hindsight
        assert find is not None, "only games with hindsight are asked about"
        return max(self.played, find(self.state))


def hindsight_question(session: Session, margin: int) -> HindsightQuestion | None:
    """Return the request for a game's best margin, or None if no search can find it. The person reached `margin`."""
    game = session.game
    if len(session.names) > 1 or knowledge_of(game).hindsight is None:
        return None
    state = begin(game, session.options, len(session.names), session.opening).state
    for action in session.actions[: session.inherited_actions]:
        state = game.advance(state, action, None)
    return HindsightQuestion(game, state, margin)


def new_review(session: Session, person: int | None = None) -> Review:
    """Return an empty review of a person's moves in a finished game, by default the first person's.

    Raise NotReviewable if the game can't be reviewed.
    """
    decisions = decisions_of(session, person)
    outcome = session.outcome
    assert outcome is not None, "decisions_of() refuses a game in progress"
    seat = decisions[0].seat if decisions else 0
    return Review(
        fingerprint=fingerprint(session),
        length=len(decisions),
        margin=outcome.margin if outcome.together or seat in outcome.winners else -outcome.margin,
        is_won=seat in outcome.winners,
        person=reviewed_person(session, person),
        method=METHOD if knowledge_of(session.game).margin_steps else 0,
    )


class ReviewRun:
    """The background work on one review."""

    def __init__(
        self,
        session: Session,
        saved: Review | None,
        on_change: Callable[[Review], object],
        *,
        person: int | None = None,
        stages: int = len(STAGES),
        processes: int = 0,
    ) -> None:
        """Prepare the work. Raise NotReviewable if the game can't be reviewed.

        `person` is the one whose moves are reviewed, by default the first person at the table. `on_change` gets each
        new version of the review. The function is called from other threads, one call at a time.
        """
        fresh = new_review(session, person)
        is_same = saved is not None and (saved.fingerprint, saved.method) == (fresh.fingerprint, fresh.method)
        self.review = saved if saved is not None and is_same else fresh
        older = [move.number for move in self.review.moves if move.usual is None] if session.game.together else []
        self._without_luck = set(older)
        """The numbers of the moves with saved reviews that are too old to separate luck from skill."""
        if older:
            self.review = replace(self.review, stage=min(self.review.stage, _STAGE_FOR_LUCK))
        self._game, self._decisions, self._on_change = session.game, decisions_of(session, person), on_change
        self._stages, self._par = stages, hindsight_question(session, round(fresh.margin))
        self._lock = threading.Lock()
        self._tasks: deque[MoveQuestion | HindsightQuestion] = deque()
        self._failures: Counter[int] = Counter()
        """The number of failed questions about each move in this stage. The key 0 stands for par."""
        self._has_answers = False
        """Whether any question in this stage has been answered."""
        self._open = 0
        """The number of questions in progress."""
        self._is_stopped = False
        count = processes or min(MAX_PROCESSES, os.cpu_count() or 1)
        self._processes = [ThinkingProcess(session.game.id) for _ in range(count)]
        self._threads = [
            threading.Thread(target=self._work, args=(each,), daemon=True, name="review") for each in self._processes
        ]
        self._changed = threading.Condition(self._lock)

    @property
    def is_complete(self) -> bool:
        """Whether every stage is complete and no question is left."""
        return self.review.stage >= self._stages and not (self._tasks or self._open)

    @property
    def is_stopped(self) -> bool:
        """Whether the work has ended early, because of `stop` or a process that doesn't start or doesn't answer."""
        return self._is_stopped

    def start(self) -> None:
        """Start the work or continue from the saved review."""
        with self._lock:
            self._fill()
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """End the work at once. The results so far are in `review`."""
        with self._changed:
            self._is_stopped = True
            for process in self._processes:
                process.stop()
            self._changed.notify_all()
        for thread in self._threads:
            if thread.is_alive() and thread is not threading.current_thread():
                thread.join()

    def take_over(self, other: Review) -> None:
        """Add another run's results for the same game. Drop the questions that these results answer."""
        with self._changed:
            merged = self.review.merged_with(other)
            if merged is self.review:
                return
            self.review = merged
            asked = [task for task in self._tasks if self._is_useful(task)]
            self._tasks.clear()
            self._tasks.extend(asked)
            self._on_change(merged)
            self._fill()
            self._changed.notify_all()

    def _is_useful(self, task: MoveQuestion | HindsightQuestion) -> bool:
        """Return whether the answer to a question is still unknown."""
        if isinstance(task, MoveQuestion):
            return self._is_open(task.decision, task.simulations)
        return self.review.par is None

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the work is complete or stopped. Return whether it is complete."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_stopped or self.is_complete, seconds)
            return self.is_complete

    def _fill(self) -> None:
        """Advance to the next stage with moves to judge. The caller must hold the lock."""
        while not self._tasks and not self._open and not self.is_complete:
            self._tasks.extend(self._due(STAGES[self.review.stage]))
            if self._tasks:
                return
            if not self._has_answers and ATTEMPTS in self._failures.values():
                self._is_stopped = True  # every process fails, so this stage can't be finished
                return
            self._failures.clear()
            self._has_answers = False
            self.review = replace(self.review, stage=self.review.stage + 1)
            self._on_change(self.review)

    def _due(self, simulations: int) -> Iterator[MoveQuestion | HindsightQuestion]:
        """Yield the questions for a stage with this many simulations. The question about par comes last."""
        for decision in self._decisions:
            if self._failures[decision.number] < ATTEMPTS and self._is_open(decision, simulations):
                yield MoveQuestion(self._game, decision, simulations)
        if self._par is not None and self.review.par is None and self._failures[0] < ATTEMPTS:
            yield self._par

    def _is_open(self, decision: Decision, simulations: int) -> bool:
        """Return whether a move still needs to be judged with this many simulations."""
        known = self.review.of(decision.number)
        if known is None or (known.usual is None and decision.number in self._without_luck):
            return True
        is_settled = known.simulations == 0 or known.verdict is Verdict.FORCED
        return not is_settled and known.simulations < simulations

    def _work(self, process: ThinkingProcess) -> None:
        while (task := self._next_task(process)) is not None:
            question, started = task
            found: MoveReview | int | None = None
            try:
                found = exchange(started, question)
            except Exception as error:  # noqa: BLE001  if this thread ended, `wait` would never return
                if not self._is_stopped:
                    _log(error)
            with self._changed:
                self._open -= 1
                if self._is_stopped:
                    return
                self._note(question, found)
                self._fill()
                self._changed.notify_all()

    def _next_task(self, process: ThinkingProcess) -> tuple[MoveQuestion | HindsightQuestion, Popen[bytes]] | None:
        """Return the next question and the running process, or None at the end. Wait for a question if necessary.

        The process is started under the lock, so that no process keeps running after `stop`.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._is_stopped or self._tasks or self.is_complete)
            if self._is_stopped or not self._tasks:
                process.stop()
                return None
            try:
                started = process.start()
            except OSError as error:
                self._give_up(error)
                return None
            self._open += 1
            return self._tasks.popleft(), started

    def _give_up(self, error: OSError) -> None:
        """Stop the work because no process can be started. The caller must hold the lock."""
        _log(error)
        self._is_stopped = True
        self._changed.notify_all()

    def _note(self, question: MoveQuestion | HindsightQuestion, found: MoveReview | int | None) -> None:
        """Add an answer to the review, or ask again if the process failed. The caller must hold the lock."""
        if isinstance(found, MoveReview):
            self._without_luck.discard(found.number)
            self.review = replace(self.review, moves=self.review.with_moves([found]))
        elif found is not None:
            self.review = replace(self.review, par=found)
        else:
            number = question.decision.number if isinstance(question, MoveQuestion) else 0
            self._failures[number] += 1
            if self._failures[number] < ATTEMPTS:
                self._tasks.append(question)
            return
        self._has_answers = True
        self._on_change(self.review)


def _log(error: Exception) -> None:
    with suppress(OSError):
        write_fault_log([error], log_folder())
