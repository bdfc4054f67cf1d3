"""What a front end does after a command, as values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardtable.players.worker import Question


class Response:
    """An instruction to the front end after a command.  Without a response, the front end shows the room again."""


@dataclass(frozen=True, slots=True)
class Say(Response):
    """Tell the player this; the room hasn't changed."""

    text: str


@dataclass(frozen=True, slots=True)
class Stay(Response):
    """Nothing has changed, and nothing needs to be said."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question."""

    label: str
    take: Callable[[], Response | None]
    """The function to call if the player chooses this answer."""
    key: str = ""
    """The key in the app's list."""
    words: tuple[str, ...] = ()
    """The words that can be typed in plain mode; without any, the label can be typed."""
    detail: str = ""
    """More about the answer, which the app shows beside the label."""
    stays: bool = False
    """Whether the question stays open, because the answer only looks something up."""
    copies: str = ""
    """The text that this answer copies to the clipboard, in the app only; plain mode reads it out instead."""


@dataclass(frozen=True, slots=True)
class Ask(Response):
    """Let the player choose, or go back."""

    question: str
    choices: Sequence[Answer]
    back: Callable[[], Response | None] = Stay
    """The function to call if the player goes back."""


@dataclass(frozen=True, slots=True)
class Result(Ask):
    """Tell the result of a game, and let the player choose what to do next; the first line is the result itself."""


@dataclass(frozen=True, slots=True)
class Read(Response):
    """Let the player read a page; the app marks lines that begin with `# ` as headings."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskText(Response):
    """Let the player type a line, or go back."""

    question: str
    take: Callable[[str], Response | None]
    """The function to call with the line; it raises ValueError with a sentence if the line isn't valid."""
    text: str = ""
    """The text to begin with."""
    longest: int = 200


@dataclass(frozen=True, slots=True)
class Think(Response):
    """Compute something slow in the background and go on with the result; the player may do other things meanwhile."""

    question: Question
    take: Callable[[Any], Response | None]
    """The function to call with the result, or with None if there is none in time."""
    notice: str = ""
    """The text to show while the result is computed."""


@dataclass(frozen=True, slots=True)
class Help(Response):
    """List the commands."""


@dataclass(frozen=True, slots=True)
class Goto(Response):
    """Open another place, and come back here when the player leaves it."""


@dataclass(frozen=True, slots=True)
class Leave(Response):
    """Leave the room, for another place if one is named."""

    then: Goto | None = None
