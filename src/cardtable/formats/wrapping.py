"""Line wrapping for screens, help and game notation. `table.page_text` wraps Markdown pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def wrap_words(
    words: Iterable[str], cells: int, *, breaks_words: bool = True, measure: Callable[[str], int] = len
) -> list[str]:
    """Wrap the words into lines of at most `cells` cells.

    There is always at least one line, which may be empty. A word that is too long for a line starts a new line. The
    word is broken if `breaks_words` is true, and otherwise left whole. `measure` returns the width of text.
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
