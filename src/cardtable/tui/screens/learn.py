"""The Learn room: the games, and for each game its lessons, exercises and test, with the player's progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from cardtable.engine.games import SHIPPED
from cardtable.lessons.learning_record import QUESTIONS, LessonStatus
from cardtable.lessons.library import lessons_of
from cardtable.rooms.goto import ToExercises, ToLearn, ToLesson, ToRules, ToSetUp
from cardtable.rooms.learning import NOT_SAVED
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.screens.dialogs import LOW
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.lessons.library import LessonEntry


class LearnRoom(AppScreen[None]):
    """A list of the games, or of one game's lessons, exercises and test."""

    CSS = """
    LearnRoom #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    LearnRoom Menu { margin: 1 1 0 1; }
    LearnRoom #about { height: 3; padding: 0 3; color: $ink-dim; }
    LearnRoom.-low Menu { margin: 0 1; }
    LearnRoom.-low #about { padding: 0 1; }
    """
    VERTICAL_BREAKPOINTS = LOW
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "play", "Play"),
        Binding("r", "rules", "Rules", id="rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "dismiss", "Back", key_display="q"),
    ]

    def __init__(self, learned: LearningRecord, game_id: str = "") -> None:
        super().__init__()
        self._learned = learned
        self.game = SHIPPED.get(game_id)
        self._done = -1
        """The number of finished lessons when the list was last shown; -1 puts the cursor on the next lesson."""

    def compose(self) -> ComposeResult:
        yield Static(f"Learn {self.game.title}" if self.game else "Learn a game", id="heading", markup=False)
        yield Menu([])
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_screen_resume(self) -> None:
        """Update the ticks and, if another lesson has been finished, move the cursor to the next one."""
        menu = self.query_one(Menu)
        items = self._games() if self.game is None else self._lessons(self.game.id)
        menu.show(items)
        if self.game is not None and (done := self._learned.count(self.game.id)[0]) != self._done:
            self._done = done
            menu.at = lessons_of(self.game.id).index(self._learned.next_lesson(self.game.id))
            menu.show(items)
        if fault := self._learned.pop_fault():
            self.notify(f"{NOT_SAVED} {fault}", markup=False)

    def _games(self) -> list[Item]:
        items = []
        for game in SHIPPED.values():
            done, total = self._learned.count(game.id)
            score = self._learned.score(game.id)
            test = f" Best test: {score.best} of {QUESTIONS}." if score else ""
            lessons = f"{done} of {total} lessons" if total else "exercises"
            items.append(Item(game.id, f"{game.title}  ({lessons})", f"{game.summary}{test}"))
        return items

    def _lessons(self, game_id: str) -> list[Item]:
        learned = self._learned.lessons(game_id)
        lessons = [_item(entry, learned.get(entry.name, LessonStatus())) for entry in lessons_of(game_id)]
        score = self._learned.score(game_id)
        about = f"{QUESTIONS} questions. Your score is saved."
        best = f"  (best {score.best} of {QUESTIONS})" if score else ""
        if score is not None:
            about += f" Last time: {score.last} of {QUESTIONS}{f' on {score.day}' if score.day else ''}."
        return [
            *lessons,
            *([Item("", "")] if lessons else []),
            Item("exercises", "Exercises", "Endless practice: one position, one question, marked at once."),
            Item("test", f"Test{best}", about),
        ]

    @on(Menu.Highlighted)
    def _tell(self) -> None:
        item = self.query_one(Menu).item
        self.query_one("#about", Static).update(item.about if item is not None else "")

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        if self.game is None:
            self.go(ToLearn(event.id))
        elif event.id in ("exercises", "test"):
            self.go(ToExercises(self.game.id, is_test=event.id == "test"))
        else:
            self._done = -1  # so that the cursor moves to the next lesson afterwards
            self.go(ToLesson(self.game.id, event.id))

    @property
    def _game_id(self) -> str:
        item = self.query_one(Menu).item
        return self.game.id if self.game else item.id if item is not None else ""

    def action_rules(self) -> None:
        """Open the rules of this game, or of the game under the cursor."""
        self.go(ToRules(self._game_id))

    def action_play(self) -> None:
        """Set up this game, or the game under the cursor."""
        self.go(ToSetUp(self._game_id))


def _item(entry: LessonEntry, status: LessonStatus) -> Item:
    tick = "[x]" if status.is_done else "[-]" if status.is_begun else "[ ]"
    progress = f" Continue at step {status.step + 1}." if status.is_begun else " Done." if status.is_done else ""
    return Item(entry.name, f"{tick} {entry.number.lstrip('0'):>2}  {entry.title}", f"{entry.about}{progress}")
