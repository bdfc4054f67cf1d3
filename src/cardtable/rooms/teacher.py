"""The teacher's page of a class: how far each pupil has got, what each is doing now, and who needs help."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cardtable.classroom.draw import SIZES, draw_tables, last_draw
from cardtable.classroom.pupils import Pupil, Pupils
from cardtable.engine.game import AnyGame
from cardtable.engine.phrases import counted, join_words
from cardtable.formats.text import fold_name
from cardtable.games import GAMES
from cardtable.rooms.kit.command import Command, Room
from cardtable.rooms.kit.goto import ToLookOver, ToTable
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Answer, Ask, AskText, Leave, Read, Response, Say
from cardtable.store.errors import StorageError
from cardtable.store.here import who_is_here
from cardtable.store.shared_games import GUEST, SharedSeat, all_seats
from cardtable.table.request_error import similar_name
from cardtable.table.shared_game import watch
from cardtable.table.storage_words import storage_sentence

UPDATE_SECONDS = 2.0
"""The time between two looks at the pupils, in seconds."""
NO_PUPILS = "No pupils have come in yet."


class TeacherRoom(Room):
    """A class as a teacher sees it. In the app, a cursor is on one of the pupils."""

    def __init__(self, records: Records) -> None:
        """Open the page. Raise BadScript if the class file can't be read."""
        assert records.desk is not None, "the guest is in a class"
        self._records, self.desk = records, records.desk
        self.course = self.desk.course
        self._pupils = Pupils(self.course, self.desk.folder.parent / "guests")
        self.pupils: list[Pupil] = []
        self.selected: str | None = None
        """The id of the pupil under the cursor. None in plain mode, or if there are no pupils."""
        self.look_for_news()

    def look_for_news(self) -> bool:
        """Look at the pupils again. Return whether anything has changed."""
        before = self.pupils, self.summary
        here = {each.name: each.doing for each in who_is_here(self._records.tables.path.parent)}
        self.pupils = self._pupils.look(self.desk.pupils, here)
        return (self.pupils, self.summary) != before

    @property
    def title(self) -> str:
        """The heading: the class and how many pupils are here."""
        return f"{self.course.title}: {sum(each.is_here for each in self.pupils)} of {len(self.pupils)} here"

    @property
    def summary(self) -> str:
        """How many pupils have finished each item, who is stuck, and who else is teaching."""
        if not self.pupils:
            return NO_PUPILS
        counts = [sum(each.standings[at].is_done for each in self.pupils) for at in range(len(self.course.items))]
        finished = ", ".join(f"item {at} by {count}" for at, count in enumerate(counts, 1) if count) or "nothing yet"
        stuck = [each.name for each in self.pupils if each.stuck_minutes()]
        others = self.desk.other_teachers
        teach = f" {join_words(others)} {'teaches' if len(others) == 1 else 'teach'} here, too." if others else ""
        return f"Finished: {finished}.{f' Stuck: {join_words(stuck)}.' if stuck else ''}{teach}"

    @property
    def items(self) -> list[str]:
        """The titles of the items, with their numbers."""
        return [f"{number} {item.title}" for number, item in enumerate(self.course.items, 1)]

    def heard(self) -> Iterator[str]:
        """Yield the page as plain mode reads it out, starting with the pupils who are stuck."""
        yield f"{self.title}. {self.summary}"
        for pupil in sorted(self.pupils, key=lambda each: -each.stuck_minutes()):
            yield self.line_of(pupil)

    def line_of(self, pupil: Pupil) -> str:
        """Return a line about a pupil: what the pupil is doing, and what is finished."""
        found = [f"item {at} {each.words}" for at, each in enumerate(pupil.standings, 1) if each.words]
        return f"{pupil.name}, {pupil.now(self.course)}: {'; '.join(found) or 'nothing begun'}."

    def about(self, pupil: Pupil) -> str:
        """Return sentences about where a pupil is now."""
        return pupil.fault or pupil.about(self.course)

    # Pupils

    def find(self, text: str) -> Pupil:
        """Return the pupil with this id or name or, by default, the one under the cursor. Raise ValueError if none."""
        if not self.pupils:
            raise ValueError(NO_PUPILS)
        wanted = text or self.selected or ""
        names = {each.name: each for each in self.pupils}
        found = next((each for each in self.pupils if wanted in (each.id, each.name)), None)
        found = found or names.get(similar_name(fold_name(wanted), names) if wanted else "")
        if found is None:
            raise ValueError(f"Type the name of a pupil: {join_words(names, 'or')}.")
        return found

    def _why_nobody(self) -> str:
        return "" if self.pupils else NO_PUPILS

    @Command("look over a pupil's shoulder; the pupil is told", words=("look",), takes="PUPIL", why_not=_why_nobody,
             no_key="Enter in the list does it.")  # fmt: skip
    def look(self, name: str) -> Response:
        pupil = self.find(name)
        if not pupil.is_here:
            raise ValueError(f"{pupil.name} isn't here.")
        if any({self.desk.guest, pupil.id} <= _guests_at(seats) for seats in self._seats().values()):
            raise ValueError(f"You are playing with {pupil.name}, so you can't see that screen.")
        return ToLookOver(pupil.id, pupil.name)

    @Command("show everybody the table where a pupil sits, without any hand", keys=("b",), label="Projector",
             words=("projector", "show"), takes="PUPIL", need=5, why_not=_why_nobody)  # fmt: skip
    def projector(self, name: str) -> Response:
        pupil, tables = self.find(name), self._records.tables
        held = [game for game, seats in self._seats().items() if pupil.id in _guests_at(seats)]
        if not held:
            raise ValueError(f"{pupil.name} isn't at a table with others.")
        entry = max(map(tables.archive.entry, held), key=lambda each: each.touched)
        return ToTable(watch(tables, entry.code))

    def _seats(self) -> dict[int, list[SharedSeat]]:
        try:
            return all_seats(self._records.tables.archive)
        except StorageError as error:
            raise ValueError(storage_sentence(error)) from None

    @Command("send a message to all pupils", keys=("t",), label="Message to all", words=("say",), takes="TEXT", need=6)
    def say(self, text: str) -> Response:
        if not text:
            return AskText("The message to all pupils:", self.say, longest=160)
        self.desk.say_to_all(text)
        return Say("Sent to all pupils.")

    # Tables by draw

    @Command("open tables of a game for all who are here", keys=("d",), label="Draw tables", words=("draw",), need=4,
             why_not=_why_nobody)  # fmt: skip
    def draw(self) -> Response:
        games = [game for game in GAMES.values() if any(size in game.seats for size in SIZES)]
        answers = [
            Answer(game.title, partial(self._ask_size, game), words=(str(number), game.id))
            for number, game in enumerate(games, 1)
        ]
        return Ask("Which game for all?", answers)

    def _ask_size(self, game: AnyGame) -> Response:
        sizes = [size for size in SIZES if size in game.seats]
        if len(sizes) == 1:
            return self._draw(game, *sizes)
        words = {2: "Twos", 3: "Threes", 4: "Fours"}
        answers = [Answer(words[size], partial(self._draw, game, size), words=(str(size),)) for size in sizes]
        return Ask("Tables of how many players? Computer players fill the last one.", answers)

    def _draw(self, game: AnyGame, size: int) -> Response:
        here = {each.id: each.name for each in self.pupils if each.is_here}
        if not here:
            return Say("No pupil is here.")
        try:
            count = draw_tables(self._records.tables, game, size, here)
        except StorageError as error:
            return Say(storage_sentence(error))
        self.desk.say_to_all(f"Your table of {game.title} is ready. On the class page, press t or type table.")
        return Say(f"{counted(count, 'table')} of {game.title} for {counted(len(here), 'pupil')}. They have been told.")

    @Command("the tables of the last draw with their results", keys=("r",), label="Results",
             words=("tables", "results"), need=3)  # fmt: skip
    def results(self) -> Response:
        try:
            drawn = last_draw(self._records.tables)
        except StorageError as error:
            raise ValueError(storage_sentence(error)) from None
        lines = tuple(each.line(self.desk.pupils) for each in drawn)
        return Read("Tables of the class", lines or ("No tables have been drawn yet.",))

    @Command("the list again", words=("list", ""), no_key="The screen shows it.")
    def list(self) -> None:
        """Show the room again."""
        self.look_for_news()

    @Command("to the lobby with all games", keys=("q",), also=("escape",), label="Lobby", words=("quit", "q", "lobby"))
    def leave(self) -> Response:
        return Leave()


def _guests_at(seats: list[SharedSeat]) -> set[str]:
    """Return the ids of the guests at a table."""
    return {each.person.removeprefix(GUEST) for each in seats if each.is_guests}


class LookRoom(Room):
    """A look over a pupil's shoulder."""

    def __init__(self, records: Records, pupil: str, name: str) -> None:
        assert records.desk is not None, "the guest is in a class"
        self._desk, self._pupil, self.name = records.desk, pupil, name
        self.rows: tuple[str, ...] = ()
        self.look_for_news()

    def look_for_news(self) -> bool:
        """Look again, and return whether the screen has changed."""
        before, self.rows = self.rows, self._desk.look_at(self._pupil)
        return self.rows != before

    @property
    def title(self) -> str:
        """The heading."""
        return f"The screen of {self.name}"

    @Command("look again", words=("look", ""), no_key="The screen follows.")
    def look(self) -> None:
        """Show the room again."""
        self.look_for_news()

    @Command("stop looking", keys=("q",), also=("escape", "enter"), label="Back", words=("quit", "q", "back"))
    def leave(self) -> Response:
        self._desk.stop_looking(self._pupil)
        return Leave()
