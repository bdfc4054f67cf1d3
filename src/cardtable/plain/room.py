"""A room in plain mode. Typed words become commands, and responses are read out."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Protocol

from cardtable.engine.phrases import capitalized, join_words, uncapitalized
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Answer, Ask, AskText, Goto, Help, Leave, Read, Response, Say, Stay, Think
from cardtable.rooms.rules import typed_ruling


class Places(Protocol):
    """An object that opens places in plain mode."""

    lines: Lines
    records: Records

    def open(self, place: Goto) -> int:
        """Open a place, which runs until the player leaves it. Return the exit code."""


class Responder:
    """A place in plain mode that carries out the responses of its room."""

    then: Goto | None = None
    """The place that the player goes to after leaving this one, or None to go back."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.lines = places.lines
        self.say = places.lines.say

    def show_room(self) -> None:
        """Read out the place in its current state."""

    def help_lines(self) -> Iterator[str]:
        """Yield a line for each command that the player can use now."""
        return iter(())

    def come_back(self) -> None:
        """Tell players where they are when they return from another place."""

    def answer(self, response: Response | None) -> bool:
        """Carry out a response. If it is None, read out the place. Return False if the player has left."""
        match response:
            case None:
                self.show_room()
            case Say(text):
                self.say(*text.splitlines())
            case Help():
                self.lines.read_out(*self.help_lines())
            case Read(_, lines):
                self.lines.read_out(*(line.removeprefix("# ") for line in lines if line))
            case Ask():
                return self.answer(self.ask_for(response))
            case AskText():
                return self.answer(self._ask_text(response))
            case Think(question, take, notice):
                self.say(*filter(None, [notice]))
                with self.lines.working():
                    found = question.answer()
                return self.answer(take(found))
            case Stay():
                pass
            case Leave(then):
                self.then = then
                return False
            case Goto():
                if self.places.open(response) == 0:
                    self.come_back()
            case _:
                raise AssertionError(f"nothing is said about {response}")
        return True

    def ask_for(self, ask: Ask) -> Response | None:
        """Ask the player to choose. Return the response to the choice."""
        self.say(*ask.question.splitlines())
        choices = [each for each in ask.choices if each.words or not each.copies]
        self.say(*filter(None, map(_about, choices)))
        offered = join_words(((*each.words, uncapitalized(each.label))[0] for each in choices), "or")
        while (text := self.lines.ask(f"Type {offered}, or press Enter to go back:").lower()) not in ("", "quit", "q"):
            chosen = next((each for each in choices if text in typed_for(each)), None)
            if chosen is None:
                self.say("You can choose only one of these.")
            elif chosen.stays:
                self.answer(chosen.take())
            else:
                return chosen.take()
        return ask.back()

    def _ask_text(self, ask: AskText) -> Response | None:
        """Ask the player to type a line. Return the response to the line."""
        *lines, question = ask.question.splitlines()
        self.say(*lines)
        while text := self.lines.ask(question):
            try:
                return ask.take(text)
            except ValueError as refusal:
                self.say(str(refusal))
        return Stay()


class PlainRoom(Responder):
    """A loop that reads commands, carries them out and reads out the responses until the player leaves the room."""

    room: Room

    def run(self) -> Goto | None:
        """Read out the room and carry out commands until the player leaves. Return their next place or None."""
        self.enter()
        while True:
            try:
                if not self.answer(self.obey(self.ask())):
                    return self.then
            except ValueError as refusal:
                self.say(str(refusal))
            except EndOfInput:
                return None

    # What each room says

    def prompt(self) -> str:
        """Return the prompt for the next command."""
        raise NotImplementedError  # each room has its own prompt

    def ask(self) -> str:
        """Return the next line that the player types."""
        return self.lines.ask(self.prompt())

    def enter(self) -> None:
        """Read out the room to a player who has just come in."""
        self.show_room()

    def show_room(self) -> None:
        """Read out the room in its current state."""
        raise NotImplementedError  # each room has its own contents

    def other(self, text: str) -> Response | None:
        """Handle typed text that isn't a command, such as a move. Raise ValueError with a sentence if this fails."""
        close = similar_words(self.room, text)
        raise ValueError(f"There's no such command. {f'Did you mean {close}?' if close else 'Type help.'}")

    # Obeying

    def obey(self, text: str) -> Response | None:
        """Carry out the typed text. Raise ValueError with a sentence if that isn't possible."""
        found = find_command(self.room, text)
        return self.other(text) if found is None else self.room.do(found[0].id, found[1])

    def help_lines(self) -> Iterator[str]:
        """Yield a line for each command that the player can use now."""
        return help_lines(self.room)


def _about(choice: Answer) -> str:
    """Return a line that says what the words for a choice stand for, or an empty string if they say it themselves."""
    if not choice.words or not (choice.detail or choice.words[0].lower() != choice.label.lower()):
        return ""
    return f"{choice.words[0]}: {choice.label}.{f' {capitalized(choice.detail)}.' if choice.detail else ''}"


def typed_for(choice: Answer) -> tuple[str, ...]:
    """Return the words that the player can type for a choice, in lower case."""
    return (choice.label.lower(), *(word.lower() for word in choice.words))


ALSO_QUIT = ("exit", "leave")
"""Words that other programs use to quit. They count only if nothing else is on the line."""


def find_command(room: Room, text: str) -> tuple[Command, str] | None:
    """Return the longest command at the start of the text, and the text after it, or None if there is no command."""
    known = {words: each for each in room.known for words in each.words}
    if "rules" in known and (number := typed_ruling(text)):
        return known["rules"], number
    typed = ["quit"] if text.lower() in ALSO_QUIT and text.lower() not in known else text.split()
    for length in range(len(typed), 0, -1):
        words, rest = " ".join(typed[:length]).lower(), " ".join(typed[length:])
        if (found := known.get(words)) is not None:
            longer = [each for each in known if each.startswith(f"{words} ")]
            if rest and longer and not found.takes:
                raise ValueError(f"Type {join_words([words, *longer], 'or')}.")
            return found, rest
    return (known[""], "") if not typed and "" in known else None


SIMILAR = 0.6
"""The lowest similarity at which a command is suggested for mistyped words, from 0 to 1."""


def similar_words(room: Room, text: str) -> str:
    """Return the words of the command most similar to the mistyped text or to one of its words, or an empty string."""
    known = [words for each in room.known for words in each.words if words]
    typed = text.lower()
    parts = (typed, *(word for word in typed.split() if len(word) > 3 or word in known))
    found = max((SequenceMatcher(None, part, words).ratio(), words) for part in parts for words in known)
    return found[1] if found[0] >= SIMILAR else ""


def help_lines(room: Room) -> Iterator[str]:
    """Yield a line for each command that the player can use now."""
    for each in room.offered:
        if each.words:
            more = f"; {each.typing}" if each.typing else ""
            typed = f"{each.words[0] or 'Enter'} {each.takes}".strip()
            yield f"{typed}: {each.help}{more}."
