"""The screens between two turns, on which no hand is visible until the next player is at the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from cardtable.table.seen import Seen
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.board import BoardWidget
from cardtable.tui.board_screen import BoardScreen
from cardtable.tui.faces import CardSet
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.widgets.key_bar import KeyBar

QUIET_SECONDS = 0.2
"""Seconds that must pass without a key press before a key can show the next hand, in case it is held or typed ahead."""
SECOND_CLICK = 1.0
"""Seconds in which a click may be the second half of the double click that ended the turn."""
READY, UNDO, LEAVE = "ready", "undo", "leave"
"""The results with which these screens close."""
SCROLL_KEYS = ("up", "down")
"""The keys that show no hand, however fast they are pressed."""
TAKE_OVER = Binding("space", f"dismiss({READY!r})", "I'm here")


class HandOver(AppScreen[str]):
    """A screen that waits for the next player.

    Enter doesn't end the wait: Enter also ends a turn, so if it were held down, it would show the next hand.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        TAKE_OVER,
        Binding("q", f"dismiss({LEAVE!r})", "Leave"),
    ]

    _shown_at = inf
    _last_key_at = inf
    """The time when the last key was pressed or the screen was shown, whichever was later."""
    _last_click_at = 0.0

    def on_mount(self) -> None:
        self.call_after_refresh(self.start_waiting)

    def start_waiting(self) -> None:
        """Note that the players see the screen from now on."""
        self._shown_at = self._last_key_at = events.Event().time

    def on_key(self, event: events.Key) -> None:
        before, self._last_key_at = self._last_key_at, max(self._last_key_at, event.time)
        if event.time - before < QUIET_SECONDS and event.key not in SCROLL_KEYS:
            event.stop()
            event.prevent_default()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._last_click_at = event.time

    def on_click(self, event: events.Click) -> None:
        if self._last_click_at - self._shown_at > SECOND_CLICK and self.is_for_ready(event):
            self.dismiss(READY)

    def is_for_ready(self, event: events.Click) -> bool:
        """Return whether a click says that the next player is there."""
        return True


class Curtain(HandOver):
    """An opaque screen that names the next player."""

    CSS = """
    Curtain { align: center middle; background: $background; }
    Curtain #call { width: 100%; height: auto; text-align: center; text-style: bold; }
    Curtain #why { width: 100%; height: auto; text-align: center; margin-top: 1; }
    """

    def __init__(self, name: str, invitation: str) -> None:
        super().__init__()
        self._next_player, self._invitation = name, invitation

    def compose(self) -> ComposeResult:
        yield Static(f"Pass the keyboard to {self._next_player}.", id="call", markup=False)
        why = f"Everyone else, look away. {self._next_player}, press space to {self._invitation}."
        yield Static(why, id="why", markup=False)
        yield KeyBar()


class PublicMoment(HandOver, BoardScreen[str]):
    """The table as everybody may see it, with what has happened since the next player's last turn."""

    FIRST_KEYS = ("Skip", "I'm here", "Go on", "More", "Undo", "Replay", "Log", "Leave")
    BINDINGS: ClassVar[list[BindingType]] = [
        TAKE_OVER,
        Binding("space,enter", "skip", "Skip", key_display="space"),
        Binding("space,enter", "go_on", "Go on"),
        Binding("up", "scroll(-1)", "More", key_display="arrows"),
        Binding("down", "scroll(1)", "More", show=False),
        Binding("u", f"dismiss({UNDO!r})", "Undo", id="undo"),
        Binding("u", "refuse_undo", "Undo, or say why that's impossible now", show=False, id="undo"),
        Binding("w", "watch", "Replay", id="replay"),
        Binding("l", "log", "Log", id="log"),
    ]

    def __init__(
        self,
        before: Seen | None,
        after: Seen,
        since: int,
        prompt: str,
        signs: CardSet,
        speed: str,
        watch: Callable[[int], None],
        *,
        hands_over: bool,
    ) -> None:
        """Create the screen, given the public views before and after the last action; the first is for the animation.

        `since` is the number of moves up to the next player's last one; `watch` opens a replay from there. `prompt`
        tells the next player what to press. `hands_over` says whether another player comes to the keyboard next.
        """
        super().__init__(after.game.id, signs, speed)
        self._before, self._after = before, after
        self._prompt, self._hands_over = prompt, hands_over
        self._since, self._watch = since, watch
        self.board.is_read_only = self.board.gives_tips = True
        self.board.can_focus = False
        self.board.recap = tuple(filter(None, self.board.recap_forms(after, since)))
        self.board.moment = next((event for event in after.log[-1] if isinstance(event, after.game.moments)), None)

    def compose(self) -> ComposeResult:
        yield self.board
        yield KeyBar()

    def on_mount(self) -> None:
        steps = self.frames_per_movement
        self.board.seen = self._before
        film = self.board.frames_for(self._after.log[-1], steps)
        self.board.show(self._after, film, notice="" if film else self._prompt)
        self.refresh_bindings()

    def on_key(self, event: events.Key) -> None:
        if self.board.is_animating:
            self.board.end_animation()
            event.stop()
            event.prevent_default()

    def is_for_ready(self, event: events.Click) -> bool:
        """Return whether the click is on the line that asks for it; on the cards, somebody may only be looking."""
        lines = self.board.status_rows(self.board.size.width, self.board.size.height)
        return not self._hands_over or event.screen_y >= self.board.region.bottom - lines

    @on(BoardWidget.AnimationFinished)
    def _after_animation(self) -> None:
        if not self.board.notice:
            self.board.say(self._prompt)
        self.start_waiting()
        self.refresh_bindings()

    def action_skip(self) -> None:
        """End the animation."""
        self.board.end_animation()

    def action_watch(self) -> None:
        """Open a replay of what has happened since the next player's last turn."""
        self._watch(self._since)

    def action_log(self) -> None:
        """Open the log, which leads to any moment of the game."""
        log = LogScreen(f"{self._after.game.title}: log", self._after, opens_replay=len(self._after.log) > 1)
        self.app.push_screen(log, lambda at: None if at is None else self._watch(at))

    def action_scroll(self, step: int) -> None:
        """Scroll the recap."""
        self.board.scroll_recap(step)

    def on_mouse_scroll_up(self) -> None:
        self.action_scroll(-1)

    def on_mouse_scroll_down(self) -> None:
        self.action_scroll(1)

    def on_resize(self) -> None:
        self.call_after_refresh(self.refresh_bindings)  # whether the recap fits

    def action_go_on(self) -> None:
        self.dismiss(READY)

    def action_refuse_undo(self) -> None:
        self.board.say(f"{self._after.no_undo} {self._prompt}")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now: that of the next player, or those that only close the screen.

        During the animation, each key only ends it.
        """
        if self.board.is_animating or action == "skip":
            return self.board.is_animating and action == "skip"
        if action == "go_on" or parameters == (READY,):
            return (action == "go_on") != self._hands_over
        if action == "scroll":
            return any(self.board.recap_hidden)
        if action == "watch":
            return len(self._after.log) > 1
        if action == "refuse_undo":
            return bool(self._after.no_undo)
        return not (self._after.no_undo and parameters == (UNDO,))
