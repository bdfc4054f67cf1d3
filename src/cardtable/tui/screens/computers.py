"""The players who aren't at this screen: computer players, which think in another process, and people elsewhere.

Each of their moves is shown for a while. A person at another screen of a shared table is treated like a computer player
that thinks until its move appears in the log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from cardtable.engine.phrases import join_words
from cardtable.formats.computers import label
from cardtable.rooms.kit.turns import ComputerThinks, FollowOthers
from cardtable.table.shared_game import POLL_SECONDS
from cardtable.tui.thinking import Thinker, raise_error

if TYPE_CHECKING:
    from cardtable.rooms.table import TableRoom
    from cardtable.tui.board.widget import BoardWidget
    from cardtable.tui.screens.board_screen import PlayScreen

SECONDS: dict[str, float | None] = {"slow": 3.0, "normal": 1.5, "fast": 0.5, "enter": None}
"""How many seconds a computer player's move is shown, by setting. None means until Enter is pressed."""
PAUSED = "Paused: press space to go on, or Enter for one move."
GO_ON = "Press Enter to go on."
PLACING_SECONDS = 0.5
REACTION_SECONDS = 0.4
"""The number of seconds that players need to notice that the computer players have finished."""
PATIENCE = 0.3
"""The number of seconds after which the screen says which player is thinking."""


class ComputersAtTable:
    """The players at one table who aren't at this screen."""

    def __init__(
        self,
        screen: PlayScreen,
        room: TableRoom,
        play: Callable[[Any], None],
        follow: Callable[[], None],
    ) -> None:
        """Prepare the players. `play` plays an action for the current player and shows that action.

        At a shared table, `follow` shows what others have done.
        """
        self._screen, self._room, self._session = screen, room, room.session
        self._play, self._follow = play, follow
        self.thinker = Thinker(room.session.game.id)
        self._task: asyncio.Task[None] | None = None
        self._go_on = asyncio.Event()
        self._waiting: Callable[[], None] | None = None
        """The function to call when the table is on the screen again, or None."""
        self._has_played = False
        """Whether a computer player made the last move on the screen."""
        self._told = ""
        """A sentence about the effect of the last move."""
        self._has_read = 0
        """The number of log entries that the players have had time to read."""
        self._last_notice = ""
        """The last notice about a computer player's program, stored so that the notice isn't repeated."""
        self._stops = set[tuple[int | None, type]]()
        """The placements after which the players have already pressed Enter, each as a seat and a type of action."""
        self._last_to_play: int | None = None
        """The seat of the computer player that moved last, or None if none has moved."""
        self.is_paused = self._is_hurried = self._is_read = False
        self._shown_at = -inf
        """The time at which the animation of a computer player's last move ended."""

    @property
    def _board(self) -> BoardWidget:
        return self._screen.board

    @property
    def _is_on_top(self) -> bool:
        """Whether no screen or dialog covers the table."""
        return self._screen.app.screen is self._screen

    @property
    def is_playing(self) -> bool:
        """True while somebody who isn't at this screen is thinking or about to move."""
        return self._task is not None

    @property
    def can_go_on(self) -> bool:
        """Whether Enter shows the next move at once. It can't hurry a person at another screen."""
        return self.is_playing and (self._room.table is None or self._is_read)

    @property
    def introduction(self) -> str:
        """A sentence that names the computer players and their levels, or an empty string."""
        names = [
            label(name, computer.kind)
            for name, computer in zip(self._session.names, self._session.computers, strict=False)
            if computer is not None
        ]
        what = "is a computer player" if len(names) == 1 else "are computer players"
        return f"{join_words(names)} {what}." if names else ""

    def begin(self) -> None:
        """Start the process if there are computer players."""
        if self._session.computers:
            with suppress(OSError):  # the first choice tries again, and does without if need be
                self.thinker.start()

    def close(self) -> None:
        """Stop thinking, and end the process."""
        self.stop()
        self.thinker.stop()

    def stop(self) -> None:
        """Stop thinking, because a player is doing something else."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._waiting = None
        self._has_played = self._is_hurried = self._is_read = False
        self._shown_at = -inf

    def note_shown(self, *, is_hurried: bool) -> None:
        """Note that the last move has been shown, and whether a player ended its animation with Enter."""
        if self._has_played:
            self._is_hurried, self._shown_at = self._is_hurried or is_hurried, monotonic()

    @property
    def may_be_hurried(self) -> bool:
        """Whether Enter may have been pressed only to hurry computer players that have just finished."""
        return self._is_hurried or monotonic() - self._shown_at < REACTION_SECONDS

    def take_turn(self, *, is_hurried: bool = False) -> None:
        """Let the current player, who isn't at this screen, think and move, unless this player is already thinking.

        `is_hurried` is true if the players have pressed Enter and don't want to read about the last move.
        """
        if self._task is None:
            if is_hurried:
                self._has_read = len(self._session.actions) + 1
            self._told = self._board.notice
            # A worker of Textual's would hold back all keys until it is done.
            self._task = asyncio.create_task(self._think())
            self._task.add_done_callback(self._raise_error)
            self._screen.refresh_bindings()

    def go_on(self) -> None:
        """Play the next move at once."""
        self._is_hurried = True
        self._go_on.set()

    def toggle_pause(self) -> None:
        """Pause the computer players, or let them continue."""
        self.is_paused = not self.is_paused
        if self.is_paused:
            self._say(PAUSED)
        else:
            self._go_on.set()
        self._screen.refresh_bindings()

    async def _think(self) -> None:
        thinking = asyncio.create_task(self._wait())
        try:
            await self._let_read_news()
            await asyncio.wait([thinking], timeout=PATIENCE)
            if not thinking.done():
                self._say(self._waiting_text)
            self._play_later(await thinking)
        finally:
            thinking.cancel()

    @property
    def _waiting_text(self) -> str:
        if self._session.computer is None:
            return self._room.waiting_text
        return f"{self._session.names[self._session.turn or 0]} is thinking..."

    async def _choose(self) -> Callable[[], None]:
        """Let the computer player choose an action. Return a function that plays it."""
        session, seat = self._session, self._session.turn
        computer = session.computer
        assert seat is not None, "a computer player is to move"
        assert computer is not None, "a computer player is to move"
        action = await self.thinker.choose(session.look(seat), computer, session.thinking_key())
        if self.thinker.notice not in ("", self._last_notice):
            self._screen.app.notify(self.thinker.notice, timeout=10, markup=False)
            self._last_notice = self.thinker.notice
        return partial(self._play, action)

    async def _wait(self) -> Callable[[], None]:
        """Wait until others have done something, or until a computer player that thinks here has chosen an action.

        Return a function that shows what was done, or plays that action.
        """
        room, choosing = self._room, None
        try:
            while not room.look_for_news() and not isinstance(step := room.next_step(), FollowOthers):
                if choosing is None and isinstance(step, ComputerThinks):
                    choosing = asyncio.create_task(self._choose())
                if choosing is None:
                    await asyncio.sleep(POLL_SECONDS)
                    continue
                await asyncio.wait([choosing], timeout=None if room.table is None else POLL_SECONDS)
                if choosing.done():
                    return choosing.result()
        finally:
            if choosing is not None:
                choosing.cancel()
        return self._follow

    def _play_later(self, play: Callable[[], None]) -> None:
        """Play an action as soon as the screen allows it. Drop the action if a player does something else first."""
        task = self._task

        def act_now() -> None:
            if self._task is not task:
                return
            if not self._is_on_top:
                self._waiting = act_now
                return
            self._has_played, self._last_to_play, self._task = True, self._session.turn, None
            play()

        self._screen.call_later(act_now)

    def resume(self) -> None:
        """Play the action that was chosen while another screen covered the table."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting()

    def _raise_error(self, task: asyncio.Task[None]) -> None:
        raise_error(self._screen, task)

    async def _let_read_news(self) -> None:
        """Wait until the players have had time to read any news about computer players."""
        log, seen = len(self._session.actions) + 1, self._board.seen
        has_news = seen is not None and self._has_read < log and self._board.has_news(seen, self._has_read)
        if self._has_played and (has_news or self.is_paused):
            await self._let_read()
        if has_news or not self._has_played:
            self._has_read = log

    async def _let_read(self) -> None:
        """Wait until the players have had time to read the last move."""
        self._go_on.clear()
        seconds, is_over, self._is_read = self._seconds(), False, True
        self._screen.refresh_bindings()
        while not is_over:
            if self.is_paused or seconds is None:
                self._say(PAUSED if self.is_paused else GO_ON)
            try:
                await asyncio.wait_for(self._go_on.wait(), None if self.is_paused else seconds)
                is_over = True
            except TimeoutError:
                is_over = not self.is_paused  # a player may have paused meanwhile
        self._is_read = False
        self._screen.refresh_bindings()

    def _seconds(self) -> float | None:
        """Return how many seconds to show a move, or None to wait for Enter.

        While the players place their pieces, only a player's first move of each type can wait for Enter.
        """
        seconds, seen = SECONDS[self._screen.settings.pace], self._board.seen
        if seen is None or not self._board.is_placing(seen):
            return seconds
        stop = self._last_to_play, type(self._session.actions[-1])
        if seconds is None and stop not in self._stops:
            self._stops.add(stop)
            return None
        return min(seconds or PLACING_SECONDS, PLACING_SECONDS)

    def _say(self, sentence: str) -> None:
        """Show a sentence, together with the effect of the last move."""
        self._board.say(f"{sentence} {self._told}".strip())
