"""The process that thinks for computer players, as the app uses it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
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

MOST_SECONDS = 20.0
"""How long a computer player may think, on however slow a machine, before it plays without a search."""


class Thinker(ThinkingProcess):
    """Another process, which starts when it is first needed and ends when the table closes."""

    async def choose(self, seen: Seen, computer: Computer, key: Key) -> Any:
        """Return the action that a computer player chooses; it never fails, but may be chosen without a search."""
        from cardtable.formats.computers import Computer
        from cardtable.players.at_table import choose
        from cardtable.players.questions import ChoiceQuestion

        if (choice := await self._answer(ChoiceQuestion(seen, key, computer))) is None:
            choice = choose(seen, Computer("medium", 1), key)
        return choice.action

    async def hints(self, seen: Seen, key: Key) -> Sequence[Any]:
        """Return the hints for the player to move, or none if that fails or takes too long."""
        from cardtable.players.questions import HintsQuestion

        return await self._answer(HintsQuestion(seen, key)) or ()

    async def _answer(self, question: Question) -> Any:
        """Return the answer of the process, or None if it fails; the log says why.

        If nobody waits for the answer any more, the process is stopped.
        """
        try:
            process = self.start()
            async with asyncio.timeout(MOST_SECONDS):
                return await asyncio.to_thread(exchange, process, question)
        except asyncio.CancelledError:
            self.stop()
            raise
        except (*PROCESS_ERRORS, TimeoutError) as error:
            self.stop()
            with suppress(OSError):
                write_fault_log([error], log_folder())
            return None
