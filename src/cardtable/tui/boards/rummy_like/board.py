"""The table of Rummy-like: the trick, and one's own Chards counted by kind above the TriCards that they serve."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from cardtable.engine.game import Event
from cardtable.engine.games.rummy_like import GAME
from cardtable.engine.games.rummy_like.model import KINDS, SEATS, Call, Draw, Play, State
from cardtable.table.session import Seen
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.rummy_like.film import CardInFlight, flights_of, paint_flight
from cardtable.tui.boards.rummy_like.layout import Layout, layout_for
from cardtable.tui.boards.rummy_like.middle import paint_middle, paint_middle_line, paint_open, paint_panel
from cardtable.tui.boards.rummy_like.own import paint_kinds
from cardtable.tui.boards.rummy_like.players import paint_player, shorten_name
from cardtable.tui.boards.rummy_like.ways import effect_of_action, label_of, sendings
from cardtable.tui.canvas import Box, Canvas, wrap
from cardtable.tui.choices import Group, ListedAction


class RummyLikeBoard(BoardWidget):
    """Draws `State` as one seat sees it."""

    GAME_ID = GAME.id
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "score", "Score"),
        Binding("s", "no_score", "Score, not now", show=False),
    ]
    KEY_HELP = (
        ("left, right", "go through the kinds of Chard, or through the TriCards to lead or discard"),
        ("1 to 9", "go to a kind of Chard: Hollow, Partial, Filled, Red, Green, Blue, Circle, Square, Triangle"),
        ("up, down", "while passing on: choose the other Chard to send"),
        ("s", 'go to "Score", when it is your turn to lead'),
        ("mouse", "click a kind, a TriCard or a line of the list to choose it; click it again to play it"),
    )

    # Choices

    def group_actions(self, seen: Seen) -> tuple[Group, ...]:
        if seen.viewer is None or seen.turn != seen.viewer:
            return ()
        state: State = seen.state
        if state.phase == "send":
            return tuple(Group(kind.name, tuple(sendings(kind, state, seen.viewer))) for kind in KINDS)
        if any(isinstance(action, Play) for action in seen.legal):
            return tuple(Group(kind.name, (ListedAction(Play(kind), f"play {kind}"),)) for kind in KINDS)
        if state.phase == "draw":
            ways = (ListedAction(Draw(), "take three TriCards"), ListedAction(Call(), 'say "Score"'))
            return tuple(Group(way.label, (way,)) for way in ways)
        return tuple(Group(str(action), (ListedAction(action, label_of(action)),)) for action in seen.legal)

    def place_cursor(self, seen: Seen) -> None:
        """Start on something that can be played."""
        if self.groups and not self.is_legal:
            openings = (at for at, group in enumerate(self.groups) if group.ways[0].action in seen.legal)
            self.group, self.way = next(openings, self.group), 0

    def effect(self, seen: Seen, action: Any) -> str:
        return effect_of_action(seen, action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The call has its key at the beginning of a trick only."""
        if action == "score":
            return bool(self.groups) and isinstance(self.groups[-1].ways[0].action, Call)
        return super().check_action(action, parameters)

    def action_score(self) -> None:
        self.point(len(self.groups) - 1)

    def action_no_score(self) -> None:
        self.say('"Score" is said in place of leading, before three TriCards are taken (RM-6).')

    @property
    def how(self) -> str:
        if self.groups and len(self.groups[self.group].ways) > 1:
            return "Left and right choose a Chard, up and down the other one; Enter sends both."
        return super().how

    # The table

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        plan = layout_for(canvas.width, canvas.height)
        self._paint_title(canvas, seen)
        for seat in range(SEATS):
            paint_player(self.signs, canvas, plan, seen, seat)
        paint_open(canvas, plan, seen.state)
        if plan.small:
            paint_middle_line(self, canvas, plan, seen)
        else:
            paint_middle(self, canvas, plan, seen)
            paint_panel(self, canvas, plan, seen)
        paint_kinds(self, canvas, plan, seen)
        self._paint_log(canvas, plan, seen)
        if isinstance(frame, CardInFlight):
            paint_flight(self, canvas, plan, frame)

    def _paint_title(self, canvas: Canvas, seen: Seen) -> None:
        state: State = seen.state
        target = state.options.target
        number = f"Rummy-like  {self.caption}".rstrip() + f"  round {state.round}"
        goal = f"  to {target}" if target else "  single round"
        room = max(4, (canvas.width - len(goal) - 40) // 3)
        scores = "  ".join(
            f"{shorten_name(each, room)} {score}" for each, score in zip(seen.names, state.scores, strict=True)
        )
        told = f"  {scores}{goal}"
        left = canvas.width - cell_len(told)
        canvas.bar(number if len(number) <= left else f"R{state.round}"[: max(0, left)], told)
        x = left + 2
        for seat, score in enumerate(scores.split("  ")):
            canvas.lay(Box(x, 0, cell_len(score), 1), "scores", seat)
            x += cell_len(score) + 2

    # What happened

    def _paint_log(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        room = canvas.height - plan.log
        rows: list[str] = []
        for line in reversed([seen.describe(event) for step in seen.log for event in step]):
            told = wrap(line, canvas.width, max(1, room))
            if len(told) + len(rows) > room:
                break
            rows = [*told, *rows]
        canvas.block(0, plan.log, rows, "dim")

    # The film

    def film(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        flights = (flight for event in story for flight in flights_of(event))
        return [flight._replace(part=step / steps) for flight in flights for step in range(1, steps + 1)]
