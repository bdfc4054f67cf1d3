"""The levels in plain mode."""

from __future__ import annotations

from cardtable.engine.phrases import read_number
from cardtable.plain.room import Places, PlainRoom
from cardtable.rooms.kit.response import Response
from cardtable.rooms.levels import INTRODUCTION, TITLE, LevelsRoom
from cardtable.store.settings import load_settings


class PlainLevels(PlainRoom):
    """The list of levels. The player chooses one by number."""

    room: LevelsRoom

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        self.room = LevelsRoom(places.records, lambda: load_settings().names)

    def prompt(self) -> str:
        return f"{TITLE}: type a number, or press Enter to leave:"

    def show_room(self) -> None:
        self.say(*filter(None, [self.room.fault]), f"{TITLE}: {self.room.total}. {INTRODUCTION}")
        for theme, rows in self.room.parts.items():
            opened = [row.heard for row in rows if not row.why_closed]
            self.say(f"{theme}:", *opened) if opened else self.say(f"{theme}: later.")

    def come_back(self) -> None:
        if fault := self.room.refresh():
            self.say(fault)
        self.say(f"You are back at the levels, with {self.room.total}. To hear them all, type list.")

    def other(self, text: str) -> Response | None:
        return super().other(text) if read_number(text) is None else self.room.play(text)
