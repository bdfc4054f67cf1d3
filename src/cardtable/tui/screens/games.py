"""Every game in the archive: to be gone on with, written to a file, or thrown away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from cardtable.store.errors import StorageError, TakenOver
from cardtable.store.listing import GameList, list_games
from cardtable.table.entries import line, name_at, title
from cardtable.table.storage_words import explain
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.screens.save_file import save_to_file
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.store.rows import GameEntry
    from cardtable.table.lazy_archive import LazyArchive

NONE = "No game has been played here yet. A game is here from its first action on, until it is thrown away."

DAMAGED = "damaged "
"""What the ids of damaged games begin with, before their number."""
HELP = "This game is damaged. Quit, then run `cardtable doctor --mend`: it recovers what it can."


class GamesScreen(AppScreen[None]):
    """Lists the games that are under way, then those that are over; Enter asks what to do with one."""

    CSS = """
    GamesScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    GamesScreen Menu { margin: 1 1 0 1; }
    GamesScreen #about { height: 2; padding: 0 3; color: $ink-dim; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "watch", "Watch again"),
        Binding("s", "save", "Write to a file"),
        Binding("t", "throw", "Throw away"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "dismiss", "Lobby", key_display="q"),
    ]

    @dataclass
    class GameRequested(Message):
        """The player wants to do this with the game of this number: `go on` or `watch` it again."""

        what: str
        number: int

    def __init__(self, shelf: LazyArchive) -> None:
        super().__init__()
        self._shelf = shelf
        self._entries: dict[str, GameEntry] = {}

    def compose(self) -> ComposeResult:
        yield Static("Games", id="heading", markup=False)
        yield Menu([])
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_screen_resume(self) -> None:
        self._list()

    def _list(self) -> None:
        listing, nothing = GameList(), NONE
        try:
            listing = list_games(self._shelf.archive)
        except StorageError as error:
            nothing = explain(error)
        found = listing.entries
        self._entries = {str(entry.id): entry for entry in found}
        under_way = [entry for entry in found if entry.outcome is None]
        over = [entry for entry in found if entry.outcome is not None]
        items: list[Item] = []
        for heading, entries in (("Under way", under_way), ("Over", over)):
            if entries:
                items += [*([Item("", "")] if items else []), Item("", heading), *map(_item, entries)]
        if listing.damaged:
            broken = [Item(f"{DAMAGED}{game.id}", f"{game.id:>3}  {title(game)}", HELP) for game in listing.damaged]
            items += [*([Item("", "")] if items else []), Item("", "Damaged"), *broken]
        self.query_one(Menu).show(items)
        if not items:
            self.query_one("#about", Static).update(nothing)

    @property
    def _entry(self) -> GameEntry | None:
        """The game under the cursor, where it can be read."""
        item = self.query_one(Menu).item
        return self._entries.get(item.id) if item is not None else None

    @property
    def _chosen(self) -> GameEntry | None:
        """The game under the cursor; if it is damaged, None, and the player is told."""
        item = self.query_one(Menu).item
        if item is not None and item.id.startswith(DAMAGED):
            self.notify(HELP, markup=False)
        return self._entry

    @on(Menu.Highlighted)
    def _tell(self) -> None:
        if (entry := self._entry) is not None:
            self.query_one("#about", Static).update(_about(entry))
        elif (item := self.query_one(Menu).item) is not None and item.about:
            self.query_one("#about", Static).update(item.about)

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        if (entry := self._entries.get(event.id)) is None:
            self.notify(HELP, markup=False)
        elif entry.outcome is None:
            self.post_message(self.GameRequested("go on", entry.id))
        else:
            self.post_message(self.GameRequested("watch", entry.id))

    def action_watch(self) -> None:
        """Show the game under the cursor again, whether it is over or not."""
        if (entry := self._chosen) is not None:
            self.post_message(self.GameRequested("watch", entry.id))

    def action_save(self) -> None:
        """Write the record of the game under the cursor to a file."""
        if (entry := self._chosen) is None:
            return

        from cardtable.formats.record import dumps

        number, told = entry.id, "Written. Whoever reads that file can lay out every card of this game."
        save_to_file(
            self.app,
            f"{entry.kind}-{number}.json",
            lambda: dumps(self._shelf.archive.record(number)),
            lambda: self.notify(told, markup=False),
        )

    def action_throw(self) -> None:
        """Forget the game under the cursor, if the player is sure."""
        if (entry := self._chosen) is None:
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._throw_away(entry)
                self._list()

        items = (Item("no", "No, keep it", key="n"), Item("yes", "Yes, throw it away for good", key="y"))
        self.app.push_screen(ChoiceDialog(f"Throw this game away? {line(entry)}", items), answered)

    def _throw_away(self, entry: GameEntry) -> None:
        elsewhere = "This game is open at another table."
        if self._shelf.is_open_in_another_window(entry):
            self.notify(elsewhere, markup=False)
            return
        try:
            self._shelf.archive.delete(entry.id, entry.holder)
        except TakenOver:
            self.notify(elsewhere, markup=False)
        except StorageError as error:
            self.notify(explain(error), markup=False)


def _item(entry: GameEntry) -> Item:
    return Item(str(entry.id), f"{entry.id:>3}  {line(entry)}")


def _about(entry: GameEntry) -> str:
    players = ", ".join(name_at(entry, seat) for seat in range(len(entry.names)))
    counts = (
        (entry.undone, "taken back"),
        (entry.hinted, "hinted"),
        (entry.inherited_actions, "given from another game"),
    )
    told = ", ".join(f"{count} {what}" for count, what in counts if count)
    what = "Enter goes on with it." if entry.outcome is None else "Enter shows it again, move by move."
    return f"{players}. {told + '. ' if told else ''}{what}"
