"""The saved games in plain mode."""

from __future__ import annotations

from cardtable.engine.phrases import join_words
from cardtable.plain.room import Places, PlainRoom
from cardtable.rooms.lobby import MAX_LISTED, older_lines, spoken_lines
from cardtable.rooms.saved_games import SavedGamesRoom
from cardtable.table.storage_words import damage_sentence

HEADINGS = {
    "In progress": ("Games in progress, and what to type to continue them:", "resume "),
    "Finished": ("Finished games, and what to type to replay them:", "replay "),
}


class PlainSavedGames(PlainRoom):
    """The games in progress and the finished games, each with the words that open it."""

    room: SavedGamesRoom

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        self.room = SavedGamesRoom(places.records)

    def prompt(self) -> str:
        words = [each.words[0] for each in self.room.offered if each.takes]
        numbered = f"Type {join_words(words, 'or')} and the number of a game, or press" if words else "Press"
        return f"{numbered} Enter to leave:"

    def show_room(self) -> None:
        if self.room.greeting:
            self.say(self.room.greeting)
        for heading, entries in self.room.groups().items():
            if entries:
                title, verb = HEADINGS[heading]
                self.say(title, *spoken_lines(self.places.records, entries[:MAX_LISTED], verb, self.room.offers.tables))
                self.say(*older_lines(len(entries) - MAX_LISTED))
        if self.room.offers.damaged:
            self.say(damage_sentence(self.room.offers.damaged))
