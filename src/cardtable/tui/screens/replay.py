"""The replay of a game on the game's own board, by move, turn or round, with a progress bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.timer import Timer

from cardtable.engine.phrases import address
from cardtable.rooms.kit.response import Response, ShowLog
from cardtable.rooms.replay import Playing, ReplayRoom, ShowCards, Stepped
from cardtable.table.command_lines import deal_caption
from cardtable.table.replay import OPEN, Replay, ReplayPosition
from cardtable.table.seen import Seen
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.command_keys import bindings_of
from cardtable.tui.drawing.canvas import Box, Canvas, cut
from cardtable.tui.drawing.faces import CardSet
from cardtable.tui.screens.board_screen import BoardScreen
from cardtable.tui.screens.cards import CardsScreen
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.screens.room_screen import RoomScreen
from cardtable.tui.widgets.drawn import Drawing
from cardtable.tui.widgets.key_bar import KeyBar

SHORTEST_BAR = 10


class ReplayBar(Drawing):
    """A line with the position and a progress bar. Click the bar to go to a move, or the text to toggle autoplay."""

    DEFAULT_CSS = "ReplayBar { height: 1; }"

    @dataclass
    class Seek(Message):
        """Posted when the player asks to see the table after the first `at` moves."""

        at: int

    class PlayPressed(Message):
        """Posted when the player clicks to start or stop autoplay."""

    def __init__(self, room: ReplayRoom, signs: CardSet) -> None:
        super().__init__()
        self.room, self.signs = room, signs
        replay = room.replay
        view = max((replay.view_label_of(viewer) for viewer in replay.viewers), key=cell_len)
        self._widest = _captions(replay.last_position, view, "playing")
        """The longest possible captions. The bar reserves room for them, so that it doesn't move."""

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        room = width - SHORTEST_BAR - 1
        which = next((at for at, text in enumerate(self._widest) if cell_len(text) <= room), len(self._widest) - 1)
        replay, verb = self.room.replay, "playing" if self.room.is_playing else "move"
        text = _captions(replay.position, replay.view_label, verb)[which]
        canvas.put(0, 0, " " * width, "title")
        canvas.put(0, 0, cut(text, room), "title")
        left = min(cell_len(self._widest[which]), room) + 1
        if width > left + 1:
            self._draw_bar(canvas, left, width - left - 1)
        return canvas

    def _draw_bar(self, canvas: Canvas, left: int, last: int) -> None:
        """Draw the bar, whose first column is `left`. `last` is the index of its last cell, counted from 0."""
        length = max(1, self.room.replay.length)
        done = self.room.replay.at * last // length
        before, here, after = self.signs.bar
        canvas.put(left, 0, before * done + here + after * (last - done), "title")
        for cell in range(last + 1):
            canvas.add_target(Box(left + cell, 0, 1, 1), -(-cell * length // last))

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.target_at(event.x, event.y)
        self.post_message(self.Seek(meaning) if isinstance(meaning, int) else self.PlayPressed())


def _captions(position: ReplayPosition, view: str, verb: str) -> tuple[str, ...]:
    """Return the captions for the bar, starting with the longest."""
    short = f"{position.move} of {position.moves}"
    full = f"{verb} {str(position).removeprefix('move ')}, {view}"
    return full, f"{verb} {short}, {view}", f"{short}, {view}", short


class ReplayScreen(RoomScreen[None], BoardScreen[None]):
    """A replay of a game on a board where players can't make moves."""

    room: ReplayRoom
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(ReplayRoom.commands)
    KEY_HELP = (("mouse", "click the bar to go to a move, or its text to play or stop; scroll to move"),)

    def __init__(self, replay: Replay, signs: CardSet, speed: str, number: int | None = None) -> None:
        super().__init__(replay.session.game.id, signs, speed)
        self.room = ReplayRoom(replay, number)
        self._shown = 0
        """The number of moves before the position on the screen."""
        self.board.can_focus = False  # so that its keys do nothing
        self.board.reserved_rows = 1
        self.bar = ReplayBar(self.room, signs)
        self._timer: Timer | None = None
        session = replay.session
        self.board.caption = deal_caption(session, len(session.names) == 1 or session.turn is None)

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        super().apply_settings(signs, speed)
        self.bar.signs = signs
        self.bar.redraw()

    def compose(self) -> ComposeResult:
        yield self.board
        yield self.bar
        yield KeyBar()

    def on_mount(self) -> None:
        self.show_room()

    def show_room(self) -> None:
        """Show the table after the current move. If the player went forward by one move, animate that move."""
        replay = self.room.replay
        seen = replay.look()
        is_step, self._shown = replay.at == self._shown + 1, replay.at
        frames = self.board.frames_for(seen.log[-1], self.frames_per_movement) if is_step else []
        self.board.show(seen, frames, notice=self._caption(seen))
        self.bar.redraw()
        self.refresh_bindings()

    def say(self, text: str) -> None:
        self.board.say(text)

    def _caption(self, seen: Seen) -> str:
        """Return text that names the current player or, at the end, says how the game ended."""
        if seen.outcome is not None:
            return seen.outcome.reason
        sentences = [] if self.room.replay.at else ["Before the first move."]
        if seen.turn is not None and len(seen.names) > 1:
            sentences.append(address(f"{seen.player(seen.turn)}'s turn."))
        if self.room.replay.viewer == OPEN:
            sentences.append(f"Press {self.key_for('cards')} to see every hand and pile.")
        return " ".join(sentences)

    def answer(self, response: Response | None) -> None:
        if not self.room.is_playing:
            self._stop_timer()
        replay = self.room.replay
        match response:
            case Stepped():
                self.show_room()
            case Playing():
                self.show_room()
                self._play_next()
            case ShowCards():
                title = f"{replay.position}, {replay.view_label}"
                self.app.push_screen(CardsScreen(title, replay.look(), self.board.signs))
            case ShowLog():
                seen = replay.look()
                self.app.push_screen(LogScreen(f"{seen.game.title}: log up to here", seen, opens_replay=True), self._go)
            case _:
                super().answer(response)
        self.bar.redraw()

    def _go(self, at: int | None) -> None:
        if at is not None:
            self.answer(self.room.go_to(at))

    # The mouse

    @on(ReplayBar.Seek)
    def _seek(self, event: ReplayBar.Seek) -> None:
        self._go(event.at)

    @on(ReplayBar.PlayPressed)
    def _play_or_stop(self) -> None:
        self.do("autoplay")

    def on_mouse_scroll_down(self) -> None:
        self.do("next")

    def on_mouse_scroll_up(self) -> None:
        self.do("back")

    # Autoplay

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _play_next(self) -> None:
        if self.room.is_playing:
            self.do("autoplay" if self.room.is_at_end else "next")

    @on(BoardWidget.AnimationFinished)
    def _after_animation(self) -> None:
        """Show the next move after a pause if autoplay is on."""
        if self.room.is_playing and not self.board.is_animating:
            self._stop_timer()
            self._timer = self.set_timer(self.room.pause, self._play_next)
