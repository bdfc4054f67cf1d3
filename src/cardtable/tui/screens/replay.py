"""A game watched again on its own table, by move, turn and round, with a line that says where we are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from cardtable.table.command_lines import deal_caption
from cardtable.table.replay import ONLY_PUBLIC, OPEN, Replay, ReplayPosition, Stride, Viewer, describe_cards, log_lines
from cardtable.table.session import Seen, Session
from cardtable.tui.board import BoardWidget
from cardtable.tui.board_screen import BoardScreen
from cardtable.tui.canvas import Box, Canvas, cut
from cardtable.tui.faces import CardSet
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.reader import Reader
from cardtable.tui.widgets.drawn import Drawing
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item

PAUSES = (6.0, 3.0, 1.5, 0.7, 0.3)
"""Seconds between two moves while it plays by itself, from the slowest pace to the fastest."""
USUAL_PACE = 2
SHORTEST_BAR = 10


class ReplayBar(Drawing):
    """The line that says where we are; a click on its bar goes there, one on its words plays or stops."""

    DEFAULT_CSS = "ReplayBar { height: 1; }"

    @dataclass
    class Seek(Message):
        """The player wants to be after so many moves."""

        at: int

    class PlayPressed(Message):
        """The player wants it to play by itself, or to stop."""

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self.is_playing = False
        manner = max((replay.view_label_of(viewer) for viewer in replay.viewers), key=cell_len)
        self._widest = _forms(replay.last_position, manner, "playing")
        """The longest that each form of the words can be, so that the bar stays in its place."""

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        room = width - SHORTEST_BAR - 1
        form = next((at for at, text in enumerate(self._widest) if cell_len(text) <= room), len(self._widest) - 1)
        text = _forms(self.replay.position, self.replay.view_label, "playing" if self.is_playing else "move")[form]
        canvas.put(0, 0, " " * width, "title")
        canvas.put(0, 0, cut(text, room), "title")
        left = min(cell_len(self._widest[form]), room) + 1
        if width > left + 1:
            self._draw_bar(canvas, left, width - left - 1)
        return canvas

    def _draw_bar(self, canvas: Canvas, left: int, last: int) -> None:
        """The way that is done, a mark, and the way to go; `last` is the last of its cells."""
        length = max(1, self.replay.length)
        done = self.replay.at * last // length
        canvas.put(left, 0, "=" * done + "#" + "-" * (last - done), "title")
        for cell in range(last + 1):
            canvas.add_target(Box(left + cell, 0, 1, 1), -(-cell * length // last))

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.target_at(event.x, event.y)
        self.post_message(self.Seek(meaning) if isinstance(meaning, int) else self.PlayPressed())


def _forms(place: ReplayPosition, manner: str, doing: str) -> tuple[str, ...]:
    """Where we are and what we see, the fullest words first."""
    short = f"{place.move} of {place.moves}"
    whole = f"{doing} {str(place).removeprefix('move ')}, {manner}"
    return whole, f"{doing} {short}, {manner}", f"{short}, {manner}", short


class ReplayScreen(BoardScreen[None]):
    """Shows a replay; nothing can be played on its table."""

    KEY_HELP = (
        ("left, right", "a move back, a move on"),
        ("up, down", "back to where a turn began, on to the next turn"),
        ("page up, page down, [, ]", "back to where a round began, on to the next round"),
        ("home, end", "to the start, to the end"),
        ("space", "play by itself, or stop"),
        ("+, -", "play faster, play slower"),
        ("v", "choose whose view is shown"),
        ("o", "all cards open, once the game is over"),
        ("c", "every hand and pile of this view in words"),
        ("l", "what has happened up to here"),
        ("p", "play on from here: a new game, and its result is marked"),
        ("mouse", "click the bar to go there, its words to play or stop; the wheel goes by moves"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "forward('move')", "Move", key_display="arrows"),
        Binding("left", "back('move')", show=False),
        Binding("down", "forward('turn')", show=False),
        Binding("up", "back('turn')", show=False),
        Binding("pagedown,right_square_bracket", "forward('round')", show=False),
        Binding("pageup,left_square_bracket", "back('round')", show=False),
        Binding("home", "start", show=False),
        Binding("end", "end", show=False),
        Binding("space", "play", "Play"),
        Binding("plus,equals_sign", "pace(1)", show=False),
        Binding("minus", "pace(-1)", show=False),
        Binding("v", "view", "View"),
        Binding("o", "open", show=False),
        Binding("c", "cards", "Cards"),
        Binding("l", "log", "Log"),
        Binding("p", "play_on", "Play on"),
        Binding("r", "rules", "Rules", show=False),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "leave", "Leave", key_display="q"),
    ]

    @dataclass
    class PlayOnRequested(Message):
        """The players want to play this game, which starts from the replay."""

        session: Session

    def __init__(self, replay: Replay, signs: CardSet, speed: str) -> None:
        super().__init__(replay.session.game.id, signs, speed)
        self.replay = replay
        self.pace = USUAL_PACE
        self.board.can_focus = False  # so that its keys do nothing
        self.board.reserved_rows = 1
        self.progress = ReplayBar(replay)
        self._clock: Timer | None = None
        session = replay.session
        self.board.caption = deal_caption(session, len(session.names) == 1 or session.turn is None)

    def compose(self) -> ComposeResult:
        yield self.board
        yield self.progress
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()

    @property
    def is_playing(self) -> bool:
        """Whether it plays by itself."""
        return self.progress.is_playing

    # Showing

    def _show(self, *, film: bool = False) -> None:
        """Show the table where we are; with the film of the last move, if it is to be seen."""
        seen = self.replay.look()
        frames = self.board.frames_for(seen.log[-1], self.frames_per_movement) if film else []
        self.board.show(seen, frames, notice=self._caption(seen))
        self.progress.redraw()

    def _caption(self, seen: Seen) -> str:
        """Who is asked now; at the end, how the game ended.  What happened last is told by the table."""
        if seen.outcome is not None:
            return seen.outcome.reason
        told = [] if self.replay.at else ["Before the first move."]
        if seen.turn is not None and len(seen.names) > 1:
            told.append(f"{seen.names[seen.turn]} is to play.")
        if self.replay.viewer == OPEN:
            told.append("c tells every hand and pile.")
        return " ".join(told)

    def _go(self, at: int) -> None:
        """There; what plays by itself goes on from there, with a film if it is the next move."""
        before = self.replay.at
        self.replay.go(at)
        self._show(film=self.replay.at == before + 1)

    def action_forward(self, stride: Stride) -> None:
        before = self.replay.at
        self.replay.forward(stride)
        if self.replay.at == before:
            self.board.say(self._end_told())
        else:
            self._show(film=self.replay.at == before + 1)

    def action_back(self, stride: Stride) -> None:
        self._stop()
        self.replay.back(stride)
        self._show()

    def action_start(self) -> None:
        self.replay.to_start()
        self._show()

    def action_end(self) -> None:
        self._stop()
        self.replay.to_end()
        self._show()

    def _end_told(self) -> str:
        """Why it does not go on."""
        return "That is the end." if self.replay.session.turn is None else "This is where the game stands."

    @on(ReplayBar.Seek)
    def _asked(self, event: ReplayBar.Seek) -> None:
        self._go(event.at)

    def on_mouse_scroll_down(self) -> None:
        self.action_forward("move")

    def on_mouse_scroll_up(self) -> None:
        self.action_back("move")

    # Playing by itself

    @on(ReplayBar.PlayPressed)
    def action_play(self) -> None:
        """Play by itself, from the start where we are at the end; or stop."""
        if self.is_playing:
            self._stop()
            return
        if self.replay.at == self.replay.length:
            self.replay.to_start()
            self._show()
        self.progress.is_playing = True
        self._wind_up()
        self._play_next()

    def _stop(self) -> None:
        self.progress.is_playing = False
        self._wind_up()
        self.progress.redraw()

    def _wind_up(self) -> None:
        """Let no move wait for its time."""
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def _play_next(self) -> None:
        if self.replay.at == self.replay.length:
            self._stop()
        elif self.is_playing:
            self.action_forward("move")

    @on(BoardWidget.AnimationFinished)
    def _filmed(self) -> None:
        """The move has been seen: the next one comes after a pause."""
        if self.is_playing and not self.board.is_animating:
            self._wind_up()
            self._clock = self.set_timer(PAUSES[self.pace], self._play_next)

    def action_pace(self, step: int) -> None:
        self.pace = max(0, min(self.pace + step, len(PAUSES) - 1))
        self.board.say(f"Pace {self.pace + 1} of {len(PAUSES)}: {PAUSES[self.pace]:g} seconds between two moves.")

    # Whose view

    def action_view(self) -> None:
        self._stop()
        viewers = self.replay.viewers
        if len(viewers) == 1:
            self.board.say(ONLY_PUBLIC)
            return
        keys: dict[Viewer, str] = {None: "e", OPEN: "o"}
        items = [
            Item(str(at), self.replay.name(viewer), key=keys.get(viewer, str(at + 1 - (viewers[0] is None))))
            for at, viewer in enumerate(viewers)
        ]
        self.app.push_screen(ChoiceDialog("Whose view?", items), self._take_view)

    def _take_view(self, answer: str | None) -> None:
        if answer:
            self.replay.viewer = self.replay.viewers[int(answer)]
            self._show()

    def action_open(self) -> None:
        try:
            self.replay.viewer = OPEN
        except ValueError as error:
            self.board.say(str(error))
            return
        self._show()

    # Looking things up

    def action_cards(self) -> None:
        self._stop()
        lines = [f"{name}\t{cards}" for name, cards in describe_cards(self.replay.look())]
        self._read(
            f"{self.replay.position}, {self.replay.view_label}", lines or ["Nothing but what lies on the table."]
        )

    def action_log(self) -> None:
        self._stop()
        seen = self.replay.look()
        self._read(f"{seen.game.title}: what happened up to here", log_lines(seen))

    def _read(self, title: str, lines: list[str]) -> None:
        self.app.push_screen(Reader(title, "\n".join(lines)))

    def action_rules(self) -> None:
        self._stop()
        self.open_rules(self.replay.session.game.id)

    # Leaving

    def action_play_on(self) -> None:
        self._stop()
        if reason := self.replay.why_cannot_play_on():
            self.board.say(reason)
            return
        text = f"Start a new game from move {self.replay.at}? Its result will say where it was played on from."
        if self.replay.session.turn is not None:
            text = f"{text}\nThe game itself stays as it stands."
        items = (Item("stay", "Go on watching", key="n"), Item("play", "Play on from here", key="p"))
        self.app.push_screen(ChoiceDialog(text, items), self._play_on_if)

    def _play_on_if(self, answer: str | None) -> None:
        if answer == "play":
            self.post_message(self.PlayOnRequested(self.replay.play_on()))

    def action_leave(self) -> None:
        self._stop()
        self.dismiss()
