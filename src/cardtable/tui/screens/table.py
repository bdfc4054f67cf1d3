"""The table: a session, its board, and the player whose hand is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtable.engine.game import IllegalAction, Seat
from cardtable.rooms.goto import ToPractice, ToTable
from cardtable.store.errors import TakenOver
from cardtable.table.lazy_archive import GameSaver
from cardtable.table.seen import Seen
from cardtable.table.session import Session, fresh_code
from cardtable.table.unasked import act_with_unasked, play_rest, unasked_action
from cardtable.tui.board import BoardWidget
from cardtable.tui.choices import PLAY_REST
from cardtable.tui.faces import ASCII, CardSet
from cardtable.tui.screens.company import ComputersAtTable
from cardtable.tui.screens.consulting import ConsultingScreen
from cardtable.tui.screens.curtain import LEAVE, UNDO, Curtain, PublicMoment
from cardtable.tui.screens.dialogs import ActionDialog, ChoiceDialog
from cardtable.tui.screens.hints import LOOKING, offer_hints
from cardtable.tui.screens.shared_keyboard import SharedKeyboard
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item

TAKEOVER_POLL_SECONDS = 2.0
"""The time between two checks for a takeover by another window."""


class TableScreen(ConsultingScreen):
    """A table where a session is played, with a curtain between the players."""

    saves = True
    """Whether the session is a game that is saved."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo", id="undo"),
        Binding("u", "refuse_undo", "Undo, or say why that's impossible now", show=False, id="undo"),
        Binding("U,ctrl+r", "redo", "Redo", show=False, id="redo"),
        Binding("slash", "type", "Type a move, or pick one from a list", show=False, id="type"),
        Binding("h", "hint", "Hint", id="hint"),
        Binding("escape", "stop_looking", "Stop looking for hints", show=False),
        Binding("l", "log", "Log", id="log"),
        Binding("w", "replay", "Replay", show=False, id="replay"),
        Binding("i", "what_if", "What if", show=False, id="what-if"),
        Binding("enter", "go_on", "Go on"),
        Binding("space", "pause", "Pause"),
        Binding("n", "new_deal", "New deal"),
        Binding("r", "rules", "Rules", id="rules"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("d", "deal", "Show the deal code", show=False, id="deal"),
        Binding("s", "save", "Save to a file", show=False, id="save"),
        Binding("q", "leave", "Leave"),
    ]

    class GameTakenOver(Message):
        """Posted when another window has taken the game over."""

    def __init__(self, session: Session, saver: GameSaver, signs: CardSet, speed: str) -> None:
        super().__init__(session.game.id, signs, speed)
        self.session = session
        self.saver = saver
        self.viewer: Seat | None = None
        """The seat whose hand is on the screen."""
        self.keyboard = SharedKeyboard(session, self.board)
        self.board.gives_tips = True
        self._has_shown_result = False
        self.company = ComputersAtTable(self, session, self._act)

    def compose(self) -> ComposeResult:
        yield self.board
        yield KeyBar()

    def on_mount(self) -> None:
        self.call_after_refresh(self.report_saving)
        self.set_interval(TAKEOVER_POLL_SECONDS, self.check_takeover)
        self.board.focus()
        self._name_keys()
        self.company.begin()
        if self.keyboard.must_change_hands:
            self._show_moment(None, is_first=True)
        else:
            is_new = len(self.session.actions) == self.session.inherited_actions
            self._begin_turn()
            self.board.introduction = self.company.introduction if is_new else ""

    def on_unmount(self) -> None:
        self.company.close()
        self.saver.leave(self.session)

    # Turns

    def _show_turn(self, notice: str = "") -> None:
        """Show the table to the player whose turn it is; the cursor is on the move that was just undone, if any."""
        self._start_turn()
        undone = next(iter(self.session.redoable_actions), None)
        self.board.show(self.session.look(self.viewer), notice=notice, choice=undone)

    def _begin_turn(self, notice: str = "") -> None:
        """Show the table to a player who has just come to the keyboard, after any move that needs no choice."""
        self._start_turn()
        action = unasked_action(self.session, self.board.UNASKED)
        if action is None or self.session.computer is not None or self.session.redoable_actions:
            self._show_turn(notice)
        else:
            self._act(action)

    def _start_turn(self) -> None:
        session = self.session
        session.mark_seen()
        if session.turn is not None and session.computer is None:
            self.viewer = session.turn
            self.keyboard.user = session.persons[session.turn]
        elif self.viewer is None:
            self.viewer = session.own_seat

    def _draw_curtain(self, notice: str = "") -> None:
        """Hide every hand, and wait behind the curtain for the next player, who is then shown the notice."""
        seat = self.session.turn
        assert seat is not None, "the game is not over"
        self.viewer = None
        public = self.session.look(None)
        self.board.show(public)
        curtain = Curtain(self.session.names[seat], self.board.invitation(public))
        self.app.push_screen(curtain, lambda answer: self._after_curtain(answer, notice))

    def _after_curtain(self, answer: str | None, notice: str) -> None:
        if answer == LEAVE:
            self.action_leave()
        else:
            self._begin_turn(notice)

    def _show_moment(self, before: Seen | None, *, is_first: bool = False) -> None:
        """Show everybody what the last action did, until the next player is at the keyboard.

        `before` is the public view before the action, if the action is to be animated. `is_first` means that nobody
        at this table has had the keyboard yet.
        """
        session, seat = self.session, self.session.turn
        assert seat is not None, "the game is not over"
        public = session.look(None)
        prompt = self.keyboard.prompt(public, is_first=is_first)
        last = session.last_turn(seat if self.viewer is None or session.computer is None else self.viewer)
        self.viewer = None
        self.board.show(public)
        signs, speed = self.board.signs, self.speed
        if (own := session.own_seat) is not None:
            public = replace(public, log=session.look(own).log)
        hands_over = self.keyboard.is_shared
        moment = PublicMoment(before, public, last, prompt, signs, speed, self._replay_from, hands_over=hands_over)
        self.app.push_screen(moment, self._after_moment)

    def _after_moment(self, answer: str | None) -> None:
        if answer == UNDO:
            self._undo(self._show_turn if self.session.has_one_person else self._draw_curtain)
        else:
            self._after_curtain(answer, "")

    @on(BoardWidget.ActionChosen)
    def _chose(self, event: BoardWidget.ActionChosen) -> None:
        if event.then is PLAY_REST:
            self._play(lambda: play_rest(self.session), IllegalAction)
            return
        self._act(event.action)
        if event.then is not None and self.viewer == self.session.turn:
            self._act(event.then)

    def _act(self, action: Any) -> None:
        session, unasked = self.session, self.board.UNASKED
        self._play(lambda: act_with_unasked(session, action, self.viewer, unasked), IllegalAction)

    def _play(self, play: Callable[[], object], error_type: type[ValueError]) -> None:
        """Play or redo a move and show what happens; put the message of an expected error on the status line."""
        session, is_computer = self.session, self.session.computer is not None
        before = None if session.has_one_player or not self.frames_per_movement else session.look(None)
        played = len(session.actions)
        if not is_computer:
            self.company.stop()  # it may be looking for hints
        try:
            play()
            self.board.introduction = ""
        except error_type as error:
            self.board.say(str(error))
        except TakenOver:
            self.report_takeover()
        else:
            is_public = self.keyboard.must_be_public(self.viewer, is_computer=is_computer)
            if is_public or (session.turn is not None and session.has_ended_round(played)):
                self._show_moment(before)
            else:
                self._show_story(played)
            self.report_saving()

    def _show_story(self, played: int) -> None:
        """Show what was played since then; the next player's view appears only after the animation."""
        session = self.session
        if session.computer is not None and not session.has_one_person:
            self.viewer = None
        story = session.events_since(self.viewer, played)
        film = self.board.frames_for(story, self.frames_per_movement)
        if not film and self.viewer is not None:
            if session.turn != self.viewer:
                self.board.group = 0
            self._start_turn()
        self.board.show(session.look(self.viewer), film)

    def _name_keys(self) -> None:
        """Tell the board the keys that it names, which the settings can change."""
        self.board.rules_key, self.board.undo_key = self.key_for("rules"), self.key_for("undo")

    def on_screen_resume(self) -> None:
        """Go on with what has waited while another screen covered the table."""
        self._name_keys()
        self.company.resume()
        self._after_animation()

    @on(BoardWidget.AnimationFinished)
    def _after_animation(self, event: BoardWidget.AnimationFinished | None = None) -> None:
        """Show the result or, if no curtain is needed, the next player's view."""
        if self.board.prompt or self.board.is_animating or self.board.seen is None or self.app.screen is not self:
            return
        if self.session.turn is None:
            self._show_result()
        elif self.session.computer is not None:
            self.company.take_turn(is_hurried=event is not None and event.is_hurried)
        elif self.session.turn == self.viewer:
            self.session.mark_seen()
        elif self.viewer is not None or not self.keyboard.must_change_hands:
            self._show_turn(self.board.notice)

    def action_hint(self) -> None:
        """Look for hints, which count as help."""
        self.board.say(LOOKING)
        self.company.look_for_hints(partial(offer_hints, self))

    def action_stop_looking(self) -> None:
        self.company.stop()
        self.board.say("")

    def action_go_on(self) -> None:
        self.company.go_on()

    def action_new_deal(self) -> None:
        self._after_result("new")

    def action_pause(self) -> None:
        self.company.toggle_pause()

    @on(BoardWidget.EventSeen)
    def _after_event(self) -> None:
        self._has_shown_result = False
        self._show_result()

    def action_type(self) -> None:
        seen = self.board.seen
        if seen is None or not seen.legal:
            self.board.say("There's no move to make now.")
            return
        self.app.push_screen(ActionDialog(seen), lambda action: self._act(action) if action is not None else None)

    # Undo and redo

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now: either the key that undoes a move, or the one that says why it can't."""
        if action in ("undo", "refuse_undo"):
            seen = self.board.seen
            return (action == "undo") == (seen is not None and not seen.no_undo)
        if action == "hint":
            return self.board.seen is not None and bool(self.board.seen.legal)
        if action == "new_deal":
            return self.session.turn is None and bool(self.board.prompt)
        if action == "stop_looking":
            return self.company.is_looking
        if action in ("go_on", "pause"):
            return self.company.is_playing and (action == "go_on" or self.company.is_watched)
        return True

    def action_refuse_undo(self) -> None:
        if self.session.turn is not None:
            self.board.say(self.session.why_no_undo())

    def action_undo(self) -> None:
        self._undo(self._draw_curtain if self.viewer is None and self.session.people else self._show_turn)

    def _undo(self, show: Callable[[str], None]) -> None:
        """Undo the last action and show the table again, with a notice."""
        if reason := self.session.why_no_undo():
            self.board.say(reason)
            return
        self.company.stop()
        try:
            self.session.undo()
        except TakenOver:
            self.report_takeover()
            return
        self._has_shown_result = False
        show(notice := f"Move undone. Press {self.key_for('redo')} to redo it.")
        self.board.reopen(self.session.redoable_actions[0], notice)
        self.report_saving()

    def action_redo(self) -> None:
        self._play(self.session.redo, ValueError)

    # Saving

    def report_takeover(self) -> None:
        self.post_message(self.GameTakenOver())

    # The end

    def _show_result(self) -> None:
        from cardtable.tui.screens.result import result_dialog

        if self._has_shown_result:
            return
        self._has_shown_result = True
        size, is_ascii = (self.app.size.width, self.app.size.height), self.board.signs is ASCII
        deal = self._deal_line
        rooms = {"replay": self.action_replay, "review": self.action_review, "practice": self.action_practice}
        rows = self.board.END_ROWS
        dialog = result_dialog(self.session, self.saver, deal, size, rooms, ascii_only=is_ascii, board_rows=rows)
        self.board.cover(dialog.rows)
        self.app.push_screen(dialog, self._after_result)

    def _after_result(self, answer: str | None) -> None:
        if answer in ("new", "same"):
            last = self.session
            opening = last.opening if answer == "same" else fresh_code()
            following = Session(last.game, last.options, last.names, opening, last.persons, last.computers)
            self.go(ToTable(following), instead=True)
        elif answer == "lobby":
            self._close()
        else:
            self.board.cover(0)
            waiting = "The game is over. Press Enter for the result, n for a new deal or q to leave."
            self.board.show(self.session.look(self.viewer), prompt=waiting)

    def action_practice(self) -> None:
        """Open the Practice room."""
        self.go(ToPractice())

    def _close(self) -> None:
        self.company.stop()
        self.dismiss()

    def action_leave(self) -> None:
        """Return to the lobby, but ask first if moves aren't saved."""
        self.saver.delete_if_unplayed(self.session)  # now, before the lobby lists the games in progress
        is_unplayed = len(self.session.actions) == self.session.inherited_actions
        if not self.saver.fault or is_unplayed or self.session.turn is None:
            self._close()
            return
        lost = "this game is lost" if self.saver.number is None else "unsaved moves are lost"
        items = [Item("stay", "Stay", key="n"), Item("leave", f"Leave ({lost})", key="y")]
        self.app.push_screen(ChoiceDialog("Leave this game?", items), self._after_leave)

    def _after_leave(self, answer: str | None) -> None:
        if answer == "leave":
            self._close()
        elif self.viewer is None and self.keyboard.must_change_hands:  # they were behind the curtain
            self._draw_curtain()
