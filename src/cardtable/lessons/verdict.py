"""What a lesson replies to an answer or a move."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardtable.engine.game import Event

RIGHT, WRONG, NOT_YET = "Right.", "No.", "Not yet."
"""The words before a reply; a legal move that isn't the one asked for may be a good one, so it isn't called wrong."""

_NAMES_VERDICT = {
    True: re.compile(r"\**(Yes|Right|Good|Well done|Exactly|Correct)\b[,.:;!]"),
    False: re.compile(r"\**((No|Wrong|Close|Almost|Nearly|Sorry)[,.:;!]|Not? )"),
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The reply to an answer or a move."""

    right: bool
    text: str
    """The reply in Markdown, which is never empty."""
    events: tuple[Event, ...] = ()
    """The events that the viewer saw, for the animation; there are none if nothing was played."""
    is_log: bool = False
    """Whether the text only says what those events say."""
    done: bool = False
    """Whether the step is done, so that the learner can go on."""
    partial: bool = False
    """Whether everything in the answer is right but something is missing."""
    shown: bool = False
    """Whether the answer was shown to the learner, so that it counts as neither right nor wrong."""
    ignored: bool = False
    """Whether the answer named something that isn't there, such as an empty place; that counts neither way."""
    word: str = ""
    """`Right.`, `No.` or `Not yet.`, or an empty string if nothing was judged or the text says so itself."""


def word_before(reply: str, word: str) -> str:
    """Return the word to say before a reply, or an empty string if the reply already begins like that."""
    return "" if _NAMES_VERDICT[word == RIGHT].match(reply) else word
