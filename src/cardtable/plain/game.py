"""Plain mode: any game, line by line, for screen readers, pipes and scripts.

What is said is short, one idea a line, without colour or boxes.  A person is told only what their seat may see: between
two persons with hidden hands the keyboard is handed over, and nothing is said until the next one presses Enter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from cardtable.engine.game import Event, Outcome, Seat
from cardtable.engine.phrases import counted
from cardtable.formats.deal_line import COMMA
from cardtable.formats.options import describe
from cardtable.plain.choices import choice_lines, read_choice
from cardtable.plain.commands import COMMANDS, WARNING
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.signals import Resumed, SignalReceived
from cardtable.plain.views import view_of
from cardtable.store.errors import TakenOver
from cardtable.table.command_lines import (
    command_to_continue,
    command_to_deal,
    command_to_resume,
    deal_sentence,
    deal_text,
)
from cardtable.table.replay import continuation_sentence
from cardtable.table.session import Seen, Session

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import GameSaver

CANNOT_HIDE = "This terminal can't be cleared: anyone who scrolls back can read the hands."


def keep_and_play(session: Session, lines: Lines) -> int:
    """Play a game that has just been dealt or read, and keep it in the archive; the exit code."""
    from cardtable.table.lazy_archive import LazyArchive

    shelf = LazyArchive()
    try:
        shelf.save(session)
        lines.say(*shelf.notices)
        return play(session, lines)
    finally:
        shelf.close()


def play(session: Session, lines: Lines) -> int:
    """Play the game to its end or to the end of the input; the exit code."""
    try:
        return PlainGame(session, lines).run()
    finally:
        if (keeper := keeper_of(session)) is not None:
            keeper.delete_if_unplayed(session)
            keeper.release()


def keeper_of(session: Session) -> GameSaver | None:
    """Who writes the game down, if anybody does."""
    from cardtable.table.lazy_archive import GameSaver

    return session.journal if isinstance(session.journal, GameSaver) else None


class PlainGame:
    """One game under way."""

    def __init__(self, session: Session, lines: Lines) -> None:
        self.session = session
        self.lines = lines
        self.say = lines.say
        self.view = view_of(session.game)
        self.saved: tuple[str, tuple[Any, ...]] | None = None
        """The file that the game was last written to, and its actions then."""
        self._told_fault = ""
        self._shown: Seat | None = None
        """The seat that was shown the table last."""
        self._told = dict.fromkeys(session.persons, max(0, len(session.actions) + 1 - len(session.names)))
        """For each person, how many entries of the log they have been told; a game that goes on begins with a round."""

    def run(self) -> int:
        """Play; the exit code."""
        with self.lines.signals:
            try:
                self._play()
            except EndOfInput:
                self.lines.go_public()
                self._say_how_to_go_on()
            except TakenOver:
                self.lines.go_public()
                self.say("This game goes on at another table; here it stops.")
            except SignalReceived:
                with suppress(OSError):  # the terminal has gone
                    self.lines.go_public()
                    if self.lines.is_on_screen:
                        self._say_how_to_go_on()
                raise
            finally:
                self.lines.go_public()  # a fault of our own leaves no hand there either
        return 0

    def _play(self) -> None:
        self._introduce()
        self._tell_keeping()
        while self._goes_on():
            seat = self.session.turn
            assert seat is not None, "somebody is on turn as long as the game goes on"
            self._pass_to(seat)
            self._take_turn(seat)

    def _tell_keeping(self) -> None:
        """Say when the game is no longer kept, and how to write it elsewhere; say when it is kept again."""
        keeper = keeper_of(self.session)
        fault = keeper.fault if keeper is not None else ""
        if fault and not self._told_fault:
            self.say(fault, "To write it to a file, type save and a name, as in: save evening.json.")
        elif self._told_fault and not fault:
            self.say("The game is kept again.")
        self._told_fault = fault

    # The course of a game

    def _introduce(self) -> None:
        session = self.session
        self.say(f"{session.game.title}.")
        if self._is_company:
            self.say(f"At the table: {', '.join(session.names)}.")
        told = describe(session.game, session.options, len(session.names))
        self.say(*(f"{title}: {label}." for title, label in told or [("Options", "as usual")]))
        if session.alone or session.code is None:
            self.say(deal_sentence(session.code))
        if session.actions and session.turn is not None:
            self.say(f"The game goes on after {counted(len(session.actions), 'action', none='0')}.")
        if session.inherited_actions:
            self.say(continuation_sentence(session))
        if self.lines.cannot_hide and any(map(self._hides, range(len(session.names)))):
            self.say(CANNOT_HIDE)
        self.say("Type the number of an action, or the action itself, or help.")

    def _goes_on(self) -> bool:
        """Whether somebody is on turn; if not, how it ended has been told, and nobody took the last action back."""
        if self.session.turn is not None:
            return True
        if self.lines.go_public():
            self.tell(self.session.look(None).log[-1])  # the last action was told where it cannot be seen any more
        self._say_result()
        viewer = self._shown if self.session.alone else None
        undo = "" if self.session.why_no_undo() else "undo, "
        return self._listen(f"Press Enter to leave, or type {undo}log, save or help.", viewer, may_leave=True)

    def _pass_to(self, seat: Seat) -> None:
        """See to it that the person at the keyboard is the one who plays the seat."""
        session, last = self.session, self._shown
        if last is None:
            if self._hides(seat):
                self._hand_over(f"It is {session.names[seat]}'s turn", seat)
        elif session.needs_curtain(last, seat):
            self.lines.cover()
            self._hand_over(f"Pass the keyboard to {session.names[seat]}", seat)
        else:  # both have read what was said last
            self._told[session.persons[seat]] = self._told[session.persons[last]]
        session.mark_seen()
        self._shown = seat

    def _hand_over(self, reason: str, seat: Seat) -> None:
        text: str | None = None
        while text != "":
            with suppress(Resumed):  # nothing was shown but this question
                text = self.lines.ask(f"{reason}; {self.session.names[seat]} presses Enter.")
            if text and text.lower() == "quit":
                raise EndOfInput

    def _take_turn(self, seat: Seat) -> None:
        """Show the table, and listen until an action is taken or taken back."""
        name = self.session.names[seat]
        self._shield(seat)
        if self._is_company:
            self.say(f"{name}'s turn.")
        self._tell_news(seat)
        self.show(self.session.look(seat))
        self._listen(f"Your action, {name}:" if self._is_company else "Your action:", seat)

    def after_action(self, seat: Seat, told: Sequence[Event]) -> None:
        """Tell the seat what came of its action, and give it the time to read that before the next one comes."""
        self._shield(seat)
        self.tell(told)
        self._told[self.session.persons[seat]] = len(self.session.actions) + 1
        if self.session.needs_curtain(seat, self.session.turn):
            undo = "" if self.session.why_no_undo() else ", or type undo"
            self._listen(f"Press Enter when you have read this{undo}.", seat, may_leave=True)

    def _listen(self, prompt: str, viewer: Seat | None, *, may_leave: bool = False) -> bool:
        """Do what is typed until the game has moved; where Enter may end it, it may end with False."""
        taken = len(self.session.actions)
        while len(self.session.actions) == taken:
            try:
                text = self.lines.ask(prompt)
            except Resumed:
                self._come_back(viewer)
                continue
            if may_leave and not text:
                return False
            try:
                self._obey(text, viewer)
            except ValueError as refusal:
                self.say(str(refusal))
        self._tell_keeping()
        return True

    def _come_back(self, viewer: Seat | None) -> None:
        """Hand the keyboard back to the same player after a stop, and show the same again."""
        assert viewer is not None, "a hand is only shown to a seat"
        self._hand_over("The game goes on", viewer)
        self._shield(viewer)
        seen = self.session.look(viewer)
        if seen.legal:
            self.show(seen)
        else:
            self.tell(seen.log[-1])

    def _hides(self, seat: Seat) -> bool:
        """Return whether other players must not see everything that the seat sees."""
        return not self.session.alone and self.session.is_private(seat)

    def _shield(self, seat: Seat) -> None:
        """Go where hands can be hidden again, before the seat is shown one."""
        if self._hides(seat):
            self.lines.go_private()

    # What is typed

    def _obey(self, text: str, viewer: Seat | None) -> None:
        """Do it; ValueError with a sentence, and nothing changed, where that cannot be."""
        seen = self.session.look(viewer)
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word.lower())
        if command is not None and text.lower() not in {str(action).lower() for action in seen.legal}:
            command.obey(self, seen, rest.strip())
        elif viewer is not None and seen.legal:
            self._act(text, seen, viewer)
        else:
            raise ValueError("There is nothing to play now; type help for what there is.")

    def _act(self, text: str, seen: Seen, seat: Seat) -> None:
        if not text:
            raise ValueError(f"Type a number from 1 to {len(seen.legal)}, an action such as {seen.legal[0]}, or help.")
        try:
            action = read_choice(text, seen)
        except ValueError:
            if meant := get_close_matches(text.lower(), COMMANDS, n=1):
                raise ValueError(f"There is no such action or command; did you mean {meant[0]}?") from None
            raise
        self.after_action(seat, self.session.act(action))

    # What is said

    @property
    def _is_company(self) -> bool:
        return len(self.session.names) > 1

    def show(self, seen: Seen) -> None:
        """The table, the viewer's hand and choices."""
        self.say(*self.view.table(seen), *self.view.hand(seen), *choice_lines(seen))

    def tell(self, events: Iterable[Event]) -> None:
        """What happened."""
        for event in events:
            self.say(*self.view.tell(event, self.session.names))

    def _tell_news(self, seat: Seat) -> None:
        """What the person has not been told yet."""
        log, person = self.session.look(seat).log, self.session.persons[seat]
        for events in log[self._told[person] :]:
            self.tell(events)
        self._told[person] = len(log)

    def _say_result(self) -> None:
        session = self.session
        outcome = session.look(None).outcome
        assert outcome is not None, "nobody is on turn, so the game is over"
        self.say("The game is over.", *result_lines(outcome, session.names))
        if session.inherited_actions:
            self.say(continuation_sentence(session))
        if session.undone:
            self.say(f"Taken back on the way: {counted(session.undone, 'action')}.")
        self.say(deal_sentence(deal_text(session, COMMA)))
        if command := command_to_deal(session):
            self.say("To play the same deal again:", command)

    def _say_how_to_go_on(self) -> None:
        session = self.session
        if session.turn is None:
            return
        self.say("The game stops here.")
        keeper = keeper_of(session)
        number = keeper.number if keeper is not None and not keeper.will_delete(session) else None
        if keeper is not None and number is not None and not keeper.fault:
            self.say("To go on with it:", command_to_resume(number))
        elif self.saved and self.saved[1] == session.actions:
            self.say("To go on with it:", command_to_continue(self.saved[0]))
        elif number is not None:
            self.say("To go on with it as it was saved last:", command_to_resume(number))
        elif command := command_to_deal(session):
            self.say("To play the same deal from its beginning:", command)
            if not session.alone:
                self.say(f"{WARNING} Keep that line to yourselves.")


def result_lines(outcome: Outcome, names: Sequence[str]) -> Iterator[str]:
    """How a game ended."""
    yield outcome.reason
    if outcome.together:
        yield f"Margin: {outcome.margin}."
        return
    yield f"Points: {', '.join(f'{name} {points}' for name, points in zip(names, outcome.points, strict=True))}."
    winners = " and ".join(names[seat] for seat in outcome.winners)
    yield f"Won by {winners}." if winners else "Nobody has won."
