"""Play any game line by line in plain mode, for screen readers, pipes and scripts.

The output is short, with one idea per line and no colour or boxes. Players are shown only what their seat may see: if
hands are hidden, one player passes the keyboard to the next, and nothing appears until that player presses Enter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from cardtable.engine.game import Event, IllegalAction, Seat
from cardtable.engine.phrases import counted
from cardtable.formats.computers import Computer
from cardtable.plain.commands import find_command, similar_command
from cardtable.plain.ending import ON_COMMAND_LINE, Advice, ending_lines, lines_to_continue, saver_of
from cardtable.plain.hand_news import HandNews
from cardtable.plain.hand_over import hand_over
from cardtable.plain.hearing import Hearing
from cardtable.plain.introduction import introduction_lines
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.placing import Placing
from cardtable.plain.saving import SavingNotices
from cardtable.plain.signals import Resumed, SignalReceived
from cardtable.plain.typed_moves import read_move, ways_to_type
from cardtable.plain.views import view_of
from cardtable.plain.views.view import PLAY_REST, brief_move_lines, gather_lines, move_lines, rest_offer
from cardtable.players.at_table import choose, close_programs, patience_notice, program_notice
from cardtable.store.errors import TakenOver
from cardtable.store.settings import load_settings
from cardtable.table.seen import Seen
from cardtable.table.session import Session
from cardtable.table.unasked import play_rest, unasked_action

TO_HEAR_MOVES = "Type moves to hear what you can play."


def save_and_play(session: Session, lines: Lines) -> int:
    """Play a new or loaded game and save it in the archive; return the exit code."""
    from cardtable.table.lazy_archive import LazyArchive

    archive = LazyArchive()
    try:
        archive.save(session)
        lines.say(*archive.notices)
        return play(session, lines)
    finally:
        archive.close()


def play(session: Session, lines: Lines, advice: Advice = ON_COMMAND_LINE) -> int:
    """Play the game to its end or to the end of the input; return the exit code.

    `advice` tells players how to continue, or to play the same deal again.
    """
    try:
        return PlainGame(session, lines, advice).run()
    finally:
        close_programs()
        if (saver := saver_of(session)) is not None:
            saver.leave(session)


class PlainGame:
    """A game being played in plain mode."""

    def __init__(self, session: Session, lines: Lines, advice: Advice = ON_COMMAND_LINE) -> None:
        self.session, self._advice = session, advice
        self.lines, self.say = lines, lines.say
        self.view = view_of(session.game)
        self._hearing = Hearing(session, self.view, self.say)
        self.saved: tuple[str, tuple[Any, ...]] | None = None
        """The file that the save command last wrote, and the actions played by then."""
        self._saving = SavingNotices(session, self.say)
        self.is_verbose = load_settings().reading == "verbose"
        """Whether the whole table is read out every turn, rather than only what has changed."""
        self._shown: Seat | None = None
        """The seat that was shown the table most recently."""
        self._announced = ""
        """The announcement of a turn that was made most recently, or that passing the keyboard has replaced."""
        self._read = dict[Seat, set[str]]()
        """For each seat, the lines about the table and its hand that its player has heard most recently."""
        self._hand_news = HandNews(tells_draws=self.view.tells_draws)
        self._placing = Placing(session, self.view, self.say)

    def run(self) -> int:
        """Play the game and return the exit code."""
        with self.lines.signals:
            try:
                self._play()
            except EndOfInput:
                self.lines.go_public()
                self._say_how_to_continue(self._advice)
            except TakenOver:
                self.lines.go_public()
                self.say("Another window took over this game. You can continue there.")
            except SignalReceived:
                with suppress(OSError):  # the terminal has gone
                    self.lines.go_public()
                    if self.lines.is_on_screen:
                        self._say_how_to_continue()
                raise
            finally:
                self.lines.go_public()  # so no hand stays on the screen, even if the program fails
        return 0

    def _play(self) -> None:
        cannot_hide = self.lines.cannot_hide and any(map(self._hides, range(len(self.session.names))))
        self.say(*introduction_lines(self.session, is_verbose=self.is_verbose, cannot_hide=cannot_hide))
        self._saving.report()
        if not self.is_verbose and self._hearing.tell_opening():
            self._read = {seat: set(self.view.news(self.session.look(None))) for seat in range(len(self.session.names))}
        while self._is_running():
            seat = self.session.turn
            assert seat is not None, "a running game has a turn"
            if (computer := self.session.computer) is not None:
                self._let_play(computer, seat)
            elif self._pass_to(seat):
                self._take_turn(seat)

    # How a game runs

    def _is_running(self) -> bool:
        """Return whether it is a player's turn; if not, give the result and let the players undo the last move."""
        if self.session.turn is not None:
            return True
        if self.lines.go_public():
            self.tell(self.session.look(None).log[-1])  # the last move was shown on a screen that is gone
        self.say(*ending_lines(self.session, self._advice))
        if not self.session.people:
            return False
        from cardtable.plain.review import can_review  # only now, because it takes time to load

        viewer = self._shown if self.session.has_one_person else None
        undo = "" if self.session.why_no_undo() else "undo, "
        review = "review, " if can_review(self.session) else ""
        return self._listen(f"Press Enter to leave, or type {review}{undo}log, save or help.", viewer, may_leave=True)

    def _pass_to(self, seat: Seat) -> bool:
        """Make sure that the player in this seat is at the keyboard; return False if the last move is undone instead.

        Then nobody is known to be there any more.
        """
        session, last, name = self.session, self._shown, self.session.names[seat]
        if last is None:
            if self._hides(seat):
                hand_over(self, f"{name}'s turn", name)
                self._announced = self._announcement(seat)
        elif session.needs_curtain(last, seat):
            self.lines.cover()
            if not hand_over(self, f"Pass the keyboard to {name}", name, may_undo=not session.why_no_undo()):
                self._shown, self._announced = None, ""
                self._forget_undone()
                self._saving.report()
                return False
            self._announced = self._announcement(seat)
        else:  # both have heard the last lines
            self._hearing.share(last, seat)
            about_table = {line for line in self._read.get(last, ()) if not line.startswith("You")}
            self._read[seat] = self._read.get(seat, set()) | about_table
        session.mark_seen()
        self._shown = seat
        return True

    def _take_turn(self, seat: Seat) -> None:
        """Show the table and wait for a move or an undo."""
        if (action := self._placing.next_action(seat)) is not None:
            self._place(seat, action)
            return
        self._shield(seat)
        names = self.session.names
        if len(names) > 1 and self._announced != (announcement := self._announcement(seat)):
            self.say(announcement)
            self._announced = announcement
        self._hearing.tell_news(seat, is_brief=not self.is_verbose)
        self._hearing.tell_tips(seat)
        action = None if self.session.redoable_actions else unasked_action(self.session, self.view.unasked)
        if action is not None:
            self.after_action(seat, self.session.act(action))
            self._saving.report()
            return
        seen = self.session.look(seat)
        if self.is_verbose or seat not in self._read:
            self.show(seen)
        else:
            self._show_changes(seen)
        named = f", {names[seat]}" if len(names) > 1 and seat != self.session.you else ""
        only = ", or Enter for the only one" if len(seen.legal) == 1 and not self.view.is_settled(seen) else ""
        self._listen(f"Your move{named}{only}:", seat)

    def _announcement(self, seat: Seat) -> str:
        return self.view.announcement(self.session.look(seat))

    def _place(self, seat: Seat, action: Any) -> None:
        """Place a piece for a player; if everybody's are placed like this, they hear of them at the end."""
        is_heard_later = self._placing.is_for_all
        events = self.session.act(action)
        if not is_heard_later:
            self.after_action(seat, events)
            return
        self._forget_changes()
        if self.session.gives_new_secrets():
            self._hide_new_secrets()
            self._hearing.tell_placed()

    def after_action(self, seat: Seat, events: Sequence[Event]) -> None:
        """Tell the player what the action did, and before the next player's turn allow time to read what is secret."""
        public = self.session.events_at(None, len(self.session.actions))
        self._forget_changes()
        self._hearing.note_all(seat)
        if self.session.gives_new_secrets():
            self._hide_new_secrets()
            self._hearing.tell_everybody(public)
            return
        if not self.session.needs_curtain(seat, self.session.turn):
            self._shield(seat)
            self._hearing.tell_move(events, is_public=not self._hides(seat), is_brief=self._hears_news_next)
        elif self.session.why_no_undo() and events != public:  # it has revealed something to this player alone
            self._shield(seat)
            self._hearing.tell(events)
            self._listen("Press Enter when you have read this.", seat, may_leave=True)
        else:
            self.lines.go_public()
            self._hearing.tell_everybody(public)

    def _hide_new_secrets(self) -> None:
        """Ask the next player to press Enter first, because the others may be looking."""
        self.lines.go_public()
        self._shown, self._announced = None, ""

    @property
    def _hears_news_next(self) -> bool:
        """True if the only person here hears next what has changed on the table."""
        return not self.is_verbose and self.session.has_one_person and self.session.turn is not None

    def _let_play(self, computer: Computer, seat: Seat) -> None:
        """Let a computer player make a move, and tell everybody about it."""
        self.lines.go_public()  # because a suspension while a hand is shown would interrupt the search
        self._hearing.tell_once(patience_notice(self.session.game, computer, self.session.names[seat]))
        with self.lines.working():
            choice = choose(self.session.look(seat), computer, self.session.thinking_key())
        self._hearing.tell_once(program_notice(choice))
        self.session.act(choice.action)
        self._forget_changes()
        if not self._placing.is_for_all:
            self._hearing.tell_computer_move(is_brief=self._hears_news_next)
        self._saving.report()

    def _listen(self, prompt: str, viewer: Seat | None, *, may_leave: bool = False) -> bool:
        """Obey what is typed until a move or an undo; with `may_leave`, return False when Enter is pressed."""
        before = len(self.session.actions)
        while len(self.session.actions) == before:
            try:
                text = self.lines.ask(prompt)
                if may_leave and not text:
                    return False
                self._obey(text, viewer)
            except Resumed:
                self._come_back(viewer)
            except ValueError as refusal:
                self.say(str(refusal))
        if len(self.session.actions) < before:
            self._forget_undone()
        self._saving.report()
        return True

    def _come_back(self, viewer: Seat | None) -> None:
        """After the process has been suspended, wait for the same player and show the same lines again."""
        assert viewer is not None, "a hand is only shown to a seat"
        hand_over(self, "The game continues", self.session.names[viewer])
        self._shield(viewer)
        seen = self.session.look(viewer)
        self._announced = self._announcement(viewer) if seen.legal else ""
        if seen.legal:
            self.show(seen)
        else:
            self.tell(seen.log[-1])

    def _hides(self, seat: Seat) -> bool:
        """Return whether this seat can see anything that another player must not see."""
        return not self.session.has_one_person and self.session.is_private(seat)

    def _shield(self, seat: Seat) -> None:
        """If the seat has secrets, switch to a screen that can be cleared."""
        if self._hides(seat):
            self.lines.go_private()

    # Input

    def _obey(self, text: str, viewer: Seat | None) -> None:
        """Obey a command or make a move; raise ValueError, without changing anything, if that is impossible."""
        seen = self.session.look(viewer)
        text = self.view.as_command(seen, text)
        word, _, rest = text.partition(" ")
        command = find_command(word)
        if command is not None and text.lower() not in {str(action).lower() for action in seen.legal}:
            command.obey(self, seen, rest.strip())
        elif viewer is not None and seen.legal:
            self._act(text, seen, viewer)
        else:
            why_not = "You can't play now" if seen.turn is not None else "The game is over"
            raise ValueError(f"{why_not}; type help to list the commands.")

    def _act(self, text: str, seen: Seen, seat: Seat) -> None:
        asks_for_rest = text.lower() == PLAY_REST
        if (asks_for_rest or (not text and self.view.is_settled(seen))) and rest_offer(seen, self.view):
            played = len(self.session.actions)
            play_rest(self.session)
            last = len(self.session.actions) - 1
            if last > played:
                self.say(f"{counted(last + 1 - played, 'move')} are played, and this is the last one:")
            self.after_action(seat, self.session.events_since(seat, last))
            return
        if asks_for_rest:
            if (placement := self.view.placement(seen)) is None:
                raise ValueError(f"You can't leave the rest to the program now. {TO_HEAR_MOVES}")
            self._placing.seats.add(seat)
            self._place(seat, placement.action)
            return
        if not text and len(seen.legal) == 1:
            text = str(seen.legal[0])
        if not text:
            raise ValueError(f"Type {ways_to_type(seen, self.view)}; or type help.")
        *first, last = self._placing.keep_rest(seen, self._read_moves(text, seen))
        for action in first:
            self._hearing.tell_move(self.session.act(action), is_public=not self._hides(seat))
        try:
            events = self.session.act(last)
        except IllegalAction as refusal:
            longer = [str(each) for each in seen.legal if str(each).lower().startswith(f"{text.lower()} ")]
            instead = self.view.what_instead(seen, last) or TO_HEAR_MOVES
            advice = f"To do that, type {longer[0].lower()}." if len(longer) == 1 else instead
            raise ValueError(f"{refusal} {advice}") from None
        self.after_action(seat, events)

    def _read_moves(self, text: str, seen: Seen) -> Sequence[Any]:
        """Return the moves that were typed, legal or not; raise ValueError for any other text."""
        try:
            return self.view.read_several(seen, text) or (self.read_move(text, seen),)
        except ValueError:
            if close := similar_command(text):
                raise ValueError(f"There's no such move or command. Did you mean {close}?") from None
            raise

    def read_move(self, text: str, seen: Seen) -> Any:
        """Return the move that was typed, legal or not; raise ValueError for any other text."""
        try:
            return read_move(text, seen, self.view)
        except ValueError as refusal:
            raise ValueError(f"{refusal} {TO_HEAR_MOVES}") from None

    # Output

    def show(self, seen: Seen) -> None:
        """Read out the table, the viewer's hand and legal actions."""
        self.say(*dict.fromkeys((*self.view.table(seen), *self.view.hand(seen), *self.view.news(seen))))
        self._show_moves(seen)

    def _show_changes(self, seen: Seen) -> None:
        """Read out what has changed on the table and in the viewer's hand, and the legal actions."""
        assert seen.viewer is not None, "only a player has moves"
        heard, reread = self._read[seen.viewer], self.view.reread(seen)
        changed = [line for line in self.view.news(seen) if line not in heard or (reread and line.startswith(reread))]
        # If others play here, too, what this player heard last time has been cleared from the screen.
        if self.session.has_one_person and not self.view.rereads_hand(seen):
            changed = [news for line in changed for news in self._hand_news.tell(seen, line)]
        self.say(*gather_lines(self.view.select_news(seen, changed), self.view.gathered))
        self._show_moves(seen, is_brief=not self.view.opening(seen) or self._hearing.has_played(seen.viewer))

    def _show_moves(self, seen: Seen, *, is_brief: bool = False) -> None:
        """Read out the legal actions, all in full or in brief, and remember what the viewer has now heard."""
        self.lines.keep_together()
        if not self.view.is_settled(seen):
            moves = (brief_move_lines if is_brief else move_lines)(seen, self.view)
            self.say(*filter(None, [self.view.question(seen)]), *moves)
        self._hearing.tell_once(rest_offer(seen, self.view), again=not is_brief or self.view.is_settled(seen))
        if (placement := self.view.placement(seen)) is not None:
            self._hearing.tell_once(placement.offer, again=not is_brief)
        if seen.viewer is not None:
            self._read[seen.viewer] = set(self.view.news(seen))
            self._hand_news.note(seen, self.view.hand(seen))

    def tell(self, events: Iterable[Event]) -> None:
        """Read out events, and after the end of a round also the score."""
        self._hearing.tell(events)

    def _forget_undone(self) -> None:
        """After an undo, let players choose again, from a hand that they hear again."""
        self._placing.forget()
        self._hearing.forget_undone()
        self._read = {seat: lines - set(self.view.hand(self.session.look(seat))) for seat, lines in self._read.items()}

    def _forget_changes(self) -> None:
        """Forget the lines about the table and hands that aren't true any more, so that they can be news again."""
        self._read = {seat: lines & set(self.view.news(self.session.look(seat))) for seat, lines in self._read.items()}

    def _say_how_to_continue(self, advice: Advice = ON_COMMAND_LINE) -> None:
        if self.session.turn is not None:
            self.say(*lines_to_continue(self.session, self.saved, advice))
