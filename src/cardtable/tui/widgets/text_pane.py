"""The text beside or below a board: a heading, the text itself, answers to choose from, and the reply to an answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, shorten, wrap
from cardtable.tui.drawing.prose import StyledLine, lines_of, put_line
from cardtable.tui.widgets.drawn import Drawing

MARGIN = 1
WIDEST = 78
"""The maximum width of the text in columns. Longer lines are hard to read."""
MORE = "pgup/pgdn"
SENTENCE_END = re.compile(r"[.!?]\**\s+(?=\S)")
DOTS = " ..."
DIGITS = tuple("123456789")
BETWEEN = " "
"""The gap between choices on the same line, in addition to the room for the cursor's sign."""
NOTHING_CHOSEN = "First choose an answer: press its number, or use the arrows."


class PaneRow(NamedTuple):
    """A line with the indices of the choices on it: none, one, or several short choices with blanks between them."""

    line: StyledLine
    choices: tuple[int, ...] = ()


class PaneText(NamedTuple):
    """The content of the pane."""

    heading: str = ""
    counter: str = ""
    """Text at the right-hand end of the heading line, such as `step 3 of 9`."""
    text: str = ""
    choices: tuple[str, ...] = ()
    answer: str = ""
    """The reply to the learner's answer, or an error message."""
    hint: str = ""
    """A note on how to continue, shown only if there is room."""
    replies: tuple[str, ...] = ()
    """All replies that may follow. The choices are placed where none of these replies would move them."""
    first: int | None = None
    """The index of the choice selected first, or None in a question, because Enter may be meant to read on."""


class TextPane(Drawing, can_focus=True):
    """A scrolling text with choices.

    If not everything fits, the text scrolls above the choices, which stay visible. When there is a reply to an answer,
    the last sentences of the text stay above the reply, because they ask the question. Scrolling up from there shows
    the whole text.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Choose", key_display="arrows"),
        Binding("down", "move(1)", "The answer below", show=False),
        Binding("left", "move_across(-1)", "The answer to the left", show=False),
        Binding("right", "move_across(1)", "The answer to the right", show=False),
        Binding("enter,space", "pick", "Answer", key_display="enter"),
    ]

    @dataclass
    class AnswerSelected(Message):
        """Posted when the learner chooses the answer with this index."""

        at: int

    def __init__(self) -> None:
        super().__init__()
        self.content = PaneText()
        self.at: int | None = None
        """The index of the choice under the cursor, or None if there is no cursor."""
        self._first: int | None = None
        """The number of rows scrolled down from the start of the reply or, without a reply, of the text.

        The number is negative above a reply. None counts as 0.
        """
        self._page = 1
        """The number of rows by which a page scrolls. One row of the old page stays visible."""
        self._are_side_by_side = False
        self._follows_choice = False
        """Whether to scroll to the choice under the cursor if the choices don't all fit."""
        self.is_brief = False
        """Whether only part of the text is shown, without the heading, in a few rows below a large table."""
        self.shows_ending = False
        """Whether a brief text shows its last sentences, which say what to do, instead of its first sentences."""

    def show(self, content: PaneText) -> None:
        """Show this content. The cursor stays in place if the choices haven't changed."""
        if content.choices != self.content.choices:
            self.at = content.first
        self.content, self._first, self._follows_choice = content, None, False
        self.redraw()

    def refresh_content(self, content: PaneText) -> None:
        """Show a newer version of the content. The cursor stays on its choice, and the text doesn't scroll."""
        chosen = "" if self.at is None else self.content.choices[self.at]
        self.content, self.at = content, content.choices.index(chosen) if chosen in content.choices else content.first
        self.redraw()

    def rows(self, width: int, content: PaneText) -> int:
        """Return the number of rows that the heading, the text, the choices and a reply take at this width."""
        width = min(width - 2 * MARGIN, WIDEST)
        return (
            1
            + len(_choice_rows(content.choices, None, width))
            + sum(len(lines_of(text, width)) for text in (content.text, content.answer) if text)
        )

    def reply_rows(self, width: int, content: PaneText) -> int:
        """Return the number of rows that a reply takes below a large table, including the choices that remain."""
        width -= 2 * MARGIN
        return len(_rows(content.answer, width)) + len(_brief_choices(content.choices, None, width))

    def question_rows(self, width: int, content: PaneText) -> int:
        """Return the number of rows that the last sentence and the choices take below a large table."""
        width -= 2 * MARGIN
        return len(_endings(content.text, width)[-1]) + len(_brief_choices(content.choices, None, width))

    def brief_rows(self, width: int, room: int, content: PaneText) -> int:
        """Return the number of rows that a reply or the end of the text takes below a large table."""
        return len(_brief(content, None, width - 2 * MARGIN, room, is_ending=True))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now."""
        if action == "move_across":
            return self._are_side_by_side
        return action not in ("move", "pick") or bool(self.content.choices)

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        if self.is_brief:
            rows = _brief(self.content, self.at, width - 2 * MARGIN, height, is_ending=self.shows_ending)
            self._draw_rows(canvas, 0, rows)
            return canvas
        lines, is_all = self._visible(self._text_width(width, height - 1), height - 1)
        self._draw_heading(canvas, more=not is_all)
        self._draw_rows(canvas, 1, lines)
        return canvas

    def _draw_rows(self, canvas: Canvas, top: int, lines: list[PaneRow]) -> None:
        width = canvas.width
        self._are_side_by_side = any(len(row.choices) > 1 for row in lines)
        for y, row in enumerate(lines, top):
            put_line(canvas, MARGIN, y, row.line)
            x = 0
            for at, choice in enumerate(row.choices):
                cells = width - x if len(row.choices) == 1 else cell_len(row.line[2 * at][0]) + len(BETWEEN)
                canvas.add_target(Box(x, y, cells, 1), choice)
                x += cells + MARGIN * (at == 0)

    def _draw_heading(self, canvas: Canvas, *, more: bool) -> None:
        canvas.put(0, 0, " " * canvas.width, "title")
        heading, counter = self.content.heading, f"  {MORE}  {self.content.counter}" if more else self.content.counter
        shortest = cell_len(heading.partition(",")[0]) + 3
        counter = shorten(counter, canvas.width - shortest) or counter
        room = canvas.width - len(counter) - 3
        canvas.put(MARGIN, 0, shorten(heading, room) or cut(heading, room), "title")
        canvas.put_right(canvas.width - MARGIN, 0, counter, "title")

    def _text_width(self, width: int, room: int) -> int:
        """Return the width of the text in columns. It exceeds WIDEST only if the longest reply needs more."""
        widest = width - 2 * MARGIN
        narrow = min(widest, WIDEST)
        text, choices = _rows(self.content.text, narrow), _choice_rows(self.content.choices, self.at, narrow)
        return narrow if self._arrange(text, choices, [], narrow, room)[2] else widest

    def _visible(self, width: int, room: int) -> tuple[list[PaneRow], bool]:
        """Return the rows to show, and whether these are all the rows."""
        text, answer = _rows(self.content.text, width), _rows(self.content.answer, width)
        hint, choices = _rows(self.content.hint, width, "dim"), _choice_rows(self.content.choices, self.at, width)
        choices, gap, _ = self._arrange(text, choices, answer, width, room)
        for shown in (_joined([text, choices, answer, hint], gap), rows := _joined([text, choices, answer], gap)):
            if len(shown) <= room:
                self._first = None
                return shown, True
        if choices and not answer and len(choices) < room:
            window = room - len(choices)
            self._page = max(1, window - 1)
            self._first = max(0, min(self._first or 0, len(text) - window))
            return [*text[self._first : self._first + window], *choices], False
        self._page = max(1, room - 1)
        kept = max(1, room - len(choices) - len(answer)) if answer else 0
        question = _ending(self.content.text, width, kept) if answer and kept < len(text) else text[:kept]
        pinned = [*question, *choices] if answer else []
        if len(pinned) + bool(answer) > room:  # a very small terminal
            kept, pinned = len(text), []
        below = answer if pinned else rows[kept:]
        last = max(0, len(below) - room + len(pinned))
        self._first = max(-kept, min(self._first or 0, last))
        if self._follows_choice and not pinned and (chosen := _row_of(below, self.at)) is not None:
            self._first = min(max(self._first, chosen - room + 1), chosen)
        if self._first < 0:
            start = max(0, min(kept + self._first, len(rows) - room))
            return rows[start : start + room], False
        return [*pinned, *below[self._first :]][:room], False

    def _arrange(
        self, text: list[PaneRow], choices: list[PaneRow], answer: list[PaneRow], width: int, room: int
    ) -> tuple[list[PaneRow], int, bool]:
        """Return the choices, the blank rows between parts, and whether everything fits. Choices may share lines."""
        reply = max([answer, *(_rows(each, width) for each in (self.content.answer, *self.content.replies))], key=len)
        can_share = bool(reply) and len(choices) == len(self.content.choices)
        shorter = _side_by_side(choices, width) if can_share else choices
        arrangements = ((choices, 1), (choices, 0), (shorter, 0))
        fitting = ((*each, True) for each in arrangements if len(_joined([text, each[0], reply], each[1])) <= room)
        return next(fitting, (shorter, 0, False))

    def action_move(self, step: int) -> None:
        self.at = (step - (step > 0) if self.at is None else self.at + step) % len(self.content.choices)
        self._follows_choice = True
        self.redraw()

    def action_move_across(self, step: int) -> None:
        self.action_move(step)

    def action_pick(self) -> None:
        if self.at is not None:
            self.post_message(self.AnswerSelected(self.at))
        else:
            self.notify(NOTHING_CHOSEN)

    def scroll_pages(self, pages: int) -> None:
        """Scroll down by a number of pages."""
        self.scroll_lines(pages * self._page)

    def scroll_lines(self, lines: int) -> None:
        """Scroll down by a number of lines. Scrolling up stops once at the start of a reply."""
        first, self._follows_choice = self._first or 0, False
        self._first = 0 if first > 0 > first + lines else first + lines
        self.redraw()

    def on_key(self, event: events.Key) -> None:
        if event.character in DIGITS:
            self._pick(int(event.character) - 1)

    def on_click(self, event: events.Click) -> None:
        meaning = self.canvas.target_at(event.x, event.y)
        if isinstance(meaning, int):
            self._pick(meaning)

    def _pick(self, at: int) -> None:
        if 0 <= at < len(self.content.choices):
            self.at = at
            self.redraw()
            self.action_pick()

    def on_mouse_scroll_down(self) -> None:
        self.scroll_lines(1)

    def on_mouse_scroll_up(self) -> None:
        self.scroll_lines(-1)


def _rows(text: str, width: int, ink: str = PLAIN) -> list[PaneRow]:
    return [PaneRow(line) for line in lines_of(text, width, ink)]


def _beginning(text: str, width: int, room: int) -> list[PaneRow]:
    """Return the first rows of this text. If there is more, the last row ends with dots."""
    rows = _rows(text, width - len(DOTS))
    return rows if len(rows) <= room else [*rows[: room - 1], PaneRow([*rows[room - 1].line, (DOTS, PLAIN)])]


def _brief(content: PaneText, at: int | None, width: int, room: int, *, is_ending: bool) -> list[PaneRow]:
    """Return the reply if there is room for it above the choices.

    If there is no reply, or no room for a reply, return the part of the text to show. The choices follow if there is
    room for them.
    """
    reply, choices = _rows(content.answer, width) if content.answer else [], _brief_choices(content.choices, at, width)
    if len(choices) >= room:
        choices = []
    if reply and (not choices or len(reply) + len(choices) <= room):
        return [*reply[:room], *choices]
    part = _ending if is_ending or content.choices else _beginning
    return [*part(content.text, width, room - len(choices)), *choices]


def _brief_choices(choices: tuple[str, ...], at: int | None, width: int) -> list[PaneRow]:
    return _side_by_side(_choice_rows(choices, at, width), width)


def _ending(text: str, width: int, room: int) -> list[PaneRow]:
    """Return as many of the last sentences as fit in `room` rows, or else the beginning of the last sentence."""
    endings = _endings(text, width)
    return next((rows for rows in endings if len(rows) <= room), endings[-1][:room])


def _endings(text: str, width: int) -> list[list[PaneRow]]:
    """Return the text, then the text after its first sentence, after its first two, and so on, with dots in front."""
    starts = [match.end() for match in SENTENCE_END.finditer(text)]
    endings = [f"{DOTS.strip()} {text[start:]}" for start in starts if text.count("**", start) % 2 == 0]
    return [_rows(each, width) for each in (text, *endings)]


def _side_by_side(choices: list[PaneRow], width: int) -> list[PaneRow]:
    """Return the choices in lines, with as many choices on each line as fit."""
    rows: list[PaneRow] = []
    for row in choices:
        line = [*rows[-1].line, (BETWEEN, PLAIN), *row.line] if rows else []
        if line and sum(cell_len(text) for text, _ in line) <= width:
            rows[-1] = PaneRow(line, rows[-1].choices + row.choices)
        else:
            rows.append(row)
    return rows


def _choice_rows(choices: tuple[str, ...], chosen: int | None, width: int) -> list[PaneRow]:
    """Return the rows of the choices. All lines of a long choice are aligned with its beginning."""
    rows: list[PaneRow] = []
    for at, choice in enumerate(choices):
        mark, ink = (">", "cursor") if at == chosen else (" ", PLAIN)
        start = f"{mark}{at + 1}) "
        first, *more = wrap(choice, width - len(start), len(choice)) or [""]
        rows += [PaneRow([(text, ink)], (at,)) for text in (start + first, *(" " * len(start) + line for line in more))]
    return rows


def _row_of(rows: list[PaneRow], choice: int | None) -> int | None:
    """Return the index of the row that shows a choice, or None if no row does."""
    return next((number for number, row in enumerate(rows) if choice in row.choices), None)


def _joined(parts: list[list[PaneRow]], gap: int) -> list[PaneRow]:
    """Return the rows of all parts, with `gap` blank rows between the parts."""
    rows: list[PaneRow] = []
    for part in filter(None, parts):
        rows += [PaneRow([])] * (gap if rows else 0) + part
    return rows
