"""The grid of Tradewinds with the four winds round it, the hand below, and where a play would blow what drawn on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.binding import Binding, BindingType

from cardtable.engine.game import Event, Place
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import SEATS, TURNS, Blew, State, opposite
from cardtable.engine.games.tradewinds.words import SEAT_NAMES, format_flights, format_tally
from cardtable.table.session import Seen
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.tradewinds.film import frames_of
from cardtable.tui.boards.tradewinds.grid import Frame, paint_grid
from cardtable.tui.boards.tradewinds.layout import Layout, layout_for
from cardtable.tui.boards.tradewinds.scoring import paint_scoring
from cardtable.tui.boards.tradewinds.winds import format_collected, paint_winds, paint_winds_in_a_line
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut, wrap
from cardtable.tui.choices import Group, ListedAction, Target
from cardtable.tui.faces import Size
from cardtable.tui.panels import paint_held


class TradewindsBoard(BoardWidget):
    """Draws `State` as one seat sees it."""

    GAME_ID = GAME.id
    MEDIUM_ROWS = 17
    BINDINGS: ClassVar[list[BindingType]] = [Binding("c", "collected", "Collected")]
    KEY_HELP = (
        ("left, right", "go along your hand; on the grid stands what the card under the cursor would blow where"),
        (">A3, >+, >-", "the top Single would land on A3; leave the grid and score; leave it and deduct"),
        (">>A3, >+-", "the same of two Singles of one pile, the upper one first"),
        ("HT, x5", "by a pile: what lies face up below its top card, from above, and how many cards it has"),
        ("c", "show what everybody has collected and, where hands are open, holds; or what stood there before"),
        ("mouse", "click a card to choose it; click it again to play it"),
    )

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.shows_collected = False
        """Whether the collected Singles stand where else other things do."""

    # Choices

    def group_actions(self, seen: Seen) -> tuple[Group, ...]:
        return tuple(Group(str(action), (ListedAction(action, "blow"),)) for action in seen.legal)

    def action_collected(self) -> None:
        self.shows_collected = not self.shows_collected
        self.redraw()

    # The table

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        plan = layout_for(canvas.width, canvas.height)
        shows = self.foresees and frame is None
        foreseen = self._foreseen(seen, self.choice.action) if self.choice and shows else None
        self._paint_title(canvas, seen)
        if plan.east:
            paint_winds(canvas, plan, seen, foreseen)
        else:
            paint_winds_in_a_line(canvas, seen, shows_collected=self.shows_collected)
        if plan.panel or not (self.shows_collected and seen.state.options.open_hands):
            paint_grid(self.signs, canvas, plan, Frame(seen.state.grid, ()) if frame is None else frame, foreseen)
        if plan.figures or not self.shows_collected:
            paint_scoring(self.signs, canvas, plan, seen)
        self._paint_story(canvas, plan, seen, foreseen)
        if seen.state.options.open_hands:
            self._paint_open_hands(canvas, plan, seen)
        self._paint_hand(canvas, plan, seen)

    def _foreseen(self, seen: Seen, action: Any) -> Blew:
        return next(event for event in seen.game.preview(seen.state, action) if isinstance(event, Blew))

    def _paint_title(self, canvas: Canvas, seen: Seen) -> None:
        state: State = seen.state
        turn, scored, deducted = min(len(state.discards) + 1, TURNS), sum(state.scored, ()), sum(state.deducted, ())
        score = f"{format_tally(scored, deducted)} = {len(scored) - len(deducted):+d}"
        told = f"  turn {turn} of {TURNS}  score {score}" if canvas.width >= 60 else f"  {turn}/{TURNS}  {score}"
        title = f"Tradewinds  {self.caption}".rstrip() if canvas.width >= 80 else ""
        on_turn = _on_turn(seen, canvas.width - len(told) - (len(title) + 2 if title else 0))
        canvas.bar(title or on_turn, on_turn + told if title else told)

    # What happens

    def _paint_story(self, canvas: Canvas, plan: Layout, seen: Seen, foreseen: Blew | None) -> None:
        """Paint what the choice would do, what happened, and what has been collected: both, or one for the other."""
        x = plan.panel if plan.figures else 0
        if plan.course and foreseen:
            told = f"{foreseen.card.code}: {format_flights(foreseen)}"
            canvas.block(x, plan.course, wrap(told, canvas.width - x, plan.log - plan.course), "strong")
        if plan.figures is Size.LARGE:
            canvas.put(plan.panel, plan.log - 7, "What was collected", "dim")
            self._paint_collected(canvas, plan, seen, plan.log - 6)
        elif plan.panel and self.shows_collected:
            self._paint_collected(canvas, plan, seen, plan.log if plan.figures else plan.covering + 1)
        if not (self.shows_collected and plan.figures is Size.MEDIUM):
            self._paint_log(canvas, plan, seen, x)

    def _paint_collected(self, canvas: Canvas, plan: Layout, seen: Seen, y: int) -> None:
        for seat, name in enumerate(SEAT_NAMES):
            told = f"{f'{name:<6}' if plan.figures else name[0]} {format_collected(seen.state, seat)}"
            canvas.put(plan.panel, y + seat, cut(told, canvas.width - plan.panel))

    def _paint_log(self, canvas: Canvas, plan: Layout, seen: Seen, x: int) -> None:
        """The last happening in full, then one line for each before it, as far as there is room."""
        width, end = canvas.width - x, plan.log_end
        if plan.figures and seen.state.options.open_hands:
            end -= SEATS - 1
        last = self.last_happening(seen) if end - plan.log > 1 else _in_brief(seen)
        lines = wrap(last, width, min(3, end - plan.log))
        canvas.block(x, plan.log, lines, "dim")
        before = list(reversed(seen.log[1:-1]))
        for y, step in zip(range(plan.log + len(lines), end), before, strict=False):
            canvas.put(x, y, cut(_briefly(step[0], seen), width), "dim")

    # The hands

    def _paint_open_hands(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        """Paint what the others hold: below the log or, where that has no room, in place of grid or table."""
        others = [seat for seat in range(SEATS) if seat != (seen.viewer if seen.viewer is not None else seen.turn)]
        if self.shows_collected == bool(plan.figures) and plan.figures is not Size.LARGE:
            return
        held = {seat: [card.code for card in seen.state.hands[seat]] for seat in others}
        for at, (seat, cards) in enumerate(held.items()):
            if plan.figures:
                canvas.put(plan.panel, plan.log_end - 3 + at, f"{SEAT_NAMES[seat]:<6} {' '.join(cards)}")
            elif plan.panel:
                lines = [f"{SEAT_NAMES[seat][0]} {' '.join(cards[:3])}", f"  {' '.join(cards[3:])}"]
                canvas.block(plan.panel, plan.covering + 5 + 2 * at, lines)
            else:
                canvas.put(0, plan.top + at, f"{SEAT_NAMES[seat][0]} {' '.join(cards)}")

    def _paint_hand(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        owner = seen.viewer if seen.viewer is not None else seen.turn
        if owner is None:
            return
        for at, card in enumerate(seen.state.hands[owner]):
            x, chosen = plan.hand_left + at * plan.hand_pitch, bool(self.groups) and at == self.group
            box = Box(x, plan.hand_top, plan.hand.width, plan.hand.height)
            place = Place("hand", owner, at)
            paint_held(canvas, self, card, box, place, size=plan.hand, pitch=plan.hand_pitch, chosen=chosen)
            if self.groups and self.foresees:
                self._paint_net(canvas, plan, seen, at)

    def _paint_net(self, canvas: Canvas, plan: Layout, seen: Seen, at: int) -> None:
        """Paint what a card of the hand would bring."""
        blew = self._foreseen(seen, self.groups[at].ways[0].action)
        gain = format_tally(blew.scored, blew.deducted)
        text = {
            Size.LARGE: gain,
            Size.MEDIUM: f"{at + 1} {blew.card.code} {gain}",
            Size.TINY: f"{at + 1} {blew.net:+d}",
        }
        x, y = plan.net(at)
        canvas.put(x, y, text[plan.hand], "cursor" if at == self.group else PLAIN)
        canvas.spot(Box(x, y, len(text[plan.hand]), 1), Target(at))

    # The film

    def film(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        return [
            frame for event in story if isinstance(event, Blew) for frame in frames_of(before.state.grid, event, steps)
        ]


def _on_turn(seen: Seen, room: int) -> str:
    """Return whose turn it is, and which way they blow."""
    if seen.turn is None:
        return cut("The game is over", room)
    blows = f" blows {SEAT_NAMES[opposite(seen.turn)].lower()}"
    return f"> {cut(seen.names[seen.turn], room - len(blows) - 2)}{blows}"


def _briefly(event: Event, seen: Seen) -> str:
    assert isinstance(event, Blew), "every turn begins with a wind"
    return f"{seen.names[event.seat]} {event.card.code}: {format_flights(event)}"


def _in_brief(seen: Seen) -> str:
    """Return what just happened, in little room."""
    if not seen.log[-1]:  # a position that was laid
        return ""
    first, *others = seen.log[-1]
    told = seen.describe(first) if len(seen.log) == 1 else _briefly(first, seen)
    return " ".join([told, *(seen.describe(event) for event in others)])
