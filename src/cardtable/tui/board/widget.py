"""The base class of all boards: a focusable widget that shows a `Seen` and posts `ActionChosen`.

The cursor is on a *group* and on one of its *actions*. A group is something that can be played, such as a card in the
hand or a deck. An action is a way to play a group, such as face up, or face down on a row. The left and right keys move
between groups. The up and down keys move between actions or, if the groups are drawn one below another, between groups.
Enter plays the action. Illegal actions are listed too. Choosing an illegal action shows why it is illegal.
`BoardWidget` can show any game, and its subclasses draw better boards.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message

from cardtable.engine.game import Event, Tip
from cardtable.engine.phrases import capitalized, without_rulings
from cardtable.engine.zones import Place
from cardtable.games import GAMES
from cardtable.rooms.kit.command import Command
from cardtable.rooms.table import AFTER_HURRYING, TableRoom
from cardtable.table.first_turns import first_tips
from cardtable.table.grades import Progress
from cardtable.table.seen import Seen
from cardtable.tui.board.choices import ChoiceGroup, ListedAction, Target, list_groups, place_of
from cardtable.tui.board.cursor import BoardCursor
from cardtable.tui.board.general_table import paint_general
from cardtable.tui.board.pointing import draw_highlights
from cardtable.tui.board.recap import Hidden, paint_recap, steps_since
from cardtable.tui.command_keys import CommandedWidget
from cardtable.tui.drawing.canvas import PLAIN, VAST, WIDE, Box, Canvas, cut, table_size, wrap, wrap_status
from cardtable.tui.drawing.faces import BLOCKS, CardSet

SMALLEST = Size(40, 12)
NOTHING_POINTED_AT = "First go to a card or a place with the arrows, then press Enter."
TYPED = "In plain mode, you type what to play."
"""The reason why a board's commands have no words in plain mode."""


class BoardWidget(CommandedWidget, BoardCursor, can_focus=True):
    """The general board, which is also the base class of all other boards."""

    GAME_ID: ClassVar[str] = ""
    SIZES_BESIDE_TEXT: ClassVar[tuple[tuple[int, int], ...]] = (VAST, (124, 40), (80, 21), (60, 16), (40, 11))
    """The sizes, in columns and rows, of the board's layouts beside text, without the status lines."""
    mark: str = ""  # the first words of the status line, such as `What if`; the title then has a look of its own
    rules_key: str = ""  # the key that opens the rules, to be named beside the rulings that the status line cites
    undo_key: str = ""  # the key that undoes a move
    KEY_HELP: ClassVar[tuple[tuple[str, str], ...]] = ()
    """This board's own keys and their meanings, for the help screen."""
    SIGNS: ClassVar[tuple[str, ...]] = ()
    """The signs in `KEY_HELP` that newcomers ask about first."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "Choose", key_display="arrows"),
        Binding("right", "move(1)", "Next card", show=False),
        Binding("up", "cycle(-1)", "Previous action", show=False),
        Binding("down", "cycle(1)", "Next action", show=False),
        Binding("home", "first", "First card", show=False),
        Binding("end", "last", "Last card, or the deck", show=False),
        *(Binding(str(digit), f"pick({digit})", "Choose a card in your hand", show=False) for digit in range(1, 10)),
    ]

    may_be_hurried: Callable[[], bool] = staticmethod(lambda: False)
    """Returns whether Enter may have been pressed only to hurry computer players that have just finished."""

    @dataclass
    class ActionChosen(Message):
        """Posted when the player chooses an action and, optionally, a second action to play right after it."""

        action: Any
        then: Any = None

    @dataclass
    class PlaceChosen(Message):
        """Posted when the player points at a place."""

        place: Place

    @dataclass
    class CommandChosen(Message):
        """Posted when the player clicks on a command of the table."""

        id: str

    class EventSeen(Message):
        """Posted when the player has seen what happened and presses Enter to continue."""

    counts_margin = False
    """Whether a single player is judged by the margin although there is no table, as in exercises."""
    progress: Progress | None = None
    """The stars of a single player so far, or None if no stars can be earned or par isn't known."""

    def __init__(self, signs: CardSet = BLOCKS) -> None:
        super().__init__()
        self.signs = signs
        self.caption = ""
        """The text beside the title: the deal code, if the players may know it."""
        self.must_show_caption = False
        """Whether the caption is a warning. The status line shows a warning if the title has no room for it."""
        self.introduction = ""
        """A sentence after the status text, if there is room for it."""
        self.aim = ""
        """The goal of a single player in this deal, in sentences. The board shows the goal like a tip."""
        self.gives_tips = False
        """Whether the board shows players the goal, and tips in their first turns."""
        self._coming: tuple[ChoiceGroup, ...] = ()
        """The choices that appear after the animation."""
        self._shown_meanwhile: Seen | None = None
        """The table shown during an animation, without the consequences of the move."""
        self._untold: tuple[Tip, ...] = ()
        """The tips that have not yet been written on the table being drawn."""
        self.prompt = ""
        """The status text that says what Enter does while there is nothing to choose."""
        self.is_read_only = False
        """Whether the player can't choose anything, no matter whose turn it is."""
        self.rows = 0
        """The height of the table, or 0 if it takes all rows except the status lines."""
        self.table_columns = 0
        """The largest width of the table, which is centred in the widget, or 0 for the usual width."""
        self.table: TableRoom | None = None
        """The table on which the board's game is played, or None."""
        self.is_beside_text = False
        """Whether something to read stands beside the board, in place of the board's panel."""
        self.log_label = ""
        """A label before the last move in the log, used where players could mistake another move for the last one."""
        self.posts_illegal_choices = False
        """Whether illegal choices are posted too, so that the screen can explain why they are illegal."""
        self.is_answering = False
        """Whether the player's choice answers a question and is not played."""
        self.hides_moves = False
        """Whether players must find legal moves by themselves, without marks, lists or previews."""
        self.shows_effects = True
        """Whether the board shows the effect of a choice. False while a question asks about that effect."""
        self.highlighted: frozenset[Place] = frozenset()
        """The places that the board highlights with an inverted frame."""
        self.explained: frozenset[str] = frozenset()
        """The zones that a lesson explains. The board shows these zones even if they usually appear only on request."""
        self.unexplained: frozenset[str] = frozenset()
        """The zones that only a later lesson explains. The board hides everything that depends on them."""
        self.answers: frozenset[Any] = frozenset()
        """The learner's right answers so far. Places among the answers get a tick."""
        self.recap: tuple[tuple[str, ...], ...] = ()
        """The forms of the recap, longest first, each as lines of text. The recap takes the place of the hand."""
        self.recap_scrolled = 0
        """The number of rows that the recap has been scrolled down. If it is negative, the recap was scrolled up."""
        self.recap_hidden = Hidden()
        """The rows of the recap that have been scrolled out of its box."""
        self.moment: Event | None = None
        """The event that all players should see together, such as the end of a round, or None if there is none."""
        self.reserved_rows = 0
        """The number of status lines that the widget below the board takes over."""
        self._question: Hashable = None
        self._explained: tuple[Any, dict[Any, str]] = None, {}  # players go back and forth between a few choices

    def offers(self, command_id: str) -> bool:
        """Return whether the player can use this command of the table."""
        return self.table is not None and bool(self.groups) and self.table.can(command_id) is True

    # Overridden by the boards of games

    def group_actions(self, seen: Seen) -> tuple[ChoiceGroup, ...]:
        """Return the groups that the cursor can be on, from left to right."""
        return list_groups(ListedAction(action, str(action)) for action in seen.legal)

    def question(self, seen: Seen) -> Hashable:
        """Return a value that identifies the question. If the value changes, the cursor returns to the first group."""
        return None

    def paint(self, canvas: Canvas, seen: Seen, frame: Any = None) -> None:
        """Draw the whole table except the status lines. `frame` is a frame of an animation, or None."""
        paint_general(canvas, seen.state, self.groups, self.group)

    def paint_moment(self, canvas: Canvas, seen: Seen, moment: Event) -> bool:
        """Draw an event for all players in place of the table. Return False if there is nothing to draw."""
        return False

    def final_picture(self, width: int, rows: int) -> Canvas | None:
        """Return how the last round was scored or, on wide screens, the final table, without title and last line."""
        if self.seen is None or self.seen.outcome is None:
            return None
        table, picture = Canvas(width, rows + 2), Canvas(width, rows)
        ends = [event for event in self.seen.log[-1] if isinstance(event, self.seen.game.moments)]
        if not ends or not self.paint_moment(table, self.seen, ends[-1]):
            if width < WIDE:
                return None
            self.paint(table, self.seen)
        picture.paste(table, 0, -1)
        return picture

    def recap_box(self, width: int, height: int) -> Box:
        """Return the box in which a table of this size shows the recap, in place of the hand."""
        rows = max(3, height // 3)
        return Box(0, height - rows, width, rows)

    def recap_forms(self, seen: Seen, since: int) -> tuple[tuple[str, ...], ...]:
        """Return the forms of the recap, from the longest to the shortest, each as lines of text.

        The recap covers everything that has happened after the first `since` moves. The lines above an empty line must
        stay visible.
        """
        return (tuple(map(seen.describe_step, steps_since(seen, since))),)

    def scroll_recap(self, step: int) -> None:
        """Scroll the recap by `step` rows, up if negative. Do nothing if there are no more rows in that direction."""
        if self.recap_hidden.below if step > 0 else self.recap_hidden.above:
            self.recap_scrolled += step
            self.redraw()

    def has_news(self, seen: Seen, since: int) -> bool:
        """Return whether players need time to read the log entries that follow the first `since` entries.

        If players don't need time, the next computer player moves at once.
        """
        return True

    def is_placing(self, seen: Seen) -> bool:
        """Return whether the players are still placing their pieces in turn. Such moves take little time to follow."""
        return False

    def invitation(self, seen: Seen) -> str:
        """Return what pressing a key lets a player do, such as `see your cards`."""
        return "see your cards"

    def effect(self, seen: Seen, action: Any) -> str:
        """Return the effect of a legal action in a word or two."""
        return ""

    def footnote(self, seen: Seen, width: int, height: int) -> str:
        """Return text to show if the last status line is free. The table above has this width and height."""
        return ""

    def place_cursor(self, seen: Seen) -> None:
        """Move the cursor from its current group, if there is one, to the group where the player should start."""

    def put_tips(self, canvas: Canvas, box: Box) -> int:
        """Write the next tips that fit in the box, and return the number of rows used.

        The status line shows the remaining tips if it has room.
        """
        rows: list[str] = []
        is_free = not (self.recap and self.recap_box(canvas.width, canvas.height).contains(box.x, box.y))
        while self._untold and is_free:
            lines = wrap(self._untold[0].text, box.width, box.height + 1)
            if len(rows) + len(lines) > box.height:
                break
            canvas.block(box.x, box.y + len(rows), lines, "strong" if self._untold[0].is_goal else PLAIN)
            rows += lines
            self._untold = self._untold[1:]
        return len(rows)

    def skip_goal(self) -> None:
        """Leave the goal out of the tips, because the board always shows the goal."""
        self._untold = tuple(tip for tip in self._untold if not tip.is_goal)

    def reset_cursor(self) -> None:
        """Forget the position of the cursor."""
        self.group = self.action_index = 0

    def build_frames(self, before: Seen, story: Sequence[Event], steps: int) -> list[Any]:
        """Return the frames that animate these events, with `steps` frames for each movement."""
        return []

    def frames_for(self, story: Sequence[Event], steps: int) -> list[Any]:
        """Return the frames that animate these events from the current table. If `steps` is 0, return no frames."""
        return self.build_frames(self.seen, story, steps) if self.seen is not None and steps else []

    def show(
        self, seen: Seen, frames: Sequence[Any] = (), *, prompt: str = "", notice: str = "", choice: Any = None
    ) -> None:
        """Play an animation, then show this table.

        `AnimationFinished` is posted even if there are no frames. If the action `choice` is listed, the cursor moves to
        it.
        """
        self._shown_meanwhile = seen if self.seen is None else table_meanwhile(self.seen, seen)
        if self.seen is None or len(self.seen.log) != len(seen.log):
            # A new decision begins with the plainest way to play a card of the hand.
            self.group, self.action_index = self.group if self.group < self.hand_size else 0, 0
        self.seen = seen
        self._stop_animation()
        if (question := self.question(seen)) != self._question:
            self._question = question
            self.reset_cursor()
        was_in_hand, before = self.group < self.hand_size, [group.name for group in self.groups]
        self.groups = () if self.is_read_only or not seen.legal else self.group_actions(seen)
        self.group = max(0, min(self.group, (self.hand_size if was_in_hand else len(self.groups)) - 1))
        if was_in_hand and self.group < len(before):
            self._stay_on(before[self.group])
        actions = self.groups[self.group].actions if self.groups else ()
        self.action_index = max(0, min(self.action_index, len(actions) - 1))
        self.place_cursor(seen)
        if (place := place_of(self.groups, choice)) is not None:
            self.group, self.action_index = place
        self.is_chosen = False
        self.notice, self.prompt = notice, prompt
        self.play_frames(frames)

    def _stay_on(self, card: str) -> None:
        """Move the cursor to the nearest card of this kind in the hand, if any. New cards may have moved it."""
        alike = [at for at, group in enumerate(self.groups[: self.hand_size]) if group.name == card]
        self.group = min(alike, key=lambda at: abs(at - self.group), default=self.group)

    def update_names(self, seen: Seen) -> None:
        """Show this table, which differs from the one on the board only in the players' names."""
        self.seen = seen
        self.redraw()

    def play_frames(self, frames: Sequence[Any]) -> None:
        """Play an animation. The table shows the next player's choices only after the animation."""
        self._coming = self.groups if frames else ()
        self.groups = () if frames else self.groups
        super().play_frames(frames)

    def end_animation(self, *, is_hurried: bool = False) -> None:
        """End the animation, and show the table and the choices after it."""
        self.groups, self._coming = self._coming or self.groups, ()
        super().end_animation(is_hurried=is_hurried)
        if self.is_attached and not self.disabled:
            self.refresh_bindings()

    def set_caption(self, caption: str, *, is_warning: bool = False) -> None:
        """Set the caption beside the title. If the title has no room for a warning, the status line shows it."""
        if caption != self.caption:
            self.caption, self.must_show_caption = caption, is_warning
            self.redraw()

    def say(self, notice: str) -> None:
        """Show a sentence on the status line."""
        self.notice = notice
        self.redraw()

    def reopen(self, action: object, notice: str) -> None:
        """Move the cursor back to an action that has just been undone, and show a notice."""
        if self.groups:
            self.point_to(action)
            self.is_chosen = False
            self.say(notice)

    def hide_moves(self, hides_moves: bool) -> None:
        """Set whether players must find legal moves by themselves, without marks, lists or previews."""
        if hides_moves != self.hides_moves:
            self.hides_moves = hides_moves
            if self.seen is not None and self.groups:
                self.reset_cursor()
                self.show(self.seen)

    # Choosing

    def effect_label(self, listed: ListedAction) -> str:
        """Return the label beside an action in a list: its effect, or a note that it is illegal now."""
        if self.seen is None or not self.is_allowed(listed):
            return "not now"
        return self.effect(self.seen, listed.action) if self.shows_effects else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enable the cursor's keys only while there is a cursor."""
        if action == "command":
            return self.can(str(parameters[0]))
        if action in ("move", "cycle", "pick", "first", "last"):
            return bool(self.groups) if self.pointer is None else action in ("move", "cycle")
        return True

    @property
    def enter_meaning(self) -> str:
        """The key bar's description of Enter, or an empty string if there is no legal choice."""
        if self.pointer is not None or self.prompt:
            return "Go on" if self.pointer is None else "Point"
        can_choose = self.choice is not None and (self.is_legal or self.is_answering or self.posts_illegal_choices)
        return ("Name it" if self.is_answering else "Play") if can_choose else ""

    def _enter_meaning(self) -> str:
        return self.enter_meaning

    def _has_enter(self) -> bool:
        return self.enter_meaning != ""

    @Command("do what the key bar says", keys=("enter",), label=_enter_meaning, exists=_has_enter, no_words=TYPED)
    def choose(self) -> None:
        """Play the action under the cursor, point at a place, or continue."""
        if self.seen is None or self.is_animating or self.is_too_small:
            return
        if self.pointer is not None:
            if self.pointer.place is not None:
                self.post_message(self.PlaceChosen(self.pointer.place))
            else:
                self.notify(NOTHING_POINTED_AT)
        elif self.prompt:
            self.post_message(self.EventSeen())
        elif self.choice is not None and self.is_deliberate():
            if self.is_legal or self.posts_illegal_choices:
                self.post_message(self.ActionChosen(self.choice.action, self.choice.then))
            else:
                self.say(self.seen.explain(self.choice.action))

    def is_deliberate(self) -> bool:
        """Return whether Enter was meant for the choice. If this is uncertain, ask the player to press Enter again."""
        if self.is_chosen or not self.may_be_hurried():
            return True
        self.is_chosen = True
        self.say(AFTER_HURRYING)
        return False

    def action_command(self, command_id: str) -> None:
        """Carry out a command by its key."""
        self.do(command_id)

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing when its command is refused."""
        if refused := self.refused_by(event.key):
            event.stop()
            self.say(self.command(refused).why_not(self))

    @property
    def instructions(self) -> str:
        """Instructions for learners on how to choose an action on this board."""
        return "Choose on the board with the arrows, then press Enter."

    @property
    def is_too_small(self) -> bool:
        """Whether the screen has no room for the table. Keys must not play anything then."""
        return bool(self.size) and self._does_not_fit(self.size.width, self.size.height)

    def _does_not_fit(self, width: int, height: int) -> bool:
        return width < SMALLEST.width or height + self.reserved_rows + 1 < SMALLEST.height

    def on_click(self, event: events.Click) -> None:
        was_animating = self.is_animating
        if was_animating:
            self.end_animation()
        target = self.canvas.target_at(event.x, event.y)
        if was_animating:
            if isinstance(target, Target):
                self.move_cursor(*target)
        elif self.pointer is not None:
            if self.pointer.move_to(self.canvas.places, event.x, event.y):
                self.choose()
                self.redraw()
        elif self.prompt or (self.is_chosen and target == Target(self.group, self.action_index)):
            self.choose()
        elif isinstance(target, Target):
            self.move_cursor(*target)

    def medium_rows(self, width: int) -> int:
        """Return how many rows the medium layout has at this width, at least 60 columns, without the status lines."""
        return 16

    def status_lines(self, width: int) -> int:
        """Return the number of status lines in a terminal of this width."""
        return 2

    def status_rows(self, width: int, height: int) -> int:
        """Return the number of status lines that the board itself draws at this size."""
        return max(0, height - self.rows) if self.rows else self.status_lines(width) - self.reserved_rows

    def status(self, seen: Seen) -> str:
        """Return the status text: the notice or, without one, the effect of the choice."""
        if self.notice or self.prompt:
            return f"{self.notice} {self.prompt}".strip()
        if self.pointer is not None:
            return self.pointer.label
        if self.choice is None:
            return seen.outcome.reason if seen.outcome else ""
        if self.is_legal and not self.shows_effects:
            return f"{capitalized(str(self.choice.action))}."
        text = self.explanation(seen)
        return without_rulings(text) if self.is_legal else text

    def explanation(self, seen: Seen) -> str:
        """Return the notice or, without one, what the choice does or why it is illegal, with the ruling."""
        if self.notice or self.choice is None:
            return self.notice
        if self._explained[0] is not seen.state:
            self._explained = seen.state, {}
        action, known = self.choice.action, self._explained[1]
        if action not in known:
            known[action] = seen.explain(action)
        return known[action]

    def drawn(self, width: int, height: int) -> Canvas:
        if self.seen is None or self._does_not_fit(width, height):
            canvas = Canvas(width, height)
            if self._does_not_fit(width, height):
                canvas.put(0, 0, cut(f"Please enlarge to {SMALLEST.width}x{SMALLEST.height}.", width))
            return canvas
        lines = self.status_rows(width, height)
        columns, rows = table_size(width, height - lines)
        table = Canvas(min(columns, self.table_columns or columns), rows)
        seen = self._shown_meanwhile if self._frames and self._shown_meanwhile is not None else self.seen
        self._untold = self._tips(seen) if self.gives_tips and self.moment is None else ()
        if self._frames or self.moment is None or not self.paint_moment(table, self.seen, self.moment):
            self.paint(table, seen, self._frames[0] if self._frames else None)
            if self.recap and not self._frames:
                box = self.recap_box(table.width, table.height)
                self.recap_hidden = paint_recap(table, box, self.recap, self.recap_scrolled, self.signs)
            if self._untold:
                self.put_tips(table, table.largest_gap())
        room, left = table.width, (width - table.width) // 2
        table = table.centred(width, height - lines)
        table.mark_title(self.signs.gap[4] if self.mark else "")
        if self.pointer is not None:
            self.pointer.update(table.places)
        if not self._frames:
            draw_highlights(table, self.highlighted, self.pointer, self.answers, self.signs.tick)
        is_missing = self.must_show_caption and self.caption not in table.line(0)
        warning = f"{capitalized(self.caption)}." if is_missing else ""
        status = ": ".join(filter(None, (self.mark, "" if self._frames else self.status(seen))))
        text = " ".join(filter(None, (warning, status)))
        for sentence in (self.introduction, *(tip.text for tip in self._untold if not self.notice)):
            longer = f"{text} {sentence}".strip()
            text = longer if " ".join(wrap(longer, room, lines)) == longer else text
        footnote = "" if self._frames else self.footnote(seen, room, table.height)
        table.add_rows(lines)
        status_rows = wrap_status(text, self.rules_key, room, lines)
        table.block(left, height - lines, status_rows, "strong")
        table.put(left, height - 1, footnote if len(status_rows) < lines else "", "dim")
        return table

    def _tips(self, seen: Seen) -> tuple[Tip, ...]:
        """Return the goal of a single player, if there is one, and the tips for the first turns."""
        aim = [Tip(self.aim, ())] if self.aim and seen.turn is not None else []
        return (*aim, *first_tips(seen))


def table_meanwhile(before: Seen, after: Seen) -> Seen:
    """Return the table to show during an animation: the table before the move, with the hands after the move.

    The score, the log and the result must not change before the animation has shown the move. If the two tables have
    different viewers, games or players, return the later table.
    """
    if (before.viewer, before.game.id, before.names) != (after.viewer, after.game.id, after.names):
        return after
    is_open = after.outcome is not None  # hands are opened at the end
    hands = {} if is_open else {name: getattr(after.state, name) for name in after.game.hands}
    return replace(before, state=before.state._replace(**hands), legal=())


def board_for(game_id: str) -> type[BoardWidget]:
    """Return the board class of a game: its own, or the general one."""
    found: type[BoardWidget] | None = GAMES.part_of(game_id, "board", "BOARD")
    return BoardWidget if found is None else found
