"""The board of Tradewinds: the grid with a preview of each play, the four winds around it, and the hand below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len

from cardtable.engine.game import Event
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import SEATS, TURNS, Blew, State, opposite
from cardtable.engine.games.tradewinds.outlook import foresee
from cardtable.engine.games.tradewinds.texts import GOAL, SEAT_NAMES
from cardtable.engine.games.tradewinds.words import count_moves, format_tally, name_flights, name_points, tell
from cardtable.engine.phrases import address, signed
from cardtable.engine.tellings import lengths
from cardtable.engine.zones import Place
from cardtable.formats.wrapping import wrap_words
from cardtable.games.tradewinds.board.animation import frames_of
from cardtable.games.tradewinds.board.grid import paint_grid
from cardtable.games.tradewinds.board.layout import Layout, layout_for
from cardtable.games.tradewinds.board.scoring import (
    collector_of,
    paint_below,
    paint_in_a_line,
    paint_score,
    paint_wants,
)
from cardtable.games.tradewinds.board.winds import format_collected, paint_winds, paint_winds_in_a_line
from cardtable.rooms.kit.command import Command
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ChoiceGroup, ListedAction, Target
from cardtable.tui.board.panels import paint_hand_card
from cardtable.tui.board.widget import BoardWidget
from cardtable.tui.drawing.animation import Frame
from cardtable.tui.drawing.canvas import PLAIN, Box, Canvas, cut, longest_that_fits, put_latest, wrap
from cardtable.tui.drawing.faces import Size

ZONES_OF_SCORING = ("covering", "side")
"""The zones that decide which Singles score for whom."""
ROWS_OF_SET_UP = 3
"""The smallest number of rows below a tip at which the log is shown."""


class TradewindsBoard(BoardWidget):
    """The board of Tradewinds as one seat sees it."""

    GAME_ID = GAME.id
    SIGNS = ("R +1, R -1",)
    KEY_HELP = (
        ("left, right", "choose a card in your hand; the arrows show where each Single would go"),
        ("R +1, R -1", "at the edge of the grid: a Red would leave, and score or deduct for the player there"),
        ("+2 -1", "below a card: it would score 2 and deduct 1; beside a player: collected so far"),
        (">A3, >+1, >-1", "on small screens: the top Single would land on A3, leave and score, or leave and deduct"),
        ("2>A3, +1-1", "the same for two Singles in one pile"),
        ("wants H F", "the player across from you collects: +1 for these Singles, -1 for all others"),
        ("x5", "on a pile: how many cards it has"),
        ("(HT+)", "at the lower right of a pile: the face-up Singles below its top card, and + for more"),
        ("[+], [-]", "on a side of a covering Complete: True or False"),
        ("Holl.", "short for Hollow on a card, as Part., Fill., Circ., Squ. and Tri. are for the others"),
        ("mouse", "click a card to choose it; click it again to play it"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shows_collected = False
        """Whether the collected Singles are shown in place of another part of the table."""
        self.shows_wants = False
        """Whether the T/F cards and what scores for each player are shown in place of the score."""

    def medium_rows(self, width: int) -> int:
        return 16 if width >= 80 else 17

    # Choices

    def group_actions(self, seen: Seen) -> tuple[ChoiceGroup, ...]:
        return tuple(ChoiceGroup(str(action), (ListedAction(action, "blow"),)) for action in seen.legal)

    def _has_score_panel(self) -> bool:
        layout = self._layout
        return (layout.is_roomy or layout.figures is not None) and not layout.is_open

    def _wants_label(self) -> str:
        return "Score" if self.shows_wants else "Wants"

    @Command(
        "show or hide the T/F cards and what scores for each player",
        keys=("f",),
        label=_wants_label,
        exists=_has_score_panel,
        no_words="In plain mode, what scores for whom is read out as part of the table.",
    )
    def wants(self) -> None:
        """Show or hide the T/F cards and the characteristics that score for each player."""
        self._turn_panel(wants=not self.shows_wants)

    def _collected_label(self) -> str:
        return "Hide" if self.shows_collected else "Collected"

    def _has_hidden_piles(self) -> bool:
        return not self._layout.is_open

    @Command(
        "show or hide the collected Singles and, if hands are open, the other hands",
        keys=("c",),
        label=_collected_label,
        exists=_has_hidden_piles,
        no_words="In plain mode, the collected Singles are read out as part of the table.",
    )
    def collected(self) -> None:
        """Show or hide the collected Singles."""
        self._turn_panel(collected=not self.shows_collected)

    def _turn_panel(self, *, wants: bool = False, collected: bool = False) -> None:
        self.shows_wants, self.shows_collected = wants, collected
        self.redraw()
        self.refresh_bindings()

    @property
    def _layout(self) -> Layout:
        return layout_for(self.size.width, self.size.height - self.status_rows(self.size.width, self.size.height))

    # The table

    def recap_box(self, width: int, height: int) -> Box:
        layout = layout_for(width, height)
        x, bottom = layout.panel if layout.is_roomy else 0, layout.wants - 1 if layout.is_open else height
        return Box(x, layout.hand_top, width - x, bottom - layout.hand_top)

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        layout = layout_for(canvas.width, canvas.height)
        if self.shows_collected and not layout.panel:
            layout = layout_for(canvas.width, 0)  # it has room for them
        if layout.panel:
            self.skip_goal()
        shows = self.shows_effects and frame is None
        preview = foresee(seen.state, self.choice.action) if self.choice and shows else None
        self._paint_title(canvas, seen)
        if layout.panel or not (self.shows_collected and seen.state.options.open_hands):
            paint_grid(self.signs, canvas, layout, Frame(seen.state.grid, ()) if frame is None else frame, preview)
        if layout.east:
            paint_winds(canvas, layout, seen, preview)
        else:
            paint_winds_in_a_line(canvas, seen, shows_collected=self.shows_collected)
        self._paint_panel(canvas, layout, seen, preview)
        self._paint_story(canvas, layout, seen, preview)
        self._paint_hand(canvas, layout, seen)

    def _paint_panel(self, canvas: Canvas, layout: Layout, seen: Seen, preview: Blew | None) -> None:
        """Paint the score and the choice's effect on it, or the part of the table that the player has asked to see."""
        if self.shows_collected or layout.is_open:
            self._paint_collected(canvas, layout, seen)
            if not layout.is_open:
                return
            if self._explains_scoring:
                paint_wants(self.signs, canvas, layout, seen)
        if layout.card is Size.TINY:
            paint_in_a_line(canvas, 2, seen.state, collector_of(seen))
        elif not layout.panel:
            paint_below(canvas, layout.bottom, seen, preview)
        elif self._explains_wants(layout) or not (layout.is_roomy or layout.figures):
            paint_wants(self.signs, canvas, layout, seen)
        else:
            paint_score(self.signs, canvas, layout, seen, preview, shows_wants=self._explains_scoring)

    @property
    def _explains_scoring(self) -> bool:
        """Whether the board shows what scores. A lesson may leave that to a later lesson."""
        return self.unexplained.isdisjoint(ZONES_OF_SCORING)

    def _explains_wants(self, layout: Layout) -> bool:
        """Return whether the T/F cards replace the score because a player asked for them or a lesson points at them."""
        return not layout.is_open and (self.shows_wants or not self.explained.isdisjoint(ZONES_OF_SCORING))

    def _paint_title(self, canvas: Canvas, seen: Seen) -> None:
        state: State = seen.state
        turn, scored, deducted = min(len(state.discards) + 1, TURNS), sum(state.scored, ()), sum(state.deducted, ())
        score = (
            f"{format_tally(scored, deducted)} = {signed(len(scored) - len(deducted))}" if scored or deducted else "0"
        )
        count = f"  turn {turn} of {TURNS}  score {score}" if canvas.width >= 60 else f"  {turn}/{TURNS}  {score}"
        title = f"Tradewinds  {self.caption}".rstrip() if canvas.width >= 80 else ""
        player = _whose_turn(seen, canvas.width - len(count) - (len(title) + 2 if title else 0))
        canvas.title_bar(title or player, player + count if title else count)

    # What happened

    def _paint_story(self, canvas: Canvas, layout: Layout, seen: Seen, preview: Blew | None) -> None:
        """Paint the choice's effect if there is room, and the last turns if there is no recap."""
        x, y, width, rows = layout.log
        if layout.preview and preview:
            canvas.block(0, layout.preview, _in_words(preview, canvas.width, 1), "strong")
        if self.recap or not rows:
            return
        is_first = len(seen.log) == 1
        if told := self.put_tips(canvas, Box(x, y, width, rows if is_first else 0)):
            y, rows = y + told, rows - told
        if told and rows < ROWS_OF_SET_UP:  # the board shows what the set-up says
            return
        stories = [[*lengths(tell, step, seen.players)] for step in seen.log]
        if is_first:
            stories = [[stories[0][0], GOAL]] if seen.log[0] else []  # no events: the game began from a position
        put_latest(canvas, Box(x, y, width, rows), stories[not is_first :], "dim", label=self.log_label)

    def footnote(self, seen: Seen, width: int, height: int) -> str:
        """Return the plays since the viewer's last turn if only the status lines have room for them."""
        if layout_for(width, height).log.height or self.recap or len(seen.log) == 1:
            return ""
        steps = seen.log[1:][-min(_turns_to_read(seen), SEATS - 1) :]
        label = self.log_label or ("Since your turn: " if len(steps) > 1 else "Before: ")
        blows = [step[0] for step in steps if isinstance(step[0], Blew)]
        told = [
            ", ".join(f"{names[blew.seat]} {blew.card.code} {name_points(blew) or 0}" for blew in blows)
            for names in (seen.players, [name[0] for name in SEAT_NAMES])
        ]
        return longest_that_fits([*(address(f"{label}{text}.") for text in told), ""], width)

    def _paint_collected(self, canvas: Canvas, layout: Layout, seen: Seen) -> None:
        """Paint the collected Singles and, if hands are open, the other players' hands."""
        if layout.east:
            x = layout.panel
            canvas.put(x, layout.collected, "Collected", "dim")
            for seat, name in enumerate(SEAT_NAMES):
                text = format_collected(seen.state, seat)
                label = f"{name:<6} " if 7 + len(text) <= canvas.width - x else f"{name[0]} "
                canvas.put(x, layout.collected + 1 + seat, cut(label + text, canvas.width - x))
        if seen.state.options.open_hands:
            self._paint_open_hands(canvas, layout, seen)

    # The hands

    def _paint_open_hands(self, canvas: Canvas, layout: Layout, seen: Seen) -> None:
        """Paint the other hands below the collected Singles. Without a panel, paint them in place of the grid."""
        others = [seat for seat in range(SEATS) if seat != (seen.viewer if seen.viewer is not None else seen.turn)]
        held = {seat: [card.code for card in seen.state.hands[seat]] for seat in others if seen.state.hands[seat]}
        x, y = (layout.panel, layout.collected + 1 + SEATS) if layout.panel else (0, layout.top)
        rows = 1 if not layout.panel or len("N " + " ".join(next(iter(held.values()), []))) <= canvas.width - x else 2
        for at, (seat, cards) in enumerate(held.items()):
            lines = [" ".join(cards)] if rows == 1 else [" ".join(cards[:3]), " ".join(cards[3:])]
            canvas.put(x, y + rows * at, SEAT_NAMES[seat][0])
            canvas.block(x + 2, y + rows * at, lines)

    def _paint_hand(self, canvas: Canvas, layout: Layout, seen: Seen) -> None:
        owner = seen.viewer if seen.viewer is not None else seen.turn
        if owner is None or not seen.state.hands[owner]:
            return
        self._paint_owner(canvas, layout, seen.player(owner))
        for at, card in enumerate(seen.state.hands[owner]):
            chosen = bool(self.groups) and at == self.group
            box = Box(*layout.hand_card(at), layout.hand.width, layout.hand.height)
            place = Place("hand", owner, at)
            paint_hand_card(canvas, self, card, box, place, size=layout.hand, pitch=layout.hand_pitch, chosen=chosen)
            if self.groups and self.shows_effects:
                self._paint_net(canvas, layout, seen, at)

    def _paint_owner(self, canvas: Canvas, layout: Layout, name: str) -> None:
        """Paint the name of the hand's owner, beside the hand or above it."""
        room = layout.hand_left - 1
        if layout.is_open or (layout.is_roomy and not (self.shows_collected or self._explains_wants(layout))):
            label = cut(name, canvas.width - layout.panel - 7)
            canvas.put(layout.hand_left, layout.hand_top - 1, address(f"{label}'s hand"), "dim")
        elif layout.hand is Size.MEDIUM:
            owner = address(f"{name}'s")
            lines = [owner if cell_len(owner) <= room else cut(name, room), "hand"]
            canvas.block(0, layout.hand_top + 1, lines, "dim")

    def _paint_net(self, canvas: Canvas, layout: Layout, seen: Seen, at: int) -> None:
        """Paint the points that a card in the hand would gain and lose."""
        blew = foresee(seen.state, self.groups[at].actions[0].action)
        gain = name_points(blew) or "0"
        text = f"{at + 1} {signed(blew.net)}" if layout.hand is Size.TINY else gain
        text = f"{at + 1} {blew.card.code} {gain}" if layout.nets else text
        x, y = layout.net(at)
        width = len(text) if layout.nets else max(len(text), layout.hand.width)
        worth = "gain" if blew.net > 0 else "loss" if blew.net < 0 else PLAIN
        canvas.put(x + (width - len(text)) // 2, y, text, "cursor" if at == self.group else worth)
        canvas.add_target(Box(x, y, width, 1), Target(at))

    # The animation

    def build_frames(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        return [
            frame for event in story if isinstance(event, Blew) for frame in frames_of(before.state.grid, event, steps)
        ]


def _whose_turn(seen: Seen, room: int) -> str:
    """Return text that names the current player and the direction in which that player blows."""
    if seen.turn is None:
        return cut("The game is over", room)
    blows = f" blows {SEAT_NAMES[opposite(seen.turn)].lower()}"
    return address(f"> {cut(seen.player(seen.turn), room - len(blows) - 2)}{blows}")


def _turns_to_read(seen: Seen) -> int:
    """Return the number of turns from the viewer's last turn on, or of all turns if the viewer hasn't had one."""
    seats = [step[0].seat for step in seen.log[1:]]
    return seats[::-1].index(seen.viewer) + 1 if seen.viewer in seats else len(seats)


def _in_words(preview: Blew, width: int, rows: int) -> list[str]:
    """Return a card's effect in at most this many lines of text. A move is never split between lines."""
    *moves, last = (
        f"{preview.card.code}: {flight}" if at == 0 else flight for at, flight in enumerate(name_flights(preview))
    )
    lines = wrap_words([*(f"{move}," for move in moves), last], width, breaks_words=False, measure=cell_len)
    return lines if len(lines) <= rows else wrap(f"{preview.card.code}: {count_moves(preview)}", width, rows)
