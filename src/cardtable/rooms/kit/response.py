"""Responses: what a front end does after a command, as values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from cardtable.players.worker import Question

Way: TypeAlias = Literal[
    "board", "deal", "down", "go-on", "hand", "look", "moves", "pass-keyboard", "pause", "read-all", "ready", "scores",
    "skip", "type", "up", "why",
]  # fmt: skip


class Response:
    """An instruction to the front end after a command. If a command returns None, the room is shown again."""


@dataclass(frozen=True, slots=True)
class Say(Response):
    """Show this text to the player. The room hasn't changed."""

    text: str


@dataclass(frozen=True, slots=True)
class Stay(Response):
    """Do nothing, because nothing has changed and there is nothing to say."""


COPIED = "Copied. If your terminal doesn't let programs copy, select the text here:"
"""The line above text that has been copied to the clipboard. No program can tell whether that has worked."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to a question."""

    label: str
    take: Callable[[], Response | None]
    """The function to call if the player chooses this answer."""
    key: str = ""
    """The answer's key in the app's list."""
    words: tuple[str, ...] = ()
    """The words that a player can type in plain mode. If there are none, the player types the label."""
    detail: str = ""
    """More about the answer. The app shows it beside the label."""
    stays: bool = False
    """Whether the question stays open after this answer, which only looks something up."""
    copies: str = ""
    """The text that this answer copies to the clipboard in the app. Plain mode reads it out instead."""


@dataclass(frozen=True, slots=True)
class Ask(Response):
    """Let the player choose an answer or go back."""

    question: str
    choices: Sequence[Answer]
    back: Callable[[], Response | None] = Stay
    """The function to call if the player goes back."""


@dataclass(frozen=True, slots=True)
class Result(Ask):
    """Show the result of a game, and let the player choose what to do next. The first line is the result itself."""


@dataclass(frozen=True, slots=True)
class Read(Response):
    """Let the player read a page. The app shows lines that begin with `# ` as headings."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskText(Response):
    """Let the player type a line or go back."""

    question: str
    take: Callable[[str], Response | None]
    """The function to call with the line. It raises ValueError with a sentence if the line isn't valid."""
    text: str = ""
    """The initial text of the line."""
    longest: int = 200


@dataclass(frozen=True, slots=True)
class Think(Response):
    """Compute something slow in the background, then continue with the result. The player can act in the meantime."""

    question: Question
    take: Callable[[Any], Response | None]
    """The function to call with the result, or with None if there is no result in time."""
    notice: str = ""
    """The text to show during the computation."""


@dataclass(frozen=True, slots=True)
class Help(Response):
    """List the commands."""


@dataclass(frozen=True, slots=True)
class Goto(Response):
    """Open another place. When the player leaves that place, return here."""


@dataclass(frozen=True, slots=True)
class Leave(Response):
    """Leave the room, and go to the place `then` if there is one."""

    then: Goto | None = None


@dataclass(frozen=True, slots=True)
class OwnWay(Response):
    """Do something in the front end's own way. Plain mode, for example, reads out what a screen always shows."""

    what: Way
    """The name of the thing to do."""
    about: str = ""
    """The subject of the player's question. It is empty if there is none."""


@dataclass(frozen=True, slots=True)
class ShowLog(Response):
    """Show the whole log, or only the given number of its last moves."""

    last: int = 0
