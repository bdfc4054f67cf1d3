"""The play area: the sea and the land, the houses, the stations, and the hurricane with its route."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from cardtable.engine.games.wind_city.board import Direction, Space
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.model import State
from cardtable.engine.games.wind_city.storm import Reach
from cardtable.games.wind_city.board.layout import Layout, Viewport, row_y
from cardtable.games.wind_city.board.route import DrawnRoute
from cardtable.tui.board.choices import Target
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.canvas import Box, Canvas
from cardtable.tui.drawing.faces import CardSet

ARROWS: dict[Direction, str] = {"north": "^", "south": "v", "east": ">", "west": "<"}
ROOFS = {
    "blocks": (
        (("▟█▙",), ("▟██▙",)),
        ((" ▄ ", "▟█▙"), (" ▄ ▄ ", "▟█▄█▙")),
        (("  ▄  ", " ▟█▙ ", "▟███▙"), ("  ▄ ▄  ", " ▟█▄█▙ ", "▟█████▙")),
    ),
    "ascii": (
        (("/^\\",), ("/^^\\",)),
        (("/^\\",), ("/^ ^\\",)),
        ((" /^\\ ", "/###\\"), (" /^ ^\\ ", "/#####\\")),
    ),
}
"""The rows of the roofs of houses and two-family houses, for each scale of the pictures."""
STORMS = {
    "blocks": {
        (0, 1): ("<@>",),
        (0, 2): ("▗▛▀▟", "<@>▘"),
        (1, 1): ("▗▟<@>▛▘",),
        (1, 2): ("▗▛▀▀▀▜▟", "▛▖<@>▟▘"),
        (1, 3): ("▗▟▀▀▙▄█", "▜▙<@>▜▙", "█▀▜▄▄▛▘"),
        (2, 1): ("▗▟▀<@>▄▛▘",),
        (2, 2): ("▗▛▀▀▀▀▀▜▟", "▛▖ <@> ▟▘"),
        (2, 3): ("▗▟▀▀▀▀▙▄█", "▜▙ <@> ▜▙", "█▀▜▄▄▄▄▛▘"),
        (2, 4): ("▗▟▀▀▀▀▙▄█", "▟▛ ▄▄▄ ▜▙", "▜▙ <@> ▟▛", "█▀▜▄▄▄▄▛▘"),
    },
    "ascii": {
        (0, 1): ("<@>",),
        (0, 2): (" ~~/", "<@>~"),
        (1, 1): ("~(<@>)~",),
        (1, 2): (" /~~~~/", "/ <@> /"),
        (1, 3): (" /~~~~/", "/ <@> /", "/~~~~/ "),
        (2, 1): ("~~(<@>)~~",),
        (2, 2): (" /~~~~~~/", "/  <@>  /"),
        (2, 3): (" /~~~~~~/", "/  <@>  /", "/~~~~~~/ "),
        (2, 4): (" /~~~~~~/", "/  ~~~  /", "/  <@>  /", "/~~~~~~/ "),
    },
}
"""The hurricane's pictures, by their scale and the height of a space."""
FLAT_ARMS = ((-2, -1, "▄"), (-1, -1, "▄"), (0, -1, "▀"))
HIGH_ARMS = {"blocks": ((0, 0, "▀"),), "ascii": ((0, 0, "/"),)}
"""The hurricane's eastern arm: signs with offsets in columns and rows. The western arm mirrors the eastern one."""
MIRRORED = {"▄": "▀", "▀": "▄", "/": "/"}
TEXTURES = {"blocks": "░▒", "ascii": ".:"}
"""The signs for land that the hurricane can reach: with fewer than half of the cards, and with at least half."""
DANGER = {"blocks": ("»", "«"), "ascii": ("#", "#")}
"""The signs beside a house in danger."""
BARE = " ·~.░▒:"
"""The signs of spaces without a house or a station."""

Parts = list[tuple[str, str]]
"""Short texts to write one after another, each with its ink."""


@dataclass(frozen=True, slots=True)
class AreaView:
    """The part of the play area that is shown."""

    canvas: Canvas
    layout: Layout
    viewport: Viewport
    state: State
    route: DrawnRoute
    signs: CardSet
    reach: Reach | None = None
    """The spaces to which the next player may move the hurricane, or None if the ground doesn't show them."""
    endangered: frozenset[Space] = frozenset()
    """The viewer's houses that get a mark because the hurricane may hit them."""

    def paint_edges(self) -> None:
        """Paint the column letters, the row numbers, the brackets of the sections, and the hurricane's position."""
        canvas, layout, viewport, area = self.canvas, self.layout, self.viewport, area_of(self.state)
        for at in range(layout.columns):
            letter = chr(ord("A") + viewport.column + at)
            canvas.put(layout.left + at * layout.pitch + (layout.pitch - 1) // 2, 1, letter, "dim")
        height = len({space // 100 for space in area.sections[0]})
        for row in range(viewport.row, viewport.row + layout.rows):
            y, level = row_y(layout, viewport, row), (row - area.coast) % height
            style = "strong" if row == area.coast else "dim"
            middle = y + layout.height_of(row) // 2
            canvas.put_right(layout.left - 1, middle, str(row + 1), style)
            if self.state.hurricane is not None and row == self.state.hurricane // 100:
                canvas.restyle(Box(layout.left - 3, middle, 3, 1), "storm")
            if row < area.coast:
                canvas.put(1, middle, "~", "dim")
            else:
                self._paint_bracket(y, is_top=level == height - 1, is_bottom=level == 0)
        if self.state.hurricane is not None and self._is_visible(self.state.hurricane):
            canvas.restyle(self._box(self.state.hurricane)._replace(y=1, height=1), "storm")

    def _paint_bracket(self, y: int, *, is_top: bool, is_bottom: bool) -> None:
        top_left, bottom_left, upright = (self.signs.border[at] for at in (0, 2, 5))
        for down in range(self.layout.down):
            ends_here = is_bottom and down == self.layout.down - 1
            edge = bottom_left if ends_here else top_left if is_top and down == 0 else upright
            self.canvas.put(1, y + down, edge, "dim")

    def paint_spaces(self, board: BoardWidget) -> None:
        """Paint the visible spaces without the route. A click on a space chooses its group, if there is one."""
        targets = {space_of(group.actions[0].action): at for at, group in enumerate(board.groups)}
        for row in range(self.viewport.row, self.viewport.row + self.layout.rows):
            for column in range(self.viewport.column, self.viewport.column + self.layout.columns):
                space = row * 100 + column
                at = targets.get(space)
                is_open = at is not None and board.is_allowed(board.groups[at].actions[0])
                self._paint_space(space, is_open=is_open, has_dot=not board.groups)
                self._mark_space(space, at)

    def paint_route(self) -> None:
        """Paint the route, with the events on its spaces, and the houses in danger."""
        for space in (*self.route.steps, *self.endangered):
            if self._is_visible(space):
                self._paint_space(space)

    def paint_wave(self, distance: int) -> None:
        """Paint a wave on the bare spaces that are this many spaces away from the hurricane."""
        assert self.state.hurricane is not None, "a wave comes with the hurricane"
        row, column = divmod(self.state.hurricane, 100)
        around = range(-distance, distance + 1)
        for north, east in product(around, around):
            if max(abs(north), abs(east)) == distance and row + north >= 0 and column + east >= 0:
                space = (row + north) * 100 + column + east
                box = self._box(space)
                if self._is_visible(space) and all(self.canvas.char_at(x, y) in BARE for x, y in self._cells(box)):
                    for x, y in self._cells(box):
                        self.canvas.put(x, y, "~", f"arm/{self._ground(space)}")

    def _cells(self, box: Box) -> Iterator[tuple[int, int]]:
        return product(range(box.x, box.x + box.width), range(box.y, box.y + box.height))

    def paint_cursor(self, space: Space) -> None:
        """Highlight a space."""
        if self._is_visible(space):
            box = self._box(space)
            self.canvas.restyle(box, "cursor")
            if not self.layout.is_big and space not in self._marked():
                middle = box.y + box.height // 2
                self.canvas.put(box.x, middle, ">", "cursor")
                self.canvas.put(box.x + 2, middle, "<", "cursor")

    def _marked(self) -> tuple[Space | None, ...]:
        """Return the spaces that have no room for the cursor's sign beside the house's number."""
        state = self.state
        return (state.hurricane, *state.insured, *state.lapsing, *state.two_family, *self.route.steps, *self.endangered)

    def _is_visible(self, space: Space) -> bool:
        row, column = divmod(space, 100)
        down, along = row - self.viewport.row, column - self.viewport.column
        return 0 <= down < self.layout.rows and 0 <= along < self.layout.columns

    def _box(self, space: Space) -> Box:
        """Return the box of a space. Small spaces leave a gap on the right."""
        layout = self.layout
        x = layout.left + (space % 100 - self.viewport.column) * layout.pitch
        height = layout.height_of(space // 100)
        return Box(x, row_y(layout, self.viewport, space // 100), layout.pitch if layout.is_big else 3, height)

    def _paint_space(self, space: Space, *, is_open: bool = False, has_dot: bool = False) -> None:
        box, ground, texture = self._box(space), self._ground(space), self._texture(space)
        is_last = not self.layout.is_big and space % 100 == self.viewport.column + self.layout.columns - 1
        fill = (texture * (self.layout.pitch - is_last)).ljust(self.layout.pitch)  # a panel may follow at once
        for down in range(box.height):
            self.canvas.put(box.x, box.y + down, fill, ground)
        self._paint_contents(space, box, ground, is_open=is_open, has_dot=has_dot and texture == " ")

    def _mark_space(self, space: Space, at: int | None) -> None:
        """Record the position of the space on the canvas, for clicks and for pointing."""
        canvas, box = self.canvas, self._box(space)
        if at is not None:
            canvas.add_target(box._replace(width=self.layout.pitch), Target(at))
        canvas.mark_place(box, "space", *divmod(space, 100))
        for seat, own in enumerate(self.state.houses):
            if space in own:
                canvas.mark_place(box, "houses", seat)
        if space == self.state.hurricane:
            canvas.mark_place(box, "hurricane")

    def _texture(self, space: Space) -> str:
        """Return the sign that fills a space. Land has a texture if the next player may move the hurricane there."""
        if self.reach is None or space not in self.reach.cards or area_of(self.state).is_sea(space):
            return " "
        return TEXTURES[self.signs.name][2 * self.reach.cards[space] >= self.reach.held]

    def _ground(self, space: Space) -> str:
        area, texture = area_of(self.state), self._texture(space)
        if texture != " ":
            return "most-cards" if texture == TEXTURES[self.signs.name][1] else "some-cards"
        kind = "sea" if area.is_sea(space) else "beach" if area.is_beach(space) else "land"
        return kind if sum(divmod(space, 100)) % 2 else f"{kind}-2"

    def _paint_contents(self, space: Space, box: Box, ground: str, *, is_open: bool, has_dot: bool) -> None:
        state, route = self.state, self.route
        owner = next((seat for seat, own in enumerate(state.houses) if space in own), None)
        house = "" if owner is None else str(owner + 1) * (1 + (space in state.two_family))
        arrow = ARROWS[route.steps[space]] if space in route.steps else ""
        ink = f"{'way-sea' if ground.startswith('sea') else 'way'}/{ground}"
        if space == state.hurricane:
            self._paint_storm(space, box, house)
        elif space in route.destroyed:
            text = "*@*" if space == route.end else f"*{route.destroyed[space] + 1}*"
            self._paint_chip(box, [(text, "wreck")])
        elif space == route.end:
            self._paint_chip(box, [(f"({house}@)", "goal")])
        elif owner is not None:
            self._paint_house(space, box, house, ground, (arrow, ink))
        elif arrow:
            self._paint_chip(box, [(f" {arrow} ", ink)])
        elif space in area_of(state).stations:
            self._paint_chip(box, [(" x+5 " if self.layout.is_big else " x ", "station")])
        elif ground.startswith("sea"):
            self._paint_chip(box, [(" ~ ", ground)])
        elif is_open or has_dot or (state.phase != "houses" and not ground.endswith("cards")):
            dot = "." if self.signs.name == "ascii" else "·"
            self._paint_chip(box, [(f" {dot} ", ink if is_open else ground)])

    def _paint_storm(self, space: Space, box: Box, house: str) -> None:
        """Paint the hurricane on its space, with arms that reach into the neighbouring spaces."""
        if house:
            self._paint_chip(box, [(f"<{house}@>", "storm")])
            return
        figure = STORMS[self.signs.name][self.layout.scale, box.height]
        self.canvas.block(box.x, box.y, figure, "storm")
        if self.layout.pitch == len(figure[0]) == 3:
            return  # there is no gap for arms
        is_flat = box.height == 1 and self.signs.name == "blocks"
        for along, down, arm in FLAT_ARMS if is_flat else HIGH_ARMS[self.signs.name]:
            self._paint_arm(space, box, box.x + len(figure[0]) + along, box.y + down, arm)
            self._paint_arm(space, box, box.x - 1 - along, box.y + box.height - 1 - down, MIRRORED[arm])

    def _paint_arm(self, space: Space, box: Box, x: int, y: int, arm: str) -> None:
        """Paint a part of the hurricane's arm, but not over a house or a station, or outside the play area."""
        column = (x - self.layout.left) // self.layout.pitch + self.viewport.column
        north = (y < box.y) - (y >= box.y + box.height)
        beside = (space // 100 + north) * 100 + column
        if x >= self.layout.left and beside >= 0 and self._is_visible(beside) and self.canvas.char_at(x, y) in BARE:
            self.canvas.put(x, y, arm, f"arm/{self._ground(beside)}")

    def _paint_chip(self, box: Box, parts: Parts) -> None:
        """Paint texts in the middle of a space. If spaces are small, the texts start at the left edge."""
        layout, x = self.layout, box.x
        x += (layout.pitch - sum(len(text) for text, _ in parts)) // 2 if layout.is_big else 0
        self._put(x, box.y + box.height // 2, parts)

    def _put(self, x: int, y: int, parts: Parts) -> None:
        for text, ink in parts:
            self.canvas.put(x, y, text, ink)
            x += len(text)

    def _paint_house(self, space: Space, box: Box, house: str, ground: str, arrow: tuple[str, str]) -> None:
        """Paint a house with its owner's number and a route's arrow. Frame a house that is insured or in danger."""
        layout, seat, pitch = self.layout, house[0], self.layout.pitch
        ink, roof = f"{'turn' if self.state.turn == int(seat) - 1 else 'owner'}-{seat}", f"roof-{seat}"
        left, right, edge = "", "", ""
        if space in self.state.insured:
            left, right, edge, roof = "[", "]", "insured", "roof-insured"
        elif space in self.endangered:
            left, right = DANGER[self.signs.name]
            edge, ink, roof = "danger", "danger", "roof-danger"
        pad = " " * layout.scale
        body = f"{pad}{' '.join(house)}{pad}" if layout.is_big else house if edge else f" {house} "[:pitch]
        parts = [(left, edge), (body, ink), (right, edge)] if edge else [(body, ink)]
        width = sum(len(text) for text, _ in parts)
        x = box.x + (pitch - width) // 2 if layout.is_big else box.x
        bottom = box.y + box.height - 1
        for up, line in enumerate(reversed(ROOFS[self.signs.name][layout.scale][len(house) - 1]), 1):
            if up < box.height:
                self.canvas.put(x + (layout.is_big and bool(edge)), bottom - up, line, f"{roof}/{ground}")
        self._put(x, bottom, parts)
        corner = box.x + pitch - 1
        if arrow[0] and (box.height > 1 or x + width <= corner):
            self._put(corner, bottom if x + width <= corner else box.y, [arrow])


def space_of(action: Any) -> Space | None:
    """Return the space of an action, or None if the action has no space."""
    return getattr(action, "space", None)
