"""Watching a game from another window in plain mode. New moves are read out until the player presses Enter."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.plain.hearing import Hearing, spoken_players
from cardtable.plain.public import PlainPublic
from cardtable.plain.room import Places
from cardtable.plain.view import view_of
from cardtable.rooms.kit.public import players_line
from cardtable.rooms.kit.response import Response
from cardtable.rooms.watch import CLOSED, POLL_SECONDS, WatchRoom
from cardtable.table.result_words import ending_of

WATCHING = "You're watching. Press Enter to leave:"


class PlainWatch(PlainPublic):
    """A game that is watched in plain mode."""

    room: WatchRoom

    def __init__(self, places: Places, room: WatchRoom) -> None:
        view = view_of(room.session.game)
        super().__init__(places, room, view, Hearing(room.session, view, places.lines.say))
        self._heard = len(room.session.actions)

    def prompt(self) -> str:
        return CLOSED if self.room.is_closed else WATCHING

    def ask(self) -> str:
        return self.lines.ask(self.prompt(), self._news, POLL_SECONDS)

    def obey(self, text: str) -> Response | None:
        return super().obey(text if text or self.room.is_closed else "quit")

    def show_room(self) -> None:
        """Read out the game, the players and the table."""
        seen = self.room.seen
        self.say(f"{seen.game.title}: watching.", players_line(self.room.session, seen.players), *self.view.table(seen))

    def _news(self) -> list[str]:
        """Return lines about the events since the last news, then the prompt. If the game can't be read, say why."""
        if not self.room.look_for_news():
            return []
        return [*filter(None, [self.room.fault]), *self._new_moves(), self.prompt()]

    def _new_moves(self) -> Iterator[str]:
        seen, heard = self.room.seen, self._heard
        self._heard = len(self.room.session.actions)
        if self._heard < heard:
            yield "Moves have been undone."
        for events in seen.log[heard + 1 :]:
            for event in events:
                yield from self.view.retell(event, spoken_players(self.room.session))
        if seen.outcome is not None and self._heard > heard:
            yield from ("The game is over.", *ending_of(self.room.session, is_own=False).spoken())
