"""The Practice room in plain mode."""

from __future__ import annotations

from cardtable.engine.games.info import PRACTISED
from cardtable.engine.phrases import capitalized
from cardtable.plain.room import Places, PlainRoom, Responder
from cardtable.rooms.kit.goto import ToProgress
from cardtable.rooms.kit.response import Goto, Response
from cardtable.rooms.practice import PracticeRoom
from cardtable.rooms.progress import PlayerProgress
from cardtable.store.settings import load_settings

WAIT_SECONDS = 3.0
"""How long computer players play before the player's progress is read out, in seconds."""


class PlainPractice(PlainRoom):
    """A list of ways to practise. The player chooses one by number or word."""

    room: PracticeRoom

    def __init__(self, places: Places) -> None:
        super().__init__(places)
        self.room = PracticeRoom(places.records, lambda: load_settings().names)
        self._progress = PlayerProgress(places.records.saved_games)
        """The player's progress. While the player is in this room, computer players play the player's deals."""

    def run(self, section: str = "") -> Goto | None:
        """Let the player practise. If a section is named, go there and leave the room afterwards."""
        try:
            if not section:
                return super().run()
            response = self.room.do("play") if section == "play" else self.room.open(section)
            if isinstance(response, ToProgress):
                self.tell_progress()
            else:
                Responder(self.places).answer(response)
        finally:
            self._progress.close()
        return None

    def prompt(self) -> str:
        return "Practice: type a number or a word, or press Enter to leave:"

    def show_room(self) -> None:
        self.say(f"Practice: {PRACTISED.title} alone.")
        for number, row in enumerate(self.room.rows, 1):
            detail = capitalized(f"{row.detail}, {row.note}" if row.note else row.detail)
            self.say(f"{number} {row.id}: {row.label}. {detail}{'' if detail.endswith('?') else '.'}")

    def come_back(self) -> None:
        if fault := self.room.refresh():
            self.say(fault)
        self.say("You are back in the Practice room. To hear what you can do here, type list.")

    def other(self, text: str) -> Response:
        return self.room.open(self.room.find(text).id)

    def answer(self, response: Response | None) -> bool:
        if not isinstance(response, ToProgress):
            return super().answer(response)
        self.tell_progress()
        return True

    def tell_progress(self) -> None:
        """Compare the player's games with computer players' games. Computer players go on playing in the meantime."""
        self._progress.start()
        with self.lines.working():
            self._progress.wait(WAIT_SECONDS)
        self._progress.save()
        self.lines.read_out(*(line.removeprefix("# ") for line in self._progress.lines("")))
