"""The process that thinks for computer players, and the app's interface to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cardtable.players.process import PROCESS_ERRORS, ThinkingProcess, exchange
from cardtable.store.fault_log import write_fault_log
from cardtable.store.paths import log_folder

if TYPE_CHECKING:
    from cardtable.engine.chance import Key
    from cardtable.formats.computers import Computer
    from cardtable.players.worker import Question
    from cardtable.table.seen import Seen
    from cardtable.tui.screens.app_screen import AppScreen

MAX_SECONDS = 20.0
"""The maximum number of seconds for a search, even on a slow machine. After that, the player moves without a search."""


class Thinker(ThinkingProcess):
    """A separate process that starts when it is first needed and ends when the table closes."""

    notice = ""
    """A message for the players if a program failed and a medium player chose its last move, or an empty string."""

    async def choose(self, seen: Seen, computer: Computer, key: Key) -> Any:
        """Return a computer player's action. If the process fails, choose without a search. Never raise an error."""
        from cardtable.formats.computers import Computer
        from cardtable.players.at_table import ChoiceQuestion, choose, program_notice

        if (choice := await self.answer(ChoiceQuestion(seen, key, computer))) is None:
            choice = choose(seen, Computer("medium", 1), key)
        self.notice = program_notice(choice)
        return choice.action

    async def answer(self, question: Question) -> Any:
        """Return the answer of the process, or None if the process fails.

        The log gives the reason, unless the process was stopped on purpose. If the task that waits for the answer is
        cancelled, the process is stopped.
        """
        process = None
        try:
            process = self.start()
            async with asyncio.timeout(MAX_SECONDS):
                return await asyncio.to_thread(exchange, process, question)
        except asyncio.CancelledError:
            self.stop()
            raise
        except (*PROCESS_ERRORS, TimeoutError) as error:
            if process is None or self.runs(process):
                self.stop()
                with suppress(OSError):
                    write_fault_log([error], log_folder())
            return None


class Asker:
    """A separate process that answers a screen's questions, one at a time. Keys keep working in the meantime."""

    def __init__(self, screen: AppScreen[Any], thinker: Thinker | None = None) -> None:
        """Use a shared thinker or, without one, create a new thinker."""
        self._screen = screen
        self._thinker = thinker or Thinker()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_asking(self) -> bool:
        """True while a question is waiting for its answer."""
        return self._task is not None

    def ask(self, question: Question, then: Callable[[Any], None]) -> None:
        """Ask a question, replacing any earlier one. `then` gets the answer, or None if there is no answer."""
        self.stop()
        # A worker of Textual's would hold back all keys until it is done.
        self._task = asyncio.create_task(self._ask(question, then))
        self._task.add_done_callback(lambda task: raise_error(self._screen, task))

    async def _ask(self, question: Question, then: Callable[[Any], None]) -> None:
        answer = await self._thinker.answer(question)
        task = asyncio.current_task()

        def act_now() -> None:
            if self._task is task:
                self._task = None
                then(answer)

        self._screen.call_later(act_now)

    def stop(self) -> None:
        """Drop the current question."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def close(self) -> None:
        """Drop the current question, and end the process."""
        self.stop()
        self._thinker.stop()


def raise_error(screen: AppScreen[Any], task: asyncio.Task[None]) -> None:
    """If a finished task has raised an error, let that error end the app like any other error."""
    if not task.cancelled() and (error := task.exception()) is not None:
        screen.call_later(_fail, error)


def _fail(error: BaseException) -> None:
    raise error
