"""The city and the sea of Wind City: houses as the digits of their owners, and the storm's way drawn before it goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import Chart, name_of
from cardtable.engine.games.wind_city.cards import ACTIONS, MOST_CHOSEN
from cardtable.engine.games.wind_city.hidden import outlook
from cardtable.engine.games.wind_city.houses import chart_of
from cardtable.engine.games.wind_city.model import Choose, Earned, Moved, Paid, PlaceHouse, State
from cardtable.engine.phrases import counted
from cardtable.table.session import Seen
from cardtable.tui.board import Board
from cardtable.tui.boards.wind_city.chart import NOTHING, Picture, foresee, port_for, space_of
from cardtable.tui.boards.wind_city.layout import layout_for
from cardtable.tui.boards.wind_city.panel import paint_below, paint_panel
from cardtable.tui.canvas import Box, Canvas, cut
from cardtable.tui.choices import Group, Way

ASKED: dict[str, str] = {
    "hurricane": "puts the hurricane", "houses": "puts a house", "plan": "chooses", "renew": "renews",
    "offer": "may sell", "insure": "may insure", "build": "may build", "over": "",
}  # fmt: skip


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
        spaces = [action for action in seen.legal if space_of(action) is not None]
        spaces.sort(key=lambda action: (-(action.space // 100), action.space))
        rest = [action for action in seen.legal if space_of(action) is None]
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
            return bool(self.groups) and space_of(self.groups[-1].ways[0].action) is None
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
        if self.check_action("finish", ()) and space_of(self.groups[0].ways[0].action) is not None:
            return "Arrows go to a house, and Enter takes it; f, then Enter, is for done."
        return super().how

    # The table

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        state: State = frame or seen.state
        chart = chart_of(state)
        plan = layout_for(canvas.width, canvas.height, chart)
        foreseen = foresee(seen, self._plan_here) if self.foresees and frame is None else NOTHING
        space = space_of(self.choice.action) if self.choice else None
        middle = next((at for at in (space, foreseen.end, state.hurricane) if at is not None), chart.coast * 100)
        self._paint_title(canvas, seen)
        picture = Picture(canvas, plan, port_for(plan, chart, middle), state, foreseen, self.signs)
        picture.paint_edges()
        picture.paint_spaces(self)
        chosen = self.chosen if self._is_planning else None
        if plan.panel:
            paint_panel(self, canvas, plan, seen, chosen)
        else:
            paint_below(self, canvas, seen, chosen)

    @property
    def _plan_here(self) -> tuple[int, ...]:
        """The choice under the cursor, if actions are being chosen; and if it has been made, that one."""
        if self._is_planning and self.choice:
            return tuple(self.choice.action.plan)
        state = self.seen.state if self.seen else None
        return tuple(state.plan) if state is not None and state.trip is None else ()

    def _paint_title(self, canvas: Canvas, seen: Seen) -> None:
        state: State = seen.state
        title = f"Wind City  {self.caption}".rstrip() if canvas.width >= 80 else ""
        piles = f" of {state.options.piles}" if state.options.piles else ""
        number = min(state.run_out + 1, state.options.piles or state.run_out + 1)
        cards = f"{counted(len(state.pile), 'card')} left" if canvas.width >= 60 else f"pile {len(state.pile)}"
        told = f"  {cards}, pile {number}{piles}" if canvas.width >= 60 else f"  {cards}"
        on_turn = ""
        if seen.turn is not None:
            room = canvas.width - len(told) - (len(title) + 2 if title else 0)
            doing = f" {ASKED[state.phase]}"
            on_turn = cut(f"{seen.turn + 1} {seen.names[seen.turn]}", room - len(doing)) + doing
        canvas.bar(title or on_turn, on_turn + told if title else told)
        canvas.lay(Box(canvas.width - len(told) + 2, 0, len(cards), 1), "pile")

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


def _group(action: Any, board: Chart) -> Group:
    """A space, at its place with north on top."""
    return Group(
        name_of(action.space), (Way(action, str(action)),), (board.rows - action.space // 100, action.space % 100)
    )


def _line(action: Any, name: str, row: int) -> Group:
    """A choice that stands in the panel, below all spaces."""
    return Group(name, (Way(action, name),), (row + 1, 0))


def _told(seen: Seen, plan: tuple[int, ...]) -> str:
    """Return what these actions would do, as things stand."""
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
