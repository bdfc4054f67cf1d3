"""The levels of the Practice room: a series of deals with goals. Each level earns up to three stars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from cardtable.engine.cards import Card
from cardtable.engine.phrases import capitalized, counted, join_words, read_number
from cardtable.practice.levels import (
    PracticeLevel,
    all_levels,
    level_after,
    level_of,
    load_stars,
    open_levels,
    save_stars,
    tries,
)
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import ToReplay, ToTable
from cardtable.rooms.kit.practice_list import PracticeList
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Response, Say
from cardtable.store.errors import StorageError
from cardtable.store.paths import archive_file, may_exist
from cardtable.table.command_lines import preset_name
from cardtable.table.grades import MAX_STARS, NO_STAR, STAR, signs_of
from cardtable.table.replay import Replay
from cardtable.table.session import Session
from cardtable.table.storage_words import storage_sentence

if TYPE_CHECKING:
    from cardtable.store.rows import GameEntry
    from cardtable.table.lazy_archive import Saver

TITLE = "Levels"
INTRODUCTION = "Three levels are open at a time."
CLOSED = "\N{MIDDLE DOT}"
LEGEND = f"{STAR} won  {NO_STAR} open  {CLOSED} later"


class LevelRow(NamedTuple):
    """A level in the list."""

    level: PracticeLevel
    stars: int
    why_closed: str
    """The reason why the level can't be played yet. It is empty if the level can be played."""
    tries: str
    """A sentence about the player's games at this level."""

    @property
    def signs(self) -> str:
        """The level's stars, or a dot if the level is still closed."""
        return CLOSED if self.why_closed else signs_of(self.stars)

    @property
    def title(self) -> str:
        """The level's number and theme."""
        return f"Level {self.level.number}: {self.level.theme}"

    @property
    def steps(self) -> Iterator[tuple[str, str, str]]:
        """For each number of stars: the stars, how to get them, and whether the player has them."""
        for number, margin in enumerate(self.level.steps, 1):
            needs = f"and win by {margin}" if number > 1 else "reach the goal"
            yield STAR * number, needs, "done" if number <= self.stars else ""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The Completes with which the deal begins, or none if the level is closed."""
        stage = () if self.why_closed else self.level.session(("You",)).look(None).state.stage
        return tuple(card for cells in stage for card in cells if card is not None)

    @property
    def about(self) -> tuple[str, ...]:
        """Sentences: the player's games or why the level is closed, then the rules, then the difficulty."""
        return (self.why_closed or self.tries, f"{rules_of(self.level)}.", self.level.difficulty)

    @property
    def heard(self) -> str:
        """The row as plain mode reads it out."""
        if self.why_closed:
            return f"{self.title}. Later."
        return f"{self.title}. {self.level.goal.sentence} {capitalized(counted(self.stars, 'star'))}."


class LevelsRoom(PracticeList):
    """The list of all levels."""

    def __init__(self, records: Records, names: Callable[[], Sequence[str]]) -> None:
        """Prepare the list. `names` returns the names of the people who usually play."""
        self._records, self._names = records, names
        self.selected: int | None = None
        """The number of the level under the cursor, or None in plain mode, which has no cursor."""
        self.fault = ""
        """The reason why the stars couldn't be read. It is empty if they were read."""
        self.rows: list[LevelRow] = []
        self.refresh()

    def refresh(self) -> str:
        """Read the stars again. Return the error message if it is new, otherwise an empty string."""
        before, stars = self.fault, dict[int, int]()
        entries: Sequence[GameEntry] = ()
        try:
            if may_exist(archive_file()):
                archive = self._records.saved_games.archive
                stars, entries = load_stars(archive), archive.entries()
            self.fault = ""
        except StorageError as error:
            self.fault = storage_sentence(error)
        self.rows = [
            LevelRow(each, stars.get(each.number, 0), _why_closed(each.number, stars), tries(entries, each))
            for each in all_levels()
        ]
        return "" if self.fault == before else self.fault

    @property
    def parts(self) -> dict[str, list[LevelRow]]:
        """The rows of each part of the list."""
        found = dict[str, list[LevelRow]]()
        for row in self.rows:
            found.setdefault(row.level.tier, []).append(row)
        return found

    @property
    def total(self) -> str:
        """The number of stars, such as `31 of 120 stars`."""
        return f"{sum(row.stars for row in self.rows)} of {counted(MAX_STARS * len(self.rows), 'star')}"

    @property
    def next_level(self) -> int:
        """The number of the first level without a star, or of the first level if every level has a star."""
        return next((row.level.number for row in self.rows if not row.stars), 1)

    def _row(self, text: str) -> LevelRow:
        """Return the row whose number was typed. If none was typed, return the selected or the next level's row."""
        number = read_number(text) if text else self.selected or self.next_level
        if number is None or not 0 < number <= len(self.rows):
            raise ValueError(f"The levels are numbered from 1 to {len(self.rows)}.")
        return self.rows[number - 1]

    def _open_row(self, text: str) -> LevelRow:
        """Return the same row as `_row`. Raise ValueError with a sentence if its level is closed."""
        row = self._row(text)
        if row.why_closed:
            raise ValueError(row.why_closed)
        return row

    def _why_closed(self) -> str:
        return "" if self.selected is None else self.rows[self.selected - 1].why_closed

    @Command(
        "play the level",
        words=("play",),
        takes="NUMBER",
        typing="without a number, the next one; the number alone does the same",
        no_key="Enter in the list does it.",
        why_not=_why_closed,
    )
    def play(self, text: str = "") -> Response:
        return ToTable(self._open_row(text).level.session(self._records.practice.player(self._names())))

    @Command(
        "watch a solution",
        keys=("b",),
        label="Watch a solution",
        words=("watch",),
        takes="NUMBER",
        why_not=_why_closed,
    )
    def watch(self, text: str = "") -> Response:
        return ToReplay(Replay(self._open_row(text).level.solved()))

    @Command(
        "what a level is about",
        words=("about",),
        takes="NUMBER",
        no_key="The text beside the list is about the level under the cursor.",
    )
    def about(self, text: str = "") -> Response:
        row = self._row(text)
        own = f"You have {counted(row.stars, 'star')}."
        return Say(" ".join((f"{row.title}.", row.level.goal.sentence, row.level.stars_sentence, own, *row.about)))


def _why_closed(number: int, stars: Mapping[int, int]) -> str:
    """Return what opens a level that can't be played yet, or an empty string if it can be played."""
    can_play = open_levels(stars)
    if number in can_play:
        return ""
    following = [each for each in can_play if not stars.get(each)]
    wins = sum(not stars.get(each) for each in range(1, number)) - len(following) + 1
    levels = f"level {join_words(map(str, following), 'or')}"
    how = f"To open it, win {levels}." if wins == 1 else f"It opens after {wins} more wins. Next, win {levels}."
    return f"This level is closed. {how}"


def rules_of(level: PracticeLevel) -> str:
    """Return the rules of a level in a few words, such as `Challenge, 8 cards`."""
    name = preset_name(level.session(("You",))) or "By the book"
    return f"{name}, {counted(level.deal.options.hand_size, 'card')}"


def next_game(session: Session, saver: Saver | None) -> Session:
    """Return a game of the level to play after this one, for the same players."""
    level, stars = level_of(session), dict[int, int]()
    assert level is not None, "it was a level"
    if saver is not None:
        with suppress(StorageError):  # the table says that nothing is saved
            stars = load_stars(saver.saved_games.archive)
    return level_after(level, stars).session(session.names)


def level_ending(session: Session, saver: Saver | None) -> str:
    """Save a finished level's stars and return a sentence about them, or "" if the game isn't a level."""
    level = level_of(session)
    if level is None:
        return ""
    stars, missed = level.stars(session), level.goal.missed(session)
    if saver is not None:
        with suppress(StorageError):
            save_stars(saver.saved_games.archive, level, stars)
    if missed:
        return f"Level {level.number}: not yet. What was missed: {join_words(missed)}."
    more = "" if stars == MAX_STARS else f" {level.stars_sentence}"
    return f"Level {level.number}: you reached the goal, with {stars} of {counted(MAX_STARS, 'star')}.{more}"
