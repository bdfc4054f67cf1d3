"""A game that is played at another table, as everybody may see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from cardtable.store.errors import GameNotFound, StorageError, StorageFault, UnreadableGame
from cardtable.table.replay import log_lines
from cardtable.table.storage_words import explain
from cardtable.tui.board_screen import BoardScreen
from cardtable.tui.screens.reader import Reader
from cardtable.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from cardtable.table.lazy_archive import LazyArchive
    from cardtable.table.session import Session
    from cardtable.tui.faces import CardSet

EVERY = 0.5
"""Seconds between two looks at the archive."""
WATCHING = "You watch; q leaves."
LEFT = "The other table has been left. Enter goes on with the game here, q leaves."


class WatchScreen(BoardScreen[int | None]):
    """Shows the game as it stands, and goes along with it; whoever plays alone is watched over the shoulder.

    Gives the number of the game if the other table was left and the watcher wants to go on with it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "Go on with it"),
        Binding("l", "log", "What happened"),
        Binding("r", "rules", "Rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "dismiss", "Leave", key_display="q"),
    ]

    def __init__(self, shelf: LazyArchive, number: int, signs: CardSet) -> None:
        entry = shelf.archive.entry(number)
        from cardtable.games import GAMES

        if entry.kind not in GAMES:
            raise StorageError(StorageFault.UNKNOWN_RULES, number=number)
        super().__init__(entry.kind, signs)
        self._shelf = shelf
        self._number = number
        self._counter, self._is_left = -1, False
        self.board.can_focus = False  # so that its keys do nothing

    def compose(self) -> ComposeResult:
        yield self.board
        yield KeyBar()

    def on_mount(self) -> None:
        self._look()
        self.set_interval(EVERY, self._look)

    def action_rules(self) -> None:
        self.open_rules(self.board.GAME_ID)

    def action_log(self) -> None:
        """What everybody saw happen; of a game that one person plays, what that person saw."""
        if (seen := self.board.seen) is not None:
            self.app.push_screen(Reader(f"{seen.game.title}: what happened", "\n".join(log_lines(seen))))

    def _look(self) -> None:
        """Show how the game stands, and whether it is still played, where that has changed."""
        try:
            counter, is_left = self._shelf.archive.data_version(), self._has_been_left()
            if (counter, is_left) != (self._counter, self._is_left):
                self._counter, self._is_left = counter, is_left
                self._show(self._shelf.load(self._number))
                self.refresh_bindings()
        except (StorageError, GameNotFound, UnreadableGame) as error:
            self.board.prompt = WATCHING
            self.board.say(explain(error))

    def _has_been_left(self) -> bool:
        """Whether nobody plays the game any more, though it is not over."""
        entry = self._shelf.archive.entry(self._number)
        return entry.outcome is None and not self._shelf.is_open_in_another_window(entry)

    def _show(self, session: Session) -> None:
        viewer = (session.turn or 0) if session.alone else None
        self.board.show(session.look(viewer), prompt=LEFT if self._is_left else WATCHING)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The game can be gone on with once it has been left."""
        return action != "go_on" or self._is_left

    def action_go_on(self) -> None:
        """Sit down at the table that was left."""
        self.dismiss(self._number)
