"""The replay of a game on its own board, by move, turn or round, with a progress bar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer

from cardtable.engine.phrases import address
from cardtable.practice.decisions import can_be_reviewed
from cardtable.table.command_lines import deal_caption
from cardtable.table.replay import ONLY_AT_THE_END, ONLY_PUBLIC, OPEN, Replay, ReplayPosition, Stride, Viewer, zones_of
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from cardtable.table.what_if import why_no_what_if
from cardtable.tui.board import BoardWidget
from cardtable.tui.board_screen import BoardScreen
from cardtable.tui.canvas import Box, Canvas, cut
from cardtable.tui.faces import CardSet
from cardtable.tui.screens.cards import CardsScreen
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.log import LogScreen
from cardtable.tui.widgets.drawn import Drawing
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item

PAUSES = (6.0, 3.0, 1.5, 0.7, 0.3)
"""Seconds between two moves in autoplay, from the slowest speed to the fastest."""
DEFAULT_SPEED = 2
"""An index into `PAUSES`."""
SHORTEST_BAR = 10


class ReplayBar(Drawing):
    """A line with the position and a progress bar; click the bar to go to a move, or the text to play or stop."""

    DEFAULT_CSS = "ReplayBar { height: 1; }"

    @dataclass
    class Seek(Message):
        """Posted when the player wants to see the table after the first `at` moves."""

        at: int

    class PlayPressed(Message):
        """Posted when the player wants to start or stop autoplay."""

    def __init__(self, replay: Replay, signs: CardSet) -> None:
        super().__init__()
        self.replay, self.signs = replay, signs
        self.is_playing = False
        view = max((replay.view_label_of(viewer) for viewer in replay.viewers), key=cell_len)
        self._widest = _captions(replay.last_position, view, "playing")
        """The longest version of each caption, which reserves room so that the bar doesn't move."""

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        room = width - SHORTEST_BAR - 1
        which = next((at for at, text in enumerate(self._widest) if cell_len(text) <= room), len(self._widest) - 1)
        text = _captions(self.replay.position, self.replay.view_label, "playing" if self.is_playing else "move")[which]
        canvas.put(0, 0, " " * width, "title")
        canvas.put(0, 0, cut(text, room), "title")
        left = min(cell_len(self._widest[which]), room) + 1
        if width > left + 1:
            self._draw_bar(canvas, left, width - left - 1)
        return canvas

    def _draw_bar(self, canvas: Canvas, left: int, last: int) -> None:
        """Draw the bar; `last` is the index of its last cell."""
        length = max(1, self.replay.length)
        done = self.replay.at * last // length
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


class ReplayScreen(BoardScreen[None]):
    """A replay on a board where nothing can be played."""

    FIRST_KEYS = ("Step", "Play", "Review", "What if", "Play on", "View", "Cards", "Log", "Leave")
    KEY_HELP = (
        ("left, right", "previous move, next move"),
        ("up, down", "start of this turn, next turn"),
        ("pgup, pgdn, [, ]", "start of this round, next round"),
        ("home, end", "start, end"),
        ("space", "start or stop autoplay"),
        ("+, -", "faster, slower"),
        ("mouse", "click the bar to go to a move, or its text to play or stop; scroll to move"),
    )
    COMMAND_HELP = (
        ("view", "choose a player's view"),
        ("open", "show all cards, once the game is over"),
        ("cards", "show every hand and pile in this view"),
        ("log", "log up to here"),
        ("play-on", "play on from here as a new game, with its result marked"),
        ("what-if", "what if: play on from here without saving, then return to the game"),
    )
    """The commands whose keys can be changed, and what they do."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "forward('move')", "Step", key_display="arrows"),
        Binding("left", "back('move')", show=False),
        Binding("down", "forward('turn')", show=False),
        Binding("up", "back('turn')", show=False),
        Binding("pagedown,right_square_bracket", "forward('round')", show=False),
        Binding("pageup,left_square_bracket", "back('round')", show=False),
        Binding("home", "start", show=False),
        Binding("end", "end", show=False),
        Binding("space", "play", "Play"),
        Binding("plus,equals_sign", "change_speed(1)", show=False),
        Binding("minus", "change_speed(-1)", show=False),
        Binding("v", "view", "View", id="view"),
        Binding("v", "refuse('view')", show=False, id="view"),
        Binding("o", "open", show=False, id="open"),
        Binding("o", "refuse('open')", show=False, id="open"),
        Binding("c", "cards", "Cards", id="cards"),
        Binding("l", "log", "Log", id="log"),
        Binding("p", "play_on", "Play on", id="play-on"),
        Binding("p", "refuse('play-on')", show=False, id="play-on"),
        Binding("i", "what_if", "What if", id="what-if"),
        Binding("i", "refuse('what-if')", show=False, id="what-if"),
        Binding("w", "what_if", show=False),
        Binding("w", "refuse('what-if')", show=False),
        Binding("g", "review", "Review"),
        Binding("r", "rules", "Rules", show=False, id="rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "leave", "Leave", key_display="q"),
    ]

    @dataclass
    class PlayOnRequested(Message):
        """Posted when the players want to play this new game, which starts at a move of the replay."""

        session: Session

    def __init__(self, replay: Replay, signs: CardSet, speed: str, number: int | None = None) -> None:
        super().__init__(replay.session.game.id, signs, speed)
        self.number = number
        """The game's number, or None if it isn't saved."""
        self.replay = replay
        self.speed_index = DEFAULT_SPEED
        self.board.can_focus = False  # so that its keys do nothing
        self.board.reserved_rows = 1
        self.bar = ReplayBar(replay, signs)
        self._timer: Timer | None = None
        session = replay.session
        self.board.caption = deal_caption(session, len(session.names) == 1 or session.turn is None)

    @property
    def key_help(self) -> tuple[tuple[str, str], ...]:
        commands = ((self.key_for(command), what) for command, what in self.COMMAND_HELP if self._allows(command))
        return (*self.KEY_HELP, *commands)

    def _allows(self, command: str) -> bool:
        """Return whether a command works now; if not, its key says why."""
        match command:
            case "view":
                return len(self.replay.viewers) > 1
            case "open":
                return OPEN in self.replay.viewers
            case "play-on":
                return not self.replay.why_cannot_play_on()
            case "what-if":
                return not why_no_what_if(self.replay.session, self.replay.at)
            case "review":
                return can_be_reviewed(self.replay.session)
            case _:
                return True

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        super().apply_settings(signs, speed)
        self.bar.signs = signs
        self.bar.redraw()

    def compose(self) -> ComposeResult:
        yield self.board
        yield self.bar
        yield KeyBar()

    def on_mount(self) -> None:
        self._show()

    @property
    def is_playing(self) -> bool:
        """True if autoplay is on."""
        return self.bar.is_playing

    # Showing

    def _show(self, *, film: bool = False) -> None:
        """Show the table after the current move; with `film`, animate the move first."""
        seen = self.replay.look()
        frames = self.board.frames_for(seen.log[-1], self.frames_per_movement) if film else []
        self.board.show(seen, frames, notice=self._caption(seen))
        self.bar.redraw()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a binding works now: either the one for the command, or the one that says why it can't be."""
        if action == "refuse":
            return not self._allows(str(parameters[0]))
        return self._allows(action.replace("_", "-"))

    def _caption(self, seen: Seen) -> str:
        """Return whose turn it is or, at the end, how the game ended."""
        if seen.outcome is not None:
            return seen.outcome.reason
        sentences = [] if self.replay.at else ["Before the first move."]
        if seen.turn is not None and len(seen.names) > 1:
            sentences.append(address(f"{seen.player(seen.turn)}'s turn."))
        if self.replay.viewer == OPEN:
            sentences.append(f"Press {self.key_for('cards')} to see every hand and pile.")
        return " ".join(sentences)

    def action_forward(self, stride: Stride) -> None:
        before = self.replay.at
        self.replay.forward(stride)
        if self.replay.at == before:
            is_over = self.replay.session.turn is None
            self.board.say("This is the end of the game." if is_over else "This is the last move so far.")
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

    @on(ReplayBar.Seek)
    def _seek(self, event: ReplayBar.Seek) -> None:
        before = self.replay.at
        self.replay.go(event.at)
        self._show(film=self.replay.at == before + 1)

    def on_mouse_scroll_down(self) -> None:
        self.action_forward("move")

    def on_mouse_scroll_up(self) -> None:
        self.action_back("move")

    # Autoplay

    @on(ReplayBar.PlayPressed)
    def action_play(self) -> None:
        """Start or stop autoplay; at the end, start from the first move."""
        if self.is_playing:
            self._stop()
            return
        if self.replay.at == self.replay.length:
            self.replay.to_start()
            self._show()
        self.bar.is_playing = True
        self._stop_timer()
        self._play_next()

    def _stop(self) -> None:
        self.bar.is_playing = False
        self._stop_timer()
        self.bar.redraw()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _play_next(self) -> None:
        if self.replay.at == self.replay.length:
            self._stop()
        elif self.is_playing:
            self.action_forward("move")

    @on(BoardWidget.AnimationFinished)
    def _after_animation(self) -> None:
        """Show the next move after a pause, if autoplay is on."""
        if self.is_playing and not self.board.is_animating:
            self._stop_timer()
            self._timer = self.set_timer(PAUSES[self.speed_index], self._play_next)

    def action_change_speed(self, step: int) -> None:
        self.speed_index = max(0, min(self.speed_index + step, len(PAUSES) - 1))
        seconds = f"{PAUSES[self.speed_index]:g} seconds per move"
        self.board.say(f"Speed {self.speed_index + 1} of {len(PAUSES)}: {seconds}.")

    # The view

    def action_refuse(self, command: str) -> None:
        """Say why a command doesn't work now."""
        self._stop()
        match command:
            case "view":
                reason = ONLY_PUBLIC
            case "open":
                reason = ONLY_AT_THE_END
            case "what-if":
                reason = why_no_what_if(self.replay.session, self.replay.at)
            case _:
                reason = self.replay.why_cannot_play_on()
        self.board.say(reason)

    def action_view(self) -> None:
        self._stop()
        viewers = self.replay.viewers
        keys: dict[Viewer, str] = {None: "e", OPEN: "o"}
        items = [
            Item(str(at), self.replay.name(viewer), key=keys.get(viewer, str(at + 1 - (viewers[0] is None))))
            for at, viewer in enumerate(viewers)
        ]
        self.app.push_screen(ChoiceDialog("Whose view?", items), self._set_view)

    def _set_view(self, answer: str | None) -> None:
        if answer:
            self.replay.viewer = self.replay.viewers[int(answer)]
            self._show()

    def action_open(self) -> None:
        self.replay.viewer = OPEN
        self._show()

    # Cards, log and rules

    def action_cards(self) -> None:
        self._stop()
        seen = self.replay.look()
        if any(True for _ in zones_of(seen)):
            title = f"{self.replay.position}, {self.replay.view_label}"
            self.app.push_screen(CardsScreen(title, seen, self.board.signs))
        else:
            self.board.say("The table already shows everything you can see.")

    def action_log(self) -> None:
        self._stop()
        seen = self.replay.look()
        self.app.push_screen(LogScreen(f"{seen.game.title}: log up to here", seen, opens_replay=True), self._go_to)

    def _go_to(self, at: int | None) -> None:
        if at is not None:
            self.replay.go(at)
            self._show()

    def action_rules(self) -> None:
        self._stop()
        super().action_rules()

    # Leaving

    def action_review(self) -> None:
        """Open the review of the game."""
        self._stop()
        self.post_message(self.ReviewRequested(self.replay.session, self.number))

    def action_what_if(self) -> None:
        """Play a line from here, without changing the game."""
        self._stop()
        self.post_message(self.WhatIfRequested(self.replay.session, self.replay.at))

    def action_play_on(self) -> None:
        self._stop()
        text = f"Start a new game from move {self.replay.at}? The new game will be marked as continued from that move."
        if self.replay.session.turn is not None:
            text = f"{text}\nThe original game stays as it is."
        items = (Item("stay", "Back to the replay", key="n"), Item("play", "Play on from here", key="p"))

        def answered(answer: str | None) -> None:
            if answer == "play":
                self.post_message(self.PlayOnRequested(self.replay.play_on()))

        self.app.push_screen(ChoiceDialog(text, items), answered)

    def action_leave(self) -> None:
        self._stop()
        self.dismiss()
