"""The text of a lesson as plain mode reads it out."""

from __future__ import annotations

import re
from collections.abc import Sequence

WORDS_TO_REPEAT = 12
"""The minimum number of words to repeat after the table, so that they make sense on their own."""

MAX_WORDS_BETWEEN = 40
"""If a table has at most this many words, a learner still remembers the text before it."""

_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=[-*] )")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs and list items of the text, each as a single line."""
    return [" ".join(part.split()) for part in _PARAGRAPH.split(text) if part.strip()]


def task_after(table: Sequence[str], text: str, task: str = "") -> str:
    """Return the task to repeat after a step's table. The result is empty if the table was short."""
    is_short = len(" ".join(table).split()) <= MAX_WORDS_BETWEEN
    return "" if is_short else task or default_task(text)


def default_task(text: str) -> str:
    """Return the end of the text, to repeat after the table: the last question or sentence, or more if it is short."""
    sentences = re.split(r"(?<=[.?!])\s+", text.strip())
    start = next((at for at in reversed(range(len(sentences))) if sentences[at].endswith("?")), len(sentences) - 1)
    while start and len(" ".join(sentences[start:]).split()) < WORDS_TO_REPEAT:
        start -= 1
    return " ".join(sentences[start:])
