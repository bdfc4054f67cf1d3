"""Line wrapping for screens, help and game notation; `table.page_text` wraps Markdown pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


def wrap(
    words: Iterable[str], cells: int, *, breaks_words: bool = True, measure: Callable[[str], int] = len
) -> list[str]:
    """Wrap the words into lines of at most `cells` cells; there is always at least one line, which may be empty.

    A word that is too long for a line starts a new line, and is broken or left whole.  A percent sign stays with its
    number.  `measure` returns a text's width.
    """
    lines = [""]
    for word in _with_percent_signs(words):
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


def _with_percent_signs(words: Iterable[str]) -> Iterator[str]:
    """Yield the words, each percent sign with the number before it, as in `62 %`."""
    number = ""
    for word in words:
        together = f"{number} {word}" if number and word.startswith("%") else word
        if number and together is word:
            yield number
        number = together if word[-1:].isdecimal() else ""
        if not number:
            yield together
    if number:
        yield number
