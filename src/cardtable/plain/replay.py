"""A replay in plain mode, either one position at a time or the whole game at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from cardtable.engine.game import Event
from cardtable.engine.phrases import address, capitalized, read_number
from cardtable.plain.hearing import spoken_players
from cardtable.plain.room import Places, PlainRoom
from cardtable.plain.view import view_of
from cardtable.rooms.kit.goto import ToBranch
from cardtable.rooms.kit.public import players_line
from cardtable.rooms.kit.response import Leave, Response, ShowLog
from cardtable.rooms.replay import ReplayRoom, ShowCards, Stepped
from cardtable.table.replay import OPEN, Replay, describe_cards
from cardtable.table.result_words import ending_of
from cardtable.table.seen import Seen

PROMPT = "Press Enter for the next move, or type help:"
PROMPT_AT_END = "This is the end. Type back, quit or help:"
_SECOND_PERSON = re.compile("You |Your ")


def tell_all(replay: Replay, places: Places) -> int:
    """Read out the whole game so far. Return the exit code."""
    plain = PlainReplay(places, replay)
    plain.introduce()
    plain.say(f"{capitalized(plain.view_label)}.")
    for at in range(replay.length + 1):
        replay.go(at)
        plain.say(f"{str(replay.position).capitalize()}.")
        plain.tell(replay.last_events())
    plain.show_table()
    return 0


class PlainReplay(PlainRoom):
    """A replay in plain mode."""

    room: ReplayRoom

    def __init__(self, places: Places, replay: Replay, number: int | None = None) -> None:
        super().__init__(places)
        session = replay.session
        self.room = ReplayRoom(replay, number)
        self.replay = replay
        self.view = view_of(session.game)
        self._players = spoken_players(session)
        self._you = 0 if self._players == ("You",) else session.you
        """The seat that was called "you" during the game, or None."""
        self._read = set[str]()
        """The lines about the table and the hands that were read out most recently."""

    def prompt(self) -> str:
        return PROMPT_AT_END if self.room.is_at_end else PROMPT

    def enter(self) -> None:
        self.introduce()
        self.show_room()

    def answer(self, response: Response | None) -> bool:
        match response:
            case Stepped(before):
                self.show_changes(before)
            case ShowCards():
                self.say(*(f"{name}: {cards}." for name, cards in describe_cards(self.replay.look())))
            case ShowLog():
                for events in self.replay.look().log:
                    self.tell(events)
            case ToBranch():
                return super().answer(Leave(response))
            case _:
                return super().answer(response)
        return True

    # Output

    @property
    def view_label(self) -> str:
        """A label such as `your view`, `Ann's view`, `public view` or `all cards open`."""
        is_yours = self._you is not None and self.replay.viewer == self._you
        return "your view" if is_yours else self.replay.view_label

    def introduce(self) -> None:
        """Read out the name of the game and its players."""
        session = self.replay.session
        self.say(f"{session.game.title}: replay.")
        if self._players != ("You",) or session.you is None:
            self.say(players_line(session, session.players))
        if session.turn is not None:
            self.say("The game isn't over yet.")

    def show_room(self) -> None:
        """Read out the position's number, the last move and the table."""
        self.say_move()
        self.show_table()

    def say_move(self) -> None:
        """Read out the position's number and the last move."""
        self.say(f"{str(self.replay.position).capitalize()}, {self.view_label}.")
        self.tell(self.replay.last_events())

    def show_table(self, *, only_changes: bool = False) -> None:
        """Read out the table and the hands in this view, or only their changes. At the end, also give the result."""
        seen = replace(self.replay.look(), you=self._you)
        table = self.view.table(seen)
        if seen.viewer is not None and seen.viewer != self._you:
            name = seen.names[seen.viewer]
            table = tuple(_in_third_person(name, line) if _SECOND_PERSON.match(line) else line for line in table)
        lines = (*table, *self._hands(seen))
        self.say(*(line for line in lines if not only_changes or line not in self._read))
        self._read = set(lines)
        if seen.outcome is not None:
            self.say("The game is over.", *ending_of(self.replay.session, is_own=False).spoken())
        elif seen.turn is not None:
            self.say(address(f"{seen.player(seen.turn)}'s turn."))

    def _hands(self, seen: Seen) -> Iterator[str]:
        seats = range(len(seen.names)) if self.replay.viewer == OPEN else () if seen.viewer is None else (seen.viewer,)
        for seat in seats:
            for line in self.view.hand(replace(seen, viewer=seat)):
                yield line if seat == self._you else _in_third_person(seen.names[seat], line)

    def tell(self, events: Iterable[Event]) -> None:
        """Read out events."""
        for event in events:
            self.say(*self.view.retell(event, self._players))

    def other(self, text: str) -> Response | None:
        """Go to the move whose number was typed."""
        return super().other(text) if read_number(text) is None else self.room.do("go", text)

    def show_changes(self, before: int) -> None:
        """Read out all events since the position after `before` moves, then the changes on the table."""
        for events in self.replay.look().log[before + 1 : -1]:
            self.tell(events)
        self.say_move()
        self.show_table(only_changes=True)


def _in_third_person(name: str, line: str) -> str:
    """Return a line about the viewer's own hand in the third person, with the player's name."""
    verbs = (("You have ", f"{name} has "), ("You know ", f"{name} knows "))
    for own, theirs in (("Your ", f"{name}'s "), *verbs, ("You ", f"{name} ")):
        if line.startswith(own):
            return theirs + line.removeprefix(own)
    return f"{name}: {line}"
