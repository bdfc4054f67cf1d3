"""Let many games be played by `hard` at the same time, each in a thread, with all their simulations in the same arrays.

Exit Stage Right is simulated several times as fast like this, and each game goes exactly as it goes alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Condition
from typing import Any, TypeVar

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.games.exit_stage_right.player.simulations import Request, Simulations, margins_together
from cardtable.players import knowledge_of
from cardtable.players.knowledge import Knowledge

T, R = TypeVar("T"), TypeVar("R")


class Together:
    """Games that wait for each other, and are then simulated at the same time."""

    def __init__(
        self,
        at_once: int,
        knowledge: Knowledge[Any, Any] = knowledge_of(GAME),  # noqa: B008
        simulations: type[Simulations] = Simulations,
    ) -> None:
        """Let this many games be played at once, by players with this knowledge and these simulations."""
        self._at_once = at_once
        self._changed = Condition()
        self._playing = 0
        self._requests: list[tuple[Request, list[Any]]] = []
        """What the waiting games ask for, each with a list for its answer."""
        ask = self._ask

        class Shared(simulations):  # type: ignore[misc, valid-type]
            def margins(self, actions: Sequence[Any], first: int, last: int) -> Any:
                return ask((self, actions, first, last))

        self.knowledge = replace(knowledge, load_batch=lambda: Shared)
        """What `hard` knows in these games."""

    def map(self, work: Callable[[T], R], tasks: Sequence[T]) -> list[R]:
        """Do the work for each task, which plays a game, and return the results in order."""
        waiting, results = deque(enumerate(tasks)), dict[int, R]()

        def work_on() -> None:
            try:
                while waiting:
                    number, task = waiting.popleft()
                    results[number] = work(task)
            finally:
                with self._changed:
                    self._playing -= 1
                    self._simulate_if_all_wait()

        self._playing = min(self._at_once, len(tasks))
        with ThreadPoolExecutor(self._playing) as threads:
            for done in [threads.submit(work_on) for _ in range(self._playing)]:
                done.result()
        return [results[number] for number in range(len(tasks))]

    def _ask(self, request: Request) -> Any:
        answer: list[Any] = []
        with self._changed:
            self._requests.append((request, answer))
            self._simulate_if_all_wait()
            self._changed.wait_for(lambda: bool(answer))
        return answer[0]

    def _simulate_if_all_wait(self) -> None:
        if self._requests and len(self._requests) == self._playing:
            margins = margins_together([request for request, _ in self._requests])
            for (_, answer), found in zip(self._requests, margins, strict=True):
                answer.append(found)
            self._requests = []
            self._changed.notify_all()
