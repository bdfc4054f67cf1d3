"""The list of saved games, which can be continued, replayed, saved to a file or deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from cardtable.rooms.goto import ToGame, ToReplay, ToReview
from cardtable.store.errors import StorageError, TakenOver
from cardtable.store.listing import GameList, list_games
from cardtable.table.entries import labels_text, line, short_line, title
from cardtable.table.storage_words import storage_sentence
from cardtable.tui.app_screen import AppScreen
from cardtable.tui.screens.dialogs import ChoiceDialog
from cardtable.tui.widgets.key_bar import KeyBar
from cardtable.tui.widgets.menu import Item, Menu

if TYPE_CHECKING:
    from cardtable.store.rows import GameEntry
    from cardtable.table.lazy_archive import LazyArchive

NO_GAMES = "No saved games yet. A game is saved once you make a move."
OPEN_ELSEWHERE = "This game is open in another window."

DAMAGED = "damaged "
"""The prefix of a damaged game's id in the menu; its number follows."""
REPAIR = "Damaged. Quit, then run `cardtable doctor --repair`."


class GamesScreen(AppScreen[None]):
    """A list of games in progress, finished games and damaged ones; Enter continues or replays a game."""

    CSS = """
    GamesScreen #heading { height: 1; background: $ink-title-background; color: $ink-title; text-style: bold; }
    GamesScreen Menu { margin: 1 1 0 1; }
    GamesScreen #about { height: 2; padding: 0 3; color: $ink-dim; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "replay", "Replay"),
        Binding("g", "review", "Review"),
        Binding("g", "refuse_review", "Say why there is no review", show=False),
        Binding("s", "save", "Save to file"),
        Binding("d,t", "delete", "Delete", key_display="d"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("q,escape", "dismiss", "Lobby", key_display="q"),
    ]

    def __init__(self, lazy_archive: LazyArchive) -> None:
        super().__init__()
        self._lazy_archive = lazy_archive
        self._entries: dict[str, GameEntry] = {}

    def compose(self) -> ComposeResult:
        yield Static("Saved games", id="heading", markup=False)
        yield Menu([])
        yield Static("", id="about", markup=False)
        yield KeyBar()

    def on_screen_resume(self) -> None:
        self._list()

    def _list(self) -> None:
        listing, about_none = GameList(), NO_GAMES
        try:
            listing = list_games(self._lazy_archive.archive)
        except StorageError as error:
            about_none = storage_sentence(error)
        self._entries = {str(entry.id): entry for entry in listing.entries}
        in_progress = [_item(entry) for entry in listing.entries if entry.outcome is None]
        finished = [_item(entry) for entry in listing.entries if entry.outcome is not None]
        damaged = [Item(f"{DAMAGED}{game.id}", f"{game.id:>3}  {title(game)}", REPAIR) for game in listing.damaged]
        items: list[Item] = []
        for heading, group in (("In progress", in_progress), ("Finished", finished), ("Damaged", damaged)):
            if group:
                items += [*([Item("", "")] if items else []), Item("", heading), *group]
        self.query_one(Menu).show(items)
        if not items:
            self.query_one("#about", Static).update(about_none)

    @property
    def _entry(self) -> GameEntry | None:
        """The game under the cursor, or None if that game is damaged or there is none."""
        item = next((menu.item for menu in self.query(Menu)), None)
        return self._entries.get(item.id) if item is not None else None

    def _readable_entry(self) -> GameEntry | None:
        """Return the game under the cursor; if it is damaged, tell the player and return None."""
        item = self.query_one(Menu).item
        if item is not None and item.id.startswith(DAMAGED):
            self.notify(REPAIR, markup=False)
        return self._entry

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key works now: without a game, there is nothing to replay, review, save or delete."""
        menus = self.query(Menu)
        if action in ("review", "refuse_review"):
            from cardtable.practice.decisions import why_no_review_of  # only now, because it takes time to load

            is_reviewed = self._entry is not None and not why_no_review_of(self._entry)
            return is_reviewed == (action == "review")
        return action not in ("replay", "save", "delete") or (bool(menus) and bool(menus.first().items))

    @on(Menu.Highlighted)
    def _show_about(self) -> None:
        self.refresh_bindings()
        if (entry := self._entry) is not None:
            self.query_one("#about", Static).update(_about(entry))
        elif (item := self.query_one(Menu).item) is not None and item.about:
            self.query_one("#about", Static).update(item.about)

    @on(Menu.Selected)
    def _picked(self, event: Menu.Selected) -> None:
        if (entry := self._entries.get(event.id)) is None:
            self.notify(REPAIR, markup=False)
        else:
            self.go(ToGame(entry.id) if entry.outcome is None else ToReplay(entry.id))

    def action_replay(self) -> None:
        """Replay the game under the cursor, whether it is finished or not."""
        if (entry := self._readable_entry()) is not None:
            self.go(ToReplay(entry.id))

    def action_review(self) -> None:
        """Review the game under the cursor."""
        if (entry := self._readable_entry()) is not None:
            self.go(ToReview(entry.id))

    def action_refuse_review(self) -> None:
        """Say why the game under the cursor can't be reviewed."""
        from cardtable.practice.decisions import why_no_review_of

        if (entry := self._readable_entry()) is not None:
            self.query_one("#about", Static).update(why_no_review_of(entry))

    def action_save(self) -> None:
        """Save the record of the game under the cursor to a file."""
        if (entry := self._readable_entry()) is None:
            return

        from cardtable.formats.record import dump_record
        from cardtable.rooms.command import Say
        from cardtable.rooms.saved_games import SAVED_TO_FILE, save_to_file

        number = entry.id
        name, archive = f"{entry.kind}-{number}.json", self._lazy_archive.archive
        self.carry_out(save_to_file(name, lambda: dump_record(archive.record(number)), lambda _: Say(SAVED_TO_FILE)))

    def action_delete(self) -> None:
        """Delete the game under the cursor if the player confirms it."""
        if (entry := self._readable_entry()) is None:
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self._delete(entry)
                self._list()

        items = (Item("no", "No, keep it", key="n"), Item("yes", "Yes, delete it for good", key="y"))
        self.app.push_screen(ChoiceDialog(f"Delete this game? {line(entry)}", items), answered)

    def _delete(self, entry: GameEntry) -> None:
        if self._lazy_archive.is_open_in_another_window(entry):
            self.notify(OPEN_ELSEWHERE, markup=False)
            return
        try:
            self._lazy_archive.archive.delete(entry.id, entry.holder)
        except TakenOver:
            self.notify(OPEN_ELSEWHERE, markup=False)
        except StorageError as error:
            self.notify(storage_sentence(error), markup=False)


def _item(entry: GameEntry) -> Item:
    number = f"{entry.id:>3}  "
    return Item(str(entry.id), f"{number}{short_line(entry)}", longer=f"{number}{line(entry)}")


def _about(entry: GameEntry) -> str:
    counts = ((entry.undone, "undone"), (entry.hinted, "hinted"), (entry.inherited_actions, "from another game"))
    moves = ", ".join(f"{count} {what}" for count, what in counts if count)
    enter = "Enter: continue." if entry.outcome is None else "Enter: replay."
    return f"{labels_text(entry)}. {f'Moves: {moves}. ' if moves else ''}{enter}"
