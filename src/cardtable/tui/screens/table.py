"""The table: a session, a board, and who sits in front of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtable.engine.game import Event, IllegalAction, Seat
from cardtable.formats.deal_line import COMMA, DOT
from cardtable.store.errors import TakenOver
from cardtable.table.command_lines import deal_caption, deal_sentence, deal_text
from cardtable.table.lazy_archive import GameSaver
from cardtable.table.replay import Replay, log_lines
from cardtable.table.session import Session, fresh_code
from cardtable.tui.board import BoardWidget
from cardtable.tui.board_screen import PlayScreen
from cardtable.tui.canvas import wrap
from cardtable.tui.faces import ASCII, CardSet
from cardtable.tui.screens.curtain import Curtain
from cardtable.tui.screens.dialogs import ActionDialog, ChoiceDialog
from cardtable.tui.screens.reader import Reader
from cardtable.tui.screens.result import result_dialog
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item

LOOK_AROUND = 2.0
"""Seconds between two looks at whether the game is still ours."""
_RULING = re.compile(r"\b[A-Z]{2}-\d+\b")


class TableScreen(PlayScreen):
    """Plays one session to its end, from seat to seat."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", "Undo"),
        Binding("U,ctrl+r", "redo", "Redo", show=False),
        Binding("slash", "type", "Type an action, or find one in the list", key_display="/", show=False),
        Binding("l", "log", "What happened", show=False),
        Binding("w", "watch", "Watch what was played", show=False),
        Binding("r", "rules", "Rules"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("d", "deal", "Show the deal code", show=False),
        Binding("s", "save", "Write the game to a file", show=False),
        Binding("q", "leave", "Leave"),
    ]

    class NewGameRequested(Message):
        """The players want another game, with the same deal or a new one."""

        def __init__(self, session: Session) -> None:
            super().__init__()
            self.session = session

    class ReplayRequested(Message):
        """The players want to watch what has been played."""

        def __init__(self, replay: Replay) -> None:
            super().__init__()
            self.replay = replay

    class GameTakenOver(Message):
        """The game is played at another table now."""

    def __init__(self, session: Session, keeper: GameSaver, signs: CardSet, speed: str) -> None:
        super().__init__(session.game.id, signs, speed)
        self.session = session
        self.keeper = keeper
        self._told_fault = ""
        self.sitting: Seat | None = None
        """Whose cards are on the screen."""
        self._told_result = False

    def compose(self) -> ComposeResult:
        yield self.board
        yield KeyBar()

    def on_mount(self) -> None:
        self.call_after_refresh(self._tell_keeping)
        self.set_interval(LOOK_AROUND, self._look_around)
        self.board.focus()
        seat = self.session.turn
        if seat is not None and not self.session.alone and self.session.is_private(seat):
            self._draw_curtain()
        else:
            self._sit()

    def on_unmount(self) -> None:
        self.keeper.delete_if_unplayed(self.session)
        self.keeper.release()

    @property
    def _nothing_was_played(self) -> bool:
        return len(self.session.actions) == self.session.inherited_actions

    # Whose turn it is

    def _sit(self, notice: str = "") -> None:
        """Put the seat whose turn it is in front of the table."""
        self._take_seat()
        self.board.show(self.session.look(self.sitting), notice=notice)

    def _take_seat(self) -> None:
        self.session.mark_seen()
        self.sitting = self.session.turn if self.session.turn is not None else self.sitting

    def _draw_curtain(self) -> None:
        """Clear the table of all that only some may see, then wait behind the curtain for the next player."""
        seat = self.session.turn
        assert seat is not None, "nobody is waited for after the end"
        self.sitting = None
        self.board.show(self.session.look(None))
        self.app.push_screen(Curtain(self.session.names[seat]), lambda _: self._sit())

    @on(BoardWidget.ActionChosen)
    def _chose(self, event: BoardWidget.ActionChosen) -> None:
        self._act(event.action)

    def _act(self, action: Any) -> None:
        try:
            story = self.session.act(action)
        except IllegalAction as error:
            self.board.say(str(error))
            return
        except TakenOver:
            self.post_message(self.GameTakenOver())
            return
        self._show_what_happened(story)
        self._tell_keeping()

    def _show_what_happened(self, story: Sequence[Event]) -> None:
        """Show the table after a move: to the one who moved while there is a film or a curtain follows."""
        waiting = ""
        following, film = self.session.turn, self.board.frames_for(story, self.frames_per_movement)
        if self.session.needs_curtain(self.sitting, following):
            assert following is not None, "a curtain hides one hand from the next"
            waiting = f"Enter when you have seen it, then pass the keyboard to {self.session.names[following]}."
        elif not film and self.sitting is not None:
            if following != self.sitting:
                self.board.group = 0
            self._take_seat()
        self.board.show(self.session.look(self.sitting), film, prompt=waiting)

    @on(BoardWidget.AnimationFinished)
    def _filmed(self) -> None:
        """What happened has been seen: go on to the result or, where no curtain falls, to the next seat."""
        if self.board.prompt or self.board.is_animating:
            return
        if self.session.turn is None:
            self._tell_result()
        elif self.session.turn != self.sitting and self.sitting is not None:
            self._sit()

    @on(BoardWidget.EventSeen)
    def _done(self) -> None:
        if self.session.turn is None:
            self._told_result = False
            self._tell_result()
        else:
            self._draw_curtain()

    # Taking back

    def action_undo(self) -> None:
        try:
            self.session.undo()
        except ValueError as error:
            self.board.say(str(error))
            return
        except TakenOver:
            self.post_message(self.GameTakenOver())
            return
        self._told_result = False
        self._sit("Taken back. U plays it again.")
        self._tell_keeping()

    def action_redo(self) -> None:
        try:
            story = self.session.redo()
        except ValueError as error:
            self.board.say(str(error))
            return
        except TakenOver:
            self.post_message(self.GameTakenOver())
            return
        self._show_what_happened(story)
        self._tell_keeping()

    # Keeping

    def _tell_keeping(self) -> None:
        """Say when the game is no longer kept, and offer to write it elsewhere; say when it is kept again."""
        fault = self.keeper.fault
        self.board.set_caption("not kept" if fault else deal_caption(self.session, len(self.session.names) == 1))
        if fault and not self._told_fault:
            items = (
                Item("on", "Play on", key="p"),
                Item("again", "Try again to keep it", key="a"),
                Item("save", "Write the game to a file", key="s"),
            )
            self.app.push_screen(ChoiceDialog(fault, items), self._after_fault)
        elif self._told_fault and not fault:
            self.notify("The game is kept again.", markup=False)
        self._told_fault = fault

    def _after_fault(self, answer: str | None) -> None:
        if answer == "save":
            self.action_save()
        elif answer == "again":
            self._told_fault = ""
            try:
                self.keeper.retry(self.session)
            except TakenOver:
                self.post_message(self.GameTakenOver())
                return
            if not self.keeper.fault:
                self.board.say("The game is kept.")
            self._tell_keeping()

    def _look_around(self) -> None:
        """Notice when another table has taken the game over."""
        if self.keeper.is_taken_over():
            self.post_message(self.GameTakenOver())

    def action_save(self) -> None:
        """Write the record to a file that is not there yet."""
        from cardtable.formats.record import dumps
        from cardtable.table.recording import record_of
        from cardtable.tui.screens.save_file import save_to_file

        told = "Written. Whoever reads that file can lay out every hidden card."
        name = f"{self.session.game.id}.json"
        save_to_file(self.app, name, lambda: dumps(record_of(self.session)), lambda: self.board.say(told))

    # Looking things up

    def action_type(self) -> None:
        seen = self.board.seen
        if seen is None or not seen.legal:
            self.board.say("There is nothing to play now.")
            return
        self.app.push_screen(ActionDialog(seen), lambda action: self._act(action) if action is not None else None)

    def action_log(self) -> None:
        seen = self.board.seen
        if seen is not None:
            self.app.push_screen(Reader(f"{seen.game.title}: what happened", "\n".join(log_lines(seen))))

    @property
    def _cited(self) -> str:
        """The ruling that the status line cites."""
        found = _RULING.search(self.board.status(self.board.seen)) if self.board.seen else None
        return found[0] if found else ""

    def action_watch(self) -> None:
        """Replay what has been played: a running game as it stands, a finished one from its start.

        Of a running game no more is shown than the person at the keyboard has seen.
        """
        if not self.session.actions:
            self.board.say("There's nothing to undo yet.")
            return
        own, is_over = self._own_seats(), self.session.turn is None
        replay = Replay(self.session, own)
        if not is_over:
            replay.to_end()
        if own and (is_over or self.session.alone):
            replay.viewer = own[0]
        self.post_message(self.ReplayRequested(replay))

    def _own_seats(self) -> tuple[Seat, ...]:
        """The seats of the person at the keyboard, the one in play first."""
        sitting, persons = self.sitting, self.session.persons
        if sitting is None:
            return ()
        others = (seat for seat, person in enumerate(persons) if person == persons[sitting] and seat != sitting)
        return (sitting, *others)

    def action_rules(self) -> None:
        """The rules, open at the ruling that the status line cites."""
        self.open_rules(self.session.game.id, self._cited)

    def action_help(self) -> None:
        """The keys; where the status line cites a ruling, also that one and the lesson that teaches it."""
        from cardtable.lessons.library import lesson_about

        game_id, cited = self.session.game.id, self._cited
        if not cited:
            self.run_app_action("help")
            return
        actions = {"keys": "help", "ruling": f"rules({game_id!r}, {cited!r})"}
        items = [Item("keys", "Every key that works here", key="k"), Item("ruling", f"The rule: {cited}", key="r")]
        if (found := lesson_about(game_id, cited)) is not None:
            entry, step = found
            items.append(Item("lesson", f"The lesson: {entry.title}, step {step + 1}", key="l"))
            actions["lesson"] = f"lesson({game_id!r}, {entry.name!r}, {step})"

        def answered(answer: str | None) -> None:
            if answer:
                self.run_app_action(actions[answer])

        assert self.board.seen is not None, "something is cited"
        self.app.push_screen(ChoiceDialog(self.board.status(self.board.seen), items), answered)

    def action_deal(self) -> None:
        if len(self.session.names) == 1 or self.session.turn is None or self.session.code is None:
            self._tell_deal("yes")
            return
        warning = "Whoever types the deal code in elsewhere sees every hidden card. Show it to all of you?"
        items = (Item("no", "No, keep it hidden", key="n"), Item("yes", "Yes, show the code", key="y"))
        self.app.push_screen(ChoiceDialog(warning, items), self._tell_deal)

    def _tell_deal(self, answer: str | None) -> None:
        if answer == "yes":
            width = self.board.size.width
            told = deal_sentence(self._deal, "This deal is ")
            fits = " ".join(wrap(told, width, self.board.status_lines(width))) == told
            self.board.say(told if fits else deal_sentence(self.session.code, "This deal is "))

    @property
    def _deal(self) -> str:
        """The deal as a line to be typed in elsewhere."""
        return deal_text(self.session, COMMA if self.board.signs is ASCII else DOT)

    # The end

    def _tell_result(self) -> None:
        if self._told_result:
            return
        self._told_result = True
        size, is_saved = (self.app.size.width, self.app.size.height), not self.keeper.fault
        self.app.push_screen(result_dialog(self.session, self._deal, size, is_saved=is_saved), self._after_result)

    def _after_result(self, answer: str | None) -> None:
        if answer in ("new", "same"):
            last = self.session
            opening = last.opening if answer == "same" else fresh_code()
            self.post_message(
                self.NewGameRequested(Session(last.game, last.options, last.names, opening, last.persons))
            )
        elif answer == "lobby":
            self.dismiss()
        else:
            if answer == "watch":
                self.action_watch()
            self.board.show(
                self.session.look(self.sitting), prompt="The game is over. Enter shows the result again, q leaves."
            )

    def action_leave(self) -> None:
        self.keeper.delete_if_unplayed(self.session)  # now, before the lobby lists what is under way
        if self._nothing_was_played or self.session.turn is None:
            self.dismiss()
            return
        items = [Item("stay", "Stay at the table", key="n"), Item("leave", f"Leave it: {self._what_stays}", key="y")]
        if not self.keeper.fault:  # else it couldn't be removed either
            items.append(Item("throw", "Throw the game away", key="t"))
        self.app.push_screen(ChoiceDialog("Leave the game that is under way?", items), self._leave_if)

    @property
    def _what_stays(self) -> str:
        """What is left of the game when the players go."""
        if not self.keeper.fault:
            return "it stays as it stands"
        return "this game is then gone" if self.keeper.number is None else "what is not kept of it is then gone"

    def _leave_if(self, answer: str | None) -> None:
        if answer == "throw":
            self.keeper.delete()
        if answer in ("leave", "throw"):
            self.dismiss()
