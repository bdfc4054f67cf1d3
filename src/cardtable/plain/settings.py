"""The settings in plain mode."""

from __future__ import annotations

from collections.abc import Iterator

from cardtable.plain.room import Places, PlainRoom
from cardtable.rooms.kit.response import Response
from cardtable.rooms.settings import SettingsRoom, save_change
from cardtable.store.powers import is_guest
from cardtable.store.settings import load_settings

THEME = "To change its theme, quit and type a command such as:", "cardtable settings theme=nord"


class PlainSettings(PlainRoom):
    """The settings, which players can hear and change."""

    room: SettingsRoom

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        self.room = SettingsRoom(load_settings, save_change)

    def prompt(self) -> str:
        return "Type a setting and its new value, such as reading verbose, or press Enter to leave:"

    def show_room(self) -> None:
        about = {each.name: self.room.about(each) for each in self.room.preferences}
        now = ", ".join(self.room.settings.names) or "nobody"
        self.say(
            about.pop("reading"),
            about.pop("pages"),
            f"names: The people who usually play. Now {now}. Type them with commas, as in: names Ann, Ben.",
            "The other settings are for the app, which isn't in plain mode:",
            *about.values(),
            "To hear the app's keys, type key. To change one, type for example: key undo f5.",
            *(() if is_guest() else THEME),
            "To restore the default of a setting, type for example: names default.",
        )

    def other(self, text: str) -> Response:
        return self.room.type(text)

    def help_lines(self) -> Iterator[str]:
        yield "a setting and a value, such as reading verbose: change it."
        yield "a setting alone: hear its values."
        yield from super().help_lines()
