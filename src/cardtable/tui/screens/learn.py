"""The Learn room: the games, and of each its lessons, exercises and tests, with what has been learned ticked."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from cardtable.engine.games import SHIPPED
from cardtable.lessons.learning_record import QUESTIONS, LessonStatus
from cardtable.lessons.library import lessons_of
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.screens.dialogs import LOW
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.lessons.learning_record import LearningRecord
    from cardtable.lessons.library import LessonEntry


class LearnRoom(AppScreen[None]):
    """Lists the games, or what there is to learn of one; Enter opens it."""

    CSS = """
    LearnRoom #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    LearnRoom Menu { margin: 1 1 0 1; }
    LearnRoom #about { height: 3; padding: 0 3; color: $ink-dim; }
    LearnRoom.-low Menu { margin: 0 1; }
    LearnRoom.-low #about { height: 1; padding: 0 1; }
    """
    VERTICAL_BREAKPOINTS = LOW
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "play", "Play"),
        Binding("r", "rules", "Rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "dismiss", "Back", key_display="q"),
    ]

    def __init__(self, learned: LearningRecord, game_id: str = "") -> None:
        super().__init__()
        self._learned = learned
        self.game = SHIPPED.get(game_id)
        self._done = -1
        """How many lessons were done when it was shown last; -1 where the cursor is to be put on what comes next."""

    def compose(self) -> ComposeResult:
        yield Static(f"Learn {self.game.title}" if self.game else "Learn a game", id="heading", markup=False)
        yield Menu([])
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_screen_resume(self) -> None:
        """What has been learned meanwhile is ticked, and the cursor goes on to what comes next."""
        menu = self.query_one(Menu)
        items = self._games() if self.game is None else self._lessons(self.game.id)
        menu.show(items)
        if self.game is not None and (done := self._learned.count(self.game.id)[0]) != self._done:
            self._done = done
            menu.at = self._next(self.game.id)
            menu.show(items)
        if fault := self._learned.pop_fault():
            self.notify(f"What you learn is not kept: {fault}", markup=False)

    def _next(self, game_id: str) -> int:
        """The lesson that somebody is in the middle of, or else the first that is not done."""
        taken = self._learned.lessons(game_id)
        marks = [_of(taken, entry) for entry in lessons_of(game_id)]
        begun = (at for at, mark in enumerate(marks) if mark.is_begun and not mark.is_done)
        return next(begun, next((at for at, mark in enumerate(marks) if not mark.is_done), 0))

    def _games(self) -> list[Item]:
        items = []
        for game in SHIPPED.values():
            done, total = self._learned.count(game.id)
            score = self._learned.score(game.id)
            test = f", test {score.best} of {QUESTIONS}" if score else ""
            lessons = f"{done} of {total} lessons done" if total else "exercises"
            items.append(Item(game.id, f"{game.title}  ({lessons}{test})", game.summary))
        return items

    def _lessons(self, game_id: str) -> list[Item]:
        taken = self._learned.lessons(game_id)
        lessons = [_item(entry, _of(taken, entry)) for entry in lessons_of(game_id)]
        score = self._learned.score(game_id)
        about = f"{QUESTIONS} exercises, and a score that is kept."
        told = f"  (best {score.best} of {QUESTIONS})" if score else ""
        if score is not None:
            about += f" The last one: {score.last} of {QUESTIONS}{f' on {score.day}' if score.day else ''}."
        return [
            *lessons,
            *([Item("", "")] if lessons else []),
            Item(
                "exercises", "Exercises", "Positions without end, each with a question; the engine judges the answer."
            ),
            Item("test", f"Test{told}", about),
        ]

    @on(Menu.Highlighted)
    def _tell(self) -> None:
        item = self.query_one(Menu).item
        self.query_one("#about", Static).update(item.about if item is not None else "")

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        if self.game is None:
            self.run_app_action(f"learn({event.id!r})")
        elif event.id in ("exercises", "test"):
            self.run_app_action(f"exercises({self.game.id!r}, {event.id == 'test'})")
        else:
            self._done = -1  # so that the cursor goes on afterwards
            self.run_app_action(f"lesson({self.game.id!r}, {event.id!r})")

    @property
    def _game_id(self) -> str:
        item = self.query_one(Menu).item
        return self.game.id if self.game else item.id if item is not None else ""

    def action_rules(self) -> None:
        """The rules of the game, or of that under the cursor."""
        self.open_rules(self._game_id)

    def action_play(self) -> None:
        """Set the game up, or that under the cursor."""
        self.run_app_action(f"set_up({self._game_id!r})")


def _of(taken: dict[str, LessonStatus], entry: LessonEntry) -> LessonStatus:
    return taken.get(entry.name, LessonStatus())


def _item(entry: LessonEntry, taken: LessonStatus) -> Item:
    tick = "[x]" if taken.is_done else "[-]" if taken.is_begun else "[ ]"
    told = f" Goes on at step {taken.step + 1}." if taken.is_begun else " Done." if taken.is_done else ""
    return Item(entry.name, f"{tick} {entry.number.lstrip('0'):>2}  {entry.title}", f"{entry.about}{told}")
