"""The company at a shared table: who comes and goes, who watches, undo with everybody's consent, and short messages."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING

from cardtable.engine.phrases import counted, join_words
from cardtable.formats.text import safe_text
from cardtable.rooms.keeping import KeepingRoom
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.response import AskText, Response, Say
from cardtable.store.errors import StorageError
from cardtable.table import shared_game
from cardtable.table.request_error import RequestError
from cardtable.table.shared_game import AGREE, ASK_UNDO, MESSAGE, MESSAGES, REFUSE, SETTLED, WITHDRAW, seat_in

if TYPE_CHECKING:
    from cardtable.engine.game import Seat
    from cardtable.store.shared_games import Note
    from cardtable.table.lazy_archive import Saver
    from cardtable.table.session import Session

ANSWER_SECONDS = 60.0
"""The number of seconds for which a player who would like to undo a move waits for the others."""
MAX_MESSAGE = 120
"""The maximum width of a message, in columns."""
MESSAGES_PER_MINUTE = 6
"""The maximum number of messages that a person can send in a minute."""
WATCHING = "You're watching this table, without a hand."


class CompanyRoom(KeepingRoom):
    """A table whose people may be at other screens."""

    def __init__(self, session: Session, saver: Saver | None) -> None:
        super().__init__(session, saver)
        self._sent = deque[float](maxlen=MESSAGES_PER_MINUTE)
        """The times of the last messages that were sent from here."""
        self._asked_at = 0.0
        self._moves_told = len(session.actions)
        self._told = 0
        """The number of the last note that the person here has been told about."""
        self._present: dict[Seat, str] = {}
        self._watchers: Sequence[str] = ()
        self._news: list[str] = []
        if self.table is not None:
            self._present = dict(session.presence)
            self._told = self.table.last_note
            self._news += [WATCHING] if not self.table.own else self.table.news_for(session)

    # News

    def take_news(self) -> list[str]:
        """Return sentences, once, about what people at a shared table have done besides playing."""
        if self.table is None:
            return []
        self._note_comings_and_goings()
        for note in self.table.notes:
            if note.number > self._told:
                self._news += filter(None, [self._about(note)])
        self._told = self.table.last_note
        self._note_stand_ins()
        self._settle_request()
        news, self._news = self._news, []
        return news

    def _note_comings_and_goings(self) -> None:
        assert self.table is not None, "people come and go at a shared table"
        before, after = self._present, dict(self.session.presence)
        for seat, name in enumerate(self.session.names):
            if seat not in self.table.own:
                self._news += filter(None, [_move(name, before.get(seat, ""), after.get(seat, ""))])
        watchers = self.table.watchers
        self._news += [f"{name} is watching." for name in watchers if name not in self._watchers]
        self._news += [f"{name} has stopped watching." for name in self._watchers if name not in watchers]
        self._present, self._watchers = after, watchers

    def _note_stand_ins(self) -> None:
        """Tell whose moves a computer player has just made. The moves themselves are told like all others."""
        told, self._moves_told = self._moves_told, len(self.session.actions)
        if told >= self._moves_told or not self.session.stood_in:
            return
        seen = self.session.look(self._own_seat)
        about = (seen.about_stand_in(at) for at in range(told + 1, len(seen.log)))
        self._news += [f"{text}." for text in dict.fromkeys(about) if text]

    def _about(self, note: Note) -> str:
        """Return a sentence about a note, or an empty string if the person here needn't hear of it."""
        assert self.table is not None, "a shared table has notes"
        is_own, name = note.who in self.table.own, self.session.names[note.who]
        match note.kind:
            case shared_game.MESSAGE if not is_own:
                return f"{name}: {note.text}"
            case shared_game.ASK_UNDO if not is_own and self._may_answer(note):
                return self._request_in_words(name)
            case shared_game.AGREE if not is_own:
                return f"{name} agrees."
            case shared_game.REFUSE if not is_own:
                return f"{name} doesn't agree, so the move stays."
            case shared_game.WITHDRAW:
                return "Not everybody has answered, so the move stays."
            case shared_game.LET_COMPUTER_PLAY if not is_own:
                whom = dict(enumerate(self.session.names)).get(seat_in(note), "somebody")
                return f"{name} lets a computer player go on for {whom}."
            case shared_game.MESSAGES:
                return f"{'You switch' if is_own else f'{name} switches'} messages {note.text}."
        return ""

    def _request_in_words(self, name: str) -> str:
        seen, at = self.session.look(self._own_seat), self.session.last_decision() or 0
        return f"{name} would like to undo this: {seen.describe_step(seen.log[at + 1])} Do you agree, y or n?"

    @property
    def _own_seat(self) -> Seat | None:
        return self.table.own[0] if self.table is not None and self.table.own else None

    # Undo with everybody's consent

    @property
    def _request(self) -> Note | None:
        """The request for an undo that hasn't been settled yet, or None."""
        if self.table is None or self.is_over:
            return None
        open_request = None
        for note in self.table.notes:
            if note.kind == ASK_UNDO:
                open_request = note
            elif note.kind in (REFUSE, WITHDRAW, SETTLED):
                open_request = None
        return open_request if open_request is not None and self._is_about_now(open_request) else None

    def _is_about_now(self, request: Note) -> bool:
        """Return whether nobody has played since the request, and whoever made it is still here."""
        assert self.table is not None, "a shared table has requests"
        return request.text == self._place and self.session.presence.get(request.who) != "gone"

    @property
    def _place(self) -> str:
        assert self.table is not None, "a shared table has a log"
        place = self.table.place_of(self.session)
        return f"{place.length} {place.checksum}"

    def _may_answer(self, request: Note | None) -> bool:
        own = self._own_seat
        return request is not None and own is not None and request == self._request and own in self._unanswered(request)

    def _unanswered(self, request: Note) -> list[Seat]:
        """Return the seats of the people here who haven't answered a request yet."""
        assert self.table is not None, "a shared table has requests"
        answered = {note.who for note in self.table.notes if note.number > request.number and note.kind == AGREE}
        return [seat for seat in self._others_than(request.who) if seat not in answered]

    def _others_than(self, asker: Seat) -> list[Seat]:
        assert self.table is not None, "others are at a shared table"
        people = (each.seat for each in self.table.seats if each.seat != asker)
        return [seat for seat in people if self.session.presence.get(seat, "") in ("", "away")]

    def why_no_undo(self) -> str:
        """Return the reason why the last move can't be undone, even if everybody agrees. Empty if it can be undone."""
        if self.table is None or not self.session.why_no_undo():
            return super().why_no_undo()
        at, own = self.session.last_decision(), self._own_seat
        if own is None or self.is_over or at is None or self.session.game.turn(self.session.view_at(None, at)) != own:
            return super().why_no_undo()
        if self._request is not None:
            waiting = self._unanswered(self._request)
            return f"Waiting for {self._names(waiting)} to agree to the undo." if waiting else "Everybody has agreed."
        return "" if self._others_than(own) else "Nobody is here to agree to an undo."

    def ask_others_to_undo(self) -> Response:
        """Ask the others at a shared table whether the person here may undo the last move."""
        assert self.table is not None, "the others are at a shared table"
        own = self._own_seat
        assert own is not None, "the person here has played"
        self._write(ASK_UNDO, self._place)
        self._asked_at = monotonic()
        return Say(f"You've asked to undo your move. Waiting for {self._names(self._others_than(own))} to agree.")

    def _settle_request(self) -> None:
        """Undo the move of the person here if everybody has agreed, or stop waiting for those who haven't answered."""
        request = self._request
        if self.table is None or request is None or request.who != self._own_seat:
            return
        if not self._unanswered(request):
            self._write(
                SETTLED, f"{self.session.last_decision()}"
            )  # otherwise, the same move would be undone again if it is played again
            self.table.undo_by_consent(self.session)
        elif monotonic() - self._asked_at > ANSWER_SECONDS:
            self._write(WITHDRAW, "")

    def _names(self, seats: Sequence[Seat]) -> str:
        return join_words([self.session.names[seat] for seat in seats])

    def _is_asked(self) -> bool:
        return self._may_answer(self._request)

    @Command("agree that the player who asks may undo the last move", keys=("y",), label="Agree to undo", need=9,
             words=("yes", "y"), exists=_is_asked)  # fmt: skip
    def agree(self) -> Response:
        self._write(AGREE, "")
        return Say("You agree to the undo.")

    @Command(
        "let the last move stay", keys=("n",), label="Refuse", need=9, words=("refuse", "no", "n"), exists=_is_asked
    )
    def refuse(self) -> Response:
        self._write(REFUSE, "")
        return Say("The move stays.")

    # Messages

    def _has_seat(self) -> bool:
        return self._own_seat is not None

    def _why_no_message(self) -> str:
        assert self.table is not None, "messages are for shared tables"
        if self.session.game.together:
            return f"In {self.session.game.title}, you mustn't talk about your hands, so there are no messages."
        if not self._has_messages:
            return f"{self.session.names[self.table.seats[0].seat]} has switched messages off at this table."
        if len(self._sent) == MESSAGES_PER_MINUTE and monotonic() - self._sent[0] < 60:
            return f"You can send {counted(MESSAGES_PER_MINUTE, 'message')} a minute. Wait a little."
        return ""

    @property
    def _has_messages(self) -> bool:
        assert self.table is not None, "messages are for shared tables"
        return next((note.text for note in reversed(self.table.notes) if note.kind == MESSAGES), "on") == "on"

    @Command("send a short message to everybody at this table", keys=("m",), label="Message", need=3,
             words=("message", "say"), takes="TEXT", exists=_has_seat, why_not=_why_no_message)  # fmt: skip
    def message(self, text: str) -> Response:
        if not text:
            return AskText("Message to everybody at the table:", self._send, longest=MAX_MESSAGE)
        return self._send(text)

    def _send(self, text: str) -> Response:
        if reason := self._why_no_message():
            raise ValueError(reason)
        if not (clean := safe_text(" ".join(text.split()), MAX_MESSAGE)):
            raise ValueError("A message needs a visible character.")
        self._write(MESSAGE, clean)
        self._sent.append(monotonic())
        return Say("Your message is sent.")

    def _opened_table(self) -> bool:
        own = self._own_seat
        is_host = self.table is not None and own is not None and own == self.table.seats[0].seat
        return is_host and not self.session.game.together

    @Command("switch messages at this table off or on, if you opened it", words=("messages",), takes="OFF",
             no_key="The command palette has it, too.", exists=_opened_table)  # fmt: skip
    def messages(self, text: str) -> Response | None:
        if (state := text.lower() or ("off" if self._has_messages else "on")) not in ("off", "on"):
            raise ValueError("Type messages off, or messages on.")
        self._write(MESSAGES, state)
        return None

    def _write(self, kind: str, text: str) -> None:
        """Write a note for everybody at the table. Raise RequestError if that isn't possible."""
        assert self.table is not None, "notes are for shared tables"
        try:
            self.table.write_note(kind, text)
        except StorageError as error:
            raise RequestError(self.table.saved_games.reason(error)) from None


def _move(name: str, before: str, after: str) -> str:
    """Return a sentence about a person whose presence has changed, or an empty string."""
    if after == "gone":
        return "" if before == "gone" else f"{name} has left."
    if before == "free" and after != "free":
        return f"{name} has sat down."
    is_here = after in ("", "away")
    return f"{name} is back." if is_here and before not in ("", "away", "free") else ""
