"""The play area: houses, stations, the hurricane, and its route with the chosen actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from cardtable.engine.games.wind_city.board import Direction, PlayArea, Space
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.model import Moved, State
from cardtable.table.session import Seen
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.wind_city.layout import Layout, Viewport, row_y
from cardtable.tui.canvas import PLAIN, Box, Canvas
from cardtable.tui.choices import Target
from cardtable.tui.faces import CardSet

HOUSE_STYLES = ("red", "green", "blue", "strong", PLAIN)
"""The styles of the players' houses; the digits show whose they are."""
ARROWS: dict[Direction, str] = {"north": "^", "south": "v", "east": ">", "west": "<"}


class EffectPreview(NamedTuple):
    """The effect of the choice on the play area."""

    steps: dict[Space, Direction]
    """The spaces that the hurricane would enter, with the direction of the last step onto each."""
    destroyed: frozenset[Space]
    end: Space | None


NO_EFFECT = EffectPreview({}, frozenset(), None)


def viewport_for(layout: Layout, area: PlayArea, middle: Space) -> Viewport:
    """Return the part of the play area to show, with this space in the middle if possible."""
    row, column = divmod(middle, 100)
    lowest = max(0, min(row - layout.rows // 2, area.rows - layout.rows))
    return Viewport(lowest, max(0, min(column - layout.columns // 2, area.columns - layout.columns)))


@dataclass(frozen=True, slots=True)
class AreaView:
    """The part of the play area that is shown."""

    canvas: Canvas
    layout: Layout
    viewport: Viewport
    state: State
    preview: EffectPreview
    signs: CardSet

    def paint_edges(self) -> None:
        """Paint the column letters, the row numbers, and the brackets round the sections."""
        canvas, layout, viewport, area = self.canvas, self.layout, self.viewport, area_of(self.state)
        for at in range(layout.columns):
            letter = chr(ord("A") + viewport.column + at)
            canvas.put(layout.left + at * layout.pitch + 1, 1, letter, "dim")
        top_left, bottom_left, upright = (self.signs.border[at] for at in (0, 2, 5))
        firsts = {section[0] // 100 for section in area.sections}
        for row in range(viewport.row, viewport.row + layout.rows):
            y = row_y(layout, viewport, row)
            edge = "~" if row < area.coast else bottom_left if row in firsts else upright
            edge = top_left if row + 1 in firsts - {area.coast} or row == area.rows - 1 else edge
            canvas.put_right(layout.left - 2, y, str(row + 1), "strong" if row == area.coast else "dim")
            canvas.put(layout.left - 2, y, edge, "dim")

    def paint_spaces(self, board: BoardWidget) -> None:
        """Paint the visible spaces; a click on a space chooses its group, if it has one."""
        targets = {space_of(group.actions[0].action): at for at, group in enumerate(board.groups)}
        for row in range(self.viewport.row, self.viewport.row + self.layout.rows):
            for column in range(self.viewport.column, self.viewport.column + self.layout.columns):
                space = row * 100 + column
                self._paint_space(space, board, targets.get(space))

    def _paint_space(self, space: Space, board: BoardWidget, at: int | None) -> None:
        canvas, layout, state = self.canvas, self.layout, self.state
        x = layout.left + (space % 100 - self.viewport.column) * layout.pitch
        y = row_y(layout, self.viewport, space // 100)
        text, style = self._token(space)
        is_allowed = at is not None and board.is_allowed(board.groups[at].actions[0])
        if state.phase in ("houses", "hurricane") and text.strip() == self._land and not is_allowed:
            style = "dim"
        if at is not None:
            canvas.add_target(Box(x, y, layout.pitch, layout.down), Target(at))
            if at == board.group:
                text, style = text.ljust(3), "cursor"
        canvas.put(x, y, text[: max(3, layout.pitch)], style)
        box = Box(x, y, 3, 1)
        canvas.mark_place(box, "space", *divmod(space, 100))
        for seat, own in enumerate(state.houses):
            if space in own:
                canvas.mark_place(box, "houses", seat)
        if space == state.hurricane:
            canvas.mark_place(box, "hurricane")

    def _token(self, space: Space) -> tuple[str, str]:
        """Return the text of a space (at most four cells) and its style."""
        state, preview = self.state, self.preview
        owner = next((seat for seat, own in enumerate(state.houses) if space in own), None)
        house = "" if owner is None else str(owner + 1) * (1 + (space in state.two_family))
        insured = space in state.insured
        if space == state.hurricane:
            return (f"<{house}@>" if house else "<@>"), "strong"
        if space == preview.end:
            return "*@*" if space in preview.destroyed else f"({house}@)" if house else "(@)", "strong"
        if space in preview.steps:
            arrow = ARROWS[preview.steps[space]]
            text = f"*{house}*" if space in preview.destroyed else f"[{house}]{arrow}" if insured else f" {arrow}"
            return text, "strong"
        if owner is not None:
            return f"[{house}]" if insured else f" {house}", HOUSE_STYLES[owner]
        area = area_of(state)
        if space in area.stations:
            return " x", "strong"
        return (" ~", "blue") if area.is_sea(space) else (f" {self._land}", PLAIN)

    @property
    def _land(self) -> str:
        """The sign for an empty land space."""
        return "." if self.signs.name == "ascii" else "·"


def space_of(action: Any) -> Space | None:
    """Return the space of an action, if it has one."""
    return getattr(action, "space", None)


def preview_effect(seen: Seen, plan: tuple[int, ...]) -> EffectPreview:
    """Return where the hurricane would go with these actions."""
    if not plan:
        return NO_EFFECT
    moves = [event for event in forecast(seen.state, plan) if isinstance(event, Moved)]
    steps = {space: move.direction for move in moves for space in move.path}
    destroyed = frozenset(space for move in moves for _, space in move.destroyed)
    path = [space for move in moves for space in move.path]
    left = any(move.left for move in moves)
    return EffectPreview(steps, destroyed, path[-1] if path and not left else None)
