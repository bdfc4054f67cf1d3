"""The play area: the sea and the land, houses, stations, the hurricane and its route."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardtable.engine.games.wind_city.board import Direction, Space
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.model import State
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.wind_city.layout import Layout, Viewport, row_y
from cardtable.tui.boards.wind_city.route import DrawnRoute
from cardtable.tui.canvas import Box, Canvas
from cardtable.tui.choices import Target
from cardtable.tui.faces import CardSet

ARROWS: dict[Direction, str] = {"north": "^", "south": "v", "east": ">", "west": "<"}
ROOFS = {"blocks": (" ▄ ", "▟█▙", " ▄ ▄ ", "▟█▄█▙"), "ascii": ("   ", "/^\\", "     ", "/^ ^\\")}
"""The two rows of the roof of a house, and those of a two-family house."""

Parts = list[tuple[str, str]]
"""Texts to write one after another, each with its ink."""


@dataclass(frozen=True, slots=True)
class AreaView:
    """The part of the play area that is shown."""

    canvas: Canvas
    layout: Layout
    viewport: Viewport
    state: State
    route: DrawnRoute
    signs: CardSet
    endangered: frozenset[Space] = frozenset()
    """The houses to mark because the hurricane can reach them."""

    def paint_edges(self) -> None:
        """Paint the column letters, the row numbers, and the brackets of the sections."""
        canvas, layout, viewport, area = self.canvas, self.layout, self.viewport, area_of(self.state)
        for at in range(layout.columns):
            letter = chr(ord("A") + viewport.column + at)
            canvas.put(layout.left + at * layout.pitch + (layout.pitch - 1) // 2, 1, letter, "dim")
        height = len({space // 100 for space in area.sections[0]})
        for row in range(viewport.row, viewport.row + layout.rows):
            y, level = row_y(layout, viewport, row), (row - area.coast) % height
            style = "strong" if row == area.coast else "dim"
            canvas.put_right(layout.left - 1, y + layout.down // 2, str(row + 1), style)
            if row < area.coast:
                canvas.put(1, y + layout.down // 2, "~", "dim")
            else:
                self._paint_bracket(y, is_top=level == height - 1, is_bottom=level == 0)

    def _paint_bracket(self, y: int, *, is_top: bool, is_bottom: bool) -> None:
        top_left, bottom_left, upright = (self.signs.border[at] for at in (0, 2, 5))
        for down in range(self.layout.down):
            ends_here = is_bottom and down == self.layout.down - 1
            edge = bottom_left if ends_here else top_left if is_top and down == 0 else upright
            self.canvas.put(1, y + down, edge, "dim")

    def paint_spaces(self, board: BoardWidget) -> None:
        """Paint the visible spaces without the route; a click on a space chooses its group, if it has one."""
        targets = {space_of(group.actions[0].action): at for at, group in enumerate(board.groups)}
        for row in range(self.viewport.row, self.viewport.row + self.layout.rows):
            for column in range(self.viewport.column, self.viewport.column + self.layout.columns):
                space = row * 100 + column
                at = targets.get(space)
                is_open = at is not None and board.is_allowed(board.groups[at].actions[0])
                self._paint_space(space, is_open=is_open, has_dot=not board.groups)
                self._mark_space(space, at)

    def paint_route(self) -> None:
        """Paint the spaces on the route again, with what would happen there, and the houses in danger."""
        for space in (*self.route.steps, *self.endangered):
            if self._is_visible(space):
                self._paint_space(space)

    def paint_cursor(self, space: Space) -> None:
        """Highlight a space."""
        if self._is_visible(space):
            box = self._box(space)
            self.canvas.restyle(box, "cursor")
            if not self.layout.is_big and space not in self._marked():
                self.canvas.put(box.x, box.y, ">", "cursor")
                self.canvas.put(box.x + 2, box.y, "<", "cursor")

    def _marked(self) -> tuple[Space | None, ...]:
        """Return the spaces with signs beside the number of the house, which leave no room for the cursor's."""
        state = self.state
        return (state.hurricane, *state.insured, *state.lapsing, *state.two_family, *self.route.steps)

    def _is_visible(self, space: Space) -> bool:
        row, column = divmod(space, 100)
        down, along = row - self.viewport.row, column - self.viewport.column
        return 0 <= down < self.layout.rows and 0 <= along < self.layout.columns

    def _box(self, space: Space) -> Box:
        """Return the cells of a space; small spaces leave a gap on the right."""
        layout = self.layout
        x = layout.left + (space % 100 - self.viewport.column) * layout.pitch
        return Box(x, row_y(layout, self.viewport, space // 100), layout.pitch if layout.is_big else 3, layout.down)

    def _paint_space(self, space: Space, *, is_open: bool = False, has_dot: bool = False) -> None:
        x, y, _, height = self._box(space)
        ground = self._ground(space)
        for down in range(height):
            self.canvas.put(x, y + down, " " * self.layout.pitch, ground)
        self._paint_contents(space, x, y, ground, is_open=is_open, has_dot=has_dot)

    def _mark_space(self, space: Space, at: int | None) -> None:
        """Record where the space is, for clicks and for pointing."""
        canvas, box = self.canvas, self._box(space)
        if at is not None:
            canvas.add_target(box._replace(width=self.layout.pitch), Target(at))
        canvas.mark_place(box, "space", *divmod(space, 100))
        for seat, own in enumerate(self.state.houses):
            if space in own:
                canvas.mark_place(box, "houses", seat)
        if space == self.state.hurricane:
            canvas.mark_place(box, "hurricane")

    def _ground(self, space: Space) -> str:
        area = area_of(self.state)
        kind = "sea" if area.is_sea(space) else "beach" if area.is_beach(space) else "land"
        return kind if sum(divmod(space, 100)) % 2 else f"{kind}-2"

    def _paint_contents(self, space: Space, x: int, y: int, ground: str, *, is_open: bool, has_dot: bool) -> None:
        """Paint what is on a space: the hurricane, its route, a house, a station or nothing."""
        state, route = self.state, self.route
        owner = next((seat for seat, own in enumerate(state.houses) if space in own), None)
        house = "" if owner is None else str(owner + 1) * (1 + (space in state.two_family))
        arrow = ARROWS[route.steps[space]] if space in route.steps else ""
        ink = f"{'way-sea' if ground.startswith('sea') else 'way'}/{ground}"
        if space == state.hurricane:
            self._paint_storm(x, y, f"<{house}@>")
        elif space in route.destroyed:
            text = "*@*" if space == route.end else f"*{route.destroyed[space] + 1}*"
            self._paint_chip(x, y, [(text, "wreck")])
        elif space == route.end:
            self._paint_chip(x, y, [(f"({house}@)", "goal")])
        elif owner is not None:
            self._paint_house(space, x, y, house, ground, (arrow, ink))
        elif arrow:
            self._paint_chip(x, y, [(f" {arrow} ", ink)])
        elif space in area_of(state).stations:
            self._paint_chip(x, y, [(" x+5 " if self.layout.is_big else " x ", "station")])
        elif ground.startswith("sea"):
            self._paint_chip(x, y, [(" ~ ", ground)])
        elif is_open or has_dot or state.phase != "houses":
            dot = "." if self.signs.name == "ascii" else "·"
            self._paint_chip(x, y, [(f" {dot} ", ink if is_open else ground)])

    def _paint_storm(self, x: int, y: int, text: str) -> None:
        layout = self.layout
        for down in range(layout.down if layout.is_big else 0):
            self.canvas.put(x + 2, y + down, "   ", "storm")
        self._paint_chip(x, y, [(f" {text} " if layout.is_big and len(text) < 4 else text, "storm")])

    def _paint_chip(self, x: int, y: int, parts: Parts) -> None:
        """Paint texts in the middle of a space, or from its left edge if spaces are small."""
        layout = self.layout
        x += (layout.pitch - sum(len(text) for text, _ in parts)) // 2 if layout.is_big else 0
        self._put(x, y + layout.down // 2, parts)

    def _put(self, x: int, y: int, parts: Parts) -> None:
        for text, ink in parts:
            self.canvas.put(x, y, text, ink)
            x += len(text)

    def _paint_house(self, space: Space, x: int, y: int, house: str, ground: str, arrow: tuple[str, str]) -> None:
        """Paint a house with its owner's number, framed if it's insured, and the arrow of a route past it."""
        insured, seat, mark = space in self.state.insured, house[0], "!" * (space in self.endangered)
        layout, ink = self.layout, f"{'turn' if self.state.turn == int(seat) - 1 else 'owner'}-{seat}"
        if not layout.is_big:
            text = house if insured else f" {house}{mark}"[-3:].ljust(3)
            parts = [("[", "insured"), (text, ink), ("]", "insured")] if insured else [(text, ink)]
            width = sum(len(text) for text, _ in parts)
            self._put(x, y, [*parts, arrow] if width < layout.pitch else parts)
            return
        text = f" {' '.join(house)}{mark or ' '}"
        walls = [(text, ink)]
        roof = ROOFS[self.signs.name][2 * (len(house) - 1) :][:2]
        corner = x + layout.pitch - 1
        x, bottom = x + (layout.pitch - len(text)) // 2, y + layout.down - 1
        for up, line in enumerate(reversed(roof), 1):
            if up < layout.down:
                self._put(x, bottom - up, [(line, f"roof-{seat}/{ground}")])
        self._put(x, bottom, walls)
        if insured:
            for up in range(min(2, layout.down)):
                self._put(x - 1, bottom - up, [("[", "insured")])
                self._put(x + len(text), bottom - up, [("]", "insured")])
        if arrow[0] and (layout.down > 1 or x + len(text) < corner):
            self._put(corner, y, [arrow])


def space_of(action: Any) -> Space | None:
    """Return the space of an action, if it has one."""
    return getattr(action, "space", None)
