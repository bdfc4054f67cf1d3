"""The rules of a game in plain mode, part by part."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.engine.game import AnyGame
from cardtable.plain.room import Places, PlainRoom
from cardtable.rooms.kit.response import Response
from cardtable.rooms.rules import RulesRoom


class PlainRules(PlainRoom):
    """The parts of a rules page. Players hear one part at a time."""

    room: RulesRoom

    def __init__(self, places: Places, game: AnyGame) -> None:
        super().__init__(places)
        self.room = RulesRoom(game)

    def prompt(self) -> str:
        example = f"{self.room.game.prefix}-1"
        return f"Type the number of a part, a ruling such as {example}, all or list, or press Enter to leave:"

    def show_room(self) -> None:
        parts = (f"{number} {heading}" for number, heading in enumerate(self.room.parts, 1))
        self.lines.read_out(f"{self.room.game.title}: the rules.", *parts)

    def other(self, text: str) -> Response:
        return self.room.read(text)

    def help_lines(self) -> Iterator[str]:
        yield f"a number from 1 to {len(self.room.parts)}: hear this part of the rules."
        yield f"a ruling such as {self.room.game.prefix}-1: hear only this ruling."
        yield from super().help_lines()
