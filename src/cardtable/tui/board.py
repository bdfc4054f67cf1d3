"""What every board is: one focusable widget, drawn line by line, that shows a `Seen` and posts `ActionChosen`.

The cursor stands on a *group*, something that can be played (a card in the hand, a deck), and on one of its *ways*
(face up, face down on a row …).  Left and right go from group to group, up and down through the ways, Enter plays.
A way that the rules do not allow stays in its place and says why when it is chosen.

This class plays any game by itself, so a new game is playable on the day its rules are: its subclasses draw better.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer

from cardtable.engine.game import Event, Place
from cardtable.table.session import Seen
from cardtable.tui.canvas import PLAIN, Canvas, cut, wrap
from cardtable.tui.choices import Group, ListedAction, Target, group_across
from cardtable.tui.faces import BLOCKS, CardSet
from cardtable.tui.plain_table import paint_plain
from cardtable.tui.pointing import Aim, mark
from cardtable.tui.widgets.drawn import Drawing

SMALLEST = Size(40, 12)
FRAME_SECONDS = 0.05


class BoardWidget(Drawing, can_focus=True):
    """The plain board."""

    GAME_ID: ClassVar[str] = ""
    MEDIUM_ROWS: ClassVar[int] = 16
    """Rows of the layout for 60 columns, the status line not counted."""
    KEY_HELP: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Keys of this board alone, and what they do, for the help screen."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "Choose", key_display="arrows"),
        Binding("right", "move(1)", "The next card", show=False),
        Binding("up", "way(-1)", "The way before", show=False),
        Binding("down", "way(1)", "The next way to play it", show=False),
        Binding("home", "first", "The first card", show=False),
        Binding("end", "last", "The last card, or deck", show=False),
        Binding("enter", "choose", "Play"),
        Binding("enter", "choose_to_point", "Point"),
        Binding("enter", "choose_to_name", "Name it"),
        Binding("enter", "choose_to_go_on", "Go on"),
        *(Binding(str(digit), f"pick({digit})", "Pick a card of the hand", show=False) for digit in range(1, 10)),
    ]

    @dataclass
    class ActionChosen(Message):
        """The player wants this legal action."""

        action: Any

    @dataclass
    class PlaceChosen(Message):
        """The player points at this place."""

        place: Place

    class EventSeen(Message):
        """The player has looked at what happened and lets the next one come."""

    class AnimationFinished(Message):
        """The film of the last action has ended."""

    def __init__(self, signs: CardSet = BLOCKS) -> None:
        super().__init__()
        self.signs = signs
        self.seen: Seen | None = None
        self.groups: tuple[Group, ...] = ()
        self.group = 0
        self.way = 0
        self.notice = ""
        """A sentence that the status line shows until the cursor moves."""
        self.caption = ""
        """What stands beside the title: the deal code, where it may be known."""
        self.waiting = ""
        """What Enter does while there is nothing to choose."""
        self.only_shown = False
        """Whether there is nothing to choose, whoever is on turn."""
        self.rows = 0
        """Rows that the table takes, whatever else there is room for; 0 where it takes all but the status lines."""
        self.asks_anyway = False
        """Whether a way that is not open is posted all the same: somebody else says why it is not."""
        self.only_named = False
        """Whether what is chosen is named as an answer, and not played."""
        self.foresees = True
        """Whether the board shows what a choice would do, and what else it works out; not where just that is asked."""
        self.pointed: frozenset[Place] = frozenset()
        """What is to be looked at: drawn in an inverted frame."""
        self.aim: Aim | None = None
        """While the player is to point at something: the cursor that does it."""
        self.lent = 0
        """How many of the status lines another widget has, right below."""
        self._film: list[Any] = []
        self._projector: Timer | None = None

    # What a game's board may say better

    def group_actions(self, seen: Seen) -> tuple[Group, ...]:
        """Everything the cursor can stand on, left to right."""
        return tuple(Group(str(action), (ListedAction(action, str(action)),)) for action in seen.legal)

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        """Draw the whole table but for the status lines; `frame` is one picture of a film."""
        paint_plain(canvas, seen.state, self.groups, self.group)

    def effect(self, seen: Seen, action: Any) -> str:
        """Return what comes of a legal action, in a word or two."""
        return ""

    def place_cursor(self, seen: Seen) -> None:
        """Move the cursor to where this choice starts; it already stands on one of the groups, if there are any."""

    def film(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        """The frames of what happened, `steps` for each movement; none where there is nothing to see."""
        return []

    # Showing

    def film_of(self, story: Sequence[Event], steps: int) -> list[Any]:
        """Return the frames that lead from what is shown now through a story; none where `steps` is 0."""
        return self.film(self.seen, story, steps) if self.seen is not None and steps else []

    def show(self, seen: Seen, film: Sequence[Any] = (), *, waiting: str = "", notice: str = "") -> None:
        """Play a film, then show this.  `AnimationFinished` follows in any case."""
        self.seen = seen
        self._stop_film()
        in_hand = self.in_hand
        self.groups = () if self.only_shown or not seen.legal else self.group_actions(seen)
        was_in_hand = self.group < in_hand
        self.group = max(0, min(self.group, (self.in_hand if was_in_hand else len(self.groups)) - 1))
        self._clamp_way()
        self.place_cursor(seen)
        if self.waiting != waiting and self.is_attached:
            self.screen.refresh_bindings()
        self.notice, self.waiting, self._film = notice, waiting, list(film)
        if self._film:
            self._projector = self.set_interval(FRAME_SECONDS, self._next_frame)
            self.redraw()
        else:
            self._end_film()
        if self.is_attached:
            self.refresh_bindings()

    def entitle(self, caption: str) -> None:
        """Put a caption beside the title."""
        if caption != self.caption:
            self.caption = caption
            self.redraw()

    def say(self, notice: str) -> None:
        """Put a sentence on the status line."""
        self.notice = notice
        self.redraw()

    def _next_frame(self) -> None:
        self._film.pop(0)
        if self._film:
            self.redraw()
        else:
            self._end_film()

    def _stop_film(self) -> None:
        self._film = []
        if self._projector is not None:
            self._projector.stop()
            self._projector = None

    def _end_film(self) -> None:
        self._stop_film()
        self.redraw()
        self.post_message(self.AnimationFinished())

    @property
    def is_filming(self) -> bool:
        """Whether a film runs; any key or click ends it."""
        return self._projector is not None

    # The cursor

    @property
    def choice(self) -> ListedAction | None:
        """The way under the cursor."""
        ways = self.groups[self.group].ways if self.groups else ()
        return ways[self.way] if ways else None

    @property
    def is_legal(self) -> bool:
        """Whether the way under the cursor is open."""
        return self.choice is not None and self.is_open(self.choice)

    def is_open(self, way: ListedAction) -> bool:
        """Return whether the rules allow a way now."""
        return self.seen is not None and way.action in self.seen.legal

    def effect_of(self, way: ListedAction) -> str:
        """Return what stands beside a way in a list: what comes of it, as far as the board may say so."""
        if self.seen is None or not self.is_open(way):
            return "-"
        return self.effect(self.seen, way.action) if self.foresees else ""

    def ink_of_way(self, way: ListedAction, *, chosen: bool) -> str:
        """Return the ink of a way in a list."""
        return "cursor" if chosen else PLAIN if self.is_open(way) else "dim"

    def _clamp_way(self) -> None:
        ways = self.groups[self.group].ways if self.groups else ()
        self.way = max(0, min(self.way, len(ways) - 1))

    def point(self, group: int, way: int = 0) -> None:
        """Put the cursor there, as far as there is such a thing."""
        if self.groups:
            self.group, self.way, self.notice = max(0, min(group, len(self.groups) - 1)), way, ""
            self._clamp_way()
            self.redraw()

    def step_aside(self, right: Collection[Any]) -> None:
        """Where the cursor stands on one of these by chance, put it on the first group that begins with another."""
        if self.choice is None or self.choice.action not in right:
            return
        for at, group in enumerate(self.groups):
            if group.ways and group.ways[0].action not in right:
                self.point(at)
                return

    def action_move(self, step: int) -> None:
        if self.aim is not None:
            self.aim.go(self.canvas.lying, right=step)
            self.redraw()
        elif self.groups:
            following = (self.group + step) % len(self.groups)
            alike = len(self.groups[following].ways) == len(self.groups[self.group].ways)
            self.point(following, self.way if alike else 0)

    def action_way(self, step: int) -> None:
        if self.aim is not None:
            self.aim.go(self.canvas.lying, down=step)
            self.redraw()
        elif self.groups and self.groups[self.group].at is not None:
            self.point(group_across(self.groups, self.group, step))
        elif self.groups and (ways := self.groups[self.group].ways):
            self.point(self.group, (self.way + step) % len(ways))

    def action_first(self) -> None:
        self.point(0)

    def action_last(self) -> None:
        self.point(len(self.groups) - 1)

    @property
    def in_hand(self) -> int:
        """How many groups, from the first, a digit picks."""
        return len(self.groups)

    def action_pick(self, digit: int) -> None:
        if digit <= self.in_hand:
            self.point(digit - 1)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter is called by what it does."""
        match action:
            case "choose_to_point":
                return self.aim is not None
            case "pick" | "first" | "last":
                return self.aim is None
            case "choose_to_name":
                return self.aim is None and self.only_named and not self.waiting
            case "choose_to_go_on":
                return self.aim is None and bool(self.waiting)
            case "choose":
                return not (self.aim or self.only_named or self.waiting or self.only_shown)
            case _:
                return True

    def action_choose_to_point(self) -> None:
        self.action_choose()

    def action_choose_to_name(self) -> None:
        self.action_choose()

    def action_choose_to_go_on(self) -> None:
        self.action_choose()

    def action_choose(self) -> None:
        if self.seen is None or self.is_filming or self.is_too_small:
            return
        if self.aim is not None:
            if self.aim.place is not None:
                self.post_message(self.PlaceChosen(self.aim.place))
        elif self.waiting:
            self.post_message(self.EventSeen())
        elif self.choice is not None:
            if self.is_legal or self.asks_anyway:
                self.post_message(self.ActionChosen(self.choice.action))
            else:
                self.say(self.seen.game.explain(self.seen.state, self.choice.action))

    @property
    def how(self) -> str:
        """How to choose here, for somebody who has never done it."""
        return "Choose on the board, and press Enter."

    @property
    def is_too_small(self) -> bool:
        """Whether the table cannot be shown, so that nobody should play."""
        return bool(self.size) and self._does_not_fit(self.size.width, self.size.height)

    def _does_not_fit(self, width: int, height: int) -> bool:
        return width < SMALLEST.width or height + self.lent + 1 < SMALLEST.height

    def on_key(self, event: events.Key) -> None:
        if self.is_filming:
            event.stop()
            event.prevent_default()
            self._end_film()

    def on_click(self, event: events.Click) -> None:
        if self.is_filming:
            self._end_film()
            return
        target = self.canvas.at(event.x, event.y)
        if self.aim is not None:
            if self.aim.take(self.canvas.lying, event.x, event.y):
                self.action_choose()
                self.redraw()
        elif self.waiting:
            self.action_choose()
        elif isinstance(target, Target):
            if (target.group, target.way) == (self.group, self.way):
                self.action_choose()
            else:
                self.point(*target)

    # Words

    def status_lines(self, width: int) -> int:
        """How many lines at the bottom the status has in a terminal of this width."""
        return 2

    def status_rows(self, width: int, height: int) -> int:
        """How many lines the status has at this size."""
        return max(0, height - self.rows) if self.rows else self.status_lines(width) - self.lent

    def status(self, seen: Seen) -> str:
        """In words: what is under the cursor, and what the choice would do."""
        if self.notice or self.waiting:
            return f"{self.notice} {self.waiting}".strip()
        if self.aim is not None:
            return self.aim.words
        if self.choice is None:
            return seen.outcome.reason if seen.outcome else ""
        if self.is_legal and not self.foresees:
            said = str(self.choice.action)
            return f"{said[:1].upper()}{said[1:]}."
        return seen.game.explain(seen.state, self.choice.action)

    def last_happening(self, seen: Seen) -> str:
        """What just happened, as one line."""
        return " ".join(seen.describe(event) for event in seen.log[-1])

    # Drawing

    def drawn(self, width: int, height: int) -> Canvas:
        canvas = Canvas(width, height)
        if self.seen is None:
            return canvas
        if self._does_not_fit(width, height):
            canvas.put(0, 0, cut(f"Enlarge to {SMALLEST.width}x{SMALLEST.height}, please.", width))
            return canvas
        lines = self.status_rows(width, height)
        table = Canvas(width, height - lines)
        self.paint(table, self.seen, self._film[0] if self._film else None)
        if self.aim is not None:
            self.aim.keep_to(table.lying)
        if not self._film:
            mark(table, self.pointed, self.aim)
        canvas.take(table)
        for at, line in enumerate(wrap(self.status(self.seen), width, lines)):
            canvas.put(0, height - lines + at, line, "strong")
        return canvas
