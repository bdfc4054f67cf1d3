"""The Practice room: solo games, exercises from mistakes and by theme, progress, and the latest games to review."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from cardtable.engine.games.info import PRACTISED
from cardtable.engine.phrases import join_words, read_number, without_rulings
from cardtable.formats.options import preset_word
from cardtable.lessons.library import find_lesson
from cardtable.practice.answers import mistake_label
from cardtable.practice.mistakes import Mistake
from cardtable.practice.progress_words import exercise_text
from cardtable.practice.selection import NO_EXERCISES, Selection, select
from cardtable.practice.sources import MistakeSource, ThemeSource
from cardtable.practice.theme import themes
from cardtable.rooms.kit.command import Command
from cardtable.rooms.kit.goto import (
    ToDaily,
    ToLesson,
    ToLevels,
    ToPracticeExercises,
    ToProgress,
    ToSavedReview,
    ToTable,
)
from cardtable.rooms.kit.practice_list import PracticeList
from cardtable.rooms.kit.practice_record import PracticeFigures
from cardtable.rooms.kit.records import Records
from cardtable.rooms.kit.response import Answer, Ask, Response, Say
from cardtable.store.clock import current_time
from cardtable.table.practised import practice
from cardtable.table.when import format_ago

if TYPE_CHECKING:
    from cardtable.store.rows import GameEntry
    from cardtable.table.grades import GradedResult

MAX_LISTED = 9
"""The maximum number of mistakes listed in one question."""
PRACTICE = practice()
PLAY = {preset_word(preset.name): preset for preset in PRACTICE.presets}
"""The presets, by the ids of their rows. Players can type these ids."""
REVIEW = "review "
"""The prefix of the id of a row that opens a review. The game's number follows it."""
SURE_WAY = find_lesson(PRACTISED.id, PRACTICE.sure_lesson)
SECTIONS = ("play", "levels", "daily", "mistakes", *themes(), "progress")
"""The words that open a section directly from the command line or the lobby."""
ONLY_BY_THE_BOOK = "Only a game by the book has a sure way to win."
WHAT_HELPS = "Undos and what-ifs count as help."
_DAILY = "The same cards for everyone today."
_LEVELS = "Deals with goals; three levels that you haven't won are open at a time."
_NAMED_WITH_PLAY = "The number of cards follows the word play."


class PracticeRow(NamedTuple):
    """A row of the Practice room."""

    id: str
    """The row's id, which players can type."""
    label: str
    about: str
    """One or two sentences that explain the row."""
    detail: str
    """A short detail, such as the number of due exercises."""
    note: str = ""
    """The time when a game was played, in words."""


class PracticeRoom(PracticeList):
    """A list of ways to practise, grouped under headings."""

    def __init__(self, records: Records, names: Callable[[], Sequence[str]]) -> None:
        """Prepare the list. `names` returns the names of the people who usually play."""
        self._records, self._names = records, names
        self.hand_sizes = {word: records.practice.hand_size(preset.name) for word, preset in PLAY.items()}
        """The hand size chosen for each preset, by the id of its row."""
        self.selected = ""
        """The id of the row under the cursor, or "" in plain mode, which has no cursor."""
        self.now = current_time()
        self.figures = PracticeFigures()
        self.refresh()

    def refresh(self) -> str:
        """Count the games and exercises again. Return the error message if it is new, otherwise an empty string."""
        before, self.now = self.figures.fault, current_time()
        self.figures = self._records.practice.figures(self.now)
        return "" if self.figures.fault == before else self.figures.fault

    # The list

    @property
    def parts(self) -> dict[str, list[PracticeRow]]:
        """The rows of the list, grouped by heading."""
        daily = "done today" if self.figures.has_played_daily else "the same cards for everyone today"
        return {
            "Play alone": [
                PracticeRow(
                    "levels",
                    "Levels",
                    f"{_LEVELS} Each level earns up to three stars.",
                    "deals with goals, from easy to hard",
                ),
                PracticeRow("daily", "Daily deal", f"{_DAILY} Play every day to keep your streak.", daily),
                *map(self._game_to_play, PLAY),
            ],
            "Find the best move": [
                PracticeRow(
                    "mistakes",
                    "Your mistakes",
                    "Find the better move. Each exercise comes back at growing intervals, until you know it.",
                    exercise_text(self.figures.exercises, self.now).removesuffix("."),
                ),
                *(
                    PracticeRow(
                        each.name,
                        each.title,
                        f"{each.about} {PRACTICE.theme_rules} There are endless new positions.",
                        each.in_brief,
                    )
                    for each in themes().values()
                ),
            ],
            "Your games": [
                PracticeRow(
                    "progress",
                    "Your progress",
                    "Your results, how often you make mistakes, and how computer players do.",
                    "compared with computer players on the same deals",
                ),
                *map(self._game_to_review, self.figures.games),
            ],
        }

    @property
    def rows(self) -> list[PracticeRow]:
        """All rows in the order shown."""
        return [row for rows in self.parts.values() for row in rows]

    def _game_to_play(self, word: str) -> PracticeRow:
        preset = PLAY[word]
        about = without_rulings(preset.help)
        if preset is PRACTICE.sure:
            lesson = f"Lesson {SURE_WAY.number.lstrip('0')}"
            about = f"{lesson} teaches a sure way to win: {PRACTICE.sure_way}."
        return PracticeRow(word, preset.name, f"{about} {WHAT_HELPS}", f"{self.hand_sizes[word]} cards")

    def _game_to_review(self, entry: GameEntry) -> PracticeRow:
        return PracticeRow(
            f"{REVIEW}{entry.id}",
            f"Review game {entry.id}",
            "See what each move gave away, which moves were mistakes, and what was better.",
            _result(entry, self.figures.pars.result_of(entry)),
            format_ago(entry.touched, self.now),
        )

    def open(self, row: str) -> Response:
        """Return the response that opens a row."""
        if row in PLAY:
            return ToTable(self._records.practice.deal(PLAY[row], self.hand_sizes[row], self._names()))
        if row.startswith(REVIEW):
            return ToSavedReview(int(row.removeprefix(REVIEW)))
        match row:
            case "levels":
                return ToLevels()
            case "daily":
                return ToDaily()
            case "mistakes":
                return self._practise_mistakes()
            case "progress":
                return ToProgress()
            case theme:
                return ToPracticeExercises(ThemeSource(theme))

    def find(self, text: str) -> PracticeRow:
        """Return the row with the typed number or word. Raise ValueError with a sentence if there is no such row."""
        rows, words = self.rows, (text.lower(), preset_word(text))
        for number, row in enumerate(rows, 1):
            if read_number(text) == number or row.id in words:
                return row
        raise ValueError(f"Type a number from 1 to {len(rows)}, a word such as {rows[0].id}, or list.")

    # Games alone

    def _is_game(self) -> bool:
        return self.selected in PLAY

    @Command(
        "play alone, with the rules and the number of cards that you name",
        words=("play",),
        takes="RULES CARDS",
        typing="as in: play by the book 9",
        no_key="The list has a row for each game.",
    )
    def play(self, text: str) -> Response:
        sizes = [each for each in map(read_number, text.split()) if each is not None]
        word = preset_word(" ".join(each for each in text.split() if read_number(each) is None)) or next(iter(PLAY))
        if word not in PLAY or len(sizes) > 1 or not set(sizes) <= set(PRACTICE.hand_sizes):
            least, most = PRACTICE.hand_sizes[0], PRACTICE.hand_sizes[-1]
            names = join_words((each.replace("-", " ") for each in PLAY), "or")
            raise ValueError(f"Type play, {names}, and a number of cards from {least} to {most}.")
        self.hand_sizes[word] = sizes[0] if sizes else self.hand_sizes[word]
        return self.open(word)

    @Command("a larger hand", keys=("right",), no_words=_NAMED_WITH_PLAY, after="smaller", exists=_is_game)
    def larger(self) -> None:
        self._change_size(1)

    @Command("on a game: a smaller hand", keys=("left",), no_words=_NAMED_WITH_PLAY, exists=_is_game)
    def smaller(self) -> None:
        self._change_size(-1)

    def _change_size(self, step: int) -> None:
        size = self.hand_sizes[self.selected] + step
        self.hand_sizes[self.selected] = max(PRACTICE.hand_sizes[0], min(size, PRACTICE.hand_sizes[-1]))

    def _why_no_sure_way(self) -> str:
        return ONLY_BY_THE_BOOK if self.selected and PLAY.get(self.selected) is not PRACTICE.sure else ""

    @Command(
        "the lesson about the sure way to win by the book",
        keys=("l",),
        label="Sure way",
        words=("lesson", "sure way"),
        why_not=_why_no_sure_way,
    )
    def lesson(self) -> Response:
        return ToLesson(PRACTISED.id, SURE_WAY.name)

    # Mistakes

    def _practise_mistakes(self) -> Response:
        """Solve the exercises from mistakes, starting with those that are due. If there are none, explain why."""
        mistakes = self._records.mistakes
        selection = select(mistakes.all(), current_time())
        if selection.offered:
            return ToPracticeExercises(MistakeSource(mistakes, selection))
        return Say(mistakes.take_fault() or NO_EXERCISES)

    def _why_no_mistake(self) -> str:
        return self.figures.fault or ("" if self.figures.exercises.total else NO_EXERCISES)

    @Command(
        "one of your mistakes again, by its number",
        keys=("m",),
        words=("mistake",),
        takes="NUMBER",
        typing="without a number, hear the list",
        why_not=_why_no_mistake,
    )
    def mistake(self, text: str = "") -> Response:
        selection, now = select(self._records.mistakes.all(), current_time()), current_time()
        found, number = [*selection.offered, *selection.later, *selection.others], read_number(text)
        if not text:
            listed = enumerate(found[:MAX_LISTED], 1)
            choices = (
                Answer(mistake_label(each, now), partial(self._try_again, each), str(at), (str(at),))
                for at, each in listed
            )
            return Ask("Which mistake?", tuple(choices))
        if number is None or not 0 < number <= len(found):
            raise ValueError(f"The exercises are numbered from 1 to {len(found)}.")
        return self._try_again(found[number - 1])

    def _try_again(self, mistake: Mistake) -> Response:
        return ToPracticeExercises(MistakeSource(self._records.mistakes, Selection([mistake], [], [], 0)))

    # Other places

    @Command(
        "what a part of the list is about",
        words=("about",),
        takes="NUMBER",
        no_key="The text below the list is about the row under the cursor.",
    )
    def about(self, text: str) -> Response:
        row = self.find(text)
        return Say(f"{row.label}: {row.about}")


def _result(entry: GameEntry, graded: GradedResult | None) -> str:
    """Return the result of a finished game, such as `won by 3, 2 stars`."""
    assert entry.outcome is not None, "the game is over"
    margin = entry.outcome.margin
    stars = f", {graded.in_brief}" if graded is not None and graded.in_brief else ""
    return f"won by {margin}{stars}" if margin > 0 else f"lost by {-margin}" if margin else "a tie, which is a loss"
