"""The text of a lesson as plain mode reads it out."""

from __future__ import annotations

import re

WORDS_TO_REPEAT = 12
"""The minimum number of words to say again after the table, so that they are understood without the others."""

_PARAGRAPH = re.compile(r"\n\s*\n|\n(?=[-*] )")


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs and list items of a text, each on one line."""
    return [" ".join(part.split()) for part in _PARAGRAPH.split(text) if part.strip()]


def task(text: str) -> str:
    """Return the end of a text, from its last question or last sentence or earlier, to say again after the table."""
    sentences = re.split(r"(?<=[.?!])\s+", text.strip())
    start = next((at for at in reversed(range(len(sentences))) if sentences[at].endswith("?")), len(sentences) - 1)
    while start and len(" ".join(sentences[start:]).split()) < WORDS_TO_REPEAT:
        start -= 1
    return " ".join(sentences[start:])
