"""The board of Tradewinds: the grid with a preview of each play, the four winds round it, and the hand below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len

from cardtable.engine.game import Event
from cardtable.engine.games.tradewinds import GAME
from cardtable.engine.games.tradewinds.model import SEATS, TURNS, Blew, State, opposite
from cardtable.engine.games.tradewinds.words import (
    GOAL,
    SEAT_NAMES,
    count_flights,
    describe_in_brief,
    format_tally,
    name_flights,
    name_points,
)
from cardtable.engine.phrases import address, signed
from cardtable.engine.zones import Place
from cardtable.formats.wrapping import wrap as wrap_words
from cardtable.rooms.command import Command
from cardtable.table.seen import Seen
from cardtable.tui.animation import Frame
from cardtable.tui.board import BoardWidget
from cardtable.tui.boards.tradewinds.animation import frames_of
from cardtable.tui.boards.tradewinds.grid import paint_grid
from cardtable.tui.boards.tradewinds.layout import Layout, layout_for
from cardtable.tui.boards.tradewinds.scoring import paint_scoring
from cardtable.tui.boards.tradewinds.winds import format_collected, paint_winds, paint_winds_in_a_line
from cardtable.tui.canvas import PLAIN, Box, Canvas, cut, wrap
from cardtable.tui.choices import ChoiceGroup, ListedAction, Target
from cardtable.tui.faces import Size
from cardtable.tui.panels import paint_hand_card


class TradewindsBoard(BoardWidget):
    """The board of Tradewinds as one seat sees it."""

    GAME_ID = GAME.id
    SIGNS = (">A3, >+1, >-1",)
    KEY_HELP = (
        ("left, right", "choose a card in your hand; the grid shows where it would blow each Single"),
        (">A3, >+1, >-1", "the top Single would land on A3, leave and score, or leave and deduct"),
        (">>A3, >+1-1", "the same for two Singles in one pile"),
        ("> South wants H F", "the player across from you collects now: +1 for these Singles, -1 for all others"),
        ("[+], [-]", "on a side of a covering Complete: True or False"),
        ("+1 -2", "beside a card or below it: it would score 1 and deduct 2; round the grid: collected so far"),
        (
            "HT, x5",
            "at the foot of a pile: the face-up Singles below its top card, if they fit, and its size",
        ),
        ("Holl.", "short for Hollow on a card, as Part., Fill., Circ., Squ. and Tri. are for the others"),
        ("mouse", "click a card to choose it; click it again to play it"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.shows_collected = False
        """Whether the collected Singles are shown in place of another part of the table."""

    def medium_rows(self, width: int) -> int:
        return 16 if width >= 80 else 17

    # Choices

    def group_actions(self, seen: Seen) -> tuple[ChoiceGroup, ...]:
        return tuple(ChoiceGroup(str(action), (ListedAction(action, "blow"),)) for action in seen.legal)

    def _can_hide_collected(self) -> bool:
        return layout_for(self.size.width, self.size.height).figures is not Size.LARGE

    def _collected_label(self) -> str:
        return "Hide" if self.shows_collected else "Collected"

    @Command(
        "show or hide the collected Singles and, if hands are open, the other hands",
        keys=("c",),
        label=_collected_label,
        exists=_can_hide_collected,
        no_words="In plain mode, the collected Singles are read with the table.",
    )
    def collected(self) -> None:
        """Show or hide the collected Singles."""
        self.shows_collected = not self.shows_collected
        self.redraw()
        self.refresh_bindings()

    # The table

    def recap_box(self, width: int, height: int) -> Box:
        top = layout_for(width, height).hand_top
        return Box(0, top, width, height - top)

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        layout = layout_for(canvas.width, canvas.height)
        if layout.panel:
            self.skip_goal()
        shows = self.shows_effects and frame is None
        preview = self._preview(seen, self.choice.action) if self.choice and shows else None
        self._paint_title(canvas, seen)
        if layout.east:
            paint_winds(canvas, layout, seen, preview)
        else:
            paint_winds_in_a_line(canvas, seen, shows_collected=self.shows_collected)
        if layout.panel or not (self.shows_collected and seen.state.options.open_hands):
            paint_grid(self.signs, canvas, layout, Frame(seen.state.grid, ()) if frame is None else frame, preview)
        if layout.has_log_in_panel or not self.shows_collected:
            paint_scoring(self.signs, canvas, layout, seen)
        self._paint_story(canvas, layout, seen, preview)
        if seen.state.options.open_hands:
            self._paint_open_hands(canvas, layout, seen)
        self._paint_hand(canvas, layout, seen)

    def _preview(self, seen: Seen, action: Any) -> Blew:
        return next(event for event in seen.game.preview(seen.state, action) if isinstance(event, Blew))

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
        """Paint the choice's effect, the collected Singles if there is room, and the log if there is no recap."""
        x, free = layout.panel if layout.has_log_in_panel else 0, layout.preview or layout.log
        if layout.preview and preview:
            width, free = canvas.width - x, min(layout.preview + 2, layout.log)
            canvas.block(x, layout.preview, _in_words(preview, width, free - layout.preview), "strong")
        if layout.figures is Size.LARGE:
            self._paint_collected(canvas, layout, seen, layout.log - 6)
        elif layout.panel and self.shows_collected:
            self._paint_collected(canvas, layout, seen, layout.log if layout.has_log_in_panel else layout.covering + 1)
        log_is_hidden = self.shows_collected and layout.has_log_in_panel and layout.figures is Size.MEDIUM
        if not self.recap and not log_is_hidden:
            self._paint_log(canvas, layout, seen, x, layout.log if layout.figures is Size.LARGE else free)

    def _paint_collected(self, canvas: Canvas, layout: Layout, seen: Seen, y: int) -> None:
        if not canvas.line(y - 1)[layout.panel :].strip():  # a long preview may stand there
            canvas.put(layout.panel, y - 1, "Collected", "dim")
        for seat, name in enumerate(SEAT_NAMES):
            line = f"{f'{name:<6}' if layout.figures else name[0]} {format_collected(seen.state, seat)}"
            canvas.put(layout.panel, y + seat, cut(line, canvas.width - layout.panel))

    def _paint_log(self, canvas: Canvas, layout: Layout, seen: Seen, x: int, free: int) -> None:
        """Paint the last turn in full, below a line for each earlier turn, as many as fit.

        The last turn may use the rows from `free` on, but not the rows needed by the viewer's own last turn and the
        turns since then.
        """
        width, end = canvas.width - x, layout.log_end
        if layout.has_log_in_panel and seen.state.options.open_hands:
            end -= SEATS - 1
        is_first = len(seen.log) == 1
        told = self.put_tips(canvas, Box(x, layout.log, width, end - layout.log - 2 * (not is_first)))
        if told and is_first:  # the board shows what the set-up says
            return
        start = layout.log + told
        earlier = max(0, _turns_to_read(seen) - 1)
        stories = seen.describe_step(seen.log[-1]), _last_step_in_brief(seen), _last_turn_in_brief(seen)
        texts = [f"{self.log_label}{story}" for story in stories]
        top, last = next(
            (
                (top, text)
                for text in texts
                for top in (start, start if told else free)
                if _fits(text, width, end - top - earlier)
            ),
            (start, texts[-1]),
        )
        last_lines = wrap(last, width, end - top)
        room = end - top - len(last_lines)
        before = [_in_brief(step[0], seen) for step in seen.log[1:-1]][-room:] if room else []
        if before:  # the label stands before all of them
            before[0] = f"{self.log_label}{before[0]}"
            last_lines = wrap(last.removeprefix(self.log_label), width, end - top)
        canvas.block(x, top, [*(cut(line, width) for line in before), *last_lines], "dim")

    # The hands

    def _paint_open_hands(self, canvas: Canvas, layout: Layout, seen: Seen) -> None:
        """Paint the other hands below the log or, if there is no room there, instead of the grid or the table."""
        others = [seat for seat in range(SEATS) if seat != (seen.viewer if seen.viewer is not None else seen.turn)]
        if self.shows_collected == layout.has_log_in_panel and layout.figures is not Size.LARGE:
            return
        held = {seat: [card.code for card in seen.state.hands[seat]] for seat in others if seen.state.hands[seat]}
        for at, (seat, cards) in enumerate(held.items()):
            if layout.has_log_in_panel:
                canvas.put(layout.panel, layout.log_end - 3 + at, f"{SEAT_NAMES[seat]:<6} {' '.join(cards)}")
            elif layout.panel:
                lines = [f"{SEAT_NAMES[seat][0]} {' '.join(cards[:3])}", f"  {' '.join(cards[3:])}"]
                canvas.block(layout.panel, layout.covering + 5 + 2 * at, lines)
            else:
                canvas.put(0, layout.top + at, f"{SEAT_NAMES[seat][0]} {' '.join(cards)}")

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
        if layout.hand_left in range(5, 10):
            room = layout.hand_left - 1
            owner = address(f"{name}'s")
            lines = [owner if cell_len(owner) <= room else cut(name, room), "hand"]
            canvas.block(0, layout.hand_top + 1, lines, "dim")
        elif layout.hand is not Size.TINY:
            room = layout.panel - 10
            canvas.put(layout.hand_left, layout.hand_top - 1, address(f"{cut(name, room - 7)}'s hand"), "dim")

    def _paint_net(self, canvas: Canvas, layout: Layout, seen: Seen, at: int) -> None:
        """Paint the points that a card in the hand would score and deduct."""
        blew = self._preview(seen, self.groups[at].actions[0].action)
        gain = name_points(blew) or "0"
        text = f"{at + 1} {signed(blew.net)}" if layout.hand is Size.TINY else gain
        text = f"{at + 1} {blew.card.code} {gain}" if layout.nets else text
        x, y = layout.net(at)
        width = len(text) if layout.nets else max(len(text), layout.hand.width)
        canvas.put(x + (width - len(text)) // 2, y, text, "cursor" if at == self.group else PLAIN)
        canvas.add_target(Box(x, y, width, 1), Target(at))

    # The animation

    def build_frames(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        return [
            frame for event in story if isinstance(event, Blew) for frame in frames_of(before.state.grid, event, steps)
        ]


def _whose_turn(seen: Seen, room: int) -> str:
    """Return text about whose turn it is, and the direction in which that player blows."""
    if seen.turn is None:
        return cut("The game is over", room)
    blows = f" blows {SEAT_NAMES[opposite(seen.turn)].lower()}"
    return address(f"> {cut(seen.player(seen.turn), room - len(blows) - 2)}{blows}")


def _in_brief(event: Event, seen: Seen) -> str:
    assert isinstance(event, Blew), "every turn begins with a play"
    return address(f"{describe_in_brief(event, seen.players)}.")


def _turns_to_read(seen: Seen) -> int:
    """Return how many turns have been played since the viewer's own last one, which counts too."""
    seats = [step[0].seat for step in seen.log[1:]]
    return seats[::-1].index(seen.viewer) + 1 if seen.viewer in seats else len(seats)


def _fits(text: str, width: int, rows: int) -> bool:
    return cell_len(text) <= width or " ".join(wrap(text, width, rows)) == text


def _in_words(preview: Blew, width: int, rows: int) -> list[str]:
    """Return a card's effect as this many lines of text, without a break inside a move."""
    *moves, last = (
        f"{preview.card.code}: {flight}" if at == 0 else flight for at, flight in enumerate(name_flights(preview))
    )
    lines = wrap_words([*(f"{move}," for move in moves), last], width, breaks_words=False, measure=cell_len)
    return lines if len(lines) <= rows else wrap(f"{preview.card.code}: {count_flights(preview)}", width, rows)


def _last_step_in_brief(seen: Seen) -> str:
    """Return the latest events in a few words; before the first turn, return the goal."""
    if len(seen.log) == 1:
        return GOAL if seen.log[-1] else ""  # no events: the game began from a position
    return " ".join([_in_brief(seen.log[-1][0], seen), *map(seen.describe, seen.log[-1][1:])])


def _last_turn_in_brief(seen: Seen) -> str:
    """Return text about the last play and its score, without the cards turned up."""
    return _in_brief(seen.log[-1][0], seen) if len(seen.log) > 1 else _last_step_in_brief(seen)
