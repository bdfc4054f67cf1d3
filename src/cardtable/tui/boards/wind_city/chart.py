"""The spaces of the chart: houses, stations, the hurricane and its way by the actions chosen."""

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

INKS = ("red", "green", "blue", "strong", PLAIN)
"""Of the players' houses, whose digits say whose they are."""
ARROWS: dict[Direction, str] = {"north": "^", "south": "v", "east": ">", "west": "<"}


class EffectPreview(NamedTuple):
    """The effect of the choice on the spaces."""

    steps: dict[Space, Direction]
    """The spaces entered, and which way last."""
    destroyed: frozenset[Space]
    end: Space | None


NOTHING = EffectPreview({}, frozenset(), None)


def port_for(plan: Layout, chart: PlayArea, middle: Space) -> Viewport:
    """Return as much as there is room for, round a space."""
    row, column = divmod(middle, 100)
    lowest = max(0, min(row - plan.rows // 2, chart.rows - plan.rows))
    return Viewport(lowest, max(0, min(column - plan.columns // 2, chart.columns - plan.columns)))


@dataclass(frozen=True, slots=True)
class ChartView:
    """The chart of a state, as far as it is shown."""

    canvas: Canvas
    plan: Layout
    port: Viewport
    state: State
    foreseen: EffectPreview
    signs: CardSet

    def paint_edges(self) -> None:
        """Paint letters above; at the side numbers, and what belongs to one section."""
        canvas, plan, port, chart = self.canvas, self.plan, self.port, area_of(self.state)
        for at in range(plan.columns):
            letter = chr(ord("A") + port.column + at)
            canvas.put(plan.left + at * plan.pitch + 1, 1, letter, "dim")
        top_left, bottom_left, upright = (self.signs.border[at] for at in (0, 2, 5))
        firsts = {section[0] // 100 for section in chart.sections}
        for row in range(port.row, port.row + plan.rows):
            y = row_y(plan, port, row)
            edge = "~" if row < chart.coast else bottom_left if row in firsts else upright
            edge = top_left if row + 1 in firsts - {chart.coast} or row == chart.rows - 1 else edge
            canvas.put_right(plan.left - 2, y, str(row + 1), "strong" if row == chart.coast else "dim")
            canvas.put(plan.left - 2, y, edge, "dim")

    def paint_spaces(self, board: BoardWidget) -> None:
        """Paint every space that is shown; a click on one that can be chosen means its group."""
        targets = {space_of(group.ways[0].action): at for at, group in enumerate(board.groups)}
        for row in range(self.port.row, self.port.row + self.plan.rows):
            for column in range(self.port.column, self.port.column + self.plan.columns):
                space = row * 100 + column
                self._paint_space(space, board, targets.get(space))

    def _paint_space(self, space: Space, board: BoardWidget, at: int | None) -> None:
        canvas, plan, state = self.canvas, self.plan, self.state
        x, y = plan.left + (space % 100 - self.port.column) * plan.pitch, row_y(plan, self.port, space // 100)
        text, ink = self._token(space)
        is_open = at is not None and board.is_open(board.groups[at].ways[0])
        if state.phase in ("houses", "hurricane") and text.strip() == self._land and not is_open:
            ink = "dim"
        if at is not None:
            canvas.spot(Box(x, y, plan.pitch, plan.down), Target(at))
            if at == board.group:
                text, ink = text.ljust(3), "cursor"
        canvas.put(x, y, text[: max(3, plan.pitch)], ink)
        box = Box(x, y, 3, 1)
        canvas.lay(box, "space", *divmod(space, 100))
        for seat, own in enumerate(state.houses):
            if space in own:
                canvas.lay(box, "houses", seat)
        if space == state.hurricane:
            canvas.lay(box, "hurricane")

    def _token(self, space: Space) -> tuple[str, str]:
        """Return what stands on a space, in three or four cells, and its ink."""
        state, foreseen = self.state, self.foreseen
        owner = next((seat for seat, own in enumerate(state.houses) if space in own), None)
        house = "" if owner is None else str(owner + 1) * (1 + (space in state.two_family))
        insured = space in state.insured
        if space == state.hurricane:
            return (f"<{house}@>" if house else "<@>"), "strong"
        if space == foreseen.end:
            return "*@*" if space in foreseen.destroyed else f"({house}@)" if house else "(@)", "strong"
        if space in foreseen.steps:
            arrow = ARROWS[foreseen.steps[space]]
            told = f"*{house}*" if space in foreseen.destroyed else f"[{house}]{arrow}" if insured else f" {arrow}"
            return told, "strong"
        if owner is not None:
            return f"[{house}]" if insured else f" {house}", INKS[owner]
        chart = area_of(state)
        if space in chart.stations:
            return " x", "strong"
        return (" ~", "blue") if chart.is_sea(space) else (f" {self._land}", PLAIN)

    @property
    def _land(self) -> str:
        """The sign of a space without anything on it."""
        return "." if self.signs.name == "ascii" else "·"


def space_of(action: Any) -> Space | None:
    """Return the space that an action names, if it names one."""
    return getattr(action, "space", None)


def foresee(seen: Seen, plan: tuple[int, ...]) -> EffectPreview:
    """Return where the hurricane would go by these actions, as things stand."""
    if not plan:
        return NOTHING
    moves = [event for event in forecast(seen.state, plan) if isinstance(event, Moved)]
    steps = {space: move.direction for move in moves for space in move.path}
    destroyed = frozenset(space for move in moves for _, space in move.destroyed)
    path = [space for move in moves for space in move.path]
    left = any(move.left for move in moves)
    return EffectPreview(steps, destroyed, path[-1] if path and not left else None)
