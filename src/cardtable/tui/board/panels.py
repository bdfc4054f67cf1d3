"""Parts that the boards of several games share: lists of choices with their effects, and the cards of a hand."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from cardtable.engine.cards import FILLED, Card
from cardtable.engine.zones import Place
from cardtable.tui.board.choices import ListedAction, Target
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut
from cardtable.tui.drawing.cards import draw_face
from cardtable.tui.drawing.faces import CardSet, Size

Choices = Sequence[tuple[ListedAction, Target]]


def current_choices(board: BoardWidget) -> Choices:
    """Return the actions of the group under the cursor."""
    return [(listed, Target(board.group, at)) for at, listed in enumerate(board.groups[board.group].actions)]


def paint_choices(
    canvas: Canvas, board: BoardWidget, area: Box, choices: Choices, current: int, title: str = ""
) -> int:
    """Paint a title and a line for each choice, scrolled to the current choice, and return the number of rows used."""
    room = area.height - bool(title)
    first = max(0, min(current - room // 2, len(choices) - room))
    position = ""
    if len(choices) > room:
        above, below = board.signs.more
        more = above * (first > 0) + below * (first + room < len(choices))
        position = f"choice {current + 1} of {len(choices)} {more}"
        if len(title) + 1 + len(position) > area.width:
            position = f"{current + 1}/{len(choices)} {more}"
    if title:
        canvas.put(area.x, area.y, cut(title, area.width - len(position) - bool(position)), "strong")
    shown = choices[first : first + room]
    for down, (listed, target) in enumerate(shown, bool(title)):
        line = Box(area.x, area.y + down, area.width, 1)
        _paint_choice(canvas, board, line, listed, target, chosen=first + down - bool(title) == current)
    canvas.put_right(area.x + area.width, area.y, position, "dim")
    return bool(title) + len(shown)


def choice_style(board: BoardWidget, listed: ListedAction, *, chosen: bool) -> str:
    """Return the style of an action in a list."""
    return "cursor" if chosen else PLAIN if board.is_allowed(listed) else "dim"


def _paint_choice(
    canvas: Canvas, board: BoardWidget, line: Box, listed: ListedAction, target: Target, *, chosen: bool
) -> None:
    effect, style = board.effect_label(listed), choice_style(board, listed, chosen=chosen)
    label = f"{'>' if chosen else ' '} {listed.label}"
    while (
        cell_len(label) + 1 + len(effect) > line.width and ", " in effect
    ):  # the last part says what the label doesn't
        effect = effect.partition(", ")[2]
    if cell_len(label) + 1 + len(effect) > line.width:
        effect = effect.removeprefix("you ")
    text = cut(label, line.width - len(effect) - 1)
    paint_line(canvas, line, text.ljust(line.width - len(effect)) + effect, style, target)


def paint_line(canvas: Canvas, line: Box, text: str, style: str, target: Target) -> None:
    """Paint a line that can be clicked along its whole length."""
    canvas.put(line.x, line.y, text.ljust(line.width), style)
    canvas.add_target(line, target)


def paint_current_choice(canvas: Canvas, board: BoardWidget, y: int, more: str = "") -> None:
    """Paint the action under the cursor and the text `more` in one line, for layouts without room for a list."""
    if board.choice is not None:
        choices = len(board.groups[board.group].actions)
        count = f"{board.action_index + 1} of {choices}: " if choices > 1 else ""
        line = "  ".join(filter(None, (f"{count}{board.choice.label}", board.effect_label(board.choice), more)))
        canvas.put(0, y, cut(line, canvas.width), "cursor")


def paint_hand_card(
    canvas: Canvas, board: BoardWidget, card: Card, box: Box, place: Place, *, size: Size, pitch: int, chosen: bool
) -> None:
    """Paint a card in the hand. If there are choices, also number the card from 1 and make it clickable."""
    foot = str(place.column + 1) if board.groups else ""
    draw_face(canvas, (box.x, box.y), card, size, board.signs, chosen=chosen, foot=foot)
    canvas.mark_place(box, *place)
    if board.groups:
        canvas.add_target(Box(box.x, box.y, pitch, size.height), Target(place.column))


def paint_score(signs: CardSet, canvas: Canvas, box: Box, gain: int, score: int, target: int) -> None:
    """Paint the points just gained and the score. If there is a target, a bar compares the score with the target."""
    total = f"{score} of {target}" if target else str(score)
    canvas.put(box.x, box.y, f"+{gain}", "gain" if gain else "dim")
    width = min(40, box.width - len(total) - 6) if target else 0
    filled = width * min(score, target) // target if target else 0
    canvas.put(box.x + 4, box.y, signs.fill[FILLED] * filled, "gold" if gain else "dim")
    canvas.put(box.x + 4 + filled, box.y, "." * (width - filled), "dim")
    canvas.put(box.x + 5 + width, box.y, total, "strong")
