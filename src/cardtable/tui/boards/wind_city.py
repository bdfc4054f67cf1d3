"""The city and the sea of Wind City: houses as the digits of their owners, and the storm's way drawn before it goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import HOUSES, MOST_BEACH, Chart, Direction, Space, name_of
from cardtable.engine.games.wind_city.cards import ACTIONS, MOST_CHOSEN, House, Move
from cardtable.engine.games.wind_city.hidden import outlook
from cardtable.engine.games.wind_city.houses import chart_of, count_by_section, points_of, section_quota
from cardtable.engine.games.wind_city.insurance import premium, renewal
from cardtable.engine.games.wind_city.model import Choose, Earned, Moved, Paid, PlaceHouse, State
from cardtable.engine.phrases import counted
from cardtable.table.session import Seen
from cardtable.tui.board import Board
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut, wrap
from cardtable.tui.choices import Group, Target, Way
from cardtable.tui.panels import paint_line

INKS = ("red", "green", "blue", "strong", PLAIN)
"""Of the players' houses, whose digits say whose they are."""
ARROWS: dict[Direction, str] = {"north": "^", "south": "v", "east": ">", "west": "<"}
ASKED: dict[str, str] = {
    "hurricane": "puts the hurricane", "houses": "puts a house", "plan": "chooses", "renew": "renews",
    "offer": "may sell", "insure": "may insure", "build": "may build", "over": "",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where things stand, chosen by the room there is: columns and rows of the screen, from 0."""

    left: int
    """First column of the spaces."""
    pitch: int
    """From one column of the board to the next."""
    down: int
    """From one row of the board to the next."""
    columns: int
    rows: int
    """How many of the board's are shown."""
    panel: int
    """First column of the panel; 0 where what it tells stands in two lines below the board."""


def layout_for(width: int, height: int, board: Chart) -> Layout:
    """The largest layout of this board that fits `height` rows, the status lines not counted."""
    large, panel = width >= 120 and height >= 37, 50 if width >= 120 else 33 if width >= 80 else 15
    if width < 60 or height < 16:
        left, pitch, panel, below = 4, 3, 0, 2
    else:
        left, pitch, below = 5, 6 if large else 4, 0
    columns = min(board.columns, (width - left - panel) // pitch)
    room = height - 2 - below
    down = 2 if large and 2 * board.rows <= room else 1
    return Layout(
        left=left, pitch=pitch, down=down, columns=columns, rows=min(board.rows, room // down),
        panel=panel and left + columns * pitch + (panel > 20),
    )  # fmt: skip


class Port(NamedTuple):
    """The part of the board that is shown: the southernmost row and the westernmost column of it."""

    row: int
    column: int


class Foreseen(NamedTuple):
    """What the choice would do to the spaces."""

    steps: dict[Space, Direction]
    """The spaces entered, and which way last."""
    destroyed: frozenset[Space]
    end: Space | None


NOTHING = Foreseen({}, frozenset(), None)


class WindCityBoard(Board):
    """Draws a `State` as one seat sees it."""

    GAME_ID = GAME.id
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f", "finish", "Finish")]
    KEY_HELP = (
        ("arrows", "go from space to space, or along the actions of the card"),
        ("1-5", "choose an action of the card, next in order; or take it out again"),
        ("f", "go to what ends the question: carry out, done"),
        ("1 [1] 11", "a house of player 1; insured; a two-family house"),
        ("<@> x ~", "the hurricane; a weather station; the sea"),
        ("> *1* [1]>", "the hurricane's way by the actions chosen: over a house that it destroys, past an insured one"),
        ("(@) *@*", "where it would stop; on a house that it destroys"),
        ("mouse", "click a space or an action to go there; click it again to choose it"),
    )  # fmt: skip

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.chosen: tuple[int, ...] = ()
        """The actions of the card chosen so far, in order."""
        self._asked: tuple[str, Seat | None] = ("", None)

    # Choices

    def group_actions(self, seen: Seen) -> tuple[Group, ...]:
        state: State = seen.state
        if seen.viewer is None or seen.turn != seen.viewer:
            self.chosen = ()
            return ()
        if state.phase != "plan":
            self.chosen = ()
        if state.phase == "plan":
            return tuple(self._plan_groups(state))
        if state.phase == "houses":
            board = chart_of(state)
            rows = reversed(range(board.coast, board.rows))
            return tuple(
                _group(PlaceHouse(row * 100 + column), board) for row in rows for column in range(board.columns)
            )
        spaces = [action for action in seen.legal if _space_of(action) is not None]
        spaces.sort(key=lambda action: (-(action.space // 100), action.space))
        rest = [action for action in seen.legal if _space_of(action) is None]
        board = chart_of(state)
        spatial = [_group(action, board) for action in spaces]
        return (*spatial, *(_line(action, str(action), board.rows + at) for at, action in enumerate(rest)))

    def _plan_groups(self, state: State) -> Iterator[Group]:
        """The actions of the card, each with the choice that it would make; then the choice as it stands."""
        card = state.options.cards[(state.card or 1) - 1]
        for number, action in enumerate(card, 1):
            yield _line(Choose(self._toggled(number)), f"{number} {action}", number)
        yield _line(Choose(self.chosen), "carry out", len(card) + 1)

    def _toggled(self, number: int) -> tuple[int, ...]:
        if number in self.chosen:
            return tuple(each for each in self.chosen if each != number)
        return (*self.chosen, number)

    def place_cursor(self, seen: Seen) -> None:
        state: State = seen.state
        asked = state.phase, None if state.phase == "houses" else seen.turn
        if asked != self._asked:
            self._asked, self.group = asked, 0
            if self.chosen:
                self.chosen = ()
                self.groups = self.groups and self.group_actions(seen)
        if state.phase == "houses":
            self.group = self._nearest(seen)

    def _nearest(self, seen: Seen) -> int:
        """The open space that is nearest to the cursor, so that houses can be placed one beside the other."""
        row, column = self.groups[self.group].at or (0, 0) if self.groups else (0, 0)
        ways = [
            (abs(group.at[0] - row) + abs(group.at[1] - column), number)
            for number, group in enumerate(self.groups)
            if group.at is not None and group.ways[0].action in seen.legal
        ]
        return min(ways)[1] if ways else 0

    def action_pick(self, digit: int) -> None:
        """Put an action of the card into the choice, or take it out, and go to where it is carried out."""
        if self._is_planning and digit <= ACTIONS:
            self._toggle(digit)
            self.point(len(self.groups) - 1)

    @property
    def _is_planning(self) -> bool:
        return bool(self.groups) and self.seen is not None and self.seen.state.phase == "plan"

    def _toggle(self, number: int) -> None:
        assert self.seen is not None, "a card is shown"
        toggled = self._toggled(number)
        if len(toggled) > MOST_CHOSEN:
            self.say(f"No more than {MOST_CHOSEN} actions are chosen (WC-4).")
        else:
            self.chosen = toggled
            self.groups = self.group_actions(self.seen)
            self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Houses are placed, and the hurricane is put, without anything that ends it."""
        if action == "finish":
            return bool(self.groups) and _space_of(self.groups[-1].ways[0].action) is None
        return super().check_action(action, parameters)

    def action_finish(self) -> None:
        self.point(len(self.groups) - 1)

    def action_choose(self) -> None:
        if self._is_planning and self.group < len(self.groups) - 1 and not (self.waiting or self.is_filming):
            self._toggle(self.group + 1)
        elif self._is_planning and not self.chosen and not (self.waiting or self.is_filming):
            self.say("Choose one to three actions of the card first: 1 to 5, or Enter on them (WC-4).")
        else:
            super().action_choose()

    @property
    def how(self) -> str:
        if self._is_planning:
            return "A number takes an action in, or out again; Enter then carries them out."
        if self.check_action("finish", ()) and _space_of(self.groups[0].ways[0].action) is not None:
            return "Arrows go to a house, and Enter takes it; f, then Enter, is for done."
        return super().how

    # The table

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        state: State = frame or seen.state
        board = chart_of(state)
        plan = layout_for(canvas.width, canvas.height, board)
        foreseen = _foreseen(seen, self._plan_here) if self.foresees and frame is None else NOTHING
        port = self._port(plan, board, state, foreseen)
        self._paint_title(canvas, seen)
        self._paint_edges(canvas, plan, port, board)
        targets = {_space_of(group.ways[0].action): at for at, group in enumerate(self.groups)}
        for row in range(port.row, port.row + plan.rows):
            for column in range(port.column, port.column + plan.columns):
                self._paint_space(canvas, plan, port, seen, state, row * 100 + column, foreseen, targets)
        if plan.panel:
            self._paint_panel(canvas, plan, seen)
        else:
            self._paint_below(canvas, seen)

    @property
    def _plan_here(self) -> tuple[int, ...]:
        """The choice under the cursor, if actions are being chosen; and if it has been made, that one."""
        if self._is_planning and self.choice:
            return tuple(self.choice.action.plan)
        state = self.seen.state if self.seen else None
        return tuple(state.plan) if state is not None and state.trip is None else ()

    def _port(self, plan: Layout, board: Chart, state: State, foreseen: Foreseen) -> Port:
        """As much as there is room for, round the cursor or else the hurricane."""
        space = _space_of(self.choice.action) if self.choice else None
        at = next((each for each in (space, foreseen.end, state.hurricane) if each is not None), board.coast * 100)
        row, column = divmod(at, 100)
        lowest = max(0, min(row - plan.rows // 2, board.rows - plan.rows))
        return Port(lowest, max(0, min(column - plan.columns // 2, board.columns - plan.columns)))

    def _paint_title(self, canvas: Canvas, seen: Seen) -> None:
        state: State = seen.state
        title = f"Wind City  {self.caption}".rstrip() if canvas.width >= 80 else ""
        piles = f" of {state.options.piles}" if state.options.piles else ""
        told = (
            f"  pile {len(state.pile)}, run out {state.run_out}{piles}"
            if canvas.width >= 60
            else f"  pile {len(state.pile)}"
        )
        on_turn = ""
        if seen.turn is not None:
            room = canvas.width - len(told) - (len(title) + 2 if title else 0)
            doing = f" {ASKED[state.phase]}"
            on_turn = cut(f"{seen.turn + 1} {seen.names[seen.turn]}", room - len(doing)) + doing
        canvas.bar(title or on_turn, on_turn + told if title else told)
        canvas.lay(Box(canvas.width - len(told) + 2, 0, len(f"pile {len(state.pile)}"), 1), "pile")

    def _paint_edges(self, canvas: Canvas, plan: Layout, port: Port, board: Chart) -> None:
        """Letters above; numbers at the side, and there what belongs to one section."""
        for at in range(plan.columns):
            letter = chr(ord("A") + port.column + at)
            canvas.put(plan.left + at * plan.pitch + 1, 1, letter, "dim")
        top_left, bottom_left, upright = (self.signs.border[at] for at in (0, 2, 5))
        firsts = {section[0] // 100 for section in board.sections}
        for row in range(port.row, port.row + plan.rows):
            y = _y(plan, port, row)
            edge = "~" if row < board.coast else bottom_left if row in firsts else upright
            edge = top_left if row + 1 in firsts - {board.coast} or row == board.rows - 1 else edge
            canvas.put_right(plan.left - 2, y, str(row + 1), "strong" if row == board.coast else "dim")
            canvas.put(plan.left - 2, y, edge, "dim")

    def _paint_space(
        self, canvas: Canvas, plan: Layout, port: Port, seen: Seen, state: State, space: Space,
        foreseen: Foreseen, targets: dict[Space | None, int],
    ) -> None:  # fmt: skip
        x, y = plan.left + (space % 100 - port.column) * plan.pitch, _y(plan, port, space // 100)
        text, ink = self._token(state, space, foreseen)
        at = targets.get(space)
        is_open = at is not None and self.groups[at].ways[0].action in seen.legal
        if state.phase in ("houses", "hurricane") and text.strip() == _dot(self.signs.name) and not is_open:
            ink = "dim"
        if at is not None:
            canvas.spot(Box(x, y, plan.pitch, plan.down), Target(at))
            if at == self.group:
                text, ink = text.ljust(3), "cursor"
        canvas.put(x, y, text[: max(3, plan.pitch)], ink)
        box = Box(x, y, 3, 1)
        canvas.lay(box, "space", *divmod(space, 100))
        for seat, own in enumerate(state.houses):
            if space in own:
                canvas.lay(box, "houses", seat)
        if space == state.hurricane:
            canvas.lay(box, "hurricane")

    def _token(self, state: State, space: Space, foreseen: Foreseen) -> tuple[str, str]:
        """What stands on a space, in three or four cells, and its ink."""
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
        board = chart_of(state)
        if space in board.stations:
            return " x", "strong"
        return (" ~", "blue") if board.is_sea(space) else (f" {_dot(self.signs.name)}", PLAIN)

    # What is told beside it

    def _paint_panel(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        x, width = plan.panel, canvas.width - plan.panel
        y = self._paint_players(canvas, x, 1, width, seen) + 1
        y = self._paint_question(canvas, x, y, width, seen)
        room = canvas.height - y - 1
        told = [cut_line for event in seen.log[-1] for cut_line in wrap(seen.describe(event), width, 3)]
        for step in reversed(seen.log[:-1]):
            if len(told) >= room:
                break
            told = [line for event in step for line in wrap(seen.describe(event), width, 3)] + told
        for at, line in enumerate(told[-room:] if room > 0 else ()):
            canvas.put(x, y + 1 + at, line, "dim")

    def _paint_players(self, canvas: Canvas, x: int, y: int, width: int, seen: Seen) -> int:
        """Coins, houses, insured ones and points of each; the row after them."""
        state: State = seen.state
        wide = width >= 30
        head = "coins houses ins. pts" if wide else "co ho pts"
        canvas.put_right(x + width, y, head, "dim")
        for seat, name in enumerate(seen.names):
            numbers = _numbers(state, seat)
            points = numbers[3] if self.foresees else ""
            told = "out".rjust(5) if seat in state.out else (
                f"{numbers[0]:>5}{numbers[1]:>7}{numbers[2]:>5}{points:>4}" if wide
                else f"{numbers[0]:>2} {numbers[1]:>2} {points:>3}"
            )  # fmt: skip
            mark = ">" if seat == seen.turn else "*" if seat == state.active and seen.turn is not None else " "
            line = cut(f"{mark}{seat + 1} {name}", width - len(told) - 1) if wide else f"{mark}{seat + 1}"
            canvas.put(x, y + 1 + seat, line, INKS[seat])
            canvas.put_right(x + width, y + 1 + seat, told, INKS[seat])
            canvas.lay(Box(x + width - len(told), y + 1 + seat, 5 if wide else 2, 1), "coins", seat)
        return y + 1 + len(seen.names)

    def _paint_question(self, canvas: Canvas, x: int, y: int, width: int, seen: Seen) -> int:
        """What is asked: the actions of a card, an offer, what is left to place; the row after it."""
        state: State = seen.state
        for line in self._heading(seen):
            canvas.put(x, y, cut(line, width), "dim")
            if line.startswith("card "):
                canvas.lay(Box(x, y, width, 1), "card")
                for at in range(len(state.plan)):
                    canvas.lay(Box(x + line.index("chosen ") + 7 + 2 * at, y, 1, 1), "plan", at)
            y += 1
        for at, group in enumerate(self.groups):
            if _space_of(group.ways[0].action) is None:
                ink = self.ink_of_way(group.ways[0], chosen=at == self.group)
                paint_line(canvas, Box(x, y, width, 1), self._line_of(state, at, width), ink, Target(at))
                y += 1
        return y

    def _heading(self, seen: Seen) -> Iterator[str]:
        state: State = seen.state
        if state.phase in ("hurricane", "houses") and seen.turn is not None:
            seats, own = len(seen.names), state.houses[seen.turn]
            quota, most = section_quota(seats), MOST_BEACH[seats]
            counts = count_by_section(state.options.board, seats, own)
            yield f"to place {HOUSES - len(own)}, by section"
            yield " ".join(f"{at}:{quota - count}" for at, count in enumerate(counts, 1)) + f" beach 1-{most}"
        elif state.card and state.phase != "over":
            chosen = f", chosen {' '.join(map(str, state.plan))}" if state.plan else ""
            yield f"card {state.card}{chosen}"
            if not self._is_planning:
                for number, action in enumerate(state.options.cards[state.card - 1], 1):
                    yield f" {_action_line(action, number, state.plan)}"
        if seen.turn is not None and state.phase == "renew":
            yield f"renew all: {sum(renewal(state, space) for space in state.lapsing)}"
        elif seen.turn is not None and state.phase == "insure":
            uninsured = [space for space in state.houses[seen.turn] if space not in state.insured]
            yield f"insure all: {sum(premium(state, space) for space in uninsured)}"
        elif state.phase == "build":
            yield "place the house"

    def _line_of(self, state: State, at: int, width: int) -> str:
        """A choice that is no space, as a line."""
        mark = ">" if at == self.group else " "
        if not self._is_planning:
            return f"{mark}{self.groups[at].name}"
        if at == len(self.groups) - 1:
            return f"{mark}carry out {(' ' if width >= 20 else '').join(map(str, self.chosen)) or '-'}"
        action = state.options.cards[(state.card or 1) - 1][at]
        return f"{mark}{_action_line(action, at + 1, self.chosen)}"

    def _paint_below(self, canvas: Canvas, seen: Seen) -> None:
        """In little room: what is asked in a line, and the coins."""
        state: State = seen.state
        y, x = canvas.height - 2, 0
        for at, group in enumerate(self.groups):
            if _space_of(group.ways[0].action) is None:
                text = _short(state, self.chosen, at, group) if self._is_planning else group.name
                canvas.put(x, y, text, self.ink_of_way(group.ways[0], chosen=at == self.group))
                canvas.spot(Box(x, y, len(text) + 1, 1), Target(at))
                x += len(text) + 1
        if x == 0:
            card = state.options.cards[state.card - 1] if state.card and self.only_shown else ()
            actions = " ".join(_in_short(each, number, state.plan) for number, each in enumerate(card, 1))
            canvas.put(0, y, cut(actions or self.last_happening(seen), canvas.width), "dim")
        told = "  ".join(
            f"{'>' if seat == seen.turn else ''}{seat + 1}:{coins}" for seat, coins in enumerate(state.coins)
        )
        canvas.put(0, y + 1, cut(f"coins  {told}", canvas.width), "dim")
        for seat in range(len(seen.names)):
            canvas.lay(Box(0, y + 1, len(f"coins  {told}"), 1), "coins", seat)

    # In words

    def status_lines(self, width: int) -> int:
        return 2 if width >= 60 else 3

    def status(self, seen: Seen) -> str:
        if self.notice or self.waiting or not self._is_planning or self.choice is None:
            return super().status(seen)
        action, last = self.choice.action, self.group == len(self.groups) - 1
        if not action.plan:
            return "Choose one to three actions, in order, among them a move (WC-4)."
        if action not in seen.legal:
            return str(seen.game.explain(seen.state, action))
        told = f": {_told(seen, action.plan)}" if self.foresees else ""
        return f"{'Carry out ' if last else '' if told else 'Action '}{action}{told} (WC-4)."

    # The film

    def film(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        return list(_frames(before.state, story, max(1, steps // 3)))


def _y(plan: Layout, port: Port, row: int) -> int:
    return 2 + (port.row + plan.rows - 1 - row) * plan.down


def _dot(signs: str) -> str:
    return "." if signs == "ascii" else "·"


def _space_of(action: Any) -> Space | None:
    return getattr(action, "space", None)


def _group(action: Any, board: Chart) -> Group:
    """A space, at its place with north on top."""
    return Group(
        name_of(action.space), (Way(action, str(action)),), (board.rows - action.space // 100, action.space % 100)
    )


def _line(action: Any, name: str, row: int) -> Group:
    """A choice that stands in the panel, below all spaces."""
    return Group(name, (Way(action, name),), (row + 1, 0))


def _action_line(action: Move | House, number: int, plan: tuple[int, ...]) -> str:
    """Number, action and cost; and which in order it has been chosen, as `#1`."""
    order = f" #{plan.index(number) + 1}" if number in plan else ""
    return f"{number} {action!s:<7}{action.cost:>2}{order}"


def _short(state: State, chosen: tuple[int, ...], at: int, group: Group) -> str:
    """An action of the card in little room, or what ends the question."""
    card = state.options.cards[(state.card or 1) - 1]
    return "go " + "".join(map(str, chosen)) if at == len(card) else _in_short(card[at], at + 1, chosen)


def _in_short(action: Move | House, number: int, chosen: tuple[int, ...]) -> str:
    """`2N4:3`, and in brackets once chosen."""
    what, _, steps = str(action).partition(" ")
    text = f"{number}{what[0].upper()}{steps}:{action.cost}"
    return f"[{text}]" if number in chosen else text


def _numbers(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Coins, houses, insured ones and points."""
    own = state.houses[seat]
    two = sum(space in state.two_family for space in own)
    insured = sum(space in state.insured for space in own)
    return state.coins[seat], len(own) + two, insured, points_of(state)[seat]


def _foreseen(seen: Seen, plan: tuple[int, ...]) -> Foreseen:
    """Where the hurricane would go by these actions, as things stand."""
    if not plan:
        return NOTHING
    moves = [event for event in outlook(seen.state, plan) if isinstance(event, Moved)]
    steps = {space: move.direction for move in moves for space in move.path}
    destroyed = frozenset(space for move in moves for _, space in move.destroyed)
    path = [space for move in moves for space in move.path]
    left = any(move.left for move in moves)
    return Foreseen(steps, destroyed, path[-1] if path and not left else None)


def _told(seen: Seen, plan: tuple[int, ...]) -> str:
    """What these actions would do, as things stand."""
    story = outlook(seen.state, plan)
    moves = [event for event in story if isinstance(event, Moved)]
    lost = [space for move in moves for _, space in move.destroyed]
    earned = sum(event.points for event in story if isinstance(event, Earned))
    paid = sum(event.points for event in story if isinstance(event, Paid))
    if any(move.left for move in moves):
        return "over the northern edge, which ends the game"
    path = [space for move in moves for space in move.path]
    parts = [f"to {name_of(path[-1])}" if path else "stays"]
    parts += [f"destroys {counted(len(lost), 'house')}"] if lost else []
    parts += [f"earns {earned}"] if earned else []
    return ", ".join([*parts, f"pays {paid}"])


def _frames(state: State, story: Sequence[Event], each: int) -> Iterator[State]:
    """The hurricane on each space of its way, and houses falling as it comes."""
    for event in story:
        if isinstance(event, Moved):
            fallen = {space for _, space in event.destroyed}
            for space in event.path:
                if space in fallen:
                    houses = tuple(tuple(one for one in own if one != space) for own in state.houses)
                    state = state._replace(houses=houses)
                state = state._replace(hurricane=space)
                yield from [state] * each
