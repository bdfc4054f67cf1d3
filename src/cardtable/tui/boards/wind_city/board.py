"""The board of Wind City: the play area with a preview of the hurricane's route, and the panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from cardtable.engine.game import Event, Seat
from cardtable.engine.games.wind_city import GAME
from cardtable.engine.games.wind_city.board import PlayArea, name_of
from cardtable.engine.games.wind_city.cards import ACTIONS, MAX_CHOSEN
from cardtable.engine.games.wind_city.explain import summarize_forecast
from cardtable.engine.games.wind_city.hidden import forecast
from cardtable.engine.games.wind_city.houses import area_of
from cardtable.engine.games.wind_city.model import Choose, Moved, PlaceHouse, State
from cardtable.engine.phrases import counted
from cardtable.table.session import Seen
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.wind_city.area import NO_EFFECT, AreaView, preview_effect, space_of, viewport_for
from cardtable.tui.boards.wind_city.layout import layout_for
from cardtable.tui.boards.wind_city.panel import paint_below, paint_panel
from cardtable.tui.canvas import Box, Canvas, cut
from cardtable.tui.choices import Group, ListedAction

PHASE_VERBS: dict[str, str] = {
    "hurricane": "places the hurricane", "houses": "places a house", "plan": "chooses", "renew": "renews",
    "offer": "may sell", "insure": "may insure", "build": "may build", "over": "",
}  # fmt: skip


class WindCityBoard(BoardWidget):
    """The board of Wind City as one seat sees it."""

    GAME_ID = GAME.id
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f", "finish", "Finish")]
    KEY_HELP = (
        ("arrows", "go from space to space, or from action to action"),
        ("1-5", "choose this action of the card next, or drop it again"),
        ("f", "go to 'carry out' or 'done'"),
        ("1 [1] 11", "player 1's house; insured; a two-family house"),
        ("<@> x ~", "the hurricane; a weather station; the sea"),
        ("> *1* [1]>", "the route of the chosen actions: over a house that it destroys, past an insured house"),
        ("(@) *@*", "where it would stop; where it would stop and destroy a house"),
        ("mouse", "click a space or an action to go there; click it again to choose it"),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.chosen: tuple[int, ...] = ()
        """The numbers of the actions chosen so far, in order."""

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
            board = area_of(state)
            rows = reversed(range(board.coast, board.rows))
            return tuple(
                _group(PlaceHouse(row * 100 + column), board) for row in rows for column in range(board.columns)
            )
        spaces = [action for action in seen.legal if space_of(action) is not None]
        spaces.sort(key=lambda action: (-(action.space // 100), action.space))
        rest = [action for action in seen.legal if space_of(action) is None]
        board = area_of(state)
        spatial = [_group(action, board) for action in spaces]
        return (*spatial, *(_line(action, str(action), board.rows + at) for at, action in enumerate(rest)))

    def _plan_groups(self, state: State) -> Iterator[Group]:
        """Yield a group for each action of the card, to add or drop it, then one to carry out the chosen actions."""
        card = state.options.cards[(state.card or 1) - 1]
        for number, action in enumerate(card, 1):
            yield _line(Choose(self._with_toggled(number)), f"{number} {action}", number)
        yield _line(Choose(self.chosen), "carry out", len(card) + 1)

    def _with_toggled(self, number: int) -> tuple[int, ...]:
        if number in self.chosen:
            return tuple(each for each in self.chosen if each != number)
        return (*self.chosen, number)

    def question(self, seen: Seen) -> tuple[str, Seat | None]:
        return seen.state.phase, None if seen.state.phase == "houses" else seen.turn

    def reset_cursor(self) -> None:
        super().reset_cursor()
        self.chosen = ()

    def place_cursor(self, seen: Seen) -> None:
        if seen.state.phase == "houses":
            self.group = self._nearest(seen)

    def _nearest(self, seen: Seen) -> int:
        """Return the legal space nearest to the cursor, so that houses can be placed side by side."""
        row, column = self.groups[self.group].at or (0, 0) if self.groups else (0, 0)
        distances = [
            (abs(group.at[0] - row) + abs(group.at[1] - column), number)
            for number, group in enumerate(self.groups)
            if group.at is not None and self.is_allowed(group.actions[0])
        ]
        return min(distances)[1] if distances else 0

    def action_pick(self, digit: int) -> None:
        """Add or drop an action of the card, then move the cursor to "carry out"."""
        if self._is_planning and digit <= ACTIONS:
            self._toggle(digit)
            self.move_cursor(len(self.groups) - 1)

    @property
    def _is_planning(self) -> bool:
        return bool(self.groups) and self.seen is not None and self.seen.state.phase == "plan"

    def _toggle(self, number: int) -> None:
        assert self.seen is not None, "a card is shown"
        toggled = self._with_toggled(number)
        if len(toggled) > MAX_CHOSEN:
            self.say(f"You can choose at most {MAX_CHOSEN} actions (WC-4).")
        else:
            self.chosen = toggled
            self.groups = self.group_actions(self.seen)
            self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable "finish" while houses or the hurricane are being placed, as each placement is a separate choice."""
        if action == "finish":
            return bool(self.groups) and space_of(self.groups[-1].actions[0].action) is None
        return super().check_action(action, parameters)

    def action_finish(self) -> None:
        self.move_cursor(len(self.groups) - 1)

    def action_choose(self, meaning: str = "") -> None:
        if self._is_planning and self.group < len(self.groups) - 1 and not (self.prompt or self.is_animating):
            self._toggle(self.group + 1)
        elif self._is_planning and not self.chosen and not (self.prompt or self.is_animating):
            self.say("First choose one to three of the card's actions: press 1 to 5 (WC-4).")
        else:
            super().action_choose()

    @property
    def instructions(self) -> str:
        if self._is_planning:
            return "Press numbers to choose or drop actions, and Enter to carry them out."
        if self.check_action("finish", ()) and space_of(self.groups[0].actions[0].action) is not None:
            return "Choose houses with the arrows and Enter. Finish with f, then Enter."
        return super().instructions

    # The table

    def recap_box(self, width: int, height: int) -> Box:
        """Return the part of the panel below the players, or the lines below the play area."""
        assert self.seen is not None, "a recap tells of a game"
        x = layout_for(width, height, area_of(self.seen.state)).panel
        top = len(self.seen.names) + 3 if x else height - 2
        return Box(x, top, width - x, height - top)

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        state: State = frame or seen.state
        area = area_of(state)
        layout = layout_for(canvas.width, canvas.height, area)
        preview = preview_effect(seen, self._previewed_plan) if self.shows_effects and frame is None else NO_EFFECT
        space = space_of(self.choice.action) if self.choice else None
        middle = next((at for at in (space, preview.end, state.hurricane) if at is not None), area.coast * 100)
        self._paint_title(canvas, seen)
        view = AreaView(canvas, layout, viewport_for(layout, area, middle), state, preview, self.signs)
        view.paint_edges()
        view.paint_spaces(self)
        chosen = self.chosen if self._is_planning else None
        if layout.panel:
            paint_panel(self, canvas, layout, seen, chosen)
        else:
            paint_below(self, canvas, seen, chosen)

    @property
    def _previewed_plan(self) -> tuple[int, ...]:
        """The actions to preview: those under the cursor, or those already chosen."""
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
        count = f"  {cards}, pile {number}{piles}" if canvas.width >= 60 else f"  {cards}"
        player = ""
        if seen.turn is not None:
            room = canvas.width - len(count) - (len(title) + 2 if title else 0)
            verb = f" {PHASE_VERBS[state.phase]}"
            player = cut(f"{seen.turn + 1} {seen.names[seen.turn]}", room - len(verb)) + verb
        canvas.title_bar(title or player, player + count if title else count)
        canvas.mark_place(Box(canvas.width - len(count) + 2, 0, len(cards), 1), "pile")

    # Texts

    def status_lines(self, width: int) -> int:
        return 2 if width >= 60 else 3

    def status(self, seen: Seen) -> str:
        if self.notice or self.prompt or not self._is_planning or self.choice is None:
            return super().status(seen)
        action, last = self.choice.action, self.group == len(self.groups) - 1
        if not action.plan:
            return "Choose one to three actions in order, including at least one move (WC-4)."
        if action not in seen.legal:
            return str(seen.game.explain(seen.state, action))
        summary = f": {summarize_forecast(forecast(seen.state, action.plan))}" if self.shows_effects else ""
        return f"{'Carry out ' if last else '' if summary else 'Action '}{action}{summary} (WC-4)."

    # The animation

    def build_frames(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        return list(_frames(before.state, story, max(1, steps // 3)))


def _group(action: Any, board: PlayArea) -> Group:
    """Return the group of a space; north is up."""
    return Group(
        name_of(action.space),
        (ListedAction(action, str(action)),),
        (board.rows - action.space // 100, action.space % 100),
    )


def _line(action: Any, name: str, row: int) -> Group:
    """Return the group of a choice in the panel, which counts as below all spaces."""
    return Group(name, (ListedAction(action, name),), (row + 1, 0))


def _frames(state: State, story: Sequence[Event], each: int) -> Iterator[State]:
    """Yield a state for each space that the hurricane enters, without the houses destroyed so far."""
    for event in story:
        if isinstance(event, Moved):
            destroyed = {space for _, space in event.destroyed}
            for space in event.path:
                if space in destroyed:
                    houses = tuple(tuple(house for house in own if house != space) for own in state.houses)
                    state = state._replace(houses=houses)
                state = state._replace(hurricane=space)
                yield from [state] * each
