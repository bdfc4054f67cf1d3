"""The grid of Tradewinds with the four winds round it, the hand below, and where a play would blow what drawn on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from cardtable.engine.cards import CHARACTERISTICS, FACE_DOWN, Card, Single, in_order
from cardtable.engine.game import Event, Place, Seat
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import (
    COLUMNS,
    EAST,
    NORTH,
    OFF,
    PILES,
    SEATS,
    SOUTH,
    STEPS,
    TF_COUNT,
    TURNS,
    WEST,
    Blew,
    Flight,
    Grid,
    Pile,
    State,
    count_true,
    opposite,
)
from cardtable.engine.games.tradewinds.rules import scoring_mask
from cardtable.engine.games.tradewinds.words import SEAT_NAMES, format_flights, format_signs, format_tally
from cardtable.table.session import Seen
from cardtable.tui.board import Board
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut, wrap
from cardtable.tui.choices import Group, Target, Way
from cardtable.tui.faces import Size, face, ink_of, pile_of
from cardtable.tui.panels import paint_held

ARROWS = {NORTH: "v", EAST: "<", SOUTH: "^", WEST: ">"}
"""Which way a seat blows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where things stand, chosen by the room there is: columns and rows of the screen, from 0."""

    card: Size
    left: int
    """First column of the grid."""
    top: int
    """First row of the grid."""
    pitch: int
    """From one pile's left edge to the next."""
    down: int
    """From one pile's top edge to the next below."""
    east: int
    """First column of what stands beside the grid in the east; 0 where the winds stand in one line."""
    panel: int
    """First column of the panel; 0 where there is none."""
    covering: int
    """First row of what decides what scores."""
    figures: Size | None
    """How large the covering Completes are drawn with their T/F cards round them; None for a table."""
    course: int
    """First row of what the choice would do; 0 where the marks on the grid must do."""
    log: int
    log_end: int
    """The row after what happened."""
    hand: Size
    hand_left: int
    hand_top: int
    hand_pitch: int
    nets: tuple[int, int, int, int]
    """What each card of the hand would bring: first column and row, from one column to the next, and how many rows."""

    def x(self, column: float) -> int:
        return round(self.left + self.pitch * column)

    def y(self, row: float) -> int:
        return round(self.top + self.down * row)

    def net(self, at: int) -> tuple[int, int]:
        """Where it is told what this card of the hand would bring."""
        left, top, right, rows = self.nets
        return left + at // rows * right, top + at % rows


def layout_for(width: int, height: int) -> Layout:
    """The largest layout that fits `height` rows, the status lines not counted."""
    if width >= 120 and height >= 37:
        return Layout(
            card=Size.LARGE, left=13, top=3, pitch=12, down=7, east=47, panel=64, covering=1, figures=Size.LARGE,
            course=15, log=24, log_end=36,
            hand=Size.LARGE, hand_left=4, hand_top=26, hand_pitch=9, nets=(4, 31, 9, 1),
        )  # fmt: skip
    if width >= 80 and height >= 21:
        return Layout(
            card=Size.LARGE, left=8, top=2, pitch=8, down=5, east=33, panel=41, covering=1, figures=Size.MEDIUM,
            course=12, log=14, log_end=18,
            hand=Size.MEDIUM, hand_left=6, hand_top=18, hand_pitch=6, nets=(46, 18, 17, 3),
        )  # fmt: skip
    if width >= 60 and height >= 17:
        return Layout(
            card=Size.MEDIUM, left=8, top=2, pitch=9, down=3, east=36, panel=45, covering=1, figures=None,
            course=12, log=13, log_end=14,
            hand=Size.MEDIUM, hand_left=0, hand_top=14, hand_pitch=6, nets=(37, 14, 12, 3),
        )  # fmt: skip
    return Layout(
        card=Size.TINY, left=0, top=3, pitch=13, down=1, east=0, panel=0, covering=2, figures=None,
        course=0, log=8, log_end=9,
        hand=Size.TINY, hand_left=0, hand_top=6, hand_pitch=6, nets=(0, 7, 6, 1),
    )  # fmt: skip


class Wind(NamedTuple):
    """What stands on a side of the grid."""

    name: str
    player: str
    """Empty where the player is called like the wind."""
    collected: str
    gain: str
    """What the choice under the cursor would add."""
    ink: str


class Actor(NamedTuple):
    """A Single on its way, while the wind is filmed."""

    card: Card
    row: float
    column: float


class Frame(NamedTuple):
    """One picture of the wind: the piles as they stand, and what is on its way."""

    grid: Grid
    moving: tuple[Actor, ...]


class TradewindsBoard(Board):
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
        return tuple(Group(str(action), (Way(action, "blow"),)) for action in seen.legal)

    def action_collected(self) -> None:
        self.shows_collected = not self.shows_collected
        self.redraw()

    # The table

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        plan = layout_for(canvas.width, canvas.height)
        shows = self.foresees and frame is None
        foreseen = self._foreseen(seen, self.choice.action) if self.choice and shows else None
        self._paint_title(canvas, seen)
        self._paint_winds(canvas, plan, seen, foreseen)
        if plan.panel or not (self.shows_collected and seen.state.options.open_hands):
            self._paint_grid(canvas, plan, Frame(seen.state.grid, ()) if frame is None else frame, foreseen)
        self._paint_scoring(canvas, plan, seen)
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

    # The winds

    def _paint_winds(self, canvas: Canvas, plan: Layout, seen: Seen, foreseen: Blew | None) -> None:
        if not plan.east:
            self._paint_winds_in_a_line(canvas, seen)
            return
        for seat in range(SEATS):
            wind = _wind(seen, seat, foreseen)
            if seat == NORTH:
                self._paint_level(canvas, plan, plan.top - 1, wind)
            elif seat == SOUTH:
                self._paint_level(canvas, plan, plan.y(2) + plan.card.height, wind)
            elif seat == WEST:
                self._paint_upright(canvas, 0, plan.y(1), plan.left - 1, wind)
            else:
                self._paint_upright(canvas, plan.east, plan.y(1), plan.panel - plan.east - 1, wind)

    def _paint_level(self, canvas: Canvas, plan: Layout, y: int, wind: Wind) -> None:
        """A wind in one line, above or below the grid."""
        edge = plan.x(2) + plan.card.width
        room = edge + plan.left - 2  # as far beyond the grid on both sides as there is room
        rest = f" {wind.collected}{f' {wind.gain}' if wind.gain else ''}"
        text = cut(f"{wind.name} {wind.player}".rstrip(), room - len(rest)) + rest
        x = (edge + plan.left - cell_len(text)) // 2
        canvas.put(x, y, text.removesuffix(wind.gain), wind.ink)
        _lay_collected(canvas, wind, x + cell_len(text) - cell_len(rest) + 1, y)
        canvas.put_right(x + cell_len(text), y, wind.gain, "strong")

    def _paint_upright(self, canvas: Canvas, x: int, y: int, room: int, wind: Wind) -> None:
        """A wind in some lines, beside the grid."""
        lines = [cut(line, room) for line in (wind.name, wind.player, wind.collected) if line]
        canvas.block(x, y, lines, wind.ink)
        canvas.put(x, y + len(lines), cut(wind.gain, room), "strong")
        _lay_collected(canvas, wind, x, y + len(lines) - 1)

    def _paint_winds_in_a_line(self, canvas: Canvas, seen: Seen) -> None:
        state: State = seen.state
        if self.shows_collected:
            told = "  ".join(f"{SEAT_NAMES[seat][0]} {_collected(state, seat)}" for seat in range(SEATS))
            canvas.block(0, 1, wrap(told, canvas.width, 2))
            return
        x = 0
        for seat, name in enumerate(SEAT_NAMES):
            on_turn = seat == seen.turn
            text = f"{'>' if on_turn else ' '}{name[0]} {format_tally(state.scored[seat], state.deducted[seat])}"
            canvas.put(x, 1, text, "strong" if on_turn else PLAIN)
            _lay_collected(canvas, _wind(seen, seat, None), x + 3, 1)
            x += len(text) + 1

    # The grid

    def _paint_grid(self, canvas: Canvas, plan: Layout, frame: Frame, foreseen: Blew | None) -> None:
        marks = {flight.source: flight for flight in foreseen.flights} if foreseen else {}
        for at, pile in enumerate(frame.grid):
            row, column = divmod(at, len(COLUMNS))
            x, y = plan.x(column), plan.y(row)
            mark = _mark(foreseen, marks[at], 5 if plan.card is Size.LARGE else 4) if foreseen and at in marks else ""
            left = x + (2 if plan.card is Size.TINY else 0)
            canvas.lay(Box(left, y, plan.card.width, plan.card.height), "grid", row, column)
            if plan.card is Size.LARGE:
                self._paint_large(canvas, x, y, at, pile, mark)
            elif plan.card is Size.MEDIUM:
                self._paint_medium(canvas, x, y, at, pile, mark)
            else:
                self._paint_tiny(canvas, x, y, at, pile, mark)
        for actor in frame.moving:
            x = plan.x(actor.column) + (2 if plan.card is Size.TINY else 0)
            canvas.block(x, plan.y(actor.row), face(actor.card, plan.card, self.signs), ink_of(actor.card))

    def _paint_large(self, canvas: Canvas, x: int, y: int, at: int, pile: Pile, mark: str) -> None:
        """The mark stands in the empty row of the face, and what lies face up below in its lower border."""
        top, count = _top(pile), pile_of(len(pile.face_up) + len(pile.face_down), self.signs)
        room = 5 - len(count)
        foot = _below(pile, room).ljust(room, self.signs.border[4]) + count if top else ""
        canvas.block(x, y, face(top, Size.LARGE, self.signs, head=PILES[at], foot=foot), ink_of(top))
        canvas.put(x + 1, y + 1, f"{mark:^5}".rstrip() if mark else "", "strong")

    def _paint_medium(self, canvas: Canvas, x: int, y: int, at: int, pile: Pile, mark: str) -> None:
        """Name, mark and what lies face up below stand beside the face."""
        top = _top(pile)
        foot = pile_of(len(pile.face_up) + len(pile.face_down), self.signs) if top else ""
        canvas.block(x, y, face(top, Size.MEDIUM, self.signs, foot=foot), ink_of(top))
        canvas.put(x + 5, y, PILES[at], "dim")
        canvas.put(x + 5, y + 1, mark, "strong")
        canvas.put(x + 5, y + 2, _below(pile, 3), "dim")

    def _paint_tiny(self, canvas: Canvas, x: int, y: int, at: int, pile: Pile, mark: str) -> None:
        top, count = _top(pile), len(pile.face_up) + len(pile.face_down)
        canvas.put(x, y, PILES[at], "dim")
        canvas.block(x + 2, y, face(top, Size.TINY, self.signs), ink_of(top))
        beside = _below(pile, 2) + str(count) if top else ""
        canvas.put(x + 5, y, beside, "dim")
        canvas.put(x + 5 + len(beside) + (len(beside + mark) < 7), y, mark, "strong")

    # What scores

    def _paint_scoring(self, canvas: Canvas, plan: Layout, seen: Seen) -> None:
        if not (self.shows_collected and plan.figures is None):
            state: State = seen.state
            collector = None if seen.turn is None else opposite(seen.turn)
            if plan.figures:
                self._paint_figures(canvas, plan, plan.figures, state, collector)
            elif plan.panel:
                self._paint_table(canvas, plan, state, collector)
            else:
                told = " ".join(f"{name[0]} {_scores(state, seat)}" for seat, name in enumerate(SEAT_NAMES))
                canvas.put(0, plan.covering, f"Scores: {told}" if len(told) < canvas.width - 8 else told)

    def _paint_figures(self, canvas: Canvas, plan: Layout, size: Size, state: State, collector: Seat | None) -> None:
        """The covering Completes with their T/F cards on the four sides, and what that makes score."""
        y, height = plan.covering + 1, size.height + 2
        canvas.put(plan.panel, plan.covering, f"What scores: {count_true(state.sides)} of {TF_COUNT} True", "dim")
        for at, card in enumerate(state.covering):
            x = plan.panel + at * (size.width + (11 if size is Size.LARGE else 8))
            canvas.block(x + 3, y + 1, face(card, size, self.signs), ink_of(card))
            canvas.lay(Box(x + 3, y + 1, size.width, size.height), "covering", at)
            across, middle = x + 3 + (size.width - 3) // 2, y + height // 2
            corners = ((across, y), (x + 3 + size.width, middle), (across, y + height - 1), (x, middle))
            for seat, (left, top) in enumerate(corners):
                sign = face(state.sides[seat][at], Size.TINY, self.signs)
                canvas.block(left, top, sign, "strong" if seat == collector else PLAIN)
                canvas.lay(Box(left, top, 3, 1), "side", seat, at)
        for seat, name in enumerate(SEAT_NAMES):
            ink = "strong" if seat == collector else PLAIN
            canvas.put(plan.panel, y + height + seat, f"{name:<6} {' '.join(_scores(state, seat))}", ink)

    def _paint_table(self, canvas: Canvas, plan: Layout, state: State, collector: Seat | None) -> None:
        """The same in little room."""
        x, y = plan.panel, plan.covering
        canvas.put(x, y, f"{count_true(state.sides)} of {TF_COUNT} True", "dim")
        canvas.put(x + 4, y + 1, " ".join(name[0] for name in SEAT_NAMES), "dim")
        for at, card in enumerate(state.covering):
            canvas.put(x, y + 2 + at, card.code, ink_of(card))
            canvas.put(x + 4, y + 2 + at, " ".join(side[at].code for side in state.sides))
            canvas.lay(Box(x, y + 2 + at, 3, 1), "covering", at)
            for seat in range(SEATS):
                canvas.lay(Box(x + 4 + 2 * seat, y + 2 + at, 1, 1), "side", seat, at)
        for seat, name in enumerate(SEAT_NAMES):
            canvas.put(x, y + 6 + seat, f"{name[0]} {_scores(state, seat)}", "strong" if seat == collector else PLAIN)

    # What happens

    def _paint_story(self, canvas: Canvas, plan: Layout, seen: Seen, foreseen: Blew | None) -> None:
        """What the choice would do, what happened, and what has been collected: both, or one for the other."""
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
            told = f"{f'{name:<6}' if plan.figures else name[0]} {_collected(seen.state, seat)}"
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
        """What the others hold: below the log, or, where that has no room, where else the grid or the table is."""
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
        """What a card of the hand would bring."""
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
            frame for event in story if isinstance(event, Blew) for frame in _frames(before.state.grid, event, steps)
        ]


def _on_turn(seen: Seen, room: int) -> str:
    """Who is on turn and blows where."""
    if seen.turn is None:
        return cut("The game is over", room)
    blows = f" blows {SEAT_NAMES[opposite(seen.turn)].lower()}"
    return f"> {cut(seen.names[seen.turn], room - len(blows) - 2)}{blows}"


def _wind(seen: Seen, seat: Seat, foreseen: Blew | None) -> Wind:
    on_turn, gain = seat == seen.turn, ""
    if foreseen is not None and opposite(foreseen.seat) == seat:
        gain = f"{ARROWS[foreseen.seat]} {format_tally(foreseen.scored, foreseen.deducted)}"
    return Wind(
        name=("> " if on_turn else "") + SEAT_NAMES[seat].upper(),
        player="" if seen.names[seat] == SEAT_NAMES[seat] else seen.names[seat],
        collected=format_tally(seen.state.scored[seat], seen.state.deducted[seat]),
        gain=gain,
        ink="strong" if on_turn else PLAIN,
    )


def _lay_collected(canvas: Canvas, wind: Wind, x: int, y: int) -> None:
    """What a wind has collected lies where it is counted: what scores, and what deducts."""
    seat = SEAT_NAMES.index(wind.name.removeprefix("> ").capitalize())
    for zone, text in zip(("scored", "deducted"), wind.collected.split(" "), strict=False):
        canvas.lay(Box(x, y, len(text), 1), zone, seat)
        x += len(text) + 1


def _top(pile: Pile) -> Card | None:
    """What is seen of a pile: its top card, a back while the wind blows, or nothing of a gap."""
    return pile.face_up[0] if pile.face_up else FACE_DOWN if pile.face_down else None


def _below(pile: Pile, room: int) -> str:
    """The letters of what lies face up below the top card; a star says that there is more."""
    letters = "".join(card.code for card in pile.face_up[1:])
    return letters if len(letters) <= room else f"{letters[: room - 1]}*"


def _scores(state: State, seat: Seat) -> str:
    """The letters of what scores in a direction."""
    scores = scoring_mask(state.covering, state.sides[seat])
    return "".join(each.letter for each in CHARACTERISTICS if each.mask & scores) or "-"


def _collected(state: State, seat: Seat) -> str:
    scored, deducted = ("".join(card.code for card in in_order(pile[seat])) for pile in (state.scored, state.deducted))
    return f"+{scored} -{deducted}"


def _briefly(event: Event, seen: Seen) -> str:
    assert isinstance(event, Blew), "every turn begins with a wind"
    return f"{seen.names[event.seat]} {event.card.code}: {format_flights(event)}"


def _in_brief(seen: Seen) -> str:
    """What just happened, in little room."""
    if not seen.log[-1]:  # a position that was laid
        return ""
    first, *others = seen.log[-1]
    told = seen.describe(first) if len(seen.log) == 1 else _briefly(first, seen)
    return " ".join([told, *(seen.describe(event) for event in others)])


def _mark(blew: Blew, flight: Flight, room: int) -> str:
    """Where the Singles of a pile would go: `>A3`, or `>+-` off the grid, the upper one first."""
    arrow = ARROWS[blew.seat]
    _, target, cards = flight
    if target != OFF:
        return (arrow * len(cards) if len(cards) < 3 else f"{len(cards)}{arrow}") + PILES[target]
    signs = format_signs(blew, cards)
    return arrow + signs if len(signs) < room else f"+{signs.count('+')}-{signs.count('-')}"


def _frames(grid: Grid, blew: Blew, steps: int) -> Iterator[Frame]:
    """The downwind edge first (TW-5): what stands side by side across the wind goes together, the top Single first."""
    standing = list(grid)
    for rank in _ranks(blew):
        for depth in range(max(len(cards) for _, _, cards in rank)):
            going = [(source, target, cards[depth]) for source, target, cards in rank if depth < len(cards)]
            for source, _, _ in going:
                standing[source] = standing[source]._replace(face_up=standing[source].face_up[1:])
            for step in range(1, steps + 1):
                yield Frame(tuple(standing), tuple(_on_the_way(blew.seat, each, step / steps) for each in going))
            for _, target, card in going:
                if target != OFF:
                    standing[target] = standing[target]._replace(face_up=(card, *standing[target].face_up))
    yield Frame(tuple(standing), ())


def _ranks(blew: Blew) -> Iterator[list[Flight]]:
    """The flights line by line across the wind."""
    found: dict[int, list[Flight]] = {}
    for flight in blew.flights:
        row, column = divmod(flight.source, len(COLUMNS))
        found.setdefault(row if blew.seat in (NORTH, SOUTH) else column, []).append(flight)
    return iter(found.values())


def _on_the_way(seat: Seat, going: tuple[int, int, Single], part: float) -> Actor:
    source, target, card = going
    row, column = divmod(source, len(COLUMNS))
    down, right = STEPS[seat]
    if target == OFF:  # half a pile beyond the edge
        to_row, to_column = (1 + down * 1.5 if down else row), (1 + right * 1.5 if right else column)
    else:
        to_row, to_column = divmod(target, len(COLUMNS))
    return Actor(card, row + (to_row - row) * part, column + (to_column - column) * part)
