"""Words in lines that fit, for screens, help and the text of a game; pages of Markdown have `table.page_text`."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def wrap(
    words: Iterable[str], cells: int, *, breaks_words: bool = True, measure: Callable[[str], int] = len
) -> list[str]:
    """Return the words in lines of at most so many cells; at least one line, which may be empty.

    A word too long for a line begins one of its own, and is broken or left whole.  `measure` says how many cells a text
    takes.
    """
    lines = [""]
    for word in words:
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if measure(joined) <= cells:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
        for part in word if breaks_words else (word,):
            if lines[-1] and measure(lines[-1] + part) > cells:
                lines.append("")
            lines[-1] += part
    return lines
