"""The Practice room: Exit Stage Right alone, exercises from the player's mistakes, and progress."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.phrases import without_rulings
from cardtable.lessons.library import find_lesson
from cardtable.practice.progress_words import exercise_text
from cardtable.practice.themes import THEME_RULES, THEMES, Theme
from cardtable.rooms.goto import ToLesson, ToReview, ToRules, ToSection, ToTable
from cardtable.rooms.practice import BY_THE_BOOK, HAND_SIZES, PRESETS, PracticeFigures
from cardtable.store.clock import current_time
from cardtable.table.when import format_ago
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.faces import CardSet, Size
from cardtable.tui.screens.dialogs import LOW
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.masthead import Masthead
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.rooms.practice import PracticeRecord
    from cardtable.store.rows import GameEntry

PLAY, REVIEW = "play ", "review "
"""Prefixes of menu ids, which the number of a preset or of a game follows."""
SURE_WAY = find_lesson(GAME.id, "a-sure-way")
WHAT_HELPS = "Undos and what-ifs (i) count as help."
ROOMY_COLUMNS, ROWS_AROUND = 116, 15
"""The columns, and the rows besides those of the list, from which there is room for large cards above the list."""


class PracticeMenu(Menu):
    """A menu in which left and right change the hand size of a game to play."""

    @dataclass
    class SizeChanged(Message):
        """Posted when the player wants a larger (1) or smaller (-1) hand for a preset."""

        preset: int
        """Its number in `PRESETS`."""
        step: int

    def action_move(self, step: int) -> None:
        if self.item is not None and self.item.id.startswith(PLAY):
            self._change_size(self.item, step)
        else:
            super().action_move(step)

    def _change_size(self, item: Item, step: int) -> None:
        self.post_message(self.SizeChanged(int(item.id.removeprefix(PLAY)), step))

    def on_click(self, event: events.Click) -> None:
        """Change the hand size with a click on one of its arrows."""
        at = self.canvas.target_at(event.x, event.y)
        item = self.items[at] if isinstance(at, int) else None
        if item is None or not item.id.startswith(PLAY):
            return
        step = {"<": -1, ">": 1}.get(self.canvas.char_at(event.x, event.y)) if event.x else None
        if step is not None:
            event.prevent_default()  # so that the click doesn't start the game
            self.at = self.items.index(item)
            self._change_size(item, step)


class PracticeRoom(AppScreen[None]):
    """A list of ways to practise."""

    CSS = """
    PracticeRoom #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    PracticeRoom Menu { margin: 1 1 0 1; }
    PracticeRoom #about { height: 3; padding: 0 3; color: $ink-dim; }
    PracticeRoom ToastRack { margin-bottom: 4; }
    PracticeRoom.-low Menu { margin: 0 1; }
    PracticeRoom.-low #about { height: 4; padding: 0 1; }
    PracticeRoom Masthead { display: none; width: 112; height: 7; margin: 0 0 1 0; }
    PracticeRoom.-roomy { align: center middle; }
    PracticeRoom.-roomy #heading { display: none; }
    PracticeRoom.-roomy Masthead { display: block; }
    PracticeRoom.-roomy Menu { width: 112; margin: 1 0; }
    PracticeRoom.-roomy #about { width: 112; height: 2; padding: 0; }
    """
    VERTICAL_BREAKPOINTS = LOW
    KEY_HELP = (("left, right", "on a game: choose a smaller or larger hand"),)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("l", "lesson", "Sure way"),
        Binding("r", "rules", "Rules", id="rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "dismiss", "Back", key_display="q"),
    ]

    def __init__(self, record: PracticeRecord, signs: CardSet) -> None:
        super().__init__()
        self._masthead = Masthead(signs, "PRACTICE", f"{GAME.title} alone", "What would you like to practise?")
        self._masthead.size_of_cards = Size.HUGE
        self._record = record
        self.hand_sizes = [record.hand_size(preset.name) for preset in PRESETS]
        """The hand size of each preset."""
        self._figures = PracticeFigures()
        self._now = current_time()

    def compose(self) -> ComposeResult:
        yield Static(f"Practice: {GAME.title} alone", id="heading", markup=False)
        yield self._masthead
        yield PracticeMenu([])
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_screen_resume(self) -> None:
        """Count again: a game may have been finished, or an exercise solved."""
        self._now = current_time()
        before, self._figures = self._figures.fault, self._record.figures(self._now)
        self._show()
        if self._figures.fault and self._figures.fault != before:
            self.notify(self._figures.fault, markup=False)

    def on_resize(self) -> None:
        self._arrange()

    def apply_settings(self, signs: CardSet, speed: str) -> None:
        self._masthead.signs = signs
        self._masthead.redraw()

    def _show(self) -> None:
        self.query_one(Menu).show(self._items())
        self._arrange()

    def _arrange(self) -> None:
        """Draw large cards above the list if there is room."""
        menu, (width, height) = self.query_one(Menu), self.size
        rows = menu.rows(ROOMY_COLUMNS)
        is_roomy = width >= ROOMY_COLUMNS and height >= rows + ROWS_AROUND
        self.set_class(is_roomy, "-roomy")
        menu.styles.height = rows if is_roomy else "1fr"

    def _items(self) -> list[Item]:
        games = self._figures.games
        return [
            Item("", "Play alone"),
            *(self._game_to_play(at) for at in range(len(PRESETS))),
            Item(
                *("daily", "Daily deal", "The same cards for everyone today. Play every day to keep your streak."),
                detail="done today" if self._figures.has_played_daily else "the same cards for everyone today",
            ),
            Item("", ""),
            Item("", "Find the best move"),
            Item(
                "mistakes",
                "Your mistakes",
                "Find the better move. Each exercise comes back at growing intervals, until you know it.",
                detail=exercise_text(self._figures.exercises, self._now).removesuffix("."),
            ),
            *(_theme_item(theme) for theme in THEMES),
            Item("", ""),
            Item("", "Your games"),
            Item(
                *("progress", "Your progress", "How you do, how often you go wrong, and what computer players reach."),
                detail="compared with computer players on the same deals",
            ),
            *(
                Item(
                    f"{REVIEW}{entry.id}",
                    f"Review game {entry.id}",
                    "See what each move gave away, which moves were mistakes, and what was better.",
                    detail=_result(entry),
                    note=format_ago(entry.touched, self._now),
                )
                for entry in games
            ),
        ]

    def _game_to_play(self, at: int) -> Item:
        preset = PRESETS[at]
        lesson = f"Lesson {SURE_WAY.number.lstrip('0')}"
        sure = f"{lesson} teaches a sure way to win: one full row, whatever your cards are (press l)."
        about = f"{sure if preset is BY_THE_BOOK else without_rulings(preset.help)} {WHAT_HELPS}"
        return Item(f"{PLAY}{at}", preset.name, about, detail=f"< {self.hand_sizes[at]} cards >")

    @on(PracticeMenu.SizeChanged)
    def _change_size(self, event: PracticeMenu.SizeChanged) -> None:
        size = self.hand_sizes[event.preset] + event.step
        self.hand_sizes[event.preset] = max(HAND_SIZES[0], min(size, HAND_SIZES[-1]))
        self._show()

    @on(Menu.Highlighted)
    def _tell(self) -> None:
        item = self.query_one(Menu).item
        self.query_one("#about", Static).update(item.about if item is not None else "")
        self.refresh_bindings()

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        if event.id.startswith(PLAY):
            at = int(event.id.removeprefix(PLAY))
            self.go(ToTable(self._record.deal(PRESETS[at], self.hand_sizes[at], self.settings.names)))
        elif event.id.startswith(REVIEW):
            self.go(ToReview(int(event.id.removeprefix(REVIEW))))
        else:
            self.go(ToSection(event.id))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now: there's a sure way only by the book."""
        item = self.query_one(Menu).item if self.is_mounted else None
        is_by_the_book = item is not None and item.id == f"{PLAY}{PRESETS.index(BY_THE_BOOK)}"
        return action != "lesson" or is_by_the_book

    def action_lesson(self) -> None:
        """Open the lesson about the sure way to win."""
        self.go(ToLesson(GAME.id, SURE_WAY.name))

    def action_rules(self) -> None:
        self.go(ToRules(GAME.id))


def _result(entry: GameEntry) -> str:
    """Return how a finished game ended, such as `won by 3`."""
    assert entry.outcome is not None, "the game is over"
    margin = entry.outcome.margin
    return f"won by {margin}" if margin > 0 else f"lost by {-margin}" if margin else "a tie, which is a loss"


def _theme_item(theme: Theme) -> Item:
    about = f"{theme.about} {THEME_RULES} There are endless new positions."
    return Item(theme.name, theme.title, about, detail=theme.in_brief)
