"""The Practice room line by line: Exit Stage Right alone, exercises from your mistakes, and your progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial

from cardtable.engine.games.exit_stage_right import GAME
from cardtable.engine.games.exit_stage_right.model import LARGEST_HAND, SMALLEST_HAND
from cardtable.engine.phrases import capitalized, format_range
from cardtable.lessons.library import find_lesson
from cardtable.plain.choices import read_number
from cardtable.plain.ending import HowToResume, how_to_resume
from cardtable.plain.game import play
from cardtable.plain.lines import EndOfInput, Lines
from cardtable.plain.menu import Menu
from cardtable.plain.puzzle import PlainPuzzle
from cardtable.practice.answers import mistake_label, repetition_sentence
from cardtable.practice.baselines import BaselineRun, save_baselines
from cardtable.practice.mistakes import Mistake, Mistakes
from cardtable.practice.progress import ExerciseProgress, ProgressReport, exercise_progress, progress_report
from cardtable.practice.progress_words import exercise_text, progress_lines
from cardtable.practice.schedule import Repetition
from cardtable.practice.selection import split
from cardtable.practice.themes import THEMES, Theme, theme_exercise
from cardtable.store.clock import current_time
from cardtable.store.errors import GameNotFound, StorageError, UnreadableGame
from cardtable.store.paths import may_exist
from cardtable.table.dealing import DealRequest, new_session, preset_word
from cardtable.table.lazy_archive import LazyArchive
from cardtable.table.request_error import RequestError
from cardtable.table.session import fresh_code
from cardtable.table.storage_words import explain

MOST_LISTED = 20
"""The maximum number of exercises to read out."""
WAIT_SECONDS = 3.0
"""How long computer players may play before the player's progress is read out."""
BY_THE_BOOK, CHALLENGE = "by-the-book", "challenge"
RULES = (CHALLENGE, BY_THE_BOOK)
"""The presets, the default first."""
HAND_SIZES = range(SMALLEST_HAND, LARGEST_HAND[1] + 1)
DEFAULT_HAND_SIZE = 7


class PlainPractice:
    """The Practice room in plain mode."""

    def __init__(self, lines: Lines, archive: LazyArchive, resume: HowToResume = how_to_resume) -> None:
        self._lines, self._archive, self._resume = lines, archive, resume
        self.say = lines.say
        self._mistakes = Mistakes(lambda: archive.archive)
        self._run: BaselineRun | None = None
        """The computer players that play the same deals while the player is in this room."""

    def run(self, section: str = "") -> None:
        """Keep asking what to practise until the player leaves, or go to one section and leave after it."""
        try:
            if section:
                self._open(section)
            else:
                self._choose()
        except EndOfInput:
            pass
        finally:
            self._save_baselines()
            if self._run is not None:
                self._run.stop()

    def _choose(self) -> None:
        Menu(
            "Practice: type a number or a word, or press Enter to leave:",
            self._say_menu,
            (f"A number from 1 to {len(SECTIONS)}, or a word such as {next(iter(SECTIONS))}: go to this part.",),
            self._open_typed,
        ).run(self._lines)

    def _open_typed(self, text: str) -> None:
        """Open the section with the number or word that was typed."""
        number, words = read_number(text), list(SECTIONS)
        word = words[number - 1] if number is not None and 0 < number <= len(words) else preset_word(text.lower())
        if word not in SECTIONS:
            raise ValueError(f"Type a number from 1 to {len(words)}, a word such as {words[0]}, or list.")
        self._open(word)
        self.say("You are back in the Practice room. To hear what there is, type list.")

    def _say_menu(self) -> None:
        self.say(f"Practice: {GAME.title} alone.")
        about = {"mistakes": capitalized(self._exercise_text())}
        for number, (word, (_, what)) in enumerate(SECTIONS.items(), 1):
            self.say(f"{number} {word}: {what} {about.get(word, '')}".rstrip())

    def _open(self, section: str) -> None:
        """Open a section; leaving it leads back to the menu."""
        with suppress(_BackToMenu):
            try:
                SECTIONS[section][0](self)
            except (StorageError, UnreadableGame, GameNotFound) as error:
                self.say(explain(error))
            except (RequestError, ValueError) as refusal:
                self.say(str(refusal))
        self._save_baselines()

    # Play alone

    def play_alone(self) -> None:
        """Play a new game, after choosing a hand size and the rules."""
        from cardtable.players.at_table import seat_computers

        self.say(sure_way_sentence())
        rules = self._pick(f"Type {CHALLENGE} or {BY_THE_BOOK} for the rules", RULES, CHALLENGE)
        sizes = [str(size) for size in HAND_SIZES]
        size = self._pick(f"Type a hand size from {HAND_SIZES[0]} to {HAND_SIZES[-1]}", sizes, str(DEFAULT_HAND_SIZE))
        request = DealRequest(players="1", preset=rules, options={"hand_size": size})
        session = new_session(GAME, request, seat_computers)
        self._archive.save(session)
        self._say_notices()
        play(session, self._lines, self._resume)

    def _pick(self, question: str, answers: Sequence[str], default: str) -> str:
        while True:
            typed = self._lines.ask(f"{question}, or press Enter for {default}:")
            if (text := preset_word(typed or default)) in answers:
                return text
            if text == "quit":
                raise _BackToMenu
            self.say(f"Type one of these: {', '.join(answers)}.")

    def play_daily(self) -> None:
        """Play today's deal, or say how it ended."""
        from cardtable.rooms.daily import play_daily

        play_daily(self._archive, lambda session: play(session, self._lines, self._resume), self.say, self._lines.ask)

    # Mistakes

    def try_again(self) -> None:
        """Solve exercises from mistakes, those that are due first."""
        while found := self._mistakes.all():
            self._say_fault()
            now = current_time()
            first, later = split([each for each in found if each.repetition.is_due(now)])
            due = [*first, *later]
            found = [*due, *(each for each in found if each not in due)]
            order = " The most instructive come first." if later else ""
            self.say(f"Your mistakes: {len(due) or 'none'} due of {len(found)}.{order}")
            enter = "press Enter for the next one that is due" if due else "press Enter to leave"
            text = self._lines.ask(f"Type list or quit, or {enter}:").lower()
            number = read_number(text)
            if text == "quit" or (not text and not due):
                return
            if not text:
                self._solve(due[0])
            elif number is not None and 0 < number <= len(found):
                self._solve(found[number - 1])
            elif number is not None:
                self.say(f"The exercises are numbered from 1 to {len(found)}.")
            else:
                self._list(found, now)
        self._say_fault()
        self.say("You have no exercises yet. Review a finished game: each mistake becomes an exercise.")

    def _list(self, found: list[Mistake], now: datetime) -> None:
        self.say(*(f"{number} {mistake_label(each, now)}." for number, each in enumerate(found[:MOST_LISTED], 1)))
        if len(found) > MOST_LISTED:
            self.say(f"And {len(found) - MOST_LISTED} more, up to number {len(found)}.")
        self.say("To try one of them, type its number.")

    def _solve(self, mistake: Mistake) -> None:
        noted: list[Repetition] = []

        def note(is_right: bool) -> None:
            noted.append(self._mistakes.note(mistake, is_right))

        with suppress(EndOfInput):
            PlainPuzzle(mistake.puzzle, self._lines, note).run()
        self.say(*map(repetition_sentence, noted))
        self._say_fault()

    def _say_fault(self) -> None:
        if fault := self._mistakes.fault:
            self.say(fault)
            self._mistakes.fault = ""

    # Themes

    def solve_theme(self, theme: Theme) -> None:
        """Solve one exercise about a theme after another."""
        self.say(theme.about)
        with suppress(EndOfInput):
            answer = ""
            while answer != "quit":
                self.say("Looking for a position...")
                with self._lines.working():
                    puzzle = theme_exercise(theme, fresh_code())
                PlainPuzzle(puzzle, self._lines).run()
                answer = self._lines.ask("Press Enter for the next exercise, or type quit:").lower()

    # Progress

    def tell_progress(self) -> None:
        """Say how the player's games compare with those of computer players, which go on playing meanwhile."""
        report = self._report()
        if report is None:
            report = ProgressReport()
        elif self._run is None and report.unplayed:
            self._run = BaselineRun(report.replays())
            self._run.start()
            with self._lines.working():
                self._run.wait(WAIT_SECONDS)
            self._save_baselines()
            report = self._report() or report
        lines = progress_lines(report, current_time(), sign="", is_playing=True)
        self.say(*(line.removeprefix("# ") for line in lines))

    def _exercise_text(self) -> str:
        now = current_time()
        try:
            found = (
                exercise_progress(self._archive.archive, now) if may_exist(self._archive.path) else ExerciseProgress()
            )
        except StorageError as error:
            return explain(error)
        return exercise_text(found, now)

    def _report(self) -> ProgressReport | None:
        """Return the player's progress, or None if nothing is saved."""
        if not may_exist(self._archive.path):
            return None
        try:
            return progress_report(self._archive.archive)
        except StorageError as error:
            self.say(explain(error))
            return None

    def _save_baselines(self) -> None:
        if self._run is not None and (results := self._run.take()):
            with suppress(StorageError):  # they can be played again
                save_baselines(self._archive.archive, results)

    def _say_notices(self) -> None:
        while self._archive.notices:
            self.say(self._archive.notices.pop(0))


class _BackToMenu(Exception):
    """The player has left a question without an answer."""


def sure_way_sentence() -> str:
    """Return what to know about the two sets of rules."""
    lesson = find_lesson(GAME.id, "a-sure-way")
    return (
        "By the book, there is a sure way to win, whatever the cards are. "
        f"Lesson {lesson.number.lstrip('0')}, '{lesson.title}', teaches it. In the Challenge there isn't one."
    )


_Section = tuple[Callable[[PlainPractice], None], str]


def _theme_section(theme: Theme) -> _Section:
    title = f"{theme.title[0].lower()}{theme.title[1:]}"
    return partial(PlainPractice.solve_theme, theme=theme), f"endless exercises: {title}."


SECTIONS: dict[str, _Section] = {
    "play": (PlainPractice.play_alone, f"a game alone with {format_range(HAND_SIZES)} cards in your hand."),
    "daily": (PlainPractice.play_daily, "the daily deal, which is the same for everyone today."),
    "mistakes": (PlainPractice.try_again, "your mistakes, to try again."),
    **{theme.name: _theme_section(theme) for theme in THEMES},
    "progress": (PlainPractice.tell_progress, "your games compared with those of computer players."),
}
"""What there is in the Practice room: a function, and what it is for."""
